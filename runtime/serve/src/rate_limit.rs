//! How many requests a client may make: so many a second, and two seconds' worth at once.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Counts requests by the client's address. Clients behind one proxy count as one.
pub(crate) struct RateLimit {
    /// How long a request takes up.
    interval: Duration,
    /// Until when what each client asked for takes.
    busy_until: Mutex<BTreeMap<IpAddr, Instant>>,
}

impl RateLimit {
    const BURST: Duration = Duration::from_secs(2);
    /// From so many clients on, those that are not busy are forgotten.
    const CLIENTS_REMEMBERED: usize = 4_096;

    pub(crate) fn new(requests_per_s: u32) -> Self {
        let interval = Duration::from_secs(1) / requests_per_s.max(1);
        Self { interval, busy_until: Mutex::default() }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// How long the client has to wait before it asks again.
    pub(crate) fn admit(&self, client: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut all = self.busy_until.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= Self::CLIENTS_REMEMBERED {
            all.retain(|_, until| *until > now);
        }
        let until = all.entry(client).or_insert(now);
        let busy = (*until).max(now) + self.interval;
        let ahead = busy - now;
        if ahead > Self::BURST {
            return Err(ahead - Self::BURST);
        }
        *until = busy;
        Ok(())
    }

    /// Counts a request as soon as the client may make it.
    pub(crate) async fn admit_in_time(&self, client: IpAddr) {
        while let Err(wait) = self.admit(client, Instant::now()) {
            tokio::time::sleep(wait).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    use super::RateLimit;

    #[test]
    fn a_client_has_its_burst_then_its_rate_and_costs_others_nothing() {
        let limit = RateLimit::new(10);
        let client = |n| IpAddr::V4(Ipv4Addr::new(10, 0, 0, n));
        let start = Instant::now();
        let burst = (0..100).filter(|_| limit.admit(client(1), start).is_ok()).count();
        assert_eq!(burst, 20, "two seconds' worth");
        let wait = limit.admit(client(1), start).expect_err("the burst is used up");
        assert_eq!(wait, Duration::from_millis(100));
        assert!(limit.admit(client(2), start).is_ok());

        let later = start + Duration::from_secs(1);
        let served = (0..100).filter(|_| limit.admit(client(1), later).is_ok()).count();
        assert_eq!(served, 10, "a second's worth");
    }
}
