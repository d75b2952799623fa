//! What a confined program may see, and how much it may use.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How much a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Address space of each process, in MiB.
    pub memory_mib: u64,
    /// Processor time of each process, in seconds.
    pub cpu_s: u64,
    /// Time until all of it is killed, in seconds.
    pub wall_s: u64,
    /// Processes and threads at a time.
    pub processes: u64,
    /// The largest file that it may write, in MiB; temporary files together may be four times that.
    pub file_mib: u64,
}

impl Limits {
    /// For compiling one small crate and linking it with the runtime.
    #[must_use]
    pub const fn of_builds() -> Self {
        Self { memory_mib: 8_192, cpu_s: 300, wall_s: 600, processes: 128, file_mib: 1_024 }
    }

    /// For tests of one service.
    #[must_use]
    pub const fn of_tests() -> Self {
        Self { memory_mib: 2_048, cpu_s: 60, wall_s: 120, processes: 32, file_mib: 16 }
    }

    /// For an agent with tools of its own, which has so much time.
    #[must_use]
    pub const fn of_harness(wall_s: u64) -> Self {
        // Node.js reserves address space far beyond what it uses.
        Self { memory_mib: 65_536, cpu_s: 3_600, wall_s, processes: 256, file_mib: 256 }
    }

    pub(super) fn push_prlimit(&self, words: &mut Vec<OsString>) {
        const MIB: u64 = 1 << 20;
        let limits = [
            format!("--as={}", self.memory_mib * MIB),
            format!("--cpu={}", self.cpu_s),
            format!("--nproc={}", self.processes),
            format!("--fsize={}", self.file_mib * MIB),
            "--core=0".to_owned(),
        ];
        words.extend(limits.map(OsString::from));
    }
}

/// Whether a program reaches other machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Nothing, not even this machine's own ports.
    None,
    /// All that this machine reaches.
    Shared,
}

/// What a confined program may see and use.
#[derive(Debug, Clone)]
pub struct Confinement {
    pub(super) limits: Limits,
    network: Network,
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
    pub(super) folder: Option<PathBuf>,
    variables: Vec<(OsString, OsString)>,
}

impl Confinement {
    /// Nothing but the system's programs and libraries.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
            network: Network::None,
            read: Vec::new(),
            write: Vec::new(),
            folder: None,
            variables: Vec::new(),
        }
    }

    /// Also this file or folder, to read.
    #[must_use]
    pub fn reading(mut self, path: &Path) -> Self {
        self.read.push(path.to_owned());
        self
    }

    /// Also this folder, to write.
    #[must_use]
    pub fn writing(mut self, path: &Path) -> Self {
        self.write.push(path.to_owned());
        self
    }

    /// It starts in this folder.
    #[must_use]
    pub fn starting_in(mut self, folder: &Path) -> Self {
        self.folder = Some(folder.to_owned());
        self
    }

    /// It may use the network so.
    #[must_use]
    pub const fn with_network(mut self, network: Network) -> Self {
        self.network = network;
        self
    }

    /// It finds this variable in its environment.
    #[must_use]
    pub fn with_variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// The time until it is killed, in seconds.
    #[must_use]
    pub const fn wall_s(&self) -> u64 {
        self.limits.wall_s
    }

    /// The whole environment.
    pub(super) fn variables(&self) -> impl Iterator<Item = (OsString, OsString)> {
        let own = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/tmp"), ("LANG", "C.UTF-8")];
        let own = own.map(|(name, value)| (name.into(), value.into()));
        own.into_iter().chain(self.variables.clone())
    }

    /// Files that are read lie over those that are written.
    pub(super) fn push_bwrap(&self, changes_user: bool, words: &mut Vec<OsString>) {
        let mut push = |some: &[&str]| words.extend(some.iter().map(OsString::from));
        push(&["--die-with-parent", "--new-session", "--unshare-ipc", "--unshare-pid"]);
        push(&["--unshare-uts", "--unshare-cgroup-try", "--cap-drop", "ALL"]);
        match changes_user {
            // Only outside a namespace of users can the superuser become somebody else.
            true => push(&["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]),
            false => push(&["--unshare-user"]),
        }
        if self.network == Network::None {
            push(&["--unshare-net"]);
        }
        let size = (self.limits.file_mib << 22).to_string();
        push(&["--proc", "/proc", "--dev", "/dev", "--perms", "1777"]);
        push(&["--size", &size, "--tmpfs", "/tmp", "--ro-bind", "/usr", "/usr"]);
        for name in ["bin", "sbin", "lib", "lib32", "lib64"] {
            let path = Path::new("/").join(name);
            if let Ok(target) = std::fs::read_link(&path) {
                words.push("--symlink".into());
                words.extend([target.into_os_string(), path.into_os_string()]);
            } else if path.is_dir() {
                push_pair("--ro-bind", &path, words);
            }
        }
        words.extend(["--perms", "0755", "--dir", "/etc"].map(OsString::from));
        for path in ["/etc/ld.so.cache", "/etc/alternatives"] {
            push_pair("--ro-bind-try", Path::new(path), words);
        }
        if self.network == Network::Shared {
            for path in ["/etc/resolv.conf", "/etc/hosts", "/etc/ssl", "/etc/ca-certificates"] {
                push_pair("--ro-bind-try", Path::new(path), words);
            }
        }
        self.push_parents(words);
        for path in &self.write {
            push_pair("--bind", path, words);
        }
        for path in &self.read {
            push_pair("--ro-bind", path, words);
        }
        if let Some(folder) = &self.folder {
            words.extend(["--chdir".into(), folder.into()]);
        }
    }
}

impl Confinement {
    /// The folders on the way to what is seen: bubblewrap would close them to everybody else.
    fn push_parents(&self, words: &mut Vec<OsString>) {
        let seen = self.write.iter().chain(&self.read);
        let parents: BTreeSet<&Path> =
            seen.flat_map(|path| path.ancestors().skip(1)).filter(|path| path.has_root()).collect();
        // A folder sorts before what is in it.
        for parent in parents {
            let is_there = |top: &str| parent == Path::new(top);
            if parent.parent().is_none() || parent.starts_with("/usr") || is_there("/tmp") {
                continue;
            }
            words.extend(["--perms".into(), "0755".into(), "--dir".into(), parent.into()]);
        }
    }
}

fn push_pair(option: &str, path: &Path, words: &mut Vec<OsString>) {
    words.extend([option.into(), path.into(), path.into()]);
}
