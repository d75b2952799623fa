//! PostHog: dashboards, insights, feature flags, experiments and surveys of analytics projects.

/// Everything that PostHog knows.
#[derive(State)]
pub struct Posthog {
    pub current_user: One<CurrentUser>,
    pub dashboards: Table<Dashboard>,
    pub dashboard_insights: Table<DashboardInsight>,
    pub errors: Table<Error>,
    pub event_definitions: Table<EventDefinition>,
    pub experiments: Table<Experiment>,
    pub feature_flags: Table<FeatureFlag>,
    pub insights: Table<Insight>,
    pub properties: Table<Property>,
    pub surveys: Table<Survey>,
}
/// The user whose key is used.
#[derive(Entity)]
pub struct CurrentUser {
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}
/// A board of insights in a project.
#[derive(Entity)]
pub struct Dashboard {
    #[entity(key, sequence)]
    pub id: IntKey<Dashboard>,
    #[entity(title)]
    pub name: String,
    pub project_id: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default)]
    pub pinned: bool,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A place of an insight on a dashboard.
#[derive(Entity)]
#[entity(unique(insight_id, dashboard_id))]
pub struct DashboardInsight {
    #[entity(key, sequence = "TIL-{:05}")]
    pub id: Key<DashboardInsight>,
    #[entity(on_delete = cascade)]
    pub insight_id: IntKey<Insight>,
    #[entity(on_delete = cascade)]
    pub dashboard_id: IntKey<Dashboard>,
    pub project_id: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A group of exceptions that an application threw for the same cause.
#[derive(Entity)]
pub struct Error {
    #[entity(key, uuid)]
    pub id: Key<Error>,
    pub project_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub status: Option<String>,
    #[entity(range = 0..=1_000_000_000)]
    pub occurrences: Option<i64>,
    pub first_seen: Option<Timestamp>,
    pub last_seen: Option<Timestamp>,
}
/// A kind of event that a project records.
#[derive(Entity)]
#[entity(unique(project_id, name))]
pub struct EventDefinition {
    #[entity(key, uuid)]
    pub id: Key<EventDefinition>,
    pub project_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub last_seen_at: Option<Timestamp>,
}
/// A comparison of variants behind a feature flag.
#[derive(Entity)]
pub struct Experiment {
    #[entity(key, sequence)]
    pub id: IntKey<Experiment>,
    #[entity(title)]
    pub name: String,
    #[entity(slug)]
    pub feature_flag_key: String,
    pub project_id: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = ExperimentExperimentType::Product)]
    pub experiment_type: ExperimentExperimentType,
    pub primary_metrics: Option<Json>,
    pub secondary_metrics: Option<Json>,
    pub variants: Option<Json>,
    #[entity(default = true)]
    pub draft: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `experiment_type` can be.
#[derive(Choice)]
pub enum ExperimentExperimentType {
    Product,
    Web,
}
/// A switch that turns a feature on for some users.
#[derive(Entity)]
#[entity(unique(project_id, key))]
pub struct FeatureFlag {
    #[entity(key, sequence)]
    pub id: IntKey<FeatureFlag>,
    pub project_id: String,
    #[entity(len = 1..=400, slug)]
    pub key: String,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = true)]
    pub active: bool,
    pub filters: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A saved chart or query.
