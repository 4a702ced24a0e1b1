//! The history of a game, for draws by repetition and without progress.

use alloc::vec::Vec;

use crate::{Key, Outcome, Position, Reason};

/// The keys of the earlier positions, and the number of plies in a row without progress.
///
/// A position that was set up by hand has no history: it is a first occurrence, and its count of
/// plies without progress is zero. Occurrences are compared by key; two different positions of one
/// game collide with a chance of one in 2⁶⁴ per pair.
///
/// ```
/// use crownhead_rules::{History, Notation, Position, checkers::WinningMovesCheckers};
///
/// let mut game: WinningMovesCheckers = "B:WK32:BK1".parse()?;
/// let mut history = History::new(&game);
/// for text in ["1-6", "32-27", "6-1", "27-32"].repeat(2) {
///     let mv = game.parse_move(text)?;
///     history.play(&mut game, mv);
/// }
/// assert_eq!(history.draw(&game).unwrap().to_string(), "1/2-1/2 (repetition)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    keys: Vec<Key>,
    without_progress: u32,
}

impl History {
    /// The history of a game that begins with `start`.
    pub fn new<P: Position>(start: &P) -> Self {
        let mut history = History { keys: Vec::new(), without_progress: 0 };
        history.record_occurrence(start);
        history
    }

    /// Plays a legal move and records the new position.
    pub fn play<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        self.without_progress =
            if position.makes_progress(mv) { 0 } else { self.without_progress + 1 };
        position.play_unchecked(mv);
        self.record_occurrence(position);
    }

    /// The draw by repetition or without progress in `position`, which must be the last one
    /// recorded. Check [`Position::outcome`] first: an end by the position itself has priority.
    pub fn draw<P: Position>(&self, position: &P) -> Option<Outcome> {
        if !position.draw_rules_apply() {
            return None;
        }
        if self.occurrences(position.key()) >= 3 {
            return Some(Outcome::draw(Reason::Repetition));
        }
        let limit = P::NO_PROGRESS_LIMIT?;
        (self.without_progress >= limit).then(|| Outcome::draw(Reason::NoProgress))
    }

    /// How often the position with this key has occurred.
    pub fn occurrences(&self, key: Key) -> usize {
        self.keys.iter().filter(|&&other| other == key).count()
    }

    /// The keys of the positions in which the [draw rules apply](Position::draw_rules_apply),
    /// oldest first.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The number of plies in a row without progress.
    pub fn plies_without_progress(&self) -> u32 {
        self.without_progress
    }

    fn record_occurrence<P: Position>(&mut self, position: &P) {
        if P::NO_PROGRESS_LIMIT.is_some() && position.draw_rules_apply() {
            self.keys.push(position.key());
        }
    }
}
