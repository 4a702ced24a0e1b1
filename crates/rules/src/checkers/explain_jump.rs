//! Why a jump of the checkers family is not allowed, hop by hop along what was typed.

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::{Asker, with_moves};
use super::{Board, CheckersPhase, RuleSet, words};
use crate::dark::{Direction, Square, SquareSet, one_jump};
use crate::{MoveRefusal, MoveRefusalKind, Position};

impl<R: RuleSet> Asker<'_, R> {
    /// Why the squares, two or more, are neither a legal jump nor a shortened one.
    pub(super) fn why_no_jump(&self, squares: &[Square]) -> MoveRefusal {
        let from = squares[0];
        if let Some(refusal) = self.why_not_touch(from) {
            return refusal;
        }
        let side = self.position.side();
        let mut king = self.board().kings().contains(from);
        let mut crowned_on = None;
        let mut captured = SquareSet::EMPTY;
        let how = |king: bool| if king { "move.king" } else { "jump.how" };
        for (hop, pair) in squares.windows(2).enumerate() {
            let (at, to) = (pair[0], pair[1]);
            let Some((direction, over)) = one_jump(at, to) else {
                let longer = self.legal_paths(|path| path.is_begun_by(squares));
                return if longer.is_empty() {
                    self.why_no_way(how(king), pair, squares)
                } else {
                    self.must_go_on(squares, None, longer)
                };
            };
            let refuse = |kind, topic, message| {
                let answer = self
                    .answer(topic, message)
                    .square("from", at)
                    .square("over", over)
                    .square("to", to)
                    .pointing_at([at, over, to]);
                let begun = &squares[..=hop];
                MoveRefusal::new(kind, answer)
                    .meaning(self.legal_paths(|path| path.squares().starts_with(begun)))
            };
            if !king && Board::is_backward(side, direction) {
                return refuse(MoveRefusalKind::Backwards, "jump.how", &words::JUMPS_FORWARD);
            }
            if captured.contains(over) {
                return refuse(MoveRefusalKind::NothingToJump, "jump.open", &words::TAKEN_ALREADY);
            }
            if self.board().of(side).contains(over) {
                return refuse(MoveRefusalKind::NothingToJump, how(king), &words::OWN_CHECKER);
            }
            if self.board().empty().contains(over) {
                return refuse(MoveRefusalKind::NothingToJump, how(king), &words::NOTHING_THERE);
            }
            // What was captured on the way is never a landing: it is an odd number of rows off.
            if to != from && !self.board().empty().contains(to) {
                return refuse(MoveRefusalKind::Occupied, how(king), &words::LANDING_TAKEN);
            }
            captured.insert(over);
            if !king && Board::far_row(side).contains(to) {
                king = true;
                crowned_on = Some(to);
                if !R::CROWNED_GOES_ON && hop + 2 < squares.len() {
                    let answer = self.answer("crown.mid-jump", &words::MUST_STOP).square("to", to);
                    let legal = self.legal_paths(|path| path.squares() == squares[..hop + 2]);
                    return MoveRefusal::new(MoveRefusalKind::MustStop, answer.pointing_at([to]))
                        .meaning(legal);
                }
            }
        }
        let longer = self.legal_paths(|path| path.squares().starts_with(squares));
        self.must_go_on(squares, crowned_on, longer)
    }

    /// A jump that is right as far as it goes, and stops too early.
    fn must_go_on(
        &self,
        squares: &[Square],
        crowned_on: Option<Square>,
        longer: Vec<String>,
    ) -> MoveRefusal {
        let last = squares[squares.len() - 1];
        let (topic, message) = if crowned_on == Some(last) {
            ("crown.mid-jump", &words::CROWNED_MUST_GO_ON)
        } else if self.position.stage() == CheckersPhase::Compelled {
            ("remedy.compelled", &words::MUST_GO_ON)
        } else {
            ("jump.go-on", &words::MUST_GO_ON)
        };
        let answer = self.answer(topic, message).square("to", last).pointing_at([last]);
        with_moves(MoveRefusal::new(MoveRefusalKind::MustGoOn, answer), longer)
    }

    /// Two squares that are not one jump apart, in a text that fits no jump as a shortened form.
    /// The rule on `how` is the one by which the checker jumps.
    fn why_no_way(&self, how: &str, pair: &[Square], squares: &[Square]) -> MoveRefusal {
        let (at, to) = (pair[0], pair[1]);
        let (from, last) = (squares[0], squares[squares.len() - 1]);
        let refuse = |topic, message, from: Square, to: Square| {
            let answer = self.answer(topic, message).square("from", from).square("to", to);
            MoveRefusal::new(MoveRefusalKind::NothingToJump, answer.pointing_at([from, to]))
        };
        let step = self.legal_paths(|p| !p.is_jump() && p.from() == from && p.to() == to);
        if squares.len() == 2 && !step.is_empty() {
            return with_moves(refuse("writing", &words::IS_A_STEP, from, to), step);
        }
        if Direction::between(at, to).is_some() {
            return refuse(how, &words::NO_JUMP_BETWEEN, at, to);
        }
        let jumps = self.legal_paths(|path| path.is_jump() && path.from() == from);
        if jumps.is_empty() {
            let answer = self.answer(how, &words::CANNOT_JUMP).square("from", from);
            return MoveRefusal::new(MoveRefusalKind::NothingToJump, answer.pointing_at([from]));
        }
        let ends_there = self.legal_paths(|p| p.is_jump() && p.from() == from && p.to() == last);
        let message = if ends_there.is_empty() { &words::NO_WAY } else { &words::ANOTHER_WAY };
        with_moves(refuse(how, message, from, last), jumps)
    }
}
