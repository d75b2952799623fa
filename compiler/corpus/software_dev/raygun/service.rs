//! Raygun: the errors, deployments, sessions and page speed of the applications of one account.
//!
//! Everything but invitations belongs to one application, and a call that names a row names its
//! application too: a row of another application is not found. Metrics are not stored: they follow
//! from single page views and occurrences of errors.

/// One account, as the owner of the access token sees it.
#[derive(State)]
pub struct Raygun {
    pub account: One<Account>,
    pub users: Table<User>,
    pub invitations: Table<Invitation>,
    pub applications: Table<Application>,
    pub customers: Table<Customer>,
    pub deployments: Table<Deployment>,
    pub error_groups: Table<ErrorGroup>,
    pub error_instances: Table<ErrorInstance>,
    pub pages: Table<SitePage>,
    pub page_views: Table<PageView>,
    pub sessions: Table<Session>,
    pub source_maps: Table<SourceMap>,
}

/// Whose access token is used.
#[derive(Entity)]
pub struct Account {
    pub user_identifier: Key<User>,
}

/// Someone who works with the account.
#[derive(Entity)]
pub struct User {
    #[entity(key, token("u", 6))]
    pub identifier: Key<User>,
    #[entity(len = 1..=128, person)]
    pub name: String,
    #[entity(unique, email)]
    pub email_address: String,
    #[entity(default = Role::Administrator)]
    pub role: Role,
}

/// What a user may do beside reading errors and changing their status: the owner and
/// administrators invite people and renew keys.
#[derive(Choice)]
pub enum Role {
    Owner,
    Administrator,
    Member,
}

