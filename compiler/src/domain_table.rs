//! Figures by domain, as a table.

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, ContentArrangement, Table};

/// One line a domain; all columns but the first hold numbers.
pub(crate) fn domain_table<const N: usize>(
    header: [&str; N],
    lines: impl Iterator<Item = Vec<String>>,
) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    for line in lines {
        table.add_row(line);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
