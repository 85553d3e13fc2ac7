//! Adds the predeclared types `error` and `comparable` to the type declarations of a linked tree.

use std::sync::OnceLock;

use super::world::{TypeDecl, World};
use crate::golang::ids::{COMPARABLE, ERROR, NO_FILE, NO_PACKAGE};
use crate::golang::names::Name;
use crate::golang::types::{Basic, IMethod, Type, Types};
use crate::golang::universe::empty_interface;

/// Puts `error` and `comparable` at the head of the type declarations.
pub(crate) fn declare_types(world: &mut World<'_>) {
    for word in ["error", "comparable"] {
        world.type_decls.push(TypeDecl {
            name: world.names.get(word).unwrap_or(Name::NONE),
            decl: None,
            file: NO_FILE,
            node: 0,
            package: NO_PACKAGE,
            alias: false,
            methods: Vec::new(),
            params: OnceLock::new(),
            rhs: OnceLock::new(),
        });
    }
}

/// Gives these two their types: `error` is `interface{ Error() string }`.
pub(crate) fn define_types(world: &World<'_>, types: &mut Types<'_>) {
    let (none, string) = (types.tuple(&[]), types.tuple(&[Basic::String.ty()]));
    let sig = types.intern(Type::Func(none, string, false));
    let method = IMethod { name: world.universe.error_method, sig, decl: None };
    let error = types.intern(Type::Interface(NO_PACKAGE.0, Box::new([method]), Box::default()));
    let empty = empty_interface(types);
    for (decl, rhs) in [(ERROR, error), (COMPARABLE, empty)] {
        let decl = &world.type_decls[decl.0 as usize];
        decl.params.get_or_init(Box::default);
        decl.rhs.get_or_init(|| rhs);
    }
}
