//! Speed at the shape of SmolLM2-135M: `cargo bench -p compoworld-lm`, beside `benches/smollm2.py`,
//! which does the same in torch.

use burn::module::Module;
use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Int, Tensor, TensorData};
use compoworld_lm::load::random_model;
use compoworld_lm::model::cache::LmCache;
use compoworld_lm::model::config::{
    AttentionConfig, Family, FeedForwardKind, LayerConfig, LmConfig, MixerKind, RotationConfig,
};
use compoworld_lm::train::backward::{Memory, row_gradients};
use compoworld_lm::train::gradients::sum_gradients;
use compoworld_lm::train::learner::{LmLearner, OptimizerConfig};
use compoworld_lm::train::lora::{LoraConfig, add_adapters};
use compoworld_lm::train::packing::{PackedRow, pack};
use compoworld_lm::train::sequence::Sequence;
use divan::Bencher;
use divan::counter::ItemsCount;

const N_VOCABULARY: usize = 49_152;

/// New tokens a row that are decoded one after the other.
const N_DECODED: usize = 16;

fn main() {
    divan::main();
}

fn smollm2() -> LmConfig {
    let layer = LayerConfig { mixer: MixerKind::Attention, feed_forward: FeedForwardKind::Dense };
    LmConfig {
        family: Family::Llama,
        n_vocabulary: N_VOCABULARY,
        d_model: 576,
        n_layers: 30,
        context_tokens_max: 8192,
        norm_epsilon: 1e-5,
        zero_centred_norms: false,
        tied_embeddings: true,
        attention: AttentionConfig {
            n_heads: 9,
            n_kv_heads: 3,
            d_head: 64,
            qkv_bias: false,
            out_bias: false,
            qk_norm: false,
            gated: false,
            rotation: RotationConfig { base: 100_000.0, n_rotary: 64, stretch: None },
        },
        delta: None,
        d_feed_forward: 1536,
        feed_forward_bias: false,
        experts: None,
        layers: vec![layer; 30],
        bos_id: Some(1),
        eos_ids: vec![2],
        pad_id: None,
    }
}

fn ids(n_rows: usize, n_tokens: usize) -> Vec<u32> {
    let n = n_rows * n_tokens;
    (0..n).map(|place| (place * 7919 % N_VOCABULARY) as u32).collect()
}

fn id_tensor(n_rows: usize, n_tokens: usize, device: &Device) -> Tensor<2, Int> {
    let ids: Vec<i32> = ids(n_rows, n_tokens).into_iter().map(|id| id as i32).collect();
    Tensor::from_data(TensorData::new(ids, [n_rows, n_tokens]), device)
}

/// The loss of one row of 512 tokens and all its gradients.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn forward_and_backward(bencher: Bencher<'_, '_>) {
    let device = Device::flex().autodiff();
    let model = random_model(smollm2(), 1, &device);
    bencher.counter(ItemsCount::new(512usize)).bench_local(|| {
        let ids = id_tensor(1, 512, &device);
        let logits = model.logits(model.states(ids.clone(), None)).squeeze_dim::<2>(0);
        let scores = log_softmax(logits.narrow(0, 0, 511), 1);
        let wanted = ids.narrow(1, 1, 511).reshape([511, 1]);
        let gradients = scores.gather(1, wanted).mean().neg().backward();
        divan::black_box(gradients);
    });
}

/// The packed rows of a step: four of 512 tokens, of which the agent said all or every fourth.
fn rows(said_every: usize) -> Vec<PackedRow> {
    let sequences: Vec<Sequence> = (0..4)
        .map(|row| {
            let mut sequence = Sequence::default();
            for (at, id) in ids(1, 513).into_iter().enumerate() {
                match (row + at) % (4 * said_every) < 4 {
                    true => sequence.say(&[id], &[]),
                    false => sequence.hear(&[id]),
                }
            }
            sequence
        })
        .collect();
    pack(&sequences.iter().collect::<Vec<_>>(), 512)
}

/// A step of fine-tuning over four rows: gradients, clipping, AdamW.
fn fine_tune(
    bencher: Bencher<'_, '_>,
    said_every: usize,
    n_threads: usize,
    memory: Memory,
    lora: Option<LoraConfig>,
) {
    let device = Device::flex().autodiff();
    let model = random_model(smollm2(), 1, &device);
    let model = match lora {
        Some(lora) => add_adapters(model, &lora, 1).expect("the names are there"),
        None => model,
    };
    let mut learner = LmLearner::new(model, OptimizerConfig::default());
    let rows = rows(said_every);
    let devices = vec![device; n_threads];
    bencher.counter(ItemsCount::new(4 * 512usize)).bench_local(|| {
        let (_, gradients) = sum_gradients(&learner.model, &rows, &devices, |model, row| {
            row_gradients(model, row, memory, |log_probs, _| log_probs.mean().neg())
        });
        learner.step(gradients, 1e-5)
    });
}

/// Every token is learned, as it is in pre-training.
#[divan::bench(args = [1, 2], sample_count = 2, sample_size = 1)]
fn step_all_said(bencher: Bencher<'_, '_>, n_threads: usize) {
    fine_tune(bencher, 1, n_threads, Memory::Keep, None);
}

/// A quarter of the tokens is learned, as it is in conversations with tools.
#[divan::bench(args = [1, 2], sample_count = 2, sample_size = 1)]
fn step_quarter_said(bencher: Bencher<'_, '_>, n_threads: usize) {
    fine_tune(bencher, 4, n_threads, Memory::Keep, None);
}

/// The same, with the blocks computed again.
#[divan::bench(args = [2], sample_count = 2, sample_size = 1)]
fn step_quarter_said_recomputed(bencher: Bencher<'_, '_>, n_threads: usize) {
    fine_tune(bencher, 4, n_threads, Memory::Recompute, None);
}

/// The same, with adapters.
#[divan::bench(args = [1, 2], sample_count = 2, sample_size = 1)]
fn step_quarter_said_adapters(bencher: Bencher<'_, '_>, n_threads: usize) {
    fine_tune(bencher, 4, n_threads, Memory::Keep, Some(LoraConfig::default()));
}

/// A prompt of 512 tokens.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn prefill(bencher: Bencher<'_, '_>) {
    let model = random_model(smollm2(), 1, &Device::flex());
    let prompt = ids(1, 512);
    bencher.counter(ItemsCount::new(512usize)).bench_local(|| {
        let mut cache = LmCache::new(1);
        model.read(&[&prompt], &mut cache).into_data()
    });
}

/// Tokens after a prompt of 64, one at a time, in several rows at once.
#[divan::bench(args = [1, 8], sample_count = 3, sample_size = 1)]
fn decode(bencher: Bencher<'_, '_>, n_rows: usize) {
    let model = random_model(smollm2(), 1, &Device::flex()).valid();
    let prompt = ids(1, 64);
    let mut prefix = LmCache::new(1);
    model.read(&[&prompt], &mut prefix);
    bencher
        .counter(ItemsCount::new(n_rows * N_DECODED))
        .with_inputs(|| prefix.fork_row(0, n_rows))
        .bench_local_values(|mut cache| {
            let new = [1u32];
            for _ in 0..N_DECODED {
                let states = model.read(&vec![&new[..]; n_rows], &mut cache);
                divan::black_box(model.logits(states).argmax(1).into_data());
            }
        });
}
