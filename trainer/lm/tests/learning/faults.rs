//! What goes wrong is told, and loses nothing that was there.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::program::{Bench, assert_done, events, failure};

#[test]
fn fine_tuning_lowers_the_loss_on_rows_that_it_does_not_see_and_what_it_makes_is_a_model() {
    let bench = Bench::new();
    let words = ["--held-out", "held.jsonl", "--epochs", "8", "--measure-every", "3"];
    assert_done(&bench.run("run", &words));
    let losses: Vec<f64> = events(&bench.path("run"), "sft_held_out")
        .iter()
        .map(|event| event["loss"].as_f64().expect("a number"))
        .collect();
    assert_eq!(losses.len(), 9, "before the first step, and each third one");
    assert!(losses[8] < 0.7 * losses[0], "{losses:?}");
    // A checkpoint is a model folder: it can be tuned further.
    let further = bench.sft_of("run/step-00000024", "further", &["--epochs", "1"]).output();
    assert_done(&further.expect("the program starts"));
}

#[test]
fn a_merged_adapter_is_a_model() {
    let bench = Bench::new();
    assert_done(&bench.run("run", &["--lora-rank", "4", "--epochs", "2"]));
    let merge = |adapter: &str| {
        Command::new(env!("CARGO_BIN_EXE_compoworld-lm"))
            .current_dir(bench.path("."))
            .args(["merge", "--model", "model", "--adapter", adapter, "--out", "merged"])
            .output()
            .expect("the program starts")
    };
    assert_done(&merge("run"));
    for name in ["model.safetensors", "config.json", "tokenizer.json", "chat_template.jinja"] {
        assert!(bench.path("merged").join(name).exists(), "{name}");
    }
    let further = bench.sft_of("merged", "further", &["--epochs", "1"]).output();
    assert_done(&further.expect("the program starts"));
    let said = failure(&merge("nowhere"), 1);
    assert!(said.contains("nowhere holds no checkpoint"), "{said}");
}

#[test]
fn a_loss_that_is_no_number_stops_the_run_before_the_weights_change() {
    let bench = Bench::new();
    let output = bench.run("run", &["--rate", "1e30", "--checkpoint-every", "1", "--keep", "9"]);
    let said = failure(&output, 1);
    assert!(said.contains("the loss is") && said.contains("lower --rate"), "{said}");
    let steps = events(&bench.path("run"), "sft_step");
    assert!(!steps.is_empty(), "the first step is from good weights");
    assert!(steps.iter().all(|step| step["loss"].as_f64().is_some()));
    assert!(bench.path(&format!("run/step-{:08}", steps.len())).exists());
}

#[test]
fn a_full_disk_is_told_and_leaves_the_checkpoints_that_were_there() {
    let bench = Bench::new();
    let words = ["--checkpoint-every", "1", "--keep", "9", "--epochs", "1"];
    assert_done(&bench.run("run", &words));
    // No file may be longer than 20 KiB: what a full disk does, at a known place.
    let sft = bench.sft("run", &["--epochs", "3", "--checkpoint-every", "1", "--keep", "9"]);
    let mut limited = Command::new("sh");
    limited.current_dir(bench.path(".")).arg("-c");
    limited.arg("trap '' XFSZ; ulimit -f 40; exec \"$@\"").arg("sh").arg(sft.get_program());
    let output = limited.args(sft.get_args()).arg0("sh").output().expect("a shell");
    let said = failure(&output, 3);
    assert!(said.contains("free space"), "{said}");
    for step in 1..=3 {
        let sums = bench.path(&format!("run/step-{step:08}/SHA256SUMS"));
        assert!(sums.exists(), "step {step}");
    }
    assert_done(&bench.run("run", &["--resume", "run"]));
}

#[test]
fn a_damaged_or_lost_checkpoint_is_told_with_the_one_to_go_on_from() {
    let bench = Bench::new();
    let words = ["--lora-rank", "4", "--checkpoint-every", "1", "--keep", "9", "--epochs", "1"];
    assert_done(&bench.run("run", &words));
    let newest = bench.path("run/step-00000003");
    let adapter = newest.join("adapter_model.safetensors");
    let mut bytes = fs::read(&adapter).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&adapter, bytes).expect("written");
    let said = failure(&bench.run("run", &["--resume", "run"]), 1);
    assert!(said.contains("adapter_model.safetensors is damaged"), "{said}");
    assert!(said.contains("--resume run/step-00000002"), "{said}");
    fs::remove_file(&adapter).expect("removed");
    let said = failure(&bench.run("run", &["--resume", "run"]), 3);
    assert!(said.contains("adapter_model.safetensors"), "{said}");
    assert_done(&bench.run("run", &["--resume", "run/step-00000002"]));
    let said = failure(&bench.run("run", &["--resume", "model"]), 1);
    assert!(said.contains("holds no checkpoint"), "{said}");
}

#[test]
fn what_cannot_be_learned_from_is_told_before_anything_is_written() {
    let bench = Bench::new();
    let fails = |words: &[&str], code: i32, expected: &str| {
        let said = failure(&bench.run("run", words), code);
        assert!(said.contains(expected), "{words:?}: {said}");
        assert!(!bench.path("run").exists(), "{words:?}");
    };
    fails(&["--row-tokens-max", "100000000"], 4, "smaller --row-tokens-max");
    fails(&["--context-tokens-max", "10"], 1, "raise --context-tokens-max");
    fails(&["--lora-rank", "4", "--lora-targets", "q_proj,wq"], 1, "`wq`");
    fails(&["--threads", "0"], 2, "--threads");
    let plain = "{% for m in messages %}<|im_start|>{{ m.content }}<|im_end|>{% endfor %}";
    fs::write(bench.path("model/chat_template.jinja"), plain).expect("written");
    fails(&[], 1, "--tool-prompt");
    fs::remove_file(bench.path("model/tokenizer.json")).expect("removed");
    fails(&[], 1, "tokenizer.json");
}