/// An address that was asked to join and has not answered.
#[derive(Entity)]
pub struct Invitation {
    #[entity(key, token("i", 6))]
    pub identifier: Key<Invitation>,
    #[entity(unique, len = 3..=254, email)]
    pub email_address: String,
    #[entity(on_delete = clear)]
    pub invited_by: Option<Key<User>>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A program whose errors and visits are recorded.
#[derive(Entity)]
pub struct Application {
    #[entity(key, token("a", 6))]
    pub identifier: Key<Application>,
    #[entity(len = 1..=128, product)]
    pub name: String,
    /// What the program shows when it sends errors; a renewed key makes the old one useless.
    #[entity(unique, len = 1..=64, secret)]
    pub api_key: String,
}

/// Someone who uses an application.
#[derive(Entity)]
pub struct Customer {
    #[entity(key, token("c", 7))]
    pub identifier: Key<Customer>,
    #[entity(on_delete = cascade)]
    pub application_identifier: Key<Application>,
    /// How the application itself calls the customer.
    #[entity(len = 1..=256)]
    pub external_identifier: Option<String>,
    #[entity(default)]
    pub is_anonymous: bool,
    #[entity(person)]
    pub full_name: Option<String>,
    #[entity(email)]
    pub email_address: Option<String>,
    #[entity(created)]
    pub first_seen_at: Timestamp,
    #[entity(updated)]
    pub last_seen_at: Timestamp,
}

/// A version of an application that was put into use.
#[derive(Entity)]
pub struct Deployment {
    #[entity(key, token("d", 7))]
    pub identifier: Key<Deployment>,
    #[entity(on_delete = cascade)]
    pub application_identifier: Key<Application>,
    #[entity(len = 1..=128)]
    pub version: String,
    #[entity(len = 0..=128, person)]
    pub owner_name: Option<String>,
    #[entity(len = 0..=128, email)]
    pub email_address: Option<String>,
    #[entity(body)]
    pub comment: Option<String>,
    pub scm_type: Option<ScmType>,
    /// The commit that was deployed.
    #[entity(len = 0..=256)]
    pub scm_identifier: Option<String>,
    pub deployed_at: Timestamp,
    /// When the commits up to this deployment were last asked for.
    pub commits_requested_at: Option<Timestamp>,
}

/// Where the commits of a deployment are kept.
#[derive(Choice)]
pub enum ScmType {
    #[choice(rename = "gitHub")]
    GitHub,
    #[choice(rename = "gitLab")]
    GitLab,
    #[choice(rename = "azureDevOps")]
    AzureDevOps,
    #[choice(rename = "bitbucket")]
    Bitbucket,
}

/// All occurrences of one error.
#[derive(Entity)]
pub struct ErrorGroup {
    #[entity(key, token("e", 7))]
    pub identifier: Key<ErrorGroup>,
    #[entity(on_delete = cascade)]
    pub application_identifier: Key<Application>,
    #[entity(len = 1..=1024, title)]
    pub message: String,
    #[entity(default = ErrorStatus::Active)]
    pub status: ErrorStatus,
    /// Set exactly while the status is `resolved`.
    pub resolved_in: Option<Resolution>,
    /// Whether new occurrences are thrown away; only those of a permanently ignored group are.
    #[entity(default)]
    pub discard_new_occurrences: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    pub last_occurred_at: Timestamp,
}

/// What was decided about an error.
#[derive(Choice)]
pub enum ErrorStatus {
    Active,
    Resolved,
    Ignored,
    #[choice(rename = "permanentlyIgnored")]
    PermanentlyIgnored,
}

/// In which version an error was mended.
#[derive(Record)]
pub struct Resolution {
    #[record(len = 1..=128)]
    pub version: String,
    pub discard_from_previous_versions: bool,
}

/// One occurrence of an error.
#[derive(Entity)]
pub struct ErrorInstance {
    #[entity(key, token("o", 9))]
    pub identifier: Key<ErrorInstance>,
    #[entity(on_delete = cascade)]
    pub error_group_identifier: Key<ErrorGroup>,
    #[entity(on_delete = clear)]
    pub session_identifier: Option<Key<Session>>,
    #[entity(len = 1..=128)]
    pub version: Option<String>,
    pub occurred_at: Timestamp,
}

/// A page of an application.
#[derive(Entity)]
#[entity(unique(application_identifier, uri))]
pub struct SitePage {
    #[entity(key, token("p", 7))]
    pub identifier: Key<SitePage>,
    #[entity(on_delete = cascade)]
    pub application_identifier: Key<Application>,
    #[entity(len = 1..=2048, url)]
    pub uri: String,
    #[entity(len = 1..=256, title)]
    pub name: Option<String>,
    pub last_seen_at: Timestamp,
}

/// One visit of a page and how fast it was. Times are in milliseconds; what the browser did not
/// tell is missing.
#[derive(Entity)]
pub struct PageView {
    #[entity(key, sequence)]
    pub id: IntKey<PageView>,
    #[entity(on_delete = cascade)]
    pub page_identifier: Key<SitePage>,
    #[entity(on_delete = clear)]
    pub session_identifier: Option<Key<Session>>,
    pub viewed_at: Timestamp,
    #[entity(range = 0..=600_000)]
    pub load_time: Option<f64>,
    #[entity(range = 0..=600_000)]
    pub first_paint: Option<f64>,
    #[entity(range = 0..=600_000)]
    pub first_contentful_paint: Option<f64>,
    #[entity(range = 0..=600_000)]
    pub first_input_delay: Option<f64>,
    #[entity(range = 0..=600_000)]
    pub largest_contentful_paint: Option<f64>,
    #[entity(range = 0..=600_000)]
    pub interaction_to_next_paint: Option<f64>,
    /// A score without a unit.
    #[entity(range = 0..=100)]
    pub cumulative_layout_shift: Option<f64>,
}

/// What one customer did at one sitting.
#[derive(Entity)]
pub struct Session {
    #[entity(key, token("s", 8))]
    pub identifier: Key<Session>,
    #[entity(on_delete = cascade)]
    pub application_identifier: Key<Application>,
    #[entity(on_delete = clear)]
    pub customer_identifier: Option<Key<Customer>>,
    pub started_at: Timestamp,
    pub updated_at: Timestamp,
    /// Missing while the session goes on.
    pub ended_at: Option<Timestamp>,
    #[entity(len = 2..=2, pattern = "^[A-Z]{2}$")]
    pub country_code: Option<String>,
    pub platform_name: Option<String>,
    pub operating_system_name: Option<String>,
    pub operating_system_version: Option<String>,
    pub browser_name: Option<String>,
    pub browser_version: Option<String>,
    #[entity(range = 1..=20_000)]
    pub viewport_width: Option<i64>,
    #[entity(range = 1..=20_000)]
    pub viewport_height: Option<i64>,
    pub deployment_version: Option<String>,
    /// The addresses that its pages called in the background.
    pub xhr_uris: Vec<String>,
}

/// What leads from a packed script back to its source.
#[derive(Entity)]
#[entity(unique(application_identifier, uri))]
pub struct SourceMap {
    #[entity(key, token("m", 7))]
    pub identifier: Key<SourceMap>,
    #[entity(on_delete = cascade)]
    pub application_identifier: Key<Application>,
    /// The address of the packed script.
    #[entity(len = 1..=2048, url)]
    pub uri: String,
    #[entity(len = 1..=255, path)]
    pub file_name: String,
    /// Missing until an uploaded file has been read.
    #[entity(range = 0..=1_000_000_000)]
    pub file_size_bytes: Option<i64>,
    pub uploaded_at: Timestamp,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// How many source maps are gone.
#[derive(Record)]
pub struct DeletedSourceMaps {
    pub application_identifier: Key<Application>,
    pub deleted: i64,
}

pub trait Tools {
    /// Lists applications, by name unless told otherwise.
    #[tool(list, page(limit = count, offset = offset), types(order_by = Vec<String>))]
    #[case(
        args = r#"{"orderBy":["name desc"]}"#,
        ok = r#"{"items":[{"identifier":"a2k9x1"},{"identifier":"a7m3p0","name":"Back office"}],"total":2}"#
    )]
    #[case(
        args = r#"{"orderBy":["apikey"],"count":1}"#,
        ok = r#"{"items":[{"name":"Back office"}],"total":2}"#
    )]
    #[case(args = r#"{"orderBy":["size"]}"#, error = "invalid_argument")]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn list_applications(
        state: &Raygun,
        args: ListApplications,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Application>>, ToolError> {
        let orders = args.order_by.unwrap_or_default();
        // The key's name is written as one word where callers choose the order.
        let orders = orders.iter().map(|order| order.replace("apikey", "api_key")).collect();
        list_page(state.applications.select(&|_| true), orders, "name", args.count, args.offset)
    }

    #[tool(get, key(application_identifier))]
    fn get_application() -> Application;

    /// Reads the application that a key belongs to.
    #[tool(about = Application)]
    #[case(
        args = r#"{"apiKey":"kXw81ePq2sTz"}"#,
        ok = r#"{"identifier":"a2k9x1","name":"Storefront"}"#
    )]
    #[case(args = r#"{"apiKey":"kxw81epq2stz"}"#, error = "not_found")]
    fn get_application_by_api_key(
        state: &Raygun,
        args: GetApplicationByApiKey,
        _cx: &mut Context,
    ) -> Result<RowRef<Application>, ToolError> {
        match state.applications.first(&|row| row.api_key == args.api_key) {
            Some(application) => state.applications.find(&application.identifier),
            None => Err(ToolError::not_found("no application has this API key")),
        }
    }

    /// Gives an application a new key; the old one is useless from then on.
    #[tool(update, key(application_identifier))]
    #[case(
        args = r#"{"applicationIdentifier":"a7m3p0"}"#,
        ok = r#"{"identifier":"a7m3p0","name":"Back office"}"#
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn regenerate_application_api_key(
        state: &mut Raygun,
        args: RegenerateApplicationApiKey,
        cx: &mut Context,
    ) -> Result<RowRef<Application>, ToolError> {
        state.applications.find(&args.application_identifier)?;
        check_administrator(state, "renew the key of an application")?;
        let key = cx.token("", API_KEY_LENGTH);
        state.applications.update(&args.application_identifier, |application| {
            application.api_key = key;
            Ok(())
        })
    }

    /// Lists the customers of an application, the last seen first unless told otherwise.
    #[tool(
        list,
        filter(application_identifier),
        page(limit = count, offset = offset),
        types(order_by = Vec<String>)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","orderBy":["isAnonymous","lastSeenAt desc"]}"#,
        ok = r#"{"items":[{"identifier":"c4h8t2n"},{"identifier":"c1r5v9w"},{"identifier":"c9q2d7k","is_anonymous":true}],"total":3}"#
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn list_customers(
        state: &Raygun,
        args: ListCustomers,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Customer>>, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        let of_application = |row: &Customer| row.application_identifier == application.identifier;
        let mut rows = state.customers.select(&of_application);
        let orders = orders_or(args.order_by.unwrap_or_default(), "lastSeenAt desc");
        // The first order decides, so it is applied last: sorting leaves ties as they were.
        for order in orders.iter().rev() {
            match order.as_str() {
                "isAnonymous" => rows.sort_by_key(|row| row.is_anonymous),
                "isAnonymous desc" => rows.sort_by_key(|row| !row.is_anonymous),
                other => order_rows(&mut rows, Some(other), None, None)?,
            }
        }
        cut(rows, args.count, args.offset)
    }

    /// Lists the deployments of an application, the latest first unless told otherwise.
    #[tool(
        list,
        filter(application_identifier),
        page(limit = count, offset = offset),
        types(order_by = Vec<String>)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1"}"#,
        ok = r#"{"items":[{"version":"2.4.0"},{"version":"2.3.1"}],"total":2}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","orderBy":["version"],"count":1}"#,
        ok = r#"{"items":[{"identifier":"d3f6j1z"}],"total":2}"#
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn list_deployments(
        state: &Raygun,
        args: ListDeployments,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Deployment>>, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        let of_application =
            |row: &Deployment| row.application_identifier == application.identifier;
        let rows = state.deployments.select(&of_application);
        let orders = args.order_by.unwrap_or_default();
        list_page(rows, orders, "deployedAt desc", args.count, args.offset)
    }

    #[tool(get, key(deployment_identifier), filter(application_identifier))]
    fn get_deployment() -> Deployment;

    #[tool(delete, key(deployment_identifier), filter(application_identifier))]
    fn delete_deployment() -> Deployment;

    #[tool(update, key(deployment_identifier), filter(application_identifier))]
    fn update_deployment() -> Deployment;

    /// Asks for the commits up to a deployment anew, which needs to know where they are kept.
    #[tool(update, key(deployment_identifier), filter(application_identifier))]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","deploymentIdentifier":"d8b4n7y"}"#,
        ok = r#"{"identifier":"d8b4n7y","commits_requested_at":"2026-02-25T06:13:20Z"}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","deploymentIdentifier":"d3f6j1z"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a7m3p0","deploymentIdentifier":"d8b4n7y"}"#,
        error = "not_found"
    )]
    fn reprocess_deployment_commits(
        state: &mut Raygun,
        args: ReprocessDeploymentCommits,
        cx: &mut Context,
    ) -> Result<RowRef<Deployment>, ToolError> {
        let deployment = state.deployments.find(&args.deployment_identifier)?;
        if deployment.application_identifier != args.application_identifier {
            return Err(ToolError::no_row("Deployment", args.deployment_identifier.as_str()));
        }
        let has_commit = deployment.scm_identifier.as_ref().is_some_and(|sha| !sha.is_empty());
        if deployment.scm_type.is_none() || !has_commit {
            return Err(ToolError::failed_precondition(
                "the deployment has no scmType and scmIdentifier, so its commits are not known",
            ));
        }
        let now = cx.now();
        state.deployments.update(&args.deployment_identifier, |deployment| {
            deployment.commits_requested_at = Some(now);
            Ok(())
        })
    }

    /// Lists the error groups of an application, the last that occurred first unless told
    /// otherwise.
    #[tool(
        list,
        filter(application_identifier),
        page(limit = count, offset = offset),
        types(order_by = Vec<String>)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1"}"#,
        ok = r#"{"items":[{"identifier":"e5t2k8m"},{"identifier":"e1w7c3x"},{"identifier":"e9z4b6q"}],"total":3}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","orderBy":["status","message desc"],"count":2}"#,
        ok = r#"{"items":[{"message":"TypeError: cart is undefined"},{"message":"Gateway timed out"}],"total":3}"#
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn list_error_groups(
        state: &Raygun,
        args: ListErrorGroups,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<ErrorGroup>>, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        let of_application =
            |row: &ErrorGroup| row.application_identifier == application.identifier;
        let rows = state.error_groups.select(&of_application);
        let orders = args.order_by.unwrap_or_default();
        list_page(rows, orders, "lastOccurredAt desc", args.count, args.offset)
    }

    #[tool(get, key(error_group_identifier), filter(application_identifier))]
    fn get_error_group() -> ErrorGroup;

    /// Notes in which version an error was mended. A group that was ignored is so no longer.
    #[tool(update, key(error_group_identifier), filter(application_identifier))]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","errorGroupIdentifier":"e5t2k8m","version":"2.4.1"}"#,
        ok = r#"{"identifier":"e5t2k8m","status":"resolved","resolved_in":{"version":"2.4.1","discard_from_previous_versions":true},"discard_new_occurrences":false}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","errorGroupIdentifier":"e9z4b6q","version":"2.5.0","discardFromPreviousVersions":false}"#,
        ok = r#"{"status":"resolved","resolved_in":{"version":"2.5.0","discard_from_previous_versions":false},"discard_new_occurrences":false}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","errorGroupIdentifier":"e5t2k8m","version":" "}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a7m3p0","errorGroupIdentifier":"e5t2k8m","version":"2.4.1"}"#,
        error = "not_found"
    )]
    fn resolve_error_group(
        state: &mut Raygun,
        args: ResolveErrorGroup,
        _cx: &mut Context,
    ) -> Result<RowRef<ErrorGroup>, ToolError> {
        let group = state.error_groups.find(&args.error_group_identifier)?;
        if group.application_identifier != args.application_identifier {
            return Err(ToolError::no_row("ErrorGroup", args.error_group_identifier.as_str()));
        }
        if args.version.trim().is_empty() {
            return Err(ToolError::invalid_argument("`version` says where the error was mended"));
        }
        let resolution = Resolution {
            version: args.version,
            discard_from_previous_versions: args.discard_from_previous_versions,
        };
        state.error_groups.update(&args.error_group_identifier, |group| {
            group.status = ErrorStatus::Resolved;
            group.resolved_in = Some(resolution);
            group.discard_new_occurrences = false;
            Ok(())
        })
    }

    #[tool(
        update,
        key(error_group_identifier),
        filter(application_identifier),
        set(status = ErrorStatus::Active, resolved_in = None, discard_new_occurrences = false)
    )]
    fn activate_error_group() -> ErrorGroup;

    #[tool(
        update,
        key(error_group_identifier),
        filter(application_identifier),
        set(status = ErrorStatus::Ignored, resolved_in = None, discard_new_occurrences = false)
    )]
    fn ignore_error_group() -> ErrorGroup;

    #[tool(
        update,
        key(error_group_identifier),
        filter(application_identifier),
        set(status = ErrorStatus::PermanentlyIgnored, resolved_in = None)
    )]
    fn permanently_ignore_error_group() -> ErrorGroup;

    /// Lists the pages of an application, the last seen first unless told otherwise.
    #[tool(
        list,
        filter(application_identifier),
        page(limit = count, offset = offset),
        types(order_by = Vec<String>)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","orderBy":["uri desc"]}"#,
        ok = r#"{"items":[{"identifier":"p6y1s4f"},{"identifier":"p2g8h5r","name":"Cart"}],"total":2}"#
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn list_pages(
        state: &Raygun,
        args: ListPages,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<SitePage>>, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        let of_application = |row: &SitePage| row.application_identifier == application.identifier;
        let rows = state.pages.select(&of_application);
        let orders = args.order_by.unwrap_or_default();
        list_page(rows, orders, "lastSeenAt desc", args.count, args.offset)
    }

    /// How often pages were seen and how fast they were, step by step through a span of time.
    #[tool(
        types(
            application_identifier = Key<Application>,
            start = Timestamp,
            end = Timestamp,
            metrics = Vec<String>
        )
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","granularity":"1h","aggregation":"average","metrics":["loadTime"]}"#,
        ok = r#"{"series":[{"metric":"loadTime","aggregation":"average","points":[{"time":"2026-02-24T09:00:00Z","value":1500},{"time":"2026-02-24T10:00:00Z","value":900}]}]}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","granularity":"2h","aggregation":"count","metrics":["pageViews","firstPaint"],"filter":"pageIdentifier = p2g8h5r"}"#,
        ok = r#"{"series":[{"metric":"pageViews","points":[{"value":2}]},{"metric":"firstPaint","points":[{"value":1}]}]}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","granularity":"1h","aggregation":"max","metrics":["pageViews"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-24T09:00:00Z","end":"2026-02-24T09:00:00Z","granularity":"1h","aggregation":"max","metrics":["loadTime"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","granularity":"1h","aggregation":"max","metrics":["loadTime"],"filter":"page is p2g8h5r"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a00000","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","granularity":"1h","aggregation":"max","metrics":["loadTime"]}"#,
        error = "not_found"
    )]
    fn get_page_metrics_time_series(
        state: &Raygun,
        args: GetPageMetricsTimeSeries,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        check_span(args.start, args.end, SERIES_DAYS_MAX)?;
        let step = step_of(&args.granularity, args.start, args.end)?;
        let views = views_within(
            state,
            &application.identifier,
            wanted_identifiers(args.filter.as_deref(), "pageIdentifier")?.as_deref(),
            args.start,
            args.end,
        );
        let how = args.aggregation.as_str();
        let mut series = Vec::new();
        for metric in &args.metrics {
            if metric == "pageViews" && !matches!(how, "count" | "sum") {
                return Err(ToolError::invalid_argument(format!(
                    "`pageViews` is a number of views: it takes `count` or `sum`, not `{how}`"
                )));
            }
            let samples = samples_of(&views, metric);
            let points = points_of(&samples, args.start, args.end, step, how);
            series.push(serde_json::json!({
                "metric": metric,
                "aggregation": how,
                "points": points,
            }));
        }
        Ok(serde_json::json!({"granularity": args.granularity, "series": series}))
    }

    /// How many page views were how fast in a span of time.
    #[tool(
        types(
            application_identifier = Key<Application>,
            start = Timestamp,
            end = Timestamp,
            metrics = Vec<String>
        )
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","metrics":["loadTime"]}"#,
        ok = r#"{"histograms":[{"metric":"loadTime","samples":3,"buckets":[{"from":500,"to":1000,"count":1},{"from":1000,"to":1500,"count":1},{"from":1500,"to":2000,"count":1}]}]}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","metrics":["cumulativeLayoutShift"],"filter":"pageIdentifier IN (p2g8h5r, p0000000)"}"#,
        ok = r#"{"histograms":[{"metric":"cumulativeLayoutShift","samples":1,"buckets":[{"from":0.05,"to":0.1,"count":1}]}]}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-01T00:00:00Z","end":"2026-02-24T00:00:00Z","metrics":["loadTime"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a00000","start":"2026-02-24T09:00:00Z","end":"2026-02-24T11:00:00Z","metrics":["loadTime"]}"#,
        error = "not_found"
    )]
    fn get_page_metrics_histogram(
        state: &Raygun,
        args: GetPageMetricsHistogram,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        check_span(args.start, args.end, HISTOGRAM_DAYS_MAX)?;
        let views = views_within(
            state,
            &application.identifier,
            wanted_identifiers(args.filter.as_deref(), "pageIdentifier")?.as_deref(),
            args.start,
            args.end,
        );
        let histogram = |metric: &String| {
            let samples = samples_of(&views, metric);
            serde_json::json!({
                "metric": metric,
                "samples": samples.len(),
                "buckets": buckets_of(&samples, bounds_of(metric)),
            })
        };
        let histograms: Vec<serde_json::Value> = args.metrics.iter().map(histogram).collect();
        Ok(serde_json::json!({"histograms": histograms}))
    }

    /// How often errors occurred, step by step through a span of time.
    #[tool(
        types(application_identifier = Key<Application>, start = Timestamp, end = Timestamp)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-23T00:00:00Z","end":"2026-02-25T00:00:00Z","granularity":"1d","aggregation":"count","metrics":["errorInstances"]}"#,
        ok = r#"{"series":[{"metric":"errorInstances","aggregation":"count","points":[{"time":"2026-02-23T00:00:00Z","value":1},{"time":"2026-02-24T00:00:00Z","value":2}]}]}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-23T00:00:00Z","end":"2026-02-25T00:00:00Z","granularity":"2d","aggregation":"count","metrics":["errorInstances"],"filter":"errorGroupIdentifier IN (e1w7c3x)"}"#,
        ok = r#"{"series":[{"points":[{"value":1}]}]}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","start":"2026-02-23T00:00:00Z","end":"2026-02-25T00:00:00Z","granularity":"0m","aggregation":"count","metrics":["errorInstances"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a00000","start":"2026-02-23T00:00:00Z","end":"2026-02-25T00:00:00Z","granularity":"1d","aggregation":"count","metrics":["errorInstances"]}"#,
        error = "not_found"
    )]
    fn get_error_metrics_time_series(
        state: &Raygun,
        args: GetErrorMetricsTimeSeries,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        check_span(args.start, args.end, ERROR_DAYS_MAX)?;
        let step = step_of(&args.granularity, args.start, args.end)?;
        let wanted = wanted_identifiers(args.filter.as_deref(), "errorGroupIdentifier")?;
        let is_counted = |instance: &ErrorInstance| {
            is_wanted(instance.error_group_identifier.as_str(), wanted.as_deref())
                && instance.occurred_at >= args.start
                && instance.occurred_at < args.end
                && state
                    .error_groups
                    .get(&instance.error_group_identifier)
                    .is_some_and(|group| group.application_identifier == application.identifier)
        };
        let instances = state.error_instances.select(&is_counted);
        let samples: Vec<(Timestamp, f64)> =
            instances.iter().map(|instance| (instance.occurred_at, 1.0)).collect();
        let how = args.aggregation.as_str();
        let points = points_of(&samples, args.start, args.end, step, how);
        let series: Vec<serde_json::Value> = args
            .metrics
            .iter()
            .map(|metric| {
                serde_json::json!({"metric": metric, "aggregation": how, "points": points})
            })
            .collect();
        Ok(serde_json::json!({"granularity": args.granularity, "series": series}))
    }

    /// Lists the sessions of an application, the latest first unless told otherwise. The filter
    /// knows one form: `xhr.uri eq` and an address.
    #[tool(
        list,
        filter(application_identifier),
        page(limit = count, offset = offset),
        types(order_by = Vec<String>)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","orderBy":["browserName","startedAt desc"]}"#,
        ok = r#"{"items":[{"identifier":"s3v8n1kd","browser_name":"Chrome"},{"identifier":"s7j2q6wb","browser_name":"Firefox"}],"total":2}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","filter":"xhr.uri eq https://api.storefront.example/cart"}"#,
        ok = r#"{"items":[{"identifier":"s3v8n1kd"}],"total":1}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","filter":"browserName eq Chrome"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn list_sessions(
        state: &Raygun,
        args: ListSessions,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Session>>, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        let called = match &args.filter {
            Some(filter) => Some(called_address(filter)?),
            None => None,
        };
        let rows = state.sessions.select(&|row| {
            row.application_identifier == application.identifier
                && called.as_ref().is_none_or(|address| row.xhr_uris.contains(address))
        });
        let orders = args.order_by.unwrap_or_default();
        list_page(rows, orders, "startedAt desc", args.count, args.offset)
    }

    /// Reads a session and, on request, the pages that were seen and the errors that occurred in
    /// it, in the order of time.
    #[tool(
        get,
        key(session_identifier),
        filter(application_identifier),
        about = Session,
        types(include = Vec<String>)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","sessionIdentifier":"s3v8n1kd","include":["pageViews","errors"]}"#,
        ok = r#"{"identifier":"s3v8n1kd","country_code":"NZ","page_views":[{"id":1,"page_identifier":"p2g8h5r"},{"id":3}],"errors":[{"identifier":"o4k7d2m9x","error_group_identifier":"e5t2k8m"}]}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","sessionIdentifier":"s7j2q6wb"}"#,
        ok = r#"{"identifier":"s7j2q6wb","ended_at":null,"browser_name":"Firefox"}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a7m3p0","sessionIdentifier":"s3v8n1kd"}"#,
        error = "not_found"
    )]
    fn get_session(
        state: &Raygun,
        args: GetSession,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let session = state.sessions.find(&args.session_identifier)?;
        if session.application_identifier != args.application_identifier {
            return Err(ToolError::no_row("Session", args.session_identifier.as_str()));
        }
        let include = args.include.unwrap_or_default();
        let own = Some(&session.identifier);
        let mut view = value_of(&session);
        if include.iter().any(|part| part == "pageViews") {
            let mut rows = state.page_views.select(&|row| row.session_identifier.as_ref() == own);
            rows.sort_by_key(|row| row.viewed_at);
            add_field(&mut view, "page_views", rows.iter().map(value_of).collect());
        }
        if include.iter().any(|part| part == "errors") {
            let mut rows =
                state.error_instances.select(&|row| row.session_identifier.as_ref() == own);
            rows.sort_by_key(|row| row.occurred_at);
            add_field(&mut view, "errors", rows.iter().map(value_of).collect());
        }
        Ok(view)
    }

    /// Lists invitations that nobody has answered, the latest first unless told otherwise.
    #[tool(list, page(limit = count, offset = offset), types(order_by = Vec<String>))]
    #[case(
        args = r#"{"orderBy":["emailAddress"]}"#,
        ok = r#"{"items":[{"email_address":"ana@storefront.example"},{"email_address":"tom@storefront.example"}],"total":2}"#
    )]
    #[case(args = r#"{"count":-5}"#, error = "invalid_argument")]
    fn list_invitations(
        state: &Raygun,
        args: ListInvitations,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Invitation>>, ToolError> {
        let orders = args.order_by.unwrap_or_default();
        let rows = state.invitations.select(&|_| true);
        list_page(rows, orders, "createdAt desc", args.count, args.offset)
    }

    /// Asks someone to join who has no account and was not asked before.
    #[tool(create)]
    #[case(
        args = r#"{"emailAddress":"mia@storefront.example"}"#,
        ok = r#"{"email_address":"mia@storefront.example","invited_by":"u1a2b3"}"#
    )]
    #[case(args = r#"{"emailAddress":"Ben@storefront.example"}"#, error = "already_exists")]
    #[case(args = r#"{"emailAddress":"tom@storefront.example"}"#, error = "already_exists")]
    #[case(args = r#"{"emailAddress":"nobody"}"#, error = "invalid_argument")]
    fn send_invitation(
        state: &mut Raygun,
        args: SendInvitation,
        cx: &mut Context,
    ) -> Result<RowRef<Invitation>, ToolError> {
        let me = check_administrator(state, "invite people")?;
        check_email(&args.email_address)?;
        let same = |address: &str| address.eq_ignore_ascii_case(&args.email_address);
        if state.users.first(&|user| same(&user.email_address)).is_some() {
            let message = format!("`{}` is a user already", args.email_address);
            return Err(ToolError::already_exists(message));
        }
        if state.invitations.first(&|row| same(&row.email_address)).is_some() {
            let message = format!("`{}` was invited already", args.email_address);
            return Err(ToolError::already_exists(message));
        }
        let identifier = state.invitations.next_key(cx);
        state.invitations.insert(Invitation {
            identifier,
            email_address: args.email_address,
            invited_by: Some(me),
            created_at: cx.now(),
        })
    }

    #[tool(get, key(invitation_identifier))]
    fn get_invitation() -> Invitation;

    /// Takes an invitation back.
    #[tool(delete, key(invitation_identifier))]
    #[case(
        args = r#"{"invitationIdentifier":"i5n8r2"}"#,
        ok = r#"{"email_address":"tom@storefront.example"}"#
    )]
    #[case(args = r#"{"invitationIdentifier":"i00000"}"#, error = "not_found")]
    fn revoke_invitation(
        state: &mut Raygun,
        args: RevokeInvitation,
        _cx: &mut Context,
    ) -> Result<RowRef<Invitation>, ToolError> {
        state.invitations.find(&args.invitation_identifier)?;
        check_administrator(state, "take invitations back")?;
        state.delete::<Invitation>(&args.invitation_identifier)
    }

    /// Lists the source maps of an application, by address unless told otherwise.
    #[tool(
        list,
        filter(application_identifier),
        page(limit = count, offset = offset),
        types(order_by = Vec<String>)
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","orderBy":["fileSizeBytes desc"]}"#,
        ok = r#"{"items":[{"file_name":"main.js.map"},{"file_name":"vendor.js.map"}],"total":2}"#
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn list_source_maps(
        state: &Raygun,
        args: ListSourceMaps,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<SourceMap>>, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        let of_application = |row: &SourceMap| row.application_identifier == application.identifier;
        let rows = state.source_maps.select(&of_application);
        let orders = args.order_by.unwrap_or_default();
        list_page(rows, orders, "uri", args.count, args.offset)
    }

    #[tool(get, key(source_map_identifier), filter(application_identifier))]
    fn get_source_map() -> SourceMap;

    /// Changes the address that a source map is for, which no other map of the application has.
    #[tool(update, key(source_map_identifier), filter(application_identifier))]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","sourceMapIdentifier":"m2x7c4v","uri":"https://storefront.example/js/app.js"}"#,
        ok = r#"{"identifier":"m2x7c4v","uri":"https://storefront.example/js/app.js","updated_at":"2026-02-25T06:13:20Z"}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","sourceMapIdentifier":"m2x7c4v","uri":"https://storefront.example/js/vendor.js"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","sourceMapIdentifier":"m2x7c4v","uri":"app.js"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a7m3p0","sourceMapIdentifier":"m2x7c4v","uri":"https://storefront.example/js/app.js"}"#,
        error = "not_found"
    )]
    fn update_source_map(
        state: &mut Raygun,
        args: UpdateSourceMap,
        cx: &mut Context,
    ) -> Result<RowRef<SourceMap>, ToolError> {
        let map = state.source_maps.find(&args.source_map_identifier)?;
        if map.application_identifier != args.application_identifier {
            return Err(ToolError::no_row("SourceMap", args.source_map_identifier.as_str()));
        }
        check_address(&args.uri)?;
        let now = cx.now();
        state.source_maps.update(&args.source_map_identifier, |map| {
            map.uri = args.uri;
            map.updated_at = now;
            Ok(())
        })
    }

    #[tool(delete, key(source_map_identifier), filter(application_identifier))]
    fn delete_source_map() -> SourceMap;

    /// Uploads a file as the source map for an address, in place of the one that is there.
    #[tool(create)]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","filePath":"dist/js/cart.js.map","uri":"https://storefront.example/js/cart.js"}"#,
        ok = r#"{"application_identifier":"a2k9x1","file_name":"cart.js.map","file_size_bytes":null,"uploaded_at":"2026-02-25T06:13:20Z"}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","filePath":"dist/js/main.2.js.map","uri":"https://storefront.example/js/main.js"}"#,
        ok = r#"{"identifier":"m2x7c4v","file_name":"main.2.js.map","created_at":"2026-01-12T10:00:00Z"}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","filePath":"../secrets.map","uri":"https://storefront.example/js/cart.js"}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1","filePath":"dist/js/","uri":"https://storefront.example/js/cart.js"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a00000","filePath":"cart.js.map","uri":"https://storefront.example/js/cart.js"}"#,
        error = "not_found"
    )]
    fn upload_source_map(
        state: &mut Raygun,
        args: UploadSourceMap,
        cx: &mut Context,
    ) -> Result<RowRef<SourceMap>, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        check_address(&args.uri)?;
        let file_name = file_name_of(&args.file_path)?;
        let now = cx.now();
        let same = |row: &SourceMap| {
            row.application_identifier == application.identifier && row.uri == args.uri
        };
        let before = state.source_maps.first(&same).map(|row| row.identifier.clone());
        if let Some(identifier) = before {
            return state.source_maps.update(&identifier, |map| {
                map.file_name = file_name;
                map.file_size_bytes = None;
                map.uploaded_at = now;
                map.updated_at = now;
                Ok(())
            });
        }
        let identifier = state.source_maps.next_key(cx);
        state.source_maps.insert(SourceMap {
            identifier,
            application_identifier: application.identifier.clone(),
            uri: args.uri,
            file_name,
            file_size_bytes: None,
            uploaded_at: now,
            created_at: now,
            updated_at: now,
        })
    }

    /// Deletes every source map of an application.
    #[tool(types(application_identifier = Key<Application>))]
    #[case(
        args = r#"{"applicationIdentifier":"a2k9x1"}"#,
        ok = r#"{"application_identifier":"a2k9x1","deleted":2}"#
    )]
    #[case(
        args = r#"{"applicationIdentifier":"a7m3p0"}"#,
        ok = r#"{"application_identifier":"a7m3p0","deleted":0}"#
    )]
    #[case(args = r#"{"applicationIdentifier":"a00000"}"#, error = "not_found")]
    fn delete_all_source_maps(
        state: &mut Raygun,
        args: DeleteAllSourceMaps,
        _cx: &mut Context,
    ) -> Result<DeletedSourceMaps, ToolError> {
        let application = state.applications.find(&args.application_identifier)?;
        let of_application = |row: &SourceMap| row.application_identifier == application.identifier;
        let rows = state.source_maps.select(&of_application);
        for row in &rows {
            state.delete::<SourceMap>(&row.identifier)?;
        }
        Ok(DeletedSourceMaps {
            application_identifier: application.identifier.clone(),
            deleted: i64::try_from(rows.len()).unwrap_or(i64::MAX),
        })
    }
}

