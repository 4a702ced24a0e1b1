//! Parses and explains the moves and outcomes of Stack'Em. The message templates are in `messages`;
//! refused jumps are explained in `explain_jump`.

use alloc::string::String;
use alloc::vec::Vec;

use super::matching::texts;
use super::moves::KING_ME_ROW;
use super::{StackEm, messages};
use crate::book::rule_id;
use crate::dark::{Direction, MoveSyntaxError, ParsedMove, Path, Square, single_jump, squares_in};
use crate::{
    Explanation, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation, Outcome,
    Position, Reason, Side, Verdict, grid,
};

/// An explanation by the rule on a topic of the book.
pub(super) fn explanation(topic: &str, message: &'static MessageTemplate) -> Explanation {
    Explanation::new(rule_id(StackEm::BOOK, topic), message)
}

/// An explanation about two squares.
pub(super) fn between(
    topic: &str,
    message: &'static MessageTemplate,
    from: Square,
    to: Square,
) -> Explanation {
    explanation(topic, message).square("from", from).square("to", to).pointing_at([from, to])
}

impl StackEm {
    /// The legal move that a trimmed text stands for, or why there is none. The reasons are checked
    /// in this order: the game is over, the syntax, the checker, the geometry, occupied squares,
    /// and mandatory jumps.
    pub(super) fn parse_legal_move(&self, text: &str) -> Result<Path, MoveRefusal> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveRefusal::new(MoveRefusalKind::GameOver, self.explain_end(outcome)));
        }
        if text == "pass" {
            return Err(MoveRefusal::new(
                MoveRefusalKind::CannotPass,
                explanation("end.no-move", &messages::NO_PASSING),
            ));
        }
        match ParsedMove::parse(text) {
            Err(unreadable) => Err(self.refuse_syntax(text, unreadable)),
            Ok(ParsedMove::Step(from, to)) => self.parse_step(from, to),
            Ok(ParsedMove::Jump(squares)) => match self.matching_jumps(&squares)[..] {
                [] => Err(self
                    .refuse_checker(squares[0])
                    .unwrap_or_else(|| self.refuse_jump(&squares))),
                [jump] => Ok(jump),
                ref jumps => Err(ambiguous(jumps)),
            },
        }
    }

    fn refuse_syntax(&self, text: &str, unreadable: MoveSyntaxError<'_>) -> MoveRefusal {
        let not_a_move = |explanation| MoveRefusal::new(MoveRefusalKind::NotAMove, explanation);
        match unreadable {
            MoveSyntaxError::NoSuchSquare(number) => not_a_move(
                explanation("writing", &messages::NO_SUCH_SQUARE)
                    .with("typed", MessageArg::typed(number)),
            ),
            MoveSyntaxError::OnlyASquare(square) => not_a_move(
                explanation("writing", &messages::ONLY_A_SQUARE)
                    .with("typed", MessageArg::typed(text))
                    .pointing_at([square]),
            )
            .with_candidates(match self.texts_from(square) {
                none if none.is_empty() => texts(&self.legal_where(|mv| mv.to() == square)),
                moves => moves,
            }),
            MoveSyntaxError::TooLong => not_a_move(explanation("writing", &messages::TOO_LONG)),
            MoveSyntaxError::Other => {
                let name = grid::off_the_board(text);
                let squares = squares_in(text);
                let step = self.legal_where(|mv| !mv.is_jump() && mv.squares() == squares);
                let meant = if step.is_empty() { self.matching_jumps(&squares) } else { step };
                let (message, typed) = match (meant.is_empty(), name) {
                    (true, Some(name)) => (&messages::NO_SUCH_SQUARE, name),
                    (true, None) => (&messages::NOT_A_MOVE, text),
                    (false, _) => (&messages::DID_YOU_MEAN, text),
                };
                let explanation =
                    explanation("writing", message).with("typed", MessageArg::typed(typed));
                with_moves(not_a_move(explanation), texts(&meant))
            }
        }
    }

    /// Why the side to move may not move the stack on a square, if it may not.
    fn refuse_checker(&self, from: Square) -> Option<MoveRefusal> {
        let stack = self.stack(from);
        let enemy = match stack.top() {
            Some(side) if side == self.side => return None,
            Some(side) => side,
            None => {
                let explanation = explanation("turns", &messages::EMPTY_SQUARE);
                let explanation = explanation.square("from", from).pointing_at([from]);
                return Some(MoveRefusal::new(MoveRefusalKind::EmptySquare, explanation));
            }
        };
        let (under, on_top) = if self.kings.contains(from) {
            (&messages::BURIED_UNDER_KING, &messages::ENEMY_KING_ON_TOP)
        } else {
            (&messages::BURIED_UNDER_MAN, &messages::ENEMY_MAN_ON_TOP)
        };
        let (topic, message) = match (stack.count(self.side), stack.height()) {
            (0, 1) => ("turns", &messages::WRONG_SIDE),
            (0, _) => ("stack.control", on_top),
            _ => ("stack.control", under),
        };
        let explanation = explanation(topic, message)
            .square("from", from)
            .with("side", side_name(enemy))
            .with("mover", side_name(self.side))
            .pointing_at([from]);
        Some(MoveRefusal::new(MoveRefusalKind::WrongSide, explanation))
    }

    fn parse_step(&self, from: Square, to: Square) -> Result<Path, MoveRefusal> {
        if let Some(refusal) = self.refuse_checker(from) {
            return Err(refusal);
        }
        let Some(direction) = Direction::between(from, to) else {
            return Err(self.refuse_distant_step(from, to));
        };
        if !self.may_go(from, direction) {
            let explanation = between("move.step", &messages::BACKWARDS, from, to);
            return Err(MoveRefusal::new(MoveRefusalKind::Backwards, explanation)
                .with_candidates(self.texts_from(from)));
        }
        if !self.steppers(direction).contains(from) {
            return Err(self.refuse_occupied_step(from, to, direction));
        }
        let jumpers = self.all_jumpers();
        if jumpers.is_empty() {
            return Ok(Path::step(from, direction));
        }
        let one = jumpers.len() == 1;
        let message = if one { &messages::MUST_JUMP } else { &messages::ONE_MUST_JUMP };
        let explanation = explanation("jump.duty", message)
            .with("jumpers", squares(jumpers))
            .pointing_at(jumpers);
        Err(with_moves(
            MoveRefusal::new(MoveRefusalKind::MustJump, explanation),
            texts(&self.legal_where(|_| true)),
        ))
    }

    /// Why a step to a square that is no neighbour is refused.
    fn refuse_distant_step(&self, from: Square, to: Square) -> MoveRefusal {
        let jumps = self.matching_jumps(&[from, to]);
        if !jumps.is_empty() {
            let explanation = between("writing", &messages::IS_A_JUMP, from, to);
            return with_moves(
                MoveRefusal::new(MoveRefusalKind::TooFar, explanation),
                texts(&jumps),
            );
        }
        if single_jump(from, to).is_some_and(|(_, over)| self.tops[!self.side].contains(over)) {
            return self.refuse_jump(&[from, to]);
        }
        let diagonal = from.row().abs_diff(to.row()) == from.file().abs_diff(to.file());
        let (kind, message) = match diagonal {
            true if from == to => (MoveRefusalKind::SameSquare, &messages::STAYS),
            true => (MoveRefusalKind::TooFar, &messages::STEP_TOO_FAR),
            false => (MoveRefusalKind::NotDiagonal, &messages::NOT_DIAGONAL),
        };
        let topic = match self.kings.contains(from) {
            true if !diagonal => "move.king.diagonal",
            true if from != to => "move.king.reach",
            _ => self.step_topic(from),
        };
        let explanation = between(topic, message, from, to);
        MoveRefusal::new(kind, explanation).with_candidates(self.texts_from(from))
    }

    /// Why a step to an occupied neighbour is refused.
    fn refuse_occupied_step(&self, from: Square, to: Square, direction: Direction) -> MoveRefusal {
        let landing = to.step(direction).filter(|_| self.jumpers(direction).contains(from));
        let occupied = |explanation| {
            MoveRefusal::new(MoveRefusalKind::Occupied, explanation)
                .with_candidates(self.texts_from(from))
        };
        if let Some(landing) = landing {
            let explanation = between(self.step_topic(from), &messages::JUMP_IT, from, to);
            let over_it = self
                .legal_where(|mv| mv.from() == from && mv.jumps().next() == Some((to, landing)));
            return with_moves(
                MoveRefusal::new(MoveRefusalKind::Occupied, explanation),
                texts(&over_it),
            );
        }
        if !self.could_move(from) {
            let explanation = between("move.blocked", &messages::BLOCKED, from, to);
            return MoveRefusal::new(MoveRefusalKind::Blocked, explanation);
        }
        let own = self.tops[self.side].contains(to);
        let message = if own { &messages::OWN_IN_THE_WAY } else { &messages::ENEMY_IN_THE_WAY };
        occupied(between(self.step_topic(from), message, from, to))
    }

    /// Whether a stack could step or jump if jumping were not mandatory.
    fn could_move(&self, from: Square) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| (self.steppers(direction) | self.jumpers(direction)).contains(from))
    }

    /// Whether the top checker on a square may move in a direction if nothing blocks it.
    pub(super) fn may_go(&self, from: Square, direction: Direction) -> bool {
        self.kings.contains(from) || direction.is_up() == (self.side == Side::Second)
    }

    /// The texts of the legal moves that begin on a square.
    pub(super) fn texts_from(&self, from: Square) -> Vec<String> {
        texts(&self.legal_where(|mv| mv.from() == from))
    }

    fn step_topic(&self, from: Square) -> &'static str {
        if self.kings.contains(from) { "move.king" } else { "move.step" }
    }

    /// Explains a legal move by the rule that allows it.
    pub(super) fn explain_legal_move(&self, mv: Path) -> Explanation {
        let row = KING_ME_ROW[self.side];
        let king = self.kings.contains(mv.from());
        let (over, again) = jumped(mv);
        let (topic, message) = if mv.is_jump() {
            let clears = mv.jumps().any(|(_, landing)| row.contains(landing));
            match (king, clears, again.is_empty()) {
                (false, false, true) => ("jump.how", &messages::MAN_JUMPS),
                (true, false, true) => ("jump.how", &messages::KING_JUMPS),
                (false, true, true) => ("jump.how", &messages::MAN_JUMPS_AND_CLEARS),
                (true, true, true) => ("jump.how", &messages::KING_JUMPS_AND_CLEARS),
                (false, false, false) => ("jump.again", &messages::MAN_JUMPS_AGAIN),
                (true, false, false) => ("jump.again", &messages::KING_JUMPS_AGAIN),
                (false, true, false) => ("jump.again", &messages::MAN_JUMPS_AGAIN_AND_CLEARS),
                (true, true, false) => ("jump.again", &messages::KING_JUMPS_AGAIN_AND_CLEARS),
            }
        } else {
            let far = row.contains(mv.to());
            let clears = far && self.stack(mv.from()).count(!self.side) > 0;
            match (king, far, clears) {
                (false, false, _) => ("move.step", &messages::MAN_STEPS),
                (false, true, false) => ("crown.how", &messages::MAN_IS_CROWNED),
                (false, true, true) => ("king-row.clear", &messages::MAN_IS_CROWNED_AND_CLEARS),
                (true, _, false) => ("move.king", &messages::KING_STEPS),
                (true, _, true) => ("king-row.clear", &messages::KING_CLEARS),
            }
        };
        explanation(topic, message)
            .square("from", mv.from())
            .square("to", mv.to())
            .with("over", squares(over))
            .with("again", squares(again))
            .with("side", side_name(!self.side))
            .pointing_at(mv.squares())
    }

    pub(super) fn explain_end(&self, outcome: Outcome) -> Explanation {
        match (outcome.reason, outcome.verdict) {
            (Reason::NoMove, Verdict::Win(winner)) => {
                let loser = !winner;
                let has_a_checker = Square::all().any(|at| self.stack(at).count(loser) > 0);
                let message = match (has_a_checker, self.tops[loser].is_empty()) {
                    (false, _) => &messages::OVER_GONE,
                    (true, true) => &messages::OVER_BURIED,
                    (true, false) => &messages::OVER_BLOCKED,
                };
                explanation("end.no-move", message)
                    .with("loser", side_name(loser))
                    .with("winner", side_name(winner))
                    .pointing_at(self.tops[loser])
            }
            (Reason::Repetition, _) => explanation("draw.repetition", &messages::OVER_REPETITION),
            (Reason::NoProgress, _) => {
                let turns = StackEm::NO_PROGRESS_LIMIT.unwrap_or_default();
                explanation("draw.no-progress", &messages::OVER_NO_PROGRESS)
                    .with("turns", MessageArg::Number(turns))
            }
            // No other reason ends this game.
            _ => explanation("end.no-move", &messages::OVER_OTHERWISE),
        }
    }
}

