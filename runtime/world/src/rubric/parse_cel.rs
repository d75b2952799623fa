//! Parses expressions, and what they have in common only once.
//!
//! Checks come in few forms: the same table and fields with other texts. A form is parsed when it is
//! first met and kept; for each expression of that form the texts are put in their places.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use cel::common::ast::{EntryExpr, Expr, IdedExpr, LiteralValue};
use cel::{Env, ParseErrors};

/// Forms that a thread keeps at most; then it begins anew.
const FORMS_MAX: usize = 1 << 13;

thread_local! {
    static FORMS: RefCell<HashMap<String, IdedExpr>> = RefCell::default();
}

/// The declarations of CEL's standard library, made once a process.
pub(super) fn standard_env() -> &'static Arc<Env> {
    static ENV: OnceLock<Arc<Env>> = OnceLock::new();
    ENV.get_or_init(|| Arc::new(Env::stdlib()))
}

/// Parses an expression.
///
/// # Errors
/// Where it is none.
pub(super) fn parse_cel(source: &str) -> Result<IdedExpr, ParseErrors> {
    let parsed = form_and_texts(source).and_then(|(form, texts)| {
        let mut expression = parsed_form(form)?;
        put_texts(&mut expression, &texts);
        Some(expression)
    });
    match parsed {
        Some(expression) => Ok(expression),
        None => Ok(standard_env().compile(source)?.expression().clone()),
    }
}

fn parsed_form(form: String) -> Option<IdedExpr> {
    FORMS.with_borrow_mut(|forms| {
        if let Some(known) = forms.get(&form) {
            return Some(known.clone());
        }
        let expression = standard_env().compile(&form).ok()?.expression().clone();
        if forms.len() == FORMS_MAX {
            forms.clear();
        }
        forms.insert(form, expression.clone());
        Some(expression)
    })
}

/// An expression with the numbers of its texts in place of the texts. `None` when it has no text, or
/// writes one otherwise than plainly between double quotes.
fn form_and_texts(source: &str) -> Option<(String, Vec<&str>)> {
    let mut parts = source.split('"');
    let mut form = parts.next()?.to_owned();
    let mut texts = Vec::new();
    while let Some(text) = parts.next() {
        // Only the last quote could be without another.
        let after = parts.next()?;
        let is_prefixed = form.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_plain = !text.is_empty() && !text.contains(|c: char| c == '\\' || c.is_control());
        if is_prefixed || !is_plain {
            return None;
        }
        form.push_str(&format!("\"{}\"{after}", texts.len()));
        texts.push(text);
    }
    // A single quote opens a text too, and two slashes a comment.
    let is_known = !texts.is_empty() && !form.contains('\'') && !form.contains("//");
    is_known.then_some((form, texts))
}

/// Puts texts where their numbers stand.
fn put_texts(expression: &mut IdedExpr, texts: &[&str]) {
    let put = |inner: &mut IdedExpr| put_texts(inner, texts);
    match &mut expression.expr {
        Expr::Literal(LiteralValue::String(text)) => {
            let number: Option<usize> = text.inner().parse().ok();
            if let Some(known) = number.and_then(|number| texts.get(number)) {
                *text = (*known).to_owned().into();
            }
        }
        Expr::Select(select) => put(&mut select.operand),
        Expr::Call(call) => {
            call.target.as_deref_mut().into_iter().chain(&mut call.args).for_each(put);
        }
        Expr::Comprehension(comprehension) => {
            let parts = &mut **comprehension;
            put(&mut parts.iter_range);
            put(&mut parts.accu_init);
            put(&mut parts.loop_cond);
            put(&mut parts.loop_step);
            put(&mut parts.result);
        }
        Expr::List(list) => list.elements.iter_mut().for_each(put),
        Expr::Map(map) => {
            map.entries.iter_mut().for_each(|entry| put_in_entry(&mut entry.expr, texts))
        }
        Expr::Struct(it) => {
            it.entries.iter_mut().for_each(|entry| put_in_entry(&mut entry.expr, texts))
        }
        Expr::Literal(_) | Expr::Ident(_) | Expr::Unspecified => {}
    }
}

fn put_in_entry(entry: &mut EntryExpr, texts: &[&str]) {
    match entry {
        EntryExpr::MapEntry(entry) => {
            put_texts(&mut entry.key, texts);
            put_texts(&mut entry.value, texts);
        }
        EntryExpr::StructField(field) => put_texts(&mut field.value, texts),
    }
}

#[cfg(test)]
mod tests {
    use cel::{Context, Value};

    use super::{form_and_texts, parse_cel};

    #[test]
    fn texts_come_back_to_their_places() {
        // Twice each: when the form is new, and when it is known.
        for (source, holds) in [
            (r#""a" + "b" == "ab""#, true),
            (r#""1" + "0" == "01""#, false),
            (r#""1" + "0" == "10""#, true),
            (r#"{"k": ["x", "y"]}["k"].exists(e, e == "y" && "it's" != '"')"#, true),
            (r#"["x"].exists(e, e == "z" || "https://x.example" == e)"#, false),
            (r#"r"a\d" == "a\\d" && "" == ''"#, true),
        ] {
            for _ in 0..2 {
                let expression = parse_cel(source).expect(source);
                let value = Value::resolve(&expression, &Context::default()).expect(source);
                assert_eq!(value, Value::Bool(holds), "{source}");
            }
        }
    }

    #[test]
    fn what_is_not_written_plainly_has_no_form() {
        for source in [
            "1 + 1",
            r#"r"a""#,
            r#""a\n""#,
            r#""" == """#,
            r#"'"' == "a""#,
            r#""a" // "b""#,
            r#""a"#,
        ] {
            assert_eq!(form_and_texts(source), None, "{source}");
        }
        let known = form_and_texts(r#"f("it's // so", "b")"#);
        assert_eq!(known, Some((r#"f("0", "1")"#.to_owned(), vec!["it's // so", "b"])));
    }

    #[test]
    fn errors_speak_of_the_expression_itself() {
        let error = parse_cel(r#"f("some text" +)"#).expect_err("it is no expression");
        assert!(error.to_string().contains("some text"), "{error}");
    }
}
