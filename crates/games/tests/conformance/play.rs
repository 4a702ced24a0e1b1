//! Random games, checked at every ply: the positions, the history, and that every game ends.

use std::collections::HashMap;

use crownhead_games::{AnyPosition, Rules, each};
use crownhead_rules::{History, Key, Keyed, Notation, Outcome, Reason};

use crate::{position, setups, words, wrong};

/// More plies than a random game lasts under the draw rulings. Games that go on until every
/// checker is placed never come near; Coast to Coast makes progress at most 48 times, and so
/// cannot last for 49 times 200 plies.
const LONGEST: usize = 9_800;

/// How many plies of a game are checked in full.
const CHECKED: usize = 130;

pub(crate) fn from_the_start(rules: Rules) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut referee = Referee::default();
    for number in 0..24 {
        let start = AnyPosition::start(rules);
        let plies = each!(start, start => play_out(rules, start, &mut random, &mut referee));
        assert!(plies > 4, "game {number} of {rules} has only {plies} plies");
    }
    each!(AnyPosition::start(rules), start => wrong::check_all(rules, &start));
}

pub(crate) fn from_set_ups(rules: Rules) {
    let mut random = fastrand::Rng::with_seed(2);
    let mut referee = Referee::default();
    for text in setups::some(rules, 40) {
        let start = AnyPosition::from_text(rules, &text).unwrap();
        each!(start, start => {
            wrong::check_all(rules, &start);
            play_out(rules, start, &mut random, &mut referee)
        });
    }
    let asked = each!(AnyPosition::start(rules), start => has_draws(&start));
    assert!(!asked || referee.draws[0] > 0, "{rules}: no game was drawn by repetition");
    assert!(!asked || referee.both > 0, "{rules}: repetition never came before no progress");
}

fn has_draws<P: Notation>(_: &P) -> bool {
    P::IDLE_PLIES.is_some()
}

/// What is remembered over all games: which position has which key, and the draws.
#[derive(Default)]
struct Referee {
    keys: HashMap<Key, AnyPosition>,
    /// By repetition, and for want of progress.
    draws: [usize; 2],
    /// How often both were due.
    both: usize,
}

impl Referee {
    fn one_key_each(&mut self, key: Key, position: AnyPosition) {
        let known = self.keys.entry(key).or_insert_with(|| position.clone());
        assert_eq!(*known, position, "two positions share a key");
    }
}

/// Plays one game to its end, and returns how many plies it took.
fn play_out<P>(rules: Rules, start: P, random: &mut fastrand::Rng, referee: &mut Referee) -> usize
where
    P: Notation + Into<AnyPosition>,
{
    let mut game = Keyed::new(start.clone());
    let mut past = Past { history: History::new(&start), seen: vec![start], idle: 0 };
    let (mut foreign, mut others): (Vec<P::Move>, Vec<String>) = (Vec::new(), Vec::new());
    for ply in 0..=LONGEST {
        assert_eq!(game.key(), P::key(&game), "{:?}", *game);
        referee.one_key_each(game.key(), (*game).clone().into());
        let draw = past.check(&game);
        let mut moves = Vec::new();
        game.each_move(|mv| moves.push(mv));
        if ply < CHECKED {
            let legal = position::check(rules, &*game);
            position::check_foreign(&*game, &foreign);
            for text in wrong::texts(&legal, &others, random) {
                wrong::try_text(rules, &*game, &legal, &text);
            }
            others = legal;
            foreign.extend((0..3).filter_map(|_| random.choice(&moves)));
        }
        if let Some(outcome) = draw {
            referee.draws[usize::from(outcome.reason == Reason::NoProgress)] += 1;
            if referee.both < 3 {
                referee.both += past.play_on(&game, random);
            }
            return ply;
        }
        let Some(&mv) = random.choice(&moves) else { return ply };
        past.play(&game, mv);
        game.play_unchecked(mv);
    }
    panic!("a game of {rules} does not end: {:?}", *game);
}

/// The history of a game, and the same kept by comparing whole positions.
struct Past<P> {
    history: History,
    seen: Vec<P>,
    idle: u32,
}

impl<P: Notation> Past<P> {
    fn play(&mut self, position: &P, mv: P::Move) {
        let progress = words::is_progress(position, &position.move_text(mv));
        self.idle = if progress { 0 } else { self.idle + 1 };
        let (mut next, mut copy_next) = (position.clone(), position.clone());
        let mut copy = self.history.clone();
        self.history.play(&mut next, mv);
        assert!(copy != self.history || P::IDLE_PLIES.is_none() || !next.asks_for_draws());
        copy.play(&mut copy_next, mv);
        assert_eq!((&copy, &copy_next), (&self.history, &next));
        assert_eq!(copy.draw(&next), self.history.draw(&next));
        self.seen.push(next);
    }

    /// Plays on where a draw is due, to and fro if possible, until both are or for a while;
    /// whether both were.
    fn play_on(&mut self, from: &P, random: &mut fastrand::Rng) -> usize {
        let mut position = from.clone();
        for _ in 0..400 {
            let (mut known, mut others) = (Vec::new(), Vec::new());
            position.each_move(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let again = !position.makes_progress(mv) && self.seen.contains(&next);
                if again { known.push(mv) } else { others.push(mv) }
            });
            let Some(&mv) = random.choice(&known).or(random.choice(&others)) else { return 0 };
            self.play(&position, mv);
            position.play_unchecked(mv);
            let repeated = self.check(&position) == Some(Outcome::draw(Reason::Repetition));
            if repeated && P::IDLE_PLIES.is_some_and(|limit| self.idle >= limit) {
                return 1;
            }
        }
        0
    }

    /// The draw that is due, by both tellings.
    fn check(&self, position: &P) -> Option<Outcome> {
        let limit = P::IDLE_PLIES?;
        assert_eq!(self.history.idle_plies(), self.idle, "{position:?}");
        let mut due = None;
        if position.asks_for_draws() {
            let times = self.seen.iter().filter(|seen| *seen == position).count();
            assert_eq!(self.history.occurrences(position.key()), times, "{position:?}");
            if times >= 3 {
                due = Some(Outcome::draw(Reason::Repetition));
            } else if self.idle >= limit {
                due = Some(Outcome::draw(Reason::NoProgress));
            }
        }
        assert_eq!(self.history.draw(position), due, "{position:?}");
        due
    }
}