/// How many items a list has when the caller does not say, and at most.
const COUNT_DEFAULT: i64 = 100;
const COUNT_MAX: i64 = 500;
/// How many letters an API key has.
const API_KEY_LENGTH: usize = 22;
/// The longest spans of time that metrics are told for, in days.
const SERIES_DAYS_MAX: i64 = 30;
const HISTOGRAM_DAYS_MAX: i64 = 7;
const ERROR_DAYS_MAX: i64 = 90;
/// How many points a series has at most.
const POINTS_MAX: i64 = 2_000;
const SECONDS_A_DAY: i64 = 86_400;

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

fn orders_or(orders: Vec<String>, usual: &str) -> Vec<String> {
    if orders.is_empty() { vec![usual.to_owned()] } else { orders }
}

fn list_page<T: Entity>(
    mut rows: Vec<RowRef<T>>,
    orders: Vec<String>,
    usual: &str,
    count: Option<i64>,
    offset: Option<i64>,
) -> Result<Page<RowRef<T>>, ToolError> {
    // The first order decides, so it is applied last: sorting leaves ties as they were.
    for order in orders_or(orders, usual).iter().rev() {
        order_rows(&mut rows, Some(order.as_str()), None, None)?;
    }
    cut(rows, count, offset)
}

fn cut<T: Entity>(
    rows: Vec<RowRef<T>>,
    count: Option<i64>,
    offset: Option<i64>,
) -> Result<Page<RowRef<T>>, ToolError> {
    let limit = Some(count.unwrap_or(COUNT_DEFAULT).min(COUNT_MAX));
    PageRequest { limit, offset, ..PageRequest::default() }.cut(rows)
}

