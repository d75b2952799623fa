//! MySQL: one server with its databases, tables, columns, keys and rows, and an honest part of
//! its SQL.
//!
//! Reading: `SELECT [DISTINCT]` of columns, expressions and the aggregates COUNT, SUM, MIN, MAX
//! and AVG, `FROM` a table with `[LEFT] JOIN .. ON`, `WHERE`, `GROUP BY`, `HAVING`, `ORDER BY`,
//! `LIMIT`. Writing: `INSERT`, `REPLACE`, `UPDATE`, `DELETE`, `TRUNCATE`. Conditions have AND, OR,
//! NOT, comparisons, LIKE, IN, BETWEEN and IS NULL. What is outside of this (subqueries, UNION,
//! WITH, window functions, DDL) is refused with a message that says so. Texts compare without
//! regard to case, as in the server's default collation; writing is strict about types.

/// The server.
#[derive(State)]
pub struct Mysql {
    pub server: One<Server>,
    pub databases: Table<Database>,
    pub tables: Table<DbTable>,
    pub columns: Table<Column>,
    pub indexes: Table<Index>,
    pub foreign_keys: Table<ForeignKey>,
    pub rows: Table<DataRow>,
    pub processes: Table<Process>,
}

/// The server, and how the caller is connected to it.
#[derive(Entity)]
pub struct Server {
    #[entity(len = 1..=40)]
    pub version: String,
    #[entity(username)]
    pub user: String,
    /// The database of tables that a statement names without one.
    pub current_database: Option<Key<Database>>,
}

/// A database.
#[derive(Entity)]
pub struct Database {
    #[entity(key, len = 1..=64, slug)]
    pub name: Key<Database>,
    #[entity(default = "utf8mb4_0900_ai_ci".to_owned())]
    pub collation: String,
}

/// A table of a database.
#[derive(Entity)]
pub struct DbTable {
    #[entity(key, on_delete = cascade)]
    pub database: Key<Database>,
    #[entity(key, len = 1..=64, slug)]
    pub name: String,
    #[entity(default = "InnoDB".to_owned())]
    pub engine: String,
    #[entity(default = "utf8mb4_0900_ai_ci".to_owned())]
    pub collation: String,
    #[entity(len = 0..=2_048, title)]
    pub comment: String,
    /// The number that the next row gets, for tables that count.
    #[entity(range = 1..=2_000_000_000)]
    pub auto_increment: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A column of a table.
#[derive(Entity)]
pub struct Column {
    #[entity(key, on_delete = cascade)]
    pub table: Key<DbTable>,
    #[entity(key, len = 1..=64, slug)]
    pub name: String,
    /// Its place in the table, from 1.
    #[entity(range = 1..=4_096)]
    pub position: i64,
    /// As MySQL writes it: `int`, `varchar(80)`, `decimal(10,2)`, `enum('a','b')`.
    #[entity(len = 1..=200, default = "varchar(255)".to_owned())]
    pub data_type: String,
    #[entity(default = true)]
    pub nullable: bool,
    pub default_value: Option<Json>,
    #[entity(default = false)]
    pub auto_increment: bool,
    #[entity(len = 0..=1_024)]
    pub comment: String,
}

/// An index of a table; the one called `PRIMARY` is its primary key.
#[derive(Entity)]
pub struct Index {
    #[entity(key, on_delete = cascade)]
    pub table: Key<DbTable>,
    #[entity(key, len = 1..=64)]
    pub name: String,
    #[entity(len = 1..=16)]
    pub columns: Vec<String>,
    #[entity(default = false)]
    pub is_unique: bool,
}

/// A rule that values of one table are keys of another.
#[derive(Entity)]
pub struct ForeignKey {
    #[entity(key, on_delete = cascade)]
    pub table: Key<DbTable>,
    #[entity(key, len = 1..=64)]
    pub name: String,
    #[entity(len = 1..=16)]
    pub columns: Vec<String>,
    pub referenced_table: Key<DbTable>,
    #[entity(len = 1..=16)]
    pub referenced_columns: Vec<String>,
    #[entity(default = ReferenceAction::Restrict)]
    pub on_delete: ReferenceAction,
    #[entity(default = ReferenceAction::Restrict)]
    pub on_update: ReferenceAction,
}

/// What happens to the rows that refer to a row that goes or changes.
#[derive(Choice)]
pub enum ReferenceAction {
    #[choice(rename = "RESTRICT")]
    Restrict,
    #[choice(rename = "CASCADE")]
    Cascade,
    #[choice(rename = "SET NULL")]
    SetNull,
}

/// A row of a table.
#[derive(Entity)]
pub struct DataRow {
    #[entity(key, on_delete = cascade)]
    pub table: Key<DbTable>,
    /// Tells the rows of a table apart inside the server; statements do not see it.
    #[entity(key, sequence)]
    pub number: i64,
    /// The values by column.
    pub values: BTreeMap<String, Json>,
}

/// A connection to the server.
#[derive(Entity)]
pub struct Process {
    #[entity(key, sequence)]
    pub id: i64,
    #[entity(username)]
    pub user: String,
    #[entity(len = 1..=255)]
    pub host: String,
    pub db: Option<Key<Database>>,
    #[entity(default = Command::Sleep)]
    pub command: Command,
    /// For how many seconds it has been in this state.
    #[entity(range = 0..=31_536_000, quantity)]
    pub time: i64,
    #[entity(len = 0..=64)]
    pub state: String,
    /// The statement that runs.
    pub info: Option<String>,
}

/// What a connection does.
#[derive(Choice)]
pub enum Command {
    #[choice(rename = "Sleep")]
    Sleep,
    #[choice(rename = "Query")]
    Query,
    #[choice(rename = "Daemon")]
    Daemon,
}

pub trait Tools {
    /// Sizes are those of the rows as JSON.
    #[tool(list, about = Database)]
    #[case(
        args = r#"{}"#,
        ok = r#"[{"name":"shop","tables":2},{"name":"stats","tables":0,"size_bytes":0}]"#
    )]
    #[case(args = r#"[]"#, error = "invalid_argument")]
    fn list_databases(
        state: &Mysql,
        _args: ListDatabases,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let shown = |database: &RowRef<Database>| {
            let tables = state.tables.select(&|table| table.database == database.name);
            let size: usize = tables.iter().map(|table| size_of(state, &table_key(table))).sum();
            serde_json::json!({
                "name": database.name.as_str(),
                "collation": database.collation,
                "tables": tables.len(),
                "size_bytes": size,
            })
        };
        Ok(state.databases.select(&|_| true).iter().map(shown).collect())
    }

    #[tool(list, filter(database), about = DbTable)]
    #[case(
        args = r#"{"database":"shop"}"#,
        ok = r#"[{"name":"customers","engine":"InnoDB","rows":3},{"name":"orders","rows":4}]"#
    )]
    #[case(args = r#"{"database":"school"}"#, error = "not_found")]
    fn list_tables(
        state: &Mysql,
        args: ListTables,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let database = state.databases.find(args.database.as_str())?;
        let shown = |table: &RowRef<DbTable>| {
            let key = table_key(table);
            serde_json::json!({
                "database": database.name.as_str(),
                "name": table.name,
                "engine": table.engine,
                "collation": table.collation,
                "rows": rows_of(state, &key).len(),
                "size_bytes": size_of(state, &key),
                "comment": table.comment,
            })
        };
        Ok(state
            .tables
            .select(&|table| table.database == database.name)
            .iter()
            .map(shown)
            .collect())
    }

    /// The columns, indexes and foreign keys of a table.
    #[tool(reads(tables, columns, indexes, foreign_keys))]
    #[case(
        args = r#"{"database":"shop","table":"customers"}"#,
        ok = r#"{"columns":[{"name":"id","type":"int","nullable":false,"key":"PRI","extra":"auto_increment"},{"name":"name","type":"varchar(80)"},{"name":"email","key":"UNI"},{"name":"city","nullable":true}]}"#
    )]
    #[case(args = r#"{"database":"shop","table":"pets"}"#, error = "not_found")]
    fn describe_table(
        state: &Mysql,
        args: DescribeTable,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let table = state.tables.find(&named_table(args.database.as_str(), args.table.as_str()))?;
        let key = table_key(&table);
        let indexes = state.indexes.select(&|index| index.table == key);
        let columns = columns_of(state, &key);
        let columns: Vec<_> = columns.iter().map(|column| column_value(column, &indexes)).collect();
        let indexes: Vec<_> = indexes
            .iter()
            .map(|index| serde_json::json!({"name": index.name, "columns": index.columns, "unique": index.is_unique}))
            .collect();
        let foreign_keys: Vec<_> = state
            .foreign_keys
            .select(&|rule| rule.table == key)
            .iter()
            .map(|rule| {
                serde_json::json!({
                    "name": rule.name,
                    "columns": rule.columns,
                    "referenced_table": rule.referenced_table.as_str().replace('/', "."),
                    "referenced_columns": rule.referenced_columns,
                    "on_delete": rule.on_delete.as_str(),
                    "on_update": rule.on_update.as_str(),
                })
            })
            .collect();
        Ok(serde_json::json!({
            "table": table.name, "columns": columns, "indexes": indexes, "foreign_keys": foreign_keys,
        }))
    }

    /// A table's own figures. The number of rows is exact here.
    #[tool(get, key(database, table), about = DbTable)]
    #[case(
        args = r#"{"database":"shop","table":"orders"}"#,
        ok = r#"{"name":"orders","engine":"InnoDB","auto_increment":14,"rows":4}"#
    )]
    #[case(args = r#"{"database":"shop","table":"pets"}"#, error = "not_found")]
    fn get_table_stats(
        state: &Mysql,
        args: GetTableStats,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let table = state.tables.find(&named_table(args.database.as_str(), args.table.as_str()))?;
        let key = table_key(&table);
        let (rows, data) = (rows_of(state, &key).len(), size_of(state, &key));
        let indexes = state.indexes.select(&|index| index.table == key).len();
        /// What an index entry takes on a page, roughly.
        const ENTRY_BYTES: usize = 16;
        let index_bytes = indexes * rows * ENTRY_BYTES;
        Ok(serde_json::json!({
            "database": table.database.as_str(),
            "name": table.name,
            "engine": table.engine,
            "collation": table.collation,
            "comment": table.comment,
            "auto_increment": table.auto_increment,
            "rows": rows,
            "data_bytes": data,
            "index_bytes": index_bytes,
            "total_bytes": data + index_bytes,
            "created_at": table.created_at.to_string(),
            "updated_at": table.updated_at.to_string(),
        }))
    }

    /// Runs one `SELECT`. Placeholders `?` take their values from `parameters`.
    #[tool(reads(server, tables, columns, rows))]
    #[case(
        args = r#"{"query":"SELECT name, city FROM shop.customers WHERE city = 'Porto' ORDER BY name"}"#,
        ok = r#"{"columns":["name","city"],"rows":[{"name":"Ana Duarte","city":"Porto"},{"name":"Rui Pires","city":"Porto"}],"row_count":2,"truncated":false}"#
    )]
    #[case(
        args = r#"{"query":"SELECT c.name, COUNT(*) AS n, SUM(o.total) AS spent FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.status <> ? GROUP BY c.name HAVING spent > 20 ORDER BY spent DESC LIMIT 2","parameters":["cancelled"]}"#,
        ok = r#"{"rows":[{"name":"Ana Duarte","n":2,"spent":70.5}],"row_count":1}"#
    )]
    #[case(
        args = r#"{"query":"SELECT COUNT(*) FROM customers LEFT JOIN orders ON orders.customer_id = customers.id WHERE orders.id IS NULL"}"#,
        ok = r#"{"rows":[{"COUNT(*)":1}]}"#
    )]
    #[case(
        args = r#"{"query":"SELECT id FROM orders WHERE (total BETWEEN 10 AND 30 OR status LIKE 'can%') AND id NOT IN (11, 12)"}"#,
        ok = r#"{"rows":[{"id":10},{"id":13}]}"#
    )]
    #[case(
        args = r#"{"query":"SELECT id FROM orders","maxRows":1}"#,
        ok = r#"{"row_count":1,"truncated":true}"#
    )]
    #[case(args = r#"{"query":"SELECT colour FROM customers"}"#, error = "invalid_argument")]
    #[case(args = r#"{"query":"SELECT * FROM pets"}"#, error = "not_found")]
    #[case(args = r#"{"query":"DELETE FROM customers"}"#, error = "permission_denied")]
    #[case(
        args = r#"{"query":"SELECT id FROM orders UNION SELECT id FROM customers"}"#,
        error = "invalid_argument"
    )]
    fn execute_query(
        state: &Mysql,
        args: ExecuteQuery,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const ROWS_DEFAULT: usize = 1_000;
        let parameters = args.parameters.unwrap_or_default();
        let Statement::Select(select) = parse(&args.query, parameters, cx.now())? else {
            return Err(ToolError::permission_denied(
                "only SELECT runs here, changes go through the write tool",
            ));
        };
        let rows_max =
            args.max_rows.and_then(|rows| usize::try_from(rows).ok()).unwrap_or(ROWS_DEFAULT);
        let answer = run_select(state, &select)?;
        let truncated = answer.rows.len() > rows_max;
        let rows: Vec<serde_json::Value> = answer
            .rows
            .into_iter()
            .take(rows_max)
            .map(|row| serde_json::Value::Object(answer.columns.iter().cloned().zip(row).collect()))
            .collect();
        Ok(serde_json::json!({
            "columns": answer.columns, "row_count": rows.len(), "rows": rows, "truncated": truncated,
        }))
    }

    /// Runs one `INSERT`, `REPLACE`, `UPDATE`, `DELETE` or `TRUNCATE`.
    #[tool(reads(server, columns, indexes, foreign_keys), writes(rows, tables))]
    #[case(
        args = r#"{"query":"INSERT INTO customers (name, email) VALUES (?, ?), ('Ida Holm', 'ida@oak.example')","parameters":["Chi Tanaka","chi@lumen.example"]}"#,
        ok = r#"{"affected_rows":2,"insert_id":4}"#
    )]
    #[case(
        args = r#"{"query":"UPDATE orders SET status = 'paid', total = total * 2 WHERE id = 10"}"#,
        ok = r#"{"affected_rows":1,"changed_rows":1}"#
    )]
    #[case(
        args = r#"{"query":"DELETE FROM orders WHERE status = 'cancelled'"}"#,
        ok = r#"{"affected_rows":1}"#
    )]
    #[case(
        args = r#"{"query":"REPLACE INTO orders (id, customer_id, total, status) VALUES (10, 2, 5, 'paid')"}"#,
        ok = r#"{"affected_rows":2}"#
    )]
    #[case(args = r#"{"query":"TRUNCATE TABLE orders"}"#, ok = r#"{"affected_rows":0}"#)]
    #[case(
        args = r#"{"query":"INSERT INTO customers (name, email) VALUES ('Ana', 'ana@lumen.example')"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"query":"INSERT INTO customers (email) VALUES ('x@oak.example')"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"query":"INSERT INTO orders (customer_id, total) VALUES (99, 1)"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"query":"DELETE FROM customers WHERE id = 1"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"query":"SELECT 1"}"#, error = "invalid_argument")]
    #[case(args = r#"{"query":"DROP TABLE orders"}"#, error = "invalid_argument")]
    fn execute_write(
        state: &mut Mysql,
        args: ExecuteWrite,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let parameters = args.parameters.unwrap_or_default();
        match parse(&args.query, parameters, cx.now())? {
            Statement::Select(_) => Err(ToolError::invalid_argument(
                "SELECT changes nothing, run it with the query tool",
            )),
            Statement::Insert(insert) => run_insert(state, insert, cx),
            Statement::Update(update) => run_update(state, update, cx),
            Statement::Delete(delete) => run_delete(state, delete, cx),
            Statement::Truncate(name) => run_truncate(state, &name, cx),
        }
    }

    /// How a statement would find its rows. `analyze` runs a `SELECT` and adds how many rows it
    /// really gave.
    #[tool(reads(server, tables, columns, indexes, rows))]
    #[case(
        args = r#"{"query":"SELECT * FROM customers WHERE id = 2","format":"TRADITIONAL"}"#,
        ok = r#"{"plan":[{"table":"customers","type":"const","key":"PRIMARY","rows":1}]}"#
    )]
    #[case(
        args = r#"{"query":"SELECT * FROM customers WHERE city = 'Porto'","analyze":true}"#,
        ok = r#"{"plan":"-> Filter\n    -> Table scan on customers (rows=3)","actual_rows":2}"#
    )]
    #[case(args = r#"{"query":"SELECT FROM"}"#, error = "invalid_argument")]
    fn explain_query(
        state: &Mysql,
        args: ExplainQuery,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let statement = parse(&args.query, Vec::new(), cx.now())?;
        let analyze = args.analyze.unwrap_or(false);
        let steps = plan(state, &statement)?;
        let format = args.format.as_ref().map_or("TREE", |format| format.as_str());
        let shown = match format {
            "TRADITIONAL" if !analyze => serde_json::json!(steps),
            "JSON" if !analyze => {
                serde_json::json!({"query_block": {"select_id": 1, "tables": steps}})
            }
            _ => serde_json::json!(plan_tree(&steps)),
        };
        if !analyze {
            return Ok(serde_json::json!({"plan": shown}));
        }
        let Statement::Select(select) = &statement else {
            return Err(ToolError::failed_precondition(
                "only a SELECT is analyzed, since analyzing runs it",
            ));
        };
        let rows = run_select(state, select)?.rows.len();
        Ok(serde_json::json!({"plan": shown, "actual_rows": rows}))
    }

    #[tool(reads(tables, columns, indexes, foreign_keys))]
    #[case(args = r#"{"database":"shop","table":"orders"}"#, ok = r#"{"table":"orders"}"#)]
    #[case(args = r#"{"database":"shop","table":"pets"}"#, error = "not_found")]
    fn show_create_table(
        state: &Mysql,
        args: ShowCreateTable,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let table = state.tables.find(&named_table(args.database.as_str(), args.table.as_str()))?;
        Ok(serde_json::json!({"table": table.name, "create_table": ddl_of(state, &table)}))
    }

    #[tool(list)]
    fn show_process_list() -> Vec<Process>;
}

