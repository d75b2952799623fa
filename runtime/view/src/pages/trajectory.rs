//! One trajectory, call by call: what was said, called and answered, what changed, and which
//! criteria hold.

use askama::Template;
use compoworld_world::rollout::{Message, Role, ToolCall, Trajectory};
use compoworld_world::text_of_answer;
use serde_json::Value;

use crate::ask::{Asked, Fault};
use crate::inspector::Inspector;
use crate::json_text::{JsonHtml, json_or_text_html};
use crate::pages::open_lines::{self, OpenLine};
use crate::pages::task::check_text;
use crate::pages::trajectories::{ending_words, percent};
use crate::replay_trajectory::{Replay, environment_after, find_task, replay};
use crate::table_view::{ChangeView, changes};
use crate::worlds::World;

#[derive(Template)]
#[template(path = "trajectory.html")]
pub(crate) struct TrajectoryPage {
    file: usize,
    label: String,
    line: usize,
    previous: Option<usize>,
    next: Option<usize>,
    trajectory: Trajectory,
    ending: &'static str,
    simulated: String,
    answer: String,
    /// The task's file and line, when its file is open.
    task: Option<(usize, usize)>,
    /// Why the calls were not made again.
    not_replayed: Option<String>,
    moments: Vec<MomentLine>,
    shown: usize,
    moment: MomentView,
    criteria: Vec<CriterionView>,
    all_changes: Vec<ChangeView>,
}

/// A moment of a trajectory: its start, a call, or its end.
struct Moment<'a> {
    said: &'a str,
    call: Option<(&'a ToolCall, &'a str)>,
    is_end: bool,
}

struct MomentLine {
    name: String,
    failed: bool,
    simulated: bool,
    n_changes: usize,
    n_held: Option<usize>,
}

struct MomentView {
    said: String,
    system: String,
    call: Option<CallView>,
    is_end: bool,
    changes: Option<Vec<ChangeView>>,
    /// Whether the answer in the file is another than the one that was got here.
    differs: bool,
}

struct CallView {
    tool: String,
    arguments: JsonHtml,
    answer: JsonHtml,
    failed: bool,
    simulated: bool,
}

struct CriterionView {
    id: String,
    text: String,
    check: String,
    /// Whether it holds at this moment; unknown when the calls were not made again.
    holds: Option<bool>,
    /// Whether that is new since the moment before.
    is_new: bool,
    at_end: bool,
    reason: Option<String>,
}

/// A trajectory at a moment, its start unless another is asked for.
pub(crate) fn page(
    inspector: &Inspector,
    file: &str,
    line: &str,
    asked: &Asked,
) -> Result<TrajectoryPage, Fault> {
    let found = inspector.sources.found();
    let lines = open_lines::file(&found.trajectories, file)?;
    let OpenLine { value: trajectory, number, previous, next } =
        open_lines::line::<_, Trajectory>(lines, line)?;
    let (task, replayed) = match find_task(&found, &trajectory) {
        None => {
            let how = "the task is in none of the open files: add its file to see what each call \
                changed";
            (None, Err(how.to_owned()))
        }
        Some((file, line, task)) => {
            (Some((file, line)), replay(&inspector.catalog, task, &trajectory))
        }
    };
    let moments = moments(&trajectory);
    let shown = asked.number("step").unwrap_or(0).min(moments.len() - 1);
    let done = replayed.as_ref().ok();
    let outcome = &trajectory.outcome;
    Ok(TrajectoryPage {
        file: file.parse().unwrap_or_default(),
        label: lines.file.label.clone(),
        line: number,
        previous,
        next,
        ending: ending_words(trajectory.ending),
        simulated: percent(outcome.simulated as f64, outcome.n_calls as f64),
        answer: text_of_answer(&trajectory.answer),
        task,
        moments: moments.iter().enumerate().map(|(at, one)| moment_line(at, one, done)).collect(),
        shown,
        moment: moment_view(&trajectory, shown, &moments[shown], done),
        criteria: criteria(&trajectory, shown, moments[shown].is_end, done),
        all_changes: changes(&outcome.changes),
        not_replayed: replayed.err(),
        trajectory,
    })
}

/// Opens the environment as it was after so many calls; returns its page.
pub(crate) fn open(
    inspector: &Inspector,
    file: &str,
    line: &str,
    asked: &Asked,
) -> Result<String, Fault> {
    let found = inspector.sources.found();
    let lines = open_lines::file(&found.trajectories, file)?;
    let trajectory: Trajectory = open_lines::line(lines, line)?.value;
    let (_, _, task) = find_task(&found, &trajectory).ok_or_else(|| {
        Fault::Refused(format!("the task `{}` is in none of the open files", trajectory.task))
    })?;
    let n_calls = asked.number("step").unwrap_or(0).min(trajectory.calls().count());
    let environment = environment_after(&inspector.catalog, task, &trajectory, n_calls)
        .map_err(Fault::Refused)?;
    let name =
        format!("task {}, attempt {}, after call {n_calls}", trajectory.task, trajectory.attempt);
    let number = inspector.worlds.add(World::new(name, environment)).map_err(Fault::Refused)?;
    Ok(format!("/environments/{number}"))
}

