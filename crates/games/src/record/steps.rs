//! How a move of ours looks to a program that knows English checkers: as a move of its own, or as
//! a position that is set up.

use crownhead_rules::checkers::{Checkers, RuleSet, Setup};
use crownhead_rules::{BySide, Notation, Position, Side};

use crate::{AnyPosition, Game, GameId};

/// The FEN of a checkers position in any phase: the board, and who decides next. None for other
/// games.
pub(super) fn fen(game: &Game) -> Option<String> {
    match game.position() {
        AnyPosition::RegalCheckers(position) => of(position),
        AnyPosition::KingMeStandard(position) => of(position),
        AnyPosition::KingMeStandardContinues(position) => of(position),
        AnyPosition::WinningMovesCheckers(position) => of(position),
        AnyPosition::ParkerCheckers(position) => of(position),
        _ => None,
    }
}

fn of<R: RuleSet>(position: &Checkers<R>) -> Option<String> {
    let (board, side) = (position.board(), position.side());
    let [first, second] = Side::ALL.map(|side| board.of(side));
    let kings = BySide::new(first & board.kings(), second & board.kings());
    let men = BySide::new(first & !kings.first, second & !kings.second);
    Setup { side, men, kings }.position::<R>().ok()?.text()
}

/// Whether a program that knows English checkers follows from one FEN to the other by the move.
/// It takes a whole game for the answer: a few microseconds.
pub(super) fn is_english(before: &str, text: &str, after: &str) -> bool {
    let Ok(mut game) = Game::from_text(GameId::WinningMovesCheckers.rules(), before) else {
        return false;
    };
    game.moves().iter().any(|legal| legal == text)
        && game.play_on(text).is_ok()
        && fen(&game).as_deref() == Some(after)
}

/// The move as PDN has it: a jump by its first and last square, unless another legal move has the
/// same ones.
pub(super) fn short(game: &Game, text: &str) -> String {
    let Some((from, to)) = ends(text) else { return text.to_owned() };
    let alike = game.moves().iter().filter(|other| ends(other) == Some((from, to))).count();
    if alike == 1 { format!("{from}x{to}") } else { text.to_owned() }
}

/// The first and last square of a jump.
fn ends(text: &str) -> Option<(&str, &str)> {
    Some((text.split_once('x')?.0, text.rsplit_once('x')?.1))
}
