//! Consul: services and their health checks on nodes, a key-value store with locks, sessions, user
//! events and prepared queries, as the agent on one node of a datacenter sees them.
//!
//! Agent tools change what is registered on the agent's own node; catalog and health tools read
//! what all nodes of the datacenter have. Every write raises the Raft index, which rows carry as
//! the index of their making and of their last change. The token that calls come with may do
//! everything that no rule takes away: what it may not read is missing from lists and refused when
//! it is named.

/// What one agent knows.
#[derive(State)]
pub struct Consul {
    pub agent: One<Agent>,
    pub settings: Table<Setting>,
    pub acl_rules: Table<AclRule>,
    pub nodes: Table<Node>,
    pub services: Table<Service>,
    pub checks: Table<Check>,
    pub kv_entries: Table<KvEntry>,
    pub sessions: Table<Session>,
    pub user_events: Table<UserEvent>,
    pub prepared_queries: Table<PreparedQuery>,
    pub datacenters: Table<Datacenter>,
    pub remote_services: Table<RemoteService>,
}

/// The agent that answers, and what it knows of its cluster.
#[derive(Entity)]
pub struct Agent {
    pub node: Key<Node>,
    /// The datacenter that the agent is in; catalog and health are of it.
    #[entity(slug)]
    pub datacenter: String,
    #[entity(pattern = "^1\\.[0-9]{1,2}\\.[0-9]{1,2}$")]
    pub version: String,
    /// The server that leads; missing while an election goes on.
    #[entity(on_delete = clear)]
    pub leader: Option<Key<Node>>,
    /// The index of the last write.
    #[entity(range = 1..=9_999_999)]
    pub raft_index: i64,
    pub reloaded_at: Option<Timestamp>,
}

/// A setting of the agent, as it is in force and as its configuration file has it.
#[derive(Entity)]
pub struct Setting {
    #[entity(key, slug)]
    pub name: Key<Setting>,
    #[entity(len = 0..=200)]
    pub value: String,
    #[entity(len = 0..=200)]
    pub file_value: String,
    /// Whether a reload is enough to bring the file's value into force; else it takes a restart.
    pub is_reloadable: bool,
}

/// What the token may do with the things of one sort whose names begin with a prefix. Of several
/// rules that fit a name, the one with the longest prefix counts.
#[derive(Entity)]
#[entity(unique(resource, prefix))]
pub struct AclRule {
    #[entity(key, sequence)]
    pub id: IntKey<AclRule>,
    pub resource: Resource,
    #[entity(len = 0..=200, path)]
    pub prefix: String,
    pub policy: Policy,
}

/// The sorts of things that rules are about. Sessions go by the name of their node.
#[derive(Choice)]
pub enum Resource {
    Agent,
    Event,
    Key,
    Node,
    Query,
    Service,
    Session,
}

/// What a rule allows; whoever may write may read, too.
#[derive(Choice)]
pub enum Policy {
    Deny,
    Read,
    Write,
}

/// A machine of the datacenter.
#[derive(Entity)]
pub struct Node {
    #[entity(key, slug)]
    pub name: Key<Node>,
    #[entity(unique, pattern = "^10\\.[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{1,2}$")]
    pub address: String,
    /// Whether its agent is a server, and so a peer of the others in Raft.
    pub is_server: bool,
    #[entity(default = MemberStatus::Alive)]
    pub status: MemberStatus,
}

/// What the members of the cluster think of a node.
#[derive(Choice)]
pub enum MemberStatus {
    Alive,
    Leaving,
    Left,
    Failed,
}

/// A service as one agent has registered it.
#[derive(Entity)]
pub struct Service {
    #[entity(key, slug, len = 1..=128)]
    pub id: Key<Service>,
    #[entity(on_delete = cascade)]
    pub node: Key<Node>,
    #[entity(len = 1..=128, slug)]
    pub name: String,
    #[entity(default, tag)]
    pub tags: Vec<String>,
    /// Empty where the service is at the node's own address.
    #[entity(default, len = 0..=255, pattern = "^[A-Za-z0-9._:-]*$")]
    pub address: String,
    /// 0 where the service has no port.
    #[entity(default, range = 0..=65_535)]
    pub port: i64,
    #[entity(range = 1..=9_999_999)]
    pub create_index: i64,
    #[entity(range = 1..=9_999_999)]
    pub modify_index: i64,
}

/// Something that says whether a service, or a whole node, is well.
#[derive(Entity)]
pub struct Check {
    #[entity(key, slug, len = 1..=128)]
    pub id: Key<Check>,
    #[entity(on_delete = cascade)]
    pub node: Key<Node>,
    /// Missing where the check is of the node.
    #[entity(on_delete = cascade)]
    pub service_id: Option<Key<Service>>,
    #[entity(len = 1..=128, title)]
    pub name: String,
    /// Until it first hears otherwise, an agent holds a new check for critical.
    #[entity(default = CheckStatus::Critical)]
    pub status: CheckStatus,
    #[entity(default, body)]
    pub notes: String,
    /// What the last run said.
    #[entity(default)]
    pub output: String,
    /// What the agent asks every interval; a check without it waits to be told within its TTL.
    #[entity(url, pattern = "^https?://[^ ]+$")]
    pub http: Option<String>,
    #[entity(pattern = "^([0-9]+(ms|s|m|h))+$")]
    pub interval: Option<String>,
    #[entity(pattern = "^([0-9]+(ms|s|m|h))+$")]
    pub ttl: Option<String>,
    #[entity(pattern = "^([0-9]+(ms|s|m|h))+$")]
    pub timeout: Option<String>,
    #[entity(range = 1..=9_999_999)]
    pub create_index: i64,
    #[entity(range = 1..=9_999_999)]
    pub modify_index: i64,
}

/// How well something is.
#[derive(Choice)]
pub enum CheckStatus {
    Passing,
    Warning,
    Critical,
}

/// A value under a key. A key is one text, in which `/` means nothing but is good to read.
#[derive(Entity)]
pub struct KvEntry {
    #[entity(key, path, len = 1..=512)]
    pub key: Key<KvEntry>,
    #[entity(default)]
    pub value: String,
    /// A number that clients give a meaning to.
    #[entity(default, range = 0..=9_999_999)]
    pub flags: i64,
    /// The session that holds the lock on the key.
    #[entity(on_delete = clear)]
    pub session: Option<Key<Session>>,
    /// How often the key has been locked.
    #[entity(default, range = 0..=9_999_999)]
    pub lock_index: i64,
    #[entity(range = 1..=9_999_999)]
    pub create_index: i64,
    #[entity(range = 1..=9_999_999)]
    pub modify_index: i64,
}