/// A token of a statement.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    /// A keyword or a plain name.
    Word(String),
    /// A name in backticks.
    Name(String),
    Text(String),
    Number(String),
    Symbol(&'static str),
    Placeholder,
}

/// How two values are joined.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// What is computed over the rows of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Aggregate {
    Count,
    Sum,
    Min,
    Max,
    Avg,
}

/// A value that a statement computes.
#[derive(Debug, Clone)]
enum Expression {
    Literal(serde_json::Value),
    Column(Option<String>, String),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    IsNull(Box<Expression>),
    In(Box<Expression>, Vec<Expression>),
    Between(Box<Expression>, Box<Expression>, Box<Expression>),
    Like(Box<Expression>, Box<Expression>),
    Call(String, Vec<Expression>),
    /// Without an expression: `COUNT(*)`.
    Aggregate(Aggregate, Option<Box<Expression>>, bool),
}

/// A table's name, with its database when the statement says it.
#[derive(Debug, Clone)]
struct TableName {
    database: Option<String>,
    table: String,
}

/// A table in a `FROM`.
#[derive(Debug, Clone)]
struct FromTable {
    name: TableName,
    alias: String,
    on: Option<Expression>,
    is_left: bool,
}

/// One output of a `SELECT`.
#[derive(Debug, Clone)]
enum Item {
    All(Option<String>),
    Value(Expression, String),
}

/// A `SELECT`.
#[derive(Debug, Clone)]
struct Select {
    is_distinct: bool,
    items: Vec<Item>,
    from: Vec<FromTable>,
    condition: Option<Expression>,
    group_by: Vec<Expression>,
    having: Option<Expression>,
    order_by: Vec<(Expression, bool)>,
    limit: Option<usize>,
    offset: usize,
}

/// An `INSERT` or a `REPLACE`.
#[derive(Debug, Clone)]
struct Insert {
    table: TableName,
    columns: Vec<String>,
    rows: Vec<Vec<Option<Expression>>>,
    replaces: bool,
}

/// An `UPDATE`.
#[derive(Debug, Clone)]
struct Update {
    table: TableName,
    sets: Vec<(String, Option<Expression>)>,
    condition: Option<Expression>,
    order_by: Vec<(Expression, bool)>,
    limit: Option<usize>,
}

/// A `DELETE`.
#[derive(Debug, Clone)]
struct Delete {
    table: TableName,
    condition: Option<Expression>,
    order_by: Vec<(Expression, bool)>,
    limit: Option<usize>,
}

/// A statement.
#[derive(Debug, Clone)]
enum Statement {
    Select(Select),
    Insert(Insert),
    Update(Update),
    Delete(Delete),
    Truncate(TableName),
}

fn wrong(message: impl Into<String>) -> ToolError {
    ToolError::invalid_argument(message)
}

/// Cuts a statement into tokens.
fn tokenize(text: &str) -> Result<Vec<Token>, ToolError> {
    const SYMBOLS: [&str; 18] = [
        "<=>", "<=", ">=", "<>", "!=", "||", "&&", "(", ")", ",", ".", ";", "=", "<", ">", "+",
        "*", "/",
    ];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if let Some(after) = after_comment(rest) {
            rest = after.trim_start();
            continue;
        }
        let (token, after) = match first {
            '\'' | '"' | '`' => {
                let (content, after) = quoted(rest, first)?;
                (if first == '`' { Token::Name(content) } else { Token::Text(content) }, after)
            }
            '?' => (Token::Placeholder, rest.get(1..).unwrap_or_default()),
            '-' => (Token::Symbol("-"), rest.get(1..).unwrap_or_default()),
            '%' => (Token::Symbol("%"), rest.get(1..).unwrap_or_default()),
            digit if digit.is_ascii_digit() => {
                let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
                let (number, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
                (Token::Number(number.to_owned()), after)
            }
            letter if letter.is_alphabetic() || letter == '_' => {
                let end = rest.find(|letter: char| {
                    !letter.is_alphanumeric() && letter != '_' && letter != '$'
                });
                let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
                (Token::Word(word.to_owned()), after)
            }
            other => {
                match SYMBOLS.iter().find_map(|symbol| Some((*symbol, rest.strip_prefix(symbol)?)))
                {
                    Some((symbol, after)) => (Token::Symbol(symbol), after),
                    None => return Err(wrong(format!("`{other}` has no place in this SQL"))),
                }
            }
        };
        tokens.push(token);
        rest = after.trim_start();
    }
    Ok(tokens)
}

/// What follows a comment, when the text begins with one.
fn after_comment(text: &str) -> Option<&str> {
    if text.starts_with("-- ") || text.starts_with('#') {
        return Some(text.split_once('\n').map_or("", |(_, after)| after));
    }
    text.strip_prefix("/*").map(|inside| inside.split_once("*/").map_or("", |(_, after)| after))
}

/// A quoted text and what follows it. A doubled quote and a backslash escape.
fn quoted(text: &str, quote: char) -> Result<(String, &str), ToolError> {
    let mut out = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((_, letter)) = letters.next() {
        if letter == '\\' && quote != '`' {
            let escaped = letters.next().map(|(_, letter)| letter);
            match escaped {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                // `\%` and `\_` stay as they are, for LIKE.
                Some(mark @ ('%' | '_')) => out.extend(['\\', mark]),
                Some(other) => out.push(other),
                None => {}
            }
        } else if letter == quote {
            if letters.next_if(|(_, next)| *next == quote).is_some() {
                out.push(quote);
                continue;
            }
            let end = letters.peek().map_or(text.len(), |(at, _)| *at);
            return Ok((out, text.get(end..).unwrap_or_default()));
        } else {
            out.push(letter);
        }
    }
    Err(wrong(format!("a text that begins with {quote} does not end")))
}

/// Reads tokens from left to right.
struct Parser {
    tokens: Vec<Token>,
    at: usize,
    parameters: std::vec::IntoIter<Json>,
    now: Timestamp,
    depth: usize,
    n_operators: usize,
}

