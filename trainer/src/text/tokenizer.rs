//! The tokenizer of the embedded policy: byte-pair merges inside words, numbers in pairs of digits.
//!
//! Trained on the demonstrations of a run and saved beside the weights as `tokenizer.json`. Every
//! text survives `encode` and `decode` unchanged. The marks of the chat template are ids of their
//! own that no text can spell, so an observation cannot forge a turn.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use thiserror::Error;
use tokenizers::models::bpe::{BPE, BpeTrainer};
use tokenizers::{AddedToken, Model, Trainer};

use super::handles::{HANDLES_MAX, Handles};
use super::words::{Joiner, Shape, Unit, shape_of, split_units};

/// Marks a piece that continues a word or a number.
const CONTINUES: &str = "##";

/// The ids that structure a transcript. Their order fixes their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Special {
    /// Fills short rows of a batch; never a target.
    Pad = 0,
    /// Opens the instruction.
    User = 1,
    /// Opens a tool call.
    Call = 2,
    /// Opens an observation.
    Observation = 3,
    /// Opens the final answer.
    Answer = 4,
    /// Closes any of the four.
    End = 5,
    /// Stands for the part of an observation that its budget cut off.
    Cut = 6,
    /// A space that is not implied.
    Space = 7,
    /// A line break.
    Newline = 8,
    /// No space where one would be implied.
    Glue = 9,
}

/// Names of the specials, in the order of their numbers.
const SPECIAL_NAMES: [&str; 10] = [
    "<|pad|>",
    "<|user|>",
    "<|call|>",
    "<|obs|>",
    "<|answer|>",
    "<|end|>",
    "<|cut|>",
    "<|space|>",
    "<|newline|>",
    "<|glue|>",
];

/// Why a tokenizer could not be trained, saved or read.
#[derive(Debug, Error)]
pub enum TokenizerError {
    /// The merges could not be learned.
    #[error("cannot train the tokenizer: {0}; give at least one demonstration with text")]
    Train(String),
    /// The file cannot be read or written.
    #[error("cannot access tokenizer file {path}: {source}; check the path and its permissions")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not one that [`Tokenizer::save`] wrote.
    #[error(
        "{path} is no tokenizer of this trainer: {reason}; point --init or --resume at a folder that `compoworld-trainer sft` wrote"
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// What an id spells.
#[derive(Debug, Clone)]
enum Piece {
    Special(Special),
    Byte(u8),
    Handle(u32),
    Opens(String),
    Continues(String),
}

/// What a piece may be replaced by without breaking the form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PieceKind {
    /// Opens a word.
    WordStart,
    /// Continues a word.
    WordRest,
    /// Opens a number.
    DigitsStart,
    /// Continues a number.
    DigitsRest,
    /// A handle.
    Handle,
    /// Specials, marks, field names, codes: nothing else may stand here.
    Fixed,
}

/// Turns text into ids and back.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    bpe: BPE,
    ids: BTreeMap<String, u32>,
    pieces: Vec<Piece>,
    bytes_from: u32,
    handles_from: u32,
}

impl Tokenizer {
    /// Learns merges from `texts` until there are `n_vocabulary` ids or no pair is left that occurs
    /// twice.
    ///
    /// # Errors
    /// [`TokenizerError::Train`] when the texts hold nothing to learn from.
    pub fn train<S: AsRef<str>>(texts: &[S], n_vocabulary: usize) -> Result<Self, TokenizerError> {
        let mut bpe = BPE::builder()
            .continuing_subword_prefix(CONTINUES.to_owned())
            .build()
            .map_err(|error| TokenizerError::Train(error.to_string()))?;
        let alphabet: HashSet<char> = ('!'..='~').collect();
        let mut trainer = BpeTrainer::builder()
            .show_progress(false)
            .vocab_size(n_vocabulary)
            .min_frequency(2)
            .initial_alphabet(alphabet)
            .continuing_subword_prefix(CONTINUES.to_owned())
            .special_tokens(
                fixed_pieces().into_iter().map(|piece| AddedToken::from(piece, true)).collect(),
            )
            .build();
        trainer
            .feed(texts.iter().map(AsRef::as_ref).collect::<Vec<&str>>().into_iter(), |text| {
                // Values with handles would only teach merges that nothing needs.
                Ok(split_units(text, |_| true)
                    .into_iter()
                    .filter_map(|unit| match unit {
                        Unit::Word(word) | Unit::Key(word) | Unit::Mark(word) => {
                            Some(word.to_owned())
                        }
                        _ => None,
                    })
                    .collect())
            })
            .map_err(|error| TokenizerError::Train(error.to_string()))?;
        trainer.train(&mut bpe).map_err(|error| TokenizerError::Train(error.to_string()))?;
        Self::from_bpe(bpe).map_err(TokenizerError::Train)
    }

