//! Vercel: projects with deployments, domains and environment variables, of a user or a team.
//!
//! A call acts in the scope of the team that it names, by identifier or slug, or else in the
//! user's own; what belongs to another scope is not found. A build is over when the call that
//! starts it answers. A new production deployment goes live at once, except after a rollback,
//! which holds production back until something is promoted.

/// What the token can reach.
#[derive(State)]
pub struct Vercel {
    pub account: One<Account>,
    pub teams: Table<Team>,
    pub projects: Table<Project>,
    pub deployments: Table<Deployment>,
    pub log_events: Table<LogEvent>,
    pub domains: Table<Domain>,
    pub environment_variables: Table<EnvironmentVariable>,
}

/// The user whose token is used.
#[derive(Entity)]
pub struct Account {
    pub id: String,
    #[entity(username, len = 1..=48)]
    pub username: String,
    #[entity(email)]
    pub email: String,
    #[entity(person)]
    pub name: Option<String>,
    /// The Git hosts that the user has connected.
    pub git_providers: Vec<GitProvider>,
}

/// Where code is kept.
#[derive(Choice)]
pub enum GitProvider {
    Github,
    Gitlab,
    Bitbucket,
}

/// Users who share projects.
#[derive(Entity)]
pub struct Team {
    #[entity(key, token("team_", 24))]
    pub id: Key<Team>,
    #[entity(unique, slug, len = 1..=48)]
    pub slug: String,
    #[entity(len = 1..=256, company)]
    pub name: String,
    #[entity(default = Plan::Hobby)]
    pub plan: Plan,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a team pays for.
#[derive(Choice)]
pub enum Plan {
    Hobby,
    Pro,
    Enterprise,
}

/// A site or an application.
#[derive(Entity)]
#[entity(unique(team_id, name))]
pub struct Project {
    #[entity(key, token("prj_", 28))]
    pub id: Key<Project>,
    #[entity(len = 1..=100, pattern = "^[a-z0-9][a-z0-9._-]*$", slug)]
    pub name: String,
    /// The team that it belongs to; the user's own when missing.
    #[entity(rename = "account_id", on_delete = cascade)]
    pub team_id: Option<Key<Team>>,
    pub framework: Option<Framework>,
    /// Written `owner/repository`.
    #[entity(slug)]
    pub git_repository: Option<String>,
    pub git_provider: Option<GitProvider>,
    pub build_command: Option<String>,
    pub install_command: Option<String>,
    #[entity(path)]
    pub output_directory: Option<String>,
    #[entity(path)]
    pub root_directory: Option<String>,
    /// What the production domains show.
    #[entity(on_delete = clear)]
    pub production_deployment_id: Option<Key<Deployment>>,
    /// Whether new production deployments do not go live by themselves.
    #[entity(default)]
    pub production_locked: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// The frameworks with a preset.
#[derive(Choice)]
pub enum Framework {
    Nextjs,
    Vite,
    Sveltekit,
    #[choice(rename = "sveltekit-1")]
    Sveltekit1,
    Astro,
    Nuxtjs,
    Remix,
    #[choice(rename = "react-router")]
    ReactRouter,
    #[choice(rename = "tanstack-start")]
    TanstackStart,
    #[choice(rename = "solidstart-1")]
    Solidstart1,
    #[choice(rename = "create-react-app")]
    CreateReactApp,
    Gatsby,
    Vue,
    Angular,
    Svelte,
    Preact,
    Ember,
    Eleventy,
    Hugo,
    Jekyll,
    Hexo,
    Zola,
    #[choice(rename = "docusaurus-2")]
    Docusaurus2,
    Vitepress,
    Vuepress,
    Storybook,
    Express,
    Hono,
    Nestjs,
    Fastapi,
    Flask,
}

/// A build of a project.
#[derive(Entity)]
pub struct Deployment {
    #[entity(key, token("dpl_", 28))]
    pub id: Key<Deployment>,
    /// What the address begins with, as a rule the name of the project.
    #[entity(len = 1..=100, slug)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(unique, url)]
    pub url: String,
    #[entity(default = Target::Preview)]
    pub target: Target,
    #[entity(default = DeploymentState::Queued)]
    pub state: DeploymentState,
    pub git_provider: Option<GitProvider>,
    #[entity(slug)]
    pub git_repo: Option<String>,
    /// A branch or a commit.
    pub git_ref: Option<String>,
    /// The files of a deployment without a repository.
    #[entity(path)]
    pub file_paths: Vec<String>,
    /// The deployment that this one builds again; it may be gone.
    #[entity(loose)]
    pub redeploy_of: Option<Key<Deployment>>,
    pub creator: String,
    #[entity(created)]
    pub created_at: Timestamp,
    pub ready_at: Option<Timestamp>,
    pub canceled_at: Option<Timestamp>,
}

/// Who sees a deployment.
#[derive(Choice)]
pub enum Target {
    Production,
    Preview,
}

/// How far a deployment is.
#[derive(Choice)]
pub enum DeploymentState {
    #[choice(rename = "QUEUED")]
    Queued,
    #[choice(rename = "INITIALIZING")]
    Initializing,
    #[choice(rename = "BUILDING")]
    Building,
    #[choice(rename = "READY")]
    Ready,
    #[choice(rename = "ERROR")]
    Error,
    #[choice(rename = "CANCELED")]
    Canceled,
    #[choice(rename = "DELETED")]
    Deleted,
}

/// A line of a deployment's log.
#[derive(Entity)]
pub struct LogEvent {
    #[entity(key, sequence)]
    pub id: IntKey<LogEvent>,
    #[entity(on_delete = cascade)]
    pub deployment_id: Key<Deployment>,
    #[entity(rename = "type", default = LogKind::Stdout)]
    pub kind: LogKind,
    #[entity(body)]
    pub text: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a line of a log is.
#[derive(Choice)]
pub enum LogKind {
    Command,
    Stdout,
    Stderr,
    #[choice(rename = "deployment-state")]
    DeploymentState,
}

/// A domain that shows a project.
#[derive(Entity)]
pub struct Domain {
    #[entity(key, on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(
        key,
        len = 4..=253,
        pattern = "^([*][.])?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z]{2,24}$"
    )]
    pub name: String,
    /// The domain of the same project that visitors are sent on to.
    pub redirect: Option<String>,
    pub git_branch: Option<String>,
    /// Whether it is sure that the account may use the domain.
    #[entity(default)]
    pub verified: bool,
    /// Whether the owner has put the challenge into the DNS.
    #[entity(default)]
    pub has_challenge_record: bool,
    /// Whether the DNS points to the platform.
    #[entity(default)]
    pub dns_configured: bool,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A setting that builds and functions of a project read.
#[derive(Entity)]
pub struct EnvironmentVariable {
    #[entity(key, token("", 16))]
    pub id: Key<EnvironmentVariable>,
    #[entity(on_delete = cascade)]
    pub project_id: Key<Project>,
    #[entity(len = 1..=256, pattern = "^[A-Za-z_][A-Za-z0-9_]*$")]
    pub key: String,
    #[entity(len = 0..=65_536, secret)]
    pub value: String,
    #[entity(len = 1..=3)]
    pub target: Vec<Environment>,
    #[entity(rename = "type", default = EnvKind::Encrypted)]
    pub kind: EnvKind,
    pub git_branch: Option<String>,
    #[entity(len = 0..=500, body)]
    pub comment: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Where a variable is set.
#[derive(Choice)]
pub enum Environment {
    Production,
    Preview,
    Development,
}

/// How a value is kept: shown on request, always shown, or never again.
#[derive(Choice)]
pub enum EnvKind {
    Encrypted,
    Plain,
    Sensitive,
}

/// A project with where its deployments stand.
#[derive(Record)]
pub struct ProjectDetail {
    pub id: Key<Project>,
    pub name: String,
    pub account_id: Option<Key<Team>>,
    pub framework: Option<Framework>,
    pub git_repository: Option<String>,
    pub git_provider: Option<GitProvider>,
    pub build_command: Option<String>,
    pub install_command: Option<String>,
    pub output_directory: Option<String>,
    pub root_directory: Option<String>,
    pub production_deployment_id: Option<Key<Deployment>>,
    pub production_locked: bool,
    pub latest_deployment_id: Option<Key<Deployment>>,
    pub latest_deployment_state: Option<DeploymentState>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A DNS record that shows who owns a domain.
#[derive(Record)]
pub struct Challenge {
    #[record(rename = "type")]
    pub kind: String,
    pub domain: String,
    pub value: String,
    pub reason: String,
}

/// A domain as callers see it.
#[derive(Record)]
pub struct DomainView {
    pub name: String,
    pub apex_name: String,
    pub project_id: Key<Project>,
    pub redirect: Option<String>,
    pub git_branch: Option<String>,
    pub verified: bool,
    pub misconfigured: bool,
    /// What has still to be put into the DNS.
    pub verification: Vec<Challenge>,
    pub created_at: Timestamp,
}

/// A variable as callers see it.
#[derive(Record)]
pub struct EnvView {
    pub id: Key<EnvironmentVariable>,
    pub project_id: Key<Project>,
    pub key: String,
    /// Missing where it is not shown.
    pub decrypted_value: Option<String>,
    pub target: Vec<Environment>,
    #[record(rename = "type")]
    pub kind: EnvKind,
    pub git_branch: Option<String>,
    pub comment: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// That something is gone.
#[derive(Record)]
pub struct Gone {
    pub id: String,
    pub name: String,
    pub deleted: bool,
}

pub trait Tools {
    /// Attaches a domain. One whose apex another scope uses has to be verified first.
    #[tool(
        create,
        map(project_id = project, name = domain),
        types(team = Key<Team>),
        about = Domain,
        reads(teams, projects),
        writes(domains)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","domain":"Shop.Harbour.example"}"#,
        ok = r#"{"name":"shop.harbour.example","apex_name":"harbour.example","verified":true,"misconfigured":true,"verification":[]}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","domain":"new.quayteam.example"}"#,
        ok = r#"{"verified":false,"verification":[{"type":"TXT","domain":"_vercel.quayteam.example"}]}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","domain":"www.harbour.example"}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"project":"harbour-shop","domain":"no domain"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"project":"harbour-shop","domain":"x.harbour.example","redirect":"y.harbour.example"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"project":"no-such","domain":"a.example.org"}"#, error = "not_found")]
    fn add_project_domain(
        state: &mut Vercel,
        args: AddProjectDomain,
        cx: &mut Context,
    ) -> Result<DomainView, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let name = domain_name(&args.domain)?;
        let same = state.domains.first(&|row| row.name == name && row.project_id == project.id);
        if same.is_some() {
            let message = format!("`{name}` is attached to this project already");
            return Err(ToolError::already_exists(message));
        }
        let of_scope = |row: &Domain| {
            let owner = state.projects.get(&row.project_id);
            owner.is_some_and(|owner| owner.team_id == project.team_id)
        };
        if state.domains.first(&|row| row.name == name && of_scope(row)).is_some() {
            let message = format!("`{name}` is attached to another project");
            return Err(ToolError::conflict(message));
        }
        let redirect = args.redirect.map(|to| domain_name(&to)).transpose()?;
        if let Some(to) = &redirect {
            let known = |row: &Domain| row.name == *to && row.project_id == project.id;
            if state.domains.first(&known).is_none() {
                let message = format!("`{to}` is not attached to this project");
                return Err(ToolError::failed_precondition(message));
            }
        }
        if args.git_branch.is_some() {
            check_connected(&project)?;
        }
        let is_platform = name.ends_with(".vercel.app");
        let apex = apex_of(&name);
        let foreign = |row: &Domain| !of_scope(row) && apex_of(&row.name) == apex;
        let verified = is_platform || state.domains.first(&foreign).is_none();
        let taken = is_platform && state.domains.first(&|row| row.name == name).is_some();
        if taken {
            return Err(ToolError::conflict(format!("`{name}` is taken")));
        }
        let domain = state.domains.insert(Domain {
            project_id: project.id.clone(),
            name,
            redirect,
            git_branch: args.git_branch,
            verified,
            has_challenge_record: false,
            dns_configured: is_platform,
            created_at: cx.now(),
        })?;
        Ok(view_domain(&domain))
    }

