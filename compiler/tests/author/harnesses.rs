//! Somebody else's agent in the place of the built-in loop: shell scripts that stand in for one.

use std::fs;

use compoworld::sandbox::Sandbox;
use serde_json::json;

use crate::run::{Bench, assert_code, model_with};

/// What the mended model lacks, and the command that puts it back.
const LACKING: (&str, &str) = ("fn list_agents() -> Vec<Agent>;", "fn list_agents() -> Vec<Agnt>;");
const MEND: &str = "sed -i 's/Vec<Agnt>/Vec<Agent>/' service.rs";

#[test]
fn a_harness_in_print_mode_repairs_a_model_and_writes_cases() {
    let bench = Bench::with(&model_with(&[LACKING]));
    let command = format!(
        "grep -q 'tool list' PROMPT.md; if [ -f service.rs ]; then {MEND}; else echo \
         '{{\"service\":\"help_desk\",\"cases\":[]}}' > cases.json; fi; echo the key is $SECRET_OF_MINE"
    );
    let mut run = bench.command();
    run.arg(bench.service()).args(["--harness", &command, "--pass", "SECRET_OF_MINE"]);
    run.env("SECRET_OF_MINE", "sk-harness-secret").env("NOT_PASSED", "hidden");
    let output = run.output().expect("the program starts");
    assert_code(&output, 0);
    assert_eq!(bench.record()["rounds"], json!(1));
    let transcript = bench.transcript();
    assert!(transcript.contains("the key is (SECRET_OF_MINE)"), "{transcript}");
    for kept in [transcript, String::from_utf8_lossy(&output.stderr).into_owned()] {
        assert!(!kept.contains("sk-harness-secret"), "{kept}");
    }
    assert_eq!(
        fs::read_to_string(bench.out().join("service.rs")).expect("it is there"),
        model_with(&[])
    );
}

#[test]
fn a_harness_in_rpc_mode_is_prompted_and_its_tokens_are_counted() {
    let bench = Bench::with(&model_with(&[LACKING]));
    let command = format!(
        "while read -r line; do case \"$line\" in \
         *get_session_stats*) echo '{{\"id\":\"stats\",\"type\":\"response\",\"success\":true,\
         \"data\":{{\"tokens\":{{\"input\":70,\"output\":30,\"cacheRead\":5}},\"cost\":0.25}}}}';; \
         *prompt*) echo noise; [ -f service.rs ] && {MEND}; \
         echo '{{\"type\":\"agent_end\",\"messages\":[]}}';; esac; done"
    );
    assert_code(&bench.author(&["--harness", &command, "--protocol", "rpc"]), 0);
    let record = bench.record();
    // The second session is counted too; it wrote no cases, which does not hinder the service.
    assert_eq!(record["spent"]["tokens"], json!({"prompt": 150, "completion": 60}), "{record:#}");
    assert_eq!((&record["spent"]["cost"], &record["cases"]), (&json!(0.5), &json!(0)));
}

#[test]
fn a_harness_that_fails_or_links_its_way_out_leaves_nothing() {
    for (command, ended) in [
        ("echo broken >&2; exit 3", "failed"),
        ("rm service.rs; ln -s /etc/passwd service.rs", "no_progress"),
        ("rm -rf ./* 2> /dev/null; true", "no_progress"),
    ] {
        let bench = Bench::with(&model_with(&[LACKING]));
        assert_code(&bench.author(&["--harness", command]), 1);
        assert_eq!(bench.record()["ended"], ended, "{command}");
        bench.assert_nothing_written();
    }
}

#[test]
fn a_harness_sees_its_folder_and_no_network_unless_it_is_let() {
    if !Sandbox::find().is_closed() {
        eprintln!("skipped: there is no bubblewrap here");
        return;
    }
    let bench = Bench::with(&model_with(&[]));
    let outside = bench.path("outside.txt");
    fs::write(&outside, "nobody reads this").expect("writes");
    let command = format!(
        "cat {0} /etc/passwd; echo x > {0}; env; ls /sys/class/net /proc/net/dev; cat /proc/net/dev; \
         true",
        outside.display()
    );
    let mut run = bench.command();
    run.arg(bench.service()).args(["--harness", &command]).env("NOT_PASSED", "hidden value");
    assert_code(&run.output().expect("the program starts"), 0);
    let transcript = bench.transcript();
    for secret in ["nobody reads this", "root:", "hidden value", "eth0"] {
        assert!(!transcript.contains(secret), "{secret}: {transcript}");
    }
    assert_eq!(fs::read_to_string(&outside).expect("it is there"), "nobody reads this");
}
