//! Changing a row, or making one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use compoworld_core::{ChangeKind, FieldInfo, Operation};
use serde_json::{Map, Value, json};

use super::Planner;
use super::draft::{ActClause, Clause, Content, Effect, Flow, SeenRow, SetClause, Target, Wanted};
use super::find::parts_of;
use super::shift::shift_days;
use super::world::{Done, escape, row_of_key};
use crate::planner::ability::{Act, Fit, SetUse, TableAbility, is_list};
use crate::planner::meaning::Thing;
use crate::task::{Provenance, ReferenceCall};
use crate::tool_view::SEPARATOR;

/// What an act is to be done with.
pub(super) struct Intent {
    pub member: usize,
    /// The table's position among the member's abilities.
    pub table: usize,
    /// The act's position among the table's.
    pub act: usize,
    pub target: Target,
    /// The key of the row that is changed; empty for a new row.
    pub key: String,
    /// The value that it must carry, and the position of the argument that does.
    pub carried: Option<(usize, Content)>,
}

/// A call in the making.
#[derive(Default)]
struct Call {
    arguments: Map<String, Value>,
    provenance: BTreeMap<String, Provenance>,
    sets: Vec<SetClause>,
    wanted: BTreeMap<usize, Wanted>,
}

impl Planner<'_, '_> {
    /// Does an act; `None` when it cannot be done, and then nothing is written.
    pub(super) fn act(&mut self, intent: Intent) -> Option<()> {
        let ability = self.world.members[intent.member].ability;
        let table = &ability.tables[intent.table];
        let act = &table.acts[intent.act];
        if !self.is_allowed(&intent, table, act) {
            return None;
        }
        self.starts = None;
        let mut call = Call { arguments: act.rest.clone(), ..Call::default() };
        self.put_keys(&intent, table, act, &mut call)?;
        for (position, content) in self.contents(&intent, table, act)? {
            self.put(table, &act.sets[position], content, &mut call)?;
        }
        let is_new = act.operation == Operation::Create;
        if !is_new && act.operation != Operation::Delete {
            if call.sets.is_empty() && act.fixes.is_empty() {
                return None;
            }
            for (field, value) in &act.fixes {
                call.wanted.insert(*field, Wanted::Equal(value.clone()));
            }
        }
        let arguments = Value::Object(call.arguments);
        let done = self.world.call(intent.member, act.tool.name, &arguments)?;
        self.wrote = true;
        let key = if is_new { added_key(table, &done)? } else { intent.key.clone() };
        let alias = &self.world.members[intent.member].alias;
        self.draft.calls.push(ReferenceCall {
            tool: format!("{alias}{SEPARATOR}{}", act.tool.name),
            arguments,
            provenance: call.provenance,
        });
        self.draft.call_members.push(intent.member);
        let made = if is_new { self.see_made(&intent, table, &key, &done) } else { None };
        for field in call.wanted.keys() {
            self.touched.insert((intent.member, table.index, key.clone(), *field));
        }
        self.draft.effects.push(Effect {
            member: intent.member,
            changes: done.changes,
            table: table.index,
            wanted: call.wanted,
            key,
            operation: act.operation,
            made_by: match &intent.target {
                Target::Seen(seen) => self.draft.seen[*seen].made,
                Target::New | Target::Named(_) | Target::All(_) => None,
            },
        });
        self.draft.clauses.push(Clause::Act(ActClause {
            visit: self.visit,
            member: intent.member,
            table: intent.table,
            act: intent.act,
            target: intent.target,
            sets: call.sets,
            made,
        }));
        Some(())
    }

