//! Loss and gradients of one packed row, computed in stages.
//!
//! The head of a language model is wide: the scores of a thousand tokens over fifty thousand words
//! take 200 MB, several times over with a graph. So the loss is taken of some tokens at a time, each
//! with a graph that ends at the states; what comes back there goes through the blocks in one piece.
//! With [`Memory::Recompute`], each block, too, has a graph of its own, which is made when its turn
//! comes: memory then grows with one block's activations, for one more forward pass.

use burn::module::Module;
use burn::optim::{GradientsAccumulator, GradientsParams};
use burn::tensor::{Device, Gradients, Int, Tensor, TensorData};
use clap::ValueEnum;
use compoworld_kernels::log_probs;
use serde::{Deserialize, Serialize};

use super::packing::PackedRow;
use crate::model::block::Batch;
use crate::model::language_model::LanguageModel;

/// Tokens whose scores over the vocabulary are held at the same time.
const HEAD_TOKENS: usize = 256;

/// What is held of a forward pass until its backward pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Memory {
    /// Everything.
    Keep,
    /// The inputs of the blocks; the rest is computed again.
    ///
    /// # Source
    /// Training deep nets with sublinear memory cost, arXiv:1604.06174, section 4.
    Recompute,
}

/// A row's loss and gradients.
///
/// `loss_of` gives the loss of some of the row's targets, `[1]`, from their log-probabilities (nats);
/// its range says which targets they are. The row's loss is the sum.
///
/// The model has to be on an autodiff device.
pub fn row_gradients(
    model: &LanguageModel,
    row: &PackedRow,
    memory: Memory,
    loss_of: impl Fn(Tensor<1>, std::ops::Range<usize>) -> Tensor<1>,
) -> (f64, GradientsParams) {
    let device = model.device();
    let ids = row_ids(row, &device);
    let mut sum = GradientsAccumulator::new();
    let loss = match memory {
        Memory::Keep => {
            let states = model.states(ids, Some(&row.segments)).squeeze_dim::<2>(0);
            let (loss, back) = head_backward(model, row, states.clone().inner(), loss_of, &mut sum);
            sum_into(&mut sum, model, back_through(states, back));
            loss
        }
        Memory::Recompute => recomputed(model, row, ids, loss_of, &mut sum),
    };
    (loss, sum.grads())
}

/// The log-probabilities (nats) of a row's targets, without a graph.
///
/// # Shapes
/// - returns: `[n_targets]`
pub fn row_log_probs(model: &LanguageModel, row: &PackedRow) -> Tensor<1> {
    let device = model.device();
    let states = model.states(row_ids(row, &device), Some(&row.segments)).squeeze_dim::<2>(0);
    let parts = stretches(row.n_targets()).map(|range| {
        let states = states.clone().select(0, positions(row, range.clone(), &device));
        log_probs(model.logits(states), &row.targets[range])
    });
    Tensor::cat(parts.collect(), 0)
}

/// Goes through the blocks twice: forward without a graph, backward with one graph a block.
fn recomputed(
    model: &LanguageModel,
    row: &PackedRow,
    ids: Tensor<2, Int>,
    loss_of: impl Fn(Tensor<1>, std::ops::Range<usize>) -> Tensor<1>,
    sum: &mut GradientsAccumulator<LanguageModel>,
) -> f64 {
    let plain = model.valid();
    let batch = plain.batch(ids.dims(), Some(&row.segments));
    let mut inputs = vec![plain.embedded(ids.clone().inner())];
    for number in 0..plain.n_blocks() {
        let x = inputs[number].clone();
        inputs.push(plain.pass_block(number, x, &batch));
    }

    let leaf = |x: Tensor<2>| Tensor::from_inner(x).require_grad();
    let last = leaf(inputs.pop().expect("there is the embedding at least"));
    let states = model.normed(last.clone());
    let (loss, back) = head_backward(model, row, states.clone().inner(), loss_of, sum);
    let gradients = back_through(states, back);
    let mut back = last.grad(&gradients).expect("the norm reads its input");
    sum_into(sum, model, gradients);

    let batch: Batch = model.batch(ids.dims(), Some(&row.segments));
    for number in (0..model.n_blocks()).rev() {
        let x = leaf(inputs.pop().expect("each block has an input"));
        let gradients = back_through(model.pass_block(number, x.clone(), &batch), back);
        back = x.grad(&gradients).expect("a block reads its input");
        sum_into(sum, model, gradients);
    }
    if model.embedding_learns() {
        sum_into(sum, model, back_through(model.embedded(ids), back));
    }
    loss
}

/// The loss of all targets, what it adds to the head's gradients, and its gradient by the states.
///
/// # Shapes
/// - `states`: `[n_tokens, d_model]`, without a graph; returns the gradient in the same shape
fn head_backward(
    model: &LanguageModel,
    row: &PackedRow,
    states: Tensor<2>,
    loss_of: impl Fn(Tensor<1>, std::ops::Range<usize>) -> Tensor<1>,
    sum: &mut GradientsAccumulator<LanguageModel>,
) -> (f64, Tensor<2>) {
    let plain = states.device();
    let mut back = states.zeros_like();
    let mut loss = 0.0;
    for range in stretches(row.n_targets()) {
        let places = positions(row, range.clone(), &plain);
        let states = Tensor::from_inner(states.clone().select(0, places.clone())).require_grad();
        let log_probs = log_probs(model.logits(states.clone()), &row.targets[range.clone()]);
        let part = loss_of(log_probs, range);
        loss += f64::from(part.clone().into_scalar::<f32>());
        let gradients = part.backward();
        let of_states = states.grad(&gradients).expect("the head reads the states");
        back = back.select_assign(0, places, of_states, burn::tensor::IndexingUpdateOp::Add);
        sum_into(sum, model, gradients);
    }
    (loss, back)
}

/// Goes on backwards from a tensor whose gradient is known.
fn back_through(tensor: Tensor<2>, gradient: Tensor<2>) -> Gradients {
    // The gradient of this sum by the tensor is the given one.
    (tensor * Tensor::from_inner(gradient)).sum().backward()
}

fn sum_into(
    sum: &mut GradientsAccumulator<LanguageModel>,
    model: &LanguageModel,
    gradients: Gradients,
) {
    sum.accumulate(model, GradientsParams::from_grads(gradients, model));
}

/// Consecutive targets whose scores are held together.
fn stretches(n_targets: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..n_targets).step_by(HEAD_TOKENS).map(move |from| from..n_targets.min(from + HEAD_TOKENS))
}

fn positions(row: &PackedRow, range: std::ops::Range<usize>, device: &Device) -> Tensor<1, Int> {
    let places: Vec<i32> = row.positions[range].iter().map(|&place| place as i32).collect();
    Tensor::from_data(TensorData::new(places.clone(), [places.len()]), device)
}

fn row_ids(row: &PackedRow, device: &Device) -> Tensor<2, Int> {
    let ids: Vec<i32> = row.ids.iter().map(|&id| id as i32).collect();
    Tensor::from_data(TensorData::new(ids, [1, row.ids.len()]), device)
}
