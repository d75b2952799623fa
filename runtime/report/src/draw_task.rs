//! Draws a task's graph as SVG: one lane a service, one box a call, one arrow a value.

use std::collections::BTreeSet;

use askama::Template;
use compoworld_world::{SEPARATOR, Task};
use serde_json::Value;

const LANE_HEIGHT: usize = 104;
const BOX_WIDTH: usize = 168;
const BOX_HEIGHT: usize = 40;
const COLUMN_WIDTH: usize = 270;
const LEFT: usize = 140;

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
    y: usize,
    text_y: usize,
    height: usize,
    shaded: bool,
}

struct Step {
    number: usize,
    tool: String,
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
    x: usize,
    y: usize,
}

/// Draws the reference calls of a task and the values that flow between them.
///
/// # Errors
/// When the template fails, which is a fault of this crate.
pub fn draw_task(task: &Task) -> Result<String, askama::Error> {
    let mut names = Vec::new();
    let mut seen = BTreeSet::new();
    for call in &task.reference.calls {
        let alias = alias_of(&call.tool);
        if seen.insert(alias) {
            names.push(alias);
        }
    }
    let lanes = names.iter().enumerate().map(|(at, name)| Lane {
        name: (*name).to_owned(),
        y: at * LANE_HEIGHT,
        text_y: at * LANE_HEIGHT + LANE_HEIGHT / 2 + 4,
        height: LANE_HEIGHT,
        shaded: at % 2 == 0,
    });
    let boxes: Vec<Step> = task
        .reference
        .calls
        .iter()
        .enumerate()
        .map(|(at, call)| {
            let (alias, tool) = call.tool.split_once(SEPARATOR).unwrap_or(("", &call.tool));
            let lane = names.iter().position(|name| *name == alias).unwrap_or(0);
            place(at, lane, tool)
        })
        .collect();
    let arrows = task.graph.edges.iter().filter_map(|edge| {
        let (from, to) = (boxes.get(edge.from_step)?, boxes.get(edge.to_step)?);
        Some(arrow(from, to, &edge.value))
    });
    TaskGraph {
        width: LEFT + boxes.len().max(1) * COLUMN_WIDTH,
        height: names.len().max(1) * LANE_HEIGHT,
        lanes: lanes.collect(),
        arrows: arrows.collect(),
        boxes,
    }
    .render()
}

fn alias_of(tool: &str) -> &str {
    tool.split_once(SEPARATOR).map_or("", |(alias, _)| alias)
}

fn place(at: usize, lane: usize, tool: &str) -> Step {
    let x = LEFT + at * COLUMN_WIDTH;
    let y = lane * LANE_HEIGHT + (LANE_HEIGHT - BOX_HEIGHT) / 2;
    Step {
        number: at + 1,
        tool: shorten(tool, 22),
        x,
        y,
        width: BOX_WIDTH,
        height: BOX_HEIGHT,
        text_x: x + BOX_WIDTH / 2,
        text_y: y + BOX_HEIGHT / 2 + 4,
    }
}

fn arrow(from: &Step, to: &Step, value: &Value) -> Arrow {
    let (x1, y1) = (from.x + from.width, from.y + from.height / 2);
    let (x2, y2) = (to.x.saturating_sub(2), to.y + to.height / 2);
    // Arrows within a lane bow above the boxes between their ends.
    let bow = if y1 == y2 && x2 > x1 + COLUMN_WIDTH { 44 } else { 0 };
    let middle = x1.midpoint(x2);
    let (c1, c2) = (y1 - bow, y2 - bow);
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Arrow {
        path: format!("M{x1},{y1} C{middle},{c1} {middle},{c2} {x2},{y2}"),
        label: shorten(&text, 20),
        x: middle,
        // The curve is three quarters of the way to its control points there.
        y: (y1.midpoint(y2) - bow * 3 / 4).saturating_sub(5),
    }
}

fn shorten(text: &str, characters_max: usize) -> String {
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
