//! The crates of a folder of generated crates, as they lie there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder by their paths in it.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// The crates of a folder by theirs: `catalog`, and `<domain>/<service>`.
pub type Crates = BTreeMap<PathBuf, Files>;

/// Every crate in `generated`; none when it is not there. Nothing but crates may lie there.
pub fn crates_in(generated: &Path) -> Crates {
    let mut crates = Crates::new();
    for name in names_in(generated) {
        if name == Path::new("catalog") {
            crates.insert(name.clone(), files_in(&generated.join(name)));
            continue;
        }
        for service in names_in(&generated.join(&name)) {
            let path = name.join(service);
            let files = files_in(&generated.join(&path));
            assert!(files.contains_key(Path::new("Cargo.toml")), "no crate: {}", path.display());
            crates.insert(path, files);
        }
    }
    crates
}

/// Writes crates to where [`crates_in`] finds them.
pub fn write_crates(generated: &Path, crates: &Crates) {
    for (path, files) in crates {
        for (name, bytes) in files {
            let file = generated.join(path).join(name);
            fs::create_dir_all(file.parent().expect("it lies in a folder"))
                .expect("a folder can be made");
            fs::write(file, bytes).expect("a file can be written");
        }
    }
}

/// The names of what lies in a folder.
pub fn names_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<PathBuf> = entries.map(|entry| entry.file_name().into()).collect();
    names.sort();
    names
}

fn files_in(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inside) = open.pop() {
        for name in names_in(&folder.join(&inside)) {
            let path = inside.join(name);
            let full = folder.join(&path);
            if full.is_dir() {
                open.push(path);
            } else {
                files.insert(path, fs::read(full).expect("a file can be read"));
            }
        }
    }
    files
}
