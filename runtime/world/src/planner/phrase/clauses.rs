//! One clause of the plan as words in the imperative, without capital or full stop.

use compoworld_core::Operation;
use serde_json::Value;

use super::act_words::{on_off, own_verb, say_days, say_fixes, singular};
use super::refer::{Speaker, speaks_of_others};
use super::step::Step;
use super::style::Tone;
use super::words::{
    Flag, bare_label, is_own_name, join_and, own_words, plural, say_flag, say_value, say_word,
    with_article,
};
use crate::dice::Dice;
use crate::planner::ability::{Fit, is_list};
use crate::planner::meaning::Thing;
use crate::planner::plan::{
    ActClause, Branch, Condition, Content, Flow, Selection, SetClause, Target, Test,
};

impl Speaker<'_> {
    /// `look up the contact Ines Moreau in CRM and note their email address`.
    pub(super) fn say_find(&mut self, seen: usize, used: &[usize], dice: &mut Dice) -> Step {
        let member = self.draft.seen[seen].member;
        let labels: Vec<String> =
            used.iter().map(|field| bare_label(self.table_of(seen), *field)).collect();
        let labels = join_and(&labels);
        let service = self.service(member);
        let pronoun = if self.table_of(seen).thing == Thing::Person { "their" } else { "its" };
        // Naming the service first is clearer, where the description allows it.
        let ahead =
            dice.percent(45) && !self.selection_of(seen).is_some_and(|all| speaks_of_others(&all));
        let outer = self.here;
        if ahead {
            self.here = Some(member);
        }
        let row = self.row(seen);
        self.here = outer;
        self.spoken.extend(used.iter().map(|field| (seen, *field)));
        let n_forms = if self.tone == Tone::Terse { 2 } else { 6 };
        // A list of things to do holds no remarks.
        let form = match dice.below(n_forms) {
            2 if self.tone == Tone::List || std::mem::replace(&mut self.has_remarked, true) => 3,
            form => form,
        };
        let placed = |order: String| Step::Placed { before: format!("in {service}"), order };
        match (labels.is_empty(), ahead, form) {
            (true, false, 0) => Step::Order(format!("find {row}")),
            (true, false, 2) => Step::Order(format!("have a look at {row}")),
            (true, false, _) => Step::Order(format!("look up {row}")),
            (true, true, 2) => placed(format!("find {row}")),
            (true, true, _) => placed(format!("look up {row}")),
            (false, true, 0) => placed(format!("look up the {labels} of {row}")),
            (false, true, 2) => {
                Step::Remark(format!("you will find the {labels} of {row} in {service}"))
            }
            (false, true, _) => Step::Order(format!("check {service} for the {labels} of {row}")),
            (false, false, 0) => Step::Order(format!("find the {labels} of {row}")),
            (false, false, 2) => Step::Remark(format!("I need the {labels} of {row}")),
            (false, false, 3) => Step::Order(format!("get the {labels} of {row}")),
            (false, false, _) => Step::Order(format!("look up {row} and get {pronoun} {labels}")),
        }
    }

    /// `tell me the amount of that deal`.
    pub(super) fn say_ask(&mut self, flow: &Flow, dice: &mut Dice) -> Step {
        let name = bare_label(self.table_of(flow.seen), flow.field);
        let row = self.row(flow.seen);
        let n_forms = if self.tone == Tone::Terse { 3 } else { 6 };
        match dice.below(n_forms) {
            0 => Step::Order(format!("tell me the {name} of {row}")),
            1 => Step::Order(format!("let me know the {name} of {row}")),
            2 => Step::Order(format!("report back the {name} of {row}")),
            3 => Step::Remark(format!("I'd like to know the {name} of {row}")),
            _ => Step::Question(format!("what is the {name} of {row}")),
        }
    }

    /// `tell me how many tickets there are in Help Desk whose requester email is that address`.
    pub(super) fn say_count(
        &mut self,
        member: usize,
        table: usize,
        selection: &Selection,
        dice: &mut Dice,
    ) -> Step {
        let (noun, tail) = self.selected_rows(member, table, selection);
        let service = self.service(member);
        match self.number_form(dice) {
            0 => Step::Order(format!("tell me how many {noun} there are in {service}{tail}")),
            1 => Step::Remark(format!(
                "I'd like to know how many {noun} there are in {service}{tail}"
            )),
            _ => Step::Question(format!("how many {noun} are there in {service}{tail}")),
        }
    }

    /// `tell me the total amount of the Stripe invoices with that address`.
    pub(super) fn say_sum(
        &mut self,
        member: usize,
        table: usize,
        selection: &Selection,
        field: usize,
        dice: &mut Dice,
    ) -> Step {
        let label = bare_label(self.table(member, table), field);
        let label = match label.strip_prefix("total ") {
            _ if label == "total" => String::new(),
            Some(rest) => format!(" {rest}"),
            None => format!(" {label}"),
        };
        let service = self.service(member);
        let (rows, tail) = self.selected_rows(member, table, selection);
        let total = format!("the total{label} of all {service} {rows}{tail}");
        match self.number_form(dice) {
            0 => Step::Order(format!("tell me {total}")),
            1 => Step::Remark(format!("I need {total}")),
            _ => Step::Question(format!("what is {total}")),
        }
    }

    /// Which of three forms asks for a number.
    fn number_form(&self, dice: &mut Dice) -> usize {
        if self.tone == Tone::Terse { 0 } else { dice.below(3) }
    }

    /// `if the status of that ticket is "closed", delete it`.
    pub(super) fn say_unmet(
        &mut self,
        flow: &Flow,
        test: &Test,
        act: &ActClause,
        dice: &mut Dice,
    ) -> Step {
        let label = bare_label(self.table_of(flow.seen), flow.field);
        let row = self.row(flow.seen);
        let test = self.say_test(test);
        let before = format!("if the {label} of {row} {test}");
        Step::Placed { before, order: self.say_order(act, dice) }
    }

    /// `Don't change any other ticket in Help Desk.`
    pub(super) fn say_prohibition(&self, act: &ActClause, dice: &mut Dice) -> String {
        let service = self.service(act.member);
        let noun = self.noun(act.member, act.table);
        if matches!(act.target, Target::New) {
            return format!("Don't add anything else to {service}.");
        }
        match dice.below(3) {
            0 => format!("Don't change any other {noun} in {service}."),
            1 => format!("The other {} in {service} must stay as they are.", plural(&noun)),
            _ => format!("Please keep your hands off all other {} in {service}.", plural(&noun)),
        }
    }

    /// `set the status of that ticket to "solved"`, or `the status of that ticket should be
    /// "solved"`.
    pub(super) fn say_act(&mut self, clause: &ActClause, dice: &mut Dice) -> Step {
        const STATED_PERCENT: usize = 30;
        if self.tone != Tone::Terse
            && dice.percent(STATED_PERCENT)
            && let Some(statement) = self.say_outcome(clause)
        {
            return Step::Statement(statement);
        }
        Step::Order(self.say_order(clause, dice))
    }

    /// `set the status of that ticket to "solved"`.
    fn say_order(&mut self, clause: &ActClause, dice: &mut Dice) -> String {
        let act = &self.table(clause.member, clause.table).acts[clause.act];
        match act.operation {
            Operation::Create => self.say_create(clause, dice),
            Operation::Delete => {
                let row = self.target(clause);
                format!("{} {row}", dice.pick(&["delete", "remove"]))
            }
            _ => self.say_change(clause, dice),
        }
    }

    /// `the status of that ticket should be "solved"`: the outcome of a change of one value;
    /// `None` for other acts.
    fn say_outcome(&mut self, clause: &ActClause) -> Option<String> {
        let table = self.table(clause.member, clause.table);
        let act = &table.acts[clause.act];
        let [set] = clause.sets.as_slice() else { return None };
        let field = table.fields[set.field].info;
        let changes = act.operation == Operation::Update;
        let mentions =
            matches!(&set.content, Content::Flow(flow) if self.is_mention(clause, set, flow));
        if !changes
            || mentions
            || is_list(&field.shape)
            || say_fixes(table, act).is_some()
            || matches!(&set.content, Content::Given(Value::Bool(_)) | Content::Row(_))
            || matches!(clause.target, Target::All(_))
        {
            return None;
        }
        let words = own_words(table, set.field);
        let value = self.say_content(set, clause);
        let row = self.target(clause);
        Some(match set.content {
            Content::Flow(_) => format!("{value} belongs in the {words} of {row}"),
            _ => format!("the {words} of {row} should be {value}"),
        })
    }

    fn target(&mut self, clause: &ActClause) -> String {
        match &clause.target {
            Target::Seen(seen) => self.row(*seen),
            Target::Named(selection) => self.located(clause.member, clause.table, selection),
            Target::All(selection) => {
                let service = self.service(clause.member);
                let (rows, tail) = self.selected_rows(clause.member, clause.table, selection);
                format!("all {service} {rows}{tail}")
            }
            Target::New => String::new(),
        }
    }

    fn say_create(&mut self, clause: &ActClause, dice: &mut Dice) -> String {
        let table = self.table(clause.member, clause.table);
        let noun = self.noun(clause.member, clause.table);
        let own = own_verb(table.acts[clause.act].tool.name, table.thing)
            // Nobody sends a send or logs a log entry.
            .filter(|verb| noun.split(' ').all(|word| word != *verb));
        let verb = own.unwrap_or_else(|| match table.thing {
            Thing::Problem => *dice.pick(&["open", "create"]),
            Thing::Event => *dice.pick(&["schedule", "create"]),
            Thing::Message => *dice.pick(&["post", "add"]),
            Thing::Task | Thing::Document => *dice.pick(&["add", "create"]),
            Thing::Person | Thing::Company | Thing::Product => "add",
            Thing::Slug | Thing::Project => "create",
        });
        let service = self.service(clause.member);
        self.here = Some(clause.member);
        let (mut with, mut about, mut marks) = (Vec::new(), Vec::new(), Vec::new());
        let mut called = String::new();
        for set in &clause.sets {
            if self.is_told_by_another(clause, set) {
                continue;
            }
            let table = self.table(clause.member, clause.table);
            let field = &table.fields[set.field];
            if let Content::Given(Value::Bool(flag)) = set.content {
                match say_flag(field.info, flag) {
                    Flag::Quality(quality) => marks.push(quality),
                    Flag::Switch { name, on } => with.push(format!("{name} turned {}", on_off(on))),
                }
                continue;
            }
            if let Content::Given(name) = &set.content
                && table.thing != Thing::Message
                && is_own_name(table, set.field)
            {
                called = format!(" called {}", say_value(field.kind, name, self.quotes));
                continue;
            }
            let phrase = self.say_set(clause, set);
            let is_parent =
                matches!(set.content, Content::Row(_)) || self.set_parent(clause, set).is_some();
            if is_parent { about.push(phrase) } else { with.push(phrase) }
        }
        self.here = None;
        let made = if noun.starts_with("new") { noun } else { format!("new {noun}") };
        let mut out = format!("{verb} {}{called}", with_article(&made));
        if let Some(seen) = clause.made {
            self.introduce(seen);
        }
        for phrase in &about {
            out.push_str(&format!(" {phrase}"));
        }
        // What is added without more is added to the service.
        let place = if verb == "add" && about.is_empty() { "to" } else { "in" };
        out.push_str(&format!(" {place} {service}"));
        if !with.is_empty() {
            out.push_str(&format!(" with {}", join_and(&with)));
        }
        if !marks.is_empty() {
            out.push_str(&format!(", marked as {}", join_and(&marks)));
        }
        out
    }

    /// Whether a row that a new one belongs to is named in the description of another: what is for a
    /// channel of a team need not be for that team too.
    fn is_told_by_another(&self, clause: &ActClause, set: &SetClause) -> bool {
        let Content::Row(seen) = set.content else { return false };
        let tells = |condition: &Condition| match condition {
            Condition::Belongs { seen: other, .. } => *other == seen,
            _ => false,
        };
        clause.sets.iter().any(|other| match other.content {
            Content::Row(at) => self.selection_of(at).is_some_and(|all| all.iter().any(tells)),
            _ => false,
        })
    }

    /// A stored value that is the key of a row: that row.
    fn set_parent(&self, clause: &ActClause, set: &SetClause) -> Option<String> {
        match &set.content {
            Content::Given(key) => self.parent(clause.member, clause.table, set.field, key),
            _ => None,
        }
    }

    /// One stored value in a create: `the subject "X"`, `that email address as requester email`.
    fn say_set(&mut self, clause: &ActClause, set: &SetClause) -> String {
        let quotes = self.quotes;
        let table = self.table(clause.member, clause.table);
        let field = &table.fields[set.field];
        let (words, kind) = (own_words(table, set.field), field.kind);
        let its = if table.thing == Thing::Person { "the" } else { "its" };
        if let Some(parent) = self.set_parent(clause, set) {
            return format!("for {parent}");
        }
        match &set.content {
            Content::Given(value) if is_list(&field.info.shape) => {
                format!("the {} {}", singular(&words), say_value(kind, value, quotes))
            }
            // `x 21`, and `an amount of 21`.
            Content::Given(Value::Number(number)) if words.len() <= 2 => {
                format!("{words} {number}")
            }
            Content::Given(Value::Number(number)) => {
                format!("{} of {number}", with_article(&words))
            }
            Content::Given(value) => format!("the {words} {}", say_value(kind, value, quotes)),
            Content::Word(word) => {
                format!("the {words} {}", quotes.around(&say_word(word)))
            }
            Content::Flow(flow) if self.is_mention(clause, set, flow) => {
                format!("{} in the {words}", self.flow(flow))
            }
            Content::Flow(flow) => format!("{} as {its} {}", self.flow(flow), singular(&words)),
            Content::Shifted(flow, days) => {
                format!("{} {} as {its} {}", say_days(*days), self.flow(flow), singular(&words))
            }
            Content::Row(seen) => format!("for {}", self.row(*seen)),
            Content::Branch(branch) => format!("the {words} {}", self.say_branch(branch)),
        }
    }

    /// `"high" if that total is above 500, otherwise "low"`.
    fn say_branch(&mut self, branch: &Branch) -> String {
        let quotes = self.quotes;
        let quoted = |word: &str| quotes.around(&say_word(word));
        let value = self.flow(&branch.flow);
        let test = self.say_test(&branch.test);
        format!(
            "{} if {value} {test}, otherwise {}",
            quoted(&branch.then),
            quoted(&branch.otherwise)
        )
    }

    /// `is above 500`, `is "high"`.
    fn say_test(&self, test: &Test) -> String {
        match test {
            Test::Above(limit) => format!("is above {limit}"),
            Test::Is(word) => format!("is {}", self.quotes.around(&say_word(word))),
        }
    }

    fn is_mention(&self, clause: &ActClause, set: &SetClause, flow: &Flow) -> bool {
        let table = self.table(clause.member, clause.table);
        let kind = self.table_of(flow.seen).fields[flow.field].kind;
        kind.is_some_and(|kind| table.fields[set.field].fits.get(kind) == Some(Fit::Mention))
    }

    fn say_change(&mut self, clause: &ActClause, dice: &mut Dice) -> String {
        let fixes = {
            let table = self.table(clause.member, clause.table);
            say_fixes(table, &table.acts[clause.act])
        };
        let append =
            self.table(clause.member, clause.table).acts[clause.act].operation == Operation::Append;
        let (it, its) = match clause.target {
            Target::All(_) => ("them", "their"),
            _ => ("it", "its"),
        };
        let mut parts: Vec<String> = Vec::new();
        let mut row: Option<String> = None;
        for set in &clause.sets {
            let value = self.say_content(set, clause);
            let table = self.table(clause.member, clause.table);
            let (field, words) = (table.fields[set.field].info, own_words(table, set.field));
            let listed = append || is_list(&field.shape);
            let mention =
                matches!(&set.content, Content::Flow(flow) if self.is_mention(clause, set, flow));
            let row = match &mut row {
                // The first mention names the row, the next ones point back.
                None => row.insert(self.target(clause)).clone(),
                Some(_) => String::new(),
            };
            let of = if row.is_empty() { " too".to_owned() } else { format!(" of {row}") };
            let is_setting = parts
                .last()
                .is_some_and(|part| CHANGE_VERBS.iter().any(|verb| part.starts_with(verb)));
            if let Content::Given(Value::Bool(flag)) = &set.content {
                let is_again = row.is_empty();
                let row = if is_again { it.to_owned() } else { row };
                parts.push(match say_flag(field, *flag) {
                    Flag::Quality(quality) => format!("mark {row} as {quality}"),
                    Flag::Switch { name, on } if is_again => {
                        format!("turn {its} {name} {}", on_off(on))
                    }
                    Flag::Switch { name, on } => format!("turn {} the {name} of {row}", on_off(on)),
                });
                continue;
            }
            parts.push(match (listed, mention) {
                (true, _) => format!("add {value} to the {words}{of}"),
                (false, true) => format!("{} {value} in the {words}{of}", self.mention_verb(dice)),
                (false, false) if row.is_empty() && is_setting => {
                    format!("{its} {words} to {value}")
                }
                (false, false) if row.is_empty() => format!("set {its} {words} to {value}"),
                (false, false) => {
                    let verb = self.change_verb(dice);
                    format!("{verb} the {words} of {row} to {value}")
                }
            });
        }
        if let Some(fixes) = fixes {
            let row = match row {
                None => self.target(clause),
                Some(_) => it.to_owned(),
            };
            parts.push(fixes.put(&row, its, self.quotes));
        }
        if parts.is_empty() {
            let row = self.target(clause);
            return format!("update {row}");
        }
        join_and(&parts)
    }

    fn change_verb(&self, dice: &mut Dice) -> &'static str {
        self.draw_verb(&CHANGE_VERBS[..3], dice)
    }

    fn mention_verb(&self, dice: &mut Dice) -> &'static str {
        self.draw_verb(&["put", "mention", "note"], dice)
    }

    /// One of the verbs; the first, where all messages are to sound alike.
    fn draw_verb(&self, verbs: &[&'static str], dice: &mut Dice) -> &'static str {
        let at = if self.tone == Tone::Terse { 0 } else { dice.below(verbs.len()) };
        verbs[at]
    }

    fn say_content(&mut self, set: &SetClause, clause: &ActClause) -> String {
        let quotes = self.quotes;
        let kind = self.table(clause.member, clause.table).fields[set.field].kind;
        match &set.content {
            Content::Given(value) => {
                self.set_parent(clause, set).unwrap_or_else(|| say_value(kind, value, quotes))
            }
            Content::Word(word) => quotes.around(&say_word(word)),
            Content::Flow(flow) => self.flow(flow),
            Content::Shifted(flow, days) => format!("{} {}", say_days(*days), self.flow(flow)),
            Content::Row(seen) => self.row(*seen),
            Content::Branch(branch) => self.say_branch(branch),
        }
    }
}

/// How a change of a value begins; `its` and `their` go on with one that has begun.
const CHANGE_VERBS: [&str; 5] = ["set", "change", "update", "its", "their"];
