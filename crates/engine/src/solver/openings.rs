//! Proven openings: for positions that take long to solve, the margin and a move that keeps it.
//!
//! They hold what comes up when the computer, as either player, follows its own moves against every
//! reply, ply by ply from a start.

use std::collections::BTreeMap;

use crownhead_rules::placing::CheckerboardTicTacToe;
use crownhead_rules::{Position, Side};

use super::board::Geometries;
use super::form::Form;
use super::key::Name;
use super::root::Root;
use super::saved::{NotSaved, sealed, unsealed};
use super::solve::best_move;
use super::table::Table;

const MARK: &[u8; 8] = b"CHOPENS1";
const NAME: usize = 10;
const ENTRY: usize = NAME + 2;

/// Made by `crownhead solve … --make-openings`.
const BUILT_IN: [&[u8]; 2] = [
    include_bytes!("../../data/exchange.openings"),
    include_bytes!("../../data/floating.openings"),
];

/// What is known of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// The margin for the side to move; without exchanges, beyond the lines that are complete.
    pub(super) margin: i8,
    /// The square of a move that keeps it, in the image that the name stands for.
    pub(super) best: u8,
}

/// Openings by the names of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings(BTreeMap<Name, Opening>);

impl Openings {
    /// Those that come with the program.
    pub fn built_in() -> Openings {
        let mut openings = Openings::default();
        for bytes in BUILT_IN {
            // What is built in is whole: a test reads it.
            let _ = openings.read(bytes);
        }
        openings
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, name: Name) -> Option<Opening> {
        self.0.get(&name).copied()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (Name, Opening)> {
        self.0.iter().map(|(name, opening)| (*name, *opening))
    }

    /// All of them as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        for (name, Opening { margin, best }) in self.all() {
            bytes.extend_from_slice(&name.to_le_bytes()[..NAME]);
            bytes.extend_from_slice(&[margin as u8, best]);
        }
        sealed(bytes)
    }

    /// Adds what [`bytes`](Self::bytes) made.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), NotSaved> {
        let entries = unsealed(bytes, MARK, ENTRY)?;
        for entry in entries.chunks_exact(ENTRY) {
            let mut name = [0; 16];
            name[..NAME].copy_from_slice(&entry[..NAME]);
            let opening = Opening { margin: entry[NAME] as i8, best: entry[NAME + 1] & 63 };
            self.0.insert(Name::from_le_bytes(name), opening);
        }
        Ok(())
    }
}

/// How far the making of openings has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The ply that is worked on.
    pub ply: u32,
    /// How many of its positions are done.
    pub done: usize,
    /// Of how many.
    pub positions: usize,
    /// How many positions were visited in all.
    pub nodes: u64,
}

/// Proves what comes up within so many plies of a start when one player follows the moves found
/// here, and adds it to the openings, which know some of it already perhaps. Both players' parts are
/// done, ply by ply, until all is proven or `goes_on` says no; it answers whether all is.
pub fn make_openings(
    start: &CheckerboardTicTacToe,
    plies: u32,
    openings: &mut Openings,
    table: &Table,
    mut goes_on: impl FnMut(Made, &Openings) -> bool,
) -> bool {
    let mut second: Vec<CheckerboardTicTacToe> = distinct(replies(start));
    let mut first = vec![*start];
    let mut nodes = 0;
    for ply in 0..=plies {
        let mut next = Vec::new();
        for (done, position) in first.iter().enumerate() {
            if position.open().is_empty() {
                continue;
            }
            let made = |nodes| Made { ply, done, positions: first.len(), nodes };
            let root = root(position);
            let decision = match root.opening(openings) {
                Some((_, decision)) => decision,
                None => {
                    let watch = |more| goes_on(made(nodes + more), openings);
                    let Some(best) = best_move(position, table, watch) else { return false };
                    nodes += best.nodes;
                    let Some(decision) = best.decision else { continue };
                    let sign = if position.side() == Side::First { 1 } else { -1 };
                    openings.0.extend(root.as_opening(sign * best.margin, decision));
                    decision
                }
            };
            let mut moved = *position;
            moved.play_unchecked(decision);
            next.extend(replies(&moved));
        }
        first = std::mem::replace(&mut second, distinct(next));
    }
    true
}

pub(super) fn root(position: &CheckerboardTicTacToe) -> Root {
    Root::new(position, Geometries::new(Form::of(position.variation())))
}

/// What can follow a position.
pub(super) fn replies(position: &CheckerboardTicTacToe) -> Vec<CheckerboardTicTacToe> {
    let mut all = Vec::new();
    position.each_move(|decision| {
        let mut next = *position;
        next.play_unchecked(decision);
        all.push(next);
    });
    all
}

/// Symmetric positions once.
fn distinct(positions: Vec<CheckerboardTicTacToe>) -> Vec<CheckerboardTicTacToe> {
    let mut seen = BTreeMap::new();
    for position in positions {
        let root = root(&position);
        if let Some(board) = &root.board {
            seen.entry(board.name(root.geometries.form).0).or_insert(position);
        }
    }
    seen.into_values().collect()
}
