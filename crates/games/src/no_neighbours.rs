//! A ninth game for the unit tests: the smallest complete example of a game that implements
//! `Position` and `Notation`. `docs/adding-a-game.md` walks through it.
//!
//! No Neighbours: on 4 by 4 squares the players take turns placing a checker on an empty square
//! with no checker beside, above or below it. A player who cannot place one loses.

use std::fmt;
use std::str::FromStr;

use crownhead_rules::book::{Rule, Source, rule_id};
use crownhead_rules::grid::{Square, SquareSet};
use crownhead_rules::{
    ActionKind, AnySquare, BySide, Checker, Explanation, Key, MessageArg, MessageTemplate,
    MoveDetails, MoveRefusal, MoveRefusalKind, Notation, Outcome, Phase, Position, PositionError,
    PositionErrors, Reason, Side, SideName, messages,
};

use crate::Rules;
use crate::from_rules::FromRules;

const SIZE: u8 = 4;

// The message templates. A game in `crates/rules` also lists them in `every_message` and translates
// them in the languages of the page (`web/src/i18n/languages`).
messages! { "no-neighbours":
    PLACES = "places": "You place a checker on {square}.";
    NOT_A_MOVE = "not-a-move": "{typed} is not a square from a1 to d4.";
    TAKEN = "taken": "There is a checker on {square} already.";
    BESIDE = "beside": "There is a checker beside {square}.";
    OVER = "over": "{loser} cannot place a checker, so {winner} wins.";
    TEXT = "text": "a position is four rows of x, o and digits, and then x or o";
}

const fn rule(id: &'static str, topic: &'static str, text: &'static str) -> Rule {
    Rule { id, topic, text, source: Source::Ruling, when: None }
}

// The rule book: every explanation cites one of these by its topic.
const BOOK: &[Rule] = &[
    rule("no-neighbours.board", "board", "The board is 4 by 4 squares."),
    rule("no-neighbours.first-move", "first-move", "The players choose who begins."),
    rule("no-neighbours.turns", "turns", "Place a checker with no checker next to it."),
    rule("no-neighbours.end", "end", "Who cannot place a checker loses."),
    rule("no-neighbours.writing", "writing", "A move is written as its square."),
];

/// A position. Its text is the rows from the top and the side to move: `x3/4/2o1/4 x`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoNeighbours {
    /// The first side has as many as the second, or one more; this decides the side to move.
    checkers: BySide<SquareSet>,
}

impl NoNeighbours {
    fn occupied(&self) -> SquareSet {
        self.checkers.first | self.checkers.second
    }

    fn is_free(&self, square: Square) -> bool {
        !self.occupied().contains(square)
    }

    fn has_neighbour(&self, square: Square) -> bool {
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let mut squares = beside.into_iter().filter_map(|(file, rank)| square.offset(file, rank));
        squares.any(|square| !self.is_free(square))
    }

    fn open(&self) -> impl Iterator<Item = Square> {
        squares().filter(|square| self.is_free(*square) && !self.has_neighbour(*square))
    }
}

/// The squares of the board.
fn squares() -> impl Iterator<Item = Square> {
    (0..SIZE).flat_map(|rank| (0..SIZE).filter_map(move |file| Square::at(file, rank)))
}

// The trait for machines: all that perft and search need.
impl Position for NoNeighbours {
    type Move = Square;

    const NO_PROGRESS_LIMIT: Option<u32> = None;

    fn side(&self) -> Side {
        let even = self.checkers.first.len() == self.checkers.second.len();
        if even { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = self.open().next().is_none();
        stuck.then(|| Outcome::win(!self.side(), Reason::NoMove))
    }

    fn each_move(&self, visit: impl FnMut(Square)) {
        self.open().for_each(visit);
    }

    fn play_unchecked(&mut self, square: Square) {
        let side = self.side();
        self.checkers[side].insert(square);
    }

    fn key(&self) -> Key {
        let of = |side: Side| self.checkers[side].into_iter().map(move |at| key(side, at));
        Side::ALL.into_iter().flat_map(of).fold(Key::ZERO, |sum, key| sum ^ key)
    }

    fn key_change(&self, square: Square) -> Key {
        key(self.side(), square)
    }

    fn makes_progress(&self, _: Square) -> bool {
        true
    }
}

/// The checkers determine the side to move, so the key needs nothing else. No other game uses these
/// indexes.
fn key(side: Side, square: Square) -> Key {
    let second = u64::from(side == Side::Second);
    Key::random(9_000_000 + 64 * second + square.index() as u64)
}

// The trait for people: texts, explanations and the board.
impl Notation for NoNeighbours {
    const BOOK: &'static [Rule] = BOOK;

