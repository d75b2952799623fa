//! Task Crusader: campaigns of tasks that wait for each other, and what is known of each task.
//!
//! A task belongs to one campaign and can be worked on once everything it depends on is done.
//! Its acceptance criteria, research, implementation notes and testing steps are numbered lists;
//! a task is completed only when all of its criteria are met. Campaigns carry research, too.

/// Everything that is planned.
#[derive(State)]
pub struct TaskCrusader {
    pub campaigns: Table<Campaign>,
    pub campaign_research: Table<CampaignResearch>,
    pub tasks: Table<Task>,
    pub acceptance_criteria: Table<Criterion>,
    pub task_research: Table<TaskResearch>,
    pub implementation_notes: Table<ImplementationNote>,
    pub testing_steps: Table<TestingStep>,
}

/// A goal and the tasks that lead to it.
#[derive(Entity)]
pub struct Campaign {
    #[entity(key, uuid)]
    pub id: Key<Campaign>,
    #[entity(unique, len = 1.., title)]
    pub name: String,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(default, body)]
    pub description: String,
    #[entity(default = CampaignPriority::Medium)]
    pub priority: CampaignPriority,
    #[entity(default = CampaignStatus::Planning)]
    pub status: CampaignStatus,
    #[entity(person)]
    pub owner: Option<String>,
    pub metadata: BTreeMap<String, Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub completed_at: Option<Timestamp>,
}

/// Something found out or decided for a whole campaign.
#[derive(Entity)]
pub struct CampaignResearch {
    #[entity(key, uuid)]
    pub id: Key<CampaignResearch>,
    #[entity(on_delete = cascade)]
    pub campaign_id: Key<Campaign>,
    #[entity(len = 1.., body)]
    pub content: String,
    #[entity(default = CampaignResearchType::Strategy)]
    pub research_type: CampaignResearchType,
    /// Where the item stands among those of its campaign.
    #[entity(default)]
    pub order_index: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A piece of work.
#[derive(Entity)]
pub struct Task {
    #[entity(key, uuid)]
    pub id: Key<Task>,
    #[entity(on_delete = cascade)]
    pub campaign_id: Key<Campaign>,
    #[entity(len = 1.., title)]
    pub title: String,
    #[entity(default, body)]
    pub description: String,
    #[entity(default = TaskPriority::Medium)]
    pub priority: TaskPriority,
    #[entity(default = TaskType::Code)]
    pub r#type: TaskType,
    #[entity(default = TaskStatus::Pending)]
    pub status: TaskStatus,
    #[entity(tag)]
    pub category: Option<String>,
    #[entity(tag)]
    pub tags: Vec<String>,
    /// The tasks that have to be done before.
    #[entity(on_delete = clear)]
    pub dependencies: Vec<Key<Task>>,
    #[entity(body)]
    pub failure_reason: Option<String>,
    /// The number that renumbering the campaign gave the task.
    pub priority_order: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    /// Where the task stands in the order of making; callers do not see it.
    #[entity(default)]
    pub position: i64,
}

/// What has to be true for a task to be done.
#[derive(Entity)]
pub struct Criterion {
    #[entity(key, uuid)]
    pub id: Key<Criterion>,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    #[entity(len = 1.., body)]
    pub content: String,
    #[entity(default)]
    pub is_met: bool,
    #[entity(default)]
    pub order_index: i64,
}

/// Something found out for a task.
#[derive(Entity)]
pub struct TaskResearch {
    #[entity(key, uuid)]
    pub id: Key<TaskResearch>,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    #[entity(len = 1.., body)]
    pub content: String,
    #[entity(default = TaskResearchType::Findings)]
    pub research_type: TaskResearchType,
    #[entity(default)]
    pub order_index: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Something that was noted while a task was worked on.
#[derive(Entity)]
pub struct ImplementationNote {
    #[entity(key, uuid)]
    pub id: Key<ImplementationNote>,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    #[entity(len = 1.., body)]
    pub content: String,
    #[entity(default)]
    pub order_index: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One step of trying out what a task made.
#[derive(Entity)]
pub struct TestingStep {
    #[entity(key, uuid)]
    pub id: Key<TestingStep>,
    #[entity(on_delete = cascade)]
    pub task_id: Key<Task>,
    #[entity(len = 1.., body)]
    pub content: String,
    #[entity(default = StepType::Verify)]
    pub step_type: StepType,
    #[entity(default = StepStatus::Pending)]
    pub status: StepStatus,
    #[entity(default)]
    pub order_index: i64,
}

/// How much a campaign matters.
#[derive(Choice)]
pub enum CampaignPriority {
    Low,
    Medium,
    High,
}

/// Where a campaign stands.
#[derive(Choice)]
pub enum CampaignStatus {
    Planning,
    Active,
    Paused,
    Completed,
    Cancelled,
}

/// What research for a campaign is about.
#[derive(Choice)]
pub enum CampaignResearchType {
    Strategy,
    Analysis,
    Requirements,
}

/// How much a task matters.
#[derive(Choice)]
pub enum TaskPriority {
    Low,
    Medium,
    High,
    Critical,
}

/// What kind of work a task is.
#[derive(Choice)]
pub enum TaskType {
    Code,
    Research,
    Test,
    Documentation,
    Refactor,
    Deployment,
    Review,
}

/// Where a task stands.
#[derive(Choice)]
pub enum TaskStatus {
    Pending,
    #[choice(rename = "in-progress")]
    InProgress,
    Blocked,
    Done,
    Cancelled,
}

/// What research for a task is about.
#[derive(Choice)]
pub enum TaskResearchType {
    Findings,
    Approaches,
    Docs,
}

/// What a testing step is for.
#[derive(Choice)]
pub enum StepType {
    Setup,
    Trigger,
    Verify,
    Cleanup,
    Debug,
    Fix,
    Iterate,
}

/// What came of a testing step.
#[derive(Choice)]
pub enum StepStatus {
    Pending,
    Passed,
    Failed,
    Skipped,
}

/// That a campaign and its tasks are gone.
#[derive(Record)]
pub struct DeletedCampaign {
    pub campaign_id: String,
    pub message: String,
    pub tasks_deleted: i64,
}

/// That a task is gone.
#[derive(Record)]
pub struct DeletedTask {
    pub task_id: String,
    pub message: String,
}

pub trait Tools {
    /// Plans a campaign; its name is new and not blank.
    #[tool(create, about = Campaign, reads(campaigns), writes(campaigns))]
    #[case(
        args = r#"{"name":"Autumn release","priority":"high"}"#,
        ok = r#"{"name":"Autumn release","description":"","priority":"high","status":"planning","completed_at":null}"#
    )]
    #[case(args = r#"{"name":"Harbor website"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"  "}"#, error = "invalid_argument")]
    fn campaign_create(
        state: &mut TaskCrusader,
        args: CampaignCreate,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = add_campaign(
            state,
            args.name,
            args.description.unwrap_or_default(),
            args.priority.unwrap_or(CampaignPriority::Medium),
            cx,
        )?;
        let id = &campaign.id;
        Ok(with_hints(
            value_of(&campaign),
            vec![hint(
                "workflow",
                &format!("Campaign '{}' has no tasks yet.", campaign.name),
                &format!("task_create(campaign_id='{id}', title='...')"),
                serde_json::json!({"campaign_id": id.as_str()}),
            )],
        ))
    }

