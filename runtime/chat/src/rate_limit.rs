//! Requests spread over time, for endpoints that count them by the minute.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Gives every request a time, so that no minute has more of them than it may.
#[derive(Debug)]
pub(crate) struct RateLimit {
    between: Duration,
    next: Mutex<Option<Instant>>,
}

impl RateLimit {
    /// At most so many requests a minute, evenly spread.
    pub(crate) fn per_minute(requests: u32) -> Self {
        Self { between: Duration::from_secs(60) / requests.max(1), next: Mutex::new(None) }
    }

    /// How long a request that is ready `now` has to wait for its turn, which is then taken.
    pub(crate) fn wait_from(&self, now: Instant) -> Duration {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = next.map_or(now, |next| next.max(now));
        *next = Some(turn + self.between);
        turn - now
    }
}

#[cfg(test)]
mod tests {
    use super::RateLimit;
    use std::time::{Duration, Instant};

    #[test]
    fn requests_wait_for_their_turn_and_idle_time_saves_up_nothing() {
        let limit = RateLimit::per_minute(30);
        let start = Instant::now();
        let waits = [0, 0, 1, 60, 60].map(|at| {
            let wait = limit.wait_from(start + Duration::from_secs(at));
            wait.as_secs()
        });
        assert_eq!(waits, [0, 2, 3, 0, 2]);
    }
}
