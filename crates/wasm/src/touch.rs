//! What a player meant who touched squares between which there is no move: the text that the rule
//! book is asked about.

use crownhead_games::{Game, Picture};
use crownhead_rules::AnySquare;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::scene::Explained;
use crate::{Line, Says, read, told};

/// What the rule book says to squares that were touched one after the other, as JSON of names.
#[wasm_bindgen]
pub fn touch(line: &str, squares: &str) -> Says<String> {
    let (game, _) = read::<Line>(line)?.play()?;
    let squares: Vec<String> = read(squares)?;
    told(&answer(&game, &squares))
}

fn answer(game: &Game, squares: &[String]) -> Explained {
    if matches!(game.phase(), "placing" | "play") && is_placing(game) {
        return Explained::of(game, squares.last().map_or("", String::as_str));
    }
    match squares {
        [one] if game.phase() == "remedy" => Explained::of(game, &format!("huff {one}")),
        [one] => of_one(game, one),
        several if game.phase() == "exchange" => Explained::of(game, &several.join("=")),
        several => of_several(game, several),
    }
}

fn is_placing(game: &Game) -> bool {
    game.legal().iter().all(|text| text.len() == 2)
}

/// A single square: whatever stands there, where could it go? The most telling refusal counts.
fn of_one(game: &Game, square: &str) -> Explained {
    let standing = Explained::of(game, &format!("{square}-{square}"));
    if standing.kind() != "same-square" {
        return standing;
    }
    let tries = squares(game).into_iter().map(|to| Explained::of(game, &format!("{square}-{to}")));
    let telling = ["must-jump", "blocked", "occupied", "backwards"];
    let rank = |said: &Explained| telling.iter().position(|kind| *kind == said.kind());
    tries.min_by_key(|said| rank(said).unwrap_or(telling.len())).unwrap_or(standing)
}

/// Several squares, as a step or as a jump; as a jump if that is what the book would rather read.
fn of_several(game: &Game, squares: &[String]) -> Explained {
    let (step, jump) = (squares.join("-"), squares.join("x"));
    let said = Explained::of(game, &step);
    match said.kind() {
        "too-far" | "not-a-move" => {
            let jumped = Explained::of(game, &jump);
            if jumped.kind() == "not-a-move" { said } else { jumped }
        }
        _ => said,
    }
}

fn squares(game: &Game) -> Vec<AnySquare> {
    let rows = Picture::of(game).rows.into_iter().flatten();
    rows.filter_map(|cell| cell.square).collect()
}

#[cfg(test)]
mod tests {
    use crownhead_games::{GameId, Rules};

    use super::*;

    fn said(rules: Rules, position: &str, squares: &[&str]) -> String {
        let game = Game::from_text(rules, position).expect("a position");
        let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
        answer(&game, &squares).kind().to_owned()
    }

    #[test]
    fn a_touched_square_is_answered() {
        let checkers = GameId::WinningMovesCheckers.rules();
        let start = Game::start(checkers).text().expect("a text");
        for (squares, kind) in [
            (&["21"][..], "wrong-side"),
            (&["13"], "empty-square"),
            (&["3"], "blocked"),
            (&["11", "18"], "nothing-to-jump"),
            (&["11", "12"], "not-diagonal"),
            (&["11", "7"], "backwards"),
        ] {
            assert_eq!(said(checkers, &start, squares), kind, "{squares:?}");
        }
        let must = "B:W18,32:B14,1";
        assert_eq!(said(checkers, must, &["1"]), "must-jump");
        assert_eq!(said(checkers, must, &["1", "5"]), "must-jump");
        let placing = GameId::CheckerboardTicTacToe.rules();
        assert_eq!(said(placing, "5/5/2x2/5/5 o", &["c3"]), "occupied");
        let coast = GameId::CoastToCoast.rules();
        let start = Game::start(coast).text().expect("a text");
        assert_eq!(said(coast, &start, &["h6"]), "wrong-side");
    }
}
