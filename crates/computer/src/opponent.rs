//! The computer opponent: how it takes part in a match, from the ritual to the rematch. Server,
//! terminal and page share it; they differ only in where it thinks.
//!
//! [`ComputerOpponent::intent`] says what the match wants from the computer. Most of it needs no thought
//! and is a command to send; a move or a late draw offer needs a search, which
//! [`ComputerOpponent::think`] runs wherever the host likes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_arbiter::{
    ChosenSide, Command, Match, MatchStage, Offer, PlyCount, Seat, Secret, Sha256Hash, Span,
    TimeControl, Timestamp, Toss, TossId,
};
use crownhead_engine::{SearchClock, SearchLimits};
use crownhead_games::Game;
use crownhead_rules::{AnySquare, Side};

use crate::{Analyst, Level, MoveRequest, accepts_draw, choose};

/// The computer declines every draw in a game of fewer plies.
const DRAW_PLIES: usize = 30;

/// The longest time that full strength thinks about a move.
const LONGEST_MOVE: Duration = Duration::from_millis(1500);

/// How much of its clock the computer keeps for everything except thinking.
const CLOCK_RESERVE: Duration = Duration::from_millis(500);

/// The computer in one seat of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputerOpponent {
    seat: Seat,
    level: Level,
    /// Varies its moves from match to match.
    move_seed: u64,
    /// Generates its secrets for coin tosses. Whoever knows it can predict them.
    toss_seed: [u8; 32],
}

/// What the computer wants to do next. Equal intents need the same thought, so a host can keep what
/// it thought while the match changes in other ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Nothing: it is not the computer's turn to act.
    Wait,
    /// Send a command that needs no thought.
    Send(Command),
    /// Think about a move.
    Move(MoveTask),
    /// Think about the other player's draw offer.
    AnswerDraw {
        /// The position.
        game: Game,
        /// Whether it is the computer's turn.
        own_turn: bool,
    },
}

/// A move to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTask {
    /// The position, with the computer to move.
    pub game: Game,
    /// Where the other player's last move ended: low levels look there first.
    pub last: Option<AnySquare>,
    /// How many plies were played.
    pub plies: PlyCount,
}

/// What a clock shows, and what a move adds to it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// The time left.
    pub left: Span,
    /// What a move adds.
    pub increment: Span,
}

impl TurnClock {
    /// The limits without a clock.
    pub const FREE: SearchLimits = SearchLimits::move_time(LONGEST_MOVE);

    fn at(game_match: &Match, seat: Seat, now: Timestamp) -> Option<TurnClock> {
        let state = game_match.state();
        match (state.settings.clock, &state.play.clocks) {
            (TimeControl::Main { increment, .. }, Some(clocks)) => {
                Some(TurnClock { left: clocks.left_at(seat, now), increment })
            }
            _ => None,
        }
    }

    /// How long full strength may think about a move.
    pub fn limits(self) -> SearchLimits {
        let time = |span: Span| Duration::from_millis(span.as_millis());
        let left = time(self.left).saturating_sub(CLOCK_RESERVE);
        let limits = SearchLimits::clock(left, time(self.increment));
        SearchLimits { hard: limits.hard.map(|hard| hard.min(LONGEST_MOVE)), ..limits }
    }
}

impl ComputerOpponent {
    /// The opponent on a server: `seed` is secret, and the same on every node.
    pub fn new(seat: Seat, level: Level, seed: [u8; 32]) -> ComputerOpponent {
        let hash = Sha256Hash::of(&[b"crownhead computer whims 1", &seed]);
        let first_bytes = hash.0.into_iter().take(8);
        let move_seed = first_bytes.fold(0, |number, byte| number << 8 | u64::from(byte));
        ComputerOpponent { seat, level, move_seed, toss_seed: seed }
    }

    /// The opponent in a match on one machine, which has nobody to keep the seed from.
    pub fn local(seat: Seat, level: Level, seed: u64) -> ComputerOpponent {
        let toss_seed = Sha256Hash::of(&[b"crownhead local computer 1", &seed.to_be_bytes()]).0;
        ComputerOpponent { seat, level, move_seed: seed, toss_seed }
    }

    /// The seat that the computer plays.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How strong the computer plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// What the computer wants to do in a match as it stands.
    pub fn intent(&self, game_match: &Match) -> Intent {
        let (seat, state) = (self.seat, game_match.state());
        match &state.stage {
            // The computer believes the person, and lets them choose.
            MatchStage::Youngest { named } => match named[!seat] {
                Some(youngest) if named[seat] != Some(youngest) => {
                    Intent::Send(Command::NameYoungest { youngest })
                }
                _ => Intent::Wait,
            },
            MatchStage::Choice { wishes } => match (wishes[!seat], wishes[seat]) {
                (Some(ChosenSide(side)), None) => {
                    Intent::Send(Command::ChooseSide { side: ChosenSide(!side) })
                }
                _ => Intent::Wait,
            },
            MatchStage::Choosing { seat: chooses, .. } if *chooses == seat => {
                Intent::Send(Command::ChooseSide { side: ChosenSide(Side::First) })
            }
            MatchStage::Toss(toss) => self.intent_in_toss(toss, state.toss_id(toss)),
            MatchStage::Playing => self.intent_in_play(game_match),
            MatchStage::Over { .. } if state.play.offers.rematch == Some(!seat) => {
                Intent::Send(Command::Accept { offer: Offer::Rematch })
            }
            MatchStage::Choosing { .. } | MatchStage::Settled { .. } | MatchStage::Over { .. } => {
                Intent::Wait
            }
        }
    }

