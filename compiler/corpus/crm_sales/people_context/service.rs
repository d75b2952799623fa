//! People Context: who the user knows, what was stated, seen and concluded of them, how they hang
//! together, and what was brought in from outside but is not accepted yet.
//!
//! What is `sensitive` or `restricted` is kept and never shown by an ordinary read. Reads take a
//! person by id or by name; a name that fits several people is answered with these people.

/// Everything that is known.
#[derive(State)]
pub struct PeopleContext {
    pub persons: Table<Person>,
    pub organizations: Table<Organization>,
    pub facts: Table<Fact>,
    pub observations: Table<Observation>,
    pub traits: Table<Trait>,
    pub interactions: Table<Interaction>,
    pub relationships: Table<Relationship>,
    pub affiliations: Table<Affiliation>,
    pub reminders: Table<Reminder>,
    pub groups: Table<Group>,
    pub memberships: Table<GroupMembership>,
    pub philosophy: One<Philosophy>,
    pub batches: Table<Batch>,
    pub candidates: Table<Candidate>,
}

/// Someone the user knows, or the user.
#[derive(Entity)]
pub struct Person {
    #[entity(key, token("01", 24))]
    pub id: Key<Person>,
    #[entity(person)]
    pub canonical_name: String,
    pub is_self: bool,
    #[entity(body)]
    pub summary: Option<String>,
    pub aliases: Vec<Alias>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Another name of a person.
#[derive(Record)]
pub struct Alias {
    pub id: String,
    pub value: String,
    pub kind: AliasKind,
    pub lang: Option<String>,
    pub script: Option<String>,
}

/// Somewhere people belong to: a company, a school.
#[derive(Entity)]
pub struct Organization {
    #[entity(key, token("01", 24))]
    pub id: Key<Organization>,
    #[entity(company)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Something that was stated of a person.
#[derive(Entity)]
pub struct Fact {
    #[entity(key, token("01", 24))]
    pub id: Key<Fact>,
    #[entity(on_delete = cascade)]
    pub person_id: Key<Person>,
    #[entity(tag)]
    pub predicate: String,
    #[entity(title)]
    pub value: String,
    pub period: Period,
    #[entity(created)]
    pub recorded_at: Timestamp,
    #[entity(range = 0..=1)]
    pub confidence: f64,
    pub sensitivity: Sensitivity,
    pub provenance: Provenance,
}

/// Something that was noticed of a person.
#[derive(Entity)]
pub struct Observation {
    #[entity(key, token("01", 24))]
    pub id: Key<Observation>,
    #[entity(on_delete = cascade)]
    pub person_id: Key<Person>,
    #[entity(body)]
    pub text: String,
    pub observed_at: Timestamp,
    pub sensitivity: Sensitivity,
    pub provenance: Provenance,
}

/// Something that was concluded of a person.
#[derive(Entity)]
pub struct Trait {
    #[entity(key, token("01", 24))]
    pub id: Key<Trait>,
    #[entity(on_delete = cascade)]
    pub person_id: Key<Person>,
    pub category: TraitCategory,
    #[entity(title)]
    pub value: String,
    #[entity(body)]
    pub evidence_note: Option<String>,
    /// Observations and interactions that the conclusion rests on.
    pub evidence_ids: Vec<String>,
    #[entity(created)]
    pub recorded_at: Timestamp,
    #[entity(range = 0..=1)]
    pub confidence: f64,
    pub sensitivity: Sensitivity,
    pub provenance: Provenance,
}

/// An occasion on which people met, spoke or wrote to each other.
#[derive(Entity)]
pub struct Interaction {
    #[entity(key, token("01", 24))]
    pub id: Key<Interaction>,
    #[entity(title)]
    pub summary: String,
    pub occurred_at: Timestamp,
    #[entity(tag)]
    pub channel: Option<String>,
    #[entity(on_delete = clear)]
    pub participant_ids: Vec<Key<Person>>,
    pub sensitivity: Sensitivity,
    pub provenance: Provenance,
}

/// What the subject is to the object: `manager_of`, `friend_of`.
#[derive(Entity)]
pub struct Relationship {
    #[entity(key, token("01", 24))]
    pub id: Key<Relationship>,
    #[entity(on_delete = cascade)]
    pub subject_id: Key<Person>,
    #[entity(on_delete = cascade)]
    pub object_id: Key<Person>,
    #[entity(rename = "type", tag)]
    pub relation_type: String,
    pub label: Option<String>,
    pub period: Period,
    #[entity(range = 0..=1)]
    pub confidence: f64,
    pub provenance: Provenance,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A person's role at an organization.
#[derive(Entity)]
pub struct Affiliation {
    #[entity(key, token("01", 24))]
    pub id: Key<Affiliation>,
    #[entity(on_delete = cascade)]
    pub person_id: Key<Person>,
    pub org_id: Key<Organization>,
    #[entity(title)]
    pub role: String,
    pub period: Period,
    #[entity(range = 0..=1)]
    pub confidence: f64,
    pub provenance: Provenance,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// Something to do for a person, a day to think of, or a note on how to speak with them.
#[derive(Entity)]
pub struct Reminder {
    #[entity(key, token("01", 24))]
    pub id: Key<Reminder>,
    #[entity(on_delete = cascade)]
    pub person_id: Key<Person>,
    #[entity(body)]
    pub text: String,
    pub kind: ReminderKind,
    pub due_at: Option<Timestamp>,
    pub recurrence: Option<String>,
    #[entity(default = ReminderStatus::Active)]
    pub status: ReminderStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A class, a team, a household: people that belong together. Equal names are not equal groups.
#[derive(Entity)]
pub struct Group {
    #[entity(key, token("01", 24))]
    pub id: Key<Group>,
    #[entity(title)]
    pub name: String,
    pub kind: GroupKind,
    pub organization_id: Option<Key<Organization>>,
    #[entity(default = Sensitivity::Personal)]
    pub sensitivity: Sensitivity,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// That a person has or had a part in a group.
#[derive(Entity)]
pub struct GroupMembership {
    #[entity(key, token("01", 24))]
    pub id: Key<GroupMembership>,
    #[entity(on_delete = cascade)]
    pub person_id: Key<Person>,
    #[entity(on_delete = cascade)]
    pub group_id: Key<Group>,
    pub role: MembershipRole,
    pub temporal_basis: TemporalBasis,
    pub period: Period,
    #[entity(range = 0..=1)]
    pub confidence: f64,
    pub sensitivity: Sensitivity,
    pub provenance: Provenance,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How the user wants to speak with people, in the user's words.
#[derive(Entity)]
pub struct Philosophy {
    #[entity(body)]
    pub text: String,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What was brought in together and waits for a review.
#[derive(Entity)]
pub struct Batch {
    #[entity(key, token("01", 24))]
    pub id: Key<Batch>,
    #[entity(title)]
    pub source: String,
    pub source_kind: Option<String>,
    pub content_digest: Option<String>,
    pub extraction_fingerprint: Option<String>,
    pub label: Option<String>,
    pub external_source_id: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One thing of a batch.
#[derive(Entity)]
pub struct Candidate {
    #[entity(key, token("01", 24))]
    pub id: Key<Candidate>,
    #[entity(on_delete = cascade)]
    pub batch_id: Key<Batch>,
    pub position: i64,
    #[entity(rename = "type")]
    pub candidate_type: CandidateType,
    #[entity(default = CandidateStatus::Pending)]
    pub status: CandidateStatus,
    pub fields: Json,
    /// What the candidate became.
    pub record_id: Option<String>,
}

/// From when to when something holds, both days included.
#[derive(Record)]
pub struct Period {
    pub valid_from: Option<Date>,
    pub valid_to: Option<Date>,
}

/// Where a record comes from.
#[derive(Record)]
pub struct Provenance {
    pub source: String,
    pub session: Option<String>,
    pub stated_by: Option<String>,
}

/// What sort of name an alias is.
#[derive(Choice)]
pub enum AliasKind {
    Nickname,
    NativeScript,
    Transliteration,
    Handle,
    FormerName,
    Other,
}

/// Who may come to see a record.
#[derive(Choice)]
pub enum Sensitivity {
    Public,
    Personal,
    Sensitive,
    Restricted,
}

/// What a conclusion is about.
#[derive(Choice)]
pub enum TraitCategory {
    CommunicationStyle,
    Temperament,
    Values,
    Preference,
    TopicsToAvoid,
    Other,
}

/// What a reminder is for.
#[derive(Choice)]
pub enum ReminderKind {
    FollowUp,
    Occasion,
    CommunicationNote,
}

/// Whether a reminder still stands.
#[derive(Choice)]
pub enum ReminderStatus {
    Active,
    Completed,
}

/// What a group is.
#[derive(Choice)]
pub enum GroupKind {
    Class,
    Cohort,
    Team,
    Department,
    Club,
    Household,
    Community,
    Other,
}

/// The part that a person has in a group.
#[derive(Choice)]
pub enum MembershipRole {
    Member,
    Student,
    Teacher,
    Participant,
    Leader,
    Staff,
    Other,
}

/// What the days of a membership say: nothing, known bounds, or that it goes on.
#[derive(Choice)]
pub enum TemporalBasis {
    Unknown,
    Period,
    Ongoing,
}

/// What a statement is to be kept as.
#[derive(Choice)]
pub enum StatementKind {
    Auto,
    Fact,
    Trait,
    Interaction,
    Affiliation,
    Relationship,
}

/// What a candidate would become.
#[derive(Choice)]
pub enum CandidateType {
    Person,
    Interaction,
    Affiliation,
    Fact,
    Observation,
    Trait,
    Relationship,
    Group,
    GroupMembership,
}

/// Where a candidate stands.
#[derive(Choice)]
pub enum CandidateStatus {
    Pending,
    Committed,
    Rejected,
}

pub trait Tools {
    /// Finds out whom a name means: the people it fits, best first, and whether several fit alike.
    #[tool(reads(persons, affiliations, relationships, organizations))]
    #[case(
        args = r#"{"query":"Bea"}"#,
        ok = r#"{"candidates":[{"person_id":"01bea","canonical_name":"Beatriz Lima","score":1.0,"match_reason":"exact","match_detail":"alias:nickname"}],"ambiguous":false}"#
    )]
    #[case(
        args = r#"{"query":"lima"}"#,
        ok = r#"{"candidates":[{"person_id":"01bea"},{"person_id":"01rui"}],"ambiguous":true}"#
    )]
    #[case(
        args = r#"{"query":"lima","hints":{"org":"Harbor Labs"}}"#,
        ok = r#"{"candidates":[{"person_id":"01rui"},{"person_id":"01bea"}],"ambiguous":false}"#
    )]
    #[case(args = r#"{"query":"x","limit":-1}"#, error = "invalid_argument")]
    fn resolve_person(
        state: &PeopleContext,
        args: ResolvePerson,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = limit_of(args.limit)?;
        let mut matches = matches_of(state, &args.query);
        if let Some(hints) = &args.hints {
            for found in &mut matches {
                found.score += hint_score(
                    state,
                    &found.person_id,
                    [hints.org.as_deref(), hints.role.as_deref(), hints.relationship.as_deref()],
                );
            }
            sort_matches(&mut matches);
        }
        let ambiguous = is_ambiguous(&matches);
        matches.truncate(limit);
        let candidates: Vec<_> = matches.iter().map(|found| match_value(state, found)).collect();
        Ok(serde_json::json!({
            "query": args.query,
            "candidates": candidates,
            "ambiguous": ambiguous,
        }))
    }

