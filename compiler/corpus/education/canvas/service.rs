//! Canvas and Gradescope, as one student or teacher sees them: courses, modules and their items,
//! files, assignments and their submissions. Nothing here writes.
//!
//! The searches rank by the words that a question and a title share; words that every question
//! has do not count.

/// Everything that the account sees on the two platforms.
#[derive(State)]
pub struct Canvas {
    pub courses: Table<Course>,
    pub modules: Table<Module>,
    pub module_items: Table<ModuleItem>,
    pub files: Table<File>,
    pub assignments: Table<Assignment>,
    pub gradescope_courses: Table<GradescopeCourse>,
    pub gradescope_assignments: Table<GradescopeAssignment>,
    pub gradescope_submissions: Table<GradescopeSubmission>,
}

/// A course on Canvas.
#[derive(Entity)]
pub struct Course {
    #[entity(key, sequence = "1{:05}")]
    pub id: Key<Course>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(len = 1..=60, slug)]
    pub course_code: String,
    #[entity(len = 1..=60)]
    pub term: Option<String>,
    pub start_at: Option<Timestamp>,
    pub end_at: Option<Timestamp>,
}

/// A part of a course.
#[derive(Entity)]
pub struct Module {
    #[entity(key, sequence = "2{:05}")]
    pub id: Key<Module>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    /// Its place in the course, from 1.
    #[entity(range = 1..=1_000)]
    pub position: i64,
    #[entity(default = ModuleState::Unlocked)]
    pub state: ModuleState,
    pub unlock_at: Option<Timestamp>,
}

/// How far the account is with a module.
#[derive(Choice)]
pub enum ModuleState {
    Locked,
    Unlocked,
    Started,
    Completed,
}

/// Something in a module.
#[derive(Entity)]
pub struct ModuleItem {
    #[entity(key, sequence = "3{:05}")]
    pub id: Key<ModuleItem>,
    #[entity(on_delete = cascade)]
    pub module_id: Key<Module>,
    #[entity(len = 1..=255, title)]
    pub title: String,
    #[entity(rename = "type")]
    pub kind: ItemKind,
    /// Its place in the module, from 1.
    #[entity(range = 1..=1_000)]
    pub position: i64,
    /// For items of type `File`.
    #[entity(on_delete = clear)]
    pub file_id: Option<Key<File>>,
    /// For items of type `Assignment`.
    #[entity(on_delete = clear)]
    pub assignment_id: Option<Key<Assignment>>,
    #[entity(url)]
    pub html_url: Option<String>,
}

/// What a module's item is.
#[derive(Choice)]
pub enum ItemKind {
    #[choice(rename = "File")]
    File,
    #[choice(rename = "Page")]
    Page,
    #[choice(rename = "Discussion")]
    Discussion,
    #[choice(rename = "Assignment")]
    Assignment,
    #[choice(rename = "Quiz")]
    Quiz,
    #[choice(rename = "SubHeader")]
    SubHeader,
    #[choice(rename = "ExternalUrl")]
    ExternalUrl,
    #[choice(rename = "ExternalTool")]
    ExternalTool,
}

/// A file of a course.
#[derive(Entity)]
pub struct File {
    #[entity(key, sequence = "4{:05}")]
    pub id: Key<File>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(len = 1..=255, path)]
    pub display_name: String,
    #[entity(mime)]
    pub content_type: String,
    #[entity(range = 0..=2_000_000_000, quantity)]
    pub size: i64,
    #[entity(url)]
    pub url: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Work that a course asks for, with how the account's own submission stands.
#[derive(Entity)]
pub struct Assignment {
    #[entity(key, sequence = "5{:05}")]
    pub id: Key<Assignment>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<Course>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(body)]
    pub description: String,
    pub due_at: Option<Timestamp>,
    #[entity(range = 0..=10_000)]
    pub points_possible: f64,
    #[entity(default = SubmissionState::Unsubmitted)]
    pub submission_state: SubmissionState,
    #[entity(range = 0..=10_000)]
    pub score: Option<f64>,
    #[entity(url)]
    pub html_url: Option<String>,
}

