//! What the computer does in a match: its part in the rituals, answers to offers, and moves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_arbiter::{
    Clock, Command, CommandId, Match, Offer, Plies, Seat, Secret, SideName, Span, Stage, Toss,
    TossId,
};
use crownhead_computer::{Asked, Limits, Question, choose};
use crownhead_games::Game;
use crownhead_rules::Side;
use sha2::{Digest, Sha256};

use super::seat::{self, Computer};
use super::{Busy, Computers};
use crate::rooms::{Ask, RoomError};

/// How long full strength thinks about a move at most.
const FULL: Duration = Duration::from_millis(1500);

/// How much of its clock it leaves for what is not thinking.
const RESERVE: Duration = Duration::from_millis(500);

/// How many positions are looked at to answer the offer of a draw.
const DRAW_NODES: u64 = 50_000;

/// From how many plies on the computer agrees to a draw.
const DRAW_PLIES: usize = 30;

/// How much it does in a match before others have their turn.
const STEPS: usize = 8;

/// What the computer wants to do.
enum Wish {
    /// To wait for the other player.
    Nothing,
    /// Something that needs no thought.
    Command(Command),
    /// A move, to be thought about.
    Move(Game, Limits),
    /// An answer to the offer of a draw, to be thought about.
    AnswerDraw(Game),
}

impl Computers {
    /// Does what there is to do in a match, and notes how far it has seen it.
    pub(super) async fn see_to(self: &Arc<Self>, computer: &Computer) -> Result<(), RoomError> {
        if !seat::claim(&self.rooms, computer.id).await? {
            return Ok(());
        }
        for _ in 0..STEPS {
            let whole = self.rooms.look(computer.id).await?;
            let version = whole.version();
            let command = match self.decide(computer, &whole).await {
                Ok(Some(command)) => command,
                Ok(None) => {
                    seat::looked(&self.rooms, computer.id, version).await?;
                    return Ok(());
                }
                // It is taken up again when the claim has run out.
                Err(Busy) => return Ok(()),
            };
            let id = CommandId::new(format!("computer-{version}"));
            let id = id.map_err(|why| RoomError::Failed(why.to_string()))?;
            let ask = Ask { seat: computer.seat, command, id, lag: Span::ZERO };
            match self.rooms.command(computer.id, ask).await {
                // What was refused was out of date, and is decided anew.
                Ok(_) | Err(RoomError::Refused(_)) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(())
    }

    async fn decide(&self, computer: &Computer, whole: &Match) -> Result<Option<Command>, Busy> {
        let (seat, level, seed) = (computer.seat, computer.level, number(&computer.seed));
        let seen = Some(Plies::new(u32::try_from(whole.state().play.plies.len()).unwrap_or(0)));
        match wish(computer, whole, self.rooms.now()) {
            Wish::Nothing => Ok(None),
            Wish::Command(command) => Ok(Some(command)),
            Wish::Move(game, full) => {
                let chosen = self.pool.think(move |analyst, stop| {
                    let begun = Instant::now();
                    let asked = Asked { full, ..Asked::of(level, seed) };
                    choose(&game, asked, analyst, || begun.elapsed(), stop)
                });
                let chosen = chosen.await?;
                Ok(chosen.map(|choice| Command::Move { text: choice.text, seen }))
            }
            Wish::AnswerDraw(game) => {
                let on_turn = whole.turn() == Some(seat);
                let plies = whole.state().play.plies.len();
                let thought = self.pool.think(move |analyst, stop| {
                    let question = Question::new(Limits::nodes(DRAW_NODES));
                    let clock = crownhead_computer::NoClock;
                    analyst.think(&game, question, clock, stop, |_| {})
                });
                let best = thought.await?.ways.into_iter().next();
                let value = best.map_or(0, |way| way.score.value());
                let mine = if on_turn { value } else { -value };
                let offer = Offer::Draw;
                Ok(Some(if plies >= DRAW_PLIES && mine <= 0 {
                    Command::Accept { offer }
                } else {
                    Command::Decline { offer }
                }))
            }
        }
    }
}

fn wish(computer: &Computer, whole: &Match, now: crownhead_arbiter::Time) -> Wish {
    let (seat, state) = (computer.seat, whole.state());
    match &state.stage {
        // The guest is believed, and has the choice.
        Stage::Youngest { named } => match named[!seat] {
            Some(youngest) if named[seat] != Some(youngest) => {
                Wish::Command(Command::NameYoungest { youngest })
            }
            _ => Wish::Nothing,
        },
        Stage::Choice { wishes } => match (wishes[!seat], wishes[seat]) {
            (Some(SideName(side)), None) => {
                Wish::Command(Command::ChooseSide { side: SideName(!side) })
            }
            _ => Wish::Nothing,
        },
        Stage::Choosing { seat: chooses, .. } if *chooses == seat => {
            Wish::Command(Command::ChooseSide { side: SideName(Side::First) })
        }
        Stage::Toss(toss) => wish_in_toss(computer, toss, state.toss_id(toss)),
        Stage::Playing => wish_in_play(seat, whole, now),
        Stage::Over { .. } if state.play.offers.rematch == Some(!seat) => {
            Wish::Command(Command::Accept { offer: Offer::Rematch })
        }
        Stage::Choosing { .. } | Stage::Settled { .. } | Stage::Over { .. } => Wish::Nothing,
    }
}

fn wish_in_toss(computer: &Computer, toss: &Toss, id: TossId) -> Wish {
    let (seat, secret) = (computer.seat, secret(&computer.seed, id));
    let both = toss.committed.one.is_some() && toss.committed.two.is_some();
    if toss.committed[seat].is_none() {
        Wish::Command(Command::Commit { commitment: id.commitment(seat, secret) })
    } else if both && toss.revealed[seat].is_none() {
        Wish::Command(Command::Reveal { secret })
    } else {
        Wish::Nothing
    }
}

fn wish_in_play(seat: Seat, whole: &Match, now: crownhead_arbiter::Time) -> Wish {
    let play = &whole.state().play;
    let Some(board) = whole.board() else { return Wish::Nothing };
    if play.offers.takeback == Some(!seat) {
        return Wish::Command(Command::Accept { offer: Offer::Takeback });
    }
    if play.offers.draw == Some(!seat) {
        return Wish::AnswerDraw(board.clone());
    }
    if whole.turn() != Some(seat) {
        return Wish::Nothing;
    }
    let limits = match (whole.state().settings.clock, &play.clocks) {
        (Clock::Main { increment, .. }, Some(clocks)) => {
            let left = Duration::from_millis(clocks.left_at(seat, now).as_millis());
            let increment = Duration::from_millis(increment.as_millis());
            let limits = Limits::clock(left.saturating_sub(RESERVE), increment);
            Limits { hard: limits.hard.map(|hard| hard.min(FULL)), ..limits }
        }
        _ => Limits::move_time(FULL),
    };
    Wish::Move(board.clone(), limits)
}

/// The secret for a toss: the same whenever it is asked for, so that a node that takes the match
/// up can reveal what another committed to.
fn secret(seed: &[u8; 32], toss: TossId) -> Secret {
    let hash = Sha256::new()
        .chain_update(b"crownhead computer toss 1")
        .chain_update(seed)
        .chain_update(toss.game.get().to_be_bytes())
        .chain_update(toss.round.get().to_be_bytes());
    Secret(hash.finalize().into())
}

fn number(seed: &[u8; 32]) -> u64 {
    let hash = Sha256::new().chain_update(b"crownhead computer whims 1").chain_update(seed);
    hash.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}
