//! What list and search tools share: filters, order, pages.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use crate::error::ToolError;
use crate::field::Field;
use crate::reply::{Page, RowRef};
use crate::row::{Entity, RecordInfo, Row};

/// Whether a field has the wanted value; no wanted value accepts all.
#[must_use]
pub fn equals<T: PartialEq>(field: &T, wanted: Option<&T>) -> bool {
    wanted.is_none_or(|wanted| field == wanted)
}

/// Whether a field has one of the wanted values; an empty list accepts all.
#[must_use]
pub fn one_of<T: PartialEq>(field: &T, wanted: &[T]) -> bool {
    wanted.is_empty() || wanted.contains(field)
}

/// Whether a field that may be empty has one of the wanted values; an empty list accepts all.
#[must_use]
pub fn is_one_of<T: PartialEq>(field: Option<&T>, wanted: &[T]) -> bool {
    wanted.is_empty() || field.is_some_and(|field| wanted.contains(field))
}

/// Whether any of the texts contains the wanted words, all of them, in any case.
#[must_use]
pub fn contains_text(texts: &[&str], wanted: &str) -> bool {
    wanted.split_whitespace().all(|word| {
        let word = word.to_lowercase();
        texts.iter().any(|text| text.to_lowercase().contains(&word))
    })
}

/// Which end of an order comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Least first.
    #[default]
    Ascending,
    /// Greatest first.
    Descending,
}

/// Which part of a list is wanted.
#[derive(Debug, Clone, Default)]
pub struct PageRequest {
    /// How many items at most.
    pub limit: Option<i64>,
    /// How many items to skip.
    pub offset: Option<i64>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// The number of the page, from 1.
    pub page: Option<i64>,
}

impl PageRequest {
    /// How many items a page has when the caller does not say.
    pub const LIMIT_DEFAULT: i64 = 50;
    /// How many items a page has at most.
    pub const LIMIT_MAX: i64 = 1_000;

    /// The same request, when its cursor is the key of one of the rows: the page after that row.
    /// Some servers page so (`starting_after`), and clients that know them pass such keys.
    fn after_row<T: Entity>(&self, rows: &[RowRef<T>]) -> Self {
        let at = self.cursor.as_deref().and_then(|cursor| {
            rows.iter().position(|row| !cursor.is_empty() && row.as_row().key() == cursor)
        });
        let cursor = at.map(|at| format!("c{}", at + 1));
        Self { cursor: cursor.or_else(|| self.cursor.clone()), ..self.clone() }
    }

    /// Cuts the wanted part out of a whole list.
    ///
    /// # Errors
    /// `invalid_argument` when a limit, offset, page or cursor makes no sense.
    pub fn cut<T>(&self, mut items: Vec<T>) -> Result<Page<T>, ToolError> {
        let total = items.len();
        let part = self.part(total)?;
        let next_cursor = Self::next_cursor(&part, total);
        items.truncate(part.end);
        items.drain(..part.start);
        Ok(Page { items, total, next_cursor })
    }

    /// Which items of a list of `total` are wanted.
    pub(crate) fn part(&self, total: usize) -> Result<Range<usize>, ToolError> {
        let limit = self.limit.unwrap_or(Self::LIMIT_DEFAULT).min(Self::LIMIT_MAX);
        let limit = usize::try_from(limit)
            .map_err(|_| ToolError::invalid_argument("the page size must not be negative"))?;
        let start = self.start(limit)?.min(total);
        Ok(start..start.saturating_add(limit).min(total))
    }

    /// What to pass to get the part after this one.
    pub(crate) fn next_cursor(part: &Range<usize>, total: usize) -> Option<String> {
        (part.end < total && !part.is_empty()).then(|| format!("c{}", part.end))
    }

    fn start(&self, limit: usize) -> Result<usize, ToolError> {
        if let Some(cursor) = self.cursor.as_deref().filter(|cursor| !cursor.is_empty()) {
            return cursor.strip_prefix('c').and_then(|at| at.parse().ok()).ok_or_else(|| {
                ToolError::invalid_argument(format!(
                    "`{cursor}` is no cursor, pass the `next_cursor` of the page before"
                ))
            });
        }
        if let Some(page) = self.page {
            let before = usize::try_from(page.saturating_sub(1))
                .map_err(|_| ToolError::invalid_argument("pages are numbered from 1"))?;
            return Ok(before.saturating_mul(limit));
        }
        usize::try_from(self.offset.unwrap_or(0))
            .map_err(|_| ToolError::invalid_argument("the offset must not be negative"))
    }
}