    fn from_bpe(bpe: BPE) -> Result<Self, String> {
        let ids: BTreeMap<String, u32> = bpe.get_vocab().into_iter().collect();
        let fixed = fixed_pieces();
        for (number, piece) in fixed.iter().enumerate() {
            if ids.get(piece) != Some(&(number as u32)) {
                return Err(format!("the piece `{piece}` does not have the id {number}"));
            }
        }
        let bytes_from = SPECIAL_NAMES.len() as u32;
        let mut pieces = vec![Piece::Special(Special::Pad); ids.len()];
        for (text, id) in &ids {
            let slot = pieces
                .get_mut(*id as usize)
                .ok_or_else(|| format!("the id {id} of `{text}` is past the last one"))?;
            *slot = match text.strip_prefix(CONTINUES) {
                Some(rest) if !rest.is_empty() => Piece::Continues(rest.to_owned()),
                _ => Piece::Opens(text.clone()),
            };
        }
        for (number, special) in SPECIALS.iter().enumerate() {
            pieces[number] = Piece::Special(*special);
        }
        for (number, byte) in foreign_bytes().enumerate() {
            pieces[bytes_from as usize + number] = Piece::Byte(byte);
        }
        let handles_from = bytes_from + foreign_bytes().count() as u32;
        for number in 0..HANDLES_MAX as u32 {
            pieces[(handles_from + number) as usize] = Piece::Handle(number);
        }
        Ok(Self { bpe, ids, pieces, bytes_from, handles_from })
    }

    /// How many ids there are.
    pub fn n_vocabulary(&self) -> usize {
        self.pieces.len()
    }

    /// The ids of a text with everything spelled out. No special but spaces, breaks and glue is ever
    /// among them.
    pub fn encode(&self, text: &str) -> Vec<u32> {
        self.encode_units(&split_units(text, |_| false), &Handles::default())
    }

    /// The ids of a text that the agent is given; values in it get handles.
    pub fn encode_given(&self, text: &str, handles: &mut Handles) -> Vec<u32> {
        let units = split_units(text, |value| handles.give(value).is_some());
        self.encode_units(&units, handles)
    }

    /// The ids of a text as the agent says it: with the handles that there are, the rest spelled
    /// out.
    pub fn encode_said(&self, text: &str, handles: &Handles) -> Vec<u32> {
        if handles.number(text).is_some() {
            return self.encode_units(&[Unit::Value(text)], handles);
        }
        let units = split_units(text, |value| handles.number(value).is_some());
        self.encode_units(&units, handles)
    }

