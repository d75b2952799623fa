//! Typed tables: a thin cast over [`Rows`].

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::context::Context;
use crate::error::ToolError;
use crate::key::{IntKey, Key, KeyPart};
use crate::query::PageRequest;
use crate::reply::{Page, RowRef};
use crate::row::{Entity, KeyForm, Row};
use crate::rows::Rows;

/// The rows of one entity, by key.
pub struct Table<T> {
    rows: Rows,
    entity: PhantomData<fn() -> T>,
}

/// A row that is alone: settings, the current user.
pub struct One<T> {
    rows: Rows,
    entity: PhantomData<fn() -> T>,
}

fn typed<T: Entity>(row: &dyn Row) -> &T {
    let row: &dyn Any = row;
    row.downcast_ref().expect("a table holds rows of its own entity only")
}

impl<T: Entity> Table<T> {
    /// The row with this key.
    #[must_use]
    pub fn get(&self, key: &(impl KeyPart + ?Sized)) -> Option<&T> {
        self.rows.get(&key.key_text()).map(|row| typed(&**row))
    }

    /// The row with this key, as an answer to the caller.
    ///
    /// # Errors
    /// `not_found`, which names the entity and the key.
    pub fn find(&self, key: &(impl KeyPart + ?Sized)) -> Result<RowRef<T>, ToolError> {
        let key = key.key_text();
        match self.rows.get(&key) {
            Some(row) => Ok(RowRef::new(Arc::clone(row))),
            None => Err(ToolError::no_row(T::NAME, &key)),
        }
    }

    /// Whether there is a row with this key.
    #[must_use]
    pub fn contains(&self, key: &(impl KeyPart + ?Sized)) -> bool {
        self.rows.get(&key.key_text()).is_some()
    }

    /// Every row, in the order of the keys' text.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.rows.iter().map(|(_, row)| typed(&**row))
    }

    /// The rows that `keep` accepts, in key order: numbers as numbers, texts as texts.
    #[must_use]
    pub fn select(&self, keep: &dyn Fn(&T) -> bool) -> Vec<RowRef<T>> {
        let kept = self.rows.select(T::INFO, &|row| keep(typed(row)));
        kept.into_iter().map(|row| RowRef::new(Arc::clone(row))).collect()
    }

    /// The wanted part of the rows, in key order. Costs the part, not the table, unless the keys
    /// are numbers.
    ///
    /// # Errors
    /// `invalid_argument` when the request makes no sense.
    pub fn page(&self, request: &PageRequest) -> Result<Page<RowRef<T>>, ToolError> {
        self.rows.page(T::INFO, request).map(Page::typed)
    }

    /// The wanted part of the rows that `keep` accepts, in key order. Looks at every row, and
    /// copies those of the part only.
    ///
    /// # Errors
    /// `invalid_argument` when the request makes no sense.
    pub fn page_where(
        &self,
        request: &PageRequest,
        keep: &dyn Fn(&T) -> bool,
    ) -> Result<Page<RowRef<T>>, ToolError> {
        request.cut(self.rows.select(T::INFO, &|row| keep(typed(row)))).map(Page::typed)
    }

    /// The first row, in key order, that `keep` accepts.
    #[must_use]
    pub fn first(&self, keep: &dyn Fn(&T) -> bool) -> Option<&T> {
        self.iter().find(|row| keep(row))
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a row.
    ///
    /// # Errors
    /// `already_exists` when its key is taken.
    pub fn insert(&mut self, row: T) -> Result<RowRef<T>, ToolError> {
        let key = row.key();
        if self.rows.get(&key).is_some() {
            return Err(ToolError::already_exists(format!(
                "{} `{key}` already exists",
                entity_words(T::NAME)
            )));
        }
        Ok(self.put_under(&key, row))
    }

    /// Adds a row, or replaces the one with its key.
    pub fn put(&mut self, row: T) -> RowRef<T> {
        let key = row.key();
        self.put_under(&key, row)
    }

    fn put_under(&mut self, key: &str, row: T) -> RowRef<T> {
        if let KeyForm::Sequence(format) = T::INFO.key_form {
            self.rows.count_key(key, format);
        }
        let row: Arc<dyn Row> = Arc::new(row);
        self.rows.put_under(key, Arc::clone(&row));
        RowRef::new(row)
    }

    /// Changes the row with this key. A row whose key changes moves.
    ///
    /// # Errors
    /// `not_found`, or what `change` returns; then nothing changed.
    pub fn update(
        &mut self,
        key: &(impl KeyPart + ?Sized),
        change: impl FnOnce(&mut T) -> Result<(), ToolError>,
    ) -> Result<RowRef<T>, ToolError> {
        let key = key.key_text();
        let Some(row) = self.rows.get(&key) else {
            return Err(ToolError::no_row(T::NAME, &key));
        };
        let mut changed = typed::<T>(&**row).clone();
        change(&mut changed)?;
        if changed.key() == key {
            return Ok(self.put_under(&key, changed));
        }
        let moved = self.insert(changed)?;
        self.rows.take(&key);
        Ok(moved)
    }

    /// Takes a row out and leaves references to it alone; a reference that dangles afterwards
    /// fails the whole call. [`crate::StateExt::delete`] follows the references instead.
    ///
    /// # Errors
    /// `not_found`.
    pub fn remove(&mut self, key: &(impl KeyPart + ?Sized)) -> Result<RowRef<T>, ToolError> {
        let key = key.key_text();
        match self.rows.take(&key) {
            Some(row) => Ok(RowRef::new(row)),
            None => Err(ToolError::no_row(T::NAME, &key)),
        }
    }

    /// The key text for a new row, by the entity's key form.
    pub fn next_key_text(&mut self, cx: &mut Context) -> String {
        loop {
            let number = self.rows.next_in_sequence();
            let text = match T::INFO.key_form {
                KeyForm::Given => number.to_string(),
                KeyForm::Sequence(format) => crate::context::format_sequence(format, number),
                KeyForm::Uuid => cx.uuid(),
                KeyForm::Token(prefix, length) => cx.token(prefix, length),
            };
            if self.rows.get(&text).is_none() {
                return text;
            }
        }
    }

    /// A key for a new row, by the entity's key form.
    pub fn next_key(&mut self, cx: &mut Context) -> Key<T> {
        Key::new(self.next_key_text(cx))
    }

    /// A number for a new row. For composite keys the counter is the whole table's; see
    /// [`Table::next_number_where`] for one a parent.
    pub fn next_int_key(&mut self, cx: &mut Context) -> IntKey<T> {
        let _ = cx;
        loop {
            let key = IntKey::new(i64::try_from(self.rows.next_in_sequence()).unwrap_or(i64::MAX));
            if !self.contains(&key) {
                return key;
            }
        }
    }

    /// One more than the greatest `number` among the rows that `within` accepts: for rows that
    /// each parent numbers on its own.
    #[must_use]
    pub fn next_number_where(
        &self,
        within: &dyn Fn(&T) -> bool,
        number: &dyn Fn(&T) -> i64,
    ) -> i64 {
        let greatest = self.iter().filter(|row| within(row)).map(number).max();
        greatest.unwrap_or(0).saturating_add(1)
    }

    /// The rows without their type.
    #[doc(hidden)]
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The rows without their type, to change.
    #[doc(hidden)]
    pub fn rows_mut(&mut self) -> &mut Rows {
        &mut self.rows
    }
}

