//! The folder part of a path of the tree.

/// The folder that a file, or a folder, lies in; empty at the root of the tree.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The folder that a file lies in, as the path of its package symbol has it: `.` at the root of the tree.
pub fn package_folder(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(folder, _)| folder)
}
