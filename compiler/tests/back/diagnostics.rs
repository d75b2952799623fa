//! Every diagnostic of the back end's passes, with the place that it points at.

use std::collections::BTreeSet;

use compoworld::diagnostics::{Code, Diagnostics};
use serde_json::{Value, json};

use crate::support::{diagnose, spec, told, tool};

const MODEL: &str = r##"//! Box office.

#[derive(State)]
pub struct BoxOffice {
    pub halls: Table<Hall>,
    pub shows: Table<Show>,
    #[state(default)]
    pub settings: One<Settings>,
}

#[derive(Entity)]
pub struct Hall {
    #[entity(key)]
    pub city: String,
    #[entity(key)]
    pub name: String,
}

#[derive(Entity)]
pub struct Show {
    #[entity(key, sequence = "SHW-{:03}")]
    pub id: Key<Show>,
    #[entity(len = 1..=80)]
    pub title: String,
    pub hall: Option<Key<Hall>>,
    #[entity(default = Genre::Play)]
    pub genre: Genre,
    #[entity(default)]
    pub seats: i64,
    pub tags: Vec<String>,
    #[entity(created)]
    pub made: Timestamp,
}

#[derive(Entity)]
pub struct Settings {
    #[entity(default)]
    pub open: bool,
}

#[derive(Choice)]
pub enum Genre { Play, Opera }

pub trait Tools {
    #[tool(create, map(hall = (city, hall)))]
    fn create_show() -> Show;
    #[tool(get)]
    fn get_show() -> Show;
    #[tool(list, filter(genre, seats >= least), sort(title), page(limit = limit))]
    fn list_shows() -> Page<Show>;
    #[tool(append(tags = tag), key(id))]
    fn tag_show() -> Show;
    #[tool]
    #[case(args = r#"{"id":"SHW-001","n":1}"#, ok = "null")]
    #[case(args = r#"{"id":"SHW-009","n":1}"#, error = "not_found")]
    fn sell(state: &mut BoxOffice, args: Sell, cx: &mut Context) -> Result<(), ToolError> {
        state.shows.find(&args.id)?;
        Ok(())
    }
}

pub const FIXTURE: &str = r#"{"shows": {"SHW-001": {
    "id": "SHW-001", "title": "Norma", "hall": null, "seats": 3, "made": "2026-01-01T00:00:00Z"
}}}"#;
"##;

fn box_office() -> Value {
    let text = json!({"type": "string"});
    let number = json!({"type": "integer"});
    spec(&[
        tool(
            "create_show",
            json!({"title": text, "city": text, "hall": text,
                "genre": {"type": "string", "enum": ["play", "opera"]}}),
            &["title"],
        ),
        tool("get_show", json!({"show_id": text}), &["show_id"]),
        tool("list_shows", json!({"genre": text, "least": number, "limit": number}), &[]),
        tool("tag_show", json!({"id": text, "tag": text}), &["id", "tag"]),
        tool("sell", json!({"id": text, "n": number}), &["id", "n"]),
    ])
}

/// The diagnostics of the model with one text in place of another.
fn with(from: &str, to: &str) -> (Diagnostics, String) {
    assert!(MODEL.contains(from), "the model has no `{from}`");
    let model = MODEL.replacen(from, to, 1);
    (diagnose(&box_office(), &model), model)
}

#[test]
fn the_model_that_the_mistakes_are_made_in_is_right() {
    let diagnostics = diagnose(&box_office(), MODEL);
    assert!(diagnostics.is_empty(), "{diagnostics}");
}

