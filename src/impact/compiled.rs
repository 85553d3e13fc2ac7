//! Files that are compiled into a package but are not Go: embedded files and assembly.

use std::collections::BTreeMap;

use globset::{GlobBuilder, GlobMatcher};

/// The patterns of the `//go:embed` lines above one variable (package embed, "Directives").
#[derive(Clone, Debug)]
pub struct Embed {
    /// The last of those lines, from 1: the variable's name comes next.
    pub line: u32,
    patterns: Vec<Pattern>,
}

#[derive(Clone, Debug)]
struct Pattern {
    glob: GlobMatcher,
    /// For the folders that what it matches lies in, if it is written with any.
    above: Vec<GlobMatcher>,
    /// True if it begins with `all:`, which includes names that begin with `.` or `_` below a folder.
    all: bool,
}

const EMBED: &str = "//go:embed";

/// Folders that are never embedded.
const NEVER: [&str; 4] = [".git", ".hg", ".svn", ".bzr"];

/// The variables of a file that embed anything. O(text).
pub fn embeds(text: &str) -> Vec<Embed> {
    let mut embeds: Vec<Embed> = Vec::new();
    let mut is_open = false;
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        let directive = text.strip_prefix(EMBED).filter(|rest| rest.starts_with([' ', '\t']));
        match (directive, embeds.last_mut()) {
            (Some(written), Some(last)) if is_open => {
                last.line = line;
                last.patterns.extend(patterns(written));
            }
            (Some(written), _) => embeds.push(Embed { line, patterns: patterns(written) }),
            // Between the line and its variable only blank lines and comments may stand.
            (None, _) => is_open &= text.is_empty() || text.starts_with("//"),
        }
        is_open |= directive.is_some();
    }
    embeds
}

impl Embed {
    /// Returns whether a file is embedded, given by its path from the folder of the Go file: a pattern matches the
    /// file, or a folder that it lies in.
    pub fn takes(&self, path: &str) -> bool {
        if path.split('/').any(|part| NEVER.contains(&part)) {
            return false;
        }
        let is_hidden = |below: &str| below.split('/').any(|part| part.starts_with(['.', '_']));
        self.patterns.iter().any(|pattern| {
            let above = path.match_indices('/').map(|(end, _)| (&path[..end], &path[end + 1..]));
            let mut folders = std::iter::once((".", path)).chain(above);
            let in_folder = |(folder, below): (&str, &str)| {
                pattern.glob.is_match(folder) && (pattern.all || !is_hidden(below))
            };
            pattern.glob.is_match(path) || folders.any(in_folder)
        })
    }

    /// Returns whether a file that is embedded may lie in a folder or below it, given by its path from the folder of
    /// the Go file.
    pub fn leads_to(&self, folder: &str) -> bool {
        if folder.split('/').any(|part| NEVER.contains(&part)) {
            return false;
        }
        let mut above = self.patterns.iter().flat_map(|pattern| &pattern.above);
        above.any(|glob| glob.is_match(folder)) || self.takes(&format!("{folder}/x"))
    }
}

/// The patterns of one line: words, or strings where they hold blanks.
fn patterns(written: &str) -> Vec<Pattern> {
    let (mut patterns, mut rest) = (Vec::new(), written.trim_start());
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' | '`' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let word = rest[..end].trim_matches(['"', '`']);
        rest = rest[end..].trim_start();
        let (all, glob) = word.strip_prefix("all:").map_or((false, word), |glob| (true, glob));
        let above = glob.match_indices('/').filter_map(|(end, _)| matcher(&glob[..end])).collect();
        patterns.extend(matcher(glob).map(|glob| Pattern { glob, above, all }));
    }
    patterns
}

fn matcher(glob: &str) -> Option<GlobMatcher> {
    // Alternatives and `**` are no part of Go's patterns.
    let glob = glob.replace('{', "[{]").replace('}', "[}]").replace("**", "*");
    let glob = GlobBuilder::new(&glob).literal_separator(true).backslash_escape(true).build();
    Some(glob.ok()?.compile_matcher())
}

/// Endings of what cgo compiles or includes.
const OF_CGO: &[&str] =
    &["c", "cc", "cpp", "cxx", "m", "h", "hh", "hpp", "hxx", "f", "F", "for", "f90", "syso"];

/// Returns whether a file of this ending is assembly.
pub fn is_assembly(ending: &str) -> bool {
    matches!(ending, "s" | "S")
}

