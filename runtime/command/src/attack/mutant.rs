//! A service with a fault at the boundary of its calls, as faulty lowered code would show.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use compoworld_adversary::Server;
use compoworld_core::{Instance, canonical_json, digest_text};
use serde_json::{Value, json};

use super::fault::{Fault, FaultKind};
use super::place_faults::{is_required, schema_of};
use super::spoil::{
    confuse_fields, is_ok, lose_item, mark, scribble_row, some_value, with, without,
};

/// A service with a fault.
pub(super) struct Mutant {
    inner: Rc<RefCell<Instance>>,
    fault: Rc<Fault>,
    /// How often the fault showed, and how often it could not be made where it should show.
    shown_and_not: Rc<ShownAndNot>,
    /// The argument's value in the last call that the schema accepted.
    held: Rc<RefCell<Option<Value>>>,
    /// The state that is shown instead of the real one, once a fault needs a state that no
    /// instance would load.
    shown: Option<Value>,
    last: Option<Value>,
}

/// How often a fault showed, and how often it could not be made where it should show.
#[derive(Debug, Default)]
pub(super) struct ShownAndNot {
    /// Calls that were answered, or changed something, otherwise than they should.
    pub(super) n_shown: Cell<usize>,
    /// Calls that there is no such fault in: nothing else could be answered or stored.
    pub(super) n_impossible: Cell<usize>,
}

impl Mutant {
    pub(super) fn new(instance: Instance, fault: &Rc<Fault>, counts: &Rc<ShownAndNot>) -> Self {
        Self {
            inner: Rc::new(RefCell::new(instance)),
            fault: Rc::clone(fault),
            shown_and_not: Rc::clone(counts),
            held: Rc::default(),
            shown: None,
            last: None,
        }
    }

    fn fire(&self) {
        self.shown_and_not.n_shown.set(self.shown_and_not.n_shown.get() + 1);
    }

    fn cannot(&self) {
        self.shown_and_not.n_impossible.set(self.shown_and_not.n_impossible.get() + 1);
    }

    /// Whether a call is of the tool, or the part of one, that has the fault.
    fn is_concerned(&self, tool: &str, arguments: &Value) -> bool {
        let tool = self.inner.borrow().service().tool(tool);
        tool.is_some_and(|tool| std::ptr::eq(tool.deed(arguments), self.fault.tool))
    }

    fn real(&mut self, arguments: &Value) -> String {
        let record = self.inner.borrow_mut().call_value(self.fault.tool.name, arguments);
        if record.wrote {
            self.shown = None;
        }
        record.text
    }

    /// The call with the fault in it.
    fn faulty(&mut self, arguments: &Value) -> String {
        use FaultKind as Kind;
        let fault = Rc::clone(&self.fault);
        let is_valid = fault.tool.schema().check(arguments).is_ok();
        match fault.kind {
            Kind::DroppedFilter | Kind::SwallowedField => self.drop_argument(arguments, is_valid),
            Kind::SkippedRequired => self.fill_missing(arguments),
            Kind::SkippedConstraint | Kind::ChoiceOutsideList => self.mend(arguments),
            Kind::PageOneMore => self.widen_page(arguments, is_valid),
            Kind::PageRepeats => self.step_back(arguments),
            Kind::ListLosesItem | Kind::WrongFieldInAnswer | Kind::UnstableAnswer => {
                self.spoil_answer(arguments)
            }
            Kind::WrongRow => self.read_next_row(arguments),
            Kind::TouchesOtherField | Kind::HitsNeighbour | Kind::StaleStamp => {
                self.spoil_state(arguments)
            }
            Kind::ReadThatWrites => {
                let text = self.real(arguments);
                if is_ok(&text) {
                    self.scribble();
                }
                text
            }
            Kind::SecondCallWrites => {
                let text = self.real(arguments);
                if is_ok(&text) && self.last.as_ref() == Some(arguments) {
                    self.scribble();
                }
                self.last = Some(arguments.clone());
                text
            }
            Kind::ErrorThatMutates => {
                let before = self.inner.borrow().state_json();
                let text = self.real(arguments);
                // Not by the length: where every good call is as long as the others, no call would
                // show the fault, or every one.
                let sum = arguments.to_string().bytes().map(u64::from).sum::<u64>();
                let is_spared = sum.is_multiple_of(3);
                if !is_ok(&text) || is_spared || self.inner.borrow().state_json() == before {
                    return text;
                }
                self.fire();
                json!({"ok": false, "error": {"code": "failed_precondition",
                    "message": "this cannot be done now"}})
                .to_string()
            }
            Kind::DeleteKeepsRow | Kind::CreateKeepsNothing => {
                let mut aside = self.inner.borrow().clone();
                let record = aside.call_value(fault.tool.name, arguments);
                if record.wrote {
                    self.fire();
                }
                record.text
            }
            Kind::LostReference => self.refer_to_nothing(arguments),
            Kind::LeaksAcrossForks => {
                let text = self.real(arguments);
                if is_ok(&text) {
                    self.fire();
                }
                text
            }
        }
    }

