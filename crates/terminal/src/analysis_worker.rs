//! The analysis worker: a thread that runs one search job at a time and stops as soon as a new job
//! arrives.

use std::cmp;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crownhead_arbiter::Command;
use crownhead_computer::{
    AnalysisRequest, Analyst, ComputerOpponent, Evaluation, Intent,
    PositionAnalysis as SearchReport, SearchLimits, hint,
};
use crownhead_games::{Game, Rules};
use parking_lot::{Condvar, Mutex};

const HINT_TIME: Duration = Duration::from_millis(800);
/// The longest analysis of one position.
const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(120);
/// Creates an analyst for a rule set, with its endgame databases.
pub type AnalystFactory = Box<dyn Fn(Rules) -> Analyst + Send>;

/// A job of the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnalysisJob {
    pub(crate) game: Game,
    pub(crate) task: AnalysisTask,
}

/// The task of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one task at a time")]
pub(crate) enum AnalysisTask {
    /// The opponent's next command: a move, or the answer to a draw offer.
    Opponent { opponent: ComputerOpponent, intent: Intent, limits: SearchLimits },
    /// The best move and the reason.
    Hint,
    /// The best lines, reported as they are found.
    Lines { count: usize },
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AnalysisResult {
    /// The opponent's command.
    Command(Command),
    Hint {
        text: String,
        sentence: String,
    },
    Lines(AnalysisLines),
}

/// The best lines found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnalysisLines {
    /// Whether the analysis has ended.
    pub(crate) done: bool,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) lines: Vec<AnalysisLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnalysisLine {
    /// The side that is better and by how much, or how the game ends.
    pub(crate) verdict: String,
    pub(crate) moves: Vec<String>,
}

/// A handle to the worker's thread.
pub(crate) struct AnalysisWorker {
    shared: Arc<Shared>,
    current: Option<AnalysisJob>,
    number: u64,
}

#[derive(Default)]
struct Shared {
    next: Mutex<JobSlot>,
    wake: Condvar,
    stop: AtomicBool,
}

#[derive(Default)]
struct JobSlot {
    job: Option<(u64, AnalysisJob)>,
    closing: bool,
}

impl AnalysisWorker {
    /// Starts the thread. Results go to `report` with the number of their job.
    pub(crate) fn new(
        create_analyst: AnalystFactory,
        report: impl Fn(u64, AnalysisResult) + Send + Sync + 'static,
    ) -> AnalysisWorker {
        let shared = Arc::new(Shared::default());
        let worker = Arc::clone(&shared);
        std::thread::spawn(move || work(&worker, &create_analyst, &report));
        AnalysisWorker { shared, current: None, number: 0 }
    }

    /// Replaces the current job. The same job again changes nothing.
    pub(crate) fn set_job(&mut self, job: Option<AnalysisJob>) {
        if self.current == job {
            return;
        }
        self.current.clone_from(&job);
        self.number += 1;
        let mut next = self.shared.next.lock();
        next.job = job.map(|job| (self.number, job));
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.wake.notify_one();
    }

    /// Whether a result belongs to the current job.
    pub(crate) fn is_current(&self, number: u64) -> bool {
        self.number == number
    }

