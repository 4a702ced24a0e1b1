//! A whole match without input or output: a series of games of one kind between two seats, with
//! the leaflets' rituals, clocks, offers, takebacks and premoves, as a numbered log of events.
//!
//! Commands go in, with the time as an argument; events come out; the state is the fold of the
//! events. Nothing here reads a clock, a file, a socket or a random source: the players' clients
//! bring the randomness of tosses, in commands. `docs/match.md` has the tables.
//!
//! ```
//! use crownhead_arbiter::*;
//! use crownhead_games::GameId;
//!
//! let mut settings = Settings::casual(GameId::StackEm.rules());
//! settings.ritual = Ritual::Given { first: Seat::Two };
//! let now = Time::from_millis(1_000);
//! let (mut game, mut log) = Match::open(settings, now, Salt([7; 16]))?;
//!
//! let command = Command::Move { text: "11-15".to_owned(), seen: None };
//! for event in game.decide(&command, &Context::new(now, By::Seat(Seat::Two)))? {
//!     game.apply(&event)?;
//!     log.push(event);
//! }
//! let refusal = game.decide(&command, &Context::new(now, By::Seat(Seat::Two))).unwrap_err();
//! assert_eq!(refusal.kind, RefusalKind::NotYourTurn);
//! assert_eq!(Match::replay(&log)?.hash(), game.hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod clock;
mod command;
mod decide;
mod draft;
mod due;
mod event;
mod fair;
mod handicap;
mod hash;
mod machine;
mod names;
mod number;
mod offers;
mod play;
mod presence;
mod refusal;
mod ritual;
mod seats;
mod series;
mod settings;
mod state;
mod takeback;
mod time;
mod view;

pub use apply::BadEvent;
pub use clock::{
    Clock, Clocks, KEPT_AT_TAKEBACK, LAG_AT_START, LAG_REGAINED, MOST_GRACE, MOST_LAG, Running,
};
pub use command::{Claim, Command, Context};
pub use decide::Handled;
pub use event::{BadId, Cause, CommandId, EndReason, Event, How, Offer, What};
pub use fair::{Coin, Commitment, Fall, Hash, Salt, Secret, TossId};
pub use handicap::Handicap;
pub use machine::{Match, REMEMBERED};
#[cfg(feature = "schema")]
pub use names::GameName;
pub use names::SideName;
pub use number::{Checkers, Days, GameNumber, Plies, Round, RulesVersion, Version};
pub use refusal::{Illegal, Refusal, RefusalKind};
pub use seats::{By, BySeat, Seat, Viewer};
pub use settings::{LONGEST_LOG, LONGEST_TEXT, Origin, Ritual, Settings, Takebacks};
pub use state::{Done, Offers, Play, Ply, Score, Stage, State, Toss, TossOf};
pub use time::{Span, Time};
pub use view::View;
