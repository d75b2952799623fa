//! Runs that go wrong in the ways that agents do: something left out, done twice, done to the wrong
//! row, or with a value of the wrong row.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::run::{Run, RunCall};
use crate::episode::PreparedTask;
use crate::task::Provenance;

/// A run that must not pass, and what is wrong with it.
pub(super) struct Spoiled {
    pub run: Run,
    pub fault: String,
}

/// Every way in which the reference is spoilt: each differs from it in one place.
pub(super) fn spoil(prepared: &PreparedTask, outputs: &[Option<Value>]) -> Vec<Spoiled> {
    let reference = Run::of_reference(prepared.task());
    let mut spoiled = Vec::new();
    for (step, call) in reference.calls.iter().enumerate() {
        if call.is_read(prepared) {
            continue;
        }
        let mut left_out = reference.clone();
        left_out.calls.remove(step);
        let fault = format!("`{}` left out", call.tool);
        spoiled.push(Spoiled { run: left_out, fault });
        if call.is_create(prepared) {
            let mut twice = reference.clone();
            twice.calls.insert(step, call.clone());
            let fault = format!("`{}` done twice", call.tool);
            spoiled.push(Spoiled { run: twice, fault });
        }
        for (pointer, from) in &prepared.task().reference.calls[step].provenance {
            let Some(value) = call.arguments.pointer(pointer) else { continue };
            for (other, why) in others(prepared, call, value, from, outputs) {
                let mut run = reference.clone();
                let call = &mut run.calls[step];
                // What is wrong here stays so, whatever earlier steps yield.
                call.step = None;
                if let Some(place) = call.arguments.pointer_mut(pointer) {
                    *place = other;
                }
                let fault = format!("`{}` with {why} at `{pointer}`", call.tool);
                spoiled.push(Spoiled { run, fault });
            }
        }
    }
    spoiled.extend(wrong_answers(prepared, &reference, outputs));
    spoiled
}

/// Values that an agent might take for the right one: the same of another row, another row's key.
fn others(
    prepared: &PreparedTask,
    call: &RunCall,
    value: &Value,
    from: &Provenance,
    outputs: &[Option<Value>],
) -> Vec<(Value, &'static str)> {
    let mut found: Vec<(Value, &'static str)> = Vec::new();
    let mut add = |other: Option<Value>, why: &'static str| {
        if let Some(other) = other.filter(|other| other != value && !other.is_null()) {
            found.push((other, why));
        }
    };
    add(beside(from, value, outputs), "the value of the row beside");
    add(other_key(prepared, call.service(), value), "another row's key");
    if *from != Provenance::Chosen {
        add(altered(value), "a value that is slightly off");
    }
    found
}

/// The same field of another row in the answer that the value was read from.
fn beside(from: &Provenance, value: &Value, outputs: &[Option<Value>]) -> Option<Value> {
    let own = from.value_part()?;
    let data = outputs.get(own.step)?.as_ref()?;
    let parts: Vec<&str> = own.pointer.split('/').collect();
    let at = parts.iter().rposition(|part| part.parse::<usize>().is_ok())?;
    let list = data.pointer(&parts[..at].join("/"))?.as_array()?;
    let rest = parts[at + 1..].iter().map(|part| format!("/{part}")).collect::<String>();
    list.iter().filter_map(|row| row.pointer(&rest)).find(|other| *other != value).cloned()
}

/// The key of another row of the table in which the value is a key.
fn other_key(prepared: &PreparedTask, service: &str, value: &Value) -> Option<Value> {
    let key = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let state = prepared.initial().instance(service)?.state();
    let n_tables = state.info().tables.len();
    let table = (0..n_tables).find(|table| state.rows(*table).get(&key).is_some())?;
    let mut keys = state.rows(table).iter().map(|(other, _)| other);
    let other = keys.find(|other| **other != *key)?;
    match value {
        Value::Number(_) => other.parse::<i64>().ok().map(|number| json!(number)),
        _ => Some(json!(other)),
    }
}

fn altered(value: &Value) -> Option<Value> {
    match value {
        // One character short, so that not even a text that only has to hold it does.
        Value::String(text) => text.char_indices().next_back().map(|(end, _)| json!(text[..end])),
        Value::Number(number) => number.as_i64().map(|number| json!(number + 1)),
        Value::Bool(flag) => Some(json!(!flag)),
        _ => None,
    }
}

fn wrong_answers(
    prepared: &PreparedTask,
    reference: &Run,
    outputs: &[Option<Value>],
) -> Vec<Spoiled> {
    if reference.answer.is_null() {
        return Vec::new();
    }
    let mut wrong: Vec<(Value, &str)> = vec![(Value::Null, "no answer")];
    let off_by_one = match reference.answer.as_i64() {
        Some(whole) => Some(json!(whole + 1)),
        None => reference.answer.as_f64().map(|number| json!(number + 1.0)),
    };
    wrong.extend(off_by_one.map(|number| (number, "an answer off by one")));
    for from in prepared.task().reference.answer_provenance.values() {
        let other = beside(from, &reference.answer, outputs);
        wrong.extend(other.map(|other| (other, "the answer of the row beside")));
    }
    let mut seen = BTreeSet::new();
    wrong.retain(|(answer, _)| seen.insert(answer.to_string()));
    wrong
        .into_iter()
        .map(|(answer, fault)| Spoiled {
            run: Run { answer, ..reference.clone() },
            fault: fault.to_owned(),
        })
        .collect()
}
