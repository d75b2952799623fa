//! Notion: pages, databases and their items, blocks as a tree, comments, users.
//!
//! Rich text is kept as plain text, and a property's value as plain JSON: a text, a number, a
//! flag, a list of names. On the way in both are taken in Notion's own, longer form as well.
//! An item of a database is a page whose properties follow the database's schema. What is
//! archived, or lies under something archived, is out of sight until it is restored.

/// Everything in the workspace.
#[derive(State)]
pub struct Notion {
    pub workspace: One<Workspace>,
    pub users: Table<User>,
    pub pages: Table<NotionPage>,
    pub databases: Table<Database>,
    pub blocks: Table<Block>,
    pub discussions: Table<Discussion>,
    pub comments: Table<Comment>,
}

/// The workspace, and who is calling.
#[derive(Entity)]
pub struct Workspace {
    #[entity(len = 1..=80, company)]
    pub name: String,
    /// The integration on whose behalf every call is made.
    pub me: Key<User>,
}

/// A person or an integration.
#[derive(Entity)]
pub struct User {
    #[entity(key, uuid)]
    pub id: Key<User>,
    #[entity(rename = "type", default = UserKind::Person)]
    pub kind: UserKind,
    #[entity(len = 1..=120, person)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(url)]
    pub avatar_url: Option<String>,
}

/// What a user is.
#[derive(Choice)]
pub enum UserKind {
    Person,
    Bot,
}

/// A page: alone, under another page, or as an item of a database.
#[derive(Entity)]
pub struct NotionPage {
    #[entity(key, uuid)]
    pub id: Key<NotionPage>,
    #[entity(on_delete = cascade)]
    pub parent_page: Option<Key<NotionPage>>,
    #[entity(on_delete = cascade)]
    pub database: Option<Key<Database>>,
    #[entity(len = 0..=2_000, title)]
    pub title: String,
    /// The values of the database's properties, by name, without the title.
    pub properties: BTreeMap<String, Json>,
    pub icon: Option<Json>,
    pub cover: Option<Json>,
    #[entity(default = false)]
    pub archived: bool,
    pub created_by: Key<User>,
    pub last_edited_by: Key<User>,
    #[entity(created)]
    pub created_time: Timestamp,
    #[entity(updated)]
    pub last_edited_time: Timestamp,
}

/// A table of pages with a schema.
#[derive(Entity)]
pub struct Database {
    #[entity(key, uuid)]
    pub id: Key<Database>,
    #[entity(on_delete = cascade)]
    pub parent_page: Option<Key<NotionPage>>,
    #[entity(len = 0..=2_000, title)]
    pub title: String,
    #[entity(len = 0..=2_000, body)]
    pub description: String,
    /// What its items have, by name. One of them is the title.
    pub properties: BTreeMap<String, PropertySchema>,
    pub icon: Option<Json>,
    pub cover: Option<Json>,
    #[entity(default = false)]
    pub archived: bool,
    #[entity(created)]
    pub created_time: Timestamp,
    #[entity(updated)]
    pub last_edited_time: Timestamp,
}

/// What one property of a database holds.
#[derive(Record)]
pub struct PropertySchema {
    #[record(rename = "type")]
    pub kind: PropertyKind,
    /// The names to choose from, for `select`, `status` and `multi_select`.
    pub options: Vec<String>,
}

/// The kinds of property.
#[derive(Choice)]
pub enum PropertyKind {
    Title,
    RichText,
    Number,
    Checkbox,
    Select,
    Status,
    MultiSelect,
    Date,
    People,
    Relation,
    Email,
    Url,
    PhoneNumber,
    Files,
    CreatedTime,
    LastEditedTime,
}

/// A piece of a page's content.
#[derive(Entity)]
pub struct Block {
    #[entity(key, uuid)]
    pub id: Key<Block>,
    #[entity(on_delete = cascade)]
    pub page: Key<NotionPage>,
    /// The block that it is nested in; none for what lies directly on the page.
    #[entity(on_delete = cascade)]
    pub parent_block: Option<Key<Block>>,
    /// Its place among its siblings.
    #[entity(range = 0..=1_000_000)]
    pub position: i64,
    #[entity(rename = "type")]
    pub kind: BlockKind,
    #[entity(body)]
    pub text: String,
    /// What the type has beside its text: `checked`, `language`, `url`, `color`.
    pub settings: BTreeMap<String, Json>,
    #[entity(default = false)]
    pub archived: bool,
    #[entity(created)]
    pub created_time: Timestamp,
    #[entity(updated)]
    pub last_edited_time: Timestamp,
}

/// The types of block that can be written.
#[derive(Choice)]
pub enum BlockKind {
    Paragraph,
    #[choice(rename = "heading_1")]
    Heading1,
    #[choice(rename = "heading_2")]
    Heading2,
    #[choice(rename = "heading_3")]
    Heading3,
    BulletedListItem,
    NumberedListItem,
    ToDo,
    Toggle,
    Quote,
    Callout,
    Code,
    Equation,
    Divider,
    Image,
    Video,
    File,
    Pdf,
    Bookmark,
    Embed,
    TableOfContents,
}

/// A thread of comments on a page or on one of its blocks.
#[derive(Entity)]
pub struct Discussion {
    #[entity(key, uuid)]
    pub id: Key<Discussion>,
    #[entity(on_delete = cascade)]
    pub page: Key<NotionPage>,
    #[entity(on_delete = cascade)]
    pub block: Option<Key<Block>>,
}

/// A remark in a discussion.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, uuid)]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub discussion_id: Key<Discussion>,
    #[entity(len = 1..=10_000, body)]
    pub text: String,
    pub created_by: Key<User>,
    #[entity(created)]
    pub created_time: Timestamp,
}

