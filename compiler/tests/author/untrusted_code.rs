//! Code that an agent wrote to get out: the lint refuses it, and where the lint is left out, the
//! sandbox gives it nothing.

use std::path::Path;

use compoworld::author::{Bench, evaluate};
use compoworld::corpus::ServiceOutput;
use compoworld::diagnostics::SourceMap;
use compoworld::pipeline::{compile, read_inputs};
use compoworld::sandbox::Sandbox;

use crate::run::model_with;

/// The place in the help desk's written tool where code is put.
const PLACE: &str = "let merged = state";

fn spec() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/help_desk/spec.json");
    std::fs::read_to_string(path).expect("the fixture is there")
}

#[test]
fn the_lint_refuses_every_way_out() {
    let inputs = |model: String| compoworld::pipeline::Inputs {
        spec_file: "spec.json".to_owned(),
        spec: spec(),
        model_file: "service.rs".to_owned(),
        model,
    };
    assert!(compile(&inputs(model_with(&[]))).is_ok());
    for escape in [
        "let _ = std::fs::read_to_string(\"/etc/passwd\");",
        "let _ = std::fs::write(\"/tmp/x\", \"x\");",
        "let _ = std::net::TcpStream::connect(\"127.0.0.1:80\");",
        "let _ = std::process::Command::new(\"sh\").spawn();",
        "let _ = std::env::vars();",
        "let _ = std::thread::spawn(|| ());",
        "let _ = include_str!(\"/etc/passwd\");",
        "let _ = include_bytes!(\"/etc/passwd\");",
        "include!(\"/etc/passwd\");",
        "let _ = env!(\"HOME\");",
        "let _ = option_env!(\"HOME\");",
        "unsafe { std::arch::asm!(\"nop\") }",
        "extern \"C\" { fn system(c: *const u8) -> i32; }",
        "loop {}",
        "use std::fs as f; let _ = f::read(\"/etc/passwd\");",
        "use std as s; let _ = s::fs::read(\"/etc/passwd\");",
        "let _ = core::arch::x86_64::_rdtsc;",
        "std::process::exit(0);",
    ] {
        let model = model_with(&[(PLACE, &format!("{escape}\n        {PLACE}"))]);
        assert!(compile(&inputs(model)).is_err(), "`{escape}` passes the lint");
    }
    for item in [
        "#[path = \"/etc/passwd\"]\nmod stolen;",
        "extern crate proc_macro;",
        "#[proc_macro]\npub fn f() {}",
        "macro_rules! m { () => {} }",
        "static mut X: i64 = 0;",
        "#![feature(asm)]",
        "#[link(name = \"c\")]\nextern \"C\" {}",
    ] {
        let model = format!("{}\n{item}\n", model_with(&[]));
        assert!(compile(&inputs(model)).is_err(), "`{item}` passes the lint");
    }
}

/// The help desk with this code in its logic, past every check of the compiler.
fn smuggled(code: &str) -> ServiceOutput {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/help_desk");
    let inputs = read_inputs(&folder, &mut SourceMap::new()).expect("the fixture is there");
    let compiled = compile(&inputs).expect("the fixture compiles");
    let mut output = ServiceOutput::of(&compiled, None);
    let logic = output.files.get_mut("src/logic.rs").expect("there is logic");
    assert!(logic.contains("let merged ="), "{logic}");
    *logic = logic.replace("let merged =", &format!("{code}\n    let merged ="));
    output
}

#[test]
fn code_that_passed_the_lint_finds_no_files_no_network_and_no_end_of_time() {
    let sandbox = Sandbox::find();
    if !sandbox.is_closed() {
        eprintln!("skipped: {}", sandbox.missing().unwrap_or_default());
        return;
    }
    let bench = Bench::prepare(sandbox, &mut |_| ()).expect("the workspace builds");
    let home = tempfile::tempdir().expect("a temporary folder");
    let folder = home.path().join("crate");
    let build = |code: &str| bench.build(&folder, &smuggled(code));

    let fault = build("let _ = include_str!(\"/etc/passwd\");").expect_err("there is no such file");
    assert!(fault.contains("couldn't read `/etc/passwd`"), "{fault}");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    let tries = format!(
        "assert!(std::fs::read(\"/etc/passwd\").is_err());\n\
         assert!(std::fs::write(\"out/x\", \"x\").is_err());\n\
         assert!(std::fs::read_dir(\"{}\").is_err());\n\
         assert!(std::net::TcpStream::connect(\"127.0.0.1:{port}\").is_err());\n\
         assert!(std::process::Command::new(\"/usr/bin/cat\").arg(\"/etc/shadow\").output()\
         .is_ok_and(|ran| ran.stdout.is_empty()));",
        env!("CARGO_MANIFEST_DIR")
    );
    let built = build(&tries).expect("it builds without the lint");
    let results = bench.test(&built).expect("the tests run");
    let wrong: Vec<_> = results.iter().filter(|result| !result.passed).collect();
    assert!(wrong.is_empty() && results.len() > 20, "something was within reach: {wrong:#?}");

    let built = build("std::process::exit(0);").expect("it builds without the lint");
    let fault = bench.test(&built).expect_err("leaving early is no success");
    assert!(fault.contains("ended early"), "{fault}");
    let built = build("let _ = vec![1_u8; 8 << 30].len();").expect("it builds without the lint");
    assert!(bench.test(&built).is_err(), "memory has no end");
}

#[test]
fn a_right_model_is_clean_and_one_with_a_wrong_body_is_not() {
    let bench = Bench::prepare(Sandbox::find(), &mut |_| ()).expect("the workspace builds");
    let home = tempfile::tempdir().expect("a temporary folder");
    let judge =
        |model: &str| evaluate(&bench, &home.path().join("crate"), (&spec(), model), 40, None);
    let right = judge(&model_with(&[]));
    assert_eq!(right.stage.word(), "clean", "{}", right.report);
    let wrong = judge(&model_with(&[("let merged = state", "let merged: i64 = state")]));
    assert_eq!(wrong.stage.word(), "unbuilt", "{}", wrong.report);
    assert!(wrong.report.contains("E0308"), "{}", wrong.report);
}