/// Something that holds locks on keys for as long as its node and its checks live.
#[derive(Entity)]
pub struct Session {
    #[entity(key, uuid)]
    pub id: Key<Session>,
    #[entity(default, len = 0..=128, slug)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub node: Key<Node>,
    /// The session ends when one of these goes away.
    #[entity(on_delete = clear)]
    pub checks: Vec<Key<Check>>,
    /// What becomes of its keys when it ends.
    #[entity(default = Behavior::Release)]
    pub behavior: Behavior,
    #[entity(pattern = "^([0-9]+(ms|s|m|h))+$")]
    pub ttl: Option<String>,
    #[entity(range = 1..=9_999_999)]
    pub create_index: i64,
}

/// What a session's end does to the keys that it holds.
#[derive(Choice)]
pub enum Behavior {
    Release,
    Delete,
}

/// Something that was told to all nodes.
#[derive(Entity)]
pub struct UserEvent {
    #[entity(key, uuid)]
    pub id: Key<UserEvent>,
    #[entity(len = 1..=128, slug)]
    pub name: String,
    /// More does not fit a gossip message.
    #[entity(default, len = 0..=512)]
    pub payload: String,
    /// The logical time, which orders events.
    #[entity(range = 1..=9_999_999)]
    pub l_time: i64,
}

/// A lookup of a service under a name, with other datacenters to fall back to.
#[derive(Entity)]
pub struct PreparedQuery {
    #[entity(key, uuid)]
    pub id: Key<PreparedQuery>,
    #[entity(unique, len = 1..=128, slug)]
    pub name: String,
    /// The name of the service.
    #[entity(len = 1..=128, slug)]
    pub service: String,
    /// How many of the nearest other datacenters are tried.
    #[entity(default = 3, range = 0..=100)]
    pub nearest_n: i64,
    /// The datacenters that are tried after those, in this order.
    #[entity(default, slug)]
    pub datacenters: Vec<String>,
    #[entity(range = 1..=9_999_999)]
    pub create_index: i64,
}

/// Another datacenter that is joined over the wide area.
#[derive(Entity)]
pub struct Datacenter {
    #[entity(key, slug)]
    pub name: Key<Datacenter>,
    #[entity(range = 1..=2_000)]
    pub round_trip_ms: i64,
}

/// A service in another datacenter, as its catalog answers when it is asked.
#[derive(Entity)]
pub struct RemoteService {
    #[entity(key, sequence)]
    pub id: IntKey<RemoteService>,
    #[entity(on_delete = cascade)]
    pub datacenter: Key<Datacenter>,
    #[entity(len = 1..=128, slug)]
    pub name: String,
    #[entity(slug)]
    pub node: String,
    #[entity(pattern = "^10\\.[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{1,2}$")]
    pub address: String,
    #[entity(range = 0..=65_535)]
    pub port: i64,
    #[entity(default = CheckStatus::Passing)]
    pub status: CheckStatus,
}

/// A service by its name, whatever nodes it is on.
#[derive(Record)]
pub struct CatalogEntry {
    pub name: String,
    /// The tags that any of its instances has, in the order of the alphabet.
    pub tags: Vec<String>,
}

/// An instance of a service together with the node that it is on.
#[derive(Record)]
pub struct CatalogInstance {
    pub node: String,
    /// The address of the node.
    pub address: String,
    pub service_id: Key<Service>,
    pub service_name: String,
    pub service_tags: Vec<String>,
    /// Empty where it is the node's.
    pub service_address: String,
    pub service_port: i64,
    pub create_index: i64,
    pub modify_index: i64,
}

/// A node as a member of the gossip.
#[derive(Record)]
pub struct GossipMember {
    pub name: Key<Node>,
    pub addr: String,
    pub port: i64,
    pub role: String,
    pub datacenter: String,
    pub status: MemberStatus,
}

/// What a removal found.
#[derive(Record)]
pub struct Removed {
    pub name: String,
    /// False where there was nothing to remove, which is no mistake.
    pub existed: bool,
}

/// Where a service can be reached.
#[derive(Record)]
pub struct Endpoint {
    pub node: String,
    pub address: String,
    pub port: i64,
}

/// What a prepared query found.
#[derive(Record)]
pub struct QueryResult {
    pub service: String,
    /// The datacenter that the nodes are in.
    pub datacenter: String,
    /// How many other datacenters were asked.
    pub failovers: i64,
    pub nodes: Vec<Endpoint>,
}

/// What a reload did.
#[derive(Record)]
pub struct Reload {
    pub reloaded_at: Timestamp,
    /// The settings that changed.
    pub applied: Vec<Key<Setting>>,
    /// The settings whose new values wait for a restart.
    pub pending_restart: Vec<Key<Setting>>,
}

/// The agent, as it tells of itself.
#[derive(Record)]
pub struct AgentSelf {
    pub config: BTreeMap<String, String>,
    pub member: GossipMember,
    pub version: String,
    pub n_services: i64,
    pub n_checks: i64,
    pub raft_index: i64,
    pub reloaded_at: Option<Timestamp>,
}

