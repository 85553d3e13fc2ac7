//! The questions that were asked before, as a shell has its commands.

/// Questions that are kept while the program runs.
const MAX_QUESTIONS: usize = 100;

/// Questions that the next start knows, and the longest of them in bytes: nobody comes back to a pasted report.
const MAX_SAVED: usize = 50;
const LONGEST_SAVED: usize = 500;

/// Questions, each once, the newest last; and the one that is being looked at.
#[derive(Debug, Default)]
pub(super) struct QuestionHistory {
    questions: Vec<String>,
    at: Option<usize>,
}

impl QuestionHistory {
    /// Adds a question that was asked; an empty one is none. Nothing is looked at any more.
    pub(super) fn add(&mut self, question: &str) {
        self.at = None;
        let question = question.trim();
        if question.is_empty() {
            return;
        }
        self.questions.retain(|old| old != question);
        self.questions.push(question.to_owned());
        if self.questions.len() > MAX_QUESTIONS {
            self.questions.remove(0);
        }
    }

    /// Returns whether an old question is looked at.
    pub(super) fn is_open(&self) -> bool {
        self.at.is_some()
    }

    /// The question before the one that is looked at, or the newest; `None` without any.
    pub(super) fn older(&mut self) -> Option<&str> {
        self.at = self.at.unwrap_or(self.questions.len()).checked_sub(1).or(self.at);
        self.shown()
    }

    /// The question after the one that is looked at; `None` behind the newest.
    pub(super) fn newer(&mut self) -> Option<&str> {
        self.at = self.at.map(|at| at + 1).filter(|&at| at < self.questions.len());
        self.shown()
    }

    fn shown(&self) -> Option<&str> {
        self.questions.get(self.at?).map(String::as_str)
    }

    /// Returns the questions to store for the next start.
    pub(super) fn saved(&self) -> Vec<String> {
        let short = self.questions.iter().filter(|question| question.len() <= LONGEST_SAVED);
        let mut saved: Vec<String> = short.rev().take(MAX_SAVED).cloned().collect();
        saved.reverse();
        saved
    }

    /// Begins with the questions of an earlier start; those asked since come after them.
    pub(super) fn restore(&mut self, saved: Vec<String>) {
        let since = std::mem::take(self).questions;
        for question in saved.into_iter().chain(since) {
            self.add(&question);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_come_back_once_each_in_the_order_in_which_they_were_asked() {
        let mut history = QuestionHistory::default();
        assert_eq!(history.older(), None);
        assert_eq!(history.newer(), None);
        assert!(!history.is_open());
        for question in ["a", " b ", "", "a"] {
            history.add(question);
        }
        assert_eq!(history.older(), Some("a"));
        assert_eq!(history.older(), Some("b"));
        assert_eq!(history.older(), Some("b"), "there is none before");
        assert_eq!(history.newer(), Some("a"));
        assert_eq!(history.newer(), None);
        assert!(!history.is_open());
    }

    #[test]
    fn the_next_start_knows_the_newest_and_no_report() {
        let mut history = QuestionHistory::default();
        history.add(&"log ".repeat(LONGEST_SAVED));
        (0..MAX_SAVED + 3).for_each(|n| history.add(&format!("question {n}")));
        let saved = history.saved();
        assert_eq!((saved.len(), saved[0].as_str()), (MAX_SAVED, "question 3"));
        let mut next = QuestionHistory::default();
        next.add("question 5");
        next.restore(saved);
        assert_eq!(next.older(), Some("question 5"), "asked before the old ones were read");
        assert_eq!(next.saved().len(), MAX_SAVED);
    }
}
