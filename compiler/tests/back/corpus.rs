//! The whole corpus, and the folder of generated crates.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use compoworld::corpus::{
    Applied, compare, find_services, plan_output, status_table, write_output,
};
use compoworld::diagnostics::Code;

use crate::support::help_desk;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_generated_crates_are_what_the_corpus_gives() {
    let services = find_services(&root().join("compiler/corpus")).expect("the corpus is there");
    let out = root().join("generated");
    let (output, problems) = plan_output(&services, &out, &|| ControlFlow::Continue(()));
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
    let (output, _) = plan_output(&services, &out, &|| ControlFlow::Continue(()));
    write_output(&output, &out, &|| ControlFlow::Continue(())).expect("the crates are written")
}

fn differences(folder: &Path) -> compoworld::diagnostics::Diagnostics {
    let services = find_services(&folder.join("corpus")).expect("the corpus is there");
    let out = folder.join("generated");
    let (output, _) = plan_output(&services, &out, &|| ControlFlow::Continue(()));
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

/// Folders are made elsewhere and moved to their place, which no other file system can do.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_on_another_file_system_is_refused_with_the_remedy() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let folder = corpus_of(&["help_desk"]);
    let path = folder.path();
    let device = |path: &Path| std::fs::metadata(path).map(|folder| folder.dev()).ok();
    let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
    if device(other.path()) == device(path) {
        return;
    }
    symlink(other.path(), path.join("generated")).expect("links");
    let services = find_services(&path.join("corpus")).expect("the corpus is there");
    let out = path.join("generated");
    let (output, _) = plan_output(&services, &out, &|| ControlFlow::Continue(()));
    let refused = write_output(&output, &out, &|| ControlFlow::Continue(())).expect_err("crosses");
    assert!(refused.has(Code::UnwritableFile), "{refused}");
    assert!(refused.to_string().contains("on one file system"), "{refused}");
    let n_left =
        [path, other.path()].map(|folder| std::fs::read_dir(folder).expect("lists").count());
    assert_eq!(n_left, [2, 0]);
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
    let (output, problems) = plan_output(&services, folder.path(), &|| ControlFlow::Continue(()));
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
fn the_status_counts_tools_by_kind() {
    let folder = corpus_of(&["help_desk"]);
    let services = find_services(&folder.path().join("corpus")).expect("the corpus is there");
    let (output, _) = plan_output(&services, folder.path(), &|| ControlFlow::Continue(()));
    insta::assert_snapshot!("status", status_table(&output));
}