/// How a submission on Canvas stands.
#[derive(Choice)]
pub enum SubmissionState {
    Unsubmitted,
    Submitted,
    Graded,
}

/// A course on Gradescope.
#[derive(Entity)]
pub struct GradescopeCourse {
    #[entity(key, sequence = "6{:05}")]
    pub id: Key<GradescopeCourse>,
    #[entity(len = 1..=60, slug)]
    pub short_name: String,
    #[entity(len = 1..=255, title)]
    pub name: String,
    #[entity(len = 1..=60)]
    pub term: String,
    #[entity(default = CourseRole::Student)]
    pub role: CourseRole,
}

/// What the account is in a Gradescope course.
#[derive(Choice)]
pub enum CourseRole {
    Instructor,
    Student,
}

/// Work that a Gradescope course asks for.
#[derive(Entity)]
pub struct GradescopeAssignment {
    #[entity(key, sequence = "7{:05}")]
    pub id: Key<GradescopeAssignment>,
    #[entity(on_delete = cascade)]
    pub course_id: Key<GradescopeCourse>,
    #[entity(len = 1..=255, title)]
    pub name: String,
    pub release_date: Option<Timestamp>,
    pub due_date: Option<Timestamp>,
    pub late_due_date: Option<Timestamp>,
    #[entity(range = 0..=10_000)]
    pub max_grade: f64,
}

/// What one student handed in for a Gradescope assignment.
#[derive(Entity)]
#[entity(unique(assignment_id, student_email))]
pub struct GradescopeSubmission {
    #[entity(key, sequence = "8{:05}")]
    pub id: Key<GradescopeSubmission>,
    #[entity(on_delete = cascade)]
    pub assignment_id: Key<GradescopeAssignment>,
    #[entity(len = 1..=120, person)]
    pub student_name: String,
    #[entity(email)]
    pub student_email: String,
    #[entity(default = GradingState::Submitted)]
    pub status: GradingState,
    #[entity(range = 0..=10_000)]
    pub score: Option<f64>,
    pub submitted_at: Option<Timestamp>,
    #[entity(default = false)]
    pub late: bool,
}

/// How a submission on Gradescope stands.
#[derive(Choice)]
pub enum GradingState {
    NotSubmitted,
    Submitted,
    Graded,
}

pub trait Tools {
    #[tool(list, sort(name))]
    fn get_courses() -> Vec<Course>;

