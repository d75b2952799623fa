//! Knowledge base: entries under a namespace and a key, relations between them, and a full-text
//! search over what they say.
//!
//! Entries are numbered in the order of saving; a namespace is there as long as an entry is in it.
//! Relations are directed and typed, and go with the entries at their ends.

/// Everything that is known.
#[derive(State)]
pub struct KnowledgeBase {
    pub entries: Table<Entry>,
    pub relations: Table<Relation>,
}

/// A piece of knowledge.
#[derive(Entity)]
#[entity(unique(ns, key))]
pub struct Entry {
    #[entity(key, sequence)]
    pub id: IntKey<Entry>,
    /// The namespace, such as `project/subsystem`.
    #[entity(len = 1.., slug)]
    pub ns: String,
    /// What the entry is called within its namespace.
    #[entity(len = 1.., slug)]
    pub key: String,
    #[entity(len = 1.., title)]
    pub title: String,
    #[entity(default, body)]
    pub description: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    /// The long part, which is given only when asked for.
    #[entity(default, body)]
    pub data: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A directed relation from one entry to another.
#[derive(Entity)]
#[entity(unique(from_id, to_id, rel))]
pub struct Relation {
    #[entity(key, sequence)]
    pub id: IntKey<Relation>,
    #[entity(on_delete = cascade)]
    pub from_id: IntKey<Entry>,
    #[entity(on_delete = cascade)]
    pub to_id: IntKey<Entry>,
    #[entity(tag)]
    pub rel: String,
}

/// What a call did to an entry.
#[derive(Record)]
pub struct Saved {
    pub id: IntKey<Entry>,
    pub ns: String,
    pub key: String,
    /// `created`, `updated`, `replaced` or `deleted`.
    pub action: String,
    /// The fields that changed.
    pub fields: Vec<String>,
}

/// An entry in a list.
#[derive(Record)]
pub struct Line {
    pub id: IntKey<Entry>,
    pub ns: String,
    pub key: String,
    pub title: String,
    pub updated_at: Timestamp,
}

/// An entry that a search found.
#[derive(Record)]
pub struct Hit {
    pub id: IntKey<Entry>,
    pub ns: String,
    pub key: String,
    pub title: String,
    pub description: String,
    pub updated_at: Timestamp,
}

/// What a search found, or why it could not be done.
#[derive(Record)]
pub struct Hits {
    pub items: Vec<Hit>,
    pub total: i64,
    pub message: Option<String>,
}

/// A relation as one of its ends sees it.
#[derive(Record)]
pub struct Related {
    pub rel: String,
    /// `out` when the relation starts at the entry asked about, `in` when it ends there.
    pub direction: String,
    /// The other end.
    pub entry: Line,
}

/// An entry with its relations.
#[derive(Record)]
pub struct EntryView {
    pub id: IntKey<Entry>,
    pub ns: String,
    pub key: String,
    pub title: String,
    pub description: String,
    pub tags: Vec<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// `null` when it was not asked for.
    pub data: Option<String>,
    pub related: Vec<Related>,
}

/// The relations of an entry.
#[derive(Record)]
pub struct Relations {
    pub id: IntKey<Entry>,
    pub relations: Vec<Related>,
}

/// A namespace.
#[derive(Record)]
pub struct Namespace {
    pub ns: String,
    pub entries: i64,
    pub updated_at: Timestamp,
}

/// What became of the relations between two entries.
#[derive(Record)]
pub struct RelationChange {
    pub from_id: IntKey<Entry>,
    pub to_id: IntKey<Entry>,
    /// `null` when relations were removed.
    pub rel: Option<String>,
    pub added: i64,
    pub removed: i64,
}

pub trait Tools {
    /// Changes the entry with the `id`, or, without one, adds an entry whose place is free.
    #[tool(create, about = Entry, ignore(id), types(id = IntKey<Entry>), reads(entries), writes(entries))]
    #[case(
        args = r#"{"ns":"garden","key":"shed","title":"Shed","tags":["tools"]}"#,
        ok = r#"{"id":4,"ns":"garden","key":"shed","action":"created"}"#
    )]
    #[case(
        args = r#"{"id":2,"title":"Big pond","description":""}"#,
        ok = r#"{"id":2,"ns":"garden","key":"pond","action":"updated","fields":["title","description"]}"#
    )]
    #[case(args = r#"{"ns":"garden","key":"beds","title":"Beds again"}"#, error = "already_exists")]
    #[case(args = r#"{"id":2,"key":"beds"}"#, error = "already_exists")]
    #[case(args = r#"{"ns":"garden","key":"shed"}"#, error = "invalid_argument")]
    #[case(args = r#"{"id":2,"title":""}"#, error = "invalid_argument")]
    #[case(args = r#"{"id":99,"title":"x"}"#, error = "not_found")]
    fn save(state: &mut KnowledgeBase, args: Save, cx: &mut Context) -> Result<Saved, ToolError> {
        for (name, text) in [("ns", &args.ns), ("key", &args.key), ("title", &args.title)] {
            if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
                return Err(ToolError::invalid_argument(format!("`{name}` cannot be empty")));
            }
        }
        match args.id {
            Some(id) => change_entry(state, id, args, cx),
            None => add_entry(state, args, cx),
        }
    }

    /// An entry with its relations, and with its data when that is asked for.
    #[tool(get, key(id), about = Entry, ignore(include_data), reads(entries, relations))]
    #[case(
        args = r#"{"id":1}"#,
        ok = r#"{"id":1,"ns":"garden","key":"beds","title":"Beds","tags":["soil"],"data":null,"related":[{"rel":"near","direction":"out","entry":{"id":2}}]}"#
    )]
    #[case(
        args = r#"{"id":1,"include_data":true}"#,
        ok = r#"{"id":1,"data":"Three beds of oak, read-only in winter"}"#
    )]
    #[case(args = r#"{"id":99}"#, error = "not_found")]
    fn get(state: &KnowledgeBase, args: Get, _cx: &mut Context) -> Result<EntryView, ToolError> {
        let entry = state.entries.find(&args.id)?;
        Ok(EntryView {
            id: entry.id,
            ns: entry.ns.clone(),
            key: entry.key.clone(),
            title: entry.title.clone(),
            description: entry.description.clone(),
            tags: entry.tags.clone(),
            created_at: entry.created_at,
            updated_at: entry.updated_at,
            data: args.include_data.then(|| entry.data.clone()),
            related: related_to(state, entry.id),
        })
    }

    /// The entries that the query accepts, best first. A query that cannot be read finds nothing
    /// and the answer says so.
    #[tool(search((title, description, tags, data) ~ query), about = Entry, page(limit = limit, offset = offset), reads(entries))]
    #[case(
        args = r#"{"query":"oak OR koi"}"#,
        ok = r#"{"items":[{"id":2,"ns":"garden","key":"pond"},{"id":1}],"total":2,"message":null}"#
    )]
    #[case(args = r#"{"query":"read-only NOT fish"}"#, ok = r#"{"items":[{"id":1}],"total":1}"#)]
    #[case(args = r#"{"query":"title:bed*"}"#, ok = r#"{"items":[{"id":1}],"total":1}"#)]
    #[case(args = r#"{"query":"\"oak beds\""}"#, ok = r#"{"items":[],"total":0,"message":null}"#)]
    #[case(
        args = r#"{"query":"oak AND"}"#,
        ok = r#"{"items":[],"message":"Search failed: syntax error near \"\""}"#
    )]
    #[case(
        args = r#"{"query":"author:me"}"#,
        ok = r#"{"items":[],"message":"Search failed: no such column: author"}"#
    )]
    #[case(
        args = r#"{"query":"(soil OR water) NOT koi"}"#,
        ok = r#"{"items":[{"id":1}],"total":1}"#
    )]
    #[case(
        args = r#"{"query":"rain","ns":"garden"}"#,
        ok = r#"{"items":[],"total":0,"message":null}"#
    )]
    #[case(args = r#"{"query":"oak","limit":-1}"#, error = "invalid_argument")]
    fn search(state: &KnowledgeBase, args: Search, _cx: &mut Context) -> Result<Hits, ToolError> {
        let query = match parse_query(&args.query) {
            Ok(query) => query,
            Err(problem) => {
                let message = Some(format!("Search failed: {problem}"));
                return Ok(Hits { items: Vec::new(), total: 0, message });
            }
        };
        let prefix = args.ns.unwrap_or_default();
        let all = state.entries.select(&|_| true);
        let texts: Vec<[Vec<String>; 4]> = all.iter().map(|entry| columns_of(entry)).collect();
        let ranks = ranks_of(&query, &texts);
        let mut found: Vec<(f64, RowRef<Entry>)> = Vec::new();
        for ((entry, text), rank) in all.into_iter().zip(&texts).zip(ranks) {
            if entry.ns.starts_with(&prefix) && accepts(&query, text) {
                found.push((rank, entry));
            }
        }
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let request = PageRequest {
            limit: Some(args.limit),
            offset: Some(args.offset),
            ..PageRequest::default()
        };
        let page = request.cut(found)?;
        let total = i64::try_from(page.total).unwrap_or(i64::MAX);
        let items = page.items.iter().map(|(_, entry)| hit_of(entry)).collect();
        Ok(Hits { items, total, message: None })
    }

    /// Entries by namespace and key, of the namespaces that begin as wanted.
    #[tool(list, about = Entry, page(limit = limit, offset = offset), reads(entries))]
    #[case(
        args = r#"{"ns":"gar"}"#,
        ok = r#"{"items":[{"id":1,"ns":"garden","key":"beds","title":"Beds"},{"id":2,"key":"pond"}],"total":2}"#
    )]
    #[case(
        args = r#"{"limit":1,"offset":2}"#,
        ok = r#"{"items":[{"id":3,"ns":"house/roof"}],"total":3}"#
    )]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn list(state: &KnowledgeBase, args: List, _cx: &mut Context) -> Result<Page<Line>, ToolError> {
        let prefix = args.ns.unwrap_or_default();
        let mut entries = state.entries.select(&|entry| entry.ns.starts_with(&prefix));
        entries.sort_by(|one, other| (&one.ns, &one.key).cmp(&(&other.ns, &other.key)));
        let lines = entries.iter().map(|entry| line_of(entry)).collect();
        PageRequest { limit: Some(args.limit), offset: Some(args.offset), ..PageRequest::default() }
            .cut(lines)
    }

    /// The namespaces that have entries, with how many and when one of them changed last.
    #[tool(reads(entries))]
    #[case(
        args = "{}",
        ok = r#"[{"ns":"garden","entries":2,"updated_at":"2026-02-10T09:00:00Z"},{"ns":"house/roof","entries":1}]"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn list_namespaces(
        state: &KnowledgeBase,
        _args: ListNamespaces,
        _cx: &mut Context,
    ) -> Result<Vec<Namespace>, ToolError> {
        let mut namespaces: BTreeMap<String, Namespace> = BTreeMap::new();
        for entry in state.entries.iter() {
            let namespace = namespaces.entry(entry.ns.clone()).or_insert_with(|| Namespace {
                ns: entry.ns.clone(),
                entries: 0,
                updated_at: entry.updated_at,
            });
            namespace.entries += 1;
            namespace.updated_at = namespace.updated_at.max(entry.updated_at);
        }
        Ok(namespaces.into_values().collect())
    }

    /// Relates one entry to another, once for each kind; with `rel` being `null`, removes every
    /// relation between the two.
    #[tool(types(from_id = IntKey<Entry>, to_id = IntKey<Entry>), reads(entries, relations), writes(relations))]
    #[case(
        args = r#"{"from_id":2,"to_id":3}"#,
        ok = r#"{"from_id":2,"to_id":3,"rel":"see_also","added":1,"removed":0}"#
    )]
    #[case(args = r#"{"from_id":1,"to_id":2,"rel":"near"}"#, ok = r#"{"rel":"near","added":0}"#)]
    #[case(args = r#"{"from_id":2,"to_id":1,"rel":null}"#, ok = r#"{"rel":null,"removed":1}"#)]
    #[case(args = r#"{"from_id":1,"to_id":99}"#, error = "not_found")]
    fn relate(
        state: &mut KnowledgeBase,
        args: Relate,
        cx: &mut Context,
    ) -> Result<RelationChange, ToolError> {
        let from = state.entries.find(&args.from_id)?.id;
        let to = state.entries.find(&args.to_id)?.id;
        let change = |rel: Option<String>, added: i64, removed: i64| RelationChange {
            from_id: from,
            to_id: to,
            rel,
            added,
            removed,
        };
        let Some(rel) = args.rel else {
            let between = state.relations.select(&|relation| {
                (relation.from_id == from && relation.to_id == to)
                    || (relation.from_id == to && relation.to_id == from)
            });
            for relation in &between {
                state.relations.remove(&relation.id)?;
            }
            return Ok(change(None, 0, i64::try_from(between.len()).unwrap_or(i64::MAX)));
        };
        let same = |relation: &Relation| {
            relation.from_id == from && relation.to_id == to && relation.rel == rel
        };
        if state.relations.first(&same).is_some() {
            return Ok(change(Some(rel), 0, 0));
        }
        let id = state.relations.next_int_key(cx);
        state.relations.insert(Relation { id, from_id: from, to_id: to, rel: rel.clone() })?;
        Ok(change(Some(rel), 1, 0))
    }

    /// The entries that an entry is related to, whichever way.
    #[tool(types(id = IntKey<Entry>), reads(entries, relations))]
    #[case(
        args = r#"{"id":2}"#,
        ok = r#"{"id":2,"relations":[{"rel":"near","direction":"in","entry":{"id":1,"ns":"garden","key":"beds","title":"Beds"}},{"rel":"part_of","direction":"out","entry":{"id":3}}]}"#
    )]
    #[case(args = r#"{"id":99}"#, error = "not_found")]
    fn get_relations(
        state: &KnowledgeBase,
        args: GetRelations,
        _cx: &mut Context,
    ) -> Result<Relations, ToolError> {
        let id = state.entries.find(&args.id)?.id;
        Ok(Relations { id, relations: related_to(state, id) })
    }

    /// Replaces a text in an entry's data that stands there once, or everywhere if told so.
    #[tool(types(id = IntKey<Entry>), reads(entries), writes(entries))]
    #[case(
        args = r#"{"id":1,"old_string":"Three","new_string":"Four"}"#,
        ok = r#"{"id":1,"ns":"garden","key":"beds","action":"replaced","fields":["data"]}"#
    )]
    #[case(
        args = r#"{"id":2,"old_string":"koi","new_string":"carp","replace_all":true}"#,
        ok = r#"{"id":2,"action":"replaced"}"#
    )]
    #[case(
        args = r#"{"id":2,"old_string":"koi","new_string":"carp"}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"id":1,"old_string":"absent","new_string":"x"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"id":1,"old_string":"","new_string":"x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"id":99,"old_string":"a","new_string":"b"}"#, error = "not_found")]
    fn replace(
        state: &mut KnowledgeBase,
        args: Replace,
        cx: &mut Context,
    ) -> Result<Saved, ToolError> {
        if args.old_string.is_empty() {
            return Err(ToolError::invalid_argument("`old_string` cannot be empty"));
        }
        let now = cx.now();
        let entry = state.entries.update(&args.id, |entry| {
            let n_found = entry.data.matches(args.old_string.as_str()).count();
            if n_found == 0 {
                return Err(ToolError::failed_precondition("the data does not hold `old_string`"));
            }
            if n_found > 1 && !args.replace_all {
                return Err(ToolError::failed_precondition(format!(
                    "the data holds `old_string` {n_found} times; give more of the text around it, \
                     or set `replace_all`"
                )));
            }
            entry.data = entry.data.replace(args.old_string.as_str(), &args.new_string);
            entry.updated_at = now;
            Ok(())
        })?;
        Ok(saved(&entry, "replaced", &["data"]))
    }

    /// Removes an entry and its relations.
    #[tool(delete, key(id), about = Entry)]
    #[case(args = r#"{"id":2}"#, ok = r#"{"id":2,"action":"deleted"}"#)]
    #[case(args = r#"{"id":99}"#, error = "not_found")]
    fn delete(
        state: &mut KnowledgeBase,
        args: Delete,
        _cx: &mut Context,
    ) -> Result<Saved, ToolError> {
        let entry = state.delete::<Entry>(&args.id)?;
        Ok(saved(&entry, "deleted", &[]))
    }
}

