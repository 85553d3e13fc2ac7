//! The meanings of letters, marks, columns and qualifiers, which help lists below a view's keys.

use super::view::View;

/// A heading with its rows: sign and meaning.
pub type LegendSection = (&'static str, &'static [(&'static str, &'static str)]);

const FILTER: LegendSection = (
    "What the filter takes",
    &[
        ("serve http", "words, fuzzy, in any order: each must fit"),
        ("'word ^word word$", "exactly this word; package.Name begins so; ends so"),
        ("Word", "with a capital letter in it, case has to match too"),
        ("!word", "not that word"),
        ("(*T).M  tree.go:12", "as Go and its tools write them: T.M, and what is declared around that line"),
        ("kind:func,method", "only these kinds; !kind:field all others; kind:file lists files"),
        (
            "pkg:net/http",
            "part of the package's name or folder, or its import path, as does net/http.Name; pkg:=net/http this one alone",
        ),
        ("file:tree.go", "part of the file's path; with a *, as in file:*_test.go, all or the end of it"),
        ("is:exported", "also test, gen, vendor, constrained, generic, embedded"),
        ("!test !gen", "nothing from test files; nothing generated"),
    ],
);

const LIST: LegendSection = (
    "What the list shows",
    &[
        ("rank score", "rank among all by authority; share of all authority, in thousandths"),
        (
            "in out",
            "how many depend on it; on how many it depends; without calls that an interface may lead to",
        ),
        ("F M N", "function, method, method of an interface"),
        ("S I T A", "struct, interface, other type, alias"),
        ("C V D P L", "constant, variable, field, package, file"),
        ("·t ·g ·c ·v", "in a test, generated, not part of the build that the tree is read for, vendored"),
    ],
);

const AROUND: LegendSection = (
    "What stands around a symbol",
    &[
        ("← →", "a dependant; a dependency"),
        (":12 +3", "the line and how many more places there are (+ if space is short): n next, N previous"),
        ("scope import", "bound by a name in its package; in an imported one"),
        ("typed embedded", "bound by the receiver's type; by embedding"),
        ("dispatch", "a call of an interface's method that may arrive here"),
        ("func-value", "a call of a function value that may arrive here"),
        ("callback", "code outside the tree may call it back, because it is passed there"),
        ("name", "a guess by the name alone"),
        ("value", "a function not called there but passed on or stored: the recipient may call it"),
        (
            "93%",
            "how sure that is; without a figure it is certain; an interface call may also reach code outside",
        ),
        (
            "12+ 12^",
            "a line that is not committed yet; one below lines that went. Of another range while Impact shows one",
        ),
        ("z", "on a broad screen: what depends on it, the source, and what it depends on, side by side"),
        ("not followed here", "uses of what is not in this tree, or of what is not known"),
    ],
);

const TOURS: LegendSection = (
    "What tours show",
    &[
        ("▸ ✓", "the step shown; a step already read"),
        ("* draft", "changes that are in no file yet; they are kept until S saves them or D drops them"),
        ("moved renamed", "the step's code moved; it was renamed; S updates the file"),
        ("gone refused", "it was not found; it is outside the repository or not readable"),
        ("↑ 2 above", "lines of text out of sight: arrow and page keys show them"),
        ("…", "the line continues: left and right scroll when the source has focus"),
        ("may reach", "a call through an interface arrives at one of these; the figure says how likely"),
    ],
);

const LINKS: LegendSection = (
    "Links in a step's text",
    &[
        ("[words](./a.go)", "a file or folder; ./a.go#L12 a line of it"),
        ("[#3] [words][#3]", "a step of the tour"),
        ("[Title] [Title#3]", "another tour; a step of it"),
    ],
);

