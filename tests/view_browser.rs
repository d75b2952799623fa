//! A real browser, headless Chromium, drives the inspector.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use compoworld_tests::{installed, program, root};
use serde_json::{Value, json};

/// How the driver says that no browser starts.
const NO_BROWSER: i32 = 77;

fn runtime(words: &[&str]) {
    let output = Command::new(program("compoworld-runtime")).args(words).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Tasks, trajectories and metrics, and a second file with a hostile task.
fn make_files(folder: &Path) {
    let at = |name: &str| folder.join(name).to_str().expect("the path is text").to_owned();
    let tasks = at("a/train.jsonl");
    let out = at("a");
    let services = ["--services", "stripe,zendesk", "--count", "2", "--seed", "1"];
    runtime(&[&["synth", "--easy", "--out", &out][..], &services].concat());
    let trajectories = at("trajectories.jsonl");
    runtime(&["rollout", "--policy", "reference", "--tasks", &tasks, "--out", &trajectories]);
    let metrics = (1..=40).map(|step| {
        let loss = 3.0 / f64::from(step) + 0.2;
        json!({"event": "sft_step", "step": step, "loss": loss, "rate": 0.001}).to_string() + "\n"
    });
    fs::write(at("metrics.jsonl"), metrics.collect::<String>()).expect("the folder is writable");

    let text = fs::read_to_string(tasks).expect("synth wrote it");
    let line = text.lines().next().unwrap_or_default();
    let mut task: Value = serde_json::from_str(line).expect("a task is JSON");
    let hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'>";
    for member in ["id", "instruction", "generator"] {
        task[member] = json!(hostile);
    }
    task["rubric"][0]["text"] = json!(hostile);
    task["graph"]["edges"][0]["value"] = json!(hostile);
    fs::write(at("hostile.jsonl"), task.to_string() + "\n").expect("the folder is writable");
}

/// Ends the inspector when the test ends, however it does.
struct Inspector(Child);

impl Drop for Inspector {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts an inspector on a free port and waits until it says where it is.
fn start(folder: &Path) -> (Inspector, String) {
    let mut child = Command::new(program("compoworld-runtime"))
        .arg("view")
        .arg(folder)
        .current_dir(root())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the inspector starts");
    let said = BufReader::new(child.stderr.take().expect("standard error is piped"));
    let url = said.lines().map_while(Result::ok).find_map(|line| {
        let start = line.find("http://")?;
        line[start..].split(';').next().map(str::to_owned)
    });
    (Inspector(child), url.expect("the inspector says where it is"))
}

/// Drives the inspector; nothing when no browser starts here.
fn drive(browser: &Path, url: &str, work: &Path) -> Option<Value> {
    // Node looks for packages beside a script.
    let script = work.join("drive_view.mjs");
    fs::copy(root().join("tests/clients/drive_view.mjs"), &script).expect("the driver is there");
    std::os::unix::fs::symlink(browser, work.join("node_modules")).expect("the folder is writable");
    let shots = std::env::var_os("COMPOWORLD_SCREENSHOTS")
        .map_or_else(|| work.join("screenshots"), PathBuf::from);
    let output = Command::new("node").arg(&script).arg(url).arg(shots).output();
    let output = output.expect("node starts");
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(NO_BROWSER) {
        eprintln!("SKIPPED: {said}");
        return None;
    }
    assert!(output.status.success(), "{said}");
    Some(serde_json::from_slice(&output.stdout).expect("the driver prints JSON"))
}

#[test]
fn a_browser_finds_every_page_usable_by_keyboard_and_on_a_narrow_screen() {
    let Some(browser) = installed("COMPOWORLD_BROWSER") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (files, work) = (folder.path().join("files"), folder.path().join("work"));
    for one in [&files, &work] {
        fs::create_dir(one).expect("the folder is writable");
    }
    make_files(&files);
    let (_inspector, url) = start(&files);
    let Some(seen) = drive(&browser, &url, &work) else { return };

    assert_eq!(seen["faults"], json!([]), "no error and no dialog on any page");
    assert_eq!(seen["firstStop"], "Skip to the content");
    assert_eq!(seen["filtered"], 1);
    assert_eq!(seen["chosen"], "Chosen: zendesk");
    assert_eq!(seen["answered"], "ok");
    let changed = seen["changed"].as_array().expect("a list");
    assert!(changed.iter().any(|change| change.to_string().contains("zendesk.tickets")), "{seen}");
    let undone = seen["undone"].as_array().expect("a list");
    assert!(undone.contains(&json!("Nothing was called yet.")), "{seen}");
    assert_eq!(seen["afterTwo"], "Step 2");
    assert_eq!(seen["afterBack"], "Step 1");
    assert_ne!(seen["light"], seen["dark"]);
    assert_eq!(seen["darkStays"], seen["dark"]);
    assert_eq!(seen["wide"], json!([]), "no page scrolls sideways");
    assert_eq!(seen["unnamed"], json!([]), "every input has a name");
}
