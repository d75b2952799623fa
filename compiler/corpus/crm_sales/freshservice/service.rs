//! Freshservice: an IT service desk with tickets and their conversations, requesters, agents, groups, products, canned responses and a knowledge base.

/// Everything that Freshservice knows.
#[derive(State)]
pub struct Freshservice {
    pub requester_group_members: Table<RequesterGroupMember>,
    pub agents: Table<Agent>,
    pub agent_fields: Table<AgentField>,
    pub canned_responses: Table<CannedResponse>,
    pub canned_response_folders: Table<CannedResponseFolder>,
    pub groups: Table<Group>,
    pub products: Table<Product>,
    pub requested_items: Table<RequestedItem>,
    pub requesters: Table<Requester>,
    pub requester_fields: Table<RequesterField>,
    pub requester_groups: Table<RequesterGroup>,
    pub service_items: Table<ServiceItem>,
    pub service_requests: Table<ServiceRequest>,
    pub solution_articles: Table<SolutionArticle>,
    pub solution_categories: Table<SolutionCategory>,
    pub solution_folders: Table<SolutionFolder>,
    pub tickets: Table<Ticket>,
    pub ticket_conversations: Table<TicketConversation>,
    pub ticket_fields: Table<TicketField>,
    pub workspaces: Table<Workspace>,
}

/// One agent.
#[derive(Entity)]
pub struct Agent {
    #[entity(key, sequence = "AGE-{:05}")]
    pub id: Key<Agent>,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(title)]
    pub job_title: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(person)]
    pub first_name: String,
    pub occasional: Option<Json>,
    pub work_phone_number: Option<i64>,
    pub mobile_phone_number: Option<i64>,
    #[entity(address)]
    pub address: Option<String>,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(timezone)]
    pub time_zone: Option<String>,
    pub location_id: Option<String>,
    pub time_format: Option<String>,
    pub department_ids: Option<String>,
    pub scoreboard_level_id: Option<String>,
    pub reporting_manager_id: Option<String>,
    pub background_information: Option<String>,
    pub can_see_all_tickets_from_associated_departments: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One agent field.
#[derive(Entity)]
pub struct AgentField {
    #[entity(key, sequence = "AF-{:05}")]
    pub id: Key<AgentField>,
    #[entity(title)]
    pub name: String,
    pub label: Option<String>,
    #[entity(default)]
    pub required: bool,
}

/// One canned response.
#[derive(Entity)]
pub struct CannedResponse {
    #[entity(key, sequence)]
    pub id: IntKey<CannedResponse>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub content: Option<String>,
    #[entity(on_delete = cascade)]
    pub folder_id: Option<IntKey<CannedResponseFolder>>,
}

/// One canned response folder.
#[derive(Entity)]
pub struct CannedResponseFolder {
    #[entity(key, sequence)]
    pub id: IntKey<CannedResponseFolder>,
    #[entity(unique, title)]
    pub name: String,
}

/// A group of agents.
#[derive(Entity)]
pub struct Group {
    #[entity(key, sequence)]
    pub id: IntKey<Group>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One product.
#[derive(Entity)]
pub struct Product {
    #[entity(key, sequence)]
    pub id: IntKey<Product>,
    #[entity(unique, product)]
    pub name: String,
    pub status: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(company)]
    pub manufacturer: Option<String>,
    pub asset_type_id: i64,
    #[entity(body)]
    pub description_text: Option<String>,
    pub mode_of_procurement: Option<String>,
    pub depreciation_type_id: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A catalog item asked for in a ticket.
#[derive(Entity)]
pub struct RequestedItem {
    #[entity(key, sequence = "REQ-{:05}")]
    pub id: Key<RequestedItem>,
    #[entity(on_delete = cascade)]
    pub ticket_id: IntKey<Ticket>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub service_item_id: Option<IntKey<ServiceItem>>,
    #[entity(quantity, default = 1)]
    pub quantity: i64,
}

/// One requester.
#[derive(Entity)]
pub struct Requester {
    #[entity(key, sequence)]
    pub id: IntKey<Requester>,
    #[entity(address)]
    pub address: Option<String>,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(title)]
    pub job_title: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(timezone)]
    pub time_zone: Option<String>,
    #[entity(person)]
    pub first_name: String,
    pub location_id: Option<i64>,
    pub time_format: Option<String>,
    pub custom_fields: Option<Json>,
    #[entity(unique, email)]
    pub primary_email: Option<String>,
    pub department_ids: Option<Json>,
    #[entity(email)]
    pub secondary_emails: Vec<String>,
    pub work_phone_number: Option<Json>,
    pub mobile_phone_number: Option<Json>,
    #[entity(on_delete = clear)]
    pub reporting_manager_id: Option<IntKey<Requester>>,
    pub background_information: Option<String>,
    #[entity(default)]
    pub can_see_all_tickets_from_associated_departments: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One requester field.
#[derive(Entity)]
pub struct RequesterField {
    #[entity(key, sequence = "RF-{:05}")]
    pub id: Key<RequesterField>,
    #[entity(title)]
    pub name: String,
    pub label: Option<String>,
    #[entity(default)]
    pub required: bool,
}

