//! Garmin keeps what a person did and measured: activities, workouts and their schedule, sleep,
//! heart rate, weight, food and water, with devices and gear.

/// Everything that Garmin knows.
#[derive(State)]
pub struct Garmin {
    pub profile: One<Profile>,
    pub activity_exercise_sets: Table<ActivityExerciseSet>,
    pub activity_splits: Table<ActivitySplit>,
    pub adhoc_challenges: Table<AdhocChallenge>,
    pub badge_challenges: Table<BadgeChallenge>,
    pub body_batteries: Table<BodyBattery>,
    pub body_compositions: Table<BodyComposition>,
    pub courses: Table<Course>,
    pub custom_foods: Table<CustomFood>,
    pub custom_food_serving_units: Table<CustomFoodServingUnit>,
    pub day_events: Table<DayEvent>,
    pub devices: Table<Device>,
    pub earned_badges: Table<EarnedBadge>,
    pub endurance_scores: Table<EnduranceScore>,
    pub goals: Table<Goal>,
    pub hill_scores: Table<HillScore>,
    pub inprogress_virtual_challenges: Table<InprogressVirtualChallenge>,
    pub lactate_thresholds: Table<LactateThreshold>,
    pub lifestyle_loggings: Table<LifestyleLogging>,
    pub non_completed_badge_challenges: Table<NonCompletedBadgeChallenge>,
    pub nutrition_daily_settings_rows: Table<NutritionDailySettings>,
    pub pregnancy_summary: One<PregnancySummary>,
    pub race_predictions: Table<RacePrediction>,
    pub spo2s: Table<Spo2>,
    pub activities: Table<Activity>,
    pub activity_types: Table<ActivityType>,
    pub gears: Table<Gear>,
    pub activity_weathers: Table<ActivityWeather>,
    pub workouts: Table<Workout>,
    pub scheduled_workouts: Table<ScheduledWorkout>,
    pub personal_records: Table<PersonalRecord>,
    pub food_logs: Table<FoodLog>,
    pub hydrations: Table<Hydration>,
    pub blood_pressures: Table<BloodPressure>,
    pub weigh_ins: Table<WeighIn>,
    pub device_settings: Table<DeviceSettings>,
    pub device_solars: Table<DeviceSolar>,
    pub device_alarms: Table<DeviceAlarm>,
    pub sleeps: Table<Sleep>,
    pub stresses: Table<Stress>,
    pub heart_rates: Table<HeartRate>,
    pub respirations: Table<Respiration>,
    pub hrvs: Table<Hrv>,
    pub day_steps: Table<DaySteps>,
    pub training_readinesses: Table<TrainingReadiness>,
    pub training_statuses: Table<TrainingStatus>,
    pub day_summaries: Table<DaySummary>,
    pub menstrual_days: Table<MenstrualDay>,
}

/// One activity exercise set.
#[derive(Entity)]
pub struct ActivityExerciseSet {
    #[entity(key, sequence = "AEX-{:05}")]
    pub id: Key<ActivityExerciseSet>,
    #[entity(on_delete = cascade)]
    pub activity_id: IntKey<Activity>,
    #[entity(title)]
    pub name: String,
    pub repeats: Option<i64>,
    pub weight: Option<f64>,
}

/// One activity split.
#[derive(Entity)]
pub struct ActivitySplit {
    #[entity(key, sequence = "ACT-{:05}")]
    pub id: Key<ActivitySplit>,
    #[entity(on_delete = cascade)]
    pub activity_id: IntKey<Activity>,
    pub kind: Option<String>,
    pub number: i64,
    pub distance_km: Option<f64>,
    pub seconds: Option<i64>,
}

/// One adhoc challenge.
#[derive(Entity)]
pub struct AdhocChallenge {
    #[entity(key, sequence = "ADH-{:05}")]
    pub id: Key<AdhocChallenge>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
    #[entity(default, range = 0..=100)]
    pub progress_percent: f64,
}

/// One badge challenge.
#[derive(Entity)]
pub struct BadgeChallenge {
    #[entity(key, sequence = "BAD-{:05}")]
    pub id: Key<BadgeChallenge>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
    #[entity(default, range = 0..=100)]
    pub progress_percent: f64,
}

