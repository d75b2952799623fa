//! Whether an operation does what Burn's own, composed, do: forwards and backwards.

use burn::tensor::{Device, Distribution, Gradients, Tensor};

/// A leaf of a graph with drawn numbers.
pub(crate) fn drawn<const D: usize>(shape: [usize; D], seed: u64) -> Tensor<D> {
    constant(shape, seed).require_grad()
}

/// Drawn numbers that no gradient is taken by.
pub(crate) fn constant<const D: usize>(shape: [usize; D], seed: u64) -> Tensor<D> {
    let device = Device::flex().autodiff();
    device.seed(seed);
    Tensor::random(shape, Distribution::Normal(0.0, 1.0), &device)
}

/// The gradient by one leaf, among all.
type GradientOf<'a> = dyn Fn(&Gradients) -> Vec<f32> + 'a;

/// Checks that two results are alike, and that the gradients of each by the leaves are.
pub(crate) fn agree<const D: usize>(
    one: impl Fn() -> Tensor<D>,
    other: impl Fn() -> Tensor<D>,
    leaves: &[&GradientOf<'_>],
) {
    let (one, other) = (one(), other());
    close(&values(one.clone()), &values(other.clone()));
    let (one, other) = (weighted(one).backward(), weighted(other).backward());
    for leaf in leaves {
        close(&leaf(&one), &leaf(&other));
    }
}

/// A sum that weighs each number differently, so that none can hide behind another.
fn weighted<const D: usize>(all: Tensor<D>) -> Tensor<1> {
    let n = all.shape().num_elements();
    let weights: Vec<f32> = (0..n).map(|at| ((at * 37 % 101) as f32 - 50.0) / 50.0).collect();
    let weights = Tensor::<1>::from_floats(weights.as_slice(), &all.device());
    (all.reshape([n]) * weights).sum()
}

/// The gradient by a leaf.
pub(crate) fn by<const D: usize>(leaf: &Tensor<D>) -> impl Fn(&Gradients) -> Vec<f32> {
    move |gradients| values(leaf.grad(gradients).expect("the leaf takes part"))
}

fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.try_into_vec_as::<f32>().expect("floats")
}

fn close(one: &[f32], other: &[f32]) {
    assert_eq!(one.len(), other.len());
    let scale = other.iter().fold(1e-3_f32, |most, x| most.max(x.abs()));
    for (at, (one, other)) in one.iter().zip(other).enumerate() {
        assert!((one - other).abs() <= 2e-5 * scale, "at {at}: {one} instead of {other}");
    }
}