    /// Cancels a deployment that is not finished; a finished one stays as it is.
    #[tool(
        update,
        key(deployment),
        set(state = DeploymentState::Canceled),
        types(team = Key<Team>),
        reads(teams, projects),
        writes(deployments, log_events)
    )]
    #[case(
        args = r#"{"deployment":"dpl_building"}"#,
        ok = r#"{"id":"dpl_building","state":"CANCELED"}"#
    )]
    #[case(args = r#"{"deployment":"dpl_first"}"#, ok = r#"{"state":"READY","canceled_at":null}"#)]
    #[case(args = r#"{"deployment":"dpl_none"}"#, error = "not_found")]
    fn cancel_deployment(
        state: &mut Vercel,
        args: CancelDeployment,
        cx: &mut Context,
    ) -> Result<RowRef<Deployment>, ToolError> {
        let found = find_deployment(state, args.deployment.as_str(), args.team.as_ref())?;
        if !is_in_progress(found.state) {
            return Ok(found);
        }
        let now = cx.now();
        log(state, &found.id, LogKind::DeploymentState, "Deployment canceled".to_owned(), cx);
        state.deployments.update(&found.id, |deployment| {
            deployment.state = DeploymentState::Canceled;
            deployment.canceled_at = Some(now);
            Ok(())
        })
    }

