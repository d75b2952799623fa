//! Bitwarden: a vault of items in folders, sends that are shared, and an organization with members, groups, collections and policies.
/// Everything that Bitwarden knows.
#[derive(State)]
pub struct Bitwarden {
    pub attachments: Table<Attachment>,
    pub folders: Table<Folder>,
    pub items: Table<Item>,
    pub org_events: Table<OrgEvent>,
    pub org_groups: Table<OrgGroup>,
    pub org_policies: Table<OrgPolicy>,
    pub org_subscription: One<OrgSubscription>,
    pub organizations: Table<Organization>,
    pub org_collections: Table<OrgCollection>,
    pub device_approvals: Table<DeviceApproval>,
    pub org_members: Table<OrgMember>,
    pub sends: Table<SendRow>,
    pub vault: One<Vault>,
}
/// A file that belongs to an item.
#[derive(Entity)]
pub struct Attachment {
    #[entity(key, sequence = "ATT-{:05}")]
    pub id: Key<Attachment>,
    #[entity(path)]
    pub file_path: String,
    #[entity(on_delete = cascade)]
    pub item_id: Key<Item>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Where items of the vault are filed.
#[derive(Entity)]
pub struct Folder {
    #[entity(key, sequence = "FOL-{:05}")]
    pub id: Key<Folder>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A login, note, card or identity in the vault.
#[derive(Entity)]
pub struct Item {
    #[entity(key, sequence = "ITE-{:05}")]
    pub id: Key<Item>,
    #[entity(title)]
    pub name: String,
    /// 1 a login, 2 a note, 3 a card, 4 an identity.
    #[entity(range = 1..=4)]
    pub r#type: i64,
    #[entity(body)]
    pub notes: Option<String>,
    pub login: Option<Json>,
    pub secure_note: Option<Json>,
    pub card: Option<Json>,
    pub identity: Option<Json>,
    #[entity(on_delete = clear)]
    pub folder_id: Option<Key<Folder>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(on_delete = clear)]
    pub organization_id: Option<Key<Organization>>,
    #[entity(on_delete = clear)]
    pub collection_ids: Vec<Key<OrgCollection>>,
    #[entity(default)]
    pub deleted: bool,
}
/// Something that was done in the organization.
#[derive(Entity)]
pub struct OrgEvent {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<OrgEvent>,
    pub date: Timestamp,
    #[entity(on_delete = clear)]
    pub acting_user_id: Option<Key<OrgMember>>,
    #[entity(on_delete = clear)]
    pub item_id: Option<Key<Item>>,
    #[entity(on_delete = clear)]
    pub collection_id: Option<Key<OrgCollection>>,
    #[entity(on_delete = clear)]
    pub group_id: Option<Key<OrgGroup>>,
    pub policy_id: Option<String>,
    #[entity(on_delete = clear)]
    pub member_id: Option<Key<OrgMember>>,
    pub action: Option<String>,
    pub detail: Option<String>,
}
/// Members of the organization with common access.
#[derive(Entity)]
pub struct OrgGroup {
    #[entity(key, uuid)]
    pub id: Key<OrgGroup>,
    #[entity(unique, title)]
    pub name: String,
    pub external_id: Option<String>,
    pub collections: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A rule of the organization.
#[derive(Entity)]
pub struct OrgPolicy {
    #[entity(key)]
    pub policy_type: IntKey<OrgPolicy>,
    #[entity(default)]
    pub enabled: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub data: Option<Json>,
}
/// What the organization pays for.
#[derive(Entity)]
pub struct OrgSubscription {
    pub password_manager: Option<Json>,
    pub secrets_manager: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A company or family that shares items.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, uuid)]
    pub id: Key<Organization>,
    #[entity(company)]
    pub name: String,
}
/// Items of an organization that are shared together.
#[derive(Entity)]
#[entity(unique(organization_id, name))]
pub struct OrgCollection {
    #[entity(key, uuid)]
    pub id: Key<OrgCollection>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(title)]
    pub name: String,
    pub external_id: Option<String>,
    pub groups: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A request to log in on a new device.
