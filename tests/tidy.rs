//! Holds the structure: which room leans on which, and how files open.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use compoworld_tests::{files, root};

/// What each package may depend on among those of the workspace, outside its tests.
fn arrows() -> BTreeMap<&'static str, Vec<&'static str>> {
    BTreeMap::from([
        ("compoworld-macros", vec![]),
        ("compoworld-core", vec!["compoworld-macros"]),
        ("compoworld-transcript", vec![]),
        ("compoworld-chat", vec![]),
        ("compoworld", vec!["compoworld-chat", "compoworld-transcript"]),
        // What the adversary may look at in core, `the_adversary_looks_at_a_services_outside` holds.
        ("compoworld-adversary", vec!["compoworld-core"]),
        ("compoworld-world", vec!["compoworld-chat", "compoworld-core"]),
        ("compoworld-writer", vec!["compoworld-chat", "compoworld-core", "compoworld-world"]),
        ("compoworld-serve", vec!["compoworld-core", "compoworld-world"]),
        ("compoworld-report", vec!["compoworld-core", "compoworld-world"]),
        ("compoworld-view", vec!["compoworld-core", "compoworld-report", "compoworld-world"]),
        ("compoworld-export", vec!["compoworld-core", "compoworld-world"]),
        (
            "compoworld-command",
            vec![
                "compoworld-adversary",
                "compoworld-chat",
                "compoworld-core",
                "compoworld-export",
                "compoworld-report",
                "compoworld-serve",
                "compoworld-transcript",
                "compoworld-view",
                "compoworld-world",
                "compoworld-writer",
            ],
        ),
        (
            "compoworld-runtime",
            vec!["compoworld-catalog", "compoworld-command", "compoworld-world"],
        ),
        (
            "compoworld-trainer",
            vec![
                "compoworld-catalog",
                "compoworld-chat",
                "compoworld-core",
                "compoworld-kernels",
                "compoworld-lm",
                "compoworld-report",
                "compoworld-world",
            ],
        ),
        ("compoworld-kernels", vec![]),
        ("compoworld-lm", vec!["compoworld-kernels"]),
    ])
}

/// The `[dependencies]` of a manifest that are packages of the workspace.
fn inner_dependencies(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]" && line.starts_with("compoworld") {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            names.push(name.to_owned());
        }
    }
    names
}

/// Whether the compiler wrote a file.
fn is_generated(inside: &Path) -> bool {
    inside.starts_with("generated") || inside.starts_with("tests/conformance/service")
}

fn package_name(manifest: &str) -> &str {
    let line = manifest.lines().find(|line| line.starts_with("name = "));
    line.and_then(|line| line.split('"').nth(1)).unwrap_or_default()
}

#[test]
fn rooms_lean_only_on_the_rooms_they_may() {
    let arrows = arrows();
    let mut wrong = Vec::new();
    for path in files(&root(), "Cargo.toml") {
        let manifest = fs::read_to_string(&path).expect("a manifest is readable");
        let name = package_name(&manifest);
        if name.is_empty() || name == "compoworld-tests" || name == "compoworld-catalog" {
            continue;
        }
        let generated = path.strip_prefix(root()).is_ok_and(is_generated);
        let allowed = match arrows.get(name) {
            Some(allowed) => allowed.clone(),
            None if generated => vec!["compoworld-core"],
            None => panic!("`{name}` is new: add its arrows here and in ARCHITECTURE.md"),
        };
        for dependency in inner_dependencies(&manifest) {
            if !allowed.contains(&dependency.as_str()) {
                wrong.push(format!("{name} -> {dependency}"));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that the architecture does not have: {wrong:?}");
}

/// The pass that attacks services is worth something only as long as it cannot see what they are
/// made from: neither what the compiler says of a tool, nor the model behind a state.
#[test]
fn the_adversary_looks_at_a_services_outside() {
    const HIDDEN: &[&str] = &[
        "semantics",
        "Semantics",
        "Operation",
        "StateInfo",
        "TableInfo",
        "RecordInfo",
        "FieldInfo",
        ".rows(",
        "state_schema",
        ".info()",
        "tool.run",
        "service.state",
        "service.rs",
        "compoworld_world",
        "compoworld_catalog",
    ];
    let mut seen = Vec::new();
    for path in files(&root().join("runtime/adversary/src"), ".rs") {
        let text = fs::read_to_string(&path).expect("a source file is readable");
        for hidden in HIDDEN.iter().filter(|hidden| text.contains(**hidden)) {
            seen.push(format!("{}: {hidden}", path.display()));
        }
    }
    assert!(seen.is_empty(), "the adversary looks inside: {seen:#?}");
}

#[test]
fn every_source_file_says_what_it_is_for() {
    let mut silent = Vec::new();
    for path in files(&root(), ".rs") {
        let inside = path.strip_prefix(root()).expect("under the root");
        let text = fs::read_to_string(&path).expect("a source file is readable");
        let opening = if is_generated(inside) { "// @generated" } else { "//!" };
        let exempt = inside.components().any(|part| part.as_os_str() == "ui");
        if !exempt && !text.starts_with(opening) {
            silent.push(inside.display().to_string());
        }
    }
    assert!(silent.is_empty(), "files that do not open with what they are for: {silent:#?}");
}

#[test]
fn no_file_is_named_after_nothing() {
    let mut vague = Vec::new();
    for path in files(&root(), ".rs") {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        if matches!(stem.as_deref(), Some("utils" | "util" | "helpers" | "common" | "base")) {
            vague.push(path.display().to_string());
        }
    }
    assert!(vague.is_empty(), "{vague:?}");
}

#[test]
fn every_member_inherits_the_lints_or_is_generated() {
    let mut without = Vec::new();
    for path in files(&root(), "Cargo.toml") {
        let inside = path.strip_prefix(root()).expect("under the root");
        let manifest = fs::read_to_string(&path).expect("a manifest is readable");
        if is_generated(inside) || !manifest.contains("[package]") {
            continue;
        }
        if !manifest.contains("[lints]\nworkspace = true") {
            without.push(inside.display().to_string());
        }
    }
    assert!(without.is_empty(), "{without:?}");
}

/// The exit codes that a file defines, by name.
fn exit_codes(path: &str) -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join(path)).expect("the file is there");
    let code = |line: &str| {
        let (name, value) = line.strip_prefix("pub const ")?.split_once(": u8 = ")?;
        Some((name.to_owned(), value.to_owned()))
    };
    text.lines().filter_map(code).collect()
}

#[test]
fn the_programs_share_their_exit_codes() {
    let codes = exit_codes("compiler/src/exit_code.rs");
    assert!(codes.len() >= 5, "{codes:?}");
    assert_eq!(exit_codes("runtime/command/src/exit_code.rs"), codes);
    assert_eq!(exit_codes("trainer/src/command/exit_code.rs"), codes);
    assert_eq!(exit_codes("trainer/lm/src/command/exit_code.rs"), codes);
}
