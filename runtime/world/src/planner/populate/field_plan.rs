//! What filling a field needs to know of it, read off its name and shape once a service: rows are
//! drawn by the hundred thousand.

use std::cmp::Reverse;

use compoworld_core::{FieldInfo, RecordInfo, Semantic, ServiceDef, Shape};

use super::order::table_order;
use crate::planner::meaning::{Thing, meaning_of, scalar_of, thing_of, words_of};

/// How the tables of a service are filled.
#[derive(Debug)]
pub struct ServicePlan {
    /// The service.
    pub service: &'static ServiceDef,
    /// The positions of the tables in the order in which they are filled.
    pub(super) order: Vec<usize>,
    /// The records: those of the tables, in their order, then those inside of rows.
    pub(super) records: Vec<RecordPlan>,
}

/// How a row, or a record inside one, is filled.
#[derive(Debug)]
pub(super) struct RecordPlan {
    pub info: &'static RecordInfo,
    /// What it is.
    pub thing: Thing,
    /// Its fields, in the order of the record.
    pub fields: Vec<FieldPlan>,
    /// The positions of those that hold keys of other rows: what belongs to other rows comes before
    /// these.
    pub references: Vec<usize>,
    /// Whether some field says something of a person.
    pub is_personal: bool,
    /// Whether its key has several parts.
    pub is_composite: bool,
}

/// How a field is filled.
#[derive(Debug)]
pub(super) struct FieldPlan {
    pub info: &'static FieldInfo,
    /// What it means.
    pub meaning: Semantic,
    /// The words of its name.
    pub words: Vec<String>,
    /// What its name says of who it is about: `requester` in `requester_email`.
    pub person: String,
    /// Whether it holds keys of other rows.
    pub is_reference: bool,
    /// Whether what refers to a row of its record shares the row that it refers to: a card is on the
    /// board that its list is on, but who has made one is not who has made the other.
    pub is_shared: bool,
    /// Whether it says when something was over.
    pub marks_an_end: bool,
    /// The position of the record that it holds.
    pub record: Option<usize>,
}

impl ServicePlan {
    /// Reads the state model of a service.
    #[must_use]
    pub fn of(service: &'static ServiceDef) -> Self {
        let tables = service.state.tables;
        let mut infos: Vec<&'static RecordInfo> = tables.iter().map(|table| table.row).collect();
        let mut records: Vec<RecordPlan> = Vec::with_capacity(infos.len());
        while let Some(info) = infos.get(records.len()).copied() {
            records.push(RecordPlan::of(info, &mut infos));
        }
        let mut plan = Self { service, order: table_order(service.state), records };
        for at in 0..plan.records.len() {
            let fields = &plan.records[at].fields;
            let mut references: Vec<usize> = (0..fields.len()).collect();
            references.retain(|at| fields[*at].is_reference);
            references.sort_by_key(|at| {
                Reverse(fields[*at].info.shape.refers_to().and_then(|entity| plan.turn_of(entity)))
            });
            plan.records[at].references = references;
        }
        plan
    }

    /// When the table of an entity is filled: later than those that its rows belong to.
    #[must_use]
    pub fn turn_of(&self, entity: &str) -> Option<usize> {
        let table = self.service.state.table_of(entity)?;
        self.order.iter().position(|other| *other == table)
    }
}

impl RecordPlan {
    /// Reads a record; records inside it that are new are added to `known`.
    fn of(info: &'static RecordInfo, known: &mut Vec<&'static RecordInfo>) -> Self {
        let fields: Vec<FieldPlan> =
            info.fields.iter().map(|field| FieldPlan::of(info, field, known)).collect();
        let personal = [Semantic::Person, Semantic::Email, Semantic::Phone, Semantic::Username];
        Self {
            info,
            thing: thing_of(info.name),
            is_personal: fields.iter().any(|field| personal.contains(&field.meaning)),
            is_composite: info.key_fields().count() > 1,
            fields,
            references: Vec::new(),
        }
    }
}

impl FieldPlan {
    fn of(
        record: &'static RecordInfo,
        info: &'static FieldInfo,
        known: &mut Vec<&'static RecordInfo>,
    ) -> Self {
        let words = words_of(info.name);
        let inner = match scalar_of(&info.shape) {
            Shape::Record(inner) => Some(*inner),
            _ => None,
        };
        let record_at = inner.map(|inner| {
            let at = known.iter().position(|other| std::ptr::eq(*other, inner));
            at.unwrap_or_else(|| {
                known.push(inner);
                known.len() - 1
            })
        });
        Self {
            info,
            meaning: meaning_of(record, info),
            person: person_prefix(&words),
            is_reference: info
                .shape
                .refers_to()
                .is_some_and(|entity| !(info.key && entity == record.name)),
            is_shared: !matches!(info.shape.required(), Shape::List(_))
                && info.shape.refers_to().is_some_and(|it| thing_of(it) != Thing::Person),
            marks_an_end: marks_an_end(info, &words),
            record: record_at,
            words,
        }
    }

    /// Whether it holds the key of one row of an entity.
    pub fn refers_to_one(&self, entity: &str) -> bool {
        matches!(self.info.shape.required(), Shape::Key(it) | Shape::IntKey(it) if *it == entity)
    }

    /// Whether one of these words is in the field's name.
    pub fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(&word.as_str()))
    }

    /// The last word of its name.
    pub fn last_word(&self) -> &str {
        self.words.last().map_or("", String::as_str)
    }
}

fn person_prefix(words: &[String]) -> String {
    const MEANINGS: &[&str] = &[
        "email",
        "mail",
        "name",
        "phone",
        "username",
        "login",
        "id",
        "key",
        "user",
        "company",
        "city",
        "country",
        "address",
        "title",
        "role",
        "first",
        "last",
        "given",
        "family",
        "full",
        "mobile",
        "display",
        "street",
        "timezone",
        "organization",
        "handle",
    ];
    let said = words.iter().map(String::as_str).filter(|word| !MEANINGS.contains(word));
    said.collect::<Vec<_>>().join("_")
}

/// Whether a date says that something is over, which is rare.
fn marks_an_end(field: &FieldInfo, words: &[String]) -> bool {
    const ENDS: &[&str] = &[
        "deleted",
        "archived",
        "cancelled",
        "canceled",
        "closed",
        "trashed",
        "resolved",
        "revoked",
    ];
    matches!(field.shape.required(), Shape::Timestamp | Shape::Date)
        && words.iter().any(|word| ENDS.contains(&word.as_str()))
}
