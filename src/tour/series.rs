//! Relations between tours, and whether they apply to this host: titles with numbers, the next tour, and conditions.

use super::condition::{self, Platform};
use super::file::Tour;

impl Tour {
    /// The number in a series: `#?<n>` at the start of the title, before `-` or `:`.
    pub fn number(&self) -> Option<u32> {
        let digits = digits(self.title());
        numbered(self.title()).and_then(|_| digits.parse().ok())
    }

    /// Returns whether a link or another tour means this tour by a title, which can be with or without the number.
    pub fn is_called(&self, title: &str) -> bool {
        !title.is_empty() && (self.title() == title || numbered(self.title()) == Some(title))
    }

    /// Returns whether `next` is the tour after this one: by its title, or by its number.
    pub fn leads_to(&self, next: &Self) -> bool {
        match self.next_tour() {
            Some(title) => next.title() == title,
            None => self.number().and_then(|n| n.checked_add(1)).is_some_and(|n| next.number() == Some(n)),
        }
    }

    /// Returns whether it is the primary tour.
    pub fn is_primary(&self) -> bool {
        self.is_marked_primary() || self.number() == Some(1)
    }

    /// Returns whether its condition is true on a host; true without a condition. None if the condition is not
    /// understood (see [`condition`]); the tour is shown with a note then.
    pub fn is_for(&self, host: Platform) -> Option<bool> {
        self.when().map_or(Some(true), |condition| condition::holds(condition, host))
    }
}

fn digits(title: &str) -> &str {
    let title = title.strip_prefix('#').unwrap_or(title);
    &title[..title.len() - title.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
}

/// The title after its number. None if it has no number.
fn numbered(title: &str) -> Option<&str> {
    let digits = digits(title);
    let rest = title.strip_prefix('#').unwrap_or(title)[digits.len()..].trim_start();
    let rest = rest.strip_prefix(['-', ':']).filter(|_| !digits.is_empty())?;
    Some(rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tour(text: &str) -> Tour {
        Tour::parse(text.as_bytes()).unwrap()
    }

    fn titled(title: &str) -> Tour {
        Tour::new(title, "")
    }

    #[test]
    fn numbers_make_a_series_and_names_do_too() {
        for (title, number, short) in [
            ("1 - Status Bar", Some(1), "Status Bar"),
            ("#2: Tree", Some(2), "Tree"),
            ("3-Rest", Some(3), "Rest"),
            ("4 things", None, "4 things"),
            ("Plain", None, "Plain"),
            ("99999999999 - Large", None, "Large"),
        ] {
            let tour = titled(title);
            assert_eq!(tour.number(), number, "{title}");
            assert!(tour.is_called(title) && tour.is_called(short) && !tour.is_called(""), "{title}");
            assert_eq!(tour.is_primary(), number == Some(1));
        }
        assert!(titled("1 - A").leads_to(&titled("#2: B")) && !titled("2 - B").leads_to(&titled("1 - A")));
        let named = tour(r#"{"title": "1 - A", "nextTour": "Z", "steps": []}"#);
        assert!(named.leads_to(&titled("Z")) && !named.leads_to(&titled("2 - B")), "a name goes first");
        assert!(!titled("A").leads_to(&titled("B")));
    }

    #[test]
    fn a_condition_says_for_whom_it_is() {
        let host = Platform { mac: true, ..Platform::default() };
        let when = |condition: &str| {
            tour(&format!("{{\"title\": \"T\", \"when\": \"{condition}\", \"steps\": []}}")).is_for(host)
        };
        assert_eq!(titled("T").is_for(host), Some(true));
        assert_eq!((when("isMac"), when("!isMac"), when("alert(1)")), (Some(true), Some(false), None));
        assert_eq!(when(""), Some(true), "an empty one is none");
    }
}
