//! Google Classroom: courses with their topics, assignments, submissions, rubrics, materials and announcements, and the students, teachers and guardians.
/// Everything that Google Classroom knows.
#[derive(State)]
pub struct GoogleClassroom {
    pub guardian_invitations: Table<GuardianInvitation>,
    pub announcements: Table<Announcement>,
    pub assignments: Table<Assignment>,
    pub courses: Table<Course>,
    pub guardians: Table<Guardian>,
    pub invitations: Table<Invitation>,
    pub materials: Table<Material>,
    pub rubrics: Table<Rubric>,
    pub students: Table<Student>,
    pub submissions: Table<Submission>,
    pub teachers: Table<Teacher>,
    pub topics: Table<Topic>,
    pub user_profiles: Table<UserProfile>,
}
/// One announcement.
#[derive(Entity)]
pub struct Announcement {
    #[entity(key, sequence = "ANN-{:05}")]
    pub id: Key<Announcement>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(body)]
    pub text: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One assignment.
#[derive(Entity)]
pub struct Assignment {
    #[entity(key, sequence = "ASS-{:05}")]
    pub id: Key<Assignment>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(default = AssignmentWorkType::Assignment)]
    pub work_type: AssignmentWorkType,
    #[entity(default = AssignmentState::Published)]
    pub state: AssignmentState,
    pub max_points: Option<f64>,
    pub due_date: Option<Date>,
    pub due_time: Option<String>,
    #[entity(on_delete = clear)]
    pub topic_id: Option<Key<Topic>>,
    pub attachments: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `work_type` can be.
