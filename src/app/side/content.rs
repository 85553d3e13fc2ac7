//! The rows of each panel.

use std::sync::{Arc, PoisonError};

use unicode_width::UnicodeWidthStr;

use super::panel::Panel;
use super::row::{RowTone, RowWhat, SideRow};
use super::{Made, related};
use crate::app::explorer::App;
use crate::app::filter::Filter;
use crate::app::impact::ImpactResult;
use crate::app::job::Job;
use crate::app::pane::slot::Slot;
use crate::app::source::Shown;
use crate::app::sure::Sure;
use crate::app::symbols::why_rank::why_rank;
use crate::app::view::View;
use crate::app::view_state::ViewState;
use crate::app::wrap::{wrapped, wrapped_command};
use crate::history::date;
use crate::impact::Tier;
use crate::impact::cochange::CoChanged;
use crate::model::{Graph, SymbolId, clean, grouped};
use crate::relations::{Certainty, RelationKind, tests_of};
use crate::tour::Label;
use crate::unused::UnseenUse;
use crate::why::DiffLine;

/// Tests of a symbol that are named in a command; with more it runs their package.
const MAX_NAMED: usize = 5;

/// Columns of the label of a step's words, and the depth at which as much is left out.
const LABEL: usize = 6;
const LABEL_DEPTH: u16 = LABEL as u16 / 2;

/// A declaration that past commits changed together with another: its symbol, its name and its share.
pub(in crate::app) type Partner = (Option<SymbolId>, String, String);

impl App {
    /// Makes the rows of the panel in a slot anew, where they may have changed.
    pub(super) fn make_rows(&mut self, slot: Slot) {
        let at = self.ctx.side.at_of(slot);
        let panel = self.ctx.side.panel_of(self.ctx.view, at);
        let snapshot = self.ctx.index.snapshot.clone();
        let subject = self.ctx.side.subject.filter(|_| snapshot.is_some());
        let id = match panel {
            Panel::Words => self.tours.words_key(),
            _ => subject.and_then(|symbol| self.ctx.id_of(symbol)).unwrap_or_default(),
        };
        let version = match panel {
            Panel::Pack => self.query.packed.as_ref().map_or(0, |packed| Arc::as_ptr(&packed.lines) as usize),
            Panel::Interactions => {
                let answered =
                    self.query.answered.as_ref().map_or(0, |answered| Arc::as_ptr(answered) as usize);
                answered.wrapping_add(self.interactions.version)
            }
            _ => snapshot.as_ref().map_or(0, |snapshot| Arc::as_ptr(snapshot) as usize),
        };
        let (side, list) = (&self.ctx.side, &self.ctx.side.lists[at]);
        let typed = list.filter.text().to_owned();
        let made = Made {
            panel,
            id: id.clone(),
            version,
            choices: side.choices.clone(),
            toggled: list.toggled.clone(),
            filter: typed.clone(),
        };
        let is_as_before = list.made.as_ref() == Some(&made);
        let is_costly = match panel {
            Panel::Pack | Panel::Interactions => true,
            Panel::Tests => self.ctx.view != View::Impact,
            panel => panel.is_tree(),
        };
        if is_costly && is_as_before {
            return;
        }
        let kept = list.row().filter(|row| row.is_stop()).map(|row| row.key.clone());
        let graph = snapshot.as_ref().map(|snapshot| snapshot.graph());
        let graph_and_subject = graph.as_ref().zip(subject);
        let filter = Filter::parse(&typed);
        let mut rows = match (panel, graph_and_subject) {
            (Panel::Related | Panel::UsedBy | Panel::Uses, Some((graph, subject))) => {
                related::rows(graph, (subject, panel.direction()), &side.choices, &list.toggled, &filter)
            }
            (Panel::Tests, _) if self.ctx.view == View::Impact => self.tests_of_change(),
            (Panel::Tests, Some((graph, subject))) => self.tests_of_symbol(graph, subject),
            (Panel::Commits, Some((_, subject))) => self.commits_of(subject, &id),
            (Panel::About, Some((graph, subject))) => self.about(graph, subject),
            (Panel::Pack, _) => self.pack_rows(),
            (Panel::Ways, _) => self.ways_rows(),
            (Panel::Interactions, _) => self.interaction_rows(),
            (Panel::Words, _) => self.tour_words(),
            (_, None) if graph.is_none() => told("known once there is an index"),
            (_, None) => told("nothing is selected"),
        };
        let is_filtered = panel.is_tree() || matches!(panel, Panel::Pack | Panel::Interactions);
        if !is_filtered && !filter.is_empty() {
            let typed = typed.to_lowercase();
            rows.retain(|row| {
                matches!(row.what, RowWhat::Heading(..)) || row.text().to_lowercase().contains(&typed)
            });
        }
        let list = &mut self.ctx.side.lists[at];
        (list.rows, list.made) = (rows, Some(made));
        let at = kept.and_then(|key| list.rows.iter().position(|row| row.key == key && !key.is_empty()));
        match at {
            Some(at) => list.cursor.at = at,
            None if panel == Panel::Pack => {}
            // Rows of words have no keys, and stay where they were scrolled to.
            None if is_as_before && list.cursor.at < list.rows.len() => {}
            None => {
                list.site = 0;
                // Columns begin with what they are about, whose code stands between them.
                let at = if panel.direction().is_some() { 0 } else { list.first_stop() };
                list.cursor = crate::app::list::Cursor { at, offset: 0 };
            }
        }
    }