    /// Puts together what is needed to speak of a person: who they are, what holds at present, and
    /// the newest facts and interactions.
    #[tool(types(person_id = Key<Person>), reads(persons, organizations, facts, observations, traits, interactions, relationships, affiliations, reminders))]
    #[case(
        args = r#"{"person":"Bea"}"#,
        ok = r#"{"found":true,"person_id":"01bea","identity":{"canonical_name":"Beatriz Lima"},"facts":[{"predicate":"birthday"}],"traits":[],"truncated":false}"#
    )]
    #[case(
        args = r#"{"person_id":"01bea","purpose":"communication before the review","max_items":1}"#,
        ok = r#"{"traits":[{"value":"Short messages"}],"trait_evidence":[{"id":"01obs"}],"truncated":true}"#
    )]
    #[case(args = r#"{"person_id":"nobody"}"#, ok = r#"{"found":false,"identity":null}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_person_context(
        state: &PeopleContext,
        args: GetPersonContext,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const PARTS: &[&str] = &[
            "relationships",
            "affiliations",
            "facts",
            "interactions",
            "observations",
            "traits",
            "trait_evidence",
            "reminders",
        ];
        let limit = limit_of(args.max_items)?;
        let person = match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
            Ok(person) => person,
            Err(answer) => {
                return Ok(with_field(absent(answer, PARTS), "identity", serde_json::Value::Null));
            }
        };
        let (id, today) = (&person.id, cx.today());
        let mut relationships = relationships_of(state, id);
        relationships.retain(|relationship| holds_on(&relationship.period, today));
        let relationships: Vec<_> = relationships
            .iter()
            .map(|relationship| {
                let (other, display) = seen_from(relationship, id);
                serde_json::json!({
                    "relationship": value_of(relationship),
                    "other_person_id": other.as_str(),
                    "other_person_name": name_of(state, other),
                    "display_type": display,
                })
            })
            .collect();
        let mut affiliations = affiliations_of(state, id);
        affiliations.retain(|affiliation| holds_on(&affiliation.period, today));
        let affiliations: Vec<_> =
            affiliations.iter().map(|affiliation| affiliation_value(state, affiliation)).collect();

        let facts = facts_of(state, id);
        let interactions = interactions_of(state, id);
        let mut items: Vec<(Timestamp, bool, serde_json::Value)> = Vec::new();
        let holding = facts.iter().filter(|fact| holds_on(&fact.period, today));
        items.extend(holding.map(|fact| (fact.recorded_at, true, value_of(fact))));
        items.extend(interactions.iter().map(|event| (event.occurred_at, false, value_of(event))));
        items.sort_by_key(|item| std::cmp::Reverse(item.0));
        let truncated = items.len() > limit;
        items.truncate(limit);
        let (facts, interactions): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| item.1);
        let values = |items: Vec<(Timestamp, bool, serde_json::Value)>| -> Vec<_> {
            items.into_iter().map(|item| item.2).collect()
        };

        let speaks = args.purpose.is_some_and(|purpose| fold(&purpose).contains("communicat"));
        let mut traits = traits_of(state, id);
        let speaks = speaks || args.include_communication;
        traits.retain(|found| speaks && is_communication(found));
        let evidence = evidence_of(state, &traits);
        let mut reminders = state.reminders.select(&|reminder| {
            reminder.person_id == *id && reminder.status == ReminderStatus::Active
        });
        sort_reminders(&mut reminders);
        Ok(serde_json::json!({
            "found": true,
            "person_id": id.as_str(),
            "identity": identity_value(&person),
            "relationships": relationships,
            "affiliations": affiliations,
            "facts": values(facts),
            "interactions": values(interactions),
            "observations": [],
            "traits": list_value(&traits),
            "trait_evidence": evidence,
            "reminders": list_value(&reminders),
            "truncated": truncated,
        }))
    }

    /// Lists people whose names, aliases or summaries hold the words.
    #[tool(search((canonical_name, summary) ~ query), page(limit = limit), about = Person, reads(persons))]
    #[case(
        args = r#"{"query":"drums"}"#,
        ok = r#"{"results":[{"person_id":"01rui","match_reason":"search:summary"}]}"#
    )]
    #[case(args = r#"{"query":"nobody of this name"}"#, ok = r#"{"results":[]}"#)]
    #[case(args = r#"{"query":"x","limit":"many"}"#, error = "invalid_argument")]
    fn search_people(
        state: &PeopleContext,
        args: SearchPeople,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = limit_of(args.limit)?;
        let mut matches: Vec<Match> = Vec::new();
        let asks = !fold(&args.query).is_empty();
        for person in state.persons.iter().filter(|_| asks) {
            let aliases: Vec<&str> =
                person.aliases.iter().map(|alias| alias.value.as_str()).collect();
            let summary = person.summary.as_deref().unwrap_or_default();
            let places: [(&str, f64, &[&str]); 3] = [
                ("search:canonical", 0.5, &[person.canonical_name.as_str()]),
                ("search:alias", 0.4, &aliases),
                ("search:summary", 0.3, &[summary]),
            ];
            let found = places
                .iter()
                .find(|(_, _, texts)| compoworld_core::contains_text(texts, &args.query));
            if let Some((reason, score, _)) = found {
                matches.push(Match {
                    person_id: person.id.clone(),
                    score: *score,
                    reason: (*reason).to_owned(),
                    detail: None,
                    since: person.created_at,
                });
            }
        }
        sort_matches(&mut matches);
        matches.truncate(limit);
        let results: Vec<_> = matches.iter().map(|found| match_value(state, found)).collect();
        Ok(serde_json::json!({"query": args.query, "results": results}))
    }

    #[tool(simulate(external_computation, "the texts are compared by an embedding model"))]
    fn semantic_search();

    /// Adds a person, or adds what is new to the one with this name.
    #[tool(reads(persons), writes(persons))]
    #[case(
        args = r#"{"name":"Noa Stern","aliases":[{"value":"No"}]}"#,
        ok = r#"{"person":{"canonical_name":"Noa Stern","summary":null,"aliases":[{"value":"No","kind":"other"}]},"created":true}"#
    )]
    #[case(
        args = r#"{"name":"rui lima","aliases":[{"value":"Ruca","kind":"nickname"}]}"#,
        ok = r#"{"person":{"id":"01rui","canonical_name":"Rui Lima","summary":"Plays drums","aliases":[{"value":"Ruca","kind":"nickname"}]},"created":false}"#
    )]
    #[case(args = r#"{"name":"A","aliases":[{"kind":"other"}]}"#, error = "invalid_argument")]
    #[case(args = r#"{"name":"Another Me","is_self":true}"#, error = "conflict")]
    #[case(args = "{}", error = "invalid_argument")]
    fn remember_person(
        state: &mut PeopleContext,
        args: RememberPerson,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let aliases = args.aliases.unwrap_or_default();
        let (person, created) =
            keep_person(state, cx, &args.name, &aliases, args.summary, args.is_self)?;
        Ok(serde_json::json!({"person": value_of(&person), "created": created}))
    }

    /// Keeps one statement about a person: finds the person or adds them, and records what was
    /// said in the form that fits. Where the name may mean somebody else, nothing is kept.
    #[tool(types(occurred_at = Timestamp), reads(persons, organizations), writes(persons, organizations, facts, traits, interactions, relationships, affiliations))]
    #[case(
        args = r#"{"person":"Bea","note":"prefers calls in the morning"}"#,
        ok = r#"{"status":"recorded","person":{"id":"01bea"},"created":false,"recorded":[{"kind":"trait","record":{"person_id":"01bea","category":"preference"}}]}"#
    )]
    #[case(
        args = r#"{"person":"Kim Arden","org":"Harbor Labs","role":"welder","relationship":"neighbor"}"#,
        ok = r#"{"created":true,"recorded":[{"kind":"affiliation","record":{"org_id":"01lab"}},{"kind":"relationship","record":{"subject_id":"01me","type":"neighbor_of"}}]}"#
    )]
    #[case(
        args = r#"{"person":"Lima","note":"likes tea"}"#,
        ok = r#"{"status":"ambiguous","recorded":[]}"#
    )]
    #[case(
        args = r#"{"person":"Beatriz","note":"likes tea"}"#,
        ok = r#"{"status":"unconfirmed","recorded":[]}"#
    )]
    #[case(args = r#"{"person":"Bea","note":"met her last week"}"#, error = "failed_precondition")]
    #[case(args = r#"{"person":"Bea"}"#, error = "invalid_argument")]
    fn remember(
        state: &mut PeopleContext,
        args: Remember,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let matches = matches_of(state, &args.person);
        let exact = matches.iter().filter(|found| found.score >= 1.0).count();
        if exact != 1 && !matches.is_empty() {
            let candidates: Vec<_> =
                matches.iter().map(|found| match_value(state, found)).collect();
            return Ok(serde_json::json!({
                "status": if is_ambiguous(&matches) { "ambiguous" } else { "unconfirmed" },
                "query": args.person,
                "candidates": candidates,
                "recorded": [],
            }));
        }
        let (person, created) = match matches.first() {
            Some(found) => (state.persons.find(&found.person_id)?, false),
            None => keep_person(state, cx, &args.person, &[], None, false)?,
        };
        let recorded = keep_statement(state, cx, &person.id, args)?;
        if recorded.is_empty() {
            return Err(ToolError::invalid_argument(
                "there is nothing to record: give a `note`, an `org` or a `relationship`",
            ));
        }
        Ok(serde_json::json!({
            "status": "recorded",
            "person": identity_value(&person),
            "created": created,
            "recorded": recorded,
        }))
    }

    /// Gives what is known of how to speak with a person, and the user's own philosophy.
    #[tool(types(person_id = Key<Person>), reads(persons, traits, observations, interactions, reminders, philosophy))]
    #[case(
        args = r#"{"person":"Bea","situation":"a delay"}"#,
        ok = r#"{"found":true,"person_id":"01bea","philosophy":"Ask before you advise.","traits":[{"value":"Short messages"}],"notes":[{"text":"Do not mention the old office"}]}"#
    )]
    #[case(args = r#"{"person_id":"nobody"}"#, ok = r#"{"found":false}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_communication_guidance(
        state: &PeopleContext,
        args: GetCommunicationGuidance,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const PARTS: &[&str] = &["traits", "trait_evidence", "notes"];
        let person = match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
            Ok(person) => person,
            Err(answer) => return Ok(absent(answer, PARTS)),
        };
        let mut traits = traits_of(state, &person.id);
        traits.retain(|found| is_communication(found));
        let mut notes = state.reminders.select(&|reminder| {
            reminder.person_id == person.id
                && reminder.kind == ReminderKind::CommunicationNote
                && reminder.status == ReminderStatus::Active
        });
        sort_reminders(&mut notes);
        Ok(serde_json::json!({
            "found": true,
            "person_id": person.id.as_str(),
            "identity": identity_value(&person),
            "situation": args.situation,
            "philosophy": state.philosophy.get().map(|philosophy| philosophy.text.clone()),
            "traits": list_value(&traits),
            "trait_evidence": evidence_of(state, &traits),
            "notes": list_value(&notes),
        }))
    }

    /// Keeps the user's philosophy word by word, in place of the one before.
    #[tool(writes(philosophy))]
    #[case(args = r#"{"text":"Listen first."}"#, ok = r#"{"text":"Listen first."}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn set_communication_philosophy(
        state: &mut PeopleContext,
        args: SetCommunicationPhilosophy,
        cx: &mut Context,
    ) -> Result<RowRef<Philosophy>, ToolError> {
        Ok(state.philosophy.set(Philosophy { text: args.text, updated_at: cx.now() }))
    }

    /// Lists reminders: what is due first comes first, notes on communication come last.
    #[tool(types(person_id = Key<Person>, due_before = Timestamp, status = ReminderStatus), reads(persons, reminders))]
    #[case(
        args = r#"{"status":"active"}"#,
        ok = r#"{"reminders":[{"id":"01fol","text":"Send the slides"},{"id":"01not"}]}"#
    )]
    #[case(args = r#"{"due_before":"2026-03-01"}"#, ok = r#"{"reminders":[{"id":"01don"}]}"#)]
    #[case(args = r#"{"status":"lost"}"#, error = "invalid_argument")]
    fn list_reminders(
        state: &PeopleContext,
        args: ListReminders,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let of = match (&args.person_id, &args.person) {
            (None, None) => None,
            _ => match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
                Ok(person) => Some(person),
                Err(answer) => return Ok(absent(answer, &["reminders"])),
            },
        };
        let mut reminders = state.reminders.select(&|reminder| {
            of.as_ref().is_none_or(|person| reminder.person_id == person.id)
                && args.status.is_none_or(|status| reminder.status == status)
                && args
                    .due_before
                    .is_none_or(|before| reminder.due_at.is_some_and(|due| due < before))
        });
        sort_reminders(&mut reminders);
        Ok(serde_json::json!({"reminders": list_value(&reminders)}))
    }

    #[tool(create)]
    fn set_reminder() -> Reminder;

    #[tool(update, key(reminder_id), set(status = ReminderStatus::Completed), require(status = [ReminderStatus::Active]))]
    fn complete_reminder() -> Reminder;

    /// Adds another name to a person, unless the person has it already.
    #[tool(types(person_id = Key<Person>), reads(persons), writes(persons))]
    #[case(
        args = r#"{"person_id":"01rui","value":"Ruca","kind":"nickname"}"#,
        ok = r#"{"id":"01rui","aliases":[{"value":"Ruca","kind":"nickname"}]}"#
    )]
    #[case(
        args = r#"{"person_id":"01bea","value":" bea "}"#,
        ok = r#"{"aliases":[{"value":"Bea"}]}"#
    )]
    #[case(args = r#"{"person_id":"nobody","value":"x"}"#, error = "not_found")]
    #[case(args = r#"{"person_id":"01bea","value":" "}"#, error = "invalid_argument")]
    fn add_alias(
        state: &mut PeopleContext,
        args: AddAlias,
        cx: &mut Context,
    ) -> Result<RowRef<Person>, ToolError> {
        let alias = Alias {
            id: cx.token("01", 24),
            value: args.value,
            kind: args.kind.unwrap_or(AliasKind::Other),
            lang: args.lang,
            script: args.script,
        };
        state.persons.find(&args.person_id)?;
        add_aliases(state, cx, &args.person_id, vec![alias])
    }

    /// Records what one person is to another.
    #[tool(types(subject_id = Key<Person>, object_id = Key<Person>, valid_from = Date, valid_to = Date), reads(persons), writes(relationships))]
    #[case(
        args = r#"{"subject_id":"01rui","object_id":"01bea","type":"sibling"}"#,
        ok = r#"{"subject_id":"01rui","object_id":"01bea","type":"sibling_of","label":null,"confidence":1.0}"#
    )]
    #[case(
        args = r#"{"subject_id":"01rui","object_id":"nobody","type":"friend"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"subject_id":"01rui","object_id":"01bea","type":"friend","confidence":2}"#,
        error = "invalid_argument"
    )]
    fn set_relationship(
        state: &mut PeopleContext,
        args: SetRelationship,
        cx: &mut Context,
    ) -> Result<RowRef<Relationship>, ToolError> {
        state.persons.find(&args.subject_id)?;
        state.persons.find(&args.object_id)?;
        let id = state.relationships.next_key(cx);
        state.relationships.insert(Relationship {
            id,
            subject_id: args.subject_id,
            object_id: args.object_id,
            relation_type: relation_type(&args.r#type)?,
            label: args.label,
            period: period_of(args.valid_from, args.valid_to)?,
            confidence: certainty(args.confidence)?,
            provenance: by("agent"),
            created_at: cx.now(),
        })
    }

    /// Records a person's role at an organization, which is added where it is new.
    #[tool(types(person_id = Key<Person>, valid_from = Date, valid_to = Date), reads(persons, organizations), writes(organizations, affiliations))]
    #[case(
        args = r#"{"person_id":"01bea","org":"harbor labs","role":"advisor"}"#,
        ok = r#"{"person_id":"01bea","org_id":"01lab","role":"advisor"}"#
    )]
    #[case(
        args = r#"{"person_id":"nobody","org":"Harbor Labs","role":"advisor"}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"person_id":"01bea","org":"X","role":"y","valid_from":"2026-02-01","valid_to":"2026-01-01"}"#,
        error = "invalid_argument"
    )]
    fn set_affiliation(
        state: &mut PeopleContext,
        args: SetAffiliation,
        cx: &mut Context,
    ) -> Result<RowRef<Affiliation>, ToolError> {
        state.persons.find(&args.person_id)?;
        let org_id = organization(state, cx, &args.org)?;
        let id = state.affiliations.next_key(cx);
        state.affiliations.insert(Affiliation {
            id,
            person_id: args.person_id,
            org_id,
            role: args.role,
            period: period_of(args.valid_from, args.valid_to)?,
            confidence: certainty(args.confidence)?,
            provenance: by("agent"),
            created_at: cx.now(),
        })
    }

    /// Records something that was stated of a person.
    #[tool(create, ignore(valid_from, valid_to), types(valid_from = Date, valid_to = Date), reads(persons), writes(facts))]
    #[case(
        args = r#"{"person_id":"01rui","predicate":"city","value":"Faro"}"#,
        ok = r#"{"person_id":"01rui","predicate":"city","value":"Faro","confidence":1.0,"sensitivity":"personal"}"#
    )]
    #[case(
        args = r#"{"person_id":"nobody","predicate":"city","value":"Faro"}"#,
        error = "not_found"
    )]
    fn record_fact(
        state: &mut PeopleContext,
        args: RecordFact,
        cx: &mut Context,
    ) -> Result<RowRef<Fact>, ToolError> {
        state.persons.find(&args.person_id)?;
        let id = state.facts.next_key(cx);
        state.facts.insert(Fact {
            id,
            person_id: args.person_id,
            predicate: args.predicate,
            value: args.value,
            period: period_of(args.valid_from, args.valid_to)?,
            recorded_at: cx.now(),
            confidence: certainty(args.confidence)?,
            sensitivity: args.sensitivity.unwrap_or(Sensitivity::Personal),
            provenance: by("agent"),
        })
    }

    /// Records something that was noticed of a person.
    #[tool(create, reads(persons), writes(observations))]
    #[case(
        args = r#"{"person_id":"01rui","text":"Was quiet at dinner"}"#,
        ok = r#"{"person_id":"01rui","text":"Was quiet at dinner","sensitivity":"personal"}"#
    )]
    #[case(args = r#"{"person_id":"nobody","text":"x"}"#, error = "not_found")]
    fn record_observation(
        state: &mut PeopleContext,
        args: RecordObservation,
        cx: &mut Context,
    ) -> Result<RowRef<Observation>, ToolError> {
        state.persons.find(&args.person_id)?;
        let id = state.observations.next_key(cx);
        state.observations.insert(Observation {
            id,
            person_id: args.person_id,
            text: args.text,
            observed_at: args.observed_at.unwrap_or_else(|| cx.now()),
            sensitivity: args.sensitivity.unwrap_or(Sensitivity::Personal),
            provenance: by("agent"),
        })
    }

    /// Records a conclusion about a person, with the records that it rests on.
    #[tool(types(person_id = Key<Person>, sensitivity = Sensitivity), reads(persons, observations, interactions), writes(traits))]
    #[case(
        args = r#"{"person_id":"01bea","category":"temperament","value":"Calm","evidence_ids":["01obs"]}"#,
        ok = r#"{"person_id":"01bea","category":"temperament","value":"Calm","evidence_ids":["01obs"]}"#
    )]
    #[case(
        args = r#"{"person_id":"01rui","category":"temperament","value":"Calm","evidence_ids":["01obs"]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"person_id":"nobody","category":"values","value":"Honesty"}"#,
        error = "not_found"
    )]
    fn record_trait(
        state: &mut PeopleContext,
        args: RecordTrait,
        cx: &mut Context,
    ) -> Result<RowRef<Trait>, ToolError> {
        state.persons.find(&args.person_id)?;
        let evidence_ids = args.evidence_ids.unwrap_or_default();
        check_evidence(state, &args.person_id, &evidence_ids)?;
        let id = state.traits.next_key(cx);
        state.traits.insert(Trait {
            id,
            person_id: args.person_id,
            category: args.category,
            value: args.value,
            evidence_note: args.evidence_note,
            evidence_ids,
            recorded_at: cx.now(),
            confidence: certainty(args.confidence)?,
            sensitivity: args.sensitivity.unwrap_or(Sensitivity::Personal),
            provenance: by("agent"),
        })
    }

    /// Records an occasion with everyone who took part.
    #[tool(create, reads(persons), writes(interactions))]
    #[case(
        args = r#"{"summary":"Planned the move","participant_ids":["01bea","01rui"],"channel":"phone"}"#,
        ok = r#"{"summary":"Planned the move","participant_ids":["01bea","01rui"],"channel":"phone"}"#
    )]
    #[case(args = r#"{"summary":"x","participant_ids":["01bea","nobody"]}"#, error = "not_found")]
    #[case(args = r#"{"summary":"x","participant_ids":[]}"#, error = "invalid_argument")]
    fn record_interaction(
        state: &mut PeopleContext,
        args: RecordInteraction,
        cx: &mut Context,
    ) -> Result<RowRef<Interaction>, ToolError> {
        let mut participant_ids: Vec<Key<Person>> = Vec::new();
        for person in args.participant_ids {
            state.persons.find(&person)?;
            if !participant_ids.contains(&person) {
                participant_ids.push(person);
            }
        }
        if participant_ids.is_empty() {
            return Err(ToolError::invalid_argument("an interaction needs a participant"));
        }
        let id = state.interactions.next_key(cx);
        state.interactions.insert(Interaction {
            id,
            summary: args.summary,
            occurred_at: args.occurred_at.unwrap_or_else(|| cx.now()),
            channel: args.channel,
            participant_ids,
            sensitivity: args.sensitivity.unwrap_or(Sensitivity::Personal),
            provenance: by("agent"),
        })
    }

    /// Puts right what was recorded wrongly; only what was asserted can be changed.
    #[tool(
        reads(persons),
        writes(
            facts,
            observations,
            traits,
            interactions,
            relationships,
            affiliations,
            groups,
            memberships
        )
    )]
    #[case(
        args = r#"{"entity_type":"fact","entity_id":"01bir","fields":{"value":"1988-03-21","valid_from":null}}"#,
        ok = r#"{"entity_type":"fact","entity_id":"01bir","record":{"value":"1988-03-21","predicate":"birthday"}}"#
    )]
    #[case(
        args = r#"{"entity_type":"fact","entity_id":"01bir","fields":{"person_id":"01rui"}}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"entity_type":"fact","entity_id":"none","fields":{"value":"x"}}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"entity_type":"mood","entity_id":"01bir","fields":{"value":"x"}}"#,
        error = "invalid_argument"
    )]
    fn correct_record(
        state: &mut PeopleContext,
        args: CorrectRecord,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let fields = object_of("fields", &args.fields.0)?;
        if fields.is_empty() {
            return Err(ToolError::invalid_argument("`fields` must name what to correct"));
        }
        let record = correct(state, &args.entity_type, args.entity_id.as_str(), fields)?;
        Ok(serde_json::json!({
            "entity_type": args.entity_type,
            "entity_id": args.entity_id,
            "record": record,
        }))
    }

    /// Ends a fact that was true until now and records what is true from a day on.
    #[tool(types(fact_id = Key<Fact>, effective_from = Date, sensitivity = Sensitivity), reads(facts), writes(facts))]
    #[case(
        args = r#"{"fact_id":"01cit","new_value":"Faro","effective_from":"2026-02-01"}"#,
        ok = r#"{"superseded":{"id":"01cit","value":"Porto","period":{"valid_to":"2026-01-31"}},"fact":{"person_id":"01rui","predicate":"city","value":"Faro","period":{"valid_from":"2026-02-01","valid_to":null}}}"#
    )]
    #[case(
        args = r#"{"fact_id":"01cit","new_value":"Faro","effective_from":"2019-01-01"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"fact_id":"none","new_value":"Faro","effective_from":"2026-02-01"}"#,
        error = "not_found"
    )]
    fn supersede_fact(
        state: &mut PeopleContext,
        args: SupersedeFact,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let old = state.facts.find(&args.fact_id)?;
        let from = args.effective_from;
        let starts = old.period.valid_from.is_none_or(|start| start < from);
        if !starts || old.period.valid_to.is_some_and(|end| end < from) {
            return Err(ToolError::invalid_argument(format!(
                "the fact does not hold on the day before and on {from}"
            )));
        }
        let closed = state.facts.update(&args.fact_id, |fact| {
            fact.period.valid_to = Some(from.plus_days(-1));
            Ok(())
        })?;
        let id = state.facts.next_key(cx);
        let fact = state.facts.insert(Fact {
            id,
            person_id: old.person_id.clone(),
            predicate: old.predicate.clone(),
            value: args.new_value,
            period: Period { valid_from: Some(from), valid_to: old.period.valid_to },
            recorded_at: cx.now(),
            confidence: match args.confidence {
                Some(confidence) => certainty(Some(confidence))?,
                None => old.confidence,
            },
            sensitivity: args.sensitivity.unwrap_or(old.sensitivity),
            provenance: by("agent"),
        })?;
        Ok(serde_json::json!({"superseded": value_of(&closed), "fact": value_of(&fact)}))
    }

    /// Gives the people around a person and what they are to each other, as many steps away as
    /// asked for.
    #[tool(types(person_id = Key<Person>), reads(persons, relationships))]
    #[case(
        args = r#"{"person_id":"01me","depth":1}"#,
        ok = r#"{"found":true,"nodes":[{"person_id":"01me","distance":0},{"person_id":"01bea","distance":1}],"edges":[{"id":"01rel"}],"truncated":false}"#
    )]
    #[case(
        args = r#"{"person_id":"01me","types":["parent"]}"#,
        ok = r#"{"nodes":[{"person_id":"01me"}],"edges":[]}"#
    )]
    #[case(args = r#"{"person_id":"01me","depth":-1}"#, error = "invalid_argument")]
    fn get_relationship_graph(
        state: &PeopleContext,
        args: GetRelationshipGraph,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const NODES_MAX: usize = 200;
        let depth = limit_of(args.depth)?;
        let person = match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
            Ok(person) => person,
            Err(answer) => return Ok(absent(answer, &["nodes", "edges"])),
        };
        let mut types: Vec<String> = Vec::new();
        for name in args.types.unwrap_or_default() {
            types.push(relation_type(&name)?);
        }
        let today = cx.today();
        let edges = active_edges(state, today, &types);
        let reached = distances(&edges, &person.id, depth);
        let mut nodes: Vec<(usize, Key<Person>)> =
            reached.iter().map(|(id, (distance, _))| (*distance, id.clone())).collect();
        nodes.sort();
        let truncated = nodes.len() > NODES_MAX;
        nodes.truncate(NODES_MAX);
        let shown = |id: &Key<Person>| nodes.iter().any(|(_, node)| node == id);
        let edges: Vec<_> = edges
            .iter()
            .filter(|edge| shown(&edge.subject_id) && shown(&edge.object_id))
            .map(value_of)
            .collect();
        let nodes: Vec<_> = nodes
            .iter()
            .map(|(distance, id)| {
                serde_json::json!({
                    "person_id": id.as_str(),
                    "canonical_name": name_of(state, id),
                    "distance": distance,
                })
            })
            .collect();
        Ok(serde_json::json!({
            "found": true,
            "person_id": person.id.as_str(),
            "depth": depth,
            "nodes": nodes,
            "edges": edges,
            "truncated": truncated,
        }))
    }

    /// Finds a shortest way from one person to another over relationships that hold at present.
    #[tool(types(person_a = Key<Person>, person_b = Key<Person>), reads(persons, relationships))]
    #[case(
        args = r#"{"person_a":"01me","person_b":"01bea"}"#,
        ok = r#"{"connected":true,"length":1,"path":[{"person_id":"01me"},{"person_id":"01bea"}],"relationships":[{"id":"01rel"}]}"#
    )]
    #[case(
        args = r#"{"person_a":"01me","person_b":"01rui"}"#,
        ok = r#"{"connected":false,"path":[]}"#
    )]
    #[case(args = r#"{"person_a":"Rui Lima","person_b":"01bea"}"#, error = "not_found")]
    fn find_connection(
        state: &PeopleContext,
        args: FindConnection,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let depth = limit_of(args.max_depth)?;
        state.persons.find(&args.person_a)?;
        state.persons.find(&args.person_b)?;
        let edges = active_edges(state, cx.today(), &[]);
        let reached = distances(&edges, &args.person_a, depth);
        let connected = reached.contains_key(&args.person_b);
        let (mut path, mut relationships) = (Vec::new(), Vec::new());
        if connected {
            let mut at = args.person_b.clone();
            path.push(step_value(state, &at));
            for _ in 0..reached.len() {
                let Some((_, Some(edge))) = reached.get(&at) else { break };
                relationships.push(value_of(edge));
                at = seen_from(edge, &at).0.clone();
                path.push(step_value(state, &at));
            }
            path.reverse();
            relationships.reverse();
        }
        Ok(serde_json::json!({
            "connected": connected,
            "person_a": args.person_a.as_str(),
            "person_b": args.person_b.as_str(),
            "length": connected.then_some(relationships.len()),
            "path": path,
            "relationships": relationships,
        }))
    }

    #[tool(create)]
    fn create_group() -> Group;

    /// Records that a person has or had a part in a group.
    #[tool(types(person_id = Key<Person>, group_id = Key<Group>, role = MembershipRole, temporal_basis = TemporalBasis, valid_from = Date, valid_to = Date, sensitivity = Sensitivity), reads(persons, groups), writes(memberships))]
    #[case(
        args = r#"{"person_id":"01me","group_id":"01cla","role":"student","valid_from":"2001-09-01"}"#,
        ok = r#"{"person_id":"01me","group_id":"01cla","role":"student","temporal_basis":"period","period":{"valid_from":"2001-09-01","valid_to":null}}"#
    )]
    #[case(
        args = r#"{"person_id":"01me","group_id":"01cla","temporal_basis":"ongoing","valid_to":"2026-01-01"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"person_id":"01me","group_id":"none"}"#, error = "not_found")]
    fn add_group_membership(
        state: &mut PeopleContext,
        args: AddGroupMembership,
        cx: &mut Context,
    ) -> Result<RowRef<GroupMembership>, ToolError> {
        state.persons.find(&args.person_id)?;
        state.groups.find(&args.group_id)?;
        let period = period_of(args.valid_from, args.valid_to)?;
        let temporal_basis = args.temporal_basis.unwrap_or_else(|| basis_of(&period));
        check_basis(temporal_basis, &period)?;
        let id = state.memberships.next_key(cx);
        state.memberships.insert(GroupMembership {
            id,
            person_id: args.person_id,
            group_id: args.group_id,
            role: args.role.unwrap_or(MembershipRole::Member),
            temporal_basis,
            period,
            confidence: certainty(args.confidence)?,
            sensitivity: args.sensitivity.unwrap_or(Sensitivity::Personal),
            provenance: by("agent"),
            created_at: cx.now(),
        })
    }

    /// Records the last day of a membership that has no end yet.
    #[tool(types(membership_id = Key<GroupMembership>, ended_on = Date), reads(memberships), writes(memberships))]
    #[case(
        args = r#"{"membership_id":"01mrc","ended_on":"2026-01-31"}"#,
        ok = r#"{"id":"01mrc","temporal_basis":"period","period":{"valid_from":"2024-05-01","valid_to":"2026-01-31"}}"#
    )]
    #[case(
        args = r#"{"membership_id":"01mrc","ended_on":"2024-04-30"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"membership_id":"01mbs","ended_on":"2026-01-31"}"#,
        error = "failed_precondition"
    )]
    fn close_group_membership(
        state: &mut PeopleContext,
        args: CloseGroupMembership,
        _cx: &mut Context,
    ) -> Result<RowRef<GroupMembership>, ToolError> {
        state.memberships.update(&args.membership_id, |membership| {
            if let Some(end) = membership.period.valid_to {
                return Err(ToolError::failed_precondition(format!(
                    "the membership ended on {end} already"
                )));
            }
            membership.period = period_of(membership.period.valid_from, Some(args.ended_on))?;
            membership.temporal_basis = TemporalBasis::Period;
            Ok(())
        })
    }

    /// Lists groups whose names hold a text, of one kind where it is named.
    #[tool(types(kind = GroupKind), reads(groups))]
    #[case(args = r#"{"name":"ROW"}"#, ok = r#"{"groups":[{"id":"01clu"}],"truncated":false}"#)]
    #[case(args = r#"{"limit":1}"#, ok = r#"{"groups":[{"id":"01cla"}],"truncated":true}"#)]
    #[case(args = r#"{"kind":"gang"}"#, error = "invalid_argument")]
    fn find_groups(
        state: &PeopleContext,
        args: FindGroups,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = limit_of(args.limit)?;
        let wanted = fold(args.name.as_deref().unwrap_or_default());
        let mut groups = state.groups.select(&|group| {
            is_ordinary(group.sensitivity)
                && args.kind.is_none_or(|kind| group.kind == kind)
                && fold(&group.name).contains(&wanted)
        });
        groups.sort_by_key(|group| (fold(&group.name), group.id.clone()));
        let truncated = groups.len() > limit;
        groups.truncate(limit);
        Ok(serde_json::json!({"groups": list_value(&groups), "truncated": truncated}))
    }

    /// Gives a group and who has or had a part in it.
    #[tool(types(group_id = Key<Group>), reads(persons, groups, memberships))]
    #[case(
        args = r#"{"group_id":"01clu"}"#,
        ok = r#"{"found":true,"group":{"name":"Rowing Club"},"memberships":[{"person_name":"Rui Lima","membership":{"id":"01mrc"}}]}"#
    )]
    #[case(
        args = r#"{"group_id":"none"}"#,
        ok = r#"{"found":false,"group":null,"memberships":[]}"#
    )]
    #[case(args = r#"{"group_id":"01clu","limit":-3}"#, error = "invalid_argument")]
    fn get_group(
        state: &PeopleContext,
        args: GetGroup,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = limit_of(args.limit)?;
        let group = state.groups.find(&args.group_id).ok();
        let group = group.filter(|group| is_ordinary(group.sensitivity));
        let mut members = memberships(state, &|membership| {
            group.is_some() && membership.group_id == args.group_id
        });
        let truncated = members.len() > limit;
        members.truncate(limit);
        let members: Vec<_> = members
            .iter()
            .map(|membership| {
                serde_json::json!({
                    "membership": value_of(membership),
                    "person_id": membership.person_id.as_str(),
                    "person_name": name_of(state, &membership.person_id),
                })
            })
            .collect();
        Ok(serde_json::json!({
            "found": group.is_some(),
            "group_id": args.group_id.as_str(),
            "group": group.as_ref().map(value_of),
            "memberships": members,
            "truncated": truncated,
        }))
    }

    /// Lists the groups that a person has or had a part in.
    #[tool(types(person_id = Key<Person>), reads(persons, groups, memberships))]
    #[case(
        args = r#"{"person":"Rui Lima"}"#,
        ok = r#"{"found":true,"person_id":"01rui","memberships":[{"membership":{"id":"01mrs"}},{"membership":{"id":"01mrc"},"group":{"name":"Rowing Club"}}]}"#
    )]
    #[case(args = r#"{"person_id":"nobody"}"#, ok = r#"{"found":false}"#)]
    #[case(args = r#"{"person_id":"01rui","limit":-3}"#, error = "invalid_argument")]
    fn list_group_memberships(
        state: &PeopleContext,
        args: ListGroupMemberships,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = limit_of(args.limit)?;
        let person = match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
            Ok(person) => person,
            Err(answer) => return Ok(absent(answer, &["memberships"])),
        };
        let mut found = memberships(state, &|membership| membership.person_id == person.id);
        let truncated = found.len() > limit;
        found.truncate(limit);
        let found: Vec<_> = found
            .iter()
            .map(|membership| {
                serde_json::json!({
                    "membership": value_of(membership),
                    "group": state.groups.find(&membership.group_id).ok().as_ref().map(value_of),
                })
            })
            .collect();
        Ok(serde_json::json!({
            "found": true,
            "person_id": person.id.as_str(),
            "memberships": found,
            "truncated": truncated,
        }))
    }

    /// Tells in which groups two people were, whether at the same time, and what they are to each
    /// other.
    #[tool(types(person_a_id = Key<Person>, person_b_id = Key<Person>), reads(persons, groups, memberships, relationships))]
    #[case(
        args = r#"{"person_a":"Bea","person_b_id":"01rui"}"#,
        ok = r#"{"found":true,"connections":[{"group":{"id":"01cla"},"label":"classmates","temporal":"overlap","overlap":{"valid_from":"2000-09-01","valid_to":"2003-07-15"}}],"direct_relationships":[],"truncated":false}"#
    )]
    #[case(args = r#"{"person_a_id":"nobody","person_b_id":"01rui"}"#, ok = r#"{"found":false}"#)]
    #[case(args = r#"{"person_a_id":"01bea"}"#, error = "invalid_argument")]
    fn explain_shared_connections(
        state: &PeopleContext,
        args: ExplainSharedConnections,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const PARTS: &[&str] = &["connections", "direct_relationships"];
        let limit = limit_of(args.limit)?;
        let a = subject(state, args.person_a_id.as_ref(), args.person_a.as_deref())?;
        let b = subject(state, args.person_b_id.as_ref(), args.person_b.as_deref())?;
        let (a, b) = match (a, b) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(answer), _) | (_, Err(answer)) => return Ok(absent(answer, PARTS)),
        };
        let of_b = memberships(state, &|membership| membership.person_id == b.id);
        let mut connections = Vec::new();
        for one in memberships(state, &|membership| membership.person_id == a.id) {
            for other in of_b.iter().filter(|other| other.group_id == one.group_id) {
                connections.push(shared_value(state, &one, other, cx.today()));
            }
        }
        let truncated = connections.len() > limit;
        connections.truncate(limit);
        let mut direct = relationships_of(state, &a.id);
        direct.retain(|relationship| *seen_from(relationship, &a.id).0 == b.id);
        Ok(serde_json::json!({
            "found": true,
            "person_a_id": a.id.as_str(),
            "person_b_id": b.id.as_str(),
            "connections": connections,
            "direct_relationships": list_value(&direct),
            "truncated": truncated,
            "memberships_truncated": false,
        }))
    }

    /// Lists people with whom there was nothing for a while, the longest silence first.
    #[tool(reads(persons, interactions, relationships))]
    #[case(
        args = r#"{"threshold_days":30}"#,
        ok = r#"{"people":[{"person_id":"01rui","days_since":null},{"person_id":"01bea","days_since":36}]}"#
    )]
    #[case(args = r#"{"category":"parent"}"#, ok = r#"{"people":[]}"#)]
    #[case(args = r#"{"limit":-1}"#, error = "invalid_argument")]
    fn get_stale_relationships(
        state: &PeopleContext,
        args: GetStaleRelationships,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = limit_of(args.limit)?;
        let today = cx.today();
        let wanted = args.category.as_deref().map(relation_type).transpose()?;
        let mut stale: Vec<(Option<i64>, RowRef<Person>, Option<Timestamp>)> = Vec::new();
        for person in state.persons.select(&|person| !person.is_self) {
            let fits = wanted.as_ref().is_none_or(|wanted| {
                relationships_of(state, &person.id).iter().any(|relationship| {
                    holds_on(&relationship.period, today)
                        && (relationship.relation_type == *wanted
                            || seen_from(relationship, &person.id).1 == *wanted)
                })
            });
            let last = interactions_of(state, &person.id).first().map(|event| event.occurred_at);
            let days = last.map(|last| today.days_since(last.date()));
            if fits && days.is_none_or(|days| days >= args.threshold_days) {
                stale.push((days, person, last));
            }
        }
        stale.sort_by_key(|(days, person, _)| {
            (days.is_some(), std::cmp::Reverse(*days), person.canonical_name.clone())
        });
        let truncated = stale.len() > limit;
        stale.truncate(limit);
        let people: Vec<_> = stale
            .iter()
            .map(|(days, person, last)| {
                serde_json::json!({
                    "person_id": person.id.as_str(),
                    "canonical_name": person.canonical_name,
                    "last_interaction_at": last.map(|last| last.to_string()),
                    "days_since": days,
                })
            })
            .collect();
        Ok(serde_json::json!({
            "threshold_days": args.threshold_days,
            "category": args.category,
            "people": people,
            "truncated": truncated,
        }))
    }

    /// Gives what is recorded of a person in order of time, newest first.
    #[tool(types(person_id = Key<Person>), reads(persons, organizations, facts, observations, traits, interactions, relationships, affiliations))]
    #[case(
        args = r#"{"person_id":"01bea","limit":2}"#,
        ok = r#"{"found":true,"entries":[{"entry_type":"trait","summary":"communication_style","evidence":[{"id":"01obs"}]},{"entry_type":"observation","entry_id":"01obs","basis":"observed_at"}],"truncated":true}"#
    )]
    #[case(args = r#"{"person_id":"nobody"}"#, ok = r#"{"found":false,"entries":[]}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_person_timeline(
        state: &PeopleContext,
        args: GetPersonTimeline,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = limit_of(args.limit)?;
        let person = match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
            Ok(person) => person,
            Err(answer) => return Ok(absent(answer, &["entries"])),
        };
        let mut entries = timeline(state, &person.id);
        let truncated = entries.len() > limit;
        entries.truncate(limit);
        let entries: Vec<_> = entries.into_iter().map(|entry| entry.1).collect();
        Ok(serde_json::json!({
            "found": true,
            "person_id": person.id.as_str(),
            "limit": limit,
            "include_sensitive": false,
            "entries": entries,
            "truncated": truncated,
        }))
    }

    /// Gives what is recorded of a person together with how the records stand to each other.
    #[tool(types(person_id = Key<Person>), reads(persons, organizations, facts, observations, traits, interactions, affiliations))]
    #[case(
        args = r#"{"person":"Rui Lima"}"#,
        ok = r#"{"found":true,"facts":[{"id":"01lis"},{"id":"01cit"}],"affiliations":[{"affiliation":{"role":"engineer"},"organization_name":"Harbor Labs"}],"signals":[{"signal":"contradictory_fact","record_ids":["01lis","01cit"]}]}"#
    )]
    #[case(args = r#"{"person_id":"nobody"}"#, ok = r#"{"found":false}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn get_consolidation_context(
        state: &PeopleContext,
        args: GetConsolidationContext,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const PARTS: &[&str] =
            &["facts", "traits", "observations", "trait_evidence", "affiliations", "signals"];
        let limit = limit_of(args.limit)?;
        let person = match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
            Ok(person) => person,
            Err(answer) => return Ok(absent(answer, PARTS)),
        };
        let (mut facts, mut traits) = (facts_of(state, &person.id), traits_of(state, &person.id));
        let mut observations = observations_of(state, &person.id);
        let mut affiliations = affiliations_of(state, &person.id);
        let truncated = facts.len() > limit || traits.len() > limit || observations.len() > limit;
        let affiliations_truncated = affiliations.len() > limit;
        facts.truncate(limit);
        traits.truncate(limit);
        observations.truncate(limit);
        affiliations.truncate(limit);
        let affiliations: Vec<_> =
            affiliations.iter().map(|affiliation| affiliation_value(state, affiliation)).collect();
        Ok(serde_json::json!({
            "found": true,
            "person_id": person.id.as_str(),
            "facts": list_value(&facts),
            "traits": list_value(&traits),
            "observations": list_value(&observations),
            "trait_evidence": evidence_of(state, &traits),
            "affiliations": affiliations,
            "signals": signals(&facts, &traits),
            "truncated": truncated,
            "affiliations_truncated": affiliations_truncated,
        }))
    }

    /// Lists birthdays and reminders that come up within so many days.
    #[tool(types(person_id = Key<Person>), reads(persons, facts, reminders))]
    #[case(
        args = r#"{"window_days":30}"#,
        ok = r#"{"dates":[{"kind":"reminder","reminder_id":"01fol","date":"2026-03-10"},{"kind":"birthday","person_id":"01bea","date":"2026-03-20","days_until":23}]}"#
    )]
    #[case(args = r#"{"person_id":"nobody"}"#, ok = r#"{"found":false,"dates":[]}"#)]
    #[case(args = r#"{"window_days":-1}"#, error = "invalid_argument")]
    fn upcoming_dates(
        state: &PeopleContext,
        args: UpcomingDates,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        limit_of(args.window_days)?;
        let of = match (&args.person_id, &args.person) {
            (None, None) => None,
            _ => match subject(state, args.person_id.as_ref(), args.person.as_deref())? {
                Ok(person) => Some(person),
                Err(answer) => return Ok(absent(answer, &["dates"])),
            },
        };
        let today = cx.today();
        let wanted = |id: &Key<Person>| of.as_ref().is_none_or(|person| person.id == *id);
        let comes = |date: Date| (0..=args.window_days).contains(&date.days_since(today));
        let mut dates: Vec<(Date, serde_json::Value)> = Vec::new();
        for fact in state.facts.select(&|fact| {
            wanted(&fact.person_id) && is_ordinary(fact.sensitivity) && is_birthday(&fact.predicate)
        }) {
            if let Some(date) = next_anniversary(&fact.value, today).filter(|date| comes(*date)) {
                let shown = serde_json::json!({
                    "kind": "birthday",
                    "fact_id": fact.id.as_str(),
                    "value": fact.value,
                });
                dates.push((date, with_date(state, shown, &fact.person_id, date, today)));
            }
        }
        for reminder in state.reminders.select(&|reminder| {
            wanted(&reminder.person_id) && reminder.status == ReminderStatus::Active
        }) {
            if let Some(date) = reminder.due_at.map(Timestamp::date).filter(|date| comes(*date)) {
                let shown = serde_json::json!({
                    "kind": "reminder",
                    "reminder_id": reminder.id.as_str(),
                    "text": reminder.text,
                });
                dates.push((date, with_date(state, shown, &reminder.person_id, date, today)));
            }
        }
        dates.sort_by_key(|entry| entry.0);
        let dates: Vec<_> = dates.into_iter().map(|entry| entry.1).collect();
        Ok(serde_json::json!({"window_days": args.window_days, "dates": dates}))
    }

    /// Moves everything of one person to another, whom it turned out to be, and removes the one.
    #[tool(types(primary_id = Key<Person>, duplicate_id = Key<Person>), reads(persons), writes(persons, facts, observations, traits, interactions, relationships, affiliations, reminders, memberships, candidates))]
    #[case(
        args = r#"{"primary_id":"01bea","duplicate_id":"01rui"}"#,
        ok = r#"{"person":{"id":"01bea","aliases":[{"value":"Bea"},{"value":"Rui Lima"}]},"moved":{"facts":2,"affiliations":1,"group_memberships":2}}"#
    )]
    #[case(args = r#"{"primary_id":"01bea","duplicate_id":"01bea"}"#, error = "invalid_argument")]
    #[case(args = r#"{"primary_id":"01bea","duplicate_id":"nobody"}"#, error = "not_found")]
    fn merge_people(
        state: &mut PeopleContext,
        args: MergePeople,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        if args.primary_id == args.duplicate_id {
            return Err(ToolError::invalid_argument("a person cannot be merged into themselves"));
        }
        state.persons.find(&args.primary_id)?;
        let duplicate = state.persons.find(&args.duplicate_id)?;
        let moved = move_records(state, &args.duplicate_id, &args.primary_id)?;
        state.persons.remove(&args.duplicate_id)?;
        let mut aliases = vec![Alias {
            id: cx.token("01", 24),
            value: duplicate.canonical_name.clone(),
            kind: AliasKind::Other,
            lang: None,
            script: None,
        }];
        aliases.extend(duplicate.aliases.iter().cloned());
        add_aliases(state, cx, &args.primary_id, aliases)?;
        let person = state.persons.update(&args.primary_id, |person| {
            person.is_self |= duplicate.is_self;
            if person.summary.is_none() {
                person.summary.clone_from(&duplicate.summary);
            }
            person.updated_at = cx.now();
            Ok(())
        })?;
        Ok(serde_json::json!({
            "person": value_of(&person),
            "merged_id": args.duplicate_id.as_str(),
            "moved": moved,
        }))
    }

    /// Removes a person with everything recorded of them, or a single record, for good.
    #[tool(
        reads(persons),
        writes(
            persons,
            facts,
            observations,
            traits,
            interactions,
            relationships,
            affiliations,
            reminders,
            groups,
            memberships,
            candidates
        )
    )]
    #[case(
        args = r#"{"target":"01bea","scope":"person"}"#,
        ok = r#"{"scope":"person","target":"01bea","deleted":{"persons":1,"aliases":1,"facts":1,"observations":1,"traits":1,"reminders":3,"relationships":1,"interaction_participations":1,"interactions":0}}"#
    )]
    #[case(
        args = r#"{"target":"01obs","scope":"record"}"#,
        ok = r#"{"deleted":{"observations":1}}"#
    )]
    #[case(args = r#"{"target":"nobody","scope":"person"}"#, error = "not_found")]
    #[case(args = r#"{"target":"01bea","scope":"planet"}"#, error = "invalid_argument")]
    fn forget(
        state: &mut PeopleContext,
        args: Forget,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let deleted = match args.scope.as_str() {
            "person" => forget_person(state, &Key::new(args.target.as_str()))?,
            scope => forget_record(state, scope, &args.target)?,
        };
        Ok(serde_json::json!({"scope": args.scope, "target": args.target, "deleted": deleted}))
    }

    /// Reads people and occasions out of the headers of a text and stages them. There are no
    /// files in this world, so a path leads nowhere.
    #[tool(reads(batches), writes(batches, candidates))]
    #[case(
        args = r#"{"source_type":"vcard","content":"BEGIN:VCARD\nFN:Noa Stern\nORG:Harbor Labs\nTITLE:Welder\nEND:VCARD\n"}"#,
        ok = r#"{"candidates":[{"type":"person","status":"pending","fields":{"name":"Noa Stern"}},{"type":"affiliation","fields":{"org":"Harbor Labs","role":"Welder"}}]}"#
    )]
    #[case(
        args = r#"{"source_type":"email","content":"From: Noa Stern <noa@stern.example>\nTo: Me <me@home.example>\nSubject: Keys\n\nHidden","self_sender":"me@home.example"}"#,
        ok = r#"{"candidates":[{"type":"person","fields":{"name":"Noa Stern"}},{"type":"interaction","fields":{"summary":"Keys","channel":"email"}}]}"#
    )]
    #[case(args = r#"{"source_type":"fax","content":"x"}"#, error = "invalid_argument")]
    #[case(args = r#"{"source_type":"email"}"#, error = "invalid_argument")]
    #[case(args = r#"{"source_type":"mbox","path":"/home/me/mail"}"#, error = "not_found")]
    fn import_content(
        state: &mut PeopleContext,
        args: ImportContent,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        if !SOURCE_TYPES.contains(&args.source_type.as_str()) {
            return Err(ToolError::invalid_argument(format!(
                "`source_type` is one of {}",
                SOURCE_TYPES.join(", ")
            )));
        }
        let content = match (args.content, args.path) {
            (Some(content), None) => content,
            (None, Some(path)) => {
                return Err(ToolError::not_found(format!("there is no file `{path}`")));
            }
            _ => {
                return Err(ToolError::invalid_argument("give either `content` or `path`"));
            }
        };
        if args.source_type == "mbox" {
            return Err(ToolError::invalid_argument("a mailbox is read from a `path` only"));
        }
        let own = args.self_sender.as_deref().map(fold);
        let found = extract(&args.source_type, &content, own.as_deref());
        let batch = new_batch(cx, &args.source_type);
        stage(state, cx, Batch { source_kind: Some(args.source_type), ..batch }, found)
    }

    /// Keeps candidates that were read out of a text until they are accepted or withdrawn.
    #[tool(types(candidates = Vec<Json>), reads(batches), writes(batches, candidates))]
    #[case(
        args = r#"{"source":"notes","candidates":[{"type":"person","ref":"p1","name":"Noa Stern"},{"type":"fact","person_ref":"p1","predicate":"city","value":"Haifa"}]}"#,
        ok = r#"{"staged":2,"candidates":[{"type":"person","status":"pending"},{"type":"fact","status":"pending"}]}"#
    )]
    #[case(
        args = r#"{"source":"notes","candidates":[{"type":"trait","person_ref":"p1","category":"values","value":"Honesty"}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"source":"notes","candidates":[{"type":"mood"}]}"#,
        error = "invalid_argument"
    )]
    fn stage_candidates(
        state: &mut PeopleContext,
        args: StageCandidates,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let batch = Batch {
            source_kind: args.source_kind,
            content_digest: args.content_digest,
            extraction_fingerprint: args.extraction_fingerprint,
            label: args.label,
            external_source_id: args.external_source_id,
            ..new_batch(cx, &args.source)
        };
        check_receipt(&batch)?;
        let same = |known: &Batch| {
            batch.content_digest.is_some()
                && known.content_digest == batch.content_digest
                && known.source_kind == batch.source_kind
                && known.extraction_fingerprint == batch.extraction_fingerprint
        };
        if let Some(known) = state.batches.first(&same) {
            let review = batch_value(state, &known.id)?;
            return Ok(with_field(review, "duplicate", serde_json::json!(true)));
        }
        stage(state, cx, batch, args.candidates.into_iter().map(|Json(fields)| fields).collect())
    }

    /// Gives the candidates of a batch and where each stands.
    #[tool(types(batch_id = Key<Batch>), reads(batches, candidates))]
    #[case(
        args = r#"{"batch_id":"01bat"}"#,
        ok = r#"{"batch_id":"01bat","candidates":[{"id":"01cap","status":"pending"},{"id":"01caf"}]}"#
    )]
    #[case(args = r#"{"batch_id":"none"}"#, error = "not_found")]
    fn review_import(
        state: &PeopleContext,
        args: ReviewImport,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        batch_value(state, &args.batch_id)
    }

    /// Changes fields of a candidate that still waits.
    #[tool(types(batch_id = Key<Batch>, candidate_id = Key<Candidate>), reads(batches, candidates), writes(candidates))]
    #[case(
        args = r#"{"batch_id":"01bat","candidate_id":"01caf","patch":{"value":"Tel Aviv"}}"#,
        ok = r#"{"candidates":[{"id":"01cap"},{"id":"01caf","fields":{"value":"Tel Aviv","predicate":"city"}}]}"#
    )]
    #[case(
        args = r#"{"batch_id":"01bat","candidate_id":"none","patch":{"value":"x"}}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"batch_id":"01bat","candidate_id":"01caf","patch":{"value":"x"},"expected_batch_digest":"old"}"#,
        error = "conflict"
    )]
    fn amend_candidate(
        state: &mut PeopleContext,
        args: AmendCandidate,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_digest(state, &args.batch_id, args.expected_batch_digest.as_deref())?;
        waiting(state, &args.batch_id, &args.candidate_id)?;
        let patch = object_of("patch", &args.patch.0)?;
        if patch.contains_key("type") {
            return Err(ToolError::invalid_argument("the type of a candidate cannot be changed"));
        }
        let with_receipt =
            state.batches.get(&args.batch_id).is_some_and(|batch| batch.source_kind.is_some());
        state.candidates.update(&args.candidate_id, |candidate| {
            let mut fields = object_of("fields", &candidate.fields.0)?.clone();
            fields.extend(patch.clone());
            check_candidate(candidate.candidate_type, &fields, with_receipt)?;
            candidate.fields = Json(serde_json::Value::Object(fields));
            Ok(())
        })?;
        batch_value(state, &args.batch_id)
    }

    /// Rejects candidates that still wait; they stay listed.
    #[tool(types(batch_id = Key<Batch>, candidate_ids = Vec<Key<Candidate>>), reads(batches, candidates), writes(candidates))]
    #[case(
        args = r#"{"batch_id":"01bat","candidate_ids":["01caf"]}"#,
        ok = r#"{"candidates":[{"id":"01cap","status":"pending"},{"id":"01caf","status":"rejected"}]}"#
    )]
    #[case(args = r#"{"batch_id":"01bat","candidate_ids":["none"]}"#, error = "not_found")]
    fn withdraw_candidates(
        state: &mut PeopleContext,
        args: WithdrawCandidates,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_digest(state, &args.batch_id, args.expected_batch_digest.as_deref())?;
        for id in &args.candidate_ids {
            waiting(state, &args.batch_id, id)?;
        }
        for id in &args.candidate_ids {
            state.candidates.update(id, |candidate| {
                candidate.status = CandidateStatus::Rejected;
                Ok(())
            })?;
        }
        batch_value(state, &args.batch_id)
    }

    /// Turns accepted candidates into records; what is committed already stays as it is.
    #[tool(types(batch_id = Key<Batch>, accepted_ids = Vec<Key<Candidate>>), reads(batches, persons, groups, organizations, observations, interactions), writes(candidates, persons, organizations, facts, observations, traits, interactions, relationships, affiliations, groups, memberships))]
    #[case(
        args = r#"{"batch_id":"01bat","accepted_ids":["01caf","01cap"]}"#,
        ok = r#"{"committed":[{"candidate_id":"01cap","type":"person"},{"candidate_id":"01caf","type":"fact"}],"unresolved":[]}"#
    )]
    #[case(
        args = r#"{"batch_id":"01bat","accepted_ids":["01caf"]}"#,
        ok = r#"{"committed":[],"unresolved":[{"candidate_id":"01caf"}]}"#
    )]
    #[case(args = r#"{"batch_id":"01bat","accepted_ids":["none"]}"#, error = "not_found")]
    #[case(args = r#"{"batch_id":"none","accepted_ids":[]}"#, error = "not_found")]
    fn commit_import(
        state: &mut PeopleContext,
        args: CommitImport,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        check_digest(state, &args.batch_id, args.expected_batch_digest.as_deref())?;
        let (mut accepted, mut already) = (Vec::new(), Vec::new());
        for id in &args.accepted_ids {
            let candidate = in_batch(state, &args.batch_id, id)?;
            match candidate.status {
                CandidateStatus::Rejected => {
                    return Err(ToolError::failed_precondition(format!(
                        "candidate `{id}` was withdrawn"
                    )));
                }
                CandidateStatus::Committed => already.push(id.as_str().to_owned()),
                CandidateStatus::Pending => accepted.push(candidate),
            }
        }
        accepted.sort_by_key(|candidate| (rank(candidate.candidate_type), candidate.position));
        accepted.dedup_by_key(|candidate| candidate.id.clone());
        let (mut committed, mut unresolved) = (Vec::new(), Vec::new());
        for candidate in accepted {
            let Some(record) = commit(state, cx, &candidate)? else {
                unresolved.push(serde_json::json!({
                    "candidate_id": candidate.id.as_str(),
                    "reason": "it names someone or something that is not committed",
                }));
                continue;
            };
            state.candidates.update(&candidate.id, |row| {
                row.status = CandidateStatus::Committed;
                row.record_id = Some(record.clone());
                Ok(())
            })?;
            committed.push(serde_json::json!({
                "candidate_id": candidate.id.as_str(),
                "type": candidate.candidate_type.as_str(),
                "record_id": record,
            }));
        }
        Ok(serde_json::json!({
            "batch_id": args.batch_id.as_str(),
            "committed": committed,
            "already_committed": already,
            "unresolved": unresolved,
            "batch_digest": batch_digest(state, &args.batch_id),
        }))
    }
}

