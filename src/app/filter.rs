//! The text typed into the filter: qualifiers that narrow, and words for the fuzzy matcher.
//!
//! ```text
//! kind:func,method  pkg:router  file:tree.go  is:exported  !test  !gen  !kind:field  serve http
//! ```
//! Words follow fzf: `'exact`, `^prefix`, `suffix$`, `!without`. A folder before a name, as in `net/http.conn`, is taken
//! for `pkg:net/http conn`, and a path to a Go file for `file:`. What Go, its tools and traces write is read as they mean
//! it: `(*T).M` and `T.M()` as `T.M`, `type T struct {` as `kind:struct T`, `tree.go:12` as what is declared around that line,
//! and `package web`, where there is one, as `pkg:=web` with the package itself first. `is:unused` and `is:test-only` ask for
//! what nothing reaches, and what only tests use, which is found out when first asked for.

use nucleo::pattern::{Atom, AtomKind, CaseMatching, Normalization, Pattern};
use nucleo::{Config, Matcher, Utf32Str};

use super::symbol_rows::SymbolEntry;
use crate::model::{Head, SymbolKind, package_clause, plain_name, unlinked};
use crate::search::{Qualifier, Qualifiers};
use crate::unused::Users;

/// A filter's text, parsed.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    qualifiers: Qualifiers,
    pattern: Pattern,
    /// Suffixes with capitals: labels must end with them in this case, or must not.
    ends: Vec<SuffixWord>,
    /// Names after a package's path, as `Get` in `net/http.Get`: they mean functions and types, not methods.
    own: Vec<String>,
    /// Files and lines that the declarations must lie in.
    spots: Vec<LinePattern>,
    /// Users that a declaration must have, or must not have if negated: nobody, or tests alone.
    users: Vec<(bool, Users)>,
    /// True if the filter is a package clause: the package's row then comes before its contents.
    is_clause: bool,
    /// Describes what could not be understood, shown beside the list. An unknown name narrows nothing; an unknown kind
    /// or flag matches nothing.
    pub problem: Option<String>,
}

/// A word with a capital before `$`. The fuzzy matcher compares a case-sensitive suffix with the whole label and
/// finds nothing, so such words are checked here.
#[derive(Clone, Debug, PartialEq)]
struct SuffixWord {
    text: String,
    negative: bool,
}

/// A line of a file, or a file, as tools print it: `lease/lessor.go:396`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LinePattern {
    /// The file's path, its end, or an absolute path that ends with it.
    path: String,
    line: Option<u32>,
}

impl Filter {
    pub fn parse(text: &str) -> Self {
        match package_clause(text) {
            None => Self::read(text),
            Some(package) => {
                let mut qualifiers = Qualifiers::default();
                qualifiers.push(Qualifier::package_itself(package));
                Self { qualifiers, is_clause: true, ..Self::default() }
            }
        }
    }

    /// The filter for a text like a package clause that names no package: the name is still being typed, or “package”
    /// is an ordinary word. `None` for any other text.
    pub fn without_clause(&self, text: &str) -> Option<Self> {
        self.is_clause.then(|| Self::read(text))
    }

