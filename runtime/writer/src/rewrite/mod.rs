//! Saying a planned task in other words, kept only if it still asks for the same.

mod check_rewrite;
mod literals;
mod register;

use std::collections::BTreeMap;

use compoworld_chat::{Chat, ChatError, ChatFault, ChatMessage, Prompt, Role, Tokens};
use compoworld_core::canonical_json;
use compoworld_world::{Catalog, Task, TaskAuthor, answer_of_text};
use serde_json::json;

pub use check_rewrite::check_rewrite;
pub use literals::Literals;
pub use register::Register;

const INSTRUCTIONS: &str = include_str!("prompt.md");

/// What a task that a model said in other words has behind the name of what made it.
const REWRITTEN: &str = "+rewrite";

/// How often a model may try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RewriteLimits {
    /// How many wordings of one task are looked at.
    pub tries_max: usize,
}

impl Default for RewriteLimits {
    fn default() -> Self {
        Self { tries_max: 3 }
    }
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RewriteEnding {
    /// The model's wording is kept.
    Kept,
    /// No wording was sound; the planned one stays.
    Planned,
}

/// A task after a model tried to say it in other words.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewriting {
    /// The task, with the wording that is kept.
    pub task: Task,
    /// How it ended.
    pub ending: RewriteEnding,
    /// How many wordings were looked at.
    pub n_tries: usize,
    /// The faults of those that were refused, by reason.
    pub refused: BTreeMap<&'static str, usize>,
    /// What it cost.
    pub tokens: Tokens,
}

/// Lets a model say a task in other words.
///
/// # Errors
/// When the model cannot be asked.
pub fn rewrite_task(
    chat: &dyn Chat,
    catalog: &Catalog,
    task: &Task,
    author: &TaskAuthor,
    limits: RewriteLimits,
) -> Result<Rewriting, ChatFault> {
    let literals = Literals::of(catalog, task);
    let mut prompt = prompt(task, &literals);
    let mut rewriting = Rewriting {
        task: task.clone(),
        ending: RewriteEnding::Planned,
        n_tries: 0,
        refused: BTreeMap::new(),
        tokens: Tokens::default(),
    };
    while rewriting.n_tries < limits.tries_max {
        rewriting.n_tries += 1;
        let said = match chat.answer(&prompt) {
            Ok(reply) => {
                rewriting.tokens.prompt += reply.tokens.prompt;
                rewriting.tokens.completion += reply.tokens.completion;
                reply.content
            }
            Err(ChatFault::Endpoint(ChatError::NoCompletion { .. })) => String::new(),
            Err(fault) => return Err(fault),
        };
        let faults = match wording(&said) {
            None => vec![("no_wording", "that is no JSON object with `instruction`".to_owned())],
            Some(text) => match check_rewrite(catalog, task, &literals, &text) {
                Ok(mut next) => {
                    next.generator.push_str(REWRITTEN);
                    next.author = Some(author.clone());
                    rewriting.task = next;
                    rewriting.ending = RewriteEnding::Kept;
                    break;
                }
                Err(faults) => {
                    faults.into_iter().map(|fault| (fault.reason, fault.message)).collect()
                }
            },
        };
        for (reason, _) in &faults {
            *rewriting.refused.entry(reason).or_default() += 1;
        }
        ask_again(&mut prompt, said, &faults);
    }
    Ok(rewriting)
}

fn prompt(task: &Task, literals: &Literals) -> Prompt {
    let document = json!({
        "instruction": task.instruction,
        "register": Register::of_seed(task.seed).description(),
        "keep": literals.kept,
    });
    let schema = json!({
        "type": "object",
        "properties": {"instruction": {"type": "string"}},
        "required": ["instruction"],
        "additionalProperties": false,
    });
    let prompt = Prompt::new(INSTRUCTIONS.trim_end(), canonical_json(&document), schema);
    Prompt { seed: task.seed, ..prompt }
}

fn wording(said: &str) -> Option<String> {
    let answer = answer_of_text(said);
    let text = answer.get("instruction")?.as_str()?.trim();
    Some(text.to_owned())
}

fn ask_again(prompt: &mut Prompt, said: String, faults: &[(&'static str, String)]) {
    const FAULTS_MAX: usize = 8;
    let told: Vec<&str> =
        faults.iter().take(FAULTS_MAX).map(|(_, message)| message.as_str()).collect();
    let again = format!(
        "That was refused:\n- {}\nSay the same errand again, whole, without these faults.",
        told.join("\n- ")
    );
    prompt.messages.push(ChatMessage::said(Role::Assistant, said));
    prompt.messages.push(ChatMessage::said(Role::User, again));
}
