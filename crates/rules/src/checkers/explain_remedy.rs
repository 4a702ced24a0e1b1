//! Why a pass, or an answer to an offence, is not allowed, and what is said while one is due.

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::{Asker, with_moves};
use super::{CheckersPhase, JumpRule, Move, RuleSet, StuckRule, words};
use crate::dark::{Square, SquareSet};
use crate::{MessageArg, MoveRefusal, MoveRefusalKind, Position};

impl<R: RuleSet> Asker<'_, R> {
    pub(super) fn why_no_pass(&self) -> MoveRefusal {
        if let CheckersPhase::Remedy(_) = self.position.stage() {
            return self.remedy_due();
        }
        let answer = match R::STUCK {
            StuckRule::Passes => self.answer("pass", &words::MAY_NOT_PASS),
            StuckRule::Loses => self.answer("end.no-move", &words::NO_PASSING),
        };
        MoveRefusal::new(MoveRefusalKind::CannotPass, answer)
    }

    /// A move while an offence waits for its answer.
    pub(super) fn remedy_due(&self) -> MoveRefusal {
        let message = if self.stopped() { &words::REMEDY_DUE_STOPPED } else { &words::REMEDY_DUE };
        let offender = R::SIDE_NAMES[!self.position.side()];
        let answer = self
            .answer("remedy", message)
            .with("offender", MessageArg::Side(offender))
            .pointing_at(self.culprits());
        with_moves(MoveRefusal::new(MoveRefusalKind::RemedyDue, answer), self.legal(|_| true))
    }

    /// A text of no known form while an offence waits for its answer.
    pub(super) fn not_an_answer(&self, text: &str) -> MoveRefusal {
        if let Some(refusal) = self.did_you_mean(text) {
            return refusal;
        }
        let answer = self
            .answer("writing", &words::NOT_AN_ANSWER)
            .with("typed", MessageArg::typed(text))
            .pointing_at(self.culprits());
        with_moves(MoveRefusal::new(MoveRefusalKind::NotAMove, answer), self.legal(|_| true))
    }

    /// A huff that names no square.
    pub(super) fn whom_to_huff(&self) -> MoveRefusal {
        let culprits = self.culprits();
        if culprits.is_empty() {
            return self.why_no_claim("huff");
        }
        let answer = self.answer("writing", &words::WHOM_TO_HUFF).pointing_at(culprits);
        with_moves(MoveRefusal::new(MoveRefusalKind::NotAMove, answer), self.huffs())
    }

    pub(super) fn why_no_huff(&self, square: Square, text: &str) -> MoveRefusal {
        let culprits = self.culprits();
        if culprits.is_empty() {
            return self.why_no_claim(text);
        }
        let message = if self.board().empty().contains(square) {
            &words::NO_CULPRIT_THERE
        } else if self.board().of(self.position.side()).contains(square) {
            &words::OWN_NO_CULPRIT
        } else if self.stopped() {
            &words::NOT_THE_JUMPER
        } else {
            &words::NOT_A_CULPRIT
        };
        let answer = self
            .answer("remedy.culprits", message)
            .square("from", square)
            .pointing_at([square])
            .pointing_at(culprits);
        with_moves(MoveRefusal::new(MoveRefusalKind::NotACulprit, answer), self.huffs())
    }

    /// An answer to an offence when none is due.
    pub(super) fn why_no_claim(&self, text: &str) -> MoveRefusal {
        if R::JUMPING != JumpRule::Remedy {
            return self.not_a_move(text);
        }
        if self.position.stage() == CheckersPhase::Compelled {
            return MoveRefusal { kind: MoveRefusalKind::NoRemedyDue, ..self.must_jump() };
        }
        MoveRefusal::new(MoveRefusalKind::NoRemedyDue, self.answer("remedy", &words::NO_REMEDY))
    }

    fn huffs(&self) -> Vec<String> {
        self.legal(|mv| matches!(mv, Move::Huff(_)))
    }

    fn culprits(&self) -> SquareSet {
        match self.position.stage() {
            CheckersPhase::Remedy(offence) => offence.culprits,
            _ => SquareSet::EMPTY,
        }
    }

    /// Whether the offence was a jump that stopped early.
    fn stopped(&self) -> bool {
        match self.position.stage() {
            CheckersPhase::Remedy(offence) => offence.was_a_jump(self.board()),
            _ => false,
        }
    }
}
