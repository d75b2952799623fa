//! One row of a batch: what was sampled, the text so far, and what ends it.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::grammar::Grammar;
use super::request::GenerateRequest;
use super::sampling::{Drawn, draw, likeliest_tokens, log_prob_of};
use crate::text::tool_calls::has_complete_call;
use crate::text::{IncrementalDecoder, Tokenizer};

/// Why a row ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// The model ended its turn.
    EndToken,
    /// It wrote one of the texts that end it.
    StopText,
    /// It wrote a complete tool call.
    ToolCall,
    /// It may not have more tokens, or the vocabulary has none with which it could go on.
    Length,
}

/// One token of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledToken {
    /// The token.
    pub id: u32,
    /// The model's log-probability of it, in nats.
    pub log_prob: f32,
    /// The likeliest tokens at this place.
    pub alternatives: Vec<Drawn>,
}

/// A row that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// Every token that was sampled, the one that ended the turn among them.
    pub tokens: Vec<SampledToken>,
    /// The text, without what ended it.
    pub text: String,
    /// Why it ended.
    pub end: EndReason,
}

impl Generated {
    /// The ids of the tokens.
    #[must_use]
    pub fn ids(&self) -> Vec<u32> {
        self.tokens.iter().map(|token| token.id).collect()
    }
}

/// A row that grows.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) request: GenerateRequest,
    random: Xoshiro256PlusPlus,
    decoder: IncrementalDecoder,
    tokens: Vec<SampledToken>,
    text: String,
    /// How much of the text has been told.
    n_told: usize,
    /// How many of the tokens have been told.
    n_tokens_told: usize,
}

impl Row {
    pub(super) fn new(request: GenerateRequest, tokenizer: &Tokenizer) -> Self {
        Self {
            random: Xoshiro256PlusPlus::seed_from_u64(request.seed),
            decoder: tokenizer.incremental_decoder(),
            tokens: Vec::new(),
            text: String::new(),
            n_told: 0,
            n_tokens_told: 0,
            request,
        }
    }

    /// The token that the model has to read next.
    pub(super) fn last_id(&self) -> Option<u32> {
        self.tokens.last().map(|token| token.id)
    }

    /// What the model has read of this row: all but the last token.
    pub(super) fn read_ids(&self) -> Vec<u32> {
        let n_read = self.tokens.len().saturating_sub(1);
        let answered = self.tokens[..n_read].iter().map(|token| token.id);
        self.request.prompt.iter().copied().chain(answered).collect()
    }

    /// Takes the next token. Gives the reason when it was the last.
    ///
    /// # Shapes
    /// - `logits`: `[n_vocabulary]`
    pub(super) fn take(&mut self, logits: &[f32]) -> Option<EndReason> {
        let Some(Drawn { id, log_prob }) = self.draw(logits) else {
            self.text.push_str(&self.decoder.finish());
            return Some(EndReason::Length);
        };
        let alternatives = likeliest_tokens(logits, self.request.n_alternatives);
        self.tokens.push(SampledToken { id, log_prob, alternatives });
        if self.request.stops.ids.contains(&id) {
            self.text.push_str(&self.decoder.finish());
            return Some(EndReason::EndToken);
        }
        let piece = self.decoder.push(id);
        self.text.push_str(&piece);
        let mut end = self.stopped_by_text(piece.len());
        // A text ends a row where it begins: what came before stands.
        if end.is_none() && self.tokens.len() >= self.request.tokens_max {
            let rest = self.decoder.finish();
            self.text.push_str(&rest);
            end = self.stopped_by_text(rest.len()).or(Some(EndReason::Length));
        }
        let has_no_end = end.is_none() && self.request.stops.ids.is_empty();
        if has_no_end && self.request.grammar.as_ref().is_some_and(Grammar::is_over) {
            end = Some(EndReason::EndToken);
        }
        end
    }

    /// The next token: one that is forced, or one that is drawn. `None` when no token of the
    /// vocabulary goes on with the form that the answer keeps to.
    fn draw(&mut self, logits: &[f32]) -> Option<Drawn> {
        let request = &mut self.request;
        if let Some(&id) = request.forced.get(self.tokens.len()) {
            return Some(Drawn { id, log_prob: log_prob_of(logits, id) });
        }
        match &mut request.grammar {
            None => Some(draw(logits, request.sampling, &mut self.random)),
            Some(grammar) => {
                grammar.draw(logits, request.sampling, &request.stops.ids, &mut self.random)
            }
        }
    }

    /// Whether the last bytes of the text end the row; cuts a text that ends it off.
    fn stopped_by_text(&mut self, n_new: usize) -> Option<EndReason> {
        if n_new == 0 {
            return None;
        }
        let stops = &self.request.stops;
        let from = self.text.len() - n_new;
        let first = stops.texts.iter().filter(|stop| !stop.is_empty()).filter_map(|stop| {
            let mut begin = from.saturating_sub(stop.len() - 1);
            while !self.text.is_char_boundary(begin) {
                begin -= 1;
            }
            self.text[begin..].find(stop.as_str()).map(|at| begin + at)
        });
        if let Some(at) = first.min() {
            self.text.truncate(at);
            return Some(EndReason::StopText);
        }
        let call = stops.tool_call.as_ref()?;
        // Calls close with this character, and looking at each token would cost the square.
        let may_close = self.text[from..].contains('>');
        let closed =
            may_close && has_complete_call(&self.text, call.format, &call.tools, call.start);
        closed.then_some(EndReason::ToolCall)
    }

    /// The text that is certain and has not been told, and the tokens since the last time. While a
    /// row grows, what may be the beginning of a text that ends it is held back.
    pub(super) fn tell(&mut self, has_ended: bool) -> (String, Vec<SampledToken>) {
        let certain = if has_ended { self.text.len() } else { self.n_certain() };
        let new = self.text.get(self.n_told..certain).unwrap_or_default().to_owned();
        self.n_told = certain;
        let tokens = self.tokens[self.n_tokens_told..].to_vec();
        self.n_tokens_told = self.tokens.len();
        (new, tokens)
    }

    fn n_certain(&self) -> usize {
        let stops = self.request.stops.texts.iter();
        let held_back = stops.map(|stop| {
            let lengths = (1..=stop.len().min(self.text.len())).rev();
            let mut lengths = lengths.filter(|&length| stop.is_char_boundary(length));
            lengths.find(|&length| self.text.ends_with(&stop[..length])).unwrap_or(0)
        });
        self.text.len() - held_back.max().unwrap_or(0)
    }

    /// The whole row, when it has ended.
    pub(super) fn generated(&self, end: EndReason) -> Generated {
        Generated { tokens: self.tokens.clone(), text: self.text.clone(), end }
    }
}
