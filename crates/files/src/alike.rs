//! Games that are there twice.

use std::collections::HashSet;

use crownhead_games::Record;
use crownhead_rules::Side;
use sha2::{Digest, Sha256};

use crate::sieve::player;

/// When two games are the same.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Likeness {
    /// The same players have played the same moves.
    #[default]
    Players,
    /// The same moves were played, by whomever.
    Moves,
}

/// The first sixteen bytes of a hash that nobody knows how to make two texts for.
type Mark = [u8; 16];

/// Games that have been seen: some 40 bytes for each.
#[derive(Clone, Debug, Default)]
pub struct Seen(HashSet<Mark>);

impl Likeness {
    /// What is equal for games that are the same.
    pub fn mark(self, record: &Record) -> Mark {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update(text.as_bytes());
            hash.update(b"\n");
        };
        add(&record.rules().to_string());
        add(&record.begin().text().unwrap_or_default());
        if self == Likeness::Players {
            for side in Side::ALL {
                let name = player(record.tags(), side).unwrap_or_default().to_lowercase();
                add(&name.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        record.plies().iter().for_each(|ply| add(&ply.text));
        let whole = hash.finalize();
        std::array::from_fn(|i| whole[i])
    }
}

impl Seen {
    /// Remembers a mark; true if it is new.
    pub fn is_new(&mut self, mark: Mark) -> bool {
        self.0.insert(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Games;

    #[test]
    fn how_a_move_or_name_is_written_does_not_matter() {
        let mark = |likeness: Likeness, text: &str| {
            let game = Games::pdn(text.as_bytes()).next().expect("a game").expect("no fault");
            likeness.mark(&game.record().expect("legal"))
        };
        let one = "[Black \"Ann\"]\n[White \"Ben\"]\n1. 11-15 22-18 2. 15x22 25x18 *";
        let same = "[White \"ben \"]\n[Black \"ANN\"]\n11-15 22-18 15:22 {so} 25-18 1-0";
        let others = "[Black \"Cid\"]\n1. 11-15 22-18 2. 15x22 25x18 *";
        let longer = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 *";
        for likeness in [Likeness::Players, Likeness::Moves] {
            assert_eq!(mark(likeness, one), mark(likeness, same));
            assert_ne!(mark(likeness, one), mark(likeness, longer));
        }
        assert_ne!(mark(Likeness::Players, one), mark(Likeness::Players, others));
        assert_eq!(mark(Likeness::Moves, one), mark(Likeness::Moves, others));
        let mut seen = Seen::default();
        assert!(seen.is_new([1; 16]) && !seen.is_new([1; 16]) && seen.is_new([2; 16]));
    }
}
