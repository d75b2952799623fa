//! Looks at the bare tokens inside macros.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::diagnostics::Code;

use super::Findings;
use super::lint_paths::{is_unordered, lint_segments};
use super::lint_tree::{MACROS, PANICKING};

/// Finds what the tree would have shown: panicking methods, indexing, macros, refused paths.
pub fn lint_tokens(tokens: TokenStream, findings: &mut Findings) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let before = index.checked_sub(1).map(|at| &tokens[at]);
                if group.delimiter() == Delimiter::Bracket && ends_value(before) {
                    let span = group.span_open();
                    findings.push(Code::Indexing, span, "an index out of range panics");
                }
                lint_tokens(group.stream(), findings);
            }
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let after_dot = is_punct(&tokens, index.checked_sub(1), '.');
                let is_macro = is_punct(&tokens, Some(index + 1), '!')
                    && matches!(tokens.get(index + 2), Some(TokenTree::Group(_)));
                if PANICKING.contains(&name.as_str())
                    && (after_dot || is_punct(&tokens, index.checked_sub(1), ':'))
                {
                    let message = format!("`{name}` can panic");
                    findings.push(Code::PanickingCall, ident.span(), message);
                } else if is_macro && !MACROS.contains(&name.as_str()) {
                    let message = format!("logic may not use `{name}!`");
                    findings.push(Code::ForbiddenMacro, ident.span(), message);
                } else if name == "unsafe" {
                    findings.push(Code::UnsafeCode, ident.span(), "logic may not be unsafe");
                } else if name == "loop" {
                    let message = "`loop` has no bound, use `for`";
                    findings.push(Code::UnboundedLoop, ident.span(), message);
                } else if is_unordered(&name) {
                    let message = format!("`{name}` has no stable order");
                    findings.push(Code::UnstableOrder, ident.span(), message);
                } else if matches!(name.as_str(), "std" | "core" | "alloc" | "crate" | "super") {
                    let segments = path_from(&tokens, index);
                    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
                    if segments.len() > 1 {
                        lint_segments(&segments, ident.span(), None, findings);
                    }
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether a bracket after this token indexes a value.
fn ends_value(token: Option<&TokenTree>) -> bool {
    const KEYWORDS: &[&str] =
        &["in", "return", "match", "if", "else", "mut", "ref", "move", "break", "as", "dyn"];
    match token {
        Some(TokenTree::Ident(ident)) => !KEYWORDS.contains(&ident.to_string().as_str()),
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
        _ => false,
    }
}

fn is_punct(tokens: &[TokenTree], index: Option<usize>, wanted: char) -> bool {
    matches!(index.and_then(|at| tokens.get(at)),
        Some(TokenTree::Punct(punct)) if punct.as_char() == wanted
            && (wanted != '!' || punct.spacing() == Spacing::Alone))
}

/// The names joined by `::` from here on.
fn path_from(tokens: &[TokenTree], start: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = start;
    while let Some(TokenTree::Ident(ident)) = tokens.get(at) {
        names.push(ident.to_string());
        if !is_punct(tokens, Some(at + 1), ':') || !is_punct(tokens, Some(at + 2), ':') {
            break;
        }
        at += 3;
    }
    names
}
