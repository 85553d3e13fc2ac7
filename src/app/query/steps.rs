//! Steps through budgets, and through what comes in turns.

use super::MOST_BUDGET;
use crate::rank::Intent;
use crate::search::pack::LEAST_BUDGET;

/// Budgets that are stepped through, times a power of ten: each a quarter above the one before (ISO 3, R10, rounded).
const ROUND: [u32; 10] = [100, 125, 160, 200, 250, 320, 400, 500, 640, 800];

fn budgets() -> impl DoubleEndedIterator<Item = u32> {
    (0..5).map(|power| 10_u32.pow(power)).flat_map(|power| ROUND.map(|budget| budget * power))
}

pub(super) fn step_up(budget: u32) -> u32 {
    budgets().find(|&step| step > budget).unwrap_or(MOST_BUDGET).min(MOST_BUDGET)
}

pub(super) fn step_down(budget: u32) -> u32 {
    budgets().rev().find(|&step| step < budget).unwrap_or(LEAST_BUDGET).max(LEAST_BUDGET)
}

pub(super) fn after<T: Copy + PartialEq>(all: &[T], now: T) -> T {
    let at = all.iter().position(|&one| one == now).unwrap_or(0);
    all[(at + 1) % all.len()]
}

/// Automatic, then each in turn.
pub(super) fn next_intent(now: Option<Intent>) -> Option<Intent> {
    let table = Intent::table();
    match now {
        None => table.first().map(|row| row.intent),
        Some(now) => {
            let at = table.iter().position(|row| row.intent == now)?;
            table.get(at + 1).map(|row| row.intent)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_step_through_all_sizes_and_back() {
        let mut budget = LEAST_BUDGET;
        let mut steps = 0;
        while budget < MOST_BUDGET {
            let next = step_up(budget);
            assert!(next > budget);
            assert!(next == MOST_BUDGET || step_down(next) == budget, "{budget} -> {next} and not back");
            (budget, steps) = (next, steps + 1);
        }
        assert!(steps < 40, "{steps}");
        while budget > LEAST_BUDGET {
            let next = step_down(budget);
            assert!(next < budget && next >= LEAST_BUDGET, "{budget} -> {next}");
            budget = next;
        }
    }

    #[test]
    fn intents_come_round() {
        let mut seen = vec![None];
        loop {
            let next = next_intent(*seen.last().expect("one"));
            if next.is_none() {
                break;
            }
            seen.push(next);
        }
        assert_eq!(seen.len(), Intent::table().len() + 1);
    }
}
