//! Moves that can be planned: those that some answer of the other player would allow.

use crownhead_games::{Action, Game};

/// How many possible positions are followed, so that a long plan takes no longer than a short one.
const MAX_BOARDS: usize = 24;

/// The moves that the player who is not on turn may have next, if the game may stand like any of
/// `boards`: those that are legal after some move of the other. They count only for the turn after the
/// next move.
pub(crate) fn premoves(boards: &[Game]) -> Vec<Action> {
    let mut found: Vec<Action> = Vec::new();
    for next in boards.iter().flat_map(answered) {
        for action in next.actions() {
            match found.iter_mut().find(|known| known.text == action.text) {
                Some(known) => known.onward |= action.onward,
                None => found.push(action),
            }
        }
    }
    found
}

/// How the game may stand after the other player's move and a planned one.
pub(crate) fn after_premove(boards: &[Game], text: &str) -> Vec<Game> {
    let mut found: Vec<Game> = Vec::new();
    for mut next in boards.iter().flat_map(answered) {
        if next.play_ignoring_draws(text).is_ok()
            && found.iter().all(|known| known.text() != next.text())
        {
            found.push(next);
        }
        if found.len() == MAX_BOARDS {
            break;
        }
    }
    found
}

/// The games after each move that passes the turn.
fn answered(game: &Game) -> impl Iterator<Item = Game> {
    game.actions().into_iter().filter_map(move |action| {
        let mut next = game.clone();
        let played = next.play_ignoring_draws(&action.text).is_ok();
        (played && next.side() != game.side()).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use crownhead_games::{GameId, Rules};

    use super::*;

    #[test]
    fn premoves_are_those_after_some_move_of_the_other() {
        let after = |rules: Rules, position: Option<&str>, text: &str| -> Vec<String> {
            let mut game = match position {
                Some(text) => Game::from_text(rules, text).expect("a position"),
                None => Game::start(rules),
            };
            game.play(text).expect("legal");
            premoves(&[game]).into_iter().map(|action| action.text).collect()
        };
        let known = after(GameId::WinningMovesCheckers.rules(), None, "11-15");
        let has = |text: &str| known.iter().any(|known| known == text);
        // A jump that only one answer allows, and a step that most do.
        assert!(has("15x22") && has("15-19"), "{known:?}");
        assert!(!has("22-18") && !has("11-15"));
        assert!(after(GameId::TicTacToe.rules(), Some("xx1/oo1/3 x"), "c3").is_empty());
    }

    #[test]
    fn a_plan_goes_on_after_a_planned_move() {
        let mut game = Game::start(GameId::WinningMovesCheckers.rules());
        game.play("11-15").expect("legal");
        let later = premoves(&after_premove(&[game], "15-19"));
        let has = |text: &str| later.iter().any(|known| known.text == text);
        // The man has gone on, and the one behind it can follow.
        assert!(has("7-11") && has("10-15"), "{later:?}");
        assert!(!has("15-19") && !has("11-15"));
    }
}
