//! Packs as a person gets them.

use proptest::prelude::*;

use super::*;
use crate::model::SymbolKind;

/// A symbol to be packed, owning its texts.
#[derive(Clone, Debug)]
struct Sample {
    path: String,
    line: u32,
    doc: String,
    source: String,
    excerpt: String,
    score: f64,
}

fn sample(path: &str, line: u32, words: usize, score: f64) -> Sample {
    Sample {
        path: path.into(),
        line,
        doc: format!("// f{line} does its part."),
        source: format!("func f{line}() {{\n\t{}\n}}", "word ".repeat(words)),
        excerpt: String::new(),
        score,
    }
}

fn packer_of(samples: &[Sample], style: &PackStyle, ceiling: u32) -> Packer {
    let candidates: Vec<PackCandidate<'_>> = samples
        .iter()
        .enumerate()
        .map(|(ix, s)| {
            let (path, doc, source) = (s.path.as_str(), s.doc.as_str(), s.source.as_str());
            let (symbol, kind, name) = (SymbolId(ix as u32), SymbolKind::Func, "f");
            let signature = source.split('{').next().unwrap_or("");
            let text = SymbolText {
                symbol,
                kind,
                name,
                path,
                line: s.line,
                signature,
                doc,
                source,
                excerpt: &s.excerpt,
                role: "",
            };
            PackCandidate { text, score: s.score, comes_with: Vec::new(), is_head: false }
        })
        .collect();
    Packer::new(&candidates, style, ceiling, &Counter::default())
}

fn packed(samples: &[Sample], budget: u32, overrides: &[RowOverride]) -> Result<Pack, PackError> {
    packer_of(samples, &PackStyle::default(), 32_000).pack(budget, overrides)
}

fn shown(pack: &Pack) -> Vec<(usize, DetailLevel)> {
    pack.shown.iter().map(|p| (p.candidate, p.view)).collect()
}

fn any_sample() -> impl Strategy<Value = Sample> {
    let fragment = prop::sample::select(vec![
        "x",
        "word ",
        "\n",
        "\n\n",
        "\t",
        " ",
        "//",
        "/* ",
        "```",
        "]]>",
        "\r\n",
        "\u{1b}[0m",
        "\u{202e}",
        "漢字",
        "\"",
        "}",
    ]);
    let text = prop::collection::vec(fragment, 0..60).prop_map(|parts| parts.concat());
    let long = (0usize..2000).prop_map(|n| "token ".repeat(n));
    (
        "[a-c]{1,2}/[a-z /]{1,4}\\.go",
        1u32..500,
        text.clone(),
        prop_oneof![4 => text.clone(), 1 => long],
        text,
        0.0f64..5.0,
    )
        .prop_map(|(path, line, doc, source, excerpt, score)| Sample {
            path,
            line,
            doc,
            source,
            excerpt,
            score,
        })
}

const VIEWS: [DetailLevel; 3] = [DetailLevel::Name, DetailLevel::Signature, DetailLevel::Full];

