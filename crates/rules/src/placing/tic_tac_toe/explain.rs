//! Parses and explains the moves and outcomes of tic-tac-toe.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{GRID, TicTacToe, messages};
use crate::grid::{Square, off_the_board};
use crate::placing::parsed_move::ParsedMove;
use crate::placing::position_text;
use crate::{
    AnySquare, Explanation, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Outcome, Position, Side, Verdict, book,
};

pub(super) fn parse_move(game: &TicTacToe, text: &str) -> Result<Square, MoveRefusal> {
    if let Some(outcome) = game.outcome() {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, explain_outcome(game, outcome)));
    }
    let square = match ParsedMove::parse(text) {
        Some(ParsedMove::Square(square)) => square,
        Some(ParsedMove::Pass) => {
            return Err(MoveRefusal::new(
                MoveRefusalKind::CannotPass,
                explanation("turns", &messages::NO_PASSING),
            ));
        }
        Some(ParsedMove::Pair(..)) | None => return Err(not_a_move(game, text)),
    };
    if let Some(owner) = position_text::owner(game.checkers, square) {
        let message = if owner == game.side() {
            &messages::TAKEN_BY_YOU
        } else {
            &messages::TAKEN_BY_OPPONENT
        };
        let explanation =
            explanation("turns", message).square("square", square).pointing_at([square]);
        return Err(MoveRefusal::new(MoveRefusalKind::Occupied, explanation));
    }
    if !GRID.contains(square) {
        let explanation =
            explanation("board", &messages::OUTSIDE).square("square", square).pointing_at(GRID);
        return Err(MoveRefusal::new(MoveRefusalKind::OutsideLayout, explanation));
    }
    Ok(square)
}

fn not_a_move(game: &TicTacToe, text: &str) -> MoveRefusal {
    if let Some(ParsedMove::Square(square)) = ParsedMove::guess(text)
        && game.is_legal(square)
    {
        let moves = Vec::from([square.to_string()]);
        let explanation = explanation("writing", &messages::DID_YOU_MEAN)
            .with("typed", MessageArg::typed(text))
            .with("moves", MessageArg::Moves(moves.clone()));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, explanation).with_candidates(moves);
    }
    if let Some(name) = off_the_board(text) {
        let explanation = explanation("writing", &messages::NO_SUCH_SQUARE)
            .with("typed", MessageArg::typed(name));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, explanation);
    }
    let example = game.open().first().map(AnySquare::from);
    let explanation = explanation("writing", &messages::NOT_A_MOVE)
        .with("typed", MessageArg::typed(text))
        .with("example", MessageArg::Squares(Vec::from_iter(example)));
    MoveRefusal::new(MoveRefusalKind::NotAMove, explanation)
}

pub(super) fn explain_move(game: &TicTacToe, square: Square) -> Explanation {
    let mut after = *game;
    after.play_unchecked(square);
    let side = game.side();
    match after.outcome() {
        Some(Outcome { verdict: Verdict::Win(winner), .. }) if winner == side => {
            with_threes(explanation("end.three-in-a-row", &messages::PLACE_AND_WIN), &after, side)
        }
        Some(Outcome { verdict: Verdict::Draw, .. }) => {
            explanation("end.full", &messages::PLACE_AND_FILL)
        }
        _ => explanation("turns", &messages::PLACE),
    }
    .square("square", square)
    .pointing_at([square])
}

pub(super) fn explain_outcome(game: &TicTacToe, outcome: Outcome) -> Explanation {
    match outcome.verdict {
        Verdict::Win(side) => {
            let explanation = explanation("end.three-in-a-row", &messages::WON);
            with_threes(
                explanation.with("side", MessageArg::Side(TicTacToe::SIDE_NAMES[side])),
                game,
                side,
            )
        }
        Verdict::Draw => explanation("end.full", &messages::FULL),
    }
}

/// Names the first three in a row of a side, and highlights all of them.
fn with_threes(explanation: Explanation, game: &TicTacToe, side: Side) -> Explanation {
    let three = game.counted(side).next();
    explanation
        .with(
            "squares",
            MessageArg::Squares(three.into_iter().flatten().map(AnySquare::from).collect()),
        )
        .pointing_at(game.counted(side).flatten())
}

fn explanation(topic: &str, message: &'static MessageTemplate) -> Explanation {
    Explanation::new(book::rule_id(TicTacToe::BOOK, topic), message)
}
