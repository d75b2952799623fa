//! Lays out rounds: which tools are called after which.

use std::collections::BTreeSet;

use super::likeness::singular_words;
use super::profile::{Profile, Stage};

/// A round as its phases, each with tools that may be called in any order: things are made, read,
/// changed and removed, and read again after every change. `n_calls_max` is how many calls there
/// are for all rounds.
pub(super) fn lay_out_round(
    profiles: &[Profile],
    is_callable: &dyn Fn(usize) -> bool,
    round: usize,
    n_calls_max: usize,
) -> Vec<Vec<usize>> {
    let of_stage = |stage: Stage| -> Vec<usize> {
        let all = 0..profiles.len();
        all.filter(|index| profiles[*index].stage == stage && is_callable(*index)).collect()
    };
    let (creates, reads) = (of_stage(Stage::Create), of_stage(Stage::Read));
    let (updates, mut deletes) = (of_stage(Stage::Update), of_stage(Stage::Delete));
    // What holds other things goes last, or it would take them along.
    deletes.sort_by_key(|index| n_holding(profiles, *index));
    // Where there is room for little more than one call a tool, each gets one.
    let n_tools = creates.len() + reads.len() + updates.len() + deletes.len();
    if n_tools * 2 > n_calls_max {
        return vec![creates, reads, updates, deletes];
    }
    let is_first = round == 0;
    let looks: Vec<usize> =
        reads.iter().copied().filter(|index| profiles[*index].needs_nothing()).collect();
    // Every other round removes, so that something stays.
    if !is_first && round.is_multiple_of(2) {
        deletes.clear();
    }
    let changed: BTreeSet<&[String]> =
        updates.iter().chain(&deletes).map(|index| profiles[*index].noun.as_slice()).collect();
    let shows_change = |index: &usize| changed.contains(profiles[*index].noun.as_slice());
    let mut touched: Vec<usize> = reads.iter().copied().filter(shows_change).collect();
    if touched.is_empty() {
        touched.clone_from(&looks);
    }
    let after = |changes: &[usize]| if changes.is_empty() { Vec::new() } else { touched.clone() };
    let (after_updates, after_deletes) = (after(&updates), after(&deletes));
    let (looks, again) = if is_first { (looks, creates.clone()) } else { (Vec::new(), Vec::new()) };
    vec![looks, creates, again, reads, updates, after_updates, deletes, after_deletes]
}

/// How many tools ask for the identifier of what a tool works on.
fn n_holding(profiles: &[Profile], tool: usize) -> usize {
    let noun = &profiles[tool].noun;
    let asks = |profile: &&Profile| {
        profile.noun != *noun
            && profile.parameters.required.iter().any(|name| {
                let words = singular_words(name);
                words.len() > noun.len() && words.starts_with(noun) && !noun.is_empty()
            })
    };
    profiles.iter().filter(asks).count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::profile::{Profile, Reach};
    use super::lay_out_round;
    use crate::normalize::WireTool;
    use crate::spec::Hints;

    fn profile(name: &str, required: &str) -> Profile {
        let property = json!({required: {"type": "integer"}});
        let schema = json!({"type": "object", "properties": property, "required": [required]});
        let parameters = serde_json::from_value(schema).expect("a schema");
        let (name, description) = (name.to_owned(), String::new());
        let tool = WireTool { name, description, hints: Hints::default(), parameters };
        Profile::of(tool, Reach::Own)
    }

    #[test]
    fn what_holds_other_things_is_removed_last_and_not_in_every_round() {
        let tools = [
            profile("delete_project", "project_id"),
            profile("delete_task", "task_id"),
            profile("create_task", "project_id"),
            profile("get_task", "task_id"),
        ];
        let round = |round: usize, n_calls_max: usize| -> Vec<Vec<usize>> {
            let phases = lay_out_round(&tools, &|tool| tool != 3, round, n_calls_max);
            phases.into_iter().filter(|phase| !phase.is_empty()).collect()
        };
        assert_eq!(round(0, 100), [vec![2], vec![2], vec![1, 0]], "things are made twice at first");
        assert_eq!(round(1, 100), [vec![2], vec![1, 0]]);
        assert_eq!(round(2, 100), [vec![2]]);
        assert_eq!(round(2, 5), [vec![2], vec![1, 0]], "there is no room for more");
    }
}
