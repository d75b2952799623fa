//! Conversations as tokens.

use std::fs;

use compoworld_lm::text::Tool;
use compoworld_lm::text::chat::{
    ChatMessage, ChatTemplate, ChatTemplates, ChatText, Role, ToolPrompt,
};
use compoworld_lm::text::tool_calls::ToolCall;
use compoworld_lm::train::conversation::{TokenizedConversation, tokenize_conversation};
use compoworld_lm::train::data::{DataError, read_lessons};
use serde_json::json;

use crate::program::{TEMPLATE, rows};
use crate::tiny_tokenizer::{special, tiny};

/// Drops the reasoning of all turns but the last.
const FORGETS: &str = "{% for m in messages %}<|im_start|>{{ m.role }}\n\
    {% if m.role == 'assistant' and loop.last and m.reasoning_content %}\
    ({{ m.reasoning_content }}) {% endif %}{{ m.content }}<|im_end|>\n{% endfor %}\
    {% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

fn text(template: &str) -> ChatText {
    let template = ChatTemplate::new(template, "a test", special()).expect("it parses");
    ChatText::new(tiny(), ChatTemplates::new(template), ToolPrompt::Template, None)
}

fn says(words: &str, reasoning: Option<&str>) -> ChatMessage {
    let reasoning = reasoning.map(str::to_owned);
    ChatMessage { reasoning, ..ChatMessage::new(Role::Assistant, words) }
}

fn user(words: &str) -> ChatMessage {
    ChatMessage::new(Role::User, words)
}

