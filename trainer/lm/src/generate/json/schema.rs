//! From a JSON Schema to what can be written under it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::number::NumberRange;

/// What a schema asks for beyond what can be held here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// Is an error.
    Strict,
    /// Is left to the model.
    Lenient,
}

/// Why a schema cannot be held.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// A keyword that cannot be held while an answer is written.
    #[error(
        "`{keyword}` at `{pointer}` cannot be enforced while an answer is written; leave it out, or send `strict: false`"
    )]
    Unsupported {
        /// The keyword.
        keyword: String,
        /// The JSON pointer of the schema that has it.
        pointer: String,
    },
    /// A keyword has a value that it cannot have.
    #[error("`{keyword}` at `{pointer}` {problem}")]
    Wrong {
        /// The keyword.
        keyword: String,
        /// The JSON pointer of the schema that has it.
        pointer: String,
        /// What is wrong.
        problem: String,
    },
    /// No value satisfies it.
    #[error("no value satisfies the schema at `{0}`")]
    Unsatisfiable(String),
    /// It is nested too deep, or too large.
    #[error("the schema has more than {SCHEMAS_MAX} parts, or they nest deeper than {NESTING_MAX}")]
    TooLarge,
}

/// A schema has so many parts at most.
const SCHEMAS_MAX: usize = 4_096;
/// Schemas and references lead into each other so deep at most.
const NESTING_MAX: usize = 128;

/// A part of a schema, by its number.
pub(super) type NodeId = usize;

/// A schema that can be held.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonSchema {
    pub(super) nodes: Vec<Node>,
    pub(super) root: NodeId,
}

/// What can be written at one place.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// Any value.
    Any,
    /// One of these, which are JSON.
    Literals(Vec<Box<[u8]>>),
    Text {
        chars_min: usize,
        chars_max: usize,
    },
    Number(NumberRange),
    List {
        first: Vec<NodeId>,
        items: Option<NodeId>,
        n_min: usize,
        n_max: usize,
    },
    Object(ObjectNode),
    /// A value of one of these.
    OneOf(Vec<NodeId>),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct ObjectNode {
    /// Names, as JSON writes them between quotes, with what their values are.
    pub(super) members: Vec<(Box<[u8]>, NodeId)>,
    /// Whether each member has to be there.
    pub(super) required: Vec<bool>,
    /// What members of other names are; `None` where there are none.
    pub(super) others: Option<NodeId>,
}

impl JsonSchema {
    /// Any object.
    #[must_use]
    pub fn any_object() -> Self {
        let others = Some(0);
        let object = ObjectNode { members: Vec::new(), required: Vec::new(), others };
        Self { nodes: vec![Node::Any, Node::Object(object)], root: 1 }
    }

    /// Reads a schema.
    ///
    /// # Errors
    /// When it is no schema, no value satisfies it, or it asks for what cannot be held.
    pub fn new(schema: &Value, strictness: Strictness) -> Result<Self, SchemaError> {
        let mut reader = Reader {
            document: schema,
            strictness,
            nodes: Vec::new(),
            read: BTreeMap::new(),
            depth: 0,
        };
        let root = reader.node(schema, "#")?;
        Ok(Self { nodes: reader.nodes, root })
    }
}

struct Reader<'s> {
    document: &'s Value,
    strictness: Strictness,
    nodes: Vec<Node>,
    /// What was read already, by pointer: a schema may hold itself.
    read: BTreeMap<String, NodeId>,
    /// How many schemas are open, references among them.
    depth: usize,
}

/// Keywords that say nothing about what is written.
const ANNOTATIONS: [&str; 13] = [
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
];
/// Keywords that are held.
const HELD: [&str; 19] = [
    "type",
    "enum",
    "const",
    "$ref",
    "anyOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "nullable",
];
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

