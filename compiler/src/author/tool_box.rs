//! The tools of the built-in loop: they work on one folder, and on three files of it.

use std::path::Path;

use compoworld_chat::{ToolCall, ToolDefinition};
use serde_json::{Value, json};

use crate::diagnostics::{Code, explain};

use super::evaluator::Evaluator;
use super::work_folder::{DIALECT, MODEL, SPEC};

/// More lines than this are not read at once.
const LINES_MAX: usize = 600;

/// What the tools are, as a model is told.
#[must_use]
pub fn definitions() -> Vec<ToolDefinition> {
    let define = |name: &str, description: &str, properties: Value, required: &[&str]| {
        let parameters = json!({"type": "object", "properties": properties, "required": required,
            "additionalProperties": false});
        ToolDefinition { name: name.to_owned(), description: description.to_owned(), parameters }
    };
    let text = |description: &str| json!({"type": "string", "description": description});
    let whole = json!({"type": "integer", "minimum": 1});
    vec![
        define(
            "read",
            "Reads a file with its line numbers, 600 lines at most.",
            json!({"file": {"enum": [MODEL, SPEC, DIALECT]}, "from_line": whole, "lines": whole}),
            &["file"],
        ),
        define(
            "write",
            "Replaces service.rs as a whole.",
            json!({"file": {"enum": [MODEL]}, "text": text("the whole file")}),
            &["file", "text"],
        ),
        define(
            "edit",
            "Replaces a piece of service.rs, which has to be there exactly once.",
            json!({"file": {"enum": [MODEL]}, "old": text("the piece as it is"),
                "new": text("the piece as it shall be")}),
            &["file", "old", "new"],
        ),
        define("check", "Tells what the compiler says of service.rs.", json!({}), &[]),
        define(
            "test",
            "Checks and builds the service, runs its contract tests and attacks it.",
            json!({}),
            &[],
        ),
        define(
            "explain",
            "Explains a code of a diagnostic.",
            json!({"code": text("such as CW0466")}),
            &["code"],
        ),
    ]
}

/// Runs a call. What is wrong with it is told in the answer: models mend what they are told.
#[must_use]
pub fn answer(call: &ToolCall, evaluator: &mut Evaluator<'_>) -> String {
    run(call, evaluator).unwrap_or_else(|fault| format!("error: {fault}"))
}

fn run(call: &ToolCall, evaluator: &mut Evaluator<'_>) -> Result<String, String> {
    let arguments: Value = match call.arguments.trim() {
        "" => json!({}),
        text => serde_json::from_str(text)
            .map_err(|error| format!("the arguments are no JSON ({error}); write them again"))?,
    };
    let text = |name: &str| {
        arguments[name].as_str().ok_or_else(|| format!("`{name}` is missing, or is no text"))
    };
    match &*call.name {
        "read" => read(evaluator, text("file")?, &arguments),
        "write" => {
            only_model(text("file")?)?;
            evaluator.folder().write_model(text("text")?)?;
            Ok(format!("{MODEL} has {} lines now", text("text")?.lines().count()))
        }
        "edit" => {
            only_model(text("file")?)?;
            let model = evaluator.folder().model()?;
            let edited = replace_once(&model, text("old")?, text("new")?)?;
            evaluator.folder().write_model(&edited)?;
            Ok(format!("{MODEL} has {} lines now", edited.lines().count()))
        }
        "check" => evaluator.check(),
        "test" => Ok(evaluator.test().report.clone()),
        "explain" => Code::parse(text("code")?)
            .map(explain)
            .ok_or_else(|| format!("there is no code `{}`", arguments["code"])),
        other => Err(format!(
            "there is no tool `{other}`; there are read, write, edit, check, test and explain"
        )),
    }
}

/// The one file that may be changed. Anything else is refused by its name alone, so nothing outside
/// the folder, nor a link in it, is ever opened.
fn only_model(file: &str) -> Result<(), String> {
    match file {
        MODEL => Ok(()),
        SPEC | DIALECT => Err(format!("`{file}` is given; only `{MODEL}` is yours to change")),
        _ => Err(outside(file)),
    }
}

fn outside(file: &str) -> String {
    format!("there is no `{file}` here: the folder has `{MODEL}`, `{SPEC}` and `{DIALECT}` alone")
}

fn read(evaluator: &Evaluator<'_>, file: &str, arguments: &Value) -> Result<String, String> {
    let text = match file {
        MODEL => evaluator.folder().model()?,
        SPEC => evaluator.folder().spec().to_owned(),
        DIALECT => include_str!("../../DIALECT.md").to_owned(),
        _ => return Err(outside(file)),
    };
    let number = |name: &str, otherwise: usize| {
        arguments[name].as_u64().map_or(otherwise, |number| number as usize)
    };
    let first = number("from_line", 1).max(1);
    let n_lines = number("lines", LINES_MAX).clamp(1, LINES_MAX);
    let n_all = text.lines().count();
    let shown = text.lines().enumerate().skip(first - 1).take(n_lines);
    let shown: String = shown.map(|(at, line)| format!("{:5}  {line}\n", at + 1)).collect();
    let name = Path::new(file).display();
    Ok(match first + n_lines > n_all {
        true => shown,
        false => format!("{shown}({name} has {n_all} lines)\n"),
    })
}

fn replace_once(text: &str, old: &str, new: &str) -> Result<String, String> {
    if old.is_empty() {
        return Err("`old` is empty; say which piece to replace".to_owned());
    }
    match text.matches(old).count() {
        1 => Ok(text.replacen(old, new, 1)),
        0 => Err("`old` is not in the file; read it again, and copy the piece exactly".to_owned()),
        count => Err(format!("`old` is there {count} times; take in more of what is around it")),
    }
}

#[cfg(test)]
mod tests {
    use super::{only_model, replace_once};

    #[test]
    fn an_edit_replaces_a_piece_that_is_there_once() {
        assert_eq!(replace_once("a b a", "b", "c").as_deref(), Ok("a c a"));
        for (old, told) in [("a", "2 times"), ("x", "not in the file"), ("", "empty")] {
            assert!(replace_once("a b a", old, "c").expect_err(old).contains(told), "{old}");
        }
    }

    #[test]
    fn no_name_but_that_of_the_model_can_be_written() {
        assert_eq!(only_model("service.rs"), Ok(()));
        for file in ["../service.rs", "/etc/passwd", "./service.rs", "spec.json", "build.rs", ""] {
            assert!(only_model(file).is_err(), "{file}");
        }
    }
}
