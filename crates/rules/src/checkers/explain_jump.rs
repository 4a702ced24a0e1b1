//! Explains why a jump of the checkers family is refused, hop by hop along the typed squares.

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::{Explainer, with_moves};
use super::{Board, CheckersPhase, RuleSet, messages};
use crate::dark::{Direction, Square, SquareSet, single_jump};
use crate::{MoveRefusal, MoveRefusalKind, Position};

impl<R: RuleSet> Explainer<'_, R> {
    /// Why two or more squares are neither a legal jump nor an abbreviation of one.
    pub(super) fn refuse_jump(&self, squares: &[Square]) -> MoveRefusal {
        let from = squares[0];
        if let Some(refusal) = self.refuse_checker(from) {
            return refusal;
        }
        let side = self.position.side();
        let mut king = self.board().kings().contains(from);
        let mut crowned_on = None;
        let mut captured = SquareSet::EMPTY;
        let jump_topic = |king: bool| if king { "move.king" } else { "jump.how" };
        for (hop, pair) in squares.windows(2).enumerate() {
            let (at, to) = (pair[0], pair[1]);
            let Some((direction, over)) = single_jump(at, to) else {
                let longer = self.legal_paths(|path| path.starts_with(squares));
                return if longer.is_empty() {
                    self.refuse_route(jump_topic(king), pair, squares)
                } else {
                    self.must_go_on(squares, None, longer)
                };
            };
            let refuse = |kind, topic, message| {
                let explanation = self
                    .explanation(topic, message)
                    .square("from", at)
                    .square("over", over)
                    .square("to", to)
                    .pointing_at([at, over, to]);
                let begun = &squares[..=hop];
                MoveRefusal::new(kind, explanation)
                    .with_candidates(self.legal_paths(|path| path.squares().starts_with(begun)))
            };
            if !king && Board::is_backward(side, direction) {
                return refuse(MoveRefusalKind::Backwards, "jump.how", &messages::JUMPS_FORWARD);
            }
            if captured.contains(over) {
                return refuse(
                    MoveRefusalKind::NothingToJump,
                    "jump.open",
                    &messages::TAKEN_ALREADY,
                );
            }
            if self.board().pieces(side).contains(over) {
                return refuse(
                    MoveRefusalKind::NothingToJump,
                    jump_topic(king),
                    &messages::OWN_CHECKER,
                );
            }
            if self.board().empty().contains(over) {
                return refuse(
                    MoveRefusalKind::NothingToJump,
                    jump_topic(king),
                    &messages::NOTHING_THERE,
                );
            }
            // A captured checker is never on a landing square: it is an odd number of rows away.
            if to != from && !self.board().empty().contains(to) {
                return refuse(
                    MoveRefusalKind::Occupied,
                    jump_topic(king),
                    &messages::LANDING_TAKEN,
                );
            }
            captured.insert(over);
            if !king && Board::far_row(side).contains(to) {
                king = true;
                crowned_on = Some(to);
                if !R::CROWNED_GOES_ON && hop + 2 < squares.len() {
                    let explanation =
                        self.explanation("crown.mid-jump", &messages::MUST_STOP).square("to", to);
                    let legal = self.legal_paths(|path| path.squares() == squares[..hop + 2]);
                    return MoveRefusal::new(
                        MoveRefusalKind::MustStop,
                        explanation.pointing_at([to]),
                    )
                    .with_candidates(legal);
                }
            }
        }
        let longer = self.legal_paths(|path| path.squares().starts_with(squares));
        self.must_go_on(squares, crowned_on, longer)
    }

    /// Refuses a jump that stops too early.
    fn must_go_on(
        &self,
        squares: &[Square],
        crowned_on: Option<Square>,
        longer: Vec<String>,
    ) -> MoveRefusal {
        let last = squares[squares.len() - 1];
        let (topic, message) = if crowned_on == Some(last) {
            ("crown.mid-jump", &messages::CROWNED_MUST_GO_ON)
        } else if self.position.checkers_phase() == CheckersPhase::Compelled {
            ("remedy.compelled", &messages::MUST_GO_ON)
        } else {
            ("jump.go-on", &messages::MUST_GO_ON)
        };
        let explanation = self.explanation(topic, message).square("to", last).pointing_at([last]);
        with_moves(MoveRefusal::new(MoveRefusalKind::MustGoOn, explanation), longer)
    }

    /// Refuses two squares that are not one jump apart, in a text that abbreviates no jump. `topic`
    /// is the rule by which the checker jumps.
    fn refuse_route(&self, topic: &str, pair: &[Square], squares: &[Square]) -> MoveRefusal {
        let (at, to) = (pair[0], pair[1]);
        let (from, last) = (squares[0], squares[squares.len() - 1]);
        let refuse = |topic, message, from: Square, to: Square| {
            let explanation =
                self.explanation(topic, message).square("from", from).square("to", to);
            MoveRefusal::new(MoveRefusalKind::NothingToJump, explanation.pointing_at([from, to]))
        };
        let step = self.legal_paths(|p| !p.is_jump() && p.from() == from && p.to() == to);
        if squares.len() == 2 && !step.is_empty() {
            return with_moves(refuse("writing", &messages::IS_A_STEP, from, to), step);
        }
        if Direction::between(at, to).is_some() {
            return refuse(topic, &messages::NO_JUMP_BETWEEN, at, to);
        }
        let jumps = self.legal_paths(|path| path.is_jump() && path.from() == from);
        if jumps.is_empty() {
            let explanation = self.explanation(topic, &messages::CANNOT_JUMP).square("from", from);
            return MoveRefusal::new(
                MoveRefusalKind::NothingToJump,
                explanation.pointing_at([from]),
            );
        }
        let ends_there = self.legal_paths(|p| p.is_jump() && p.from() == from && p.to() == last);
        let message =
            if ends_there.is_empty() { &messages::NO_WAY } else { &messages::ANOTHER_WAY };
        with_moves(refuse(topic, message, from, last), jumps)
    }
}
