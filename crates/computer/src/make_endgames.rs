//! Building endgame tables in files, which a browser cannot do.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use crownhead_rules::checkers::{KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_tablebase::{
    RuleFamily, SingleMachine, TableFolder, TablebaseBuild, build, build_distances,
};

/// Makes the tables that tell who wins, and if wanted those that tell in how many plies. One rule
/// set stands for all of its family.
pub fn make_endgames(making: &mut TablebaseBuild<'_>, with_plies: bool) -> io::Result<()> {
    fn all<R: RuleSet>(making: &mut TablebaseBuild<'_>, with_plies: bool) -> io::Result<()> {
        let builder = build::<R>(making)?;
        if with_plies && !making.stop.load(Ordering::Relaxed) {
            build_distances::<R>(making, &builder)?;
        }
        Ok(())
    }
    match making.folder.family() {
        RuleFamily::Must => all::<WinningMoves>(making, with_plies),
        RuleFamily::MustAndGoOn => all::<KingMeContinues>(making, with_plies),
        RuleFamily::Choice => all::<Regal>(making, with_plies),
    }
}

/// Makes the tables of up to so many checkers on one thread: what a program does in the
/// background, without being asked.
pub fn make_endgames_aside(folder: &TableFolder, most: u8, with_plies: bool) -> io::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
    let stop = &AtomicBool::new(false);
    let mut making = TablebaseBuild {
        folder,
        max_checkers: most,
        stop,
        coordinator: &mut SingleMachine,
        report: &mut |_| {},
    };
    pool.install(|| make_endgames(&mut making, with_plies))
}