/// Reads one statement.
fn parse(text: &str, parameters: Vec<Json>, now: Timestamp) -> Result<Statement, ToolError> {
    let tokens = tokenize(text)?;
    let mut parser =
        Parser { tokens, at: 0, parameters: parameters.into_iter(), now, depth: 0, n_operators: 0 };
    let statement = parser.statement()?;
    parser.symbol(";");
    if let Some(token) = parser.tokens.get(parser.at) {
        return Err(wrong(format!("`{}` is not understood here; {UNDERSTOOD}", token_text(token))));
    }
    match parser.parameters.next() {
        Some(_) => Err(wrong("there are more parameters than placeholders `?`")),
        None => Ok(statement),
    }
}

/// What a refused statement's message says.
const UNDERSTOOD: &str = "this server runs SELECT with JOIN, WHERE, GROUP BY, HAVING, ORDER BY and \
    LIMIT, and INSERT, REPLACE, UPDATE, DELETE and TRUNCATE, without subqueries, UNION, WITH or DDL";

fn token_text(token: &Token) -> String {
    match token {
        Token::Word(text) | Token::Name(text) | Token::Number(text) => text.clone(),
        Token::Text(text) => format!("'{text}'"),
        Token::Symbol(symbol) => (*symbol).to_owned(),
        Token::Placeholder => "?".to_owned(),
    }
}

/// Words that end a name without `AS`.
const RESERVED: [&str; 23] = [
    "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "JOIN", "INNER", "LEFT", "RIGHT",
    "CROSS", "ON", "UNION", "SET", "FROM", "AS", "AND", "OR", "VALUES", "USING", "FOR", "NATURAL",
    "WINDOW",
];

impl Parser {
    fn peek_word(&self) -> Option<String> {
        match self.tokens.get(self.at)? {
            Token::Word(word) => Some(word.to_uppercase()),
            _ => None,
        }
    }

    /// Takes the next token when it is this keyword.
    fn word(&mut self, word: &str) -> bool {
        let found = self.peek_word().is_some_and(|next| next == word);
        self.at += usize::from(found);
        found
    }

    /// Takes the next token when it is this symbol.
    fn symbol(&mut self, symbol: &str) -> bool {
        let found =
            matches!(self.tokens.get(self.at), Some(Token::Symbol(next)) if *next == symbol);
        self.at += usize::from(found);
        found
    }

    fn need_word(&mut self, word: &str) -> Result<(), ToolError> {
        match self.word(word) {
            true => Ok(()),
            false => Err(self.expected(word)),
        }
    }

    fn need_symbol(&mut self, symbol: &str) -> Result<(), ToolError> {
        match self.symbol(symbol) {
            true => Ok(()),
            false => Err(self.expected(symbol)),
        }
    }

    fn expected(&self, what: &str) -> ToolError {
        let found = self
            .tokens
            .get(self.at)
            .map_or("the end".to_owned(), |token| format!("`{}`", token_text(token)));
        wrong(format!("expected `{what}`, found {found}; {UNDERSTOOD}"))
    }

    fn name(&mut self) -> Result<String, ToolError> {
        let name = match self.tokens.get(self.at) {
            Some(Token::Name(name)) => name.clone(),
            Some(Token::Word(word)) if !RESERVED.contains(&word.to_uppercase().as_str()) => {
                word.clone()
            }
            _ => return Err(self.expected("a name")),
        };
        self.at += 1;
        Ok(name)
    }

    fn table_name(&mut self) -> Result<TableName, ToolError> {
        let first = self.name()?;
        match self.symbol(".") {
            true => Ok(TableName { database: Some(first), table: self.name()? }),
            false => Ok(TableName { database: None, table: first }),
        }
    }

    fn statement(&mut self) -> Result<Statement, ToolError> {
        match self.peek_word().unwrap_or_default().as_str() {
            "SELECT" => Ok(Statement::Select(self.select()?)),
            "INSERT" | "REPLACE" => Ok(Statement::Insert(self.insert()?)),
            "UPDATE" => Ok(Statement::Update(self.update()?)),
            "DELETE" => Ok(Statement::Delete(self.read_delete()?)),
            "TRUNCATE" => {
                self.at += 1;
                self.word("TABLE");
                Ok(Statement::Truncate(self.table_name()?))
            }
            _ => Err(self.expected("SELECT, INSERT, REPLACE, UPDATE, DELETE or TRUNCATE")),
        }
    }

    fn select(&mut self) -> Result<Select, ToolError> {
        self.need_word("SELECT")?;
        let is_distinct = self.word("DISTINCT");
        let mut items = vec![self.item()?];
        while self.symbol(",") {
            items.push(self.item()?);
        }
        let from = if self.word("FROM") { self.from()? } else { Vec::new() };
        let condition = self.condition("WHERE")?;
        let mut group_by = Vec::new();
        if self.word("GROUP") {
            self.need_word("BY")?;
            group_by = self.expressions()?;
        }
        let having = self.condition("HAVING")?;
        let order_by = self.order_by()?;
        let (limit, offset) = self.limit()?;
        Ok(Select {
            is_distinct,
            items,
            from,
            condition,
            group_by,
            having,
            order_by,
            limit,
            offset,
        })
    }

    fn item(&mut self) -> Result<Item, ToolError> {
        if self.symbol("*") {
            return Ok(Item::All(None));
        }
        let start = self.at;
        if let Ok(alias) = self.name()
            && self.symbol(".")
            && self.symbol("*")
        {
            return Ok(Item::All(Some(alias)));
        }
        self.at = start;
        let expression = self.expression()?;
        let written = tokens_text(self.tokens.get(start..self.at).unwrap_or_default());
        let label = match (&expression, self.alias()?) {
            (_, Some(alias)) => alias,
            (Expression::Column(_, name), None) => name.clone(),
            (_, None) => written,
        };
        Ok(Item::Value(expression, label))
    }

    fn alias(&mut self) -> Result<Option<String>, ToolError> {
        if self.word("AS") {
            if let Some(Token::Text(text)) = self.tokens.get(self.at).cloned() {
                self.at += 1;
                return Ok(Some(text));
            }
            return self.name().map(Some);
        }
        Ok(self.name().ok())
    }

    fn from(&mut self) -> Result<Vec<FromTable>, ToolError> {
        let mut from = vec![self.read_from_table(false)?];
        for _ in 0..self.tokens.len() {
            let is_left = self.word("LEFT");
            if is_left {
                self.word("OUTER");
            }
            let is_inner = !is_left && (self.word("INNER") || self.word("CROSS"));
            if self.word("JOIN") {
                let mut joined = self.read_from_table(is_left)?;
                if self.word("ON") {
                    joined.on = Some(self.expression()?);
                } else if is_left {
                    return Err(self.expected("ON"));
                }
                from.push(joined);
            } else if is_left || is_inner {
                return Err(self.expected("JOIN"));
            } else if self.symbol(",") {
                from.push(self.read_from_table(false)?);
            } else {
                return Ok(from);
            }
        }
        Ok(from)
    }

    fn read_from_table(&mut self, is_left: bool) -> Result<FromTable, ToolError> {
        if self.symbol("(") {
            return Err(wrong(format!("a subquery cannot be read from; {UNDERSTOOD}")));
        }
        let name = self.table_name()?;
        let alias = self.alias()?.unwrap_or_else(|| name.table.clone());
        Ok(FromTable { name, alias, on: None, is_left })
    }

    fn condition(&mut self, word: &str) -> Result<Option<Expression>, ToolError> {
        match self.word(word) {
            true => self.expression().map(Some),
            false => Ok(None),
        }
    }

    fn order_by(&mut self) -> Result<Vec<(Expression, bool)>, ToolError> {
        let mut order_by = Vec::new();
        if !self.word("ORDER") {
            return Ok(order_by);
        }
        self.need_word("BY")?;
        for _ in 0..self.tokens.len() {
            let expression = self.expression()?;
            let is_descending = self.word("DESC");
            if !is_descending {
                self.word("ASC");
            }
            order_by.push((expression, is_descending));
            if !self.symbol(",") {
                break;
            }
        }
        Ok(order_by)
    }

    /// `LIMIT count`, `LIMIT offset, count` or `LIMIT count OFFSET offset`.
    fn limit(&mut self) -> Result<(Option<usize>, usize), ToolError> {
        if !self.word("LIMIT") {
            return Ok((None, 0));
        }
        let first = self.count()?;
        if self.symbol(",") {
            return Ok((Some(self.count()?), first));
        }
        let offset = if self.word("OFFSET") { self.count()? } else { 0 };
        Ok((Some(first), offset))
    }

    fn count(&mut self) -> Result<usize, ToolError> {
        let number = match self.primary()? {
            Expression::Literal(value) => {
                value.as_u64().and_then(|number| usize::try_from(number).ok())
            }
            _ => None,
        };
        number.ok_or_else(|| wrong("LIMIT and OFFSET take whole numbers"))
    }

    fn insert(&mut self) -> Result<Insert, ToolError> {
        let replaces = self.word("REPLACE");
        if !replaces {
            self.need_word("INSERT")?;
        }
        self.word("INTO");
        let table = self.table_name()?;
        let mut columns = Vec::new();
        if self.symbol("(") {
            columns.push(self.name()?);
            while self.symbol(",") {
                columns.push(self.name()?);
            }
            self.need_symbol(")")?;
        }
        if !self.word("VALUES") {
            self.need_word("VALUE")?;
        }
        let mut rows = vec![self.values()?];
        while self.symbol(",") {
            rows.push(self.values()?);
        }
        Ok(Insert { table, columns, rows, replaces })
    }

    /// `(1, 'two', DEFAULT)`; `DEFAULT` is `None`.
    fn values(&mut self) -> Result<Vec<Option<Expression>>, ToolError> {
        self.need_symbol("(")?;
        let mut values = vec![self.value_or_default()?];
        while self.symbol(",") {
            values.push(self.value_or_default()?);
        }
        self.need_symbol(")")?;
        Ok(values)
    }

    fn value_or_default(&mut self) -> Result<Option<Expression>, ToolError> {
        match self.word("DEFAULT") {
            true => Ok(None),
            false => self.expression().map(Some),
        }
    }

    fn update(&mut self) -> Result<Update, ToolError> {
        self.need_word("UPDATE")?;
        let table = self.table_name()?;
        self.need_word("SET")?;
        let mut sets = Vec::new();
        for _ in 0..self.tokens.len() {
            let column = self.name()?;
            self.need_symbol("=")?;
            sets.push((column, self.value_or_default()?));
            if !self.symbol(",") {
                break;
            }
        }
        let condition = self.condition("WHERE")?;
        let order_by = self.order_by()?;
        let (limit, _) = self.limit()?;
        Ok(Update { table, sets, condition, order_by, limit })
    }

    fn read_delete(&mut self) -> Result<Delete, ToolError> {
        self.need_word("DELETE")?;
        self.need_word("FROM")?;
        let table = self.table_name()?;
        let condition = self.condition("WHERE")?;
        let order_by = self.order_by()?;
        let (limit, _) = self.limit()?;
        Ok(Delete { table, condition, order_by, limit })
    }

    fn expressions(&mut self) -> Result<Vec<Expression>, ToolError> {
        let mut expressions = vec![self.expression()?];
        while self.symbol(",") {
            expressions.push(self.expression()?);
        }
        Ok(expressions)
    }