    /// Builds a project from files, from a repository or once more. Its first deployment always
    /// goes to production.
    #[tool(
        create,
        map(project_id = project),
        types(team = Key<Team>, redeploy_of = Key<Deployment>),
        reads(account, teams),
        writes(deployments, projects, log_events)
    )]
    #[case(
        args = r#"{"name":"harbour-shop","files":[{"path":"index.html","content":"<p>Hi</p>"}]}"#,
        ok = r#"{"name":"harbour-shop","project_id":"prj_shop","target":"preview","state":"READY","file_paths":["index.html"]}"#
    )]
    #[case(
        args = r#"{"name":"empty-site","git_repo":"harbour/site","git_ref":"main"}"#,
        ok = r#"{"project_id":"prj_empty","target":"production","git_provider":"github","git_ref":"main"}"#
    )]
    #[case(
        args = r#"{"name":"harbour-shop","redeploy_of":"dpl_first","target":"production"}"#,
        ok = r#"{"redeploy_of":"dpl_first","target":"production","git_ref":"main"}"#
    )]
    #[case(args = r#"{"name":"harbour-shop"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"name":"harbour-shop","git_repo":"harbour/shop"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"name":"harbour-shop","git_repo":"harbour/shop","git_ref":"main","git_provider":"bitbucket"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"name":"no-such","redeploy_of":"dpl_first"}"#, error = "not_found")]
    fn create_deployment(
        state: &mut Vercel,
        args: CreateDeployment,
        cx: &mut Context,
    ) -> Result<RowRef<Deployment>, ToolError> {
        let named = args.project.as_ref().map_or(args.name.as_str(), Key::as_str);
        let project = find_project(state, named, args.team.as_ref())?;
        if args.git_repo.is_none() && (args.git_ref.is_some() || args.git_provider.is_some()) {
            return Err(ToolError::invalid_argument("git_ref and git_provider go with git_repo"));
        }
        let files = args.files.unwrap_or_default();
        let source = match (files.is_empty(), args.git_repo, &args.redeploy_of) {
            (false, None, None) => Source {
                git_provider: None,
                git_repo: None,
                git_ref: None,
                file_paths: file_paths(&files)?,
                redeploy_of: None,
            },
            (true, Some(repository), None) => {
                check_repository(&repository)?;
                let Some(git_ref) = args.git_ref.filter(|text| !text.is_empty()) else {
                    return Err(ToolError::invalid_argument("`git_repo` needs `git_ref` too"));
                };
                let provider = args.git_provider.unwrap_or(GitProvider::Github);
                check_provider(state, provider)?;
                Source {
                    git_provider: Some(provider),
                    git_repo: Some(repository),
                    git_ref: Some(git_ref),
                    file_paths: Vec::new(),
                    redeploy_of: None,
                }
            }
            (true, None, Some(earlier)) => {
                let earlier = find_deployment(state, earlier.as_str(), args.team.as_ref())?;
                if earlier.project_id != project.id {
                    let message = format!("`{}` is of another project", earlier.id);
                    return Err(ToolError::failed_precondition(message));
                }
                source_of(&earlier)
            }
            _ => {
                return Err(ToolError::invalid_argument(
                    "pass exactly one of files, git_repo and redeploy_of",
                ));
            }
        };
        let target = args.target.unwrap_or(Target::Preview);
        build(state, &project, args.name, source, target, cx)
    }

    /// Adds a project, which may be connected to a repository of a connected Git host.
    #[tool(
        create,
        map(team_id = team),
        types(team = Key<Team>, framework = Framework),
        reads(account, teams),
        writes(projects)
    )]
    #[case(
        args = r#"{"name":"quay-blog","framework":"astro","git_repository":"harbour/blog"}"#,
        ok = r#"{"name":"quay-blog","framework":"astro","git_provider":"github","account_id":null,"production_deployment_id":null}"#
    )]
    #[case(
        args = r#"{"name":"harbour-shop","team":"quay-team"}"#,
        ok = r#"{"name":"harbour-shop","account_id":"team_quay"}"#
    )]
    #[case(args = r#"{"name":"harbour-shop"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"Harbour Shop"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"a","framework":"cobol"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"a","team":"no-such-team"}"#, error = "not_found")]
    fn create_project(
        state: &mut Vercel,
        args: CreateProject,
        cx: &mut Context,
    ) -> Result<RowRef<Project>, ToolError> {
        let team_id = find_scope(state, args.team.as_ref())?;
        check_new_name(state, &args.name, team_id.as_ref())?;
        let mut git_provider = args.git_provider;
        if let Some(repository) = &args.git_repository {
            check_repository(repository)?;
            let provider = git_provider.unwrap_or(GitProvider::Github);
            check_provider(state, provider)?;
            git_provider = Some(provider);
        }
        let id = state.projects.next_key(cx);
        state.projects.insert(Project {
            id,
            name: args.name,
            team_id,
            framework: args.framework,
            git_repository: args.git_repository,
            git_provider,
            build_command: None,
            install_command: None,
            output_directory: None,
            root_directory: None,
            production_deployment_id: None,
            production_locked: false,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Deletes a variable of a project. Its value is not told.
    #[tool(
        delete,
        key(env_id),
        filter(project_id = project),
        types(team = Key<Team>),
        about = EnvironmentVariable,
        reads(teams, projects),
        writes(environment_variables)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","env_id":"envapikey0000001"}"#,
        ok = r#"{"id":"envapikey0000001","name":"API_KEY","deleted":true}"#
    )]
    #[case(args = r#"{"project":"empty-site","env_id":"envapikey0000001"}"#, error = "not_found")]
    fn delete_environment_variable(
        state: &mut Vercel,
        args: DeleteEnvironmentVariable,
        _cx: &mut Context,
    ) -> Result<Gone, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let variable = find_variable(state, &project, &args.env_id)?;
        state.environment_variables.remove(&variable.id)?;
        Ok(gone(variable.id.as_str(), &variable.key))
    }

    /// Deletes a project with its deployments, domains and variables.
    #[tool(
        delete,
        key(project),
        filter(team_id = team),
        types(team = Key<Team>),
        about = Project,
        reads(teams),
        writes(projects, deployments, log_events, domains, environment_variables)
    )]
    #[case(
        args = r#"{"project":"harbour-shop"}"#,
        ok = r#"{"id":"prj_shop","name":"harbour-shop","deleted":true}"#
    )]
    #[case(args = r#"{"project":"harbour-shop","team":"team_quay"}"#, error = "not_found")]
    fn delete_project(
        state: &mut Vercel,
        args: DeleteProject,
        _cx: &mut Context,
    ) -> Result<Gone, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let deleted = state.delete::<Project>(&project.id)?;
        Ok(gone(deleted.id.as_str(), &deleted.name))
    }

    #[tool(get)]
    fn get_current_user() -> Account;

    /// Reads a deployment by identifier or address.
    #[tool(get, key(deployment), types(team = Key<Team>), reads(teams, projects, deployments))]
    #[case(
        args = r#"{"deployment":"dpl_first"}"#,
        ok = r#"{"project_id":"prj_shop","state":"READY","target":"production"}"#
    )]
    #[case(
        args = r#"{"deployment":"https://harbour-shop-a1b2c3d4e-mirko.vercel.app/"}"#,
        ok = r#"{"id":"dpl_first"}"#
    )]
    #[case(args = r#"{"deployment":"dpl_first","team":"quay-team"}"#, error = "not_found")]
    fn get_deployment(
        state: &Vercel,
        args: GetDeployment,
        _cx: &mut Context,
    ) -> Result<RowRef<Deployment>, ToolError> {
        find_deployment(state, args.deployment.as_str(), args.team.as_ref())
    }

    /// Lists the lines of a deployment's log.
    #[tool(
        list,
        filter(deployment_id = deployment),
        types(team = Key<Team>),
        page(limit = limit),
        reads(teams, projects, deployments, log_events)
    )]
    #[case(
        args = r#"{"deployment":"dpl_first"}"#,
        ok = r#"{"items":[{"id":1,"type":"command"},{"id":2,"text":"Build Completed in 21s"}],"total":2}"#
    )]
    #[case(
        args = r#"{"deployment":"dpl_first","direction":"backward","limit":1}"#,
        ok = r#"{"items":[{"id":2}],"total":2}"#
    )]
    #[case(args = r#"{"deployment":"dpl_none"}"#, error = "not_found")]
    fn get_deployment_logs(
        state: &Vercel,
        args: GetDeploymentLogs,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<LogEvent>>, ToolError> {
        let deployment = find_deployment(state, args.deployment.as_str(), args.team.as_ref())?;
        let mut rows = state.log_events.select(&|row| {
            let at = row.created_at.unix_seconds().saturating_mul(1000);
            row.deployment_id == deployment.id
                && args.since.is_none_or(|since| at >= since)
                && args.until.is_none_or(|until| at <= until)
        });
        rows.sort_by_key(|row| (row.created_at, row.id));
        if args.direction.is_some_and(|direction| direction.as_str() == "backward") {
            rows.reverse();
        }
        let limit = Some(args.limit.unwrap_or(100).clamp(1, 1000));
        PageRequest { limit, ..PageRequest::default() }.cut(rows)
    }

    /// Reads a project with its latest deployment.
    #[tool(
        get,
        key(project),
        filter(team_id = team),
        types(team = Key<Team>),
        about = Project,
        reads(teams, projects, deployments)
    )]
    #[case(
        args = r#"{"project":"harbour-shop"}"#,
        ok = r#"{"id":"prj_shop","framework":"nextjs","production_deployment_id":"dpl_second","latest_deployment_id":"dpl_building","latest_deployment_state":"BUILDING"}"#
    )]
    #[case(args = r#"{"project":"no-such"}"#, error = "not_found")]
    #[case(args = r#"{"project":"prj_shop","team":"no-such-team"}"#, error = "not_found")]
    fn get_project(
        state: &Vercel,
        args: GetProject,
        _cx: &mut Context,
    ) -> Result<ProjectDetail, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        Ok(view_project(state, &project))
    }

    /// Reads a domain of a project: whether it is verified and its DNS is right.
    #[tool(
        get,
        key(project, domain),
        types(team = Key<Team>),
        about = Domain,
        reads(teams, projects, domains)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","domain":"WWW.harbour.example"}"#,
        ok = r#"{"name":"www.harbour.example","verified":true,"misconfigured":false}"#
    )]
    #[case(args = r#"{"project":"harbour-shop","domain":"other.example"}"#, error = "not_found")]
    fn get_project_domain(
        state: &Vercel,
        args: GetProjectDomain,
        _cx: &mut Context,
    ) -> Result<DomainView, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        Ok(view_domain(&*find_domain(state, &project, &args.domain)?))
    }

    /// Reads a team by identifier or slug.
    #[tool(get, key(team), reads(teams))]
    #[case(args = r#"{"team":"quay-team"}"#, ok = r#"{"id":"team_quay","plan":"pro"}"#)]
    #[case(args = r#"{"team":"no-such-team"}"#, error = "not_found")]
    fn get_team(
        state: &Vercel,
        args: GetTeam,
        _cx: &mut Context,
    ) -> Result<RowRef<Team>, ToolError> {
        find_team(state, args.team.as_str())
    }

    /// Lists deployments of a scope, the latest first.
    #[tool(
        list,
        filter(project_id = project, target, state),
        types(team = Key<Team>),
        sort(created_at, descending),
        page(limit = limit, cursor = cursor),
        reads(teams, projects, deployments)
    )]
    #[case(
        args = r#"{"project":"prj_shop","state":"READY"}"#,
        ok = r#"{"items":[{"id":"dpl_preview"},{"id":"dpl_second"},{"id":"dpl_first"}],"total":3}"#
    )]
    #[case(
        args = r#"{"target":"production","limit":1}"#,
        ok = r#"{"items":[{"id":"dpl_second"}],"total":2,"next_cursor":"c1"}"#
    )]
    #[case(args = r#"{"project":"no-such"}"#, error = "not_found")]
    fn list_deployments(
        state: &Vercel,
        args: ListDeployments,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Deployment>>, ToolError> {
        let scope = find_scope(state, args.team.as_ref())?;
        let project = match &args.project {
            Some(named) => Some(find_project(state, named.as_str(), args.team.as_ref())?),
            None => None,
        };
        let mut rows = state.deployments.select(&|row| {
            let owner = state.projects.get(&row.project_id);
            owner.is_some_and(|owner| owner.team_id == scope)
                && project.as_ref().is_none_or(|project| row.project_id == project.id)
                && args.target.is_none_or(|target| row.target == target)
                && args.state.is_none_or(|state| row.state == state)
        });
        rows.sort_by_key(|row| std::cmp::Reverse(row.created_at));
        page(rows, args.limit, args.cursor)
    }

    /// Lists the variables of a project by name. Plain values are shown, encrypted ones on
    /// request, sensitive ones never.
    #[tool(
        list,
        filter(project_id = project),
        types(team = Key<Team>),
        about = EnvironmentVariable,
        reads(teams, projects, environment_variables)
    )]
    #[case(
        args = r#"{"project":"harbour-shop"}"#,
        ok = r#"[{"key":"API_KEY","decrypted_value":null},{"key":"REGION","decrypted_value":"north"}]"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","decrypt":true}"#,
        ok = r#"[{"key":"API_KEY","decrypted_value":"k-fixture"},{"key":"REGION"}]"#
    )]
    #[case(args = r#"{"project":"no-such"}"#, error = "not_found")]
    fn list_environment_variables(
        state: &Vercel,
        args: ListEnvironmentVariables,
        _cx: &mut Context,
    ) -> Result<Vec<EnvView>, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let mut rows = state.environment_variables.select(&|row| row.project_id == project.id);
        rows.sort_by(|a, b| a.key.cmp(&b.key));
        let decrypt = args.decrypt.unwrap_or(false);
        Ok(rows.iter().map(|row| view_variable(row, decrypt)).collect())
    }

    /// Lists the domains of a project.
    #[tool(
        list,
        filter(project_id = project),
        types(team = Key<Team>),
        about = Domain,
        page(limit = limit, cursor = cursor),
        reads(teams, projects, domains)
    )]
    #[case(
        args = r#"{"project":"harbour-shop"}"#,
        ok = r#"{"items":[{"name":"harbour.example","redirect":"www.harbour.example"},{"name":"www.harbour.example"}],"total":2}"#
    )]
    #[case(args = r#"{"project":"no-such"}"#, error = "not_found")]
    fn list_project_domains(
        state: &Vercel,
        args: ListProjectDomains,
        _cx: &mut Context,
    ) -> Result<Page<DomainView>, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let rows = state.domains.select(&|row| row.project_id == project.id);
        page(rows.iter().map(|row| view_domain(row)).collect(), args.limit, args.cursor)
    }

    /// Lists the projects of a scope, the last changed first.
    #[tool(
        search(name ~ search),
        filter(team_id = team),
        types(team = Key<Team>),
        sort(updated_at, descending),
        page(limit = limit, cursor = cursor),
        reads(teams, projects)
    )]
    #[case(args = r#"{"search":"SHOP"}"#, ok = r#"{"items":[{"id":"prj_shop"}],"total":1}"#)]
    #[case(args = r#"{"team":"quay-team"}"#, ok = r#"{"items":[{"name":"quay-docs"}],"total":1}"#)]
    #[case(args = r#"{"team":"no-such-team"}"#, error = "not_found")]
    fn list_projects(
        state: &Vercel,
        args: ListProjects,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Project>>, ToolError> {
        let scope = find_scope(state, args.team.as_ref())?;
        let wanted = args.search.unwrap_or_default().to_lowercase();
        let mut rows = state
            .projects
            .select(&|row| row.team_id == scope && row.name.to_lowercase().contains(&wanted));
        rows.sort_by_key(|row| std::cmp::Reverse(row.updated_at));
        page(rows, args.limit, args.cursor)
    }

    /// Lists the teams that the user is in.
    #[tool(list, page(limit = limit, cursor = cursor), reads(teams))]
    #[case(
        args = r#"{"limit":1}"#,
        ok = r#"{"items":[{"slug":"northlight"}],"total":2,"next_cursor":"c1"}"#
    )]
    #[case(args = r#"{"cursor":"no cursor"}"#, error = "invalid_argument")]
    fn list_teams(
        state: &Vercel,
        args: ListTeams,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Team>>, ToolError> {
        page(state.teams.select(&|_| true), args.limit, args.cursor)
    }

    /// Makes a deployment what production shows. A preview is built again for production first,
    /// and the answer is the new build.
    #[tool(
        types(project = Key<Project>, deployment = Key<Deployment>, team = Key<Team>),
        about = Deployment,
        reads(teams),
        writes(projects, deployments, log_events)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","deployment":"dpl_first"}"#,
        ok = r#"{"id":"dpl_first","target":"production"}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","deployment":"dpl_preview"}"#,
        ok = r#"{"redeploy_of":"dpl_preview","target":"production","git_ref":"basket","state":"READY"}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","deployment":"dpl_building"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"project":"harbour-shop","deployment":"dpl_second"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"project":"empty-site","deployment":"dpl_first"}"#, error = "not_found")]
    fn promote_deployment(
        state: &mut Vercel,
        args: PromoteDeployment,
        cx: &mut Context,
    ) -> Result<RowRef<Deployment>, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let deployment = deployment_of(state, &project, args.deployment.as_str())?;
        check_ready(&deployment)?;
        if project.production_deployment_id.as_ref() == Some(&deployment.id) {
            let message = format!("`{}` is in production already", deployment.id);
            return Err(ToolError::failed_precondition(message));
        }
        if deployment.target == Target::Production {
            go_live(state, &project.id, &deployment.id, false, cx)?;
            return Ok(deployment);
        }
        let built = build(
            state,
            &project,
            deployment.name.clone(),
            source_of(&deployment),
            Target::Production,
            cx,
        )?;
        go_live(state, &project.id, &built.id, false, cx)?;
        Ok(built)
    }

    /// Detaches a domain. One that others redirect to stays until they are gone.
    #[tool(
        delete,
        key(project, domain),
        types(team = Key<Team>),
        about = Domain,
        reads(teams, projects),
        writes(domains)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","domain":"harbour.example"}"#,
        ok = r#"{"id":"prj_shop/harbour.example","name":"harbour.example","deleted":true}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","domain":"www.harbour.example"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"project":"harbour-shop","domain":"other.example"}"#, error = "not_found")]
    fn remove_project_domain(
        state: &mut Vercel,
        args: RemoveProjectDomain,
        _cx: &mut Context,
    ) -> Result<Gone, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let domain = find_domain(state, &project, &args.domain)?;
        let leads_here = |row: &Domain| {
            row.project_id == project.id && row.redirect.as_ref() == Some(&domain.name)
        };
        if let Some(other) = state.domains.first(&leads_here) {
            let message = format!("`{}` redirects to `{}`", other.name, domain.name);
            return Err(ToolError::failed_precondition(message));
        }
        let key = domain_key(&domain);
        state.domains.remove(&key)?;
        Ok(gone(&key, &domain.name))
    }

    /// Shows an earlier production deployment again, and holds production there.
    #[tool(
        types(project = Key<Project>, deployment = Key<Deployment>, team = Key<Team>),
        about = Deployment,
        reads(teams, deployments),
        writes(projects)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","deployment":"dpl_first"}"#,
        ok = r#"{"id":"dpl_first","target":"production"}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","deployment":"dpl_preview"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"project":"harbour-shop","deployment":"dpl_none"}"#, error = "not_found")]
    fn rollback_deployment(
        state: &mut Vercel,
        args: RollbackDeployment,
        cx: &mut Context,
    ) -> Result<RowRef<Deployment>, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let deployment = deployment_of(state, &project, args.deployment.as_str())?;
        check_ready(&deployment)?;
        if deployment.target != Target::Production {
            let message = format!("`{}` was never in production; promote it", deployment.id);
            return Err(ToolError::failed_precondition(message));
        }
        if project.production_deployment_id.as_ref() != Some(&deployment.id) {
            go_live(state, &project.id, &deployment.id, true, cx)?;
        }
        Ok(deployment)
    }

    /// Adds a variable, or changes what is given of one; its name and type stay.
    #[tool(
        upsert,
        key(env_id),
        map(project_id = project),
        types(team = Key<Team>, target = Vec<Environment>),
        about = EnvironmentVariable,
        reads(teams, projects),
        writes(environment_variables)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","key":"API_KEY","value":"other","target":["preview"]}"#,
        ok = r#"{"key":"API_KEY","decrypted_value":null,"target":["preview"],"type":"encrypted"}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","env_id":"envregion0000001","value":"south"}"#,
        ok = r#"{"key":"REGION","decrypted_value":"south","target":["production","preview"]}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","key":"REGION","value":"east","target":["preview"],"overwrite":true}"#,
        ok = r#"{"id":"envregion0000001","target":["preview"]}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","key":"REGION","value":"east","target":["preview"]}"#,
        error = "conflict"
    )]
    #[case(args = r#"{"project":"harbour-shop","key":"A"}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"project":"harbour-shop","key":"A","value":"b","target":["development"],"type":"sensitive"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"project":"harbour-shop","env_id":"envnone000000001","value":"x"}"#,
        error = "not_found"
    )]
    fn save_environment_variable(
        state: &mut Vercel,
        args: SaveEnvironmentVariable,
        cx: &mut Context,
    ) -> Result<EnvView, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let given = args.target.map(each_once);
        if let Some(id) = &args.env_id {
            let mut variable = (*find_variable(state, &project, id)?).clone();
            variable.value = args.value.unwrap_or(variable.value);
            variable.target = given.unwrap_or(variable.target);
            variable.git_branch = args.git_branch.or(variable.git_branch);
            variable.comment = args.comment.or(variable.comment);
            return save_variable(state, &project, variable, false, cx);
        }
        let (Some(key), Some(value), Some(target)) = (args.key, args.value, given) else {
            return Err(ToolError::invalid_argument("a new variable needs key, value and target"));
        };
        let id = state.environment_variables.next_key(cx);
        let variable = EnvironmentVariable {
            id,
            project_id: project.id.clone(),
            key,
            value,
            target,
            kind: args.r#type.unwrap_or(EnvKind::Encrypted),
            git_branch: args.git_branch,
            comment: args.comment,
            created_at: cx.now(),
            updated_at: cx.now(),
        };
        save_variable(state, &project, variable, args.overwrite.unwrap_or(false), cx)
    }

    /// Changes what is given of a project; an empty text takes a setting back.
    #[tool(
        update,
        key(project),
        filter(team_id = team),
        types(team = Key<Team>, framework = String),
        reads(teams),
        writes(projects)
    )]
    #[case(
        args = r#"{"project":"harbour-shop","framework":"","build_command":"make site"}"#,
        ok = r#"{"id":"prj_shop","framework":null,"build_command":"make site"}"#
    )]
    #[case(
        args = r#"{"project":"harbour-shop","name":"quay-shop","framework":"vite"}"#,
        ok = r#"{"id":"prj_shop","name":"quay-shop","framework":"vite"}"#
    )]
    #[case(args = r#"{"project":"harbour-shop","name":"empty-site"}"#, error = "already_exists")]
    #[case(args = r#"{"project":"harbour-shop","framework":"cobol"}"#, error = "invalid_argument")]
    #[case(args = r#"{"project":"no-such","name":"x"}"#, error = "not_found")]
    fn update_project_settings(
        state: &mut Vercel,
        args: UpdateProjectSettings,
        cx: &mut Context,
    ) -> Result<RowRef<Project>, ToolError> {
        let found = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let mut project = (*found).clone();
        if let Some(name) = args.name.filter(|name| *name != project.name) {
            check_new_name(state, &name, project.team_id.as_ref())?;
            project.name = name;
        }
        if let Some(preset) = args.framework {
            project.framework = find_framework(&preset)?;
        }
        set_or_clear(&mut project.build_command, args.build_command);
        set_or_clear(&mut project.install_command, args.install_command);
        set_or_clear(&mut project.output_directory, args.output_directory);
        set_or_clear(&mut project.root_directory, args.root_directory);
        if project == *found {
            return Ok(found);
        }
        project.updated_at = cx.now();
        Ok(state.projects.put(project))
    }

    /// Looks for the challenge of a domain in the DNS, and says how the domain stands then.
    #[tool(
        types(project = Key<Project>, team = Key<Team>),
        about = Domain,
        reads(teams, projects),
        writes(domains)
    )]
    #[case(
        args = r#"{"project":"quay-docs","team":"quay-team","domain":"docs.quayteam.example"}"#,
        ok = r#"{"name":"docs.quayteam.example","verified":true,"verification":[]}"#
    )]
    #[case(args = r#"{"project":"harbour-shop","domain":"other.example"}"#, error = "not_found")]
    fn verify_project_domain(
        state: &mut Vercel,
        args: VerifyProjectDomain,
        _cx: &mut Context,
    ) -> Result<DomainView, ToolError> {
        let project = find_project(state, args.project.as_str(), args.team.as_ref())?;
        let domain = find_domain(state, &project, &args.domain)?;
        if domain.verified || !domain.has_challenge_record {
            return Ok(view_domain(&domain));
        }
        let verified = state.domains.update(&domain_key(&domain), |domain| {
            domain.verified = true;
            Ok(())
        })?;
        Ok(view_domain(&verified))
    }
}

