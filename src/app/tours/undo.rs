//! Undo and redo of changes of an open tour's steps, until it is saved or closed.

use super::ToursView;
use super::actions::CLOSED;
use super::playing::Before;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;

impl ToursView {
    /// Undoes the last change of the open tour's steps.
    pub(super) fn undo(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return cx.notify(Tone::Bad, CLOSED) };
        let Some(before) = playing.past.pop() else {
            return cx.notify(Tone::Bad, "nothing to undo since this tour was opened or saved");
        };
        let now = playing.before();
        playing.future.push(now);
        let is_as_it_was = self.restore(cx, before);
        let [save, redo] = [Action::TourSave, Action::Redo].map(|action| cx.keymap.shown(action));
        let text = if is_as_it_was {
            format!("steps point to their old places again; {save} saves them so")
        } else {
            format!("the last change is undone; {redo} makes it again")
        };
        cx.notify(Tone::Good, text);
    }

    /// Redoes the change that was undone last.
    pub(super) fn redo(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return cx.notify(Tone::Bad, CLOSED) };
        let Some(after) = playing.future.pop() else {
            return cx.notify(Tone::Bad, "nothing to redo: no change was undone since the last one");
        };
        let now = playing.before();
        playing.past.push(now);
        self.restore(cx, after);
        let undo = cx.keymap.shown(Action::Undo);
        cx.notify(Tone::Good, format!("the change is made again; {undo} undoes it"));
    }

    /// Restores the steps of the open tour; returns whether their old anchors are back.
    fn restore(&mut self, cx: &mut Ctx, before: Before) -> bool {
        let Some(playing) = &mut self.playing else { return false };
        let Before { tour, read, found, step, visited, as_written, changed } = before;
        (playing.tour, playing.found, playing.visited) = (tour, found, visited);
        let is_as_it_was = as_written && !std::mem::replace(&mut playing.as_written, as_written);
        let elsewhere = std::mem::replace(&mut playing.read, read) != playing.read;
        if changed || elsewhere {
            self.changed(cx);
        } else {
            // The steps equal the file again, so the tour follows the file.
            playing.changed = false;
            let key = playing.key.clone();
            self.settled(cx, &key);
        }
        if elsewhere || !changed {
            // The file may have changed since these steps were begun, or the list lacks the draft: look again.
            self.list_again(cx);
        }
        self.show_step(cx, step);
        is_as_it_was
    }
}
