//! Making endgame tables: in files, and so not in a browser.

use std::io;
use std::sync::atomic::Ordering;

use crownhead_rules::checkers::{KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_tablebase::{Family, Making, make, make_plies};

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
