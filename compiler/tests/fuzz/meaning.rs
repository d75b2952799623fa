//! Damaged lists keep their meaning: what a schema accepts, its normalized form accepts, unless a
//! diagnostic says otherwise.

use compoworld::read::{Input, read_text};

use crate::budget::hold;
use crate::lists::damaged_list;
use crate::support::meaning::{Comparison, compare};
use crate::support::normalized;

#[test]
fn damaged_lists_mean_what_they_meant_or_a_diagnostic_says_otherwise() {
    hold(600, damaged_list(), |list| {
        let text = list.to_string();
        let is_raw = matches!(read_text(&text), Ok((Input::Raw(_), _)));
        if is_raw && let Ok((list, spec, diagnostics)) = normalized(&text) {
            let mut sum = Comparison::default();
            compare("list", &list, &spec, &diagnostics, 12, &mut sum);
            assert!(sum.disagreements.is_empty(), "{:#?}\n{diagnostics}", sum.disagreements);
        }
    });
}
