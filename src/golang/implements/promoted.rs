//! Forwarded calls: an implementer that has a method from an interface that it embeds forwards the call to the
//! embedded value (Go spec, "Struct types": promoted methods).
//!
//! The called interface's method delegates to that of the embedded interface, and this one to the methods behind it.
//! So there is one edge for each pair of interfaces, however many places call.

use super::{
    DispatchSite, DispatchTables, DispatchTargets, ForwardedCall, ImplementsIndex, SetMethod, method_set,
};
use crate::golang::confidence;
use crate::golang::flow::NOWHERE;
use crate::golang::ids::Ty;
use crate::golang::names::Name;
use crate::model::{EdgeDraft, EdgeKind, GraphBuilder, Origin, SymbolId, ViaDraft};

impl DispatchTargets {
    /// Records that an interface's method delegates to the methods behind it.
    pub(super) fn delegate(&self, site: DispatchSite, builder: &mut GraphBuilder) {
        let DispatchSite { from, line, .. } = site;
        builder.via(self.targets.iter().map(|of| ViaDraft { from, to: of.0, is_run: false, name: self.via }));
        builder.edges(self.targets.iter().map(|&(to, share, _)| self.delegated(from, to, share, line)));
    }

    fn delegated(&self, from: SymbolId, to: SymbolId, share: f32, line: u32) -> EdgeDraft {
        let (kind, origin) = (EdgeKind::Delegates, Origin::Dispatch);
        let confidence = confidence::of(EdgeKind::Calls, origin, self.doubtful);
        EdgeDraft { from, to, kind, origin, confidence, share, access: 0, line }
    }
}

impl ImplementsIndex<'_> {
    /// Records where a site's call is forwarded to, and queues the methods that forward it further.
    pub(super) fn forward(
        &mut self,
        site: DispatchSite,
        reached: &DispatchTargets,
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
        open: &mut Vec<ForwardedCall>,
    ) {
        if reached.promoted.is_empty() {
            return;
        }
        let DispatchSite { from, interface, method, line, .. } = site;
        // If the interface's own method is in the tree, the site calls it, and forwarding starts there once for all
        // sites.
        if let Some((own, line)) = self.declared(interface, method, known).filter(|own| own.0 != from) {
            let site = DispatchSite { from: own, interface, line, receiver: NOWHERE, ..site };
            self.note(ForwardedCall { site, is_spread: false }, open);
            return;
        }
        for &(embedded, share) in &reached.promoted {
            let Some((to, at)) = self.declared(embedded, method, known) else { continue };
            if to != from {
                builder.via([ViaDraft { from, to, is_run: false, name: reached.via }]);
                builder.edges([reached.delegated(from, to, share, line)]);
            }
            let site = DispatchSite { from: to, interface: embedded, line: at, receiver: NOWHERE, ..site };
            self.note(ForwardedCall { site, is_spread: true }, open);
        }
    }

    /// Returns whether an embedded interface has all methods of the other interface. Then all targets behind the first
    /// are targets of the second already.
    pub(super) fn is_narrower(&mut self, embedded: Ty, interface: Ty) -> bool {
        if let Some(&known) = self.narrower.get(&(embedded, interface)) {
            return known;
        }
        let has = method_set(&mut self.checker, embedded);
        let wanted = method_set(&mut self.checker, interface).methods;
        let is_had = |want: &SetMethod| {
            has.named(want.name).any(|has| (has.package, has.sig) == (want.package, want.sig))
        };
        let is_narrower = wanted.iter().all(is_had);
        self.narrower.insert((embedded, interface), is_narrower);
        is_narrower
    }

    fn note(&mut self, next: ForwardedCall, open: &mut Vec<ForwardedCall>) {
        if self.forwarded.insert((next.site.from, next.site.interface, next.is_spread)) {
            open.push(next);
        }
    }

    /// A method of an interface, its own or that of an embedded one, with its line; `None` if it is not of the tree.
    fn declared(
        &mut self,
        interface: Ty,
        method: Name,
        known: &DispatchTables<'_>,
    ) -> Option<(SymbolId, u32)> {
        let decl = self.checker.interface_method(interface, method)?.0?;
        Some((known.symbols[decl.0 as usize]?, self.checker.world.decl(decl).line))
    }
}