pub trait Tools {
    /// Lists what is registered on the agent's own node.
    #[tool(list, about = Service)]
    #[case(
        args = "{}",
        ok = r#"[{"id":"web-1","name":"web","port":8080},{"id":"worker","name":"worker"}]"#
    )]
    fn get_services(
        state: &Consul,
        _args: GetServices,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Service>>, ToolError> {
        let node = state.agent.find()?.node.clone();
        Ok(state.services.select(&|row| {
            row.node == node && may(state, Resource::Service, &row.name, Policy::Read)
        }))
    }

    /// Registers a check on the agent's node, or replaces the one with its identifier. It is run
    /// against an address every interval, or waits to be told within a TTL, never both.
    #[tool(upsert, key(id))]
    #[case(
        args = r#"{"name":"Web answers","id":"web-http","http":"http://10.1.0.11:8080/up","interval":"10s","timeout":"2s","serviceId":"web-1"}"#,
        ok = r#"{"id":"web-http","node":"app-1","service_id":"web-1","status":"critical","interval":"10s","ttl":null}"#
    )]
    #[case(
        args = r#"{"name":"worker-alive","ttl":"5m","serviceId":"worker"}"#,
        ok = r#"{"id":"worker-alive","status":"warning","ttl":"5m","create_index":90}"#
    )]
    #[case(args = r#"{"ttl":"5m"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"Both","ttl":"5m","http":"http://x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"Neither"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"Never","http":"http://x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"Soon","ttl":"a while"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"x","ttl":"5m","serviceId":"web-2"}"#, error = "not_found")]
    #[case(args = r#"{"name":"x","ttl":"5m","serviceId":"vault"}"#, error = "permission_denied")]
    fn register_health_check(
        state: &mut Consul,
        args: RegisterHealthCheck,
        _cx: &mut Context,
    ) -> Result<RowRef<Check>, ToolError> {
        let name = required("name", args.name.unwrap_or_default())?;
        let http = filled(args.http);
        let interval = filled(args.interval);
        let ttl = filled(args.ttl);
        check_kind(http.as_deref(), interval.as_deref(), ttl.as_deref())?;
        let node = state.agent.find()?.node.clone();
        let service_id = args.service_id.filter(|id| !id.as_str().is_empty());
        match &service_id {
            Some(id) => {
                let service = local_service(state, &node, id)?;
                allow(state, Resource::Service, &service.name, Policy::Write)?;
            }
            None => allow(state, Resource::Node, node.as_str(), Policy::Write)?,
        }
        let id = if args.id.as_str().is_empty() { Key::new(name.as_str()) } else { args.id };
        let earlier = state.checks.get(&id).cloned();
        if earlier.as_ref().is_some_and(|check| check.node != node) {
            return Err(taken_elsewhere("check", id.as_str()));
        }
        let index = next_index(state)?;
        Ok(state.checks.put(Check {
            id,
            node,
            service_id,
            name,
            status: earlier.as_ref().map_or(CheckStatus::Critical, |check| check.status),
            notes: args.notes.unwrap_or_default(),
            output: earlier.as_ref().map(|check| check.output.clone()).unwrap_or_default(),
            http,
            interval,
            ttl,
            timeout: filled(args.timeout),
            create_index: earlier.as_ref().map_or(index, |check| check.create_index),
            modify_index: index,
        }))
    }

    /// Takes a check off the agent's node. Sessions that rely on it end.
    #[tool(delete, key(id), about = Check)]
    #[case(
        args = r#"{"id":"worker-alive"}"#,
        ok = r#"{"id":"worker-alive","service_id":"worker","status":"warning"}"#
    )]
    #[case(args = r#"{"id":"web-2-http"}"#, error = "not_found")]
    #[case(args = r#"{"id":"vault-ttl"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn deregister_health_check(
        state: &mut Consul,
        args: DeregisterHealthCheck,
        _cx: &mut Context,
    ) -> Result<RowRef<Check>, ToolError> {
        let id = required("id", args.id.to_string())?;
        let check = state.checks.find(&id)?;
        let node = state.agent.find()?.node.clone();
        if check.node != node {
            return Err(ToolError::no_row("Check", &id));
        }
        match check.service_id.as_ref().and_then(|service| state.services.get(service)) {
            Some(service) => allow(state, Resource::Service, &service.name, Policy::Write)?,
            None => allow(state, Resource::Node, node.as_str(), Policy::Write)?,
        }
        end_sessions_on(state, std::slice::from_ref(&check.id))?;
        next_index(state)?;
        state.delete::<Check>(&id)?;
        Ok(check)
    }

    /// Lists the checks of a service's instances, on whatever nodes they are.
    #[tool(list, about = Check)]
    #[case(
        args = r#"{"service":"web"}"#,
        ok = r#"[{"id":"web-1-http","status":"passing"},{"id":"web-2-http","status":"critical"}]"#
    )]
    #[case(args = r#"{"service":"no-such-service"}"#, ok = "[]")]
    #[case(args = r#"{"service":"vault"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_health_checks(
        state: &Consul,
        args: GetHealthChecks,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Check>>, ToolError> {
        let name = required("service", args.service)?;
        allow(state, Resource::Service, &name, Policy::Read)?;
        Ok(state.checks.select(&|check| {
            let service = check.service_id.as_ref().and_then(|id| state.services.get(id));
            service.is_some_and(|service| service.name == name)
        }))
    }

    /// Lists the nodes of the datacenter.
    #[tool(list)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"app-1"},{"name":"app-2"},{"name":"server-1"},{"name":"server-2"}]"#
    )]
    fn get_catalog_nodes(
        state: &Consul,
        _args: GetCatalogNodes,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Node>>, ToolError> {
        Ok(state.nodes.select(&|node| may(state, Resource::Node, node.name.as_str(), Policy::Read)))
    }

    /// Lists the names of all services with the tags that any instance has.
    #[tool(list, about = Service)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"consul","tags":[]},{"name":"web","tags":["blue","green","v2"]},{"name":"worker","tags":[]}]"#
    )]
    fn list_catalog_services(
        state: &Consul,
        _args: ListCatalogServices,
        _cx: &mut Context,
    ) -> Result<Vec<CatalogEntry>, ToolError> {
        let mut tags: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for service in state.services.iter() {
            if may(state, Resource::Service, &service.name, Policy::Read) {
                let known = tags.entry(service.name.clone()).or_default();
                known.extend(service.tags.iter().cloned());
            }
        }
        let entry = |(name, tags): (String, BTreeSet<String>)| CatalogEntry {
            name,
            tags: tags.into_iter().collect(),
        };
        Ok(tags.into_iter().map(entry).collect())
    }

    /// Lists the instances of a service with the nodes that they are on.
    #[tool(list, filter(name = service), about = Service)]
    #[case(
        args = r#"{"service":"web"}"#,
        ok = r#"[{"node":"app-1","address":"10.1.0.11","service_id":"web-1","service_address":""},{"node":"app-2","service_id":"web-2","service_port":8080}]"#
    )]
    #[case(args = r#"{"service":"no-such-service"}"#, ok = "[]")]
    #[case(args = r#"{"service":"vault"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_catalog_service(
        state: &Consul,
        args: GetCatalogService,
        _cx: &mut Context,
    ) -> Result<Vec<CatalogInstance>, ToolError> {
        let name = required("service", args.service)?;
        allow(state, Resource::Service, &name, Policy::Read)?;
        let instances = state.services.select(&|service| service.name == name);
        Ok(instances.iter().filter_map(|service| view_instance(state, service)).collect())
    }

    /// Registers a service on the agent's node, or replaces the one with its identifier.
    #[tool(upsert, key(id))]
    #[case(
        args = r#"{"name":"mailer","port":2525,"tags":["smtp"]}"#,
        ok = r#"{"id":"mailer","node":"app-1","name":"mailer","tags":["smtp"],"address":"","port":2525}"#
    )]
    #[case(
        args = r#"{"id":"web-1","name":"web","port":9090,"address":"10.1.0.50"}"#,
        ok = r#"{"id":"web-1","tags":[],"address":"10.1.0.50","port":9090,"create_index":70}"#
    )]
    #[case(args = r#"{"port":80}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"web","port":70000}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"web","id":"web-2"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"vault-ui"}"#, error = "permission_denied")]
    #[case(args = r#"{"name":"mine","id":"vault"}"#, error = "permission_denied")]
    fn register_service(
        state: &mut Consul,
        args: RegisterService,
        _cx: &mut Context,
    ) -> Result<RowRef<Service>, ToolError> {
        let name = required("name", args.name.unwrap_or_default())?;
        allow(state, Resource::Service, &name, Policy::Write)?;
        let node = state.agent.find()?.node.clone();
        let id = if args.id.as_str().is_empty() { Key::new(name.as_str()) } else { args.id };
        let earlier = state.services.get(&id).cloned();
        if let Some(service) = &earlier {
            if service.node != node {
                return Err(taken_elsewhere("service", id.as_str()));
            }
            allow(state, Resource::Service, &service.name, Policy::Write)?;
        }
        let index = next_index(state)?;
        Ok(state.services.put(Service {
            id,
            node,
            name,
            tags: args.tags.unwrap_or_default(),
            address: args.address.unwrap_or_default(),
            port: args.port.unwrap_or_default(),
            create_index: earlier.map_or(index, |service| service.create_index),
            modify_index: index,
        }))
    }

    /// Takes a service off the agent's node, with its checks. Sessions that rely on one end.
    #[tool(delete, key(id), about = Service)]
    #[case(args = r#"{"id":"worker"}"#, ok = r#"{"id":"worker","name":"worker"}"#)]
    #[case(args = r#"{"id":"web-2"}"#, error = "not_found")]
    #[case(args = r#"{"id":"vault"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn deregister_service(
        state: &mut Consul,
        args: DeregisterService,
        _cx: &mut Context,
    ) -> Result<RowRef<Service>, ToolError> {
        let id = required("id", args.id.to_string())?;
        let node = state.agent.find()?.node.clone();
        let service = local_service(state, &node, &Key::new(id.as_str()))?;
        allow(state, Resource::Service, &service.name, Policy::Write)?;
        let checks = state.checks.select(&|check| check.service_id.as_ref() == Some(&service.id));
        let checks: Vec<Key<Check>> = checks.iter().map(|check| check.id.clone()).collect();
        end_sessions_on(state, &checks)?;
        next_index(state)?;
        state.delete::<Service>(&id)?;
        Ok(service)
    }

    /// Reads a value, with its flags, its lock and its indexes.
    #[tool(get, key(key))]
    #[case(
        args = r#"{"key":"web/color"}"#,
        ok = r#"{"key":"web/color","value":"green","session":null,"modify_index":95}"#
    )]
    #[case(args = r#"{"key":"web"}"#, error = "not_found")]
    #[case(args = r#"{"key":"secret/db"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_kv(
        state: &Consul,
        args: GetKv,
        _cx: &mut Context,
    ) -> Result<RowRef<KvEntry>, ToolError> {
        let key = required("key", args.key.to_string())?;
        allow(state, Resource::Key, &key, Policy::Read)?;
        state.kv_entries.find(&key)
    }

    /// Lists the keys that begin with a prefix, all without one.
    #[case(args = r#"{"prefix":"web/"}"#, ok = r#"["web/color","web/replicas"]"#)]
    #[case(
        args = "{}",
        ok = r#"["config/limits","locks/migrate","locks/report","web/color","web/replicas"]"#
    )]
    #[case(args = r#"{"prefix":7}"#, error = "invalid_argument")]
    #[tool]
    fn list_kv(state: &Consul, args: ListKv, _cx: &mut Context) -> Result<Vec<String>, ToolError> {
        let keys = state.kv_entries.iter().map(|entry| entry.key.as_str());
        let kept = keys.filter(|key| {
            key.starts_with(&args.prefix) && may(state, Resource::Key, key, Policy::Read)
        });
        Ok(kept.map(str::to_owned).collect())
    }

    /// Stores a value. What is known of the key besides, such as who has locked it, stays: locks
    /// only bind those who ask for them.
    #[tool(upsert, key(key))]
    #[case(
        args = r#"{"key":"web/color","value":"blue"}"#,
        ok = r#"{"key":"web/color","value":"blue","flags":42,"create_index":60}"#
    )]
    #[case(
        args = r#"{"key":"locks/migrate","value":""}"#,
        ok = r#"{"value":"","session":"5d2f8a10-6b3c-4e7d-9a41-0c8e7f2b1d01","lock_index":2}"#
    )]
    #[case(
        args = r#"{"key":"web/banner","value":"Hello"}"#,
        ok = r#"{"key":"web/banner","value":"Hello","flags":0,"session":null,"lock_index":0}"#
    )]
    #[case(args = r#"{"value":"x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"key":"config/limits","value":"x"}"#, error = "permission_denied")]
    fn put_kv(
        state: &mut Consul,
        args: PutKv,
        _cx: &mut Context,
    ) -> Result<RowRef<KvEntry>, ToolError> {
        let key = required("key", args.key.to_string())?;
        allow(state, Resource::Key, &key, Policy::Write)?;
        let value = args.value.unwrap_or_default();
        if value.len() > VALUE_BYTES_MAX {
            let message = format!("a value has at most {VALUE_BYTES_MAX} bytes");
            return Err(ToolError::invalid_argument(message));
        }
        let index = next_index(state)?;
        let entry = match state.kv_entries.get(&key) {
            Some(entry) => KvEntry { value, modify_index: index, ..entry.clone() },
            None => KvEntry {
                key: Key::new(key),
                value,
                flags: 0,
                session: None,
                lock_index: 0,
                create_index: index,
                modify_index: index,
            },
        };
        Ok(state.kv_entries.put(entry))
    }

    /// Removes a key, which may be missing already.
    #[tool(delete, key(key), about = KvEntry)]
    #[case(args = r#"{"key":"web/replicas"}"#, ok = r#"{"name":"web/replicas","existed":true}"#)]
    #[case(args = r#"{"key":"web"}"#, ok = r#"{"name":"web","existed":false}"#)]
    #[case(args = r#"{"key":"config/limits"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn delete_kv(
        state: &mut Consul,
        args: DeleteKv,
        _cx: &mut Context,
    ) -> Result<Removed, ToolError> {
        let name = required("key", args.key.to_string())?;
        allow(state, Resource::Key, &name, Policy::Write)?;
        let existed = state.kv_entries.contains(&name);
        if existed {
            next_index(state)?;
            state.delete::<KvEntry>(&name)?;
        }
        Ok(Removed { name, existed })
    }

    /// Lists the sessions on nodes whose sessions the token may read.
    #[tool(list)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"migrate","behavior":"release"},{"name":"report","behavior":"delete"}]"#
    )]
    fn list_sessions(
        state: &Consul,
        _args: ListSessions,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Session>>, ToolError> {
        Ok(state
            .sessions
            .select(&|session| may(state, Resource::Session, session.node.as_str(), Policy::Read)))
    }

    /// Ends a session, which may be over already, and lets go of its keys or removes them.
    #[tool(delete, key(id), about = Session)]
    #[case(
        args = r#"{"id":"5d2f8a10-6b3c-4e7d-9a41-0c8e7f2b1d01"}"#,
        ok = r#"{"name":"5d2f8a10-6b3c-4e7d-9a41-0c8e7f2b1d01","existed":true}"#
    )]
    #[case(args = r#"{"id":"00000000-0000-4000-8000-000000000000"}"#, ok = r#"{"existed":false}"#)]
    #[case(args = r#"{"id":"c81e4b72-90fd-4a36-b5e8-3f6a1d9c7e03"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn destroy_session(
        state: &mut Consul,
        args: DestroySession,
        _cx: &mut Context,
    ) -> Result<Removed, ToolError> {
        let name = required("id", args.id.to_string())?;
        let session = state.sessions.get(&name).cloned();
        if let Some(session) = &session {
            allow(state, Resource::Session, session.node.as_str(), Policy::Write)?;
            end_session(state, session)?;
        }
        Ok(Removed { name, existed: session.is_some() })
    }

    /// Tells all nodes something. The agent remembers only the latest events.
    #[tool(create)]
    #[case(
        args = r#"{"name":"deploy","payload":"web v3"}"#,
        ok = r#"{"name":"deploy","payload":"web v3","l_time":13}"#
    )]
    #[case(args = r#"{"payload":"x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"consul-restart"}"#, error = "permission_denied")]
    fn fire_event(
        state: &mut Consul,
        args: FireEvent,
        cx: &mut Context,
    ) -> Result<RowRef<UserEvent>, ToolError> {
        let name = required("name", args.name)?;
        allow(state, Resource::Event, &name, Policy::Write)?;
        let l_time = state.user_events.next_number_where(&|_| true, &|event| event.l_time);
        let id = state.user_events.next_key(cx);
        let event = UserEvent { id, name, payload: args.payload, l_time };
        let event = state.user_events.insert(event)?;
        let mut events = state.user_events.select(&|_| true);
        events.sort_by_key(|event| event.l_time);
        let n_forgotten = events.len().saturating_sub(EVENTS_MAX);
        for event in events.iter().take(n_forgotten) {
            state.user_events.remove(&event.id)?;
        }
        Ok(event)
    }

    /// Lists the events that the agent remembers, the oldest first.
    #[tool(list)]
    #[case(args = "{}", ok = r#"[{"name":"deploy","l_time":11},{"name":"drain","l_time":12}]"#)]
    #[case(args = r#"{"name":"drain"}"#, ok = r#"[{"name":"drain","payload":"app-2"}]"#)]
    #[case(args = r#"{"name":7}"#, error = "invalid_argument")]
    fn list_events(
        state: &Consul,
        args: ListEvents,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<UserEvent>>, ToolError> {
        let mut events = state.user_events.select(&|event| {
            (args.name.is_empty() || event.name == args.name)
                && may(state, Resource::Event, &event.name, Policy::Read)
        });
        events.sort_by_key(|event| event.l_time);
        Ok(events)
    }

    /// Stores a lookup of a service under a name that no other query has.
    #[tool(create)]
    #[case(
        args = r#"{"name":"web-anywhere","service":"web","nearestN":1,"datacenters":["dc3"]}"#,
        ok = r#"{"name":"web-anywhere","service":"web","nearest_n":1,"datacenters":["dc3"]}"#
    )]
    #[case(
        args = r#"{"name":"worker","service":"worker"}"#,
        ok = r#"{"name":"worker","nearest_n":3,"datacenters":[]}"#
    )]
    #[case(args = r#"{"name":"billing","service":"web"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"service":"web"}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"internal-web","service":"web"}"#, error = "permission_denied")]
    fn create_prepared_query(
        state: &mut Consul,
        args: CreatePreparedQuery,
        cx: &mut Context,
    ) -> Result<RowRef<PreparedQuery>, ToolError> {
        let name = required("name", args.name)?;
        let service = required("service", args.service)?;
        allow(state, Resource::Query, &name, Policy::Write)?;
        let index = next_index(state)?;
        let id = state.prepared_queries.next_key(cx);
        state.prepared_queries.insert(PreparedQuery {
            id,
            name,
            service,
            // Nobody asks for none of the nearest: without failover there is no need of a query.
            nearest_n: args.nearest_n.filter(|n| *n != 0).unwrap_or(NEAREST_DEFAULT),
            datacenters: args.datacenters.unwrap_or_default(),
            create_index: index,
        })
    }

    /// Looks a service up as the query says: here first, and where nothing here is well, in the
    /// nearest datacenters and then in those that are named, until one has something.
    #[tool(types(id = String))]
    #[case(
        args = r#"{"id":"7a90c3e4-15bd-4f28-8e6a-d2c4b7f09a11"}"#,
        ok = r#"{"service":"web","datacenter":"dc1","failovers":0,"nodes":[{"node":"app-1","address":"10.1.0.11","port":8080}]}"#
    )]
    #[case(
        args = r#"{"id":"billing"}"#,
        ok = r#"{"service":"billing","datacenter":"dc3","failovers":2,"nodes":[{"node":"app-31","port":7000}]}"#
    )]
    #[case(args = r#"{"id":"no-such-query"}"#, error = "not_found")]
    #[case(args = r#"{"id":"internal-vault"}"#, error = "permission_denied")]
    #[case(args = "{}", error = "invalid_argument")]
    fn execute_prepared_query(
        state: &Consul,
        args: ExecutePreparedQuery,
        _cx: &mut Context,
    ) -> Result<QueryResult, ToolError> {
        let id = required("id", args.id)?;
        let named = state.prepared_queries.first(&|query| query.name == id);
        let query = match named {
            Some(query) => state.prepared_queries.find(&query.id)?,
            None => state.prepared_queries.find(&id)?,
        };
        allow(state, Resource::Service, &query.service, Policy::Read)?;
        let here = local_endpoints(state, &query.service);
        let mut result = QueryResult {
            service: query.service.clone(),
            datacenter: state.agent.find()?.datacenter.clone(),
            failovers: 0,
            nodes: here,
        };
        for datacenter in fallbacks(state, &query) {
            if !result.nodes.is_empty() {
                break;
            }
            result.nodes = remote_endpoints(state, &datacenter, &query.service);
            result.datacenter = datacenter;
            result.failovers = result.failovers.saturating_add(1);
        }
        Ok(result)
    }

    /// Where the server is that leads; empty while there is none.
    #[case(args = "{}", ok = r#""10.1.0.2:8300""#)]
    #[tool]
    fn get_leader(
        state: &Consul,
        _args: GetLeader,
        _cx: &mut Context,
    ) -> Result<String, ToolError> {
        let agent = state.agent.find()?;
        let leader = agent.leader.as_ref().and_then(|name| state.nodes.get(name));
        Ok(leader.map(raft_address).unwrap_or_default())
    }

    /// Where the servers are that agree by Raft, in the order of their names.
    #[case(args = "{}", ok = r#"["10.1.0.1:8300","10.1.0.2:8300"]"#)]
    #[tool]
    fn get_peers(
        state: &Consul,
        _args: GetPeers,
        _cx: &mut Context,
    ) -> Result<Vec<String>, ToolError> {
        // A server that failed stays a peer; only one that left in order is none.
        let peers = state
            .nodes
            .iter()
            .filter(|node| node.is_server && !matches!(node.status, MemberStatus::Left));
        Ok(peers.map(raft_address).collect())
    }

    /// Lists the nodes as the gossip knows them.
    #[tool(list, about = Node)]
    #[case(
        args = "{}",
        ok = r#"[{"name":"app-1","role":"client","status":"alive"},{"name":"app-2","addr":"10.1.0.12","port":8301,"status":"failed"},{"name":"server-1","role":"server"},{"name":"server-2","datacenter":"dc1"}]"#
    )]
    fn get_agent_members(
        state: &Consul,
        _args: GetAgentMembers,
        _cx: &mut Context,
    ) -> Result<Vec<GossipMember>, ToolError> {
        let agent = state.agent.find()?;
        let visible = state
            .nodes
            .iter()
            .filter(|node| may(state, Resource::Node, node.name.as_str(), Policy::Read));
        Ok(visible.map(|node| view_member(&agent, node)).collect())
    }

    /// Reads the agent's configuration file again. Some settings change only at a restart.
    #[tool]
    #[case(args = "{}", ok = r#"{"applied":["log-level"],"pending_restart":["bind-port"]}"#)]
    fn reload_agent(
        state: &mut Consul,
        _args: ReloadAgent,
        cx: &mut Context,
    ) -> Result<Reload, ToolError> {
        let node = state.agent.find()?.node.clone();
        allow(state, Resource::Agent, node.as_str(), Policy::Write)?;
        let changed = state.settings.select(&|setting| setting.value != setting.file_value);
        let (mut applied, mut pending_restart) = (Vec::new(), Vec::new());
        for setting in changed {
            if !setting.is_reloadable {
                pending_restart.push(setting.name.clone());
                continue;
            }
            applied.push(setting.name.clone());
            state.settings.update(&setting.name, |setting| {
                setting.value = setting.file_value.clone();
                Ok(())
            })?;
        }
        let reloaded_at = cx.now();
        state.agent.update(|agent| {
            agent.reloaded_at = Some(reloaded_at);
            Ok(())
        })?;
        Ok(Reload { reloaded_at, applied, pending_restart })
    }

    /// What the agent is, how it is set and what it keeps.
    #[tool]
    #[case(
        args = "{}",
        ok = r#"{"config":{"bind-port":"8301","datacenter":"dc1","log-level":"info","node-name":"app-1"},"member":{"name":"app-1","role":"client"},"version":"1.18.2","n_services":3,"n_checks":3,"raft_index":120,"reloaded_at":null}"#
    )]
    fn get_agent_self(
        state: &Consul,
        _args: GetAgentSelf,
        _cx: &mut Context,
    ) -> Result<AgentSelf, ToolError> {
        let agent = state.agent.find()?;
        let node = state.nodes.find(&agent.node)?;
        allow(state, Resource::Agent, node.name.as_str(), Policy::Read)?;
        let settings = state.settings.iter();
        let mut config: BTreeMap<String, String> =
            settings.map(|one| (one.name.to_string(), one.value.clone())).collect();
        config.insert("datacenter".to_owned(), agent.datacenter.clone());
        config.insert("node-name".to_owned(), node.name.to_string());
        let n_services = state.services.iter().filter(|row| row.node == node.name).count();
        let n_checks = state.checks.iter().filter(|row| row.node == node.name).count();
        Ok(AgentSelf {
            config,
            member: view_member(&agent, &node),
            version: agent.version.clone(),
            n_services: number(n_services),
            n_checks: number(n_checks),
            raft_index: agent.raft_index,
            reloaded_at: agent.reloaded_at,
        })
    }
}

