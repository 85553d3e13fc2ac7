//! Numbers as people read them.

/// `12,345`.
#[must_use]
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

/// A likelihood in hundredths, rounded, where only what is all but certain has a hundred and nothing that may be is none.
#[must_use]
pub fn hundredths(p: f64) -> u8 {
    if p >= 0.9995 { 100 } else { (p * 100.0).round().clamp(1.0, 99.0) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped() {
        for (n, said) in [(0, "0"), (100, "100"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(n), said);
        }
    }
}
