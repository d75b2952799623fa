//! Docker: the containers of one engine, and the images, networks and volumes that they use.
//!
//! Calls name a container, an image or a network by its name, its identifier or the beginning of
//! the identifier. A container in the background runs until it is stopped; one in the foreground
//! has run to its end, and its program has succeeded, when the call answers. What registries hold
//! and which folders can be built are rows that the world is filled with. The networks `bridge`,
//! `host` and `none` are always there and are no rows.

/// One engine, the registries that it reaches and the folders that it can build from.
#[derive(State)]
pub struct Docker {
    pub containers: Table<Container>,
    pub mounts: Table<Mount>,
    pub log_lines: Table<LogLine>,
    pub images: Table<Image>,
    pub tags: Table<Tag>,
    pub dockerfiles: Table<Dockerfile>,
    pub registry_images: Table<RegistryImage>,
    pub registry_logins: Table<RegistryLogin>,
    pub networks: Table<Network>,
    pub volumes: Table<Volume>,
}

/// A program with a file system of its own.
#[derive(Entity)]
pub struct Container {
    #[entity(key, pattern = "^[0-9a-f]{64}$")]
    pub id: Key<Container>,
    #[entity(unique, len = 2..=128, pattern = "^[a-zA-Z0-9][a-zA-Z0-9_.-]+$", slug)]
    pub name: String,
    /// What it was made from; that may have been removed by force since.
    #[entity(loose)]
    pub image_id: Key<Image>,
    /// What runs instead of what the image says.
    pub entrypoint: Option<String>,
    pub command: Option<String>,
    pub environment: BTreeMap<String, String>,
    pub labels: BTreeMap<String, String>,
    pub ports: Vec<PortBinding>,
    /// Where it is attached when it runs; the network may have been removed since.
    #[entity(loose)]
    pub network_id: Key<Network>,
    /// Whether it is removed once it ends.
    #[entity(default)]
    pub auto_remove: bool,
    #[entity(default = ContainerStatus::Created)]
    pub status: ContainerStatus,
    /// How its last run ended.
    #[entity(range = 0..=255)]
    pub exit_code: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

/// Where a container stands.
#[derive(Choice)]
pub enum ContainerStatus {
    Created,
    Running,
    Paused,
    Restarting,
    Exited,
    Dead,
}

/// A port of a container that the host passes on.
#[derive(Record)]
pub struct PortBinding {
    /// Written `80/tcp`.
    #[record(pattern = "^[0-9]{1,5}/(tcp|udp|sctp)$")]
    pub container_port: String,
    /// The address of the host; all of them when missing.
    pub host_ip: Option<String>,
    /// The port that was asked for; a free one when missing.
    #[record(range = 1..=65_535)]
    pub host_port: Option<i64>,
    /// The port of the host while the container runs.
    #[record(range = 1..=65_535)]
    pub published_port: Option<i64>,
}

/// A volume or a path of the host inside a container.
#[derive(Entity)]
pub struct Mount {
    #[entity(key, on_delete = cascade)]
    pub container_id: Key<Container>,
    #[entity(key, path)]
    pub target: String,
    /// The volume; a volume in use cannot be removed.
    pub volume: Option<Key<Volume>>,
    /// The path of the host, where it is no volume.
    #[entity(path)]
    pub host_path: Option<String>,
    #[entity(default)]
    pub read_only: bool,
}

/// A line that a container wrote.
#[derive(Entity)]
pub struct LogLine {
    #[entity(key, sequence)]
    pub id: IntKey<LogLine>,
    #[entity(on_delete = cascade)]
    pub container_id: Key<Container>,
    #[entity(default = Stream::Stdout)]
    pub stream: Stream,
    #[entity(body)]
    pub message: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Where a line was written to.
#[derive(Choice)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// A file system with a program, from which containers are made.
#[derive(Entity)]
pub struct Image {
    #[entity(key, pattern = "^sha256:[0-9a-f]{64}$")]
    pub id: Key<Image>,
    /// The image that it was built on.
    pub parent_id: Option<Key<Image>>,
    pub labels: BTreeMap<String, String>,
    pub entrypoint: Option<String>,
    pub command: Option<String>,
    #[entity(range = 0..=100_000_000_000)]
    pub size_bytes: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A name of an image, written `repository:tag`. It can move to another image.
#[derive(Entity)]
pub struct Tag {
    #[entity(key, len = 1..=255, pattern = "^[a-z0-9][a-z0-9._/:-]*$", slug)]
    pub repository: String,
    #[entity(key, pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$")]
    pub tag: String,
    #[entity(on_delete = cascade)]
    pub image_id: Key<Image>,
}

/// Instructions in a folder of the host for building an image.
#[derive(Entity)]
pub struct Dockerfile {
    #[entity(key, path)]
    pub folder: String,
    #[entity(key, pattern = "^Dockerfile([.][a-z0-9]{1,20})?$")]
    pub name: String,
    /// The image that it starts from.
    pub base: Key<RegistryImage>,
    pub labels: BTreeMap<String, String>,
    pub entrypoint: Option<String>,
    pub command: Option<String>,
    /// What the build adds to the base.
    #[entity(range = 0..=20_000_000_000)]
    pub added_bytes: i64,
}

/// An image in a registry, under one of its names.
#[derive(Entity)]
pub struct RegistryImage {
    #[entity(key, len = 1..=255, pattern = "^[a-z0-9][a-z0-9._/:-]*$", slug)]
    pub repository: String,
    #[entity(key, pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$")]
    pub tag: String,
    #[entity(pattern = "^sha256:[0-9a-f]{64}$")]
    pub image_id: String,
    /// Whether only those who may push it may pull it.
    #[entity(default)]
    pub private: bool,
    pub labels: BTreeMap<String, String>,
    pub entrypoint: Option<String>,
    pub command: Option<String>,
    #[entity(range = 0..=100_000_000_000)]
    pub size_bytes: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// That the engine is logged in at a registry.
#[derive(Entity)]
pub struct RegistryLogin {
    /// The host of the registry, such as `docker.io`.
    #[entity(key, len = 1..=255)]
    pub registry: Key<RegistryLogin>,
    #[entity(username)]
    pub username: String,
    /// What the user may push to beside their own namespace.
    #[entity(slug)]
    pub organizations: Vec<String>,
}

/// Something that containers reach each other over.
#[derive(Entity)]
pub struct Network {
    #[entity(key, pattern = "^[0-9a-f]{64}$")]
    pub id: Key<Network>,
    #[entity(unique, len = 1..=255, slug)]
    pub name: String,
    #[entity(default = NetworkDriver::Bridge)]
    pub driver: NetworkDriver,
    /// Whether it leads nowhere outside.
    #[entity(default)]
    pub internal: bool,
    pub labels: BTreeMap<String, String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What carries a network.
#[derive(Choice)]
pub enum NetworkDriver {
    Bridge,
    Macvlan,
    Ipvlan,
    Overlay,
    Host,
    Null,
}

/// A folder that outlives the containers that use it.
#[derive(Entity)]
pub struct Volume {
    #[entity(key, len = 2..=255, pattern = "^[a-zA-Z0-9][a-zA-Z0-9_.-]+$", slug)]
    pub name: Key<Volume>,
    #[entity(default = VolumeDriver::Local)]
    pub driver: VolumeDriver,
    pub labels: BTreeMap<String, String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What keeps a volume; the engine has no plugins.
#[derive(Choice)]
pub enum VolumeDriver {
    Local,
}

/// What is mounted in a container, as callers see it.
#[derive(Record)]
pub struct MountView {
    pub target: String,
    pub volume: Option<Key<Volume>>,
    pub host_path: Option<String>,
    pub read_only: bool,
}

/// A container as callers see it.
#[derive(Record)]
pub struct ContainerView {
    pub id: Key<Container>,
    pub name: String,
    pub status: ContainerStatus,
    pub exit_code: Option<i64>,
    /// A name of the image, or its identifier where it has none.
    pub image: String,
    pub image_id: Key<Image>,
    /// What runs: the entrypoint and the command, its own or those of the image.
    pub command: String,
    pub environment: BTreeMap<String, String>,
    pub labels: BTreeMap<String, String>,
    pub ports: Vec<PortBinding>,
    pub mounts: Vec<MountView>,
    /// The name of the network; missing where that was removed.
    pub network: Option<String>,
    pub auto_remove: bool,
    /// Whether the call has removed it.
    pub removed: bool,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

/// An image as callers see it.
#[derive(Record)]
pub struct ImageView {
    pub id: Key<Image>,
    /// Each written `repository:tag`.
    pub tags: Vec<String>,
    pub parent_id: Option<Key<Image>>,
    pub labels: BTreeMap<String, String>,
    pub size_bytes: i64,
    /// How many containers were made from it.
    pub container_count: i64,
    pub created_at: Timestamp,
}

/// What was sent to a registry.
#[derive(Record)]
pub struct PushView {
    pub repository: String,
    pub tag: String,
    pub image_id: Key<Image>,
    pub registry: String,
    /// Whether the registry had something else, or nothing, under the name.
    pub changed: bool,
}

/// What the removal of an image took away.
#[derive(Record)]
pub struct RemovedImage {
    pub untagged: Vec<String>,
    pub deleted: Vec<Key<Image>>,
}

/// A container that is attached to a network.
#[derive(Record)]
pub struct AttachedView {
    pub id: Key<Container>,
    pub name: String,
}

/// A network as callers see it.
#[derive(Record)]
pub struct NetworkView {
    pub id: Key<Network>,
    pub name: String,
    pub driver: NetworkDriver,
    /// `swarm` for networks that span several engines, else `local`.
    pub scope: String,
    pub internal: bool,
    pub labels: BTreeMap<String, String>,
    /// The containers that run in it.
    pub containers: Vec<AttachedView>,
    /// Missing for the networks that are always there.
    pub created_at: Option<Timestamp>,
}

pub trait Tools {
    /// Lists the containers that run, the latest first, or on request all of them.
    #[tool(list, about = Container)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"cache","status":"paused"},{"name":"web","status":"running","image":"nginx:1.27","network":"app-net","command":"/docker-entrypoint.sh nginx -g 'daemon off;'","ports":[{"container_port":"80/tcp","published_port":8080}]}]"#
    )]
    #[case(
        args = r#"{"all":true}"#,
        ok = r#"[{"name":"batch","status":"created","network":"bridge"},{"name":"cache"},{"name":"web"},{"name":"shop","status":"exited","mounts":[{"target":"/data","volume":"shop-data"}]},{"name":"lost","network":null}]"#
    )]
    #[case(
        args = r#"{"all":true,"filters":{"label":["role","team=shop"]}}"#,
        ok = r#"[{"name":"shop"}]"#
    )]
    #[case(args = r#"{"filters":{"label":"role"}}"#, error = "invalid_argument")]
    fn list_containers(
        state: &Docker,
        args: ListContainers,
        _cx: &mut Context,
    ) -> Result<Vec<ContainerView>, ToolError> {
        let wanted = args.filters.and_then(|filters| filters.label).unwrap_or_default();
        let mut rows = state
            .containers
            .select(&|row| (args.all || is_up(row.status)) && has_labels(&row.labels, &wanted));
        rows.sort_by_key(|row| std::cmp::Reverse(row.created_at));
        Ok(rows.iter().map(|row| view_container(state, row)).collect())
    }

