//! UniFi Access: doors with their devices, the users, visitors and credentials that open them, policies and events.

/// Everything that Unifi Access knows.
#[derive(State)]
pub struct UnifiAccess {
    pub credentials: Table<Credential>,
    pub devices: Table<Device>,
    pub doors: Table<Door>,
    pub door_groups: Table<DoorGroup>,
    pub events: Table<Event>,
    pub health: One<Health>,
    pub policies: Table<Policy>,
    pub schedules: Table<Schedule>,
    pub system: One<System>,
    pub users: Table<User>,
    pub visitors: Table<Visitor>,
}
/// A card, a code or a phone that opens doors.
#[derive(Entity)]
pub struct Credential {
    #[entity(key, sequence = "CRE-{:05}")]
    pub id: Key<Credential>,
    #[entity(on_delete = cascade)]
    pub user_id: Option<Key<User>>,
    pub credential_type: String,
    pub credential_data: Json,
    #[entity(default = CredentialStatus::Active)]
    pub status: CredentialStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A reader, hub or camera at a door.
#[derive(Entity)]
pub struct Device {
    #[entity(key, sequence = "DEV-{:05}")]
    pub id: Key<Device>,
    #[entity(title)]
    pub name: String,
    pub model: Option<String>,
    #[entity(on_delete = clear)]
    pub door_id: Option<Key<Door>>,
    #[entity(default = true)]
    pub online: bool,
    pub firmware: Option<String>,
    pub configs: Option<Json>,
}
/// A door with an electric lock.
#[derive(Entity)]
pub struct Door {
    #[entity(key, sequence = "DOR-{:05}")]
    pub id: Key<Door>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub door_group_id: Option<Key<DoorGroup>>,
    #[entity(default = true)]
    pub locked: bool,
    pub status: Option<String>,
}
/// Doors that are managed together.
#[derive(Entity)]
pub struct DoorGroup {
    #[entity(key, sequence = "GRP-{:05}")]
    pub id: Key<DoorGroup>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// Something that happened at a door or in the administration.
#[derive(Entity)]
pub struct Event {
    #[entity(key, sequence = "EVT-{:05}")]
    pub id: Key<Event>,
    pub topic: String,
    pub event_type: String,
    #[entity(on_delete = clear)]
    pub door_id: Option<Key<Door>>,
    #[entity(on_delete = clear)]
    pub user_id: Option<Key<User>>,
    #[entity(body)]
    pub detail: Option<String>,
    pub happened_at: Timestamp,
}
/// How the controller is doing.
#[derive(Entity)]
pub struct Health {
    pub status: String,
    #[entity(body)]
    pub message: Option<String>,
    pub checked_at: Option<Timestamp>,
}
/// Which doors may be opened at which times.
#[derive(Entity)]
pub struct Policy {
    #[entity(key, sequence = "POL-{:05}")]
    pub id: Key<Policy>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub schedule_id: Option<Key<Schedule>>,
    #[entity(on_delete = clear)]
    pub door_ids: Vec<Key<Door>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Hours of the week.
#[derive(Entity)]
pub struct Schedule {
    #[entity(key, sequence = "SCH-{:05}")]
    pub id: Key<Schedule>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub hours: Option<Json>,
}
/// The controller itself.
#[derive(Entity)]
pub struct System {
    #[entity(title)]
    pub name: String,
    pub version: Option<String>,
    pub model: Option<String>,
}
/// Someone who may open doors.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USR-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(on_delete = clear)]
    pub policy_ids: Vec<Key<Policy>>,
}
/// A guest who may come in for a while.
#[derive(Entity)]
pub struct Visitor {
    #[entity(key, sequence = "VIS-{:05}")]
    pub id: Key<Visitor>,
    #[entity(person)]
    pub name: String,
    pub access_start: Option<String>,
    pub access_end: Option<String>,
    pub valid_from: Option<String>,
    pub valid_until: Option<String>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(company)]
    pub company: Option<String>,
    pub visit_reason: Option<String>,
    pub remarks: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Whether a credential still opens doors.
#[derive(Choice)]
pub enum CredentialStatus {
    Active,
    Revoked,
}
pub trait Tools {
    #[tool(get)]
    fn access_get_system_info() -> System;
    #[tool(get)]
    fn access_get_health() -> Health;
    #[tool(list, page(limit), ignore(compact))]
    fn access_list_users() -> Page<User>;
    #[tool(list, ignore(compact))]
    fn access_list_devices() -> Page<Device>;
    #[tool(get, key(device_id))]
    fn access_get_device() -> Device;
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_reboot_device();
    #[tool(get, key(device_id))]
    fn access_get_device_configs() -> Device;
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_update_device_config();
    #[tool(list)]
    fn access_list_policies() -> Page<Policy>;
    #[tool(get, key(policy_id))]
    fn access_get_policy() -> Policy;
    #[tool(list)]
    fn access_list_schedules() -> Page<Schedule>;
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_update_policy();
    #[tool(list)]
    fn access_list_credentials() -> Page<Credential>;
    #[tool(get, key(credential_id))]
    fn access_get_credential() -> Credential;
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_create_credential();
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_revoke_credential();
    #[tool(list)]
    fn access_list_visitors() -> Page<Visitor>;
    #[tool(get, key(visitor_id))]
    fn access_get_visitor() -> Visitor;
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_create_visitor();
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_delete_visitor();
    #[tool(list, filter(topic, happened_at >= start, happened_at <= end, door_id, user_id), sort(happened_at, descending), page(limit))]
    fn access_list_events() -> Page<Event>;
    #[tool(get, key(event_id))]
    fn access_get_event() -> Event;
    #[tool(list, filter(event_type, door_id), sort(happened_at, descending), page(limit))]
    fn access_recent_events() -> Page<Event>;
    #[tool(simulate(unclear_effect, "it opens a stream of events"))]
    fn access_subscribe_events();
    #[tool(simulate(external_computation, "it counts the events of the last days"))]
    fn access_get_activity_summary();
    #[tool(list, ignore(compact))]
    fn access_list_doors() -> Page<Door>;
    #[tool(get, key(door_id))]
    fn access_get_door() -> Door;
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_unlock_door();
    #[tool(simulate(unclear_effect, "unless it is confirmed it only tells what it would do"))]
    fn access_lock_door();
    #[tool(get, key(door_id))]
    fn access_get_door_status() -> Door;
    #[tool(list)]
    fn access_list_door_groups() -> Page<DoorGroup>;
}
