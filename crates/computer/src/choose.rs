//! Choosing a move as a level would: what is the same for all levels. How a level thinks is in
//! `careless` and `careful`.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{Clock, Limits, Score};
use crownhead_games::{Game, each};
use crownhead_rules::{AnySquare, Position};

use crate::dice::Dice;
use crate::level::{Habits, Level};
use crate::{Analyst, Question, careful, careless};

/// How a move is asked for.
#[derive(Copy, Clone, Debug)]
pub struct Asked {
    /// How strong it is to be.
    pub level: Level,
    /// What chance is made from. One seed does for a whole game: every position makes its own of
    /// it.
    pub seed: u64,
    /// Where the other's last move ended: people look there first. None when it is not known.
    pub last: Option<AnySquare>,
    /// How long full strength may think; other levels have their own limits.
    pub full: Limits,
    /// How many threads full strength may think with.
    pub threads: usize,
}

impl Asked {
    /// A move of a level, by one thread; full strength looks at a million positions.
    pub fn of(level: Level, seed: u64) -> Asked {
        Asked { level, seed, last: None, full: Limits::nodes(1_000_000), threads: 1 }
    }
}

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its text.
    pub text: String,
    /// What the level believes that it is worth to its side; none when it did not think.
    pub score: Option<Score>,
    /// Why it was chosen.
    pub why: Why,
}

/// Why a move was chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Why {
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

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Only => "There was no other move.",
            Why::Best => "It looked best.",
            Why::Liked => "It looked good enough.",
            Why::Overlooked => "A jump was overlooked.",
            Why::LetStand => "The oversight was allowed to stand.",
        })
    }
}

/// The move of a level; none when the game is over. Levels 1 to 9 answer the same for the same
/// game, seed and last square, whatever the analyst remembers; full strength does if it is limited
/// by depth or positions, with one thread and nothing remembered.
pub fn choose(
    game: &Game,
    asked: Asked,
    analyst: &Analyst,
    clock: impl Clock,
    stop: &AtomicBool,
) -> Option<Choice> {
    let mut legal = game.legal();
    if legal.len() <= 1 {
        return legal.pop().map(|text| Choice { text, score: None, why: Why::Only });
    }
    let mut dice = Dice::new(asked.seed, here(game));
    match asked.level.habits() {
        Habits::Careless(habits) => {
            Some(careless::choose(game, &habits, asked.last, &mut dice, stop))
        }
        Habits::Careful(habits) => careful::choose(game, &habits, asked.last, &mut dice, stop),
        Habits::Full => {
            let question = Question { limits: asked.full, threads: asked.threads, lines: 1 };
            let thought = analyst.think(game, question, clock, stop, |_| {});
            let best = thought.ways.into_iter().next()?;
            let text = best.moves.into_iter().next()?;
            Some(Choice { text, score: Some(best.score), why: Why::Best })
        }
    }
}

/// A number for where the game is. The past is in it, so that a position that comes up again need
/// not be answered in the same way.
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
        let asked = Asked::of(Level::new(level).unwrap(), seed);
        let stop = AtomicBool::new(false);
        choose(game, asked, &Analyst::new(1), NoClock, &stop).expect("a move")
    }

    #[test]
    fn the_only_move_is_played_without_a_thought() {
        let rules = GameId::WinningMovesCheckers.rules();
        let game = Game::from_text(rules, "B:W18,32:B14,1").unwrap();
        for level in 1..=10 {
            let choice = chosen(&game, level, 1);
            assert_eq!((choice.text.as_str(), choice.why), ("14x23", Why::Only));
            assert_eq!(choice.score, None);
        }
    }

    #[test]
    fn a_game_that_is_over_gets_no_move() {
        let game = Game::from_text(GameId::RegalCheckers.rules(), "B:W:B1").unwrap();
        let stop = AtomicBool::new(false);
        for level in Level::all() {
            let asked = Asked::of(level, 1);
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
            let asked = Asked::of(Level::new(number).unwrap(), 5);
            let fresh = choose(&game, asked, &analyst, NoClock, &stop);
            analyst.think(&game, Question::new(Limits::depth(9)), NoClock, &stop, |_| {});
            assert_eq!(choose(&game, asked, &analyst, NoClock, &stop), fresh);
        }
    }
}
