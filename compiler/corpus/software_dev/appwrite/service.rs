//! Appwrite keeps databases, their collections, and the attributes, indexes and documents of each
//! collection.

/// Everything that Appwrite knows.
#[derive(State)]
pub struct Appwrite {
    pub collections: Table<Collection>,
    pub documents: Table<Document>,
    pub databases: Table<Database>,
    pub indexes: Table<Index>,
    pub attributes: Table<Attribute>,
}

/// A set of documents with the same attributes.
#[derive(Entity)]
pub struct Collection {
    #[entity(default)]
    pub enabled: bool,
    pub permissions: Option<String>,
    #[entity(default)]
    pub document_security: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(key, on_delete = cascade)]
    pub database_id: Key<Database>,
    #[entity(key)]
    pub id: String,
    #[entity(title)]
    pub name: String,
}

/// One document of a collection.
#[derive(Entity)]
pub struct Document {
    pub data: Json,
    pub permissions: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(key, on_delete = cascade)]
    pub collection: Key<Collection>,
    #[entity(key)]
    pub id: String,
}

/// A set of collections.
#[derive(Entity)]
pub struct Database {
    #[entity(title)]
    pub name: String,
    #[entity(default)]
    pub enabled: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(key)]
    pub id: Key<Database>,
}

/// An index over attributes of a collection.
#[derive(Entity)]
pub struct Index {
    pub r#type: String,
    pub orders: Option<String>,
    pub attributes: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(key, on_delete = cascade)]
    pub collection: Key<Collection>,
    #[entity(key)]
    pub key: String,
}

/// A column that the documents of a collection have.
#[derive(Entity)]
pub struct Attribute {
    #[entity(key, on_delete = cascade)]
    pub collection: Key<Collection>,
    #[entity(key)]
    pub key: String,
    pub kind: AttributeKind,
    #[entity(default)]
    pub required: bool,
    #[entity(default)]
    pub array: bool,
    pub default: Option<Json>,
    pub size: Option<f64>,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub elements: Option<String>,
    #[entity(default)]
    pub encrypt: bool,
    pub related_collection_id: Option<String>,
    pub relation: Option<String>,
    #[entity(default)]
    pub two_way: bool,
    pub two_way_key: Option<String>,
    pub on_delete: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What sort of value an attribute holds.
#[derive(Choice)]
pub enum AttributeKind {
    Boolean,
    Datetime,
    Email,
    Enum,
    Float,
    Integer,
    Ip,
    Relationship,
    String,
    Url,
}

pub trait Tools {
    #[tool(create, map(id = database_id))]
    fn databases_create() -> Database;

    #[tool(
        create,
        map(collection = (database_id, collection_id)),
        set(kind = AttributeKind::Boolean),
    )]
    fn databases_create_boolean_attribute() -> Attribute;

    #[tool(create, map(id = collection_id))]
    fn databases_create_collection() -> Collection;

    #[tool(
        create,
        map(collection = (database_id, collection_id)),
        set(kind = AttributeKind::Datetime),
    )]
    fn databases_create_datetime_attribute() -> Attribute;

    #[tool(create, map(collection = (database_id, collection_id), id = document_id))]
    fn databases_create_document() -> Document;

    #[tool(
        create,
        map(collection = (database_id, collection_id)),
        set(kind = AttributeKind::Email),
    )]
    fn databases_create_email_attribute() -> Attribute;

    #[tool(create, map(collection = (database_id, collection_id)), set(kind = AttributeKind::Enum))]
    fn databases_create_enum_attribute() -> Attribute;

    #[tool(
        create,
        map(collection = (database_id, collection_id)),
        set(kind = AttributeKind::Float),
    )]
    fn databases_create_float_attribute() -> Attribute;

    #[tool(create, map(collection = (database_id, collection_id)))]
    fn databases_create_index() -> Index;

    #[tool(
        create,
        map(collection = (database_id, collection_id)),
        set(kind = AttributeKind::Integer),
    )]
    fn databases_create_integer_attribute() -> Attribute;

    #[tool(create, map(collection = (database_id, collection_id)), set(kind = AttributeKind::Ip))]
    fn databases_create_ip_attribute() -> Attribute;

    #[tool(simulate(
        unclear_effect,
        "without a key given, it takes one from the related collection"
    ))]
    fn databases_create_relationship_attribute();

    #[tool(
        create,
        map(collection = (database_id, collection_id)),
        set(kind = AttributeKind::String),
    )]
    fn databases_create_string_attribute() -> Attribute;

    #[tool(create, map(collection = (database_id, collection_id)), set(kind = AttributeKind::Url))]
    fn databases_create_url_attribute() -> Attribute;

    #[tool(delete, key(database_id))]
    fn databases_delete() -> Database;

    #[tool(delete, key((database_id, collection_id), key))]
    fn databases_delete_attribute() -> Attribute;

    #[tool(delete, key(database_id, collection_id))]
    fn databases_delete_collection() -> Collection;

    #[tool(delete, key((database_id, collection_id), document_id))]
    fn databases_delete_document() -> Document;

    #[tool(delete, key((database_id, collection_id), key))]
    fn databases_delete_index() -> Index;

    #[tool(get, key(database_id))]
    fn databases_get() -> Database;

    #[tool(get, key((database_id, collection_id), key))]
    fn databases_get_attribute() -> Attribute;

    #[tool(get, key(database_id, collection_id))]
    fn databases_get_collection() -> Collection;

    #[tool(get, key((database_id, collection_id), document_id), ignore(queries))]
    fn databases_get_document() -> Document;

    #[tool(get, key((database_id, collection_id), key))]
    fn databases_get_index() -> Index;

    #[tool(search(name ~ search), ignore(queries))]
    fn databases_list() -> Page<Database>;

    #[tool(list, filter(collection = (database_id, collection_id)), ignore(queries))]
    fn databases_list_attributes() -> Page<Attribute>;

    #[tool(search(name ~ search), filter(database_id), ignore(queries))]
    fn databases_list_collections() -> Page<Collection>;

    #[tool(list, filter(collection = (database_id, collection_id)), ignore(queries))]
    fn databases_list_documents() -> Page<Document>;

    #[tool(list, filter(collection = (database_id, collection_id)), ignore(queries))]
    fn databases_list_indexes() -> Page<Index>;

    #[tool(update, key(database_id))]
    fn databases_update() -> Database;

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_boolean_attribute();

    #[tool(update, key(database_id, collection_id))]
    fn databases_update_collection() -> Collection;

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_datetime_attribute();

    #[tool(simulate(unclear_effect, "the given values go into the data that the document has"))]
    fn databases_update_document();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_email_attribute();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_enum_attribute();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_float_attribute();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_integer_attribute();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_ip_attribute();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_relationship_attribute();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_string_attribute();

    #[tool(simulate(
        unclear_effect,
        "it may give the attribute a new key, under which its row would be another one",
    ))]
    fn databases_update_url_attribute();
}
