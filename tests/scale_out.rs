//! Jobs in parts on a real Ray.
