//! Helpers of the search tests: every rule set, and positions of random games.

use crownhead_engine::Searchable;
use crownhead_rules::checkers::{
    KingMeStandard, KingMeStandardContinues, ParkerCheckers, RegalCheckers, WinningMovesCheckers,
};
use crownhead_rules::coast_to_coast::{CoastToCoast, Layout};
use crownhead_rules::placing::{CheckerboardTicTacToe, Size, TicTacToe, Variations};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{History, Notation};

/// A generic function over all games.
pub(crate) trait GameVisitor {
    fn game<P: Searchable + Notation>(&mut self, name: &str, start: P);
}

/// Calls the visitor with all seventeen rule sets.
pub(crate) fn for_each_rule_set(visitor: &mut impl GameVisitor) {
    visitor.game("regal", RegalCheckers::start());
    visitor.game("king me", KingMeStandard::start());
    visitor.game("king me, continues", KingMeStandardContinues::start());
    visitor.game("winning moves", WinningMovesCheckers::start());
    visitor.game("parker", ParkerCheckers::start());
    visitor.game("tic-tac-toe", TicTacToe::start());
    visitor.game("stack'em", StackEm::start());
    for layout in Layout::ALL {
        visitor.game("coast to coast", CoastToCoast::start(layout));
    }
    for size in [Size::Five, Size::Six] {
        for (exchange, floating) in [(false, false), (true, false), (false, true), (true, true)] {
            let variation = Variations { exchange, floating, size };
            let name = format!("on a checkerboard, {variation:?}");
            visitor.game(&name, CheckerboardTicTacToe::start(variation));
        }
    }
}

/// A position of an unfinished random game after at most `plies` plies, with its history.
pub(crate) fn after<P: Searchable>(start: &P, plies: u32, rng: &mut fastrand::Rng) -> (P, History) {
    let (mut position, mut history) = (start.clone(), History::new(start));
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.each_move(|mv| moves.push(mv));
        let Some(&mv) = rng.choice(&moves) else { break };
        let (mut next, mut past) = (position.clone(), history.clone());
        past.play(&mut next, mv);
        if next.outcome().is_some() || past.draw(&next).is_some() {
            break;
        }
        (position, history) = (next, past);
    }
    (position, history)
}
