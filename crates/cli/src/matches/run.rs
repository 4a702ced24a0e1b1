//! Running a match: pairs of games on several threads, counted in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crownhead_games::Rules;
use crownhead_rules::{BySide, Side, Verdict};

use super::openings::Openings;
use super::player::Player;
use super::record::{End, Record};
use super::referee::{self, TimeRule};
use super::resume::PastGame;
use super::spec::Spec;
use super::statistics::{Decision, MatchTally, Sprt};
use super::thinking::Thinking;
use crate::failure::Failure;

/// The settings of a match.
pub(crate) struct Match {
    pub(crate) rules: Rules,
    /// The two players. The score is the first player's.
    pub(crate) specs: [Spec; 2],
    pub(crate) openings: Openings,
    /// The seed of the levels' random choices.
    pub(crate) seed: u64,
    /// The maximum number of games; `None` if the test decides.
    pub(crate) games: Option<usize>,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) concurrency: usize,
    pub(crate) time: TimeRule,
    /// Games from an earlier part of the match.
    pub(crate) past: Vec<PastGame>,
}

/// The result of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Summary {
    pub(crate) tally: MatchTally,
    /// The number of games by reason of their end.
    pub(crate) reasons: BTreeMap<String, u32>,
    pub(crate) decision: Option<Decision>,
    /// The thinking time of each player.
    pub(crate) thinking: [Thinking; 2],
}

/// A new game, and the thinking time of its players.
pub(crate) struct PlayedGame {
    pub(crate) record: Record,
    pub(crate) thinking: BySide<Thinking>,
}

/// A finished game or an error, with its pair, and whether it is the second game of the pair.
type WorkerResult = (usize, bool, Result<PlayedGame, Failure>);

impl Match {
    /// The first line of the file, which identifies the match. The number of games and the
    /// sequential test may change when it resumes.
    pub(crate) fn head(&self) -> String {
        let [one, other] = &self.specs;
        let openings = self.openings.fingerprint();
        let clock = self.time.clock;
        format!(
            "crownhead match 1\t{}\t{one}\t{other}\tseed={}\topenings={openings}\tclock={clock:?}",
            self.rules, self.seed
        )
    }

    /// Plays the match. `seen` gets every new game in order, with the score after it; games that
    /// finish after the test has decided, or after `seen` has stopped the match, are discarded.
    /// With deterministic players the match is reproducible on any number of threads.
    pub(crate) fn play(
        &self,
        mut seen: impl FnMut(&PlayedGame, &MatchTally) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Summary, Failure> {
        let mut summary = Summary::default();
        let mut pair = 0;
        for (number, game) in self.past.iter().enumerate() {
            self.count(&game.end, game.thinking, number % 2 == 1, &mut pair, &mut summary);
        }
        let played = self.past.len();
        if summary.decision.is_some() || self.games.is_some_and(|most| played >= most) {
            return Ok(summary);
        }
        let (next, over) = (AtomicUsize::new(played / 2), AtomicBool::new(false));
        let (sender, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let (next, over) = (&next, &over);
                scope.spawn(move || self.work(next, over, &sender));
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut wanted = (played / 2, played % 2 == 1);
            for (number, second, result) in results {
                early.insert((number, second), result);
                while let Some(result) = early.remove(&wanted) {
                    let counted = result.and_then(|played| {
                        let PlayedGame { record, thinking } = &played;
                        self.count(&record.end, *thinking, wanted.1, &mut pair, &mut summary);
                        seen(&played, &summary.tally)
                    });
                    let goes_on = matches!(counted, Ok(ControlFlow::Continue(())));
                    if !goes_on || summary.decision.is_some() {
                        over.store(true, Ordering::Relaxed);
                        return counted.map(|_| summary);
                    }
                    wanted = if wanted.1 { (wanted.0 + 1, false) } else { (wanted.0, true) };
                }
            }
            Ok(summary)
        })
    }

    /// Counts a game. `pair` has the half points of the first game of the pair.
    fn count(
        &self,
        end: &End,
        thinking: BySide<Thinking>,
        second: bool,
        pair: &mut usize,
        summary: &mut Summary,
    ) {
        let side = if second { Side::Second } else { Side::First };
        summary.thinking[0] += thinking[side];
        summary.thinking[1] += thinking[!side];
        let half_points = match end.verdict {
            Verdict::Win(winner) if winner == side => 2,
            Verdict::Win(_) => 0,
            Verdict::Draw => 1,
        };
        summary.tally.count_game(half_points);
        *summary.reasons.entry(reason(end)).or_default() += 1;
        if !second {
            *pair = half_points;
            return;
        }
        summary.tally.count_pair(*pair + half_points);
        summary.decision = self.sprt.and_then(|sprt| sprt.decision(&summary.tally));
    }