const PACK: LegendSection = (
    "What the results show",
    &[
        ("kind: pkg: !test", "words that narrow the question, as in the list of symbols; also file: and is:"),
        ("█ ▓ ▒ ·", "in the pack: whole; excerpt; signature; name only, if pinned so"),
        ("123 (45)", "tokens it takes; if left out, the least it would take"),
        ("p x ±", "pinned (p); banned (x); kept at the level you chose (+ -): the last choice counts"),
        (
            "used  18 used by these",
            "no rows, but types and constants that come with them; packed if there is room",
        ),
        ("█████", "its score relative to the best; Why shows what it is made of"),
    ],
);

const IMPACT: LegendSection = (
    "What the impact shows",
    &[
        (
            "3 affected, 2 tests",
            "code that may break, and tests to run; helpers are what only tests need, testdata too",
        ),
        ("with its 7 members", "they change with their type or package, so they have no rows"),
        ("4 branches cut", "where threshold or depth ended the walk; nothing past it is counted"),
        ("+28 +483 tests at 0.05", "what a lower threshold would add: code, and tests"),
        ("score", "how surely the change arrives, along the best path: only doubtful steps lower it"),
        ("ppr", "how near it is to the target by random walks from there"),
        ("likely", "how likely it has to change too, given past commits (o)"),
        ("hops", "steps from the target on the best path"),
        ("90d last by", "commits in the 90 days before the newest; the last one; authors (a)"),
        ("calls x2 :12", "the path's steps, and the line of the last"),
        (
            "14%",
            "how sure the step is, where it is not certain; a call through an interface may go elsewhere, too",
        ),
        ("+ - ! ~", "in a diff: added, removed, signature changed, body changed"),
        ("12+ 12- 12^", "in a diff's source: a line that came, one that went (b), one below lines that went"),
        ("≠ outside", "in a diff: the file changed outside its declarations: the right side says where"),
        ("× lost F", "in a diff: it stayed as it was, but is no longer bound to F, which changed or is gone"),
        ("▾ ▸ · +7", "expanded; collapsed; no children; how many rows are folded below it, at all levels"),
        ("one row each", "a symbol is listed once, on the best path to it, though others may lead there too"),
    ],
);

const PARTNERS: LegendSection = (
    "What changes with the target (p)",
    &[
        ("with", "of the commits that changed the target, the part that also changed this"),
        ("back", "of the commits that changed this, the part that also changed the target"),
        ("n last", "how many commits changed both; the day of the last one"),
        ("order", "the larger share first, gone ones last; merges and commits of over 30 files do not count"),
        ("file x.go", "about the target's file: commits that changed both files"),
        ("user 2 used 1", "depends on the target; is depended on by it; in how many steps"),
        ("none gone", "the graph has no link; it no longer exists"),
    ],
);

const MEMORY: LegendSection = (
    "What Interactions shows",
    &[
        ("shown open pin", "how often it was in a pack; opened; pinned"),
        ("copy ban last", "how often it was copied, banned; when it was last in use"),
        ("score", "their sum, opened and copied counting most; it halves over time"),
        ("task trace", "from -1 (banned) to 1 (used): how relevance sees it"),
        ("% of a start", "its share of a question's starting weight; all rows together have 5%"),
        ("50% 4×", "share of this one's commits that also changed the other; how many"),
    ],
);

const HEADER: LegendSection = (
    "What the first line shows",
    &[
        ("✓ … ✗", "the index is up to date; is being updated; is out of date or missing"),
        ("polled", "the system can't watch the tree: it is looked at every few seconds (ctrl-r: at once)"),
        (
            "✓ 3 picked",
            "rows with a ✓ in lists, which the next action is about: y, P, A, g A, in Query p and x",
        ),
        ("● ○ tracking", "what you use is remembered; it was, but not now"),
    ],
);

/// The sections of a view.
pub fn sections(view: View) -> &'static [LegendSection] {
    match view {
        View::Symbols => &[FILTER, LIST, AROUND, HEADER],
        View::Query => &[PACK, HEADER],
        View::Impact => &[IMPACT, PARTNERS, HEADER],
        View::Interactions => &[MEMORY, HEADER],
        View::Tours => &[TOURS, LINKS, HEADER],
    }
}
