//! Pass 4, `check`.

use crate::diagnostics::Diagnostics;
use crate::resolve::ResolvedService;

/// Checks.
pub fn check(service: ResolvedService) -> Result<(ResolvedService, Diagnostics), Diagnostics> {
    Ok((service, Diagnostics::new()))
}
