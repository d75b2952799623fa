//! What a model remembers of the tokens that it has read, so that each is computed once.
//!
//! Rows are ragged: each has its own length. Keys and values of all rows lie in one tensor with
//! room ahead, each row's from column 0 on, so that rows at different lengths are read together.

use burn::tensor::{Device, Int, Tensor};

/// Columns are added in steps of this many.
const COLUMNS_STEP: usize = 64;

/// What a model remembers of a batch of rows.
#[derive(Debug, Clone)]
pub struct LmCache {
    n_read: Vec<usize>,
    pub(crate) blocks: Vec<BlockCache>,
}

/// What one block remembers. Which of them it uses, its kind decides.
#[derive(Debug, Clone, Default)]
pub struct BlockCache {
    /// Keys with positions applied, `[n_rows, n_kv_heads, n_room, d_head]`.
    keys: Option<Tensor<4>>,
    /// As the keys.
    values: Option<Tensor<4>>,
    /// The recurrent state, `[n_rows, n_value_heads, d_key, d_value]`.
    state: Option<Tensor<4>>,
    /// The last inputs of the convolution, `[n_rows, n_taps - 1, width]`.
    tail: Option<Tensor<3>>,
}

/// Rows that read equally many new tokens together.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Which rows of the cache, in rising order.
    pub rows: Vec<usize>,
    /// How many tokens each of them has read before.
    pub n_read: Vec<usize>,
    /// How many rows the cache has.
    pub n_cache_rows: usize,
}

impl LmCache {
    /// Rows that have read nothing.
    pub fn new(n_rows: usize) -> Self {
        Self { n_read: vec![0; n_rows], blocks: Vec::new() }
    }

    /// How many tokens each row has read.
    pub fn n_read(&self) -> &[usize] {
        &self.n_read
    }

    /// A cache of `n` rows that have all read what `row` has: one prompt, several answers.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn fork_row(&self, row: usize, n: usize) -> Self {
        let mut forked = self.clone();
        forked.keep_rows(&vec![row; n]);
        forked
    }

    /// Keeps only the given rows, in the given order; a row may be given more than once.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn keep_rows(&mut self, rows: &[usize]) {
        if rows.iter().copied().eq(0..self.n_read.len()) {
            return;
        }
        self.n_read = rows.iter().map(|&row| self.n_read[row]).collect();
        for block in &mut self.blocks {
            keep(&mut block.keys, rows);
            keep(&mut block.values, rows);
            keep(&mut block.state, rows);
            keep(&mut block.tail, rows);
        }
    }

    /// Adds the rows of another cache of the same model behind those of this one.
    pub fn add_rows(&mut self, other: Self) {
        let (n_own, n_other) = (self.n_read.len(), other.n_read.len());
        if n_own == 0 {
            *self = other;
            return;
        }
        let n_blocks = self.blocks.len().max(other.blocks.len());
        self.blocks.resize_with(n_blocks, BlockCache::default);
        let others = other.blocks.into_iter().chain(std::iter::repeat_with(BlockCache::default));
        for (block, other) in self.blocks.iter_mut().zip(others) {
            join(&mut block.keys, n_own, other.keys, n_other);
            join(&mut block.values, n_own, other.values, n_other);
            join(&mut block.state, n_own, other.state, n_other);
            join(&mut block.tail, n_own, other.tail, n_other);
        }
        self.n_read.extend(other.n_read);
    }

    /// Gives room back that no row of this cache uses.
    pub fn drop_room(&mut self) {
        let n_columns = self.n_read.iter().max().copied().unwrap_or(0);
        let n_room = n_columns.next_multiple_of(COLUMNS_STEP);
        for kept in self.blocks.iter_mut().flat_map(|block| [&mut block.keys, &mut block.values]) {
            *kept = kept.take().map(|all| match all.dims()[2] <= n_room {
                true => all,
                // Selecting copies, where a narrower view would hold on to the whole.
                false => {
                    let columns = indices(&(0..n_room).collect::<Vec<_>>(), &all.device());
                    all.select(2, columns)
                }
            });
        }
    }

    /// The given rows, about to read.
    pub(crate) fn reading(&self, rows: Vec<usize>) -> Reading {
        let n_read = rows.iter().map(|&row| self.n_read[row]).collect();
        Reading { rows, n_read, n_cache_rows: self.n_read.len() }
    }

    /// Counts what was read.
    pub(crate) fn count(&mut self, reading: &Reading, n_new: usize) {
        for &row in &reading.rows {
            self.n_read[row] += n_new;
        }
    }
}

impl Reading {
    fn is_whole(&self) -> bool {
        self.rows.len() == self.n_cache_rows
    }

    fn is_level(&self) -> bool {
        self.n_read.windows(2).all(|pair| pair[0] == pair[1])
    }
}

impl BlockCache {
    /// Appends keys and values, and gives all that those rows have, up to the longest row.
    ///
    /// # Shapes
    /// - `keys`, `values`: `[n_rows, n_kv_heads, n_new, d_head]`
    /// - returns: `[n_rows, n_kv_heads, n_columns, d_head]`, what is past a row's end arbitrary
    pub fn append(
        &mut self,
        reading: &Reading,
        keys: Tensor<4>,
        values: Tensor<4>,
    ) -> (Tensor<4>, Tensor<4>) {
        (append(&mut self.keys, reading, keys), append(&mut self.values, reading, values))
    }

