//! Parses the text of a move of Coast to Coast, square by square, up to the first error. `explain`
//! says what is wrong with a single leg.

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::{
    distance, explain_outcome, explanation, legal_texts, out_of_reach, starts_on,
};
use super::moves::Mover;
use super::{CoastToCoast, Move, messages};
use crate::grid::{Square, off_the_board};
use crate::{MessageArg, MoveRefusal, MoveRefusalKind, Notation, Position};

/// Longer texts are not searched for a move that the player may have meant.
const LONGEST_GUESS: usize = 60;

/// The legal move that a text stands for, or why there is none.
///
/// A text names squares of one checker's route: the first and the last, the enemy home if a man is
/// crowned there, and any others that it lands on.
pub(super) fn parse_move(game: &CoastToCoast, text: &str) -> Result<Move, MoveRefusal> {
    let text = text.trim();
    if let Some(outcome) = game.outcome() {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, explain_outcome(outcome)));
    }
    match (text, game.must_pass()) {
        ("pass", true) => Ok(Move::Pass),
        ("pass", false) => Err(MoveRefusal::new(
            MoveRefusalKind::CannotPass,
            explanation("pass", &messages::CANNOT_PASS),
        )),
        (_, must_pass) => {
            let squares =
                parse_squares(text).map_err(|refusal| with_guesses(game, text, refusal))?;
            if must_pass { Err(must_pass_now(game)) } else { follow_route(game, &squares) }
        }
    }
}

/// At least two squares, or why the text is malformed.
fn parse_squares(text: &str) -> Result<Vec<Square>, MoveRefusal> {
    let mut squares = Vec::new();
    for part in text.split('-') {
        let Some(square) = Square::from_name(part) else {
            let (message, typed) = match off_the_board(text) {
                Some(name) => (&messages::NO_SUCH_SQUARE, name),
                None => (&messages::NOT_A_MOVE, text),
            };
            let explanation =
                explanation("writing", message).with("typed", MessageArg::typed(typed));
            return Err(MoveRefusal::new(MoveRefusalKind::NotAMove, explanation));
        };
        squares.push(square);
    }
    if let [square] = squares[..] {
        let explanation =
            explanation("writing", &messages::ONLY_A_SQUARE).with("typed", MessageArg::typed(text));
        return Err(MoveRefusal::new(MoveRefusalKind::NotAMove, explanation.pointing_at([square])));
    }
    Ok(squares)
}

/// Adds the moves that a malformed text may have meant: the moves from a square, or the text in
/// lower case with dashes.
fn with_guesses(game: &CoastToCoast, text: &str, refusal: MoveRefusal) -> MoveRefusal {
    if let Some(square) = Square::from_name(text) {
        let from = legal_texts(game, |mv| starts_on(mv, square));
        let to = |mv| matches!(mv, Move::Go { to, .. } if to == square);
        return refusal.with_candidates(if from.is_empty() { legal_texts(game, to) } else { from });
    }
    // An exchange belongs to another game, and a very long text is no move.
    let hopeless = text.len() > LONGEST_GUESS || text.contains('=');
    let meant = if hopeless { Vec::new() } else { guess_moves(game, text) };
    if meant.is_empty() {
        return refusal;
    }
    let explanation = explanation("writing", &messages::DID_YOU_MEAN)
        .with("typed", MessageArg::typed(text))
        .with("moves", MessageArg::Moves(meant.clone()));
    MoveRefusal::new(MoveRefusalKind::NotAMove, explanation).with_candidates(meant)
}

/// The legal move that a text becomes in lower case, with dashes between its squares.
fn guess_moves(game: &CoastToCoast, text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let plain: Vec<char> =
        text.chars().filter(|&c| c != 'x' && c.is_ascii_alphanumeric()).collect();
    let squares: Vec<String> = plain.chunks(2).map(|square| square.iter().collect()).collect();
    if squares.concat() == "pass" {
        return legal_texts(game, |mv| mv == Move::Pass);
    }
    let meant = parse_squares(&squares.join("-")).and_then(|squares| follow_route(game, &squares));
    meant.map(|mv| game.move_text(mv)).into_iter().collect()
}

fn must_pass_now(game: &CoastToCoast) -> MoveRefusal {
    let explanation =
        explanation("pass", &messages::MUST_PASS).pointing_at(game.checkers(game.side()));
    MoveRefusal::new(MoveRefusalKind::Blocked, explanation)
        .with_candidates(legal_texts(game, |mv| mv == Move::Pass))
}

