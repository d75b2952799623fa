//! Holds a check against the services that it speaks of, before anything is judged: a misspelt
//! field would be false for ever, and look like an agent's fault.
//!
//! What is checked is what is certain: names of services, tables and fields, words of closed lists,
//! and comparisons of a field with a literal of another kind. What JSON alone tells (`answer`,
//! `outputs`, fields of any JSON) may hold anything.

use cel::common::ast::operators;
use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, LiteralValue};
use compoworld_core::{RecordInfo, Shape, StateInfo, TableInfo, nearest};

/// The services of a task: alias and state.
pub(super) type Services<'a> = [(&'a str, &'static StateInfo)];

/// What is known of an expression's value.
#[derive(Clone, Copy)]
enum Known<'a> {
    /// `state` or `initial`.
    Services,
    /// One service, and its alias.
    Service(&'a str, &'static StateInfo),
    /// The rows of a table, by key.
    Rows(&'static TableInfo),
    /// A row, or a record in one.
    Record(&'static RecordInfo),
    /// A field's value.
    Field(&'static Shape),
    /// Nothing.
    Anything,
}

/// The first thing in a check that no state of these services can have.
pub(super) fn check_types(expression: &IdedExpr, services: &Services<'_>) -> Result<(), String> {
    Checker { services, variables: Vec::new() }.expression(expression).map(drop)
}

/// The first place in a guard that no state of these services can have.
pub(super) fn check_paths(paths: &[String], services: &Services<'_>) -> Result<(), String> {
    for path in paths {
        let mut parts = path.splitn(3, '.');
        let (service, table) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let (_, info) = service_of(services, service)?;
        table_of(service, info, table)?;
    }
    Ok(())
}

fn service_of<'a>(
    services: &Services<'a>,
    alias: &str,
) -> Result<(&'a str, &'static StateInfo), String> {
    let found = services.iter().find(|(known, _)| *known == alias);
    found.copied().ok_or_else(|| {
        let near = nearest(alias, services.iter().map(|(known, _)| *known));
        format!("the task has no service `{alias}`{}", meant(near))
    })
}

fn table_of(
    service: &str,
    info: &'static StateInfo,
    table: &str,
) -> Result<&'static TableInfo, String> {
    info.position(table).map(|position| &info.tables[position]).ok_or_else(|| {
        let near = nearest(table, info.tables.iter().map(|table| table.name));
        format!("`{service}` has no table `{table}`{}", meant(near))
    })
}

fn field_of(record: &'static RecordInfo, field: &str) -> Result<&'static Shape, String> {
    record.position(field).map(|position| &record.fields[position].shape).ok_or_else(|| {
        let near = nearest(field, record.fields.iter().map(|field| field.name));
        format!("a {} has no field `{field}`{}", record.name, meant(near))
    })
}

fn meant(near: Option<&str>) -> String {
    near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default()
}

struct Checker<'a> {
    services: &'a Services<'a>,
    /// Variables of `exists`, `all`, `map` and `filter`, innermost last.
    variables: Vec<(String, Known<'a>)>,
}

impl<'a> Checker<'a> {
    fn expression(&mut self, expression: &IdedExpr) -> Result<Known<'a>, String> {
        match &expression.expr {
            Expr::Ident(name) => Ok(self.variable(name)),
            Expr::Select(select) => {
                let of = self.expression(&select.operand)?;
                match self.member(of, &select.field) {
                    // `has(..)` asks whether it is there.
                    Err(_) if select.test && matches!(of, Known::Rows(_)) => Ok(Known::Anything),
                    known => known,
                }
            }
            Expr::Call(call) => self.call(call),
            Expr::Comprehension(comprehension) => self.comprehension(comprehension),
            Expr::List(list) => {
                list.elements.iter().try_for_each(|item| self.expression(item).map(drop))?;
                Ok(Known::Anything)
            }
            Expr::Map(map) => {
                for entry in &map.entries {
                    if let EntryExpr::MapEntry(entry) = &entry.expr {
                        self.expression(&entry.key)?;
                        self.expression(&entry.value)?;
                    }
                }
                Ok(Known::Anything)
            }
            Expr::Literal(_) | Expr::Struct(_) | Expr::Unspecified => Ok(Known::Anything),
        }
    }

    fn variable(&self, name: &str) -> Known<'a> {
        let own = self.variables.iter().rev().find(|(known, _)| known == name);
        match (own, name) {
            (Some((_, known)), _) => *known,
            (None, "state" | "initial") => Known::Services,
            _ => Known::Anything,
        }
    }

    /// What stands under a name or a literal key.
    fn member(&self, of: Known<'a>, name: &str) -> Result<Known<'a>, String> {
        match of {
            Known::Services => {
                service_of(self.services, name).map(|(alias, info)| Known::Service(alias, info))
            }
            Known::Service(alias, info) => {
                let table = table_of(alias, info, name)?;
                Ok(if table.single { Known::Record(table.row) } else { Known::Rows(table) })
            }
            Known::Rows(table) => Ok(Known::Record(table.row)),
            Known::Record(record) => field_of(record, name).map(Known::Field).map(opened),
            Known::Field(Shape::Map(inner)) => Ok(opened(Known::Field(inner))),
            Known::Field(shape) if is_plain(shape) => {
                Err(format!("`.{name}` is asked of a value that has no fields"))
            }
            Known::Field(_) | Known::Anything => Ok(Known::Anything),
        }
    }

    fn call(&mut self, call: &CallExpr) -> Result<Known<'a>, String> {
        let target = call.target.as_deref().map(|target| self.expression(target)).transpose()?;
        match (call.func_name.as_str(), call.args.as_slice()) {
            (operators::INDEX, [of, key]) => {
                let of = self.expression(of)?;
                self.expression(key)?;
                match (of, text_of(key)) {
                    (Known::Rows(table), _) => Ok(Known::Record(table.row)),
                    (Known::Field(Shape::List(inner)), _) => Ok(opened(Known::Field(inner))),
                    (of, Some(name)) => self.member(of, name),
                    _ => Ok(Known::Anything),
                }
            }
            (operators::EQUALS | operators::NOT_EQUALS, [left, right]) => {
                let (known_left, known_right) = (self.expression(left)?, self.expression(right)?);
                check_literal(known_left, right)?;
                check_literal(known_right, left)?;
                Ok(Known::Anything)
            }
            (operators::IN, [item, list]) => {
                self.expression(item)?;
                let list = self.expression(list)?;
                if let Known::Field(Shape::List(inner)) = list {
                    check_literal(Known::Field(inner), item)?;
                }
                Ok(Known::Anything)
            }
            (name, arguments) => {
                for argument in arguments {
                    self.expression(argument)?;
                }
                match target {
                    Some(Known::Field(shape))
                        if matches!(name, "contains" | "startsWith" | "endsWith" | "matches")
                            && is_countable(shape) =>
                    {
                        Err(format!("`{name}` is asked of a value that is no text"))
                    }
                    _ => Ok(Known::Anything),
                }
            }
        }
    }

    fn comprehension(&mut self, comprehension: &ComprehensionExpr) -> Result<Known<'a>, String> {
        let item = match self.expression(&comprehension.iter_range)? {
            Known::Field(Shape::List(inner)) => opened(Known::Field(inner)),
            // Of tables, services and records the names are gone through.
            _ => Known::Anything,
        };
        self.expression(&comprehension.accu_init)?;
        let n_outer = self.variables.len();
        self.variables.push((comprehension.accu_var.clone(), Known::Anything));
        self.variables.push((comprehension.iter_var.clone(), item));
        if let Some(second) = &comprehension.iter_var2 {
            self.variables.push((second.clone(), Known::Anything));
        }
        let inside = [&comprehension.loop_cond, &comprehension.loop_step, &comprehension.result]
            .into_iter()
            .try_for_each(|part| self.expression(part).map(drop));
        self.variables.truncate(n_outer);
        inside.map(|()| Known::Anything)
    }
}

