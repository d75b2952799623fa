//! TeamRetro: teams and their members, the retrospectives and health checks they hold, and the actions and agreements that come of them.
/// Everything that TeamRetro knows.
#[derive(State)]
pub struct Teamretro {
    pub actions: Table<Action>,
    pub agreements: Table<Agreement>,
    pub health_checks: Table<HealthCheck>,
    pub health_models: Table<HealthModel>,
    pub retrospectives: Table<Retrospective>,
    pub teams: Table<Team>,
    pub team_members: Table<TeamMember>,
    pub users: Table<User>,
}
/// One action.
#[derive(Entity)]
pub struct Action {
    #[entity(key, sequence = "ACT-{:05}")]
    pub id: Key<Action>,
    pub due: Option<Timestamp>,
    #[entity(title)]
    pub title: String,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    pub complete: Option<Timestamp>,
    pub assigned_to: Option<Json>,
    pub priority: Option<ActionPriority>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `priority` can be.
#[derive(Choice)]
pub enum ActionPriority {
    Low,
    Medium,
    High,
}
/// One agreement.
#[derive(Entity)]
pub struct Agreement {
    #[entity(key, sequence = "AGR-{:05}")]
    pub id: Key<Agreement>,
    pub team: Json,
    #[entity(title)]
    pub title: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One health check.
#[derive(Entity)]
pub struct HealthCheck {
    #[entity(key, sequence = "HEA-{:05}")]
    pub id: Key<HealthCheck>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(on_delete = cascade)]
    pub health_model_id: Key<HealthModel>,
}
/// One health model.
#[derive(Entity)]
pub struct HealthModel {
    #[entity(key, sequence = "HMO-{:05}")]
    pub id: Key<HealthModel>,
    #[entity(unique, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One retrospective.
#[derive(Entity)]
pub struct Retrospective {
    #[entity(key, sequence = "RET-{:05}")]
    pub id: Key<Retrospective>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub team_id: Key<Team>,
}
/// One team.
#[derive(Entity)]
pub struct Team {
    #[entity(key, sequence = "TEA-{:05}")]
    pub id: Key<Team>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One team member.
#[derive(Entity)]
pub struct TeamMember {
    #[entity(key, on_delete = cascade)]
    pub team_id: Key<Team>,
    #[entity(key, email)]
    pub email: String,
    #[entity(default)]
    pub team_admin: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(person)]
    pub name: Option<String>,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, email)]
    pub email: Key<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(list, page(limit, offset))]
    fn list_users() -> Page<User>;
    #[tool(create)]
    fn add_user() -> User;
    #[tool(simulate(unclear_effect, "it changes the address, which is the key of the row"))]
    fn update_user();
    #[tool(delete, key(email))]
    fn delete_user() -> User;
    #[tool(get, key(email))]
    fn get_user() -> User;
    #[tool(simulate(unclear_effect, "one text holds the keys or the tags of several teams"))]
    fn list_teams();
    #[tool(get, key(id))]
    fn detail_team() -> Team;
    #[tool(update, key(id))]
    fn update_team() -> Team;
    #[tool(simulate(unclear_effect, "the members that it takes become rows of their own"))]
    fn create_team();
    #[tool(delete, key(team_id))]
    fn delete_team() -> Team;
    #[tool(list, filter(team_id), page(limit, offset))]
    fn list_team_members() -> Page<TeamMember>;
    #[tool(get, key(team_id, email))]
    fn get_team_member() -> TeamMember;
    #[tool(update, key(team_id, email))]
    fn update_team_member() -> TeamMember;
    #[tool(delete, key(team_id, email))]
    fn remove_team_member() -> TeamMember;
    #[tool(create)]
    fn add_team_member() -> TeamMember;
    #[tool(simulate(unclear_effect, "one text holds the keys or the tags of several teams"))]
    fn list_actions();
    #[tool(create)]
    fn create_action() -> Action;
    #[tool(get, key(id))]
    fn get_action() -> Action;
    #[tool(update, key(action_id))]
    fn update_action() -> Action;
    #[tool(delete, key(action_id))]
    fn delete_action() -> Action;
    #[tool(simulate(unclear_effect, "one text holds the keys or the tags of several teams"))]
    fn list_retrospectives();
    #[tool(get, key(id))]
    fn get_retrospective() -> Retrospective;
    #[tool(delete, key(id))]
    fn delete_retrospective() -> Retrospective;
    #[tool(delete, key(id))]
    fn delete_agreement() -> Agreement;
    #[tool(update, key(id))]
    fn update_agreement() -> Agreement;
    #[tool(get, key(id))]
    fn get_agreement() -> Agreement;
    #[tool(create)]
    fn create_agreement() -> Agreement;
    #[tool(simulate(unclear_effect, "one text holds the keys or the tags of several teams"))]
    fn list_agreements();
    #[tool(get, key(id))]
    fn get_health_model() -> HealthModel;
    #[tool(list, page(limit, offset))]
    fn list_health_models() -> Page<HealthModel>;
    #[tool(delete, key(id))]
    fn delete_health_check() -> HealthCheck;
    #[tool(get, key(id), ignore(include))]
    fn get_health_check() -> HealthCheck;
    #[tool(simulate(unclear_effect, "one text holds the keys or the tags of several teams"))]
    fn list_health_checks();
}