    /// The modules of a course, in the course's order.
    #[tool(list, filter(course_id), sort(position))]
    #[case(args = r#"{"course_id":"100001"}"#, ok = r#"[{"name":"Week 1"},{"name":"Week 2"}]"#)]
    #[case(args = r#"{"course_id":"999"}"#, error = "not_found")]
    fn get_modules(
        state: &Canvas,
        args: GetModules,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Module>>, ToolError> {
        let course = state.courses.find(args.course_id.as_str())?;
        let mut modules = state.modules.select(&|module| module.course_id == course.id);
        modules.sort_by_key(|module| module.position);
        Ok(modules)
    }

    /// What is in a module of a course, in the module's order.
    #[tool(list, filter(module_id), sort(position), about = ModuleItem)]
    #[case(
        args = r#"{"course_id":"100001","module_id":"200001"}"#,
        ok = r#"[{"title":"Lecture 1 slides","type":"File","file_id":"400001"},{"title":"Problem set 1","type":"Assignment"}]"#
    )]
    #[case(args = r#"{"course_id":"100002","module_id":"200001"}"#, error = "not_found")]
    fn get_module_items(
        state: &Canvas,
        args: GetModuleItems,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<ModuleItem>>, ToolError> {
        let course = state.courses.find(args.course_id.as_str())?;
        let module = state.modules.find(args.module_id.as_str())?;
        require_within("course", &course.id, &module.course_id, "module", &module.id)?;
        let mut items = state.module_items.select(&|item| item.module_id == module.id);
        items.sort_by_key(|item| item.position);
        Ok(items)
    }

    /// A file of a course, with the address to download it from in `url`.
    #[tool(get, key(file_id), about = File)]
    #[case(
        args = r#"{"course_id":"100001","file_id":"400001"}"#,
        ok = r#"{"display_name":"lecture-1.pdf","url":"https://canvas.example/files/400001/download"}"#
    )]
    #[case(args = r#"{"course_id":"100002","file_id":"400001"}"#, error = "not_found")]
    fn get_file_url(
        state: &Canvas,
        args: GetFileUrl,
        _cx: &mut Context,
    ) -> Result<RowRef<File>, ToolError> {
        let course = state.courses.find(args.course_id.as_str())?;
        let file = state.files.find(args.file_id.as_str())?;
        require_within("course", &course.id, &file.course_id, "file", &file.id)?;
        Ok(file)
    }

    /// The module items and files that share most words with the question. Pictures are not
    /// looked at: the question must say what is sought.
    #[tool(reads(courses, modules, module_items, files))]
    #[case(
        args = r#"{"query":"Where are the slides of lecture 1?"}"#,
        ok = r#"[{"kind":"module_item","title":"Lecture 1 slides","course":"Linear Algebra","file_id":"400001"},{"kind":"file","title":"lecture-1.pdf"},{"title":"Problem set 1"}]"#
    )]
    #[case(args = r#"{"query":"photosynthesis"}"#, ok = r#"[]"#)]
    #[case(
        args = r#"{"query":"this figure","image_path":"/tmp/figure.png"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"query":"  "}"#, error = "invalid_argument")]
    fn find_resources(
        state: &Canvas,
        args: FindResources,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        if args.image_path.is_some() {
            return Err(ToolError::invalid_argument(
                "pictures are not looked at, describe what is sought in `query`",
            ));
        }
        let words = words_of(&args.query)?;
        let mut found = Vec::new();
        for item in state.module_items.iter() {
            let Some(module) = state.modules.get(&item.module_id) else { continue };
            found.push((
                score_of(&words, &[&item.title, &module.name]),
                serde_json::json!({
                    "kind": "module_item",
                    "id": item.id.as_str(),
                    "title": item.title,
                    "type": item.kind.as_str(),
                    "course_id": module.course_id.as_str(),
                    "course": name_of_course(state, &module.course_id),
                    "module": module.name,
                    "file_id": item.file_id.as_ref().map(|file| file.as_str()),
                    "url": item.html_url,
                }),
            ));
        }
        for file in state.files.iter() {
            found.push((
                score_of(&words, &[&file.display_name]),
                serde_json::json!({
                    "kind": "file",
                    "id": file.id.as_str(),
                    "title": file.display_name,
                    "course_id": file.course_id.as_str(),
                    "course": name_of_course(state, &file.course_id),
                    "url": file.url,
                }),
            ));
        }
        Ok(best(found))
    }

    /// `bucket` is one of past, overdue, undated, ungraded, unsubmitted, upcoming and future.
    #[tool(list, filter(course_id), sort(due_at), about = Assignment)]
    #[case(
        args = r#"{"course_id":"100001"}"#,
        ok = r#"[{"name":"Problem set 1"},{"name":"Problem set 2"},{"name":"Reading list"}]"#
    )]
    #[case(
        args = r#"{"course_id":"100001","bucket":"undated"}"#,
        ok = r#"[{"name":"Reading list"}]"#
    )]
    #[case(args = r#"{"course_id":"100001","bucket":"soon"}"#, error = "invalid_argument")]
    #[case(args = r#"{"course_id":"999"}"#, error = "not_found")]
    fn get_course_assignments(
        state: &Canvas,
        args: GetCourseAssignments,
        cx: &mut Context,
    ) -> Result<Vec<RowRef<Assignment>>, ToolError> {
        let course = state.courses.find(args.course_id.as_str())?;
        assignments_in(state, &course.id, args.bucket.as_deref(), cx.now())
    }

    /// The assignments of the course whose name has these words. The buckets are those of
    /// `get_course_assignments`.
    #[tool(reads(courses, assignments))]
    #[case(
        args = r#"{"course_name":"algebra","bucket":"past"}"#,
        ok = r#"[{"name":"Problem set 1"}]"#
    )]
    #[case(args = r#"{"course_name":"pottery"}"#, error = "not_found")]
    fn get_assignments_by_course_name(
        state: &Canvas,
        args: GetAssignmentsByCourseName,
        cx: &mut Context,
    ) -> Result<Vec<RowRef<Assignment>>, ToolError> {
        let named = state.courses.select(&|course| contains(&course.name, &args.course_name));
        let course = one_named(&named, "course", &args.course_name, |course| &course.name)?;
        assignments_in(state, &course.id, args.bucket.as_deref(), cx.now())
    }

    #[tool(list, sort(name))]
    fn get_canvas_courses() -> Vec<Course>;

    #[tool(list, sort(name))]
    fn get_gradescope_courses() -> Vec<GradescopeCourse>;

    /// The Gradescope course whose name or short name has these words.
    #[tool(reads(gradescope_courses))]
    #[case(
        args = r#"{"course_name":"math 21"}"#,
        ok = r#"{"id":"600001","name":"Linear Algebra"}"#
    )]
    #[case(args = r#"{"course_name":"pottery"}"#, error = "not_found")]
    fn get_gradescope_course_by_name(
        state: &Canvas,
        args: GetGradescopeCourseByName,
        _cx: &mut Context,
    ) -> Result<RowRef<GradescopeCourse>, ToolError> {
        let named = state.gradescope_courses.select(&|course| {
            contains(&course.name, &args.course_name)
                || contains(&course.short_name, &args.course_name)
        });
        one_named(&named, "Gradescope course", &args.course_name, |course| &course.name)
    }

    /// The assignments of a Gradescope course, the earliest due first.
    #[tool(list, filter(course_id), sort(due_date))]
    #[case(
        args = r#"{"course_id":"600001"}"#,
        ok = r#"[{"name":"Homework 1"},{"name":"Homework 2"}]"#
    )]
    #[case(args = r#"{"course_id":"999"}"#, error = "not_found")]
    fn get_gradescope_assignments(
        state: &Canvas,
        args: GetGradescopeAssignments,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<GradescopeAssignment>>, ToolError> {
        let course = state.gradescope_courses.find(args.course_id.as_str())?;
        let mut assignments =
            state.gradescope_assignments.select(&|assignment| assignment.course_id == course.id);
        compoworld_core::sort_rows(
            &mut assignments,
            "due_date",
            compoworld_core::Direction::Ascending,
        )?;
        Ok(assignments)
    }

    /// The assignment of a Gradescope course whose name has these words.
    #[tool(reads(gradescope_courses, gradescope_assignments))]
    #[case(
        args = r#"{"course_id":"600001","assignment_name":"homework 2"}"#,
        ok = r#"{"id":"700002","name":"Homework 2"}"#
    )]
    #[case(args = r#"{"course_id":"600001","assignment_name":"essay"}"#, error = "not_found")]
    fn get_gradescope_assignment_by_name(
        state: &Canvas,
        args: GetGradescopeAssignmentByName,
        _cx: &mut Context,
    ) -> Result<RowRef<GradescopeAssignment>, ToolError> {
        let course = state.gradescope_courses.find(args.course_id.as_str())?;
        let named = state.gradescope_assignments.select(&|assignment| {
            assignment.course_id == course.id && contains(&assignment.name, &args.assignment_name)
        });
        one_named(&named, "assignment", &args.assignment_name, |assignment| &assignment.name)
    }

    /// What was handed in for an assignment of a Gradescope course.
    #[tool(list, filter(assignment_id), about = GradescopeSubmission)]
    #[case(
        args = r#"{"course_id":"600001","assignment_id":"700001"}"#,
        ok = r#"[{"student_name":"Ana Duarte","score":18},{"student_name":"Ben Okafor"}]"#
    )]
    #[case(args = r#"{"course_id":"600002","assignment_id":"700001"}"#, error = "not_found")]
    fn get_gradescope_submissions(
        state: &Canvas,
        args: GetGradescopeSubmissions,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<GradescopeSubmission>>, ToolError> {
        let assignment =
            gradescope_assignment(state, args.course_id.as_str(), args.assignment_id.as_str())?;
        Ok(state
            .gradescope_submissions
            .select(&|submission| submission.assignment_id == assignment.id))
    }

    /// What one student handed in.
    #[tool(reads(gradescope_courses, gradescope_assignments, gradescope_submissions))]
    #[case(
        args = r#"{"course_id":"600001","assignment_id":"700001","student_email":"ana@lumen.example"}"#,
        ok = r#"{"id":"800001","status":"graded","score":18}"#
    )]
    #[case(
        args = r#"{"course_id":"600001","assignment_id":"700001","student_email":"ida@oak.example"}"#,
        error = "not_found"
    )]
    fn get_gradescope_student_submission(
        state: &Canvas,
        args: GetGradescopeStudentSubmission,
        _cx: &mut Context,
    ) -> Result<RowRef<GradescopeSubmission>, ToolError> {
        let assignment =
            gradescope_assignment(state, args.course_id.as_str(), args.assignment_id.as_str())?;
        let email = args.student_email.trim();
        let submissions = state.gradescope_submissions.select(&|submission| {
            submission.assignment_id == assignment.id
                && submission.student_email.eq_ignore_ascii_case(email)
        });
        let found = submissions.into_iter().next();
        found.ok_or_else(|| {
            ToolError::not_found(format!("`{email}` has no submission for `{}`", assignment.name))
        })
    }

    /// The Gradescope courses, assignments and submissions that share most words with the
    /// question.
    #[tool(reads(gradescope_courses, gradescope_assignments, gradescope_submissions))]
    #[case(
        args = r#"{"query":"When is homework 2 due?"}"#,
        ok = r#"[{"platform":"gradescope","kind":"assignment","name":"Homework 2"},{"kind":"assignment","name":"Homework 1"}]"#
    )]
    #[case(args = r#"{"query":"?"}"#, error = "invalid_argument")]
    fn call_search_gradescope(
        state: &Canvas,
        args: CallSearchGradescope,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        Ok(best(scored_on_gradescope(state, &words_of(&args.query)?)))
    }

    /// The courses and assignments of both platforms that share most words with the question.
    /// One that names a platform asks that platform only.
    #[tool(reads(
        courses,
        assignments,
        gradescope_courses,
        gradescope_assignments,
        gradescope_submissions
    ))]
    #[case(
        args = r#"{"query":"problem set 2 on canvas"}"#,
        ok = r#"[{"platform":"canvas","kind":"assignment","name":"Problem set 2"},{"platform":"canvas","name":"Problem set 1"}]"#
    )]
    #[case(args = r#"{"query":"the"}"#, error = "invalid_argument")]
    fn search_education_platforms(
        state: &Canvas,
        args: SearchEducationPlatforms,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let words = words_of(&args.query)?;
        let names = |platform: &str| contains(&args.query, platform);
        let mut found = Vec::new();
        if !names("gradescope") || names("canvas") {
            found.extend(scored_on_canvas(state, &words));
        }
        if !names("canvas") || names("gradescope") {
            found.extend(scored_on_gradescope(state, &words));
        }
        Ok(best(found))
    }
}

