//! Google Meet: scheduled meetings with their attendees, and meeting spaces with who took part.
/// Everything that Google Meet knows.
#[derive(State)]
pub struct GoogleMeet {
    pub spaces: Table<Space>,
    pub meetings: Table<Meeting>,
    pub participants: Table<Participant>,
}
/// A place to meet, open at once.
#[derive(Entity)]
pub struct Space {
    #[entity(key, sequence = "INS-{:05}")]
    pub id: Key<Space>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(unique)]
    pub meeting_code: Option<String>,
}
/// One meeting.
#[derive(Entity)]
pub struct Meeting {
    #[entity(key, sequence = "MEE-{:05}")]
    pub event_id: Key<Meeting>,
    #[entity(title)]
    pub summary: String,
    pub start_time: Timestamp,
    pub end_time: Timestamp,
    #[entity(email)]
    pub attendees: Vec<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One participant.
#[derive(Entity)]
pub struct Participant {
    #[entity(key, sequence = "PAR-{:05}")]
    pub id: Key<Participant>,
    #[entity(on_delete = cascade)]
    pub space_id: Key<Space>,
    #[entity(person)]
    pub name: String,
    pub joined_at: Option<Timestamp>,
}
pub trait Tools {
    #[tool(create, ignore(notify_attendees))]
    fn create_meet() -> Meeting;
    #[tool(list, filter(start_time >= start_after, end_time <= end_before), sort(start_time), page(limit = max_results))]
    fn list_meetings() -> Page<Meeting>;
    #[tool(simulate(unclear_effect, "which meetings are over depends on the time of the call, and no filter says that"))]
    fn list_past_meetings();
    #[tool(get, key(event_id))]
    fn get_meeting_details() -> Meeting;
    #[tool(update, key(event_id), ignore(notify_attendees))]
    fn update_meeting() -> Meeting;
    #[tool(delete, key(event_id))]
    fn delete_meeting() -> Meeting;
    #[tool(get, key(event_id))]
    fn get_past_meeting_attendees() -> Meeting;
    #[tool(create)]
    fn v2_create_instant() -> Space;
    #[tool(get, key(space_id))]
    fn v2_get_meeting() -> Space;
    #[tool(list, sort(created_at, descending), page(limit = max_results))]
    fn v2_list_meetings() -> Page<Space>;
    #[tool(list, filter(space_id), page(limit = max_results))]
    fn v2_get_participants() -> Page<Participant>;
}