pub trait Tools {
    /// `page.properties.title` is the title, `page.content` the content in Markdown. Without a
    /// parent the page stands alone in the workspace.
    #[tool(create, about = NotionPage, types(page = Json, parent = Option<Json>, icon = Option<Json>, cover = Option<Json>))]
    #[case(
        args = r##"{"page":{"content":"# Aims\n- Sell\n- Learn","properties":{"title":"Spring plan"}},"parent":{"page_id":"p1"}}"##,
        ok = r#"{"title":"Spring plan","parent_page":"p1","archived":false}"#
    )]
    #[case(
        args = r#"{"page":{"properties":{"title":"Fix the door"}},"parent":{"database_id":"d1"}}"#,
        ok = r#"{"title":"Fix the door","database":"d1"}"#
    )]
    #[case(args = r#"{"page":{},"parent":{"page_id":"p9"}}"#, error = "not_found")]
    #[case(args = r#"{"page":{},"parent":{"page_id":"p3"}}"#, error = "failed_precondition")]
    #[case(args = r#"{"page":{"properties":{"Mood":"good"}}}"#, error = "invalid_argument")]
    fn create_page(
        state: &mut Notion,
        args: CreatePage,
        cx: &mut Context,
    ) -> Result<RowRef<NotionPage>, ToolError> {
        let parent = read_parent(state, args.parent.as_ref())?;
        let properties = args.page.0.get("properties").cloned().unwrap_or_default();
        let content =
            args.page.0.get("content").and_then(|content| content.as_str()).unwrap_or_default();
        let blocks = read_markdown(content);
        let page = insert_page(state, parent, &properties, args.icon, args.cover, cx)?;
        insert_blocks(state, &page.id, None, 0, blocks, cx)?;
        Ok(page)
    }

    /// A page without its content. `filter_properties` names the properties to show.
    #[tool(get, key(page_id), about = NotionPage)]
    #[case(
        args = r#"{"page_id":"p4","filter_properties":["Status"]}"#,
        ok = r#"{"title":"Order lamps","properties":{"Status":"Doing"}}"#
    )]
    #[case(args = r#"{"page_id":"p9"}"#, error = "not_found")]
    fn get_page(
        state: &Notion,
        args: GetPage,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let page = state.pages.find(args.page_id.as_str())?;
        Ok(with_properties(value_of(&page), args.filter_properties.as_deref()))
    }

    /// Changes the named properties; `archived` and `in_trash` mean the same.
    #[tool(update, key(page_id), about = NotionPage, types(properties = Json, icon = Option<Json>, cover = Option<Json>, archived = Option<bool>))]
    #[case(
        args = r#"{"page_id":"p4","properties":{"Status":{"select":{"name":"Done"}},"Cost":{"number":12.5}}}"#,
        ok = r#"{"id":"p4","properties":{"Status":"Done","Cost":12.5,"Due":"2026-03-10"}}"#
    )]
    #[case(
        args = r#"{"page_id":"p4","properties":{},"archived":true}"#,
        ok = r#"{"id":"p4","archived":true}"#
    )]
    #[case(args = r#"{"page_id":"p4","properties":{"Cost":"much"}}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"page_id":"p3","properties":{"title":"New"}}"#,
        error = "failed_precondition"
    )]
    fn update_page_properties(
        state: &mut Notion,
        args: UpdatePageProperties,
        cx: &mut Context,
    ) -> Result<RowRef<NotionPage>, ToolError> {
        let page = state.pages.find(args.page_id.as_str())?;
        let archived = match (args.archived, args.in_trash) {
            (Some(a), Some(b)) if a != b => {
                return Err(ToolError::invalid_argument(
                    "`archived` and `in_trash` contradict each other",
                ));
            }
            (a, b) => a.or(b),
        };
        if page.archived && archived != Some(false) {
            return Err(ToolError::failed_precondition("the page is archived, restore it first"));
        }
        let (title, values) = read_properties(state, page.database.as_ref(), &args.properties.0)?;
        learn_options(state, page.database.as_ref(), &values)?;
        let (me, now) = (caller(state)?, cx.now());
        state.pages.update(&page.id, |page| {
            if let Some(title) = title {
                page.title = title;
            }
            page.properties.extend(values);
            if args.icon.is_some() {
                page.icon = args.icon;
            }
            if args.cover.is_some() {
                page.cover = args.cover;
            }
            page.archived = archived.unwrap_or(page.archived);
            page.last_edited_by = me;
            page.last_edited_time = now;
            Ok(())
        })
    }

    /// The items of a database that pass the filter, in the order of `sorts`.
    #[tool(list, filter(database = database_id), page(limit = page_size, cursor = start_cursor), about = NotionPage, types(database_id = String, sorts = Option<Vec<Json>>, filter = Option<Json>))]
    #[case(
        args = r#"{"database_id":"d1","filter":{"property":"Status","select":{"equals":"Doing"}}}"#,
        ok = r#"{"items":[{"title":"Order lamps"}],"total":1}"#
    )]
    #[case(
        args = r#"{"database_id":"d1","filter":{"or":[{"property":"Cost","number":{"greater_than":100}},{"property":"Name","title":{"contains":"lamps"}}]},"sorts":[{"property":"Cost","direction":"descending"}]}"#,
        ok = r#"{"total":2}"#
    )]
    #[case(
        args = r#"{"database_id":"d1","filter":{"property":"Mood","select":{"equals":"Good"}}}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"database_id":"d9"}"#, error = "not_found")]
    fn query_database(
        state: &Notion,
        args: QueryDatabase,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let database = state.databases.find(args.database_id.as_str())?;
        let filter = args.filter.map(|filter| filter.0);
        if let Some(filter) = &filter {
            fits(&database, None, filter, 0)?;
        }
        let archived = args.archived.unwrap_or(false) || args.in_trash.unwrap_or(false);
        let mut items = Vec::new();
        for item in state.pages.select(&|page| page.database.as_ref() == Some(&database.id)) {
            let passes = filter
                .as_ref()
                .map(|filter| fits(&database, Some(&item), filter, 0))
                .transpose()?;
            if (archived || !item.archived) && passes.unwrap_or(true) {
                items.push(item);
            }
        }
        for sort in args.sorts.unwrap_or_default().iter().rev() {
            sort_items(&database, &mut items, &sort.0)?;
        }
        let shown = |item: &RowRef<NotionPage>| {
            with_properties(value_of(item), args.filter_properties.as_deref())
        };
        page_of(args.page_size, args.start_cursor).cut(items.iter().map(shown).collect())
    }

    #[tool(get, key(database_id))]
    fn get_database() -> Database;

    /// `properties` maps names to types, such as `{"Name":{"title":{}},"Cost":{"number":{}}}`.
    #[tool(create, about = Database, types(parent = Json, title = Vec<Json>, properties = Json, description = Option<Vec<Json>>, icon = Option<Json>, cover = Option<Json>))]
    #[case(
        args = r#"{"parent":{"page_id":"p1"},"title":[{"text":{"content":"Suppliers"}}],"properties":{"Name":{"title":{}},"Kind":{"select":{"options":[{"name":"Lamps"}]}}}}"#,
        ok = r#"{"title":"Suppliers","parent_page":"p1","properties":{"Kind":{"type":"select","options":["Lamps"]}}}"#
    )]
    #[case(
        args = r#"{"parent":{"page_id":"p1"},"title":[],"properties":{"Cost":{"number":{}}}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"parent":{"page_id":"p9"},"title":[],"properties":{"Name":{"title":{}}}}"#,
        error = "not_found"
    )]
    fn create_database(
        state: &mut Notion,
        args: CreateDatabase,
        cx: &mut Context,
    ) -> Result<RowRef<Database>, ToolError> {
        let Parent::Page(page) = read_parent(state, Some(&args.parent))? else {
            return Err(ToolError::invalid_argument(
                "the parent of a database is a page: `{\"page_id\":…}`",
            ));
        };
        let mut properties = BTreeMap::new();
        for (name, schema) in object_of("properties", &args.properties.0)? {
            properties.insert(name.clone(), read_schema(name, schema)?);
        }
        check_one_title(&properties)?;
        let database = Database {
            id: state.databases.next_key(cx),
            parent_page: Some(page),
            title: plain_text("title", &args.title)?,
            description: plain_text("description", &args.description.unwrap_or_default())?,
            properties,
            icon: args.icon,
            cover: args.cover,
            archived: false,
            created_time: cx.now(),
            last_edited_time: cx.now(),
        };
        state.databases.insert(database)
    }

    /// In `properties`, `null` removes a property, `{"name":…}` renames it, a type adds or
    /// changes it.
    #[tool(update, key(database_id), about = Database, types(title = Option<Vec<Json>>, properties = Option<Json>, description = Option<Vec<Json>>, icon = Option<Json>, cover = Option<Json>))]
    #[case(
        args = r#"{"database_id":"d1","title":[{"text":{"content":"Errands"}}],"properties":{"Cost":{"name":"Price"},"Due":null}}"#,
        ok = r#"{"id":"d1","title":"Errands","properties":{"Price":{"type":"number"}}}"#
    )]
    #[case(args = r#"{"database_id":"d1","properties":{"Name":null}}"#, error = "invalid_argument")]
    #[case(args = r#"{"database_id":"d9","archived":true}"#, error = "not_found")]
    fn update_database(
        state: &mut Notion,
        args: UpdateDatabase,
        cx: &mut Context,
    ) -> Result<RowRef<Database>, ToolError> {
        let database = state.databases.find(args.database_id.as_str())?;
        if database.archived && args.archived != Some(false) {
            return Err(ToolError::failed_precondition(
                "the database is archived, restore it first",
            ));
        }
        let title = args.title.map(|title| plain_text("title", &title)).transpose()?;
        let description =
            args.description.map(|text| plain_text("description", &text)).transpose()?;
        if let Some(changes) = args.properties {
            for (name, change) in object_of("properties", &changes.0)? {
                change_property(state, &database.id, name, change)?;
            }
        }
        let now = cx.now();
        state.databases.update(&database.id, |database| {
            check_one_title(&database.properties)?;
            if let Some(title) = title {
                database.title = title;
            }
            if let Some(description) = description {
                database.description = description;
            }
            if args.icon.is_some() {
                database.icon = args.icon;
            }
            if args.cover.is_some() {
                database.cover = args.cover;
            }
            database.archived = args.archived.unwrap_or(database.archived);
            database.last_edited_time = now;
            Ok(())
        })
    }

    /// An item is a page whose properties follow the database's schema.
    #[tool(create, map(database = database_id), about = NotionPage, types(database_id = String, properties = Json, children = Option<Vec<Json>>, icon = Option<Json>, cover = Option<Json>))]
    #[case(
        args = r#"{"database_id":"d1","properties":{"Name":{"title":[{"text":{"content":"Paint"}}]},"Status":{"select":{"name":"Doing"}},"Due":{"date":{"start":"2026-04-01"}}}}"#,
        ok = r#"{"database":"d1","title":"Paint","properties":{"Status":"Doing","Due":"2026-04-01"}}"#
    )]
    #[case(
        args = r#"{"database_id":"d1","properties":{"Color":{"select":{"name":"Red"}}}}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"database_id":"d9","properties":{}}"#, error = "not_found")]
    fn create_database_item(
        state: &mut Notion,
        args: CreateDatabaseItem,
        cx: &mut Context,
    ) -> Result<RowRef<NotionPage>, ToolError> {
        let parent = Parent::Database(live_database(state, args.database_id.as_str())?);
        let blocks = read_blocks(&args.children.unwrap_or_default(), 0)?;
        let page = insert_page(state, parent, &args.properties.0, args.icon, args.cover, cx)?;
        insert_blocks(state, &page.id, None, 0, blocks, cx)?;
        Ok(page)
    }

    /// Pages and databases whose title has the words, the latest change first. The filter is
    /// `{"property":"object","value":"page"}`, or `"database"`.
    #[tool(search(title ~ query), page(limit = page_size, cursor = start_cursor), about = NotionPage, types(sort = Option<Json>, filter = Option<Json>))]
    #[case(
        args = r#"{"query":"launch"}"#,
        ok = r#"{"items":[{"object":"page","id":"p2","title":"Launch notes"}],"total":1}"#
    )]
    #[case(
        args = r#"{"filter":{"property":"object","value":"database"}}"#,
        ok = r#"{"items":[{"object":"database","id":"d1"}],"total":1}"#
    )]
    #[case(
        args = r#"{"filter":{"property":"object","value":"block"}}"#,
        error = "invalid_argument"
    )]
    fn search(
        state: &Notion,
        args: Search,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let query = args.query.unwrap_or_default();
        let kind = args.filter.as_ref().map(|filter| text_at(&filter.0, "value")).transpose()?;
        if kind.is_some_and(|kind| kind != "page" && kind != "database") {
            return Err(ToolError::invalid_argument("search for objects `page` or `database`"));
        }
        let mut found: Vec<(Timestamp, serde_json::Value)> = Vec::new();
        if kind != Some("database") {
            let pages = state.pages.select(&|page| {
                compoworld_core::contains_text(&[&page.title], &query) && is_live(state, page)
            });
            found.extend(pages.iter().map(|page| (page.last_edited_time, tagged("page", page))));
        }
        if kind != Some("page") {
            let databases = state.databases.select(&|database| {
                compoworld_core::contains_text(&[&database.title], &query)
                    && live_database(state, database.id.as_str()).is_ok()
            });
            found.extend(
                databases
                    .iter()
                    .map(|database| (database.last_edited_time, tagged("database", database))),
            );
        }
        found.sort_by_key(|(edited, _)| std::cmp::Reverse(*edited));
        if args.sort.is_some_and(|sort| {
            sort.0.get("direction").and_then(|to| to.as_str()) == Some("ascending")
        }) {
            found.reverse();
        }
        page_of(args.page_size, args.start_cursor)
            .cut(found.into_iter().map(|(_, item)| item).collect())
    }

    #[tool(get, key(user_id))]
    fn get_user() -> User;

    #[tool(list, page(limit = page_size, cursor = start_cursor))]
    fn list_users() -> Page<User>;

    /// Starts a discussion on a page or a block, or goes on with one.
    #[tool(create, map(discussion_id = discussion_id), about = Comment, types(parent = Option<Json>, rich_text = Vec<Json>, discussion_id = Option<String>))]
    #[case(
        args = r#"{"parent":{"page_id":"p2"},"rich_text":[{"text":{"content":"Well done"}}]}"#,
        ok = r#"{"text":"Well done","created_by":"u1"}"#
    )]
    #[case(
        args = r#"{"discussion_id":"t1","rich_text":[{"text":{"content":"Agreed"}}]}"#,
        ok = r#"{"discussion_id":"t1","text":"Agreed"}"#
    )]
    #[case(args = r#"{"rich_text":[{"text":{"content":"Where?"}}]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"discussion_id":"t9","rich_text":[{"text":{"content":"Hm"}}]}"#,
        error = "not_found"
    )]
    fn create_comment(
        state: &mut Notion,
        args: CreateComment,
        cx: &mut Context,
    ) -> Result<RowRef<Comment>, ToolError> {
        let text = plain_text("rich_text", &args.rich_text)?;
        let discussion = match (&args.parent, &args.discussion_id) {
            (None, Some(id)) => state.discussions.find(id.as_str())?.id.clone(),
            (Some(parent), None) => open_discussion(state, &parent.0, cx)?,
            _ => {
                return Err(ToolError::invalid_argument("give either `parent` or `discussion_id`"));
            }
        };
        let comment = Comment {
            id: state.comments.next_key(cx),
            discussion_id: discussion,
            text,
            created_by: caller(state)?,
            created_time: cx.now(),
        };
        state.comments.insert(comment)
    }

    /// The comments on a page itself, or on a block, oldest first.
    #[tool(list, page(limit = page_size, cursor = start_cursor), about = Comment)]
    #[case(
        args = r#"{"block_id":"p2"}"#,
        ok = r#"{"items":[{"text":"Can we add prices?"}],"total":1}"#
    )]
    #[case(args = r#"{"block_id":"b1"}"#, ok = r#"{"total":0}"#)]
    #[case(args = r#"{"block_id":"b9"}"#, error = "not_found")]
    fn get_comments(
        state: &Notion,
        args: GetComments,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Comment>>, ToolError> {
        let id = args.block_id.as_str();
        let is_page = state.pages.contains(id);
        if !is_page {
            state.blocks.find(id)?;
        }
        let here = |discussion: &Discussion| match &discussion.block {
            Some(block) => block.as_str() == id,
            None => is_page && discussion.page.as_str() == id,
        };
        let mut comments = state
            .comments
            .select(&|comment| state.discussions.get(&comment.discussion_id).is_some_and(here));
        comments.sort_by_key(|comment| comment.created_time);
        page_of(args.page_size, args.start_cursor).cut(comments)
    }

    #[tool(reads(workspace, users))]
    #[case(args = r#"{}"#, ok = r#"{"id":"u1","type":"bot","name":"Planner"}"#)]
    #[case(args = r#"[]"#, error = "invalid_argument")]
    fn get_me(state: &Notion, _args: GetMe, _cx: &mut Context) -> Result<RowRef<User>, ToolError> {
        state.users.find(&caller(state)?)
    }

    /// One property of a page, by its name; `title` is the title of any page. Lists are paged.
    #[tool(reads(pages, databases))]
    #[case(
        args = r#"{"page_id":"p4","property_id":"Status"}"#,
        ok = r#"{"property":"Status","type":"select","value":"Doing"}"#
    )]
    #[case(
        args = r#"{"page_id":"p2","property_id":"title"}"#,
        ok = r#"{"type":"title","value":"Launch notes"}"#
    )]
    #[case(args = r#"{"page_id":"p4","property_id":"Mood"}"#, error = "not_found")]
    fn retrieve_page_property(
        state: &Notion,
        args: RetrievePageProperty,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let page = state.pages.find(args.page_id.as_str())?;
        let name = args.property_id.as_str();
        let database = page.database.as_ref().and_then(|database| state.databases.get(database));
        let kind = match database.and_then(|database| database.properties.get(name)) {
            Some(schema) => schema.kind,
            None if name == "title" => PropertyKind::Title,
            None => return Err(ToolError::not_found(format!("the page has no property `{name}`"))),
        };
        let value = property_of(&page, name, kind);
        let Some(items) = value.as_array() else {
            return Ok(
                serde_json::json!({"property": name, "type": kind.as_str(), "value": value}),
            );
        };
        let part = page_of(args.page_size, args.start_cursor).cut(items.clone())?;
        Ok(serde_json::json!({
            "property": name,
            "type": kind.as_str(),
            "value": part.items,
            "total": part.total,
            "next_cursor": part.next_cursor,
        }))
    }

    /// A page's identifier gives the page as a block of type `child_page`.
    #[tool(get, key(block_id), about = Block)]
    #[case(
        args = r#"{"block_id":"b2"}"#,
        ok = r#"{"type":"to_do","text":"Book the hall","settings":{"checked":false},"has_children":false}"#
    )]
    #[case(args = r#"{"block_id":"p2"}"#, ok = r#"{"type":"child_page","text":"Launch notes"}"#)]
    #[case(args = r#"{"block_id":"b9"}"#, error = "not_found")]
    fn retrieve_block(
        state: &Notion,
        args: RetrieveBlock,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.block_id.as_str();
        if let Some(page) = state.pages.get(id) {
            return Ok(child_page(page));
        }
        if let Some(database) = state.databases.get(id) {
            return Ok(child_database(database));
        }
        Ok(block_value(state, &state.blocks.find(id)?))
    }

    /// `block_type` is `{"to_do":{"checked":true}}`, with the type that the block has. What is
    /// not named stays.
    #[tool(update, key(block_id), map(archived = archived), about = Block, types(block_type = Option<Json>, archived = Option<bool>))]
    #[case(
        args = r#"{"block_id":"b2","block_type":{"to_do":{"checked":true}}}"#,
        ok = r#"{"text":"Book the hall","settings":{"checked":true}}"#
    )]
    #[case(
        args = r#"{"block_id":"b1","block_type":{"paragraph":{"rich_text":[{"text":{"content":"We launch in July."}}]}}}"#,
        ok = r#"{"text":"We launch in July."}"#
    )]
    #[case(args = r#"{"block_id":"b2","block_type":{"paragraph":{}}}"#, error = "invalid_argument")]
    #[case(args = r#"{"block_id":"b9","archived":true}"#, error = "not_found")]
    fn update_block(
        state: &mut Notion,
        args: UpdateBlock,
        cx: &mut Context,
    ) -> Result<RowRef<Block>, ToolError> {
        let block = state.blocks.find(args.block_id.as_str())?;
        if block.archived && args.archived != Some(false) {
            return Err(ToolError::failed_precondition("the block is archived, restore it first"));
        }
        let change = match &args.block_type {
            Some(change) => Some(read_block_change(&block, &change.0)?),
            None => None,
        };
        touch(state, &block.page, cx)?;
        let now = cx.now();
        state.blocks.update(&block.id, |block| {
            if let Some((text, settings)) = change {
                block.text = text.unwrap_or_else(|| block.text.clone());
                block.settings.extend(settings);
            }
            block.archived = args.archived.unwrap_or(block.archived);
            block.last_edited_time = now;
            Ok(())
        })
    }

    /// Archives a block, and with it what is nested in it; with a page's identifier, the page.
    #[tool(update, key(block_id), set(archived = true), about = Block)]
    #[case(args = r#"{"block_id":"b1"}"#, ok = r#"{"id":"b1","archived":true}"#)]
    #[case(args = r#"{"block_id":"b3"}"#, error = "failed_precondition")]
    #[case(args = r#"{"block_id":"b9"}"#, error = "not_found")]
    fn delete_block(
        state: &mut Notion,
        args: DeleteBlock,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let id = args.block_id.as_str();
        let again = || Err(ToolError::failed_precondition("it is archived already"));
        let now = cx.now();
        if let Some(page) = state.pages.get(id) {
            if page.archived {
                return again();
            }
            let page = state.pages.update(id, |page| {
                page.archived = true;
                page.last_edited_time = now;
                Ok(())
            })?;
            return Ok(child_page(&page));
        }
        let block = state.blocks.find(id)?;
        if block.archived {
            return again();
        }
        touch(state, &block.page, cx)?;
        let block = state.blocks.update(id, |block| {
            block.archived = true;
            block.last_edited_time = now;
            Ok(())
        })?;
        Ok(block_value(state, &block))
    }

    /// The blocks directly under a page or a block, in order; under a page its child pages and
    /// databases follow.
    #[tool(reads(blocks, pages, databases))]
    #[case(
        args = r#"{"block_id":"p2"}"#,
        ok = r#"{"items":[{"id":"b1","type":"paragraph"},{"id":"b2","type":"to_do"}],"total":2}"#
    )]
    #[case(
        args = r#"{"block_id":"p1"}"#,
        ok = r#"{"items":[{"id":"p2","type":"child_page"},{"id":"d1","type":"child_database"}],"total":2}"#
    )]
    #[case(args = r#"{"block_id":"b9"}"#, error = "not_found")]
    fn get_block_children(
        state: &Notion,
        args: GetBlockChildren,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let (page, parent) = block_place(state, args.block_id.as_str())?;
        let blocks = children_of(state, &page, parent.as_ref());
        let mut children: Vec<serde_json::Value> = blocks
            .iter()
            .filter(|block| !block.archived)
            .map(|block| block_value(state, block))
            .collect();
        if parent.is_none() {
            let under = |other: &Option<Key<NotionPage>>| other.as_ref() == Some(&page);
            let pages = state.pages.select(&|child| under(&child.parent_page) && !child.archived);
            children.extend(pages.iter().map(|page| child_page(page)));
            let databases =
                state.databases.select(&|child| under(&child.parent_page) && !child.archived);
            children.extend(databases.iter().map(|database| child_database(database)));
        }
        page_of(args.page_size, args.start_cursor).cut(children)
    }

    /// Adds blocks at the end of a page or a block, or right after one of its children.
    #[tool(reads(pages), writes(blocks))]
    #[case(
        args = r#"{"block_id":"p2","children":[{"type":"paragraph","paragraph":{"rich_text":[{"text":{"content":"The end."}}]}}]}"#,
        ok = r#"[{"page":"p2","type":"paragraph","text":"The end.","position":3}]"#
    )]
    #[case(
        args = r#"{"block_id":"p2","children":[{"heading_2":{"rich_text":[{"text":{"content":"Dates"}}]}}],"after":"b1"}"#,
        ok = r#"[{"type":"heading_2","position":1}]"#
    )]
    #[case(args = r#"{"block_id":"p2","children":[]}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"block_id":"p2","children":[{"paragraph":{}}],"after":"b9"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"block_id":"p9","children":[{"paragraph":{}}]}"#, error = "not_found")]
    fn append_block_children(
        state: &mut Notion,
        args: AppendBlockChildren,
        cx: &mut Context,
    ) -> Result<Vec<RowRef<Block>>, ToolError> {
        const CHILDREN_MAX: usize = 100;
        if args.children.is_empty() || args.children.len() > CHILDREN_MAX {
            return Err(ToolError::invalid_argument("give 1 to 100 children"));
        }
        let (page, parent) = block_place(state, args.block_id.as_str())?;
        require_live(state, &page)?;
        if let Some(block) = parent.as_ref().and_then(|parent| state.blocks.get(parent)) {
            check_holder(block)?;
        }
        let blocks = read_blocks(&args.children, 0)?;
        let siblings = children_of(state, &page, parent.as_ref());
        let at = match args.after.as_deref() {
            Some(after) => match siblings.iter().position(|block| block.id == *after) {
                Some(position) => position + 1,
                None => {
                    return Err(ToolError::invalid_argument(format!(
                        "`{after}` is no child of this block"
                    )));
                }
            },
            None => siblings.len(),
        };
        // Siblings are numbered anew, so that the new blocks find room between them.
        for (index, sibling) in siblings.iter().enumerate() {
            let index = if index < at { index } else { index + blocks.len() };
            let position = i64::try_from(index).unwrap_or(0);
            if sibling.position != position {
                state.blocks.update(&sibling.id, |block| {
                    block.position = position;
                    Ok(())
                })?;
            }
        }
        touch(state, &page, cx)?;
        insert_blocks(state, &page, parent, at, blocks, cx)
    }
}