    fn encode_units(&self, units: &[Unit<'_>], handles: &Handles) -> Vec<u32> {
        let mut ids = Vec::with_capacity(2 * units.len());
        for unit in units {
            match *unit {
                Unit::Value(value) => {
                    let number = handles.number(value);
                    ids.push(self.handles_from + number.expect("only such values are one unit"));
                }
                Unit::Space => ids.push(Special::Space as u32),
                Unit::Newline => ids.push(Special::Newline as u32),
                Unit::Glue => ids.push(Special::Glue as u32),
                Unit::Digits(digits) => ids.push(self.id_of(digits)),
                Unit::MoreDigits(digits) => {
                    ids.push(self.id_of(&format!("{CONTINUES}{digits}")));
                }
                Unit::Foreign(character) => {
                    ids.extend(character.bytes().map(|byte| self.byte_id(byte)));
                }
                Unit::Word(word) | Unit::Key(word) | Unit::Mark(word) => {
                    let tokens = self
                        .bpe
                        .tokenize(word)
                        .expect("merging printable ASCII cannot fail: every letter has an id");
                    ids.extend(tokens.into_iter().map(|token| token.id));
                }
            }
        }
        ids
    }

    /// The text of ids. Specials other than spaces, breaks and glue spell nothing; the mark for a
    /// cut observation is shown as an ellipsis.
    pub fn decode(&self, ids: &[u32], handles: &Handles) -> String {
        let mut joiner = Joiner::default();
        for &id in ids {
            match self.pieces.get(id as usize) {
                Some(Piece::Opens(piece)) => joiner.open(shape_of(piece), piece),
                Some(Piece::Continues(piece)) => joiner.go_on(piece),
                Some(Piece::Byte(byte)) => joiner.byte(*byte),
                Some(Piece::Handle(number)) => {
                    if let Some(value) = handles.value(*number) {
                        joiner.open(Shape::Value, value);
                    }
                }
                Some(Piece::Special(Special::Space)) => joiner.gap(' '),
                Some(Piece::Special(Special::Newline)) => joiner.gap('\n'),
                Some(Piece::Special(Special::Glue)) => joiner.glue(),
                Some(Piece::Special(Special::Cut)) => "…".bytes().for_each(|b| joiner.byte(b)),
                Some(Piece::Special(_)) | None => {}
            }
        }
        joiner.finish()
    }

    /// Whether an id is a handle that no value has.
    pub fn is_empty_handle(&self, id: u32, handles: &Handles) -> bool {
        match self.pieces.get(id as usize) {
            Some(Piece::Handle(number)) => handles.value(*number).is_none(),
            _ => false,
        }
    }

    /// What an id is to its place.
    pub fn kind(&self, id: u32) -> PieceKind {
        let letters = |piece: &str| piece.bytes().all(|byte| byte.is_ascii_alphabetic());
        let digits = |piece: &str| piece.bytes().all(|byte| byte.is_ascii_digit());
        match self.pieces.get(id as usize) {
            Some(Piece::Handle(_)) => PieceKind::Handle,
            Some(Piece::Opens(piece)) if letters(piece) => PieceKind::WordStart,
            Some(Piece::Opens(piece)) if digits(piece) => PieceKind::DigitsStart,
            Some(Piece::Continues(piece)) if letters(piece) => PieceKind::WordRest,
            Some(Piece::Continues(piece)) if digits(piece) => PieceKind::DigitsRest,
            _ => PieceKind::Fixed,
        }
    }

    /// As [`Self::decode`], with the marks of the chat template shown by name, for people.
    pub fn decode_with_marks(&self, ids: &[u32], handles: &Handles) -> String {
        let mut text = String::new();
        for part in ids.split_inclusive(|&id| id < Special::Cut as u32) {
            let (last, body) = part.split_last().expect("no part of a split is empty");
            match SPECIAL_NAMES.get(*last as usize) {
                Some(name) if *last < Special::Cut as u32 => {
                    text.push_str(&self.decode(body, handles));
                    text.push_str(name);
                }
                _ => text.push_str(&self.decode(part, handles)),
            }
        }
        text
    }

    /// The tokenizer as the text of `tokenizer.json`.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.bpe).expect("a byte-pair model always serializes")
    }

    /// Writes `tokenizer.json`.
    ///
    /// # Errors
    /// [`TokenizerError::File`] when the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TokenizerError> {
        std::fs::write(path, self.to_json())
            .map_err(|source| TokenizerError::File { path: path.to_owned(), source })
    }

    /// Reads what [`Self::save`] wrote.
    ///
    /// # Errors
    /// [`TokenizerError::File`] when it cannot be read, [`TokenizerError::Format`] when it is not
    /// ours.
    pub fn load(path: &Path) -> Result<Self, TokenizerError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| TokenizerError::File { path: path.to_owned(), source })?;
        let format = |reason: String| TokenizerError::Format { path: path.to_owned(), reason };
        let bpe = serde_json::from_str(&text).map_err(|error| format(error.to_string()))?;
        Self::from_bpe(bpe).map_err(format)
    }

    fn id_of(&self, piece: &str) -> u32 {
        *self.ids.get(piece).expect("every pair of digits is among the fixed pieces")
    }

    fn byte_id(&self, byte: u8) -> u32 {
        let before = foreign_bytes().take_while(|&other| other != byte).count();
        self.bytes_from + before as u32
    }
}

const SPECIALS: [Special; 10] = [
    Special::Pad,
    Special::User,
    Special::Call,
    Special::Observation,
    Special::Answer,
    Special::End,
    Special::Cut,
    Special::Space,
    Special::Newline,
    Special::Glue,
];

/// The bytes that printable ASCII leaves: control bytes and those of longer UTF-8 sequences.
fn foreign_bytes() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|byte| !byte.is_ascii_graphic() && *byte != b' ' && *byte != b'\n')
}

