//! Playing one game by the rules alone: there is no adjudication, and a player who exceeds the time
//! or fails forfeits.

use std::time::Duration;

use crownhead_games::Game;
use crownhead_rules::{AnySquare, BySide, Outcome, Side, Verdict};

use super::clock::MatchClock;
use super::openings::Opening;
use super::player::{Allowance, Forfeit, GameView, Player};
use super::record::{End, Record};
use super::spec::{Budget, Spec};
use super::thinking::Thinking;

/// The time control of a game.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TimeRule {
    /// The clock that measures the time.
    pub(crate) clock: MatchClock,
    /// The tolerance for late replies.
    pub(crate) margin: Duration,
}

/// Plays a game from an opening to its end. The players' random choices depend on the number.
pub(crate) fn play(
    opening: &Opening,
    specs: BySide<&Spec>,
    mut players: BySide<&mut Player>,
    rule: TimeRule,
    chance: u64,
) -> Result<(Record, BySide<Thinking>), String> {
    players.first.new_game(chance)?;
    // Two players of one level are not to have the same luck.
    players.second.new_game(!chance)?;
    let mut game = opening.start.clone();
    let mut moves = Vec::new();
    let mut last = None;
    let mut thinking = BySide::<Thinking>::default();
    for text in &opening.moves {
        last = end_of(&game, text);
        moves.push(game.play(text).map_err(|refusal| refusal.to_string())?);
    }
    let mut clocks = specs.map(|spec| match spec.budget {
        Budget::Clock { time, .. } => Some(time),
        _ => None,
    });
    let end = loop {
        if let Some(outcome) = game.outcome() {
            break End::by_rule(outcome);
        }
        let side = game.side();
        let view = GameView { start: &opening.start, moves: &moves, game: &game, last };
        match turn(players[side], specs[side].budget, &mut clocks[side], rule, view) {
            Err(forfeit) => break End::by_forfeit(!side, &forfeit),
            Ok((text, time)) => {
                thinking[side] += Thinking { moves: 1, time };
                last = end_of(&game, &text);
                match game.play(&text) {
                    Ok(text) => moves.push(text),
                    Err(_) => break End::by_forfeit(!side, &Forfeit::Illegal(text)),
                }
            }
        }
    };
    let players = specs.map(|spec| spec.name.clone());
    let start = opening.start.text().unwrap_or_default();
    Ok((Record { rules: game.rules(), players, start, moves, end }, thinking))
}

/// The landing square of a move.
fn end_of(game: &Game, text: &str) -> Option<AnySquare> {
    game.trail(text).ok()?.last().copied()
}

/// A move, the time that it took, and the time left.
fn turn(
    player: &mut Player,
    budget: Budget,
    clock: &mut Option<Duration>,
    rule: TimeRule,
    view: GameView<'_>,
) -> Result<(String, Duration), Forfeit> {
    if let (Some(left), Budget::Clock { increment, .. }) = (clock.as_mut(), budget) {
        *left += increment;
    }
    let TimeRule { clock: measure, margin } = rule;
    let allowance = Allowance { budget, left: *clock, margin, clock: measure };
    let stopwatch = player.stopwatch(measure)?;
    let text = player.think(view, allowance)?;
    let took = stopwatch.elapsed();
    if allowance.most().is_some_and(|most| took > most) {
        return Err(Forfeit::Time);
    }
    if let Some(left) = clock {
        *left = left.saturating_sub(took);
    }
    Ok((text, took))
}

impl End {
    fn by_rule(outcome: Outcome) -> End {
        End { verdict: outcome.verdict, reason: outcome.reason.name().to_owned() }
    }

    fn by_forfeit(winner: Side, forfeit: &Forfeit) -> End {
        End { verdict: Verdict::Win(winner), reason: forfeit.to_string() }
    }
}
