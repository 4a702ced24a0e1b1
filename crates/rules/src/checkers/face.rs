//! What the checkers family tells people: texts, permissions, endings and the board.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rule_set::id_on;
use super::{
    Board, Checkers, CheckersPhase, JumpRule, Move, Offence, RuleSet, explain, text, words,
};
use crate::book::Rule;
use crate::dark::Square;
use crate::{
    ActionKind, Answer, AnySquare, BySide, Checker, MessageArg, MessageTemplate, MoveDetails,
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

    fn details(&self, mv: Move) -> MoveDetails {
        match mv {
            Move::Go { path, crowned, .. } => {
                let kind = if path.is_jump() { ActionKind::Jump } else { ActionKind::Step };
                MoveDetails::new(kind, path.squares())
                    .capturing(path.jumps().map(|(over, _)| over))
                    .crowning(crowned)
            }
            Move::Huff(culprit) => {
                MoveDetails::new(ActionKind::Huff, [culprit]).capturing([culprit])
            }
            Move::Pass => MoveDetails::word(ActionKind::Pass),
            Move::Compel => MoveDetails::word(ActionKind::Compel),
            Move::Stand => MoveDetails::word(ActionKind::Stand),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveRefusal> {
        explain::read_move(self, text)
    }

    fn permit(&self, mv: Move) -> Answer {
        let answer = |topic, message| Answer::new(id_on::<R>(topic), message);
        let offender = MessageArg::Side(R::SIDE_NAMES[!self.side()]);
        match mv {
            Move::Go { .. } => self.permit_going(mv),
            Move::Pass => answer("pass", &words::PASSES),
            Move::Compel => answer("remedy.compel", &words::COMPELS).with("offender", offender),
            Move::Huff(culprit) => self.permit_huff(culprit),
            Move::Stand => answer("remedy.stand", &words::STANDS),
        }
    }

    fn why_ended(&self, outcome: Outcome) -> Answer {
        let (topic, message): (_, &MessageTemplate) = match outcome.reason {
            Reason::CapturedAll => ("end.captured-all", &words::CAPTURED_ALL),
            Reason::NoMove => ("end.no-move", &words::NO_MOVE),
            Reason::NeitherCanMove => ("end.neither-can-move", &words::NEITHER_CAN_MOVE),
            Reason::Repetition => ("draw.repetition", &words::REPETITION),
            _ if R::JUMPING == JumpRule::Remedy => {
                ("draw.no-progress", &words::NO_PROGRESS_NO_HUFF)
            }
            _ => ("draw.no-progress", &words::NO_PROGRESS),
        };
        let answer = Answer::new(id_on::<R>(topic), message)
            .with("turns", MessageArg::Number(Self::IDLE_PLIES.unwrap_or_default()));
        match outcome.verdict {
            Verdict::Draw => answer,
            Verdict::Win(winner) => answer
                .with("winner", MessageArg::Side(R::SIDE_NAMES[winner]))
                .with("loser", MessageArg::Side(R::SIDE_NAMES[!winner]))
                .pointing_at(self.board().of(!winner)),
        }
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        let AnySquare::Dark(square) = square else { return Vec::new() };
        let king = self.board().kings().contains(square);
        let standing = |side: &Side| self.board().of(*side).contains(square);
        Side::ALL.into_iter().filter(standing).map(|side| Checker { side, king }).collect()
    }

    fn phase(&self) -> Phase {
        if R::JUMPING != JumpRule::Remedy {
            return Phase::Play;
        }
        match self.stage() {
            CheckersPhase::Regular => Phase::Regular,
            CheckersPhase::Remedy(_) => Phase::Remedy,
            CheckersPhase::Compelled => Phase::Compelled,
        }
    }
}

impl<R: RuleSet> Checkers<R> {
    fn permit_huff(&self, culprit: Square) -> Answer {
        let stopped = match self.stage() {
            CheckersPhase::Remedy(offence) => offence.was_a_jump(self.board()),
            _ => false,
        };
        let (topic, message) = if self.board().of(!self.side()).len() == 1 {
            ("end.last-huffed", &words::HUFFS_THE_LAST)
        } else if stopped {
            ("remedy.huff", &words::HUFFS_STOPPED)
        } else {
            ("remedy.huff", &words::HUFFS)
        };
        Answer::new(id_on::<R>(topic), message)
            .square("from", culprit)
            .with("offender", MessageArg::Side(R::SIDE_NAMES[!self.side()]))
            .pointing_at([culprit])
    }

    fn permit_going(&self, mv: Move) -> Answer {
        let Move::Go { path, captured, crowned } = mv else { return self.permit(mv) };
        let answer = |topic, message: &'static MessageTemplate| {
            Answer::new(id_on::<R>(topic), message)
                .square("from", path.from())
                .square("to", path.to())
                .with("captured", squares(path.jumps().map(|(over, _)| over)))
                .pointing_at(path.squares())
        };
        if R::JUMPING == JumpRule::Remedy && self.stage() == CheckersPhase::Regular {
            let mut after = *self.board();
            after.go(self.side(), path, captured, crowned);
            if let Some(offence) = Offence::of(self.side(), self.board(), mv, &after) {
                let (topic, message) = match (path.is_jump(), offence.culprits.len()) {
                    (true, _) => ("jump.go-on", &words::OFFENDS_STOPPING),
                    (false, 1) => ("jump.duty", &words::OFFENDS),
                    (false, _) => ("jump.duty", &words::OFFENDS_SEVERAL),
                };
                return answer(topic, message).with("culprits", squares(offence.culprits));
            }
        }
        let king = self.board().kings().contains(path.from());
        match (path.is_jump(), crowned) {
            (false, true) => answer("crown.how", &words::STEPS_AND_CROWNED),
            (false, false) if king => answer("move.king", &words::STEPS),
            (false, false) => answer("move.step", &words::STEPS),
            (true, true) if goes_on_crowned(self.side(), &path.squares()) => {
                answer("crown.mid-jump", &words::JUMPS_AND_CROWNED)
            }
            (true, true) => answer("jump.how", &words::JUMPS_AND_CROWNED),
            (true, false) if king => answer("move.king", &words::JUMPS),
            (true, false) => answer("jump.how", &words::JUMPS),
        }
    }
}

/// Whether a man's jump went on after the far row.
fn goes_on_crowned(side: Side, way: &[Square]) -> bool {
    way[..way.len() - 1].iter().any(|&square| Board::far_row(side).contains(square))
}

fn squares(squares: impl IntoIterator<Item = Square>) -> MessageArg {
    MessageArg::Squares(squares.into_iter().map(AnySquare::from).collect())
}
