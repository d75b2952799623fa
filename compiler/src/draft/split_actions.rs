//! Splits tools that take what they do as an argument into one for each value:
//! `manage_dogs(action: create | delete, ..)` is read as `create_dog(..)` and `delete_dog(..)`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::normalize::words::split_words;
use crate::spec::{Schema, Spec, Tool};

use super::name_rows::key_names;
use super::names::field_name;
use super::nouns::singular;
use super::read_intent::{Intent, read_intent};
use super::read_role::{Role, read_role};
use super::schema_kind::{FieldKind, bare, kind_of, may_lack};
use super::verbs::{Act, verb_at_start};

/// A tool that stands for one value of another one's action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The tool's position in the spec.
    pub whole: usize,
    /// The argument that says what the tool does.
    pub argument: String,
    /// The value that means this part.
    pub value: String,
    /// The name of its function, which no tool has.
    pub function: String,
}

impl Part {
    /// Whether it does nothing but tell what a request looks like.
    pub fn is_form(&self) -> bool {
        self.value == FORM
    }
}

/// A spec in which each tool does one thing.
#[derive(Debug)]
pub struct Split {
    /// The spec with parts in the place of the tools that they are parts of.
    pub spec: Spec,
    /// For each tool of it, which part it is; `None` for a tool as it stands in the list.
    pub parts: Vec<Option<Part>>,
}

/// Arguments that say what a tool does.
const ACTIONS: &[&str] =
    &["action", "action_type", "command", "method", "mode", "op", "operation", "operation_type"];

/// The two values of an argument that asks for the form of a request or makes it.
const FORM: &str = "get_request_schema";
const MAKES: &str = "execute";

/// Splits what takes its action as an argument.
pub fn split_actions(spec: &Spec) -> Split {
    let mut taken: BTreeSet<String> = spec.tools.iter().map(|tool| tool.name.clone()).collect();
    let mut split = Split { spec: spec.clone(), parts: Vec::new() };
    split.spec.tools.clear();
    for (whole, tool) in spec.tools.iter().enumerate() {
        let Some((argument, values)) = action_of(tool) else {
            split.spec.tools.push(tool.clone());
            split.parts.push(None);
            continue;
        };
        for value in values {
            let words = words_of_part(tool, &value);
            let mut part = tool_of_part(tool, &argument, &words, &value);
            part.name = words.join("_");
            split.spec.tools.push(part);
            let function = name_of_part(tool, &words, &value, &mut taken);
            let argument = argument.clone();
            split.parts.push(Some(Part { whole, argument, value, function }));
        }
    }
    split
}

