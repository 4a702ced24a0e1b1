//! Matches between levels: games from random openings, and the tally of results.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{NoClock, SearchLimits};
use crownhead_games::{Game, GameId, Rules};
use crownhead_rules::{BySide, Side, Verdict};

use crate::dice::Dice;
use crate::slip_score::value;
use crate::{Analyst, Level, MoveRequest, choose, noticing};

/// A game that is broken off goes to a side that is so far ahead, in hundredths of a slip.
const FAR_AHEAD: i32 = 300;

/// Who plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// Any legal move, by chance.
    Chance,
    /// A level.
    Level(Level),
}

/// What is played, and how.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The game.
    pub rules: Rules,
    /// How many plies at the beginning are made by chance, so that games differ.
    pub opening: u32,
    /// After so many plies a game is broken off, and given to the side that is far ahead.
    pub longest: u32,
    /// How far full strength looks.
    pub full: SearchLimits,
}

impl Contest {
    /// A contest of quick games: two plies by chance, and full strength at 200,000 positions. In
    /// tic-tac-toe it is one ply: the second by chance would lose many games at once.
    pub fn quick(rules: Rules) -> Contest {
        let opening = if rules.game() == GameId::TicTacToe { 1 } else { 2 };
        let longest = if rules.game() == GameId::CoastToCoast { 150 } else { 300 };
        Contest { rules, opening, longest, full: SearchLimits::nodes(200_000) }
    }

    /// Plays one game, and tells who won it. The same seed gives the same game.
    pub fn game(&self, sides: BySide<Contestant>, seed: u64, analyst: &Analyst) -> Verdict {
        let stop = AtomicBool::new(false);
        let mut dice = Dice::new(seed, 0);
        let mut game = Game::start(self.rules);
        let mut last = None;
        analyst.forget();
        for ply in 0..self.longest {
            if let Some(outcome) = game.outcome() {
                return outcome.verdict;
            }
            let by_chance = ply < self.opening;
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
                    legal.swap_remove(dice.below(legal.len()))
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

    /// Plays the game with one number of a series between two: every opening twice, with the
    /// sides changed, and adds it to the tally of `one`.
    pub fn play(
        &self,
        one: Contestant,
        other: Contestant,
        seed: u64,
        number: u64,
        analyst: &Analyst,
        tally: &mut Tally,
    ) {
        let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut sides = BySide::new(other, other);
        sides[side] = one;
        let opening = seed.wrapping_mul(0x9e37_79b9).wrapping_add(number / 2);
        match self.game(sides, opening, analyst) {
            Verdict::Draw => tally.draws += 1,
            Verdict::Win(winner) if winner == side => tally.wins += 1,
            Verdict::Win(_) => tally.losses += 1,
        }
    }
}

/// Wins, draws and losses.
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
    /// Points in percent of the games, a draw counting half.
    pub fn percent(&self) -> f64 {
        let games = f64::from((self.wins + self.draws + self.losses).max(1));
        100.0 * (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games
    }
}

/// `+12 =3 -5`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}
