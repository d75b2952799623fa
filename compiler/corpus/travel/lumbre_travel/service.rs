//! The travel office keeps programs with their passengers and activities, and the agencies, hotels,
//! leaders, vehicles and providers that make them possible.

/// Everything that Lumbretravel knows.
#[derive(State)]
pub struct LumbreTravel {
    pub activities: Table<Activity>,
    pub agencies: Table<Agency>,
    pub hotels: Table<Hotel>,
    pub includes: Table<Include>,
    pub leaders: Table<Leader>,
    pub passengers: Table<Passenger>,
    pub programs: Table<Program>,
    pub providers: Table<Provider>,
    pub services: Table<Service>,
    pub service_languages: Table<ServiceLanguage>,
    pub vehicles: Table<Vehicle>,
}

/// What a group does on a day of its program.
#[derive(Entity)]
pub struct Activity {
    #[entity(key, sequence = "ACT-{:05}")]
    pub id: Key<Activity>,
    #[entity(on_delete = cascade)]
    pub program_id: Key<Program>,
    pub date: Date,
    #[entity(title)]
    pub name: String,
    #[entity(on_delete = clear)]
    pub service_id: Option<Key<Service>>,
    #[entity(on_delete = clear)]
    pub hotel_id: Option<Key<Hotel>>,
    #[entity(on_delete = clear)]
    pub leader_id: Option<Key<Leader>>,
    #[entity(on_delete = clear)]
    pub vehicle_id: Option<Key<Vehicle>>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One agency.
#[derive(Entity)]
pub struct Agency {
    #[entity(key, sequence = "AGE-{:05}")]
    pub id: Key<Agency>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub provider: ProviderRef,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One hotel.
#[derive(Entity)]
pub struct Hotel {
    #[entity(key, sequence = "HOT-{:05}")]
    pub id: Key<Hotel>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    #[entity(phone)]
    pub phone: String,
    #[entity(email)]
    pub email: String,
    #[entity(address)]
    pub address: String,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something that the price of a program holds.
#[derive(Entity)]
pub struct Include {
    #[entity(key, sequence = "INC-{:05}")]
    pub id: Key<Include>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Who goes with a group.
#[derive(Entity)]
pub struct Leader {
    #[entity(key, sequence = "LEA-{:05}")]
    pub id: Key<Leader>,
    #[entity(person)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One passenger.
#[derive(Entity)]
pub struct Passenger {
    #[entity(key, sequence = "PAS-{:05}")]
    pub id: Key<Passenger>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
    #[entity(person)]
    pub fullname: String,
    #[entity(email)]
    pub email: Option<String>,
}

/// A journey of a group, sold by an agency.
#[derive(Entity)]
pub struct Program {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Program>,
    #[entity(title)]
    pub name: String,
    pub start_date: Date,
    pub end_date: Date,
    pub agency_id: Key<Agency>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(on_delete = clear)]
    pub passengers: Vec<Key<Passenger>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One provider.
#[derive(Entity)]
pub struct Provider {
    #[entity(key, sequence = "PROV-{:05}")]
    pub id: Key<Provider>,
    #[entity(company)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something that can be booked for a group.
#[derive(Entity)]
pub struct Service {
    #[entity(key, sequence = "SER-{:05}")]
    pub id: Key<Service>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub provider: ProviderRef,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A language that services are given in.
#[derive(Entity)]
pub struct ServiceLanguage {
    #[entity(key, sequence = "SLA-{:05}")]
    pub id: Key<ServiceLanguage>,
    #[entity(unique, language)]
    pub name: String,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One vehicle.
#[derive(Entity)]
pub struct Vehicle {
    #[entity(key, sequence = "VEH-{:05}")]
    pub id: Key<Vehicle>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub brand: Option<String>,
    pub model: Option<String>,
    #[entity(range = 0..=200)]
    pub capacity: Option<f64>,
    pub provider: ProviderRef,
    #[entity(default = true)]
    pub active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// The provider that something is had from.
#[derive(Record)]
pub struct ProviderRef {
    pub id: Option<String>,
    pub name: Option<String>,
}

pub trait Tools {
    #[tool(get, key(id))]
    fn get_program() -> Program;

    #[tool(list, filter(name ~ name))]
    fn get_programs_by_name() -> Page<Program>;

    #[tool(list, filter(start_date>= start_date, end_date<= end_date))]
    fn get_programs_by_date_range() -> Page<Program>;

    /// Lists the activities of a day.
    #[tool(
        list,
        filter(
            date,
            hotel_id = hotel_id_to_filter,
            leader_id = leader_id_to_filter,
            service_id = service_id_to_filter,
            vehicle_id = vehicle_id_to_filter,
        ),
    )]
    fn daily_activities() -> Page<Activity>;

    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn season_summary();

