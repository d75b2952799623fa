//! Gradients summed over micro-batches, and their global norm.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::{GradientsAccumulator, GradientsParams};
use burn::tensor::Tensor;

use crate::model::decoder::Decoder;

/// Sums losses and gradients over the parts of one batch.
///
/// Parts run on `n_threads` threads; each has a graph of its own. Sums are taken in the order of the
/// parts, so the result does not depend on the number of threads.
///
/// # Shapes
/// - `loss_of` returns `[1]`; the batch's loss is the sum over its parts
pub fn sum_gradients<T: Sync>(
    model: &Decoder,
    parts: &[T],
    n_threads: usize,
    loss_of: impl Fn(&Decoder, &T) -> Tensor<1> + Sync,
) -> (f64, GradientsParams) {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<(f32, GradientsParams)>>> =
        Mutex::new((0..parts.len()).map(|_| None).collect());
    let work = |model: Decoder| {
        let device = model.device();
        loop {
            let n_taken = next.fetch_add(1, Ordering::Relaxed);
            // Parts come in ascending length: the longest first, so that threads end together.
            let Some(number) = parts.len().checked_sub(n_taken + 1) else { break };
            let part = &parts[number];
            // A fork shares the weights and has leaves of its own in the graph.
            let model = model.clone().fork(&device);
            let loss = loss_of(&model, part);
            let gradients = GradientsParams::from_grads(loss.backward(), &model);
            let value = loss.into_scalar::<f32>();
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done[number] = Some((value, gradients));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..n_threads.min(parts.len()) {
            let model = model.clone();
            let work = &work;
            scope.spawn(move || work(model));
        }
        work(model.clone());
    });

    let mut accumulator = GradientsAccumulator::new();
    let mut loss = 0.0;
    for part in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let (value, gradients) = part.expect("every part was worked on before the scope closed");
        loss += f64::from(value);
        accumulator.accumulate(model, gradients);
    }
    (loss, accumulator.grads())
}

/// Scales all gradients together so that their norm is at most `norm_max`, and returns the norm they
/// had. A norm that is not finite zeroes them: one bad batch must not ruin the weights.
///
/// # Source
/// On the difficulty of training recurrent neural networks, arXiv:1211.5063, section 3.2.
pub fn clip_global_norm(
    model: &Decoder,
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

#[cfg(test)]
mod tests {
    use burn::module::{Module, ModuleVisitor, Param};
    use burn::optim::GradientsParams;
    use burn::tensor::{Device, Tensor};

    use super::{clip_global_norm, sum_gradients};
    use crate::model::config::DecoderConfig;
    use crate::model::decoder::Decoder;
    use crate::text::template::Transcript;
    use crate::train::batches::MicroBatch;

    fn model() -> Decoder {
        Decoder::new(&DecoderConfig::tiny(40), 1, &Device::flex().autodiff()).expect("valid")
    }

    fn batch(ids: &[u32]) -> MicroBatch {
        MicroBatch::new([&Transcript {
            ids: ids.to_vec(),
            by_agent: vec![true; ids.len()],
            log_probs: vec![0.0; ids.len()],
            ..Transcript::default()
        }])
    }

    struct Flat<'a>(&'a GradientsParams, Vec<f32>);
    impl ModuleVisitor for Flat<'_> {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let gradient = self.0.get::<D>(param.id).expect("every weight takes part");
            self.1.extend(gradient.try_into_vec_as::<f32>().expect("floats"));
        }
    }

    fn flat(model: &Decoder, gradients: &GradientsParams) -> Vec<f32> {
        let mut flat = Flat(gradients, Vec::new());
        model.visit(&mut flat);
        flat.1
    }

    fn loss(model: &Decoder, batch: &MicroBatch) -> Tensor<1> {
        model.log_probs(&batch.ids, &batch.targets).sum().neg()
    }

    #[test]
    fn parts_sum_to_the_whole_whatever_the_number_of_threads() {
        let model = model();
        let parts = [batch(&[1, 11, 12, 11, 12]), batch(&[1, 13, 14, 15]), batch(&[1, 20, 21])];
        let (one_loss, one) = sum_gradients(&model, &parts, 1, loss);
        let (two_loss, two) = sum_gradients(&model, &parts, 2, loss);
        assert_eq!(one_loss, two_loss);
        assert_eq!(flat(&model, &one), flat(&model, &two));
    }

    #[test]
    fn clipping_scales_every_gradient_alike() {
        let model = model();
        let parts = [batch(&[1, 11, 12, 11, 12])];
        let (_, gradients) = sum_gradients(&model, &parts, 1, loss);
        let before = flat(&model, &gradients);
        let (norm, clipped) = clip_global_norm(&model, gradients, 0.5);
        let expected: f64 = before.iter().map(|&g| f64::from(g) * f64::from(g)).sum::<f64>().sqrt();
        assert!((norm - expected).abs() < 1e-3 * expected, "{norm} {expected}");
        for (after, before) in flat(&model, &clipped).into_iter().zip(before) {
            assert!((f64::from(after) - f64::from(before) * 0.5 / norm).abs() < 1e-6);
        }
    }
}
