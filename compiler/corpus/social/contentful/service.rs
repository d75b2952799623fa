//! Contentful: spaces with environments of content types, entries, assets and experiences, and the taxonomy of an organization.
/// Everything that Contentful knows.
#[derive(State)]
pub struct Contentful {
    pub ai_actions: Table<AiAction>,
    pub assets: Table<Asset>,
    pub components: Table<Component>,
    pub concepts: Table<Concept>,
    pub concept_schemes: Table<ConceptScheme>,
    pub content_types: Table<ContentType>,
    pub data_assemblies: Table<DataAssembly>,
    pub editor_interfaces: Table<EditorInterface>,
    pub entries: Table<Entry>,
    pub environments: Table<Environment>,
    pub experiences: Table<Experience>,
    pub experience_fragments: Table<ExperienceFragment>,
    pub experience_templates: Table<ExperienceTemplate>,
    pub locales: Table<Locale>,
    pub orgs: Table<Org>,
    pub spaces: Table<Space>,
    pub tags: Table<Tag>,
}
/// A task for a language model, kept as a template.
#[derive(Entity)]
pub struct AiAction {
    #[entity(key, sequence = "AIA-{:05}")]
    pub id: Key<AiAction>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub instruction: Json,
    pub configuration: Json,
    pub test_cases: Option<Json>,
    #[entity(default)]
    pub published: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A file with its title.
#[derive(Entity)]
pub struct Asset {
    #[entity(key, sequence = "ASS-{:05}")]
    pub id: Key<Asset>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    pub file: Json,
    pub metadata: Option<Json>,
    #[entity(default)]
    pub published: bool,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A part that experiences are built of.
#[derive(Entity)]
pub struct Component {
    #[entity(key, sequence = "COM-{:05}")]
    pub id: Key<Component>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub viewports: Option<Json>,
    pub content_properties: Option<Json>,
    pub design_properties: Option<Json>,
    pub component_tree: Option<Json>,
    pub slots: Option<Json>,
    pub metadata: Option<Json>,
    pub version: Option<f64>,
    #[entity(default)]
    pub published: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A term of the taxonomy.
#[derive(Entity)]
pub struct Concept {
    #[entity(key, sequence = "CPT-{:05}")]
    pub id: Key<Concept>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Org>,
    pub pref_label: Json,
    #[entity(url)]
    pub uri: Option<String>,
    pub alt_labels: Option<Json>,
    pub hidden_labels: Option<Json>,
    pub definition: Option<Json>,
    pub editorial_note: Option<Json>,
    pub history_note: Option<Json>,
    pub example: Option<Json>,
    pub note: Option<Json>,
    pub scope_note: Option<Json>,
    pub notations: Vec<String>,
    pub broader: Option<Json>,
    pub related: Option<Json>,
    pub version: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Terms of the taxonomy that belong together.
#[derive(Entity)]
pub struct ConceptScheme {
    #[entity(key, sequence = "CSC-{:05}")]
    pub id: Key<ConceptScheme>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Org>,
    pub pref_label: Json,
    #[entity(url)]
    pub uri: Option<String>,
    pub definition: Option<Json>,
    pub editorial_note: Option<Json>,
    pub history_note: Option<Json>,
    pub example: Option<Json>,
    pub note: Option<Json>,
    pub scope_note: Option<Json>,
    pub top_concepts: Option<Json>,
    pub version: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Which fields entries of a kind have.
#[derive(Entity)]
pub struct ContentType {
    #[entity(key, sequence = "CTY-{:05}")]
    pub id: Key<ContentType>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: String,
    pub display_field: String,
    #[entity(body)]
    pub description: Option<String>,
    pub fields: Json,
    pub metadata: Option<Json>,
    #[entity(default)]
    pub published: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How content is gathered for an experience.
#[derive(Entity)]
pub struct DataAssembly {
    #[entity(key, sequence = "DAT-{:05}")]
    pub id: Key<DataAssembly>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub parameters: Json,
    pub resolvers: Json,
    pub r#return: Json,
    pub data_type: Json,
    pub variant: Option<String>,
    pub metadata: Option<Json>,
    pub version: Option<f64>,
    #[entity(default)]
    pub published: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// How entries of a content type are edited.
#[derive(Entity)]
pub struct EditorInterface {
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(key, on_delete = cascade)]
    pub content_type_id: Key<ContentType>,
    pub controls: Option<Json>,
    pub sidebar: Option<Json>,
    pub editor_layout: Option<Json>,
    pub group_controls: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A piece of content.
#[derive(Entity)]
pub struct Entry {
    #[entity(key, sequence = "ENT-{:05}")]
    pub id: Key<Entry>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(on_delete = cascade)]
    pub content_type_id: Key<ContentType>,
    pub fields: Json,
    pub metadata: Option<Json>,
    pub version: Option<f64>,
    #[entity(default)]
    pub published: bool,
    #[entity(default)]
    pub archived: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A version of the content of a space.
#[derive(Entity)]
pub struct Environment {
    #[entity(key, on_delete = cascade)]
    pub space_id: Key<Space>,
    #[entity(key)]
    pub id: String,
    #[entity(title)]
    pub name: String,
    pub source_environment_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A page that is put together from components.
#[derive(Entity)]
pub struct Experience {
    #[entity(key, sequence = "EXP-{:05}")]
    pub id: Key<Experience>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub experience_template: Option<Json>,
    pub viewports: Option<Json>,
    pub design_properties: Option<Json>,
    pub content_bindings: Option<Json>,
    pub slots: Option<Json>,
    pub metadata: Option<Json>,
    pub version: Option<f64>,
    #[entity(default)]
    pub published: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A part of a page that is reused.
#[derive(Entity)]
pub struct ExperienceFragment {
    #[entity(key, sequence = "EXF-{:05}")]
    pub id: Key<ExperienceFragment>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub component: Json,
    pub viewports: Json,
    pub design_properties: Json,
    pub content_bindings: Option<Json>,
    pub slots: Option<Json>,
    pub metadata: Option<Json>,
    pub version: Option<f64>,
    #[entity(default)]
    pub published: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What experiences of a kind have in common.
#[derive(Entity)]
pub struct ExperienceTemplate {
    #[entity(key, sequence = "EXT-{:05}")]
    pub id: Key<ExperienceTemplate>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub viewports: Option<Json>,
    pub content_properties: Option<Json>,
    pub design_properties: Option<Json>,
    pub component_tree: Option<Json>,
    pub slots: Option<Json>,
    pub metadata: Option<Json>,
    pub version: Option<f64>,
    #[entity(default)]
    pub published: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A language that content is kept in.
#[derive(Entity)]
#[entity(unique(space_id, environment_id, code))]
pub struct Locale {
    #[entity(key, sequence = "LOC-{:05}")]
    pub id: Key<Locale>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: String,
    #[entity(language)]
    pub code: String,
    pub fallback_code: Option<String>,
    #[entity(default = true)]
    pub content_delivery_api: bool,
    #[entity(default = true)]
    pub content_management_api: bool,
    #[entity(default)]
    pub default: bool,
    #[entity(default)]
    pub optional: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A company with an account.
#[derive(Entity)]
pub struct Org {
    #[entity(key, sequence = "ORG-{:05}")]
    pub organization_id: Key<Org>,
    #[entity(unique, company)]
    pub name: String,
}
/// Where the content of a project is kept.
#[derive(Entity)]
pub struct Space {
    #[entity(key, sequence = "SPA-{:05}")]
    pub id: Key<Space>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<Key<Org>>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A label for entries and assets.
#[derive(Entity)]
#[entity(unique(space_id, environment_id, name))]
pub struct Tag {
    #[entity(key)]
    pub id: Key<Tag>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    pub environment_id: String,
    #[entity(title)]
    pub name: String,
    pub visibility: TagVisibility,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `visibility` can be.
#[derive(Choice)]
pub enum TagVisibility {
    Public,
    Private,
}
pub trait Tools {
    #[tool(create)]
    fn create_ai_action() -> AiAction;
    #[tool(simulate(external_computation, "a language model writes the answer"))]
    fn invoke_ai_action();
    #[tool(simulate(external_computation, "the outcome is made by a language model outside"))]
    fn get_ai_action_invocation();
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_ai_action();
    #[tool(get, key(ai_action_id), filter(space_id, environment_id))]
    fn get_ai_action() -> AiAction;
    #[tool(
        list,
        filter(space_id, environment_id),
        sort(by = order),
        page(limit, offset = skip),
        ignore(select, include)
    )]
    fn list_ai_actions() -> Page<AiAction>;
    #[tool(
        update,
        key(ai_action_id),
        filter(space_id, environment_id),
        set(published = true)
    )]
    fn publish_ai_action() -> AiAction;
    #[tool(
        update,
        key(ai_action_id),
        filter(space_id, environment_id),
        set(published = false)
    )]
    fn unpublish_ai_action() -> AiAction;
    #[tool(update, key(ai_action_id), filter(space_id, environment_id))]
    fn update_ai_action() -> AiAction;
    #[tool(create, ignore(locale))]
    fn upload_asset() -> Asset;
    #[tool(simulate(unclear_effect, "which assets link to an entry is hidden in the fields of the entry"))]
    fn list_assets();
    #[tool(get, key(asset_id), filter(space_id, environment_id))]
    fn get_asset() -> Asset;
    #[tool(simulate(unclear_effect, "the spec does not tell what `fields` does"))]
    fn update_asset();
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_asset();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn publish_asset();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn unpublish_asset();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn archive_asset();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn unarchive_asset();
    #[tool(get, key(content_type_id), filter(space_id, environment_id))]
    fn get_content_type() -> ContentType;
    #[tool(
        list,
        filter(space_id, environment_id),
        sort(by = order),
        page(limit, offset = skip),
        ignore(select, include)
    )]
    fn list_content_types() -> Page<ContentType>;
    #[tool(create, map(id = content_type_id))]
    fn create_content_type() -> ContentType;
    #[tool(update, key(content_type_id), filter(space_id, environment_id))]
    fn update_content_type() -> ContentType;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_content_type();
    #[tool(
        update,
        key(content_type_id),
        filter(space_id, environment_id),
        set(published = true)
    )]
    fn publish_content_type() -> ContentType;
    #[tool(
        update,
        key(content_type_id),
        filter(space_id, environment_id),
        set(published = false)
    )]
    fn unpublish_content_type() -> ContentType;
    #[tool(simulate(unclear_effect, "the field is inside the fields of the content type"))]
    fn omit_content_type_field();
    #[tool(simulate(unclear_effect, "the field is inside the fields of the content type"))]
    fn delete_content_type_field();
    #[tool(simulate(unclear_effect, "the field is inside the fields of the content type"))]
    fn disable_content_type_field();
    #[tool(simulate(external_computation, "it composes instructions for the assistant"))]
    fn get_initial_context();
    #[tool(list, filter(space_id, environment_id))]
    fn list_editor_interfaces() -> Page<EditorInterface>;
    #[tool(get, key(content_type_id), filter(space_id, environment_id))]
    fn get_editor_interface() -> EditorInterface;
    #[tool(update, key(content_type_id), filter(space_id, environment_id))]
    fn update_editor_interface() -> EditorInterface;
    #[tool(simulate(unclear_effect, "the query holds conditions on any field"))]
    fn search_entries();
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn semantic_search();
    #[tool(create)]
    fn create_entry() -> Entry;
    #[tool(get, key(entry_id), filter(space_id, environment_id))]
    fn get_entry() -> Entry;
    #[tool(simulate(unclear_effect, "the references are hidden in the fields of the entry"))]
    fn resolve_entry_references();
    #[tool(simulate(unclear_effect, "earlier versions of an entry are not kept"))]
    fn get_entry_snapshot();
    #[tool(simulate(unclear_effect, "the given fields are merged into those of the entry and the version has to be the last one"))]
    fn update_entry();
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_entry();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn publish_entry();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn unpublish_entry();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn archive_entry();
    #[tool(simulate(unclear_effect, "it may work on many rows at once"))]
    fn unarchive_entry();
    #[tool(simulate(unclear_effect, "the list is inside the fields of the entry"))]
    fn append_entry_field();
    #[tool(create, map(id = environment_id))]
    fn create_environment() -> Environment;
    #[tool(
        list,
        filter(space_id, id = environment_id),
        sort(by = order),
        page(limit, offset = skip),
        ignore(select)
    )]
    fn list_environments() -> Page<Environment>;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_environment();
    #[tool(get, key(component_id), filter(space_id, environment_id))]
    fn get_component() -> Component;
    #[tool(list, filter(space_id, environment_id), sort(by = order), page(limit, cursor = page_next), ignore(page_prev))]
    fn list_components() -> Page<Component>;
    #[tool(create)]
    fn create_component() -> Component;
    #[tool(upsert, key(component_id))]
    fn upsert_component() -> Component;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_component();
    #[tool(
        update,
        key(component_id),
        filter(space_id, environment_id),
        set(published = true)
    )]
    fn publish_component() -> Component;
    #[tool(
        update,
        key(component_id),
        filter(space_id, environment_id),
        set(published = false)
    )]
    fn unpublish_component() -> Component;
    #[tool(get, key(data_assembly_id), filter(space_id, environment_id))]
    fn get_data_assembly() -> DataAssembly;
    #[tool(simulate(unclear_effect, "the published version may differ from the draft, which alone is kept"))]
    fn get_published_data_assembly();
    #[tool(simulate(unclear_effect, "how the wanted identifiers are written in one text is not told"))]
    fn list_data_assemblies();
    #[tool(simulate(unclear_effect, "how the wanted identifiers are written in one text is not told"))]
    fn list_published_data_assemblies();
    #[tool(create)]
    fn create_data_assembly() -> DataAssembly;
    #[tool(update, key(data_assembly_id), filter(space_id, environment_id))]
    fn update_data_assembly() -> DataAssembly;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_data_assembly();
    #[tool(
        update,
        key(data_assembly_id),
        filter(space_id, environment_id),
        set(published = true)
    )]
    fn publish_data_assembly() -> DataAssembly;
    #[tool(
        update,
        key(data_assembly_id),
        filter(space_id, environment_id),
        set(published = false)
    )]
    fn unpublish_data_assembly() -> DataAssembly;
    #[tool(get, key(experience_fragment_id), filter(space_id, environment_id))]
    fn get_experience_fragment() -> ExperienceFragment;
    #[tool(list, filter(space_id, environment_id), sort(by = order), page(limit, cursor = page_next), ignore(page_prev))]
    fn list_experience_fragments() -> Page<ExperienceFragment>;
    #[tool(create)]
    fn create_experience_fragment() -> ExperienceFragment;
    #[tool(update, key(experience_fragment_id), filter(space_id, environment_id))]
    fn update_experience_fragment() -> ExperienceFragment;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_experience_fragment();
    #[tool(
        update,
        key(experience_fragment_id),
        filter(space_id, environment_id),
        set(published = true)
    )]
    fn publish_experience_fragment() -> ExperienceFragment;
    #[tool(
        update,
        key(experience_fragment_id),
        filter(space_id, environment_id),
        set(published = false)
    )]
    fn unpublish_experience_fragment() -> ExperienceFragment;
    #[tool(get, key(experience_template_id), filter(space_id, environment_id))]
    fn get_experience_template() -> ExperienceTemplate;
    #[tool(list, filter(space_id, environment_id), sort(by = order), page(limit, cursor = page_next), ignore(page_prev))]
    fn list_experience_templates() -> Page<ExperienceTemplate>;
    #[tool(create)]
    fn create_experience_template() -> ExperienceTemplate;
    #[tool(upsert, key(experience_template_id))]
    fn upsert_experience_template() -> ExperienceTemplate;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_experience_template();
    #[tool(
        update,
        key(experience_template_id),
        filter(space_id, environment_id),
        set(published = true)
    )]
    fn publish_experience_template() -> ExperienceTemplate;
    #[tool(
        update,
        key(experience_template_id),
        filter(space_id, environment_id),
        set(published = false)
    )]
    fn unpublish_experience_template() -> ExperienceTemplate;
    #[tool(get, key(experience_id), filter(space_id, environment_id))]
    fn get_experience() -> Experience;
    #[tool(list, filter(space_id, environment_id), sort(by = order), page(limit, cursor = page_next), ignore(page_prev))]
    fn list_experiences() -> Page<Experience>;
    #[tool(create)]
    fn create_experience() -> Experience;
    #[tool(upsert, key(experience_id))]
    fn upsert_experience() -> Experience;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_experience();
    #[tool(
        update,
        key(experience_id),
        filter(space_id, environment_id),
        set(published = true)
    )]
    fn publish_experience() -> Experience;
    #[tool(
        update,
        key(experience_id),
        filter(space_id, environment_id),
        set(published = false)
    )]
    fn unpublish_experience() -> Experience;
    #[tool(simulate(external_computation, "it prepares a migration that other programs carry out"))]
    fn space_to_space_param_collection();
    #[tool(simulate(media, "it writes the content of a space to a file"))]
    fn export_space();
    #[tool(simulate(media, "it reads content from a file"))]
    fn import_space();
    #[tool(simulate(external_computation, "it prepares a migration that other programs carry out"))]
    fn space_to_space_migration_handler();
    #[tool(get, key(locale_id), filter(space_id, environment_id))]
    fn get_locale() -> Locale;
    #[tool(create)]
    fn create_locale() -> Locale;
    #[tool(
        list,
        filter(space_id, environment_id),
        sort(by = order),
        page(limit, offset = skip),
        ignore(select, include)
    )]
    fn list_locales() -> Page<Locale>;
    #[tool(simulate(unclear_effect, "the spec does not tell what `fields` does"))]
    fn update_locale();
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_locale();
    #[tool(list, sort(by = order), page(limit, offset = skip), ignore(select))]
    fn list_orgs() -> Page<Org>;
    #[tool(get, key(organization_id))]
    fn get_org() -> Org;
    #[tool(list, sort(by = order), page(limit, offset = skip), ignore(select))]
    fn list_spaces() -> Page<Space>;
    #[tool(get, key(space_id))]
    fn get_space() -> Space;
    #[tool(
        list,
        filter(space_id, environment_id),
        sort(by = order),
        page(limit, offset = skip),
        ignore(select)
    )]
    fn list_tags() -> Page<Tag>;
    #[tool(create)]
    fn create_tag() -> Tag;
    #[tool(create, map(id = concept_scheme_id))]
    fn create_concept_scheme() -> ConceptScheme;
    #[tool(get, key(concept_scheme_id), filter(organization_id))]
    fn get_concept_scheme() -> ConceptScheme;
    #[tool(simulate(unclear_effect, "the spec does not tell what `query` does"))]
    fn list_concept_schemes();
    #[tool(simulate(unclear_effect, "one of its arguments puts a concept into the top concepts"))]
    fn update_concept_scheme();
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_concept_scheme();
    #[tool(create, map(id = concept_id))]
    fn create_concept() -> Concept;
    #[tool(get, key(concept_id), filter(organization_id))]
    fn get_concept() -> Concept;
    #[tool(
        list,
        filter(organization_id, id = concept_id),
        sort(by = order),
        page(limit),
        ignore(select, include, get_descendants, get_ancestors, get_total_only)
    )]
    fn list_concepts() -> Page<Concept>;
    #[tool(update, key(concept_id), filter(organization_id))]
    fn update_concept() -> Concept;
    #[tool(simulate(unclear_effect, "a first call only asks for a token that confirms the second"))]
    fn delete_concept();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_usages();
}