#[derive(Choice)]
pub enum AssignmentWorkType {
    #[choice(rename = "ASSIGNMENT")]
    Assignment,
    #[choice(rename = "SHORT_ANSWER_QUESTION")]
    ShortAnswerQuestion,
    #[choice(rename = "MULTIPLE_CHOICE_QUESTION")]
    MultipleChoiceQuestion,
}
/// What `state` can be.
#[derive(Choice)]
pub enum AssignmentState {
    #[choice(rename = "PUBLISHED")]
    Published,
    #[choice(rename = "DRAFT")]
    Draft,
}
/// One course.
#[derive(Entity)]
pub struct Course {
    #[entity(key, sequence = "COU-{:05}")]
    pub id: Key<Course>,
    #[entity(title)]
    pub name: String,
    pub section: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub room: Option<String>,
    pub owner_id: Option<String>,
    #[entity(default = CourseState::Active)]
    pub state: CourseState,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `state` can be.
#[derive(Choice)]
pub enum CourseState {
    #[choice(rename = "ACTIVE")]
    Active,
    #[choice(rename = "ARCHIVED")]
    Archived,
    #[choice(rename = "PROVISIONED")]
    Provisioned,
    #[choice(rename = "DECLINED")]
    Declined,
}
/// Someone who is told how a student fares.
#[derive(Entity)]
pub struct Guardian {
    #[entity(key, sequence = "GUA-{:05}")]
    pub id: Key<Guardian>,
    #[entity(on_delete = cascade)]
    pub student_id: Key<Student>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// A teacher asked to join a course.
#[derive(Entity)]
pub struct Invitation {
    #[entity(key, sequence = "INV-{:05}")]
    pub id: Key<Invitation>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(email)]
    pub email: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A guardian asked to follow a student.
#[derive(Entity)]
pub struct GuardianInvitation {
    #[entity(key, sequence = "GIN-{:05}")]
    pub id: Key<GuardianInvitation>,
    #[entity(on_delete = cascade)]
    pub student_id: Key<Student>,
    #[entity(email)]
    pub guardian_email: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One material.
#[derive(Entity)]
pub struct Material {
    #[entity(key, sequence = "MAT-{:05}")]
    pub id: Key<Material>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub topic_id: Option<Key<Topic>>,
    pub attachments: Option<Json>,
    #[entity(default = MaterialState::Published)]
    pub state: MaterialState,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What `state` can be.
#[derive(Choice)]
pub enum MaterialState {
    #[choice(rename = "PUBLISHED")]
    Published,
    #[choice(rename = "DRAFT")]
    Draft,
}
/// One rubric.
#[derive(Entity)]
pub struct Rubric {
    #[entity(key, sequence = "RUB-{:05}")]
    pub id: Key<Rubric>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(on_delete = cascade)]
    pub course_work_id: Key<Assignment>,
    pub criteria: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One student.
#[derive(Entity)]
#[entity(unique(course_id, email))]
pub struct Student {
    #[entity(key, sequence = "STU-{:05}")]
    pub user_id: Key<Student>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(email)]
    pub email: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// What a student hands in for an assignment.
#[derive(Entity)]
#[entity(unique(course_work_id, user_id))]
pub struct Submission {
    #[entity(key, sequence = "SUB-{:05}")]
    pub id: Key<Submission>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(on_delete = cascade)]
    pub course_work_id: Key<Assignment>,
    #[entity(on_delete = cascade)]
    pub user_id: Key<Student>,
    #[entity(default = SubmissionState::New)]
    pub state: SubmissionState,
    #[entity(default)]
    pub late: bool,
    pub draft_grade: Option<f64>,
    pub assigned_grade: Option<f64>,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// Where a submission stands.
#[derive(Choice)]
pub enum SubmissionState {
    #[choice(rename = "NEW")]
    New,
    #[choice(rename = "CREATED")]
    Created,
    #[choice(rename = "TURNED_IN")]
    TurnedIn,
    #[choice(rename = "RETURNED")]
    Returned,
    #[choice(rename = "RECLAIMED_BY_STUDENT")]
    ReclaimedByStudent,
}
/// Someone who teaches a course.
#[derive(Entity)]
#[entity(unique(course_id, email))]
pub struct Teacher {
    #[entity(key, sequence = "TEA-{:05}")]
    pub user_id: Key<Teacher>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
}
/// One topic.
#[derive(Entity)]
pub struct Topic {
    #[entity(key, sequence = "TOP-{:05}")]
    pub id: Key<Topic>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One user profile.
#[derive(Entity)]
pub struct UserProfile {
    #[entity(key, sequence = "USE-{:05}")]
    pub user_id: Key<UserProfile>,
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: Option<String>,
}
pub trait Tools {
    #[tool(list, filter(state in course_states), page(limit = page_size, cursor = page_token), ignore(full_data))]
    fn classroom_list_courses() -> Page<Course>;
    #[tool(search((name, section, description) ~ query))]
    fn classroom_search_courses() -> Page<Course>;
    #[tool(get, key(course_id))]
    fn classroom_get_course() -> Course;
    #[tool(create)]
    fn classroom_create_course() -> Course;
    #[tool(update, key(course_id))]
    fn classroom_update_course() -> Course;
    #[tool(delete, key(course_id))]
    fn classroom_delete_course() -> Course;
    #[tool(get, key(id), filter(course_id))]
    fn classroom_get_assignment() -> Assignment;
    #[tool(list, filter(course_id, state in course_work_states), page(limit = page_size, cursor = page_token))]
    fn classroom_list_assignments() -> Page<Assignment>;
    #[tool(create)]
    fn classroom_create_assignment() -> Assignment;
    #[tool(update, key(id), filter(course_id), ignore(update_mask))]
    fn classroom_patch_assignment() -> Assignment;
    #[tool(update, key(id), filter(course_id))]
    fn classroom_update_assignment() -> Assignment;
    #[tool(delete, key(id), filter(course_id))]
    fn classroom_delete_assignment() -> Assignment;
    #[tool(update, key(id), filter(course_id))]
    fn classroom_move_to_topic() -> Assignment;
    #[tool(
        list,
        filter(course_id, course_work_id, state in states),
        page(limit = page_size)
    )]
    fn classroom_list_submissions() -> Page<Submission>;
    #[tool(simulate(unclear_effect, "one argument chooses which of two grades is written"))]
    fn classroom_grade_submission();
    #[tool(update, key(id), filter(course_id, course_work_id), set(state = SubmissionState::Returned))]
    fn classroom_return_submission() -> Submission;
    #[tool(get, key(id), filter(course_id))]
    fn classroom_get_topic() -> Topic;
    #[tool(list, filter(course_id))]
    fn classroom_list_topics() -> Page<Topic>;
    #[tool(create)]
    fn classroom_create_topic() -> Topic;
    #[tool(update, key(id), filter(course_id))]
    fn classroom_patch_topic() -> Topic;
    #[tool(delete, key(id), filter(course_id))]
    fn classroom_delete_topic() -> Topic;
    #[tool(get, key(id), filter(course_id))]
    fn classroom_get_material() -> Material;
    #[tool(list, filter(course_id), page(limit = page_size))]
    fn classroom_list_materials() -> Page<Material>;
    #[tool(create)]
    fn classroom_create_material() -> Material;
    #[tool(update, key(id), filter(course_id), ignore(update_mask))]
    fn classroom_patch_material() -> Material;
    #[tool(delete, key(id), filter(course_id))]
    fn classroom_delete_material() -> Material;
    #[tool(list, filter(course_id), page(limit = page_size))]
    fn classroom_list_announcements() -> Page<Announcement>;
    #[tool(create)]
    fn classroom_post_announcement() -> Announcement;
    #[tool(update, key(id), filter(course_id))]
    fn classroom_patch_announcement() -> Announcement;
    #[tool(delete, key(id), filter(course_id))]
    fn classroom_delete_announcement() -> Announcement;
    #[tool(list, filter(course_id), page(limit = page_size))]
    fn classroom_list_students() -> Page<Student>;
    #[tool(create)]
    fn classroom_add_student() -> Student;
    #[tool(delete, key(user_id), filter(course_id))]
    fn classroom_delete_student() -> Student;
    #[tool(list, filter(course_id))]
    fn classroom_list_teachers() -> Page<Teacher>;
    #[tool(create)]
    fn classroom_invite_teacher() -> Invitation;
    #[tool(delete, key(user_id), filter(course_id))]
    fn classroom_delete_teacher() -> Teacher;
    #[tool(get, key(user_id))]
    fn classroom_get_user_profile() -> UserProfile;
    #[tool(list, filter(course_id, course_work_id))]
    fn classroom_list_rubrics() -> Page<Rubric>;
    #[tool(create)]
    fn classroom_create_rubric() -> Rubric;
    #[tool(update, key(id), filter(course_id, course_work_id))]
    fn classroom_patch_rubric() -> Rubric;
    #[tool(delete, key(id), filter(course_id, course_work_id))]
    fn classroom_delete_rubric() -> Rubric;
    #[tool(list, filter(student_id))]
    fn classroom_list_guardians() -> Page<Guardian>;
    #[tool(create)]
    fn classroom_invite_guardian() -> GuardianInvitation;
    #[tool(delete, key(guardian_id), filter(student_id))]
    fn classroom_delete_guardian() -> Guardian;
    #[tool(simulate(media, "the file is stored outside the classroom"))]
    fn drive_upload_file();
    #[tool(simulate(media, "the file is stored outside the classroom"))]
    fn classroom_upload_to_classroom();
}