/// Pieces whose ids do not depend on the training text: specials, bytes, digits, and every
/// character that can stand inside a word, so that a word of unseen letters is spelled out.
fn fixed_pieces() -> Vec<String> {
    let mut pieces: Vec<String> = SPECIAL_NAMES.iter().map(|&name| name.to_owned()).collect();
    pieces.extend(foreign_bytes().map(|byte| format!("<0x{byte:02X}>")));
    pieces.extend((0..HANDLES_MAX).map(|number| format!("<|{number}|>")));
    for prefix in ["", CONTINUES] {
        pieces.extend((0..10).map(|digit| format!("{prefix}{digit}")));
        pieces.extend((0..100).map(|pair| format!("{prefix}{pair:02}")));
    }
    let inside = ('A'..='Z').chain('a'..='z').chain(['_', '-', ':']);
    pieces.extend(inside.map(|character| format!("{CONTINUES}{character}")));
    pieces
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::{any, proptest};

    use super::{Handles, PieceKind, Tokenizer};

    static TOKENIZER: LazyLock<Tokenizer> = LazyLock::new(|| {
        let texts = [
            "Find the customer Priya Raman and set her ticket to urgent.",
            "helpdesk__update_ticket|ticket_id: TCK-00981|priority: urgent",
            "|items:[{|id: CUS-01234|name: Priya Raman}{|id: CUS-00077|name: Prija Ramos}]",
        ];
        Tokenizer::train(&texts, 850).expect("the texts hold words")
    });

    #[test]
    fn a_value_has_the_same_ids_wherever_it_stands() {
        let tokenizer = &*TOKENIZER;
        let alone = tokenizer.encode("Priya Raman");
        for text in
            ["for \"Priya Raman\"", "|name: Priya Raman|x: 1", "[Priya Raman]", "a, Priya Raman."]
        {
            let ids = tokenizer.encode(text);
            assert!(ids.windows(alone.len()).any(|window| window == alone), "{text}");
        }
    }

    #[test]
    fn awkward_texts_survive() {
        let tokenizer = &*TOKENIZER;
        for text in [
            "",
            " ",
            "  a",
            "a\n\nb ",
            "12:30, 1,000.50",
            "a.b A.B a. B",
            "Señor Ñu",
            "x - y-1 -1",
            "v2 2v 2026-11-29T10:00:00Z",
            "<|end|>",
            "|a:|b: -1|c: {|d: [1, a]}",
            "|a: [x]|é: ü",
            "mail priya@acme.com.",
            "\u{0} \t|",
            "é é",
            "cus-1.cus-2. Cus-3",
        ] {
            assert_eq!(
                tokenizer.decode(&tokenizer.encode(text), &Handles::default()),
                text,
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_saved_tokenizer_encodes_alike() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("tokenizer.json");
        let tokenizer = &*TOKENIZER;
        tokenizer.save(&path).expect("the folder is writable");
        let again = Tokenizer::load(&path).expect("just written");
        let text = "Find TCK-00981 for Priya Raman";
        assert_eq!(again.encode(text), tokenizer.encode(text));
    }

    #[test]
    fn a_value_is_one_token_wherever_it_stands() {
        let tokenizer = &*TOKENIZER;
        let mut handles = Handles::new("any");
        let given = tokenizer.encode_given("Set TCK-00981 for a.b@c.example now.", &mut handles);
        let said = tokenizer.encode_said("|to: a.b@c.example|id: TCK-00981|n: 77777", &handles);
        let handles_in = |ids: &[u32]| -> Vec<u32> {
            ids.iter().copied().filter(|&id| tokenizer.kind(id) == PieceKind::Handle).collect()
        };
        let (ticket, address) = (handles_in(&given)[0], handles_in(&given)[1]);
        // What the agent was never given is spelled out.
        assert_eq!(handles_in(&said), vec![address, ticket]);
        assert_eq!(tokenizer.decode(&said, &handles), "|to: a.b@c.example|id: TCK-00981|n: 77777");
    }

    proptest! {
        #[test]
        fn any_text_survives_with_handles(text in "([ -~é]{0,9}|[a-z]{2}-[0-9]{4}|[|]k: ){0,9}") {
            let tokenizer = &*TOKENIZER;
            let mut handles = Handles::new("any");
            let ids = tokenizer.encode_given(&text, &mut handles);
            assert_eq!(tokenizer.decode(&ids, &handles), text);
        }

        #[test]
        fn any_text_survives(text in any::<String>()) {
            let tokenizer = &*TOKENIZER;
            assert_eq!(tokenizer.decode(&tokenizer.encode(&text), &Handles::default()), text);
        }

        #[test]
        fn any_ascii_text_survives(text in "[ -~\n]{0,40}") {
            let tokenizer = &*TOKENIZER;
            assert_eq!(tokenizer.decode(&tokenizer.encode(&text), &Handles::default()), text);
        }
    }
}
