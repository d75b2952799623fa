//! Whether options fit the operation and the fields that they speak of.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{Kind, OperationModel, OptionsModel, PagePart, Relation, place};
use crate::resolve::{
    Implementation, ResolvedFilter, ResolvedService, ResolvedTool, Returns, Role,
};
use crate::spec::Type;

/// Checks one tool.
pub fn check_tool(service: &ResolvedService, tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let function = &service.model.tools[tool.model_index];
    check_places(tool, &function.options, diagnostics);
    check_simulated(tool, diagnostics);
    check_absent(tool, diagnostics);
    check_each(tool, diagnostics);
    if tool.entity.is_none() {
        return;
    }
    for filter in &tool.filters {
        check_filter(service, tool, filter, diagnostics);
    }
    check_lists(service, tool, diagnostics);
    check_order(service, tool, diagnostics);
    check_page(service, tool, diagnostics);
    check_stored(service, tool, diagnostics);
}

fn push(diagnostics: &mut Diagnostics, code: Code, tool: &ResolvedTool, message: String) {
    diagnostics.push(Diagnostic::new(code, place(tool.ident.span())).message(message));
}

/// Options that the operation has no use for.
fn check_places(tool: &ResolvedTool, options: &OptionsModel, diagnostics: &mut Diagnostics) {
    let Some(operation) = &tool.operation else { return };
    let changes = matches!(
        operation,
        OperationModel::Create
            | OperationModel::Update
            | OperationModel::Upsert
            | OperationModel::Append
            | OperationModel::Detach
    );
    let by_key = matches!(
        operation,
        OperationModel::Get
            | OperationModel::Update
            | OperationModel::Append
            | OperationModel::Detach
            | OperationModel::Delete
    );
    let many = operation.is_list() || *operation == OperationModel::Count;
    let is_simulated = matches!(operation, OperationModel::Simulate { .. });
    let misplaced = [
        ("map", !options.map.is_empty() && !changes),
        ("set", !options.set.is_empty() && !changes),
        (
            "require",
            !options.require.is_empty()
                && (many || is_simulated || *operation == OperationModel::Create),
        ),
        ("filter", !options.filter.is_empty() && !many && !by_key),
        ("sort", options.sort.is_some() && !operation.is_list()),
        ("page", !options.page.is_empty() && !operation.is_list()),
        ("key", options.key.is_some() && is_simulated),
        ("simulated", !options.simulated.is_empty() && is_simulated),
    ];
    if tool.implementation == Implementation::Written {
        return;
    }
    for (name, _) in misplaced.iter().filter(|(_, wrong)| *wrong) {
        let message = format!("`{name}` does not go with `{}`", operation.name());
        push(diagnostics, Code::MisplacedOption, tool, message);
    }
}

/// What every call gives cannot be the exception.
fn check_simulated(tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let simulated = tool.arguments.iter().filter(|argument| argument.role == Role::Simulated);
    for argument in simulated.filter(|argument| argument.is_required) {
        let message = format!("every call of `{}` gives `{}`", tool.ident, argument.name);
        push(diagnostics, Code::RequiredArgumentSimulated, tool, message);
    }
}

/// A row is named in every call, so no value of its key stands for none.
fn check_absent(tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let keys = tool.arguments.iter().filter(|argument| argument.role == Role::Key);
    for argument in keys.filter(|argument| argument.absent.is_some()) {
        let message = format!("`{}` names the row, so it cannot be absent", argument.name);
        push(diagnostics, Code::MisplacedOption, tool, message);
    }
}

/// A list of keys goes with what can be done to several rows, and is answered with a list.
fn check_each(tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let Some(operation) = tool.operation.as_ref() else { return };
    if tool.implementation != Implementation::Declared {
        return;
    }
    let name = &tool.ident;
    let Some(each) = tool.each() else {
        if tool.returns == Returns::List && !operation.is_list() {
            let message = format!("`{name}` names one row, so it returns the entity");
            push(diagnostics, Code::ReturnMismatch, tool, message);
        }
        return;
    };
    let list = &tool.arguments[each].name;
    let is_known =
        matches!(operation, OperationModel::Get | OperationModel::Update | OperationModel::Delete);
    let is_alone = tool.keys.iter().all(|key| key.arguments.len() == 1)
        && tool.keys.len() == 1
        && tool.sets.iter().all(|set| set.arguments.len() == 1);
    if !is_known || !is_alone || !tool.arguments[each].is_required {
        let message = format!(
            "`{list}` is a list of keys: that goes with `get`, `update` and `delete`, where it is \
             required and the whole key"
        );
        push(diagnostics, Code::MisplacedOption, tool, message);
    } else if tool.returns != Returns::List {
        let message = format!("`{list}` names several rows, so `{name}` returns `Vec<Entity>`");
        push(diagnostics, Code::ReturnMismatch, tool, message);
    }
}

