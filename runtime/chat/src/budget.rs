//! What talking to a model may cost, and what it has cost so far.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::Tokens;

/// What an endpoint takes for a million tokens, in one currency of the user's choice.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Prices {
    /// For those read.
    pub prompt_per_million: f64,
    /// For those written.
    pub completion_per_million: f64,
}

impl Prices {
    /// What these tokens cost.
    #[must_use]
    pub fn cost(&self, tokens: Tokens) -> f64 {
        let part = |count: u64, price: f64| count as f64 / 1_000_000.0 * price;
        part(tokens.prompt, self.prompt_per_million)
            + part(tokens.completion, self.completion_per_million)
    }
}

/// How much may be spent; what is not set is without a limit. A request that is under way when a
/// limit is reached is still answered, so tokens and cost may end a little above.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Budget {
    /// Requests that are answered.
    pub calls_max: Option<u64>,
    /// Tokens read and written, together.
    pub tokens_max: Option<u64>,
    /// What they cost by the prices.
    pub cost_max: Option<f64>,
    /// Time since the meter was made.
    pub seconds_max: Option<u64>,
}

/// What was spent.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Requests that were answered.
    pub calls: u64,
    /// Tokens.
    pub tokens: Tokens,
    /// What they cost by the prices.
    pub cost: f64,
}

/// Which limit a budget has reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct BudgetSpent(String);

impl fmt::Display for BudgetSpent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the budget is spent: {}; give it more, or leave the rest undone", self.0)
    }
}

/// Counts what is spent of a budget, by any number of threads.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    prices: Prices,
    start: Instant,
    spent: Mutex<Spent>,
}

impl Meter {
    /// A meter that starts now.
    #[must_use]
    pub fn new(budget: Budget, prices: Prices) -> Self {
        Self { budget, prices, start: Instant::now(), spent: Mutex::default() }
    }

    /// What was spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much time is left; none where time has no limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let seconds = self.budget.seconds_max?;
        Some(Duration::from_secs(seconds).saturating_sub(self.start.elapsed()))
    }

    /// Counts an answered request.
    pub fn charge(&self, tokens: Tokens) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.calls += 1;
        spent.tokens.prompt = spent.tokens.prompt.saturating_add(tokens.prompt);
        spent.tokens.completion = spent.tokens.completion.saturating_add(tokens.completion);
        spent.cost += self.prices.cost(tokens);
    }

    /// Whether there is anything left for another request.
    ///
    /// # Errors
    /// The first limit that is reached.
    pub fn check(&self) -> Result<(), BudgetSpent> {
        let spent = self.spent();
        let n_tokens = spent.tokens.prompt.saturating_add(spent.tokens.completion);
        let Budget { calls_max, tokens_max, cost_max, seconds_max } = self.budget;
        let reached = if calls_max.is_some_and(|max| spent.calls >= max) {
            format!("{} requests", spent.calls)
        } else if tokens_max.is_some_and(|max| n_tokens >= max) {
            format!("{n_tokens} tokens")
        } else if let Some(max) = cost_max.filter(|max| spent.cost >= *max) {
            format!("{:.4} of {max:.4} in cost", spent.cost)
        } else if let Some(max) = seconds_max.filter(|_| self.time_left() == Some(Duration::ZERO)) {
            format!("{max} seconds")
        } else {
            return Ok(());
        };
        Err(BudgetSpent(reached))
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Meter, Prices};
    use crate::Tokens;

    const TURN: Tokens = Tokens { prompt: 1_000, completion: 200 };
    const PRICES: Prices = Prices { prompt_per_million: 2.0, completion_per_million: 10.0 };

    /// What a meter with this budget says before each of three turns.
    fn three_turns(budget: Budget) -> Vec<String> {
        let meter = Meter::new(budget, PRICES);
        let say = || {
            let said = meter.check().map_or_else(|spent| spent.to_string(), |()| String::new());
            meter.charge(TURN);
            said
        };
        std::iter::repeat_with(say).take(3).collect()
    }

    #[test]
    fn each_limit_stops_the_first_request_beyond_it() {
        assert_eq!(three_turns(Budget::default()), ["", "", ""]);
        let budget = |field: fn(&mut Budget)| {
            let mut budget = Budget::default();
            field(&mut budget);
            three_turns(budget)
        };
        let calls = budget(|budget| budget.calls_max = Some(2));
        assert!(calls[1].is_empty() && calls[2].contains("2 requests"), "{calls:?}");
        let tokens = budget(|budget| budget.tokens_max = Some(2_400));
        assert!(tokens[1].is_empty() && tokens[2].contains("2400 tokens"), "{tokens:?}");
        let cost = budget(|budget| budget.cost_max = Some(0.004));
        assert!(cost[0].is_empty() && cost[1].contains("0.0040 of 0.0040"), "{cost:?}");
        let time = budget(|budget| budget.seconds_max = Some(0));
        assert!(time[0].contains("0 seconds"), "{time:?}");
    }

    #[test]
    fn cost_is_by_the_million() {
        assert!((PRICES.cost(TURN) - 0.004).abs() < 1e-12);
    }
}
