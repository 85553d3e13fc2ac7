//! The builds that the tree can be read for: the default, that of this machine, or one more or one less of the tags that files
//! name.

use crate::golang::build_constraint::Host;
use crate::index::{Meta, machine};
use crate::model::{clean, counted};

/// The builds to choose from: other systems first, then a row for each tag, those of most files first.
pub(super) fn builds(meta: &Meta) -> Vec<(String, Host)> {
    let now = &meta.host;
    let mut choices = Vec::new();
    if !now.is_default() {
        choices.push((format!("{}, as by default", Host::default()), Host::default()));
    }
    let own = machine();
    if (&own.os, &own.arch) != (&now.os, &now.arch) {
        let host = Host { tags: now.tags.clone(), ..own };
        choices.push((format!("{host}, this machine"), host));
    }
    let mut tags: Vec<(&String, &u64)> = meta.build_tags.iter().collect();
    tags.sort_by_key(|&(tag, files)| (std::cmp::Reverse(*files), tag));
    let set = now.tags.iter().filter(|tag| !meta.build_tags.contains_key(*tag)).map(|tag| (tag, &0));
    for (tag, &files) in tags.into_iter().chain(set) {
        let is_set = now.tags.contains(tag);
        let mut host = now.clone();
        if is_set {
            host.tags.retain(|other| other != tag);
        } else {
            host.tags.push(tag.clone());
            host.tags.sort();
        }
        let sign = if is_set { "\u{2212}" } else { "+" };
        let text = format!("{sign} {}  ({})", clean(tag), counted(files as usize, "file"));
        choices.push((text, host));
    }
    choices
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn builds_differ_by_one_tag_and_the_default_leads_back() {
        let host = Host { tags: vec!["slow".to_owned(), "unknown".to_owned()], ..Host::default() };
        let build_tags =
            BTreeMap::from([("slow".to_owned(), 1), ("big".to_owned(), 3), ("old".to_owned(), 1)]);
        let choices = builds(&Meta { host, build_tags, ..Meta::default() });
        let rows: Vec<(&str, Vec<&str>)> = choices
            .iter()
            .filter(|(text, _)| !text.ends_with("this machine"))
            .map(|(text, host)| (text.as_str(), host.tags.iter().map(String::as_str).collect()))
            .collect();
        let expected = [
            ("linux/amd64, as by default", vec![]),
            ("+ big  (3 files)", vec!["big", "slow", "unknown"]),
            ("+ old  (1 file)", vec!["old", "slow", "unknown"]),
            ("\u{2212} slow  (1 file)", vec!["unknown"]),
            ("\u{2212} unknown  (0 files)", vec!["slow"]),
        ];
        assert_eq!(rows, expected);
    }
}
