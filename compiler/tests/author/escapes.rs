//! What a program in the sandbox may try, and what stops it.

use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::Path;

use compoworld::sandbox::{Confinement, Finished, Limits, Sandbox, run_confined};

const LIMITS: Limits = Limits { memory_mib: 256, cpu_s: 1, wall_s: 20, processes: 24, file_mib: 1 };

/// Runs a script in the sandbox; nothing where there is none, which is told.
fn confined(script: &str, limits: Limits, write: Option<&Path>) -> Option<Finished> {
    let sandbox = Sandbox::find();
    if !sandbox.is_closed() {
        eprintln!("skipped: {}", sandbox.missing().unwrap_or_default());
        return None;
    }
    let mut confinement = Confinement::new(limits);
    if let Some(folder) = write {
        confinement = confinement.writing(folder).starting_in(folder);
    }
    let mut command = sandbox.command(&confinement, Path::new("/bin/bash"));
    command.args(["-c", script]);
    Some(run_confined(command, "", limits.wall_s).expect("the sandbox starts"))
}

/// The script fails, and nothing of `secret` is seen.
fn fails(what: &str, script: &str, secret: &str) {
    let Some(ran) = confined(script, LIMITS, None) else { return };
    assert!(!ran.status.success() && !ran.timed_out, "{what}: {ran:?}");
    assert!(!ran.stdout.contains(secret), "{what}: {ran:?}");
}

#[test]
fn files_outside_are_not_there() {
    fails("the system's users", "cat /etc/passwd", "root:");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let secret = folder.path().join("secret");
    fs::write(&secret, "a secret of mine").expect("writes");
    let path = secret.display();
    fails("a file of the same user", &format!("cat {path}"), "a secret of mine");
    fails("writing outside", &format!("echo changed > {path}"), "changed");
    fails("writing to the system", "echo x > /usr/bin/compoworld-was-here", "x");
    fails("mounting", "mount -t tmpfs none /mnt", "mounted");
    assert_eq!(fs::read_to_string(&secret).expect("it is there"), "a secret of mine");
    assert!(!Path::new("/usr/bin/compoworld-was-here").exists());
}

#[test]
fn a_link_leads_nowhere() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (inside, secret) = (folder.path().join("inside"), folder.path().join("secret"));
    fs::create_dir(&inside).expect("a folder can be made");
    fs::set_permissions(&inside, std::os::unix::fs::PermissionsExt::from_mode(0o777))
        .expect("it is ours");
    fs::write(&secret, "a secret of mine").expect("writes");
    let script = format!("ln -s {} link && cat link ../secret", secret.display());
    let Some(ran) = confined(&script, LIMITS, Some(&inside)) else { return };
    assert!(!ran.status.success() && ran.stdout.is_empty(), "{ran:?}");
}

#[test]
fn no_network_is_reached_not_even_this_machine() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.set_nonblocking(true).expect("it can be asked without waiting");
    let port = listener.local_addr().expect("it is bound").port();
    fails("this machine", &format!("echo hello > /dev/tcp/127.0.0.1/{port}"), "hello");
    fails("another machine", "echo hello > /dev/tcp/192.0.2.1/80", "hello");
    let nobody = listener.accept().expect_err("nobody came");
    assert_eq!(nobody.kind(), ErrorKind::WouldBlock);
}

#[test]
fn the_environment_and_other_processes_are_not_seen() {
    let own = std::process::id();
    fails("another process", &format!("kill -0 {own}"), "x");
    let Some(ran) = confined("env; ls /proc", LIMITS, None) else { return };
    // Cargo runs this test with variables of its own.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    assert!(!ran.stdout.contains("CARGO"), "{}", ran.stdout);
    let n_processes = ran.stdout.lines().filter(|line| line.parse::<u32>().is_ok()).count();
    assert!((1..10).contains(&n_processes), "{}", ran.stdout);
}

#[test]
fn a_fork_bomb_stays_small() {
    let script = "for i in $(seq 200); do sleep 30 & done; jobs -p | wc -l; kill 0";
    let Some(ran) = confined(script, LIMITS, None) else { return };
    assert!(ran.stderr.contains("fork"), "nobody refused to fork: {ran:?}");
    let bomb = "f() { f | f & }; f; while :; do sleep 1; done";
    let Some(ran) = confined(bomb, Limits { wall_s: 3, ..LIMITS }, None) else { return };
    assert!(ran.timed_out || !ran.status.success(), "{ran:?}");
}

#[test]
fn memory_time_output_and_files_have_ends() {
    fails(
        "memory",
        "head -c 1000000000 /dev/zero | tail -c 900000000 | wc -c; exit 1",
        "900000000",
    );
    fails("an endless loop", "while :; do :; done", "x");
    fails("a large file", "head -c 5000000 /dev/zero > /tmp/large", "x");
    let Some(waits) = confined("sleep 600", Limits { wall_s: 1, ..LIMITS }, None) else { return };
    assert!(waits.timed_out && !waits.status.success(), "{waits:?}");
    let Some(talks) = confined("yes", LIMITS, None) else { return };
    assert!(!talks.status.success(), "it was not stopped");
    assert!(talks.stdout.len() <= 4 << 20, "{} bytes were kept", talks.stdout.len());
}