    /// Campaigns in the order of making, each with how many of its tasks stand where.
    #[tool(list, about = Campaign, filter(status, priority), reads(campaigns, tasks))]
    #[case(
        args = r#"{"status":"active"}"#,
        ok = r#"[{"id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","name":"Harbor website","task_stats":{"total":3,"done":1,"pending":1,"in-progress":1}}]"#
    )]
    #[case(args = r#"{"status":"finished"}"#, error = "invalid_argument")]
    fn campaign_list(
        state: &TaskCrusader,
        args: CampaignList,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let status = args.status.map(|status| status.as_str());
        let priority = args.priority.map(|priority| priority.as_str());
        let mut campaigns = state.campaigns.select(&|campaign| {
            status.is_none_or(|status| campaign.status.as_str() == status)
                && priority.is_none_or(|priority| campaign.priority.as_str() == priority)
        });
        campaigns.sort_by_key(|campaign| campaign.created_at);
        let view = |campaign: &RowRef<Campaign>| {
            let tasks = tasks_of(state, campaign.id.as_str());
            let mut stats = counts_by_status(&tasks);
            add_field(&mut stats, "total", serde_json::json!(tasks.len()));
            let mut view = value_of(campaign);
            add_field(&mut view, "task_stats", stats);
            view
        };
        Ok(campaigns.iter().map(view).collect())
    }

    /// A campaign with its tasks: their outlines, the tasks, or the tasks with all that is theirs.
    #[tool(get, key(campaign_id), about = Campaign, reads(campaigns, tasks, acceptance_criteria, task_research, implementation_notes, testing_steps))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","verbosity":"minimal"}"#,
        ok = r#"{"id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","tasks":[{"id":"0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401","title":"Draw the site map","status":"done","priority":"medium"},{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","title":"Build the booking form","status":"in-progress","priority":"high"},{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","title":"Test the booking form","status":"pending","priority":"critical"}]}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_show(
        state: &TaskCrusader,
        args: CampaignShow,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let verbosity = args.verbosity.map_or("standard", |verbosity| verbosity.as_str());
        let tasks = tasks_of(state, campaign.id.as_str());
        let tasks: Vec<serde_json::Value> = tasks
            .iter()
            .map(|task| match verbosity {
                "minimal" => task_outline(task),
                "detailed" => task_details(state, task),
                _ => task_view(task),
            })
            .collect();
        let mut view = value_of(&campaign);
        add_field(&mut view, "tasks", serde_json::Value::Array(tasks));
        Ok(view)
    }

    /// Changes what is given. A completed campaign notes when it was completed.
    #[tool(update, key(campaign_id))]
    #[case(
        args = r#"{"campaign_id":"a84d2e60-19bb-4c3f-8f57-c06d9e7431ab","status":"active"}"#,
        ok = r#"{"id":"a84d2e60-19bb-4c3f-8f57-c06d9e7431ab","status":"active","priority":"low"}"#
    )]
    #[case(
        args = r#"{"campaign_id":"a84d2e60-19bb-4c3f-8f57-c06d9e7431ab","name":"Harbor website"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000","priority":"low"}"#,
        error = "not_found"
    )]
    fn campaign_update(
        state: &mut TaskCrusader,
        args: CampaignUpdate,
        cx: &mut Context,
    ) -> Result<RowRef<Campaign>, ToolError> {
        if let Some(name) = &args.name {
            check_not_blank("campaign name", name)?;
        }
        let now = cx.now();
        state.campaigns.update(args.campaign_id.as_str(), |campaign| {
            if let Some(status) = args.status {
                let is_new = campaign.status != status;
                campaign.status = status;
                campaign.completed_at = match status {
                    CampaignStatus::Completed if is_new => Some(now),
                    CampaignStatus::Completed => campaign.completed_at,
                    _ => None,
                };
            }
            campaign.priority = args.priority.unwrap_or(campaign.priority);
            if let Some(name) = args.name {
                campaign.name = name;
            }
            if let Some(description) = args.description {
                campaign.description = description;
            }
            campaign.updated_at = now;
            Ok(())
        })
    }

    /// Deletes a campaign, its research, its tasks and all that is theirs.
    #[tool(delete, key(campaign_id), about = Campaign)]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        ok = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","tasks_deleted":3}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_delete(
        state: &mut TaskCrusader,
        args: CampaignDelete,
        _cx: &mut Context,
    ) -> Result<DeletedCampaign, ToolError> {
        let campaign_id = args.campaign_id.as_str();
        let tasks_deleted = number(tasks_of(state, campaign_id).len());
        state.delete::<Campaign>(campaign_id)?;
        Ok(DeletedCampaign {
            campaign_id: campaign_id.to_owned(),
            message: format!("Campaign '{campaign_id}' is deleted"),
            tasks_deleted,
        })
    }

    /// How far a campaign is, what is being worked on and what can be started next.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        ok = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","campaign_name":"Harbor website","total_tasks":3,"tasks_by_status":{"done":1,"in-progress":1,"pending":1,"blocked":0,"cancelled":0},"current_in_progress_task":{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"},"next_actionable_task":null}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_get_progress_summary(
        state: &TaskCrusader,
        args: CampaignGetProgressSummary,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let tasks = tasks_of(state, campaign.id.as_str());
        let count = |status: TaskStatus| tasks.iter().filter(|task| task.status == status).count();
        let (done, pending) = (count(TaskStatus::Done), count(TaskStatus::Pending));
        let (in_progress, blocked) = (count(TaskStatus::InProgress), count(TaskStatus::Blocked));
        let total = tasks.len();
        let message = format!(
            "{done} of {total} tasks are done; {pending} pending, {in_progress} in-progress, \
             {blocked} blocked."
        );
        let id = campaign.id.as_str();
        Ok(with_hints(
            progress(state, &campaign),
            vec![hint(
                "progress",
                &message,
                &format!("campaign_get_next_actionable_task(campaign_id='{id}')"),
                serde_json::json!({
                    "campaign_id": id, "done": done, "pending": pending,
                    "in_progress": in_progress, "blocked": blocked,
                }),
            )],
        ))
    }

    /// The most important task that waits for nothing, or `null`, with how far the campaign is.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks, acceptance_criteria, task_research, implementation_notes))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        ok = r#"{"task":{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","acceptance_criteria_details":[{"id":"2b7d60f1-9e34-4c58-a1d6-f053b8c94e21","is_met":true},{"id":"7e15c8a9-0d62-4b3f-8c97-a4f26d0e1b22","is_met":false}]},"progress":{"total_tasks":3}}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_get_next_actionable_task(
        state: &TaskCrusader,
        args: CampaignGetNextActionableTask,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let is_full = args.context_depth.as_str() == "full";
        let next = actionable(state, campaign.id.as_str()).into_iter().next();
        let guidance = match &next {
            Some(task) if task.status == TaskStatus::InProgress => {
                "Finish the work, mark the criteria as met and complete the task."
            }
            Some(_) => "Set the task in progress, then work on it.",
            None => "No task can be worked on now.",
        };
        Ok(serde_json::json!({
            "task": next.map(|task| task_in_depth(state, &task, is_full)),
            "progress": progress(state, &campaign),
            "guidance": guidance,
        }))
    }

    /// Every task that waits for nothing, the most important first.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks, acceptance_criteria, task_research, implementation_notes))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","max_results":5}"#,
        ok = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","tasks":[{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}],"total_actionable":1}"#
    )]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","max_results":0}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_get_all_actionable_tasks(
        state: &TaskCrusader,
        args: CampaignGetAllActionableTasks,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let is_full = args.context_depth.as_str() == "full";
        let n_max = count_of(args.max_results)?.min(ACTIONABLE_MAX);
        let tasks = actionable(state, campaign.id.as_str());
        let is_shared = tasks.len() > 1;
        let shown: Vec<serde_json::Value> =
            tasks.iter().take(n_max).map(|task| task_in_depth(state, task, is_full)).collect();
        let warnings: Vec<&str> = is_shared
            .then_some("Set a task in progress before others take it.")
            .into_iter()
            .collect();
        Ok(serde_json::json!({
            "campaign_id": campaign.id.as_str(),
            "tasks": shown,
            "total_actionable": tasks.len(),
            "coordination_warnings": warnings,
        }))
    }

    #[tool(get, key(campaign_id))]
    fn campaign_details() -> Campaign;

    /// Adds research to the end of a campaign's list.
    #[tool(create, reads(campaigns, campaign_research), writes(campaign_research))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","content":"Ferries publish their timetable.","research_type":"analysis"}"#,
        ok = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","content":"Ferries publish their timetable.","research_type":"analysis","order_index":3}"#
    )]
    #[case(
        args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000","content":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","content":" "}"#,
        error = "invalid_argument"
    )]
    fn campaign_research_add(
        state: &mut TaskCrusader,
        args: CampaignResearchAdd,
        cx: &mut Context,
    ) -> Result<RowRef<CampaignResearch>, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        check_not_blank("content", &args.content)?;
        let order_index = state
            .campaign_research
            .next_number_where(&|row| row.campaign_id == campaign.id, &|row| row.order_index);
        let id = state.campaign_research.next_key(cx);
        state.campaign_research.insert(CampaignResearch {
            id,
            campaign_id: campaign.id.clone(),
            content: args.content,
            research_type: args.research_type.unwrap_or(CampaignResearchType::Strategy),
            order_index,
            created_at: cx.now(),
        })
    }

    #[tool(list, filter(campaign_id, research_type), sort(order_index))]
    fn campaign_research_list() -> Vec<CampaignResearch>;

    /// How to work with campaigns, phase by phase.
    #[tool]
    #[case(
        args = "{}",
        ok = r#"{"phases":[{"name":"planning"},{"name":"validation"},{"name":"execution"},{"name":"monitoring"}]}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn campaign_workflow_guide(
        _state: &TaskCrusader,
        _args: CampaignWorkflowGuide,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let phase = |name: &str, goal: &str, tools: &[&str]| serde_json::json!({"name": name, "goal": goal, "tools": tools});
        Ok(serde_json::json!({"phases": [
            phase(
                "planning",
                "Set up the campaign and its tasks, at once or one by one.",
                &["campaign_create_with_tasks", "campaign_create", "task_create"],
            ),
            phase("validation", "See whether work can start.", &["campaign_validate_readiness"]),
            phase(
                "execution",
                "Take the next task, work on it, mark its criteria as met, complete it, repeat.",
                &[
                    "campaign_get_next_actionable_task",
                    "task_update",
                    "task_acceptance_criteria_mark_met",
                    "task_complete",
                ],
            ),
            phase(
                "monitoring",
                "See how far the campaign is.",
                &["campaign_get_progress_summary", "campaign_overview"],
            ),
        ]}))
    }

    /// Makes a campaign with all of its tasks, or nothing. Tasks name each other by `temp_id`.
    #[tool(
        reads(campaigns, tasks, acceptance_criteria),
        writes(campaigns, tasks, acceptance_criteria)
    )]
    #[case(
        args = r#"{"campaign_json":"{\"campaign\":{\"name\":\"Spring issue\",\"priority\":\"high\"},\"tasks\":[{\"temp_id\":\"b\",\"title\":\"Print\",\"dependencies\":[\"a\"]},{\"temp_id\":\"a\",\"title\":\"Write\",\"acceptance_criteria\":[\"Proofread\"]}]}"}"#,
        ok = r#"{"campaign":{"name":"Spring issue","priority":"high"},"tasks":[{"title":"Print"},{"title":"Write","dependencies":[]}],"summary":{"tasks_created":2,"dependencies_created":1,"acceptance_criteria_created":1}}"#
    )]
    #[case(
        args = r#"{"campaign_json":"{\"campaign\":{\"name\":\"Loop\"},\"tasks\":[{\"temp_id\":\"a\",\"title\":\"A\",\"dependencies\":[\"b\"]},{\"temp_id\":\"b\",\"title\":\"B\",\"dependencies\":[\"a\"]}]}"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"campaign_json":"{\"campaign\":{\"name\":\"Gap\"},\"tasks\":[{\"temp_id\":\"a\",\"title\":\"A\",\"dependencies\":[\"z\"]}]}"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"campaign_json":"{\"campaign\":{\"name\":\"Harbor website\"}}"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"campaign_json":"{\"name\":\"Library\"}"}"#,
        ok = r#"{"campaign":{"name":"Library"},"tasks":[]}"#
    )]
    #[case(args = r#"{"campaign_json":"no json"}"#, error = "invalid_argument")]
    fn campaign_create_with_tasks(
        state: &mut TaskCrusader,
        args: CampaignCreateWithTasks,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let plan = object_of("campaign_json", &args.campaign_json)?;
        // The fields of the campaign stand in `campaign`, or beside `tasks`.
        let head = match plan.get("campaign") {
            Some(head) if head.is_object() => head,
            Some(_) => return Err(ToolError::invalid_argument("`campaign` must be an object")),
            None => &plan,
        };
        let priority = match text_at(head, "priority")? {
            None => CampaignPriority::Medium,
            Some(text) => *CampaignPriority::ALL
                .iter()
                .find(|priority| priority.as_str() == text)
                .ok_or_else(|| not_one_of("priority", &text))?,
        };
        let name = text_at(head, "name")?.unwrap_or_default();
        let description = text_at(head, "description")?.unwrap_or_default();
        let campaign = add_campaign(state, name, description, priority, cx)?;

        let planned: &[serde_json::Value] = match plan.get("tasks") {
            None | Some(serde_json::Value::Null) => &[],
            Some(serde_json::Value::Array(tasks)) => tasks,
            Some(_) => return Err(ToolError::invalid_argument("`tasks` must be a list")),
        };
        let mut ids: BTreeMap<String, Key<Task>> = BTreeMap::new();
        let mut made: Vec<Key<Task>> = Vec::new();
        for one in planned {
            let mut task = new_task(state, &campaign.id, "", cx);
            apply_fields(&mut task, one)?;
            if let Some(temp_id) = text_at(one, "temp_id")?
                && ids.insert(temp_id.clone(), task.id.clone()).is_some()
            {
                return Err(ToolError::invalid_argument(format!(
                    "the temp_id `{temp_id}` is used twice"
                )));
            }
            let criteria = texts_at(one, "acceptance_criteria")?.unwrap_or_default();
            made.push(add_task(state, task, &criteria, cx)?.id.clone());
        }
        let (mut n_dependencies, mut n_criteria) = (0, 0);
        for (id, one) in made.iter().zip(planned) {
            let wanted = texts_at(one, "dependencies")?.unwrap_or_default();
            n_criteria += texts_at(one, "acceptance_criteria")?.unwrap_or_default().len();
            let mut dependencies: Vec<Key<Task>> = Vec::new();
            for temp_id in &wanted {
                let dependency = ids.get(temp_id).ok_or_else(|| {
                    ToolError::invalid_argument(format!("no task has the temp_id `{temp_id}`"))
                })?;
                dependencies.push(dependency.clone());
            }
            let dependencies = checked_dependencies(state, Some(id), dependencies)?;
            n_dependencies += dependencies.len();
            state.tasks.update(id, |task| {
                task.dependencies = dependencies;
                Ok(())
            })?;
        }
        let mapping: serde_json::Map<String, serde_json::Value> =
            ids.iter().map(|(name, id)| (name.clone(), serde_json::json!(id.as_str()))).collect();
        Ok(serde_json::json!({
            "campaign": value_of(&campaign),
            "tasks": views(&tasks_of(state, campaign.id.as_str())),
            "temp_id_mapping": mapping,
            "summary": {
                "tasks_created": made.len(),
                "dependencies_created": n_dependencies,
                "acceptance_criteria_created": n_criteria,
            },
        }))
    }

    /// A campaign with its progress, latest tasks, actionable tasks and research.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks, campaign_research))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        ok = r#"{"campaign":{"id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"},"progress":{"total_tasks":3},"actionable_tasks":[{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}],"research":[{"id":"1d8e3b74-c05a-4926-b7f1-64a9d2e0c511"},{"id":"6af09c25-41d7-4e83-95b0-d8c37e1f2a12"}]}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_overview(
        state: &TaskCrusader,
        args: CampaignOverview,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let id = campaign.id.as_str();
        let mut recent = tasks_of(state, id);
        recent.sort_by_key(|task| std::cmp::Reverse((task.updated_at, task.position)));
        recent.truncate(RECENT_MAX);
        Ok(serde_json::json!({
            "campaign": value_of(&campaign),
            "progress": progress(state, &campaign),
            "recent_tasks": views(&recent),
            "actionable_tasks": views(&actionable(state, id)),
            "research": research_of(state, id),
        }))
    }

    /// Everything there is of a campaign.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks, campaign_research, acceptance_criteria, task_research, implementation_notes, testing_steps))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        ok = r#"{"campaign":{"id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"},"tasks":[{"id":"0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401"},{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","research":[{"id":"34e8f1b0-6c9d-4a27-b582-0d7ca91e6f31"}]},{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"}]}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_get_state_snapshot(
        state: &TaskCrusader,
        args: CampaignGetStateSnapshot,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let id = campaign.id.as_str();
        let tasks = tasks_of(state, id);
        let tasks: Vec<serde_json::Value> =
            tasks.iter().map(|task| task_details(state, task)).collect();
        Ok(serde_json::json!({
            "snapshot_at": cx.now().to_string(),
            "campaign": value_of(&campaign),
            "research": research_of(state, id),
            "tasks": tasks,
            "progress": progress(state, &campaign),
        }))
    }

    /// Whether a campaign can start: it has tasks, no circles, and something to begin with.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks, acceptance_criteria))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        ok = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","is_ready":true,"issues":[],"total_tasks":3,"actionable_tasks":1}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_validate_readiness(
        state: &TaskCrusader,
        args: CampaignValidateReadiness,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let tasks = tasks_of(state, campaign.id.as_str());
        let n_actionable = actionable(state, campaign.id.as_str()).len();
        let mut issues: Vec<String> = Vec::new();
        if tasks.is_empty() {
            issues.push("The campaign has no tasks".to_owned());
        }
        for task in &tasks {
            if task.dependencies.iter().any(|on| depends_on(state, on, &task.id)) {
                issues.push(format!("Task '{}' waits for itself in a circle", task.title));
            }
        }
        if !tasks.is_empty() && n_actionable == 0 {
            issues.push("No task can be worked on".to_owned());
        }
        let bare = tasks.iter().filter(|task| criteria_of(state, task).is_empty());
        let warnings: Vec<String> =
            bare.map(|task| format!("Task '{}' has no acceptance criteria", task.title)).collect();
        Ok(serde_json::json!({
            "campaign_id": campaign.id.as_str(),
            "is_ready": issues.is_empty(),
            "issues": issues,
            "warnings": warnings,
            "total_tasks": tasks.len(),
            "actionable_tasks": n_actionable,
        }))
    }

    #[tool(get, key(research_id), filter(campaign_id))]
    fn campaign_research_show() -> CampaignResearch;

    #[tool(update, key(research_id), filter(campaign_id))]
    fn campaign_research_update() -> CampaignResearch;

    #[tool(delete, key(research_id), filter(campaign_id))]
    fn campaign_research_delete() -> CampaignResearch;

    /// Moves research to another place among that of its campaign, counted from 0.
    #[tool(types(campaign_id = Key<Campaign>, research_id = Key<CampaignResearch>), reads(campaign_research), writes(campaign_research))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","research_id":"6af09c25-41d7-4e83-95b0-d8c37e1f2a12","new_order":0}"#,
        ok = r#"{"id":"6af09c25-41d7-4e83-95b0-d8c37e1f2a12","order_index":0}"#
    )]
    #[case(
        args = r#"{"campaign_id":"a84d2e60-19bb-4c3f-8f57-c06d9e7431ab","research_id":"6af09c25-41d7-4e83-95b0-d8c37e1f2a12","new_order":0}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","research_id":"6af09c25-41d7-4e83-95b0-d8c37e1f2a12","new_order":-1}"#,
        error = "invalid_argument"
    )]
    fn campaign_research_reorder(
        state: &mut TaskCrusader,
        args: CampaignResearchReorder,
        _cx: &mut Context,
    ) -> Result<RowRef<CampaignResearch>, ToolError> {
        let (owner, id) = (args.campaign_id.as_str(), args.research_id.as_str());
        let rows = state.campaign_research.select(&|row| row.campaign_id == owner);
        let places = rows.iter().map(|row| (row.order_index, row.id.to_string())).collect();
        for (order, id) in reordered(places, id, args.new_order)? {
            state.campaign_research.update(id.as_str(), |row| {
                row.order_index = order;
                Ok(())
            })?;
        }
        state.campaign_research.find(id)
    }

    /// Numbers the tasks of a campaign so that each comes after those it depends on.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks), writes(tasks))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","start_from":10}"#,
        ok = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","total_renumbered":3,"tasks":[{"id":"0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401","priority_order":10},{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","priority_order":11},{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","priority_order":12}]}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn campaign_renumber_tasks(
        state: &mut TaskCrusader,
        args: CampaignRenumberTasks,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let now = cx.now();
        let mut numbered: Vec<serde_json::Value> = Vec::new();
        let mut order = args.start_from;
        for task in in_order_of_dependencies(tasks_of(state, campaign.id.as_str())) {
            let task = state.tasks.update(&task.id, |task| {
                task.priority_order = Some(order);
                task.updated_at = now;
                Ok(())
            })?;
            let mut outline = task_outline(&task);
            add_field(&mut outline, "priority_order", serde_json::json!(order));
            numbered.push(outline);
            order = order.saturating_add(1);
        }
        Ok(serde_json::json!({
            "campaign_id": campaign.id.as_str(),
            "start_from": args.start_from,
            "total_renumbered": numbered.len(),
            "tasks": numbered,
        }))
    }

    /// Adds a task to a campaign, with the criteria and the dependencies that are given.
    #[tool(create, about = Task, reads(campaigns, tasks, acceptance_criteria), writes(tasks, acceptance_criteria))]
    #[case(
        args = r#"{"title":"Announce the launch","campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","type":"documentation","dependencies":["8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"],"acceptance_criteria":["Sent to all members"]}"#,
        ok = r#"{"title":"Announce the launch","campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","type":"documentation","priority":"medium","status":"pending","dependencies":["8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"]}"#
    )]
    #[case(
        args = r#"{"title":"x","campaign_id":"00000000-0000-4000-8000-000000000000"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"title":"x","campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","dependencies":["00000000-0000-4000-8000-000000000000"]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"title":" ","campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        error = "invalid_argument"
    )]
    fn task_create(
        state: &mut TaskCrusader,
        args: TaskCreate,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let wanted = args.dependencies.unwrap_or_default();
        let wanted = wanted.iter().map(|id| Key::new(id.as_str())).collect();
        let mut task = new_task(state, &campaign.id, &args.title, cx);
        task.description = args.description.unwrap_or_default();
        task.priority = args.priority.unwrap_or(task.priority);
        task.r#type = args.r#type.unwrap_or(task.r#type);
        task.dependencies = checked_dependencies(state, None, wanted)?;
        let task = add_task(state, task, &args.acceptance_criteria.unwrap_or_default(), cx)?;
        Ok(with_hints(task_view(&task), created_hints(state, &task)))
    }

    /// Tasks in the order of making.
    #[tool(list, about = Task, filter(campaign_id, status, priority), reads(tasks))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13","status":"pending"}"#,
        ok = r#"[{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","title":"Test the booking form","dependencies":["5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"]}]"#
    )]
    #[case(args = r#"{"priority":"extreme"}"#, error = "invalid_argument")]
    fn task_list(
        state: &TaskCrusader,
        args: TaskList,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let campaign = args.campaign_id.as_ref().map(|id| id.as_str());
        let keep = |task: &Task| {
            campaign.is_none_or(|id| task.campaign_id == id)
                && args.status.is_none_or(|status| task.status == status)
                && args.priority.is_none_or(|priority| task.priority == priority)
        };
        Ok(views(&tasks_where(state, &keep)))
    }

    /// A task with its criteria, research, notes and testing steps.
    #[tool(get, key(task_id), about = Task, reads(tasks, acceptance_criteria, task_research, implementation_notes, testing_steps))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}"#,
        ok = r#"{"id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","acceptance_criteria_details":[{"id":"2b7d60f1-9e34-4c58-a1d6-f053b8c94e21"},{"id":"7e15c8a9-0d62-4b3f-8c97-a4f26d0e1b22"}],"research":[{"id":"34e8f1b0-6c9d-4a27-b582-0d7ca91e6f31"}],"implementation_notes":[{"id":"48c1a7d5-e03b-4f69-a2c4-9b8e65d0f141"},{"id":"b07f92e4-5d1c-4836-97ea-21c6f8d3b042"}],"testing_steps":[{"id":"57d9b2e8-14fc-4a03-8b6d-e70a3c95f151"},{"id":"ec36a0f4-97b5-4d18-a0e9-4f82d1c7b652"}]}"#
    )]
    #[case(args = r#"{"task_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn task_show(
        state: &TaskCrusader,
        args: TaskShow,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        let id = task.id.as_str();
        let mut hints = Vec::new();
        let mut missing = |what: &str, words: &str, tool: &str| {
            hints.push(hint(
                "quality",
                &format!("Task '{}' has no {words}.", task.title),
                &format!("{tool}(task_id='{id}', content='...')"),
                serde_json::json!({"missing": what, "task_id": id}),
            ));
        };
        if criteria_of(state, &task).is_empty() {
            missing("acceptance_criteria", "acceptance criteria", "task_acceptance_criteria_add");
        }
        if state.task_research.first(&|row| row.task_id == task.id).is_none() {
            missing("research", "research", "task_research_add");
        }
        Ok(with_hints(task_details(state, &task), hints))
    }

    /// Changes a task. What it depends on is replaced, extended or cut down, one of them a call,
    /// and never so that tasks wait for each other in a circle.
    #[tool(update, key(task_id), about = Task, reads(tasks, acceptance_criteria), writes(tasks))]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","status":"done","title":"Try the booking form"}"#,
        ok = r#"{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","status":"done","title":"Try the booking form"}"#
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","add_dependencies":["0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401"]}"#,
        ok = r#"{"dependencies":["5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401"]}"#
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","remove_dependencies":["5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"]}"#,
        ok = r#"{"dependencies":[]}"#
    )]
    #[case(
        args = r#"{"task_id":"0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401","add_dependencies":["8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","dependencies":[],"add_dependencies":["0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"task_id":"00000000-0000-4000-8000-000000000000","status":"done"}"#,
        error = "not_found"
    )]
    fn task_update(
        state: &mut TaskCrusader,
        args: TaskUpdate,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        if let Some(title) = &args.title {
            check_not_blank("title", title)?;
        }
        let keys = |ids: Vec<&str>| ids.into_iter().map(Key::new).collect::<Vec<Key<Task>>>();
        let replaced = args.dependencies.as_ref().map(|ids| ids.iter().map(|id| id.as_str()));
        let added = args.add_dependencies.as_ref().map(|ids| ids.iter().map(|id| id.as_str()));
        let removed = args.remove_dependencies.as_ref().map(|ids| ids.iter().map(|id| id.as_str()));
        let wanted = match (replaced, added, removed) {
            (None, None, None) => None,
            (Some(ids), None, None) => Some(keys(ids.collect())),
            (None, Some(ids), None) => {
                let mut wanted = task.dependencies.clone();
                wanted.extend(keys(ids.collect()));
                Some(wanted)
            }
            (None, None, Some(ids)) => {
                let gone = keys(ids.collect());
                let mut wanted = task.dependencies.clone();
                wanted.retain(|id| !gone.contains(id));
                Some(wanted)
            }
            _ => {
                return Err(ToolError::invalid_argument(
                    "give one of `dependencies`, `add_dependencies` and `remove_dependencies`",
                ));
            }
        };
        let wanted = match wanted {
            Some(wanted) => Some(checked_dependencies(state, Some(&task.id), wanted)?),
            None => None,
        };
        let now = cx.now();
        let status = args.status;
        let task = state.tasks.update(&task.id, |task| {
            if let Some(status) = status {
                set_status(task, status, now);
            }
            task.priority = args.priority.unwrap_or(task.priority);
            if let Some(title) = args.title {
                task.title = title;
            }
            if let Some(description) = args.description {
                task.description = description;
            }
            if let Some(wanted) = wanted {
                task.dependencies = wanted;
            }
            task.updated_at = now;
            Ok(())
        })?;
        let id = task.id.as_str();
        let is_bare = criteria_of(state, &task).is_empty();
        let started = (status == Some(TaskStatus::InProgress) && is_bare).then(|| {
            hint(
                "workflow",
                &format!("Task '{}' is in progress and has no acceptance criteria.", task.title),
                &format!("task_acceptance_criteria_add(task_id='{id}', content='...')"),
                serde_json::json!({"task_id": id}),
            )
        });
        Ok(with_hints(task_view(&task), started.into_iter().collect()))
    }

    /// Deletes a task with all that is its; tasks that wait for it wait no longer.
    #[tool(delete, key(task_id), about = Task)]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}"#,
        ok = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}"#
    )]
    #[case(args = r#"{"task_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn task_delete(
        state: &mut TaskCrusader,
        args: TaskDelete,
        _cx: &mut Context,
    ) -> Result<DeletedTask, ToolError> {
        let task_id = args.task_id.as_str();
        state.delete::<Task>(task_id)?;
        Ok(DeletedTask {
            task_id: task_id.to_owned(),
            message: format!("Task '{task_id}' is deleted"),
        })
    }

    /// Marks a task as done, once all of its criteria are met.
    #[tool(update, key(task_id), about = Task, reads(tasks, acceptance_criteria), writes(tasks))]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"}"#,
        ok = r#"{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","status":"done"}"#
    )]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"task_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn task_complete(
        state: &mut TaskCrusader,
        args: TaskComplete,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        check_criteria_met(state, &task)?;
        complete(state, &task, cx)
    }

    /// Adds a criterion to the end of a task's list.
    #[tool(create, about = Criterion, reads(tasks, acceptance_criteria), writes(acceptance_criteria))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":"Works on a phone"}"#,
        ok = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":"Works on a phone","is_met":false,"order_index":3}"#
    )]
    #[case(
        args = r#"{"task_id":"00000000-0000-4000-8000-000000000000","content":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":""}"#,
        error = "invalid_argument"
    )]
    fn task_acceptance_criteria_add(
        state: &mut TaskCrusader,
        args: TaskAcceptanceCriteriaAdd,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        let criterion = add_criterion(state, &task.id, args.content, cx)?;
        let n_criteria = criteria_of(state, &task).len();
        let id = task.id.as_str();
        Ok(with_hints(
            value_of(&criterion),
            vec![hint(
                "workflow",
                &format!("Task '{}' has {n_criteria} acceptance criteria now.", task.title),
                &format!("task_update(task_id='{id}', status='in-progress')"),
                serde_json::json!({"criteria_count": n_criteria, "task_id": id}),
            )],
        ))
    }

    #[tool(update, key(criteria_id), set(is_met = true))]
    fn task_acceptance_criteria_mark_met() -> Criterion;

    #[tool(update, key(criteria_id), set(is_met = false))]
    fn task_acceptance_criteria_mark_unmet() -> Criterion;

    /// Adds research to the end of a task's list.
    #[tool(create, reads(tasks, task_research), writes(task_research))]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","content":"The old form lost input on errors."}"#,
        ok = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","research_type":"findings","order_index":1}"#
    )]
    #[case(
        args = r#"{"task_id":"00000000-0000-4000-8000-000000000000","content":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","content":""}"#,
        error = "invalid_argument"
    )]
    fn task_research_add(
        state: &mut TaskCrusader,
        args: TaskResearchAdd,
        cx: &mut Context,
    ) -> Result<RowRef<TaskResearch>, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        check_not_blank("content", &args.content)?;
        let order_index = state
            .task_research
            .next_number_where(&|row| row.task_id == task.id, &|row| row.order_index);
        let id = state.task_research.next_key(cx);
        state.task_research.insert(TaskResearch {
            id,
            task_id: task.id.clone(),
            content: args.content,
            research_type: args.research_type.unwrap_or(TaskResearchType::Findings),
            order_index,
            created_at: cx.now(),
        })
    }

    /// Adds a note to the end of a task's list.
    #[tool(create, reads(tasks, implementation_notes), writes(implementation_notes))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":"Dates are checked on the server."}"#,
        ok = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":"Dates are checked on the server.","order_index":3}"#
    )]
    #[case(
        args = r#"{"task_id":"00000000-0000-4000-8000-000000000000","content":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":""}"#,
        error = "invalid_argument"
    )]
    fn task_implementation_notes_add(
        state: &mut TaskCrusader,
        args: TaskImplementationNotesAdd,
        cx: &mut Context,
    ) -> Result<RowRef<ImplementationNote>, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        check_not_blank("content", &args.content)?;
        let order_index = state
            .implementation_notes
            .next_number_where(&|row| row.task_id == task.id, &|row| row.order_index);
        let id = state.implementation_notes.next_key(cx);
        state.implementation_notes.insert(ImplementationNote {
            id,
            task_id: task.id.clone(),
            content: args.content,
            order_index,
            created_at: cx.now(),
        })
    }

    /// Adds a step to the end of a task's list.
    #[tool(create, reads(tasks, testing_steps), writes(testing_steps))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":"Send the form","step_type":"trigger"}"#,
        ok = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","step_type":"trigger","status":"pending","order_index":3}"#
    )]
    #[case(
        args = r#"{"task_id":"00000000-0000-4000-8000-000000000000","content":"x"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","content":""}"#,
        error = "invalid_argument"
    )]
    fn task_testing_step_add(
        state: &mut TaskCrusader,
        args: TaskTestingStepAdd,
        cx: &mut Context,
    ) -> Result<RowRef<TestingStep>, ToolError> {
        add_step(state, args.task_id.as_str(), args.content, args.step_type, cx)
    }

    /// Tasks whose title or description holds the text, in any case.
    #[tool(search((title, description) ~ query), about = Task, filter(campaign_id, status, priority), page(limit = limit), reads(tasks))]
    #[case(
        args = r#"{"query":"BOOKING","status":"pending"}"#,
        ok = r#"{"query":"BOOKING","total_matches":1,"tasks":[{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","_match":{"title":true,"description":false}}],"filters_applied":{"status":"pending","priority":null}}"#
    )]
    #[case(args = r#"{"query":" "}"#, error = "invalid_argument")]
    #[case(args = r#"{"query":"form","limit":0}"#, error = "invalid_argument")]
    fn task_search(
        state: &TaskCrusader,
        args: TaskSearch,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_not_blank("query", &args.query)?;
        let n_max = count_of(args.limit)?;
        let wanted = args.query.to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&wanted);
        let campaign = args.campaign_id.as_ref().map(|id| id.as_str());
        let keep = |task: &Task| {
            (holds(&task.title) || holds(&task.description))
                && campaign.is_none_or(|id| task.campaign_id == id)
                && args.status.is_none_or(|status| task.status == status)
                && args.priority.is_none_or(|priority| task.priority == priority)
        };
        let found = tasks_where(state, &keep);
        let view = |task: &RowRef<Task>| {
            let mut view = task_view(task);
            let matches = serde_json::json!({
                "title": holds(&task.title), "description": holds(&task.description),
            });
            add_field(&mut view, "_match", matches);
            view
        };
        let shown: Vec<serde_json::Value> = found.iter().take(n_max).map(view).collect();
        Ok(serde_json::json!({
            "query": args.query,
            "filters_applied": {
                "campaign_id": campaign,
                "status": args.status.map(|status| status.as_str()),
                "priority": args.priority.map(|priority| priority.as_str()),
            },
            "tasks": shown,
            "total_matches": found.len(),
        }))
    }

    /// How many tasks there are of each status, priority, type and campaign.
    #[tool(types(campaign_id = Key<Campaign>), reads(campaigns, tasks, acceptance_criteria))]
    #[case(
        args = r#"{"campaign_id":"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13"}"#,
        ok = r#"{"total_tasks":3,"by_status":{"done":1,"pending":1},"by_priority":{"high":1,"critical":1},"by_campaign":{"3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13":3},"acceptance_criteria":{"total":3,"met":2}}"#
    )]
    #[case(args = r#"{"campaign_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn task_stats(
        state: &TaskCrusader,
        args: TaskStats,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = args.campaign_id.as_ref().map(|id| id.as_str());
        if let Some(id) = campaign {
            state.campaigns.find(id)?;
        }
        let tasks = tasks_where(state, &|task| campaign.is_none_or(|id| task.campaign_id == id));
        let mut by_campaign: BTreeMap<String, usize> = BTreeMap::new();
        for task in &tasks {
            *by_campaign.entry(task.campaign_id.to_string()).or_default() += 1;
        }
        let by_priority: BTreeMap<&str, usize> = TaskPriority::ALL
            .iter()
            .map(|one| (one.as_str(), tasks.iter().filter(|task| task.priority == *one).count()))
            .collect();
        let by_type: BTreeMap<&str, usize> = TaskType::ALL
            .iter()
            .map(|one| (one.as_str(), tasks.iter().filter(|task| task.r#type == *one).count()))
            .collect();
        let criteria: Vec<RowRef<Criterion>> =
            tasks.iter().flat_map(|task| criteria_of(state, task)).collect();
        let n_met = criteria.iter().filter(|criterion| criterion.is_met).count();
        Ok(serde_json::json!({
            "total_tasks": tasks.len(),
            "by_status": counts_by_status(&tasks),
            "by_priority": by_priority,
            "by_type": by_type,
            "by_campaign": by_campaign,
            "acceptance_criteria": {
                "total": criteria.len(),
                "met": n_met,
                "completion_rate": percent(n_met, criteria.len()),
            },
        }))
    }

    /// What a task waits for, and what waits for it.
    #[tool(types(task_id = Key<Task>), reads(tasks))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}"#,
        ok = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","dependencies":[{"id":"0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401","status":"done"}],"dependents":[{"id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"}],"is_blocked":false}"#
    )]
    #[case(args = r#"{"task_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn task_get_dependency_info(
        state: &TaskCrusader,
        args: TaskGetDependencyInfo,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        let upstream = tasks_where(state, &|one| task.dependencies.contains(&one.id));
        let downstream = tasks_where(state, &|one| one.dependencies.contains(&task.id));
        let outlines = |tasks: &[RowRef<Task>]| tasks.iter().map(task_outline).collect::<Vec<_>>();
        Ok(serde_json::json!({
            "task_id": task.id.as_str(),
            "title": task.title,
            "status": task.status.as_str(),
            "dependencies": outlines(&upstream),
            "dependents": outlines(&downstream),
            "is_blocked": !is_free(state, &task),
        }))
    }

    /// Sets the status or priority of many tasks; tasks that do not exist are told, not changed.
    #[tool(types(task_ids = Vec<Key<Task>>), reads(tasks), writes(tasks))]
    #[case(
        args = r#"{"task_ids":["8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","00000000-0000-4000-8000-000000000000"],"priority":"low"}"#,
        ok = r#"{"total":2,"success_count":1,"failure_count":1,"updated":["8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"],"failed":[{"task_id":"00000000-0000-4000-8000-000000000000"}]}"#
    )]
    #[case(args = r#"{"task_ids":[],"priority":"low"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"task_ids":["8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"]}"#,
        error = "invalid_argument"
    )]
    fn task_bulk_update(
        state: &mut TaskCrusader,
        args: TaskBulkUpdate,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        if args.task_ids.is_empty() {
            return Err(ToolError::invalid_argument("`task_ids` names no task"));
        }
        if args.status.is_none() && args.priority.is_none() {
            return Err(ToolError::invalid_argument("give `status`, `priority` or both"));
        }
        let now = cx.now();
        let (mut updated, mut failed) = (Vec::new(), Vec::new());
        for id in &args.task_ids {
            let id = id.as_str();
            let change = state.tasks.update(id, |task| {
                if let Some(status) = args.status {
                    set_status(task, status, now);
                }
                task.priority = args.priority.unwrap_or(task.priority);
                task.updated_at = now;
                Ok(())
            });
            match change {
                Ok(_) => updated.push(id),
                Err(error) => {
                    failed.push(serde_json::json!({"task_id": id, "error": error.message}));
                }
            }
        }
        Ok(serde_json::json!({
            "total": args.task_ids.len(),
            "success_count": updated.len(),
            "failure_count": failed.len(),
            "updated": updated,
            "failed": failed,
        }))
    }

    /// Adds a task with the type and the criteria that its template has.
    #[tool(create, about = Task, reads(campaigns, tasks, acceptance_criteria), writes(tasks, acceptance_criteria))]
    #[case(
        args = r#"{"template_name":"bug-fix","campaign_id":"a84d2e60-19bb-4c3f-8f57-c06d9e7431ab","title":"Ferry list is empty","overrides":"{\"priority\":\"critical\"}"}"#,
        ok = r#"{"title":"Ferry list is empty","campaign_id":"a84d2e60-19bb-4c3f-8f57-c06d9e7431ab","type":"code","priority":"critical","status":"pending"}"#
    )]
    #[case(
        args = r#"{"template_name":"test","campaign_id":"00000000-0000-4000-8000-000000000000"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"template_name":"test","campaign_id":"a84d2e60-19bb-4c3f-8f57-c06d9e7431ab","overrides":"{"}"#,
        error = "invalid_argument"
    )]
    fn task_create_from_template(
        state: &mut TaskCrusader,
        args: TaskCreateFromTemplate,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let campaign = state.campaigns.find(args.campaign_id.as_str())?;
        let (title, kind, priority, criteria) = template(args.template_name.as_str());
        let mut task = new_task(state, &campaign.id, title, cx);
        task.r#type = kind;
        task.priority = priority;
        let mut criteria: Vec<String> = criteria.iter().map(|text| (*text).to_owned()).collect();
        if let Some(overrides) = &args.overrides {
            let overrides = object_of("overrides", overrides)?;
            apply_fields(&mut task, &overrides)?;
            criteria = texts_at(&overrides, "acceptance_criteria")?.unwrap_or(criteria);
            let wanted = texts_at(&overrides, "dependencies")?.unwrap_or_default();
            let wanted = wanted.into_iter().map(Key::new).collect();
            task.dependencies = checked_dependencies(state, None, wanted)?;
        }
        if let Some(title) = args.title {
            task.title = title;
        }
        let task = add_task(state, task, &criteria, cx)?;
        Ok(with_hints(task_view(&task), created_hints(state, &task)))
    }

    /// Marks a task as done, if it is not yet, waits for nothing and meets all of its criteria.
    #[tool(update, key(task_id), about = Task, reads(tasks, acceptance_criteria), writes(tasks))]
    #[case(
        args = r#"{"task_id":"d35a7c02-e91f-4b86-8a14-7f6e20b9c804"}"#,
        ok = r#"{"id":"d35a7c02-e91f-4b86-8a14-7f6e20b9c804","status":"done"}"#
    )]
    #[case(
        args = r#"{"task_id":"0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"task_id":"00000000-0000-4000-8000-000000000000"}"#, error = "not_found")]
    fn task_complete_with_workflow(
        state: &mut TaskCrusader,
        args: TaskCompleteWithWorkflow,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let task = state.tasks.find(args.task_id.as_str())?;
        if task.status == TaskStatus::Done {
            return Err(ToolError::failed_precondition("the task is done already"));
        }
        if !is_free(state, &task) {
            return Err(ToolError::failed_precondition("the task depends on tasks not yet done"));
        }
        check_criteria_met(state, &task)?;
        complete(state, &task, cx)
    }

    #[tool(list, filter(task_id), sort(order_index))]
    fn task_research_list() -> Vec<TaskResearch>;

    #[tool(get, key(research_id), filter(task_id))]
    fn task_research_show() -> TaskResearch;

    #[tool(update, key(research_id), filter(task_id))]
    fn task_research_update() -> TaskResearch;

    #[tool(delete, key(research_id), filter(task_id))]
    fn task_research_delete() -> TaskResearch;

    /// Moves research to another place among that of its task, counted from 0.
    #[tool(types(task_id = Key<Task>, research_id = Key<TaskResearch>), reads(task_research), writes(task_research))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","research_id":"34e8f1b0-6c9d-4a27-b582-0d7ca91e6f31","new_order":0}"#,
        ok = r#"{"id":"34e8f1b0-6c9d-4a27-b582-0d7ca91e6f31","order_index":0}"#
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","research_id":"34e8f1b0-6c9d-4a27-b582-0d7ca91e6f31","new_order":0}"#,
        error = "not_found"
    )]
    fn task_research_reorder(
        state: &mut TaskCrusader,
        args: TaskResearchReorder,
        _cx: &mut Context,
    ) -> Result<RowRef<TaskResearch>, ToolError> {
        let (owner, id) = (args.task_id.as_str(), args.research_id.as_str());
        let rows = state.task_research.select(&|row| row.task_id == owner);
        let places = rows.iter().map(|row| (row.order_index, row.id.to_string())).collect();
        for (order, id) in reordered(places, id, args.new_order)? {
            state.task_research.update(id.as_str(), |row| {
                row.order_index = order;
                Ok(())
            })?;
        }
        state.task_research.find(id)
    }

    #[tool(list, filter(task_id), sort(order_index))]
    fn task_implementation_notes_list() -> Vec<ImplementationNote>;

    #[tool(get, key(note_id), filter(task_id))]
    fn task_implementation_notes_show() -> ImplementationNote;

    #[tool(update, key(note_id), filter(task_id))]
    fn task_implementation_notes_update() -> ImplementationNote;

    #[tool(delete, key(note_id), filter(task_id))]
    fn task_implementation_notes_delete() -> ImplementationNote;

    /// Moves a note to another place among those of its task, counted from 0.
    #[tool(types(task_id = Key<Task>, note_id = Key<ImplementationNote>), reads(implementation_notes), writes(implementation_notes))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","note_id":"48c1a7d5-e03b-4f69-a2c4-9b8e65d0f141","new_order":1}"#,
        ok = r#"{"id":"48c1a7d5-e03b-4f69-a2c4-9b8e65d0f141","order_index":1}"#
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","note_id":"48c1a7d5-e03b-4f69-a2c4-9b8e65d0f141","new_order":0}"#,
        error = "not_found"
    )]
    fn task_implementation_notes_reorder(
        state: &mut TaskCrusader,
        args: TaskImplementationNotesReorder,
        _cx: &mut Context,
    ) -> Result<RowRef<ImplementationNote>, ToolError> {
        let (owner, id) = (args.task_id.as_str(), args.note_id.as_str());
        let rows = state.implementation_notes.select(&|row| row.task_id == owner);
        let places = rows.iter().map(|row| (row.order_index, row.id.to_string())).collect();
        for (order, id) in reordered(places, id, args.new_order)? {
            state.implementation_notes.update(id.as_str(), |row| {
                row.order_index = order;
                Ok(())
            })?;
        }
        state.implementation_notes.find(id)
    }

    #[tool(list, filter(task_id), sort(order_index))]
    fn task_acceptance_criteria_list() -> Vec<Criterion>;

    #[tool(get, key(criterion_id), filter(task_id))]
    fn task_acceptance_criteria_show() -> Criterion;

    #[tool(update, key(criterion_id), filter(task_id))]
    fn task_acceptance_criteria_update() -> Criterion;

    #[tool(delete, key(criterion_id), filter(task_id))]
    fn task_acceptance_criteria_delete() -> Criterion;

    /// Moves a criterion to another place among those of its task, counted from 0.
    #[tool(types(task_id = Key<Task>, criterion_id = Key<Criterion>), reads(acceptance_criteria), writes(acceptance_criteria))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","criterion_id":"7e15c8a9-0d62-4b3f-8c97-a4f26d0e1b22","new_order":0}"#,
        ok = r#"{"id":"7e15c8a9-0d62-4b3f-8c97-a4f26d0e1b22","order_index":0}"#
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","criterion_id":"7e15c8a9-0d62-4b3f-8c97-a4f26d0e1b22","new_order":0}"#,
        error = "not_found"
    )]
    fn task_acceptance_criteria_reorder(
        state: &mut TaskCrusader,
        args: TaskAcceptanceCriteriaReorder,
        _cx: &mut Context,
    ) -> Result<RowRef<Criterion>, ToolError> {
        let (owner, id) = (args.task_id.as_str(), args.criterion_id.as_str());
        let rows = state.acceptance_criteria.select(&|row| row.task_id == owner);
        let places = rows.iter().map(|row| (row.order_index, row.id.to_string())).collect();
        for (order, id) in reordered(places, id, args.new_order)? {
            state.acceptance_criteria.update(id.as_str(), |row| {
                row.order_index = order;
                Ok(())
            })?;
        }
        state.acceptance_criteria.find(id)
    }

    /// Adds a step to the end of a task's list, as `task_testing_step_add` does.
    #[tool(create, reads(tasks, testing_steps), writes(testing_steps))]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","content":"Browser tests on every change"}"#,
        ok = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","step_type":"verify","status":"pending","order_index":1}"#
    )]
    #[case(
        args = r#"{"task_id":"00000000-0000-4000-8000-000000000000","content":"x"}"#,
        error = "not_found"
    )]
    fn task_testing_strategy_add(
        state: &mut TaskCrusader,
        args: TaskTestingStrategyAdd,
        cx: &mut Context,
    ) -> Result<RowRef<TestingStep>, ToolError> {
        add_step(state, args.task_id.as_str(), args.content, args.step_type, cx)
    }

    #[tool(list, filter(task_id), sort(order_index))]
    fn task_testing_strategy_list() -> Vec<TestingStep>;

    #[tool(get, key(step_id), filter(task_id))]
    fn task_testing_strategy_show() -> TestingStep;

    #[tool(update, key(step_id), filter(task_id))]
    fn task_testing_strategy_update() -> TestingStep;

    #[tool(delete, key(step_id), filter(task_id))]
    fn task_testing_strategy_delete() -> TestingStep;

    #[tool(update, key(step_id), filter(task_id), set(status = StepStatus::Passed))]
    fn task_testing_strategy_mark_passed() -> TestingStep;

    #[tool(update, key(step_id), filter(task_id), set(status = StepStatus::Failed))]
    fn task_testing_strategy_mark_failed() -> TestingStep;

    #[tool(update, key(step_id), filter(task_id), set(status = StepStatus::Skipped))]
    fn task_testing_strategy_mark_skipped() -> TestingStep;

    /// Moves a step to another place among those of its task, counted from 0.
    #[tool(types(task_id = Key<Task>, step_id = Key<TestingStep>), reads(testing_steps), writes(testing_steps))]
    #[case(
        args = r#"{"task_id":"5c27e913-8f40-4d1b-a6e2-3b90c4d8f702","step_id":"ec36a0f4-97b5-4d18-a0e9-4f82d1c7b652","new_order":0}"#,
        ok = r#"{"id":"ec36a0f4-97b5-4d18-a0e9-4f82d1c7b652","order_index":0}"#
    )]
    #[case(
        args = r#"{"task_id":"8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03","step_id":"ec36a0f4-97b5-4d18-a0e9-4f82d1c7b652","new_order":0}"#,
        error = "not_found"
    )]
    fn task_testing_strategy_reorder(
        state: &mut TaskCrusader,
        args: TaskTestingStrategyReorder,
        _cx: &mut Context,
    ) -> Result<RowRef<TestingStep>, ToolError> {
        let (owner, id) = (args.task_id.as_str(), args.step_id.as_str());
        let rows = state.testing_steps.select(&|row| row.task_id == owner);
        let places = rows.iter().map(|row| (row.order_index, row.id.to_string())).collect();
        for (order, id) in reordered(places, id, args.new_order)? {
            state.testing_steps.update(id.as_str(), |row| {
                row.order_index = order;
                Ok(())
            })?;
        }
        state.testing_steps.find(id)
    }
}