#[derive(Entity)]
pub struct Insight {
    #[entity(key, sequence)]
    pub id: IntKey<Insight>,
    pub query_id: Option<String>,
    pub filters: Option<Json>,
    #[entity(title)]
    pub name: String,
    pub project_id: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A property that events or persons of a project carry.
#[derive(Entity)]
pub struct Property {
    #[entity(key, uuid)]
    pub id: Key<Property>,
    pub project_id: String,
    #[entity(title)]
    pub name: String,
    pub event_name: Option<String>,
    #[entity(default = PropertyPropertyType::Event)]
    pub property_type: PropertyPropertyType,
}
/// What `property_type` can be.
#[derive(Choice)]
pub enum PropertyPropertyType {
    Event,
    Person,
}
/// A set of questions that users of a project are asked.
#[derive(Entity)]
pub struct Survey {
    #[entity(key, sequence = "SUR-{:05}")]
    pub id: Key<Survey>,
    #[entity(title)]
    pub name: String,
    pub project_id: String,
    #[entity(body)]
    pub description: Option<String>,
    pub survey_type: Option<SurveySurveyType>,
    pub questions: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `survey_type` can be.
#[derive(Choice)]
pub enum SurveySurveyType {
    Popover,
    Api,
    Widget,
    Button,
}
pub trait Tools {
    #[tool(create)]
    fn add_insight_to_dashboard() -> DashboardInsight;
    #[tool(simulate(external_computation, "it is computed from the events recorded"))]
    fn compare_periods();
    #[tool(create)]
    fn create_dashboard() -> Dashboard;
    #[tool(create)]
    fn create_experiment() -> Experiment;
    #[tool(simulate(unclear_effect, "it makes a feature flag beside the experiment"))]
    fn create_experiment_with_flag();
    #[tool(create)]
    fn create_feature_flag() -> FeatureFlag;
    #[tool(create)]
    fn create_insight_from_query() -> Insight;
    #[tool(create)]
    fn create_survey() -> Survey;
    #[tool(delete, key(dashboard_id), filter(project_id))]
    fn delete_dashboard() -> Dashboard;
    #[tool(delete, key(experiment_id), filter(project_id))]
    fn delete_experiment() -> Experiment;
    #[tool(simulate(unclear_effect, "the flag is named by its number or by its key"))]
    fn delete_feature_flag();
    #[tool(delete, key(insight_id), filter(project_id))]
    fn delete_insight() -> Insight;
    #[tool(delete, key(survey_id), filter(project_id))]
    fn delete_survey() -> Survey;
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_all_survey_activity();
    #[tool(list, filter(project_id, id = dashboard_id, name = dashboard_name))]
    fn get_dashboard() -> Page<Dashboard>;
    #[tool(get, key(issue_id), filter(project_id))]
    fn get_error_details() -> Error;
    #[tool(list, filter(project_id, id = experiment_id, name = experiment_name))]
    fn get_experiment() -> Page<Experiment>;
    #[tool(simulate(external_computation, "the results are computed from the events recorded"))]
    fn get_experiment_results();
    #[tool(list, filter(project_id, id = flag_id, key = flag_key))]
    fn get_feature_flag() -> Page<FeatureFlag>;
    #[tool(simulate(external_computation, "it is computed from the events recorded"))]
    fn get_funnel();
    #[tool(list, filter(project_id, id = insight_id, name = insight_name))]
    fn get_insight() -> Page<Insight>;
    #[tool(simulate(external_computation, "it is computed from the events recorded"))]
    fn get_retention();
    #[tool(list, filter(project_id, id = survey_id, name = survey_name))]
    fn get_survey() -> Page<Survey>;
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_survey_activity();
    #[tool(simulate(external_computation, "it is computed from the events recorded"))]
    fn get_trend();
    #[tool(simulate(external_computation, "it is computed from the events recorded"))]
    fn get_trends();
    #[tool(search((name, description) ~ search), filter(project_id, pinned), page(limit, offset))]
    fn list_dashboards() -> Page<Dashboard>;
    #[tool(list, filter(project_id), page(limit, offset))]
    fn list_errors() -> Page<Error>;
    #[tool(search((name, description)~search), filter(project_id), page(limit, offset))]
    fn list_event_definitions() -> Page<EventDefinition>;
    #[tool(list, filter(project_id), page(limit, offset))]
    fn list_experiments() -> Page<Experiment>;
    #[tool(list, filter(project_id), page(limit, offset))]
    fn list_feature_flags() -> Page<FeatureFlag>;
    #[tool(search((name, description) ~ search), filter(project_id), page(limit, offset))]
    fn list_insights() -> Page<Insight>;
    #[tool(list, filter(project_id, event_name, property_type), page(limit, offset))]
    fn list_properties() -> Page<Property>;
    #[tool(search((name, description) ~ search), filter(project_id), page(limit, offset))]
    fn list_surveys() -> Page<Survey>;
    #[tool(simulate(external_computation, "it queries the events recorded"))]
    fn run_query();
    #[tool(update, key(dashboard_id), filter(project_id))]
    fn update_dashboard() -> Dashboard;
    #[tool(simulate(unclear_effect, "it may also launch, conclude or restart the experiment"))]
    fn update_experiment();
    #[tool(simulate(unclear_effect, "the flag is named by its number or by its key"))]
    fn update_feature_flag();
    #[tool(update, key(insight_id), filter(project_id))]
    fn update_insight() -> Insight;
    #[tool(update, key(survey_id), filter(project_id))]
    fn update_survey() -> Survey;
    #[tool(get)]
    fn who_am_i() -> CurrentUser;
}