    fn expression(&mut self) -> Result<Expression, ToolError> {
        const DEPTH_MAX: usize = 48;
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(wrong("the expression is nested too deeply"));
        }
        let mut left = self.conjunction()?;
        while self.word("OR") || self.symbol("||") {
            let right = self.conjunction()?;
            left = self.joined(Operator::Or, left, right)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Joins two values. The number of joins is bounded, since a long chain of them is a deep
    /// tree that is walked by recursion.
    fn joined(
        &mut self,
        operator: Operator,
        left: Expression,
        right: Expression,
    ) -> Result<Expression, ToolError> {
        const OPERATORS_MAX: usize = 300;
        self.n_operators += 1;
        match self.n_operators > OPERATORS_MAX {
            true => Err(wrong(
                "the statement has more than 300 operators; a list of values goes into IN",
            )),
            false => Ok(Expression::Binary(operator, Box::new(left), Box::new(right))),
        }
    }

    fn conjunction(&mut self) -> Result<Expression, ToolError> {
        let mut left = self.negation()?;
        while self.word("AND") || self.symbol("&&") {
            let right = self.negation()?;
            left = self.joined(Operator::And, left, right)?;
        }
        Ok(left)
    }

    fn negation(&mut self) -> Result<Expression, ToolError> {
        let mut n_not = 0_usize;
        while self.word("NOT") {
            n_not += 1;
        }
        let inner = self.predicate()?;
        Ok(if n_not % 2 == 1 { Expression::Not(Box::new(inner)) } else { inner })
    }

    fn predicate(&mut self) -> Result<Expression, ToolError> {
        let left = self.sum()?;
        if self.word("IS") {
            let negated = self.word("NOT");
            self.need_word("NULL")?;
            return Ok(negate_if(negated, Expression::IsNull(Box::new(left))));
        }
        let negated = self.word("NOT");
        if self.word("IN") {
            self.need_symbol("(")?;
            if self.peek_word().as_deref() == Some("SELECT") {
                return Err(wrong(format!("a subquery cannot stand in IN; {UNDERSTOOD}")));
            }
            let values = self.expressions()?;
            self.need_symbol(")")?;
            return Ok(negate_if(negated, Expression::In(Box::new(left), values)));
        }
        if self.word("BETWEEN") {
            let least = self.sum()?;
            self.need_word("AND")?;
            let most = self.sum()?;
            let between = Expression::Between(Box::new(left), Box::new(least), Box::new(most));
            return Ok(negate_if(negated, between));
        }
        if self.word("LIKE") {
            let pattern = self.sum()?;
            return Ok(negate_if(negated, Expression::Like(Box::new(left), Box::new(pattern))));
        }
        if negated {
            return Err(self.expected("IN, BETWEEN or LIKE"));
        }
        const COMPARISONS: [(&str, Operator); 7] = [
            ("=", Operator::Equal),
            ("<>", Operator::NotEqual),
            ("!=", Operator::NotEqual),
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ];
        match COMPARISONS.iter().find(|(symbol, _)| self.symbol(symbol)) {
            Some((_, operator)) => {
                let right = self.sum()?;
                self.joined(*operator, left, right)
            }
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Result<Expression, ToolError> {
        let mut left = self.product()?;
        for _ in 0..self.tokens.len() {
            let operator = match (self.symbol("+"), self.symbol("-")) {
                (true, _) => Operator::Add,
                (_, true) => Operator::Subtract,
                _ => break,
            };
            let right = self.product()?;
            left = self.joined(operator, left, right)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, ToolError> {
        let mut left = self.signed()?;
        for _ in 0..self.tokens.len() {
            let operator = match (self.symbol("*"), self.symbol("/"), self.symbol("%")) {
                (true, _, _) => Operator::Multiply,
                (_, true, _) => Operator::Divide,
                (_, _, true) => Operator::Remainder,
                _ => break,
            };
            let right = self.signed()?;
            left = self.joined(operator, left, right)?;
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Expression, ToolError> {
        match self.symbol("-") {
            true => Ok(Expression::Negative(Box::new(self.primary()?))),
            false => self.primary(),
        }
    }

    fn primary(&mut self) -> Result<Expression, ToolError> {
        if self.symbol("(") {
            if self.peek_word().as_deref() == Some("SELECT") {
                return Err(wrong(format!("a subquery is not understood; {UNDERSTOOD}")));
            }
            let inner = self.expression()?;
            self.need_symbol(")")?;
            return Ok(inner);
        }
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err(self.expected("a value"));
        };
        let literal = match &token {
            Token::Text(text) => Some(serde_json::json!(text)),
            Token::Number(text) => Some(number_of(text)?),
            Token::Placeholder => match self.parameters.next() {
                Some(parameter) => Some(parameter.0),
                None => return Err(wrong("there are fewer parameters than placeholders `?`")),
            },
            Token::Word(word) => match word.to_uppercase().as_str() {
                "NULL" => Some(serde_json::Value::Null),
                "TRUE" => Some(serde_json::json!(1)),
                "FALSE" => Some(serde_json::json!(0)),
                _ => None,
            },
            Token::Name(_) | Token::Symbol(_) => None,
        };
        if let Some(value) = literal {
            self.at += 1;
            return Ok(Expression::Literal(value));
        }
        let is_word = matches!(token, Token::Word(_));
        let name = self.name()?;
        if is_word && self.symbol("(") {
            return self.call(&name.to_uppercase());
        }
        match self.symbol(".") {
            true => Ok(Expression::Column(Some(name), self.name()?)),
            false => Ok(Expression::Column(None, name)),
        }
    }

    /// What follows the parenthesis of a function.
    fn call(&mut self, name: &str) -> Result<Expression, ToolError> {
        const AGGREGATES: [(&str, Aggregate); 5] = [
            ("COUNT", Aggregate::Count),
            ("SUM", Aggregate::Sum),
            ("MIN", Aggregate::Min),
            ("MAX", Aggregate::Max),
            ("AVG", Aggregate::Avg),
        ];
        if let Some((_, aggregate)) = AGGREGATES.iter().find(|(known, _)| *known == name) {
            if *aggregate == Aggregate::Count && self.symbol("*") {
                self.need_symbol(")")?;
                return Ok(Expression::Aggregate(*aggregate, None, false));
            }
            let is_distinct = self.word("DISTINCT");
            let inner = self.expression()?;
            self.need_symbol(")")?;
            return Ok(Expression::Aggregate(*aggregate, Some(Box::new(inner)), is_distinct));
        }
        if !FUNCTIONS.contains(&name) {
            return Err(wrong(format!(
                "the function {name} is not known; there are {}",
                FUNCTIONS.join(", ")
            )));
        }
        let mut arguments = Vec::new();
        if !self.symbol(")") {
            arguments = self.expressions()?;
            self.need_symbol(")")?;
        }
        Ok(match name {
            "NOW" | "CURRENT_TIMESTAMP" => {
                Expression::Literal(serde_json::json!(sql_time(self.now)))
            }
            "CURDATE" | "CURRENT_DATE" => {
                Expression::Literal(serde_json::json!(self.now.date().to_string()))
            }
            _ => Expression::Call(name.to_owned(), arguments),
        })
    }
}

/// The functions beside the aggregates.
const FUNCTIONS: [&str; 17] = [
    "LOWER",
    "UPPER",
    "LENGTH",
    "CONCAT",
    "COALESCE",
    "IFNULL",
    "ROUND",
    "ABS",
    "DATE",
    "YEAR",
    "MONTH",
    "TRIM",
    "NOW",
    "CURRENT_TIMESTAMP",
    "CURDATE",
    "CURRENT_DATE",
    "DATEDIFF",
];

fn negate_if(negated: bool, expression: Expression) -> Expression {
    if negated { Expression::Not(Box::new(expression)) } else { expression }
}

fn number_of(text: &str) -> Result<serde_json::Value, ToolError> {
    if let Ok(whole) = text.parse::<i64>() {
        return Ok(serde_json::json!(whole));
    }
    text.parse::<f64>()
        .map(|number| serde_json::json!(number))
        .map_err(|_| wrong(format!("`{text}` is no number")))
}

/// Tokens as a label: words apart, symbols close.
fn tokens_text(tokens: &[Token]) -> String {
    let mut out = String::new();
    let mut after_word = false;
    for token in tokens {
        let is_word = !matches!(token, Token::Symbol(_));
        if is_word && after_word {
            out.push(' ');
        }
        out.push_str(&token_text(token));
        after_word = is_word;
    }
    out
}

/// `2026-03-01 09:00:00`.
fn sql_time(at: Timestamp) -> String {
    at.to_string().replace('T', " ").trim_end_matches('Z').to_owned()
}

fn same_name(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

fn named_table(database: &str, table: &str) -> Key<DbTable> {
    let database: Key<Database> = Key::from(database);
    Key::new(compoworld_core::join_key(&[&database, &table]))
}

fn table_key(table: &DbTable) -> Key<DbTable> {
    named_table(table.database.as_str(), &table.name)
}

fn rows_of(state: &Mysql, table: &Key<DbTable>) -> Vec<RowRef<DataRow>> {
    state.rows.select(&|row| row.table == *table)
}

/// The columns of a table, in its order.
fn columns_of(state: &Mysql, table: &Key<DbTable>) -> Vec<RowRef<Column>> {
    let mut columns = state.columns.select(&|column| column.table == *table);
    columns.sort_by_key(|column| column.position);
    columns
}

/// The bytes of a table's values as JSON.
fn size_of(state: &Mysql, table: &Key<DbTable>) -> usize {
    let bytes = |row: &RowRef<DataRow>| -> usize {
        row.values.values().map(|value| value.0.to_string().len()).sum()
    };
    rows_of(state, table).iter().map(bytes).sum()
}

/// The table that a statement names.
fn find_table(state: &Mysql, name: &TableName) -> Result<RowRef<DbTable>, ToolError> {
    let database = match &name.database {
        Some(database) => state.databases.find(database.as_str())?.name.clone(),
        None => match state.server.find()?.current_database.clone() {
            Some(database) => database,
            None => {
                return Err(ToolError::failed_precondition(
                    "no database is chosen, write `database.table`",
                ));
            }
        },
    };
    let found =
        state.tables.select(&|table| table.database == database && table.name == name.table);
    let found = found.into_iter().next();
    found.ok_or_else(|| {
        ToolError::not_found(format!("table `{database}.{}` doesn't exist", name.table))
    })
}

/// A table that a statement reads, under the name that it has there.
struct Source {
    alias: String,
    table: Key<DbTable>,
    columns: Vec<String>,
}

/// One row of each source; none where a LEFT JOIN found nothing.
type Bound = Vec<Option<RowRef<DataRow>>>;

/// What an expression is computed from: the sources, and the rows of one group.
#[derive(Clone, Copy)]
struct Scope<'a> {
    sources: &'a [Source],
    group: &'a [Bound],
    /// Outputs that HAVING and ORDER BY may name.
    outputs: &'a [(String, serde_json::Value)],
}

fn source_of(state: &Mysql, name: &TableName, alias: &str) -> Result<Source, ToolError> {
    let table = table_key(&*find_table(state, name)?);
    let columns = columns_of(state, &table).iter().map(|column| column.name.clone()).collect();
    Ok(Source { alias: alias.to_owned(), table, columns })
}

impl Scope<'_> {
    fn column(&self, qualifier: Option<&str>, name: &str) -> Result<serde_json::Value, ToolError> {
        let mut found = None;
        for (index, source) in self.sources.iter().enumerate() {
            let here = qualifier.is_none_or(|qualifier| same_name(qualifier, &source.alias));
            let column = source.columns.iter().find(|column| same_name(column, name));
            let (true, Some(column)) = (here, column) else { continue };
            if found.is_some() {
                return Err(wrong(format!("column `{name}` is ambiguous, write `table.{name}`")));
            }
            let row = self.group.first().and_then(|bound| bound.get(index)?.as_ref());
            let value = row.and_then(|row| row.values.get(column)).map(|value| value.0.clone());
            found = Some(value.unwrap_or_default());
        }
        if let Some(value) = found {
            return Ok(value);
        }
        let output =
            self.outputs.iter().find(|(label, _)| qualifier.is_none() && same_name(label, name));
        match output {
            Some((_, value)) => Ok(value.clone()),
            None => Err(wrong(format!(
                "unknown column `{}{name}`",
                qualifier.map(|table| format!("{table}.")).unwrap_or_default()
            ))),
        }
    }

    fn value(&self, expression: &Expression) -> Result<serde_json::Value, ToolError> {
        let truth = |truth: Option<bool>| serde_json::json!(truth.map(i64::from));
        Ok(match expression {
            Expression::Literal(value) => value.clone(),
            Expression::Column(qualifier, name) => self.column(qualifier.as_deref(), name)?,
            Expression::Not(inner) => truth(truth_of(&self.value(inner)?).map(|truth| !truth)),
            Expression::Negative(inner) => {
                arithmetic(Operator::Subtract, &serde_json::json!(0), &self.value(inner)?)
            }
            Expression::Binary(operator, left, right) => {
                binary(*operator, &self.value(left)?, &self.value(right)?)
            }
            Expression::IsNull(inner) => truth(Some(self.value(inner)?.is_null())),
            Expression::In(inner, values) => {
                let inner = self.value(inner)?;
                let mut any = Some(false);
                for value in values {
                    let equal = truth_of(&binary(Operator::Equal, &inner, &self.value(value)?));
                    any = either(any, equal);
                }
                truth(any)
            }
            Expression::Between(inner, least, most) => {
                let inner = self.value(inner)?;
                let above =
                    truth_of(&binary(Operator::GreaterOrEqual, &inner, &self.value(least)?));
                let below = truth_of(&binary(Operator::LessOrEqual, &inner, &self.value(most)?));
                truth(both(above, below))
            }
            Expression::Like(inner, pattern) => {
                let (inner, pattern) = (self.value(inner)?, self.value(pattern)?);
                match inner.is_null() || pattern.is_null() {
                    true => serde_json::Value::Null,
                    false => truth(Some(is_like(&text_of(&inner), &text_of(&pattern)))),
                }
            }
            Expression::Call(name, arguments) => {
                let values = arguments.iter().map(|argument| self.value(argument));
                call(name, &values.collect::<Result<Vec<_>, _>>()?)?
            }
            Expression::Aggregate(aggregate, inner, is_distinct) => {
                self.aggregate(*aggregate, inner.as_deref(), *is_distinct)?
            }
        })
    }

    fn aggregate(
        &self,
        aggregate: Aggregate,
        inner: Option<&Expression>,
        is_distinct: bool,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(inner) = inner else { return Ok(serde_json::json!(self.group.len())) };
        if inner.has_aggregate() {
            return Err(wrong("an aggregate cannot stand inside another"));
        }
        let mut values = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for bound in self.group {
            let one = Scope { group: std::slice::from_ref(bound), ..*self };
            let value = one.value(inner)?;
            if !value.is_null() && (!is_distinct || seen.insert(value.to_string())) {
                values.push(value);
            }
        }
        if self.group.is_empty() {
            self.value(inner)?;
        }
        let sum = || {
            let zero = serde_json::json!(0);
            values.iter().fold(zero, |sum, value| arithmetic(Operator::Add, &sum, value))
        };
        let extreme = |wanted: std::cmp::Ordering| {
            let better = |best: &serde_json::Value, value: &serde_json::Value| {
                compare(value, best) == Some(wanted)
            };
            values.iter().fold(None, |best: Option<serde_json::Value>, value| match best {
                Some(best) if !better(&best, value) => Some(best),
                _ => Some(value.clone()),
            })
        };
        Ok(match aggregate {
            Aggregate::Count => serde_json::json!(values.len()),
            Aggregate::Min => extreme(std::cmp::Ordering::Less).unwrap_or_default(),
            Aggregate::Max => extreme(std::cmp::Ordering::Greater).unwrap_or_default(),
            _ if values.is_empty() => serde_json::Value::Null,
            Aggregate::Sum => sum(),
            Aggregate::Avg => {
                arithmetic(Operator::Divide, &sum(), &serde_json::json!(values.len()))
            }
        })
    }

    fn holds(&self, condition: Option<&Expression>) -> Result<bool, ToolError> {
        match condition {
            Some(condition) => Ok(truth_of(&self.value(condition)?) == Some(true)),
            None => Ok(true),
        }
    }
}

impl Expression {
    fn has_aggregate(&self) -> bool {
        match self {
            Self::Aggregate(..) => true,
            Self::Literal(_) | Self::Column(..) => false,
            Self::Not(inner) | Self::Negative(inner) | Self::IsNull(inner) => inner.has_aggregate(),
            Self::Binary(_, left, right) | Self::Like(left, right) => {
                left.has_aggregate() || right.has_aggregate()
            }
            Self::In(inner, values) => {
                inner.has_aggregate() || values.iter().any(Self::has_aggregate)
            }
            Self::Between(a, b, c) => a.has_aggregate() || b.has_aggregate() || c.has_aggregate(),
            Self::Call(_, values) => values.iter().any(Self::has_aggregate),
        }
    }
}

/// SQL's third truth value is `None`.
fn truth_of(value: &serde_json::Value) -> Option<bool> {
    match value {
        serde_json::Value::Null => None,
        serde_json::Value::Bool(truth) => Some(*truth),
        other => Some(numeric(other).is_some_and(|number| number != 0.0)),
    }
}

fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn either(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// A value as a number: texts by the number that they are, truth as 0 and 1.
fn numeric(value: &serde_json::Value) -> Option<f64> {
    match value {
        serde_json::Value::Number(number) => number.as_f64(),
        serde_json::Value::Bool(truth) => Some(f64::from(u8::from(*truth))),
        serde_json::Value::String(text) => {
            text.trim().parse().ok().filter(|number: &f64| number.is_finite())
        }
        _ => None,
    }
}

fn text_of(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Bool(truth) => i64::from(*truth).to_string(),
        other => other.to_string(),
    }
}

/// The order of two values; none when one is NULL.
fn compare(a: &serde_json::Value, b: &serde_json::Value) -> Option<std::cmp::Ordering> {
    if a.is_null() || b.is_null() {
        return None;
    }
    if a.is_string() && b.is_string() {
        return Some(text_of(a).to_lowercase().cmp(&text_of(b).to_lowercase()));
    }
    match (numeric(a), numeric(b)) {
        (Some(a), Some(b)) => Some(a.total_cmp(&b)),
        _ => Some(text_of(a).to_lowercase().cmp(&text_of(b).to_lowercase())),
    }
}

fn binary(operator: Operator, a: &serde_json::Value, b: &serde_json::Value) -> serde_json::Value {
    let truth = |truth: Option<bool>| serde_json::json!(truth.map(i64::from));
    let order = compare(a, b);
    match operator {
        Operator::And => truth(both(truth_of(a), truth_of(b))),
        Operator::Or => truth(either(truth_of(a), truth_of(b))),
        Operator::Equal => truth(order.map(std::cmp::Ordering::is_eq)),
        Operator::NotEqual => truth(order.map(std::cmp::Ordering::is_ne)),
        Operator::Less => truth(order.map(std::cmp::Ordering::is_lt)),
        Operator::LessOrEqual => truth(order.map(std::cmp::Ordering::is_le)),
        Operator::Greater => truth(order.map(std::cmp::Ordering::is_gt)),
        Operator::GreaterOrEqual => truth(order.map(std::cmp::Ordering::is_ge)),
        _ => arithmetic(operator, a, b),
    }
}

/// Whole numbers stay whole as long as they can; what cannot be computed is NULL.
fn arithmetic(
    operator: Operator,
    a: &serde_json::Value,
    b: &serde_json::Value,
) -> serde_json::Value {
    if let (Some(a), Some(b)) = (a.as_i64(), b.as_i64()) {
        let whole = match operator {
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Remainder => a.checked_rem(b),
            _ => None,
        };
        if whole.is_some() {
            return serde_json::json!(whole);
        }
    }
    if a.is_null() || b.is_null() {
        return serde_json::Value::Null;
    }
    let (a, b) = (numeric(a).unwrap_or(0.0), numeric(b).unwrap_or(0.0));
    let result = match operator {
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::Divide if b != 0.0 => a / b,
        Operator::Remainder if b != 0.0 => a % b,
        _ => return serde_json::Value::Null,
    };
    serde_json::json!(result)
}

/// `%` is any text, `_` any letter, a backslash takes the next letter as it is.
fn is_like(text: &str, pattern: &str) -> bool {
    // `None` is `%`, `Some(None)` is `_`.
    let mut parts: Vec<Option<Option<char>>> = Vec::new();
    let pattern = pattern.to_lowercase();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        parts.push(match letter {
            '%' => None,
            '_' => Some(None),
            '\\' => Some(Some(letters.next().unwrap_or('\\'))),
            other => Some(Some(other)),
        });
    }
    let skip = |reached: &mut Vec<bool>| {
        for (index, part) in parts.iter().enumerate() {
            if part.is_none() && reached.get(index) == Some(&true) {
                mark(reached, index + 1);
            }
        }
    };
    let mut reached = vec![false; parts.len() + 1];
    mark(&mut reached, 0);
    skip(&mut reached);
    for letter in text.to_lowercase().chars() {
        let mut next = vec![false; parts.len() + 1];
        for (index, part) in parts.iter().enumerate() {
            if reached.get(index) != Some(&true) {
                continue;
            }
            match part {
                None => mark(&mut next, index),
                Some(wanted) if wanted.is_none_or(|wanted| wanted == letter) => {
                    mark(&mut next, index + 1)
                }
                Some(_) => {}
            }
        }
        skip(&mut next);
        reached = next;
    }
    reached.last() == Some(&true)
}

fn mark(reached: &mut [bool], index: usize) {
    if let Some(place) = reached.get_mut(index) {
        *place = true;
    }
}

fn call(name: &str, values: &[serde_json::Value]) -> Result<serde_json::Value, ToolError> {
    let first = values.first().cloned().unwrap_or_default();
    let n_values = match name {
        "CONCAT" | "COALESCE" => 1..=usize::MAX,
        "IFNULL" | "DATEDIFF" => 2..=2,
        "ROUND" => 1..=2,
        _ => 1..=1,
    };
    if !n_values.contains(&values.len()) {
        return Err(wrong(format!("{name} does not take {} values", values.len())));
    }
    if matches!(name, "COALESCE" | "IFNULL") {
        return Ok(values.iter().find(|value| !value.is_null()).cloned().unwrap_or_default());
    }
    if values.iter().any(serde_json::Value::is_null) {
        return Ok(serde_json::Value::Null);
    }
    let text = text_of(&first);
    let day =
        |value: &serde_json::Value| Date::parse(text_of(value).get(..10).unwrap_or_default()).ok();
    let of_day =
        |pick: &dyn Fn(Date) -> serde_json::Value| day(&first).map(pick).unwrap_or_default();
    Ok(match name {
        "LOWER" => serde_json::json!(text.to_lowercase()),
        "UPPER" => serde_json::json!(text.to_uppercase()),
        "TRIM" => serde_json::json!(text.trim()),
        "LENGTH" => serde_json::json!(text.len()),
        "CONCAT" => serde_json::json!(values.iter().map(text_of).collect::<String>()),
        "ABS" => match first.as_i64() {
            Some(whole) => serde_json::json!(whole.saturating_abs()),
            None => serde_json::json!(numeric(&first).map(f64::abs)),
        },
        "ROUND" => {
            let digits =
                values.get(1).and_then(serde_json::Value::as_i64).unwrap_or(0).clamp(-12, 12);
            let scale = 10_f64.powi(i32::try_from(digits).unwrap_or(0));
            let rounded = numeric(&first).map(|number| (number * scale).round() / scale);
            match rounded {
                Some(whole) if whole.fract() == 0.0 && whole.abs() < 9e15 => {
                    serde_json::json!(whole as i64)
                }
                other => serde_json::json!(other),
            }
        }
        "DATE" => of_day(&|day| serde_json::json!(day.to_string())),
        "YEAR" => of_day(&|day| serde_json::json!(day.year_month_day().0)),
        "MONTH" => of_day(&|day| serde_json::json!(day.year_month_day().1)),
        "DATEDIFF" => {
            let second = values.get(1).and_then(day);
            match (day(&first), second) {
                (Some(first), Some(second)) => serde_json::json!(first.days_since(second)),
                _ => serde_json::Value::Null,
            }
        }
        other => return Err(wrong(format!("the function {other} is not known"))),
    })
}

/// The rows of a `SELECT`.
struct Answer {
    columns: Vec<String>,
    rows: Vec<Vec<serde_json::Value>>,
}

/// Every combination of rows that the joins allow.
fn joined_rows(
    state: &Mysql,
    from: &[FromTable],
    sources: &[Source],
) -> Result<Vec<Bound>, ToolError> {
    const ROWS_MAX: usize = 100_000;
    let mut bounds: Vec<Bound> = vec![Vec::new()];
    for (from, source) in from.iter().zip(sources) {
        let rows = rows_of(state, &source.table);
        let mut next: Vec<Bound> = Vec::new();
        for bound in &bounds {
            let before = next.len();
            for row in &rows {
                let mut bound = bound.clone();
                bound.push(Some(row.clone()));
                let visible = sources.get(..bound.len()).unwrap_or(sources);
                let scope =
                    Scope { sources: visible, group: std::slice::from_ref(&bound), outputs: &[] };
                if scope.holds(from.on.as_ref())? {
                    next.push(bound);
                }
            }
            if next.len() == before && from.is_left {
                let mut bound = bound.clone();
                bound.push(None);
                next.push(bound);
            }
            if next.len() > ROWS_MAX {
                return Err(ToolError::new(
                    compoworld_core::ErrorCode::ResourceExhausted,
                    "the join has too many rows, narrow it with ON",
                ));
            }
        }
        bounds = next;
    }
    Ok(bounds)
}

/// Lists out `*`, and labels every output.
fn outputs_of(select: &Select, sources: &[Source]) -> Result<Vec<(String, Expression)>, ToolError> {
    let mut outputs: Vec<(String, Expression)> = Vec::new();
    for item in &select.items {
        match item {
            Item::Value(expression, label) => outputs.push((label.clone(), expression.clone())),
            Item::All(alias) => {
                let wanted = |source: &&Source| {
                    alias.as_ref().is_none_or(|alias| same_name(alias, &source.alias))
                };
                let chosen: Vec<&Source> = sources.iter().filter(wanted).collect();
                if chosen.is_empty() {
                    return Err(wrong("`*` needs a table to read from"));
                }
                for source in chosen {
                    for column in &source.columns {
                        let expression =
                            Expression::Column(Some(source.alias.clone()), column.clone());
                        let taken = outputs.iter().any(|(label, _)| label == column);
                        let label = if taken {
                            format!("{}.{column}", source.alias)
                        } else {
                            column.clone()
                        };
                        outputs.push((label, expression));
                    }
                }
            }
        }
    }
    Ok(outputs)
}

fn run_select(state: &Mysql, select: &Select) -> Result<Answer, ToolError> {
    let mut sources = Vec::new();
    for from in &select.from {
        sources.push(source_of(state, &from.name, &from.alias)?);
    }
    let outputs = outputs_of(select, &sources)?;
    check_columns(select, &sources, &outputs)?;
    let mut bounds = joined_rows(state, &select.from, &sources)?;
    let mut kept = Vec::new();
    for bound in bounds.drain(..) {
        let scope = Scope { sources: &sources, group: std::slice::from_ref(&bound), outputs: &[] };
        if scope.holds(select.condition.as_ref())? {
            kept.push(bound);
        }
    }
    let aggregates = outputs.iter().any(|(_, expression)| expression.has_aggregate())
        || select.having.as_ref().is_some_and(Expression::has_aggregate);
    let groups = group_rows(select, &sources, kept, aggregates)?;
    let mut rows: Vec<(Vec<serde_json::Value>, Vec<serde_json::Value>)> = Vec::new();
    for group in &groups {
        let scope = Scope { sources: &sources, group, outputs: &[] };
        let values = outputs.iter().map(|(_, expression)| scope.value(expression));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let labels = outputs.iter().map(|(label, _)| label.clone());
        let named: Vec<(String, serde_json::Value)> = labels.zip(values.clone()).collect();
        let scope = Scope { outputs: &named, ..scope };
        if scope.holds(select.having.as_ref())? {
            let keys = select.order_by.iter().map(|(expression, _)| order_key(&scope, expression));
            let keys = keys.collect::<Result<Vec<_>, _>>()?;
            rows.push((values, keys));
        }
    }
    if select.is_distinct {
        let mut seen = std::collections::BTreeSet::new();
        rows.retain(|(values, _)| seen.insert(serde_json::json!(values).to_string()));
    }
    let directions: Vec<bool> =
        select.order_by.iter().map(|(_, is_descending)| *is_descending).collect();
    rows.sort_by(|(_, a), (_, b)| compare_keys(a, b, &directions));
    let limit = select.limit.unwrap_or(usize::MAX);
    Ok(Answer {
        columns: outputs.into_iter().map(|(label, _)| label).collect(),
        rows: rows.into_iter().map(|(values, _)| values).skip(select.offset).take(limit).collect(),
    })
}

/// Computes every expression once over no row, so that a wrong name is told of an empty table
/// too.
fn check_columns(
    select: &Select,
    sources: &[Source],
    outputs: &[(String, Expression)],
) -> Result<(), ToolError> {
    let scope = Scope { sources, group: &[], outputs: &[] };
    for expression in outputs.iter().map(|(_, expression)| expression).chain(&select.condition) {
        scope.value(expression)?;
    }
    if select.condition.as_ref().is_some_and(Expression::has_aggregate) {
        return Err(wrong("an aggregate cannot stand in WHERE, use HAVING"));
    }
    Ok(())
}

fn group_rows(
    select: &Select,
    sources: &[Source],
    bounds: Vec<Bound>,
    aggregates: bool,
) -> Result<Vec<Vec<Bound>>, ToolError> {
    if select.group_by.is_empty() {
        return Ok(match aggregates {
            true => vec![bounds],
            false => bounds.into_iter().map(|bound| vec![bound]).collect(),
        });
    }
    let mut positions = std::collections::BTreeMap::new();
    let mut groups: Vec<Vec<Bound>> = Vec::new();
    for bound in bounds {
        let scope = Scope { sources, group: std::slice::from_ref(&bound), outputs: &[] };
        let mut key = String::new();
        for expression in &select.group_by {
            let aliased = aliased(select, sources, expression);
            key.push_str(&scope.value(aliased)?.to_string().to_lowercase());
            key.push('\n');
        }
        let n_groups = groups.len();
        let position = *positions.entry(key).or_insert(n_groups);
        match groups.get_mut(position) {
            Some(group) => group.push(bound),
            None => groups.push(vec![bound]),
        }
    }
    Ok(groups)
}

/// GROUP BY may name an output by its number, or by a label that no column has.
fn aliased<'a>(
    select: &'a Select,
    sources: &[Source],
    expression: &'a Expression,
) -> &'a Expression {
    let outputs = select.items.iter().map(|item| match item {
        Item::Value(expression, label) => Some((expression, label)),
        Item::All(_) => None,
    });
    let found = match expression {
        Expression::Column(None, name) => {
            let is_column = sources
                .iter()
                .flat_map(|source| &source.columns)
                .any(|column| same_name(column, name));
            outputs.flatten().find(|(_, label)| !is_column && same_name(label, name))
        }
        Expression::Literal(value) => {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.and_then(|number| outputs.into_iter().nth(number.checked_sub(1)?)?)
        }
        _ => None,
    };
    found.map_or(expression, |(output, _)| output)
}

/// ORDER BY may name an output by its label or its number.
fn order_key(scope: &Scope<'_>, expression: &Expression) -> Result<serde_json::Value, ToolError> {
    match expression {
        Expression::Literal(value) => {
            let position =
                value.as_u64().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
            let output = position.and_then(|position| scope.outputs.get(position));
            output
                .map(|(_, value)| value.clone())
                .ok_or_else(|| wrong(format!("there is no output {value} to sort by")))
        }
        Expression::Column(None, name) => {
            let output = scope.outputs.iter().find(|(label, _)| same_name(label, name));
            output.map_or_else(|| scope.value(expression), |(_, value)| Ok(value.clone()))
        }
        _ => scope.value(expression),
    }
}

/// NULL comes first, as in MySQL.
fn compare_keys(
    a: &[serde_json::Value],
    b: &[serde_json::Value],
    descending: &[bool],
) -> std::cmp::Ordering {
    for ((a, b), is_descending) in a.iter().zip(b).zip(descending) {
        let order = compare(a, b).unwrap_or_else(|| b.is_null().cmp(&a.is_null()));
        if order.is_ne() {
            return if *is_descending { order.reverse() } else { order };
        }
    }
    std::cmp::Ordering::Equal
}

/// The rows of one table that a condition picks, in an order, up to a limit.
fn picked(
    state: &Mysql,
    source: &Source,
    condition: Option<&Expression>,
    order_by: &[(Expression, bool)],
    limit: Option<usize>,
) -> Result<Vec<RowRef<DataRow>>, ToolError> {
    let sources = std::slice::from_ref(source);
    if let Some(condition) = condition {
        Scope { sources, group: &[], outputs: &[] }.value(condition)?;
    }
    let mut rows = Vec::new();
    for row in rows_of(state, &source.table) {
        let bound = vec![Some(row.clone())];
        let scope = Scope { sources, group: std::slice::from_ref(&bound), outputs: &[] };
        if scope.holds(condition)? {
            let keys = order_by.iter().map(|(expression, _)| scope.value(expression));
            rows.push((row, keys.collect::<Result<Vec<_>, _>>()?));
        }
    }
    let directions: Vec<bool> = order_by.iter().map(|(_, is_descending)| *is_descending).collect();
    rows.sort_by(|(_, a), (_, b)| compare_keys(a, b, &directions));
    Ok(rows.into_iter().map(|(row, _)| row).take(limit.unwrap_or(usize::MAX)).collect())
}

fn column_named<'a>(
    columns: &'a [RowRef<Column>],
    name: &str,
) -> Result<&'a RowRef<Column>, ToolError> {
    columns
        .iter()
        .find(|column| same_name(&column.name, name))
        .ok_or_else(|| wrong(format!("unknown column `{name}`")))
}

