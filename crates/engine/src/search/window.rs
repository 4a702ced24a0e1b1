//! The search window: alpha and beta.

use crate::Score;

/// The window of a search: it returns exact scores between `alpha` and `beta`, an upper bound at or
/// below `alpha`, and a lower bound at or above `beta`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window that contains every score.
    pub(super) const FULL: Window = Window { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };

    /// The null window above `alpha`: it only tests whether a score is above `alpha`.
    #[inline]
    pub(super) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha.plus(1) }
    }

    /// The window from the other side's point of view.
    #[inline]
    pub(super) fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether this is the window of a PV node: not a null window.
    #[inline]
    pub(super) fn is_pv(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// Whether no score is left between `alpha` and `beta`.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}
