//! Explains why a jump of the checkers family is refused, hop by hop along the typed squares.

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::{Explainer, with_moves};
use super::{Board, CheckersPhase, RuleSet, messages};
use crate::dark::{Direction, Square, SquareSet, single_jump};
use crate::{MessageTemplate, MoveRefusal, MoveRefusalKind, Position};

/// Why a hop is refused: the kind, the topic of the rule, and the message.
type HopFault = (MoveRefusalKind, &'static str, &'static MessageTemplate);

/// The topic of the rule by which a checker jumps.
const fn jump_topic(king: bool) -> &'static str {
    if king { "move.king" } else { "jump.how" }
}

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
            let fault = if !king && Board::is_backward(side, direction) {
                Some((MoveRefusalKind::Backwards, "jump.how", &messages::JUMPS_FORWARD))
            } else if captured.contains(over) {
                Some((MoveRefusalKind::NothingToJump, "jump.open", &messages::TAKEN_ALREADY))
            } else {
                // The first square is left empty by the jump itself.
                self.fault_on_board(over, Some(to).filter(|&to| to != from), jump_topic(king))
            };
            if let Some(fault) = fault {
                return self.refuse_hop(&squares[..=hop], [at, over, to], fault);
            }
            captured.insert(over);
            if !king && Board::far_row(side).contains(to) {
                king = true;
                crowned_on = Some(to);
                if !R::CROWNED_GOES_ON && hop + 2 < squares.len() {
                    return self.must_stop(&squares[..hop + 2]);
                }
            }
        }
        let longer = self.legal_paths(|path| path.squares().starts_with(squares));
        self.must_go_on(squares, crowned_on, longer)
    }

    /// Why no checker can be captured on `over`, or none can land on `to`.
    fn fault_on_board(
        &self,
        over: Square,
        to: Option<Square>,
        topic: &'static str,
    ) -> Option<HopFault> {
        let board = self.board();
        if board.pieces(self.position.side()).contains(over) {
            return Some((MoveRefusalKind::NothingToJump, topic, &messages::OWN_CHECKER));
        }
        if board.empty().contains(over) {
            return Some((MoveRefusalKind::NothingToJump, topic, &messages::NOTHING_THERE));
        }
        // A captured checker is never on a landing square: it is an odd number of rows away.
        let lands = to.is_none_or(|to| board.empty().contains(to));
        (!lands).then_some((MoveRefusalKind::Occupied, topic, &messages::LANDING_TAKEN))
    }

    /// Refuses a hop after `begun`, the squares up to where it starts.
    fn refuse_hop(
        &self,
        begun: &[Square],
        [at, over, to]: [Square; 3],
        (kind, topic, message): HopFault,
    ) -> MoveRefusal {
        let explanation = self
            .explanation(topic, message)
            .square("from", at)
            .square("over", over)
            .square("to", to)
            .pointing_at([at, over, to]);
        let legal = self.legal_paths(|path| path.squares().starts_with(begun));
        MoveRefusal::new(kind, explanation).with_candidates(legal)
    }

    /// Refuses to continue a jump after `squares`, whose last one crowns.
    fn must_stop(&self, squares: &[Square]) -> MoveRefusal {
        let to = squares[squares.len() - 1];
        let explanation = self
            .explanation("crown.mid-jump", &messages::MUST_STOP)
            .square("to", to)
            .pointing_at([to]);
        let legal = self.legal_paths(|path| path.squares() == squares);
        MoveRefusal::new(MoveRefusalKind::MustStop, explanation).with_candidates(legal)
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