impl Reader<'_> {
    fn node(&mut self, schema: &Value, pointer: &str) -> Result<NodeId, SchemaError> {
        if let Some(&known) = self.read.get(pointer) {
            return Ok(known);
        }
        if self.nodes.len() >= SCHEMAS_MAX || self.depth >= NESTING_MAX {
            return Err(SchemaError::TooLarge);
        }
        self.depth += 1;
        let id = self.nodes.len();
        self.nodes.push(Node::Any);
        self.read.insert(pointer.to_owned(), id);
        let node = match schema {
            Value::Bool(true) => Ok(Node::Any),
            Value::Bool(false) => Err(SchemaError::Unsatisfiable(pointer.to_owned())),
            Value::Object(schema) => self.object_schema(schema, pointer),
            _ => Err(wrong("schema", pointer, "is an object, true or false")),
        };
        self.depth -= 1;
        if node.is_err() {
            self.read.remove(pointer);
        }
        self.nodes[id] = node?;
        Ok(id)
    }

    fn object_schema(
        &mut self,
        schema: &Map<String, Value>,
        pointer: &str,
    ) -> Result<Node, SchemaError> {
        self.check_keywords(schema, pointer)?;
        if let Some(target) = schema.get("$ref") {
            return self.refer(target, schema, pointer);
        }
        if let Some(cases) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
            self.check_alone("anyOf", schema, pointer)?;
            let cases = cases.as_array().ok_or_else(|| wrong("anyOf", pointer, "is a list"))?;
            let nodes = cases
                .iter()
                .enumerate()
                .map(|(place, case)| self.node(case, &format!("{pointer}/anyOf/{place}")));
            let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
            return non_empty(nodes, pointer).map(Node::OneOf);
        }
        let types = types_of(schema, pointer)?;
        let values = match (schema.get("const"), schema.get("enum")) {
            (Some(value), _) => Some(std::slice::from_ref(value)),
            (None, Some(Value::Array(values))) => Some(values.as_slice()),
            (None, Some(_)) => return Err(wrong("enum", pointer, "is a list")),
            (None, None) => None,
        };
        if let Some(values) = values {
            let is_of_type = |value: &&Value| types.iter().any(|kind| has_type(value, kind));
            let texts =
                values.iter().filter(is_of_type).map(|value| value.to_string().into_bytes());
            let texts = texts.map(Vec::into_boxed_slice).collect();
            return non_empty(texts, pointer).map(Node::Literals);
        }
        if types.len() == TYPES.len() {
            return Ok(Node::Any);
        }
        let mut nodes = Vec::new();
        for kind in types {
            nodes.push(self.of_type(kind, schema, pointer)?);
        }
        if nodes.len() == 1 {
            return Ok(nodes.remove(0));
        }
        let ids = nodes.into_iter().map(|node| {
            self.nodes.push(node);
            self.nodes.len() - 1
        });
        Ok(Node::OneOf(ids.collect()))
    }

    /// What cannot be held is an error, or nothing.
    fn check_keywords(
        &self,
        schema: &Map<String, Value>,
        pointer: &str,
    ) -> Result<(), SchemaError> {
        if self.strictness == Strictness::Lenient {
            return Ok(());
        }
        let unknown = schema.iter().find(|(keyword, value)| {
            let keyword = keyword.as_str();
            let says_nothing = keyword == "uniqueItems" && **value == Value::Bool(false);
            !ANNOTATIONS.contains(&keyword) && !HELD.contains(&keyword) && !says_nothing
        });
        match unknown {
            None => Ok(()),
            Some((keyword, _)) => Err(unsupported(keyword, pointer)),
        }
    }

    /// Beside `$ref` and `anyOf`, further conditions would have to hold at once.
    fn check_alone(
        &self,
        keyword: &str,
        schema: &Map<String, Value>,
        pointer: &str,
    ) -> Result<(), SchemaError> {
        // A type beside cases says again what the cases say.
        let own = [keyword, "type", "nullable"];
        let other = schema
            .keys()
            .find(|other| !own.contains(&other.as_str()) && !ANNOTATIONS.contains(&other.as_str()));
        match other {
            Some(other) if self.strictness == Strictness::Strict => {
                Err(unsupported(&format!("{other}` beside `{keyword}"), pointer))
            }
            _ => Ok(()),
        }
    }

    fn refer(
        &mut self,
        target: &Value,
        schema: &Map<String, Value>,
        pointer: &str,
    ) -> Result<Node, SchemaError> {
        self.check_alone("$ref", schema, pointer)?;
        let target = target.as_str().ok_or_else(|| wrong("$ref", pointer, "is a text"))?;
        let within = target.strip_prefix('#');
        let found = within.and_then(|within| self.document.pointer(within));
        let found = found.ok_or_else(|| {
            wrong("$ref", pointer, &format!("names `{target}`, which is not in the schema"))
        })?;
        if target == pointer {
            return Err(SchemaError::Unsatisfiable(pointer.to_owned()));
        }
        let found = found.clone();
        Ok(Node::OneOf(vec![self.node(&found, target)?]))
    }

    fn of_type(
        &mut self,
        kind: &str,
        schema: &Map<String, Value>,
        pointer: &str,
    ) -> Result<Node, SchemaError> {
        let literals = |texts: &[&str]| {
            Node::Literals(texts.iter().map(|text| text.as_bytes().into()).collect())
        };
        match kind {
            "null" => Ok(literals(&["null"])),
            "boolean" => Ok(literals(&["true", "false"])),
            "string" => {
                let chars_min = count(schema, "minLength", pointer)?.unwrap_or(0);
                let chars_max = count(schema, "maxLength", pointer)?.unwrap_or(usize::MAX);
                satisfiable(chars_min <= chars_max, pointer)?;
                Ok(Node::Text { chars_min, chars_max })
            }
            "array" => self.list(schema, pointer),
            "object" => self.object(schema, pointer),
            _ => number_range(kind == "integer", schema, pointer).map(Node::Number),
        }
    }

    fn list(&mut self, schema: &Map<String, Value>, pointer: &str) -> Result<Node, SchemaError> {
        let mut first = Vec::new();
        if let Some(schemas) = schema.get("prefixItems") {
            let schemas = schemas.as_array();
            let schemas = schemas.ok_or_else(|| wrong("prefixItems", pointer, "is a list"))?;
            for (place, schema) in schemas.iter().enumerate() {
                first.push(self.node(schema, &format!("{pointer}/prefixItems/{place}"))?);
            }
        }
        let items = match schema.get("items") {
            Some(Value::Bool(false)) => None,
            Some(items) => Some(self.node(items, &format!("{pointer}/items"))?),
            None => Some(self.node(&Value::Bool(true), "true")?),
        };
        let n_min = count(schema, "minItems", pointer)?.unwrap_or(0);
        let mut n_max = count(schema, "maxItems", pointer)?.unwrap_or(usize::MAX);
        if items.is_none() {
            n_max = n_max.min(first.len());
        }
        satisfiable(n_min <= n_max, pointer)?;
        Ok(Node::List { first, items, n_min, n_max })
    }

    fn object(&mut self, schema: &Map<String, Value>, pointer: &str) -> Result<Node, SchemaError> {
        let mut members = Vec::new();
        let mut required = Vec::new();
        let wanted = match schema.get("required") {
            None => Vec::new(),
            Some(names) => {
                let names =
                    names.as_array().ok_or_else(|| wrong("required", pointer, "is a list"))?;
                names.iter().filter_map(Value::as_str).collect()
            }
        };
        if let Some(properties) = schema.get("properties") {
            let properties = properties.as_object();
            let properties =
                properties.ok_or_else(|| wrong("properties", pointer, "is an object"))?;
            for (name, schema) in properties {
                let is_required = wanted.contains(&name.as_str());
                let below = format!("{pointer}/properties/{}", escaped(name));
                match self.node(schema, &below) {
                    Ok(node) => members.push((quoted(name), node)),
                    // A member that nothing satisfies is one that is not there.
                    Err(SchemaError::Unsatisfiable(_)) if !is_required => continue,
                    Err(error) => return Err(error),
                }
                required.push(is_required);
            }
        }
        let others = match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => None,
            Some(others) => Some(self.node(others, &format!("{pointer}/additionalProperties"))?),
            None => Some(self.node(&Value::Bool(true), "true")?),
        };
        for name in wanted {
            let name = quoted(name);
            if members.iter().any(|(member, _)| *member == name) {
                continue;
            }
            let node = others.ok_or_else(|| SchemaError::Unsatisfiable(pointer.to_owned()))?;
            members.push((name, node));
            required.push(true);
        }
        Ok(Node::Object(ObjectNode { members, required, others }))
    }
}

