//! Words of questions that carry little or no information about code.

/// Returns whether a word carries no information about code.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Returns whether a word opens requests and commit messages whatever they are about, as `add` and `support` do.
pub(crate) fn is_habit(word: &str) -> bool {
    HABITS.binary_search(&word).is_ok()
}

/// Returns whether a word is a verb that only asks for an action, as `do` and `happen`.
pub(crate) fn is_doing(word: &str) -> bool {
    DOINGS.binary_search(&word).is_ok()
}

pub(crate) const HABITS: &[&str] = &[
    "add", "added", "adding", "adds", "allow", "allows", "avoid", "bug", "bugfix", "bugs", "bump", "change",
    "changed", "changes", "chore", "cleanup", "code", "correct", "correctly", "enhancement", "ensure",
    "feat", "feature", "find", "fix", "fixed", "fixes", "fixing", "fixup", "handle", "implement",
    "implementation", "implements", "improve", "improved", "improves", "instead", "introduce", "introduced",
    "issue", "make", "makes", "minor", "move", "moved", "need", "needed", "new", "please", "proper",
    "properly", "refactor", "refactored", "remove", "removed", "removes", "rename", "replace", "replaced",
    "revert", "show", "simplify", "small", "support", "supports", "update", "updated", "updates", "use",
    "used", "uses", "using", "want", "work", "works",
];

pub(crate) const DOINGS: &[&str] = &[
    "add", "added", "become", "becomes", "code", "come", "comes", "complain", "complains", "decide",
    "decided", "decides", "decision", "done", "find", "gets", "go", "goes", "handle", "handled", "handles",
    "happen", "happening", "happens", "implement", "implementation", "implemented", "kind", "kinds", "lead",
    "leads", "make", "makes", "need", "needed", "new", "perform", "performed", "place", "places", "process",
    "processed", "put", "see", "sees", "show", "support", "supported", "takes", "touch", "turned", "turns",
    "use", "used", "users", "uses", "using", "want", "work", "works",
];

pub(crate) const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "arent", "as", "at", "be", "because",
    "been", "before", "being", "but", "by", "can", "cant", "could", "couldnt", "did", "didnt", "do", "does",
    "doesn", "doesnt", "doing", "don", "dont", "during", "each", "etc", "for", "from", "had", "has", "hasnt",
    "have", "havent", "having", "he", "her", "here", "his", "how", "however", "hows", "i", "if", "im", "in",
    "into", "is", "isn", "isnt", "it", "its", "ive", "just", "ll", "m", "may", "me", "might", "more", "most",
    "must", "my", "no", "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or", "other", "our",
    "out", "over", "own", "re", "s", "same", "see", "she", "should", "shouldnt", "since", "so", "some",
    "still", "such", "t", "than", "that", "thats", "the", "their", "them", "then", "there", "theres",
    "these", "they", "theyre", "this", "those", "through", "to", "too", "under", "until", "up", "ve", "very",
    "was", "wasn", "wasnt", "we", "were", "werent", "what", "whats", "when", "where", "wheres", "which",
    "while", "who", "whos", "whose", "why", "whys", "will", "with", "won", "wont", "would", "wouldnt", "you",
    "your", "youre",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted() && HABITS.is_sorted() && DOINGS.is_sorted());
        assert!(is_stop_word("the") && !is_stop_word("router"));
    }
}
