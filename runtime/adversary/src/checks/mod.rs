//! What must hold of every scene.

mod agreement;
mod creations;
mod every_call;
mod list_members;
mod lists;
mod pages;
mod reads;
mod row_links;
mod schemas;
mod shown_rows;
mod side_changes;
mod writes;

use crate::scene::Scene;

/// One thing that must hold of every scene.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its name, which ledgers and cases keep: never renamed.
    pub name: &'static str,
    /// What it demands, in a sentence.
    pub demand: &'static str,
    /// Judges a scene; scenes that it is not about pass.
    pub judge: fn(&Scene<'_>) -> Result<(), Violation>,
}

/// What a scene should have been, and what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// What was expected.
    pub expected: String,
    /// What was seen.
    pub seen: String,
}

impl Violation {
    pub(crate) fn new(expected: impl Into<String>, seen: impl Into<String>) -> Self {
        const CHARACTERS_MAX: usize = 400;
        let cut = |text: String| text.chars().take(CHARACTERS_MAX).collect();
        Self { expected: cut(expected.into()), seen: cut(seen.into()) }
    }
}

pub(crate) use schemas::{StricterThanSchema, stricter_than_schema};

/// The name of the check that a whole walk, played again, gives the same answers.
pub(crate) const REPLAY: &str = "replay_is_exact";

/// Every check, in the order in which they judge.
pub const CHECKS: &[Check] = &[
    Check {
        name: "answer_has_its_form",
        demand: "every call is answered by the one convention, without a panic",
        judge: every_call::answer_has_its_form,
    },
    Check {
        name: "forks_are_apart",
        demand: "a call on one fork leaves every other fork as it was",
        judge: every_call::forks_are_apart,
    },
    Check {
        name: "state_is_valid",
        demand: "the state satisfies its own rules after every call",
        judge: every_call::state_is_valid,
    },
    Check {
        name: "failed_call_changes_nothing",
        demand: "a refused call leaves the state byte for byte",
        judge: every_call::failed_call_changes_nothing,
    },
    Check {
        name: "call_is_repeatable",
        demand: "the same call on the same state gives the same answer and state",
        judge: every_call::call_is_repeatable,
    },
    Check {
        name: "schema_refuses",
        demand: "arguments that the schema refuses are answered `invalid_argument`",
        judge: schemas::schema_refuses,
    },
    Check {
        name: "schema_accepts",
        demand: "listed and bounded values that the schema accepts are not refused",
        judge: schemas::schema_accepts,
    },
    Check {
        name: "whole_numbers_have_one_meaning",
        demand: "25 and 25.0 are the same argument",
        judge: schemas::whole_numbers_have_one_meaning,
    },
    Check {
        name: "answer_fits_returns",
        demand: "an answer satisfies the schema of answers",
        judge: every_call::answer_fits_returns,
    },
    Check {
        name: "reads_change_nothing",
        demand: "a tool that reads, by its hint or its name, leaves the state as it was",
        judge: every_call::reads_change_nothing,
    },
    Check {
        name: "idempotent_hint_holds",
        demand: "a second call of an idempotent tool changes nothing more",
        judge: every_call::idempotent_hint_holds,
    },
    Check {
        name: "no_loss_unless_destructive",
        demand: "a tool that is said not to destroy, and is not called a deletion, removes nothing",
        judge: every_call::no_loss_unless_destructive,
    },
    Check {
        name: "get_gives_what_was_asked",
        demand: "reading one thing gives the one that was named",
        judge: reads::get_gives_what_was_asked,
    },
    Check {
        name: "answers_show_the_state",
        demand: "a row in an answer is the row in the state",
        judge: reads::answers_show_the_state,
    },
    Check {
        name: "created_can_be_got",
        demand: "what was created can be read, and is what was answered",
        judge: creations::created_can_be_got,
    },
    Check {
        name: "creation_leaves_a_trace",
        demand: "a creation that succeeds with new values changes the state",
        judge: creations::creation_leaves_a_trace,
    },
    Check {
        name: "created_is_listed",
        demand: "what was created is in the list of its kind",
        judge: creations::created_is_listed,
    },
    Check {
        name: "named_values_are_kept",
        demand: "a value given for a field of the same name is what the field holds",
        judge: writes::named_values_are_kept,
    },
    Check {
        name: "unnamed_values_stay",
        demand: "an update leaves the fields whose arguments are not given",
        judge: writes::unnamed_values_stay,
    },
    Check {
        name: "only_the_named_row_changes",
        demand: "an update of one row leaves its neighbours",
        judge: writes::only_the_named_row_changes,
    },
    Check {
        name: "stamps_move",
        demand: "a change moves the row's update stamp and never its creation stamp",
        judge: writes::stamps_move,
    },
    Check {
        name: "deleted_is_gone",
        demand: "what was deleted is gone or marked so, and cannot be read",
        judge: writes::deleted_is_gone,
    },
    Check {
        name: "only_related_rows_are_deleted",
        demand: "a deletion takes with it only what is linked to what was named",
        judge: writes::only_related_rows_are_deleted,
    },
    Check {
        name: "pages_partition_the_list",
        demand: "page by page, the list has every item once and in the same order",
        judge: pages::pages_partition_the_list,
    },
    Check {
        name: "filters_hold",
        demand: "a filtered list has exactly the items of the whole list that fit",
        judge: lists::filters_hold,
    },
    Check {
        name: "total_is_true",
        demand: "a list that nothing follows has as many items as its total says",
        judge: lists::total_is_true,
    },
    Check {
        name: "named_row_is_read",
        demand: "reading by the key of a row does not give another row of its table",
        judge: reads::named_row_is_read,
    },
    Check {
        name: "nothing_matches_nothing",
        demand: "words that are nowhere find nothing",
        judge: lists::nothing_matches_nothing,
    },
    Check {
        name: "answered_rows_are_kept",
        demand: "a write that answers with a new identifier has kept something",
        judge: creations::answered_rows_are_kept,
    },
    Check {
        name: "views_agree_with_rows",
        demand: "what shows a row, in part or with more, shows what the row holds",
        judge: shown_rows::views_agree_with_rows,
    },
    Check {
        name: "fields_hold_their_kind",
        demand: "a field of an answer holds an instant, address or link where every row's does",
        judge: shown_rows::fields_hold_their_kind,
    },
    Check {
        name: "readers_agree",
        demand: "two tools that show one thing show the same of it",
        judge: agreement::readers_agree,
    },
    Check {
        name: "rows_alike_are_listed",
        demand: "a list holds every row that nothing tells from those it holds",
        judge: list_members::rows_alike_are_listed,
    },
    Check {
        name: "only_written_rows_come_and_go",
        demand: "a creation brings nothing else into a list, a deletion takes nothing else out",
        judge: list_members::only_written_rows_come_and_go,
    },
    Check {
        name: "other_arguments_fields_stay",
        demand: "a write leaves the fields that only arguments which are not given set",
        judge: side_changes::other_arguments_fields_stay,
    },
    Check {
        name: "other_texts_stay",
        demand: "what people wrote stays in rows that a call does not speak of",
        judge: side_changes::other_texts_stay,
    },
];
