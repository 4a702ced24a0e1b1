//! Matches between two players of one game: in pairs, with colours changed, from random openings.

use crownhead_rules::{History, Position, Reason, Side, Verdict};

use crate::tune::Dice;

/// How a match is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// How many plies of each opening are played at random.
    pub random_plies: u32,
    /// A game that is longer is a draw.
    pub most_plies: u32,
    /// What the dice that play the openings begin with.
    pub seed: u64,
}

/// A game that was played.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Played<P> {
    /// Who won.
    pub verdict: Verdict,
    /// What ended it; nothing if a player gave up, or it was too long.
    pub reason: Option<Reason>,
    /// Its last position.
    pub last: P,
    /// How many plies it had, those of the opening included.
    pub plies: u32,
}

/// How a match stands, as the first player sees it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// How many games were played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw being half a point.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Counts a game in which the first player had a side.
    pub fn count(&mut self, verdict: Verdict, one: Side) {
        match verdict {
            Verdict::Draw => self.draws += 1,
            Verdict::Win(side) if side == one => self.wins += 1,
            Verdict::Win(_) => self.losses += 1,
        }
    }
}

impl Duel {
    /// The side that the first player has in the game of a number. Both games of a pair begin with
    /// the same opening.
    pub fn side_of_first(number: u32) -> Side {
        Side::ALL[number as usize % 2]
    }

    /// Plays the game of a number, which does not depend on the others. A player without a move to
    /// give resigns.
    pub fn play<P: Position>(
        &self,
        number: u32,
        start: &P,
        mut one: impl FnMut(&P, &History) -> Option<P::Move>,
        mut other: impl FnMut(&P, &History) -> Option<P::Move>,
    ) -> Played<P> {
        let mut dice = Dice::new(self.seed ^ u64::from(number / 2) << 32);
        let (mut position, mut history) = self.opening(start, &mut dice);
        let side = Duel::side_of_first(number);
        let (mut verdict, mut reason, mut plies) = (Verdict::Draw, None, self.random_plies);
        while plies < self.random_plies + self.most_plies {
            if let Some(end) = position.outcome().or_else(|| history.draw(&position)) {
                (verdict, reason) = (end.verdict, Some(end.reason));
                break;
            }
            let on_turn = position.side();
            let chosen =
                if on_turn == side { one(&position, &history) } else { other(&position, &history) };
            let Some(mv) = chosen else {
                verdict = Verdict::Win(!on_turn);
                break;
            };
            history.play(&mut position, mv);
            plies += 1;
        }
        Played { verdict, reason, last: position, plies }
    }

    /// A random opening that has not ended the game.
    fn opening<P: Position>(&self, start: &P, dice: &mut Dice) -> (P, History) {
        loop {
            let (mut position, mut history) = (start.clone(), History::new(start));
            for _ in 0..self.random_plies {
                let mut moves = Vec::new();
                position.each_move(|mv| moves.push(mv));
                if moves.is_empty() {
                    break;
                }
                history.play(&mut position, moves[dice.below(moves.len())]);
            }
            if position.outcome().is_none() && history.draw(&position).is_none() {
                return (position, history);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crownhead_rules::stack_em::StackEm;

    use super::*;

    #[test]
    fn who_resigns_loses_with_both_colours() {
        let duel = Duel { random_plies: 4, most_plies: 100, seed: 1 };
        let first_move = |position: &StackEm, _: &History| {
            let mut first = None;
            position.each_move(|mv| first = first.or(Some(mv)));
            first
        };
        let mut tally = Tally::default();
        for number in 0..6 {
            let game = duel.play(number, &StackEm::start(), first_move, |_, _| None);
            tally.count(game.verdict, Duel::side_of_first(number));
        }
        assert_eq!(tally, Tally { wins: 6, draws: 0, losses: 0 });
        assert_eq!((tally.games(), tally.points()), (6, 6.0));
    }

    #[test]
    fn both_games_of_a_pair_begin_alike() {
        let duel = Duel { random_plies: 4, most_plies: 1, seed: 1 };
        let begun = |number| {
            let mut keys = Vec::new();
            duel.play(
                number,
                &StackEm::start(),
                |p, _| {
                    keys.push(p.key());
                    None
                },
                |_, _| None,
            );
            duel.play(
                number,
                &StackEm::start(),
                |_, _| None,
                |p, _| {
                    keys.push(p.key());
                    None
                },
            );
            keys
        };
        let all: Vec<_> = (0..4).map(begun).collect();
        assert!(all[0] == all[1] && all[2] == all[3] && all[1] != all[2], "{all:?}");
    }
}
