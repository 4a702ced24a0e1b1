//! Converts moves for programs that only know English checkers: a move that they accept, or the
//! position after it.

use crownhead_rules::ActionKind;

use crate::from_rules::FromRules;
use crate::{Action, Game, GameId};

/// The FEN of a checkers position in any phase. None for other games.
pub(super) fn fen(game: &Game) -> Option<String> {
    each!(game.position(), position => position.fen_in_any_phase())
}

/// Whether the move leads from one FEN to the other in English checkers. It sets up a game for
/// this, which takes a few microseconds.
pub(super) fn is_english(before: &str, text: &str, after: &str) -> bool {
    let Ok(mut game) = Game::from_text(GameId::ENGLISH_CHECKERS, before) else {
        return false;
    };
    game.play_ignoring_draws(text).is_ok_and(|played| played == text)
        && fen(&game).as_deref() == Some(after)
}

/// The move in PDN: a jump by its first and last square, unless that is ambiguous.
pub(super) fn abbreviate(game: &Game, text: &str) -> String {
    let ends = |action: &Action| Some([*action.trail.first()?, action.end()?]);
    let mut jumps = game.actions_ignoring_draws();
    jumps.retain(|action| action.kind == ActionKind::Jump);
    let played = jumps.iter().find(|action| action.text == text);
    let Some(squares) = played.and_then(ends) else { return text.to_owned() };
    let alike = jumps.iter().filter(|other| ends(other) == Some(squares)).count();
    if alike == 1 { ActionKind::Jump.write(&squares) } else { text.to_owned() }
}
