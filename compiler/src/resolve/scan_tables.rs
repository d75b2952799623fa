//! Which tables a written body reads and writes, as far as its syntax tells.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprCall, ExprMethodCall, Member, Type};

use crate::model::{FieldModel, OnDelete, ParsedModel};

/// The tables that a body reads and writes.
#[derive(Debug, Default)]
pub struct Touched {
    /// Tables that are looked at.
    pub reads: BTreeSet<String>,
    /// Tables that are changed.
    pub writes: BTreeSet<String>,
}

/// Methods of tables that change them.
const MUTATING: &[&str] = &[
    "insert", "put", "update", "remove", "set", "next_key", "next_key_text", "next_int_key",
    "rows_mut",
];

/// Scans a body. What a helper function does with the whole state counts as everything.
pub fn scan_tables(body: &Block, model: &ParsedModel, is_write: bool) -> Touched {
    let mut scan = Scan { model, is_write, touched: Touched::default() };
    scan.visit_block(body);
    scan.touched
}

struct Scan<'a> {
    model: &'a ParsedModel,
    is_write: bool,
    touched: Touched,
}

impl Scan<'_> {
    fn table(&self, expression: &Expr) -> Option<String> {
        let Expr::Field(field) = expression else { return None };
        let Member::Named(name) = &field.member else { return None };
        let known = self.model.state.tables.iter().any(|table| table.ident == *name);
        (is_state(&field.base) && known).then(|| name.to_string())
    }

    fn everything(&mut self) {
        let names: Vec<_> =
            self.model.state.tables.iter().map(|table| table.ident.to_string()).collect();
        self.touched.reads.extend(names.iter().cloned());
        if self.is_write {
            self.touched.writes.extend(names);
        }
    }

    /// `state.delete::<T>(..)` writes the table of `T` and those that refer to it.
    fn deletion(&mut self, call: &ExprMethodCall) {
        let entity = call.turbofish.as_ref().and_then(|generics| match generics.args.first()? {
            syn::GenericArgument::Type(Type::Path(path)) => {
                path.path.get_ident().map(ToString::to_string)
            }
            _ => None,
        });
        match entity {
            Some(entity) => {
                let touched = tables_of_deletion(self.model, &entity);
                self.touched.reads.extend(touched.reads);
                self.touched.writes.extend(touched.writes);
            }
            None => self.everything(),
        }
    }
}

/// The tables that the deletion of a row of this entity reads and writes.
pub fn tables_of_deletion(model: &ParsedModel, entity: &str) -> Touched {
    let mut touched = Touched::default();
    let mut entities = vec![entity.to_owned()];
    while let Some(entity) = entities.pop() {
        let Some(table) = model.table_of(&entity) else { continue };
        touched.reads.insert(table.ident.to_string());
        if !touched.writes.insert(table.ident.to_string()) {
            continue;
        }
        for other in model.entities() {
            let Some(table) = model.table_of(&other.ident.to_string()) else { continue };
            let refers = |field: &&FieldModel| {
                !field.is_loose && field.kind.entity() == Some(entity.as_str())
            };
            for field in other.fields.iter().filter(refers) {
                touched.reads.insert(table.ident.to_string());
                match field.on_delete.unwrap_or(OnDelete::Restrict) {
                    OnDelete::Restrict => {}
                    OnDelete::Clear => {
                        touched.writes.insert(table.ident.to_string());
                    }
                    OnDelete::Cascade => entities.push(other.ident.to_string()),
                }
            }
        }
    }
    touched
}

fn is_state(expression: &Expr) -> bool {
    matches!(expression, Expr::Path(path) if path.path.is_ident("state"))
}

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(table) = self.table(&call.receiver) {
            if MUTATING.contains(&call.method.to_string().as_str()) {
                self.touched.writes.insert(table.clone());
            }
            self.touched.reads.insert(table);
        }
        if is_state(&call.receiver) && call.method == "delete" {
            self.deletion(call);
        } else if is_state(&call.receiver) {
            self.everything();
        }
        if call.args.iter().any(is_state) {
            self.everything();
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if call.args.iter().any(|argument| match argument {
            Expr::Reference(reference) => is_state(&reference.expr),
            other => is_state(other),
        }) {
            self.everything();
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Some(table) = self.table(expression) {
            self.touched.reads.insert(table);
        }
        visit::visit_expr(self, expression);
    }
}
