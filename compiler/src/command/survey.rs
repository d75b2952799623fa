//! `compoworld draft --survey`: drafts every list of a folder and says what became of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::draft::{Surveyed, draft, survey_table};
use crate::exit_code;
use crate::normalize::{Options, normalize, service_name_from};
use crate::pipeline::{Inputs, compile};
use crate::read::{Input, read_text};
use crate::spec::{Spec, to_json};
use crate::write_atomic::write_atomic;

use super::{Outcome, print_data};

/// The column of `INDEX.tsv` with the file's stem.
const STEM: usize = 0;
/// The column of `INDEX.tsv` with the domain.
const DOMAIN: usize = 2;

pub(super) fn run(folder: &Path, into: Option<&Path>, lists: bool) -> Outcome {
    let paths = lists_of(folder)?;
    let domains = domains_of(folder);
    let bar = super::corpus::progress(paths.len(), "drafting");
    let (mut all, mut refused, mut listing) = (Vec::new(), Vec::new(), String::new());
    for path in &paths {
        bar.inc(1);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let domain = domains.get(&stem).map_or("general", String::as_str);
        let Some(spec) = spec_of(path, &stem, domain) else {
            refused.push(stem);
            continue;
        };
        let draft = draft(&spec);
        let fault = fault_of(&spec, &draft.text);
        if let Some(fault) = &fault {
            listing.push_str(&format!("{stem}: does not compile: {fault}\n"));
        }
        if lists {
            for (tool, doubt) in &draft.doubts {
                let (reason, why) = (doubt.reason.as_str(), &doubt.why);
                listing.push_str(&format!("{stem}\t{tool}\t{reason}\t{why}\n"));
            }
        }
        if let Some(into) = into {
            let place = into.join(&spec.domain).join(&spec.service);
            write_atomic(&place.join("spec.json"), to_json(&spec).as_bytes())?;
            write_atomic(&place.join("service.rs"), draft.text.as_bytes())?;
        }
        all.push(Surveyed { domain: spec.domain.clone(), draft, fault });
    }
    bar.finish_and_clear();
    print_data(&listing)?;
    print_data(&survey_table(&all))?;
    print_data(&format!("lists that do not normalize: {}\n", refused.len()))?;
    let is_sound = all.iter().all(|one| one.fault.is_none());
    Ok(if is_sound { exit_code::OK } else { exit_code::FAILED })
}

fn lists_of(folder: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    let entries = std::fs::read_dir(folder).map_err(|error| {
        let name = folder.display().to_string();
        Diagnostics::from(
            Diagnostic::new(Code::UnreadableFile, Place::file(&name))
                .message(format!("cannot read `{name}`: {error}")),
        )
    })?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    Ok(paths)
}

/// The domain of each list by its file's stem, as the folder's index has it.
fn domains_of(folder: &Path) -> BTreeMap<String, String> {
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).unwrap_or_default();
    let rows = index.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let domain = crate::normalize::words::snake(cells.get(DOMAIN)?);
        Some(((*cells.get(STEM)?).to_owned(), domain))
    })
    .collect()
}

fn spec_of(path: &Path, stem: &str, domain: &str) -> Option<Spec> {
    let text = std::fs::read_to_string(path).ok()?;
    match read_text(&text).ok()?.0 {
        Input::Normalized(spec) => Some(*spec),
        Input::Raw(list) => {
            let service = service_name_from(stem).unwrap_or_else(|| "service".to_owned());
            normalize(list, &Options::new(service, domain)).ok().map(|(spec, _)| spec)
        }
    }
}

/// The first thing that the compiler says against the draft.
fn fault_of(spec: &Spec, text: &str) -> Option<String> {
    let inputs = Inputs {
        spec_file: "spec.json".to_owned(),
        spec: to_json(spec),
        model_file: "service.rs".to_owned(),
        model: text.to_owned(),
    };
    let diagnostics = compile(&inputs).err()?;
    diagnostics.iter().next().map(ToString::to_string)
}