    fn drop_argument(&mut self, arguments: &Value, is_valid: bool) -> String {
        let fault = Rc::clone(&self.fault);
        let argument = fault.argument.as_str();
        if !is_valid || arguments.get(argument).is_none() {
            return self.real(arguments);
        }
        let was = self.inner.borrow().clone().call_value(self.fault.tool.name, arguments).text;
        let text = self.real(&without(arguments, argument));
        // What is the same without the argument is no fault.
        if was != text {
            self.fire();
        }
        text
    }

    fn fill_missing(&mut self, arguments: &Value) -> String {
        let fault = Rc::clone(&self.fault);
        let argument = fault.argument.as_str();
        if !arguments.is_object() || arguments.get(argument).is_some() {
            return self.real(arguments);
        }
        let held = self.held.borrow().clone();
        let value = held.unwrap_or_else(|| some_value(&schema_of(self.fault.tool, argument)));
        let filled = with(arguments, argument, value);
        self.mended(arguments, &filled)
    }

    /// Puts a good value in the place of the one that the schema refuses.
    fn mend(&mut self, arguments: &Value) -> String {
        let fault = Rc::clone(&self.fault);
        let (tool, argument) = (fault.tool, fault.argument.as_str());
        let schema = schema_of(tool, argument);
        let Some(given) = arguments.get(argument) else { return self.real(arguments) };
        let is_bad = compoworld_core::Schema::compile(&schema).check(given).is_err();
        let is_choice = self.fault.kind == FaultKind::ChoiceOutsideList;
        if !is_bad || (is_choice && !given.is_string()) {
            return self.real(arguments);
        }
        let mended = if is_required(tool, argument) || is_choice {
            with(arguments, argument, some_value(&schema))
        } else {
            without(arguments, argument)
        };
        self.mended(arguments, &mended)
    }

    fn mended(&mut self, arguments: &Value, mended: &Value) -> String {
        if self.fault.tool.schema().check(mended).is_err() {
            return self.real(arguments);
        }
        self.fire();
        self.real(mended)
    }

    fn widen_page(&mut self, arguments: &Value, is_valid: bool) -> String {
        let fault = Rc::clone(&self.fault);
        let limit = fault.argument.as_str();
        let wider = arguments.get(limit).and_then(Value::as_i64).map(|size| size + 1);
        let wider = wider.map(|size| with(arguments, limit, json!(size)));
        match wider.filter(|wider| is_valid && self.fault.tool.schema().check(wider).is_ok()) {
            None => self.real(arguments),
            Some(wider) => {
                self.fire();
                self.real(&wider)
            }
        }
    }

    /// Cursors are `c` and where the page starts.
    fn step_back(&mut self, arguments: &Value) -> String {
        let fault = Rc::clone(&self.fault);
        let cursor = fault.argument.as_str();
        let at = arguments.get(cursor).and_then(Value::as_str);
        let at = at.and_then(|text| text.strip_prefix('c')?.parse::<u64>().ok());
        match at.filter(|at| *at > 0) {
            None => self.real(arguments),
            Some(at) => {
                self.fire();
                self.real(&with(arguments, cursor, json!(format!("c{}", at - 1))))
            }
        }
    }

