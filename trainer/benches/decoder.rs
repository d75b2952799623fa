//! Speed of the embedded policy: `cargo bench -p compoworld-trainer --bench decoder`, beside
//! `benches/decoder.py`, which does the same in torch.

use burn::module::Module;
use burn::tensor::{Device, Int, Tensor, TensorData};
use compoworld_trainer::model::cache::Cache;
use compoworld_trainer::model::config::DecoderConfig;
use compoworld_trainer::model::decoder::Decoder;
use compoworld_trainer::sft::split_batch;
use compoworld_trainer::text::template::Transcript;
use compoworld_trainer::train::gradients::sum_gradients;
use compoworld_trainer::train::learner::{Learner, OptimizerConfig};
use divan::Bencher;
use divan::counter::ItemsCount;

const N_VOCABULARY: usize = 1_600;

/// Transcripts of a step, and tokens of one.
const N_ROWS: usize = 8;
const N_TOKENS: usize = 256;

/// Tokens that are read before others are decoded, and how many are.
const N_PROMPT: usize = 128;
const N_DECODED: usize = 64;

fn main() {
    divan::main();
}

fn decoder(device: &Device) -> Decoder {
    Decoder::new(&DecoderConfig::small(N_VOCABULARY), 1, device).expect("a valid shape")
}

fn id(row: usize, at: usize) -> u32 {
    ((row * 131 + at * 7919) % N_VOCABULARY) as u32
}

/// A row of which the agent said every fourth stretch of four tokens.
fn transcript(row: usize) -> Transcript {
    Transcript {
        ids: (0..=N_TOKENS).map(|at| id(row, at)).collect(),
        by_agent: (0..=N_TOKENS).map(|at| (row + at) % 16 < 4).collect(),
        log_probs: vec![0.0; N_TOKENS + 1],
        ..Transcript::default()
    }
}

/// A step of fine-tuning: gradients of the mean loss, clipping, AdamW.
#[divan::bench(args = [1, 2], sample_count = 10, sample_size = 1)]
fn step(bencher: Bencher<'_, '_>, n_threads: usize) {
    let transcripts: Vec<Transcript> = (0..N_ROWS).map(transcript).collect();
    let parts = split_batch(&transcripts.iter().collect::<Vec<_>>(), N_ROWS * N_TOKENS / 2);
    let n_targets: usize = parts.iter().map(|part| part.n_targets()).sum();
    let mut learner = Learner::new(decoder(&Device::flex().autodiff()), OptimizerConfig::default());
    bencher.counter(ItemsCount::new(N_ROWS * N_TOKENS)).bench_local(|| {
        let (_, gradients) = sum_gradients(&learner.model, &parts, n_threads, |model, part| {
            model.log_probs(&part.ids, &part.targets).sum() * (-1.0 / n_targets as f64)
        });
        learner.step(gradients, 1e-5)
    });
}

/// Tokens after a prompt, one at a time, in several rows at once: the likeliest each time.
#[divan::bench(args = [1, 8, 32], sample_count = 10, sample_size = 1)]
fn decode(bencher: Bencher<'_, '_>, n_rows: usize) {
    let device = Device::flex();
    let model = decoder(&device.clone().autodiff()).valid();
    let read = |ids: Vec<i32>, cache: &mut Cache| {
        let shape = [n_rows, ids.len() / n_rows];
        model.read(Tensor::<2, Int>::from_data(TensorData::new(ids, shape), &device), cache)
    };
    let prompt: Vec<i32> =
        (0..n_rows).flat_map(|row| (0..N_PROMPT).map(move |at| id(row, at) as i32)).collect();
    bencher
        .counter(ItemsCount::new(n_rows * N_DECODED))
        .with_inputs(|| {
            let mut cache = Cache::new(model.config().n_layers);
            let last = read(prompt.clone(), &mut cache);
            (cache, last)
        })
        .bench_local_values(|(mut cache, mut last)| {
            for _ in 0..N_DECODED {
                let next = model.next_token(last, &cache);
                // The pointer's part is read as generation reads it; the choice is the vocabulary's,
                // as random weights copy nothing.
                if let Some((spread, share)) = next.pointer {
                    divan::black_box((spread.into_data(), share.into_data()));
                }
                let chosen = next.vocabulary.argmax(1).try_into_vec_as::<i32>().expect("ids");
                last = read(chosen, &mut cache);
            }
            divan::black_box(last.into_data())
        });
}