fn page<T>(rows: Vec<T>, limit: Option<i64>, cursor: Option<String>) -> Result<Page<T>, ToolError> {
    let limit = Some(limit.unwrap_or(20).clamp(1, 100));
    PageRequest { limit, cursor, ..PageRequest::default() }.cut(rows)
}

fn gone(id: &str, name: &str) -> Gone {
    Gone { id: id.to_owned(), name: name.to_owned(), deleted: true }
}

/// The team with this identifier or slug.
fn find_team(state: &Vercel, named: &str) -> Result<RowRef<Team>, ToolError> {
    match state.teams.first(&|team| team.slug == named) {
        Some(team) => state.teams.find(&team.id),
        None => state.teams.find(named),
    }
}

/// The team that a call acts in; none for the user's own scope.
fn find_scope(state: &Vercel, team: Option<&Key<Team>>) -> Result<Option<Key<Team>>, ToolError> {
    match team.filter(|team| !team.as_str().is_empty()) {
        Some(named) => Ok(Some(find_team(state, named.as_str())?.id.clone())),
        None => Ok(None),
    }
}

/// The project of a scope with this identifier or name; what begins with `prj_` is no name.
fn find_project(
    state: &Vercel,
    named: &str,
    team: Option<&Key<Team>>,
) -> Result<RowRef<Project>, ToolError> {
    let scope = find_scope(state, team)?;
    let is_it = |project: &Project| {
        let is_named = !named.starts_with("prj_") && project.name == named;
        project.team_id == scope && (project.id == named || is_named)
    };
    match state.projects.select(&is_it).as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(ToolError::no_row("Project", named)),
        several => {
            let ids: Vec<&str> = several.iter().map(|project| project.id.as_str()).collect();
            let message = format!("several projects are named `{named}`: {}", ids.join(", "));
            Err(ToolError::invalid_argument(message))
        }
    }
}