    fn read(text: &str) -> Self {
        let (mut qualifiers, mut words, mut problem) = (Qualifiers::default(), Vec::new(), None);
        let (mut written, mut spots, mut own, mut users) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let head = Head::in_prose(text);
        if let Some(head) = &head {
            qualifiers.push(Qualifier::kinds(head.kinds));
            head.file.iter().for_each(|file| qualifiers.push(Qualifier::file(file)));
        }
        for word in head.as_ref().map_or(text, |head| &head.name).split_whitespace() {
            let link = unlinked(word);
            let word = link.as_deref().unwrap_or(word);
            match (LinePattern::read(word), used_by(word)) {
                (Some(spot), _) => spots.push(spot),
                (None, Some(by)) => users.push(by),
                (None, None) => written.push(as_label(word)),
            }
        }
        for word in written.iter().map(String::as_str) {
            let (place, word) = place(word).map_or((None, word), |(place, rest)| (Some(place), rest));
            if let Some(place) = place {
                qualifiers.push(place);
                own.extend(Some(word).filter(|word| !word.is_empty()).map(str::to_owned));
            }
            match Qualifier::read(word) {
                Some(Ok(qualifier)) => qualifiers.push(qualifier),
                Some(Err(what)) => {
                    problem = Some(what);
                    if let Some(none) = Qualifier::impossible(word) {
                        qualifiers.push(none);
                    }
                }
                None => words.push(word),
            }
        }
        let mut pattern = Pattern::parse(&words.join(" "), CaseMatching::Smart, Normalization::Smart);
        let ends = ends(&mut pattern);
        Self { qualifiers, pattern, ends, own, spots, users, is_clause: false, problem }
    }

    /// Returns whether the filter has words, so that scores order the list.
    pub fn has_words(&self) -> bool {
        !self.pattern.atoms.is_empty() || !self.ends.is_empty()
    }

    /// The same filter with plain words matched as substrings, ignoring case.
    pub fn in_one_piece(mut self) -> Self {
        for atom in self.pattern.atoms.iter_mut().filter(|atom| atom.kind == AtomKind::Fuzzy) {
            let (text, negative) = (atom.needle_text().to_string(), atom.negative);
            let (kind, any) = (AtomKind::Substring, CaseMatching::Ignore);
            *atom = Atom::new(&text, any, Normalization::Smart, kind, false);
            atom.negative = negative;
        }
        self
    }

    /// Returns whether there is nothing that narrows: no words, no qualifiers.
    pub fn is_empty(&self) -> bool {
        self.qualifiers.is_empty() && self.spots.is_empty() && self.users.is_empty() && !self.has_words()
    }

    /// Returns whether the qualifiers let an entry through, and the words fit its label.
    pub fn fits(&self, entry: &SymbolEntry<'_>, matcher: &mut Matcher) -> bool {
        self.admits(entry)
            && (!self.has_words()
                || self.score(Utf32Str::new(&entry.label(), &mut Vec::new()), matcher).is_some())
    }

    /// Returns whether the qualifiers let an entry through.
    pub fn admits(&self, entry: &SymbolEntry<'_>) -> bool {
        self.admits_kind(entry.kind, entry.flags) && self.admits_place(entry) && self.admits_spot(entry)
    }

    /// Returns whether an entry lies at one of the requested lines.
    pub fn admits_spot(&self, entry: &SymbolEntry<'_>) -> bool {
        self.spots.iter().all(|spot| spot.holds(entry))
    }

    /// Returns whether the filter asks who uses a symbol.
    pub fn asks_users(&self) -> bool {
        !self.users.is_empty()
    }

    /// Returns whether a symbol passes that is used by `users` only; `None` for one that a program reaches.
    pub fn admits_users(&self, users: Option<Users>) -> bool {
        self.users.iter().all(|&(negated, wanted)| (users == Some(wanted)) != negated)
    }

    /// Returns whether lines of files are asked for.
    pub fn asks_spot(&self) -> bool {
        !self.spots.is_empty()
    }

    /// Returns whether the qualifiers that ask for kinds and flags let an entry through.
    pub fn admits_kind(&self, kind: SymbolKind, flags: u16) -> bool {
        self.qualifiers.admit_kind(kind, flags)
    }

    /// Returns whether the qualifiers that ask for the package and the path let an entry through.
    pub fn admits_place(&self, entry: &SymbolEntry<'_>) -> bool {
        self.qualifiers.admit_place(&entry.home)
    }

    /// Returns whether there are qualifiers that ask for the package or the path.
    pub fn asks_place(&self) -> bool {
        self.qualifiers.ask_place()
    }