    /// Makes a container from an image that is there, without starting it.
    #[tool(
        create,
        map(image_id = image, network_id = network),
        types(ports = Json, volumes = Json, labels = Json),
        ignore(detach),
        about = Container
    )]
    #[case(
        args = r#"{"image":"nginx:1.27","name":"edge","ports":{"80":8080,"53/udp":["127.0.0.1",5353],"443/tcp":null},"volumes":["spare-data:/data:ro","/srv/site:/site","/tmp/run"],"labels":["role=web"],"environment":{"MODE":"demo"},"network":"app-net"}"#,
        ok = r#"{"name":"edge","status":"created","image":"nginx:1.27","network":"app-net","labels":{"role":"web"},"environment":{"MODE":"demo"},"ports":[{"container_port":"443/tcp","host_port":null},{"container_port":"53/udp","host_ip":"127.0.0.1","host_port":5353},{"container_port":"80/tcp","host_port":8080,"published_port":null}],"mounts":[{"target":"/data","volume":"spare-data","read_only":true},{"target":"/site","host_path":"/srv/site","read_only":false},{"target":"/tmp/run","host_path":null}],"started_at":null}"#
    )]
    #[case(
        args = r#"{"image":"python:3.12","command":"python -V","volumes":{"new-data":{"bind":"/data","mode":"rw"}}}"#,
        ok = r#"{"image":"python:3.12","command":"python -V","network":"bridge","mounts":[{"volume":"new-data"}]}"#
    )]
    #[case(args = r#"{"image":"redis:7"}"#, error = "not_found")]
    #[case(args = r#"{"image":"nginx","name":"web"}"#, error = "already_exists")]
    #[case(args = r#"{"image":"nginx","name":"-"}"#, error = "invalid_argument")]
    #[case(args = r#"{"image":"nginx","network":"no-such-net"}"#, error = "not_found")]
    #[case(args = r#"{"image":"nginx","ports":{"eighty":80}}"#, error = "invalid_argument")]
    #[case(args = r#"{"image":"nginx","ports":{"80":70000}}"#, error = "invalid_argument")]
    #[case(args = r#"{"image":"nginx","volumes":["data:site"]}"#, error = "invalid_argument")]
    fn create_container(
        state: &mut Docker,
        args: CreateContainer,
        cx: &mut Context,
    ) -> Result<ContainerView, ToolError> {
        let image = find_image(state, args.image.as_str())?;
        let order = Order {
            name: args.name,
            entrypoint: args.entrypoint,
            command: args.command,
            network: args.network,
            environment: args.environment,
            ports: args.ports,
            volumes: args.volumes,
            labels: args.labels,
            auto_remove: args.auto_remove,
        };
        let container = add_container(state, &image.id, order, cx)?;
        Ok(view_container(state, &container))
    }

    /// Makes a container and starts it; an image that is not there is pulled.
    #[tool(
        create,
        map(image_id = image, network_id = network),
        types(ports = Json, volumes = Json, labels = Json),
        about = Container
    )]
    #[case(
        args = r#"{"image":"redis:7","name":"queue","ports":{"6379/tcp":null},"network":"app-net"}"#,
        ok = r#"{"name":"queue","status":"running","image":"redis:7","ports":[{"container_port":"6379/tcp","host_port":null,"published_port":32768}],"finished_at":null}"#
    )]
    #[case(
        args = r#"{"image":"python:3.12","command":"python -V","detach":false}"#,
        ok = r#"{"status":"exited","exit_code":0,"removed":false}"#
    )]
    #[case(
        args = r#"{"image":"python:3.12","detach":false,"auto_remove":true,"volumes":["/work"]}"#,
        ok = r#"{"status":"exited","removed":true}"#
    )]
    #[case(args = r#"{"image":"no-such-image"}"#, error = "not_found")]
    #[case(args = r#"{"image":"nginx","ports":{"80":8080}}"#, error = "failed_precondition")]
    #[case(args = r#"{"image":"secret-corp/tool"}"#, error = "not_found")]
    fn run_container(
        state: &mut Docker,
        args: RunContainer,
        cx: &mut Context,
    ) -> Result<ContainerView, ToolError> {
        let order = Order {
            name: args.name,
            entrypoint: args.entrypoint,
            command: args.command,
            network: args.network,
            environment: args.environment,
            ports: args.ports,
            volumes: args.volumes,
            labels: args.labels,
            auto_remove: args.auto_remove,
        };
        run(state, args.image.as_str(), order, args.detach, cx)
    }

    /// Stops and removes a container and runs another one in its place. The new one has only what
    /// the call says.
    #[tool(
        types(
            container_id = Key<Container>,
            image = Key<Image>,
            network = Key<Network>,
            environment = BTreeMap<String, String>,
            ports = Json,
            volumes = Json,
            labels = Json
        ),
        about = Container
    )]
    #[case(
        args = r#"{"image":"nginx:latest","name":"web","ports":{"80":8080}}"#,
        ok = r#"{"name":"web","status":"running","network":"bridge","ports":[{"published_port":8080}]}"#
    )]
    #[case(
        args = r#"{"image":"python:3.12","container_id":"cache","name":"cache-two"}"#,
        ok = r#"{"name":"cache-two","status":"running","image":"python:3.12"}"#
    )]
    #[case(args = r#"{"image":"nginx"}"#, error = "invalid_argument")]
    #[case(args = r#"{"image":"nginx","name":"no-such-container"}"#, error = "not_found")]
    #[case(args = r#"{"image":"no-such-image","name":"web"}"#, error = "not_found")]
    #[case(
        args = r#"{"image":"nginx","container_id":"cache","name":"web"}"#,
        error = "already_exists"
    )]
    fn recreate_container(
        state: &mut Docker,
        args: RecreateContainer,
        cx: &mut Context,
    ) -> Result<ContainerView, ToolError> {
        let by_id = args.container_id.as_ref().map(Key::as_str);
        let Some(named) = by_id.or(args.name.as_deref()) else {
            return Err(ToolError::invalid_argument("pass the container's container_id or name"));
        };
        let old = find_container(state, named)?;
        remove(state, &old)?;
        let order = Order {
            name: args.name,
            entrypoint: args.entrypoint,
            command: args.command,
            network: args.network,
            environment: args.environment,
            ports: args.ports,
            volumes: args.volumes,
            labels: args.labels,
            auto_remove: args.auto_remove,
        };
        run(state, args.image.as_str(), order, args.detach, cx)
    }

    /// Starts a container that was made or has ended; one that runs stays as it is.
    #[tool(update, key(container_id), set(status = ContainerStatus::Running), about = Container)]
    #[case(
        args = r#"{"container_id":"shop"}"#,
        ok = r#"{"name":"shop","status":"running","exit_code":null,"finished_at":null}"#
    )]
    #[case(
        args = r#"{"container_id":"web"}"#,
        ok = r#"{"status":"running","started_at":"2026-02-20T09:00:05Z"}"#
    )]
    #[case(args = r#"{"container_id":"cache"}"#, error = "failed_precondition")]
    #[case(args = r#"{"container_id":"lost"}"#, error = "failed_precondition")]
    #[case(args = r#"{"container_id":"batch"}"#, error = "failed_precondition")]
    #[case(args = r#"{"container_id":"no-such-container"}"#, error = "not_found")]
    fn start_container(
        state: &mut Docker,
        args: StartContainer,
        cx: &mut Context,
    ) -> Result<ContainerView, ToolError> {
        let container = find_container(state, args.container_id.as_str())?;
        let started = start(state, &container, cx)?;
        Ok(view_container(state, &started))
    }

    /// Reads the last lines that a container wrote, the oldest first.
    #[tool(list, filter(container_id), types(tail = Json), about = LogLine)]
    #[case(
        args = r#"{"container_id":"web","tail":1}"#,
        ok = r#"[{"stream":"stderr","message":"upstream timed out"}]"#
    )]
    #[case(
        args = r#"{"container_id":"web","tail":"all"}"#,
        ok = r#"[{"stream":"stdout","message":"GET / 200"},{"stream":"stderr"}]"#
    )]
    #[case(args = r#"{"container_id":"batch"}"#, ok = "[]")]
    #[case(args = r#"{"container_id":"web","tail":-1}"#, error = "invalid_argument")]
    #[case(args = r#"{"container_id":"no-such-container"}"#, error = "not_found")]
    fn fetch_container_logs(
        state: &Docker,
        args: FetchContainerLogs,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<LogLine>>, ToolError> {
        let container = find_container(state, args.container_id.as_str())?;
        let n_lines = match args.tail.0.as_f64() {
            None => usize::MAX,
            Some(number) if number < 0.0 => {
                return Err(ToolError::invalid_argument("`tail` must not be negative"));
            }
            Some(number) => number as usize,
        };
        let mut lines = state.log_lines.select(&|line| line.container_id == container.id);
        lines.sort_by_key(|line| (line.created_at, line.id));
        let too_old = lines.len().saturating_sub(n_lines);
        Ok(lines.into_iter().skip(too_old).collect())
    }

    /// Stops a container that runs or is paused; one that does not run stays as it is.
    #[tool(update, key(container_id), set(status = ContainerStatus::Exited), about = Container)]
    #[case(
        args = r#"{"container_id":"web"}"#,
        ok = r#"{"name":"web","status":"exited","exit_code":143,"removed":false,"ports":[{"host_port":8080,"published_port":null}]}"#
    )]
    #[case(
        args = r#"{"container_id":"cache"}"#,
        ok = r#"{"name":"cache","status":"exited","removed":true}"#
    )]
    #[case(args = r#"{"container_id":"batch"}"#, ok = r#"{"status":"created"}"#)]
    #[case(args = r#"{"container_id":"no-such-container"}"#, error = "not_found")]
    fn stop_container(
        state: &mut Docker,
        args: StopContainer,
        cx: &mut Context,
    ) -> Result<ContainerView, ToolError> {
        let container = find_container(state, args.container_id.as_str())?;
        if !is_up(container.status) {
            return Ok(view_container(state, &container));
        }
        finish(state, &container, EXIT_TERMINATED, cx)
    }

    /// Removes a container; one that runs only by force. Its volumes stay.
    #[tool(delete, key(container_id), about = Container)]
    #[case(
        args = r#"{"container_id":"shop"}"#,
        ok = r#"{"name":"shop","status":"exited","removed":true}"#
    )]
    #[case(args = r#"{"container_id":"web","force":true}"#, ok = r#"{"name":"web"}"#)]
    #[case(args = r#"{"container_id":"web"}"#, error = "failed_precondition")]
    #[case(args = r#"{"container_id":"cache"}"#, error = "failed_precondition")]
    #[case(args = r#"{"container_id":"no-such-container"}"#, error = "not_found")]
    fn remove_container(
        state: &mut Docker,
        args: RemoveContainer,
        _cx: &mut Context,
    ) -> Result<ContainerView, ToolError> {
        let container = find_container(state, args.container_id.as_str())?;
        if is_up(container.status) && !args.force {
            let message = format!(
                "container `{}` is {}; stop it first or pass force",
                container.name, container.status
            );
            return Err(ToolError::failed_precondition(message));
        }
        remove(state, &container)
    }

    /// Lists images, the latest first; those that only carry others on request alone.
    #[tool(list, about = Image)]
    #[case(
        args = "{}",
        ok = r#"[{"tags":["northwind/shop:1.4"],"container_count":1,"labels":{"team":"shop"}},{"tags":[],"id":"sha256:ba9e2f13daafdb9c2a281b39fa5d9253349d8f672caf287313d73e9b9033487d"},{"tags":["nginx:1.27","nginx:latest"],"container_count":3},{"tags":["python:3.12"]}]"#
    )]
    #[case(
        args = r#"{"all":true,"filters":{"dangling":true}}"#,
        ok = r#"[{"id":"sha256:ba9e2f13daafdb9c2a281b39fa5d9253349d8f672caf287313d73e9b9033487d","tags":[]}]"#
    )]
    #[case(
        args = r#"{"name":"library/nginx"}"#,
        ok = r#"[{"tags":["nginx:1.27","nginx:latest"]}]"#
    )]
    #[case(
        args = r#"{"all":true,"filters":{"label":["team=shop"],"dangling":false}}"#,
        ok = r#"[{"tags":["northwind/shop:1.4"]},{"id":"sha256:648abc8acd6a39c097636df21d924c1c46b8a474bd6cc28d7772aea8d73a63d8","tags":[]}]"#
    )]
    #[case(args = r#"{"filters":{"dangling":"yes"}}"#, error = "invalid_argument")]
    fn list_images(
        state: &Docker,
        args: ListImages,
        _cx: &mut Context,
    ) -> Result<Vec<ImageView>, ToolError> {
        let (labels, dangling) = match args.filters {
            Some(filters) => (filters.label.unwrap_or_default(), filters.dangling),
            None => (Vec::new(), None),
        };
        let mut rows = state.images.select(&|image| {
            let is_bare = tags_of(state, &image.id).is_empty();
            let is_used = has_children(state, &image.id);
            (args.all || !is_bare || !is_used)
                && dangling.is_none_or(|dangling| dangling == (is_bare && !is_used))
                && has_labels(&image.labels, &labels)
                && args.name.as_ref().is_none_or(|name| is_called(state, image, name))
        });
        rows.sort_by_key(|image| std::cmp::Reverse(image.created_at));
        Ok(rows.iter().map(|image| view_image(state, image)).collect())
    }

    /// Fetches an image from its registry. The name moves to it from an older image.
    #[tool(about = Image)]
    #[case(
        args = r#"{"repository":"redis","tag":"7"}"#,
        ok = r#"{"tags":["redis:7"],"size_bytes":117000000}"#
    )]
    #[case(
        args = r#"{"repository":"docker.io/library/nginx"}"#,
        ok = r#"{"id":"sha256:c209e63fe2886055f1f0a6a0818ef7a13e0e45dcfc8df50b8ce1d21af6e31f2d","tags":["nginx:latest"]}"#
    )]
    #[case(
        args = r#"{"repository":"northwind/shop:1.3","tag":null}"#,
        ok = r#"{"tags":["northwind/shop:1.3"]}"#
    )]
    #[case(args = r#"{"repository":"redis","tag":"1"}"#, error = "not_found")]
    #[case(args = r#"{"repository":"secret-corp/tool"}"#, error = "not_found")]
    #[case(args = r#"{"repository":"redis:7","tag":"6"}"#, error = "invalid_argument")]
    fn pull_image(
        state: &mut Docker,
        args: PullImage,
        _cx: &mut Context,
    ) -> Result<ImageView, ToolError> {
        let reference = reference_of(&args.repository, args.tag.as_deref())?;
        let image = pull(state, &reference)?;
        Ok(view_image(state, &image))
    }

    /// Sends an image to its registry, which has to know the user.
    #[tool(about = RegistryImage)]
    #[case(
        args = r#"{"repository":"northwind/shop","tag":"1.4"}"#,
        ok = r#"{"repository":"northwind/shop","tag":"1.4","registry":"docker.io","changed":true}"#
    )]
    #[case(args = r#"{"repository":"northwind/shop","tag":"9"}"#, error = "not_found")]
    #[case(args = r#"{"repository":"nginx"}"#, error = "permission_denied")]
    fn push_image(
        state: &mut Docker,
        args: PushImage,
        cx: &mut Context,
    ) -> Result<PushView, ToolError> {
        let reference = reference_of(&args.repository, args.tag.as_deref())?;
        let Some(tag) = find_tag(state, &reference) else {
            let message = format!("there is no image `{}` here", reference.text());
            return Err(ToolError::not_found(message));
        };
        if !may_push(state, &reference) {
            let message = format!("the engine is not logged in for `{}`", reference.repository);
            return Err(ToolError::permission_denied(message));
        }
        let changed = publish(state, &reference, &tag.image_id, cx)?;
        Ok(PushView {
            registry: registry_of(&reference.repository).0.to_owned(),
            repository: reference.repository,
            tag: reference.tag,
            image_id: tag.image_id.clone(),
            changed,
        })
    }

    /// Builds an image as a Dockerfile of a folder says. The same instructions on the same base
    /// give the same image again.
    #[tool(about = Image)]
    #[case(
        args = r#"{"path":"/srv/shop","tag":"northwind/shop:1.5"}"#,
        ok = r#"{"tags":["northwind/shop:1.5"],"parent_id":"sha256:7ea51647b12a89b4fff8d2d8046108ef9762e481c3060e7475b213bed9009f3c","labels":{"team":"shop"},"size_bytes":1045000000}"#
    )]
    #[case(
        args = r#"{"path":"/srv/shop/","tag":"shop-dev","dockerfile":"./Dockerfile.dev"}"#,
        ok = r#"{"tags":["shop-dev:latest"],"size_bytes":118000000}"#
    )]
    #[case(args = r#"{"path":"/srv/none","tag":"none"}"#, error = "not_found")]
    #[case(args = r#"{"path":"/srv/shop","tag":"Not A Name"}"#, error = "invalid_argument")]
    fn build_image(
        state: &mut Docker,
        args: BuildImage,
        cx: &mut Context,
    ) -> Result<ImageView, ToolError> {
        let reference = reference_of(&args.tag, None)?;
        let file = find_dockerfile(state, &args.path, args.dockerfile.as_deref())?;
        let image = build(state, &file, cx)?;
        set_tag(state, &reference, &image.id);
        Ok(view_image(state, &image))
    }

    /// Takes a name from an image, and removes the image with its last name; or removes it by
    /// identifier. Parents that nothing uses any more go too.
    #[tool(delete, key(image), about = Image)]
    #[case(
        args = r#"{"image":"nginx:latest"}"#,
        ok = r#"{"untagged":["nginx:latest"],"deleted":[]}"#
    )]
    #[case(
        args = r#"{"image":"northwind/shop:1.4","force":true}"#,
        ok = r#"{"untagged":["northwind/shop:1.4"],"deleted":["sha256:d7d37b011e9b6f110c3b0ebfd54f5efda4241157b7267859671a2e5d16333122","sha256:648abc8acd6a39c097636df21d924c1c46b8a474bd6cc28d7772aea8d73a63d8"]}"#
    )]
    #[case(
        args = r#"{"image":"python:3.12","force":true}"#,
        ok = r#"{"untagged":["python:3.12"],"deleted":[]}"#
    )]
    #[case(
        args = r#"{"image":"sha256:ba9e2f13daafdb9c2a281b39fa5d9253349d8f672caf287313d73e9b9033487d"}"#,
        ok = r#"{"untagged":[],"deleted":["sha256:ba9e2f13daafdb9c2a281b39fa5d9253349d8f672caf287313d73e9b9033487d"]}"#
    )]
    #[case(args = r#"{"image":"northwind/shop:1.4"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"image":"sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61","force":true}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"image":"sha256:648abc8acd6a39c097636df21d924c1c46b8a474bd6cc28d7772aea8d73a63d8","force":true}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"image":"no-such-image"}"#, error = "not_found")]
    fn remove_image(
        state: &mut Docker,
        args: RemoveImage,
        _cx: &mut Context,
    ) -> Result<RemovedImage, ToolError> {
        let named = args.image.as_str();
        match find_named_tag(state, named) {
            Some(tag) => remove_by_name(state, &tag, args.force),
            None => {
                let image = find_image(state, named)?;
                remove_by_id(state, &image, args.force)
            }
        }
    }

    /// Lists networks by name, those that are always there among them.
    #[tool(list, about = Network)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"app-net","driver":"bridge","containers":[{"name":"web"}]},{"name":"bridge","scope":"local","created_at":null},{"name":"host","driver":"host"},{"name":"none","driver":"null"},{"name":"spare-net","containers":[]}]"#
    )]
    #[case(
        args = r#"{"filters":{"label":["env=live"]}}"#,
        ok = r#"[{"name":"app-net","labels":{"env":"live"}}]"#
    )]
    #[case(args = r#"{"filters":{"label":"env"}}"#, error = "invalid_argument")]
    fn list_networks(
        state: &Docker,
        args: ListNetworks,
        _cx: &mut Context,
    ) -> Result<Vec<NetworkView>, ToolError> {
        let wanted = args.filters.and_then(|filters| filters.label).unwrap_or_default();
        let rows = state.networks.select(&|network| has_labels(&network.labels, &wanted));
        let mut networks: Vec<NetworkView> =
            rows.iter().map(|network| view_network(state, network)).collect();
        if wanted.is_empty() {
            networks.extend(
                PREDEFINED.iter().map(|(name, driver)| view_predefined(state, name, *driver)),
            );
        }
        networks.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(networks)
    }

    /// Adds a network that containers can be attached to.
    #[tool(create, about = Network)]
    #[case(
        args = r#"{"name":"back-net","internal":true,"labels":{"env":"test"}}"#,
        ok = r#"{"name":"back-net","driver":"bridge","internal":true,"labels":{"env":"test"},"containers":[]}"#
    )]
    #[case(
        args = r#"{"name":"lan-net","driver":"macvlan"}"#,
        ok = r#"{"driver":"macvlan","scope":"local"}"#
    )]
    #[case(args = r#"{"name":"app-net"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"bridge"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"far-net","driver":"overlay"}"#, error = "failed_precondition")]
    #[case(args = r#"{"name":"two-host","driver":"host"}"#, error = "failed_precondition")]
    #[case(args = r#"{"name":"odd-net","driver":"carrier-pigeon"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":""}"#, error = "invalid_argument")]
    fn create_network(
        state: &mut Docker,
        args: CreateNetwork,
        cx: &mut Context,
    ) -> Result<NetworkView, ToolError> {
        let driver = args.driver.unwrap_or(NetworkDriver::Bridge);
        check_network_driver(driver)?;
        if PREDEFINED.iter().any(|(name, _)| *name == args.name) {
            let message = format!("network `{}` exists already", args.name);
            return Err(ToolError::already_exists(message));
        }
        let network = state.networks.insert(Network {
            id: Key::new(cx.hex(ID_LENGTH)),
            name: args.name,
            driver,
            internal: args.internal,
            labels: args.labels.unwrap_or_default(),
            created_at: cx.now(),
        })?;
        Ok(view_network(state, &network))
    }

    /// Removes a network in which nothing runs. Containers that were attached to it cannot be
    /// started any more.
    #[tool(delete, key(network_id), about = Network)]
    #[case(args = r#"{"network_id":"spare-net"}"#, ok = r#"{"name":"spare-net","containers":[]}"#)]
    #[case(args = r#"{"network_id":"app-net"}"#, error = "failed_precondition")]
    #[case(args = r#"{"network_id":"host"}"#, error = "failed_precondition")]
    #[case(args = r#"{"network_id":"no-such-net"}"#, error = "not_found")]
    fn remove_network(
        state: &mut Docker,
        args: RemoveNetwork,
        _cx: &mut Context,
    ) -> Result<NetworkView, ToolError> {
        let id = find_network(state, args.network_id.as_str())?;
        if let Some((name, _)) = predefined(&id) {
            let message = format!("network `{name}` is always there and cannot be removed");
            return Err(ToolError::failed_precondition(message));
        }
        let network = state.networks.find(&id)?;
        let attached = attached_to(state, &id);
        if let Some(first) = attached.first() {
            let message =
                format!("network `{}` is in use by container `{}`", network.name, first.name);
            return Err(ToolError::failed_precondition(message));
        }
        state.networks.remove(&id)?;
        Ok(view_network(state, &network))
    }

    #[tool(list)]
    fn list_volumes() -> Vec<Volume>;

    /// Adds a volume; one of the name that is there already stays as it is.
    #[tool(create)]
    #[case(
        args = r#"{"name":"media-data","labels":{"team":"media"}}"#,
        ok = r#"{"name":"media-data","driver":"local","labels":{"team":"media"}}"#
    )]
    #[case(
        args = r#"{"name":"spare-data","labels":{"team":"media"}}"#,
        ok = r#"{"name":"spare-data","labels":{"team":"shop"},"created_at":"2026-02-02T09:00:00Z"}"#
    )]
    #[case(args = r#"{"name":"not a name"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"media-data","driver":"cloud"}"#, error = "invalid_argument")]
    fn create_volume(
        state: &mut Docker,
        args: CreateVolume,
        cx: &mut Context,
    ) -> Result<RowRef<Volume>, ToolError> {
        let labels = args.labels.unwrap_or_default();
        let driver = args.driver.unwrap_or(VolumeDriver::Local);
        named_volume(state, args.name, driver, labels, cx)
    }

    #[tool(delete, key(volume_name), ignore(force))]
    fn remove_volume() -> Volume;
}

