//! Access of the functions and methods of `sync/atomic` to the variable whose address they take (the package's
//! documentation): loads read it, stores write it, all others do both.

use super::Checker;
use crate::golang::ast::{Kind, op};
use crate::golang::ids::{DeclIx, Ty};
use crate::model::access;

/// `sync/atomic`, and the package that the standard library's runtime uses instead.
const PACKAGES: [&str; 2] = ["sync/atomic", "internal/runtime/atomic"];

impl Checker<'_> {
    /// Returns the access of an atomic operation to its variable, as bits of [`access`]; `None` for other functions and
    /// methods.
    pub(super) fn atomic_access(&self, callee: DeclIx) -> Option<u8> {
        let file = self.world.file(self.world.file_of(callee));
        if !PACKAGES.contains(&self.world.package(file.package).import_path.as_str()) {
            return None;
        }
        let name = self.world.names.text(file.name(self.world.decl(callee).name));
        Some(if name.starts_with("Load") {
            access::READS
        } else if name.starts_with("Store") {
            access::WRITES
        } else {
            access::READS | access::WRITES
        })
    }

    /// The types of a call's arguments. If the first one is `&x`, `access` is recorded for `x`.
    pub(super) fn arguments_accessed(&mut self, ix: u32, access: u8) -> Vec<Ty> {
        let mut args = self.children(ix).skip(1);
        let first = args.next().map(|first| {
            let node = self.node(first);
            if node.kind() != Kind::Unary || node.flags != op::ADDR {
                return self.expr(first);
            }
            let variable = self.expr(first + 1);
            self.accessed(access);
            if self.types.is_unknown(variable) { variable } else { self.types.pointer(variable) }
        });
        first.into_iter().chain(args.map(|arg| self.expr(arg))).collect()
    }
}
