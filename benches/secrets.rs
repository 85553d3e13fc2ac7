//! Frequency with which code without secrets is masked: every declaration of some trees, as packs hold them.
//!
//!     cargo bench --bench secrets -- TREE...
//!
//! Prints declarations, those in which something is masked, per thousand, and each of them with its place; then the time.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::Path;
use std::time::{Duration, Instant};

use codegraph_tui::golang::facts::NONE;
use codegraph_tui::golang::lower::Lowering;
use codegraph_tui::secrets::mask;

fn main() {
    let trees: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let (mut blocks, mut masked, mut bytes, mut time) = (0_u64, 0_u64, 0_usize, Duration::ZERO);
    let mut lowering = Lowering::new();
    for tree in &trees {
        for entry in ignore::WalkBuilder::new(tree).sort_by_file_path(Path::cmp).build().flatten() {
            if entry.path().extension().is_none_or(|ending| ending != "go") {
                continue;
            }
            let Ok(text) = std::fs::read(entry.path()) else { continue };
            let facts = lowering.facts(&text);
            for decl in facts.decls.iter().filter(|decl| decl.owner == NONE) {
                let start = if decl.doc[0] < decl.doc[1] { decl.doc[0].min(decl.start) } else { decl.start };
                let block =
                    String::from_utf8_lossy(text.get(start as usize..decl.end as usize).unwrap_or_default());
                let began = Instant::now();
                let shown = mask(&block);
                time += began.elapsed();
                blocks += 1;
                bytes += block.len();
                if shown != block {
                    masked += 1;
                    let before: Vec<&str> = block.lines().collect();
                    let line = shown.lines().zip(before).find(|(new, old)| new != old);
                    let (new, old) = line.unwrap_or(("", ""));
                    println!("{}:{}  {}  <- {}", entry.path().display(), decl.line, new.trim(), old.trim());
                }
            }
        }
    }
    let rate = masked as f64 * 1e3 / blocks.max(1) as f64;
    let speed = bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9);
    println!("{blocks} declarations, {masked} masked, {rate:.3} per thousand; {speed:.0} MB/s");
}
