//! Attempts of a language model, many at a time.
//!
//! All attempts advance together in one batch, which the model reads without padding. What was
//! sampled is kept as it was sampled: after a call, only the text of the answer is tokenized. Which
//! rows share a batch depends on the order of the attempts alone, and each draws with a seed of its
//! own, so results depend on no clock.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use compoworld_chat::Tokens;
use compoworld_lm::generate::{
    Batch, BatchLimits, EndReason, GenerateRequest, Generated, RequestError, RowKey, Sampling,
    Stops, ToolCallStop,
};
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::text::chat::{ChatMessage, ChatText, Role as ChatRole};
use compoworld_lm::text::tool_calls::{self, ParsedCall, ToolCallFormat, TurnStart, parse_turn};
use compoworld_lm::text::{Tool, ToolError};
use compoworld_lm::train::conversation::{ConversationError, TokenizedConversation};
use compoworld_lm::train::order::mix_seed;
use compoworld_world::rollout::{
    AttemptLabel, Ending, LiveAttempt, Message, Role, SampledTokens, ToolCall, Trajectory, Turn,
};
use compoworld_world::{PreparedTask, ToolDescription, ToolView};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How attempts run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LmRolloutConfig {
    /// 1 draws from the model as it is, which policy gradients need; 0 takes the likeliest token.
    pub temperature: f32,
    /// Turns that an attempt may take.
    pub n_turns_max: usize,
    /// Tokens of one turn.
    pub turn_tokens_max: usize,
    /// Tokens of a whole conversation.
    pub context_tokens_max: usize,
    /// Attempts that advance together.
    pub n_rows_max: usize,
    /// How tools are shown.
    pub view: ToolView,
}

impl Default for LmRolloutConfig {
    fn default() -> Self {
        Self {
            temperature: 1.0,
            n_turns_max: 16,
            turn_tokens_max: 512,
            context_tokens_max: 8192,
            n_rows_max: 16,
            view: ToolView::Meta,
        }
    }
}

/// One attempt to make.
#[derive(Clone)]
pub struct ToAttempt {
    /// The task.
    pub task: Arc<PreparedTask>,
    /// Which attempt at it this is, from 0.
    pub number: u32,
    /// The seed of its draws.
    pub seed: u64,
}

/// Why a language model cannot act.
#[derive(Debug, Error)]
pub enum LmRolloutError {
    /// Its template does not take the conversation.
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    /// It cannot be given tools.
    #[error("{0} (see --tool-prompt)")]
    NoTools(String),
    /// A tool cannot be shown to it.
    #[error("the tool `{name}` cannot be shown to the model: {source}")]
    Tool {
        /// The tool.
        name: String,
        /// Why not.
        source: ToolError,
    },
    /// What it is to read does not fit it.
    #[error(transparent)]
    Request(#[from] RequestError),
}

/// A language model that acts.
#[derive(Debug, Clone, Copy)]
pub struct LmActor<'a> {
    /// What the trajectories call it.
    pub name: &'a str,
    /// The weights, without autodiff.
    pub model: &'a LanguageModel,
    /// Its text side.
    pub text: &'a ChatText,
}

