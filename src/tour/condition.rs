//! The condition of a tour, an expression that CodeTour evaluates. This file reads the part of the language that
//! tours use.
//!
//! It knows `isLinux`, `isMac`, `isWindows`, `isWeb`, `true`, `false`, `!`, `&&`, `||`, `==`, `!=` and parentheses.
//! It runs nothing: the value of anything else is unknown, and the tour is shown with a note.

/// The deepest nesting that is read.
const MAX_DEPTH: usize = 64;

/// The system on which a tour is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Platform {
    pub linux: bool,
    pub mac: bool,
    pub windows: bool,
}

impl Platform {
    /// The system that this program was built for.
    pub fn here() -> Self {
        Self {
            linux: cfg!(target_os = "linux"),
            mac: cfg!(target_os = "macos"),
            windows: cfg!(target_os = "windows"),
        }
    }
}

/// Returns whether a condition is true on a host. None if it is not understood. O(text).
pub(super) fn holds(condition: &str, host: Platform) -> Option<bool> {
    let mut reader = ConditionParser { rest: condition, host };
    let value = reader.either(0)?;
    reader.rest.trim_start().is_empty().then_some(value)
}

/// A recursive descent parser, with one method for each level of precedence.
struct ConditionParser<'t> {
    rest: &'t str,
    host: Platform,
}

impl ConditionParser<'_> {
    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        rest.map(|rest| self.rest = rest).is_some()
    }

    fn either(&mut self, depth: usize) -> Option<bool> {
        let mut value = self.both(depth)?;
        while self.takes("||") {
            value |= self.both(depth)?;
        }
        Some(value)
    }

    fn both(&mut self, depth: usize) -> Option<bool> {
        let mut value = self.compared(depth)?;
        while self.takes("&&") {
            value &= self.compared(depth)?;
        }
        Some(value)
    }

    fn compared(&mut self, depth: usize) -> Option<bool> {
        let mut value = self.single(depth)?;
        loop {
            if self.takes("==") {
                value = value == self.single(depth)?;
            } else if self.takes("!=") {
                value = value != self.single(depth)?;
            } else {
                return Some(value);
            }
        }
    }

    fn single(&mut self, depth: usize) -> Option<bool> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.takes("!") {
            return Some(!self.single(depth + 1)?);
        }
        if self.takes("(") {
            let value = self.either(depth + 1)?;
            return self.takes(")").then_some(value);
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        match word {
            "true" => Some(true),
            "false" | "isWeb" => Some(false),
            "isLinux" => Some(self.host.linux),
            "isMac" => Some(self.host.mac),
            "isWindows" => Some(self.host.windows),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_or_not_or_are_not_understood() {
        let host = Platform { linux: true, ..Platform::default() };
        for (condition, expected) in [
            ("isLinux", Some(true)),
            (" isMac ", Some(false)),
            ("!isMac&&isLinux", Some(true)),
            ("isMac || isWindows || isWeb", Some(false)),
            ("isMac && isWindows || isLinux", Some(true)),
            ("isMac && (isWindows || isLinux)", Some(false)),
            ("isLinux == true", Some(true)),
            ("isLinux != !isWeb", Some(false)),
            ("!!(true)", Some(true)),
            ("", None),
            ("isLinux isMac", None),
            ("isLinux &&", None),
            ("(isLinux", None),
            ("process.exit(1)", None),
            ("1 == 1", None),
            ("isLinux === true", None),
        ] {
            assert_eq!(holds(condition, host), expected, "{condition}");
        }
        assert_eq!(holds(&"(".repeat(100_000), host), None);
        assert_eq!(holds(&"!".repeat(100_000), host), None);
    }
}
