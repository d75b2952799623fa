//! Makes a failing case small: fewer calls, smaller arguments, fewer rows, the same check violated.

use serde_json::{Map, Value};

use crate::case::{Case, judge};
use crate::scene::{Call, ask};
use crate::server::Start;
use crate::tool_list::ToolList;

/// How many smaller cases are tried at most.
const TRIES_MAX: usize = 400;

/// Makes a case small, as long as its check is violated still.
pub(crate) fn minimize(tools: &ToolList, start: &Start<'_>, case: Case) -> Case {
    let mut shrinking = Shrinking { tools, start, case, tries: 0 };
    shrinking.drop_calls();
    shrinking.shrink_arguments();
    shrinking.drop_rows();
    shrinking.case
}

struct Shrinking<'a> {
    tools: &'a ToolList,
    start: &'a Start<'a>,
    case: Case,
    tries: usize,
}

impl Shrinking<'_> {
    /// Takes a smaller case if it fails by the same check.
    fn attempt(&mut self, smaller: Case) -> bool {
        if self.tries >= TRIES_MAX {
            return false;
        }
        self.tries += 1;
        let found = judge(
            self.tools,
            self.start,
            &smaller.check,
            &smaller.state,
            &smaller.before,
            &smaller.call,
        );
        let Some(violation) = found else { return false };
        self.case = smaller;
        self.case.expected = violation.expected;
        self.case.seen = violation.seen;
        true
    }

    /// The calls before are dropped all at once where the state that they led to will do, else
    /// one by one.
    fn drop_calls(&mut self) {
        if self.case.before.is_empty() {
            return;
        }
        let led_to = (self.start)(&self.case.state).and_then(|mut server| {
            for call in &self.case.before {
                ask(&mut *server, &call.tool, &call.arguments);
            }
            serde_json::from_str::<Value>(&server.state_json()).ok()
        });
        if let Some(state) = led_to
            && self.attempt(Case { state, before: Vec::new(), ..self.case.clone() })
        {
            return;
        }
        let mut index = self.case.before.len();
        while index > 0 {
            index -= 1;
            let mut smaller = self.case.clone();
            smaller.before.remove(index);
            self.attempt(smaller);
        }
    }

    fn shrink_arguments(&mut self) {
        let mut progress = true;
        while progress && self.tries < TRIES_MAX {
            progress = false;
            for arguments in smaller_values(&self.case.call.arguments, 0) {
                let call = Call { tool: self.case.call.tool.clone(), arguments };
                if self.attempt(Case { call, ..self.case.clone() }) {
                    progress = true;
                    break;
                }
            }
        }
    }

    /// Drops whole tables, then rows by halves.
    fn drop_rows(&mut self) {
        for table in keys(&self.case.state) {
            let mut smaller = self.case.clone();
            if let Some(state) = smaller.state.as_object_mut() {
                state.remove(&table);
            }
            if self.attempt(smaller) {
                continue;
            }
            let mut rows = keys(&self.case.state[&table]);
            let mut size = rows.len().div_ceil(2);
            while size > 0 && rows.len() > 1 {
                let mut at = 0;
                while at < rows.len() {
                    let end = (at + size).min(rows.len());
                    let mut smaller = self.case.clone();
                    if let Some(content) = smaller.state[&table].as_object_mut() {
                        rows[at..end].iter().for_each(|key| drop(content.remove(key)));
                    }
                    if self.attempt(smaller) {
                        rows.drain(at..end);
                    } else {
                        at = end;
                    }
                }
                size = if size == 1 { 0 } else { size.div_ceil(2) };
            }
        }
    }
}

fn keys(value: &Value) -> Vec<String> {
    value.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
}

/// Values that are a step smaller.
fn smaller_values(value: &Value, depth: usize) -> Vec<Value> {
    const DEPTH_MAX: usize = 3;
    let mut smaller = Vec::new();
    match value {
        Value::Object(object) => {
            for name in object.keys() {
                let kept = object.iter().filter(|(other, _)| *other != name);
                let kept: Map<_, _> =
                    kept.map(|(name, value)| (name.clone(), value.clone())).collect();
                smaller.push(Value::Object(kept));
            }
            for (name, inner) in object.iter().filter(|_| depth < DEPTH_MAX) {
                for inner in smaller_values(inner, depth + 1) {
                    let mut object = object.clone();
                    object.insert(name.clone(), inner);
                    smaller.push(Value::Object(object));
                }
            }
        }
        Value::Array(items) => {
            if items.len() > 3 {
                smaller.push(Value::from(items[..items.len() / 2].to_vec()));
            }
            for index in 0..items.len().min(4) {
                let mut items = items.clone();
                items.remove(index);
                smaller.push(Value::Array(items));
            }
            for (index, item) in items.iter().enumerate().take(4).filter(|_| depth < DEPTH_MAX) {
                for inner in smaller_values(item, depth + 1) {
                    let mut items = items.clone();
                    items[index] = inner;
                    smaller.push(Value::Array(items));
                }
            }
        }
        Value::String(text) => {
            let length = text.chars().count();
            if length > 1 {
                smaller.push(Value::from("a"));
                smaller.push(text.chars().take(length / 2).collect::<String>().into());
            }
        }
        Value::Number(number) => {
            let whole = number.as_i64().unwrap_or(0);
            if whole.unsigned_abs() > 1 {
                smaller.extend([Value::from(1), Value::from(whole / 2)]);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
    smaller
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::smaller_values;

    #[test]
    fn every_step_is_smaller_so_that_shrinking_ends() {
        let mut value = json!({"a": "lantern", "b": [1, 2, 30], "c": {"d": 9}});
        let mut steps = 0;
        while let Some(next) = smaller_values(&value, 0).into_iter().last() {
            value = next;
            steps += 1;
            assert!(steps < 100, "{value}");
        }
        assert_eq!(smaller_values(&json!({}), 0), Vec::<serde_json::Value>::new());
    }
}
