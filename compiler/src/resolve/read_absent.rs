//! Reads `absent(argument = value)`: the values that say the same as giving none.

use proc_macro2::Ident;
use serde_json::Value;
use syn::Lit;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{ToolModel, place};
use crate::spec::Tool;

use super::resolve_service::position_of;

/// The values of `absent(..)`, each with the argument's name as the author wrote it.
pub fn read_absent(
    tool: &Tool,
    function: &ToolModel,
    diagnostics: &mut Diagnostics,
) -> Vec<(Ident, Value)> {
    let mut absents = Vec::new();
    for (name, literal) in &function.options.absent {
        if position_of(tool, &name.to_string()).is_none() {
            diagnostics.push(
                Diagnostic::new(Code::UnknownArgument, place(name.span()))
                    .message(format!("`{}` has no argument `{name}`", function.ident)),
            );
        }
        match literal_value(literal) {
            Some(value) => absents.push((name.clone(), value)),
            None => diagnostics.push(
                Diagnostic::new(Code::UnknownSetting, place(literal.span()))
                    .message("what stands for none is a text, a number, `true` or `false`"),
            ),
        }
    }
    absents
}

/// A literal as JSON.
fn literal_value(literal: &Lit) -> Option<Value> {
    match literal {
        Lit::Str(text) => Some(Value::from(text.value())),
        Lit::Int(number) => number.base10_parse::<i64>().ok().map(Value::from),
        Lit::Bool(flag) => Some(Value::from(flag.value)),
        _ => None,
    }
}
