//! A plan in the making: the calls so far, what they showed, and what the instruction has to say.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_core::{Change, Operation, RecordInfo};
use serde_json::Value;

use super::world::{Member, Secret};
use crate::task::{Edge, OutputPart, Provenance, ReferenceCall};

/// A plan in the making.
#[derive(Default)]
pub struct Draft {
    /// The calls.
    pub calls: Vec<ReferenceCall>,
    /// The member that each call went to.
    pub call_members: Vec<usize>,
    /// The rows that the calls showed or made.
    pub seen: Vec<SeenRow>,
    /// Which of them each visit is about: the visit, and the position among the rows seen.
    pub focus: Vec<(usize, usize)>,
    /// What the instruction has to say, in order.
    pub clauses: Vec<Clause>,
    /// What the writes did.
    pub effects: Vec<Effect>,
    /// What makes the task hard.
    pub variations: Vec<&'static str>,
    /// The final answer and where it comes from.
    pub answer: Option<(Value, Provenance)>,
    /// The clause, by position, whose like must not be done to anything else.
    pub prohibition: Option<usize>,
}

/// A row that a call showed or made.
#[derive(Debug, Clone)]
pub struct SeenRow {
    /// The service.
    pub member: usize,
    /// The table's position among the service's abilities.
    pub table: usize,
    /// The row's key.
    pub key: String,
    /// The call that showed it.
    pub call: usize,
    /// JSON pointer to it in the call's data.
    pub pointer: String,
    /// What the call showed of it.
    pub shown: Value,
    /// The values by which it was told from others.
    pub leads: Vec<Value>,
    /// Those of them that earlier calls yield and that the call itself does not take, because it
    /// lists more rows than this one.
    pub compared: Vec<(OutputPart, Value)>,
    /// The position of the effect that made it, when the task itself did.
    pub made: Option<usize>,
}

/// A value that flows: a field of a row that an earlier call showed.
#[derive(Debug, Clone)]
pub struct Flow {
    /// The row's position among those seen.
    pub seen: usize,
    /// The field's position in its entity.
    pub field: usize,
    /// The value.
    pub value: Value,
}

/// How a row is told from others.
#[derive(Debug, Clone)]
pub enum Condition {
    /// A field has a value that the instruction says.
    Given {
        /// The field's position.
        field: usize,
        /// The value.
        value: Value,
    },
    /// A field has a value that an earlier call showed.
    Linked {
        /// The field's position.
        field: usize,
        /// The value.
        flow: Flow,
    },
    /// A field refers to a row that an earlier call showed.
    Belongs {
        /// The reference's position.
        field: usize,
        /// The position among the rows seen.
        seen: usize,
    },
    /// A text is about something.
    About {
        /// The field's position.
        field: usize,
        /// What it is about, in words that stand in the text.
        topic: &'static str,
    },
    /// A field has the greatest or least value of all rows that pass the other conditions.
    Extreme {
        /// The field's position.
        field: usize,
        /// Which end.
        greatest: bool,
    },
}

/// The conditions that only one row passes.
pub type Selection = Vec<Condition>;

/// One thing that the instruction has to say.
#[derive(Debug, Clone)]
pub enum Clause {
    /// Find a row.
    Find {
        /// The visit.
        visit: usize,
        /// How it is told from others.
        selection: Selection,
        /// Its position among the rows seen.
        seen: usize,
    },
    /// Change a row, or make one.
    Act(ActClause),
    /// Count the rows that pass a condition.
    Count {
        /// The service.
        member: usize,
        /// The table's position among the service's abilities.
        table: usize,
        /// The condition.
        selection: Selection,
    },
    /// Add up a field of the rows that pass a condition.
    Sum {
        /// The service.
        member: usize,
        /// The table's position among the service's abilities.
        table: usize,
        /// The condition.
        selection: Selection,
        /// The position of the field that is added up.
        field: usize,
    },
    /// Do something if a row is as it is not: nothing is to be done.
    Unmet {
        /// The value that decides.
        flow: Flow,
        /// What is asked of it; it does not pass.
        test: Test,
        /// What would be done.
        act: ActClause,
    },
    /// Answer with a value.
    Ask(Flow),
}