/// Where a page is put.
enum Parent {
    Page(Key<NotionPage>),
    Database(Key<Database>),
    Workspace,
}

/// A block that is not in the state yet.
struct NewBlock {
    kind: BlockKind,
    text: String,
    settings: BTreeMap<String, Json>,
    children: Vec<NewBlock>,
}

fn caller(state: &Notion) -> Result<Key<User>, ToolError> {
    Ok(state.workspace.find()?.me.clone())
}

/// A cursor page; Notion gives at most 100 at once.
fn page_of(limit: Option<i64>, cursor: Option<String>) -> PageRequest {
    let limit = limit.unwrap_or(100).min(100);
    PageRequest { limit: Some(limit), cursor, ..PageRequest::default() }
}

/// An answer as a JSON value, to add to it or to nest it.
fn value_of(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

/// A row with the kind of object that it is.
fn tagged(object: &str, row: &impl Output) -> serde_json::Value {
    let mut value = value_of(row);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("object".to_owned(), serde_json::json!(object));
    }
    value
}

fn with_properties(mut page: serde_json::Value, wanted: Option<&[String]>) -> serde_json::Value {
    let properties = page.get_mut("properties").and_then(|properties| properties.as_object_mut());
    if let (Some(wanted), Some(properties)) = (wanted, properties) {
        properties.retain(|name, _| wanted.contains(name));
    }
    page
}

