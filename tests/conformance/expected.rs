//! How each scenario of the suite ends, and why those do not apply that do not.

/// A row of the table.
pub struct Expected {
    pub scenario: &'static str,
    pub outcome: Outcome,
}

/// How a scenario ends.
pub enum Outcome {
    /// Every check of it succeeds.
    Passes,
    /// No check fails, but the suite would have it otherwise.
    WarnedOf(&'static str),
    /// Checks fail, since the server does not offer what they are about.
    DoesNotApply(&'static str),
}

impl Outcome {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::WarnedOf(_) => "warned of",
            Self::DoesNotApply(_) => "does not apply",
        }
    }

    /// Why the scenario does not simply pass.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Passes => "",
            Self::WarnedOf(reason) | Self::DoesNotApply(reason) => reason,
        }
    }
}

const fn passes(scenario: &'static str) -> Expected {
    Expected { scenario, outcome: Outcome::Passes }
}

const fn warned(scenario: &'static str, why: &'static str) -> Expected {
    Expected { scenario, outcome: Outcome::WarnedOf(why) }
}

const fn not(scenario: &'static str, why: &'static str) -> Expected {
    Expected { scenario, outcome: Outcome::DoesNotApply(why) }
}

const ANSWERS: &str = "a tool's answer is JSON, in one convention for every service: no media";
const AT_ONCE: &str = "a call is one step of a world, done in microseconds: nothing to report";
const NO_QUESTIONS: &str = "a tool answers from its arguments and its state, and asks nobody back";
const NO_LOG: &str = "calls are kept in trajectories; clients are sent no log";
const ONE_TASK: &str = "the one prompt and the one resource are the task";
const NO_COMPLETION: &str = "the prompt takes no arguments that could be completed";
const NO_JOBS: &str =
    "an extension for calls that run as jobs; here they are done when they return";
const REWRITTEN: &str = "schemas are normalized to the keywords that calls are checked by, with the \
                         same meaning: definitions are written out, and `if` as unions";
const NO_HEADERS: &str = "no argument of a tool is meant for a header";
const NO_CAPABILITY: &str = "no tool needs a capability of the client";

/// The revision of 2025-11-25.
pub const WITH_SESSIONS: &[Expected] = &[
    passes("server-initialize"),
    passes("ping"),
    passes("tools-list"),
    passes("tools-call-simple-text"),
    passes("tools-call-error"),
    passes("server-sse-multiple-streams"),
    passes("server-session-lifecycle"),
    passes("dns-rebinding-protection"),
    passes("resources-list"),
    passes("prompts-list"),
    not("tools-call-image", ANSWERS),
    not("tools-call-audio", ANSWERS),
    not("tools-call-embedded-resource", ANSWERS),
    not("tools-call-mixed-content", ANSWERS),
    not("tools-call-with-logging", NO_LOG),
    not("logging-set-level", NO_LOG),
    not("tools-call-with-progress", AT_ONCE),
    not("server-sse-polling", AT_ONCE),
    not("tools-call-sampling", NO_QUESTIONS),
    not("tools-call-elicitation", NO_QUESTIONS),
    not("elicitation-sep1034-defaults", NO_QUESTIONS),
    not("elicitation-sep1330-enums", NO_QUESTIONS),
    not("completion-complete", NO_COMPLETION),
    not("resources-read-text", ONE_TASK),
    not("resources-read-binary", ONE_TASK),
    not("resources-templates-read", ONE_TASK),
    not("resources-subscribe", ONE_TASK),
    not("resources-unsubscribe", ONE_TASK),
    not("prompts-get-simple", ONE_TASK),
    not("prompts-get-with-args", ONE_TASK),
    not("prompts-get-embedded-resource", ONE_TASK),
    not("prompts-get-with-image", ONE_TASK),
    not("json-schema-2020-12", REWRITTEN),
];

/// The revision of 2026-07-28.
pub const WITHOUT_SESSIONS: &[Expected] = &[
    passes("tools-list"),
    passes("tools-call-simple-text"),
    passes("tools-call-error"),
    passes("server-sse-multiple-streams"),
    passes("dns-rebinding-protection"),
    passes("caching"),
    passes("http-header-validation"),
    passes("resources-list"),
    passes("prompts-list"),
    passes("sep-2164-resource-not-found"),
    passes("tasks-status-notifications"),
    passes("input-required-result-unsupported-methods"),
    passes("input-required-result-ignore-extra-params"),
    warned("input-required-result-missing-input-response", NO_QUESTIONS),
    warned("input-required-result-validate-input", NO_QUESTIONS),
    not("server-stateless", NO_CAPABILITY),
    not("tools-call-image", ANSWERS),
    not("tools-call-audio", ANSWERS),
    not("tools-call-embedded-resource", ANSWERS),
    not("tools-call-mixed-content", ANSWERS),
    not("tools-call-with-progress", AT_ONCE),
    not("completion-complete", NO_COMPLETION),
    not("resources-read-text", ONE_TASK),
    not("resources-read-binary", ONE_TASK),
    not("resources-templates-read", ONE_TASK),
    not("prompts-get-simple", ONE_TASK),
    not("prompts-get-with-args", ONE_TASK),
    not("prompts-get-embedded-resource", ONE_TASK),
    not("prompts-get-with-image", ONE_TASK),
    not("input-required-result-basic-elicitation", NO_QUESTIONS),
    not("input-required-result-basic-sampling", NO_QUESTIONS),
    not("input-required-result-basic-list-roots", NO_QUESTIONS),
    not("input-required-result-request-state", NO_QUESTIONS),
    not("input-required-result-multiple-input-requests", NO_QUESTIONS),
    not("input-required-result-multi-round", NO_QUESTIONS),
    not("input-required-result-non-tool-request", NO_QUESTIONS),
    not("input-required-result-result-type", NO_QUESTIONS),
    not("input-required-result-tampered-state", NO_QUESTIONS),
    not("input-required-result-capability-check", NO_QUESTIONS),
    not("tasks-lifecycle", NO_JOBS),
    not("tasks-capability-negotiation", NO_JOBS),
    not("tasks-wire-fields", NO_JOBS),
    not("tasks-request-state-removal", NO_JOBS),
    not("tasks-mrtr-input", NO_JOBS),
    not("tasks-request-headers", NO_JOBS),
    not("tasks-dispatch-and-envelope", NO_JOBS),
    not("tasks-required-task-error", NO_JOBS),
    not("tasks-mrtr-composition", NO_JOBS),
    not("json-schema-2020-12", REWRITTEN),
    not("http-custom-header-server-validation", NO_HEADERS),
];
