//! What the pass is told of a service: its tools as a server lists them.

use std::fmt;

use compoworld_core::ServiceDef;
use jsonschema::Validator;
use serde_json::{Map, Value};

use crate::list_parts::Paging;
use crate::names::{is_plural, singular, words};

/// The tools of a service, as a server lists them.
#[derive(Debug)]
pub struct ToolList {
    /// The service's name.
    pub service: String,
    /// Which version of it this is.
    pub version: String,
    /// Its tools.
    pub tools: Vec<ToolSpec>,
}

/// One tool, as a server lists it.
pub struct ToolSpec {
    /// The tool's name.
    pub name: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
    /// What the server says of it.
    pub hints: Hints,
    /// What its name says that it does.
    pub verb: Verb,
    /// What its name says that it is about: words in the singular.
    pub noun: Vec<String>,
    /// Whether its name speaks of many.
    pub is_plural: bool,
    accepts: Validator,
    answers: Option<Validator>,
}

/// A server's hints about a tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may remove things.
    pub destructive: Option<bool>,
    /// A second call changes nothing more.
    pub idempotent: Option<bool>,
}

/// What a tool's name says that it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Verb {
    Create,
    Get,
    List,
    Search,
    Update,
    Delete,
    Other,
}

/// Why a tool list cannot be used.
#[derive(Debug)]
pub struct ToolListError(String);

impl fmt::Display for ToolListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ToolListError {}

impl fmt::Debug for ToolSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolSpec").field("name", &self.name).finish_non_exhaustive()
    }
}

impl ToolList {
    /// What a compiled service would list, and nothing more.
    ///
    /// # Errors
    /// When a schema is none.
    pub fn of(service: &ServiceDef) -> Result<Self, ToolListError> {
        let tools = service.tools.iter().map(|tool| {
            let parameters = parse(tool.name, tool.parameters)?;
            let returns = tool.returns.map(|returns| parse(tool.name, returns)).transpose()?;
            let hints = Hints {
                read_only: tool.hints.read_only,
                destructive: tool.hints.destructive,
                idempotent: tool.hints.idempotent,
            };
            ToolSpec::new(tool.name, parameters, returns.as_ref(), hints)
        });
        Ok(Self {
            service: service.name.to_owned(),
            version: service.version.to_owned(),
            tools: tools.collect::<Result<_, _>>()?,
        })
    }

    /// The tool with this name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&ToolSpec> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The tools that do this to the same things as `tool` does.
    pub(crate) fn partners(&self, tool: &ToolSpec, verb: Verb) -> impl Iterator<Item = &ToolSpec> {
        let noun = tool.noun.clone();
        self.tools.iter().filter(move |other| other.verb == verb && other.noun == noun)
    }
}

fn parse(tool: &str, text: &str) -> Result<Value, ToolListError> {
    serde_json::from_str(text).map_err(|error| ToolListError(format!("`{tool}`: {error}")))
}

impl ToolSpec {
    /// A tool of a list.
    ///
    /// # Errors
    /// When a schema is none.
    pub fn new(
        name: &str,
        parameters: Value,
        returns: Option<&Value>,
        hints: Hints,
    ) -> Result<Self, ToolListError> {
        let compile = |schema: &Value| {
            jsonschema::validator_for(schema)
                .map_err(|error| ToolListError(format!("`{name}`: {error}")))
        };
        let (verb, noun, is_plural) = read_name(name);
        Ok(Self {
            name: name.to_owned(),
            accepts: compile(&parameters)?,
            answers: returns.map(compile).transpose()?,
            parameters,
            hints,
            verb,
            noun,
            is_plural,
        })
    }

    /// Whether the schema accepts the arguments.
    #[must_use]
    pub fn accepts(&self, arguments: &Value) -> bool {
        self.accepts.is_valid(arguments)
    }

    /// Why the schema of the answer does not accept this one, if it does not.
    pub(crate) fn wrong_answer(&self, data: &Value) -> Option<String> {
        let answers = self.answers.as_ref()?;
        answers.validate(data).err().map(|error| format!("at `{}`: {error}", error.instance_path()))
    }

