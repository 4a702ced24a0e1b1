//! What tic-tac-toe answers: the move that a text means or why there is none, and why it ended.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{GRID, TicTacToe, words};
use crate::grid::Square;
use crate::placing::typed::Typed;
use crate::placing::written;
use crate::{
    Answer, AnySquare, Arg, Kind, Message, Notation, Outcome, Position, Refusal, Side, Verdict,
    book,
};

pub(super) fn read_move(game: &TicTacToe, text: &str) -> Result<Square, Refusal> {
    if let Some(outcome) = game.outcome() {
        return Err(Refusal::new(Kind::GameOver, why_ended(game, outcome)));
    }
    let square = match Typed::read(text) {
        Some(Typed::Square(square)) => square,
        Some(Typed::Pass) => {
            return Err(Refusal::new(Kind::CannotPass, answer("turns", &words::NO_PASSING)));
        }
        Some(Typed::Pair(..)) | None => return Err(not_a_move(game, text)),
    };
    if let Some(owner) = written::owner(game.checkers, square) {
        let message =
            if owner == game.side() { &words::TAKEN_BY_YOU } else { &words::TAKEN_BY_OPPONENT };
        let answer = answer("turns", message).square("square", square).pointing_at([square]);
        return Err(Refusal::new(Kind::Occupied, answer));
    }
    if !GRID.contains(square) {
        let answer = answer("board", &words::OUTSIDE).square("square", square).pointing_at(GRID);
        return Err(Refusal::new(Kind::OutsideLayout, answer));
    }
    Ok(square)
}

fn not_a_move(game: &TicTacToe, text: &str) -> Refusal {
    if let Some(Typed::Square(square)) = Typed::guess(text)
        && game.is_legal(square)
    {
        let moves = Vec::from([square.to_string()]);
        let answer = answer("writing", &words::DID_YOU_MEAN)
            .with("typed", Arg::typed(text))
            .with("moves", Arg::Moves(moves.clone()));
        return Refusal::new(Kind::NotAMove, answer).meaning(moves);
    }
    let example = game.open().first().map(AnySquare::from);
    let answer = answer("writing", &words::NOT_A_MOVE)
        .with("typed", Arg::typed(text))
        .with("example", Arg::Squares(Vec::from_iter(example)));
    Refusal::new(Kind::NotAMove, answer)
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
            with_threes(answer.with("side", Arg::Side(TicTacToe::SIDE_NAMES[side])), game, side)
        }
        Verdict::Draw => answer("end.full", &words::FULL),
    }
}

/// Names the first three of a side, and points at every one.
fn with_threes(answer: Answer, game: &TicTacToe, side: Side) -> Answer {
    let three = game.counted(side).next();
    answer
        .with("squares", Arg::Squares(three.into_iter().flatten().map(AnySquare::from).collect()))
        .pointing_at(game.counted(side).flatten())
}

fn answer(topic: &str, message: &'static Message) -> Answer {
    Answer::new(book::id_on(TicTacToe::BOOK, topic), message)
}