fn child_page(page: &NotionPage) -> serde_json::Value {
    serde_json::json!({
        "id": page.id.as_str(), "type": "child_page", "text": page.title, "archived": page.archived,
    })
}

fn child_database(database: &Database) -> serde_json::Value {
    serde_json::json!({
        "id": database.id.as_str(), "type": "child_database", "text": database.title,
        "archived": database.archived,
    })
}

fn block_value(state: &Notion, block: &RowRef<Block>) -> serde_json::Value {
    let nested = state
        .blocks
        .iter()
        .any(|other| other.parent_block.as_ref() == Some(&block.id) && !other.archived);
    let mut value = value_of(block);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("has_children".to_owned(), serde_json::json!(nested));
    }
    value
}

fn object_of<'a>(
    name: &str,
    value: &'a serde_json::Value,
) -> Result<&'a serde_json::Map<String, serde_json::Value>, ToolError> {
    value
        .as_object()
        .ok_or_else(|| ToolError::invalid_argument(format!("`{name}` must be an object")))
}

fn text_at<'a>(value: &'a serde_json::Value, name: &str) -> Result<&'a str, ToolError> {
    value
        .get(name)
        .and_then(|text| text.as_str())
        .ok_or_else(|| ToolError::invalid_argument(format!("the text `{name}` is missing")))
}

