//! Gradients do not depend on how they are computed.

use burn::optim::GradientsParams;
use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Int, Tensor, TensorData};
use compoworld_lm::model::config::Family;
use compoworld_lm::train::backward::{Memory, row_gradients, row_log_probs};
use compoworld_lm::train::gradients::{clip_global_norm, sum_gradients};
use compoworld_lm::train::packing::{PackedRow, pack};
use compoworld_lm::train::sequence::Sequence;

use crate::tiny::tiny_model;
use crate::values::{flat, relative_difference, sequence};

fn negative(log_probs: Tensor<1>, _: std::ops::Range<usize>) -> Tensor<1> {
    log_probs.sum().neg()
}

fn one_row(sequences: &[&Sequence]) -> PackedRow {
    PackedRow::new(sequences, &(0..sequences.len()).collect::<Vec<_>>())
}

#[test]
fn stages_and_recomputed_blocks_give_the_gradients_of_one_graph() {
    for family in Family::ALL {
        let device = Device::flex().autodiff();
        let model = tiny_model(family, &device);
        let said = sequence(1, 30, &[(2, 9), (20, 30)]);
        let row = one_row(&[&said]);

        let ids: Vec<i32> = row.ids.iter().map(|&id| id as i32).collect();
        let ids = Tensor::<2, Int>::from_data(TensorData::new(ids, [1, 29]), &device);
        let scores = log_softmax(model.logits(model.states(ids, None)), 2).reshape([29, 53]);
        let chosen = row.positions.iter().zip(&row.targets).map(|(&at, &target)| {
            scores.clone().slice([at..at + 1, target as usize..target as usize + 1]).sum()
        });
        let whole = chosen.reduce(|sum, one| sum + one).expect("the agent said something").neg();
        let whole_loss = f64::from(whole.clone().into_scalar::<f32>());
        let whole = flat(&model, &GradientsParams::from_grads(whole.backward(), &model));

        for memory in [Memory::Keep, Memory::Recompute] {
            let (loss, gradients) = row_gradients(&model, &row, memory, negative);
            assert!((loss - whole_loss).abs() < 1e-3, "{family:?} {memory:?}: {loss} {whole_loss}");
            let difference = relative_difference(&flat(&model, &gradients), &whole);
            assert!(difference < 1e-4, "{family:?} {memory:?}: {difference:.1e}");
        }
    }
}

#[test]
fn sequences_in_one_row_learn_as_they_do_alone() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex().autodiff());
        let all = [
            sequence(1, 20, &[(3, 12)]),
            sequence(2, 9, &[(1, 4), (6, 9)]),
            sequence(3, 14, &[(10, 14)]),
        ];
        let all: Vec<&Sequence> = all.iter().collect();
        let together = pack(&all, 100);
        assert_eq!(together.len(), 1);
        let alone: Vec<PackedRow> = all.iter().map(|one| one_row(&[*one])).collect();

        let devices = [model.device()];
        let gradients_of = |model: &_, row: &_| row_gradients(model, row, Memory::Keep, negative);
        let (packed_loss, packed) = sum_gradients(&model, &together, &devices, gradients_of);
        let (loss, gradients) = sum_gradients(&model, &alone, &devices, gradients_of);
        assert!((packed_loss - loss).abs() < 1e-3, "{family:?}: {packed_loss} {loss}");
        let difference = relative_difference(&flat(&model, &packed), &flat(&model, &gradients));
        assert!(difference < 1e-4, "{family:?}: {difference:.1e}");
    }
}

#[test]
fn the_loss_is_that_of_the_log_probabilities_in_the_order_of_the_targets() {
    let model = tiny_model(Family::Qwen3, &Device::flex().autodiff());
    let row = one_row(&[&sequence(1, 12, &[(2, 6)]), &sequence(2, 9, &[(4, 9)])]);
    let expected: Vec<f32> = row_log_probs(&model, &row).try_into_vec_as().expect("floats");
    let seen = std::cell::RefCell::new(Vec::new());
    row_gradients(&model, &row, Memory::Keep, |log_probs, range| {
        seen.borrow_mut().extend(log_probs.clone().try_into_vec_as::<f32>().expect("floats"));
        assert_eq!(seen.borrow().len(), range.end);
        log_probs.sum()
    });
    for (one, other) in seen.borrow().iter().zip(&expected) {
        assert!((one - other).abs() < 1e-5, "{one} {other}");
    }
}

#[test]
fn devices_that_share_a_batch_give_what_one_gives_bit_for_bit() {
    let model = tiny_model(Family::Qwen3Moe, &Device::flex().autodiff());
    let all: Vec<Sequence> = (1..8).map(|n| sequence(n, 8 + n, &[(2, 8)])).collect();
    let rows: Vec<PackedRow> = all.iter().map(|one| one_row(&[one])).collect();
    let of = |n_devices: usize| {
        let devices = vec![model.device(); n_devices];
        let (loss, gradients) = sum_gradients(&model, &rows, &devices, |model, row| {
            row_gradients(model, row, Memory::Keep, negative)
        });
        (loss, flat(&model, &gradients))
    };
    let one = of(1);
    assert!(one == of(2));
    assert!(one == of(9), "there may be more devices than rows");
}

#[test]
fn clipping_scales_every_gradient_alike() {
    let model = tiny_model(Family::Llama, &Device::flex().autodiff());
    let row = one_row(&[&sequence(1, 20, &[(3, 12)])]);
    let (_, gradients) = row_gradients(&model, &row, Memory::Keep, negative);
    let before: Vec<f32> = flat(&model, &gradients).into_iter().flatten().flatten().collect();
    let (norm, clipped) = clip_global_norm(&model, gradients, 0.5);
    let expected: f64 = before.iter().map(|&g| f64::from(g) * f64::from(g)).sum::<f64>().sqrt();
    assert!((norm - expected).abs() < 1e-3 * expected, "{norm} {expected}");
    let after = flat(&model, &clipped).into_iter().flatten().flatten();
    for (after, before) in after.zip(before) {
        assert!((f64::from(after) - f64::from(before) * 0.5 / norm).abs() < 1e-6);
    }
}
