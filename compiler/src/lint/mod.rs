//! Pass 2, `lint_logic`: holds written logic to what it may do.
//!
//! In: a [`ParsedModel`]. Out: the same, when nothing in it is refused.
//! Logic is not trusted: it gets no files, network, processes, clock or panics. The lint looks at
//! the syntax tree, and at the bare tokens inside macros, where there is no tree.

mod lint_paths;
mod lint_tokens;
mod lint_tree;

use proc_macro2::Span;
use syn::visit::Visit;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{DefaultModel, ParsedModel, place};

use lint_paths::{Scope, lint_import};
use lint_tree::Tree;

/// Looks through everything that an author wrote as code.
///
/// # Errors
/// Everything that is refused, each with its place and a reason.
pub fn lint_logic(model: ParsedModel) -> Result<ParsedModel, Diagnostics> {
    let mut findings = Findings::default();
    for import in &model.imports {
        lint_import(import, &mut findings);
    }
    let scope = Scope::of(&model);
    let mut tree = Tree { scope: &scope, findings: &mut findings };
    for tool in &model.tools {
        tree.visit_signature(&tool.signature);
        if let Some(body) = &tool.body {
            tree.visit_block(body);
        }
        let options = &tool.options;
        options.set.iter().for_each(|(_, value)| tree.visit_expr(value));
        options.require.iter().flat_map(|(_, values)| values).for_each(|one| tree.visit_expr(one));
        options.types.iter().for_each(|(_, ty)| tree.visit_type(ty));
    }
    for item in &model.items {
        tree.visit_item(item);
    }
    tree.visit_item_struct(&model.state.item);
    model.structs.iter().for_each(|one| tree.visit_item_struct(&one.item));
    model.choices.iter().for_each(|choice| tree.visit_item_enum(&choice.item));
    // What stands in attributes is no part of the tree.
    for field in model.structs.iter().flat_map(|one| &one.fields) {
        if let Some(DefaultModel::Value(value)) = &field.default {
            tree.visit_expr(value);
        }
    }
    let diagnostics = findings.list;
    diagnostics.unless_errors(model).map(|(model, _)| model)
}

/// What was refused so far.
#[derive(Default)]
pub(super) struct Findings {
    list: Diagnostics,
}

impl Findings {
    fn push(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.list.push(Diagnostic::new(code, place(span)).message(message));
    }
}