fn saved(entry: &Entry, action: &str, fields: &[&str]) -> Saved {
    Saved {
        id: entry.id,
        ns: entry.ns.clone(),
        key: entry.key.clone(),
        action: action.to_owned(),
        fields: fields.iter().map(|name| (*name).to_owned()).collect(),
    }
}

fn line_of(entry: &Entry) -> Line {
    Line {
        id: entry.id,
        ns: entry.ns.clone(),
        key: entry.key.clone(),
        title: entry.title.clone(),
        updated_at: entry.updated_at,
    }
}

fn hit_of(entry: &Entry) -> Hit {
    Hit {
        id: entry.id,
        ns: entry.ns.clone(),
        key: entry.key.clone(),
        title: entry.title.clone(),
        description: entry.description.clone(),
        updated_at: entry.updated_at,
    }
}

/// Fails when another entry has the place.
fn check_free(
    state: &KnowledgeBase,
    ns: &str,
    key: &str,
    own: Option<IntKey<Entry>>,
) -> Result<(), ToolError> {
    let taken = state.entries.first(&|entry| {
        entry.ns == ns && entry.key == key && own.is_none_or(|own| entry.id != own)
    });
    match taken {
        None => Ok(()),
        Some(entry) => Err(ToolError::already_exists(format!(
            "{ns}/{key} is entry {} already; pass that `id` to change it",
            entry.id
        ))
        .with_details(serde_json::json!({"id": entry.id.get()}))),
    }
}

