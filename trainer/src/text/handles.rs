//! Handles: one token for a value that is a sign rather than a word.
//!
//! Ids, email addresses, dates, names and titles cost two to forty tokens when spelled out, and a
//! policy never looks inside them: it carries them from one place to another. So each gets a handle
//! when it first occurs in an episode, and the same handle wherever it occurs again. Handles are part of the
//! transcript, decoding restores the value, and nothing outside the template knows of them. Which
//! number a value gets is drawn by the instruction, so that numbers mean nothing.
//!
//! The price: a policy sees whether two such values are equal, not which is greater.

use std::collections::BTreeMap;

use compoworld_lm::train::order::{epoch_order, mix_seed};

/// How many handles a transcript can have. What comes after is spelled out.
pub const HANDLES_MAX: usize = 256;

/// The shortest value that gets a handle, in bytes: a number of two digits is one token as it is.
const VALUE_BYTES_MIN: usize = 3;

/// The marks of the compact form that end a bare value.
const FIELD_ENDS: [char; 7] = ['|', '{', '}', '[', ']', '"', '\n'];

/// The values of one transcript that have handles.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Handles {
    numbers: BTreeMap<String, u32>,
    values: BTreeMap<u32, String>,
    order: Vec<usize>,
}

impl Handles {
    /// No value has a handle yet; the instruction fixes the numbers to come.
    pub fn new(instruction: &str) -> Self {
        let seed = instruction.bytes().fold(0, |seed, byte| mix_seed(seed, &[u64::from(byte)]));
        Self { order: epoch_order(HANDLES_MAX, seed, 0), ..Self::default() }
    }

    /// The number of a value, a new one when it has none and one is left.
    pub fn give(&mut self, value: &str) -> Option<u32> {
        if let Some(number) = self.number(value) {
            return Some(number);
        }
        let number = *self.order.get(self.values.len())? as u32;
        self.numbers.insert(value.to_owned(), number);
        self.values.insert(number, value.to_owned());
        Some(number)
    }

    /// The number of a value that has one.
    pub fn number(&self, value: &str) -> Option<u32> {
        self.numbers.get(value).copied()
    }

    /// The value of a number.
    pub fn value(&self, number: u32) -> Option<&str> {
        self.values.get(&number).map(String::as_str)
    }

    /// The same values under other numbers.
    pub fn renumbered(&self, numbers: &[usize]) -> Self {
        let renumber = |number: u32| numbers.get(number as usize).map_or(number, |&n| n as u32);
        Self {
            numbers: self.numbers.iter().map(|(v, &n)| (v.clone(), renumber(n))).collect(),
            values: self.values.iter().map(|(&n, v)| (renumber(n), v.clone())).collect(),
            order: self.order.iter().map(|&n| renumber(n as u32) as usize).collect(),
        }
    }
}

/// What a value at the head of a text stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Running text.
    Prose,
    /// Straight quotes; the opening one is before it.
    Quotes,
    /// A field of the compact form; the whole value is before the next mark.
    Field,
    /// A list of the compact form; a comma ends the value too.
    List,
}

/// The length in bytes of the value at the head of a text, when it is one that gets a handle: a sign
/// anywhere, and a name or title where its end is plain to see.
pub fn value_length(text: &str, setting: Setting) -> Option<usize> {
    title_length(text, setting).or_else(|| sign_length(text))
}

/// The length of a text in quotes or of a whole field that opens with a capital or a plus, as names,
/// titles and telephone numbers do and the words of closed lists mostly do not.
fn title_length(text: &str, setting: Setting) -> Option<usize> {
    text.starts_with(|c: char| c.is_uppercase() || c == '+').then_some(())?;
    let end = match setting {
        Setting::Prose => return None,
        Setting::Quotes => text.find(['"', '\n']).filter(|&end| text[end..].starts_with('"'))?,
        Setting::Field => text.find(FIELD_ENDS).unwrap_or(text.len()),
        Setting::List => text.find(|c| c == ',' || FIELD_ENDS.contains(&c)).unwrap_or(text.len()),
    };
    let length = text[..end].trim_end().len();
    (length >= VALUE_BYTES_MIN).then_some(length)
}

fn sign_length(text: &str) -> Option<usize> {
    let ends = |c: char| c.is_whitespace() || "|{}[],\"()'".contains(c);
    let run = &text[..text.find(ends).unwrap_or(text.len())];
    let value = run.trim_end_matches(['.', ',', '?', '!', ':', ';']);
    let is_sign = value.bytes().any(|byte| byte.is_ascii_digit())
        || value.contains('@')
        || value.contains("://");
    (value.len() >= VALUE_BYTES_MIN && is_sign).then_some(value.len())
}

#[cfg(test)]
mod tests {
    use super::{HANDLES_MAX, Handles, Setting, value_length};

    #[test]
    fn signs_get_handles_and_words_do_not() {
        let length = |text| value_length(text, Setting::Prose);
        assert_eq!(length("2026-03-29T15:00:00Z."), Some(20));
        assert_eq!(length("amara14@kestrel.example in"), Some(23));
        assert_eq!(length("gid://shopify/Customer/466|phone"), Some(26));
        assert_eq!(length("CT-7259\"?"), Some(7));
        assert_eq!(length("salt-marsh"), None);
        assert_eq!(length("448, and"), Some(3));
        assert_eq!(length("44."), None);
        assert_eq!(length("urgent"), None);
        assert_eq!(length("Priya Raman, please"), None);
    }

    #[test]
    fn a_title_gets_a_handle_where_its_end_is_plain() {
        let title = "Lamp flickers, again";
        assert_eq!(value_length("Lamp flickers, again\" and", Setting::Quotes), Some(title.len()));
        assert_eq!(value_length("Lamp flickers, again|id: 7", Setting::Field), Some(title.len()));
        assert_eq!(
            value_length("Lamp flickers, again]", Setting::List),
            Some("Lamp flickers".len())
        );
        assert_eq!(value_length("Lamp flickers", Setting::Quotes), None);
        assert_eq!(value_length("in progress\"", Setting::Quotes), None);
    }

    #[test]
    fn a_value_keeps_its_number_until_numbers_run_out() {
        let mut handles = Handles::new("Find it");
        let first = handles.give("CUS-01234");
        assert_eq!(handles.give("CUS-01234"), first);
        for value in 1..HANDLES_MAX {
            assert!(handles.give(&format!("TCK-{value:05}")).is_some());
        }
        assert_eq!(handles.give("one-too-many-1"), None);
        assert_eq!(first.and_then(|number| handles.value(number)), Some("CUS-01234"));
    }
}
