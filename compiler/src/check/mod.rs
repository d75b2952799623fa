//! Pass 4, `check`: holds the model, the tools and the fixture to the rules of the dialect.
//!
//! In: a [`ResolvedService`]. Out: the same, when everything fits.
//! Not here: Rust's own types, which rustc checks in the generated crate.

mod check_cases;
mod check_fixture;
mod check_model;
mod check_schemas;
mod check_tools;

use crate::diagnostics::Diagnostics;
use crate::resolve::ResolvedService;

/// Checks a service.
///
/// # Errors
/// Everything that does not fit, each with its place and what to do.
pub fn check(service: ResolvedService) -> Result<(ResolvedService, Diagnostics), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    check_model::check_names(&service, &mut diagnostics);
    check_model::check_tables(&service.model, &mut diagnostics);
    check_model::check_keys(&service.model, &mut diagnostics);
    check_model::check_references(&service.model, &mut diagnostics);
    for tool in &service.tools {
        check_schemas::check_arguments(&service, tool, &mut diagnostics);
        check_tools::check_tool(&service, tool, &mut diagnostics);
        check_cases::check_cases(&service, tool, &mut diagnostics);
    }
    check_fixture::check_fixture(&service, &mut diagnostics);
    diagnostics.unless_errors(service)
}
