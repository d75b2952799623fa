//! Ctrl-C, for commands that stop at a good place.

use std::ops::ControlFlow;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit_code;

/// Whether somebody pressed Ctrl-C.
#[derive(Debug, Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on: the first Ctrl-C is noted, the second ends the process.
    ///
    /// Where the system gives no signals, Ctrl-C ends the process as ever.
    pub(super) fn listen() -> Self {
        let interrupt = Self::default();
        let noted = interrupt.clone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        if let Ok(runtime) = runtime {
            std::thread::spawn(move || {
                while runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
                    if noted.0.swap(true, Ordering::Relaxed) {
                        process::exit(exit_code::INTERRUPTED.into());
                    }
                    eprintln!("stopping after the present crate; Ctrl-C again stops at once");
                }
            });
        }
        interrupt
    }

    /// Whether to go on.
    pub(super) fn proceed(&self) -> ControlFlow<()> {
        match self.0.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
