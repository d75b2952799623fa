//! Hevy: workouts that were done, routines to do, the exercises that both are made of, folders,
//! and body measurements of one person.
//!
//! Answers leave out what is not known instead of saying null, as the real service does.

/// The training log of one person.
#[derive(State)]
pub struct Hevy {
    pub profile: One<Profile>,
    pub exercise_templates: Table<ExerciseTemplate>,
    pub routine_folders: Table<RoutineFolder>,
    pub routines: Table<Routine>,
    pub workouts: Table<Workout>,
    pub deleted_workouts: Table<DeletedWorkout>,
    pub body_measurements: Table<BodyMeasurement>,
}

/// Whose log it is.
#[derive(Entity)]
pub struct Profile {
    pub id: String,
    #[entity(person)]
    pub name: String,
    #[entity(url)]
    pub url: String,
}

/// An exercise that workouts and routines name.
#[derive(Entity)]
pub struct ExerciseTemplate {
    #[entity(key, token("", 8))]
    pub id: Key<ExerciseTemplate>,
    #[entity(len = 1..=200, title)]
    pub title: String,
    #[entity(rename = "type")]
    pub exercise_type: ExerciseType,
    #[entity(default = Equipment::None)]
    pub equipment: Equipment,
    pub primary_muscle_group: MuscleGroup,
    pub secondary_muscle_groups: Vec<MuscleGroup>,
    #[entity(default)]
    pub is_custom: bool,
}

/// What is counted in a set of an exercise.
#[derive(Choice)]
pub enum ExerciseType {
    WeightReps,
    RepsOnly,
    BodyweightReps,
    BodyweightAssistedReps,
    Duration,
    WeightDuration,
    DistanceDuration,
    ShortDistanceWeight,
}

/// What an exercise is done with.
#[derive(Choice)]
pub enum Equipment {
    None,
    Barbell,
    Dumbbell,
    Kettlebell,
    Machine,
    Plate,
    ResistanceBand,
    Suspension,
    Other,
}

/// What an exercise trains.
#[derive(Choice)]
pub enum MuscleGroup {
    Abdominals,
    Shoulders,
    Biceps,
    Triceps,
    Forearms,
    Quadriceps,
    Hamstrings,
    Calves,
    Glutes,
    Abductors,
    Adductors,
    Lats,
    UpperBack,
    Traps,
    LowerBack,
    Chest,
    Cardio,
    Neck,
    FullBody,
    Other,
}

