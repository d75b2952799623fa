//! Tokenizers: folders, what can be wrong with them, and decoding as tokens come.

use std::fs;

use compoworld_lm::text::{TextError, Tokenizer};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use crate::tiny_tokenizer::{inner, tiny};

#[test]
fn a_folder_gives_its_tokenizer_and_its_special_tokens() {
    let folder = tempfile::tempdir().expect("a folder");
    inner().save(folder.path().join("tokenizer.json"), false).expect("it is saved");
    let config = r#"{"bos_token": {"content": "<|begin|>"}, "eos_token": "<|im_end|>"}"#;
    fs::write(folder.path().join("tokenizer_config.json"), config).expect("it is written");

    let tokenizer = Tokenizer::load(folder.path()).expect("it is whole");
    assert_eq!(tokenizer.special().get("bos_token"), Some("<|begin|>"));
    assert_eq!(tokenizer.special().get("eos_token"), Some("<|im_end|>"));
    let ids = tokenizer.encode("<|im_start|>a tool<|im_end|>").expect("it encodes");
    let tokens: Vec<_> = ids.iter().filter_map(|&id| tokenizer.token(id)).collect();
    assert_eq!(tokens, ["<|im_start|>", "a", "Ġ", "tool", "<|im_end|>"]);
}

#[test]
fn a_folder_that_lacks_its_tokenizer_or_has_a_broken_one_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = Tokenizer::load(folder.path()).expect_err("there is none").to_string();
    assert!(said.contains("has no `tokenizer.json`"), "{said}");
    fs::write(folder.path().join("tokenizer.json"), "{\"model\": 3}").expect("it is written");
    let said = Tokenizer::load(folder.path()).expect_err("it is broken").to_string();
    assert!(said.contains("tokenizer.json") && said.contains("fetch the model's files"), "{said}");

    let file = folder.path().join("model.gguf");
    fs::write(&file, "GGUF, but not really").expect("it is written");
    let said = Tokenizer::load(&file).expect_err("it is broken").to_string();
    assert!(said.contains("model.gguf") && said.contains("it is no GGUF file"), "{said}");
}

#[test]
fn a_tokenizer_of_another_model_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let tokenizer = tiny();
    let n_tokens = tokenizer.id("</tool_call>").expect("it is the last") as usize + 1;
    tokenizer.check_vocabulary(n_tokens, folder.path()).expect("it fits");
    tokenizer.check_vocabulary(n_tokens + 50, folder.path()).expect("models pad their vocabulary");
    let error = tokenizer.check_vocabulary(n_tokens - 1, folder.path()).expect_err("too small");
    assert!(matches!(error, TextError::WrongTokenizer { .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn decoding_as_ids_come_gives_the_text_of_all_of_them(
        ids in proptest::collection::vec(0_u32..269, 0..120),
    ) {
        let tokenizer = tiny();
        let mut decoder = tokenizer.incremental_decoder();
        let mut text: String = ids.iter().map(|&id| decoder.push(id)).collect();
        text.push_str(&decoder.finish());
        prop_assert_eq!(text, tokenizer.decode(&ids));
    }

    #[test]
    fn no_character_is_split(text in any::<String>()) {
        let tokenizer = tiny();
        let ids = tokenizer.encode(&text).expect("it encodes");
        let mut decoder = tokenizer.incremental_decoder();
        let mut again = String::new();
        for id in ids {
            let piece = decoder.push(id);
            prop_assert_eq!(piece.contains('\u{fffd}'), text[again.len()..].starts_with(&piece)
                && piece.contains('\u{fffd}'));
            again.push_str(&piece);
        }
        prop_assert_eq!(again + &decoder.finish(), text);
    }
}