#[test]
fn what_the_agent_says_is_learned_with_the_token_that_ends_it() {
    let text = text(TEMPLATE);
    let tool = json!({"type": "function", "function": {"name": "find", "parameters": {}}});
    let tools = [Tool::new(serde_json::from_value(tool).expect("JSON")).expect("a tool")];
    let mut call = ChatMessage::new(Role::Assistant, "");
    call.tool_calls =
        vec![ToolCall { id: None, name: "find".to_owned(), arguments: r#"{"a": 1}"#.to_owned() }];
    let messages =
        [user("Find it."), call, ChatMessage::new(Role::Tool, "seven"), says("It is 7.", None)];
    let sequences = tokenize_conversation(&text, &messages, &tools).expect("it has tokens");
    let [only] = &sequences[..] else { panic!("{sequences:?}") };
    let whole = text.render_said(&messages, &tools, &[]).expect("it renders");
    assert_eq!(text.tokenizer.decode(&only.ids), whole.trim_end());
    let said: Vec<String> = only
        .agent_spans
        .iter()
        .map(|&(from, to)| text.tokenizer.decode(&only.ids[from..to]))
        .collect();
    let [called, answered] = &said[..] else { panic!("{said:?}") };
    assert!(called.contains(r#""arguments": {"a": 1}"#), "{called}");
    assert!(called.ends_with("<|im_end|>"), "{called}");
    assert_eq!(answered, "It is 7.<|im_end|>");
}

#[test]
fn a_template_that_rewrites_the_past_gives_a_sequence_for_each_reading() {
    let text = text(FORGETS);
    let messages =
        [user("One?"), says("Uno.", Some("Spanish")), user("Two?"), says("Dos.", Some("again"))];
    let sequences = tokenize_conversation(&text, &messages, &[]).expect("it has tokens");
    let texts: Vec<String> =
        sequences.iter().map(|sequence| text.tokenizer.decode(&sequence.ids)).collect();
    assert_eq!(texts.len(), 2);
    assert!(texts[0].ends_with("(Spanish) Uno.<|im_end|>"), "{texts:?}");
    assert!(texts[1].contains("assistant\nUno.<|im_end|>"), "{texts:?}");
    assert!(texts[1].ends_with("(again) Dos.<|im_end|>"), "{texts:?}");
    assert!(sequences.iter().all(|sequence| sequence.agent_spans.len() == 1));
}

#[test]
fn sampled_tokens_stay_as_they_are_though_text_would_give_others() {
    let text = text(TEMPLATE);
    let mut conversation = TokenizedConversation::default();
    let mut messages = vec![user("Say too.")];
    let prompt = conversation.hear(&text, &messages, &[]).expect("it renders").to_vec();
    // `too` letter by letter, which the tokenizer would merge.
    let letter = |letter: &str| tiny().id(letter).expect("a letter");
    let end = tiny().id("<|im_end|>").expect("it is there");
    let said = [letter("t"), letter("o"), letter("o"), end];
    messages.push(says("too", None));
    let log_probs = [-0.1, -0.2, -0.3, -0.4];
    conversation.say(&said, &log_probs);
    messages.push(user("Again."));
    let ids = conversation.hear(&text, &messages, &[]).expect("it renders").to_vec();
    assert_eq!(ids[..prompt.len()], prompt);
    assert_eq!(ids[prompt.len()..prompt.len() + 4], said);
    let whole = text.render(&messages, &[], &[]).expect("it renders");
    assert_eq!(tiny().decode(&ids), whole);
    let [only] = conversation.sequences() else { panic!("one sequence") };
    assert_eq!(only.agent_spans, [(prompt.len(), prompt.len() + 4)]);
    assert_eq!(only.log_probs, log_probs);
}

#[test]
fn a_turn_that_was_stopped_early_is_ended_by_what_follows() {
    let text = text(TEMPLATE);
    let mut conversation = TokenizedConversation::default();
    let mut messages = vec![user("Say too.")];
    let n_prompt = conversation.hear(&text, &messages, &[]).expect("it renders").len();
    let said = tiny().encode("too").expect("it encodes");
    messages.push(says("too", None));
    conversation.say(&said, &[]);
    messages.push(user("Again."));
    let ids = conversation.hear(&text, &messages, &[]).expect("it renders").to_vec();
    assert_eq!(tiny().decode(&ids), text.render(&messages, &[], &[]).expect("it renders"));
    let [only] = conversation.sequences() else { panic!("one sequence") };
    // The end is not the agent's: it did not say it.
    assert_eq!(only.agent_spans, [(n_prompt, n_prompt + said.len())]);
}

#[test]
fn rows_are_read_in_both_forms_and_failed_ones_are_left_out() {
    let text = text(TEMPLATE);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.jsonl");
    let mut lines = rows(2);
    lines.push(json!({"token_sequences": [{"ids": [1, 2, 3], "agent_spans": [[1, 3]],
        "log_probs": [-1.0, -2.0]}], "outcome": {"success": true}, "messages": []}));
    lines.push(json!({"messages": [], "tools": "[]", "success": false}));
    let long: Vec<u32> = vec![1; 3000];
    lines.push(json!({"token_sequences": [{"ids": long, "agent_spans": [[1, 3]]}]}));
    let all: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(&path, all).expect("written");
    let lessons = read_lessons(&path, &text, 272, 2000).expect("they are rows");
    assert_eq!(lessons.sequences.len(), 3);
    assert_eq!(lessons.sequences[2].log_probs, [-1.0, -2.0]);
    assert_eq!((lessons.n_failed, lessons.n_too_long), (1, 1));
    assert_eq!(lessons.conversations.len(), 2);
}

#[test]
fn rows_that_are_none_say_the_line_and_what_to_do() {
    let text = text(TEMPLATE);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.jsonl");
    let said = |row: &str| {
        fs::write(&path, format!("\n{row}\n")).expect("written");
        let error = read_lessons(&path, &text, 272, 2000).expect_err("it is no row");
        if let DataError::Row { line, .. } = &error {
            assert_eq!(*line, 2);
        }
        error.to_string()
    };
    for (row, expected) in [
        ("{", "it is no row to learn from"),
        (r#"{"messages": []}"#, "compoworld export --format trl"),
        (r#"{"messages": [], "tools": "{"}"#, "`tools` is no list of functions"),
        (r#"{"messages": [{"role": "robot"}], "tools": null}"#, "`robot` is no role"),
        (r#"{"token_sequences": [{"ids": [1], "agent_spans": [[0, 2]]}]}"#, "`agent_spans`"),
        (r#"{"token_sequences": [{"ids": [272], "agent_spans": [[0, 1]]}]}"#, "vocabulary of 272"),
        (r#"{"messages": [], "tools": null, "success": false}"#, "nothing to learn from: 1"),
    ] {
        let said = said(row);
        assert!(said.contains(expected), "{row}: {said}");
    }
}
