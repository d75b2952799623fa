//! Kanban: issues, features, to-dos, epics, questions and diary entries of software projects.
//!
//! Items belong to a project, which is named by its directory, and move through the workflow of
//! their type. Most tools work on the current project; those that name an item work on any
//! project's. A board that has no current project refuses the former.

use std::collections::BTreeMap;

/// Everything the board knows.
#[derive(State)]
pub struct Kanban {
    pub current_project: One<CurrentProject>,
    pub projects: Table<Project>,
    pub items: Table<Item>,
    pub status_changes: Table<StatusChange>,
    pub updates: Table<Update>,
    pub relationships: Table<Relationship>,
    pub tags: Table<Tag>,
    pub item_tags: Table<ItemTag>,
    pub files: Table<LinkedFile>,
    pub decisions: Table<Decision>,
}

/// The project that the session works on.
#[derive(Entity)]
pub struct CurrentProject {
    pub project_id: Key<Project>,
}

/// A directory with work to be done in it.
#[derive(Entity)]
pub struct Project {
    /// The first sixteen digits of the SHA-256 of the directory's path.
    #[entity(key)]
    pub id: Key<Project>,
    #[entity(unique, path)]
    pub directory_path: String,
    /// The last part of the path.
    #[entity(slug)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A piece of work, or something to remember.
#[derive(Entity)]
pub struct Item {
    #[entity(key, sequence)]
    pub id: IntKey<Item>,
    pub project_id: Key<Project>,
    pub type_name: ItemType,
    pub status_name: Status,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    /// The smaller, the more pressing.
    #[entity(default = 3)]
    pub priority: i64,
    #[entity(range = 1..=5)]
    pub complexity: Option<i64>,
    /// The epic that the item is a part of; it takes its parts along when it is deleted.
    #[entity(on_delete = cascade)]
    pub parent_id: Option<IntKey<Item>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    /// When it was closed, or set to a status that completes it.
    pub closed_at: Option<Timestamp>,
}

/// One step of an item through its workflow.
#[derive(Entity)]
pub struct StatusChange {
    #[entity(key, sequence)]
    pub id: IntKey<StatusChange>,
    #[entity(on_delete = cascade)]
    pub item_id: IntKey<Item>,
    pub old_status: Option<Status>,
    pub new_status: Status,
    pub change_type: ChangeType,
    #[entity(created)]
    pub changed_at: Timestamp,
}

/// A note on the progress of a project.
#[derive(Entity)]
pub struct Update {
    #[entity(key, sequence)]
    pub id: IntKey<Update>,
    pub project_id: Key<Project>,
    #[entity(body)]
    pub content: String,
    /// The items that it is about.
    #[entity(on_delete = clear)]
    pub items: Vec<IntKey<Item>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How one item bears on another.
#[derive(Entity)]
#[entity(unique(source_item_id, target_item_id, relationship_type))]
pub struct Relationship {
    #[entity(key, sequence)]
    pub id: IntKey<Relationship>,
    #[entity(on_delete = cascade)]
    pub source_item_id: IntKey<Item>,
    #[entity(on_delete = cascade)]
    pub target_item_id: IntKey<Item>,
    pub relationship_type: RelationshipType,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A label of a project's items.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct Tag {
    #[entity(key, sequence)]
    pub id: IntKey<Tag>,
    pub project_id: Key<Project>,
    #[entity(len = 1..=50, tag)]
    pub name: String,
    #[entity(pattern = "^#[0-9a-fA-F]{6}$", color)]
    pub color: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// That an item carries a tag.
#[derive(Entity)]
pub struct ItemTag {
    #[entity(key, on_delete = cascade)]
    pub item_id: IntKey<Item>,
    #[entity(key, on_delete = cascade)]
    pub tag_id: IntKey<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A file, or some lines of it, that an item is about.
#[derive(Entity)]
pub struct LinkedFile {
    #[entity(key, sequence)]
    pub id: IntKey<LinkedFile>,
    #[entity(on_delete = cascade)]
    pub item_id: IntKey<Item>,
    #[entity(path)]
    pub file_path: String,
    pub line_start: Option<i64>,
    pub line_end: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A choice that was made while working on an item.
#[derive(Entity)]
pub struct Decision {
    #[entity(key, sequence)]
    pub id: IntKey<Decision>,
    #[entity(on_delete = cascade)]
    pub item_id: IntKey<Item>,
    #[entity(len = 0..=200, title)]
    pub choice: String,
    #[entity(len = 0..=500, body)]
    pub rejected_alternatives: Option<String>,
    #[entity(len = 0..=200, body)]
    pub rationale: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What an item is.
#[derive(Choice)]
pub enum ItemType {
    Issue,
    Todo,
    Feature,
    Diary,
    Epic,
    Question,
}

/// Where an item stands.
#[derive(Choice)]
pub enum Status {
    Backlog,
    Todo,
    InProgress,
    Review,
    Done,
    Closed,
}

/// What moved an item to a status.
#[derive(Choice)]
pub enum ChangeType {
    Create,
    Advance,
    Revert,
    Set,
    Close,
    AutoAdvance,
}

/// How items can bear on each other. The first two keep an item from completion.
#[derive(Choice)]
pub enum RelationshipType {
    Blocks,
    DependsOn,
    RelatesTo,
    Duplicates,
}

/// The current project as callers see it.
#[derive(Record)]
pub struct ProjectAnswer {
    pub success: bool,
    pub project_id: Key<Project>,
    pub project_name: String,
    pub directory_path: String,
}

/// An item as callers see it.
#[derive(Record)]
pub struct ItemView {
    pub id: IntKey<Item>,
    pub project_id: Key<Project>,
    pub type_id: i64,
    pub status_id: i64,
    pub title: String,
    pub description: Option<String>,
    pub priority: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub closed_at: Option<Timestamp>,
    pub complexity: Option<i64>,
    pub parent_id: Option<IntKey<Item>>,
    pub type_name: ItemType,
    pub status_name: Status,
    pub project_name: String,
}

/// One item.
#[derive(Record)]
pub struct ItemAnswer {
    pub success: bool,
    pub item: ItemView,
}

/// Several items.
#[derive(Record)]
pub struct ItemsAnswer {
    pub success: bool,
    pub items: Vec<ItemView>,
    pub count: i64,
}

/// Where an item stood before and stands now.
#[derive(Record)]
pub struct StatusMove {
    pub success: bool,
    pub previous_status: Status,
    pub new_status: Status,
}

/// What a deletion by identifier removed.
#[derive(Record)]
pub struct Deleted {
    pub success: bool,
    pub deleted_id: i64,
    pub rows_affected: i64,
}

/// How many rows a removal took away.
#[derive(Record)]
pub struct Removed {
    pub success: bool,
    pub rows_affected: i64,
}

/// The note that a call added.
#[derive(Record)]
pub struct AddedUpdate {
    pub success: bool,
    pub update_id: IntKey<Update>,
}

/// A note as callers see it.
#[derive(Record)]
pub struct UpdateView {
    pub id: IntKey<Update>,
    pub project_id: Key<Project>,
    pub content: String,
    pub created_at: Timestamp,
    /// `null` when the note names no item.
    pub item_ids: Option<Vec<IntKey<Item>>>,
}

/// One note.
#[derive(Record)]
pub struct UpdateAnswer {
    pub success: bool,
    pub update: UpdateView,
}

/// Several notes.
#[derive(Record)]
pub struct UpdatesAnswer {
    pub success: bool,
    pub updates: Vec<UpdateView>,
    pub count: i64,
}

/// Numbers of items by type and status.
#[derive(Record)]
pub struct SummaryAnswer {
    pub success: bool,
    pub summary: BTreeMap<String, BTreeMap<String, i64>>,
}

/// The relationship that a call added.
#[derive(Record)]
pub struct AddedRelationship {
    pub success: bool,
    pub relationship_id: IntKey<Relationship>,
    pub source_id: IntKey<Item>,
    pub target_id: IntKey<Item>,
    pub r#type: RelationshipType,
}

/// A relationship, seen from one of its items.
#[derive(Record)]
pub struct RelatedItem {
    pub id: IntKey<Relationship>,
    pub relationship_type: RelationshipType,
    pub related_item_id: IntKey<Item>,
    pub related_item_title: String,
    pub related_item_status: Status,
    pub direction: String,
}

/// The relationships that start at an item and those that end there.
#[derive(Record)]
pub struct RelationshipsAnswer {
    pub item_id: IntKey<Item>,
    pub outgoing: Vec<RelatedItem>,
    pub incoming: Vec<RelatedItem>,
}

/// An item that keeps another from completion.
#[derive(Record)]
pub struct Blocker {
    pub id: IntKey<Item>,
    pub title: String,
    pub status: Status,
    /// `blocks` or `dependency`.
    pub reason: String,
}

/// What keeps an item from completion.
#[derive(Record)]
pub struct BlockersAnswer {
    pub success: bool,
    pub blockers: Vec<Blocker>,
    pub count: i64,
}

/// How far the parts of an epic are.
#[derive(Record)]
pub struct Progress {
    pub item_id: IntKey<Item>,
    pub total: i64,
    pub completed: i64,
    pub percent: f64,
    pub incomplete_items: Vec<IntKey<Item>>,
}

/// The progress of one epic.
#[derive(Record)]
pub struct ProgressAnswer {
    pub success: bool,
    pub progress: Progress,
}

/// The parent that an item has now.
#[derive(Record)]
pub struct ParentAnswer {
    pub success: bool,
    pub item_id: IntKey<Item>,
    pub parent_id: Option<IntKey<Item>>,
}

/// A tag and how many items carry it.
#[derive(Record)]
pub struct CountedTag {
    pub id: IntKey<Tag>,
    pub project_id: Key<Project>,
    pub name: String,
    pub color: String,
    pub created_at: Timestamp,
    pub count: i64,
}

/// The tags of a project.
#[derive(Record)]
pub struct CountedTags {
    pub success: bool,
    pub tags: Vec<CountedTag>,
    pub count: i64,
}

/// The tag that an item got.
#[derive(Record)]
pub struct TaggedItem {
    pub success: bool,
    pub item_id: IntKey<Item>,
    pub tag_id: IntKey<Tag>,
    pub tag_name: String,
}

/// A tag as an item's callers see it.
#[derive(Record)]
pub struct TagView {
    pub id: IntKey<Tag>,
    pub name: String,
    pub color: String,
}

/// The tags of an item.
#[derive(Record)]
pub struct TagsAnswer {
    pub success: bool,
    pub tags: Vec<TagView>,
    pub count: i64,
}

/// A step through the workflow as callers see it.
#[derive(Record)]
pub struct StatusChangeView {
    pub id: IntKey<StatusChange>,
    pub item_id: IntKey<Item>,
    pub old_status: Option<Status>,
    pub new_status: Status,
    pub change_type: ChangeType,
    pub changed_at: Timestamp,
}

/// The steps of an item, oldest first.
#[derive(Record)]
pub struct HistoryAnswer {
    pub success: bool,
    pub history: Vec<StatusChangeView>,
    pub count: i64,
}

/// Times of an item, in hours.
#[derive(Record)]
pub struct Metrics {
    pub item_id: IntKey<Item>,
    pub complexity: Option<i64>,
    pub lead_time: Option<f64>,
    pub cycle_time: Option<f64>,
    pub time_in_each_status: BTreeMap<String, f64>,
    pub revert_count: i64,
    pub current_age: f64,
}

/// The metrics of one item.
#[derive(Record)]
pub struct MetricsAnswer {
    pub success: bool,
    pub metrics: Metrics,
}

/// Where an export was put.
#[derive(Record)]
pub struct ExportAnswer {
    pub success: bool,
    pub format: String,
    pub file_path: String,
    pub item_count: i64,
}

/// An item that a search found.
#[derive(Record)]
pub struct FoundItem {
    pub id: IntKey<Item>,
    pub title: String,
    pub snippet: String,
    pub score: f64,
    pub type_name: ItemType,
    pub status_name: Status,
}

/// A note that a search found.
#[derive(Record)]
pub struct FoundUpdate {
    pub id: IntKey<Update>,
    pub snippet: String,
    pub score: f64,
    pub created_at: Timestamp,
}

/// What a search found.
#[derive(Record)]
pub struct SearchAnswer {
    pub success: bool,
    pub items: Vec<FoundItem>,
    pub updates: Vec<FoundUpdate>,
    pub total_count: i64,
}

/// The link that a call added.
#[derive(Record)]
pub struct AddedLink {
    pub success: bool,
    pub link_id: IntKey<LinkedFile>,
}

/// That a call did what it should.
#[derive(Record)]
pub struct Done {
    pub success: bool,
}

/// A linked file as callers see it.
#[derive(Record)]
pub struct FileView {
    pub id: IntKey<LinkedFile>,
    pub file_path: String,
    pub line_start: Option<i64>,
    pub line_end: Option<i64>,
    pub created_at: Timestamp,
}

/// The files that an item is about.
#[derive(Record)]
pub struct FilesAnswer {
    pub success: bool,
    pub count: i64,
    pub files: Vec<FileView>,
}

/// The decision that a call added.
#[derive(Record)]
pub struct AddedDecision {
    pub success: bool,
    pub decision_id: IntKey<Decision>,
}

/// A decision as callers see it.
#[derive(Record)]
pub struct DecisionView {
    pub id: IntKey<Decision>,
    pub item_id: IntKey<Item>,
    pub choice: String,
    pub rejected_alternatives: Option<String>,
    pub rationale: Option<String>,
    pub created_at: Timestamp,
}

/// The decisions on an item, newest first.
#[derive(Record)]
pub struct DecisionsAnswer {
    pub success: bool,
    pub count: i64,
    pub decisions: Vec<DecisionView>,
}

/// The decision that a call deleted.
#[derive(Record)]
pub struct DeletedDecision {
    pub success: bool,
    pub deleted_id: IntKey<Decision>,
}

/// The tag that a call changed.
#[derive(Record)]
pub struct ChangedTag {
    pub id: IntKey<Tag>,
    pub project_id: Key<Project>,
    pub name: String,
    pub color: String,
    pub created_at: Timestamp,
}

/// One tag.
#[derive(Record)]
pub struct TagAnswer {
    pub success: bool,
    pub tag: ChangedTag,
}

/// How many texts were embedded anew.
#[derive(Record)]
pub struct RebuiltAnswer {
    pub success: bool,
    pub processed: i64,
    pub errors: Option<Vec<String>>,
}

/// Something that happened to an item or in a project.
#[derive(Record)]
pub struct TimelineEntry {
    pub timestamp: Timestamp,
    /// `status_change`, `decision` or `update`.
    pub activity_type: String,
    pub item_id: Option<IntKey<Item>>,
    pub title: String,
    pub details: Json,
    pub actor: Option<String>,
    pub icon: String,
    pub color: String,
}

/// What happened, newest first.
#[derive(Record)]
pub struct TimelineAnswer {
    pub success: bool,
    pub entries: Vec<TimelineEntry>,
    pub entry_count: i64,
}

pub trait Tools {
    /// Makes the project of a directory the current one, and adds it when it is new. A relative
    /// path starts at the root, where the server runs.
    #[tool(reads(projects), writes(projects, current_project))]
    #[case(
        args = r#"{"project_dir":"/srv/harbor/../tide-api/"}"#,
        ok = r#"{"success":true,"project_id":"80fa52db99322bdd","project_name":"tide-api","directory_path":"/srv/tide-api"}"#
    )]
    #[case(
        args = r#"{"project_dir":"/srv/harbor"}"#,
        ok = r#"{"project_id":"c1d61ce2c69b2711","project_name":"harbor"}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    fn set_current_project(
        state: &mut Kanban,
        args: SetCurrentProject,
        cx: &mut Context,
    ) -> Result<ProjectAnswer, ToolError> {
        let directory_path = resolve_path(&args.project_dir);
        let known = state.projects.first(&|project| project.directory_path == directory_path);
        let project_id = match known {
            Some(project) => project.id.clone(),
            None => {
                let digits: String = digest_text(&directory_path).chars().take(16).collect();
                let name = directory_path.rsplit('/').next().unwrap_or_default().to_owned();
                let id = Key::new(digits);
                let created_at = cx.now();
                state.projects.insert(Project { id, directory_path, name, created_at })?.id.clone()
            }
        };
        state.current_project.set(CurrentProject { project_id });
        Ok(view_project(&*current_project(state)?))
    }

