//! The body of `/v1/chat/completions`, read member by member, so that what is wrong is named.

use minijinja::Value;
use minijinja::value::ValueKind;

use super::answer_form::ResponseFormat;
use super::message_request::read_messages;
use super::refusal::Refusal;
use crate::generate::Sampling;
use crate::text::Tool;
use crate::text::chat::ChatMessage;

/// The most answers to one request.
const CHOICES_MAX: u64 = 128;
/// The most alternatives told at each place, as at OpenAI.
const ALTERNATIVES_MAX: u64 = 20;
/// The most texts that end an answer.
const STOPS_MAX: usize = 16;

/// What is asked for.
#[derive(Debug, Clone)]
pub(super) struct ChatRequest {
    /// The model's name.
    pub(super) model: String,
    /// The conversation.
    pub(super) messages: Vec<ChatMessage>,
    /// The tools.
    pub(super) tools: Vec<Tool>,
    /// Whether the model has to call one.
    pub(super) tool_choice: ToolChoice,
    /// What the words of the answer are.
    pub(super) response_format: ResponseFormat,
    /// Whether the answer ends with the first call.
    pub(super) one_call: bool,
    /// How tokens are drawn.
    pub(super) sampling: Sampling,
    /// The seed of the draws.
    pub(super) seed: Option<u64>,
    /// How many answers.
    pub(super) n_choices: usize,
    /// Texts that end an answer.
    pub(super) stops: Vec<String>,
    /// The most tokens of an answer.
    pub(super) tokens_max: Option<usize>,
    /// Whether answers come in pieces.
    pub(super) stream: bool,
    /// Whether the last piece tells the cost.
    pub(super) include_usage: bool,
    /// Whether log-probabilities are told.
    pub(super) log_probs: bool,
    /// How many alternatives are told at each place.
    pub(super) n_alternatives: usize,
    /// Whether token ids are told.
    pub(super) token_ids: bool,
    /// Further variables of the chat template.
    pub(super) variables: Vec<(String, Value)>,
}

/// Whether the model has to call a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ToolChoice {
    /// As it likes.
    Auto,
    /// It must not, and is not told of them.
    None,
    /// It begins with a call.
    Required,
    /// It begins with a call of this tool.
    Named(String),
}

impl ChatRequest {
    /// Reads a body.
    ///
    /// # Errors
    /// The first member that is wrong, and how.
    pub(super) fn read(body: &[u8]) -> Result<Self, Refusal> {
        let value: Value = serde_json::from_slice(body)
            .map_err(|error| Refusal::bad_request(format!("the body is no JSON: {error}")))?;
        if value.kind() != ValueKind::Map {
            return Err(Refusal::bad_request("the body is no JSON object"));
        }
        let body = Members(value);
        body.refuse_what_is_not_done()?;
        let model = body.get("model").and_then(|model| model.as_str().map(str::to_owned));
        let model = model.ok_or_else(|| Refusal::of("model", "`model` names the model"))?;
        let messages = body.list("messages")?;
        let messages = messages.ok_or_else(|| Refusal::of("messages", "`messages` is missing"))?;
        let tools = read_tools(&body.list("tools")?.unwrap_or_default())?;
        let tool_choice = read_tool_choice(body.get("tool_choice"), &tools)?;
        let temperature = body.number("temperature", 0.0, 100.0)?.unwrap_or(1.0);
        let top_p = body.number("top_p", 0.0, 1.0)?.unwrap_or(1.0);
        // vLLM's clients send -1 for no cut.
        let top_k = body.get("top_k").filter(|top_k| *top_k != Value::from(-1));
        let top_k = count("top_k", top_k, 0, u64::MAX)?.unwrap_or(0);
        let log_probs = body.truth("logprobs")?;
        let n_alternatives = body.count("top_logprobs", 0, ALTERNATIVES_MAX)?.unwrap_or(0);
        if n_alternatives > 0 && !log_probs {
            return Err(Refusal::of("top_logprobs", "`top_logprobs` wants `logprobs: true`"));
        }
        let tokens_max = match body.count("max_completion_tokens", 1, u64::MAX)? {
            Some(tokens_max) => Some(tokens_max),
            None => body.count("max_tokens", 1, u64::MAX)?,
        };
        let stream_options = Members(body.get("stream_options").unwrap_or_default());
        let is_named = matches!(tool_choice, ToolChoice::Named(_));
        Ok(Self {
            model,
            messages: read_messages(&messages)?,
            tools,
            tool_choice,
            response_format: ResponseFormat::read(body.get("response_format").as_ref())?,
            one_call: is_named || body.get("parallel_tool_calls") == Some(Value::from(false)),
            sampling: Sampling {
                temperature: temperature as f32,
                top_p: top_p as f32,
                top_k: top_k as usize,
            },
            seed: body.seed()?,
            n_choices: body.count("n", 1, CHOICES_MAX)?.unwrap_or(1) as usize,
            stops: read_stops(body.get("stop"))?,
            tokens_max: tokens_max.map(|tokens_max| tokens_max as usize),
            stream: body.truth("stream")?,
            include_usage: stream_options.truth("include_usage")?,
            log_probs,
            n_alternatives: n_alternatives as usize,
            token_ids: body.truth("return_token_ids")?,
            variables: body.variables()?,
        })
    }
}