fn add_entry(state: &mut KnowledgeBase, args: Save, cx: &mut Context) -> Result<Saved, ToolError> {
    let (Some(ns), Some(key), Some(title)) = (args.ns, args.key, args.title) else {
        return Err(ToolError::invalid_argument("a new entry needs `ns`, `key` and `title`"));
    };
    check_free(state, &ns, &key, None)?;
    let id = state.entries.next_int_key(cx);
    let entry = state.entries.insert(Entry {
        id,
        ns,
        key,
        title,
        description: args.description.unwrap_or_default(),
        tags: args.tags.unwrap_or_default(),
        data: args.data.unwrap_or_default(),
        created_at: cx.now(),
        updated_at: cx.now(),
    })?;
    Ok(saved(&entry, "created", &[]))
}

fn change_entry(
    state: &mut KnowledgeBase,
    id: IntKey<Entry>,
    args: Save,
    cx: &mut Context,
) -> Result<Saved, ToolError> {
    let entry = state.entries.find(&id)?;
    let ns = args.ns.as_deref().unwrap_or(&entry.ns);
    let key = args.key.as_deref().unwrap_or(&entry.key);
    check_free(state, ns, key, Some(id))?;
    let mut fields: Vec<&str> = Vec::new();
    let now = cx.now();
    let entry = state.entries.update(&id, |entry| {
        let texts = [
            ("ns", args.ns, &mut entry.ns),
            ("key", args.key, &mut entry.key),
            ("title", args.title, &mut entry.title),
            ("description", args.description, &mut entry.description),
            ("data", args.data, &mut entry.data),
        ];
        for (name, given, field) in texts {
            if let Some(given) = given {
                *field = given;
                fields.push(name);
            }
        }
        if let Some(tags) = args.tags {
            entry.tags = tags;
            fields.push("tags");
        }
        if fields.is_empty() {
            return Err(ToolError::invalid_argument("nothing to change was given"));
        }
        entry.updated_at = now;
        Ok(())
    })?;
    Ok(saved(&entry, "updated", &fields))
}

