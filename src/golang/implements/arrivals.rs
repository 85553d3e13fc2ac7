//! The values that arrive where an interface's method or a function value is called, by the flow of values.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::golang::flow::{Arrival, SetIx, Solution, Value};
use crate::golang::ids::{PackageIx, Ty, TypeDeclIx};
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

/// The functions that arrive in a node, each with the surest way. With whether callers outside of the tree may give others.
pub(super) type ArrivedFunctions = (Vec<(Value, Arrival)>, bool);

/// The flow of values, solved.
pub(in crate::golang) struct Arrivals {
    pub(super) solution: Solution,
    /// Of each set of values and method of an interface the types that arrive.
    pub(super) of_calls: FxHashMap<(SetIx, Ty, Name), ArrivedTypes>,
    /// In order, by [`ArrivedIx`].
    types: IndexSet<Vec<ArrivedType>, FxBuildHasher>,
    /// Of each set of values, as code of a package gets them.
    functions: FxHashMap<(SetIx, PackageIx), ArrivedFunctions>,
    /// The numbers of the functions of each package.
    own: FxHashMap<PackageIx, Vec<u32>>,
}

impl Arrivals {
    /// Those of a solution. `packages` are those of the files that were solved.
    pub(super) fn of(solution: Solution, packages: &[PackageIx], world: &World<'_>) -> Self {
        let mut own: FxHashMap<PackageIx, Vec<u32>> = FxHashMap::default();
        for (number, value) in solution.functions() {
            let package = match value {
                Value::Func(function, _) => world.file(world.file_of(function)).package,
                Value::Literal(file, _) => packages[file as usize],
                _ => continue,
            };
            own.entry(package).or_default().push(number);
        }
        let (of_calls, types, functions) = Default::default();
        Self { solution, of_calls, types, functions, own }
    }

    /// The number of a set of types, which are in order.
    pub(super) fn number(&mut self, types: Vec<ArrivedType>) -> ArrivedIx {
        ArrivedIx(self.types.insert_full(types).0 as u32)
    }

    /// The types of a set, in order.
    pub(super) fn types(&self, arrived: ArrivedIx) -> &[ArrivedType] {
        &self.types[arrived.0 as usize]
    }

    /// The functions that code outside the tree is given.
    pub(in crate::golang) fn handed_out(&self) -> impl Iterator<Item = Value> {
        self.solution.handed_out()
    }

    /// The functions that arrive in a node of a file, as far as code of a package can get them, and whether callers outside of
    /// the tree may give others. The file is the `file`th of those that were solved.
    pub(super) fn functions_at(&mut self, file: usize, node: u32, package: PackageIx) -> &ArrivedFunctions {
        static NOTHING: ArrivedFunctions = (Vec::new(), false);
        let Self { solution, functions, own, .. } = self;
        let Some(set) = solution.at(file, node) else { return &NOTHING };
        functions.entry((set, package)).or_insert_with(|| {
            let arrived = solution.arrived(set);
            (arrived.functions(own.get(&package).map_or(&[], Vec::as_slice)), arrived.is_open())
        })
    }
}
