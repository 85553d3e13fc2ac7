//! The one table of actions. Keymap, footer, help, palette, the manual page and the README's keys are all made from it.

use std::fmt;

/// Where an action makes sense. Keys are looked up from the innermost context outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyContext {
    /// Everywhere but while typing.
    Global,
    /// Wherever there is a cursor in a list or a text.
    Move,
    Symbols,
    /// In the source of any view.
    Source,
    Query,
    Impact,
    Interactions,
    Tours,
    /// While typing a line: filter, question, palette.
    Line,
}

impl KeyContext {
    pub const ALL: [Self; 9] = [
        Self::Symbols,
        Self::Source,
        Self::Query,
        Self::Impact,
        Self::Tours,
        Self::Interactions,
        Self::Move,
        Self::Line,
        Self::Global,
    ];

    /// Returns whether keys of both contexts can apply at once: both belong to one view, or one of them to all.
    pub fn is_open_with(self, other: Self) -> bool {
        let pair = |a: Self, b: Self| match (a, b) {
            (Self::Line, other) => other == Self::Global,
            (Self::Global | Self::Move, other) => other != Self::Line,
            (Self::Source, Self::Symbols | Self::Query | Self::Impact | Self::Tours) => true,
            _ => false,
        };
        pair(self, other) || pair(other, self)
    }

    /// Heading in the help and in the manual page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Global => "Everywhere",
            Self::Move => "Moving",
            Self::Symbols => "Symbols",
            Self::Source => "In the source",
            Self::Query => "Query",
            Self::Impact => "Impact",
            Self::Tours => "Tours",
            Self::Interactions => "Interactions",
            Self::Line => "While typing",
        }
    }
}

macro_rules! actions {
    ($($name:ident $id:literal $context:ident [$($key:literal),*] $title:literal, $doc:literal;)+) => {
        /// Something that a person can do with a key or from the palette.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action { $(#[doc = $doc] $name),+ }

        impl Action {
            /// Every action, in the table's order.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Its row of the table.
            pub fn entry(self) -> &'static ActionEntry {
                match self {
                    $(Self::$name => &ActionEntry {
                        id: $id, context: KeyContext::$context, keys: &[$($key),*], title: $title, doc: $doc,
                    }),+
                }
            }
        }
    };
}

/// A row of the table.
#[derive(Debug)]
pub struct ActionEntry {
    /// Its name in the config.
    pub id: &'static str,
    pub context: KeyContext,
    /// Default keys, the one to show first.
    pub keys: &'static [&'static str],
    /// A word or two: footer and palette.
    pub title: &'static str,
    /// A sentence without its dot, for the help and the manual page.
    pub doc: &'static str,
}