    fn spoil_answer(&mut self, arguments: &Value) -> String {
        thread_local! {
            static ASKED: Cell<u64> = const { Cell::new(0) };
        }
        let text = self.real(arguments);
        let Ok(mut answer) = serde_json::from_str::<Value>(&text) else { return text };
        let Some(data) = answer.get_mut("data") else { return text };
        let spoiled = match self.fault.kind {
            FaultKind::ListLosesItem => lose_item(data),
            FaultKind::WrongFieldInAnswer => confuse_fields(data),
            _ => {
                let asked = ASKED.get();
                ASKED.set(asked + 1);
                mark(data, asked)
            }
        };
        if !spoiled {
            // An empty list has nothing to lose; another time it has.
            if !data.to_string().contains("[]") {
                self.cannot();
            }
            return text;
        }
        self.fire();
        answer.to_string()
    }

    fn read_next_row(&mut self, arguments: &Value) -> String {
        let text = self.real(arguments);
        let Ok(mut answer) = serde_json::from_str::<Value>(&text) else { return text };
        let (Some(table), true) = (self.table(), is_ok(&text)) else { return text };
        let state = self.inner.borrow().state_value();
        let rows: Vec<Value> =
            state[&table].as_object().into_iter().flatten().map(|(_, row)| row.clone()).collect();
        let Some(at) = rows.iter().position(|row| *row == answer["data"]) else {
            self.cannot();
            return text;
        };
        if rows.len() < 2 {
            return text;
        }
        answer["data"] = rows[(at + 1) % rows.len()].clone();
        self.fire();
        answer.to_string()
    }

    /// Changes the state once more after a call that succeeded.
    fn spoil_state(&mut self, arguments: &Value) -> String {
        let before = self.inner.borrow().state_value();
        let text = self.real(arguments);
        let Some(table) = self.table().filter(|_| is_ok(&text)) else { return text };
        let mut after = self.inner.borrow().state_value();
        let keys = |state: &Value| -> Vec<String> {
            state[&table].as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
        };
        let hit: Vec<String> = keys(&before)
            .into_iter()
            .filter(|key| before[&table].get(key) != after[&table].get(key))
            .collect();
        let Some(hit) = hit.first() else { return text };
        let field = self.fault.field;
        let n_shown = self.shown_and_not.n_shown.get();
        match self.fault.kind {
            FaultKind::StaleStamp => {
                if after[&table].get(hit).is_none() {
                    return text;
                }
                after[&table][hit][field] = before[&table][hit][field].clone();
                self.take(&after);
            }
            FaultKind::TouchesOtherField => {
                if arguments.get(&self.fault.argument).is_some() || after[&table].get(hit).is_none()
                {
                    return text;
                }
                let held = after[&table][hit][field].clone();
                let others = keys(&after).into_iter().map(|key| after[&table][&key][field].clone());
                let mut values =
                    vec![Value::Null, json!(format!("{} too", held.as_str().unwrap_or("this")))];
                values.extend(others);
                for value in values.into_iter().filter(|value| *value != held) {
                    let mut spoiled = after.clone();
                    spoiled[&table][hit][field] = value;
                    if self.take(&spoiled) {
                        break;
                    }
                }
            }
            _ => {
                let is_gone = after[&table].get(hit).is_none();
                for key in keys(&after).into_iter().filter(|key| key != hit) {
                    let mut spoiled = after.clone();
                    if is_gone {
                        spoiled[&table].as_object_mut().map(|rows| rows.remove(&key));
                    } else if !scribble_row(&mut spoiled[&table][&key]) {
                        continue;
                    }
                    if self.take(&spoiled) {
                        break;
                    }
                }
            }
        }
        if self.shown_and_not.n_shown.get() == n_shown {
            self.cannot();
        }
        text
    }

