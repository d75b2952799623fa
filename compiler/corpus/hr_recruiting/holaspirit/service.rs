//! Holaspirit: an organization's circles and the roles in them, with domains, policies, metrics, tasks and meetings.
/// Everything that Holaspirit knows.
#[derive(State)]
pub struct Holaspirit {
    pub circles: Table<Circle>,
    pub domains: Table<Domain>,
    pub meetings: Table<Meeting>,
    pub metrics: Table<Metric>,
    pub policies: Table<Policy>,
    pub roles: Table<Role>,
    pub tasks: Table<Task>,
}
/// One circle.
#[derive(Entity)]
pub struct Circle {
    #[entity(key, sequence = "CIR-{:05}")]
    pub id: Key<Circle>,
    pub organization_id: String,
    /// The circle that it is part of.
    #[entity(on_delete = clear)]
    pub circle: Option<Key<Circle>>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// Who belongs to it.
    pub members: Vec<String>,
}
/// One domain.
#[derive(Entity)]
pub struct Domain {
    #[entity(key, sequence = "DOM-{:05}")]
    pub id: Key<Domain>,
    pub organization_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub circle: Option<Key<Circle>>,
}
/// One meeting.
#[derive(Entity)]
pub struct Meeting {
    #[entity(key, sequence = "MEE-{:05}")]
    pub id: Key<Meeting>,
    pub organization_id: String,
    #[entity(on_delete = cascade)]
    pub circle: Key<Circle>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// Who belongs to it.
    pub members: Vec<String>,
    pub starts_at: Option<Timestamp>,
}
/// One metrics.
#[derive(Entity)]
pub struct Metric {
    #[entity(key, sequence = "MET-{:05}")]
    pub id: Key<Metric>,
    pub organization_id: String,
    #[entity(title)]
    pub name: String,
    pub value: Option<f64>,
    pub measured_at: Option<Timestamp>,
    #[entity(on_delete = clear)]
    pub circle: Option<Key<Circle>>,
}
/// One policy.
#[derive(Entity)]
pub struct Policy {
    #[entity(key, sequence = "POL-{:05}")]
    pub id: Key<Policy>,
    pub organization_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub circle: Option<Key<Circle>>,
}
/// One role.
#[derive(Entity)]
pub struct Role {
    #[entity(key, sequence = "ROL-{:05}")]
    pub id: Key<Role>,
    pub organization_id: String,
    #[entity(on_delete = cascade)]
    pub circle: Key<Circle>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    /// Who belongs to it.
    pub members: Vec<String>,
}
/// One task.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence = "TAS-{:05}")]
    pub id: Key<Task>,
    pub organization_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub circle: Option<Key<Circle>>,
}
pub trait Tools {
    #[tool(list, filter(organization_id), page(page, limit = count))]
    fn list_tasks() -> Page<Task>;
    #[tool(list, filter(organization_id), page(page, limit = count))]
    fn list_metrics() -> Page<Metric>;
    #[tool(list, filter(organization_id, members has member, circle), page(page, limit = count))]
    fn list_circles() -> Page<Circle>;
    #[tool(get, key(circle_id), filter(organization_id))]
    fn get_circle() -> Circle;
    #[tool(list, filter(organization_id, members has member, circle), page(page, limit = count))]
    fn list_roles() -> Page<Role>;
    #[tool(get, key(role_id), filter(organization_id))]
    fn get_role() -> Role;
    #[tool(list, filter(organization_id), page(page, limit = count))]
    fn list_domains() -> Page<Domain>;
    #[tool(list, filter(organization_id), page(page, limit = count))]
    fn list_policies() -> Page<Policy>;
    #[tool(list, filter(organization_id, members has member, circle), page(page, limit = count))]
    fn list_meetings() -> Page<Meeting>;
    #[tool(get, key(meeting_id), filter(organization_id))]
    fn get_meeting() -> Meeting;
}
