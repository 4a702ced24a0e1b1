//! Endgame knowledge: how a search probes endgame tables, without depending on them.

use crownhead_rules::{Position, Verdict};

/// Knows the value of some positions.
pub trait EndgameKnowledge<P: Position>: Sync {
    /// Who wins with best play, if that is known. Every node calls this.
    fn verdict(&self, position: &P) -> Option<Verdict>;

    /// In how many plies the game ends with best play, if that is known too. The position is known
    /// to be won or lost; `wins` tells whether the side to move wins.
    #[inline]
    fn plies_to_end(&self, _position: &P, _wins: bool) -> Option<u32> {
        None
    }
}

/// Knows nothing, at no cost.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<P: Position> EndgameKnowledge<P> for NoKnowledge {
    #[inline]
    fn verdict(&self, _: &P) -> Option<Verdict> {
        None
    }
}
