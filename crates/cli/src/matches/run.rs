//! A whole match: pairs of games shared among threads, counted in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use crownhead_games::Rules;
use crownhead_rules::{BySide, Side, Verdict};

use super::openings::Openings;
use super::player::Player;
use super::record::Record;
use super::referee;
use super::spec::Spec;
use super::statistics::{Decision, Sprt, Tally};

/// A match to be played.
pub(crate) struct Match {
    pub(crate) rules: Rules,
    /// Two players; the first of them is the one that wins and losses are told of.
    pub(crate) specs: [Spec; 2],
    pub(crate) openings: Openings,
    /// What levels take their chances from.
    pub(crate) seed: u64,
    /// The most games; none for as many as the test needs.
    pub(crate) games: Option<usize>,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) concurrency: usize,
    /// How much later than it must a player may answer.
    pub(crate) margin: Duration,
}

/// What a match came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Summary {
    pub(crate) tally: Tally,
    /// How often games ended for each reason.
    pub(crate) reasons: BTreeMap<String, u32>,
    pub(crate) decision: Option<Decision>,
}

/// A finished game, or why there can be none: by its pair, and whether it is the pair's second.
type Sent = (usize, bool, Result<Record, String>);

impl Match {
    /// Plays it. `seen` is handed every game in order, with how the match stands after it; games
    /// that are played after the test has decided are not. With players that are deterministic
    /// the same match is played every time, on any number of threads.
    pub(crate) fn play(
        &self,
        mut seen: impl FnMut(&Record, &Tally) -> Result<(), String>,
    ) -> Result<Summary, String> {
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let (next, over) = (&next, &over);
                scope.spawn(move || self.work(next, over, &sender));
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut wanted = (0, false);
            let mut summary = Summary::default();
            let mut pair = 0;
            for (number, second, result) in results {
                early.insert((number, second), result);
                while let Some(result) = early.remove(&wanted) {
                    let counted = result.and_then(|record| {
                        self.count(&record, wanted.1, &mut pair, &mut summary);
                        seen(&record, &summary.tally)
                    });
                    if counted.is_err() || summary.decision.is_some() {
                        over.store(true, Ordering::Relaxed);
                        counted?;
                        return Ok(summary);
                    }
                    wanted = if wanted.1 { (wanted.0 + 1, false) } else { (wanted.0, true) };
                }
            }
            Ok(summary)
        })
    }

    /// Counts a game. `pair` holds the half points of the pair's first game for its second.
    fn count(&self, record: &Record, second: bool, pair: &mut usize, summary: &mut Summary) {
        let side = if second { Side::Second } else { Side::First };
        let half_points = match record.end.verdict {
            Verdict::Win(winner) if winner == side => 2,
            Verdict::Win(_) => 0,
            Verdict::Draw => 1,
        };
        summary.tally.count_game(half_points);
        *summary.reasons.entry(reason(record)).or_default() += 1;
        if !second {
            *pair = half_points;
            return;
        }
        summary.tally.count_pair(*pair + half_points);
        summary.decision = self.sprt.and_then(|sprt| sprt.decision(&summary.tally));
    }

    /// Plays pairs until there are no more, on one thread.
    fn work(&self, next: &AtomicUsize, over: &AtomicBool, to: &Sender<Sent>) {
        let seated = self.specs.each_ref().map(|spec| Player::new(spec, self.rules));
        let [one, other] = seated;
        let (mut one, mut other) = match (one, other) {
            (Ok(one), Ok(other)) => (one, other),
            (Err(why), _) | (_, Err(why)) => {
                let _ = to.send((next.fetch_add(1, Ordering::Relaxed), false, Err(why)));
                return;
            }
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            for second in [false, true] {
                let game = 2 * number + usize::from(second);
                if over.load(Ordering::Relaxed) || self.games.is_some_and(|most| game >= most) {
                    return;
                }
                let result = self.one_game(number, second, &mut one, &mut other);
                let failed = result.is_err();
                if to.send((number, second, result)).is_err() || failed {
                    return;
                }
            }
        }
    }

    fn one_game(
        &self,
        number: usize,
        second: bool,
        one: &mut Player,
        other: &mut Player,
    ) -> Result<Record, String> {
        let opening = self.openings.get(number)?;
        let [first_spec, other_spec] = self.specs.each_ref();
        let (specs, players) = if second {
            (BySide::new(other_spec, first_spec), BySide::new(other, one))
        } else {
            (BySide::new(first_spec, other_spec), BySide::new(one, other))
        };
        let game = 2 * number as u64 + u64::from(second);
        let chance = self.seed.wrapping_add(game.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        referee::play(&opening, specs, players, self.margin, chance)
    }
}

