//! Scenes: everything that the page needs to draw a position and to offer its legal moves.

use std::collections::BTreeMap;

use crownhead_games::{Action, BoardPicture, Game};
use crownhead_rules::{AnySquare, Checker, Side, Verdict};
use serde::Serialize;
#[cfg(feature = "ts")]
use {
    crate::named::Named,
    crownhead_arbiter::ChosenSide,
    crownhead_games::BoardShape,
    crownhead_rules::{ActionKind, Phase, Reason},
};

use crate::game_line::options_of;
use crate::sentence::LocalizedSentence;
use crate::taps::{FirstTap, first_taps};

/// A game at one moment.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Scene {
    game: &'static str,
    options: BTreeMap<String, String>,
    title: &'static str,
    #[cfg_attr(feature = "ts", ts(as = "Named<BoardShape>"))]
    shape: &'static str,
    /// How many squares a side the whole board has.
    frame: u8,
    cells: Vec<Cell>,
    /// The text of the position, where it has one.
    position: Option<String>,
    #[cfg_attr(feature = "ts", ts(as = "Named<Phase>"))]
    phase: &'static str,
    /// Who is to decide, or would be.
    #[cfg_attr(feature = "ts", ts(as = "ChosenSide"))]
    side: &'static str,
    sides: [&'static str; 2],
    /// Whether the second side has coins instead of checkers.
    coins: bool,
    actions: Vec<SceneAction>,
    first_taps: Vec<FirstTap>,
    /// How many checkers are home, in the game that brings them there.
    home: Option<[u8; 2]>,
    /// The tic-tac-toes that are counted for each side.
    counted: [Vec<[String; 3]>; 2],
    end: Option<GameEnd>,
    last: Option<LastMove>,
}

/// A square that the game uses.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct Cell {
    square: String,
    file: u8,
    rank: u8,
    dark: bool,
    /// From bottom to top: `a` a man of the first side, `b` of the second, a capital for a king.
    checkers: String,
}

/// A legal move.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SceneAction {
    text: String,
    #[cfg_attr(feature = "ts", ts(as = "Named<ActionKind>"))]
    kind: &'static str,
    /// The squares that it touches.
    trail: Vec<String>,
}

/// Legal moves, with the replies to a first tap.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TapOptions {
    actions: Vec<SceneAction>,
    first_taps: Vec<FirstTap>,
}

impl TapOptions {
    pub(crate) fn of(actions: &[Action]) -> TapOptions {
        let scene_action = |action: &Action| SceneAction {
            text: action.text.clone(),
            kind: action.kind.name(),
            trail: square_names(&action.trail),
        };
        let first_taps = first_taps(actions);
        TapOptions { actions: actions.iter().map(scene_action).collect(), first_taps }
    }
}

/// How a game ended, and the rule behind it.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct GameEnd {
    /// The side that won; none for a draw.
    #[cfg_attr(feature = "ts", ts(as = "Option<ChosenSide>"))]
    winner: Option<&'static str>,
    #[cfg_attr(feature = "ts", ts(as = "Named<Reason>"))]
    reason: &'static str,
    rule: &'static str,
    sentence: LocalizedSentence,
}

/// The move that led here.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct LastMove {
    text: String,
    #[cfg_attr(feature = "ts", ts(as = "Named<ActionKind>"))]
    kind: &'static str,
    #[cfg_attr(feature = "ts", ts(as = "ChosenSide"))]
    side: &'static str,
    /// The squares that it touched.
    trail: Vec<String>,
    /// The squares from which it removed checkers, in the order of the jumps.
    captures: Vec<String>,
    /// Whether a man became a king.
    crowned: bool,
}

impl Scene {
    /// The scene of a game; `last` is the game before its last move, and the move.
    pub(crate) fn of(game: &Game, last: Option<(&Game, &str)>) -> Scene {
        let rules = game.rules();
        let picture = BoardPicture::of(game);
        let sides = game.side_names();
        let TapOptions { actions, first_taps } = TapOptions::of(&game.actions());
        Scene {
            game: rules.game().name(),
            options: options_of(rules),
            title: rules.game().title(),
            shape: picture.shape.name(),
            frame: if picture.rows.len() == 3 { 3 } else { 8 },
            cells: cells(&picture),
            position: game.text(),
            phase: game.phase().name(),
            side: game.side().name(),
            sides: [sides.first.english(), sides.second.english()],
            coins: rules.second_side_has_coins(),
            actions,
            first_taps,
            home: game
                .checkers_home(Side::First)
                .zip(game.checkers_home(Side::Second))
                .map(|(a, b)| [a, b]),
            counted: Side::ALL.map(|side| {
                let lines = game.tic_tac_toes(side).into_iter();
                lines.map(|line| line.map(|square| square.to_string())).collect()
            }),
            end: end(game),
            last: last.and_then(|(before, text)| LastMove::of(before, text)),
        }
    }
}