/// The relations of an entry, in the order of relating.
fn related_to(state: &KnowledgeBase, id: IntKey<Entry>) -> Vec<Related> {
    let mut related = Vec::new();
    for relation in state.relations.select(&|one| one.from_id == id || one.to_id == id) {
        let (direction, other) =
            if relation.from_id == id { ("out", relation.to_id) } else { ("in", relation.from_id) };
        if let Some(entry) = state.entries.get(&other) {
            related.push(Related {
                rel: relation.rel.clone(),
                direction: direction.to_owned(),
                entry: line_of(entry),
            });
        }
    }
    related
}

/// The columns that a search looks in.
const COLUMNS: [&str; 4] = ["title", "description", "tags", "data"];

/// How many pieces a query may have.
const TOKENS_MAX: usize = 512;

/// How deep a query may nest.
const DEPTH_MAX: usize = 32;

/// What an entry says, column by column, as words.
fn columns_of(entry: &Entry) -> [Vec<String>; 4] {
    [
        words_of(&entry.title),
        words_of(&entry.description),
        words_of(&entry.tags.join(" ")),
        words_of(&entry.data),
    ]
}

/// The words of a text: letters and digits, in lower case.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// A piece of a query.
#[derive(Clone, PartialEq)]
enum Token {
    Open,
    Close,
    Colon,
    Star,
    Plus,
    And,
    Or,
    Not,
    Word(String),
    Quoted(String),
}

