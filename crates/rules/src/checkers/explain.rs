//! What a text means in the checkers family, and why a step is not allowed: the reasons, from the
//! checker to the duties. Why a jump is not, and what is said of offences, is beside it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Board, Checkers, CheckersPhase, JumpRule, Move, RuleSet, StuckRule, rule_set, words};
use crate::dark::{Direction, Path, Square, SquareSet, Typed, Unreadable, one_jump, squares_in};
use crate::{
    Answer, AnySquare, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Position, grid,
};

/// Texts longer than this are not compared with the letters of moves.
const LONGEST_GUESS: usize = 60;

/// The move that a text means, or why it means none.
pub(super) fn read_move<R: RuleSet>(
    position: &Checkers<R>,
    text: &str,
) -> Result<Move, MoveRefusal> {
    if let Some(outcome) = position.outcome() {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, position.why_ended(outcome)));
    }
    let asker = Asker { position };
    let text = text.trim();
    let claim = match text {
        "pass" => Some(Move::Pass),
        "compel" => Some(Move::Compel),
        "stand" => Some(Move::Stand),
        _ => None,
    };
    if let Some(claim) = claim {
        return asker.claim(claim, text);
    }
    if text == "huff" && R::JUMPING == JumpRule::Remedy {
        return Err(asker.whom_to_huff());
    }
    if let Some(number) = text.strip_prefix("huff ") {
        return match Square::from_text(number.trim()) {
            Some(culprit) => asker.claim(Move::Huff(culprit), text),
            None => Err(asker.unreadable(text, Unreadable::NoSuchSquare(number.trim()))),
        };
    }
    match Typed::read(text) {
        Err(unreadable) => Err(asker.unreadable(text, unreadable)),
        // Why not is only looked for when it is asked: a million games are read without.
        Ok(Typed::Step(from, to)) => {
            asker.step(from, to).ok_or_else(|| asker.why_no_step(from, to))
        }
        Ok(Typed::Jump(squares)) => {
            asker.jump(&squares)?.ok_or_else(|| asker.why_no_jump(&squares))
        }
    }
}

/// A position that is asked about.
pub(super) struct Asker<'a, R: RuleSet> {
    pub(super) position: &'a Checkers<R>,
}