/// The types that a schema asks for; without any, those of which it says something, or all.
fn types_of<'s>(
    schema: &'s Map<String, Value>,
    pointer: &str,
) -> Result<Vec<&'s str>, SchemaError> {
    let known = |kind: &'s str| match TYPES.contains(&kind) {
        true => Ok(kind),
        false => Err(wrong("type", pointer, &format!("is `{kind}`, which is no type"))),
    };
    let mut types = match schema.get("type") {
        Some(Value::String(kind)) => vec![known(kind)?],
        Some(Value::Array(kinds)) => {
            let kinds = kinds.iter().filter_map(Value::as_str).map(known);
            kinds.collect::<Result<Vec<_>, _>>()?
        }
        Some(_) => return Err(wrong("type", pointer, "is a text or a list of texts")),
        None => {
            let has = |keywords: &[&str]| keywords.iter().any(|word| schema.contains_key(*word));
            if has(&["properties", "required", "additionalProperties"]) {
                vec!["object"]
            } else if has(&["items", "prefixItems", "minItems", "maxItems"]) {
                vec!["array"]
            } else if has(&["minLength", "maxLength"]) {
                vec!["string"]
            } else if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]) {
                vec!["number"]
            } else {
                TYPES.to_vec()
            }
        }
    };
    if schema.get("nullable") == Some(&Value::Bool(true)) && !types.contains(&"null") {
        types.push("null");
    }
    non_empty(types, pointer)
}

