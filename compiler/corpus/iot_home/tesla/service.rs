//! Tesla: the vehicles and solar systems of an owner, and what the panels yielded.

/// Everything that Tesla knows.
#[derive(State)]
pub struct Tesla {
    pub auth_status: One<AuthStatus>,
    pub vehicles: Table<Vehicle>,
    pub solar_systems: Table<SolarSystem>,
    pub solar_records: Table<SolarRecord>,
}

/// Whether the owner's account is connected.
#[derive(Entity)]
pub struct AuthStatus {
    #[entity(default)]
    pub authenticated: bool,
    #[entity(body)]
    pub message: Option<String>,
    pub expires_at: Option<Timestamp>,
}

/// A car of the owner.
#[derive(Entity)]
pub struct Vehicle {
    #[entity(key, sequence = "VEH-{:05}")]
    pub id: Key<Vehicle>,
    #[entity(unique, len = 17..=17)]
    pub vin: String,
    #[entity(title)]
    pub display_name: String,
    #[entity(default = VehicleState::Asleep)]
    pub state: VehicleState,
    #[entity(range = 0..=100, percent)]
    pub battery_level: Option<i64>,
    #[entity(range = 0..=2000000, quantity)]
    pub odometer: Option<f64>,
    #[entity(default)]
    pub locked: bool,
}

/// Whether a vehicle can be reached.
#[derive(Choice)]
pub enum VehicleState {
    Asleep,
    Online,
    Offline,
}

/// Solar panels and what belongs to them at one site.
#[derive(Entity)]
pub struct SolarSystem {
    #[entity(key, sequence = "SITE-{:05}")]
    pub site_id: Key<SolarSystem>,
    #[entity(title)]
    pub site_name: String,
    /// In watts, at this time.
    #[entity(quantity)]
    pub solar_power: Option<f64>,
    #[entity(range = 0..=100, percent)]
    pub percentage_charged: Option<f64>,
}

/// What a site yielded and used over one day, week, month or year.
#[derive(Entity)]
pub struct SolarRecord {
    #[entity(key, sequence = "SOL-{:05}")]
    pub id: Key<SolarRecord>,
    #[entity(on_delete = cascade)]
    pub site_id: Key<SolarSystem>,
    /// How long a time the record covers: `day`, `week`, `month` or `year`.
    pub period: String,
    pub started_at: Timestamp,
    /// In kilowatt hours.
    #[entity(quantity)]
    pub energy_produced: f64,
    /// In kilowatt hours.
    #[entity(quantity)]
    pub energy_consumed: Option<f64>,
}

pub trait Tools {
    #[tool(list)]
    fn get_vehicles() -> Page<Vehicle>;
    #[tool(get, key(vehicle_id))]
    fn get_vehicle() -> Vehicle;
    #[tool(simulate(unclear_effect, "the car carries the command out, and the spec does not tell which commands there are"))]
    fn send_command();
    #[tool(get, key(site_id))]
    fn get_solar_system() -> SolarSystem;
    #[tool(list, filter(site_id, period), sort(started_at))]
    fn get_solar_history() -> Page<SolarRecord>;
    #[tool(simulate(external_computation, "it sums up the vehicles and solar systems"))]
    fn get_system_summary();
    #[tool(get)]
    fn tesla_auth_status() -> AuthStatus;
}
