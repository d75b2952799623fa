//! One run of `compoworld corpus regenerate`.

use std::io::{Read, sink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
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

/// Runs with `--check`.
pub fn check(workspace: &Workspace, corpus: &Path) {
    let output = command(workspace, corpus).arg("--check").output().expect("the program starts");
    assert_success(&output);
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// How long a whole run takes.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// Until it begins to write.
    pub reading: Duration,
    /// From then on.
    pub writing: Duration,
    /// How many folders it was seen to write or remove.
    pub n_folders: u32,
}

/// Runs to the end, and says how long that took.
pub fn timed_run(workspace: &Workspace, corpus: &Path) -> Times {
    let begin = Instant::now();
    let run = Watched::start(workspace, corpus);
    run.wait_for_folders(1);
    let reading = begin.elapsed();
    let n_folders = run.wait_for_folders(u32::MAX);
    run.kill_after(Duration::ZERO);
    Times { reading, writing: begin.elapsed() - reading, n_folders }
}

/// When a run is killed, unless it has ended.
#[derive(Debug, Clone, Copy)]
pub enum KillPoint {
    /// So long after its start.
    Reading(Duration),
    /// When it writes or removes the folder of this number, and so long after it was seen to.
    Writing(u32, Duration),
}

/// Runs, and kills the run.
pub fn killed_run(workspace: &Workspace, corpus: &Path, point: KillPoint) {
    let run = Watched::start(workspace, corpus);
    match point {
        KillPoint::Reading(time) => run.kill_after(time),
        KillPoint::Writing(folder, time) => {
            run.wait_for_folders(folder);
            run.kill_after(time);
        }
    }
}

/// A run whose end can be waited for, and not longer than some time.
struct Watched<'a> {
    workspace: &'a Workspace,
    child: Child,
    /// Nothing is ever sent: it breaks at the end of the run.
    end: Receiver<()>,
    reader: JoinHandle<()>,
}

impl<'a> Watched<'a> {
    fn start(workspace: &'a Workspace, corpus: &Path) -> Self {
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
        Self { workspace, child, end, reader }
    }

    /// Waits until the run was seen to write or remove so many folders, each of which it makes or
    /// puts in a temporary one, or until it has ended. Says how many it was.
    fn wait_for_folders(&self, n_folders: u32) -> u32 {
        let (mut n_seen, mut last) = (0, Vec::new());
        while n_seen < n_folders
            && self.end.recv_timeout(Duration::from_micros(300)) == Err(RecvTimeoutError::Timeout)
        {
            let now = self.workspace.leftovers();
            n_seen += u32::from(!now.is_empty() && now != last);
            last = now;
        }
        n_seen
    }

    /// Waits for the end, and not longer than this time.
    fn kill_after(mut self, time: Duration) {
        let _ = self.end.recv_timeout(time);
        self.child.kill().expect("a child can be killed");
        self.child.wait().expect("a child can be waited for");
        self.reader.join().expect("the reader does not panic");
    }
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
