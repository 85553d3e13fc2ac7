//! The verdict: how sure an answer is, in words that are always the same, before any figure.

use super::QueryView;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::model::{clean, counted};
use crate::search::{Certainty, Strategy, Strength};

/// A verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The word for it; empty where nothing is judged.
    pub word: &'static str,
    /// Cells of three that are filled; `None` for an answer that is read from the graph, and where there is none.
    pub cells: Option<usize>,
    pub text: String,
    pub is_bad: bool,
}

impl Verdict {
    fn of(word: &'static str, cells: Option<usize>, text: impl Into<String>) -> Self {
        Self { word, cells, text: text.into(), is_bad: false }
    }
}

/// Three cells of which so many are filled.
pub fn cells(filled: usize) -> String {
    (0..3).map(|at| if at < filled { '▮' } else { '▯' }).collect()
}

/// The filled cells of a row of a strength.
pub fn filled(strength: Strength) -> usize {
    match strength {
        Strength::Weak => 1,
        Strength::Fair => 2,
        Strength::Strong => 3,
    }
}

impl QueryView {
    /// The verdict on the answer, or what stands in its place.
    pub fn verdict(&self, cx: &Ctx) -> Verdict {
        if self.is_other() && (self.slots.prompt.open || cx.is_late(JobKind::Ask)) && self.answered.is_some()
        {
            return Verdict::of("", None, "asking … below is still the answer before");
        }
        if let Some(problem) = &self.problem {
            return Verdict { is_bad: true, ..Verdict::of("", None, clean(problem).into_owned()) };
        }
        let Some(answered) = &self.answered else {
            let text =
                if cx.is_late(JobKind::Ask) { "asking …" } else { "ask as you would ask a colleague" };
            return Verdict::of("", None, text);
        };
        let answer = &answered.answer;
        let remarks = answer.remarks();
        let said = |is_bad: bool| {
            let first = remarks.iter().find(|remark| remark.is_bad == is_bad);
            first.map(|remark| clean(&remark.text).into_owned()).unwrap_or_default()
        };
        if answer.is_empty() {
            let why = said(true);
            let why = why.strip_prefix("nothing matches: ").unwrap_or(&why);
            return Verdict::of("nothing", None, why);
        }
        if answer.ranked().is_none() {
            let said = said(false);
            let first = said.split("; ").next().unwrap_or_default();
            let (cells, read) = match answer.certainty {
                Certainty::Likely => (Some(2), "a step of it is in doubt"),
                Certainty::Guess => (Some(1), "a step of it is in doubt"),
                Certainty::Certain | Certainty::Nothing => (None, "read from the graph"),
            };
            return Verdict::of(answer.certainty.name(), cells, format!("{first}, {read}"));
        }
        if answered.order.0 != Strategy::Fused {
            let text = format!(
                "in the order of “{}”, which says nothing of how sure it is",
                answered.order.0.name()
            );
            return Verdict::of("", None, text);
        }
        match answer.certainty {
            Certainty::Certain => Verdict::of("certain", None, "the question names it"),
            Certainty::Likely => Verdict::of("likely", Some(2), self.stands_out()),
            Certainty::Guess => Verdict::of("guess", Some(1), "nothing stands out"),
            Certainty::Nothing => Verdict::of("nothing", None, "no row has the question's words"),
        }
    }

    /// Describes what makes an answer likely: its way, or its first rows.
    fn stands_out(&self) -> String {
        let Some(answered) = &self.answered else { return String::new() };
        let answer = &answered.answer;
        let strong = answer.rows.iter().take_while(|row| answer.strength(row) == Strength::Strong).count();
        let rows = match strong {
            0 | 1 => "the first stands out".to_owned(),
            n if n == answer.rows.len() => "all stand out".to_owned(),
            n => format!("the first {n} stand out"),
        };
        let doubtful = self.n_doubtful(&answered.snapshot.graph());
        match (self.way.is_empty(), doubtful) {
            (true, _) => rows,
            (false, 0) => format!("{rows}; each step of the way is certain"),
            (false, n) => format!("{rows}; {} of the way in doubt", counted(n, "link")),
        }
    }
}
