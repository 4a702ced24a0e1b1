//! Where the computer thinks: one thread with one job at a time, which is given up as soon as
//! another is wanted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crownhead_computer::{
    Analyst, Asked, Level, Limits, Question, Score, Thought as Found, choose, hint,
};
use crownhead_games::{Game, Rules};
use crownhead_rules::AnySquare;

/// How long full strength thinks about a move at most.
const FULL: Duration = Duration::from_millis(1500);
/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(800);
/// How long a position is analysed while nothing happens.
const ANALYSIS: Duration = Duration::from_secs(120);
/// How many positions are looked at to answer the offer of a draw.
const DRAW_NODES: u64 = 50_000;

/// What makes an analyst for some rules, with what is known of their endgames.
pub type MakeAnalyst = Box<dyn Fn(Rules) -> Analyst + Send>;

/// Something to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) game: Game,
    pub(crate) task: Task,
}

/// What is wanted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A move of a level.
    Move {
        level: Level,
        seed: u64,
        /// Where the other's last move ended.
        last: Option<AnySquare>,
        /// What is left on the clock, and what a turn adds.
        clock: Option<(Duration, Duration)>,
    },
    /// The best move and why.
    Hint,
    /// Whether to take a draw.
    Draw,
    /// The best ways to go on, as they are found.
    Lines { count: usize },
}

/// What was thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Thought {
    Move(String),
    Hint {
        text: String,
        sentence: String,
    },
    /// Whether the side to move is better, even or worse.
    Draw(std::cmp::Ordering),
    Lines(Lines),
}

/// The best ways to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// Whether nothing more comes of this thought.
    pub(crate) done: bool,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) ways: Vec<Way>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// Who is better with it and by how much, or how the game ends.
    pub(crate) worth: String,
    pub(crate) moves: Vec<String>,
}

/// The place where the computer thinks.
pub(crate) struct Desk {
    shared: Arc<Shared>,
    wanted: Option<Job>,
    number: u64,
}

#[derive(Default)]
struct Shared {
    next: Mutex<Next>,
    wake: Condvar,
    stop: AtomicBool,
}

#[derive(Default)]
struct Next {
    job: Option<(u64, Job)>,
    closing: bool,
}

impl Desk {
    /// A desk whose thoughts go to `tell`, with the number of their job.
    pub(crate) fn new(
        make: MakeAnalyst,
        tell: impl Fn(u64, Thought) + Send + Sync + 'static,
    ) -> Desk {
        let shared = Arc::new(Shared::default());
        let worker = Arc::clone(&shared);
        std::thread::spawn(move || work(&worker, &make, &tell));
        Desk { shared, wanted: None, number: 0 }
    }

    /// What is to be thought about from now on. The same as before goes on, or is done.
    pub(crate) fn want(&mut self, job: Option<Job>) {
        if self.wanted == job {
            return;
        }
        self.wanted.clone_from(&job);
        self.number += 1;
        let mut next = lock(&self.shared.next);
        next.job = job.map(|job| (self.number, job));
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.wake.notify_one();
    }

    /// Whether a thought is of the job that is wanted now.
    pub(crate) fn is_current(&self, number: u64) -> bool {
        self.number == number
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        lock(&self.shared.next).closing = true;
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.wake.notify_one();
    }
}

fn lock(next: &Mutex<Next>) -> MutexGuard<'_, Next> {
    next.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(shared: &Shared, make: &MakeAnalyst, tell: &(impl Fn(u64, Thought) + Sync)) {
    let mut analyst: Option<(Rules, Analyst)> = None;
    while let Some((number, job)) = take(shared) {
        let rules = job.game.rules();
        if analyst.as_ref().is_none_or(|(known, _)| *known != rules) {
            analyst = Some((rules, make(rules)));
        }
        if let Some((_, analyst)) = &analyst
            && let Some(thought) = think(&job, analyst, &shared.stop, &|lines| {
                tell(number, Thought::Lines(lines));
            })
        {
            tell(number, thought);
        }
    }
}

