//! The files of a model's text side, to be put beside weights that were trained.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use super::chat::ChatText;
use super::tokenizer::TextError;

/// Those that a model folder may have.
const NAMES: [&str; 4] =
    ["tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "chat_template.jinja"];

/// The tokenizer and the template of a model as files: those of its folder, or such as say what its
/// GGUF file says.
///
/// # Errors
/// When a file is there and cannot be read.
pub fn text_files(path: &Path, text: &ChatText) -> Result<Vec<(String, Vec<u8>)>, TextError> {
    if !path.is_dir() {
        return Ok(written(text));
    }
    let mut files = Vec::new();
    for name in NAMES {
        let path = path.join(name);
        match fs::read(&path) {
            Ok(bytes) => files.push((name.to_owned(), bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(cause) => return Err(TextError::Io { path, cause }),
        }
    }
    Ok(files)
}

fn written(text: &ChatText) -> Vec<(String, Vec<u8>)> {
    let special = text.tokenizer.special().named().map(|(n, t)| (n.to_owned(), Value::from(t)));
    let mut config: Map<String, Value> = special.collect();
    config.insert("tokenizer_class".to_owned(), Value::from("PreTrainedTokenizerFast"));
    let config = serde_json::to_vec_pretty(&config).expect("the keys of a config are texts");
    let template = text.templates().with_tools().source().as_bytes().to_vec();
    vec![
        ("tokenizer.json".to_owned(), text.tokenizer.to_json().into_bytes()),
        ("tokenizer_config.json".to_owned(), config),
        ("chat_template.jinja".to_owned(), template),
    ]
}
