//! Killing runs at points spread over their reading and over their writing.

use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tempfile::TempDir;

use crate::corpus::{AFTER, BEFORE, write_corpus};
use crate::crates::Crates;
use crate::run::{KillPoint, check, killed_run, run, timed_run};
use crate::workspace::Workspace;

/// Cargo is asked after every so many kills: it takes its time.
const LOADS_EVERY: u32 = 4;

/// One kill in so many hits a run before it writes.
const READING_EVERY: u32 = 8;

/// A corpus, and the crates that it gives.
struct Version {
    corpus: TempDir,
    crates: Crates,
}

impl Version {
    fn of(services: &[(&'static str, &'static str, &'static str)]) -> Self {
        let corpus = tempfile::tempdir().expect("a temporary folder");
        write_corpus(corpus.path(), services);
        let workspace = Workspace::with(&Crates::new());
        run(&workspace, corpus.path());
        workspace.assert_loads();
        assert_eq!(workspace.crates().len(), services.len() + 1);
        Self { crates: workspace.crates(), corpus }
    }
}

#[test]
fn runs_that_change_crates_and_are_killed_leave_old_or_new_ones_and_the_next_run_goes_on() {
    let (before, after) = (Version::of(BEFORE), Version::of(AFTER));
    kill_runs(&before.crates, &after, 34, 1);
}

#[test]
fn first_runs_that_are_killed_leave_whole_crates_and_the_next_run_goes_on() {
    kill_runs(&Crates::new(), &Version::of(AFTER), 16, 2);
}

/// Kills `n_kills` runs from `before` to `after`.
fn kill_runs(before: &Crates, after: &Version, n_kills: u32, seed: u64) {
    let corpus = after.corpus.path();
    let whole = Workspace::with(before);
    let times = timed_run(&whole, corpus);
    assert!(whole.crates() == after.crates, "an unbroken run ends there");

    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut n_hit = 0;
    for kill in 0..n_kills {
        let share = (f64::from(kill) + random.random_range(0.0..1.0)) / f64::from(n_kills);
        let point = match kill % READING_EVERY {
            0 => KillPoint::Reading(times.reading.mul_f64(share)),
            _ => {
                let folder = share * f64::from(times.n_folders);
                let one = times.writing / times.n_folders.max(1);
                KillPoint::Writing(folder as u32 + 1, one.mul_f64(folder.fract()))
            }
        };
        n_hit += u32::from(kill_run(before, after, point, kill % LOADS_EVERY == 1));
    }
    println!("{n_hit} of {n_kills} kills hit a run that was writing; whole runs take {times:?}");
    assert!(n_hit > 0, "no kill hit a run that was writing");
}

/// Whether the kill left neither what was before nor what comes after.
fn kill_run(before: &Crates, after: &Version, point: KillPoint, loads: bool) -> bool {
    let corpus: &Path = after.corpus.path();
    let workspace = Workspace::with(before);
    killed_run(&workspace, corpus, point);
    let left = workspace.assert_whole(before, &after.crates);
    if loads && !left.is_empty() {
        workspace.assert_loads();
    }
    let is_between = left != *before && left != after.crates;
    let is_hit = is_between || !workspace.leftovers().is_empty();
    run(&workspace, corpus);
    assert!(workspace.crates() == after.crates, "the next run goes on to the end");
    assert!(workspace.leftovers().is_empty(), "{:?}", workspace.leftovers());
    if is_hit {
        check(&workspace, corpus);
    }
    is_hit
}
