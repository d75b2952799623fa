//! Ctrl-C while a run is writing.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Command;

use compoworld::exit_code;
use compoworld::lock_folder::lock_folder;

use crate::corpus::{AFTER, BEFORE, write_corpus};
use crate::crates::Crates;
use crate::run::{check, rest_of, run, started_run};
use crate::workspace::Workspace;

/// Whether the process waits for a lock that another one holds.
fn waits_for_a_lock(pid: u32) -> bool {
    let locks = fs::read_to_string("/proc/locks").expect("Linux lists its locks");
    locks.lines().any(|line| line.contains("-> ") && line.contains(&format!(" {pid} ")))
}

#[test]
fn an_interrupted_run_ends_after_the_present_crate_and_the_next_one_goes_on() {
    let corpora = [BEFORE, AFTER].map(|services| {
        let corpus = tempfile::tempdir().expect("a temporary folder");
        write_corpus(corpus.path(), services);
        corpus
    });
    let [before, after] = [0, 1].map(|version: usize| {
        let workspace = Workspace::with(&Crates::new());
        run(&workspace, corpora[version].path());
        workspace.crates()
    });
    let workspace = Workspace::with(&before);
    let corpus = corpora[1].path();

    // The lock stops the run just before it writes.
    let lock = lock_folder(workspace.root()).expect("Linux has locks");
    let mut child = started_run(&workspace, corpus);
    while !waits_for_a_lock(child.id()) {
        assert!(child.try_wait().expect("a child can be asked").is_none(), "it ends only later");
        std::thread::yield_now();
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("`kill` is there").success());
    let mut said = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("the program speaks UTF-8");
    assert!(line.contains("stopping after the present crate"), "{line}");
    drop(lock);
    let status = child.wait().expect("a child can be waited for");
    let told = rest_of(said);
    assert_eq!(status.code(), Some(exit_code::INTERRUPTED.into()), "{told}");
    assert!(told.contains("interrupted after"), "{told}");

    let left = workspace.assert_whole(&before, &after);
    assert!(left != before && left != after, "one crate is written or removed");
    assert!(workspace.leftovers().is_empty());
    workspace.assert_loads();
    run(&workspace, corpus);
    check(&workspace, corpus);
    assert!(workspace.crates() == after);
}
