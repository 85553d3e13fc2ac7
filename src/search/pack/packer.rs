//! Chooses what a token budget shows: the exact optimum, computed anew for each budget and override.
//!
//! Every candidate can be left out, shown by its signature, by one of its excerpts, or whole. What a view is worth is the
//! candidate's score times the part of its deciding lines that the view shows; what it costs is counted for real, header
//! and fence included. A [`Packer`] counts once and then answers any budget and any overrides by a multiple-choice
//! knapsack, solved exactly. Bare names are a choice only where they are wished for, or answer.
//!
//! Counts add up to the token ([`super::render`]), so the total is a recount of the text.

use std::cmp::Reverse;

use rayon::prelude::*;
use serde::Serialize;

use crate::model::SymbolId;
use crate::search::pack::excerpts::Excerpt;
use crate::search::pack::knapsack::{self, Choice, Solution, TooTight};
use crate::search::pack::level_worth::{Worth, usable};
use crate::search::pack::render::{
    DetailLevel, PackFormat, PackFrame, PackItem, SymbolText, first_item_differs, separator,
};
use crate::search::pack::tokens::{Counter, Encoding};

/// Smallest budget that is accepted.
pub const MIN_BUDGET: u32 = 100;
/// The budget when none is asked for.
pub const DEFAULT_BUDGET: u32 = 4000;
/// A title that would cost more than this is left out.
const MAX_FOR_FRAME: u32 = 50;
/// Companions of shown code take this part of a budget at most.
const COMPANIONS_PART: u32 = 20;
/// The line with the imports takes this part of a budget at most.
const IMPORTS_PART: u32 = 64;
/// The value of the best candidate shown whole, in the solver's integers.
const WHOLE: f64 = (1u64 << 31) as f64;

/// A symbol that may be shown.
#[derive(Clone, Debug)]
pub struct PackCandidate<'t> {
    pub text: SymbolText<'t>,
    /// The lines of its file that it has as a whole: first and last of each run, rising.
    pub lines: Vec<[u32; 2]>,
    /// Its shortened forms, the shortest first.
    pub excerpts: &'t [Excerpt],
    /// Not negative; only ratios matter.
    pub score: f64,
    /// The most that is shown of it unless more is wished for: nothing of what another row stands for.
    pub most: Option<DetailLevel>,
    /// Indices of the candidates that need this one: it is shown with one of them, below it, or not at all. Empty for rows.
    pub comes_with: Vec<usize>,
    /// The imports that it needs.
    pub imports: Vec<String>,
}

/// The layout of packs and how they are counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackStyle {
    pub format: PackFormat,
    pub encoding: Encoding,
    pub worth: Worth,
    /// Stands at the head of the pack; left out when empty or long.
    pub title: String,
    /// True if keys, tokens and passwords in the code are shown; otherwise marks stand in their place.
    pub show_secrets: bool,
    /// True if the line with the imports that the code needs is left out.
    pub omits_imports: bool,
    /// The most rows of an answer to words that a pack is chosen from; all if there is none.
    pub most_rows: Option<usize>,
}

/// The levels that a person allows for a candidate; `None` leaves it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOverride {
    pub least: Option<DetailLevel>,
    pub most: Option<DetailLevel>,
}

impl RowOverride {
    pub const FREE: Self = Self { least: None, most: Some(DetailLevel::Full) };
    pub const PINNED: Self = Self { least: Some(DetailLevel::Name), most: Some(DetailLevel::Full) };
    pub const BANNED: Self = Self { least: None, most: None };

    /// Exactly this view.
    pub fn exactly(view: Option<DetailLevel>) -> Self {
        Self { least: view, most: view }
    }

    /// The next higher level than `now`, of the `views` that the candidate has, lowest first.
    pub fn raised(now: Option<DetailLevel>, views: &[DetailLevel]) -> Self {
        let above = views.iter().copied().find(|&view| Some(view) > now);
        Self::exactly(above.or(now))
    }

    /// The next lower level than `now`, of the `views` that the candidate has, lowest first.
    pub fn lowered(now: Option<DetailLevel>, views: &[DetailLevel]) -> Self {
        Self::exactly(views.iter().rev().copied().find(|&view| Some(view) < now))
    }

    fn allows(self, view: Option<DetailLevel>) -> bool {
        self.least <= view && view <= self.most
    }
}

