//! Everything that written logic may not do: one test each.

use compoworld::diagnostics::Code;
use serde_json::json;

use crate::support::{diagnose, spec, tool};

/// A model whose one written tool has this body, with these items beside it.
fn model(body: &str, items: &str) -> String {
    format!(
        r#"
#[derive(State)]
pub struct BoxOffice {{ pub shows: Table<Show> }}
#[derive(Entity)]
pub struct Show {{
    #[entity(key)]
    pub id: Key<Show>,
    pub seats: Vec<i64>,
}}
pub trait Tools {{
    #[tool]
    #[case(args = "{{\"id\":\"a\"}}", ok = "null")]
    #[case(args = "{{}}", error = "invalid_argument")]
    fn sell(state: &mut BoxOffice, args: Sell, cx: &mut Context) -> Result<(), ToolError> {{
        {body}
        Ok(())
    }}
}}
{items}
pub const FIXTURE: &str = "{{}}";
"#
    )
}

fn diagnostics_of(body: &str, items: &str) -> compoworld::diagnostics::Diagnostics {
    let spec = spec(&[tool("sell", json!({"id": {"type": "string"}}), &["id"])]);
    diagnose(&spec, &model(body, items))
}

#[track_caller]
fn refuses(code: Code, body: &str, items: &str) {
    let diagnostics = diagnostics_of(body, items);
    assert!(diagnostics.has(code), "`{body}` `{items}` is not refused with {code}: {diagnostics}");
}

macro_rules! refusals {
    ($($name:ident: $code:ident, $body:literal $(, $items:literal)?;)*) => {
        $(#[test]
        fn $name() {
            let items: &[&str] = &[$($items)?];
            refuses(Code::$code, $body, items.first().copied().unwrap_or_default());
        })*
    };
}