/// How many actionable tasks are listed at most.
const ACTIONABLE_MAX: usize = 50;

/// How many tasks count as the latest.
const RECENT_MAX: usize = 5;

/// An answer as a JSON value, to add to it or to nest it.
fn value_of(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn add_field(value: &mut serde_json::Value, name: &str, field: serde_json::Value) {
    if let Some(fields) = value.as_object_mut() {
        fields.insert(name.to_owned(), field);
    }
}

/// What could be done next, and why.
fn hint(
    category: &str,
    message: &str,
    tool_call: &str,
    context: serde_json::Value,
) -> serde_json::Value {
    serde_json::json!({
        "category": category, "message": message, "tool_call": tool_call, "context": context,
    })
}

/// An answer with hints; what the first one proposes is the next action.
fn with_hints(mut answer: serde_json::Value, hints: Vec<serde_json::Value>) -> serde_json::Value {
    if let Some(next) = hints.first().and_then(|hint| hint.get("tool_call")) {
        add_field(&mut answer, "next_action", next.clone());
        add_field(&mut answer, "hints", serde_json::Value::Array(hints));
    }
    answer
}

/// What a new task without criteria lacks.
fn created_hints(state: &TaskCrusader, task: &Task) -> Vec<serde_json::Value> {
    if !criteria_of(state, task).is_empty() {
        return Vec::new();
    }
    let id = task.id.as_str();
    vec![hint(
        "workflow",
        &format!("Say what task '{}' has to fulfil.", task.title),
        &format!("task_acceptance_criteria_add(task_id='{id}', content='...')"),
        serde_json::json!({"campaign_id": task.campaign_id.as_str(), "task_id": id}),
    )]
}

fn check_not_blank(what: &str, text: &str) -> Result<(), ToolError> {
    if text.trim().is_empty() {
        return Err(ToolError::invalid_argument(format!("the {what} must not be blank")));
    }
    Ok(())
}

/// A number of items that is asked for.
fn count_of(wanted: i64) -> Result<usize, ToolError> {
    match usize::try_from(wanted) {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(ToolError::invalid_argument("ask for one item at least")),
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn percent(part: usize, whole: usize) -> f64 {
    let float = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    if whole == 0 { 0.0 } else { (float(part) * 1000.0 / float(whole)).round() / 10.0 }
}

fn add_campaign(
    state: &mut TaskCrusader,
    name: String,
    description: String,
    priority: CampaignPriority,
    cx: &mut Context,
) -> Result<RowRef<Campaign>, ToolError> {
    check_not_blank("campaign name", &name)?;
    if state.campaigns.first(&|campaign| campaign.name == name).is_some() {
        return Err(ToolError::already_exists(format!("there is a campaign '{name}' already")));
    }
    let id = state.campaigns.next_key(cx);
    state.campaigns.insert(Campaign {
        id,
        name,
        title: None,
        description,
        priority,
        status: CampaignStatus::Planning,
        owner: None,
        metadata: BTreeMap::new(),
        created_at: cx.now(),
        updated_at: cx.now(),
        completed_at: None,
    })
}

/// A task as it starts, not yet in the table.
fn new_task(
    state: &mut TaskCrusader,
    campaign: &Key<Campaign>,
    title: &str,
    cx: &mut Context,
) -> Task {
    Task {
        id: state.tasks.next_key(cx),
        campaign_id: campaign.clone(),
        title: title.to_owned(),
        description: String::new(),
        priority: TaskPriority::Medium,
        r#type: TaskType::Code,
        status: TaskStatus::Pending,
        category: None,
        tags: Vec::new(),
        dependencies: Vec::new(),
        failure_reason: None,
        priority_order: None,
        created_at: cx.now(),
        updated_at: cx.now(),
        completed_at: None,
        position: state.tasks.next_number_where(&|_| true, &|task| task.position),
    }
}

fn add_task(
    state: &mut TaskCrusader,
    task: Task,
    criteria: &[String],
    cx: &mut Context,
) -> Result<RowRef<Task>, ToolError> {
    check_not_blank("title", &task.title)?;
    let task = state.tasks.insert(task)?;
    for content in criteria {
        add_criterion(state, &task.id, content.clone(), cx)?;
    }
    Ok(task)
}

fn add_criterion(
    state: &mut TaskCrusader,
    task: &Key<Task>,
    content: String,
    cx: &mut Context,
) -> Result<RowRef<Criterion>, ToolError> {
    check_not_blank("content", &content)?;
    let order_index = state
        .acceptance_criteria
        .next_number_where(&|row| row.task_id == *task, &|row| row.order_index);
    let id = state.acceptance_criteria.next_key(cx);
    let task_id = task.clone();
    state.acceptance_criteria.insert(Criterion { id, task_id, content, is_met: false, order_index })
}

fn add_step(
    state: &mut TaskCrusader,
    task: &str,
    content: String,
    step_type: Option<StepType>,
    cx: &mut Context,
) -> Result<RowRef<TestingStep>, ToolError> {
    let task = state.tasks.find(task)?;
    check_not_blank("content", &content)?;
    let order_index = state
        .testing_steps
        .next_number_where(&|row| row.task_id == task.id, &|row| row.order_index);
    let id = state.testing_steps.next_key(cx);
    state.testing_steps.insert(TestingStep {
        id,
        task_id: task.id.clone(),
        content,
        step_type: step_type.unwrap_or(StepType::Verify),
        status: StepStatus::Pending,
        order_index,
    })
}

fn set_status(task: &mut Task, status: TaskStatus, now: Timestamp) {
    task.completed_at = match status {
        TaskStatus::Done => task.completed_at.or(Some(now)),
        _ => None,
    };
    task.status = status;
}

fn complete(
    state: &mut TaskCrusader,
    task: &Task,
    cx: &mut Context,
) -> Result<serde_json::Value, ToolError> {
    let now = cx.now();
    let task = state.tasks.update(&task.id, |task| {
        set_status(task, TaskStatus::Done, now);
        task.updated_at = now;
        Ok(())
    })?;
    Ok(task_view(&task))
}

fn check_criteria_met(state: &TaskCrusader, task: &Task) -> Result<(), ToolError> {
    let unmet = criteria_of(state, task).into_iter().filter(|criterion| !criterion.is_met);
    let unmet: Vec<serde_json::Value> = unmet.map(|criterion| value_of(&criterion)).collect();
    if unmet.is_empty() {
        return Ok(());
    }
    let message = format!("{} acceptance criteria are not met", unmet.len());
    let details = serde_json::json!({"unmet_criteria": unmet});
    Err(ToolError::failed_precondition(message).with_details(details))
}

/// Tasks in the order of making.
fn tasks_where(state: &TaskCrusader, keep: &dyn Fn(&Task) -> bool) -> Vec<RowRef<Task>> {
    let mut tasks = state.tasks.select(keep);
    tasks.sort_by_key(|task| (task.created_at, task.position));
    tasks
}

fn tasks_of(state: &TaskCrusader, campaign: &str) -> Vec<RowRef<Task>> {
    tasks_where(state, &|task| task.campaign_id == campaign)
}

fn criteria_of(state: &TaskCrusader, task: &Task) -> Vec<RowRef<Criterion>> {
    let mut criteria = state.acceptance_criteria.select(&|row| row.task_id == task.id);
    criteria.sort_by_key(|row| row.order_index);
    criteria
}

fn research_of(state: &TaskCrusader, campaign: &str) -> Vec<serde_json::Value> {
    let mut research = state.campaign_research.select(&|row| row.campaign_id == campaign);
    research.sort_by_key(|row| row.order_index);
    research.iter().map(value_of).collect()
}

/// Whether everything that a task depends on is done.
fn is_free(state: &TaskCrusader, task: &Task) -> bool {
    let is_done =
        |id: &Key<Task>| state.tasks.get(id).is_some_and(|on| on.status == TaskStatus::Done);
    task.dependencies.iter().all(is_done)
}

/// The tasks that can be worked on, the most important first.
fn actionable(state: &TaskCrusader, campaign: &str) -> Vec<RowRef<Task>> {
    let mut tasks = tasks_of(state, campaign);
    tasks.retain(|task| {
        matches!(task.status, TaskStatus::Pending | TaskStatus::InProgress) && is_free(state, task)
    });
    tasks.sort_by_key(|task| std::cmp::Reverse(rank(task.priority)));
    tasks
}

fn rank(priority: TaskPriority) -> i64 {
    match priority {
        TaskPriority::Low => 0,
        TaskPriority::Medium => 1,
        TaskPriority::High => 2,
        TaskPriority::Critical => 3,
    }
}

fn counts_by_status(tasks: &[RowRef<Task>]) -> serde_json::Value {
    let count = |status: &TaskStatus| tasks.iter().filter(|task| task.status == *status).count();
    let counts: BTreeMap<&str, usize> =
        TaskStatus::ALL.iter().map(|status| (status.as_str(), count(status))).collect();
    serde_json::json!(counts)
}

fn progress(state: &TaskCrusader, campaign: &Campaign) -> serde_json::Value {
    let tasks = tasks_of(state, campaign.id.as_str());
    let n_done = tasks.iter().filter(|task| task.status == TaskStatus::Done).count();
    let current = tasks.iter().find(|task| task.status == TaskStatus::InProgress);
    let ready = actionable(state, campaign.id.as_str());
    let next = ready.iter().find(|task| task.status == TaskStatus::Pending);
    let brief = |task: &RowRef<Task>| {
        serde_json::json!({
            "id": task.id.as_str(), "title": task.title, "priority": task.priority.as_str(),
        })
    };
    serde_json::json!({
        "campaign_id": campaign.id.as_str(),
        "campaign_name": campaign.name,
        "total_tasks": tasks.len(),
        "tasks_by_status": counts_by_status(&tasks),
        "completion_rate": percent(n_done, tasks.len()),
        "current_in_progress_task": current.map(brief),
        "next_actionable_task": next.map(brief),
    })
}

/// A task as callers see it.
fn task_view(task: &RowRef<Task>) -> serde_json::Value {
    let mut view = value_of(task);
    if let Some(fields) = view.as_object_mut() {
        fields.remove("position");
    }
    view
}

fn views(tasks: &[RowRef<Task>]) -> Vec<serde_json::Value> {
    tasks.iter().map(task_view).collect()
}

fn task_outline(task: &RowRef<Task>) -> serde_json::Value {
    serde_json::json!({
        "id": task.id.as_str(),
        "title": task.title,
        "status": task.status.as_str(),
        "priority": task.priority.as_str(),
    })
}

/// A task with its criteria and, in full, with its research and notes.
fn task_in_depth(state: &TaskCrusader, task: &RowRef<Task>, is_full: bool) -> serde_json::Value {
    let mut view = task_view(task);
    let criteria: Vec<serde_json::Value> = criteria_of(state, task).iter().map(value_of).collect();
    add_field(&mut view, "acceptance_criteria_details", serde_json::Value::Array(criteria));
    if is_full {
        let mut research = state.task_research.select(&|row| row.task_id == task.id);
        research.sort_by_key(|row| row.order_index);
        let mut notes = state.implementation_notes.select(&|row| row.task_id == task.id);
        notes.sort_by_key(|row| row.order_index);
        let research = research.iter().map(value_of).collect();
        let notes = notes.iter().map(value_of).collect();
        add_field(&mut view, "research", serde_json::Value::Array(research));
        add_field(&mut view, "implementation_notes", serde_json::Value::Array(notes));
    }
    view
}

/// A task with all that is its.
fn task_details(state: &TaskCrusader, task: &RowRef<Task>) -> serde_json::Value {
    let mut view = task_in_depth(state, task, true);
    let mut steps = state.testing_steps.select(&|row| row.task_id == task.id);
    steps.sort_by_key(|row| row.order_index);
    let steps = steps.iter().map(value_of).collect();
    add_field(&mut view, "testing_steps", serde_json::Value::Array(steps));
    view
}

/// Whether a task is another one or waits for it, however far up.
fn depends_on(state: &TaskCrusader, task: &Key<Task>, other: &Key<Task>) -> bool {
    let mut seen: Vec<Key<Task>> = Vec::new();
    let mut open = vec![task.clone()];
    while let Some(id) = open.pop() {
        if id == *other {
            return true;
        }
        if seen.contains(&id) {
            continue;
        }
        if let Some(task) = state.tasks.get(&id) {
            open.extend(task.dependencies.iter().cloned());
        }
        seen.push(id);
    }
    false
}

/// What a task may depend on: tasks that exist, each once, none of which waits for the task.
fn checked_dependencies(
    state: &TaskCrusader,
    task: Option<&Key<Task>>,
    wanted: Vec<Key<Task>>,
) -> Result<Vec<Key<Task>>, ToolError> {
    let mut checked: Vec<Key<Task>> = Vec::new();
    for id in wanted {
        state.tasks.find(&id)?;
        if task.is_some_and(|task| depends_on(state, &id, task)) {
            return Err(ToolError::invalid_argument(format!(
                "depending on `{id}` would let tasks wait for each other in a circle"
            )));
        }
        if !checked.contains(&id) {
            checked.push(id);
        }
    }
    Ok(checked)
}

/// The tasks so that each comes after those it depends on, else in the order given.
fn in_order_of_dependencies(mut left: Vec<RowRef<Task>>) -> Vec<RowRef<Task>> {
    let mut ordered: Vec<RowRef<Task>> = Vec::new();
    for _ in 0..left.len() {
        let waits =
            |task: &RowRef<Task>| left.iter().any(|other| task.dependencies.contains(&other.id));
        // In a circle there is no first one; then the order given counts.
        let at = left.iter().position(|task| !waits(task)).unwrap_or(0);
        ordered.push(left.remove(at));
    }
    ordered
}

/// The new places of a list's items once one of them has moved. Places count from 0.
fn reordered(
    mut places: Vec<(i64, String)>,
    moved: &str,
    new_order: i64,
) -> Result<Vec<(i64, String)>, ToolError> {
    places.sort();
    let mut ids: Vec<String> = places.into_iter().map(|(_, id)| id).collect();
    let at = ids.iter().position(|id| id == moved);
    let at = at.ok_or_else(|| ToolError::not_found(format!("there is no `{moved}` here")))?;
    let to = usize::try_from(new_order)
        .map_err(|_| ToolError::invalid_argument("places count from 0"))?;
    let id = ids.remove(at);
    ids.insert(to.min(ids.len()), id);
    Ok((0..).zip(ids).collect())
}

/// The object that an argument is in JSON.
fn object_of(argument: &str, text: &str) -> Result<serde_json::Value, ToolError> {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if value.is_object() => Ok(value),
        _ => Err(ToolError::invalid_argument(format!("`{argument}` must be a JSON object"))),
    }
}

fn not_one_of(name: &str, text: &str) -> ToolError {
    ToolError::invalid_argument(format!("`{name}` cannot be `{text}`"))
}

/// A text among the fields of an object, when it is there.
fn text_at(object: &serde_json::Value, name: &str) -> Result<Option<String>, ToolError> {
    match object.get(name) {
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(serde_json::Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(ToolError::invalid_argument(format!("`{name}` must be a text"))),
    }
}

/// A list of texts among the fields of an object, when it is there.
fn texts_at(object: &serde_json::Value, name: &str) -> Result<Option<Vec<String>>, ToolError> {
    let bad = || ToolError::invalid_argument(format!("`{name}` must be a list of texts"));
    match object.get(name) {
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(serde_json::Value::Array(items)) => {
            let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
            texts.collect::<Option<Vec<String>>>().map(Some).ok_or_else(bad)
        }
        Some(_) => Err(bad()),
    }
}

/// Sets the fields of a task that an object has.
fn apply_fields(task: &mut Task, fields: &serde_json::Value) -> Result<(), ToolError> {
    if !fields.is_object() {
        return Err(ToolError::invalid_argument("a task must be an object"));
    }
    if let Some(title) = text_at(fields, "title")? {
        task.title = title;
    }
    if let Some(description) = text_at(fields, "description")? {
        task.description = description;
    }
    if let Some(text) = text_at(fields, "priority")? {
        let known = TaskPriority::ALL.iter().find(|one| one.as_str() == text);
        task.priority = *known.ok_or_else(|| not_one_of("priority", &text))?;
    }
    if let Some(text) = text_at(fields, "type")? {
        let known = TaskType::ALL.iter().find(|one| one.as_str() == text);
        task.r#type = *known.ok_or_else(|| not_one_of("type", &text))?;
    }
    if let Some(category) = text_at(fields, "category")? {
        task.category = Some(category);
    }
    if let Some(tags) = texts_at(fields, "tags")? {
        task.tags = tags;
    }
    Ok(())
}

/// What tasks of a template start with: title, type, priority and criteria.
fn template(name: &str) -> (&'static str, TaskType, TaskPriority, &'static [&'static str]) {
    match name {
        "bug-fix" => (
            "Fix a bug",
            TaskType::Code,
            TaskPriority::High,
            &["The cause is known", "The bug no longer occurs", "A test keeps it from coming back"],
        ),
        "refactor" => (
            "Refactor code",
            TaskType::Refactor,
            TaskPriority::Medium,
            &["Behavior is unchanged", "All tests pass"],
        ),
        "research" => (
            "Research a question",
            TaskType::Research,
            TaskPriority::Medium,
            &["The findings are written down", "A recommendation is given"],
        ),
        "test" => (
            "Write tests",
            TaskType::Test,
            TaskPriority::Medium,
            &["Usual and edge cases are covered", "All tests pass"],
        ),
        "documentation" => (
            "Write documentation",
            TaskType::Documentation,
            TaskPriority::Low,
            &["The text is complete", "The examples work"],
        ),
        _ => (
            "Build a feature",
            TaskType::Code,
            TaskPriority::Medium,
            &["The feature works as described", "Tests cover it", "It is documented"],
        ),
    }
}

/// Two campaigns; in the first, three tasks wait for each other in a row.
pub const FIXTURE: &str = r#"{
    "campaigns": {
        "3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13": {"id": "3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13", "name": "Harbor website", "title": null, "description": "A new site for the harbor", "priority": "high", "status": "active", "owner": null, "metadata": {}, "created_at": "2026-02-02T08:00:00Z", "updated_at": "2026-02-09T08:00:00Z", "completed_at": null},
        "a84d2e60-19bb-4c3f-8f57-c06d9e7431ab": {"id": "a84d2e60-19bb-4c3f-8f57-c06d9e7431ab", "name": "Ferry timetable", "title": null, "description": "", "priority": "low", "status": "planning", "owner": null, "metadata": {}, "created_at": "2026-02-03T08:00:00Z", "updated_at": "2026-02-03T08:00:00Z", "completed_at": null}
    },
    "campaign_research": {
        "1d8e3b74-c05a-4926-b7f1-64a9d2e0c511": {"id": "1d8e3b74-c05a-4926-b7f1-64a9d2e0c511", "campaign_id": "3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13", "content": "Guests book by phone today.", "research_type": "analysis", "order_index": 1, "created_at": "2026-02-02T09:00:00Z"},
        "6af09c25-41d7-4e83-95b0-d8c37e1f2a12": {"id": "6af09c25-41d7-4e83-95b0-d8c37e1f2a12", "campaign_id": "3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13", "content": "Start with bookings, then berths.", "research_type": "strategy", "order_index": 2, "created_at": "2026-02-02T09:30:00Z"}
    },
    "tasks": {
        "0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401": {"id": "0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401", "campaign_id": "3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13", "title": "Draw the site map", "description": "All pages on one sheet", "priority": "medium", "type": "documentation", "status": "done", "category": null, "tags": ["design"], "dependencies": [], "failure_reason": null, "priority_order": null, "created_at": "2026-02-02T10:00:00Z", "updated_at": "2026-02-05T10:00:00Z", "completed_at": "2026-02-05T10:00:00Z", "position": 1},
        "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702": {"id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "campaign_id": "3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13", "title": "Build the booking form", "description": "", "priority": "high", "type": "code", "status": "in-progress", "category": null, "tags": [], "dependencies": ["0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401"], "failure_reason": null, "priority_order": null, "created_at": "2026-02-02T10:05:00Z", "updated_at": "2026-02-06T10:00:00Z", "completed_at": null, "position": 2},
        "8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03": {"id": "8e94b1d7-263c-4fa0-9d75-e1c8a03b5f03", "campaign_id": "3f1c9a52-7d0e-4b6a-9c41-5e2ab8d07f13", "title": "Test the booking form", "description": "", "priority": "critical", "type": "test", "status": "pending", "category": null, "tags": [], "dependencies": ["5c27e913-8f40-4d1b-a6e2-3b90c4d8f702"], "failure_reason": null, "priority_order": null, "created_at": "2026-02-02T10:10:00Z", "updated_at": "2026-02-02T10:10:00Z", "completed_at": null, "position": 3},
        "d35a7c02-e91f-4b86-8a14-7f6e20b9c804": {"id": "d35a7c02-e91f-4b86-8a14-7f6e20b9c804", "campaign_id": "a84d2e60-19bb-4c3f-8f57-c06d9e7431ab", "title": "Collect the timetables", "description": "From all three ferry lines", "priority": "low", "type": "research", "status": "pending", "category": null, "tags": [], "dependencies": [], "failure_reason": null, "priority_order": null, "created_at": "2026-02-03T10:00:00Z", "updated_at": "2026-02-03T10:00:00Z", "completed_at": null, "position": 4}
    },
    "acceptance_criteria": {
        "2b7d60f1-9e34-4c58-a1d6-f053b8c94e21": {"id": "2b7d60f1-9e34-4c58-a1d6-f053b8c94e21", "task_id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "content": "Dates in the past are refused", "is_met": true, "order_index": 1},
        "7e15c8a9-0d62-4b3f-8c97-a4f26d0e1b22": {"id": "7e15c8a9-0d62-4b3f-8c97-a4f26d0e1b22", "task_id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "content": "Guests get a mail", "is_met": false, "order_index": 2},
        "c940a2e6-b718-4d5c-9f03-58e1d7b36c23": {"id": "c940a2e6-b718-4d5c-9f03-58e1d7b36c23", "task_id": "0b6f4d8e-52a1-4e97-b3c8-91d2f7a6e401", "content": "The harbor master agrees", "is_met": true, "order_index": 1}
    },
    "task_research": {
        "34e8f1b0-6c9d-4a27-b582-0d7ca91e6f31": {"id": "34e8f1b0-6c9d-4a27-b582-0d7ca91e6f31", "task_id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "content": "Forms with five fields are filled in most often.", "research_type": "findings", "order_index": 1, "created_at": "2026-02-06T09:00:00Z"},
        "91b6d3c7-f2a8-4e50-8d1b-c35f07e4a932": {"id": "91b6d3c7-f2a8-4e50-8d1b-c35f07e4a932", "task_id": "d35a7c02-e91f-4b86-8a14-7f6e20b9c804", "content": "https://ferries.example/timetable", "research_type": "docs", "order_index": 1, "created_at": "2026-02-06T09:10:00Z"}
    },
    "implementation_notes": {
        "48c1a7d5-e03b-4f69-a2c4-9b8e65d0f141": {"id": "48c1a7d5-e03b-4f69-a2c4-9b8e65d0f141", "task_id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "content": "The form posts to /bookings.", "order_index": 1, "created_at": "2026-02-06T11:00:00Z"},
        "b07f92e4-5d1c-4836-97ea-21c6f8d3b042": {"id": "b07f92e4-5d1c-4836-97ea-21c6f8d3b042", "task_id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "content": "Mails go out from a queue.", "order_index": 2, "created_at": "2026-02-06T12:00:00Z"}
    },
    "testing_steps": {
        "57d9b2e8-14fc-4a03-8b6d-e70a3c95f151": {"id": "57d9b2e8-14fc-4a03-8b6d-e70a3c95f151", "task_id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "content": "Start the site with two test guests", "step_type": "setup", "status": "passed", "order_index": 1},
        "ec36a0f4-97b5-4d18-a0e9-4f82d1c7b652": {"id": "ec36a0f4-97b5-4d18-a0e9-4f82d1c7b652", "task_id": "5c27e913-8f40-4d1b-a6e2-3b90c4d8f702", "content": "A booking for yesterday is refused", "step_type": "verify", "status": "pending", "order_index": 2}
    }
}"#;
