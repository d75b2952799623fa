//! `compoworld author`: lets an agent write services.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, ValueEnum};
use compoworld_chat::{Budget, Cassette, Chat, Meter, Prices, RecordingChat, Transcript};

use crate::author::{
    Author, Authored, Bench, Effort, Ended, Harness, Order, Protocol, ScriptedChat, Session,
    Written, author_corpus, author_service, table,
};
use crate::corpus::find_services;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::exit_code;
use crate::sandbox::{Network, Sandbox};

use super::author_inputs::order_of;
use super::interrupt::Interrupt;
use super::{Outcome, print_data};

/// Let an agent write a service's service.rs, from its spec, until its tests pass.
#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("who").args(["model", "harness", "script"]).required(true)),
    group(ArgGroup::new("what").args(["target", "all"]).required(true)),
    after_help = "\
The agent works in a copy of the folder, and starts from its service.rs or from the draft. Check,
contract tests and attack judge what it leaves; what they find goes back to it, until nothing is
found, the budget is spent or nothing gets better. A second session, which sees the tool list
alone, then writes cases (cases.json); a tool that still fails one is quarantined. The finished
folder is moved to its place in one step; nothing is moved otherwise.

What the agent wrote is built and run in a sandbox of bubblewrap: no network, nothing to read but
the toolchain, limits of memory, time and processes. Without bubblewrap a warning says so.

--model asks an OpenAI-compatible endpoint (OPENAI_BASE_URL, OPENAI_API_KEY). --harness runs a coding
agent of yours in the sandbox, in the service's folder, with the task in PROMPT.md:
  compoworld author help_desk/spec.json --harness 'pi -p @PROMPT.md' --allow-network \\
      --lend ~/.local/lib/node --pass OPENAI_API_KEY
  compoworld author help_desk/spec.json --harness 'pi --mode rpc --no-session' --protocol rpc \\
      --allow-network --pass OPENAI_API_KEY
The network is the agent's alone: what it writes is never built or tested with one. --script says the
turns of a file, for tests and for people who write by hand: one JSON object a line,
  {\"content\": \"..\", \"calls\": [{\"tool\": \"edit\", \"arguments\": {..}}], \"session\": \"author\"}

Exit codes: 0 when every service was finished, 1 otherwise.

Examples:
  compoworld author help_desk/spec.json --model my-model --out compiler/corpus
  compoworld author --all specs/ --jobs 2 --model my-model --cost-max 2 --price-prompt 0.5 \\
      --price-completion 1.5"
)]
pub(super) struct Arguments {
    /// The normalized spec, or the folder that holds it and perhaps a service.rs
    target: Option<PathBuf>,
    /// Author every `<domain>/<service>` of this folder that is not finished
    #[arg(long, value_name = "FOLDER")]
    all: Option<PathBuf>,
    /// How many services are authored at a time
    #[arg(long, value_name = "N", default_value_t = 1, requires = "all")]
    jobs: usize,
    /// The model's name at the endpoint
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// The model that writes the cases; the same one when not given
    #[arg(long, value_name = "NAME", requires = "model")]
    adversary: Option<String>,
    /// Keep what the models say in this file; what it holds is not asked again
    #[arg(long, value_name = "FILE", requires = "model", conflicts_with = "replay")]
    record: Option<PathBuf>,
    /// Take what the models say from this file
    #[arg(long, value_name = "FILE", requires = "model")]
    replay: Option<PathBuf>,
    /// A command that is run in the service's folder
    #[arg(long, value_name = "COMMAND")]
    harness: Option<String>,
    /// How the harness is talked to
    #[arg(long, value_enum, default_value_t = ProtocolName::Print, requires = "harness")]
    protocol: ProtocolName,
    /// Let the harness reach its model over the network
    #[arg(long, requires = "harness")]
    allow_network: bool,
    /// Let the harness read this file or folder; may be repeated
    #[arg(long, value_name = "PATH", requires = "harness")]
    lend: Vec<PathBuf>,
    /// Pass this variable on to the harness; may be repeated
    #[arg(long, value_name = "VARIABLE", requires = "harness")]
    pass: Vec<String>,
    /// A file of turns in the place of a model; with --all, a folder of `<service>.jsonl`
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Where the finished folders go: `<domain>/<service>` in this folder
    #[arg(long, value_name = "FOLDER", default_value = "compiler/corpus")]
    out: PathBuf,
    /// Where transcripts and records are kept
    #[arg(long, value_name = "FOLDER", default_value = "compoworld-out/author")]
    records: PathBuf,
    /// Leave out the session that writes cases
    #[arg(long)]
    no_cases: bool,
    #[command(flatten)]
    limits: Limits,
}

