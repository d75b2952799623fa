//! OpenCTI: threat intelligence, from reports and indicators to malware, threat actors, campaigns and attack patterns.

/// Everything that OpenCTI knows.
#[derive(State)]
pub struct Opencti {
    pub attack_patterns: Table<AttackPattern>,
    pub campaigns: Table<Campaign>,
    pub connectors: Table<Connector>,
    pub files: Table<File>,
    pub groups: Table<Group>,
    pub indicators: Table<Indicator>,
    pub labels: Table<Label>,
    pub malwares: Table<Malware>,
    pub marking_definitions: Table<MarkingDefinition>,
    pub reports: Table<Report>,
    pub status_templates: Table<StatusTemplate>,
    pub threat_actors: Table<ThreatActor>,
    pub users: Table<User>,
}

/// One attack pattern.
#[derive(Entity)]
pub struct AttackPattern {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<AttackPattern>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(unique)]
    pub mitre_id: Option<String>,
}

/// One campaign.
#[derive(Entity)]
pub struct Campaign {
    #[entity(key)]
    pub name: Key<Campaign>,
    #[entity(body)]
    pub description: Option<String>,
    pub first_seen: Option<Timestamp>,
    pub last_seen: Option<Timestamp>,
}

/// One connector.
#[derive(Entity)]
pub struct Connector {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Connector>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(default)]
    pub active: bool,
    pub connector_type: Option<String>,
}

/// One file.
#[derive(Entity)]
pub struct File {
    #[entity(key, sequence = "FIL-{:05}")]
    pub id: Key<File>,
    #[entity(path)]
    pub name: String,
    #[entity(quantity)]
    pub size: Option<i64>,
    #[entity(mime)]
    pub mime_type: Option<String>,
}

/// One group.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence = "GRO-{:05}")]
    pub id: Key<Group>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One indicator.
#[derive(Entity)]
pub struct Indicator {
    #[entity(key, sequence = "IND-{:05}")]
    pub id: Key<Indicator>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub pattern: String,
    #[entity(range = 0..=100)]
    pub score: Option<i64>,
    pub valid_from: Option<Timestamp>,
    #[entity(on_delete = clear)]
    pub label_ids: Vec<Key<Label>>,
}

/// One label.
#[derive(Entity)]
pub struct Label {
    #[entity(key, sequence = "LAB-{:05}")]
    pub id: Key<Label>,
    #[entity(unique, tag)]
    pub value: String,
    #[entity(color)]
    pub color: Option<String>,
}

/// One malware.
#[derive(Entity)]
pub struct Malware {
    #[entity(key, sequence = "MAL-{:05}")]
    pub id: Key<Malware>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub is_family: bool,
}

/// One marking definition.
#[derive(Entity)]
pub struct MarkingDefinition {
    #[entity(key, sequence = "MAR-{:05}")]
    pub id: Key<MarkingDefinition>,
    pub definition_type: String,
    #[entity(unique, title)]
    pub definition: String,
}

/// One report.
#[derive(Entity)]
pub struct Report {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<Report>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(range = 0..=100)]
    pub confidence: Option<i64>,
    #[entity(on_delete = clear)]
    pub marking_ids: Vec<Key<MarkingDefinition>>,
    #[entity(created)]
    pub published: Timestamp,
}

/// One status template.
#[derive(Entity)]
pub struct StatusTemplate {
    #[entity(key, sequence = "STA-{:05}")]
    pub id: Key<StatusTemplate>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(color)]
    pub color: Option<String>,
}

/// One threat actor.
#[derive(Entity)]
pub struct ThreatActor {
    #[entity(key, sequence = "THR-{:05}")]
    pub id: Key<ThreatActor>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub sophistication: Option<String>,
}

/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(on_delete = clear)]
    pub group_ids: Vec<Key<Group>>,
}

pub trait Tools {
    #[tool(list, sort(published, descending), page(limit = first))]
    fn get_latest_reports() -> Page<Report>;
    #[tool(get, key(id))]
    fn get_report_by_id() -> Report;
    #[tool(search((name, description)~query), page(limit = first))]
    fn search_indicators() -> Page<Indicator>;
    #[tool(search((name, description)~query), page(limit = first))]
    fn search_malware() -> Page<Malware>;
    #[tool(search((name, description)~query), page(limit = first))]
    fn search_threat_actors() -> Page<ThreatActor>;
    #[tool(get, key(id))]
    fn get_user_by_id() -> User;
    #[tool(list)]
    fn list_users() -> Page<User>;
    #[tool(list, page(limit = first))]
    fn list_groups() -> Page<Group>;
    #[tool(list, page(limit = first))]
    fn list_attack_patterns() -> Page<AttackPattern>;
    #[tool(get, key(name))]
    fn get_campaign_by_name() -> Campaign;
    #[tool(list)]
    fn list_connectors() -> Page<Connector>;
    #[tool(list)]
    fn list_status_templates() -> Page<StatusTemplate>;
    #[tool(get, key(id))]
    fn get_file_by_id() -> File;
    #[tool(list)]
    fn list_files() -> Page<File>;
    #[tool(list)]
    fn list_marking_definitions() -> Page<MarkingDefinition>;
    #[tool(list)]
    fn list_labels() -> Page<Label>;
}