    const SIDE_NAMES: BySide<SideName> =
        BySide::new(SideName::StartingPlayer, SideName::OtherPlayer);

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn move_text(&self, square: Square) -> String {
        square.to_string()
    }

    fn move_details(&self, square: Square) -> MoveDetails {
        MoveDetails::new(ActionKind::Place, [square])
    }

    fn parse_move(&self, text: &str) -> Result<Square, MoveRefusal> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveRefusal::new(MoveRefusalKind::GameOver, self.explain_outcome(outcome)));
        }
        let named = Square::from_name(text.trim());
        let Some(square) = named.filter(|named| squares().any(|square| square == *named)) else {
            let answer = explanation("writing", &NOT_A_MOVE).with("typed", MessageArg::typed(text));
            return Err(MoveRefusal::new(MoveRefusalKind::NotAMove, answer));
        };
        let refuse = |kind, message| {
            let answer = explanation("turns", message).square("square", square);
            Err(MoveRefusal::new(kind, answer.pointing_at([square])))
        };
        match (self.is_free(square), self.has_neighbour(square)) {
            (false, _) => refuse(MoveRefusalKind::Occupied, &TAKEN),
            (true, true) => refuse(MoveRefusalKind::Blocked, &BESIDE),
            (true, false) => Ok(square),
        }
    }

    fn explain_move(&self, square: Square) -> Explanation {
        explanation("turns", &PLACES).square("square", square).pointing_at([square])
    }

    fn explain_outcome(&self, _: Outcome) -> Explanation {
        let name = |side| MessageArg::Side(Self::SIDE_NAMES[side]);
        explanation("end", &OVER)
            .with("loser", name(self.side()))
            .with("winner", name(!self.side()))
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        let AnySquare::Grid(square) = square else { return Vec::new() };
        let standing = |side: &Side| self.checkers[*side].contains(square);
        let checker = |side| Checker { side, king: false };
        Side::ALL.into_iter().filter(standing).map(checker).collect()
    }

    fn phase(&self) -> Phase {
        Phase::Placing
    }
}

fn explanation(topic: &str, message: &'static MessageTemplate) -> Explanation {
    Explanation::new(rule_id(BOOK, topic), message)
}

impl fmt::Display for NoNeighbours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = Rules::from(crate::GameId::NoNeighbours);
        f.write_str(&rules.setup_text(self.side(), &|square| self.checkers_on(square)))
    }
}

impl FromStr for NoNeighbours {
    type Err = PositionErrors;

    fn from_str(text: &str) -> Result<NoNeighbours, PositionErrors> {
        parse(text).ok_or_else(|| PositionError::form(&TEXT).into())
    }
}

fn parse(text: &str) -> Option<NoNeighbours> {
    let (rows, side) = text.split_once(' ')?;
    let mut position = NoNeighbours::default();
    let rows: Vec<&str> = rows.split('/').collect();
    for (rank, row) in (0..SIZE).rev().zip(&rows) {
        let mut file = 0;
        for letter in row.chars() {
            match letter {
                'x' => position.checkers.first.insert(Square::at(file, rank)?),
                'o' => position.checkers.second.insert(Square::at(file, rank)?),
                _ => file += u8::try_from(letter.to_digit(10)?).ok()?.checked_sub(1)?,
            }
            file += 1;
        }
        (file == SIZE).then_some(())?;
    }
    let to_move = if position.side() == Side::First { "x" } else { "o" };
    let [first, second] = Side::ALL.map(|side| position.checkers[side].len());
    let counts = first == second || first == second + 1;
    (rows.len() == usize::from(SIZE) && side == to_move && counts).then_some(position)
}

impl FromRules for NoNeighbours {
    fn start_with(_: Rules) -> Self {
        NoNeighbours::default()
    }

    fn parse_with(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }
}
