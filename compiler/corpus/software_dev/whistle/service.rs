//! Whistle: the rules and values of a debugging proxy, the groups they stand in, the requests it saw and its switches.
/// Everything that Whistle knows.
#[derive(State)]
pub struct Whistle {
    pub groups: Table<Group>,
    pub intercepts: Table<Intercept>,
    pub rules: Table<Rule>,
    pub status: One<Status>,
    pub values: Table<ValueRow>,
    pub values_groups: Table<ValuesGroup>,
}
/// A group of rules.
#[derive(Entity)]
pub struct Group {
    #[entity(key, slug)]
    pub name: Key<Group>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A request that went through the proxy.
#[derive(Entity)]
pub struct Intercept {
    #[entity(key, sequence = "INT-{:05}")]
    pub id: Key<Intercept>,
    #[entity(url)]
    pub url: String,
    pub method: Option<String>,
    #[entity(range = 100..=599)]
    pub status_code: Option<i64>,
    pub started_at: Option<Timestamp>,
}
/// Lines that say what happens to matching requests.
#[derive(Entity)]
pub struct Rule {
    #[entity(key, slug)]
    pub name: Key<Rule>,
    #[entity(on_delete = clear)]
    pub group_name: Option<Key<Group>>,
    #[entity(body)]
    pub rule_value: Option<String>,
    #[entity(default)]
    pub enabled: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The switches of the proxy.
#[derive(Entity)]
pub struct Status {
    #[entity(default = true)]
    pub proxy_enabled: bool,
    #[entity(default = true)]
    pub http_interception: bool,
    #[entity(default)]
    pub https_interception: bool,
    #[entity(default)]
    pub http2: bool,
    #[entity(default)]
    pub multi_rule_mode: bool,
    #[entity(default)]
    pub rules_disabled: bool,
}
/// A text that rules refer to by name.
#[derive(Entity)]
pub struct ValueRow {
    #[entity(key, slug)]
    pub name: Key<ValueRow>,
    #[entity(on_delete = clear)]
    pub group_name: Option<Key<ValuesGroup>>,
    #[entity(body)]
    pub value: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A group of values.
#[derive(Entity)]
pub struct ValuesGroup {
    #[entity(key, slug)]
    pub name: Key<ValuesGroup>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(list)]
    fn get_rules() -> Page<Rule>;
    #[tool(create)]
    fn create_rule() -> Rule;
    #[tool(update, key(rule_name))]
    fn update_rule() -> Rule;
    #[tool(simulate(unclear_effect, "the name is the key, and no operation changes a key"))]
    fn rename_rule();
    #[tool(delete, key(rule_name))]
    fn delete_rule() -> Rule;
    #[tool(update, key(rule_name), set(enabled = true))]
    fn enable_rule() -> Rule;
    #[tool(update, key(rule_name), set(enabled = false))]
    fn disable_rule() -> Rule;
    #[tool(create)]
    fn create_group() -> Group;
    #[tool(simulate(unclear_effect, "the name is the key, and no operation changes a key"))]
    fn rename_group();
    #[tool(delete, key(group_name))]
    fn delete_group() -> Group;
    #[tool(update, key(rule_name))]
    fn add_rule_to_group() -> Rule;
    #[tool(update, key(rule_name), set(group_name = None))]
    fn remove_rule_from_group() -> Rule;
    #[tool(list)]
    fn get_all_values() -> Page<ValueRow>;
    #[tool(create)]
    fn create_values_group() -> ValuesGroup;
    #[tool(create)]
    fn create_value() -> ValueRow;
    #[tool(update, key(name))]
    fn update_value() -> ValueRow;
    #[tool(simulate(unclear_effect, "the name is the key, and no operation changes a key"))]
    fn rename_value();
    #[tool(simulate(unclear_effect, "the name is the key, and no operation changes a key"))]
    fn rename_value_group();
    #[tool(delete, key(group_name))]
    fn delete_value_group() -> ValuesGroup;
    #[tool(update, key(value_name))]
    fn add_value_to_group() -> ValueRow;
    #[tool(update, key(value_name), set(group_name = None))]
    fn remove_value_from_group() -> ValueRow;
    #[tool(get)]
    fn get_whistle_status() -> Status;
    #[tool(update, map(proxy_enabled = enabled))]
    fn toggle_proxy() -> Status;
    #[tool(update, map(http_interception = enabled))]
    fn toggle_http_interception() -> Status;
    #[tool(update, map(https_interception = enabled))]
    fn toggle_https_interception() -> Status;
    #[tool(update, map(http2 = enabled))]
    fn toggle_http2() -> Status;
    #[tool(update, map(multi_rule_mode = enabled))]
    fn toggle_multi_rule_mode() -> Status;
    #[tool(list, filter(url ~ url, started_at >= start_time), sort(started_at, descending), page(limit = count))]
    fn get_intercept_info() -> Page<Intercept>;
    #[tool(simulate(live_web, "it sends the request again and reads what comes back"))]
    fn replay_request();
    #[tool(update, map(rules_disabled = disabled))]
    fn set_all_rules_state() -> Status;
    #[tool(simulate(external_computation, "it only tells the clock"))]
    fn get_current_timestamp();
}
