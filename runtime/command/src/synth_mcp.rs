//! `synth --author mcp`: tasks that an agent with a loop of its own writes, by the same tools, over
//! MCP on standard input and output.

use std::collections::VecDeque;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use compoworld_serve::{Desk, DeskCall, serve_desk};
use compoworld_world::planner::PlanConfig;
use compoworld_world::{Catalog, TaskAuthor, ToolDescription};
use compoworld_writer::{
    Effort, Reply, SessionEnding, SessionReport, WorkTurn, Workbench, author_instructions,
    author_tools,
};
use serde_json::{Value, json};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;
use crate::stop_signal::stop_signal;
use crate::synth;
use crate::synth_sessions::AuthorSessions;

/// What stands where a model has its name: who is behind the client is not known.
const AUTHOR: &str = "mcp";

pub(crate) fn run(
    catalog: &Catalog,
    config: PlanConfig,
    arguments: &synth::Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let sessions = AuthorSessions::open(catalog, config, arguments, "--author mcp")?;
    let Some(mut work) = Work::start(&sessions)? else {
        sessions.say_result(output)?;
        return Ok(exit_code::OK);
    };
    let (calls, made) = mpsc::channel();
    let desk = Desk { instructions: work.instructions(), tools: work.tools(), calls };
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Environment(format!("cannot start threads: {error}")))?;
    let (served, answered) = thread::scope(|scope| {
        let client = scope.spawn(|| runtime.block_on(serve_desk(desk, stop_signal())));
        let answered = made.into_iter().try_for_each(|call| work.answer(call));
        (client.join(), answered)
    });
    // A thread that reads standard input cannot be ended, and is left behind.
    runtime.shutdown_timeout(Duration::from_millis(200));
    sessions.say_result(output)?;
    answered?;
    match served {
        Ok(served) => served.map_err(Failure::from).map(|()| exit_code::OK),
        Err(_) => Err(Failure::Environment("the thread that serves the client broke".to_owned())),
    }
}

/// The session that goes on, and those that follow it.
struct Work<'s, 'a> {
    sessions: &'s AuthorSessions<'a>,
    following: VecDeque<(u64, String)>,
    name: String,
    bench: Workbench<'a>,
    effort: Effort,
    is_over: bool,
}

impl<'s, 'a> Work<'s, 'a> {
    /// The first session that is still to be held; `None` when all are over.
    fn start(sessions: &'s AuthorSessions<'a>) -> Result<Option<Self>, Failure> {
        let mut following = VecDeque::from(sessions.wanted()?);
        let Some((index, name)) = following.pop_front() else { return Ok(None) };
        let bench = sessions.bench(index, &name, author())?;
        let effort = Effort::default();
        Ok(Some(Self { sessions, following, name, bench, effort, is_over: false }))
    }

    fn instructions(&self) -> String {
        author_instructions(self.bench.size())
    }

    fn tools(&self) -> Vec<ToolDescription> {
        const READ: [&str; 5] =
            ["list_services", "list_tools", "describe_tool", "read_state", "probe"];
        let tools = author_tools(self.bench.world()).into_iter().map(|tool| ToolDescription {
            read_only: READ.contains(&tool.name.as_str()),
            name: tool.name,
            description: tool.description,
            parameters: tool.parameters,
            returns: None,
        });
        tools.collect()
    }

    /// Answers a call; what it ends is kept before the client hears of it.
    fn answer(&mut self, call: DeskCall) -> Result<(), Failure> {
        if self.is_over {
            let said = "all tasks are written; close the connection";
            let error = json!({"code": "failed_precondition", "message": said, "details": []});
            let text = json!({"ok": false, "error": error}).to_string();
            // Whoever does not wait for the answer has gone away.
            let _ = call.answer.send((text, true));
            return Ok(());
        }
        let Reply { mut text, turn } = self.bench.call(&call.tool, &call.arguments);
        let is_error = is_refusal(&text);
        self.effort.count_call(&turn);
        let ending = match turn {
            WorkTurn::GoesOn | WorkTurn::Malformed | WorkTurn::Refused(_) => None,
            WorkTurn::Done(task) => Some(SessionEnding::Submitted(task)),
            WorkTurn::GivenUp(reason) => Some(SessionEnding::GaveUp(reason)),
        };
        if let Some(ending) = ending {
            text = json!({"ok": true, "data": self.end(ending)?}).to_string();
        }
        let _ = call.answer.send((text, is_error));
        Ok(())
    }

    /// Keeps the session, goes on to the next one, and says which that is.
    fn end(&mut self, ending: SessionEnding) -> Result<String, Failure> {
        let kept = match ending {
            SessionEnding::Submitted(_) => "the task is kept",
            _ => "this world is left without a task",
        };
        let effort = std::mem::take(&mut self.effort);
        self.sessions.keep(&self.name, AUTHOR, SessionReport { ending, effort })?;
        let Some((index, name)) = self.following.pop_front() else {
            self.is_over = true;
            return Ok(format!("{kept}; all are written, close the connection"));
        };
        self.bench = self.sessions.bench(index, &name, author())?;
        self.name = name;
        Ok(format!("{kept}; the next task is to be written in another world: `list_services`"))
    }
}

/// Whether an answer says that the call did not succeed.
fn is_refusal(answer: &str) -> bool {
    serde_json::from_str::<Value>(answer).is_ok_and(|answer| answer["ok"] == false)
}

fn author() -> TaskAuthor {
    TaskAuthor { model: AUTHOR.to_owned(), transcript: String::new() }
}
