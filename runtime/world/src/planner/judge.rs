//! The rubric of a plan: a goal for each thing that a write was for, one for the answer, and the
//! guard that nothing else changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use compoworld_core::{ChangeKind, Operation, Shape, write_json_string};
use serde_json::Value;

use super::ability::is_list;
use super::plan::{Draft, Effect, Member, Wanted};
use crate::task::{Check, Criterion, CriterionKind};

/// The criteria of a plan.
#[must_use]
pub fn judge(draft: &Draft, members: &[Member<'_>]) -> Vec<Criterion> {
    let mut criteria = Vec::new();
    for (position, effect) in draft.effects.iter().enumerate() {
        let judged = Judged { draft, members, effect };
        match effect.operation {
            Operation::Create => criteria.push(judged.new_row(position)),
            Operation::Delete => criteria.push(judged.gone(position)),
            _ if effect.made_by.is_some() => criteria.push(judged.new_row(position)),
            _ => criteria.extend(judged.changed_fields(position)),
        }
    }
    if let Some((answer, _)) = &draft.answer {
        criteria.push(Criterion {
            id: "answer".to_owned(),
            text: format!("the answer says {answer}"),
            check: Check::Cel(format!("says(answer, {})", literal(answer))),
            kind: CriterionKind::Goal,
        });
    }
    criteria.push(Criterion {
        id: "nothing-else".to_owned(),
        text: "nothing else changed".to_owned(),
        check: Check::OnlyChanged(allowed_paths(draft, members)),
        kind: CriterionKind::Guard,
    });
    criteria
}

/// What the task's own writes change.
fn allowed_paths(draft: &Draft, members: &[Member<'_>]) -> Vec<String> {
    let mut new_rows = Vec::new();
    let mut made: BTreeSet<(usize, &str, &str)> = BTreeSet::new();
    let mut paths = BTreeSet::new();
    for effect in &draft.effects {
        let alias = &members[effect.member].alias;
        for change in &effect.changes {
            let place = (effect.member, change.table, change.key.as_str());
            let path = format!("{alias}.{}.{}", change.table, change.key);
            match &change.kind {
                ChangeKind::Added(_) => {
                    made.insert(place);
                    new_rows.push(format!("{alias}.{}.+", change.table));
                }
                ChangeKind::Removed(_) => drop(paths.insert(path)),
                ChangeKind::Changed(_) if made.contains(&place) => {}
                ChangeKind::Changed(fields) => {
                    paths.extend(fields.iter().map(|field| format!("{path}.{}", field.field)));
                }
            }
        }
    }
    new_rows.extend(paths);
    new_rows
}

/// One effect, on its way to criteria.
struct Judged<'a> {
    draft: &'a Draft,
    members: &'a [Member<'a>],
    effect: &'a Effect,
}