/// Why there is no pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    #[error("a budget of {budget} tokens is too small: the least is {MIN_BUDGET}")]
    BudgetTooSmall { budget: u32 },
    #[error(
        "what is kept takes {needed} tokens, more than the budget of {budget}: keep less of it or raise the budget"
    )]
    PinsTooLarge { needed: u64, budget: u32 },
    /// A candidate, at `path` and `line`, has no view that its row_override allows.
    #[error(
        "{path}:{line} cannot be shown as chosen: it is larger than any budget, or its file cannot be read; lower or unpin it"
    )]
    NoSuchView { path: String, line: u32 },
}

/// A candidate in a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackedItem {
    /// Its place among the candidates.
    pub candidate: usize,
    #[serde(skip)]
    pub symbol: SymbolId,
    pub view: DetailLevel,
    pub tokens: u32,
    /// The lines of its file that it shows: first and last of each run, rising.
    pub lines: Vec<[u32; 2]>,
}

/// Why a candidate is not in a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Cause {
    /// By row_override.
    Banned,
    /// A row like it stands for it.
    LikeAnother,
    /// Its score is 0.
    Worthless,
    /// Even its smallest view that is worth anything is larger than the budget.
    TooLarge,
    /// These candidates (by place) hold the room that it would need: see [`Packer`].
    Displaced(Vec<usize>),
}

/// A candidate that is not in a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    pub candidate: usize,
    #[serde(skip)]
    pub symbol: SymbolId,
    /// Tokens of its smallest view that is worth anything, and of the whole; none above the packer's ceiling.
    pub least_tokens: Option<u32>,
    pub full_tokens: Option<u32>,
    pub cause: Cause,
}

/// An optimal choice, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    pub text: String,
    /// Tokens of `text`; at most `budget`.
    pub tokens: u32,
    pub budget: u32,
    /// In the text's order: that of the candidates, what comes with others below the first of these.
    pub shown: Vec<PackedItem>,
    /// In the candidates' order.
    pub left_out: Vec<LeftOut>,
}

impl Pack {
    /// The symbols of which it shows more than a line with their name.
    pub fn quoted(&self) -> impl Iterator<Item = SymbolId> {
        self.shown.iter().filter(|shown| shown.view > DetailLevel::Name).map(|shown| shown.symbol)
    }
}

/// Candidates counted in every view, ready to be packed again and again.
#[derive(Clone, Debug)]
pub struct Packer {
    offers: Vec<Offer>,
    format: PackFormat,
    encoding: Encoding,
    head: PackHead,
    /// See [`first_item_differs`].
    first_differs: i64,
}

/// The text around the items of a pack, counted.
#[derive(Clone, Debug)]
pub(crate) struct PackHead {
    frame: PackFrame,
    pub(crate) tokens: u32,
}

impl PackHead {
    /// The first of some titles that is not too long; none where all are.
    fn of(format: PackFormat, encoding: Encoding, titles: &[&str]) -> Self {
        let framed = |title: &str| {
            let frame = PackFrame::new(format, title);
            let tokens = encoding.count(&frame.open) + encoding.count(&PackFrame::close(format, &[]));
            Self { frame, tokens }
        };
        let mut heads = titles.iter().map(|title| framed(title));
        heads.find(|head| head.tokens <= MAX_FOR_FRAME).unwrap_or_else(|| framed(""))
    }
}

/// The views that a candidate offers.
#[derive(Clone, Debug)]
struct Offer {
    symbol: SymbolId,
    path: String,
    line: u32,
    score: f64,
    most: Option<DetailLevel>,
    comes_with: Vec<usize>,
    imports: Vec<String>,
    /// Its name is part of the answer.
    name_answers: bool,
    /// Least view first.
    views: Vec<CountedView>,
}

#[derive(Clone, Debug)]
struct CountedView {
    view: DetailLevel,
    tokens: u32,
    value: u32,
    text: String,
    lines: Vec<[u32; 2]>,
}

