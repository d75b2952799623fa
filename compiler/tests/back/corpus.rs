//! The whole corpus, and the folder of generated crates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use compoworld::corpus::{
    Applied, compare, find_services, plan_output, status_table, write_output,
};
use compoworld::diagnostics::Code;
use compoworld::write_tree::{TEMPORARY_PREFIX, recover};

use crate::support::help_desk;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_generated_crates_are_what_the_corpus_gives() {
    let services = find_services(&root().join("compiler/corpus")).expect("the corpus is there");
    let out = root().join("generated");
    let (output, problems) = plan_output(&services, &out, &|| {});
    assert!(!problems.diagnostics.has_errors(), "{}", problems.diagnostics);
    let differences = compare(&output, &out).expect("the catalog can be written");
    assert!(differences.is_empty(), "run `compoworld corpus regenerate`:\n{differences}");
}

/// A corpus with the help desk, under these service names.
fn corpus_of(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in names {
        let inputs = help_desk();
        let path = folder.path().join("corpus/support").join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        let spec =
            inputs.spec.replace("\"service\": \"help_desk\"", &format!("\"service\": \"{name}\""));
        std::fs::write(path.join("spec.json"), spec).expect("a spec");
        std::fs::write(path.join("service.rs"), inputs.model).expect("a model");
    }
    folder
}

fn regenerate(folder: &Path) -> Applied {
    let services = find_services(&folder.join("corpus")).expect("the corpus is there");
    let out = folder.join("generated");
    let (output, _) = plan_output(&services, &out, &|| {});
    write_output(&output, &out, &|| {}).expect("the crates are written")
}

fn differences(folder: &Path) -> compoworld::diagnostics::Diagnostics {
    let services = find_services(&folder.join("corpus")).expect("the corpus is there");
    let out = folder.join("generated");
    let (output, _) = plan_output(&services, &out, &|| {});
    compare(&output, &out).expect("the catalog can be written")
}

#[test]
fn regenerating_writes_what_differs_and_removes_what_left() {
    let folder = corpus_of(&["help_desk", "night_desk"]);
    let path = folder.path();
    assert_eq!(regenerate(path), Applied { written: 3, unchanged: 0, removed: 0 });
    assert_eq!(regenerate(path), Applied { written: 0, unchanged: 3, removed: 0 });
    assert!(differences(path).is_empty());

    std::fs::remove_dir_all(path.join("corpus/support/night_desk")).expect("removed");
    assert!(differences(path).has(Code::StaleOutput));
    assert_eq!(regenerate(path), Applied { written: 1, unchanged: 1, removed: 1 });
    assert!(!path.join("generated/support/night_desk").exists());
    let catalog = std::fs::read_to_string(path.join("generated/catalog/lib.rs")).expect("reads");
    assert!(catalog.contains("compoworld_help_desk") && !catalog.contains("night_desk"));
}

#[test]
fn an_edit_by_hand_is_told_and_taken_back() {
    let folder = corpus_of(&["help_desk"]);
    let path = folder.path();
    regenerate(path);
    let logic = path.join("generated/support/help_desk/src/logic.rs");
    let original = std::fs::read_to_string(&logic).expect("reads");
    std::fs::write(&logic, "fn edited() {}").expect("writes");
    std::fs::write(path.join("generated/support/help_desk/src/extra.rs"), "").expect("writes");
    let told = differences(path).to_string();
    assert!(told.contains("src/logic.rs") && told.contains("src/extra.rs"), "{told}");
    assert_eq!(regenerate(path).written, 1);
    assert_eq!(std::fs::read_to_string(&logic).expect("reads"), original);
    assert!(differences(path).is_empty());
}

#[test]
fn what_the_tests_found_is_kept_until_the_code_changes() {
    let folder = corpus_of(&["help_desk"]);
    let path = folder.path();
    regenerate(path);
    let file = path.join("generated/support/help_desk/verification.json");
    let found = std::fs::read_to_string(&file).expect("reads");
    let found = found.replacen(
        "\"status\": \"unverified\"",
        "\"status\": \"verified\",\n      \"tests\": 3",
        1,
    );
    std::fs::write(&file, &found).expect("writes");
    regenerate(path);
    assert_eq!(std::fs::read_to_string(&file).expect("reads"), found);

    let model = path.join("corpus/support/help_desk/service.rs");
    let text = std::fs::read_to_string(&model).expect("reads");
    std::fs::write(&model, text.replace("{first} / {second}", "{first} + {second}"))
        .expect("writes");
    regenerate(path);
    assert!(!std::fs::read_to_string(&file).expect("reads").contains("\"verified\""));
}

