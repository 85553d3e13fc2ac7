//! Counts tokens as language models do.
//!
//! A tokenizer first cuts text into pieces by a pattern and then encodes each piece by itself. So where the pattern is
//! sure to cut, counts add up: [`cuts_between`] knows such places, and packing is built on them: the cost of a whole
//! is the sum of the costs of its parts, to the token.
//!
//! Unpacking a vocabulary takes some 50 ms, which the first count waits for; [`Encoding::load`] does it ahead.

use std::sync::{LazyLock, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::ascii_pieces::PublishedPattern;
use super::byte_pairs::TokenVocabulary;

/// A vocabulary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// `o200k_base`.
    #[default]
    O200k,
    /// `cl100k_base`.
    Cl100k,
}

impl Encoding {
    pub const ALL: [Self; 2] = [Self::O200k, Self::Cl100k];

    pub fn name(self) -> &'static str {
        match self {
            Self::O200k => "o200k",
            Self::Cl100k => "cl100k",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// Loads the vocabulary unless it is there already.
    pub fn load(self) {
        self.vocabulary();
    }

    /// Tokens of `text`.
    pub fn count(self, text: &str) -> u32 {
        self.vocabulary().count_within(text, u32::MAX as usize).map_or(u32::MAX, |count| count as u32)
    }

    /// Tokens of `text` if there are at most `limit`, at a cost that grows with the limit rather than the text.
    pub fn count_within(self, text: &str, limit: u32) -> Option<u32> {
        self.vocabulary().count_within(text, limit as usize).map(|count| count as u32)
    }

    fn vocabulary(self) -> &'static TokenVocabulary {
        match self {
            Self::O200k => &O200K,
            Self::Cl100k => &CL100K,
        }
    }
}

static O200K: LazyLock<TokenVocabulary> = LazyLock::new(|| {
    let pattern = [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+$",
    ];
    TokenVocabulary::new(
        include_bytes!("../../../assets/o200k.tokens"),
        &pattern.join("|"),
        Some(PublishedPattern::O200k),
    )
    .unwrap_or_default()
});

static CL100K: LazyLock<TokenVocabulary> = LazyLock::new(|| {
    let pattern = [
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)",
        r"[^\r\n\p{L}\p{N}]?\p{L}+",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n]*",
        r"\s*[\r\n]+",
        r"\s+$",
    ];
    TokenVocabulary::new(
        include_bytes!("../../../assets/cl100k.tokens"),
        &pattern.join("|"),
        Some(PublishedPattern::Cl100k),
    )
    .unwrap_or_default()
});

/// Returns whether every vocabulary's pattern is sure to cut between two texts, so that their counts add up.
///
/// True after a line end and before something that is neither blank nor `/`. A piece that holds a line end is a run of
/// blanks up to its last line end, or punctuation with the line ends (o200k: and slashes) behind it; neither reaches
/// beyond. Before a `/` it is true if no punctuation stands before the line end.
pub fn cuts_between(before: &str, after: &str) -> bool {
    let body = before.trim_end_matches('\n');
    if body.len() == before.len() {
        return before.is_empty() || after.is_empty();
    }
    match after.chars().next() {
        None => true,
        Some('/') => body.ends_with(|c: char| c.is_ascii_alphanumeric()),
        Some(first) => !first.is_whitespace(),
    }
}

/// Counts, remembered by content: what is packed again after a key press has mostly been counted before. Threads may
/// count at the same time; a text's count is the same whoever counts it.
#[derive(Debug, Default)]
pub struct Counter {
    known: Mutex<FxHashMap<(Encoding, TextDigest), KnownCount>>,
}

type TextDigest = [u8; 16];

/// A remembered count, or a lower bound of one.
#[derive(Clone, Copy, Debug)]
enum KnownCount {
    Count(u32),
    /// The text has more tokens than this.
    Above(u32),
}

/// Counts remembered before starting over; 40 bytes each.
const REMEMBERED: usize = 100_000;

