//! Files of many games: read in rounds on all cores and in order, sifted, counted, compared, and
//! written as PDN or JSON. Where the bytes come from and go to is not known here.
//!
//! ```
//! use crownhead_files::{Games, each_game};
//!
//! let text = "1. 11-15 22-18 *\n\n1. 11-15 11-16 *";
//! let mut told = Vec::new();
//! each_game::<_, ()>(
//!     &mut Games::pdn(text.as_bytes()),
//!     |game| match game.and_then(|game| game.record()) {
//!         Ok(record) => format!("{} plies", record.plies().len()),
//!         Err(fault) => format!("line {}: {}", fault.line, fault.says),
//!     },
//!     |what, _| Ok(told.push(what)),
//! )
//! .unwrap();
//! assert_eq!(told[0], "2 plies");
//! assert!(told[1].starts_with("line 3: 11-16: "));
//! ```

mod alike;
mod date;
mod fault;
mod figures;
mod games;
mod json;
mod made;
mod rounds;
mod sieve;
mod tags;
mod written;

pub use alike::{Likeness, Seen};
pub use date::{Date, NotADate};
pub use fault::Fault;
pub use figures::{Figures, Glance, Many};
pub use games::{Games, OneGame};
pub use made::{Made, Repeated};
pub use rounds::each_game;
pub use sieve::{Ended, Sieve};
pub use written::{BadRecord, Written, WrittenMove};
