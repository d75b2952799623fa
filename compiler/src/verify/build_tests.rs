//! Builds the contract tests of all crates with one run of cargo.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde::Deserialize;

use crate::corpus::ServiceOutput;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::emit::crate_name;
use crate::programs::{cargo, is_release};

/// What cargo made of one crate's tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Built {
    /// The test binary.
    Binary(PathBuf),
    /// The first error.
    Failed(String),
}

/// The parts of cargo's messages that matter here.
#[derive(Deserialize)]
struct Message {
    reason: String,
    package_id: Option<String>,
    executable: Option<PathBuf>,
    target: Option<Target>,
    message: Option<CompilerMessage>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct CompilerMessage {
    level: String,
    rendered: Option<String>,
    message: String,
}

/// Builds the tests of these services, by service; `done` is called after each binary.
///
/// # Errors
/// When cargo cannot be started, or fails before it compiles anything.
pub fn build_tests(
    services: &[&ServiceOutput],
    manifest: &Path,
    done: &dyn Fn(),
) -> Result<BTreeMap<String, Built>, Diagnostics> {
    let mut command = cargo();
    command.args(["build", "--test", "contract", "--keep-going", "--message-format", "json"]);
    command.arg("--manifest-path").arg(manifest);
    // As this program was built, so that services which are built already are not built again.
    if is_release() {
        command.arg("--release");
    }
    for service in services {
        command.args(["-p", &crate_name(&service.service)]);
    }
    let failed = |message: String| {
        Diagnostics::from(
            Diagnostic::new(Code::CargoFailed, Place::file(manifest.display().to_string()))
                .message(message),
        )
    };
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(format!("cannot start cargo: {error}")))?;
    let mut errors = child.stderr.take().expect("the stream was asked for");
    // Both streams are read at once, so that neither fills up and stops cargo.
    let talk = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = errors.read_to_string(&mut text);
        text
    });
    let output = child.stdout.take().expect("the stream was asked for");
    let mut built = BTreeMap::new();
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        let Ok(message) = serde_json::from_str::<Message>(&line) else { continue };
        take(message, services, &mut built, done);
    }
    let status = child.wait().map_err(|error| failed(format!("cargo was lost: {error}")))?;
    let talk = talk.join().unwrap_or_default();
    if built.is_empty() && !status.success() {
        let last: Vec<_> = talk.lines().rev().take(12).collect();
        let last: Vec<_> = last.into_iter().rev().collect();
        return Err(failed(format!("cargo failed: {}", last.join("\n"))));
    }
    for service in services {
        built
            .entry(service.service.clone())
            .or_insert_with(|| Built::Failed("cargo made no test binary of it".to_owned()));
    }
    Ok(built)
}

fn take(
    message: Message,
    services: &[&ServiceOutput],
    built: &mut BTreeMap<String, Built>,
    done: &dyn Fn(),
) {
    let package = message.package_id.as_deref().unwrap_or_default();
    // `path+file:///…/generated/support/help_desk#compoworld-help-desk@0.1.0`
    let named = |service: &&&ServiceOutput| {
        let name = crate_name(&service.service);
        package.contains(&format!("#{name}@"))
            || package.contains(&format!("/{}#", service.service))
    };
    let Some(service) = services.iter().find(named) else { return };
    match message.reason.as_str() {
        "compiler-artifact" => {
            let is_test = message.target.is_some_and(|target| target.name == "contract");
            if let (true, Some(executable)) = (is_test, message.executable) {
                built.insert(service.service.clone(), Built::Binary(executable));
                done();
            }
        }
        "compiler-message" => {
            if let Some(text) = message.message.filter(|text| text.level == "error")
                && !built.contains_key(&service.service)
            {
                let text = text.rendered.unwrap_or(text.message);
                built.insert(service.service.clone(), Built::Failed(text.trim().to_owned()));
                done();
            }
        }
        _ => {}
    }
}