    /// The parameters by name.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&str, &Value)> {
        let properties = self.parameters.get("properties").and_then(Value::as_object);
        properties.into_iter().flatten().map(|(name, schema)| (name.as_str(), schema))
    }

    /// The parameter with this name.
    pub(crate) fn property(&self, name: &str) -> Option<&Value> {
        self.parameters.get("properties")?.get(name)
    }

    /// The names of the parameters that must be given.
    pub(crate) fn required(&self) -> impl Iterator<Item = &str> {
        let required = self.parameters.get("required").and_then(Value::as_array);
        required.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Whether the name speaks of reading.
    pub(crate) fn reads(&self) -> bool {
        matches!(self.verb, Verb::Get | Verb::List | Verb::Search)
    }

    /// Whether answers of many are to be expected, as the name or a limit says.
    pub(crate) fn lists(&self) -> bool {
        match self.verb {
            Verb::List | Verb::Search => true,
            Verb::Get => self.is_plural || Paging::of(self).limit.is_some(),
            _ => false,
        }
    }

    /// The arguments without those named.
    pub(crate) fn without(arguments: &Value, names: &[&str]) -> Value {
        let kept = arguments.as_object().into_iter().flatten();
        let kept = kept.filter(|(name, _)| !names.contains(&name.as_str()));
        Value::Object(
            kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>(),
        )
    }
}

/// The verb, the noun, and whether it is about many.
fn read_name(name: &str) -> (Verb, Vec<String>, bool) {
    let words = words(name);
    let of = |word: &String| match word.as_str() {
        "create" | "add" | "insert" | "new" => Verb::Create,
        "get" | "retrieve" | "fetch" | "read" | "info" | "describe" | "show" => Verb::Get,
        "list" => Verb::List,
        "search" | "find" | "query" => Verb::Search,
        "update" | "edit" | "modify" | "rename" | "set" => Verb::Update,
        "delete" | "remove" => Verb::Delete,
        _ => Verb::Other,
    };
    let joins = ["or", "and", "to", "from", "by", "with", "for", "of"];
    let (verb, noun) = match (words.first().map(of), words.last().map(of)) {
        (Some(verb), _) if verb != Verb::Other => (verb, &words[1..]),
        // `mark_no_show` shows nothing.
        (_, Some(verb)) if verb != Verb::Other && !name.ends_with("show") => {
            (verb, &words[..words.len() - 1])
        }
        _ => (Verb::Other, &words[..]),
    };
    // `get_deal_by_id` is about deals; `add_issue_to_project` is about neither alone.
    let cut = noun.iter().position(|word| joins.contains(&word.as_str())).unwrap_or(noun.len());
    let verb = match verb {
        Verb::Create | Verb::Update | Verb::Delete if cut < noun.len() => Verb::Other,
        verb => verb,
    };
    let noun = &noun[..cut];
    let many = noun.last().is_some_and(|word| is_plural(word) || word == "all");
    // `messages_get` reads one of the messages.
    let many = many && words.first().map(of) != Some(Verb::Other);
    (verb, noun.iter().map(|word| singular(word)).collect(), many)
}

#[cfg(test)]
mod tests {
    use super::{Verb, read_name};

    #[test]
    fn names_tell_what_tools_do_and_to_what() {
        let read = |name| {
            let (verb, noun, is_plural) = read_name(name);
            (verb, noun.join(" "), is_plural)
        };
        assert_eq!(read("create_ticket"), (Verb::Create, "ticket".to_owned(), false));
        assert_eq!(read("messages_get"), (Verb::Get, "message".to_owned(), false));
        assert_eq!(read("get_issues"), (Verb::Get, "issue".to_owned(), true));
        assert_eq!(read("get_deal_by_id"), (Verb::Get, "deal".to_owned(), false));
        assert_eq!(read("add_issue_to_project").0, Verb::Other);
        assert_eq!(read("mark_invitee_no_show").0, Verb::Other);
    }
}
