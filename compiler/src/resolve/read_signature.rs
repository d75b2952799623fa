//! What a written function's signature says: whether it writes, and what it answers with.

use quote::quote;
use syn::{FnArg, GenericArgument, PathArguments, Type};

use crate::model::{Kind, ReturnModel, ToolModel};

use super::Returns;

/// The parts of a written tool's signature.
pub struct Signature {
    /// Whether the state is taken as `&mut`.
    pub is_write: bool,
    /// The entity in the answer, when there is one.
    pub entity: Option<String>,
    /// The form of the answer.
    pub returns: Returns,
}

/// Reads the signature of a written tool; `None` when it is not of the right form.
pub fn read_written(tool: &ToolModel, state: &str, args: &str) -> Option<Signature> {
    let mut inputs = tool.signature.inputs.iter();
    let [first, second, third] = [inputs.next()?, inputs.next()?, inputs.next()?];
    if inputs.next().is_some() {
        return None;
    }
    let is_write = reference_to(type_of(first)?, state)?;
    let Type::Path(path) = type_of(second)? else { return None };
    if !path.path.is_ident(args) || reference_to(type_of(third)?, "Context") != Some(true) {
        return None;
    }
    let syn::ReturnType::Type(_, output) = &tool.signature.output else { return None };
    let result = generics(output, "Result")?;
    let [answer, error] = result.as_slice() else { return None };
    if !matches!(error, Type::Path(path) if path.path.is_ident("ToolError")) {
        return None;
    }
    let (entity, returns) = answer_of(answer);
    Some(Signature { is_write, entity, returns })
}

/// How the signature of a written tool should read.
pub fn expected_signature(tool: &ToolModel, state: &str, args: &str) -> String {
    let output = &tool.signature.output;
    let answer = match output {
        syn::ReturnType::Type(_, ty) if generics(ty, "Result").is_some() => {
            let text = quote!(#ty).to_string();
            text.replace(' ', "").replace(',', ", ")
        }
        _ => "Result<_, ToolError>".to_owned(),
    };
    format!("fn {}(state: &mut {state}, args: {args}, cx: &mut Context) -> {answer}", tool.ident)
}

fn type_of(argument: &FnArg) -> Option<&Type> {
    match argument {
        FnArg::Typed(typed) => Some(&typed.ty),
        FnArg::Receiver(_) => None,
    }
}

/// Whether the type is a reference to `name`, and if so, whether a mutable one.
fn reference_to(ty: &Type, name: &str) -> Option<bool> {
    let Type::Reference(reference) = ty else { return None };
    match &*reference.elem {
        Type::Path(path) if path.path.is_ident(name) => Some(reference.mutability.is_some()),
        _ => None,
    }
}

fn generics<'a>(ty: &'a Type, name: &str) -> Option<Vec<&'a Type>> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    if last.ident != name {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some(types.collect())
}

fn answer_of(answer: &Type) -> (Option<String>, Returns) {
    let entity = |ty: &Type| -> Option<String> {
        let inner = generics(ty, "RowRef").and_then(|inner| inner.first().copied()).unwrap_or(ty);
        match inner {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        }
    };
    if let Some([inner]) = generics(answer, "Page").as_deref() {
        return (entity(inner), Returns::Page);
    }
    if let Some([inner]) = generics(answer, "Vec").as_deref() {
        return (entity(inner), Returns::List);
    }
    match Kind::of(answer) {
        Ok(Kind::Integer | Kind::Number) => (None, Returns::Number),
        _ => (entity(answer), Returns::Row),
    }
}

/// The entity and the form that a declared tool's return type names.
pub fn read_declared(returns: &ReturnModel) -> (Option<String>, Returns) {
    match returns {
        ReturnModel::Nothing | ReturnModel::Other => (None, Returns::Other),
        ReturnModel::Page(entity) => (Some(entity.clone()), Returns::Page),
        ReturnModel::One(Kind::Named(entity)) => (Some(entity.clone()), Returns::Row),
        ReturnModel::One(Kind::List(inner)) => match &**inner {
            Kind::Named(entity) => (Some(entity.clone()), Returns::List),
            _ => (None, Returns::Other),
        },
        ReturnModel::One(Kind::Integer) => (None, Returns::Number),
        ReturnModel::One(_) => (None, Returns::Other),
    }
}
