//! PDN moves of the checkers games, for programs that know English checkers alone: a move of
//! theirs, or the position after it.

use crownhead_rules::ActionKind;

use crate::begin::Begin;
use crate::{Action, Game, GameId};

/// The FEN of a checkers position in any phase. None for other games.
pub(super) fn fen(game: &Game) -> Option<String> {
    each!(game.position(), position => position.fen_in_any_phase())
}

/// Whether a program that knows English checkers follows from one FEN to the other by the move.
/// It takes a whole game for the answer: a few microseconds.
pub(super) fn is_english(before: &str, text: &str, after: &str) -> bool {
    let Ok(mut game) = Game::from_text(GameId::ENGLISH_CHECKERS, before) else {
        return false;
    };
    game.play_on(text).is_ok_and(|played| played == text) && fen(&game).as_deref() == Some(after)
}

/// The move as PDN has it: a jump by its first and last square, unless another legal move has the
/// same ones.
pub(super) fn short(game: &Game, text: &str) -> String {
    let ends = |action: &Action| Some([*action.trail.first()?, action.end()?]);
    let mut jumps = game.actions_ignoring_draws();
    jumps.retain(|action| action.kind == ActionKind::Jump);
    let played = jumps.iter().find(|action| action.text == text);
    let Some(squares) = played.and_then(ends) else { return text.to_owned() };
    let alike = jumps.iter().filter(|other| ends(other) == Some(squares)).count();
    if alike == 1 { ActionKind::Jump.write(&squares) } else { text.to_owned() }
}