    /// Answers with the current project.
    #[tool(reads(projects, current_project))]
    #[case(args = "{}", ok = r#"{"project_name":"harbor","directory_path":"/srv/harbor"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_current_project(
        state: &Kanban,
        _args: GetCurrentProject,
        _cx: &mut Context,
    ) -> Result<ProjectAnswer, ToolError> {
        Ok(view_project(&*current_project(state)?))
    }

    /// Adds an item to the current project, in the first status of its type's workflow. A
    /// complexity or a parent of 0 means none, and so does an empty description.
    #[tool(
        create,
        map(type_name = item_type),
        about = Item,
        types(parent_id = Option<i64>, priority = Option<i64>),
        reads(projects, current_project, items),
        writes(items, status_changes)
    )]
    #[case(
        args = r#"{"item_type":"feature","title":"Tide alerts","complexity":3,"parent_id":2}"#,
        ok = r#"{"success":true,"item":{"id":6,"type_id":3,"type_name":"feature","status_name":"backlog","priority":3,"complexity":3,"parent_id":2,"project_name":"harbor"}}"#
    )]
    #[case(
        args = r#"{"item_type":"diary","title":"Slow day"}"#,
        ok = r#"{"item":{"status_id":5,"status_name":"done"}}"#
    )]
    #[case(args = r#"{"item_type":"poem","title":"Tides"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"item_type":"issue","title":"Fog","complexity":6}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"item_type":"issue","title":"Fog","parent_id":1}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"item_type":"issue","title":"Fog","parent_id":99}"#, error = "not_found")]
    fn new_item(
        state: &mut Kanban,
        args: NewItem,
        cx: &mut Context,
    ) -> Result<ItemAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let complexity = checked_complexity(args.complexity)?;
        let parent_id = match given_number(args.parent_id) {
            Some(parent) => Some(find_epic(state, IntKey::new(parent), &project_id)?),
            None => None,
        };
        let status_name = first_status(args.item_type);
        let id = state.items.next_int_key(cx);
        let item = state.items.insert(Item {
            id,
            project_id,
            type_name: args.item_type,
            status_name,
            title: args.title,
            description: given_text(args.description),
            priority: args.priority.unwrap_or(3),
            complexity,
            parent_id,
            created_at: cx.now(),
            updated_at: cx.now(),
            closed_at: None,
        })?;
        record_change(state, id, None, status_name, ChangeType::Create, cx)?;
        Ok(ItemAnswer { success: true, item: view_item(state, &item) })
    }

    /// The items of the current project, the most pressing first, then the newest. A type or a
    /// status that does not exist matches nothing. Of several tags an item has to carry one, or
    /// all where `tag_mode` is not `any`.
    #[tool(
        list,
        filter(type_name = item_type, status_name = status),
        page(limit = limit),
        about = Item,
        types(item_type = Option<String>, status = Option<String>, tags = Option<String>),
        reads(projects, current_project, items, tags, item_tags)
    )]
    #[case(args = "{}", ok = r#"{"items":[{"id":3},{"id":1},{"id":4},{"id":2}],"count":4}"#)]
    #[case(args = r#"{"tags":" Urgent,ui"}"#, ok = r#"{"items":[{"id":3},{"id":1}],"count":2}"#)]
    #[case(
        args = r#"{"tags":"urgent,ui","tag_mode":"all","status":"todo"}"#,
        ok = r#"{"items":[{"id":1}],"count":1}"#
    )]
    #[case(args = r#"{"item_type":"poem"}"#, ok = r#"{"items":[],"count":0}"#)]
    #[case(args = r#"{"limit":"few"}"#, error = "invalid_argument")]
    fn list_items(
        state: &Kanban,
        args: ListItems,
        _cx: &mut Context,
    ) -> Result<ItemsAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let type_name = given_text(args.item_type);
        let status_name = given_text(args.status);
        let tags: Vec<String> = args
            .tags
            .unwrap_or_default()
            .split(',')
            .filter_map(|name| tag_name(name).ok())
            .collect();
        let needs_all = args.tag_mode.is_some_and(|mode| mode != "any");
        let items = project_items(state, &project_id, args.limit.unwrap_or(50), &|item| {
            type_name.as_ref().is_none_or(|name| name == item.type_name.as_str())
                && status_name.as_ref().is_none_or(|name| name == item.status_name.as_str())
                && has_tags(state, item, &tags, needs_all)
        });
        Ok(view_items(state, &items))
    }

    /// Answers with one item of any project.
    #[tool(get, key(item_id), about = Item, reads(items, projects))]
    #[case(
        args = r#"{"item_id":1}"#,
        ok = r#"{"item":{"id":1,"title":"Login button is cut off","type_name":"issue","status_id":2,"parent_id":2}}"#
    )]
    #[case(args = r#"{"item_id":99}"#, error = "not_found")]
    fn get_item(state: &Kanban, args: GetItem, _cx: &mut Context) -> Result<ItemAnswer, ToolError> {
        let item = state.items.find(&args.item_id)?;
        Ok(ItemAnswer { success: true, item: view_item(state, &item) })
    }

    /// Moves an item to the next status of its workflow. Completing needs that nothing blocks
    /// it, and closing an epic that all its parts are complete.
    #[tool(
        types(item_id = IntKey<Item>),
        reads(items, relationships),
        writes(items, status_changes)
    )]
    #[case(
        args = r#"{"item_id":1}"#,
        ok = r#"{"success":true,"previous_status":"todo","new_status":"in_progress"}"#
    )]
    #[case(args = r#"{"item_id":4}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":5}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":99}"#, error = "not_found")]
    fn advance_status(
        state: &mut Kanban,
        args: AdvanceStatus,
        cx: &mut Context,
    ) -> Result<StatusMove, ToolError> {
        let item = state.items.find(&args.item_id)?;
        let later = workflow(item.type_name)
            .iter()
            .skip_while(|status| **status != item.status_name)
            .nth(1);
        let Some(status) = later.copied() else {
            return Err(ToolError::failed_precondition(format!(
                "the item is `{}` already, the last status of its workflow",
                item.status_name.as_str()
            )));
        };
        check_completion(state, &item, status)?;
        move_item(state, &item, status, ChangeType::Advance, item.closed_at, cx)
    }

    /// Moves an item back to the status before in its workflow.
    #[tool(types(item_id = IntKey<Item>), reads(items), writes(items, status_changes))]
    #[case(args = r#"{"item_id":1}"#, ok = r#"{"previous_status":"todo","new_status":"backlog"}"#)]
    #[case(args = r#"{"item_id":2}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":99}"#, error = "not_found")]
    fn revert_status(
        state: &mut Kanban,
        args: RevertStatus,
        cx: &mut Context,
    ) -> Result<StatusMove, ToolError> {
        let item = state.items.find(&args.item_id)?;
        let earlier = workflow(item.type_name)
            .iter()
            .take_while(|status| **status != item.status_name)
            .last();
        let Some(status) = earlier.copied() else {
            return Err(ToolError::failed_precondition(format!(
                "the item is still `{}`, the first status of its workflow",
                item.status_name.as_str()
            )));
        };
        move_item(state, &item, status, ChangeType::Revert, item.closed_at, cx)
    }

    /// Moves an item to any status of its workflow, under the conditions of a single step.
    #[tool(
        types(item_id = IntKey<Item>, status = Status),
        reads(items, relationships),
        writes(items, status_changes)
    )]
    #[case(
        args = r#"{"item_id":3,"status":"done"}"#,
        ok = r#"{"previous_status":"in_progress","new_status":"done"}"#
    )]
    #[case(args = r#"{"item_id":1,"status":"frozen"}"#, error = "invalid_argument")]
    #[case(args = r#"{"item_id":3,"status":"review"}"#, error = "invalid_argument")]
    #[case(args = r#"{"item_id":2,"status":"closed"}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":99,"status":"todo"}"#, error = "not_found")]
    fn set_status(
        state: &mut Kanban,
        args: SetStatus,
        cx: &mut Context,
    ) -> Result<StatusMove, ToolError> {
        let item = state.items.find(&args.item_id)?;
        if !workflow(item.type_name).contains(&args.status) {
            return Err(ToolError::invalid_argument(format!(
                "an item of type `{}` is never `{}`",
                item.type_name.as_str(),
                args.status.as_str()
            )));
        }
        check_completion(state, &item, args.status)?;
        let closed_at = is_complete(args.status).then(|| cx.now());
        move_item(state, &item, args.status, ChangeType::Set, closed_at, cx)
    }

    /// Moves an item to the last status of its workflow. Nothing may block it, and the parts of
    /// an epic have to be complete.
    #[tool(
        types(item_id = IntKey<Item>),
        reads(items, relationships),
        writes(items, status_changes)
    )]
    #[case(
        args = r#"{"item_id":3}"#,
        ok = r#"{"previous_status":"in_progress","new_status":"done"}"#
    )]
    #[case(args = r#"{"item_id":2}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":4}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":99}"#, error = "not_found")]
    fn close_item(
        state: &mut Kanban,
        args: CloseItem,
        cx: &mut Context,
    ) -> Result<StatusMove, ToolError> {
        let item = state.items.find(&args.item_id)?;
        check_completion(state, &item, Status::Closed)?;
        let last = workflow(item.type_name).last().copied().unwrap_or(Status::Closed);
        move_item(state, &item, last, ChangeType::Close, Some(cx.now()), cx)
    }

    /// Deletes an item with everything that hangs on it: its parts, history, links, decisions.
    /// An item that does not exist counts as deleted.
    #[tool(
        types(item_id = IntKey<Item>),
        writes(items, status_changes, updates, relationships, item_tags, files, decisions)
    )]
    #[case(args = r#"{"item_id":1}"#, ok = r#"{"success":true,"deleted_id":1,"rows_affected":1}"#)]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"success":true,"rows_affected":0}"#)]
    #[case(args = r#"{"item_id":"first"}"#, error = "invalid_argument")]
    fn delete_item(
        state: &mut Kanban,
        args: DeleteItem,
        _cx: &mut Context,
    ) -> Result<Deleted, ToolError> {
        let found = state.items.contains(&args.item_id);
        if found {
            state.delete::<Item>(&args.item_id)?;
        }
        let rows_affected = i64::from(found);
        Ok(Deleted { success: true, deleted_id: args.item_id.get(), rows_affected })
    }

    /// Changes what is given of an item. Empty texts, a priority or complexity of 0 and a parent
    /// of -1 leave things as they are; a parent of 0 removes it. A change of nothing but the
    /// parent is refused: `set_parent` does that.
    #[tool(
        update,
        key(item_id),
        about = Item,
        types(parent_id = Option<i64>, title = Option<String>, priority = Option<i64>),
        reads(items, projects),
        writes(items)
    )]
    #[case(
        args = r#"{"item_id":1,"title":"Login button overlaps","priority":0,"parent_id":0}"#,
        ok = r#"{"item":{"title":"Login button overlaps","priority":2,"parent_id":null}}"#
    )]
    #[case(args = r#"{"item_id":1,"title":"","parent_id":0}"#, error = "invalid_argument")]
    #[case(args = r#"{"item_id":1,"complexity":9}"#, error = "invalid_argument")]
    #[case(args = r#"{"item_id":2,"priority":1,"parent_id":2}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":99,"title":"X"}"#, error = "not_found")]
    fn edit_item(
        state: &mut Kanban,
        args: EditItem,
        cx: &mut Context,
    ) -> Result<ItemAnswer, ToolError> {
        let complexity = checked_complexity(args.complexity)?;
        let title = given_text(args.title);
        let description = given_text(args.description);
        let priority = given_number(args.priority);
        state.items.find(&args.item_id)?;
        if title.is_none() && description.is_none() && priority.is_none() && complexity.is_none() {
            return Err(ToolError::invalid_argument(
                "give a title, a description, a priority or a complexity to change",
            ));
        }
        let now = cx.now();
        state.items.update(&args.item_id, |item| {
            item.title = title.unwrap_or_else(|| item.title.clone());
            item.description = description.or_else(|| item.description.clone());
            item.priority = priority.unwrap_or(item.priority);
            item.complexity = complexity.or(item.complexity);
            item.updated_at = now;
            Ok(())
        })?;
        if let Some(parent) = args.parent_id.filter(|parent| *parent != -1) {
            put_under(state, args.item_id, parent, cx)?;
        }
        let item = state.items.find(&args.item_id)?;
        Ok(ItemAnswer { success: true, item: view_item(state, &item) })
    }

    /// Adds a note to the current project. `item_ids` is a list with commas.
    #[tool(
        create,
        map(items = item_ids),
        about = Update,
        types(item_ids = Option<String>),
        reads(projects, current_project, items),
        writes(updates)
    )]
    #[case(
        args = r#"{"content":"Alerts are sent","item_ids":"3, 1"}"#,
        ok = r#"{"success":true,"update_id":3}"#
    )]
    #[case(
        args = r#"{"content":"Alerts are sent","item_ids":"three"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"content":"Alerts are sent","item_ids":"99"}"#, error = "not_found")]
    fn add_update(
        state: &mut Kanban,
        args: AddUpdate,
        cx: &mut Context,
    ) -> Result<AddedUpdate, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let mut items = read_ids(&args.item_ids.unwrap_or_default())?;
        items.sort_unstable();
        for (index, id) in items.iter().enumerate() {
            state.items.find(id)?;
            if items.iter().skip(index + 1).any(|other| other == id) {
                return Err(ToolError::invalid_argument(format!("item `{id}` is named twice")));
            }
        }
        let id = state.updates.next_int_key(cx);
        let created_at = cx.now();
        state.updates.insert(Update {
            id,
            project_id,
            content: args.content,
            items,
            created_at,
        })?;
        Ok(AddedUpdate { success: true, update_id: id })
    }

    /// The newest note of the current project.
    #[tool(reads(projects, current_project, updates))]
    #[case(args = "{}", ok = r#"{"update":{"id":2,"content":"Planning is over","item_ids":null}}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_latest_update(
        state: &Kanban,
        _args: GetLatestUpdate,
        _cx: &mut Context,
    ) -> Result<UpdateAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        match newest_updates(state, &project_id, 1).into_iter().next() {
            Some(update) => Ok(UpdateAnswer { success: true, update }),
            None => Err(ToolError::not_found("the project has no updates yet")),
        }
    }

    /// The notes of the current project, newest first.
    #[tool(
        list,
        page(limit = limit),
        about = Update,
        reads(projects, current_project, updates)
    )]
    #[case(args = "{}", ok = r#"{"updates":[{"id":2},{"id":1,"item_ids":[1,3]}],"count":2}"#)]
    #[case(args = r#"{"limit":1}"#, ok = r#"{"updates":[{"id":2}],"count":1}"#)]
    #[case(args = r#"{"limit":"all"}"#, error = "invalid_argument")]
    fn get_updates(
        state: &Kanban,
        args: GetUpdates,
        _cx: &mut Context,
    ) -> Result<UpdatesAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let updates = newest_updates(state, &project_id, args.limit.unwrap_or(20));
        Ok(UpdatesAnswer { success: true, count: count_of(&updates), updates })
    }

    /// Counts the items of the current project by type and status.
    #[tool(reads(projects, current_project, items))]
    #[case(
        args = "{}",
        ok = r#"{"summary":{"epic":{"backlog":1},"feature":{"review":1},"issue":{"todo":1},"todo":{"in_progress":1}}}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn project_summary(
        state: &Kanban,
        _args: ProjectSummary,
        _cx: &mut Context,
    ) -> Result<SummaryAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let mut summary: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
        for item in state.items.iter().filter(|item| item.project_id == project_id) {
            let by_status = summary.entry(item.type_name.as_str().to_owned()).or_default();
            *by_status.entry(item.status_name.as_str().to_owned()).or_default() += 1;
        }
        Ok(SummaryAnswer { success: true, summary })
    }

    /// The items of the current project that are being worked on, twenty at most.
    #[tool(reads(projects, current_project, items))]
    #[case(args = "{}", ok = r#"{"items":[{"id":3}],"count":1}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_active_items(
        state: &Kanban,
        _args: GetActiveItems,
        _cx: &mut Context,
    ) -> Result<ItemsAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let is_active = |item: &Item| item.status_name == Status::InProgress;
        Ok(view_items(state, &project_items(state, &project_id, 20, &is_active)))
    }

    /// The items of the current project that nobody has taken up yet, fifty at most.
    #[tool(reads(projects, current_project, items))]
    #[case(args = "{}", ok = r#"{"items":[{"id":2}],"count":1}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_todos(
        state: &Kanban,
        _args: GetTodos,
        _cx: &mut Context,
    ) -> Result<ItemsAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let is_waiting = |item: &Item| item.status_name == Status::Backlog;
        Ok(view_items(state, &project_items(state, &project_id, 50, &is_waiting)))
    }

    /// Relates two items of one project.
    #[tool(
        create,
        map(source_item_id = source_id, target_item_id = target_id),
        about = Relationship,
        reads(items),
        writes(relationships)
    )]
    #[case(
        args = r#"{"source_id":3,"target_id":1,"relationship_type":"depends_on"}"#,
        ok = r#"{"relationship_id":3,"source_id":3,"target_id":1,"type":"depends_on"}"#
    )]
    #[case(
        args = r#"{"source_id":1,"target_id":4,"relationship_type":"blocks"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"source_id":1,"target_id":1,"relationship_type":"blocks"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"source_id":1,"target_id":5,"relationship_type":"blocks"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"source_id":1,"target_id":99,"relationship_type":"blocks"}"#,
        error = "not_found"
    )]
    fn add_relationship(
        state: &mut Kanban,
        args: AddRelationship,
        cx: &mut Context,
    ) -> Result<AddedRelationship, ToolError> {
        let (source_id, target_id) = (args.source_id, args.target_id);
        if source_id == target_id {
            return Err(ToolError::invalid_argument("an item cannot be related to itself"));
        }
        let source = state.items.find(&source_id)?;
        let target = state.items.find(&target_id)?;
        if source.project_id != target.project_id {
            return Err(ToolError::failed_precondition("the items belong to different projects"));
        }
        let relationship_type = args.relationship_type;
        if find_relationship(state, source_id, target_id, relationship_type).is_some() {
            return Err(ToolError::already_exists("the items are so related already"));
        }
        let id = state.relationships.next_int_key(cx);
        state.relationships.insert(Relationship {
            id,
            source_item_id: source_id,
            target_item_id: target_id,
            relationship_type,
            created_at: cx.now(),
        })?;
        Ok(AddedRelationship {
            success: true,
            relationship_id: id,
            source_id,
            target_id,
            r#type: relationship_type,
        })
    }

    /// Takes a relationship away that matches in all three parts.
    #[tool(
        types(
            source_id = IntKey<Item>,
            target_id = IntKey<Item>,
            relationship_type = RelationshipType
        ),
        reads(relationships),
        writes(relationships)
    )]
    #[case(
        args = r#"{"source_id":1,"target_id":4,"relationship_type":"blocks"}"#,
        ok = r#"{"success":true,"rows_affected":1}"#
    )]
    #[case(
        args = r#"{"source_id":4,"target_id":1,"relationship_type":"blocks"}"#,
        error = "not_found"
    )]
    fn remove_relationship(
        state: &mut Kanban,
        args: RemoveRelationship,
        _cx: &mut Context,
    ) -> Result<Removed, ToolError> {
        let found =
            find_relationship(state, args.source_id, args.target_id, args.relationship_type);
        let Some(id) = found else {
            return Err(ToolError::not_found("the items are not so related"));
        };
        state.relationships.remove(&id)?;
        Ok(Removed { success: true, rows_affected: 1 })
    }

    /// The relationships of an item in both directions; none for an item that does not exist.
    #[tool(types(item_id = IntKey<Item>), reads(items, relationships))]
    #[case(
        args = r#"{"item_id":1}"#,
        ok = r#"{"item_id":1,"outgoing":[{"id":1,"relationship_type":"blocks","related_item_id":4,"related_item_status":"review","direction":"outgoing"}],"incoming":[{"id":2,"related_item_id":3}]}"#
    )]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"outgoing":[],"incoming":[]}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_item_relationships(
        state: &Kanban,
        args: GetItemRelationships,
        _cx: &mut Context,
    ) -> Result<RelationshipsAnswer, ToolError> {
        let outgoing = state.relationships.select(&|one| one.source_item_id == args.item_id);
        let incoming = state.relationships.select(&|one| one.target_item_id == args.item_id);
        let to =
            |one: &RowRef<Relationship>| view_related(state, one, one.target_item_id, "outgoing");
        let from =
            |one: &RowRef<Relationship>| view_related(state, one, one.source_item_id, "incoming");
        Ok(RelationshipsAnswer {
            item_id: args.item_id,
            outgoing: outgoing.iter().filter_map(to).collect(),
            incoming: incoming.iter().filter_map(from).collect(),
        })
    }

    /// The incomplete items that block an item or that it depends on.
    #[tool(types(item_id = IntKey<Item>), reads(items, relationships))]
    #[case(
        args = r#"{"item_id":4}"#,
        ok = r#"{"blockers":[{"id":1,"status":"todo","reason":"blocks"}],"count":1}"#
    )]
    #[case(args = r#"{"item_id":2}"#, ok = r#"{"blockers":[],"count":0}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_blocking_items(
        state: &Kanban,
        args: GetBlockingItems,
        _cx: &mut Context,
    ) -> Result<BlockersAnswer, ToolError> {
        let blockers = blockers_of(state, args.item_id);
        Ok(BlockersAnswer { success: true, count: count_of(&blockers), blockers })
    }

    /// How many of an item's parts, and parts of parts, are complete.
    #[tool(types(item_id = IntKey<Item>), reads(items))]
    #[case(
        args = r#"{"item_id":2}"#,
        ok = r#"{"progress":{"item_id":2,"total":1,"completed":0,"percent":0.0,"incomplete_items":[1]}}"#
    )]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"progress":{"total":0,"incomplete_items":[]}}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_epic_progress(
        state: &Kanban,
        args: GetEpicProgress,
        _cx: &mut Context,
    ) -> Result<ProgressAnswer, ToolError> {
        Ok(ProgressAnswer { success: true, progress: progress_of(state, args.item_id) })
    }

    /// Makes an item a part of an epic of its project, or of none where the parent is 0.
    #[tool(types(item_id = IntKey<Item>, parent_id = i64), reads(items), writes(items))]
    #[case(args = r#"{"item_id":3,"parent_id":2}"#, ok = r#"{"item_id":3,"parent_id":2}"#)]
    #[case(args = r#"{"item_id":1,"parent_id":0}"#, ok = r#"{"item_id":1,"parent_id":null}"#)]
    #[case(args = r#"{"item_id":3,"parent_id":1}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":2,"parent_id":2}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":5,"parent_id":2}"#, error = "failed_precondition")]
    #[case(args = r#"{"item_id":99,"parent_id":2}"#, error = "not_found")]
    fn set_parent(
        state: &mut Kanban,
        args: SetParent,
        cx: &mut Context,
    ) -> Result<ParentAnswer, ToolError> {
        let parent_id = put_under(state, args.item_id, args.parent_id, cx)?;
        Ok(ParentAnswer { success: true, item_id: args.item_id, parent_id })
    }

    /// The parts of an item, the most pressing first; with `recursive` the parts of parts too,
    /// each with its depth.
    #[tool(types(item_id = IntKey<Item>), reads(items, projects))]
    #[case(
        args = r#"{"item_id":2}"#,
        ok = r#"{"children":[{"id":1,"title":"Login button is cut off"}],"count":1}"#
    )]
    #[case(
        args = r#"{"item_id":2,"recursive":true}"#,
        ok = r#"{"children":[{"id":1,"parent_id":2,"status_name":"todo","depth":0}],"count":1}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    fn list_children(
        state: &Kanban,
        args: ListChildren,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let children: Vec<serde_json::Value> = if args.recursive.unwrap_or(false) {
            let told = |(depth, item): &(i64, RowRef<Item>)| {
                serde_json::json!({
                    "id": item.id.get(),
                    "parent_id": item.parent_id.map(|parent| parent.get()),
                    "status_name": item.status_name.as_str(),
                    "depth": depth,
                })
            };
            descendants(state, args.item_id).iter().map(told).collect()
        } else {
            let mut children = children_of(state, args.item_id);
            children.sort_by_key(|item| (item.priority, item.id));
            children.iter().map(|item| to_json(&view_item(state, item))).collect()
        };
        let count = children.len();
        Ok(serde_json::json!({"success": true, "children": children, "count": count}))
    }

    /// The tags of the current project by name, with the number of items that carry each.
    #[tool(reads(projects, current_project, tags, item_tags))]
    #[case(
        args = "{}",
        ok = r#"{"tags":[{"id":2,"name":"ui","count":1},{"id":1,"name":"urgent","count":2}],"count":2}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn list_tags(
        state: &Kanban,
        _args: ListTags,
        _cx: &mut Context,
    ) -> Result<CountedTags, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let mut tags = state.tags.select(&|tag| tag.project_id == project_id);
        tags.sort_by(|a, b| a.name.cmp(&b.name));
        let counted = |tag: &RowRef<Tag>| CountedTag {
            id: tag.id,
            project_id: tag.project_id.clone(),
            name: tag.name.clone(),
            color: tag.color.clone(),
            created_at: tag.created_at,
            count: count_of(&state.item_tags.select(&|one| one.tag_id == tag.id)),
        };
        let tags: Vec<CountedTag> = tags.iter().map(counted).collect();
        Ok(CountedTags { success: true, count: count_of(&tags), tags })
    }

    /// Puts a tag on an item and adds it to the item's project when it is new. Names are
    /// trimmed and in lower case.
    #[tool(
        types(item_id = IntKey<Item>),
        reads(items, tags, item_tags),
        writes(tags, item_tags)
    )]
    #[case(
        args = r#"{"item_id":2,"tag_name":" Urgent "}"#,
        ok = r#"{"success":true,"item_id":2,"tag_id":1,"tag_name":"urgent"}"#
    )]
    #[case(args = r#"{"item_id":2,"tag_name":"tides"}"#, ok = r#"{"tag_id":3}"#)]
    #[case(args = r#"{"item_id":1,"tag_name":"ui"}"#, error = "already_exists")]
    #[case(args = r#"{"item_id":1,"tag_name":"  "}"#, error = "invalid_argument")]
    #[case(args = r#"{"item_id":99,"tag_name":"ui"}"#, error = "not_found")]
    fn add_tag(
        state: &mut Kanban,
        args: AddTag,
        cx: &mut Context,
    ) -> Result<TaggedItem, ToolError> {
        let project_id = state.items.find(&args.item_id)?.project_id.clone();
        let name = tag_name(&args.tag_name)?;
        let known = find_tag(state, &project_id, &name);
        let tag_id = match known {
            Some(id) => id,
            None => {
                let number = state.tags.iter().filter(|tag| tag.project_id == project_id).count();
                let color = COLORS.iter().cycle().nth(number % COLORS.len()).copied();
                let id = state.tags.next_int_key(cx);
                state.tags.insert(Tag {
                    id,
                    project_id,
                    name: name.clone(),
                    color: color.unwrap_or("#4ade80").to_owned(),
                    created_at: cx.now(),
                })?;
                id
            }
        };
        let created_at = cx.now();
        state.item_tags.insert(ItemTag { item_id: args.item_id, tag_id, created_at })?;
        Ok(TaggedItem { success: true, item_id: args.item_id, tag_id, tag_name: name })
    }

    /// Takes a tag off an item; the tag itself stays.
    #[tool(
        types(item_id = IntKey<Item>, tag_id = IntKey<Tag>),
        reads(item_tags),
        writes(item_tags)
    )]
    #[case(args = r#"{"item_id":1,"tag_id":2}"#, ok = r#"{"success":true,"rows_affected":1}"#)]
    #[case(args = r#"{"item_id":2,"tag_id":2}"#, error = "not_found")]
    fn remove_tag(
        state: &mut Kanban,
        args: RemoveTag,
        _cx: &mut Context,
    ) -> Result<Removed, ToolError> {
        let key = join_key(&[&args.item_id, &args.tag_id]);
        if !state.item_tags.contains(&key) {
            return Err(ToolError::not_found("the item does not carry this tag"));
        }
        state.item_tags.remove(&key)?;
        Ok(Removed { success: true, rows_affected: 1 })
    }

    /// The tags of an item by name; none for an item that does not exist.
    #[tool(types(item_id = IntKey<Item>), reads(tags, item_tags))]
    #[case(
        args = r#"{"item_id":1}"#,
        ok = r##"{"tags":[{"id":2,"name":"ui","color":"#60a5fa"},{"id":1,"name":"urgent"}],"count":2}"##
    )]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"tags":[],"count":0}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_item_tags(
        state: &Kanban,
        args: GetItemTags,
        _cx: &mut Context,
    ) -> Result<TagsAnswer, ToolError> {
        let view = |tag: RowRef<Tag>| TagView {
            id: tag.id,
            name: tag.name.clone(),
            color: tag.color.clone(),
        };
        let tags: Vec<TagView> = tags_of(state, args.item_id).into_iter().map(view).collect();
        Ok(TagsAnswer { success: true, count: count_of(&tags), tags })
    }

    /// Renames or recolors a tag. Empty texts leave things as they are.
    #[tool(
        update,
        key(tag_id),
        about = Tag,
        types(name = Option<String>, color = Option<String>),
        reads(tags),
        writes(tags)
    )]
    #[case(
        args = r#"{"tag_id":2,"name":"Front-End","color":""}"#,
        ok = r##"{"tag":{"id":2,"name":"front-end","color":"#60a5fa"}}"##
    )]
    #[case(args = r#"{"tag_id":2,"name":"urgent"}"#, error = "already_exists")]
    #[case(args = r#"{"tag_id":2,"color":"blue"}"#, error = "invalid_argument")]
    #[case(args = r#"{"tag_id":2}"#, error = "invalid_argument")]
    #[case(args = r#"{"tag_id":99,"name":"x"}"#, error = "not_found")]
    fn update_tag(
        state: &mut Kanban,
        args: UpdateTag,
        _cx: &mut Context,
    ) -> Result<TagAnswer, ToolError> {
        let tag = state.tags.find(&args.tag_id)?;
        let name = match given_text(args.name) {
            Some(name) => Some(tag_name(&name)?),
            None => None,
        };
        let color = given_text(args.color);
        if name.is_none() && color.is_none() {
            return Err(ToolError::invalid_argument("give a name or a color to change"));
        }
        if color.as_deref().is_some_and(|color| !is_color(color)) {
            return Err(ToolError::invalid_argument("write the color as `#` and six hex digits"));
        }
        let taken = name.as_deref().and_then(|name| find_tag(state, &tag.project_id, name));
        if taken.is_some_and(|other| other != tag.id) {
            return Err(ToolError::already_exists("the project has a tag of this name already"));
        }
        let tag = state.tags.update(&tag.id, |tag| {
            tag.name = name.unwrap_or_else(|| tag.name.clone());
            tag.color = color.unwrap_or_else(|| tag.color.clone());
            Ok(())
        })?;
        let tag = ChangedTag {
            id: tag.id,
            project_id: tag.project_id.clone(),
            name: tag.name.clone(),
            color: tag.color.clone(),
            created_at: tag.created_at,
        };
        Ok(TagAnswer { success: true, tag })
    }

    /// Deletes a tag and takes it off every item.
    #[tool(types(tag_id = IntKey<Tag>), writes(tags, item_tags))]
    #[case(args = r#"{"tag_id":1}"#, ok = r#"{"success":true,"deleted_id":1,"rows_affected":1}"#)]
    #[case(args = r#"{"tag_id":99}"#, error = "not_found")]
    fn delete_tag(
        state: &mut Kanban,
        args: DeleteTag,
        _cx: &mut Context,
    ) -> Result<Deleted, ToolError> {
        state.delete::<Tag>(&args.tag_id)?;
        Ok(Deleted { success: true, deleted_id: args.tag_id.get(), rows_affected: 1 })
    }

    /// The steps of an item through its workflow, oldest first.
    #[tool(types(item_id = IntKey<Item>), reads(status_changes))]
    #[case(
        args = r#"{"item_id":1}"#,
        ok = r#"{"history":[{"id":1,"old_status":null,"new_status":"backlog","change_type":"create"},{"id":3,"old_status":"backlog","new_status":"todo","change_type":"advance"}],"count":2}"#
    )]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"history":[],"count":0}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_status_history(
        state: &Kanban,
        args: GetStatusHistory,
        _cx: &mut Context,
    ) -> Result<HistoryAnswer, ToolError> {
        let view = |change: &RowRef<StatusChange>| StatusChangeView {
            id: change.id,
            item_id: change.item_id,
            old_status: change.old_status,
            new_status: change.new_status,
            change_type: change.change_type,
            changed_at: change.changed_at,
        };
        let history: Vec<_> = history_of(state, args.item_id).iter().map(view).collect();
        Ok(HistoryAnswer { success: true, count: count_of(&history), history })
    }

    /// Times of an item in hours, from its history.
    #[tool(types(item_id = IntKey<Item>), reads(items, status_changes))]
    #[case(
        args = r#"{"item_id":3}"#,
        ok = r#"{"metrics":{"item_id":3,"complexity":2,"lead_time":null,"cycle_time":null,"revert_count":0}}"#
    )]
    #[case(args = r#"{"item_id":99}"#, error = "not_found")]
    fn get_item_metrics(
        state: &Kanban,
        args: GetItemMetrics,
        cx: &mut Context,
    ) -> Result<MetricsAnswer, ToolError> {
        let item = state.items.find(&args.item_id)?;
        let history = history_of(state, args.item_id);
        if history.is_empty() {
            return Err(ToolError::not_found("the item has no history"));
        }
        let first = |wanted: &dyn Fn(Status) -> bool| {
            history.iter().find(|change| wanted(change.new_status)).map(|change| change.changed_at)
        };
        let completed_at = item.closed_at.or_else(|| first(&is_complete));
        let started_at = first(&|status| status == Status::InProgress);
        let end = completed_at.unwrap_or_else(|| cx.now());
        let mut time_in_each_status: BTreeMap<String, f64> = BTreeMap::new();
        for (index, change) in history.iter().enumerate() {
            let until = history.get(index + 1).map_or(end, |next| next.changed_at);
            let name = change.new_status.as_str().to_owned();
            let hours = time_in_each_status.entry(name).or_default();
            *hours = round_cents(*hours + hours_between(change.changed_at, until));
        }
        let reverts = history.iter().filter(|change| change.change_type == ChangeType::Revert);
        let since = |start: Timestamp, end: Timestamp| round_cents(hours_between(start, end));
        Ok(MetricsAnswer {
            success: true,
            metrics: Metrics {
                item_id: item.id,
                complexity: item.complexity,
                lead_time: completed_at.map(|end| since(item.created_at, end)),
                cycle_time: started_at.zip(completed_at).map(|(start, end)| since(start, end)),
                time_in_each_status,
                revert_count: i64::try_from(reverts.count()).unwrap_or(i64::MAX),
                current_age: since(item.created_at, end),
            },
        })
    }

    /// Writes items of the current project to a new file and answers with its path, which lies
    /// outside the model. Items named in `item_ids` are taken whatever the other filters say.
    #[tool(
        types(item_ids = Option<String>, item_type = Option<String>, status = Option<String>),
        reads(projects, current_project, items)
    )]
    #[case(
        args = r#"{"format":"markdown","status":"todo"}"#,
        ok = r#"{"success":true,"format":"markdown","item_count":1}"#
    )]
    #[case(args = r#"{"item_ids":"1,5,99"}"#, ok = r#"{"format":"json","item_count":2}"#)]
    #[case(args = r#"{"format":"pdf"}"#, error = "invalid_argument")]
    fn export_project(
        state: &Kanban,
        args: ExportProject,
        cx: &mut Context,
    ) -> Result<ExportAnswer, ToolError> {
        let project = current_project(state)?;
        let format = args.format.unwrap_or_else(|| "json".to_owned());
        let extension = match format.to_lowercase().as_str() {
            "json" => ".json",
            "yaml" => ".yaml",
            "markdown" | "md" => ".md",
            _ => {
                return Err(ToolError::invalid_argument(format!(
                    "`{format}` is no format, use `json`, `yaml` or `markdown`"
                )));
            }
        };
        let ids = read_ids(&args.item_ids.unwrap_or_default())?;
        let item_count = if ids.is_empty() {
            let type_name = given_text(args.item_type);
            let status_name = given_text(args.status);
            let wanted = |item: &Item| {
                type_name.as_ref().is_none_or(|name| name == item.type_name.as_str())
                    && status_name.as_ref().is_none_or(|name| name == item.status_name.as_str())
            };
            count_of(&project_items(state, &project.id, args.limit.unwrap_or(500), &wanted))
        } else {
            let known = ids.iter().filter(|id| state.items.contains(*id)).count();
            i64::try_from(known).unwrap_or(i64::MAX)
        };
        let is_safe = |c: &char| c.is_alphanumeric() || *c == '-' || *c == '_';
        let name: String = project.name.chars().filter(is_safe).take(50).collect();
        let file_path = format!("/tmp/{name}_{}{extension}", cx.token("", 8));
        Ok(ExportAnswer { success: true, format, file_path, item_count })
    }

    /// The items whose title or description holds the text, in any case, those with it in the
    /// title first, and the notes that hold it, newest first.
    #[tool(reads(projects, current_project, items, updates))]
    #[case(
        args = r#"{"query":"LOGIN"}"#,
        ok = r#"{"items":[{"id":1,"score":2.0,"type_name":"issue","status_name":"todo"},{"id":4,"score":1.0}],"updates":[{"id":1,"snippet":"Found why the login button is cut off"}],"total_count":3}"#
    )]
    #[case(
        args = r#"{"query":"no such text"}"#,
        ok = r#"{"items":[],"updates":[],"total_count":0}"#
    )]
    #[case(args = "{}", error = "invalid_argument")]
    fn search(state: &Kanban, args: Search, _cx: &mut Context) -> Result<SearchAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let limit = args.limit.unwrap_or(20);
        let wanted = args.query.to_ascii_lowercase();
        let holds = |text: &str| text.to_ascii_lowercase().contains(&wanted);
        let mut items = state.items.select(&|item| {
            item.project_id == project_id
                && (holds(&item.title) || item.description.as_deref().is_some_and(holds))
        });
        items.sort_by_key(|item| !holds(&item.title));
        let found_item = |item: &RowRef<Item>| FoundItem {
            id: item.id,
            title: item.title.clone(),
            snippet: match item.description.as_deref().filter(|text| !text.is_empty()) {
                Some(description) => shorten(description, 100),
                None => item.title.clone(),
            },
            score: if holds(&item.title) { 2.0 } else { 1.0 },
            type_name: item.type_name,
            status_name: item.status_name,
        };
        let items: Vec<_> = cut(items, limit).iter().map(found_item).collect();
        let mut updates = state
            .updates
            .select(&|update| update.project_id == project_id && holds(&update.content));
        updates.sort_by_key(|update| std::cmp::Reverse(update.created_at));
        let found_update = |update: &RowRef<Update>| FoundUpdate {
            id: update.id,
            snippet: shorten(&update.content, 100),
            score: 1.0,
            created_at: update.created_at,
        };
        let updates: Vec<_> = cut(updates, limit).iter().map(found_update).collect();
        let total_count = count_of(&items).saturating_add(count_of(&updates));
        Ok(SearchAnswer { success: true, items, updates, total_count })
    }

    /// Links a file, or some of its lines, to an item.
    #[tool(create, about = LinkedFile, reads(items, files), writes(files))]
    #[case(
        args = r#"{"item_id":3,"file_path":"docs/tides.md","line_start":4,"line_end":9}"#,
        ok = r#"{"success":true,"link_id":3}"#
    )]
    #[case(args = r#"{"item_id":1,"file_path":"src/login.css"}"#, error = "already_exists")]
    #[case(args = r#"{"item_id":99,"file_path":"src/login.css"}"#, error = "not_found")]
    fn link_file(
        state: &mut Kanban,
        args: LinkFile,
        cx: &mut Context,
    ) -> Result<AddedLink, ToolError> {
        state.items.find(&args.item_id)?;
        let lines = (args.line_start, args.line_end);
        if find_link(state, args.item_id, &args.file_path, lines).is_some() {
            return Err(ToolError::already_exists("these lines of the file are linked already"));
        }
        let id = state.files.next_int_key(cx);
        state.files.insert(LinkedFile {
            id,
            item_id: args.item_id,
            file_path: args.file_path,
            line_start: args.line_start,
            line_end: args.line_end,
            created_at: cx.now(),
        })?;
        Ok(AddedLink { success: true, link_id: id })
    }

    /// Removes a link that has the same path and lines.
    #[tool(types(item_id = IntKey<Item>), reads(files), writes(files))]
    #[case(
        args = r#"{"item_id":1,"file_path":"src/login.html","line_start":10,"line_end":20}"#,
        ok = r#"{"success":true}"#
    )]
    #[case(args = r#"{"item_id":1,"file_path":"src/login.html"}"#, error = "not_found")]
    fn unlink_file(
        state: &mut Kanban,
        args: UnlinkFile,
        _cx: &mut Context,
    ) -> Result<Done, ToolError> {
        let lines = (args.line_start, args.line_end);
        let Some(id) = find_link(state, args.item_id, &args.file_path, lines) else {
            return Err(ToolError::not_found("these lines of the file are not linked"));
        };
        state.files.remove(&id)?;
        Ok(Done { success: true })
    }

    /// The files that are linked to an item, by path and line.
    #[tool(list, filter(item_id), about = LinkedFile, reads(files))]
    #[case(
        args = r#"{"item_id":1}"#,
        ok = r#"{"count":2,"files":[{"id":2,"file_path":"src/login.css","line_start":null},{"id":1,"file_path":"src/login.html","line_start":10,"line_end":20}]}"#
    )]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"count":0,"files":[]}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_item_files(
        state: &Kanban,
        args: GetItemFiles,
        _cx: &mut Context,
    ) -> Result<FilesAnswer, ToolError> {
        let mut files = state.files.select(&|file| file.item_id == args.item_id);
        files.sort_by(|a, b| (&a.file_path, a.line_start).cmp(&(&b.file_path, b.line_start)));
        let view = |file: &RowRef<LinkedFile>| FileView {
            id: file.id,
            file_path: file.file_path.clone(),
            line_start: file.line_start,
            line_end: file.line_end,
            created_at: file.created_at,
        };
        let files: Vec<_> = files.iter().map(view).collect();
        Ok(FilesAnswer { success: true, count: count_of(&files), files })
    }

    /// Records what was decided on an item.
    #[tool(
        create,
        about = Decision,
        types(choice = String),
        reads(items),
        writes(decisions)
    )]
    #[case(
        args = r#"{"item_id":1,"choice":"Wrap the label","rationale":""}"#,
        ok = r#"{"success":true,"decision_id":3}"#
    )]
    #[case(args = r#"{"item_id":99,"choice":"Wait"}"#, error = "not_found")]
    fn add_decision(
        state: &mut Kanban,
        args: AddDecision,
        cx: &mut Context,
    ) -> Result<AddedDecision, ToolError> {
        state.items.find(&args.item_id)?;
        let id = state.decisions.next_int_key(cx);
        state.decisions.insert(Decision {
            id,
            item_id: args.item_id,
            choice: args.choice,
            rejected_alternatives: given_text(args.rejected_alternatives),
            rationale: given_text(args.rationale),
            created_at: cx.now(),
        })?;
        Ok(AddedDecision { success: true, decision_id: id })
    }

    /// The decisions on an item, newest first.
    #[tool(list, filter(item_id), about = Decision, reads(decisions))]
    #[case(
        args = r#"{"item_id":3}"#,
        ok = r#"{"count":2,"decisions":[{"id":2,"choice":"Send by e-mail"},{"id":1,"rationale":"One table is enough"}]}"#
    )]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"count":0,"decisions":[]}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_item_decisions(
        state: &Kanban,
        args: GetItemDecisions,
        _cx: &mut Context,
    ) -> Result<DecisionsAnswer, ToolError> {
        let view = |decision: &RowRef<Decision>| DecisionView {
            id: decision.id,
            item_id: decision.item_id,
            choice: decision.choice.clone(),
            rejected_alternatives: decision.rejected_alternatives.clone(),
            rationale: decision.rationale.clone(),
            created_at: decision.created_at,
        };
        let decisions: Vec<_> = decisions_on(state, args.item_id).iter().map(view).collect();
        Ok(DecisionsAnswer { success: true, count: count_of(&decisions), decisions })
    }

    /// Deletes a decision.
    #[tool(types(decision_id = IntKey<Decision>), writes(decisions))]
    #[case(args = r#"{"decision_id":1}"#, ok = r#"{"success":true,"deleted_id":1}"#)]
    #[case(args = r#"{"decision_id":99}"#, error = "not_found")]
    fn delete_decision(
        state: &mut Kanban,
        args: DeleteDecision,
        _cx: &mut Context,
    ) -> Result<DeletedDecision, ToolError> {
        state.decisions.remove(&args.decision_id)?;
        Ok(DeletedDecision { success: true, deleted_id: args.decision_id })
    }

    #[tool(simulate(external_computation, "similarity is measured with an embedding model"))]
    fn semantic_search();

    #[tool(simulate(external_computation, "similarity is measured with an embedding model"))]
    fn find_similar();

    /// Embeds the texts of the current project anew: items, decisions, updates, or those kinds
    /// that are named. The embeddings lie outside the model; what is told is their number.
    #[tool(reads(projects, current_project, items, decisions, updates))]
    #[case(args = "{}", ok = r#"{"success":true,"processed":8,"errors":null}"#)]
    #[case(args = r#"{"source_types":"update, decision"}"#, ok = r#"{"processed":4}"#)]
    #[case(args = r#"{"source_types":7}"#, error = "invalid_argument")]
    fn rebuild_embeddings(
        state: &Kanban,
        args: RebuildEmbeddings,
        _cx: &mut Context,
    ) -> Result<RebuiltAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let named = args.source_types.unwrap_or_default();
        let kinds: Vec<&str> =
            named.split(',').map(str::trim).filter(|kind| !kind.is_empty()).collect();
        let wanted = |kind: &str| kinds.is_empty() || kinds.contains(&kind);
        let in_project = |id: IntKey<Item>| {
            state.items.get(&id).is_some_and(|item| item.project_id == project_id)
        };
        let mut processed = 0;
        if wanted("item") {
            processed += count_of(&state.items.select(&|item| item.project_id == project_id));
        }
        if wanted("decision") {
            processed += count_of(&state.decisions.select(&|one| in_project(one.item_id)));
        }
        if wanted("update") {
            processed += count_of(&state.updates.select(&|one| one.project_id == project_id));
        }
        Ok(RebuiltAnswer { success: true, processed, errors: None })
    }

    /// What happened to an item, newest first: steps, decisions, notes. Commits of the
    /// directory's repository lie outside the model.
    #[tool(types(item_id = IntKey<Item>), reads(status_changes, decisions, updates))]
    #[case(
        args = r#"{"item_id":1}"#,
        ok = r#"{"entries":[{"activity_type":"update","item_id":1},{"activity_type":"status_change","details":{"new_status":"todo"}},{"activity_type":"status_change","details":{"new_status":"backlog"}}],"entry_count":3}"#
    )]
    #[case(args = r#"{"item_id":99}"#, ok = r#"{"entries":[],"entry_count":0}"#)]
    #[case(args = r#"{"item_id":0}"#, error = "invalid_argument")]
    fn get_item_timeline(
        state: &Kanban,
        args: GetItemTimeline,
        _cx: &mut Context,
    ) -> Result<TimelineAnswer, ToolError> {
        if args.item_id.get() == 0 {
            return Err(ToolError::invalid_argument("give the number of an item"));
        }
        let mut entries = item_entries(state, args.item_id);
        let updates = state.updates.select(&|update| update.items.contains(&args.item_id));
        entries.extend(updates.iter().map(|update| update_entry(update, Some(args.item_id))));
        Ok(timeline(entries, args.limit))
    }

    /// What happened in the current project, newest first: steps, decisions, notes. Commits of
    /// the directory's repository lie outside the model.
    #[tool(reads(projects, current_project, items, status_changes, decisions, updates))]
    #[case(
        args = r#"{"limit":2}"#,
        ok = r#"{"entries":[{"activity_type":"update","item_id":null},{"activity_type":"update","item_id":1,"details":{"update_id":1,"linked_items":[1,3]}}],"entry_count":2}"#
    )]
    #[case(args = r#"{"limit":"all"}"#, error = "invalid_argument")]
    fn get_project_timeline(
        state: &Kanban,
        args: GetProjectTimeline,
        _cx: &mut Context,
    ) -> Result<TimelineAnswer, ToolError> {
        let project_id = current_project(state)?.id.clone();
        let mut entries = Vec::new();
        for item in project_items(state, &project_id, 500, &|_| true) {
            entries.extend(item_entries(state, item.id));
        }
        let updates = state.updates.select(&|update| update.project_id == project_id);
        let entry = |update: &RowRef<Update>| update_entry(update, update.items.first().copied());
        entries.extend(updates.iter().map(entry));
        Ok(timeline(entries, args.limit))
    }
}

