//! How many tools each domain has, and who answers them, as bars.

use std::collections::BTreeMap;

use compoworld_core::{Operation, ServiceDef, Tool};

/// Who answers a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Implementation {
    /// Code that the compiler wrote.
    Declared,
    /// Code that an author wrote.
    Written,
    /// A world model.
    Simulated,
}

impl Implementation {
    /// Who answers this tool: of its parts, the least certain that computes something.
    pub(crate) fn of(tool: &'static Tool) -> Self {
        if tool.is_simulated() {
            Self::Simulated
        } else if tool.deeds().any(|deed| deed.semantics.operation == Operation::Written) {
            Self::Written
        } else {
            Self::Declared
        }
    }

    /// The word for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::Written => "written",
            Self::Simulated => "simulated",
        }
    }
}

/// How many tools are answered by whom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ToolCounts {
    pub(crate) declared: usize,
    pub(crate) written: usize,
    pub(crate) simulated: usize,
}

impl ToolCounts {
    /// The counts of a service.
    pub(crate) fn of(service: &'static ServiceDef) -> Self {
        let mut counts = Self::default();
        for tool in service.tools {
            match Implementation::of(tool) {
                Implementation::Declared => counts.declared += 1,
                Implementation::Written => counts.written += 1,
                Implementation::Simulated => counts.simulated += 1,
            }
        }
        counts
    }

    /// All tools.
    pub(crate) fn total(self) -> usize {
        self.declared + self.written + self.simulated
    }

    /// Counts those of another service too.
    pub(crate) fn add(&mut self, other: Self) {
        self.declared += other.declared;
        self.written += other.written;
        self.simulated += other.simulated;
    }
}

/// One domain of the catalog.
pub(crate) struct DomainBar {
    /// Its name as it is written in files.
    pub(crate) name: String,
    /// Its name for people.
    pub(crate) title: String,
    pub(crate) n_services: usize,
    pub(crate) counts: ToolCounts,
    /// The parts of the bar, each with its start and its length.
    pub(crate) parts: Vec<BarPart>,
}

/// A part of a bar.
///
/// # Units
/// Thousandths of the longest bar.
pub(crate) struct BarPart {
    pub(crate) kind: &'static str,
    pub(crate) start: usize,
    pub(crate) length: usize,
}

/// The domains, the one with the most tools first.
pub(crate) fn domain_bars(services: &[&'static ServiceDef]) -> Vec<DomainBar> {
    let mut domains: BTreeMap<&str, (usize, ToolCounts)> = BTreeMap::new();
    for service in services {
        let (n_services, counts) = domains.entry(service.domain).or_default();
        *n_services += 1;
        counts.add(ToolCounts::of(service));
    }
    let most = domains.values().map(|(_, counts)| counts.total()).max().unwrap_or(0);
    let mut bars: Vec<DomainBar> = domains
        .into_iter()
        .map(|(name, (n_services, counts))| DomainBar {
            name: name.to_owned(),
            title: words(name),
            n_services,
            counts,
            parts: bar_parts(counts, most),
        })
        .collect();
    bars.sort_by_key(|bar| std::cmp::Reverse(bar.counts.total()));
    bars
}

/// A bar of these counts, beside others of which the longest has so many tools.
pub(crate) fn bar_parts(counts: ToolCounts, most: usize) -> Vec<BarPart> {
    let scaled = |count: usize| count * 1_000 / most.max(1);
    let [declared, written, simulated] =
        [counts.declared, counts.declared + counts.written, counts.total()].map(scaled);
    let part = |kind, start, end| BarPart { kind, start, length: end - start };
    [
        part("declared", 0, declared),
        part("written", declared, written),
        part("simulated", written, simulated),
    ]
    .into_iter()
    .filter(|part| part.length > 0)
    .collect()
}

/// A name in words: `customer_support` is `customer support`.
pub(crate) fn words(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::{ToolCounts, bar_parts};

    #[test]
    fn a_bar_is_filled_to_its_share_of_the_longest() {
        let parts = bar_parts(ToolCounts { declared: 5, written: 0, simulated: 2 }, 14);
        let seen: Vec<_> = parts.iter().map(|part| (part.kind, part.start, part.length)).collect();
        assert_eq!(seen, [("declared", 0, 357), ("simulated", 357, 143)]);
        assert!(bar_parts(ToolCounts::default(), 0).is_empty());
    }
}
