//! The Unraid server keeps its disks, shares, containers, virtual machines, users, and the
//! notifications that it raised.

/// Everything that Unraid knows.
#[derive(State)]
pub struct Unraid {
    pub api_keys: Table<ApiKey>,
    pub containers: Table<Container>,
    pub disks: Table<Disk>,
    pub docker_networks: Table<DockerNetwork>,
    pub network: One<Network>,
    pub notifications: Table<Notification>,
    pub parity_histories: Table<ParityHistory>,
    pub shares: Table<Share>,
    pub system: One<System>,
    pub unassigned_devices: Table<UnassignedDevice>,
    pub users: Table<User>,
    pub vms: Table<Vm>,
}

/// One api key.
#[derive(Entity)]
pub struct ApiKey {
    #[entity(key, sequence = "API-{:05}")]
    pub id: Key<ApiKey>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A program that runs in Docker.
#[derive(Entity)]
pub struct Container {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Container>,
    #[entity(title)]
    pub name: String,
    pub image: Option<String>,
    pub state: Option<String>,
    #[entity(default)]
    pub autostart: bool,
}

/// One disk.
#[derive(Entity)]
pub struct Disk {
    #[entity(key, sequence = "DIS-{:05}")]
    pub id: Key<Disk>,
    #[entity(title)]
    pub name: String,
    pub device: Option<String>,
    pub size_kb: Option<i64>,
    pub status: Option<String>,
    pub temperature: Option<i64>,
}

/// One docker network.
#[derive(Entity)]
pub struct DockerNetwork {
    #[entity(key, sequence = "DOC-{:05}")]
    pub id: Key<DockerNetwork>,
    #[entity(title)]
    pub name: String,
    pub driver: Option<String>,
}

/// One network.
#[derive(Entity)]
pub struct Network {
    #[entity(title)]
    pub name: String,
    pub hostname: Option<String>,
    pub ip_address: Option<String>,
}

/// One notification.
#[derive(Entity)]
pub struct Notification {
    #[entity(key, sequence = "NOT-{:05}")]
    pub id: Key<Notification>,
    #[entity(url)]
    pub link: Option<String>,
    #[entity(title)]
    pub title: String,
    #[entity(title)]
    pub subject: String,
    #[entity(default = NotificationImportance::Info)]
    pub importance: NotificationImportance,
    #[entity(body)]
    pub description: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = NotificationType::Unread)]
    pub notification_type: NotificationType,
}

/// How much a notification matters.
#[derive(Choice)]
pub enum NotificationImportance {
    #[choice(rename = "ALERT")]
    Alert,
    #[choice(rename = "WARNING")]
    Warning,
    #[choice(rename = "INFO")]
    Info,
}

/// Where a notification lies: new ones are unread until they are put away.
#[derive(Choice)]
pub enum NotificationType {
    #[choice(rename = "UNREAD")]
    Unread,
    #[choice(rename = "ARCHIVE")]
    Archive,
}

/// One finished parity check.
#[derive(Entity)]
pub struct ParityHistory {
    #[entity(key, sequence = "PAR-{:05}")]
    pub id: Key<ParityHistory>,
    pub status: String,
    pub duration_seconds: Option<i64>,
    pub errors: Option<i64>,
    #[entity(created)]
    pub finished_at: Timestamp,
}

/// A folder that is shared on the network.
#[derive(Entity)]
pub struct Share {
    #[entity(key)]
    pub name: Key<Share>,
    #[entity(body)]
    pub description: Option<String>,
    pub size_kb: Option<i64>,
    pub free_kb: Option<i64>,
}

/// One system.
#[derive(Entity)]
pub struct System {
    #[entity(title)]
    pub name: String,
    pub version: Option<String>,
    pub cpu: Option<String>,
    pub memory_bytes: Option<i64>,
}

/// One unassigned device.
#[derive(Entity)]
pub struct UnassignedDevice {
    #[entity(key, sequence = "UNA-{:05}")]
    pub id: Key<UnassignedDevice>,
    #[entity(title)]
    pub name: String,
    pub device: Option<String>,
    pub size_kb: Option<i64>,
}

/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(unique, username)]
    pub name: String,
}

/// One vm.
#[derive(Entity)]
pub struct Vm {
    #[entity(key)]
    pub name: Key<Vm>,
    pub state: Option<String>,
}

pub trait Tools {
    #[tool(list, ignore(ctx))]
    fn get_docker_networks() -> Page<DockerNetwork>;

    #[tool(get, key(vm_name), ignore(ctx))]
    fn get_vm_details() -> Vm;

    #[tool(get, ignore(ctx))]
    fn get_system_info() -> System;

    #[tool(list, ignore(ctx))]
    fn list_containers() -> Page<Container>;

    #[tool(simulate(external_computation, "its answer is computed outside the service's state"))]
    fn format_array_status();

    #[tool(list, ignore(ctx))]
    fn list_vms() -> Page<Vm>;

    #[tool(get, ignore(ctx))]
    fn get_network_info() -> Network;

    #[tool(
        list,
        filter(importance, notification_type),
        sort(created_at, descending),
        page(limit = limit),
        ignore(ctx),
    )]
    fn get_notifications() -> Page<Notification>;

    #[tool(create, ignore(ctx))]
    fn create_notification() -> Notification;

    #[tool(list, ignore(ctx))]
    fn get_shares() -> Page<Share>;

    #[tool(get, key(share_name), ignore(ctx))]
    fn get_share_details() -> Share;

    #[tool(list, ignore(ctx))]
    fn get_disks() -> Page<Disk>;

    #[tool(get, key(disk_id), ignore(ctx))]
    fn get_disk_details() -> Disk;

    #[tool(list, ignore(ctx))]
    fn get_users() -> Page<User>;

    #[tool(list, ignore(ctx))]
    fn get_api_keys() -> Page<ApiKey>;

    #[tool(list, ignore(ctx))]
    fn get_unassigned_devices() -> Page<UnassignedDevice>;

    #[tool(list, ignore(ctx))]
    fn get_parity_history() -> Page<ParityHistory>;
}
