//! What a function is, before its arguments are bound: declared, written or simulated, and about
//! what.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{OperationModel, ParsedModel, ToolModel, place};

use super::read_signature::{expected_signature, read_declared, read_written};
use super::{Implementation, Returns};

/// What the signature and the options say before arguments are bound.
pub struct Subject {
    /// How it is answered.
    pub implementation: Implementation,
    /// The entity that the tool is about.
    pub entity: Option<String>,
    /// The form of the answer.
    pub returns: Returns,
    /// Whether it takes the state as `&mut`.
    pub is_write: bool,
}

/// Reads the signature and the options of a function; `args` names its arguments' struct.
pub fn subject_of(
    model: &ParsedModel,
    function: &ToolModel,
    args: &str,
    diagnostics: &mut Diagnostics,
) -> Subject {
    let span = place(function.ident.span());
    let operation = function.operation.as_ref().map(|(operation, _)| operation);
    let about = function.options.about.as_ref().map(ToString::to_string);
    let state = model.state.ident.to_string();
    let mut push = |code: Code, message: String| {
        diagnostics.push(Diagnostic::new(code, span.clone()).message(message));
    };
    let subject = match (&function.body, operation) {
        (None, Some(OperationModel::Simulate { reason, why })) => {
            let (reason, why) = (reason.clone(), why.clone());
            Subject {
                implementation: Implementation::Simulated { reason, why },
                entity: about,
                returns: Returns::Other,
                is_write: false,
            }
        }
        (None, Some(operation)) => {
            let (entity, returns) = read_declared(&function.returns);
            if !function.signature.inputs.is_empty() {
                let message = format!("`{}` has no body, so it has no parameters", function.ident);
                push(Code::SignatureMismatch, message);
            }
            if !fits(operation, returns) {
                push(
                    Code::ReturnMismatch,
                    format!("`{}` cannot return this: {}", operation.name(), wanted(operation)),
                );
            }
            Subject {
                implementation: Implementation::Declared,
                entity: about.or(entity),
                returns,
                is_write: !operation.is_read(),
            }
        }
        (None, None) => {
            let message = format!("`{}` has neither an operation nor a body", function.ident);
            push(Code::SignatureMismatch, message);
            Subject {
                implementation: Implementation::Declared,
                entity: about,
                returns: Returns::Other,
                is_write: false,
            }
        }
        (Some(_), operation) => {
            if matches!(operation, Some(OperationModel::Simulate { .. })) {
                let message = format!("`{}` is simulated, so it has no body", function.ident);
                push(Code::MisplacedOption, message);
            }
            let signature = read_written(function, &state, args);
            if signature.is_none() {
                push(
                    Code::SignatureMismatch,
                    format!("write `{}`", expected_signature(function, &state, args)),
                );
            }
            let (entity, returns, is_write) = match signature {
                Some(signature) => (signature.entity, signature.returns, signature.is_write),
                None => (None, Returns::Other, true),
            };
            // `about` names the entity; only the type tells the form of the answer. Items that
            // are JSON are rows with what belongs to them, where `about` says whose.
            let is_row = entity.as_deref().is_some_and(|entity| model.entity(entity).is_some());
            let is_json = about.is_some()
                && matches!(entity.as_deref(), Some("Value" | "Json"))
                && matches!(returns, Returns::Page | Returns::List);
            let returns = match returns {
                Returns::Row | Returns::Page | Returns::List if !is_row && !is_json => {
                    Returns::Other
                }
                returns => returns,
            };
            let entity = about.or(entity.filter(|_| is_row));
            Subject { implementation: Implementation::Written, entity, returns, is_write }
        }
    };
    check_entity(model, function, operation, &subject, diagnostics);
    subject
}

fn check_entity(
    model: &ParsedModel,
    function: &ToolModel,
    operation: Option<&OperationModel>,
    subject: &Subject,
    diagnostics: &mut Diagnostics,
) {
    let place = place(function.ident.span());
    let needs = operation.is_some_and(|one| !matches!(one, OperationModel::Simulate { .. }));
    match &subject.entity {
        Some(entity) if model.entity(entity).is_none() => diagnostics.push(
            Diagnostic::new(Code::UnknownEntity, place)
                .message(format!("`{entity}` is no entity of the model")),
        ),
        Some(_) => {}
        None if needs => diagnostics.push(
            Diagnostic::new(Code::UnknownEntity, place)
                .message(format!("it is not clear which entity `{}` is about", function.ident)),
        ),
        None => {}
    }
}

fn fits(operation: &OperationModel, returns: Returns) -> bool {
    match operation {
        OperationModel::List | OperationModel::Search => {
            matches!(returns, Returns::Page | Returns::List)
        }
        OperationModel::Count => returns == Returns::Number,
        OperationModel::Simulate { .. } => true,
        // Several rows, where a list of keys names them: `check` looks whether one does.
        OperationModel::Get | OperationModel::Update | OperationModel::Delete => {
            matches!(returns, Returns::Row | Returns::List)
        }
        _ => returns == Returns::Row,
    }
}

fn wanted(operation: &OperationModel) -> &'static str {
    match operation {
        OperationModel::List | OperationModel::Search => {
            "it returns `Page<Entity>` or `Vec<Entity>`"
        }
        OperationModel::Count => "it returns `i64`",
        OperationModel::Get | OperationModel::Update | OperationModel::Delete => {
            "it returns the entity, or `Vec<Entity>` where the key is a list"
        }
        _ => "it returns the entity",
    }
}
