//! Finds the legal moves of Stack'Em that match typed squares.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::StackEm;
use crate::Notation;
use crate::dark::{Path, Square};

impl StackEm {
    /// The legal moves that `fits` accepts.
    pub(super) fn legal_where(&self, mut fits: impl FnMut(Path) -> bool) -> Vec<Path> {
        self.legal_moves().into_iter().filter(|mv| fits(*mv)).collect()
    }

    /// The jumps that a list of squares stands for: the one with exactly these landings, or else
    /// all with the same ends that pass all of them.
    pub(super) fn matching_jumps(&self, squares: &[Square]) -> Vec<Path> {
        let fitting = self.legal_where(|mv| mv.matches(squares));
        match fitting.iter().find(|mv| mv.squares() == squares) {
            Some(exact) => Vec::from([*exact]),
            None => fitting,
        }
    }
}

pub(super) fn texts(moves: &[Path]) -> Vec<String> {
    moves.iter().map(Path::to_string).collect()
}
