//! Over a folder of real tool lists beside the repository, when there is one: every list is
//! normalized or refused with a code, and meaning is kept.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use compoworld::spec::{from_json, to_json};
use support::meaning::{Comparison, compare};
use support::normalized;

#[test]
fn every_shared_list_normalizes_and_keeps_its_meaning() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/specs");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there is no folder {}", folder.display());
        return;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();

    let mut sum = Comparison::default();
    let mut refused = Vec::new();
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    for path in &paths {
        let label = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("the folder's lists are UTF-8");
        match normalized(&text) {
            Ok((list, spec, diagnostics)) => {
                assert_eq!(from_json(&to_json(&spec)).expect("reads back"), spec, "{label}");
                for one in diagnostics.iter() {
                    *codes.entry(format!("{} {}", one.code, one.code.title())).or_default() += 1;
                }
                compare(&label, &list, &spec, &diagnostics, 8, &mut sum);
            }
            Err(diagnostics) => refused.push(format!("{label}: {diagnostics}")),
        }
    }
    let disagreements = std::mem::take(&mut sum.disagreements);
    eprintln!("{} lists, {} refused: {refused:#?}", paths.len(), refused.len());
    eprintln!("{sum:?}");
    let mut codes: Vec<_> = codes.into_iter().collect();
    codes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (code, count) in codes {
        eprintln!("{count:6} {code}");
    }
    assert!(
        disagreements.is_empty(),
        "{} disagree: {:#?}",
        disagreements.len(),
        &disagreements[..disagreements.len().min(20)]
    );
    assert!(refused.len() * 50 <= paths.len(), "more than one in fifty is refused");
}
