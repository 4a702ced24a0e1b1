//! The Hub protocol, version 2, without input and output: its lines, its position and move texts,
//! and what an engine answers. `docs/protocol.md` describes it.

pub(crate) mod input;
pub(crate) mod line;
pub(crate) mod machine;
pub(crate) mod notation;
pub(crate) mod settings;

#[cfg(test)]
mod tests;