    /// Whether the row is in a state that allows the act, and the act leaves alone what an earlier
    /// one has stored.
    pub(super) fn is_allowed(&self, intent: &Intent, table: &TableAbility, act: &Act) -> bool {
        if act.operation == Operation::Create {
            return true;
        }
        let Some(row) = self.world.rows(intent.member, table).get(&intent.key) else {
            return false;
        };
        let holds = |(field, values): &(usize, Vec<Value>)| {
            values.contains(&row[table.fields[*field].info.name])
        };
        let is_touched = |field: usize| {
            self.touched.contains(&(intent.member, table.index, intent.key.clone(), field))
        };
        let any_touched = (0..table.fields.len()).any(is_touched);
        if let Some((position, _)) = &intent.carried {
            let field = act.sets[*position].field;
            // Lists grow; everything else would be overwritten.
            if is_touched(field) && !is_list(&table.fields[field].info.shape) {
                return false;
            }
            let stored = match &intent.carried {
                Some((_, Content::Flow(flow))) => Some(flow.value.clone()),
                Some((_, Content::Shifted(flow, days))) => shift_days(&flow.value, *days),
                _ => None,
            };
            if stored.is_some_and(|stored| row[table.fields[field].info.name] == stored) {
                return false;
            }
        }
        act.requires.iter().all(holds)
            && !(act.operation == Operation::Delete && any_touched)
            && act.fixes.iter().all(|(field, value)| {
                !is_touched(*field) && row[table.fields[*field].info.name] != *value
            })
    }

    fn put_keys(
        &self,
        intent: &Intent,
        table: &TableAbility,
        act: &Act,
        call: &mut Call,
    ) -> Option<()> {
        for (argument, field) in &act.keys {
            let name = table.fields[*field].info.name;
            let row = self.world.rows(intent.member, table).get(&intent.key)?;
            let from = match &intent.target {
                Target::New | Target::All(_) => return None,
                Target::Named(_) => Provenance::Instruction,
                Target::Seen(seen) => {
                    self.draft.seen[*seen].shown.get(name)?;
                    self.draft.key_provenance(*seen, table.info.row, name)
                }
            };
            call.arguments.insert((*argument).to_owned(), row[name].clone());
            call.provenance.insert(format!("/{}", escape(argument)), from);
        }
        Some(())
    }

    /// What the act stores: what it carries, what it must store, and sometimes more.
    fn contents(
        &mut self,
        intent: &Intent,
        table: &TableAbility,
        act: &Act,
    ) -> Option<Vec<(usize, Content)>> {
        let mut contents: Vec<(usize, Content)> = Vec::new();
        contents.extend(intent.carried.clone());
        let carried = intent.carried.as_ref().map(|(position, _)| *position);
        if let Some((position, Content::Branch(branch))) = &intent.carried {
            let field = table.fields[act.sets[*position].field].info.name;
            let row = self.world.rows(intent.member, table).get(&intent.key)?;
            if [&branch.then, &branch.otherwise].iter().any(|word| row[field] == word.as_str()) {
                return None;
            }
        }
        let mut n_given = 0;
        let order: Vec<usize> = (0..act.sets.len()).filter(|at| Some(*at) != carried).collect();
        let (mut required, mut optional): (Vec<usize>, Vec<usize>) =
            order.into_iter().partition(|at| act.sets[*at].required);
        // What belongs to something else settles what that is.
        let filling = &self.ability_of(intent.member).filling;
        let turn = |at: &usize| {
            let entity = table.fields[act.sets[*at].field].info.shape.refers_to();
            Reverse(entity.and_then(|entity| filling.turn_of(entity)))
        };
        required.sort_by_key(turn);
        for position in required {
            let set = &act.sets[position];
            let settled = self.settled(intent.member, table, act, set, &contents);
            let content = self.draw_content(intent, table, set, settled.as_ref())?;
            contents.push((position, content));
            n_given += 1;
        }
        if n_given > self.config.given_max() {
            return None;
        }
        let must_store = contents.is_empty()
            && act.fixes.is_empty()
            && matches!(act.operation, Operation::Update | Operation::Append);
        let mut wanted = usize::from(must_store);
        // A second value after a choice between two would be taken for a part of the choice.
        let branches = matches!(&intent.carried, Some((_, Content::Branch(_))));
        let may_add =
            !self.is_repeating && !branches && act.operation != Operation::Delete && n_given < 2;
        if may_add && self.dice.percent(self.extra_percent()) {
            wanted += 1;
        }
        self.dice.shuffle(&mut optional);
        for position in optional.into_iter().take(6) {
            if wanted == 0 {
                break;
            }
            if let Some(content) = self.draw_content(intent, table, &act.sets[position], None)
                && !matches!(content, Content::Row(_))
            {
                contents.push((position, content));
                wanted -= 1;
            }
        }
        if must_store && contents.is_empty() {
            return None;
        }
        Some(contents)
    }