impl<T: Entity> One<T> {
    /// Holds the row of which nothing is told: every field is what it is by default. Empty where
    /// rows need more.
    #[must_use]
    pub fn of_defaults() -> Self {
        let mut one = Self::default();
        if let Ok(row) = T::read(&serde_json::Value::Object(serde_json::Map::new())) {
            one.set(row);
        }
        one
    }

    /// The row, when it is set.
    #[must_use]
    pub fn get(&self) -> Option<&T> {
        self.rows.iter().next().map(|(_, row)| typed(&**row))
    }

    /// The row.
    ///
    /// # Errors
    /// `failed_precondition` when it is not set.
    pub fn find(&self) -> Result<RowRef<T>, ToolError> {
        match self.rows.iter().next() {
            Some((_, row)) => Ok(RowRef::new(Arc::clone(row))),
            None => Err(ToolError::failed_precondition(format!(
                "there is no {} in this workspace",
                entity_words(T::NAME)
            ))),
        }
    }

    /// Sets the row.
    pub fn set(&mut self, row: T) -> RowRef<T> {
        self.rows.clear();
        let row: Arc<dyn Row> = Arc::new(row);
        self.rows.put(Arc::clone(&row));
        RowRef::new(row)
    }

    /// Changes the row.
    ///
    /// # Errors
    /// `failed_precondition` when it is not set, or what `change` returns.
    pub fn update(
        &mut self,
        change: impl FnOnce(&mut T) -> Result<(), ToolError>,
    ) -> Result<RowRef<T>, ToolError> {
        let mut changed: T = (*self.find()?).clone();
        change(&mut changed)?;
        Ok(self.set(changed))
    }

    /// The row without its type.
    #[doc(hidden)]
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The row without its type, to change.
    #[doc(hidden)]
    pub fn rows_mut(&mut self) -> &mut Rows {
        &mut self.rows
    }
}

/// `PullRequest` as `pull request`.
pub(crate) fn entity_words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for (index, character) in name.chars().enumerate() {
        if character.is_uppercase() && index > 0 {
            out.push(' ');
        }
        out.extend(character.to_lowercase());
    }
    out
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), entity: PhantomData }
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { rows: Rows::default(), entity: PhantomData }
    }
}

impl<T> Clone for One<T> {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), entity: PhantomData }
    }
}

impl<T> Default for One<T> {
    fn default() -> Self {
        Self { rows: Rows::default(), entity: PhantomData }
    }
}
