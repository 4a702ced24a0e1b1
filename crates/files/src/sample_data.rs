//! Sample data: any number of random games from a seed, for benchmarks and tests.

use std::fmt::Write;
use std::io::{self, Read};

use crownhead_rules::checkers::WinningMovesCheckers;
use crownhead_rules::{Notation, Position, Side};
use fastrand::Rng;

/// Random games of Winning Moves Checkers as PDN text. The same seed makes the same games.
#[derive(Debug)]
pub struct SampleGames {
    dice: Rng,
    number: u64,
}

/// The length at which a game is broken off as a draw.
const MOST_PLIES: u32 = 60;

impl SampleGames {
    /// The same seed gives the same games.
    pub fn new(seed: u64) -> SampleGames {
        SampleGames { dice: Rng::with_seed(seed), number: 0 }
    }

    /// Plays random moves, appends them with their numbers, and returns the result.
    fn moves(&mut self, text: &mut String) -> &'static str {
        let mut game = WinningMovesCheckers::start();
        let mut column = 0;
        for ply in 0..MOST_PLIES {
            let moves = game.legal_moves();
            let Some(&mv) = self.dice.choice(&moves) else { break };
            let before = text.len();
            if game.side() == Side::First {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let _ = write!(text, "{mv}");
            column += text.len() - before + 1;
            text.push(if column > 70 { '\n' } else { ' ' });
            column %= 71;
            game.play_unchecked(mv);
        }
        match game.outcome() {
            None => "1/2-1/2",
            // The side to move has lost.
            Some(_) if game.side() == Side::First => "0-1",
            Some(_) => "1-0",
        }
    }
}

impl Iterator for SampleGames {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.number += 1;
        let mut moves = String::new();
        let result = self.moves(&mut moves);
        let [black, white] = [(); 2].map(|()| self.dice.u32(1..=5000));
        let (year, month, day) =
            (self.dice.u32(1900..2030), self.dice.u32(1..=12), self.dice.u32(1..=28));
        let (event, batch) = (self.dice.u32(1..=400), self.dice.u32(1..=12));
        Some(format!(
            "[Event \"Club evening {event}\"]\n[Site \"?\"]\n\
             [Date \"{year}.{month:02}.{day:02}\"]\n[Round \"{batch}\"]\n\
             [White \"Player {white}\"]\n[Black \"Player {black}\"]\n[Result \"{result}\"]\n\
             [GameType \"21,B,8,8,N1,0\"]\n\n{moves}{result}\n\n"
        ))
    }
}

/// Reads the same text again and again: a long file that takes no memory.
#[derive(Clone, Debug)]
pub struct RepeatingReader<'a> {
    text: &'a [u8],
    at: usize,
    times: u64,
}

impl<'a> RepeatingReader<'a> {
    /// Repeats a text the given number of times.
    pub fn new(text: &'a str, times: u64) -> RepeatingReader<'a> {
        RepeatingReader { text: text.as_bytes(), at: 0, times }
    }
}

impl Read for RepeatingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.times == 0 {
            return Ok(0);
        }
        let read = (&self.text[self.at..]).read(buffer)?;
        self.at += read;
        if self.at == self.text.len() {
            self.at = 0;
            self.times -= 1;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameReader;

    #[test]
    fn a_seed_makes_the_same_legal_games_again() {
        let text: String = SampleGames::new(1).take(50).collect();
        assert_eq!(text, SampleGames::new(1).take(50).collect::<String>());
        assert_ne!(text, SampleGames::new(2).take(50).collect::<String>());
        let plies: Vec<_> = GameReader::pdn(RepeatingReader::new(&text, 2))
            .map(|game| game.expect("no fault").record().expect("legal").plies().len())
            .collect();
        assert_eq!(plies.len(), 100);
        assert_eq!(plies[..50], plies[50..]);
        assert!(plies.iter().sum::<usize>() > 100 * 45, "{plies:?}");
        assert_eq!(GameReader::pdn(RepeatingReader::new("", 0)).count(), 0);
    }
}
