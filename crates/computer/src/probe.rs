//! Tablebase probes: the value of a position and of each of its moves.

use crownhead_games::Game;
use crownhead_rules::{Side, Verdict};

use crate::Endgames;

/// What is known of a position: how it ends with best play, and what each move makes of it. The
/// draw rulings are not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameProbe {
    /// Who wins.
    pub verdict: Verdict,
    /// The plies to the end, where they are known.
    pub plies: Option<u32>,
    /// Every legal move, the best first.
    pub moves: Vec<ProbedMove>,
    /// Best play to the end, where plies are known; nothing if nobody wins.
    pub line: Vec<String>,
}

/// A move, and the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbedMove {
    /// Its text.
    pub text: String,
    /// Who wins after it.
    pub verdict: Verdict,
    /// The plies to the end after it, where they are known.
    pub plies: Option<u32>,
}

impl Endgames {
    /// What the tables say of a position, if they have it and all that its moves lead to.
    pub fn probe(&self, game: &Game) -> Option<EndgameProbe> {
        let (verdict, plies) = self.known(game)?;
        let mut moves = Vec::new();
        for (text, next) in game.children() {
            let (verdict, plies) = self.known(&next)?;
            moves.push(ProbedMove { text, verdict, plies });
        }
        moves.sort_by_key(|mv| rank(mv, game.side()));
        Some(EndgameProbe { verdict, plies, moves, line: self.line(game) })
    }
}

/// Wins first and the quickest of them, then draws, then losses and the longest of them.
fn rank(mv: &ProbedMove, side: Side) -> (u8, i64) {
    let plies = i64::from(mv.plies.unwrap_or(0));
    match mv.verdict {
        Verdict::Win(winner) if winner == side => (0, plies),
        Verdict::Draw => (1, 0),
        Verdict::Win(_) => (2, -plies),
    }
}
