//! The rows of one table, without their type: a persistent map from key to row.

use std::sync::Arc;

use imbl::OrdMap;
use imbl::ordmap::DiffItem;

use crate::row::Row;

/// A row by identity: two slots are equal when they share one row.
#[derive(Clone)]
struct Slot(Arc<dyn Row>);

impl PartialEq for Slot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Key to row. Cloning is O(1); a changed clone shares what it did not touch.
#[derive(Clone, Default)]
pub struct Rows {
    map: OrdMap<Arc<str>, Slot>,
    /// How many keys the table has handed out.
    sequence: u64,
}

/// One difference between two versions of a table.
pub(crate) enum RowChange<'a> {
    Added(&'a str, &'a Arc<dyn Row>),
    Removed(&'a str, &'a Arc<dyn Row>),
    Changed(&'a str, &'a Arc<dyn Row>, &'a Arc<dyn Row>),
}

impl Rows {
    /// The row with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Arc<dyn Row>> {
        self.map.get(key).map(|slot| &slot.0)
    }

    /// Every key and row, in the order of the keys' text.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Arc<dyn Row>)> {
        self.map.iter().map(|(key, slot)| (&**key, &slot.0))
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Puts a row under its key; returns the row that was there.
    pub fn put(&mut self, row: Arc<dyn Row>) -> Option<Arc<dyn Row>> {
        self.map.insert(row.key().into(), Slot(row)).map(|slot| slot.0)
    }

    /// Takes the row with this key out.
    pub fn take(&mut self, key: &str) -> Option<Arc<dyn Row>> {
        self.map.remove(key).map(|slot| slot.0)
    }

    /// Takes every row out.
    pub fn clear(&mut self) {
        self.map.clear();
    }

    /// How many keys the table has handed out.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Counts one more key handed out, and returns the count.
    pub fn next_in_sequence(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }

    /// Moves the counter up to `at_least`.
    pub fn raise_sequence(&mut self, at_least: u64) {
        self.sequence = self.sequence.max(at_least);
    }

    /// Moves the counter past the number that a key ends in: a row may come with a key of its
    /// own, and the table must not hand it out again.
    pub(crate) fn count_key(&mut self, key: &str) {
        if let Some(number) = trailing_number(key) {
            self.raise_sequence(number);
        }
    }

    /// Whether two versions are one and the same, without a look at their rows.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.sequence == other.sequence && self.map.ptr_eq(&other.map)
    }

    /// What changed from `self` to `newer`, row by row. Costs what changed, not what there is.
    pub(crate) fn changes<'a>(
        &'a self,
        newer: &'a Self,
    ) -> impl Iterator<Item = RowChange<'a>> + 'a {
        self.map.diff(&newer.map).map(|item| match item {
            DiffItem::Add(key, row) => RowChange::Added(key, &row.0),
            DiffItem::Remove(key, row) => RowChange::Removed(key, &row.0),
            DiffItem::Update { old: (key, old), new: (_, new) } => {
                RowChange::Changed(key, &old.0, &new.0)
            }
        })
    }
}

/// The number that a key ends in.
pub(crate) fn trailing_number(key: &str) -> Option<u64> {
    let digits = key.bytes().rev().take_while(u8::is_ascii_digit).count();
    key[key.len() - digits..].parse().ok()
}
