//! Memory: a knowledge graph of named nodes, what was observed of each, and directed links.
//!
//! Nodes and links come back in the order in which they were stored. A link may name a node that
//! does not exist; deleting a node deletes every link that names it.

/// The whole graph.
#[derive(State)]
pub struct Memory {
    pub nodes: Table<Node>,
    pub links: Table<Link>,
}

/// Something worth remembering: a person, a place, a project.
#[derive(Entity)]
pub struct Node {
    #[entity(key, person)]
    pub name: Key<Node>,
    #[entity(rename = "entityType", tag)]
    pub entity_type: String,
    #[entity(body)]
    pub observations: Vec<String>,
    /// Where the node stands in the order of storing.
    #[entity(default)]
    pub position: i64,
}

/// A directed link between two names, in the active voice: `Ines` `works_at` `Acme`.
#[derive(Entity)]
#[entity(unique(from, to, relation_type))]
pub struct Link {
    #[entity(key, sequence)]
    pub id: IntKey<Link>,
    #[entity(loose)]
    pub from: Key<Node>,
    #[entity(loose)]
    pub to: Key<Node>,
    #[entity(rename = "relationType", tag)]
    pub relation_type: String,
}

/// A node as callers see it.
#[derive(Record)]
pub struct NodeView {
    pub name: Key<Node>,
    #[record(rename = "entityType")]
    pub entity_type: String,
    pub observations: Vec<String>,
}

/// A link as callers see it.
#[derive(Record)]
pub struct LinkView {
    pub from: Key<Node>,
    pub to: Key<Node>,
    #[record(rename = "relationType")]
    pub relation_type: String,
}

/// A part of the graph.
#[derive(Record)]
pub struct Graph {
    pub entities: Vec<NodeView>,
    pub relations: Vec<LinkView>,
}

/// The nodes that a call stored.
#[derive(Record)]
pub struct StoredNodes {
    pub entities: Vec<NodeView>,
}

/// The links that a call stored.
#[derive(Record)]
pub struct StoredLinks {
    pub relations: Vec<LinkView>,
}

/// What a call added to one node.
#[derive(Record)]
pub struct AddedObservations {
    #[record(rename = "entityName")]
    pub entity_name: Key<Node>,
    #[record(rename = "addedObservations")]
    pub added_observations: Vec<String>,
}

/// What a call added, node by node.
#[derive(Record)]
pub struct ObservationResults {
    pub results: Vec<AddedObservations>,
}

/// That a deletion is done.
#[derive(Record)]
pub struct Done {
    pub success: bool,
    pub message: String,
}

