//! The file with the place at which a person left the explorer of a repository.

use crate::app::Resume;
use crate::app::listing::SymbolSort;
use crate::platform::replace;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Larger files are not its own.
const LARGEST: u64 = 64 << 10;

fn file(dir: &Path) -> PathBuf {
    dir.join("explorer.json")
}

/// Reads the place from a repository's data folder; an unreadable file counts as missing.
pub(super) fn load(dir: &Path) -> Resume {
    let path = file(dir);
    let is_own = std::fs::metadata(&path).is_ok_and(|meta| meta.is_file() && meta.len() <= LARGEST);
    let text = if is_own { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    let is_on = |key: &str| value.get(key).and_then(Value::as_bool).unwrap_or_default();
    // Orders had other names before version 0.3.
    let sort = value.get("sort").and_then(Value::as_str).map(|name| match name {
        "hub" => "starts",
        "fan-in" => "in",
        "fan-out" => "out",
        name => name,
    });
    let questions = value.get("questions").and_then(Value::as_array);
    Resume {
        symbol: value.get("symbol").and_then(Value::as_str).map(str::to_owned),
        sort: SymbolSort::ALL.into_iter().find(|known| Some(known.name()) == sort).unwrap_or_default(),
        hide_tests: is_on("hideTests"),
        hide_generated: is_on("hideGenerated"),
        parts: value.get("panes").and_then(|panes| Deserialize::deserialize(panes).ok()).unwrap_or_default(),
        questions: questions.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect(),
        ticked: value
            .get("ticked")
            .and_then(|ticked| Deserialize::deserialize(ticked).ok())
            .unwrap_or_default(),
    }
}

/// Stores the place. A failure is ignored, since it should not keep anybody from leaving.
pub(super) fn keep(dir: &Path, resume: &Resume) {
    let value = json!({
        "symbol": resume.symbol,
        "sort": resume.sort.name(),
        "hideTests": resume.hide_tests,
        "hideGenerated": resume.hide_generated,
        "panes": resume.parts,
        "questions": resume.questions,
        "ticked": resume.ticked,
    });
    let (path, part) = (file(dir), dir.join(format!("explorer-{}.part", std::process::id())));
    if std::fs::write(&part, value.to_string()).is_ok() && replace(&part, &path).is_err() {
        let _ = std::fs::remove_file(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_and_what_is_broken_is_nothing() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(load(dir.path()), Resume::default());
        let resume = Resume {
            symbol: Some("a.go::F".to_owned()),
            sort: SymbolSort::FanOut,
            hide_tests: true,
            hide_generated: false,
            parts: [[Some(300), None], [None, Some(1000)], [None; 2]],
            questions: vec!["who calls F".to_owned(), "where is \"it\" read".to_owned()],
            ticked: vec![("HEAD".to_owned(), vec!["a.go::F::func".to_owned()])],
        };
        keep(dir.path(), &resume);
        assert_eq!(load(dir.path()), resume);
        for broken in [
            "",
            "{",
            "[1]",
            r#"{"sort": 3, "symbol": []}"#,
            r#"{"sort": "by chance"}"#,
            r#"{"questions": 7}"#,
            r#"{"ticked": [["HEAD", 7]]}"#,
            r#"{"panes": [[[1, -1], 3]]}"#,
        ] {
            std::fs::write(file(dir.path()), broken).unwrap();
            assert_eq!(load(dir.path()), Resume::default(), "{broken}");
        }
    }
}