/// How far the body was charged and drained on a day.
#[derive(Entity)]
pub struct BodyBattery {
    #[entity(key, sequence = "BOD-{:05}")]
    pub id: Key<BodyBattery>,
    #[entity(unique)]
    pub date: Date,
    #[entity(range = 0..=100)]
    pub charged: i64,
    #[entity(range = 0..=100)]
    pub drained: i64,
}

/// What the body is made of, as measured.
#[derive(Entity)]
pub struct BodyComposition {
    #[entity(key, sequence = "BCO-{:05}")]
    pub id: Key<BodyComposition>,
    pub date: Date,
    pub weight: f64,
    #[entity(percent, range = 0..=100)]
    pub percent_fat: Option<f64>,
    #[entity(percent, range = 0..=100)]
    pub percent_hydration: Option<f64>,
    pub visceral_fat_mass: Option<f64>,
    pub bone_mass: Option<f64>,
    pub muscle_mass: Option<f64>,
    pub basal_met: Option<f64>,
    pub active_met: Option<f64>,
    pub physique_rating: Option<i64>,
    pub metabolic_age: Option<f64>,
    pub visceral_fat_rating: Option<i64>,
    pub bmi: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A route to follow.
#[derive(Entity)]
pub struct Course {
    #[entity(key, sequence)]
    pub id: IntKey<Course>,
    #[entity(path)]
    pub gpx_path: String,
    #[entity(title)]
    pub course_name: Option<String>,
    pub activity_type: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A food that the person described.
#[derive(Entity)]
pub struct CustomFood {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<CustomFood>,
    #[entity(title)]
    pub food_name: String,
    pub calories: Option<f64>,
    pub serving_unit: Option<String>,
    pub number_of_units: Option<f64>,
    #[entity(title)]
    pub brand_name: Option<String>,
    pub carbs: Option<f64>,
    pub protein: Option<f64>,
    pub fat: Option<f64>,
    pub fiber: Option<f64>,
    pub sugar: Option<f64>,
    pub saturated_fat: Option<f64>,
    pub sodium: Option<f64>,
    pub cholesterol: Option<f64>,
    pub potassium: Option<f64>,
    pub trans_fat: Option<f64>,
    pub calcium: Option<f64>,
    pub iron: Option<f64>,
    pub vitamin_d: Option<f64>,
    pub serving_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One custom food serving unit.
#[derive(Entity)]
pub struct CustomFoodServingUnit {
    #[entity(key, sequence = "CFO-{:05}")]
    pub id: Key<CustomFoodServingUnit>,
    #[entity(title)]
    pub name: String,
}

/// Something that happened in a day.
#[derive(Entity)]
pub struct DayEvent {
    #[entity(key, sequence = "DAY-{:05}")]
    pub id: Key<DayEvent>,
    pub date: Date,
    #[entity(title)]
    pub kind: String,
    pub started_at: Option<Timestamp>,
}

/// One device.
#[derive(Entity)]
pub struct Device {
    #[entity(key, sequence = "DEV-{:05}")]
    pub id: Key<Device>,
    #[entity(title)]
    pub name: String,
    pub model: Option<String>,
}

/// One earned badge.
#[derive(Entity)]
pub struct EarnedBadge {
    #[entity(key, sequence = "EAR-{:05}")]
    pub id: Key<EarnedBadge>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub earned_on: Option<Date>,
}

/// One endurance score.
#[derive(Entity)]
pub struct EnduranceScore {
    #[entity(key, sequence = "END-{:05}")]
    pub id: Key<EnduranceScore>,
    #[entity(unique)]
    pub date: Date,
    pub score: i64,
}

/// One goal.
#[derive(Entity)]
pub struct Goal {
    #[entity(key, sequence = "GOA-{:05}")]
    pub id: Key<Goal>,
    pub goal_type: Option<String>,
    #[entity(title)]
    pub name: String,
    pub target: Option<f64>,
}

/// One hill score.
#[derive(Entity)]
pub struct HillScore {
    #[entity(key, sequence = "HIL-{:05}")]
    pub id: Key<HillScore>,
    #[entity(unique)]
    pub date: Date,
    #[entity(range = 0..=100)]
    pub score: i64,
}

/// One inprogress virtual challenge.
#[derive(Entity)]
pub struct InprogressVirtualChallenge {
    #[entity(key, sequence = "INP-{:05}")]
    pub id: Key<InprogressVirtualChallenge>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
    #[entity(default, range = 0..=100)]
    pub progress_percent: f64,
}

/// One lactate threshold.
#[derive(Entity)]
pub struct LactateThreshold {
    #[entity(key, sequence = "LAC-{:05}")]
    pub id: Key<LactateThreshold>,
    #[entity(unique)]
    pub date: Date,
    pub heart_rate: i64,
    pub speed: Option<f64>,
}

/// One lifestyle logging.
#[derive(Entity)]
pub struct LifestyleLogging {
    #[entity(key)]
    pub date: Key<LifestyleLogging>,
    #[entity(body)]
    pub description: Option<String>,
}

/// One non completed badge challenge.
#[derive(Entity)]
pub struct NonCompletedBadgeChallenge {
    #[entity(key, sequence = "NON-{:05}")]
    pub id: Key<NonCompletedBadgeChallenge>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
    #[entity(default, range = 0..=100)]
    pub progress_percent: f64,
}

/// One nutrition daily settings.
#[derive(Entity)]
pub struct NutritionDailySettings {
    #[entity(key)]
    pub date: Key<NutritionDailySettings>,
    #[entity(title)]
    pub name: Option<String>,
    pub value: Option<String>,
}

/// One pregnancy summary.
#[derive(Entity)]
pub struct PregnancySummary {
    pub due_date: Option<Date>,
    pub week: Option<i64>,
}

/// One race prediction.
#[derive(Entity)]
pub struct RacePrediction {
    #[entity(key, sequence = "RAC-{:05}")]
    pub id: Key<RacePrediction>,
    #[entity(title)]
    pub distance: String,
    pub seconds: i64,
}

/// The oxygen in the blood on a day.
#[derive(Entity)]
pub struct Spo2 {
    #[entity(key)]
    pub date: Key<Spo2>,
    pub average: Option<f64>,
    pub lowest: Option<f64>,
}

/// A run, ride or other exercise that was done.
#[derive(Entity)]
pub struct Activity {
    #[entity(key, sequence)]
    pub id: IntKey<Activity>,
    #[entity(title)]
    pub activity_name: Option<String>,
    #[entity(on_delete = clear)]
    pub type_key: Option<Key<ActivityType>>,
    pub date: Date,
    pub start_time: Option<String>,
    #[entity(timezone)]
    pub time_zone: Option<String>,
    #[entity(range = 0..=100_000)]
    pub duration_minutes: i64,
    pub distance_km: Option<f64>,
    #[entity(body)]
    pub description: Option<String>,
    pub event_type: Option<String>,
    #[entity(range = 0..=100)]
    pub feel: Option<i64>,
    #[entity(range = 0.0..=100.0)]
    pub rpe: Option<f64>,
    #[entity(on_delete = clear)]
    pub gears: Vec<Key<Gear>>,
    pub training_effect: Option<f64>,
    pub heart_rate_zones: Option<Json>,
    pub power_zones: Option<Json>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A kind of exercise.
#[derive(Entity)]
pub struct ActivityType {
    #[entity(key)]
    pub type_key: Key<ActivityType>,
    #[entity(title)]
    pub name: String,
}

/// Shoes, a bicycle or other gear that is worn out by exercise.
#[derive(Entity)]
pub struct Gear {
    #[entity(key, uuid)]
    pub uuid: Key<Gear>,
    #[entity(title)]
    pub name: String,
    #[entity(default)]
    pub distance_km: f64,
}

/// The weather during an activity.
#[derive(Entity)]
pub struct ActivityWeather {
    #[entity(key, on_delete = cascade)]
    pub activity_id: IntKey<Activity>,
    pub conditions: Option<String>,
    pub temperature: Option<f64>,
    #[entity(percent)]
    pub humidity: Option<f64>,
}

/// A plan for one exercise.
#[derive(Entity)]
pub struct Workout {
    #[entity(key, sequence)]
    pub id: IntKey<Workout>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(default = WorkoutKind::Uploaded)]
    pub kind: WorkoutKind,
    pub run_seconds: Option<i64>,
    pub walk_seconds: Option<i64>,
    pub repeats: Option<i64>,
    pub warmup_min: Option<i64>,
    pub cooldown_min: Option<i64>,
    pub duration_min: Option<i64>,
    pub hr_min: Option<i64>,
    pub hr_max: Option<i64>,
    pub hr_zone: Option<String>,
    pub exercises: Option<Json>,
    pub workout_data: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What a workout was made as.
#[derive(Choice)]
pub enum WorkoutKind {
    Uploaded,
    WalkRun,
    Run,
    Z2Walk,
    Strength,
}

/// A workout that is planned for a day.
#[derive(Entity)]
pub struct ScheduledWorkout {
    #[entity(key, sequence)]
    pub id: IntKey<ScheduledWorkout>,
    #[entity(on_delete = cascade)]
    pub workout_id: IntKey<Workout>,
    pub calendar_date: Date,
}

/// A best result.
#[derive(Entity)]
pub struct PersonalRecord {
    #[entity(key, sequence = "REC-{:05}")]
    pub id: Key<PersonalRecord>,
    #[entity(title)]
    pub name: String,
    pub value: f64,
    pub date: Date,
    #[entity(on_delete = clear)]
    pub activity_id: Option<IntKey<Activity>>,
}

/// Something that was eaten.
#[derive(Entity)]
pub struct FoodLog {
    #[entity(key, sequence = "LOG-{:05}")]
    pub id: Key<FoodLog>,
    pub meal_date: Date,
    pub meal_time: String,
    #[entity(title)]
    pub name: Option<String>,
    pub calories: Option<f64>,
    pub carbs: Option<f64>,
    pub protein: Option<f64>,
    pub fat: Option<f64>,
    #[entity(on_delete = clear)]
    pub food_id: Option<Key<CustomFood>>,
    pub serving_id: Option<String>,
    pub serving_qty: Option<f64>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Water that was drunk.
#[derive(Entity)]
pub struct Hydration {
    #[entity(key, sequence = "HYD-{:05}")]
    pub id: Key<Hydration>,
    pub date: Date,
    pub value_in_ml: i64,
    pub timestamp: String,
}

/// A reading of the blood pressure.
#[derive(Entity)]
pub struct BloodPressure {
    #[entity(key, sequence = "BLO-{:05}")]
    pub id: Key<BloodPressure>,
    #[entity(range = 40..=300)]
    pub systolic: i64,
    #[entity(range = 20..=200)]
    pub diastolic: i64,
    #[entity(range = 20..=250)]
    pub pulse: i64,
    #[entity(body)]
    pub notes: Option<String>,
    #[entity(created)]
    pub measured_at: Timestamp,
}

/// A weight that was measured.
#[derive(Entity)]
pub struct WeighIn {
    #[entity(key, sequence = "WEI-{:05}")]
    pub id: Key<WeighIn>,
    #[entity(range = 0.0..=1_000.0)]
    pub weight: f64,
    pub unit_key: Option<String>,
    pub date_timestamp: Option<String>,
    pub gmt_timestamp: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How a device is set.
#[derive(Entity)]
pub struct DeviceSettings {
    #[entity(key, sequence = "DSE-{:05}")]
    pub id: Key<DeviceSettings>,
    #[entity(on_delete = cascade)]
    pub device_id: Key<Device>,
    #[entity(title)]
    pub name: String,
    pub value: Option<String>,
}

/// What a device drew from the sun on a day.
#[derive(Entity)]
pub struct DeviceSolar {
    #[entity(key, on_delete = cascade)]
    pub device_id: Key<Device>,
    #[entity(key)]
    pub date: String,
    pub minutes: Option<i64>,
}

/// An alarm of a device.
#[derive(Entity)]
pub struct DeviceAlarm {
    #[entity(key, sequence = "DAL-{:05}")]
    pub id: Key<DeviceAlarm>,
    #[entity(on_delete = cascade)]
    pub device_id: Key<Device>,
    pub time: String,
    #[entity(default = true)]
    pub enabled: bool,
}

/// The person who wears the devices.
#[derive(Entity)]
pub struct Profile {
    #[entity(person)]
    pub full_name: String,
    #[entity(email)]
    pub email: Option<String>,
    #[entity(body)]
    pub bio: Option<String>,
    #[entity(default = "metric".to_owned())]
    pub unit_system: String,
    pub cycling_ftp: Option<i64>,
    #[entity(on_delete = clear)]
    pub last_used_device: Option<Key<Device>>,
    #[entity(on_delete = clear)]
    pub primary_training_device: Option<Key<Device>>,
}

/// A night of sleep.
#[derive(Entity)]
pub struct Sleep {
    #[entity(key, sequence = "SLE-{:05}")]
    pub id: Key<Sleep>,
    #[entity(unique)]
    pub date: Date,
    pub minutes: i64,
    pub deep_minutes: Option<i64>,
    pub rem_minutes: Option<i64>,
    #[entity(range = 0..=100)]
    pub score: Option<i64>,
}

/// The stress of a day.
#[derive(Entity)]
pub struct Stress {
    #[entity(key, sequence = "STR-{:05}")]
    pub id: Key<Stress>,
    #[entity(unique)]
    pub date: Date,
    #[entity(range = 0..=100)]
    pub average: i64,
    #[entity(range = 0..=100)]
    pub highest: Option<i64>,
}

/// The heart rate of a day.
#[derive(Entity)]
pub struct HeartRate {
    #[entity(key, sequence = "HREA-{:05}")]
    pub id: Key<HeartRate>,
    #[entity(unique)]
    pub date: Date,
    pub resting: i64,
    pub lowest: Option<i64>,
    pub highest: Option<i64>,
}

/// The breathing of a day.
#[derive(Entity)]
pub struct Respiration {
    #[entity(key, sequence = "RES-{:05}")]
    pub id: Key<Respiration>,
    #[entity(unique)]
    pub date: Date,
    pub average: f64,
    pub lowest: Option<f64>,
    pub highest: Option<f64>,
}

/// The variability of the heart rate in a night.
#[derive(Entity)]
pub struct Hrv {
    #[entity(key, sequence = "HRV-{:05}")]
    pub id: Key<Hrv>,
    #[entity(unique)]
    pub date: Date,
    pub average: i64,
    pub status: Option<String>,
}

/// The steps and floors of a day.
#[derive(Entity)]
pub struct DaySteps {
    #[entity(key, sequence = "DSAY-{:05}")]
    pub id: Key<DaySteps>,
    #[entity(unique)]
    pub date: Date,
    pub steps: i64,
    pub goal: Option<i64>,
    pub distance_meters: Option<f64>,
    pub floors: Option<i64>,
}

/// How ready the body is for training on a day.
#[derive(Entity)]
pub struct TrainingReadiness {
    #[entity(key, sequence = "TRRA-{:05}")]
    pub id: Key<TrainingReadiness>,
    #[entity(unique)]
    pub date: Date,
    #[entity(range = 0..=100)]
    pub score: i64,
    pub level: Option<String>,
}

/// What the training of late has led to.
#[derive(Entity)]
pub struct TrainingStatus {
    #[entity(key, sequence = "TSRA-{:05}")]
    pub id: Key<TrainingStatus>,
    #[entity(unique)]
    pub date: Date,
    pub status: String,
    pub load: Option<f64>,
    pub vo2max: Option<f64>,
}

/// What a day came to.
#[derive(Entity)]
pub struct DaySummary {
    #[entity(key, sequence = "DSU-{:05}")]
    pub id: Key<DaySummary>,
    #[entity(unique)]
    pub date: Date,
    pub calories: i64,
    pub steps: Option<i64>,
    pub resting_heart_rate: Option<i64>,
    pub intensity_minutes: Option<i64>,
    pub weight: Option<f64>,
    pub fitness_age: Option<f64>,
}

/// A day of the cycle.
#[derive(Entity)]
pub struct MenstrualDay {
    #[entity(key, sequence = "MDEN-{:05}")]
    pub id: Key<MenstrualDay>,
    #[entity(unique)]
    pub date: Date,
    pub day_of_cycle: i64,
    pub phase: Option<String>,
}

pub trait Tools {
    #[tool(list, filter(goal_type))]
    fn get_goals() -> Page<Goal>;

