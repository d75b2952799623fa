//! Chat templates: from a conversation to the text that a model reads.
//!
//! Templates are Jinja2, as `transformers` renders them (`apply_chat_template`): blocks take their
//! line with them (`trim_blocks`, `lstrip_blocks`), loops may `break`, values print as Python's,
//! and `raise_exception`, `strftime_now`, `tojson` and Python's methods of texts are there. What
//! differs: `~` joins texts with `true` where Python has `True`.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind};
use minijinja_contrib::pycompat::unknown_method_callback;

use super::message::ChatMessage;
use super::python_json::tojson;
use super::python_text::str_text;
use crate::text::special_tokens::SpecialTokens;
use crate::text::tool::Tool;
use crate::text::tool_calls::ToolCall;

/// Steps of the template engine for one conversation: templates come with models from strangers,
/// and must not run for ever.
const STEPS_MAX: u64 = 200_000_000;

/// A compiled chat template.
#[derive(Debug, Clone)]
pub struct ChatTemplate {
    source: String,
    origin: String,
    environment: Arc<Environment<'static>>,
    special: SpecialTokens,
}

/// What to render besides the messages.
#[derive(Debug, Clone, Default)]
pub struct RenderOptions {
    /// Whether the text ends where the assistant begins to speak.
    pub add_generation_prompt: bool,
    /// Further variables of the template, such as `enable_thinking`.
    pub variables: Vec<(String, Value)>,
    /// The time that `strftime_now` tells, in seconds since 1970 (UTC); the clock's when absent.
    pub now_s: Option<i64>,
}

/// Why a template cannot be used, or a conversation not be rendered with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// It is no Jinja template.
    #[error("the chat template of {origin} does not parse: {message}; mend the template there")]
    Syntax {
        /// Where the template is from.
        origin: String,
        /// What is wrong, with the line.
        message: String,
    },
    /// The template itself refuses the conversation.
    #[error("the chat template of {origin} refuses this conversation: {message}")]
    Refused {
        /// Where the template is from.
        origin: String,
        /// What the template says.
        message: String,
    },
    /// Rendering fails.
    #[error("the chat template of {origin} fails on this conversation: {message}")]
    Failed {
        /// Where the template is from.
        origin: String,
        /// What went wrong, with the line.
        message: String,
    },
}

impl ChatTemplate {
    /// Compiles a template. `origin` names the file that it is from, for messages; `special` are
    /// the tokens that it may name (`bos_token` and so on).
    ///
    /// # Errors
    /// When it does not parse.
    pub fn new(source: &str, origin: &str, special: SpecialTokens) -> Result<Self, TemplateError> {
        let mut environment = Environment::new();
        environment.set_syntax(blocks_take_their_line());
        environment.set_fuel(Some(STEPS_MAX));
        environment.set_unknown_method_callback(unknown_method_callback);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        environment.set_formatter(|out, _, value| {
            out.write_str(&str_text(value)?)?;
            Ok(())
        });
        environment.add_filter("tojson", tojson);
        environment.add_filter("string", |value: &Value| str_text(value));
        environment.add_function("raise_exception", raise_exception);
        // In Jinja2, texts and mappings are sequences, and nothing at all can be iterated too.
        environment.add_test("sequence", |value: &Value| {
            matches!(value.kind(), ValueKind::Seq | ValueKind::Map | ValueKind::String)
        });
        environment.add_test("iterable", |value: &Value| {
            value.is_undefined() || value.try_iter().is_ok() || value.kind() == ValueKind::String
        });
        environment.add_template_owned("chat template", without_generation_tags(source)).map_err(
            |error| TemplateError::Syntax {
                origin: origin.to_owned(),
                message: error_text(&error),
            },
        )?;
        Ok(Self {
            source: source.to_owned(),
            origin: origin.to_owned(),
            environment: Arc::new(environment),
            special,
        })
    }

