//! What asks the program to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Resolves at Ctrl-C, and when the system asks the process to end. Where neither can be heard the
/// process just ends.
pub(super) async fn stop_signal() {
    tokio::select! {
        () = interrupt() => {}
        () = terminate() => {}
    }
}

async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminate() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut asked) => {
            asked.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminate() {
    std::future::pending().await
}

/// Becomes true at Ctrl-C, and when the system asks the process to end; a second time ends it at once.
/// For work that goes on until it can stop without losing anything.
pub fn stop_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let asked = flag.clone();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
            return;
        };
        runtime.block_on(async {
            stop_signal().await;
            asked.store(true, Ordering::Relaxed);
            eprintln!("stopping after this step; once more ends it now");
            stop_signal().await;
            std::process::exit(super::exit_code::INTERRUPTED.into());
        });
    });
    flag
}
