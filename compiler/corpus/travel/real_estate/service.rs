//! A city's homes on sale by area, the agents who sell them, their clients and past sales, and what each area offers.
/// Everything that Real Estate knows.
#[derive(State)]
pub struct RealEstate {
    pub agents: Table<Agent>,
    pub areas: Table<Area>,
    pub area_markets: Table<AreaMarket>,
    pub city_overview: One<CityOverview>,
    pub clients: Table<Client>,
    pub healthcare_facilities: Table<HealthcareFacility>,
    pub parks: Table<Park>,
    pub properties: Table<Property>,
    pub sales: Table<Sale>,
    pub schools: Table<School>,
    pub shopping_amenities: Table<ShoppingAmenity>,
}
/// Someone who sells homes.
#[derive(Entity)]
pub struct Agent {
    #[entity(key, sequence = "AGE-{:05}")]
    pub id: Key<Agent>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// One area.
#[derive(Entity)]
pub struct Area {
    #[entity(key)]
    pub name: Key<Area>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(money)]
    pub median_income: Option<i64>,
    pub population: Option<i64>,
}
/// How homes sell in an area.
#[derive(Entity)]
pub struct AreaMarket {
    #[entity(key, on_delete = cascade)]
    pub area: Key<Area>,
    #[entity(money)]
    pub median_price: i64,
    pub days_on_market: i64,
    pub active_listings: i64,
}
/// The city that all is about.
#[derive(Entity)]
pub struct CityOverview {
    #[entity(city)]
    pub name: String,
    pub population: i64,
    #[entity(body)]
    pub description: Option<String>,
}
/// Someone who looks for a home.
#[derive(Entity)]
pub struct Client {
    #[entity(key, sequence = "CLI-{:05}")]
    pub id: Key<Client>,
    #[entity(on_delete = clear)]
    pub agent_id: Option<Key<Agent>>,
    #[entity(person)]
    pub name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(money)]
    pub budget_max: Option<i64>,
    pub min_bedrooms: Option<i64>,
    #[entity(on_delete = clear)]
    pub preferred_areas: Vec<Key<Area>>,
}
/// One healthcare facility.
#[derive(Entity)]
pub struct HealthcareFacility {
    #[entity(key, sequence = "HEA-{:05}")]
    pub id: Key<HealthcareFacility>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub area: Key<Area>,
}
/// A place to be outdoors.
#[derive(Entity)]
pub struct Park {
    #[entity(key, sequence = "PAR-{:05}")]
    pub id: Key<Park>,
    #[entity(on_delete = cascade)]
    pub area: Key<Area>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// A home on sale.
#[derive(Entity)]
pub struct Property {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Property>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(address)]
    pub address: String,
    #[entity(on_delete = cascade)]
    pub area: Key<Area>,
    pub property_type: PropertyType,
    #[entity(money)]
    pub price: i64,
    pub bedrooms: i64,
    #[entity(on_delete = clear)]
    pub agent_id: Option<Key<Agent>>,
}
/// A home that was sold.
#[derive(Entity)]
pub struct Sale {
    #[entity(key, sequence = "SAL-{:05}")]
    pub id: Key<Sale>,
    #[entity(on_delete = cascade)]
    pub area: Key<Area>,
    #[entity(on_delete = clear)]
    pub agent_id: Option<Key<Agent>>,
    #[entity(address)]
    pub address: String,
    #[entity(money)]
    pub sale_price: i64,
    pub sale_date: Date,
}
/// One school.
#[derive(Entity)]
pub struct School {
    #[entity(key, sequence = "SCH-{:05}")]
    pub id: Key<School>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub area: Key<Area>,
}
/// One shopping amenity.
#[derive(Entity)]
pub struct ShoppingAmenity {
    #[entity(key, sequence = "SHO-{:05}")]
    pub id: Key<ShoppingAmenity>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = cascade)]
    pub area: Key<Area>,
}
/// What sort of home it is.
#[derive(Choice)]
pub enum PropertyType {
    SingleFamily,
    Condo,
    Townhouse,
    Apartment,
}
pub trait Tools {
    #[tool(list)]
    fn get_all_areas() -> Page<Area>;
    #[tool(get, key(area_name))]
    fn get_area_details() -> Area;
    #[tool(get)]
    fn get_city_overview() -> CityOverview;
    #[tool(simulate(unclear_effect, "it gathers schools, parks, shops and clinics of the area"))]
    fn get_area_amenities();
    #[tool(list)]
    fn get_schools_data() -> Page<School>;
    #[tool(list)]
    fn get_parks_and_recreation() -> Page<Park>;
    #[tool(list)]
    fn get_shopping_amenities() -> Page<ShoppingAmenity>;
    #[tool(list)]
    fn get_healthcare_facilities() -> Page<HealthcareFacility>;
    #[tool(simulate(external_computation, "the report puts together all that is known of the area"))]
    fn get_comprehensive_area_report();
    #[tool(list)]
    fn get_all_properties() -> Page<Property>;
    #[tool(get, key(property_id))]
    fn get_property_details() -> Property;
    #[tool(search((title, description, address) ~ query))]
    fn search_properties() -> Page<Property>;
    #[tool(simulate(unclear_effect, "one text holds several areas or kinds of home"))]
    fn filter_properties();
    #[tool(list, filter(area))]
    fn get_properties_by_area() -> Page<Property>;
    #[tool(simulate(external_computation, "the insights are judged from the market"))]
    fn get_property_insights();
    #[tool(simulate(unclear_effect, "it reads the data again from outside"))]
    fn refresh_data();
    #[tool(simulate(external_computation, "it counts the rows"))]
    fn get_data_summary();
    #[tool(simulate(external_computation, "it sums up what is on sale and was sold"))]
    fn get_market_overview();
    #[tool(simulate(external_computation, "prices are reckoned over all homes"))]
    fn get_price_analytics();
    #[tool(get, key(area))]
    fn get_area_market_data() -> AreaMarket;
    #[tool(simulate(external_computation, "areas are weighed against each other"))]
    fn compare_areas();
    #[tool(simulate(external_computation, "it judges which homes are worth buying"))]
    fn get_investment_opportunities();
    #[tool(list, sort(sale_date, descending))]
    fn get_recent_sales() -> Page<Sale>;
    #[tool(list, filter(area))]
    fn get_sales_by_area() -> Page<Sale>;
    #[tool(list)]
    fn get_all_agents() -> Page<Agent>;
    #[tool(get, key(agent_id))]
    fn get_agent_details() -> Agent;
    #[tool(search((name, description)~query))]
    fn search_agents() -> Page<Agent>;
    #[tool(list, filter(agent_id))]
    fn get_agent_properties() -> Page<Property>;
    #[tool(list, filter(agent_id))]
    fn get_agent_sales() -> Page<Sale>;
    #[tool(list, filter(agent_id))]
    fn get_agent_clients() -> Page<Client>;
    #[tool(simulate(external_computation, "it sums up an agent's homes, sales and clients"))]
    fn get_agent_dashboard();
    #[tool(list)]
    fn get_all_clients() -> Page<Client>;
    #[tool(get, key(client_id))]
    fn get_client_details() -> Client;
    #[tool(simulate(external_computation, "homes are weighed against what the client wants"))]
    fn match_client_preferences();
}