/// A JSON object whose members are read by name. A member that is null is as one that is absent.
struct Members(Value);

impl Members {
    fn get(&self, name: &str) -> Option<Value> {
        let member = self.0.get_attr(name).ok()?;
        (!member.is_undefined() && !member.is_none()).then_some(member)
    }

    fn number(&self, name: &str, least: f64, most: f64) -> Result<Option<f64>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = (value.kind() == ValueKind::Number).then(|| f64::try_from(value).ok());
        match number.flatten().filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(Refusal::of(name, format!("`{name}` is a number from {least} to {most}"))),
        }
    }

    fn count(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Refusal> {
        count(name, self.get(name), least, most)
    }

    fn truth(&self, name: &str) -> Result<bool, Refusal> {
        match self.get(name) {
            None => Ok(false),
            Some(value) if value.kind() == ValueKind::Bool => Ok(value.is_true()),
            Some(_) => Err(Refusal::of(name, format!("`{name}` is true or false"))),
        }
    }

    fn list(&self, name: &str) -> Result<Option<Vec<Value>>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        if value.kind() != ValueKind::Seq {
            return Err(Refusal::of(name, format!("`{name}` is a list")));
        }
        Ok(Some(value.try_iter().into_iter().flatten().collect()))
    }

    /// Seeds may be negative.
    fn seed(&self) -> Result<Option<u64>, Refusal> {
        let Some(value) = self.get("seed") else { return Ok(None) };
        let whole = value.is_integer().then_some(value);
        let whole = whole.and_then(|value| match i64::try_from(value.clone()) {
            Ok(seed) => Some(seed as u64),
            Err(_) => u64::try_from(value).ok(),
        });
        whole.map(Some).ok_or_else(|| Refusal::of("seed", "`seed` is a whole number of 64 bits"))
    }

    fn variables(&self) -> Result<Vec<(String, Value)>, Refusal> {
        const NAME: &str = "chat_template_kwargs";
        /// What the endpoint sets itself.
        const OWN: [&str; 3] = ["messages", "tools", "add_generation_prompt"];
        let Some(value) = self.get(NAME) else { return Ok(Vec::new()) };
        if value.kind() != ValueKind::Map {
            return Err(Refusal::of(NAME, format!("`{NAME}` is an object")));
        }
        let mut variables = Vec::new();
        for name in value.try_iter().into_iter().flatten() {
            let value = value.get_item(&name).unwrap_or_default();
            let name = name.to_string();
            if OWN.contains(&name.as_str()) {
                return Err(Refusal::of(NAME, format!("`{name}` is not for `{NAME}` to set")));
            }
            variables.push((name, value));
        }
        Ok(variables)
    }

    /// What would change the answer, and is not done here, is refused rather than passed over.
    fn refuse_what_is_not_done(&self) -> Result<(), Refusal> {
        let zero = |value: &Value| f64::try_from(value.clone()).is_ok_and(|number| number == 0.0);
        for name in ["frequency_penalty", "presence_penalty", "min_p"] {
            if self.get(name).is_some_and(|value| !zero(&value)) {
                return Err(Refusal::of(name, format!("`{name}` is not supported; leave it out")));
            }
        }
        let empty = |value: &Value| value.len() == Some(0);
        for name in ["logit_bias", "functions", "function_call"] {
            if self.get(name).is_some_and(|value| !empty(&value)) {
                let instead = if name == "logit_bias" { "leave it out" } else { "send `tools`" };
                return Err(Refusal::of(name, format!("`{name}` is not supported; {instead}")));
            }
        }
        Ok(())
    }
}

