//! The catalog: its domains and its services.

use askama::Template;
use compoworld_core::ServiceDef;

use crate::ask::Asked;
use crate::domain_bars::{BarPart, DomainBar, ToolCounts, bar_parts, domain_bars, words};
use crate::inspector::Inspector;

#[derive(Template)]
#[template(path = "services.html")]
pub(crate) struct ServicesPage {
    wanted: String,
    domain: String,
    domains: Vec<DomainBar>,
    services: Vec<ServiceLine>,
    n_services: usize,
    version: String,
    has_ledgers: bool,
}

struct ServiceLine {
    name: &'static str,
    title: &'static str,
    domain: String,
    summary: &'static str,
    n_entities: usize,
    counts: ToolCounts,
    parts: Vec<BarPart>,
    verified: Option<(usize, usize)>,
}

/// The services that a filter leaves.
pub(crate) fn page(inspector: &Inspector, asked: &Asked) -> ServicesPage {
    let services = inspector.catalog.services();
    let (wanted, domain) = (asked.text("q").to_lowercase(), asked.text("domain"));
    let most = services.iter().map(|service| service.tools.len()).max().unwrap_or(0);
    let lines = services
        .iter()
        .filter(|service| domain.is_empty() || service.domain == domain)
        .filter(|service| matches(service, &wanted))
        .map(|service| line(inspector, service, most));
    let lines: Vec<ServiceLine> = lines.collect();
    ServicesPage {
        has_ledgers: services.iter().any(|service| inspector.ledgers.of(service).is_some()),
        wanted: asked.text("q").to_owned(),
        domain: domain.to_owned(),
        domains: domain_bars(services),
        services: lines,
        n_services: services.len(),
        version: inspector.catalog.version().to_owned(),
    }
}

/// Whether each wanted word is in a service's names, its summary or the name of one of its tools.
fn matches(service: &ServiceDef, wanted: &str) -> bool {
    let said = [service.name, service.title, service.domain, service.summary].join(" ");
    let said = said.to_lowercase();
    wanted.split_whitespace().all(|word| {
        said.contains(word) || service.tools.iter().any(|tool| tool.name.contains(word))
    })
}

fn line(inspector: &Inspector, service: &'static ServiceDef, most: usize) -> ServiceLine {
    let counts = ToolCounts::of(service);
    let ledger = inspector.ledgers.of(service);
    ServiceLine {
        name: service.name,
        title: service.title,
        domain: words(service.domain),
        summary: service.summary,
        n_entities: service.state.tables.len(),
        parts: bar_parts(counts, most),
        verified: ledger.map(|ledger| (ledger.n_verified(), ledger.n_quarantined())),
        counts,
    }
}
