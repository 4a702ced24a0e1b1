//! Move selection by playing strength. Levels 1 to 3 play as `beginner_player`, levels 4 to 9 as
//! `search_player`, level 10 at full strength.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{Score, SearchClock, SearchLimits};
use crownhead_games::{Game, each};
use crownhead_rules::{AnySquare, Position};

use crate::level::{Habits, Level};
use crate::level_rng::LevelRng;
use crate::{AnalysisRequest, Analyst, beginner_player, search_player};

/// A request for a move at a level.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MoveRequest {
    /// The playing strength.
    pub level: Level,
    /// The random seed. One seed is enough for a whole game: every position derives its own.
    pub seed: u64,
    /// The square where the opponent's last move ended, if known: people look there first.
    pub last: Option<AnySquare>,
    /// The search limits of full strength; the other levels have their own.
    pub full: SearchLimits,
    /// The number of threads of full strength.
    pub threads: usize,
}

impl MoveRequest {
    /// A move of a level, on one thread; full strength searches a million nodes.
    pub fn of(level: Level, seed: u64) -> MoveRequest {
        MoveRequest { level, seed, last: None, full: SearchLimits::nodes(1_000_000), threads: 1 }
    }
}

/// A chosen move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The canonical text of the move.
    pub text: String,
    /// The score that the level found; none if it did not search.
    pub score: Option<Score>,
    /// Why the level plays this move.
    pub reason: ChoiceReason,
}

/// Why a move was chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ChoiceReason {
    /// It was the only legal move.
    Only,
    /// It had the best score.
    Best,
    /// It was good enough, and chosen at random.
    Liked,
    /// A jump was overlooked: an offence.
    Overlooked,
    /// The opponent's offence was allowed to stand.
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

/// The move of a level; none when the game is over. Levels 1 to 9 are reproducible: the same game,
/// seed and last square give the same move, whatever the analyst's table has. Full strength is
/// reproducible with a limit of depth or nodes, one thread and an empty table.
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
    request: MoveRequest,
    analyst: &Analyst,
    clock: impl SearchClock,
    stop: &AtomicBool,
) -> Option<Choice> {
    let mut legal = game.legal_moves();
    if legal.len() <= 1 {
        return legal.pop().map(|text| Choice { text, score: None, reason: ChoiceReason::Only });
    }
    let mut rng = LevelRng::new(request.seed, position_seed(game));
    match request.level.habits() {
        Habits::Beginner(habits) => {
            Some(beginner_player::choose(game, &habits, request.last, &mut rng, stop))
        }
        Habits::Searching(habits) => {
            search_player::choose(game, &habits, request.last, &mut rng, stop)
        }
        Habits::Full => {
            let request =
                AnalysisRequest { limits: request.full, threads: request.threads, lines: 1 };
            let analysis = analyst.analyse(game, request, clock, stop, |_| {});
            let best = analysis.variations.into_iter().next()?;
            let text = best.moves.into_iter().next()?;
            Some(Choice { text, score: Some(best.score), reason: ChoiceReason::Best })
        }
    }
}

/// A random seed from the position and its history, so that a repeated position need not get the
/// same move.
fn position_seed(game: &Game) -> u64 {
    let key = each!(game.position(), position => position.key()).0;
    key.wrapping_add(game.history().keys().len() as u64)
}

#[cfg(test)]
mod tests {
    use crownhead_engine::NoClock;
    use crownhead_games::GameId;

    use super::*;

    fn chosen(game: &Game, level: u8, seed: u64) -> Choice {
        let request = MoveRequest::of(Level::new(level).unwrap(), seed);
        let stop = AtomicBool::new(false);
        choose(game, request, &Analyst::new(1), NoClock, &stop).expect("a move")
    }

    #[test]
    fn the_only_move_is_played_without_a_search() {
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
            let request = MoveRequest::of(level, 1);
            assert_eq!(choose(&game, request, &Analyst::new(1), NoClock, &stop), None);
        }
    }

    #[test]
    fn moves_are_reproducible_by_seed() {
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
    fn the_analysts_memory_changes_nothing_below_full_strength() {
        let game = Game::start(GameId::StackEm.rules());
        let stop = AtomicBool::new(false);
        let analyst = Analyst::new(1);
        for number in 1..=9 {
            let request = MoveRequest::of(Level::new(number).unwrap(), 5);
            let fresh = choose(&game, request, &analyst, NoClock, &stop);
            analyst.analyse(
                &game,
                AnalysisRequest::new(SearchLimits::depth(9)),
                NoClock,
                &stop,
                |_| {},
            );
            assert_eq!(choose(&game, request, &analyst, NoClock, &stop), fresh);
        }
    }
}
