//! The commands, as a user runs them.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::help_desk;

fn fixture() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/help_desk").display().to_string()
}

fn compoworld(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_compoworld"))
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn check_counts_the_tools_of_a_service_that_is_right() {
    let output = compoworld(&["check", &fixture()]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(errors(&output), "help_desk: 14 tools, 12 declared, 1 written, 1 simulated\n");
    assert!(output.stdout.is_empty());
}

#[test]
fn check_dumps_a_pass_to_standard_output() {
    let output = compoworld(&["check", &fixture(), "--dump", "lower-operations"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("[\n    Create("));
}

#[test]
fn check_points_at_mistakes_and_fails() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inputs = help_desk();
    std::fs::write(folder.path().join("spec.json"), inputs.spec).expect("writes");
    let model = inputs.model.replace("filter(status,", "filter(stat,");
    std::fs::write(folder.path().join("service.rs"), model).expect("writes");
    let output = compoworld(&["check", &folder.path().display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    let told = errors(&output);
    assert!(told.contains("CW0424") && told.contains("service.rs:"), "{told}");
}

#[test]
fn a_folder_without_a_service_is_an_error_of_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = compoworld(&["check", &folder.path().display().to_string()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(errors(&output).contains("service.rs"), "{}", errors(&output));
}

#[test]
fn compile_replaces_the_whole_folder_of_a_generated_crate() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("crate");
    std::fs::create_dir(&out).expect("a folder");
    for _ in 0..2 {
        let output = compoworld(&["compile", &fixture(), "--out", &out.display().to_string()]);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        assert!(out.join("src/logic.rs").is_file() && !out.join("src/stale.rs").exists());
        assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 1);
        std::fs::write(out.join("src/stale.rs"), "").expect("writes");
    }
}

#[test]
fn compile_leaves_a_folder_alone_that_holds_something_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = folder.path().join("novel.txt");
    std::fs::write(&kept, "Once upon a time").expect("writes");
    for out in [folder.path(), &kept] {
        let output = compoworld(&["compile", &fixture(), "--out", &out.display().to_string()]);
        assert_eq!(output.status.code(), Some(3), "{}", errors(&output));
        assert!(errors(&output).contains("remove this one first"), "{}", errors(&output));
    }
    assert_eq!(std::fs::read_to_string(&kept).expect("reads"), "Once upon a time");
}

#[test]
fn an_empty_corpus_says_where_to_run_the_command() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let corpus = folder.path().display().to_string();
    let output = compoworld(&["corpus", "status", "--corpus", &corpus]);
    assert_eq!(output.status.code(), Some(3));
    assert!(errors(&output).contains("root of the repository"), "{}", errors(&output));
}
