//! Reads the text of `go.mod` and `go.work` files as far as binding needs it.
//!
//! Reading never fails: a line that makes no sense is reported with its number and skipped, and the rest counts.
//! Every directive of the Go modules reference is checked for its form; only those that decide how imports are
//! resolved are kept (`module`, `require`, `replace`, `ignore`; `use`).

use std::borrow::Cow;

use rustc_hash::FxHashMap;

/// The most problems that are reported for one file, so that a file of garbage does not give a million.
const MAX_PROBLEMS: usize = 10;

/// The longest piece of a file that a message quotes, in characters.
const MAX_QUOTE: usize = 60;

/// Something in a module file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, relative to the root of the tree.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Description of the problem, with control characters of the file escaped.
    pub message: String,
}

/// The directives of a `go.mod` that decide where imports lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModFile {
    /// The module's path; empty if the file has none.
    pub path: String,
    /// Versions of the `require` directives by module path.
    pub requires: FxHashMap<String, String>,
    pub replaces: Vec<Replace>,
}

/// The directives of a `go.work` that decide where imports lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkFile {
    /// The folders of its modules, as written: relative to the file.
    pub uses: Vec<String>,
    pub replaces: Vec<Replace>,
}

/// One `replace` directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replace {
    /// The module path that is replaced.
    pub old: String,
    /// The only version that is replaced; `None` if all are.
    pub version: Option<String>,
    pub new: Replacement,
}

/// The replacement of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// A folder as written: absolute, or relative to the file with the directive.
    Folder(String),
    /// Another module, not a folder of the tree: its path and version.
    Module(String),
}

impl ModFile {
    /// Reads the text of a `go.mod`. `file` is its name in the problems.
    pub fn parse(file: &str, text: &str) -> (Self, Vec<Problem>) {
        let mut found = Self::default();
        let problems = each_directive(file, text, |verb, args| found.take(verb, args));
        (found, problems)
    }

    fn take(&mut self, verb: &str, args: &[Cow<'_, str>]) -> Result<(), String> {
        match (verb, args) {
            ("module", [path]) if self.path.is_empty() => self.path = path.to_string(),
            ("module", [_]) => return Err("a second module directive".into()),
            ("require", [path, version]) => {
                self.requires.insert(path.to_string(), version.to_string());
            }
            ("replace", _) => self.replaces.push(replace(args)?),
            ("go" | "toolchain" | "godebug" | "tool" | "retract" | "ignore", [_]) | ("exclude", [_, _]) => {}
            ("retract", [open, _, comma, _, close]) if open == "[" && comma == "," && close == "]" => {}
            _ => return Err(unknown(verb, args)),
        }
        Ok(())
    }
}

impl WorkFile {
    /// Reads the text of a `go.work`. `file` is its name in the problems.
    pub fn parse(file: &str, text: &str) -> (Self, Vec<Problem>) {
        let mut found = Self::default();
        let problems = each_directive(file, text, |verb, args| found.take(verb, args));
        (found, problems)
    }

