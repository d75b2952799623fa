//! Which paths logic may name.

use std::collections::BTreeSet;

use proc_macro2::Span;

use crate::diagnostics::Code;
use crate::model::{ImportModel, ParsedModel};

use super::Findings;

/// The modules of the standard library that cannot reach out of the process or stop it.
const STANDARD_MODULES: &[&str] = &[
    "ascii",
    "borrow",
    "boxed",
    "char",
    "clone",
    "cmp",
    "collections",
    "convert",
    "default",
    "f64",
    "fmt",
    "i64",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "primitive",
    "rc",
    "result",
    "slice",
    "str",
    "string",
    "usize",
    "vec",
];

/// Parts of these modules that are refused all the same.
const REFUSED_MEMBERS: &[(&str, &str)] = &[("mem", "transmute"), ("mem", "forget")];

/// Types of Rust itself, which paths can start with.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
    "u32", "u64", "u8", "usize",
];

/// The names that a path may start with.
pub struct Scope {
    names: BTreeSet<String>,
}

impl Scope {
    /// Everything that the model declares or imports.
    pub fn of(model: &ParsedModel) -> Self {
        let imports = model
            .imports
            .iter()
            .map(|import| import.alias.clone().unwrap_or_else(|| import.name.clone()));
        let functions = model.items.iter().filter_map(|item| match item {
            syn::Item::Fn(item) => Some(item.sig.ident.to_string()),
            _ => None,
        });
        Self { names: imports.chain(functions).collect() }
    }
}

/// Looks at one imported name.
pub fn lint_import(import: &ImportModel, findings: &mut Findings) {
    let mut segments: Vec<&str> = import.path.iter().map(|name| plain(name)).collect();
    segments.push(plain(&import.name));
    if import.name == "*" && segments.first() != Some(&"compoworld_core") {
        findings.push(
            Code::ForbiddenPath,
            import.span,
            "import each name, so that readers see where it comes from",
        );
    }
    if segments.len() == 1 && !is_known_crate(segments[0]) {
        findings.push(
            Code::ForeignCrate,
            import.span,
            format!("`{}` is no crate that logic may use", import.name),
        );
        return;
    }
    if let [root @ ("std" | "core" | "alloc")] = segments[..] {
        let message = format!("import what you need of `{root}`, by its name");
        findings.push(Code::ForbiddenPath, import.span, message);
    }
    lint_segments(&segments, import.span, None, findings);
}

/// The name without `r#`, which changes nothing.
pub fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Looks at a path in code.
pub fn lint_path(path: &syn::Path, scope: &Scope, findings: &mut Findings) {
    let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
    let segments: Vec<&str> = names.iter().map(|name| plain(name)).collect();
    let span = path.segments.first().map_or_else(Span::call_site, |first| first.ident.span());
    if path.leading_colon.is_some() {
        lint_absolute(&segments, span, scope, findings);
    } else {
        lint_segments(&segments, span, Some(scope), findings);
    }
}

/// Looks at a path that starts with `::`.
pub fn lint_absolute(segments: &[&str], span: Span, scope: &Scope, findings: &mut Findings) {
    if is_known_crate(segments[0]) {
        lint_segments(segments, span, Some(scope), findings);
    } else {
        let message = format!("`::{}` is no crate that logic may use", segments[0]);
        findings.push(Code::ForeignCrate, span, message);
    }
}

fn is_known_crate(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc" | "compoworld_core" | "serde_json")
}

/// Looks at the segments of a path; without a scope the first one must be a crate.
pub fn lint_segments(
    segments: &[&str],
    span: Span,
    scope: Option<&Scope>,
    findings: &mut Findings,
) {
    if let Some(name) = segments.iter().find(|name| is_unordered(name)) {
        findings.push(
            Code::UnstableOrder,
            span,
            format!("`{name}` has no stable order, use `{}`", name.replace("Hash", "BTree")),
        );
        return;
    }
    let Some((first, rest)) = segments.split_first() else { return };
    match *first {
        "std" | "core" | "alloc" => {
            let Some(module) = rest.first() else { return };
            let refused =
                rest.get(1).is_some_and(|member| REFUSED_MEMBERS.contains(&(module, member)));
            let is_prelude = module.starts_with(char::is_uppercase);
            let is_shared = *module == "sync" && rest.get(1) == Some(&"Arc");
            if refused || !(STANDARD_MODULES.contains(module) || is_prelude || is_shared) {
                let message = format!("logic may not use `{}`", segments.join("::"));
                findings.push(Code::ForbiddenPath, span, message);
            }
        }
        "compoworld_core" if rest.first() == Some(&"private") => {
            let message = "`compoworld_core::private` is for derives only";
            findings.push(Code::ForbiddenPath, span, message);
        }
        "compoworld_core" | "serde_json" | "Self" => {}
        "crate" | "super" | "self" if !rest.is_empty() || scope.is_none() => findings.push(
            Code::ForbiddenPath,
            span,
            "the model becomes several files; name its items without a path",
        ),
        _ if rest.is_empty() => {}
        first => {
            let is_type = first.starts_with(char::is_uppercase);
            let is_known = is_type
                || PRIMITIVES.contains(&first)
                || scope.is_some_and(|scope| scope.names.contains(first));
            if !is_known {
                let message = format!("`{first}` is no crate that logic may use");
                findings.push(Code::ForeignCrate, span, message);
            }
        }
    }
}

/// Collections that iterate in another order in every process.
pub fn is_unordered(name: &str) -> bool {
    matches!(name, "HashMap" | "HashSet" | "RandomState" | "DefaultHasher")
}
