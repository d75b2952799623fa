//! Oura: what a ring measured each day of sleep, readiness and resilience.

/// Everything that Oura knows.
#[derive(State)]
pub struct Oura {
    pub sleeps: Table<Sleep>,
    pub readinesses: Table<Readiness>,
    pub resiliences: Table<Resilience>,
}

/// How well the wearer slept in the night before the day.
#[derive(Entity)]
pub struct Sleep {
    #[entity(key, uuid)]
    pub id: Key<Sleep>,
    #[entity(unique)]
    pub day: Date,
    #[entity(range = 1..=100)]
    pub score: Option<i64>,
    /// What made up the score, each from 1 to 100.
    pub contributors: Option<Json>,
}

/// How ready the wearer was for the day.
#[derive(Entity)]
pub struct Readiness {
    #[entity(key, uuid)]
    pub id: Key<Readiness>,
    #[entity(unique)]
    pub day: Date,
    #[entity(range = 1..=100)]
    pub score: Option<i64>,
    /// In degrees from the wearer's usual temperature.
    pub temperature_deviation: Option<f64>,
    /// What made up the score, each from 1 to 100.
    pub contributors: Option<Json>,
}

/// How well the wearer withstands stress, on the day.
#[derive(Entity)]
pub struct Resilience {
    #[entity(key, uuid)]
    pub id: Key<Resilience>,
    #[entity(unique)]
    pub day: Date,
    pub level: ResilienceLevel,
    pub contributors: Option<Json>,
}

/// How resilient someone is.
#[derive(Choice)]
pub enum ResilienceLevel {
    Limited,
    Adequate,
    Solid,
    Strong,
    Exceptional,
}

pub trait Tools {
    #[tool(list, filter(day >= start_date, day <= end_date), sort(day))]
    fn get_sleep_data() -> Page<Sleep>;
    #[tool(list, filter(day >= start_date, day <= end_date), sort(day))]
    fn get_readiness_data() -> Page<Readiness>;
    #[tool(list, filter(day >= start_date, day <= end_date), sort(day))]
    fn get_resilience_data() -> Page<Resilience>;
    #[tool(simulate(unclear_effect, "no operation asks for the row of the present day"))]
    fn get_today_sleep_data();
    #[tool(simulate(unclear_effect, "no operation asks for the row of the present day"))]
    fn get_today_readiness_data();
    #[tool(simulate(unclear_effect, "no operation asks for the row of the present day"))]
    fn get_today_resilience_data();
}
