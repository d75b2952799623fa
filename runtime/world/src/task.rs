//! A task: what is asked, in which world, how it can be done, and how the result is judged.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_core::{Timestamp, canonical_json, digest_text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::judge::JudgedCriterion;

/// A task. Stored as one line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Its name, unique in its file.
    pub id: String,
    /// What the agent is asked to do.
    pub instruction: String,
    /// The services that the task needs.
    pub services: Vec<ServiceUse>,
    /// The services that are there too, and not needed.
    #[serde(default)]
    pub distractors: Vec<ServiceUse>,
    /// The state at the start of each service, by alias. One that is not named starts empty.
    pub initial_state: BTreeMap<String, Value>,
    /// The seed of every identifier that the services make.
    pub seed: u64,
    /// The instant at which the services' clocks start.
    #[serde(with = "crate::epoch")]
    pub epoch: Timestamp,
    /// How information flows through the services.
    pub graph: Graph,
    /// One way to do it.
    pub reference: Reference,
    /// The digest of the environment after the reference: [`crate::Environment::digest`].
    pub goal_digest: String,
    /// How a result is judged.
    pub rubric: Vec<Criterion>,
    /// What a language model may judge besides. It decides no success and no reward.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<JudgedCriterion>,
    /// How hard it is meant to be.
    pub difficulty: Difficulty,
    /// What made the task.
    pub generator: String,
    /// The language model that wrote it or its instruction, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<TaskAuthor>,
    /// The version of the catalog that it was made with.
    pub catalog_version: String,
}

impl Task {
    /// A digest of the whole task: two tasks with one digest are one task.
    #[must_use]
    pub fn digest(&self) -> String {
        const DIGITS: usize = 16;
        let value = serde_json::to_value(self).expect("a task is plain JSON");
        let mut digest = digest_text(&canonical_json(&value));
        digest.truncate(DIGITS);
        digest
    }

    /// The share of the criteria that a language model judges.
    #[must_use]
    pub fn judged_share(&self) -> f64 {
        let n_criteria = self.rubric.len() + self.judged.len();
        self.judged.len() as f64 / n_criteria.max(1) as f64
    }
}

/// The language model behind a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskAuthor {
    /// The model's name at its endpoint.
    pub model: String,
    /// Where what it said is kept: a file, seen from the task file, and the conversation's name in
    /// it after a `#`.
    pub transcript: String,
}

/// A service in a task's environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceUse {
    /// Its name in the environment.
    pub alias: String,
    /// Its name in the catalog.
    pub service: String,
}

/// The walk through the services, and what each step takes from earlier ones.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Graph {
    /// The services' aliases in the order in which they are visited.
    pub walk: Vec<String>,
    /// The values that flow.
    pub edges: Vec<Edge>,
}

/// A value that one reference call yields and a later one needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// The position of the reference call that yields the value.
    pub from_step: usize,
    /// The position of the reference call that needs it.
    pub to_step: usize,
    /// JSON pointer to the value in the first call's data.
    pub value_path: String,
    /// JSON pointer to where it goes in the second call's arguments.
    pub argument_path: String,
    /// The value, when everything goes as the reference does.
    pub value: Value,
}

/// One way to do a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The calls, in order.
    pub calls: Vec<ReferenceCall>,
    /// The final answer; `null` when none is asked for.
    #[serde(default)]
    pub answer: Value,
    /// Where the parts of the answer come from, by JSON pointer.
    #[serde(default)]
    pub answer_provenance: BTreeMap<String, Provenance>,
}

impl Reference {
    /// The steps that some later step, or the answer, takes a value from.
    #[must_use]
    pub fn sources(&self) -> BTreeSet<usize> {
        let arguments = self.calls.iter().flat_map(|call| call.provenance.values());
        let parts = arguments.chain(self.answer_provenance.values());
        parts.flat_map(Provenance::steps).collect()
    }
}

