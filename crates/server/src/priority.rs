//! The priority of threads that compute: they let the threads of the server go first.

/// The niceness of such a thread.
pub(crate) const NICENESS: i32 = 10;

/// Lets the server's threads go first where both want a core. It counts for the calling thread.
pub(crate) fn lower_priority() {
    set_niceness(NICENESS);
}

/// The same with another niceness.
pub(crate) fn set_niceness(niceness: i32) {
    #[cfg(not(unix))]
    let _ = niceness;
    #[cfg(unix)]
    if let Err(error) = rustix::process::nice(niceness) {
        tracing::warn!(%error, "a thread that computes runs at the priority of the server");
    }
}