/// The colors that new tags of a project get in turn.
const COLORS: [&str; 12] = [
    "#4ade80", "#60a5fa", "#f87171", "#a78bfa", "#fbbf24", "#fb923c", "#ec4899", "#14b8a6",
    "#8b5cf6", "#f59e0b", "#06b6d4", "#84cc16",
];

/// How many levels of parts are looked at below an item.
const DEPTH_MAX: i64 = 10;

/// The statuses that items of a type go through, in order.
fn workflow(item_type: ItemType) -> &'static [Status] {
    match item_type {
        ItemType::Issue | ItemType::Feature | ItemType::Epic => &[
            Status::Backlog,
            Status::Todo,
            Status::InProgress,
            Status::Review,
            Status::Done,
            Status::Closed,
        ],
        ItemType::Todo => &[Status::Backlog, Status::Todo, Status::InProgress, Status::Done],
        ItemType::Diary => &[Status::Done],
        ItemType::Question => &[Status::Backlog, Status::Review, Status::Closed],
    }
}

fn first_status(item_type: ItemType) -> Status {
    workflow(item_type).first().copied().unwrap_or(Status::Backlog)
}

fn is_complete(status: Status) -> bool {
    matches!(status, Status::Done | Status::Closed)
}

fn type_number(item_type: ItemType) -> i64 {
    match item_type {
        ItemType::Issue => 1,
        ItemType::Todo => 2,
        ItemType::Feature => 3,
        ItemType::Diary => 4,
        ItemType::Epic => 5,
        ItemType::Question => 6,
    }
}

