//! Kobana Admin: a bank-integration account's subaccounts and users, its certificates, and its connections to providers.
/// Everything that the account knows.
#[derive(State)]
pub struct KobanaAdmin {
    pub certificates: Table<Certificate>,
    pub connections: Table<Connection>,
    pub connection_associations: Table<ConnectionAssociation>,
    pub subaccounts: Table<Subaccount>,
    pub users: Table<User>,
}
/// A certificate that connections sign with.
#[derive(Entity)]
pub struct Certificate {
    #[entity(key, sequence = "CER-{:05}")]
    pub uid: Key<Certificate>,
    #[entity(len = 1..=200, title)]
    pub label: String,
    pub cnpj_cpf: String,
    #[entity(default)]
    pub subaccounts: bool,
    pub r#type: CertificateType,
    pub files: Json,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What `type` can be.
#[derive(Choice)]
pub enum CertificateType {
    Crt,
    Pfx,
}
/// Access to one provider's interfaces.
#[derive(Entity)]
pub struct Connection {
    #[entity(key, sequence = "CON-{:05}")]
    pub uid: Key<Connection>,
    #[entity(title)]
    pub label: Option<String>,
    #[entity(slug)]
    pub provider_slug: String,
    #[entity(default = ConnectionEnvironment::Production)]
    pub environment: ConnectionEnvironment,
    #[entity(default)]
    pub enabled: bool,
    pub apis: Vec<String>,
    pub credentials: Json,
    #[entity(on_delete = clear)]
    pub certificate_uid: Option<Key<Certificate>>,
    #[entity(default)]
    pub validated: bool,
    pub associations: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `environment` can be.
#[derive(Choice)]
pub enum ConnectionEnvironment {
    Production,
    Homologation,
}
/// Something that a connection is used for.
#[derive(Entity)]
pub struct ConnectionAssociation {
    #[entity(key, sequence = "ASC-{:05}")]
    pub id: Key<ConnectionAssociation>,
    #[entity(on_delete = cascade)]
    pub connection_uid: Key<Connection>,
    pub resource: Json,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A client's account inside the main one.
#[derive(Entity)]
pub struct Subaccount {
    #[entity(key, sequence)]
    pub id: IntKey<Subaccount>,
    #[entity(len = 1..=200, title)]
    pub nickname: String,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(company)]
    pub business_name: Option<String>,
    pub business_cnpj: Option<String>,
    #[entity(company)]
    pub business_legal_name: Option<String>,
    pub external_id: Option<String>,
    pub custom_data: Option<Json>,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub account_type: Option<SubaccountAccountType>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub middle_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    pub gender: Option<String>,
    pub cpf: Option<String>,
    #[entity(address)]
    pub address_street_name: Option<String>,
    pub address_number: Option<String>,
    pub address_complement: Option<String>,
    pub address_neighborhood: Option<String>,
    #[entity(city)]
    pub address_city_name: Option<String>,
    pub address_state: Option<String>,
    pub address_zipcode: Option<String>,
    #[entity(phone)]
    pub phone_number: Option<String>,
    #[entity(phone)]
    pub mobile_number: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `account_type` can be.
#[derive(Choice)]
pub enum SubaccountAccountType {
    Individual,
    Juridical,
}
/// Someone who may sign in.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    #[entity(unique, email)]
    pub email: String,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(person)]
    pub middle_name: Option<String>,
    #[entity(person)]
    pub last_name: Option<String>,
    pub permissions: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(list, page(page, limit = per_page))]
    fn list_admin_certificates() -> Page<Certificate>;
    #[tool(create)]
    fn create_admin_certificate() -> Certificate;
    #[tool(
        list,
        filter(
            provider_slug,
            certificate_uid,
            enabled,
            validated,
            created_at >= created_from,
            created_at <= created_to
        ),
        page(page, limit = per_page)
    )]
    fn list_admin_connections() -> Page<Connection>;
    #[tool(create)]
    fn create_admin_connection() -> Connection;
    #[tool(get, key(uid))]
    fn get_admin_connection() -> Connection;
    #[tool(update, key(uid), ignore(revalidate))]
    fn update_admin_connection() -> Connection;
    #[tool(delete, key(uid))]
    fn delete_admin_connection() -> Connection;
    #[tool(create)]
    fn create_admin_connection_association() -> ConnectionAssociation;
    #[tool(simulate(unclear_effect, "the association is named by a nested object, not by a key"))]
    fn delete_admin_connection_association();
    #[tool(
        list,
        filter(email, business_cnpj, created_at>= created_from, created_at<= created_to),
        page(page, limit = per_page)
    )]
    fn list_admin_subaccounts() -> Page<Subaccount>;
    #[tool(create)]
    fn create_admin_subaccount() -> Subaccount;
    #[tool(get, key(id))]
    fn get_admin_subaccount() -> Subaccount;
    #[tool(update, key(id))]
    fn update_admin_subaccount() -> Subaccount;
    #[tool(list, filter(email), page(page, limit = per_page))]
    fn list_admin_users() -> Page<User>;
    #[tool(create)]
    fn create_admin_user() -> User;
    #[tool(update, key(id))]
    fn update_admin_user() -> User;
    #[tool(delete, key(id))]
    fn delete_admin_user() -> User;
}
