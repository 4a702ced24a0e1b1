//! The catalog of games in their five boxes, with the options of each.

use crownhead_arbiter::Ritual;
use crownhead_games::{Game, GameId, OptionInfo};
use crownhead_rules::book::Leaflet;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
#[cfg(feature = "ts")]
use {crate::named::Named, crownhead_games::ScoreUnit};

use crate::scene::Scene;
use crate::{WasmResult, to_json};

#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GameBox {
    #[cfg_attr(feature = "ts", ts(as = "Named<Leaflet>"))]
    leaflet: &'static str,
    title: &'static str,
    games: Vec<GameEntry>,
}

/// A game with everything that the page needs to offer it.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct GameEntry {
    #[cfg_attr(feature = "ts", ts(as = "Named<GameId>"))]
    id: &'static str,
    title: &'static str,
    about: &'static str,
    sides: [&'static str; 2],
    rituals: Vec<Ritual>,
    options: Vec<GameOption>,
    /// Whether the stronger player can begin with fewer checkers.
    handicap: bool,
    /// Whether it is one of the checkers games, whose rules the page compares.
    checkers: bool,
    /// Whether checkers are stacked on a square.
    stacks: bool,
    /// Whether the player with more tic-tac-toes wins.
    wins_by_count: bool,
    #[cfg_attr(feature = "ts", ts(as = "Named<ScoreUnit>"))]
    score_unit: &'static str,
    /// Whether the page has chosen it before anybody chooses.
    is_default: bool,
    start: Scene,
}

/// An option of a game. The first value is the default.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct GameOption {
    key: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

/// The boxes, each with its games at their start.
#[wasm_bindgen]
pub fn catalog() -> WasmResult<String> {
    let boxes = Leaflet::ALL.map(|leaflet| {
        let games = GameId::ALL.iter().copied().filter(|game| game.leaflet() == leaflet);
        let games = games.map(entry).collect();
        GameBox { leaflet: leaflet.name(), title: leaflet.title(), games }
    });
    to_json(&boxes)
}

fn entry(id: GameId) -> GameEntry {
    let game = Game::start(id.rules());
    let sides = game.side_names();
    let option_of = |option: &OptionInfo| GameOption {
        key: option.key,
        values: option.values,
        about: option.about,
    };
    GameEntry {
        id: id.name(),
        title: id.title(),
        about: id.about(),
        sides: [sides.first.english(), sides.second.english()],
        rituals: Ritual::of(id),
        options: id.options().iter().map(option_of).collect(),
        handicap: id.has_handicap(),
        checkers: id.is_checkers(),
        stacks: id.has_stacks(),
        wins_by_count: id.wins_by_count(),
        score_unit: id.score_unit().name(),
        is_default: id == GameId::ENGLISH_CHECKERS,
        start: Scene::picture(&game),
    }
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;
    use serde_json::Value;

    #[test]
    fn five_boxes_hold_all_games() {
        let boxes: Value =
            serde_json::from_str(&super::catalog().expect("a catalog")).expect("JSON");
        let boxes = boxes.as_array().expect("boxes");
        let games = |game_box: &Value| game_box["games"].as_array().expect("games").len();
        assert_eq!(boxes.iter().map(games).collect::<Vec<_>>(), [2, 3, 1, 1, 1]);
        // A leaflet that is not in `Leaflet::ALL` would hide its games.
        assert_eq!(boxes.iter().map(games).sum::<usize>(), GameId::ALL.len());
    }
}
