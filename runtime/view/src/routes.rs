//! Which page answers which address.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Form, Path, Query, State};
use axum::http::header;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::ask::{Asked, Fault, act, say, show};
use crate::guard::check_origin;
use crate::inspector::Inspector;
use crate::pages::{
    environment, environments, overview, service, services, task, tasks, training, trajectories,
    trajectory,
};

/// The largest form that is taken, in bytes.
const FORM_BYTES_MAX: usize = 1 << 20;

type Shared = State<Arc<Inspector>>;
type Pairs = Vec<(String, String)>;

/// Every page.
pub(crate) fn router(inspector: Arc<Inspector>) -> Router {
    Router::new()
        .route("/", get(show_overview))
        .route("/services", get(show_services))
        .route("/services/{name}", get(show_service))
        .route("/environments", get(show_environments).post(make_environment))
        .route("/environments/{number}", get(show_environment))
        .route("/environments/{number}/world.json", get(save_environment))
        .route("/environments/{number}/{deed}", post(change_environment))
        .route("/tasks", get(show_task_files))
        .route("/tasks/{file}", get(show_tasks))
        .route("/tasks/{file}/{line}", get(show_task).post(open_task))
        .route("/trajectories", get(show_trajectory_files))
        .route("/trajectories/{file}", get(show_trajectories))
        .route("/trajectories/{file}/{line}", get(show_trajectory).post(open_trajectory))
        .route("/training", get(show_training))
        .route("/training/{file}", get(show_run))
        .route("/assets/view.css", get(style))
        .route("/assets/view.js", get(script))
        .fallback(nothing_here)
        .layer(DefaultBodyLimit::max(FORM_BYTES_MAX))
        .layer(from_fn(check_origin))
        .with_state(inspector)
}

async fn show_overview(State(inspector): Shared) -> Response {
    show(move || Ok(overview::page(&inspector))).await
}

async fn show_services(State(inspector): Shared, Query(pairs): Query<Pairs>) -> Response {
    show(move || Ok(services::page(&inspector, &Asked::from(pairs)))).await
}

async fn show_service(State(inspector): Shared, Path(name): Path<String>) -> Response {
    show(move || service::page(&inspector, &name)).await
}

async fn show_environments(State(inspector): Shared, Query(pairs): Query<Pairs>) -> Response {
    show(move || Ok(environments::page(&inspector, &Asked::from(pairs)))).await
}

async fn make_environment(State(inspector): Shared, Form(sent): Form<Pairs>) -> Response {
    act(move || environments::make(&inspector, &sent)).await
}

async fn show_environment(
    State(inspector): Shared,
    Path(number): Path<String>,
    Query(pairs): Query<Pairs>,
) -> Response {
    show(move || environment::page(&inspector, &number, &Asked::from(pairs))).await
}

async fn save_environment(
    State(inspector): Shared,
    Path(number): Path<String>,
    Query(pairs): Query<Pairs>,
) -> Response {
    match environment::save(&inspector, &number, &Asked::from(pairs)) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(fault) => say(&fault),
    }
}

async fn change_environment(
    State(inspector): Shared,
    Path((number, deed)): Path<(String, String)>,
    Form(sent): Form<Pairs>,
) -> Response {
    act(move || environment::change(&inspector, &number, &deed, &sent)).await
}

async fn show_task_files(State(inspector): Shared) -> Response {
    show(move || Ok(tasks::files(&inspector))).await
}

async fn show_tasks(
    State(inspector): Shared,
    Path(file): Path<String>,
    Query(pairs): Query<Pairs>,
) -> Response {
    show(move || tasks::page(&inspector, &file, &Asked::from(pairs))).await
}

async fn show_task(
    State(inspector): Shared,
    Path((file, line)): Path<(String, String)>,
) -> Response {
    show(move || task::page(&inspector, &file, &line)).await
}

async fn open_task(
    State(inspector): Shared,
    Path((file, line)): Path<(String, String)>,
) -> Response {
    act(move || task::open(&inspector, &file, &line)).await
}

async fn show_trajectory_files(State(inspector): Shared) -> Response {
    show(move || Ok(trajectories::files(&inspector))).await
}

async fn show_trajectories(
    State(inspector): Shared,
    Path(file): Path<String>,
    Query(pairs): Query<Pairs>,
) -> Response {
    show(move || trajectories::page(&inspector, &file, &Asked::from(pairs))).await
}

async fn show_trajectory(
    State(inspector): Shared,
    Path((file, line)): Path<(String, String)>,
    Query(pairs): Query<Pairs>,
) -> Response {
    show(move || trajectory::page(&inspector, &file, &line, &Asked::from(pairs))).await
}

async fn open_trajectory(
    State(inspector): Shared,
    Path((file, line)): Path<(String, String)>,
    Form(sent): Form<Pairs>,
) -> Response {
    act(move || trajectory::open(&inspector, &file, &line, &Asked::from(sent))).await
}

async fn show_training(State(inspector): Shared) -> Response {
    show(move || Ok(training::files(&inspector))).await
}

async fn show_run(
    State(inspector): Shared,
    Path(file): Path<String>,
    Query(pairs): Query<Pairs>,
) -> Response {
    show(move || training::page(&inspector, &file, &Asked::from(pairs))).await
}

async fn style() -> Response {
    let text = include_str!("../assets/view.css");
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], text).into_response()
}

async fn script() -> Response {
    let text = include_str!("../assets/view.js");
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], text).into_response()
}

async fn nothing_here() -> Response {
    say(&Fault::NotFound("there is no page under this address".to_owned()))
}
