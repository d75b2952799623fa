//! Calendly: event types that people offer, meetings booked with invitees, and the organization around them.
/// Everything that Calendly knows.
#[derive(State)]
pub struct Calendly {
    pub activity_log: Table<ActivityLogEntry>,
    pub current_user: One<CurrentUser>,
    pub event_types: Table<EventType>,
    pub event_type_availabilities: Table<EventTypeAvailability>,
    pub event_type_hosts: Table<EventTypeHost>,
    pub groups: Table<Group>,
    pub group_relationships: Table<GroupRelationship>,
    pub invitations: Table<Invitation>,
    pub invitees: Table<Invitee>,
    pub invitee_no_shows: Table<InviteeNoShow>,
    pub organizations: Table<Organization>,
    pub organization_memberships: Table<OrganizationMembership>,
    pub outgoing_communications: Table<OutgoingCommunication>,
    pub routing_forms: Table<RoutingForm>,
    pub routing_form_submissions: Table<RoutingFormSubmission>,
    pub scheduled_events: Table<ScheduledEvent>,
    pub scheduling_links: Table<SchedulingLink>,
    pub users: Table<User>,
    pub user_availability_schedules: Table<UserAvailabilitySchedule>,
    pub user_locations: Table<UserLocation>,
    pub webhook_subscriptions: Table<WebhookSubscription>,
}
/// Something that was done in an organization.
#[derive(Entity)]
pub struct ActivityLogEntry {
    #[entity(key, sequence = "LOG-{:05}")]
    pub id: Key<ActivityLogEntry>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    pub action: String,
    pub category: String,
    #[entity(on_delete = clear)]
    pub actor: Option<Key<User>>,
    #[entity(body)]
    pub details: String,
    #[entity(created)]
    pub occurred_at: Timestamp,
}
/// The user whose token is used.
#[derive(Entity)]
pub struct CurrentUser {
    pub user: Key<User>,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
}
/// A sort of meeting that someone offers.
#[derive(Entity)]
pub struct EventType {
    #[entity(key, sequence = "EVT-{:05}")]
    pub id: Key<EventType>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(title)]
    pub name: String,
    #[entity(slug)]
    pub slug: Option<String>,
    #[entity(range = 1..=720)]
    pub duration: Option<i64>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(default)]
    pub admin_managed: bool,
    #[entity(on_delete = clear)]
    pub availability_schedule: Option<Key<UserAvailabilitySchedule>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// When an event type can be booked.
