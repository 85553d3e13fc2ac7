//! Steps through budgets and intents.

use super::MAX_BUDGET;
use crate::rank::Intent;
use crate::search::pack::MIN_BUDGET;

/// Budgets to step through, times a power of ten: each a quarter above the one before (ISO 3, R10, rounded).
const ROUND: [u32; 10] = [100, 125, 160, 200, 250, 320, 400, 500, 640, 800];

fn budgets() -> impl DoubleEndedIterator<Item = u32> {
    (0..5).map(|power| 10_u32.pow(power)).flat_map(|power| ROUND.map(|budget| budget * power))
}

pub(super) fn step_up(budget: u32) -> u32 {
    budgets().find(|&step| step > budget).unwrap_or(MAX_BUDGET).min(MAX_BUDGET)
}

pub(super) fn step_down(budget: u32) -> u32 {
    budgets().rev().find(|&step| step < budget).unwrap_or(MIN_BUDGET).max(MIN_BUDGET)
}

/// Budgets that are offered while none is typed: common limits of models.
pub(in crate::app) const USUAL: [u32; 8] = [2_000, 4_000, 8_000, 16_000, 32_000, 100_000, 200_000, 1_000_000];

/// The budgets that a typed line means: a number such as `20000`, `20,000` or `20k`, or the common budgets for an
/// empty line. Empty if the number is out of range.
pub(in crate::app) fn typed_budgets(typed: &str) -> Vec<u32> {
    if typed.trim().is_empty() {
        return USUAL.to_vec();
    }
    let number: String = typed.chars().filter(|c| !matches!(c, ',' | '_' | '.' | ' ')).collect();
    let (digits, factor) = match number.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => match number.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, 1_000_000),
            None => (number.as_str(), 1),
        },
    };
    let budget = digits.parse::<u32>().ok().and_then(|number| number.checked_mul(factor));
    budget.filter(|budget| (MIN_BUDGET..=MAX_BUDGET).contains(budget)).into_iter().collect()
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
        let mut budget = MIN_BUDGET;
        let mut steps = 0;
        while budget < MAX_BUDGET {
            let next = step_up(budget);
            assert!(next > budget);
            assert!(next == MAX_BUDGET || step_down(next) == budget, "{budget} -> {next} and not back");
            (budget, steps) = (next, steps + 1);
        }
        assert!(steps < 50, "{steps}");
        while budget > MIN_BUDGET {
            let next = step_down(budget);
            assert!(next < budget && next >= MIN_BUDGET, "{budget} -> {next}");
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

    #[test]
    fn budgets_are_read_as_people_write_them() {
        for (typed, expect) in [
            ("20000", &[20_000][..]),
            ("20,000", &[20_000]),
            ("20k", &[20_000]),
            (" 1M ", &[1_000_000]),
            ("1_000_000", &[1_000_000]),
            ("99", &[]),
            ("1000001", &[]),
            ("99999999999", &[]),
            ("5000k", &[]),
            ("many", &[]),
            ("-100", &[]),
            ("", &USUAL),
        ] {
            assert_eq!(typed_budgets(typed), expect, "{typed}");
        }
    }
}
