//! What scores mean to people: how much a slip costs in each game, and the chance to win.

use crownhead_engine::Score;
use crownhead_games::{Game, GameId};
use crownhead_rules::{Side, Verdict};

/// What counts as one slip in a game, in the hundredths of its scores: a man in checkers, a
/// tic-tac-toe where they are counted, three steps in Coast to Coast.
pub(crate) fn slip(game: GameId) -> i32 {
    match game {
        GameId::CoastToCoast => 30,
        _ => 100,
    }
}

/// What a proven end counts in slips, against evaluations.
const END: i32 = 10;

/// A score as one number in hundredths of a slip. Proven ends are worth ten slips, near ones a
/// little more, so that a person's temperature applies to them too.
pub(crate) fn value(game: GameId, score: Score) -> i32 {
    let end = |plies: u32| 100 * END + 100 - plies.min(100) as i32;
    match score.plies_to_end() {
        Some(plies) if score.value() > 0 => end(plies),
        Some(plies) => -end(plies),
        None => (score.value() * 100 / slip(game)).clamp(-100 * END, 100 * END),
    }
}

/// The chance that a side with this score wins, a draw counting half: certain when it is proven,
/// otherwise a logistic that gives 73 % for one slip ahead.
pub fn win_chance(game: GameId, score: Score) -> f64 {
    match score.plies_to_end() {
        Some(_) if score.value() > 0 => 1.0,
        Some(_) => 0.0,
        None => 1.0 / (1.0 + (-f64::from(score.value()) / f64::from(slip(game))).exp()),
    }
}

/// The score of a position one ply further on, told at this one: for `side`, which moved.
pub(crate) fn from_after(after: Score, same_side: bool) -> Score {
    let score = if same_side { after } else { -after };
    match score.plies_to_end() {
        Some(plies) if score.value() > 0 => Score::win_in(plies + 1),
        Some(plies) => Score::loss_in(plies + 1),
        None => score,
    }
}

/// What a game that is over is worth to a side; draw rulings are applied.
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
    fn chances_are_even_at_nothing_and_certain_when_proven() {
        let game = GameId::RegalCheckers;
        assert_eq!(win_chance(game, Score::DRAW), 0.5);
        assert_eq!(win_chance(game, Score::win_in(9)), 1.0);
        assert_eq!(win_chance(game, Score::loss_in(0)), 0.0);
        let ahead = win_chance(game, Score::new(100));
        assert!((0.72..0.74).contains(&ahead), "{ahead}");
        let sum = ahead + win_chance(game, Score::new(-100));
        assert!((sum - 1.0).abs() < 1e-9);
    }

    #[test]
    fn ends_are_a_ply_further_from_the_position_before() {
        assert_eq!(from_after(Score::loss_in(0), false), Score::win_in(1));
        assert_eq!(from_after(Score::win_in(3), true), Score::win_in(4));
        assert_eq!(from_after(Score::win_in(3), false), Score::loss_in(4));
        assert_eq!(from_after(Score::new(40), false), Score::new(-40));
    }

    #[test]
    fn a_near_win_is_worth_more_than_a_far_one_and_any_more_than_looks() {
        let game = GameId::CoastToCoast;
        let worth = |score| value(game, score);
        assert!(worth(Score::win_in(1)) > worth(Score::win_in(9)));
        assert!(worth(Score::win_in(99)) > worth(Score::new(9_999)));
        assert!(worth(Score::loss_in(2)) < worth(Score::loss_in(8)));
        assert_eq!(worth(Score::new(30)), 100);
    }
}