    #[tool(list)]
    fn get_personal_record() -> Page<PersonalRecord>;

    #[tool(list)]
    fn get_earned_badges() -> Page<EarnedBadge>;

    #[tool(list, page(offset = start, limit))]
    fn get_adhoc_challenges() -> Page<AdhocChallenge>;

    #[tool(list, page(offset = start, limit))]
    fn get_available_badge_challenges() -> Page<BadgeChallenge>;

    #[tool(list, page(offset = start, limit))]
    fn get_badge_challenges() -> Page<BadgeChallenge>;

    #[tool(list, page(offset = start, limit))]
    fn get_non_completed_badge_challenges() -> Page<NonCompletedBadgeChallenge>;

    #[tool(list)]
    fn get_race_predictions() -> Page<RacePrediction>;

    #[tool(list, page(offset = start, limit))]
    fn get_inprogress_virtual_challenges() -> Page<InprogressVirtualChallenge>;

    #[tool(list, ignore(include_stats))]
    fn get_gear() -> Page<Gear>;

    #[tool(append(gears = gear_uuid), key(activity_id))]
    fn add_gear_to_activity() -> Activity;

    #[tool(detach(gears = gear_uuid), key(activity_id))]
    fn remove_gear_from_activity() -> Activity;

    #[tool(get)]
    fn get_pregnancy_summary() -> PregnancySummary;

