//! Transcripts: calls that somebody made of a real server, with its answers.
//!
//! What both sides of a comparison need, the recorder in the compiler and the replay in the
//! runtime: reading transcripts, JSON as its leaves, which arguments were taken from which answers,
//! and which value of one run stands for which of another. It knows neither servers nor services.

mod find_uses;
mod leaves;
mod map_ids;
mod prose;
mod read_transcript;
mod recorded_answer;

pub use find_uses::{Use, find_uses, looks_made};
pub use leaves::{
    Leaf, Step, answer_leaves, folded, is_id_name, leaves_of, lists_of, names_agree, opened,
    pointer, shape, steps_of, text_of, written_way,
};
pub use map_ids::{IdMap, agree_in_name, counterpart, put};
pub use read_transcript::{
    BadTranscript, RecordedCall, RecordedUse, read_call, read_calls, read_transcript, recorded_at,
};
