//! Pass 3, `check_model`, and pass 5, `check`: hold the model, then its tools and the fixture, to
//! the rules of the dialect.
//!
//! In: a [`ParsedModel`], later a [`ResolvedService`]. Out: the same, when everything fits.
//! Not here: Rust's own types, which rustc checks in the generated crate.

mod check_cases;
mod check_fixture;
mod check_model;
mod check_records;
mod check_schemas;
mod check_tools;

use crate::diagnostics::Diagnostics;
use crate::model::ParsedModel;
use crate::resolve::ResolvedService;
use crate::spec::Spec;

/// Checks what needs no knowledge of the tools: names, tables, keys, references.
///
/// # Errors
/// Everything that does not fit, each with its place and what to do.
pub fn check_model(spec: &Spec, model: ParsedModel) -> Result<ParsedModel, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    check_model::check_names(spec, &model, &mut diagnostics);
    check_model::check_tables(&model, &mut diagnostics);
    check_model::check_keys(&model, &mut diagnostics);
    check_model::check_references(&model, &mut diagnostics);
    check_records::check_records(&model, &mut diagnostics);
    diagnostics.unless_errors(model).map(|(model, _)| model)
}

/// Checks a service.
///
/// # Errors
/// Everything that does not fit, each with its place and what to do.
pub fn check(service: ResolvedService) -> Result<(ResolvedService, Diagnostics), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    for tool in &service.tools {
        check_schemas::check_arguments(&service, tool, &mut diagnostics);
        check_tools::check_tool(&service, tool, &mut diagnostics);
        check_cases::check_cases(&service, tool, &mut diagnostics);
    }
    check_fixture::check_fixture(&service, &mut diagnostics);
    diagnostics.unless_errors(service)
}
