//! The rows of one table, without their type: a persistent map from key to row.

use std::sync::Arc;

use imbl::OrdMap;
use imbl::ordmap::DiffItem;

use crate::error::ToolError;
use crate::query::{PageRequest, sort_by_number_keys};
use crate::reply::Page;
use crate::row::{RecordInfo, Row};

/// Keys with this number and above are not counted on from.
const NUMBER_END: u64 = 1_000_000_000_000_000;

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

    /// The rows that `keep` accepts, in key order: numbers as numbers, texts as texts.
    pub(crate) fn select(
        &self,
        info: &RecordInfo,
        keep: &dyn Fn(&dyn Row) -> bool,
    ) -> Vec<&Arc<dyn Row>> {
        let all = self.map.iter().map(|(_, slot)| &slot.0);
        let mut kept: Vec<_> = all.filter(|row| keep(&***row)).collect();
        if info.has_number_keys() {
            sort_by_number_keys(&mut kept, info);
        }
        kept
    }

    /// The wanted part of the rows, in key order.
    pub(crate) fn page(
        &self,
        info: &RecordInfo,
        request: &PageRequest,
    ) -> Result<Page<&Arc<dyn Row>>, ToolError> {
        if info.has_number_keys() {
            return request.cut(self.select(info, &|_| true));
        }
        let total = self.len();
        let part = request.part(total)?;
        let next_cursor = PageRequest::next_cursor(&part, total);
        let items = self.map.iter().skip(part.start).take(part.len());
        Ok(Page { items: items.map(|(_, slot)| &slot.0).collect(), total, next_cursor })
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
        let key = row.key();
        self.put_under(&key, row)
    }

    /// The same when the row's key is at hand already.
    pub(crate) fn put_under(&mut self, key: &str, row: Arc<dyn Row>) -> Option<Arc<dyn Row>> {
        match self.map.get_mut(key) {
            Some(slot) => Some(std::mem::replace(slot, Slot(row)).0),
            None => self.map.insert(key.into(), Slot(row)).map(|slot| slot.0),
        }
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

    /// Moves the counter past the number of a key: a row may come with a key of its
    /// own, and the table must not hand it out again.
    pub(crate) fn count_key(&mut self, key: &str, format: &str) {
        if let Some(number) = sequence_number(key, format) {
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

/// The number that a key has in a sequence's format; none where it is no key of that form, or so
/// large that no counter gets there.
pub(crate) fn sequence_number(key: &str, format: &str) -> Option<u64> {
    let (before, rest) = format.split_once('{').unwrap_or(("", format));
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    let number = |text: &str| -> Option<u64> {
        let number = text.strip_prefix(before)?.strip_suffix(after)?.parse().ok()?;
        (number < NUMBER_END).then_some(number)
    };
    // In a key of several parts the counted one is the last.
    number(key).or_else(|| number(key.rsplit('/').next()?))
}

#[cfg(test)]
mod tests {
    use super::sequence_number;

    #[test]
    fn only_what_the_format_counts_is_the_number_of_a_key() {
        assert_eq!(sequence_number("TCK-00012", "TCK-{:05}"), Some(12));
        assert_eq!(sequence_number("octo/web/12", "{}"), Some(12));
        // Digits of the format are no part of the number: it would grow with every row.
        assert_eq!(sequence_number("1204000000000012", "1204{:012}"), Some(12));
        assert_eq!(sequence_number("other-99", "TCK-{:05}"), None);
        assert_eq!(sequence_number("9223372036854775807", "{}"), None);
    }
}
