//! Freed memory: kept, or given back. With [`index::map`](crate::index), one of two places with unsafe code.

use libmimalloc_sys::{mi_collect, mi_option_set, mi_option_t};

/// Lets freed memory stay until it is given back by [`give_back`]. A refresh needs as much as the one before; to be given
/// it anew, cleared, took up to half of its time. What stays comes in small pages: in huge ones, which make a build from
/// nothing a twentieth faster, half as much again is kept.
///
/// Call it while there is one thread. Programs that are started from this one have small pages, too.
#[allow(unsafe_code, reason = "the allocator's crate has no safe call for it")]
pub(super) fn keep() {
    /// The option's number in the allocator's header, for which the crate has no name.
    const PURGE_DELAY: mi_option_t = 15;
    /// In milliseconds. Were it endless, nothing could be given back.
    const AN_HOUR: i32 = 3_600_000;
    // A system that doesn't know of huge pages has small ones.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    // SAFETY: takes and hands out no pointer; no other thread reads the option meanwhile.
    unsafe { mi_option_set(PURGE_DELAY, AN_HOUR.into()) }
}

/// Gives what was freed back to the system, which nothing else does: the standard library's build leaves 230 MB.
///
/// Takes some milliseconds after a large build, for the system to take the memory.
#[allow(unsafe_code, reason = "the allocator's crate has no safe call for it")]
pub(super) fn give_back() {
    // SAFETY: takes and hands out no pointer, and may be called on any thread at any time.
    unsafe { mi_collect(true) }
}
