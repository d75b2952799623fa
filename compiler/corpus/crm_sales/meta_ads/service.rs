//! Meta Ads: ad accounts with campaigns, ad sets, ads, creatives and images, and what ads can be aimed at.
/// Everything that Meta Ads knows.
#[derive(State)]
pub struct MetaAds {
    pub ads: Table<Ad>,
    pub ad_creatives: Table<AdCreative>,
    pub adsets: Table<Adset>,
    pub budget_schedules: Table<BudgetSchedule>,
    pub campaigns: Table<Campaign>,
    pub demographics: Table<Demographic>,
    pub geo_locations: Table<GeoLocation>,
    pub interests: Table<Interest>,
    pub pages: Table<PageRow>,
    pub accounts: Table<Account>,
    pub ad_images: Table<AdImage>,
    pub behaviors: Table<Behavior>,
}
/// An ad: a creative shown for an ad set.
#[derive(Entity)]
pub struct Ad {
    #[entity(key, sequence = "AD-{:05}")]
    pub id: Key<Ad>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub adset_id: Key<Adset>,
    pub creative_id: Key<AdCreative>,
    #[entity(default = Status::Paused)]
    pub status: Status,
    #[entity(money)]
    pub bid_amount: Option<i64>,
    pub tracking_specs: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What an ad looks like.
#[derive(Entity)]
pub struct AdCreative {
    #[entity(key, sequence = "ADC-{:05}")]
    pub id: Key<AdCreative>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(on_delete = clear)]
    pub image_hash: Option<Key<AdImage>>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(on_delete = clear)]
    pub page_id: Option<Key<PageRow>>,
    #[entity(url)]
    pub link_url: Option<String>,
    #[entity(body)]
    pub message: Option<String>,
    pub messages: Option<Json>,
    pub headline: Option<String>,
    pub headlines: Option<Json>,
    #[entity(body)]
    pub description: Option<String>,
    pub descriptions: Option<Json>,
    pub image_hashes: Vec<String>,
    pub video_id: Option<String>,
    #[entity(url)]
    pub thumbnail_url: Option<String>,
    pub optimization_type: Option<String>,
    pub dynamic_creative_spec: Option<Json>,
    pub call_to_action_type: Option<String>,
    pub lead_gen_form_id: Option<String>,
    pub instagram_actor_id: Option<String>,
    pub ad_formats: Vec<String>,
    pub asset_customization_rules: Option<Json>,
    pub creative_features_spec: Option<Json>,
    #[entity(phone)]
    pub phone_number: Option<String>,
    pub url_tags: Option<String>,
    pub caption: Option<String>,
    pub image_crops: Option<Json>,
    pub object_story_id: Option<String>,
    #[entity(default)]
    pub disable_all_enhancements: bool,
    pub event_id: Option<String>,
    pub reminder_data: Option<Json>,
    pub videos: Option<Json>,
    pub images: Option<Json>,
    pub facebook_branded_content: Option<Json>,
    pub instagram_branded_content: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Ads with a common audience, budget and schedule.
#[derive(Entity)]
pub struct Adset {
    #[entity(key, sequence = "ADS-{:05}")]
    pub id: Key<Adset>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(on_delete = cascade)]
    pub campaign_id: Key<Campaign>,
    #[entity(title)]
    pub name: String,
    pub optimization_goal: String,
    pub billing_event: String,
    #[entity(default = Status::Paused)]
    pub status: Status,
    #[entity(money)]
    pub daily_budget: Option<i64>,
    #[entity(money)]
    pub lifetime_budget: Option<i64>,
    pub targeting: Option<Json>,
    #[entity(money)]
    pub bid_amount: Option<i64>,
    pub bid_strategy: Option<String>,
    pub bid_constraints: Option<Json>,
    pub bid_adjustments: Option<Json>,
    pub start_time: Option<String>,
    pub end_time: Option<String>,
    pub dsa_beneficiary: Option<String>,
    pub dsa_payor: Option<String>,
    pub promoted_object: Option<Json>,
    pub destination_type: Option<String>,
    #[entity(default)]
    pub is_dynamic_creative: bool,
    pub frequency_control_specs: Option<Json>,
    pub multi_advertiser_ads: Option<i64>,
    pub regional_regulated_categories: Vec<String>,
    pub regional_regulation_identities: Option<Json>,
    pub attribution_spec: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A time of higher budget of a campaign.