fn row_key(row: &DataRow) -> Key<DataRow> {
    Key::new(compoworld_core::join_key(&[&row.table, &row.number]))
}

fn run_insert(
    state: &mut Mysql,
    insert: Insert,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let table = find_table(state, &insert.table)?;
    let key = table_key(&table);
    let columns = columns_of(state, &key);
    let names: Vec<String> = match insert.columns.is_empty() {
        true => columns.iter().map(|column| column.name.clone()).collect(),
        false => insert.columns.clone(),
    };
    let mut first_id = None;
    let (mut affected, mut next) = (0_usize, table.auto_increment.unwrap_or(1));
    for row in &insert.rows {
        if row.len() != names.len() {
            return Err(wrong(format!(
                "there are {} columns and {} values",
                names.len(),
                row.len()
            )));
        }
        let mut given = std::collections::BTreeMap::new();
        for (name, expression) in names.iter().zip(row) {
            let column = column_named(&columns, name)?;
            if let Some(expression) = expression {
                let scope = Scope { sources: &[], group: &[], outputs: &[] };
                given.insert(column.name.clone(), scope.value(expression)?);
            }
        }
        let mut values = BTreeMap::new();
        for column in &columns {
            let value = given.remove(&column.name);
            let counts =
                column.auto_increment && value.as_ref().is_none_or(serde_json::Value::is_null);
            let value = match (counts, value) {
                (true, _) => {
                    first_id = first_id.or(Some(next));
                    serde_json::json!(next)
                }
                (false, Some(value)) => coerced(column, value, cx.now())?,
                (false, None) => default_of(column, cx.now())?,
            };
            if column.auto_increment {
                next = next.max(value.as_i64().unwrap_or(0).saturating_add(1));
            }
            values.insert(column.name.clone(), Json(value));
        }
        if insert.replaces {
            let rivals = rivals_of(state, &key, &values, None);
            affected += rivals.len();
            remove_rows(state, rivals.into_iter().map(|(_, row)| row).collect(), 0)?;
        }
        affected += 1;
        let number = next_number(state, &key);
        state.rows.insert(DataRow { table: key.clone(), number, values: values.clone() })?;
        check_stored(state, &key, number, &values)?;
    }
    let counts = columns.iter().any(|column| column.auto_increment);
    touch(state, &key, counts.then_some(next), cx)?;
    Ok(serde_json::json!({"affected_rows": affected, "insert_id": first_id}))
}

