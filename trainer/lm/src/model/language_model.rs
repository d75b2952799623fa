//! The model: tokens to states, states to logits.

use std::collections::BTreeMap;

use burn::module::{Module, Param};
use burn::tensor::{Device, Int, Tensor, TensorData};
use compoworld_kernels::{Sight, product_with_rows};

use super::block::{Batch, Block};
use super::cache::{BlockCache, LmCache, Reading};
use super::config::LmConfig;
use super::linear::{Linear, LinearVisitor};
use super::norm::RmsNorm;
use super::rotation::Rotation;
use super::runs::Runs;
use super::segments::Segments;
use super::weights::{WeightError, WeightSink, WeightSource, Weights, parameter_values};

/// A decoder of any of the families.
///
/// Made on an autodiff device it is trainable; [`Module::valid`] gives the same weights without the
/// graph, for [`Self::read`].
#[derive(Module, Debug)]
pub struct LanguageModel {
    /// `[n_vocabulary, d_model]`.
    embedding: Param<Tensor<2>>,
    blocks: Vec<Block>,
    norm: RmsNorm,
    /// The output head, unless it is the embedding.
    head: Option<Linear>,
    #[module(skip)]
    config: LmConfig,
}

impl LanguageModel {
    /// Makes a model of named tensors.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(
        config: LmConfig,
        source: &mut dyn WeightSource,
        device: &Device,
    ) -> Result<Self, WeightError> {
        let mut weights = Weights::new(source, device);
        let (d_model, n_vocabulary) = (config.d_model, config.n_vocabulary);
        let head = match config.tied_embeddings {
            true => None,
            false => Some(Linear::new(weights.under("lm_head"), d_model, n_vocabulary, false)?),
        };
        let mut weights = weights.under("model");
        let embedding = weights.parameter("embed_tokens.weight", [n_vocabulary, d_model])?;
        let mut blocks = Vec::new();
        for (number, layer) in config.layers.iter().enumerate() {
            let weights = weights.under(&format!("layers.{number}"));
            blocks.push(Block::new(weights, &config, *layer)?);
        }
        let (epsilon, zero_centred) = (config.norm_epsilon, config.zero_centred_norms);
        let norm = RmsNorm::new(weights.under("norm"), d_model, epsilon, zero_centred)?;
        Ok(Self { embedding, blocks, norm, head, config })
    }

    /// Gives its tensors under the names that `transformers` gives them.
    pub fn save<'m>(&'m self, sink: &mut dyn WeightSink<'m>) {
        let embedding = Box::new(|| parameter_values(&self.embedding));
        sink.put("model.embed_tokens.weight".to_owned(), &self.embedding.dims(), embedding);
        for (number, block) in self.blocks.iter().enumerate() {
            block.save(&format!("model.layers.{number}"), sink);
        }
        self.norm.save("model.norm", sink);
        if let Some(head) = &self.head {
            head.save("lm_head", sink);
        }
    }

    /// Shows the products of its blocks, by the names that `transformers` gives them.
    pub fn visit_linears(&mut self, visit: &mut LinearVisitor<'_>) {
        for (number, block) in self.blocks.iter_mut().enumerate() {
            block.visit_linears(&format!("model.layers.{number}"), visit);
        }
    }

    /// Whether the embedding is trained.
    pub fn embedding_learns(&self) -> bool {
        self.embedding.val().is_require_grad()
    }

    /// Its shape.
    pub fn config(&self) -> &LmConfig {
        &self.config
    }

    /// The device of its weights, with their autodiff context.
    pub fn device(&self) -> Device {
        self.embedding.val().device()
    }

    /// States of whole sequences after the last norm. Rows shorter than the batch are padded at the
    /// end with any id; what stands there is seen by no token before it.
    ///
    /// # Shapes
    /// - `ids`: `[n_rows, n_tokens]`
    /// - `segments`: of the same dimensions, when rows hold several sequences
    /// - returns: `[n_rows, n_tokens, d_model]`
    ///
    /// # Panics
    /// When the segments have other dimensions than `ids`, or an id is outside of the vocabulary.
    pub fn states(&self, ids: Tensor<2, Int>, segments: Option<&Segments>) -> Tensor<3> {
        let batch = self.batch(ids.dims(), segments);
        let mut x = self.embedded(ids);
        for number in 0..self.n_blocks() {
            x = self.pass_block(number, x, &batch);
        }
        let [n_rows, n_tokens] = batch.dims;
        self.normed(x).reshape([n_rows, n_tokens, self.config.d_model])
    }

    /// What the blocks need to know of a batch of whole sequences.
    ///
    /// # Panics
    /// When the segments have other dimensions.
    pub fn batch(&self, dims: [usize; 2], segments: Option<&Segments>) -> Batch {
        let [n_rows, n_tokens] = dims;
        let device = self.device();
        let rotation = &self.config.attention.rotation;
        let rotation = match segments {
            None => Rotation::new(rotation, &(0..n_tokens).collect::<Vec<_>>(), 1, &device),
            Some(segments) => {
                assert_eq!(segments.dims(), dims, "segments are those of the batch");
                let positions: Vec<usize> = (0..n_rows)
                    .flat_map(|row| (0..n_tokens).map(move |column| (row, column)))
                    .map(|(row, column)| column - segments.start(row, column))
                    .collect();
                Rotation::new(rotation, &positions, n_rows, &device)
            }
        };
        Batch {
            dims,
            rotation,
            sight: match segments {
                Some(segments) => segments.sight(),
                None => Sight::after(&[0], n_tokens),
            },
            runs: self.runs(dims, segments),
        }
    }

    /// How many blocks it has.
    pub fn n_blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Passes whole sequences through one block: a step of [`Self::states`].
    ///
    /// # Shapes
    /// - `x`: `[n_rows * n_tokens, d_model]`; returns the same
    ///
    /// # Panics
    /// When there is no block of this number.
    pub fn pass_block(&self, number: usize, x: Tensor<2>, batch: &Batch) -> Tensor<2> {
        self.blocks[number].forward(x, batch, None)
    }

    /// The last norm: the last step of [`Self::states`].
    ///
    /// # Shapes
    /// - `x`: `[n, d_model]`; returns the same
    pub fn normed(&self, x: Tensor<2>) -> Tensor<2> {
        self.norm.forward(x)
    }

    /// What the vocabulary scores at each state, before the softmax.
    ///
    /// # Shapes
    /// - `states`: `[.., d_model]`
    /// - returns: `[.., n_vocabulary]`
    pub fn logits<const D: usize>(&self, states: Tensor<D>) -> Tensor<D> {
        let mut shape = states.dims();
        let d_model = shape[D - 1];
        let n_states = shape[..D - 1].iter().product();
        shape[D - 1] = self.config.n_vocabulary;
        let flat = states.reshape([n_states, d_model]);
        let logits = match &self.head {
            Some(head) => head.forward(flat),
            None => product_with_rows(flat, self.embedding.val()),
        };
        logits.reshape(shape)
    }

    /// Reads new tokens after what each row of the cache has read, and gives the states of the last.
    /// Rows may read different numbers of tokens: those that read equally many go together, with no
    /// padding. Meant for a model without autodiff: with it, the graph grows with every call.
    ///
    /// # Shapes
    /// - `new_tokens`: `[n_rows][n_new]`, at least one a row
    /// - returns: `[n_rows, d_model]`
    ///
    /// # Panics
    /// When there are no rows or not as many as in the cache, when a row has no new token, or an id is
    /// outside of the vocabulary.
    pub fn read(&self, new_tokens: &[&[u32]], cache: &mut LmCache) -> Tensor<2> {
        assert!(!new_tokens.is_empty(), "there is a row that reads");
        assert_eq!(new_tokens.len(), cache.n_read().len(), "each row of the cache reads");
        let mut of_length: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (row, tokens) in new_tokens.iter().enumerate() {
            assert!(!tokens.is_empty(), "row {row} has no new token");
            of_length.entry(tokens.len()).or_default().push(row);
        }
        cache.blocks.resize_with(self.blocks.len(), BlockCache::default);

        let device = self.device();
        let mut order = vec![0i32; new_tokens.len()];
        let mut n_placed = 0;
        let mut states = Vec::with_capacity(of_length.len());
        for (n_new, rows) in of_length {
            for &row in &rows {
                order[row] = n_placed;
                n_placed += 1;
            }
            let ids: Vec<i32> =
                rows.iter().flat_map(|&row| new_tokens[row].iter().map(|&id| id as i32)).collect();
            let ids = Tensor::from_data(TensorData::new(ids, [rows.len(), n_new]), &device);
            let reading = cache.reading(rows);
            states.push(self.read_together(ids, &reading, &mut cache.blocks));
            cache.count(&reading, n_new);
        }
        if states.len() == 1 {
            return states.remove(0);
        }
        Tensor::cat(states, 0).select(0, Tensor::from_data(order.as_slice(), &device))
    }

    /// Reads equally many new tokens in each of some rows; `[n_rows, n_new]` to `[n_rows, d_model]`.
    fn read_together(
        &self,
        ids: Tensor<2, Int>,
        reading: &Reading,
        blocks: &mut [BlockCache],
    ) -> Tensor<2> {
        let [n_rows, n_new] = ids.dims();
        let device = self.device();
        let positions: Vec<usize> =
            reading.n_read.iter().flat_map(|&from| from..from + n_new).collect();
        let batch = Batch {
            dims: [n_rows, n_new],
            rotation: Rotation::new(&self.config.attention.rotation, &positions, n_rows, &device),
            sight: Sight::after(&reading.n_read, n_new),
            runs: if n_new > 1 { self.runs([n_rows, n_new], None) } else { None },
        };
        let mut x = self.embedded(ids);
        for (block, cache) in self.blocks.iter().zip(blocks) {
            x = block.forward(x, &batch, Some((cache, reading)));
        }
        let last = x.reshape([n_rows, n_new, self.config.d_model]).narrow(1, n_new - 1, 1);
        self.normed(last.reshape([n_rows, self.config.d_model]))
    }

    /// The embeddings of tokens: the first step of [`Self::states`].
    ///
    /// # Shapes
    /// - `ids`: `[n_rows, n_tokens]`
    /// - returns: `[n_rows * n_tokens, d_model]`
    pub fn embedded(&self, ids: Tensor<2, Int>) -> Tensor<2> {
        let n_ids = ids.dims().iter().product::<usize>();
        self.embedding.val().select(0, ids.reshape([n_ids]))
    }

    /// The runs of a batch, when there are blocks that want them.
    fn runs(&self, dims: [usize; 2], segments: Option<&Segments>) -> Option<Runs> {
        let n_back = self.config.delta.as_ref()?.n_taps - 1;
        Some(Runs::of_sequences(dims, segments, n_back, &self.device()))
    }
}
