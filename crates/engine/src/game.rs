//! What a search asks of a game beyond its rules. Each game's answers are in its module of
//! `games`.

use crownhead_rules::Position;

use crate::Score;

/// A short name of a move, for tables: alike for the same way on the board. Two legal moves of a
/// position may share one; a table then prefers the first of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag(pub u16);

impl Tag {
    /// A tag from two numbers below 64, mostly squares, and something to tell moves apart that
    /// share them. Never zero.
    #[inline]
    pub const fn new(from: usize, to: usize, rest: u32) -> Tag {
        let rest = (rest ^ rest >> 3 ^ rest >> 6 ^ rest >> 12) as u16 & 7;
        Tag(from as u16 & 63 | (to as u16 & 63) << 6 | rest << 12 | 1 << 15)
    }

    /// The place of the two squares in a table of [`Tag::PLACES`].
    #[inline]
    pub(crate) const fn place(self) -> usize {
        self.0 as usize & (Tag::PLACES - 1)
    }

    /// How many places there are.
    pub(crate) const PLACES: usize = 1 << 12;
}

/// A game that can be searched.
pub trait Searchable: Position<Move: Send + Sync> + Send + Sync {
    /// The weights that positions are evaluated with.
    type Eval: Send + Sync + 'static;

    /// Whether looks fade while nothing is achieved: from all that they are worth to nothing when
    /// the draw ruling for want of progress ends the game. It keeps a side that is ahead from
    /// waiting where it could win.
    const FADES: bool = false;

    /// How many plies below the leaves threats are still looked at. None where looks take account
    /// of them.
    const THREATS: i32 = 0;

    /// The weights that the game is evaluated with unless others are given.
    fn default_eval() -> &'static Self::Eval;

    /// The worth of the position to the side to move, by its looks.
    fn evaluate(&self, eval: &Self::Eval) -> Score;

    /// The name of a move for tables.
    fn tag(&self, mv: Self::Move) -> Tag;

    /// Whether a move captures, crowns or does something else that is worth looking at first.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// What a quiet move promises by itself, before anything is known of it: moves that promise
    /// more are looked at sooner, and those that promise less than nothing less deeply. From
    /// -8000 to 8000, the weight of all that a search can learn about a move.
    #[inline]
    fn promise(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Hands every move that is worth searching to `visit`. It may leave out moves that are
    /// proven never to be better than another one that it visits, and must visit one if there is
    /// a legal move.
    #[inline]
    fn each_candidate(&self, visit: impl FnMut(Self::Move)) {
        self.each_move(visit);
    }

    /// What a position at the end of the search is: its looks can be trusted or not.
    fn noise(&self) -> Noise;
}

/// How far a position's looks can be trusted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Noise {
    /// They can.
    Quiet,
    /// The side to move captures, and every move is to be looked at.
    Forced,
    /// The side to move may capture, or leave it.
    Optional,
    /// The enemy is about to capture: one more ply may tell.
    Threatened,
}
