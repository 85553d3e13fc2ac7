//! Checks that facts are consistent: every index leads somewhere, and every node has the children that its kind
//! requires.
//!
//! Lowering keeps these rules by construction. Facts that are read from a disk are checked, so that all readers may
//! rely on the table at [`Kind`] and on the bound of the depth.

use super::ast::{Kind, MAX_DEPTH, NO_NAME, NameIx, Node};
use super::facts::{Decl, FileFacts, NONE};
use crate::model::SymbolKind;

impl FileFacts {
    /// Returns whether the facts are consistent. O(facts).
    pub fn is_well_formed(&self) -> bool {
        let names = self.n_names();
        let is_name = |ix: NameIx| ix == NO_NAME || ix < names;
        let is_text = |ix: NameIx| ix == NO_NAME || (ix as usize) < self.name_ends.len();
        let names_rise = self.name_ends.is_sorted()
            && self.name_ends.last().map_or(0, |&end| end as usize) == self.name_text.len();
        names_rise
            && is_name(self.package)
            && is_text(self.build)
            && self.package_doc.is_sorted()
            && self.imports.iter().all(|i| is_name(i.alias) && is_name(i.path))
            && self.nodes.iter().all(|n| is_name(n.name))
            && nest_well(&self.nodes)
            && self.decls.is_sorted_by_key(|d| (d.node, d.nth))
            && (0..).zip(&self.decls).all(|(ix, decl)| {
                let named = is_name(decl.name) && is_name(decl.receiver) && is_text(decl.signature);
                named && self.is_declared(decl) && self.is_owned(ix, decl)
            })
    }

    /// Returns whether the node of a declaration is of the kind that declares it, and none of its ranges ends before it
    /// begins.
    fn is_declared(&self, decl: &Decl) -> bool {
        let Some(node) = self.nodes.get(decl.node as usize) else { return false };
        let fits = match SymbolKind::from_number(decl.kind) {
            Some(SymbolKind::Func | SymbolKind::Method) => node.kind() == Kind::FuncDecl,
            Some(SymbolKind::Const) => node.kind() == Kind::ConstSpec,
            Some(SymbolKind::Var) => node.kind() == Kind::VarSpec,
            Some(SymbolKind::Field) => node.kind() == Kind::Group,
            Some(SymbolKind::InterfaceMethod) => node.kind() == Kind::IMethod,
            Some(kind) => kind.is_type() && node.kind() == Kind::TypeSpec,
            None => false,
        };
        fits && [decl.start, decl.body, decl.end].is_sorted()
            && decl.doc.is_sorted()
            && decl.line <= decl.end_line
    }

    /// Returns whether the owner, if any, is a type that was declared before.
    fn is_owned(&self, ix: u32, decl: &Decl) -> bool {
        decl.owner == NONE
            || (decl.owner < ix
                && self
                    .decls
                    .get(decl.owner as usize)
                    .and_then(|owner| SymbolKind::from_number(owner.kind))
                    .is_some_and(SymbolKind::is_type))
    }
}

/// Returns whether the subtrees nest, no deeper than allowed, and each node has the required children.
fn nest_well(nodes: &[Node]) -> bool {
    // The open nodes: kind, end, and the number of children so far.
    let mut open: Vec<(Kind, u32, u32)> = Vec::new();
    for (ix, node) in (0_u32..).zip(nodes) {
        while let Some(&(kind, end, children)) = open.last()
            && end <= ix
        {
            if end < ix || children < least_children(kind) {
                return false;
            }
            open.pop();
        }
        let kind = node.kind();
        if let Some((parent, end, children)) = open.last_mut() {
            if node.end > *end || !fits(*parent, *children, kind) {
                return false;
            }
            *children += 1;
        }
        if node.end <= ix || open.len() >= MAX_DEPTH as usize {
            return false;
        }
        open.push((kind, node.end, 0));
    }
    let len = nodes.len() as u32;
    open.iter().all(|&(kind, end, children)| end == len && children >= least_children(kind))
}

/// The least number of children of a kind: the number of those that the table at [`Kind`] names without a `*`.
fn least_children(kind: Kind) -> u32 {
    match kind {
        Kind::Absent
        | Kind::Bad
        | Kind::Ident
        | Kind::BasicLit
        | Kind::Params
        | Kind::StructType
        | Kind::InterfaceType
        | Kind::TypeParams
        | Kind::Block
        | Kind::List
        | Kind::Return
        | Kind::Select => 0,
        Kind::CompositeLit
        | Kind::Selector
        | Kind::SliceExpr
        | Kind::Call
        | Kind::Star
        | Kind::Unary
        | Kind::SliceType
        | Kind::ChanType
        | Kind::Group
        | Kind::IMethod
        | Kind::Union
        | Kind::Tilde
        | Kind::IncDec => 1,
        Kind::FuncLit
        | Kind::KeyValue
        | Kind::Index
        | Kind::TypeAssert
        | Kind::Binary
        | Kind::ArrayType
        | Kind::MapType
        | Kind::FuncType
        | Kind::Assign
        | Kind::Send
        | Kind::Switch
        | Kind::Case
        | Kind::TypeSwitch
        | Kind::TypeCase
        | Kind::CommCase
        | Kind::TypeSpec => 2,
        Kind::VarSpec | Kind::ConstSpec => 3,
        Kind::If | Kind::For | Kind::Range | Kind::FuncDecl => 4,
    }
}

/// Returns whether the `nth` child of a `parent` may be of kind `child`. Only kinds that readers rely on are checked.
fn fits(parent: Kind, nth: u32, child: Kind) -> bool {
    let is_or_absent = |kind| child == kind || child == Kind::Absent;
    match (parent, nth) {
        (Kind::Params | Kind::TypeParams | Kind::StructType, _) => child == Kind::Group,
        (Kind::FuncType, 0 | 1) | (Kind::FuncDecl, 0) => is_or_absent(Kind::Params),
        (Kind::FuncDecl, 1) | (Kind::TypeSpec, 0) => is_or_absent(Kind::TypeParams),
        (Kind::FuncDecl, 2) | (Kind::FuncLit | Kind::IMethod, 0) => child == Kind::FuncType,
        (Kind::FuncDecl, 3) => is_or_absent(Kind::Block),
        (Kind::Switch, 2..) => child == Kind::Case,
        (Kind::TypeSwitch, 2..) => child == Kind::TypeCase,
        (Kind::Select, _) => child == Kind::CommCase,
        (Kind::Assign, _) | (Kind::VarSpec | Kind::ConstSpec, 1 | 2) => child == Kind::List,
        _ => true,
    }
}