/// A named place for routines.
#[derive(Entity)]
pub struct RoutineFolder {
    #[entity(key, sequence)]
    pub id: IntKey<RoutineFolder>,
    #[entity(len = 1..=200, title)]
    pub title: String,
    /// Its place among the folders, from 0.
    #[entity(range = 0..=100_000, default)]
    pub index: i64,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A plan of exercises to repeat.
#[derive(Entity)]
pub struct Routine {
    #[entity(key, uuid)]
    pub id: Key<Routine>,
    #[entity(len = 1..=200, title)]
    pub title: String,
    #[entity(on_delete = clear)]
    pub folder_id: Option<IntKey<RoutineFolder>>,
    #[entity(body)]
    pub notes: Option<String>,
    pub exercises: Vec<RoutineExercise>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One exercise of a routine.
#[derive(Record)]
pub struct RoutineExercise {
    pub exercise_template_id: Key<ExerciseTemplate>,
    pub superset_id: Option<f64>,
    pub rest_seconds: Option<i64>,
    pub notes: Option<String>,
    pub sets: Vec<RoutineSet>,
}

/// One planned set.
#[derive(Record)]
pub struct RoutineSet {
    #[record(rename = "type", default = SetType::Normal)]
    pub kind: SetType,
    pub weight_kg: Option<f64>,
    pub reps: Option<i64>,
    pub distance_meters: Option<i64>,
    pub duration_seconds: Option<i64>,
    pub rep_range: Option<RepRange>,
    pub custom_metric: Option<f64>,
}

/// From how many to how many repetitions.
#[derive(Record)]
pub struct RepRange {
    pub start: Option<i64>,
    pub end: Option<i64>,
}

/// How a set counts.
#[derive(Choice)]
pub enum SetType {
    Warmup,
    Normal,
    Failure,
    Dropset,
}

/// A session that was done.
#[derive(Entity)]
pub struct Workout {
    #[entity(key, uuid)]
    pub id: Key<Workout>,
    #[entity(len = 1..=200, title)]
    pub title: String,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub routine_id: Option<Key<Routine>>,
    pub start_time: Timestamp,
    pub end_time: Timestamp,
    #[entity(default)]
    pub is_private: bool,
    pub exercises: Vec<WorkoutExercise>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One exercise of a workout.
#[derive(Record)]
pub struct WorkoutExercise {
    pub exercise_template_id: Key<ExerciseTemplate>,
    pub superset_id: Option<f64>,
    pub notes: Option<String>,
    pub sets: Vec<WorkoutSet>,
}

/// One set that was done.
#[derive(Record)]
pub struct WorkoutSet {
    #[record(rename = "type", default = SetType::Normal)]
    pub kind: SetType,
    pub weight_kg: Option<f64>,
    pub reps: Option<i64>,
    pub distance_meters: Option<i64>,
    pub duration_seconds: Option<i64>,
    /// How hard it was, from 6 to 10.
    pub rpe: Option<f64>,
    pub custom_metric: Option<f64>,
}

/// That a workout was deleted, for those who keep a copy.
#[derive(Entity)]
pub struct DeletedWorkout {
    #[entity(key)]
    pub id: Key<DeletedWorkout>,
    pub deleted_at: Timestamp,
}

/// What was measured on one day.
#[derive(Entity)]
pub struct BodyMeasurement {
    #[entity(key)]
    pub date: Date,
    #[entity(range = 0..=1_000)]
    pub weight_kg: Option<f64>,
    #[entity(range = 0..=1_000)]
    pub lean_mass_kg: Option<f64>,
    #[entity(range = 0..=100, percent)]
    pub fat_percent: Option<f64>,
    #[entity(range = 0..=500)]
    pub neck_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub shoulder_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub chest_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub left_bicep_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub right_bicep_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub left_forearm_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub right_forearm_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub abdomen: Option<f64>,
    #[entity(range = 0..=500)]
    pub waist: Option<f64>,
    #[entity(range = 0..=500)]
    pub hips: Option<f64>,
    #[entity(range = 0..=500)]
    pub left_thigh_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub right_thigh_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub left_calf_cm: Option<f64>,
    #[entity(range = 0..=500)]
    pub right_calf_cm: Option<f64>,
}

#[derive(Args)]
pub struct CreateRoutineFolder {
    pub routine_folder: FolderInput,
}

/// A folder to make.
#[derive(Record)]
pub struct FolderInput {
    pub title: String,
}

#[derive(Args)]
pub struct CreateRoutine {
    pub routine: RoutineInput,
}

/// A routine to make.
#[derive(Record)]
pub struct RoutineInput {
    pub title: String,
    pub folder_id: Option<f64>,
    pub notes: Option<String>,
    pub exercises: Vec<RoutineExercise>,
}

#[derive(Args)]
pub struct UpdateRoutine {
    pub routine_id: Key<Routine>,
    pub routine: RoutineChange,
}

/// What takes the place of a routine's content.
#[derive(Record)]
pub struct RoutineChange {
    pub title: String,
    pub notes: Option<String>,
    pub exercises: Vec<RoutineExercise>,
}

#[derive(Args)]
pub struct CreateExerciseTemplate {
    pub exercise: ExerciseInput,
}

/// An exercise to make.
#[derive(Record)]
pub struct ExerciseInput {
    pub title: String,
    pub exercise_type: ExerciseType,
    pub equipment_category: Equipment,
    pub muscle_group: MuscleGroup,
    pub other_muscles: Vec<MuscleGroup>,
}

#[derive(Args)]
pub struct CreateWorkout {
    pub workout: WorkoutInput,
}

/// A workout to log.
#[derive(Record)]
pub struct WorkoutInput {
    pub title: String,
    pub description: Option<String>,
    pub start_time: Timestamp,
    pub end_time: Timestamp,
    #[record(default)]
    pub is_private: bool,
    pub exercises: Vec<WorkoutExercise>,
}

#[derive(Args)]
pub struct UpdateWorkout {
    pub workout_id: Key<Workout>,
    pub workout: WorkoutChange,
}

/// What changes about a workout; what is left out stays.
#[derive(Record)]
pub struct WorkoutChange {
    pub title: Option<String>,
    pub description: Option<String>,
    pub start_time: Option<Timestamp>,
    pub end_time: Option<Timestamp>,
    pub is_private: bool,
}

#[derive(Args)]
pub struct ReplaceWorkoutExercises {
    pub workout_id: Key<Workout>,
    pub workout: ExercisesChange,
}

/// What takes the place of a workout's exercises.
#[derive(Record)]
pub struct ExercisesChange {
    pub is_private: bool,
    pub exercises: Vec<WorkoutExercise>,
}

pub trait Tools {
    /// Lists measurements, the latest day first.
    #[tool(
        list,
        page(page = page, limit = page_size),
        sort(date, descending),
        about = BodyMeasurement,
        reads(body_measurements)
    )]
    #[case(
        args = r#"{"page":1}"#,
        ok = r#"{"body_measurements":[{"date":"2026-02-28","weight_kg":71.4},{"date":"2026-02-07","weight_kg":72.6}],"page":1,"page_count":1,"has_next_page":false}"#
    )]
    #[case(args = r#"{"page":2}"#, error = "not_found")]
    #[case(args = r#"{"page":0}"#, error = "invalid_argument")]
    fn get_body_measurements(
        state: &Hevy,
        args: GetBodyMeasurements,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let mut rows = state.body_measurements.select(&|_| true);
        rows.reverse();
        let items = rows.iter().map(measurement_view).collect();
        page_of("body_measurements", items, args.page, args.page_size)
    }

    /// Reads the measurement of one day.
    #[tool(get, key(date), about = BodyMeasurement, reads(body_measurements))]
    #[case(
        args = r#"{"date":"2026-02-07"}"#,
        ok = r#"{"body_measurement":{"date":"2026-02-07","weight_kg":72.6,"waist":82}}"#
    )]
    #[case(args = r#"{"date":"2026-02-08"}"#, error = "not_found")]
    fn get_body_measurement(
        state: &Hevy,
        args: GetBodyMeasurement,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let row = state.body_measurements.find(&args.date)?;
        Ok(serde_json::json!({"body_measurement": measurement_view(&row)}))
    }

    #[tool(
        create,
        map(
            left_thigh_cm = left_thigh,
            right_thigh_cm = right_thigh,
            left_calf_cm = left_calf,
            right_calf_cm = right_calf
        )
    )]
    fn create_body_measurement() -> BodyMeasurement;

    #[tool(
        update,
        key(date),
        map(
            left_thigh_cm = left_thigh,
            right_thigh_cm = right_thigh,
            left_calf_cm = left_calf,
            right_calf_cm = right_calf
        )
    )]
    fn update_body_measurement() -> BodyMeasurement;

    /// Reads one folder.
    #[tool(reads(routine_folders))]
    #[case(
        args = r#"{"folder_id":"1"}"#,
        ok = r#"{"routine_folder":{"id":1,"title":"Spring block"}}"#
    )]
    #[case(args = r#"{"folder_id":"9"}"#, error = "not_found")]
    #[case(args = r#"{"folder_id":"first"}"#, error = "invalid_argument")]
    fn get_routine_folder(
        state: &Hevy,
        args: GetRoutineFolder,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let number: i64 = args.folder_id.trim().parse().map_err(|_| {
            ToolError::invalid_argument("`folder_id` is the number of a folder, such as `12`")
        })?;
        let folder = state.routine_folders.find(&IntKey::<RoutineFolder>::new(number))?;
        Ok(serde_json::json!({"routine_folder": {
            "id": number,
            "title": folder.title,
            "created_at": folder.created_at.to_string(),
            "updated_at": folder.updated_at.to_string(),
        }}))
    }

    /// Makes a folder before all others.
    #[tool(reads(routine_folders), writes(routine_folders))]
    #[case(
        args = r#"{"routine_folder":{"title":"Summer block"}}"#,
        ok = r#"{"id":2,"title":"Summer block","index":0}"#
    )]
    #[case(args = r#"{"routine_folder":{"title":""}}"#, error = "invalid_argument")]
    fn create_routine_folder(
        state: &mut Hevy,
        args: CreateRoutineFolder,
        cx: &mut Context,
    ) -> Result<RowRef<RoutineFolder>, ToolError> {
        for folder in state.routine_folders.select(&|_| true) {
            state.routine_folders.update(&folder.id, |folder| {
                folder.index += 1;
                Ok(())
            })?;
        }
        let id = state.routine_folders.next_int_key(cx);
        state.routine_folders.insert(RoutineFolder {
            id,
            title: args.routine_folder.title,
            index: 0,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Finds routines by a part of their title; all of them without one.
    #[tool(search(title ~ query), page(limit = limit), about = Routine, reads(routines))]
    #[case(
        args = r#"{"query":"PUSH"}"#,
        ok = r#"{"routines":[{"title":"Push day","exercise_count":1,"set_count":2}],"scan":{"pages":{"routines":1},"items":2}}"#
    )]
    #[case(args = r#"{"query":""}"#, error = "invalid_argument")]
    fn search_routines(
        state: &Hevy,
        args: SearchRoutines,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let wanted = args.query.unwrap_or_default().to_lowercase();
        let found = routines_in_order(state);
        let routines: Vec<serde_json::Value> = found
            .iter()
            .filter(|routine| routine.title.to_lowercase().contains(&wanted))
            .take(usize::try_from(args.limit).unwrap_or_default())
            .map(|routine| routine_summary(routine))
            .collect();
        Ok(serde_json::json!({
            "routines": routines,
            "scan": {"pages": {"routines": n_pages(found.len(), 10)}, "items": found.len()},
        }))
    }

    /// Lists routines in short, the last changed first.
    #[tool(
        list,
        page(page = page, limit = page_size),
        sort(updated_at, descending),
        about = Routine,
        reads(routines)
    )]
    #[case(
        args = r#"{"page":2,"page_size":1}"#,
        ok = r#"{"routines":[{"title":"Easy run"}],"page":2,"page_count":2,"has_next_page":false}"#
    )]
    #[case(args = r#"{"page":3}"#, error = "not_found")]
    #[case(args = r#"{"page":1,"page_size":11}"#, error = "invalid_argument")]
    fn get_routines(
        state: &Hevy,
        args: GetRoutines,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let items = routines_in_order(state).iter().map(|row| routine_summary(row)).collect();
        page_of("routines", items, args.page, args.page_size)
    }

    /// Reads a routine with its exercises and sets.
    #[tool(get, key(routine_id), about = Routine, reads(routines, exercise_templates))]
    #[case(
        args = r#"{"routine_id":"3a0b7f52-4c1d-4e6f-8a90-1b2c3d4e5f60"}"#,
        ok = r#"{"routine":{"title":"Push day","folder_id":1,"exercises":[{"index":0,"title":"Bench Press (Barbell)","rest_seconds":120,"sets":[{"index":0,"type":"warmup","weight_kg":40,"reps":10},{"index":1,"type":"normal","rep_range":{"start":6,"end":8}}]}]}}"#
    )]
    #[case(args = r#"{"routine_id":"none"}"#, error = "not_found")]
    fn get_routine(
        state: &Hevy,
        args: GetRoutine,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let routine = state.routines.find(&args.routine_id)?;
        Ok(serde_json::json!({"routine": routine_view(state, &routine)}))
    }

    /// Makes a routine of exercises that exist.
    #[tool(reads(routine_folders, exercise_templates), writes(routines))]
    #[case(
        args = r#"{"routine":{"title":"Pull day","folder_id":1,"exercises":[{"exercise_template_id":"5f6a7b8c","sets":[{"rep_range":{"start":8,"end":12}}]}]}}"#,
        ok = r#"{"created":true,"commit_state":"confirmed","uses_rep_ranges":true,"routine":{"title":"Pull day","exercises":[{"title":"Running"}]}}"#
    )]
    #[case(
        args = r#"{"routine":{"title":"Pull day","exercises":[{"exercise_template_id":"ffffffff","sets":[]}]}}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"routine":{"title":"Pull day","folder_id":7,"exercises":[]}}"#,
        error = "not_found"
    )]
    fn create_routine(
        state: &mut Hevy,
        args: CreateRoutine,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let input = args.routine;
        check_routine_exercises(state, &input.exercises)?;
        let folder_id = match input.folder_id {
            Some(number) => Some(folder_key(state, number)?),
            None => None,
        };
        let id = state.routines.next_key(cx);
        let routine = state.routines.insert(Routine {
            id,
            title: input.title,
            folder_id,
            notes: input.notes,
            exercises: input.exercises,
            created_at: cx.now(),
            updated_at: cx.now(),
        })?;
        let mut sets = routine.exercises.iter().flat_map(|exercise| &exercise.sets);
        Ok(serde_json::json!({
            "created": true,
            "commit_state": "confirmed",
            "routine_id": routine.id.as_str(),
            "uses_rep_ranges": sets.any(|set| set.rep_range.is_some()),
            "routine": routine_view(state, &routine),
        }))
    }

    /// Replaces title, notes and all exercises of a routine; notes that are not given stay.
    #[tool(reads(routines, exercise_templates), writes(routines))]
    #[case(
        args = r#"{"routine_id":"3a0b7f52-4c1d-4e6f-8a90-1b2c3d4e5f60","routine":{"title":"Push day, light","exercises":[]}}"#,
        ok = r#"{"routine":{"title":"Push day, light","exercises":[]}}"#
    )]
    #[case(
        args = r#"{"routine_id":"none","routine":{"title":"x","exercises":[]}}"#,
        error = "not_found"
    )]
    fn update_routine(
        state: &mut Hevy,
        args: UpdateRoutine,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let change = args.routine;
        check_routine_exercises(state, &change.exercises)?;
        let routine = state.routines.update(&args.routine_id, |routine| {
            routine.title = change.title;
            routine.exercises = change.exercises;
            routine.updated_at = cx.now();
            if change.notes.is_some() {
                routine.notes = change.notes;
            }
            Ok(())
        })?;
        Ok(serde_json::json!({"routine": routine_view(state, &routine)}))
    }

    /// Reads an exercise.
    #[tool(get, key(exercise_template_id), about = ExerciseTemplate, reads(exercise_templates))]
    #[case(
        args = r#"{"exercise_template_id":"79d0bb3a"}"#,
        ok = r#"{"exercise_template":{"title":"Bench Press (Barbell)","type":"weight_reps","primary_muscle_group":"chest"}}"#
    )]
    #[case(args = r#"{"exercise_template_id":"ffffffff"}"#, error = "not_found")]
    fn get_exercise_template(
        state: &Hevy,
        args: GetExerciseTemplate,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let template = state.exercise_templates.find(&args.exercise_template_id)?;
        Ok(serde_json::json!({"exercise_template": template_view(&template)}))
    }

    /// Lists every set that was done of an exercise, the latest workout first, between two
    /// instants when they are given.
    #[tool(reads(exercise_templates, workouts))]
    #[case(
        args = r#"{"exercise_template_id":"79d0bb3a","start_date":"2026-02-20T00:00:00Z"}"#,
        ok = r#"{"exercise_history":[{"workout_title":"Push, heavy","weight_kg":40,"reps":10,"set_type":"warmup"},{"workout_title":"Push, heavy","weight_kg":62.5,"reps":6,"rpe":9,"set_type":"normal"}]}"#
    )]
    #[case(
        args = r#"{"exercise_template_id":"79d0bb3a","end_date":"2026-01-01T00:00:00Z"}"#,
        ok = r#"{"exercise_history":[]}"#
    )]
    #[case(args = r#"{"exercise_template_id":"ffffffff"}"#, error = "not_found")]
    fn get_exercise_history(
        state: &Hevy,
        args: GetExerciseHistory,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let template = Key::<ExerciseTemplate>::new(args.exercise_template_id);
        state.exercise_templates.find(&template)?;
        let from = instant(args.start_date.as_deref())?;
        let to = instant(args.end_date.as_deref())?;
        let mut history = Vec::new();
        for workout in workouts_in_order(state) {
            let early = from.is_some_and(|from| workout.start_time < from);
            if early || to.is_some_and(|to| workout.start_time > to) {
                continue;
            }
            for exercise in &workout.exercises {
                if exercise.exercise_template_id == template {
                    history.extend(
                        exercise.sets.iter().map(|set| history_entry(&workout, set, &template)),
                    );
                }
            }
        }
        Ok(serde_json::json!({"exercise_history": history}))
    }

    /// Makes an exercise of one's own.
    #[tool(writes(exercise_templates))]
    #[case(
        args = r#"{"exercise":{"title":"Sled push","exercise_type":"short_distance_weight","equipment_category":"other","muscle_group":"quadriceps","other_muscles":["glutes"]}}"#,
        ok = r#"{"title":"Sled push","type":"short_distance_weight","is_custom":true,"secondary_muscle_groups":["glutes"]}"#
    )]
    #[case(
        args = r#"{"exercise":{"title":"Sled push","exercise_type":"pushing","equipment_category":"other","muscle_group":"quadriceps"}}"#,
        error = "invalid_argument"
    )]
    fn create_exercise_template(
        state: &mut Hevy,
        args: CreateExerciseTemplate,
        cx: &mut Context,
    ) -> Result<RowRef<ExerciseTemplate>, ToolError> {
        let input = args.exercise;
        let id = state.exercise_templates.next_key(cx);
        state.exercise_templates.insert(ExerciseTemplate {
            id,
            title: input.title,
            exercise_type: input.exercise_type,
            equipment: input.equipment_category,
            primary_muscle_group: input.muscle_group,
            secondary_muscle_groups: input.other_muscles,
            is_custom: true,
        })
    }

    /// Finds exercises by a part of their title, and by the muscle that they train first.
    #[tool(
        search(title ~ query),
        filter(primary_muscle_group),
        about = ExerciseTemplate,
        reads(exercise_templates)
    )]
    #[case(
        args = r#"{"query":"press"}"#,
        ok = r#"{"exercise_templates":[{"id":"79d0bb3a","title":"Bench Press (Barbell)"}]}"#
    )]
    #[case(
        args = r#"{"query":"press","primary_muscle_group":"cardio"}"#,
        ok = r#"{"exercise_templates":[]}"#
    )]
    #[case(
        args = r#"{"query":"press","primary_muscle_group":"heart"}"#,
        error = "invalid_argument"
    )]
    fn search_exercise_templates(
        state: &Hevy,
        args: SearchExerciseTemplates,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let wanted = args.query.to_lowercase();
        let group = args.primary_muscle_group.map(|group| group.to_string());
        let mut found = state.exercise_templates.select(&|template| {
            template.title.to_lowercase().contains(&wanted)
                && group
                    .as_deref()
                    .is_none_or(|name| template.primary_muscle_group.as_str() == name)
        });
        found.sort_by(|a, b| a.title.cmp(&b.title));
        let views: Vec<serde_json::Value> = found.iter().map(|row| template_view(row)).collect();
        Ok(serde_json::json!({"exercise_templates": views}))
    }

    /// Tells whose log this is.
    #[tool(reads(profile))]
    #[case(args = "{}", ok = r#"{"name":"Mira Kowalski"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_user_info(
        state: &Hevy,
        _args: GetUserInfo,
        _cx: &mut Context,
    ) -> Result<RowRef<Profile>, ToolError> {
        state.profile.find()
    }

    /// Sums up the workouts and measurements of the last weeks.
    #[tool(reads(workouts, body_measurements))]
    #[case(args = r#"{"weeks":12}"#, ok = r#"{"period":{"weeks":12}}"#)]
    #[case(args = r#"{"weeks":13}"#, error = "invalid_argument")]
    fn get_training_summary(
        state: &Hevy,
        args: GetTrainingSummary,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let (start, end) = (cx.today().plus_days(-7 * args.weeks), cx.today());
        let within = |day: Date| start <= day && day <= end;
        let all = workouts_in_order(state);
        let workouts: Vec<&RowRef<Workout>> =
            all.iter().filter(|workout| within(workout.start_time.date())).collect();
        let measured = state.body_measurements.select(&|row| within(row.date));
        let scanned = all.len() + state.body_measurements.len();
        Ok(serde_json::json!({
            "period": {
                "start_date": start.to_string(),
                "end_date": end.to_string(),
                "weeks": args.weeks,
            },
            "workouts": workouts_summary(&workouts),
            "body_measurements": measurements_summary(&measured),
            "scan": {
                "pages": {
                    "workouts": n_pages(all.len(), 10),
                    "body_measurements": n_pages(state.body_measurements.len(), 10),
                },
                "items": scanned,
            },
        }))
    }

    /// Lists workouts in short, the latest first.
    #[tool(
        list,
        page(page = page, limit = page_size),
        sort(start_time, descending),
        about = Workout,
        reads(workouts)
    )]
    #[case(
        args = r#"{"page":1,"page_size":1}"#,
        ok = r#"{"workouts":[{"title":"Push, heavy","duration":"1h 5m 0s","exercise_count":1,"set_count":2}],"page":1,"page_count":2,"has_next_page":true}"#
    )]
    #[case(args = r#"{"page":4}"#, error = "not_found")]
    fn get_workouts(
        state: &Hevy,
        args: GetWorkouts,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let items = workouts_in_order(state).iter().map(|row| workout_summary(row)).collect();
        page_of("workouts", items, args.page, args.page_size)
    }

    /// Reads a workout with its exercises and sets.
    #[tool(get, key(workout_id), about = Workout, reads(workouts, exercise_templates))]
    #[case(
        args = r#"{"workout_id":"b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4"}"#,
        ok = r#"{"workout":{"title":"Push, heavy","duration":"1h 5m 0s","exercises":[{"title":"Bench Press (Barbell)"}]}}"#
    )]
    #[case(args = r#"{"workout_id":"none"}"#, error = "not_found")]
    fn get_workout(
        state: &Hevy,
        args: GetWorkout,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let workout = state.workouts.find(&args.workout_id)?;
        Ok(serde_json::json!({"workout": workout_view(state, &workout)}))
    }

    /// Lists changes and deletions of workouts since an instant, the latest first.
    #[tool(reads(workouts, deleted_workouts, exercise_templates))]
    #[case(
        args = r#"{"page":1,"since":"2026-02-26T00:00:00Z"}"#,
        ok = r#"{"events":[{"type":"deleted","id":"0d0e0f10-1112-4314-9516-1718191a1b1c"},{"type":"updated","workout":{"title":"Push, heavy"}}],"page":1}"#
    )]
    #[case(args = r#"{"page":1,"since":"last week"}"#, error = "invalid_argument")]
    fn get_workout_events(
        state: &Hevy,
        args: GetWorkoutEvents,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let since = Timestamp::parse(&args.since)?;
        let mut events: Vec<(Timestamp, serde_json::Value)> = Vec::new();
        for workout in state.workouts.iter().filter(|workout| workout.updated_at >= since) {
            let event =
                serde_json::json!({"type": "updated", "workout": workout_view(state, workout)});
            events.push((workout.updated_at, event));
        }
        for deleted in state.deleted_workouts.iter().filter(|row| row.deleted_at >= since) {
            let event = serde_json::json!({
                "type": "deleted",
                "id": deleted.id.as_str(),
                "deleted_at": deleted.deleted_at.to_string(),
            });
            events.push((deleted.deleted_at, event));
        }
        events.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let items = events.into_iter().map(|(_, event)| event).collect();
        page_of("events", items, args.page, args.page_size)
    }

    /// Logs a workout of exercises that exist.
    #[tool(reads(exercise_templates), writes(workouts))]
    #[case(
        args = r#"{"workout":{"title":"Morning run","start_time":"2026-03-01T06:00:00Z","end_time":"2026-03-01T06:30:30Z","exercises":[{"exercise_template_id":"5f6a7b8c","sets":[{"distance_meters":5000,"duration_seconds":1830,"rpe":7.5}]}]}}"#,
        ok = r#"{"workout":{"title":"Morning run","duration":"0h 30m 30s","exercises":[{"title":"Running","sets":[{"index":0,"type":"normal","rpe":7.5}]}]}}"#
    )]
    #[case(
        args = r#"{"workout":{"title":"Backwards","start_time":"2026-03-01T07:00:00Z","end_time":"2026-03-01T06:00:00Z","exercises":[]}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"workout":{"title":"Unknown","start_time":"2026-03-01T06:00:00Z","end_time":"2026-03-01T07:00:00Z","exercises":[{"exercise_template_id":"ffffffff","sets":[]}]}}"#,
        error = "not_found"
    )]
    fn create_workout(
        state: &mut Hevy,
        args: CreateWorkout,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let input = args.workout;
        check_times(input.start_time, input.end_time)?;
        check_workout_exercises(state, &input.exercises)?;
        let id = state.workouts.next_key(cx);
        let workout = state.workouts.insert(Workout {
            id,
            title: input.title,
            description: input.description,
            routine_id: None,
            start_time: input.start_time,
            end_time: input.end_time,
            is_private: input.is_private,
            exercises: input.exercises,
            created_at: cx.now(),
            updated_at: cx.now(),
        })?;
        Ok(serde_json::json!({"workout": workout_view(state, &workout)}))
    }

    /// Changes title, description, times or privacy of a workout; its exercises stay.
    #[tool(reads(workouts), writes(workouts))]
    #[case(
        args = r#"{"workout_id":"b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4","workout":{"title":"Push, very heavy","is_private":true}}"#,
        ok = r#"{"workout":{"title":"Push, very heavy","exercises":[{"title":"Bench Press (Barbell)"}]}}"#
    )]
    #[case(
        args = r#"{"workout_id":"b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4","workout":{"title":"x"}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"workout_id":"b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4","workout":{"end_time":"2026-02-01T00:00:00Z","is_private":true}}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"workout_id":"none","workout":{"is_private":false}}"#, error = "not_found")]
    fn update_workout(
        state: &mut Hevy,
        args: UpdateWorkout,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let change = args.workout;
        let workout = state.workouts.update(&args.workout_id, |workout| {
            workout.start_time = change.start_time.unwrap_or(workout.start_time);
            workout.end_time = change.end_time.unwrap_or(workout.end_time);
            workout.is_private = change.is_private;
            workout.updated_at = cx.now();
            if let Some(title) = change.title {
                workout.title = title;
            }
            if change.description.is_some() {
                workout.description = change.description;
            }
            check_times(workout.start_time, workout.end_time)
        })?;
        Ok(serde_json::json!({"workout": workout_view(state, &workout)}))
    }

    /// Replaces all exercises of a workout, and sets its privacy.
    #[tool(reads(workouts, exercise_templates), writes(workouts))]
    #[case(
        args = r#"{"workout_id":"b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4","workout":{"is_private":false,"exercises":[{"exercise_template_id":"79d0bb3a","sets":[{"weight_kg":65,"reps":5}]}]}}"#,
        ok = r#"{"workout":{"title":"Push, heavy","exercises":[{"sets":[{"index":0,"weight_kg":65,"reps":5}]}]}}"#
    )]
    #[case(
        args = r#"{"workout_id":"b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4","workout":{"is_private":false,"exercises":[{"exercise_template_id":"ffffffff","sets":[]}]}}"#,
        error = "not_found"
    )]
    fn replace_workout_exercises(
        state: &mut Hevy,
        args: ReplaceWorkoutExercises,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let change = args.workout;
        check_workout_exercises(state, &change.exercises)?;
        let workout = state.workouts.update(&args.workout_id, |workout| {
            workout.is_private = change.is_private;
            workout.exercises = change.exercises;
            workout.updated_at = cx.now();
            Ok(())
        })?;
        Ok(serde_json::json!({"workout": workout_view(state, &workout)}))
    }
}

