//! Whether written tools have cases that can be run.

use serde_json::Value;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{CaseModel, Expected, place};
use crate::resolve::{Implementation, ResolvedService, ResolvedTool};

/// The codes of failed calls.
const CODES: &[&str] = &[
    "invalid_argument",
    "not_found",
    "already_exists",
    "conflict",
    "failed_precondition",
    "permission_denied",
    "resource_exhausted",
    "unavailable",
    "quarantined",
    "unknown_tool",
];

/// Checks the cases of one tool.
pub fn check_cases(service: &ResolvedService, tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let cases = &service.model.tools[tool.model_index].cases;
    if tool.implementation != Implementation::Written {
        if let Some(case) = cases.first() {
            diagnostics.push(
                Diagnostic::new(Code::InvalidCase, place(case.span))
                    .message("only written tools have cases; the compiler tests the others"),
            );
        }
        return;
    }
    for case in cases {
        check_case(service, tool, case, diagnostics);
    }
    let has = |wanted: fn(&Expected) -> bool| cases.iter().any(|case| wanted(&case.expected));
    let wants = [
        ("succeeds", has(|expected| matches!(expected, Expected::Ok(..)))),
        ("fails", has(|expected| matches!(expected, Expected::Error(..)))),
    ];
    for (what, _) in wants.iter().filter(|(_, has)| !has) {
        // A tool that takes nothing and only reads may have no way to fail.
        let cannot_fail = *what == "fails" && tool.arguments.is_empty();
        if !cannot_fail {
            diagnostics.push(
                Diagnostic::new(Code::MissingCase, place(tool.ident.span()))
                    .message(format!("`{}` has no case that {what}", tool.ident)),
            );
        }
    }
    if service.model.fixture.is_none() {
        diagnostics.push(
            Diagnostic::new(Code::MissingFixture, place(tool.ident.span()))
                .message(format!("the cases of `{}` have no `FIXTURE` to start from", tool.ident)),
        );
    }
}

fn check_case(
    service: &ResolvedService,
    tool: &ResolvedTool,
    case: &CaseModel,
    diagnostics: &mut Diagnostics,
) {
    let mut push = |span, message: String| {
        diagnostics.push(Diagnostic::new(Code::InvalidCase, place(span)).message(message));
    };
    let (text, span) = &case.args;
    let args = match serde_json::from_str::<Value>(text) {
        Ok(args) => args,
        Err(error) => {
            push(*span, format!("`args` is no JSON: {error}"));
            return;
        }
    };
    if let Some(why) = not_of_part(service, tool, &args) {
        push(*span, why);
        return;
    }
    match &case.expected {
        Expected::Ok(text, span) => {
            if let Err(error) = serde_json::from_str::<Value>(text) {
                push(*span, format!("`ok` is no JSON: {error}"));
            }
            let schema = service.spec_of(tool).parameters.to_value();
            if let Ok(validator) = jsonschema::validator_for(&schema)
                && let Err(error) = validator.validate(&args)
            {
                push(case.args.1, format!("the spec does not accept these arguments: {error}"));
            }
        }
        Expected::Error(code, span) => {
            if !CODES.contains(&code.as_str()) {
                push(
                    *span,
                    format!("`{code}` is no error code; the codes are {}", CODES.join(", ")),
                );
            }
        }
    }
}

/// Why a call with these arguments is of another part of the tool, if it is.
fn not_of_part(service: &ResolvedService, tool: &ResolvedTool, args: &Value) -> Option<String> {
    let part = tool.part.as_ref()?;
    let whole = &service.wholes[part.whole];
    let name = &whole.argument;
    let given = args.get(name).and_then(Value::as_str).or(whole.default.as_deref());
    if given.is_some_and(|given| part.values.iter().any(|value| value == given)) {
        return None;
    }
    let values = part.values.join("` or `");
    Some(format!("this is no call of `{}`: there `{name}` is `{values}`", tool.ident))
}
