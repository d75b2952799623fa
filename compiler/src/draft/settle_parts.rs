//! Puts what became of each part of a tool together again.

use std::collections::BTreeSet;

use crate::spec::{Spec, Tool};

use super::place_arguments::{Declaration, argument_name, unclear};
use super::split_actions::{Part, Split};
use super::{Doubt, names};

/// A function of the trait: a tool, or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Which part of which tool it is: the tool's name, the argument, the value.
    pub part: Option<(String, String, String)>,
    /// What becomes of it.
    pub declaration: Declaration,
}

/// What became of a spec: the functions, and why tools of it are simulated, by name.
pub struct Settled {
    /// The functions, in the order of the tools.
    pub functions: Vec<Function>,
    /// Why the tools which the model does not say are so.
    pub doubts: Vec<(String, Doubt)>,
}

/// Puts parts together; `declarations` are those of the split spec's tools.
pub fn settle_parts(spec: &Spec, split: &Split, declarations: Vec<Declaration>) -> Settled {
    let mut settled = Settled { functions: Vec::new(), doubts: Vec::new() };
    let mut rest = split.spec.tools.iter().zip(&split.parts).zip(declarations).peekable();
    while let Some(((tool, part), declaration)) = rest.next() {
        let Some(part) = part else {
            if let Declaration::Simulated(doubt) = &declaration {
                settled.doubts.push((tool.name.clone(), doubt.clone()));
            }
            settled.functions.push(Function { name: tool.name.clone(), part: None, declaration });
            continue;
        };
        let mut parts = vec![(tool, part, declaration)];
        while let Some(((tool, Some(part)), declaration)) = rest
            .next_if(|((_, next), _)| next.as_ref().is_some_and(|next| next.whole == part.whole))
        {
            parts.push((tool, part, declaration));
        }
        settle_whole(&spec.tools[part.whole], parts, &mut settled);
    }
    settled
}

fn settle_whole(whole: &Tool, parts: Vec<(&Tool, &Part, Declaration)>, settled: &mut Settled) {
    let is_declared =
        |(_, _, one): &&(&Tool, &Part, Declaration)| matches!(one, Declaration::Declared(_));
    let n_declared = parts.iter().filter(is_declared).count();
    let n_parts = parts.iter().filter(|(_, part, _)| !part.is_form()).count();
    let doubt = parts.iter().find_map(|(_, part, declaration)| match declaration {
        Declaration::Simulated(doubt) if !part.is_form() => Some(doubt.clone()),
        _ => None,
    });
    let placed: BTreeSet<&String> = parts
        .iter()
        .filter(is_declared)
        .flat_map(|(tool, _, _)| tool.parameters.properties.keys())
        .collect();
    let action = &parts[0].1.argument;
    let others: Vec<&String> = whole
        .parameters
        .properties
        .keys()
        .filter(|argument| *argument != action && !placed.contains(argument))
        .collect();
    let unnamed = others.iter().any(|argument| names::field_name(argument).is_none());
    if n_declared == 0 || unnamed {
        let doubt = doubt.unwrap_or_else(|| unclear("an argument cannot be named in the model"));
        settled.doubts.push((whole.name.clone(), doubt.clone()));
        let declaration = Declaration::Simulated(doubt);
        settled.functions.push(Function { name: whole.name.clone(), part: None, declaration });
        return;
    }
    // Where most of what it does is left to the world model, so is the tool.
    if let Some(doubt) = doubt.filter(|_| n_declared * 2 < n_parts) {
        settled.doubts.push((whole.name.clone(), doubt));
    }
    for (_, part, mut declaration) in parts {
        if let Declaration::Declared(form) = &mut declaration {
            form.extend("simulated", others.iter().map(|argument| argument_name(argument)));
        }
        settled.functions.push(Function {
            name: part.function.clone(),
            part: Some((whole.name.clone(), argument_name(&part.argument), part.value.clone())),
            declaration,
        });
    }
}