/// A change that the instruction asks for.
#[derive(Debug, Clone)]
pub struct ActClause {
    /// The visit.
    pub visit: usize,
    /// The service.
    pub member: usize,
    /// The table's position among the service's abilities.
    pub table: usize,
    /// The act's position among the table's.
    pub act: usize,
    /// The row that is changed.
    pub target: Target,
    /// What is stored, in the order in which it is said.
    pub sets: Vec<SetClause>,
    /// The position of the row that it made, among the rows seen.
    pub made: Option<usize>,
}

/// The row that an act changes.
#[derive(Debug, Clone)]
pub enum Target {
    /// None: it makes one.
    New,
    /// One that an earlier call showed.
    Seen(usize),
    /// One whose key the instruction says.
    Named(Selection),
    /// All rows that pass the conditions: the same is done to each.
    All(Selection),
}

/// A value that an act stores.
#[derive(Debug, Clone)]
pub struct SetClause {
    /// The field's position.
    pub field: usize,
    /// The value.
    pub content: Content,
}

/// Where a stored value comes from.
#[derive(Debug, Clone)]
pub enum Content {
    /// The instruction says it.
    Given(Value),
    /// It is a word of a closed list, which the instruction says in its own way.
    Word(String),
    /// An earlier call showed it.
    Flow(Flow),
    /// It lies so many days after, or before, a day that an earlier call showed.
    Shifted(Flow, i64),
    /// It refers to a row that an earlier call showed.
    Row(usize),
    /// One of two words, by what an earlier call showed.
    Branch(Branch),
}

/// A choice between two words.
#[derive(Debug, Clone)]
pub struct Branch {
    /// The value that decides.
    pub flow: Flow,
    /// What is asked of it.
    pub test: Test,
    /// Whether it passes.
    pub holds: bool,
    /// The word if it passes.
    pub then: String,
    /// The word if it does not.
    pub otherwise: String,
}

/// A question about a value.
#[derive(Debug, Clone)]
pub enum Test {
    /// Is it greater than this number?
    Above(i64),
    /// Is it this word?
    Is(String),
}

/// What a write did.
pub struct Effect {
    /// The service.
    pub member: usize,
    /// The rows that changed.
    pub changes: Vec<Change>,
    /// The table's position in the state.
    pub table: usize,
    /// What the write was meant to store, by the fields' positions.
    pub wanted: BTreeMap<usize, Wanted>,
    /// The key of the row that was meant.
    pub key: String,
    /// What was done to it.
    pub operation: Operation,
    /// The position of the effect that made the row, when an earlier one did.
    pub made_by: Option<usize>,
}

/// What a field must hold in the end.
#[derive(Debug, Clone)]
pub enum Wanted {
    /// This value.
    Equal(Value),
    /// A text, or a list with a text, that holds this text.
    Mentions(String),
    /// A list with this item.
    Item(Value),
    /// The key of the row that an earlier effect made, whatever the service calls it.
    NewKey {
        /// The position of that effect.
        effect: usize,
        /// Whether a text that holds the key is enough.
        mention: bool,
    },
}

/// How far a draft is, to go back to.
pub struct Mark {
    calls: usize,
    seen: usize,
    focus: usize,
    clauses: usize,
    variations: usize,
}

