//! Any source and any of its lines: an excerpt has the lines that were wanted and is shorter, colours lie inside the text and
//! in order, and a declaration is cut out of any bytes.

#![no_main]

use codegraph_tui::golang::elision::{Elided, Elision};
use codegraph_tui::golang::standalone::Declaration;
use codegraph_tui::golang::highlight::highlight;
use codegraph_tui::golang::needed_imports;
use codegraph_tui::model::SymbolKind;
use libfuzzer_sys::fuzz_target;

const KINDS: [SymbolKind; 4] = [SymbolKind::Func, SymbolKind::Const, SymbolKind::Struct, SymbolKind::Field];

fuzz_target!(|input: (u64, u16, [u16; 4], &[u8])| {
    let (rows, line, ends, source) = input;
    let text = String::from_utf8_lossy(source);
    let lines: Vec<&str> = text.split('\n').collect();
    let wanted: Vec<usize> = (0..lines.len().min(64)).filter(|row| rows >> row & 1 == 1).collect();
    let short = Elision::of(&text).and_then(|elision| elision.keep(u32::from(line), &wanted));
    if let Some(Elided { text: short, lines: ranges }) = short {
        assert!(ranges.is_sorted() && ranges.iter().all(|[from, to]| from <= to));
        let mut shown = short.split('\n');
        // Blank lines beside what is left out go with it.
        let mut wanted = wanted.iter().map(|&row| lines[row]).filter(|line| !line.trim().is_empty());
        assert!(wanted.all(|wanted| shown.any(|line| line == wanted)), "{short}");
        assert!(short.split('\n').count() < lines.len());
    }
    let mut at = 0;
    for (range, _) in highlight(source) {
        assert!(at <= range.start && range.start <= range.end && range.end <= source.len());
        at = range.end;
    }
    let _ = needed_imports(text.as_bytes(), &[&text]);
    let [doc, doc_end, own, own_end] = ends.map(u32::from);
    let kind = KINDS[usize::from(line % 4)];
    let repeated = (rows & 1 == 1).then_some((doc..own_end, u32::from(line)));
    let _ = Declaration { kind, doc: doc..doc_end, own: own..own_end, repeated }.standalone(source);
});
