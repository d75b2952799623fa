//! Ids to text as they come, never splitting a character: a character may take several tokens.

use super::tokenizer::Tokenizer;

/// Decodes the ids of one text, one after the other. What it tells, put together, is what
/// [`Tokenizer::decode`] gives for all of them.
#[derive(Debug, Clone)]
pub struct IncrementalDecoder {
    tokenizer: Tokenizer,
    /// The last ids: how a token reads can depend on the one before it.
    window: Vec<u32>,
    /// How many bytes of the window's text have been told.
    n_told: usize,
}

/// A window of so many ids is cut.
const WINDOW_MAX: usize = 24;
/// How many ids stay when it is.
const WINDOW_MIN: usize = 8;
/// What stands for bytes that are no whole character, or not yet.
const BROKEN: char = '\u{fffd}';

impl IncrementalDecoder {
    pub(super) fn new(tokenizer: Tokenizer) -> Self {
        Self { tokenizer, window: Vec::new(), n_told: 0 }
    }

    /// The text that an id completes: nothing while a character is begun and not ended.
    pub fn push(&mut self, id: u32) -> String {
        self.window.push(id);
        let text = self.tokenizer.decode(&self.window);
        // Whatever follows can change the last mark only: it may be a character that is not whole.
        let certain = text.strip_suffix(BROKEN).unwrap_or(&text);
        let new = certain.get(self.n_told..).unwrap_or_default().to_owned();
        self.n_told = self.n_told.max(certain.len());
        if self.window.len() >= WINDOW_MAX && certain.len() == text.len() {
            self.cut_window();
        }
        new
    }

    /// The text that is left at the end: a character that never ended.
    pub fn finish(&mut self) -> String {
        let text = self.tokenizer.decode(&self.window);
        let rest = text.get(self.n_told..).unwrap_or_default().to_owned();
        self.n_told = text.len();
        rest
    }

    /// Forgets the ids before a place where a character begins.
    fn cut_window(&mut self) {
        let latest = self.window.len() - WINDOW_MIN;
        for from in (1..=latest).rev() {
            let text = self.tokenizer.decode(&self.window[from..]);
            if !text.starts_with(BROKEN) {
                self.window.drain(..from);
                self.n_told = text.len();
                return;
            }
        }
    }
}
