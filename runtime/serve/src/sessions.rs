//! The sessions of a server: how many there may be, and those that clients hold by name.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::session::Session;
use crate::worlds::{Choice, ChoiceError, Worlds};

/// For how long calls that ask a world model may go on when the server stops.
const LAST_CALLS: Duration = Duration::from_secs(30);

/// Opens sessions, as many as there are seats.
pub struct Sessions {
    worlds: Arc<Worlds>,
    seats: Arc<Semaphore>,
    n_seats: usize,
    idle: Duration,
    /// Calls that wait for a world model.
    waiting: TaskTracker,
    held: Mutex<BTreeMap<String, Arc<Session>>>,
}

/// Why there is no session.
#[derive(Debug, Error)]
pub(crate) enum OpenError {
    /// Every seat is taken.
    #[error("all {n_seats} sessions of this server are taken: try again later, or close one")]
    Full {
        /// How many sessions there may be.
        n_seats: usize,
    },
    /// There is no such world.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
}

impl Sessions {
    /// Sessions over these worlds: at most `n_seats` at a time, each for as long as its client is
    /// not silent for `idle`.
    #[must_use]
    pub fn new(worlds: Worlds, n_seats: usize, idle: Duration) -> Arc<Self> {
        let n_seats = n_seats.min(Semaphore::MAX_PERMITS);
        Arc::new(Self {
            worlds: Arc::new(worlds),
            seats: Arc::new(Semaphore::new(n_seats)),
            n_seats,
            idle,
            waiting: TaskTracker::new(),
            held: Mutex::default(),
        })
    }

    /// What is played.
    pub(crate) fn worlds(&self) -> &Worlds {
        &self.worlds
    }

    /// After how much silence a session ends.
    pub(crate) fn idle(&self) -> Duration {
        self.idle
    }

    /// Whether every seat is taken. Only opening a session tells for sure.
    pub(crate) fn is_full(&self) -> bool {
        self.seats.available_permits() == 0
    }

    /// Opens a session. It ends when the last one who holds it lets go.
    ///
    /// # Errors
    /// When every seat is taken, or there is no such world.
    pub(crate) fn open(&self, choice: &Choice) -> Result<Arc<Session>, OpenError> {
        let seat = Arc::clone(&self.seats)
            .try_acquire_owned()
            .map_err(|_| OpenError::Full { n_seats: self.n_seats })?;
        let play = self.worlds.start(choice)?;
        let (worlds, waiting) = (Arc::clone(&self.worlds), self.waiting.clone());
        Ok(Arc::new(Session::new(worlds, play, seat, waiting)))
    }

    /// Opens a session that clients come back to by its name, until it is closed or idle.
    ///
    /// # Errors
    /// Those of [`Sessions::open`].
    pub(crate) fn open_held(&self, choice: &Choice) -> Result<Arc<Session>, OpenError> {
        let session = self.open(choice)?;
        self.held().insert(session.id().to_owned(), Arc::clone(&session));
        Ok(session)
    }

    /// The held session with this name.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Session>> {
        self.held().get(id).map(Arc::clone)
    }

    /// Lets go of a held session, which ends it unless somebody is just using it.
    pub(crate) fn close(&self, id: &str) -> Option<Arc<Session>> {
        self.held().remove(id)
    }

    /// Lets go of every held session.
    pub(crate) fn close_all(&self) {
        let held = std::mem::take(&mut *self.held());
        drop(held);
    }

    /// Waits for the calls that ask a world model, so that what they belong to can be judged when
    /// the server ends; but not for ever.
    pub(crate) async fn let_calls_end(&self) {
        self.waiting.close();
        if tokio::time::timeout(LAST_CALLS, self.waiting.wait()).await.is_err() {
            let n_calls = self.waiting.len();
            tracing::warn!("{n_calls} calls still wait for a world model: their attempts are lost");
        }
    }

    /// Ends held sessions whose clients are silent for too long. Runs until it is dropped.
    pub(crate) async fn evict_idle(self: Arc<Self>) {
        const LOOKS_IN_A_SPAN: u32 = 4;
        const LEAST: Duration = Duration::from_millis(50);
        loop {
            tokio::time::sleep((self.idle / LOOKS_IN_A_SPAN).max(LEAST)).await;
            let idle: Vec<Arc<Session>> = {
                let mut held = self.held();
                held.extract_if(.., |_, session| {
                    Arc::strong_count(session) == 1 && session.silence() > self.idle
                })
                .map(|(_, session)| session)
                .collect()
            };
            // Ending a session judges it, which nobody has to wait for.
            drop(idle);
        }
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Session>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
