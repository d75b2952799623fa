//! JSON pointers (RFC 6901) as places in a source file.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// A JSON pointer such as `/tools/3/inputSchema`. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(Arc<str>);

impl Pointer {
    /// The whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// Takes a pointer as it is written, with `~0` and `~1` escapes.
    pub fn from_escaped(text: &str) -> Self {
        Self(Arc::from(text))
    }

    /// The member `key` of the object at this place.
    pub fn key(&self, key: &str) -> Self {
        let mut text = String::with_capacity(self.0.len() + key.len() + 1);
        text.push_str(&self.0);
        text.push('/');
        push_escaped(&mut text, key);
        Self(Arc::from(text))
    }

    /// The element `index` of the array at this place.
    pub fn index(&self, index: usize) -> Self {
        Self(Arc::from(format!("{}/{index}", self.0)))
    }

    /// The place that holds this one, if it is not the whole document.
    pub fn parent(&self) -> Option<Self> {
        self.0.rfind('/').map(|cut| Self(Arc::from(&self.0[..cut])))
    }

    /// The pointer as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Pointer {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("/") } else { f.write_str(&self.0) }
    }
}

/// Appends one reference token with `~` and `/` escaped.
pub(super) fn push_escaped(text: &mut String, token: &str) {
    for c in token.chars() {
        match c {
            '~' => text.push_str("~0"),
            '/' => text.push_str("~1"),
            c => text.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pointer;

    #[test]
    fn a_key_with_slash_and_tilde_is_escaped() {
        assert_eq!(Pointer::root().key("a/b~c").index(2).as_str(), "/a~1b~0c/2");
    }

    #[test]
    fn the_parent_of_a_nested_place_is_its_holder() {
        let place = Pointer::root().key("tools").index(3);
        assert_eq!(place.parent(), Some(Pointer::root().key("tools")));
        assert_eq!(Pointer::root().parent(), None);
    }
}