/// A field's value without `Optional`; records by what they hold.
fn opened(known: Known<'_>) -> Known<'_> {
    match known {
        Known::Field(shape) => match shape.required() {
            Shape::Record(record) => Known::Record(record),
            inner => Known::Field(inner),
        },
        other => other,
    }
}

/// Whether it has no fields of its own.
fn is_plain(shape: &Shape) -> bool {
    !matches!(shape, Shape::Json | Shape::Map(_) | Shape::Record(_) | Shape::Optional(_))
}

fn is_countable(shape: &Shape) -> bool {
    matches!(shape, Shape::Integer | Shape::Number | Shape::IntKey(_) | Shape::Boolean)
}

fn text_of(expression: &IdedExpr) -> Option<&str> {
    match &expression.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner()),
        _ => None,
    }
}

/// Whether a field can ever be equal to a literal.
fn check_literal(known: Known<'_>, other: &IdedExpr) -> Result<(), String> {
    let (Known::Field(shape), Expr::Literal(literal)) = (known, &other.expr) else {
        return Ok(());
    };
    let fits = match (shape, literal) {
        (_, LiteralValue::Null) | (Shape::Json | Shape::Optional(_), _) => true,
        (Shape::Choice(names), LiteralValue::String(word)) => {
            let word = word.inner();
            if names.contains(&word) {
                return Ok(());
            }
            let near = nearest(word, names.iter().copied());
            return Err(format!("the field is never {word:?}{}", meant(near)));
        }
        (Shape::Text | Shape::Timestamp | Shape::Date | Shape::Key(_), LiteralValue::String(_))
        | (Shape::Boolean, LiteralValue::Boolean(_))
        | (
            Shape::Integer | Shape::Number | Shape::IntKey(_),
            LiteralValue::Int(_) | LiteralValue::UInt(_) | LiteralValue::Double(_),
        ) => true,
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("{} is never equal to the literal", said(shape))) }
}

fn said(shape: &Shape) -> &'static str {
    match shape {
        Shape::Text | Shape::Key(_) => "a text",
        Shape::Timestamp => "an instant",
        Shape::Date => "a day",
        Shape::Choice(_) => "a word of a closed list",
        Shape::Integer | Shape::Number | Shape::IntKey(_) => "a number",
        Shape::Boolean => "true or false",
        Shape::List(_) => "a list",
        Shape::Map(_) | Shape::Record(_) => "an object",
        Shape::Json | Shape::Optional(_) => "a value",
    }
}