    /// Returns whether every match also matches `older`, because words were added or the last word grew. It may miss
    /// such a case but never claims it wrongly.
    pub fn narrows(&self, older: &Self) -> bool {
        let (old, new) = (&older.pattern.atoms, &self.pattern.atoms);
        let same =
            self.qualifiers == older.qualifiers && self.ends == older.ends && self.spots == older.spots;
        let same = same && self.users == older.users;
        if !same || new.len() < old.len() {
            return false;
        }
        let Some((last, rest)) = old.split_last() else { return true };
        let grown = &new[rest.len()];
        // Added letters can only make smart case and normalization stricter.
        let grew = |old: &Atom, new: &Atom| {
            let fuzzy = |atom: &Atom| atom.kind == AtomKind::Fuzzy && !atom.negative;
            let mut letters = new.needle_text().chars();
            fuzzy(old) && fuzzy(new) && old.needle_text().chars().all(|c| letters.next() == Some(c))
        };
        *rest == new[..rest.len()] && (last == grown || grew(last, grown))
    }

    /// Returns whether the filter asks for this kind. Files are only listed if it does: they repeat what they contain.
    pub fn asks_for(&self, kind: SymbolKind) -> bool {
        self.qualifiers.ask_for(kind)
    }

    /// Returns whether scores take part in the order of the list.
    pub fn has_scores(&self) -> bool {
        self.has_words() || self.is_clause
    }

    /// Returns whether symbols of this kind come before all others.
    pub fn is_led_by(&self, kind: SymbolKind) -> bool {
        self.is_clause && kind == SymbolKind::Package
    }

    /// Scores the match of the words; `None` if one of them does not match.
    ///
    /// The matcher's own score, plus a bonus for each word that is a substring of the symbol's name, more for a
    /// prefix and most for the whole name: a typed name should find the symbol of that name before those of a package
    /// of that name. One of several words may also match the qualifier before the name: `handler serve` wants
    /// `Handler.ServeHTTP`.
    pub fn score(&self, text: Utf32Str<'_>, matcher: &mut Matcher) -> Option<u32> {
        if !self.ends.iter().all(|end| ends_with(text, &end.text) != end.negative) {
            return None;
        }
        let score = self.pattern.score(text, matcher)?;
        let words = || self.pattern.atoms.iter().filter(|atom| !atom.negative);
        let several = words().nth(1).is_some();
        let own = self.own.iter().filter(|name| is_own(text, name)).count();
        let named = words().map(|atom| named(text, atom.needle_text(), several)).sum::<u32>();
        Some(score + named + own as u32 * OWN)
    }

    /// Places (in characters) of `text` that the words matched, rising.
    pub fn lit(&self, text: &str) -> Vec<u32> {
        let (mut buffer, mut places) = (Vec::new(), Vec::new());
        if self.has_words() {
            self.pattern.indices(Utf32Str::new(text, &mut buffer), &mut matcher(), &mut places);
            places.sort_unstable();
            places.dedup();
        }
        places
    }

    /// The letters that every match must contain, in the form of [`letters`]: a quick rejection test.
    pub fn letters(&self) -> u64 {
        let needed = self.pattern.atoms.iter().filter(|atom| !atom.negative);
        let bytes = needed.flat_map(|atom| atom.needle_text().chars()).filter_map(|c| u8::try_from(c).ok());
        bytes.fold(0, |bits, byte| bits | BITS[usize::from(byte)])
    }
}

/// Removes the words from a pattern that the matcher would get wrong: see [`SuffixWord`].
fn ends(pattern: &mut Pattern) -> Vec<SuffixWord> {
    let mut ends = Vec::new();
    pattern.atoms.retain_mut(|atom| {
        let (text, negative) = (atom.needle_text().to_string(), atom.negative);
        if atom.kind != AtomKind::Postfix || !text.chars().any(char::is_uppercase) {
            return true;
        }
        *atom = Atom::new(&text, CaseMatching::Ignore, Normalization::Smart, AtomKind::Postfix, false);
        ends.push(SuffixWord { text, negative });
        // Negated and compared without case it would exclude too much.
        !negative
    });
    ends
}