fn has_type(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

fn number_range(
    is_integer: bool,
    schema: &Map<String, Value>,
    pointer: &str,
) -> Result<NumberRange, SchemaError> {
    let bound = |keyword: &str| match schema.get(keyword) {
        None => Ok(None),
        Some(bound) => match bound.as_f64() {
            Some(bound) => Ok(Some(bound)),
            None => Err(wrong(keyword, pointer, "is a number")),
        },
    };
    let (low, open_low) = (bound("minimum")?, bound("exclusiveMinimum")?);
    let (high, open_high) = (bound("maximum")?, bound("exclusiveMaximum")?);
    let range = NumberRange {
        is_integer,
        is_low_open: open_low.is_some() && open_low >= low,
        low: open_low.into_iter().chain(low).fold(f64::NEG_INFINITY, f64::max),
        is_high_open: open_high.is_some_and(|open| high.is_none_or(|high| open <= high)),
        high: open_high.into_iter().chain(high).fold(f64::INFINITY, f64::min),
    };
    satisfiable(!range.is_empty(), pointer)?;
    Ok(range)
}

fn count(
    schema: &Map<String, Value>,
    keyword: &str,
    pointer: &str,
) -> Result<Option<usize>, SchemaError> {
    let Some(value) = schema.get(keyword) else { return Ok(None) };
    match value.as_u64() {
        Some(count) => Ok(Some(usize::try_from(count).unwrap_or(usize::MAX))),
        None => Err(wrong(keyword, pointer, "is a whole number from 0")),
    }
}

/// A name as JSON writes it, between its quotes.
fn quoted(name: &str) -> Box<[u8]> {
    let text = Value::from(name).to_string();
    text.as_bytes()[1..text.len() - 1].into()
}

/// A name in a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn non_empty<T>(items: Vec<T>, pointer: &str) -> Result<Vec<T>, SchemaError> {
    satisfiable(!items.is_empty(), pointer).map(|()| items)
}

fn satisfiable(is_satisfiable: bool, pointer: &str) -> Result<(), SchemaError> {
    if is_satisfiable { Ok(()) } else { Err(SchemaError::Unsatisfiable(pointer.to_owned())) }
}

fn wrong(keyword: &str, pointer: &str, problem: &str) -> SchemaError {
    let (keyword, pointer) = (keyword.to_owned(), pointer.to_owned());
    SchemaError::Wrong { keyword, pointer, problem: problem.to_owned() }
}

fn unsupported(keyword: &str, pointer: &str) -> SchemaError {
    SchemaError::Unsupported { keyword: keyword.to_owned(), pointer: pointer.to_owned() }
}
