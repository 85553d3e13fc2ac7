//! Any lines from a client of the server: each gets at most one reply, which is valid and of one line, and the server ends
//! with its input.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use codegraph_tui::index::{BuildSettings, Repository, Store};
use codegraph_tui::mcp::{ServerSettings, serve};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

struct Tree {
    _dir: tempfile::TempDir,
    repository: Repository,
}

static TREE: LazyLock<Tree> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    let root: PathBuf = dir.path().join("tree");
    std::fs::create_dir(&root).expect("a folder");
    std::fs::write(root.join("go.mod"), "module m\n").expect("room");
    let code = "package m\n\n// Open opens it.\nfunc Open() error { return check() }\n\nfunc check() error { return nil }\n";
    std::fs::write(root.join("m.go"), code).expect("room");
    let repository = Repository { root, store: Store::new(dir.path().join("data")) };
    Tree { _dir: dir, repository }
});

fuzz_target!(|input: &[u8]| {
    let index = BuildSettings::default();
    let settings = ServerSettings { index, show_secrets: false, give_memory_back: || () };
    let mut output = Vec::new();
    serve(&TREE.repository, &settings, input, &mut output).expect("memory is read and written");
    let replies = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let mut count = 0;
    for reply in replies {
        let reply: Value = serde_json::from_slice(reply).expect("a reply is JSON");
        assert_eq!(reply["jsonrpc"], "2.0");
        assert!(reply.get("result").is_some() != reply.get("error").is_some(), "{reply}");
        count += 1;
    }
    assert!(count <= input.split(|&byte| byte == b'\n').count());
});
