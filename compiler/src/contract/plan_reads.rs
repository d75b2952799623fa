//! Tests of tools that read.

use serde_json::{Map, Value};

use crate::model::{Kind, PagePart};
use crate::resolve::{Returns, Role};

use super::evaluate::{key_value, passes, sort};
use super::sample_arguments::Extent;
use super::subject::{Row, Subject};
use super::{ContractTest, Expect};

/// How many filters of one tool get a test of their own.
const FILTERS_MAX: usize = 4;
/// How many rows a page has when neither the caller nor the spec says.
const LIMIT_DEFAULT: usize = 50;
/// How many rows a page has at most.
const LIMIT_MAX: usize = 1_000;

impl Subject<'_> {
    pub fn plan_get(&self, tests: &mut Vec<ContractTest>) {
        let allowed = self.own_rows().iter().find(|row| self.is_allowed(row) == Some(true));
        if let Some(row) = allowed
            && let Some(args) =
                self.key_args(row).and_then(|args| self.complete(args, Extent::Required, 0))
        {
            let row = Expect::Equals(self.answer(row.clone()));
            tests.push(self.test("answers_with_the_row", &args, row));
        }
    }

    pub fn plan_list(&self, tests: &mut Vec<ContractTest>) {
        if let Some(args) = self.complete(Map::new(), Extent::Required, 0) {
            self.push_rows("answers_with_the_rows", &args, tests);
            self.plan_page(&args, tests);
        }
        let filters = self
            .tool
            .arguments
            .iter()
            .enumerate()
            .filter(|(_, argument)| argument.role == Role::Filter && !argument.is_required);
        for (index, argument) in filters.take(FILTERS_MAX) {
            let Some(value) = self.filter_value(index, 0) else { continue };
            let mut given = Map::new();
            given.insert(argument.name.clone(), value);
            // The parts of a composite reference come together.
            let filter = self.tool.filters.iter().find(|filter| filter.arguments.contains(&index));
            for other in filter.into_iter().flat_map(|filter| &filter.arguments) {
                if let Some(value) = self.filter_value(*other, 0) {
                    given.insert(self.tool.arguments[*other].name.clone(), value);
                }
            }
            let Some(args) = self.complete(given, Extent::Required, 0) else { continue };
            let plain = syn::ext::IdentExt::unraw(&argument.ident).to_string();
            self.push_rows(&format!("filters_by_{plain}"), &args, tests);
        }
    }

    /// A required argument that names no row.
    pub fn plan_absent_parent(&self, tests: &mut Vec<ContractTest>) {
        let filters = self.tool.filters.iter();
        let Some(filter) =
            filters.into_iter().find(|one| self.service.parent_table(self.tool, one).is_some())
        else {
            return;
        };
        let Some(last) = filter.arguments.last() else { return };
        let argument = &self.tool.arguments[*last];
        let wrong: &[Value] = match argument.kind.required() {
            Kind::Integer | Kind::IntKey(_) => &[Value::from(999_999)],
            _ => &[Value::from("no-such-row"), Value::from("missing"), Value::from("999999")],
        };
        for value in wrong {
            let mut given = Map::new();
            given.insert(argument.name.clone(), value.clone());
            if let Some(args) = self.complete(given, Extent::Required, 0) {
                let expect = Expect::Error("not_found".to_owned());
                tests.push(self.test("refuses_a_parent_without_a_row", &args, expect));
                return;
            }
        }
    }

    fn plan_page(&self, args: &Value, tests: &mut Vec<ContractTest>) {
        let limit = self.tool.page.iter().find(|(part, _)| *part == PagePart::Limit);
        let Some((_, limit)) = limit else { return };
        let mut args = args.as_object().cloned().unwrap_or_default();
        args.insert(self.tool.arguments[*limit].name.clone(), Value::from(1));
        let args = Value::Object(args);
        if self.accepts(&args) {
            self.push_rows("keeps_to_the_limit", &args, tests);
        }
    }

    fn push_rows(&self, name: &str, args: &Value, tests: &mut Vec<ContractTest>) {
        if let Some(expect) = self.expect_rows(args) {
            tests.push(self.test(name, args, expect));
        }
    }

    /// The rows that pass, in order, cut to the page.
    fn expect_rows(&self, args: &Value) -> Option<Expect> {
        let (entity, args) = (self.entity?, args.as_object()?);
        let mut rows: Vec<&Row> = Vec::new();
        for row in self.own_rows() {
            if passes(self.tool, entity, row, args)? {
                rows.push(row);
            }
        }
        if self.tool.returns == Returns::Number {
            return Some(Expect::Equals(Value::from(rows.len())));
        }
        let is_ordered = sort(self.service, self.tool, entity, &mut rows) && !self.orders(args);
        let total = rows.len();
        let limit = self.limit_of(args)?;
        if rows.len() > limit && !is_ordered {
            return None;
        }
        rows.truncate(limit);
        Some(Expect::Rows {
            key: entity.key_fields().map(|field| field.name.clone()).collect(),
            keys: rows.into_iter().map(|row| key_value(entity, row)).collect(),
            is_ordered,
            total: (self.tool.returns == Returns::Page).then_some(total),
        })
    }

    /// Whether the call itself says in which order the rows come.
    fn orders(&self, args: &Row) -> bool {
        self.tool.order.iter().any(|argument| {
            let argument = &self.tool.arguments[argument];
            args.contains_key(&argument.name) || argument.default.is_some()
        })
    }

    /// How many rows the answer has at most; `None` when it does not start at the first.
    fn limit_of(&self, args: &Row) -> Option<usize> {
        if self.tool.page.is_empty() {
            return Some(usize::MAX);
        }
        let mut limit = LIMIT_DEFAULT;
        for (part, argument) in &self.tool.page {
            let argument = &self.tool.arguments[*argument];
            let value = args.get(&argument.name).or(argument.default.as_ref());
            let number = value.and_then(Value::as_f64).map(|number| number as i64);
            match (part, number) {
                (PagePart::Limit, Some(number)) => limit = usize::try_from(number).ok()?,
                (PagePart::Offset, Some(number)) if number != 0 => return None,
                (PagePart::Page, Some(number)) if number != 1 => return None,
                (PagePart::Cursor, _) if value.is_some_and(|value| value != "") => return None,
                _ => {}
            }
        }
        Some(limit.min(LIMIT_MAX))
    }
}