actions! {
    Descend "descend" Global ["enter"] "in", "Open: the code of a row, or the declaration of a name; on a heading it folds, on a question it asks";
    Climb "climb" Global ["esc"] "out", "Go out one step: close a box, leave the source, clear a filter; it never leaves the program";
    NextPane "next-pane" Global ["tab"] "pane", "To the next pane: list, code, side";
    PreviousPane "previous-pane" Global ["shift-tab"] "prev pane", "To the previous pane";
    Back "back" Global ["[", "alt-left", "ctrl-o"] "back", "Back to where you were before";
    Forward "forward" Global ["]", "alt-right"] "forward", "Forward to where you were after that";
    Type "type" Global ["/"] "type", "Type: filter a list, search the text of a source, ask in Query";
    Next "next" Global ["n"] "next", "To the next stop: match, place of the row, step of the tour, work that is not done";
    Previous "previous" Global ["N"] "prev", "To the previous stop";
    ViewSymbols "view-symbols" Global ["1"] "Symbols", "Symbols: every declaration, the most important first";
    ViewQuery "view-query" Global ["2"] "Query", "Query: ask where something is; the code that answers is packed for a prompt";
    ViewImpact "view-impact" Global ["3"] "Impact", "Impact: what a change would break";
    ViewTours "view-tours" Global ["4"] "Tours", "Tours: follow steps through the code";
    ViewInteractions "view-interactions" Global ["5"] "Interactions", "Interactions: a panel with the symbols that you worked with, if you turned that on";
    Related "related" Global ["r"] "related", "What is linked with the selection: callers, callees, users, implementers";
    Tests "tests" Global ["t"] "tests", "The tests that reach the selection, or the change that Impact shows";
    Commits "commits" Global ["c"] "commits", "The commits that made the selection, and who introduced it; enter shows a commit's impact";
    About "about" Global ["a"] "about", "What the selection is, and why it stands here";
    PackPanel "pack" Global ["p"] "pack", "The pack, as it is copied";
    ImpactHere "impact" Global ["i"] "impact", "What breaks if the selection changes";
    Mark "mark" Global ["m"] "mark", "Mark the selection as the start of ways";
    Ways "ways" Global ["M"] "ways", "The ways from the mark to the selection, step by step, or why there is none";
    More "more" Global ["+", "="] "more", "The selection into the pack; again, more of it: name, head, excerpt, whole";
    Less "less" Global ["-"] "less", "Less of the selection in the pack";
    TakeOut "take-out" Global ["x"] "take out", "Take out: of the pack, of the work (done), of the tour, of memory";
    Order "order" Global ["s s"] "next order", "This list's next order";
    Narrower "narrower" Global ["<"] "narrower", "Less: fewer tokens, less reach, sure links alone";
    Wider "wider" Global [">"] "wider", "More: more tokens, more reach, doubtful links too";
    CopySymbol "copy-symbol" Global ["y"] "copy", "Copy the selection: a declaration, lines, a `go test` command";
    CopyContext "copy-context" Global ["Y"] "copy pack", "Copy the pack";
    Edit "edit" Global ["e"] "edit", "Open the editor at the selection, and come back";
    AddStep "add-step" Global ["A"] "add step", "Add the selection as the last step of the tour being written";
    Undo "undo" Global ["u"] "undo", "Undo the last change: choices of the view, steps of the tour";
    Redo "redo" Global ["U"] "redo", "Redo what was undone last";

    InSymbols "in-symbols" Global ["g s"] "in Symbols", "Show the selection in the list of symbols";
    PackageInSymbols "package-in-symbols" Global ["g p"] "its package", "List the symbols of the selection's package";
    TextSearch "text-search" Global ["g /"] "search text", "Search the text of all files of the tree";
    MarkedLine "marked-line" Global ["g ."] "marked line", "Scroll back to the marked line of the source";
    Messages "messages" Global ["g m"] "messages", "Show past messages in full";
    AddRowsToPack "add-rows-to-pack" Global ["g P"] "rows to pack", "Add all rows of the list to the pack of the Query view";
    TourOfRows "tour-of-rows" Global ["g A"] "rows to tour", "Make a tour of the rows, in their order: a path, an answer or the way below it, what a change affects, a list";

    Zoom "zoom" Global ["z z"] "whole screen", "Give the pane the whole screen, and back";
    Columns "columns" Global ["z c"] "columns", "What uses the selection left of the code, what that uses right of it; again or esc brings the list back";
    Map "map" Global ["z m"] "map", "Draw the same links as lines to a box in place of the code; again or esc brings the list back";
    Wrap "wrap" Global ["z w"] "wrap", "Wrap long lines into the next row, or cut them";
    Fold "fold" Global ["z f"] "fold", "Fold the block around the cursor, or unfold it";
    FoldAll "fold-all" Global ["z F"] "fold all", "Fold all bodies of the file, or unfold them";
    RemovedLines "removed-lines" Global ["z -"] "removed lines", "Show or hide the lines that a change removed, where they stood";
    ImpactBefore "impact-before" Impact ["z b"] "before", "Show a changed file as it was before the change, or as it is";
    Authors "authors" Global ["z @"] "authors", "Show or hide who changed each line of the source last, and when";
    Theme "theme" Global ["z t"] "theme", "Choose a theme; the one under the cursor is shown";

    Definition "definition" Source ["g d"] "declaration", "Go to the declaration of the name under the cursor, as enter does";
    References "references" Source ["g r"] "references", "Go to the references to the name under the cursor";
    Hover "hover" Source ["K"] "what is it", "Show signature and doc of the name under the cursor";
    WordNext "word-next" Source ["w", "ctrl-right"] "next name", "To the next name";
    WordPrevious "word-previous" Source ["b", "ctrl-left"] "prev name", "To the previous name";
    LineStart "line-start" Source ["^", "0"] "line start", "To the first character of the line";
    LineEnd "line-end" Source ["$"] "line end", "To the last character of the line";
    SelectLines "select-lines" Source ["v", "V"] "select", "Select lines; y copies them, A makes a step of them, esc ends it";

    OrderRank "order-rank" Symbols ["s r"] "rank", "By rank: what the most important code depends on";
    OrderLoad "order-load" Symbols ["s l"] "load", "By load: what does the work on top of it";
    OrderStarts "order-starts" Symbols ["s h"] "starts", "By how much it sets in motion";
    OrderIn "order-in" Symbols ["s i"] "in", "By how many depend on it";
    OrderOut "order-out" Symbols ["s o"] "out", "By the number of what it depends on";
    OrderName "order-name" Symbols ["s n"] "name", "By name";
    OrderUse "order-use" Symbols ["s u"] "use", "What nothing uses first, then what only tests use";

    HideTests "hide-tests" Symbols [", t"] "tests", "Show or hide symbols of test files";
    HideGenerated "hide-generated" Symbols [", g"] "generated", "Show or hide symbols of generated files";

    TreeWord "tree-word" Query [", w"] "code words", "Put words beside the question that the code uses for what it is about, one or all of those offered, or drop one; a typed +word does the same";
    Budget "budget" Query [", b"] "budget", "Type a token budget, up to 1,000,000, or choose a usual one";
    Intent "intent" Query [", i"] "intent", "Use another intent; auto infers it from the question";
    AskWords "ask-words" Query [", m"] "ask a model", "Ask the program of the settings (words.command) for words beside the question; it gets the question, never source";
    NewOrder "new-order" Query [", n"] "new order", "Order the answer anew by past commits, once they have been read";
    Format "format" Query [", f"] "format", "Pack as Markdown, XML, plain text or JSON, in turn";
    Encoding "encoding" Query [", e"] "encoding", "Count tokens by o200k or cl100k";
    ShowSecrets "show-secrets" Query [", s"] "secrets", "Show or mask keys, tokens and passwords in what is packed and copied";
    Unwish "unwish" Query [", r"] "reset pack", "Drop all that was kept, left out or shown more or less of; repeat to restore it";

    DiffTree "diff-tree" Impact [", w"] "working tree", "What the working tree's changes since HEAD affect";
    DiffStaged "diff-staged" Impact [", s"] "staged", "What the staged changes affect";
    DiffRange "diff-range" Impact [", r"] "range", "What a git range affects: type it, such as main...HEAD";
    Namesake "namesake" Impact [", a"] "namesake", "Make the next symbol with the target's name the target";
    ImpactFlat "impact-flat" Impact [", l"] "form", "Show what is affected in groups as one sees to it, as a tree with its decayed scores, or flat by score";
    ImpactDoubtful "impact-doubtful" Impact [", d"] "doubtful", "Show or hide guesses, calls that may go to several implementers, and users of modules whose version changed";
    ImpactTests "impact-tests" Impact [", t"] "tests", "Show or hide symbols of test files";
    DepthLess "depth-less" Impact [", h"] "fewer hops", "Show fewer steps from the target";
    DepthMore "depth-more" Impact [", H"] "more hops", "Show more steps from the target";
    ImpactPartners "impact-partners" Impact [", p"] "changes with", "Show what changed with the target in past commits, or the tests";
    ImpactChurn "impact-churn" Impact [", c"] "activity", "Show or hide changes in the 90 days before the newest commit, last change and authors";
    ImpactReview "impact-review" Impact [", v"] "review", "Make a tour of the range for its reviewer: what changed, what that likely affects, and tests";

    TourWords "tour-words" Tours [", w"] "words", "Edit the step's text in the editor";
    TourText "tour-text" Tours [", t"] "text step", "Add a step of words alone, without a place, to the tour being written";
    TourPlace "tour-place" Tours [", a"] "place step", "Add a step at a file, a folder or lines of any file to the tour being written";
    TourLater "tour-later" Tours [", j"] "later", "Move the step down: one place nearer to the tour's end";
    TourEarlier "tour-earlier" Tours [", k"] "earlier", "Move the step up: one place nearer to the tour's start";
    TourSave "tour-save" Tours [", s"] "save", "Save the tour as a file under .tours; its steps are updated to where the code is";
    TourRange "tour-range" Tours [", r"] "git range", "Make a tour of what a range changes, such as main...HEAD";
    TourPackage "tour-package" Tours [", p"] "package", "Make a tour of one package: the selection's, or type it";
    TourLink "tour-link" Tours [", o"] "follow", "Follow a link in the step's text, by its number; [ comes back";
    TourAgain "tour-again" Tours [", f"] "forget", "Forget your progress in the tour; again, right after that, brings it back";
    TourReload "tour-reload" Tours [", l"] "reload", "Load what others wrote into the open tour's file, dropping your own changes; undo brings them back";

    MemoryTrack "track" Interactions [", t"] "tracking", "Switch tracking on or off: ids, counts and times of what you use";
    MemoryClear "clear" Interactions [", x"] "clear all", "Forget everything; press twice";

    Up "up" Move ["up", "k"] "up", "One line up";
    Down "down" Move ["down", "j"] "down", "One line down";
    PageUp "page-up" Move ["pgup", "ctrl-b"] "page up", "One page up";
    PageDown "page-down" Move ["pgdn", "ctrl-f"] "page down", "One page down";
    HalfUp "half-page-up" Move ["ctrl-u"] "half page up", "Half a page up";
    HalfDown "half-page-down" Move ["ctrl-d"] "half page down", "Half a page down";
    Top "top" Move ["g g", "home"] "top", "To the first line";
    Bottom "bottom" Move ["G", "end"] "bottom", "To the last line";
    Left "left" Move ["left", "h"] "left", "One character left in the source; collapse, scroll text left, or go to the previous group";
    Right "right" Move ["right", "l"] "right", "One character right in the source; expand, scroll text right, or go to the next group";
    Pick "pick" Move ["space"] "pick", "Pick the row or drop it; the next action is about all picked rows: to the pack, to a tour, copy, take out; esc drops them";
    PickAll "pick-all" Move ["ctrl-a"] "pick all", "Pick all rows of the list, or drop them if all are picked";
    PickAgain "pick-again" Move ["g v"] "pick again", "Pick again what was picked before the last action on it";

    Accept "accept" Line ["enter"] "accept", "Accept the line";
    Leave "leave" Line ["esc"] "leave", "Stop typing; in the list, again to clear the filter";
    LineUp "line-up" Line ["up", "ctrl-p"] "up", "One row up";
    LineDown "line-down" Line ["down", "ctrl-n"] "down", "One row down";
    LineEarlier "line-earlier" Line ["ctrl-up"] "earlier", "The line that was typed before";
    LineLater "line-later" Line ["ctrl-down"] "later", "The line that was typed after it";
    LinePageUp "line-page-up" Line ["pgup"] "page up", "One page up";
    LinePageDown "line-page-down" Line ["pgdn"] "page down", "One page down";
    Backspace "backspace" Line ["backspace", "ctrl-h"] "delete left", "Delete the character before the cursor";
    Delete "delete" Line ["delete"] "delete", "Delete the character under the cursor";
    DeleteWord "delete-word" Line ["ctrl-w", "alt-backspace"] "delete word", "Delete the word before the cursor";
    DeleteLine "delete-line" Line ["ctrl-u"] "clear", "Clear the line";
    CursorLeft "cursor-left" Line ["left"] "left", "Cursor to the left";
    CursorRight "cursor-right" Line ["right"] "right", "Cursor to the right";
    CursorWordLeft "cursor-word-left" Line ["ctrl-left", "alt-b"] "word left", "Cursor one word to the left";
    CursorWordRight "cursor-word-right" Line ["ctrl-right", "alt-f"] "word right", "Cursor one word to the right";
    CursorHome "cursor-home" Line ["home", "ctrl-a"] "line start", "Cursor to the start of the line";
    CursorEnd "cursor-end" Line ["end", "ctrl-e"] "line end", "Cursor to the end of the line";

    CopyPlace "copy-place" Global [] "copy place", "Copy the selection's path and line";
    CopyId "copy-id" Global [] "copy id", "Copy the selected symbol's id";
    Refresh "refresh" Global ["ctrl-r"] "refresh", "Update the index from the working tree";
    Help "help" Global ["?", "f1"] "help", "Show the keys that work here and what signs mean; type to find one";
    Palette "palette" Global [":"] "palette", "Find any action by its name";
    Builds "builds" Global [] "builds", "Choose the build that the tree is read for: its system and tags";
    Mouse "mouse" Global [] "mouse", "Mouse on or off (off lets the terminal select text)";
    Suspend "suspend" Global ["ctrl-z"] "suspend", "Back to the shell; `fg` returns";
    Quit "quit" Global ["q", "ctrl-c"] "quit", "Leave the program";
}

