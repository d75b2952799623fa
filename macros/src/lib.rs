//! Derive macros for state models.
