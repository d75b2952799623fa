//! What a model has read and may be asked to go on from: prompts that several rows share, and
//! conversations that come back with another turn.

use crate::model::cache::LmCache;

/// Kept beginnings, the one used last at the end.
#[derive(Debug)]
pub(super) struct PrefixCache {
    entries: Vec<Prefix>,
    tokens_max: usize,
}

/// One beginning that has been read.
#[derive(Debug)]
pub(super) struct Prefix {
    /// What was read.
    ids: Vec<u32>,
    /// What the model remembers of it, one row.
    pub(super) cache: LmCache,
    /// The logits after the last token, where they are known: then an equal prompt needs no
    /// reading at all.
    pub(super) logits: Option<Vec<f32>>,
}

impl PrefixCache {
    /// Keeps so many tokens in all.
    pub(super) fn new(tokens_max: usize) -> Self {
        Self { entries: Vec::new(), tokens_max }
    }

    /// The longest kept beginning of a prompt, and how many tokens it has.
    pub(super) fn find(&mut self, prompt: &[u32]) -> Option<(&Prefix, usize)> {
        let usable = |entry: &Prefix| {
            prompt.starts_with(&entry.ids)
                && (entry.ids.len() < prompt.len() || entry.logits.is_some())
        };
        let places = (0..self.entries.len()).filter(|&place| usable(&self.entries[place]));
        let place = places.max_by_key(|&place| self.entries[place].ids.len())?;
        let entry = self.entries.remove(place);
        self.entries.push(entry);
        self.entries.last().map(|entry| (entry, entry.ids.len()))
    }

    /// Keeps a beginning, and forgets those that were not used for longest. What it goes on from is
    /// forgotten too, unless its logits are kept for prompts that are equal.
    pub(super) fn keep(&mut self, ids: Vec<u32>, cache: LmCache, logits: Option<Vec<f32>>) {
        if ids.len() > self.tokens_max {
            return;
        }
        self.entries.retain(|entry| {
            let is_equal = entry.ids == ids;
            let is_beginning = entry.logits.is_none() && ids.starts_with(&entry.ids);
            !is_equal && !is_beginning
        });
        self.entries.push(Prefix { ids, cache, logits });
        let mut n_tokens: usize = self.entries.iter().map(|entry| entry.ids.len()).sum();
        while n_tokens > self.tokens_max && !self.entries.is_empty() {
            n_tokens -= self.entries.remove(0).ids.len();
        }
    }
}
