//! Task files: whole ones, torn ones, and ones for another catalog.

use std::path::{Path, PathBuf};

use compoworld_world::{CatalogCheck, ReadTasks, ReadTasksError, Task, read_tasks};

use crate::services::catalog;
use crate::services::sample_task::sample_task;

/// A file of its own for a test, removed at the end.
struct File(PathBuf);

impl File {
    fn of(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("compoworld-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn read(path: &Path) -> Result<ReadTasks, ReadTasksError> {
    read_tasks(path, &catalog(), CatalogCheck::WholeCatalog)
}

fn named(id: &str) -> String {
    let task = Task { id: id.to_owned(), ..sample_task() };
    serde_json::to_string(&task).unwrap()
}

#[test]
fn tasks_come_back_as_they_were_written() {
    let file = File::of("whole.jsonl", &format!("{}\n\n{}\n", named("a"), named("b")));
    let ReadTasks { tasks, notes } = read(&file.0).unwrap();
    assert_eq!(
        tasks,
        [Task { id: "a".into(), ..sample_task() }, Task { id: "b".into(), ..sample_task() }]
    );
    assert!(notes.is_empty());
}

#[test]
fn a_last_line_that_was_cut_off_is_left_out_with_a_note() {
    let whole = named("b");
    for cut in [1, 40, whole.len() / 2, whole.len() - 1] {
        let file = File::of("torn.jsonl", &format!("{}\n{}", named("a"), &whole[..cut]));
        let ReadTasks { tasks, notes } = read(&file.0).unwrap();
        assert_eq!(tasks.len(), 1, "cut at {cut}");
        assert!(notes[0].contains("torn.jsonl:2: the last line was cut off"), "{}", notes[0]);
    }
}

#[test]
fn a_faulty_line_is_an_error_with_file_and_line() {
    let torn_inside = format!("{}\n{}\n{}\n", named("a"), &named("b")[..50], named("c"));
    let file = File::of("faulty.jsonl", &torn_inside);
    let error = read(&file.0).unwrap_err().to_string();
    assert!(error.contains("faulty.jsonl:2: no task"), "{error}");

    let file = File::of("twice.jsonl", &format!("{}\n{}\n", named("a"), named("a")));
    assert!(matches!(read(&file.0).unwrap_err(), ReadTasksError::Repeated { .. }));

    let missing = Path::new("/nowhere/tasks.jsonl");
    assert!(read(missing).unwrap_err().to_string().contains("/nowhere/tasks.jsonl"));
}

#[test]
fn tasks_for_another_catalog_are_refused_unless_allowed() {
    let task = Task { catalog_version: "older".into(), ..sample_task() };
    let file = File::of("older.jsonl", &serde_json::to_string(&task).unwrap());
    let error = read(&file.0).unwrap_err().to_string();
    assert!(error.contains("older.jsonl:1") && error.contains("--allow-other-catalog"), "{error}");
    let allowed = read_tasks(&file.0, &catalog(), CatalogCheck::ServicesInUse).unwrap();
    assert_eq!(allowed.tasks, [task]);
}
