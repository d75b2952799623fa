//! Anytype keeps spaces with their members, and the objects, types, templates and lists in each.

/// Everything that Anytype knows.
#[derive(State)]
pub struct Anytype {
    pub list_views: Table<ListView>,
    pub objects: Table<Object>,
    pub spaces: Table<Space>,
    pub space_members: Table<SpaceMember>,
    pub templates: Table<Template>,
    pub types: Table<Type>,
}

/// A way to look at a list.
#[derive(Entity)]
pub struct ListView {
    #[entity(key, sequence = "LIS-{:05}")]
    pub id: Key<ListView>,
    #[entity(on_delete = cascade)]
    pub list_id: Key<Object>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    #[entity(title)]
    pub name: String,
}

/// A page, note, task or list; a list names the objects on it.
#[derive(Entity)]
pub struct Object {
    #[entity(key, sequence = "OBJ-{:05}")]
    pub id: Key<Object>,
    #[entity(body)]
    pub body: Option<String>,
    pub icon: Option<Json>,
    #[entity(title)]
    pub name: String,
    #[entity(url)]
    pub source: Option<String>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub type_key: Key<Type>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub template_id: Option<Key<Template>>,
    #[entity(on_delete = clear)]
    pub object_ids: Vec<Key<Object>>,
    #[entity(created)]
    pub created_date: Timestamp,
    #[entity(updated)]
    pub last_modified_date: Timestamp,
    pub last_opened_date: Option<Timestamp>,
}

/// One space.
#[derive(Entity)]
pub struct Space {
    #[entity(key, sequence = "SPA-{:05}")]
    pub id: Key<Space>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One space member.
#[derive(Entity)]
pub struct SpaceMember {
    #[entity(key, sequence = "SME-{:05}")]
    pub id: Key<SpaceMember>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
}

/// What a new object of a type starts with.
#[derive(Entity)]
pub struct Template {
    #[entity(key, sequence = "TEM-{:05}")]
    pub id: Key<Template>,
    #[entity(on_delete = cascade)]
    pub type_id: Key<Type>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A kind of object.
#[derive(Entity)]
pub struct Type {
    #[entity(key, sequence = "TYP-{:05}")]
    pub id: Key<Type>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

pub trait Tools {
    #[tool(list)]
    fn get_spaces() -> Page<Space>;

    #[tool(list, filter(space_id), page(limit, offset), ignore(include_text, full_response))]
    fn get_objects() -> Page<Object>;

    #[tool(get, key(object_id), filter(space_id), ignore(include_text))]
    fn get_object_content() -> Object;

    #[tool(create)]
    fn create_space() -> Space;

    #[tool(create)]
    fn create_object() -> Object;

    #[tool(delete, key(object_id), filter(space_id))]
    fn delete_object() -> Object;

    #[tool(simulate(external_computation, "the object is written out in another format"))]
    fn export_object();

    #[tool(list, filter(space_id), page(limit, offset))]
    fn get_space_members() -> Page<SpaceMember>;

    #[tool(list, filter(space_id), page(limit, offset))]
    fn get_types() -> Page<Type>;

    #[tool(get, key(type_id), filter(space_id))]
    fn get_type_details() -> Type;

    #[tool(list, filter(type_id, space_id), page(limit, offset))]
    fn get_templates() -> Page<Template>;

    #[tool(get, key(template_id), filter(type_id, space_id))]
    fn get_template_details() -> Template;

    #[tool(list, filter(list_id, space_id), page(limit, offset))]
    fn get_list_views() -> Page<ListView>;

    #[tool(simulate(unclear_effect, "what a view lets through is not kept in this model"))]
    fn get_list_view_objects();

    #[tool(append(object_ids = object_ids), key(list_id), filter(space_id))]
    fn add_objects_to_list() -> Object;

    #[tool(detach(object_ids = object_id), key(list_id), filter(space_id))]
    fn remove_object_from_list() -> Object;

    #[tool(
        search((name, description, body) ~ query),
        filter(type_key in types),
        sort(last_modified_date, descending, by = sort_property, direction = sort_direction),
        page(limit = limit, offset = offset),
        ignore(include_text),
    )]
    fn global_search() -> Page<Object>;

    #[tool(
        search((name, description, body) ~ query),
        filter(type_key in types, space_id),
        sort(last_modified_date, descending, by = sort_property, direction = sort_direction),
        page(limit = limit, offset = offset),
        ignore(include_text, full_response),
    )]
    fn search_space() -> Page<Object>;
}
