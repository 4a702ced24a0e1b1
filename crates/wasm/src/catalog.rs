//! The catalog of games in their five boxes, with the options of each.

use crownhead_arbiter::Ritual;
use crownhead_games::{Game, GameId, OptionInfo};
use crownhead_rules::book::Leaflet;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::scene::Scene;
use crate::{WasmResult, to_json};

/// A box and its games.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GameBox {
    title: &'static str,
    games: Vec<GameEntry>,
}

/// A game with everything that the page needs to offer it.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct GameEntry {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    sides: [&'static str; 2],
    rituals: Vec<Ritual>,
    options: Vec<GameOption>,
    /// Whether the stronger player can begin with fewer checkers.
    handicap: bool,
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
        GameBox { title: leaflet.title(), games: games.map(entry).collect() }
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
        start: Scene::picture(&game),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    #[test]
    fn five_boxes_hold_eight_games() {
        let boxes: Value =
            serde_json::from_str(&super::catalog().expect("a catalog")).expect("JSON");
        let boxes = boxes.as_array().expect("boxes");
        let games = |game_box: &Value| game_box["games"].as_array().expect("games").len();
        assert_eq!(boxes.iter().map(games).collect::<Vec<_>>(), [2, 3, 1, 1, 1]);
    }
}