fn check_filter(
    service: &ResolvedService,
    tool: &ResolvedTool,
    filter: &ResolvedFilter,
    diagnostics: &mut Diagnostics,
) {
    let entity = service.entity_of(tool);
    let argument = &tool.arguments[filter.arguments[0]];
    for field in &filter.fields {
        let field = &entity.fields[*field];
        let kind = field.kind.required();
        let is_text = match kind {
            Kind::Text | Kind::Key(_) => true,
            Kind::List(item) => **item == Kind::Text,
            Kind::Named(name) => service.is_choice(name),
            _ => false,
        };
        let is_list = field.kind.item().is_some();
        let takes_list = argument.kind.item().is_some();
        let wrong = match filter.relation {
            Relation::Equals if is_list && !takes_list => Some("is a list, use `has`"),
            Relation::Equals if !is_list && takes_list => {
                Some("is one value and the argument a list, use `in`")
            }
            Relation::AtLeast | Relation::AtMost
                if !matches!(
                    kind,
                    Kind::Integer
                        | Kind::Number
                        | Kind::Timestamp
                        | Kind::Date
                        | Kind::Text
                        | Kind::IntKey(_)
                        | Kind::Key(_)
                ) =>
            {
                Some("has no order")
            }
            Relation::Contains if !is_text => Some("is no text"),
            Relation::OneOf if is_list => Some("is a list, use `has`"),
            Relation::Has if !is_list => Some("is no list, use `=` or `in`"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            push(
                diagnostics,
                Code::FilterMismatch,
                tool,
                format!(
                    "`{}` of `{}` cannot be filtered so: it {wrong}",
                    field.ident, entity.ident
                ),
            );
        }
    }
    if filter.fields.len() > 1 && filter.relation != Relation::Contains {
        let message = "only words are looked for in several fields".to_owned();
        push(diagnostics, Code::FilterMismatch, tool, message);
    }
}

fn check_lists(service: &ResolvedService, tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let entity = service.entity_of(tool);
    for (field, _) in &tool.items {
        let field = &entity.fields[*field];
        if field.kind.item().is_none() {
            let message = format!("`{}` of `{}` is no list", field.ident, entity.ident);
            push(diagnostics, Code::ListMismatch, tool, message);
        }
    }
}

fn check_order(service: &ResolvedService, tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let entity = service.entity_of(tool);
    let Some((field, _)) = tool.sort else { return };
    let field = &entity.fields[field];
    let has_order = match field.kind.required() {
        Kind::Boolean | Kind::Json | Kind::List(_) | Kind::Map(_) | Kind::Optional(_) => false,
        Kind::Named(name) => service.is_choice(name),
        _ => true,
    };
    if !has_order {
        let message = format!("`{}` of `{}` has no order", field.ident, entity.ident);
        push(diagnostics, Code::PageMismatch, tool, message);
    }
}

fn check_page(service: &ResolvedService, tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let properties = &service.spec_of(tool).parameters.properties;
    for (part, index) in &tool.page {
        let Some((name, schema)) = properties.get_index(*index) else { continue };
        let kind = schema.non_null().unwrap_or(schema).kind;
        let fits = match part {
            PagePart::Cursor => kind.is_none_or(|kind| kind == Type::String),
            _ => kind.is_none_or(|kind| matches!(kind, Type::Integer | Type::Number)),
        };
        if !fits {
            let wanted = if *part == PagePart::Cursor { "a text" } else { "a whole number" };
            let part = format!("{part:?}").to_lowercase();
            let message = format!("a `{part}` is {wanted}, and `{name}` is not");
            push(diagnostics, Code::PageMismatch, tool, message);
        }
    }
}

/// A key that is changed, or fixed and given at once.
fn check_stored(service: &ResolvedService, tool: &ResolvedTool, diagnostics: &mut Diagnostics) {
    let entity = service.entity_of(tool);
    for (field, _) in &tool.fixes {
        if tool.sets.iter().any(|set| set.field == Some(*field)) {
            let field = &entity.fields[*field];
            let message = format!("`{}` is both fixed and given by an argument", field.ident);
            push(diagnostics, Code::ArgumentUsedTwice, tool, message);
        }
    }
    if tool.operation == Some(OperationModel::Delete)
        && tool.table.as_ref().is_some_and(|table| table.is_single)
        && tool.implementation == Implementation::Declared
    {
        let message = "a row that is alone in its table cannot be deleted".to_owned();
        push(diagnostics, Code::MisplacedOption, tool, message);
    }
}