/// Fails when a thing is not in the course that the caller named.
fn require_within<C, T>(
    place: &str,
    wanted: &Key<C>,
    actual: &Key<C>,
    thing: &str,
    id: &Key<T>,
) -> Result<(), ToolError> {
    match wanted == actual {
        true => Ok(()),
        false => Err(ToolError::not_found(format!("{place} `{wanted}` has no {thing} `{id}`"))),
    }
}

fn gradescope_assignment(
    state: &Canvas,
    course: &str,
    id: &str,
) -> Result<RowRef<GradescopeAssignment>, ToolError> {
    let course = state.gradescope_courses.find(course)?;
    let assignment = state.gradescope_assignments.find(id)?;
    require_within("course", &course.id, &assignment.course_id, "assignment", &assignment.id)?;
    Ok(assignment)
}

fn contains(text: &str, words: &str) -> bool {
    compoworld_core::contains_text(&[text], words)
}

/// The one row that a name can mean: the only one found, or the one that has exactly this name.
fn one_named<T: compoworld_core::Entity>(
    found: &[RowRef<T>],
    kind: &str,
    name: &str,
    name_of: impl Fn(&T) -> &String,
) -> Result<RowRef<T>, ToolError> {
    let wanted = name.trim().to_lowercase();
    let exact = found.iter().find(|row| name_of(row).to_lowercase() == wanted);
    match (found, exact) {
        (_, Some(row)) | ([row], None) => Ok(row.clone()),
        ([], None) => Err(ToolError::not_found(format!("no {kind} is called `{name}`"))),
        (several, None) => {
            let names: Vec<&str> = several.iter().map(|row| name_of(row).as_str()).collect();
            Err(ToolError::failed_precondition(format!(
                "`{name}` can mean several: {}; name one in full",
                names.join(", ")
            )))
        }
    }
}