/// The longest value, in bytes.
const VALUE_BYTES_MAX: usize = 524_288;

/// How many events an agent remembers.
const EVENTS_MAX: usize = 256;

/// How many of the nearest datacenters a query tries when it does not say.
const NEAREST_DEFAULT: i64 = 3;

/// Whether the token may read or write something of this name.
fn may(state: &Consul, resource: Resource, name: &str, wanted: Policy) -> bool {
    let rules = state.acl_rules.iter();
    let fitting = rules.filter(|rule| rule.resource == resource && name.starts_with(&rule.prefix));
    match fitting.max_by_key(|rule| rule.prefix.len()).map(|rule| rule.policy) {
        None | Some(Policy::Write) => true,
        Some(Policy::Read) => wanted == Policy::Read,
        Some(Policy::Deny) => false,
    }
}

/// Refuses what the token may not do.
fn allow(state: &Consul, resource: Resource, name: &str, wanted: Policy) -> Result<(), ToolError> {
    if may(state, resource, name, wanted) {
        return Ok(());
    }
    Err(ToolError::permission_denied(format!("the token lacks `{resource}:{wanted}` on `{name}`")))
}

/// A text that must not be empty.
fn required(argument: &str, text: String) -> Result<String, ToolError> {
    if text.trim().is_empty() {
        return Err(ToolError::invalid_argument(format!("`{argument}` must be given")));
    }
    Ok(text)
}

