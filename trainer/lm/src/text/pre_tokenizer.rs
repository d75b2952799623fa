//! How a text is cut before BPE merges its pieces, by the names that GGUF files use
//! (`tokenizer.ggml.pre`).
//!
//! The expressions are facts about the tokenizers that the models were trained with: each must be
//! theirs to the letter, or ids differ.

use tokenizers::normalizers::unicode::NFC;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::tokenizer::SplitDelimiterBehavior;
use tokenizers::{NormalizerWrapper, PreTokenizerWrapper};

/// What is done to a text before its pieces are merged.
pub(super) struct PreTokenizer {
    /// Cuts it.
    pub(super) cut: PreTokenizerWrapper,
    /// Changes it first.
    pub(super) normalizer: Option<NormalizerWrapper>,
    /// Whether a piece that is in the vocabulary is one token, whatever its merges say.
    pub(super) whole_words_first: bool,
}

/// Llama 3: up to three digits together.
const LLAMA_3: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// Qwen 2 to 3: each digit by itself.
const QWEN_2: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// Qwen 3.5: marks belong to the letters that they follow.
const QWEN_3_5: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// The rule of this name.
///
/// # Errors
/// When the name is unknown, or absent: a guess would give wrong ids without a sign.
pub(super) fn find_pre_tokenizer(name: &str) -> Result<PreTokenizer, String> {
    let nfc = || Some(NormalizerWrapper::NFC(NFC));
    match name {
        "gpt-2" => Ok(PreTokenizer {
            cut: ByteLevel::new(false, true, true).into(),
            normalizer: None,
            whole_words_first: false,
        }),
        "smollm" => Ok(PreTokenizer {
            cut: sequence(Digits::new(true), ByteLevel::new(false, true, true)),
            normalizer: None,
            whole_words_first: false,
        }),
        "llama-bpe" => Ok(PreTokenizer {
            cut: by_expression(LLAMA_3)?,
            normalizer: None,
            whole_words_first: true,
        }),
        "qwen2" => Ok(PreTokenizer {
            cut: by_expression(QWEN_2)?,
            normalizer: nfc(),
            whole_words_first: false,
        }),
        "qwen35" => Ok(PreTokenizer {
            cut: by_expression(QWEN_3_5)?,
            normalizer: nfc(),
            whole_words_first: false,
        }),
        "" => Err("it does not say how a text is cut (`tokenizer.ggml.pre` is missing)".to_owned()),
        other => Err(format!(
            "it cuts a text by the rule `{other}` (`tokenizer.ggml.pre`), which is not known; known \
             are gpt-2, smollm, llama-bpe, qwen2 and qwen35"
        )),
    }
}

fn by_expression(expression: &str) -> Result<PreTokenizerWrapper, String> {
    let pattern = SplitPattern::Regex(expression.to_owned());
    let split = Split::new(pattern, SplitDelimiterBehavior::Isolated, false)
        .map_err(|error| format!("its cutting rule does not compile: {error}"))?;
    Ok(sequence(split, ByteLevel::new(false, true, false)))
}

fn sequence(
    first: impl Into<PreTokenizerWrapper>,
    second: impl Into<PreTokenizerWrapper>,
) -> PreTokenizerWrapper {
    Sequence::new(vec![first.into(), second.into()]).into()
}
