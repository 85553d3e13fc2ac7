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
    excerpts: Vec<Excerpt>,
    imports: Vec<String>,
    score: f64,
}

fn sample(path: &str, line: u32, words: usize, score: f64) -> Sample {
    Sample {
        path: path.into(),
        line,
        doc: format!("// f{line} does its part."),
        source: format!("func f{line}() {{\n\t{}\n}}", "word ".repeat(words)),
        excerpts: Vec::new(),
        imports: Vec::new(),
        score,
    }
}

fn excerpt(text: &str, share: f64) -> Excerpt {
    Excerpt { text: text.to_owned(), lines: vec![[1, 2], [9, 9]], share }
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
                excerpt: "",
                role: "",
                alike: 0,
            };
            PackCandidate {
                text,
                lines: vec![[s.line, s.line + source.lines().count() as u32 - 1]],
                excerpts: &s.excerpts,
                score: s.score,
                most: Some(DetailLevel::Full),
                comes_with: Vec::new(),
                imports: s.imports.clone(),
            }
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
        "x", "word ", "\n", "\n\n", "\t", " ", "//", "/* ", "```", "]]>", "\r\n", "\u{1b}[0m", "\u{202e}",
        "漢字", "\"", "}",
    ]);
    let text = prop::collection::vec(fragment, 0..60).prop_map(|parts| parts.concat());
    let long = (0usize..2000).prop_map(|n| "token ".repeat(n));
    (
        "[a-c]{1,2}/[a-z /]{1,4}\\.go",
        1u32..500,
        text.clone(),
        prop_oneof![4 => text.clone(), 1 => long],
        prop::collection::vec((text.clone(), 0.0f64..1.0), 0..3),
        prop::collection::vec(text, 0..3),
        0.0f64..5.0,
    )
        .prop_map(|(path, line, doc, source, excerpts, imports, score)| Sample {
            path,
            line,
            doc,
            source,
            excerpts: excerpts.into_iter().map(|(text, share)| excerpt(&text, share)).collect(),
            imports,
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
                prop_assert!(!pack.shown.iter().any(|shown| unasked(&shown)), "a name that nobody wished for");
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
fn the_best_comes_first_whatever_its_file() {
    let samples = [sample("b.go", 90, 3, 3.0), sample("a.go", 9, 3, 2.0), sample("b.go", 7, 3, 1.0)];
    let pack = packed(&samples, 1000, &[]).unwrap();
    assert_eq!(shown(&pack), [0, 1, 2].map(|ix| (ix, DetailLevel::Full)));
    assert_eq!(pack.shown[0].lines, [[90, 92]]);
    assert_eq!(pack.left_out, []);
}

#[test]
fn imports_stand_on_one_line_at_the_end_if_there_is_room() {
    let mut samples = [sample("a.go", 1, 60, 1.0), sample("b.go", 9, 60, 0.9)];
    samples[0].imports = ["\"example.com/b\"", "y \"example.com/x\""].map(str::to_owned).to_vec();
    samples[1].imports = vec!["\"example.com/b\"".to_owned()];
    let end = |format: PackFormat, budget: u32| {
        let style = PackStyle { format, ..PackStyle::default() };
        let pack = packer_of(&samples, &style, 1000).pack(budget, &[]).unwrap();
        pack.text.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(end(PackFormat::Markdown, 1000), "imports: `\"example.com/b\"; y \"example.com/x\"`");
    assert_eq!(end(PackFormat::Plain, 1000), "== imports: \"example.com/b\"; y \"example.com/x\"");
    assert!(
        end(PackFormat::Json, 1000).ends_with(r#"],"imports":"\"example.com/b\"; y \"example.com/x\""}"#)
    );
    let style = PackStyle::default();
    let whole = packer_of(&samples, &style, 1000).pack(1000, &[]).unwrap().tokens;
    assert!(end(PackFormat::Markdown, whole - 1).ends_with("`\"example.com/b\"`"), "as many as have room");
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
    let heads_are_worthless = Worth { signature: 0.0, ..Worth::default() };
    let style = PackStyle { worth: heads_are_worthless, ..PackStyle::default() };
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
    let [short, long] = ["\tanswer()\n\t// … lines 3-90\n", "\tanswer()\n\tmore()\n\t// … lines 4-90\n"];
    samples[0].excerpts = [(short, 0.7), (long, 0.8)]
        .map(|(body, share)| excerpt(&format!("func f1() {{\n{body}}}"), share))
        .to_vec();
    let pack = packed(&samples, 200, &[]).unwrap();
    assert_eq!(shown(&pack), [(0, DetailLevel::Excerpt), (1, DetailLevel::Full)]);
    assert!(pack.text.contains(&format!("{long}}}\n```")), "{}", pack.text);
    assert_eq!(pack.shown[0].lines, [[1, 2], [9, 9]]);
    let mut tight = samples.clone();
    tight[1] = sample("b.go", 1, 50, 0.5);
    let most = packed(&tight, 1000, &[RowOverride::exactly(Some(DetailLevel::Excerpt))]).unwrap().tokens;
    let pack = packed(&tight, most - 1, &[]).unwrap();
    assert_eq!(shown(&pack), [(0, DetailLevel::Excerpt), (1, DetailLevel::Full)]);
    assert!(pack.text.contains(&format!("{short}}}\n```")), "{}", pack.text);
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