    #[tool(list, filter(date))]
    fn get_menstrual_data_for_date() -> Page<MenstrualDay>;

    #[tool(list, filter(date >= start_date, date <= end_date), sort(date))]
    fn get_menstrual_calendar_data() -> Page<MenstrualDay>;

    #[tool(list)]
    fn get_devices() -> Page<Device>;

    #[tool(get)]
    fn get_device_last_used() -> Profile;

    #[tool(list, filter(device_id))]
    fn get_device_settings() -> Page<DeviceSettings>;

    #[tool(get)]
    fn get_primary_training_device() -> Profile;

    #[tool(get, key(device_id, date))]
    fn get_device_solar_data() -> DeviceSolar;

    #[tool(list)]
    fn get_device_alarms() -> Page<DeviceAlarm>;

    #[tool(create, set(kind = WorkoutKind::WalkRun))]
    fn create_walk_run_workout() -> Workout;

    #[tool(create, set(kind = WorkoutKind::Run))]
    fn create_run_workout() -> Workout;

    #[tool(create, set(kind = WorkoutKind::Z2Walk))]
    fn create_z2_walk_workout() -> Workout;

    #[tool(create, set(kind = WorkoutKind::Strength))]
    fn create_strength_workout() -> Workout;

    #[tool(simulate(unclear_effect, "it plans many workouts at once"))]
    fn schedule_week();

