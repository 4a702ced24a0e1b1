//! What is known of a game for certain, told exactly: how a game ended that is over, or how it ends
//! with best play where that is proven. What proves it is in `prover`.

use std::fmt;

use crownhead_games::{Game, GameId};
use crownhead_rules::{Arg, Side, SideName, Verdict};

/// A certain result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins.
    pub verdict: Verdict,
    /// In how many plies the game ends with best play, where that is known.
    pub plies: Option<u32>,
    /// The starting player's tic-tac-toes less the other's, where they are counted.
    pub margin: Option<i32>,
    /// What the winner is called.
    winner: Option<SideName>,
}

/// The certain result of a game, if it is known without a search.
pub fn exact(game: &Game) -> Option<Exact> {
    let verdict = game.outcome()?.verdict;
    let counts = game.rules().game() == GameId::CheckerboardTicTacToe;
    let margin = counts.then(|| {
        let count = |side| game.counted(side).len() as i32;
        count(Side::First) - count(Side::Second)
    });
    Some(Exact::new(game, verdict, margin))
}

impl Exact {
    fn new(game: &Game, verdict: Verdict, margin: Option<i32>) -> Exact {
        let winner = match verdict {
            Verdict::Win(side) => Some(game.side_names()[side]),
            Verdict::Draw => None,
        };
        Exact { verdict, plies: None, margin, winner }
    }

    /// A result that endgame tables know, and in how many plies, if they know that, too.
    pub(crate) fn known(game: &Game, verdict: Verdict, plies: Option<u32>) -> Exact {
        Exact { plies, ..Exact::new(game, verdict, None) }
    }

    /// A result that is proven: the starting player's margin, where tic-tac-toes are counted, or
    /// just a number that tells by its sign who wins.
    pub(crate) fn proven(game: &Game, margin: i32) -> Exact {
        let verdict = match margin {
            1.. => Verdict::Win(Side::First),
            0 => Verdict::Draw,
            _ => Verdict::Win(Side::Second),
        };
        let counts = game.rules().game() == GameId::CheckerboardTicTacToe;
        Exact::new(game, verdict, counts.then_some(margin))
    }
}

/// `black wins`, `red wins in 61`, `the starting player wins by two`, `a draw`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            None => f.write_str("a draw"),
            Some(winner) => {
                write!(f, "{} wins", winner.english())?;
                match (self.margin, self.plies) {
                    (Some(margin), _) => write!(f, " by {}", Arg::Count(margin.unsigned_abs())),
                    (None, Some(plies)) => write!(f, " in {plies}"),
                    (None, None) => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_games_tell_by_how_much() {
        let rules = GameId::CheckerboardTicTacToe.rules();
        let full = Game::from_text(rules, "xxxxx/ooooo/xxoxx/ooxoo/x1xoo x").unwrap();
        let told = exact(&full).unwrap();
        let count = |side| full.counted(side).len() as i32;
        assert_eq!(told.margin, Some(count(Side::First) - count(Side::Second)));
        assert!(told.to_string().contains("player wins by ") || told.to_string() == "a draw");
        assert_eq!(exact(&Game::start(rules)), None);
        let checkers = Game::from_text(GameId::KingMeStandard.rules(), "B:W:B1").unwrap();
        assert_eq!(exact(&checkers).unwrap().to_string(), "black wins");
    }
}
