//! Rows of tables, and what is known of their fields.

use std::any::Any;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::field::Field;
use crate::json::write_json_string;
use crate::read::ReadError;
use crate::shape::Shape;

/// A row, seen without its type. Derived by `Entity` (and `Record`, for embedded structs).
pub trait Row: Any + Send + Sync {
    /// The fields' descriptions, in the order of the struct.
    fn info(&self) -> &'static RecordInfo;
    /// The field at `index` of the struct.
    fn field(&self, index: usize) -> &dyn Field;
    /// The text of the row's key; empty for a row that is alone in its table.
    fn key(&self) -> String;
    /// The row behind `Any`, to get its type back.
    fn as_any(&self) -> &dyn Any;
}

/// A struct whose values are rows of a table. Derived.
pub trait Entity: Row + Clone {
    /// The struct's name, which names the entity everywhere.
    const NAME: &'static str;
    /// The fields' descriptions.
    const INFO: &'static RecordInfo;

    /// Reads a row.
    ///
    /// # Errors
    /// Says where the value does not fit.
    fn read(value: &Value) -> Result<Self, ReadError>;
}

/// A struct with named fields: an entity, an embedded record or a tool's arguments.
#[derive(Debug)]
pub struct RecordInfo {
    /// The struct's name.
    pub name: &'static str,
    /// What it is, in the words of its doc comment.
    pub doc: &'static str,
    /// Its fields, in order.
    pub fields: &'static [FieldInfo],
    /// The fields' positions, sorted by JSON name: the order of canonical JSON.
    pub sorted: &'static [usize],
    /// Groups of JSON names whose values no two rows share.
    pub unique: &'static [&'static [&'static str]],
    /// How new rows get their key.
    pub key_form: KeyForm,
    /// Reads a row of this entity without naming its type; `None` for records and arguments.
    pub read_row: Option<ReadRow>,
}

/// Reads a row of one entity, without its type in the signature.
pub type ReadRow = fn(&Value) -> Result<Arc<dyn Row>, ReadError>;

impl RecordInfo {
    /// A struct without fields: what a derive that failed leaves behind.
    #[doc(hidden)]
    pub const EMPTY: Self = Self {
        name: "",
        doc: "",
        fields: &[],
        sorted: &[],
        unique: &[],
        key_form: KeyForm::Given,
        read_row: None,
    };

    /// The position of the field with this JSON name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// The fields that make up the key, in order.
    pub fn key_fields(&self) -> impl Iterator<Item = &'static FieldInfo> {
        self.fields.iter().filter(|field| field.key)
    }

    /// Whether a part of the key is a number, so that the order of the rows is not that of the
    /// keys' texts.
    #[must_use]
    pub fn has_number_keys(&self) -> bool {
        self.key_fields().any(|field| matches!(field.shape, Shape::Integer | Shape::IntKey(_)))
    }

    /// The JSON Schema of the struct's values.
    #[must_use]
    pub fn json_schema(&self) -> Value {
        let mut properties = serde_json::Map::new();
        for field in self.fields {
            properties.insert(field.name.to_owned(), field.json_schema());
        }
        let required: Vec<_> = self.fields.iter().map(|field| field.name).collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

/// How a new row gets its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyForm {
    /// The caller gives it.
    Given,
    /// A counter in a format such as `TCK-{:05}`; `{}` alone for plain numbers.
    Sequence(&'static str),
    /// A UUID made from the environment's seed.
    Uuid,
    /// A prefix and so many random letters and digits, from the environment's seed.
    Token(&'static str, usize),
}

/// What happens to a row when the row it refers to is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnDelete {
    /// The deletion fails.
    #[default]
    Restrict,
    /// This row is deleted too.
    Cascade,
    /// The reference is set to `null`, or leaves the list.
    Clear,
}

/// What a value means to people: how it is sampled, and where it can flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Semantic {
    #[default]
    None,
    Person,
    Email,
    Phone,
    Username,
    Company,
    Product,
    Sku,
    Title,
    Body,
    Url,
    Path,
    Slug,
    Color,
    Tag,
    Money,
    Currency,
    Quantity,
    Percent,
    City,
    Country,
    Address,
    Timezone,
    Language,
    Mime,
    Token,
}

/// What is known of one field.
#[derive(Debug, Clone, Copy)]
pub struct FieldInfo {
    /// Its name in JSON.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// Whether it is (a part of) the key.
    pub key: bool,
    /// Whether a reference may name a row that is not there.
    pub loose: bool,
    /// What happens when the row it refers to is deleted.
    pub on_delete: OnDelete,
    /// Least and greatest number of characters or items.
    pub length: Option<(usize, usize)>,
    /// Least and greatest number.
    pub range: Option<(f64, f64)>,
    /// A regular expression that a text must match.
    pub pattern: Option<&'static str>,
    /// What it means to people.
    pub semantic: Semantic,
    /// Whether it holds the instant of creation.
    pub created: bool,
    /// Whether it holds the instant of the last change.
    pub updated: bool,
}

impl FieldInfo {
    /// A field with no constraints.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Self {
            name,
            shape,
            key: false,
            loose: false,
            on_delete: OnDelete::Restrict,
            length: None,
            range: None,
            pattern: None,
            semantic: Semantic::None,
            created: false,
            updated: false,
        }
    }

    /// The JSON Schema of the field's values.
    #[must_use]
    pub fn json_schema(&self) -> Value {
        let mut schema = self.shape.required().json_schema();
        if let Some(object) = schema.as_object_mut() {
            let array = object.get("type").is_some_and(|kind| kind == "array");
            if let Some((least, most)) = self.length {
                let names =
                    if array { ("minItems", "maxItems") } else { ("minLength", "maxLength") };
                object.insert(names.0.to_owned(), json!(least));
                object.insert(names.1.to_owned(), json!(most));
            }
            if let Some((least, most)) = self.range {
                object.insert("minimum".to_owned(), json!(least));
                object.insert("maximum".to_owned(), json!(most));
            }
            if let Some(pattern) = self.pattern {
                object.insert("pattern".to_owned(), json!(pattern));
            }
        }
        match self.shape {
            Shape::Optional(_) => json!({"anyOf": [schema, {"type": "null"}]}),
            _ => schema,
        }
    }
}

/// Appends a row as JSON, in the order of the struct: for people and agents.
pub fn write_row(row: &dyn Row, out: &mut String) {
    let info = row.info();
    write_fields(row, info, 0..info.fields.len(), out);
}

/// Appends a row as canonical JSON.
pub(crate) fn write_row_canonical(row: &dyn Row, out: &mut String) {
    let info = row.info();
    write_fields(row, info, info.sorted.iter().copied(), out);
}

fn write_fields(
    row: &dyn Row,
    info: &RecordInfo,
    order: impl Iterator<Item = usize>,
    out: &mut String,
) {
    out.push('{');
    for (position, index) in order.enumerate() {
        if position > 0 {
            out.push(',');
        }
        write_json_string(info.fields[index].name, out);
        out.push(':');
        row.field(index).write_json(out);
    }
    out.push('}');
}

/// Appends an embedded record as canonical JSON; the derive of `Record` calls it.
pub fn write_record(row: &dyn Row, out: &mut String) {
    write_row_canonical(row, out);
}

/// Calls `visit` with every key inside an embedded record; the derive of `Record` calls it.
pub fn visit_record_keys(row: &dyn Row, visit: &mut dyn FnMut(&str)) {
    for index in 0..row.info().fields.len() {
        row.field(index).visit_keys(visit);
    }
}