fn any_wish() -> impl Strategy<Value = RowOverride> {
    let views = [
        None,
        Some(DetailLevel::Name),
        Some(DetailLevel::Signature),
        Some(DetailLevel::Excerpt),
        Some(DetailLevel::Full),
    ];
    prop_oneof![
        6 => Just(RowOverride::FREE),
        1 => Just(RowOverride::PINNED),
        1 => Just(RowOverride::BANNED),
        1 => prop::sample::select(views.to_vec()).prop_map(RowOverride::exactly),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn the_total_is_a_recount_and_never_above_the_budget(
        pairs in prop::collection::vec((any_sample(), any_wish()), 0..12),
        budget in prop_oneof![100u32..600, 100u32..32_000],
        format in prop::sample::select(PackFormat::ALL.to_vec()),
        encoding in prop::sample::select(Encoding::ALL.to_vec()),
        title in prop_oneof![Just(String::new()), "[a-z ]{1,30}\n?/?", "word ".prop_map(|w| w.repeat(99))],
    ) {
        let (samples, overrides): (Vec<Sample>, Vec<RowOverride>) = pairs.into_iter().unzip();
        let style = PackStyle { format, encoding, title, ..PackStyle::default() };
        let packer = packer_of(&samples, &style, budget);
        match packer.pack(budget, &overrides) {
            Ok(pack) => {
                prop_assert_eq!(pack.tokens, encoding.count(&pack.text), "{}", pack.text);
                prop_assert!(pack.tokens <= budget);
                let unasked = |shown: &&PackedItem| shown.view == DetailLevel::Name && overrides[shown.candidate].least.is_none();
                let index: u32 = pack.shown.iter().filter(unasked).map(|shown| shown.tokens).sum();
                prop_assert!(index <= budget / INDEX_PART, "names take {} of {}", index, budget);
                prop_assert_eq!(pack.shown.len() + pack.left_out.len(), samples.len());
                for shown in &pack.shown {
                    prop_assert!(overrides[shown.candidate].allows(Some(shown.view)));
                }
                prop_assert!(pack.left_out.iter().all(|l| overrides[l.candidate].allows(None)));
                prop_assert_eq!(&pack, &packer.pack(budget, &overrides).unwrap());
                if format == PackFormat::Json {
                    let value: serde_json::Value = serde_json::from_str(&pack.text).unwrap();
                    prop_assert_eq!(value["symbols"].as_array().map(Vec::len), Some(pack.shown.len()));
                }
            }
            Err(error) => prop_assert_ne!(error, PackError::BudgetTooSmall { budget }),
        }
    }
}

#[test]
fn the_strongest_file_comes_first_and_each_runs_from_top_to_bottom() {
    let samples = [
        sample("b.go", 90, 3, 1.0),
        sample("a.go", 9, 3, 2.0),
        sample("b.go", 7, 3, 3.0),
        sample("a.go", 50, 3, 0.5),
    ];
    let pack = packed(&samples, 1000, &[]).unwrap();
    assert_eq!(shown(&pack), [2, 0, 1, 3].map(|ix| (ix, DetailLevel::Full)));
    assert!(pack.text.find("### b.go:7 ").unwrap() < pack.text.find("### b.go:90 ").unwrap());
    assert_eq!(pack.left_out, []);
}

#[test]
fn a_large_body_does_not_eat_what_many_small_ones_need() {
    let mut samples = vec![sample("big.go", 1, 300, 1.0)];
    samples.extend((0..8).map(|ix| sample("small.go", 10 * ix, 20, 0.8)));
    let pack = packed(&samples, 500, &[]).unwrap();
    let whole: Vec<usize> =
        pack.shown.iter().filter(|p| p.view == DetailLevel::Full).map(|p| p.candidate).collect();
    assert_eq!(whole, [1, 2, 3, 4, 5, 6, 7, 8], "{:?}", shown(&pack));
}

#[test]
fn wishes_are_met_and_the_rest_makes_room() {
    let samples = [sample("a.go", 1, 60, 1.0), sample("b.go", 1, 60, 0.9), sample("c.go", 1, 60, 0.1)];
    let free = packed(&samples, 200, &[]).unwrap();
    assert_eq!(shown(&free), [(0, DetailLevel::Full), (1, DetailLevel::Full), (2, DetailLevel::Signature)]);
    for (row_override, expect) in [
        (RowOverride::exactly(Some(DetailLevel::Full)), Some(DetailLevel::Full)),
        (RowOverride::raised(Some(DetailLevel::Name), &VIEWS), Some(DetailLevel::Signature)),
        (RowOverride::lowered(Some(DetailLevel::Signature), &VIEWS), Some(DetailLevel::Name)),
        (RowOverride::PINNED, Some(DetailLevel::Signature)),
        (RowOverride::BANNED, None),
    ] {
        let pack = packed(&samples, 200, &[RowOverride::FREE, RowOverride::FREE, row_override]).unwrap();
        let got = pack.shown.iter().find(|p| p.candidate == 2).map(|p| p.view);
        assert_eq!(got, expect, "{row_override:?}");
    }
    let whole = packed(
        &samples,
        200,
        &[RowOverride::FREE, RowOverride::FREE, RowOverride::exactly(Some(DetailLevel::Full))],
    )
    .unwrap();
    assert!(
        whole.shown.iter().any(|p| p.candidate == 1 && p.view < DetailLevel::Full),
        "the second gave way"
    );
}

#[test]
fn what_is_left_out_is_told_with_its_price_and_what_displaced_it() {
    let names_are_worthless = Worth { name: 0.0, signature: 0.0, excerpt: 0.0, full: 1.0 };
    let style = PackStyle { worth: names_are_worthless, ..PackStyle::default() };
    let samples = [
        sample("a.go", 1, 60, 1.0),
        sample("b.go", 1, 60, 0.5),
        sample("c.go", 1, 60, 0.4),
        sample("d.go", 1, 9000, 9.0),
        sample("e.go", 1, 10, 0.0),
        sample("f.go", 1, 10, 0.7),
    ];
    let mut overrides = [RowOverride::FREE; 6];
    overrides[5] = RowOverride::BANNED;
    let pack = packer_of(&samples, &style, 32_000).pack(180, &overrides).unwrap();
    assert_eq!(shown(&pack), [(0, DetailLevel::Full), (1, DetailLevel::Full)]);
    let causes: Vec<(usize, &Cause)> = pack.left_out.iter().map(|l| (l.candidate, &l.cause)).collect();
    let expect =
        [(2, Cause::Displaced(vec![1])), (3, Cause::TooLarge), (4, Cause::Worthless), (5, Cause::Banned)];
    assert_eq!(causes, expect.iter().map(|(ix, cause)| (*ix, cause)).collect::<Vec<_>>());
    assert!(pack.left_out[0].full_tokens.is_some_and(|t| t > 60 && t < 100), "{:?}", pack.left_out[0]);
}

#[test]
fn names_fill_what_room_is_left_up_to_a_twentieth() {
    let mut samples = vec![sample("a.go", 1, 900, 1.0)];
    samples.extend((0..60).map(|ix| sample("names.go", 10 + ix, 2000, 0.5)));
    samples.iter_mut().skip(1).for_each(|sample| sample.source.insert_str(0, &"word ".repeat(3000)));
    let pack = packed(&samples, 3000, &[]).unwrap();
    let names: u32 = pack.shown.iter().filter(|p| p.view == DetailLevel::Name).map(|p| p.tokens).sum();
    assert!((100..=150).contains(&names), "{names}");
    assert!(pack.tokens < 2000, "room is left, and still no more names: {}", pack.tokens);
    let pinned = vec![RowOverride::PINNED; samples.len()];
    let pack = packed(&samples, 3000, &pinned).unwrap();
    assert_eq!(pack.shown.len(), samples.len(), "what is wished for is no index");
}

#[test]
fn a_level_up_or_down_is_one_that_the_row_has() {
    let all = DetailLevel::ALL;
    for (now, raised, lowered) in [
        (None, Some(DetailLevel::Name), None),
        (Some(DetailLevel::Name), Some(DetailLevel::Signature), None),
        (Some(DetailLevel::Signature), Some(DetailLevel::Full), Some(DetailLevel::Name)),
        (Some(DetailLevel::Full), Some(DetailLevel::Full), Some(DetailLevel::Signature)),
    ] {
        assert_eq!(RowOverride::raised(now, &VIEWS), RowOverride::exactly(raised));
        assert_eq!(RowOverride::lowered(now, &VIEWS), RowOverride::exactly(lowered));
    }
    assert_eq!(
        RowOverride::raised(Some(DetailLevel::Signature), &all),
        RowOverride::exactly(Some(DetailLevel::Excerpt))
    );
    assert_eq!(
        RowOverride::lowered(Some(DetailLevel::Full), &all),
        RowOverride::exactly(Some(DetailLevel::Excerpt))
    );
}

#[test]
fn an_excerpt_stands_where_the_whole_has_no_room() {
    let mut samples = [sample("a.go", 1, 400, 1.0), sample("b.go", 1, 20, 0.2)];
    samples[0].excerpt = "func f1() {\n\tanswer()\n\t// … lines 3-90\n}".to_owned();
    let pack = packed(&samples, 200, &[]).unwrap();
    assert_eq!(shown(&pack), [(0, DetailLevel::Excerpt), (1, DetailLevel::Full)]);
    assert!(pack.text.contains("\tanswer()\n\t// … lines 3-90\n}\n```"), "{}", pack.text);
    let pack = packed(&samples, 1000, &[]).unwrap();
    assert_eq!(shown(&pack), [(0, DetailLevel::Full), (1, DetailLevel::Full)]);
}

#[test]
fn budgets_and_pins_that_cannot_be_met_are_refused_with_the_reason() {
    let samples = [sample("a.go", 1, 200, 1.0), sample("b.go", 1, 40_000, 1.0)];
    assert_eq!(packed(&samples, 99, &[]), Err(PackError::BudgetTooSmall { budget: 99 }));
    let whole = RowOverride::exactly(Some(DetailLevel::Full));
    assert!(matches!(
        packed(&samples, 150, &[whole]),
        Err(PackError::PinsTooLarge { needed: 200..260, budget: 150 })
    ));
    assert_eq!(
        packed(&samples, 150, &[RowOverride::FREE, whole]),
        Err(PackError::NoSuchView { path: "b.go".to_owned(), line: 1 })
    );
}

#[test]
fn strange_scores_are_no_scores() {
    let mut samples = [f64::NAN, -1.0, f64::INFINITY, 0.0, 2.0].map(|score| sample("a.go", 1, 3, score));
    samples[4].line = 2;
    let pack = packed(&samples, 1000, &[]).unwrap();
    assert_eq!(shown(&pack), [(4, DetailLevel::Full)]);
    assert_eq!(packed(&[], 100, &[]).unwrap().text, "");
}
