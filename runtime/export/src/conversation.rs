//! A trajectory as something to learn from: what was said, with which tools, and how it went.

use std::collections::BTreeMap;
use std::sync::Arc;

use compoworld_world::rollout::{
    AttemptLimits, Message, PolicyError, ReferencePolicy, Role, Trajectory, attempt,
};
use compoworld_world::{
    Catalog, Environment, EnvironmentError, PrepareError, PreparedTask, Task, ToolDescription,
    ToolView, UnknownService,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::dataset::Arguments;

/// One attempt with the tools that it had.
#[derive(Debug, Clone)]
pub struct Conversation<'a> {
    /// The task.
    pub task: &'a Task,
    /// The attempt.
    pub trajectory: Trajectory,
}

/// Why trajectories cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ConversationError {
    /// A trajectory is of a task that is not there.
    #[error(
        "a trajectory is of the task `{0}`, which the task file does not have; give the file that \
         the rollout was made with"
    )]
    UnknownTask(String),
    /// A trajectory was judged by another form of the task.
    #[error(
        "a trajectory of `{0}` was judged by another form of that task; bring the verdicts up to \
         date with `compoworld regrade`"
    )]
    OtherTask(String),
    /// A task's reference cannot be followed.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// The reference policy failed.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A task needs a service that the catalog does not have.
    #[error(transparent)]
    Service(#[from] UnknownService),
    /// An environment cannot be made.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
}

/// The trajectories with their tasks, in order; without trajectories, the references of the tasks
/// are followed.
///
/// # Errors
/// When a trajectory is not of these tasks, or a reference cannot be followed.
pub fn conversations<'a>(
    catalog: &Catalog,
    tasks: &'a [Task],
    trajectories: Option<&[Trajectory]>,
) -> Result<Vec<Conversation<'a>>, ConversationError> {
    let Some(trajectories) = trajectories else {
        return tasks.iter().map(|task| follow_reference(catalog, task)).collect();
    };
    let by_id: BTreeMap<&str, (&Task, String)> =
        tasks.iter().map(|task| (task.id.as_str(), (task, task.digest()))).collect();
    let pair = |trajectory: &Trajectory| match by_id.get(trajectory.task.as_str()) {
        None => Err(ConversationError::UnknownTask(trajectory.task.clone())),
        Some((_, digest)) if *digest != trajectory.task_digest => {
            Err(ConversationError::OtherTask(trajectory.task.clone()))
        }
        Some((task, _)) => Ok(Conversation { task, trajectory: trajectory.clone() }),
    };
    trajectories.iter().map(pair).collect()
}

fn follow_reference<'a>(
    catalog: &Catalog,
    task: &'a Task,
) -> Result<Conversation<'a>, ConversationError> {
    let prepared = Arc::new(PreparedTask::new(catalog, Arc::new(task.clone()))?);
    let limits = AttemptLimits::default();
    let trajectory = attempt(&ReferencePolicy, &prepared, 0, 0, ToolView::Flat, limits)?;
    Ok(Conversation { task, trajectory })
}

impl Conversation<'_> {
    /// What the system says first.
    pub(crate) fn system(&self) -> &str {
        let messages = &self.trajectory.messages;
        let system = messages.iter().find(|message| message.role == Role::System);
        system.map_or("", |message| &message.content)
    }

    /// The messages up to the last that the agent said: nothing is learned from what follows.
    pub(crate) fn messages_to_learn_from(&self) -> &[Message] {
        let messages = &self.trajectory.messages;
        let last = messages.iter().rposition(|message| message.role == Role::Assistant);
        &messages[..last.map_or(0, |last| last + 1)]
    }

    /// The tools in the form of function calling, as JSON text: their schemas differ too much to
    /// be columns.
    pub(crate) fn tools(&self, catalog: &Catalog) -> Result<String, ConversationError> {
        let tools = tools_of(catalog, self.task, self.trajectory.view)?;
        Ok(text_of(tools.iter().map(ToolDescription::as_function)))
    }

    /// The same without the envelope around each function.
    pub(crate) fn functions(&self, catalog: &Catalog) -> Result<String, ConversationError> {
        let tools = tools_of(catalog, self.task, self.trajectory.view)?;
        Ok(text_of(tools.iter().map(|tool| tool.as_function().function)))
    }
}

/// The tools that an attempt at a task has.
pub(crate) fn tools_of(
    catalog: &Catalog,
    task: &Task,
    view: ToolView,
) -> Result<Vec<ToolDescription>, ConversationError> {
    // What the services hold makes no difference to their tools, and takes long to load.
    let mut environment = Environment::new(catalog, task.seed, task.epoch);
    for member in task.services.iter().chain(&task.distractors) {
        environment.add(&member.alias, catalog.require(&member.service)?)?;
    }
    Ok(environment.tools(view))
}

/// A list as JSON text, with the members of each item in their order.
fn text_of(items: impl Iterator<Item = impl Serialize>) -> String {
    let items: Vec<_> = items.collect();
    serde_json::to_string(&items).expect("tools are plain JSON")
}

/// A conversation in the form of chat endpoints.
pub(crate) fn chat_messages(messages: &[Message], arguments: Arguments) -> Value {
    Value::from_iter(messages.iter().map(|message| chat_message(message, arguments)))
}

fn chat_message(message: &Message, arguments: Arguments) -> Value {
    let mut row = json!({"role": message.role, "content": message.content});
    if !message.tool_calls.is_empty() {
        let calls = message.tool_calls.iter().map(|call| {
            let arguments = match arguments {
                Arguments::Text => Value::String(whole_arguments(&call.arguments)),
                Arguments::Object => arguments_value(&call.arguments),
            };
            json!({
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": arguments},
            })
        });
        row["tool_calls"] = calls.collect();
    }
    if let Some(id) = &message.tool_call_id {
        row["tool_call_id"] = json!(id);
    }
    if let Some(name) = &message.name {
        row["name"] = json!(name);
    }
    row
}

/// Arguments as the text of an object. What a model wrote otherwise is kept as a member, since the
/// templates of models parse this text and refuse anything else.
fn whole_arguments(arguments: &str) -> String {
    match serde_json::from_str::<Value>(arguments) {
        Ok(Value::Object(_)) => arguments.to_owned(),
        _ if arguments.trim().is_empty() => "{}".to_owned(),
        _ => json!({"malformed": arguments}).to_string(),
    }
}

/// The same as a value.
pub(crate) fn arguments_value(arguments: &str) -> Value {
    serde_json::from_str(&whole_arguments(arguments)).unwrap_or_else(|_| json!({}))
}
