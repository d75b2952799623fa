//! Rows that are generated together. They come and go: a row joins when it is asked for, and leaves
//! when it ends, so that each costs what it needs.
//!
//! Rows are of any length, and nothing is padded on the left. Rows with equal prompts read it once.
//! What ended rows have read is kept for a while, so that the next turn of a conversation reads
//! only what is new.

use burn::tensor::Tensor;

use super::prefix_cache::PrefixCache;
use super::request::{GenerateRequest, RequestError};
use super::row::{EndReason, Generated, Row, SampledToken};
use crate::model::cache::LmCache;
use crate::model::language_model::LanguageModel;
use crate::text::Tokenizer;

/// A prompt is read in pieces of so many tokens: attention over a long one takes room that grows
/// with the product of what is read and what was.
const PIECE_TOKENS: usize = 512;

/// How much a batch may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLimits {
    /// Tokens of one row, prompt and answer.
    pub context_tokens_max: usize,
    /// Tokens of beginnings that are kept to be gone on from; 0 keeps none.
    pub prefix_tokens_max: usize,
}

/// By what the owner of a batch knows a row.
pub type RowKey = u64;

/// What happened to a row.
#[derive(Debug, Clone, PartialEq)]
pub struct RowUpdate {
    /// The row.
    pub key: RowKey,
    /// Text that is certain now.
    pub text: String,
    /// The tokens that were sampled.
    pub tokens: Vec<SampledToken>,
    /// The whole, when the row has ended.
    pub ended: Option<Generated>,
}

/// A batch of rows of one model.
#[derive(Debug)]
pub struct Batch<'m> {
    model: &'m LanguageModel,
    tokenizer: Tokenizer,
    limits: BatchLimits,
    rows: Vec<(RowKey, Row)>,
    cache: LmCache,
    prefixes: PrefixCache,
    n_prompt_tokens_read: usize,
}

impl<'m> Batch<'m> {
    /// A batch without rows.
    #[must_use]
    pub fn new(model: &'m LanguageModel, tokenizer: Tokenizer, limits: BatchLimits) -> Self {
        Self {
            model,
            tokenizer,
            limits,
            rows: Vec::new(),
            cache: LmCache::new(0),
            prefixes: PrefixCache::new(limits.prefix_tokens_max),
            n_prompt_tokens_read: 0,
        }
    }

    /// How many rows grow.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// How many tokens of prompts the model has read so far: what was gone on from is not counted.
    #[must_use]
    pub fn n_prompt_tokens_read(&self) -> usize {
        self.n_prompt_tokens_read
    }

    /// Adds rows, reads their prompts, and samples the first token of each. Nothing is added when
    /// one of them cannot be.
    ///
    /// # Errors
    /// When a request does not fit the model.
    pub fn add(
        &mut self,
        requests: Vec<(RowKey, GenerateRequest)>,
    ) -> Result<Vec<RowUpdate>, RequestError> {
        let (n_vocabulary, context) =
            (self.model.config().n_vocabulary, self.limits.context_tokens_max);
        let fitted = requests
            .into_iter()
            .map(|(key, request)| Ok((key, request.fit(n_vocabulary, context)?)));
        let mut left: Vec<_> = fitted.collect::<Result<_, _>>()?;
        let mut updates = Vec::new();
        while let Some((key, first)) = left.pop() {
            let prompt = first.prompt.clone();
            let (equal, others) =
                left.into_iter().partition(|(_, request)| request.prompt == prompt);
            left = others;
            let mut group: Vec<(RowKey, GenerateRequest)> = equal;
            group.push((key, first));
            updates.extend(self.add_group(&prompt, group));
        }
        Ok(updates)
    }

    /// Adds rows of one prompt.
    fn add_group(
        &mut self,
        prompt: &[u32],
        group: Vec<(RowKey, GenerateRequest)>,
    ) -> Vec<RowUpdate> {
        let (cache, logits) = self.read_prompt(prompt);
        let (mut updates, mut n_going_on) = (Vec::new(), 0);
        for (key, request) in group {
            let mut row = Row::new(request, &self.tokenizer);
            let end = row.take(&logits);
            updates.push(update(key, &mut row, end));
            if end.is_none() {
                self.rows.push((key, row));
                n_going_on += 1;
            }
        }
        if n_going_on > 0 {
            self.cache.add_rows(cache.fork_row(0, n_going_on));
        }
        self.prefixes.keep(prompt.to_vec(), cache, Some(logits));
        updates
    }

