//! What a decoder remembers of the tokens it has read, so that each token is computed once.

use burn::tensor::Tensor;
use burn::tensor::{Device, Int};

/// Columns added when a cache is full.
const COLUMNS_STEP: usize = 64;

/// A growing sequence of vectors a row, `[n_rows, n_heads, n_columns, width]`.
///
/// Room is kept ahead and written in place; only growing copies.
#[derive(Debug, Clone)]
pub struct Columns {
    room: Option<Tensor<4>>,
    n_columns: usize,
}

impl Columns {
    fn new() -> Self {
        Self { room: None, n_columns: 0 }
    }

    /// Appends columns and returns all that there are.
    ///
    /// # Shapes
    /// - `columns`: `[n_rows, n_heads, n_new, width]`
    /// - returns: `[n_rows, n_heads, n_columns, width]`
    pub fn append(&mut self, columns: Tensor<4>) -> Tensor<4> {
        let [n_rows, n_heads, n_new, width] = columns.dims();
        let n_columns = self.n_columns + n_new;
        let room = match self.room.take() {
            Some(room) if room.dims()[2] >= n_columns => room,
            room => {
                let n_ahead = n_columns.next_multiple_of(COLUMNS_STEP);
                let wider = Tensor::zeros([n_rows, n_heads, n_ahead, width], &columns.device());
                match room {
                    Some(room) => {
                        let old = room.slice([0..n_rows, 0..n_heads, 0..self.n_columns]);
                        wider.slice_assign([0..n_rows, 0..n_heads, 0..self.n_columns], old)
                    }
                    None => wider,
                }
            }
        };
        let room = room
            .slice_assign([0..n_rows, 0..n_heads, self.n_columns..n_columns, 0..width], columns);
        self.n_columns = n_columns;
        let all = room.clone().slice([0..n_rows, 0..n_heads, 0..n_columns]);
        self.room = Some(room);
        all
    }

    /// All columns so far; `None` before the first.
    pub fn all(&self) -> Option<Tensor<4>> {
        let room = self.room.clone()?;
        let [n_rows, n_heads, _, _] = room.dims();
        Some(room.slice([0..n_rows, 0..n_heads, 0..self.n_columns]))
    }

    fn keep_rows(&mut self, rows: &Tensor<1, Int>) {
        self.room = self.room.take().map(|room| room.select(0, rows.clone()));
    }
}

/// What one block remembers.
#[derive(Debug, Clone)]
pub struct BlockCache {
    /// Keys, with positions applied.
    pub keys: Columns,
    /// Values.
    pub values: Columns,
    /// The last inputs of the block's convolution, `[n_rows, conv_reach, d_model]`.
    pub tail: Option<Tensor<3>>,
}

/// What a decoder remembers. Every row has read equally many tokens.
#[derive(Debug, Clone)]
pub struct Cache {
    /// One a block.
    pub blocks: Vec<BlockCache>,
    /// Keys of the pointer.
    pub pointer_keys: Columns,
    /// The last state, which the pointer's next key needs, `[n_rows, 1, d_model]`.
    pub last_state: Option<Tensor<3>>,
    /// How many tokens each row has read.
    pub n_read: usize,
}

impl Cache {
    /// An empty cache.
    pub fn new(n_layers: usize) -> Self {
        let block = BlockCache { keys: Columns::new(), values: Columns::new(), tail: None };
        Self {
            blocks: vec![block; n_layers],
            pointer_keys: Columns::new(),
            last_state: None,
            n_read: 0,
        }
    }

    /// Keeps only the given rows, in the given order.
    pub fn keep_rows(&mut self, rows: &[usize], device: &Device) {
        let rows: Vec<i32> = rows.iter().map(|&row| row as i32).collect();
        let rows = Tensor::<1, Int>::from_data(rows.as_slice(), device);
        for block in &mut self.blocks {
            block.keys.keep_rows(&rows);
            block.values.keep_rows(&rows);
            block.tail = block.tail.take().map(|tail| tail.select(0, rows.clone()));
        }
        self.pointer_keys.keep_rows(&rows);
        self.last_state = self.last_state.take().map(|state| state.select(0, rows.clone()));
    }
}
