//! The accuracy of a side in a game, from the win chance that its moves lost. The formula is
//! documented in `docs/evaluations.md`.

use crownhead_rules::Side;

use crate::ReviewedMove;

/// How steeply the accuracy of a move falls with its loss: a seventh of the win chance halves it.
const STEEPNESS: f64 = 5.0;

/// The lowest accuracy of a move, so that a single one does not decide alone.
const LOWEST: f64 = 0.1;

/// Up to this win chance a game is lost, and from one minus this it is won.
const DECIDED: f64 = 0.03;

/// The accuracy of a side in percent; none if it made no move.
///
/// It is the harmonic mean of the accuracies of its moves, in which bad moves weigh more than good
/// ones. Moves without a choice do not count, nor does what is played after the game is decided. If
/// nothing else is left, these count after all.
pub(crate) fn accuracy(moves: &[ReviewedMove], side: Side) -> Option<f64> {
    let own = moves.iter().filter(|reviewed| reviewed.side == side);
    let counting: Vec<f64> = own.clone().filter(|it| counts(it)).map(of_move).collect();
    harmonic_mean(&counting).or_else(|| harmonic_mean(&own.map(of_move).collect::<Vec<_>>()))
}

/// The accuracy of a move: 1 without a loss.
fn of_move(reviewed: &ReviewedMove) -> f64 {
    (-STEEPNESS * reviewed.loss).exp().max(LOWEST)
}

/// Whether a move says something about its player: there was a choice, and something to win or lose.
fn counts(reviewed: &ReviewedMove) -> bool {
    let (before, after) = (reviewed.before.win_chance(), reviewed.after.win_chance());
    let decided = before <= DECIDED || after >= 1.0 - DECIDED;
    !reviewed.forced && !decided
}

fn harmonic_mean(values: &[f64]) -> Option<f64> {
    let inverse: f64 = values.iter().map(|value| 1.0 / value).sum();
    (!values.is_empty()).then(|| 100.0 * values.len() as f64 / inverse)
}

#[cfg(test)]
mod tests {
    use crownhead_engine::Score;
    use crownhead_games::GameId;

    use super::*;
    use crate::{Evaluation, MoveQuality};

    /// A move from an even position that loses a man's worth of hundredths.
    fn moved(hundredths: i32) -> ReviewedMove {
        let worth = |score| Evaluation::of(GameId::RegalCheckers, Score::new(score));
        let (before, after) = (worth(0), worth(-hundredths));
        let loss = before.win_chance() - after.win_chance();
        ReviewedMove {
            side: Side::First,
            text: String::new(),
            best: String::new(),
            before,
            after,
            loss,
            quality: MoveQuality::Best,
            turning_point: false,
            forced: false,
            best_line: Vec::new(),
            reply_line: Vec::new(),
        }
    }

    fn of(good: usize, blunders: usize) -> f64 {
        let mut moves = vec![moved(0); good];
        moves.extend(vec![moved(150); blunders]);
        accuracy(&moves, Side::First).expect("moves")
    }

    #[test]
    fn a_game_of_blunders_is_not_accurate() {
        assert!(moved(150).loss >= 0.2, "a blunder");
        assert_eq!(of(30, 0), 100.0);
        assert!((80.0..92.0).contains(&of(30, 2)), "{}", of(30, 2));
        assert!(of(30, 30) < 50.0, "{}", of(30, 30));
        assert!(of(60, 30) < 60.0, "{}", of(60, 30));
        assert!(of(0, 30) < 30.0, "{}", of(0, 30));
    }

    #[test]
    fn one_thrown_win_does_not_decide_alone() {
        let mut moves = vec![moved(0); 29];
        moves.push(ReviewedMove { loss: 0.95, ..moved(0) });
        let percent = accuracy(&moves, Side::First).expect("moves");
        assert!((70.0..80.0).contains(&percent), "{percent}");
    }

    #[test]
    fn forced_moves_and_decided_games_do_not_count() {
        let forced = ReviewedMove { forced: true, ..moved(0) };
        let lost = Evaluation::of(GameId::RegalCheckers, Score::new(-500));
        let lost = ReviewedMove { before: lost, after: lost, loss: 0.0, ..moved(0) };
        let won = Evaluation::certain(Score::win_in(9));
        let won = ReviewedMove { before: won, after: won, ..moved(0) };
        let blunder = accuracy(&[moved(150)], Side::First);
        for easy in [forced, lost, won] {
            let mut moves = vec![easy; 20];
            assert_eq!(accuracy(&moves, Side::First), Some(100.0));
            moves.push(moved(150));
            assert_eq!(accuracy(&moves, Side::First), blunder);
        }
        assert_eq!(accuracy(&[moved(0)], Side::Second), None);
    }
}
