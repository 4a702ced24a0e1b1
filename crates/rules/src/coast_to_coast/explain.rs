//! Explains refused destinations, legal moves and outcomes of Coast to Coast. Parsing the text of a
//! move is in `parse_move`.

use alloc::string::String;
use alloc::vec::Vec;

use super::moves::{self, Mover};
use super::{CoastToCoast, Move, messages};
use crate::book::rule_id;
use crate::grid::Square;
use crate::{
    AnySquare, Explanation, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Outcome, Position, Reason, Verdict,
};

/// An explanation by the rule on a topic.
pub(super) fn explanation(topic: &str, message: &'static MessageTemplate) -> Explanation {
    Explanation::new(rule_id(CoastToCoast::BOOK, topic), message)
}

/// The texts of the legal moves that `wanted` accepts, in byte order.
pub(super) fn legal_texts(game: &CoastToCoast, wanted: impl Fn(Move) -> bool) -> Vec<String> {
    let moves = game.legal_moves().into_iter();
    let mut texts: Vec<_> = moves.filter(|mv| wanted(*mv)).map(|mv| game.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

/// Why neither a step nor jumps lead the mover to `to`, which is neither its own square nor the
/// enemy home of a king.
pub(super) fn out_of_reach(game: &CoastToCoast, mover: Mover, to: Square) -> MoveRefusal {
    let (from, at) = (mover.from, mover.at);
    let standing = at == from;
    if !mover.king && nearer_home(mover, to) {
        return backwards(game, mover, to);
    }
    let step_rule = if mover.king { "move.king" } else { "move.step" };
    if standing && legal_texts(game, |mv| starts_on(mv, from)).is_empty() {
        let explanation =
            explanation(step_rule, &messages::BLOCKED).square("from", from).pointing_at([from]);
        return MoveRefusal::new(MoveRefusalKind::Blocked, explanation);
    }
    let (files, ranks) = distance(at, to);
    if files.max(ranks) > 1 && (files % 2 == 1 || ranks % 2 == 1) {
        let (topic, message) = if step_and_jump(game, mover, to) {
            ("jump.or-step", &messages::STEP_AND_JUMP)
        } else {
            (step_rule, &messages::TOO_FAR)
        };
        return between(MoveRefusalKind::TooFar, explanation(topic, message), at, to);
    }
    if mover.obstacles(game).contains(to) {
        let topic = if files.max(ranks) == 1 { step_rule } else { "jump.how" };
        return between(MoveRefusalKind::Occupied, explanation(topic, &messages::OCCUPIED), at, to);
    }
    match middle(at, to) {
        Some(over) => {
            let own = over == from;
            let message = if own { &messages::LEFT_BEHIND } else { &messages::NOTHING_TO_JUMP };
            let explanation =
                explanation("jump.how", message).square("over", over).pointing_at([at, over, to]);
            between(MoveRefusalKind::NothingToJump, explanation, at, to)
        }
        None => {
            between(MoveRefusalKind::TooFar, explanation("jump.how", &messages::TOO_FAR), at, to)
        }
    }
}

fn between(kind: MoveRefusalKind, explanation: Explanation, at: Square, to: Square) -> MoveRefusal {
    MoveRefusal::new(kind, explanation.square("from", at).square("to", to).pointing_at([at, to]))
}

fn backwards(game: &CoastToCoast, mover: Mover, to: Square) -> MoveRefusal {
    let home = CoastToCoast::home_of(mover.side);
    let from = mover.at;
    let explanation = if to == home {
        explanation("home.off", &messages::MAN_TO_HOME)
            .square("home", home)
            .square("from", from)
            .square("enemy", CoastToCoast::home_of(!mover.side))
            .pointing_at([from, home])
    } else {
        let neighbours = mover.neighbours(game);
        let (files, ranks) = distance(from, to);
        let topic = if files.max(ranks) == 1 { "move.backwards" } else { "jump.direction" };
        explanation(topic, &messages::BACKWARDS)
            .square("from", from)
            .with("ways", MessageArg::Squares(neighbours.into_iter().map(Into::into).collect()))
            .pointing_at([from, to])
            .pointing_at(neighbours)
    };
    MoveRefusal::new(MoveRefusalKind::Backwards, explanation)
}

pub(super) fn starts_on(mv: Move, square: Square) -> bool {
    matches!(mv, Move::Go { from, .. } if from == square)
}

pub(super) fn distance(a: Square, b: Square) -> (u8, u8) {
    (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()))
}

/// Whether a square is nearer to the mover's own home than the mover is. All five directions of a
/// man keep or raise that distance, so jumps never lead there either.
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

/// Whether a step followed by jumps, or jumps followed by a step, would lead there.
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

/// The rule that allows a legal move.
pub(super) fn explain_move(game: &CoastToCoast, mv: Move) -> Explanation {
    let Move::Go { from, to, crowned } = mv else {
        return explanation("pass", &messages::PASSES);
    };
    let mover = Mover::new(game, from);
    let home = CoastToCoast::home_of(mover.side);
    let trail = moves::trail(game, mv);
    let explanation = if crowned {
        let enemy = CoastToCoast::home_of(!mover.side);
        explanation("crown.how", &messages::CROWNED).square("home", enemy).square("to", to)
    } else if to == home {
        explanation("home.off", &messages::COMES_HOME).square("home", home)
    } else {
        explain_plain_move(mover, to, &trail)
    };
    explanation.square("from", from).pointing_at(trail)
}

/// Explains a move that touches no home.
fn explain_plain_move(mover: Mover, to: Square, trail: &[Square]) -> Explanation {
    let over = trail.iter().zip(&trail[1..]).filter_map(|(&a, &b)| middle(a, b));
    let over: Vec<AnySquare> = over.map(Into::into).collect();
    let explanation = if !over.is_empty() {
        explanation("jump.how", &messages::JUMPS).with("over", MessageArg::Squares(over))
    } else if mover.king {
        explanation("move.king", &messages::KING_STEP)
    } else if nearer_home(Mover { at: to, ..mover }, mover.from) {
        explanation("move.step", &messages::FORWARD)
    } else {
        explanation("move.step", &messages::SIDEWAYS)
    };
    explanation.square("to", to)
}

/// Why the game has ended.
pub(super) fn explain_outcome(outcome: Outcome) -> Explanation {
    match (outcome.reason, outcome.verdict) {
        (Reason::NeitherCanMove, _) => {
            explanation("end.neither-can-move", &messages::NEITHER_CAN_MOVE)
        }
        (Reason::Repetition, _) => explanation("draw.repetition", &messages::REPETITION),
        (Reason::NoProgress, _) => explanation("draw.no-progress", &messages::NO_PROGRESS)
            .with("turns", MessageArg::Number(CoastToCoast::NO_PROGRESS_LIMIT.unwrap_or_default())),
        (_, Verdict::Win(side)) => explanation("end.all-home", &messages::ALL_HOME)
            .with("side", MessageArg::Side(CoastToCoast::SIDE_NAMES[side]))
            .pointing_at([CoastToCoast::home_of(side)]),
        // Every other draw is by agreement, which the arbiter explains.
        (_, Verdict::Draw) => explanation("draw.agreement", &messages::AGREEMENT),
    }
}
