//! Reading the move that a player types in Coast to Coast, square by square, up to the first
//! thing that is wrong. What is wrong with a single leg of the way stands in `explain`.

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::{answer, distance, out_of_reach, starts_on, texts, why_ended};
use super::moves::Mover;
use super::{CoastToCoast, Move, words};
use crate::grid::{Square, off_the_board};
use crate::{MessageArg, MoveRefusal, MoveRefusalKind, Notation, Position};

/// Texts longer than this are not searched for what they may have meant.
const LONGEST_GUESS: usize = 60;

/// The move that a text means, or why it means none.
///
/// A text names the squares of one checker's way: the first and the last, the enemy home if a
/// man is crowned there, and any others that it lands on.
pub(super) fn read_move(game: &CoastToCoast, text: &str) -> Result<Move, MoveRefusal> {
    let text = text.trim();
    if let Some(outcome) = game.outcome() {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, why_ended(outcome)));
    }
    match (text, game.must_pass()) {
        ("pass", true) => Ok(Move::Pass),
        ("pass", false) => {
            Err(MoveRefusal::new(MoveRefusalKind::CannotPass, answer("pass", &words::CANNOT_PASS)))
        }
        (_, must_pass) => {
            let squares = read_squares(text).map_err(|refusal| guess(game, text, refusal))?;
            if must_pass { Err(must_pass_now(game)) } else { follow(game, &squares) }
        }
    }
}

/// At least two squares, or why the text is not of the form.
fn read_squares(text: &str) -> Result<Vec<Square>, MoveRefusal> {
    let mut squares = Vec::new();
    for part in text.split('-') {
        let Some(square) = Square::from_name(part) else {
            let (message, typed) = match off_the_board(text) {
                Some(name) => (&words::NO_SUCH_SQUARE, name),
                None => (&words::NOT_A_MOVE, text),
            };
            let answer = answer("writing", message).with("typed", MessageArg::typed(typed));
            return Err(MoveRefusal::new(MoveRefusalKind::NotAMove, answer));
        };
        squares.push(square);
    }
    if let [square] = squares[..] {
        let answer =
            answer("writing", &words::ONLY_A_SQUARE).with("typed", MessageArg::typed(text));
        return Err(MoveRefusal::new(MoveRefusalKind::NotAMove, answer.pointing_at([square])));
    }
    Ok(squares)
}

/// Adds what the player may have meant by a text that is not of the form: a square's moves, or
/// the move that small letters and dashes make of it.
fn guess(game: &CoastToCoast, text: &str, refusal: MoveRefusal) -> MoveRefusal {
    if let Some(square) = Square::from_name(text) {
        let from = texts(game, |mv| starts_on(mv, square));
        let to = |mv| matches!(mv, Move::Go { to, .. } if to == square);
        return refusal.meaning(if from.is_empty() { texts(game, to) } else { from });
    }
    // An exchange is something else, and so is a text as long as a story.
    let hopeless = text.len() > LONGEST_GUESS || text.contains('=');
    let meant = if hopeless { Vec::new() } else { guessed(game, text) };
    if meant.is_empty() {
        return refusal;
    }
    let answer = answer("writing", &words::DID_YOU_MEAN)
        .with("typed", MessageArg::typed(text))
        .with("moves", MessageArg::Moves(meant.clone()));
    MoveRefusal::new(MoveRefusalKind::NotAMove, answer).meaning(meant)
}

/// The move that small letters, and dashes between its squares, make of a text.
fn guessed(game: &CoastToCoast, text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let plain: Vec<char> =
        text.chars().filter(|&c| c != 'x' && c.is_ascii_alphanumeric()).collect();
    let squares: Vec<String> = plain.chunks(2).map(|square| square.iter().collect()).collect();
    if squares.concat() == "pass" {
        return texts(game, |mv| mv == Move::Pass);
    }
    let meant = read_squares(&squares.join("-")).and_then(|squares| follow(game, &squares));
    meant.map(|mv| game.move_text(mv)).into_iter().collect()
}

fn must_pass_now(game: &CoastToCoast) -> MoveRefusal {
    let answer = answer("pass", &words::MUST_PASS).pointing_at(game.checkers(game.side()));
    MoveRefusal::new(MoveRefusalKind::Blocked, answer).meaning(texts(game, |mv| mv == Move::Pass))
}

/// The checker itself: there must be one, and it must be the mover's.
fn pick_up(game: &CoastToCoast, from: Square) -> Result<Mover, MoveRefusal> {
    let side = game.side();
    if game.checkers(side).contains(from) {
        return Ok(Mover::new(game, from));
    }
    if !game.checkers(!side).contains(from) {
        let answer = answer("turns", &words::EMPTY_SQUARE).square("from", from).pointing_at([from]);
        return Err(MoveRefusal::new(MoveRefusalKind::EmptySquare, answer));
    }
    let answer = answer("turns", &words::WRONG_SIDE)
        .square("from", from)
        .with("mover", MessageArg::Side(CoastToCoast::SIDE_NAMES[side]))
        .pointing_at([from]);
    Err(MoveRefusal::new(MoveRefusalKind::WrongSide, answer))
}