fn status_number(status: Status) -> i64 {
    match status {
        Status::Backlog => 1,
        Status::Todo => 2,
        Status::InProgress => 3,
        Status::Review => 4,
        Status::Done => 5,
        Status::Closed => 6,
    }
}

/// An absolute path without `.`, `..` and empty parts.
fn resolve_path(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn current_project(state: &Kanban) -> Result<RowRef<Project>, ToolError> {
    match state.current_project.get() {
        Some(current) => state.projects.find(&current.project_id),
        None => Err(ToolError::failed_precondition(
            "there is no current project, call `set_current_project` first",
        )),
    }
}

fn view_project(project: &Project) -> ProjectAnswer {
    ProjectAnswer {
        success: true,
        project_id: project.id.clone(),
        project_name: project.name.clone(),
        directory_path: project.directory_path.clone(),
    }
}

fn view_item(state: &Kanban, item: &Item) -> ItemView {
    let project_name = state.projects.get(&item.project_id).map(|project| project.name.clone());
    ItemView {
        id: item.id,
        project_id: item.project_id.clone(),
        type_id: type_number(item.type_name),
        status_id: status_number(item.status_name),
        title: item.title.clone(),
        description: item.description.clone(),
        priority: item.priority,
        created_at: item.created_at,
        updated_at: item.updated_at,
        closed_at: item.closed_at,
        complexity: item.complexity,
        parent_id: item.parent_id,
        type_name: item.type_name,
        status_name: item.status_name,
        project_name: project_name.unwrap_or_default(),
    }
}

fn view_items(state: &Kanban, items: &[RowRef<Item>]) -> ItemsAnswer {
    let items: Vec<ItemView> = items.iter().map(|item| view_item(state, item)).collect();
    ItemsAnswer { success: true, count: count_of(&items), items }
}

/// The items of a project that `keep` accepts, the most pressing first, then the newest.
fn project_items(
    state: &Kanban,
    project_id: &Key<Project>,
    limit: i64,
    keep: &dyn Fn(&Item) -> bool,
) -> Vec<RowRef<Item>> {
    let mut items = state.items.select(&|item| item.project_id == *project_id && keep(item));
    items.sort_by_key(|item| (item.priority, std::cmp::Reverse(item.created_at)));
    cut(items, limit)
}

/// The first rows; all of them where the limit is negative.
fn cut<T>(mut rows: Vec<T>, limit: i64) -> Vec<T> {
    if let Ok(limit) = usize::try_from(limit) {
        rows.truncate(limit);
    }
    rows
}

fn count_of<T>(rows: &[T]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}

/// A text that says something: callers leave things out with an empty one.
fn given_text(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

/// A number that says something: callers leave things out with 0.
fn given_number(number: Option<i64>) -> Option<i64> {
    number.filter(|number| *number != 0)
}

fn checked_complexity(complexity: Option<i64>) -> Result<Option<i64>, ToolError> {
    let complexity = given_number(complexity);
    if complexity.is_some_and(|number| !(1..=5).contains(&number)) {
        return Err(ToolError::invalid_argument("the complexity goes from 1 to 5"));
    }
    Ok(complexity)
}

/// Numbers of items between commas.
fn read_ids(text: &str) -> Result<Vec<IntKey<Item>>, ToolError> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            part.parse().map(IntKey::new).map_err(|_| {
                ToolError::invalid_argument(format!("`{part}` is no number of an item"))
            })
        })
        .collect()
}