/// An optional text, where an empty one means none.
fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

/// A check is run every interval against an address, or has a TTL to be told in.
fn check_kind(
    http: Option<&str>,
    interval: Option<&str>,
    ttl: Option<&str>,
) -> Result<(), ToolError> {
    let message = match (http, interval, ttl) {
        (Some(_), Some(_), None) | (None, None, Some(_)) => return Ok(()),
        (Some(_), None, None) => "an `http` check needs an `interval`",
        (None, Some(_), None) => "an `interval` is for `http` checks",
        (None, None, None) => "a check needs `http` with an `interval`, or a `ttl`",
        (_, _, Some(_)) => "a check with a `ttl` has neither `http` nor `interval`",
    };
    Err(ToolError::invalid_argument(message))
}

fn taken_elsewhere(what: &str, id: &str) -> ToolError {
    ToolError::already_exists(format!("{what} `{id}` is registered by the agent of another node"))
}

/// A service that the agent itself has registered; of others it knows nothing.
fn local_service(
    state: &Consul,
    node: &Key<Node>,
    id: &Key<Service>,
) -> Result<RowRef<Service>, ToolError> {
    let service = state.services.find(id)?;
    if service.node == *node {
        return Ok(service);
    }
    Err(ToolError::no_row("Service", id.as_str()))
}