/// An answer that leaves out what is null.
fn compact(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name, compact(value)))
            .collect(),
        serde_json::Value::Array(items) => items.into_iter().map(compact).collect(),
        other => other,
    }
}

/// A row or record as an answer that leaves out what is null.
fn compact_output(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    compact(serde_json::from_str(&text).unwrap_or_default())
}

fn n_pages(n_items: usize, page_size: usize) -> usize {
    n_items.div_ceil(page_size.max(1))
}

/// One page in the real service's form. The first page is there even when it is empty.
fn page_of(
    name: &str,
    items: Vec<serde_json::Value>,
    page: i64,
    page_size: i64,
) -> Result<serde_json::Value, ToolError> {
    let size = usize::try_from(page_size).unwrap_or(1).max(1);
    let number = usize::try_from(page).unwrap_or(1).max(1);
    let count = n_pages(items.len(), size);
    if number > count.max(1) {
        return Err(ToolError::not_found(format!(
            "there is no page {number}, the last is {count}"
        )));
    }
    let shown: Vec<serde_json::Value> =
        items.into_iter().skip((number - 1) * size).take(size).collect();
    Ok(serde_json::json!({
        name: shown,
        "page": number,
        "page_count": count,
        "has_next_page": number < count,
    }))
}

fn instant(text: Option<&str>) -> Result<Option<Timestamp>, ToolError> {
    match text {
        Some(text) => Ok(Some(Timestamp::parse(text)?)),
        None => Ok(None),
    }
}

