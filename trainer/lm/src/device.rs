//! Where tensors live, chosen at run time.

use burn::tensor::Device;
use clap::ValueEnum;
use thiserror::Error;

/// What the user asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeviceChoice {
    /// A GPU when this build can use one and there is one, else the CPU.
    Auto,
    /// The CPU.
    Cpu,
    /// A GPU through Vulkan, or nothing.
    Vulkan,
}

/// Why a device cannot be used.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// The program was built without GPU support.
    #[error(
        "this build has no GPU support; build it with `cargo build --release -p \
         compoworld-trainer -p compoworld-lm --features wgpu`, or use --device cpu"
    )]
    NotBuilt,
    /// There is no adapter, or its driver does not work.
    #[error(
        "no Vulkan adapter answers: {0}; install a driver (on Debian `mesa-vulkan-drivers` has \
         one for every machine), check it with `vulkaninfo --summary`, or use --device cpu"
    )]
    NoAdapter(String),
    /// The adapter computes something else than the CPU does.
    #[error(
        "`{name}` computes wrong results: a log-probability is {difference:.1e} off the CPU's; \
         update its driver, build without the `vulkan` feature (shaders then go through WGSL), or \
         use --device cpu"
    )]
    Wrong {
        /// The adapter.
        name: String,
        /// The largest difference, in nats.
        difference: f32,
    },
}

/// A device that was found to work.
#[derive(Debug, Clone)]
pub struct OpenDevice {
    /// Without autodiff; call `.autodiff()` on it to learn.
    pub device: Device,
    /// What to call it when talking to the user.
    pub name: String,
}

impl OpenDevice {
    /// As many handles of the device as parts are to be computed at the same time: a GPU works on
    /// one after the other anyway.
    #[must_use]
    pub fn handles(&self, device: &Device, n: usize) -> Vec<Device> {
        vec![device.clone(); if self.is_gpu() { 1 } else { n }]
    }

    /// Whether it is a GPU, with memory of its own.
    #[must_use]
    pub fn is_gpu(&self) -> bool {
        self.name != CPU
    }
}

const CPU: &str = "CPU";

/// Opens a device.
///
/// # Errors
/// [`DeviceError`] when the user insists on a GPU that cannot be used.
pub fn open_device(choice: DeviceChoice) -> Result<OpenDevice, DeviceError> {
    let cpu = OpenDevice { device: Device::flex(), name: CPU.to_owned() };
    match choice {
        DeviceChoice::Cpu => Ok(cpu),
        DeviceChoice::Vulkan => open_gpu(),
        DeviceChoice::Auto => match open_gpu() {
            Ok(gpu) if is_software(&gpu.name) => Ok(cpu),
            Ok(gpu) => Ok(gpu),
            Err(DeviceError::NotBuilt) => Ok(cpu),
            Err(error) => {
                eprintln!("note: using the CPU: {error}");
                Ok(cpu)
            }
        },
    }
}

/// Software adapters work, but slower than the CPU backend.
fn is_software(name: &str) -> bool {
    let name = name.to_lowercase();
    ["llvmpipe", "lavapipe", "swiftshader"].iter().any(|software| name.contains(software))
}

#[cfg(not(feature = "wgpu"))]
fn open_gpu() -> Result<OpenDevice, DeviceError> {
    Err(DeviceError::NotBuilt)
}

#[cfg(feature = "wgpu")]
fn open_gpu() -> Result<OpenDevice, DeviceError> {
    use std::sync::OnceLock;

    // A runtime can be set up once in a process.
    static OPENED: OnceLock<Result<OpenDevice, String>> = OnceLock::new();
    let opened = OPENED.get_or_init(|| {
        let device = Device::wgpu_options().init().map_err(|error| error.to_string())?;
        let name = device.identity().map_or_else(|| "GPU".to_owned(), |identity| identity.name);
        Ok(OpenDevice { device, name })
    });
    let gpu = opened.clone().map_err(DeviceError::NoAdapter)?;
    let difference = difference_to_cpu(&gpu.device);
    // Written so that a difference that is no number fails too.
    if difference < DIFFERENCE_MAX {
        Ok(gpu)
    } else {
        Err(DeviceError::Wrong { name: gpu.name, difference })
    }
}

/// How far a correct device may be off, in nats: some hundred times what WGSL on Mesa shows.
#[cfg(feature = "wgpu")]
const DIFFERENCE_MAX: f32 = 1e-3;

/// The largest difference of a tiny model's log-probabilities on a device and on the CPU, in nats.
#[cfg(feature = "wgpu")]
fn difference_to_cpu(device: &Device) -> f32 {
    use burn::tensor::activation::log_softmax;
    use burn::tensor::{Int, Tensor, TensorData};

    use crate::load::random_model;

    let ids: Vec<i32> = (0..24).map(|place| 10 + place * 7 % 29).collect();
    let log_probs = |device: &Device| -> Vec<f32> {
        let model = random_model(tiny_shape(), 7, device);
        let ids = Tensor::<2, Int>::from_data(TensorData::new(ids.clone(), [1, 24]), device);
        let scores = model.logits(model.states(ids, None));
        log_softmax(scores, 2).try_into_vec_as().unwrap_or_default()
    };
    let (here, there) = (log_probs(&Device::flex()), log_probs(device));
    if here.len() != there.len() {
        return f32::INFINITY;
    }
    here.iter().zip(&there).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// A Llama with grouped heads, small enough to be computed twice at every start.
#[cfg(feature = "wgpu")]
fn tiny_shape() -> crate::model::config::LmConfig {
    use crate::model::config::{
        AttentionConfig, Family, FeedForwardKind, LayerConfig, LmConfig, MixerKind, RotationConfig,
    };
    let layer = LayerConfig { mixer: MixerKind::Attention, feed_forward: FeedForwardKind::Dense };
    LmConfig {
        family: Family::Llama,
        n_vocabulary: 48,
        d_model: 32,
        n_layers: 2,
        context_tokens_max: 64,
        norm_epsilon: 1e-5,
        zero_centred_norms: false,
        tied_embeddings: true,
        attention: AttentionConfig {
            n_heads: 4,
            n_kv_heads: 2,
            d_head: 8,
            qkv_bias: false,
            out_bias: false,
            qk_norm: false,
            gated: false,
            rotation: RotationConfig { base: 10_000.0, n_rotary: 8, stretch: None },
        },
        delta: None,
        d_feed_forward: 64,
        feed_forward_bias: false,
        experts: None,
        layers: vec![layer; 2],
        bos_id: None,
        eos_ids: Vec::new(),
        pad_id: None,
    }
}
