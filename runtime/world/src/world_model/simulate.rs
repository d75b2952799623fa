//! A call that the world model answers: proposals are asked for until one is sound.

use std::sync::Arc;

use compoworld_core::{ErrorCode, Tool, ToolError, write_json_value};
use serde_json::Value;

use crate::call_tool::failed;
use crate::environment::{Environment, Member};
use crate::event::Answer;
use crate::tool_view::MetaTool;
use crate::world_model::apply_patch::{is_empty_patch, patched_state};
use crate::world_model::{Cause, NoProposal, Proposal, Refusal, SimulatedCall};

/// How often a proposal may be refused before the call fails.
const REFUSALS_MAX: usize = 3;

impl Environment {
    /// Whether this call may have to wait for a world model that takes its time. Other calls are a
    /// matter of microseconds.
    #[must_use]
    pub fn may_wait(&self, tool: &str, arguments: &str) -> bool {
        if !self.world_model.may_wait() {
            return false;
        }
        match MetaTool::of_name(tool) {
            None => self.may_be_left_to_model(tool),
            Some(MetaTool::CallTool) => {
                let arguments: Option<Value> = serde_json::from_str(arguments).ok();
                let inner = arguments.as_ref().and_then(|arguments| arguments["tool"].as_str());
                inner.is_some_and(|inner| self.may_be_left_to_model(inner))
            }
            Some(_) => false,
        }
    }

    fn may_be_left_to_model(&self, tool: &str) -> bool {
        let found = self.find_tool(tool);
        found.is_ok_and(|(position, tool)| {
            tool.may_be_simulated() || self.is_quarantined(position, tool)
        })
    }

    /// Lets the world model answer a call. Its proposal takes effect whole or not at all.
    pub(crate) fn simulate(
        &mut self,
        position: usize,
        tool: &'static Tool,
        arguments: &Value,
        cause: Cause,
    ) -> Answer {
        let deed = match tool.admit(arguments) {
            Ok(deed) => deed,
            Err(error) => return failed(error),
        };
        let world_model = Arc::clone(&self.world_model);
        let seed = self.seed();
        let member = self.member(position);
        let mut refused = Vec::new();
        while refused.len() < REFUSALS_MAX {
            let call = SimulatedCall {
                service: member.instance.service(),
                alias: &member.alias,
                tool: deed,
                arguments,
                cause,
                state: member.instance.state(),
                seed,
                now: member.instance.now(),
            };
            let proposal = match world_model.propose(&call, &refused) {
                Ok(proposal) => proposal,
                Err(NoProposal::Failed(error)) => return failed(error),
                Err(NoProposal::Unreadable(refusal)) => {
                    refused.push(refusal);
                    continue;
                }
            };
            match take_up(member, deed, &proposal) {
                Ok(wrote) => {
                    self.simulated_calls += 1;
                    return answer(proposal.outcome, wrote);
                }
                Err(faults) => refused.push(Refusal { said: proposal.said, faults }),
            }
        }
        let last = refused.last().map(|refusal| refusal.faults.join("; ")).unwrap_or_default();
        world_model.give_up(&call_fault(tool, &last));
        failed(ToolError::new(
            ErrorCode::Unavailable,
            format!("`{}` cannot answer now; nothing was changed", tool.name),
        ))
    }
}

fn call_fault(tool: &Tool, last: &str) -> String {
    format!("{REFUSALS_MAX} proposals for `{}` were refused, the last because {last}", tool.name)
}

/// Gives a proposal effect, and tells whether it changed the state; or tells every fault, and
/// changes nothing.
fn take_up(member: &mut Member, tool: &Tool, proposal: &Proposal) -> Result<bool, Vec<String>> {
    let is_empty = is_empty_patch(&proposal.patch);
    match &proposal.outcome {
        Err(_) if is_empty => return Ok(false),
        Err(_) => {
            return Err(vec!["a call that fails changes nothing: leave `patch` empty".into()]);
        }
        Ok(_) => {}
    }
    if is_empty {
        return Ok(false);
    }
    if tool.hints.read_only == Some(true) {
        return Err(vec!["this tool only reads: leave `patch` empty".into()]);
    }
    let Some(state) = patched_state(&member.instance, &proposal.patch)? else { return Ok(false) };
    let replaced = member.instance_mut().replace_state(state);
    replaced.map(|()| true).map_err(|error| vec![error.message])
}

fn answer(outcome: Result<Value, ToolError>, wrote: bool) -> Answer {
    match outcome {
        Err(error) => Answer { simulated: true, ..failed(error) },
        Ok(data) => {
            let mut text = String::from("{\"ok\":true,\"data\":");
            write_json_value(&data, &mut text);
            text.push_str(",\"simulated\":true}");
            Answer { text, error: None, wrote, simulated: true }
        }
    }
}
