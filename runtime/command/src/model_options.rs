//! The language model that writes: where it is, what it may cost, and what is kept of it.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use compoworld_chat::{Budget, Chat, Meter, Prices, Spent};

use crate::failure::Failure;
use crate::model_source::{Asking, ModelSource, open_chat};
use crate::output::Output;

/// A model that writes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Model")]
pub(crate) struct ModelOptions {
    /// The model: `openai:MODEL` at the endpoint that OPENAI_BASE_URL names, `replay:FILE` for what
    /// one said before, or `script:FILE` for turns written by hand, one a line
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<ModelSource>,
    /// Keep what the model says in this file, and do not ask it again what the file holds
    #[arg(long, value_name = "FILE", requires = "model")]
    record: Option<PathBuf>,
    /// The model's sampling temperature
    #[arg(long, value_name = "T", default_value_t = 0.7)]
    temperature: f64,
    /// How many requests a minute the model is asked at most
    #[arg(long, value_name = "N", requires = "model")]
    requests_per_minute: Option<u32>,
    /// Stop when so many tokens were read and written
    #[arg(long, value_name = "N", requires = "model")]
    budget_tokens: Option<u64>,
    /// Stop when so much was spent, by --prices
    #[arg(long, value_name = "AMOUNT", requires = "prices")]
    budget_cost: Option<f64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "N", requires = "model")]
    budget_seconds: Option<u64>,
    /// What the endpoint takes for a million tokens read and written: 0.5,1.5
    #[arg(long, value_name = "READ,WRITTEN", value_parser = parse_prices)]
    prices: Option<Prices>,
}

/// A model that is ready, and what it has cost.
pub(crate) struct ReadyModel {
    pub(crate) chat: Box<dyn Chat>,
    meter: Arc<Meter>,
    has_prices: bool,
}

impl ModelOptions {
    /// Makes the model ready; `what` needs it.
    pub(crate) fn open(&self, what: &str) -> Result<ReadyModel, Failure> {
        let Some(source) = &self.model else {
            return Err(Failure::Usage(format!(
                "{what} needs a model: give --model openai:MODEL, replay:FILE or script:FILE"
            )));
        };
        let budget = Budget {
            calls_max: None,
            tokens_max: self.budget_tokens,
            cost_max: self.budget_cost,
            seconds_max: self.budget_seconds,
        };
        let meter = Arc::new(Meter::new(budget, self.prices.unwrap_or_default()));
        let asking = Asking {
            temperature: self.temperature,
            requests_per_minute: self.requests_per_minute,
            meter: Some(Arc::clone(&meter)),
        };
        let chat = open_chat(source, self.record.as_deref(), "--record", asking)?;
        Ok(ReadyModel { chat, meter, has_prices: self.prices.is_some() })
    }
}

impl ReadyModel {
    /// Tells what the model has cost.
    pub(crate) fn say_cost(&self, output: &mut Output<'_>) {
        let Spent { calls, tokens, cost } = self.meter.spent();
        let priced = if self.has_prices { format!(", for {cost:.4}") } else { String::new() };
        output.say(&format!(
            "the model {} was asked {calls} times, read {} tokens and wrote {}{priced}",
            self.chat.model(),
            tokens.prompt,
            tokens.completion
        ));
    }
}

fn parse_prices(text: &str) -> Result<Prices, String> {
    let price = |text: &str| text.trim().parse().ok().filter(|price: &f64| *price >= 0.0);
    text.split_once(',')
        .and_then(|(read, written)| {
            Some(Prices {
                prompt_per_million: price(read)?,
                completion_per_million: price(written)?,
            })
        })
        .ok_or_else(|| {
            format!("`{text}` are no prices, write those of reading and writing: 0.5,1.5")
        })
}

#[cfg(test)]
mod tests {
    use super::parse_prices;

    #[test]
    fn prices_are_two_numbers() {
        let prices = parse_prices("0.5, 1.5").expect("two prices");
        assert!((prices.completion_per_million - 1.5).abs() < 1e-12);
        for text in ["", "1", "1,x", "-1,2", "1,2,3"] {
            assert!(parse_prices(text).is_err(), "{text}");
        }
    }
}