    #[tool(simulate(media, "it reads the file that the device recorded"))]
    fn get_activity_fit_data();

    #[tool(simulate(unclear_effect, "the spec does not tell what `num_activities` does"))]
    fn get_power_duration_curve();

    #[tool(simulate(media, "it makes, plays or moves media or files"))]
    fn download_activity_file();

    #[tool(simulate(unclear_effect, "the spec does not tell what it changes"))]
    fn set_fit_download_dir();

    #[tool(list)]
    fn get_workouts() -> Page<Workout>;

    #[tool(get, key(workout_id))]
    fn get_workout_by_id() -> Workout;

    #[tool(simulate(media, "it makes, plays or moves media or files"))]
    fn download_workout();

    #[tool(create)]
    fn upload_workout() -> Workout;

    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn upload_workouts();

    #[tool(delete, key(workout_id))]
    fn delete_workout() -> Workout;

    #[tool(delete, key(workout_ids))]
    fn delete_workouts() -> Vec<Workout>;

    #[tool(
        list,
        filter(calendar_date >= start_date, calendar_date <= end_date),
        sort(calendar_date),
    )]
    fn get_scheduled_workouts() -> Page<ScheduledWorkout>;

    #[tool(list, filter(calendar_date))]
    fn get_training_plan_workouts() -> Page<ScheduledWorkout>;

