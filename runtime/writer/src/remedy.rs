//! What to do about a task that the gate refuses, in a line: a model that is only told what is
//! wrong guesses.

use compoworld_world::gate::RejectionReason;

/// What mends a task that is refused for this reason.
pub(crate) const fn remedy(reason: RejectionReason) -> &'static str {
    match reason {
        RejectionReason::NotPreparable => "correct the rubric or the rows that it names",
        RejectionReason::NoGoal => "add a criterion of kind `goal` for what the task changes",
        RejectionReason::NoGuard => {
            "add a criterion of kind `guard` with `only_changed` and the paths that may change"
        }
        RejectionReason::GoalHoldsAtStart => {
            "check something that the reference changes, or set up other rows"
        }
        RejectionReason::GuardBrokenAtStart => "a guard must hold before anything is done",
        RejectionReason::ReferenceFails => "try the call with `call_tool`, then correct the step",
        RejectionReason::ReferenceIsSimulated => {
            "use only tools that the service itself answers; leave this one out"
        }
        RejectionReason::NotReproducible | RejectionReason::OtherGoal => {
            "report it: a service answers two equal runs differently"
        }
        RejectionReason::GoalMissed => {
            "read the final state with `read_state` after the calls, and check what is there"
        }
        RejectionReason::GuardBrokenByReference => {
            "add the path that the message names to `only_changed`, or leave the write out"
        }
        RejectionReason::WrongProvenance => {
            "give the pointer into `data` of the step's answer, or leave the source out to have it \
             found"
        }
        RejectionReason::ValueInInstruction => {
            "say in the instruction how to find the value, not the value"
        }
        RejectionReason::StepNotNeeded => "leave the step out, or add a goal that only it reaches",
        RejectionReason::ExtraWritePasses => {
            "let one guard be `only_changed` with exactly the paths that the reference changes"
        }
        RejectionReason::ExtraReadFails => "let no check depend on how many calls were made",
        RejectionReason::OtherOrderFails => {
            "let no check name a key or a time that the service gives by itself; look the row up by \
             its content with `exists`"
        }
    }
}
