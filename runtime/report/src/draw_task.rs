//! Draws a task's graph as SVG: one lane a service, one row a call, one arrow a value.
//!
//! Time runs downwards, and a row holds one call only. An arrow leaves its call sideways, runs down
//! beside the lane that it goes to, and enters sideways too, so that no arrow crosses a call.

use std::collections::BTreeMap;

use askama::Template;
use compoworld_world::{Edge, SEPARATOR, Task};
use serde_json::Value;

const LANE_WIDTH: usize = 244;
const BOX_WIDTH: usize = 184;
const BOX_HEIGHT: usize = 36;
const HEAD_HEIGHT: usize = 34;

/// How far a box is from the edges of its lane: where arrows run.
const MARGIN: usize = (LANE_WIDTH - BOX_WIDTH) / 2;

/// How far two arrows in one margin are apart, and how many fit.
const SLOT: usize = 6;
const SLOTS: usize = 4;

/// The height of a value's line above the call that it enters.
const LABEL_HEIGHT: usize = 14;

/// How round the corners of arrows are.
const CORNER: usize = 8;

#[derive(Template)]
#[template(path = "task_graph.svg")]
struct TaskGraph {
    width: usize,
    height: usize,
    lanes: Vec<Lane>,
    boxes: Vec<Step>,
    arrows: Vec<Arrow>,
}

struct Lane {
    name: String,
    x: usize,
    middle: usize,
    width: usize,
    shaded: bool,
}

struct Step {
    number: usize,
    tool: String,
    whole: String,
    lane: usize,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    text_x: usize,
    text_y: usize,
}

struct Arrow {
    path: String,
    label: String,
    whole: String,
    anchor: &'static str,
    x: usize,
    y: usize,
}

/// The side of a call on which an arrow enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Left,
    Right,
}

/// Draws the reference calls of a task and the values that flow between them, as an SVG that also
/// stands alone; pages give its classes colours of their own.
///
/// # Errors
/// When the template fails, which is a fault of this crate.
pub fn draw_task(task: &Task) -> Result<String, askama::Error> {
    let calls = &task.reference.calls;
    let mut names: Vec<&str> = Vec::new();
    let mut lane_of_step = Vec::with_capacity(calls.len());
    for call in calls {
        let alias = call.tool.split_once(SEPARATOR).map_or("", |(alias, _)| alias);
        let known = names.iter().position(|name| *name == alias);
        lane_of_step.push(known.unwrap_or(names.len()));
        if known.is_none() {
            names.push(alias);
        }
    }
    // What flows backwards, or to a step that is not there, is no graph of these calls.
    let in_order = |edge: &&Edge| edge.from_step < edge.to_step && edge.to_step < calls.len();
    let edges: Vec<&Edge> = task.graph.edges.iter().filter(in_order).collect();

    let row_height = BOX_HEIGHT + LABEL_HEIGHT * (most_entering(&edges, &lane_of_step) + 1);
    let boxes: Vec<Step> = calls
        .iter()
        .enumerate()
        .map(|(at, call)| {
            let tool = call.tool.split_once(SEPARATOR).map_or(&*call.tool, |(_, tool)| tool);
            place(at, lane_of_step[at], HEAD_HEIGHT + (at + 1) * row_height - BOX_HEIGHT, tool)
        })
        .collect();
    let lanes = names.iter().enumerate().map(|(at, name)| Lane {
        name: shorten(name, 30),
        x: at * LANE_WIDTH,
        middle: at * LANE_WIDTH + LANE_WIDTH / 2,
        width: LANE_WIDTH,
        shaded: at % 2 == 0,
    });
    TaskGraph {
        width: names.len().max(1) * LANE_WIDTH,
        height: HEAD_HEIGHT + boxes.len() * row_height + LABEL_HEIGHT,
        lanes: lanes.collect(),
        arrows: arrows(&edges, &boxes),
        boxes,
    }
    .render()
}

/// How many arrows enter one side of one call at most.
fn most_entering(edges: &[&Edge], lanes: &[usize]) -> usize {
    let mut entering: BTreeMap<(usize, Side), usize> = BTreeMap::new();
    for edge in edges {
        let side = side(lanes[edge.from_step], lanes[edge.to_step]);
        *entering.entry((edge.to_step, side)).or_default() += 1;
    }
    entering.into_values().max().unwrap_or(0)
}

/// An arrow enters on the side that it comes from; within a lane it goes around on the right.
fn side(from_lane: usize, to_lane: usize) -> Side {
    if from_lane < to_lane { Side::Left } else { Side::Right }
}