/// A call of the reference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReferenceCall {
    /// The tool's full name: `service__tool`.
    pub tool: String,
    /// The arguments.
    pub arguments: Value,
    /// Where the arguments come from, by JSON pointer into them. Parts that are not named are
    /// [`Provenance::Chosen`].
    #[serde(default)]
    pub provenance: BTreeMap<String, Provenance>,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Provenance {
    /// The instruction says it.
    Instruction,
    /// It follows from the tool's description: a word of an enumeration, a page size.
    Chosen,
    /// An earlier call yields it.
    Output {
        /// The position of that call.
        step: usize,
        /// JSON pointer into the call's data.
        pointer: String,
    },
    /// It is computed from what earlier calls yield.
    Computed {
        /// How, in a word: `sum`, `greatest`.
        how: String,
        /// The parts.
        parts: Vec<OutputPart>,
    },
}

/// A part of what a call yields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OutputPart {
    /// The position of the call.
    pub step: usize,
    /// JSON pointer into the call's data.
    pub pointer: String,
}

impl Provenance {
    /// How a value is computed that stands in the row which an earlier value tells from the others of
    /// a list: its own part comes first.
    pub const LOOKUP: &str = "lookup";
    /// How a number is computed that is said in a text.
    pub const TEXT: &str = "text";

    /// The one part of a call's data that holds the value, if there is one.
    #[must_use]
    pub fn value_part(&self) -> Option<OutputPart> {
        match self {
            Self::Output { step, pointer } => {
                Some(OutputPart { step: *step, pointer: pointer.clone() })
            }
            Self::Computed { how, parts } if how == Self::LOOKUP => parts.first().cloned(),
            _ => None,
        }
    }

    /// The positions of the calls that the value needs.
    #[must_use]
    pub fn steps(&self) -> Vec<usize> {
        match self {
            Self::Instruction | Self::Chosen => Vec::new(),
            Self::Output { step, .. } => vec![*step],
            Self::Computed { parts, .. } => parts.iter().map(|part| part.step).collect(),
        }
    }
}

/// One thing that must be so in the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Criterion {
    /// Its name, unique in its task.
    pub id: String,
    /// What it demands, for people.
    pub text: String,
    /// How it is checked.
    pub check: Check,
    /// What it is for.
    pub kind: CriterionKind,
}

/// What a criterion is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CriterionKind {
    /// Something must be achieved: false at the start.
    Goal,
    /// Something must be left alone: true at the start.
    Guard,
}

impl CriterionKind {
    /// The kind as it is written in files and reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Guard => "guard",
        }
    }
}

/// How a criterion is checked, always on the final state, never on the path to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// A CEL expression over `state` and `initial` (`state.<service>.<table>[<key>].<field>`, a
    /// row that is alone as `state.<service>.<table>.<field>`), `answer` (any JSON), and
    /// `outputs` (the data of each call that went well, in order). Beside the standard library
    /// there is `says(answer, value)`: whether an answer in free words holds a text or a number.
    /// An expression that fails counts as false.
    Cel(String),
    /// Nothing changed but what these paths allow:
    /// `service.table.key.field`, one field of one row; `service.table.key`, all of one row,
    /// which may also come or go; `service.table.+`, one new row, once for each time that it is
    /// listed; `service.table.*`, the whole table. For a row that is alone in its table the key
    /// is left out. The server-made times of creation and change of a row may change along with
    /// any of its fields.
    OnlyChanged(Vec<String>),
}

/// How hard a task is meant to be.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Difficulty {
    /// How many services are needed: K.
    pub k: usize,
    /// How many steps the walk has: L.
    pub l: usize,
    /// How many services are there and not needed.
    #[serde(default)]
    pub n_distractors: usize,
    /// What else makes it hard: `condition`, `arg_max`, `sum`, `loop`, `prohibition`.
    #[serde(default)]
    pub variations: Vec<String>,
}
