//! Undo and redo of changes of an open tour's steps, until it is saved or closed.

use super::ToursView;
use super::actions::CLOSED;
use super::playing::TourState;
use crate::app::action::Action;
use crate::app::ctx::Ctx;

impl ToursView {
    /// Undoes the last change of the open tour's steps.
    pub(super) fn undo(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return cx.warn(CLOSED) };
        let Some(before) = playing.past.pop() else {
            return cx.warn("nothing to undo since this tour was opened or saved");
        };
        playing.future.push(playing.now.clone());
        let is_as_it_was = self.restore(cx, before);
        let [save, redo] = [Action::TourSave, Action::Redo].map(|action| cx.key(action));
        let text = if is_as_it_was {
            format!("steps point to their old places again; {save} saves them so")
        } else {
            format!("the last change is undone; {redo} makes it again")
        };
        cx.tell(text);
    }

    /// Redoes the change that was undone last.
    pub(super) fn redo(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return cx.warn(CLOSED) };
        let Some(after) = playing.future.pop() else {
            return cx.warn("nothing to redo: no change was undone since the last one");
        };
        playing.past.push(playing.now.clone());
        self.restore(cx, after);
        let undo = cx.key(Action::Undo);
        cx.tell(format!("the change is made again; {undo} undoes it"));
    }

    /// Restores the steps of the open tour; returns whether their old anchors are back.
    fn restore(&mut self, cx: &mut Ctx, before: TourState) -> bool {
        let Some(playing) = &mut self.playing else { return false };
        let (changed, step) = (before.changed, before.step);
        let was = std::mem::replace(&mut playing.now, before);
        let is_as_it_was = playing.now.as_written && !was.as_written;
        let elsewhere = was.read != playing.now.read;
        if changed || elsewhere {
            self.changed(cx);
        } else {
            // The steps equal the file again, so the tour follows the file.
            playing.now.changed = false;
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
