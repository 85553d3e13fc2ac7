//! One file of any bytes: its facts hold together and stay inside it.

#![no_main]

use codegraph_tui::golang::lower::Lowering;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &[u8]| {
    let facts = Lowering::new().facts(source);
    assert!(facts.is_well_formed());
    // The end of the file may stand behind its last line end, where no line is.
    let last = source.split(|&byte| byte == b'\n').count() as u32;
    let is_open = source.last().is_some_and(|&byte| byte != b'\n');
    assert_eq!(facts.lines, last - u32::from(!is_open));
    let inside = |line: u32| (1..=last).contains(&line);
    assert!(facts.nodes.iter().all(|node| inside(node.line)));
    assert!(facts.errors.iter().all(|line| (1..=facts.lines.max(1)).contains(line)));
    for decl in &facts.decls {
        assert!(inside(decl.line) && inside(decl.end_line));
        assert!(decl.end as usize <= source.len() && decl.doc[1] as usize <= source.len());
    }
});