/// Raises the Raft index by one write.
fn next_index(state: &mut Consul) -> Result<i64, ToolError> {
    let agent = state.agent.update(|agent| {
        agent.raft_index = agent.raft_index.saturating_add(1);
        Ok(())
    })?;
    Ok(agent.raft_index)
}

/// Ends the sessions that rely on one of these checks.
fn end_sessions_on(state: &mut Consul, checks: &[Key<Check>]) -> Result<(), ToolError> {
    let relies = |session: &Session| session.checks.iter().any(|check| checks.contains(check));
    for session in state.sessions.select(&relies) {
        end_session(state, &session)?;
    }
    Ok(())
}

/// Ends a session: its keys are released, or removed where the session says so.
fn end_session(state: &mut Consul, session: &Session) -> Result<(), ToolError> {
    let index = next_index(state)?;
    for entry in state.kv_entries.select(&|entry| entry.session.as_ref() == Some(&session.id)) {
        match session.behavior {
            Behavior::Delete => state.kv_entries.remove(&entry.key)?,
            Behavior::Release => state.kv_entries.update(&entry.key, |entry| {
                entry.session = None;
                entry.modify_index = index;
                Ok(())
            })?,
        };
    }
    state.sessions.remove(&session.id)?;
    Ok(())
}

fn view_instance(state: &Consul, service: &Service) -> Option<CatalogInstance> {
    let node = state.nodes.get(&service.node)?;
    Some(CatalogInstance {
        node: node.name.to_string(),
        address: node.address.clone(),
        service_id: service.id.clone(),
        service_name: service.name.clone(),
        service_tags: service.tags.clone(),
        service_address: service.address.clone(),
        service_port: service.port,
        create_index: service.create_index,
        modify_index: service.modify_index,
    })
}