impl Counter {
    /// [`Encoding::count_within`], remembered.
    pub fn count_within(&self, encoding: Encoding, text: &str, limit: u32) -> Option<u32> {
        let mut digest = TextDigest::default();
        digest.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
        // A thread that panicked while it held the counts left each of them whole.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known().get(&(encoding, digest)).copied();
        match before {
            Some(KnownCount::Count(count)) => return (count <= limit).then_some(count),
            Some(KnownCount::Above(least)) if least >= limit => return None,
            _ => {}
        }
        let count = encoding.count_within(text, limit);
        let mut known = known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert((encoding, digest), count.map_or(KnownCount::Above(limit), KnownCount::Count));
        count
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Text of the characters that the patterns tell apart.
    fn text() -> impl Strategy<Value = String> {
        let part = prop::sample::select(vec![
            "a", "Go", "'s", "7", "12345", " ", "  ", "\t", "\n", "\n\n", "\r\n", "/", "//", "}", "{\"",
            "```", "#", "-", "<", "é", "漢", "\u{301}", "\u{a0}", "\u{2028}", "🦀",
        ]);
        prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn counts_add_up_where_the_pattern_cuts(before in text(), after in text(), line_end in prop::bool::ANY) {
            let before = if line_end { before + "\n" } else { before };
            if cuts_between(&before, &after) {
                for encoding in Encoding::ALL {
                    let whole = encoding.count(&format!("{before}{after}"));
                    prop_assert_eq!(whole, encoding.count(&before) + encoding.count(&after));
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn the_rules_for_ascii_cut_as_the_pattern_does(text in "[aAsSlLvVeE'0-9 \\t\\r\\n\\x0b\\x00/.(_éſ²\u{a0}\u{2028}]{1,12}") {
            for encoding in Encoding::ALL {
                let vocabulary = encoding.vocabulary();
                prop_assert_eq!(vocabulary.piece(&text), vocabulary.piece_by_pattern(&text), "{:?} of {:?}", encoding, &text);
            }
        }
    }

    #[test]
    fn places_where_the_pattern_may_not_cut_are_known() {
        for (before, after, cuts) in [
            ("```\n\n", "### a", true),
            ("}\n", "```\n", true),
            ("```go\n", "// doc", true),
            (")\n", "// doc", false),
            ("x", "y", false),
            ("x\n", " y", false),
            ("x\n", "\ny", false),
            ("", "x", true),
        ] {
            assert_eq!(cuts_between(before, after), cuts, "{before:?} {after:?}");
        }
        // Why a slash is special.
        let o200k = Encoding::O200k;
        assert_ne!(o200k.count(")\n//"), o200k.count(")\n") + o200k.count("//"));
    }

    #[test]
    fn vocabularies_count_as_published() {
        // The examples of OpenAI's cookbook, "How to count tokens with tiktoken".
        for (text, o200k, cl100k) in [
            ("", 0, 0),
            ("antidisestablishmentarianism", 6, 6),
            ("2 + 2 = 4", 7, 7),
            ("お誕生日おめでとう", 8, 9),
        ] {
            assert_eq!(
                (Encoding::O200k.count(text), Encoding::Cl100k.count(text)),
                (o200k, cl100k),
                "{text:?}"
            );
        }
    }

    #[test]
    fn code_counts_as_the_reference_counts_it() {
        // Counted with another implementation of the published vocabularies (the crate `bpe-openai`, 0.3.2).
        let (alternating, run) = ("aQ9".repeat(500), "z".repeat(999));
        for (text, o200k, cl100k) in [
            (
                "func (s *HTTPServer) ListenAndServeTLS(ctx context.Context) error {\n\treturn s.inner.serve(ctx)\n}\n",
                25,
                24,
            ),
            ("XMLHttpRequestFactoryBeanImpl", 6, 5),
            ("if err != nil {\r\n\t\treturn fmt.Errorf(\"read %q: %w\", path, err)\r\n\t}\r\n", 23, 23),
            ("// Größenänderung İstanbul 漢字かな 🦀🦀 don't WE'LL\n", 20, 26),
            ("0xDEADBEEF_1234567890", 10, 10),
            ("   \t \u{a0}x\u{2028}\n\n  y   ", 8, 10),
            (alternating.as_str(), 1500, 1500),
            (run.as_str(), 499, 500),
        ] {
            assert_eq!(
                (Encoding::O200k.count(text), Encoding::Cl100k.count(text)),
                (o200k, cl100k),
                "{text:?}"
            );
        }
    }

    #[test]
    fn counting_stops_at_the_limit() {
        let text = "word ".repeat(1000);
        let whole = Encoding::O200k.count(&text);
        assert_eq!(Encoding::O200k.count_within(&text, whole), Some(whole));
        assert_eq!(Encoding::O200k.count_within(&text, whole - 1), None);
        let counter = Counter::default();
        assert_eq!(counter.count_within(Encoding::O200k, &text, 10), None);
        assert_eq!(counter.count_within(Encoding::O200k, &text, whole), Some(whole));
        assert_eq!(counter.count_within(Encoding::O200k, &text, 10), None, "remembered and still too many");
    }

    #[test]
    fn a_counter_remembers_counts_and_what_was_too_much() {
        let text = "func main() {\n\tprintln(\"a\", 1, 2, 3)\n}\n".repeat(5);
        let count = Encoding::O200k.count(&text);
        let counter = Counter::default();
        for limit in [count - 2, count - 1, count, count + 1, count - 1, count] {
            let expect = (count <= limit).then_some(count);
            assert_eq!(counter.count_within(Encoding::O200k, &text, limit), expect, "{limit}");
        }
    }
}
