//! The weight of a target of an interface call beside the others.

use crate::golang::flow::Arrival;

/// Factor for a target that no program contains together with the call: one of both is of tests of a package, and these do
/// not import the other.
const NEVER_LINKED_FACTOR: f32 = 0.02;
/// [`conversion_weight`] of a type whose values are made but converted nowhere, and of one that is never made.
const MADE_ONLY: f32 = 0.4;
const NEVER_MADE: f32 = 0.1;
/// Factor for a type that only tests declare or convert, in a call outside of tests.
const TEST_DOUBLE_FACTOR: f32 = 0.25;

/// The weight of a target: `near` from types that one program can contain together with the call, `apart` from the
/// others ([`NEVER_LINKED_FACTOR`]).
#[derive(Clone, Copy, Default)]
pub(super) struct Weight {
    pub(super) near: f32,
    pub(super) apart: f32,
    /// Number of files that convert values of such types to the interface.
    pub(super) seen: u32,
    /// The surest way on which values of such types arrive.
    pub(super) arrival: Option<Arrival>,
}

impl Weight {
    pub(super) fn total(self) -> f32 {
        self.near + self.apart
    }

    pub(super) fn discounted(self) -> f32 {
        self.near + NEVER_LINKED_FACTOR * self.apart
    }
}

/// Weight of a type among the possible receivers of a call. It is the square root of the number of files that convert
/// its values to the interface, because the tenth file shows less than the first. If no file does, it depends on
/// whether any value is made. Only tests meet a test double.
pub(super) fn conversion_weight(converted: u32, is_made: bool, is_double: bool) -> f32 {
    let weight = match converted {
        0 if is_made => MADE_ONLY,
        0 => NEVER_MADE,
        _ if is_double => 1.0,
        files => (files as f32).sqrt(),
    };
    if is_double { weight * TEST_DOUBLE_FACTOR } else { weight }
}
