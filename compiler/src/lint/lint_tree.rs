//! Looks at the syntax tree of logic.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprForLoop, ExprIndex, ExprLoop, ExprMethodCall, ExprUnsafe, ExprWhile,
    ImplItem, Item, ItemImpl, Lit, Macro, Meta, Pat, Path, Signature, TraitItem, Type,
    TypeParamBound,
};

use crate::diagnostics::Code;

use super::Findings;
use super::lint_paths::{Scope, lint_import, lint_path};
use super::lint_tokens::lint_tokens;

/// Methods that panic, or that trust what they are given.
pub const PANICKING: &[&str] = &[
    "unwrap",
    "expect",
    "unwrap_err",
    "expect_err",
    "unwrap_unchecked",
    "get_unchecked",
    "get_unchecked_mut",
    "swap_remove",
    "split_at",
    "split_at_mut",
    "split_off",
    "copy_from_slice",
    "clone_from_slice",
];

/// Macros whose expansion is harmless.
pub const MACROS: &[&str] = &["format", "vec", "matches", "json", "write", "writeln", "concat"];

/// Attributes that only describe.
const ATTRIBUTES: &[&str] = &[
    "doc", "derive", "allow", "expect", "must_use", "inline", "default", "entity", "record",
    "choice", "arg", "state", "tool", "case",
];

/// Derives whose code is known.
const DERIVES: &[&str] = &[
    "Debug",
    "Clone",
    "Copy",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Default",
    "Hash",
    "State",
    "Entity",
    "Record",
    "Choice",
    "Args",
];

/// Why syntax is refused that the parser passes on as it is.
const UNREAD: &str = "this is no stable Rust, so nobody can say what it does";

pub struct Tree<'a> {
    pub scope: &'a Scope,
    pub findings: &'a mut Findings,
}

impl Tree<'_> {
    fn refuse(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.findings.push(code, span, message);
    }

    fn refuse_unread(&mut self, span: Span) {
        self.refuse(Code::ForbiddenItem, span, UNREAD);
    }
}

/// Whether an attribute is `name = "text"`.
fn is_text(meta: &Meta) -> bool {
    let Meta::NameValue(pair) = meta else { return false };
    matches!(&pair.value, Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)))
}

