//! Cal.com: the schedules that say when someone can be booked.
/// Everything that Cal Com knows.
#[derive(State)]
pub struct CalCom {
    pub schedules: Table<Schedule>,
}
/// Weekly hours in which someone can be booked, with the dates that differ.
#[derive(Entity)]
pub struct Schedule {
    #[entity(key, sequence)]
    pub id: IntKey<Schedule>,
    #[entity(title)]
    pub name: String,
    #[entity(timezone)]
    pub time_zone: String,
    /// Whether bookings use it where none is chosen; the model does not unset the former default.
    pub is_default: bool,
    pub availability: Option<Json>,
    pub overrides: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
pub trait Tools {
    #[tool(list)]
    fn get_all_schedules() -> Page<Schedule>;
    #[tool(create)]
    fn create_a_schedule() -> Schedule;
    #[tool(update, key(schedule_id))]
    fn update_a_schedule() -> Schedule;
    #[tool(
        simulate(
            unclear_effect,
            "no operation asks for the row that is marked as the default"
        )
    )]
    fn get_default_schedule();
    #[tool(get, key(schedule_id))]
    fn get_schedule() -> Schedule;
    #[tool(delete, key(schedule_id))]
    fn delete_a_schedule() -> Schedule;
}