fn next_number(state: &Mysql, table: &Key<DbTable>) -> i64 {
    state.rows.next_number_where(&|row| row.table == *table, &|row| row.number)
}

/// Stamps a table as changed now.
fn touch(
    state: &mut Mysql,
    table: &Key<DbTable>,
    auto_increment: Option<i64>,
    cx: &Context,
) -> Result<(), ToolError> {
    let now = cx.now();
    state.tables.update(table, |table| {
        table.auto_increment = auto_increment.or(table.auto_increment);
        table.updated_at = now;
        Ok(())
    })?;
    Ok(())
}

fn default_of(column: &Column, now: Timestamp) -> Result<serde_json::Value, ToolError> {
    match &column.default_value {
        Some(value) if value.0.as_str() == Some("CURRENT_TIMESTAMP") => {
            Ok(serde_json::json!(sql_time(now)))
        }
        Some(value) => Ok(value.0.clone()),
        None if column.nullable => Ok(serde_json::Value::Null),
        None => Err(wrong(format!("column `{}` has no default value", column.name))),
    }
}

/// A value in the form of its column's type, or why it does not fit.
fn coerced(
    column: &Column,
    value: serde_json::Value,
    now: Timestamp,
) -> Result<serde_json::Value, ToolError> {
    let unfit = || {
        wrong(format!(
            "`{}` does not fit column `{}` of type {}",
            text_of(&value),
            column.name,
            column.data_type
        ))
    };
    if value.is_null() {
        return match column.nullable {
            true => Ok(value),
            false => Err(wrong(format!("column `{}` cannot be null", column.name))),
        };
    }
    let (kind, inside) = column.data_type.split_once('(').unwrap_or((&column.data_type, ""));
    let kind = kind.split_whitespace().next().unwrap_or_default().to_lowercase();
    let inside = inside.split(')').next().unwrap_or_default();
    match kind.as_str() {
        "int" | "integer" | "bigint" | "smallint" | "mediumint" | "tinyint" | "bool"
        | "boolean" | "year" => {
            let whole = value.as_i64().or_else(|| {
                numeric(&value)
                    .filter(|number| number.fract() == 0.0 && number.abs() < 9e15)
                    .map(|number| number as i64)
            });
            let whole = whole.filter(|whole| {
                *whole >= 0 || !column.data_type.to_lowercase().contains("unsigned")
            });
            Ok(serde_json::json!(whole.ok_or_else(unfit)?))
        }
        "decimal" | "numeric" | "float" | "double" | "real" => {
            let digits =
                inside.split(',').nth(1).and_then(|digits| digits.trim().parse::<i64>().ok());
            let number = numeric(&value).ok_or_else(unfit)?;
            match digits {
                Some(digits) => {
                    call("ROUND", &[serde_json::json!(number), serde_json::json!(digits)])
                }
                None => Ok(serde_json::json!(number)),
            }
        }
        "date" => {
            let text = text_of(&value);
            let day = Date::parse(text.get(..10).unwrap_or(&text)).map_err(|_| unfit())?;
            Ok(serde_json::json!(day.to_string()))
        }
        "datetime" | "timestamp" => match value.as_str() {
            Some("CURRENT_TIMESTAMP") => Ok(serde_json::json!(sql_time(now))),
            Some(text) => {
                let at = Timestamp::parse(&text.replacen(' ', "T", 1)).map_err(|_| unfit())?;
                Ok(serde_json::json!(sql_time(at)))
            }
            None => Err(unfit()),
        },
        "enum" => {
            let mut options = inside.split(',').map(|option| option.trim().trim_matches('\''));
            let text = text_of(&value);
            let option = options.find(|option| same_name(option, &text)).ok_or_else(unfit)?;
            Ok(serde_json::json!(option))
        }
        "json" => match value.as_str() {
            Some(text) => serde_json::from_str(text).map_err(|_| unfit()),
            None => Ok(value),
        },
        _ => {
            if value.is_array() || value.is_object() {
                return Err(unfit());
            }
            let text = text_of(&value);
            let most = inside.trim().parse::<usize>().unwrap_or(usize::MAX);
            match text.chars().count() <= most {
                true => Ok(serde_json::json!(text)),
                false => Err(wrong(format!(
                    "the text for column `{}` is longer than {most} characters",
                    column.name
                ))),
            }
        }
    }
}