fn check_times(start: Timestamp, end: Timestamp) -> Result<(), ToolError> {
    if end < start {
        return Err(ToolError::invalid_argument("a workout ends after it starts"));
    }
    Ok(())
}

fn folder_key(state: &Hevy, number: f64) -> Result<IntKey<RoutineFolder>, ToolError> {
    let key = state
        .routine_folders
        .first(&|folder| folder.id.get() as f64 == number)
        .map(|folder| folder.id);
    key.ok_or_else(|| ToolError::not_found(format!("no routine folder `{number}`")))
}

fn check_routine_exercises(state: &Hevy, exercises: &[RoutineExercise]) -> Result<(), ToolError> {
    for exercise in exercises {
        state.exercise_templates.find(&exercise.exercise_template_id)?;
        for range in exercise.sets.iter().filter_map(|set| set.rep_range.as_ref()) {
            if let (Some(start), Some(end)) = (range.start, range.end)
                && start > end
            {
                return Err(ToolError::invalid_argument(format!(
                    "a range of repetitions goes up, this goes from {start} to {end}"
                )));
            }
        }
    }
    Ok(())
}

fn check_workout_exercises(state: &Hevy, exercises: &[WorkoutExercise]) -> Result<(), ToolError> {
    for exercise in exercises {
        state.exercise_templates.find(&exercise.exercise_template_id)?;
    }
    Ok(())
}