    #[tool(create)]
    fn create_program() -> Program;

    #[tool(update, key(id))]
    fn update_program() -> Program;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_program() -> Program;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_program() -> Program;

    #[tool(list)]
    fn list_agencies() -> Page<Agency>;

    #[tool(list)]
    fn list_services() -> Page<Service>;

    #[tool(list)]
    fn list_hotels() -> Page<Hotel>;

    #[tool(list)]
    fn list_leaders() -> Page<Leader>;

    #[tool(list)]
    fn list_vehicles() -> Page<Vehicle>;

    #[tool(list)]
    fn list_includes() -> Page<Include>;

    #[tool(list)]
    fn list_service_languages() -> Page<ServiceLanguage>;

    #[tool(list)]
    fn list_providers() -> Page<Provider>;

    #[tool(list, filter(fullname ~ fullname))]
    fn get_passengers_by_fullname() -> Page<Passenger>;

    #[tool(list, filter(email))]
    fn get_passengers_by_email() -> Page<Passenger>;

    #[tool(simulate(unclear_effect, "it works on many passengers at once"))]
    fn create_passengers();

    #[tool(simulate(unclear_effect, "it works on many passengers at once"))]
    fn update_passengers();

    #[tool(simulate(unclear_effect, "it works on many passengers at once"))]
    fn delete_passengers();

    /// Puts the passenger out of use; it can be taken into use again.
    #[tool(update, key(passenger_id), set(active = false))]
    fn delete_passenger() -> Passenger;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_passenger() -> Passenger;

    #[tool(simulate(unclear_effect, "it works on many passengers at once"))]
    fn add_passengers_to_program();

    #[tool(simulate(unclear_effect, "it works on many activities at once"))]
    fn add_activities();

    #[tool(simulate(unclear_effect, "it works on many activities at once"))]
    fn update_activities();

    #[tool(simulate(unclear_effect, "it works on many activities at once"))]
    fn delete_activities();

    #[tool(create)]
    fn create_agency() -> Agency;

    #[tool(update, key(id))]
    fn update_agency() -> Agency;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_agency() -> Agency;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_agency() -> Agency;

    #[tool(list, filter(name ~ name))]
    fn get_agency_by_name() -> Page<Agency>;

    #[tool(create)]
    fn create_hotel() -> Hotel;

    #[tool(update, key(id))]
    fn update_hotel() -> Hotel;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_hotel() -> Hotel;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_hotel() -> Hotel;

    #[tool(list, filter(name ~ name))]
    fn get_hotel_by_name() -> Page<Hotel>;

    #[tool(create)]
    fn create_leader() -> Leader;

    #[tool(update, key(id))]
    fn update_leader() -> Leader;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_leader() -> Leader;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_leader() -> Leader;

    #[tool(list, filter(name ~ name))]
    fn get_leader_by_name() -> Page<Leader>;

    #[tool(create)]
    fn create_vehicle() -> Vehicle;

    #[tool(update, key(id))]
    fn update_vehicle() -> Vehicle;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_vehicle() -> Vehicle;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_vehicle() -> Vehicle;

    #[tool(list, filter(name ~ name))]
    fn get_vehicle_by_name() -> Page<Vehicle>;

    #[tool(create)]
    fn create_include() -> Include;

    #[tool(update, key(id))]
    fn update_include() -> Include;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_include() -> Include;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_include() -> Include;

    #[tool(list, filter(name ~ name))]
    fn get_includes_by_name() -> Page<Include>;

    #[tool(create)]
    fn create_service_language() -> ServiceLanguage;

    #[tool(update, key(id))]
    fn update_service_language() -> ServiceLanguage;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_service_language() -> ServiceLanguage;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_service_language() -> ServiceLanguage;

    #[tool(list, filter(name ~ name))]
    fn get_service_language_by_name() -> Page<ServiceLanguage>;

    #[tool(create)]
    fn create_provider() -> Provider;

    #[tool(update, key(id))]
    fn update_provider() -> Provider;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_provider() -> Provider;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_provider() -> Provider;

    #[tool(list, filter(name ~ name))]
    fn get_provider_by_name() -> Page<Provider>;

    #[tool(create)]
    fn create_service() -> Service;

    #[tool(update, key(id))]
    fn update_service() -> Service;

    /// Puts the row out of use; it can be taken into use again.
    #[tool(update, key(id), set(active = false))]
    fn delete_service() -> Service;

    #[tool(update, key(id), set(active = true))]
    fn reactivate_service() -> Service;

    #[tool(list, filter(name ~ name))]
    fn get_services_by_name() -> Page<Service>;
}
