//! Gradients summed over micro-batches, and their global norm.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::{GradientsAccumulator, GradientsParams};
use burn::tensor::{Device, Tensor};
use compoworld_kernels::on_threads;

/// Sums losses and gradients over the parts of one batch, which the devices share among themselves:
/// data-parallel training.
///
/// Each device has a thread, a copy of the weights and a graph of its own; naming a device several
/// times gives it several threads. Sums are taken in the order of the parts and on the first device,
/// so the result depends neither on the number of threads nor on which device took which part.
///
/// The model has to be on the first device, with autodiff, as all of them are.
///
/// # Panics
/// When there is no device.
pub fn sum_gradients<M: Module + Sync, T: Sync>(
    model: &M,
    parts: &[T],
    devices: &[Device],
    gradients_of: impl Fn(&M, &T) -> (f64, GradientsParams) + Sync,
) -> (f64, GradientsParams) {
    let first = devices.first().expect("there is a device to compute on");
    let next = AtomicUsize::new(0);
    let sum = Mutex::new(OrderedSum::default());
    let work = |device: &Device| {
        // A fork has weights on the device, and leaves of its own in the graph.
        let model = model.clone().fork(device);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { break };
            let (loss, gradients) = gradients_of(&model, part);
            let gradients = match device == first {
                true => gradients,
                false => gradients.to_device(first, &model),
            };
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            sum.add(number, loss, gradients, &model);
        }
    };
    match devices.len().min(parts.len()) {
        // What a single part computes may be shared.
        0 | 1 => work(first),
        n_threads => on_threads(n_threads, |number| work(&devices[number])),
    }
    let mut sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    (sum.loss, sum.gradients.grads())
}

/// A sum that is taken in the order of the parts, as they come in any order. What comes too early is
/// held back, so that there are few gradients in memory at a time.
struct OrderedSum<M> {
    n_summed: usize,
    early: BTreeMap<usize, (f64, GradientsParams)>,
    loss: f64,
    gradients: GradientsAccumulator<M>,
}

impl<M> Default for OrderedSum<M> {
    fn default() -> Self {
        let gradients = GradientsAccumulator::new();
        Self { n_summed: 0, early: BTreeMap::new(), loss: 0.0, gradients }
    }
}

impl<M: Module> OrderedSum<M> {
    fn add(&mut self, number: usize, loss: f64, gradients: GradientsParams, model: &M) {
        self.early.insert(number, (loss, gradients));
        while let Some((loss, gradients)) = self.early.remove(&self.n_summed) {
            self.n_summed += 1;
            self.loss += loss;
            self.gradients.accumulate(model, gradients);
        }
    }
}

/// Scales all gradients together so that their norm is at most `norm_max`, and returns the norm they
/// had. A norm that is not finite zeroes them: one bad batch must not ruin the weights.
///
/// # Source
/// On the difficulty of training recurrent neural networks, arXiv:1211.5063, section 3.2.
pub fn clip_global_norm<M: Module>(
    model: &M,
    gradients: GradientsParams,
    norm_max: f64,
) -> (f64, GradientsParams) {
    let mut squares = SumOfSquares { gradients: &gradients, sum: 0.0 };
    model.visit(&mut squares);
    let norm = squares.sum.sqrt();
    if norm <= norm_max {
        return (norm, gradients);
    }
    let factor = if norm.is_finite() { norm_max / norm } else { 0.0 };
    let mut scale = Scale { from: gradients, to: GradientsParams::new(), factor };
    model.visit(&mut scale);
    (norm, scale.to)
}

struct SumOfSquares<'a> {
    gradients: &'a GradientsParams,
    sum: f64,
}

impl ModuleVisitor for SumOfSquares<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(gradient) = self.gradients.get::<D>(param.id) {
            self.sum += f64::from(gradient.square().sum().into_scalar::<f32>());
        }
    }
}

struct Scale {
    from: GradientsParams,
    to: GradientsParams,
    factor: f64,
}

impl ModuleVisitor for Scale {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(gradient) = self.from.remove::<D>(param.id) {
            let scaled = match self.factor {
                0.0 => gradient.zeros_like(),
                factor => gradient * factor,
            };
            self.to.register(param.id, scaled);
        }
    }
}
