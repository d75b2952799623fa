//! Vectra: what was detected on the hosts and accounts of a network, and who looks into it.

/// Everything that Vectra knows.
#[derive(State)]
pub struct Vectra {
    pub entities: Table<EntityRow>,
    pub entity_notes: Table<EntityNote>,
    pub lockdown_entities: Table<LockdownEntity>,
    pub detections: Table<Detection>,
    pub assignments: Table<Assignment>,
    pub platform_users: Table<PlatformUser>,
}

/// A host or an account of the network that is watched.
#[derive(Entity)]
pub struct EntityRow {
    #[entity(key, sequence)]
    pub id: IntKey<EntityRow>,
    pub entity_type: EntityType,
    #[entity(title)]
    pub name: String,
    #[entity(default = EntityState::Inactive)]
    pub state: EntityState,
    /// The address of a host.
    pub host_ip: Option<String>,
    /// The account elsewhere that an account is linked with.
    pub src_linked_account: Option<String>,
    #[entity(default)]
    pub is_prioritized: bool,
    #[entity(range = 0..=100)]
    pub urgency_score: Option<i64>,
    #[entity(tag)]
    pub tags: Vec<String>,
}

/// What an entity is.
#[derive(Choice)]
pub enum EntityType {
    Host,
    Account,
}

/// Whether anything is going on at an entity.
#[derive(Choice)]
pub enum EntityState {
    Active,
    Inactive,
}

/// Something that an analyst wrote about an entity.
#[derive(Entity)]
pub struct EntityNote {
    #[entity(key, sequence)]
    pub id: IntKey<EntityNote>,
    #[entity(on_delete = cascade)]
    pub entity_id: Option<IntKey<EntityRow>>,
    pub entity_type: Option<EntityType>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// An entity that is shut off from the network for a time.
#[derive(Entity)]
pub struct LockdownEntity {
    #[entity(key, on_delete = cascade)]
    pub entity_id: IntKey<EntityRow>,
    pub locked_at: Timestamp,
    pub unlocks_at: Option<Timestamp>,
}

/// Behaviour of an entity that looks like an attack.
#[derive(Entity)]
pub struct Detection {
    #[entity(key, sequence)]
    pub id: IntKey<Detection>,
    #[entity(on_delete = cascade)]
    pub entity_id: IntKey<EntityRow>,
    pub detection_category: String,
    #[entity(title)]
    pub detection_name: String,
    #[entity(default = DetectionState::Active)]
    pub state: DetectionState,
    pub src_ip: Option<String>,
    #[entity(range = 0..=100)]
    pub threat: i64,
    #[entity(range = 0..=100)]
    pub certainty: i64,
    #[entity(default)]
    pub is_targeting_key_asset: bool,
    /// When it was last seen.
    pub last_timestamp: Timestamp,
}

/// Where a detection stands.
#[derive(Choice)]
pub enum DetectionState {
    Active,
    Inactive,
    Fixed,
}

/// An entity that a user is to look into.
#[derive(Entity)]
pub struct Assignment {
    #[entity(key, sequence)]
    pub id: IntKey<Assignment>,
    #[entity(on_delete = cascade)]
    pub user_id: Option<IntKey<PlatformUser>>,
    #[entity(on_delete = cascade)]
    pub entity_id: Option<IntKey<EntityRow>>,
    pub entity_type: Option<EntityType>,
    #[entity(default)]
    pub resolved: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// An analyst or an administrator of the platform.
#[derive(Entity)]
pub struct PlatformUser {
    #[entity(key, sequence)]
    pub id: IntKey<PlatformUser>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    pub role: String,
    pub last_login: Option<Timestamp>,
}

pub trait Tools {
    #[tool(get, key(detection_id))]
    fn get_detection_details() -> Detection;
    #[tool(
        list,
        filter(
            detection_category,
            detection_name,
            state,
            src_ip,
            last_timestamp >= start_date,
            last_timestamp <= end_date,
            is_targeting_key_asset
        ),
        sort(by = ordering),
        page(limit)
    )]
    fn list_detections_with_details() -> Page<Detection>;
    #[tool(
        count,
        filter(
            detection_category,
            detection_name,
            state,
            src_ip,
            last_timestamp >= start_date,
            last_timestamp <= end_date,
            is_targeting_key_asset
        ),
        about = Detection
    )]
    fn get_detection_count() -> i64;
    #[tool(simulate(media, "it fetches a capture of packets"))]
    fn get_detection_pcap();
    #[tool(list, filter(entity_id, state))]
    fn list_entity_detections() -> Page<Detection>;
    #[tool(
        list,
        filter(
            detection_category,
            detection_name,
            state,
            src_ip,
            last_timestamp >= start_date,
            last_timestamp <= end_date,
            is_targeting_key_asset
        ),
        sort(by = ordering),
        page(limit)
    )]
    fn list_detections_with_basic_info() -> Page<Detection>;
    #[tool(simulate(external_computation, "it sums up what was seen in a detection"))]
    fn get_detection_summary();
    #[tool(
        list,
        filter(
            detection_category,
            detection_name,
            state,
            src_ip,
            last_timestamp >= start_date,
            last_timestamp <= end_date,
            is_targeting_key_asset
        ),
        sort(by = ordering),
        page(limit)
    )]
    fn list_detection_ids() -> Page<Detection>;
    #[tool(
        list,
        filter(entity_type, state, name, host_ip, is_prioritized, tags has tags),
        sort(by = ordering),
        page(limit)
    )]
    fn list_entities() -> Page<EntityRow>;
    #[tool(
        get,
        key(account_id),
        filter(src_linked_account),
        ignore(
            fields,
            exclude_fields,
            include_access_history,
            include_detection_summaries,
            include_external
        )
    )]
    fn get_account_details() -> EntityRow;
    #[tool(list, filter(name = entity_name))]
    fn lookup_entity_info_by_name() -> Page<EntityRow>;
    #[tool(get, key(host_id))]
    fn get_host_details() -> EntityRow;
    #[tool(list, filter(host_ip))]
    fn lookup_host_by_ip() -> Page<EntityRow>;
    #[tool(list, filter(resolved, created_at >= created_after))]
    fn list_assignments() -> Page<Assignment>;
    #[tool(list, filter(user_id, resolved))]
    fn list_assignments_for_user() -> Page<Assignment>;
    #[tool(get, key(assignment_id))]
    fn get_assignment_detail_by_id() -> Assignment;
    #[tool(list, filter(entity_id in entity_ids, entity_type))]
    fn get_assignment_for_entity() -> Page<Assignment>;
    #[tool(
        create,
        map(
            user_id = assign_to_user_id,
            entity_id = assign_entity_id,
            entity_type = assign_entity_type
        )
    )]
    fn create_assignment() -> Assignment;
    #[tool(create)]
    fn create_entity_note() -> EntityNote;
    #[tool(simulate(unclear_effect, "it marks several detections at once, which no operation says"))]
    fn mark_detection_fixed();
    #[tool(delete, key(assignment_id))]
    fn delete_assignment() -> Assignment;
    #[tool(list, filter(role, last_login >= last_login_after, email), page(limit))]
    fn list_platform_users() -> Page<PlatformUser>;
    #[tool(list)]
    fn list_lockdown_entities() -> Page<LockdownEntity>;
    #[tool(simulate(external_computation, "a language model writes the summary"))]
    fn summarize_detection();
    #[tool(simulate(media, "it draws a graph"))]
    fn visualize_entity_detections();
}