/// The reason of a game's end without the particulars.
fn reason(record: &Record) -> String {
    let first = record.end.reason.split(' ').next().unwrap_or_default();
    match first {
        "illegal" => "illegal move".to_owned(),
        first => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiny(rules: Rules, specs: [&str; 2], games: usize, concurrency: usize) -> Match {
        Match {
            rules,
            specs: specs.map(|text| Spec::read(text).unwrap()),
            openings: Openings::Random { rules, plies: 2, seed: 5 },
            seed: 5,
            games: Some(games),
            sprt: None,
            concurrency,
            margin: Duration::from_secs(60),
        }
    }

    fn records(of: &Match) -> (Vec<Record>, Summary) {
        let mut records = Vec::new();
        let summary = of.play(|record, _| {
            records.push(record.clone());
            Ok(())
        });
        (records, summary.unwrap())
    }

    #[test]
    fn every_game_is_played_to_its_end_by_the_rules() {
        for rules in Rules::all() {
            let of = tiny(rules, ["depth=1 hash=1", "nodes=300 hash=1"], 2, 1);
            let (records, summary) = records(&of);
            assert_eq!((records.len(), summary.tally.games()), (2, 2));
            assert_eq!(records[0].players.first, records[1].players.second);
            assert_eq!(records[0].moves[..2], records[1].moves[..2], "{rules}");
            for record in records {
                let mut game = crownhead_games::Game::from_text(rules, &record.start).unwrap();
                for text in &record.moves {
                    game.play(text).unwrap();
                }
                assert_eq!(game.outcome().unwrap().reason.name(), record.end.reason);
                assert_eq!(game.outcome().unwrap().score(), record.end.score());
            }
        }
    }

    #[test]
    fn the_same_match_is_played_every_time() {
        let rules = crownhead_games::GameId::StackEm.rules();
        let specs = ["nodes=200 hash=1", "depth=2 hash=1"];
        let once = records(&tiny(rules, specs, 5, 1));
        assert_eq!(once.0.len(), 5);
        assert_eq!(once.1.tally.pairs.iter().sum::<u32>(), 2);
        assert_eq!(once, records(&tiny(rules, specs, 5, 1)));
        assert_eq!(once, records(&tiny(rules, specs, 5, 3)));
        let levels = ["level=1 hash=1", "level=2 hash=1"];
        let once = records(&tiny(rules, levels, 4, 1));
        assert_eq!(once, records(&tiny(rules, levels, 4, 2)));
        assert_ne!(once.0[0].moves, once.0[1].moves);
    }

    #[test]
    fn a_test_ends_the_match() {
        let rules = crownhead_games::GameId::WinningMovesCheckers.rules();
        let mut of = tiny(rules, ["depth=5 hash=1", "depth=1 hash=1"], 0, 2);
        of.games = None;
        of.sprt = Some(Sprt::read("elo0=0 elo1=200").unwrap());
        let (records, summary) = records(&of);
        assert_eq!(summary.decision, Some(Decision::AcceptElo1), "{}", summary.tally);
        assert_eq!(records.len() % 2, 0);
    }

    #[test]
    fn a_program_that_cannot_be_started_ends_the_match() {
        let rules = crownhead_games::GameId::WinningMovesCheckers.rules();
        let of = tiny(rules, ["depth=1 cmd=/does/not/exist", "depth=1 hash=1"], 4, 2);
        assert!(of.play(|_, _| Ok(())).unwrap_err().starts_with("/does/not/exist: "));
    }
}
