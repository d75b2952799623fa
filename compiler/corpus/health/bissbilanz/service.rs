//! Bissbilanz: a food diary with foods, recipes and eaten entries, daily goals, supplements, weights and sleep.

/// Everything that Bissbilanz knows.
#[derive(State)]
pub struct Bissbilanz {
    pub goals: One<Goals>,
    pub supplement_logs: Table<SupplementLog>,
    pub entries: Table<Entry>,
    pub foods: Table<Food>,
    pub recipes: Table<Recipe>,
    pub sleeps: Table<Sleep>,
    pub supplements: Table<Supplement>,
    pub weights: Table<Weight>,
}

/// Something eaten: servings of a food or a recipe, or a quick entry.
#[derive(Entity)]
pub struct Entry {
    #[entity(key, sequence = "ENT-{:05}")]
    pub id: Key<Entry>,
    pub servings: f64,
    pub meal_type: String,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(title)]
    pub quick_name: Option<String>,
    pub quick_calories: Option<f64>,
    pub quick_protein: Option<f64>,
    pub quick_carbs: Option<f64>,
    pub quick_fat: Option<f64>,
    pub quick_fiber: Option<f64>,
    pub eaten_at: Option<Timestamp>,
    pub date: Option<Date>,
    #[entity(on_delete = clear)]
    pub food_id: Option<Key<Food>>,
    #[entity(on_delete = clear)]
    pub recipe_id: Option<Key<Recipe>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One food.