/// Walks a checker over the squares of its way, of which there are at least two. Where the side
/// to move has a move, every way that is walked to its end is a legal move.
fn follow(game: &CoastToCoast, squares: &[Square]) -> Result<Move, MoveRefusal> {
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let mut mover = pick_up(game, from)?;
    if to == from {
        let answer = answer("move.start-square", &words::SAME_SQUARE);
        let answer = answer.square("from", from).pointing_at([from]);
        return Err(MoveRefusal::new(MoveRefusalKind::SameSquare, answer)
            .meaning(nearby(game, squares, false)));
    }
    let home = CoastToCoast::home_of(mover.side);
    let enemy = CoastToCoast::home_of(!mover.side);
    let mut crowned = false;
    // Whether the move, or the free move, begins with this leg.
    let mut begins = true;
    for (i, &next) in squares.iter().enumerate().skip(1) {
        let ends = i + 1 == squares.len();
        if mover.king && mover.at == home {
            return Err(home_is_the_end(game, mover, squares));
        }
        let reaches_crown = !mover.king && next == enemy;
        leg(game, mover, next, begins, ends || reaches_crown)
            .map_err(|refusal| refusal.meaning(nearby(game, squares, crowned)))?;
        mover.at = next;
        begins = reaches_crown;
        if reaches_crown {
            free_move_follows(game, mover, ends)?;
            mover.king = true;
            crowned = true;
        }
    }
    let mv = Move::Go { from, to, crowned };
    debug_assert!(game.is_legal(mv), "{mv:?}");
    Ok(mv)
}

/// Judges one leg of a way: the only step of a move, or one or more jumps.
fn leg(
    game: &CoastToCoast,
    mover: Mover,
    next: Square,
    begins: bool,
    ends: bool,
) -> Result<(), MoveRefusal> {
    let at = mover.at;
    let (files, ranks) = distance(at, next);
    let is_step = files.max(ranks) == 1;
    let enemy = CoastToCoast::home_of(!mover.side);
    if next == at {
        let answer =
            answer("writing", &words::NAMED_TWICE).square("square", next).pointing_at([next]);
        return Err(MoveRefusal::new(MoveRefusalKind::NotAMove, answer));
    }
    if mover.king && next == enemy && (is_step || ends) {
        let answer = answer("home.enemy", &words::HOME_BARRED).square("home", enemy);
        return Err(MoveRefusal::new(MoveRefusalKind::HomeBarred, answer.pointing_at([at, enemy])));
    }
    if !(mover.steps(game) | mover.jumps(game)).contains(next) {
        return Err(out_of_reach(game, mover, next));
    }
    let comes_home = mover.king && next == CoastToCoast::home_of(mover.side);
    if is_step && !(begins && (ends || comes_home)) {
        let answer = answer("jump.or-step", &words::STEP_NOT_ALONE)
            .square("from", at)
            .square("to", next)
            .pointing_at([at, next]);
        return Err(MoveRefusal::new(MoveRefusalKind::MustStop, answer));
    }
    Ok(())
}

/// Asks for the free move of a man that stands in the enemy home.
fn free_move_follows(game: &CoastToCoast, mover: Mover, ends: bool) -> Result<(), MoveRefusal> {
    let (from, home) = (mover.from, mover.at);
    let moves = texts(game, |mv| starts_on(mv, from) && is_crowning(mv));
    let (kind, answer) = if moves.is_empty() {
        (MoveRefusalKind::NoFreeMove, answer("home.vacant", &words::NO_FREE_MOVE))
    } else if ends {
        let answer = answer("crown.free-move", &words::MUST_LEAVE_HOME);
        (MoveRefusalKind::MustGoOn, answer.with("moves", MessageArg::Moves(moves.clone())))
    } else {
        return Ok(());
    };
    let answer = answer.square("from", from).square("home", home).pointing_at([from, home]);
    Err(MoveRefusal::new(kind, answer).meaning(moves))
}

fn home_is_the_end(game: &CoastToCoast, mover: Mover, squares: &[Square]) -> MoveRefusal {
    let home = mover.at;
    let answer = answer("home.off", &words::HOME_IS_THE_END).square("home", home);
    let ends_there =
        |mv| starts_on(mv, squares[0]) && matches!(mv, Move::Go { to, .. } if to == home);
    MoveRefusal::new(MoveRefusalKind::MustStop, answer.pointing_at([mover.from, home]))
        .meaning(texts(game, ends_there))
}

fn is_crowning(mv: Move) -> bool {
    matches!(mv, Move::Go { crowned: true, .. })
}

/// Legal moves near a way that is none: all free moves of a man that got to be crowned, otherwise
/// what the checker can do to end on one of the squares that were named, or else all it can do.
fn nearby(game: &CoastToCoast, squares: &[Square], crowned: bool) -> Vec<String> {
    let near = texts(game, |mv| {
        let Move::Go { from, to, crowned: crowning } = mv else { return false };
        from == squares[0] && if crowned { crowning } else { squares.contains(&to) }
    });
    if near.is_empty() { texts(game, |mv| starts_on(mv, squares[0])) } else { near }
}
