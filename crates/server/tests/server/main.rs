//! The server, tested as one program: linking is slow, so these tests share one binary.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

#[cfg(feature = "acme")]
mod acme;
mod api;
mod build_coordinator;
mod cluster;
mod faults;
mod flood;
mod live;
mod outages;
mod people;
mod proxy;
mod rooms;
mod serve;
mod support;
