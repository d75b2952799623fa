//! Work on several threads, each of which computes alone.

use rayon::ThreadPoolBuilder;

/// Does the same work on so many threads at once, on one at least, which are given their numbers and find by
/// themselves what there is to do.
///
/// What is computed on such a thread is not shared with others: there is other work for those already,
/// and a thread that hands pieces of a small tensor around waits longer than it gains.
pub fn on_threads(n_threads: usize, work: impl Fn(usize) + Sync) {
    let alone = |number: usize| {
        // The thread ends with the work, and with it this pool of one. When it cannot be made, what
        // is computed is shared: slower, and nothing else.
        let _pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        work(number);
    };
    std::thread::scope(|scope| {
        for number in 0..n_threads.max(1) {
            let alone = &alone;
            scope.spawn(move || alone(number));
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::on_threads;

    #[test]
    fn every_thread_works_and_computes_alone() {
        let seen = Mutex::new(Vec::new());
        on_threads(3, |number| {
            seen.lock().expect("no thread fails").push((number, rayon::current_num_threads()));
        });
        let mut seen = seen.into_inner().expect("no thread fails");
        seen.sort_unstable();
        assert_eq!(seen, [(0, 1), (1, 1), (2, 1)]);
    }

    #[test]
    fn work_is_done_when_no_thread_is_asked_for() {
        let n_done = Mutex::new(0);
        on_threads(0, |_| *n_done.lock().expect("no thread fails") += 1);
        assert_eq!(n_done.into_inner().expect("no thread fails"), 1);
    }
}
