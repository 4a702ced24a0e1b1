//! The Hub protocol, version 2, without input and output: lines, position and move texts, and the
//! engine's replies. `docs/protocol.md` describes it.

pub(crate) mod input;
pub(crate) mod line;
pub(crate) mod machine;
pub(crate) mod notation;
pub(crate) mod settings;

#[cfg(test)]
mod tests;
