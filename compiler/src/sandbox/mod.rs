//! Runs programs that nobody trusts: built from what an agent wrote, or agents themselves.
//!
//! With bubblewrap, a program sees `/usr`, what it is given to read or write, and nothing else: no
//! network, no home, no other process. `setpriv` takes a superuser's rights away and `prlimit`
//! limits memory, processor time, processes and file sizes. Without bubblewrap only the limits
//! hold, and [`Sandbox::missing`] says what is not there.

mod confinement;
mod run_confined;

use std::path::{Path, PathBuf};
use std::process::Command;

pub use confinement::{Confinement, Limits, Network};
pub use run_confined::{Finished, run_confined};
pub(crate) use run_confined::{kill_group, own_group};

/// The programs that confine others, as far as this machine has them.
#[derive(Debug, Clone)]
pub struct Sandbox {
    bwrap: Option<PathBuf>,
    prlimit: Option<PathBuf>,
    /// Set where this process is the superuser's: limits on processes do not hold for those.
    setpriv: Option<PathBuf>,
    is_superuser: bool,
}

impl Sandbox {
    /// Looks for the programs on the path, and whether bubblewrap may work here: some systems do
    /// not let it.
    #[must_use]
    pub fn find() -> Self {
        let is_superuser = is_superuser();
        let mut sandbox = Self {
            bwrap: program("bwrap"),
            prlimit: program("prlimit"),
            setpriv: program("setpriv").filter(|_| is_superuser),
            is_superuser,
        };
        if !sandbox.works() {
            sandbox.bwrap = None;
        }
        sandbox
    }

    /// A sandbox of limits alone.
    #[must_use]
    pub fn none() -> Self {
        Self { bwrap: None, prlimit: None, setpriv: None, is_superuser: false }
    }

    /// What is not confined here and why; nothing where all is.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let absent: Vec<&str> = [
            (self.bwrap.is_none(), "bubblewrap (`bwrap`), or the system's leave to use it"),
            (self.prlimit.is_none(), "`prlimit` of util-linux"),
            (self.is_superuser && self.setpriv.is_none(), "`setpriv` of util-linux"),
        ]
        .into_iter()
        .filter_map(|(is_absent, what)| is_absent.then_some(what))
        .collect();
        (!absent.is_empty()).then(|| {
            format!(
                "code that an agent wrote runs here without a sandbox: there is no {}. Only the \
                 lint of written logic stands between it and this machine. Install the packages \
                 `bubblewrap` and `util-linux`",
                absent.join(" and no ")
            )
        })
    }

    /// Whether programs are kept from the network and from files.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.bwrap.is_some()
    }

    /// A command that runs this program confined; arguments may be added to it.
    #[must_use]
    pub fn command(&self, confinement: &Confinement, program: &Path) -> Command {
        let mut words: Vec<std::ffi::OsString> = Vec::new();
        if let Some(bwrap) = &self.bwrap {
            words.push(bwrap.into());
            confinement.push_bwrap(self.setpriv.is_some(), &mut words);
            words.push("--".into());
            if let Some(setpriv) = &self.setpriv {
                words.push(setpriv.into());
                let rest = ["--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"];
                words.extend(rest.map(Into::into));
            }
        }
        if let Some(prlimit) = &self.prlimit {
            words.push(prlimit.into());
            confinement.limits.push_prlimit(&mut words);
        }
        words.push(program.into());
        let mut command = Command::new(words.remove(0));
        command.args(words).env_clear().envs(confinement.variables());
        if self.bwrap.is_none()
            && let Some(folder) = &confinement.folder
        {
            command.current_dir(folder);
        }
        command
    }

    fn works(&self) -> bool {
        if self.bwrap.is_none() || (self.is_superuser && self.setpriv.is_none()) {
            return false;
        }
        let confinement = Confinement::new(Limits::of_tests());
        let status = self.command(&confinement, Path::new("/usr/bin/true")).output();
        status.is_ok_and(|output| output.status.success())
    }
}

/// The program of this name on the path.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(target_os = "linux")]
fn is_superuser() -> bool {
    use std::os::unix::fs::MetadataExt;
    // What a process finds under this name belongs to whoever it runs for.
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
fn is_superuser() -> bool {
    false
}