/// Someone whom a text may mean.
#[derive(Record)]
pub struct Match {
    pub person_id: Key<Person>,
    pub score: f64,
    pub reason: String,
    pub detail: Option<String>,
    pub since: Timestamp,
}

/// What is said of a note beside its words.
#[derive(Record)]
pub struct NoteDetails {
    pub occurred_at: Option<Timestamp>,
    pub predicate: Option<String>,
    pub category: Option<TraitCategory>,
    pub sensitivity: Sensitivity,
    pub source: String,
}

/// Relationships and what they are from the other side.
const INVERSES: &[(&str, &str)] = &[
    ("manager_of", "reports_to"),
    ("parent_of", "child_of"),
    ("grandparent_of", "grandchild_of"),
    ("mentor_of", "mentee_of"),
    ("teacher_of", "student_of"),
    ("employer_of", "employee_of"),
    ("client_of", "supplier_of"),
];

/// What people call each other; as relationships these end in `_of`.
const RELATIONS: &[&str] = &[
    "acquaintance",
    "aunt",
    "brother",
    "child",
    "client",
    "colleague",
    "cousin",
    "coworker",
    "daughter",
    "employee",
    "employer",
    "ex_partner",
    "father",
    "friend",
    "grandchild",
    "grandparent",
    "husband",
    "manager",
    "mentee",
    "mentor",
    "mother",
    "neighbor",
    "neighbour",
    "nephew",
    "niece",
    "parent",
    "partner",
    "relative",
    "roommate",
    "sibling",
    "sister",
    "son",
    "spouse",
    "student",
    "supplier",
    "teacher",
    "uncle",
    "wife",
];

