//! Running a call: from a tool's name to its service, and from a meta-tool to what it stands for.

use std::sync::Arc;

use compoworld_core::{CallRecord, ErrorCode, Tool, ToolError, digest_text, nearest};
use serde_json::{Map, Value, json};

use crate::changes::RowChange;
use crate::environment::Environment;
use crate::event::{Answer, Call, Event, Recording};
use crate::tool_view::{MetaTool, SEPARATOR, describe};
use crate::world_model::Cause;

impl Environment {
    /// Calls a tool, `service__tool` or a meta-tool, with arguments as JSON text. Never panics on
    /// any input; a failed call changes nothing.
    pub fn call(&mut self, tool: &str, arguments: &str) -> String {
        self.call_recorded(tool, arguments).text
    }

    /// The same, and tells what came of the call.
    pub fn call_recorded(&mut self, tool: &str, arguments: &str) -> Answer {
        match MetaTool::of_name(tool) {
            None => self.call_service(tool, Arguments::Text(arguments)),
            Some(meta) => self.call_meta(meta, arguments),
        }
    }

    /// The same with arguments that are parsed already.
    pub fn call_value(&mut self, tool: &str, arguments: &Value) -> Answer {
        match MetaTool::of_name(tool) {
            None => self.call_service(tool, Arguments::Value(arguments)),
            Some(meta) => self.call_meta(meta, &arguments.to_string()),
        }
    }

    fn call_service(&mut self, name: &str, arguments: Arguments<'_>) -> Answer {
        let before = (self.recording == Recording::CallsAndChanges).then(|| self.fork());
        let answer = match self.find_tool(name) {
            Err(error) => failed(error),
            Ok((position, tool)) => self.run(position, tool, &arguments),
        };
        let changes = match before {
            Some(before) if answer.wrote => self.changes_since(&before),
            _ => Vec::new(),
        };
        self.record(name, || arguments.to_text(), &answer, changes);
        answer
    }

    fn run(&mut self, position: usize, tool: &'static Tool, arguments: &Arguments<'_>) -> Answer {
        let is_quarantined = self.is_quarantined(position, tool);
        if is_quarantined || tool.may_be_simulated() {
            let arguments = match arguments.to_value() {
                Ok(arguments) => arguments,
                Err(error) => return failed(error),
            };
            if is_left_to_model(tool, &arguments) {
                return self.simulate(position, tool, &arguments, Cause::Simulated);
            }
            if is_quarantined {
                return self.simulate(position, tool, &arguments, Cause::Quarantined);
            }
        }
        let member = self.member(position);
        // A read cannot change the state, so what is known of it stays known.
        let instance = if tool.is_read() { &mut member.instance } else { member.instance_mut() };
        let record = match arguments {
            Arguments::Text(text) => instance.call_tool(tool, text),
            Arguments::Value(value) => instance.call_tool_value(tool, value),
        };
        let CallRecord { text, error, wrote } = record;
        Answer { text, error, wrote, simulated: false }
    }

    fn call_meta(&mut self, meta: MetaTool, arguments: &str) -> Answer {
        let result = parse(arguments).and_then(|arguments| {
            let arguments = match arguments {
                Value::Object(arguments) => arguments,
                _ => return Err(ToolError::invalid_argument("the arguments must be an object")),
            };
            match meta {
                MetaTool::ListServices => Ok(self.list_services()),
                MetaTool::ListTools => self.list_tools(&arguments),
                MetaTool::DescribeTool => self.describe_tool(&arguments),
                MetaTool::CallTool => return self.call_inner(&arguments).map(Done::Called),
            }
            .map(Done::Told)
        });
        let answer = match result {
            // The call that it stands for is recorded in its place.
            Ok(Done::Called(answer)) => return answer,
            Ok(Done::Told(data)) => answered(Ok(data.to_string())),
            Err(error) => failed(error),
        };
        self.record(meta.name(), || arguments.to_owned(), &answer, Vec::new());
        answer
    }

    fn list_services(&self) -> Value {
        let services = self.members().map(|(alias, instance)| {
            let service = instance.service();
            json!({
                "service": alias,
                "title": service.title,
                "summary": service.summary,
                "tools": service.tools.len(),
            })
        });
        services.collect()
    }

    fn list_tools(&self, arguments: &Map<String, Value>) -> Result<Value, ToolError> {
        let alias = text_argument(arguments, "service")?;
        let Some(instance) = self.instance(alias) else {
            return Err(self.no_service(alias));
        };
        let tools = instance.service().tools.iter().map(|tool| {
            json!({
                "tool": format!("{alias}{SEPARATOR}{}", tool.name),
                "description": first_sentence(tool.description),
            })
        });
        Ok(tools.collect())
    }

    fn describe_tool(&self, arguments: &Map<String, Value>) -> Result<Value, ToolError> {
        let (position, tool) = self.find_tool(text_argument(arguments, "tool")?)?;
        let (alias, _) = self.members().nth(position).expect("a tool was found at the position");
        let description = describe(alias, tool);
        Ok(serde_json::to_value(description).expect("a description is plain JSON"))
    }

