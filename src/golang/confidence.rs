//! Confidence of edges: one table, calibrated against Go's type checker.
//!
//! A confidence of 0.9 means that about 90 % of such edges are right. For each way of binding the table keeps how many
//! edges of the open repositories the type checker confirmed, and how many it did not. The confidence is their ratio by
//! Laplace's rule of succession, `(right + 1) / (right + wrong + 2)`: it is never 1, and 1/2 where nothing was measured.
//! `benches/edges.py --origins` prints the rows, and fails if the confidences of an export differ from them.
//!
//! A call at run time ([`Runs`]) is nothing that the type checker knows. What code outside calls back is held against runs: how
//! many of such edges were taken, of those whose both ends ran. What runs by the flow of values is held against variable type
//! analysis of the whole program, the bodies of the standard library included.
//!
//! The confidence of a dispatch edge is the probability that the call can reach the method: that the type has it, and that
//! values of the type arrive there, by the way on which they do. How much of the call goes there is the edge's share.

use super::flow::Arrival;
use crate::model::EdgeKind::{self, Accesses, Calls, Extends, Implements, Imports, Runs, Uses};
use crate::model::Origin::{self, Callback, Closure, Dispatch, Embedded, Import, Scope, Typed, Value};

/// (kind, origin, edges that the type checker confirmed, edges that it did not confirm).
type CheckedEdges = (EdgeKind, Origin, u32, u32);

/// Counts over gin, bbolt, fzf, coredns, k6, hugo, etcd, moby and the standard library of Go 1.27.3, tests included.
const MEASURED: &[CheckedEdges] = &[
    (Accesses, Embedded, 7504, 0),
    (Accesses, Typed, 164_446, 0),
    (Calls, Dispatch, 229_886, 4),
    (Calls, Embedded, 21_574, 0),
    (Calls, Import, 70_047, 0),
    (Calls, Scope, 86_011, 0),
    (Calls, Typed, 137_608, 0),
    (Extends, Import, 567, 0),
    (Extends, Scope, 1560, 0),
    (Implements, Typed, 14_288, 1),
    (Imports, Import, 31_710, 0),
    (Uses, Dispatch, 337, 0),
    (Uses, Embedded, 163, 0),
    (Uses, Import, 116_967, 0),
    (Uses, Scope, 194_312, 0),
    (Uses, Typed, 1709, 0),
];

/// Counts over expr, goldmark, mux and packages of the standard library. Callbacks: edges of which both ends ran in an
/// instrumented run of all tests, taken and not taken. The others: edges that variable type analysis has, and those that it
/// lacks.
const OBSERVED: &[CheckedEdges] = &[(Runs, Callback, 52, 73), (Runs, Closure, 961, 2), (Runs, Value, 635, 0)];

/// Counts over the same trees for targets of interface calls by the way on which their values arrive ([`Arrival`]): edges
/// that variable type analysis of the whole program has, with all types that may come back from package `reflect`, or that a
/// run of all tests took; and the others. Of what arrives directly where a call has at most [`FEW`] targets, it has 1,245 of 1,246.
const DIRECT_OF_MANY: (u32, u32) = (1441, 88);
const FEW: usize = 8;
const GIVEN_BACK: (u32, u32) = (611, 490);
const CALLED: (u32, u32) = (3, 213);
const REFLECTED: (u32, u32) = (361, 30);
/// The same for functions and closures that arrive by way of code outside.
const FUNCTION_OUTSIDE: (u32, u32) = (0, 14);

/// Counts (confirmed, not confirmed) for edges that may be wrong because a type from outside the tree, embedded at
/// the same or a smaller depth, may declare the same name; and for types that satisfy an interface of which some
/// methods are unknown (of 69 in two repositories, read one by one, 66 do).
const DOUBTFUL: (u32, u32) = (20, 0);

const ORIGINS: usize = Origin::ALL.len();
const N_BINDINGS: usize = EdgeKind::ALL.len() * ORIGINS;

/// [`MEASURED`] and [`OBSERVED`] as confidences, computed by the compiler.
static CONFIDENCE: [f32; N_BINDINGS] = {
    let mut confidences = [succession(0, 0); N_BINDINGS];
    let mut ix = 0;
    while ix < MEASURED.len() + OBSERVED.len() {
        let (kind, origin, right, wrong) =
            if ix < MEASURED.len() { MEASURED[ix] } else { OBSERVED[ix - MEASURED.len()] };
        confidences[binding_ix(kind, origin)] = succession(right, wrong);
        ix += 1;
    }
    confidences
};