    /// The key that an argument must hold for the new row to agree with the rows that it refers to
    /// already: the board of a new card is the one that its list is on.
    fn settled(
        &self,
        member: usize,
        table: &TableAbility,
        act: &Act,
        set: &SetUse,
        contents: &[(usize, Content)],
    ) -> Option<Value> {
        let ability = self.ability_of(member);
        let own = table.fields[set.field].info;
        let entity = own.shape.refers_to()?;
        // Who made one thing is not who makes the other.
        ability.table_of(entity).filter(|table| table.thing != Thing::Person)?;
        contents.iter().find_map(|(position, content)| {
            let other = table.fields[act.sets[*position].field].info.shape.refers_to()?;
            let parent = ability.table_of(other)?;
            let fields = parent.info.row.fields.iter();
            let alike = fields.filter(|field| field.shape.refers_to() == Some(entity));
            let alike: Vec<&FieldInfo> = alike.collect();
            let named = alike.iter().copied().find(|field| field.name == own.name);
            let info = named.or(if let [only] = alike[..] { Some(only) } else { None })?;
            let rows = self.world.rows(member, parent);
            let row = match content {
                Content::Row(seen) => rows.get(&self.draft.seen[*seen].key)?,
                Content::Given(key) => row_of_key(parent, rows, key)?.1,
                _ => return None,
            };
            let key = &row[info.name];
            (!is_list(&info.shape) && !key.is_null()).then(|| key.clone())
        })
    }

    fn draw_content(
        &mut self,
        intent: &Intent,
        table: &TableAbility,
        set: &SetUse,
        settled: Option<&Value>,
    ) -> Option<Content> {
        let field = table.fields[set.field].info;
        if self.touched.contains(&(intent.member, table.index, intent.key.clone(), set.field)) {
            return None;
        }
        let row = table.info.row;
        if let Some(entity) = field.shape.refers_to()
            && !(field.key && entity == row.name)
        {
            if is_list(&field.shape) {
                return None;
            }
            return self.draw_reference(intent.member, entity, set.required, settled);
        }
        let rows = self.world.shared_rows(intent.member, table);
        let current = rows.get(&intent.key).map(|row| row[field.name].clone());
        self.draw_given(table, set, &rows, current.as_ref())
    }

    /// Adds one argument.
    fn put(
        &mut self,
        table: &TableAbility,
        set: &SetUse,
        content: Content,
        call: &mut Call,
    ) -> Option<()> {
        let (value, from) = self.value_of(table, set, &content)?;
        match &content {
            Content::Shifted(..) => self.draft.variations.push("date_arithmetic"),
            Content::Branch(_) => self.draft.variations.push("branch"),
            Content::Given(Value::String(text)) => drop(self.said.insert(text.clone())),
            _ => {}
        }
        call.wanted.insert(set.field, self.wanted_of(table, set, &content, &value)?);
        call.sets.push(SetClause { field: set.field, content });
        let mut pointer = format!("/{}", escape(set.argument));
        let value = if set.array {
            pointer.push_str("/0");
            json!([value])
        } else {
            value
        };
        call.provenance.insert(pointer, from);
        call.arguments.insert(set.argument.to_owned(), value);
        Some(())
    }

