//! What is known of a corpus, as a table.

use std::collections::BTreeMap;

use crate::domain_table::domain_table;
use crate::emit::{Share, ToolStatus, Verification};

use super::Output;

#[derive(Debug, Default, Clone, Copy)]
struct Row {
    services: usize,
    tools: usize,
    declared: usize,
    written: usize,
    simulated: usize,
    verified: usize,
    quarantined: usize,
    unverified: usize,
    services_verified: usize,
    mutants: Share,
    fidelity: Share,
}

impl Row {
    fn add(&mut self, other: Self) {
        self.services += other.services;
        self.tools += other.tools;
        self.declared += other.declared;
        self.written += other.written;
        self.simulated += other.simulated;
        self.verified += other.verified;
        self.quarantined += other.quarantined;
        self.unverified += other.unverified;
        self.services_verified += other.services_verified;
        self.mutants = sum(self.mutants, other.mutants);
        self.fidelity = sum(self.fidelity, other.fidelity);
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let numbers = [
            self.services,
            self.tools,
            self.declared,
            self.written,
            self.simulated,
            self.verified,
            self.quarantined,
            self.unverified,
        ];
        let shares = [self.mutants, self.fidelity].map(|share| match share.percent() {
            Some(percent) => format!("{percent:.1}%"),
            None => "-".to_owned(),
        });
        std::iter::once(name.to_owned())
            .chain(numbers.iter().map(usize::to_string))
            .chain(shares)
            .collect()
    }
}

fn sum(one: Share, other: Share) -> Share {
    Share { part: one.part + other.part, whole: one.whole + other.whole }
}

/// One line a domain, the sums, and the shares that matter.
#[must_use]
pub fn status_table(output: &Output) -> String {
    let mut domains: BTreeMap<&str, Row> = BTreeMap::new();
    let mut total = Row::default();
    for service in &output.services {
        let (declared, written, simulated) = service.counts;
        let statuses = || service.verification.tools.values();
        let count = |wanted: fn(&&ToolStatus) -> bool| statuses().filter(wanted).count();
        let quarantined = count(|one| matches!(one, ToolStatus::Quarantined { .. }));
        let unverified = count(|one| matches!(one, ToolStatus::Unverified));
        let row = Row {
            services: 1,
            tools: service.verification.tools.len(),
            declared,
            written,
            simulated,
            verified: count(|one| matches!(one, ToolStatus::Verified { .. })),
            quarantined,
            unverified,
            services_verified: usize::from(quarantined + unverified == 0),
            mutants: service.verification.mutants.unwrap_or_default(),
            fidelity: service.verification.fidelity.unwrap_or_default(),
        };
        domains.entry(&service.domain).or_default().add(row);
        total.add(row);
    }
    let lines = domains.iter().map(|(domain, row)| row.cells(domain));
    let table = domain_table(
        [
            "domain",
            "services",
            "tools",
            "declared",
            "written",
            "simulated",
            "verified",
            "quarantined",
            "unverified",
            "mutants noticed",
            "calls agreeing",
        ],
        lines.chain([total.cells("all")]),
    );
    let share = |part: usize, whole: usize| {
        if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
    };
    let total_of = |is_known: fn(&Verification) -> bool| {
        output.services.iter().filter(|service| is_known(&service.verification)).count()
    };
    let of = |share: Share, n_services: usize| match share.percent() {
        Some(percent) => {
            format!("{} of {} in {n_services} services ({percent:.1}%)", share.part, share.whole)
        }
        None => "not measured".to_owned(),
    };
    format!(
        "{table}\n\
         tools: {:.1}% declared, {:.1}% written, {:.1}% simulated, {:.1}% quarantined\n\
         services with every tool verified or simulated: {} of {} ({:.1}%)\n\
         faults put into services that the attack notices: {}; calls of real servers that agree: {}\n\
         specs without a model: {}; services with errors: {}\n",
        share(total.declared, total.tools),
        share(total.written, total.tools),
        share(total.simulated, total.tools),
        share(total.quarantined, total.tools),
        total.services_verified,
        total.services,
        share(total.services_verified, total.services),
        of(total.mutants, total_of(|one| one.mutants.is_some())),
        of(total.fidelity, total_of(|one| one.fidelity.is_some())),
        output.without_model.len(),
        output.failed.len(),
    )
}
