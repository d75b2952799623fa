//! ABAP ADT: the development objects of an SAP system, with their sources and the rows of tables.
/// Everything that the repository of the system knows.
#[derive(State)]
pub struct AbapAdt {
    pub classes: Table<Class>,
    pub functions: Table<Function>,
    pub function_groups: Table<FunctionGroup>,
    pub includes: Table<Include>,
    pub interfaces: Table<Interface>,
    pub packages: Table<Package>,
    pub programs: Table<Program>,
    pub structures: Table<Structure>,
    pub tables: Table<DatabaseTable>,
    pub table_contents: Table<TableContent>,
    pub types: Table<Type>,
}
/// A class with its source.
#[derive(Entity)]
pub struct Class {
    #[entity(key)]
    pub name: Key<Class>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// A function module with its source.
#[derive(Entity)]
pub struct Function {
    #[entity(key, on_delete = cascade)]
    pub function_group: Key<FunctionGroup>,
    #[entity(key)]
    pub name: String,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// Function modules that belong together, with their common source.
#[derive(Entity)]
pub struct FunctionGroup {
    #[entity(key)]
    pub name: Key<FunctionGroup>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// A piece of source that programs take in.
#[derive(Entity)]
pub struct Include {
    #[entity(key)]
    pub name: Key<Include>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// An interface with its source.
#[derive(Entity)]
pub struct Interface {
    #[entity(key)]
    pub name: Key<Interface>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// Where development objects are filed.
#[derive(Entity)]
pub struct Package {
    #[entity(key)]
    pub name: Key<Package>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub parent: Option<Key<Package>>,
}
/// A report or another program with its source.
#[derive(Entity)]
pub struct Program {
    #[entity(key)]
    pub name: Key<Program>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// A structure of the dictionary with its definition.
#[derive(Entity)]
pub struct Structure {
    #[entity(key)]
    pub name: Key<Structure>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// A table of the dictionary with its definition.
#[derive(Entity)]
pub struct DatabaseTable {
    #[entity(key)]
    pub name: Key<DatabaseTable>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
/// A row of a table.
#[derive(Entity)]
pub struct TableContent {
    #[entity(key, sequence = "ROW-{:05}")]
    pub id: Key<TableContent>,
    #[entity(on_delete = cascade)]
    pub table_name: Key<DatabaseTable>,
    pub values: Json,
}
/// A data element or domain of the dictionary.
#[derive(Entity)]
pub struct Type {
    #[entity(key)]
    pub name: Key<Type>,
    #[entity(on_delete = clear)]
    pub package: Option<Key<Package>>,
    #[entity(title)]
    pub description: Option<String>,
    #[entity(body)]
    pub source: String,
}
pub trait Tools {
    #[tool(get, key(program_name))]
    fn get_program() -> Program;
    #[tool(get, key(class_name))]
    fn get_class() -> Class;
    #[tool(get, key(function_group))]
    fn get_function_group() -> FunctionGroup;
    #[tool(get, key(function_group, function_name))]
    fn get_function() -> Function;
    #[tool(get, key(structure_name))]
    fn get_structure() -> Structure;
    #[tool(get, key(table_name))]
    fn get_table() -> DatabaseTable;
    #[tool(list, filter(table_name), page(limit = max_rows))]
    fn get_table_contents() -> Page<TableContent>;
    #[tool(get, key(package_name))]
    fn get_package() -> Package;
    #[tool(get, key(type_name))]
    fn get_type_info() -> Type;
    #[tool(get, key(include_name))]
    fn get_include() -> Include;
    #[tool(simulate(unclear_effect, "it looks through objects of every kind at once"))]
    fn search_object();
    #[tool(get, key(interface_name))]
    fn get_interface() -> Interface;
}
