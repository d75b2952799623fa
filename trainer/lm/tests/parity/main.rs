//! Our models against `transformers` and the `gguf` package. `COMPOWORLD_TORCH_PYTHON` is a Python with
//! torch, transformers, peft, safetensors and gguf; without it the tests say that they were passed over.

mod adapters;
mod families;
mod gguf;
mod peer;