impl<R: RuleSet> Asker<'_, R> {
    pub(super) fn answer(&self, topic: &str, message: &'static MessageTemplate) -> Answer {
        Answer::new(rule_set::id_on::<R>(topic), message)
    }

    pub(super) fn board(&self) -> &Board {
        self.position.board()
    }

    pub(super) fn legal(&self, fits: impl Fn(Move) -> bool) -> Vec<String> {
        let moves = self.position.all_moves().into_iter();
        let mut texts: Vec<_> = moves.filter(|mv| fits(*mv)).map(|mv| mv.to_string()).collect();
        texts.sort_unstable();
        texts
    }

    pub(super) fn legal_paths(&self, fits: impl Fn(Path) -> bool) -> Vec<String> {
        self.legal(|mv| matches!(mv, Move::Go { path, .. } if fits(path)))
    }

    fn claim(&self, claim: Move, text: &str) -> Result<Move, MoveRefusal> {
        if self.position.is_legal(claim) {
            return Ok(claim);
        }
        Err(match claim {
            Move::Pass => self.why_no_pass(),
            Move::Huff(culprit) => self.why_no_huff(culprit, text),
            _ => self.why_no_claim(text),
        })
    }

    fn step(&self, from: Square, to: Square) -> Option<Move> {
        let path = Path::step(from, Direction::between(from, to)?);
        let (board, side) = (self.board(), self.position.side());
        let crowned = Board::far_row(side).contains(to) && !board.kings().contains(from);
        let step = Move::Go { path, captured: SquareSet::EMPTY, crowned };
        self.position.is_legal(step).then_some(step)
    }

    /// The one legal jump that the squares mean: the exact one, or the only one of which they
    /// are a shortened form.
    fn jump(&self, squares: &[Square]) -> Result<Option<Move>, MoveRefusal> {
        let mut exact = None;
        let mut fitting = Vec::new();
        for mv in self.position.all_moves() {
            if let Move::Go { path, .. } = mv
                && path.is_meant_by(squares)
            {
                if path.squares() == squares {
                    exact = Some(mv);
                }
                fitting.push(mv);
            }
        }
        if exact.is_some() || fitting.len() <= 1 {
            return Ok(exact.or(fitting.pop()));
        }
        let mut candidates: Vec<String> = fitting.iter().map(Move::to_string).collect();
        candidates.sort_unstable();
        let answer = self
            .answer("writing", &words::AMBIGUOUS)
            .with("moves", MessageArg::Moves(candidates.clone()))
            .pointing_at(fitting.iter().flat_map(landings));
        Err(MoveRefusal::new(MoveRefusalKind::Ambiguous, answer).meaning(candidates))
    }

    fn unreadable(&self, text: &str, unreadable: Unreadable<'_>) -> MoveRefusal {
        if unreadable == Unreadable::Other
            && let Some(refusal) = self.did_you_mean(text)
        {
            return refusal;
        }
        let unreadable = match (unreadable, grid::off_the_board(text)) {
            (Unreadable::Other, Some(name)) => Unreadable::NoSuchSquare(name),
            _ => unreadable,
        };
        let answer_is_due = matches!(self.position.stage(), CheckersPhase::Remedy(_));
        let (topic, message, typed) = match unreadable {
            Unreadable::NoSuchSquare(number) => ("writing", &words::NO_SUCH_SQUARE, number),
            _ if answer_is_due => return self.not_an_answer(text),
            Unreadable::OnlyASquare(_) => ("writing", &words::ONLY_A_SQUARE, text),
            Unreadable::TooLong => ("writing", &words::TOO_LONG, text),
            Unreadable::Other => return self.not_a_move(text),
        };
        let answer = self.answer(topic, message).with("typed", MessageArg::typed(typed));
        let refusal = MoveRefusal::new(MoveRefusalKind::NotAMove, answer);
        match unreadable {
            Unreadable::OnlyASquare(square) => {
                let mut meant = self.legal_paths(|path| path.from() == square);
                if meant.is_empty() {
                    meant = self.legal_paths(|path| path.to() == square);
                }
                MoveRefusal { answer: refusal.answer.pointing_at([square]), ..refusal }
                    .meaning(meant)
            }
            _ => refusal,
        }
    }

    /// A text of another form.
    pub(super) fn not_a_move(&self, text: &str) -> MoveRefusal {
        self.did_you_mean(text).unwrap_or_else(|| {
            let answer =
                self.answer("writing", &words::NOT_A_MOVE).with("typed", MessageArg::typed(text));
            MoveRefusal::new(MoveRefusalKind::NotAMove, answer)
        })
    }

    /// What was perhaps meant by the squares or the letters of a text, if anything.
    pub(super) fn did_you_mean(&self, text: &str) -> Option<MoveRefusal> {
        let squares = squares_in(text);
        let letters = |text: &str| text.to_ascii_lowercase().replace(' ', "");
        let mut meant = self.legal_paths(|path| {
            path.squares() == squares || squares.len() > 1 && path.is_meant_by(&squares)
        });
        if meant.is_empty() && text.len() < LONGEST_GUESS {
            meant = self.legal(|mv| letters(&mv.to_string()) == letters(text));
        }
        if meant.is_empty() {
            return None;
        }
        let answer =
            self.answer("writing", &words::DID_YOU_MEAN).with("typed", MessageArg::typed(text));
        Some(with_moves(MoveRefusal::new(MoveRefusalKind::NotAMove, answer), meant))
    }

    /// What stands before every question about a checker: an answer that is due, a pass that is,
    /// and whose checker it is.
    pub(super) fn why_not_touch(&self, from: Square) -> Option<MoveRefusal> {
        let side = self.position.side();
        if let CheckersPhase::Remedy(_) = self.position.stage() {
            return Some(self.remedy_due());
        }
        if R::STUCK == StuckRule::Passes && !self.board().can_move(side) {
            let answer = self.answer("pass", &words::MUST_PASS).pointing_at(self.board().of(side));
            return Some(
                MoveRefusal::new(MoveRefusalKind::Blocked, answer).meaning(self.legal(|_| true)),
            );
        }
        if self.board().of(!side).contains(from) {
            let answer = self
                .answer("turns", &words::WRONG_SIDE)
                .square("from", from)
                .with("mover", MessageArg::Side(R::SIDE_NAMES[side]))
                .pointing_at([from]);
            return Some(MoveRefusal::new(MoveRefusalKind::WrongSide, answer));
        }
        if !self.board().of(side).contains(from) {
            let answer =
                self.answer("turns", &words::EMPTY_SQUARE).square("from", from).pointing_at([from]);
            return Some(MoveRefusal::new(MoveRefusalKind::EmptySquare, answer));
        }
        None
    }

    fn why_no_step(&self, from: Square, to: Square) -> MoveRefusal {
        if let Some(refusal) = self.why_not_touch(from) {
            return refusal;
        }
        let refuse = |kind, topic, message| {
            let answer = self
                .answer(topic, message)
                .square("from", from)
                .square("to", to)
                .pointing_at([from, to]);
            MoveRefusal::new(kind, answer).meaning(self.legal_paths(|path| path.from() == from))
        };
        let king = self.board().kings().contains(from);
        let how = if king { "move.king" } else { "move.step" };
        if from == to {
            return refuse(MoveRefusalKind::SameSquare, how, &words::SAME_SQUARE);
        }
        let side = self.position.side();
        let Some(direction) = Direction::between(from, to) else {
            let jumps = self.legal_paths(|p| p.is_jump() && p.from() == from && p.to() == to);
            if !jumps.is_empty() {
                return with_moves(
                    refuse(MoveRefusalKind::TooFar, "writing", &words::IS_A_JUMP),
                    jumps,
                );
            }
            if one_jump(from, to).is_some_and(|(_, over)| self.board().of(!side).contains(over)) {
                return self.why_no_jump(&[from, to]);
            }
            return if is_diagonal(from, to) {
                refuse(MoveRefusalKind::TooFar, how, &words::TOO_FAR)
            } else {
                let diagonally = if king { "move.king.diagonal" } else { how };
                refuse(MoveRefusalKind::NotDiagonal, diagonally, &words::NOT_DIAGONAL)
            };
        };
        if !self.board().going(side, direction).contains(from) {
            return refuse(MoveRefusalKind::Backwards, how, &words::BACKWARDS);
        }
        if !self.board().empty().contains(to) {
            let over = |p: Path| p.from() == from && p.jumps().next().is_some_and(|h| h.0 == to);
            let jumps = self.legal_paths(over);
            if !jumps.is_empty() {
                return with_moves(refuse(MoveRefusalKind::Occupied, how, &words::JUMP_IT), jumps);
            }
            if !self.can_go(from) {
                return refuse(MoveRefusalKind::Blocked, "move.blocked", &words::BLOCKED);
            }
            let own = self.board().of(side).contains(to);
            let message = if own { &words::TAKEN_BY_OWN } else { &words::TAKEN_BY_ENEMY };
            return refuse(MoveRefusalKind::Occupied, how, message);
        }
        self.must_jump()
    }

    /// Whether a checker could step or jump, duties apart.
    fn can_go(&self, from: Square) -> bool {
        let side = self.position.side();
        Direction::ALL.into_iter().any(|direction| {
            let board = self.board();
            (board.steppers(side, direction) | board.jumpers(side, direction)).contains(from)
        })
    }

    pub(super) fn must_jump(&self) -> MoveRefusal {
        let jumps = self.legal_paths(Path::is_jump);
        let jumpers = self.board().all_jumpers(self.position.side());
        let (topic, message) = match (self.position.stage(), jumpers.len()) {
            (CheckersPhase::Compelled, _) => ("remedy.compel", &words::COMPELLED),
            (_, 1) => ("jump.duty", &words::MUST_JUMP),
            _ => ("jump.duty", &words::ONE_MUST_JUMP),
        };
        let answer = self
            .answer(topic, message)
            .with(
                "jumpers",
                MessageArg::Squares(jumpers.into_iter().map(AnySquare::from).collect()),
            )
            .pointing_at(jumpers);
        with_moves(MoveRefusal::new(MoveRefusalKind::MustJump, answer), jumps)
    }
}

/// Names the moves in the sentence and as candidates.
pub(super) fn with_moves(mut refusal: MoveRefusal, moves: Vec<String>) -> MoveRefusal {
    refusal.answer = refusal.answer.with("moves", MessageArg::Moves(moves.clone()));
    refusal.meaning(moves)
}

fn landings(mv: &Move) -> Vec<Square> {
    match mv {
        Move::Go { path, .. } => path.squares(),
        _ => Vec::new(),
    }
}

fn is_diagonal(from: Square, to: Square) -> bool {
    from.row().abs_diff(to.row()) == from.file().abs_diff(to.file())
}
