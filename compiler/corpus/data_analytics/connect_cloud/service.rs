//! Connect Cloud: what databases are connected, seen as catalogs, schemas, tables, columns, keys and procedures.

/// Everything that Connect Cloud knows.
#[derive(State)]
pub struct ConnectCloud {
    pub catalogs: Table<Catalog>,
    pub schemas: Table<Schema>,
    pub tables: Table<TableRow>,
    pub columns: Table<Column>,
    pub primary_keys: Table<PrimaryKey>,
    pub foreign_keys: Table<ForeignKey>,
    pub indexes: Table<Index>,
    pub procedures: Table<Procedure>,
    pub procedure_parameters: Table<ProcedureParameter>,
}

/// A connected source of data.
#[derive(Entity)]
pub struct Catalog {
    #[entity(key)]
    pub catalog_name: Key<Catalog>,
    #[entity(body)]
    pub description: Option<String>,
}

/// A schema of a catalog.
#[derive(Entity)]
pub struct Schema {
    #[entity(key, on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    #[entity(key)]
    pub schema_name: String,
}

/// A table or a view of a schema.
#[derive(Entity)]
pub struct TableRow {
    #[entity(key, on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    #[entity(key)]
    pub schema_name: String,
    #[entity(key)]
    pub table_name: String,
    pub table_type: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}

/// A column of a table.
#[derive(Entity)]
pub struct Column {
    #[entity(key, on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    #[entity(key)]
    pub schema_name: String,
    #[entity(key)]
    pub table_name: String,
    #[entity(key)]
    pub column_name: String,
    pub data_type: String,
    #[entity(default)]
    pub is_nullable: bool,
    #[entity(body)]
    pub description: Option<String>,
}

/// A column of the primary key of a table.
#[derive(Entity)]
pub struct PrimaryKey {
    #[entity(key, on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    #[entity(key)]
    pub schema_name: String,
    #[entity(key)]
    pub table_name: String,
    #[entity(key)]
    pub column_name: String,
    pub key_name: Option<String>,
}

/// A column that refers to a column of another table: imported by its own table, exported by the other.
#[derive(Entity)]
pub struct ForeignKey {
    #[entity(key, sequence = "FKEY-{:04}")]
    pub id: Key<ForeignKey>,
    #[entity(on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    pub schema_name: String,
    pub table_name: String,
    pub column_name: String,
    #[entity(on_delete = cascade)]
    pub referenced_catalog_name: Key<Catalog>,
    pub referenced_schema_name: String,
    pub referenced_table_name: String,
    pub referenced_column_name: String,
}

/// An index on columns of a table.
#[derive(Entity)]
pub struct Index {
    #[entity(key, on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    #[entity(key)]
    pub schema_name: String,
    #[entity(key)]
    pub table_name: String,
    #[entity(key)]
    pub index_name: String,
    pub column_names: Vec<String>,
    #[entity(default)]
    pub is_unique: bool,
}

/// A stored procedure of a schema.
#[derive(Entity)]
pub struct Procedure {
    #[entity(key, on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    #[entity(key)]
    pub schema_name: String,
    #[entity(key)]
    pub procedure_name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A parameter of a stored procedure.
#[derive(Entity)]
pub struct ProcedureParameter {
    #[entity(key, on_delete = cascade)]
    pub catalog_name: Key<Catalog>,
    #[entity(key)]
    pub schema_name: String,
    #[entity(key)]
    pub procedure_name: String,
    #[entity(key)]
    pub parameter_name: String,
    pub data_type: String,
}

pub trait Tools {
    #[tool(simulate(code_execution, "it runs SQL against a connected database"))]
    fn query_data();
    #[tool(simulate(code_execution, "it runs a stored procedure of a connected database"))]
    fn exec_data();
    #[tool(list)]
    fn get_catalogs() -> Page<Catalog>;
    #[tool(list, filter(table_name, column_name, schema_name, catalog_name))]
    fn get_columns() -> Page<Column>;
    #[tool(
        list,
        filter(
            referenced_table_name = table_name,
            referenced_schema_name = schema_name,
            referenced_catalog_name = catalog_name
        )
    )]
    fn get_exported_keys() -> Page<ForeignKey>;
    #[tool(list, filter(table_name, schema_name, catalog_name))]
    fn get_imported_keys() -> Page<ForeignKey>;
    #[tool(list, filter(table_name, schema_name, catalog_name))]
    fn get_indexes() -> Page<Index>;
    #[tool(list, filter(table_name, schema_name, catalog_name))]
    fn get_primary_keys() -> Page<PrimaryKey>;
    #[tool(list, filter(schema_name, catalog_name, parameter_name, procedure_name))]
    fn get_procedure_parameters() -> Page<ProcedureParameter>;
    #[tool(list, filter(schema_name, catalog_name, procedure_name))]
    fn get_procedures() -> Page<Procedure>;
    #[tool(list, filter(catalog_name))]
    fn get_schemas() -> Page<Schema>;
    #[tool(list, filter(table_name, schema_name, catalog_name))]
    fn get_tables() -> Page<TableRow>;
}