/// The deployment of a scope with this identifier or address.
fn find_deployment(
    state: &Vercel,
    named: &str,
    team: Option<&Key<Team>>,
) -> Result<RowRef<Deployment>, ToolError> {
    let scope = find_scope(state, team)?;
    let is_it = |row: &Deployment| {
        let project = state.projects.get(&row.project_id);
        project.is_some_and(|project| project.team_id == scope) && is_named(row, named)
    };
    match state.deployments.first(&is_it) {
        Some(row) => state.deployments.find(&row.id),
        None => Err(ToolError::no_row("Deployment", named)),
    }
}

/// The deployment of a project with this identifier or address.
fn deployment_of(
    state: &Vercel,
    project: &Project,
    named: &str,
) -> Result<RowRef<Deployment>, ToolError> {
    let is_it = |row: &Deployment| row.project_id == project.id && is_named(row, named);
    match state.deployments.first(&is_it) {
        Some(row) => state.deployments.find(&row.id),
        None => Err(ToolError::no_row("Deployment", named)),
    }
}

fn is_named(deployment: &Deployment, named: &str) -> bool {
    deployment.id == named || host_of(&deployment.url) == host_of(named)
}

/// An address without its scheme and its last stroke.
fn host_of(url: &str) -> &str {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    rest.unwrap_or(url).trim_end_matches('/')
}