fn count(name: &str, value: Option<Value>, least: u64, most: u64) -> Result<Option<u64>, Refusal> {
    let Some(value) = value else { return Ok(None) };
    let whole = value.is_integer().then(|| u64::try_from(value).ok()).flatten();
    match whole.filter(|whole| (least..=most).contains(whole)) {
        Some(whole) => Ok(Some(whole)),
        None if most == u64::MAX => {
            Err(Refusal::of(name, format!("`{name}` is a whole number of at least {least}")))
        }
        None => {
            Err(Refusal::of(name, format!("`{name}` is a whole number from {least} to {most}")))
        }
    }
}

fn read_tools(tools: &[Value]) -> Result<Vec<Tool>, Refusal> {
    let mut read: Vec<Tool> = Vec::with_capacity(tools.len());
    for (place, shown) in tools.iter().enumerate() {
        let param = format!("tools[{place}]");
        let tool =
            Tool::new(shown.clone()).map_err(|error| Refusal::of(&param, error.to_string()))?;
        if read.iter().any(|other| other.name() == tool.name()) {
            return Err(Refusal::of(param, format!("two tools are named `{}`", tool.name())));
        }
        read.push(tool);
    }
    Ok(read)
}

fn read_tool_choice(choice: Option<Value>, tools: &[Tool]) -> Result<ToolChoice, Refusal> {
    let wrong = |message: String| Refusal::of("tool_choice", message);
    let Some(choice) = choice else { return Ok(ToolChoice::Auto) };
    let chosen = match choice.as_str() {
        Some("auto") => return Ok(ToolChoice::Auto),
        Some("none") => return Ok(ToolChoice::None),
        Some("required") => ToolChoice::Required,
        Some(other) => {
            return Err(wrong(format!("`{other}` is none of auto, none and required")));
        }
        None => {
            let name = choice.get_attr("function").and_then(|function| function.get_attr("name"));
            let name = name.ok().and_then(|name| name.as_str().map(str::to_owned));
            let name = name.ok_or_else(|| {
                wrong(
                    "it is auto, none, required, or {\"type\": \"function\", \"function\": \
                       {\"name\": ..}}"
                        .to_owned(),
                )
            })?;
            if !tools.iter().any(|tool| tool.name() == name) {
                return Err(wrong(format!("there is no tool named `{name}` in `tools`")));
            }
            ToolChoice::Named(name)
        }
    };
    if tools.is_empty() {
        return Err(wrong("a call is wanted, and `tools` is empty".to_owned()));
    }
    Ok(chosen)
}

