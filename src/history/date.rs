//! Calendar dates of times.

use super::DAY;

/// The date of a time in seconds since 1970 (UTC), like `2024-02-29`.
///
/// Computes with eras of 400 years that begin in March, so that a leap day is the last day of its year (Howard
/// Hinnant, "chrono-compatible low-level date algorithms").
pub fn date(time: i64) -> String {
    const ERA: i64 = 146_097;
    let days = time.div_euclid(DAY) + 719_468;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", year + era * 400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (time, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400, "2000-02-29"),
            (951_868_799, "2000-02-29"),
            (1_709_251_200, "2024-03-01"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
            (1_700_000_000, "2023-11-14"),
        ] {
            assert_eq!(date(time), expected, "{time}");
        }
    }
}
