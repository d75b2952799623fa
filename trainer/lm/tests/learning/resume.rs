//! Runs that are stopped go on as if they had not been.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{Bench, assert_done, events, failure};

/// The steps of a run by their number; a step that was taken twice has to be the same twice.
fn steps(run: &Path) -> BTreeMap<u64, Value> {
    let mut steps = BTreeMap::new();
    for step in events(run, "sft_step") {
        let number = step["step"].as_u64().expect("a number");
        if let Some(before) = steps.insert(number, step.clone()) {
            assert_eq!(before, step);
        }
    }
    steps
}

/// Every file of a checkpoint but the sums.
fn files(checkpoint: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(checkpoint)
        .expect("the checkpoint")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .filter(|(name, _)| name != "SHA256SUMS")
        .collect()
}

const EVERY: [&str; 4] = ["--checkpoint-every", "2", "--keep", "9"];

fn killed_run_goes_on(words: &[&str]) {
    let bench = Bench::new();
    let words = [&EVERY, words].concat();
    assert_done(&bench.run("whole", &words));

    let mut child = bench.sft("killed", &words).stderr(Stdio::null()).spawn().expect("it starts");
    // The process dies as soon as the first checkpoint stands, wherever it is then.
    while !bench.path("killed/step-00000002/SHA256SUMS").exists() {
        assert!(child.try_wait().expect("a child").is_none() || bench.path("killed").exists());
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let resumed = [&words[..], &["--resume", "killed"]].concat();
    assert_done(&bench.run("killed", &resumed));

    let (whole, killed) = (steps(&bench.path("whole")), steps(&bench.path("killed")));
    assert_eq!(whole.len(), 9);
    assert_eq!(whole, killed);
    let last = "step-00000009";
    let whole = files(&bench.path("whole").join(last));
    let killed = files(&bench.path("killed").join(last));
    assert!(whole.keys().eq(killed.keys()));
    for (name, bytes) in &whole {
        // Moments are written in any order, and the rest has to be the same to the bit.
        let same = name == "optimizer.bpk" || *bytes == killed[name];
        assert!(same, "{name} differs");
    }
}

#[test]
fn a_killed_run_of_all_weights_goes_on_bit_for_bit() {
    killed_run_goes_on(&[]);
}

#[test]
fn a_killed_run_of_adapters_goes_on_bit_for_bit() {
    killed_run_goes_on(&["--lora-rank", "4", "--recompute", "--precision", "bf16"]);
}

#[test]
fn ctrl_c_finishes_the_step_and_writes_a_checkpoint() {
    let bench = Bench::new();
    let words = ["--epochs", "2000"];
    let mut child = bench.sft("run", &words).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut said = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    said.next().expect("it says what it learns from").expect("text");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("`kill` runs").success());
    let rest: Vec<String> = said.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("go on with --resume run")), "{rest:?}");
    let last = steps(&bench.path("run")).into_keys().last().expect("one step at least");
    assert!(bench.path(&format!("run/step-{last:08}/SHA256SUMS")).exists());
}

#[test]
fn a_run_resumes_only_on_its_own_data_and_model() {
    let bench = Bench::new();
    assert_done(&bench.run("run", &["--lora-rank", "4", "--epochs", "1"]));
    let resume = ["--resume", "run"];
    let rows = fs::read_to_string(bench.path("rows.jsonl")).expect("rows");
    fs::write(bench.path("rows.jsonl"), rows.replace("day 3", "day 4")).expect("written");
    let said = failure(&bench.run("run", &resume), 1);
    assert!(said.contains("learned from other data"), "{said}");
    fs::write(bench.path("rows.jsonl"), rows).expect("written");
    // The same shape with other weights.
    assert_done(&bench.run("full", &["--epochs", "1"]));
    let other = bench.path("full/step-00000003");
    fs::rename(bench.path("model"), bench.path("old")).expect("renamed");
    fs::rename(other, bench.path("model")).expect("renamed");
    let said = failure(&bench.run("run", &resume), 1);
    assert!(said.contains("is not the model that the run of"), "{said}");
}
