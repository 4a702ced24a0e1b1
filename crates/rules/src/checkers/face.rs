//! What the checkers family tells people: texts, permissions, endings and the board.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rule_set::id_on;
use super::{Board, Checkers, Jumping, Move, Offence, RuleSet, Stage, explain, text, words};
use crate::book::Rule;
use crate::dark::{Square, SquareSet};
use crate::{
    Answer, AnySquare, Arg, BySide, Checker, Faults, Message, Notation, Outcome, Position, Reason,
    Refusal, Side, SideName, Verdict,
};

impl<R: RuleSet> Notation for Checkers<R> {
    type Variant = ();

    const BOOK: &'static [Rule] = R::BOOK;
    const SIDE_NAMES: BySide<SideName> = R::SIDE_NAMES;

    fn from_text((): (), text: &str) -> Result<Self, Faults> {
        text::read(text)
    }

    fn text(&self) -> Option<String> {
        text::write(self)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn trail(&self, mv: Move) -> Vec<AnySquare> {
        match mv {
            Move::Go { path, .. } => path.squares().into_iter().map(AnySquare::from).collect(),
            Move::Huff(square) => Vec::from([square.into()]),
            Move::Pass | Move::Compel | Move::Stand => Vec::new(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        explain::read_move(self, text)
    }

    fn permit(&self, mv: Move) -> Answer {
        let answer = |topic, message| Answer::new(id_on::<R>(topic), message);
        let offender = Arg::Side(R::SIDE_NAMES[!self.side()]);
        match mv {
            Move::Go { .. } => self.permit_going(mv),
            Move::Pass => answer("pass", &words::PASSES),
            Move::Compel => answer("remedy.compel", &words::COMPELS).with("offender", offender),
            Move::Huff(culprit) => self.permit_huff(culprit),
            Move::Stand => answer("remedy.stand", &words::STANDS),
        }
    }

    fn why_ended(&self, outcome: Outcome) -> Answer {
        let (topic, message): (_, &Message) = match outcome.reason {
            Reason::CapturedAll => ("end.captured-all", &words::CAPTURED_ALL),
            Reason::NoMove => ("end.no-move", &words::NO_MOVE),
            Reason::NeitherCanMove => ("end.neither-can-move", &words::NEITHER_CAN_MOVE),
            Reason::Repetition => ("draw.repetition", &words::REPETITION),
            _ if R::JUMPING == Jumping::Remedy => ("draw.no-progress", &words::NO_PROGRESS_NO_HUFF),
            _ => ("draw.no-progress", &words::NO_PROGRESS),
        };
        let answer = Answer::new(id_on::<R>(topic), message)
            .with("turns", Arg::Number(Self::IDLE_PLIES.unwrap_or_default()));
        match outcome.verdict {
            Verdict::Draw => answer,
            Verdict::Win(winner) => answer
                .with("winner", Arg::Side(R::SIDE_NAMES[winner]))
                .with("loser", Arg::Side(R::SIDE_NAMES[!winner]))
                .pointing_at(self.board().of(!winner)),
        }
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        let AnySquare::Dark(square) = square else { return Vec::new() };
        let king = self.board().kings().contains(square);
        let standing = |side: &Side| self.board().of(*side).contains(square);
        Side::ALL.into_iter().filter(standing).map(|side| Checker { side, king }).collect()
    }

    fn phase(&self) -> &'static str {
        if R::JUMPING != Jumping::Remedy {
            return "play";
        }
        match self.stage() {
            Stage::Regular => "regular",
            Stage::Remedy(_) => "remedy",
            Stage::Compelled => "compelled",
        }
    }
}

impl<R: RuleSet> Checkers<R> {
    fn permit_huff(&self, culprit: Square) -> Answer {
        let stopped = match self.stage() {
            Stage::Remedy(offence) => offence.was_a_jump(self.board()),
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
            .with("offender", Arg::Side(R::SIDE_NAMES[!self.side()]))
            .pointing_at([culprit])
    }

    fn permit_going(&self, mv: Move) -> Answer {
        let Move::Go { path, captured, crowned } = mv else { return self.permit(mv) };
        let answer = |topic, message: &'static Message| {
            Answer::new(id_on::<R>(topic), message)
                .square("from", path.from())
                .square("to", path.to())
                .with("captured", squares(captured))
                .pointing_at(path.squares())
        };
        if R::JUMPING == Jumping::Remedy && self.stage() == Stage::Regular {
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

fn squares(set: SquareSet) -> Arg {
    Arg::Squares(set.into_iter().map(AnySquare::from).collect())
}
