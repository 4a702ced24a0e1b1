//! What is known of endgames without searching.

use crownhead_rules::{Position, Verdict};

/// Knows the value of some positions.
pub trait Knowledge<P: Position>: Sync {
    /// Who wins with best play, if it is known here. It is asked in every node.
    fn verdict(&self, position: &P) -> Option<Verdict>;

    /// In how many plies the game ends with best play, if that is known too, of a position that is
    /// known to be won or lost. `wins` tells whether the side to move wins.
    #[inline]
    fn plies(&self, _position: &P, _wins: bool) -> Option<u32> {
        None
    }
}

/// Knows nothing, at no cost.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoKnowledge;

impl<P: Position> Knowledge<P> for NoKnowledge {
    #[inline]
    fn verdict(&self, _: &P) -> Option<Verdict> {
        None
    }
}
