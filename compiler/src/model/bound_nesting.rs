//! Refuses source that nests too deep, before anything recurses over it.
//!
//! The Rust parser, and every walk over what it gives, calls itself for each level: of groups, and of
//! what nests without them, such as `!!!x`, `a.b.c`, `Vec<Vec<_>>` or `if … else if … else …`. This
//! looks at the tokens alone, with a stack of its own, and counts at least as many levels as there
//! are.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree, token_stream};

/// Source that nests deeper than this is refused.
pub const LEVELS_MAX: usize = 128;

/// Keywords that an expression, a type or an item can stand behind.
const OPENING: &[&str] = &[
    "as", "async", "await", "become", "box", "break", "const", "dyn", "else", "fn", "for", "if",
    "impl", "in", "let", "match", "mod", "move", "mut", "return", "static", "unsafe", "use",
    "while", "yield",
];

/// The first token that is nested too deep, if there is one.
pub fn too_deep(tokens: TokenStream) -> Option<Span> {
    let mut open = vec![Level::new(tokens, 0)];
    while let Some(level) = open.last_mut() {
        let Some(token) = level.tokens.next() else {
            open.pop();
            continue;
        };
        level.take(&token);
        let depth = level.outside + level.chain;
        if depth > LEVELS_MAX {
            return Some(token.span());
        }
        if let TokenTree::Group(group) = token {
            open.push(Level::new(group.stream(), depth + 1));
        }
    }
    None
}

/// A group that is open.
struct Level {
    tokens: token_stream::IntoIter,
    /// How deep the group is.
    outside: usize,
    /// How deep its present token is in it, at most.
    chain: usize,
    /// How many `<` may still be open: a comma between them ends nothing.
    angles: usize,
    /// How many closures have begun: a comma between their parameters ends nothing.
    closures: usize,
    before: Before,
}

/// The token before the present one.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// None, or one behind which a value or a type begins.
    Start,
    /// The end of a value or a type.
    Value,
    /// A body.
    Body,
    /// A sign that is part of the next one too.
    Joint(char),
}

impl Level {
    fn new(tokens: TokenStream, outside: usize) -> Self {
        let tokens = tokens.into_iter();
        Self { tokens, outside, chain: 0, angles: 0, closures: 0, before: Before::Start }
    }

    fn take(&mut self, token: &TokenTree) {
        let before = self.before;
        self.before = match token {
            TokenTree::Group(group) => {
                self.chain += usize::from(before == Before::Value);
                if group.delimiter() == Delimiter::Brace { Before::Body } else { Before::Value }
            }
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let is_opening = OPENING.contains(&name.as_str());
                if before == Before::Body && !matches!(name.as_str(), "else" | "as" | "in") {
                    self.end();
                }
                self.chain += usize::from(is_opening);
                if is_opening { Before::Start } else { Before::Value }
            }
            TokenTree::Literal(_) => {
                if before == Before::Body {
                    self.end();
                }
                Before::Value
            }
            TokenTree::Punct(sign) => {
                self.sign(sign.as_char(), before);
                match sign.spacing() {
                    proc_macro2::Spacing::Joint => Before::Joint(sign.as_char()),
                    proc_macro2::Spacing::Alone if sign.as_char() == '?' => Before::Value,
                    proc_macro2::Spacing::Alone => Before::Start,
                }
            }
        };
    }

    fn sign(&mut self, sign: char, before: Before) {
        match sign {
            ';' => self.end(),
            ',' if self.angles == 0 && self.closures == 0 => self.chain = 0,
            ',' => {}
            '#' if before == Before::Body => self.end(),
            // `:` in `a: b` nests nothing; in `a::b` the first counts.
            ':' if !matches!(before, Before::Joint(':')) => {}
            '>' if matches!(before, Before::Joint('-' | '=')) => {}
            '>' if self.angles > 0 => self.angles -= 1,
            '<' => {
                self.angles += 1;
                self.chain += 1;
            }
            '=' if before == Before::Joint('<') => self.angles = self.angles.saturating_sub(1),
            '|' => {
                let is_operator = matches!(before, Before::Value | Before::Joint('|'));
                self.closures += usize::from(!is_operator);
                self.chain += 1;
            }
            _ => self.chain += 1,
        }
    }

    /// A statement or an item has ended.
    fn end(&mut self) {
        (self.chain, self.angles, self.closures) = (0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::{LEVELS_MAX, TokenStream, too_deep};

    fn is_refused(source: &str) -> bool {
        too_deep(source.parse::<TokenStream>().expect("lexes")).is_some()
    }

    #[test]
    fn what_nests_with_groups_and_without_is_counted() {
        for (open, inside, close) in [
            ("(", "1", ")"),
            ("!", "x", ""),
            ("", "x", ".f()"),
            ("Vec<", "u8", ">"),
            ("Map<K, ", "V", ">"),
            ("|a, b| ", "x", ""),
            ("if a { } else ", "{ }", ""),
            ("fn() -> ", "u8", ""),
            ("", "x", "()"),
        ] {
            let levels = |n: usize| format!("{}{inside}{}", open.repeat(n), close.repeat(n));
            assert!(is_refused(&levels(LEVELS_MAX + 1)), "{open}{close}");
            assert!(!is_refused(&levels(LEVELS_MAX / 8)), "{open}{close}");
        }
    }

    #[test]
    fn what_stands_side_by_side_is_not() {
        for part in [
            "let a = !b + c.d()?;",
            "if a < b { return c; }",
            "f(a, -1),",
            "a: Option<Vec<B>>,",
            "A::B if a => { }",
            "#[a(b = 1)] fn c() -> D { }",
            "if a { } else if b >= c { } else { }",
        ] {
            assert!(!is_refused(&part.repeat(LEVELS_MAX * 4)), "{part}");
        }
    }
}