/// The plain text of a list of rich text objects.
fn plain_text(name: &str, items: &[Json]) -> Result<String, ToolError> {
    let mut out = String::new();
    for item in items {
        out.push_str(text_of_item(name, &item.0)?);
    }
    Ok(out)
}

fn text_of_item<'a>(name: &str, item: &'a serde_json::Value) -> Result<&'a str, ToolError> {
    let content = item.as_str().or_else(|| item.pointer("/text/content")?.as_str());
    content.or_else(|| item.get("plain_text")?.as_str()).ok_or_else(|| {
        ToolError::invalid_argument(format!(
            "`{name}` holds rich text such as `{{\"type\":\"text\",\"text\":{{\"content\":\"words\"}}}}`"
        ))
    })
}

/// The plain text of a JSON value that is a text or a list of rich text objects.
fn text_of(name: &str, value: &serde_json::Value) -> Result<String, ToolError> {
    match value {
        serde_json::Value::Array(items) => {
            items.iter().map(|item| text_of_item(name, item)).collect()
        }
        other => Ok(text_of_item(name, other)?.to_owned()),
    }
}

/// Whether neither the page nor anything that it lies under is archived.
fn is_live(state: &Notion, page: &NotionPage) -> bool {
    const DEPTH_MAX: usize = 64;
    let mut page = page;
    for _ in 0..DEPTH_MAX {
        if page.archived {
            return false;
        }
        let database = page.database.as_ref().and_then(|id| state.databases.get(id));
        if database.is_some_and(|database| database.archived) {
            return false;
        }
        let parent = page
            .parent_page
            .as_ref()
            .or(database.and_then(|database| database.parent_page.as_ref()));
        match parent.and_then(|parent| state.pages.get(parent)) {
            Some(parent) => page = parent,
            None => return true,
        }
    }
    true
}

fn require_live(state: &Notion, page: &Key<NotionPage>) -> Result<(), ToolError> {
    let found = state.pages.find(page)?;
    match is_live(state, &found) {
        true => Ok(()),
        false => Err(ToolError::failed_precondition(format!("page `{page}` is archived"))),
    }
}

fn live_database(state: &Notion, id: &str) -> Result<Key<Database>, ToolError> {
    let database = state.databases.find(id)?;
    if database.archived {
        return Err(ToolError::failed_precondition(format!("database `{id}` is archived")));
    }
    if let Some(page) = &database.parent_page {
        require_live(state, page)?;
    }
    Ok(database.id.clone())
}

fn read_parent(state: &Notion, parent: Option<&Json>) -> Result<Parent, ToolError> {
    let Some(parent) = parent else { return Ok(Parent::Workspace) };
    let id = |name: &str| parent.0.get(name).and_then(|id| id.as_str());
    match (id("page_id"), id("database_id")) {
        (Some(page), None) => {
            let page: Key<NotionPage> = Key::from(page);
            require_live(state, &page)?;
            Ok(Parent::Page(page))
        }
        (None, Some(database)) => Ok(Parent::Database(live_database(state, database)?)),
        (None, None) if parent.0.get("workspace").and_then(|flag| flag.as_bool()) == Some(true) => {
            Ok(Parent::Workspace)
        }
        _ => Err(ToolError::invalid_argument(
            "a parent has one of `page_id`, `database_id` and `\"workspace\":true`",
        )),
    }
}

fn insert_page(
    state: &mut Notion,
    parent: Parent,
    properties: &serde_json::Value,
    icon: Option<Json>,
    cover: Option<Json>,
    cx: &mut Context,
) -> Result<RowRef<NotionPage>, ToolError> {
    let (parent_page, database) = match parent {
        Parent::Page(page) => (Some(page), None),
        Parent::Database(database) => (None, Some(database)),
        Parent::Workspace => (None, None),
    };
    let (title, properties) = match properties.is_null() {
        true => (None, BTreeMap::new()),
        false => read_properties(state, database.as_ref(), properties)?,
    };
    learn_options(state, database.as_ref(), &properties)?;
    let me = caller(state)?;
    let page = NotionPage {
        id: state.pages.next_key(cx),
        parent_page,
        database,
        title: title.unwrap_or_default(),
        properties,
        icon,
        cover,
        archived: false,
        created_by: me.clone(),
        last_edited_by: me,
        created_time: cx.now(),
        last_edited_time: cx.now(),
    };
    state.pages.insert(page)
}

/// Marks a page as edited now.
fn touch(state: &mut Notion, page: &Key<NotionPage>, cx: &Context) -> Result<(), ToolError> {
    let (me, now) = (caller(state)?, cx.now());
    state.pages.update(page, |page| {
        page.last_edited_by = me;
        page.last_edited_time = now;
        Ok(())
    })?;
    Ok(())
}

/// The title, and the values of the other properties, out of an argument.
fn read_properties(
    state: &Notion,
    database: Option<&Key<Database>>,
    properties: &serde_json::Value,
) -> Result<(Option<String>, BTreeMap<String, Json>), ToolError> {
    let database = database.and_then(|database| state.databases.get(database));
    let mut title = None;
    let mut values = BTreeMap::new();
    for (name, given) in object_of("properties", properties)? {
        let kind = match database.and_then(|database| database.properties.get(name)) {
            Some(schema) => schema.kind,
            None if name == "title" => PropertyKind::Title,
            None => {
                return Err(ToolError::invalid_argument(match database {
                    Some(database) => format!("`{}` has no property `{name}`", database.title),
                    None => format!("a page outside a database has a `title` only, no `{name}`"),
                }));
            }
        };
        // Notion's own form wraps the value in its type: `{"number": 3}`.
        let value = given.get(kind.as_str()).unwrap_or(given);
        if kind == PropertyKind::Title {
            title = Some(text_of(name, value)?);
            continue;
        }
        let schema = database.and_then(|database| database.properties.get(name));
        let options = schema.map(|schema| schema.options.as_slice()).unwrap_or_default();
        values.insert(name.clone(), Json(read_value(state, name, kind, options, value)?));
    }
    Ok((title, values))
}

/// A property's value in its plain form.
fn read_value(
    state: &Notion,
    name: &str,
    kind: PropertyKind,
    options: &[String],
    value: &serde_json::Value,
) -> Result<serde_json::Value, ToolError> {
    let wrong = |what: &str| ToolError::invalid_argument(format!("property `{name}` takes {what}"));
    if value.is_null() && kind != PropertyKind::Checkbox {
        return Ok(serde_json::Value::Null);
    }
    let label = |value: &serde_json::Value, key: &str| -> Option<String> {
        value.as_str().or_else(|| value.get(key)?.as_str()).map(str::to_owned)
    };
    let labels = |key: &str| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|item| label(item, key)).collect()
    };
    Ok(match kind {
        PropertyKind::Title | PropertyKind::RichText => serde_json::json!(text_of(name, value)?),
        PropertyKind::Number if value.is_number() => value.clone(),
        PropertyKind::Number => return Err(wrong("a number")),
        PropertyKind::Checkbox if value.is_boolean() => value.clone(),
        PropertyKind::Checkbox => return Err(wrong("true or false")),
        PropertyKind::Select | PropertyKind::Status => {
            let chosen = label(value, "name").ok_or_else(|| wrong("`{\"name\":…}`"))?;
            if kind == PropertyKind::Status && !options.contains(&chosen) {
                return Err(wrong(&format!("one of {}", options.join(", "))));
            }
            serde_json::json!(chosen)
        }
        PropertyKind::MultiSelect => {
            serde_json::json!(labels("name").ok_or_else(|| wrong("a list of `{\"name\":…}`"))?)
        }
        PropertyKind::Date => {
            read_date(value).ok_or_else(|| wrong("`{\"start\":\"2026-03-01\"}`"))?
        }
        PropertyKind::People => {
            let people = labels("id").ok_or_else(|| wrong("a list of `{\"id\":…}`"))?;
            for person in &people {
                state.users.find(person.as_str())?;
            }
            serde_json::json!(people)
        }
        PropertyKind::Relation => {
            let pages = labels("id").ok_or_else(|| wrong("a list of `{\"id\":…}`"))?;
            for page in &pages {
                state.pages.find(page.as_str())?;
            }
            serde_json::json!(pages)
        }
        PropertyKind::Email | PropertyKind::Url | PropertyKind::PhoneNumber
            if value.is_string() =>
        {
            value.clone()
        }
        PropertyKind::Email | PropertyKind::Url | PropertyKind::PhoneNumber => {
            return Err(wrong("a text"));
        }
        PropertyKind::Files if value.is_array() => value.clone(),
        PropertyKind::Files => return Err(wrong("a list of files")),
        PropertyKind::CreatedTime | PropertyKind::LastEditedTime => {
            return Err(wrong("no value, it is computed"));
        }
    })
}

