//! Adapters that were trained here, loaded by `peft`.

use std::fs;

use burn::module::Module;
use burn::tensor::Device;
use compoworld_lm::load::load_model;
use compoworld_lm::train::learner::{LmLearner, OptimizerConfig};
use compoworld_lm::train::lora::{LoraConfig, adapter_files, add_adapters};
use compoworld_lm::train::sequence::Sequence;
use compoworld_lm::train::sft::{SftConfig, SftRun};
use safetensors::tensor::{Dtype, TensorView, serialize_to_file};

use crate::peer::{Expected, checkpoints, id_tensor, peer, values};

fn equals_peft(case: &str, targets: &[&str]) {
    let Some(made) = checkpoints() else { return };
    let device = Device::flex().autodiff();
    let base = load_model(&made.join(case), &device).expect("the checkpoint loads");
    let targets = targets.iter().map(|name| (*name).to_owned()).collect();
    let lora = LoraConfig { rank: 4, alpha: 8.0, targets, ..LoraConfig::default() };
    let model = add_adapters(base, &lora, 1).expect("the names are there");

    let ids: Vec<u32> = (0..40).map(|at| at * 7 % 50).collect();
    let sequence = Sequence { ids, agent_spans: vec![(5, 40)], log_probs: Vec::new() };
    let config = SftConfig { n_epochs: 5, batch_size: 1, rate_max: 1e-2, ..SftConfig::paper() };
    let learner = LmLearner::new(model, OptimizerConfig::default());
    let mut run = SftRun::new(learner, vec![sequence], config, vec![device]);
    while !run.is_done() {
        run.step().expect("the loss is a number");
    }

    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in adapter_files(&run.learner.model, &lora, case) {
        fs::write(folder.path().join(name), bytes).expect("written");
    }
    let expected = Expected::read(&made.join(case).join("expected.safetensors"));
    let model = run.learner.model.valid();
    let ids = id_tensor(&expected.ids(), &model.device());
    let shape = [ids.dims().to_vec(), vec![model.config().n_vocabulary]].concat();
    let logits = values(model.logits(model.states(ids, None)));
    let logits: Vec<u8> = logits.iter().flat_map(|value| value.to_le_bytes()).collect();
    let (id_shape, id_bytes) = expected.data("ids");
    let id_bytes: Vec<u8> = id_bytes.concat();
    let file = folder.path().join("expected.safetensors");
    let views = [
        ("ids", TensorView::new(Dtype::I32, id_shape, &id_bytes).expect("ids")),
        ("logits", TensorView::new(Dtype::F32, shape, &logits).expect("logits")),
    ];
    serialize_to_file(views, None, &file).expect("written");

    let paths = [made.join(case), folder.path().to_owned(), file];
    let paths = paths.map(|path| path.display().to_string());
    let arguments: Vec<&str> = paths.iter().map(String::as_str).collect();
    let printed = peer("compare_adapter.py", &arguments).expect("torch is there");
    let (off, change) = printed.trim().split_once(' ').expect("two numbers");
    let (off, change): (f32, f32) = (off.parse().expect("one"), change.parse().expect("other"));
    println!("{case}: {off:.1e} off, of a change of {change:.1e}");
    assert!(change > 1e-2, "{case}: the adapter changes the logits by {change:.1e}");
    assert!(off < 1e-4, "{case}: {off:.1e} off");
}

#[test]
fn peft_computes_what_an_adapter_beside_every_product_computes_here() {
    let all = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"];
    equals_peft("qwen3", &all);
    equals_peft("llama_biased", &all);
}

#[test]
fn peft_computes_what_an_adapter_beside_linear_attention_computes_here() {
    equals_peft("qwen3_5", &["q_proj", "in_proj_qkv", "in_proj_z", "out_proj", "down_proj"]);
}