/// Sorts rows by one field; rows that tie keep their order, and `null` comes last.
pub(crate) fn compare_fields(a: &dyn Field, b: &dyn Field) -> Ordering {
    match (a.is_null(), b.is_null()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    if let (Some(a), Some(b)) = (a.number(), b.number()) {
        return a.total_cmp(&b);
    }
    match (a.text(), b.text()) {
        (Some(a), Some(b)) => a.cmp(b),
        _ => Ordering::Equal,
    }
}

impl<T: Entity> Page<RowRef<T>> {
    /// Sorts `rows` by the field with this JSON name and cuts the wanted page out.
    ///
    /// # Errors
    /// `invalid_argument` when there is no such field or the request makes no sense.
    pub fn sorted(
        mut rows: Vec<RowRef<T>>,
        field: &str,
        direction: Direction,
        request: &PageRequest,
    ) -> Result<Self, ToolError> {
        sort_rows(&mut rows, field, direction)?;
        request.after_row(&rows).cut(rows)
    }
}

/// Sorts rows by the field with this JSON name.
///
/// # Errors
/// `invalid_argument` when the entity has no such field.
pub fn sort_rows<T: Entity>(
    rows: &mut [RowRef<T>],
    field: &str,
    direction: Direction,
) -> Result<(), ToolError> {
    let index = T::INFO.position(field).ok_or_else(|| {
        ToolError::invalid_argument(format!("cannot sort by `{field}`, there is no such field"))
    })?;
    rows.sort_by(|a, b| {
        let (a, b) = (a.as_row().field(index), b.as_row().field(index));
        let order = compare_fields(a, b);
        match direction {
            Direction::Descending if !a.is_null() && !b.is_null() => order.reverse(),
            _ => order,
        }
    });
    Ok(())
}

/// Puts rows into the order that a caller asks for: `by` names a field, in any case style and with
/// or without `_at` or `_date`; a `-` before or a `desc` after it, or a `direction` that begins
/// with `d`, says that the greatest comes first. What the caller leaves out is `usual`; without
/// that, rows stay in the order of their keys.
///
/// # Errors
/// `invalid_argument` when the entity has no such field.
pub fn order_rows<T: Entity>(
    rows: &mut [RowRef<T>],
    by: Option<&str>,
    direction: Option<&str>,
    usual: Option<(&str, Direction)>,
) -> Result<(), ToolError> {
    let given = direction.map(|text| {
        let is_descending = text.trim_start().starts_with(['d', 'D', '-']);
        if is_descending { Direction::Descending } else { Direction::Ascending }
    });
    let Some(by) = by.filter(|by| !by.trim().is_empty()) else {
        return match usual {
            Some((field, usual)) => sort_rows(rows, field, given.unwrap_or(usual)),
            None => {
                if given == Some(Direction::Descending) {
                    rows.reverse();
                }
                Ok(())
            }
        };
    };
    let (name, own) = field_and_direction(by);
    let direction = given.unwrap_or(own);
    let known = ["", "_at", "_date"]
        .iter()
        .map(|tail| format!("{name}{tail}"))
        .find(|name| T::INFO.position(name).is_some());
    sort_rows(rows, known.as_deref().unwrap_or(by), direction)
}

/// `-createdAt` and `created_at:desc` are the field `created_at`, the greatest first.
fn field_and_direction(by: &str) -> (String, Direction) {
    let is_negative = by.trim_start().starts_with('-');
    let mut name = String::new();
    let mut before = '_';
    for letter in by.trim().chars() {
        if !letter.is_ascii_alphanumeric() {
            if !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
        } else {
            if letter.is_ascii_uppercase() && before.is_ascii_lowercase() {
                name.push('_');
            }
            name.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    let name = name.trim_end_matches('_');
    for (tails, direction) in [
        (["_desc", "_descending"], Direction::Descending),
        (["_asc", "_ascending"], Direction::Ascending),
    ] {
        if let Some(name) = tails.iter().find_map(|tail| name.strip_suffix(tail)) {
            return (name.to_owned(), direction);
        }
    }
    let direction = if is_negative { Direction::Descending } else { Direction::Ascending };
    (name.to_owned(), direction)
}

/// Puts rows with numbers in their keys into the order of the numbers.
pub(crate) fn sort_by_number_keys(rows: &mut [&Arc<dyn Row>], info: &RecordInfo) {
    let keys: Vec<usize> = (0..info.fields.len()).filter(|index| info.fields[*index].key).collect();
    rows.sort_by(|a, b| {
        let mut orders = keys.iter().map(|index| compare_fields(a.field(*index), b.field(*index)));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
}