/// What `import_content` reads.
const SOURCE_TYPES: &[&str] = &["email", "mbox", "vcard", "ics", "linkedin", "outlook", "whatsapp"];

/// What `correct_record` and `forget` take for a record.
const RECORD_TYPES: &[&str] = &[
    "fact",
    "observation",
    "trait",
    "interaction",
    "relationship",
    "affiliation",
    "reminder",
    "group",
    "group_membership",
];

fn value_of(output: &impl Output) -> serde_json::Value {
    let mut text = String::new();
    output.write_output(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn list_value<T: compoworld_core::Entity>(rows: &[RowRef<T>]) -> serde_json::Value {
    rows.iter().map(value_of).collect()
}

fn with_field(
    mut value: serde_json::Value,
    name: &str,
    field: serde_json::Value,
) -> serde_json::Value {
    if let Some(object) = value.as_object_mut() {
        object.insert(name.to_owned(), field);
    }
    value
}

/// The answer that nobody was found, with the parts that somebody's answer would have.
fn absent(answer: serde_json::Value, parts: &[&str]) -> serde_json::Value {
    let answer =
        parts.iter().fold(answer, |answer, part| with_field(answer, part, serde_json::json!([])));
    with_field(answer, "truncated", serde_json::json!(false))
}

/// A text for comparing: lower case, one space between words.
fn fold(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn limit_of(limit: i64) -> Result<usize, ToolError> {
    usize::try_from(limit).map_err(|_| ToolError::invalid_argument("a limit must not be negative"))
}

fn certainty(confidence: Option<f64>) -> Result<f64, ToolError> {
    match confidence.unwrap_or(1.0) {
        confidence if (0.0..=1.0).contains(&confidence) => Ok(confidence),
        confidence => Err(ToolError::invalid_argument(format!(
            "`confidence` is {confidence}, and must be from 0 to 1"
        ))),
    }
}

fn by(source: &str) -> Provenance {
    Provenance { source: source.to_owned(), session: None, stated_by: None }
}

fn is_ordinary(sensitivity: Sensitivity) -> bool {
    matches!(sensitivity, Sensitivity::Public | Sensitivity::Personal)
}

fn is_communication(found: &Trait) -> bool {
    matches!(
        found.category,
        TraitCategory::CommunicationStyle
            | TraitCategory::Preference
            | TraitCategory::TopicsToAvoid
    )
}

fn period_of(valid_from: Option<Date>, valid_to: Option<Date>) -> Result<Period, ToolError> {
    match (valid_from, valid_to) {
        (Some(from), Some(to)) if to < from => Err(ToolError::invalid_argument(format!(
            "a period cannot end on {to} when it starts on {from}"
        ))),
        _ => Ok(Period { valid_from, valid_to }),
    }
}

fn holds_on(period: &Period, day: Date) -> bool {
    period.valid_from.is_none_or(|from| from <= day) && period.valid_to.is_none_or(|to| day <= to)
}

/// Whether two periods may have a day in common.
fn overlap(a: &Period, b: &Period) -> bool {
    let before = |a: &Period, b: &Period| match (a.valid_to, b.valid_from) {
        (Some(end), Some(start)) => end < start,
        _ => false,
    };
    !before(a, b) && !before(b, a)
}

fn basis_of(period: &Period) -> TemporalBasis {
    if period.valid_from.is_none() && period.valid_to.is_none() {
        TemporalBasis::Unknown
    } else {
        TemporalBasis::Period
    }
}

fn check_basis(basis: TemporalBasis, period: &Period) -> Result<(), ToolError> {
    let fits = match basis {
        TemporalBasis::Unknown | TemporalBasis::Period => basis == basis_of(period),
        TemporalBasis::Ongoing => period.valid_to.is_none(),
    };
    if fits {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("the days do not fit the basis `{basis}`")))
}

/// How a relationship is written: `Friend` is `friend_of`.
fn relation_type(text: &str) -> Result<String, ToolError> {
    let words: String = text
        .to_lowercase()
        .chars()
        .map(|character| if character.is_alphanumeric() { character } else { ' ' })
        .collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join("_");
    match name.as_str() {
        "" => Err(ToolError::invalid_argument("a relationship needs a type")),
        known if RELATIONS.contains(&known) => Ok(format!("{known}_of")),
        _ => Ok(name),
    }
}

/// The other person of a relationship and what the one is to them.
fn seen_from<'a>(relationship: &'a Relationship, id: &Key<Person>) -> (&'a Key<Person>, String) {
    let name = relationship.relation_type.as_str();
    if relationship.subject_id == *id {
        return (&relationship.object_id, name.to_owned());
    }
    let inverse = INVERSES.iter().find_map(|(one, other)| match name {
        _ if name == *one => Some(*other),
        _ if name == *other => Some(*one),
        _ => None,
    });
    (&relationship.subject_id, inverse.unwrap_or(name).to_owned())
}

fn name_of(state: &PeopleContext, id: &Key<Person>) -> Option<String> {
    state.persons.get(id).map(|person| person.canonical_name.clone())
}

fn identity_value(person: &RowRef<Person>) -> serde_json::Value {
    let mut value = value_of(person);
    if let Some(object) = value.as_object_mut() {
        object.retain(|name, _| name != "created_at" && name != "updated_at");
    }
    value
}

fn step_value(state: &PeopleContext, id: &Key<Person>) -> serde_json::Value {
    serde_json::json!({"person_id": id.as_str(), "canonical_name": name_of(state, id)})
}

fn affiliation_value(
    state: &PeopleContext,
    affiliation: &RowRef<Affiliation>,
) -> serde_json::Value {
    let organization = state.organizations.get(&affiliation.org_id);
    serde_json::json!({
        "affiliation": value_of(affiliation),
        "organization_name": organization.map(|organization| organization.name.clone()),
    })
}

fn match_value(state: &PeopleContext, found: &Match) -> serde_json::Value {
    let person = state.persons.get(&found.person_id);
    let aliases: Vec<String> = person
        .map(|person| person.aliases.iter().map(|alias| alias.value.clone()).collect())
        .unwrap_or_default();
    serde_json::json!({
        "person_id": found.person_id.as_str(),
        "canonical_name": person.map(|person| person.canonical_name.clone()),
        "score": found.score.min(1.0),
        "match_reason": found.reason,
        "match_detail": found.detail,
        "aliases": aliases,
        "summary": person.and_then(|person| person.summary.clone()),
    })
}

/// How well a name answers to what was asked for; both are folded.
fn name_score(name: &str, query: &str) -> Option<(f64, &'static str)> {
    if name == query {
        return Some((1.0, "exact"));
    }
    if query.is_empty() {
        return None;
    }
    if query.split(' ').all(|word| name.split(' ').any(|part| part == word)) {
        return Some((0.8, "tokens"));
    }
    if name.starts_with(query) {
        return Some((0.7, "prefix"));
    }
    name.contains(query).then_some((0.6, "partial"))
}

/// The people whom a name or a part of one may mean, best first.
fn matches_of(state: &PeopleContext, query: &str) -> Vec<Match> {
    let query = fold(query);
    let mut matches = Vec::new();
    for person in state.persons.iter() {
        let canonical = name_score(&fold(&person.canonical_name), &query)
            .map(|(score, reason)| (score, reason, "canonical".to_owned()));
        let aliases = person.aliases.iter().filter_map(|alias| {
            name_score(&fold(&alias.value), &query)
                .map(|(score, reason)| (score, reason, format!("alias:{}", alias.kind)))
        });
        let best = canonical
            .into_iter()
            .chain(aliases)
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        if let Some((score, reason, detail)) = best {
            matches.push(Match {
                person_id: person.id.clone(),
                score,
                reason: reason.to_owned(),
                detail: Some(detail),
                since: person.created_at,
            });
        }
    }
    sort_matches(&mut matches);
    matches
}

fn sort_matches(matches: &mut [Match]) {
    matches.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.since.cmp(&b.since))
            .then_with(|| a.person_id.cmp(&b.person_id))
    });
}