/// The current user, who has to be the owner or an administrator.
fn check_administrator(state: &Raygun, what: &str) -> Result<Key<User>, ToolError> {
    let account = state.account.find()?;
    let me = state.users.find(&account.user_identifier)?;
    if me.role == Role::Member {
        let message = format!("only the owner and administrators may {what}");
        return Err(ToolError::permission_denied(message));
    }
    Ok(me.identifier.clone())
}

fn check_email(address: &str) -> Result<(), ToolError> {
    let is_fine = address
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.contains('@'));
    if is_fine && !address.contains(char::is_whitespace) {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("`{address}` is no email address")))
}

fn check_address(uri: &str) -> Result<(), ToolError> {
    let rest = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    if rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace)) {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("`{uri}` is no address, begin it with `https://`")))
}

/// The last part of a path that stays below the folder that uploads are taken from.
fn file_name_of(path: &str) -> Result<String, ToolError> {
    let parts: Vec<&str> = path.split(['/', '\\']).collect();
    if parts.contains(&"..") {
        let message = format!("`{path}` leads out of the folders that uploads are taken from");
        return Err(ToolError::permission_denied(message));
    }
    match parts.last() {
        Some(name) if !name.trim().is_empty() => Ok((*name).to_owned()),
        _ => Err(ToolError::invalid_argument(format!("`{path}` names no file"))),
    }
}

