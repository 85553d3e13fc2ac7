//! The multiple-choice knapsack, solved exactly: one option of every class, greatest value within the capacity.
//!
//! The linear relaxation is solved first: per class the upper convex hull of (cost, value), all steps between
//! neighbouring hull points sorted by value per cost, taken until the *break* step no longer fits. It bounds the
//! optimum, and nearly all of its picks are already right. The rest is Pisinger's minimal algorithm (1995): starting
//! from those picks, classes are opened one by one, nearest to the break in value per cost first; partial solutions
//! are kept as a list of undominated (cost, value) states, and a state is dropped as soon as the best exchange rate of
//! the classes still closed cannot lift it above the best solution known. When no state is left, that one is optimal.
//!
//! All arithmetic is on integers; ties go to the solution found first, so equal input gives equal output.

use std::cmp::Ordering;

/// One way to take a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) cost: u32,
    pub(crate) value: u32,
}

/// An optimal solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// The chosen option of each class.
    pub(crate) picks: Vec<usize>,
    pub(crate) cost: u64,
    pub(crate) value: u64,
}

/// Even the cheapest options together cost more than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooTight {
    pub(crate) needed: u64,
}

/// Chooses one option of each class so that the costs stay within `capacity` and the values add up to the most
/// possible. Every class must have an option. Typically O(n log n); at worst O(n x capacity) states are looked at.
pub(crate) fn solve(classes: &[Vec<Choice>], capacity: u32) -> Result<Solution, TooTight> {
    let classes: Vec<OptionClass> = classes.iter().map(|options| OptionClass::new(options)).collect();
    let needed: u64 = classes.iter().map(|class| u64::from(class.options[0].cost)).sum();
    if needed > u64::from(capacity) {
        return Err(TooTight { needed });
    }
    let mut search = KnapsackSearch::relaxed(&classes, i64::from(capacity));
    if let Some(broken) = search.broken {
        search.improve(broken);
    }
    let picked = || search.best.picks.iter().zip(&classes).map(|(&pick, class)| class.options[pick]);
    Ok(Solution {
        picks: picked().map(|option| option.original).collect(),
        cost: picked().map(|option| u64::from(option.cost)).sum(),
        value: picked().map(|option| u64::from(option.value)).sum(),
    })
}

#[derive(Clone, Copy, Debug)]
struct KnapsackOption {
    cost: u32,
    value: u32,
    /// Its place among the options handed in.
    original: usize,
}

/// The options of a class that are worth considering: rising in cost and in value.
#[derive(Debug)]
struct OptionClass {
    options: Vec<KnapsackOption>,
    /// Indices into `options` of the upper convex hull.
    hull: Vec<usize>,
}

/// Value per cost, compared without rounding. Products fit: values and costs are 32 bits each.
#[derive(Clone, Copy, Debug)]
struct Rate {
    value: i64,
    cost: i64,
}

/// Classes with their rates.
type Rates = Vec<(usize, Rate)>;

impl Rate {
    fn between(low: KnapsackOption, high: KnapsackOption) -> Self {
        Self {
            value: i64::from(high.value) - i64::from(low.value),
            cost: i64::from(high.cost) - i64::from(low.cost),
        }
    }

    fn order(self, other: Self) -> Ordering {
        (i128::from(self.value) * i128::from(other.cost))
            .cmp(&(i128::from(other.value) * i128::from(self.cost)))
    }
}

impl OptionClass {
    fn new(options: &[Choice]) -> Self {
        let numbered = options.iter().enumerate();
        let mut sorted: Vec<KnapsackOption> =
            numbered.map(|(original, o)| KnapsackOption { cost: o.cost, value: o.value, original }).collect();
        sorted.sort_by_key(|o| (o.cost, std::cmp::Reverse(o.value)));
        let mut kept: Vec<KnapsackOption> = Vec::with_capacity(sorted.len());
        for option in sorted {
            if kept.last().is_none_or(|last| option.value > last.value) {
                kept.push(option);
            }
        }
        let mut hull: Vec<usize> = Vec::with_capacity(kept.len());
        for ix in 0..kept.len() {
            while let [.., before, last] = hull[..]
                && Rate::between(kept[before], kept[last]).order(Rate::between(kept[last], kept[ix])).is_le()
            {
                hull.pop();
            }
            hull.push(ix);
        }
        Self { options: kept, hull }
    }
}