fn is_ambiguous(matches: &[Match]) -> bool {
    const CLOSE: f64 = 0.1;
    match matches {
        [first, second, ..] => first.score - second.score < CLOSE,
        _ => false,
    }
}

/// What an organization, a role and a relationship that the caller knows of add to a match.
fn hint_score(state: &PeopleContext, id: &Key<Person>, hints: [Option<&str>; 3]) -> f64 {
    const HINT: f64 = 0.15;
    let [org, role, relationship] = hints;
    let affiliations = affiliations_of(state, id);
    let relationships = relationships_of(state, id);
    let holds = |text: &str, hint: &str| fold(text).contains(&fold(hint));
    let fits = [
        org.is_some_and(|org| {
            affiliations.iter().any(|affiliation| {
                let known = state.organizations.get(&affiliation.org_id);
                known.is_some_and(|known| holds(&known.name, org))
            })
        }),
        role.is_some_and(|role| {
            affiliations.iter().any(|affiliation| holds(&affiliation.role, role))
        }),
        relationship.and_then(|hint| relation_type(hint).ok()).is_some_and(|wanted| {
            relationships
                .iter()
                .any(|known| known.relation_type == wanted || seen_from(known, id).1 == wanted)
        }),
    ];
    fits.iter().filter(|fits| **fits).count() as f64 * HINT
}

/// The person that a read is about, or the answer that there is none or that several fit.
fn subject(
    state: &PeopleContext,
    id: Option<&Key<Person>>,
    name: Option<&str>,
) -> Result<Result<RowRef<Person>, serde_json::Value>, ToolError> {
    if id.is_some() && name.is_some() {
        return Err(ToolError::invalid_argument("say whom either by an id or by a name"));
    }
    if let Some(id) = id {
        return Ok(state
            .persons
            .find(id)
            .map_err(|_| serde_json::json!({"found": false, "person_id": id.as_str()})));
    }
    let Some(name) = name else {
        return Err(ToolError::invalid_argument("say whom: by an id or by a name"));
    };
    let matches = matches_of(state, name);
    match matches.first() {
        Some(found) if !is_ambiguous(&matches) => state.persons.find(&found.person_id).map(Ok),
        _ => {
            let candidates: Vec<_> =
                matches.iter().map(|found| match_value(state, found)).collect();
            Ok(Err(serde_json::json!({
                "found": false,
                "person_id": null,
                "person": name,
                "ambiguous": !matches.is_empty(),
                "candidates": candidates,
            })))
        }
    }
}

/// What may be shown of a person's facts, newest first.
fn facts_of(state: &PeopleContext, id: &Key<Person>) -> Vec<RowRef<Fact>> {
    let mut facts =
        state.facts.select(&|fact| fact.person_id == *id && is_ordinary(fact.sensitivity));
    facts.sort_by_key(|fact| std::cmp::Reverse(fact.recorded_at));
    facts
}

fn observations_of(state: &PeopleContext, id: &Key<Person>) -> Vec<RowRef<Observation>> {
    let mut observations =
        state.observations.select(&|seen| seen.person_id == *id && is_ordinary(seen.sensitivity));
    observations.sort_by_key(|seen| std::cmp::Reverse(seen.observed_at));
    observations
}

fn traits_of(state: &PeopleContext, id: &Key<Person>) -> Vec<RowRef<Trait>> {
    let mut traits =
        state.traits.select(&|found| found.person_id == *id && is_ordinary(found.sensitivity));
    traits.sort_by_key(|found| std::cmp::Reverse(found.recorded_at));
    traits
}

fn interactions_of(state: &PeopleContext, id: &Key<Person>) -> Vec<RowRef<Interaction>> {
    let mut interactions = state
        .interactions
        .select(&|event| event.participant_ids.contains(id) && is_ordinary(event.sensitivity));
    interactions.sort_by_key(|event| std::cmp::Reverse(event.occurred_at));
    interactions
}

fn relationships_of(state: &PeopleContext, id: &Key<Person>) -> Vec<RowRef<Relationship>> {
    let mut relationships = state
        .relationships
        .select(&|relationship| relationship.subject_id == *id || relationship.object_id == *id);
    relationships.sort_by_key(|relationship| relationship.created_at);
    relationships
}

fn affiliations_of(state: &PeopleContext, id: &Key<Person>) -> Vec<RowRef<Affiliation>> {
    let mut affiliations = state.affiliations.select(&|affiliation| affiliation.person_id == *id);
    affiliations.sort_by_key(|affiliation| affiliation.created_at);
    affiliations
}

/// The memberships that may be shown: ordinary ones, in ordinary groups.
fn memberships(
    state: &PeopleContext,
    keep: &dyn Fn(&GroupMembership) -> bool,
) -> Vec<RowRef<GroupMembership>> {
    let shown = |membership: &GroupMembership| {
        let group = state.groups.get(&membership.group_id);
        is_ordinary(membership.sensitivity)
            && group.is_some_and(|group| is_ordinary(group.sensitivity))
    };
    let mut found = state.memberships.select(&|membership| keep(membership) && shown(membership));
    found.sort_by_key(|membership| membership.created_at);
    found
}

fn sort_reminders(reminders: &mut [RowRef<Reminder>]) {
    reminders.sort_by_key(|reminder| {
        (
            reminder.kind == ReminderKind::CommunicationNote,
            reminder.due_at.is_none(),
            reminder.due_at,
            reminder.created_at,
        )
    });
}

/// The observations and interactions that conclusions rest on, where these may be shown.
fn evidence_of(state: &PeopleContext, traits: &[RowRef<Trait>]) -> Vec<serde_json::Value> {
    let mut evidence = Vec::new();
    for found in traits {
        for id in &found.evidence_ids {
            let shown = evidence_value(state, id);
            evidence.extend(
                shown.map(|shown| {
                    with_field(shown, "trait_id", serde_json::json!(found.id.as_str()))
                }),
            );
        }
    }
    evidence
}

fn evidence_value(state: &PeopleContext, id: &str) -> Option<serde_json::Value> {
    if let Some(seen) = state.observations.get(id).filter(|seen| is_ordinary(seen.sensitivity)) {
        return Some(serde_json::json!({"type": "observation", "id": id, "summary": seen.text}));
    }
    let event = state.interactions.get(id).filter(|event| is_ordinary(event.sensitivity))?;
    Some(serde_json::json!({"type": "interaction", "id": id, "summary": event.summary}))
}

/// Evidence must be an observation of the person or an interaction with them.
fn check_evidence(
    state: &PeopleContext,
    person: &Key<Person>,
    ids: &[String],
) -> Result<(), ToolError> {
    for id in ids {
        let id = id.as_str();
        let observed = state.observations.get(id).is_some_and(|seen| seen.person_id == *person);
        let took_part = || {
            let event = state.interactions.get(id);
            event.is_some_and(|event| event.participant_ids.contains(person))
        };
        if !observed && !took_part() {
            return Err(ToolError::invalid_argument(format!(
                "`{id}` is no observation of or interaction with the person"
            )));
        }
    }
    Ok(())
}

fn active_edges(state: &PeopleContext, today: Date, types: &[String]) -> Vec<RowRef<Relationship>> {
    let mut edges = state.relationships.select(&|edge| {
        let inverse = seen_from(edge, &edge.object_id).1;
        holds_on(&edge.period, today)
            && (types.is_empty() || types.contains(&edge.relation_type) || types.contains(&inverse))
    });
    edges.sort_by_key(|edge| edge.created_at);
    edges
}

/// The people that can be reached, in how many steps, and over which last relationship.
fn distances(
    edges: &[RowRef<Relationship>],
    start: &Key<Person>,
    depth: usize,
) -> BTreeMap<Key<Person>, (usize, Option<RowRef<Relationship>>)> {
    let mut reached = BTreeMap::from([(start.clone(), (0, None))]);
    let mut frontier = vec![start.clone()];
    for distance in 1..=depth.min(edges.len()) {
        let mut next = Vec::new();
        for edge in edges {
            for (from, to) in
                [(&edge.subject_id, &edge.object_id), (&edge.object_id, &edge.subject_id)]
            {
                if frontier.contains(from) && !reached.contains_key(to) {
                    reached.insert(to.clone(), (distance, Some(edge.clone())));
                    next.push(to.clone());
                }
            }
        }
        frontier = next;
    }
    reached
}

/// One membership each of two people in the same group, and whether they fell together.
fn shared_value(
    state: &PeopleContext,
    one: &RowRef<GroupMembership>,
    other: &RowRef<GroupMembership>,
    today: Date,
) -> serde_json::Value {
    let end = |membership: &GroupMembership| match membership.temporal_basis {
        TemporalBasis::Ongoing => Some(today),
        _ => membership.period.valid_to,
    };
    let start = one.period.valid_from.zip(other.period.valid_from).map(|(a, b)| a.max(b));
    let last = end(one).zip(end(other)).map(|(a, b)| a.min(b));
    let common = start.zip(last).filter(|(start, last)| start <= last);
    let temporal = match common {
        Some(_) => "overlap",
        None if !overlap(&one.period, &other.period) => "disjoint",
        None => "unknown",
    };
    let both = |role: MembershipRole| one.role == role && other.role == role;
    let group = state.groups.find(&one.group_id).ok();
    let label = match group.as_ref().map(|group| group.kind) {
        Some(GroupKind::Class) if common.is_some() && both(MembershipRole::Student) => "classmates",
        Some(GroupKind::Team) if common.is_some() && both(MembershipRole::Participant) => {
            "teammates"
        }
        _ => "shared_context",
    };
    serde_json::json!({
        "group": group.as_ref().map(value_of),
        "membership_a": value_of(one),
        "membership_b": value_of(other),
        "label": label,
        "temporal": temporal,
        "overlap": common.map(|(start, last)| serde_json::json!({
            "valid_from": start.to_string(),
            "valid_to": last.to_string(),
        })),
    })
}

/// How facts of one predicate and conclusions of one category stand to each other.
fn signals(facts: &[RowRef<Fact>], traits: &[RowRef<Trait>]) -> Vec<serde_json::Value> {
    let signal =
        |name: &str, a: &str, b: &str| serde_json::json!({"signal": name, "record_ids": [a, b]});
    let mut found = Vec::new();
    for (position, a) in facts.iter().enumerate() {
        let later = facts.iter().skip(position.saturating_add(1));
        for b in later.filter(|b| fold(&b.predicate) == fold(&a.predicate)) {
            let name = match (fold(&a.value) == fold(&b.value), overlap(&a.period, &b.period)) {
                (true, _) if a.period == b.period => "duplicate_fact",
                (true, _) => "restated_fact",
                (false, true) => "contradictory_fact",
                (false, false) => "succeeding_fact",
            };
            found.push(signal(name, a.id.as_str(), b.id.as_str()));
        }
    }
    for (position, a) in traits.iter().enumerate() {
        let later = traits.iter().skip(position.saturating_add(1));
        for b in later.filter(|b| b.category == a.category) {
            let same = fold(&a.value) == fold(&b.value);
            let name = if same { "duplicate_trait" } else { "divergent_trait" };
            found.push(signal(name, a.id.as_str(), b.id.as_str()));
        }
    }
    found
}

