//! A tree that questions are read against.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::impact::Surveyor;
use crate::model::{Graph, SymbolId};
use crate::search::messages::hits::message_hits;
use crate::search::text::TextIndex;

/// A tree, with the messages that one question was looked up for.
pub(crate) struct Lookups<'g> {
    pub(crate) graph: &'g Graph<'g>,
    pub(crate) text: &'g TextIndex,
    /// By text, because several readers ask for the same.
    messages: RefCell<FxHashMap<String, Rc<[SymbolId]>>>,
    /// Keeps the graph of this generation laid out from one question to the next.
    surveyor: Arc<Mutex<Surveyor>>,
    generation: u64,
}

impl<'g> Lookups<'g> {
    pub(crate) fn new(graph: &'g Graph<'g>, text: &'g TextIndex) -> Self {
        Self { graph, text, messages: RefCell::default(), surveyor: Arc::default(), generation: 0 }
    }

    /// With a surveyor that lasts longer than the question. `generation` names the graph's content.
    pub(crate) fn with(self, surveyor: &Arc<Mutex<Surveyor>>, generation: u64) -> Self {
        Self { surveyor: Arc::clone(surveyor), generation, ..self }
    }

    /// Calls `found` with the surveyor of the graph's generation.
    pub(crate) fn surveyed<T>(&self, found: impl FnOnce(&mut Surveyor, u64) -> T) -> T {
        let mut surveyor = self.surveyor.lock().unwrap_or_else(PoisonError::into_inner);
        found(&mut surveyor, self.generation)
    }

    /// See [`message_hits`].
    pub(crate) fn message_hits(&self, question: &str) -> Rc<[SymbolId]> {
        if let Some(known) = self.messages.borrow().get(question) {
            return Rc::clone(known);
        }
        let found: Rc<[SymbolId]> = message_hits(self.graph, self.text, question).into();
        self.messages.borrow_mut().insert(question.to_owned(), Rc::clone(&found));
        found
    }
}
