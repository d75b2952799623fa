//! A workspace with the members that this repository's own has, and what must hold in it after a
//! run that did not end by itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::crates::{Crates, crates_in, names_in, write_crates};

/// A temporary workspace.
pub struct Workspace(TempDir);

impl Workspace {
    /// With these generated crates, or without the folder when there are none.
    pub fn with(crates: &Crates) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        fs::write(root.join("Cargo.toml"), manifest()).expect("a manifest can be written");
        fs::create_dir(root.join("core")).expect("a folder can be made");
        fs::write(root.join("core/lib.rs"), "").expect("a source can be written");
        fs::write(
            root.join("core/Cargo.toml"),
            "[package]\nname = \"compoworld-core\"\n[lib]\npath = \"lib.rs\"\n",
        )
        .expect("a manifest can be written");
        write_crates(&root.join("generated"), crates);
        Self(folder)
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn crates(&self) -> Crates {
        crates_in(&self.root().join("generated"))
    }

    /// What a run left that did not end by itself.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        let mut names = names_in(self.root());
        names.retain(|name| name.to_string_lossy().starts_with('.'));
        names
    }

    /// Every crate is wholly one of `before` or wholly one of `after`, and the catalog lists crates
    /// that are there. Returns them.
    pub fn assert_whole(&self, before: &Crates, after: &Crates) -> Crates {
        let crates = self.crates();
        for (path, files) in &crates {
            if path != Path::new("catalog") {
                let is_whole = [before, after].iter().any(|known| known.get(path) == Some(files));
                assert!(is_whole, "{} is neither old nor new: {files:#?}", path.display());
            }
        }
        let Some(catalog) = crates.get(Path::new("catalog")) else {
            assert!(crates.is_empty(), "crates without a catalog: {:?}", crates.keys());
            return crates;
        };
        let text = |name: &str| String::from_utf8_lossy(&catalog[Path::new(name)]).into_owned();
        let (manifest, source) = (text("Cargo.toml"), text("lib.rs"));
        let paths: Vec<&str> = manifest
            .lines()
            .filter_map(|line| line.split("\"../").nth(1)?.split('"').next())
            .collect();
        for path in &paths {
            assert!(crates.contains_key(Path::new(path)), "the catalog lists {path}");
        }
        assert_eq!(source.matches("::SERVICE").count(), paths.len(), "{source}");
        crates
    }

    /// Cargo takes the workspace for one.
    pub fn assert_loads(&self) {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
            .current_dir(self.root())
            .output()
            .expect("cargo starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// A manifest with the generated members of this repository's own.
fn manifest() -> String {
    let own = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"))
        .expect("the workspace has a manifest");
    let members: Vec<&str> =
        own.lines().filter(|line| line.starts_with("    \"generated/")).collect();
    assert!(!members.is_empty(), "the workspace has generated members");
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\n    \"core\",\n{}\n]\n\
         [workspace.package]\nversion = \"0.1.0\"\nedition = \"2024\"\nlicense = \"MIT\"\n\
         publish = false\n[workspace.lints.rust]\n\
         [workspace.dependencies]\ncompoworld-core = {{ path = \"core\" }}\nserde_json = \"1\"\n",
        members.join("\n")
    )
}