/// The names that actions had in settings before version 0.3, and what does the same now.
pub const OLD: &[(&str, Action)] = &[
    ("filter", Action::Type),
    ("source-find", Action::Type),
    ("around-filter", Action::Type),
    ("ask", Action::Type),
    ("impact-filter", Action::Type),
    ("memory-filter", Action::Type),
    ("find-next", Action::Next),
    ("next-place", Action::Next),
    ("tour-next", Action::Next),
    ("find-previous", Action::Previous),
    ("previous-place", Action::Previous),
    ("tour-previous", Action::Previous),
    ("sort", Action::Order),
    ("around-order", Action::Order),
    ("strategy", Action::Order),
    ("impact-order", Action::Order),
    ("memory-sort", Action::Order),
    ("around-doubtful", Action::Narrower),
    ("relations", Action::Related),
    ("tour-callers", Action::Related),
    ("copy-tests", Action::Tests),
    ("why-code", Action::Commits),
    ("why-rank", Action::About),
    ("tour-why", Action::About),
    ("impact-here", Action::ImpactHere),
    ("call-path", Action::Ways),
    ("pin", Action::More),
    ("raise", Action::More),
    ("add-to-pack", Action::More),
    ("lower", Action::Less),
    ("ban", Action::TakeOut),
    ("tour-delete", Action::TakeOut),
    ("forget", Action::TakeOut),
    ("budget-up", Action::Wider),
    ("threshold-down", Action::Wider),
    ("budget-down", Action::Narrower),
    ("threshold-up", Action::Narrower),
    ("tour-undo", Action::Undo),
    ("tour-redo", Action::Redo),
];