fn view_member(agent: &Agent, node: &Node) -> GossipMember {
    GossipMember {
        name: node.name.clone(),
        addr: node.address.clone(),
        port: GOSSIP_PORT,
        role: if node.is_server { "server" } else { "client" }.to_owned(),
        datacenter: agent.datacenter.clone(),
        status: node.status,
    }
}

/// The port of the gossip inside a datacenter.
const GOSSIP_PORT: i64 = 8301;

/// Where a server speaks Raft.
fn raft_address(node: &Node) -> String {
    format!("{}:8300", node.address)
}

/// The instances of a service here that are well: their node is alive, and neither they nor the
/// node have a critical check.
fn local_endpoints(state: &Consul, service: &str) -> Vec<Endpoint> {
    let is_well = |instance: &Service, node: &Node| {
        let concerns = |check: &Check| match &check.service_id {
            Some(id) => *id == instance.id,
            None => check.node == node.name,
        };
        let is_critical = |check: &Check| check.status == CheckStatus::Critical;
        node.status == MemberStatus::Alive
            && !state.checks.iter().any(|check| concerns(check) && is_critical(check))
    };
    let instances = state.services.select(&|instance| instance.name == service);
    let endpoint = |instance: &RowRef<Service>| {
        let node = state.nodes.get(&instance.node)?;
        let own = Some(&instance.address).filter(|address| !address.is_empty());
        is_well(instance, node).then(|| Endpoint {
            node: node.name.to_string(),
            address: own.unwrap_or(&node.address).clone(),
            port: instance.port,
        })
    };
    instances.iter().filter_map(endpoint).collect()
}

/// The instances of a service in another datacenter that are well.
fn remote_endpoints(state: &Consul, datacenter: &str, service: &str) -> Vec<Endpoint> {
    let found = state.remote_services.select(&|row| {
        row.datacenter == datacenter && row.name == service && row.status != CheckStatus::Critical
    });
    let endpoint = |row: &RowRef<RemoteService>| Endpoint {
        node: row.node.clone(),
        address: row.address.clone(),
        port: row.port,
    };
    found.iter().map(endpoint).collect()
}

