//! Match play: games in pairs from random openings, with colours reversed in the second of a pair.

use crownhead_engine::SplitMix64;
use crownhead_rules::{History, Position, Reason, Side, Verdict};

/// The settings of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Random plies at the beginning of each game.
    pub random_plies: u32,
    /// A game with more plies than this after the opening is a draw.
    pub max_plies: u32,
    /// The seed of the openings.
    pub seed: u64,
}

/// A finished game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DuelGame<P> {
    /// The verdict: the side that won, or a draw.
    pub verdict: Verdict,
    /// The rule that ended it; none if a player resigned or the game was too long.
    pub reason: Option<Reason>,
    /// The last position.
    pub last: P,
    /// Its length in plies, opening included.
    pub plies: u32,
}

/// The score of a match from the first player's point of view.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// The number of games won.
    pub wins: u32,
    /// The number of games drawn.
    pub draws: u32,
    /// The number of games lost.
    pub losses: u32,
}

impl WinDrawLoss {
    /// The number of games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Counts a game in which the first player had the side `one`.
    pub fn count(&mut self, verdict: Verdict, one: Side) {
        match verdict {
            Verdict::Draw => self.draws += 1,
            Verdict::Win(side) if side == one => self.wins += 1,
            Verdict::Win(_) => self.losses += 1,
        }
    }
}

impl Duel {
    /// The side of the first player in game `number`. Both games of a pair have the same opening.
    pub fn side_of_first(number: u32) -> Side {
        Side::ALL[number as usize % 2]
    }

    /// Plays game `number`, independently of all others. A player that returns no move resigns.
    pub fn play<P: Position>(
        &self,
        number: u32,
        start: &P,
        mut one: impl FnMut(&P, &History) -> Option<P::Move>,
        mut other: impl FnMut(&P, &History) -> Option<P::Move>,
    ) -> DuelGame<P> {
        let mut rng = SplitMix64::new(self.seed ^ u64::from(number / 2) << 32);
        let (mut position, mut history) = self.opening(start, &mut rng);
        let side = Duel::side_of_first(number);
        let (mut verdict, mut reason, mut plies) = (Verdict::Draw, None, self.random_plies);
        while plies < self.random_plies + self.max_plies {
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
        DuelGame { verdict, reason, last: position, plies }
    }

    /// A random opening after which the game is not over.
    fn opening<P: Position>(&self, start: &P, rng: &mut SplitMix64) -> (P, History) {
        loop {
            let (mut position, mut history) = (start.clone(), History::new(start));
            for _ in 0..self.random_plies {
                let mut moves = Vec::new();
                position.each_move(|mv| moves.push(mv));
                if moves.is_empty() {
                    break;
                }
                history.play(&mut position, moves[rng.below(moves.len())]);
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
    fn a_player_who_resigns_loses_with_either_colour() {
        let duel = Duel { random_plies: 4, max_plies: 100, seed: 1 };
        let first_move = |position: &StackEm, _: &History| {
            let mut first = None;
            position.each_move(|mv| first = first.or(Some(mv)));
            first
        };
        let mut tally = WinDrawLoss::default();
        for number in 0..6 {
            let game = duel.play(number, &StackEm::start(), first_move, |_, _| None);
            tally.count(game.verdict, Duel::side_of_first(number));
        }
        assert_eq!(tally, WinDrawLoss { wins: 6, draws: 0, losses: 0 });
        assert_eq!((tally.games(), tally.points()), (6, 6.0));
    }

    #[test]
    fn both_games_of_a_pair_have_the_same_opening() {
        let duel = Duel { random_plies: 4, max_plies: 1, seed: 1 };
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
