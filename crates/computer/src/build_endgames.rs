//! Builds endgame tables in files. Not available in a browser.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use crownhead_rules::checkers::{KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_tablebase::{
    RuleFamily, SingleMachine, TableFolder, TablebaseBuild, build, build_distances,
};

/// Builds the tables of values, and optionally those of distances. One rule set represents its
/// family.
pub fn build_endgames(settings: &mut TablebaseBuild<'_>, with_plies: bool) -> io::Result<()> {
    fn all<R: RuleSet>(settings: &mut TablebaseBuild<'_>, with_plies: bool) -> io::Result<()> {
        let builder = build::<R>(settings)?;
        if with_plies && !settings.stop.load(Ordering::Relaxed) {
            build_distances::<R>(settings, &builder)?;
        }
        Ok(())
    }
    match settings.folder.family() {
        RuleFamily::Must => all::<WinningMoves>(settings, with_plies),
        RuleFamily::MustAndGoOn => all::<KingMeContinues>(settings, with_plies),
        RuleFamily::Choice => all::<Regal>(settings, with_plies),
    }
}

/// Builds the tables of up to `most` checkers on one thread, for an automatic build in the
/// background.
pub fn build_endgames_in_background(
    folder: &TableFolder,
    most: u8,
    with_plies: bool,
) -> io::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
    let stop = &AtomicBool::new(false);
    let mut settings = TablebaseBuild {
        folder,
        max_checkers: most,
        stop,
        coordinator: &mut SingleMachine,
        report: &mut |_| {},
    };
    pool.install(|| build_endgames(&mut settings, with_plies))
}
