//! What the tests of the search share: every rule set, and positions out of random games.

use crownhead_engine::Searchable;
use crownhead_rules::checkers::{
    KingMeStandard, KingMeStandardContinues, ParkerCheckers, RegalCheckers, WinningMovesCheckers,
};
use crownhead_rules::coast_to_coast::{CoastToCoast, Layout};
use crownhead_rules::placing::{CheckerboardTicTacToe, Size, TicTacToe, Variations};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{History, Notation};

/// Something to be done with every game.
pub(crate) trait ForEach {
    fn game<P: Searchable + Notation>(&mut self, name: &str, start: P);
}

/// Does it with all seventeen rule sets.
pub(crate) fn for_each_rule_set(doing: &mut impl ForEach) {
    doing.game("regal", RegalCheckers::start());
    doing.game("king me", KingMeStandard::start());
    doing.game("king me, continues", KingMeStandardContinues::start());
    doing.game("winning moves", WinningMovesCheckers::start());
    doing.game("parker", ParkerCheckers::start());
    doing.game("tic-tac-toe", TicTacToe::start());
    doing.game("stack'em", StackEm::start());
    for layout in Layout::ALL {
        doing.game("coast to coast", CoastToCoast::start(layout));
    }
    for size in [Size::Five, Size::Six] {
        for (exchange, floating) in [(false, false), (true, false), (false, true), (true, true)] {
            let variation = Variations { exchange, floating, size };
            let name = format!("on a checkerboard, {variation:?}");
            doing.game(&name, CheckerboardTicTacToe::start(variation));
        }
    }
}

/// A position of a random game that is not over, after `plies` or fewer, with its past.
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
