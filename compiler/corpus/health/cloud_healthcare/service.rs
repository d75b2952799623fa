//! Cloud Healthcare: patients and their clinical records, from observations to appointments.
/// Everything that Cloud Healthcare knows.
#[derive(State)]
pub struct CloudHealthcare {
    pub appointments: Table<Appointment>,
    pub patients: Table<Patient>,
    pub allergies: Table<Allergy>,
    pub careplans: Table<Careplan>,
    pub conditions: Table<Condition>,
    pub observations: Table<Observation>,
    pub encounters: Table<Encounter>,
    pub medications: Table<Medication>,
    pub procedures: Table<Procedure>,
}
/// A visit that is planned.
#[derive(Entity)]
pub struct Appointment {
    #[entity(key, sequence = "APP-{:05}")]
    pub id: Key<Appointment>,
    pub date: Option<Timestamp>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// Someone who is cared for.
#[derive(Entity)]
pub struct Patient {
    #[entity(key, sequence = "PAT-{:05}")]
    pub id: Key<Patient>,
    #[entity(default = PatientGender::Unknown)]
    pub gender: PatientGender,
    #[entity(person)]
    pub last_name: String,
    pub birth_date: Option<Date>,
    #[entity(person)]
    pub first_name: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(address)]
    pub address: Option<String>,
}
/// What `gender` can be.
#[derive(Choice)]
pub enum PatientGender {
    Male,
    Female,
    Other,
    Unknown,
}
/// A substance that a patient does not bear.
#[derive(Entity)]
pub struct Allergy {
    #[entity(key, sequence = "ALL-{:05}")]
    pub id: Key<Allergy>,
    pub r#type: Option<AllergyType>,
    pub status: Option<AllergyStatus>,
    pub category: Option<AllergyCategory>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// What `type` can be.
#[derive(Choice)]
pub enum AllergyType {
    Allergy,
    Intolerance,
}
/// What `status` can be.
#[derive(Choice)]
pub enum AllergyStatus {
    Active,
    Inactive,
    Resolved,
}
/// What `category` can be.
#[derive(Choice)]
pub enum AllergyCategory {
    Food,
    Medication,
    Environment,
    Biologic,
}
/// A plan of how a patient is cared for.
#[derive(Entity)]
pub struct Careplan {
    #[entity(key, sequence = "CAR-{:05}")]
    pub id: Key<Careplan>,
    pub date: Option<Timestamp>,
    pub status: Option<CareplanStatus>,
    pub category: Option<String>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum CareplanStatus {
    Draft,
    Active,
    Suspended,
    Completed,
    Cancelled,
}
/// An illness or a problem of a patient.
#[derive(Entity)]
pub struct Condition {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Condition>,
    pub status: Option<ConditionStatus>,
    pub onset_date: Option<Date>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ConditionStatus {
    Active,
    Inactive,
    Resolved,
}
/// A contact of a patient with carers.
#[derive(Entity)]
pub struct Encounter {
    #[entity(key, sequence = "ENC-{:05}")]
    pub id: Key<Encounter>,
    pub date: Option<Timestamp>,
    pub status: Option<EncounterStatus>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum EncounterStatus {
    Planned,
    Arrived,
    #[choice(rename = "in-progress")]
    InProgress,
    Finished,
    Cancelled,
}
/// A medicine that a patient takes.
#[derive(Entity)]
pub struct Medication {
    #[entity(key, sequence = "MED-{:05}")]
    pub id: Key<Medication>,
    pub status: Option<MedicationStatus>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum MedicationStatus {
    Active,
    Completed,
    Stopped,
    #[choice(rename = "on-hold")]
    OnHold,
}
/// Something done to treat a patient.
#[derive(Entity)]
pub struct Procedure {
    #[entity(key, sequence = "PRO-{:05}")]
    pub id: Key<Procedure>,
    pub date: Option<Timestamp>,
    pub status: Option<ProcedureStatus>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ProcedureStatus {
    Preparation,
    #[choice(rename = "in-progress")]
    InProgress,
    Completed,
    #[choice(rename = "entered-in-error")]
    EnteredInError,
}
/// Something measured or noted of a patient.
#[derive(Entity)]
pub struct Observation {
    #[entity(key, sequence = "OBS-{:05}")]
    pub id: Key<Observation>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    pub code: String,
    #[entity(title)]
    pub name: String,
    pub value: Option<f64>,
    pub unit: Option<String>,
    #[entity(default = ObservationStatus::Registered)]
    pub status: ObservationStatus,
    pub date: Timestamp,
}
/// What `status` can be.
#[derive(Choice)]
pub enum ObservationStatus {
    Registered,
    Preliminary,
    Final,
    Amended,
    Corrected,
    Cancelled,
}
pub trait Tools {
    #[tool(list, filter(gender, last_name, birth_date, first_name))]
    fn find_patient() -> Page<Patient>;
    #[tool(list, filter(code, date<= date_to, status, date>= date_from, patient_id))]
    fn get_patient_observations() -> Page<Observation>;
    #[tool(list, filter(status, onset_date, patient_id))]
    fn get_patient_conditions() -> Page<Condition>;
    #[tool(list, filter(status, patient_id))]
    fn get_patient_medications() -> Page<Medication>;
    #[tool(list, filter(date<= date_to, status, date>= date_from, patient_id))]
    fn get_patient_encounters() -> Page<Encounter>;
    #[tool(list, filter(r#type, status, category, patient_id))]
    fn get_patient_allergies() -> Page<Allergy>;
    #[tool(list, filter(date<= date_to, status, date>= date_from, patient_id))]
    fn get_patient_procedures() -> Page<Procedure>;
    #[tool(list, filter(date<= date_to, status, category, date>= date_from, patient_id))]
    fn get_patient_careplans() -> Page<Careplan>;
    #[tool(simulate(unclear_effect, "which observations are vital signs and what a timeframe covers is not told"))]
    fn get_vital_signs();
    #[tool(simulate(unclear_effect, "which observations are laboratory results and what a timeframe covers is not told"))]
    fn get_lab_results();
    #[tool(simulate(unclear_effect, "which medications count as discontinued is not told"))]
    fn get_medications_history();
    #[tool(list, filter(date<= date_to, date>= date_from, patient_id))]
    fn get_appointments() -> Page<Appointment>;
    #[tool(simulate(live_web, "articles are found in a public library outside"))]
    fn search_pubmed();
    #[tool(simulate(live_web, "trials are found in a public registry outside"))]
    fn search_trials();
    #[tool(simulate(live_web, "drugs are looked up in a public register outside"))]
    fn get_drug_info();
}
