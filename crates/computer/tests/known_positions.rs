//! Endings that are known to be won, played out by the engine against itself.

use std::sync::atomic::AtomicBool;

use crownhead_computer::{AnalysisRequest, Analyst};
use crownhead_engine::{NoClock, SearchLimits};
use crownhead_games::{Game, GameId};
use crownhead_rules::{Side, Verdict};

/// First Position, the first ending in checkers books: white must win within 57 plies. The current
/// search manages with this node count and plies to spare.
#[test]
fn first_position_is_won() {
    let rules = GameId::WinningMovesCheckers.rules();
    let mut game = Game::from_text(rules, "W:WK27,K23:BK28,12").expect("a position");
    let (analyst, stop) = (Analyst::new(64), AtomicBool::new(false));
    let request = AnalysisRequest::new(SearchLimits::nodes(800_000));
    let mut moves = Vec::new();
    while game.outcome().is_none() && moves.len() < 57 {
        let thought = analyst.analyse(&game, request, NoClock, &stop, |_| {});
        moves.push(game.play(thought.best().expect("a move")).expect("a legal one"));
    }
    let verdict = game.outcome().map(|outcome| outcome.verdict);
    assert_eq!(verdict, Some(Verdict::Win(Side::Second)), "{}", moves.join(" "));
}
