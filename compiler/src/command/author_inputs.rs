//! What `author` is given: specs, the models to start from, and the model that is asked.

use std::path::Path;

use compoworld_chat::{Chat, ChatClient, EndpointChat, OpenAiConfig, OpenAiConfigError};

use crate::author::Order;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::spec;

/// The order for a spec's file, or for the folder of a service.
///
/// # Errors
/// When there is no normalized spec.
pub(super) fn order_of(target: &Path, out: &Path, records: &Path) -> Result<Order, Diagnostics> {
    let spec_path = if target.is_dir() { target.join("spec.json") } else { target.to_owned() };
    let name = spec_path.display().to_string();
    let spec_text = std::fs::read_to_string(&spec_path).map_err(|error| {
        Diagnostic::new(Code::UnreadableFile, Place::file(&name))
            .message(format!("cannot read `{name}`: {error}"))
            .help("name a normalized spec, or the folder that holds one as `spec.json`")
    })?;
    let spec = spec::from_json(&spec_text).map_err(|faults| {
        let mut all = faults.in_file(&name);
        all.push(Diagnostic::new(Code::NotNormalized, Place::file(&name)).help(format!(
            "if it is a server's list, normalize it first: `compoworld normalize {name}`"
        )));
        all
    })?;
    let model_path = spec_path.with_file_name("service.rs");
    let model = match std::fs::read_to_string(&model_path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => {
            let name = model_path.display().to_string();
            return Err(Diagnostic::new(Code::UnreadableFile, Place::file(&name))
                .message(format!("cannot read `{name}`: {error}"))
                .into());
        }
    };
    let out = out.join(&spec.domain).join(&spec.service);
    Ok(Order { spec, spec_text, model, out, records: records.to_owned() })
}

/// The model of the endpoint that the environment names.
///
/// # Errors
/// When the environment names none.
pub(super) fn endpoint(
    model: &str,
    requests_per_minute: Option<u32>,
) -> Result<Box<dyn Chat>, OpenAiConfigError> {
    let config = OpenAiConfig {
        requests_per_minute,
        temperature: 0.2,
        completion_tokens_max: 16_384,
        timeout_s: 600,
        stream: true,
        ..OpenAiConfig::from_environment(model)?
    };
    Ok(Box::new(EndpointChat::new(ChatClient::new(config))))
}
