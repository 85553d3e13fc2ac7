//! Composite literals (Go spec, "Composite literals").

use super::Checker;
use super::lookup::{Lookup, Member};
use super::note::Meaning;
use super::sink::Foreign;
use crate::golang::ast::{Kind, flag};
use crate::golang::ids::{DeclIx, PackageIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Type, UNKNOWN};
use crate::model::{EdgeKind, Origin, access};

impl Checker<'_> {
    pub(super) fn composite(&mut self, ix: u32, context: Ty) -> Ty {
        let ty_ix = ix + 1;
        let elided = self.node(ty_ix).kind() == Kind::Absent;
        let ty = if elided { context } else { self.type_expr(ty_ix) };
        // `{...}` in a literal of pointers stands for `&T{...}`.
        let core = self.core(ty);
        let (ty, core) = match *self.types.get(core) {
            Type::Pointer(to) if elided => (to, self.core(to)),
            _ => (ty, core),
        };
        let is_struct = matches!(self.types.get(core), Type::Struct(..));
        let first = if is_struct { self.children(ix).nth(1) } else { None };
        let fills = first.is_some_and(|first| self.node(first).kind() != Kind::KeyValue);
        self.constructs(ty, if fills { access::FILLS } else { 0 }, self.node(ix).line);
        let ty = self.with_counted_length(ix, ty);
        match self.types.get(core).clone() {
            Type::Struct(..) if fills => self.struct_values(ix, core),
            Type::Struct(..) => self.struct_elements(ix, core),
            Type::Slice(element) | Type::Array(element, _) => self.elements(ix, UNKNOWN, element),
            Type::Map(key, value) => self.elements(ix, key, value),
            _ => {
                self.check_form(ty, "type of a literal", self.node(ix).line, |_| false);
                self.unknown_elements(ix, ty);
            }
        }
        if elided { context } else { ty }
    }

    /// The type of a literal. A length of `...` becomes the number of its elements.
    fn with_counted_length(&mut self, literal: u32, ty: Ty) -> Ty {
        let node = self.node(literal + 1);
        match *self.types.get(ty) {
            Type::Array(of, _) if node.kind() == Kind::ArrayType && node.flags & flag::ELLIPSIS != 0 => {
                let length = self.counted_length(literal);
                self.types.intern(Type::Array(of, length))
            }
            _ => ty,
        }
    }

    /// The elements of a struct's literal that begins with a key. All of them must have one.
    fn struct_elements(&mut self, ix: u32, core: Ty) {
        let Type::Struct(package, fields) = self.types.get(core).clone() else { return };
        for element in self.children(ix).skip(1) {
            let node = self.node(element);
            let mut outside = None;
            let (wanted, value) = if node.kind() == Kind::KeyValue {
                let [key, value] = self.parts(element);
                let name = self.name_of(key);
                // A key is a plain field name, and blank fields have none.
                let is_name = self.node(key).kind() == Kind::Ident && name != self.world.universe.blank;
                let field = match fields.iter().find(|f| f.name == name && is_name) {
                    Some(field) => Some((field.ty, field.decl, Origin::Typed)),
                    None if is_name => self.promoted_field(core, name),
                    None => None,
                };
                if let Some((_, decl, _)) = field {
                    self.note_meaning(key, Meaning::Field(decl));
                }
                let is_visible = self.visible(name, PackageIx(package));
                if is_name && (field.is_none() || !is_visible) {
                    self.check_member(core, name, self.node(key).line);
                }
                if let Some((_, Some(decl), origin)) = field {
                    let line = self.node(key).line;
                    self.accessed_edges.clear();
                    self.refer(decl, EdgeKind::Accesses, origin, false, line);
                    self.accessed(access::WRITES);
                    outside = (!self.is_of_tree(decl)).then_some(Foreign::Declared(decl));
                }
                (field.map_or(UNKNOWN, |(ty, ..)| ty), value)
            } else {
                (UNKNOWN, element)
            };
            let given = self.put(value, wanted);
            if let Some(outside) = outside {
                self.hand_out_value(outside, value, (wanted, given));
            }
        }
    }

    /// The elements of a struct's literal that begins without a key. None of them may have one, so a key among them names
    /// no field.
    fn struct_values(&mut self, ix: u32, core: Ty) {
        let Type::Struct(_, fields) = self.types.get(core).clone() else { return };
        let given = self.children(ix).skip(1).count();
        if self.children(ix).skip(1).all(|element| self.node(element).kind() != Kind::KeyValue) {
            self.check_count(given, fields.len(), self.node(ix).line);
        }
        for (nth, element) in self.children(ix).skip(1).enumerate() {
            if self.node(element).kind() == Kind::KeyValue {
                let [_, value] = self.parts(element);
                self.put(value, UNKNOWN);
            } else {
                self.put(element, fields.get(nth).map_or(UNKNOWN, |field| field.ty));
            }
        }
    }

    /// Walks a value that becomes one of type `wanted`, and returns its own.
    fn put(&mut self, value: u32, wanted: Ty) -> Ty {
        let given = self.expr_like(value, wanted);
        self.flow(wanted, given, self.node(value).line);
        given
    }

    /// The promoted field that a literal's key names: type, declaration, and how it was found. `None` for a field
    /// behind an embedded pointer.
    fn promoted_field(&mut self, core: Ty, name: Name) -> Option<(Ty, Option<DeclIx>, Origin)> {
        match self.lookup(core, name) {
            Lookup::Found { member: Member::Field { ty, decl }, behind_pointer: false, .. } => {
                Some((ty, decl, Origin::Embedded))
            }
            _ => None,
        }
    }

    fn elements(&mut self, ix: u32, key_ty: Ty, value_ty: Ty) {
        for element in self.children(ix).skip(1) {
            let value = if self.node(element).kind() == Kind::KeyValue {
                let [key, value] = self.parts(element);
                self.put(key, key_ty);
                value
            } else {
                element
            };
            self.put(value, value_ty);
        }
    }

    /// Walks the elements of a literal of unknown type. A plain name before a colon is taken for a field, unless it
    /// is unexported and the type belongs to another package.
    fn unknown_elements(&mut self, ix: u32, ty: Ty) {
        for element in self.children(ix).skip(1) {
            if self.node(element).kind() != Kind::KeyValue {
                self.unknown_element(element, self.foreign_name(ty));
                continue;
            }
            let [key, value] = self.parts(element);
            let name = self.name_of(key);
            let is_field = self.node(key).kind() == Kind::Ident
                && (self.world.names.is_exported(name) || !self.types.is_external(ty));
            if is_field {
                self.refer_foreign_member(ty, name, EdgeKind::Accesses, self.node(key).line);
                self.unknown_element(value, self.foreign_member(ty, name));
            } else {
                self.expr(key);
                self.unknown_element(value, self.foreign_name(ty));
            }
        }
    }

    /// Walks a value that is given to something outside the tree.
    fn unknown_element(&mut self, value: u32, to: Option<Foreign>) {
        let given = self.expr(value);
        if let Some(to) = to {
            self.hand_out_value(to, value, (UNKNOWN, given));
        }
    }

    /// A type from outside the tree of which only the name is known.
    fn foreign_name(&self, ty: Ty) -> Option<Foreign> {
        match *self.types.get(ty) {
            Type::Foreign(path, name, _) => Some(Foreign::Named { path, of: Name::NONE, name }),
            _ => None,
        }
    }
}
