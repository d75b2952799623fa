//! Rows of JSON as a Parquet file.
//!
//! Every field may be null. Nested fields are cut into columns with repetition and definition
//! levels, one column a leaf.
//!
//! Source: S. Melnik et al., *Dremel: Interactive Analysis of Web-Scale Datasets*, VLDB 2010,
//! section 4; lists in the three levels of the Parquet format's `LogicalTypes.md`.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use serde_json::Value;

/// What a field holds.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    Text,
    Int,
    Bool,
    Struct(Vec<(&'static str, Shape)>),
    List(Box<Shape>),
}

/// The rows as a Parquet file. Members of a row that the shape does not name are left out.
pub(crate) fn parquet_file(
    fields: &[(&'static str, Shape)],
    rows: &[Value],
) -> Result<Vec<u8>, ParquetError> {
    /// How many rows are read at a time.
    const GROUP_ROWS: usize = 1_024;
    let types = fields.iter().map(|(name, shape)| Ok(Arc::new(type_of(name, shape)?)));
    let types = types.collect::<Result<Vec<_>, ParquetError>>()?;
    let schema = Arc::new(Type::group_type_builder("row").with_fields(types).build()?);
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by("compoworld".to_owned())
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    for group in rows.chunks(GROUP_ROWS) {
        let mut columns = Vec::new();
        for (_, shape) in fields {
            add_columns(shape, &mut columns);
        }
        for row in group {
            let mut cut = Cut { columns: &mut columns, at: 0 };
            for (name, shape) in fields {
                cut.push(shape, row.get(*name), Levels::default());
            }
        }
        let mut group = writer.next_row_group()?;
        for column in &columns {
            let mut next = group.next_column()?.ok_or_else(|| {
                ParquetError::General("the schema has fewer columns than the rows".to_owned())
            })?;
            column.write(&mut next)?;
            next.close()?;
        }
        group.close()?;
    }
    writer.into_inner()
}

fn type_of(name: &str, shape: &Shape) -> Result<Type, ParquetError> {
    let leaf = |physical| {
        Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL)
    };
    let group = |fields: Vec<Type>| {
        let fields = fields.into_iter().map(Arc::new).collect();
        Type::group_type_builder(name).with_fields(fields).with_repetition(Repetition::OPTIONAL)
    };
    match shape {
        Shape::Text => {
            leaf(Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String)).build()
        }
        Shape::Int => leaf(Physical::INT64).build(),
        Shape::Bool => leaf(Physical::BOOLEAN).build(),
        Shape::Struct(fields) => {
            let fields = fields.iter().map(|(name, shape)| type_of(name, shape));
            group(fields.collect::<Result<_, _>>()?).build()
        }
        Shape::List(item) => {
            let repeated = Type::group_type_builder("list")
                .with_fields(vec![Arc::new(type_of("element", item)?)])
                .with_repetition(Repetition::REPEATED)
                .build()?;
            group(vec![repeated]).with_logical_type(Some(LogicalType::List)).build()
        }
    }
}

/// The values of one leaf with their levels.
struct Column {
    values: Values,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Int(Vec<i64>),
    Bool(Vec<bool>),
}

impl Column {
    fn write(&self, to: &mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError> {
        let (definition, repetition) = (Some(&self.definition[..]), Some(&self.repetition[..]));
        match &self.values {
            Values::Text(values) => {
                to.typed::<ByteArrayType>().write_batch(values, definition, repetition)
            }
            Values::Int(values) => {
                to.typed::<Int64Type>().write_batch(values, definition, repetition)
            }
            Values::Bool(values) => {
                to.typed::<BoolType>().write_batch(values, definition, repetition)
            }
        }
    }
}

fn add_columns(shape: &Shape, columns: &mut Vec<Column>) {
    let values = match shape {
        Shape::Text => Values::Text(Vec::new()),
        Shape::Int => Values::Int(Vec::new()),
        Shape::Bool => Values::Bool(Vec::new()),
        Shape::Struct(fields) => {
            return fields.iter().for_each(|(_, shape)| add_columns(shape, columns));
        }
        Shape::List(item) => return add_columns(item, columns),
    };
    columns.push(Column { values, definition: Vec::new(), repetition: Vec::new() });
}

/// Where a value stands: how much of its path is there, at which list it goes on, and how many
/// lists are around it.
#[derive(Clone, Copy, Default)]
struct Levels {
    definition: i16,
    repetition: i16,
    n_lists: i16,
}

/// Cuts one row into the columns.
struct Cut<'a> {
    columns: &'a mut [Column],
    /// The next leaf.
    at: usize,
}

impl Cut<'_> {
    /// Pushes a value into the leaves below its shape; one of another type counts as null.
    fn push(&mut self, shape: &Shape, value: Option<&Value>, levels: Levels) {
        let deeper = Levels { definition: levels.definition + 1, ..levels };
        match (shape, value) {
            (Shape::Struct(fields), Some(Value::Object(object))) => {
                for (name, shape) in fields {
                    self.push(shape, object.get(*name), deeper);
                }
            }
            (Shape::Struct(fields), _) => {
                fields.iter().for_each(|(_, shape)| self.push(shape, None, levels));
            }
            (Shape::List(item), Some(Value::Array(items))) if !items.is_empty() => {
                let (from, n_lists) = (self.at, levels.n_lists + 1);
                let mut repetition = levels.repetition;
                for value in items {
                    self.at = from;
                    let definition = levels.definition + 2;
                    self.push(item, Some(value), Levels { definition, repetition, n_lists });
                    repetition = n_lists;
                }
            }
            (Shape::List(item), Some(Value::Array(_))) => self.push(item, None, deeper),
            (Shape::List(item), _) => self.push(item, None, levels),
            (Shape::Text | Shape::Int | Shape::Bool, value) => self.push_leaf(value, levels),
        }
    }

    fn push_leaf(&mut self, value: Option<&Value>, levels: Levels) {
        let column = &mut self.columns[self.at];
        self.at += 1;
        let is_there = match &mut column.values {
            Values::Text(all) => value.and_then(Value::as_str).map(|text| all.push(text.into())),
            Values::Int(all) => value.and_then(Value::as_i64).map(|number| all.push(number)),
            Values::Bool(all) => value.and_then(Value::as_bool).map(|truth| all.push(truth)),
        };
        column.definition.push(levels.definition + i16::from(is_there.is_some()));
        column.repetition.push(levels.repetition);
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, Row};
    use serde_json::{Value, json};

    use super::{Shape, parquet_file};

    fn shape() -> Vec<(&'static str, Shape)> {
        let call = Shape::Struct(vec![("name", Shape::Text)]);
        let message =
            Shape::Struct(vec![("role", Shape::Text), ("calls", Shape::List(call.into()))]);
        vec![
            ("messages", Shape::List(message.into())),
            ("index", Shape::Int),
            ("extra", Shape::Struct(vec![("yes", Shape::Bool), ("no", Shape::Text)])),
        ]
    }

    /// What a reader that knows nothing of ours makes of the file.
    fn read(bytes: &[u8]) -> Vec<Value> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.parquet");
        std::fs::write(&path, bytes).expect("it is writable");
        let file = std::fs::File::open(path).expect("it is readable");
        let reader = SerializedFileReader::new(file).expect("it is Parquet");
        let rows = reader.get_row_iter(None).expect("it has rows");
        rows.map(|row| object_of(&row.expect("the row is whole"))).collect()
    }

    fn object_of(row: &Row) -> Value {
        row.get_column_iter().map(|(name, field)| (name.clone(), value_of(field))).collect()
    }

    fn value_of(field: &Field) -> Value {
        match field {
            Field::Null => Value::Null,
            Field::Str(text) => json!(text),
            Field::Long(number) => json!(number),
            Field::Bool(truth) => json!(truth),
            Field::Group(row) => object_of(row),
            Field::ListInternal(list) => list.elements().iter().map(value_of).collect(),
            other => panic!("nothing of the kind was written: {other:?}"),
        }
    }

    #[test]
    fn nested_rows_come_back_as_they_were_written() {
        let rows = vec![
            json!({
                "messages": [
                    {"role": "user", "calls": null},
                    {"role": "assistant", "calls": [{"name": "a"}, {"name": null}, {"name": "c"}]},
                    {"role": "assistant", "calls": [{"name": "d"}]},
                ],
                "index": 3,
                "extra": {"yes": true, "no": null},
            }),
            json!({"messages": null, "index": null, "extra": {"yes": false, "no": "Zoë"}}),
            json!({"messages": [], "index": 0, "extra": {"yes": null, "no": ""}}),
            json!({"messages": [{"role": "x", "calls": []}], "index": 1, "extra": null}),
            json!({"messages": [{"role": null, "calls": null}], "index": -1, "extra": null}),
        ];
        assert_eq!(read(&parquet_file(&shape(), &rows).expect("it is written")), rows);
    }
}
