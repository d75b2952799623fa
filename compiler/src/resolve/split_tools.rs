//! Gives each part of a tool a tool of its own, so that nothing after sees the difference.
//!
//! In: a [`Spec`] and a [`ParsedModel`] whose functions may be parts. Out: a [`SplitSpec`], in
//! which every tool is answered by one function. A part takes what its tool takes, without what
//! only other parts have a use for.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToSnakeCase;
use serde_json::Value;
use syn::ext::IdentExt;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::model::{ParsedModel, PartModel, ToolModel, place};
use crate::spec::{Schema, Spec, Tool, Type};

use super::use_arguments::{Uses, use_arguments};
use super::{Part, Whole};

/// A spec in which each part of a tool is a tool of its own.
#[derive(Debug)]
pub struct SplitSpec {
    /// The tools; parts stand in the place of their tool, in the order of their functions.
    pub spec: Spec,
    /// The tools that parts answer.
    pub wholes: Vec<Whole>,
    /// Where each tool of `spec` comes from.
    pub origins: Vec<Origin>,
}

/// Where a tool comes from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The position in the spec as it was read.
    pub listed_index: usize,
    /// Which part it is.
    pub part: Option<Part>,
    /// What every call gives, and only other parts have a use for.
    pub others: Vec<String>,
}

/// A function that is a part, with what it says of that.
type PartFunction<'a> = (&'a ToolModel, &'a PartModel);

/// Splits the tools that parts answer.
///
/// # Errors
/// Parts that do not make up a tool.
pub fn split_tools(
    spec: Spec,
    model: &ParsedModel,
    own_types: &BTreeSet<String>,
) -> Result<SplitSpec, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let parts = group_parts(&spec, model, &mut diagnostics);
    let tools = spec.tools;
    let spec = Spec { tools: Vec::with_capacity(tools.len()), ..spec };
    let mut split = SplitSpec { spec, wholes: Vec::new(), origins: Vec::new() };
    for (listed_index, tool) in tools.into_iter().enumerate() {
        let Some(parts) = parts.get(&tool.name) else {
            split.push(tool, Origin { listed_index, part: None, others: Vec::new() });
            continue;
        };
        let at = Pointer::root().key("tools").index(listed_index);
        let Some(choice) = find_choice(&tool, parts, &at, &mut diagnostics) else { continue };
        check_values(&tool, &choice, parts, &at, &mut diagnostics);
        split.push_parts(model, own_types, tool, listed_index, choice, parts);
    }
    diagnostics.unless_errors(split).map(|(split, _)| split)
}

/// The parts of each tool that has some.
fn group_parts<'a>(
    spec: &Spec,
    model: &'a ParsedModel,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<String, Vec<PartFunction<'a>>> {
    let mut groups: BTreeMap<String, Vec<PartFunction<'a>>> = BTreeMap::new();
    let is_tool = |name: &str| spec.tools.iter().any(|tool| tool.name == name);
    for function in &model.tools {
        let Some(part) = &function.part else { continue };
        let whole = part.whole.to_string();
        let own = function.ident.unraw().to_string();
        if !is_tool(&whole) {
            diagnostics.push(
                Diagnostic::new(Code::PartOfNoTool, place(part.whole.span()))
                    .message(format!("the spec has no tool `{whole}`")),
            );
        } else if is_tool(&own) {
            diagnostics.push(
                Diagnostic::new(Code::PartNameTaken, place(function.ident.span()))
                    .message(format!("`{own}` is a part of `{whole}`, and a tool of the spec")),
            );
        } else {
            groups.entry(whole).or_default().push((function, part));
        }
    }
    for function in model.tools.iter().filter(|function| function.part.is_none()) {
        let name = function.ident.unraw().to_string();
        if let Some((part, _)) = groups.get(&name).and_then(|parts| parts.first()) {
            diagnostics.push(
                Diagnostic::new(Code::PartNameTaken, place(function.ident.span()))
                    .message(format!("`{name}` has parts, and a function of its own"))
                    .label(place(part.ident.span()), "the first part"),
            );
        }
    }
    groups
}

