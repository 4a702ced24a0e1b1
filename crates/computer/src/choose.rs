//! Move selection by playing strength: what all levels share. Levels 1 to 3 play as
//! `beginner_player`, levels 4 to 9 as `search_player`, level 10 at full strength.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{Score, SearchClock, SearchLimits};
use crownhead_games::{Game, each};
use crownhead_rules::{AnySquare, Position};

use crate::dice::Dice;
use crate::level::{Habits, Level};
use crate::{AnalysisRequest, Analyst, beginner_player, search_player};

/// A request for a move at a level.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MoveRequest {
    /// The playing strength.
    pub level: Level,
    /// The random seed. One seed is enough for a whole game: every position derives its own.
    pub seed: u64,
    /// Where the other player's last move ended, if known: people look there first.
    pub last: Option<AnySquare>,
    /// The search limits of full strength; the other levels have their own.
    pub full: SearchLimits,
    /// How many threads full strength may use.
    pub threads: usize,
}

impl MoveRequest {
    /// A move of a level, by one thread; full strength looks at a million positions.
    pub fn of(level: Level, seed: u64) -> MoveRequest {
        MoveRequest { level, seed, last: None, full: SearchLimits::nodes(1_000_000), threads: 1 }
    }
}

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its text.
    pub text: String,
    /// The score as the level sees it; none if it did not search.
    pub score: Option<Score>,
    /// The reason for the choice.
    pub reason: ChoiceReason,
}

/// Why a move was chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ChoiceReason {
    /// There was no other.
    Only,
    /// It looked best.
    Best,
    /// It looked good enough.
    Liked,
    /// A jump was overlooked: an offence.
    Overlooked,
    /// The other's oversight was allowed to stand.
    LetStand,
}

impl fmt::Display for ChoiceReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChoiceReason::Only => "There was no other move.",
            ChoiceReason::Best => "It looked best.",
            ChoiceReason::Liked => "It looked good enough.",
            ChoiceReason::Overlooked => "A jump was overlooked.",
            ChoiceReason::LetStand => "The oversight was allowed to stand.",
        })
    }
}

/// The move of a level; none when the game is over. Levels 1 to 9 answer the same for the same
/// game, seed and last square, whatever the analyst remembers; full strength does if it is limited
/// by depth or positions, with one thread and nothing remembered.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use crownhead_computer::{Analyst, Level, MoveRequest, NoClock, choose};
/// use crownhead_games::{Game, GameId};
///
/// let mut game = Game::start(GameId::StackEm);
/// let (analyst, stop) = (Analyst::new(1), AtomicBool::new(false));
/// for _ in 0..4 {
///     let request = MoveRequest::of(Level::CAREFUL, 7);
///     let choice = choose(&game, request, &analyst, NoClock, &stop).expect("it is not over");
///     game.play(&choice.text)?;
/// }
/// # Ok::<(), crownhead_games::MoveRefusal>(())
/// ```
pub fn choose(
    game: &Game,
    asked: MoveRequest,
    analyst: &Analyst,
    clock: impl SearchClock,
    stop: &AtomicBool,
) -> Option<Choice> {
    let mut legal = game.legal_moves();
    if legal.len() <= 1 {
        return legal.pop().map(|text| Choice { text, score: None, reason: ChoiceReason::Only });
    }
    let mut dice = Dice::new(asked.seed, here(game));
    match asked.level.habits() {
        Habits::Beginner(habits) => {
            Some(beginner_player::choose(game, &habits, asked.last, &mut dice, stop))
        }
        Habits::Searching(habits) => {
            search_player::choose(game, &habits, asked.last, &mut dice, stop)
        }
        Habits::Full => {
            let question = AnalysisRequest { limits: asked.full, threads: asked.threads, lines: 1 };
            let thought = analyst.think(game, question, clock, stop, |_| {});
            let best = thought.variations.into_iter().next()?;
            let text = best.moves.into_iter().next()?;
            Some(Choice { text, score: Some(best.score), reason: ChoiceReason::Best })
        }
    }
}

/// A number for where the game is. The past is in it, so that a position that comes up again need
/// not be answered in the same variation.
fn here(game: &Game) -> u64 {
    let key = each!(game.position(), position => position.key()).0;
    key.wrapping_add(game.history().keys().len() as u64)
}

#[cfg(test)]
mod tests {
    use crownhead_engine::NoClock;
    use crownhead_games::GameId;

    use super::*;

    fn chosen(game: &Game, level: u8, seed: u64) -> Choice {
        let asked = MoveRequest::of(Level::new(level).unwrap(), seed);
        let stop = AtomicBool::new(false);
        choose(game, asked, &Analyst::new(1), NoClock, &stop).expect("a move")
    }

    #[test]
    fn the_only_move_is_played_without_a_thought() {
        let rules = GameId::WinningMovesCheckers.rules();
        let game = Game::from_text(rules, "B:W18,32:B14,1").unwrap();
        for level in 1..=10 {
            let choice = chosen(&game, level, 1);
            assert_eq!((choice.text.as_str(), choice.reason), ("14x23", ChoiceReason::Only));
            assert_eq!(choice.score, None);
        }
    }

    #[test]
    fn a_game_that_is_over_gets_no_move() {
        let game = Game::from_text(GameId::RegalCheckers.rules(), "B:W:B1").unwrap();
        let stop = AtomicBool::new(false);
        for level in Level::all() {
            let asked = MoveRequest::of(level, 1);
            assert_eq!(choose(&game, asked, &Analyst::new(1), NoClock, &stop), None);
        }
    }

    #[test]
    fn a_seed_gives_the_same_moves_and_another_gives_others() {
        for level in [1, 2, 3, 4, 5, 6] {
            let line = |seed| {
                let mut game = Game::start(GameId::ParkerCheckers.rules());
                let mut texts = Vec::new();
                while texts.len() < 20 && game.outcome().is_none() {
                    texts.push(game.play(&chosen(&game, level, seed).text).unwrap());
                }
                texts
            };
            assert_eq!(line(1), line(1), "level {level}");
            assert!((2..6).any(|seed| line(seed) != line(1)), "level {level}");
        }
    }

    #[test]
    fn what_is_remembered_changes_nothing_below_full_strength() {
        let game = Game::start(GameId::StackEm.rules());
        let stop = AtomicBool::new(false);
        let analyst = Analyst::new(1);
        for number in 1..=9 {
            let asked = MoveRequest::of(Level::new(number).unwrap(), 5);
            let fresh = choose(&game, asked, &analyst, NoClock, &stop);
            analyst.think(
                &game,
                AnalysisRequest::new(SearchLimits::depth(9)),
                NoClock,
                &stop,
                |_| {},
            );
            assert_eq!(choose(&game, asked, &analyst, NoClock, &stop), fresh);
        }
    }
}
