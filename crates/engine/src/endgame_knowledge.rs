//! Endgame knowledge: how a search probes endgame tables, without depending on them.

use crownhead_rules::{Position, Verdict};

/// The values of some positions, such as an endgame tablebase.
pub trait EndgameKnowledge<P: Position>: Sync {
    /// The winner with best play, if known. Every node calls this.
    fn verdict(&self, position: &P) -> Option<Verdict>;

    /// The number of plies to the end with best play, if known too. The position must be won or
    /// lost; `wins` says whether the side to move wins.
    #[inline]
    fn plies_to_end(&self, _position: &P, _wins: bool) -> Option<u32> {
        None
    }
}

/// No knowledge, at no cost.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<P: Position> EndgameKnowledge<P> for NoKnowledge {
    #[inline]
    fn verdict(&self, _: &P) -> Option<Verdict> {
        None
    }
}
