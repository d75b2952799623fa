//! Kinds of values that can flow from one service to another.

use compoworld_core::{FieldInfo, KeyForm, RecordInfo, Semantic, Shape};

use crate::planner::meaning::{meaning_of, words_of};

/// What a value is, as far as it matters for where it can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A key that a service makes.
    Key,
    /// The whole name of someone.
    Person,
    /// A mail address.
    Email,
    /// A phone number.
    Phone,
    /// A user name.
    Username,
    /// A company's name.
    Company,
    /// A product's name.
    Product,
    /// An article number.
    Sku,
    /// What something is called.
    Title,
    /// An address on the web.
    Url,
    /// A place in a file system.
    Path,
    /// A short name in lower case.
    Slug,
    /// An amount.
    Money,
    /// A day.
    Date,
    /// A day and a time.
    Instant,
    /// A city.
    City,
    /// Street and number.
    Address,
}

impl Kind {
    /// Every kind, in the order of its number.
    pub const EACH: [Self; 17] = [
        Self::Key,
        Self::Person,
        Self::Email,
        Self::Phone,
        Self::Username,
        Self::Company,
        Self::Product,
        Self::Sku,
        Self::Title,
        Self::Url,
        Self::Path,
        Self::Slug,
        Self::Money,
        Self::Date,
        Self::Instant,
        Self::City,
        Self::Address,
    ];
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u32);

impl Kinds {
    /// The set of these kinds.
    #[must_use]
    pub const fn of(kinds: &[Kind]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u32;
            at += 1;
        }
        Self(bits)
    }

    /// The kinds that are in this set and in the other.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Adds a kind.
    pub fn add(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u32;
    }

    /// Adds every kind of another set.
    pub fn join(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether a kind is in the set.
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }

    /// Whether some kind is in both sets.
    #[must_use]
    pub const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The kind of a field's values; `None` when they are too plain or too opaque to carry anywhere.
#[must_use]
pub fn kind_of(record: &RecordInfo, field: &FieldInfo) -> Option<Kind> {
    if field.created || field.updated {
        return None;
    }
    if matches!(field.shape, Shape::List(_)) {
        return None;
    }
    let own_key = field.key && record.key_fields().count() == 1;
    if own_key && record.key_form != KeyForm::Given {
        return Some(Kind::Key);
    }
    if field.shape.refers_to().is_some_and(|entity| entity != record.name) {
        return None;
    }
    match field.shape.required() {
        Shape::Date => Some(Kind::Date),
        Shape::Timestamp => Some(Kind::Instant),
        Shape::Number | Shape::Integer => {
            (meaning_of(record, field) == Semantic::Money).then_some(Kind::Money)
        }
        Shape::Text | Shape::Key(_) => text_kind(record, field).or(own_key.then_some(Kind::Key)),
        _ => None,
    }
}

fn text_kind(record: &RecordInfo, field: &FieldInfo) -> Option<Kind> {
    Some(match meaning_of(record, field) {
        Semantic::Person => {
            let words = words_of(field.name);
            let part = ["first", "last", "given", "family", "surname", "middle"];
            if words.iter().any(|word| part.contains(&word.as_str())) {
                return None;
            }
            Kind::Person
        }
        Semantic::Email => Kind::Email,
        Semantic::Phone => Kind::Phone,
        Semantic::Username => Kind::Username,
        Semantic::Company => Kind::Company,
        Semantic::Product => Kind::Product,
        Semantic::Sku => Kind::Sku,
        Semantic::Title => Kind::Title,
        Semantic::Url => Kind::Url,
        Semantic::Path => Kind::Path,
        Semantic::Slug => Kind::Slug,
        Semantic::City => Kind::City,
        Semantic::Address => Kind::Address,
        Semantic::Money => Kind::Money,
        _ => return None,
    })
}

/// How well a value of one kind serves as the content of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// The field is for such values.
    Exact,
    /// The field is a short text that may be named after such values.
    Naming,
    /// The field is a free text that may mention anything.
    Mention,
}

/// How well values of each kind serve as the content of one field.
#[derive(Debug)]
pub struct Fits([Option<Fit>; Kind::EACH.len()]);

impl Fits {
    /// The fits of a field.
    #[must_use]
    pub fn of(record: &RecordInfo, field: &FieldInfo) -> Self {
        Self(Kind::EACH.map(|kind| fit_of(kind, record, field)))
    }

    /// How well values of this kind serve; `None` when they cannot be stored here.
    #[must_use]
    pub const fn get(&self, kind: Kind) -> Option<Fit> {
        self.0[kind as usize]
    }

    /// The kinds of values that can be stored.
    #[must_use]
    pub fn kinds(&self) -> Kinds {
        let mut kinds = Kinds::default();
        for kind in Kind::EACH.into_iter().filter(|kind| self.get(*kind).is_some()) {
            kinds.add(kind);
        }
        kinds
    }
}

/// Whether values of `kind` can be stored in a field.
fn fit_of(kind: Kind, record: &RecordInfo, field: &FieldInfo) -> Option<Fit> {
    let textual = matches!(item_of(&field.shape), Shape::Text);
    let meaning = meaning_of(record, field);
    if textual && meaning == Semantic::Body {
        let roomy = field.length.is_none_or(|(_, most)| most >= 60 || is_list(&field.shape));
        return (field.pattern.is_none() && roomy && kind != Kind::Instant).then_some(Fit::Mention);
    }
    if textual && meaning == Semantic::Title && !is_list(&field.shape) {
        let names = [Kind::Title, Kind::Product, Kind::Company, Kind::Person];
        return names.contains(&kind).then_some(Fit::Naming);
    }
    if is_list(&field.shape) {
        return (textual && meaning == Semantic::Email && kind == Kind::Email)
            .then_some(Fit::Exact);
    }
    (kind != Kind::Key && kind_of(record, field) == Some(kind)).then_some(Fit::Exact)
}

/// The shape inside options and one list.
fn item_of(shape: &Shape) -> &Shape {
    match shape.required() {
        Shape::List(inner) => inner.required(),
        other => other,
    }
}

/// Whether the shape is a list.
#[must_use]
pub fn is_list(shape: &Shape) -> bool {
    matches!(shape.required(), Shape::List(_))
}