    /// The template's source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The file that it is from.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The text of a conversation. Arguments of calls that are no JSON object are shown as the text
    /// that they are; where a template takes objects only, as an object that holds the text.
    ///
    /// # Errors
    /// When the template refuses the conversation, or fails on it.
    pub fn render(
        &self,
        messages: &[ChatMessage],
        tools: &[Tool],
        options: &RenderOptions,
    ) -> Result<String, TemplateError> {
        let values = messages.iter().map(ChatMessage::template_value).collect();
        let rendered = self.render_values(values, tools, options);
        if !matches!(rendered, Err(TemplateError::Failed { .. })) {
            return rendered;
        }
        let mut mended = messages.to_vec();
        let calls = mended.iter_mut().flat_map(|message| &mut message.tool_calls);
        let malformed: Vec<&mut ToolCall> = calls.filter(|call| !call.has_object()).collect();
        if malformed.is_empty() {
            return rendered;
        }
        for call in malformed {
            call.arguments = serde_json::json!({"malformed": call.arguments}).to_string();
        }
        let values = mended.iter().map(ChatMessage::template_value).collect();
        self.render_values(values, tools, options)
    }

    fn render_values(
        &self,
        messages: Value,
        tools: &[Tool],
        options: &RenderOptions,
    ) -> Result<String, TemplateError> {
        let shown = match tools {
            [] => Value::from(()),
            tools => tools.iter().map(|tool| tool.shown().clone()).collect(),
        };
        let now_s = options.now_s.unwrap_or_else(clock_s);
        let mut variables: Vec<(String, Value)> = self.special.template_variables();
        variables.extend([
            ("messages".to_owned(), messages),
            ("tools".to_owned(), shown),
            ("documents".to_owned(), Value::from(())),
            ("add_generation_prompt".to_owned(), Value::from(options.add_generation_prompt)),
            (
                "strftime_now".to_owned(),
                Value::from_function(move |format: &str| strftime(now_s, format)),
            ),
        ]);
        variables.extend(options.variables.iter().cloned());
        let context = Value::from_pairs(variables);
        self.environment
            .get_template("chat template")
            .and_then(|template| template.render(context))
            .map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &Error) -> TemplateError {
        let origin = self.origin.clone();
        let mut source = std::error::Error::source(error);
        while let Some(cause) = source {
            if let Some(Raised(message)) = cause.downcast_ref() {
                return TemplateError::Refused { origin, message: message.clone() };
            }
            source = cause.source();
        }
        TemplateError::Failed { origin, message: error_text(error) }
    }
}

fn blocks_take_their_line() -> SyntaxConfig {
    SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .expect("the usual delimiters do not clash")
}

/// What a template raised with `raise_exception`.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Raised(String);

fn raise_exception(message: String) -> Result<Value, Error> {
    Err(Error::new(ErrorKind::InvalidOperation, "raised by the template")
        .with_source(Raised(message)))
}

fn error_text(error: &Error) -> String {
    let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    match error.line() {
        Some(line) => format!("{detail} (line {line})"),
        None => detail,
    }
}

/// `transformers` marks the assistant's part of some templates with `{% generation %}`, a tag of
/// its own that prints nothing. Conditions that always hold leave spaces around it as they are.
fn without_generation_tags(source: &str) -> String {
    let mut text = source.to_owned();
    for (tag, stands_for) in [("generation", "if true"), ("endgeneration", "endif")] {
        for open in ["{%", "{%-", "{%+"] {
            for close in ["%}", "-%}", "+%}"] {
                for space in [" ", ""] {
                    text = text.replace(
                        &format!("{open}{space}{tag}{space}{close}"),
                        &format!("{open} {stands_for} {close}"),
                    );
                }
            }
        }
    }
    text
}

fn clock_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn strftime(now_s: i64, format: &str) -> Result<String, Error> {
    let fail = |error: jiff::Error| Error::new(ErrorKind::InvalidOperation, error.to_string());
    let now = jiff::Timestamp::from_second(now_s).map_err(fail)?;
    jiff::fmt::strtime::format(format, now).map_err(fail)
}
