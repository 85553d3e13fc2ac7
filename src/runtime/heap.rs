//! Freed memory: kept, or given back. With [`index::map`](crate::index), one of two places with unsafe code.

use libmimalloc_sys::{mi_collect, mi_option_set, mi_option_t};

use crate::platform::memory::{has_large_pages, use_large_pages};

/// Takes small pages from here on. Huge ones spare many faults: a build of hugo takes a 25th less time with them, and a
/// fifth more memory. But a large build waits for the system to clear them, that of the standard library a tenth longer.
pub fn take_small_pages() {
    use_large_pages(false);
}

/// Keeps freed memory until [`give_back`], and takes small pages. A refresh needs as much as the one before; getting it
/// from the system again, cleared, took up to half of its time.
///
/// Call it while there is one thread.
#[allow(unsafe_code, reason = "the allocator's crate has no safe call for it")]
pub fn keep() -> Pages {
    /// The option's number in the allocator's header, for which the crate has no name.
    const PURGE_DELAY: mi_option_t = 15;
    /// In milliseconds. Were it endless, no memory could be given back.
    const AN_HOUR: i32 = 3_600_000;
    // SAFETY: takes and hands out no pointer; no other thread reads the option meanwhile.
    unsafe { mi_option_set(PURGE_DELAY, AN_HOUR.into()) }
    Pages::small()
}

/// The pages that this program was started with.
#[derive(Clone, Copy, Debug)]
pub struct Pages {
    were_huge: bool,
}

impl Pages {
    /// Switches to small pages.
    fn small() -> Self {
        let were_huge = has_large_pages();
        take_small_pages();
        Self { were_huge }
    }

    /// Starts a program with large pages, not with the small ones that it would inherit: an editor's helpers are large,
    /// too. Meanwhile this program may get some large pages.
    pub(super) fn start<T>(self, start: impl FnOnce() -> T) -> T {
        use_large_pages(self.were_huge);
        let started = start();
        use_large_pages(false);
        started
    }
}

/// Gives what was freed back to the system, which nothing else does: the standard library's build leaves 230 MB.
///
/// Takes some milliseconds after a large build, for the system to take the memory.
#[allow(unsafe_code, reason = "the allocator's crate has no safe call for it")]
pub fn give_back() {
    // SAFETY: takes and hands out no pointer, and may be called on any thread at any time.
    unsafe { mi_collect(true) }
}
