//! Finds names and selectors that the compiler would refuse, by the rules of scopes, imports and selectors (Go spec,
//! "Declarations and scope", "Qualified identifiers", "Selectors").

use super::Checker;
use super::sink::MisfitKind;
use super::typexpr::{Entity, Qualified};
use crate::golang::ast::Kind;
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::link::ImportTarget;
use crate::golang::names::Name;
use crate::golang::types::{Type, UNKNOWN};
use crate::model::Cause;

impl<'w> Checker<'w> {
    /// Notes a name that nothing declares. A dot import of a package that is not known may bring it.
    pub(super) fn check_declared(&mut self, cause: Cause, name: Name, line: u32) {
        let kind = if cause == Cause::Undeclared { MisfitKind::Refused } else { MisfitKind::Undeclared };
        self.note_misfit(kind, line, |checker| {
            let name = checker.text(name);
            (format!("{name} is not declared"), name.to_owned())
        });
    }

    /// Notes `pkg.Name` where the package exports no such name.
    pub(super) fn check_exported(&mut self, selector: u32) {
        self.note_misfit(MisfitKind::Refused, self.node(selector).line, |checker| {
            let [name, package] = [selector, selector + 1].map(|ix| checker.text(checker.name_of(ix)));
            let what = match checker.unexported(selector) {
                Some(own) if own == name => format!("{name} is not exported by {package}"),
                Some(own) => format!("{name} is not declared by {package}, and {own} is not exported"),
                None => format!("{name} is not declared"),
            };
            (what, name.to_owned())
        });
    }

    /// The name that the package in `pkg.Name` declares for itself alone, the same but for its first letter.
    fn unexported(&self, selector: u32) -> Option<&'w str> {
        let Entity::Import(import) = self.resolve(self.name_of(selector + 1)) else { return None };
        let ImportTarget::Package(package) = import.target else { return None };
        let mut letters = self.text(self.name_of(selector)).chars();
        let own: String = letters.next()?.to_lowercase().chain(letters).collect();
        let own = self.world.names.get(&own)?;
        self.world.in_package(self.file, package, own).map(|_| self.text(own))
    }

    /// Notes a name whose only declaration is in a file that is never built with this one.
    pub(super) fn check_built(&mut self, decl: DeclIx, line: u32) {
        let is_of_tree = self.sink.as_ref().is_some_and(|sink| sink.symbols[decl.0 as usize].is_some());
        if is_of_tree && self.looks_for_misfits() && self.world.is_never_built_with(self.file, decl) {
            self.note_misfit(MisfitKind::Refused, line, |checker| {
                let file = checker.world.file(checker.world.file_of(decl));
                let name = file.facts.name(checker.world.decl(decl).name);
                (format!("{name} is not declared"), name.to_owned())
            });
        }
    }

    /// Notes `pkg.Name` where the package is not known.
    pub(super) fn check_package(&mut self, selector: u32) {
        let line = self.node(selector).line;
        match self.package_named(selector) {
            Some(path) => self.note_misfit(MisfitKind::CutOff, line, |checker| {
                let path = checker.text(path);
                (format!("it uses the package {path}"), path.to_owned())
            }),
            None => self.check_declared(Cause::External, self.name_of(selector + 1), line),
        }
    }

    /// Notes a name in the place of a type that is none, also behind `*` and before type arguments.
    pub(super) fn check_type_name(&mut self, ix: u32) {
        if !self.looks_for_misfits() {
            return;
        }
        let mut ix = ix;
        while matches!(self.node(ix).kind(), Kind::Star | Kind::Index) {
            ix += 1;
        }
        let (line, name) = (self.node(ix).line, self.name_of(ix));
        let is_value = |checker: &Self, decl| !checker.world.kind(decl).is_type();
        match self.node(ix).kind() {
            Kind::Ident => match self.resolve(name) {
                Entity::Undeclared => self.check_declared(self.cause_of_undeclared(), name, line),
                Entity::Decl(decl) if is_value(self, decl) => {
                    self.misfit(line, |checker| format!("{} is no type", checker.text(name)));
                }
                _ => {}
            },
            Kind::Selector => match self.qualified(ix) {
                Some(Qualified::Missing) => self.check_exported(ix),
                Some(Qualified::Decl(decl)) if is_value(self, decl) => {
                    self.misfit(line, |checker| format!("{} is no type", checker.text(name)));
                }
                // The package is not imported.
                None if self.node(ix + 1).kind() == Kind::Ident => self.check_type_name(ix + 1),
                _ => {}
            },
            _ => {}
        }
    }

    /// Notes a selector that selects nothing.
    pub(super) fn check_member(&mut self, ty: Ty, name: Name, line: u32) {
        // The members of an instance are those of the generic type.
        let is_named = matches!(self.types.get(self.types.deref(ty)), Type::Named(..));
        if is_named || self.is_settled(ty, 0) {
            self.note_misfit(MisfitKind::Refused, line, |checker| {
                let [of, whole] = [checker.types.deref(ty), ty].map(|ty| checker.type_text(ty, 0));
                let name = checker.text(name);
                (format!("{whole} has no {name}"), format!("{of}.{name}"))
            });
        }
    }

    /// Notes a selector that selects nothing but, perhaps, a member of an embedded type: one of a package that is not known, or one
    /// that nothing declares.
    pub(super) fn check_hidden(&mut self, ty: Ty, embedded: Ty, name: Name, line: u32) {
        if !self.looks_for_misfits() || self.types.is_unknown(self.types.deref(ty)) {
            return;
        }
        let (kind, lost) = match *self.types.get(embedded) {
            Type::Foreign(path, ..) => (MisfitKind::Hidden, path),
            _ => match self.undeclared_embedded(ty) {
                Some(lost) => (MisfitKind::Undeclared, lost),
                None => return,
            },
        };
        self.note_misfit(kind, line, |checker| {
            let what = format!("{} has no {}", checker.type_text(ty, 0), checker.text(name));
            (what, checker.text(lost).to_owned())
        });
    }

    /// The name of an embedded type that the package of the struct does not declare.
    fn undeclared_embedded(&mut self, ty: Ty) -> Option<Name> {
        let field = self.embedded_field(ty, |checker, of| checker.types.deref(of) == UNKNOWN)?;
        let file = self.world.file(self.world.file_of(field));
        let name = file.name(self.world.decl(field).name);
        (!self.world.package(file.package).scope.contains_key(&name)).then_some(name)
    }
}
