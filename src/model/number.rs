//! Formats numbers for people.

/// A number with separators: `12,345`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (ix, c) in digits.chars().enumerate() {
        if ix > 0 && (digits.len() - ix).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// The first of several, with the number of the others: `a.F`, `a.F and 2 more`.
pub fn first_of(first: &str, all: usize) -> String {
    if all > 1 { format!("{first} and {} more", grouped(all as u64 - 1)) } else { first.to_owned() }
}

/// A number with a noun: `1 symbol`, `2 symbols`, `1,234 branches`, with the regular plural of `noun`.
pub fn counted(n: usize, noun: &str) -> String {
    let ending = match n {
        1 => "",
        _ if noun.ends_with("ch") || noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", grouped(n as u64))
}

/// A probability in percent, rounded; never 0, and 100 only from 0.9995 on.
pub fn hundredths(p: f64) -> u8 {
    if p >= 0.9995 { 100 } else { (p * 100.0).round().clamp(1.0, 99.0) as u8 }
}

/// A span of time in its largest unit: `now`, `5 min`, `3 h`, `12 d`.
pub fn age(seconds: i64) -> String {
    match seconds.max(0) {
        s if s < 60 => "now".to_owned(),
        s if s < 3_600 => format!("{} min", s / 60),
        s if s < 86_400 => format!("{} h", s / 3_600),
        s => format!("{} d", s / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_given_in_its_largest_unit() {
        let table = [
            (-5, "now"),
            (59, "now"),
            (60, "1 min"),
            (3_599, "59 min"),
            (3_600, "1 h"),
            (86_399, "23 h"),
            (86_400, "1 d"),
            (8_640_000, "100 d"),
        ];
        for (seconds, text) in table {
            assert_eq!(age(seconds), text);
        }
    }

    #[test]
    fn long_numbers_are_grouped() {
        for (n, text) in [(0, "0"), (100, "100"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(n), text);
        }
    }

    #[test]
    fn nouns_agree_with_their_number() {
        let table = [
            (0, "row", "0 rows"),
            (1, "alias", "1 alias"),
            (2, "alias", "2 aliases"),
            (2, "branch", "2 branches"),
            (1_234, "interface method", "1,234 interface methods"),
        ];
        for (n, noun, text) in table {
            assert_eq!(counted(n, noun), text);
        }
    }
}