/// A day or an instant as its text, a span as `{"start":…,"end":…}`.
fn read_date(value: &serde_json::Value) -> Option<serde_json::Value> {
    let checked = |text: &str| Timestamp::parse(text).is_ok().then(|| text.to_owned());
    if let Some(text) = value.as_str() {
        return checked(text).map(|text| serde_json::json!(text));
    }
    let start = checked(value.get("start")?.as_str()?)?;
    match value.get("end").and_then(|end| end.as_str()) {
        Some(end) => {
            let end = checked(end)?;
            Some(serde_json::json!({"start": start, "end": end}))
        }
        None => Some(serde_json::json!(start)),
    }
}

/// Options of `select` and `multi_select` that are new become part of the schema.
fn learn_options(
    state: &mut Notion,
    database: Option<&Key<Database>>,
    values: &BTreeMap<String, Json>,
) -> Result<(), ToolError> {
    let Some(database) = database else { return Ok(()) };
    let known = state.databases.find(database)?;
    let mut schemas = known.properties.clone();
    for (name, value) in values {
        let Some(schema) = schemas.get_mut(name) else { continue };
        if !matches!(schema.kind, PropertyKind::Select | PropertyKind::MultiSelect) {
            continue;
        }
        let chosen = match &value.0 {
            serde_json::Value::Array(items) => {
                items.iter().filter_map(|item| item.as_str()).collect()
            }
            other => Vec::from_iter(other.as_str()),
        };
        for option in chosen {
            if !schema.options.iter().any(|known| known == option) {
                schema.options.push(option.to_owned());
            }
        }
    }
    if schemas != known.properties {
        state.databases.update(database, |database| {
            database.properties = schemas;
            Ok(())
        })?;
    }
    Ok(())
}

/// `{"select":{"options":[{"name":"A"}]}}`, or the same with a `type`.
fn read_schema(name: &str, schema: &serde_json::Value) -> Result<PropertySchema, ToolError> {
    let fields = object_of(name, schema)?;
    let kind = PropertyKind::ALL.iter().find(|kind| {
        fields
            .get("type")
            .and_then(|kind| kind.as_str())
            .map_or_else(|| fields.contains_key(kind.as_str()), |named| named == kind.as_str())
    });
    let Some(kind) = kind.copied() else {
        let kinds: Vec<&str> = PropertyKind::ALL.iter().map(|kind| kind.as_str()).collect();
        return Err(ToolError::invalid_argument(format!(
            "property `{name}` needs a type, such as `{{\"number\":{{}}}}`; there are {}",
            kinds.join(", ")
        )));
    };
    let options = fields.get(kind.as_str()).and_then(|settings| settings.get("options"));
    let mut names = Vec::new();
    for option in options.and_then(|options| options.as_array()).into_iter().flatten() {
        names.push(text_at(option, "name")?.to_owned());
    }
    Ok(PropertySchema { kind, options: names })
}

/// Whether one property is the title. A database without any schema is left alone.
fn check_one_title(properties: &BTreeMap<String, PropertySchema>) -> Result<(), ToolError> {
    let titles = properties.values().filter(|schema| schema.kind == PropertyKind::Title).count();
    match titles {
        1 => Ok(()),
        _ => Err(ToolError::invalid_argument(format!(
            "a database has exactly one property of type `title`, not {titles}"
        ))),
    }
}

