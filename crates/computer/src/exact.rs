//! What is known of a game for certain, told exactly. Today that is how games end that are over;
//! a solver's answers belong here too, and everything that tells results asks here first.

use std::fmt;

use crownhead_games::{Game, GameId};
use crownhead_rules::{Side, SideName, Verdict};

/// A certain result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins.
    pub verdict: Verdict,
    /// By how many tic-tac-toes, where they are counted.
    pub margin: Option<u32>,
    /// What the winner is called.
    winner: Option<SideName>,
}

/// The certain result of a game, if it is known without a search.
pub fn exact(game: &Game) -> Option<Exact> {
    let verdict = game.outcome()?.verdict;
    let counts = game.rules().game() == GameId::CheckerboardTicTacToe;
    let margin = counts.then(|| {
        let count = |side| game.counted(side).len() as u32;
        count(Side::First).abs_diff(count(Side::Second))
    });
    let winner = match verdict {
        Verdict::Win(side) => Some(game.side_names()[side]),
        Verdict::Draw => None,
    };
    Some(Exact { verdict, margin, winner })
}

/// `black wins`, `the starting player wins by two`, `a draw`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            None => f.write_str("a draw"),
            Some(winner) => {
                write!(f, "{} wins", winner.english())?;
                match self.margin {
                    Some(margin) => write!(f, " by {}", number(margin)),
                    None => Ok(()),
                }
            }
        }
    }
}

/// A small number as a word.
pub(crate) fn number(number: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_games_tell_by_how_much() {
        let rules = GameId::CheckerboardTicTacToe.rules();
        let full = Game::from_text(rules, "xxxxx/ooooo/xxoxx/ooxoo/x1xoo x").unwrap();
        let told = exact(&full).unwrap();
        assert_eq!(
            told.margin,
            Some(full.counted(Side::First).len().abs_diff(full.counted(Side::Second).len()) as u32)
        );
        assert!(told.to_string().contains("player wins by ") || told.to_string() == "a draw");
        assert_eq!(exact(&Game::start(rules)), None);
        let checkers = Game::from_text(GameId::KingMeStandard.rules(), "B:W:B1").unwrap();
        assert_eq!(exact(&checkers).unwrap().to_string(), "black wins");
    }
}
