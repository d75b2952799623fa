//! One live environment: call a tool, see what it answers and what it changes, go back.

use askama::Template;
use compoworld_core::Tool;
use compoworld_world::SEPARATOR;
use serde_json::Value;

use crate::ask::{Asked, Fault};
use crate::build_form::{FieldKind, FormField, arguments, fields, suggest_keys};
use crate::domain_bars::Implementation;
use crate::inspector::Inspector;
use crate::json_text::{JsonHtml, clip, json_or_text_html};
use crate::table_view::{ChangeView, TableView, changes, table, tables};
use crate::worlds::{STEPS_MAX, World};

#[derive(Template)]
#[template(path = "environment.html")]
pub(crate) struct EnvironmentPage {
    number: u32,
    name: String,
    n_steps: usize,
    shown: usize,
    steps: Vec<StepLine>,
    answer: Option<AnswerView>,
    groups: Vec<ToolGroup>,
    tool: Option<ToolForm>,
    links: Vec<TableLink>,
    table: Option<(String, TableView)>,
    page: usize,
}

struct StepLine {
    number: usize,
    tool: String,
    failed: bool,
    n_changes: usize,
}

struct AnswerView {
    tool: String,
    arguments: JsonHtml,
    text: JsonHtml,
    failed: bool,
    simulated: bool,
    changes: Vec<ChangeView>,
}

struct ToolGroup {
    alias: String,
    title: &'static str,
    tools: Vec<(String, &'static str)>,
}

struct ToolForm {
    name: String,
    description: &'static str,
    implementation: Implementation,
    fields: Vec<FormField>,
    json: String,
}

struct TableLink {
    path: String,
    n_rows: usize,
}

/// A world as it was after a step, the last one unless another is asked for.
pub(crate) fn page(
    inspector: &Inspector,
    number: &str,
    asked: &Asked,
) -> Result<EnvironmentPage, Fault> {
    let (number, world) = world(inspector, number)?;
    let n_steps = world.steps.len();
    let shown = asked.number("step").unwrap_or(n_steps).min(n_steps);
    let step = shown.checked_sub(1).map(|last| &world.steps[last]);
    let steps = world.steps.iter().enumerate().map(|(at, step)| StepLine {
        number: at + 1,
        tool: step.tool.clone(),
        failed: step.answer.error.is_some(),
        n_changes: step.changes.len(),
    });
    let answer = step.map(|step| AnswerView {
        tool: step.tool.clone(),
        arguments: json_or_text_html(&step.arguments),
        text: json_or_text_html(&step.answer.text),
        failed: step.answer.error.is_some(),
        simulated: step.answer.simulated,
        changes: changes(&step.changes),
    });
    let (wanted, filled) = match (asked.text("tool"), step) {
        ("", Some(step)) => (step.tool.as_str(), step.arguments.as_str()),
        (wanted, Some(step)) if wanted == step.tool => (wanted, step.arguments.as_str()),
        (wanted, _) => (wanted, "{}"),
    };
    let changed = step.and_then(|step| step.changes.first());
    let changed = changed.map(|change| format!("{}.{}", change.service, change.table));
    let wanted_table = match asked.text("table") {
        "" => changed.or_else(|| table_of(&world, wanted)).unwrap_or_default(),
        path => path.to_owned(),
    };
    let page = asked.number("page").unwrap_or(1).max(1);
    let (links, table) = state(&world, shown, &wanted_table, page);
    Ok(EnvironmentPage {
        number,
        name: world.name.clone(),
        n_steps,
        shown,
        steps: steps.collect(),
        answer,
        groups: groups(&world),
        tool: tool_form(&world, shown, wanted, filled),
        links,
        page: page.min(table.as_ref().map_or(1, |(_, table)| table.n_pages())),
        table,
    })
}

/// A world after a step, the last one unless another is asked for, as `compoworld call --world`
/// keeps it.
pub(crate) fn save(inspector: &Inspector, number: &str, asked: &Asked) -> Result<String, Fault> {
    let (_, world) = world(inspector, number)?;
    let step = asked.number("step").unwrap_or(world.steps.len());
    let snapshot = world.after(step.min(world.steps.len())).snapshot();
    serde_json::to_string_pretty(&snapshot).map_err(|error| Fault::Broken(error.to_string()))
}

/// Calls a tool, goes back, forks or closes; returns the page that shows it.
pub(crate) fn change(
    inspector: &Inspector,
    number: &str,
    deed: &str,
    sent: &[(String, String)],
) -> Result<String, Fault> {
    let (number, world) = world(inspector, number)?;
    let asked = Asked::from(sent.to_vec());
    match deed {
        "call" => {
            let n_steps = call(inspector, number, &world, sent)?;
            Ok(format!("/environments/{number}?step={n_steps}#answer"))
        }
        "undo" => {
            let undone = inspector.worlds.change(number, |world| world.steps.pop().is_some());
            match undone {
                Some(true) => Ok(format!("/environments/{number}")),
                _ => Err(Fault::Refused("there is no call to undo".to_owned())),
            }
        }
        "fork" => {
            let n_steps = asked.number("step").unwrap_or(world.steps.len());
            let fork = inspector.worlds.add(world.fork(n_steps)).map_err(Fault::Refused)?;
            Ok(format!("/environments/{fork}"))
        }
        "close" => {
            inspector.worlds.close(number);
            Ok("/environments".to_owned())
        }
        _ => Err(Fault::NotFound(format!("nothing here is called `{deed}`"))),
    }
}

fn world(inspector: &Inspector, number: &str) -> Result<(u32, World), Fault> {
    let found =
        number.parse().ok().and_then(|number| Some((number, inspector.worlds.get(number)?)));
    found.ok_or_else(|| {
        Fault::NotFound(format!(
            "no environment has the number `{number}`: they live as long as the inspector does"
        ))
    })
}

fn call(
    inspector: &Inspector,
    number: u32,
    world: &World,
    sent: &[(String, String)],
) -> Result<usize, Fault> {
    let asked = Asked::from(sent.to_vec());
    let tool = asked.text("tool").to_owned();
    let Some((_, found)) = find_tool(world, &tool) else {
        return Err(Fault::Refused(format!("the environment has no tool `{tool}`")));
    };
    let sent_arguments = match asked.text("json") {
        "" => arguments(&schema(found), sent).to_string(),
        json => json.to_owned(),
    };
    let called = inspector.worlds.change(number, |world| {
        if world.steps.len() >= STEPS_MAX {
            return Err(Fault::Refused(format!(
                "this environment made {STEPS_MAX} calls: undo some, or make another one"
            )));
        }
        world.call(&tool, &sent_arguments);
        Ok(world.steps.len())
    });
    called.unwrap_or_else(|| Err(Fault::NotFound("the environment was closed".to_owned())))
}

fn find_tool<'a>(world: &World, name: &'a str) -> Option<(&'a str, &'static Tool)> {
    let (alias, short) = name.split_once(SEPARATOR)?;
    Some((alias, world.now().instance(alias)?.service().tool(short)?))
}