/// How many hexadecimal digits an identifier has.
const ID_LENGTH: usize = 64;
/// The exit code of a program that was asked to end.
const EXIT_TERMINATED: i64 = 143;
/// The first and the last of the ports of the host that are given where none is asked for.
const FREE_PORTS: (i64, i64) = (32_768, 60_999);
/// The label of volumes that a container made for itself; they go when it is removed by itself.
const ANONYMOUS: &str = "com.docker.volume.anonymous";
/// The registry of names without one.
const USUAL_REGISTRY: &str = "docker.io";
/// The networks that are always there.
const PREDEFINED: &[(&str, NetworkDriver)] = &[
    ("bridge", NetworkDriver::Bridge),
    ("host", NetworkDriver::Host),
    ("none", NetworkDriver::Null),
];
const ADJECTIVES: &[&str] =
    &["bold", "brave", "busy", "clever", "eager", "gentle", "happy", "keen", "quirky", "serene"];
const SURNAMES: &[&str] = &[
    "curie", "darwin", "euler", "franklin", "galois", "hopper", "kepler", "lovelace", "noether",
    "turing",
];

/// The name of an image: `repository:tag`, without what the usual registry lets people leave out.
struct Reference {
    repository: String,
    tag: String,
}

impl Reference {
    fn text(&self) -> String {
        format!("{}:{}", self.repository, self.tag)
    }