fn ends_with(label: Utf32Str<'_>, end: &str) -> bool {
    let mut letters = label.chars().rev();
    end.chars().rev().all(|letter| letters.next() == Some(letter))
}

/// Bonus for a word that is the whole name of a symbol, on top of that for a substring ([`in_one_piece`]).
const WHOLE: u32 = 16;
const BEGINNING: u32 = 8;

/// Bonus if a package's path and a name together are the whole label.
const OWN: u32 = 16;

/// Returns whether the part of a label after the package is exactly this name, ignoring case.
fn is_own(label: Utf32Str<'_>, name: &str) -> bool {
    let lower = |c: char| c.to_ascii_lowercase();
    let rest = label.chars().skip_while(|&c| c != '.').skip(1);
    rest.map(lower).eq(name.chars().map(lower))
}

/// Bonus for a word of so many letters that is a substring of a name. It exceeds what letters scattered over the
/// beginnings of words can score: at best 9 each and the first again, minus 3 for a gap, while letters within a word
/// score 4 except the first.
fn in_one_piece(letters: usize) -> u32 {
    u32::try_from(letters).map_or(0, |letters| letters.saturating_mul(6)).saturating_add(16)
}

/// Bonus if `word` is the name at the end of `label`, its prefix, or a substring of it; with `several` words also if
/// it matches what precedes that name.
fn named(label: Utf32Str<'_>, word: Utf32Str<'_>, several: bool) -> u32 {
    match (label, word) {
        (Utf32Str::Ascii(label), Utf32Str::Ascii(word)) => named_in(label, word, several),
        (Utf32Str::Unicode(label), Utf32Str::Ascii(word)) => named_in(label, word, several),
        (Utf32Str::Unicode(label), Utf32Str::Unicode(word)) => named_in(label, word, several),
        // The matcher finds no word with such letters in an ASCII label.
        (Utf32Str::Ascii(_), Utf32Str::Unicode(_)) => 0,
    }
}

fn named_in<L: Copy + Into<char>, W: Copy + Into<char>>(label: &[L], word: &[W], several: bool) -> u32 {
    if word.is_empty() || word.len() > label.len() {
        return 0;
    }
    let is_dot = |letter: &L| (*letter).into() == '.';
    let (before, end) = label.split_at(label.len() - word.len());
    if before.last().is_none_or(is_dot) && begins_with(end, word) {
        // If the owner is typed too, the name must match in case.
        let alike = || end.iter().zip(word).all(|(&a, &b)| a.into() == b.into());
        let written = word.iter().any(|&letter| letter.into() == '.') && alike();
        return in_one_piece(word.len()) + WHOLE + u32::from(written);
    }
    let dot = label.iter().rposition(is_dot);
    let own = dot.map_or(label, |dot| &label[dot + 1..]);
    let last = own.len().checked_sub(word.len());
    match last.and_then(|last| (0..=last).find(|&at| begins_with(&own[at..], word))) {
        Some(0) => in_one_piece(word.len()) + BEGINNING,
        Some(_) => in_one_piece(word.len()),
        None if several => {
            let above = &label[..dot.unwrap_or(0)];
            let owner = above.iter().rposition(is_dot).map_or(above, |dot| &above[dot + 1..]);
            if owner.len() == word.len() && begins_with(owner, word) { in_one_piece(word.len()) } else { 0 }
        }
        None => 0,
    }
}

/// Returns whether `letters` begin with `word`, ignoring case; `word` is not longer. It runs at each letter of each
/// name, and the first letter mostly decides.
#[inline]
fn begins_with<L: Copy + Into<char>, W: Copy + Into<char>>(letters: &[L], word: &[W]) -> bool {
    letters.iter().zip(word).all(|(&a, &b)| a.into().eq_ignore_ascii_case(&b.into()))
}

