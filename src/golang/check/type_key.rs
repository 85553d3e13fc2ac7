//! Keys of types that stay equal from one analysis of a tree to the next, as long as names keep their numbers.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::Checker;
use crate::golang::ast::Kind;
use crate::golang::ids::Ty;
use crate::golang::names::Name;
use crate::golang::types::{MAX_DEPTH, Type, TypeKey};

impl Checker<'_> {
    pub(super) fn type_key(&mut self, ty: Ty) -> TypeKey {
        if let Some(&known) = self.type_keys.get(&ty) {
            return known;
        }
        let mut hasher = FxHasher::default();
        let is_closed = self.hash_type(ty, &mut hasher, 0);
        let key = TypeKey { hash: hasher.finish().max(1), is_closed };
        self.type_keys.insert(ty, key);
        key
    }

    /// Hashes what makes a type identical to another. Returns whether the type is closed.
    fn hash_type(&self, ty: Ty, hasher: &mut FxHasher, depth: u32) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let of = self.types.get(ty);
        std::mem::discriminant(of).hash(hasher);
        let mut all = |parts: &[Ty]| {
            parts.len().hash(hasher);
            let n_closed = parts.iter().filter(|part| self.hash_type(**part, hasher, depth + 1)).count();
            n_closed == parts.len()
        };
        match of {
            Type::Unknown | Type::External | Type::Union(_) => false,
            Type::Param(_) => {
                self.param_key(ty).hash(hasher);
                false
            }
            Type::Basic(basic) => {
                basic.hash(hasher);
                true
            }
            Type::Pointer(part) | Type::Slice(part) => all(&[*part]),
            Type::Map(key, value) => all(&[*key, *value]),
            Type::Tuple(parts) => all(parts),
            Type::Array(part, length) => {
                let is_closed = all(&[*part]);
                length.hash(hasher);
                is_closed
            }
            Type::Chan(part, sends, receives) => {
                let is_closed = all(&[*part]);
                (sends, receives).hash(hasher);
                is_closed
            }
            Type::Func(params, results, variadic) => {
                let is_closed = all(&[*params, *results]);
                variadic.hash(hasher);
                is_closed
            }
            Type::Foreign(path, name, args) => {
                let is_closed = all(args);
                (path, name).hash(hasher);
                is_closed
            }
            Type::Named(decl, args) => {
                let is_closed = all(args);
                let is_local = self.is_local(*decl);
                let decl = self.type_decl(*decl);
                decl.name.hash(hasher);
                if let Some(package) = self.world.packages.get(decl.package.0 as usize) {
                    package.import_path.hash(hasher);
                }
                // Types that bodies declare may have equal names.
                if is_local {
                    (self.world.file(decl.file).path, decl.node).hash(hasher);
                }
                is_closed
            }
            Type::Struct(_, fields) => fields.iter().fold(true, |closed, field| {
                (field.name, field.embedded).hash(hasher);
                self.hash_type(field.ty, hasher, depth + 1) && closed
            }),
            Type::Interface(_, methods, embeds) => {
                let closed = methods.iter().fold(true, |closed, method| {
                    method.name.hash(hasher);
                    self.hash_type(method.sig, hasher, depth + 1) && closed
                });
                embeds.iter().fold(closed, |closed, &part| self.hash_type(part, hasher, depth + 1) && closed)
            }
        }
    }

    /// The key of a type parameter; 0 for other types.
    pub(super) fn param_key(&self, ty: Ty) -> u64 {
        let Type::Param(param) = *self.types.get(ty) else { return 0 };
        let n = self.n_shared_params();
        let shared = self.shared.and_then(|shared| shared.params.get(param.0 as usize));
        let own = || self.params.get((param.0 as usize).wrapping_sub(n));
        shared.or_else(own).map_or(0, |param| param.key)
    }

    /// The name of the declaration that a list of type parameters belongs to.
    pub(super) fn owner_of_params(&self, list: u32) -> Name {
        let is_owner = |ix: &u32| matches!(self.node(*ix).kind(), Kind::FuncDecl | Kind::TypeSpec);
        (0..list).rev().take(64).find(is_owner).map_or(Name::NONE, |ix| self.name_of(ix))
    }

    /// The key of a type parameter: of its package, the declaration that has it, and its name.
    pub(super) fn key_of_param(&self, owner: Name, name: u32) -> u64 {
        let mut hasher = FxHasher::default();
        self.world.package(self.package()).import_path.hash(&mut hasher);
        (owner, self.name_of(name)).hash(&mut hasher);
        hasher.finish().max(1)
    }
}