    fn key(&self) -> String {
        compoworld_core::join_key(&[&self.repository, &self.tag])
    }
}

/// A name and the tag after it, where it has one. What precedes a `/` is a port.
fn split_tag(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, tag)) if !tag.contains('/') => (name, Some(tag)),
        _ => (text, None),
    }
}

/// A repository as people write it: `docker.io/library/nginx` is `nginx`.
fn familiar(repository: &str) -> &str {
    let name = repository.strip_prefix("index.docker.io/").unwrap_or(repository);
    let name = name.strip_prefix("docker.io/").unwrap_or(name);
    name.strip_prefix("library/").unwrap_or(name)
}

/// The reference that a call names. A tag inside the name counts more than the usual `latest`.
fn reference_of(named: &str, tag: Option<&str>) -> Result<Reference, ToolError> {
    let (name, own) = split_tag(named);
    let tag = tag.filter(|tag| !tag.is_empty());
    let tag = match (own, tag) {
        (Some(own), Some(tag)) if own != tag && tag != "latest" => {
            let message = format!("`{named}` has a tag already; do not pass `{tag}` with it");
            return Err(ToolError::invalid_argument(message));
        }
        (Some(own), _) => own,
        (None, tag) => tag.unwrap_or("latest"),
    };
    let repository = familiar(name);
    let is_part = |letter: char| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || "._/:-".contains(letter)
    };
    let is_tag = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let is_fine = repository.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && repository.chars().all(is_part)
        && !tag.is_empty()
        && tag.chars().all(is_tag);
    if !is_fine {
        let message = format!("`{named}` cannot name an image, write it like `nginx:1.27`");
        return Err(ToolError::invalid_argument(message));
    }
    Ok(Reference { repository: repository.to_owned(), tag: tag.to_owned() })
}

/// The host of a repository's registry, and the repository's path there.
fn registry_of(repository: &str) -> (&str, &str) {
    match repository.split_once('/') {
        Some((host, path)) if host.contains(['.', ':']) || host == "localhost" => (host, path),
        _ => (USUAL_REGISTRY, repository),
    }
}

/// Whether the engine's login allows to push under a name: into the user's own namespace or that
/// of an organization.
fn may_push(state: &Docker, reference: &Reference) -> bool {
    let (host, path) = registry_of(&reference.repository);
    let Some(login) = state.registry_logins.get(host) else { return false };
    match path.split_once('/') {
        Some((namespace, _)) => {
            login.username == namespace || login.organizations.iter().any(|one| one == namespace)
        }
        // At the usual registry, names without a namespace are of the official images.
        None => host != USUAL_REGISTRY,
    }
}

fn find_tag(state: &Docker, reference: &Reference) -> Option<RowRef<Tag>> {
    state.tags.find(&reference.key()).ok()
}

/// The tag that a call means, where what it passes is a name at all.
fn find_named_tag(state: &Docker, named: &str) -> Option<RowRef<Tag>> {
    let reference = reference_of(named, None).ok()?;
    find_tag(state, &reference)
}

fn tag_text(tag: &Tag) -> String {
    format!("{}:{}", tag.repository, tag.tag)
}

