//! Several runs at once.

use crate::corpus::{AFTER, BEFORE, write_corpus};
use crate::crates::Crates;
use crate::run::{check, rest_of, run, started_run};
use crate::workspace::Workspace;

#[test]
fn runs_at_the_same_time_take_turns_and_end_where_one_would() {
    let [before, after] = [BEFORE, AFTER].map(|services| {
        let corpus = tempfile::tempdir().expect("a temporary folder");
        write_corpus(corpus.path(), services);
        corpus
    });
    let alone = Workspace::with(&Crates::new());
    run(&alone, after.path());

    let workspace = Workspace::with(&Crates::new());
    run(&workspace, before.path());
    let runs = [(); 3].map(|()| started_run(&workspace, after.path()));
    for mut run in runs {
        let said = rest_of(run.stderr.take().expect("it is piped"));
        let status = run.wait().expect("a child can be waited for");
        assert!(status.success(), "{said}");
    }
    assert!(workspace.crates() == alone.crates());
    assert!(workspace.leftovers().is_empty());
    check(&workspace, after.path());
}
