//! Puts a patch through the typed state: the result is sound, or there is none.

use compoworld_core::{ChangeKind, Instance, State, StateInfo, diff, load_state};
use serde_json::Value;

/// How many faults of one patch are told.
const FAULTS_MAX: usize = 8;

/// Whether a patch says nothing.
pub(super) fn is_empty_patch(patch: &Value) -> bool {
    match patch {
        Value::Null => true,
        Value::Object(object) => object.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// The state after a patch, which shares with the present one what the patch leaves alone; `None`
/// when it changes nothing.
///
/// # Errors
/// Every fault of the patch, as far as they can be told at once.
pub(super) fn patched_state(
    instance: &Instance,
    patch: &Value,
) -> Result<Option<Box<dyn State>>, Vec<String>> {
    let info = instance.service().state;
    check_targets(info, patch)?;
    let mut value = instance.state_value();
    match patch {
        Value::Array(_) => {
            let patch: json_patch::Patch = serde_json::from_value(patch.clone())
                .map_err(|error| vec![format!("`patch` is no JSON patch: {error}")])?;
            json_patch::patch(&mut value, &patch)
                .map_err(|error| vec![format!("`patch` cannot be applied: {error}")])?;
        }
        _ => json_patch::merge(&mut value, patch),
    }
    let patched = load_state(info, &value).map_err(|errors| {
        let mut faults: Vec<String> =
            errors.iter().take(FAULTS_MAX).map(ToString::to_string).collect();
        if errors.len() > FAULTS_MAX {
            faults.push(format!("and {} more faults", errors.len() - FAULTS_MAX));
        }
        faults
    })?;
    Ok(carry_over(instance.state(), &*patched))
}

/// A patch names rows of the service's tables, and nothing beside them.
fn check_targets(info: &StateInfo, patch: &Value) -> Result<(), Vec<String>> {
    let known = || {
        let names: Vec<String> =
            info.tables.iter().map(|table| format!("`{}`", table.name)).collect();
        names.join(", ")
    };
    let mut faults = Vec::new();
    let mut check = |name: &str, is_whole_table: bool| match info.position(name) {
        None => faults.push(format!("there is no table `{name}`; the tables are {}", known())),
        Some(index) if is_whole_table && !info.tables[index].single => {
            faults.push(format!("`{name}` is a table: change its rows, each under its key"));
        }
        Some(_) => {}
    };
    match patch {
        Value::Object(tables) => {
            for (name, rows) in tables {
                check(name, !rows.is_object());
            }
        }
        Value::Array(operations) => {
            let paths = operations.iter().flat_map(|operation| {
                ["path", "from"].into_iter().filter_map(|name| operation.get(name)?.as_str())
            });
            for path in paths {
                let mut parts = path.split('/').skip(1);
                let table = parts.next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
                check(&table, parts.next().is_none());
            }
        }
        _ => faults.push("`patch` must be an object of tables, or an array of operations".into()),
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// The present state with the rows that differ taken over, so that forks go on sharing the others.
fn carry_over(present: &dyn State, patched: &dyn State) -> Option<Box<dyn State>> {
    let changes = diff(present, patched);
    if changes.is_empty() {
        return None;
    }
    let info = present.info();
    let mut state = present.clone_state();
    for change in changes {
        let index = info.position(change.table).expect("a change is of a table of the state");
        let rows = state.rows_mut(index);
        match change.kind {
            ChangeKind::Removed(_) => {
                rows.take(&change.key);
            }
            ChangeKind::Added(_) | ChangeKind::Changed(_) => {
                let row = patched.rows(index).get(&change.key);
                rows.put(row.expect("what was added or changed is there").clone());
            }
        }
        rows.raise_sequence(patched.rows(index).sequence());
    }
    Some(state)
}