    fn is_open(&self, key: &str, usually: bool) -> bool {
        usually != self.ctx.side.list().toggled.contains(key)
    }

    /// The tests of the change that Impact shows, in tiers; each contains those before it.
    fn tests_of_change(&self) -> Vec<SideRow> {
        let Some(blast) = &self.impact.blast else {
            let is_awaited = self.impact.problem.is_none() && self.impact.target.is_some();
            return told(if is_awaited { "tests follow the answer" } else { "there is no answer" });
        };
        let mut rows = if self.impact.past.partners { self.partners(blast) } else { Vec::new() };
        let graph = blast.snapshot.graph();
        let all = blast.radius.n_tests();
        let unseen = &blast.unseen_tests;
        if all == 0 {
            rows.push(SideRow::words("no test reaches the change", RowTone::Plain));
        }
        let told = &blast.tiers.told;
        for &tier in told {
            let n = blast.tiers.n_tests(tier);
            let key = format!("tier {}", tier.number());
            let open = self.is_open(&key, tier != Tier::All || told.len() == 1);
            let title = format!("{} {}", tier.number(), tier.name());
            let note = if n == all {
                grouped(all as u64)
            } else {
                format!("{} of {}", grouped(n as u64), grouped(all as u64))
            };
            rows.push(SideRow::heading(&key, title, note).folding(open));
            if open {
                let runs = blast.tiers.runs(tier, &blast.radius);
                let order = self.impact.past.places_of(blast, &runs);
                for run in order.into_iter().map(|at| &runs[at]) {
                    let note = run.note(&graph).map_or(String::new(), |note| clean(&note).into_owned());
                    rows.extend(self.command(&key, &clean(run.line(&graph)), &note));
                }
            }
        }
        if !blast.tiers.needs.is_empty() {
            let open = self.is_open("needs", false);
            let note = grouped(blast.tiers.needs.len() as u64);
            rows.push(SideRow::heading("needs", "need something to run", note).folding(open));
            for (test, need) in blast.tiers.needs.iter().filter(|_| open) {
                rows.push(SideRow::symbol(&graph, "needs", 1, *test, Sure::Sure, need));
            }
        }
        if !unseen.is_empty() {
            rows.push(SideRow::heading("not known", "not known", ""));
            rows.extend(self.wrapped_words(&UnseenUse::describe_all(unseen), RowTone::Faint));
        }
        rows
    }

