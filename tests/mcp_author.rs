//! An agent with a loop of its own writes tasks over MCP on standard input and output, as the
//! official Python client speaks it.

use std::process::Command;

use compoworld_tests::{drive, installed, json_lines, program, root};
use serde_json::Value;

#[test]
fn an_agent_writes_a_task_over_mcp_and_gives_the_next_world_up() {
    let Some(python) = installed("COMPOWORLD_MCP_PYTHON") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (out, calls) = (folder.path(), root().join("tests/clients/author_calls.json"));
    let runtime = program("compoworld-runtime");
    let text = |path: &std::path::Path| path.to_str().expect("the path is text").to_owned();
    let words: Vec<String> = [text(&calls), text(&runtime)]
        .into_iter()
        .chain("synth --author mcp --count 2 --k 2 --l 2..3".split(' ').map(str::to_owned))
        .chain("--distractors 0 --services simplenote,todo --out".split(' ').map(str::to_owned))
        .chain([text(out)])
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();

    let told = drive(&python, "drive_author.py", &words);
    assert!(told["instructions"].as_str().is_some_and(|text| text.contains("`submit`")), "{told}");
    assert!(told["tools"].as_array().is_some_and(|tools| tools.contains(&"set_rows".into())));
    let answers = told["answers"].as_array().expect("answers");
    let place = |said: &str| answers.iter().position(|answer| answer.to_string().contains(said));
    let (refused, kept) = (place("the task is not sound"), place("the task is kept"));
    assert!(refused.is_some() && refused < kept, "{answers:#?}");
    assert!(place("no tool is called `no_such_tool`").is_some(), "{answers:#?}");
    assert_eq!(place("all tasks are written"), Some(answers.len() - 1), "{answers:#?}");
    assert_eq!(answers[answers.len() - 1]["is_error"], true);

    let tasks = json_lines(&out.join("train.jsonl"));
    assert_eq!((tasks.len(), &tasks[0]["author"]["model"]), (1, &"mcp".into()));
    let sessions = json_lines(&out.join("sessions.jsonl"));
    let endings: Vec<&Value> = sessions.iter().map(|session| &session["ending"]).collect();
    assert_eq!(endings, ["submitted", "gave up"]);
    let mut verify = Command::new(&runtime);
    let verified = verify.args(["task", "verify"]).arg(out.join("train.jsonl")).output();
    let verified = verified.expect("the program starts");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}