    fn intent_in_toss(&self, toss: &Toss, id: TossId) -> Intent {
        let (seat, secret) = (self.seat, self.secret(id));
        let both_committed = toss.committed.one.is_some() && toss.committed.two.is_some();
        if toss.committed[seat].is_none() {
            Intent::Send(Command::Commit { commitment: id.commitment(seat, secret) })
        } else if both_committed && toss.revealed[seat].is_none() {
            Intent::Send(Command::Reveal { secret })
        } else {
            Intent::Wait
        }
    }

    /// The computer answers offers before it moves, because a move would decline them.
    fn intent_in_play(&self, game_match: &Match) -> Intent {
        let (seat, play) = (self.seat, &game_match.state().play);
        let Some(board) = game_match.board() else { return Intent::Wait };
        let own_turn = game_match.turn() == Some(seat);
        if play.offers.takeback == Some(!seat) {
            return Intent::Send(Command::Accept { offer: Offer::Takeback });
        }
        if play.offers.draw == Some(!seat) {
            return match play.plies.len() < DRAW_PLIES {
                true => Intent::Send(Command::Decline { offer: Offer::Draw }),
                false => Intent::AnswerDraw { game: board.clone(), own_turn },
            };
        }
        if !own_turn {
            return Intent::Wait;
        }
        let plies = PlyCount::new(u32::try_from(play.plies.len()).unwrap_or(u32::MAX));
        Intent::Move(MoveTask { game: board.clone(), last: last_square(game_match), plies })
    }

    /// How long full strength may think about a move: within its clock, and never for long.
    pub fn limits(&self, game_match: &Match, now: Timestamp) -> SearchLimits {
        TurnClock::at(game_match, self.seat, now).map_or(TurnClock::FREE, TurnClock::limits)
    }

    /// The same, counted from the start of the turn: they stay equal while the clock runs.
    pub fn limits_of_turn(&self, game_match: &Match) -> SearchLimits {
        self.clock_of_turn(game_match).map_or(TurnClock::FREE, TurnClock::limits)
    }

    /// The computer's clock at the start of the turn; none in a match without clocks.
    pub fn clock_of_turn(&self, game_match: &Match) -> Option<TurnClock> {
        let running = game_match.state().play.clocks.as_ref()?.running;
        TurnClock::at(game_match, self.seat, running.map(|clock| clock.since).unwrap_or_default())
    }

    /// Thinks until it has a command for an intent; none if there is nothing to do. `limits` bound
    /// full strength only, for the other levels have their own.
    pub fn think(
        &self,
        intent: &Intent,
        limits: SearchLimits,
        analyst: &Analyst,
        clock: impl SearchClock,
        stop: &AtomicBool,
    ) -> Option<Command> {
        match intent {
            Intent::Wait => None,
            Intent::Send(command) => Some(command.clone()),
            Intent::Move(MoveTask { game, last, plies }) => {
                let level = MoveRequest::of(self.level, self.move_seed);
                let asked = MoveRequest { last: *last, full: limits, ..level };
                let choice = choose(game, asked, analyst, clock, stop)?;
                Some(Command::Move { text: choice.text, seen: Some(*plies) })
            }
            Intent::AnswerDraw { game, own_turn } => {
                let offer = Offer::Draw;
                Some(match accepts_draw(game, *own_turn, analyst, clock, stop) {
                    true => Command::Accept { offer },
                    false => Command::Decline { offer },
                })
            }
        }
    }

    /// The secret for a coin toss. It is always the same, so another node can reveal what this one
    /// committed to.
    fn secret(&self, toss: TossId) -> Secret {
        let (game, round) = (toss.game.get().to_be_bytes(), toss.round.get().to_be_bytes());
        Secret(Sha256Hash::of(&[b"crownhead computer toss 1", &self.toss_seed, &game, &round]).0)
    }
}

/// Where the last move of a match ended.
fn last_square(game_match: &Match) -> Option<AnySquare> {
    let (last, before) = game_match.state().play.plies.split_last()?;
    let mut game = game_match.initial_board()?;
    for ply in before {
        game.play_ignoring_draws(&ply.text).ok()?;
    }
    game.trail(&last.text).ok()?.pop()
}
