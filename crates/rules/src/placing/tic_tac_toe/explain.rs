//! What tic-tac-toe answers: the move that a text means or why there is none, and why it ended.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{GRID, TicTacToe, words};
use crate::grid::{Square, off_the_board};
use crate::placing::typed::Typed;
use crate::placing::written;
use crate::{
    Answer, AnySquare, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Outcome, Position, Side, Verdict, book,
};

pub(super) fn read_move(game: &TicTacToe, text: &str) -> Result<Square, MoveRefusal> {
    if let Some(outcome) = game.outcome() {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, why_ended(game, outcome)));
    }
    let square = match Typed::read(text) {
        Some(Typed::Square(square)) => square,
        Some(Typed::Pass) => {
            return Err(MoveRefusal::new(
                MoveRefusalKind::CannotPass,
                answer("turns", &words::NO_PASSING),
            ));
        }
        Some(Typed::Pair(..)) | None => return Err(not_a_move(game, text)),
    };
    if let Some(owner) = written::owner(game.checkers, square) {
        let message =
            if owner == game.side() { &words::TAKEN_BY_YOU } else { &words::TAKEN_BY_OPPONENT };
        let answer = answer("turns", message).square("square", square).pointing_at([square]);
        return Err(MoveRefusal::new(MoveRefusalKind::Occupied, answer));
    }
    if !GRID.contains(square) {
        let answer = answer("board", &words::OUTSIDE).square("square", square).pointing_at(GRID);
        return Err(MoveRefusal::new(MoveRefusalKind::OutsideLayout, answer));
    }
    Ok(square)
}

fn not_a_move(game: &TicTacToe, text: &str) -> MoveRefusal {
    if let Some(Typed::Square(square)) = Typed::guess(text)
        && game.is_legal(square)
    {
        let moves = Vec::from([square.to_string()]);
        let answer = answer("writing", &words::DID_YOU_MEAN)
            .with("typed", MessageArg::typed(text))
            .with("moves", MessageArg::Moves(moves.clone()));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, answer).meaning(moves);
    }
    if let Some(name) = off_the_board(text) {
        let answer =
            answer("writing", &words::NO_SUCH_SQUARE).with("typed", MessageArg::typed(name));
        return MoveRefusal::new(MoveRefusalKind::NotAMove, answer);
    }
    let example = game.open().first().map(AnySquare::from);
    let answer = answer("writing", &words::NOT_A_MOVE)
        .with("typed", MessageArg::typed(text))
        .with("example", MessageArg::Squares(Vec::from_iter(example)));
    MoveRefusal::new(MoveRefusalKind::NotAMove, answer)
}

pub(super) fn permit(game: &TicTacToe, square: Square) -> Answer {
    let mut after = *game;
    after.play_unchecked(square);
    let side = game.side();
    match after.outcome() {
        Some(Outcome { verdict: Verdict::Win(winner), .. }) if winner == side => {
            with_threes(answer("end.three-in-a-row", &words::PLACE_AND_WIN), &after, side)
        }
        Some(Outcome { verdict: Verdict::Draw, .. }) => answer("end.full", &words::PLACE_AND_FILL),
        _ => answer("turns", &words::PLACE),
    }
    .square("square", square)
    .pointing_at([square])
}

pub(super) fn why_ended(game: &TicTacToe, outcome: Outcome) -> Answer {
    match outcome.verdict {
        Verdict::Win(side) => {
            let answer = answer("end.three-in-a-row", &words::WON);
            with_threes(
                answer.with("side", MessageArg::Side(TicTacToe::SIDE_NAMES[side])),
                game,
                side,
            )
        }
        Verdict::Draw => answer("end.full", &words::FULL),
    }
}

/// Names the first three of a side, and points at every one.
fn with_threes(answer: Answer, game: &TicTacToe, side: Side) -> Answer {
    let three = game.counted(side).next();
    answer
        .with(
            "squares",
            MessageArg::Squares(three.into_iter().flatten().map(AnySquare::from).collect()),
        )
        .pointing_at(game.counted(side).flatten())
}

fn answer(topic: &str, message: &'static MessageTemplate) -> Answer {
    Answer::new(book::id_on(TicTacToe::BOOK, topic), message)
}