/// What one service may take.
#[derive(Debug, Args)]
struct Limits {
    /// Tokens, read and written, for a service
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    tokens_max: u64,
    /// Cost by the prices, for a service
    #[arg(long, value_name = "COST")]
    cost_max: Option<f64>,
    /// Seconds, for a service
    #[arg(long, value_name = "SECONDS", default_value_t = 3_600)]
    seconds_max: u64,
    /// The price of a million tokens read
    #[arg(long, value_name = "PRICE", default_value_t = 0.0)]
    price_prompt: f64,
    /// The price of a million tokens written
    #[arg(long, value_name = "PRICE", default_value_t = 0.0)]
    price_completion: f64,
    /// Rounds that an agent gets
    #[arg(long, value_name = "N", default_value_t = 12)]
    rounds_max: usize,
    /// Rounds in a row that may make nothing better
    #[arg(long, value_name = "N", default_value_t = 3)]
    stale_max: usize,
    /// Turns of a model in a round
    #[arg(long, value_name = "N", default_value_t = 60)]
    turns_max: usize,
    /// Calls that the attack gives a tool
    #[arg(long, value_name = "N", default_value_t = 100)]
    attack_budget: usize,
    /// Requests a minute to the endpoint
    #[arg(long, value_name = "N", requires = "model")]
    requests_per_minute: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ProtocolName {
    /// It is started with the task, and ends when it is done
    Print,
    /// pi's JSON lines on the standard streams
    Rpc,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let interrupt = Interrupt::listen();
    let orders = orders(arguments)?;
    let sandbox = Sandbox::find();
    if let Some(missing) = sandbox.missing() {
        eprintln!("WARNING: {missing}");
    }
    let bench = Bench::prepare(sandbox, &mut |line| {
        if line.starts_with("Compiling") {
            eprintln!("{line}");
        }
    })?;
    let author =
        |order: &Order, transcript: &Transcript| author_one(arguments, &bench, order, transcript);
    let done = |written: &Written| {
        let authoring = written.authoring();
        let (service, why) = (&authoring.service, authoring.why.lines().next());
        eprintln!("{service}: {}, {}", authoring.ended.word(), why.unwrap_or_default());
        interrupt.proceed()
    };
    let (written, faults) = author_corpus(&orders, arguments.jobs, &author, &done);
    print_data(&table(&written))?;
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let n_done = written.iter().filter(|one| one.authoring().ended == Ended::Success).count();
    match n_done == orders.len() {
        true => Ok(exit_code::OK),
        false if written.len() < orders.len() => Ok(exit_code::INTERRUPTED),
        false => Ok(exit_code::FAILED),
    }
}

/// What is to be authored.
fn orders(arguments: &Arguments) -> Result<Vec<Order>, Diagnostics> {
    let Arguments { out, records, .. } = arguments;
    let mut orders = Vec::new();
    if let Some(target) = &arguments.target {
        orders.push(order_of(target, out, records)?);
    }
    if let Some(corpus) = &arguments.all {
        for service in find_services(corpus)? {
            orders.push(order_of(&service.path, out, records)?);
        }
        if orders.is_empty() {
            let name = corpus.display().to_string();
            return Err(Diagnostic::new(Code::UnreadableFile, Place::file(&name))
                .message(format!("`{name}` has no services"))
                .help("name a folder that has `<domain>/<service>/spec.json`")
                .into());
        }
    }
    Ok(orders)
}

fn author_one(
    arguments: &Arguments,
    bench: &Bench,
    order: &Order,
    transcript: &Transcript,
) -> Result<Authored, Diagnostics> {
    let limits = &arguments.limits;
    let budget = Budget {
        calls_max: None,
        tokens_max: Some(limits.tokens_max),
        cost_max: limits.cost_max,
        seconds_max: Some(limits.seconds_max),
    };
    let prices = Prices {
        prompt_per_million: limits.price_prompt,
        completion_per_million: limits.price_completion,
    };
    let meter = Meter::new(budget, prices);
    let effort = Effort {
        stale_max: limits.stale_max,
        rounds_max: limits.rounds_max,
        turns_max: limits.turns_max,
        case_rounds_max: 2,
        attack_budget: limits.attack_budget,
        harness_s: limits.seconds_max,
    };
    let run = |author: Author<'_>| {
        let spec = (&order.spec, &*order.spec_text);
        let with = (&meter, transcript, bench);
        author_service(spec, order.model.clone(), author, effort, with).map_err(|error| {
            let place = Place::file(std::env::temp_dir().display().to_string());
            Diagnostic::new(Code::UnwritableFile, place)
                .message(format!("cannot work in the temporary folder: {error}"))
                .into()
        })
    };
    if let Some(command) = &arguments.harness {
        return run(Author::Harness(&harness(arguments, command)));
    }
    let (author, adversary) = models(arguments, order)?;
    run(Author::Models { author: &*author, adversary: adversary.as_deref() })
}

