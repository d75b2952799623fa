//! Instructions that are near-identical, by the n-grams of words that they share.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_world::Task;
use serde::Serialize;

/// How many words an n-gram has.
pub const NGRAM_WORDS: usize = 5;

/// An n-gram that more tasks have is a turn of phrase, and finds no pairs; it still counts in the
/// pairs that others find.
const POSTINGS_MAX: usize = 200;

/// An instruction of the evaluation with the most similar one of training.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NearPair {
    /// The task of the evaluation.
    pub task: String,
    /// The task of training.
    pub train: String,
    /// The share of the first one's n-grams that the second has.
    pub share: f64,
}

/// For each task of the evaluation that shares an n-gram, the most similar task of training.
pub(super) fn nearest(train: &[Task], evaluation: &[Task]) -> BTreeMap<String, NearPair> {
    let known: Vec<BTreeSet<u64>> = train.iter().map(|task| ngrams(&task.instruction)).collect();
    let mut postings = BTreeMap::<u64, Vec<usize>>::new();
    for (at, grams) in known.iter().enumerate() {
        grams.iter().for_each(|gram| postings.entry(*gram).or_default().push(at));
    }
    let mut found = BTreeMap::new();
    for task in evaluation {
        let grams = ngrams(&task.instruction);
        let telling = grams.iter().filter_map(|gram| postings.get(gram));
        let candidates: BTreeSet<usize> =
            telling.filter(|tasks| tasks.len() <= POSTINGS_MAX).flatten().copied().collect();
        let share =
            |at: usize| grams.intersection(&known[at]).count() as f64 / grams.len().max(1) as f64;
        // Of equally similar ones the first.
        let best = candidates
            .into_iter()
            .map(|at| (share(at), at))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((share, at)) = best {
            let pair = NearPair { task: task.id.clone(), train: train[at].id.clone(), share };
            found.insert(task.id.clone(), pair);
        }
    }
    found
}

/// The n-grams of a text's words as hashes; those of a short text are one, of all its words.
fn ngrams(text: &str) -> BTreeSet<u64> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let n = NGRAM_WORDS.min(words.len()).max(1);
    words.windows(n).map(hash).collect()
}

/// FNV-1a over the words, each with its end.
fn hash(words: &[String]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
