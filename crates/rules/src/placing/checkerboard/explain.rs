//! Parses and explains the moves and outcomes of Tic-Tac-Toe On A Checkerboard.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::layout::{self, Layout};
use super::{CheckerboardMove, CheckerboardTicTacToe, PlacingPhase, Size, messages};
use crate::grid::{Square, SquareSet, off_the_board};
use crate::placing::parsed_move::ParsedMove;
use crate::placing::position_text;
use crate::{
    AnySquare, Explanation, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Position, Side,
};

pub(super) fn parse_move(
    game: &CheckerboardTicTacToe,
    text: &str,
) -> Result<CheckerboardMove, MoveRefusal> {
    if game.placing_phase() == PlacingPhase::Over {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, explain_outcome(game)));
    }
    match (ParsedMove::parse(text), game.placing_phase()) {
        (None, _) => Err(not_a_move(game, text)),
        (Some(ParsedMove::Square(square)), PlacingPhase::Placing) => place(game, square),
        (Some(ParsedMove::Square(_)), _) => {
            let explanation = game.explanation("exchange.how", &messages::ALL_PLACED);
            Err(MoveRefusal::new(MoveRefusalKind::NotNow, explanation))
        }
        (Some(ParsedMove::Pair(..)), PlacingPhase::Placing) => Err(refuse_exchange(game)),
        (Some(ParsedMove::Pair(one, other)), _) => exchange(game, one, other),
        (Some(ParsedMove::Pass), PlacingPhase::Placing) => {
            let message = if game.variation.exchange {
                &messages::NO_PASSING_YET
            } else {
                &messages::NO_PASSING
            };
            Err(MoveRefusal::new(MoveRefusalKind::CannotPass, game.explanation("turns", message)))
        }
        (Some(ParsedMove::Pass), _) => Ok(CheckerboardMove::Pass),
    }
}

/// Refuses a malformed text, with the move that was probably meant, if any.
fn not_a_move(game: &CheckerboardTicTacToe, text: &str) -> MoveRefusal {
    let meant = ParsedMove::guess(text).map(decision).filter(|&decision| game.is_legal(decision));
    if let Some(meant) = meant {
        let moves = Vec::from([meant.to_string()]);
        let explanation = game
            .explanation("writing", &messages::DID_YOU_MEAN)
            .with("typed", MessageArg::typed(text))
            .with("moves", MessageArg::Moves(moves.clone()));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, explanation).with_candidates(moves);
    }
    if let Some(name) = off_the_board(text) {
        let explanation = game
            .explanation("writing", &messages::NO_SUCH_SQUARE)
            .with("typed", MessageArg::typed(name));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, explanation);
    }
    let (message, example) = match game.placing_phase() {
        PlacingPhase::Placing => {
            (&messages::NOT_A_PLACE, game.open().first().map(CheckerboardMove::Place))
        }
        _ => {
            let mut checkers = game.exchangeable().into_iter();
            let pair = checkers.next().zip(checkers.next());
            (
                &messages::NOT_AN_EXCHANGE,
                pair.map(|(low, high)| CheckerboardMove::Exchange(low, high)),
            )
        }
    };
    let example: Vec<String> = example.iter().map(CheckerboardMove::to_string).collect();
    let explanation = game
        .explanation("writing", message)
        .with("typed", MessageArg::typed(text))
        .with("example", MessageArg::Moves(example));
    MoveRefusal::new(MoveRefusalKind::NotAMove, explanation)
}

fn decision(typed: ParsedMove) -> CheckerboardMove {
    match typed {
        ParsedMove::Square(square) => CheckerboardMove::Place(square),
        ParsedMove::Pair(one, other) => CheckerboardMove::Exchange(one.min(other), one.max(other)),
        ParsedMove::Pass => CheckerboardMove::Pass,
    }
}