/// Returns whether a file of this ending is compiled into the package of its folder, as assembly or by cgo.
pub fn is_compiled_with_go(ending: &str) -> bool {
    is_assembly(ending) || OF_CGO.contains(&ending)
}

/// The functions of an assembly file that differ between two states of it, by name; all of either where anything differs
/// outside of them, as in a macro or a table. O(text).
pub fn assembled(old: &str, new: &str) -> Vec<String> {
    let [(old_head, old), (new_head, new)] = [old, new].map(functions);
    let is_whole = old_head == new_head;
    let names = old.keys().chain(new.keys()).copied();
    let mut names: Vec<&str> = names.filter(|name| !is_whole || old.get(name) != new.get(name)).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}

/// The text of each function, and what stands before the first.
fn functions(text: &str) -> (String, BTreeMap<&str, String>) {
    let (mut head, mut functions) = (String::new(), BTreeMap::<&str, String>::new());
    let mut current = None;
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default().trim()) {
        if let Some(name) = line.strip_prefix("TEXT").and_then(symbol) {
            current = Some(name);
        }
        let part = current.map_or(&mut head, |name| functions.entry(name).or_default());
        if !line.is_empty() {
            part.extend([line, "\n"]);
        }
    }
    (head, functions)
}

/// The name of `·add(SB)`, or of `runtime·add<ABIInternal>(SB)`.
fn symbol(text: &str) -> Option<&str> {
    let (_, name) = text.split_once('·')?;
    let end = name.find(['(', '<', ',', '+']).unwrap_or(name.len());
    Some(name[..end].trim()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_embeds_what_its_patterns_match_or_lies_in_such_a_folder() {
        let text = "package a\n\n//go:embed version.txt\nvar version string\n\n\
                    //go:embed tmpl/*.html \"a b.txt\"\n// Both.\n//go:embed all:data `x{y`\n\nvar files embed.FS\n\n\
                    //go:embeddings\nvar none int\n";
        let embeds = embeds(text);
        assert_eq!(embeds.iter().map(|embed| embed.line).collect::<Vec<_>>(), [3, 8]);
        for (path, expected) in [
            ("version.txt", [true, false]),
            ("tmpl/a.html", [false, true]),
            ("tmpl/sub/a.html", [false, false]),
            ("a b.txt", [false, true]),
            ("x{y", [false, true]),
            ("data/deep/.hidden", [false, true]),
            ("other/version.txt", [false, false]),
        ] {
            let found: Vec<bool> = embeds.iter().map(|embed| embed.takes(path)).collect();
            assert_eq!(found, expected, "{path}");
        }
        let of =
            |patterns: &str| super::embeds(&format!("//go:embed {patterns}\nvar f embed.FS\n")).remove(0);
        assert!(of("static").takes("static/css/a.css") && !of("static").takes("static/_draft/a.css"));
        assert!(of(".").takes("a/b.txt") && !of(".").takes(".git/config"));
        assert!(of("static/*").takes("static/_draft"), "named by the pattern itself");
        assert!(!of("all:.").takes(".git/config"), "what git keeps is never embedded");
        let led = |patterns, folders: [&str; 3]| folders.map(|folder| of(patterns).leads_to(folder));
        assert_eq!(led("web/*/a.css", ["web", "web/x", "web/x/y"]), [true, true, false]);
        assert_eq!(led("*/*/x", ["a", ".git", "a/.git"]), [true, false, false]);
        assert_eq!(led("*.txt all:dist", ["a", "dist/.b", "dist/c/d"]), [false, true, true]);
    }

    #[test]
    fn functions_of_an_assembly_file_are_compared_one_by_one() {
        let old = "#include \"textflag.h\"\n\n// func add(a, b int64) int64\nTEXT ·add(SB), NOSPLIT, $0-24\n\tADDQ AX, BX\n\tRET\n\n\
                   TEXT ·sub<ABIInternal>(SB), NOSPLIT, $0-24\n\tSUBQ AX, BX\n\tRET\n";
        assert!(assembled(old, old).is_empty());
        assert!(assembled(old, &old.replace("// func add", "// Adds: func add")).is_empty());
        assert_eq!(assembled(old, &old.replace("ADDQ", "SUBQ")), ["add"]);
        assert_eq!(assembled(old, &old.replace("·sub", "·less")), ["less", "sub"]);
        assert_eq!(assembled(old, &old.replace("textflag", "flags")), ["add", "sub"]);
        assert_eq!(assembled(old, ""), ["add", "sub"]);
    }
}
