//! What Tic-Tac-Toe On A Checkerboard answers: the move that a text means or why there is none,
//! and how the game ended.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::layout::{self, Layout};
use super::{CheckerboardMove, CheckerboardTicTacToe, PlacingPhase, Size, words};
use crate::grid::{Square, SquareSet, off_the_board};
use crate::placing::typed::Typed;
use crate::placing::written;
use crate::{
    Answer, AnySquare, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Position, Side,
};

pub(super) fn read_move(
    game: &CheckerboardTicTacToe,
    text: &str,
) -> Result<CheckerboardMove, MoveRefusal> {
    if game.stage() == PlacingPhase::Over {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, why_ended(game)));
    }
    match (Typed::read(text), game.stage()) {
        (None, _) => Err(not_a_move(game, text)),
        (Some(Typed::Square(square)), PlacingPhase::Placing) => place(game, square),
        (Some(Typed::Square(_)), _) => {
            let answer = game.answer("exchange.how", &words::ALL_PLACED);
            Err(MoveRefusal::new(MoveRefusalKind::NotNow, answer))
        }
        (Some(Typed::Pair(..)), PlacingPhase::Placing) => Err(no_exchange(game)),
        (Some(Typed::Pair(one, other)), _) => exchange(game, one, other),
        (Some(Typed::Pass), PlacingPhase::Placing) => {
            let message =
                if game.variation.exchange { &words::NO_PASSING_YET } else { &words::NO_PASSING };
            Err(MoveRefusal::new(MoveRefusalKind::CannotPass, game.answer("turns", message)))
        }
        (Some(Typed::Pass), _) => Ok(CheckerboardMove::Pass),
    }
}

/// The move that was probably meant, or else how a move is written.
fn not_a_move(game: &CheckerboardTicTacToe, text: &str) -> MoveRefusal {
    let meant = Typed::guess(text).map(decision).filter(|&decision| game.is_legal(decision));
    if let Some(meant) = meant {
        let moves = Vec::from([meant.to_string()]);
        let answer = game
            .answer("writing", &words::DID_YOU_MEAN)
            .with("typed", MessageArg::typed(text))
            .with("moves", MessageArg::Moves(moves.clone()));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, answer).meaning(moves);
    }
    if let Some(name) = off_the_board(text) {
        let answer =
            game.answer("writing", &words::NO_SUCH_SQUARE).with("typed", MessageArg::typed(name));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, answer);
    }
    let (message, example) = match game.stage() {
        PlacingPhase::Placing => {
            (&words::NOT_A_PLACE, game.open().first().map(CheckerboardMove::Place))
        }
        _ => {
            let mut checkers = game.exchangeable().into_iter();
            let pair = checkers.next().zip(checkers.next());
            (&words::NOT_AN_EXCHANGE, pair.map(|(low, high)| CheckerboardMove::Exchange(low, high)))
        }
    };
    let example: Vec<String> = example.iter().map(CheckerboardMove::to_string).collect();
    let answer = game
        .answer("writing", message)
        .with("typed", MessageArg::typed(text))
        .with("example", MessageArg::Moves(example));
    MoveRefusal::new(MoveRefusalKind::NotAMove, answer)
}

fn decision(typed: Typed) -> CheckerboardMove {
    match typed {
        Typed::Square(square) => CheckerboardMove::Place(square),
        Typed::Pair(one, other) => CheckerboardMove::Exchange(one.min(other), one.max(other)),
        Typed::Pass => CheckerboardMove::Pass,
    }
}

fn place(game: &CheckerboardTicTacToe, square: Square) -> Result<CheckerboardMove, MoveRefusal> {
    if let Some(owner) = written::owner(game.checkers, square) {
        let message =
            if owner == game.side() { &words::TAKEN_BY_YOU } else { &words::TAKEN_BY_OPPONENT };
        let answer = game.answer("turns", message).square("square", square).pointing_at([square]);
        return Err(MoveRefusal::new(MoveRefusalKind::Occupied, answer));
    }
    if game.open().contains(square) {
        return Ok(CheckerboardMove::Place(square));
    }
    let size = game.variation.size.rows();
    let first = game.variation.floating && game.occupied().is_empty();
    let candidates = if first {
        layout::CENTRE.into_iter().map(|at| at.to_string()).collect()
    } else {
        Vec::new()
    };
    let answer = match Layout::around(game.occupied()) {
        _ if !game.variation.floating => {
            let area = Layout::at_corner(size);
            game.answer("board", &words::OUTSIDE)
                .square("square", square)
                .with("corners", squares(area.ends()))
                .pointing_at([square])
                .pointing_at(area.corners())
        }
        None => game
            .answer("float.first", &words::NOT_CENTRE)
            .with("squares", squares(layout::CENTRE))
            .pointing_at(layout::CENTRE),
        Some(layout) => {
            let open = layout.reach(size);
            with_layout(game.answer(game.float_topic(), &words::LAYOUT_TOO_LARGE), game, square)
                .with("corners", squares(open.ends()))
                .pointing_at([square])
                .pointing_at(open.corners())
        }
    };
    Err(MoveRefusal::new(MoveRefusalKind::OutsideLayout, answer).meaning(candidates))
}