/// The domain with this name of a project.
fn find_domain(
    state: &Vercel,
    project: &Project,
    named: &str,
) -> Result<RowRef<Domain>, ToolError> {
    let name = named.trim().to_lowercase();
    match state.domains.find(&compoworld_core::join_key(&[&project.id, &name])) {
        Ok(domain) => Ok(domain),
        Err(_) => Err(ToolError::no_row("Domain", named)),
    }
}

fn domain_key(domain: &Domain) -> String {
    compoworld_core::join_key(&[&domain.project_id, &domain.name])
}

/// The variable with this identifier of a project.
fn find_variable(
    state: &Vercel,
    project: &Project,
    id: &Key<EnvironmentVariable>,
) -> Result<RowRef<EnvironmentVariable>, ToolError> {
    let variable = state.environment_variables.find(id)?;
    if variable.project_id != project.id {
        return Err(ToolError::no_row("EnvironmentVariable", id.as_str()));
    }
    Ok(variable)
}

/// The preset with this slug; none for an empty text.
fn find_framework(slug: &str) -> Result<Option<Framework>, ToolError> {
    if slug.is_empty() {
        return Ok(None);
    }
    let found = Framework::ALL.iter().find(|preset| preset.as_str() == slug);
    match found {
        Some(preset) => Ok(Some(*preset)),
        None => Err(ToolError::invalid_argument(format!("`{slug}` is no framework preset"))),
    }
}

fn set_or_clear(setting: &mut Option<String>, given: Option<String>) {
    if let Some(text) = given {
        *setting = Some(text).filter(|text| !text.is_empty());
    }
}

/// Checks that a name is well formed and free in a scope.
fn check_new_name(state: &Vercel, name: &str, scope: Option<&Key<Team>>) -> Result<(), ToolError> {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_well_formed = name.starts_with(letter)
        && name.chars().all(|c| letter(c) || matches!(c, '.' | '_' | '-'))
        && name.len() <= 100
        && !name.contains("---");
    if !is_well_formed {
        return Err(ToolError::invalid_argument(format!(
            "`{name}` is no name for a project: up to 100 lower-case letters, digits, `.`, `_` and `-`"
        )));
    }
    let same = |row: &Project| row.name == name && row.team_id.as_ref() == scope;
    if state.projects.first(&same).is_some() {
        return Err(ToolError::already_exists(format!("a project `{name}` exists already")));
    }
    Ok(())
}

fn check_repository(repository: &str) -> Result<(), ToolError> {
    let part = |text: &str| {
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        !text.is_empty() && text.chars().all(known)
    };
    if repository.split_once('/').is_some_and(|(owner, name)| part(owner) && part(name)) {
        return Ok(());
    }
    let message = format!("`{repository}` is no repository, write it like `owner/name`");
    Err(ToolError::invalid_argument(message))
}