fn name_of_course(state: &Canvas, course: &Key<Course>) -> Option<String> {
    state.courses.get(course).map(|course| course.name.clone())
}

/// The assignments of a course that fall into a bucket, the earliest due first.
fn assignments_in(
    state: &Canvas,
    course: &Key<Course>,
    bucket: Option<&str>,
    now: Timestamp,
) -> Result<Vec<RowRef<Assignment>>, ToolError> {
    const WEEK_SECONDS: i64 = 7 * 86_400;
    const BUCKETS: [&str; 7] =
        ["past", "overdue", "undated", "ungraded", "unsubmitted", "upcoming", "future"];
    if let Some(unknown) = bucket.filter(|bucket| !BUCKETS.contains(bucket)) {
        return Err(ToolError::invalid_argument(format!(
            "`{unknown}` is no bucket; there are {}",
            BUCKETS.join(", ")
        )));
    }
    let falls_into = |assignment: &Assignment| {
        let (due, submission) = (assignment.due_at, assignment.submission_state);
        let is_past = due.is_some_and(|due| due < now);
        match bucket {
            Some("past") => is_past,
            Some("overdue") => is_past && submission == SubmissionState::Unsubmitted,
            Some("undated") => due.is_none(),
            Some("ungraded") => submission == SubmissionState::Submitted,
            Some("unsubmitted") => submission == SubmissionState::Unsubmitted,
            Some("upcoming") => {
                due.is_some_and(|due| due >= now && due <= now.plus_seconds(WEEK_SECONDS))
            }
            Some("future") => due.is_none_or(|due| due >= now),
            _ => true,
        }
    };
    let mut assignments = state
        .assignments
        .select(&|assignment| assignment.course_id == *course && falls_into(assignment));
    compoworld_core::sort_rows(&mut assignments, "due_at", compoworld_core::Direction::Ascending)?;
    Ok(assignments)
}