fn place(game: &CheckerboardTicTacToe, square: Square) -> Result<CheckerboardMove, MoveRefusal> {
    if let Some(owner) = position_text::owner(game.checkers, square) {
        let message = if owner == game.side() {
            &messages::TAKEN_BY_YOU
        } else {
            &messages::TAKEN_BY_OPPONENT
        };
        let explanation =
            game.explanation("turns", message).square("square", square).pointing_at([square]);
        return Err(MoveRefusal::new(MoveRefusalKind::Occupied, explanation));
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
    let explanation = match Layout::around(game.occupied()) {
        _ if !game.variation.floating => {
            let area = Layout::at_corner(size);
            game.explanation("board", &messages::OUTSIDE)
                .square("square", square)
                .with("corners", squares(area.ends()))
                .pointing_at([square])
                .pointing_at(area.corners())
        }
        None => game
            .explanation("float.first", &messages::NOT_CENTRE)
            .with("squares", squares(layout::CENTRE))
            .pointing_at(layout::CENTRE),
        Some(layout) => {
            let open = layout.reach(size);
            with_layout(
                game.explanation(game.float_topic(), &messages::LAYOUT_TOO_LARGE),
                game,
                square,
            )
            .with("corners", squares(open.ends()))
            .pointing_at([square])
            .pointing_at(open.corners())
        }
    };
    Err(MoveRefusal::new(MoveRefusalKind::OutsideLayout, explanation).with_candidates(candidates))
}

/// Fills in the size that the layout would have with a checker on `square`.
fn with_layout(
    explanation: Explanation,
    game: &CheckerboardTicTacToe,
    square: Square,
) -> Explanation {
    let with = Layout::around(game.occupied() | SquareSet::of(square));
    let (columns, rows) = with.map_or((0, 0), |with| (with.columns(), with.rows()));
    explanation
        .square("square", square)
        .with("columns", MessageArg::Number(columns.into()))
        .with("rows", MessageArg::Number(rows.into()))
        .with("most", MessageArg::Number(game.variation.size.rows().into()))
}

/// Why no exchange is possible while checkers are being placed.
fn refuse_exchange(game: &CheckerboardTicTacToe) -> MoveRefusal {
    if !game.variation.exchange {
        return MoveRefusal::new(
            MoveRefusalKind::NotAMove,
            game.explanation("writing", &messages::NEVER_EXCHANGED),
        );
    }
    let left = 2 * game.variation.size.checkers() - game.occupied().len();
    let explanation = match left {
        1 => game.explanation("exchange.how", &messages::LAST_TO_PLACE),
        _ => game
            .explanation("exchange.how", &messages::NOT_YET_EXCHANGED)
            .with("left", MessageArg::Number(left)),
    };
    MoveRefusal::new(MoveRefusalKind::NotNow, explanation)
}

fn exchange(
    game: &CheckerboardTicTacToe,
    one: Square,
    other: Square,
) -> Result<CheckerboardMove, MoveRefusal> {
    let both = SquareSet::of(one) | SquareSet::of(other);
    let refuse = |kind, topic, message, squares: SquareSet| {
        let square = if squares.contains(one) { one } else { other };
        let explanation =
            game.explanation(topic, message).square("square", square).pointing_at(squares);
        Err(MoveRefusal::new(kind, explanation))
    };
    let empty = both & !game.occupied();
    if !empty.is_empty() {
        return refuse(
            MoveRefusalKind::EmptySquare,
            "exchange.how",
            &messages::NOTHING_THERE,
            empty,
        );
    }
    if one == other {
        return refuse(MoveRefusalKind::SameSquare, "exchange.how", &messages::SAME_SQUARE, both);
    }
    let used = both & !game.exchangeable();
    if !used.is_empty() {
        return refuse(
            MoveRefusalKind::AlreadyExchanged,
            "exchange.used",
            &messages::ALREADY_EXCHANGED,
            used,
        );
    }
    Ok(decision(ParsedMove::Pair(one, other)))
}

pub(super) fn explain_move(
    game: &CheckerboardTicTacToe,
    decision: CheckerboardMove,
) -> Explanation {
    match decision {
        CheckerboardMove::Place(square) if !game.variation.floating => game
            .explanation("turns", &messages::PLACE)
            .square("square", square)
            .pointing_at([square]),
        CheckerboardMove::Place(square) if game.occupied().is_empty() => game
            .explanation("float.first", &messages::PLACE_FIRST)
            .square("square", square)
            .pointing_at([square]),
        CheckerboardMove::Place(square) => with_layout(
            game.explanation(game.float_topic(), &messages::PLACE_FLOATING),
            game,
            square,
        )
        .pointing_at([square]),
        CheckerboardMove::Exchange(low, high) => {
            let (topic, message) = if game.differ(low, high) {
                ("exchange.how", &messages::EXCHANGE)
            } else {
                ("exchange.any-two", &messages::EXCHANGE_ALIKE)
            };
            game.explanation(topic, message)
                .with("squares", squares([low, high]))
                .pointing_at([low, high])
        }
        CheckerboardMove::Pass => game.explanation("pass", &messages::DECLINE),
    }
}

pub(super) fn explain_outcome(game: &CheckerboardTicTacToe) -> Explanation {
    let (first, second) = (game.count(Side::First), game.count(Side::Second));
    let one = first.max(second) == 1;
    if first == second {
        let message = if one { &messages::TIE_ONE } else { &messages::TIE };
        let tie = game.explanation("draw.equal-count", message);
        return tie.with("first", MessageArg::Number(first));
    }
    let winner = if first > second { Side::First } else { Side::Second };
    let message = if one { &messages::COUNT_ONE } else { &messages::COUNT };
    game.explanation("end.most", message)
        .with("side", MessageArg::Side(CheckerboardTicTacToe::SIDE_NAMES[winner]))
        .with("most", MessageArg::Number(first.max(second)))
        .with("fewest", MessageArg::Number(first.min(second)))
        .pointing_at(game.counted(winner).flatten())
}

fn squares(squares: impl IntoIterator<Item = Square>) -> MessageArg {
    MessageArg::Squares(squares.into_iter().map(AnySquare::from).collect())
}

impl CheckerboardTicTacToe {
    /// The topic of the rule on the size of a floating layout: the leaflet only mentions five by
    /// five.
    fn float_topic(&self) -> &'static str {
        if self.variation.size == Size::Six { "variations" } else { "float.layout" }
    }

    /// An explanation by the rule on a topic in the variations being played.
    fn explanation(&self, topic: &str, message: &'static MessageTemplate) -> Explanation {
        let holds = |when: Option<(&str, &str)>| {
            when.is_none_or(|(option, value)| self.variation.has(option, value))
        };
        let rule = Self::BOOK.iter().find(|rule| rule.topic == topic && holds(rule.when));
        debug_assert!(rule.is_some(), "no rule on {topic}");
        Explanation::new(rule.map_or("", |rule| rule.id), message)
    }
}
