//! Time, identifiers and randomness: everything a tool may not get from the machine.

use crate::time::{Date, Timestamp};

/// What a tool call knows beside its state and arguments.
///
/// A pure function of the instance's seed, its epoch and the number of writes it has seen, so a
/// run replays bit for bit, and a call to one service never changes what another sees.
#[derive(Debug, Clone)]
pub struct Context {
    now: Timestamp,
    stream: u64,
    draws: u64,
}

impl Context {
    /// How far an instance's clock moves with each write, in seconds.
    pub const SECONDS_PER_WRITE: u64 = 1;

    /// The context of the call that follows `writes` writes.
    #[must_use]
    pub fn new(seed: u64, epoch: Timestamp, writes: u64) -> Self {
        let passed = i64::try_from(writes.saturating_mul(Self::SECONDS_PER_WRITE));
        Self {
            now: epoch.plus_seconds(passed.unwrap_or(i64::MAX)),
            stream: mix(seed ^ mix(writes.wrapping_add(1))),
            draws: 0,
        }
    }

    /// The present instant. It moves with each write to the service, and with nothing else.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// The present day, in UTC.
    #[must_use]
    pub fn today(&self) -> Date {
        self.now.date()
    }

    /// The next 64 random bits.
    pub fn random(&mut self) -> u64 {
        self.draws += 1;
        mix(self.stream.wrapping_add(self.draws.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// `prefix` and so many random lower-case letters and digits.
    pub fn token(&mut self, prefix: &str, length: usize) -> String {
        const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let mut out = String::from(prefix);
        for _ in 0..length {
            out.push(LETTERS[(self.random() >> 59) as usize] as char);
        }
        out
    }

    /// So many random hexadecimal digits.
    pub fn hex(&mut self, length: usize) -> String {
        let mut out = String::new();
        while out.len() < length {
            out.push_str(&format!("{:016x}", self.random()));
        }
        out.truncate(length);
        out
    }

    /// A UUID of version 4.
    pub fn uuid(&mut self) -> String {
        let high = self.random() & 0xffff_ffff_ffff_0fff | 0x4000;
        let low = self.random() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
        format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xffff,
            high & 0xffff,
            low >> 48,
            low & 0xffff_ffff_ffff
        )
    }
}

/// The finalizer of SplitMix64: a bijection that scatters its input's bits.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
pub(crate) fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// `TCK-{:05}` and 12 as `TCK-00012`; `{}` takes the number as it is.
pub(crate) fn format_sequence(format: &str, number: u64) -> String {
    let Some((before, rest)) = format.split_once('{') else {
        return format!("{format}{number}");
    };
    let Some((inside, after)) = rest.split_once('}') else {
        return format!("{format}{number}");
    };
    let width: usize = inside.trim_start_matches([':', '0']).parse().unwrap_or(0);
    format!("{before}{number:0width$}{after}")
}