fn title_of(state: &Hevy, template: &Key<ExerciseTemplate>) -> Option<String> {
    state.exercise_templates.get(template).map(|template| template.title.clone())
}

fn measurement_view(row: &RowRef<BodyMeasurement>) -> serde_json::Value {
    compact_output(row)
}

fn template_view(template: &ExerciseTemplate) -> serde_json::Value {
    let secondary: Vec<&str> =
        template.secondary_muscle_groups.iter().map(MuscleGroup::as_str).collect();
    serde_json::json!({
        "id": template.id.as_str(),
        "title": template.title,
        "type": template.exercise_type.as_str(),
        "primary_muscle_group": template.primary_muscle_group.as_str(),
        "secondary_muscle_groups": secondary,
        "is_custom": template.is_custom,
    })
}

fn routines_in_order(state: &Hevy) -> Vec<RowRef<Routine>> {
    let mut rows = state.routines.select(&|_| true);
    rows.sort_by_key(|row| std::cmp::Reverse(row.updated_at));
    rows
}

fn routine_summary(routine: &Routine) -> serde_json::Value {
    let n_sets: usize = routine.exercises.iter().map(|exercise| exercise.sets.len()).sum();
    compact(serde_json::json!({
        "id": routine.id.as_str(),
        "title": routine.title,
        "folder_id": routine.folder_id.map(|folder| folder.get()),
        "updated_at": routine.updated_at.to_string(),
        "exercise_count": routine.exercises.len(),
        "set_count": n_sets,
    }))
}

