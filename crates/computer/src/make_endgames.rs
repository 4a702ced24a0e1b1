//! Making endgame tables: in files, and so not in a browser.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use crownhead_rules::checkers::{KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_tablebase::{Alone, Family, Folder, Making, make, make_plies};

/// Makes the tables that tell who wins, and if wanted those that tell in how many plies. One rule
/// set stands for all of its family.
pub fn make_endgames(making: &mut Making<'_>, with_plies: bool) -> io::Result<()> {
    fn all<R: RuleSet>(making: &mut Making<'_>, with_plies: bool) -> io::Result<()> {
        let builder = make::<R>(making)?;
        if with_plies && !making.stop.load(Ordering::Relaxed) {
            make_plies::<R>(making, &builder)?;
        }
        Ok(())
    }
    match making.folder.family() {
        Family::Must => all::<WinningMoves>(making, with_plies),
        Family::MustAndGoOn => all::<KingMeContinues>(making, with_plies),
        Family::Choice => all::<Regal>(making, with_plies),
    }
}

/// Makes the tables of up to so many checkers on one thread: what a program does in the
/// background, without being asked.
pub fn make_endgames_aside(folder: &Folder, most: u8, with_plies: bool) -> io::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
    let stop = &AtomicBool::new(false);
    let mut making = Making { folder, most, stop, share: &mut Alone, report: &mut |_| {} };
    pool.install(|| make_endgames(&mut making, with_plies))
}