    fn call_inner(&mut self, arguments: &Map<String, Value>) -> Result<Answer, ToolError> {
        let tool = text_argument(arguments, "tool")?;
        if let Some(unknown) =
            arguments.keys().find(|name| !["tool", "arguments"].contains(&name.as_str()))
        {
            return Err(ToolError::invalid_argument(format!(
                "`call_tool` takes `tool` and `arguments`; put `{unknown}` inside `arguments`"
            )));
        }
        if MetaTool::of_name(tool).is_some() {
            return Err(ToolError::invalid_argument(format!(
                "call `{tool}` itself, not through this"
            )));
        }
        Ok(match arguments.get("arguments") {
            None | Some(Value::Null) => self.call_service(tool, Arguments::Text("")),
            // Many models write the inner arguments as JSON inside a string.
            Some(Value::String(text)) => self.call_service(tool, Arguments::Text(text)),
            Some(value) => self.call_service(tool, Arguments::Value(value)),
        })
    }

    /// The service and the tool that a full name names.
    pub(crate) fn find_tool(&self, name: &str) -> Result<(usize, &'static Tool), ToolError> {
        let Some((alias, short)) = name.split_once(SEPARATOR) else {
            return Err(self.no_tool(name));
        };
        let Some(position) = self.position(alias) else {
            return Err(self.no_service(alias));
        };
        let service = self.instance(alias).expect("the alias was just found").service();
        match service.tool(short) {
            Some(tool) => Ok((position, tool)),
            None => {
                let near = nearest(short, service.tools.iter().map(|tool| tool.name));
                let hint = near.map(|near| format!(", did you mean `{alias}{SEPARATOR}{near}`?"));
                Err(unknown(format!("`{alias}` has no tool `{short}`{}", hint.unwrap_or_default())))
            }
        }
    }

    fn no_service(&self, alias: &str) -> ToolError {
        let near = nearest(alias, self.members().map(|(alias, _)| alias));
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let names: Vec<_> = self.members().map(|(alias, _)| format!("`{alias}`")).collect();
                format!("there are {}", names.join(", "))
            }
        };
        unknown(format!("no service is called `{alias}`, {hint}"))
    }

    fn no_tool(&self, name: &str) -> ToolError {
        let owners = self.members().filter(|(_, instance)| instance.service().tool(name).is_some());
        let mut full = owners.map(|(alias, _)| format!("`{alias}{SEPARATOR}{name}`"));
        let hint = match full.next() {
            Some(first) => format!("did you mean {first}?"),
            None => "a tool's full name is `service__tool`".to_owned(),
        };
        unknown(format!("no tool is called `{name}`, {hint}"))
    }

    fn record(
        &mut self,
        tool: &str,
        arguments: impl FnOnce() -> String,
        answer: &Answer,
        changes: Vec<RowChange>,
    ) {
        if self.recording == Recording::Nothing {
            return;
        }
        let event = Event {
            call: Call::new(tool, arguments()),
            answer_digest: digest_text(&answer.text),
            error: answer.error,
            wrote: answer.wrote,
            simulated: answer.simulated,
            changes,
        };
        Arc::make_mut(&mut self.events).push(Arc::new(event));
    }
}

/// Whether the world model answers this call.
fn is_left_to_model(tool: &Tool, arguments: &Value) -> bool {
    let deed = tool.deed(arguments);
    deed.is_simulated() || deed.simulated_argument(arguments).is_some()
}

enum Arguments<'a> {
    Text(&'a str),
    Value(&'a Value),
}

impl Arguments<'_> {
    fn to_text(&self) -> String {
        match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Value(value) => value.to_string(),
        }
    }

    fn to_value(&self) -> Result<Value, ToolError> {
        match self {
            Self::Text(text) => parse(text),
            Self::Value(value) => Ok((*value).clone()),
        }
    }
}

enum Done {
    Told(Value),
    Called(Answer),
}

fn parse(text: &str) -> Result<Value, ToolError> {
    if text.trim().is_empty() {
        return Ok(json!({}));
    }
    serde_json::from_str(text).map_err(|error| {
        ToolError::invalid_argument(format!("the arguments are no valid JSON: {error}"))
    })
}

fn text_argument<'a>(arguments: &'a Map<String, Value>, name: &str) -> Result<&'a str, ToolError> {
    arguments.get(name).and_then(Value::as_str).ok_or_else(|| {
        ToolError::invalid_argument(format!("`{name}` is required, and must be a string"))
    })
}

fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or(text);
    line.find(". ").map_or(line, |end| &line[..=end])
}

fn unknown(message: String) -> ToolError {
    ToolError::new(ErrorCode::UnknownTool, message)
}

fn answered(result: Result<String, ToolError>) -> Answer {
    let CallRecord { text, error, wrote } = CallRecord::of(result, false);
    Answer { text, error, wrote, simulated: false }
}

pub(crate) fn failed(error: ToolError) -> Answer {
    answered(Err(error))
}
