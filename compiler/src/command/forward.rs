//! Subcommands that another program of the product does: they are built if need be, then run.

use std::ffi::OsString;
use std::process::{Command, Stdio};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::programs::{Program, build, command, workspace_root};

use super::Outcome;

/// What each forwarded subcommand is, and who does it.
pub(super) const FORWARDED: &[(&str, Program, &str)] = &[
    ("services", Program::Runtime, "List the services of the catalog"),
    ("attack", Program::Runtime, "Attack services from their tool lists alone, to verify them"),
    ("call", Program::Runtime, "Call one tool of a service, to try it"),
    ("synth", Program::Runtime, "Synthesize verified tasks"),
    ("task", Program::Runtime, "Show or verify tasks"),
    ("rollout", Program::Runtime, "Let a policy attempt tasks"),
    ("regrade", Program::Runtime, "Judge stored trajectories by the present rubrics"),
    ("grade", Program::Runtime, "Judge what an agent of another harness did"),
    ("eval", Program::Runtime, "Sum up trajectories: pass rates, and how two policies differ"),
    ("export", Program::Runtime, "Write tasks and trajectories as a data set for a trainer"),
    ("contamination", Program::Runtime, "Tell what an evaluation shares with training"),
    ("serve", Program::Runtime, "Serve worlds to agents and trainers"),
    ("report", Program::Runtime, "Write a run's files as one HTML page"),
    ("view", Program::Runtime, "Browse services, environments, tasks and runs on a local web page"),
    ("train", Program::Trainer, "Train a policy: sft, grpo, eval"),
    ("experiment", Program::Trainer, "Show what the method does, by experiments over seeds"),
];

/// Runs `words`, the subcommand and its arguments, with the program that does it.
pub(super) fn run(words: &[String]) -> Outcome {
    let (name, rest) =
        words.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
    let Some((_, program, _)) = FORWARDED.iter().find(|(known, ..)| *known == name) else {
        let diagnostic = Diagnostic::new(Code::UnknownSubcommand, Place::file("compoworld"))
            .message(format!("there is no subcommand `{name}`"));
        return Err(Diagnostics::from(diagnostic).into());
    };
    build_program(*program)?;
    // `train` has subcommands of the trainer's own after it; all other names are subcommands.
    let name = (name != "train").then(|| name.into());
    let words: Vec<OsString> = name.into_iter().chain(rest.iter().map(OsString::from)).collect();
    run_program(*program, &words)
}

/// Builds a program if need be. Outside a workspace, the one that stands beside this one does.
pub(super) fn build_program(program: Program) -> Result<(), Diagnostics> {
    let Ok(root) = workspace_root() else { return Ok(()) };
    build(&root, &[program], &mut |line| {
        if line.starts_with("Compiling") || line.starts_with("warning: unused") {
            eprintln!("{line}");
        }
    })
}

/// Runs a program that is built; its exit code is ours.
pub(super) fn run_program(program: Program, words: &[OsString]) -> Outcome {
    let mut command = command(program);
    command.args(words).stdin(Stdio::inherit());
    Ok(exit_code_of(command, program)?)
}

/// Runs a command of a program to its end.
pub(super) fn exit_code_of(mut command: Command, program: Program) -> Result<u8, Diagnostics> {
    let status = command.status().map_err(|error| {
        Diagnostic::new(Code::ProgramFailed, Place::file(program.name()))
            .message(format!("cannot start `{}`: {error}", program.name()))
    })?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.unwrap_or(crate::exit_code::ENVIRONMENT))
}

/// The forwarded subcommands, for `--help`.
pub(super) fn help() -> String {
    let lines = FORWARDED.iter().map(|(name, _, about)| format!("  {name:<10} {about}"));
    format!("On compiled services:\n{}", lines.collect::<Vec<_>>().join("\n"))
}
