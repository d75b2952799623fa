//! `compoworld normalize`: turns a saved tool list into a normalized spec.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place, SourceMap};
use crate::exit_code;
use crate::normalize::{Envelopes, Options, Pass, dump, normalize, service_name_from};
use crate::read::{Input, RawList, read_file, read_text};
use crate::spec::{Spec, to_json};
use crate::write_atomic::write_atomic;

use super::{Failure, Notes, Outcome, print_data, report};

/// Turn a saved list of tools into a normalized spec.
#[derive(Debug, Args)]
#[command(after_help = "\
The list may be an answer to `tools/list`, a bare array of tools, a JSON-RPC response, an MCPB or
DXT manifest, or a spec that was normalized before (which comes out unchanged).

What is repaired, dropped or cannot be kept is told on standard error: notes for repairs that keep
the meaning or are meant, warnings where more or other arguments are accepted than before.

Examples:
  compoworld normalize tools.json --service help_desk --domain support --out spec.json
  compoworld normalize tools.json --dump shape-root
  compoworld harvest -- some-server | compoworld normalize - --service some_service")]
pub(super) struct Arguments {
    /// The list; `-` reads standard input
    list: PathBuf,
    /// The service's name in snake case; taken from the list or the file's name when absent
    #[arg(long, value_name = "NAME")]
    service: Option<String>,
    /// The domain's name in snake case [default: general]
    #[arg(long, value_name = "NAME")]
    domain: Option<String>,
    /// The service's name for people; made from its name when absent
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Where to write the spec; standard output when absent
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep a parameter that looks like a credential, transport or filler; may be repeated
    #[arg(long = "keep-parameter", value_name = "NAME")]
    keep_parameters: Vec<String>,
    /// Leave `{path, query, body}` and `{params}` envelopes as they are
    #[arg(long)]
    keep_envelopes: bool,
    /// List each note instead of counting them
    #[arg(long)]
    notes: bool,
    /// Print what the pipeline holds after a pass, and stop
    #[arg(long, value_name = "PASS")]
    dump: Option<DumpPass>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DumpPass {
    /// The list as read
    Read,
    /// References written out, still JSON
    ResolveRefs,
    /// Schemas in the subset
    BuildSchema,
    /// Parameters as the tools will have them
    ShapeRoot,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut sources = SourceMap::new();
    let file = arguments.list.display().to_string();
    match normalize_file(arguments, &file, &mut sources) {
        Ok((text, diagnostics)) => {
            match &arguments.out {
                Some(path) => write_atomic(path, text.as_bytes())?,
                None => print_data(&text)?,
            }
            let notes = if arguments.notes { Notes::Listed } else { Notes::Counted };
            report(&diagnostics, &sources, notes);
            Ok(exit_code::OK)
        }
        Err(diagnostics) => Err(Failure { diagnostics: diagnostics.in_file(&file), sources }),
    }
}

fn normalize_file(
    arguments: &Arguments,
    file: &str,
    sources: &mut SourceMap,
) -> Result<(String, Diagnostics), Diagnostics> {
    let (input, mut diagnostics) = if arguments.list == Path::new("-") {
        read_standard_input(file, sources)?
    } else {
        read_file(&arguments.list, sources)?
    };
    let list = match input {
        Input::Raw(list) => list,
        Input::Normalized(spec) => {
            return Ok((to_json(&renamed(*spec, arguments)?), diagnostics));
        }
    };
    let options = options(arguments, &list)?;
    if let Some(pass) = arguments.dump {
        let pass = match pass {
            DumpPass::Read => Pass::Read,
            DumpPass::ResolveRefs => Pass::ResolveRefs,
            DumpPass::BuildSchema => Pass::BuildSchema,
            DumpPass::ShapeRoot => Pass::ShapeRoot,
        };
        return Ok((dump(list, &options, pass), diagnostics));
    }
    let (spec, rest) = normalize(list, &options)?;
    diagnostics.append(rest.in_file(file));
    Ok((to_json(&spec), diagnostics))
}

fn read_standard_input(
    file: &str,
    sources: &mut SourceMap,
) -> Result<(Input, Diagnostics), Diagnostics> {
    let mut text = String::new();
    std::io::stdin().lock().read_to_string(&mut text).map_err(|error| {
        Diagnostic::new(Code::UnreadableFile, Place::file(file))
            .message(format!("cannot read standard input: {error}"))
    })?;
    let outcome = read_text(&text);
    sources.insert(file, text);
    match outcome {
        Ok((input, diagnostics)) => Ok((input, diagnostics.in_file(file))),
        Err(diagnostics) => Err(diagnostics.in_file(file)),
    }
}

/// A normalized spec with the names given on the command line, if any.
fn renamed(mut spec: Spec, arguments: &Arguments) -> Result<Spec, Diagnostics> {
    if let Some(service) = &arguments.service {
        spec.service.clone_from(service);
    }
    if let Some(domain) = &arguments.domain {
        spec.domain.clone_from(domain);
    }
    if let Some(title) = &arguments.title {
        spec.title.clone_from(title);
    }
    // Writing and reading back applies the checks that a spec must pass.
    crate::spec::from_json(&to_json(&spec))
}

fn options(arguments: &Arguments, list: &RawList) -> Result<Options, Diagnostics> {
    let service = match &arguments.service {
        Some(service) => service.clone(),
        None => guess_service(&arguments.list, list).ok_or_else(|| {
            Diagnostic::new(
                Code::InvalidServiceName,
                Place::file(arguments.list.display().to_string()),
            )
            .message("neither the list nor its file name gives the service a name")
            .help("name it with `--service NAME`")
        })?,
    };
    let domain = arguments.domain.clone().unwrap_or_else(|| "general".to_owned());
    Ok(Options {
        title: arguments.title.clone(),
        keep_parameters: arguments.keep_parameters.iter().cloned().collect(),
        envelopes: if arguments.keep_envelopes { Envelopes::Keep } else { Envelopes::Open },
        ..Options::new(service, domain)
    })
}

/// The list's own name, or its file's, or its folder's when the file is called like any other.
fn guess_service(path: &Path, list: &RawList) -> Option<String> {
    let file = path.file_stem().and_then(|stem| stem.to_str());
    let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    let telling = file.filter(|stem| {
        !["tools", "tools-list", "tools_list", "spec", "manifest", "-"].contains(stem)
    });
    [list.server.name.as_deref(), telling, folder].into_iter().flatten().find_map(service_name_from)
}
