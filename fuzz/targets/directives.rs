//! Any build constraint, `//go:embed` line and assembly: they are read, and what they lead to is no contradiction.
//!
//! The input is cut at the byte 255: the name of a file, and its text.

#![no_main]

use codegraph_tui::golang::FileHead;
use codegraph_tui::golang::build_constraint::{Builds, Host, experiment_switched};
use codegraph_tui::impact::{assembled, embeds};
use codegraph_tui_fuzz::texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [name, text] = texts(input);
    let (name, text) = (&*name, &*text);
    let host = Host::default();
    let head = FileHead::of(text.as_bytes());
    for build in [Some(text), head.build.as_deref(), None] {
        let builds = Builds::of(name, build, head.imports_c);
        let is_excluded = host.excludes(name, build, head.imports_c).is_some();
        assert!(is_excluded || !builds.is_none(), "the host is one of the builds");
        assert!(builds.meet(builds) && !(builds.is_every() && builds.is_none()));
        if build.is_some_and(|build| host.evaluate(build) == Some(false)) {
            assert!(is_excluded);
        }
    }
    let _ = experiment_switched(name);
    for embed in embeds(text) {
        let takes = embed.takes(name);
        assert!(embed.line as usize <= text.lines().count());
        if let Some((folder, _)) = name.rsplit_once('/').filter(|_| takes) {
            let _ = embed.leads_to(folder);
        }
    }
    assert!(assembled(text, text).is_empty());
    let _ = assembled(name, text);
});