pub trait Tools {
    /// Stores the nodes whose names are new and answers with those.
    #[tool(reads(nodes), writes(nodes))]
    #[case(
        args = r#"{"entities":[{"name":"Acme","entityType":"organization","observations":["Makes anvils"]},{"name":"Lena Ortiz","entityType":"person","observations":["again"]}]}"#,
        ok = r#"{"entities":[{"name":"Acme","entityType":"organization","observations":["Makes anvils"]}]}"#
    )]
    #[case(
        args = r#"{"entities":[{"name":"Lena Ortiz","entityType":"person","observations":[]}]}"#,
        ok = r#"{"entities":[]}"#
    )]
    #[case(args = r#"{"entities":[{"name":"Untyped"}]}"#, error = "invalid_argument")]
    fn create_entities(
        state: &mut Memory,
        args: CreateEntities,
        _cx: &mut Context,
    ) -> Result<StoredNodes, ToolError> {
        let mut entities = Vec::new();
        for entity in args.entities {
            let name = Key::new(entity.name);
            if state.nodes.contains(&name) {
                continue;
            }
            let position = state.nodes.next_number_where(&|_| true, &|node| node.position);
            let node = state.nodes.insert(Node {
                name,
                entity_type: entity.entity_type,
                observations: entity.observations,
                position,
            })?;
            entities.push(view_node(&node));
        }
        Ok(StoredNodes { entities })
    }

    /// Stores the links that are new and answers with those.
    #[tool(reads(links), writes(links))]
    #[case(
        args = r#"{"relations":[{"from":"Omar Haddad","to":"Lena Ortiz","relationType":"reports_to"},{"from":"Lena Ortiz","to":"Harbor Project","relationType":"leads"}]}"#,
        ok = r#"{"relations":[{"from":"Omar Haddad","to":"Lena Ortiz","relationType":"reports_to"}]}"#
    )]
    #[case(
        args = r#"{"relations":[{"from":"Lena Ortiz","to":"Nobody","relationType":"knows"}]}"#,
        ok = r#"{"relations":[{"from":"Lena Ortiz","to":"Nobody","relationType":"knows"}]}"#
    )]
    #[case(args = r#"{"relations":[{"from":"Lena Ortiz"}]}"#, error = "invalid_argument")]
    fn create_relations(
        state: &mut Memory,
        args: CreateRelations,
        cx: &mut Context,
    ) -> Result<StoredLinks, ToolError> {
        let mut relations = Vec::new();
        for relation in args.relations {
            let (from, to) = (Key::new(relation.from), Key::new(relation.to));
            if find_link(state, &from, &to, &relation.relation_type).is_some() {
                continue;
            }
            let id = state.links.next_int_key(cx);
            let relation_type = relation.relation_type;
            let link = state.links.insert(Link { id, from, to, relation_type })?;
            relations.push(view_link(&link));
        }
        Ok(StoredLinks { relations })
    }

    /// Adds what was not observed before to nodes that exist.
    #[tool(reads(nodes), writes(nodes))]
    #[case(
        args = r#"{"observations":[{"entityName":"Lena Ortiz","contents":["Likes tea","Speaks Portuguese"]}]}"#,
        ok = r#"{"results":[{"entityName":"Lena Ortiz","addedObservations":["Likes tea"]}]}"#
    )]
    #[case(
        args = r#"{"observations":[{"entityName":"Nobody","contents":["x"]}]}"#,
        error = "not_found"
    )]
    fn add_observations(
        state: &mut Memory,
        args: AddObservations,
        _cx: &mut Context,
    ) -> Result<ObservationResults, ToolError> {
        let mut results = Vec::new();
        for addition in args.observations {
            let name = Key::<Node>::new(addition.entity_name);
            let mut added = addition.contents;
            state.nodes.update(&name, |node| {
                added.retain(|content| !node.observations.contains(content));
                node.observations.extend(added.iter().cloned());
                Ok(())
            })?;
            results.push(AddedObservations { entity_name: name, added_observations: added });
        }
        Ok(ObservationResults { results })
    }

    /// Deletes nodes and every link that names one of them; unknown names are passed over.
    #[tool(reads(nodes, links), writes(nodes, links))]
    #[case(args = r#"{"entityNames":["Lena Ortiz","Nobody"]}"#, ok = r#"{"success":true}"#)]
    #[case(args = r#"{"entityNames":"Lena Ortiz"}"#, error = "invalid_argument")]
    fn delete_entities(
        state: &mut Memory,
        args: DeleteEntities,
        _cx: &mut Context,
    ) -> Result<Done, ToolError> {
        let names: Vec<Key<Node>> = args.entity_names.into_iter().map(Key::new).collect();
        for name in &names {
            if state.nodes.contains(name) {
                state.nodes.remove(name)?;
            }
        }
        let orphans =
            state.links.select(&|link| names.contains(&link.from) || names.contains(&link.to));
        for link in orphans {
            state.links.remove(&link.id)?;
        }
        Ok(done("Entities deleted successfully"))
    }

    /// Forgets single observations; what is not there is passed over.
    #[tool(reads(nodes), writes(nodes))]
    #[case(
        args = r#"{"deletions":[{"entityName":"Lena Ortiz","observations":["Speaks Portuguese"]},{"entityName":"Nobody","observations":["x"]}]}"#,
        ok = r#"{"success":true}"#
    )]
    #[case(args = r#"{"deletions":[{"entityName":"Lena Ortiz"}]}"#, error = "invalid_argument")]
    fn delete_observations(
        state: &mut Memory,
        args: DeleteObservations,
        _cx: &mut Context,
    ) -> Result<Done, ToolError> {
        for deletion in args.deletions {
            let name = Key::<Node>::new(deletion.entity_name);
            if !state.nodes.contains(&name) {
                continue;
            }
            state.nodes.update(&name, |node| {
                node.observations.retain(|kept| !deletion.observations.contains(kept));
                Ok(())
            })?;
        }
        Ok(done("Observations deleted successfully"))
    }

    /// Deletes links that match in all three parts; others are passed over.
    #[tool(reads(links), writes(links))]
    #[case(
        args = r#"{"relations":[{"from":"Lena Ortiz","to":"Harbor Project","relationType":"leads"}]}"#,
        ok = r#"{"success":true}"#
    )]
    #[case(
        args = r#"{"relations":[{"from":"Lena Ortiz","to":"Harbor Project"}]}"#,
        error = "invalid_argument"
    )]
    fn delete_relations(
        state: &mut Memory,
        args: DeleteRelations,
        _cx: &mut Context,
    ) -> Result<Done, ToolError> {
        for relation in args.relations {
            let (from, to) = (Key::new(relation.from), Key::new(relation.to));
            if let Some(id) = find_link(state, &from, &to, &relation.relation_type) {
                state.links.remove(&id)?;
            }
        }
        Ok(done("Relations deleted successfully"))
    }

    /// Answers with the whole graph.
    #[tool(reads(nodes, links))]
    #[case(
        args = "{}",
        ok = r#"{"entities":[{"name":"Lena Ortiz","entityType":"person","observations":["Speaks Portuguese","Joined in March"]},{"name":"Harbor Project","entityType":"project","observations":["Due in autumn"]},{"name":"Omar Haddad","entityType":"person","observations":[]}],"relations":[{"from":"Lena Ortiz","to":"Harbor Project","relationType":"leads"},{"from":"Omar Haddad","to":"Harbor Project","relationType":"works_on"}]}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn read_graph(state: &Memory, _args: ReadGraph, _cx: &mut Context) -> Result<Graph, ToolError> {
        Ok(graph(state.nodes.select(&|_| true), state.links.select(&|_| true)))
    }

    /// Answers with the nodes whose name, type or observations hold the text, in any case, and
    /// with every link that starts or ends at one of them.
    #[tool(search((name, entity_type, observations) ~ query), about = Node, reads(nodes, links))]
    #[case(
        args = r#"{"query":"AUTUMN"}"#,
        ok = r#"{"entities":[{"name":"Harbor Project"}],"relations":[{"from":"Lena Ortiz"},{"from":"Omar Haddad"}]}"#
    )]
    #[case(args = r#"{"query":"no such text"}"#, ok = r#"{"entities":[],"relations":[]}"#)]
    #[case(args = r#"{"query":7}"#, error = "invalid_argument")]
    fn search_nodes(
        state: &Memory,
        args: SearchNodes,
        _cx: &mut Context,
    ) -> Result<Graph, ToolError> {
        let wanted = args.query.to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&wanted);
        let matches = |node: &Node| {
            holds(node.name.as_str())
                || holds(&node.entity_type)
                || node.observations.iter().any(|text| holds(text))
        };
        Ok(graph_around(state, &matches))
    }

    /// Answers with the named nodes and with every link that starts or ends at one of them.
    #[tool(reads(nodes, links))]
    #[case(
        args = r#"{"names":["Omar Haddad","Missing"]}"#,
        ok = r#"{"entities":[{"name":"Omar Haddad"}],"relations":[{"from":"Omar Haddad","to":"Harbor Project"}]}"#
    )]
    #[case(args = r#"{"names":"Omar Haddad"}"#, error = "invalid_argument")]
    fn open_nodes(state: &Memory, args: OpenNodes, _cx: &mut Context) -> Result<Graph, ToolError> {
        let named = |node: &Node| args.names.iter().any(|name| node.name == name.as_str());
        Ok(graph_around(state, &named))
    }
}