    /// The declarations that past commits changed together with the target of Impact.
    fn partners(&self, blast: &Arc<ImpactResult>) -> Vec<SideRow> {
        let past = &self.impact.past;
        let told = |partner: &CoChanged| {
            let name = format!("{} {}", partner.name.as_deref().unwrap_or_default(), partner.path);
            let (share, support, last) = (partner.shares[0] * 100.0, partner.support, date(partner.last));
            (partner.symbol, name.trim().to_owned(), format!("{share:.0}% of {support}, {last}"))
        };
        let found = match (past.problem(), past.of(blast)) {
            (Some(why), _) => Err(why),
            (None, None) => Err("reading history …"),
            (None, Some(details)) => Ok(details.co_changes.partners.iter().map(told).collect()),
        };
        self.changed_with(Some(&blast.snapshot.graph()), ("partners", 0), found)
    }

    /// Returns all that past commits changed together with something: symbols or names with their share. Or why that is not known.
    pub(in crate::app) fn changed_with(
        &self,
        graph: Option<&Graph<'_>>,
        (key, depth): (&str, u16),
        found: Result<Vec<Partner>, &str>,
    ) -> Vec<SideRow> {
        let note = found.as_ref().map_or_else(|_| String::new(), |found| grouped(found.len() as u64));
        let mut rows = vec![SideRow::heading(key, "changes with it in past commits", note).below(depth)];
        match found {
            Err(why) => rows.extend(self.indented_words(why, RowTone::Faint, depth)),
            Ok(found) if found.is_empty() => {
                let text = "nothing did in at least three commits";
                rows.push(SideRow::words(text, RowTone::Faint).below(depth));
            }
            Ok(found) => {
                rows.extend(found.into_iter().map(|(symbol, name, share)| match graph.zip(symbol) {
                    Some((graph, symbol)) => {
                        SideRow::symbol(graph, key, depth + 1, symbol, Sure::Sure, &share)
                    }
                    None => {
                        SideRow::words(clean(&format!("{name}  {share}")), RowTone::Faint).below(depth + 1)
                    }
                }));
            }
        }
        rows
    }

    /// The tests of a symbol, and the commands that run them.
    fn tests_of_symbol(&self, graph: &Graph<'_>, subject: SymbolId) -> Vec<SideRow> {
        let side = &self.ctx.side;
        let generation = side.snapshot.as_ref().map_or(0, |snapshot| snapshot.generation());
        let mut surveyor = side.surveyor.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = tests_of(graph, (&mut surveyor, generation), RelationKind::Tests, &[subject]);
        drop(surveyor);
        if ends.is_empty() {
            return told("no test uses it or reaches it by the code that it calls");
        }
        let name = |id: SymbolId| clean(graph.symbol(id).name()).into_owned();
        let mut folders: Vec<(String, Vec<String>)> = Vec::new();
        for end in ends.iter().filter(|end| end.steps <= 1 || end.certainty == Certainty::Possible) {
            let path = graph.symbol(end.symbol).path();
            let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned();
            let test = name(end.symbol);
            if !["Test", "Example", "Fuzz"].iter().any(|prefix| test.starts_with(prefix)) {
                continue;
            }
            match folders.iter_mut().find(|(known, _)| *known == folder) {
                Some((_, tests)) => tests.push(test),
                None => folders.push((folder, vec![test])),
            }
        }
        let mut rows = vec![SideRow::heading("run", "run them", "")];
        for (folder, tests) in folders {
            let package = if folder == "." { ".".to_owned() } else { format!("./{folder}") };
            let line = if tests.len() > MAX_NAMED {
                format!("go test {package}")
            } else {
                format!("go test {package} -run '^({})$'", tests.join("|"))
            };
            rows.extend(self.command("run", &clean(&line), ""));
        }
        let is_sure = ends[0].certainty != Certainty::Possible;
        let title = if is_sure { "tests that use it" } else { "tests that reach it by what they call" };
        rows.push(SideRow::heading("tests", title, grouped(ends.len() as u64)));
        for end in &ends {
            let sure = if end.certainty == Certainty::Possible { Sure::Likely } else { Sure::Sure };
            let via = end.via.map_or(String::new(), |via| format!("by {}", via.name(graph)));
            let row = SideRow::symbol(graph, "tests", 1, end.symbol, sure, &via);
            let place = end.via.is_none().then(|| Shown::uses(graph, end.symbol, &end.lines, subject));
            rows.push(row.at(place.flatten()));
        }
        rows
    }

