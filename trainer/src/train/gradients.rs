//! Gradients summed over micro-batches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use burn::module::Module;
use burn::optim::{GradientsAccumulator, GradientsParams};
use burn::tensor::Tensor;
use compoworld_kernels::on_threads;

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
    let work = |_| {
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
    on_threads(n_threads.min(parts.len()), work);

    let mut accumulator = GradientsAccumulator::new();
    let mut loss = 0.0;
    for part in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let (value, gradients) = part.expect("every part was worked on before the scope closed");
        loss += f64::from(value);
        accumulator.accumulate(model, gradients);
    }
    (loss, accumulator.grads())
}

#[cfg(test)]
mod tests {
    use burn::module::{Module, ModuleVisitor, Param};
    use burn::optim::GradientsParams;
    use burn::tensor::{Device, Tensor};

    use super::sum_gradients;
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
}
