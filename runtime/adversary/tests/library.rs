//! The attack over a library of books, sound and with faults that only relations between tools,
//! or between answers and states, show: it has no pages, no totals, and its answers are views.

use std::sync::LazyLock;

use compoworld_adversary::{Hints, Plan, Server, Status, ToolList, ToolSpec, World, attack};
use serde_json::{Map, Value, json};

/// What the library does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// A list leaves out its last book.
    ListLosesItem,
    /// A book's view has the author where the genre should be.
    ViewConfusesTexts,
    /// A loan's instant holds a name.
    InstantHoldsName,
    /// Only the list has the author where the genre should be, and no row is as it is shown.
    ListConfusesTexts,
    /// An update also takes the day until which the book is lent.
    UpdateTakesDay,
    /// A list of a book's chapters leaves out the last one.
    ChapterListLosesItem,
    /// An update also writes into another book.
    UpdateHitsNeighbour,
    /// A lending is answered and not kept.
    LendingKeepsNothing,
}

#[derive(Clone)]
struct Library {
    books: Map<String, Value>,
    loans: Map<String, Value>,
    fault: Fault,
}

static TOOLS: LazyLock<ToolList> = LazyLock::new(tools);

fn tools() -> ToolList {
    let schema_of = |name: &str| match name {
        "desk" => json!({"enum": ["north", "south"]}),
        "offset" => json!({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}),
        "language" => json!({"type": "string", "default": "en"}),
        _ => json!({"type": "string"}),
    };
    let tool = |name: &str, required: &[&str], optional: &[&str]| {
        let names = required.iter().chain(optional);
        let properties: Map<String, Value> =
            names.map(|name| ((*name).to_owned(), schema_of(name))).collect();
        let schema = json!({"type": "object", "additionalProperties": false,
            "properties": properties, "required": required});
        // As servers do that say it of all their tools.
        let hints = Hints { destructive: Some(false), ..Hints::default() };
        ToolSpec::new(name, schema, None, hints).expect("a schema")
    };
    ToolList {
        service: "library".to_owned(),
        version: "by-hand".to_owned(),
        tools: vec![
            tool("create_book", &["title", "author"], &[]),
            tool("get_book", &["book_id"], &[]),
            tool("list_books", &[], &[]),
            tool("change_book", &["book_id"], &["title", "author", "return_by"]),
            tool("delete_book", &["book_id"], &[]),
            tool("lend", &["book_id"], &[]),
            tool("list_book_chapters", &["book_id"], &[]),
            tool("list_loans", &[], &["offset", "language"]),
            tool("delete_loan", &["loan_id", "desk"], &[]),
            tool("get_loan_by_desk", &["desk"], &[]),
        ],
    }
}

/// A book as it is shown: the binding is no field of the row.
fn view(book: &Value) -> Value {
    let mut shown = json!({"binding": "paper"});
    for name in ["id", "title", "author", "genre"] {
        shown[name] = book[name].clone();
    }
    shown
}

impl Library {
    /// The data of a success, or the code of a refusal.
    fn answer(&mut self, tool: &str, arguments: &Value) -> Result<Value, &'static str> {
        if !TOOLS.tool(tool).is_some_and(|tool| tool.accepts(arguments)) {
            return Err("invalid_argument");
        }
        if tool == "list_books" {
            let mut shown: Vec<Value> = self.books.values().map(view).collect();
            match self.fault {
                Fault::ListLosesItem => drop(shown.pop()),
                Fault::ListConfusesTexts => shown.iter_mut().for_each(|book| {
                    book["genre"] = book["author"].clone();
                    book["title"] = json!("A book");
                }),
                _ => {}
            }
            return Ok(json!({"books": shown}));
        }
        if tool == "create_book" {
            let id = format!("book-9{:03}", self.books.len());
            let book = json!({"id": id, "title": arguments["title"], "author": arguments["author"],
                "genre": "novel", "due": "", "chapters": []});
            self.books.insert(id, book.clone());
            return Ok(view(&book));
        }
        match tool {
            "list_loans" => {
                let n_skipped = arguments["offset"].as_f64().unwrap_or(0.0) as usize;
                let shown: Vec<&Value> = self.loans.values().skip(n_skipped).collect();
                return Ok(json!({"items": shown, "total": self.loans.len(), "next_cursor": null}));
            }
            "delete_loan" => {
                let id = arguments["loan_id"].as_str().unwrap_or_default();
                return self.loans.remove(id).ok_or("not_found");
            }
            // The one that stands first, whichever is deleted elsewhere.
            "get_loan_by_desk" => return Ok(json!({"desk": arguments["desk"], "loans": "some"})),
            _ => {}
        }
        let id = arguments["book_id"].as_str().unwrap_or_default().to_owned();
        let book = self.books.get_mut(&id).ok_or("not_found")?;
        match tool {
            "change_book" => {
                for (name, field) in
                    [("title", "title"), ("author", "author"), ("return_by", "due")]
                {
                    if let Some(value) = arguments.get(name) {
                        book[field] = value.clone();
                    }
                }
                if self.fault == Fault::UpdateTakesDay && arguments.get("return_by").is_none() {
                    book["due"] = json!("");
                }
                let shown = view(book);
                if self.fault == Fault::UpdateHitsNeighbour
                    && let Some((_, other)) = self.books.iter_mut().find(|(key, _)| **key != id)
                {
                    other["title"] = json!("Another title");
                }
                Ok(shown)
            }
            "list_book_chapters" => {
                let mut chapters = book["chapters"].as_array().cloned().unwrap_or_default();
                if self.fault == Fault::ChapterListLosesItem {
                    chapters.pop();
                }
                Ok(json!({"chapters": chapters}))
            }
            "delete_book" => {
                self.loans.retain(|_, loan| loan["book_id"] != *id);
                self.books.remove(&id).ok_or("not_found").map(|book| view(&book))
            }
            "lend" => {
                let key = format!("loan-{}", self.loans.len() + 100);
                let mut loan = json!({"id": key, "book_id": id, "language": "pt",
                    "lent_at": "2026-03-02T09:00:00Z"});
                if self.fault != Fault::LendingKeepsNothing {
                    self.loans.insert(key, loan.clone());
                }
                if self.fault == Fault::InstantHoldsName {
                    loan = json!({"lent_at": book["author"]});
                }
                Ok(loan)
            }
            _ => {
                let mut shown = view(book);
                if self.fault == Fault::ViewConfusesTexts {
                    shown["genre"] = shown["author"].clone();
                }
                Ok(shown)
            }
        }
    }
}

