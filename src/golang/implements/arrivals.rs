//! The values that arrive where an interface's method or a function value is called, by the flow of values.

use rustc_hash::FxHashMap;

use crate::golang::flow::{Arrival, Solution, Value};
use crate::golang::ids::{PackageIx, Ty};
use crate::golang::link::World;

/// The set of types that arrive at an interface call, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ArrivedIx(pub(super) u32);

/// The types that arrive at an interface call; `None` if nothing arrives, or nothing is known of the receiver. With whether callers outside of the
/// tree may give others.
pub(super) type ArrivedTypes = (Option<ArrivedIx>, bool);

/// The functions that arrive in a node. With whether callers outside of the tree may give others.
pub(super) type ArrivedFunctions = (Vec<(Value, Arrival)>, bool);

/// The flow of values, solved.
pub(in crate::golang) struct Arrivals {
    pub(super) solution: Solution,
    /// Of each node and interface the types that arrive.
    pub(super) of_interface: FxHashMap<(u32, Ty), ArrivedTypes>,
    /// Indices of concrete types, in order, by [`ArrivedIx`].
    pub(super) types: Vec<Vec<(u32, Arrival)>>,
    pub(super) numbers: FxHashMap<Vec<(u32, Arrival)>, ArrivedIx>,
    pub(super) functions: FxHashMap<u32, ArrivedFunctions>,
    /// The package of each file that was solved.
    pub(super) packages: Vec<PackageIx>,
}

impl Arrivals {
    /// The concrete types of a set, in order.
    pub(super) fn types(&self, arrived: ArrivedIx) -> &[(u32, Arrival)] {
        &self.types[arrived.0 as usize]
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
        let node = solution.node(file, node);
        let (arrived, is_open) = functions.entry(node).or_insert_with(|| {
            let arrived = solution.arrived(node);
            arrived.map_or_else(Default::default, |arrived| (arrived.functions(), arrived.is_open()))
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