/// A step from one hull point of a class to the next.
#[derive(Clone, Copy, Debug)]
struct HullStep {
    class: usize,
    to: usize,
    rate: Rate,
}

/// The best solution known.
#[derive(Debug)]
struct Best {
    picks: Vec<usize>,
    value: i64,
}

/// A partial solution: the opened classes as decided on the way here, the closed ones as in the relaxation.
#[derive(Clone, Copy, Debug)]
struct PartialSolution {
    cost: i64,
    value: i64,
    /// Its last decision that differs from the relaxation, in `KnapsackSearch::decisions`; [`NO_DECISION`] without one.
    decision: u32,
}

const NO_DECISION: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Decision {
    before: u32,
    class: u32,
    pick: u32,
}

struct KnapsackSearch<'c> {
    classes: &'c [OptionClass],
    capacity: i64,
    /// The relaxation's whole picks (indices into the kept options).
    picks: Vec<usize>,
    cost: i64,
    value: i64,
    /// The class whose next step no longer fits, and that step's rate; none when everything fits.
    broken: Option<usize>,
    best: Best,
    decisions: Vec<Decision>,
}

impl<'c> KnapsackSearch<'c> {
    /// Solves the relaxation; the first solution goes on from there with every later step that still fits.
    fn relaxed(classes: &'c [OptionClass], capacity: i64) -> Self {
        let mut steps: Vec<HullStep> = Vec::new();
        for (class, OptionClass { options, hull }) in classes.iter().enumerate() {
            steps.extend(hull.windows(2).map(|pair| HullStep {
                class,
                to: pair[1],
                rate: Rate::between(options[pair[0]], options[pair[1]]),
            }));
        }
        // Stable, so a class's own steps stay in order even where their rates are equal.
        steps.sort_by(|a, b| b.rate.order(a.rate));

        let mut picks = vec![0; classes.len()];
        let mut cost: i64 = classes.iter().map(|c| i64::from(c.options[0].cost)).sum();
        let mut value: i64 = classes.iter().map(|c| i64::from(c.options[0].value)).sum();
        let mut taken = 0;
        while let Some(step) = steps.get(taken)
            && cost + step.rate.cost <= capacity
        {
            picks[step.class] = step.to;
            cost += step.rate.cost;
            value += step.rate.value;
            taken += 1;
        }
        let mut best = Best { picks: picks.clone(), value };
        let mut filled = cost;
        for step in &steps[taken.min(steps.len())..] {
            let class = &classes[step.class];
            let more = Rate::between(class.options[best.picks[step.class]], class.options[step.to]);
            if filled + more.cost <= capacity {
                best.picks[step.class] = step.to;
                best.value += more.value;
                filled += more.cost;
            }
        }
        let broken = steps.get(taken).map(|step| step.class);
        Self { classes, capacity, picks, cost, value, broken, best, decisions: Vec::new() }
    }

    /// Opens classes until no partial solution can beat the best one.
    fn improve(&mut self, broken: usize) {
        let (up, down) = self.exchange_rates();
        let mut closed = vec![true; self.classes.len()];
        let (mut next_up, mut next_down) = (0, 0);
        let mut states = vec![PartialSolution { cost: self.cost, value: self.value, decision: NO_DECISION }];
        let mut opening = Some(broken);
        let mut upwards = false;
        while let Some(class) = opening {
            closed[class] = false;
            states = self.open(class, &states);
            while up.get(next_up).is_some_and(|(class, _)| !closed[*class]) {
                next_up += 1;
            }
            while down.get(next_down).is_some_and(|(class, _)| !closed[*class]) {
                next_down += 1;
            }
            let (more, less) = (up.get(next_up), down.get(next_down));
            states.retain(|state| self.is_promising(*state, more.map(|m| m.1), less.map(|l| l.1)));
            if states.is_empty() {
                return;
            }
            upwards = !upwards;
            let turn = if upwards { [more, less] } else { [less, more] };
            opening = turn.into_iter().flatten().next().map(|(class, _)| *class);
        }
    }