fn view_node(node: &Node) -> NodeView {
    NodeView {
        name: node.name.clone(),
        entity_type: node.entity_type.clone(),
        observations: node.observations.clone(),
    }
}

fn view_link(link: &Link) -> LinkView {
    LinkView {
        from: link.from.clone(),
        to: link.to.clone(),
        relation_type: link.relation_type.clone(),
    }
}

fn find_link(
    state: &Memory,
    from: &Key<Node>,
    to: &Key<Node>,
    relation_type: &str,
) -> Option<IntKey<Link>> {
    let same =
        |link: &Link| link.from == *from && link.to == *to && link.relation_type == relation_type;
    state.links.first(&same).map(|link| link.id)
}

/// The nodes that `keep` accepts, and the links that start or end at one of them.
fn graph_around(state: &Memory, keep: &dyn Fn(&Node) -> bool) -> Graph {
    let kept = |name: &Key<Node>| state.nodes.get(name).is_some_and(keep);
    let links = state.links.select(&|link| kept(&link.from) || kept(&link.to));
    graph(state.nodes.select(keep), links)
}

fn graph(mut nodes: Vec<RowRef<Node>>, links: Vec<RowRef<Link>>) -> Graph {
    nodes.sort_by_key(|node| node.position);
    Graph {
        entities: nodes.iter().map(|node| view_node(node)).collect(),
        relations: links.iter().map(|link| view_link(link)).collect(),
    }
}

fn done(message: &str) -> Done {
    Done { success: true, message: message.to_owned() }
}

/// Two people and the project that both work on.
pub const FIXTURE: &str = r#"{
    "nodes": {
        "Lena Ortiz": {"name": "Lena Ortiz", "entityType": "person", "observations": ["Speaks Portuguese", "Joined in March"], "position": 1},
        "Harbor Project": {"name": "Harbor Project", "entityType": "project", "observations": ["Due in autumn"], "position": 2},
        "Omar Haddad": {"name": "Omar Haddad", "entityType": "person", "observations": [], "position": 3}
    },
    "links": {
        "1": {"id": 1, "from": "Lena Ortiz", "to": "Harbor Project", "relationType": "leads"},
        "2": {"id": 2, "from": "Omar Haddad", "to": "Harbor Project", "relationType": "works_on"}
    }
}"#;