type Models = (Box<dyn Chat>, Option<Box<dyn Chat>>);

/// The model that writes the service, and the one that writes the cases.
fn models(arguments: &Arguments, order: &Order) -> Result<Models, Diagnostics> {
    if let Some(script) = &arguments.script {
        let path = match script.is_dir() {
            true => script.join(format!("{}.jsonl", order.spec.service)),
            false => script.clone(),
        };
        let author = ScriptedChat::read(&path, Session::Author)?;
        let adversary = ScriptedChat::read(&path, Session::Adversary)?;
        let adversary = (!arguments.no_cases && !adversary.is_empty()).then_some(adversary);
        return Ok((Box::new(author), adversary.map(|chat| Box::new(chat) as Box<dyn Chat>)));
    }
    let name = arguments.model.as_deref().unwrap_or_default();
    let author = model(arguments, name)?;
    let adversary = match arguments.no_cases {
        true => None,
        false => Some(model(arguments, arguments.adversary.as_deref().unwrap_or(name))?),
    };
    Ok((author, adversary))
}

fn model(arguments: &Arguments, name: &str) -> Result<Box<dyn Chat>, Diagnostics> {
    let fail = |path: Option<&Path>, message: String| -> Diagnostics {
        let place = path.map_or_else(|| name.to_owned(), |path| path.display().to_string());
        Diagnostic::new(Code::ModelUnusable, Place::file(place)).message(message).into()
    };
    if let Some(path) = &arguments.replay {
        let cassette = Cassette::open(path).map_err(|error| fail(Some(path), error.to_string()))?;
        return Ok(Box::new(cassette));
    }
    let endpoint = super::author_inputs::endpoint(name, arguments.limits.requests_per_minute)
        .map_err(|error| fail(None, error.to_string()))?;
    match &arguments.record {
        None => Ok(endpoint),
        Some(path) => RecordingChat::open(endpoint, path)
            .map(|chat| Box::new(chat) as Box<dyn Chat>)
            .map_err(|error| fail(Some(path), error.to_string())),
    }
}

fn harness(arguments: &Arguments, command: &str) -> Harness {
    Harness {
        command: command.to_owned(),
        protocol: match arguments.protocol {
            ProtocolName::Print => Protocol::Print,
            ProtocolName::Rpc => Protocol::Rpc,
        },
        network: if arguments.allow_network { Network::Shared } else { Network::None },
        // What is not there is told by the sandbox, when it is started.
        lent: arguments.lend.iter().filter_map(|path| std::path::absolute(path).ok()).collect(),
        variables: arguments.pass.clone(),
    }
}