/// The start, each call, and the end when something is said there.
fn moments(trajectory: &Trajectory) -> Vec<Moment<'_>> {
    let mut moments = vec![Moment { said: trajectory.instruction(), call: None, is_end: false }];
    let mut answers = trajectory.calls();
    for message in &trajectory.messages {
        if message.role != Role::Assistant {
            continue;
        }
        let mut said = message.content.as_str();
        for _ in &message.tool_calls {
            let call = answers.next();
            moments.push(Moment { said: std::mem::take(&mut said), call, is_end: false });
        }
        if message.tool_calls.is_empty() {
            moments.push(Moment { said, call: None, is_end: true });
        }
    }
    moments
}

fn moment_line(at: usize, moment: &Moment<'_>, replay: Option<&Replay>) -> MomentLine {
    let name = match (moment.call, moment.is_end) {
        (Some((call, _)), _) => call.name.clone(),
        (None, true) => "Final answer".to_owned(),
        (None, false) => "Instruction".to_owned(),
    };
    let answer = moment.call.map_or("", |(_, answer)| answer);
    let step = at.checked_sub(1).and_then(|at| replay?.steps.get(at));
    let held = replay.and_then(|replay| criteria_at(replay, at, moment.is_end));
    MomentLine {
        name,
        failed: is_failed(answer),
        simulated: is_simulated(answer),
        n_changes: step.filter(|_| !moment.is_end).map_or(0, |step| step.changes.len()),
        n_held: held.map(|criteria| criteria.iter().filter(|holds| **holds).count()),
    }
}

/// Which criteria hold at a moment.
fn criteria_at(replay: &Replay, at: usize, is_end: bool) -> Option<&[bool]> {
    if is_end {
        return Some(&replay.end);
    }
    match at.checked_sub(1) {
        None => Some(&replay.start),
        Some(step) => replay.steps.get(step).map(|step| step.criteria.as_slice()),
    }
}

fn moment_view(
    trajectory: &Trajectory,
    at: usize,
    moment: &Moment<'_>,
    replay: Option<&Replay>,
) -> MomentView {
    let system = trajectory.messages.iter().find(|message| message.role == Role::System);
    let system = system.filter(|_| at == 0).map_or("", |message: &Message| &message.content);
    let step = at.checked_sub(1).and_then(|at| replay?.steps.get(at));
    let step = step.filter(|_| moment.call.is_some());
    MomentView {
        said: moment.said.to_owned(),
        system: system.to_owned(),
        call: moment.call.map(|(call, answer)| CallView {
            tool: call.name.clone(),
            arguments: json_or_text_html(&call.arguments),
            answer: json_or_text_html(answer),
            failed: is_failed(answer),
            simulated: is_simulated(answer),
        }),
        is_end: moment.is_end,
        changes: step.map(|step| changes(&step.changes)),
        differs: step.is_some_and(|step| !step.is_same),
    }
}

fn criteria(
    trajectory: &Trajectory,
    at: usize,
    is_end: bool,
    replay: Option<&Replay>,
) -> Vec<CriterionView> {
    let outcome = &trajectory.outcome;
    let now = replay.and_then(|replay| criteria_at(replay, at, is_end));
    let before = at.checked_sub(1).and_then(|before| criteria_at(replay?, before, false));
    let rubric = replay.map_or(&[][..], |replay| &replay.task.rubric);
    let views = trajectory.criteria.iter().enumerate().map(|(index, id)| {
        let criterion = rubric.get(index);
        let holds = now.and_then(|now| now.get(index)).copied();
        let held = before.and_then(|before| before.get(index)).copied();
        CriterionView {
            id: id.clone(),
            text: criterion.map(|criterion| criterion.text.clone()).unwrap_or_default(),
            check: criterion.map(|one| check_text(&one.check)).unwrap_or_default(),
            holds,
            is_new: held.is_some() && holds.is_some() && held != holds,
            at_end: outcome.criteria.get(index).copied().unwrap_or_default(),
            reason: outcome.reasons.get(index).cloned().flatten(),
        }
    });
    views.collect()
}

fn is_failed(answer: &str) -> bool {
    answer.starts_with("{\"ok\":false")
}

fn is_simulated(answer: &str) -> bool {
    let value = serde_json::from_str::<Value>(answer).unwrap_or_default();
    value["simulated"] == true
}
