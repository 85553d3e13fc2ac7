//! Initialisers with effects: what they make is not only in their own variable.

use super::draft::{FlowDraft, State};
use super::flow::ends;
use crate::model::{EdgeKind, SymbolId, SymbolKind, access, symbol_flag};

impl FlowDraft<'_> {
    /// For each symbol whether it is a variable whose initialiser may do more than give it a value: it, or what it runs, comes to
    /// a variable that may keep values, or gives values to code outside. Whoever gets at what the others make comes to
    /// their variable. O(nodes + links).
    pub(super) fn with_effects(&self) -> Vec<bool> {
        let mut reaching = vec![false; self.n_nodes()];
        let mut open: Vec<u32> = (0..self.graph.n_symbols() as u32)
            .map(SymbolId)
            .filter(|&symbol| self.may_keep(symbol))
            .map(|symbol| symbol.0)
            .chain(self.states().filter(|&(state, of, _)| self.is_given(state, of)).map(|of| of.2))
            .collect();
        for &node in &open {
            reaching[node as usize] = true;
        }
        let mut links: Vec<(u32, u32)> = self.links.all().map(|(from, to)| (to, from)).collect();
        links.sort_unstable();
        let before = ends(reaching.len(), links.iter().map(|link| link.0));
        let mut effects = vec![false; self.graph.n_symbols()];
        while let Some(node) = open.pop() {
            let start = if node == 0 { 0 } else { before[node as usize - 1] };
            for &(_, from) in &links[start as usize..before[node as usize] as usize] {
                if let Some(effect) = effects.get_mut(from as usize) {
                    *effect = true;
                }
                if !std::mem::replace(&mut reaching[from as usize], true) {
                    open.push(from);
                }
            }
        }
        effects
    }

    /// Returns whether a symbol is a variable that is changed, or that holds what others can change.
    fn may_keep(&self, symbol: SymbolId) -> bool {
        let is_changed = || {
            let mut incoming = self.graph.incoming(symbol);
            incoming.any(|edge| edge.access & (access::WRITES | access::POINTS) != 0)
        };
        let has_parts = || {
            let mut outgoing = self.graph.outgoing(symbol);
            outgoing.any(|edge| edge.kind == EdgeKind::Calls || self.graph.symbol(edge.to).kind().is_type())
        };
        self.graph.symbol(symbol).kind() == SymbolKind::Var && (is_changed() || has_parts())
    }

    /// Returns whether a state is that code outside is given a value, which may keep it.
    fn is_given(&self, state: State, of: SymbolId) -> bool {
        match state {
            State::HandedOut => true,
            State::Taken => self.graph.symbol(of).has(symbol_flag::HANDED_OUT),
            State::Made | State::LookedInto | State::Reflected | State::Selected | State::Called => false,
        }
    }
}
