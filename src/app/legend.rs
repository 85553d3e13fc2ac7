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
        ("rank score", "place by PageRank; share of all of it, in thousandths"),
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

const RELATED: LegendSection = (
    "What the side shows",
    &[
        ("▾ ▸", "unfolded, folded: right shows callers of callers, to any depth, left folds them again"),
        ("~ ?", "a link that is likely; one that is doubtful; without a sign it is sure"),
        ("through X", "a call of the interface or value X may arrive here"),
        ("↻ again", "it stands further up in the tree already: a recursion"),
        (":12 +3", "the line and how many more places there are: n next, N previous"),
        (
            "12+ 12^",
            "a line that is not committed yet; one below lines that went. Of another range while Impact shows one",
        ),
        ("not followed here", "uses of what is not in this tree, or of what is not known"),
    ],
);

const TOURS: LegendSection = (
    "What tours show",
    &[
        ("▸ ✓", "the step shown; a step already read"),
        ("* draft", "changes that are in no file yet; they are kept until , s saves them or x drops them"),
        ("moved renamed", "the step's code moved; it was renamed; , s updates the file"),
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
        ("█ ▓ ▒ ·", "in the pack: whole; excerpt; head; name only"),
        ("▮▮▮ ▮▮▯ ▮▯▯", "a strong, a fair, a weak row, on one scale for all answers"),
        ("certain likely guess", "read from the graph and complete; some rows stand out; none does"),
        ("│ ╎~ ┆?", "in the way: a sure, a likely, a doubtful link, with its cause"),
        ("123 (45)", "tokens it takes; if left out, the least it would take"),
        ("p x ±", "kept (+); left out (x); kept at the level you chose (+ -): the last choice counts"),
        (
            "use  18 types besides",
            "types and constants that the rows use; they are no rows, and are packed if there is room",
        ),
        ("+word", "words beside the question: a word that the code uses; , w adds and drops them"),
    ],
);

const IMPACT: LegendSection = (
    "What the impact shows",
    &[
        (
            "3 affected, 2 tests",
            "code that may break, and tests to run; what only tests need is counted apart, benchmarks and testdata too",
        ),
        ("with its 7 members", "they change with their type or package, so they have no rows"),
        ("4 branches cut", "where reach or depth ended the walk; nothing past it is counted"),
        ("+28 +483 tests at 0.05", "what a lower threshold would add: code, and tests"),
        ("□ ✓", "a place to see to; one that is done: x ticks it off, n goes to the next one that is not"),
        ("via F", "the change comes to it through F"),
        ("score", "how surely the change arrives, along the best path: only doubtful steps lower it"),
        ("ppr", "how near it is to the target by random walks from there"),
        ("likely", "how likely it has to change too, given past commits (s)"),
        ("hops", "steps from the target on the best path"),
        ("90d last by", "commits in the 90 days before the newest; the last one; authors (, c)"),
        ("calls x2 :12", "the path's steps, and the line of the last"),
        (
            "14%",
            "how sure the step is, where it is not certain; a call through an interface may go elsewhere, too",
        ),
        ("+ - ! ~", "in a diff: added, removed, signature changed, body changed"),
        (
            "12+ 12- 12^",
            "in a diff's source: a line that came, one that went (z b), one below lines that went",
        ),
        ("≠ outside", "in a diff: the file changed outside its declarations: the right side says where"),
        ("× lost F", "in a diff: it stayed as it was, but is no longer bound to F, which changed or is gone"),
        ("▾ ▸ · +7", "unfolded; folded; no children; how many rows are folded below it, at all levels"),
        ("one row each", "a symbol is listed once, on the best path to it, though others may lead there too"),
    ],
);

const MEMORY: LegendSection = (
    "What Interactions shows of a symbol",
    &[
        (
            "4.2  3h",
            "score: the sum of its uses, opened and copied counting most, halved over time; its last use",
        ),
        ("50%  4×", "below it: the share of its commits that also changed the other; how many"),
    ],
);

const HEADER: LegendSection = (
    "What the first line shows",
    &[
        ("✓ … ✗", "the index is up to date; is being updated; is out of date or missing"),
        ("polled", "the system can't watch the tree: it is looked at every few seconds (ctrl-r: at once)"),
        ("✓ 3 picked", "rows with a ✓ in lists, which the next action is about: y, +, x, A, g A"),
        ("● ○", "what you use is remembered; it is not"),
    ],
);

/// The sections of a view.
pub fn sections(view: View) -> &'static [LegendSection] {
    match view {
        View::Symbols => &[FILTER, LIST, RELATED, MEMORY, HEADER],
        View::Query => &[PACK, RELATED, HEADER],
        View::Impact => &[IMPACT, RELATED, HEADER],
        View::Tours => &[TOURS, LINKS, HEADER],
    }
}