/// The start of a text, with dots where something is missing.
fn shorten(text: &str, length: usize) -> String {
    let start: String = text.chars().take(length).collect();
    if start.len() == text.len() { start } else { format!("{start}...") }
}

/// An epic of the project, to be a parent.
fn find_epic(
    state: &Kanban,
    id: IntKey<Item>,
    project_id: &Key<Project>,
) -> Result<IntKey<Item>, ToolError> {
    let parent = state.items.find(&id)?;
    if parent.project_id != *project_id {
        return Err(ToolError::failed_precondition("the parent belongs to another project"));
    }
    if parent.type_name != ItemType::Epic {
        return Err(ToolError::failed_precondition("the parent is no epic"));
    }
    Ok(id)
}

/// Makes an item a part of an epic, or of none where `parent` is 0.
fn put_under(
    state: &mut Kanban,
    item_id: IntKey<Item>,
    parent: i64,
    cx: &mut Context,
) -> Result<Option<IntKey<Item>>, ToolError> {
    let item = state.items.find(&item_id)?;
    let parent_id = match given_number(Some(parent)) {
        Some(parent) => Some(find_epic(state, IntKey::new(parent), &item.project_id)?),
        None => None,
    };
    let below = descendants(state, item_id);
    let is_below =
        |parent: IntKey<Item>| parent == item_id || below.iter().any(|(_, one)| one.id == parent);
    if parent_id.is_some_and(is_below) {
        return Err(ToolError::failed_precondition("the parent is a part of the item"));
    }
    let now = cx.now();
    state.items.update(&item_id, |item| {
        item.parent_id = parent_id;
        item.updated_at = now;
        Ok(())
    })?;
    Ok(parent_id)
}

