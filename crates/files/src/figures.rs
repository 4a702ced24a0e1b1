//! What many games come to, in numbers.

use std::collections::{BTreeMap, HashMap};

use crownhead_games::{Record, Score};
use crownhead_rules::Side;
use serde::Serialize;

use crate::Date;
use crate::sieve::player;
use crate::written::result;

/// Plies of an opening: the three moves that tournaments draw by lot.
const OPENING: usize = 3;
/// The most different names that are counted of one kind, so that no file takes all memory. What
/// comes after them is counted together.
const MOST_NAMES: usize = 200_000;
/// Games of at least so many plies are counted as one length.
const MOST_PLIES: usize = 1_000;

/// What is looked at in one game.
#[derive(Clone, Debug)]
pub struct Glance {
    game: String,
    result: &'static str,
    plies: usize,
    players: [Option<String>; 2],
    won: Option<Side>,
    opening: Option<String>,
    ended_by: &'static str,
    year: Option<u16>,
}

/// How often something came up, the most frequent first; `other` is what there was no room for.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Many {
    /// How many different ones there are.
    pub different: usize,
    /// The most frequent, with how often.
    pub most: Vec<(String, u64)>,
}

/// The figures of many games.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// How many games there are.
    pub games: u64,
    /// How many of each game.
    pub by_game: BTreeMap<String, u64>,
    /// How often each result, the first side's score first.
    pub results: BTreeMap<&'static str, u64>,
    /// By what games ended: a reason of the rules, or `stopped` where players or clocks ended them.
    pub ended_by: BTreeMap<&'static str, u64>,
    /// How many in each year that is known.
    pub years: BTreeMap<u16, u64>,
    lengths: BTreeMap<usize, u64>,
    players: HashMap<String, u64>,
    openings: HashMap<String, u64>,
    /// How often the side that moves first has won in an opening.
    first_won: HashMap<String, u64>,
}

impl Glance {
    /// Looks at a game.
    pub fn at(record: &Record) -> Glance {
        let plies = record.plies();
        // A game that was set up has no opening.
        let opening = (!record.is_set_up() && plies.len() >= OPENING).then(|| {
            let texts: Vec<_> = plies.iter().take(OPENING).map(|ply| ply.text.as_str()).collect();
            texts.join(" ")
        });
        let name = |side| player(record.tags(), side).map(ToOwned::to_owned);
        let date = record.tags().get("Date").and_then(|date| date.parse::<Date>().ok());
        let score = record.score();
        Glance {
            game: record.rules().to_string(),
            result: result(score),
            plies: plies.len(),
            players: Side::ALL.map(name),
            won: if let Score::Won(side) = score { Some(side) } else { None },
            opening,
            ended_by: record.game().outcome().map_or("stopped", |end| end.reason.name()),
            year: date.map(Date::year),
        }
    }
}

impl Figures {
    /// Adds a game.
    pub fn add(&mut self, glance: Glance) {
        self.games += 1;
        *self.by_game.entry(glance.game).or_default() += 1;
        *self.results.entry(glance.result).or_default() += 1;
        *self.ended_by.entry(glance.ended_by).or_default() += 1;
        *self.lengths.entry(glance.plies.min(MOST_PLIES)).or_default() += 1;
        if let Some(year) = glance.year {
            *self.years.entry(year).or_default() += 1;
        }
        for name in glance.players.into_iter().flatten() {
            count(&mut self.players, name);
        }
        if let Some(opening) = glance.opening {
            if glance.won == Some(Side::First) {
                count(&mut self.first_won, opening.clone());
            }
            count(&mut self.openings, opening);
        }
    }

    /// The shortest, the middle and the longest game, in plies.
    pub fn plies(&self) -> Option<(usize, usize, usize)> {
        let mut before = 0;
        let middle = self.lengths.iter().find(|(_, games)| {
            before += **games;
            before * 2 >= self.games
        });
        let (least, most) = (self.lengths.first_key_value()?, self.lengths.last_key_value()?);
        Some((*least.0, *middle?.0, *most.0))
    }

    /// The players with the most games.
    pub fn players(&self, most: usize) -> Many {
        many(&self.players, most)
    }

    /// The openings with the most games.
    pub fn openings(&self, most: usize) -> Many {
        many(&self.openings, most)
    }

    /// How often the first side has won in an opening.
    pub fn first_won(&self, opening: &str) -> u64 {
        self.first_won.get(opening).copied().unwrap_or_default()
    }
}

fn count(counts: &mut HashMap<String, u64>, name: String) {
    let name = match counts.len() < MOST_NAMES || counts.contains_key(&name) {
        true => name,
        false => "(others)".to_owned(),
    };
    *counts.entry(name).or_default() += 1;
}

fn many(counts: &HashMap<String, u64>, most: usize) -> Many {
    let mut all: Vec<_> = counts.iter().map(|(name, count)| (name.clone(), *count)).collect();
    all.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    all.truncate(most);
    Many { different: counts.len(), most: all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Games;

    #[test]
    fn games_are_counted() {
        let text = "[Black \"Ann\"]\n[White \"Ben\"]\n[Date \"1990.04.??\"]\n\
            1. 11-15 22-18 2. 15x22 25x18 0-1\n\n[Black \"Ben\"]\n[White \"Ann\"]\n\
            1. 11-15 22-18 2. 15x22 *\n\n[FEN \"B:W18:B14\"]\n1. 14x23 *\n\n\
            [First \"Cid\"]\n[RuleSet \"tic-tac-toe\"]\n1. b2 a3 2. a1 b1 3. c3 1-0";
        let mut figures = Figures::default();
        for game in Games::pdn(text.as_bytes()) {
            let record = game.expect("no fault").record().expect("legal");
            figures.add(Glance::at(&record));
        }
        assert_eq!(figures.games, 4);
        assert_eq!(figures.by_game["winning-moves-checkers"], 3);
        assert_eq!(figures.results, BTreeMap::from([("*", 2), ("1-0", 2)]));
        let ends = [("captured-all", 1), ("stopped", 2), ("three-in-a-row", 1)];
        assert_eq!(figures.ended_by, BTreeMap::from(ends));
        assert_eq!(figures.plies(), Some((1, 3, 5)));
        assert_eq!(figures.years, BTreeMap::from([(1990, 1)]));
        let players = figures.players(2);
        assert_eq!((players.different, players.most[0].1), (3, 2));
        let openings = figures.openings(9);
        assert_eq!(openings.most[0], ("11-15 22-18 15x22".to_owned(), 2));
        assert_eq!(openings.different, 2);
        assert_eq!(figures.first_won("11-15 22-18 15x22"), 1);
        assert_eq!(Figures::default().plies(), None);
    }
}