    /// The number of the current job.
    #[cfg(test)]
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for AnalysisWorker {
    fn drop(&mut self) {
        self.shared.next.lock().closing = true;
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.wake.notify_one();
    }
}

fn work(
    shared: &Shared,
    create_analyst: &AnalystFactory,
    report: &(impl Fn(u64, AnalysisResult) + Sync),
) {
    let mut analyst: Option<(Rules, Analyst)> = None;
    while let Some((number, job)) = take(shared) {
        let rules = job.game.rules();
        if analyst.as_ref().is_none_or(|(known, _)| *known != rules) {
            analyst = Some((rules, create_analyst(rules)));
        }
        if let Some((_, analyst)) = &analyst
            && let Some(result) = run(&job, analyst, &shared.stop, &|lines| {
                report(number, AnalysisResult::Lines(lines));
            })
        {
            report(number, result);
        }
    }
}

/// Waits for the next job; none when the worker is dropped.
fn take(shared: &Shared) -> Option<(u64, AnalysisJob)> {
    let mut next = shared.next.lock();
    loop {
        if next.closing {
            return None;
        }
        if let Some(job) = next.job.take() {
            shared.stop.store(false, Ordering::Relaxed);
            return Some(job);
        }
        shared.wake.wait(&mut next);
    }
}

fn run(
    job: &AnalysisJob,
    analyst: &Analyst,
    stop: &AtomicBool,
    report: &dyn Fn(AnalysisLines),
) -> Option<AnalysisResult> {
    let game = &job.game;
    let begun = Instant::now();
    let elapsed = || begun.elapsed();
    let question = |limits, lines| AnalysisRequest { limits, threads: 1, lines };
    match &job.task {
        AnalysisTask::Opponent { opponent, intent, limits } => {
            opponent.think(intent, *limits, analyst, elapsed, stop).map(AnalysisResult::Command)
        }
        AnalysisTask::Hint => {
            let found = hint(
                game,
                analyst,
                question(SearchLimits::move_time(HINT_TIME), 2),
                elapsed,
                stop,
            )?;
            Some(AnalysisResult::Hint { text: found.text, sentence: found.sentence.to_string() })
        }
        AnalysisTask::Lines { count } => {
            let asked = question(SearchLimits::move_time(MAX_ANALYSIS_TIME), *count);
            let found =
                analyst.analyse(game, asked, elapsed, stop, |found| report(lines(game, found)));
            Some(AnalysisResult::Lines(AnalysisLines { done: true, ..lines(game, &found) }))
        }
    }
}

fn lines(game: &Game, found: &SearchReport) -> AnalysisLines {
    let line = |line: &crownhead_computer::Variation| AnalysisLine {
        verdict: verdict(game, line.evaluation),
        moves: line.moves.clone(),
    };
    let lines = found.variations.iter().map(line).collect();
    AnalysisLines { done: false, depth: found.depth, nodes: found.nodes, lines }
}

/// The side that is better, and by how much: `dark: +0.4`, `light: wins in 7`, `exact draw`.
fn verdict(game: &Game, evaluation: Evaluation) -> String {
    let name = |side| game.side_names()[side].english();
    match evaluation.sign() {
        cmp::Ordering::Greater => format!("{}: {evaluation}", name(game.side())),
        cmp::Ordering::Less => format!("{}: {}", name(!game.side()), evaluation.flipped()),
        cmp::Ordering::Equal if evaluation.is_exact() => evaluation.to_string(),
        cmp::Ordering::Equal => "even".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use crownhead_arbiter::{PlyCount, Seat};
    use crownhead_computer::{Level, MoveTask, Score};
    use crownhead_games::GameId;
    use crownhead_rules::Side;

    use super::*;

    fn worker() -> (AnalysisWorker, std::sync::mpsc::Receiver<(u64, AnalysisResult)>) {
        let (sender, results) = sync_channel(64);
        let report = move |number, result| {
            let _ = sender.try_send((number, result));
        };
        (AnalysisWorker::new(Box::new(|_| Analyst::new(1)), report), results)
    }

    #[test]
    fn a_verdict_names_the_side_that_is_better() {
        let game = Game::start(GameId::ParkerCheckers.rules());
        let names = Side::ALL.map(|side| game.side_names()[side].english());
        let verdict_of = |score| verdict(&game, Evaluation::of(GameId::ParkerCheckers, score));
        assert_eq!(verdict_of(Score::new(35)), format!("{}: +0.4", names[0]));
        assert_eq!(verdict_of(Score::loss_in(7)), format!("{}: wins in 7", names[1]));
        assert_eq!(verdict_of(Score::least_tablebase(false)), format!("{}: exact win", names[1]));
        assert_eq!(verdict_of(Score::DRAW), "even");
        assert_eq!(verdict(&game, Evaluation::certain(Score::DRAW)), "exact draw");
    }

    #[test]
    fn a_new_job_stops_the_old_one() {
        let (mut worker, results) = worker();
        let game = Game::start(GameId::StackEm.rules());
        worker.set_job(Some(AnalysisJob {
            game: game.clone(),
            task: AnalysisTask::Lines { count: 2 },
        }));
        let (number, first) = results.recv_timeout(Duration::from_secs(20)).expect("lines");
        assert!(matches!(first, AnalysisResult::Lines(_)) && worker.is_current(number));
        let begun = Instant::now();
        let opponent = ComputerOpponent::local(Seat::One, Level::WEAKEST, 1);
        let plies = PlyCount::default();
        let intent = Intent::Move(MoveTask { game: game.clone(), last: None, plies });
        let limits = SearchLimits::nodes(1_000);
        let task = AnalysisTask::Opponent { opponent, intent, limits };
        worker.set_job(Some(AnalysisJob { game, task }));
        assert!(!worker.is_current(number));
        let chosen = results.iter().find(|(number, _)| worker.is_current(*number)).expect("a move");
        assert!(matches!(chosen.1, AnalysisResult::Command(Command::Move { .. })));
        assert!(begun.elapsed() < MAX_ANALYSIS_TIME / 4);
    }
}
