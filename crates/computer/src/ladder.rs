//! Matches between levels: games from random openings, and the tally of results.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{NoClock, SearchLimits};
use crownhead_games::{Game, Rules};
use crownhead_rules::{BySide, Side, Verdict};

use crate::level_rng::LevelRng;
use crate::slip_score::value;
use crate::{Analyst, Level, MoveRequest, choose, noticing};

/// Spreads the seeds of series, so that their openings do not overlap (2^32 by the golden ratio).
const SEED_SPREAD: u64 = 0x9e37_79b9;

/// An adjudicated game is won by a side with at least this lead, in hundredths of a slip.
const FAR_AHEAD: i32 = 300;

/// A participant of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// Plays random legal moves.
    Random,
    /// Plays at a level.
    Level(Level),
}

/// The settings of a match between levels.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LevelMatch {
    /// The game and its options.
    pub rules: Rules,
    /// The number of random plies at the beginning, so that games differ.
    pub random_plies: u32,
    /// A game is adjudicated after this many plies.
    pub max_plies: u32,
    /// The search limits of full strength.
    pub full: SearchLimits,
}

impl LevelMatch {
    /// A match of quick games: 200,000 nodes for full strength.
    pub fn quick(rules: Rules) -> LevelMatch {
        let (random_plies, max_plies) = (rules.game().random_plies(), rules.game().max_plies());
        LevelMatch { rules, random_plies, max_plies, full: SearchLimits::nodes(200_000) }
    }

    /// Plays one game and returns the winner. The same seed gives the same game.
    pub fn play_game(&self, sides: BySide<Contestant>, seed: u64, analyst: &Analyst) -> Verdict {
        let stop = AtomicBool::new(false);
        let mut rng = LevelRng::new(seed, 0);
        let mut game = Game::start(self.rules);
        let mut last = None;
        analyst.clear();
        for ply in 0..self.max_plies {
            if let Some(outcome) = game.outcome() {
                return outcome.verdict;
            }
            let by_chance = ply < self.random_plies;
            let level = match sides[game.side()] {
                Contestant::Level(level) if !by_chance => Some(level),
                _ => None,
            };
            let chosen = level.and_then(|level| {
                let asked = MoveRequest { last, full: self.full, ..MoveRequest::of(level, seed) };
                choose(&game, asked, analyst, NoClock, &stop)
            });
            let text = match chosen {
                Some(choice) => choice.text,
                None => {
                    let mut legal = game.legal_moves();
                    legal.swap_remove(rng.below(legal.len()))
                }
            };
            last = noticing::end(&game, &text);
            if game.play(&text).is_err() {
                return Verdict::Draw;
            }
        }
        let ahead = value(self.rules.game(), analyst.static_eval(&game));
        match ahead {
            FAR_AHEAD.. => Verdict::Win(game.side()),
            _ if ahead <= -FAR_AHEAD => Verdict::Win(!game.side()),
            _ => Verdict::Draw,
        }
    }

    /// Plays game `number` of a series and adds it to the tally of the first contestant. Every
    /// opening is played twice, with sides swapped.
    pub fn play(
        &self,
        [one, other]: [Contestant; 2],
        seed: u64,
        number: u64,
        analyst: &Analyst,
        tally: &mut LevelTally,
    ) {
        let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut sides = BySide::new(other, other);
        sides[side] = one;
        let opening = seed.wrapping_mul(SEED_SPREAD).wrapping_add(number / 2);
        match self.play_game(sides, opening, analyst) {
            Verdict::Draw => tally.draws += 1,
            Verdict::Win(winner) if winner == side => tally.wins += 1,
            Verdict::Win(_) => tally.losses += 1,
        }
    }
}

/// Wins, draws and losses.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelTally {
    /// The number of games won.
    pub wins: u32,
    /// The number of games drawn.
    pub draws: u32,
    /// The number of games lost.
    pub losses: u32,
}

impl LevelTally {
    /// Points in percent of the games, a draw counting half.
    pub fn percent(&self) -> f64 {
        let games = f64::from((self.wins + self.draws + self.losses).max(1));
        100.0 * (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games
    }
}

/// `+12 =3 -5`
impl fmt::Display for LevelTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}
