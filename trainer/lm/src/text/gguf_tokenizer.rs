//! The tokenizer that a GGUF file describes.
//!
//! The ids must be those that llama.cpp gives for the same file, and the model was trained on.

use tokenizers::decoders::byte_level::ByteLevel as ByteLevelDecoder;
use tokenizers::models::bpe::{BPE, Merges, Vocab};
use tokenizers::{AddedToken, Tokenizer};

use super::gguf::GgufText;
use super::pre_tokenizer::{PreTokenizer, find_pre_tokenizer};

/// Token types of GGUF (`gguf-py`, `TokenType`).
const CONTROL: i64 = 3;
const USER_DEFINED: i64 = 4;

/// Builds it.
///
/// # Errors
/// What is not supported, or missing.
pub(super) fn build_tokenizer(text: &GgufText) -> Result<Tokenizer, String> {
    if text.model != "gpt2" {
        return Err(format!(
            "its tokenizer (`tokenizer.ggml.model`) is `{}`; only byte-level BPE (`gpt2`) can be \
             built from a GGUF file",
            text.model
        ));
    }
    if text.tokens.is_empty() || text.merges.is_empty() {
        return Err("it has no vocabulary (`tokenizer.ggml.tokens` and `.merges`)".to_owned());
    }
    let PreTokenizer { cut, normalizer, whole_words_first } =
        find_pre_tokenizer(&text.pre_tokenizer)?;

    let ids = text.tokens.iter().zip(0_u32..).map(|(token, id)| (token.clone(), id));
    let vocabulary: Vocab = ids.collect();
    let model = BPE::builder()
        .vocab_and_merges(vocabulary, merges(text)?)
        .ignore_merges(whole_words_first)
        .build()
        .map_err(|error| format!("its merges do not fit its vocabulary: {error}"))?;

    let mut tokenizer = Tokenizer::new(model);
    tokenizer
        .with_normalizer(normalizer)
        .map_err(|error| format!("its normalizer cannot be set: {error}"))?;
    tokenizer.with_pre_tokenizer(Some(cut)).with_decoder(Some(ByteLevelDecoder::default()));
    let of_type = |wanted: i64| {
        let tokens = text.tokens.iter().zip(&text.token_types);
        tokens.filter(move |(_, kind)| **kind == wanted).map(|(token, _)| token.clone())
    };
    let control = of_type(CONTROL).map(|token| AddedToken::from(token, true));
    let defined =
        of_type(USER_DEFINED).map(|token| AddedToken::from(token, false).normalized(false));
    tokenizer
        .add_special_tokens(control.collect::<Vec<_>>())
        .and_then(|_| tokenizer.add_tokens(defined.collect::<Vec<_>>()))
        .map_err(|error| format!("its special tokens cannot be added: {error}"))?;
    Ok(tokenizer)
}

fn merges(text: &GgufText) -> Result<Merges, String> {
    let pairs = text.merges.iter().enumerate().map(|(place, merge)| {
        let pair = merge.split_once(' ').ok_or_else(|| {
            format!("merge {place} of `tokenizer.ggml.merges`, `{merge}`, is no pair")
        })?;
        Ok((pair.0.to_owned(), pair.1.to_owned()))
    });
    pairs.collect()
}
