//! Electronic health record: patients and, for each, what was diagnosed, prescribed, measured and reported.
/// Everything that the record system knows.
#[derive(State)]
pub struct Ehr {
    pub allergies: Table<Allergy>,
    pub conditions: Table<Condition>,
    pub diagnostic_reports: Table<DiagnosticReport>,
    pub encounters: Table<Encounter>,
    pub medications: Table<Medication>,
    pub observations: Table<Observation>,
    pub patients: Table<Patient>,
}
/// Someone whose record is kept.
#[derive(Entity)]
pub struct Patient {
    #[entity(key, sequence = "PAT-{:05}")]
    pub id: Key<Patient>,
    #[entity(len = 1..=200, person)]
    pub name: String,
    pub birth_date: Option<Date>,
    pub gender: Option<Gender>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(address)]
    pub address: Option<String>,
}
/// A patient's gender, as the record has it.
#[derive(Choice)]
pub enum Gender {
    Female,
    Male,
    Other,
    Unknown,
}
/// Something that a patient reacts to.
#[derive(Entity)]
pub struct Allergy {
    #[entity(key, sequence = "ALL-{:05}")]
    pub id: Key<Allergy>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub substance: String,
    #[entity(body)]
    pub reaction: Option<String>,
    pub criticality: Option<Criticality>,
}
/// How dangerous an allergy is.
#[derive(Choice)]
pub enum Criticality {
    Low,
    High,
    UnableToAssess,
}
/// An illness or complaint.
#[derive(Entity)]
pub struct Condition {
    #[entity(key, sequence = "CON-{:05}")]
    pub id: Key<Condition>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    pub code: Option<String>,
    #[entity(title)]
    pub display: String,
    #[entity(default = ClinicalStatus::Active)]
    pub clinical_status: ClinicalStatus,
    pub onset_date: Option<Date>,
}
/// Whether an illness is still there.
#[derive(Choice)]
pub enum ClinicalStatus {
    Active,
    Remission,
    Resolved,
}
/// What an examination found.
#[derive(Entity)]
pub struct DiagnosticReport {
    #[entity(key, sequence = "REP-{:05}")]
    pub id: Key<DiagnosticReport>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(on_delete = clear)]
    pub encounter_id: Option<Key<Encounter>>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub conclusion: Option<String>,
    pub issued_at: Option<Timestamp>,
}
/// A visit or a stay.
#[derive(Entity)]
pub struct Encounter {
    #[entity(key, sequence = "ENC-{:05}")]
    pub id: Key<Encounter>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub reason: Option<String>,
    #[entity(person)]
    pub practitioner: Option<String>,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
}
/// Something prescribed.
#[derive(Entity)]
pub struct Medication {
    #[entity(key, sequence = "MED-{:05}")]
    pub id: Key<Medication>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    #[entity(title)]
    pub name: String,
    pub dosage: Option<String>,
    #[entity(default = MedicationStatus::Active)]
    pub status: MedicationStatus,
    pub authored_on: Option<Date>,
}
/// Whether something prescribed is still taken.
#[derive(Choice)]
pub enum MedicationStatus {
    Active,
    Completed,
    Stopped,
}
/// Something measured.
#[derive(Entity)]
pub struct Observation {
    #[entity(key, sequence = "OBS-{:05}")]
    pub id: Key<Observation>,
    #[entity(on_delete = cascade)]
    pub patient_id: Key<Patient>,
    pub code: Option<String>,
    #[entity(title)]
    pub display: String,
    pub value: Option<f64>,
    pub unit: Option<String>,
    pub observed_at: Option<Timestamp>,
}
pub trait Tools {
    #[tool(simulate(external_computation, "it puts the whole record together and may sum it up in words"))]
    fn get_patient_context();
    #[tool(get, key(patient_id))]
    fn get_patient() -> Patient;
    #[tool(list, filter(patient_id), page(limit = count))]
    fn get_conditions() -> Page<Condition>;
    #[tool(list, filter(patient_id), page(limit = count))]
    fn get_medications() -> Page<Medication>;
    #[tool(list, filter(patient_id), sort(observed_at, descending), page(limit = count))]
    fn get_observations() -> Page<Observation>;
    #[tool(list, filter(patient_id), page(limit = count))]
    fn get_allergies() -> Page<Allergy>;
    #[tool(list, filter(patient_id), sort(started_at, descending), page(limit = count))]
    fn get_encounters() -> Page<Encounter>;
    #[tool(list, filter(patient_id), sort(issued_at, descending), page(limit = count))]
    fn get_diagnostic_reports() -> Page<DiagnosticReport>;
    #[tool(simulate(unclear_effect, "`resource_type` says which table it searches"))]
    fn search_fhir();
}