fn check_provider(state: &Vercel, provider: GitProvider) -> Result<(), ToolError> {
    if state.account.find()?.git_providers.contains(&provider) {
        return Ok(());
    }
    Err(ToolError::failed_precondition(format!("the account is not connected to {provider}")))
}

fn check_connected(project: &Project) -> Result<(), ToolError> {
    if project.git_repository.is_some() {
        return Ok(());
    }
    Err(ToolError::failed_precondition("a git branch needs a project with a repository"))
}

fn check_ready(deployment: &Deployment) -> Result<(), ToolError> {
    if deployment.state == DeploymentState::Ready {
        return Ok(());
    }
    Err(ToolError::failed_precondition(format!(
        "`{}` is {}, not READY",
        deployment.id, deployment.state
    )))
}

fn is_in_progress(state: DeploymentState) -> bool {
    matches!(
        state,
        DeploymentState::Queued | DeploymentState::Initializing | DeploymentState::Building
    )
}

/// What a deployment is built from.
struct Source {
    git_provider: Option<GitProvider>,
    git_repo: Option<String>,
    git_ref: Option<String>,
    file_paths: Vec<String>,
    redeploy_of: Option<Key<Deployment>>,
}

fn source_of(deployment: &Deployment) -> Source {
    Source {
        git_provider: deployment.git_provider,
        git_repo: deployment.git_repo.clone(),
        git_ref: deployment.git_ref.clone(),
        file_paths: deployment.file_paths.clone(),
        redeploy_of: Some(deployment.id.clone()),
    }
}

/// The paths of files that are passed along, each with its content.
fn file_paths(files: &[Json]) -> Result<Vec<String>, ToolError> {
    let mut paths = Vec::new();
    for file in files {
        let text = |names: [&str; 2]| {
            names.iter().find_map(|name| file.0.get(name)).and_then(|value| value.as_str())
        };
        let (Some(path), Some(_)) = (text(["path", "file"]), text(["content", "data"])) else {
            return Err(ToolError::invalid_argument("each file needs a path and a content"));
        };
        let path = path.trim_start_matches("./").to_owned();
        if path.is_empty() || paths.contains(&path) {
            return Err(ToolError::invalid_argument("each file needs a path of its own"));
        }
        paths.push(path);
    }
    Ok(paths)
}

/// Builds a project and shows the result in production where it belongs there.
fn build(
    state: &mut Vercel,
    project: &Project,
    name: String,
    source: Source,
    target: Target,
    cx: &mut Context,
) -> Result<RowRef<Deployment>, ToolError> {
    let is_first = state.deployments.first(&|row| row.project_id == project.id).is_none();
    let target = if is_first { Target::Production } else { target };
    let creator = state.account.find()?.username.clone();
    let owner = project.team_id.as_ref().and_then(|id| state.teams.get(id));
    let scope = owner.map_or(creator.clone(), |team| team.slug.clone());
    let id = state.deployments.next_key(cx);
    let deployment = state.deployments.insert(Deployment {
        id,
        url: format!("{}-{scope}.vercel.app", cx.token(&format!("{name}-"), 9)),
        name,
        project_id: project.id.clone(),
        target,
        state: DeploymentState::Ready,
        git_provider: source.git_provider,
        git_repo: source.git_repo,
        git_ref: source.git_ref,
        file_paths: source.file_paths,
        redeploy_of: source.redeploy_of,
        creator,
        created_at: cx.now(),
        ready_at: Some(cx.now()),
        canceled_at: None,
    })?;
    let command = project.build_command.as_deref().unwrap_or("vercel build");
    log(state, &deployment.id, LogKind::Command, format!("Running \"{command}\""), cx);
    log(state, &deployment.id, LogKind::Stdout, "Build Completed".to_owned(), cx);
    log(state, &deployment.id, LogKind::DeploymentState, "Deployment completed".to_owned(), cx);
    if target == Target::Production && !project.production_locked {
        go_live(state, &project.id, &deployment.id, false, cx)?;
    }
    Ok(deployment)
}

fn go_live(
    state: &mut Vercel,
    project: &Key<Project>,
    deployment: &Key<Deployment>,
    locked: bool,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let now = cx.now();
    state.projects.update(project, |project| {
        project.production_deployment_id = Some(deployment.clone());
        project.production_locked = locked;
        project.updated_at = now;
        Ok(())
    })?;
    Ok(())
}

fn log(
    state: &mut Vercel,
    deployment: &Key<Deployment>,
    kind: LogKind,
    text: String,
    cx: &mut Context,
) {
    let id = state.log_events.next_int_key(cx);
    let deployment_id = deployment.clone();
    state.log_events.put(LogEvent { id, deployment_id, kind, text, created_at: cx.now() });
}

/// A domain in the form that is kept: lower case, without a last dot.
fn domain_name(text: &str) -> Result<String, ToolError> {
    let name = text.trim().trim_end_matches('.').to_lowercase();
    let label = |text: &str| {
        let known = |c: char| c.is_ascii_alphanumeric() || c == '-';
        (1..=63).contains(&text.len())
            && text.chars().all(known)
            && !text.starts_with('-')
            && !text.ends_with('-')
    };
    let plain = name.strip_prefix("*.").unwrap_or(&name);
    let last = plain.rsplit('.').next().unwrap_or_default();
    let is_well_formed = plain.contains('.')
        && plain.split('.').all(label)
        && (2..=24).contains(&last.len())
        && last.chars().all(|c| c.is_ascii_lowercase())
        && name.len() <= 253;
    if is_well_formed {
        return Ok(name);
    }
    Err(ToolError::invalid_argument(format!(
        "`{text}` is no domain, write it like `app.example.com`"
    )))
}

/// The last two parts of a domain.
fn apex_of(name: &str) -> String {
    let mut parts = name.rsplit('.');
    match (parts.next(), parts.next()) {
        (Some(top), Some(own)) => format!("{own}.{top}"),
        _ => name.to_owned(),
    }
}

fn view_domain(domain: &Domain) -> DomainView {
    let apex = apex_of(&domain.name);
    let mut verification = Vec::new();
    if !domain.verified {
        verification.push(Challenge {
            kind: "TXT".to_owned(),
            domain: format!("_vercel.{apex}"),
            value: format!("vc-domain-verify={},{}", domain.name, domain.project_id),
            reason: "pending_domain_verification".to_owned(),
        });
    }
    DomainView {
        name: domain.name.clone(),
        apex_name: apex,
        project_id: domain.project_id.clone(),
        redirect: domain.redirect.clone(),
        git_branch: domain.git_branch.clone(),
        verified: domain.verified,
        misconfigured: !domain.dns_configured,
        verification,
        created_at: domain.created_at,
    }
}

fn each_once<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut kept = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// Puts a new or changed variable in. It must not be set where one of its name is set, except
/// that it may take the place of one such variable.
fn save_variable(
    state: &mut Vercel,
    project: &Project,
    mut variable: EnvironmentVariable,
    overwrites: bool,
    cx: &mut Context,
) -> Result<EnvView, ToolError> {
    if variable.kind == EnvKind::Sensitive && variable.target.contains(&Environment::Development) {
        let message = "a sensitive variable cannot be set in development";
        return Err(ToolError::invalid_argument(message));
    }
    if variable.git_branch.is_some() {
        check_connected(project)?;
        if variable.target != [Environment::Preview] {
            let message = "a git branch goes with the target preview only";
            return Err(ToolError::invalid_argument(message));
        }
    }
    let clashes = state.environment_variables.select(&|row| {
        row.project_id == variable.project_id
            && row.id != variable.id
            && row.key == variable.key
            && row.git_branch == variable.git_branch
            && row.target.iter().any(|target| variable.target.contains(target))
    });
    match clashes.as_slice() {
        [] => {}
        [only] if overwrites => {
            variable.id = only.id.clone();
            variable.created_at = only.created_at;
        }
        _ => {
            let message = format!("`{}` is set for one of these targets already", variable.key);
            return Err(ToolError::conflict(message));
        }
    }
    variable.updated_at = cx.now();
    let saved = state.environment_variables.put(variable);
    Ok(view_variable(&saved, false))
}