impl Token {
    fn text(&self) -> &str {
        match self {
            Self::Open => "(",
            Self::Close => ")",
            Self::Colon => ":",
            Self::Star => "*",
            Self::Plus => "+",
            Self::And => "AND",
            Self::Or => "OR",
            Self::Not => "NOT",
            Self::Word(text) | Self::Quoted(text) => text,
        }
    }
}

/// What a query asks for.
enum Query {
    /// These words in a row, the last one perhaps only begun, in one column or any.
    Phrase {
        words: Vec<String>,
        is_prefix: bool,
        column: Option<usize>,
    },
    All(Vec<Query>),
    Any(Vec<Query>),
    Without(Box<Query>, Box<Query>),
}

/// Reads a query, or says what is wrong with it.
fn parse_query(text: &str) -> Result<Query, String> {
    let mut tokens = tokens_of(text)?;
    tokens.reverse();
    let query = parse_any(&mut tokens, None, 0)?;
    match tokens.last() {
        None => Ok(query),
        Some(token) => Err(syntax_error(token.text())),
    }
}

fn syntax_error(near: &str) -> String {
    format!("syntax error near \"{near}\"")
}

/// The pieces of a query. Words joined by `-` or `.` count as quoted.
fn tokens_of(text: &str) -> Result<Vec<Token>, String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        rest = match first {
            '(' | ')' | ':' | '*' | '+' => {
                tokens.push(match first {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    ':' => Token::Colon,
                    '*' => Token::Star,
                    _ => Token::Plus,
                });
                after
            }
            '"' => {
                let (quoted, after) =
                    after.split_once('"').ok_or_else(|| "unterminated string".to_owned())?;
                tokens.push(Token::Quoted(quoted.to_owned()));
                after
            }
            _ if is_word(first) => {
                let end = rest.find(|c: char| !is_word(c) && c != '-' && c != '.');
                let (word, after) =
                    rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
                let word = word.trim_end_matches(['-', '.']);
                tokens.push(match word {
                    "AND" => Token::And,
                    "OR" => Token::Or,
                    "NOT" => Token::Not,
                    _ if word.contains(['-', '.']) => Token::Quoted(word.to_owned()),
                    _ => Token::Word(word.to_owned()),
                });
                after
            }
            _ => return Err(syntax_error(&first.to_string())),
        };
        if tokens.len() > TOKENS_MAX {
            return Err("the query is too long".to_owned());
        }
        rest = rest.trim_start();
    }
    Ok(tokens)
}

