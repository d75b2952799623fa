//! Middleware Manager: the middleware of a host, whether each runs, and its configuration files.

/// Everything that Middleware Manager knows.
#[derive(State)]
pub struct MiddlewareManager {
    pub middlewares: Table<Middleware>,
    pub middleware_configs: Table<MiddlewareConfig>,
}

/// A server program such as a broker, a cache or a proxy.
#[derive(Entity)]
pub struct Middleware {
    #[entity(key)]
    pub name: Key<Middleware>,
    #[entity(body)]
    pub description: Option<String>,
    pub version: Option<String>,
    #[entity(default = Status::Stopped)]
    pub status: Status,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Whether a middleware runs.
#[derive(Choice)]
pub enum Status {
    Stopped,
    Running,
}

/// A configuration file of a middleware.
#[derive(Entity)]
pub struct MiddlewareConfig {
    #[entity(key, on_delete = cascade)]
    pub middleware_name: Key<Middleware>,
    #[entity(key, path)]
    pub config_path: String,
    #[entity(body)]
    pub content: String,
}

pub trait Tools {
    #[tool(list)]
    fn list_middleware() -> Page<Middleware>;
    #[tool(get, key(middleware_name))]
    fn get_middleware_status() -> Middleware;
    #[tool(update, key(middleware_name), set(status = Status::Running))]
    fn start_middleware() -> Middleware;
    #[tool(update, key(middleware_name), set(status = Status::Stopped))]
    fn stop_middleware() -> Middleware;
    #[tool(update, key(middleware_name), set(status = Status::Running))]
    fn restart_middleware() -> Middleware;
    #[tool(get, key(middleware_name))]
    fn get_middleware_info() -> Middleware;
    #[tool(list, filter(middleware_name, config_path))]
    fn view_middleware_config() -> Page<MiddlewareConfig>;
    #[tool(simulate(external_computation, "the lines are written by the running program"))]
    fn get_middleware_logs();
}
