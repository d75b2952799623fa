//! Looks at the bare tokens inside macros.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::diagnostics::Code;

use super::Findings;
use super::lint_paths::{Scope, is_unordered, lint_absolute, lint_segments, plain};
use super::lint_tree::{MACROS, PANICKING};

/// Finds what the tree would have shown: panicking methods, indexing, macros, refused paths.
pub fn lint_tokens(tokens: TokenStream, scope: &Scope, findings: &mut Findings) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let before = index.checked_sub(1).map(|at| &tokens[at]);
                if group.delimiter() == Delimiter::Bracket && ends_value(before) {
                    let span = group.span_open();
                    findings.push(Code::Indexing, span, "an index out of range panics");
                }
                lint_tokens(group.stream(), scope, findings);
            }
            TokenTree::Ident(ident) => {
                let written = ident.to_string();
                let name = plain(&written);
                let after_dot = is_punct(&tokens, index.checked_sub(1), '.');
                let is_macro = is_punct(&tokens, Some(index + 1), '!')
                    && matches!(tokens.get(index + 2), Some(TokenTree::Group(_)));
                if PANICKING.contains(&name)
                    && (after_dot || is_punct(&tokens, index.checked_sub(1), ':'))
                {
                    let message = format!("`{name}` can panic");
                    findings.push(Code::PanickingCall, ident.span(), message);
                } else if is_macro && !MACROS.contains(&name) {
                    let message = format!("logic may not use `{name}!`");
                    findings.push(Code::ForbiddenMacro, ident.span(), message);
                } else if written == "unsafe" {
                    findings.push(Code::UnsafeCode, ident.span(), "logic may not be unsafe");
                } else if matches!(written.as_str(), "loop" | "while" | "for") {
                    let message = "a macro takes values, write the loop before it";
                    findings.push(Code::UnboundedLoop, ident.span(), message);
                } else if is_unordered(name) {
                    let message = format!("`{name}` has no stable order");
                    findings.push(Code::UnstableOrder, ident.span(), message);
                } else {
                    lint_path_at(&tokens, index, scope, findings);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Looks at the path that starts at this name, if one does.
fn lint_path_at(tokens: &[TokenTree], start: usize, scope: &Scope, findings: &mut Findings) {
    let colons = |at: Option<usize>| {
        is_punct(tokens, at, ':') && is_punct(tokens, at.and_then(|at| at.checked_sub(1)), ':')
    };
    let is_after_colons = colons(start.checked_sub(1));
    let before = start.checked_sub(3).map(|at| &tokens[at]);
    let is_inside = matches!(before, Some(TokenTree::Ident(_)))
        || matches!(before, Some(TokenTree::Punct(sign)) if sign.as_char() == '>');
    let names = path_from(tokens, start);
    let segments: Vec<&str> = names.iter().map(|name| plain(name)).collect();
    if is_after_colons && !is_inside {
        lint_absolute(&segments, tokens[start].span(), scope, findings);
    } else if !is_after_colons && segments.len() > 1 {
        lint_segments(&segments, tokens[start].span(), Some(scope), findings);
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
