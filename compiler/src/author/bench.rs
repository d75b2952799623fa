//! The bench: builds and tries one service outside the workspace, inside the sandbox.
//!
//! What the runtime program was linked from lies in cargo's target folder, built from sources that
//! are trusted. Beside it a service needs three runs of `rustc`: its crate, its contract tests, and
//! the runtime program with it as the only service. So nothing that an agent wrote is ever run by
//! cargo, and everything but the service's own folder can be read only.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::corpus::ServiceOutput;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Place};
use crate::emit::{Files, crate_name};
use crate::programs::{Program, build_messages, is_release, workspace_root};
use crate::sandbox::{Confinement, Finished, Limits, Sandbox, run_confined};
use crate::verify::{Attacked, TestResult, read_attack, read_results};

/// Everything that is needed to build a service, and was built before.
#[derive(Debug)]
pub struct Bench {
    sandbox: Sandbox,
    rustc: PathBuf,
    sysroot: PathBuf,
    /// The folder of the built crates.
    deps: PathBuf,
    /// Folders of libraries that are no crates.
    natives: Vec<PathBuf>,
    /// The crates that emitted code and the program name, by name.
    externs: BTreeMap<&'static str, PathBuf>,
}

/// The crates that emitted code and the runtime program name.
const EXTERNS: [&str; 4] =
    ["compoworld_core", "compoworld_command", "compoworld_world", "serde_json"];

/// A built crate of a service.
#[derive(Debug)]
pub struct BuiltService {
    folder: PathBuf,
    domain: String,
    service: String,
    /// The service's crate, as Rust names it.
    name: String,
}

/// A message of cargo, as far as it matters here.
#[derive(Deserialize)]
struct Message {
    reason: String,
    target: Option<Target>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    #[serde(default)]
    linked_paths: Vec<String>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

impl Bench {
    /// Builds the runtime program, if need be, and notes from what. `say` gets cargo's lines.
    ///
    /// # Errors
    /// When there is no workspace, or it does not build.
    pub fn prepare(sandbox: Sandbox, say: &mut dyn FnMut(&str)) -> Result<Self, Diagnostics> {
        let root = workspace_root()?;
        let messages = build_messages(&root, &[Program::Runtime], say)?;
        let (mut externs, mut natives) = (BTreeMap::new(), Vec::new());
        for line in messages.lines() {
            let Ok(message) = serde_json::from_str::<Message>(line) else { continue };
            let paths = message.linked_paths.iter();
            natives.extend(paths.filter_map(|path| Some(path.strip_prefix("native=")?.into())));
            let name = message.target.map(|target| target.name).unwrap_or_default();
            let known = EXTERNS.into_iter().find(|known| *known == name);
            let is_library = |path: &&PathBuf| path.extension().is_some_and(|end| end == "rlib");
            if let (Some(known), "compiler-artifact", Some(path)) =
                (known, &*message.reason, message.filenames.iter().find(is_library))
            {
                externs.insert(known, path.clone());
            }
        }
        let deps = externs.get("compoworld_core").and_then(|path| path.parent());
        let deps = deps.filter(|_| externs.len() == EXTERNS.len()).map(Path::to_owned);
        let deps = deps.ok_or_else(|| failed("cargo does not tell where it put the crates"))?;
        let sysroot = sysroot(&root)?;
        let rustc = sysroot.join("bin/rustc");
        let bench = Self { sandbox, rustc, sysroot, deps, natives, externs };
        bench.try_compiler().map_err(failed)?;
        Ok(bench)
    }

    /// That the compiler does not start in the sandbox is no fault of any service.
    fn try_compiler(&self) -> Result<(), String> {
        let confinement = Confinement::new(Limits::of_builds()).reading(&self.sysroot);
        let mut command = self.sandbox.command(&confinement, &self.rustc);
        command.arg("--version");
        match run_confined(command, "", confinement.wall_s()) {
            Ok(ran) if ran.status.success() => Ok(()),
            Ok(ran) => Err(format!(
                "the compiler `{}` does not run in the sandbox: {}",
                self.rustc.display(),
                ran.stderr.trim()
            )),
            Err(error) => Err(format!("the sandbox does not start: {error}")),
        }
    }

    /// The sandbox in which everything runs.
    #[must_use]
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Writes a crate into the folder, and builds it and its contract tests.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn build(&self, folder: &Path, output: &ServiceOutput) -> Result<BuiltService, String> {
        let built = BuiltService {
            folder: folder.to_owned(),
            domain: output.domain.clone(),
            service: output.service.clone(),
            name: crate_name(&output.service).replace('-', "_"),
        };
        built.write(&output.files).map_err(|error| format!("{}: {error}", folder.display()))?;
        let library = ["--crate-type=rlib", "src/lib.rs", "--out-dir", "out"];
        self.compile(&built, &[&["--crate-name", &built.name][..], &library[..]].concat(), false)?;
        let tests = ["--test", "--crate-name=contract", "tests/contract.rs", "-o", "out/contract"];
        self.compile(&built, &tests, true)?;
        Ok(built)
    }

    /// Runs the contract tests.
    ///
    /// # Errors
    /// When they end before they are through.
    pub fn test(&self, built: &BuiltService) -> Result<Vec<TestResult>, String> {
        let ran = self.run(built, Path::new("out/contract"), &["--test-threads=1"])?;
        let results = read_results(&ran.stdout);
        if ran.stdout.contains("test result:") {
            return Ok(results);
        }
        let tested = results.last().map(|last| format!(", after {}::{}", last.tool, last.test));
        Err(format!(
            "the contract tests ended early ({}{}): {}",
            ended(&ran),
            tested.unwrap_or_default(),
            ran.stderr.trim()
        ))
    }

