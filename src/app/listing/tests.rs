//! Tests that the list equals a naive implementation: every row judged by itself, then sorted.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use nucleo::Utf32Str;
use proptest::prelude::*;

use super::*;
use crate::app::filter::matcher;
use crate::app::symbol_rows::{Glimpses, SymbolRows};
use crate::index::{self, Glimpse, Repository, Snapshot, Store, Task};
use crate::model::{Graph, SymbolKind};

/// The program's own sample, indexed.
fn sample() -> SymbolSource {
    static SAMPLE: OnceLock<Arc<Snapshot>> = OnceLock::new();
    let snapshot = SAMPLE.get_or_init(|| {
        let data = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
        let repository = Repository { root, store: Store::new(data.path().to_owned()) };
        let settings = index::BuildSettings::default();
        let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
        Arc::new(index::refresh(&repository, &settings, &task).unwrap().snapshot)
    });
    SymbolSource::Graph(snapshot.clone())
}

/// Names that are hard on a matcher.
fn glimpses() -> SymbolSource {
    let long = "x.".repeat(150) + "aber";
    let names =
        ["Größe", "größe", "e\u{301}te", "a\r\nb", "ab", "aB", "", "été.Insert", "日本", "x_1", &long];
    let mut glimpses = Glimpses::default();
    for (line, kind) in [SymbolKind::Func, SymbolKind::File, SymbolKind::Method].into_iter().enumerate() {
        let glimpse = |name: &&str| Glimpse {
            kind,
            name: (*name).to_owned(),
            qualified: (*name).to_owned(),
            path: Arc::from(format!("Web/{name}.go")),
            line: line as u32,
            flags: if line == 2 { symbol_flag::TEST } else { 0 },
        };
        glimpses.push(names.iter().map(glimpse).collect());
    }
    SymbolSource::Glimpses(glimpses)
}

/// The expected list: rows, and how many there are without a filter.
fn plainly(request: &ListRequest) -> (Vec<u32>, usize) {
    let filter = Filter::parse(&request.text);
    let mut order: Vec<u32> = match &request.corpus {
        SymbolSource::Graph(snapshot) => sorted(&snapshot.graph(), request.sort),
        SymbolSource::Glimpses(glimpses) => (0..glimpses.len() as u32).collect(),
    };
    let label = |ix: u32| request.corpus.entry(ix, |entry| entry.label()).unwrap();
    if request.sort == SymbolSort::Name {
        order.sort_by_key(|&ix| label(ix));
    }
    let kind = |ix: u32| request.corpus.entry(ix, |entry| entry.kind).unwrap();
    order.retain(|&ix| kind(ix) != SymbolKind::File || filter.asks_for(SymbolKind::File));
    let total = order.len();
    let admits =
        |ix: u32| request.corpus.entry(ix, |e| e.flags & request.hidden == 0 && filter.admits(&e)).unwrap();
    let built = |ix: u32| {
        let flags = request.corpus.entry(ix, |entry| entry.flags).unwrap();
        u32::from(filter.has_words() && flags & symbol_flag::CONSTRAINED == 0)
    };
    let score = |ix: u32| {
        let score = filter.score(Utf32Str::new(&label(ix), &mut Vec::new()), &mut matcher())?;
        Some(score + built(ix))
    };
    let mut scored: Vec<(u32, u32)> =
        order.into_iter().filter(|&ix| admits(ix)).filter_map(|ix| Some((score(ix)?, ix))).collect();
    scored.sort_by_key(|&(score, _)| Reverse(score));
    (scored.into_iter().map(|(_, ix)| ix).collect(), total)
}

fn sorted(graph: &Graph<'_>, sort: SymbolSort) -> Vec<u32> {
    let mut rows = graph.by_authority.to_vec();
    let degree = |column: &[u32], ix: u32| Reverse(column[ix as usize]);
    match sort {
        SymbolSort::Rank | SymbolSort::Name | SymbolSort::Use => {}
        SymbolSort::Load => {
            rows.sort_by(|&a, &b| graph.symbol_load[b as usize].total_cmp(&graph.symbol_load[a as usize]));
        }
        SymbolSort::Starts => {
            rows.sort_by(|&a, &b| graph.symbol_hub[b as usize].total_cmp(&graph.symbol_hub[a as usize]));
        }
        SymbolSort::FanIn => rows.sort_by_key(|&ix| degree(graph.symbol_in_degree, ix)),
        SymbolSort::FanOut => rows.sort_by_key(|&ix| degree(graph.symbol_out_degree, ix)),
    }
    rows
}

fn check(haystacks: &mut Haystacks, request: &ListRequest) {
    let listing = list(haystacks, request, &|| false).expect("nobody called it off");
    let (rows, total) = plainly(request);
    assert_eq!((&*listing.rows, listing.total), (&rows, total), "{:?} {:?}", request.text, request.sort);
}

/// One of the things that are typed.
fn word() -> impl Strategy<Value = String> {
    const FIXED: &[&str] = &[
        " ", "!", "'", "^", "$", "\\ ", "!test", " kind:me", " !kind:field", " pkg:mill", " file:store",
        " !pkg:x", " kind:file", " is:exp", "è", "ß", "日",
    ];
    prop_oneof![
        3 => "[a-eA-Einrst.1_]",
        1 => prop::sample::select(FIXED).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Types, deletes, sorts and hides in any order: an earlier list must never affect a later one.
    #[test]
    fn lists_are_what_the_plain_way_gives(
        steps in prop::collection::vec((word(), 0..10_u8, 0..SymbolSort::ALL.len(), 0..4_u8), 1..12),
        graph in any::<bool>(),
    ) {
        let corpus = if graph { sample() } else { glimpses() };
        let mut haystacks = Haystacks::new(&corpus);
        let mut text = String::new();
        for (word, action, sort, switches) in steps {
            match action {
                0 => { text.pop(); }
                1 => text = word,
                _ => text.push_str(&word),
            }
            let hidden = hidden(switches == 1, switches == 2);
            let request = ListRequest { corpus: corpus.clone(), text: text.clone(), sort: SymbolSort::ALL[sort], hidden };
            if switches == 3 {
                prop_assert!(list(&mut haystacks, &request, &|| true).is_none(), "cancelled");
            }
            check(&mut haystacks, &request);
        }
    }
}

#[test]
fn a_filter_narrows_another_only_where_it_must() {
    let cases = [
        ("", "a", true),
        ("a", "ab", true),
        ("a", "a b", true),
        ("a b", "a bc d", true),
        ("a", "aB", true),
        ("kind:func a", "kind:func ab", true),
        ("ab", "a", false),
        ("a b", "ac b", false),
        ("a$", "a$b", false),
        ("!a", "!ab", false),
        ("'a", "'a", true),
        ("^a", "^ab", false),
        ("kind:func a", "kind:method ab", false),
    ];
    for (older, newer, narrows) in cases {
        assert_eq!(Filter::parse(newer).narrows(&Filter::parse(older)), narrows, "{older:?} {newer:?}");
    }
}

#[test]
fn a_corpus_is_one_whichever_way_it_is_read() {
    for corpus in [sample(), glimpses()] {
        corpus.open(|rows: &dyn SymbolRows| {
            for ix in 0..rows.len() {
                let entry = rows.entry(ix).expect("a row");
                assert_eq!((entry.kind, entry.flags), (rows.kind(ix), rows.flags(ix)));
                let name = rows.name(ix);
                assert_eq!(
                    (entry.package, entry.qualified, entry.ending, entry.beside),
                    (name.package, name.name, name.ending, name.beside)
                );
            }
            assert!(rows.entry(rows.len()).is_none());
        });
    }
}
