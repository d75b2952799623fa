//! When a client was heard of last, for whoever looks for silent ones without waiting for them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// When something was heard last.
pub(crate) struct Heard {
    since: Instant,
    /// Milliseconds after `since`.
    last_ms: AtomicU64,
}

impl Heard {
    /// Something is heard for the first time.
    pub(crate) fn now() -> Self {
        Self { since: Instant::now(), last_ms: AtomicU64::new(0) }
    }

    /// Something is heard again.
    pub(crate) fn hear(&self) {
        self.last_ms.fetch_max(self.elapsed_ms(), Ordering::Relaxed);
    }

    /// For how long nothing was heard.
    pub(crate) fn silence(&self) -> Duration {
        let last_ms = self.last_ms.load(Ordering::Relaxed);
        Duration::from_millis(self.elapsed_ms().saturating_sub(last_ms))
    }

    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