    /// Links the runtime program with this service alone, and lets it attack the service; written
    /// cases, if there are any, are played too.
    ///
    /// # Errors
    /// When the attack cannot be made, or does not come to its end.
    pub fn attack(
        &self,
        built: &BuiltService,
        budget: usize,
        cases: Option<&str>,
    ) -> Result<Attacked, String> {
        let write = |path: &str, text: &str| {
            let path = built.folder.join(path);
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            folder.and_then(|()| fs::write(&path, text)).map_err(|error| error.to_string())
        };
        if !built.folder.join("out/runtime").is_file() {
            write("runtime.rs", &PROGRAM.replace("SERVICE_CRATE", &built.name))?;
            let program = ["--crate-name=runtime", "runtime.rs", "-o", "out/runtime"];
            self.compile(built, &program, true)?;
        }
        let budget = budget.to_string();
        let mut words = vec!["attack", "--json", "--budget", &budget];
        if let Some(cases) = cases {
            write(&format!("cases/{}/{}/cases.json", built.domain, built.service), cases)?;
            words.extend(["--cases", "cases"]);
        }
        let ran = self.run(built, Path::new("out/runtime"), &words)?;
        read_attack(&ran.stdout).map_err(|_| {
            format!("the attack has no result ({}): {}", ended(&ran), ran.stderr.trim())
        })
    }

    fn compile(
        &self,
        built: &BuiltService,
        words: &[&str],
        uses_service: bool,
    ) -> Result<(), String> {
        let mut confinement = Confinement::new(Limits::of_builds())
            .reading(&self.sysroot)
            .reading(&self.deps)
            .writing(&built.folder)
            .starting_in(&built.folder)
            .with_variable("TMPDIR", built.folder.join("out"));
        for native in self.natives.iter().filter(|native| native.is_dir()) {
            confinement = confinement.reading(native);
        }
        let wall_s = confinement.wall_s();
        let mut command = self.sandbox.command(&confinement, &self.rustc);
        command.args(["--edition=2024", "--cap-lints=warn", "-Awarnings", "-Cdebuginfo=0"]);
        command.arg(format!("-Copt-level={}", u8::from(is_release()))).args(words);
        command.arg("-L").arg(flag("dependency", &self.deps));
        for native in &self.natives {
            command.arg("-L").arg(flag("native", native));
        }
        for (name, path) in &self.externs {
            command.arg("--extern").arg(flag(name, path));
        }
        if uses_service {
            let library = PathBuf::from(format!("out/lib{}.rlib", built.name));
            command.arg("--extern").arg(flag(&built.name, &library));
        }
        let ran = run_confined(command, "", wall_s)
            .map_err(|error| format!("cannot start `{}`: {error}", self.rustc.display()))?;
        match ran.status.success() {
            true => Ok(()),
            false => Err(format!("{}\n(rustc ended: {})", ran.stderr.trim(), ended(&ran))),
        }
    }

    fn run(
        &self,
        built: &BuiltService,
        program: &Path,
        words: &[&str],
    ) -> Result<Finished, String> {
        let confinement =
            Confinement::new(Limits::of_tests()).reading(&built.folder).starting_in(&built.folder);
        let program = built.folder.join(program);
        let mut command = self.sandbox.command(&confinement, &program);
        command.args(words);
        run_confined(command, "", confinement.wall_s())
            .map_err(|error| format!("cannot start `{}`: {error}", program.display()))
    }
}

impl BuiltService {
    /// The crate's files, and an empty folder for what is built that anybody may write to: in the
    /// sandbox the compiler is nobody.
    fn write(&self, files: &Files) -> std::io::Result<()> {
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder)?;
        }
        for (path, text) in files {
            let path = self.folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            fs::write(path, text)?;
        }
        let out = self.folder.join("out");
        fs::create_dir(&out)?;
        open_to_all(&out)
    }
}

#[cfg(unix)]
pub(super) fn open_to_all(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o777))
}

#[cfg(not(unix))]
pub(super) fn open_to_all(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The runtime program with one service. The compiler is given the name of its crate.
const PROGRAM: &str = "\
//! The runtime program with one service.

fn main() -> std::process::ExitCode {
    static SERVICES: [&compoworld_core::ServiceDef; 1] = [&SERVICE_CRATE::SERVICE];
    let catalog = compoworld_world::Catalog::new(&SERVICES);
    let (mut out, mut talk) = (std::io::stdout(), std::io::stderr());
    let code = compoworld_command::run(&catalog, std::env::args_os(), &mut out, &mut talk);
    std::process::ExitCode::from(code)
}
";

fn flag(name: &str, path: &Path) -> std::ffi::OsString {
    let mut flag = std::ffi::OsString::from(name);
    flag.push("=");
    flag.push(path);
    flag
}

fn ended(ran: &Finished) -> String {
    match ran.timed_out {
        true => "its time was over".to_owned(),
        false => ran.status.to_string(),
    }
}

fn failed(message: impl Into<String>) -> Diagnostics {
    Diagnostic::new(Code::ProgramFailed, Place::file("cargo")).message(message).into()
}

/// The folder of the compiler that the workspace is built with.
fn sysroot(root: &Path) -> Result<PathBuf, Diagnostics> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(&rustc).args(["--print", "sysroot"]).current_dir(root).output();
    let text = output.map_err(|error| failed(format!("cannot start rustc: {error}")))?.stdout;
    Ok(PathBuf::from(String::from_utf8_lossy(&text).trim()))
}