    /// For each class the best rate at which it could still gain value for cost, falling, and the best rate at which
    /// it could give back cost for value, rising.
    fn exchange_rates(&self) -> (Rates, Rates) {
        let (mut up, mut down) = (Vec::new(), Vec::new());
        for (ix, (class, &pick)) in self.classes.iter().zip(&self.picks).enumerate() {
            let (below, above) = class.options.split_at(pick);
            let [at, above @ ..] = above else { continue };
            up.extend(
                above
                    .iter()
                    .map(|o| Rate::between(*at, *o))
                    .max_by(|a, b| a.order(*b))
                    .map(|rate| (ix, rate)),
            );
            down.extend(
                below
                    .iter()
                    .map(|o| Rate::between(*o, *at))
                    .min_by(|a, b| a.order(*b))
                    .map(|rate| (ix, rate)),
            );
        }
        up.sort_by(|a, b| b.1.order(a.1));
        down.sort_by(|a, b| a.1.order(b.1));
        (up, down)
    }

    /// Every state with every option of one more class, without the dominated ones; notes what is the best so far.
    fn open(&mut self, class: usize, states: &[PartialSolution]) -> Vec<PartialSolution> {
        let options = &self.classes[class].options;
        let at = options[self.picks[class]];
        let mut opened: Vec<(PartialSolution, usize)> = Vec::with_capacity(states.len() * options.len());
        for (pick, option) in options.iter().enumerate() {
            let change = Rate::between(at, *option);
            opened.extend(states.iter().map(|s| {
                (
                    PartialSolution {
                        cost: s.cost + change.cost,
                        value: s.value + change.value,
                        decision: s.decision,
                    },
                    pick,
                )
            }));
        }
        opened.sort_by_key(|(s, _)| (s.cost, std::cmp::Reverse(s.value)));
        let mut kept: Vec<PartialSolution> = Vec::with_capacity(opened.len());
        for (mut state, pick) in opened {
            if kept.last().is_some_and(|last| state.value <= last.value) {
                continue;
            }
            if pick != self.picks[class] {
                self.decisions.push(Decision {
                    before: state.decision,
                    class: class as u32,
                    pick: pick as u32,
                });
                state.decision = self.decisions.len() as u32 - 1;
            }
            kept.push(state);
        }
        // Values rise with costs: the last state that fits is the best of them.
        let fitting = kept.partition_point(|s| s.cost <= self.capacity);
        if let Some(state) = kept[..fitting].last()
            && state.value > self.best.value
        {
            self.best = Best { picks: self.unrolled(state.decision), value: state.value };
        }
        kept
    }

    /// Returns whether a state, with what the closed classes could at most add or give back, may beat the best
    /// solution.
    fn is_promising(&self, state: PartialSolution, more: Option<Rate>, less: Option<Rate>) -> bool {
        let slack = self.capacity - state.cost;
        let missing = self.best.value - state.value;
        match if slack >= 0 { more } else { less } {
            Some(rate) => {
                i128::from(slack) * i128::from(rate.value) > i128::from(missing) * i128::from(rate.cost)
            }
            None => slack >= 0 && missing < 0,
        }
    }

