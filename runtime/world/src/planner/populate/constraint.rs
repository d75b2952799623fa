//! Whether a text keeps a field's rules, and how to make it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use compoworld_core::{FieldInfo, Schema};
use serde_json::json;

use crate::dice::Dice;
use crate::planner::cast::SLUGS;

/// Whether the text has the length and matches the pattern.
pub fn fits(field: &FieldInfo, text: &str) -> bool {
    let length_fits =
        field.length.is_none_or(|(least, most)| (least..=most).contains(&text.chars().count()));
    length_fits && field.pattern.is_none_or(|pattern| matcher(pattern).check(&json!(text)).is_ok())
}

/// The text, cut or continued to the field's length.
pub(super) fn fit_length(mut text: String, field: &FieldInfo, dice: &mut Dice) -> String {
    let Some((least, most)) = field.length else { return text };
    while text.chars().count() < least {
        if !text.is_empty() {
            text.push('-');
        }
        text.push_str(SLUGS.pick(dice));
    }
    if text.chars().count() > most {
        text = text.chars().take(most).collect::<String>().trim_end().to_owned();
    }
    text
}

/// The compiled pattern, made once a process.
fn matcher(pattern: &'static str) -> Arc<Schema> {
    static MATCHERS: Mutex<BTreeMap<&'static str, Arc<Schema>>> = Mutex::new(BTreeMap::new());
    let mut matchers = MATCHERS.lock().unwrap_or_else(PoisonError::into_inner);
    let compile = || Arc::new(Schema::compile(&json!({"pattern": pattern})));
    Arc::clone(matchers.entry(pattern).or_insert_with(compile))
}
