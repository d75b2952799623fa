//! JSON as it is read on a page: indented, coloured by kind, escaped, and cut where it gets long.

use std::fmt;

use askama::filters::HtmlSafe;
use serde_json::Value;

/// How many characters of one value a page shows.
const SHOWN_MAX: usize = 40_000;

/// How many characters of a value a cell shows.
const CELL_MAX: usize = 120;

/// A value as HTML. Everything in it is escaped.
#[derive(Debug, Clone)]
pub(crate) struct JsonHtml(String);

impl fmt::Display for JsonHtml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for JsonHtml {}

/// A value, indented.
pub(crate) fn json_html(value: &Value) -> JsonHtml {
    let mut out = Writer { html: String::new(), n_left: SHOWN_MAX };
    out.value(value, 0);
    if out.n_left == 0 {
        out.html.push_str("<span class=\"cut\">… the rest is left out</span>");
    }
    JsonHtml(out.html)
}

/// A text that may be JSON: indented when it is, and as it stands when it is not.
pub(crate) fn json_or_text_html(text: &str) -> JsonHtml {
    match serde_json::from_str::<Value>(text) {
        Ok(value) => json_html(&value),
        Err(_) => {
            let mut out = Writer { html: String::new(), n_left: SHOWN_MAX };
            out.escaped(text);
            JsonHtml(out.html)
        }
    }
}

/// A value in a few words: a text without quotes, anything else as JSON, cut where it gets long.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => clip(text, CELL_MAX),
        other => clip(&other.to_string(), CELL_MAX),
    }
}

/// The first characters of a text.
pub(crate) fn clip(text: &str, characters_max: usize) -> String {
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

struct Writer {
    html: String,
    n_left: usize,
}

impl Writer {
    fn value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Null => self.span("null", "null"),
            Value::Bool(flag) => self.span("flag", if *flag { "true" } else { "false" }),
            Value::Number(number) => self.span("number", &number.to_string()),
            Value::String(_) => self.span("text", &value.to_string()),
            Value::Array(items) if items.is_empty() => self.escaped("[]"),
            Value::Object(members) if members.is_empty() => self.escaped("{}"),
            Value::Array(items) => {
                self.escaped("[");
                for (at, item) in items.iter().enumerate() {
                    self.next(at, depth + 1);
                    self.value(item, depth + 1);
                    if self.n_left == 0 {
                        return;
                    }
                }
                self.line(depth);
                self.escaped("]");
            }
            Value::Object(members) => {
                self.escaped("{");
                for (at, (name, member)) in members.iter().enumerate() {
                    self.next(at, depth + 1);
                    self.span("name", &Value::from(name.as_str()).to_string());
                    self.escaped(": ");
                    self.value(member, depth + 1);
                    if self.n_left == 0 {
                        return;
                    }
                }
                self.line(depth);
                self.escaped("}");
            }
        }
    }

    fn next(&mut self, at: usize, depth: usize) {
        if at > 0 {
            self.escaped(",");
        }
        self.line(depth);
    }

    fn line(&mut self, depth: usize) {
        self.escaped("\n");
        self.escaped(&"  ".repeat(depth));
    }

    fn span(&mut self, class: &str, text: &str) {
        self.html.push_str("<span class=\"j-");
        self.html.push_str(class);
        self.html.push_str("\">");
        self.escaped(text);
        self.html.push_str("</span>");
    }

    fn escaped(&mut self, text: &str) {
        for character in text.chars() {
            if self.n_left == 0 {
                return;
            }
            self.n_left -= 1;
            match character {
                '&' => self.html.push_str("&amp;"),
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                '"' => self.html.push_str("&quot;"),
                '\'' => self.html.push_str("&#39;"),
                other => self.html.push(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SHOWN_MAX, cell, json_html, json_or_text_html};
    use serde_json::json;

    #[test]
    fn hostile_names_and_texts_are_escaped() {
        let html = json_html(&json!({"<b>": "</span><script>"})).to_string();
        assert!(html.contains("&lt;b&gt;") && html.contains("&lt;script&gt;"), "{html}");
        assert!(!html.contains("<b>") && !html.contains("<script>"), "{html}");
        assert_eq!(json_or_text_html("a < b").to_string(), "a &lt; b");
    }

    #[test]
    fn a_long_value_is_cut_and_says_so() {
        let html = json_html(&json!(["x".repeat(SHOWN_MAX), "after"])).to_string();
        assert!(html.contains("left out") && !html.contains("after"));
        assert_eq!(cell(&json!("é".repeat(500))).chars().count(), 121);
        assert_eq!(cell(&json!(null)), "");
        assert_eq!(cell(&json!({"a": 1})), "{\"a\":1}");
    }
}