fn tags_of(state: &Docker, image: &Key<Image>) -> Vec<RowRef<Tag>> {
    state.tags.select(&|tag| tag.image_id == *image)
}

/// Gives an image a name, which an older image loses.
fn set_tag(state: &mut Docker, reference: &Reference, image: &Key<Image>) {
    state.tags.put(Tag {
        repository: reference.repository.clone(),
        tag: reference.tag.clone(),
        image_id: image.clone(),
    });
}

/// Whether an identifier is the one that a call passes, or begins like it.
fn is_meant(id: &str, named: &str) -> bool {
    let id = id.strip_prefix("sha256:").unwrap_or(id);
    let named = named.strip_prefix("sha256:").unwrap_or(named);
    !named.is_empty() && id.starts_with(named)
}

/// The only one of the rows that a call can mean.
fn only_one<T: Entity>(rows: Vec<RowRef<T>>, named: &str) -> Result<RowRef<T>, ToolError> {
    match rows.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(ToolError::no_row(T::NAME, named)),
        several => {
            let message = format!("{} identifiers begin with `{named}`", several.len());
            Err(ToolError::invalid_argument(message))
        }
    }
}

/// The image with this name or identifier.
fn find_image(state: &Docker, named: &str) -> Result<RowRef<Image>, ToolError> {
    match find_named_tag(state, named) {
        Some(tag) => state.images.find(&tag.image_id),
        None => only_one(state.images.select(&|image| is_meant(image.id.as_str(), named)), named),
    }
}

/// The container with this name or identifier.
fn find_container(state: &Docker, named: &str) -> Result<RowRef<Container>, ToolError> {
    let name = named.strip_prefix('/').unwrap_or(named);
    match state.containers.first(&|row| row.name == name) {
        Some(row) => state.containers.find(&row.id),
        None => only_one(state.containers.select(&|row| is_meant(row.id.as_str(), named)), named),
    }
}

/// The network with this name or identifier.
fn find_network(state: &Docker, named: &str) -> Result<Key<Network>, ToolError> {
    let is_it = |name: &str| name == named || predefined_id(name) == named;
    if let Some((name, _)) = PREDEFINED.iter().find(|(name, _)| is_it(name)) {
        return Ok(predefined_id(name));
    }
    if let Some(network) = state.networks.first(&|network| network.name == named) {
        return Ok(network.id.clone());
    }
    let rows = state.networks.select(&|network| is_meant(network.id.as_str(), named));
    Ok(only_one(rows, named)?.id.clone())
}

fn predefined_id(name: &str) -> Key<Network> {
    Key::new(compoworld_core::digest_text(name))
}

/// The network with this identifier, where it is one that is always there.
fn predefined(id: &Key<Network>) -> Option<(&'static str, NetworkDriver)> {
    PREDEFINED.iter().find(|(name, _)| predefined_id(name) == *id).copied()
}

fn network_name(state: &Docker, id: &Key<Network>) -> Option<String> {
    match predefined(id) {
        Some((name, _)) => Some(name.to_owned()),
        None => state.networks.get(id).map(|network| network.name.clone()),
    }
}

/// The containers that run in a network, by name.
fn attached_to(state: &Docker, id: &Key<Network>) -> Vec<AttachedView> {
    let rows = state.containers.select(&|row| row.network_id == *id && is_up(row.status));
    let mut attached: Vec<AttachedView> = rows
        .iter()
        .map(|row| AttachedView { id: row.id.clone(), name: row.name.clone() })
        .collect();
    attached.sort_by(|a, b| a.name.cmp(&b.name));
    attached
}

fn view_network(state: &Docker, network: &Network) -> NetworkView {
    let is_wide = network.driver == NetworkDriver::Overlay;
    NetworkView {
        id: network.id.clone(),
        name: network.name.clone(),
        driver: network.driver,
        scope: if is_wide { "swarm".to_owned() } else { "local".to_owned() },
        internal: network.internal,
        labels: network.labels.clone(),
        containers: attached_to(state, &network.id),
        created_at: Some(network.created_at),
    }
}

fn view_predefined(state: &Docker, name: &str, driver: NetworkDriver) -> NetworkView {
    let id = predefined_id(name);
    NetworkView {
        containers: attached_to(state, &id),
        id,
        name: name.to_owned(),
        driver,
        scope: "local".to_owned(),
        internal: false,
        labels: BTreeMap::new(),
        created_at: None,
    }
}

fn check_network_driver(driver: NetworkDriver) -> Result<(), ToolError> {
    let why = match driver {
        NetworkDriver::Overlay => "an overlay network needs a swarm, and this engine is in none",
        NetworkDriver::Host | NetworkDriver::Null => {
            "there is one network of this driver at most, and it is always there"
        }
        NetworkDriver::Bridge | NetworkDriver::Macvlan | NetworkDriver::Ipvlan => return Ok(()),
    };
    Err(ToolError::failed_precondition(why))
}

/// Whether labels include all that are wanted, each written `key` or `key=value`.
fn has_labels(labels: &BTreeMap<String, String>, wanted: &[String]) -> bool {
    wanted.iter().all(|wanted| match wanted.split_once('=') {
        Some((key, value)) => labels.get(key).is_some_and(|held| held == value),
        None => labels.contains_key(wanted),
    })
}

/// Whether a container has a process, and so cannot be removed without force.
fn is_up(status: ContainerStatus) -> bool {
    match status {
        ContainerStatus::Running | ContainerStatus::Paused | ContainerStatus::Restarting => true,
        ContainerStatus::Created | ContainerStatus::Exited | ContainerStatus::Dead => false,
    }
}

fn mounts_of(state: &Docker, container: &Key<Container>) -> Vec<RowRef<Mount>> {
    state.mounts.select(&|row| row.container_id == *container)
}

/// What runs in a container. An entrypoint of its own sets the command of the image aside.
fn command_of(container: &Container, image: Option<&Image>) -> String {
    let own = container.entrypoint.as_ref();
    let entrypoint = own.or_else(|| image?.entrypoint.as_ref());
    let usual = image.filter(|_| own.is_none()).and_then(|image| image.command.as_ref());
    let command = container.command.as_ref().or(usual);
    let parts: Vec<&str> =
        [entrypoint, command].into_iter().flatten().map(String::as_str).collect();
    parts.join(" ")
}

fn view_container(state: &Docker, container: &Container) -> ContainerView {
    let image = state.images.get(&container.image_id);
    let tags = tags_of(state, &container.image_id);
    let tag = tags.first().map(|tag| tag_text(tag));
    let mounts = mounts_of(state, &container.id);
    let view_mount = |mount: &RowRef<Mount>| MountView {
        target: mount.target.clone(),
        volume: mount.volume.clone(),
        host_path: mount.host_path.clone(),
        read_only: mount.read_only,
    };
    ContainerView {
        id: container.id.clone(),
        name: container.name.clone(),
        status: container.status,
        exit_code: container.exit_code,
        image: tag.unwrap_or_else(|| container.image_id.as_str().to_owned()),
        image_id: container.image_id.clone(),
        command: command_of(container, image),
        environment: container.environment.clone(),
        labels: container.labels.clone(),
        ports: container.ports.clone(),
        mounts: mounts.iter().map(view_mount).collect(),
        network: network_name(state, &container.network_id),
        auto_remove: container.auto_remove,
        removed: false,
        created_at: container.created_at,
        started_at: container.started_at,
        finished_at: container.finished_at,
    }
}

/// What a call asks of a new container.
struct Order {
    name: Option<String>,
    entrypoint: Option<String>,
    command: Option<String>,
    network: Option<Key<Network>>,
    environment: Option<BTreeMap<String, String>>,
    ports: Option<Json>,
    volumes: Option<Json>,
    labels: Option<Json>,
    auto_remove: bool,
}

fn add_container(
    state: &mut Docker,
    image: &Key<Image>,
    order: Order,
    cx: &mut Context,
) -> Result<RowRef<Container>, ToolError> {
    let network_id = match &order.network {
        Some(named) => find_network(state, named.as_str())?,
        None => predefined_id("bridge"),
    };
    let mounts = read_mounts(order.volumes.as_ref())?;
    let name = match order.name {
        Some(name) => name,
        None => new_name(state, cx),
    };
    let container = state.containers.insert(Container {
        id: Key::new(cx.hex(ID_LENGTH)),
        name,
        image_id: image.clone(),
        entrypoint: order.entrypoint,
        command: order.command,
        environment: order.environment.unwrap_or_default(),
        labels: read_labels(order.labels.as_ref())?,
        ports: read_ports(order.ports.as_ref())?,
        network_id,
        auto_remove: order.auto_remove,
        status: ContainerStatus::Created,
        exit_code: None,
        created_at: cx.now(),
        started_at: None,
        finished_at: None,
    })?;
    for mount in mounts {
        add_mount(state, &container.id, mount, cx)?;
    }
    Ok(container)
}

