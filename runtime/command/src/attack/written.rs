//! The cases that somebody wrote for a service, played beside the attack's own.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use compoworld_adversary::{Findings, Played, Status, WrittenCases, play_written};

use super::target::Target;
use crate::failure::Failure;

/// Plays the service's file of cases, if it has one, and adds those that fail.
pub(super) fn add(folder: &Path, target: &Target, findings: &mut Findings) -> Result<(), Failure> {
    let path = folder.join(target.service.domain).join(target.service.name).join("cases.json");
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::file(&path, &error)),
    };
    let written = WrittenCases::read(&text, &target.tools).map_err(|error| {
        Failure::Input(format!(
            "{}: no written cases of this service: {error}; correct or remove the file",
            path.display()
        ))
    })?;
    for case in &written.cases {
        let Some(tool) = findings.tools.iter_mut().find(|tool| tool.tool == case.tool) else {
            continue;
        };
        match play_written(&target.tools, &target.start(), case) {
            Played::Unjudged => {}
            Played::Passes => tool.cases += 1,
            Played::Fails(failing) => {
                tool.cases += 1;
                tool.failures += 1;
                tool.status = Status::Failing;
                findings.cases.push(*failing);
            }
        }
    }
    Ok(())
}
