//! Pipedrive: deals on their way through the stages of a pipeline, with the people, organizations, leads, products, activities and notes around them.
/// Everything that Pipedrive knows.
#[derive(State)]
pub struct Pipedrive {
    pub deal_products: Table<DealProduct>,
    pub activities: Table<Activity>,
    pub activity_types: Table<ActivityType>,
    pub deals: Table<Deal>,
    pub leads: Table<Lead>,
    pub notes: Table<Note>,
    pub organizations: Table<Organization>,
    pub persons: Table<Person>,
    pub pipelines: Table<Pipeline>,
    pub products: Table<Product>,
    pub stages: Table<Stage>,
    pub users: Table<User>,
}
/// One activity.
#[derive(Entity)]
pub struct Activity {
    #[entity(key, sequence)]
    pub id: IntKey<Activity>,
    #[entity(on_delete = clear)]
    pub user_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub deal_id: Option<IntKey<Deal>>,
    #[entity(on_delete = clear)]
    pub person_id: Option<IntKey<Person>>,
    #[entity(on_delete = clear)]
    pub org_id: Option<IntKey<Organization>>,
    #[entity(default)]
    pub done: bool,
    #[entity(title)]
    pub subject: String,
    pub due_date: Option<Date>,
}
/// One activity type.
#[derive(Entity)]
pub struct ActivityType {
    #[entity(key, sequence)]
    pub id: IntKey<ActivityType>,
    #[entity(title)]
    pub name: String,
}
/// One deal.
#[derive(Entity)]
pub struct Deal {
    #[entity(key, sequence)]
    pub id: IntKey<Deal>,
    #[entity(default = DealStatus::Open)]
    pub status: DealStatus,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub stage_id: Option<IntKey<Stage>>,
    #[entity(on_delete = clear)]
    pub pipeline_id: Option<IntKey<Pipeline>>,
    #[entity(title)]
    pub title: String,
    #[entity(money)]
    pub value: Option<f64>,
    #[entity(currency)]
    pub currency: Option<String>,
    #[entity(on_delete = clear)]
    pub person_id: Option<IntKey<Person>>,
    #[entity(on_delete = clear)]
    pub org_id: Option<IntKey<Organization>>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum DealStatus {
    Open,
    Won,
    Lost,
    Deleted,
}
/// One lead.
#[derive(Entity)]
pub struct Lead {
    #[entity(key, uuid)]
    pub id: Key<Lead>,
    #[entity(on_delete = clear)]
    pub person_id: Option<IntKey<Person>>,
    #[entity(on_delete = clear)]
    pub organization_id: Option<IntKey<Organization>>,
    #[entity(title)]
    pub title: String,
}
/// One note.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence)]
    pub id: IntKey<Note>,
    #[entity(on_delete = clear)]
    pub user_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub lead_id: Option<Key<Lead>>,
    #[entity(on_delete = clear)]
    pub deal_id: Option<IntKey<Deal>>,
    #[entity(on_delete = clear)]
    pub person_id: Option<IntKey<Person>>,
    #[entity(on_delete = cascade)]
    pub org_id: Option<IntKey<Organization>>,
    pub created_at: Option<Timestamp>,
    #[entity(body)]
    pub content: String,
}
/// One organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence)]
    pub id: IntKey<Organization>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(company)]
    pub name: String,
    #[entity(address)]
    pub address: Option<String>,
}
/// One person.
#[derive(Entity)]
pub struct Person {
    #[entity(key, sequence)]
    pub id: IntKey<Person>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub org_id: Option<IntKey<Organization>>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
}
/// One pipeline.
#[derive(Entity)]
pub struct Pipeline {
    #[entity(key, sequence)]
    pub id: IntKey<Pipeline>,
    #[entity(title)]
    pub name: String,
}
/// Something that is sold.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence)]
    pub id: IntKey<Product>,
    #[entity(product)]
    pub name: String,
    #[entity(sku)]
    pub code: Option<String>,
    #[entity(money)]
    pub price: Option<f64>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
}
/// A product as it is offered in one deal.
#[derive(Entity)]
pub struct DealProduct {
    #[entity(key, sequence)]
    pub id: IntKey<DealProduct>,
    #[entity(on_delete = cascade)]
    pub deal_id: IntKey<Deal>,
    #[entity(on_delete = cascade)]
    pub product_id: IntKey<Product>,
    #[entity(money)]
    pub item_price: Option<f64>,
    #[entity(quantity)]
    pub quantity: Option<f64>,
    pub discount: Option<f64>,
    pub duration: Option<i64>,
    pub tax: Option<f64>,
    #[entity(body)]
    pub comments: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One stage.
#[derive(Entity)]
pub struct Stage {
    #[entity(key, sequence)]
    pub id: IntKey<Stage>,
    #[entity(on_delete = cascade)]
    pub pipeline_id: IntKey<Pipeline>,
    #[entity(title)]
    pub name: String,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
}
pub trait Tools {
    #[tool(simulate(unclear_effect, "one value of the status filter stands for all deals that are not deleted"))]
    fn list_deals();
    #[tool(simulate(unclear_effect, "an argument chooses whether the words have to match exactly"))]
    fn search_deals();
    #[tool(get, key(deal_id))]
    fn get_deal() -> Deal;
    #[tool(delete, key(deal_id))]
    fn delete_deal() -> Deal;
    #[tool(list, filter(deal_id), page(limit, offset = start))]
    fn list_deal_activities() -> Page<Activity>;
    #[tool(list, filter(deal_id), page(limit, cursor))]
    fn list_deal_products() -> Page<DealProduct>;
    #[tool(create)]
    fn add_deal_product() -> DealProduct;
    #[tool(delete, key(product_attachment_id), filter(deal_id))]
    fn remove_deal_product() -> DealProduct;
    #[tool(list, filter(owner_id, org_id), page(limit, cursor))]
    fn list_persons() -> Page<Person>;
    #[tool(simulate(unclear_effect, "an argument chooses whether the words have to match exactly"))]
    fn search_persons();
    #[tool(get, key(person_id))]
    fn get_person() -> Person;
    #[tool(delete, key(person_id))]
    fn delete_person() -> Person;
    #[tool(simulate(unclear_effect, "what is kept of the two rows when their fields differ is not said"))]
    fn merge_persons();
    #[tool(list, filter(person_id), page(limit, offset = start))]
    fn list_person_deals() -> Page<Deal>;
    #[tool(list, filter(owner_id), page(limit, cursor))]
    fn list_organizations() -> Page<Organization>;
    #[tool(simulate(unclear_effect, "an argument chooses whether the words have to match exactly"))]
    fn search_organizations();
    #[tool(get, key(organization_id))]
    fn get_organization() -> Organization;
    #[tool(delete, key(organization_id))]
    fn delete_organization() -> Organization;
    #[tool(simulate(unclear_effect, "what is kept of the two rows when their fields differ is not said"))]
    fn merge_organizations();
    #[tool(list, filter(org_id = organization_id), page(limit, offset = start))]
    fn list_organization_deals() -> Page<Deal>;
    #[tool(list, filter(user_id, deal_id, person_id, org_id, done), page(limit, cursor))]
    fn list_activities() -> Page<Activity>;
    #[tool(get, key(activity_id))]
    fn get_activity() -> Activity;
    #[tool(delete, key(activity_id))]
    fn delete_activity() -> Activity;
    #[tool(list, page(limit, offset = start))]
    fn list_activity_types() -> Page<ActivityType>;
    #[tool(list, filter(person_id, organization_id), page(limit, offset = start))]
    fn list_leads() -> Page<Lead>;
    #[tool(simulate(unclear_effect, "an argument chooses whether the words have to match exactly"))]
    fn search_leads();
    #[tool(get, key(lead_id))]
    fn get_lead() -> Lead;
    #[tool(delete, key(lead_id))]
    fn delete_lead() -> Lead;
    #[tool(
        list,
        filter(user_id, lead_id, deal_id, person_id, org_id),
        page(limit, offset = start)
    )]
    fn list_notes() -> Page<Note>;
    #[tool(get, key(note_id))]
    fn get_note() -> Note;
    #[tool(delete, key(note_id))]
    fn delete_note() -> Note;
    #[tool(list, filter(owner_id), page(limit, cursor))]
    fn list_products() -> Page<Product>;
    #[tool(simulate(unclear_effect, "an argument chooses whether the words have to match exactly"))]
    fn search_products();
    #[tool(get, key(product_id))]
    fn get_product() -> Product;
    #[tool(delete, key(product_id))]
    fn delete_product() -> Product;
    #[tool(list, page(limit, cursor))]
    fn list_pipelines() -> Page<Pipeline>;
    #[tool(get, key(pipeline_id))]
    fn get_pipeline() -> Pipeline;
    #[tool(list, filter(pipeline_id), page(limit, cursor))]
    fn list_stages() -> Page<Stage>;
    #[tool(get, key(stage_id))]
    fn get_stage() -> Stage;
    #[tool(list, page(limit, offset = start))]
    fn list_users() -> Page<User>;
    #[tool(get, key(user_id))]
    fn get_user() -> User;
    #[tool(simulate(unclear_effect, "it looks through items of every kind"))]
    fn search_all_items();
    #[tool(simulate(unclear_effect, "it tells of changes of every kind, which the model does not record"))]
    fn list_recents();
}