fn read_stops(stop: Option<Value>) -> Result<Vec<String>, Refusal> {
    let wrong =
        || Refusal::of("stop", format!("`stop` is a text, or a list of up to {STOPS_MAX} texts"));
    let Some(stop) = stop else { return Ok(Vec::new()) };
    let texts: Vec<String> = match stop.as_str() {
        Some(text) => vec![text.to_owned()],
        None if stop.kind() == ValueKind::Seq => {
            let texts = stop.try_iter().into_iter().flatten();
            let texts = texts.map(|text| text.as_str().map(str::to_owned).ok_or_else(wrong));
            texts.collect::<Result<_, _>>()?
        }
        None => return Err(wrong()),
    };
    if texts.len() > STOPS_MAX || texts.iter().any(String::is_empty) {
        return Err(wrong());
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::{ChatRequest, ToolChoice};

    fn read(members: &str) -> Result<ChatRequest, String> {
        let body = format!(
            r#"{{"model": "m", "messages": [{{"role": "user", "content": "Hi."}}] {members}}}"#
        );
        ChatRequest::read(body.as_bytes()).map_err(|refusal| refusal.body().to_string())
    }

    #[test]
    fn what_is_left_out_has_the_defaults_of_openai() {
        let request = read(r#", "stop": null, "seed": null"#).expect("it is whole");
        assert_eq!((request.n_choices, request.sampling.temperature), (1, 1.0));
        assert_eq!((request.tokens_max, request.seed, request.stream), (None, None, false));
        assert_eq!(request.tool_choice, ToolChoice::Auto);
    }

    #[test]
    fn members_are_read() {
        let request = read(
            r#", "seed": -1, "stop": ["a", "b"], "max_tokens": 5, "max_completion_tokens": 7, "n": 3,
               "top_k": -1, "logprobs": true, "top_logprobs": 2, "return_token_ids": true,
               "chat_template_kwargs": {"enable_thinking": false}, "parallel_tool_calls": false,
               "response_format": {"type": "json_schema", "json_schema": {"strict": false}},
               "tools": [{"type": "function", "function": {"name": "f"}}],
               "tool_choice": {"type": "function", "function": {"name": "f"}}"#,
        )
        .expect("it is whole");
        assert_eq!(
            (request.seed, request.tokens_max, request.n_choices),
            (Some(u64::MAX), Some(7), 3)
        );
        assert_eq!((request.stops.len(), request.n_alternatives), (2, 2));
        assert!(request.one_call && request.token_ids && request.log_probs);
        assert_eq!(request.variables[0].0, "enable_thinking");
        assert_eq!(request.tool_choice, ToolChoice::Named("f".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (members, param) in [
            (r#", "temperature": "hot""#, "temperature"),
            (r#", "temperature": -1"#, "temperature"),
            (r#", "top_p": 2"#, "top_p"),
            (r#", "n": 0"#, "n"),
            (r#", "max_tokens": 1.5"#, "max_tokens"),
            (r#", "seed": "x""#, "seed"),
            (r#", "stop": [1]"#, "stop"),
            (r#", "stop": """#, "stop"),
            (r#", "stream": 1"#, "stream"),
            (r#", "top_logprobs": 3"#, "top_logprobs"),
            (r#", "tools": {}"#, "tools"),
            (r#", "tools": [{"type": "function"}]"#, "tools[0]"),
            (
                r#", "tools": [{"type": "function", "function": {"name": "f"}},
                            {"type": "function", "function": {"name": "f"}}]"#,
                "tools[1]",
            ),
            (r#", "tool_choice": "maybe""#, "tool_choice"),
            (r#", "tool_choice": "required""#, "tool_choice"),
            (r#", "tool_choice": {"function": {"name": "g"}}"#, "tool_choice"),
            (r#", "frequency_penalty": 0.5"#, "frequency_penalty"),
            (r#", "logit_bias": {"1": 2}"#, "logit_bias"),
            (r#", "functions": [1]"#, "functions"),
            (
                r#", "response_format": {"type": "json_schema",
                   "json_schema": {"strict": true, "schema": {"not": {}}}}"#,
                "response_format",
            ),
            (r#", "chat_template_kwargs": {"messages": []}"#, "chat_template_kwargs"),
        ] {
            let refusal = read(members).expect_err(members);
            assert!(refusal.contains(&format!(r#""param":"{param}""#)), "{members}: {refusal}");
        }
        for (body, said) in [("[", "no JSON"), ("[]", "no JSON object"), ("{}", "`model`")] {
            let refusal = ChatRequest::read(body.as_bytes()).expect_err(body).body().to_string();
            assert!(refusal.contains(said), "{refusal}");
        }
    }
}
