//! The tests of an answer, in tiers.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::ImpactAnswer;
use crate::impact::Tier;
use crate::model::{clean, counted};

/// Tests that a line about needs names.
const MAX_NAMED: usize = 3;

impl ImpactAnswer<'_> {
    pub(super) fn commands(&self, tier: Tier) -> Vec<String> {
        let runs = self.tiers.runs(tier, &self.radius);
        runs.iter().map(|run| run.line_from(&self.root, self.graph)).collect()
    }

    pub(super) fn tiers_as_json(&self) -> Value {
        let tiers = Tier::ALL.into_iter().map(|tier| {
            json!({
                "tier": tier.number(),
                "name": tier.name(),
                "tests": self.tiers.n_tests(tier),
                "commands": self.commands(tier),
            })
        });
        tiers.collect()
    }

    pub(super) fn needs_as_json(&self) -> Value {
        let needs = self.tiers.needs.iter();
        needs
            .map(|&(test, need)| json!({ "symbolId": self.graph.symbol(test).id_text(), "needs": need }))
            .collect()
    }

    /// Prints the lines of each tier that adds tests to the one before it.
    pub(super) fn print_tests(&self, out: &mut impl Write) -> io::Result<()> {
        if self.radius.runs.is_empty() {
            return Ok(());
        }
        let all = self.tiers.n_tests(Tier::All);
        for (tier, heading) in [(Tier::Nearest, "nearest tests"), (Tier::Packages, "tests of their packages")]
        {
            let tests = self.tiers.n_tests(tier);
            if tests < all && self.tiers.told.contains(&tier) {
                writeln!(out, "\n{heading}, {tests} of {all}:")?;
                self.print_runs(out, tier)?;
            }
        }
        writeln!(out, "\ntests reached:")?;
        self.print_runs(out, Tier::All)?;
        self.print_needs(out)
    }

    fn print_runs(&self, out: &mut impl Write, tier: Tier) -> io::Result<()> {
        let runs = self.tiers.runs(tier, &self.radius);
        runs.iter().try_for_each(|run| writeln!(out, "  {}", clean(&run.noted_from(&self.root, self.graph))))
    }

    /// Prints which tests skip themselves without something, by what that is.
    fn print_needs(&self, out: &mut impl Write) -> io::Result<()> {
        let mut words: Vec<&str> = self.tiers.needs.iter().map(|(_, need)| *need).collect();
        words.sort_unstable();
        words.dedup();
        for need in words {
            let tests: Vec<_> = self.tiers.needs.iter().filter(|(_, other)| *other == need).collect();
            let named: Vec<&str> =
                tests.iter().take(MAX_NAMED).map(|(test, _)| self.graph.symbol(*test).name()).collect();
            let more = match tests.len().saturating_sub(MAX_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let tests = counted(tests.len(), "test");
            writeln!(out, "{tests} may skip for want of {need}: {}{more}", clean(&named.join(", ")))?;
        }
        Ok(())
    }
}
