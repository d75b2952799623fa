//! Answers that keep to a form: at each place, only tokens are drawn with which it can go on.

use std::fmt;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::json::{Form, Place};
use super::sampling::{Drawn, Sampling, draw, log_prob_of};
use crate::text::TokenBytes;

/// So many draws are looked at by themselves before the whole vocabulary is: a model that was told
/// the form mostly draws what fits, and to look at every token costs more than a small model.
const DRAWS_MAX: usize = 4;

/// A form that an answer keeps to, and how far it is.
#[derive(Clone)]
pub struct Grammar {
    form: Arc<Form>,
    place: Place,
    tokens: Arc<TokenBytes>,
}

impl Grammar {
    /// A form of which nothing is written yet.
    #[must_use]
    pub fn new(form: Form, tokens: Arc<TokenBytes>) -> Self {
        Self { place: form.start(), form: Arc::new(form), tokens }
    }

    /// Whether the answer may end here.
    #[must_use]
    pub fn may_end(&self) -> bool {
        self.form.may_end(&self.place)
    }

    /// Draws a token with which the answer can go on, or end where it may, and goes on with it.
    /// `None` when there is none: a vocabulary need not have every byte.
    ///
    /// The temperature and the cuts are those of `sampling`, over the tokens that are left; the
    /// log-probability is the model's own.
    pub(super) fn draw(
        &mut self,
        logits: &[f32],
        sampling: Sampling,
        end_ids: &[u32],
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<Drawn> {
        let mut left = logits.to_vec();
        for n_drawn in 0..=DRAWS_MAX {
            if n_drawn == DRAWS_MAX {
                self.keep_what_fits(&mut left, end_ids);
            }
            if left.iter().all(|logit| *logit == f32::NEG_INFINITY) {
                return None;
            }
            let id = draw(&left, sampling, random).id;
            if end_ids.contains(&id) {
                if self.may_end() {
                    return Some(Drawn { id, log_prob: log_prob_of(logits, id) });
                }
            } else if let Some(place) = self.behind(id) {
                self.place = place;
                return Some(Drawn { id, log_prob: log_prob_of(logits, id) });
            }
            left[id as usize] = f32::NEG_INFINITY;
        }
        None
    }

    /// Where the answer is behind a token; `None` when the token cannot stand here.
    fn behind(&self, id: u32) -> Option<Place> {
        let (first, rest) = self.tokens.get(id)?.split_first()?;
        let mut place = self.form.step(&self.place, *first)?;
        for byte in rest {
            place = self.form.step(&place, *byte)?;
        }
        Some(place)
    }

    /// Takes every token away that cannot stand here.
    fn keep_what_fits(&self, left: &mut [f32], end_ids: &[u32]) {
        let begins: Vec<bool> =
            (0..=u8::MAX).map(|byte| self.form.step(&self.place, byte).is_some()).collect();
        for (id, logit) in (0..).zip(left.iter_mut()) {
            let fits = match self.tokens.get(id) {
                _ if end_ids.contains(&id) => self.may_end(),
                Some(bytes) => begins[usize::from(bytes[0])] && self.behind(id).is_some(),
                None => false,
            };
            if !fits {
                *logit = f32::NEG_INFINITY;
            }
        }
    }

    /// Whether nothing more can be written.
    pub(super) fn is_over(&self) -> bool {
        self.may_end() && (0..=u8::MAX).all(|byte| self.form.step(&self.place, byte).is_none())
    }
}

/// The vocabulary is left out.
impl fmt::Debug for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grammar").field("place", &self.place).finish_non_exhaustive()
    }
}
