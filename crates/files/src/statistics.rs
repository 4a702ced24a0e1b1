//! Statistics over many games: results, lengths, players, openings and years.

use std::collections::{BTreeMap, HashMap};

use crownhead_games::{Record, RecordedResult};
use crownhead_rules::Side;
use serde::Serialize;

use crate::Date;
use crate::filter::player;
use crate::json_game::result;

/// Plies of an opening: the three moves that tournaments draw by lot.
const OPENING: usize = 3;
/// The most different names counted of one kind, which bounds memory. Later names are counted
/// together.
const MOST_NAMES: usize = 200_000;
/// Games with at least this many plies count as one length.
const MOST_PLIES: usize = 1_000;

/// The facts about one game that the statistics need.
#[derive(Clone, Debug)]
pub struct GameSummary {
    game: String,
    result: &'static str,
    plies: usize,
    players: [Option<String>; 2],
    won: Option<Side>,
    opening: Option<String>,
    ended_by: &'static str,
    year: Option<u16>,
}

/// Names ranked by how often they came up.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Ranking {
    /// How many different names there are.
    pub different: usize,
    /// The most frequent names with their counts, largest first.
    pub most: Vec<(String, u64)>,
}

/// Running totals over many games.
#[derive(Clone, Debug, Default)]
pub struct GameStatistics {
    /// How many games there are.
    pub games: u64,
    /// Games by rule set.
    pub by_game: BTreeMap<String, u64>,
    /// Games by result, the first side's score first.
    pub results: BTreeMap<&'static str, u64>,
    /// Games by the reason of their end: a rule, or `stopped` if players or clocks ended them.
    pub ended_by: BTreeMap<&'static str, u64>,
    /// Games by year, where it is known.
    pub years: BTreeMap<u16, u64>,
    lengths: BTreeMap<usize, u64>,
    players: HashMap<String, u64>,
    openings: HashMap<String, u64>,
    /// How often the side that moves first has won in an opening.
    first_won: HashMap<String, u64>,
}

impl GameSummary {
    /// Summarises a game.
    pub fn new(record: &Record) -> GameSummary {
        let plies = record.plies();
        // A game that was set up has no opening.
        let opening = (!record.is_set_up() && plies.len() >= OPENING).then(|| {
            let texts: Vec<_> = plies.iter().take(OPENING).map(|ply| ply.text.as_str()).collect();
            texts.join(" ")
        });
        let name = |side| player(record.tags(), side).map(ToOwned::to_owned);
        let date = record.tags().get("Date").and_then(|date| date.parse::<Date>().ok());
        let score = record.result();
        GameSummary {
            game: record.rules().to_string(),
            result: result(score),
            plies: plies.len(),
            players: Side::ALL.map(name),
            won: if let RecordedResult::Won(side) = score { Some(side) } else { None },
            opening,
            ended_by: record.game().outcome().map_or("stopped", |end| end.reason.name()),
            year: date.map(Date::year),
        }
    }
}

impl GameStatistics {
    /// Adds a game.
    pub fn add(&mut self, summary: GameSummary) {
        self.games += 1;
        *self.by_game.entry(summary.game).or_default() += 1;
        *self.results.entry(summary.result).or_default() += 1;
        *self.ended_by.entry(summary.ended_by).or_default() += 1;
        *self.lengths.entry(summary.plies.min(MOST_PLIES)).or_default() += 1;
        if let Some(year) = summary.year {
            *self.years.entry(year).or_default() += 1;
        }
        for name in summary.players.into_iter().flatten() {
            count(&mut self.players, name);
        }
        if let Some(opening) = summary.opening {
            if summary.won == Some(Side::First) {
                count(&mut self.first_won, opening.clone());
            }
            count(&mut self.openings, opening);
        }
    }

    /// The shortest, the median and the longest game, in plies.
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
    pub fn players(&self, most: usize) -> Ranking {
        rank(&self.players, most)
    }

    /// The openings with the most games.
    pub fn openings(&self, most: usize) -> Ranking {
        rank(&self.openings, most)
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

fn rank(counts: &HashMap<String, u64>, most: usize) -> Ranking {
    let mut all: Vec<_> = counts.iter().map(|(name, count)| (name.clone(), *count)).collect();
    all.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    all.truncate(most);
    Ranking { different: counts.len(), most: all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameReader;

    #[test]
    fn games_are_counted() {
        let text = "[Black \"Ann\"]\n[White \"Ben\"]\n[Date \"1990.04.??\"]\n\
            1. 11-15 22-18 2. 15x22 25x18 1-0\n\n[Black \"Ben\"]\n[White \"Ann\"]\n\
            1. 11-15 22-18 2. 15x22 *\n\n[FEN \"B:W18:B14\"]\n1. 14x23 *\n\n\
            [First \"Cid\"]\n[RuleSet \"tic-tac-toe\"]\n1. b2 a3 2. a1 b1 3. c3 1-0";
        let mut statistics = GameStatistics::default();
        for game in GameReader::pdn(text.as_bytes()) {
            let record = game.expect("no fault").record().expect("legal");
            statistics.add(GameSummary::new(&record));
        }
        assert_eq!(statistics.games, 4);
        assert_eq!(statistics.by_game["winning-moves-checkers"], 3);
        assert_eq!(statistics.results, BTreeMap::from([("*", 2), ("1-0", 2)]));
        let ends = [("captured-all", 1), ("stopped", 2), ("three-in-a-row", 1)];
        assert_eq!(statistics.ended_by, BTreeMap::from(ends));
        assert_eq!(statistics.plies(), Some((1, 3, 5)));
        assert_eq!(statistics.years, BTreeMap::from([(1990, 1)]));
        let players = statistics.players(2);
        assert_eq!((players.different, players.most[0].1), (3, 2));
        let openings = statistics.openings(9);
        assert_eq!(openings.most[0], ("11-15 22-18 15x22".to_owned(), 2));
        assert_eq!(openings.different, 2);
        assert_eq!(statistics.first_won("11-15 22-18 15x22"), 1);
        assert_eq!(GameStatistics::default().plies(), None);
    }
}