#[derive(Entity)]
pub struct Food {
    #[entity(key, sequence = "FOO-{:05}")]
    pub id: Key<Food>,
    #[entity(product)]
    pub name: String,
    #[entity(company)]
    pub brand: Option<String>,
    pub serving_size: f64,
    pub serving_unit: String,
    #[entity(range = 0..=100_000)]
    pub calories: f64,
    #[entity(range = 0..=10_000)]
    pub protein: f64,
    #[entity(range = 0..=10_000)]
    pub carbs: f64,
    #[entity(range = 0..=10_000)]
    pub fat: f64,
    #[entity(range = 0..=10_000)]
    pub fiber: f64,
    #[entity(unique)]
    pub barcode: Option<String>,
    #[entity(default)]
    pub is_favorite: bool,
    pub nutri_score: Option<FoodNutriScore>,
    #[entity(range = 1..=4)]
    pub nova_group: Option<i64>,
    pub additives: Vec<String>,
    #[entity(body)]
    pub ingredients_text: Option<String>,
    #[entity(url)]
    pub image_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `nutri_score` can be.
#[derive(Choice)]
pub enum FoodNutriScore {
    A,
    B,
    C,
    D,
    E,
}

/// One recipe.
#[derive(Entity)]
pub struct Recipe {
    #[entity(key, sequence = "REC-{:05}")]
    pub id: Key<Recipe>,
    #[entity(title)]
    pub name: String,
    pub total_servings: f64,
    pub ingredients: Json,
    #[entity(default)]
    pub is_favorite: bool,
    #[entity(url)]
    pub image_url: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One sleep.
#[derive(Entity)]
pub struct Sleep {
    #[entity(key, uuid)]
    pub id: Key<Sleep>,
    #[entity(range = 1..=1440)]
    pub duration_minutes: i64,
    #[entity(range = 1..=10)]
    pub quality: i64,
    pub date: Option<Date>,
    pub bedtime: Option<String>,
    pub wake_time: Option<String>,
    pub wake_ups: Option<i64>,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One supplement.
#[derive(Entity)]
pub struct Supplement {
    #[entity(key, sequence = "SUP-{:05}")]
    pub id: Key<Supplement>,
    #[entity(title)]
    pub name: String,
    pub dosage: f64,
    pub dosage_unit: String,
    pub schedule_type: SupplementScheduleType,
    pub schedule_days: Option<Json>,
    pub schedule_start_date: Option<Date>,
    pub time_of_day: Option<SupplementTimeOfDay>,
    pub ingredients: Option<Json>,
    #[entity(default = true)]
    pub is_active: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What `schedule_type` can be.
#[derive(Choice)]
pub enum SupplementScheduleType {
    Daily,
    EveryOtherDay,
    Weekly,
    SpecificDays,
}

/// What `time_of_day` can be.
#[derive(Choice)]
pub enum SupplementTimeOfDay {
    Morning,
    Noon,
    Evening,
}

/// One weight.
#[derive(Entity)]
pub struct Weight {
    #[entity(key, sequence = "WEI-{:05}")]
    pub id: Key<Weight>,
    #[entity(range = 1..=1_000)]
    pub weight_kg: f64,
    #[entity(body)]
    pub notes: Option<String>,
    pub entry_date: Option<Date>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What is aimed for each day.
#[derive(Entity)]
pub struct Goals {
    pub calorie_goal: f64,
    pub protein_goal: f64,
    pub carb_goal: f64,
    pub fat_goal: f64,
    pub fiber_goal: f64,
    pub sodium_goal: Option<f64>,
    pub sugar_goal: Option<f64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A supplement taken on one day.
#[derive(Entity)]
pub struct SupplementLog {
    #[entity(key, sequence = "LOG-{:05}")]
    pub id: Key<SupplementLog>,
    #[entity(on_delete = cascade)]
    pub supplement_id: Option<Key<Supplement>>,
    /// Its name, where it was logged without its key.
    #[entity(title)]
    pub name: Option<String>,
    pub date: Option<Date>,
    #[entity(created)]
    pub taken_at: Timestamp,
}

pub trait Tools {
    #[tool(simulate(external_computation, "it sums up what was eaten on a day against the goals"))]
    fn get_daily_status();
    #[tool(search((name, brand, barcode) ~ query))]
    fn search_foods() -> Page<Food>;
    #[tool(create)]
    fn create_food() -> Food;
    #[tool(create)]
    fn create_recipe() -> Recipe;
    #[tool(create)]
    fn log_food() -> Entry;
    #[tool(simulate(external_computation, "it compares the schedules of the supplements with what was taken today"))]
    fn get_supplement_status();
    #[tool(create)]
    fn log_supplement() -> SupplementLog;
    #[tool(list, filter(date))]
    fn list_entries() -> Page<Entry>;
    #[tool(update, key(entry_id))]
    fn update_entry() -> Entry;
    #[tool(delete, key(entry_id), filter(date))]
    fn delete_entry() -> Entry;
    #[tool(get)]
    fn get_goals() -> Goals;
    #[tool(update)]
    fn update_goals() -> Goals;
    #[tool(list)]
    fn list_recipes() -> Page<Recipe>;
    #[tool(get, key(recipe_id))]
    fn get_recipe() -> Recipe;
    #[tool(get, key(food_id))]
    fn get_food() -> Food;
    #[tool(simulate(unclear_effect, "favorites are foods and recipes at once"))]
    fn list_favorites();
    #[tool(create, map(entry_date = date))]
    fn log_weight() -> Weight;
    #[tool(list, filter(entry_date >= from, entry_date <= to))]
    fn get_weight() -> Page<Weight>;
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_weekly_stats();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_monthly_stats();
    #[tool(simulate(unclear_effect, "it makes a copy of every entry of a day"))]
    fn copy_entries();
    #[tool(list, filter(barcode))]
    fn find_food_by_barcode() -> Page<Food>;
    #[tool(simulate(live_web, "it searches a public food database"))]
    fn search_openfoodfacts();
    #[tool(update, key(food_id))]
    fn update_food() -> Food;
    #[tool(delete, key(food_id), ignore(force))]
    fn delete_food() -> Food;
    #[tool(simulate(external_computation, "which foods were eaten of late follows from the entries"))]
    fn list_recent_foods();
    #[tool(update, key(recipe_id))]
    fn update_recipe() -> Recipe;
    #[tool(delete, key(recipe_id), ignore(force))]
    fn delete_recipe() -> Recipe;
    #[tool(create)]
    fn create_supplement() -> Supplement;
    #[tool(simulate(unclear_effect, "inactive supplements are left out by a switch, which no filter says"))]
    fn list_supplements();
    #[tool(update, key(supplement_id))]
    fn update_supplement() -> Supplement;
    #[tool(delete, key(supplement_id))]
    fn delete_supplement() -> Supplement;
    #[tool(simulate(unclear_effect, "the day stands for today when it is left out, so no key names the row"))]
    fn unlog_supplement();
    #[tool(update, key(weight_id))]
    fn update_weight() -> Weight;
    #[tool(delete, key(weight_id))]
    fn delete_weight() -> Weight;
    #[tool(create)]
    fn log_sleep() -> Sleep;
    #[tool(list, filter(date>= from, date<= to))]
    fn get_sleep() -> Page<Sleep>;
    #[tool(update, key(id))]
    fn update_sleep() -> Sleep;
    #[tool(delete, key(id))]
    fn delete_sleep() -> Sleep;
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_daily_breakdown();
    #[tool(simulate(external_computation, "it sums up what the other tools change"))]
    fn get_meal_breakdown();
    #[tool(simulate(external_computation, "it counts how often each food was eaten"))]
    fn get_top_foods();
    #[tool(simulate(external_computation, "streaks are counted over the days with entries"))]
    fn get_streaks();
}
