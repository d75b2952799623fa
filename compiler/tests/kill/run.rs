//! One run of `compoworld corpus regenerate`.

use std::io::{Read, sink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use crate::workspace::Workspace;

fn command(workspace: &Workspace, corpus: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compoworld"));
    command.args(["corpus", "regenerate", "--corpus"]).arg(corpus);
    command.current_dir(workspace.root()).stdin(Stdio::null());
    command
}

/// Runs to the end.
pub fn run(workspace: &Workspace, corpus: &Path) {
    let output = command(workspace, corpus).output().expect("the program starts");
    assert_success(&output);
}

/// Runs to the end, and says how long it took.
pub fn timed_run(workspace: &Workspace, corpus: &Path) -> Duration {
    let begin = Instant::now();
    run(workspace, corpus);
    begin.elapsed()
}

/// Runs with `--check`.
pub fn check(workspace: &Workspace, corpus: &Path) {
    let output = command(workspace, corpus).arg("--check").output().expect("the program starts");
    assert_success(&output);
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs, and kills the run after this time unless it has ended.
pub fn killed_run(workspace: &Workspace, corpus: &Path, after: Duration) {
    let mut child = command(workspace, corpus)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut out = child.stdout.take().expect("the output is piped");
    let (ended, end) = channel::<()>();
    let reader = std::thread::spawn(move || {
        let _ended = ended;
        // The pipe breaks at the end, however that comes.
        let _ = std::io::copy(&mut out, &mut sink());
    });
    // Nothing is ever sent: this waits for the end of the run, and not longer than that time.
    let _ = end.recv_timeout(after);
    child.kill().expect("a child can be killed");
    child.wait().expect("a child can be waited for");
    reader.join().expect("the reader does not panic");
}

/// A run whose standard error is read as it comes.
pub fn started_run(workspace: &Workspace, corpus: &Path) -> Child {
    command(workspace, corpus)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// What a run says until its end.
pub fn rest_of(mut from: impl Read) -> String {
    let mut text = String::new();
    from.read_to_string(&mut text).expect("the program speaks UTF-8");
    text
}