    fn take(&mut self, verb: &str, args: &[Cow<'_, str>]) -> Result<(), String> {
        match (verb, args) {
            ("use", [folder]) => self.uses.push(folder.to_string()),
            ("replace", _) => self.replaces.push(replace(args)?),
            ("go" | "toolchain" | "godebug", [_]) => {}
            _ => return Err(unknown(verb, args)),
        }
        Ok(())
    }
}

/// Reads `old [version] => new [version]`, where `new` without a version is a folder.
fn replace(args: &[Cow<'_, str>]) -> Result<Replace, String> {
    let (old, version, new) = match args {
        [old, arrow, new @ ..] if arrow == "=>" => (old, None, new),
        [old, version, arrow, new @ ..] if arrow == "=>" => (old, Some(version.to_string()), new),
        _ => return Err("a replace directive without `=>`".into()),
    };
    let new = match new {
        [folder] if is_folder(folder) => Replacement::Folder(folder.to_string()),
        [module, version] if !is_folder(module) => Replacement::Module(format!("{module} {version}")),
        [module] => return Err(format!("the replacement {} needs a version or a leading ./", quote(module))),
        _ => return Err("a replacement is a folder, or a module and its version".into()),
    };
    Ok(Replace { old: old.to_string(), version, new })
}

/// Returns whether a replacement is a file path: absolute, or with a leading dot element (Go modules reference,
/// "replace").
fn is_folder(path: &str) -> bool {
    let mut bytes = path.bytes();
    let drive = bytes.next().is_some_and(|b| b.is_ascii_alphabetic()) && bytes.next() == Some(b':');
    let first = path.split(['/', '\\']).next().unwrap_or_default();
    drive || matches!(first, "" | "." | "..")
}

fn unknown(verb: &str, args: &[Cow<'_, str>]) -> String {
    let text = std::iter::once(verb).chain(args.iter().map(AsRef::as_ref)).collect::<Vec<_>>().join(" ");
    format!("not understood: {}", quote(&text))
}

/// The text in quotes, escaped and cut to a readable length.
fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((cut, _)) => format!("{:?}...", &text[..cut]),
        None => format!("{text:?}"),
    }
}

/// Calls `take` with the verb and arguments of every directive, those inside `verb ( ... )` one by one, and collects
/// the problems.
fn each_directive(
    file: &str,
    text: &str,
    mut take: impl FnMut(&str, &[Cow<'_, str>]) -> Result<(), String>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut report = |line: u32, message: String| {
        if problems.len() < MAX_PROBLEMS {
            problems.push(Problem { file: file.to_owned(), line, message });
        }
    };
    // The verb of the block that is open, and its line.
    let mut block: Option<(Cow<'_, str>, u32)> = None;
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let words = match tokens(text) {
            Ok(words) => words,
            Err(message) => {
                report(line, message.into());
                continue;
            }
        };
        let outcome = match (words.as_slice(), &block) {
            ([], _) => Ok(()),
            ([close], Some(_)) if close == ")" => {
                block = None;
                Ok(())
            }
            ([verb, open, rest @ ..], None) if open == "(" && (rest.is_empty() || rest == [")"]) => {
                if rest.is_empty() {
                    block = Some((verb.clone(), line));
                }
                Ok(())
            }
            (args, Some((verb, _))) | ([verb, args @ ..], None) => take(verb, args),
        };
        if let Err(message) = outcome {
            report(line, message);
        }
    }
    if let Some((verb, line)) = block {
        report(line, format!("the block of {} is not closed", quote(&verb)));
    }
    problems
}

/// The words of one line up to its comment. Brackets and commas are words of their own unless quoted.
fn tokens(line: &str) -> Result<Vec<Cow<'_, str>>, &'static str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '/' if rest.starts_with("//") => break,
            '"' => interpreted(&rest[1..])?,
            '`' => {
                let (raw, after) = rest[1..].split_once('`').ok_or("a string without its closing `")?;
                (Cow::Borrowed(raw), after)
            }
            _ if is_bracket(first) => (Cow::Borrowed(&rest[..1]), &rest[1..]),
            _ => {
                let (word, after) = rest.split_at(bare_length(rest));
                (Cow::Borrowed(word), after)
            }
        };
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',')
}

/// Length in bytes of the unquoted word that a text starts with.
fn bare_length(text: &str) -> usize {
    let end = text.find(|c: char| c.is_whitespace() || is_bracket(c)).unwrap_or(text.len());
    text[..end].find("//").unwrap_or(end)
}

