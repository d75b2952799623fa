//! The steps of normalizing, in order, and how to look at what each one gives.

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::read::{Json, RawList, RawSchema, RawTool};
use crate::spec::{self, Hints, SPEC_VERSION, Schema, Source, Spec, Tool, Type};

use super::assign_names::assign_names;
use super::build_schema::build_schema;
use super::compose_descriptions::{compose_summary, compose_title, compose_tool_description};
use super::compose_parameters::compose_parameters;
use super::drop_hidden::drop_hidden;
use super::drop_parameters::{Frequencies, drop_parameters};
use super::lift_parameters::lift_parameters;
use super::open_envelope::{Marking, open_envelope};
use super::resolve_refs::resolve_refs;
use super::shape_root::shape_root;
use super::{Envelopes, Options};

/// A point in the pipeline that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The list as read.
    Read,
    /// References written out, hidden parameters gone; still JSON.
    ResolveRefs,
    /// Schemas in the subset.
    BuildSchema,
    /// Parameters as the tool will have them.
    ShapeRoot,
}

/// A tool whose schemas are in the subset.
#[derive(Clone, Debug)]
struct BuiltTool {
    raw: RawTool,
    parameters: Schema,
    marking: Marking,
    returns: Option<Schema>,
}

/// A tool as the server takes calls of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WireTool {
    /// Its name, as the server spells it.
    pub name: String,
    /// What the server says about it.
    pub description: String,
    /// How it behaves, where the server says so.
    pub hints: Hints,
    /// What it takes: always an object.
    pub parameters: Schema,
}

/// The tools of a list with their schemas in the subset, but nothing renamed, dropped or opened: what
/// is sent to the server itself has to have the server's own form. Descriptions are the server's,
/// and for reading only.
pub fn wire_tools(list: RawList) -> Vec<WireTool> {
    let mut rest = Diagnostics::new();
    let tools = list.tools.into_iter().map(|tool| {
        let BuiltTool { raw, parameters, .. } = build_tool(tool, &mut rest);
        let mut parameters = shape_root(parameters, &raw.at, &mut rest);
        let declared = raw.input.as_ref().and_then(|input| input.json.get("properties"));
        for (name, property) in &mut parameters.properties {
            let own = declared.and_then(|all| all.get(name)).and_then(|one| one.get("description"));
            property.description = own.and_then(Json::as_str).map(str::to_owned);
        }
        let RawTool { name, description, hints, .. } = raw;
        WireTool { name, description, hints, parameters }
    });
    tools.collect()
}

/// Normalizes a list. Errors are those that leave no spec; everything else comes with it.
pub fn normalize(list: RawList, options: &Options) -> Result<(Spec, Diagnostics), Diagnostics> {
    let mut diagnostics = check_options(options);
    let RawList { kind, server, tools, sha256 } = list;
    let built: Vec<BuiltTool> =
        tools.into_iter().map(|tool| build_tool(tool, &mut diagnostics)).collect();
    let shaped = shape_tools(built, options, &mut diagnostics);

    let wire_names: Vec<(&Pointer, &str)> =
        shaped.iter().map(|tool| (&tool.raw.at, tool.raw.name.as_str())).collect();
    let server_name = server.name.clone().unwrap_or_else(|| options.service.clone());
    let names = assign_names(&wire_names, &options.service, &server_name, &mut diagnostics);

    let tools: Vec<Tool> = shaped
        .into_iter()
        .zip(names)
        .map(|(tool, name)| {
            let parameters = compose_parameters(tool.parameters);
            let said = tool.raw.description.as_str();
            let description =
                compose_tool_description(&name, said, &parameters, tool.returns.as_ref());
            Tool {
                name,
                wire_name: tool.raw.name,
                description,
                parameters,
                returns: tool.returns.map(compose_parameters),
                hints: tool.raw.hints,
            }
        })
        .collect();

    let title = options
        .title
        .clone()
        .unwrap_or_else(|| compose_title(&options.service, server.title.as_deref()));
    let spec = Spec {
        spec_version: SPEC_VERSION,
        service: options.service.clone(),
        domain: options.domain.clone(),
        summary: compose_summary(&title, &tools),
        title,
        source: Source { kind, name: server_name, revision: server.revision, sha256 },
        tools,
    };
    diagnostics.without_repetitions().unless_errors(spec)
}

