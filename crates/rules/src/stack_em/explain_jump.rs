//! Why a jump that a player typed cannot be made, hop by hop. Jumps that can be made, and steps,
//! are not here.

use alloc::vec::Vec;

use super::explain::{answer, between, each_once};
use super::meant::texts;
use super::{StackEm, words};
use crate::dark::{Direction, Path, Square, fits, one_jump};
use crate::{Arg, Kind, Position, Refusal};

impl StackEm {
    /// Why the squares are no legal jump of a stack that is on the first of them and that the
    /// side to move controls. It must be so: no legal jump fits them.
    pub(super) fn refuse_jump(&self, squares: &[Square]) -> Refusal {
        let (way, reached) = self.farthest(squares);
        let candidates = if way.is_jump() {
            texts(&self.legal(|mv| mv.squares().starts_with(&way.squares())))
        } else {
            self.texts_from(squares[0])
        };
        match squares.get(reached) {
            None => self.must_go_on(way).meaning(self.completions(squares)),
            Some(&to) => {
                let refusal = self.refuse_hop(way, to);
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

    /// The legal jumps of which the squares are a beginning.
    fn completions(&self, squares: &[Square]) -> Vec<alloc::string::String> {
        texts(&self.legal(|mv| {
            let landings = mv.squares();
            mv.is_jump() && (1..landings.len()).any(|jumps| fits(squares, &landings[..=jumps]))
        }))
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

    fn must_go_on(&self, way: Path) -> Refusal {
        let midway = self.midway(way);
        let at = way.to();
        let onward = Direction::ALL.into_iter().filter(|&way| midway.jumpers(way).contains(at));
        let over: Vec<Square> = onward.filter_map(|way| at.step(way)).collect();
        let answer = answer("jump.go-on", &words::MUST_GO_ON)
            .square("from", at)
            .pointing_at([at])
            .pointing_at(over.iter().copied())
            .with("over", each_once(over));
        Refusal::new(Kind::MustGoOn, answer)
    }

    /// Why a stack that has gone some way cannot jump on to a square.
    fn refuse_hop(&self, way: Path, to: Square) -> Refusal {
        let midway = self.midway(way);
        let from = way.to();
        let about = |topic, message| between(topic, message, from, to);
        if from == to {
            return Refusal::new(Kind::SameSquare, about("jump.how", &words::NO_WAY_BACK));
        }
        if let Some(direction) = Direction::between(from, to) {
            let step = Path::step(from, direction);
            if !way.is_jump() && self.is_legal(step) {
                let moves = texts(&[step]);
                let answer = about("jump.how", &words::WRITTEN_WITH_DASH)
                    .with("moves", Arg::Moves(moves.clone()));
                return Refusal::new(Kind::NothingToJump, answer).meaning(moves);
            }
            return Refusal::new(Kind::NothingToJump, about("jump.how", &words::NEIGHBOURS));
        }
        let Some((direction, over)) = one_jump(from, to) else {
            let diagonal = from.row().abs_diff(to.row()) == from.file().abs_diff(to.file());
            let kind = if diagonal { Kind::TooFar } else { Kind::NotDiagonal };
            return Refusal::new(kind, about("jump.how", &words::NO_JUMP_LEADS_THERE));
        };
        if !midway.goes(from, direction) {
            return Refusal::new(Kind::Backwards, about("jump.how", &words::JUMPS_BACKWARDS));
        }
        if midway.tops[!self.side].contains(over) {
            let answer = about("jump.how", &words::LANDING_TAKEN);
            return Refusal::new(Kind::Occupied, answer);
        }
        let jumped = way.jumps().any(|(passed, _)| passed == over);
        let message = match (midway.tops[self.side].contains(over), jumped) {
            (true, true) => &words::FREED_TO_JUMP,
            (true, false) => &words::OWN_TO_JUMP,
            (false, true) => &words::TAKEN_ALREADY,
            (false, false) => &words::NOTHING_THERE,
        };
        let answer = about("jump.how", message).square("over", over).pointing_at([over]);
        Refusal::new(Kind::NothingToJump, answer)
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