    /// A command in rows that fit the side, with a note at its end.
    fn command(&self, key: &str, line: &str, note: &str) -> Vec<SideRow> {
        let width = usize::from(self.in_sight().area(&self.ctx, Slot::Side).width).saturating_sub(6);
        let mut parts = wrapped_command(line, width);
        match parts.last_mut() {
            _ if note.is_empty() => {}
            Some(last) if last.width() + note.width() + 2 <= width => last.extend(["  ", note]),
            _ => parts.push(note.to_owned()),
        }
        let mut parts = parts.into_iter();
        let first = RowWhat::Command(line.to_owned(), parts.next().unwrap_or_default());
        let rest = parts.map(|part| SideRow::words(part, RowTone::Plain).below(2));
        std::iter::once(SideRow::new(format!("{key}/{line}"), 1, first)).chain(rest).collect()
    }

    /// The commits that made a symbol; asks for them where they are not known.
    fn commits_of(&mut self, subject: SymbolId, id: &str) -> Vec<SideRow> {
        let Some(snapshot) = self.ctx.index.snapshot.clone() else { return Vec::new() };
        if snapshot.graph().symbol(subject).kind().is_container() {
            return told("packages and files have no lines of their own: select a declaration");
        }
        if self.ctx.side.asked.as_deref() != Some(id) {
            self.ctx.side.asked = Some(id.to_owned());
            self.ctx.start(Job::Why { snapshot, symbol: subject });
        }
        let Some((_, commits)) = self.ctx.side.commits.as_ref().filter(|(of, _)| of == id) else {
            return told("reading past commits …");
        };
        let mut rows = Vec::new();
        rows.extend(self.wrapped_words(&commits.head, RowTone::Faint));
        if commits.rows.is_empty() {
            rows.push(SideRow::words("no commit has it yet", RowTone::Plain));
        }
        for (at, commit) in commits.rows.iter().enumerate() {
            let key = format!("commit {}", commit.id.as_deref().unwrap_or("none"));
            let open = self.is_open(&key, false);
            let has_more = !commit.message.is_empty() || !commit.lines.is_empty();
            let what = RowWhat::Commit(at, commit.text.clone());
            rows.push(SideRow { open: has_more.then_some(open), ..SideRow::new(key, 0, what) });
            if !open {
                continue;
            }
            let message = commit.message.iter().map(|text| (text.clone(), RowTone::Faint));
            let lines = commit.lines.iter().map(|line| match line {
                DiffLine::Added(text) => (format!("+ {text}"), RowTone::Good),
                DiffLine::Removed(text) => (format!("- {text}"), RowTone::Bad),
            });
            rows.extend(message.chain(lines).map(|(text, tone)| SideRow::words(text, tone).below(2)));
        }
        rows
    }

    /// The words on what a symbol is, and why it stands where it does in the view.
    fn about(&self, graph: &Graph<'_>, subject: SymbolId) -> Vec<SideRow> {
        let symbol = graph.symbol(subject);
        let head = SideRow::heading("subject", clean(&symbol.label()), symbol.kind().name());
        let head = SideRow { symbol: Some(subject), ..head };
        let mut rows = vec![head.at(Some(Shown::declaration(graph, subject)))];
        if !symbol.signature().is_empty() {
            rows.extend(self.wrapped_words(symbol.signature(), RowTone::Strong));
        }
        match self.ctx.view {
            View::Query if self.query.selected() == Some(subject) => {
                rows.push(SideRow::words("", RowTone::Plain));
                rows.push(SideRow::words("why it is in the answer", RowTone::Key));
                let reasons = self.query.reasons(&self.ctx).into_iter();
                rows.extend(reasons.map(|(text, tone)| SideRow::words(text, tone)));
            }
            View::Tours => {
                let why = self.tours.reasons(&self.ctx).unwrap_or_default();
                if !why.is_empty() {
                    rows.push(SideRow::words("", RowTone::Plain));
                    rows.push(SideRow::words("why it is in the tour", RowTone::Key));
                }
                for line in why {
                    rows.extend(self.wrapped_words(&line, RowTone::Plain));
                }
            }
            _ => {}
        }
        rows.push(SideRow::words("", RowTone::Plain));
        rows.push(SideRow::words("why it stands where it does in the list", RowTone::Key));
        for line in why_rank(graph, subject) {
            rows.extend(self.wrapped_words(&line, RowTone::Plain));
        }
        rows
    }