/// The datacenters that a query falls back to, in order and each once.
fn fallbacks(state: &Consul, query: &PreparedQuery) -> Vec<String> {
    let mut nearest = state.datacenters.select(&|_| true);
    nearest.sort_by_key(|datacenter| datacenter.round_trip_ms);
    let n_nearest = usize::try_from(query.nearest_n).unwrap_or(0);
    let mut names: Vec<String> =
        nearest.iter().take(n_nearest).map(|datacenter| datacenter.name.to_string()).collect();
    for name in &query.datacenters {
        if state.datacenters.contains(name) && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Two machines with web servers and two servers of the cluster; one machine has failed.
pub const FIXTURE: &str = r#"{
    "agent": {"node": "app-1", "datacenter": "dc1", "version": "1.18.2", "leader": "server-2", "raft_index": 120, "reloaded_at": null},
    "settings": {
        "bind-port": {"name": "bind-port", "value": "8301", "file_value": "8401", "is_reloadable": false},
        "log-level": {"name": "log-level", "value": "info", "file_value": "debug", "is_reloadable": true}
    },
    "acl_rules": {
        "1": {"id": 1, "resource": "key", "prefix": "secret/", "policy": "deny"},
        "2": {"id": 2, "resource": "key", "prefix": "config/", "policy": "read"},
        "3": {"id": 3, "resource": "service", "prefix": "vault", "policy": "deny"},
        "4": {"id": 4, "resource": "event", "prefix": "consul-", "policy": "deny"},
        "5": {"id": 5, "resource": "query", "prefix": "internal-", "policy": "read"},
        "6": {"id": 6, "resource": "session", "prefix": "server-", "policy": "deny"}
    },
    "nodes": {
        "app-1": {"name": "app-1", "address": "10.1.0.11", "is_server": false, "status": "alive"},
        "app-2": {"name": "app-2", "address": "10.1.0.12", "is_server": false, "status": "failed"},
        "server-1": {"name": "server-1", "address": "10.1.0.1", "is_server": true, "status": "alive"},
        "server-2": {"name": "server-2", "address": "10.1.0.2", "is_server": true, "status": "alive"}
    },
    "services": {
        "consul": {"id": "consul", "node": "server-1", "name": "consul", "tags": [], "address": "", "port": 8300, "create_index": 1, "modify_index": 1},
        "vault": {"id": "vault", "node": "app-1", "name": "vault", "tags": [], "address": "", "port": 8200, "create_index": 65, "modify_index": 65},
        "web-1": {"id": "web-1", "node": "app-1", "name": "web", "tags": ["green", "v2"], "address": "", "port": 8080, "create_index": 70, "modify_index": 72},
        "web-2": {"id": "web-2", "node": "app-2", "name": "web", "tags": ["blue", "v2"], "address": "", "port": 8080, "create_index": 74, "modify_index": 74},
        "worker": {"id": "worker", "node": "app-1", "name": "worker", "tags": [], "address": "", "port": 0, "create_index": 80, "modify_index": 80}
    },
    "checks": {
        "vault-ttl": {"id": "vault-ttl", "node": "app-1", "service_id": "vault", "name": "Vault is unsealed", "status": "passing", "notes": "", "output": "unsealed", "ttl": "1m", "create_index": 66, "modify_index": 66},
        "web-1-http": {"id": "web-1-http", "node": "app-1", "service_id": "web-1", "name": "Web answers", "status": "passing", "notes": "", "output": "HTTP GET: 200 OK", "http": "http://10.1.0.11:8080/up", "interval": "10s", "timeout": "2s", "create_index": 71, "modify_index": 118},
        "web-2-http": {"id": "web-2-http", "node": "app-2", "service_id": "web-2", "name": "Web answers", "status": "critical", "notes": "", "output": "connection refused", "http": "http://10.1.0.12:8080/up", "interval": "10s", "create_index": 75, "modify_index": 119},
        "worker-alive": {"id": "worker-alive", "node": "app-1", "service_id": "worker", "name": "worker-alive", "status": "warning", "notes": "Told by the worker itself", "output": "late", "ttl": "30s", "create_index": 90, "modify_index": 117}
    },
    "kv_entries": {
        "config/limits": {"key": "config/limits", "value": "100", "flags": 0, "create_index": 50, "modify_index": 50},
        "locks/migrate": {"key": "locks/migrate", "value": "app-1", "flags": 0, "session": "5d2f8a10-6b3c-4e7d-9a41-0c8e7f2b1d01", "lock_index": 2, "create_index": 52, "modify_index": 101},
        "locks/report": {"key": "locks/report", "value": "worker", "flags": 0, "session": "8b17e6c5-42a9-4d0f-b3c8-95e2a7f41d02", "lock_index": 1, "create_index": 103, "modify_index": 103},
        "secret/db": {"key": "secret/db", "value": "hunter2", "flags": 0, "create_index": 40, "modify_index": 40},
        "web/color": {"key": "web/color", "value": "green", "flags": 42, "create_index": 60, "modify_index": 95},
        "web/replicas": {"key": "web/replicas", "value": "2", "flags": 0, "create_index": 61, "modify_index": 61}
    },
    "sessions": {
        "5d2f8a10-6b3c-4e7d-9a41-0c8e7f2b1d01": {"id": "5d2f8a10-6b3c-4e7d-9a41-0c8e7f2b1d01", "name": "migrate", "node": "app-1", "checks": ["worker-alive"], "behavior": "release", "ttl": null, "create_index": 100},
        "8b17e6c5-42a9-4d0f-b3c8-95e2a7f41d02": {"id": "8b17e6c5-42a9-4d0f-b3c8-95e2a7f41d02", "name": "report", "node": "app-1", "checks": ["web-1-http"], "behavior": "delete", "ttl": "30s", "create_index": 102},
        "c81e4b72-90fd-4a36-b5e8-3f6a1d9c7e03": {"id": "c81e4b72-90fd-4a36-b5e8-3f6a1d9c7e03", "name": "snapshot", "node": "server-1", "checks": [], "behavior": "release", "ttl": null, "create_index": 104}
    },
    "user_events": {
        "1e0d94b6-7c58-4f23-a9d1-6b4e8c2f5a21": {"id": "1e0d94b6-7c58-4f23-a9d1-6b4e8c2f5a21", "name": "deploy", "payload": "web v2", "l_time": 11},
        "f3a7c259-0e81-4d6b-92f4-d5b8e1a60c22": {"id": "f3a7c259-0e81-4d6b-92f4-d5b8e1a60c22", "name": "drain", "payload": "app-2", "l_time": 12}
    },
    "prepared_queries": {
        "7a90c3e4-15bd-4f28-8e6a-d2c4b7f09a11": {"id": "7a90c3e4-15bd-4f28-8e6a-d2c4b7f09a11", "name": "web", "service": "web", "nearest_n": 1, "datacenters": [], "create_index": 85},
        "92e5d7b1-c4f6-4083-ad19-7f3b0e6c8a12": {"id": "92e5d7b1-c4f6-4083-ad19-7f3b0e6c8a12", "name": "billing", "service": "billing", "nearest_n": 1, "datacenters": ["dc2", "dc3"], "create_index": 86},
        "b6048fa9-3d72-4ce5-81b0-e4a95c1d7f13": {"id": "b6048fa9-3d72-4ce5-81b0-e4a95c1d7f13", "name": "internal-vault", "service": "vault", "nearest_n": 3, "datacenters": [], "create_index": 87}
    },
    "datacenters": {
        "dc2": {"name": "dc2", "round_trip_ms": 12},
        "dc3": {"name": "dc3", "round_trip_ms": 95}
    },
    "remote_services": {
        "1": {"id": 1, "datacenter": "dc2", "name": "billing", "node": "app-21", "address": "10.2.0.21", "port": 7000, "status": "critical"},
        "2": {"id": 2, "datacenter": "dc3", "name": "billing", "node": "app-31", "address": "10.3.0.31", "port": 7000, "status": "passing"}
    }
}"#;
