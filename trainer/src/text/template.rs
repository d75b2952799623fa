//! The chat template: how an episode becomes token ids.
//!
//! ```text
//! <|user|> instruction <|end|>
//! <|call|> service__tool|argument: value|argument: value <|end|>      the agent
//! <|obs|>  |field: value|rows: [{|id: …}{|id: …}] <|end|>             the environment
//! …
//! <|answer|> text <|end|>                                             the agent
//! ```
//!
//! Ids are built once, together with the mask of what the agent generated; nothing is ever decoded
//! and tokenized again, so the ids that were sampled are the ids that are trained on. Arguments and
//! observations are in the compact form of [`super::lean_json`], and so is an answer that is a JSON
//! object or list; any other answer is plain text. Ids, addresses, dates and names are one token each, see
//! [`super::handles`]. Of an observation the success envelope, null fields and empty lists are left
//! out, a row opens with its name and its id, and what exceeds the token budget is replaced by
//! `<|cut|>`.

use serde_json::{Map, Value};

use super::handles::Handles;
use super::lean_json::{parse_fields, render_fields, render_given};
use super::tokenizer::{Special, Tokenizer};

/// An episode as ids.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transcript {
    /// Every token, in order.
    pub ids: Vec<u32>,
    /// Whether the agent generated the token of the same index.
    pub by_agent: Vec<bool>,
    /// The log-probability (nats) with which the agent sampled the token; zero where it did not.
    pub log_probs: Vec<f32>,
    /// The values that have handles.
    pub handles: Handles,
}

/// What an agent's turn says.
#[derive(Debug, Clone, PartialEq)]
pub enum Turn {
    /// It calls a tool.
    Call {
        /// The namespaced tool, `service__tool`.
        tool: String,
        /// The arguments as a JSON object.
        arguments: String,
    },
    /// It ends the episode.
    Answer(String),
    /// It says neither; the text tells the agent why.
    Malformed(String),
}

impl Transcript {
    /// Opens with an instruction.
    pub fn open(tokenizer: &Tokenizer, instruction: &str) -> Self {
        let mut transcript = Self { handles: Handles::new(instruction), ..Self::default() };
        let ids = tokenizer.encode_given(instruction, &mut transcript.handles);
        transcript.push_given(Special::User, &ids);
        transcript
    }

    /// Appends a call as if the agent had made it, for demonstrations.
    pub fn push_call(&mut self, tokenizer: &Tokenizer, tool: &str, arguments: &Value) {
        let text = format!("{tool}{}", render_fields(arguments));
        let ids = tokenizer.encode_said(&text, &self.handles);
        self.push_demonstrated(Special::Call, &ids);
    }

    /// Appends a final answer as if the agent had given it, for demonstrations.
    pub fn push_answer(&mut self, tokenizer: &Tokenizer, answer: &str) {
        let ids = tokenizer.encode_said(&render_answer(answer), &self.handles);
        self.push_demonstrated(Special::Answer, &ids);
    }

    /// Appends an observation, given as JSON text, within a budget of tokens.
    pub fn push_observation(
        &mut self,
        tokenizer: &Tokenizer,
        observation: &str,
        observation_tokens_max: usize,
    ) {
        let text = render_observation(observation);
        let mut ids = tokenizer.encode_given(&text, &mut self.handles);
        if ids.len() > observation_tokens_max {
            ids.truncate(observation_tokens_max.saturating_sub(1));
            ids.push(Special::Cut as u32);
        }
        self.push_given(Special::Observation, &ids);
    }

    /// Appends one token that the agent sampled.
    pub fn push_sampled(&mut self, id: u32, log_prob: f32) {
        self.ids.push(id);
        self.by_agent.push(true);
        self.log_probs.push(log_prob);
    }

    /// How many tokens the agent generated.
    pub fn n_by_agent(&self) -> usize {
        self.by_agent.iter().filter(|&&by_agent| by_agent).count()
    }