fn children_of(state: &Kanban, id: IntKey<Item>) -> Vec<RowRef<Item>> {
    state.items.select(&|item| item.parent_id == Some(id))
}

/// The parts of an item and the parts of those, level by level, each with its depth.
fn descendants(state: &Kanban, id: IntKey<Item>) -> Vec<(i64, RowRef<Item>)> {
    let mut all = Vec::new();
    let mut level = children_of(state, id);
    for depth in 0..=DEPTH_MAX {
        let below = level.iter().flat_map(|item| children_of(state, item.id)).collect();
        all.extend(level.into_iter().map(|item| (depth, item)));
        level = below;
    }
    all
}

fn progress_of(state: &Kanban, id: IntKey<Item>) -> Progress {
    let parts = descendants(state, id);
    let total = count_of(&parts);
    let incomplete_items: Vec<IntKey<Item>> = parts
        .iter()
        .filter(|(_, item)| !is_complete(item.status_name))
        .map(|(_, item)| item.id)
        .collect();
    let completed = total - count_of(&incomplete_items);
    let percent = if total > 0 { completed as f64 / total as f64 * 100.0 } else { 0.0 };
    let percent = (percent * 10.0).round() / 10.0;
    Progress { item_id: id, total, completed, percent, incomplete_items }
}

