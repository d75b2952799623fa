//! Step `settle_verb`: settles verbs that say little by themselves, and that the rest of the name,
//! the arguments or the hints make clear.

use crate::spec::Tool;

use super::name_rows::owner_argument;
use super::read_intent::Intent;
use super::verbs::Act;

/// Verbs that put one row to another: `attach_contact_to_company`.
const JOINS: &[&str] = &["associate", "attach", "connect", "link"];

/// Verbs that take it away again.
const PARTS: &[&str] = &["detach", "disassociate", "disconnect", "unlink"];

/// Verbs that show rows, where the server says that the tool only reads.
const SHOWS: &[&str] = &["discover", "display", "explore", "poll", "track"];

/// Settles the verb.
pub fn settle_verb(tool: &Tool, intent: &mut Intent) {
    let verb = intent.verb.as_str();
    if is_pair(tool, intent) && JOINS.contains(&verb) {
        intent.act = Act::Create;
        intent.verb = "add".to_owned();
        intent.joint = Some("to".to_owned());
    } else if is_pair(tool, intent) && PARTS.contains(&verb) {
        intent.act = Act::Delete;
        intent.verb = "remove".to_owned();
        intent.joint = Some("from".to_owned());
    } else if SHOWS.contains(&verb) && tool.hints.read_only == Some(true) && !intent.noun.is_empty()
    {
        intent.act = if intent.plural { Act::List } else { Act::Get };
    }
}

/// Whether the name speaks of two things and the call names a row of each.
fn is_pair(tool: &Tool, intent: &Intent) -> bool {
    let is_joined = matches!(intent.joint.as_deref(), Some("to" | "with" | "from"));
    if !is_joined || intent.owner.is_empty() {
        return false;
    }
    let holder = owner_argument(tool, &intent.owner.join("_"));
    let member = owner_argument(tool, &intent.noun.join("_"));
    holder.is_some() && member.is_some() && holder != member
}