/// The content of a `"` string after its opening quote, and the text after it. Paths and versions need no escapes but
/// `\"` and `\\`, so others are errors.
fn interpreted(text: &str) -> Result<(Cow<'_, str>, &str), &'static str> {
    let end = text.find(['"', '\\']).ok_or("a string without its closing \"")?;
    if text[end..].starts_with('"') {
        return Ok((Cow::Borrowed(&text[..end]), &text[end + 1..]));
    }
    let mut word = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((Cow::Owned(word), &text[at + 1..])),
            '\\' => match chars.next() {
                Some((_, escaped @ ('"' | '\\'))) => word.push(escaped),
                _ => return Err("an escape other than \\\" and \\\\"),
            },
            _ => word.push(c),
        }
    }
    Err("a string without its closing \"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(old: &str, new: &str) -> Replace {
        Replace { old: old.into(), version: None, new: Replacement::Folder(new.into()) }
    }

    #[test]
    fn every_directive_in_both_forms() {
        let text = "// A comment.\r\n\
            module \"example.com/a\" // ours\r\n\
            go 1.24\r\n\
            toolchain go1.24.1\r\n\
            godebug default=go1.21\r\n\
            require example.com/b v1.2.3 // indirect\r\n\
            require (\r\n\
            \texample.com/c v0.1.0\r\n\
            \n\
            \t`example.com/d` v2.0.0+incompatible\r\n\
            )\r\n\
            exclude example.com/c v0.0.9\r\n\
            replace example.com/b => ./b\r\n\
            replace (\n\
            \texample.com/c v0.1.0 => ../c\n\
            \texample.com/d => example.com/fork v1.0.0\n\
            )\n\
            retract v0.0.1\n\
            retract ( [v0.1.0, v0.2.0] )\n\
            retract [v0.1.0, v0.2.0]\n\
            tool example.com/b/cmd\n\
            ignore ./node_modules\n\
            ignore (\n\tstatic\n)\n\
            exclude ()\n";
        let (file, problems) = ModFile::parse("go.mod", text);
        assert_eq!(file.path, "example.com/a");
        let mut requires: Vec<_> = file.requires.iter().map(|(p, v)| format!("{p} {v}")).collect();
        requires.sort();
        assert_eq!(
            requires,
            ["example.com/b v1.2.3", "example.com/c v0.1.0", "example.com/d v2.0.0+incompatible"]
        );
        let of_version = Replace { version: Some("v0.1.0".into()), ..folder("example.com/c", "../c") };
        let remote = Replace {
            old: "example.com/d".into(),
            version: None,
            new: Replacement::Module("example.com/fork v1.0.0".into()),
        };
        assert_eq!(file.replaces, [folder("example.com/b", "./b"), of_version, remote]);
        // A block must not begin and end on one line.
        assert_eq!(problems.iter().map(|p| p.line).collect::<Vec<_>>(), [19]);
    }

    #[test]
    fn go_work() {
        let (file, problems) =
            WorkFile::parse("go.work", "go 1.26\nuse .\nuse (\n\t./a\n\t\"b c\"\n)\nreplace x.y/z => ./z\n");
        assert_eq!(file.uses, [".", "./a", "b c"]);
        assert_eq!(file.replaces, [folder("x.y/z", "./z")]);
        assert_eq!(problems, []);
    }

    #[test]
    fn problems_are_reported_and_the_rest_counts() {
        let cases = [
            ("frobnicate x", "not understood: \"frobnicate x\""),
            ("module x", "a second module directive"),
            ("require a", "not understood: \"require a\""),
            ("replace a ./b", "a replace directive without `=>`"),
            ("replace a => b", "the replacement \"b\" needs a version or a leading ./"),
            ("replace a => ./b v1", "a replacement is a folder, or a module and its version"),
            ("require \"a v1", "a string without its closing \""),
            ("require `a v1", "a string without its closing `"),
            (r#"require "\n" v1"#, "an escape other than \\\" and \\\\"),
            ("require (", "the block of \"require\" is not closed"),
            (")", "not understood: \")\""),
            ("\u{1b}[31mred", "not understood: \"\\u{1b} [ 31mred\""),
        ];
        for (line, message) in cases {
            let (file, problems) = ModFile::parse("sub/go.mod", &format!("module m\n{line}\n"));
            assert_eq!(file.path, "m");
            let expected = Problem { file: "sub/go.mod".into(), line: 2, message: message.into() };
            assert_eq!(problems, [expected], "{line}");
        }
    }

    #[test]
    fn strings_and_comments() {
        let words = |line| tokens(line).map(|words| words.join("|"));
        assert_eq!(words(r#"a "b \"c\" \\" `d "e` f//g"#).as_deref(), Ok(r#"a|b "c" \|d "e|f"#));
        assert_eq!(words("[v1,v2](x)").as_deref(), Ok("[|v1|,|v2|]|(|x|)"));
        assert_eq!(words("  // only a comment").as_deref(), Ok(""));
    }

    #[test]
    fn garbage_is_bounded() {
        let (_, problems) = ModFile::parse("go.mod", &"\u{0}garbage (((\n".repeat(10_000));
        assert_eq!(problems.len(), MAX_PROBLEMS);
        let (_, problems) = ModFile::parse("go.mod", &"é".repeat(1_000_000));
        assert!(problems[0].message.len() < 300);
    }

    #[test]
    fn folders_and_modules() {
        let folders = ["./a", "../a", ".", "..", "/a", r"..\a", r"C:\a", "c:/a"];
        assert!(folders.iter().all(|path| is_folder(path)));
        assert!(["a", "a.b/c", ".hidden/x", "..."].iter().all(|path| !is_folder(path)));
    }
}