    /// Appends a turn of which only some tokens are to be learned, for drills.
    pub fn push_recited(&mut self, opening: Special, ids: &[(u32, bool)]) {
        let (ids, is_learned): (Vec<u32>, Vec<bool>) = ids.iter().copied().unzip();
        let from = self.ids.len() + 1;
        self.push_given(opening, &ids);
        self.by_agent[from..from + ids.len()].copy_from_slice(&is_learned);
    }

    fn push_given(&mut self, opening: Special, ids: &[u32]) {
        self.push_all(opening, ids, false);
    }

    fn push_demonstrated(&mut self, opening: Special, ids: &[u32]) {
        self.push_all(opening, ids, true);
    }

    fn push_all(&mut self, opening: Special, ids: &[u32], by_agent: bool) {
        self.ids.push(opening as u32);
        self.ids.extend_from_slice(ids);
        self.ids.push(Special::End as u32);
        self.by_agent.resize(self.ids.len(), by_agent);
        self.log_probs.resize(self.ids.len(), 0.0);
    }
}

/// Reads one turn of the agent: its ids without the closing `<|end|>`.
pub fn parse_turn(tokenizer: &Tokenizer, ids: &[u32], handles: &Handles) -> Turn {
    let Some((&opening, body)) = ids.split_first() else {
        return Turn::Malformed("the turn is empty".to_owned());
    };
    let structural = |&id: &u32| id < Special::Space as u32;
    if body.iter().any(structural) {
        return Turn::Malformed("a turn mark stands inside the turn".to_owned());
    }
    if body.iter().any(|&id| tokenizer.is_empty_handle(id, handles)) {
        return Turn::Malformed("the turn names a value that was never given".to_owned());
    }
    let text = tokenizer.decode(body, handles);
    if opening == Special::Answer as u32 {
        return Turn::Answer(answer_text(text));
    }
    if opening != Special::Call as u32 {
        return Turn::Malformed("a turn opens with a call or an answer".to_owned());
    }
    let (tool, fields) = text.split_at(text.find('|').unwrap_or(text.len()));
    match parse_fields(fields) {
        Ok(arguments) => Turn::Call {
            tool: tool.trim().to_owned(),
            arguments: Value::Object(arguments).to_string(),
        },
        Err(error) => Turn::Malformed(error.to_string()),
    }
}

/// An answer as the transcript holds it.
pub fn render_answer(answer: &str) -> String {
    match serde_json::from_str::<Value>(answer) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => render_fields(&value),
        _ => answer.trim().to_owned(),
    }
}

/// What the agent's answer means: JSON text when it is in the compact form, else the text.
fn answer_text(text: String) -> String {
    // A list is read as the value of a field, since only fields are read by themselves.
    let parsed = match text.as_bytes().first() {
        Some(b'|') => parse_fields(&text).ok().map(Value::Object),
        Some(b'[') => {
            let field = parse_fields(&format!("|answer: {text}")).ok();
            field.and_then(|mut fields| fields.remove("answer")).filter(Value::is_array)
        }
        _ => None,
    };
    parsed.map_or(text, |value| value.to_string())
}

/// The observation that a malformed turn gets, in the response convention of every service.
pub fn malformed_observation(reason: &str) -> String {
    serde_json::json!({"ok": false, "error": {"code": "invalid_argument", "message": reason}})
        .to_string()
}

/// The compact text of an observation.
pub fn render_observation(observation: &str) -> String {
    let Ok(value) = serde_json::from_str::<Value>(observation) else {
        return observation.to_owned();
    };
    let body = match value {
        Value::Object(mut envelope) if envelope.get("ok") == Some(&Value::Bool(true)) => {
            envelope.remove("data").unwrap_or(Value::Object(Map::new()))
        }
        Value::Object(mut envelope) if envelope.get("ok") == Some(&Value::Bool(false)) => {
            envelope.remove("ok");
            Value::Object(envelope)
        }
        other => other,
    };
    render_given(&without_empty(body))
}