#[derive(Entity)]
pub struct DeviceApproval {
    #[entity(key, uuid)]
    pub id: Key<DeviceApproval>,
    #[entity(on_delete = cascade)]
    pub organization_id: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub member_id: Option<Key<OrgMember>>,
    pub device: Option<String>,
    #[entity(default = ApprovalStatus::Pending)]
    pub status: ApprovalStatus,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What became of a request.
#[derive(Choice)]
pub enum ApprovalStatus {
    Pending,
    Approved,
    Denied,
}
/// Someone who belongs to the organization or is invited to.
#[derive(Entity)]
pub struct OrgMember {
    #[entity(key, uuid)]
    pub id: Key<OrgMember>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(unique, email)]
    pub email: String,
    /// 0 an owner, 1 an admin, 2 a user, 4 a custom role.
    #[entity(range = 0..=4)]
    pub r#type: i64,
    #[entity(default = MemberStatus::Invited)]
    pub status: MemberStatus,
    pub external_id: Option<String>,
    pub permissions: Option<Json>,
    pub collections: Option<Json>,
    #[entity(on_delete = clear)]
    pub groups: Vec<Key<OrgGroup>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a member stands.
#[derive(Choice)]
pub enum MemberStatus {
    Invited,
    Accepted,
    Confirmed,
    Revoked,
}
/// A text or a file that is shared by a link.
#[derive(Entity)]
pub struct SendRow {
    #[entity(key, uuid)]
    pub id: Key<SendRow>,
    pub r#type: SendType,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub text: Option<String>,
    #[entity(default)]
    pub hidden: bool,
    #[entity(path)]
    pub file_path: Option<String>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(secret)]
    pub password: Option<String>,
    pub max_access_count: Option<f64>,
    pub expiration_date: Option<String>,
    pub deletion_date: Option<String>,
    #[entity(default)]
    pub disabled: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What a send shares.
#[derive(Choice)]
pub enum SendType {
    Text,
    File,
}
/// The state of the vault on this machine.
#[derive(Entity)]
pub struct Vault {
    #[entity(default = VaultStatus::Unlocked)]
    pub status: VaultStatus,
    #[entity(email)]
    pub user_email: Option<String>,
    pub last_sync: Option<Timestamp>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether the vault can be read.
#[derive(Choice)]
pub enum VaultStatus {
    Unauthenticated,
    Locked,
    Unlocked,
}
pub trait Tools {
    #[tool(list)]
    fn list_org_collections() -> Page<OrgCollection>;
    #[tool(get, key(collection_id))]
    fn get_org_collection() -> OrgCollection;
    #[tool(update, key(collection_id))]
    fn update_org_collection() -> OrgCollection;
    #[tool(delete, key(collection_id))]
    fn delete_org_collection() -> OrgCollection;
    #[tool(list)]
    fn list_org_members() -> Page<OrgMember>;
    #[tool(get, key(member_id))]
    fn get_org_member() -> OrgMember;
    #[tool(create)]
    fn invite_org_member() -> OrgMember;
    #[tool(update, key(member_id))]
    fn update_org_member() -> OrgMember;
    #[tool(delete, key(member_id))]
    fn remove_org_member() -> OrgMember;
    #[tool(list)]
    fn list_org_groups() -> Page<OrgGroup>;
    #[tool(get, key(group_id))]
    fn get_org_group() -> OrgGroup;
    #[tool(create)]
    fn create_org_group() -> OrgGroup;
    #[tool(update, key(group_id))]
    fn update_org_group() -> OrgGroup;
    #[tool(delete, key(group_id))]
    fn delete_org_group() -> OrgGroup;
    #[tool(get, key(member_id))]
    fn get_org_member_groups() -> OrgMember;
    #[tool(list, filter(groups has group_id))]
    fn get_org_group_members() -> Page<OrgMember>;
    #[tool(update, key(member_id), map(groups = group_ids))]
    fn update_org_member_groups() -> OrgMember;
    #[tool(simulate(external_computation, "the invitation is sent again by mail"))]
    fn reinvite_org_member();
    #[tool(update, key(member_id), set(status = MemberStatus::Revoked))]
    fn revoke_org_member() -> OrgMember;
    #[tool(update, key(member_id), set(status = MemberStatus::Confirmed), require(status = [MemberStatus::Revoked]))]
    fn restore_org_member() -> OrgMember;
    #[tool(simulate(unclear_effect, "it changes the groups of many members at once"))]
    fn update_org_group_members();
    #[tool(list)]
    fn list_org_policies() -> Page<OrgPolicy>;
    #[tool(get, key(policy_type))]
    fn get_org_policy() -> OrgPolicy;
    #[tool(update, key(policy_type))]
    fn update_org_policy() -> OrgPolicy;
    #[tool(
        list,
        filter(
            date>= start,
            date<= end,
            acting_user_id,
            item_id,
            collection_id,
            group_id,
            policy_id,
            member_id
        )
    )]
    fn get_org_events() -> Page<OrgEvent>;
    #[tool(get)]
    fn get_org_subscription() -> OrgSubscription;
    #[tool(update)]
    fn update_org_subscription() -> OrgSubscription;
    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn import_org_users_and_groups();
    #[tool(update, about = Vault, set(status = VaultStatus::Locked))]
    fn lock() -> Vault;
    #[tool(simulate(unclear_effect, "the secret that opens the vault is outside the arguments"))]
    fn unlock();
    #[tool(update, about = Vault, set(last_sync = cx.now()))]
    fn sync() -> Vault;
    #[tool(get)]
    fn status() -> Vault;
    #[tool(simulate(unclear_effect, "the type decides which table is read"))]
    fn list();
    #[tool(simulate(unclear_effect, "the object decides which table or which part of an item is read"))]
    fn get();
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn generate();
    #[tool(create)]
    fn create_item() -> Item;
    #[tool(create)]
    fn create_folder() -> Folder;
    #[tool(update, key(id))]
    fn edit_item() -> Item;
    #[tool(update, key(id))]
    fn edit_folder() -> Folder;
    #[tool(simulate(unclear_effect, "the object decides which table the row is removed from"))]
    fn delete();
    #[tool(update, key(member_id), set(status = MemberStatus::Confirmed), ignore(organization_id))]
    fn confirm() -> OrgMember;
    #[tool(create)]
    fn create_org_collection() -> OrgCollection;
    #[tool(update, key(collection_id), filter(organization_id))]
    fn edit_org_collection() -> OrgCollection;
    #[tool(update, key(item_id), filter(organization_id))]
    fn edit_item_collections() -> Item;
    #[tool(update, key(item_id))]
    fn move_tool() -> Item;
    #[tool(list, filter(organization_id))]
    fn device_approval_list() -> Page<DeviceApproval>;
    #[tool(update, key(request_id), filter(organization_id), set(status = ApprovalStatus::Approved), require(status = [ApprovalStatus::Pending]))]
    fn device_approval_approve() -> DeviceApproval;
    #[tool(simulate(unclear_effect, "it approves many requests at once"))]
    fn device_approval_approve_all();
    #[tool(update, key(request_id), filter(organization_id), set(status = ApprovalStatus::Denied), require(status = [ApprovalStatus::Pending]))]
    fn device_approval_deny() -> DeviceApproval;
    #[tool(simulate(unclear_effect, "it denies many requests at once"))]
    fn device_approval_deny_all();
    #[tool(update, key(id), set(deleted = false), ignore(object))]
    fn restore() -> Item;
    #[tool(create, set(r#type = SendType::Text))]
    fn create_text_send() -> SendRow;
    #[tool(create, set(r#type = SendType::File))]
    fn create_file_send() -> SendRow;
    #[tool(list)]
    fn list_send() -> Page<SendRow>;
    #[tool(get, key(id))]
    fn get_send() -> SendRow;
    #[tool(update, key(id))]
    fn edit_send() -> SendRow;
    #[tool(delete, key(id))]
    fn delete_send() -> SendRow;
    #[tool(update, key(id), set(password = None))]
    fn remove_send_password() -> SendRow;
    #[tool(create)]
    fn create_attachment() -> Attachment;
}