impl<'ast> Visit<'ast> for Tree<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        lint_path(path, self.scope, self.findings);
        visit::visit_path(self, path);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Expr::Verbatim(_) = expression {
            self.refuse_unread(expression.span());
        }
        visit::visit_expr(self, expression);
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        if let Type::Verbatim(_) = ty {
            self.refuse_unread(ty.span());
        }
        visit::visit_type(self, ty);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Verbatim(_) = pattern {
            self.refuse_unread(pattern.span());
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if let ImplItem::Verbatim(_) = item {
            self.refuse_unread(item.span());
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if let TraitItem::Verbatim(_) = item {
            self.refuse_unread(item.span());
        }
        visit::visit_trait_item(self, item);
    }

    fn visit_type_param_bound(&mut self, bound: &'ast TypeParamBound) {
        if let TypeParamBound::Verbatim(_) = bound {
            self.refuse_unread(bound.span());
        }
        visit::visit_type_param_bound(self, bound);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let name = call.method.unraw().to_string();
        if PANICKING.contains(&name.as_str()) {
            self.refuse(Code::PanickingCall, call.method.span(), format!("`{name}` can panic"));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        // `Option::unwrap` as a value panics like `.unwrap()`.
        if path.path.segments.len() > 1
            && let Some(last) = path.path.segments.last()
            && PANICKING.contains(&last.ident.unraw().to_string().as_str())
        {
            let message = format!("`{}` can panic", last.ident);
            self.refuse(Code::PanickingCall, last.ident.span(), message);
        }
        visit::visit_expr_path(self, path);
    }

    fn visit_expr_index(&mut self, index: &'ast ExprIndex) {
        let span = index.bracket_token.span.open();
        self.refuse(Code::Indexing, span, "an index out of range panics");
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast ExprUnsafe) {
        self.refuse(Code::UnsafeCode, block.unsafe_token.span(), "logic may not be unsafe");
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_expr_loop(&mut self, block: &'ast ExprLoop) {
        let message = "`loop` has no bound, use `for`";
        self.refuse(Code::UnboundedLoop, block.loop_token.span(), message);
        visit::visit_expr_loop(self, block);
    }

    fn visit_expr_while(&mut self, block: &'ast ExprWhile) {
        let always = matches!(&*block.cond, Expr::Lit(literal)
            if matches!(&literal.lit, Lit::Bool(flag) if flag.value));
        if always {
            let message = "`while true` has no bound, use `for`";
            self.refuse(Code::UnboundedLoop, block.while_token.span(), message);
        }
        visit::visit_expr_while(self, block);
    }

    fn visit_expr_for_loop(&mut self, block: &'ast ExprForLoop) {
        if matches!(&*block.expr, Expr::Range(range) if range.end.is_none()) {
            let message = "a range without an end has no bound";
            self.refuse(Code::UnboundedLoop, block.expr.span(), message);
        }
        visit::visit_expr_for_loop(self, block);
    }

    fn visit_expr_async(&mut self, block: &'ast syn::ExprAsync) {
        self.refuse(Code::ForbiddenItem, block.async_token.span(), "logic is not asynchronous");
        visit::visit_expr_async(self, block);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let segments: Vec<String> =
            call.path.segments.iter().map(|part| part.ident.to_string()).collect();
        let name = segments.last().cloned().unwrap_or_default();
        let is_plain = segments.len() == 1
            || matches!(segments.first().map(String::as_str), Some("std" | "core" | "serde_json"));
        if !is_plain || !MACROS.contains(&name.as_str()) {
            let message = format!("logic may not use `{name}!`");
            self.refuse(Code::ForbiddenMacro, call.path.span(), message);
        }
        lint_tokens(call.tokens.clone(), self.scope, self.findings);
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        if let Some(token) = &signature.asyncness {
            self.refuse(Code::ForbiddenItem, token.span(), "logic is not asynchronous");
        }
        if let Some(abi) = &signature.abi {
            self.refuse(Code::ForbiddenItem, abi.span(), "logic may not speak to other languages");
        }
        if let syn::Safety::Unsafe(token) = &signature.safety {
            self.refuse(Code::UnsafeCode, token.span(), "logic may not be unsafe");
        }
        visit::visit_signature(self, signature);
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let refused = match item {
            Item::Static(item) => Some((item.static_token.span(), "a `static` outlives the call")),
            Item::ExternCrate(item) => Some((item.extern_token.span(), "no other crates")),
            Item::ForeignMod(item) => Some((item.abi.span(), "no other languages")),
            Item::Union(item) => Some((item.union_token.span(), "a union needs unsafe code")),
            Item::Macro(item) => Some((item.mac.path.span(), "macros hide what they do")),
            Item::Mod(item) => Some((item.mod_token.span(), "modules hide what they do")),
            Item::Verbatim(_) => Some((item.span(), UNREAD)),
            _ => None,
        };
        match refused {
            Some((span, message)) => self.refuse(Code::ForbiddenItem, span, message),
            None => visit::visit_item(self, item),
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if let Some(token) = &item.unsafety {
            self.refuse(Code::UnsafeCode, token.span(), "logic may not be unsafe");
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for import in crate::model::imports_of(item) {
            lint_import(&import, self.findings);
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let path = attribute.path();
        let name = path.get_ident().map(ToString::to_string).unwrap_or_default();
        if !ATTRIBUTES.contains(&name.as_str()) {
            let parts = path.segments.iter().map(|part| part.ident.to_string());
            let name = parts.collect::<Vec<_>>().join("::");
            let message = format!("logic may not use `#[{name}]`");
            self.refuse(Code::ForbiddenItem, path.span(), message);
        }
        if name == "doc" && !is_text(&attribute.meta) {
            let message = "documentation is text, written out";
            self.refuse(Code::ForbiddenItem, attribute.span(), message);
        }
        if name == "derive" {
            for (derive, span) in crate::model::derives(std::slice::from_ref(attribute)) {
                if !DERIVES.contains(&derive.as_str()) {
                    let message = format!("logic may not derive `{derive}`");
                    self.refuse(Code::ForbiddenItem, span, message);
                }
            }
        }
    }
}