/// The other rows that a unique index does not allow beside these values, with the index.
fn rivals_of(
    state: &Mysql,
    table: &Key<DbTable>,
    values: &BTreeMap<String, Json>,
    own: Option<i64>,
) -> Vec<(String, RowRef<DataRow>)> {
    let mut rivals: Vec<(String, RowRef<DataRow>)> = Vec::new();
    let unique = state
        .indexes
        .select(&|index| index.table == *table && (index.is_unique || index.name == "PRIMARY"));
    for row in rows_of(state, table) {
        let clashes = |index: &RowRef<Index>| {
            index.columns.iter().all(|column| same_value(&row.values, column, values, column))
        };
        if let Some(index) =
            unique.iter().find(|index| clashes(index)).filter(|_| Some(row.number) != own)
        {
            rivals.push((index.name.clone(), row));
        }
    }
    rivals
}

/// Whether a column of one row equals a column of another, and neither is NULL.
fn same_value(
    a: &BTreeMap<String, Json>,
    column_a: &str,
    b: &BTreeMap<String, Json>,
    column_b: &str,
) -> bool {
    match (a.get(column_a), b.get(column_b)) {
        (Some(a), Some(b)) => compare(&a.0, &b.0) == Some(std::cmp::Ordering::Equal),
        _ => false,
    }
}

/// Checks a row that was just stored against the unique indexes and the foreign keys.
fn check_stored(
    state: &Mysql,
    table: &Key<DbTable>,
    number: i64,
    values: &BTreeMap<String, Json>,
) -> Result<(), ToolError> {
    if let Some((index, _)) = rivals_of(state, table, values, Some(number)).first() {
        return Err(ToolError::already_exists(format!("duplicate entry for key `{index}`")));
    }
    for rule in state.foreign_keys.iter().filter(|rule| rule.table == *table) {
        let is_null = |column: &String| values.get(column).is_none_or(|value| value.0.is_null());
        if rule.columns.iter().any(is_null) {
            continue;
        }
        let exists = rows_of(state, &rule.referenced_table).iter().any(|parent| {
            let mut pairs = rule.columns.iter().zip(&rule.referenced_columns);
            pairs.all(|(own, theirs)| same_value(values, own, &parent.values, theirs))
        });
        if !exists {
            return Err(ToolError::failed_precondition(format!(
                "foreign key `{}` fails: `{}` has no such row",
                rule.name,
                rule.referenced_table.as_str().replace('/', ".")
            )));
        }
    }
    Ok(())
}

/// The rows that refer to a row, each with the rule by which it does.
fn referrers(state: &Mysql, parent: &DataRow) -> Vec<(RowRef<ForeignKey>, RowRef<DataRow>)> {
    let mut found = Vec::new();
    for rule in state.foreign_keys.select(&|rule| rule.referenced_table == parent.table) {
        for child in rows_of(state, &rule.table) {
            let mut pairs = rule.columns.iter().zip(&rule.referenced_columns);
            if pairs.all(|(own, theirs)| same_value(&child.values, own, &parent.values, theirs)) {
                found.push((rule.clone(), child));
            }
        }
    }
    found
}

/// Removes rows and does to those that refer to them what the foreign keys say.
fn remove_rows(
    state: &mut Mysql,
    rows: Vec<RowRef<DataRow>>,
    depth: usize,
) -> Result<(), ToolError> {
    const DEPTH_MAX: usize = 15;
    if depth > DEPTH_MAX {
        return Err(ToolError::failed_precondition("the foreign keys cascade too deeply"));
    }
    for row in &rows {
        // A row may be gone already, removed by a cascade of this same statement.
        if state.rows.contains(&row_key(row)) {
            state.rows.remove(&row_key(row))?;
        }
    }
    for row in &rows {
        for (rule, child) in referrers(state, row) {
            match rule.on_delete {
                ReferenceAction::Restrict => {
                    return Err(ToolError::failed_precondition(format!(
                        "rows of `{}` refer to this row by foreign key `{}`",
                        rule.table.as_str().replace('/', "."),
                        rule.name
                    )));
                }
                ReferenceAction::Cascade => remove_rows(state, vec![child], depth + 1)?,
                ReferenceAction::SetNull => {
                    state.rows.update(&row_key(&child), |child| {
                        for column in &rule.columns {
                            child.values.insert(column.clone(), Json(serde_json::Value::Null));
                        }
                        Ok(())
                    })?;
                }
            }
        }
    }
    Ok(())
}

fn run_update(
    state: &mut Mysql,
    update: Update,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let source = source_of(state, &update.table, &update.table.table)?;
    let columns = columns_of(state, &source.table);
    let rows = picked(state, &source, update.condition.as_ref(), &update.order_by, update.limit)?;
    let mut stored = Vec::new();
    for row in &rows {
        let bound = vec![Some(row.clone())];
        let scope = Scope {
            sources: std::slice::from_ref(&source),
            group: std::slice::from_ref(&bound),
            outputs: &[],
        };
        let mut values = row.values.clone();
        for (name, expression) in &update.sets {
            let column = column_named(&columns, name)?;
            let value = match expression {
                Some(expression) => coerced(column, scope.value(expression)?, cx.now())?,
                None => default_of(column, cx.now())?,
            };
            values.insert(column.name.clone(), Json(value));
        }
        if values != row.values {
            stored.push((row.clone(), values));
        }
    }
    for (row, values) in &stored {
        state.rows.update(&row_key(row), |row| {
            row.values = values.clone();
            Ok(())
        })?;
    }
    for (row, values) in &stored {
        follow_update(state, row, values)?;
        check_stored(state, &row.table, row.number, values)?;
    }
    touch(state, &source.table, None, cx)?;
    Ok(serde_json::json!({"affected_rows": rows.len(), "changed_rows": stored.len()}))
}

