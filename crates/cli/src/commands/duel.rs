//! `crownhead bench duel`: the strength of the engine, measured by a match.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use crownhead_duel::mcts::{self, Playout};
use crownhead_duel::{Duel, DuelGame, WinDrawLoss};
use crownhead_engine::tune::Tunable;
use crownhead_engine::{Search, SearchLimits, SplitMix64, TranspositionTable};
use crownhead_games::AnyPosition;
use crownhead_games::english::pluralize;
use crownhead_rules::{History, Notation, Reason, Verdict};
use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::tune::{belongs, each_tunable, progress_bar};
use crate::args::{Opponent, RulesArgs};
use crate::failure::Failure;

/// A match of the engine against a plain opponent.
pub(super) struct Match {
    pub(super) against: Opponent,
    pub(super) weights: Option<PathBuf>,
    pub(super) games: u32,
    pub(super) limits: SearchLimits,
    pub(super) seed: u64,
    pub(super) threads: u16,
}

/// The number of random plies in an opening.
const RANDOM_PLIES: u32 = 6;
/// A longer game is a draw.
const MOST_PLIES: u32 = 1_000;
const MEBIBYTES: usize = 16;

impl Match {
    pub(super) fn run(&self, args: &RulesArgs, out: &mut impl Write) -> Result<(), Failure> {
        let rules = args.rules()?;
        let tally = each_tunable!(rules, start => self.play(&start))?;
        writeln!(
            out,
            "{rules}: {} won, {} drawn, {} lost: {:.1} points of {}",
            tally.wins,
            tally.draws,
            tally.losses,
            tally.points(),
            tally.games(),
        )?;
        Ok(())
    }

    fn play<P: Tunable + Playout + Notation + Sync>(
        &self,
        start: &P,
    ) -> Result<WinDrawLoss, Failure> {
        let own = self.weights::<P>()?;
        let eval = own.as_ref().unwrap_or(P::default_eval());
        let games = self.games.next_multiple_of(2);
        let bar = progress_bar(games.into());
        let (next, tally) = (AtomicU32::new(0), Mutex::new(WinDrawLoss::default()));
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    while let number = next.fetch_add(1, Ordering::Relaxed)
                        && number < games
                    {
                        let game = self.game(number, start, eval);
                        let mut tally = tally.lock();
                        tally.count(game.verdict, Duel::side_of_first(number));
                        print_score(&bar, number, &game, &tally);
                    }
                });
            }
        });
        bar.finish_and_clear();
        Ok(tally.into_inner())
    }

    /// Plays one game. The players keep nothing from other games.
    fn game<P: Tunable + Playout>(&self, number: u32, start: &P, eval: &P::Eval) -> DuelGame<P> {
        let duel = Duel { random_plies: RANDOM_PLIES, max_plies: MOST_PLIES, seed: self.seed };
        let one = Engine::new(self.limits);
        let one = |position: &P, history: &History| one.choose(position, history, eval);
        let guess;
        let eval = match self.against {
            Opponent::Tree => {
                let mut dice = SplitMix64::new(self.seed ^ 0x5eed ^ u64::from(number) << 32);
                let tree = |position: &P, history: &History| {
                    let begun = Instant::now();
                    let clock = move || begun.elapsed();
                    mcts::search(position, history, self.limits, &clock, &mut dice).best
                };
                return duel.play(number, start, one, tree);
            }
            Opponent::FirstGuess => {
                guess = P::with_weights(&P::initial_weights());
                &guess
            }
            Opponent::BuiltIn => P::default_eval(),
        };
        let other = Engine::new(self.limits);
        let other = |position: &P, history: &History| other.choose(position, history, eval);
        duel.play(number, start, one, other)
    }

    fn weights<P: Tunable>(&self) -> Result<Option<P::Eval>, Failure> {
        let Some(path) = &self.weights else { return Ok(None) };
        let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
        let beside = path.with_extension("network");
        let network = match std::fs::read(&beside) {
            Ok(network) => Some(network),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::file(&beside, &error)),
        };
        if network.as_deref().is_some_and(|network| !belongs(&text, network)) {
            let error = format!("it is damaged, or not the network of {}", path.display());
            return Err(Failure::damaged(&beside, error));
        }
        let weights = P::read_weights(&text, network.as_deref());
        weights.map(Some).map_err(|error| Failure::damaged(path, error))
    }
}

/// Reports the score: in the progress bar, or line by line without a terminal.
fn print_score<P: Notation>(
    bar: &ProgressBar,
    number: u32,
    game: &DuelGame<P>,
    tally: &WinDrawLoss,
) {
    bar.inc(1);
    bar.set_message(format!("{:.1}", tally.points()));
    if !bar.is_hidden() {
        return;
    }
    let one = Duel::side_of_first(number);
    let ended = match game.verdict {
        Verdict::Draw => "drawn",
        Verdict::Win(side) if side == one => "won",
        Verdict::Win(_) => "lost",
    };
    let reason = game.reason.map_or("no reason", Reason::name);
    let DuelGame { plies, last, .. } = game;
    let (points, games) = (tally.points(), tally.games());
    // Progress is optional, so a closed standard error does not matter.
    let _ = writeln!(
        std::io::stderr(),
        "{points:.1} of {games}; game {} {ended} by {reason} after {}: {}",
        number + 1,
        pluralize((*plies).into(), "ply"),
        last.text().unwrap_or_default(),
    );
}

/// A player that searches, with a transposition table of its own.
struct Engine {
    table: TranspositionTable,
    stop: AtomicBool,
    limits: SearchLimits,
}

impl Engine {
    fn new(limits: SearchLimits) -> Engine {
        let (table, stop) = (TranspositionTable::with_mebibytes(MEBIBYTES), AtomicBool::new(false));
        Engine { table, stop, limits }
    }

    fn choose<P: Tunable>(
        &self,
        position: &P,
        history: &History,
        eval: &P::Eval,
    ) -> Option<P::Move> {
        let begun = Instant::now();
        let mut search = Search::<P>::new(&self.table, &self.stop, self.limits);
        search.eval = eval;
        let clock = move || begun.elapsed();
        search.with_clock(clock).run(position, history, |_| {}).best()
    }
}
