//! Reads real tool lists, normalizes them, and drafts their services.

use crate::diagnostics::Diagnostics;
use crate::draft::draft;
use crate::normalize::{Options, normalize};
use crate::read::{Input, read_text};
use crate::spec::to_json;
use crate::write_atomic::write_atomic;

use super::session::Session;

/// Tool lists of real servers: names, types and constraints as they are, without their prose.
const LISTS: [(&str, &str, &str); 4] = [
    ("memory", "agents_memory", include_str!("lists/memory.json")),
    ("linear", "productivity", include_str!("lists/linear.json")),
    ("zendesk", "crm_sales", include_str!("lists/zendesk.json")),
    ("hubspot", "crm_sales", include_str!("lists/hubspot.json")),
];

pub(super) fn read_and_draft(session: &mut Session) -> Result<(), Diagnostics> {
    session.phase("Read, normalize, draft", |session, say| {
        let (mut n_tools, mut n_notes, mut n_declared) = (0, 0, 0);
        for (service, domain, text) in LISTS {
            say(service);
            let (input, notes) = read_text(text)?;
            n_notes += notes.iter().count();
            let spec = match input {
                Input::Normalized(spec) => *spec,
                Input::Raw(list) => {
                    let (spec, notes) = normalize(list, &Options::new(service, domain))?;
                    n_notes += notes.iter().count();
                    spec
                }
            };
            let draft = draft(&spec);
            write_atomic(&session.file(&format!("drafts/{service}/spec.json")), to_json(&spec).as_bytes())?;
            write_atomic(&session.file(&format!("drafts/{service}/service.rs")), draft.text.as_bytes())?;
            n_tools += spec.tools.len();
            n_declared += draft.n_declared;
        }
        Ok(format!(
            "{} lists, {n_tools} tools, {n_notes} repairs noted; {n_declared} declared by the draft",
            LISTS.len()
        ))
    })
}
