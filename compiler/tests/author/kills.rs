//! A run that is killed while an agent works.

use std::fs;
use std::process::Stdio;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::run::{Bench, assert_code, model_with, script};

/// What the killed agent leaves: half of a model.
const HALF: &str = "printf '//! Half of' > service.rs; touch begun; while :; do sleep 1; done";

#[test]
fn a_run_that_is_killed_in_the_middle_leaves_the_old_folder_whole() {
    let bench = Bench::with(&model_with(&[]));
    fs::create_dir_all(bench.out()).expect("a folder can be made");
    fs::write(bench.out().join("service.rs"), "//! The old one.\n").expect("writes");
    let mut run = bench.command();
    run.arg(bench.service()).args(["--harness", HALF]);
    let mut child = run.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut talk = child.stderr.take().expect("it is piped");
    let (ended, end) = channel::<()>();
    // The pipe breaks when the run is over.
    std::thread::spawn(move || {
        let _ended = ended;
        std::io::copy(&mut talk, &mut std::io::sink())
    });
    let has_begun = || {
        let folders = fs::read_dir(bench.temporary()).expect("lists").flatten();
        folders.map(|folder| folder.path().join("service/begun")).any(|begun| begun.exists())
    };
    while !has_begun() {
        let waited = end.recv_timeout(Duration::from_millis(2));
        assert_eq!(waited, Err(RecvTimeoutError::Timeout), "the run ended before the agent began");
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let old = fs::read_to_string(bench.out().join("service.rs")).expect("it is there");
    assert_eq!(old, "//! The old one.\n");
    assert_eq!(fs::read_dir(bench.out()).expect("lists").count(), 1);

    let path = script("no_progress.jsonl").display().to_string();
    assert_code(&bench.author(&["--script", &path]), 0);
    assert!(bench.out().join("authoring.json").is_file(), "the next run finishes it");
}