/// What the pipeline holds after a pass, for people.
pub fn dump(list: RawList, options: &Options, pass: Pass) -> String {
    let mut rest = Diagnostics::new();
    match pass {
        Pass::Read => format!("{list:#?}\n"),
        Pass::ResolveRefs => {
            let resolved: Vec<_> =
                list.tools.into_iter().map(|tool| resolve_input(&tool, &mut rest)).collect();
            format!("{resolved:#?}\n")
        }
        Pass::BuildSchema => {
            let built: Vec<_> =
                list.tools.into_iter().map(|tool| build_tool(tool, &mut rest)).collect();
            describe(&built)
        }
        Pass::ShapeRoot => {
            let built: Vec<_> =
                list.tools.into_iter().map(|tool| build_tool(tool, &mut rest)).collect();
            describe(&shape_tools(built, options, &mut rest))
        }
    }
}

fn describe(tools: &[BuiltTool]) -> String {
    let schemas = tools.iter().map(|tool| {
        let schema = serde_json::to_string_pretty(&tool.parameters)
            .expect("a schema has string keys and finite numbers only");
        format!("// {}\n{schema}\n", tool.raw.name)
    });
    schemas.collect()
}

fn check_options(options: &Options) -> Diagnostics {
    [("service", &options.service), ("domain", &options.domain)]
        .into_iter()
        .filter(|(_, name)| !spec::is_name(name) || super::words::is_keyword(name))
        .map(|(what, name)| {
            Diagnostic::new(Code::InvalidServiceName, Pointer::root())
                .message(format!("`{name}` cannot be a {what} name"))
        })
        .collect()
}

fn resolve_input(tool: &RawTool, diagnostics: &mut Diagnostics) -> Option<RawSchema> {
    let input = tool.input.as_ref()?;
    let json = drop_hidden(resolve_refs(input, diagnostics), diagnostics);
    Some(RawSchema { at: input.at.clone(), json })
}

fn build_tool(tool: RawTool, diagnostics: &mut Diagnostics) -> BuiltTool {
    let is_marked = tool.input.as_ref().is_some_and(|input| input.json.get("visible").is_some());
    let marking = if is_marked { Marking::Request } else { Marking::Unmarked };
    let mut parameters = match resolve_input(&tool, diagnostics) {
        Some(input) => build_schema(&input, diagnostics),
        None => {
            diagnostics.push(
                Diagnostic::new(Code::MissingInputSchema, &tool.at)
                    .message(format!("the tool `{}` has no input schema", tool.name)),
            );
            Schema::of(Type::Object)
        }
    };
    lift_parameters(&tool, &mut parameters, diagnostics);
    let returns = tool.output.as_ref().and_then(|output| build_returns(output, diagnostics));
    BuiltTool { raw: tool, parameters, marking, returns }
}

/// An output schema that says nothing is none.
fn build_returns(output: &RawSchema, diagnostics: &mut Diagnostics) -> Option<Schema> {
    let resolved = RawSchema { at: output.at.clone(), json: resolve_refs(output, diagnostics) };
    if matches!(resolved.json, Json::Object(ref object) if object.members.is_empty()) {
        return None;
    }
    let schema = unwrap_result(build_schema(&resolved, diagnostics));
    (!schema.accepts_anything()).then_some(schema)
}

/// Some servers may answer with an object only, and wrap what is none as `{"result": ..}`. A text in
/// it may be anything, JSON too, so it says nothing.
fn unwrap_result(mut schema: Schema) -> Schema {
    let is_wrapped = schema.properties.len() == 1 && schema.properties.contains_key("result");
    match is_wrapped.then(|| schema.properties.shift_remove("result")).flatten() {
        Some(result) if result.kind == Some(Type::String) => Schema::default(),
        Some(result) => result,
        None => schema,
    }
}

fn shape_tools(
    tools: Vec<BuiltTool>,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Vec<BuiltTool> {
    let shaped: Vec<BuiltTool> = tools
        .into_iter()
        .map(|mut tool| {
            let at = tool.raw.input.as_ref().map_or(&tool.raw.at, |input| &input.at);
            tool.parameters = shape_root(tool.parameters, at, diagnostics);
            if options.envelopes == Envelopes::Open {
                tool.parameters = open_envelope(tool.parameters, tool.marking, at, diagnostics);
            }
            tool
        })
        .collect();
    let frequencies = Frequencies::of(shaped.iter().map(|tool| &tool.parameters));
    shaped
        .into_iter()
        .map(|mut tool| {
            tool.parameters =
                drop_parameters(tool.parameters, &tool.raw, &frequencies, options, diagnostics);
            tool
        })
        .collect()
}
