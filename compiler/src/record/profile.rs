//! What is known of a tool before it is called: what it does, to what, and what it takes.

use crate::draft::{Act, read_intent, singular};
use crate::normalize::WireTool;
use crate::normalize::words::split_words;
use crate::spec::{Hints, Schema, Type};

use super::read_docs::read_docs;

/// A tool as the explorer sees it.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// The name, as the server spells it.
    pub(super) name: String,
    /// What it takes.
    pub(super) parameters: Schema,
    /// When in a round it is called.
    pub(super) stage: Stage,
    /// What it may be pointed at.
    pub(super) reach: Reach,
    /// Whether it may remove or overwrite things.
    pub(super) is_destructive: bool,
    /// The words of what it works on, in the singular; none when the name does not tell.
    pub(super) noun: Vec<String>,
}

/// When in a round a tool is called: things are made before they are read, changed and removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Makes things.
    Create,
    /// Only reads.
    Read,
    /// Changes things, or does what the name does not tell.
    Update,
    /// Removes things.
    Delete,
}

/// What a tool may be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only at what the recording made itself.
    Own,
    /// At anything that an answer names.
    Anything,
}

impl Profile {
    /// Reads the tool's hints and name. `widest` is what tools that write may be pointed at.
    pub(super) fn of(tool: WireTool, widest: Reach) -> Self {
        let WireTool { name, description, hints, parameters } = tool;
        let parameters = read_docs(parameters, &description);
        let intent = read_intent(&split_words(&name));
        let is_read = reads(hints, intent.act);
        let stage = match intent.act {
            _ if is_read => Stage::Read,
            Act::Create | Act::Upsert => Stage::Create,
            Act::Delete => Stage::Delete,
            _ => Stage::Update,
        };
        let is_destructive = !is_read
            && hints.destructive.unwrap_or(intent.act == Act::Delete || is_wipe(&intent.verb));
        // What only adds harms nothing that was there before.
        let only_adds = match hints.destructive {
            Some(destructive) => !destructive,
            None => intent.act == Act::Create,
        };
        let reach = if is_read || only_adds { Reach::Anything } else { widest };
        let noun = intent.noun.iter().map(|word| singular(word)).collect();
        Self { name, parameters, stage, reach, is_destructive, noun }
    }

    /// Whether a call may do harm when it names nothing: `clear_all` would take everything along.
    pub(super) fn needs_target(&self) -> bool {
        self.is_destructive && self.reach == Reach::Own
    }

    /// Whether nothing has to be given.
    pub(super) fn needs_nothing(&self) -> bool {
        self.parameters.required.is_empty()
    }

    /// Whether anything that it takes could name a thing: a text, a number or a list.
    pub(super) fn can_name_a_target(&self) -> bool {
        self.parameters.properties.values().any(names_something)
    }
}

fn names_something(schema: &Schema) -> bool {
    if schema.values.is_some() || schema.constant.is_some() {
        return false;
    }
    match schema.kind {
        Some(Type::Boolean | Type::Null) => false,
        Some(_) => true,
        None => {
            let mut branches =
                schema.any_of.iter().chain(&schema.one_of).chain(&schema.all_of).peekable();
            branches.peek().is_none() || branches.any(names_something)
        }
    }
}

/// Whether a tool leaves everything as it is: what its hints say, else what its name does.
fn reads(hints: Hints, act: Act) -> bool {
    hints.read_only.unwrap_or_else(|| hints.destructive.is_none() && act.is_read())
}

fn is_wipe(verb: &str) -> bool {
    matches!(verb, "clear" | "empty" | "flush" | "prune" | "clean" | "cleanup" | "reset" | "kill")
}

/// Whether the server itself says that the tool changes nothing.
pub(super) fn is_marked_read_only(tool: &WireTool) -> bool {
    tool.hints.read_only == Some(true)
}

#[cfg(test)]
mod tests {
    use super::{Profile, Reach, Stage};
    use crate::normalize::WireTool;
    use crate::spec::{Hints, Schema, Type};

    fn profile(name: &str, read_only: Option<bool>, destructive: Option<bool>) -> Profile {
        let hints = Hints { read_only, destructive, ..Hints::default() };
        let parameters = Schema::of(Type::Object);
        let (name, description) = (name.to_owned(), String::new());
        Profile::of(WireTool { name, description, hints, parameters }, Reach::Own)
    }

    #[test]
    fn names_tell_stages_where_hints_do_not() {
        for (name, stage) in [
            ("create_task", Stage::Create),
            ("listTasks", Stage::Read),
            ("task_get", Stage::Read),
            ("update-task", Stage::Update),
            ("complete_task", Stage::Update),
            ("delete_tasks", Stage::Delete),
            ("frobnicate", Stage::Update),
        ] {
            assert_eq!(profile(name, None, None).stage, stage, "{name}");
        }
        assert_eq!(profile("update_task", Some(true), None).stage, Stage::Read);
        assert_eq!(profile("get_next_task", Some(false), None).stage, Stage::Update);
        assert_eq!(profile("listTasks", None, None).noun, ["task"]);
    }

    #[test]
    fn only_what_reads_or_adds_reaches_beyond_what_the_recording_made() {
        for (name, read_only, destructive, reach) in [
            ("create_task", None, None, Reach::Anything),
            ("get_task", None, None, Reach::Anything),
            ("update_task", None, None, Reach::Own),
            ("update_task", None, Some(false), Reach::Anything),
            ("write_file", None, Some(true), Reach::Own),
            ("delete_task", Some(true), None, Reach::Anything),
        ] {
            assert_eq!(profile(name, read_only, destructive).reach, reach, "{name}");
        }
        assert!(profile("delete_task", None, None).needs_target());
        assert!(profile("clear_tasks", None, None).needs_target());
        assert!(!profile("update_task", None, None).needs_target());
    }
}
