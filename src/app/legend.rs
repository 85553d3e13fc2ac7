//! What letters, marks, columns and qualifiers mean: said in help, below a view's keys.

use super::View;

/// A heading and what stands under it: the sign and its meaning.
pub type Section = (&'static str, &'static [(&'static str, &'static str)]);

const FILTER: Section = (
    "What the filter takes",
    &[
        ("serve http", "words, fuzzy, in any order: each must fit"),
        ("'word ^word word$", "the word as it stands, where package.Name begins, where it ends"),
        ("Word", "with a capital the letters have to match in case, too"),
        ("!word", "not that word"),
        ("(*T).M  tree.go:12", "as Go and its tools write them: T.M, and what is declared around that line"),
        ("kind:func,method", "only these kinds; !kind:field all but one; kind:file lists files"),
        (
            "pkg:net/http",
            "part of the package's name or folder, or its import path, as does net/http.Name; pkg:=net/http this one alone",
        ),
        ("file:tree.go", "part of the file's path; with a *, as file:*_test.go, all of it or of its end"),
        ("is:exported", "also test, gen, vendor, constrained, generic, embedded"),
        ("!test !gen", "none of test files, none that is generated"),
    ],
);

const LIST: Section = (
    "What the list shows",
    &[
        ("rank score", "the place in the list, and the share of all authority in thousandths"),
        (
            "in out",
            "how many depend on it, on how many it depends, as written: without what dispatch may reach",
        ),
        ("F M N", "function, method, method of an interface"),
        ("S I T A", "struct, interface, other type, alias"),
        ("C V D P L", "constant, variable, field, package, file"),
        ("·t ·g ·c ·v", "in a test, generated, not built for linux/amd64 without cgo and tags, vendored"),
    ],
);

const AROUND: Section = (
    "What stands around a symbol",
    &[
        ("← →", "depends on it, it depends on"),
        (
            ":12 +3",
            "the line, and how many more places there are (+ where room is short): n to the next, N back",
        ),
        ("scope import", "bound by a name of its package, of an imported one"),
        ("typed embedded", "bound by the receiver's type, through embedding"),
        ("dispatch", "a call of an interface's method that may arrive here"),
        ("name", "a guess by the name alone"),
        ("value", "a function that is not called there but passed on or kept: who gets it may call it"),
        ("100%", "how sure that is; of a call through an interface code outside may have a part, too"),
        ("bound to nothing", "calls whose target is not known, by cause"),
    ],
);

const TOURS: Section = (
    "What tours show",
    &[
        ("▸ ✓", "the step shown; a step that was left for the next one"),
        ("* draft", "changes that are in no file yet; they are kept until S saves them or D drops them"),
        (
            "moved renamed",
            "the code of the step is elsewhere now, has another name; S writes that into the file",
        ),
        ("gone refused", "it is nowhere to be found; it leads out of the repository, or to nothing to read"),
        ("↑ 2 above", "rows of the words that are out of sight: arrows and pages bring them"),
        ("…", "the line goes on: left and right scroll, with the focus on the source"),
        ("may reach", "a call through an interface arrives at one of these; the figure says how likely"),
    ],
);

const LINKS: Section = (
    "What words of a step link to",
    &[
        ("[words](./a.go)", "a file or folder; ./a.go#L12 a line of it"),
        ("[#3] [words][#3]", "a step of the tour"),
        ("[Title] [Title#3]", "another tour, a step of it"),
    ],
);

const PACK: Section = (
    "What the results show",
    &[
        (
            "kind: pkg: !test",
            "words that narrow the question, as they narrow the list of symbols; file: and is:, too",
        ),
        ("█ ▒ ·", "in the pack whole, by its signature, by its name"),
        ("123 (45)", "tokens that it takes; that it would take at least, being left out"),
        ("+ - =", "pinned at any level, banned, kept at the level that you chose: the last wish counts"),
        (
            "used  + 18 types",
            "no rows: types that what is shown uses; the pack takes them in where there is room, by signature or name",
        ),
        ("█████", "its score beside the best one's; what it is made of stands in Why"),
    ],
);

const IMPACT: Section = (
    "What the impact shows",
    &[
        (
            "3 affected, 2 tests",
            "code that may break, and tests to run; helpers are what only tests need, testdata too",
        ),
        ("with its 7 members", "they change with a type or package, and are no rows for that reason"),
        ("4 branches cut", "where threshold or depth ended the walk; what lies behind is not counted"),
        ("+28 +483 tests at 0.05", "what a lower threshold would add: code, and tests"),
        ("score", "how surely the change arrives, along the best path: only doubtful steps lower it"),
        ("ppr", "how near it is to the target by random walks from there"),
        ("likely", "how likely it has to change too, past commits included (o)"),
        ("hops", "steps from the target on the best path"),
        ("90d last by", "commits in the 90 days before the newest one of all, the last one, and authors (a)"),
        ("calls x2 :12", "the path's steps, and the line of the last"),
        (
            "14%",
            "how sure the step is, where it is not certain; a call through an interface may go elsewhere, too",
        ),
        ("+ - ! ~", "in a diff: added, removed, signature changed, body changed"),
        ("≠ outside", "in a diff: the file changed outside of its declarations: in what stands at the right"),
        ("× lost F", "in a diff: it stayed as it was, but is no longer bound to F, which changed or is gone"),
        ("▾ ▸ · +7", "open, closed, nothing below; how many rows are folded away below it, on all levels"),
        (
            "one row each",
            "a symbol stands where the best path to it leads, though others may lead there, too",
        ),
    ],
);

const PARTNERS: Section = (
    "What changes with the target (p)",
    &[
        ("with", "of the commits that changed the target, the part that changed this, too"),
        ("back", "of the commits that changed this, the part that changed the target, too"),
        ("n last", "how many commits changed both; the day of the last one"),
        (
            "order",
            "the larger part first, what is gone last; merges and commits of over 30 files do not count",
        ),
        ("file x.go", "told of the target's file: the commits that changed both files"),
        ("user 2 used 1", "in the graph it depends on the target, is depended on, by so many steps"),
        ("none gone", "the graph does not know why; it is no longer there"),
    ],
);

const MEMORY: Section = (
    "What the memory shows",
    &[
        ("shown open pin", "how often a pack that was taken showed it, it was opened, pinned"),
        ("copy ban last", "how often it was copied, banned; when it was last in use"),
        ("score", "what these come to, opened and copied counting most; half of it fades in time"),
        ("task trace", "from -1 for what was banned to 1 for what was used: what relevance makes of it"),
        ("% of a start", "its part of where the walk of a question starts; all rows together have 5 %"),
        ("50 % 4×", "of this one's commits the part that changed the other, too; in how many"),
    ],
);

const HEADER: Section = (
    "What the first line shows",
    &[
        ("✓ … ✗", "the index is in step with the tree, is brought up to date, is behind it or not there"),
        ("polled", "the system can't watch the tree: it is looked at every few seconds (ctrl-r: at once)"),
        ("● ○ tracking", "what you use is remembered; it was, and is no longer"),
    ],
);

/// The sections of a view.
#[must_use]
pub fn sections(view: View) -> &'static [Section] {
    match view {
        View::Symbols => &[FILTER, LIST, AROUND, HEADER],
        View::Query => &[PACK, HEADER],
        View::Impact => &[IMPACT, PARTNERS, HEADER],
        View::Interactions => &[MEMORY, HEADER],
        View::Tours => &[TOURS, LINKS, HEADER],
    }
}
