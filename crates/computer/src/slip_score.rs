//! Scores in slips, the losses of typical mistakes: evaluations and proven results on one scale.

use crownhead_engine::Score;
use crownhead_games::{Game, GameId};
use crownhead_rules::{Side, Verdict};

use crate::evaluation::slip;

/// The value of a proven result in slips.
const END: i32 = 10;

/// A score in hundredths of a slip. Proven results count ten slips, near ones a little more, so
/// that the softmax temperature applies to them too.
pub(crate) fn value(game: GameId, score: Score) -> i32 {
    let end = |plies: u32| 100 * END + 100 - plies.min(100) as i32;
    match score.plies_to_end() {
        Some(plies) if score.value() > 0 => end(plies),
        Some(plies) => -end(plies),
        None => (score.value() * 100 / slip(game)).clamp(-100 * END, 100 * END),
    }
}

/// Converts the score after a move to the position before it, for the side that moved.
pub(crate) fn from_after(after: Score, same_side: bool) -> Score {
    let score = if same_side { after } else { -after };
    match score.plies_to_end() {
        Some(plies) if score.value() > 0 => Score::win_in(plies + 1),
        Some(plies) => Score::loss_in(plies + 1),
        None => score,
    }
}

/// The score of a finished game for a side, including draws by history.
pub(crate) fn over(game: &Game, side: Side) -> Option<Score> {
    Some(match game.outcome()?.verdict {
        Verdict::Draw => Score::DRAW,
        Verdict::Win(winner) if winner == side => Score::win_in(0),
        Verdict::Win(_) => Score::loss_in(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_grow_by_a_ply_before_a_move() {
        assert_eq!(from_after(Score::loss_in(0), false), Score::win_in(1));
        assert_eq!(from_after(Score::win_in(3), true), Score::win_in(4));
        assert_eq!(from_after(Score::win_in(3), false), Score::loss_in(4));
        assert_eq!(from_after(Score::new(40), false), Score::new(-40));
    }

    #[test]
    fn wins_are_ordered_by_distance_and_above_evaluations() {
        let game = GameId::CoastToCoast;
        let worth = |score| value(game, score);
        assert!(worth(Score::win_in(1)) > worth(Score::win_in(9)));
        assert!(worth(Score::win_in(99)) > worth(Score::new(9_999)));
        assert!(worth(Score::loss_in(2)) < worth(Score::loss_in(8)));
        assert_eq!(worth(Score::new(30)), 100);
    }
}
