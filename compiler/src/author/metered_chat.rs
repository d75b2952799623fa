//! A model whose turns are counted against a budget, wherever they come from.

use compoworld_chat::{Chat, ChatError, ChatFault, Completion, Meter, Request};

/// A model with a meter: endpoints, cassettes and scripts alike stop when it says so.
#[derive(Debug)]
pub struct MeteredChat<'a> {
    inner: &'a dyn Chat,
    meter: &'a Meter,
}

impl<'a> MeteredChat<'a> {
    /// This model, counted by this meter.
    #[must_use]
    pub const fn new(inner: &'a dyn Chat, meter: &'a Meter) -> Self {
        Self { inner, meter }
    }
}

impl Chat for MeteredChat<'_> {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn complete(&self, request: &Request) -> Result<Completion, ChatFault> {
        self.meter.check().map_err(ChatError::Budget)?;
        let said = self.inner.complete(request)?;
        self.meter.charge(said.tokens);
        Ok(said)
    }
}
