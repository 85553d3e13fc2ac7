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
    /// In the relations pane of the Symbols view.
    Around,
    Query,
    Impact,
    Interactions,
    Tours,
    /// While typing a line: filter, question, palette.
    Line,
}

impl KeyContext {
    pub const ALL: [Self; 10] = [
        Self::Symbols,
        Self::Source,
        Self::Around,
        Self::Query,
        Self::Impact,
        Self::Interactions,
        Self::Tours,
        Self::Move,
        Self::Line,
        Self::Global,
    ];

    /// Returns whether keys of both contexts can apply at once: both belong to one view, or one of them to all.
    pub fn is_open_with(self, other: Self) -> bool {
        let pair = |a: Self, b: Self| match (a, b) {
            (Self::Line, other) => other == Self::Global,
            (Self::Global | Self::Move, other) => other != Self::Line,
            (Self::Symbols, Self::Around)
            | (Self::Source, Self::Symbols | Self::Query | Self::Impact | Self::Tours) => true,
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
            Self::Around => "Around a symbol",
            Self::Query => "Query",
            Self::Impact => "Impact",
            Self::Interactions => "Interactions",
            Self::Tours => "Tours",
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
    Filter "filter" Symbols ["/"] "filter", "Filter the list as you type";
    Sort "sort" Symbols ["s"] "sort", "Sort by authority, load, hub, fan-in, fan-out, name or use, in turn; by use, what is unused comes first";
    HideTests "hide-tests" Symbols ["t"] "tests", "Show or hide symbols of test files";
    HideGenerated "hide-generated" Symbols ["x"] "generated", "Show or hide symbols of generated files";
    Map "map" Symbols ["D"] "map", "Draw the symbol's neighbours as a map, or hide it; a double line is part of a cycle";
    Relations "relations" Symbols ["c"] "callers", "Go to the callers and callees of the selection";

    Authors "authors" Global ["@"] "@who", "Show or hide who changed each line of the source last, and when";

    Definition "definition" Source ["g d"] "declaration", "Go to the declaration of the name under the cursor, as Enter does";
    References "references" Source ["g r"] "references", "Go to the references to the name under the cursor";
    Hover "hover" Source ["K"] "what is it", "Show signature and doc of the name under the cursor";
    SourceFind "source-find" Source ["/"] "search", "Search this text as you type; /expr/ is a regular expression";
    FindNext "find-next" Source ["n"] "next", "To the next match";
    FindPrevious "find-previous" Source ["N"] "prev", "To the previous match";
    WordNext "word-next" Source ["w", "ctrl-right"] "next name", "To the next name";
    WordPrevious "word-previous" Source ["b", "ctrl-left"] "prev name", "To the previous name";
    LineStart "line-start" Source ["^", "0"] "line start", "To the first character of the line";
    LineEnd "line-end" Source ["$"] "line end", "To the last character of the line";
    SelectLines "select-lines" Source ["V"] "select", "Select lines; y copies them, A makes a step of them, esc ends it";
    Fold "fold" Source ["f"] "fold", "Fold the block around the cursor, or unfold it";
    FoldAll "fold-all" Source ["F"] "fold all", "Fold all bodies of the file, or unfold them";
    Wrap "wrap" Source ["g w"] "wrap", "Wrap long lines into the next row, or cut them";
    RemovedLines "removed-lines" Source ["g -"] "removed lines", "Show or hide the lines that a change removed, where they stood";

    AroundFilter "around-filter" Around ["/"] "filter", "Filter the symbol's neighbours as you type, as in the list";
    AroundOrder "around-order" Around ["s"] "order", "Order by importance or by source line, in turn";
    AroundDoubtful "around-doubtful" Around ["d"] "doubtful", "Show or hide doubtful rows, such as what a call may reach through an interface";
    NextSite "next-place" Around ["n"] "next place", "To the row's next place in the source: there may be several";
    PreviousSite "previous-place" Around ["N"] "prev place", "To the previous place";

    Ask "ask" Query ["/"] "ask", "Ask in words or names, answered as you type; enter takes the question, esc brings back the one before";
    BudgetUp "budget-up" Query [">", "."] "more tokens", "Raise the token budget by a step, about a quarter";
    BudgetDown "budget-down" Query ["<", ","] "fewer", "Lower the token budget by a step, about a fifth";
    Budget "budget" Query ["#", "b"] "budget", "Type a token budget, up to 1,000,000, or choose a usual one";
    TreeWord "tree-word" Query ["a"] "add word", "Add a word to the question that the code uses for what it is about";
    NewOrder "new-order" Query ["*"] "new order", "Order the answer anew by past commits, once they have been read";
    Pin "pin" Query ["p"] "pin", "Keep the row in the pack, or unpin it";
    Ban "ban" Query ["x"] "ban", "Keep the row out of the pack, or unban it";
    Raise "raise" Query ["+", "="] "more of it", "Show one more level of the row: name, signature, excerpt, whole";
    Lower "lower" Query ["-"] "less of it", "Show one level less of the row";
    Unwish "unwish" Query ["u"] "drop pins", "Drop all pins, bans and levels; repeat to restore them";
    Strategy "strategy" Query ["s"] "strategy", "Order by another strategy: fused, combined, dependency, importance, relevance";
    Intent "intent" Query ["i"] "intent", "Use another intent; auto infers it from the question";
    Format "format" Query ["f"] "format", "Pack as Markdown, XML, plain text or JSON, in turn";
    Encoding "encoding" Query [] "encoding", "Count tokens by o200k or cl100k";
    ShowSecrets "show-secrets" Query ["S"] "secrets", "Show or mask keys, tokens and passwords in what is packed and copied";
    ImpactFilter "impact-filter" Impact ["/"] "filter", "Filter as you type, as in the list but not fuzzily: what changed, what is affected, and the paths to it";
    ImpactFlat "impact-flat" Impact ["f"] "form", "Show what is affected in groups as one sees to it, as a tree with its decayed scores, or flat by score";
    Done "done" Impact ["x"] "done", "Tick the place off, or open it again";
    NextOpen "next-open" Impact ["n"] "next", "To the next place that is not done";
    ImpactTests "impact-tests" Impact ["t"] "tests", "Show or hide symbols of test files";
    ImpactDoubtful "impact-doubtful" Impact ["d"] "doubtful", "Show or hide guesses, calls that may go to several implementers, and users of modules whose version changed";
    ThresholdUp "threshold-up" Impact ["+", "="] "threshold", "Raise the score below which branches are cut";
    ThresholdDown "threshold-down" Impact ["-"] "threshold down", "Lower the score below which branches are cut";
    DepthLess "depth-less" Impact [","] "depth", "Show fewer steps from the target";
    DepthMore "depth-more" Impact ["."] "depth more", "Show more steps from the target";
    ImpactHere "impact-here" Impact ["i"] "impact", "Make the selection the target";
    Namesake "namesake" Impact ["g n"] "namesake", "Make the next symbol with the target's name the target";
    DiffTree "diff-tree" Impact ["w"] "working tree", "What the working tree's changes since HEAD affect";
    DiffStaged "diff-staged" Impact ["S"] "staged", "What the staged changes affect";
    DiffRange "diff-range" Impact ["r"] "range", "What a git range affects: type it, such as main...HEAD";
    ImpactOrder "impact-order" Impact ["o"] "order", "Order by how likely each changes too, with past commits or without, or by score";
    ImpactPartners "impact-partners" Impact ["p"] "changes with", "Show what changed with the target in past commits, or the tests";
    ImpactChurn "impact-churn" Impact ["a"] "activity", "Show or hide changes in the 90 days before the newest commit, last change and authors";
    ImpactBefore "impact-before" Impact ["b"] "before", "Show a changed file as it was before the change, or as it is";
    ImpactReview "impact-review" Impact ["R"] "review", "Make a tour of the range for its reviewer: what changed, what that likely affects, and tests";
    CopyTests "copy-tests" Impact ["c"] "copy tests", "Copy the commands that run the tests";

    MemoryTrack "track" Interactions ["t"] "tracking", "Switch tracking on or off: ids, counts and times of what you use";
    MemorySort "memory-sort" Interactions ["s"] "sort", "Sort by score, last time or name, in turn";
    MemoryFilter "memory-filter" Interactions ["/"] "filter", "Show only ids with the typed text";
    MemoryForget "forget" Interactions ["d"] "forget", "Forget the selected symbol; press twice";
    MemoryClear "clear" Interactions ["X"] "clear all", "Forget everything; press twice";
    TourNext "tour-next" Tours ["n"] "next", "To the tour's next step";
    TourPrevious "tour-previous" Tours ["p"] "previous", "To the previous step";
    TourWhy "tour-why" Tours ["i"] "why", "Explain why this step: its rank, and its ties to the tour's other steps";
    TourLink "tour-link" Tours ["o"] "follow", "Follow a link in the step's text, by its number; [ comes back";
    TourCallers "tour-callers" Tours ["c"] "callers", "Go to the callers of the step's symbol; [ comes back";
    TourRange "tour-range" Tours ["r"] "git range", "Make a tour of what a range changes, such as main...HEAD";
    TourPackage "tour-package" Tours ["P"] "package", "Make a tour of one package: the selection's, or type it";
    TourAgain "tour-again" Tours ["u"] "forget", "Forget your progress in the tour; again, right after that, brings it back";
    TourEarlier "tour-earlier" Tours ["K"] "earlier", "Move the step up: one place nearer to the tour's start";
    TourLater "tour-later" Tours ["J"] "later", "Move the step down: one place nearer to the tour's end";
    TourDelete "tour-delete" Tours ["D"] "delete", "Take the step out of the tour; in the list, drop a draft, or delete a tour's file";
    TourUndo "tour-undo" Tours ["U"] "undo", "Undo the last change of the open tour's steps";
    TourRedo "tour-redo" Tours ["ctrl-y"] "redo", "Redo the change that was undone last";
    TourReload "tour-reload" Tours ["R"] "reload", "Load what others wrote into the open tour's file, dropping your own changes; undo brings them back";
    TourText "tour-text" Tours ["t"] "text step", "Add a step of words alone, without a place, to the tour being written";
    TourPlace "tour-place" Tours ["a"] "place step", "Add a step at a file, a folder or lines of any file to the tour being written";
    TourWords "tour-words" Tours ["w"] "words", "Edit the step's text in the editor";
    TourSave "tour-save" Tours ["S"] "save", "Save the tour as a file under .tours; its steps are updated to where the code is";

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
    Pick "pick" Move ["space"] "pick", "Pick the row or drop it; the next action is about all picked rows: to the pack, to a tour, copy, pin, ban; esc drops them";
    PickAll "pick-all" Move ["ctrl-a"] "pick all", "Pick all rows of the list, or drop them if all are picked";
    PickAgain "pick-again" Move ["g v"] "pick again", "Pick again what was picked before the last action on it";
    MarkedLine "marked-line" Move ["v"] "marked line", "Scroll back to the marked line of the source";

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

    Descend "descend" Global ["enter"] "open", "Open the selection";
    Climb "climb" Global ["esc"] "out", "One step back out; never leaves the program";
    Back "back" Global ["[", "alt-left", "ctrl-o"] "back", "Back to where you were before";
    Forward "forward" Global ["]", "alt-right"] "forward", "Forward to where you were after that";
    NextPane "next-pane" Global ["tab"] "pane", "To the next pane";
    PreviousPane "previous-pane" Global ["shift-tab"] "prev pane", "To the previous pane";
    Zoom "zoom" Global ["z"] "zoom", "Give the pane the whole screen, and back";
    ViewSymbols "view-symbols" Global ["1"] "Symbols", "Symbols: what carries the load";
    ViewQuery "view-query" Global ["2"] "Query", "Query: where a thing lives, packed to a budget";
    ViewImpact "view-impact" Global ["3"] "Impact", "Impact: what a change would break";
    ViewInteractions "view-interactions" Global ["4"] "Interactions", "Interactions: what you used, if tracked";
    ViewTours "view-tours" Global ["5"] "Tours", "Tours: follow steps through the code";
    Edit "edit" Global ["e"] "edit", "Open the editor at the selection, and come back";
    CopySymbol "copy-symbol" Global ["y"] "copy", "Copy the selected symbol's source";
    CopyContext "copy-context" Global ["Y"] "copy pack", "Copy the pack";
    CopyPlace "copy-place" Global [] "copy place", "Copy the selection's path and line";
    CopyId "copy-id" Global [] "copy id", "Copy the selected symbol's id";
    WhyRank "why-rank" Global ["R"] "why", "Explain the symbol's rank and load, or why a row is in the answer";
    Mark "mark" Global ["m"] "mark", "Mark the selection as the start of a path";
    CallPath "call-path" Global ["W"] "path", "Show how the marked symbol reaches the selection, step by step, or why it does not";
    AddToPack "add-to-pack" Global ["P", "g p"] "to pack", "Add the selection to the pack of the Query view; again takes it out";
    AddRowsToPack "add-rows-to-pack" Global ["g P"] "rows to pack", "Add all rows of the list to the pack of the Query view";
    TourOfRows "tour-of-rows" Global ["g A"] "rows to tour", "Make a tour of the rows, in their order: a path, an answer or the way below it, what a change affects, a list";
    AddStep "add-step" Global ["A"] "add step", "Add the selection as the last step of the tour being written";
    WhyCode "why-code" Global ["H"] "commits", "Show the commits that changed the selected symbol, and who introduced it; Enter shows a commit's impact";
    TextSearch "text-search" Global ["g /"] "search text", "Search the text of all files of the tree";
    Undo "undo" Global ["U"] "undo", "Undo the last change of the view's choices: pins, bans, strategy, filters, limits";
    Refresh "refresh" Global ["ctrl-r"] "refresh", "Update the index from the working tree";
    Help "help" Global ["?", "f1"] "help", "Show the keys that work here and what signs mean; type to find one";
    Palette "palette" Global [":"] "palette", "Find any action by its name";
    Messages "messages" Global ["M"] "messages", "Show past messages in full";
    Theme "theme" Global ["T"] "theme", "Choose a theme; the one under the cursor is shown";
    Builds "builds" Global [] "builds", "Choose the build that the tree is read for: its system and tags";
    Mouse "mouse" Global [] "mouse", "Mouse on or off (off lets the terminal select text)";
    Suspend "suspend" Global ["ctrl-z"] "suspend", "Back to the shell; `fg` returns";
    Quit "quit" Global ["q", "ctrl-c"] "quit", "Leave the program";
}

impl Action {
    /// The action of a name in the config.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.entry().id == id)
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
        use crate::search::Strategy;
        use crate::search::pack::tokens::Encoding;
        let strategies = Strategy::ALL.map(Strategy::name).join(", ");
        assert!(Action::Strategy.entry().doc.ends_with(&strategies), "{strategies}");
        let encodings = Encoding::ALL.map(Encoding::name).join(" or ");
        assert!(Action::Encoding.entry().doc.ends_with(&encodings), "{encodings}");
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
