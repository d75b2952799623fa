//! Prefect: flows, the deployments that schedule them, and their runs with the state each is in.

/// Everything that Prefect knows.
#[derive(State)]
pub struct Prefect {
    pub deployments: Table<Deployment>,
    pub flows: Table<Flow>,
    pub flow_runs: Table<FlowRun>,
}

/// One deployment.
#[derive(Entity)]
pub struct Deployment {
    #[entity(key, sequence = "DEP-{:05}")]
    pub id: Key<Deployment>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub flow_id: Key<Flow>,
    #[entity(default)]
    pub is_schedule_active: bool,
    #[entity(body)]
    pub description: Option<String>,
}

/// One flow.
#[derive(Entity)]
pub struct Flow {
    #[entity(key, sequence = "FLO-{:05}")]
    pub id: Key<Flow>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(body)]
    pub description: Option<String>,
}

/// One flow run.
#[derive(Entity)]
pub struct FlowRun {
    #[entity(key, sequence = "FR-{:05}")]
    pub id: Key<FlowRun>,
    #[entity(title)]
    pub name: Option<String>,
    pub parameters: Option<Json>,
    #[entity(on_delete = cascade)]
    pub deployment_id: Key<Deployment>,
    #[entity(on_delete = clear)]
    pub flow_id: Option<Key<Flow>>,
    pub state_name: Option<String>,
    #[entity(default = StateType::Scheduled)]
    pub state_type: StateType,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Where a run stands.
#[derive(Choice)]
pub enum StateType {
    #[choice(rename = "SCHEDULED")]
    Scheduled,
    #[choice(rename = "PENDING")]
    Pending,
    #[choice(rename = "RUNNING")]
    Running,
    #[choice(rename = "PAUSED")]
    Paused,
    #[choice(rename = "COMPLETED")]
    Completed,
    #[choice(rename = "FAILED")]
    Failed,
    #[choice(rename = "CANCELLED")]
    Cancelled,
    #[choice(rename = "CRASHED")]
    Crashed,
}

pub trait Tools {
    #[tool(get, key(flow_id))]
    fn get_flow_by_id() -> Flow;
    #[tool(list, filter(name))]
    fn get_flow_by_name() -> Page<Flow>;
    #[tool(list, page(limit, offset))]
    fn list_flows() -> Page<Flow>;
    #[tool(list, filter(name~name, tags has tags), page(limit))]
    fn search_flows() -> Page<Flow>;
    #[tool(get, key(flow_run_id))]
    fn get_flow_run_by_id() -> FlowRun;
    #[tool(list, filter(flow_id), page(limit, offset))]
    fn list_flow_runs() -> Page<FlowRun>;
    #[tool(list, filter(state_name, state_type), page(limit))]
    fn search_flow_runs_by_state() -> Page<FlowRun>;
    #[tool(update, key(flow_run_id), set(state_type = StateType::Cancelled, state_name = "Cancelled"))]
    fn cancel_flow_run() -> FlowRun;
    #[tool(get, key(deployment_id))]
    fn get_deployment_by_id() -> Deployment;
    #[tool(list, filter(name))]
    fn get_deployment_by_name() -> Page<Deployment>;
    #[tool(list, filter(flow_id), page(limit, offset))]
    fn list_deployments() -> Page<Deployment>;
    #[tool(list, filter(is_schedule_active), page(limit))]
    fn search_deployments_by_status() -> Page<Deployment>;
    #[tool(create, ignore(timeout))]
    fn create_flow_run_from_deployment() -> FlowRun;
    #[tool(
        simulate(unclear_effect, "the criteria are an object without declared fields")
    )]
    fn filter_flows();
    #[tool(
        simulate(unclear_effect, "the criteria are an object without declared fields")
    )]
    fn filter_flow_runs();
    #[tool(
        simulate(unclear_effect, "the criteria are an object without declared fields")
    )]
    fn filter_deployments();
    #[tool(create)]
    fn create_flow_run() -> FlowRun;
}