    #[tool(create)]
    fn schedule_workout() -> ScheduledWorkout;

    #[tool(simulate(unclear_effect, "it plans many workouts at once"))]
    fn schedule_workouts();

    #[tool(delete, key(scheduled_workout_id))]
    fn unschedule_workout() -> ScheduledWorkout;

    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn unschedule_workouts();

    #[tool(get)]
    fn get_full_name() -> Profile;

    #[tool(get)]
    fn get_unit_system() -> Profile;

    #[tool(get)]
    fn get_user_profile() -> Profile;

    #[tool(get)]
    fn get_userprofile_settings() -> Profile;

    #[tool(simulate(external_computation, "it sums up the activities between two days"))]
    fn get_progress_summary_between_dates();

    #[tool(list, filter(date>= start_date, date<= end_date))]
    fn get_hill_score() -> Page<HillScore>;

    #[tool(list, filter(date>= start_date, date<= end_date))]
    fn get_endurance_score() -> Page<EnduranceScore>;

    #[tool(get, key(activity_id))]
    fn get_training_effect() -> Activity;

    #[tool(list, filter(date), ignore(return_timeseries))]
    fn get_hrv_data() -> Page<Hrv>;

    #[tool(list, filter(date), ignore(details))]
    fn get_fitnessage_data() -> Page<DaySummary>;

