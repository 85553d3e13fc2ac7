//! Templates: sentences with slots that the words of a question fit.
//!
//! ```text
//! who calls _              `_`: one word or more, once in a template
//! where does @ use _       `@`: exactly one word
//! path|way from @ to @     `|`: one of these words
//! ```

/// The words in the slots of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TemplateMatch<'w, 'q> {
    /// The words in the slot `_`; empty for a template without one.
    pub(crate) name: &'w [&'q str],
    /// The words in the slots `@`, in order.
    pub(crate) singles: Vec<&'q str>,
    /// The words before the slot `_` and behind it.
    pub(crate) around: [&'w [&'q str]; 2],
    /// Each word of the template with the one that stands in its place.
    pub(crate) pairs: Vec<(&'static str, &'q str)>,
}

/// Matches all words with a template; `is_same` compares a word of the template with one of the question. `None` if
/// they do not fit. O(words).
pub(crate) fn match_template<'w, 'q>(
    template: &'static str,
    words: &'w [&'q str],
    is_same: &dyn Fn(&str, &str) -> bool,
) -> Option<TemplateMatch<'w, 'q>> {
    let (opening, ending) = template.split_once('_').unwrap_or((template, ""));
    let (n_before, n_after) = (opening.split_whitespace().count(), ending.split_whitespace().count());
    let behind = words.len().checked_sub(n_after)?;
    let name = words.get(n_before..behind)?;
    if name.is_empty() == template.contains('_') {
        return None;
    }
    let around = [&words[..n_before], &words[behind..]];
    let slots = opening.split_whitespace().chain(ending.split_whitespace());
    let said = around.iter().flat_map(|words| words.iter().copied());
    let (mut singles, mut pairs) = (Vec::new(), Vec::new());
    for (slot, word) in slots.zip(said) {
        if slot == "@" {
            singles.push(word);
        } else {
            pairs.push((slot.split('|').find(|form| is_same(form, word))?, word));
        }
    }
    Some(TemplateMatch { name, singles, around, pairs })
}

/// Returns whether two words differ in capitals at most.
pub(crate) fn is_same_word(word: &str, other: &str) -> bool {
    word.eq_ignore_ascii_case(other)
}

/// The words of a question, without the mark at its end.
pub(crate) fn words_of(question: &str) -> Vec<&str> {
    question.trim().trim_end_matches(['?', '.']).split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_hold_what_stands_in_their_place() {
        for (template, question, expect) in [
            ("who calls _", "Who calls Engine.Run?", Some("Engine.Run|")),
            ("who calls _", "who calls", None),
            ("who calls _", "who uses Engine.Run", None),
            ("where is _ called", "where is the run called", Some("the run|")),
            ("_ callers", "Engine.Run callers", Some("Engine.Run|")),
            ("where does @ use _", "where does net/http use sync.Pool", Some("sync.Pool|net/http")),
            ("path from @ to @", "path from a.F to b.G", Some("|a.F b.G")),
            ("path from @ to @", "path from a.F to b.G now", None),
            ("path from @ to @", "", None),
            ("path|way from @ to @", "way from a.F to b.G", Some("|a.F b.G")),
            ("path|way from @ to @", "road from a.F to b.G", None),
        ] {
            let words = words_of(question);
            let found = match_template(template, &words, &is_same_word);
            let found = found.map(|found| format!("{}|{}", found.name.join(" "), found.singles.join(" ")));
            assert_eq!(found.as_deref(), expect, "{template}: {question}");
        }
    }
}
