//! The guard "nothing else changed", on the typed difference of two states.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_core::RecordInfo;

use super::Evidence;
use crate::changes::{RowChange, RowChangeKind};

/// What may change, by path.
pub(super) struct AllowedChanges {
    /// `service.table.key` and `service.table.key.field`.
    paths: BTreeSet<String>,
    /// `service.table` to the number of rows that may be new.
    new_rows: BTreeMap<String, usize>,
    /// `service.table` of tables that may change at will.
    tables: BTreeSet<String>,
}

impl AllowedChanges {
    pub(super) fn parse(paths: &[String]) -> Result<Self, String> {
        let mut allowed =
            Self { paths: BTreeSet::new(), new_rows: BTreeMap::new(), tables: BTreeSet::new() };
        for path in paths {
            let parts: Vec<&str> = path.splitn(3, '.').collect();
            if parts.len() < 2 || parts.iter().any(|part| part.is_empty()) {
                return Err(format!(
                    "`{path}` names no place, write `service.table.key` or \
                     `service.table.key.field`"
                ));
            }
            let table = format!("{}.{}", parts[0], parts[1]);
            match parts.get(2) {
                Some(&"+") => *allowed.new_rows.entry(table).or_default() += 1,
                Some(&"*") => drop(allowed.tables.insert(table)),
                _ => drop(allowed.paths.insert(path.clone())),
            }
        }
        Ok(allowed)
    }

    /// The first change that is not allowed, in words.
    pub(super) fn first_breach(
        &self,
        changes: &[RowChange],
        evidence: &Evidence<'_>,
    ) -> Option<String> {
        let mut new_rows = BTreeMap::<String, usize>::new();
        for change in changes {
            let table = format!("{}.{}", change.service, change.table);
            let path = change.path();
            if self.tables.contains(&table) || self.paths.contains(&path) {
                continue;
            }
            match &change.kind {
                RowChangeKind::Added { .. } => {
                    let count = new_rows.entry(table.clone()).or_default();
                    *count += 1;
                    let most = self.new_rows.get(&table).copied().unwrap_or(0);
                    if *count > most {
                        return Some(format!("`{path}` is new, {most} new rows were allowed"));
                    }
                }
                RowChangeKind::Removed { .. } => return Some(format!("`{path}` is gone")),
                RowChangeKind::Changed { fields } => {
                    let allowed = |field: &str| self.paths.contains(&format!("{path}.{field}"));
                    let info = record_info(evidence, change);
                    let any = fields.iter().any(|field| allowed(&field.field));
                    let fits = |field: &str| allowed(field) || (any && is_stamp(info, field));
                    let breach = fields.iter().find(|field| !fits(&field.field));
                    if let Some(field) = breach {
                        return Some(format!("`{path}.{}` changed", field.field));
                    }
                }
            }
        }
        None
    }
}

fn record_info(evidence: &Evidence<'_>, change: &RowChange) -> Option<&'static RecordInfo> {
    let info = evidence.state.instance(&change.service)?.state().info();
    info.position(&change.table).map(|position| info.tables[position].row)
}

/// Whether the server writes the field by itself.
fn is_stamp(info: Option<&'static RecordInfo>, field: &str) -> bool {
    let position = info.and_then(|info| Some((info, info.position(field)?)));
    position.is_some_and(|(info, position)| {
        info.fields[position].created || info.fields[position].updated
    })
}
