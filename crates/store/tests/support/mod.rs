//! What the tests of the store share: sample matches.
#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod heartbeats;
pub(crate) mod samples;
