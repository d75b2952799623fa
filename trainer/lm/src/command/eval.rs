//! `compoworld-lm eval`.

use serde_json::json;

use super::arguments::EvalArguments;
use super::exit_code;
use super::failure::Failure;
use super::serve::name_of;
use crate::device::open_device;
use crate::endpoint::{ChatModel, ChatModelError, ChatModelSource};
use crate::train::data::read_lessons;
use crate::train::lora::adapter_folder;
use crate::train::sft::held_out_loss;
use crate::train::tool_use::{ToolUse, measure_tool_use};

/// Measures a model on demonstrations.
pub(super) fn run(arguments: &EvalArguments) -> Result<(), Failure> {
    let adapter = arguments.adapter.as_deref().map(adapter_folder).transpose()?;
    let source = ChatModelSource {
        path: &arguments.model,
        adapter: adapter.as_deref(),
        name: name_of(&arguments.model),
        prompt: arguments.tool_prompt.into(),
        format: arguments.tool_format.map(Into::into),
        precision: arguments.precision,
    };
    let opened = open_device(arguments.device)?;
    let ChatModel { model, text, .. } = ChatModel::load(source, &opened.device)?;
    let format = text
        .tool_call_format()
        .map_err(|why| Failure::new(exit_code::FAILED, format!("{why} (see --tool-prompt)")))?;
    let context = arguments.context_tokens_max.min(model.config().context_tokens_max);
    let lessons = read_lessons(&arguments.data, &text, model.config().n_vocabulary, context)?;
    let loss = held_out_loss(&model, &lessons.sequences, arguments.row_tokens_max);
    let tokens = arguments.turn_tokens_max;
    let used = measure_tool_use(&model, &text, format, &lessons.conversations, tokens, context)
        .map_err(ChatModelError::from)?;
    if arguments.json {
        println!("{}", json!({"loss": loss, "tool_use": used}));
    } else {
        print_table(loss, used);
    }
    Ok(())
}

fn print_table(loss: f64, used: ToolUse) {
    let of_all =
        |n: usize| format!("{:5} {:5.1}%", n, 100.0 * n as f64 / used.n_turns.max(1) as f64);
    println!("loss, nats a token of the agent  {loss:.4}");
    println!("turns with a call                {:5}", used.n_turns);
    println!("  the model calls                {}", of_all(used.n_called));
    println!("  in a form that can be read     {}", of_all(used.n_well_formed));
    println!("  a tool that there is           {}", of_all(used.n_known_tool));
    println!("  with arguments that it takes   {}", of_all(used.n_valid));
    println!("  as demonstrated                {}", of_all(used.n_equal));
}
