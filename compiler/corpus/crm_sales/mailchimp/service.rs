//! Mailchimp: audiences with their members and tags, and the campaigns that are written, scheduled and sent to them.
/// Everything that Mailchimp knows.
#[derive(State)]
pub struct Mailchimp {
    pub account: One<Account>,
    pub audiences: Table<Audience>,
    pub campaigns: Table<Campaign>,
    pub members: Table<Member>,
}
/// The account that the key belongs to.
#[derive(Entity)]
pub struct Account {
    #[entity(company)]
    pub account_name: String,
    #[entity(email)]
    pub email: String,
    #[entity(person)]
    pub contact_name: Option<String>,
}
/// One audience.
#[derive(Entity)]
pub struct Audience {
    #[entity(key, sequence = "AUD-{:05}")]
    pub list_id: Key<Audience>,
    #[entity(title)]
    pub name: String,
    pub contact: Json,
    #[entity(body)]
    pub permission_reminder: String,
    #[entity(person)]
    pub from_name: String,
    #[entity(email)]
    pub from_email: String,
    #[entity(title)]
    pub subject: String,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(default)]
    pub email_type_option: bool,
    #[entity(default)]
    pub double_optin: bool,
    #[entity(default)]
    pub has_welcome: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One campaign.
#[derive(Entity)]
pub struct Campaign {
    #[entity(key, sequence = "CAM-{:05}")]
    pub id: Key<Campaign>,
    pub r#type: CampaignType,
    #[entity(on_delete = cascade)]
    pub list_id: Key<Audience>,
    #[entity(title)]
    pub subject_line: String,
    #[entity(person)]
    pub from_name: String,
    #[entity(email)]
    pub reply_to: String,
    #[entity(title)]
    pub title: Option<String>,
    pub folder_id: Option<String>,
    #[entity(default)]
    pub authenticate: bool,
    #[entity(default)]
    pub auto_footer: bool,
    #[entity(default)]
    pub inline_css: bool,
    #[entity(default)]
    pub auto_tweet: bool,
    #[entity(default)]
    pub fb_comments: bool,
    #[entity(default)]
    pub timewarp: bool,
    pub template_id: Option<i64>,
    #[entity(default)]
    pub drag_and_drop: bool,
    pub batch_delay: Option<i64>,
    pub html: Option<String>,
    #[entity(body)]
    pub plain_text: Option<String>,
    #[entity(url)]
    pub url: Option<String>,
    pub template: Option<Json>,
    pub archive: Option<Json>,
    pub variate_contents: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(default = CampaignStatus::Save)]
    pub status: CampaignStatus,
    #[entity(created)]
    pub create_time: Timestamp,
    pub send_time: Option<Timestamp>,
}
/// What `type` can be.
#[derive(Choice)]
pub enum CampaignType {
    Regular,
    Plaintext,
    Absplit,
    Rss,
    Variate,
}
/// What `status` can be.
#[derive(Choice)]
pub enum CampaignStatus {
    Save,
    Paused,
    Schedule,
    Sending,
    Sent,
    Canceled,
    Canceling,
    Archived,
}
/// One member.
#[derive(Entity)]
pub struct Member {
    #[entity(key, on_delete = cascade)]
    pub list_id: Key<Audience>,
    #[entity(key, email)]
    pub email_address: String,
    #[entity(default = MemberStatus::Subscribed)]
    pub status: MemberStatus,
    pub merge_fields: Option<Json>,
    pub interests: Option<Json>,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(default)]
    pub vip: bool,
    #[entity(tag)]
    pub tags: Vec<String>,
    pub ip_signup: Option<String>,
    pub timestamp_signup: Option<Timestamp>,
    pub ip_opt: Option<String>,
    pub timestamp_opt: Option<Timestamp>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum MemberStatus {
    Subscribed,
    Unsubscribed,
    Cleaned,
    Pending,
    Transactional,
}
pub trait Tools {
    #[tool(simulate(external_computation, "it only asks whether the service answers"))]
    fn ping();
    #[tool(get)]
    fn get_account_info() -> Account;
    #[tool(list, page(limit = count, offset))]
    fn get_all_audiences() -> Page<Audience>;
    #[tool(create)]
    fn create_audience() -> Audience;
    #[tool(get, key(list_id))]
    fn get_audience_info() -> Audience;
    #[tool(update, key(list_id))]
    fn update_audience() -> Audience;
    #[tool(delete, key(list_id))]
    fn delete_audience() -> Audience;
    #[tool(list, filter(list_id, status, timestamp_opt >= since_timestamp_opt), page(limit = count, offset))]
    fn get_audience_members() -> Page<Member>;
    #[tool(create)]
    fn add_member_to_audience() -> Member;
    #[tool(get, key(list_id, email_address))]
    fn get_member_info() -> Member;
    #[tool(update, key(list_id, email_address))]
    fn update_member() -> Member;
    #[tool(delete, key(list_id, email_address))]
    fn delete_member() -> Member;
    #[tool(append(tags = tags), key(list_id, email_address))]
    fn add_member_tags() -> Member;
    #[tool(detach(tags = tags), key(list_id, email_address))]
    fn remove_member_tags() -> Member;
    #[tool(
        simulate(unclear_effect, "it tells of changes that the model does not record")
    )]
    fn get_member_activity();
    #[tool(list, filter(r#type = r#type, status, send_time <= before_send_time, send_time >= since_send_time, create_time <= before_create_time, create_time >= since_create_time, list_id, folder_id), sort(create_time, by = sort_field, direction = sort_dir), page(limit = count, offset))]
    fn get_all_campaigns() -> Page<Campaign>;
    #[tool(create)]
    fn create_campaign() -> Campaign;
    #[tool(get, key(campaign_id))]
    fn get_campaign_info() -> Campaign;
    #[tool(update, key(campaign_id))]
    fn set_campaign_content() -> Campaign;
    #[tool(update, key(campaign_id), set(status = CampaignStatus::Sent, send_time = cx.now()), require(status = [CampaignStatus::Save, CampaignStatus::Paused, CampaignStatus::Schedule]))]
    fn send_campaign() -> Campaign;
    #[tool(update, key(campaign_id), map(send_time = schedule_time), set(status = CampaignStatus::Schedule), require(status = [CampaignStatus::Save, CampaignStatus::Paused, CampaignStatus::Schedule]))]
    fn schedule_campaign() -> Campaign;
    #[tool(delete, key(campaign_id))]
    fn delete_campaign() -> Campaign;
}