    fn pack_rows(&self) -> Vec<SideRow> {
        let Some(packed) = self.query.packed.as_ref().filter(|packed| !packed.is_empty()) else {
            return match &self.query.problem {
                Some(problem) if self.query.answered.is_some() => {
                    self.wrapped_words(problem, RowTone::Bad).collect()
                }
                _ => told("a question in 2 fills the pack; + adds the selection"),
            };
        };
        let row = |text: &String| {
            let is_frame = text.starts_with(['#', '`', '<', '{', '=']);
            let tone = if is_frame { RowTone::Key } else { RowTone::Plain };
            SideRow::new("", 0, RowWhat::Words(text.clone(), tone))
        };
        packed.lines.iter().map(row).collect()
    }

    /// The words of the selected step, or on the selected tour. The labels stand in a column of their own.
    fn tour_words(&self) -> Vec<SideRow> {
        let Some(words) = self.tours.words(&self.ctx) else { return told("no tour is selected") };
        let mut rows = Vec::new();
        for (text, tone) in words {
            let label = Label::ALL
                .into_iter()
                .map(Label::name)
                .find(|&label| text.strip_prefix(label).is_some_and(|rest| rest.starts_with(' ')));
            match label {
                Some(label) => {
                    let rest = text[label.len()..].trim_start();
                    let lines = self.indented_words(rest, tone, LABEL_DEPTH).enumerate();
                    rows.extend(lines.map(|(at, row)| {
                        let RowWhat::Words(line, tone) = row.what else { return row };
                        let label = if at == 0 { label } else { "" };
                        SideRow::words(format!("{label:LABEL$}{line}"), tone)
                    }));
                }
                None => rows.extend(self.wrapped_words(&text, tone)),
            }
        }
        rows
    }

    /// The ways from the mark, step by step.
    fn ways_rows(&self) -> Vec<SideRow> {
        let Some(ways) = &self.ctx.side.ways else { return told("no way is asked for") };
        let of = |(at, row): (usize, &SideRow)| match &row.what {
            RowWhat::Words(text, tone) => self.wrapped_words(text, *tone).collect(),
            _ => vec![SideRow { key: format!("way {at}"), ..row.clone() }],
        };
        ways.rows.iter().enumerate().flat_map(of).collect()
    }

    /// A text in rows that fit the side.
    pub(in crate::app) fn wrapped_words(
        &self,
        text: &str,
        tone: RowTone,
    ) -> impl Iterator<Item = SideRow> + use<> {
        self.indented_words(text, tone, 0)
    }

    /// A text in rows of a depth that fit the side.
    pub(in crate::app) fn indented_words(
        &self,
        text: &str,
        tone: RowTone,
        depth: u16,
    ) -> impl Iterator<Item = SideRow> + use<> {
        let state = self.in_sight();
        let width =
            usize::from(state.area(&self.ctx, Slot::Side).width).saturating_sub(3 + 2 * usize::from(depth));
        let lines = wrapped(&clean(text), width.max(20)).into_iter();
        lines.map(move |line| SideRow::words(line, tone).below(depth))
    }
}

fn told(text: &str) -> Vec<SideRow> {
    vec![SideRow::words(text, RowTone::Faint)]
}

impl super::PanelList {
    /// The first row that the cursor stops at.
    pub(super) fn first_stop(&self) -> usize {
        let is_end = |row: &SideRow| row.is_stop() && !matches!(row.what, RowWhat::Heading(..));
        let first = self.rows.iter().position(is_end).or_else(|| self.rows.iter().position(SideRow::is_stop));
        first.unwrap_or(0)
    }
}
