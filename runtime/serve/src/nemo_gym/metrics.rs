//! Statistics of judged attempts.

use std::collections::BTreeMap;

use axum::response::Json;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::extract::Body;

/// How NeMo Gym numbers tasks.
const TASK_INDEX: &str = "_ng_task_index";

#[derive(Debug, Deserialize)]
pub(super) struct Judged {
    verify_responses: Vec<Map<String, Value>>,
}

/// Statistics of every number in judged attempts, by task and over all.
pub(super) async fn aggregate_metrics(Body(judged): Body<Judged>) -> Json<Value> {
    let mut by_task: BTreeMap<u64, Vec<&Map<String, Value>>> = BTreeMap::new();
    for response in &judged.verify_responses {
        let index = response.get(TASK_INDEX).and_then(Value::as_u64).unwrap_or(0);
        by_task.entry(index).or_default().push(response);
    }
    let groups = by_task.iter().map(|(index, responses)| {
        let mut metrics = statistics(responses);
        metrics.insert(TASK_INDEX.to_owned(), json!(index));
        metrics.insert("num_rollouts".to_owned(), json!(responses.len()));
        Value::Object(metrics)
    });
    let groups: Value = groups.collect();
    let all: Vec<_> = judged.verify_responses.iter().collect();
    let overall = statistics(&all);
    let headline: Map<String, Value> = overall
        .iter()
        .filter(|(name, _)| name.starts_with("mean/"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Json(json!({
        "group_level_metrics": groups,
        "agent_metrics": overall,
        "key_metrics": headline,
    }))
}

fn statistics(responses: &[&Map<String, Value>]) -> Map<String, Value> {
    let mut columns: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for response in responses {
        for (name, value) in response.iter().filter(|(name, _)| !name.starts_with("_ng_")) {
            let number = value.as_f64().or(value.as_bool().map(|flag| f64::from(u8::from(flag))));
            if let Some(number) = number {
                columns.entry(name).or_default().push(number);
            }
        }
    }
    let mut metrics = Map::new();
    for (name, mut values) in columns {
        values.sort_by(f64::total_cmp);
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
        metrics.insert(format!("mean/{name}"), json!(mean));
        metrics.insert(format!("min/{name}"), json!(values[0]));
        metrics.insert(format!("max/{name}"), json!(values[values.len() - 1]));
        metrics.insert(format!("median/{name}"), json!(f64::midpoint(low, high)));
        // That of a sample, as in the tables that NeMo Gym makes; one value has none.
        let deviation = (values.len() > 1).then(|| (spread / (n - 1.0)).sqrt());
        metrics.insert(format!("std/{name}"), json!(deviation));
    }
    metrics
}
