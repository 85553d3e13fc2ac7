//! A generation that was written over. As it lies: it is refused, or holds what it held. With its checksums made good,
//! as no accident would: it is refused, fails the check that guards publishing, or can be walked from end to end.
//!
//! The input is a list of edits: where (three bytes, into what is not the text index), and which bits to flip. An odd
//! number of leading bits in the first byte asks for good checksums.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use codegraph_tui::index::{BuildSettings, Repository, Snapshot, Store, Task, refresh};
use codegraph_tui::model::{Graph, resolve};
use libfuzzer_sys::fuzz_target;

struct Base {
    dir: tempfile::TempDir,
    bytes: Vec<u8>,
    content: Vec<(&'static str, Vec<u8>)>,
}

static BASE: LazyLock<Base> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/sample"));
    let repository = Repository {
        root: root.canonicalize().expect("the sample"),
        store: Store::new(dir.path().join("built")),
    };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
    refresh(&repository, &BuildSettings::default(), &task)
        .expect("an index");
    let bytes = fs::read(dir.path().join("built/graph-1.cgt")).expect("a generation");
    let snapshot = repository.store.latest().expect("a folder").snapshot.expect("a generation");
    let content = columns(&snapshot.graph());
    Base { dir, bytes, content }
});

fn columns(graph: &Graph<'_>) -> Vec<(&'static str, Vec<u8>)> {
    graph.sections().map(|(name, bytes)| (name, bytes.to_vec())).collect()
}

fuzz_target!(|input: &[u8]| {
    let Some((&first, edits)) = input.split_first() else { return };
    let mut bytes = BASE.bytes.clone();
    for edit in edits.chunks_exact(4) {
        let at = u32::from_le_bytes([edit[0], edit[1], edit[2], 0]) as usize % bytes.len();
        bytes[at] ^= edit[3];
    }
    let unchanged = bytes == BASE.bytes;
    let sealed = first & 1 == 1;
    if sealed {
        seal(&mut bytes);
    }
    let path = BASE.dir.path().join("damaged.cgt");
    fs::write(&path, &bytes).expect("room");
    let Ok(snapshot) = Snapshot::open(&path, 1) else {
        assert!(!unchanged);
        return;
    };
    let graph = snapshot.graph();
    if !sealed {
        assert!(columns(&graph) == BASE.content);
    }
    let files = snapshot.files();
    assert!(files.iter().map(|(path, _)| path.len()).sum::<usize>() <= bytes.len());
    let _ = snapshot.modules();
    if graph.check().is_ok() {
        walk(&graph);
    }
});

/// The checksums of the container (its layout stands in `src/index/format.rs`).
fn seal(bytes: &mut [u8]) {
    let body = crc32fast::hash(&bytes[64..]);
    bytes[24..28].copy_from_slice(&body.to_le_bytes());
    let head = crc32fast::hash(&bytes[..28]);
    bytes[28..32].copy_from_slice(&head.to_le_bytes());
}

fn walk(graph: &Graph<'_>) {
    for symbol in graph.symbols() {
        let id = symbol.id_text();
        let _ = (symbol.signature(), symbol.path(), symbol.package(), symbol.owner(), symbol.package_name());
        let near = graph.outgoing(symbol.id).count() + graph.incoming(symbol.id).count();
        let _ = (near, graph.unbound(symbol.id).count(), graph.outside(symbol.id).count());
        let _ = (graph.callers(symbol.id), graph.find_id(&id));
    }
    for edge in graph.edges() {
        let _ = (edge.strength(), edge.lines.len(), graph.via(edge.id));
    }
    let _ = resolve(graph, "Pool.Run");
}
