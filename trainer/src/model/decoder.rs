//! The decoder: states of a transcript, the log-probability of given tokens, the next token's
//! distribution.

use burn::module::{Module, Param};
use burn::tensor::activation::{sigmoid, softmax};
use burn::tensor::{Device, Int, Tensor, TensorData};
use compoworld_kernels::{Sight, log_probs, rms_norm, swiglu};

use super::attention::{Attention, CausalConv, Rotation};
use super::cache::Cache;
use super::config::{ConfigError, DecoderConfig};
use super::pointer::Pointer;
use super::weights::WeightSource;

/// Added to masked scores.
const FORBIDDEN: f32 = -1e9;

/// The least probability whose logarithm is taken, so that a token that got none costs a finite
/// loss.
pub const PROBABILITY_MIN: f32 = 1e-9;

/// One block: convolution, attention, gated feed-forward, each added to the stream.
#[derive(Module, Debug)]
pub struct Block {
    conv: Option<CausalConv>,
    attention_norm: Param<Tensor<1>>,
    attention: Attention,
    feed_forward_norm: Param<Tensor<1>>,
    /// Gate and content side by side, `[d_model, 2 d_feed_forward]`.
    feed_forward_in: Param<Tensor<2>>,
    feed_forward_out: Param<Tensor<2>>,
}

/// A decoder with tied embeddings.
#[derive(Module, Debug)]
pub struct Decoder {
    /// `[n_vocabulary, d_model]`.
    embedding: Param<Tensor<2>>,
    blocks: Vec<Block>,
    norm: Param<Tensor<1>>,
    pointer: Option<Pointer>,
    #[module(skip)]
    config: DecoderConfig,
}

/// Positions of a batch whose next token is scored.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Targets {
    /// Flat positions `row * n_tokens + column` in the batch.
    pub positions: Vec<i32>,
    /// The id that follows each position.
    pub ids: Vec<i32>,
}

/// The next token's distribution, in its two parts.
#[derive(Debug)]
pub struct NextToken {
    /// The vocabulary's probabilities, `[n_rows, n_vocabulary]`.
    pub vocabulary: Tensor<2>,
    /// The pointer's probabilities over the context, `[n_rows, n_read]`, and the vocabulary's share,
    /// `[n_rows, 1]`.
    pub pointer: Option<(Tensor<2>, Tensor<2>)>,
}

impl Decoder {
    /// Draws a decoder.
    ///
    /// # Errors
    /// [`ConfigError`] when the shape does not fit together.
    pub fn new(config: &DecoderConfig, seed: u64, device: &Device) -> Result<Self, ConfigError> {
        config.validate()?;
        let mut source = WeightSource::new(seed, device);
        let d_model = config.d_model;
        // Embeddings also score the vocabulary, and grow to this length when they enter the stream.
        let embedding = source.normal([config.n_vocabulary, d_model], (d_model as f32).powf(-0.5));
        let blocks = (0..config.n_layers).map(|_| Block::new(config, &mut source)).collect();
        Ok(Self {
            embedding,
            blocks,
            norm: source.constant([d_model], 1.0),
            pointer: (config.d_pointer > 0).then(|| Pointer::new(config, &mut source)),
            config: config.clone(),
        })
    }

    /// The shape it was made with.
    pub fn config(&self) -> &DecoderConfig {
        &self.config
    }

    /// The device of its weights, with their autodiff context.
    pub fn device(&self) -> Device {
        self.embedding.val().device()
    }

    /// States after the last norm. With a cache, `ids` follow what it has read.
    ///
    /// # Shapes
    /// - `ids`: `[n_rows, n_tokens]`
    /// - returns: `[n_rows, n_tokens, d_model]`
    pub fn states(&self, ids: Tensor<2, Int>, mut cache: Option<&mut Cache>) -> Tensor<3> {
        let [n_rows, n_tokens] = ids.dims();
        let d_model = self.config.d_model;
        let device = self.device();
        let n_before = cache.as_ref().map_or(0, |cache| cache.n_read);

        let scale = (d_model as f32).sqrt();
        let mut x = self
            .embedding
            .val()
            .select(0, ids.reshape([n_rows * n_tokens]))
            .reshape([n_rows, n_tokens, d_model])
            * scale;
        let rotation = self
            .config
            .rope_base
            .map(|base| Rotation::new(n_before, n_tokens, self.config.d_head, base, &device));
        let sight = Sight::after(&[n_before], n_tokens);
        let epsilon = self.config.norm_epsilon;
        for (number, block) in self.blocks.iter().enumerate() {
            let memory = cache.as_mut().map(|cache| &mut cache.blocks[number]);
            x = block.forward(x, rotation.as_ref(), &sight, epsilon, memory);
        }
        if let Some(cache) = cache {
            cache.n_read += n_tokens;
        }
        rms_norm(x, self.norm.val(), epsilon)
    }