impl Scene {
    /// A scene that is only looked at: without its legal moves.
    pub(crate) fn picture(game: &Game) -> Scene {
        Scene { actions: Vec::new(), first_taps: Vec::new(), ..Scene::of(game, None) }
    }
}

impl LastMove {
    fn of(before: &Game, text: &str) -> Option<LastMove> {
        let details = before.move_details(text).ok()?;
        Some(LastMove {
            text: text.to_owned(),
            kind: details.kind.name(),
            side: before.side().name(),
            trail: square_names(&details.trail),
            captures: square_names(&details.captures),
            crowned: details.crowned,
        })
    }
}

fn cells(picture: &BoardPicture) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (row, rank) in picture.rows.iter().rev().zip(0..) {
        for (cell, file) in row.iter().zip(0..) {
            let Some(square) = cell.square else { continue };
            let checkers = cell.checkers.iter().map(letter).collect();
            cells.push(Cell { square: square.to_string(), file, rank, dark: cell.dark, checkers });
        }
    }
    cells
}

fn letter(checker: &Checker) -> char {
    match (checker.side, checker.king) {
        (Side::First, false) => 'a',
        (Side::First, true) => 'A',
        (Side::Second, false) => 'b',
        (Side::Second, true) => 'B',
    }
}

fn end(game: &Game) -> Option<GameEnd> {
    let (outcome, answer) = (game.outcome()?, game.explain_outcome()?);
    let winner = match outcome.verdict {
        Verdict::Win(side) => Some(side.name()),
        Verdict::Draw => None,
    };
    let sentence = LocalizedSentence::of(&answer.sentence);
    Some(GameEnd { winner, reason: outcome.reason.name(), rule: answer.rule, sentence })
}

pub(crate) fn square_names(squares: &[AnySquare]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use crownhead_games::{GameId, Rules};
    use serde_json::Value;

    use super::*;
    use crate::GameLine;
    use crate::timeline::Timeline;

    fn scene_of(rules: Rules, position: Option<&str>, moves: &[&str]) -> Value {
        let moves = moves.iter().map(ToString::to_string).collect();
        let line = GameLine::new(rules, position.map(str::to_owned), moves);
        let scene = Timeline::new(line).expect("a line").scene();
        serde_json::to_value(scene).expect("JSON")
    }

    #[test]
    fn every_game_has_a_scene_with_its_moves() {
        for rules in Rules::all() {
            let scene = scene_of(rules, None, &[]);
            let actions = scene["actions"].as_array().expect("actions");
            assert_eq!(actions.len(), Game::start(rules).legal_moves().len());
            assert!(actions.iter().all(|a| !a["trail"].as_array().expect("a trail").is_empty()));
        }
    }

    #[test]
    fn the_last_move_has_its_captures_in_jump_order() {
        let rules = GameId::WinningMovesCheckers.rules();
        // White jumps up the board, from high numbers to low ones, and back down.
        let scene = scene_of(rules, Some("W:WK31:B26,18,19,27"), &["31x22x15x24x31"]);
        let last = &scene["last"];
        assert_eq!(last["kind"], "jump");
        assert_eq!(last["trail"], serde_json::json!(["31", "22", "15", "24", "31"]));
        assert_eq!(last["captures"], serde_json::json!(["26", "18", "19", "27"]));
        assert_eq!(last["crowned"], false);
        let scene = scene_of(rules, Some("B:W6,32:B26"), &["26-30"]);
        assert_eq!(scene["last"]["captures"], serde_json::json!([]));
        assert_eq!(scene["last"]["crowned"], true);
    }

    #[test]
    fn a_scene_has_the_last_move_and_the_end() {
        let rules = GameId::TicTacToe.rules();
        let scene = scene_of(rules, Some("xx1/oo1/3 x"), &["c3"]);
        assert_eq!(scene["last"]["trail"][0], "c3");
        assert_eq!(scene["last"]["side"], "first");
        assert_eq!(scene["end"]["winner"], "first");
        assert_eq!(scene["end"]["reason"], "three-in-a-row");
        assert_eq!(scene["end"]["sentence"]["message"], "tic-tac-toe.won");
        assert_eq!(scene["counted"][0].as_array().expect("lines").len(), 1);
        assert!(scene["actions"].as_array().expect("none").is_empty());
    }
}
