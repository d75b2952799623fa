//! EduBase: a learning platform of users in classes and organizations, questions gathered in quizzes, exams over quizzes and their results, with tags and permissions on all of it.
/// Everything that EduBase knows.
#[derive(State)]
pub struct Edubase {
    pub classes: Table<Class>,
    pub class_assignments: Table<ClassAssignment>,
    pub class_members: Table<ClassMember>,
    pub class_permissions: Table<ClassPermission>,
    pub class_tags: Table<ClassTag>,
    pub course_permissions: Table<CoursePermission>,
    pub course_tags: Table<CourseTag>,
    pub custom_metrics: Table<CustomMetric>,
    pub event_permissions: Table<EventPermission>,
    pub event_tags: Table<EventTag>,
    pub exams: Table<Exam>,
    pub exam_permissions: Table<ExamPermission>,
    pub exam_summaries: Table<ExamSummary>,
    pub exam_tags: Table<ExamTag>,
    pub exam_users: Table<ExamUser>,
    pub integration_permissions: Table<IntegrationPermission>,
    pub integration_tags: Table<IntegrationTag>,
    pub organizations: Table<Organization>,
    pub organization_members: Table<OrganizationMember>,
    pub organization_permissions: Table<OrganizationPermission>,
    pub organization_tags: Table<OrganizationTag>,
    pub questions: Table<Question>,
    pub quizes: Table<Quiz>,
    pub quiz_permissions: Table<QuizPermission>,
    pub quiz_questions: Table<QuizQuestion>,
    pub quiz_tags: Table<QuizTag>,
    pub scorm_permissions: Table<ScormPermission>,
    pub scorm_tags: Table<ScormTag>,
    pub tags: Table<Tag>,
    pub tag_permissions: Table<TagPermission>,
    pub users: Table<User>,
    pub user_assumes: Table<UserAssume>,
    pub video_permissions: Table<VideoPermission>,
    pub video_tags: Table<VideoTag>,
    pub play_results: Table<PlayResult>,
    pub user_logins: Table<UserLogin>,
}
/// One class.
#[derive(Entity)]
pub struct Class {
    #[entity(key)]
    pub class: Key<Class>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One class assignment.
#[derive(Entity)]
pub struct ClassAssignment {
    #[entity(key, sequence = "CLA-{:05}")]
    pub id: Key<ClassAssignment>,
    #[entity(on_delete = cascade)]
    pub class: Key<Class>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// Someone who belongs to a class.
#[derive(Entity)]
pub struct ClassMember {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub class: Key<Class>,
    pub expires: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One class permission.
#[derive(Entity)]
pub struct ClassPermission {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub class: Key<Class>,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One class tag.
#[derive(Entity)]
pub struct ClassTag {
    #[entity(key, on_delete = cascade)]
    pub class: Key<Class>,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One course permission.
#[derive(Entity)]
pub struct CoursePermission {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub course: String,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One course tag.
#[derive(Entity)]
pub struct CourseTag {
    #[entity(key)]
    pub course: String,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One custom metric.
#[derive(Entity)]
pub struct CustomMetric {
    #[entity(key, sequence = "CUS-{:05}")]
    pub id: Key<CustomMetric>,
    pub value: f64,
    pub metric: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One event permission.
#[derive(Entity)]
pub struct EventPermission {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub event: String,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One event tag.
#[derive(Entity)]
pub struct EventTag {
    #[entity(key)]
    pub event: String,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One exam.
#[derive(Entity)]
pub struct Exam {
    #[entity(key, sequence = "EXA-{:05}")]
    pub exam: Key<Exam>,
    pub open: String,
    pub quiz: Key<Quiz>,
    pub r#type: Option<String>,
    pub close: String,
    #[entity(title)]
    pub title: String,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One exam permission.
#[derive(Entity)]
pub struct ExamPermission {
    #[entity(key, on_delete = cascade)]
    pub exam: Key<Exam>,
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One exam summary.
#[derive(Entity)]
pub struct ExamSummary {
    #[entity(key, sequence = "EXS-{:05}")]
    pub id: Key<ExamSummary>,
    pub llm: String,
    #[entity(on_delete = cascade)]
    pub exam: Key<Exam>,
    pub r#type: String,
    pub model: String,
    #[entity(body)]
    pub summary: String,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One exam tag.
#[derive(Entity)]
pub struct ExamTag {
    #[entity(key, on_delete = cascade)]
    pub exam: Key<Exam>,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// Someone who may take an exam.
#[derive(Entity)]
pub struct ExamUser {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub exam: Key<Exam>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One integration permission.
#[derive(Entity)]
pub struct IntegrationPermission {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub integration: String,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One integration tag.
#[derive(Entity)]
pub struct IntegrationTag {
    #[entity(key)]
    pub integration: String,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One organization.
#[derive(Entity)]
pub struct Organization {
    #[entity(key)]
    pub organization: Key<Organization>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// Someone who belongs to an organization.
#[derive(Entity)]
pub struct OrganizationMember {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub organization: Key<Organization>,
    pub department: Option<String>,
    pub permission_content: Option<String>,
    pub permission_organization: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One organization permission.
#[derive(Entity)]
pub struct OrganizationPermission {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key, on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One organization tag.
#[derive(Entity)]
pub struct OrganizationTag {
    #[entity(key, on_delete = cascade)]
    pub organization: Key<Organization>,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One question.
#[derive(Entity)]
pub struct Question {
    #[entity(key)]
    pub id: Key<Question>,
    pub ai: String,
    #[entity(body)]
    pub hint: Option<String>,
    #[entity(body)]
    pub note: Option<String>,
    #[entity(path)]
    pub path: Option<String>,
    pub tags: Option<String>,
    pub r#type: String,
    pub group: Option<String>,
    pub image: Option<String>,
    pub answer: String,
    pub labels: Option<String>,
    pub points: Option<String>,
    pub source: Option<String>,
    pub options: Option<String>,
    pub subject: Option<String>,
    pub category: Option<String>,
    pub decimals: Option<String>,
    #[entity(language)]
    pub language: String,
    #[entity(body)]
    pub question: String,
    #[entity(body)]
    pub solution: Option<String>,
    pub subpoints: Option<String>,
    pub tolerance: Option<String>,
    pub attachment: Option<String>,
    pub parameters: Option<String>,
    pub subscoring: Option<String>,
    pub answer_hide: Option<String>,
    pub constraints: Option<String>,
    #[entity(body)]
    pub explanation: Option<String>,
    pub media_audio: Option<String>,
    pub options_fix: Option<String>,
    pub answer_label: Option<String>,
    pub answer_order: Option<String>,
    pub hint_penalty: Option<String>,
    #[entity(body)]
    pub private_note: Option<String>,
    pub answer_format: Option<String>,
    pub main_category: Option<String>,
    pub options_order: Option<String>,
    pub video_penalty: Option<String>,
    pub answer_require: Option<String>,
    pub datetime_range: Option<String>,
    pub freetext_rules: Option<String>,
    pub freetext_words: Option<String>,
    pub manual_scoring: Option<String>,
    pub penalty_points: Option<String>,
    pub solution_image: Option<String>,
    pub numerical_range: Option<String>,
    pub parameters_sync: Option<String>,
    pub penalty_scoring: Option<String>,
    pub question_format: Option<String>,
    pub expression_check: Option<String>,
    pub solution_penalty: Option<String>,
    pub answer_indefinite: Option<String>,
    pub datetime_precision: Option<String>,
    pub expression_decimals: Option<String>,
    pub expression_extended: Option<String>,
    pub expression_variable: Option<String>,
    pub freetext_characters: Option<String>,
    pub expression_functions: Option<String>,
    pub expression_random_type: Option<String>,
    pub expression_random_range: Option<String>,
    pub expression_random_tries: Option<String>,
    pub truefalse_third_options: Option<String>,
    pub expression_explicit_goal: Option<String>,
    pub expression_random_inside: Option<String>,
    pub expression_random_outside: Option<String>,
    pub truefalse_third_options_label: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// One quiz.
#[derive(Entity)]
pub struct Quiz {
    #[entity(key, sequence = "QUI-{:05}")]
    pub quiz: Key<Quiz>,
    pub r#type: Option<String>,
    #[entity(title)]
    pub title: String,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    pub mode: Option<String>,
}
/// One quiz permission.
#[derive(Entity)]
pub struct QuizPermission {
    #[entity(key, on_delete = cascade)]
    pub quiz: Key<Quiz>,
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A question that a quiz asks.
#[derive(Entity)]
pub struct QuizQuestion {
    #[entity(key, on_delete = cascade)]
    pub question: Key<Question>,
    #[entity(key, on_delete = cascade)]
    pub quiz: Key<Quiz>,
    pub group: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One quiz tag.
#[derive(Entity)]
pub struct QuizTag {
    #[entity(key, on_delete = cascade)]
    pub quiz: Key<Quiz>,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One scorm permission.
#[derive(Entity)]
pub struct ScormPermission {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub scorm: String,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One scorm tag.
#[derive(Entity)]
pub struct ScormTag {
    #[entity(key)]
    pub scorm: String,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One tag.
#[derive(Entity)]
pub struct Tag {
    #[entity(key)]
    pub tag: Key<Tag>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// One tag permission.
#[derive(Entity)]
pub struct TagPermission {
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One user.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence = "USE-{:05}")]
    pub user: Key<User>,
    #[entity(default)]
    pub exam: bool,
    #[entity(color)]
    pub color: Option<String>,
    #[entity(unique, email)]
    pub email: String,
    pub group: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    pub gender: Option<String>,
    #[entity(language)]
    pub language: Option<String>,
    #[entity(secret)]
    pub password: Option<String>,
    pub template: Option<String>,
    #[entity(timezone)]
    pub timezone: Option<String>,
    #[entity(unique, username)]
    pub username: String,
    pub birthdate: Option<String>,
    #[entity(person)]
    pub full_name: Option<String>,
    #[entity(person)]
    pub last_name: String,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub display_name: Option<String>,
    #[entity(default)]
    pub must_change_password: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// A session in which someone acts as a user.
#[derive(Entity)]
pub struct UserAssume {
    #[entity(key, token("", 32))]
    pub token: Key<UserAssume>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(secret)]
    pub password: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One video permission.
#[derive(Entity)]
pub struct VideoPermission {
    #[entity(key, on_delete = cascade)]
    pub user: Key<User>,
    #[entity(key)]
    pub video: String,
    #[entity(key)]
    pub permission: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// One video tag.
#[derive(Entity)]
pub struct VideoTag {
    #[entity(key)]
    pub video: String,
    #[entity(key, on_delete = cascade)]
    pub tag: Key<Tag>,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// How a user did in one play of a quiz, in an exam or outside.
#[derive(Entity)]
pub struct PlayResult {
    #[entity(key, sequence = "PLA-{:05}")]
    pub play: Key<PlayResult>,
    #[entity(on_delete = cascade)]
    pub quiz: Key<Quiz>,
    #[entity(on_delete = cascade)]
    pub exam: Option<Key<Exam>>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(range = 0.0..=100.0, percent)]
    pub correct: Option<f64>,
    pub finished_at: Option<Timestamp>,
}
/// A link that signs a user in.
#[derive(Entity)]
pub struct UserLogin {
    #[entity(key, token("https://www.edubase.net/login/", 16))]
    pub url: Key<UserLogin>,
    #[entity(on_delete = cascade)]
    pub user: Key<User>,
    #[entity(default)]
    pub short: bool,
    /// How often it may be used.
    #[entity(range = 1..)]
    pub logins: Option<f64>,
    pub expires: Option<String>,
    pub redirect: Option<String>,
    pub template: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}
pub trait Tools {
    #[tool(get, key(id))]
    fn get_question() -> Question;
    #[tool(upsert, key(id))]
    fn post_question() -> Question;
    #[tool(delete, key(id))]
    fn delete_question() -> Question;
    #[tool(search(title ~ search), page(page, limit))]
    fn get_exams() -> Page<Exam>;
    #[tool(get, key(exam))]
    fn get_exam() -> Exam;
    #[tool(create)]
    fn post_exam() -> Exam;
    #[tool(delete, key(exam))]
    fn delete_exam() -> Exam;
    #[tool(list, filter(exam))]
    fn get_exam_users() -> Page<ExamUser>;
    #[tool(create, map(user = users))]
    fn post_exam_users() -> ExamUser;
    #[tool(delete, key(users, exam))]
    fn delete_exam_users() -> ExamUser;
    #[tool(create)]
    fn post_exam_summary() -> ExamSummary;
    #[tool(get, key(play))]
    fn get_quiz_play_results() -> PlayResult;
    #[tool(list, filter(quiz, user))]
    fn get_quiz_results_user() -> Page<PlayResult>;
    #[tool(list, filter(exam, user))]
    fn get_exam_results_user() -> Page<PlayResult>;
    #[tool(list, filter(exam))]
    fn get_exam_results_raw() -> Page<PlayResult>;
    #[tool(search((title, description) ~ search), page(page, limit))]
    fn get_quizes() -> Page<Quiz>;
    #[tool(get, key(quiz))]
    fn get_quiz() -> Quiz;
    #[tool(create)]
    fn post_quiz() -> Quiz;
    #[tool(delete, key(quiz))]
    fn delete_quiz() -> Quiz;
    #[tool(list, filter(quiz))]
    fn get_quiz_questions() -> Page<QuizQuestion>;
    #[tool(create, map(question = questions))]
    fn post_quiz_questions() -> QuizQuestion;
    #[tool(delete, key(questions, quiz), filter(group))]
    fn delete_quiz_questions() -> QuizQuestion;
    #[tool(search((username, email, first_name, last_name, full_name) ~ search), page(page, limit))]
    fn get_users() -> Page<User>;
    #[tool(get, key(user))]
    fn get_user() -> User;
    #[tool(create, ignore(notify))]
    fn post_user() -> User;
    #[tool(delete, key(user))]
    fn delete_user() -> User;
    #[tool(get, key(user))]
    fn get_user_name() -> User;
    #[tool(update, key(user))]
    fn post_user_name() -> User;
    #[tool(get, key(user))]
    fn get_user_group() -> User;
    #[tool(update, key(user))]
    fn post_user_group() -> User;
    #[tool(list, filter(user))]
    fn get_user_login() -> Page<UserLogin>;
    #[tool(create)]
    fn post_user_login() -> UserLogin;
    #[tool(delete, key(url), filter(user))]
    fn delete_user_login() -> UserLogin;
    #[tool(search((username, email, first_name, last_name, full_name) ~ query))]
    fn get_user_search() -> Page<User>;
    #[tool(create)]
    fn post_user_assume() -> UserAssume;
    #[tool(delete, key(token))]
    fn delete_user_assume() -> UserAssume;
    #[tool(search((name, description) ~ search), page(page, limit))]
    fn get_classes() -> Page<Class>;
    #[tool(get, key(class))]
    fn get_class() -> Class;
    #[tool(list, filter(class))]
    fn get_class_assignments() -> Page<ClassAssignment>;
    #[tool(list, filter(class))]
    fn get_class_members() -> Page<ClassMember>;
    #[tool(create, map(user = users), ignore(notify))]
    fn post_class_members() -> ClassMember;
    #[tool(delete, key(users, class))]
    fn delete_class_members() -> ClassMember;
    #[tool(create, map(user = users, class = classes), ignore(notify))]
    fn post_classes_members() -> ClassMember;
    #[tool(list, filter(user))]
    fn get_user_classes() -> Page<ClassMember>;
    #[tool(create, map(class = classes), ignore(notify))]
    fn post_user_classes() -> ClassMember;
    #[tool(delete, key(user, classes))]
    fn delete_user_classes() -> ClassMember;
    #[tool(search((name, description) ~ search), page(page, limit))]
    fn get_organizations() -> Page<Organization>;
    #[tool(get, key(organization))]
    fn get_organization() -> Organization;
    #[tool(list, filter(organization))]
    fn get_organization_members() -> Page<OrganizationMember>;
    #[tool(create, map(user = users), ignore(notify))]
    fn post_organization_members() -> OrganizationMember;
    #[tool(delete, key(users, organization))]
    fn delete_organization_members() -> OrganizationMember;
    #[tool(create, map(user = users, organization = organizations), ignore(notify))]
    fn post_organizations_members() -> OrganizationMember;
    #[tool(list, filter(user))]
    fn get_user_organizations() -> Page<OrganizationMember>;
    #[tool(create, map(organization = organizations), ignore(notify))]
    fn post_user_organizations() -> OrganizationMember;
    #[tool(delete, key(user, organizations))]
    fn delete_user_organizations() -> OrganizationMember;
    #[tool(search((name, description) ~ search), page(page, limit))]
    fn get_tags() -> Page<Tag>;
    #[tool(get, key(tag))]
    fn get_tag() -> Tag;
    #[tool(list, filter(class))]
    fn get_class_tags() -> Page<ClassTag>;
    #[tool(get, key(class, tag))]
    fn get_class_tag() -> ClassTag;
    #[tool(create)]
    fn post_class_tag() -> ClassTag;
    #[tool(delete, key(class, tag))]
    fn delete_class_tag() -> ClassTag;
    #[tool(list, filter(course))]
    fn get_course_tags() -> Page<CourseTag>;
    #[tool(get, key(course, tag))]
    fn get_course_tag() -> CourseTag;
    #[tool(create)]
    fn post_course_tag() -> CourseTag;
    #[tool(delete, key(course, tag))]
    fn delete_course_tag() -> CourseTag;
    #[tool(list, filter(event))]
    fn get_event_tags() -> Page<EventTag>;
    #[tool(get, key(event, tag))]
    fn get_event_tag() -> EventTag;
    #[tool(create)]
    fn post_event_tag() -> EventTag;
    #[tool(delete, key(event, tag))]
    fn delete_event_tag() -> EventTag;
    #[tool(list, filter(exam))]
    fn get_exam_tags() -> Page<ExamTag>;
    #[tool(get, key(exam, tag))]
    fn get_exam_tag() -> ExamTag;
    #[tool(create)]
    fn post_exam_tag() -> ExamTag;
    #[tool(delete, key(exam, tag))]
    fn delete_exam_tag() -> ExamTag;
    #[tool(list, filter(integration))]
    fn get_integration_tags() -> Page<IntegrationTag>;
    #[tool(get, key(integration, tag))]
    fn get_integration_tag() -> IntegrationTag;
    #[tool(create)]
    fn post_integration_tag() -> IntegrationTag;
    #[tool(delete, key(integration, tag))]
    fn delete_integration_tag() -> IntegrationTag;
    #[tool(list, filter(organization))]
    fn get_organization_tags() -> Page<OrganizationTag>;
    #[tool(get, key(organization, tag))]
    fn get_organization_tag() -> OrganizationTag;
    #[tool(create)]
    fn post_organization_tag() -> OrganizationTag;
    #[tool(delete, key(organization, tag))]
    fn delete_organization_tag() -> OrganizationTag;
    #[tool(list, filter(quiz))]
    fn get_quiz_tags() -> Page<QuizTag>;
    #[tool(get, key(quiz, tag))]
    fn get_quiz_tag() -> QuizTag;
    #[tool(create)]
    fn post_quiz_tag() -> QuizTag;
    #[tool(delete, key(quiz, tag))]
    fn delete_quiz_tag() -> QuizTag;
    #[tool(list, filter(scorm))]
    fn get_scorm_tags() -> Page<ScormTag>;
    #[tool(get, key(scorm, tag))]
    fn get_scorm_tag() -> ScormTag;
    #[tool(create)]
    fn post_scorm_tag() -> ScormTag;
    #[tool(delete, key(scorm, tag))]
    fn delete_scorm_tag() -> ScormTag;
    #[tool(list, filter(video))]
    fn get_video_tags() -> Page<VideoTag>;
    #[tool(get, key(video, tag))]
    fn get_video_tag() -> VideoTag;
    #[tool(create)]
    fn post_video_tag() -> VideoTag;
    #[tool(delete, key(video, tag))]
    fn delete_video_tag() -> VideoTag;
    #[tool(get, key(user, class, permission))]
    fn get_class_permission() -> ClassPermission;
    #[tool(create)]
    fn post_class_permission() -> ClassPermission;
    #[tool(delete, key(user, class, permission))]
    fn delete_class_permission() -> ClassPermission;
    #[tool(get, key(user, course, permission))]
    fn get_course_permission() -> CoursePermission;
    #[tool(create)]
    fn post_course_permission() -> CoursePermission;
    #[tool(delete, key(user, course, permission))]
    fn delete_course_permission() -> CoursePermission;
    #[tool(get, key(user, event, permission))]
    fn get_event_permission() -> EventPermission;
    #[tool(create)]
    fn post_event_permission() -> EventPermission;
    #[tool(delete, key(user, event, permission))]
    fn delete_event_permission() -> EventPermission;
    #[tool(get, key(exam, user, permission))]
    fn get_exam_permission() -> ExamPermission;
    #[tool(create)]
    fn post_exam_permission() -> ExamPermission;
    #[tool(delete, key(exam, user, permission))]
    fn delete_exam_permission() -> ExamPermission;
    #[tool(get, key(user, integration, permission))]
    fn get_integration_permission() -> IntegrationPermission;
    #[tool(create)]
    fn post_integration_permission() -> IntegrationPermission;
    #[tool(delete, key(user, integration, permission))]
    fn delete_integration_permission() -> IntegrationPermission;
    #[tool(get, key(user, organization, permission))]
    fn get_organization_permission() -> OrganizationPermission;
    #[tool(create)]
    fn post_organization_permission() -> OrganizationPermission;
    #[tool(delete, key(user, organization, permission))]
    fn delete_organization_permission() -> OrganizationPermission;
    #[tool(get, key(quiz, user, permission))]
    fn get_quiz_permission() -> QuizPermission;
    #[tool(create)]
    fn post_quiz_permission() -> QuizPermission;
    #[tool(delete, key(quiz, user, permission))]
    fn delete_quiz_permission() -> QuizPermission;
    #[tool(get, key(user, scorm, permission))]
    fn get_scorm_permission() -> ScormPermission;
    #[tool(create)]
    fn post_scorm_permission() -> ScormPermission;
    #[tool(delete, key(user, scorm, permission))]
    fn delete_scorm_permission() -> ScormPermission;
    #[tool(get, key(tag, user, permission))]
    fn get_tag_permission() -> TagPermission;
    #[tool(create)]
    fn post_tag_permission() -> TagPermission;
    #[tool(delete, key(tag, user, permission))]
    fn delete_tag_permission() -> TagPermission;
    #[tool(get, key(user, video, permission))]
    fn get_video_permission() -> VideoPermission;
    #[tool(create)]
    fn post_video_permission() -> VideoPermission;
    #[tool(delete, key(user, video, permission))]
    fn delete_video_permission() -> VideoPermission;
    #[tool(create)]
    fn post_custom_metric() -> CustomMetric;
}