    /// The log-probability of each target.
    ///
    /// # Shapes
    /// - `ids`: `[n_rows][n_tokens]`, padded at the end
    /// - returns: `[n_targets]`, in the order of `targets`
    ///
    /// # Units
    /// Nats.
    pub fn log_probs(&self, ids: &[Vec<u32>], targets: &Targets) -> Tensor<1> {
        let device = self.device();
        let n_rows = ids.len();
        let n_tokens = ids.iter().map(Vec::len).max().unwrap_or(0);
        let d_model = self.config.d_model;
        let n_targets = targets.positions.len();
        let padded = padded_ids(ids, n_tokens);
        let input = Tensor::<2, Int>::from_data(
            TensorData::new(padded.clone(), [n_rows, n_tokens]),
            &device,
        );
        let states = self.states(input, None);

        let positions = Tensor::<1, Int>::from_data(targets.positions.as_slice(), &device);
        let at_targets =
            states.clone().reshape([n_rows * n_tokens, d_model]).select(0, positions.clone());
        let logits = at_targets.clone().matmul(self.embedding.val().transpose());
        let ids_wanted: Vec<u32> = targets.ids.iter().map(|&id| id as u32).collect();
        let from_vocabulary = log_probs(logits, &ids_wanted);
        let Some(pointer) = &self.pointer else { return from_vocabulary };

        // Only what is scored asks the pointer: a grid of the targets of each row.
        let grid = TargetGrid::new(targets, n_rows, n_tokens);
        let asking = Tensor::<1, Int>::from_data(grid.positions.as_slice(), &device);
        let asking = states
            .clone()
            .reshape([n_rows * n_tokens, d_model])
            .select(0, asking)
            .reshape([n_rows, grid.n_columns, d_model]);
        let shape = [n_rows, grid.n_columns, n_tokens];
        let mask = Tensor::<3>::from_data(TensorData::new(grid.mask(n_tokens), shape), &device);
        let matches = Tensor::<3>::from_data(
            TensorData::new(grid.matches(&padded, n_tokens), shape),
            &device,
        );
        let keys = pointer.keys(states, None);
        let places = Tensor::<1, Int>::from_data(grid.places.as_slice(), &device);
        let copied = (pointer.spread(asking, keys, Some(&mask)) * matches)
            .sum_dim(2)
            .reshape([n_rows * grid.n_columns])
            .select(0, places);
        let share = sigmoid(pointer.gate_logits(at_targets)).reshape([n_targets]);
        let mixed = from_vocabulary.exp() * share.clone() + copied * (share.neg() + 1.0);
        mixed.clamp_min(PROBABILITY_MIN).log()
    }

    /// Reads tokens into the cache and gives the state of the last one.
    ///
    /// # Shapes
    /// - `ids`: `[n_rows, n_tokens]`
    /// - returns: `[n_rows, d_model]`
    pub fn read(&self, ids: Tensor<2, Int>, cache: &mut Cache) -> Tensor<2> {
        let [n_rows, n_tokens] = ids.dims();
        let states = self.states(ids, Some(&mut *cache));
        let last = states.clone().narrow(1, n_tokens - 1, 1);
        if let Some(pointer) = &self.pointer {
            let keys = pointer.keys(states, cache.last_state.take());
            cache.last_state = Some(last.clone());
            cache.pointer_keys.append(keys.unsqueeze_dim(1));
        }
        last.reshape([n_rows, self.config.d_model])
    }

    /// The distribution of the token that follows the last one read.
    ///
    /// # Shapes
    /// - `last`: what [`Self::read`] gave, `[n_rows, d_model]`
    pub fn next_token(&self, last: Tensor<2>, cache: &Cache) -> NextToken {
        let logits = last.clone().matmul(self.embedding.val().transpose());
        let keys = cache.pointer_keys.all().map(|keys| keys.squeeze_dim::<3>(1));
        let pointer = self.pointer.as_ref().zip(keys).map(|(pointer, keys)| {
            let spread = pointer.spread(last.clone().unsqueeze_dim(1), keys, None);
            (spread.squeeze_dim::<2>(1), sigmoid(pointer.gate_logits(last)))
        });
        NextToken { vocabulary: softmax(logits, 1), pointer }
    }
}