/// The argument that says what a tool does, and its values.
fn action_of(tool: &Tool) -> Option<(String, Vec<String>)> {
    let mut found = tool.parameters.properties.iter().filter_map(|(argument, schema)| {
        let name = field_name(argument)?;
        let FieldKind::Choice(values) = kind_of(schema) else { return None };
        let is_given = !may_lack(&tool.parameters, argument)
            || schema.any_of.is_empty() && schema.default.as_ref().is_some_and(Value::is_string);
        (ACTIONS.contains(&name.as_str()) && is_given && are_acts(&values))
            .then(|| (argument.clone(), values))
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// Whether most of the values say what is done to rows. The methods of a protocol do not.
fn are_acts(values: &[String]) -> bool {
    if values.iter().any(|value| value == FORM) && values.iter().any(|value| value == MAKES) {
        return values.len() == 2;
    }
    let acts = values.iter().filter(|value| {
        let act = verb_at_start(&split_words(value));
        act.is_some_and(|(act, _)| act.is_read() || act.is_write())
    });
    let is_protocol =
        values.iter().all(|value| value.bytes().all(|byte| byte.is_ascii_uppercase()));
    values.len() > 1 && acts.count() * 2 >= values.len() && !is_protocol
}

/// The words for what a tool is about: `dogs` of `manage_dogs`.
fn noun_of(tool: &Tool) -> Vec<String> {
    const LEADS: &[&str] = &[
        "action", "manage", "handle", "control", "perform", "do", "execute", "run", "use",
        "process",
    ];
    const TAILS: &[&str] = &[
        "manage",
        "manager",
        "management",
        "operation",
        "operations",
        "action",
        "actions",
        "tool",
        "tools",
        "write",
        "read",
        "get",
        "list",
        "search",
        "crud",
        "control",
        "controller",
    ];
    let mut noun = split_words(&tool.name);
    if noun.len() > 1 && LEADS.contains(&noun[0].as_str()) {
        noun.remove(0);
    }
    while noun.len() > 1 && noun.last().is_some_and(|last| TAILS.contains(&last.as_str())) {
        noun.pop();
    }
    noun
}

/// The words of a value that are its verb, and those behind it.
fn cut_verb(value: &str) -> (Vec<String>, Vec<String>) {
    let mut verb = split_words(value);
    let length = verb_at_start(&verb).map_or(verb.len(), |(_, length)| length);
    let rest = verb.split_off(length);
    (verb, rest)
}

/// What a part would be called as a tool of its own.
fn words_of_part(tool: &Tool, value: &str) -> Vec<String> {
    if value == MAKES {
        return split_words(&tool.name);
    }
    let mut noun = noun_of(tool);
    let (verb, rest) = cut_verb(value);
    // `follow_up` and `refresh_all` do something else than the verb says.
    if matches!(&rest[..], [word] if matches!(word.as_str(), "all" | "in" | "off" | "on" | "out" | "up"))
    {
        return ["do".to_owned()].iter().chain(&verb).chain(&rest).chain(&noun).cloned().collect();
    }
    // `add_member` of a group adds a member of a group.
    if !rest.is_empty()
        && let Some(last) = noun.last_mut()
    {
        *last = singular(last);
    }
    verb.iter().chain(&noun).chain(&rest).cloned().collect()
}

fn name_of_part(
    tool: &Tool,
    words: &[String],
    value: &str,
    taken: &mut BTreeSet<String>,
) -> String {
    let plain = words.join("_");
    let long = format!("{}_{}", tool.name, split_words(value).join("_"));
    let numbered = (2..).map(|number| format!("{}_{number}", tool.name));
    let mut names = [plain, long].into_iter().chain(numbered);
    let is_free =
        |name: &String| syn::parse_str::<syn::Ident>(name).is_ok() && !taken.contains(name);
    let name = names.find(is_free).expect("numbers do not end");
    taken.insert(name.clone());
    name
}

/// The tool with the arguments that this part of it is likely to take.
fn tool_of_part(tool: &Tool, action: &str, words: &[String], value: &str) -> Tool {
    let intent = read_intent(words);
    let mut part = tool.clone();
    part.parameters.properties.shift_remove(action);
    part.parameters.required.retain(|argument| argument != action);
    let key = key_of(&part, &intent, &noun_of(tool));
    if let Some(key) = &key
        && names_row(intent.act)
    {
        // What names the row has to be given, and to name one.
        let schema = &mut part.parameters.properties[key.as_str()];
        *schema = bare(schema).clone();
        if !part.parameters.requires(key) {
            part.parameters.required.push(key.clone());
        }
    }
    let required = part.parameters.required.clone();
    let changed = changed_by(&part, intent.act, value);
    part.parameters.properties.retain(|argument, schema| {
        let is_key = key.as_deref() == Some(argument.as_str());
        let is_other = !changed.is_empty() && !changed.contains(argument);
        required.contains(argument) || !is_other && may_take(intent.act, argument, schema, is_key)
    });
    // What the server says of the whole tool need not be so of this part.
    part.hints = crate::spec::Hints::default();
    part
}

/// The arguments that a value such as `update_notes` speaks of; none when it speaks of the row.
fn changed_by(tool: &Tool, act: Act, value: &str) -> Vec<String> {
    let (_, rest) = cut_verb(value);
    let rest: Vec<String> = rest.iter().map(|word| singular(word)).collect();
    if act != Act::Update || rest.is_empty() {
        return Vec::new();
    }
    let speaks_of = |argument: &&String| {
        let field = field_name(argument).unwrap_or_default();
        let words: Vec<String> = field.split('_').map(singular).collect();
        words.windows(rest.len()).any(|part| part == rest)
    };
    tool.parameters.properties.keys().filter(speaks_of).cloned().collect()
}

fn names_row(act: Act) -> bool {
    matches!(act, Act::Get | Act::Update | Act::Delete | Act::Mark | Act::Append | Act::Detach)
}

/// The argument that names the row, given or not: by its own noun, or by that of the whole tool.
fn key_of(tool: &Tool, intent: &Intent, whole: &[String]) -> Option<String> {
    let own = intent.noun.join("_");
    let whole = whole.iter().map(|word| singular(word)).collect::<Vec<_>>().join("_");
    let last = whole.rsplit('_').next().unwrap_or(&whole);
    let ids = [&*own, &*whole, last].map(|noun| format!("{noun}_id"));
    let noun = if own.is_empty() { &whole } else { &own };
    let mut names = ids.into_iter().chain(["id".to_owned()]).chain(key_names(noun));
    names.find_map(|name| {
        let mut arguments = tool.parameters.properties.keys();
        arguments.find(|argument| field_name(argument).as_ref() == Some(&name)).cloned()
    })
}

/// Whether a part that does this may have use for an argument that calls need not give.
fn may_take(act: Act, argument: &str, schema: &Schema, is_key: bool) -> bool {
    let name = field_name(argument).unwrap_or_default();
    let pages = matches!(
        read_role(&name, schema, &|_| None, false),
        Role::Limit
            | Role::Cursor
            | Role::Offset
            | Role::Page
            | Role::Words
            | Role::OrderBy
            | Role::Direction
    );
    match act {
        Act::Create => !(pages || is_key && name.ends_with("id")),
        Act::Update | Act::Upsert | Act::Append | Act::Detach => !pages,
        Act::List | Act::Search | Act::Count => !is_key,
        _ => false,
    }
}
