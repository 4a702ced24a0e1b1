//! Explains why a typed jump of Stack'Em is refused, hop by hop.

use alloc::vec::Vec;

use super::explain::{between, explanation, with_moves};
use super::matching::texts;
use super::{StackEm, messages};
use crate::dark::{Direction, Path, Square, matches_route, single_jump};
use crate::{MoveRefusal, MoveRefusalKind, Position};

impl StackEm {
    /// Why the squares are no legal jump. The side to move must control the stack on the first of
    /// them, and no legal jump may match them.
    pub(super) fn refuse_jump(&self, squares: &[Square]) -> MoveRefusal {
        let (route, reached) = self.longest_prefix(squares);
        let candidates = if route.is_jump() {
            texts(&self.legal_where(|mv| mv.squares().starts_with(&route.squares())))
        } else {
            self.texts_from(squares[0])
        };
        match squares.get(reached) {
            None => with_moves(self.must_go_on(route), self.completions(squares)),
            Some(&to) => {
                let refusal = self.refuse_hop(route, to, squares);
                let meant = if refusal.candidates.is_empty() {
                    candidates
                } else {
                    refusal.candidates.clone()
                };
                refusal.with_candidates(meant)
            }
        }
    }

    /// The possible jump that matches the longest prefix of the squares, and the length of that
    /// prefix. Of several, the one with the fewest hops, so that it adds as little as possible to
    /// the typed squares.
    fn longest_prefix(&self, squares: &[Square]) -> (Path, usize) {
        let mut best = (Path::new(squares[0]), 1);
        let mut fewest = 0;
        for mv in self.legal_where(|mv| mv.is_jump() && mv.from() == squares[0]) {
            let landings = mv.squares();
            for jumps in 1..landings.len() {
                let fitting = (2..=squares.len())
                    .rev()
                    .find(|&count| matches_route(&squares[..count], &landings[..=jumps]))
                    .unwrap_or(1);
                if fitting > best.1 || fitting == best.1 && jumps < fewest {
                    best = (prefix(mv, jumps), fitting);
                    fewest = jumps;
                }
            }
        }
        best
    }

    /// The legal jumps that begin with the squares, in full or else shortened.
    fn completions(&self, squares: &[Square]) -> Vec<alloc::string::String> {
        let exact = self.legal_where(|mv| mv.squares().starts_with(squares));
        if !exact.is_empty() {
            return texts(&exact);
        }
        texts(&self.legal_where(|mv| mv.starts_with(squares)))
    }

    /// The position in the middle of a turn, with the same side to move.
    fn after_prefix(&self, route: Path) -> StackEm {
        let mut after_prefix = self.clone();
        if route.is_jump() {
            after_prefix.play_unchecked(route);
            after_prefix.side = self.side;
        }
        after_prefix
    }

    fn must_go_on(&self, route: Path) -> MoveRefusal {
        let after_prefix = self.after_prefix(route);
        let at = route.to();
        let onward = Direction::ALL
            .into_iter()
            .filter(|&direction| after_prefix.jumpers(direction).contains(at));
        let over: Vec<Square> = onward.filter_map(|direction| at.step(direction)).collect();
        let explanation = explanation("jump.go-on", &messages::MUST_GO_ON)
            .square("to", at)
            .pointing_at([at])
            .pointing_at(over);
        MoveRefusal::new(MoveRefusalKind::MustGoOn, explanation)
    }

    /// Why a stack cannot continue a jump to a square.
    fn refuse_hop(&self, route: Path, to: Square, squares: &[Square]) -> MoveRefusal {
        let after_prefix = self.after_prefix(route);
        let from = route.to();
        let about = |topic, message| between(topic, message, from, to);
        if from == to {
            return MoveRefusal::new(
                MoveRefusalKind::NothingToJump,
                about("jump.how", &messages::NO_JUMP_BETWEEN),
            );
        }
        if let Some(direction) = Direction::between(from, to) {
            let step = Path::step(from, direction);
            if !route.is_jump() && self.is_legal(step) {
                let moves = texts(&[step]);
                let explanation = about("writing", &messages::IS_A_STEP);
                return with_moves(
                    MoveRefusal::new(MoveRefusalKind::NothingToJump, explanation),
                    moves,
                );
            }
            return MoveRefusal::new(
                MoveRefusalKind::NothingToJump,
                about("jump.how", &messages::NO_JUMP_BETWEEN),
            );
        }
        let Some((direction, over)) = single_jump(from, to) else {
            return self.refuse_route(squares);
        };
        let about = |topic, message| {
            let explanation = explanation(topic, message).square("from", from).square("to", to);
            explanation.square("over", over).pointing_at([from, over, to])
        };
        if !after_prefix.may_go(from, direction) {
            return MoveRefusal::new(
                MoveRefusalKind::Backwards,
                about("jump.how", &messages::JUMPS_BACKWARDS),
            );
        }
        if after_prefix.tops[!self.side].contains(over) {
            let explanation = about("jump.how", &messages::LANDING_TAKEN);
            return MoveRefusal::new(MoveRefusalKind::Occupied, explanation);
        }
        let jumped = route.jumps().any(|(passed, _)| passed == over);
        let (topic, message) = match (after_prefix.tops[self.side].contains(over), jumped) {
            (true, true) => ("jump.again", &messages::FREED_TO_JUMP),
            (true, false) => ("jump.how", &messages::OWN_TO_JUMP),
            (false, true) => ("jump.again", &messages::TAKEN_ALREADY),
            (false, false) => ("jump.how", &messages::NOTHING_THERE),
        };
        MoveRefusal::new(MoveRefusalKind::NothingToJump, about(topic, message))
    }

    /// Why squares of which two are not one jump apart are no jump.
    fn refuse_route(&self, squares: &[Square]) -> MoveRefusal {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let jumps = texts(&self.legal_where(|mv| mv.is_jump() && mv.from() == from));
        if jumps.is_empty() {
            let explanation = explanation("jump.how", &messages::CANNOT_JUMP).square("from", from);
            return MoveRefusal::new(
                MoveRefusalKind::NothingToJump,
                explanation.pointing_at([from]),
            );
        }
        let ends_there = self.legal_where(|mv| mv.is_jump() && mv.from() == from && mv.to() == to);
        let message =
            if ends_there.is_empty() { &messages::NO_WAY } else { &messages::ANOTHER_WAY };
        let explanation = explanation("jump.how", message).square("from", from).square("to", to);
        let explanation = explanation.pointing_at([from, to]);
        with_moves(MoveRefusal::new(MoveRefusalKind::NothingToJump, explanation), jumps)
    }
}

/// The first `jumps` hops of a jump.
fn prefix(jump: Path, jumps: usize) -> Path {
    let mut at = jump.from();
    let mut route = Path::new(at);
    for (over, landing) in jump.jumps().take(jumps) {
        if let Some(direction) = Direction::between(at, over) {
            route = route.jump(direction);
        }
        at = landing;
    }
    route
}
