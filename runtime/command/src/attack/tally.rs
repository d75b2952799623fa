//! Tables of what an attack found.

use comfy_table::{CellAlignment, Table};
use compoworld_adversary::{Case, Findings, Status};

/// One line a service, and the sums.
pub(super) fn findings_table(services: &[Findings]) -> String {
    const HEADER: [&str; 9] = [
        "Service",
        "Tools",
        "Clean",
        "Failing",
        "Unreached",
        "Simulated",
        "Calls",
        "Cases",
        "Remarks",
    ];
    let mut table = new_table(&HEADER);
    let mut sums = [0_usize; 8];
    for service in services {
        let count = |status| service.tools.iter().filter(|tool| tool.status == status).count();
        let numbers = [
            service.tools.len(),
            count(Status::Clean),
            count(Status::Failing),
            count(Status::Unreached),
            count(Status::Simulated),
            service.tools.iter().map(|tool| tool.cases).sum(),
            service.cases.len(),
            service.remarks.len(),
        ];
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
        table.add_row(cells(&service.service, &numbers));
    }
    table.add_row(cells("all", &sums));
    table.to_string()
}

/// A failing case in a few lines.
pub(super) fn case_words(case: &Case) -> String {
    let mut text = format!("{} {}: {}\n", case.service, case.tool, case.check);
    for call in case.before.iter().chain([&case.call]) {
        text += &format!("  {} {}\n", call.tool, call.arguments);
    }
    text += &format!("  expected {}\n  seen {}", case.expected, case.seen);
    text
}

pub(super) fn cells(name: &str, numbers: &[usize]) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(numbers.iter().map(usize::to_string)).collect()
}

pub(super) fn new_table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::UTF8_BORDERS_ONLY).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
