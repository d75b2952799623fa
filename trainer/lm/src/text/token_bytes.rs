//! What each token writes, in bytes: a token may be a part of a character.

use std::collections::BTreeMap;

use tokenizers::DecoderWrapper;

use super::tokenizer::Tokenizer;

/// The bytes of each token of a vocabulary.
#[derive(Debug)]
pub struct TokenBytes {
    /// By id; none for ids that write no text: special tokens, and ids without a token.
    bytes: Vec<Option<Box<[u8]>>>,
}

/// The bytes of tokens are not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the tokenizer spells its tokens in a way that is not known here (its decoder is `{0}`), so no \
     answer can be held to a form; ask without a `response_format`"
)]
pub struct UnknownSpelling(String);

/// How tokens are spelled in a vocabulary.
#[derive(Debug, Clone, Copy)]
enum Spelling {
    /// Each byte as a letter, as GPT-2 has it.
    ByteLevel,
    /// As text with `▁` for a space, and `<0x0A>` for a byte, as SentencePiece has it.
    Pieces,
}

impl TokenBytes {
    /// The bytes of a tokenizer's tokens, for a model with so many ids.
    ///
    /// # Errors
    /// When the tokenizer spells its tokens in another way than those that are known.
    pub fn of(tokenizer: &Tokenizer, n_vocabulary: usize) -> Result<Self, UnknownSpelling> {
        let inner = tokenizer.inner();
        let spelling = inner.get_decoder().and_then(find_spelling).ok_or_else(|| {
            let decoder = inner.get_decoder().map(serde_json::to_value).and_then(Result::ok);
            let kind = decoder.and_then(|decoder| decoder["type"].as_str().map(str::to_owned));
            UnknownSpelling(kind.unwrap_or_else(|| "none".to_owned()))
        })?;
        let letters = byte_letters();
        let added = inner.get_added_tokens_decoder();
        let bytes = (0..n_vocabulary as u32).map(|id| {
            if let Some(token) = added.get(&id) {
                return (!token.special).then(|| token.content.as_bytes().into());
            }
            let token = inner.id_to_token(id)?;
            match spelling {
                Spelling::ByteLevel => {
                    token.chars().map(|letter| letters.get(&letter).copied()).collect()
                }
                Spelling::Pieces => Some(piece_bytes(&token)),
            }
        });
        Ok(Self { bytes: bytes.collect() })
    }

    /// What a token writes; `None` when it writes no text.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<&[u8]> {
        self.bytes.get(id as usize)?.as_deref().filter(|bytes| !bytes.is_empty())
    }
}

fn find_spelling(decoder: &DecoderWrapper) -> Option<Spelling> {
    match decoder {
        DecoderWrapper::ByteLevel(_) => Some(Spelling::ByteLevel),
        DecoderWrapper::ByteFallback(_) | DecoderWrapper::Metaspace(_) => Some(Spelling::Pieces),
        DecoderWrapper::Sequence(sequence) => {
            sequence.get_decoders().iter().find_map(find_spelling)
        }
        _ => None,
    }
}

/// The byte that each letter of byte-level vocabularies stands for: printable bytes stand for
/// themselves, the others are numbered from 256.
fn byte_letters() -> BTreeMap<char, u8> {
    let is_printable = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    let mut next = 256_u32;
    let letters = (0..=u8::MAX).filter_map(|byte| {
        if is_printable(byte) {
            return Some((char::from(byte), byte));
        }
        let letter = char::from_u32(next);
        next += 1;
        Some((letter?, byte))
    });
    letters.collect()
}

fn piece_bytes(piece: &str) -> Box<[u8]> {
    let hexadecimal = piece.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>'));
    match hexadecimal.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
        Some(byte) => [byte].into(),
        None => piece.replace('▁', " ").into_bytes().into(),
    }
}