fn pick(words: &[&'static str], cx: &mut Context) -> &'static str {
    let length = u64::try_from(words.len()).unwrap_or(1);
    let at = cx.random().checked_rem(length).unwrap_or(0);
    words.get(usize::try_from(at).unwrap_or(0)).copied().unwrap_or("quirky")
}

/// Two words such as `quirky_hopper`, and some digits where that is taken.
fn new_name(state: &Docker, cx: &mut Context) -> String {
    let first = pick(ADJECTIVES, cx);
    let last = pick(SURNAMES, cx);
    let name = format!("{first}_{last}");
    let is_taken = state.containers.first(&|row| row.name == name).is_some();
    if is_taken { format!("{name}_{}", cx.hex(6)) } else { name }
}

/// Labels come as an object, or as a list of `key=value`.
fn read_labels(labels: Option<&Json>) -> Result<BTreeMap<String, String>, ToolError> {
    let Some(labels) = labels else { return Ok(BTreeMap::new()) };
    let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let read: Option<BTreeMap<String, String>> = match &labels.0 {
        serde_json::Value::Object(members) => {
            members.iter().map(|(key, value)| Some((key.clone(), text(value)?))).collect()
        }
        serde_json::Value::Array(items) => items
            .iter()
            .map(|item| {
                let item = item.as_str()?;
                let (key, value) = item.split_once('=').unwrap_or((item, ""));
                Some((key.to_owned(), value.to_owned()))
            })
            .collect(),
        _ => None,
    };
    read.ok_or_else(|| ToolError::invalid_argument("labels are texts, each `key=value`"))
}

/// Ports of the container with what the host gives for each: a port, several, an address with a
/// port, or any that is free.
fn read_ports(ports: Option<&Json>) -> Result<Vec<PortBinding>, ToolError> {
    let mut bindings = Vec::new();
    let members = ports.and_then(|ports| ports.0.as_object());
    for (name, value) in members.into_iter().flatten() {
        let container_port = read_container_port(name)?;
        let bound = |host_ip: Option<String>, host_port: Option<i64>| PortBinding {
            container_port: container_port.clone(),
            host_ip,
            host_port,
            published_port: None,
        };
        match value {
            serde_json::Value::Null => bindings.push(bound(None, None)),
            serde_json::Value::Array(items) => match items.as_slice() {
                [serde_json::Value::String(ip), port] => {
                    bindings.push(bound(Some(ip.clone()), Some(read_host_port(port)?)));
                }
                several => {
                    for port in several {
                        bindings.push(bound(None, Some(read_host_port(port)?)));
                    }
                }
            },
            port => bindings.push(bound(None, Some(read_host_port(port)?))),
        }
    }
    bindings
        .sort_by(|a, b| (&a.container_port, a.host_port).cmp(&(&b.container_port, b.host_port)));
    Ok(bindings)
}

fn read_host_port(value: &serde_json::Value) -> Result<i64, ToolError> {
    let port = value.as_i64().filter(|port| (1..=65_535).contains(port));
    port.ok_or_else(|| ToolError::invalid_argument("ports of the host are from 1 to 65535"))
}

/// `80` as `80/tcp`.
fn read_container_port(text: &str) -> Result<String, ToolError> {
    let (number, protocol) = text.split_once('/').unwrap_or((text, "tcp"));
    let number = number.parse::<i64>().ok().filter(|port| (1..=65_535).contains(port));
    match (number, protocol) {
        (Some(number), "tcp" | "udp" | "sctp") => Ok(format!("{number}/{protocol}")),
        _ => {
            let message = format!("`{text}` is no port, write it like `80/tcp`");
            Err(ToolError::invalid_argument(message))
        }
    }
}

/// What a call wants mounted; without a source a new volume.
struct MountOrder {
    source: Option<String>,
    target: String,
    read_only: bool,
}

/// Mounts come as sources with what they are bound to, or as texts `source:target:mode`.
fn read_mounts(volumes: Option<&Json>) -> Result<Vec<MountOrder>, ToolError> {
    let mut mounts = Vec::new();
    match volumes.map(|volumes| &volumes.0) {
        Some(serde_json::Value::Object(members)) => {
            for (source, bound) in members {
                let text = |name: &str| bound.get(name).and_then(serde_json::Value::as_str);
                let target = text("bind").ok_or_else(|| {
                    ToolError::invalid_argument(format!("volume `{source}` needs a `bind`"))
                })?;
                mounts.push(mount_order(Some(source), target, text("mode")));
            }
        }
        Some(serde_json::Value::Array(items)) => {
            for item in items.iter().filter_map(serde_json::Value::as_str) {
                let parts: Vec<&str> = item.split(':').collect();
                mounts.push(match parts.as_slice() {
                    [target] => mount_order(None, target, None),
                    [source, target] => mount_order(Some(source), target, None),
                    [source, target, mode] => mount_order(Some(source), target, Some(mode)),
                    _ => {
                        let message = format!("`{item}` is no volume, write `source:/target`");
                        return Err(ToolError::invalid_argument(message));
                    }
                });
            }
        }
        _ => {}
    }
    check_targets(&mounts)?;
    Ok(mounts)
}

fn mount_order(source: Option<&str>, target: &str, mode: Option<&str>) -> MountOrder {
    MountOrder {
        source: source.map(str::to_owned),
        target: target.to_owned(),
        read_only: mode.is_some_and(|mode| mode.split(',').any(|part| part == "ro")),
    }
}

/// Targets are absolute paths, and each is used once.
fn check_targets(mounts: &[MountOrder]) -> Result<(), ToolError> {
    let mut seen: Vec<&str> = Vec::new();
    for mount in mounts {
        if !mount.target.starts_with('/') {
            let message = format!("`{}` is no absolute path in the container", mount.target);
            return Err(ToolError::invalid_argument(message));
        }
        if seen.contains(&mount.target.as_str()) {
            let message = format!("two volumes are mounted at `{}`", mount.target);
            return Err(ToolError::invalid_argument(message));
        }
        seen.push(&mount.target);
    }
    Ok(())
}

fn add_mount(
    state: &mut Docker,
    container: &Key<Container>,
    order: MountOrder,
    cx: &mut Context,
) -> Result<(), ToolError> {
    let is_path = |source: &String| source.starts_with(['/', '.', '~']);
    let host_path = order.source.clone().filter(is_path);
    let volume = match order.source {
        Some(_) if host_path.is_some() => None,
        Some(name) => {
            Some(named_volume(state, Key::new(name), VolumeDriver::Local, BTreeMap::new(), cx)?)
        }
        None => {
            let labels = BTreeMap::from([(ANONYMOUS.to_owned(), String::new())]);
            let name = Key::new(cx.hex(ID_LENGTH));
            Some(named_volume(state, name, VolumeDriver::Local, labels, cx)?)
        }
    };
    state.mounts.insert(Mount {
        container_id: container.clone(),
        target: order.target,
        volume: volume.map(|volume| volume.name.clone()),
        host_path,
        read_only: order.read_only,
    })?;
    Ok(())
}

/// The volume of a name, as it is; it is made where there is none.
fn named_volume(
    state: &mut Docker,
    name: Key<Volume>,
    driver: VolumeDriver,
    labels: BTreeMap<String, String>,
    cx: &mut Context,
) -> Result<RowRef<Volume>, ToolError> {
    if state.volumes.contains(&name) {
        return state.volumes.find(&name);
    }
    state.volumes.insert(Volume { name, driver, labels, created_at: cx.now() })
}

/// Makes a container and starts it. In the foreground it ends before the call answers.
fn run(
    state: &mut Docker,
    image: &str,
    order: Order,
    in_background: bool,
    cx: &mut Context,
) -> Result<ContainerView, ToolError> {
    let image = match find_image(state, image) {
        Ok(image) => image,
        Err(_) => {
            let reference = reference_of(image, None)?;
            pull(state, &reference)?
        }
    };
    let container = add_container(state, &image.id, order, cx)?;
    let started = start(state, &container, cx)?;
    if in_background {
        return Ok(view_container(state, &started));
    }
    finish(state, &started, 0, cx)
}

/// Starts a container, unless it runs already.
fn start(
    state: &mut Docker,
    container: &Container,
    cx: &mut Context,
) -> Result<RowRef<Container>, ToolError> {
    let refuse = |why: &str| {
        let message = format!("container `{}` cannot be started: {why}", container.name);
        Err(ToolError::failed_precondition(message))
    };
    match container.status {
        ContainerStatus::Running | ContainerStatus::Restarting => {
            return state.containers.find(&container.id);
        }
        ContainerStatus::Paused => return refuse("it is paused; stop it first"),
        ContainerStatus::Dead => return refuse("its removal has failed; remove it"),
        ContainerStatus::Created | ContainerStatus::Exited => {}
    }
    if network_name(state, &container.network_id).is_none() {
        return refuse("its network was removed");
    }
    let ports = published_ports(state, container)?;
    let now = cx.now();
    state.containers.update(&container.id, |row| {
        row.ports = ports;
        row.status = ContainerStatus::Running;
        row.exit_code = None;
        row.started_at = Some(now);
        row.finished_at = None;
        Ok(())
    })
}

/// The ports of a container with the ports of the host that they get; a container without a
/// network of its own, or without any, gets none.
fn published_ports(state: &Docker, container: &Container) -> Result<Vec<PortBinding>, ToolError> {
    let mut ports = container.ports.clone();
    if predefined(&container.network_id).is_some_and(|(name, _)| name != "bridge") {
        return Ok(ports);
    }
    let running = state.containers.select(&|row| row.id != container.id && is_up(row.status));
    let mut taken: Vec<PortBinding> =
        running.iter().flat_map(|row| row.ports.iter().cloned()).collect();
    for binding in &mut ports {
        let is_free = |port: &i64| !taken.iter().any(|other| collides(other, binding, *port));
        let found = match binding.host_port {
            Some(wanted) => Some(wanted).filter(is_free),
            None => (FREE_PORTS.0..=FREE_PORTS.1).find(is_free),
        };
        let Some(port) = found else {
            let message = format!(
                "the port of the host for {} of container `{}` is taken",
                binding.container_port, container.name
            );
            return Err(ToolError::failed_precondition(message));
        };
        binding.published_port = Some(port);
        taken.push(binding.clone());
    }
    Ok(ports)
}

/// Whether a port of the host is given away already for the same protocol and address.
fn collides(taken: &PortBinding, wanted: &PortBinding, port: i64) -> bool {
    let protocol = |binding: &PortBinding| {
        binding.container_port.split_once('/').map(|(_, protocol)| protocol.to_owned())
    };
    let shares_address = match (&taken.host_ip, &wanted.host_ip) {
        (Some(taken), Some(wanted)) => taken == wanted,
        _ => true,
    };
    taken.published_port == Some(port) && protocol(taken) == protocol(wanted) && shares_address
}

/// Ends what runs in a container. One that removes itself goes with the volumes that it made.
fn finish(
    state: &mut Docker,
    container: &Container,
    exit_code: i64,
    cx: &mut Context,
) -> Result<ContainerView, ToolError> {
    let now = cx.now();
    let ended = state.containers.update(&container.id, |row| {
        for binding in &mut row.ports {
            binding.published_port = None;
        }
        row.status = ContainerStatus::Exited;
        row.exit_code = Some(exit_code);
        row.finished_at = Some(now);
        Ok(())
    })?;
    if !ended.auto_remove {
        return Ok(view_container(state, &ended));
    }
    let volumes: Vec<Key<Volume>> =
        mounts_of(state, &ended.id).iter().filter_map(|mount| mount.volume.clone()).collect();
    let view = remove(state, &ended)?;
    for name in volumes {
        let is_own =
            state.volumes.get(&name).is_some_and(|volume| volume.labels.contains_key(ANONYMOUS));
        let is_used = state.mounts.first(&|mount| mount.volume.as_ref() == Some(&name)).is_some();
        if is_own && !is_used {
            state.volumes.remove(&name)?;
        }
    }
    Ok(view)
}

/// Removes a container with its mounts and its log; the answer shows it as it was.
fn remove(state: &mut Docker, container: &Container) -> Result<ContainerView, ToolError> {
    let view = ContainerView { removed: true, ..view_container(state, container) };
    state.delete::<Container>(&container.id)?;
    Ok(view)
}

fn has_children(state: &Docker, image: &Key<Image>) -> bool {
    state.images.first(&|row| row.parent_id.as_ref() == Some(image)).is_some()
}

fn users_of(state: &Docker, image: &Key<Image>) -> Vec<RowRef<Container>> {
    state.containers.select(&|row| row.image_id == *image)
}

/// Whether an image has a name in this repository or, where a tag is given, exactly this name.
fn is_called(state: &Docker, image: &Image, named: &str) -> bool {
    let (name, own) = split_tag(named);
    let repository = familiar(name);
    tags_of(state, &image.id)
        .iter()
        .any(|tag| tag.repository == repository && own.is_none_or(|own| tag.tag == own))
}

fn view_image(state: &Docker, image: &Image) -> ImageView {
    let tags = tags_of(state, &image.id);
    ImageView {
        id: image.id.clone(),
        tags: tags.iter().map(|tag| tag_text(tag)).collect(),
        parent_id: image.parent_id.clone(),
        labels: image.labels.clone(),
        size_bytes: image.size_bytes,
        container_count: i64::try_from(users_of(state, &image.id).len()).unwrap_or(i64::MAX),
        created_at: image.created_at,
    }
}

/// Fetches what a registry holds under a name, and moves the name to it.
fn pull(state: &mut Docker, reference: &Reference) -> Result<RowRef<Image>, ToolError> {
    let held = state.registry_images.find(&reference.key()).ok();
    let held = held.filter(|row| !row.private || may_push(state, reference));
    let Some(held) = held else {
        let message =
            format!("`{}` is in no registry, or the engine may not pull it", reference.text());
        return Err(ToolError::not_found(message));
    };
    let id: Key<Image> = Key::new(held.image_id.as_str());
    if !state.images.contains(&id) {
        state.images.insert(Image {
            id: id.clone(),
            parent_id: None,
            labels: held.labels.clone(),
            entrypoint: held.entrypoint.clone(),
            command: held.command.clone(),
            size_bytes: held.size_bytes,
            created_at: held.created_at,
        })?;
    }
    set_tag(state, reference, &id);
    state.images.find(&id)
}

/// Puts an image into its registry; whether that had something else under the name.
fn publish(
    state: &mut Docker,
    reference: &Reference,
    image: &Key<Image>,
    cx: &mut Context,
) -> Result<bool, ToolError> {
    let image = state.images.find(image)?;
    let held = state.registry_images.find(&reference.key()).ok();
    if held.as_ref().is_some_and(|row| image.id == row.image_id.as_str()) {
        return Ok(false);
    }
    state.registry_images.put(RegistryImage {
        repository: reference.repository.clone(),
        tag: reference.tag.clone(),
        image_id: image.id.as_str().to_owned(),
        private: held.is_some_and(|row| row.private),
        labels: image.labels.clone(),
        entrypoint: image.entrypoint.clone(),
        command: image.command.clone(),
        size_bytes: image.size_bytes,
        created_at: cx.now(),
    });
    Ok(true)
}

/// The Dockerfile of a folder, which may be named from the folder on or in full.
fn find_dockerfile(
    state: &Docker,
    path: &str,
    named: Option<&str>,
) -> Result<RowRef<Dockerfile>, ToolError> {
    let folder = path.trim_end_matches('/').to_owned();
    let named = named.unwrap_or("Dockerfile");
    let inside = named.strip_prefix(folder.as_str()).and_then(|rest| rest.strip_prefix('/'));
    let name = inside.or_else(|| named.strip_prefix("./")).unwrap_or(named).to_owned();
    state.dockerfiles.find(&compoworld_core::join_key(&[&folder, &name])).map_err(|_| {
        ToolError::not_found(format!("there is no `{name}` to build from in `{folder}`"))
    })
}

/// Builds an image on a base, which is pulled where it is not there. What is built depends on
/// the instructions and the base alone, so building again gives the image that is there.
fn build(
    state: &mut Docker,
    file: &Dockerfile,
    cx: &mut Context,
) -> Result<RowRef<Image>, ToolError> {
    let source = state.registry_images.find(&file.base)?;
    let reference = Reference { repository: source.repository.clone(), tag: source.tag.clone() };
    let base = match find_tag(state, &reference) {
        Some(tag) => state.images.find(&tag.image_id)?,
        None => pull(state, &reference)?,
    };
    let instructions = compoworld_core::join_key(&[&base.id, &file.folder, &file.name]);
    let id = format!("sha256:{}", compoworld_core::digest_text(&instructions));
    if state.images.contains(id.as_str()) {
        return state.images.find(id.as_str());
    }
    let mut labels = base.labels.clone();
    labels.extend(file.labels.clone());
    let own = file.entrypoint.clone();
    let usual = base.command.clone().filter(|_| own.is_none());
    state.images.insert(Image {
        id: Key::new(id),
        parent_id: Some(base.id.clone()),
        labels,
        command: file.command.clone().or(usual),
        entrypoint: own.or_else(|| base.entrypoint.clone()),
        size_bytes: base.size_bytes.saturating_add(file.added_bytes),
        created_at: cx.now(),
    })
}

/// Takes a name away. With the last name the image goes, unless a running container or another
/// image needs it.
fn remove_by_name(
    state: &mut Docker,
    tag: &Tag,
    is_forced: bool,
) -> Result<RemovedImage, ToolError> {
    let image = tag.image_id.clone();
    let is_last = tags_of(state, &image).len() < 2;
    let users = users_of(state, &image);
    if let Some(user) = users.first().filter(|_| is_last && !is_forced) {
        let message = format!(
            "container `{}` was made from `{}`; remove it first or pass force",
            user.name,
            tag_text(tag)
        );
        return Err(ToolError::failed_precondition(message));
    }
    state.tags.remove(&compoworld_core::join_key(&[&tag.repository, &tag.tag]))?;
    let is_running = users.iter().any(|user| is_up(user.status));
    let is_needed = !is_last || is_running || has_children(state, &image);
    let deleted = if is_needed { Vec::new() } else { delete_image(state, image)? };
    Ok(RemovedImage { untagged: vec![tag_text(tag)], deleted })
}

/// Removes an image with all its names. No force helps against a running container or another
/// image that needs it.
fn remove_by_id(
    state: &mut Docker,
    image: &Image,
    is_forced: bool,
) -> Result<RemovedImage, ToolError> {
    let refuse = |why: String| Err(ToolError::failed_precondition(why));
    let users = users_of(state, &image.id);
    if let Some(user) = users.iter().find(|user| is_up(user.status)) {
        return refuse(format!("container `{}` runs the image; stop it first", user.name));
    }
    if has_children(state, &image.id) {
        return refuse("another image was built on this one".to_owned());
    }
    let tags = tags_of(state, &image.id);
    if !is_forced && tags.len() > 1 {
        return refuse("the image has several names; pass force to take them all".to_owned());
    }
    if let Some(user) = users.first().filter(|_| !is_forced) {
        return refuse(format!("container `{}` was made from it; pass force", user.name));
    }
    for tag in &tags {
        state.tags.remove(&compoworld_core::join_key(&[&tag.repository, &tag.tag]))?;
    }
    let untagged = tags.iter().map(|tag| tag_text(tag)).collect();
    let deleted = delete_image(state, image.id.clone())?;
    Ok(RemovedImage { untagged, deleted })
}

/// Deletes an image without a name, and then each parent that nothing needs any more.
fn delete_image(state: &mut Docker, image: Key<Image>) -> Result<Vec<Key<Image>>, ToolError> {
    let mut deleted = Vec::new();
    let mut next = Some(image);
    while let Some(id) = next {
        let gone = state.images.remove(&id)?;
        let is_unused = |parent: &Key<Image>| {
            tags_of(state, parent).is_empty()
                && users_of(state, parent).is_empty()
                && !has_children(state, parent)
        };
        next = gone.parent_id.clone().filter(is_unused);
        deleted.push(id);
    }
    Ok(deleted)
}

/// A web server and a shop on one engine, with things left over from earlier days.
pub const FIXTURE: &str = r#"{
    "containers": {
        "cbb1ca0618920b2e6f822c1615e01149e02d40258aa3ac95274e4d1e58b26969": {"id": "cbb1ca0618920b2e6f822c1615e01149e02d40258aa3ac95274e4d1e58b26969", "name": "web", "image_id": "sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61", "entrypoint": null, "command": null, "environment": {}, "labels": {"role": "web"}, "ports": [{"container_port": "80/tcp", "host_ip": null, "host_port": 8080, "published_port": 8080}], "network_id": "ca71ce950f69278c1fe2dd15cf409db3d222c21422d2a7d5c45184b555bfcca0", "auto_remove": false, "status": "running", "exit_code": null, "created_at": "2026-02-20T09:00:00Z", "started_at": "2026-02-20T09:00:05Z", "finished_at": null},
        "ba1051dda933d63e6d59c85d1257f0d898af2aa780aece707fc14eab63fb4ad3": {"id": "ba1051dda933d63e6d59c85d1257f0d898af2aa780aece707fc14eab63fb4ad3", "name": "shop", "image_id": "sha256:d7d37b011e9b6f110c3b0ebfd54f5efda4241157b7267859671a2e5d16333122", "entrypoint": null, "command": null, "environment": {"MODE": "live"}, "labels": {"role": "app", "team": "shop"}, "ports": [], "network_id": "ca71ce950f69278c1fe2dd15cf409db3d222c21422d2a7d5c45184b555bfcca0", "auto_remove": false, "status": "exited", "exit_code": 1, "created_at": "2026-02-18T09:00:00Z", "started_at": "2026-02-18T09:00:05Z", "finished_at": "2026-02-19T09:00:00Z"},
        "de0d16be4560f39d8938e2512a85aca8ac6ecf0b466263adc6d70ef3f4fed125": {"id": "de0d16be4560f39d8938e2512a85aca8ac6ecf0b466263adc6d70ef3f4fed125", "name": "cache", "image_id": "sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61", "entrypoint": null, "command": null, "environment": {}, "labels": {}, "ports": [], "network_id": "17f29b073143d8cd97b5bbe492bdeffec1c5fee55cc1fe2112c8b9335f8b6121", "auto_remove": true, "status": "paused", "exit_code": null, "created_at": "2026-02-21T09:00:00Z", "started_at": "2026-02-21T09:00:05Z", "finished_at": null},
        "dd26a5908055fcfaeb8636810fa0610b2996b396a3d981d6e2263e077039a053": {"id": "dd26a5908055fcfaeb8636810fa0610b2996b396a3d981d6e2263e077039a053", "name": "batch", "image_id": "sha256:7ea51647b12a89b4fff8d2d8046108ef9762e481c3060e7475b213bed9009f3c", "entrypoint": null, "command": "python report.py", "environment": {}, "labels": {}, "ports": [{"container_port": "80/tcp", "host_ip": null, "host_port": 8080, "published_port": null}], "network_id": "17f29b073143d8cd97b5bbe492bdeffec1c5fee55cc1fe2112c8b9335f8b6121", "auto_remove": false, "status": "created", "exit_code": null, "created_at": "2026-02-25T09:00:00Z", "started_at": null, "finished_at": null},
        "48ef3228ba7287b489cfea0abe543283b02f59b2b0161e60aadc2cda836d4379": {"id": "48ef3228ba7287b489cfea0abe543283b02f59b2b0161e60aadc2cda836d4379", "name": "lost", "image_id": "sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61", "entrypoint": null, "command": null, "environment": {}, "labels": {}, "ports": [], "network_id": "74bc8b6c895a7cf19c578c2dcdcfb3228c62f0e0a1463c2e9f08a2f37d43435f", "auto_remove": false, "status": "exited", "exit_code": 0, "created_at": "2026-02-10T09:00:00Z", "started_at": "2026-02-10T09:00:05Z", "finished_at": "2026-02-11T09:00:00Z"}
    },
    "mounts": {
        "ba1051dda933d63e6d59c85d1257f0d898af2aa780aece707fc14eab63fb4ad3/~1data": {"container_id": "ba1051dda933d63e6d59c85d1257f0d898af2aa780aece707fc14eab63fb4ad3", "target": "/data", "volume": "shop-data", "host_path": null, "read_only": false}
    },
    "log_lines": {
        "1": {"id": 1, "container_id": "cbb1ca0618920b2e6f822c1615e01149e02d40258aa3ac95274e4d1e58b26969", "stream": "stdout", "message": "GET / 200", "created_at": "2026-02-20T10:00:00Z"},
        "2": {"id": 2, "container_id": "cbb1ca0618920b2e6f822c1615e01149e02d40258aa3ac95274e4d1e58b26969", "stream": "stderr", "message": "upstream timed out", "created_at": "2026-02-20T10:05:00Z"}
    },
    "images": {
        "sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61": {"id": "sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61", "parent_id": null, "labels": {"maintainer": "nginx"}, "entrypoint": "/docker-entrypoint.sh", "command": "nginx -g 'daemon off;'", "size_bytes": 192000000, "created_at": "2026-02-01T09:00:00Z"},
        "sha256:7ea51647b12a89b4fff8d2d8046108ef9762e481c3060e7475b213bed9009f3c": {"id": "sha256:7ea51647b12a89b4fff8d2d8046108ef9762e481c3060e7475b213bed9009f3c", "parent_id": null, "labels": {}, "entrypoint": null, "command": "python3", "size_bytes": 1040000000, "created_at": "2026-01-10T09:00:00Z"},
        "sha256:648abc8acd6a39c097636df21d924c1c46b8a474bd6cc28d7772aea8d73a63d8": {"id": "sha256:648abc8acd6a39c097636df21d924c1c46b8a474bd6cc28d7772aea8d73a63d8", "parent_id": "sha256:7ea51647b12a89b4fff8d2d8046108ef9762e481c3060e7475b213bed9009f3c", "labels": {"team": "shop"}, "entrypoint": null, "command": "python3", "size_bytes": 1041000000, "created_at": "2026-02-14T09:00:00Z"},
        "sha256:d7d37b011e9b6f110c3b0ebfd54f5efda4241157b7267859671a2e5d16333122": {"id": "sha256:d7d37b011e9b6f110c3b0ebfd54f5efda4241157b7267859671a2e5d16333122", "parent_id": "sha256:648abc8acd6a39c097636df21d924c1c46b8a474bd6cc28d7772aea8d73a63d8", "labels": {"team": "shop"}, "entrypoint": null, "command": "python shop.py", "size_bytes": 1044000000, "created_at": "2026-02-15T09:00:00Z"},
        "sha256:ba9e2f13daafdb9c2a281b39fa5d9253349d8f672caf287313d73e9b9033487d": {"id": "sha256:ba9e2f13daafdb9c2a281b39fa5d9253349d8f672caf287313d73e9b9033487d", "parent_id": null, "labels": {}, "entrypoint": null, "command": "true", "size_bytes": 5000000, "created_at": "2026-02-12T09:00:00Z"}
    },
    "tags": {
        "nginx/1.27": {"repository": "nginx", "tag": "1.27", "image_id": "sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61"},
        "nginx/latest": {"repository": "nginx", "tag": "latest", "image_id": "sha256:5f14ff42f2056f1ac3c076148d4192bed8a50434e254acb27bf07f670a0cdb61"},
        "python/3.12": {"repository": "python", "tag": "3.12", "image_id": "sha256:7ea51647b12a89b4fff8d2d8046108ef9762e481c3060e7475b213bed9009f3c"},
        "northwind~1shop/1.4": {"repository": "northwind/shop", "tag": "1.4", "image_id": "sha256:d7d37b011e9b6f110c3b0ebfd54f5efda4241157b7267859671a2e5d16333122"}
    },
    "dockerfiles": {
        "~1srv~1shop/Dockerfile": {"folder": "/srv/shop", "name": "Dockerfile", "base": "python/3.12", "labels": {"team": "shop"}, "entrypoint": null, "command": "python shop.py", "added_bytes": 5000000},
        "~1srv~1shop/Dockerfile.dev": {"folder": "/srv/shop", "name": "Dockerfile.dev", "base": "redis/7", "labels": {}, "entrypoint": null, "command": null, "added_bytes": 1000000}
    },
    "registry_images": {
        "nginx/latest": {"repository": "nginx", "tag": "latest", "image_id": "sha256:c209e63fe2886055f1f0a6a0818ef7a13e0e45dcfc8df50b8ce1d21af6e31f2d", "private": false, "labels": {"maintainer": "nginx"}, "entrypoint": "/docker-entrypoint.sh", "command": "nginx -g 'daemon off;'", "size_bytes": 193000000, "created_at": "2026-02-24T09:00:00Z"},
        "python/3.12": {"repository": "python", "tag": "3.12", "image_id": "sha256:7ea51647b12a89b4fff8d2d8046108ef9762e481c3060e7475b213bed9009f3c", "private": false, "labels": {}, "entrypoint": null, "command": "python3", "size_bytes": 1040000000, "created_at": "2026-01-10T09:00:00Z"},
        "redis/7": {"repository": "redis", "tag": "7", "image_id": "sha256:33fe6a92c9120dc47d46a8ce746c31c6ebe654b5cf91379c3127e8f9c89c9bad", "private": false, "labels": {}, "entrypoint": "docker-entrypoint.sh", "command": "redis-server", "size_bytes": 117000000, "created_at": "2026-02-03T09:00:00Z"},
        "northwind~1shop/1.3": {"repository": "northwind/shop", "tag": "1.3", "image_id": "sha256:f92545c1b804f776417af72689ff5e9b4a5bc341aa693a1806ec32b47b7ad43f", "private": true, "labels": {"team": "shop"}, "entrypoint": null, "command": "python shop.py", "size_bytes": 1043000000, "created_at": "2026-02-05T09:00:00Z"},
        "secret-corp~1tool/latest": {"repository": "secret-corp/tool", "tag": "latest", "image_id": "sha256:787ddb928ff30fbb10ea1c8f9661366ed64bf4444062e13efe821d8c89cb29bd", "private": true, "labels": {}, "entrypoint": null, "command": "tool", "size_bytes": 9000000, "created_at": "2026-02-06T09:00:00Z"}
    },
    "registry_logins": {
        "docker.io": {"registry": "docker.io", "username": "northwind", "organizations": ["northwind-labs"]}
    },
    "networks": {
        "ca71ce950f69278c1fe2dd15cf409db3d222c21422d2a7d5c45184b555bfcca0": {"id": "ca71ce950f69278c1fe2dd15cf409db3d222c21422d2a7d5c45184b555bfcca0", "name": "app-net", "driver": "bridge", "internal": false, "labels": {"env": "live"}, "created_at": "2026-02-01T09:00:00Z"},
        "ec83e7dabd3511d8cd712f0fdb5302de8c67f317f3580709c2aa922e71a89b31": {"id": "ec83e7dabd3511d8cd712f0fdb5302de8c67f317f3580709c2aa922e71a89b31", "name": "spare-net", "driver": "bridge", "internal": false, "labels": {}, "created_at": "2026-02-01T09:00:00Z"}
    },
    "volumes": {
        "shop-data": {"name": "shop-data", "driver": "local", "labels": {}, "created_at": "2026-02-01T09:00:00Z"},
        "spare-data": {"name": "spare-data", "driver": "local", "labels": {"team": "shop"}, "created_at": "2026-02-02T09:00:00Z"}
    }
}"#;