#[test]
fn a_spec_without_a_model_is_a_note() {
    let folder = corpus_of(&["help_desk"]);
    std::fs::remove_file(folder.path().join("corpus/support/help_desk/service.rs"))
        .expect("removed");
    let services = find_services(&folder.path().join("corpus")).expect("the corpus is there");
    let (output, problems) = plan_output(&services, folder.path(), &|| {});
    assert!(problems.diagnostics.has(Code::ModelMissing) && !problems.diagnostics.has_errors());
    assert_eq!((output.services.len(), output.without_model.len()), (0, 1));
}

#[test]
fn two_services_of_one_name_are_refused() {
    let folder = corpus_of(&["help_desk"]);
    let corpus = folder.path().join("corpus");
    std::fs::create_dir_all(corpus.join("other/help_desk")).expect("a folder");
    std::fs::copy(
        corpus.join("support/help_desk/spec.json"),
        corpus.join("other/help_desk/spec.json"),
    )
    .expect("copied");
    let diagnostics = find_services(&corpus).expect_err("one name, one service");
    assert!(diagnostics.has(Code::MisplacedService));
}

#[test]
fn a_killed_run_is_finished_by_the_next() {
    let folder = corpus_of(&["help_desk"]);
    let path = folder.path();
    regenerate(path);
    let support = path.join("generated/support");
    // Killed between the two renames: the old crate waits beside its place.
    let aside = support.join(format!("{TEMPORARY_PREFIX}old-help_desk"));
    std::fs::rename(support.join("help_desk"), &aside).expect("renamed");
    // Killed while writing: a half-written crate is left.
    std::fs::create_dir_all(support.join(format!("{TEMPORARY_PREFIX}half/src"))).expect("a folder");
    recover(&support).expect("recovers");
    assert!(differences(path).is_empty(), "{}", differences(path));
    let left = std::fs::read_dir(&support).expect("lists").count();
    assert_eq!(left, 1, "nothing temporary is left");
}

#[test]
fn the_status_counts_tools_by_kind() {
    let folder = corpus_of(&["help_desk"]);
    let services = find_services(&folder.path().join("corpus")).expect("the corpus is there");
    let (output, _) = plan_output(&services, folder.path(), &|| {});
    insta::assert_snapshot!("status", status_table(&output));
}

#[test]
fn killing_a_run_leaves_every_crate_old_or_new() {
    let names: Vec<String> = (0..12).map(|number| format!("desk_{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let folder = corpus_of(&names);
    let path = folder.path();
    regenerate(path);
    let old = trees(path);
    for name in &names {
        let model = path.join("corpus/support").join(name).join("service.rs");
        let text = std::fs::read_to_string(&model).expect("reads");
        std::fs::write(&model, text.replace("{first} / {second}", "{first} + {second}"))
            .expect("writes");
    }
    // Each run is killed as soon as it has written one more crate.
    for n_new in 1..=names.len() {
        let mut child = Command::new(env!("CARGO_BIN_EXE_compoworld"))
            .args(["corpus", "regenerate", "--corpus", "corpus", "--out", "generated"])
            .current_dir(path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        while count_new(path, &names) < n_new && child.try_wait().expect("waits").is_none() {
            std::hint::spin_loop();
        }
        let _ = child.kill();
        child.wait().expect("the command ends");
        for (name, files) in trees(path) {
            let is_old = old.get(&name) == Some(&files);
            let is_new = is_new(&files["src/logic.rs"]) && files.len() == 9;
            assert!(is_old || is_new, "{name} is neither old nor new after {n_new} crates");
        }
    }
    regenerate(path);
    assert!(differences(path).is_empty());
    let left = std::fs::read_dir(path.join("generated/support")).expect("lists").flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    assert_eq!(left.len(), names.len(), "{left:?}");
}

fn is_new(logic: &str) -> bool {
    logic.contains("{first} + {second}")
}

fn count_new(folder: &Path, names: &[&str]) -> usize {
    let logic = |name: &str| {
        std::fs::read_to_string(folder.join("generated/support").join(name).join("src/logic.rs"))
    };
    names.iter().filter(|name| logic(name).is_ok_and(|text| is_new(&text))).count()
}

/// The files of every crate in the folder of generated crates.
fn trees(folder: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut trees = BTreeMap::new();
    for entry in std::fs::read_dir(folder.join("generated/support")).expect("lists").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(TEMPORARY_PREFIX) {
            continue;
        }
        let mut files = BTreeMap::new();
        for inside in ["", "src", "tests"] {
            let below =
                std::fs::read_dir(entry.path().join(inside)).into_iter().flatten().flatten();
            for file in below.filter(|file| file.path().is_file()) {
                let key = Path::new(inside).join(file.file_name()).to_string_lossy().into_owned();
                files.insert(key, std::fs::read_to_string(file.path()).expect("reads"));
            }
        }
        trees.insert(name, files);
    }
    trees
}
