//! The thread that owns the batch: it takes requests in between steps, so that those that come
//! together are generated together.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

use tokio::sync::mpsc::UnboundedSender;

use super::chat_model::ChatModel;
use super::refusal::Refusal;
use crate::generate::{
    Batch, BatchLimits, GenerateRequest, Generated, RowKey, RowUpdate, SampledToken,
};

/// How much the endpoint takes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchedulerLimits {
    /// Tokens of one row, prompt and answer.
    pub context_tokens_max: usize,
    /// Tokens of beginnings that are kept to be gone on from.
    pub prefix_tokens_max: usize,
    /// Rows that are generated together.
    pub rows_max: usize,
    /// Requests that may wait.
    pub waiting_max: usize,
}

/// What happens to the rows of one request.
#[derive(Debug)]
pub(super) enum JobEvent {
    /// A row grew.
    Grew {
        /// Which of the request's rows.
        choice: usize,
        /// Text that is certain now.
        text: String,
        /// The tokens that were sampled.
        tokens: Vec<SampledToken>,
        /// The whole, when the row has ended.
        ended: Option<Generated>,
    },
    /// The request cannot be served.
    Refused(Refusal),
}

/// The rows of one request, and who waits for them.
struct Job {
    rows: Vec<GenerateRequest>,
    events: UnboundedSender<JobEvent>,
}

/// The way to the thread.
#[derive(Debug, Clone)]
pub(super) struct Scheduler {
    jobs: Sender<Job>,
    n_waiting: Arc<AtomicUsize>,
    stopping: Arc<AtomicBool>,
    waiting_max: usize,
}

impl Scheduler {
    /// Starts the thread. It ends when the last clone of the scheduler is gone.
    pub(super) fn start(model: Arc<ChatModel>, limits: SchedulerLimits) -> (Self, JoinHandle<()>) {
        let (jobs, incoming) = channel();
        let scheduler = Self {
            jobs,
            n_waiting: Arc::new(AtomicUsize::new(0)),
            stopping: Arc::new(AtomicBool::new(false)),
            waiting_max: limits.waiting_max,
        };
        let n_waiting = Arc::clone(&scheduler.n_waiting);
        let stopping = Arc::clone(&scheduler.stopping);
        let thread = thread::spawn(move || {
            let batch_limits = BatchLimits {
                context_tokens_max: limits.context_tokens_max,
                prefix_tokens_max: limits.prefix_tokens_max,
            };
            let batch = Batch::new(&model.model, model.text.tokenizer.clone(), batch_limits);
            let rows_max = limits.rows_max.max(1);
            let mut worker = Worker {
                batch,
                incoming,
                n_waiting,
                rows_max,
                waiters: BTreeMap::new(),
                next_key: 0,
            };
            while worker.take_jobs() {
                match stopping.load(Ordering::Relaxed) {
                    true => worker.refuse_all(),
                    false => worker.step(),
                }
            }
        });
        (scheduler, thread)
    }

    /// Hands rows over.
    ///
    /// # Errors
    /// When too many requests wait, or the server ends.
    pub(super) fn submit(
        &self,
        rows: Vec<GenerateRequest>,
        events: UnboundedSender<JobEvent>,
    ) -> Result<(), Refusal> {
        if self.stopping.load(Ordering::Relaxed) {
            return Err(Refusal::stopping());
        }
        if self.n_waiting.fetch_add(1, Ordering::Relaxed) >= self.waiting_max {
            self.n_waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Refusal::busy());
        }
        self.jobs.send(Job { rows, events }).map_err(|_| Refusal::stopping())
    }

    /// Ends what is being generated, and takes nothing more.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }
}

/// A row's place in its request, and who waits for it.
struct Waiter {
    choice: usize,
    events: UnboundedSender<JobEvent>,
}

struct Worker<'m> {
    batch: Batch<'m>,
    incoming: Receiver<Job>,
    n_waiting: Arc<AtomicUsize>,
    rows_max: usize,
    waiters: BTreeMap<RowKey, Waiter>,
    next_key: RowKey,
}

impl Worker<'_> {
    /// Takes what has come, while there is room; waits when there is nothing else to do. False when
    /// nothing can come any more.
    fn take_jobs(&mut self) -> bool {
        let mut jobs = Vec::new();
        let mut n_rows = self.batch.n_rows();
        if n_rows == 0 {
            match self.incoming.recv() {
                Ok(job) => {
                    n_rows += job.rows.len();
                    jobs.push(job);
                }
                Err(_) => return false,
            }
        }
        while n_rows < self.rows_max {
            match self.incoming.try_recv() {
                Ok(job) => {
                    n_rows += job.rows.len();
                    jobs.push(job);
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        self.n_waiting.fetch_sub(jobs.len(), Ordering::Relaxed);
        self.add(jobs);
        true
    }

    fn add(&mut self, jobs: Vec<Job>) {
        let mut rows = Vec::new();
        for job in jobs {
            // Who has gone away meanwhile wants no answer.
            if job.events.is_closed() {
                continue;
            }
            for (choice, row) in job.rows.into_iter().enumerate() {
                let waiter = Waiter { choice, events: job.events.clone() };
                self.waiters.insert(self.next_key, waiter);
                rows.push((self.next_key, row));
                self.next_key += 1;
            }
        }
        let keys: Vec<RowKey> = rows.iter().map(|(key, _)| *key).collect();
        match self.batch.add(rows) {
            Ok(updates) => self.deliver(updates),
            // Requests were checked before they came here.
            Err(error) => self.refuse(&keys, &Refusal::bad_request(error.to_string())),
        }
    }

    fn step(&mut self) {
        let updates = self.batch.step();
        self.deliver(updates);
    }

    fn deliver(&mut self, updates: Vec<RowUpdate>) {
        let mut gone = Vec::new();
        for RowUpdate { key, text, tokens, ended } in updates {
            let has_ended = ended.is_some();
            let Some(waiter) = self.waiters.get(&key) else { continue };
            let event = JobEvent::Grew { choice: waiter.choice, text, tokens, ended };
            if waiter.events.send(event).is_err() && !has_ended {
                gone.push(key);
            }
            if has_ended || gone.last() == Some(&key) {
                self.waiters.remove(&key);
            }
        }
        self.batch.cancel(&gone);
    }

    fn refuse_all(&mut self) {
        let keys: Vec<RowKey> = self.waiters.keys().copied().collect();
        self.refuse(&keys, &Refusal::stopping());
        self.batch.cancel(&keys);
    }

    fn refuse(&mut self, keys: &[RowKey], refusal: &Refusal) {
        for key in keys {
            if let Some(waiter) = self.waiters.remove(key) {
                // Who has gone away needs not be told.
                let _ = waiter.events.send(JobEvent::Refused(refusal.clone()));
            }
        }
    }
}