/// What is recorded of a person, newest first.
fn timeline(state: &PeopleContext, id: &Key<Person>) -> Vec<(Timestamp, serde_json::Value)> {
    const EVIDENCE_MAX: usize = 10;
    let mut entries = Vec::new();
    let mut add = |at: Timestamp, shown: serde_json::Value| {
        entries.push((at, timeline_entry(id, at, shown)));
    };
    for event in interactions_of(state, id) {
        add(
            event.occurred_at,
            serde_json::json!({
                "entry_type": "interaction",
                "entry_id": event.id.as_str(),
                "basis": "occurred_at",
                "summary": event.summary,
                "detail": event.channel,
                "sensitivity": event.sensitivity.as_str(),
            }),
        );
    }
    for seen in observations_of(state, id) {
        add(
            seen.observed_at,
            serde_json::json!({
                "entry_type": "observation",
                "entry_id": seen.id.as_str(),
                "basis": "observed_at",
                "summary": seen.text,
                "sensitivity": seen.sensitivity.as_str(),
            }),
        );
    }
    for fact in facts_of(state, id) {
        let shown = serde_json::json!({
            "entry_type": "fact",
            "entry_id": fact.id.as_str(),
            "basis": "recorded_at",
            "summary": fact.predicate,
            "detail": fact.value,
            "sensitivity": fact.sensitivity.as_str(),
        });
        add(fact.recorded_at, with_period(shown, &fact.period));
    }
    for affiliation in affiliations_of(state, id) {
        let organization = state.organizations.get(&affiliation.org_id);
        let shown = serde_json::json!({
            "entry_type": "affiliation",
            "entry_id": affiliation.id.as_str(),
            "basis": "created_at",
            "summary": affiliation.role,
            "detail": organization.map(|organization| organization.name.clone()),
        });
        add(affiliation.created_at, with_period(shown, &affiliation.period));
    }
    for relationship in relationships_of(state, id) {
        let (other, display) = seen_from(&relationship, id);
        let shown = serde_json::json!({
            "entry_type": "relationship",
            "entry_id": relationship.id.as_str(),
            "basis": "created_at",
            "summary": display,
            "detail": name_of(state, other),
        });
        add(relationship.created_at, with_period(shown, &relationship.period));
    }
    for found in traits_of(state, id) {
        let mut evidence: Vec<_> =
            found.evidence_ids.iter().filter_map(|id| evidence_value(state, id)).collect();
        let evidence_truncated = evidence.len() > EVIDENCE_MAX;
        evidence.truncate(EVIDENCE_MAX);
        add(
            found.recorded_at,
            serde_json::json!({
                "entry_type": "trait",
                "entry_id": found.id.as_str(),
                "basis": "recorded_at",
                "summary": found.category.as_str(),
                "detail": found.value,
                "sensitivity": found.sensitivity.as_str(),
                "evidence": evidence,
                "evidence_truncated": evidence_truncated,
            }),
        );
    }
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.0));
    entries
}

/// An entry of a timeline, with what is not said of it left empty.
fn timeline_entry(
    person: &Key<Person>,
    at: Timestamp,
    shown: serde_json::Value,
) -> serde_json::Value {
    let mut entry = serde_json::json!({
        "person_id": person.as_str(),
        "effective_at": at.to_string(),
        "detail": null,
        "sensitivity": null,
        "valid_from": null,
        "valid_to": null,
        "source_session_id": null,
        "evidence": [],
        "evidence_truncated": false,
    });
    if let (Some(entry), serde_json::Value::Object(shown)) = (entry.as_object_mut(), shown) {
        entry.extend(shown);
    }
    entry
}

fn with_period(shown: serde_json::Value, period: &Period) -> serde_json::Value {
    let day = |day: Option<Date>| serde_json::json!(day.map(|day| day.to_string()));
    let shown = with_field(shown, "valid_from", day(period.valid_from));
    with_field(shown, "valid_to", day(period.valid_to))
}

fn with_date(
    state: &PeopleContext,
    shown: serde_json::Value,
    person: &Key<Person>,
    date: Date,
    today: Date,
) -> serde_json::Value {
    let shown = with_field(shown, "person_id", serde_json::json!(person.as_str()));
    let shown = with_field(shown, "canonical_name", serde_json::json!(name_of(state, person)));
    let shown = with_field(shown, "date", serde_json::json!(date.to_string()));
    with_field(shown, "days_until", serde_json::json!(date.days_since(today)))
}

fn is_birthday(predicate: &str) -> bool {
    let predicate = fold(predicate).replace([' ', '-'], "_");
    matches!(predicate.as_str(), "birthday" | "birth_date" | "birthdate" | "date_of_birth")
}

/// When a day of the year, written `1988-03-20` or `03-20`, comes next. What falls on 29 February
/// falls on the 28th where there is none.
fn next_anniversary(value: &str, today: Date) -> Option<Date> {
    let value = value.trim();
    let without_year = value.strip_prefix("--").unwrap_or(value);
    let born = Date::parse(value).or_else(|_| Date::parse(&format!("2000-{without_year}"))).ok()?;
    let (_, month, day) = born.year_month_day();
    let (year, _, _) = today.year_month_day();
    [year, year.saturating_add(1)].into_iter().find_map(|year| {
        let on = |day: i8| Date::parse(&format!("{year:04}-{month:02}-{day:02}")).ok();
        on(day).or_else(|| on(28)).filter(|date| *date >= today)
    })
}

/// Adds a person, or finds the one of that name and adds what is new.
fn keep_person(
    state: &mut PeopleContext,
    cx: &mut Context,
    name: &str,
    aliases: &[Json],
    summary: Option<String>,
    is_self: bool,
) -> Result<(RowRef<Person>, bool), ToolError> {
    let aliases =
        aliases.iter().map(|alias| alias_of(&alias.0, cx)).collect::<Result<Vec<_>, _>>()?;
    let known = matches_of(state, name).into_iter().find(|found| found.score >= 1.0);
    let (id, created) = match known {
        Some(found) => (found.person_id, false),
        None => {
            let id = state.persons.next_key(cx);
            state.persons.insert(Person {
                id: id.clone(),
                canonical_name: name.to_owned(),
                is_self: false,
                summary: None,
                aliases: Vec::new(),
                created_at: cx.now(),
                updated_at: cx.now(),
            })?;
            (id, true)
        }
    };
    if is_self && state.persons.iter().any(|person| person.is_self && person.id != id) {
        return Err(ToolError::conflict("somebody else is the user already"));
    }
    add_aliases(state, cx, &id, aliases)?;
    let person = state.persons.update(&id, |person| {
        person.is_self |= is_self;
        if summary.is_some() {
            person.summary = summary;
        }
        person.updated_at = cx.now();
        Ok(())
    })?;
    Ok((person, created))
}

fn alias_of(value: &serde_json::Value, cx: &mut Context) -> Result<Alias, ToolError> {
    let fields = object_of("aliases", value)?;
    let Some(name) = read::<String>(fields, "value")? else {
        return Err(ToolError::invalid_argument("an alias needs a `value`"));
    };
    Ok(Alias {
        id: cx.token("01", 24),
        value: name,
        kind: read(fields, "kind")?.unwrap_or(AliasKind::Other),
        lang: read(fields, "lang")?,
        script: read(fields, "script")?,
    })
}

/// Adds the names that a person does not have yet.
fn add_aliases(
    state: &mut PeopleContext,
    cx: &Context,
    id: &Key<Person>,
    aliases: Vec<Alias>,
) -> Result<RowRef<Person>, ToolError> {
    state.persons.update(id, |person| {
        for alias in aliases {
            let name = fold(&alias.value);
            if name.is_empty() {
                return Err(ToolError::invalid_argument("an alias must not be empty"));
            }
            let known = fold(&person.canonical_name) == name
                || person.aliases.iter().any(|known| fold(&known.value) == name);
            if !known {
                person.aliases.push(alias);
                person.updated_at = cx.now();
            }
        }
        Ok(())
    })
}

/// The organization with this id or name, which is added where there is none.
fn organization(
    state: &mut PeopleContext,
    cx: &mut Context,
    name: &str,
) -> Result<Key<Organization>, ToolError> {
    if fold(name).is_empty() {
        return Err(ToolError::invalid_argument("an organization needs a name"));
    }
    let same = |known: &Organization| known.id == name || fold(&known.name) == fold(name);
    if let Some(known) = state.organizations.first(&same) {
        return Ok(known.id.clone());
    }
    let id = state.organizations.next_key(cx);
    let name = name.to_owned();
    state.organizations.insert(Organization { id: id.clone(), name, created_at: cx.now() })?;
    Ok(id)
}

/// Records every part of a statement about a person.
fn keep_statement(
    state: &mut PeopleContext,
    cx: &mut Context,
    person: &Key<Person>,
    args: Remember,
) -> Result<Vec<serde_json::Value>, ToolError> {
    let mut recorded = Vec::new();
    let mut add = |kind: &str, record: serde_json::Value| {
        recorded.push(serde_json::json!({"kind": kind, "record": record}));
    };
    let needs = |what: &str| Err(ToolError::invalid_argument(format!("`{what}` is missing")));
    match args.kind {
        StatementKind::Affiliation if args.org.is_none() => return needs("org"),
        StatementKind::Relationship if args.relationship.is_none() => return needs("relationship"),
        _ if args.role.is_some() && args.org.is_none() => return needs("org"),
        _ => {}
    }
    if let Some(org) = &args.org {
        let org_id = organization(state, cx, org)?;
        let id = state.affiliations.next_key(cx);
        let affiliation = state.affiliations.insert(Affiliation {
            id,
            person_id: person.clone(),
            org_id,
            role: args.role.unwrap_or_else(|| "member".to_owned()),
            period: period_of(None, None)?,
            confidence: 1.0,
            provenance: by(&args.source),
            created_at: cx.now(),
        })?;
        add("affiliation", value_of(&affiliation));
    }
    if let Some(relationship) = &args.relationship {
        let Some(own) = state.persons.first(&|person| person.is_self).map(|own| own.id.clone())
        else {
            return Err(ToolError::failed_precondition(
                "nobody is known to be the user, remember them with `is_self` first",
            ));
        };
        let id = state.relationships.next_key(cx);
        let relationship = state.relationships.insert(Relationship {
            id,
            subject_id: own,
            object_id: person.clone(),
            relation_type: relation_type(relationship)?,
            label: None,
            period: period_of(None, None)?,
            confidence: 1.0,
            provenance: by(&args.source),
            created_at: cx.now(),
        })?;
        add("relationship", value_of(&relationship));
    }
    let Some(note) = args.note.filter(|note| !note.trim().is_empty()) else {
        return Ok(recorded);
    };
    let kind = match args.kind {
        StatementKind::Auto if args.predicate.is_some() => StatementKind::Fact,
        StatementKind::Auto if args.trait_category.is_some() => StatementKind::Trait,
        StatementKind::Auto if args.occurred_at.is_some() => StatementKind::Interaction,
        StatementKind::Auto => kind_of_note(&note),
        kind @ (StatementKind::Trait | StatementKind::Interaction) => kind,
        _ => StatementKind::Fact,
    };
    let details = NoteDetails {
        occurred_at: args.occurred_at,
        predicate: args.predicate,
        category: args.trait_category,
        sensitivity: args.sensitivity,
        source: args.source,
    };
    let record = keep_note(state, cx, person, kind, note, details)?;
    add(kind.as_str(), record);
    Ok(recorded)
}

/// What the words of a note say that it is.
fn kind_of_note(note: &str) -> StatementKind {
    const EVENTS: &[&str] = &[
        "met", "called", "chatted", "emailed", "phoned", "saw", "spoke", "talked", "texted",
        "visited", "coffee", "lunch", "dinner",
    ];
    const LEANINGS: &[&str] = &[
        "avoids", "dislikes", "enjoys", "hates", "likes", "loves", "prefers", "values", "always",
        "tends",
    ];
    let folded = fold(note);
    let has = |words: &[&str]| {
        folded
            .split(|character: char| !character.is_alphanumeric())
            .any(|word| words.contains(&word))
    };
    if has(LEANINGS) {
        StatementKind::Trait
    } else if has(EVENTS) {
        StatementKind::Interaction
    } else {
        StatementKind::Fact
    }
}

fn keep_note(
    state: &mut PeopleContext,
    cx: &mut Context,
    person: &Key<Person>,
    kind: StatementKind,
    note: String,
    details: NoteDetails,
) -> Result<serde_json::Value, ToolError> {
    const EARLIER: &[&str] = &["yesterday", "last ", " ago", "earlier", "previous"];
    let (person_id, provenance) = (person.clone(), by(&details.source));
    let sensitivity = details.sensitivity;
    match kind {
        StatementKind::Trait => {
            let id = state.traits.next_key(cx);
            let found = state.traits.insert(Trait {
                id,
                person_id,
                category: details.category.unwrap_or(TraitCategory::Preference),
                value: note,
                evidence_note: None,
                evidence_ids: Vec::new(),
                recorded_at: cx.now(),
                confidence: 1.0,
                sensitivity,
                provenance,
            })?;
            Ok(value_of(&found))
        }
        StatementKind::Interaction => {
            let folded = fold(&note);
            if details.occurred_at.is_none() && EARLIER.iter().any(|word| folded.contains(word)) {
                return Err(ToolError::failed_precondition(
                    "the note tells of an earlier day, say which one in `occurred_at`",
                ));
            }
            let id = state.interactions.next_key(cx);
            let event = state.interactions.insert(Interaction {
                id,
                summary: note,
                occurred_at: details.occurred_at.unwrap_or_else(|| cx.now()),
                channel: None,
                participant_ids: vec![person_id],
                sensitivity,
                provenance,
            })?;
            Ok(value_of(&event))
        }
        _ => {
            let id = state.facts.next_key(cx);
            let fact = state.facts.insert(Fact {
                id,
                person_id,
                predicate: details.predicate.unwrap_or_else(|| "note".to_owned()),
                value: note,
                period: period_of(None, None)?,
                recorded_at: cx.now(),
                confidence: 1.0,
                sensitivity,
                provenance,
            })?;
            Ok(value_of(&fact))
        }
    }
}

fn object_of<'a>(
    name: &str,
    value: &'a serde_json::Value,
) -> Result<&'a serde_json::Map<String, serde_json::Value>, ToolError> {
    value
        .as_object()
        .ok_or_else(|| ToolError::invalid_argument(format!("`{name}` must hold objects")))
}

/// A field of an object, where it is there and not null.
fn read<T: compoworld_core::FieldType>(
    fields: &serde_json::Map<String, serde_json::Value>,
    name: &str,
) -> Result<Option<T>, ToolError> {
    match fields.get(name) {
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(value) => T::read_json(value).map(Some).map_err(|error| {
            ToolError::invalid_argument(format!("`{name}` cannot be read: {error}"))
        }),
    }
}

/// Puts a field of a correction where it belongs.
fn put<T: compoworld_core::FieldType>(
    fields: &serde_json::Map<String, serde_json::Value>,
    name: &str,
    into: &mut T,
) -> Result<(), ToolError> {
    if let Some(value) = fields.get(name) {
        *into = T::read_json(value).map_err(|error| {
            ToolError::invalid_argument(format!("`{name}` cannot be read: {error}"))
        })?;
    }
    Ok(())
}

fn put_period(
    fields: &serde_json::Map<String, serde_json::Value>,
    period: &mut Period,
) -> Result<(), ToolError> {
    put(fields, "valid_from", &mut period.valid_from)?;
    put(fields, "valid_to", &mut period.valid_to)?;
    *period = period_of(period.valid_from, period.valid_to)?;
    Ok(())
}

/// What of a record can be put right.
fn correctable(entity_type: &str) -> Option<&'static [&'static str]> {
    match entity_type {
        "fact" => {
            Some(&["predicate", "value", "valid_from", "valid_to", "confidence", "sensitivity"])
        }
        "observation" => Some(&["text", "observed_at", "sensitivity"]),
        "trait" => Some(&["category", "value", "evidence_note", "confidence", "sensitivity"]),
        "interaction" => Some(&["summary", "occurred_at", "channel", "sensitivity"]),
        "relationship" => Some(&["type", "label", "valid_from", "valid_to", "confidence"]),
        "affiliation" => Some(&["role", "valid_from", "valid_to", "confidence"]),
        "group" => Some(&["name", "kind", "sensitivity"]),
        "group_membership" => {
            Some(&["role", "temporal_basis", "valid_from", "valid_to", "confidence", "sensitivity"])
        }
        _ => None,
    }
}

/// Puts one record right and answers with it.
fn correct(
    state: &mut PeopleContext,
    entity_type: &str,
    id: &str,
    fields: &serde_json::Map<String, serde_json::Value>,
) -> Result<serde_json::Value, ToolError> {
    let Some(names) = correctable(entity_type) else {
        return Err(ToolError::invalid_argument(format!(
            "a record of the type `{entity_type}` cannot be corrected"
        )));
    };
    if let Some(name) = fields.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(ToolError::invalid_argument(format!(
            "`{name}` of a {entity_type} cannot be corrected, only {}",
            names.join(", ")
        )));
    }
    certainty(read(fields, "confidence")?)?;
    match entity_type {
        "fact" => state
            .facts
            .update(id, |row| {
                put(fields, "predicate", &mut row.predicate)?;
                put(fields, "value", &mut row.value)?;
                put_period(fields, &mut row.period)?;
                put(fields, "confidence", &mut row.confidence)?;
                put(fields, "sensitivity", &mut row.sensitivity)
            })
            .map(|row| value_of(&row)),
        "observation" => state
            .observations
            .update(id, |row| {
                put(fields, "text", &mut row.text)?;
                put(fields, "observed_at", &mut row.observed_at)?;
                put(fields, "sensitivity", &mut row.sensitivity)
            })
            .map(|row| value_of(&row)),
        "trait" => state
            .traits
            .update(id, |row| {
                put(fields, "category", &mut row.category)?;
                put(fields, "value", &mut row.value)?;
                put(fields, "evidence_note", &mut row.evidence_note)?;
                put(fields, "confidence", &mut row.confidence)?;
                put(fields, "sensitivity", &mut row.sensitivity)
            })
            .map(|row| value_of(&row)),
        "interaction" => state
            .interactions
            .update(id, |row| {
                put(fields, "summary", &mut row.summary)?;
                put(fields, "occurred_at", &mut row.occurred_at)?;
                put(fields, "channel", &mut row.channel)?;
                put(fields, "sensitivity", &mut row.sensitivity)
            })
            .map(|row| value_of(&row)),
        "relationship" => state
            .relationships
            .update(id, |row| {
                put(fields, "type", &mut row.relation_type)?;
                row.relation_type = relation_type(&row.relation_type)?;
                put(fields, "label", &mut row.label)?;
                put_period(fields, &mut row.period)?;
                put(fields, "confidence", &mut row.confidence)
            })
            .map(|row| value_of(&row)),
        "affiliation" => state
            .affiliations
            .update(id, |row| {
                put(fields, "role", &mut row.role)?;
                put_period(fields, &mut row.period)?;
                put(fields, "confidence", &mut row.confidence)
            })
            .map(|row| value_of(&row)),
        "group" => state
            .groups
            .update(id, |row| {
                put(fields, "name", &mut row.name)?;
                put(fields, "kind", &mut row.kind)?;
                put(fields, "sensitivity", &mut row.sensitivity)
            })
            .map(|row| value_of(&row)),
        _ => state
            .memberships
            .update(id, |row| {
                put(fields, "role", &mut row.role)?;
                put_period(fields, &mut row.period)?;
                if row.temporal_basis != TemporalBasis::Ongoing || row.period.valid_to.is_some() {
                    row.temporal_basis = basis_of(&row.period);
                }
                put(fields, "temporal_basis", &mut row.temporal_basis)?;
                check_basis(row.temporal_basis, &row.period)?;
                put(fields, "confidence", &mut row.confidence)?;
                put(fields, "sensitivity", &mut row.sensitivity)
            })
            .map(|row| value_of(&row)),
    }
}