fn ambiguous(jumps: &[Path]) -> MoveRefusal {
    let touched = jumps.iter().flat_map(|mv| mv.squares());
    let explanation = explanation("writing", &messages::AMBIGUOUS).pointing_at(touched);
    with_moves(MoveRefusal::new(MoveRefusalKind::Ambiguous, explanation), texts(jumps))
}

/// Lists the moves in the sentence and as candidates.
pub(super) fn with_moves(mut refusal: MoveRefusal, mut moves: Vec<String>) -> MoveRefusal {
    moves.sort_unstable();
    refusal.explanation = refusal.explanation.with("moves", MessageArg::Moves(moves.clone()));
    refusal.with_candidates(moves)
}

/// The name of a side in a sentence.
pub(super) fn side_name(side: Side) -> MessageArg {
    MessageArg::Side(StackEm::SIDE_NAMES[side])
}

/// The squares that a jump goes over, each once in the order of the jump, and those of them that it
/// goes over more than once.
fn jumped(mv: Path) -> (Vec<Square>, Vec<Square>) {
    let (mut over, mut again) = (Vec::new(), Vec::new());
    for (square, _) in mv.jumps() {
        if !over.contains(&square) {
            over.push(square);
        } else if !again.contains(&square) {
            again.push(square);
        }
    }
    (over, again)
}

fn squares(squares: impl IntoIterator<Item = Square>) -> MessageArg {
    MessageArg::Squares(squares.into_iter().map(Into::into).collect())
}
