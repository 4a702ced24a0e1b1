//! Parses the text of a move in the checkers family, and explains why a step is refused. Jumps are
//! in `explain_jump`, passes and remedies in `explain_remedy`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{
    Board, Checkers, CheckersPhase, JumpRule, Move, RuleSet, StuckRule, messages, rule_set,
};
use crate::dark::{
    Direction, MoveSyntaxError, ParsedMove, Path, Square, SquareSet, single_jump, squares_in,
};
use crate::{
    AnySquare, Explanation, MessageArg, MessageTemplate, MoveRefusal, MoveRefusalKind, Notation,
    Position, grid,
};

/// Longer texts are not searched for a move that the player may have meant.
const LONGEST_GUESS: usize = 60;

/// The legal move that a text stands for, or why there is none.
pub(super) fn parse_move<R: RuleSet>(
    position: &Checkers<R>,
    text: &str,
) -> Result<Move, MoveRefusal> {
    if let Some(outcome) = position.outcome() {
        return Err(MoveRefusal::new(MoveRefusalKind::GameOver, position.explain_outcome(outcome)));
    }
    let asker = Explainer { position };
    let text = text.trim();
    let claim = match text {
        "pass" => Some(Move::Pass),
        "compel" => Some(Move::Compel),
        "stand" => Some(Move::Stand),
        _ => None,
    };
    if let Some(claim) = claim {
        return asker.remedy(claim, text);
    }
    if text == "huff" && R::JUMPING == JumpRule::Remedy {
        return Err(asker.huff_without_square());
    }
    if let Some(number) = text.strip_prefix("huff ") {
        return match Square::from_text(number.trim()) {
            Some(culprit) => asker.remedy(Move::Huff(culprit), text),
            None => Err(asker.refuse_syntax(text, MoveSyntaxError::NoSuchSquare(number.trim()))),
        };
    }
    match ParsedMove::parse(text) {
        Err(unreadable) => Err(asker.refuse_syntax(text, unreadable)),
        // The reason is only computed after a failure, because files of a million games parse
        // without one.
        Ok(ParsedMove::Step(from, to)) => {
            asker.step(from, to).ok_or_else(|| asker.refuse_step(from, to))
        }
        Ok(ParsedMove::Jump(squares)) => {
            asker.jump(&squares)?.ok_or_else(|| asker.refuse_jump(&squares))
        }
    }
}

/// Explains moves in one position.
pub(super) struct Explainer<'a, R: RuleSet> {
    pub(super) position: &'a Checkers<R>,
}