impl Packer {
    /// Counts every view of every candidate that takes at most `ceiling` tokens, the largest budget to be asked for, on all
    /// threads.
    pub fn new(candidates: &[PackCandidate<'_>], style: &PackStyle, ceiling: u32, counter: &Counter) -> Self {
        let PackStyle { format, encoding, .. } = *style;
        let best = candidates.iter().map(|c| usable(c.score)).fold(0.0, f64::max);
        let offer = |candidate: &PackCandidate<'_>| {
            let PackCandidate { text, lines, excerpts, most, comes_with, imports, .. } = candidate;
            let score = usable(candidate.score);
            let counted = |view: DetailLevel, text: &SymbolText<'_>, worth: f64, lines: Vec<[u32; 2]>| {
                let item = PackItem::new(format, view, text)?;
                let tokens = item.count_within(counter, encoding, ceiling)?;
                let value = if best > 0.0 { WHOLE * (score / best) * usable(worth).min(1.0) } else { 0.0 };
                Some(CountedView { view, tokens, value: value as u32, text: item.text(), lines })
            };
            let Worth { name, signature, power } = style.worth;
            let heads = [
                counted(DetailLevel::Name, text, name, Vec::new()),
                counted(DetailLevel::Signature, text, signature, vec![[text.line; 2]]),
            ];
            let excerpts = excerpts.iter().map(|excerpt| {
                let text = SymbolText { excerpt: &excerpt.text, ..*text };
                counted(DetailLevel::Excerpt, &text, excerpt.share.powf(power), excerpt.lines.clone())
            });
            let whole = counted(DetailLevel::Full, text, 1.0, lines.clone());
            // An excerpt that costs as much as the whole is none.
            let of_whole = whole.as_ref().map_or(u32::MAX, |whole| whole.tokens);
            let excerpts = excerpts.flatten().filter(|excerpt| excerpt.tokens < of_whole);
            Offer {
                symbol: text.symbol,
                path: text.path.to_owned(),
                line: text.line,
                score,
                most: *most,
                comes_with: comes_with.clone(),
                imports: imports.clone(),
                name_answers: !text.role.is_empty(),
                views: heads.into_iter().flatten().chain(excerpts).chain(whole.clone()).collect(),
            }
        };
        Self {
            offers: candidates.par_iter().map(offer).collect(),
            format,
            encoding,
            head: PackHead::of(format, encoding, &[&style.title]),
            first_differs: first_item_differs(format, encoding),
        }
    }

    /// The pack of greatest value within `budget`. `overrides` has one for each candidate; missing ones are free.
    ///
    /// # Errors
    /// The budget is below [`MIN_BUDGET`], or the overrides cannot be met within it.
    pub fn pack(&self, budget: u32, overrides: &[RowOverride]) -> Result<Pack, PackError> {
        self.pack_under(&self.head, budget, overrides)
    }

    /// The views that a candidate has, least first.
    pub fn views(&self, candidate: usize) -> Vec<DetailLevel> {
        let views = self.offers.get(candidate).map_or(&[][..], |offer| &offer.views);
        let mut views: Vec<DetailLevel> = views.iter().map(|offered| offered.view).collect();
        views.dedup();
        views
    }

    /// A head for other packs: with the first of some titles that is not too long.
    pub(crate) fn head(&self, titles: &[&str]) -> PackHead {
        PackHead::of(self.format, self.encoding, titles)
    }

    /// The same pack under another head.
    pub(crate) fn with_head(pack: Pack, old: &PackHead, new: &PackHead) -> Pack {
        let text = [&new.frame.open, &pack.text[old.frame.open.len()..]].concat();
        Pack { text, tokens: pack.tokens - old.tokens + new.tokens, ..pack }
    }

    /// The same as [`Packer::pack`] under a head of its own.
    pub(crate) fn pack_under(
        &self,
        head: &PackHead,
        budget: u32,
        overrides: &[RowOverride],
    ) -> Result<Pack, PackError> {
        if budget < MIN_BUDGET {
            return Err(PackError::BudgetTooSmall { budget });
        }
        let row_override = |candidate: usize| overrides.get(candidate).copied().unwrap_or(RowOverride::FREE);
        let allowed: Vec<Vec<Option<&CountedView>>> =
            self.offers.iter().enumerate().map(|(ix, offer)| offer.allowed(row_override(ix))).collect();
        if let Some(candidate) = allowed.iter().position(Vec::is_empty) {
            let Offer { path, line, .. } = &self.offers[candidate];
            return Err(PackError::NoSuchView { path: path.clone(), line: *line });
        }
        let overhead = i64::from(head.tokens) + self.first_differs;
        let capacity = u32::try_from(i64::from(budget) - overhead).unwrap_or(0);
        let too_tight = |tight: TooTight| PackError::PinsTooLarge {
            needed: tight.needed.saturating_add_signed(overhead),
            budget,
        };
        let for_imports = if self.offers.iter().all(|offer| offer.imports.is_empty()) {
            0
        } else {
            capacity / IMPORTS_PART
        };
        let chosen = self.with_companions(&allowed, overrides, capacity - for_imports);
        let (picked, room) = match chosen {
            Ok((picked, room)) => (picked, room + u64::from(for_imports)),
            Err(_) => self.with_companions(&allowed, overrides, capacity).map_err(too_tight)?,
        };
        let left_out = (0..picked.len())
            .filter(|&ix| picked[ix].is_none())
            .map(|ix| self.left_out(ix, row_override(ix), &allowed, &picked, room))
            .collect();
        Ok(self.write(head, budget, &picked, left_out))
    }

    /// The best choice within `capacity`, with what is left of that: first of what is there for its own sake, then of what
    /// comes with the code that this shows, then again with the room that those leave.
    fn with_companions<'p>(
        &'p self,
        allowed: &[Vec<Option<&'p CountedView>>],
        overrides: &[RowOverride],
        capacity: u32,
    ) -> Result<(Vec<Option<&'p CountedView>>, u64), TooTight> {
        let is_free = |ix: usize| overrides.get(ix).is_none_or(|row_override| row_override.least.is_none());
        let is_companion = |ix: usize| !self.offers[ix].comes_with.is_empty() && is_free(ix);
        let only = |keep: &dyn Fn(usize) -> bool| -> Vec<Vec<Option<&'p CountedView>>> {
            let class = |(ix, views): (usize, &Vec<_>)| if keep(ix) { views.clone() } else { vec![None] };
            allowed.iter().enumerate().map(class).collect()
        };
        let own = only(&|ix| !is_companion(ix));
        let picks =
            |classes: &[Vec<Option<&'p CountedView>>], solution: &Solution| -> Vec<Option<&'p CountedView>> {
                classes.iter().zip(&solution.picks).map(|(views, &pick)| views[pick]).collect()
            };
        let reserve = if (0..allowed.len()).any(is_companion) { capacity / COMPANIONS_PART } else { 0 };
        let first = solve(&own, capacity - reserve).or_else(|_| solve(&own, capacity))?;
        let shown = picks(&own, &first);
        let room = u64::from(capacity).saturating_sub(first.cost).min(u64::from(reserve)) as u32;
        let is_code =
            |&ix: &usize| shown.get(ix).copied().flatten().is_some_and(|v| v.view > DetailLevel::Signature);
        let with_shown = only(&|ix| is_companion(ix) && self.offers[ix].comes_with.iter().any(is_code));
        let companions = solve(&with_shown, room)?;
        let last = solve(&own, capacity - companions.cost as u32)?;
        let companions_shown = picks(&with_shown, &companions);
        let all = picks(&own, &last).into_iter().zip(companions_shown).map(|(own, other)| own.or(other));
        Ok((all.collect(), u64::from(capacity) - last.cost - companions.cost))
    }

    /// The text: candidates in their order, what comes with others below the first of these, then the imports.
    fn write(
        &self,
        head: &PackHead,
        budget: u32,
        picked: &[Option<&CountedView>],
        left_out: Vec<LeftOut>,
    ) -> Pack {
        let mut order: Vec<(usize, &CountedView)> =
            picked.iter().enumerate().filter_map(|(ix, view)| Some((ix, (*view)?))).collect();
        order.sort_by_key(|&(ix, _)| {
            let of = self.offers[ix].comes_with.iter().copied().filter(|&row| picked[row].is_some()).min();
            (of.unwrap_or(ix), of.is_some(), ix)
        });

        let mut text = head.frame.open.clone();
        let mut tokens = i64::from(head.tokens);
        for (nth, (_, item)) in order.iter().enumerate() {
            let skip = if nth == 0 { separator(self.format).len() } else { 0 };
            text.push_str(&item.text[skip..]);
            tokens += i64::from(item.tokens) + if nth == 0 { self.first_differs } else { 0 };
        }
        let shown_code =
            order.iter().filter(|(_, item)| item.view > DetailLevel::Signature).map(|&(ix, _)| ix);
        let (close, more) = self.close(shown_code, u64::from(budget).saturating_sub(tokens as u64) as u32);
        text.push_str(&close);
        tokens += i64::from(more);
        let shown =
            order.into_iter().map(|(candidate, CountedView { view, tokens, lines, .. })| PackedItem {
                candidate,
                symbol: self.offers[candidate].symbol,
                view: *view,
                tokens: *tokens,
                lines: lines.clone(),
            });
        Pack { shown: shown.collect(), text, tokens: tokens as u32, budget, left_out }
    }

    /// The end of a pack with as many of the imports of what it shows as have room, and what these add to its tokens.
    fn close(&self, shown: impl Iterator<Item = usize>, room: u32) -> (String, u32) {
        let mut imports: Vec<&str> = Vec::new();
        for spec in shown.flat_map(|ix| &self.offers[ix].imports) {
            if !imports.contains(&spec.as_str()) {
                imports.push(spec);
            }
        }
        let bare = PackFrame::close(self.format, &[]);
        let tokens = self.encoding.count(&bare);
        for most in (1..=imports.len()).rev() {
            let close = PackFrame::close(self.format, &imports[..most]);
            let more = self.encoding.count(&close).saturating_sub(tokens);
            if more <= room {
                return (close, more);
            }
        }
        (bare, 0)
    }

    fn left_out(
        &self,
        candidate: usize,
        row_override: RowOverride,
        allowed: &[Vec<Option<&CountedView>>],
        picked: &[Option<&CountedView>],
        slack: u64,
    ) -> LeftOut {
        let offer = &self.offers[candidate];
        let worthy = || offer.views.iter().filter(|v| v.value > 0);
        let shows = worthy().filter(|v| v.view > DetailLevel::Name).map(|v| v.tokens).min();
        let least = shows.or_else(|| worthy().map(|v| v.tokens).min());
        let cause = match least {
            _ if row_override.most.is_none() => Cause::Banned,
            _ if offer.most.is_none() => Cause::LikeAnother,
            None if offer.score == 0.0 => Cause::Worthless,
            None => Cause::TooLarge,
            Some(least) => displaced(u64::from(least).saturating_sub(slack), allowed, picked),
        };
        LeftOut {
            candidate,
            symbol: offer.symbol,
            least_tokens: least,
            full_tokens: offer.views.iter().find(|v| v.view == DetailLevel::Full).map(|v| v.tokens),
            cause,
        }
    }
}

