//! Why a jump that a player typed cannot be made, hop by hop. Jumps that can be made, and steps,
//! are not here.

use alloc::vec::Vec;

use super::explain::{answer, between, with_moves};
use super::meant::texts;
use super::{StackEm, words};
use crate::dark::{Direction, Path, Square, fits, one_jump};
use crate::{MoveRefusal, MoveRefusalKind, Position};

impl StackEm {
    /// Why the squares are no legal jump of a stack that is on the first of them and that the
    /// side to move controls. It must be so: no legal jump fits them.
    pub(super) fn refuse_jump(&self, squares: &[Square]) -> MoveRefusal {
        let (way, reached) = self.farthest(squares);
        let candidates = if way.is_jump() {
            texts(&self.legal(|mv| mv.squares().starts_with(&way.squares())))
        } else {
            self.texts_from(squares[0])
        };
        match squares.get(reached) {
            None => with_moves(self.must_go_on(way), self.completions(squares)),
            Some(&to) => {
                let refusal = self.refuse_hop(way, to, squares);
                let meant = if refusal.candidates.is_empty() {
                    candidates
                } else {
                    refusal.candidates.clone()
                };
                refusal.meaning(meant)
            }
        }
    }

    /// The way that can be jumped and that fits the most squares from the first on, and how many
    /// those are. Of several the one with the fewest jumps, so that nothing is added to what was
    /// typed without need.
    fn farthest(&self, squares: &[Square]) -> (Path, usize) {
        let mut best = (Path::standing(squares[0]), 1);
        let mut fewest = 0;
        for mv in self.legal(|mv| mv.is_jump() && mv.from() == squares[0]) {
            let landings = mv.squares();
            for jumps in 1..landings.len() {
                let fitting = (2..=squares.len())
                    .rev()
                    .find(|&count| fits(&squares[..count], &landings[..=jumps]))
                    .unwrap_or(1);
                if fitting > best.1 || fitting == best.1 && jumps < fewest {
                    best = (beginning(mv, jumps), fitting);
                    fewest = jumps;
                }
            }
        }
        best
    }

    /// The legal jumps of which the squares are a beginning: in full, or else shortened.
    fn completions(&self, squares: &[Square]) -> Vec<alloc::string::String> {
        let exact = self.legal(|mv| mv.squares().starts_with(squares));
        if !exact.is_empty() {
            return texts(&exact);
        }
        texts(&self.legal(|mv| mv.is_begun_by(squares)))
    }

    /// The position in the middle of a turn, with the same side to go on.
    fn midway(&self, way: Path) -> StackEm {
        let mut midway = self.clone();
        if way.is_jump() {
            midway.play_unchecked(way);
            midway.side = self.side;
        }
        midway
    }

    fn must_go_on(&self, way: Path) -> MoveRefusal {
        let midway = self.midway(way);
        let at = way.to();
        let onward = Direction::ALL.into_iter().filter(|&way| midway.jumpers(way).contains(at));
        let over: Vec<Square> = onward.filter_map(|way| at.step(way)).collect();
        let answer = answer("jump.go-on", &words::MUST_GO_ON)
            .square("to", at)
            .pointing_at([at])
            .pointing_at(over);
        MoveRefusal::new(MoveRefusalKind::MustGoOn, answer)
    }

    /// Why a stack that has gone some way cannot jump on to a square.
    fn refuse_hop(&self, way: Path, to: Square, squares: &[Square]) -> MoveRefusal {
        let midway = self.midway(way);
        let from = way.to();
        let about = |topic, message| between(topic, message, from, to);
        if from == to {
            return MoveRefusal::new(
                MoveRefusalKind::NothingToJump,
                about("jump.how", &words::NO_JUMP_BETWEEN),
            );
        }
        if let Some(direction) = Direction::between(from, to) {
            let step = Path::step(from, direction);
            if !way.is_jump() && self.is_legal(step) {
                let moves = texts(&[step]);
                let answer = about("writing", &words::IS_A_STEP);
                return with_moves(MoveRefusal::new(MoveRefusalKind::NothingToJump, answer), moves);
            }
            return MoveRefusal::new(
                MoveRefusalKind::NothingToJump,
                about("jump.how", &words::NO_JUMP_BETWEEN),
            );
        }
        let Some((direction, over)) = one_jump(from, to) else {
            return self.refuse_way(squares);
        };
        let about = |topic, message| {
            let answer = answer(topic, message).square("from", from).square("to", to);
            answer.square("over", over).pointing_at([from, over, to])
        };
        if !midway.goes(from, direction) {
            return MoveRefusal::new(
                MoveRefusalKind::Backwards,
                about("jump.how", &words::JUMPS_BACKWARDS),
            );
        }
        if midway.tops[!self.side].contains(over) {
            let answer = about("jump.how", &words::LANDING_TAKEN);
            return MoveRefusal::new(MoveRefusalKind::Occupied, answer);
        }
        let jumped = way.jumps().any(|(passed, _)| passed == over);
        let (topic, message) = match (midway.tops[self.side].contains(over), jumped) {
            (true, true) => ("jump.again", &words::FREED_TO_JUMP),
            (true, false) => ("jump.how", &words::OWN_TO_JUMP),
            (false, true) => ("jump.again", &words::TAKEN_ALREADY),
            (false, false) => ("jump.how", &words::NOTHING_THERE),
        };
        MoveRefusal::new(MoveRefusalKind::NothingToJump, about(topic, message))
    }

    /// Why no jump goes over squares of which two are not one jump apart.
    fn refuse_way(&self, squares: &[Square]) -> MoveRefusal {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let jumps = texts(&self.legal(|mv| mv.is_jump() && mv.from() == from));
        if jumps.is_empty() {
            let answer = answer("jump.how", &words::CANNOT_JUMP).square("from", from);
            return MoveRefusal::new(MoveRefusalKind::NothingToJump, answer.pointing_at([from]));
        }
        let ends_there = self.legal(|mv| mv.is_jump() && mv.from() == from && mv.to() == to);
        let message = if ends_there.is_empty() { &words::NO_WAY } else { &words::ANOTHER_WAY };
        let answer = answer("jump.how", message).square("from", from).square("to", to);
        let answer = answer.pointing_at([from, to]);
        with_moves(MoveRefusal::new(MoveRefusalKind::NothingToJump, answer), jumps)
    }
}

/// The first so many jumps of a jump.
fn beginning(jump: Path, jumps: usize) -> Path {
    let mut at = jump.from();
    let mut way = Path::standing(at);
    for (over, landing) in jump.jumps().take(jumps) {
        if let Some(direction) = Direction::between(at, over) {
            way = way.jump(direction);
        }
        at = landing;
    }
    way
}
