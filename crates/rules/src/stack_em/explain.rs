//! Why a text is no legal move, what a legal move does, and why the game has ended. The words
//! are in `words`; why a jump fails on its way is in `explain_jump`.

use alloc::string::String;
use alloc::vec::Vec;

use super::meant::texts;
use super::moves::KING_ME_ROW;
use super::{StackEm, words};
use crate::book::id_on;
use crate::dark::{Direction, Path, Square, Typed, Unreadable, one_jump, squares_in};
use crate::{
    Answer, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation, Outcome, Position,
    Reason, Side, Verdict, grid,
};

/// An answer by the rule on a topic of the book.
pub(super) fn answer(topic: &str, message: &'static MessageTemplate) -> Answer {
    Answer::new(id_on(StackEm::BOOK, topic), message)
}

/// An answer about the way between two squares.
pub(super) fn between(
    topic: &str,
    message: &'static MessageTemplate,
    from: Square,
    to: Square,
) -> Answer {
    answer(topic, message).square("from", from).square("to", to).pointing_at([from, to])
}

impl StackEm {
    /// The legal move that a trimmed text means, or why there is none. The reasons are in order:
    /// the game is over, the text is no move, the checker, the geometry, what is in the way, and
    /// last the duty to jump.
    pub(super) fn move_or_refusal(&self, text: &str) -> Result<Path, MoveRefusal> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveRefusal::new(MoveRefusalKind::GameOver, self.why_over(outcome)));
        }
        if text == "pass" {
            return Err(MoveRefusal::new(
                MoveRefusalKind::CannotPass,
                answer("end.no-move", &words::NO_PASSING),
            ));
        }
        match Typed::read(text) {
            Err(unreadable) => Err(self.refuse_text(text, unreadable)),
            Ok(Typed::Step(from, to)) => self.step_or_refusal(from, to),
            Ok(Typed::Jump(squares)) => match self.jumps_meant(&squares)[..] {
                [] => Err(self
                    .wrong_checker(squares[0])
                    .unwrap_or_else(|| self.refuse_jump(&squares))),
                [jump] => Ok(jump),
                ref jumps => Err(ambiguous(jumps)),
            },
        }
    }

    fn refuse_text(&self, text: &str, unreadable: Unreadable<'_>) -> MoveRefusal {
        let not_a_move = |answer| MoveRefusal::new(MoveRefusalKind::NotAMove, answer);
        match unreadable {
            Unreadable::NoSuchSquare(number) => not_a_move(
                answer("writing", &words::NO_SUCH_SQUARE).with("typed", MessageArg::typed(number)),
            ),
            Unreadable::OnlyASquare(square) => not_a_move(
                answer("writing", &words::ONLY_A_SQUARE)
                    .with("typed", MessageArg::typed(text))
                    .pointing_at([square]),
            )
            .meaning(match self.texts_from(square) {
                none if none.is_empty() => texts(&self.legal(|mv| mv.to() == square)),
                moves => moves,
            }),
            Unreadable::TooLong => not_a_move(answer("writing", &words::TOO_LONG)),
            Unreadable::Other => {
                let name = grid::off_the_board(text);
                let squares = squares_in(text);
                let step = self.legal(|mv| !mv.is_jump() && mv.squares() == squares);
                let meant = if step.is_empty() { self.jumps_meant(&squares) } else { step };
                let (message, typed) = match (meant.is_empty(), name) {
                    (true, Some(name)) => (&words::NO_SUCH_SQUARE, name),
                    (true, None) => (&words::NOT_A_MOVE, text),
                    (false, _) => (&words::DID_YOU_MEAN, text),
                };
                let answer = answer("writing", message).with("typed", MessageArg::typed(typed));
                with_moves(not_a_move(answer), texts(&meant))
            }
        }
    }

    /// Why the side to move may not move what is on a square, if it may not.
    fn wrong_checker(&self, from: Square) -> Option<MoveRefusal> {
        let stack = self.stack(from);
        let enemy = match stack.top() {
            Some(side) if side == self.side => return None,
            Some(side) => side,
            None => {
                let answer = answer("turns", &words::EMPTY_SQUARE);
                let answer = answer.square("from", from).pointing_at([from]);
                return Some(MoveRefusal::new(MoveRefusalKind::EmptySquare, answer));
            }
        };
        let (under, on_top) = if self.kings.contains(from) {
            (&words::BURIED_UNDER_KING, &words::ENEMY_KING_ON_TOP)
        } else {
            (&words::BURIED_UNDER_MAN, &words::ENEMY_MAN_ON_TOP)
        };
        let (topic, message) = match (stack.count(self.side), stack.height()) {
            (0, 1) => ("turns", &words::WRONG_SIDE),
            (0, _) => ("stack.control", on_top),
            _ => ("stack.control", under),
        };
        let answer = answer(topic, message)
            .square("from", from)
            .with("side", name(enemy))
            .with("mover", name(self.side))
            .pointing_at([from]);
        Some(MoveRefusal::new(MoveRefusalKind::WrongSide, answer))
    }

    fn step_or_refusal(&self, from: Square, to: Square) -> Result<Path, MoveRefusal> {
        if let Some(refusal) = self.wrong_checker(from) {
            return Err(refusal);
        }
        let Some(direction) = Direction::between(from, to) else {
            return Err(self.no_step_that_way(from, to));
        };
        if !self.goes(from, direction) {
            let answer = between("move.step", &words::BACKWARDS, from, to);
            return Err(
                MoveRefusal::new(MoveRefusalKind::Backwards, answer).meaning(self.texts_from(from))
            );
        }
        if !self.steppers(direction).contains(from) {
            return Err(self.step_blocked(from, to, direction));
        }
        let jumpers = self.all_jumpers();
        if jumpers.is_empty() {
            return Ok(Path::step(from, direction));
        }
        let one = jumpers.len() == 1;
        let message = if one { &words::MUST_JUMP } else { &words::ONE_MUST_JUMP };
        let answer =
            answer("jump.duty", message).with("jumpers", squares(jumpers)).pointing_at(jumpers);
        Err(with_moves(
            MoveRefusal::new(MoveRefusalKind::MustJump, answer),
            texts(&self.legal(|_| true)),
        ))
    }

    /// Why there is no step between two squares that are no neighbours.
    fn no_step_that_way(&self, from: Square, to: Square) -> MoveRefusal {
        let jumps = self.jumps_meant(&[from, to]);
        if !jumps.is_empty() {
            let answer = between("writing", &words::IS_A_JUMP, from, to);
            return with_moves(MoveRefusal::new(MoveRefusalKind::TooFar, answer), texts(&jumps));
        }
        if one_jump(from, to).is_some_and(|(_, over)| self.tops[!self.side].contains(over)) {
            return self.refuse_jump(&[from, to]);
        }
        let diagonal = from.row().abs_diff(to.row()) == from.file().abs_diff(to.file());
        let (kind, message) = match diagonal {
            true if from == to => (MoveRefusalKind::SameSquare, &words::STAYS),
            true => (MoveRefusalKind::TooFar, &words::STEP_TOO_FAR),
            false => (MoveRefusalKind::NotDiagonal, &words::NOT_DIAGONAL),
        };
        let king = self.kings.contains(from) && !diagonal;
        let topic = if king { "move.king.diagonal" } else { self.step_topic(from) };
        let answer = between(topic, message, from, to);
        MoveRefusal::new(kind, answer).meaning(self.texts_from(from))
    }

    /// Why a step to a neighbour that is taken cannot be made.
    fn step_blocked(&self, from: Square, to: Square, direction: Direction) -> MoveRefusal {
        let landing = to.step(direction).filter(|_| self.jumpers(direction).contains(from));
        let occupied = |answer| {
            MoveRefusal::new(MoveRefusalKind::Occupied, answer).meaning(self.texts_from(from))
        };
        if let Some(landing) = landing {
            let answer = between(self.step_topic(from), &words::JUMP_IT, from, to);
            let over_it =
                self.legal(|mv| mv.from() == from && mv.jumps().next() == Some((to, landing)));
            return with_moves(
                MoveRefusal::new(MoveRefusalKind::Occupied, answer),
                texts(&over_it),
            );
        }
        if !self.can_go(from) {
            let answer = between("move.blocked", &words::BLOCKED, from, to);
            return MoveRefusal::new(MoveRefusalKind::Blocked, answer);
        }
        let own = self.tops[self.side].contains(to);
        let message = if own { &words::OWN_IN_THE_WAY } else { &words::ENEMY_IN_THE_WAY };
        occupied(between(self.step_topic(from), message, from, to))
    }

    /// Whether a stack could step or jump, duties apart.
    fn can_go(&self, from: Square) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| (self.steppers(direction) | self.jumpers(direction)).contains(from))
    }

    /// Whether the top checker on a square goes in a direction, whatever is in the way.
    pub(super) fn goes(&self, from: Square, direction: Direction) -> bool {
        self.kings.contains(from) || direction.is_up() == (self.side == Side::Second)
    }

    /// The texts of the legal moves that begin on a square.
    pub(super) fn texts_from(&self, from: Square) -> Vec<String> {
        texts(&self.legal(|mv| mv.from() == from))
    }

    fn step_topic(&self, from: Square) -> &'static str {
        if self.kings.contains(from) { "move.king" } else { "move.step" }
    }

    /// What a legal move does, and by which rule.
    pub(super) fn what_it_does(&self, mv: Path) -> Answer {
        let row = KING_ME_ROW[self.side];
        let king = self.kings.contains(mv.from());
        let (over, again) = jumped(mv);
        let (topic, message) = if mv.is_jump() {
            let clears = mv.jumps().any(|(_, landing)| row.contains(landing));
            match (king, clears, again.is_empty()) {
                (false, false, true) => ("jump.how", &words::MAN_JUMPS),
                (true, false, true) => ("jump.how", &words::KING_JUMPS),
                (false, true, true) => ("jump.how", &words::MAN_JUMPS_AND_CLEARS),
                (true, true, true) => ("jump.how", &words::KING_JUMPS_AND_CLEARS),
                (false, false, false) => ("jump.again", &words::MAN_JUMPS_AGAIN),
                (true, false, false) => ("jump.again", &words::KING_JUMPS_AGAIN),
                (false, true, false) => ("jump.again", &words::MAN_JUMPS_AGAIN_AND_CLEARS),
                (true, true, false) => ("jump.again", &words::KING_JUMPS_AGAIN_AND_CLEARS),
            }
        } else {
            let far = row.contains(mv.to());
            let clears = far && self.stack(mv.from()).count(!self.side) > 0;
            match (king, far, clears) {
                (false, false, _) => ("move.step", &words::MAN_STEPS),
                (false, true, false) => ("crown.how", &words::MAN_IS_CROWNED),
                (false, true, true) => ("king-row.clear", &words::MAN_IS_CROWNED_AND_CLEARS),
                (true, _, false) => ("move.king", &words::KING_STEPS),
                (true, _, true) => ("king-row.clear", &words::KING_CLEARS),
            }
        };
        answer(topic, message)
            .square("from", mv.from())
            .square("to", mv.to())
            .with("over", squares(over))
            .with("again", squares(again))
            .with("side", name(!self.side))
            .pointing_at(mv.squares())
    }

    /// Why the game has ended like this.
    pub(super) fn why_over(&self, outcome: Outcome) -> Answer {
        match (outcome.reason, outcome.verdict) {
            (Reason::NoMove, Verdict::Win(winner)) => {
                let loser = !winner;
                let has_a_checker = Square::all().any(|at| self.stack(at).count(loser) > 0);
                let message = match (has_a_checker, self.tops[loser].is_empty()) {
                    (false, _) => &words::OVER_GONE,
                    (true, true) => &words::OVER_BURIED,
                    (true, false) => &words::OVER_BLOCKED,
                };
                answer("end.no-move", message)
                    .with("loser", name(loser))
                    .with("winner", name(winner))
                    .pointing_at(self.tops[loser])
            }
            (Reason::Repetition, _) => answer("draw.repetition", &words::OVER_REPETITION),
            (Reason::NoProgress, _) => {
                let turns = StackEm::IDLE_PLIES.unwrap_or_default();
                answer("draw.no-progress", &words::OVER_NO_PROGRESS)
                    .with("turns", MessageArg::Number(turns))
            }
            // No other reason ends this game.
            _ => answer("end.no-move", &words::OVER_OTHERWISE),
        }
    }
}

fn ambiguous(jumps: &[Path]) -> MoveRefusal {
    let touched = jumps.iter().flat_map(|mv| mv.squares());
    let answer = answer("writing", &words::AMBIGUOUS).pointing_at(touched);
    with_moves(MoveRefusal::new(MoveRefusalKind::Ambiguous, answer), texts(jumps))
}

/// Names the moves in the sentence and as candidates.
pub(super) fn with_moves(mut refusal: MoveRefusal, mut moves: Vec<String>) -> MoveRefusal {
    moves.sort_unstable();
    refusal.answer = refusal.answer.with("moves", MessageArg::Moves(moves.clone()));
    refusal.meaning(moves)
}

/// The name of a side in a sentence.
pub(super) fn name(side: Side) -> MessageArg {
    MessageArg::Side(StackEm::SIDE_NAMES[side])
}

/// The squares that a jump goes over, each once in the order of the way, and those of them that it
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