/// The incomplete items that block an item, then those that it depends on.
fn blockers_of(state: &Kanban, id: IntKey<Item>) -> Vec<Blocker> {
    let blocking = state.relationships.select(&|one| {
        one.target_item_id == id && one.relationship_type == RelationshipType::Blocks
    });
    let needed = state.relationships.select(&|one| {
        one.source_item_id == id && one.relationship_type == RelationshipType::DependsOn
    });
    let blocking = blocking.iter().map(|one| (one.source_item_id, "blocks"));
    let needed = needed.iter().map(|one| (one.target_item_id, "dependency"));
    let mut blockers = Vec::new();
    for (other, reason) in blocking.chain(needed) {
        if let Some(item) = state.items.get(&other)
            && !is_complete(item.status_name)
        {
            blockers.push(Blocker {
                id: item.id,
                title: item.title.clone(),
                status: item.status_name,
                reason: reason.to_owned(),
            });
        }
    }
    blockers
}

/// Refuses to complete an item that is blocked, and to close an epic with incomplete parts.
fn check_completion(state: &Kanban, item: &Item, status: Status) -> Result<(), ToolError> {
    if !is_complete(status) {
        return Ok(());
    }
    let blockers = blockers_of(state, item.id);
    if !blockers.is_empty() {
        let told: Vec<_> = blockers.iter().map(to_json).collect();
        return Err(ToolError::failed_precondition("other items keep this one from completion")
            .with_details(serde_json::json!({"blockers": told})));
    }
    if status == Status::Closed && item.type_name == ItemType::Epic {
        let incomplete = progress_of(state, item.id).incomplete_items;
        if !incomplete.is_empty() {
            let told: Vec<i64> = incomplete.iter().map(|id| id.get()).collect();
            return Err(ToolError::failed_precondition("parts of the epic are incomplete")
                .with_details(serde_json::json!({"incomplete_items": told})));
        }
    }
    Ok(())
}

/// Moves an item to a status and notes the step. An epic whose last part is completed so goes to
/// review by itself.
fn move_item(
    state: &mut Kanban,
    item: &Item,
    status: Status,
    change_type: ChangeType,
    closed_at: Option<Timestamp>,
    cx: &mut Context,
) -> Result<StatusMove, ToolError> {
    let now = cx.now();
    state.items.update(&item.id, |item| {
        item.status_name = status;
        item.closed_at = closed_at;
        item.updated_at = now;
        Ok(())
    })?;
    record_change(state, item.id, Some(item.status_name), status, change_type, cx)?;
    if is_complete(status)
        && let Some(parent_id) = item.parent_id
    {
        advance_epic(state, parent_id, cx)?;
    }
    Ok(StatusMove { success: true, previous_status: item.status_name, new_status: status })
}

/// Puts an epic under review when all its parts are complete. It does not complete it, so an
/// epic above has to wait.
fn advance_epic(state: &mut Kanban, id: IntKey<Item>, cx: &mut Context) -> Result<(), ToolError> {
    let epic = state.items.find(&id)?;
    let is_early = matches!(epic.status_name, Status::Backlog | Status::Todo | Status::InProgress);
    let is_epic = epic.type_name == ItemType::Epic;
    if !is_epic || !is_early || !progress_of(state, id).incomplete_items.is_empty() {
        return Ok(());
    }
    let now = cx.now();
    state.items.update(&id, |epic| {
        epic.status_name = Status::Review;
        epic.updated_at = now;
        Ok(())
    })?;
    let old_status = Some(epic.status_name);
    record_change(state, id, old_status, Status::Review, ChangeType::AutoAdvance, cx)
}

fn record_change(
    state: &mut Kanban,
    item_id: IntKey<Item>,
    old_status: Option<Status>,
    new_status: Status,
    change_type: ChangeType,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let id = state.status_changes.next_int_key(cx);
    let changed_at = cx.now();
    state.status_changes.insert(StatusChange {
        id,
        item_id,
        old_status,
        new_status,
        change_type,
        changed_at,
    })?;
    Ok(())
}

/// The steps of an item, oldest first.
fn history_of(state: &Kanban, id: IntKey<Item>) -> Vec<RowRef<StatusChange>> {
    let mut history = state.status_changes.select(&|change| change.item_id == id);
    history.sort_by_key(|change| change.changed_at);
    history
}

/// The decisions on an item, newest first.
fn decisions_on(state: &Kanban, id: IntKey<Item>) -> Vec<RowRef<Decision>> {
    let mut decisions = state.decisions.select(&|decision| decision.item_id == id);
    decisions.sort_by_key(|decision| std::cmp::Reverse((decision.created_at, decision.id)));
    decisions
}

