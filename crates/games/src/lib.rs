//! All eight games by name behind one dynamic interface: the list of games and options, and games
//! that are played by texts. No engine, no files, no clocks.
//!
//! - [`GameId`] is a game, [`Rules`] a game with its options; both are parsed from text.
//! - [`Game`] is a game being played: legal moves, refusals with a reason, the outcome.
//! - [`Record`] is a game with all its moves, to and from PDN.
//! - [`rule_book`] lists the rules of the leaflets, and [`BoardPicture`] describes a board.
//!
//! ```
//! use crownhead_games::{Game, GameId, Side};
//!
//! let rules = GameId::KingMeStandard.rules().with("crowning", "continues")?;
//! let mut game = Game::from_text(rules, "W:W10:B6,14,23")?;
//! assert_eq!(game.legal_moves(), ["10x1"]);
//!
//! // Why not?
//! let refusal = game.play("10-7").unwrap_err();
//! assert_eq!(refusal.to_string(), "You have to jump with 10: 10x1.");
//!
//! game.play("10x1")?;
//! assert_eq!(game.side(), Side::First);
//! assert_eq!(game.to_string(), "B:WK1:B14,23");
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The types of `crownhead-rules` in this API are re-exported, so that this crate is enough to
//! play; `crownhead-pdn` is re-exported as [`pdn`].

#[macro_use]
mod list;

mod action;
mod board_editor;
mod book;
pub mod english;
mod explain_taps;
mod from_rules;
mod game;
mod id;
mod messages;
#[cfg(test)]
mod ninth_game_tests;
#[cfg(test)]
mod no_neighbours;
mod other_boxes;
mod picture;
mod record;
mod rules;
mod taps;

/// The code of the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

pub use crownhead_pdn as pdn;
pub use crownhead_rules::book::{Leaflet, Rule, Source};
pub use crownhead_rules::{
    ActionKind, AnySquare, BySide, Checker, Explanation, History, MoveDetails, MoveRefusal,
    MoveRefusalKind, Outcome, ParseError, Phase, PositionError, PositionErrors, Reason, Sentence,
    Side, SideName, Verdict,
};

pub use action::Action;
pub use book::{RuleDifference, differences, rule_book};
pub use game::{Game, Legality};
pub use id::{OptionInfo, UnknownGame};
pub use list::{AnyPosition, GameId, ScoreUnit, StartRitual};
pub use messages::{file_messages, pdn_error_sentence};
pub use other_boxes::{OtherBox, other_box_messages};
pub use picture::{BoardCell, BoardPicture, BoardShape};
pub use record::{
    ParseRecordError, PdnStyle, Record, RecordedPly, RecordedResult, ReplayError, ReplayErrorKind,
    ResultCheck, ResultOrder, contradictory_results,
};
pub use rules::{InvalidOption, ParseRulesError, Rules};
pub use taps::{TapMeaning, TapTarget, candidates, tap, targets};