    #[tool(list, filter(date))]
    fn get_training_status() -> Page<TrainingStatus>;

    #[tool(get)]
    fn get_cycling_ftp() -> Profile;

    #[tool(list, filter(date>= start_date, date<= end_date))]
    fn get_lactate_threshold() -> Page<LactateThreshold>;

    #[tool(simulate(unclear_effect, "its name does not tell what becomes of the state"))]
    fn request_reload();

    #[tool(list, filter(date >= start_date, date <= end_date), sort(date))]
    fn get_training_load_trend() -> Page<TrainingStatus>;

    #[tool(list, filter(date >= start_date, date <= end_date), sort(date))]
    fn get_hrv_trend() -> Page<Hrv>;

    #[tool(list, filter(date >= start_date, date <= end_date), sort(date))]
    fn get_vo2max_trend() -> Page<TrainingStatus>;

    #[tool(list, filter(date >= start_date, date <= end_date), sort(date))]
    fn get_respiration_trend() -> Page<Respiration>;

    #[tool(list)]
    fn get_courses() -> Page<Course>;

    #[tool(create)]
    fn upload_course() -> Course;

    #[tool(delete, key(course_id))]
    fn delete_course() -> Course;

    #[tool(
        list,
        filter(date >= start_date, date <= end_date, type_key = activity_type),
        sort(date, descending),
        page(page = page, limit = page_size),
        absent(activity_type = ""),
    )]
    fn get_activities_by_date() -> Page<Activity>;

    #[tool(list, filter(date))]
    fn get_activities_fordate() -> Page<Activity>;

    #[tool(get, key(activity_id))]
    fn get_activity() -> Activity;

    #[tool(update, key(activity_id))]
    fn set_activity_name() -> Activity;

    #[tool(update, key(activity_id))]
    fn set_activity_type() -> Activity;

    #[tool(update, key(activity_id))]
    fn set_activity_description() -> Activity;

    #[tool(update, key(activity_id))]
    fn set_activity_event_type() -> Activity;

    #[tool(update, key(activity_id))]
    fn set_perceived_effort() -> Activity;

    #[tool(update, key(activity_id))]
    fn set_activity_feel() -> Activity;

    #[tool(list, filter(activity_id))]
    fn get_activity_splits() -> Page<ActivitySplit>;

    #[tool(list, filter(activity_id))]
    fn get_activity_typed_splits() -> Page<ActivitySplit>;

    #[tool(simulate(external_computation, "it sums up the splits of the activity"))]
    fn get_activity_split_summaries();

    #[tool(get, key(activity_id))]
    fn get_activity_weather() -> ActivityWeather;

    #[tool(get, key(activity_id))]
    fn get_activity_hr_in_timezones() -> Activity;

    #[tool(get, key(activity_id))]
    fn get_activity_power_in_timezones() -> Activity;

    /// Gives the activity with the gear that was used.
    #[tool(get, key(activity_id))]
    fn get_activity_gear() -> Activity;

    #[tool(list, filter(activity_id))]
    fn get_activity_exercise_sets() -> Page<ActivityExerciseSet>;

    #[tool(count, about = Activity)]
    fn count_activities() -> i64;

    #[tool(list, sort(date, descending), page(offset = start, limit = limit))]
    fn get_activities() -> Page<Activity>;

    #[tool(create)]
    fn create_manual_activity() -> Activity;

    #[tool(list)]
    fn get_activity_types() -> Page<ActivityType>;

    #[tool(list, filter(meal_date = date))]
    fn get_nutrition_daily_food_log() -> Page<FoodLog>;

    #[tool(list, filter(meal_date = date))]
    fn get_nutrition_daily_meals() -> Page<FoodLog>;

    #[tool(get, key(date))]
    fn get_nutrition_daily_settings() -> NutritionDailySettings;

    #[tool(search((food_name, brand_name) ~ search), page(offset = start, limit = limit))]
    fn get_custom_foods() -> Page<CustomFood>;

    #[tool(list)]
    fn get_custom_food_serving_units() -> Page<CustomFoodServingUnit>;

    #[tool(create)]
    fn create_custom_food() -> CustomFood;

