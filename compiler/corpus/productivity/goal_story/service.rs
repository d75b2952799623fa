//! Goal Story: a person's goals, the steps towards them, and stories that picture each step done.
/// Everything that Goal Story knows.
#[derive(State)]
pub struct GoalStory {
    pub about: One<About>,
    pub current_focus: One<CurrentFocus>,
    pub self_user: One<SelfUser>,
    pub goals: Table<Goal>,
    pub steps: Table<Step>,
    pub stories: Table<Story>,
}
/// What Goal Story says of itself.
#[derive(Entity)]
pub struct About {
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub text: String,
}
/// The goal and the step that are worked on now.
#[derive(Entity)]
pub struct CurrentFocus {
    #[entity(on_delete = clear)]
    pub goal_id: Option<Key<Goal>>,
    #[entity(on_delete = clear)]
    pub step_id: Option<Key<Step>>,
}
/// Something that the user wants to reach.
#[derive(Entity)]
pub struct Goal {
    #[entity(key, sequence = "GOA-{:05}")]
    pub id: Key<Goal>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub story_mode: Option<String>,
    pub belief_mode: Option<String>,
    pub status: Option<f64>,
    #[entity(body)]
    pub outcome: Option<String>,
    #[entity(body)]
    pub evidence: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// The user whose goals these are.
#[derive(Entity)]
pub struct SelfUser {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(body)]
    pub about: Option<String>,
    pub visibility: Option<f64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Something to do on the way to a goal.
#[derive(Entity)]
pub struct Step {
    #[entity(key, sequence = "STE-{:05}")]
    pub id: Key<Step>,
    #[entity(on_delete = cascade)]
    pub goal_id: Key<Goal>,
    #[entity(title)]
    pub name: String,
    pub status: Option<f64>,
    #[entity(body)]
    pub outcome: Option<String>,
    #[entity(body)]
    pub evidence: Option<String>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A story that pictures a step of a goal.
#[derive(Entity)]
pub struct Story {
    #[entity(key, sequence = "STO-{:05}")]
    pub id: Key<Story>,
    #[entity(on_delete = cascade)]
    pub goal_id: Key<Goal>,
    #[entity(on_delete = cascade)]
    pub step_id: Key<Step>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub story_text: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(get)]
    fn goalstory_about() -> About;
    #[tool(get)]
    fn goalstory_read_self_user() -> SelfUser;
    #[tool(update)]
    fn goalstory_update_self_user() -> SelfUser;
    #[tool(count, about = Goal)]
    fn goalstory_count_goals() -> i64;
    #[tool(create)]
    fn goalstory_create_goal() -> Goal;
    #[tool(update, key(id))]
    fn goalstory_update_goal() -> Goal;
    #[tool(delete, key(id))]
    fn goalstory_destroy_goal() -> Goal;
    #[tool(get, key(id))]
    fn goalstory_read_one_goal() -> Goal;
    #[tool(list, page(page, limit))]
    fn goalstory_read_goals() -> Page<Goal>;
    #[tool(get)]
    fn goalstory_read_current_focus() -> CurrentFocus;
    #[tool(simulate(external_computation, "it composes a prompt from the goal, the step and earlier stories"))]
    fn goalstory_get_story_context();
    #[tool(simulate(unclear_effect, "it adds many rows at once"))]
    fn goalstory_create_steps();
    #[tool(list, filter(goal_id), page(page, limit))]
    fn goalstory_read_steps() -> Page<Step>;
    #[tool(get, key(id))]
    fn goalstory_read_one_step() -> Step;
    #[tool(update, key(id))]
    fn goalstory_update_step() -> Step;
    #[tool(delete, key(id))]
    fn goalstory_destroy_step() -> Step;
    #[tool(update, key(id))]
    fn goalstory_update_step_notes() -> Step;
    #[tool(create)]
    fn goalstory_create_story() -> Story;
    #[tool(list, filter(goal_id, step_id), page(page, limit))]
    fn goalstory_read_stories() -> Page<Story>;
    #[tool(get, key(id))]
    fn goalstory_read_one_story() -> Story;
}
