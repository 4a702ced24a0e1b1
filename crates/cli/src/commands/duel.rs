//! `crownhead bench duel`: how strong the engine is, told by a match.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crownhead_engine::duel::{Duel, Tally};
use crownhead_engine::mcts::{self, Playout};
use crownhead_engine::tune::{Dice, Tunable};
use crownhead_engine::{Limits, Search, Table};
use crownhead_games::AnyPosition;
use crownhead_rules::History;

use super::tune::{each_tunable, progress_bar};
use crate::args::{Opponent, RulesArgs};
use crate::failure::Failure;

/// A match of the engine against a plain opponent.
pub(super) struct Match {
    pub(super) against: Opponent,
    pub(super) weights: Option<PathBuf>,
    pub(super) games: u32,
    pub(super) limits: Limits,
    pub(super) seed: u64,
}

/// How many plies of an opening are played at random.
const RANDOM_PLIES: u32 = 6;
/// A game that is longer is a draw.
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

    fn play<P: Tunable + Playout>(&self, start: &P) -> Result<Tally, Failure> {
        let own = self.weights::<P>()?;
        let eval = own.as_ref().unwrap_or(P::default_eval());
        let duel = Duel {
            pairs: self.games.div_ceil(2),
            random_plies: RANDOM_PLIES,
            most_plies: MOST_PLIES,
            seed: self.seed,
        };
        let bar = progress_bar(2 * u64::from(duel.pairs));
        let report = |tally: &Tally| {
            bar.inc(1);
            bar.set_message(format!("{:.1}", tally.points()));
        };
        let engine = Engine::new();
        let one =
            |position: &P, history: &History| engine.choose(position, history, eval, self.limits);
        let other_engine = Engine::new();
        let tally = match self.against {
            Opponent::Tree => {
                let mut dice = Dice::new(self.seed ^ 0x5eed);
                let tree = |position: &P, history: &History| {
                    let begun = Instant::now();
                    let clock = move || begun.elapsed();
                    mcts::search(position, history, self.limits, &clock, &mut dice).best
                };
                duel.play(start, one, tree, report)
            }
            Opponent::FirstGuess => {
                let guess = P::with_weights(&P::first_guess());
                let other = |position: &P, history: &History| {
                    other_engine.choose(position, history, &guess, self.limits)
                };
                duel.play(start, one, other, report)
            }
            Opponent::BuiltIn => {
                let other = |position: &P, history: &History| {
                    other_engine.choose(position, history, P::default_eval(), self.limits)
                };
                duel.play(start, one, other, report)
            }
        };
        bar.finish_and_clear();
        Ok(tally)
    }

    fn weights<P: Tunable>(&self) -> Result<Option<P::Eval>, Failure> {
        let Some(path) = &self.weights else { return Ok(None) };
        let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let network = std::fs::read(path.with_extension("network")).ok();
        P::read_weights(&text, network.as_deref()).map(Some).map_err(wrong)
    }
}

/// A player that searches, with a memory of its own.
struct Engine {
    table: Table,
    stop: AtomicBool,
}

impl Engine {
    fn new() -> Engine {
        Engine { table: Table::with_mebibytes(MEBIBYTES), stop: AtomicBool::new(false) }
    }

    fn choose<P: Tunable>(
        &self,
        position: &P,
        history: &History,
        eval: &P::Eval,
        limits: Limits,
    ) -> Option<P::Move> {
        // The one position of its history: a game begins, and nothing is known of it.
        if history.keys().len() <= RANDOM_PLIES as usize + 2 {
            self.table.clear();
        }
        let begun = Instant::now();
        let mut search = Search::<P>::new(&self.table, &self.stop, limits);
        search.eval = eval;
        let clock = move || begun.elapsed();
        search.with_clock(clock).run(position, history, |_| {}).best()
    }
}
