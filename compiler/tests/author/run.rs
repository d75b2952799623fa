//! Runs of `compoworld author` on a service of the fixtures, in folders that go.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with a service to be authored, and one for what comes of it.
pub struct Bench {
    home: TempDir,
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the compiler lies in it").to_owned()
}

/// A script of this folder.
pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/author/scripts").join(name)
}

/// The help desk's model, with these pieces of it replaced.
pub fn model_with(replaced: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/help_desk/service.rs");
    let mut model = fs::read_to_string(path).expect("the fixture is there");
    for (old, new) in replaced {
        assert!(model.contains(old), "the fixture has no `{old}`");
        model = model.replace(old, new);
    }
    model
}

impl Bench {
    /// With the help desk's spec, and this model to start from.
    pub fn with(model: &str) -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let bench = Self { home };
        let service = bench.service();
        fs::create_dir_all(&service).expect("a folder can be made");
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/help_desk/spec.json");
        fs::copy(spec, service.join("spec.json")).expect("the spec is copied");
        fs::write(service.join("service.rs"), model).expect("the model is written");
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// The folder that is to be authored.
    pub fn service(&self) -> PathBuf {
        self.path("specs/support/help_desk")
    }

    /// Where the finished folder belongs.
    pub fn out(&self) -> PathBuf {
        self.path("out/support/help_desk")
    }

    /// The command, short of who writes.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compoworld"));
        command.current_dir(root()).stdin(Stdio::null()).env("TMPDIR", self.temporary());
        command.arg("author").arg("--out").arg(self.path("out"));
        command.arg("--records").arg(self.path("records")).args(["--attack-budget", "40"]);
        command
    }

    /// A folder for the temporary files of a run.
    pub fn temporary(&self) -> PathBuf {
        let folder = self.path("temporary");
        fs::create_dir_all(&folder).expect("a folder can be made");
        folder
    }

    /// Has the service authored.
    pub fn author(&self, who: &[&str]) -> Output {
        let mut command = self.command();
        command.arg(self.service()).args(who).output().expect("the program starts")
    }

    /// The record of the last run.
    pub fn record(&self) -> Value {
        let text = fs::read_to_string(self.path("records/help_desk/authoring.json"));
        serde_json::from_str(&text.expect("a record is kept")).expect("the record is JSON")
    }

    pub fn transcript(&self) -> String {
        fs::read_to_string(self.path("records/help_desk/transcript.jsonl")).expect("it is kept")
    }

    /// Nothing of a run is left, and nothing was put into its place.
    pub fn assert_nothing_written(&self) {
        assert!(!self.out().exists(), "{} was written", self.out().display());
        let left = fs::read_dir(self.temporary()).expect("lists").flatten();
        let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        assert!(left.is_empty(), "left over: {left:?}");
    }
}

#[track_caller]
pub fn assert_code(output: &Output, code: i32) {
    let said = String::from_utf8_lossy(&output.stderr);
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{said}{told}");
    assert!(!said.contains("panicked"), "{said}");
}

/// The stages of a record's iterations.
pub fn stages(record: &Value) -> Vec<&str> {
    let iterations = record["iterations"].as_array().expect("a list");
    iterations.iter().map(|one| one["stage"].as_str().expect("a word")).collect()
}
