//! Google Sheets: spreadsheets and the sheets in each.

/// Everything that Google Sheets knows.
#[derive(State)]
pub struct GoogleSheets {
    pub sheets: Table<Sheet>,
    pub spreadsheets: Table<Spreadsheet>,
}
/// A sheet of a spreadsheet.
#[derive(Entity)]
#[entity(unique(spreadsheet_id, title))]
pub struct Sheet {
    #[entity(key, sequence)]
    pub id: IntKey<Sheet>,
    #[entity(on_delete = cascade)]
    pub spreadsheet_id: Key<Spreadsheet>,
    #[entity(len = 1..=100, title)]
    pub title: String,
    #[entity(range = 0..=10_000)]
    pub index: Option<i64>,
    #[entity(default = 1000, range = 1..=10_000_000)]
    pub row_count: i64,
    #[entity(default = 26, range = 1..=18_278)]
    pub column_count: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A document of sheets.
#[derive(Entity)]
pub struct Spreadsheet {
    #[entity(key, token("1", 20))]
    pub id: Key<Spreadsheet>,
    #[entity(title)]
    pub title: String,
    #[entity(language)]
    pub locale: Option<String>,
    #[entity(timezone)]
    pub time_zone: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(search(title ~ query), page(limit = page_size, cursor = page_token))]
    fn gsheets_list_spreadsheets() -> Page<Spreadsheet>;
    #[tool(get, key(spreadsheet_id))]
    fn gsheets_get_spreadsheet() -> Spreadsheet;
    #[tool(create)]
    fn gsheets_create_spreadsheet() -> Spreadsheet;
    #[tool(simulate(unclear_effect, "the ranges of cells that calls name may overlap"))]
    fn gsheets_read_values();
    #[tool(simulate(unclear_effect, "the ranges of cells that calls name may overlap"))]
    fn gsheets_batch_read_values();
    #[tool(simulate(unclear_effect, "the ranges of cells that calls name may overlap"))]
    fn gsheets_update_values();
    #[tool(simulate(unclear_effect, "the ranges of cells that calls name may overlap"))]
    fn gsheets_append_values();
    #[tool(simulate(unclear_effect, "the ranges of cells that calls name may overlap"))]
    fn gsheets_clear_values();
    #[tool(create)]
    fn gsheets_add_sheet() -> Sheet;
    #[tool(delete, key(sheet_id), filter(spreadsheet_id))]
    fn gsheets_delete_sheet() -> Sheet;
    #[tool(simulate(unclear_effect, "the cells of the sheet are copied with it"))]
    fn gsheets_duplicate_sheet();
}