/// One mistake: its name, the code that it gives, what is replaced, and by what.
type Mistake = (&'static str, Code, &'static str, &'static str);

const MISTAKES: &[Mistake] = &[
    ("broken syntax", Code::MalformedRust, "pub title: String,", "pub title String,"),
    ("no state", Code::MissingState, "#[derive(State)]", "#[derive(Debug)]"),
    (
        "two states",
        Code::MissingState,
        "#[derive(Choice)]",
        "#[derive(State)] pub struct Other {}\n#[derive(Choice)]",
    ),
    ("no tools", Code::MissingState, "pub trait Tools {", "pub trait Verbs {"),
    ("a module", Code::UnexpectedItem, "#[derive(Choice)]", "mod inner {}\n#[derive(Choice)]"),
    ("a misspelt setting", Code::UnknownSetting, "len = 1..=80", "lenght = 1..=80"),
    ("a misspelt option", Code::UnknownSetting, "sort(title)", "order(title)"),
    ("two operations", Code::UnknownSetting, "#[tool(get)]", "#[tool(get, delete)]"),
    ("an unknown reason", Code::UnknownSetting, "#[tool(get)]", "#[tool(simulate(lazy, \"no\"))]"),
    (
        "a setting of another kind of struct",
        Code::UnknownSetting,
        "#[derive(Choice)]",
        "#[derive(Record)] pub struct Note { #[entity(title)] pub text: String }\n#[derive(Choice)]",
    ),
    (
        "an attribute of another crate on a field",
        Code::UnknownSetting,
        "pub tags: Vec<String>,",
        "#[serde(flatten)] pub tags: Vec<String>,",
    ),
    (
        "an attribute of another place on a field",
        Code::UnknownSetting,
        "pub tags: Vec<String>,",
        "#[tool(tag)] pub tags: Vec<String>,",
    ),
    (
        "an attribute on a table",
        Code::UnknownSetting,
        "pub halls: Table<Hall>,",
        "#[cfg(any())] pub halls: Table<Hall>,",
    ),
    (
        "an attribute on a variant",
        Code::UnknownSetting,
        "Play, Opera",
        "#[cfg_attr(all(), default)] Play, Opera",
    ),
    (
        "a type with a parameter",
        Code::UnexpectedItem,
        "pub struct Hall {",
        "pub struct Hall<const N: usize = { 1 }> {",
    ),
    (
        "a type with a bound",
        Code::UnexpectedItem,
        "pub enum Genre {",
        "pub enum Genre where String: Sized {",
    ),
    ("a number of a variant", Code::UnknownFieldType, "Play, Opera", "Play = 1, Opera"),
    ("an open range", Code::UnknownSetting, "len = 1..=80", "len = 1..80"),
    ("a narrow number", Code::UnknownFieldType, "pub seats: i64", "pub seats: u32"),
    (
        "an argument of an unknown type",
        Code::UnknownFieldType,
        "#[tool]\n",
        "#[tool(types(n = Vec<Seat>))]\n",
    ),
    (
        "a required argument that is simulated",
        Code::RequiredArgumentSimulated,
        "#[tool]\n",
        "#[tool(simulated(n))]\n",
    ),
    (
        "an argument that can be absent, and that there is not",
        Code::UnknownArgument,
        "#[tool]\n",
        "#[tool(absent(m = 1))]\n",
    ),
    (
        "a key that can be absent",
        Code::MisplacedOption,
        "key(id))]",
        "key(id), absent(id = \"\"))]",
    ),
    (
        "a field that can be absent",
        Code::MisusedSetting,
        "pub tags: Vec<String>,",
        "#[entity(absent = \"\")] pub tags: Vec<String>,",
    ),
    (
        "a table with a row from the start",
        Code::TableMismatch,
        "pub shows: Table<Show>,",
        "#[state(default)] pub shows: Table<Show>,",
    ),
    (
        "a row from the start that needs a value",
        Code::TableMismatch,
        "pub open: bool,\n}",
        "pub open: bool,\n    pub name: String,\n}",
    ),
    (
        "one row that is answered with a list",
        Code::ReturnMismatch,
        "fn get_show() -> Show;",
        "fn get_show() -> Vec<Show>;",
    ),
    ("an unknown record", Code::UnknownFieldType, "pub seats: i64", "pub seats: Seats"),
    (
        "a record that holds itself",
        Code::UnknownFieldType,
        "#[derive(Choice)]",
        "#[derive(Record)] pub struct A { pub b: Vec<B> }\n\
         #[derive(Record)] pub struct B { pub a: Option<A> }\n#[derive(Choice)]",
    ),
    ("data in a choice", Code::UnknownFieldType, "Play, Opera", "Play, Opera(i64)"),
    (
        "a stamp on a text",
        Code::MisusedSetting,
        "#[entity(default)]\n    pub seats",
        "#[entity(created)]\n    pub seats",
    ),
    (
        "clearing what is required",
        Code::MisusedSetting,
        "pub hall: Option",
        "#[entity(on_delete = clear)]\n    pub hall: Vec<Key<Hall>>, #[entity(on_delete = clear)] pub other: Key<Hall>, pub last: Option",
    ),
    ("an empty range", Code::MisusedSetting, "len = 1..=80", "len = 80..=1"),
    (
        "a length of a number",
        Code::MisusedSetting,
        "#[entity(default)]\n    pub seats",
        "#[entity(default, len = 1..=2)]\n    pub seats",
    ),
    ("a broken pattern", Code::MisusedSetting, "len = 1..=80", "pattern = \"[\""),
    (
        "two stamps",
        Code::MisusedSetting,
        "pub tags: Vec<String>,",
        "pub tags: Vec<String>, #[entity(created)] pub born: Timestamp,",
    ),
    ("an entity without a table", Code::TableMismatch, "    pub halls: Table<Hall>,\n", ""),
    ("a table of one with a key", Code::TableMismatch, "halls: Table<Hall>", "halls: One<Hall>"),
    (
        "a table without a key",
        Code::TableMismatch,
        "settings: One<Settings>",
        "settings: Table<Settings>",
    ),
    ("an optional key", Code::InvalidKey, "pub id: Key<Show>", "pub id: Option<Key<Show>>"),
    ("a sequence without a counter", Code::InvalidKey, "SHW-{:03}", "SHW-"),
    ("a counter that is closed before it opens", Code::InvalidKey, "SHW-{:03}", "SHW-}{"),
    ("a counter of any width", Code::InvalidKey, "SHW-{:03}", "SHW-{:099999999}"),
    (
        "a token of any length",
        Code::InvalidKey,
        "sequence = \"SHW-{:03}\"",
        "token(\"SHW-\", 18446744073709551615)",
    ),
    (
        "a sequence on no key",
        Code::InvalidKey,
        "#[entity(default)]\n    pub seats",
        "#[entity(sequence)]\n    pub seats",
    ),
    ("a reference to nothing", Code::InvalidReference, "Option<Key<Hall>>", "Option<Key<Stage>>"),
    (
        "a reference of the wrong kind",
        Code::InvalidReference,
        "Option<Key<Hall>>",
        "Option<IntKey<Hall>>",
    ),
    (
        "a name of the prelude",
        Code::ReservedName,
        "pub enum Genre { Play, Opera }",
        "pub enum Genre { Play, Opera }\n#[derive(Record)] pub struct Option { pub a: i64 }",
    ),
    (
        "one name twice",
        Code::ReservedName,
        "pub enum Genre { Play, Opera }",
        "pub enum Genre { Play, Opera }\n#[derive(Record)] pub struct Genre { pub a: i64 }",
    ),
    (
        "one JSON name twice",
        Code::ReservedName,
        "#[entity(default)]\n    pub seats",
        "#[entity(default, rename = \"title\")]\n    pub seats",
    ),
    (
        "a tool without a function",
        Code::ToolWithoutFunction,
        "    #[tool(get)]\n    fn get_show() -> Show;\n",
        "",
    ),
    ("a function without a tool", Code::FunctionWithoutTool, "fn get_show()", "fn get_shows()"),
    (
        "an argument without a use",
        Code::UnusedArgument,
        "filter(genre, seats >= least)",
        "filter(genre)",
    ),
    ("an argument that is not there", Code::UnknownArgument, "limit = limit", "limit = maximum"),
    ("a field that is not there", Code::UnknownField, "filter(genre,", "filter(kind = genre,"),
    ("an order by what is not there", Code::UnknownField, "sort(title)", "sort(name)"),
    (
        "an argument used twice",
        Code::ArgumentUsedTwice,
        "filter(genre,",
        "filter(genre, title = genre,",
    ),
    ("no entity", Code::UnknownEntity, "fn get_show() -> Show;", "fn get_show() -> Play;"),
    ("a list of one", Code::ReturnMismatch, "-> Page<Show>", "-> Show"),
    (
        "no key",
        Code::MissingKeyArgument,
        "#[tool(append(tags = tag), key(id))]\n    fn tag_show() -> Show;",
        "#[tool(append(tags = tag), about = Hall, ignore(id))]\n    fn tag_show() -> Show;",
    ),
    (
        "too few parts of a key",
        Code::MissingKeyArgument,
        "map(hall = (city, hall))",
        "map(hall = (city, hall, genre))",
    ),
    ("a signature without arguments", Code::SignatureMismatch, "args: Sell, cx", "cx"),
    ("a function that is nothing", Code::SignatureMismatch, "#[tool(get)]", "#[tool]"),
    (
        "an option out of place",
        Code::MisplacedOption,
        "#[tool(get)]",
        "#[tool(get, set(seats = 1))]",
    ),
    (
        "a value that nothing gives",
        Code::FieldWithoutValue,
        "    #[entity(default)]\n    pub seats",
        "    pub seats",
    ),
    (
        "a text for a number",
        Code::TypeMismatch,
        "filter(genre, seats >= least)",
        "filter(seats = genre, title = least)",
    ),
    ("a value that is no variant", Code::ChoiceMismatch, "Play, Opera", "Play, Opera2"),
    ("a list compared with a value", Code::FilterMismatch, "filter(genre,", "filter(tags = genre,"),
    (
        "a text used as a limit",
        Code::PageMismatch,
        "filter(genre, seats >= least), sort(title), page(limit = limit)",
        "filter(seats >= least, title = limit), page(limit = genre)",
    ),
    ("an order of lists", Code::PageMismatch, "sort(title)", "sort(tags)"),
    ("an item for a text", Code::ListMismatch, "append(tags = tag)", "append(title = tag)"),
    (
        "no case that fails",
        Code::MissingCase,
        "    #[case(args = r#\"{\"id\":\"SHW-009\",\"n\":1}\"#, error = \"not_found\")]\n",
        "",
    ),
    (
        "a case that is no JSON",
        Code::InvalidCase,
        "r#\"{\"id\":\"SHW-001\",\"n\":1}\"#",
        "\"{id}\"",
    ),
    (
        "a case that the spec refuses",
        Code::InvalidCase,
        "r#\"{\"id\":\"SHW-001\",\"n\":1}\"#",
        "r#\"{\"id\":7}\"#",
    ),
    ("an unknown error code", Code::InvalidCase, "error = \"not_found\"", "error = \"missing\""),
    ("a fixture without a field", Code::InvalidFixture, "\"title\": \"Norma\", ", ""),
    ("a fixture with another key", Code::InvalidFixture, "{\"SHW-001\": {", "{\"SHW-002\": {"),
    (
        "a fixture with a dangling reference",
        Code::InvalidFixture,
        "\"hall\": null",
        "\"hall\": \"Porto/Main\"",
    ),
    ("a fixture with an unknown table", Code::InvalidFixture, "{\"shows\"", "{\"plays\""),
    ("no fixture", Code::MissingFixture, "pub const FIXTURE", "pub const OTHER"),
];

#[test]
fn every_mistake_is_told_with_its_place() {
    let mut all = String::new();
    for (name, code, from, to) in MISTAKES {
        let (diagnostics, model) = with(from, to);
        let told = told(&diagnostics, &model);
        assert!(diagnostics.has(*code), "`{name}` does not give {code}:\n{told}");
        all.push_str(&format!("## {name}\n{told}\n"));
    }
    insta::assert_snapshot!("mistakes", all);
}

#[test]
fn records_that_nobody_could_write_out_are_refused() {
    // Each record holds the next one twice: the last is there two to the fortieth times.
    let records = (0..40).map(|level| {
        let next = level + 1;
        format!("#[derive(Record)] pub struct R{level} {{ pub a: R{next}, pub b: R{next} }}\n")
    });
    let last = "#[derive(Record)] pub struct R40 { pub a: i64 }\n#[derive(Choice)]";
    let records: String = records.chain([last.to_owned()]).collect();
    let (diagnostics, _) = with("#[derive(Choice)]", &records);
    assert!(diagnostics.has(Code::UnknownFieldType), "{diagnostics}");
}

#[test]
fn every_code_of_the_passes_has_a_mistake() {
    let mistakes = MISTAKES.iter().chain(crate::parts::MISTAKES);
    let made: BTreeSet<Code> = mistakes.map(|(_, code, ..)| *code).collect();
    let missing: Vec<_> = Code::all()
        .filter(|code| (400..450).contains(&code.number()) && !made.contains(code))
        .collect();
    assert!(missing.is_empty(), "no mistake gives {missing:?}");
}

#[test]
fn all_mistakes_of_a_pass_are_told_together() {
    let model = MODEL
        .replacen("pub seats: i64", "pub seats: u32", 1)
        .replacen("len = 1..=80", "lenght = 1..=80", 1)
        .replacen("sort(title)", "order(title)", 1);
    let diagnostics = diagnose(&box_office(), &model);
    assert!(diagnostics.has(Code::UnknownFieldType) && diagnostics.has(Code::UnknownSetting));
    assert!(diagnostics.len() >= 3, "{diagnostics}");
}

#[test]
fn cut_off_sources_are_diagnosed_and_never_panic() {
    let model = MODEL.trim_end();
    for end in (0..model.len()).step_by(7).filter(|end| model.is_char_boundary(*end)) {
        let diagnostics = diagnose(&box_office(), &model[..end]);
        assert!(diagnostics.has_errors(), "the first {end} bytes are no model");
    }
}