impl<R: RuleSet> Explainer<'_, R> {
    pub(super) fn explanation(
        &self,
        topic: &str,
        message: &'static MessageTemplate,
    ) -> Explanation {
        Explanation::new(rule_set::rule_id::<R>(topic), message)
    }

    pub(super) fn board(&self) -> &Board {
        self.position.board()
    }

    pub(super) fn legal(&self, fits: impl Fn(Move) -> bool) -> Vec<String> {
        let moves = self.position.legal_moves().into_iter();
        let mut texts: Vec<_> = moves.filter(|mv| fits(*mv)).map(|mv| mv.to_string()).collect();
        texts.sort_unstable();
        texts
    }

    pub(super) fn legal_paths(&self, fits: impl Fn(Path) -> bool) -> Vec<String> {
        self.legal(|mv| matches!(mv, Move::Go { path, .. } if fits(path)))
    }

    fn remedy(&self, claim: Move, text: &str) -> Result<Move, MoveRefusal> {
        if self.position.is_legal(claim) {
            return Ok(claim);
        }
        Err(match claim {
            Move::Pass => self.refuse_pass(),
            Move::Huff(culprit) => self.refuse_huff(culprit, text),
            _ => self.refuse_remedy(text),
        })
    }

    fn step(&self, from: Square, to: Square) -> Option<Move> {
        let path = Path::step(from, Direction::between(from, to)?);
        let (board, side) = (self.board(), self.position.side());
        let crowned = Board::far_row(side).contains(to) && !board.kings().contains(from);
        let step = Move::Go { path, captured: SquareSet::EMPTY, crowned };
        self.position.is_legal(step).then_some(step)
    }

    /// The legal jump that the squares stand for: the exact one, or the only one that they
    /// abbreviate.
    fn jump(&self, squares: &[Square]) -> Result<Option<Move>, MoveRefusal> {
        let mut exact = None;
        let mut fitting = Vec::new();
        for mv in self.position.legal_moves() {
            if let Move::Go { path, .. } = mv
                && path.matches(squares)
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
        let explanation = self
            .explanation("writing", &messages::AMBIGUOUS)
            .with("moves", MessageArg::Moves(candidates.clone()))
            .pointing_at(fitting.iter().flat_map(landings));
        Err(MoveRefusal::new(MoveRefusalKind::Ambiguous, explanation).with_candidates(candidates))
    }

    fn refuse_syntax(&self, text: &str, unreadable: MoveSyntaxError<'_>) -> MoveRefusal {
        if unreadable == MoveSyntaxError::Other
            && let Some(refusal) = self.did_you_mean(text)
        {
            return refusal;
        }
        let unreadable = match (unreadable, grid::off_the_board(text)) {
            (MoveSyntaxError::Other, Some(name)) => MoveSyntaxError::NoSuchSquare(name),
            _ => unreadable,
        };
        let remedy_is_due = matches!(self.position.checkers_phase(), CheckersPhase::Remedy(_));
        let (topic, message, typed) = match unreadable {
            MoveSyntaxError::NoSuchSquare(number) => ("writing", &messages::NO_SUCH_SQUARE, number),
            _ if remedy_is_due => return self.not_a_remedy(text),
            MoveSyntaxError::OnlyASquare(_) => ("writing", &messages::ONLY_A_SQUARE, text),
            MoveSyntaxError::TooLong => ("writing", &messages::TOO_LONG, text),
            MoveSyntaxError::Other => return self.not_a_move(text),
        };
        let explanation = self.explanation(topic, message).with("typed", MessageArg::typed(typed));
        let refusal = MoveRefusal::new(MoveRefusalKind::NotAMove, explanation);
        match unreadable {
            MoveSyntaxError::OnlyASquare(square) => {
                let mut meant = self.legal_paths(|path| path.from() == square);
                if meant.is_empty() {
                    meant = self.legal_paths(|path| path.to() == square);
                }
                MoveRefusal { explanation: refusal.explanation.pointing_at([square]), ..refusal }
                    .with_candidates(meant)
            }
            _ => refusal,
        }
    }

    /// Refuses a text that is not written like a move.
    pub(super) fn not_a_move(&self, text: &str) -> MoveRefusal {
        self.did_you_mean(text).unwrap_or_else(|| {
            let explanation = self
                .explanation("writing", &messages::NOT_A_MOVE)
                .with("typed", MessageArg::typed(text));
            MoveRefusal::new(MoveRefusalKind::NotAMove, explanation)
        })
    }

    /// Guesses a legal move from the squares or letters of a malformed text.
    pub(super) fn did_you_mean(&self, text: &str) -> Option<MoveRefusal> {
        let squares = squares_in(text);
        let letters = |text: &str| text.to_ascii_lowercase().replace(' ', "");
        let mut meant = self.legal_paths(|path| {
            path.squares() == squares || squares.len() > 1 && path.matches(&squares)
        });
        if meant.is_empty() && text.len() < LONGEST_GUESS {
            meant = self.legal(|mv| letters(&mv.to_string()) == letters(text));
        }
        if meant.is_empty() {
            return None;
        }
        let explanation = self
            .explanation("writing", &messages::DID_YOU_MEAN)
            .with("typed", MessageArg::typed(text));
        Some(with_moves(MoveRefusal::new(MoveRefusalKind::NotAMove, explanation), meant))
    }

    /// Reasons that come before all others: a remedy or a pass is due, or the checker is not the
    /// player's.
    pub(super) fn refuse_checker(&self, from: Square) -> Option<MoveRefusal> {
        let side = self.position.side();
        if let CheckersPhase::Remedy(_) = self.position.checkers_phase() {
            return Some(self.remedy_due());
        }
        if R::STUCK == StuckRule::Passes && !self.board().can_move(side) {
            let explanation = self
                .explanation("pass", &messages::MUST_PASS)
                .pointing_at(self.board().pieces(side));
            return Some(
                MoveRefusal::new(MoveRefusalKind::Blocked, explanation)
                    .with_candidates(self.legal(|_| true)),
            );
        }
        if self.board().pieces(!side).contains(from) {
            let explanation = self
                .explanation("turns", &messages::WRONG_SIDE)
                .square("from", from)
                .with("mover", MessageArg::Side(R::SIDE_NAMES[side]))
                .pointing_at([from]);
            return Some(MoveRefusal::new(MoveRefusalKind::WrongSide, explanation));
        }
        if !self.board().pieces(side).contains(from) {
            let explanation = self
                .explanation("turns", &messages::EMPTY_SQUARE)
                .square("from", from)
                .pointing_at([from]);
            return Some(MoveRefusal::new(MoveRefusalKind::EmptySquare, explanation));
        }
        None
    }

    fn refuse_step(&self, from: Square, to: Square) -> MoveRefusal {
        if let Some(refusal) = self.refuse_checker(from) {
            return refusal;
        }
        let refuse = |kind, topic, message| {
            let explanation = self
                .explanation(topic, message)
                .square("from", from)
                .square("to", to)
                .pointing_at([from, to]);
            MoveRefusal::new(kind, explanation)
                .with_candidates(self.legal_paths(|path| path.from() == from))
        };
        let king = self.board().kings().contains(from);
        let how = if king { "move.king" } else { "move.step" };
        if from == to {
            return refuse(MoveRefusalKind::SameSquare, how, &messages::SAME_SQUARE);
        }
        let side = self.position.side();
        let Some(direction) = Direction::between(from, to) else {
            let jumps = self.legal_paths(|p| p.is_jump() && p.from() == from && p.to() == to);
            if !jumps.is_empty() {
                return with_moves(
                    refuse(MoveRefusalKind::TooFar, "writing", &messages::IS_A_JUMP),
                    jumps,
                );
            }
            if single_jump(from, to)
                .is_some_and(|(_, over)| self.board().pieces(!side).contains(over))
            {
                return self.refuse_jump(&[from, to]);
            }
            return if is_diagonal(from, to) {
                let reach = if king { "move.king.reach" } else { how };
                refuse(MoveRefusalKind::TooFar, reach, &messages::TOO_FAR)
            } else {
                let diagonally = if king { "move.king.diagonal" } else { how };
                refuse(MoveRefusalKind::NotDiagonal, diagonally, &messages::NOT_DIAGONAL)
            };
        };
        if !self.board().movers(side, direction).contains(from) {
            return refuse(MoveRefusalKind::Backwards, how, &messages::BACKWARDS);
        }
        if !self.board().empty().contains(to) {
            let over = |p: Path| p.from() == from && p.jumps().next().is_some_and(|h| h.0 == to);
            let jumps = self.legal_paths(over);
            if !jumps.is_empty() {
                return with_moves(
                    refuse(MoveRefusalKind::Occupied, how, &messages::JUMP_IT),
                    jumps,
                );
            }
            if !self.could_move(from) {
                return refuse(MoveRefusalKind::Blocked, "move.blocked", &messages::BLOCKED);
            }
            let own = self.board().pieces(side).contains(to);
            let message = if own { &messages::TAKEN_BY_OWN } else { &messages::TAKEN_BY_ENEMY };
            return refuse(MoveRefusalKind::Occupied, how, message);
        }
        self.must_jump()
    }

    /// Whether a checker could step or jump if jumping were not mandatory.
    fn could_move(&self, from: Square) -> bool {
        let side = self.position.side();
        Direction::ALL.into_iter().any(|direction| {
            let board = self.board();
            (board.steppers(side, direction) | board.jumpers(side, direction)).contains(from)
        })
    }

    pub(super) fn must_jump(&self) -> MoveRefusal {
        let jumps = self.legal_paths(Path::is_jump);
        let jumpers = self.board().all_jumpers(self.position.side());
        let (topic, message) = match (self.position.checkers_phase(), jumpers.len()) {
            (CheckersPhase::Compelled, _) => ("remedy.compel", &messages::COMPELLED),
            (_, 1) => ("jump.duty", &messages::MUST_JUMP),
            _ => ("jump.duty", &messages::ONE_MUST_JUMP),
        };
        let explanation = self
            .explanation(topic, message)
            .with(
                "jumpers",
                MessageArg::Squares(jumpers.into_iter().map(AnySquare::from).collect()),
            )
            .pointing_at(jumpers);
        with_moves(MoveRefusal::new(MoveRefusalKind::MustJump, explanation), jumps)
    }
}

/// Lists the moves in the sentence and as candidates.
pub(super) fn with_moves(mut refusal: MoveRefusal, moves: Vec<String>) -> MoveRefusal {
    refusal.explanation = refusal.explanation.with("moves", MessageArg::Moves(moves.clone()));
    refusal.with_candidates(moves)
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