/// Does to the rows that referred to a changed row what the foreign keys say.
fn follow_update(
    state: &mut Mysql,
    old: &DataRow,
    new: &BTreeMap<String, Json>,
) -> Result<(), ToolError> {
    for (rule, child) in referrers(state, old) {
        let kept = rule
            .referenced_columns
            .iter()
            .all(|column| same_value(&old.values, column, new, column));
        if kept {
            continue;
        }
        if rule.on_update == ReferenceAction::Restrict {
            return Err(ToolError::failed_precondition(format!(
                "rows of `{}` refer to this row by foreign key `{}`",
                rule.table.as_str().replace('/', "."),
                rule.name
            )));
        }
        state.rows.update(&row_key(&child), |child| {
            for (own, theirs) in rule.columns.iter().zip(&rule.referenced_columns) {
                let value = match rule.on_update {
                    ReferenceAction::Cascade => new.get(theirs).cloned().unwrap_or_default(),
                    _ => Json(serde_json::Value::Null),
                };
                child.values.insert(own.clone(), value);
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn run_delete(
    state: &mut Mysql,
    delete: Delete,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let source = source_of(state, &delete.table, &delete.table.table)?;
    let rows = picked(state, &source, delete.condition.as_ref(), &delete.order_by, delete.limit)?;
    let affected = rows.len();
    remove_rows(state, rows, 0)?;
    touch(state, &source.table, None, cx)?;
    Ok(serde_json::json!({"affected_rows": affected}))
}

/// Empties a table and lets it count from 1 again. MySQL reports no affected rows for it.
fn run_truncate(
    state: &mut Mysql,
    name: &TableName,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let table = find_table(state, name)?;
    let key = table_key(&table);
    if let Some(rule) =
        state.foreign_keys.first(&|rule| rule.referenced_table == key && rule.table != key)
    {
        return Err(ToolError::failed_precondition(format!(
            "the table cannot be truncated, foreign key `{}` refers to it",
            rule.name
        )));
    }
    for row in rows_of(state, &key) {
        state.rows.remove(&row_key(&row))?;
    }
    touch(state, &key, table.auto_increment.map(|_| 1), cx)?;
    Ok(serde_json::json!({"affected_rows": 0}))
}

/// The columns that a condition fixes to a value, as far as ANDs go.
fn fixed_columns<'a>(condition: &'a Expression, found: &mut Vec<&'a str>) {
    match condition {
        Expression::Binary(Operator::And, left, right) => {
            fixed_columns(left, found);
            fixed_columns(right, found);
        }
        Expression::Binary(Operator::Equal, left, right) => match (&**left, &**right) {
            (Expression::Column(_, name), Expression::Literal(_))
            | (Expression::Literal(_), Expression::Column(_, name)) => found.push(name),
            _ => {}
        },
        _ => {}
    }
}

/// One step a table, in the order of the statement.
fn plan(state: &Mysql, statement: &Statement) -> Result<Vec<serde_json::Value>, ToolError> {
    let (tables, condition): (Vec<(&TableName, &str)>, Option<&Expression>) = match statement {
        Statement::Select(select) => (
            select.from.iter().map(|from| (&from.name, from.alias.as_str())).collect(),
            select.condition.as_ref(),
        ),
        Statement::Update(update) => {
            (vec![(&update.table, update.table.table.as_str())], update.condition.as_ref())
        }
        Statement::Delete(delete) => {
            (vec![(&delete.table, delete.table.table.as_str())], delete.condition.as_ref())
        }
        Statement::Insert(insert) => (vec![(&insert.table, insert.table.table.as_str())], None),
        Statement::Truncate(_) => return Err(wrong("TRUNCATE has no plan")),
    };
    let mut fixed = Vec::new();
    if let Some(condition) = condition {
        fixed_columns(condition, &mut fixed);
    }
    let mut steps = Vec::new();
    for (name, alias) in tables {
        let source = source_of(state, name, alias)?;
        let rows = rows_of(state, &source.table).len();
        let is_fixed = |column: &String| fixed.iter().any(|name| same_name(name, column));
        let indexes = state.indexes.select(&|index| {
            index.table == source.table && index.columns.first().is_some_and(is_fixed)
        });
        let is_whole = |index: &RowRef<Index>| {
            (index.is_unique || index.name == "PRIMARY") && index.columns.iter().all(is_fixed)
        };
        let whole = indexes.iter().find(|index| is_whole(index));
        let chosen = whole.or(indexes.first());
        let kind = match (whole, chosen) {
            (Some(_), _) => "const",
            (None, Some(_)) => "ref",
            (None, None) => "ALL",
        };
        let possible: Vec<&str> = indexes.iter().map(|index| index.name.as_str()).collect();
        steps.push(serde_json::json!({
            "id": 1,
            "select_type": "SIMPLE",
            "table": alias,
            "type": kind,
            "possible_keys": possible,
            "key": chosen.map(|index| index.name.clone()),
            "rows": if whole.is_some() { rows.min(1) } else { rows },
            "extra": if condition.is_some() && whole.is_none() { "Using where" } else { "" },
        }));
    }
    Ok(steps)
}

fn plan_tree(steps: &[serde_json::Value]) -> String {
    let mut lines = Vec::new();
    if steps
        .iter()
        .any(|step| step.get("extra").and_then(|extra| extra.as_str()) == Some("Using where"))
    {
        lines.push("-> Filter".to_owned());
    }
    if steps.len() > 1 {
        lines.push(format!("{}-> Nested loop join", "    ".repeat(lines.len())));
    }
    let indent = "    ".repeat(lines.len());
    for step in steps {
        let text = |name: &str| step.get(name).and_then(|value| value.as_str()).unwrap_or_default();
        let rows = step.get("rows").and_then(|rows| rows.as_u64()).unwrap_or(0);
        let how = match text("type") {
            "const" => format!("Single-row lookup on {} using {}", text("table"), text("key")),
            "ref" => format!("Index lookup on {} using {}", text("table"), text("key")),
            _ => format!("Table scan on {}", text("table")),
        };
        lines.push(format!("{indent}-> {how} (rows={rows})"));
    }
    lines.join("\n")
}

/// What a column is in the indexes: primary, unique, or the first of one.
fn column_value(column: &Column, indexes: &[RowRef<Index>]) -> serde_json::Value {
    let has = |index: &RowRef<Index>| index.columns.contains(&column.name);
    let leads = |index: &RowRef<Index>| index.columns.first() == Some(&column.name);
    let key = match () {
        () if indexes.iter().any(|index| index.name == "PRIMARY" && has(index)) => "PRI",
        () if indexes
            .iter()
            .any(|index| index.is_unique && index.columns.len() == 1 && has(index)) =>
        {
            "UNI"
        }
        () if indexes.iter().any(leads) => "MUL",
        () => "",
    };
    serde_json::json!({
        "name": column.name,
        "type": column.data_type,
        "nullable": column.nullable,
        "key": key,
        "default": column.default_value.as_ref().map(|value| value.0.clone()),
        "extra": if column.auto_increment { "auto_increment" } else { "" },
        "comment": column.comment,
    })
}

fn list_names(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(",")
}

/// The statement that would make a table.
fn ddl_of(state: &Mysql, table: &DbTable) -> String {
    let key = table_key(table);
    let mut parts = Vec::new();
    for column in columns_of(state, &key) {
        let mut part = format!("  `{}` {}", column.name, column.data_type);
        if !column.nullable {
            part.push_str(" NOT NULL");
        }
        if column.auto_increment {
            part.push_str(" AUTO_INCREMENT");
        }
        match &column.default_value {
            Some(value) if value.0.as_str() == Some("CURRENT_TIMESTAMP") => {
                part.push_str(" DEFAULT CURRENT_TIMESTAMP")
            }
            Some(value) => {
                part.push_str(&format!(" DEFAULT '{}'", text_of(&value.0).replace('\'', "''")))
            }
            None if column.nullable => part.push_str(" DEFAULT NULL"),
            None => {}
        }
        if !column.comment.is_empty() {
            part.push_str(&format!(" COMMENT '{}'", column.comment.replace('\'', "''")));
        }
        parts.push(part);
    }
    for index in state.indexes.select(&|index| index.table == key) {
        let columns = list_names(&index.columns);
        parts.push(match index.name.as_str() {
            "PRIMARY" => format!("  PRIMARY KEY ({columns})"),
            name if index.is_unique => format!("  UNIQUE KEY `{name}` ({columns})"),
            name => format!("  KEY `{name}` ({columns})"),
        });
    }
    for rule in state.foreign_keys.select(&|rule| rule.table == key) {
        let referenced = rule.referenced_table.as_str().rsplit('/').next().unwrap_or_default();
        parts.push(format!(
            "  CONSTRAINT `{}` FOREIGN KEY ({}) REFERENCES `{referenced}` ({}) ON DELETE {} ON UPDATE {}",
            rule.name,
            list_names(&rule.columns),
            list_names(&rule.referenced_columns),
            rule.on_delete.as_str(),
            rule.on_update.as_str()
        ));
    }
    let counter =
        table.auto_increment.map(|next| format!(" AUTO_INCREMENT={next}")).unwrap_or_default();
    let comment = match table.comment.is_empty() {
        true => String::new(),
        false => format!(" COMMENT='{}'", table.comment.replace('\'', "''")),
    };
    format!(
        "CREATE TABLE `{}` (\n{}\n) ENGINE={}{counter} DEFAULT CHARSET=utf8mb4 COLLATE={}{comment}",
        table.name,
        parts.join(",\n"),
        table.engine,
        table.collation
    )
}

/// A shop with three customers and four orders, and an empty database beside it.
pub const FIXTURE: &str = r#"{
  "server": {"version": "8.0.36", "user": "analyst", "current_database": "shop"},
  "databases": {
    "shop": {"name": "shop", "collation": "utf8mb4_0900_ai_ci"},
    "stats": {"name": "stats", "collation": "utf8mb4_0900_ai_ci"}
  },
  "tables": {
    "shop/customers": {"database": "shop", "name": "customers", "engine": "InnoDB", "collation": "utf8mb4_0900_ai_ci", "comment": "Who buys", "auto_increment": 4, "created_at": "2025-01-01T00:00:00Z", "updated_at": "2026-02-01T00:00:00Z"},
    "shop/orders": {"database": "shop", "name": "orders", "engine": "InnoDB", "collation": "utf8mb4_0900_ai_ci", "comment": "", "auto_increment": 14, "created_at": "2025-01-01T00:00:00Z", "updated_at": "2026-02-02T00:00:00Z"}
  },
  "columns": {
    "shop/customers/id": {"table": "shop/customers", "name": "id", "position": 1, "data_type": "int", "nullable": false, "default_value": null, "auto_increment": true, "comment": ""},
    "shop/customers/name": {"table": "shop/customers", "name": "name", "position": 2, "data_type": "varchar(80)", "nullable": false, "default_value": null, "auto_increment": false, "comment": ""},
    "shop/customers/email": {"table": "shop/customers", "name": "email", "position": 3, "data_type": "varchar(120)", "nullable": false, "default_value": null, "auto_increment": false, "comment": "Where receipts go"},
    "shop/customers/city": {"table": "shop/customers", "name": "city", "position": 4, "data_type": "varchar(60)", "nullable": true, "default_value": null, "auto_increment": false, "comment": ""},
    "shop/orders/id": {"table": "shop/orders", "name": "id", "position": 1, "data_type": "int", "nullable": false, "default_value": null, "auto_increment": true, "comment": ""},
    "shop/orders/customer_id": {"table": "shop/orders", "name": "customer_id", "position": 2, "data_type": "int", "nullable": false, "default_value": null, "auto_increment": false, "comment": ""},
    "shop/orders/total": {"table": "shop/orders", "name": "total", "position": 3, "data_type": "decimal(10,2)", "nullable": false, "default_value": null, "auto_increment": false, "comment": ""},
    "shop/orders/status": {"table": "shop/orders", "name": "status", "position": 4, "data_type": "enum('open','paid','cancelled')", "nullable": false, "default_value": "open", "auto_increment": false, "comment": ""}
  },
  "indexes": {
    "shop/customers/PRIMARY": {"table": "shop/customers", "name": "PRIMARY", "columns": ["id"], "is_unique": true},
    "shop/customers/email": {"table": "shop/customers", "name": "email", "columns": ["email"], "is_unique": true},
    "shop/orders/PRIMARY": {"table": "shop/orders", "name": "PRIMARY", "columns": ["id"], "is_unique": true},
    "shop/orders/customer": {"table": "shop/orders", "name": "customer", "columns": ["customer_id"], "is_unique": false}
  },
  "foreign_keys": {
    "shop/orders/fk_customer": {"table": "shop/orders", "name": "fk_customer", "columns": ["customer_id"], "referenced_table": "shop/customers", "referenced_columns": ["id"], "on_delete": "RESTRICT", "on_update": "CASCADE"}
  },
  "rows": {
    "shop/customers/1": {"table": "shop/customers", "number": 1, "values": {"id": 1, "name": "Ana Duarte", "email": "ana@lumen.example", "city": "Porto"}},
    "shop/customers/2": {"table": "shop/customers", "number": 2, "values": {"id": 2, "name": "Ben Okafor", "email": "ben@lumen.example", "city": null}},
    "shop/customers/3": {"table": "shop/customers", "number": 3, "values": {"id": 3, "name": "Rui Pires", "email": "rui@harbor.example", "city": "Porto"}},
    "shop/orders/1": {"table": "shop/orders", "number": 1, "values": {"id": 10, "customer_id": 1, "total": 20.5, "status": "paid"}},
    "shop/orders/2": {"table": "shop/orders", "number": 2, "values": {"id": 11, "customer_id": 1, "total": 50, "status": "open"}},
    "shop/orders/3": {"table": "shop/orders", "number": 3, "values": {"id": 12, "customer_id": 2, "total": 15, "status": "paid"}},
    "shop/orders/4": {"table": "shop/orders", "number": 4, "values": {"id": 13, "customer_id": 2, "total": 99, "status": "cancelled"}}
  },
  "processes": {
    "5": {"id": 5, "user": "event_scheduler", "host": "localhost", "db": null, "command": "Daemon", "time": 86400, "state": "Waiting on empty queue", "info": null},
    "8": {"id": 8, "user": "analyst", "host": "10.0.0.4:51022", "db": "shop", "command": "Query", "time": 0, "state": "executing", "info": "SELECT COUNT(*) FROM orders"}
  }
}"#;