impl Draft {
    /// How far the draft is.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark {
            calls: self.calls.len(),
            seen: self.seen.len(),
            focus: self.focus.len(),
            clauses: self.clauses.len(),
            variations: self.variations.len(),
        }
    }

    /// Takes back what was added since; writes cannot be taken back, and come last.
    pub fn back_to(&mut self, mark: &Mark) {
        self.calls.truncate(mark.calls);
        self.call_members.truncate(mark.calls);
        self.seen.truncate(mark.seen);
        self.focus.truncate(mark.focus);
        self.clauses.truncate(mark.clauses);
        self.variations.truncate(mark.variations);
    }

    /// The provenance of a field of a row that was seen.
    #[must_use]
    pub fn provenance(&self, seen: usize, field_name: &str) -> Provenance {
        let row = &self.seen[seen];
        let name = super::world::escape(field_name);
        let pointer = format!("{}/{name}", row.pointer);
        if row.compared.is_empty() {
            return Provenance::Output { step: row.call, pointer };
        }
        // Which of the listed rows is meant, only the earlier value tells.
        let own = OutputPart { step: row.call, pointer };
        let others = row.compared.iter().map(|(part, _)| part.clone());
        Provenance::Computed {
            how: Provenance::LOOKUP.to_owned(),
            parts: [own].into_iter().chain(others).collect(),
        }
    }

    /// The flows that the clauses use so far: the row seen and the field.
    #[must_use]
    pub fn used_flows(&self) -> BTreeSet<(usize, usize)> {
        let mut used = BTreeSet::new();
        for clause in &self.clauses {
            match clause {
                Clause::Find { selection, .. }
                | Clause::Count { selection, .. }
                | Clause::Sum { selection, .. } => {
                    used.extend(selection.iter().filter_map(|condition| match condition {
                        Condition::Linked { flow, .. } => Some((flow.seen, flow.field)),
                        _ => None,
                    }));
                }
                Clause::Act(act) => {
                    if let Target::All(selection) = &act.target {
                        used.extend(selection.iter().filter_map(|condition| match condition {
                            Condition::Linked { flow, .. } => Some((flow.seen, flow.field)),
                            _ => None,
                        }));
                    }
                    used.extend(act.sets.iter().filter_map(|set| match &set.content {
                        Content::Flow(flow) | Content::Shifted(flow, _) => {
                            Some((flow.seen, flow.field))
                        }
                        _ => None,
                    }));
                }
                Clause::Unmet { .. } => {}
                Clause::Ask(flow) => {
                    used.insert((flow.seen, flow.field));
                }
            }
        }
        used
    }

    /// The values that have to be found out where the plan does, with what leads to each.
    #[must_use]
    pub fn secrets(&self, members: &[Member<'_>]) -> Vec<Secret> {
        let used = self.used_flows().into_iter().map(|(seen, field)| (&self.seen[seen], field));
        let found = used.filter(|(row, _)| row.made.is_none());
        let secret = |(row, field): (&SeenRow, usize)| {
            let table = &members[row.member].ability.tables[row.table];
            Secret::of(row.shown.get(table.fields[field].info.name)?, &row.leads)
        };
        found.filter_map(secret).collect()
    }

    /// The provenance of a key field of a row that was seen: the instruction, when it calls the
    /// row by this field.
    #[must_use]
    pub fn key_provenance(&self, seen: usize, row: &RecordInfo, name: &str) -> Provenance {
        let is_said = self.clauses.iter().any(|clause| match clause {
            Clause::Find { selection, seen: at, .. } if *at == seen => {
                selection.iter().any(|condition| match condition {
                    Condition::Given { field, .. } => row.position(name) == Some(*field),
                    _ => false,
                })
            }
            _ => false,
        });
        if is_said { Provenance::Instruction } else { self.provenance(seen, name) }
    }

    /// The values that flow between calls.
    #[must_use]
    pub fn edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (to_step, call) in self.calls.iter().enumerate() {
            for (argument_path, from) in &call.provenance {
                let parts = match from {
                    Provenance::Output { step, pointer } => vec![(*step, pointer.clone())],
                    Provenance::Computed { how, parts } => {
                        let n = if how == Provenance::LOOKUP { 1 } else { parts.len() };
                        parts.iter().take(n).map(|part| (part.step, part.pointer.clone())).collect()
                    }
                    Provenance::Instruction | Provenance::Chosen => Vec::new(),
                };
                for (from_step, value_path) in parts {
                    edges.push(Edge {
                        from_step,
                        to_step,
                        value_path,
                        argument_path: argument_path.clone(),
                        value: call.arguments.pointer(argument_path).cloned().unwrap_or_default(),
                    });
                }
            }
        }
        for row in &self.seen {
            edges.extend(row.compared.iter().map(|(part, value)| Edge {
                from_step: part.step,
                to_step: row.call,
                value_path: part.pointer.clone(),
                argument_path: String::new(),
                value: value.clone(),
            }));
        }
        edges
    }
}
