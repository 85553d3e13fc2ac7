//! Look-ups in a tree, cached for one question, because several readers try its parts.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::impact::Surveyor;
use crate::model::{Graph, SymbolId};
use crate::search::messages::hits::message_hits;
use crate::search::query::relation_lookup::RelationTarget;
use crate::search::query::relation_target::find_target;
use crate::search::query::relation_templates::{RelationQuestion, relation_question};
use crate::search::text::TextIndex;

/// Answers by text.
type Memo<T> = RefCell<FxHashMap<String, Rc<T>>>;

/// A tree and the look-ups of one question in it.
pub(crate) struct Lookups<'g> {
    pub(crate) graph: &'g Graph<'g>,
    pub(crate) text: &'g TextIndex,
    relations: Memo<Option<RelationQuestion>>,
    targets: Memo<Option<RelationTarget>>,
    messages: Memo<Vec<SymbolId>>,
    /// Keeps the graph of this generation laid out from one question to the next.
    surveyor: Arc<Mutex<Surveyor>>,
    generation: u64,
}

impl<'g> Lookups<'g> {
    pub(crate) fn new(graph: &'g Graph<'g>, text: &'g TextIndex) -> Self {
        let (relations, targets, messages) = Default::default();
        Self { graph, text, relations, targets, messages, surveyor: Arc::default(), generation: 0 }
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

    /// See [`relation_question`].
    pub(crate) fn relation(&self, question: &str) -> Rc<Option<RelationQuestion>> {
        once(&self.relations, question, || relation_question(question))
    }

    /// The target of a relation question: what it names. `None` for other questions, and if the tree neither has nor
    /// references the name. See [`find_target`].
    pub(crate) fn target(&self, question: &str) -> Rc<Option<RelationTarget>> {
        once(&self.targets, question, || {
            (*self.relation(question)).as_ref().and_then(|asked| find_target(self.graph, self.text, asked))
        })
    }

    /// See [`message_hits`].
    pub(crate) fn message_hits(&self, question: &str) -> Rc<Vec<SymbolId>> {
        once(&self.messages, question, || message_hits(self.graph, self.text, question))
    }
}

fn once<T>(memo: &Memo<T>, text: &str, look_up: impl FnOnce() -> T) -> Rc<T> {
    if let Some(known) = memo.borrow().get(text) {
        return Rc::clone(known);
    }
    let found = Rc::new(look_up());
    memo.borrow_mut().insert(text.to_owned(), Rc::clone(&found));
    found
}