    /// Reads a prompt, from the longest beginning that is known.
    fn read_prompt(&mut self, prompt: &[u32]) -> (LmCache, Vec<f32>) {
        let (mut cache, mut n_known) = (LmCache::new(1), 0);
        if let Some((prefix, n_tokens)) = self.prefixes.find(prompt) {
            match &prefix.logits {
                Some(logits) if n_tokens == prompt.len() => {
                    return (prefix.cache.clone(), logits.clone());
                }
                _ => (cache, n_known) = (prefix.cache.clone(), n_tokens),
            }
        }
        let mut states = None;
        for piece in prompt[n_known..].chunks(PIECE_TOKENS) {
            states = Some(self.model.read(&[piece], &mut cache));
        }
        self.n_prompt_tokens_read += prompt.len() - n_known;
        let states = states.expect("a prompt that is not known as a whole has tokens to read");
        (cache, logit_rows(self.model, states).remove(0))
    }

    /// Samples one token of each row.
    pub fn step(&mut self) -> Vec<RowUpdate> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let last: Vec<u32> = self.rows.iter().filter_map(|(_, row)| row.last_id()).collect();
        let new: Vec<&[u32]> = last.chunks(1).collect();
        let states = self.model.read(&new, &mut self.cache);
        let logits = logit_rows(self.model, states);
        let ends: Vec<Option<EndReason>> =
            self.rows.iter_mut().zip(&logits).map(|((_, row), logits)| row.take(logits)).collect();
        let mut updates = Vec::with_capacity(ends.len());
        for ((key, row), end) in self.rows.iter_mut().zip(&ends) {
            updates.push(update(*key, row, *end));
        }
        self.drop_rows(|place, _| ends[place].is_some());
        updates
    }

    /// Ends rows that nobody waits for any more.
    pub fn cancel(&mut self, keys: &[RowKey]) {
        self.drop_rows(|_, key| keys.contains(&key));
    }

    fn drop_rows(&mut self, leaves: impl Fn(usize, RowKey) -> bool) {
        let mut staying = Vec::new();
        for (place, (key, row)) in self.rows.iter().enumerate() {
            if !leaves(place, *key) {
                staying.push(place);
            } else if self.limits.prefix_tokens_max > 0 {
                let mut cache = self.cache.fork_row(place, 1);
                cache.drop_room();
                self.prefixes.keep(row.read_ids(), cache, None);
            }
        }
        if staying.len() == self.rows.len() {
            return;
        }
        match staying.is_empty() {
            true => self.cache = LmCache::new(0),
            false => self.cache.keep_rows(&staying),
        }
        let mut place = 0;
        self.rows.retain(|(key, _)| {
            place += 1;
            !leaves(place - 1, *key)
        });
    }
}

fn update(key: RowKey, row: &mut Row, end: Option<EndReason>) -> RowUpdate {
    let (text, tokens) = row.tell(end.is_some());
    RowUpdate { key, text, tokens, ended: end.map(|end| row.generated(end)) }
}

/// The logits of states, row by row.
///
/// # Shapes
/// - `states`: `[n_rows, d_model]`
/// - returns: `[n_rows][n_vocabulary]`
fn logit_rows(model: &LanguageModel, states: Tensor<2>) -> Vec<Vec<f32>> {
    let logits = model.logits(states);
    let [_, n_vocabulary] = logits.dims();
    let data = logits.into_data().convert::<f32>();
    let values: Vec<f32> = data.try_into_vec().expect("the data was converted to single precision");
    values.chunks(n_vocabulary).map(<[f32]>::to_vec).collect()
}

/// Generates rows to their end, and gives them in the order of the requests. The model has to be
/// one without autodiff.
///
/// # Errors
/// When a request does not fit the model.
pub fn generate(
    model: &LanguageModel,
    tokenizer: &Tokenizer,
    requests: Vec<GenerateRequest>,
) -> Result<Vec<Generated>, RequestError> {
    let limits =
        BatchLimits { context_tokens_max: model.config().context_tokens_max, prefix_tokens_max: 0 };
    let mut batch = Batch::new(model, tokenizer.clone(), limits);
    let mut ended: Vec<Option<Generated>> = vec![None; requests.len()];
    let mut updates = batch.add((0..).zip(requests).collect())?;
    loop {
        for update in updates {
            if let Some(generated) = update.ended {
                ended[update.key as usize] = Some(generated);
            }
        }
        if batch.n_rows() == 0 {
            break;
        }
        updates = batch.step();
    }
    Ok(ended.into_iter().flatten().collect())
}
