//! Random games, checked at every ply: positions and history, and every game ends.

use std::collections::HashMap;

use crownhead_games::{AnyPosition, Rules, each};
use crownhead_rules::{History, Key, Keyed, Notation, Outcome, Reason};

use crate::{move_squares, position, refused_texts, setups};

/// More plies than any random game lasts. Placing games never come near; Coast to Coast makes
/// progress at most 48 times, so it cannot last for 49 times 200 plies.
const MAX_PLIES: usize = 9_800;

/// The number of plies of a game that are checked in full.
const FULLY_CHECKED_PLIES: usize = 130;

pub(crate) fn from_the_start(rules: Rules) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut checks = SharedChecks::default();
    for number in 0..24 {
        let start = AnyPosition::start(rules);
        let plies = each!(start, start => play_out(rules, start, &mut random, &mut checks));
        assert!(plies > 4, "game {number} of {rules} has only {plies} plies");
    }
    each!(AnyPosition::start(rules), start => refused_texts::check_all(rules, &start));
}

pub(crate) fn from_set_ups(rules: Rules) {
    let mut random = fastrand::Rng::with_seed(2);
    let mut checks = SharedChecks::default();
    for text in setups::some(rules, 40) {
        let start = AnyPosition::from_text(rules, &text).unwrap();
        each!(start, start => {
            refused_texts::check_all(rules, &start);
            play_out(rules, start, &mut random, &mut checks)
        });
    }
    let asked = each!(AnyPosition::start(rules), start => has_draws(&start));
    assert!(!asked || checks.draws[0] > 0, "{rules}: no game was drawn by repetition");
    assert!(!asked || checks.both > 0, "{rules}: repetition never came before no progress");
}

fn has_draws<P: Notation>(_: &P) -> bool {
    P::NO_PROGRESS_LIMIT.is_some()
}

/// Checks over all games: the position of each key, and the number of draws.
#[derive(Default)]
struct SharedChecks {
    keys: HashMap<Key, AnyPosition>,
    /// By repetition and without progress.
    draws: [usize; 2],
    /// How often both applied.
    both: usize,
}

impl SharedChecks {
    fn check_key(&mut self, key: Key, position: AnyPosition) {
        let known = self.keys.entry(key).or_insert_with(|| position.clone());
        assert_eq!(*known, position, "two positions share a key");
    }
}

/// Plays one game to its end, and returns how many plies it took.
fn play_out<P>(
    rules: Rules,
    start: P,
    random: &mut fastrand::Rng,
    checks: &mut SharedChecks,
) -> usize
where
    P: Notation + Into<AnyPosition>,
{
    let mut game = Keyed::new(start.clone());
    let mut past = CheckedHistory {
        history: History::new(&start),
        positions: vec![start],
        without_progress: 0,
    };
    let (mut foreign, mut others): (Vec<P::Move>, Vec<String>) = (Vec::new(), Vec::new());
    for ply in 0..=MAX_PLIES {
        assert_eq!(game.key(), P::key(&game), "{:?}", *game);
        checks.check_key(game.key(), (*game).clone().into());
        let draw = past.check(&game);
        let mut moves = Vec::new();
        game.each_move(|mv| moves.push(mv));
        if ply < FULLY_CHECKED_PLIES {
            let legal = position::check(rules, &*game);
            position::check_foreign(&*game, &foreign);
            for text in refused_texts::texts(&legal, &others, random) {
                refused_texts::try_text(rules, &*game, &legal, &text);
            }
            others = legal;
            foreign.extend((0..3).filter_map(|_| random.choice(&moves)));
        }
        if let Some(outcome) = draw {
            checks.draws[usize::from(outcome.reason == Reason::NoProgress)] += 1;
            if checks.both < 3 {
                checks.both += past.play_on(&game, random);
            }
            return ply;
        }
        let Some(&mv) = random.choice(&moves) else { return ply };
        past.play(&game, mv);
        game.play_unchecked(mv);
    }
    panic!("a game of {rules} does not end: {:?}", *game);
}

/// The history of a game, and the same computed by comparing positions.
struct CheckedHistory<P> {
    history: History,
    positions: Vec<P>,
    without_progress: u32,
}

impl<P: Notation> CheckedHistory<P> {
    fn play(&mut self, position: &P, mv: P::Move) {
        let progress = move_squares::is_progress(position, &position.move_text(mv));
        self.without_progress = if progress { 0 } else { self.without_progress + 1 };
        let (mut next, mut copy_next) = (position.clone(), position.clone());
        let mut copy = self.history.clone();
        self.history.play(&mut next, mv);
        assert!(copy != self.history || P::NO_PROGRESS_LIMIT.is_none() || !next.draw_rules_apply());
        copy.play(&mut copy_next, mv);
        assert_eq!((&copy, &copy_next), (&self.history, &next));
        assert_eq!(copy.draw(&next), self.history.draw(&next));
        self.positions.push(next);
    }

    /// Continues after a draw, back and forth if possible, until both draws apply or for a while;
    /// returns whether both applied.
    fn play_on(&mut self, from: &P, random: &mut fastrand::Rng) -> usize {
        let mut position = from.clone();
        for _ in 0..400 {
            let (mut known, mut others) = (Vec::new(), Vec::new());
            position.each_move(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let again = !position.makes_progress(mv) && self.positions.contains(&next);
                if again { known.push(mv) } else { others.push(mv) }
            });
            let Some(&mv) = random.choice(&known).or(random.choice(&others)) else { return 0 };
            self.play(&position, mv);
            position.play_unchecked(mv);
            let repeated = self.check(&position) == Some(Outcome::draw(Reason::Repetition));
            if repeated && P::NO_PROGRESS_LIMIT.is_some_and(|limit| self.without_progress >= limit)
            {
                return 1;
            }
        }
        0
    }

    /// The draw by the history, which must agree with the comparison.
    fn check(&self, position: &P) -> Option<Outcome> {
        let limit = P::NO_PROGRESS_LIMIT?;
        assert_eq!(self.history.plies_without_progress(), self.without_progress, "{position:?}");
        let mut due = None;
        if position.draw_rules_apply() {
            let times = self.positions.iter().filter(|positions| *positions == position).count();
            assert_eq!(self.history.occurrences(position.key()), times, "{position:?}");
            if times >= 3 {
                due = Some(Outcome::draw(Reason::Repetition));
            } else if self.without_progress >= limit {
                due = Some(Outcome::draw(Reason::NoProgress));
            }
        }
        assert_eq!(self.history.draw(position), due, "{position:?}");
        due
    }
}
