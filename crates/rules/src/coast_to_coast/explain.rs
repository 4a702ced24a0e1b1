//! Why a checker of Coast to Coast cannot go somewhere, what a legal move does, and why a game
//! has ended. Reading the text of a move stands in `read`.

use alloc::string::String;
use alloc::vec::Vec;

use super::moves::{self, Mover};
use super::{CoastToCoast, Move, words};
use crate::book::id_on;
use crate::grid::Square;
use crate::{
    Answer, AnySquare, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Outcome, Position, Reason, Verdict,
};

/// An answer by the rule on a topic.
pub(super) fn answer(topic: &str, message: &'static MessageTemplate) -> Answer {
    Answer::new(id_on(CoastToCoast::BOOK, topic), message)
}

/// The texts of the legal moves that `wanted` picks, in byte order.
pub(super) fn texts(game: &CoastToCoast, wanted: impl Fn(Move) -> bool) -> Vec<String> {
    let moves = game.all_moves().into_iter();
    let mut texts: Vec<_> = moves.filter(|mv| wanted(*mv)).map(|mv| game.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

/// Why the mover cannot get from where it is to `to`, which is neither the enemy home of a king
/// nor the square that it is on: neither a step nor jumps lead there.
pub(super) fn out_of_reach(game: &CoastToCoast, mover: Mover, to: Square) -> MoveRefusal {
    let (from, at) = (mover.from, mover.at);
    let standing = at == from;
    if !mover.king && nearer_home(mover, to) {
        return backwards(game, mover, to);
    }
    let step_rule = if mover.king { "move.king" } else { "move.step" };
    if standing && texts(game, |mv| starts_on(mv, from)).is_empty() {
        let answer = answer(step_rule, &words::BLOCKED).square("from", from).pointing_at([from]);
        return MoveRefusal::new(MoveRefusalKind::Blocked, answer);
    }
    let (files, ranks) = distance(at, to);
    if files.max(ranks) > 1 && (files % 2 == 1 || ranks % 2 == 1) {
        let (topic, message) = if step_and_jump(game, mover, to) {
            ("jump.or-step", &words::STEP_AND_JUMP)
        } else {
            (step_rule, &words::TOO_FAR)
        };
        return between(MoveRefusalKind::TooFar, answer(topic, message), at, to);
    }
    if mover.obstacles(game).contains(to) {
        let topic = if files.max(ranks) == 1 { step_rule } else { "jump.how" };
        return between(MoveRefusalKind::Occupied, answer(topic, &words::OCCUPIED), at, to);
    }
    match middle(at, to) {
        Some(over) => {
            let own = over == from;
            let message = if own { &words::LEFT_BEHIND } else { &words::NOTHING_TO_JUMP };
            let answer =
                answer("jump.how", message).square("over", over).pointing_at([at, over, to]);
            between(MoveRefusalKind::NothingToJump, answer, at, to)
        }
        None => between(MoveRefusalKind::TooFar, answer("jump.how", &words::TOO_FAR), at, to),
    }
}

fn between(kind: MoveRefusalKind, answer: Answer, at: Square, to: Square) -> MoveRefusal {
    MoveRefusal::new(kind, answer.square("from", at).square("to", to).pointing_at([at, to]))
}

fn backwards(game: &CoastToCoast, mover: Mover, to: Square) -> MoveRefusal {
    let home = CoastToCoast::home_of(mover.side);
    let from = mover.at;
    let answer = if to == home {
        answer("home.off", &words::MAN_TO_HOME)
            .square("home", home)
            .square("from", from)
            .square("enemy", CoastToCoast::home_of(!mover.side))
            .pointing_at([from, home])
    } else {
        let ways = mover.neighbours(game);
        let (files, ranks) = distance(from, to);
        let topic = if files.max(ranks) == 1 { "move.backwards" } else { "jump.direction" };
        answer(topic, &words::BACKWARDS)
            .square("from", from)
            .with("ways", MessageArg::Squares(ways.into_iter().map(Into::into).collect()))
            .pointing_at([from, to])
            .pointing_at(ways)
    };
    MoveRefusal::new(MoveRefusalKind::Backwards, answer)
}

pub(super) fn starts_on(mv: Move, square: Square) -> bool {
    matches!(mv, Move::Go { from, .. } if from == square)
}

pub(super) fn distance(a: Square, b: Square) -> (u8, u8) {
    (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()))
}

/// Whether a square is on a line nearer to the mover's own home than the one it is on. All five
/// directions of a man keep or raise that distance, so jumps never lead there either.
fn nearer_home(mover: Mover, to: Square) -> bool {
    let home = CoastToCoast::home_of(mover.side);
    let lines = |square| {
        let (files, ranks) = distance(home, square);
        files + ranks
    };
    lines(to) < lines(mover.at)
}

/// The square between two that are one jump apart in a straight line.
fn middle(a: Square, b: Square) -> Option<Square> {
    match distance(a, b) {
        (0 | 2, 0 | 2) if a != b => {
            Square::at((a.file() + b.file()) / 2, (a.rank() + b.rank()) / 2)
        }
        _ => None,
    }
}

/// Whether a step and then jumps, or jumps and then a step, would lead there.
fn step_and_jump(game: &CoastToCoast, mover: Mover, to: Square) -> bool {
    let homes = |square: &Square| {
        *square != CoastToCoast::home_of(mover.side)
            && *square != CoastToCoast::home_of(!mover.side)
    };
    let stepped = mover.steps(game).into_iter().filter(homes);
    let jumped = mover.jumps(game).into_iter().filter(homes);
    stepped.into_iter().any(|at| Mover { at, ..mover }.jumps(game).contains(to))
        || jumped.into_iter().any(|at| Mover { at, ..mover }.steps(game).contains(to))
}

/// The rule that a legal move is made by.
pub(super) fn permit(game: &CoastToCoast, mv: Move) -> Answer {
    let Move::Go { from, to, crowned } = mv else {
        return answer("pass", &words::PASSES);
    };
    let mover = Mover::new(game, from);
    let home = CoastToCoast::home_of(mover.side);
    let trail = moves::trail(game, mv);
    let answer = if crowned {
        let enemy = CoastToCoast::home_of(!mover.side);
        answer("crown.how", &words::CROWNED).square("home", enemy).square("to", to)
    } else if to == home {
        answer("home.off", &words::COMES_HOME).square("home", home)
    } else {
        plain(mover, to, &trail)
    };
    answer.square("from", from).pointing_at(trail)
}

/// What a move does that touches no home.
fn plain(mover: Mover, to: Square, trail: &[Square]) -> Answer {
    let over = trail.iter().zip(&trail[1..]).filter_map(|(&a, &b)| middle(a, b));
    let over: Vec<AnySquare> = over.map(Into::into).collect();
    let answer = if !over.is_empty() {
        answer("jump.how", &words::JUMPS).with("over", MessageArg::Squares(over))
    } else if mover.king {
        answer("move.king", &words::KING_STEP)
    } else if nearer_home(Mover { at: to, ..mover }, mover.from) {
        answer("move.step", &words::FORWARD)
    } else {
        answer("move.step", &words::SIDEWAYS)
    };
    answer.square("to", to)
}

/// Why the game has ended.
pub(super) fn why_ended(outcome: Outcome) -> Answer {
    match (outcome.reason, outcome.verdict) {
        (Reason::NeitherCanMove, _) => answer("end.neither-can-move", &words::NEITHER_CAN_MOVE),
        (Reason::Repetition, _) => answer("draw.repetition", &words::REPETITION),
        (Reason::NoProgress, _) => answer("draw.no-progress", &words::NO_PROGRESS)
            .with("turns", MessageArg::Number(CoastToCoast::IDLE_PLIES.unwrap_or_default())),
        (_, Verdict::Win(side)) => answer("end.all-home", &words::ALL_HOME)
            .with("side", MessageArg::Side(CoastToCoast::SIDE_NAMES[side]))
            .pointing_at([CoastToCoast::home_of(side)]),
        // No other draw happens here but the one by agreement.
        (_, Verdict::Draw) => answer("draw.agreement", &words::AGREEMENT),
    }
}
