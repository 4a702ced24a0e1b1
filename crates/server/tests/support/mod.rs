//! What the tests of the server share.
#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod browser;
pub(crate) mod guest;
pub(crate) mod node;
pub(crate) mod push;
pub(crate) mod samples;