/// Waits for the next job; none when the desk is closed.
fn take(shared: &Shared) -> Option<(u64, Job)> {
    let mut next = lock(&shared.next);
    loop {
        if next.closing {
            return None;
        }
        if let Some(job) = next.job.take() {
            shared.stop.store(false, Ordering::Relaxed);
            return Some(job);
        }
        next = shared.wake.wait(next).unwrap_or_else(PoisonError::into_inner);
    }
}

fn think(
    job: &Job,
    analyst: &Analyst,
    stop: &AtomicBool,
    report: &dyn Fn(Lines),
) -> Option<Thought> {
    let game = &job.game;
    let begun = Instant::now();
    let watch = || begun.elapsed();
    let question = |limits, lines| Question { limits, threads: 1, lines };
    match job.task {
        Task::Move { level, seed, last, clock } => {
            let full = match clock {
                Some((left, more)) => {
                    let limits = Limits::clock(left, more);
                    let most = |time: Option<Duration>| Some(time.unwrap_or(FULL).min(FULL));
                    Limits { soft: most(limits.soft), hard: most(limits.hard), ..limits }
                }
                None => Limits::move_time(FULL),
            };
            let asked = Asked { last, full, ..Asked::of(level, seed) };
            choose(game, asked, analyst, watch, stop).map(|choice| Thought::Move(choice.text))
        }
        Task::Hint => {
            let found = hint(game, analyst, question(Limits::move_time(HINT), 2), watch, stop)?;
            Some(Thought::Hint { text: found.text, sentence: found.sentence.to_string() })
        }
        Task::Draw => {
            let asked = question(Limits::nodes(DRAW_NODES), 1);
            let found = analyst.think(game, asked, watch, stop, |_| {});
            let value = found.ways.first().map_or(0, |way| way.score.value());
            Some(Thought::Draw(value.cmp(&0)))
        }
        Task::Lines { count } => {
            let asked = question(Limits::move_time(ANALYSIS), count);
            let found = analyst.think(game, asked, watch, stop, |found| report(lines(game, found)));
            Some(Thought::Lines(Lines { done: true, ..lines(game, &found) }))
        }
    }
}

fn lines(game: &Game, found: &Found) -> Lines {
    let way = |way: &crownhead_computer::Way| {
        let worth = way.exact.map_or_else(|| worth(game, way.score), |exact| exact.to_string());
        Way { worth, moves: way.moves.clone() }
    };
    let ways = found.ways.iter().map(way).collect();
    Lines { done: false, depth: found.depth, nodes: found.nodes, ways }
}

/// Who is better, and by how much: `dark +0.35`, `light wins in 7`.
fn worth(game: &Game, score: Score) -> String {
    let better = if score.value() < 0 { !game.side() } else { game.side() };
    let score = if score.value() < 0 { -score } else { score };
    match score.value() {
        0 => "even".to_owned(),
        _ => format!("{} {score}", game.side_names()[better].english()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use crownhead_games::GameId;

    use super::*;

    fn desk() -> (Desk, std::sync::mpsc::Receiver<(u64, Thought)>) {
        let (sender, thoughts) = sync_channel(64);
        let tell = move |number, thought| {
            let _ = sender.try_send((number, thought));
        };
        (Desk::new(Box::new(|_| Analyst::new(1)), tell), thoughts)
    }

    #[test]
    fn a_new_wish_ends_the_old_thought() {
        let (mut desk, thoughts) = desk();
        let game = Game::start(GameId::StackEm.rules());
        desk.want(Some(Job { game: game.clone(), task: Task::Lines { count: 2 } }));
        let (number, first) = thoughts.recv_timeout(Duration::from_secs(20)).expect("lines");
        assert!(matches!(first, Thought::Lines(_)) && desk.is_current(number));
        let begun = Instant::now();
        let clock = None;
        let level = Level::WEAKEST;
        desk.want(Some(Job { game, task: Task::Move { level, seed: 1, last: None, clock } }));
        assert!(!desk.is_current(number));
        let chosen = thoughts.iter().find(|(number, _)| desk.is_current(*number)).expect("a move");
        assert!(matches!(chosen.1, Thought::Move(_)));
        assert!(begun.elapsed() < ANALYSIS / 4);
    }
}