fn place(at: usize, lane: usize, y: usize, tool: &str) -> Step {
    let x = lane * LANE_WIDTH + MARGIN;
    Step {
        number: at + 1,
        tool: shorten(tool, 22),
        whole: tool.to_owned(),
        lane,
        x,
        y,
        width: BOX_WIDTH,
        height: BOX_HEIGHT,
        text_x: x + BOX_WIDTH / 2,
        text_y: y + BOX_HEIGHT / 2 + 4,
    }
}

fn arrows(edges: &[&Edge], boxes: &[Step]) -> Vec<Arrow> {
    let mut slots: BTreeMap<(usize, Side), usize> = BTreeMap::new();
    let mut entered: BTreeMap<(usize, Side), usize> = BTreeMap::new();
    let arrow = |edge: &&Edge| {
        let (from, to) = (&boxes[edge.from_step], &boxes[edge.to_step]);
        let side = side(from.lane, to.lane);
        let slot = slots.entry((to.lane, side)).or_default();
        let nth = entered.entry((edge.to_step, side)).or_default();
        let arrow = arrow(from, to, side, (*slot % SLOTS, *nth), &edge.value);
        *slot += 1;
        *nth += 1;
        arrow
    };
    edges.iter().map(arrow).collect()
}

/// An arrow in a slot of the margin, the nth that enters this side of the call.
fn arrow(from: &Step, to: &Step, side: Side, (slot, nth): (usize, usize), value: &Value) -> Arrow {
    let inset = CORNER + 4 + slot * SLOT;
    // Where it runs down, where it leaves and where it enters; sideways is towards the box.
    let (down, leaves, enters, anchor) = match side {
        Side::Left => (to.x - inset, from.x + from.width, to.x, "start"),
        Side::Right if from.lane == to.lane => {
            (to.x + to.width + inset, from.x + from.width, to.x + to.width, "end")
        }
        Side::Right => (to.x + to.width + inset, from.x, to.x + to.width, "end"),
    };
    let out = if down > leaves { down - CORNER } else { down + CORNER };
    let into = if enters > down { down + CORNER } else { down - CORNER };
    // Several that enter one side do so one below the other.
    let (y1, y2) = (from.y + from.height / 2, to.y + 9 + (nth % 3) * 9);
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Arrow {
        path: format!(
            "M{leaves},{y1} H{out} Q{down},{y1} {down},{} V{} Q{down},{y2} {into},{y2} H{enters}",
            y1 + CORNER,
            y2 - CORNER
        ),
        label: shorten(&text, 26),
        whole: text,
        anchor,
        x: match side {
            Side::Left => down + 5,
            Side::Right => down - 5,
        },
        y: to.y.saturating_sub(5 + nth * LABEL_HEIGHT),
    }
}

fn shorten(text: &str, characters_max: usize) -> String {
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::draw_task;
    use compoworld_world::Task;
    use serde_json::{Value, json};

    fn drawn(tools: &[&str], edges: &[(usize, usize, Value)]) -> String {
        let calls = tools.iter().map(|tool| json!({"tool": tool, "arguments": {}}));
        let edges = edges.iter().map(|(from, to, value)| {
            json!({"from_step": from, "to_step": to, "value_path": "/id",
                "argument_path": "/id", "value": value})
        });
        let task: Task = serde_json::from_value(json!({
            "id": "t", "instruction": "Do.", "services": [], "initial_state": {}, "seed": 1,
            "epoch": "2026-03-02T09:00:00Z", "graph": {"walk": [], "edges": edges.collect::<Value>()},
            "reference": {"calls": calls.collect::<Value>()}, "goal_digest": "", "rubric": [],
            "difficulty": {"k": 1, "l": 1}, "generator": "by hand", "catalog_version": "",
        }))
        .expect("it is a task");
        draw_task(&task).expect("it draws")
    }

    #[test]
    fn a_lane_a_service_a_box_a_call_and_an_arrow_a_value() {
        let svg = drawn(
            &["crm__get", "desk__find", "crm__set"],
            &[(0, 1, json!("A-1")), (1, 2, json!(7)), (0, 2, json!("A-1"))],
        );
        let count = |part: &str| svg.matches(part).count();
        assert_eq!(count("class=\"lane-name\""), 2, "{svg}");
        assert_eq!(count("class=\"step\""), 3, "{svg}");
        assert_eq!(count("class=\"flow\""), 3, "{svg}");
        assert!(svg.contains("1. get") && svg.contains(">7<"), "{svg}");
    }

    #[test]
    fn names_and_values_are_escaped_and_edges_of_no_call_are_left_out() {
        let hostile = json!("<script>\"'");
        let svg = drawn(
            &["<b>__<i>", "x"],
            &[(0, 1, hostile.clone()), (1, 0, hostile), (0, 9, json!(1))],
        );
        assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains("<i>"), "{svg}");
        assert_eq!(svg.matches("class=\"flow\"").count(), 1, "{svg}");
        assert!(drawn(&[], &[]).contains("</svg>"));
    }
}
