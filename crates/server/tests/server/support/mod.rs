//! What the tests of the server share.

use std::time::{Duration, Instant};

#[cfg(feature = "acme")]
pub(crate) mod authority;
pub(crate) mod browser;
pub(crate) mod conformance;
pub(crate) mod faulty_store;
pub(crate) mod guest;
pub(crate) mod http;
pub(crate) mod node;
pub(crate) mod push;
pub(crate) mod samples;
pub(crate) mod socket;
pub(crate) mod times;

/// Waits until something holds, however busy the machine is. What never comes about is told.
pub(crate) async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} does not come about");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
