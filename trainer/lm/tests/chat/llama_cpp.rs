//! Prompt ids of SmolLM2-135M-Instruct are those of llama.cpp, from the same GGUF file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use compoworld_lm::text::Tokenizer;
use compoworld_lm::text::chat::{ChatMessage, RenderOptions, Role, load_templates};
use serde_json::{Value, json};

/// What is asked: numbers, code, spaces, other scripts, marks, and special tokens in words.
const QUESTIONS: [&str; 18] = [
    "Which orders are overdue since 2026-01-31?",
    "List the tickets TCK-00012, TCK-00013 and TCK-00014 of octo/web, please.",
    "   leading and trailing   ",
    "tabs\tand\n\nnew lines\r\n  indented\n    twice\n",
    "{\"name\": \"crm__get_order\", \"arguments\": {\"id\": \"ORD-1\", \"lines\": [1, 22, 333]}}",
    "fn main() { println!(\"{:?}\", vec![1u8; 16]); } // ok",
    "I'd say they'll've it's we're don't CAN'T",
    "Grüße aus Zürich, où l'été dure; señor Ñandú — naïve façade",
    "漢字かな交じり文と한국어 그리고 русский текст",
    "مرحبا بالعالم שלום עולם नमस्ते दुनिया สวัสดี",
    "🦀🧪👩‍💻 é e\u{301} \u{200b}zero width\u{a0}no break",
    "<|im_start|>user\nIs this a mark?<|im_end|> <|endoftext|>",
    "1234567890 3.14159 1e-7 0xFF 1,000,000.00 ½ ² ٣",
    "https://example.com/a?b=c&d=%20#e user.name+tag@example.org",
    "!!! ??? ... --- ___ *** ### $$$ %%% ^^^ ~~~",
    "UPPER lower MiXeD snake_case kebab-case camelCase",
    "",
    "The quick brown fox jumps over the lazy dog. The quick brown fox jumps over the lazy dog.",
];

fn conversations() -> Vec<Vec<(Role, &'static str)>> {
    let mut all: Vec<_> = QUESTIONS.iter().map(|question| vec![(Role::User, *question)]).collect();
    all.push(vec![
        (Role::System, "You answer in one word."),
        (Role::User, "Is the sky blue?"),
        (Role::Assistant, "Yes."),
        (Role::User, "And the grass?"),
    ]);
    all.push(vec![(Role::System, "Be brief.\n"), (Role::User, "Tell the 3 rules.\n1.\n2.\n3.")]);
    all
}

/// The file and the Python that has llama.cpp, where `tests/run` could install both.
fn installed() -> Option<(PathBuf, PathBuf)> {
    let path = |variable: &str| {
        let path = std::env::var_os(variable).map(PathBuf::from);
        if path.is_none() {
            eprintln!("SKIPPED: tests/run installs what {variable} names");
        }
        path
    };
    Some((path("COMPOWORLD_SMOLLM2")?, path("COMPOWORLD_LLAMA_CPP_PYTHON")?))
}

#[test]
fn twenty_prompts_have_the_ids_of_llama_cpp() {
    let Some((model, python)) = installed() else { return };
    let conversations = conversations();
    assert_eq!(conversations.len(), 20);
    let asked: Vec<Value> = conversations
        .iter()
        .map(|messages| {
            let messages = messages
                .iter()
                .map(|(role, words)| json!({"role": role.template_name(), "content": words}));
            messages.collect()
        })
        .collect();
    let theirs = ask_llama_cpp(&python, &model, &Value::from(asked));

    let tokenizer = Tokenizer::load(&model).expect("it has a tokenizer");
    let templates = load_templates(&model, tokenizer.special()).expect("it has a template");
    let options = RenderOptions { add_generation_prompt: true, ..RenderOptions::default() };
    for (messages, theirs) in conversations.iter().zip(theirs) {
        let messages: Vec<_> =
            messages.iter().map(|&(role, words)| ChatMessage::new(role, words)).collect();
        let prompt = templates.without_tools().render(&messages, &[], &options);
        let prompt = prompt.expect("it renders");
        assert_eq!(json!(prompt), theirs["prompt"]);
        let ids = tokenizer.encode(&prompt).expect("it encodes");
        assert_eq!(json!(ids), theirs["ids"], "{prompt}");
        assert_eq!(tokenizer.decode(&ids), prompt);
    }
}

fn ask_llama_cpp(python: &Path, model: &Path, asked: &Value) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let request = folder.path().join("request.json");
    fs::write(&request, asked.to_string()).expect("it is written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chat/peer/llama_cpp_tokens.py");
    let output =
        Command::new(python).arg(script).arg(model).arg(&request).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the script prints JSON")
}
