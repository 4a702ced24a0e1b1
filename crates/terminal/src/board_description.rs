//! Describing the board in words, for screen readers and for stacks.

use crownhead_games::{BoardCell, BoardPicture, Game};
use crownhead_rules::{Checker, Side};

/// One line a side: `Dark: men on 1, 2 and 3; kings on 30.`
pub(crate) fn describe_board(game: &Game) -> Vec<String> {
    let cells: Vec<BoardCell> = BoardPicture::of(game).rows.into_iter().flatten().collect();
    let mut lines: Vec<String> =
        Side::ALL.iter().map(|side| of_side(game, &cells, *side)).collect();
    for cell in cells.iter().filter(|cell| cell.checkers.len() > 1) {
        if let Some(square) = cell.square {
            lines.push(stack(game, &square.to_string(), &cell.checkers));
        }
    }
    lines
}

fn of_side(game: &Game, cells: &[BoardCell], side: Side) -> String {
    let on = |king: bool| -> Vec<String> {
        let top = Checker { side, king };
        let held = cells.iter().filter(|cell| cell.checkers.last() == Some(&top));
        held.filter_map(|cell| cell.square).map(|square| square.to_string()).collect()
    };
    let name = crate::session::capital(game.side_names()[side].english());
    let (men, kings) = (on(false), on(true));
    let men = (!men.is_empty()).then(|| format!("on {}", men.join(", ")));
    let kings = (!kings.is_empty()).then(|| format!("kings on {}", kings.join(", ")));
    match (men, kings) {
        (None, None) => format!("{name}: nothing on the board."),
        (men, kings) => {
            let all: Vec<_> = men.into_iter().chain(kings).collect();
            format!("{name}: {}.", all.join("; "))
        }
    }
}

/// The checkers on a square, from bottom to top; `None` if the board has no such square.
pub(crate) fn describe_square(game: &Game, name: &str) -> Option<String> {
    let cells = BoardPicture::of(game).rows.into_iter().flatten();
    let mut named = cells.filter(|cell| cell.square.is_some_and(|s| s.to_string() == name));
    Some(stack(game, name, &named.next()?.checkers))
}

fn stack(game: &Game, square: &str, checkers: &[Checker]) -> String {
    let name = |checker: &Checker| {
        let side = game.side_names()[checker.side].english();
        if checker.king { format!("{side} king") } else { side.to_owned() }
    };
    let names: Vec<_> = checkers.iter().map(name).collect();
    match names.as_slice() {
        [] => format!("{square} is empty."),
        [one] => format!("On {square}: {one}."),
        several => {
            let height = several.len();
            format!("On {square}, from bottom to top of {height}: {}.", several.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    #[test]
    fn stacks_are_described_from_bottom_to_top() {
        let game = Game::from_text(GameId::StackEm.rules(), "R:1r,14rbB,21b").expect("a position");
        assert_eq!(
            describe_board(&game),
            [
                "Red: on 1.",
                "Black: on 21; kings on 14.",
                "On 14, from bottom to top of 3: red, black, black king."
            ]
        );
        assert_eq!(describe_square(&game, "2"), Some("2 is empty.".to_owned()));
        assert_eq!(describe_square(&game, "a1"), None);
    }
}