impl Action {
    /// The action of a name in the config.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.entry().id == id)
    }

    /// The action that does what one of an older version's name did.
    pub fn from_old_id(id: &str) -> Option<Self> {
        OLD.iter().find(|(old, _)| *old == id).map(|(_, action)| *action)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_turns_is_listed_to_the_last() {
        use crate::search::pack::tokens::Encoding;
        let encodings = Encoding::ALL.map(Encoding::name).join(" or ");
        assert!(Action::Encoding.entry().doc.ends_with(&encodings), "{encodings}");
    }

    /// A letter means one thing wherever it works; only behind the leader each view has its own.
    #[test]
    fn no_key_has_two_verbs() {
        let typed = |action: &Action| action.entry().context == KeyContext::Line;
        let all: Vec<Action> = Action::ALL.iter().copied().filter(|action| !typed(action)).collect();
        for (at, one) in all.iter().enumerate() {
            for key in one.entry().keys.iter().filter(|key| !key.starts_with(", ")) {
                let other = all[at + 1..].iter().find(|other| other.entry().keys.contains(key));
                assert_eq!(other, None, "{key} is {one}, too");
                let begun = format!("{key} ");
                let longer =
                    all.iter().find(|other| other.entry().keys.iter().any(|k| k.starts_with(&begun)));
                assert_eq!(longer, None, "{key} ({one}) begins a chord");
            }
        }
        let contexts = [KeyContext::Symbols, KeyContext::Query, KeyContext::Impact, KeyContext::Tours];
        let own = |context| all.iter().filter(move |action| action.entry().context == context);
        assert!(
            contexts
                .iter()
                .all(|&context| own(context).any(|action| action.entry().keys[0].starts_with(", ")))
        );
    }

    #[test]
    fn names_of_older_versions_lead_to_what_does_the_same() {
        for (old, action) in OLD {
            assert_eq!(Action::from_id(old), None, "{old} is still a name");
            assert_eq!(Action::from_old_id(old), Some(*action));
        }
    }

    #[test]
    fn the_table_is_sound() {
        for (ix, action) in Action::ALL.iter().enumerate() {
            let entry = action.entry();
            assert_eq!(Action::from_id(entry.id), Some(*action), "ids are unique");
            assert!(!entry.doc.ends_with('.') && !entry.title.is_empty(), "{action}");
            for key in entry.keys {
                key.parse::<super::super::key::Chord>().expect(entry.id);
                let again = Action::ALL[ix + 1..]
                    .iter()
                    .find(|o| o.entry().context == entry.context && o.entry().keys.contains(key));
                assert_eq!(again, None, "{key} means two things in {:?}", entry.context);
            }
        }
    }
}
