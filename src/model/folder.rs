//! The folder part of a path of the tree.

/// The folder that a file, or a folder, lies in; empty at the root of the tree.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The folder that a file lies in, as the path of its package symbol has it: `.` at the root of the tree.
pub fn package_folder(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

/// The path to which a relative one leads from a folder, both counted from a root; `None` if it leaves the root. Windows' `\` is
/// taken for `/`.
pub fn joined(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    for part in relative.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
