//! Tablebase probes: the value of a position and of each of its moves.

use crownhead_games::Game;
use crownhead_rules::{Side, Verdict};

use crate::Endgames;
#[cfg(feature = "serde")]
use crate::Evaluation;

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

/// The JSON form of a probe. The draw rulings are outside: see docs/endgames.md.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EndgameAnswer {
    /// For the side to move.
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// Every legal move, the best first.
    pub moves: Vec<EndgameMove>,
    /// Best play to the end, where plies are known; nothing if nobody wins.
    pub line: Vec<String>,
}

/// A move, as the side that makes it sees it. Plies are those to the end of the game after it.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EndgameMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it makes of the position.
    #[serde(flatten)]
    pub evaluation: Evaluation,
}

#[cfg(feature = "serde")]
impl EndgameAnswer {
    /// A probe as a side sees it.
    pub fn new(probe: EndgameProbe, side: Side) -> EndgameAnswer {
        let moves = probe.moves.into_iter().map(|ProbedMove { text, verdict, plies }| {
            EndgameMove { text, evaluation: Evaluation::known(verdict, plies, side) }
        });
        let evaluation = Evaluation::known(probe.verdict, probe.plies, side);
        EndgameAnswer { evaluation, moves: moves.collect(), line: probe.line }
    }
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
