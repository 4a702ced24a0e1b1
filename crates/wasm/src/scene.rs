//! What there is to draw of a game at one moment, and what may be done there.

use std::collections::BTreeMap;

use crownhead_games::{AnyPosition, Explanation, Game, Picture, Shape};
use crownhead_rules::{Answer, AnySquare, Checker, Side, Verdict};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::line::options_of;
use crate::said::Said;
use crate::{Line, Says, read, told};

/// A game at one moment.
#[derive(Serialize)]
pub(crate) struct Scene {
    game: &'static str,
    options: BTreeMap<String, String>,
    title: &'static str,
    /// `dark`, `diamond` or `grid`.
    shape: &'static str,
    /// How many squares a side the whole board has.
    frame: u8,
    cells: Vec<Cell>,
    /// The text of the position, where it has one.
    position: Option<String>,
    phase: &'static str,
    /// Who is to decide, or would be.
    side: &'static str,
    sides: [&'static str; 2],
    actions: Vec<Action>,
    /// How many checkers are home, in the game that brings them there.
    home: Option<[u8; 2]>,
    /// The tic-tac-toes that are counted for each side.
    counted: [Vec<[String; 3]>; 2],
    end: Option<End>,
    last: Option<Last>,
}

/// A square that the game uses.
#[derive(Serialize)]
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
struct Action {
    text: String,
    /// `step`, `jump`, `place`, `exchange` or `word`.
    kind: &'static str,
    /// The squares that it touches.
    trail: Vec<String>,
    /// Whether another legal move begins as this one, and goes on.
    onward: bool,
}

#[derive(Serialize)]
struct End {
    /// The side that won; none for a draw.
    winner: Option<&'static str>,
    reason: &'static str,
    rule: &'static str,
    said: Said,
}

/// The move that led here.
#[derive(Serialize)]
struct Last {
    text: String,
    kind: &'static str,
    side: &'static str,
    trail: Vec<String>,
}

/// The scene after the moves of a line.
#[wasm_bindgen]
pub fn scene(line: &str) -> Says<String> {
    let line: Line = read(line)?;
    let (game, before) = line.play()?;
    let last = before.as_ref().zip(line.moves.last().map(String::as_str));
    told(&Scene::of(&game, last))
}

/// The moves that the player who is not on turn may have next: whatever is legal after some move
/// of the other. Only the turn after the next move counts.
#[wasm_bindgen]
pub fn ahead(line: &str) -> Says<String> {
    let (game, _) = read::<Line>(line)?.play()?;
    let mut found: Vec<Action> = Vec::new();
    for text in game.legal() {
        let mut next = game.clone();
        if next.play_on(&text).is_err() || next.side() == game.side() {
            continue;
        }
        for action in actions(&next) {
            match found.iter_mut().find(|known| known.text == action.text) {
                Some(known) => known.onward |= action.onward,
                None => found.push(action),
            }
        }
    }
    told(&found)
}

/// Whether a text is a legal move after the moves of a line, and by which rule or why not.
#[wasm_bindgen]
pub fn explain(line: &str, text: &str) -> Says<String> {
    let (game, _) = read::<Line>(line)?.play()?;
    told(&Explained::of(game.explain(text)))
}

/// What the rule book says to a text.
#[derive(Serialize)]
pub(crate) struct Explained {
    /// The one text of the move, if it is legal.
    legal: Option<String>,
    kind: &'static str,
    rule: &'static str,
    said: Said,
    squares: Vec<String>,
    candidates: Vec<String>,
}

impl Explained {
    pub(crate) fn of(said: Explanation) -> Explained {
        let with = |legal, kind, answer: &Answer, candidates| Explained {
            legal,
            kind,
            rule: answer.rule,
            said: Said::of(&answer.sentence),
            squares: names(&answer.squares),
            candidates,
        };
        match said {
            Explanation::Legal { text, answer } => with(Some(text), "legal", &answer, Vec::new()),
            Explanation::Refused(no) => with(None, no.kind.name(), &no.answer, no.candidates),
        }
    }
}

impl Scene {
    /// The scene of a game; `last` is the game before its last move, and the move.
    pub(crate) fn of(game: &Game, last: Option<(&Game, &str)>) -> Scene {
        let rules = game.rules();
        let picture = Picture::of(game);
        let sides = game.side_names();
        Scene {
            game: rules.game().name(),
            options: options_of(rules),
            title: rules.game().title(),
            shape: match picture.shape {
                Shape::Dark => "dark",
                Shape::Diamond => "diamond",
                Shape::Grid => "grid",
            },
            frame: if picture.rows.len() == 3 { 3 } else { 8 },
            cells: cells(&picture),
            position: game.text(),
            phase: game.phase(),
            side: game.side().name(),
            sides: [sides.first.english(), sides.second.english()],
            actions: actions(game),
            home: match game.position() {
                AnyPosition::CoastToCoast(position) => Some(Side::ALL.map(|s| position.home(s))),
                _ => None,
            },
            counted: Side::ALL.map(|side| {
                let lines = game.counted(side).into_iter();
                lines.map(|line| line.map(|square| square.to_string())).collect()
            }),
            end: end(game),
            last: last.map(|(before, text)| Last {
                text: text.to_owned(),
                kind: kind(text),
                side: before.side().name(),
                trail: before.trail(text).map(|trail| names(&trail)).unwrap_or_default(),
            }),
        }
    }
}

fn cells(picture: &Picture) -> Vec<Cell> {
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

fn actions(game: &Game) -> Vec<Action> {
    let legal = game.legal();
    let goes_on = |text: &str| {
        let begins =
            |other: &String| other.strip_prefix(text).is_some_and(|rest| rest.starts_with('x'));
        legal.iter().any(begins)
    };
    let action = |text: &String| Action {
        text: text.clone(),
        kind: kind(text),
        trail: game.trail(text).map(|trail| names(&trail)).unwrap_or_default(),
        onward: goes_on(text),
    };
    legal.iter().map(action).collect()
}

/// The kind of a move, by the form of its text.
fn kind(text: &str) -> &'static str {
    match text {
        "pass" | "compel" | "stand" => "word",
        _ if text.starts_with("huff") => "huff",
        _ if text.contains('x') => "jump",
        _ if text.contains('-') => "step",
        _ if text.contains('=') => "exchange",
        _ => "place",
    }
}

fn end(game: &Game) -> Option<End> {
    let (outcome, answer) = (game.outcome()?, game.why_ended()?);
    let winner = match outcome.verdict {
        Verdict::Win(side) => Some(side.name()),
        Verdict::Draw => None,
    };
    let said = Said::of(&answer.sentence);
    Some(End { winner, reason: outcome.reason.name(), rule: answer.rule, said })
}

fn names(squares: &[AnySquare]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use crownhead_games::{GameId, Rules};
    use serde_json::{Value, json};

    use super::*;

    fn drawn(rules: Rules, position: Option<&str>, moves: &[&str]) -> Value {
        let moves = moves.iter().map(ToString::to_string).collect();
        let line = Line::new(rules, position.map(str::to_owned), moves);
        let scene = scene(&told(&line).expect("a line")).expect("a scene");
        serde_json::from_str(&scene).expect("JSON")
    }

    #[test]
    fn every_game_has_a_scene_with_its_moves() {
        for rules in Rules::all() {
            let scene = drawn(rules, None, &[]);
            let actions = scene["actions"].as_array().expect("actions");
            assert_eq!(actions.len(), Game::start(rules).legal().len());
            assert!(actions.iter().all(|a| !a["trail"].as_array().expect("a trail").is_empty()));
        }
    }

    #[test]
    fn a_jump_that_may_stop_or_go_on_says_so() {
        let rules = GameId::RegalCheckers.rules();
        let scene = drawn(rules, Some("B:W6,15,32:B1"), &[]);
        let onward = |text: &str| {
            let actions = scene["actions"].as_array().expect("actions");
            let action = actions.iter().find(|action| action["text"] == text).expect(text);
            action["onward"].as_bool().expect("yes or no")
        };
        assert!(onward("1x10"));
        assert!(!onward("1x10x19"));
        assert!(!onward("1-5"));
    }

    #[test]
    fn moves_ahead_are_those_after_some_move_of_the_other() {
        let line = Line::new(GameId::WinningMovesCheckers.rules(), None, vec!["11-15".to_owned()]);
        let known = ahead(&told(&line).expect("a line")).expect("moves");
        let known: Vec<Value> = serde_json::from_str(&known).expect("JSON");
        let has = |text: &str| known.iter().any(|action| action["text"] == text);
        // A jump that only one answer allows, and a step that most do.
        assert!(has("15x22") && has("15-19"), "{known:?}");
        assert!(!has("22-18") && !has("11-15"));
        let over = Line::new(
            GameId::TicTacToe.rules(),
            Some("xx1/oo1/3 x".to_owned()),
            vec!["c3".to_owned()],
        );
        assert_eq!(ahead(&told(&over).expect("a line")).expect("none"), "[]");
    }

    #[test]
    fn the_last_move_and_the_end_are_told() {
        let rules = GameId::TicTacToe.rules();
        let scene = drawn(rules, Some("xx1/oo1/3 x"), &["c3"]);
        assert_eq!(scene["last"]["trail"][0], "c3");
        assert_eq!(scene["last"]["side"], "first");
        assert_eq!(scene["end"]["winner"], "first");
        assert_eq!(scene["end"]["reason"], "three-in-a-row");
        assert_eq!(scene["end"]["said"]["message"], "tic-tac-toe.won");
        assert_eq!(scene["counted"][0].as_array().expect("lines").len(), 1);
        assert!(scene["actions"].as_array().expect("none").is_empty());
    }

    #[test]
    fn an_illegal_move_is_answered_by_the_rule_book() {
        let line = Line::new(GameId::WinningMovesCheckers.rules(), None, Vec::new());
        let line = told(&line).expect("a line");
        let why: Value =
            serde_json::from_str(&explain(&line, "11-12").expect("why")).expect("JSON");
        assert_eq!(why["kind"], "not-diagonal");
        assert_eq!(why["rule"], "winning-moves-checkers.move.step");
        assert_eq!(why["legal"], Value::Null);
        assert_eq!(why["said"]["message"], "checkers.not-diagonal");
        let to = json!({"place": "to", "kind": "square", "texts": ["12"], "others": 0});
        assert!(why["said"]["args"].as_array().expect("arguments").contains(&to), "{why}");
    }
}