/// `a OR b`. The tokens are in reverse; `column` is the one that brackets stand in.
fn parse_any(
    tokens: &mut Vec<Token>,
    column: Option<usize>,
    depth: usize,
) -> Result<Query, String> {
    let mut parts = vec![parse_all(tokens, column, depth)?];
    while tokens.last() == Some(&Token::Or) {
        tokens.pop();
        parts.push(parse_all(tokens, column, depth)?);
    }
    Ok(Query::Any(parts))
}

/// `a AND b`.
fn parse_all(
    tokens: &mut Vec<Token>,
    column: Option<usize>,
    depth: usize,
) -> Result<Query, String> {
    let mut parts = vec![parse_without(tokens, column, depth)?];
    while tokens.last() == Some(&Token::And) {
        tokens.pop();
        parts.push(parse_without(tokens, column, depth)?);
    }
    Ok(Query::All(parts))
}

/// `a NOT b`.
fn parse_without(
    tokens: &mut Vec<Token>,
    column: Option<usize>,
    depth: usize,
) -> Result<Query, String> {
    let mut query = parse_row(tokens, column, depth)?;
    while tokens.last() == Some(&Token::Not) {
        tokens.pop();
        let unwanted = parse_row(tokens, column, depth)?;
        query = Query::Without(Box::new(query), Box::new(unwanted));
    }
    Ok(query)
}