    /// The recurrent state of those rows; `None` when no row has read anything.
    pub fn state(&self, reading: &Reading) -> Option<Tensor<4>> {
        self.state.as_ref().map(|state| rows_of(state, reading))
    }

    /// The last inputs of the convolution of those rows; `None` when no row has read anything.
    pub fn tail(&self, reading: &Reading) -> Option<Tensor<3>> {
        self.tail.as_ref().map(|tail| rows_of(tail, reading))
    }

    /// Remembers the recurrent state and the last inputs of the convolution.
    pub fn set_state(&mut self, reading: &Reading, state: Tensor<4>, tail: Tensor<3>) {
        set_rows(&mut self.state, reading, state);
        set_rows(&mut self.tail, reading, tail);
    }
}

fn indices(rows: &[usize], device: &Device) -> Tensor<1, Int> {
    let rows: Vec<i32> = rows.iter().map(|&row| row as i32).collect();
    Tensor::from_data(rows.as_slice(), device)
}

fn keep<const D: usize>(kept: &mut Option<Tensor<D>>, rows: &[usize]) {
    *kept = kept.take().map(|all| {
        let rows = indices(rows, &all.device());
        all.select(0, rows)
    });
}

/// Puts the rows of `other` behind those of `own`; rows that have nothing get zeros.
fn join<const D: usize>(
    own: &mut Option<Tensor<D>>,
    n_own: usize,
    other: Option<Tensor<D>>,
    n_other: usize,
) {
    let zeros = |like: &Tensor<D>, n_rows: usize| {
        let mut shape = like.dims();
        shape[0] = n_rows;
        Tensor::zeros(shape, &like.device())
    };
    let (first, second) = match (own.take(), other) {
        (None, None) => return,
        (Some(first), None) => {
            let second = zeros(&first, n_other);
            (first, second)
        }
        (None, Some(second)) => (zeros(&second, n_own), second),
        (Some(first), Some(second)) => (first, second),
    };
    // Keys and values may have more room here or there; everything else is of one size.
    let n_columns = first.dims()[2].max(second.dims()[2]);
    let widened = |all: Tensor<D>| {
        let mut shape = all.dims();
        shape[2] = n_columns - shape[2];
        match shape[2] {
            0 => all,
            _ => {
                let more = Tensor::zeros(shape, &all.device());
                Tensor::cat(vec![all, more], 2)
            }
        }
    };
    *own = Some(Tensor::cat(vec![widened(first), widened(second)], 0));
}

fn rows_of<const D: usize>(all: &Tensor<D>, reading: &Reading) -> Tensor<D> {
    match reading.is_whole() {
        true => all.clone(),
        false => all.clone().select(0, indices(&reading.rows, &all.device())),
    }
}

/// Replaces what those rows have; rows that have nothing yet have zeros.
fn set_rows<const D: usize>(kept: &mut Option<Tensor<D>>, reading: &Reading, new: Tensor<D>) {
    if reading.is_whole() {
        *kept = Some(new);
        return;
    }
    let mut all = kept.take().unwrap_or_else(|| {
        let mut shape = new.dims();
        shape[0] = reading.n_cache_rows;
        Tensor::zeros(shape, &new.device())
    });
    for (place, &row) in reading.rows.iter().enumerate() {
        all = all.slice_assign(row..row + 1, new.clone().narrow(0, place, 1));
    }
    *kept = Some(all);
}

/// Writes in place as long as there is room; only growing copies.
fn append(kept: &mut Option<Tensor<4>>, reading: &Reading, new: Tensor<4>) -> Tensor<4> {
    let [_, n_heads, n_new, width] = new.dims();
    let n_columns = reading.n_read.iter().max().copied().unwrap_or(0) + n_new;
    let mut room = with_room(kept.take(), reading.n_cache_rows, n_columns, &new);
    if reading.is_whole() && reading.is_level() {
        let columns = n_columns - n_new..n_columns;
        room = room.slice_assign([0..reading.n_cache_rows, 0..n_heads, columns, 0..width], new);
    } else {
        for (place, (&row, &from)) in reading.rows.iter().zip(&reading.n_read).enumerate() {
            room = room.slice_assign(
                [row..row + 1, 0..n_heads, from..from + n_new, 0..width],
                new.clone().narrow(0, place, 1),
            );
        }
    }
    let seen = rows_of(&room, reading).narrow(2, 0, n_columns);
    *kept = Some(room);
    seen
}

/// What was kept, wide enough for `n_columns` columns a row; `like` tells the other dimensions.
fn with_room(
    kept: Option<Tensor<4>>,
    n_rows: usize,
    n_columns: usize,
    like: &Tensor<4>,
) -> Tensor<4> {
    let [_, n_heads, _, width] = like.dims();
    let n_room = n_columns.next_multiple_of(COLUMNS_STEP);
    match kept {
        Some(room) if room.dims()[2] >= n_columns => room,
        Some(room) => {
            let n_more = n_room - room.dims()[2];
            let more = Tensor::zeros([n_rows, n_heads, n_more, width], &like.device());
            Tensor::cat(vec![room, more], 2)
        }
        None => Tensor::zeros([n_rows, n_heads, n_room, width], &like.device()),
    }
}