impl LmActor<'_> {
    /// Makes attempts, and gives them in order.
    ///
    /// # Errors
    /// [`LmRolloutError`] when the model cannot be given the conversation or its tools. What the
    /// model does wrong is no error: the world answers it.
    pub fn roll_out(
        self,
        attempts: &[ToAttempt],
        config: &LmRolloutConfig,
    ) -> Result<Vec<Trajectory>, LmRolloutError> {
        let format = self.text.tool_call_format().map_err(LmRolloutError::NoTools)?;
        let context_tokens_max =
            config.context_tokens_max.min(self.model.config().context_tokens_max);
        // Room for what every row has read: the next turn of each goes on from there.
        let prefix_tokens_max = config.n_rows_max.saturating_mul(context_tokens_max);
        let limits = BatchLimits { context_tokens_max, prefix_tokens_max };
        let mut crowd = Crowd {
            actor: self,
            config,
            format,
            context_tokens_max,
            batch: Batch::new(self.model, self.text.tokenizer.clone(), limits),
            acting: BTreeMap::new(),
            done: BTreeMap::new(),
        };
        let mut waiting: VecDeque<(usize, &ToAttempt)> = attempts.iter().enumerate().collect();
        let mut asked = Vec::new();
        loop {
            let n_free = config.n_rows_max.max(1).saturating_sub(crowd.acting.len());
            for (index, attempt) in waiting.drain(..n_free.min(waiting.len())) {
                asked.extend(crowd.begin(index as RowKey, attempt)?);
            }
            if crowd.acting.is_empty() && waiting.is_empty() {
                break;
            }
            let mut updates = crowd.batch.add(std::mem::take(&mut asked))?;
            updates.extend(crowd.batch.step());
            for update in updates {
                if let Some(generated) = update.ended {
                    asked.extend(crowd.take_turn(update.key, &generated)?);
                }
            }
        }
        Ok(crowd.done.into_values().collect())
    }
}

/// The attempts under way.
struct Crowd<'a> {
    actor: LmActor<'a>,
    config: &'a LmRolloutConfig,
    format: ToolCallFormat,
    context_tokens_max: usize,
    batch: Batch<'a>,
    acting: BTreeMap<RowKey, Acting>,
    done: BTreeMap<RowKey, Trajectory>,
}

/// One attempt under way.
struct Acting {
    live: LiveAttempt,
    tools: Arc<[Tool]>,
    conversation: TokenizedConversation,
    seed: u64,
    n_turns: usize,
    n_calls: usize,
    /// Where the model began to write its turn.
    start: TurnStart,
    prompt: Vec<u32>,
}

type Asked = Option<(RowKey, GenerateRequest)>;

