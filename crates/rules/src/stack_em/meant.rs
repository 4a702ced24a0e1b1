//! The legal moves of Stack'Em that fit what a player typed. Why a text fits none is not here.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::StackEm;
use crate::Notation;
use crate::dark::{Path, Square};

impl StackEm {
    /// The legal moves for which `fits`.
    pub(super) fn legal(&self, mut fits: impl FnMut(Path) -> bool) -> Vec<Path> {
        self.all_moves().into_iter().filter(|mv| fits(*mv)).collect()
    }

    /// The jumps that a list of squares means: the one that lands on just these, or else all that
    /// begin and end like it and leave none of them out.
    pub(super) fn jumps_meant(&self, squares: &[Square]) -> Vec<Path> {
        let fitting = self.legal(|mv| mv.is_meant_by(squares));
        match fitting.iter().find(|mv| mv.squares() == squares) {
            Some(exact) => Vec::from([*exact]),
            None => fitting,
        }
    }
}

/// The texts of moves.
pub(super) fn texts(moves: &[Path]) -> Vec<String> {
    moves.iter().map(Path::to_string).collect()
}