    /// Changes some text in some row.
    fn scribble(&mut self) {
        let state = self.inner.borrow().state_value();
        for (table, rows) in state.as_object().into_iter().flatten() {
            for (key, _) in rows.as_object().into_iter().flatten() {
                let mut spoiled = state.clone();
                if spoiled[table][key].is_object()
                    && scribble_row(&mut spoiled[table][key])
                    && self.take(&spoiled)
                {
                    return;
                }
            }
        }
    }

    fn refer_to_nothing(&mut self, arguments: &Value) -> String {
        let fault = Rc::clone(&self.fault);
        let (argument, field) = (fault.argument.as_str(), fault.field);
        let text = self.real(arguments);
        let is_lost = text.contains("\"code\":\"not_found\"") && arguments.get(argument).is_some();
        let Some(table) = self.table().filter(|_| is_lost) else { return text };
        let before = self.inner.borrow().state_value();
        let mut tries = Vec::new();
        if !is_required(self.fault.tool, argument) {
            tries.push(without(arguments, argument));
        }
        // Whatever another row refers to exists.
        let rows = before[&table].as_object().into_iter().flatten();
        tries.extend(rows.map(|(_, row)| with(arguments, argument, row[field].clone())));
        for mended in tries {
            let text = self.real(&mended);
            if !is_ok(&text) {
                continue;
            }
            let mut state = self.inner.borrow().state_value();
            let keys: Vec<String> = state[&table]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(key, _)| key.clone())
                .collect();
            let hit = keys.iter().find(|key| before[&table].get(*key) != state[&table].get(*key));
            if let Some(hit) = hit {
                state[&table][hit][field] = arguments[argument].clone();
                self.shown = Some(state);
                self.fire();
            }
            return text;
        }
        self.cannot();
        text
    }

    /// Takes a state for its own, when it fits and is another one.
    fn take(&mut self, state: &Value) -> bool {
        let mut inner = self.inner.borrow_mut();
        let is_taken = inner.state_value() != *state && inner.load(state).is_ok();
        drop(inner);
        if is_taken {
            self.fire();
        }
        is_taken
    }

    /// The table of the tool's entity.
    fn table(&self) -> Option<String> {
        let inner = self.inner.borrow();
        let state = inner.service().state;
        let index = state.table_of(self.fault.tool.semantics.entity)?;
        Some(state.tables[index].name.to_owned()).filter(|_| !state.tables[index].single)
    }
}

impl Server for Mutant {
    fn fork(&self) -> Box<dyn Server> {
        let inner = if self.fault.kind == FaultKind::LeaksAcrossForks {
            Rc::clone(&self.inner)
        } else {
            Rc::new(RefCell::new(self.inner.borrow().clone()))
        };
        Box::new(Self {
            inner,
            fault: Rc::clone(&self.fault),
            shown_and_not: Rc::clone(&self.shown_and_not),
            held: Rc::clone(&self.held),
            shown: self.shown.clone(),
            last: self.last.clone(),
        })
    }

    fn call(&mut self, tool: &str, arguments: &str) -> String {
        let parsed = serde_json::from_str::<Value>(arguments);
        match parsed {
            Ok(arguments) if self.is_concerned(tool, &arguments) => {
                if let Some(value) = arguments.get(&self.fault.argument)
                    && self.fault.tool.schema().check(&arguments).is_ok()
                {
                    *self.held.borrow_mut() = Some(value.clone());
                }
                self.faulty(&arguments)
            }
            _ => {
                let record = self.inner.borrow_mut().call(tool, arguments);
                if record.wrote {
                    self.shown = None;
                }
                record.text
            }
        }
    }

    fn state_json(&self) -> String {
        self.shown.as_ref().map_or_else(|| self.inner.borrow().state_json(), canonical_json)
    }

    fn digest(&self) -> String {
        digest_text(&self.state_json())
    }

    fn faults(&self) -> Vec<String> {
        let Some(shown) = &self.shown else { return Server::faults(&*self.inner.borrow()) };
        let mut scratch = self.inner.borrow().clone();
        let errors = scratch.load(shown).err().unwrap_or_default();
        errors.iter().map(ToString::to_string).collect()
    }
}
