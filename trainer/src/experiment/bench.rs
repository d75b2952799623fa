//! What cells run on.

use std::path::PathBuf;

use burn::tensor::Device;
use compoworld_world::Catalog;
use indicatif::ProgressBar;

/// What cells run on. Results depend on the catalog alone.
pub struct Bench<'a> {
    /// The services.
    pub catalog: &'a Catalog,
    /// Where to compute, with autodiff.
    pub device: Device,
    /// Parts that are computed at the same time.
    pub n_threads: usize,
    /// The experiment's folder: what cells share is prepared in it, and what is too long for a
    /// result is kept there.
    pub folder: PathBuf,
    /// How far the present cell is.
    pub bar: ProgressBar,
}

impl Bench<'_> {
    /// Says what the cell does next, in so many steps.
    pub fn begin(&self, what: &str, n_steps: usize) {
        self.bar.set_length(n_steps as u64);
        self.bar.set_position(0);
        self.bar.reset_eta();
        self.bar.set_message(what.to_owned());
    }
}