/// Words that say nothing about what is sought.
const COMMON_WORDS: [&str; 38] = [
    "a",
    "about",
    "all",
    "an",
    "and",
    "any",
    "are",
    "at",
    "canvas",
    "can",
    "do",
    "does",
    "due",
    "find",
    "for",
    "from",
    "get",
    "gradescope",
    "have",
    "how",
    "i",
    "in",
    "is",
    "me",
    "my",
    "of",
    "on",
    "or",
    "please",
    "show",
    "the",
    "there",
    "to",
    "what",
    "when",
    "where",
    "which",
    "with",
];

/// The words of a question that count, in lower case.
fn words_of(query: &str) -> Result<Vec<String>, ToolError> {
    let words: Vec<String> =
        pieces(query).filter(|word| !COMMON_WORDS.contains(&word.as_str())).collect();
    match words.is_empty() {
        true => Err(ToolError::invalid_argument("the query has no word to search for")),
        false => Ok(words),
    }
}

fn pieces(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// How many of the words the texts have.
fn score_of(words: &[String], texts: &[&str]) -> usize {
    let own: Vec<String> = texts.iter().flat_map(|text| pieces(text)).collect();
    words.iter().filter(|word| own.contains(word)).count()
}

/// The best of what was found, at most ten; what shares no word is left out.
fn best(mut found: Vec<(usize, serde_json::Value)>) -> Vec<serde_json::Value> {
    const RESULTS_MAX: usize = 10;
    found.retain(|(score, _)| *score > 0);
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().take(RESULTS_MAX).map(|(_, item)| item).collect()
}

fn scored_on_canvas(state: &Canvas, words: &[String]) -> Vec<(usize, serde_json::Value)> {
    let courses = state.courses.iter().map(|course| {
        (score_of(words, &[&course.name, &course.course_code]), serde_json::json!({
            "platform": "canvas", "kind": "course", "id": course.id.as_str(), "name": course.name,
        }))
    });
    let assignments = state.assignments.iter().map(|assignment| {
        let course = name_of_course(state, &assignment.course_id);
        let texts = [assignment.name.as_str(), course.as_deref().unwrap_or_default()];
        (score_of(words, &texts), serde_json::json!({
            "platform": "canvas", "kind": "assignment", "id": assignment.id.as_str(),
            "name": assignment.name, "course_id": assignment.course_id.as_str(), "course": course,
            "due": assignment.due_at.map(|due| due.to_string()),
        }))
    });
    courses.chain(assignments).collect()
}

fn scored_on_gradescope(state: &Canvas, words: &[String]) -> Vec<(usize, serde_json::Value)> {
    let name_of = |course: &Key<GradescopeCourse>| {
        state.gradescope_courses.get(course).map(|course| course.name.clone())
    };
    let courses = state.gradescope_courses.iter().map(|course| {
        (
            score_of(words, &[&course.name, &course.short_name]),
            serde_json::json!({
                "platform": "gradescope", "kind": "course", "id": course.id.as_str(),
                "name": course.name, "role": course.role.as_str(),
            }),
        )
    });
    let assignments = state.gradescope_assignments.iter().map(|assignment| {
        let course = name_of(&assignment.course_id);
        let texts = [assignment.name.as_str(), course.as_deref().unwrap_or_default()];
        (score_of(words, &texts), serde_json::json!({
            "platform": "gradescope", "kind": "assignment", "id": assignment.id.as_str(),
            "name": assignment.name, "course_id": assignment.course_id.as_str(), "course": course,
            "due": assignment.due_date.map(|due| due.to_string()),
        }))
    });
    let submissions = state.gradescope_submissions.iter().map(|submission| {
        (
            score_of(words, &[&submission.student_name]),
            serde_json::json!({
                "platform": "gradescope", "kind": "submission", "id": submission.id.as_str(),
                "assignment_id": submission.assignment_id.as_str(),
                "student_name": submission.student_name, "student_email": submission.student_email,
                "status": submission.status.as_str(), "score": submission.score,
            }),
        )
    });
    courses.chain(assignments).chain(submissions).collect()
}

/// Two courses on Canvas, the first of which is on Gradescope too.
pub const FIXTURE: &str = r#"{
  "courses": {
    "100001": {"id": "100001", "name": "Linear Algebra", "course_code": "math-21", "term": "Spring 2026", "start_at": "2026-01-12T00:00:00Z", "end_at": "2026-06-05T00:00:00Z"},
    "100002": {"id": "100002", "name": "World History", "course_code": "hist-4", "term": "Spring 2026", "start_at": "2026-01-12T00:00:00Z", "end_at": null}
  },
  "modules": {
    "200001": {"id": "200001", "course_id": "100001", "name": "Week 1", "position": 1, "state": "completed", "unlock_at": null},
    "200002": {"id": "200002", "course_id": "100001", "name": "Week 2", "position": 2, "state": "started", "unlock_at": "2026-01-19T00:00:00Z"},
    "200003": {"id": "200003", "course_id": "100002", "name": "Trade routes", "position": 1, "state": "unlocked", "unlock_at": null}
  },
  "module_items": {
    "300001": {"id": "300001", "module_id": "200001", "title": "Lecture 1 slides", "type": "File", "position": 1, "file_id": "400001", "assignment_id": null, "html_url": "https://canvas.example/items/300001"},
    "300002": {"id": "300002", "module_id": "200001", "title": "Problem set 1", "type": "Assignment", "position": 2, "file_id": null, "assignment_id": "500001", "html_url": "https://canvas.example/items/300002"},
    "300003": {"id": "300003", "module_id": "200003", "title": "The silk road", "type": "Page", "position": 1, "file_id": null, "assignment_id": null, "html_url": null}
  },
  "files": {
    "400001": {"id": "400001", "course_id": "100001", "display_name": "lecture-1.pdf", "content_type": "application/pdf", "size": 120400, "url": "https://canvas.example/files/400001/download", "updated_at": "2026-01-12T08:00:00Z"},
    "400002": {"id": "400002", "course_id": "100002", "display_name": "map.png", "content_type": "image/png", "size": 80123, "url": "https://canvas.example/files/400002/download", "updated_at": "2026-01-13T08:00:00Z"}
  },
  "assignments": {
    "500001": {"id": "500001", "course_id": "100001", "name": "Problem set 1", "description": "Exercises on vectors", "due_at": "2025-02-01T23:59:00Z", "points_possible": 20, "submission_state": "graded", "score": 17.5, "html_url": "https://canvas.example/assignments/500001"},
    "500002": {"id": "500002", "course_id": "100001", "name": "Problem set 2", "description": "Exercises on matrices", "due_at": "2035-02-08T23:59:00Z", "points_possible": 20, "submission_state": "unsubmitted", "score": null, "html_url": "https://canvas.example/assignments/500002"},
    "500003": {"id": "500003", "course_id": "100001", "name": "Reading list", "description": "What to read beside the lectures", "due_at": null, "points_possible": 0, "submission_state": "unsubmitted", "score": null, "html_url": null},
    "500004": {"id": "500004", "course_id": "100002", "name": "Essay on trade", "description": "Two thousand words", "due_at": "2035-03-01T23:59:00Z", "points_possible": 100, "submission_state": "submitted", "score": null, "html_url": null}
  },
  "gradescope_courses": {
    "600001": {"id": "600001", "short_name": "Math 21", "name": "Linear Algebra", "term": "Spring 2026", "role": "instructor"},
    "600002": {"id": "600002", "short_name": "CS 5", "name": "Data Structures", "term": "Spring 2026", "role": "student"}
  },
  "gradescope_assignments": {
    "700001": {"id": "700001", "course_id": "600001", "name": "Homework 1", "release_date": "2026-01-12T08:00:00Z", "due_date": "2026-01-26T23:59:00Z", "late_due_date": null, "max_grade": 20},
    "700002": {"id": "700002", "course_id": "600001", "name": "Homework 2", "release_date": "2026-01-26T08:00:00Z", "due_date": "2026-02-09T23:59:00Z", "late_due_date": "2026-02-11T23:59:00Z", "max_grade": 25},
    "700003": {"id": "700003", "course_id": "600002", "name": "Lab on trees", "release_date": null, "due_date": null, "late_due_date": null, "max_grade": 10}
  },
  "gradescope_submissions": {
    "800001": {"id": "800001", "assignment_id": "700001", "student_name": "Ana Duarte", "student_email": "ana@lumen.example", "status": "graded", "score": 18, "submitted_at": "2026-01-25T18:00:00Z", "late": false},
    "800002": {"id": "800002", "assignment_id": "700001", "student_name": "Ben Okafor", "student_email": "ben@lumen.example", "status": "submitted", "score": null, "submitted_at": "2026-01-27T01:00:00Z", "late": true}
  }
}"#;
