//! What a file is, told by what it holds.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use compoworld_report::{Evaluation, Phase};
use compoworld_world::EnvironmentSnapshot;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::line_reader::{Line, read_line};
use super::summaries::{TaskSummary, TrajectorySummary};

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Tasks,
    Trajectories,
    Metrics,
    Evaluation,
    Phases,
    Rejections,
    World,
}

/// How many lines are looked at before a file is given up.
const LINES_MAX: usize = 5;

/// The largest file that is one JSON value, in bytes.
const DOCUMENT_BYTES_MAX: u64 = 32 << 20;

/// What a file is.
///
/// # Errors
/// In words, when it is nothing that is shown.
pub(super) fn kind_of(path: &Path) -> Result<Kind, String> {
    let file = File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
    let length = file.metadata().map_err(|error| format!("cannot be read: {error}"))?.len();
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    for _ in 0..LINES_MAX {
        match read_line(&mut reader, &mut bytes) {
            Err(error) => return Err(format!("cannot be read: {error}")),
            Ok(Line::End) => break,
            Ok(Line::TooLong { .. }) => {}
            Ok(Line::Whole { .. } | Line::Unended { .. }) => {
                if let Some(kind) = kind_of_line(&bytes) {
                    return Ok(kind);
                }
            }
        }
    }
    if length == 0 {
        return Err("it is empty".to_owned());
    }
    if length <= DOCUMENT_BYTES_MAX
        && let Some(kind) = kind_of_document(&std::fs::read(path).unwrap_or_default())
    {
        return Ok(kind);
    }
    Err("none of its first lines is a task, a trajectory or a metric, and the whole is no \
         evaluation or world"
        .to_owned())
}

fn kind_of_line(line: &[u8]) -> Option<Kind> {
    if fits::<TaskSummary>(line) {
        return Some(Kind::Tasks);
    }
    if fits::<TrajectorySummary>(line) {
        return Some(Kind::Trajectories);
    }
    let value: Value = serde_json::from_slice(line).ok()?;
    value.get("event").is_some_and(Value::is_string).then_some(Kind::Metrics)
}

fn kind_of_document(bytes: &[u8]) -> Option<Kind> {
    if fits::<Evaluation>(bytes) {
        return Some(Kind::Evaluation);
    }
    if fits::<EnvironmentSnapshot>(bytes) {
        return Some(Kind::World);
    }
    let some = |kind, empty: bool| (!empty).then_some(kind);
    if let Ok(phases) = serde_json::from_slice::<Vec<Phase>>(bytes) {
        return some(Kind::Phases, phases.is_empty());
    }
    let reasons = serde_json::from_slice::<BTreeMap<String, u64>>(bytes).ok()?;
    some(Kind::Rejections, reasons.is_empty())
}

fn fits<T: DeserializeOwned>(bytes: &[u8]) -> bool {
    serde_json::from_slice::<T>(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{Kind, kind_of_document, kind_of_line};

    #[test]
    fn a_file_is_told_by_what_it_holds() {
        let task = br#"{"id":"a","instruction":"Do.","services":[],"rubric":[],"difficulty":{"k":1,"l":2},"more":1}"#;
        assert_eq!(kind_of_line(task), Some(Kind::Tasks));
        let trajectory = br#"{"task":"a","task_digest":"d","attempt":0,"policy":"p","ending":"answered","outcome":{"criteria":[true],"success":true,"n_calls":1,"simulated":0}}"#;
        assert_eq!(kind_of_line(trajectory), Some(Kind::Trajectories));
        assert_eq!(kind_of_line(br#"{"event":"sft_step","step":1}"#), Some(Kind::Metrics));
        assert_eq!(kind_of_line(br#"{"event":3}"#), None);
        assert_eq!(kind_of_line(b"\xff\xfe"), None);

        let evaluation = br#"{"n_episodes":3,"success":0.5,"criteria_passed":0.7}"#;
        assert_eq!(kind_of_document(evaluation), Some(Kind::Evaluation));
        let phases = br#"[{"name":"Build","result":"done","seconds":1.5}]"#;
        assert_eq!(kind_of_document(phases), Some(Kind::Phases));
        assert_eq!(kind_of_document(br#"{"ambiguous":10}"#), Some(Kind::Rejections));
        for other in ["{}", "[]", "7", "{\"a\":\"b\"}", ""] {
            assert_eq!(kind_of_document(other.as_bytes()), None, "{other}");
        }
    }
}
