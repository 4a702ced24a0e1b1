//! Matches between engines: players, openings, referee and statistics. The command itself is in
//! `commands`.

pub(crate) mod clock;
pub(crate) mod openings;
pub(crate) mod player;
pub(crate) mod program;
pub(crate) mod record;
pub(crate) mod referee;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod spec;
pub(crate) mod statistics;
pub(crate) mod thinking;
