//! The keys that the footer offers, in groups: the slot's own, the panels and further steps of any selection, the leaders.

use super::action::{Action, KeyContext};
use super::explorer::App;
use super::key::Chord;
use super::offer::{Offer, Press, offer};
use super::overlay::OverlayKind;
use super::pane::slot::Slot;
use super::side::Panel;
use super::view::View;

/// The offers of the footer in their order from the left; `always` stands at the right end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    pub own: Vec<Offer>,
    pub panels: Vec<Offer>,
    pub leaders: Vec<Offer>,
    pub always: Vec<Offer>,
}

impl App {
    /// Everything that the footer may offer where one is.
    pub fn offers(&self) -> Offers {
        if let Some(overlay) = &self.overlay {
            let accept = match overlay.kind {
                OverlayKind::Text => "open",
                OverlayKind::Themes => "keep",
                OverlayKind::Budgets | OverlayKind::Builds => "set",
                OverlayKind::TreeWords => "add",
                OverlayKind::Help | OverlayKind::Palette | OverlayKind::Messages => "run",
            };
            let own = vec![offer(&[Action::Accept], accept), offer(&[Action::Leave], "close")];
            return Offers { own, ..Offers::default() };
        }
        if self.contexts().contains(&KeyContext::Line) {
            let mut own = vec![offer(&[Action::Accept], "take"), offer(&[Action::Leave], "cancel")];
            if self.ctx.view == View::Query && self.query.slots.prompt.open {
                own.push(offer(&[Action::LineUp, Action::LineDown], "rows"));
                own.push(offer(&[Action::LineEarlier], "earlier"));
            }
            return Offers { own, ..Offers::default() };
        }
        let always = vec![Action::Help.into(), Action::Quit.into()];
        if !self.ctx.picks.is_empty() {
            let own = [
                offer(&[Action::Pick], "pick"),
                offer(&[Action::More], "to the pack"),
                offer(&[Action::CopySymbol], "copy"),
                offer(&[Action::TourOfRows], "a tour of them"),
                offer(&[Action::TakeOut], "out"),
                offer(&[Action::Climb], "drop picks"),
            ];
            let is_offered = |offer: &Offer| {
                offer.presses[0] != Press::Act(Action::TakeOut) || self.ctx.view == View::Query
            };
            return Offers { own: own.into_iter().filter(is_offered).collect(), always, ..Offers::default() };
        }
        let state = self.in_sight();
        let own = match state.focus() {
            _ if self.panel_has_keys() => self.side_hints(),
            Slot::Source => state.pane().offers(),
            Slot::List | Slot::Side => state.hints(&self.ctx),
        };
        Offers { own, panels: self.panel_offers(), leaders: self.leaders(), always }
    }

    /// The panels, and what any selection is good for.
    fn panel_offers(&self) -> Vec<Offer> {
        let panels: Vec<Action> = Panel::LETTERED.into_iter().filter_map(Panel::action).collect();
        let mut offers = match self.ctx.size.width {
            200.. => panels.into_iter().map(Offer::from).collect(),
            150.. => vec![offer(&panels, "panels")],
            _ => vec![offer(&panels, "")],
        };
        if self.row_symbol().is_some() {
            offers.push(offer(&[Action::ImpactHere], "impact"));
            if self.ctx.view != View::Query {
                offers.push(offer(&[Action::More], "pack"));
            }
            offers.push(if self.marked.is_some() { Action::Ways.into() } else { Action::Mark.into() });
            offers.push(offer(&[Action::AddStep], "tour"));
        }
        offers
    }

    /// The first keys of chords that do something here.
    fn leaders(&self) -> Vec<Offer> {
        let has_keys = |key| !self.ctx.keymap.continuations(&self.contexts(), &[key]).is_empty();
        let leader = |text: &str, words| {
            let key = *text.parse::<Chord>().ok()?.0.first()?;
            has_keys(key).then(|| Offer { presses: vec![Press::Begin(key)], words })
        };
        let look = if self.in_sight().focus() == Slot::Source { leader("z", "look") } else { None };
        look.into_iter().chain(leader(",", "more")).collect()
    }
}