const fn binding_ix(kind: EdgeKind, origin: Origin) -> usize {
    kind as usize * ORIGINS + origin as usize
}

const fn succession(right: u32, wrong: u32) -> f32 {
    ((right as f64 + 1.0) / (right as f64 + wrong as f64 + 2.0)) as f32
}

/// The confidence of an edge of this kind and origin, in (0, 1). `doubtful` has the meaning given at [`DOUBTFUL`].
/// Membership has 1, since it is read from the source and not bound.
pub(crate) fn of(kind: EdgeKind, origin: Origin, doubtful: bool) -> f32 {
    match kind {
        EdgeKind::MemberOf => 1.0,
        _ if doubtful => succession(DOUBTFUL.0, DOUBTFUL.1),
        _ => CONFIDENCE[binding_ix(kind, origin)],
    }
}

/// The confidence of an edge from a call of an interface's method to a method of a type, by the way on which values of it
/// arrive and the number of the call's targets. `doubtful` has the meaning given at [`DOUBTFUL`].
pub(crate) fn of_dispatch(kind: EdgeKind, arrival: Arrival, n_targets: usize, doubtful: bool) -> f32 {
    let arrives = match arrival {
        Arrival::Direct if n_targets > FEW => succession(DIRECT_OF_MANY.0, DIRECT_OF_MANY.1),
        _ => of_arrival(arrival),
    };
    of(kind, Dispatch, doubtful) * arrives
}

/// The confidence of an edge from a call of a function value to a function, or to what makes a closure, by the way on which it
/// arrives.
pub(crate) fn of_run(origin: Origin, arrival: Arrival) -> f32 {
    match arrival {
        Arrival::Direct => of(Runs, origin, false),
        _ => succession(FUNCTION_OUTSIDE.0, FUNCTION_OUTSIDE.1),
    }
}

/// The confidence that a value of a type which may arrive on some way does, whatever else arrives. The table of kinds and
/// origins has that of values which arrive directly.
pub(crate) fn of_arrival(arrival: Arrival) -> f32 {
    let (right, wrong) = match arrival {
        Arrival::Direct | Arrival::Unknown => return 1.0,
        Arrival::GivenBack => GIVEN_BACK,
        Arrival::Called => CALLED,
        Arrival::Reflected => REFLECTED,
    };
    succession(right, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confidence_is_what_was_counted_and_never_certain() {
        for &(kind, origin, right, wrong) in MEASURED {
            let confidence = of(kind, origin, false);
            let share = right as f32 / (right + wrong) as f32;
            assert!(confidence > 0.5 && confidence < 1.0, "{kind} {origin}: {confidence}");
            assert!(
                (confidence - share).abs() < 0.01,
                "{kind} {origin}: confidence {confidence}, counted {share}"
            );
            assert!(of(kind, origin, true) < confidence, "{kind} {origin}: doubt lowers it");
        }
    }

    /// Of the calls at run time that were counted, those of each confidence were right as often as it says.
    #[test]
    fn what_says_nine_in_ten_is_right_in_nine_of_ten() {
        let dispatch = |arrival, n_targets, counts| (of_dispatch(Calls, arrival, n_targets, false), counts);
        let run = |&(_, origin, right, wrong): &CheckedEdges| {
            let confidence = of(Runs, origin, false);
            (confidence, (right, wrong))
        };
        let mut rows: Vec<(f32, (u32, u32))> = OBSERVED.iter().map(run).collect();
        rows.extend([
            dispatch(Arrival::Direct, FEW, (1245, 1)),
            dispatch(Arrival::Direct, FEW + 1, DIRECT_OF_MANY),
            dispatch(Arrival::GivenBack, 1, GIVEN_BACK),
            dispatch(Arrival::Called, 1, CALLED),
            dispatch(Arrival::Reflected, 1, REFLECTED),
        ]);
        for (confidence, (right, wrong)) in rows {
            let share = right as f32 / (right + wrong) as f32;
            assert!((confidence - share).abs() < 0.01, "says {confidence}, counted {share}");
        }
    }

    #[test]
    fn each_way_of_binding_is_counted_once() {
        let mut ways: Vec<usize> =
            MEASURED.iter().map(|&(kind, origin, ..)| binding_ix(kind, origin)).collect();
        ways.sort_unstable();
        ways.dedup();
        assert_eq!(ways.len(), MEASURED.len());
    }

    #[test]
    fn a_guess_that_nobody_counted_is_even_odds() {
        assert!((of(Calls, Origin::Name, false) - 0.5).abs() < f32::EPSILON);
    }
}
