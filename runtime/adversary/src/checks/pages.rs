//! Paging: the pages of a list are the list.

use serde_json::{Map, Value};

use crate::list_parts::{Paging, is_whole, items, next_cursor, total, whole, with};
use crate::scene::Scene;
use crate::tool_list::ToolSpec;

use super::Violation;

/// How many pages are turned at most.
const PAGES_MAX: usize = 8;

pub(super) fn pages_partition_the_list(scene: &Scene<'_>) -> Result<(), Violation> {
    let tool = scene.tool;
    let paging = Paging::of(tool);
    let Some(limit) = paging.limit.filter(|_| tool.lists()) else { return Ok(()) };
    if !tool.accepts(&scene.call.arguments) || scene.wrote() {
        return Ok(());
    }
    // The list that was asked for, or, where that has too few items to turn a page, all there is.
    let required: Map<String, Value> = tool
        .required()
        .filter_map(|name| Some((name.to_owned(), scene.call.arguments.get(name)?.clone())))
        .collect();
    for arguments in [scene.call.arguments.clone(), Value::Object(required)] {
        let call = whole(tool, &arguments);
        let answer = scene.instead(&call);
        let Some(data) = answer.data() else { continue };
        let Some(all) = items(data).filter(|all| all.len() > 1) else { continue };
        return all_sizes(scene, &paging, limit, &call, (data, all.as_slice()));
    }
    Ok(())
}

fn all_sizes(
    scene: &Scene<'_>,
    paging: &Paging<'_>,
    limit: &str,
    whole_call: &Value,
    (data, all): (&Value, &[Value]),
) -> Result<(), Violation> {
    let tool = scene.tool;
    let is_all = is_whole(tool, data, all.len());
    for size in [1, 2, 5] {
        let call = with(whole_call, limit, size);
        if tool.accepts(&call) {
            turn_pages(scene, paging, &call, size, (all, is_all, total(data)))?;
        }
    }
    Ok(())
}

fn turn_pages(
    scene: &Scene<'_>,
    paging: &Paging<'_>,
    first: &Value,
    size: usize,
    (all, is_all, total_of_all): (&[Value], bool, Option<u64>),
) -> Result<(), Violation> {
    let mut seen: Vec<Value> = Vec::new();
    let mut call = first.clone();
    for turned in 0..PAGES_MAX {
        let answer = scene.instead(&call);
        let Some(data) = answer.data() else {
            return Err(Violation::new(format!("a page for {call}"), format!("{answer:?}")));
        };
        let page = items(data).cloned().unwrap_or_default();
        let expected: Vec<&Value> = all.iter().skip(seen.len()).take(size).collect();
        if page.iter().collect::<Vec<_>>() != expected {
            let expected: Vec<Value> = expected.into_iter().cloned().collect();
            return Err(Violation::new(
                format!("page {} of size {size} for {call}: {}", turned + 1, brief(&expected)),
                brief(&page),
            ));
        }
        if total(data) != total_of_all {
            return Err(Violation::new(
                format!("the total of the whole list: {total_of_all:?}"),
                format!("{:?}", total(data)),
            ));
        }
        seen.extend(page);
        let Some(next) = next_call(scene.tool, paging, &call, data, &seen) else {
            return at_the_end(paging, &call, &seen, all, is_all);
        };
        if seen.len() >= all.len() && !is_all {
            return Ok(());
        }
        call = next;
        // A page after the last one has nothing.
        if seen.len() >= all.len() {
            let beyond = scene.instead(&call);
            let n_beyond = beyond.data().and_then(items).map_or(0, Vec::len);
            if n_beyond > 0 {
                return Err(Violation::new(
                    "nothing after the last page",
                    format!("{n_beyond} items"),
                ));
            }
            return Ok(());
        }
    }
    Ok(())
}

fn at_the_end(
    paging: &Paging<'_>,
    call: &Value,
    seen: &[Value],
    all: &[Value],
    is_all: bool,
) -> Result<(), Violation> {
    let can_turn = paging.names().any(|name| Some(name) != paging.limit);
    if !can_turn || !is_all || seen.len() >= all.len() {
        return Ok(());
    }
    Err(Violation::new(
        format!("a way to the rest of {} items after {call}", all.len()),
        format!("the pages end after {}", seen.len()),
    ))
}

/// The call for the next page, if there is a way to ask for one.
fn next_call(
    tool: &ToolSpec,
    paging: &Paging<'_>,
    call: &Value,
    data: &Value,
    seen: &[Value],
) -> Option<Value> {
    if let Some(cursor) = paging.cursor {
        let next = next_cursor(data)?;
        let next = with(call, cursor, next);
        return tool.accepts(&next).then_some(next);
    }
    if let Some(after) = paging.after {
        // An answer that says where the next page starts has cursors of its own.
        if data.get("next_cursor").is_some() {
            let next = with(call, after, next_cursor(data)?);
            return tool.accepts(&next).then_some(next);
        }
        let id = seen.last()?.get("id")?.clone();
        return Some(with(call, after, id));
    }
    if let Some(offset) = paging.offset {
        return Some(with(call, offset, seen.len() as u64));
    }
    let page = paging.page?;
    let number = call.get(page).and_then(Value::as_u64).unwrap_or(1) + 1;
    Some(with(call, page, number)).filter(|call| tool.accepts(call))
}

/// Items by what identifies them, so that a difference can be read.
fn brief(items: &[Value]) -> String {
    let name = |item: &Value| {
        let names = ["id", "key", "name", "number", "ts"];
        let id = names.iter().find_map(|name| item.get(*name));
        id.unwrap_or(item).to_string()
    };
    format!("[{}]", items.iter().map(name).collect::<Vec<_>>().join(", "))
}
