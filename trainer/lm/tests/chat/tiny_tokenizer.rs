//! A tokenizer of bytes with a few merges, and the special tokens of the template styles.

use compoworld_lm::text::{SpecialTokens, Tokenizer};
use tokenizers::decoders::byte_level::ByteLevel as ByteLevelDecoder;
use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{AddedToken, Tokenizer as Inner};

pub const SPECIAL: [(&str, &str); 2] = [("bos_token", "<|begin|>"), ("eos_token", "<|im_end|>")];
const MARKS: [&str; 6] = [
    "<|begin|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
];

pub fn inner() -> Inner {
    let mut letters: Vec<char> = ByteLevel::alphabet().into_iter().collect();
    letters.sort_unstable();
    let mut pieces: Vec<String> = letters.iter().map(char::to_string).collect();
    let merges = [("t", "o"), ("to", "o"), ("too", "l"), ("Ġ", "t"), ("Ã", "©")];
    let merges = merges.map(|(left, right)| (left.to_owned(), right.to_owned()));
    pieces.extend(merges.iter().map(|(left, right)| format!("{left}{right}")));
    let ids: Vocab = pieces.into_iter().zip(0..).collect();
    let model = BPE::builder().vocab_and_merges(ids, merges.to_vec()).build();
    let mut tokenizer = Inner::new(model.expect("the merges are of the vocabulary"));
    tokenizer
        .with_pre_tokenizer(Some(ByteLevel::new(false, true, true)))
        .with_decoder(Some(ByteLevelDecoder::default()));
    let marks = MARKS.map(|mark| AddedToken::from(mark, true));
    tokenizer.add_special_tokens(marks).expect("special tokens");
    let calls = ["<tool_call>", "</tool_call>"];
    let calls = calls.map(|mark| AddedToken::from(mark, false).normalized(false));
    tokenizer.add_tokens(calls).expect("added tokens");
    tokenizer
}

pub fn special() -> SpecialTokens {
    SPECIAL.iter().fold(SpecialTokens::default(), |all, (name, text)| all.with(name, text))
}

pub fn tiny() -> Tokenizer {
    Tokenizer::new(inner(), special())
}
