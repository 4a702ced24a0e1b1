//! Noticing: a model of how easily a person sees a move. People overlook long jumps, quiet moves and
//! moves far from the last one first.

use crownhead_games::{ActionKind, Game, MoveDetails};
use crownhead_rules::AnySquare;

/// How easily a person notices the move, from 0 (hardly) to 1 (at once). `near` is the square of
/// the last action.
pub(crate) fn visibility(game: &Game, text: &str, near: Option<AnySquare>) -> f64 {
    let Ok(MoveDetails { kind, trail, captures, .. }) = game.move_details(text) else { return 1.0 };
    let jumps = if kind == ActionKind::Jump { captures.len() as i32 } else { 0 };
    let mut ease = match jumps {
        0 if game.rules().game().captures() => 0.85,
        0 | 1 => 1.0,
        _ => 0.75f64.powi(jumps - 1),
    };
    // If a jump has no captures, as in Coast to Coast, its squares are the hops.
    if jumps == 0 && trail.len() > 3 {
        ease *= 0.85f64.powi(trail.len() as i32 - 3);
    }
    if let (Some(near), Some(&from)) = (near, trail.first()) {
        let far = distance(near, from).min(trail.last().map_or(9, |&to| distance(near, to)));
        ease *= match far {
            0..=2 => 1.0,
            3 => 0.85,
            _ => 0.7,
        };
    }
    ease
}

/// The last square of a move.
pub(crate) fn end(game: &Game, text: &str) -> Option<AnySquare> {
    game.trail(text).ok()?.last().copied()
}

/// The number of king steps between two squares.
fn distance(one: AnySquare, other: AnySquare) -> u8 {
    let place = |square| match square {
        AnySquare::Dark(square) => (square.file(), 7 - square.row()),
        AnySquare::Grid(square) => (square.file(), square.rank()),
    };
    let ((file, rank), (other_file, other_rank)) = (place(one), place(other));
    file.abs_diff(other_file).max(rank.abs_diff(other_rank))
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    #[test]
    fn long_jumps_and_far_moves_are_hard_to_see() {
        let rules = GameId::RegalCheckers.rules();
        let game = Game::from_text(rules, "B:W6,14,22,20:B1,16").unwrap();
        let one = visibility(&game, "1x10", None);
        let three = visibility(&game, "1x10x17x26", None);
        assert!(three < one && one == 1.0, "{three} {one}");
        let near = end(&game, "1x10");
        assert_eq!(near.unwrap().to_string(), "10");
        let far = crownhead_rules::dark::Square::from_number(29).map(AnySquare::from);
        assert!(visibility(&game, "16-19", near) > visibility(&game, "16-19", far));
    }
}
