//! Torch as a peer: scripts that it runs, and what they write.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use burn::tensor::{Device, Int, Tensor, TensorData};
use safetensors::SafeTensors;
use tempfile::TempDir;

/// Runs a script of this folder; what it prints. `None`, said aloud, without a Python that has torch.
pub fn peer(script: &str, arguments: &[&str]) -> Option<String> {
    let Ok(python) = std::env::var("COMPOWORLD_TORCH_PYTHON") else {
        eprintln!("COMPOWORLD_TORCH_PYTHON is not set: parity with transformers is not tested");
        return None;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parity").join(script);
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
pub fn checkpoints() -> Option<&'static Path> {
    static MADE: OnceLock<Option<TempDir>> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        peer("make_checkpoints.py", &[&folder.path().display().to_string()]).map(|_| folder)
    });
    made.as_ref().map(TempDir::path)
}

/// What torch computed.
pub struct Expected {
    bytes: Vec<u8>,
}

impl Expected {
    pub fn read(path: &Path) -> Self {
        Self { bytes: fs::read(path).expect("the script wrote it") }
    }

    pub fn names(&self) -> Vec<String> {
        let file = SafeTensors::deserialize(&self.bytes).expect("safetensors");
        file.names().into_iter().map(str::to_owned).collect()
    }

    pub fn data(&self, name: &str) -> (Vec<usize>, Vec<[u8; 4]>) {
        let file = SafeTensors::deserialize(&self.bytes).expect("safetensors");
        let tensor = file.tensor(name).expect("the tensor");
        (tensor.shape().to_vec(), tensor.data().as_chunks::<4>().0.to_vec())
    }

    pub fn floats(&self, name: &str) -> Vec<f32> {
        self.data(name).1.into_iter().map(f32::from_le_bytes).collect()
    }

    pub fn ids(&self) -> Vec<Vec<i32>> {
        let (shape, bytes) = self.data("ids");
        let ids: Vec<i32> = bytes.into_iter().map(i32::from_le_bytes).collect();
        ids.chunks(shape[1]).map(<[i32]>::to_vec).collect()
    }
}

pub fn largest(values: impl IntoIterator<Item = f32>) -> f32 {
    values.into_iter().fold(0.0, |largest, value| {
        assert!(value.is_finite(), "not a number");
        largest.max(value.abs())
    })
}

pub fn largest_difference(ours: &[f32], theirs: &[f32]) -> f32 {
    assert_eq!(ours.len(), theirs.len(), "equally many values");
    largest(ours.iter().zip(theirs).map(|(ours, theirs)| ours - theirs))
}

pub fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_into_vec().expect("single precision")
}

pub fn id_tensor(ids: &[Vec<i32>], device: &Device) -> Tensor<2, Int> {
    let shape = [ids.len(), ids[0].len()];
    Tensor::from_data(TensorData::new(ids.concat(), shape), device)
}