    #[tool(update, key(food_id))]
    fn update_custom_food() -> CustomFood;

    #[tool(delete, key(food_id))]
    fn delete_custom_food() -> CustomFood;

    #[tool(create)]
    fn log_custom_food() -> FoodLog;

    #[tool(create)]
    fn log_food() -> FoodLog;

    #[tool(delete, key(log_id), filter(meal_date))]
    fn delete_food_log() -> FoodLog;

    #[tool(simulate(unclear_effect, "it makes or changes a food and logs it"))]
    fn upsert_and_log();

    #[tool(list, filter(date))]
    fn get_stats() -> Page<DaySummary>;

    #[tool(list, filter(date))]
    fn get_user_summary() -> Page<DaySummary>;

    #[tool(list, filter(date>= start_date, date<= end_date))]
    fn get_body_composition() -> Page<BodyComposition>;

    #[tool(list, filter(date))]
    fn get_stats_and_body() -> Page<DaySummary>;

    #[tool(list, filter(date))]
    fn get_steps_data() -> Page<DaySteps>;

    #[tool(list, filter(date >= start_date, date <= end_date), sort(date))]
    fn get_daily_steps() -> Page<DaySteps>;

    #[tool(list, filter(date))]
    fn get_training_readiness() -> Page<TrainingReadiness>;

    #[tool(list, filter(date>= start_date, date<= end_date))]
    fn get_body_battery() -> Page<BodyBattery>;

    #[tool(list, filter(date))]
    fn get_body_battery_events() -> Page<DayEvent>;

    #[tool(list, filter(measured_at >= start_date, measured_at <= end_date))]
    fn get_blood_pressure() -> Page<BloodPressure>;

    #[tool(list, filter(date))]
    fn get_floors() -> Page<DaySteps>;

    #[tool(list, filter(date))]
    fn get_rhr_day() -> Page<HeartRate>;

    #[tool(list, filter(date))]
    fn get_heart_rates() -> Page<HeartRate>;

    #[tool(list, filter(date))]
    fn get_heart_rates_summary() -> Page<HeartRate>;

    #[tool(list, filter(date))]
    fn get_hydration_data() -> Page<Hydration>;

    #[tool(list, filter(date))]
    fn get_sleep_data() -> Page<Sleep>;

    #[tool(list, filter(date))]
    fn get_sleep_summary() -> Page<Sleep>;

    #[tool(list, filter(date))]
    fn get_stress_data() -> Page<Stress>;

    #[tool(list, filter(date))]
    fn get_stress_summary() -> Page<Stress>;

    #[tool(list, filter(date))]
    fn get_respiration_data() -> Page<Respiration>;

    #[tool(list, filter(date))]
    fn get_respiration_summary() -> Page<Respiration>;

    #[tool(get, key(date))]
    fn get_spo2_data() -> Spo2;

    #[tool(list, filter(date))]
    fn get_all_day_stress() -> Page<Stress>;

    #[tool(list, filter(date))]
    fn get_all_day_events() -> Page<DayEvent>;

    #[tool(get, key(date))]
    fn get_lifestyle_logging_data() -> LifestyleLogging;

    #[tool(simulate(external_computation, "it sums up the activities between two days"))]
    fn get_weekly_steps();

    #[tool(simulate(external_computation, "it sums up the activities between two days"))]
    fn get_weekly_stress();

    #[tool(simulate(external_computation, "it sums up the activities between two days"))]
    fn get_weekly_intensity_minutes();

    #[tool(list, filter(date))]
    fn get_morning_training_readiness() -> Page<TrainingReadiness>;

    #[tool(list, filter(created_at >= start_date, created_at <= end_date))]
    fn get_weigh_ins() -> Page<WeighIn>;

    #[tool(simulate(unclear_effect, "the day of a weigh-in is told in several ways"))]
    fn get_daily_weigh_ins();

    #[tool(simulate(unclear_effect, "the day of a weigh-in is told in several ways"))]
    fn delete_weigh_ins();

    #[tool(create)]
    fn add_weigh_in() -> WeighIn;

    #[tool(create)]
    fn add_weigh_in_with_timestamps() -> WeighIn;

    #[tool(create)]
    fn add_body_composition() -> BodyComposition;

    #[tool(create)]
    fn set_blood_pressure() -> BloodPressure;

    #[tool(create, map(date = cdate))]
    fn add_hydration_data() -> Hydration;
}
