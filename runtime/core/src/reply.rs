//! What a tool answers.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use crate::field::Field;
use crate::row::{Entity, Row, write_row};

/// A value that a tool can answer with.
pub trait Output {
    /// Appends the value as JSON.
    fn write_output(&self, out: &mut String);
}

/// A row of `T`, shared with the table that holds it.
pub struct RowRef<T> {
    row: Arc<dyn Row>,
    entity: PhantomData<fn() -> T>,
}

impl<T: Entity> RowRef<T> {
    pub(crate) fn new(row: Arc<dyn Row>) -> Self {
        Self { row, entity: PhantomData }
    }

    /// The row without its type.
    #[must_use]
    pub fn as_row(&self) -> &dyn Row {
        &*self.row
    }
}

impl<T: Entity> Deref for RowRef<T> {
    type Target = T;
    fn deref(&self) -> &T {
        let row: &dyn Any = &*self.row;
        row.downcast_ref().expect("a row reference holds a row of its own entity")
    }
}

impl<T> Clone for RowRef<T> {
    fn clone(&self) -> Self {
        Self { row: Arc::clone(&self.row), entity: PhantomData }
    }
}

impl<T: Entity> Output for RowRef<T> {
    fn write_output(&self, out: &mut String) {
        write_row(&*self.row, out);
    }
}

/// A part of a list, the same for every service:
/// `{"items":[…],"total":…,"next_cursor":…}`.
pub struct Page<T> {
    /// The rows of this page.
    pub items: Vec<T>,
    /// How many rows the whole list has.
    pub total: usize,
    /// What to pass to get the next page; `None` on the last one.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A list that fits one page.
    #[must_use]
    pub fn whole(items: Vec<T>) -> Self {
        let total = items.len();
        Self { items, total, next_cursor: None }
    }
}

impl<T: Entity> Page<RowRef<T>> {
    /// The page of these rows, which are all of `T`.
    pub(crate) fn typed(page: Page<&Arc<dyn Row>>) -> Self {
        let items = page.items.into_iter().map(|row| RowRef::new(Arc::clone(row))).collect();
        Self { items, total: page.total, next_cursor: page.next_cursor }
    }
}

impl<T: Output> Output for Page<T> {
    fn write_output(&self, out: &mut String) {
        out.push_str("{\"items\":");
        self.items.write_output(out);
        out.push_str(",\"total\":");
        (self.total as i64).write_json(out);
        out.push_str(",\"next_cursor\":");
        self.next_cursor.write_json(out);
        out.push('}');
    }
}

impl<T: Output> Output for Vec<T> {
    fn write_output(&self, out: &mut String) {
        out.push('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            item.write_output(out);
        }
        out.push(']');
    }
}

impl<T: Output> Output for Option<T> {
    fn write_output(&self, out: &mut String) {
        match self {
            Some(value) => value.write_output(out),
            None => out.push_str("null"),
        }
    }
}

/// An answer without content.
impl Output for () {
    fn write_output(&self, out: &mut String) {
        out.push_str("null");
    }
}

macro_rules! output_as_field {
    ($($type:ty),+) => {
        $(impl Output for $type {
            fn write_output(&self, out: &mut String) {
                self.write_json(out);
            }
        })+
    };
}

output_as_field!(
    String,
    i64,
    f64,
    bool,
    crate::field::Json,
    crate::time::Date,
    crate::time::Timestamp
);

impl Output for serde_json::Value {
    fn write_output(&self, out: &mut String) {
        crate::json::write_json_value(self, out);
    }
}