    fn unrolled(&self, mut decision: u32) -> Vec<usize> {
        let mut picks = self.picks.clone();
        while let Some(&Decision { before, class, pick }) = self.decisions.get(decision as usize) {
            picks[class as usize] = pick as usize;
            decision = before;
        }
        picks
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn choice((cost, value): (u32, u32)) -> Choice {
        Choice { cost, value }
    }

    /// Classes with the option of taking nothing, as the packing has them, and now and then one that must be taken.
    fn classes(
        count: std::ops::RangeInclusive<usize>,
        options: usize,
    ) -> impl Strategy<Value = Vec<Vec<Choice>>> {
        let option = prop_oneof![
            (1u32..40, 0u32..60).boxed(),
            (1u32..8, 1u32..8).prop_map(|(c, f)| (c * 5, c * f)).boxed()
        ];
        let class = (prop::collection::vec(option, 1..=options), prop::bool::weighted(0.9)).prop_map(
            |(some, free)| {
                let nothing = free.then_some((0, 0));
                nothing.into_iter().chain(some).map(choice).collect()
            },
        );
        prop::collection::vec(class, count)
    }

    /// The best value by trying everything.
    fn by_force(classes: &[Vec<Choice>], capacity: u64) -> Option<u64> {
        let Some((class, rest)) = classes.split_first() else { return Some(0) };
        let affordable = class.iter().filter(|o| u64::from(o.cost) <= capacity);
        affordable
            .filter_map(|o| Some(u64::from(o.value) + by_force(rest, capacity - u64::from(o.cost))?))
            .max()
    }

    /// The best value by the textbook table over all capacities.
    fn by_table(classes: &[Vec<Choice>], capacity: usize) -> Option<u64> {
        let mut table = vec![Some(0u64); capacity + 1];
        for class in classes {
            table = (0..=capacity)
                .map(|room| {
                    let fits = class.iter().filter(|o| o.cost as usize <= room);
                    fits.filter_map(|o| Some(table[room - o.cost as usize]? + u64::from(o.value))).max()
                })
                .collect();
        }
        table[capacity]
    }

    /// Takes the best value per token first, skips choices that do not fit, and returns the sum.
    fn by_greed(classes: &[Vec<Choice>], capacity: u64) -> u64 {
        let numbered = classes.iter().enumerate();
        let mut offers: Vec<(usize, Choice)> = numbered
            .flat_map(|(ix, class)| class.iter().filter(|o| o.cost > 0).map(move |o| (ix, *o)))
            .collect();
        offers.sort_by(|(_, a), (_, b)| {
            (u64::from(b.value) * u64::from(a.cost)).cmp(&(u64::from(a.value) * u64::from(b.cost)))
        });
        let mut taken = vec![false; classes.len()];
        let (mut left, mut value) = (capacity, 0);
        for (ix, offer) in offers {
            if !taken[ix] && u64::from(offer.cost) <= left {
                taken[ix] = true;
                left -= u64::from(offer.cost);
                value += u64::from(offer.value);
            }
        }
        value
    }

    fn check(classes: &[Vec<Choice>], capacity: u32, expect: Option<u64>) {
        match solve(classes, capacity) {
            Ok(solution) => {
                let picked = || classes.iter().zip(&solution.picks).map(|(class, &pick)| class[pick]);
                assert_eq!(picked().map(|o| u64::from(o.cost)).sum::<u64>(), solution.cost);
                assert_eq!(picked().map(|o| u64::from(o.value)).sum::<u64>(), solution.value);
                assert!(solution.cost <= u64::from(capacity), "{solution:?}");
                assert_eq!(Some(solution.value), expect, "{classes:?} {capacity}");
            }
            Err(TooTight { needed }) => {
                assert_eq!(expect, None);
                assert!(needed > u64::from(capacity));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn fifteen_classes_of_two_equal_brute_force(classes in classes(0..=15, 1), capacity in 0u32..200) {
            check(&classes, capacity, by_force(&classes, u64::from(capacity)));
        }

        #[test]
        fn classes_of_four_equal_brute_force(classes in classes(0..=7, 3), capacity in 0u32..150) {
            check(&classes, capacity, by_force(&classes, u64::from(capacity)));
        }

        #[test]
        fn many_classes_equal_the_table(classes in classes(10..=60, 4), capacity in 0u32..900) {
            check(&classes, capacity, by_table(&classes, capacity as usize));
        }

        #[test]
        fn never_worse_than_greedy(classes in classes(1..=60, 4), capacity in 0u32..900) {
            let classes: Vec<Vec<Choice>> = classes.into_iter().map(|mut c| { c.push(choice((0, 0))); c }).collect();
            let solution = solve(&classes, capacity).unwrap();
            prop_assert!(solution.value >= by_greed(&classes, u64::from(capacity)));
        }
    }

    #[test]
    fn greed_is_beaten_where_it_wastes_room() {
        let classes = [(1, 10), (10, 90)].map(|o| vec![choice((0, 0)), choice(o)]);
        assert_eq!(by_greed(&classes, 10), 10);
        assert_eq!(solve(&classes, 10).map(|s| s.value), Ok(90));
    }

    #[test]
    fn classes_that_must_be_taken_may_not_fit() {
        let classes = [vec![choice((5, 1)), choice((9, 4))], vec![choice((6, 2))]];
        assert_eq!(solve(&classes, 10), Err(TooTight { needed: 11 }));
        assert_eq!(solve(&classes, 14).map(|s| s.picks), Ok(vec![0, 0]));
        assert_eq!(solve(&classes, 15).map(|s| s.picks), Ok(vec![1, 0]));
    }

    #[test]
    fn the_largest_costs_and_values_do_not_overflow() {
        let classes =
            vec![vec![choice((0, 0)), choice((u32::MAX - 1, u32::MAX)), choice((7, u32::MAX - 1))]; 300];
        assert_eq!(solve(&classes, u32::MAX).map(|s| s.value), Ok(300 * u64::from(u32::MAX - 1)));
    }
}
