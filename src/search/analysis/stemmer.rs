//! Stems: what the index holds of a word (Snowball's English stemmer), and word forms that no rule leads back: `grown` is
//! `grow`, `indices` are `index`.
//!
//! Left out are irregular forms that code uses as words of their own: `bound`, `found`, `left`, `led`, `set`, `wound`.

use rust_stemmers::{Algorithm, Stemmer};

use crate::search::analysis::tokenizer::MAX_WORD;

/// The stem of a word in lower case; of an irregular form that of its base.
pub(crate) fn stem(word: &str) -> String {
    // Snowball's rules are about English letters; digits and other scripts are their own stems.
    if word.len() > MAX_WORD || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    Stemmer::create(Algorithm::English).stem(base(word)).into_owned()
}

/// The base of an irregular form; any other word is its own. O(log forms).
fn base(word: &str) -> &str {
    FORMS.binary_search_by_key(&word, |form| form.0).map_or(word, |at| FORMS[at].1)
}

#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("began", "begin"), ("begun", "begin"), ("broke", "break"), ("broken", "break"), ("brought", "bring"),
    ("built", "build"), ("came", "come"), ("caught", "catch"), ("children", "child"), ("chose", "choose"),
    ("chosen", "choose"), ("dealt", "deal"), ("drawn", "draw"), ("drew", "draw"), ("driven", "drive"),
    ("drove", "drive"), ("fallen", "fall"), ("fell", "fall"), ("forgot", "forget"), ("forgotten", "forget"),
    ("froze", "freeze"), ("frozen", "freeze"), ("gave", "give"), ("given", "give"), ("grew", "grow"),
    ("grown", "grow"), ("held", "hold"), ("hid", "hide"), ("hidden", "hide"), ("hung", "hang"),
    ("indices", "index"), ("kept", "keep"), ("knew", "know"), ("known", "know"), ("lost", "lose"),
    ("made", "make"), ("matrices", "matrix"), ("overridden", "override"), ("overrode", "override"),
    ("overwritten", "overwrite"), ("overwrote", "overwrite"), ("paid", "pay"), ("ran", "run"),
    ("rebuilt", "rebuild"), ("rewritten", "rewrite"), ("rewrote", "rewrite"), ("risen", "rise"),
    ("rose", "rise"), ("said", "say"), ("saw", "see"), ("seen", "see"), ("sent", "send"), ("shown", "show"),
    ("shrank", "shrink"), ("shrunk", "shrink"), ("slept", "sleep"), ("sought", "seek"),
    ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"), ("spun", "spin"), ("stole", "steal"),
    ("stolen", "steal"), ("stood", "stand"), ("struck", "strike"), ("stuck", "stick"), ("swept", "sweep"),
    ("taken", "take"), ("taught", "teach"), ("threw", "throw"), ("thrown", "throw"), ("told", "tell"),
    ("took", "take"), ("tore", "tear"), ("torn", "tear"), ("understood", "understand"), ("unwound", "unwind"),
    ("vertices", "vertex"), ("withdrawn", "withdraw"), ("withdrew", "withdraw"), ("woke", "wake"),
    ("woken", "wake"), ("written", "write"), ("wrote", "write"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_lead_to_a_base_that_is_none_itself() {
        assert!(FORMS.is_sorted_by(|a, b| a.0 < b.0));
        for (form, base) in FORMS {
            assert_eq!(super::base(base), *base, "{form}");
        }
        assert_eq!((base("grown"), base("growing"), base("found")), ("grow", "growing", "found"));
    }
}