impl Crowd<'_> {
    fn begin(&mut self, key: RowKey, attempt: &ToAttempt) -> Result<Asked, LmRolloutError> {
        let label = AttemptLabel {
            policy: self.actor.name.to_owned(),
            number: attempt.number,
            seed: attempt.seed,
        };
        let live = LiveAttempt::start(&attempt.task, label, self.config.view, usize::MAX);
        let tools = live.tools().iter().map(shown_tool).collect::<Result<Vec<_>, _>>()?;
        let acting = Acting {
            live,
            tools: tools.into(),
            conversation: TokenizedConversation::default(),
            seed: attempt.seed,
            n_turns: 0,
            n_calls: 0,
            start: TurnStart::Plain,
            prompt: Vec::new(),
        };
        self.ask(key, acting)
    }

    /// Asks for the next turn of an attempt, or ends it when there is no room for one.
    fn ask(&mut self, key: RowKey, mut acting: Acting) -> Result<Asked, LmRolloutError> {
        if acting.n_turns >= self.config.n_turns_max {
            self.done.insert(key, acting.live.end(Ending::Budget));
            return Ok(None);
        }
        let text = self.actor.text;
        let messages: Vec<ChatMessage> = acting.live.messages().iter().map(chat_message).collect();
        let prompt = acting.conversation.hear(text, &messages, &acting.tools)?.to_vec();
        acting.start = TurnStart::after_prompt(acting.conversation.prompt());
        let (tools, format) = (Arc::clone(&acting.tools), self.format);
        let sampling = Sampling { temperature: self.config.temperature, ..Sampling::ON_POLICY };
        let request = GenerateRequest {
            prompt: prompt.clone(),
            forced: Vec::new(),
            grammar: None,
            sampling,
            seed: mix_seed(acting.seed, &[acting.n_turns as u64]),
            tokens_max: self.config.turn_tokens_max,
            stops: Stops {
                ids: text.end_ids(self.actor.model.config()),
                texts: Vec::new(),
                tool_call: Some(ToolCallStop { format, tools, start: acting.start }),
            },
            n_alternatives: 0,
        };
        let n_vocabulary = self.actor.model.config().n_vocabulary;
        match request.fit(n_vocabulary, self.context_tokens_max) {
            Ok(request) => {
                acting.prompt = prompt;
                self.acting.insert(key, acting);
                Ok(Some((key, request)))
            }
            Err(RequestError::PromptTooLong { .. }) => {
                self.done.insert(key, acting.live.end(Ending::ContextFull));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Takes a turn that has ended: makes its calls, and asks for the next one.
    fn take_turn(&mut self, key: RowKey, said: &Generated) -> Result<Asked, LmRolloutError> {
        let Some(mut acting) = self.acting.remove(&key) else { return Ok(None) };
        acting.n_turns += 1;
        let log_probs: Vec<f32> = said.tokens.iter().map(|token| token.log_prob).collect();
        acting.conversation.say(&said.ids(), &log_probs);
        let turn = parse_turn(&said.text, self.format, &acting.tools, acting.start);
        let tool_calls: Vec<ToolCall> =
            turn.calls.iter().map(|call| world_call(call, &mut acting.n_calls)).collect();
        let answers = tool_calls.is_empty();
        let prompt_ids = std::mem::take(&mut acting.prompt);
        let tokens =
            Tokens { prompt: prompt_ids.len() as u64, completion: said.tokens.len() as u64 };
        let sampled = vec![SampledTokens { prompt_ids, ids: said.ids(), log_probs }];
        acting.live.take_turn(Turn { content: turn.content, tool_calls, tokens, sampled });
        if !answers {
            return self.ask(key, acting);
        }
        // What was cut off in the middle is no answer.
        let cut = said.end == EndReason::Length;
        let ending = if cut { Ending::Budget } else { Ending::Answered };
        self.done.insert(key, acting.live.end(ending));
        Ok(None)
    }
}

/// A call as the world takes it. One that cannot be read goes there as it was written, so that the
/// agent is told.
fn world_call(call: &ParsedCall, n_calls: &mut usize) -> ToolCall {
    *n_calls += 1;
    let id = format!("call_{n_calls}");
    match call {
        ParsedCall::Call(call) => {
            ToolCall { id, name: call.name.clone(), arguments: call.arguments.clone() }
        }
        ParsedCall::Malformed(fault) => ToolCall {
            id,
            name: fault.name.clone().unwrap_or_default(),
            arguments: fault.text.clone(),
        },
    }
}

/// A tool as a language model is shown it.
///
/// # Errors
/// [`LmRolloutError::Tool`] when it has no name or schema.
pub fn shown_tool(tool: &ToolDescription) -> Result<Tool, LmRolloutError> {
    // By way of text: its order of members is kept.
    let shown = serde_json::to_string(&tool.as_function()).expect("a tool is plain JSON");
    let shown = serde_json::from_str(&shown).expect("every JSON value is one of the template's");
    Tool::new(shown).map_err(|source| LmRolloutError::Tool { name: tool.name.clone(), source })
}

/// A message as a chat template takes it.
pub fn chat_message(message: &Message) -> ChatMessage {
    let role = match message.role {
        Role::System => ChatRole::System,
        Role::User => ChatRole::User,
        Role::Assistant => ChatRole::Assistant,
        Role::Tool => ChatRole::Tool,
    };
    let call = |call: &ToolCall| tool_calls::ToolCall {
        id: Some(call.id.clone()),
        name: call.name.clone(),
        arguments: call.arguments.clone(),
    };
    ChatMessage {
        tool_calls: message.tool_calls.iter().map(call).collect(),
        tool_call_id: message.tool_call_id.clone(),
        ..ChatMessage::new(role, message.content.clone())
    }
}

impl std::fmt::Debug for ToAttempt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ToAttempt")
            .field("task", &self.task.task().id)
            .field("number", &self.number)
            .field("seed", &self.seed)
            .finish()
    }
}
