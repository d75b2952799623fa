//! Step `assign_names`: gives every tool a unique snake-case name.
//!
//! The result depends on the list alone: names that need no change are taken first, the others in
//! the order of the list, and a taken name gets the next free number.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::spec::is_name;

use super::words::{is_keyword, snake, split_words};

/// Longer names are cut: they become functions, types and file names.
const NAME_BYTES_MAX: usize = 64;

/// The names of the tools, in the order given.
pub(super) fn assign_names(
    tools: &[(&Pointer, &str)],
    service: &str,
    server_name: &str,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let prefix = common_prefix(tools, service, server_name);
    if let Some(prefix) = &prefix {
        diagnostics.push(
            Diagnostic::new(Code::PrefixStripped, Pointer::root().key("tools"))
                .message(format!("the tools repeat `{prefix}`, which is left out of their names")),
        );
    }
    let wanted: Vec<String> = tools
        .iter()
        .map(|(_, wire_name)| {
            let name = snake(wire_name);
            match &prefix {
                Some(prefix) => strip(&name, prefix).unwrap_or(name),
                None => name,
            }
        })
        .collect();

    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    for (index, ((_, wire_name), name)) in tools.iter().zip(&wanted).enumerate() {
        if name == wire_name && is_usable(name) && taken.insert(name.clone()) {
            names.insert(index, name.clone());
        }
    }
    for (index, ((at, wire_name), name)) in tools.iter().zip(&wanted).enumerate() {
        if names.contains_key(&index) {
            continue;
        }
        let usable = make_usable(name, index);
        let free = next_free(&usable, &taken);
        if free != *name {
            diagnostics.push(
                Diagnostic::new(Code::NameAdjusted, at.key("name"))
                    .message(format!("the tool {wire_name:?} is called `{free}`")),
            );
        }
        taken.insert(free.clone());
        names.insert(index, free);
    }
    names.into_values().collect()
}

/// The service's or the server's name, when at least two tools and two thirds of all begin so.
fn common_prefix(tools: &[(&Pointer, &str)], service: &str, server_name: &str) -> Option<String> {
    let mut candidates = vec![snake(service), snake(server_name)];
    if let Some(stem) = split_words(server_name).iter().find(|word| *word != "mcp") {
        candidates.push(stem.clone());
    }
    candidates.into_iter().find(|prefix| {
        let stripped: Vec<String> =
            tools.iter().filter_map(|(_, name)| strip(&snake(name), prefix)).collect();
        let unique: BTreeSet<&String> = stripped.iter().collect();
        stripped.len() >= 2
            && stripped.len() * 3 >= tools.len() * 2
            && unique.len() == stripped.len()
            && stripped.iter().filter(|rest| is_bare_verb(rest)).count() < 2
    })
}

/// Whether a verb is all that a name says: `task_list` and `task_create` are about tasks, whatever
/// the server is called.
fn is_bare_verb(name: &str) -> bool {
    const VERBS: &[&str] =
        &["add", "create", "delete", "edit", "get", "list", "remove", "show", "update"];
    VERBS.contains(&name)
}

/// The name without the prefix, when whole words of it are left.
fn strip(name: &str, prefix: &str) -> Option<String> {
    let rest = name.strip_prefix(prefix)?.strip_prefix('_')?;
    (!prefix.is_empty() && is_usable(rest)).then(|| rest.to_owned())
}

fn is_usable(name: &str) -> bool {
    is_name(name) && !is_keyword(name) && name.len() <= NAME_BYTES_MAX
}

/// A name that Rust accepts, made from one that may be empty, start with a digit, be a keyword or
/// go on for pages.
fn make_usable(name: &str, index: usize) -> String {
    let mut usable = if name.is_empty() {
        format!("tool_{}", index + 1)
    } else if is_keyword(name) {
        format!("{name}_tool")
    } else if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("tool_{name}")
    } else {
        name.to_owned()
    };
    // Only ASCII is left, so any cut is between characters.
    usable.truncate(NAME_BYTES_MAX);
    usable.truncate(usable.trim_end_matches('_').len());
    usable
}

fn next_free(name: &str, taken: &BTreeSet<String>) -> String {
    if !taken.contains(name) {
        return name.to_owned();
    }
    (2..)
        .map(|number| format!("{name}_{number}"))
        .find(|candidate| !taken.contains(candidate))
        .expect("a finite set leaves a number free")
}

#[cfg(test)]
mod tests {
    use super::{Code, Diagnostics, Pointer, assign_names};

    fn names(wire_names: &[&str], service: &str) -> (Vec<String>, Diagnostics) {
        let root = Pointer::root();
        let tools: Vec<(&Pointer, &str)> = wire_names.iter().map(|name| (&root, *name)).collect();
        let mut diagnostics = Diagnostics::new();
        (assign_names(&tools, service, "server", &mut diagnostics), diagnostics)
    }

    #[test]
    fn collisions_after_case_conversion_get_numbers_and_verbatim_names_go_first() {
        let (names, diagnostics) = names(&["getFile", "get-file", "get_file", "Get File"], "x");
        assert_eq!(names, ["get_file_2", "get_file_3", "get_file", "get_file_4"]);
        assert!(diagnostics.has(Code::NameAdjusted));
    }

    #[test]
    fn keywords_empty_and_hostile_names_become_usable() {
        let long = "a".repeat(300);
        let (names, _) =
            names(&["move", "名前", "2fa", "\"]}; fn x(){", "../../x", "Self", &long], "x");
        assert_eq!(names[..6], ["move_tool", "tool_2", "tool_2fa", "fn_x", "x", "self_tool"]);
        assert_eq!(names[6].len(), 64);
    }

    #[test]
    fn a_prefix_that_repeats_the_service_is_stripped() {
        let (stripped, diagnostics) = names(&["linear_getIssues", "linear_createIssue"], "linear");
        assert_eq!(stripped, ["get_issues", "create_issue"]);
        assert!(diagnostics.has(Code::PrefixStripped));
        // Here the name is what the tools are about.
        let (kept, _) = names(&["task_create", "task_list", "task_note_add"], "task");
        assert_eq!(kept, ["task_create", "task_list", "task_note_add"]);
        let (kept, _) = names(&["stripeMove", "stripeList", "ping", "pong"], "stripe");
        assert_eq!(kept, ["stripe_move", "stripe_list", "ping", "pong"]);
    }
}
