//! Which tables a written body reads and writes, as far as its syntax tells.
//!
//! Functions of the model that get the state are followed into their bodies.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprCall, ExprMethodCall, ExprReference, FnArg, ImplItem, Item, Member, Pat,
    Signature, Type,
};

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
    "insert",
    "put",
    "update",
    "remove",
    "set",
    "next_key",
    "next_key_text",
    "next_int_key",
    "rows_mut",
];

/// Scans the body of a tool.
pub fn scan_tables(
    signature: &Signature,
    body: &Block,
    model: &ParsedModel,
    is_write: bool,
) -> Touched {
    let state = signature.inputs.first().and_then(name_of).unwrap_or_else(|| "state".to_owned());
    let mut scan =
        Scan { model, state, is_write, touched: Touched::default(), visited: BTreeSet::new() };
    scan.visit_block(body);
    scan.touched
}

struct Scan<'a> {
    model: &'a ParsedModel,
    /// The variable that holds the state.
    state: String,
    is_write: bool,
    touched: Touched,
    /// Functions that were followed already.
    visited: BTreeSet<String>,
}

impl Scan<'_> {
    fn table(&self, expression: &Expr) -> Option<String> {
        let Expr::Field(field) = expression else { return None };
        let Member::Named(name) = &field.member else { return None };
        let known = self.model.state.tables.iter().any(|table| table.ident == *name);
        (self.is_state(&field.base) && known).then(|| name.to_string())
    }

    fn is_state(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Path(path) => path.path.is_ident(&self.state),
            Expr::Reference(reference) => self.is_state(&reference.expr),
            Expr::Paren(inner) => self.is_state(&inner.expr),
            _ => false,
        }
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

    /// Looks into a function that gets the state; what it is not known to do counts as all.
    fn follow(&mut self, name: &str, position: usize) {
        let Some((signature, body)) = function(self.model, name) else {
            self.everything();
            return;
        };
        if !self.visited.insert(format!("{name}/{position}")) {
            return;
        }
        let Some(input) = signature.inputs.iter().nth(position) else { return };
        let Some(state) = name_of(input) else { return };
        let is_write = self.is_write && takes_mutably(input);
        let outer = (std::mem::replace(&mut self.state, state), self.is_write);
        self.is_write = is_write;
        self.visit_block(body);
        (self.state, self.is_write) = outer;
    }
}

/// A function beside the model, or in an `impl` block: `helper` or `Type::helper`.
fn function<'a>(model: &'a ParsedModel, name: &str) -> Option<(&'a Signature, &'a Block)> {
    let (owner, name) = match name.rsplit_once("::") {
        Some((owner, name)) => (Some(owner), name),
        None => (None, name),
    };
    model.items.iter().find_map(|item| match (item, owner) {
        (Item::Fn(item), None) if item.sig.ident == name => Some((&item.sig, &*item.block)),
        (Item::Impl(item), Some(owner)) => {
            let Type::Path(path) = &*item.self_ty else { return None };
            if owner != "Self" && !path.path.is_ident(owner) {
                return None;
            }
            item.items.iter().find_map(|item| match item {
                ImplItem::Fn(item) if item.sig.ident == name => Some((&item.sig, &item.block)),
                _ => None,
            })
        }
        _ => None,
    })
}

fn name_of(input: &FnArg) -> Option<String> {
    match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => Some("self".to_owned()),
    }
}

fn takes_mutably(input: &FnArg) -> bool {
    match input {
        FnArg::Typed(typed) => {
            !matches!(&*typed.ty, Type::Reference(reference) if reference.mutability.is_none())
        }
        FnArg::Receiver(_) => true,
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

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(table) = self.table(&call.receiver) {
            if MUTATING.contains(&call.method.to_string().as_str()) {
                self.touched.writes.insert(table.clone());
            }
            self.touched.reads.insert(table);
        }
        if self.is_state(&call.receiver) {
            if call.method == "delete" {
                self.deletion(call);
            } else {
                let name = format!("{}::{}", self.model.state.ident, call.method);
                self.follow(&name, 0);
            }
        } else if call.args.iter().any(|argument| self.is_state(argument)) {
            // A method of the author's own; which type's is not known here.
            self.everything();
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        for (position, argument) in call.args.iter().enumerate() {
            if !self.is_state(argument) {
                continue;
            }
            match &*call.func {
                Expr::Path(path) => {
                    let names: Vec<_> =
                        path.path.segments.iter().map(|part| part.ident.to_string()).collect();
                    self.follow(&names.join("::"), position);
                }
                _ => self.everything(),
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_reference(&mut self, reference: &'ast ExprReference) {
        if reference.mutability.is_some()
            && let Some(table) = self.table(&reference.expr)
        {
            self.touched.writes.insert(table);
        }
        visit::visit_expr_reference(self, reference);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Some(table) = self.table(expression) {
            self.touched.reads.insert(table);
        }
        visit::visit_expr(self, expression);
    }
}
