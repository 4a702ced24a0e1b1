//! Proven openings: the margin and a best move of positions that take long to solve.
//!
//! They cover everything that can occur if the computer, as either player, follows its own moves.

use std::collections::BTreeMap;

use crownhead_rules::placing::CheckerboardTicTacToe;
use crownhead_rules::{Position, Side};

use super::board::Geometries;
use super::key::PositionKey;
use super::proof_table::ProofTable;
use super::root::Root;
use super::saved_proofs::{SavedProofsError, with_checksum, without_checksum};
use super::solve::best_move;
use super::solver_rules::SolverRules;

const MAGIC: &[u8; 8] = b"CHOPENS1";
const KEY_BYTES: usize = 10;
const ENTRY_BYTES: usize = KEY_BYTES + 2;

/// Built by `crownhead solve … --make-openings`.
const BUILT_IN: [&[u8]; 2] = [
    include_bytes!("../../data/exchange.openings"),
    include_bytes!("../../data/floating.openings"),
];

/// The value of an opening.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// The margin for the side to move. Without exchanges, complete lines are not counted.
    pub(super) margin: i8,
    /// The square of a best move, in the canonical image.
    pub(super) best: u8,
}

/// Proven openings by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvenOpenings(BTreeMap<PositionKey, Opening>);

impl ProvenOpenings {
    /// The built-in openings.
    pub fn built_in() -> ProvenOpenings {
        let mut openings = ProvenOpenings::default();
        for bytes in BUILT_IN {
            // The built-in files are valid: a test reads them.
            let _ = openings.decode(bytes);
        }
        openings
    }

    /// The number of openings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no openings.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, key: PositionKey) -> Option<Opening> {
        self.0.get(&key).copied()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (PositionKey, Opening)> {
        self.0.iter().map(|(key, opening)| (*key, *opening))
    }

    /// Encodes the openings.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for (key, Opening { margin, best }) in self.all() {
            bytes.extend_from_slice(&key.to_le_bytes()[..KEY_BYTES]);
            bytes.extend_from_slice(&[margin as u8, best]);
        }
        with_checksum(bytes)
    }

    /// Decodes openings and adds them.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<(), SavedProofsError> {
        let entries = without_checksum(bytes, MAGIC, ENTRY_BYTES)?;
        for entry in entries.chunks_exact(ENTRY_BYTES) {
            let mut key = [0; 16];
            key[..KEY_BYTES].copy_from_slice(&entry[..KEY_BYTES]);
            let opening =
                Opening { margin: entry[KEY_BYTES] as i8, best: entry[KEY_BYTES + 1] & 63 };
            self.0.insert(PositionKey::from_le_bytes(key), opening);
        }
        Ok(())
    }
}

/// The progress of a build of openings.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OpeningsProgress {
    /// The present ply.
    pub ply: u32,
    /// Its positions that are done.
    pub done: usize,
    /// Their number in all, symmetric ones counted once.
    pub positions: usize,
    /// Nodes searched so far.
    pub nodes: u64,
}

/// Proves all positions within `plies` plies of a start that can occur if one player follows the
/// moves found here, and adds them to the openings. Does so for both players, ply by ply, until
/// `keep_going` returns false. Returns whether everything is proven.
pub fn build_openings(
    start: &CheckerboardTicTacToe,
    plies: u32,
    openings: &mut ProvenOpenings,
    table: &ProofTable,
    mut keep_going: impl FnMut(OpeningsProgress, &ProvenOpenings) -> bool,
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
            let made = |nodes| OpeningsProgress { ply, done, positions: first.len(), nodes };
            let root = root(position);
            let decision = match root.opening(openings) {
                Some((_, decision)) => decision,
                None => {
                    let watch = |more| keep_going(made(nodes + more), openings);
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
    Root::new(position, Geometries::new(SolverRules::of(position.variations())))
}

/// The positions after each move.
pub(super) fn replies(position: &CheckerboardTicTacToe) -> Vec<CheckerboardTicTacToe> {
    let mut all = Vec::new();
    position.each_move(|decision| {
        let mut next = *position;
        next.play_unchecked(decision);
        all.push(next);
    });
    all
}

/// Removes symmetric duplicates.
fn distinct(positions: Vec<CheckerboardTicTacToe>) -> Vec<CheckerboardTicTacToe> {
    let mut seen = BTreeMap::new();
    for position in positions {
        let root = root(&position);
        if let Some(board) = &root.board {
            seen.entry(board.key(root.geometries.rules).0).or_insert(position);
        }
    }
    seen.into_values().collect()
}