impl Block {
    fn new(config: &DecoderConfig, source: &mut WeightSource<'_>) -> Self {
        let DecoderConfig { d_model, d_feed_forward, n_layers, .. } = *config;
        let depth_scale = (2.0 * n_layers as f32).powf(-0.5);
        Self {
            conv: (config.conv_reach > 0).then(|| CausalConv::new(config, source)),
            attention_norm: source.constant([d_model], 1.0),
            attention: Attention::new(config, source),
            feed_forward_norm: source.constant([d_model], 1.0),
            feed_forward_in: source
                .normal([d_model, 2 * d_feed_forward], (d_model as f32).powf(-0.5)),
            feed_forward_out: source.normal(
                [d_feed_forward, d_model],
                (d_feed_forward as f32).powf(-0.5) * depth_scale,
            ),
        }
    }

    fn forward(
        &self,
        x: Tensor<3>,
        rotation: Option<&Rotation>,
        sight: &Sight,
        epsilon: f32,
        memory: Option<&mut super::cache::BlockCache>,
    ) -> Tensor<3> {
        let (tail, columns) = match memory {
            Some(memory) => (Some(&mut memory.tail), Some((&mut memory.keys, &mut memory.values))),
            None => (None, None),
        };
        let x = match &self.conv {
            Some(conv) => conv.forward(x, tail),
            None => x,
        };
        let attended = self.attention.forward(
            rms_norm(x.clone(), self.attention_norm.val(), epsilon),
            rotation,
            sight,
            columns,
        );
        let x = x + attended;

        let [n_rows, n_tokens, d_model] = x.dims();
        let d_feed_forward = self.feed_forward_out.dims()[0];
        let normed = rms_norm(x.clone(), self.feed_forward_norm.val(), epsilon)
            .reshape([n_rows * n_tokens, d_model]);
        let part = |from: usize| {
            normed.clone().matmul(self.feed_forward_in.val().narrow(1, from, d_feed_forward))
        };
        let fed = swiglu(part(0), part(d_feed_forward)).matmul(self.feed_forward_out.val());
        x + fed.reshape([n_rows, n_tokens, d_model])
    }
}

fn padded_ids(ids: &[Vec<u32>], n_tokens: usize) -> Vec<i32> {
    let mut padded = vec![0; ids.len() * n_tokens];
    for (row, ids) in padded.chunks_mut(n_tokens).zip(ids) {
        for (slot, &id) in row.iter_mut().zip(ids) {
            *slot = id as i32;
        }
    }
    padded
}

/// The targets of each row side by side; short rows are filled with their first token.
struct TargetGrid {
    n_columns: usize,
    /// Flat positions in the batch, `[n_rows n_columns]`.
    positions: Vec<i32>,
    /// The id that follows each position.
    ids: Vec<i32>,
    /// Where each target is in the grid, in the order of the targets.
    places: Vec<i32>,
}

impl TargetGrid {
    fn new(targets: &Targets, n_rows: usize, n_tokens: usize) -> Self {
        let mut n_of_row = vec![0; n_rows];
        for &position in &targets.positions {
            n_of_row[position as usize / n_tokens] += 1;
        }
        let n_columns = n_of_row.iter().copied().max().unwrap_or(0).max(1);
        let first = |place: usize| (place / n_columns * n_tokens) as i32;
        let mut grid = Self {
            n_columns,
            positions: (0..n_rows * n_columns).map(first).collect(),
            ids: vec![0; n_rows * n_columns],
            places: Vec::with_capacity(targets.positions.len()),
        };
        n_of_row.fill(0);
        for (&position, &id) in targets.positions.iter().zip(&targets.ids) {
            let row = position as usize / n_tokens;
            let place = row * n_columns + n_of_row[row];
            n_of_row[row] += 1;
            grid.positions[place] = position;
            grid.ids[place] = id;
            grid.places.push(place as i32);
        }
        grid
    }

    /// What to add to scores so that no position sees a later one, `[n_rows, n_columns, n_tokens]`.
    fn mask(&self, n_tokens: usize) -> Vec<f32> {
        let seen = |position: &i32| *position as usize % n_tokens;
        let row =
            |seen: usize| (0..n_tokens).map(move |key| if key <= seen { 0.0 } else { FORBIDDEN });
        self.positions.iter().map(seen).flat_map(row).collect()
    }

    /// One where a token of the row is the one that follows, `[n_rows, n_columns, n_tokens]`.
    fn matches(&self, padded: &[i32], n_tokens: usize) -> Vec<f32> {
        let of_place = |(place, &id): (usize, &i32)| {
            let from = place / self.n_columns * n_tokens;
            let tokens = &padded[from..from + n_tokens];
            tokens.iter().map(move |&token| if token == id { 1.0 } else { 0.0 })
        };
        self.ids.iter().enumerate().flat_map(of_place).collect()
    }
}
