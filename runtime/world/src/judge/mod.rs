//! Criteria that a language model judges: questions about the answer, or about a text in the final
//! state, that no expression can settle.
//!
//! They stand apart from the rubric, in tasks and in trajectories alike: whether an attempt succeeds
//! and what it is rewarded with is decided by executable checks alone, unless an evaluation is asked
//! to count judgements too. What nobody judged is [`JudgeVerdict::NotJudged`], neither true nor
//! false.

mod ask;
mod count;

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use compoworld_chat::{Chat, ChatFault, Tokens};

pub use count::{JudgedTally, NotJudged, count_judgements, tally};

/// A criterion that a model judges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedCriterion {
    /// Its name, unique among a task's criteria.
    pub id: String,
    /// A question about the text that is answered by yes or no; it holds when the answer is yes.
    pub question: String,
    /// The text: a CEL expression over `state`, `initial`, `answer` and `outputs`, as in
    /// [`crate::Check::Cel`], such as `answer` or `state.crm.notes["NOTE-1"].text`.
    pub of: String,
}

/// What a judge found of one criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The criterion's name.
    pub criterion: String,
    /// The question that was asked.
    pub question: String,
    /// What the votes came to.
    pub verdict: JudgeVerdict,
    /// The judge, as it is named in reports.
    pub judge: String,
    /// Each vote.
    pub votes: Vec<Vote>,
    /// Why there are no votes, where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What is known of a judged criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgeVerdict {
    /// More than half of the votes say yes.
    Held,
    /// More than half of the votes say no, or there is no text to judge.
    Broken,
    /// Neither.
    Undecided,
    /// Nobody was asked.
    NotJudged,
}

/// One answer of the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// Whether the criterion holds.
    pub says: VoteWord,
    /// The judge's own words.
    pub reason: String,
}

/// What a vote says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words are what they are")]
pub enum VoteWord {
    Yes,
    No,
    CannotTell,
}

/// A language model that judges, by the majority of several votes.
#[derive(Debug)]
pub struct Judge {
    chat: Box<dyn Chat>,
    n_votes: usize,
    spent: Mutex<Tokens>,
}

impl Judge {
    /// How many votes are taken when nothing else is said.
    pub const N_VOTES_DEFAULT: usize = 3;

    /// A judge that votes so often on each criterion; at least once.
    #[must_use]
    pub fn new(chat: Box<dyn Chat>, n_votes: usize) -> Self {
        Self { chat, n_votes: n_votes.max(1), spent: Mutex::default() }
    }

    /// The judge, as judgements name it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("openai:{}", self.chat.model())
    }

    /// What its votes have cost so far.
    #[must_use]
    pub fn tokens(&self) -> Tokens {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Judges one criterion of a task by the text that its expression gave, or by why it gave none.
    ///
    /// # Errors
    /// When the model cannot be asked.
    pub fn judge(
        &self,
        instruction: &str,
        criterion: &JudgedCriterion,
        text: &Result<String, String>,
    ) -> Result<Judgement, ChatFault> {
        let judgement = |verdict, votes, reason| Judgement {
            criterion: criterion.id.clone(),
            question: criterion.question.clone(),
            verdict,
            judge: self.name(),
            votes,
            reason,
        };
        let text = match text {
            Ok(text) if !text.trim().is_empty() => text,
            Ok(_) => {
                let reason = format!("`{}` is empty", criterion.of);
                return Ok(judgement(JudgeVerdict::Broken, Vec::new(), Some(reason)));
            }
            Err(why) => return Ok(judgement(JudgeVerdict::Broken, Vec::new(), Some(why.clone()))),
        };
        let mut votes = Vec::with_capacity(self.n_votes);
        for number in 0..self.n_votes {
            let reply = self.chat.answer(&ask::prompt(instruction, criterion, text, number))?;
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            spent.prompt += reply.tokens.prompt;
            spent.completion += reply.tokens.completion;
            votes.push(ask::read_vote(&reply.content));
        }
        Ok(judgement(majority(&votes), votes, None))
    }
}

/// More than half of all votes decide; one that cannot tell counts for neither.
fn majority(votes: &[Vote]) -> JudgeVerdict {
    let count = |word| votes.iter().filter(|vote| vote.says == word).count();
    if count(VoteWord::Yes) * 2 > votes.len() {
        JudgeVerdict::Held
    } else if count(VoteWord::No) * 2 > votes.len() {
        JudgeVerdict::Broken
    } else {
        JudgeVerdict::Undecided
    }
}

#[cfg(test)]
mod tests {
    use super::VoteWord::{CannotTell, No, Yes};
    use super::{JudgeVerdict, Vote, VoteWord, majority};

    #[test]
    fn only_more_than_half_of_all_votes_decide() {
        for (words, verdict) in [
            (&[Yes, Yes, No][..], JudgeVerdict::Held),
            (&[No, Yes, No], JudgeVerdict::Broken),
            (&[Yes, No], JudgeVerdict::Undecided),
            (&[Yes, CannotTell, No], JudgeVerdict::Undecided),
            (&[Yes, CannotTell, CannotTell], JudgeVerdict::Undecided),
            (&[No], JudgeVerdict::Broken),
            (&[], JudgeVerdict::Undecided),
        ] {
            let vote = |says: &VoteWord| Vote { says: *says, reason: String::new() };
            assert_eq!(majority(&words.iter().map(vote).collect::<Vec<_>>()), verdict, "{words:?}");
        }
    }
}