#[derive(Entity)]
pub struct EventTypeAvailability {
    #[entity(key, sequence = "AVA-{:05}")]
    pub id: Key<EventTypeAvailability>,
    #[entity(on_delete = cascade)]
    pub event_type: Key<EventType>,
    #[entity(timezone)]
    pub timezone: Option<String>,
    pub rules: Json,
}
/// Someone who hosts meetings of an event type.
#[derive(Entity)]
#[entity(unique(event_type, user))]
pub struct EventTypeHost {
    #[entity(key, sequence = "HOS-{:05}")]
    pub id: Key<EventTypeHost>,
    #[entity(on_delete = cascade)]
    pub event_type: Key<EventType>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
}
/// People of an organization who belong together.
#[derive(Entity)]
#[entity(unique(organization, name))]
pub struct Group {
    #[entity(key, sequence = "GRO-{:05}")]
    pub id: Key<Group>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The part of a user in a group.
#[derive(Entity)]
pub struct GroupRelationship {
    #[entity(key, sequence = "REL-{:05}")]
    pub id: Key<GroupRelationship>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub group: Key<Group>,
    #[entity(on_delete = cascade)]
    pub owner: Key<User>,
    #[entity(default = GroupRole::Member)]
    pub role: GroupRole,
}
/// What a user does in a group.
#[derive(Choice)]
pub enum GroupRole {
    Member,
    Admin,
}
/// An invitation to join an organization.
#[derive(Entity)]
#[entity(unique(organization, email))]
pub struct Invitation {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invitation>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(email)]
    pub email: String,
    #[entity(default = InvitationStatus::Pending)]
    pub status: InvitationStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Where an invitation stands.
#[derive(Choice)]
pub enum InvitationStatus {
    Pending,
    Accepted,
    Declined,
}
/// Someone who booked a meeting.
#[derive(Entity)]
pub struct Invitee {
    #[entity(key, sequence = "INE-{:05}")]
    pub id: Key<Invitee>,
    #[entity(on_delete = cascade)]
    pub event: Key<ScheduledEvent>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    #[entity(timezone)]
    pub timezone: Option<String>,
    #[entity(default = EventStatus::Active)]
    pub status: EventStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A mark that an invitee did not come.
#[derive(Entity)]
pub struct InviteeNoShow {
    #[entity(key, sequence = "NOS-{:05}")]
    pub id: Key<InviteeNoShow>,
    #[entity(unique, on_delete = cascade)]
    pub invitee: Option<Key<Invitee>>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A company or team with an account.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, sequence = "ORG-{:05}")]
    pub id: Key<Organization>,
    #[entity(company)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// The part of a user in an organization.
#[derive(Entity)]
#[entity(unique(organization, user))]
pub struct OrganizationMembership {
    #[entity(key, sequence = "MEM-{:05}")]
    pub id: Key<OrganizationMembership>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(email)]
    pub email: String,
    #[entity(default = OrganizationRole::User)]
    pub role: OrganizationRole,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What a user may do in an organization.
#[derive(Choice)]
pub enum OrganizationRole {
    User,
    Admin,
    Owner,
}
/// A text message sent about a meeting.
#[derive(Entity)]
pub struct OutgoingCommunication {
    #[entity(key, sequence = "OUT-{:05}")]
    pub id: Key<OutgoingCommunication>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(phone)]
    pub to: String,
    #[entity(body)]
    pub text: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A form whose answers lead to an event type.
#[derive(Entity)]
pub struct RoutingForm {
    #[entity(key, sequence = "FOR-{:05}")]
    pub id: Key<RoutingForm>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(title)]
    pub name: String,
    pub questions: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Answers to a routing form.
#[derive(Entity)]
pub struct RoutingFormSubmission {
    #[entity(key, sequence = "SUB-{:05}")]
    pub id: Key<RoutingFormSubmission>,
    #[entity(on_delete = cascade)]
    pub routing_form: Key<RoutingForm>,
    pub answers: Json,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A meeting that was booked.
#[derive(Entity)]
pub struct ScheduledEvent {
    #[entity(key, sequence = "SCH-{:05}")]
    pub id: Key<ScheduledEvent>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(on_delete = clear)]
    pub group: Option<Key<Group>>,
    #[entity(on_delete = clear)]
    pub event_type: Option<Key<EventType>>,
    #[entity(title)]
    pub name: String,
    #[entity(default = EventStatus::Active)]
    pub status: EventStatus,
    pub start_time: Timestamp,
    pub end_time: Timestamp,
    #[entity(email)]
    pub invitee_emails: Vec<String>,
    #[entity(body)]
    pub cancellation_reason: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Whether a meeting takes place.
#[derive(Choice)]
pub enum EventStatus {
    Active,
    Canceled,
}
/// A link for a limited number of bookings.
#[derive(Entity)]
pub struct SchedulingLink {
    #[entity(key, sequence = "LNK-{:05}")]
    pub id: Key<SchedulingLink>,
    #[entity(on_delete = cascade)]
    pub owner: Key<EventType>,
    pub owner_type: String,
    pub maximum_event_count: f64,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Someone with a Calendly account.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USR-{:05}")]
    pub id: Key<User>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(unique, slug)]
    pub slug: Option<String>,
    #[entity(timezone)]
    pub timezone: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Hours in which a user can be booked.
#[derive(Entity)]
pub struct UserAvailabilitySchedule {
    #[entity(key, sequence = "AVS-{:05}")]
    pub id: Key<UserAvailabilitySchedule>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(title)]
    pub name: String,
    #[entity(default)]
    pub default: bool,
    #[entity(timezone)]
    pub timezone: Option<String>,
    pub rules: Json,
}
/// A place where a user can meet.
#[derive(Entity)]
pub struct UserLocation {
    #[entity(key, sequence = "LOC-{:05}")]
    pub id: Key<UserLocation>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    pub kind: String,
    #[entity(address)]
    pub location: Option<String>,
}
/// Where events are reported, and which.
#[derive(Entity)]
pub struct WebhookSubscription {
    #[entity(key, sequence = "WEB-{:05}")]
    pub id: Key<WebhookSubscription>,
    #[entity(on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(url)]
    pub callback_url: String,
    pub events: Vec<String>,
    pub scope: WebhookScope,
    #[entity(on_delete = clear)]
    pub group: Option<Key<Group>>,
    #[entity(on_delete = clear)]
    pub user: Option<Key<User>>,
    #[entity(secret)]
    pub signing_key: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Whose events are reported.
#[derive(Choice)]
pub enum WebhookScope {
    Organization,
    User,
    Group,
}
pub trait Tools {
    #[tool(update, key(event_unique_identifier), set(status = EventStatus::Canceled), require(status = [EventStatus::Active]))]
    fn api_cancel_scheduled_event() -> ScheduledEvent;
    #[tool(simulate(unclear_effect, "the fields are in a text whose schema another mode of the tool tells"))]
    fn api_create_custom_share_link();
    #[tool(simulate(unclear_effect, "the fields are in a text whose schema another mode of the tool tells"))]
    fn api_create_event_invitee();
    #[tool(simulate(unclear_effect, "the fields are in a text whose schema another mode of the tool tells"))]
    fn api_create_event_type();
    #[tool(simulate(unclear_effect, "the fields are in a text whose schema another mode of the tool tells"))]
    fn api_create_one_off_event();
    #[tool(create, map(owner = resource_owner_link, owner_type = resource_type))]
    fn api_create_scheduling_link() -> SchedulingLink;
    #[tool(create, map(events = event_subscriptions, organization = organization_reference, scope = webhook_subscription_scope, group = group_reference, user = user_reference, signing_key = webhook_signing_key))]
    fn api_create_webhook_subscription() -> WebhookSubscription;
    #[tool(simulate(unclear_effect, "it removes the data of many invitees at once"))]
    fn api_delete_invitee_data();
    #[tool(simulate(unclear_effect, "it removes many meetings at once"))]
    fn api_delete_scheduled_events_data();
    #[tool(delete, key(webhook_uuid))]
    fn api_delete_webhook_subscription() -> WebhookSubscription;
    #[tool(list, filter(event_type = event_type_uri), page(limit = number_of_rows_to_return, cursor = pagination_token))]
    fn api_fetch_event_type_hosts() -> Page<EventTypeHost>;
    #[tool(list, filter(organization = organization_uri, created_at <= created_before, created_at >= start_time_utc), page(limit = number_of_records_to_return, cursor = pagination_token))]
    fn api_fetch_outgoing_communications() -> Page<OutgoingCommunication>;
    #[tool(get, key(user_unique_identifier))]
    fn api_get_calendly_user_info() -> User;
    #[tool(list, filter(event_type = event_type_uri))]
    fn api_get_event_availability() -> Page<EventTypeAvailability>;
    #[tool(get, key(event_unique_identifier))]
    fn api_get_event_details() -> ScheduledEvent;
    #[tool(get, key(invitee_unique_identifier), filter(event = event_unique_identifier))]
    fn api_get_event_invitee_info() -> Invitee;
    #[tool(get, key(event_type_uuid))]
    fn api_get_event_type_info() -> EventType;
    #[tool(get, key(group_unique_identifier))]
    fn api_get_group_info() -> Group;
    #[tool(list, filter(organization = organization_uri), page(limit = number_of_rows, cursor = pagination_token))]
    fn api_get_group_list() -> Page<Group>;
    #[tool(get, key(group_relationship_uuid))]
    fn api_get_group_relationship_by_uuid() -> GroupRelationship;
    #[tool(get, key(invitee_uuid))]
    fn api_get_invitee_no_show_details() -> InviteeNoShow;
    #[tool(get, key(organization_uuid))]
    fn api_get_organization_details() -> Organization;
    #[tool(get, key(organization_invitation_uuid), filter(organization = organization_unique_id))]
    fn api_get_organization_invitation() -> Invitation;
    #[tool(get, key(organization_membership_uuid))]
    fn api_get_organization_membership_info() -> OrganizationMembership;
    #[tool(list, filter(email = filter_by_email, organization = filter_by_organization, role = filter_by_role, user = filter_by_user), page(cursor = next_page_token, limit = number_of_rows_to_return))]
    fn api_get_organization_memberships() -> Page<OrganizationMembership>;
    #[tool(get, key(routing_form_uuid))]
    fn api_get_routing_form() -> RoutingForm;
    #[tool(get, key(submission_uuid))]
    fn api_get_routing_form_submission() -> RoutingFormSubmission;
    #[tool(simulate(external_computation, "the sample is made up outside the state"))]
    fn api_get_sample_webhook_data();
    #[tool(get)]
    fn api_get_user_account_info() -> CurrentUser;
    #[tool(list, filter(user = user_uuid))]
    fn api_get_user_availability_schedule() -> Page<UserAvailabilitySchedule>;
    #[tool(list, filter(user = user_uri_reference))]
    fn api_get_user_availability_schedules() -> Page<UserAvailabilitySchedule>;
    #[tool(list, filter(user = user_uri))]
    fn api_get_user_location_info() -> Page<UserLocation>;
    #[tool(get, key(webhook_identifier))]
    fn api_get_webhook_subscription() -> WebhookSubscription;
    #[tool(create, map(organization = organization_unique_identifier, email = user_email))]
    fn api_invite_user_to_organization() -> Invitation;
    #[tool(search(details ~ filter_by_search_term), filter(organization = organization_uri, action in actions, category in entry_categories, occurred_at >= include_entries_after, occurred_at <= max_occurred_at_time, actor in user_associated_uris), sort(occurred_at, descending), page(limit = number_of_rows_to_return, cursor = pagination_token), ignore(sort_order))]
    fn api_list_activity_log_entries() -> Page<ActivityLogEntry>;
    #[tool(simulate(external_computation, "free times are computed from calendars outside"))]
    fn api_list_available_event_times();
    #[tool(list, filter(event = event_uuid, email = filter_by_email, status = invitee_status), sort(created_at, by = sort_order_by_created_at), page(limit = number_of_invitees_to_return, cursor = pagination_token))]
    fn api_list_event_invitees() -> Page<Invitee>;
    #[tool(list, filter(admin_managed = only_admin_managed, organization = organization_uri, active = return_active_event_types_only, availability_schedule = user_availability_schedule_filter, user = user_uri), sort(name, by = sort_event_types_by), page(limit = number_of_event_types_to_return, cursor = pagination_token))]
    fn api_list_event_types() -> Page<EventType>;
    #[tool(list, filter(group = filter_by_group, organization = filter_by_organization, owner = filter_by_owner_uri), page(limit = number_of_rows, cursor = pagination_token))]
    fn api_list_group_relationships() -> Page<GroupRelationship>;
    #[tool(list, filter(organization = organization_unique_identifier, email = filter_by_email, status = filter_by_status), sort(created_at, by = sort_order), page(limit = rows_to_return, cursor = pagination_token))]
    fn api_list_organization_invitations() -> Page<Invitation>;
    #[tool(list, filter(organization = organization_uri), sort(created_at, by = sort_order), page(limit = number_of_rows, cursor = pagination_token))]
    fn api_list_routing_forms() -> Page<RoutingForm>;
    #[tool(list, filter(routing_form = routing_form_uri), sort(created_at, by = sort_order), page(limit = number_of_rows_to_return, cursor = pagination_token))]
    fn api_list_routing_form_submissions() -> Page<RoutingFormSubmission>;
    #[tool(list, filter(status = event_status, group = group_uri, invitee_emails has invitee_email, start_time <= max_start_time_utc, start_time >= min_start_time, organization = organization_uri, user = user_uri), sort(start_time, by = events_sort_order), page(limit = number_of_rows_to_return, cursor = pagination_token))]
    fn api_list_scheduled_events() -> Page<ScheduledEvent>;
    #[tool(simulate(external_computation, "busy times come from calendars outside"))]
    fn api_list_user_busy_times();
    #[tool(list, filter(scope = filter_scope, organization = organization_id, group = filter_by_group, user = filter_by_user), sort(created_at, by = sort_by_field_and_direction), page(limit = number_of_rows_to_return, cursor = pagination_token))]
    fn api_list_webhook_subscriptions() -> Page<WebhookSubscription>;
    #[tool(create, map(invitee = invitee_id))]
    fn api_mark_invitee_no_show() -> InviteeNoShow;
    #[tool(delete, key(organization_membership_unique_id))]
    fn api_remove_user_from_organization() -> OrganizationMembership;
    #[tool(delete, key(invitation_unique_identifier), filter(organization = organization_unique_identifier))]
    fn api_revoke_organization_invitation() -> Invitation;
    #[tool(delete, key(invitee_unique_id))]
    fn api_undo_invitee_no_show_status() -> InviteeNoShow;
    #[tool(simulate(unclear_effect, "the fields are in a text whose schema another mode of the tool tells"))]
    fn api_update_event_availability();
    #[tool(simulate(unclear_effect, "the fields are in a text whose schema another mode of the tool tells"))]
    fn api_update_event_type();
}