/// One requester group.
#[derive(Entity)]
pub struct RequesterGroup {
    #[entity(key, sequence)]
    pub id: IntKey<RequesterGroup>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something that the service catalog offers.
#[derive(Entity)]
pub struct ServiceItem {
    #[entity(key, sequence)]
    pub display_id: IntKey<ServiceItem>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// One service request.
#[derive(Entity)]
pub struct ServiceRequest {
    #[entity(key, sequence = "SER-{:05}")]
    pub id: Key<ServiceRequest>,
    #[entity(email)]
    pub email: String,
    #[entity(quantity, default = 1, range = 1..=1_000)]
    pub quantity: i64,
    #[entity(on_delete = cascade)]
    pub display_id: IntKey<ServiceItem>,
    #[entity(email)]
    pub requested_for: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// An article of the knowledge base; status 1 is a draft, 2 is published.
#[derive(Entity)]
pub struct SolutionArticle {
    #[entity(key, sequence)]
    pub id: IntKey<SolutionArticle>,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(title)]
    pub title: String,
    #[entity(default = 1, range = 1..=2)]
    pub status: i64,
    pub keywords: Vec<String>,
    #[entity(on_delete = cascade)]
    pub folder_id: IntKey<SolutionFolder>,
    #[entity(body)]
    pub description: String,
    pub review_date: Option<String>,
    pub article_type: Option<i64>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One solution category.
#[derive(Entity)]
pub struct SolutionCategory {
    #[entity(key, sequence)]
    pub id: IntKey<SolutionCategory>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<IntKey<Workspace>>,
    #[entity(default)]
    pub default_category: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One solution folder.
#[derive(Entity)]
#[entity(unique(category_id, name))]
pub struct SolutionFolder {
    #[entity(key, sequence)]
    pub id: IntKey<SolutionFolder>,
    #[entity(title)]
    pub name: String,
    pub visibility: Option<i64>,
    #[entity(on_delete = cascade)]
    pub category_id: IntKey<SolutionCategory>,
    #[entity(body)]
    pub description: Option<String>,
    pub department_ids: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One ticket.
#[derive(Entity)]
pub struct Ticket {
    #[entity(key, sequence)]
    pub id: IntKey<Ticket>,
    #[entity(email)]
    pub email: Option<String>,
    pub source: String,
    pub status: String,
    #[entity(title)]
    pub subject: String,
    pub priority: String,
    #[entity(body)]
    pub description: String,
    #[entity(on_delete = clear)]
    pub requester_id: Option<IntKey<Requester>>,
    pub custom_fields: Option<Json>,
    #[entity(on_delete = clear)]
    pub workspace_id: Option<IntKey<Workspace>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A reply or a private note on a ticket.
#[derive(Entity)]
pub struct TicketConversation {
    #[entity(key, sequence)]
    pub id: IntKey<TicketConversation>,
    #[entity(body)]
    pub body: String,
    #[entity(on_delete = cascade)]
    pub ticket_id: IntKey<Ticket>,
    #[entity(default = ConversationKind::Note)]
    pub kind: ConversationKind,
    pub user_id: Option<i64>,
    #[entity(email)]
    pub from_email: Option<String>,
    #[entity(email)]
    pub cc_emails: Vec<String>,
    #[entity(email)]
    pub bcc_emails: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One ticket field.
#[derive(Entity)]
pub struct TicketField {
    #[entity(key, sequence = "TIC-{:05}")]
    pub id: Key<TicketField>,
    #[entity(title)]
    pub name: String,
    pub label: Option<String>,
    #[entity(default)]
    pub required: bool,
}

/// One workspace.
#[derive(Entity)]
pub struct Workspace {
    #[entity(key, sequence)]
    pub id: IntKey<Workspace>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}

/// A requester's place in a requester group.
#[derive(Entity)]
#[entity(unique(group_id, requester_id))]
pub struct RequesterGroupMember {
    #[entity(key, sequence = "RGM-{:05}")]
    pub id: Key<RequesterGroupMember>,
    #[entity(on_delete = cascade)]
    pub group_id: IntKey<RequesterGroup>,
    #[entity(on_delete = cascade)]
    pub requester_id: IntKey<Requester>,
}

/// Whether an entry of a conversation goes to the requester.
#[derive(Choice)]
pub enum ConversationKind {
    Reply,
    Note,
}

pub trait Tools {
    #[tool(list)]
    fn get_ticket_fields() -> Page<TicketField>;
    #[tool(list, page(page, limit = per_page))]
    fn get_tickets() -> Page<Ticket>;
    #[tool(create)]
    fn create_ticket() -> Ticket;
    #[tool(simulate(unclear_effect, "which fields of the ticket the object may hold is not declared"))]
    fn update_ticket();
    #[tool(simulate(unclear_effect, "the query is written in the product's own filter language"))]
    fn filter_tickets();
    #[tool(delete, key(ticket_id))]
    fn delete_ticket() -> Ticket;
    #[tool(get, key(ticket_id))]
    fn get_ticket_by_id() -> Ticket;
    #[tool(list, page(page, limit = per_page))]
    fn list_service_items() -> Page<ServiceItem>;
    #[tool(list, filter(ticket_id))]
    fn get_requested_items() -> Page<RequestedItem>;
    #[tool(create)]
    fn create_service_request() -> ServiceRequest;
    #[tool(create, set(kind = ConversationKind::Reply))]
    fn send_ticket_reply() -> TicketConversation;
    #[tool(create, set(kind = ConversationKind::Note))]
    fn create_ticket_note() -> TicketConversation;
    #[tool(update, key(conversation_id))]
    fn update_ticket_conversation() -> TicketConversation;
    #[tool(list, filter(ticket_id))]
    fn list_all_ticket_conversation() -> Page<TicketConversation>;
    #[tool(list, page(page, limit = per_page))]
    fn get_all_products() -> Page<Product>;
    #[tool(get, key(product_id))]
    fn get_products_by_id() -> Product;
    #[tool(create)]
    fn create_product() -> Product;
    #[tool(update, key(id))]
    fn update_product() -> Product;
    #[tool(create)]
    fn create_requester() -> Requester;
    #[tool(list, page(page, limit = per_page))]
    fn get_all_requesters() -> Page<Requester>;
    #[tool(get, key(requester_id))]
    fn get_requester_id() -> Requester;
    #[tool(list)]
    fn list_all_requester_fields() -> Page<RequesterField>;
    #[tool(update, key(requester_id))]
    fn update_requester() -> Requester;
    #[tool(simulate(unclear_effect, "the query is written in the product's own filter language"))]
    fn filter_requesters();
    #[tool(create)]
    fn create_agent() -> Agent;
    #[tool(simulate(unclear_effect, "it names the agent by a number, where the other tools use a text"))]
    fn get_agent();
    #[tool(list, page(page, limit = per_page))]
    fn get_all_agents() -> Page<Agent>;
    #[tool(simulate(unclear_effect, "the query is written in the product's own filter language"))]
    fn filter_agents();
    #[tool(update, key(agent_id))]
    fn update_agent() -> Agent;
    #[tool(list)]
    fn get_agent_fields() -> Page<AgentField>;
    #[tool(list)]
    fn get_all_agent_groups() -> Page<Group>;
    #[tool(get, key(group_id))]
    fn get_agent_group_by_id() -> Group;
    #[tool(create)]
    fn add_requester_to_group() -> RequesterGroupMember;
    #[tool(simulate(unclear_effect, "which fields of the group the object holds is not declared"))]
    fn create_group();
    #[tool(simulate(unclear_effect, "which fields of the group the object may hold is not declared"))]
    fn update_group();
    #[tool(list, page(page, limit = per_page))]
    fn get_all_requester_groups() -> Page<RequesterGroup>;
    #[tool(get, key(requester_group_id))]
    fn get_requester_groups_by_id() -> RequesterGroup;
    #[tool(create)]
    fn create_requester_group() -> RequesterGroup;
    #[tool(update, key(id))]
    fn update_requester_group() -> RequesterGroup;
    #[tool(list, filter(group_id))]
    fn list_requester_group_members() -> Page<RequesterGroupMember>;
    #[tool(list)]
    fn get_all_canned_response() -> Page<CannedResponse>;
    #[tool(get, key(id))]
    fn get_canned_response() -> CannedResponse;
    #[tool(list)]
    fn list_all_canned_response_folder() -> Page<CannedResponseFolder>;
    #[tool(get, key(id))]
    fn list_canned_response_folder() -> CannedResponseFolder;
    #[tool(list)]
    fn list_all_workspaces() -> Page<Workspace>;
    #[tool(get, key(id))]
    fn get_workspace() -> Workspace;
    #[tool(list)]
    fn get_all_solution_category() -> Page<SolutionCategory>;
    #[tool(get, key(id))]
    fn get_solution_category() -> SolutionCategory;
    #[tool(create)]
    fn create_solution_category() -> SolutionCategory;
    #[tool(update, key(category_id))]
    fn update_solution_category() -> SolutionCategory;
    #[tool(list, filter(category_id = id))]
    fn get_list_of_solution_folder() -> Page<SolutionFolder>;
    #[tool(get, key(id))]
    fn get_solution_folder() -> SolutionFolder;
    #[tool(list, filter(folder_id = id))]
    fn get_list_of_solution_article() -> Page<SolutionArticle>;
    #[tool(get, key(id))]
    fn get_solution_article() -> SolutionArticle;
    #[tool(create)]
    fn create_solution_article() -> SolutionArticle;
    #[tool(update, key(article_id))]
    fn update_solution_article() -> SolutionArticle;
    #[tool(create)]
    fn create_solution_folder() -> SolutionFolder;
    #[tool(update, key(id))]
    fn update_solution_folder() -> SolutionFolder;
    #[tool(update, key(article_id), set(status = 2))]
    fn publish_solution_article() -> SolutionArticle;
}