impl Offer {
    /// Returns the views that an override allows, leaving out first. A bare name is chosen only if a person asks for
    /// it.
    fn allowed(&self, row_override: RowOverride) -> Vec<Option<&CountedView>> {
        let nothing = row_override.allows(None).then_some(None);
        let is_choice = |view: DetailLevel| match view {
            _ if row_override.least.is_some() => true,
            DetailLevel::Name if !self.name_answers => false,
            view => Some(view) <= self.most,
        };
        let views =
            self.views.iter().filter(|v| is_choice(v.view) && row_override.allows(Some(v.view))).map(Some);
        nothing.into_iter().chain(views).collect()
    }
}

fn solve(classes: &[Vec<Option<&CountedView>>], capacity: u32) -> Result<Solution, TooTight> {
    let choices: Vec<Vec<Choice>> =
        classes.iter().map(|views| views.iter().map(|view| choice(*view)).collect()).collect();
    knapsack::solve(&choices, capacity)
}

fn choice(view: Option<&CountedView>) -> Choice {
    view.map_or(Choice { cost: 0, value: 0 }, |v| Choice { cost: v.tokens, value: v.value })
}

/// Shown candidates that would have to go to free `missing` tokens: one if possible, else several, cheapest first. By
/// the optimum they are worth more than the displaced one.
fn displaced(missing: u64, allowed: &[Vec<Option<&CountedView>>], picked: &[Option<&CountedView>]) -> Cause {
    let mut holders: Vec<(u32, Reverse<usize>, u64)> = Vec::new();
    for (ix, view) in picked.iter().enumerate() {
        let can_go = allowed[ix].iter().any(Option::is_none);
        if let Some(view) = view.filter(|_| can_go) {
            holders.push((view.value, Reverse(ix), u64::from(view.tokens)));
        }
    }
    holders.sort_unstable();
    if let Some((_, Reverse(ix), _)) = holders.iter().find(|(.., tokens)| *tokens >= missing) {
        return Cause::Displaced(vec![*ix]);
    }
    let mut freed = 0;
    let together: Vec<usize> = holders
        .into_iter()
        .take_while(|(.., tokens)| {
            let needed = freed < missing;
            freed += tokens;
            needed
        })
        .map(|(_, Reverse(ix), _)| ix)
        .collect();
    if freed < missing { Cause::TooLarge } else { Cause::Displaced(together) }
}

#[cfg(test)]
mod tests;