/// `a b`: all of them.
fn parse_row(
    tokens: &mut Vec<Token>,
    column: Option<usize>,
    depth: usize,
) -> Result<Query, String> {
    let mut parts = vec![parse_one(tokens, column, depth)?];
    while matches!(tokens.last(), Some(Token::Open | Token::Word(_) | Token::Quoted(_))) {
        parts.push(parse_one(tokens, column, depth)?);
    }
    Ok(Query::All(parts))
}

/// A phrase, a column's phrase, or something in brackets.
fn parse_one(
    tokens: &mut Vec<Token>,
    column: Option<usize>,
    depth: usize,
) -> Result<Query, String> {
    if depth > DEPTH_MAX {
        return Err("the query nests too deep".to_owned());
    }
    let mut text = match tokens.pop() {
        Some(Token::Open) => {
            let query = parse_any(tokens, column, depth + 1)?;
            return match tokens.pop() {
                Some(Token::Close) => Ok(query),
                other => Err(syntax_error(other.as_ref().map_or("", Token::text))),
            };
        }
        Some(Token::Word(text) | Token::Quoted(text)) => text,
        other => return Err(syntax_error(other.as_ref().map_or("", Token::text))),
    };
    if tokens.last() == Some(&Token::Colon) {
        tokens.pop();
        let name = text.to_lowercase();
        let column = COLUMNS.iter().position(|column| *column == name);
        let column = column.ok_or_else(|| format!("no such column: {text}"))?;
        return parse_one(tokens, Some(column), depth + 1);
    }
    while tokens.last() == Some(&Token::Plus) {
        tokens.pop();
        match tokens.pop() {
            Some(Token::Word(more) | Token::Quoted(more)) => text = format!("{text} {more}"),
            other => return Err(syntax_error(other.as_ref().map_or("", Token::text))),
        }
    }
    let is_prefix = tokens.last() == Some(&Token::Star);
    if is_prefix {
        tokens.pop();
    }
    Ok(Query::Phrase { words: words_of(&text), is_prefix, column })
}

