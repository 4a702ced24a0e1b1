//! `Notation` of the checkers family: texts, explanations of legal moves and outcomes, and the
//! board.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rule_set::rule_id;
use super::{
    Board, Checkers, CheckersPhase, JumpRule, Move, Offence, RuleSet, explain, messages, text,
};
use crate::book::Rule;
use crate::dark::Square;
use crate::{
    ActionKind, AnySquare, BySide, Checker, Explanation, MessageArg, MessageTemplate, MoveDetails,
    MoveRefusal, Notation, Outcome, Phase, Position, Reason, Side, SideName, Verdict,
};

impl<R: RuleSet> Notation for Checkers<R> {
    const BOOK: &'static [Rule] = R::BOOK;
    const SIDE_NAMES: BySide<SideName> = R::SIDE_NAMES;

    fn text(&self) -> Option<String> {
        text::write(self)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn move_details(&self, mv: Move) -> MoveDetails {
        match mv {
            Move::Go { path, crowned, .. } => {
                let kind = if path.is_jump() { ActionKind::Jump } else { ActionKind::Step };
                MoveDetails::new(kind, path.squares())
                    .with_captures(path.jumps().map(|(over, _)| over))
                    .with_crowned(crowned)
            }
            Move::Huff(culprit) => {
                MoveDetails::new(ActionKind::Huff, [culprit]).with_captures([culprit])
            }
            Move::Pass => MoveDetails::without_squares(ActionKind::Pass),
            Move::Compel => MoveDetails::without_squares(ActionKind::Compel),
            Move::Stand => MoveDetails::without_squares(ActionKind::Stand),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveRefusal> {
        explain::parse_move(self, text)
    }

    fn explain_move(&self, mv: Move) -> Explanation {
        let explanation = |topic, message| Explanation::new(rule_id::<R>(topic), message);
        let offender = MessageArg::Side(R::SIDE_NAMES[!self.side()]);
        match mv {
            Move::Go { .. } => self.explain_going(mv),
            Move::Pass => explanation("pass", &messages::PASSES),
            Move::Compel => {
                explanation("remedy.compel", &messages::COMPELS).with("offender", offender)
            }
            Move::Huff(culprit) => self.explain_huff(culprit),
            Move::Stand => explanation("remedy.stand", &messages::STANDS),
        }
    }

    fn explain_outcome(&self, outcome: Outcome) -> Explanation {
        let (topic, message): (_, &MessageTemplate) = match outcome.reason {
            Reason::CapturedAll => ("end.captured-all", &messages::CAPTURED_ALL),
            Reason::NoMove => ("end.no-move", &messages::NO_MOVE),
            Reason::NeitherCanMove => ("end.neither-can-move", &messages::NEITHER_CAN_MOVE),
            Reason::Repetition => ("draw.repetition", &messages::REPETITION),
            _ if R::JUMPING == JumpRule::Remedy => {
                ("draw.no-progress", &messages::NO_PROGRESS_NO_HUFF)
            }
            _ => ("draw.no-progress", &messages::NO_PROGRESS),
        };
        let explanation = Explanation::new(rule_id::<R>(topic), message)
            .with("turns", MessageArg::Number(Self::NO_PROGRESS_LIMIT.unwrap_or_default()));
        match outcome.verdict {
            Verdict::Draw => explanation,
            Verdict::Win(winner) => explanation
                .with("winner", MessageArg::Side(R::SIDE_NAMES[winner]))
                .with("loser", MessageArg::Side(R::SIDE_NAMES[!winner]))
                .pointing_at(self.board().pieces(!winner)),
        }
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        let AnySquare::Dark(square) = square else { return Vec::new() };
        let king = self.board().kings().contains(square);
        let standing = |side: &Side| self.board().pieces(*side).contains(square);
        Side::ALL.into_iter().filter(standing).map(|side| Checker { side, king }).collect()
    }

    fn phase(&self) -> Phase {
        if R::JUMPING != JumpRule::Remedy {
            return Phase::Play;
        }
        match self.checkers_phase() {
            CheckersPhase::Regular => Phase::Regular,
            CheckersPhase::Remedy(_) => Phase::Remedy,
            CheckersPhase::Compelled => Phase::Compelled,
        }
    }
}

impl<R: RuleSet> Checkers<R> {
    fn explain_huff(&self, culprit: Square) -> Explanation {
        let stopped = match self.checkers_phase() {
            CheckersPhase::Remedy(offence) => offence.was_a_jump(self.board()),
            _ => false,
        };
        let (topic, message) = if self.board().pieces(!self.side()).len() == 1 {
            ("end.last-huffed", &messages::HUFFS_THE_LAST)
        } else if stopped {
            ("remedy.huff", &messages::HUFFS_STOPPED)
        } else {
            ("remedy.huff", &messages::HUFFS)
        };
        Explanation::new(rule_id::<R>(topic), message)
            .square("from", culprit)
            .with("offender", MessageArg::Side(R::SIDE_NAMES[!self.side()]))
            .pointing_at([culprit])
    }

    fn explain_going(&self, mv: Move) -> Explanation {
        let Move::Go { path, captured, crowned } = mv else { return self.explain_move(mv) };
        let explanation = |topic, message: &'static MessageTemplate| {
            Explanation::new(rule_id::<R>(topic), message)
                .square("from", path.from())
                .square("to", path.to())
                .with("captured", squares(path.jumps().map(|(over, _)| over)))
                .pointing_at(path.squares())
        };
        if R::JUMPING == JumpRule::Remedy && self.checkers_phase() == CheckersPhase::Regular {
            let mut after = *self.board();
            after.move_checker(self.side(), path, captured, crowned);
            if let Some(offence) = Offence::of(self.side(), self.board(), mv, &after) {
                let (topic, message) = match (path.is_jump(), offence.culprits.len()) {
                    (true, _) => ("jump.go-on", &messages::OFFENDS_STOPPING),
                    (false, 1) => ("jump.duty", &messages::OFFENDS),
                    (false, _) => ("jump.duty", &messages::OFFENDS_SEVERAL),
                };
                return explanation(topic, message).with("culprits", squares(offence.culprits));
            }
        }
        let king = self.board().kings().contains(path.from());
        match (path.is_jump(), crowned) {
            (false, true) => explanation("crown.how", &messages::STEPS_AND_CROWNED),
            (false, false) if king => explanation("move.king", &messages::STEPS),
            (false, false) => explanation("move.step", &messages::STEPS),
            (true, true) if goes_on_crowned(self.side(), &path.squares()) => {
                explanation("crown.mid-jump", &messages::JUMPS_AND_CROWNED)
            }
            (true, true) => explanation("jump.how", &messages::JUMPS_AND_CROWNED),
            (true, false) if king => explanation("move.king", &messages::JUMPS),
            (true, false) => explanation("jump.how", &messages::JUMPS),
        }
    }
}

/// Whether a man's jump continued after the king row.
fn goes_on_crowned(side: Side, landings: &[Square]) -> bool {
    landings[..landings.len() - 1].iter().any(|&square| Board::far_row(side).contains(square))
}

fn squares(squares: impl IntoIterator<Item = Square>) -> MessageArg {
    MessageArg::Squares(squares.into_iter().map(AnySquare::from).collect())
}
