//! Draw offers: whether the computer accepts one, by a short search.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{SearchClock, SearchLimits};
use crownhead_games::Game;

use crate::{AnalysisRequest, Analyst};

/// The number of nodes of the search.
const NODES: u64 = 50_000;

/// Whether the computer accepts a draw: it does unless it is better. `own_turn` says whether the
/// computer is to move.
pub fn accepts_draw(
    game: &Game,
    own_turn: bool,
    analyst: &Analyst,
    clock: impl SearchClock,
    stop: &AtomicBool,
) -> bool {
    let found = analyst.analyse(
        game,
        AnalysisRequest::new(SearchLimits::nodes(NODES)),
        clock,
        stop,
        |_| {},
    );
    let score = found.variations.first().map_or(0, |line| line.score.value());
    if own_turn { score <= 0 } else { score >= 0 }
}

#[cfg(test)]
mod tests {
    use crownhead_engine::NoClock;
    use crownhead_games::GameId;

    use super::*;

    fn accepts(position: &str, own_turn: bool) -> bool {
        let game = Game::from_text(GameId::KingMeStandard.rules(), position).unwrap();
        accepts_draw(&game, own_turn, &Analyst::new(1), NoClock, &AtomicBool::new(false))
    }

    #[test]
    fn a_draw_is_accepted_unless_the_computer_is_better() {
        let ahead = "B:W32:BK1,K2,K3,K10";
        assert!(!accepts(ahead, true));
        assert!(accepts(ahead, false));
        let behind = "W:W32:BK1,K2,K3,K10";
        assert!(accepts(behind, true));
        assert!(!accepts(behind, false));
    }
}