/// Removes, renames, adds or changes one property, in the schema and in the items.
fn change_property(
    state: &mut Notion,
    database: &Key<Database>,
    name: &str,
    change: &serde_json::Value,
) -> Result<(), ToolError> {
    let known = state.databases.find(database)?;
    let mut schemas = known.properties.clone();
    let old = schemas.get(name).cloned();
    let new_name = change.get("name").and_then(|name| name.as_str()).unwrap_or(name).to_owned();
    let only_renames =
        change.as_object().is_some_and(|fields| fields.keys().all(|key| key == "name"));
    if (change.is_null() || only_renames) && old.is_none() {
        return Err(ToolError::invalid_argument(format!("there is no property `{name}`")));
    }
    if new_name != name && schemas.contains_key(&new_name) {
        return Err(ToolError::already_exists(format!("there is a property `{new_name}` already")));
    }
    schemas.remove(name);
    let new = match (change.is_null(), only_renames) {
        (true, _) => None,
        (false, true) => old.clone(),
        (false, false) => Some(read_schema(name, change)?),
    };
    // A value keeps its meaning only as long as the type stays.
    let keeps_values = new.as_ref().map(|schema| schema.kind) == old.map(|schema| schema.kind);
    if let Some(schema) = new {
        schemas.insert(new_name.clone(), schema);
    }
    state.databases.update(database, |database| {
        database.properties = schemas;
        Ok(())
    })?;
    let holds = |page: &NotionPage| {
        page.database.as_ref() == Some(database) && page.properties.contains_key(name)
    };
    for page in state.pages.select(&holds) {
        state.pages.update(&page.id, |page| {
            if let Some(value) = page.properties.remove(name).filter(|_| keeps_values) {
                page.properties.insert(new_name.clone(), value);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The value of a property of an item.
fn property_of(page: &NotionPage, name: &str, kind: PropertyKind) -> serde_json::Value {
    match kind {
        PropertyKind::Title => serde_json::json!(page.title),
        PropertyKind::CreatedTime => serde_json::json!(page.created_time.to_string()),
        PropertyKind::LastEditedTime => serde_json::json!(page.last_edited_time.to_string()),
        PropertyKind::Checkbox => page
            .properties
            .get(name)
            .map(|value| value.0.clone())
            .unwrap_or(serde_json::Value::Bool(false)),
        _ => page.properties.get(name).map(|value| value.0.clone()).unwrap_or_default(),
    }
}

/// Whether an item passes a filter. Without an item: whether the filter can be read.
fn fits(
    database: &Database,
    item: Option<&NotionPage>,
    filter: &serde_json::Value,
    depth: usize,
) -> Result<bool, ToolError> {
    const DEPTH_MAX: usize = 8;
    if depth > DEPTH_MAX {
        return Err(ToolError::invalid_argument("the filter is nested too deeply"));
    }
    for (name, all) in [("and", true), ("or", false)] {
        if let Some(parts) = filter.get(name).and_then(|parts| parts.as_array()) {
            let mut passes = all;
            for part in parts {
                let fits = fits(database, item, part, depth + 1)?;
                passes = if all { passes && fits } else { passes || fits };
            }
            return Ok(passes);
        }
    }
    let (value, kind) = match filter.get("timestamp").and_then(|name| name.as_str()) {
        Some("created_time") => {
            (item.map(|item| item.created_time.to_string()), PropertyKind::CreatedTime)
        }
        Some("last_edited_time") => {
            (item.map(|item| item.last_edited_time.to_string()), PropertyKind::LastEditedTime)
        }
        Some(other) => {
            return Err(ToolError::invalid_argument(format!("there is no timestamp `{other}`")));
        }
        None => (None, PropertyKind::Title),
    };
    let (value, kind) = match filter.get("timestamp") {
        Some(_) => (serde_json::json!(value), kind),
        None => {
            let name = text_at(filter, "property")?;
            let schema = database.properties.get(name);
            let kind = schema
                .map(|schema| schema.kind)
                .or((name == "title").then_some(PropertyKind::Title));
            let kind = kind.ok_or_else(|| {
                ToolError::invalid_argument(format!(
                    "the database has no property `{name}` to filter by"
                ))
            })?;
            (item.map(|item| property_of(item, name, kind)).unwrap_or_default(), kind)
        }
    };
    let condition = filter.get(kind.as_str()).and_then(|condition| condition.as_object());
    let condition = condition.ok_or_else(|| {
        ToolError::invalid_argument(format!(
            "this property is filtered by a condition under `{}`",
            kind.as_str()
        ))
    })?;
    let mut passes = true;
    for (operator, wanted) in condition {
        passes &= holds(&value, operator, wanted)?;
    }
    Ok(passes)
}

/// Whether one condition holds.
fn holds(
    value: &serde_json::Value,
    operator: &str,
    wanted: &serde_json::Value,
) -> Result<bool, ToolError> {
    let empty = match value {
        serde_json::Value::Null => true,
        serde_json::Value::String(text) => text.is_empty(),
        serde_json::Value::Array(items) => items.is_empty(),
        _ => false,
    };
    let order = compare(value, wanted);
    let lower = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_lowercase();
    let contains = || match value {
        serde_json::Value::Array(items) => items.contains(wanted),
        text => !empty && lower(text).contains(&lower(wanted)),
    };
    Ok(match operator {
        "is_empty" => empty,
        "is_not_empty" => !empty,
        "equals" => order == Some(std::cmp::Ordering::Equal),
        "does_not_equal" => order != Some(std::cmp::Ordering::Equal),
        "contains" => contains(),
        "does_not_contain" => !contains(),
        "starts_with" => lower(value).starts_with(&lower(wanted)),
        "ends_with" => lower(value).ends_with(&lower(wanted)),
        "greater_than" | "after" => order == Some(std::cmp::Ordering::Greater),
        "less_than" | "before" => order == Some(std::cmp::Ordering::Less),
        "greater_than_or_equal_to" | "on_or_after" => order.is_some_and(std::cmp::Ordering::is_ge),
        "less_than_or_equal_to" | "on_or_before" => order.is_some_and(std::cmp::Ordering::is_le),
        other => {
            return Err(ToolError::invalid_argument(format!(
                "the condition `{other}` is not supported"
            )));
        }
    })
}

/// The order of two values of one type; dates compare by the shorter of the two texts, so that a
/// day equals every instant in it.
fn compare(a: &serde_json::Value, b: &serde_json::Value) -> Option<std::cmp::Ordering> {
    if let (Some(a), Some(b)) = (a.as_f64(), b.as_f64()) {
        return Some(a.total_cmp(&b));
    }
    if let (Some(a), Some(b)) = (a.as_bool(), b.as_bool()) {
        return Some(a.cmp(&b));
    }
    let text = |value: &serde_json::Value| -> Option<String> {
        value.as_str().or_else(|| value.get("start")?.as_str()).map(str::to_owned)
    };
    let (a, b) = (text(a)?, text(b)?);
    match (Timestamp::parse(&a), Timestamp::parse(&b)) {
        (Ok(x), Ok(y)) if a.len().min(b.len()) <= 10 => Some(x.date().cmp(&y.date())),
        (Ok(x), Ok(y)) => Some(x.cmp(&y)),
        _ => Some(a.cmp(&b)),
    }
}

fn sort_items(
    database: &Database,
    items: &mut [RowRef<NotionPage>],
    sort: &serde_json::Value,
) -> Result<(), ToolError> {
    let descending = sort.get("direction").and_then(|to| to.as_str()) == Some("descending");
    let (name, kind) = match sort.get("timestamp").and_then(|name| name.as_str()) {
        Some("created_time") => ("", PropertyKind::CreatedTime),
        Some("last_edited_time") => ("", PropertyKind::LastEditedTime),
        Some(other) => {
            return Err(ToolError::invalid_argument(format!("there is no timestamp `{other}`")));
        }
        None => {
            let name = text_at(sort, "property")?;
            let kind = database.properties.get(name).map(|schema| schema.kind);
            let kind =
                kind.or((name == "title").then_some(PropertyKind::Title)).ok_or_else(|| {
                    ToolError::invalid_argument(format!(
                        "the database has no property `{name}` to sort by"
                    ))
                })?;
            (name, kind)
        }
    };
    items.sort_by(|a, b| {
        let (a, b) = (property_of(a, name, kind), property_of(b, name, kind));
        // Items without a value come last in either direction.
        match (a.is_null(), b.is_null()) {
            (true, true) => std::cmp::Ordering::Equal,
            (true, false) => std::cmp::Ordering::Greater,
            (false, true) => std::cmp::Ordering::Less,
            (false, false) => {
                let order = compare(&a, &b).unwrap_or(std::cmp::Ordering::Equal);
                if descending { order.reverse() } else { order }
            }
        }
    });
    Ok(())
}

/// The page and, unless the identifier is the page's own, the block that it names.
fn block_place(
    state: &Notion,
    id: &str,
) -> Result<(Key<NotionPage>, Option<Key<Block>>), ToolError> {
    if let Some(page) = state.pages.get(id) {
        return Ok((page.id.clone(), None));
    }
    let block = state.blocks.find(id)?;
    Ok((block.page.clone(), Some(block.id.clone())))
}

/// The blocks directly under a page or a block, in order, archived ones too.
fn children_of(
    state: &Notion,
    page: &Key<NotionPage>,
    parent: Option<&Key<Block>>,
) -> Vec<RowRef<Block>> {
    let mut blocks =
        state.blocks.select(&|block| block.page == *page && block.parent_block.as_ref() == parent);
    blocks.sort_by_key(|block| block.position);
    blocks
}

fn check_holder(block: &Block) -> Result<(), ToolError> {
    if block.archived {
        return Err(ToolError::failed_precondition("the block is archived, restore it first"));
    }
    match holds_children(block.kind) {
        true => Ok(()),
        false => Err(ToolError::invalid_argument(format!(
            "a block of type `{}` cannot have children",
            block.kind.as_str()
        ))),
    }
}

fn holds_children(kind: BlockKind) -> bool {
    matches!(
        kind,
        BlockKind::Paragraph
            | BlockKind::BulletedListItem
            | BlockKind::NumberedListItem
            | BlockKind::ToDo
            | BlockKind::Toggle
            | BlockKind::Quote
            | BlockKind::Callout
    )
}

/// Block objects as an agent writes them, with at most two levels below.
fn read_blocks(children: &[Json], depth: usize) -> Result<Vec<NewBlock>, ToolError> {
    children.iter().map(|child| read_block(&child.0, depth)).collect()
}

fn read_block(value: &serde_json::Value, depth: usize) -> Result<NewBlock, ToolError> {
    const DEPTH_MAX: usize = 2;
    let fields = object_of("children", value)?;
    let named = fields.get("type").and_then(|kind| kind.as_str());
    let kind = BlockKind::ALL.iter().find(|kind| match named {
        Some(named) => named == kind.as_str(),
        None => fields.contains_key(kind.as_str()),
    });
    let Some(kind) = kind.copied() else {
        return Err(ToolError::invalid_argument(format!(
            "a block needs a type that can be written, such as `{{\"paragraph\":{{\"rich_text\":[]}}}}`, not `{}`",
            named.unwrap_or("none")
        )));
    };
    let body = fields.get(kind.as_str()).cloned().unwrap_or_default();
    let (text, settings) = read_block_body(kind, &body)?;
    let nested =
        body.get("children").or(fields.get("children")).and_then(|children| children.as_array());
    let mut children = Vec::new();
    for child in nested.into_iter().flatten() {
        if depth >= DEPTH_MAX || !holds_children(kind) {
            return Err(ToolError::invalid_argument(
                "these blocks cannot be nested so deeply in one call",
            ));
        }
        children.push(read_block(child, depth + 1)?);
    }
    Ok(NewBlock { kind, text: text.unwrap_or_default(), settings, children })
}

/// The text, when there is one, and the settings in the object under a block's type.
fn read_block_body(
    kind: BlockKind,
    body: &serde_json::Value,
) -> Result<(Option<String>, BTreeMap<String, Json>), ToolError> {
    let mut text = None;
    let mut settings = BTreeMap::new();
    for (name, value) in body.as_object().into_iter().flatten() {
        match name.as_str() {
            "rich_text" | "text" => text = Some(text_of(name, value)?),
            "expression" if kind == BlockKind::Equation => text = Some(text_of(name, value)?),
            "children" => {}
            _ => {
                settings.insert(name.clone(), Json(value.clone()));
            }
        }
    }
    if kind == BlockKind::ToDo
        && settings.get("checked").is_some_and(|checked| !checked.0.is_boolean())
    {
        return Err(ToolError::invalid_argument("`checked` must be true or false"));
    }
    Ok((text, settings))
}

/// What a change of a block says; its type cannot change.
fn read_block_change(
    block: &Block,
    change: &serde_json::Value,
) -> Result<(Option<String>, BTreeMap<String, Json>), ToolError> {
    match change.get(block.kind.as_str()) {
        Some(body) => read_block_body(block.kind, body),
        None => Err(ToolError::invalid_argument(format!(
            "the block is of type `{0}`: change it by `{{\"{0}\":…}}`",
            block.kind.as_str()
        ))),
    }
}

/// Adds blocks under a page or a block, from `position` on.
fn insert_blocks(
    state: &mut Notion,
    page: &Key<NotionPage>,
    parent: Option<Key<Block>>,
    position: usize,
    blocks: Vec<NewBlock>,
    cx: &mut Context,
) -> Result<Vec<RowRef<Block>>, ToolError> {
    let mut inserted = Vec::new();
    for (index, new) in blocks.into_iter().enumerate() {
        let block = Block {
            id: state.blocks.next_key(cx),
            page: page.clone(),
            parent_block: parent.clone(),
            position: i64::try_from(position + index).unwrap_or(0),
            kind: new.kind,
            text: new.text,
            settings: new.settings,
            archived: false,
            created_time: cx.now(),
            last_edited_time: cx.now(),
        };
        let block = state.blocks.insert(block)?;
        insert_blocks(state, page, Some(block.id.clone()), 0, new.children, cx)?;
        inserted.push(block);
    }
    Ok(inserted)
}

/// The simple part of Markdown: headings, lists, tasks, quotes, code, lines, paragraphs.
fn read_markdown(content: &str) -> Vec<NewBlock> {
    let new = |kind: BlockKind, text: &str| NewBlock {
        kind,
        text: text.to_owned(),
        settings: BTreeMap::new(),
        children: Vec::new(),
    };
    let mut blocks: Vec<NewBlock> = Vec::new();
    let mut code: Option<Vec<&str>> = None;
    let mut continues = false;
    for line in content.lines() {
        if line.trim_start().starts_with("```") {
            match code.take() {
                Some(lines) => blocks.push(new(BlockKind::Code, &lines.join("\n"))),
                None => code = Some(Vec::new()),
            }
            continues = false;
            continue;
        }
        if let Some(lines) = &mut code {
            lines.push(line);
            continue;
        }
        let line = line.trim();
        let marked = MARKS.iter().find_map(|(mark, kind)| Some((*kind, line.strip_prefix(mark)?)));
        match marked {
            _ if line.is_empty() => continues = false,
            _ if line == "---" => {
                blocks.push(new(BlockKind::Divider, ""));
                continues = false;
            }
            Some((kind, text)) => {
                let mut block = new(kind, text);
                if kind == BlockKind::ToDo {
                    let checked = serde_json::json!(!line.starts_with("- [ ]"));
                    block.settings.insert("checked".to_owned(), Json(checked));
                }
                blocks.push(block);
                continues = false;
            }
            None => {
                let numbered =
                    line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
                match (numbered, blocks.last_mut()) {
                    (Some((_, text)), _) => {
                        blocks.push(new(BlockKind::NumberedListItem, text));
                        continues = false;
                    }
                    (None, Some(last)) if continues => {
                        last.text.push('\n');
                        last.text.push_str(line);
                    }
                    (None, _) => {
                        blocks.push(new(BlockKind::Paragraph, line));
                        continues = true;
                    }
                }
            }
        }
    }
    if let Some(lines) = code {
        blocks.push(new(BlockKind::Code, &lines.join("\n")));
    }
    blocks
}

/// What a line of Markdown can begin with; longer marks first.
const MARKS: [(&str, BlockKind); 10] = [
    ("### ", BlockKind::Heading3),
    ("## ", BlockKind::Heading2),
    ("# ", BlockKind::Heading1),
    ("- [ ] ", BlockKind::ToDo),
    ("- [x] ", BlockKind::ToDo),
    ("- [X] ", BlockKind::ToDo),
    ("- ", BlockKind::BulletedListItem),
    ("* ", BlockKind::BulletedListItem),
    ("> ", BlockKind::Quote),
    ("+ ", BlockKind::BulletedListItem),
];

/// The discussion on the page or block that a comment's parent names; each has one for all that
/// is said about it directly.
fn open_discussion(
    state: &mut Notion,
    parent: &serde_json::Value,
    cx: &mut Context,
) -> Result<Key<Discussion>, ToolError> {
    let id = |name: &str| parent.get(name).and_then(|id| id.as_str());
    let (page, block) = match (id("page_id"), id("block_id")) {
        (Some(page), None) => (state.pages.find(page)?.id.clone(), None),
        (None, Some(block)) => block_place(state, block)?,
        _ => {
            return Err(ToolError::invalid_argument(
                "a comment's parent has a `page_id` or a `block_id`",
            ));
        }
    };
    require_live(state, &page)?;
    let discussion = Discussion { id: state.discussions.next_key(cx), page, block };
    Ok(state.discussions.insert(discussion)?.id.clone())
}

/// A small workspace: a home page with notes, a table of tasks, an archived page.
pub const FIXTURE: &str = r#"{
  "workspace": {"name": "Lumen Works", "me": "u1"},
  "users": {
    "u1": {"id": "u1", "type": "bot", "name": "Planner", "email": null, "avatar_url": null},
    "u2": {"id": "u2", "type": "person", "name": "Ana Duarte", "email": "ana@lumen.example", "avatar_url": "https://lumen.example/ana.png"},
    "u3": {"id": "u3", "type": "person", "name": "Ben Okafor", "email": "ben@lumen.example", "avatar_url": null}
  },
  "pages": {
    "p1": {"id": "p1", "parent_page": null, "database": null, "title": "Home", "properties": {}, "icon": {"emoji": "🏠"}, "cover": null, "archived": false, "created_by": "u2", "last_edited_by": "u2", "created_time": "2026-01-05T09:00:00Z", "last_edited_time": "2026-01-05T09:00:00Z"},
    "p2": {"id": "p2", "parent_page": "p1", "database": null, "title": "Launch notes", "properties": {}, "icon": null, "cover": null, "archived": false, "created_by": "u2", "last_edited_by": "u3", "created_time": "2026-01-06T09:00:00Z", "last_edited_time": "2026-02-01T09:00:00Z"},
    "p3": {"id": "p3", "parent_page": "p1", "database": null, "title": "Old launch", "properties": {}, "icon": null, "cover": null, "archived": true, "created_by": "u2", "last_edited_by": "u2", "created_time": "2025-03-01T09:00:00Z", "last_edited_time": "2025-09-01T09:00:00Z"},
    "p4": {"id": "p4", "parent_page": null, "database": "d1", "title": "Order lamps", "properties": {"Status": "Doing", "Cost": 80, "Due": "2026-03-10", "Owner": ["u3"]}, "icon": null, "cover": null, "archived": false, "created_by": "u2", "last_edited_by": "u2", "created_time": "2026-02-01T10:00:00Z", "last_edited_time": "2026-02-02T10:00:00Z"},
    "p5": {"id": "p5", "parent_page": null, "database": "d1", "title": "Rent the hall", "properties": {"Status": "Done", "Cost": 450, "Due": "2026-02-20", "Owner": ["u2"]}, "icon": null, "cover": null, "archived": false, "created_by": "u2", "last_edited_by": "u2", "created_time": "2026-02-01T11:00:00Z", "last_edited_time": "2026-02-03T10:00:00Z"}
  },
  "databases": {
    "d1": {"id": "d1", "parent_page": "p1", "title": "Tasks", "description": "What is to be done", "properties": {"Name": {"type": "title", "options": []}, "Status": {"type": "select", "options": ["Doing", "Done"]}, "Cost": {"type": "number", "options": []}, "Due": {"type": "date", "options": []}, "Owner": {"type": "people", "options": []}}, "icon": null, "cover": null, "archived": false, "created_time": "2026-01-05T10:00:00Z", "last_edited_time": "2026-01-05T10:00:00Z"}
  },
  "blocks": {
    "b1": {"id": "b1", "page": "p2", "parent_block": null, "position": 0, "type": "paragraph", "text": "We launch in June.", "settings": {}, "archived": false, "created_time": "2026-01-06T09:00:00Z", "last_edited_time": "2026-01-06T09:00:00Z"},
    "b2": {"id": "b2", "page": "p2", "parent_block": null, "position": 1, "type": "to_do", "text": "Book the hall", "settings": {"checked": false}, "archived": false, "created_time": "2026-01-06T09:01:00Z", "last_edited_time": "2026-01-06T09:01:00Z"},
    "b3": {"id": "b3", "page": "p2", "parent_block": null, "position": 2, "type": "paragraph", "text": "We launch in May.", "settings": {}, "archived": true, "created_time": "2026-01-06T09:02:00Z", "last_edited_time": "2026-01-20T09:02:00Z"}
  },
  "discussions": {
    "t1": {"id": "t1", "page": "p2", "block": null},
    "t2": {"id": "t2", "page": "p2", "block": "b2"}
  },
  "comments": {
    "c1": {"id": "c1", "discussion_id": "t1", "text": "Can we add prices?", "created_by": "u3", "created_time": "2026-01-10T09:00:00Z"},
    "c2": {"id": "c2", "discussion_id": "t2", "text": "Done on Monday", "created_by": "u2", "created_time": "2026-01-11T09:00:00Z"}
  }
}"#;
