//! Explains why a pass or a remedy (compel, huff, stand) is refused, and which remedies are due.

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::{Explainer, with_moves};
use super::{CheckersPhase, JumpRule, Move, RuleSet, StuckRule, messages};
use crate::dark::{Square, SquareSet};
use crate::{MessageArg, MoveRefusal, MoveRefusalKind, Position};

impl<R: RuleSet> Explainer<'_, R> {
    pub(super) fn refuse_pass(&self) -> MoveRefusal {
        if let CheckersPhase::Remedy(_) = self.position.checkers_phase() {
            return self.remedy_due();
        }
        let explanation = match R::STUCK {
            StuckRule::Passes => self.explanation("pass", &messages::MAY_NOT_PASS),
            StuckRule::Loses => self.explanation("end.no-move", &messages::NO_PASSING),
        };
        MoveRefusal::new(MoveRefusalKind::CannotPass, explanation)
    }

    /// Refuses a move while a remedy is due.
    pub(super) fn remedy_due(&self) -> MoveRefusal {
        let message = if self.offence_was_a_jump() {
            &messages::REMEDY_DUE_STOPPED
        } else {
            &messages::REMEDY_DUE
        };
        let offender = R::SIDE_NAMES[!self.position.side()];
        let explanation = self
            .explanation("remedy", message)
            .with("offender", MessageArg::Side(offender))
            .pointing_at(self.culprits());
        with_moves(MoveRefusal::new(MoveRefusalKind::RemedyDue, explanation), self.legal(|_| true))
    }

    /// Refuses a malformed text while a remedy is due.
    pub(super) fn not_a_remedy(&self, text: &str) -> MoveRefusal {
        if let Some(refusal) = self.did_you_mean(text) {
            return refusal;
        }
        let explanation = self
            .explanation("writing", &messages::NOT_AN_ANSWER)
            .with("typed", MessageArg::typed(text))
            .pointing_at(self.culprits());
        with_moves(MoveRefusal::new(MoveRefusalKind::NotAMove, explanation), self.legal(|_| true))
    }

    /// Refuses a huff that names no square.
    pub(super) fn huff_without_square(&self) -> MoveRefusal {
        let culprits = self.culprits();
        if culprits.is_empty() {
            return self.refuse_remedy("huff");
        }
        let explanation =
            self.explanation("writing", &messages::WHOM_TO_HUFF).pointing_at(culprits);
        with_moves(MoveRefusal::new(MoveRefusalKind::NotAMove, explanation), self.huffs())
    }

    pub(super) fn refuse_huff(&self, square: Square, text: &str) -> MoveRefusal {
        let culprits = self.culprits();
        if culprits.is_empty() {
            return self.refuse_remedy(text);
        }
        let message = if self.board().empty().contains(square) {
            &messages::NO_CULPRIT_THERE
        } else if self.board().pieces(self.position.side()).contains(square) {
            &messages::OWN_NO_CULPRIT
        } else if self.offence_was_a_jump() {
            &messages::NOT_THE_JUMPER
        } else {
            &messages::NOT_A_CULPRIT
        };
        let explanation = self
            .explanation("remedy.culprits", message)
            .square("from", square)
            .pointing_at([square])
            .pointing_at(culprits);
        with_moves(MoveRefusal::new(MoveRefusalKind::NotACulprit, explanation), self.huffs())
    }

    /// Refuses a remedy when the opponent committed no offence.
    pub(super) fn refuse_remedy(&self, text: &str) -> MoveRefusal {
        if R::JUMPING != JumpRule::Remedy {
            return self.not_a_move(text);
        }
        if self.position.checkers_phase() == CheckersPhase::Compelled {
            return MoveRefusal { kind: MoveRefusalKind::NoRemedyDue, ..self.must_jump() };
        }
        MoveRefusal::new(
            MoveRefusalKind::NoRemedyDue,
            self.explanation("remedy", &messages::NO_REMEDY),
        )
    }

    fn huffs(&self) -> Vec<String> {
        self.legal(|mv| matches!(mv, Move::Huff(_)))
    }

    fn culprits(&self) -> SquareSet {
        match self.position.checkers_phase() {
            CheckersPhase::Remedy(offence) => offence.culprits,
            _ => SquareSet::EMPTY,
        }
    }

    /// Whether the offence was a jump that stopped early, not a step.
    fn offence_was_a_jump(&self) -> bool {
        match self.position.checkers_phase() {
            CheckersPhase::Remedy(offence) => offence.was_a_jump(self.board()),
            _ => false,
        }
    }
}
