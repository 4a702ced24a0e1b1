//! The trait `Searchable`: the static evaluation, quietness and move tags that a search needs
//! beyond the rules. The implementations are in `games`.

use crownhead_rules::Position;

use crate::{Ply, Score};

/// A move in 16 bits, for the transposition table and move ordering. The same step or jump on the
/// board has the same tag in every position. Two legal moves of a position may share a tag; the
/// first of them then counts as the transposition-table move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveTag(pub u16);

impl MoveTag {
    /// A tag from two numbers below 64, usually squares, and a number that distinguishes moves with
    /// the same squares. Never zero.
    #[inline]
    pub const fn new(from: usize, to: usize, rest: u32) -> MoveTag {
        let rest = (rest ^ rest >> 3 ^ rest >> 6 ^ rest >> 12) as u16 & 7;
        MoveTag(from as u16 & 63 | (to as u16 & 63) << 6 | rest << 12 | 1 << 15)
    }

    /// The index of the two squares in a list of [`MoveTag::SLOTS`].
    #[inline]
    pub(crate) const fn slot(self) -> usize {
        self.0 as usize & (MoveTag::SLOTS - 1)
    }

    /// The number of pairs of squares.
    pub(crate) const SLOTS: usize = 1 << 12;
}

/// A game that can be searched.
///
/// ```
/// use crownhead_engine::{Score, Searchable};
/// use crownhead_rules::{checkers::WinningMovesCheckers, placing::TicTacToe};
///
/// fn static_eval<P: Searchable>(position: &P) -> Score {
///     position.evaluate(P::default_eval())
/// }
///
/// assert_eq!(static_eval(&TicTacToe::start()), Score::DRAW);
/// let a_man_up: WinningMovesCheckers = "B:W21:B1,2".parse()?;
/// assert!(static_eval(&a_man_up) > Score::DRAW);
/// # Ok::<(), crownhead_rules::PositionErrors>(())
/// ```
pub trait Searchable: Position<Move: Send + Sync> + Send + Sync {
    /// The weights of the static evaluation.
    type Eval: Send + Sync + 'static;

    /// What a search keeps from one static evaluation to the next, to evaluate faster.
    type EvalCache: Default + Send;

    /// Whether the static evaluation is damped while there is no progress, down to zero when the
    /// draw ruling ends the game. It keeps a side that is ahead from waiting where it could win.
    const DAMPS_EVAL: bool = false;

    /// The number of plies that quiescence search spends on positions in which the enemy threatens
    /// to capture. Zero if the static evaluation accounts for threats.
    const THREAT_PLIES: i32 = 0;

    /// The built-in weights.
    fn default_eval() -> &'static Self::Eval;

    /// The static evaluation: the score to the side to move, without looking ahead.
    fn evaluate(&self, eval: &Self::Eval) -> Score;

    /// The same for a position at a ply of a search. One cache is for one `eval`.
    #[inline]
    fn evaluate_cached(&self, eval: &Self::Eval, _cache: &mut Self::EvalCache, _ply: Ply) -> Score {
        self.evaluate(eval)
    }

    /// What killer, counter and history tables know of a move.
    fn move_tag(&self, mv: Self::Move) -> MoveTag;

    /// Whether a move captures, crowns or otherwise changes the evaluation at once. Such moves are
    /// searched first, and neither reduced nor pruned.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// The prior of a quiet move: how good moves like it usually are. A higher prior is searched
    /// sooner, a negative one less deeply. Between -8000 and 8000, the weight of the whole
    /// history heuristic.
    #[inline]
    fn move_prior(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Calls `visit` with every move that is worth searching. It may leave out moves that are
    /// provably never better than a visited one. If there is a legal move, it visits at least one.
    #[inline]
    fn each_candidate(&self, visit: impl FnMut(Self::Move)) {
        self.each_move(visit);
    }

    /// Whether quiescence search can trust the static evaluation here.
    fn quietness(&self) -> Quietness;
}

/// The weights of a game without a static evaluation, which a search always sees to its end.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NoWeights;

/// How far the static evaluation of a position can be trusted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Quietness {
    /// Nobody can capture: it can be trusted.
    Quiet,
    /// The side to move must capture: every move is searched.
    MustCapture,
    /// The side to move may capture, or stand pat.
    MayCapture,
    /// The enemy threatens to capture: one more ply may show what that costs.
    Threatened,
}
