//! What was made lately, kept so that it need not be made again: a group of attempts starts in one
//! world, and forks of it are all but free.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The values of the keys that were asked for last.
pub(crate) struct Recent<K, V> {
    /// The latest first.
    kept: Mutex<VecDeque<(K, V)>>,
}

impl<K: PartialEq, V: Clone> Recent<K, V> {
    const KEPT_MAX: usize = 64;

    pub(crate) fn new() -> Self {
        Self { kept: Mutex::default() }
    }

    /// The value of a key, made unless it is kept. Two who ask for it at once may both make it.
    pub(crate) fn find_or_make<E>(
        &self,
        key: K,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<V, E> {
        if let Some(found) = self.find(&key) {
            return Ok(found);
        }
        let made = make()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((key, made.clone()));
        kept.truncate(Self::KEPT_MAX);
        Ok(made)
    }

    fn find(&self, key: &K) -> Option<V> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let position = kept.iter().position(|(other, _)| other == key)?;
        let found = kept.remove(position)?;
        let value = found.1.clone();
        kept.push_front(found);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn what_is_asked_for_again_is_not_made_again_and_the_rest_is_forgotten() {
        let recent = Recent::new();
        let mut n_made = 0;
        let mut ask = |key: usize| {
            let made = recent.find_or_make(key, || {
                n_made += 1;
                Ok::<_, ()>(n_made)
            });
            made.expect("it can be made")
        };
        assert_eq!([ask(0), ask(0), ask(1), ask(0)], [1, 1, 2, 1]);
        for key in 1..=Recent::<usize, usize>::KEPT_MAX {
            ask(key);
        }
        assert_ne!(ask(0), 1, "it was asked for longest ago");
        let failed = recent.find_or_make(999, || Err("no"));
        assert_eq!(failed, Err("no"));
        assert_eq!(recent.find_or_make(999, || Ok::<_, ()>(7)), Ok(7), "a failure is not kept");
    }
}