impl LinePattern {
    /// Reads `a.go:12`, also with a column or a trailing colon, and `a.go:` while it is being typed.
    fn read(word: &str) -> Option<Self> {
        let word = word.strip_prefix("file:").unwrap_or(word);
        let (path, place) = word.split_once(".go:")?;
        let mut numbers = place.trim_end_matches(':').split(':');
        let line = numbers.next().filter(|line| !line.is_empty()).map(str::parse).transpose().ok()?;
        let rest = numbers.all(|number| number.bytes().all(|b| b.is_ascii_digit()));
        let path = path.strip_prefix("./").unwrap_or(path);
        (rest && !path.is_empty()).then(|| Self { path: format!("{path}.go"), line })
    }

    fn holds(&self, entry: &SymbolEntry<'_>) -> bool {
        let ends = |whole: &str, end: &str| {
            let before = whole.len().checked_sub(end.len());
            before.is_some_and(|at| {
                let is_whole = at == 0 || whole.as_bytes()[at - 1] == b'/';
                is_whole && whole.as_bytes()[at..].eq_ignore_ascii_case(end.as_bytes())
            })
        };
        // An absolute path ends with the path that the tree has.
        let is_here = ends(entry.path, &self.path) || ends(&self.path, entry.path);
        is_here && self.line.is_none_or(|line| entry.line <= line && line <= entry.end_line)
    }
}

/// Reads a condition on users: `is:unused`, `is:test-only`, `!unused`.
fn used_by(word: &str) -> Option<(bool, Users)> {
    let (negated, plain) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
    let name = plain.strip_prefix("is:").or(negated.then_some(plain))?;
    match name {
        "unused" => Some((negated, Users::Nobody)),
        "test-only" => Some((negated, Users::Tests)),
        _ => None,
    }
}

/// A word in the form of labels, after the signs that fzf reads: `lease.(*lessor).Renew(0xc0` becomes
/// `lease.lessor.Renew`.
fn as_label(word: &str) -> String {
    let name = word.trim_start_matches(['!', '\'', '^']);
    word[..word.len() - name.len()].to_owned() + &plain_name(name)
}

/// The folder or file that a word begins with, and the rest of the word. Only labels of packages contain a `/`.
fn place(word: &str) -> Option<(Qualifier, &str)> {
    let (folders, rest) =
        word.rsplit_once('/').filter(|(folders, _)| !folders.contains([':', '!', '\'', '^']))?;
    if rest.rsplit_once('.').is_some_and(|(_, ending)| ending == "go") {
        return Some((Qualifier::file(word), ""));
    }
    let (last, name) = rest.split_once('.')?;
    let is_version = name.strip_prefix('v').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    let whole = folders.len() + 1 + last.len();
    (!is_version).then(|| (Qualifier::package(&word[..whole]), name))
}

/// The matcher for scores and for highlighting. It is set up as for paths, so that the first letters of a label, its
/// package's, weigh little more than those after a dot.
pub fn matcher() -> Matcher {
    Matcher::new(Config::DEFAULT.match_paths())
}

/// The set of letters and digits in a text, as bits: a text can only match if it contains those of the words.
pub fn letters(text: &str) -> u64 {
    // An `e` also matches an `é`, so a text that is not ASCII excludes nothing; nor does one with line ends, which
    // are not one letter per byte.
    if !text.is_ascii() || text.contains('\r') {
        return NOT_PLAIN;
    }
    text.bytes().fold(0, |bits, byte| bits | BITS[usize::from(byte)])
}

/// The set for a text whose bytes are not its characters: it may contain anything.
pub const NOT_PLAIN: u64 = u64::MAX;

/// The bit of each byte that is a letter or a digit.
const BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut at = 0;
    while at < 36 {
        let byte = if at < 26 { b'a' + at } else { b'0' + at - 26 };
        bits[byte as usize] = 1 << at;
        bits[byte.to_ascii_uppercase() as usize] = 1 << at;
        at += 1;
    }
    bits
};

#[cfg(test)]
mod tests;