    /// The value of a content, in the form of the argument, and where it comes from.
    fn value_of(
        &self,
        table: &TableAbility,
        set: &SetUse,
        content: &Content,
    ) -> Option<(Value, Provenance)> {
        let computed = |how: &str, flow: &Flow| Provenance::Computed {
            how: how.to_owned(),
            parts: parts_of(&self.flow_provenance(flow)),
        };
        Some(match content {
            Content::Given(value) => (value.clone(), Provenance::Instruction),
            Content::Word(word) => (word.as_str().into(), Provenance::Chosen),
            Content::Flow(flow) => self.as_content(table, set, flow)?,
            Content::Shifted(flow, days) => {
                (shift_days(&flow.value, *days)?, computed("shifted_days", flow))
            }
            Content::Row(seen) => {
                let row = &self.draft.seen[*seen];
                let target = &self.ability_of(row.member).tables[row.table];
                let [key] = target.info.row.key_fields().collect::<Vec<_>>()[..] else {
                    return None;
                };
                let value = row.shown.get(key.name)?.clone();
                (value, self.draft.key_provenance(*seen, target.info.row, key.name))
            }
            Content::Branch(branch) => {
                let word = if branch.holds { &branch.then } else { &branch.otherwise };
                (word.as_str().into(), computed("condition", &branch.flow))
            }
        })
    }

    /// What the field must hold afterwards.
    fn wanted_of(
        &self,
        table: &TableAbility,
        set: &SetUse,
        content: &Content,
        value: &Value,
    ) -> Option<Wanted> {
        let field = &table.fields[set.field];
        let mention = match content {
            Content::Flow(flow) => field.fits.get(self.kind_of_flow(flow)?) == Some(Fit::Mention),
            _ => false,
        };
        let made_by = match content {
            Content::Flow(flow) | Content::Shifted(flow, _) => self.draft.seen[flow.seen].made,
            Content::Row(seen) => self.draft.seen[*seen].made,
            Content::Given(_) | Content::Word(_) | Content::Branch(_) => None,
        };
        Some(match (made_by, mention, is_list(&field.info.shape), value.as_str()) {
            (Some(effect), ..) => Wanted::NewKey { effect, mention },
            (_, true, _, Some(text)) => Wanted::Mentions(text.to_owned()),
            (_, _, true, _) => Wanted::Item(value.clone()),
            _ => Wanted::Equal(value.clone()),
        })
    }

    /// A value that flows, in the form of the argument: numbers become texts in texts.
    fn as_content(
        &self,
        table: &TableAbility,
        set: &SetUse,
        flow: &Flow,
    ) -> Option<(Value, Provenance)> {
        let from = self.flow_provenance(flow);
        let fit = table.fields[set.field].fits.get(self.kind_of_flow(flow)?)?;
        match (&flow.value, fit) {
            (Value::Number(number), Fit::Mention | Fit::Naming) => {
                let from = Provenance::Computed {
                    how: Provenance::TEXT.to_owned(),
                    parts: parts_of(&from),
                };
                Some((number.to_string().into(), from))
            }
            (value, _) => Some((value.clone(), from)),
        }
    }

    /// Notes the row that a create made, when the answer shows it.
    fn see_made(
        &mut self,
        intent: &Intent,
        table: &TableAbility,
        key: &str,
        done: &Done,
    ) -> Option<usize> {
        let pointer = self.row_pointer(intent.member, table, key, &done.data)?;
        let shown = done.data.pointer(&pointer)?.clone();
        self.draft.seen.push(SeenRow {
            member: intent.member,
            table: intent.table,
            key: key.to_owned(),
            call: self.draft.calls.len() - 1,
            pointer,
            shown,
            leads: Vec::new(),
            compared: Vec::new(),
            made: Some(self.draft.effects.len()),
        });
        let seen = self.draft.seen.len() - 1;
        self.draft.focus.push((self.visit, seen));
        Some(seen)
    }
}

/// The key of the one row that a create added to its table.
fn added_key(table: &TableAbility, done: &Done) -> Option<String> {
    let added = done.changes.iter().filter(|change| {
        change.table == table.info.name && matches!(change.kind, ChangeKind::Added(_))
    });
    let keys: Vec<&String> = added.map(|change| &change.key).collect();
    match keys.as_slice() {
        [only] => Some((*only).clone()),
        _ => None,
    }
}
