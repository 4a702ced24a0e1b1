//! The shelf: five boxes with their games, and what can be chosen of each.

use crownhead_arbiter::Ritual;
use crownhead_games::{Game, GameId, OptionInfo};
use crownhead_rules::book::Leaflet;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::scene::Scene;
use crate::{Says, told};

#[derive(Serialize)]
struct Box {
    title: &'static str,
    games: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    sides: [&'static str; 2],
    rituals: &'static [Ritual],
    options: Vec<Choice>,
    /// Whether the stronger player can begin with fewer checkers.
    handicap: bool,
    start: Scene,
}

#[derive(Serialize)]
struct Choice {
    key: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

/// The boxes, each with its games at their start.
#[wasm_bindgen]
pub fn shelf() -> Says<String> {
    let boxes = Leaflet::ALL.map(|leaflet| {
        let games = GameId::ALL.iter().copied().filter(|game| game.leaflet() == leaflet);
        Box { title: leaflet.title(), games: games.map(entry).collect() }
    });
    told(&boxes)
}

fn entry(id: GameId) -> Entry {
    let game = Game::start(id.rules());
    let sides = game.side_names();
    let choice = |option: &OptionInfo| Choice {
        key: option.key,
        values: option.values,
        about: option.about,
    };
    Entry {
        id: id.name(),
        title: id.title(),
        about: id.about(),
        sides: [sides.first.english(), sides.second.english()],
        rituals: Ritual::of(id),
        options: id.options().iter().map(choice).collect(),
        handicap: !matches!(
            id,
            GameId::CoastToCoast | GameId::TicTacToe | GameId::CheckerboardTicTacToe
        ),
        start: Scene::of(&game, None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    #[test]
    fn five_boxes_hold_eight_games() {
        let boxes: Value = serde_json::from_str(&super::shelf().expect("a shelf")).expect("JSON");
        let boxes = boxes.as_array().expect("boxes");
        let games = |shelf: &Value| shelf["games"].as_array().expect("games").len();
        assert_eq!(boxes.iter().map(games).collect::<Vec<_>>(), [2, 3, 1, 1, 1]);
    }
}
