//! Large pages of memory, which only Linux lets a program choose.

/// Returns whether the program gets large pages.
pub fn has_large_pages() -> bool {
    #[cfg(target_os = "linux")]
    let has = rustix::thread::transparent_huge_pages_are_disabled().is_ok_and(|disabled| !disabled);
    #[cfg(not(target_os = "linux"))]
    let has = false;
    has
}

/// Chooses between large and small pages for this program and those that it starts. Does nothing on other systems.
pub fn use_large_pages(large: bool) {
    // A system that doesn't know of large pages has small ones.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(!large);
    #[cfg(not(target_os = "linux"))]
    let _ = large;
}