#[derive(Entity)]
pub struct BudgetSchedule {
    #[entity(key, sequence = "BUD-{:05}")]
    pub id: Key<BudgetSchedule>,
    #[entity(on_delete = cascade)]
    pub campaign_id: Key<Campaign>,
    #[entity(money)]
    pub budget_value: i64,
    pub budget_value_type: String,
    pub time_start: i64,
    pub time_end: i64,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Ad sets with a common objective.
#[derive(Entity)]
pub struct Campaign {
    #[entity(key, sequence = "CAM-{:05}")]
    pub id: Key<Campaign>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(title)]
    pub name: String,
    pub objective: String,
    #[entity(default = Status::Paused)]
    pub status: Status,
    pub special_ad_categories: Vec<String>,
    #[entity(money)]
    pub daily_budget: Option<i64>,
    #[entity(money)]
    pub lifetime_budget: Option<i64>,
    pub buying_type: Option<String>,
    pub bid_strategy: Option<String>,
    #[entity(money)]
    pub bid_cap: Option<i64>,
    #[entity(money)]
    pub spend_cap: Option<i64>,
    #[entity(default)]
    pub campaign_budget_optimization: bool,
    pub ab_test_control_setups: Option<Json>,
    #[entity(default)]
    pub use_adset_level_budgets: bool,
    pub adset_budgets: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A demographic group that ads can be aimed at.
#[derive(Entity)]
pub struct Demographic {
    #[entity(key, sequence = "DEM-{:05}")]
    pub id: Key<Demographic>,
    pub demographic_class: Option<String>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// A place that ads can be aimed at.
#[derive(Entity)]
pub struct GeoLocation {
    #[entity(key, sequence = "GEO-{:05}")]
    pub id: Key<GeoLocation>,
    pub location_type: Option<String>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(address)]
    pub address: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
}
/// An interest that ads can be aimed at.
#[derive(Entity)]
pub struct Interest {
    #[entity(key, sequence = "INT-{:05}")]
    pub id: Key<Interest>,
    #[entity(unique, title)]
    pub name: String,
    pub audience_size: Option<i64>,
    #[entity(body)]
    pub description: Option<String>,
}
/// A page that ads are published for.
#[derive(Entity)]
pub struct PageRow {
    #[entity(key, sequence = "PAG-{:05}")]
    pub id: Key<PageRow>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// An account that pays for ads.
#[derive(Entity)]
pub struct Account {
    #[entity(key, sequence = "act_{:05}")]
    pub id: Key<Account>,
    #[entity(title)]
    pub name: String,
    #[entity(currency)]
    pub currency: Option<String>,
    #[entity(timezone)]
    pub timezone: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
    #[entity(money)]
    pub balance: Option<f64>,
}
/// An image that creatives can show.
#[derive(Entity)]
pub struct AdImage {
    #[entity(key, token("", 32))]
    pub hash: Key<AdImage>,
    #[entity(on_delete = cascade)]
    pub account_id: Key<Account>,
    #[entity(title)]
    pub name: Option<String>,
    pub file: Option<String>,
    #[entity(url)]
    pub image_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Whether something runs.
#[derive(Choice)]
pub enum Status {
    #[choice(rename = "PAUSED")]
    Paused,
    #[choice(rename = "ACTIVE")]
    Active,
    #[choice(rename = "ARCHIVED")]
    Archived,
    #[choice(rename = "DELETED")]
    Deleted,
}
/// A behavior that ads can be aimed at.
#[derive(Entity)]
pub struct Behavior {
    #[entity(key, sequence = "BEH-{:05}")]
    pub id: Key<Behavior>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub audience_size: Option<i64>,
}
pub trait Tools {
    #[tool(list, page(limit), ignore(user_id))]
    fn get_ad_accounts() -> Page<Account>;
    #[tool(get, key(account_id), ignore(fields))]
    fn get_account_info() -> Account;
    #[tool(create)]
    fn create_budget_schedule() -> BudgetSchedule;
    #[tool(list, filter(account_id, campaign_id), page(limit), absent(campaign_id = ""))]
    fn get_adsets() -> Page<Adset>;
    #[tool(get, key(adset_id))]
    fn get_adset_details() -> Adset;
    #[tool(create)]
    fn create_adset() -> Adset;
    #[tool(update, key(adset_id))]
    fn update_adset() -> Adset;
    #[tool(simulate(unclear_effect, "which kinds of objects it looks through is not told"))]
    fn search();
    #[tool(simulate(unclear_effect, "the object may be of any kind"))]
    fn fetch();
    #[tool(simulate(unclear_effect, "an empty status filter means all, and the objective filter is one text or several"))]
    fn get_campaigns();
    #[tool(get, key(campaign_id))]
    fn get_campaign_details() -> Campaign;
    #[tool(create)]
    fn create_campaign() -> Campaign;
    #[tool(update, key(campaign_id))]
    fn update_campaign() -> Campaign;
    #[tool(search((name, description)~query), page(limit))]
    fn search_interests() -> Page<Interest>;
    #[tool(simulate(external_computation, "which interests are alike is computed from audiences outside"))]
    fn get_interest_suggestions();
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn estimate_audience_size();
    #[tool(list, page(limit))]
    fn search_behaviors() -> Page<Behavior>;
    #[tool(list, filter(demographic_class), page(limit))]
    fn search_demographics() -> Page<Demographic>;
    #[tool(search((name, address, country) ~ query), filter(location_type in location_types), page(limit))]
    fn search_geo_locations() -> Page<GeoLocation>;
    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn duplicate_campaign();
    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn duplicate_adset();
    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn duplicate_ad();
    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn duplicate_creative();
    #[tool(simulate(external_computation, "the link is made by a service of authentication"))]
    fn get_login_link();
    #[tool(simulate(unclear_effect, "an ad tells its campaign only through its ad set"))]
    fn get_ads();
    #[tool(get, key(ad_id))]
    fn get_ad_details() -> Ad;
    #[tool(get, key(creative_id))]
    fn get_creative_details() -> AdCreative;
    #[tool(create)]
    fn create_ad() -> Ad;
    #[tool(simulate(unclear_effect, "the creative is found through the ad that uses it"))]
    fn get_ad_creatives();
    #[tool(simulate(media, "it downloads the image of the creative of an ad"))]
    fn get_ad_image();
    #[tool(get, key(image_hash), filter(account_id))]
    fn get_image_by_hash() -> AdImage;
    #[tool(simulate(media, "it looks up the file of a video, which the ad names through its creative"))]
    fn get_ad_video();
    #[tool(update, key(ad_id))]
    fn update_ad() -> Ad;
    #[tool(create)]
    fn upload_ad_image() -> AdImage;
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn compute_image_crops();
    #[tool(create)]
    fn create_ad_creative() -> AdCreative;
    #[tool(update, key(creative_id))]
    fn update_ad_creative() -> AdCreative;
    #[tool(search(name ~ search_term), filter(account_id))]
    fn search_pages_by_name() -> Page<PageRow>;
    #[tool(list, filter(account_id))]
    fn get_account_pages() -> Page<PageRow>;
    #[tool(simulate(media, "it writes the image of an ad to a file"))]
    fn save_ad_image_locally();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_insights();
    #[tool(
        simulate(
            external_computation,
            "its answer is computed outside the service's state"
        )
    )]
    fn generate_report();
    #[tool(simulate(live_web, "it looks through the public archive of ads"))]
    fn search_ads_archive();
}