/// Hangs everything of one person on another, and counts it.
fn move_records(
    state: &mut PeopleContext,
    from: &Key<Person>,
    to: &Key<Person>,
) -> Result<serde_json::Value, ToolError> {
    let facts = state.facts.select(&|row| row.person_id == *from);
    for row in &facts {
        state.facts.update(&row.id, |row| {
            row.person_id = to.clone();
            Ok(())
        })?;
    }
    let observations = state.observations.select(&|row| row.person_id == *from);
    for row in &observations {
        state.observations.update(&row.id, |row| {
            row.person_id = to.clone();
            Ok(())
        })?;
    }
    let traits = state.traits.select(&|row| row.person_id == *from);
    for row in &traits {
        state.traits.update(&row.id, |row| {
            row.person_id = to.clone();
            Ok(())
        })?;
    }
    let reminders = state.reminders.select(&|row| row.person_id == *from);
    for row in &reminders {
        state.reminders.update(&row.id, |row| {
            row.person_id = to.clone();
            Ok(())
        })?;
    }
    let affiliations = state.affiliations.select(&|row| row.person_id == *from);
    for row in &affiliations {
        state.affiliations.update(&row.id, |row| {
            row.person_id = to.clone();
            Ok(())
        })?;
    }
    let memberships = state.memberships.select(&|row| row.person_id == *from);
    for row in &memberships {
        state.memberships.update(&row.id, |row| {
            row.person_id = to.clone();
            Ok(())
        })?;
    }
    let interactions = state.interactions.select(&|row| row.participant_ids.contains(from));
    for row in &interactions {
        state.interactions.update(&row.id, |row| {
            let was_there = row.participant_ids.contains(to);
            row.participant_ids.retain(|id| id != from);
            if !was_there {
                row.participant_ids.push(to.clone());
            }
            Ok(())
        })?;
    }
    let relationships =
        state.relationships.select(&|row| row.subject_id == *from || row.object_id == *from);
    for row in &relationships {
        // What the two were to each other falls away: they are one.
        if row.subject_id == *to || row.object_id == *to {
            state.relationships.remove(&row.id)?;
            continue;
        }
        state.relationships.update(&row.id, |row| {
            for end in [&mut row.subject_id, &mut row.object_id] {
                if end == from {
                    *end = to.clone();
                }
            }
            Ok(())
        })?;
    }
    let became = |row: &Candidate| row.record_id.as_deref() == Some(from.as_str());
    for row in state.candidates.select(&became) {
        state.candidates.update(&row.id, |row| {
            row.record_id = Some(to.as_str().to_owned());
            Ok(())
        })?;
    }
    Ok(serde_json::json!({
        "facts": facts.len(),
        "observations": observations.len(),
        "traits": traits.len(),
        "reminders": reminders.len(),
        "affiliations": affiliations.len(),
        "group_memberships": memberships.len(),
        "interactions": interactions.len(),
        "relationships": relationships.len(),
    }))
}

/// Takes a record out of the evidence of every conclusion.
fn drop_evidence(state: &mut PeopleContext, gone: &[String]) -> Result<(), ToolError> {
    let resting =
        state.traits.select(&|found| found.evidence_ids.iter().any(|id| gone.contains(id)));
    for found in resting {
        state.traits.update(&found.id, |found| {
            found.evidence_ids.retain(|id| !gone.contains(id));
            Ok(())
        })?;
    }
    Ok(())
}

fn forget_person(
    state: &mut PeopleContext,
    id: &Key<Person>,
) -> Result<serde_json::Value, ToolError> {
    let person = state.persons.find(id)?;
    let observations = state.observations.select(&|row| row.person_id == *id);
    let events = state.interactions.select(&|row| row.participant_ids.contains(id));
    let alone: Vec<_> =
        events.iter().filter(|event| event.participant_ids.iter().all(|who| who == id)).collect();
    let deleted = serde_json::json!({
        "persons": 1,
        "aliases": person.aliases.len(),
        "facts": state.facts.select(&|row| row.person_id == *id).len(),
        "observations": observations.len(),
        "traits": state.traits.select(&|row| row.person_id == *id).len(),
        "reminders": state.reminders.select(&|row| row.person_id == *id).len(),
        "affiliations": affiliations_of(state, id).len(),
        "relationships": relationships_of(state, id).len(),
        "interaction_participations": events.len(),
        "interactions": alone.len(),
        "group_memberships": state.memberships.select(&|row| row.person_id == *id).len(),
    });
    for event in &alone {
        state.interactions.remove(&event.id)?;
    }
    state.delete::<Person>(id)?;
    // What the person was brought in with tells as much of them as their entry.
    let became = |row: &Candidate| row.record_id.as_deref() == Some(id.as_str());
    for row in state.candidates.select(&became) {
        state.candidates.remove(&row.id)?;
    }
    let mut gone: Vec<String> = alone.iter().map(|row| row.id.as_str().to_owned()).collect();
    gone.extend(observations.iter().map(|row| row.id.as_str().to_owned()));
    drop_evidence(state, &gone)?;
    Ok(deleted)
}

/// Removes one record: of the named type, or of whichever type has it.
fn forget_record(
    state: &mut PeopleContext,
    scope: &str,
    target: &str,
) -> Result<serde_json::Value, ToolError> {
    if scope != "record" && !RECORD_TYPES.contains(&scope) {
        return Err(ToolError::invalid_argument(format!(
            "`scope` is person, record, or one of {}",
            RECORD_TYPES.join(", ")
        )));
    }
    let wants = |kind: &str| scope == "record" || scope == kind;
    let gone = [target.to_owned()];
    if wants("fact") && state.facts.contains(target) {
        state.delete::<Fact>(target)?;
        return Ok(serde_json::json!({"facts": 1}));
    }
    if wants("observation") && state.observations.contains(target) {
        state.delete::<Observation>(target)?;
        drop_evidence(state, &gone)?;
        return Ok(serde_json::json!({"observations": 1}));
    }
    if wants("trait") && state.traits.contains(target) {
        state.delete::<Trait>(target)?;
        return Ok(serde_json::json!({"traits": 1}));
    }
    if wants("interaction") && state.interactions.contains(target) {
        let event = state.delete::<Interaction>(target)?;
        drop_evidence(state, &gone)?;
        return Ok(serde_json::json!({
            "interactions": 1,
            "interaction_participations": event.participant_ids.len(),
        }));
    }
    if wants("relationship") && state.relationships.contains(target) {
        state.delete::<Relationship>(target)?;
        return Ok(serde_json::json!({"relationships": 1}));
    }
    if wants("affiliation") && state.affiliations.contains(target) {
        state.delete::<Affiliation>(target)?;
        return Ok(serde_json::json!({"affiliations": 1}));
    }
    if wants("reminder") && state.reminders.contains(target) {
        state.delete::<Reminder>(target)?;
        return Ok(serde_json::json!({"reminders": 1}));
    }
    if wants("group") && state.groups.contains(target) {
        let members = state.memberships.select(&|row| row.group_id == target).len();
        state.delete::<Group>(target)?;
        return Ok(serde_json::json!({"groups": 1, "group_memberships": members}));
    }
    if wants("group_membership") && state.memberships.contains(target) {
        state.delete::<GroupMembership>(target)?;
        return Ok(serde_json::json!({"group_memberships": 1}));
    }
    Err(ToolError::not_found(format!("there is no {scope} `{target}`")))
}

fn new_batch(cx: &mut Context, source: &str) -> Batch {
    Batch {
        id: Key::new(cx.token("01", 24)),
        source: source.to_owned(),
        source_kind: None,
        content_digest: None,
        extraction_fingerprint: None,
        label: None,
        external_source_id: None,
        created_at: cx.now(),
    }
}

/// What a batch says of its source has to be short and of the right form.
fn check_receipt(batch: &Batch) -> Result<(), ToolError> {
    const NAME_MAX: usize = 128;
    const DIGEST_LENGTH: usize = 64;
    let fail = |message: &str| Err(ToolError::invalid_argument(message));
    if batch.source.chars().count() > NAME_MAX {
        return fail("`source` has more than 128 characters");
    }
    let is_name = |kind: &str| {
        (1..=NAME_MAX).contains(&kind.len())
            && kind.chars().all(|character| {
                character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-' | '/')
            })
    };
    if batch.source_kind.as_deref().is_some_and(|kind| !is_name(kind)) {
        return fail("`source_kind` is a short name of letters, digits, `.`, `_`, `-` and `/`");
    }
    let is_digest = |digest: &str| {
        digest.len() == DIGEST_LENGTH
            && digest.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f'))
    };
    match batch.content_digest.as_deref() {
        Some(digest) if !is_digest(digest) => {
            fail("`content_digest` is a SHA-256 of 64 lower-case hexadecimal digits")
        }
        Some(_) if batch.source_kind.is_none() => fail("`content_digest` needs a `source_kind`"),
        _ => Ok(()),
    }
}

/// What must be there for a candidate to be staged.
fn check_candidate(
    candidate_type: CandidateType,
    fields: &serde_json::Map<String, serde_json::Value>,
    with_receipt: bool,
) -> Result<(), ToolError> {
    const REFERENCES_MAX: usize = 32;
    let needed: &[&str] = match candidate_type {
        CandidateType::Person => &["name"],
        CandidateType::Interaction => &["summary"],
        CandidateType::Affiliation => &["person_ref", "org", "role"],
        CandidateType::Fact => &["person_ref", "predicate", "value"],
        CandidateType::Observation => &["person_ref", "text"],
        CandidateType::Trait => &["person_ref", "category", "value", "evidence_note"],
        CandidateType::Relationship => &["from_ref", "to_ref", "relationship_type"],
        CandidateType::Group => &["name", "kind"],
        CandidateType::GroupMembership => &["person_ref", "group_ref"],
    };
    let missing = |what: &str| {
        Err(ToolError::invalid_argument(format!("a {candidate_type} candidate needs `{what}`")))
    };
    for name in needed {
        if read::<String>(fields, name)?.is_none_or(|text| text.trim().is_empty()) {
            return missing(name);
        }
    }
    read::<Sensitivity>(fields, "sensitivity")?;
    period_of(read(fields, "valid_from")?, read(fields, "valid_to")?)?;
    let confidence: Option<f64> = read(fields, "confidence")?;
    certainty(confidence)?;
    match candidate_type {
        CandidateType::Interaction => {
            read::<Timestamp>(fields, "occurred_at")?;
            let people: Vec<String> = read(fields, "participant_refs")?.unwrap_or_default();
            if people.is_empty() {
                return missing("participant_refs");
            }
        }
        CandidateType::Observation => {
            read::<Timestamp>(fields, "observed_at")?;
        }
        CandidateType::Trait => {
            read::<TraitCategory>(fields, "category")?;
            let refs: Vec<String> = read(fields, "evidence_refs")?.unwrap_or_default();
            let ids: Vec<String> = read(fields, "evidence_ids")?.unwrap_or_default();
            if confidence.is_none() {
                return missing("confidence");
            }
            if refs.len().saturating_add(ids.len()) > REFERENCES_MAX {
                return Err(ToolError::invalid_argument("a trait cites 32 records at most"));
            }
        }
        CandidateType::Relationship => {
            relation_type(&read::<String>(fields, "relationship_type")?.unwrap_or_default())?;
        }
        CandidateType::Group => {
            read::<GroupKind>(fields, "kind")?;
        }
        CandidateType::GroupMembership => {
            read::<MembershipRole>(fields, "role")?;
            read::<TemporalBasis>(fields, "temporal_basis")?;
            if !with_receipt {
                return Err(ToolError::invalid_argument(
                    "a group membership needs a batch with a `source_kind`",
                ));
            }
        }
        _ => {}
    }
    Ok(())
}

fn stage(
    state: &mut PeopleContext,
    cx: &mut Context,
    batch: Batch,
    found: Vec<serde_json::Value>,
) -> Result<serde_json::Value, ToolError> {
    const CANDIDATES_MAX: usize = 500;
    if found.len() > CANDIDATES_MAX {
        return Err(ToolError::invalid_argument("a batch has 500 candidates at most"));
    }
    let with_receipt = batch.source_kind.is_some();
    let batch = state.batches.insert(batch)?;
    let staged = found.len();
    for (position, fields) in (1..).zip(found) {
        let mut fields = object_of("candidates", &fields)?.clone();
        let Some(candidate_type) = read::<CandidateType>(&fields, "type")? else {
            return Err(ToolError::invalid_argument("a candidate needs a `type`"));
        };
        fields.remove("type");
        check_candidate(candidate_type, &fields, with_receipt)?;
        let id = state.candidates.next_key(cx);
        state.candidates.insert(Candidate {
            id,
            batch_id: batch.id.clone(),
            position,
            candidate_type,
            status: CandidateStatus::Pending,
            fields: Json(serde_json::Value::Object(fields)),
            record_id: None,
        })?;
    }
    let review = batch_value(state, &batch.id)?;
    Ok(with_field(review, "staged", serde_json::json!(staged)))
}

fn candidates_of(state: &PeopleContext, batch: &Key<Batch>) -> Vec<RowRef<Candidate>> {
    let mut candidates = state.candidates.select(&|candidate| candidate.batch_id == *batch);
    candidates.sort_by_key(|candidate| candidate.position);
    candidates
}

/// A text that changes with everything that is in a batch.
fn batch_digest(state: &PeopleContext, batch: &Key<Batch>) -> String {
    let candidates = list_value(&candidates_of(state, batch));
    compoworld_core::digest_text(&compoworld_core::canonical_json(&candidates))
}

fn batch_value(state: &PeopleContext, id: &Key<Batch>) -> Result<serde_json::Value, ToolError> {
    let batch = state.batches.find(id)?;
    Ok(serde_json::json!({
        "batch_id": id.as_str(),
        "source": batch.source,
        "source_kind": batch.source_kind,
        "label": batch.label,
        "created_at": batch.created_at.to_string(),
        "batch_digest": batch_digest(state, id),
        "candidates": list_value(&candidates_of(state, id)),
    }))
}

/// Refuses what is based on an older look at a batch.
fn check_digest(
    state: &PeopleContext,
    batch: &Key<Batch>,
    expected: Option<&str>,
) -> Result<(), ToolError> {
    state.batches.find(batch)?;
    if expected.is_some_and(|expected| expected != batch_digest(state, batch)) {
        return Err(ToolError::conflict("the batch changed since it was reviewed"));
    }
    Ok(())
}

fn in_batch(
    state: &PeopleContext,
    batch: &Key<Batch>,
    id: &Key<Candidate>,
) -> Result<RowRef<Candidate>, ToolError> {
    let candidate = state.candidates.find(id)?;
    if candidate.batch_id != *batch {
        return Err(ToolError::not_found(format!("batch `{batch}` has no candidate `{id}`")));
    }
    Ok(candidate)
}

/// Refuses a candidate that is not in the batch or does not wait any more.
fn waiting(
    state: &PeopleContext,
    batch: &Key<Batch>,
    id: &Key<Candidate>,
) -> Result<(), ToolError> {
    let candidate = in_batch(state, batch, id)?;
    if candidate.status != CandidateStatus::Pending {
        return Err(ToolError::failed_precondition(format!(
            "candidate `{id}` is {} already",
            candidate.status
        )));
    }
    Ok(())
}

/// In which order candidates are committed: first what others refer to.
fn rank(candidate_type: CandidateType) -> i64 {
    match candidate_type {
        CandidateType::Person | CandidateType::Group => 0,
        CandidateType::Observation | CandidateType::Interaction => 1,
        _ => 2,
    }
}

/// The record that the candidate of a batch became that carries a label: in `ref`, or in
/// `evidence_ref`.
fn resolve_ref(
    state: &PeopleContext,
    batch: &Key<Batch>,
    label: &str,
    reference: &str,
) -> Option<String> {
    let same = |candidate: &Candidate| {
        candidate.batch_id == *batch
            && candidate.record_id.is_some()
            && candidate.fields.0.get(label).and_then(|text| text.as_str()) == Some(reference)
    };
    state.candidates.first(&same).and_then(|candidate| candidate.record_id.clone())
}

/// The person that a candidate names: by the label of another candidate, or by id.
fn person_ref(
    state: &PeopleContext,
    candidate: &Candidate,
    reference: &str,
) -> Option<Key<Person>> {
    let id = resolve_ref(state, &candidate.batch_id, "ref", reference);
    let id = Key::new(id.unwrap_or_else(|| reference.to_owned()));
    state.persons.contains(&id).then_some(id)
}

