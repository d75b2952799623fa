//! `compoworld-lm merge`.

use burn::tensor::Device;

use super::arguments::MergeArguments;
use super::exit_code;
use super::failure::Failure;
use crate::endpoint::ChatModelError;
use crate::load::load_model;
use crate::save::save_model;
use crate::text::chat::{ChatText, ToolPrompt};
use crate::text::model_files::text_files;
use crate::train::lora::{adapter_folder, load_adapters};

/// Writes the model with the adapter folded in.
pub(super) fn run(arguments: &MergeArguments) -> Result<(), Failure> {
    let MergeArguments { model: path, adapter, out } = arguments;
    let text = ChatText::load(path, ToolPrompt::Template, None).map_err(ChatModelError::from)?;
    let model = load_model(path, &Device::flex()).map_err(ChatModelError::from)?;
    let (model, _) =
        load_adapters(model, &adapter_folder(adapter)?).map_err(ChatModelError::from)?;
    let io = |error: &dyn std::fmt::Display| Failure::new(exit_code::IO, error.to_string());
    // What is saved of a product is the product with its adapter.
    save_model(&model, out).map_err(|error| io(&error))?;
    for (name, bytes) in text_files(path, &text).map_err(ChatModelError::from)? {
        let path = out.join(name);
        std::fs::write(&path, bytes)
            .map_err(|error| io(&format!("cannot write {}: {error}", path.display())))?;
    }
    println!("{}", out.display());
    Ok(())
}