/// How often a phrase stands in an entry.
fn count_phrase(
    words: &[String],
    is_prefix: bool,
    column: Option<usize>,
    text: &[Vec<String>; 4],
) -> usize {
    let Some((last, before)) = words.split_last() else { return 0 };
    let stands = |window: &[String]| {
        window.split_last().is_some_and(|(end, start)| {
            start == before && (end == last || (is_prefix && end.starts_with(last.as_str())))
        })
    };
    let columns = text.iter().enumerate().filter(|(at, _)| column.is_none_or(|one| one == *at));
    columns.map(|(_, column)| column.windows(words.len()).filter(|w| stands(w)).count()).sum()
}

fn accepts(query: &Query, text: &[Vec<String>; 4]) -> bool {
    match query {
        Query::Phrase { words, is_prefix, column } => {
            count_phrase(words, *is_prefix, *column, text) > 0
        }
        Query::All(parts) => parts.iter().all(|part| accepts(part, text)),
        Query::Any(parts) => parts.iter().any(|part| accepts(part, text)),
        Query::Without(wanted, unwanted) => accepts(wanted, text) && !accepts(unwanted, text),
    }
}

/// How often each phrase of a query stands in each entry: a row a phrase.
fn phrase_counts(query: &Query, texts: &[[Vec<String>; 4]], counts: &mut Vec<Vec<usize>>) {
    match query {
        Query::Phrase { words, is_prefix, column } => {
            let count = |text| count_phrase(words, *is_prefix, *column, text);
            counts.push(texts.iter().map(count).collect());
        }
        Query::All(parts) | Query::Any(parts) => {
            parts.iter().for_each(|part| phrase_counts(part, texts, counts));
        }
        Query::Without(wanted, unwanted) => {
            phrase_counts(wanted, texts, counts);
            phrase_counts(unwanted, texts, counts);
        }
    }
}

/// How well each entry fits a query, by BM25 with the usual constants.
fn ranks_of(query: &Query, texts: &[[Vec<String>; 4]]) -> Vec<f64> {
    const SATURATION: f64 = 1.2;
    const LENGTH_WEIGHT: f64 = 0.75;
    let float = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let lengths: Vec<f64> =
        texts.iter().map(|text| float(text.iter().map(Vec::len).sum())).collect();
    let n_texts = float(texts.len());
    let mean = (lengths.iter().sum::<f64>() / n_texts.max(1.0)).max(1.0);
    let mut counts = Vec::new();
    phrase_counts(query, texts, &mut counts);
    let mut ranks = vec![0.0; texts.len()];
    for row in &counts {
        let n_with = float(row.iter().filter(|count| **count > 0).count());
        let rarity = ((n_texts - n_with + 0.5) / (n_with + 0.5)).ln().max(1e-6);
        for ((rank, count), length) in ranks.iter_mut().zip(row).zip(&lengths) {
            let count = float(*count);
            let norm = 1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / mean;
            *rank += rarity * count * (SATURATION + 1.0) / (count + SATURATION * norm);
        }
    }
    ranks
}

/// Three entries in two namespaces, related in a row.
pub const FIXTURE: &str = r#"{
    "entries": {
        "1": {"id": 1, "ns": "garden", "key": "beds", "title": "Beds", "description": "Raised beds, planters", "tags": ["soil"], "data": "Three beds of oak, read-only in winter", "created_at": "2026-02-01T09:00:00Z", "updated_at": "2026-02-03T09:00:00Z"},
        "2": {"id": 2, "ns": "garden", "key": "pond", "title": "Pond", "description": "", "tags": ["water", "fish"], "data": "Ten koi, old koi", "created_at": "2026-02-02T09:00:00Z", "updated_at": "2026-02-10T09:00:00Z"},
        "3": {"id": 3, "ns": "house/roof", "key": "gutter", "title": "Gutter", "description": "Where the rain goes", "tags": [], "data": "", "created_at": "2026-02-05T09:00:00Z", "updated_at": "2026-02-05T09:00:00Z"}
    },
    "relations": {
        "1": {"id": 1, "from_id": 1, "to_id": 2, "rel": "near"},
        "2": {"id": 2, "from_id": 2, "to_id": 3, "rel": "part_of"}
    }
}"#;