fn routine_view(state: &Hevy, routine: &Routine) -> serde_json::Value {
    let exercise = |(index, exercise): (usize, &RoutineExercise)| {
        let sets: Vec<serde_json::Value> =
            exercise.sets.iter().enumerate().map(|(at, set)| numbered(at, set)).collect();
        serde_json::json!({
            "index": index,
            "title": title_of(state, &exercise.exercise_template_id),
            "exercise_template_id": exercise.exercise_template_id.as_str(),
            "notes": exercise.notes,
            "supersets_id": exercise.superset_id,
            "rest_seconds": exercise.rest_seconds,
            "sets": sets,
        })
    };
    let exercises: Vec<serde_json::Value> =
        routine.exercises.iter().enumerate().map(exercise).collect();
    compact(serde_json::json!({
        "id": routine.id.as_str(),
        "title": routine.title,
        "folder_id": routine.folder_id.map(|folder| folder.get()),
        "created_at": routine.created_at.to_string(),
        "updated_at": routine.updated_at.to_string(),
        "exercises": exercises,
    }))
}

/// A set with its place among the sets.
fn numbered(index: usize, set: &impl Output) -> serde_json::Value {
    let mut view = compact_output(set);
    if let Some(fields) = view.as_object_mut() {
        fields.insert("index".to_owned(), serde_json::Value::from(index));
    }
    view
}

