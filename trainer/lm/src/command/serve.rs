//! `compoworld-lm serve`.

use std::path::Path;

use super::arguments::ServeArguments;
use super::exit_code;
use super::failure::Failure;
use super::stop_signal::stop_signal;
use crate::device::open_device;
use crate::endpoint::{
    Access, ChatModel, ChatModelSource, EndpointOptions, SchedulerLimits, serve_endpoint,
};
use crate::train::lora::adapter_folder;

/// Serves until somebody ends it.
pub(super) fn run(arguments: &ServeArguments) -> Result<(), Failure> {
    let access = Access { token: arguments.token_env.as_deref().map(token).transpose()? };
    let adapter = arguments.adapter.as_deref().map(adapter_folder).transpose()?;
    let name = arguments.name.clone().unwrap_or_else(|| name_of(&arguments.model));
    let source = ChatModelSource {
        path: &arguments.model,
        adapter: adapter.as_deref(),
        name,
        prompt: arguments.tool_prompt.into(),
        format: arguments.tool_format.map(Into::into),
        precision: arguments.precision,
    };
    let opened = open_device(arguments.device)?;
    let model = ChatModel::load(source, &opened.device)?;
    if let Err(why) = model.text.tool_call_format() {
        eprintln!("note: requests with tools will be refused: {why} (see --tool-prompt)");
    }
    let options = EndpointOptions {
        address: arguments.address,
        access,
        limits: SchedulerLimits {
            context_tokens_max: arguments.context_tokens_max,
            prefix_tokens_max: arguments.prefix_tokens_max,
            rows_max: arguments.rows_max,
            waiting_max: arguments.waiting_max,
        },
        body_bytes_max: arguments.body_kib_max.saturating_mul(1024),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| {
            Failure::new(exit_code::ENVIRONMENT, format!("cannot start threads: {error}"))
        })?;
    let (served, device) = (model.name.clone(), opened.name);
    let ready = move |address| eprintln!("serving `{served}` on {device} at http://{address}/v1");
    runtime.block_on(serve_endpoint(model, options, ready, stop_signal()))?;
    Ok(())
}

fn token(variable: &str) -> Result<String, Failure> {
    let token = std::env::var(variable).unwrap_or_default();
    if token.trim().is_empty() {
        let message =
            format!("the environment variable {variable} is not set; set it to the token");
        return Err(Failure::new(exit_code::ENVIRONMENT, message));
    }
    Ok(token.trim().to_owned())
}

pub(super) fn name_of(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    name.map_or_else(|| "model".to_owned(), |name| name.to_string_lossy().into_owned())
}