/// The checker of the side to move on a square, or why there is none.
fn own_checker(game: &CoastToCoast, from: Square) -> Result<Mover, MoveRefusal> {
    let side = game.side();
    if game.checkers(side).contains(from) {
        return Ok(Mover::new(game, from));
    }
    if !game.checkers(!side).contains(from) {
        let explanation =
            explanation("turns", &messages::EMPTY_SQUARE).square("from", from).pointing_at([from]);
        return Err(MoveRefusal::new(MoveRefusalKind::EmptySquare, explanation));
    }
    let explanation = explanation("turns", &messages::WRONG_SIDE)
        .square("from", from)
        .with("mover", MessageArg::Side(CoastToCoast::SIDE_NAMES[side]))
        .pointing_at([from]);
    Err(MoveRefusal::new(MoveRefusalKind::WrongSide, explanation))
}

/// Walks a checker over the squares of its route, at least two. If the side to move has a move,
/// every route that can be walked to its end is a legal move.
fn follow_route(game: &CoastToCoast, squares: &[Square]) -> Result<Move, MoveRefusal> {
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let mut mover = own_checker(game, from)?;
    if to == from {
        let explanation = explanation("move.start-square", &messages::SAME_SQUARE);
        let explanation = explanation.square("from", from).pointing_at([from]);
        return Err(MoveRefusal::new(MoveRefusalKind::SameSquare, explanation)
            .with_candidates(nearby_moves(game, squares, false)));
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
        check_leg(game, mover, next, begins, ends || reaches_crown)
            .map_err(|refusal| refusal.with_candidates(nearby_moves(game, squares, crowned)))?;
        mover.at = next;
        begins = reaches_crown;
        if reaches_crown {
            require_free_move(game, mover, ends)?;
            mover.king = true;
            crowned = true;
        }
    }
    let mv = Move::Go { from, to, crowned };
    debug_assert!(game.is_legal(mv), "{mv:?}");
    Ok(mv)
}

/// Checks one leg of a route: the only step of a move, or one or more jumps.
fn check_leg(
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
        let explanation = explanation("writing", &messages::NAMED_TWICE)
            .square("square", next)
            .pointing_at([next]);
        return Err(MoveRefusal::new(MoveRefusalKind::NotAMove, explanation));
    }
    if mover.king && next == enemy && (is_step || ends) {
        let explanation = explanation("home.enemy", &messages::HOME_BARRED).square("home", enemy);
        return Err(MoveRefusal::new(
            MoveRefusalKind::HomeBarred,
            explanation.pointing_at([at, enemy]),
        ));
    }
    if !(mover.steps(game) | mover.jumps(game)).contains(next) {
        return Err(out_of_reach(game, mover, next));
    }
    let comes_home = mover.king && next == CoastToCoast::home_of(mover.side);
    if is_step && !(begins && (ends || comes_home)) {
        let explanation = explanation("jump.or-step", &messages::STEP_NOT_ALONE)
            .square("from", at)
            .square("to", next)
            .pointing_at([at, next]);
        return Err(MoveRefusal::new(MoveRefusalKind::MustStop, explanation));
    }
    Ok(())
}

/// Requires the free move of a man in the enemy home.
fn require_free_move(game: &CoastToCoast, mover: Mover, ends: bool) -> Result<(), MoveRefusal> {
    let (from, home) = (mover.from, mover.at);
    let moves = legal_texts(game, |mv| starts_on(mv, from) && is_crowning(mv));
    let (kind, explanation) = if moves.is_empty() {
        (MoveRefusalKind::NoFreeMove, explanation("home.vacant", &messages::NO_FREE_MOVE))
    } else if ends {
        let explanation = explanation("crown.free-move", &messages::MUST_LEAVE_HOME);
        (MoveRefusalKind::MustGoOn, explanation.with("moves", MessageArg::Moves(moves.clone())))
    } else {
        return Ok(());
    };
    let explanation =
        explanation.square("from", from).square("home", home).pointing_at([from, home]);
    Err(MoveRefusal::new(kind, explanation).with_candidates(moves))
}

fn home_is_the_end(game: &CoastToCoast, mover: Mover, squares: &[Square]) -> MoveRefusal {
    let home = mover.at;
    let explanation = explanation("home.off", &messages::HOME_IS_THE_END).square("home", home);
    let ends_there =
        |mv| starts_on(mv, squares[0]) && matches!(mv, Move::Go { to, .. } if to == home);
    MoveRefusal::new(MoveRefusalKind::MustStop, explanation.pointing_at([mover.from, home]))
        .with_candidates(legal_texts(game, ends_there))
}

fn is_crowning(mv: Move) -> bool {
    matches!(mv, Move::Go { crowned: true, .. })
}

/// Legal moves similar to an illegal route: all free moves of a man that was crowned, otherwise the
/// checker's moves that end on a named square, or else all its moves.
fn nearby_moves(game: &CoastToCoast, squares: &[Square], crowned: bool) -> Vec<String> {
    let near = legal_texts(game, |mv| {
        let Move::Go { from, to, crowned: crowning } = mv else { return false };
        from == squares[0] && if crowned { crowning } else { squares.contains(&to) }
    });
    if near.is_empty() { legal_texts(game, |mv| starts_on(mv, squares[0])) } else { near }
}