/// The table that a tool is about.
fn table_of(world: &World, tool: &str) -> Option<String> {
    let (alias, tool) = find_tool(world, tool)?;
    let mut tables = tool.deeds().flat_map(|deed| deed.semantics.reads);
    tables.next().map(|table| format!("{alias}.{table}"))
}

fn schema(tool: &Tool) -> Value {
    serde_json::from_str(tool.parameters).unwrap_or_default()
}

fn groups(world: &World) -> Vec<ToolGroup> {
    let members = world.now().members();
    let groups = members.map(|(alias, instance)| ToolGroup {
        alias: alias.to_owned(),
        title: instance.service().title,
        tools: instance
            .service()
            .tools
            .iter()
            .map(|tool| (format!("{alias}{SEPARATOR}{}", tool.name), tool.name))
            .collect(),
    });
    groups.collect()
}

fn tool_form(world: &World, shown: usize, wanted: &str, filled: &str) -> Option<ToolForm> {
    let (alias, tool) = find_tool(world, wanted)?;
    let value: Value = serde_json::from_str(filled).unwrap_or_default();
    let mut fields = fields(&schema(tool), &value);
    suggest_keys(&mut fields, alias, tool, world.after(shown));
    Some(ToolForm {
        name: wanted.to_owned(),
        description: tool.description,
        implementation: Implementation::of(tool),
        fields,
        json: serde_json::to_string_pretty(&value).unwrap_or_else(|_| filled.to_owned()),
    })
}

/// Links to all tables, and a page of the one that is wanted; of the first that has rows when none
/// is.
fn state(
    world: &World,
    shown: usize,
    wanted: &str,
    page: usize,
) -> (Vec<TableLink>, Option<(String, TableView)>) {
    let (mut links, mut chosen, mut first) = (Vec::new(), None, None);
    for (alias, instance) in world.after(shown).members() {
        let (state, info) = (instance.state_value(), instance.service().state);
        for one in tables(&state, Some(info)) {
            let path = format!("{alias}.{}", one.name);
            if path == wanted {
                let page = page.min(one.n_pages());
                let value = &state[one.name.as_str()];
                chosen = Some((path.clone(), table(&one.name, value, Some(info), page)));
            }
            links.push(TableLink { path: path.clone(), n_rows: one.n_rows });
            if first.is_none() && one.n_rows > 0 {
                first = Some((path, one));
            }
        }
    }
    (links, chosen.or(first))
}

impl EnvironmentPage {
    fn is_table(&self, path: &str) -> bool {
        self.table.as_ref().is_some_and(|(shown, _)| shown == path)
    }

    fn is_tool(&self, name: &str) -> bool {
        self.tool.as_ref().is_some_and(|tool| tool.name == name)
    }

    fn first_sentence(text: &str) -> String {
        clip(text.lines().next().unwrap_or_default(), 300)
    }
}