impl Server for Library {
    fn fork(&self) -> Box<dyn Server> {
        Box::new(self.clone())
    }
    fn call(&mut self, tool: &str, arguments: &str) -> String {
        let arguments = serde_json::from_str(arguments).expect("the attack sends JSON");
        match self.answer(tool, &arguments) {
            Ok(data) => json!({"ok": true, "data": data}).to_string(),
            Err(code) => {
                json!({"ok": false, "error": {"code": code, "message": "refused"}}).to_string()
            }
        }
    }
    fn state_json(&self) -> String {
        json!({"books": self.books, "loans": self.loans}).to_string()
    }
    fn digest(&self) -> String {
        self.state_json()
    }
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

fn world() -> World {
    let books: Map<String, Value> = [
        ("book-1", "The Lighthouse", "Ines Moreau", "novel"),
        ("book-2", "Night Trains", "Jo Brandt", "travel"),
        ("book-3", "Salt and Rope", "Ada Lund", "novel"),
        ("book-4", "Two Harbors", "Per Olsen", "travel"),
    ]
    .into_iter()
    .map(|(id, title, author, genre)| {
        let book = json!({"id": id, "title": title, "author": author, "genre": genre,
            "due": "2026-04-01", "chapters": [{"id": 1, "title": "The start"},
                {"id": 2, "title": "The middle"}, {"id": 3, "title": "The end"}]});
        (id.to_owned(), book)
    })
    .collect();
    let loans: Map<String, Value> = (1..=4)
        .map(|number| {
            let id = format!("loan-{number}");
            let loan = json!({"id": id, "book_id": format!("book-{number}"), "language": "pt",
                "lent_at": format!("2026-03-01T0{number}:00:00Z")});
            (id, loan)
        })
        .collect();
    World { state: json!({"books": books, "loans": loans}) }
}

/// The checks that a library with a fault violates, with the tool of each.
fn checks_violated(fault: Fault) -> Vec<(String, String)> {
    let start = |state: &Value| {
        let table = |name: &str| state[name].as_object().cloned();
        let library = Library { books: table("books")?, loans: table("loans")?, fault };
        Some(Box::new(library) as Box<dyn Server>)
    };
    let plan = Plan { seed: 5, budget: 120, focus: None, first_only: false };
    let findings = attack(&TOOLS, &start, &[world()], &plan, &|| ());
    let is_reached = |status: Status| status == Status::Clean || status == Status::Failing;
    assert!(findings.tools.iter().all(|tool| is_reached(tool.status)), "{findings:#?}");
    findings.cases.into_iter().map(|case| (case.tool, case.check)).collect()
}

#[track_caller]
fn assert_noticed(fault: Fault, tool: &str, check: &str) {
    let found = checks_violated(fault);
    assert!(found.contains(&(tool.to_owned(), check.to_owned())), "{found:#?}");
}

#[test]
fn a_sound_library_passes() {
    assert_eq!(checks_violated(Fault::None), []);
}

#[test]
fn a_row_that_nothing_tells_from_those_listed_is_missed() {
    assert_noticed(Fault::ListLosesItem, "list_books", "rows_alike_are_listed");
}

#[test]
fn a_row_that_comes_into_a_list_when_another_is_made_is_noticed() {
    assert_noticed(Fault::ListLosesItem, "create_book", "only_written_rows_come_and_go");
}

#[test]
fn a_view_that_tells_another_text_than_its_row_is_noticed() {
    assert_noticed(Fault::ViewConfusesTexts, "get_book", "views_agree_with_rows");
}

#[test]
fn an_instant_that_holds_a_name_is_noticed() {
    assert_noticed(Fault::InstantHoldsName, "lend", "fields_hold_their_kind");
}

#[test]
fn a_list_that_tells_another_text_than_reading_the_item_is_noticed() {
    assert_noticed(Fault::ListConfusesTexts, "list_books", "readers_agree");
}

#[test]
fn a_field_that_changes_without_the_argument_that_sets_it_is_noticed() {
    assert_noticed(Fault::UpdateTakesDay, "change_book", "other_arguments_fields_stay");
}

#[test]
fn an_identifier_that_is_answered_and_not_kept_is_noticed() {
    assert_noticed(Fault::LendingKeepsNothing, "lend", "answered_rows_are_kept");
}

#[test]
fn a_part_of_a_row_that_nothing_tells_from_those_listed_is_missed() {
    assert_noticed(Fault::ChapterListLosesItem, "list_book_chapters", "rows_alike_are_listed");
}

#[test]
fn a_text_that_changes_in_a_row_that_the_call_does_not_speak_of_is_noticed() {
    assert_noticed(Fault::UpdateHitsNeighbour, "change_book", "other_texts_stay");
}
