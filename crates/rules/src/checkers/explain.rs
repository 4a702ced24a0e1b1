//! Why a move of the checkers family is not allowed: the reasons, from the checker to the duties.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Board, Checkers, Jumping, Move, RuleSet, Stage, Stuck, words};
use crate::book::id_on;
use crate::dark::{
    Direction, Path, Square, SquareSet, Typed, Unreadable, fits, one_jump, squares_in,
};
use crate::{Answer, AnySquare, Arg, Kind, Message, Notation, Position, Refusal};

/// The move that a text means, or why it means none.
pub(super) fn read_move<R: RuleSet>(position: &Checkers<R>, text: &str) -> Result<Move, Refusal> {
    if let Some(outcome) = position.outcome() {
        return Err(Refusal::new(Kind::GameOver, position.why_ended(outcome)));
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
    if let Some(number) = text.strip_prefix("huff ") {
        return match Square::from_text(number.trim()) {
            Some(culprit) => asker.claim(Move::Huff(culprit), text),
            None => Err(asker.unreadable(text, Unreadable::NoSuchSquare(number))),
        };
    }
    match Typed::read(text) {
        Err(unreadable) => Err(asker.unreadable(text, unreadable)),
        Ok(Typed::Step(from, to)) => asker.step(from, to).ok_or(asker.why_no_step(from, to)),
        Ok(Typed::Jump(squares)) => asker.jump(&squares)?.ok_or(asker.why_no_jump(&squares)),
    }
}

struct Asker<'a, R: RuleSet> {
    position: &'a Checkers<R>,
}

