//! Speaking of rows and values: in full the first time, in short afterwards.

use serde_json::Value;

use super::style::Tone;
use super::words::{
    Quotes, bare_label, entity_words, is_own_name, label, own_words, say_topic, say_value,
    say_word, service_words,
};
use crate::planner::ability::{Kind, TableAbility, choices_of};
use crate::planner::meaning::Thing;
use crate::planner::plan::{Condition, Draft, Flow, Member, Selection, is_readable_key};

/// Who has been spoken of so far, and what the words are made from.
pub(super) struct Speaker<'a> {
    pub draft: &'a Draft,
    pub members: &'a [Member<'a>],
    /// How the message sounds.
    pub tone: Tone,
    pub quotes: Quotes,
    /// The rows that have been spoken of, each once, in order.
    pub introduced: Vec<usize>,
    /// The row that `it` would mean.
    pub focus: Option<usize>,
    /// The values that have been spoken of, latest last: what `that address` can mean.
    pub spoken: Vec<(usize, usize)>,
    /// The service that the sentence names anyway.
    pub here: Option<usize>,
    /// Whether a step has already said what the speaker needs: nobody says so of everything.
    pub has_remarked: bool,
    /// Whether some reference may be misunderstood.
    pub is_ambiguous: bool,
}

impl Speaker<'_> {
    pub(super) fn table(&self, member: usize, table: usize) -> &TableAbility {
        &self.members[member].ability.tables[table]
    }

    pub(super) fn table_of(&self, seen: usize) -> &TableAbility {
        let row = &self.draft.seen[seen];
        self.table(row.member, row.table)
    }

    /// What a row is called: `page`, not `notion page`, in a service called Notion.
    pub(super) fn noun(&self, member: usize, table_at: usize) -> String {
        let words = entity_words(self.table(member, table_at));
        let service = self.service(member).to_lowercase();
        match words.split_once(' ') {
            Some((first, rest)) if service.split(' ').any(|word| word == first) => rest.to_owned(),
            _ => words,
        }
    }

    pub(super) fn service(&self, member: usize) -> String {
        service_words(self.members[member].ability.service.title)
    }

    /// A row: in full with its service when it is new, else in short.
    pub(super) fn row(&mut self, seen: usize) -> String {
        if self.introduced.contains(&seen) {
            return self.row_again(seen);
        }
        let Some(selection) = self.selection_of(seen) else { return self.row_again(seen) };
        let row = &self.draft.seen[seen];
        let phrase = self.located(row.member, row.table, &selection);
        self.introduce(seen);
        phrase
    }

    /// A row as its conditions describe it, with its service: after it when the description is
    /// short, before its noun when the description speaks of other rows.
    pub(super) fn located(
        &mut self,
        member: usize,
        table_at: usize,
        selection: &Selection,
    ) -> String {
        let service = self.service(member);
        let is_here = self.here == Some(member);
        if is_here || !speaks_of_others(selection) {
            let phrase = self.selected(member, table_at, selection);
            return if is_here { phrase } else { format!("{phrase} in {service}") };
        }
        let noun = self.noun(member, table_at);
        // A calendar in Google Calendar is no `Google Calendar calendar`.
        let ends_so = format!(" {}", service.to_lowercase()).ends_with(&format!(" {noun}"));
        let noun = if ends_so { service } else { format!("{service} {noun}") };
        let row = self.named_row(member, table_at, selection, &noun);
        if row.starts_with(&noun) { format!("the {row}") } else { row }
    }

    /// Speaks of a row for the first time.
    pub(super) fn introduce(&mut self, seen: usize) {
        if !self.introduced.contains(&seen) {
            self.introduced.push(seen);
        }
        self.focus = Some(seen);
    }

    /// A row that has been spoken of: `that ticket`, `the new order`, `the second new order`.
    fn row_again(&mut self, seen: usize) -> String {
        let row = &self.draft.seen[seen];
        let (member, noun) = (row.member, self.noun(row.member, row.table));
        if row.made.is_some() {
            let ordinal = self.ordinal(seen);
            // Other services have something new of this name.
            let rivals = self.introduced.iter().map(|other| (other, &self.draft.seen[*other]));
            let is_told = rivals.clone().any(|(_, other)| {
                other.made.is_some()
                    && other.member != member
                    && self.noun(other.member, other.table) == noun
            });
            let place = if is_told { format!("{} ", self.service(member)) } else { String::new() };
            return format!("the {ordinal}new {place}{noun}");
        }
        if self.focus == Some(seen) {
            return format!("that {noun}");
        }
        self.focus = Some(seen);
        // Another row of the same kind has been spoken of since.
        let latest = self.introduced.iter().rev().find(|other| self.same_kind(seen, **other));
        let is_latest =
            latest.is_some_and(|other| self.draft.seen[*other].key == self.draft.seen[seen].key);
        if !is_latest {
            return format!("the {}{noun}", self.ordinal(seen));
        }
        let service = self.service(member);
        if self.here == Some(member) || service.to_lowercase().contains(&noun) {
            format!("that {noun}")
        } else {
            format!("the {service} {noun}")
        }
    }

    /// Which of several rows of its kind it is, in the order in which they were spoken of: `second `;
    /// empty when it is alone.
    fn ordinal(&mut self, seen: usize) -> &'static str {
        const ORDINALS: [&str; 6] = ["first ", "second ", "third ", "fourth ", "fifth ", "sixth "];
        let mut alike: Vec<&str> = Vec::new();
        for other in self.introduced.iter().filter(|other| self.same_kind(seen, **other)) {
            let key = self.draft.seen[*other].key.as_str();
            // One row can be spoken of in two ways.
            if !alike.contains(&key) {
                alike.push(key);
            }
        }
        if alike.len() < 2 {
            return "";
        }
        let at = alike.iter().position(|key| *key == self.draft.seen[seen].key);
        match at.and_then(|at| ORDINALS.get(at)) {
            Some(ordinal) => ordinal,
            None => {
                self.is_ambiguous = true;
                ""
            }
        }
    }

    /// Whether two rows are of one table and both new, or both found.
    fn same_kind(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.draft.seen[a], &self.draft.seen[b]);
        (a.member, a.table, a.made.is_some()) == (b.member, b.table, b.made.is_some())
    }

    /// A value that flows: `that email address`, `the phone number of the contact Ines Moreau`.
    pub(super) fn flow(&mut self, flow: &Flow) -> String {
        let table = self.table_of(flow.seen);
        let (name, bare) = (self.label_of(flow), bare_label(table, flow.field));
        let is_plain = self.is_plain(flow);
        self.spoken.push((flow.seen, flow.field));
        if !self.introduced.contains(&flow.seen) {
            return format!("the {bare} of {}", self.row(flow.seen));
        }
        if is_plain {
            return format!("that {name}");
        }
        let row = self.row_again(flow.seen);
        // Two ways of saying it in turn.
        match self.draft.seen[flow.seen].made {
            Some(effect) if effect % 2 == 1 && self.tone != Tone::Terse => {
                format!("{row}'s {bare}")
            }
            _ => format!("the {bare} of {row}"),
        }
    }

    /// What a value is called when it stands alone.
    fn label_of(&self, flow: &Flow) -> String {
        let row = &self.draft.seen[flow.seen];
        label(self.table_of(flow.seen), flow.field, &self.noun(row.member, row.table))
    }

    /// Whether `that` and the value's name can only mean this value: of all values of its kind,
    /// it was spoken of last.
    fn is_plain(&self, flow: &Flow) -> bool {
        let kind = |seen: usize, field: usize| self.table_of(seen).fields[field].kind;
        let alike = self
            .spoken
            .iter()
            .rev()
            .find(|(seen, field)| kind(*seen, *field) == kind(flow.seen, flow.field));
        self.draft.seen[flow.seen].made.is_none()
            && self.focus == Some(flow.seen)
            && alike == Some(&(flow.seen, flow.field))
    }

    /// `with that address`, `whose customer email is that address`.
    fn linked(&mut self, member: usize, table_at: usize, field: usize, flow: &Flow) -> String {
        let target = bare_label(self.table(member, table_at), field);
        let kind = self.table_of(flow.seen).fields[flow.field].kind;
        if !self.is_plain(flow) {
            return format!(" whose {target} is {}", self.flow(flow));
        }
        self.spoken.push((flow.seen, flow.field));
        let source = self.label_of(flow);
        let is_person = self.table(member, table_at).thing == Thing::Person;
        match (kind, target.as_str()) {
            (Some(Kind::Email), "email address") => " with that address".to_owned(),
            (Some(Kind::Person), "name" | "full name") => " with that name".to_owned(),
            (Some(Kind::Phone), "phone number") => " with that number".to_owned(),
            (Some(Kind::Company), "company") if is_person => format!(" at that {source}"),
            (Some(Kind::Email), _) => format!(" whose {target} is that address"),
            (Some(Kind::Person | Kind::Username), _) => format!(" whose {target} is that name"),
            _ if source == target => format!(" with that {source}"),
            _ => format!(" whose {target} is that {source}"),
        }
    }

    pub(super) fn selection_of(&self, seen: usize) -> Option<Selection> {
        self.draft.clauses.iter().find_map(|clause| match clause {
            crate::planner::plan::Clause::Find { selection, seen: at, .. } if *at == seen => {
                Some(selection.clone())
            }
            _ => None,
        })
    }

    /// A row as its conditions describe it.
    pub(super) fn selected(
        &mut self,
        member: usize,
        table_at: usize,
        selection: &Selection,
    ) -> String {
        let noun = self.noun(member, table_at);
        self.named_row(member, table_at, selection, &noun)
    }

    /// The noun with the row's conditions; a name follows the noun at once.
    fn named_row(
        &mut self,
        member: usize,
        table_at: usize,
        selection: &Selection,
        noun: &str,
    ) -> String {
        if let [Condition::Given { field, value }, rest @ ..] = selection.as_slice()
            && let Some(name) = self.by_name(member, table_at, *field, value, noun)
            && rest.iter().all(|condition| {
                matches!(condition, Condition::Given { .. } | Condition::Belongs { .. })
            })
        {
            let (_, tail) = self.qualifiers(member, table_at, &rest.to_vec());
            return format!("{name}{tail}");
        }
        let (adjective, tail) = self.qualifiers(member, table_at, selection);
        format!("the {adjective}{noun}{tail}")
    }

    /// A row to which a field refers, by its key: `board BRD-00012`.
    pub(super) fn parent(
        &self,
        member: usize,
        table_at: usize,
        field: usize,
        key: &Value,
    ) -> Option<String> {
        let table = self.table(member, table_at);
        let entity = table.fields[field].info.shape.refers_to()?;
        let parent = self.members[member].ability.position_of(entity)?;
        let key_field = self.table(member, parent).fields.iter().find(|field| field.info.key)?;
        let said = say_value(key_field.kind, key, self.quotes);
        (entity != table.info.row.name).then(|| format!("{} {said}", self.noun(member, parent)))
    }

    /// More than one row as conditions describe them: the noun, and what follows it.
    pub(super) fn selected_rows(
        &mut self,
        member: usize,
        table_at: usize,
        selection: &Selection,
    ) -> (String, String) {
        let (adjective, tail) = self.qualifiers(member, table_at, selection);
        let noun = super::words::plural(&self.noun(member, table_at));
        // `only` is said of one row.
        (format!("{}{noun}", adjective.trim_start_matches("only ")), tail)
    }

    /// A row that is called by one field: `ticket TCK-00012`, `the contact Ines Moreau`.
    fn by_name(
        &self,
        member: usize,
        table_at: usize,
        field: usize,
        value: &Value,
        noun: &str,
    ) -> Option<String> {
        let table = self.table(member, table_at);
        let kind = table.fields[field].kind;
        let said = say_value(kind, value, self.quotes);
        if is_readable_key(table, field) {
            return Some(format!("{noun} {said}"));
        }
        let own_name = match kind {
            Some(Kind::Title) => true,
            Some(Kind::Person) => table.thing == Thing::Person,
            Some(Kind::Company) => table.thing == Thing::Company,
            Some(Kind::Product) => table.thing == Thing::Product,
            Some(Kind::Slug) => table.thing == Thing::Slug,
            _ => false,
        };
        (own_name || is_own_name(table, field)).then(|| format!("the {noun} {said}"))
    }

    /// What stands before and after the noun.
    fn qualifiers(
        &mut self,
        member: usize,
        table_at: usize,
        selection: &Selection,
    ) -> (String, String) {
        let (mut adjective, mut tail) = (String::new(), String::new());
        let compares = |condition: &Condition| match condition {
            Condition::Extreme { field, .. } => {
                !self.table(member, table_at).fields[*field].info.created
            }
            _ => false,
        };
        if selection.len() > 1
            && let Some(at) = selection.iter().position(compares)
        {
            let mut others = selection.clone();
            let extreme = others.remove(at);
            let (_, first) = self.qualifiers(member, table_at, &vec![extreme]);
            let (_, rest) = self.qualifiers(member, table_at, &others);
            return (adjective, format!("{first} among those{}", rest.replace("only ", "")));
        }
        let mut ordered: Vec<&Condition> = selection.iter().collect();
        ordered.sort_by_key(|condition| match condition {
            Condition::Given { .. } | Condition::About { .. } => 0,
            Condition::Linked { .. } | Condition::Belongs { .. } => 1,
            Condition::Extreme { .. } => 2,
        });
        for condition in ordered {
            match condition {
                Condition::About { topic, .. } => {
                    tail.push_str(&format!(" about {}", say_topic(topic)));
                }
                Condition::Given { field, value } => {
                    let table = self.table(member, table_at);
                    let is_word = choices_of(&table.fields[*field].info.shape).is_some();
                    if is_word && selection.len() == 1 {
                        adjective.push_str("only ");
                    }
                    match self.parent(member, table_at, *field, value) {
                        Some(parent) => tail.push_str(&format!(" of {parent}")),
                        None => tail.push_str(&self.given(table, *field, value)),
                    }
                }
                Condition::Linked { field, flow } => {
                    let linked = self.linked(member, table_at, *field, flow);
                    tail.push_str(&linked);
                }
                Condition::Belongs { seen, .. } => {
                    let row = self.row(*seen);
                    tail.push_str(&format!(" {} {row}", belonging(&tail)));
                }
                Condition::Extreme { field, greatest } => {
                    let (before, after) = self.extreme(member, table_at, *field, *greatest);
                    adjective.push_str(&before);
                    tail.push_str(&after);
                }
            }
        }
        (adjective, tail)
    }

    /// `with status "open"`, `whose email is ines@example.org`.
    fn given(&self, table: &TableAbility, field: usize, value: &Value) -> String {
        let info = &table.fields[field];
        let words = own_words(table, field);
        if choices_of(&info.info.shape).is_some() {
            let word = say_word(value.as_str().unwrap_or_default());
            return format!(" with {words} {}", self.quotes.around(&word));
        }
        let said = say_value(info.kind, value, self.quotes);
        match info.kind {
            Some(Kind::Person | Kind::Email | Kind::Username) => {
                format!(" whose {words} is {said}")
            }
            Some(Kind::Company) if table.thing == Thing::Person => format!(" at {said}"),
            _ => format!(" with the {words} {said}"),
        }
    }

    /// `most recent`, or `with the highest total`.
    fn extreme(
        &self,
        member: usize,
        table_at: usize,
        field: usize,
        greatest: bool,
    ) -> (String, String) {
        let info = self.table(member, table_at).fields[field].info;
        if info.created {
            return (if greatest { "newest " } else { "oldest " }.to_owned(), String::new());
        }
        let numeric = matches!(
            info.shape.required(),
            compoworld_core::Shape::Number | compoworld_core::Shape::Integer
        );
        let degree = match (numeric, greatest) {
            (true, true) => "highest",
            (true, false) => "lowest",
            (false, true) => "latest",
            (false, false) => "earliest",
        };
        (
            String::new(),
            format!(" with the {degree} {}", own_words(self.table(member, table_at), field)),
        )
    }
}

/// How what a row belongs to follows the rest of its description: `whose author is that name of the
/// board` would be the name of the board.
fn belonging(tail: &str) -> &'static str {
    match tail {
        _ if tail.contains(" whose ") => "and which belongs to",
        _ if tail.contains(" that ") => "that belongs to",
        _ => "of",
    }
}

/// Whether a description speaks of other rows, so that a place at its end could be theirs.
pub(super) fn speaks_of_others(selection: &Selection) -> bool {
    selection
        .iter()
        .any(|condition| matches!(condition, Condition::Linked { .. } | Condition::Belongs { .. }))
}
