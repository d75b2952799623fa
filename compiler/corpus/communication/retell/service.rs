//! Retell: voice agents that make and take phone calls, the prompts and voices behind them, and every call made.
/// Everything that Retell knows.
#[derive(State)]
pub struct Retell {
    pub agents: Table<Agent>,
    pub agent_versions: Table<AgentVersion>,
    pub llms: Table<Llm>,
    pub phone_numbers: Table<PhoneNumber>,
    pub voices: Table<Voice>,
    pub calls: Table<Call>,
}
/// One agent.
#[derive(Entity)]
pub struct Agent {
    #[entity(key, sequence = "AGE-{:05}")]
    pub id: Key<Agent>,
    #[entity(language)]
    pub language: Option<String>,
    pub voice_id: Key<Voice>,
    #[entity(title)]
    pub agent_name: Option<String>,
    pub voice_model: Option<String>,
    pub response_engine: Json,
    #[entity(range = 0.0..=2.0)]
    pub volume: Option<f64>,
    pub stt_mode: Option<AgentSttMode>,
    #[entity(range = 0.5..=2.0)]
    pub voice_speed: Option<f64>,
    #[entity(url)]
    pub webhook_url: Option<String>,
    pub ambient_sound: Option<String>,
    #[entity(range = 0.0..=1.0)]
    pub responsiveness: Option<f64>,
    pub boosted_keywords: Vec<String>,
    pub ring_duration_ms: Option<f64>,
    pub backchannel_words: Vec<String>,
    #[entity(default)]
    pub opt_in_signed_url: bool,
    #[entity(range = 0.0..=2.0)]
    pub voice_temperature: Option<f64>,
    #[entity(body)]
    pub voicemail_message: Option<String>,
    #[entity(default)]
    pub enable_backchannel: bool,
    #[entity(on_delete = clear)]
    pub fallback_voice_ids: Vec<Key<Voice>>,
    pub reminder_max_count: Option<f64>,
    pub reminder_trigger_ms: Option<f64>,
    #[entity(range = 0.0..=2.0)]
    pub ambient_sound_volume: Option<f64>,
    pub max_call_duration_ms: Option<f64>,
    #[entity(default)]
    pub normalize_for_speech: bool,
    #[entity(range = 0.0..=1.0)]
    pub backchannel_frequency: Option<f64>,
    pub begin_message_delay_ms: Option<f64>,
    pub post_call_analysis_data: Option<Json>,
    #[entity(range = 0.0..=1.0)]
    pub interruption_sensitivity: Option<f64>,
    pub post_call_analysis_model: Option<AgentPostCallAnalysisModel>,
    pub pronunciation_dictionary: Option<Json>,
    pub end_call_after_silence_ms: Option<f64>,
    #[entity(default)]
    pub enable_voicemail_detection: bool,
    #[entity(default)]
    pub opt_out_sensitive_data_storage: bool,
    pub voicemail_detection_timeout_ms: Option<f64>,
    #[entity(default)]
    pub enable_transcription_formatting: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `stt_mode` can be.
#[derive(Choice)]
pub enum AgentSttMode {
    Fast,
    Accurate,
}
/// What `post_call_analysis_model` can be.
#[derive(Choice)]
pub enum AgentPostCallAnalysisModel {
    #[choice(rename = "gpt-4o-mini")]
    Gpt4oMini,
    #[choice(rename = "gpt-4o")]
    Gpt4o,
}
/// One agent version.
#[derive(Entity)]
pub struct AgentVersion {
    #[entity(key, sequence = "AGV-{:05}")]
    pub id: Key<AgentVersion>,
    #[entity(on_delete = cascade)]
    pub agent_id: Key<Agent>,
    pub version: Option<i64>,
    pub released_at: Option<Timestamp>,
}
/// One llm.
#[derive(Entity)]
pub struct Llm {
    #[entity(key, sequence = "LLM-{:05}")]
    pub id: Key<Llm>,
    pub model: Option<LlmModel>,
    pub states: Option<Json>,
    pub version: Option<f64>,
    pub s2s_model: Option<LlmS2sModel>,
    #[entity(body)]
    pub begin_message: Option<String>,
    pub general_tools: Option<Json>,
    #[entity(body)]
    pub general_prompt: String,
    pub starting_state: Option<String>,
    #[entity(range = 0.0..=1.0)]
    pub model_temperature: Option<f64>,
    pub knowledge_base_ids: Vec<String>,
    #[entity(default)]
    pub model_high_priority: bool,
    #[entity(default)]
    pub tool_call_strict_mode: bool,
    pub default_dynamic_variables: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `model` can be.
#[derive(Choice)]
pub enum LlmModel {
    #[choice(rename = "gpt-4o")]
    Gpt4o,
    #[choice(rename = "gpt-4o-mini")]
    Gpt4oMini,
    #[choice(rename = "gpt-4.1")]
    Gpt41,
    #[choice(rename = "gpt-4.1-mini")]
    Gpt41Mini,
    #[choice(rename = "gpt-4.1-nano")]
    Gpt41Nano,
    #[choice(rename = "claude-3.7-sonnet")]
    Claude37Sonnet,
    #[choice(rename = "claude-3.5-haiku")]
    Claude35Haiku,
    #[choice(rename = "gemini-2.0-flash")]
    Gemini20Flash,
    #[choice(rename = "gemini-2.0-flash-lite")]
    Gemini20FlashLite,
}
/// What `s2s_model` can be.
#[derive(Choice)]
pub enum LlmS2sModel {
    #[choice(rename = "gpt-4o-realtime")]
    Gpt4oRealtime,
    #[choice(rename = "gpt-4o-mini-realtime")]
    Gpt4oMiniRealtime,
}
/// One phone number.
#[derive(Entity)]
pub struct PhoneNumber {
    #[entity(key, sequence = "+1-415-555-{:04}", phone)]
    pub phone_number: Key<PhoneNumber>,
    pub area_code: f64,
    #[entity(title)]
    pub nickname: Option<String>,
    #[entity(on_delete = clear)]
    pub inbound_agent_id: Option<Key<Agent>>,
    #[entity(on_delete = clear)]
    pub outbound_agent_id: Option<Key<Agent>>,
    #[entity(url)]
    pub inbound_webhook_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One voice.
#[derive(Entity)]
pub struct Voice {
    #[entity(key, sequence = "VOI-{:05}")]
    pub id: Key<Voice>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One call, over the telephone or in a browser.
#[derive(Entity)]
pub struct Call {
    #[entity(key, sequence = "CAL-{:05}")]
    pub id: Key<Call>,
    pub call_type: CallType,
    /// The agent that speaks; `null` once that agent is deleted.
    #[entity(on_delete = clear)]
    pub agent_id: Option<Key<Agent>>,
    pub agent_version: Option<f64>,
    #[entity(phone)]
    pub from_number: Option<String>,
    #[entity(phone)]
    pub to_number: Option<String>,
    pub direction: Option<CallDirection>,
    pub metadata: Option<Json>,
    pub dynamic_variables: Option<Json>,
    #[entity(default)]
    pub opt_in_signed_url: bool,
    #[entity(default)]
    pub opt_out_sensitive_data_storage: bool,
    /// When the call began, in milliseconds since 1970.
    pub start_timestamp: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How a call is made.
#[derive(Choice)]
pub enum CallType {
    PhoneCall,
    WebCall,
}
/// Who called whom.
#[derive(Choice)]
pub enum CallDirection {
    Inbound,
    Outbound,
}
pub trait Tools {
    #[tool(create, map(agent_id = override_agent_id, agent_version = override_agent_version, dynamic_variables = retell_llm_dynamic_variables), set(call_type = CallType::PhoneCall))]
    fn create_phone_call() -> Call;
    #[tool(create, map(dynamic_variables = retell_llm_dynamic_variables), set(call_type = CallType::WebCall))]
    fn create_web_call() -> Call;
    #[tool(get, key(call_id))]
    fn get_call() -> Call;
    #[tool(list, filter(agent_id, start_timestamp >= start_timestamp, start_timestamp <= end_timestamp), page(limit, offset))]
    fn list_calls() -> Page<Call>;
    #[tool(update, key(call_id))]
    fn update_call() -> Call;
    #[tool(delete, key(call_id))]
    fn delete_call() -> Call;
    #[tool(list)]
    fn list_agents() -> Page<Agent>;
    #[tool(create)]
    fn create_agent() -> Agent;
    #[tool(get, key(agent_id))]
    fn get_agent() -> Agent;
    #[tool(update, key(agent_id))]
    fn update_agent() -> Agent;
    #[tool(delete, key(agent_id))]
    fn delete_agent() -> Agent;
    #[tool(list, filter(agent_id))]
    fn get_agent_versions() -> Page<AgentVersion>;
    #[tool(list)]
    fn list_phone_numbers() -> Page<PhoneNumber>;
    #[tool(create)]
    fn create_phone_number() -> PhoneNumber;
    #[tool(get, key(phone_number))]
    fn get_phone_number() -> PhoneNumber;
    #[tool(update, key(phone_number))]
    fn update_phone_number() -> PhoneNumber;
    #[tool(delete, key(phone_number))]
    fn delete_phone_number() -> PhoneNumber;
    #[tool(list)]
    fn list_voices() -> Page<Voice>;
    #[tool(get, key(voice_id))]
    fn get_voice() -> Voice;
    #[tool(list)]
    fn list_retell_llms() -> Page<Llm>;
    #[tool(create)]
    fn create_retell_llm() -> Llm;
    #[tool(get, key(llm_id))]
    fn get_retell_llm() -> Llm;
    #[tool(update, key(llm_id))]
    fn update_retell_llm() -> Llm;
    #[tool(delete, key(llm_id))]
    fn delete_retell_llm() -> Llm;
}
