//! Words that the code may use for what a question asks, from a program that the person has at hand: a model, or a script.
//!
//! The program gets the fixed [`prompt`] with the question on standard input, and no source ever. What it prints is read as
//! words beside the question ([`reading`]); [`run`] starts it.
//!
//! **Invariants.** Nothing runs unless the settings name a program. It is started without a shell, outside of the
//! repository, and ends when its time is over, when it prints too much, or when it is no longer wanted. Whatever it
//! does, the outcome is words without control characters, or one line that says why there are none.

mod program;
pub mod reading;

pub use program::{NoWords, run};

/// Longest question that is sent, in bytes.
const MAX_QUESTION: usize = 4_000;

/// The text that the program reads.
pub fn prompt(question: &str) -> String {
    let question = &question[..question.floor_char_boundary(MAX_QUESTION)];
    format!(
        "Someone searches the source code of a Go program and does not know its names. From your general knowledge, give \
         4 to 12 words or names that such code may use for what is asked: types, functions, packages, technical terms. \
         Print them on one line, separated by commas, and nothing else.\n\nQuestion: {}\n",
        question.trim()
    )
}