/// The argument that says which part a call is of.
struct Choice {
    name: String,
    values: Vec<String>,
    default: Option<String>,
}

fn find_choice(
    tool: &Tool,
    parts: &[PartFunction<'_>],
    at: &Pointer,
    diagnostics: &mut Diagnostics,
) -> Option<Choice> {
    let (_, first) = parts.first()?;
    let wanted = first.argument.to_string();
    let mut refuse = |code: Code, argument: &syn::Ident, message: String| {
        diagnostics.push(Diagnostic::new(code, place(argument.span())).message(message));
    };
    if let Some((_, part)) = parts.iter().find(|(_, part)| part.argument != wanted) {
        let message =
            format!("a part of `{}` goes by `{wanted}`, this by `{}`", tool.name, part.argument);
        refuse(Code::PartWithoutChoice, &part.argument, message);
        return None;
    }
    let properties = &tool.parameters.properties;
    let found = properties
        .get_key_value(&wanted)
        .or_else(|| properties.iter().find(|(name, _)| name.to_snake_case() == wanted));
    let Some((name, schema)) = found else {
        let message = format!("`{}` has no argument `{wanted}`", tool.name);
        refuse(Code::UnknownArgument, &first.argument, message);
        return None;
    };
    let inner = schema.non_null().unwrap_or(schema);
    let texts = inner.values.iter().flatten().map(|value| value.as_str().map(str::to_owned));
    let values: Option<Vec<String>> = texts.collect();
    let values = values.filter(|values| !values.is_empty());
    let Some(values) = values.filter(|_| inner.kind.is_none_or(|kind| kind == Type::String)) else {
        diagnostics.push(
            Diagnostic::new(Code::PartWithoutChoice, place(first.argument.span()))
                .message(format!("`{name}` of `{}` is no list of texts", tool.name))
                .label(at.clone().key("parameters").key("properties").key(name), "the argument"),
        );
        return None;
    };
    let default = schema.default.as_ref().or(inner.default.as_ref()).and_then(Value::as_str);
    let default = default.filter(|default| values.iter().any(|value| value == default));
    let may_be_null = schema.non_null().is_some();
    if default.is_none() && (may_be_null || !tool.parameters.requires(name)) {
        let message = format!("a call of `{}` may leave `{name}` out", tool.name);
        refuse(Code::PartWithoutChoice, &first.argument, message);
        return None;
    }
    Some(Choice { name: name.clone(), values, default: default.map(str::to_owned) })
}

/// Every value means exactly one part.
fn check_values(
    tool: &Tool,
    choice: &Choice,
    parts: &[PartFunction<'_>],
    at: &Pointer,
    diagnostics: &mut Diagnostics,
) {
    let (name, known) = (&choice.name, choice.values.join("`, `"));
    let mut handled = BTreeMap::new();
    for literal in parts.iter().flat_map(|(_, part)| &part.values) {
        let value = literal.value();
        if !choice.values.contains(&value) {
            diagnostics.push(
                Diagnostic::new(Code::PartsDoNotFit, place(literal.span()))
                    .message(format!("`{name}` of `{}` is never `{value}`", tool.name))
                    .help(format!("its values: `{known}`")),
            );
        } else if let Some(first) = handled.insert(value.clone(), literal.span()) {
            diagnostics.push(
                Diagnostic::new(Code::PartsDoNotFit, place(literal.span()))
                    .message(format!("two parts of `{}` are for `{value}`", tool.name))
                    .label(place(first), "the first"),
            );
        }
    }
    let missing = choice.values.iter().filter(|value| !handled.contains_key(*value));
    let missing: Vec<String> = missing.map(|value| format!("`{value}`")).collect();
    if let (false, Some((_, part))) = (missing.is_empty(), parts.first()) {
        let message = format!("`{}` has no part for {}", tool.name, missing.join(", "));
        diagnostics.push(
            Diagnostic::new(Code::PartsDoNotFit, place(part.whole.span()))
                .message(message)
                .label(at.clone().key("parameters").key("properties").key(name), "the argument"),
        );
    }
}

impl SplitSpec {
    fn push(&mut self, tool: Tool, origin: Origin) {
        self.spec.tools.push(tool);
        self.origins.push(origin);
    }

    fn push_parts(
        &mut self,
        model: &ParsedModel,
        own_types: &BTreeSet<String>,
        whole: Tool,
        listed_index: usize,
        choice: Choice,
        parts: &[PartFunction<'_>],
    ) {
        let mut tools = Vec::new();
        for (function, part) in parts {
            let values: Vec<String> = part.values.iter().map(syn::LitStr::value).collect();
            let tool = narrow(&whole, &function.ident.unraw().to_string(), &choice, &values);
            let uses = use_arguments(model, own_types, &tool, function);
            tools.push((tool, values, uses));
        }
        let names: Vec<String> = whole.parameters.properties.keys().cloned().collect();
        for (argument, name) in names.iter().enumerate() {
            if tools.iter().any(|(_, _, uses)| uses.used[argument]) {
                let unused = tools.iter_mut().filter(|(_, _, uses)| !uses.used[argument]);
                unused.for_each(|(tool, _, uses)| leave(&whole, tool, uses, name));
                continue;
            }
            // What no part uses stays with one of them, whose author is told so.
            let told = parts.iter().position(|(function, _)| function.body.is_none());
            for (index, (tool, _, uses)) in tools.iter_mut().enumerate() {
                if told != Some(index) {
                    leave(&whole, tool, uses, name);
                }
            }
        }
        let index = self.wholes.len();
        for (mut tool, values, uses) in tools {
            require(&mut tool.parameters, &names, &uses);
            let part = Some(Part { whole: index, values });
            self.push(tool, Origin { listed_index, part, others: uses.others });
        }
        let Choice { name, default, .. } = choice;
        self.wholes.push(Whole { tool: whole, argument: name, default });
    }
}

/// The tool of a part, with all arguments still: the one that chooses has the part's values alone.
fn narrow(whole: &Tool, name: &str, choice: &Choice, values: &[String]) -> Tool {
    let mut tool = Tool { name: name.to_owned(), ..whole.clone() };
    let parameters = &mut tool.parameters;
    // The whole has refused what it does not know.
    parameters.additional_properties = None;
    let default = choice.default.clone().filter(|default| values.contains(default));
    if default.is_none() && !parameters.requires(&choice.name) {
        parameters.required.push(choice.name.clone());
    }
    if let Some(schema) = parameters.properties.get_mut(&choice.name) {
        let inner = schema.non_null().unwrap_or(schema).clone();
        let description = schema.description.take().or(inner.description.clone());
        *schema = Schema {
            description,
            values: Some(values.iter().cloned().map(Value::from).collect()),
            default: default.map(Value::from),
            ..inner
        };
    }
    tool
}

/// Takes an argument out of a part that has no use for it; what every call gives stays.
fn leave(whole: &Tool, part: &mut Tool, uses: &mut Uses, name: &str) {
    if whole.parameters.requires(name) {
        uses.others.push(name.to_owned());
    } else {
        part.parameters.properties.shift_remove(name);
    }
}

/// Makes the arguments required that the part cannot do without.
fn require(parameters: &mut Schema, names: &[String], uses: &Uses) {
    for (name, _) in names.iter().zip(&uses.needed).filter(|(_, is_needed)| **is_needed) {
        let Some(schema) = parameters.properties.get_mut(name) else { continue };
        if let Some(inner) = schema.non_null() {
            let description = schema.description.clone().or(inner.description.clone());
            *schema = Schema { description, ..inner.clone() };
        }
        if !parameters.requires(name) {
            parameters.required.push(name.clone());
        }
    }
    let position = |name: &String| names.iter().position(|other| other == name);
    parameters.required.sort_by_key(position);
}
