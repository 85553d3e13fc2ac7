//! The values that arrive where an interface's method or a function value is called, by the flow of values.

use rustc_hash::FxHashMap;

use crate::golang::flow::{Arrival, SetIx, Solution, Value};
use crate::golang::ids::{DeclIx, PackageIx, Ty, TypeDeclIx};
use crate::golang::link::World;
use crate::golang::names::Name;

/// The set of types that arrive at an interface call, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ArrivedIx(pub(super) u32);

/// A concrete type whose method an interface call may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ArrivedType {
    /// An index of concrete types.
    pub(super) concrete: u32,
    pub(super) arrival: Arrival,
    /// The declared interface that values of it arrive in: that of the call, or one that a receiver embeds.
    pub(super) interface: Option<TypeDeclIx>,
}

/// The types that arrive at an interface call; `None` if nothing is known of the receiver. With whether callers outside of
/// the tree may give others.
pub(super) type ArrivedTypes = (Option<ArrivedIx>, bool);

/// The functions that arrive in a node. With whether callers outside of the tree may give others.
pub(super) type ArrivedFunctions = (Vec<(Value, Arrival)>, bool);

/// The flow of values, solved.
pub(in crate::golang) struct Arrivals {
    pub(super) solution: Solution,
    /// Of each set of values and method of an interface the types that arrive.
    pub(super) of_calls: FxHashMap<(SetIx, Ty, Name), ArrivedTypes>,
    /// In order, by [`ArrivedIx`].
    pub(super) types: Vec<Vec<ArrivedType>>,
    pub(super) numbers: FxHashMap<Vec<ArrivedType>, ArrivedIx>,
    pub(super) functions: FxHashMap<SetIx, ArrivedFunctions>,
    /// The package of each file that was solved.
    pub(super) packages: Vec<PackageIx>,
}

impl Arrivals {
    /// The types of a set, in order.
    pub(super) fn types(&self, arrived: ArrivedIx) -> &[ArrivedType] {
        &self.types[arrived.0 as usize]
    }

    /// The functions that code outside the tree is given.
    pub(in crate::golang) fn handed_out(&self) -> impl Iterator<Item = DeclIx> {
        self.solution.handed_out()
    }

    /// The functions that arrive in a node of a file, as far as code of a package can get them, and whether callers outside of
    /// the tree may give others. The file is the `file`th of those that were solved.
    pub(super) fn functions_at(
        &mut self,
        file: usize,
        node: u32,
        package: PackageIx,
        world: &World<'_>,
    ) -> ArrivedFunctions {
        let Self { solution, packages, functions, .. } = self;
        let Some(set) = solution.at(file, node) else { return Default::default() };
        let (arrived, is_open) = functions.entry(set).or_insert_with(|| {
            let arrived = solution.arrived(set);
            (arrived.functions(), arrived.is_open())
        });
        let is_own = |value: Value| match value {
            Value::Func(function, _) => world.file(world.file_of(function)).package == package,
            Value::Literal(file, _) => packages[file as usize] == package,
            _ => false,
        };
        let got = arrived.iter().filter(|&&(value, arrival)| arrival == Arrival::Direct || is_own(value));
        (got.copied().collect(), *is_open)
    }
}
