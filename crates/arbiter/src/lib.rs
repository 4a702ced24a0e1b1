//! The arbiter: a match without input or output. A match is a series of games between two seats,
//! with the leaflets' rituals, clocks, offers, takebacks and premoves, as a numbered event log.
//!
//! Commands go in, with the time as an argument; events come out; the state is the fold of the
//! events (event sourcing). Nothing here reads a clock, a file, a socket or a random source: the
//! clients send the randomness of tosses in commands. `docs/match.md` has the tables.
//!
//! ```
//! use crownhead_arbiter::*;
//! use crownhead_games::GameId;
//!
//! let mut settings = MatchSettings::casual(GameId::StackEm.rules());
//! settings.ritual = Ritual::Given { first: Seat::Two };
//! let now = Timestamp::from_millis(1_000);
//! let (mut game, mut log) = Match::open(settings, now, Salt([7; 16]))?;
//!
//! let command = Command::Move { text: "11-15".to_owned(), seen: None };
//! for event in game.decide(&command, &CommandContext::new(now, Actor::Seat(Seat::Two)))? {
//!     game.apply(&event)?;
//!     log.push(event);
//! }
//! let refusal = game.decide(&command, &CommandContext::new(now, Actor::Seat(Seat::Two))).unwrap_err();
//! assert_eq!(refusal.kind, CommandRefusalKind::NotYourTurn);
//! assert_eq!(Match::replay(&log)?.hash(), game.hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod clock;
mod command;
mod decide;
mod due;
mod event;
mod fair_toss;
mod game_match;
mod handicap;
mod hash;
mod json_forms;
mod number;
mod offers;
mod outage;
mod pending;
mod phrases;
mod play;
mod premoves;
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

pub use apply::InvalidEvent;
pub use clock::{
    Clocks, LAG_AT_START, LAG_REGAINED, MAX_FLAG_GRACE, MAX_LAG, MIN_TIME_AFTER_TAKEBACK,
    RunningClock, TimeControl,
};
pub use command::{Claim, Command, CommandContext};
pub use decide::CommandResult;
pub use event::{
    CommandId, EndReason, Event, EventCause, EventKind, InvalidCommandId, MoveSource, Offer,
};
pub use fair_toss::{Coin, Commitment, Salt, Secret, Sha256Hash, TossId, TossResult};
pub use game_match::{Match, REMEMBERED_COMMANDS};
pub use handicap::Handicap;
pub use json_forms::ChosenSide;
#[cfg(feature = "schema")]
pub use json_forms::GameName;
pub use number::{CheckerCount, Days, GameNumber, PlyCount, RulesVersion, TossRound, Version};
pub use outage::Outage;
pub use phrases::{MAX_PHRASES, PHRASE_PAUSE, Phrase, PhraseUse};
pub use premoves::MAX_PREMOVES;
pub use refusal::{CommandRefusal, CommandRefusalKind, IllegalMoveDetails};
pub use seats::{Actor, BySeat, Seat, Viewer};
pub use settings::{GameOrigin, MAX_LOG_MOVES, MAX_TEXT_LENGTH, MatchSettings, Ritual, Takebacks};
pub use state::{
    CurrentGame, MatchStage, MatchState, Offers, PlayedPly, RecentCommand, SeriesScore, Toss,
    TossMethod,
};
pub use time::{Span, Timestamp};
pub use view::MatchView;
