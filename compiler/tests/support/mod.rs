//! What the tests of the front share.

#![allow(dead_code, reason = "each test binary uses a part")]

pub mod instances;
pub mod meaning;
pub mod schema_keywords;

use compoworld::diagnostics::Diagnostics;
use compoworld::normalize::{Options, normalize};
use compoworld::read::{Input, RawList, read_text};
use compoworld::spec::Spec;

/// Reads and normalizes a text as service `thing` of domain `things`.
pub fn normalized(text: &str) -> Result<(RawList, Spec, Diagnostics), Diagnostics> {
    let (input, mut diagnostics) = read_text(text)?;
    let Input::Raw(list) = input else { panic!("a raw list was expected") };
    let (spec, rest) = normalize(list.clone(), &Options::new("thing", "things"))?;
    diagnostics.append(rest);
    Ok((list, spec, diagnostics))
}
