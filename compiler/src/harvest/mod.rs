//! Harvest.