impl Judged<'_> {
    fn table_path(&self, effect: &Effect, root: &str) -> String {
        let member = &self.members[effect.member];
        let table = member.ability.service.state.tables[effect.table].name;
        format!("{root}{}{}", access(&member.alias), access(table))
    }

    fn table_name(&self) -> String {
        let member = &self.members[self.effect.member];
        let table = member.ability.service.state.tables[self.effect.table].name;
        format!("{}.{table}", member.alias)
    }

    fn goal(id: String, text: String, check: String) -> Criterion {
        Criterion { id, text, check: Check::Cel(check), kind: CriterionKind::Goal }
    }

    /// A row that was not there holds what was asked for.
    fn new_row(&self, position: usize) -> Criterion {
        let maker = self.effect.made_by.unwrap_or(position);
        let mut needed = BTreeSet::from([maker]);
        let mut tests = vec![self.is_new(maker)];
        let mut effects = vec![(maker, &self.draft.effects[maker])];
        if maker != position {
            effects.push((position, self.effect));
        }
        for (_, effect) in effects {
            tests.extend(self.tests(effect, &self.row_of(maker), &mut needed));
        }
        let others = needed.iter().copied().filter(|other| *other != maker).collect();
        let check = self.with_new_keys(Some(maker), others, tests);
        let text = format!("{} has a new row with what was asked for", self.table_name());
        Self::goal(format!("step-{position}-new"), text, check)
    }

    fn gone(&self, position: usize) -> Criterion {
        let table = self.table_path(self.effect, "state");
        let check = format!("!({} in {table})", quoted(&self.effect.key));
        let text = format!("{} has no row {} any more", self.table_name(), self.effect.key);
        Self::goal(format!("step-{position}-gone"), text, check)
    }

    /// One criterion a field, so that a part of the work counts as a part.
    fn changed_fields(&self, position: usize) -> Vec<Criterion> {
        let table = self.table_path(self.effect, "state");
        let row = format!("{table}[{}]", quoted(&self.effect.key));
        let wanted = self.effect.wanted.iter();
        wanted
            .map(|(field, wanted)| {
                let info = &self.row_info().fields[*field];
                let mut needed = BTreeSet::new();
                let test = self.test(&row, info.name, &info.shape, wanted, &mut needed);
                let check = self.with_new_keys(None, needed, vec![test]);
                let text = format!(
                    "`{}` of {} {} is what was asked for",
                    info.name,
                    self.table_name(),
                    self.effect.key
                );
                Self::goal(format!("step-{position}-{}", info.name), text, check)
            })
            .collect()
    }

    fn row_info(&self) -> &'static compoworld_core::RecordInfo {
        self.members[self.effect.member].ability.service.state.tables[self.effect.table].row
    }

    /// The tests of an effect's fields on a row; notes which new rows they speak of.
    fn tests(&self, effect: &Effect, row: &str, needed: &mut BTreeSet<usize>) -> Vec<String> {
        let info = self.members[effect.member].ability.service.state.tables[effect.table].row;
        let wanted = effect.wanted.iter();
        wanted
            .map(|(field, wanted)| {
                let field = &info.fields[*field];
                self.test(row, field.name, &field.shape, wanted, needed)
            })
            .collect()
    }

    fn test(
        &self,
        row: &str,
        name: &str,
        shape: &Shape,
        wanted: &Wanted,
        needed: &mut BTreeSet<usize>,
    ) -> String {
        let place = format!("{row}{}", access(name));
        match wanted {
            Wanted::Equal(value) => format!("{place} == {}", literal(value)),
            Wanted::Item(value) => format!("{} in {place}", literal(value)),
            // As whole words: `12` does not say 1.
            Wanted::Mentions(text) => format!("says({place}, {})", quoted(text)),
            Wanted::NewKey { effect, mention } => {
                needed.insert(*effect);
                let key = key_variable(*effect);
                match (mention, is_list(shape), shape.required()) {
                    (true, ..) => format!("says({place}, {key})"),
                    (false, true, _) => format!("{key} in {place}"),
                    (false, false, Shape::IntKey(_) | Shape::Integer) => {
                        format!("{place} == int({key})")
                    }
                    (false, false, _) => format!("{place} == {key}"),
                }
            }
        }
    }

    fn row_of(&self, maker: usize) -> String {
        let table = self.table_path(&self.draft.effects[maker], "state");
        format!("{table}[{}]", key_variable(maker))
    }

    /// What makes a row the one that an effect made: it is new, and where the task makes several in
    /// its table, it holds what this one was to hold. Each test comes with the new rows that it
    /// speaks of.
    fn is_meant(&self, maker: usize) -> Vec<(String, BTreeSet<usize>)> {
        let effects = &self.draft.effects;
        let place = |effect: &Effect| (effect.member, effect.table);
        let has_rivals = effects.iter().enumerate().any(|(other, effect)| {
            other != maker
                && effect.operation == Operation::Create
                && place(effect) == place(&effects[maker])
        });
        let mut tests = vec![(self.is_new(maker), BTreeSet::from([maker]))];
        if has_rivals {
            let effect = &effects[maker];
            let info = self.members[effect.member].ability.service.state.tables[effect.table].row;
            let row = self.row_of(maker);
            for (field, wanted) in &effect.wanted {
                let field = &info.fields[*field];
                let mut spoken_of = BTreeSet::from([maker]);
                let test = self.test(&row, field.name, &field.shape, wanted, &mut spoken_of);
                tests.push((test, spoken_of));
            }
        }
        tests
    }

    fn is_new(&self, maker: usize) -> String {
        let initial = self.table_path(&self.draft.effects[maker], "initial");
        format!("!({} in {initial})", key_variable(maker))
    }

    /// Wraps tests into a search for the new rows that they speak of, and for what makes those the
    /// ones that are meant: a row that is told by another new row is looked for together with it, and
    /// so on. Each test stands where all of its rows are found, so that few rows are tried. What the
    /// row `own` has to be is among the tests already.
    fn with_new_keys(
        &self,
        own: Option<usize>,
        needed: BTreeSet<usize>,
        tests: Vec<String>,
    ) -> String {
        let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        found.extend(own.map(|own| (own, Vec::new())));
        let mut sought: BTreeSet<usize> = own.into_iter().collect();
        let mut to_find: Vec<usize> = needed.into_iter().collect();
        while let Some(maker) = to_find.pop() {
            if !sought.insert(maker) {
                continue;
            }
            for (test, spoken_of) in self.is_meant(maker) {
                let last = spoken_of.last().copied().unwrap_or(maker);
                found.entry(last).or_default().push(test);
                to_find.extend(spoken_of);
            }
        }
        let mut check = tests.join(" && ");
        for (maker, meant) in found.iter().rev() {
            let table = self.table_path(&self.draft.effects[*maker], "state");
            let inside: Vec<&str> =
                meant.iter().map(String::as_str).chain([check.as_str()]).collect();
            check = format!("{table}.exists({}, {})", key_variable(*maker), inside.join(" && "));
        }
        check
    }
}

/// The variable that stands for the key of the row that an effect made.
fn key_variable(effect: usize) -> String {
    format!("new{effect}")
}

/// `.name`, or `["name"]` where a name is no plain identifier.
fn access(name: &str) -> String {
    const RESERVED: [&str; 20] = [
        "as",
        "break",
        "const",
        "continue",
        "else",
        "false",
        "for",
        "function",
        "if",
        "import",
        "in",
        "let",
        "loop",
        "namespace",
        "null",
        "package",
        "return",
        "true",
        "var",
        "void",
    ];
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    if plain && !RESERVED.contains(&name) && name != "while" {
        format!(".{name}")
    } else {
        format!("[{}]", quoted(name))
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_json_string(text, &mut out);
    out
}

/// A JSON value as a CEL literal.
fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(literal).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(object) => {
            let mut out = String::from("{");
            for (index, (name, value)) in object.iter().enumerate() {
                let _ = write!(
                    out,
                    "{}{}: {}",
                    if index > 0 { ", " } else { "" },
                    quoted(name),
                    literal(value)
                );
            }
            out.push('}');
            out
        }
        other => compoworld_core::canonical_json(other),
    }
}
