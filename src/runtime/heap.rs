//! Freed memory, given back. With [`index::map`](crate::index), one of two places with unsafe code.

/// Gives what was freed back to the system. The allocator does so by itself a moment later, but only while something is
/// allocated and freed, and after a build nothing is: the standard library's leaves 230 MB.
///
/// Takes some milliseconds after a large build, for the system to take the memory.
#[allow(unsafe_code, reason = "the allocator's crate has no safe call for it")]
pub(super) fn give_back() {
    // SAFETY: takes and hands out no pointer, and may be called on any thread at any time.
    unsafe { libmimalloc_sys::mi_collect(true) }
}