fn check_span(start: Timestamp, end: Timestamp, days_max: i64) -> Result<(), ToolError> {
    let seconds = seconds_between(start, end);
    if seconds <= 0 {
        return Err(ToolError::invalid_argument("`end` must be after `start`"));
    }
    if seconds > days_max.saturating_mul(SECONDS_A_DAY) {
        let message = format!("the span from `start` to `end` is longer than {days_max} days");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(())
}

fn seconds_between(start: Timestamp, end: Timestamp) -> i64 {
    end.unix_seconds().saturating_sub(start.unix_seconds())
}

/// The seconds of a step such as `30m`, `1h` or `1d`, which must not be too short for the span.
fn step_of(granularity: &str, start: Timestamp, end: Timestamp) -> Result<i64, ToolError> {
    let unit = match granularity.chars().last() {
        Some('m') => 60,
        Some('h') => 3_600,
        Some('d') => SECONDS_A_DAY,
        _ => 0,
    };
    let digits = granularity.trim_end_matches(['m', 'h', 'd']);
    let number: i64 = digits.parse().unwrap_or(0);
    let step = number.saturating_mul(unit);
    if step <= 0 {
        let message = format!("`{granularity}` is no step, write it like `30m`, `1h` or `1d`");
        return Err(ToolError::invalid_argument(message));
    }
    if seconds_between(start, end) / step >= POINTS_MAX {
        let message = format!("steps of `{granularity}` are more than {POINTS_MAX} here");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(step)
}

/// The identifiers in a filter such as `pageIdentifier = abc` or `pageIdentifier IN (abc, def)`;
/// `None` without a filter.
fn wanted_identifiers(filter: Option<&str>, field: &str) -> Result<Option<Vec<String>>, ToolError> {
    let Some(filter) = filter else { return Ok(None) };
    let wrong = || {
        ToolError::invalid_argument(format!(
            "write the filter as `{field} = abc123` or as `{field} IN (abc123, def456)`"
        ))
    };
    let rest = filter.trim().strip_prefix(field).ok_or_else(wrong)?.trim();
    let one = rest.strip_prefix('=');
    let listed = match one {
        Some(one) => one,
        None => in_brackets(rest).ok_or_else(wrong)?,
    };
    let wanted: Vec<String> = listed.split(',').map(|part| part.trim().to_owned()).collect();
    let is_word = |text: &String| !text.is_empty() && !text.contains(char::is_whitespace);
    if !wanted.iter().all(is_word) || one.is_some() && wanted.len() > 1 {
        return Err(wrong());
    }
    Ok(Some(wanted))
}

/// What stands in the brackets of `IN (..)`.
fn in_brackets(text: &str) -> Option<&str> {
    text.strip_prefix("IN")?.trim().strip_prefix('(')?.strip_suffix(')')
}

fn is_wanted(identifier: &str, wanted: Option<&[String]>) -> bool {
    wanted.is_none_or(|wanted| wanted.iter().any(|one| one == identifier))
}

/// The address in a filter such as `xhr.uri eq https://example.com`.
fn called_address(filter: &str) -> Result<String, ToolError> {
    let rest = filter.trim().strip_prefix("xhr.uri").map(str::trim_start);
    let address = rest.and_then(|rest| rest.strip_prefix("eq "));
    let address = address.map(|address| address.trim().trim_matches(['"', '\'']));
    match address {
        Some(address) if !address.is_empty() => Ok(address.to_owned()),
        _ => Err(ToolError::invalid_argument(
            "sessions are filtered by `xhr.uri eq https://example.com` only",
        )),
    }
}

/// The views of an application's pages in a span of time, all or those of the wanted pages.
fn views_within(
    state: &Raygun,
    application: &Key<Application>,
    wanted: Option<&[String]>,
    start: Timestamp,
    end: Timestamp,
) -> Vec<RowRef<PageView>> {
    state.page_views.select(&|view| {
        view.viewed_at >= start
            && view.viewed_at < end
            && is_wanted(view.page_identifier.as_str(), wanted)
            && state
                .pages
                .get(&view.page_identifier)
                .is_some_and(|page| page.application_identifier == *application)
    })
}

/// What views say of a metric; views that say nothing of it are left out.
fn samples_of(views: &[RowRef<PageView>], metric: &str) -> Vec<(Timestamp, f64)> {
    let value = |view: &PageView| match metric {
        "pageViews" => Some(1.0),
        "loadTime" => view.load_time,
        "firstPaint" => view.first_paint,
        "firstContentfulPaint" => view.first_contentful_paint,
        "firstInputDelay" => view.first_input_delay,
        "largestContentfulPaint" => view.largest_contentful_paint,
        "interactionToNextPaint" => view.interaction_to_next_paint,
        "cumulativeLayoutShift" => view.cumulative_layout_shift,
        _ => None,
    };
    views.iter().filter_map(|view| Some((view.viewed_at, value(view)?))).collect()
}

/// One point a step from `start` on. A step without samples counts 0 and is `null` otherwise.
fn points_of(
    samples: &[(Timestamp, f64)],
    start: Timestamp,
    end: Timestamp,
    step: i64,
    how: &str,
) -> Vec<serde_json::Value> {
    let n_steps = seconds_between(start, end).saturating_add(step).saturating_sub(1) / step.max(1);
    let mut steps: Vec<Vec<f64>> = (0..n_steps).map(|_| Vec::new()).collect();
    for (at, value) in samples {
        let index = usize::try_from(seconds_between(start, *at) / step.max(1));
        if let Some(values) = index.ok().and_then(|index| steps.get_mut(index)) {
            values.push(*value);
        }
    }
    let mut time = start;
    let mut points = Vec::new();
    for values in steps {
        let value = aggregate(values, how).map(rounded);
        points.push(serde_json::json!({"time": time.to_string(), "value": value}));
        time = time.plus_seconds(step);
    }
    points
}

fn aggregate(mut values: Vec<f64>, how: &str) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let count = values.len();
    let sum: f64 = values.iter().sum();
    match how {
        "count" => Some(count as f64),
        "sum" => Some(sum),
        "average" if count > 0 => Some(sum / count as f64),
        "min" => values.first().copied(),
        "max" => values.last().copied(),
        "median" => median(&values),
        "p95" => percentile(&values, 95),
        "p99" => percentile(&values, 99),
        _ => None,
    }
}

fn median(sorted: &[f64]) -> Option<f64> {
    let upper = *sorted.get(sorted.len() / 2)?;
    if !sorted.len().is_multiple_of(2) {
        return Some(upper);
    }
    let lower = *sorted.get((sorted.len() / 2).checked_sub(1)?)?;
    Some((lower + upper) / 2.0)
}

/// The least value that so many percent of all are not above.
fn percentile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = sorted.len().saturating_mul(percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

/// Where the buckets of a metric's histogram begin.
fn bounds_of(metric: &str) -> &'static [f64] {
    match metric {
        "cumulativeLayoutShift" => &[0.0, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0],
        "firstInputDelay" | "interactionToNextPaint" => {
            &[0.0, 50.0, 100.0, 200.0, 300.0, 500.0, 1_000.0]
        }
        _ => &[0.0, 500.0, 1_000.0, 1_500.0, 2_000.0, 2_500.0, 3_000.0, 4_000.0, 6_000.0, 10_000.0],
    }
}

/// The buckets that samples fall into, without the empty ones; the last one has no end.
fn buckets_of(samples: &[(Timestamp, f64)], bounds: &[f64]) -> Vec<serde_json::Value> {
    let ends = bounds.iter().skip(1).copied().map(Some).chain([None]);
    let mut buckets = Vec::new();
    for (from, to) in bounds.iter().zip(ends) {
        let is_inside = |value: f64| value >= *from && to.is_none_or(|to| value < to);
        let count = samples.iter().filter(|(_, value)| is_inside(*value)).count();
        if count > 0 {
            buckets.push(serde_json::json!({"from": from, "to": to, "count": count}));
        }
    }
    buckets
}

/// A shop with three errors and two sessions, and an office tool that nobody has used yet.
pub const FIXTURE: &str = r#"{
    "account": {"user_identifier": "u1a2b3"},
    "users": {
        "u1a2b3": {"identifier": "u1a2b3", "name": "Aroha Ngata", "email_address": "aroha@storefront.example", "role": "owner"},
        "u4c5d6": {"identifier": "u4c5d6", "name": "Ben Castillo", "email_address": "ben@storefront.example", "role": "member"}
    },
    "invitations": {
        "i5n8r2": {"identifier": "i5n8r2", "email_address": "tom@storefront.example", "invited_by": "u1a2b3", "created_at": "2026-02-20T08:00:00Z"},
        "i9f3w7": {"identifier": "i9f3w7", "email_address": "ana@storefront.example", "invited_by": null, "created_at": "2026-02-22T08:00:00Z"}
    },
    "applications": {
        "a2k9x1": {"identifier": "a2k9x1", "name": "Storefront", "api_key": "kXw81ePq2sTz"},
        "a7m3p0": {"identifier": "a7m3p0", "name": "Back office", "api_key": "bQd40mVy7uRc"}
    },
    "customers": {
        "c4h8t2n": {"identifier": "c4h8t2n", "application_identifier": "a2k9x1", "external_identifier": "10442", "is_anonymous": false, "full_name": "Lena Hartmann", "email_address": "lena@post.example", "first_seen_at": "2025-11-02T10:00:00Z", "last_seen_at": "2026-02-24T10:20:00Z"},
        "c1r5v9w": {"identifier": "c1r5v9w", "application_identifier": "a2k9x1", "external_identifier": "10873", "is_anonymous": false, "full_name": "Idris Bello", "email_address": null, "first_seen_at": "2026-01-15T10:00:00Z", "last_seen_at": "2026-02-23T21:00:00Z"},
        "c9q2d7k": {"identifier": "c9q2d7k", "application_identifier": "a2k9x1", "external_identifier": null, "is_anonymous": true, "full_name": null, "email_address": null, "first_seen_at": "2026-02-24T09:30:00Z", "last_seen_at": "2026-02-24T09:45:00Z"}
    },
    "deployments": {
        "d3f6j1z": {"identifier": "d3f6j1z", "application_identifier": "a2k9x1", "version": "2.3.1", "owner_name": "Ben Castillo", "email_address": "ben@storefront.example", "comment": "Prices in three currencies", "scm_type": null, "scm_identifier": null, "deployed_at": "2026-02-09T20:00:00Z", "commits_requested_at": null},
        "d8b4n7y": {"identifier": "d8b4n7y", "application_identifier": "a2k9x1", "version": "2.4.0", "owner_name": null, "email_address": null, "comment": null, "scm_type": "gitHub", "scm_identifier": "9f1c2ab", "deployed_at": "2026-02-22T20:00:00Z", "commits_requested_at": null}
    },
    "error_groups": {
        "e5t2k8m": {"identifier": "e5t2k8m", "application_identifier": "a2k9x1", "message": "TypeError: cart is undefined", "status": "active", "resolved_in": null, "discard_new_occurrences": false, "created_at": "2026-02-22T21:10:00Z", "last_occurred_at": "2026-02-24T10:15:00Z"},
        "e1w7c3x": {"identifier": "e1w7c3x", "application_identifier": "a2k9x1", "message": "Gateway timed out", "status": "active", "resolved_in": null, "discard_new_occurrences": false, "created_at": "2026-01-30T11:00:00Z", "last_occurred_at": "2026-02-23T20:55:00Z"},
        "e9z4b6q": {"identifier": "e9z4b6q", "application_identifier": "a2k9x1", "message": "Script error.", "status": "permanentlyIgnored", "resolved_in": null, "discard_new_occurrences": true, "created_at": "2025-10-01T11:00:00Z", "last_occurred_at": "2025-12-24T18:00:00Z"}
    },
    "error_instances": {
        "o4k7d2m9x": {"identifier": "o4k7d2m9x", "error_group_identifier": "e5t2k8m", "session_identifier": "s3v8n1kd", "version": "2.4.0", "occurred_at": "2026-02-24T10:15:00Z"},
        "o1b6t8z3c": {"identifier": "o1b6t8z3c", "error_group_identifier": "e5t2k8m", "session_identifier": null, "version": "2.4.0", "occurred_at": "2026-02-24T08:02:00Z"},
        "o7h5f9r1w": {"identifier": "o7h5f9r1w", "error_group_identifier": "e1w7c3x", "session_identifier": null, "version": "2.3.1", "occurred_at": "2026-02-23T20:55:00Z"}
    },
    "pages": {
        "p2g8h5r": {"identifier": "p2g8h5r", "application_identifier": "a2k9x1", "uri": "https://storefront.example/cart", "name": "Cart", "last_seen_at": "2026-02-24T10:14:00Z"},
        "p6y1s4f": {"identifier": "p6y1s4f", "application_identifier": "a2k9x1", "uri": "https://storefront.example/shoes", "name": null, "last_seen_at": "2026-02-24T09:40:00Z"}
    },
    "page_views": {
        "1": {"id": 1, "page_identifier": "p2g8h5r", "session_identifier": "s3v8n1kd", "viewed_at": "2026-02-24T09:10:00Z", "load_time": 1200, "first_paint": 410, "first_contentful_paint": 520, "first_input_delay": 14, "largest_contentful_paint": 1100, "interaction_to_next_paint": 80, "cumulative_layout_shift": 0.08},
        "2": {"id": 2, "page_identifier": "p6y1s4f", "session_identifier": "s7j2q6wb", "viewed_at": "2026-02-24T09:40:00Z", "load_time": 1800, "first_paint": 600, "first_contentful_paint": null, "first_input_delay": null, "largest_contentful_paint": null, "interaction_to_next_paint": null, "cumulative_layout_shift": 0.3},
        "3": {"id": 3, "page_identifier": "p2g8h5r", "session_identifier": "s3v8n1kd", "viewed_at": "2026-02-24T10:14:00Z", "load_time": 900, "first_paint": null, "first_contentful_paint": null, "first_input_delay": null, "largest_contentful_paint": null, "interaction_to_next_paint": null, "cumulative_layout_shift": null}
    },
    "sessions": {
        "s3v8n1kd": {"identifier": "s3v8n1kd", "application_identifier": "a2k9x1", "customer_identifier": "c4h8t2n", "started_at": "2026-02-24T09:08:00Z", "updated_at": "2026-02-24T10:20:00Z", "ended_at": "2026-02-24T10:20:00Z", "country_code": "NZ", "platform_name": "Desktop", "operating_system_name": "Windows", "operating_system_version": "11", "browser_name": "Chrome", "browser_version": "132.0", "viewport_width": 1440, "viewport_height": 900, "deployment_version": "2.4.0", "xhr_uris": ["https://api.storefront.example/cart", "https://api.storefront.example/prices"]},
        "s7j2q6wb": {"identifier": "s7j2q6wb", "application_identifier": "a2k9x1", "customer_identifier": "c9q2d7k", "started_at": "2026-02-24T09:30:00Z", "updated_at": "2026-02-24T09:45:00Z", "ended_at": null, "country_code": "DE", "platform_name": null, "operating_system_name": "Android", "operating_system_version": "15", "browser_name": "Firefox", "browser_version": "133.0", "viewport_width": 412, "viewport_height": 915, "deployment_version": "2.4.0", "xhr_uris": []}
    },
    "source_maps": {
        "m2x7c4v": {"identifier": "m2x7c4v", "application_identifier": "a2k9x1", "uri": "https://storefront.example/js/main.js", "file_name": "main.js.map", "file_size_bytes": 482133, "uploaded_at": "2026-02-22T20:05:00Z", "created_at": "2026-01-12T10:00:00Z", "updated_at": "2026-02-22T20:05:00Z"},
        "m8k1w5t": {"identifier": "m8k1w5t", "application_identifier": "a2k9x1", "uri": "https://storefront.example/js/vendor.js", "file_name": "vendor.js.map", "file_size_bytes": 120044, "uploaded_at": "2026-01-12T10:01:00Z", "created_at": "2026-01-12T10:01:00Z", "updated_at": "2026-01-12T10:01:00Z"}
    }
}"#;
