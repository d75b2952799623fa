//! Makes texts that match a field's regular expression.
//!
//! Understands what specs use: literals, escapes, classes, groups, alternatives, counts. What it
//! makes is checked against the whole pattern by the caller's schema, so a construct that it
//! does not know costs a value, never validity.

use std::iter::Peekable;
use std::str::Chars;

use crate::dice::Dice;

/// How often `*` and `+` repeat at most beyond what they must.
const REPEATS_MAX: usize = 6;

/// A text that should match `pattern`; `None` when the pattern uses something unknown.
pub(super) fn sample_pattern(pattern: &str, dice: &mut Dice) -> Option<String> {
    let mut reader = Reader { rest: pattern.chars().peekable(), dice };
    let text = reader.alternatives()?;
    reader.rest.next().is_none().then_some(text)
}

struct Reader<'a, 'd> {
    rest: Peekable<Chars<'a>>,
    dice: &'d mut Dice,
}

impl Reader<'_, '_> {
    /// `a|b|c`, up to a closing parenthesis or the end.
    fn alternatives(&mut self) -> Option<String> {
        let mut options = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            options.push(self.sequence()?);
        }
        let chosen = self.dice.below(options.len());
        Some(options.swap_remove(chosen))
    }

    fn sequence(&mut self) -> Option<String> {
        let mut out = String::new();
        while let Some(next) = self.rest.peek().copied() {
            if matches!(next, '|' | ')') {
                break;
            }
            let atom_start = self.rest.clone();
            let first = self.atom()?;
            let (least, most) = self.count()?;
            let after = self.rest.clone();
            let n = self.dice.between(least as i64, most as i64) as usize;
            for round in 0..n {
                if round == 0 {
                    out.push_str(&first);
                } else {
                    self.rest = atom_start.clone();
                    let again = self.atom()?;
                    out.push_str(&again);
                }
            }
            self.rest = after;
        }
        Some(out)
    }

    fn atom(&mut self) -> Option<String> {
        Some(match self.rest.next()? {
            '^' | '$' => String::new(),
            '.' => self.one_of(('a'..='z').collect()),
            '[' => self.class()?,
            '(' => {
                if self.rest.next_if_eq(&'?').is_some() && self.rest.next() != Some(':') {
                    return None;
                }
                let inside = self.alternatives()?;
                (self.rest.next() == Some(')')).then_some(inside)?
            }
            '\\' => {
                let escaped = self.rest.next()?;
                let set = escape_set(escaped)?;
                self.one_of(set)
            }
            literal => literal.to_string(),
        })
    }

    fn count(&mut self) -> Option<(usize, usize)> {
        let counts = match self.rest.peek() {
            Some('*') => (0, REPEATS_MAX),
            Some('+') => (1, 1 + REPEATS_MAX),
            Some('?') => (0, 1),
            Some('{') => {
                self.rest.next();
                let inside: String =
                    std::iter::from_fn(|| self.rest.next_if(|c| *c != '}')).collect();
                let (least, most) = match inside.split_once(',') {
                    None => (inside.parse().ok()?, inside.parse().ok()?),
                    Some((least, "")) => {
                        let least: usize = least.parse().ok()?;
                        (least, least + REPEATS_MAX)
                    }
                    Some((least, most)) => (least.parse().ok()?, most.parse().ok()?),
                };
                (least, most.min(least + REPEATS_MAX))
            }
            _ => return Some((1, 1)),
        };
        self.rest.next();
        self.rest.next_if_eq(&'?');
        Some(counts)
    }

    fn class(&mut self) -> Option<String> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut set: Vec<char> = Vec::new();
        loop {
            let from = match self.rest.next()? {
                ']' => break,
                '\\' => {
                    let escaped = self.rest.next()?;
                    set.extend(escape_set(escaped)?);
                    continue;
                }
                plain => plain,
            };
            let mut ahead = self.rest.clone();
            if ahead.next() == Some('-') && ahead.next().is_some_and(|to| to != ']') {
                self.rest.next();
                let to = self.rest.next()?;
                set.extend(from..=to);
            } else {
                set.push(from);
            }
        }
        if negated {
            set = ('a'..='z').chain('0'..='9').filter(|c| !set.contains(c)).collect();
        }
        // Letters and digits read better than the punctuation that a class also allows.
        let plain: Vec<char> = set.iter().copied().filter(char::is_ascii_alphanumeric).collect();
        let set = if plain.is_empty() { set } else { plain };
        (!set.is_empty()).then(|| self.one_of(set))
    }

    fn one_of(&mut self, set: Vec<char>) -> String {
        self.dice.pick(&set).to_string()
    }
}

/// The characters that an escape stands for.
fn escape_set(escaped: char) -> Option<Vec<char>> {
    Some(match escaped {
        'd' => ('0'..='9').collect(),
        'w' => ('a'..='z').chain('0'..='9').collect(),
        's' => vec![' '],
        'S' => ('a'..='z').collect(),
        'D' => ('a'..='z').collect(),
        't' => vec!['\t'],
        'n' => vec!['\n'],
        letter if letter.is_alphanumeric() => return None,
        literal => vec![literal],
    })
}

#[cfg(test)]
mod tests {
    use super::{Dice, sample_pattern};
    use compoworld_core::Schema;

    #[test]
    fn samples_match_the_patterns_that_specs_use() {
        let patterns = [
            "^[a-z]+$",
            "^#[0-9a-fA-F]{6}$",
            r"^\d{4}-\d{2}-\d{2}$",
            "^(open|closed)$",
            "^[A-Z]{2,5}-[0-9]+$",
            r"^[\w.-]+@[\w.-]+\.[a-z]{2,}$",
            "^(?:https?://)[a-z]+(/[a-z]+)*$",
            "^[^/]+/[^/]+$",
            "^cus_[0-9a-z]{14}$",
        ];
        let mut dice = Dice::new(11);
        for pattern in patterns {
            let schema = Schema::compile(&serde_json::json!({"pattern": pattern}));
            for _ in 0..50 {
                let text = sample_pattern(pattern, &mut dice).expect("a known construct");
                assert!(schema.check(&text.clone().into()).is_ok(), "{pattern}: {text}");
            }
        }
    }

    #[test]
    fn an_unknown_construct_gives_nothing() {
        assert_eq!(sample_pattern("^(?=a)b$", &mut Dice::new(1)), None);
    }
}