/// Drops null fields and empty lists and objects inside an object.
fn without_empty(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, field)| (name, without_empty(field)))
            .filter(|(_, field)| match field {
                Value::Null => false,
                Value::Array(items) => !items.is_empty(),
                Value::Object(fields) => !fields.is_empty(),
                _ => true,
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(without_empty).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Handles, Transcript, Turn, parse_turn, render_observation};
    use crate::text::tokenizer::{Special, Tokenizer};

    fn tokenizer() -> Tokenizer {
        Tokenizer::train(&["crm__find_customer|name: Priya Raman", "Find Priya Raman."], 800)
            .expect("the texts hold words")
    }

    #[test]
    fn only_calls_and_answers_are_the_agents() {
        let tokenizer = tokenizer();
        let mut transcript = Transcript::open(&tokenizer, "Find Priya Raman.");
        let prompt = transcript.ids.len();
        transcript.push_call(&tokenizer, "crm__find_customer", &json!({"name": "Priya Raman"}));
        let call = transcript.ids.len();
        transcript.push_observation(&tokenizer, r#"{"ok":true,"data":{"id":"CUS-1"}}"#, 64);
        let observed = transcript.ids.len();
        transcript.push_answer(&tokenizer, "Find");

        assert!(transcript.by_agent[..prompt].iter().all(|by_agent| !by_agent));
        assert!(transcript.by_agent[prompt..call].iter().all(|by_agent| *by_agent));
        assert!(transcript.by_agent[call..observed].iter().all(|by_agent| !by_agent));
        assert!(transcript.by_agent[observed..].iter().all(|by_agent| *by_agent));
        assert_eq!(transcript.ids.len(), transcript.by_agent.len());
        assert_eq!(transcript.ids.len(), transcript.log_probs.len());

        let turn = parse_turn(&tokenizer, &transcript.ids[prompt..call - 1], &Handles::default());
        assert_eq!(
            turn,
            Turn::Call {
                tool: "crm__find_customer".to_owned(),
                arguments: r#"{"name":"Priya Raman"}"#.to_owned()
            }
        );
    }

    #[test]
    fn turns_that_are_no_calls_say_why() {
        let tokenizer = tokenizer();
        let mut ids = vec![Special::Call as u32];
        ids.extend(tokenizer.encode("crm__find_customer|name"));
        assert!(
            matches!(parse_turn(&tokenizer, &ids, &Handles::default()), Turn::Malformed(why) if why.contains(':'))
        );
        assert!(matches!(
            parse_turn(&tokenizer, &[Special::User as u32], &Handles::default()),
            Turn::Malformed(_)
        ));
        let forged = [Special::Call as u32, Special::Observation as u32];
        assert!(matches!(parse_turn(&tokenizer, &forged, &Handles::default()), Turn::Malformed(_)));
        assert!(matches!(parse_turn(&tokenizer, &[], &Handles::default()), Turn::Malformed(_)));
    }

    #[test]
    fn answers_in_json_go_through_the_compact_form_and_back() {
        let tokenizer = tokenizer();
        for answer in
            [r#"{"name":"Priya Raman","total":2.5}"#, "[1,\"Priya\"]", "Find Priya.", "129.5"]
        {
            let mut transcript = Transcript::default();
            transcript.push_answer(&tokenizer, answer);
            let ids = &transcript.ids[..transcript.ids.len() - 1];
            assert_eq!(
                parse_turn(&tokenizer, ids, &Handles::default()),
                Turn::Answer(answer.to_owned())
            );
        }
    }

    #[test]
    fn an_observation_keeps_to_its_budget() {
        let tokenizer = tokenizer();
        let mut transcript = Transcript::default();
        let long = json!({"ok": true, "data": {"name": "Priya Raman ".repeat(50)}}).to_string();
        transcript.push_observation(&tokenizer, &long, 16);
        assert_eq!(transcript.ids.len(), 18);
        assert_eq!(transcript.ids[16], Special::Cut as u32);
    }

    #[test]
    fn an_observation_loses_its_envelope_and_empty_fields() {
        let data =
            r#"{"ok":true,"data":{"cursor":null,"items":[{"id":"A","name":"B","tags":[]}]}}"#;
        assert_eq!(render_observation(data), "|items: [{|name: B|id: A}]");
        let error = r#"{"ok":false,"error":{"code":"not_found","message":"no such row"}}"#;
        assert_eq!(render_observation(error), "|error:{|code: not_found|message: no such row}");
    }
}
