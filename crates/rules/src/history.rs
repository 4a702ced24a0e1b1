//! The past of a game, as far as the draw rulings ask for it.

use alloc::vec::Vec;

use crate::{Key, Outcome, Position, Reason};

/// Which positions came up, and how many plies in a row made no progress.
///
/// A position that was set up by hand has no past: it is a first occurrence, and its count of
/// idle plies is zero. Occurrences are compared by key; two different positions of one game
/// share one with a chance of one in 2⁶⁴ a pair.
///
/// ```
/// use crownhead_rules::{History, Notation, Position, checkers::WinningMovesCheckers};
///
/// let mut game: WinningMovesCheckers = "B:WK32:BK1".parse()?;
/// let mut history = History::new(&game);
/// for text in ["1-6", "32-27", "6-1", "27-32"].repeat(2) {
///     let mv = game.read_move(text)?;
///     history.play(&mut game, mv);
/// }
/// assert_eq!(history.draw(&game).unwrap().to_string(), "1/2-1/2 (repetition)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    seen: Vec<Key>,
    idle: u32,
}

impl History {
    /// The history of a game that begins here.
    pub fn new<P: Position>(start: &P) -> Self {
        let mut history = History { seen: Vec::new(), idle: 0 };
        history.arrive(start);
        history
    }

    /// Plays a legal move and remembers what it led to.
    pub fn play<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        self.idle = if position.makes_progress(mv) { 0 } else { self.idle + 1 };
        position.play_unchecked(mv);
        self.arrive(position);
    }

    /// The draw that the past demands in `position`, which must be the one last arrived at. Ask
    /// only when [`Position::outcome`] is none: an end by the position itself comes first.
    pub fn draw<P: Position>(&self, position: &P) -> Option<Outcome> {
        if !position.asks_for_draws() {
            return None;
        }
        if self.occurrences(position.key()) >= 3 {
            return Some(Outcome::draw(Reason::Repetition));
        }
        let limit = P::IDLE_PLIES?;
        (self.idle >= limit).then(|| Outcome::draw(Reason::NoProgress))
    }

    /// How often the position with this key has come up.
    pub fn occurrences(&self, key: Key) -> usize {
        self.seen.iter().filter(|&&seen| seen == key).count()
    }

    /// The keys of the positions in which the draw rulings were asked, in the order in which they
    /// came up.
    pub fn keys(&self) -> &[Key] {
        &self.seen
    }

    /// How many plies in a row have made no progress.
    pub fn idle_plies(&self) -> u32 {
        self.idle
    }

    fn arrive<P: Position>(&mut self, position: &P) {
        if P::IDLE_PLIES.is_some() && position.asks_for_draws() {
            self.seen.push(position.key());
        }
    }
}
