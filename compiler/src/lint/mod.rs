//! Pass 2, `lint_logic`.

use crate::diagnostics::Diagnostics;
use crate::model::ParsedModel;

/// Lints.
pub fn lint_logic(model: ParsedModel) -> Result<ParsedModel, Diagnostics> {
    Ok(model)
}