/// Fills in how large the layout is with a checker on `square`.
fn with_layout(answer: Answer, game: &CheckerboardTicTacToe, square: Square) -> Answer {
    let with = Layout::around(game.occupied() | SquareSet::of(square));
    let (columns, rows) = with.map_or((0, 0), |with| (with.columns(), with.rows()));
    answer
        .square("square", square)
        .with("columns", MessageArg::Number(columns.into()))
        .with("rows", MessageArg::Number(rows.into()))
        .with("most", MessageArg::Number(game.variation.size.rows().into()))
}

/// Why nothing can be exchanged while checkers are being placed.
fn no_exchange(game: &CheckerboardTicTacToe) -> MoveRefusal {
    if !game.variation.exchange {
        return MoveRefusal::new(
            MoveRefusalKind::NotAMove,
            game.answer("writing", &words::NEVER_EXCHANGED),
        );
    }
    let left = 2 * game.variation.size.checkers() - game.occupied().len();
    let answer = match left {
        1 => game.answer("exchange.how", &words::LAST_TO_PLACE),
        _ => game
            .answer("exchange.how", &words::NOT_YET_EXCHANGED)
            .with("left", MessageArg::Number(left)),
    };
    MoveRefusal::new(MoveRefusalKind::NotNow, answer)
}

fn exchange(
    game: &CheckerboardTicTacToe,
    one: Square,
    other: Square,
) -> Result<CheckerboardMove, MoveRefusal> {
    let both = SquareSet::of(one) | SquareSet::of(other);
    let refuse = |kind, topic, message, squares: SquareSet| {
        let square = if squares.contains(one) { one } else { other };
        let answer = game.answer(topic, message).square("square", square).pointing_at(squares);
        Err(MoveRefusal::new(kind, answer))
    };
    let empty = both & !game.occupied();
    if !empty.is_empty() {
        return refuse(MoveRefusalKind::EmptySquare, "exchange.how", &words::NOTHING_THERE, empty);
    }
    if one == other {
        return refuse(MoveRefusalKind::SameSquare, "exchange.how", &words::SAME_SQUARE, both);
    }
    let used = both & !game.exchangeable();
    if !used.is_empty() {
        return refuse(
            MoveRefusalKind::AlreadyExchanged,
            "exchange.used",
            &words::ALREADY_EXCHANGED,
            used,
        );
    }
    Ok(decision(Typed::Pair(one, other)))
}

pub(super) fn permit(game: &CheckerboardTicTacToe, decision: CheckerboardMove) -> Answer {
    match decision {
        CheckerboardMove::Place(square) if !game.variation.floating => {
            game.answer("turns", &words::PLACE).square("square", square).pointing_at([square])
        }
        CheckerboardMove::Place(square) if game.occupied().is_empty() => game
            .answer("float.first", &words::PLACE_FIRST)
            .square("square", square)
            .pointing_at([square]),
        CheckerboardMove::Place(square) => {
            with_layout(game.answer(game.float_topic(), &words::PLACE_FLOATING), game, square)
                .pointing_at([square])
        }
        CheckerboardMove::Exchange(low, high) => {
            let (topic, message) = if game.differ(low, high) {
                ("exchange.how", &words::EXCHANGE)
            } else {
                ("exchange.any-two", &words::EXCHANGE_ALIKE)
            };
            game.answer(topic, message)
                .with("squares", squares([low, high]))
                .pointing_at([low, high])
        }
        CheckerboardMove::Pass => game.answer("pass", &words::DECLINE),
    }
}

pub(super) fn why_ended(game: &CheckerboardTicTacToe) -> Answer {
    let (first, second) = (game.count(Side::First), game.count(Side::Second));
    let one = first == 1;
    if first == second {
        let message = if one { &words::TIE_ONE } else { &words::TIE };
        return with_counts(game.answer("draw.equal-count", message), game);
    }
    let winner = if first > second { Side::First } else { Side::Second };
    let message = if one { &words::COUNT_ONE } else { &words::COUNT };
    with_counts(game.answer("end.most", message), game)
        .with("side", MessageArg::Side(CheckerboardTicTacToe::SIDE_NAMES[winner]))
        .pointing_at(game.counted(winner).flatten())
}

fn with_counts(answer: Answer, game: &CheckerboardTicTacToe) -> Answer {
    answer
        .with("first", MessageArg::Number(game.count(Side::First)))
        .with("second", MessageArg::Number(game.count(Side::Second)))
}

fn squares(squares: impl IntoIterator<Item = Square>) -> MessageArg {
    MessageArg::Squares(squares.into_iter().map(AnySquare::from).collect())
}

impl CheckerboardTicTacToe {
    /// What says how large a layout that floats may be: the leaflet speaks of five by five alone.
    fn float_topic(&self) -> &'static str {
        if self.variation.size == Size::Six { "variations" } else { "float.layout" }
    }

    /// An answer by the rule on a topic that holds in the variation being played.
    fn answer(&self, topic: &str, message: &'static MessageTemplate) -> Answer {
        let holds = |when: Option<(&str, &str)>| {
            when.is_none_or(|(option, value)| self.variation.has(option, value))
        };
        let rule = Self::BOOK.iter().find(|rule| rule.topic == topic && holds(rule.when));
        debug_assert!(rule.is_some(), "no rule on {topic}");
        Answer::new(rule.map_or("", |rule| rule.id), message)
    }
}