    /// Plays pairs on one thread until there are no more.
    fn work(&self, next: &AtomicUsize, over: &AtomicBool, to: &Sender<WorkerResult>) {
        let seated = self.specs.each_ref().map(|spec| Player::new(spec, self.rules));
        let [one, other] = seated;
        let (mut one, mut other) = match (one, other) {
            (Ok(one), Ok(other)) => (one, other),
            (Err(error), _) | (_, Err(error)) => {
                let _ = to.send((next.fetch_add(1, Ordering::Relaxed), false, Err(error)));
                return;
            }
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            for second in [false, true] {
                let game = 2 * number + usize::from(second);
                if game < self.past.len() {
                    continue;
                }
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
    ) -> Result<PlayedGame, Failure> {
        let opening = self.openings.get(number).map_err(Failure::Input)?;
        let [first_spec, other_spec] = self.specs.each_ref();
        let (specs, players) = if second {
            (BySide::new(other_spec, first_spec), BySide::new(other, one))
        } else {
            (BySide::new(first_spec, other_spec), BySide::new(one, other))
        };
        let game = 2 * number as u64 + u64::from(second);
        let chance = self.seed.wrapping_add(game.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (record, thinking) =
            referee::play(&opening, specs, players, self.time, chance).map_err(Failure::Machine)?;
        Ok(PlayedGame { record, thinking })
    }
}

/// The reason of a game's end without details.
fn reason(end: &End) -> String {
    let first = end.reason.split(' ').next().unwrap_or_default();
    match first {
        "illegal" => "illegal move".to_owned(),
        first => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::matches::clock::MatchClock;

    fn tiny(rules: Rules, specs: [&str; 2], games: usize, concurrency: usize) -> Match {
        Match {
            rules,
            specs: specs.map(|text| Spec::read(text).unwrap()),
            openings: Openings::Random { rules, plies: 2, seed: 5 },
            seed: 5,
            games: Some(games),
            sprt: None,
            concurrency,
            time: TimeRule { clock: MatchClock::Wall, margin: Duration::from_secs(60) },
            past: Vec::new(),
        }
    }

    fn records(of: &Match) -> (Vec<Record>, Summary) {
        let mut records = Vec::new();
        let summary = of.play(|played, _| {
            records.push(played.record.clone());
            Ok(ControlFlow::Continue(()))
        });
        // How long it took is never the same.
        (records, Summary { thinking: Default::default(), ..summary.unwrap() })
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
    fn a_match_goes_on_where_it_stopped() {
        let rules = crownhead_games::GameId::StackEm.rules();
        let of = tiny(rules, ["nodes=200 hash=1", "depth=2 hash=1"], 7, 2);
        let (whole, summary) = records(&of);
        for stopped in 0..=7 {
            let past =
                |record: &Record| PastGame { end: record.end.clone(), thinking: BySide::default() };
            let past = whole[..stopped].iter().map(past).collect();
            let (rest, again) = records(&Match {
                past,
                ..tiny(rules, ["nodes=200 hash=1", "depth=2 hash=1"], 7, 2)
            });
            assert_eq!(rest, whole[stopped..], "{stopped}");
            assert_eq!(again, summary, "{stopped}");
        }
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
    fn a_match_can_be_broken_off() {
        let rules = crownhead_games::GameId::TicTacToe.rules();
        let mut games = 0;
        let broken = tiny(rules, ["depth=1 hash=1", "depth=2 hash=1"], 50, 1).play(|_, _| {
            games += 1;
            Ok(if games == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        assert_eq!(broken.unwrap().tally.games(), 3);
    }

    #[test]
    fn a_program_that_cannot_be_started_ends_the_match() {
        let rules = crownhead_games::GameId::WinningMovesCheckers.rules();
        let of = tiny(rules, ["depth=1 cmd=/does/not/exist", "depth=1 hash=1"], 4, 2);
        let error = of.play(|_, _| Ok(ControlFlow::Continue(()))).unwrap_err();
        assert!(error.to_string().starts_with("/does/not/exist: "), "{error}");
    }
}