fn workouts_in_order(state: &Hevy) -> Vec<RowRef<Workout>> {
    let mut rows = state.workouts.select(&|_| true);
    rows.sort_by_key(|row| std::cmp::Reverse(row.start_time));
    rows
}

fn seconds_of(workout: &Workout) -> i64 {
    let (start, end) = (workout.start_time.unix_seconds(), workout.end_time.unix_seconds());
    end.saturating_sub(start).max(0)
}

/// `1h 5m 0s`.
fn duration_of(workout: &Workout) -> String {
    let seconds = seconds_of(workout);
    format!("{}h {}m {}s", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

fn n_sets_of(workout: &Workout) -> usize {
    workout.exercises.iter().map(|exercise| exercise.sets.len()).sum()
}

fn workout_summary(workout: &Workout) -> serde_json::Value {
    serde_json::json!({
        "id": workout.id.as_str(),
        "title": workout.title,
        "start_time": workout.start_time.to_string(),
        "end_time": workout.end_time.to_string(),
        "duration": duration_of(workout),
        "exercise_count": workout.exercises.len(),
        "set_count": n_sets_of(workout),
    })
}

fn workout_view(state: &Hevy, workout: &Workout) -> serde_json::Value {
    let exercise = |(index, exercise): (usize, &WorkoutExercise)| {
        let sets: Vec<serde_json::Value> =
            exercise.sets.iter().enumerate().map(|(at, set)| numbered(at, set)).collect();
        serde_json::json!({
            "index": index,
            "title": title_of(state, &exercise.exercise_template_id),
            "exercise_template_id": exercise.exercise_template_id.as_str(),
            "notes": exercise.notes,
            "supersets_id": exercise.superset_id,
            "sets": sets,
        })
    };
    let exercises: Vec<serde_json::Value> =
        workout.exercises.iter().enumerate().map(exercise).collect();
    compact(serde_json::json!({
        "id": workout.id.as_str(),
        "routine_id": workout.routine_id.as_ref().map(Key::as_str),
        "title": workout.title,
        "description": workout.description,
        "start_time": workout.start_time.to_string(),
        "end_time": workout.end_time.to_string(),
        "created_at": workout.created_at.to_string(),
        "updated_at": workout.updated_at.to_string(),
        "duration": duration_of(workout),
        "exercises": exercises,
    }))
}

fn history_entry(
    workout: &Workout,
    set: &WorkoutSet,
    template: &Key<ExerciseTemplate>,
) -> serde_json::Value {
    compact(serde_json::json!({
        "workout_id": workout.id.as_str(),
        "workout_title": workout.title,
        "workout_start_time": workout.start_time.to_string(),
        "workout_end_time": workout.end_time.to_string(),
        "exercise_template_id": template.as_str(),
        "weight_kg": set.weight_kg,
        "reps": set.reps,
        "distance_meters": set.distance_meters,
        "duration_seconds": set.duration_seconds,
        "rpe": set.rpe,
        "custom_metric": set.custom_metric,
        "set_type": set.kind.as_str(),
    }))
}

fn workouts_summary(workouts: &[&RowRef<Workout>]) -> serde_json::Value {
    let mut templates: Vec<&str> = workouts
        .iter()
        .flat_map(|workout| &workout.exercises)
        .map(|exercise| exercise.exercise_template_id.as_str())
        .collect();
    templates.sort_unstable();
    templates.dedup();
    let seconds: i64 = workouts.iter().map(|workout| seconds_of(workout)).sum();
    let n_exercises: usize = workouts.iter().map(|workout| workout.exercises.len()).sum();
    let n_sets: usize = workouts.iter().map(|workout| n_sets_of(workout)).sum();
    let session = |workout: &&RowRef<Workout>| {
        serde_json::json!({
            "id": workout.id.as_str(),
            "title": workout.title,
            "start_time": workout.start_time.to_string(),
            "end_time": workout.end_time.to_string(),
            "duration_seconds": seconds_of(workout),
            "exercise_count": workout.exercises.len(),
            "set_count": n_sets_of(workout),
        })
    };
    let sessions: Vec<serde_json::Value> = workouts.iter().map(session).collect();
    serde_json::json!({
        "count": workouts.len(),
        "total_duration_seconds": seconds,
        "exercise_count": n_exercises,
        "set_count": n_sets,
        "unique_exercise_template_ids": templates,
        "sessions": sessions,
    })
}

fn measurements_summary(rows: &[RowRef<BodyMeasurement>]) -> serde_json::Value {
    let brief = |row: &RowRef<BodyMeasurement>| {
        serde_json::json!({
            "date": row.date.to_string(),
            "weight_kg": row.weight_kg,
            "lean_mass_kg": row.lean_mass_kg,
            "fat_percent": row.fat_percent,
        })
    };
    let weights: Vec<f64> = rows.iter().filter_map(|row| row.weight_kg).collect();
    let change = match (weights.first(), weights.last()) {
        (Some(first), Some(last)) => Some(((last - first) * 100.0).round() / 100.0),
        _ => None,
    };
    compact(serde_json::json!({
        "count": rows.len(),
        "latest": rows.last().map(brief),
        "earliest": rows.first().map(brief),
        "weight_change_kg": change,
    }))
}

/// One lifter with two routines, two workouts and two weighings.
pub const FIXTURE: &str = r#"{
    "profile": {"id": "u-20417", "name": "Mira Kowalski", "url": "https://hevy.example/user/mira"},
    "exercise_templates": {
        "79d0bb3a": {"id": "79d0bb3a", "title": "Bench Press (Barbell)", "type": "weight_reps", "equipment": "barbell", "primary_muscle_group": "chest", "secondary_muscle_groups": ["triceps", "shoulders"], "is_custom": false},
        "5f6a7b8c": {"id": "5f6a7b8c", "title": "Running", "type": "distance_duration", "equipment": "none", "primary_muscle_group": "cardio", "secondary_muscle_groups": [], "is_custom": false}
    },
    "routine_folders": {
        "1": {"id": 1, "title": "Spring block", "index": 0, "created_at": "2026-01-05T09:00:00Z", "updated_at": "2026-01-05T09:00:00Z"}
    },
    "routines": {
        "3a0b7f52-4c1d-4e6f-8a90-1b2c3d4e5f60": {"id": "3a0b7f52-4c1d-4e6f-8a90-1b2c3d4e5f60", "title": "Push day", "folder_id": 1, "notes": "Pause at the chest", "exercises": [
            {"exercise_template_id": "79d0bb3a", "rest_seconds": 120, "sets": [
                {"type": "warmup", "weight_kg": 40, "reps": 10},
                {"type": "normal", "weight_kg": 60, "rep_range": {"start": 6, "end": 8}}]}],
            "created_at": "2026-01-06T09:00:00Z", "updated_at": "2026-02-10T18:00:00Z"},
        "8c9d0e1f-2a3b-4c5d-8e6f-708192a3b4c5": {"id": "8c9d0e1f-2a3b-4c5d-8e6f-708192a3b4c5", "title": "Easy run", "folder_id": null, "exercises": [
            {"exercise_template_id": "5f6a7b8c", "sets": [{"type": "normal", "distance_meters": 5000}]}],
            "created_at": "2026-01-07T09:00:00Z", "updated_at": "2026-01-07T09:00:00Z"}
    },
    "workouts": {
        "b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4": {"id": "b7c1d2e3-0f4a-4b5c-9d6e-7f8091a2b3c4", "title": "Push, heavy", "routine_id": "3a0b7f52-4c1d-4e6f-8a90-1b2c3d4e5f60", "start_time": "2026-02-26T17:00:00Z", "end_time": "2026-02-26T18:05:00Z", "is_private": false, "exercises": [
            {"exercise_template_id": "79d0bb3a", "sets": [
                {"type": "warmup", "weight_kg": 40, "reps": 10},
                {"type": "normal", "weight_kg": 62.5, "reps": 6, "rpe": 9}]}],
            "created_at": "2026-02-26T18:06:00Z", "updated_at": "2026-02-26T18:06:00Z"},
        "c8d2e3f4-1a5b-4c6d-8e7f-8091a2b3c4d5": {"id": "c8d2e3f4-1a5b-4c6d-8e7f-8091a2b3c4d5", "title": "River loop", "start_time": "2026-02-14T06:30:00Z", "end_time": "2026-02-14T07:00:00Z", "is_private": true, "exercises": [
            {"exercise_template_id": "5f6a7b8c", "sets": [{"type": "normal", "distance_meters": 5200, "duration_seconds": 1780}]}],
            "created_at": "2026-02-14T07:10:00Z", "updated_at": "2026-02-14T07:10:00Z"}
    },
    "deleted_workouts": {
        "0d0e0f10-1112-4314-9516-1718191a1b1c": {"id": "0d0e0f10-1112-4314-9516-1718191a1b1c", "deleted_at": "2026-02-27T08:00:00Z"}
    },
    "body_measurements": {
        "2026-02-07": {"date": "2026-02-07", "weight_kg": 72.6, "fat_percent": 21.5, "waist": 82},
        "2026-02-28": {"date": "2026-02-28", "weight_kg": 71.4, "fat_percent": 20.8, "waist": 81}
    }
}"#;