/// Makes a record of a candidate; none where it refers to what is not there.
fn commit(
    state: &mut PeopleContext,
    cx: &mut Context,
    candidate: &Candidate,
) -> Result<Option<String>, ToolError> {
    let fields = object_of("fields", &candidate.fields.0)?;
    let text = |name: &str| read::<String>(fields, name).map(Option::unwrap_or_default);
    let source = state.batches.find(&candidate.batch_id)?.source.clone();
    let provenance = Provenance { stated_by: read(fields, "stated_by")?, ..by(&source) };
    let sensitivity = read(fields, "sensitivity")?.unwrap_or(Sensitivity::Personal);
    let confidence = certainty(read(fields, "confidence")?)?;
    let period = period_of(read(fields, "valid_from")?, read(fields, "valid_to")?)?;
    let person = person_ref(state, candidate, &text("person_ref")?);
    match candidate.candidate_type {
        CandidateType::Person => {
            let aliases: Vec<Json> = read(fields, "aliases")?.unwrap_or_default();
            let summary = read(fields, "summary")?;
            let (person, _) = keep_person(state, cx, &text("name")?, &aliases, summary, false)?;
            Ok(Some(person.id.as_str().to_owned()))
        }
        CandidateType::Group => {
            if let Some(id) = read::<String>(fields, "group_id")? {
                return Ok(state.groups.contains(id.as_str()).then_some(id));
            }
            let id = state.groups.next_key(cx);
            let group = state.groups.insert(Group {
                id,
                name: text("name")?,
                kind: read(fields, "kind")?.unwrap_or(GroupKind::Other),
                organization_id: None,
                sensitivity,
                created_at: cx.now(),
            })?;
            Ok(Some(group.id.as_str().to_owned()))
        }
        CandidateType::Interaction => {
            let refs: Vec<String> = read(fields, "participant_refs")?.unwrap_or_default();
            let people: Option<Vec<_>> =
                refs.iter().map(|reference| person_ref(state, candidate, reference)).collect();
            let Some(mut participant_ids) = people else { return Ok(None) };
            participant_ids.sort();
            participant_ids.dedup();
            let id = state.interactions.next_key(cx);
            let event = state.interactions.insert(Interaction {
                id,
                summary: text("summary")?,
                occurred_at: read(fields, "occurred_at")?.unwrap_or_else(|| cx.now()),
                channel: read(fields, "channel")?,
                participant_ids,
                sensitivity,
                provenance,
            })?;
            Ok(Some(event.id.as_str().to_owned()))
        }
        CandidateType::Relationship => {
            let ends = person_ref(state, candidate, &text("from_ref")?).zip(person_ref(
                state,
                candidate,
                &text("to_ref")?,
            ));
            let Some((subject_id, object_id)) = ends else { return Ok(None) };
            let id = state.relationships.next_key(cx);
            let relationship = state.relationships.insert(Relationship {
                id,
                subject_id,
                object_id,
                relation_type: relation_type(&text("relationship_type")?)?,
                label: read(fields, "label")?,
                period,
                confidence,
                provenance,
                created_at: cx.now(),
            })?;
            Ok(Some(relationship.id.as_str().to_owned()))
        }
        CandidateType::Affiliation => {
            let Some(person_id) = person else { return Ok(None) };
            let org_id = organization(state, cx, &text("org")?)?;
            let id = state.affiliations.next_key(cx);
            let affiliation = state.affiliations.insert(Affiliation {
                id,
                person_id,
                org_id,
                role: text("role")?,
                period,
                confidence,
                provenance,
                created_at: cx.now(),
            })?;
            Ok(Some(affiliation.id.as_str().to_owned()))
        }
        CandidateType::Fact => {
            let Some(person_id) = person else { return Ok(None) };
            let id = state.facts.next_key(cx);
            let fact = state.facts.insert(Fact {
                id,
                person_id,
                predicate: text("predicate")?,
                value: text("value")?,
                period,
                recorded_at: cx.now(),
                confidence,
                sensitivity,
                provenance,
            })?;
            Ok(Some(fact.id.as_str().to_owned()))
        }
        CandidateType::Observation => {
            let Some(person_id) = person else { return Ok(None) };
            let id = state.observations.next_key(cx);
            let seen = state.observations.insert(Observation {
                id,
                person_id,
                text: text("text")?,
                observed_at: read(fields, "observed_at")?.unwrap_or_else(|| cx.now()),
                sensitivity,
                provenance,
            })?;
            Ok(Some(seen.id.as_str().to_owned()))
        }
        CandidateType::Trait => {
            let Some(person_id) = person else { return Ok(None) };
            let refs: Vec<String> = read(fields, "evidence_refs")?.unwrap_or_default();
            let cited: Option<Vec<String>> = refs
                .iter()
                .map(|label| resolve_ref(state, &candidate.batch_id, "evidence_ref", label))
                .collect();
            let Some(mut evidence_ids) = cited else { return Ok(None) };
            let stored: Vec<String> = read(fields, "evidence_ids")?.unwrap_or_default();
            evidence_ids.extend(stored);
            check_evidence(state, &person_id, &evidence_ids)?;
            let id = state.traits.next_key(cx);
            let found = state.traits.insert(Trait {
                id,
                person_id,
                category: read(fields, "category")?.unwrap_or(TraitCategory::Other),
                value: text("value")?,
                evidence_note: read(fields, "evidence_note")?,
                evidence_ids,
                recorded_at: cx.now(),
                confidence,
                sensitivity,
                provenance,
            })?;
            Ok(Some(found.id.as_str().to_owned()))
        }
        CandidateType::GroupMembership => {
            let Some(person_id) = person else { return Ok(None) };
            let reference = text("group_ref")?;
            let group = resolve_ref(state, &candidate.batch_id, "ref", &reference);
            let group_id = Key::new(group.unwrap_or(reference));
            if !state.groups.contains(&group_id) {
                return Ok(None);
            }
            let temporal_basis =
                read(fields, "temporal_basis")?.unwrap_or_else(|| basis_of(&period));
            check_basis(temporal_basis, &period)?;
            let id = state.memberships.next_key(cx);
            let membership = state.memberships.insert(GroupMembership {
                id,
                person_id,
                group_id,
                role: read(fields, "role")?.unwrap_or(MembershipRole::Member),
                temporal_basis,
                period,
                confidence,
                sensitivity,
                provenance,
                created_at: cx.now(),
            })?;
            Ok(Some(membership.id.as_str().to_owned()))
        }
    }
}

/// What the headers of a text tell: people, where they work, and the occasion.
fn extract(source_type: &str, content: &str, own: Option<&str>) -> Vec<serde_json::Value> {
    match source_type {
        "vcard" => extract_cards(content),
        "linkedin" | "outlook" => extract_contacts(content),
        "whatsapp" => extract_senders(content, own),
        "ics" => extract_event(content, own),
        _ => extract_mail(content, own),
    }
}

/// The value of a header or property, whatever parameters its name has.
fn header<'a>(content: &'a str, name: &str) -> Option<&'a str> {
    headers(content, name).into_iter().next()
}

fn headers<'a>(content: &'a str, name: &str) -> Vec<&'a str> {
    let values = content.lines().filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        let key = key.split(';').next()?;
        key.trim().eq_ignore_ascii_case(name).then_some(value.trim())
    });
    values.filter(|value| !value.is_empty()).collect()
}

fn extract_cards(content: &str) -> Vec<serde_json::Value> {
    let mut found = Vec::new();
    for (number, card) in (1..).zip(content.split("BEGIN:VCARD").skip(1)) {
        let Some(name) = header(card, "FN") else { continue };
        let reference = format!("p{number}");
        let aliases: Vec<_> = headers(card, "NICKNAME")
            .into_iter()
            .map(|value| serde_json::json!({"value": value, "kind": "nickname"}))
            .collect();
        found.push(serde_json::json!({
            "type": "person", "ref": reference, "name": name, "aliases": aliases,
        }));
        if let Some(org) = header(card, "ORG") {
            let role = header(card, "TITLE").unwrap_or("member");
            found.push(serde_json::json!({
                "type": "affiliation", "person_ref": reference, "org": org, "role": role,
            }));
        }
    }
    found
}

/// People and their employers out of a table with a head line.
fn extract_contacts(content: &str) -> Vec<serde_json::Value> {
    let mut lines = content.lines().filter(|line| !line.trim().is_empty());
    let cells = |line: &str| -> Vec<String> {
        line.split(',').map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
    };
    let head = cells(lines.next().unwrap_or_default());
    let mut found = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let row = cells(line);
        let cell = |names: &[&str]| {
            let named = head.iter().zip(&row).find(|(head, cell)| {
                !cell.is_empty() && names.iter().any(|name| head.eq_ignore_ascii_case(name))
            });
            named.map(|(_, cell)| cell.as_str()).unwrap_or_default()
        };
        let name = format!("{} {}", cell(&["First Name"]), cell(&["Last Name"]));
        if name.trim().is_empty() {
            continue;
        }
        let reference = format!("p{number}");
        found.push(serde_json::json!({
            "type": "person", "ref": reference, "name": name.trim(),
        }));
        let (org, role) = (cell(&["Company"]), cell(&["Position", "Job Title"]));
        if !org.is_empty() {
            let role = if role.is_empty() { "member" } else { role };
            found.push(serde_json::json!({
                "type": "affiliation", "person_ref": reference, "org": org, "role": role,
            }));
        }
    }
    found
}

/// People, and the occasion on which they came together.
fn occasion(
    people: &[(String, Option<String>)],
    own: Option<&str>,
    summary: &str,
    channel: &str,
    occurred_at: Option<Timestamp>,
) -> Vec<serde_json::Value> {
    let (mut found, mut refs, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    for (name, address) in people {
        let is_own = own.is_some_and(|own| {
            fold(name) == own || address.as_deref().is_some_and(|address| fold(address) == own)
        });
        if is_own || name.trim().is_empty() || seen.contains(&fold(name)) {
            continue;
        }
        seen.push(fold(name));
        let reference = format!("p{}", seen.len());
        let aliases: Vec<_> = address
            .iter()
            .map(|address| serde_json::json!({"value": address, "kind": "handle"}))
            .collect();
        found.push(serde_json::json!({
            "type": "person", "ref": reference, "name": name, "aliases": aliases,
        }));
        refs.push(reference);
    }
    if !refs.is_empty() {
        found.push(serde_json::json!({
            "type": "interaction",
            "summary": summary,
            "participant_refs": refs,
            "channel": channel,
            "occurred_at": occurred_at.map(|at| at.to_string()),
        }));
    }
    found
}

fn extract_mail(content: &str, own: Option<&str>) -> Vec<serde_json::Value> {
    let head = content.split("\n\n").next().unwrap_or_default();
    let mut people = Vec::new();
    for name in ["From", "To", "Cc"] {
        for address in headers(head, name).into_iter().flat_map(|list| list.split(',')) {
            people.push(match address.split_once('<') {
                Some((name, address)) => (
                    name.trim().trim_matches('"').to_owned(),
                    Some(address.trim_end_matches('>').trim().to_owned()),
                ),
                None => (address.trim().to_owned(), None),
            });
        }
    }
    let summary = header(head, "Subject").unwrap_or("An email");
    let at = header(head, "Date").and_then(|date| Timestamp::parse(date).ok());
    occasion(&people, own, summary, "email", at)
}

fn extract_event(content: &str, own: Option<&str>) -> Vec<serde_json::Value> {
    let mut people = Vec::new();
    for line in content.lines() {
        let is_person = line.starts_with("ATTENDEE") || line.starts_with("ORGANIZER");
        let Some((_, rest)) = line.split_once("CN=").filter(|_| is_person) else { continue };
        let name = rest.split([';', ':']).next().unwrap_or_default().trim_matches('"');
        let address = rest.split_once("mailto:").map(|(_, address)| address.trim().to_owned());
        people.push((name.to_owned(), address));
    }
    let summary = header(content, "SUMMARY").unwrap_or("A meeting");
    let at = header(content, "DTSTART").and_then(|date| Timestamp::parse(date).ok());
    occasion(&people, own, summary, "meeting", at)
}

fn extract_senders(content: &str, own: Option<&str>) -> Vec<serde_json::Value> {
    let mut people = Vec::new();
    for line in content.lines() {
        let after_time = line.split_once("] ").or_else(|| line.split_once(" - "));
        let sender = after_time.and_then(|(_, rest)| rest.split_once(": "));
        people.extend(sender.map(|(name, _)| (name.trim().to_owned(), None)));
    }
    occasion(&people, own, "A chat", "whatsapp", None)
}

/// The user, two friends of the same name, what is known of them, and a batch to review.
pub const FIXTURE: &str = r#"{
    "persons": {
        "01me": {"id": "01me", "canonical_name": "Sam Ortega", "is_self": true, "summary": null, "aliases": [], "created_at": "2026-01-02T08:00:00Z", "updated_at": "2026-01-02T08:00:00Z"},
        "01bea": {"id": "01bea", "canonical_name": "Beatriz Lima", "is_self": false, "summary": "Architect, used to share an office with Sam", "aliases": [{"id": "01al1", "value": "Bea", "kind": "nickname", "lang": "pt", "script": null}], "created_at": "2026-01-05T08:00:00Z", "updated_at": "2026-01-05T08:00:00Z"},
        "01rui": {"id": "01rui", "canonical_name": "Rui Lima", "is_self": false, "summary": "Plays drums", "aliases": [], "created_at": "2026-01-09T08:00:00Z", "updated_at": "2026-01-09T08:00:00Z"}
    },
    "organizations": {
        "01lab": {"id": "01lab", "name": "Harbor Labs", "created_at": "2026-01-09T08:05:00Z"},
        "01sch": {"id": "01sch", "name": "Lyceum of Porto", "created_at": "2026-01-12T08:00:00Z"}
    },
    "facts": {
        "01bir": {"id": "01bir", "person_id": "01bea", "predicate": "birthday", "value": "1988-03-20", "period": {"valid_from": null, "valid_to": null}, "recorded_at": "2026-01-05T08:10:00Z", "confidence": 1.0, "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}},
        "01cit": {"id": "01cit", "person_id": "01rui", "predicate": "city", "value": "Porto", "period": {"valid_from": "2020-01-01", "valid_to": null}, "recorded_at": "2026-01-10T08:00:00Z", "confidence": 1.0, "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}},
        "01lis": {"id": "01lis", "person_id": "01rui", "predicate": "city", "value": "Lisbon", "period": {"valid_from": "2023-01-01", "valid_to": null}, "recorded_at": "2026-01-15T08:00:00Z", "confidence": 0.6, "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": "Beatriz Lima"}}
    },
    "observations": {
        "01obs": {"id": "01obs", "person_id": "01bea", "text": "Answered the long letter with one line", "observed_at": "2026-02-10T18:00:00Z", "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}},
        "01obr": {"id": "01obr", "person_id": "01rui", "text": "Looked tired of the night shifts", "observed_at": "2026-02-12T21:00:00Z", "sensitivity": "sensitive", "provenance": {"source": "agent", "session": null, "stated_by": null}}
    },
    "traits": {
        "01tra": {"id": "01tra", "person_id": "01bea", "category": "communication_style", "value": "Short messages", "evidence_note": "Her answers are one line", "evidence_ids": ["01obs"], "recorded_at": "2026-02-11T08:00:00Z", "confidence": 0.8, "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}}
    },
    "interactions": {
        "01int": {"id": "01int", "summary": "Lunch at the harbor", "occurred_at": "2026-01-20T12:30:00Z", "channel": "in_person", "participant_ids": ["01me", "01bea"], "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}}
    },
    "relationships": {
        "01rel": {"id": "01rel", "subject_id": "01me", "object_id": "01bea", "type": "friend_of", "label": "from the office", "period": {"valid_from": "2018-05-01", "valid_to": null}, "confidence": 1.0, "provenance": {"source": "agent", "session": null, "stated_by": null}, "created_at": "2026-01-06T08:00:00Z"}
    },
    "affiliations": {
        "01aff": {"id": "01aff", "person_id": "01rui", "org_id": "01lab", "role": "engineer", "period": {"valid_from": "2022-02-01", "valid_to": null}, "confidence": 1.0, "provenance": {"source": "agent", "session": null, "stated_by": null}, "created_at": "2026-01-09T08:05:00Z"}
    },
    "reminders": {
        "01fol": {"id": "01fol", "person_id": "01bea", "text": "Send the slides", "kind": "follow_up", "due_at": "2026-03-10T09:00:00Z", "recurrence": null, "status": "active", "created_at": "2026-02-01T08:00:00Z"},
        "01not": {"id": "01not", "person_id": "01bea", "text": "Do not mention the old office", "kind": "communication_note", "due_at": null, "recurrence": null, "status": "active", "created_at": "2026-02-02T08:00:00Z"},
        "01don": {"id": "01don", "person_id": "01bea", "text": "Return the umbrella", "kind": "follow_up", "due_at": "2026-02-15T09:00:00Z", "recurrence": null, "status": "completed", "created_at": "2026-02-03T08:00:00Z"}
    },
    "groups": {
        "01cla": {"id": "01cla", "name": "Class of 2004", "kind": "class", "organization_id": "01sch", "sensitivity": "personal", "created_at": "2026-01-12T08:00:00Z"},
        "01clu": {"id": "01clu", "name": "Rowing Club", "kind": "club", "organization_id": null, "sensitivity": "personal", "created_at": "2026-01-13T08:00:00Z"},
        "01sup": {"id": "01sup", "name": "Grief circle", "kind": "community", "organization_id": null, "sensitivity": "restricted", "created_at": "2026-01-14T08:00:00Z"}
    },
    "memberships": {
        "01mbs": {"id": "01mbs", "person_id": "01bea", "group_id": "01cla", "role": "student", "temporal_basis": "period", "period": {"valid_from": "1999-09-01", "valid_to": "2003-07-15"}, "confidence": 1.0, "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}, "created_at": "2026-01-12T08:01:00Z"},
        "01mrs": {"id": "01mrs", "person_id": "01rui", "group_id": "01cla", "role": "student", "temporal_basis": "period", "period": {"valid_from": "2000-09-01", "valid_to": "2004-07-15"}, "confidence": 1.0, "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}, "created_at": "2026-01-12T08:02:00Z"},
        "01mrc": {"id": "01mrc", "person_id": "01rui", "group_id": "01clu", "role": "member", "temporal_basis": "ongoing", "period": {"valid_from": "2024-05-01", "valid_to": null}, "confidence": 1.0, "sensitivity": "personal", "provenance": {"source": "agent", "session": null, "stated_by": null}, "created_at": "2026-01-13T08:01:00Z"}
    },
    "philosophy": {"text": "Ask before you advise.", "updated_at": "2026-01-03T08:00:00Z"},
    "batches": {
        "01bat": {"id": "01bat", "source": "kickoff notes", "source_kind": "meeting_notes", "content_digest": null, "extraction_fingerprint": null, "label": "Kickoff", "external_source_id": null, "created_at": "2026-02-20T08:00:00Z"}
    },
    "candidates": {
        "01cap": {"id": "01cap", "batch_id": "01bat", "position": 1, "type": "person", "status": "pending", "fields": {"ref": "p1", "name": "Noa Stern"}, "record_id": null},
        "01caf": {"id": "01caf", "batch_id": "01bat", "position": 2, "type": "fact", "status": "pending", "fields": {"person_ref": "p1", "predicate": "city", "value": "Haifa"}, "record_id": null}
    }
}"#;
