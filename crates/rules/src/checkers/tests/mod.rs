//! The checkers games by texts: legal moves, explanations and outcomes.

mod explanations;
mod parker;
mod rules;

use std::string::String;
use std::vec::Vec;

use super::{Checkers, KingMe, KingMeContinues, Parker, Regal, RuleSet, WinningMoves};
use crate::{History, Notation, Outcome, Position};

/// The position that `moves` lead to from a text.
fn after<R: RuleSet>(position: &str, moves: &[&str]) -> Checkers<R> {
    let mut game = position.parse::<Checkers<R>>().unwrap();
    for text in moves {
        game.play_unchecked(game.parse_move(text).unwrap());
    }
    game
}

/// The legal moves of a position, and the text of the position after each, which is empty in a
/// phase that has none.
fn check<R: RuleSet>(game: Checkers<R>, moves: &[(&str, &str)]) {
    let mut found = Vec::new();
    game.each_move(|mv| {
        let mut next = game;
        next.play_unchecked(mv);
        found.push((game.move_text(mv), next.text().unwrap_or_default()));
    });
    found.sort();
    let moves: Vec<_> =
        moves.iter().map(|&(mv, next)| (String::from(mv), String::from(next))).collect();
    assert_eq!(found, moves, "{game:?}");
    assert_eq!(game.count_moves(), moves.len() as u64, "{game:?}");
}

/// The score and the reason of a position; `*` while the game continues.
fn result<R: RuleSet>(game: &Checkers<R>) -> (&'static str, &'static str) {
    named(game.outcome())
}

fn named(outcome: Option<Outcome>) -> (&'static str, &'static str) {
    outcome.map_or(("*", ""), |outcome| (outcome.score(), outcome.reason.name()))
}

/// A game that is played by texts, with its history.
struct PlayedGame<R: RuleSet> {
    game: Checkers<R>,
    history: History,
}

impl<R: RuleSet> PlayedGame<R> {
    fn from(position: &str) -> Self {
        let game = after(position, &[]);
        PlayedGame { game, history: History::new(&game) }
    }

    fn play(&mut self, text: &str) {
        let mv = self.game.parse_move(text).unwrap();
        self.history.play(&mut self.game, mv);
    }

    /// The draw by repetition or without progress, if any.
    fn draw(&self) -> &'static str {
        named(self.history.draw(&self.game)).1
    }

    /// Walks a king of each side in circles for some plies, the first side's first. No draw occurs
    /// before the last ply.
    fn walk(&mut self, plies: usize, first: &[&str], second: &[&str]) {
        for ply in 0..plies {
            assert_eq!((result(&self.game), self.draw()), (("*", ""), ""), "ply {ply}");
            let circle = if ply % 2 == 0 { first } else { second };
            let at = ply / 2 % circle.len();
            let step = std::format!("{}-{}", circle[at], circle[(at + 1) % circle.len()]);
            self.play(&step);
        }
    }
}
