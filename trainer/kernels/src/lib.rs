//! The parts of a decoder between its matrix products, each as one operation.
//!
//! Composed of Burn's tensor operations, a norm or a softmax goes over its numbers five to ten times,
//! forwards and backwards, and makes a new tensor each time; on a CPU that takes longer than the
//! products. Here each is one pass in either direction, written so that the compiler vectorizes it for
//! whatever processor runs it, its exponentials too.
//!
//! The passes are for single precision on Burn's Flex backend, with or without autodiff. On any other
//! device, and in any other float type, the same functions compose Burn's own operations: what they
//! compute is the same up to rounding.

mod attention;
mod buffer;
mod causal_conv;
#[cfg(test)]
mod compare;
mod exp;
mod log_probs;
mod product;
mod record;
mod rms_norm;
mod rotate;
mod sight;
mod swiglu;
mod threads;

pub use attention::attention;
pub use causal_conv::causal_conv;
pub use log_probs::log_probs;
pub use product::{product, product_with_rows};
pub use rms_norm::rms_norm;
pub use rotate::rotate;
pub use sight::Sight;
pub use swiglu::swiglu;
pub use threads::on_threads;
