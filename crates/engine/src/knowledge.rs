//! What is known of endgames without searching.

use crownhead_rules::{Position, Verdict};

/// Knows the value of some positions.
pub trait Knowledge<P: Position>: Sync {
    /// Who wins with best play, if it is known here.
    fn verdict(&self, position: &P) -> Option<Verdict>;
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
