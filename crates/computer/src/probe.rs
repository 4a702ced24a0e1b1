//! Tablebase probes: the value of a position and of each of its moves.

use crownhead_games::Game;
use crownhead_rules::{Side, Verdict};

use crate::Endgames;

/// The result of a probe: the value of a position and of each of its moves. Draws by history are
/// ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameProbe {
    /// The winner with best play, or a draw.
    pub verdict: Verdict,
    /// The plies to the end, if known.
    pub plies: Option<u32>,
    /// Every legal move, the best first.
    pub moves: Vec<ProbedMove>,
    /// Best play to the end, if distances are known; empty in a draw.
    pub line: Vec<String>,
}

/// A move with the value of the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbedMove {
    /// The canonical text of the move.
    pub text: String,
    /// The winner after it with best play, or a draw.
    pub verdict: Verdict,
    /// The plies to the end after it, if known.
    pub plies: Option<u32>,
}

impl Endgames {
    /// Probes a position and its moves; none unless the tables have all of them.
    pub fn probe(&self, game: &Game) -> Option<EndgameProbe> {
        let (verdict, plies) = self.probe_value(game)?;
        let mut moves = Vec::new();
        for (text, next) in game.children() {
            let (verdict, plies) = self.probe_value(&next)?;
            moves.push(ProbedMove { text, verdict, plies });
        }
        moves.sort_by_key(|mv| rank(mv, game.side()));
        Some(EndgameProbe { verdict, plies, moves, line: self.line(game) })
    }
}

/// Orders wins before draws before losses, quick wins and long losses first.
fn rank(mv: &ProbedMove, side: Side) -> (u8, i64) {
    let plies = i64::from(mv.plies.unwrap_or(0));
    match mv.verdict {
        Verdict::Win(winner) if winner == side => (0, plies),
        Verdict::Draw => (1, 0),
        Verdict::Win(_) => (2, -plies),
    }
}