fn view_variable(variable: &EnvironmentVariable, decrypt: bool) -> EnvView {
    let is_shown = match variable.kind {
        EnvKind::Plain => true,
        EnvKind::Encrypted => decrypt,
        EnvKind::Sensitive => false,
    };
    EnvView {
        id: variable.id.clone(),
        project_id: variable.project_id.clone(),
        key: variable.key.clone(),
        decrypted_value: is_shown.then(|| variable.value.clone()),
        target: variable.target.clone(),
        kind: variable.kind,
        git_branch: variable.git_branch.clone(),
        comment: variable.comment.clone(),
        created_at: variable.created_at,
        updated_at: variable.updated_at,
    }
}

fn view_project(state: &Vercel, project: &Project) -> ProjectDetail {
    let mut deployments = state.deployments.select(&|row| row.project_id == project.id);
    deployments.sort_by_key(|row| row.created_at);
    let latest = deployments.last();
    ProjectDetail {
        id: project.id.clone(),
        name: project.name.clone(),
        account_id: project.team_id.clone(),
        framework: project.framework,
        git_repository: project.git_repository.clone(),
        git_provider: project.git_provider,
        build_command: project.build_command.clone(),
        install_command: project.install_command.clone(),
        output_directory: project.output_directory.clone(),
        root_directory: project.root_directory.clone(),
        production_deployment_id: project.production_deployment_id.clone(),
        production_locked: project.production_locked,
        latest_deployment_id: latest.map(|row| row.id.clone()),
        latest_deployment_state: latest.map(|row| row.state),
        created_at: project.created_at,
        updated_at: project.updated_at,
    }
}

/// A shop with four deployments and a site without any, and a team's pages.
pub const FIXTURE: &str = r#"{
    "account": {"id": "usr0000000000000000000001", "username": "mirko", "email": "mirko@harbour.example", "name": "Mirko Lind", "git_providers": ["github"]},
    "teams": {
        "team_north": {"id": "team_north", "slug": "northlight", "name": "Northlight", "plan": "hobby", "created_at": "2025-08-01T09:00:00Z"},
        "team_quay": {"id": "team_quay", "slug": "quay-team", "name": "Quay Team", "plan": "pro", "created_at": "2025-09-01T09:00:00Z"}
    },
    "projects": {
        "prj_shop": {"id": "prj_shop", "name": "harbour-shop", "account_id": null, "framework": "nextjs", "git_repository": "harbour/shop", "git_provider": "github", "build_command": "npm run build", "production_deployment_id": "dpl_second", "production_locked": false, "created_at": "2026-01-05T09:00:00Z", "updated_at": "2026-02-20T09:00:00Z"},
        "prj_empty": {"id": "prj_empty", "name": "empty-site", "account_id": null, "framework": null, "production_locked": false, "created_at": "2026-02-01T09:00:00Z", "updated_at": "2026-02-01T09:00:00Z"},
        "prj_docs": {"id": "prj_docs", "name": "quay-docs", "account_id": "team_quay", "framework": "astro", "production_locked": false, "created_at": "2026-01-15T09:00:00Z", "updated_at": "2026-01-15T09:00:00Z"}
    },
    "deployments": {
        "dpl_first": {"id": "dpl_first", "name": "harbour-shop", "project_id": "prj_shop", "url": "harbour-shop-a1b2c3d4e-mirko.vercel.app", "target": "production", "state": "READY", "git_provider": "github", "git_repo": "harbour/shop", "git_ref": "main", "file_paths": [], "creator": "mirko", "created_at": "2026-01-05T09:10:00Z", "ready_at": "2026-01-05T09:11:00Z"},
        "dpl_second": {"id": "dpl_second", "name": "harbour-shop", "project_id": "prj_shop", "url": "harbour-shop-b2c3d4e5f-mirko.vercel.app", "target": "production", "state": "READY", "git_provider": "github", "git_repo": "harbour/shop", "git_ref": "main", "file_paths": [], "creator": "mirko", "created_at": "2026-02-10T09:10:00Z", "ready_at": "2026-02-10T09:11:00Z"},
        "dpl_preview": {"id": "dpl_preview", "name": "harbour-shop", "project_id": "prj_shop", "url": "harbour-shop-c3d4e5f6g-mirko.vercel.app", "target": "preview", "state": "READY", "git_provider": "github", "git_repo": "harbour/shop", "git_ref": "basket", "file_paths": [], "creator": "mirko", "created_at": "2026-02-18T09:10:00Z", "ready_at": "2026-02-18T09:11:00Z"},
        "dpl_building": {"id": "dpl_building", "name": "harbour-shop", "project_id": "prj_shop", "url": "harbour-shop-d4e5f6g7h-mirko.vercel.app", "target": "preview", "state": "BUILDING", "git_provider": "github", "git_repo": "harbour/shop", "git_ref": "search", "file_paths": [], "creator": "mirko", "created_at": "2026-02-20T09:10:00Z"}
    },
    "log_events": {
        "1": {"id": 1, "deployment_id": "dpl_first", "type": "command", "text": "Running \"npm run build\"", "created_at": "2026-01-05T09:10:05Z"},
        "2": {"id": 2, "deployment_id": "dpl_first", "type": "stdout", "text": "Build Completed in 21s", "created_at": "2026-01-05T09:10:26Z"},
        "3": {"id": 3, "deployment_id": "dpl_building", "type": "command", "text": "Running \"npm run build\"", "created_at": "2026-02-20T09:10:05Z"}
    },
    "domains": {
        "prj_shop/www.harbour.example": {"project_id": "prj_shop", "name": "www.harbour.example", "redirect": null, "git_branch": null, "verified": true, "dns_configured": true, "created_at": "2026-01-06T09:00:00Z"},
        "prj_shop/harbour.example": {"project_id": "prj_shop", "name": "harbour.example", "redirect": "www.harbour.example", "git_branch": null, "verified": true, "dns_configured": true, "created_at": "2026-01-06T09:05:00Z"},
        "prj_docs/docs.quayteam.example": {"project_id": "prj_docs", "name": "docs.quayteam.example", "redirect": null, "git_branch": null, "verified": false, "has_challenge_record": true, "dns_configured": false, "created_at": "2026-01-16T09:00:00Z"}
    },
    "environment_variables": {
        "envapikey0000001": {"id": "envapikey0000001", "project_id": "prj_shop", "key": "API_KEY", "value": "k-fixture", "target": ["production"], "type": "encrypted", "git_branch": null, "comment": "For the card provider", "created_at": "2026-01-05T09:05:00Z", "updated_at": "2026-01-05T09:05:00Z"},
        "envregion0000001": {"id": "envregion0000001", "project_id": "prj_shop", "key": "REGION", "value": "north", "target": ["production", "preview"], "type": "plain", "git_branch": null, "comment": null, "created_at": "2026-01-05T09:06:00Z", "updated_at": "2026-01-05T09:06:00Z"}
    }
}"#;