refusals! {
    unsafe_blocks_are_refused: UnsafeCode, "unsafe { }";
    unsafe_functions_are_refused: UnsafeCode, "", "unsafe fn f() {}";
    unsafe_impls_are_refused: UnsafeCode, "", "struct S; unsafe impl Send for S {}";
    files_are_refused: ForbiddenPath, "let _ = std::fs::read(\"x\");";
    the_network_is_refused: ForbiddenPath, "let _ = std::net::TcpStream::connect(\"x\");";
    processes_are_refused: ForbiddenPath, "std::process::abort();";
    variables_of_the_environment_are_refused: ForbiddenPath, "let _ = std::env::var(\"x\");";
    threads_are_refused: ForbiddenPath, "std::thread::yield_now();";
    the_clock_is_refused: ForbiddenPath, "let _ = std::time::SystemTime::now();";
    streams_are_refused: ForbiddenPath, "let _ = std::io::stdin();";
    core_is_no_way_around_std: ForbiddenPath, "core::hint::spin_loop();";
    imports_are_looked_at: ForbiddenPath, "", "use std::fs::read;";
    renamed_imports_are_looked_at: ForbiddenPath, "", "use std::process as p;";
    imports_in_functions_are_looked_at: ForbiddenPath, "use std::fs::read; let _ = read(\"x\");";
    glob_imports_are_refused: ForbiddenPath, "", "use std::collections::*;";
    transmutation_is_refused: ForbiddenPath, "let _ = std::mem::transmute::<u8, i8>(1);";
    private_parts_of_the_runtime_are_refused: ForbiddenPath,
        "let _ = compoworld_core::private::write_row;";
    paths_through_the_crate_are_refused: ForbiddenPath, "let _ = crate::tools::TOOLS;";
    other_crates_are_refused: ForeignCrate, "let _ = rand::random::<u8>();";
    imports_of_other_crates_are_refused: ForeignCrate, "", "use chrono::Utc;";
    absolute_paths_to_other_crates_are_refused: ForeignCrate, "let _ = ::libc::getpid();";
    include_is_refused: ForbiddenMacro, "let _ = include_str!(\"/etc/passwd\");";
    include_bytes_is_refused: ForbiddenMacro, "let _ = include_bytes!(\"/etc/passwd\");";
    env_is_refused: ForbiddenMacro, "let _ = env!(\"HOME\");";
    option_env_is_refused: ForbiddenMacro, "let _ = option_env!(\"HOME\");";
    panic_is_refused: ForbiddenMacro, "panic!();";
    todo_is_refused: ForbiddenMacro, "todo!();";
    unreachable_is_refused: ForbiddenMacro, "unreachable!();";
    unimplemented_is_refused: ForbiddenMacro, "unimplemented!();";
    assert_is_refused: ForbiddenMacro, "assert!(true);";
    printing_is_refused: ForbiddenMacro, "println!();";
    thread_locals_are_refused: ForbiddenItem, "", "thread_local! { static A: u8 = 1; }";
    macros_in_macros_are_looked_at: ForbiddenMacro, "let _ = format!(\"{}\", panic!());";
    hash_maps_are_refused: UnstableOrder, "let _ = std::collections::HashMap::<u8, u8>::new();";
    imports_of_hash_sets_are_refused: UnstableOrder, "", "use std::collections::HashSet;";
    unwrap_is_refused: PanickingCall, "let _ = state.shows.get(&args.id).unwrap();";
    expect_is_refused: PanickingCall, "let _ = state.shows.get(&args.id).expect(\"x\");";
    unwrap_as_a_value_is_refused: PanickingCall, "let _ = Some(Some(1)).map(Option::unwrap);";
    unwrap_in_macros_is_refused: PanickingCall, "let _ = format!(\"{}\", Some(1).unwrap());";
    indexing_is_refused: Indexing, "let list = vec![1]; let _ = list[0];";
    slicing_is_refused: Indexing, "let _ = &args.id[1..];";
    indexing_in_macros_is_refused: Indexing, "let list = vec![1]; let _ = format!(\"{}\", list[0]);";
    loop_is_refused: UnboundedLoop, "loop { break; }";
    while_true_is_refused: UnboundedLoop, "while true { }";
    open_ranges_are_refused: UnboundedLoop, "for _ in 0.. { }";
    statics_are_refused: ForbiddenItem, "", "static A: i64 = 1;";
    statics_in_functions_are_refused: ForbiddenItem, "static A: i64 = 1;";
    extern_functions_are_refused: ForbiddenItem, "", "extern \"C\" fn f() {}";
    extern_blocks_are_refused: ForbiddenItem, "", "extern \"C\" { }";
    extern_crates_are_refused: ForbiddenItem, "", "extern crate libc;";
    macro_definitions_are_refused: ForbiddenItem, "", "macro_rules! m { () => {} }";
    modules_are_refused: UnexpectedItem, "", "mod inner { }";
    async_functions_are_refused: ForbiddenItem, "", "async fn f() {}";
    unknown_attributes_are_refused: ForbiddenItem, "", "#[no_mangle] fn f() {}";
    documentation_that_is_a_macro_is_refused: ForbiddenItem, "",
        "#[doc = include_str!(\"/etc/passwd\")] fn f() {}";
    attributes_of_paths_are_refused: ForbiddenItem, "", "#[other::doc] fn f() {}";
    syntax_that_is_no_stable_rust_is_refused: ForbiddenItem, "builtin # f(std::process::abort());";
    expressions_that_become_others_are_refused: ForbiddenItem, "become f();";
    functions_without_a_body_are_refused: ForbiddenItem, "fn f();";
    macros_by_example_two_are_refused: ForbiddenItem, "macro f() { }";
    raw_names_are_the_names: ForbiddenPath, "std::r#process::abort();";
    raw_names_of_methods_are_the_names: PanickingCall, "let _ = Some(1).r#unwrap();";
    raw_names_in_macros_are_the_names: PanickingCall, "let _ = format!(\"{}\", Some(1).r#unwrap());";
    another_name_for_the_standard_library_is_refused: ForbiddenPath, "",
        "use std as s; fn f() { s::process::abort(); }";
    other_crates_in_macros_are_refused: ForeignCrate, "let _ = format!(\"{}\", libc::getpid());";
    absolute_paths_in_macros_are_refused: ForeignCrate, "let _ = format!(\"{}\", ::libc::getpid());";
    private_parts_of_the_runtime_are_refused_in_macros: ForbiddenPath,
        "let _ = format!(\"{:?}\", compoworld_core::private::write_row);";
    while_true_in_macros_is_refused: UnboundedLoop, "let _ = vec![{ while true { } 1 }];";
    text_that_turns_around_is_refused: ForbiddenItem, "let _ = \"a\u{202e}b\";";
    comments_that_turn_around_are_refused: ForbiddenItem, "/* \u{2066} */";
    unknown_derives_are_refused: ForbiddenItem, "", "#[derive(serde::Serialize)] struct S;";
}

#[test]
fn logic_that_stays_inside_its_bounds_is_accepted() {
    let body = "let mut names: Vec<String> = vec![args.id.clone()];
        names.sort();
        for name in &names {
            if let Some(show) = state.shows.get(name).filter(|show| matches!(show.seats.first(), Some(1))) {
                let _ = json!({\"seats\": [show.seats.len()], \"first\": show.seats.first()});
            }
        }
        let mut left = names.len();
        while left > 0 { left -= 1; }
        let _ = std::mem::take(&mut names);
        let _ = BTreeMap::from([(1, i64::MAX)]);
        let _ = helper(cx.random());";
    let items = "use std::collections::BTreeMap;
        #[derive(Debug, Clone)]
        struct Pair { a: u64 }
        fn helper(a: u64) -> Pair { Pair { a } }";
    let diagnostics = diagnostics_of(body, items);
    assert!(diagnostics.is_empty(), "{diagnostics}");
}