fn newest_updates(state: &Kanban, project_id: &Key<Project>, limit: i64) -> Vec<UpdateView> {
    let mut updates = state.updates.select(&|update| update.project_id == *project_id);
    updates.reverse();
    let view = |update: &RowRef<Update>| UpdateView {
        id: update.id,
        project_id: update.project_id.clone(),
        content: update.content.clone(),
        created_at: update.created_at,
        item_ids: (!update.items.is_empty()).then(|| update.items.clone()),
    };
    cut(updates, limit).iter().map(view).collect()
}

fn find_relationship(
    state: &Kanban,
    source_id: IntKey<Item>,
    target_id: IntKey<Item>,
    relationship_type: RelationshipType,
) -> Option<IntKey<Relationship>> {
    let same = |one: &Relationship| {
        one.source_item_id == source_id
            && one.target_item_id == target_id
            && one.relationship_type == relationship_type
    };
    state.relationships.first(&same).map(|one| one.id)
}

fn view_related(
    state: &Kanban,
    relationship: &Relationship,
    other: IntKey<Item>,
    direction: &str,
) -> Option<RelatedItem> {
    let item = state.items.get(&other)?;
    Some(RelatedItem {
        id: relationship.id,
        relationship_type: relationship.relationship_type,
        related_item_id: item.id,
        related_item_title: item.title.clone(),
        related_item_status: item.status_name,
        direction: direction.to_owned(),
    })
}

/// A tag's name as it is stored.
fn tag_name(name: &str) -> Result<String, ToolError> {
    let name = name.trim().to_lowercase();
    if name.is_empty() || name.chars().count() > 50 {
        return Err(ToolError::invalid_argument("a tag's name has 1 to 50 characters"));
    }
    Ok(name)
}

fn is_color(color: &str) -> bool {
    color
        .strip_prefix('#')
        .is_some_and(|hex| hex.len() == 6 && hex.chars().all(|c| c.is_ascii_hexdigit()))
}

fn find_tag(state: &Kanban, project_id: &Key<Project>, name: &str) -> Option<IntKey<Tag>> {
    let same = |tag: &Tag| tag.project_id == *project_id && tag.name == name;
    state.tags.first(&same).map(|tag| tag.id)
}

/// The tags of an item by name.
fn tags_of(state: &Kanban, id: IntKey<Item>) -> Vec<RowRef<Tag>> {
    let carried = state.item_tags.select(&|one| one.item_id == id);
    let mut tags = state.tags.select(&|tag| carried.iter().any(|one| one.tag_id == tag.id));
    tags.sort_by(|a, b| a.name.cmp(&b.name));
    tags
}

/// Whether an item carries one of the tags, or all of them. No tags accept every item.
fn has_tags(state: &Kanban, item: &Item, names: &[String], needs_all: bool) -> bool {
    if names.is_empty() {
        return true;
    }
    let tags = tags_of(state, item.id);
    let carries = |name: &String| tags.iter().any(|tag| tag.name == *name);
    if needs_all { names.iter().all(carries) } else { names.iter().any(carries) }
}

fn find_link(
    state: &Kanban,
    item_id: IntKey<Item>,
    file_path: &str,
    (line_start, line_end): (Option<i64>, Option<i64>),
) -> Option<IntKey<LinkedFile>> {
    let same = |file: &LinkedFile| {
        file.item_id == item_id
            && file.file_path == file_path
            && file.line_start == line_start
            && file.line_end == line_end
    };
    state.files.first(&same).map(|file| file.id)
}

fn hours_between(start: Timestamp, end: Timestamp) -> f64 {
    end.unix_seconds().saturating_sub(start.unix_seconds()) as f64 / 3600.0
}

fn round_cents(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn to_json(record: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    record.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

/// The steps and decisions of an item, for a timeline.
fn item_entries(state: &Kanban, id: IntKey<Item>) -> Vec<TimelineEntry> {
    let step = |change: &RowRef<StatusChange>| {
        let new_status = change.new_status.as_str();
        let old_status = change.old_status.map(|status| status.as_str());
        TimelineEntry {
            timestamp: change.changed_at,
            activity_type: "status_change".to_owned(),
            item_id: Some(id),
            title: match old_status {
                Some(old_status) => format!("From {old_status} to {new_status}"),
                None => format!("New in {new_status}"),
            },
            details: Json(serde_json::json!({
                "old_status": old_status,
                "new_status": new_status,
                "change_type": change.change_type.as_str(),
            })),
            actor: None,
            icon: "swap_horiz".to_owned(),
            color: "green".to_owned(),
        }
    };
    let decision = |decision: &RowRef<Decision>| TimelineEntry {
        timestamp: decision.created_at,
        activity_type: "decision".to_owned(),
        item_id: Some(id),
        title: format!("Decision: {}", shorten(&decision.choice, 50)),
        details: Json(serde_json::json!({
            "decision_id": decision.id.get(),
            "choice": decision.choice,
            "rejected": decision.rejected_alternatives,
            "rationale": decision.rationale,
        })),
        actor: None,
        icon: "gavel".to_owned(),
        color: "purple".to_owned(),
    };
    let steps = history_of(state, id);
    let decisions = decisions_on(state, id);
    steps.iter().map(step).chain(decisions.iter().map(decision)).collect()
}

fn update_entry(update: &Update, item_id: Option<IntKey<Item>>) -> TimelineEntry {
    let linked: Vec<i64> = update.items.iter().map(|id| id.get()).collect();
    TimelineEntry {
        timestamp: update.created_at,
        activity_type: "update".to_owned(),
        item_id,
        title: format!("Update: {}", shorten(&update.content, 60)),
        details: Json(serde_json::json!({
            "update_id": update.id.get(),
            "content": update.content,
            "linked_items": linked,
        })),
        actor: None,
        icon: "comment".to_owned(),
        color: "blue".to_owned(),
    }
}

/// The newest entries, a hundred where no limit is given.
fn timeline(mut entries: Vec<TimelineEntry>, limit: Option<i64>) -> TimelineAnswer {
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.timestamp));
    let entries = cut(entries, limit.unwrap_or(100));
    TimelineAnswer { success: true, entry_count: count_of(&entries), entries }
}

/// Two projects; the current one has an epic with a part, and work in every state.
pub const FIXTURE: &str = r##"{
    "current_project": {"project_id": "c1d61ce2c69b2711"},
    "projects": {
        "c1d61ce2c69b2711": {"id": "c1d61ce2c69b2711", "directory_path": "/srv/harbor", "name": "harbor", "created_at": "2026-02-02T08:00:00Z"},
        "6cea65f3b86cb5cb": {"id": "6cea65f3b86cb5cb", "directory_path": "/home/mara/atlas", "name": "atlas", "created_at": "2026-02-03T08:00:00Z"}
    },
    "items": {
        "1": {"id": 1, "project_id": "c1d61ce2c69b2711", "type_name": "issue", "status_name": "todo", "title": "Login button is cut off", "description": "On narrow screens the label does not fit.", "priority": 2, "complexity": null, "parent_id": 2, "created_at": "2026-02-10T09:00:00Z", "updated_at": "2026-02-11T10:00:00Z", "closed_at": null},
        "2": {"id": 2, "project_id": "c1d61ce2c69b2711", "type_name": "epic", "status_name": "backlog", "title": "Harbor on phones", "description": null, "priority": 3, "complexity": null, "parent_id": null, "created_at": "2026-02-10T08:00:00Z", "updated_at": "2026-02-10T08:00:00Z", "closed_at": null},
        "3": {"id": 3, "project_id": "c1d61ce2c69b2711", "type_name": "todo", "status_name": "in_progress", "title": "Write the tide tables", "description": null, "priority": 1, "complexity": 2, "parent_id": null, "created_at": "2026-02-12T09:00:00Z", "updated_at": "2026-02-13T09:00:00Z", "closed_at": null},
        "4": {"id": 4, "project_id": "c1d61ce2c69b2711", "type_name": "feature", "status_name": "review", "title": "Remember me", "description": "Keep the login for thirty days.", "priority": 3, "complexity": 4, "parent_id": null, "created_at": "2026-02-14T09:00:00Z", "updated_at": "2026-02-20T09:00:00Z", "closed_at": null},
        "5": {"id": 5, "project_id": "6cea65f3b86cb5cb", "type_name": "diary", "status_name": "done", "title": "Drew the first map", "description": null, "priority": 3, "complexity": null, "parent_id": null, "created_at": "2026-02-15T18:00:00Z", "updated_at": "2026-02-15T18:00:00Z", "closed_at": null}
    },
    "status_changes": {
        "1": {"id": 1, "item_id": 1, "old_status": null, "new_status": "backlog", "change_type": "create", "changed_at": "2026-02-10T09:00:00Z"},
        "2": {"id": 2, "item_id": 3, "old_status": null, "new_status": "in_progress", "change_type": "create", "changed_at": "2026-02-12T09:00:00Z"},
        "3": {"id": 3, "item_id": 1, "old_status": "backlog", "new_status": "todo", "change_type": "advance", "changed_at": "2026-02-11T10:00:00Z"}
    },
    "updates": {
        "1": {"id": 1, "project_id": "c1d61ce2c69b2711", "content": "Found why the login button is cut off", "items": [1, 3], "created_at": "2026-02-21T15:00:00Z"},
        "2": {"id": 2, "project_id": "c1d61ce2c69b2711", "content": "Planning is over", "items": [], "created_at": "2026-02-22T15:00:00Z"}
    },
    "relationships": {
        "1": {"id": 1, "source_item_id": 1, "target_item_id": 4, "relationship_type": "blocks", "created_at": "2026-02-14T09:30:00Z"},
        "2": {"id": 2, "source_item_id": 3, "target_item_id": 1, "relationship_type": "relates_to", "created_at": "2026-02-14T09:40:00Z"}
    },
    "tags": {
        "1": {"id": 1, "project_id": "c1d61ce2c69b2711", "name": "urgent", "color": "#4ade80", "created_at": "2026-02-10T09:10:00Z"},
        "2": {"id": 2, "project_id": "c1d61ce2c69b2711", "name": "ui", "color": "#60a5fa", "created_at": "2026-02-10T09:11:00Z"}
    },
    "item_tags": {
        "1/1": {"item_id": 1, "tag_id": 1, "created_at": "2026-02-10T09:10:00Z"},
        "1/2": {"item_id": 1, "tag_id": 2, "created_at": "2026-02-10T09:11:00Z"},
        "3/1": {"item_id": 3, "tag_id": 1, "created_at": "2026-02-12T09:10:00Z"}
    },
    "files": {
        "1": {"id": 1, "item_id": 1, "file_path": "src/login.html", "line_start": 10, "line_end": 20, "created_at": "2026-02-11T10:10:00Z"},
        "2": {"id": 2, "item_id": 1, "file_path": "src/login.css", "line_start": null, "line_end": null, "created_at": "2026-02-11T10:11:00Z"}
    },
    "decisions": {
        "1": {"id": 1, "item_id": 3, "choice": "Store tides by the minute", "rejected_alternatives": "By the hour", "rationale": "One table is enough", "created_at": "2026-02-12T11:00:00Z"},
        "2": {"id": 2, "item_id": 3, "choice": "Send by e-mail", "rejected_alternatives": null, "rationale": null, "created_at": "2026-02-13T11:00:00Z"}
    }
}"##;