impl<R: RuleSet> Asker<'_, R> {
    fn answer(&self, topic: &str, message: &'static Message) -> Answer {
        Answer::new(id_on(R::BOOK, topic), message)
    }

    fn board(&self) -> &Board {
        self.position.board()
    }

    fn legal(&self, fits: impl Fn(Move) -> bool) -> Vec<String> {
        let mut texts = Vec::new();
        self.position.each_move(|mv| {
            if fits(mv) {
                texts.push(mv.to_string());
            }
        });
        texts.sort();
        texts
    }

    fn legal_paths(&self, fits: impl Fn(Path) -> bool) -> Vec<String> {
        self.legal(|mv| matches!(mv, Move::Go { path, .. } if fits(path)))
    }

    fn claim(&self, claim: Move, text: &str) -> Result<Move, Refusal> {
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
        let mut found = None;
        self.position.each_move(|mv| {
            if matches!(mv, Move::Go { path, .. }
                if !path.is_jump() && path.from() == from && path.to() == to)
            {
                found = Some(mv);
            }
        });
        found
    }

    /// The one legal jump that the squares mean: the exact one, or the only one of which they
    /// are a shortened form.
    fn jump(&self, squares: &[Square]) -> Result<Option<Move>, Refusal> {
        let mut exact = None;
        let mut fitting = Vec::new();
        self.position.each_move(|mv| match mv {
            Move::Go { path, .. } if path.is_meant_by(squares) => {
                if path.squares() == squares {
                    exact = Some(mv);
                }
                fitting.push(mv);
            }
            _ => {}
        });
        if exact.is_some() || fitting.len() <= 1 {
            return Ok(exact.or(fitting.pop()));
        }
        let mut candidates: Vec<String> = fitting.iter().map(Move::to_string).collect();
        candidates.sort();
        let answer = self
            .answer("writing", &words::AMBIGUOUS)
            .with("moves", Arg::Moves(candidates.clone()))
            .pointing_at(fitting.iter().flat_map(landings));
        Err(Refusal::new(Kind::Ambiguous, answer).meaning(candidates))
    }

    fn unreadable(&self, text: &str, unreadable: Unreadable<'_>) -> Refusal {
        let (topic, message, typed) = match unreadable {
            Unreadable::NoSuchSquare(number) => ("writing", &words::NO_SUCH_SQUARE, number),
            Unreadable::OnlyASquare(_) => ("writing", &words::ONLY_A_SQUARE, text),
            Unreadable::TooLong => ("writing", &words::TOO_LONG, text),
            Unreadable::Other => return self.not_a_move(text),
        };
        let answer = self.answer(topic, message).with("typed", Arg::typed(typed));
        let refusal = Refusal::new(Kind::NotAMove, answer);
        match unreadable {
            Unreadable::OnlyASquare(square) => {
                let mut meant = self.legal_paths(|path| path.from() == square);
                if meant.is_empty() {
                    meant = self.legal_paths(|path| path.to() == square);
                }
                Refusal { answer: refusal.answer.pointing_at([square]), ..refusal }.meaning(meant)
            }
            _ => refusal,
        }
    }

    /// A text of another form, with what was perhaps meant by its letters or the squares in it.
    fn not_a_move(&self, text: &str) -> Refusal {
        let squares = squares_in(text);
        let mut meant = self.legal_paths(|path| {
            path.squares() == squares || squares.len() > 1 && path.is_meant_by(&squares)
        });
        if meant.is_empty() {
            let letters = |text: &str| text.to_ascii_lowercase().replace(' ', "");
            meant = self.legal(|mv| letters(&mv.to_string()) == letters(text));
        }
        let (message, moves) = match self.position.stage() {
            _ if !meant.is_empty() => (&words::DID_YOU_MEAN, meant.clone()),
            Stage::Remedy(_) => (&words::NOT_AN_ANSWER, self.legal(|_| true)),
            _ => (&words::NOT_A_MOVE, Vec::new()),
        };
        let answer = self
            .answer("writing", message)
            .with("typed", Arg::typed(text))
            .with("offender", Arg::Side(R::SIDE_NAMES[!self.position.side()]))
            .with("moves", Arg::Moves(moves));
        Refusal::new(Kind::NotAMove, answer).meaning(meant)
    }

    /// What stands before every question about a checker: an answer that is due, a pass that is,
    /// and whose checker it is.
    fn why_not_touch(&self, from: Square) -> Option<Refusal> {
        let side = self.position.side();
        if let Stage::Remedy(_) = self.position.stage() {
            return Some(self.remedy_due());
        }
        if R::STUCK == Stuck::Passes && !self.board().can_move(side) {
            let answer = self.answer("pass", &words::MUST_PASS).pointing_at(self.board().of(side));
            return Some(Refusal::new(Kind::Blocked, answer).meaning(self.legal(|_| true)));
        }
        if self.board().of(!side).contains(from) {
            let answer = self
                .answer("turns", &words::WRONG_SIDE)
                .square("from", from)
                .with("mover", Arg::Side(R::SIDE_NAMES[side]))
                .pointing_at([from]);
            return Some(Refusal::new(Kind::WrongSide, answer));
        }
        if !self.board().of(side).contains(from) {
            let answer =
                self.answer("turns", &words::EMPTY_SQUARE).square("from", from).pointing_at([from]);
            return Some(Refusal::new(Kind::EmptySquare, answer));
        }
        None
    }

    fn why_no_step(&self, from: Square, to: Square) -> Refusal {
        if let Some(refusal) = self.why_not_touch(from) {
            return refusal;
        }
        let refuse = |kind, topic, message| {
            let answer = self
                .answer(topic, message)
                .square("from", from)
                .square("to", to)
                .pointing_at([from, to]);
            Refusal::new(kind, answer).meaning(self.legal_paths(|path| path.from() == from))
        };
        let king = self.board().kings().contains(from);
        let step_rule = if king { "move.king" } else { "move.step" };
        if from == to {
            return refuse(Kind::SameSquare, step_rule, &words::SAME_SQUARE);
        }
        let Some(direction) = Direction::between(from, to) else {
            let mut jumps = self.legal_paths(|p| p.is_jump() && p.from() == from && p.to() == to);
            if jumps.is_empty() {
                jumps = self.legal_paths(|path| path.squares().starts_with(&[from, to]));
            }
            if !jumps.is_empty() {
                return with_moves(refuse(Kind::TooFar, "writing", &words::IS_A_JUMP), jumps);
            }
            return if is_diagonal(from, to) {
                refuse(Kind::TooFar, step_rule, &words::TOO_FAR)
            } else {
                refuse(Kind::NotDiagonal, step_rule, &words::NOT_DIAGONAL)
            };
        };
        let side = self.position.side();
        if !self.board().going(side, direction).contains(from) {
            return refuse(Kind::Backwards, "move.step", &words::BACKWARDS);
        }
        if !self.board().empty().contains(to) {
            let over = |p: Path| p.from() == from && p.jumps().next().is_some_and(|h| h.0 == to);
            let jumps = self.legal_paths(over);
            if !jumps.is_empty() {
                return with_moves(refuse(Kind::Occupied, "jump.how", &words::JUMP_IT), jumps);
            }
            if !self.can_go(from) {
                return refuse(Kind::Blocked, "move.blocked", &words::BLOCKED);
            }
            let own = self.board().of(side).contains(to);
            let message = if own { &words::TAKEN_BY_OWN } else { &words::TAKEN_BY_ENEMY };
            return refuse(Kind::Occupied, step_rule, message);
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

    fn must_jump(&self) -> Refusal {
        let jumps = self.legal_paths(Path::is_jump);
        let jumpers = self.board().all_jumpers(self.position.side());
        let (topic, message) = match (self.position.stage(), jumpers.len()) {
            (Stage::Compelled, _) => ("remedy.compel", &words::COMPELLED),
            (_, 1) => ("jump.duty", &words::MUST_JUMP),
            _ => ("jump.duty", &words::ONE_MUST_JUMP),
        };
        let answer = self
            .answer(topic, message)
            .with("jumpers", Arg::Squares(jumpers.into_iter().map(AnySquare::from).collect()))
            .pointing_at(jumpers);
        with_moves(Refusal::new(Kind::MustJump, answer), jumps)
    }

    fn why_no_jump(&self, squares: &[Square]) -> Refusal {
        let from = squares[0];
        if let Some(refusal) = self.why_not_touch(from) {
            return refusal;
        }
        let longer = self.completions(squares);
        if !longer.is_empty() {
            return self.must_go_on(squares, longer);
        }
        let side = self.position.side();
        let mut king = self.board().kings().contains(from);
        let mut captured = SquareSet::EMPTY;
        for (hop, pair) in squares.windows(2).enumerate() {
            let (at, to) = (pair[0], pair[1]);
            let refuse = |kind, topic, message, over: Option<Square>| {
                let mut answer = self.answer(topic, message).square("from", at).square("to", to);
                if let Some(over) = over {
                    answer = answer.square("over", over).pointing_at([at, over, to]);
                }
                let begun = &squares[..=hop];
                Refusal::new(kind, answer.pointing_at([at, to]))
                    .meaning(self.legal_paths(|path| path.squares().starts_with(begun)))
            };
            let Some((direction, over)) = one_jump(at, to) else {
                return self.why_no_way(from, pair, squares);
            };
            if !king && Board::is_backward(side, direction) {
                return refuse(Kind::Backwards, "jump.how", &words::JUMPS_FORWARD, Some(over));
            }
            if captured.contains(over) {
                return refuse(
                    Kind::NothingToJump,
                    "jump.removed",
                    &words::TAKEN_ALREADY,
                    Some(over),
                );
            }
            if !self.board().of(!side).contains(over) {
                let own = self.board().of(side).contains(over) && over != from;
                let message = if own { &words::OWN_CHECKER } else { &words::NOTHING_THERE };
                return refuse(Kind::NothingToJump, "jump.how", message, Some(over));
            }
            let open = self.board().empty() | captured | SquareSet::of(from);
            if !open.contains(to) {
                return refuse(Kind::Occupied, "jump.how", &words::LANDING_TAKEN, Some(over));
            }
            captured.insert(over);
            let crowned = !king && Board::far_row(side).contains(to);
            king |= crowned;
            if crowned && !R::CROWNED_GOES_ON && hop + 2 < squares.len() {
                let answer = self.answer("crown.mid-jump", &words::MUST_STOP).square("to", to);
                let legal = self.legal_paths(|path| path.squares() == squares[..hop + 2]);
                return Refusal::new(Kind::MustStop, answer.pointing_at([to])).meaning(legal);
            }
        }
        self.must_go_on(squares, Vec::new())
    }

    /// The legal jumps of which the squares are a beginning: in full, or else shortened.
    fn completions(&self, squares: &[Square]) -> Vec<String> {
        let exact = self.legal_paths(|path| path.squares().starts_with(squares));
        if !exact.is_empty() {
            return exact;
        }
        self.legal_paths(|path| {
            let way = path.squares();
            path.is_jump() && (2..way.len()).any(|landings| fits(squares, &way[..landings]))
        })
    }

    fn must_go_on(&self, squares: &[Square], longer: Vec<String>) -> Refusal {
        let last = squares[squares.len() - 1];
        let answer =
            self.answer("jump.go-on", &words::MUST_GO_ON).square("to", last).pointing_at([last]);
        with_moves(Refusal::new(Kind::MustGoOn, answer), longer)
    }

    /// Two squares that are not one jump apart, in a text that fits no jump as a shortened form.
    fn why_no_way(&self, from: Square, pair: &[Square], squares: &[Square]) -> Refusal {
        let (at, to) = (pair[0], pair[1]);
        let last = squares[squares.len() - 1];
        let refuse = |kind, topic, message| {
            let answer = self.answer(topic, message).square("from", at).square("to", to);
            Refusal::new(kind, answer.pointing_at([at, to]))
        };
        let step = self.legal_paths(|p| !p.is_jump() && p.from() == from && p.to() == to);
        if squares.len() == 2 && !step.is_empty() {
            return with_moves(refuse(Kind::NothingToJump, "writing", &words::IS_A_STEP), step);
        }
        if Direction::between(at, to).is_some() || at == to {
            return refuse(Kind::NothingToJump, "jump.how", &words::NO_JUMP_BETWEEN);
        }
        let jumps = self.legal_paths(|path| path.is_jump() && path.from() == from);
        if jumps.is_empty() {
            let answer = self.answer("jump.how", &words::CANNOT_JUMP).square("from", from);
            return Refusal::new(Kind::NothingToJump, answer.pointing_at([from]));
        }
        let message = if squares.len() == 2 { &words::NO_WAY } else { &words::NO_SUCH_WAY };
        let answer = self
            .answer("jump.how", message)
            .square("from", from)
            .square("to", last)
            .pointing_at(squares.iter().copied());
        with_moves(Refusal::new(Kind::NothingToJump, answer), jumps)
    }

    fn why_no_pass(&self) -> Refusal {
        if let Stage::Remedy(_) = self.position.stage() {
            return self.remedy_due();
        }
        let answer = match R::STUCK {
            Stuck::Passes => self.answer("pass", &words::MAY_NOT_PASS),
            Stuck::Loses => self.answer("end.no-move", &words::NO_PASSING),
        };
        Refusal::new(Kind::CannotPass, answer)
    }

    fn remedy_due(&self) -> Refusal {
        let offender = R::SIDE_NAMES[!self.position.side()];
        let answer = self
            .answer("remedy", &words::REMEDY_DUE)
            .with("offender", Arg::Side(offender))
            .pointing_at(self.culprits());
        with_moves(Refusal::new(Kind::RemedyDue, answer), self.legal(|_| true))
    }

    fn culprits(&self) -> SquareSet {
        match self.position.stage() {
            Stage::Remedy(offence) => offence.culprits,
            _ => SquareSet::EMPTY,
        }
    }

    fn why_no_huff(&self, square: Square, text: &str) -> Refusal {
        let culprits = self.culprits();
        if culprits.is_empty() {
            return self.why_no_claim(text);
        }
        let message = if self.board().empty().contains(square) {
            &words::NO_CULPRIT_THERE
        } else {
            &words::NOT_A_CULPRIT
        };
        let answer = self
            .answer("remedy.culprits", message)
            .square("from", square)
            .with("culprits", Arg::AnyOf(culprits.into_iter().map(AnySquare::from).collect()))
            .pointing_at([square])
            .pointing_at(culprits);
        let huffs = self.legal(|mv| matches!(mv, Move::Huff(_)));
        Refusal::new(Kind::NotACulprit, answer).meaning(huffs)
    }

    fn why_no_claim(&self, text: &str) -> Refusal {
        if R::JUMPING != Jumping::Remedy {
            return self.not_a_move(text);
        }
        Refusal::new(Kind::NoRemedyDue, self.answer("remedy", &words::NO_REMEDY))
    }
}

/// Names the moves in the sentence and as candidates.
fn with_moves(mut refusal: Refusal, moves: Vec<String>) -> Refusal {
    refusal.answer = refusal.answer.with("moves", Arg::Moves(moves.clone()));
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
