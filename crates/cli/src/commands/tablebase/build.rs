//! Building tables, with the remaining time.

use std::convert::Infallible;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crownhead_computer::build_endgames;
use crownhead_server::DatabaseCoordinator;
use crownhead_store::{NodeId, StoreLocation};
use crownhead_tablebase::{
    BuildCoordinator, BuiltClass, Class, ClassIndex, MAX_CHECKERS, RejectedFile, SingleMachine,
    TablebaseBuild, WldCounts, memory_to_build,
};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::BuildArgs;
use crate::failure::{Failure, print_error};

/// The totals of the tables with one number of checkers.
#[derive(Copy, Clone, Default)]
struct ClassTotal {
    counts: WldCounts,
    /// The longest win, in tables of distances.
    longest: Option<u32>,
    bytes: u64,
    seconds: f64,
}

/// Rows for the tables of values, and then for those of distances.
type ClassTotals = [[ClassTotal; MAX_CHECKERS as usize + 1]; 2];

pub(super) fn run(how: &BuildArgs, out: &mut impl Write) -> Result<(), Failure> {
    let folder = how.tables.folder()?;
    folder.check_readable().map_err(|error| Failure::file(folder.path(), &error))?;
    check_memory(how)?;
    let threads = how.threads.unwrap_or(0).into();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Input(format!("cannot start threads: {error}")))?;
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    let _ = ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed));
    let bar = bar(how);
    let mut sums = ClassTotals::default();
    let mut last = Instant::now();
    let mut report = |built: Result<BuiltClass, RejectedFile>| match built {
        Err(refused) => bar.suspend(|| print_error(&format!("rebuilding it: {refused}"))),
        Ok(made) => {
            add(&mut sums, &made, last.elapsed());
            last = Instant::now();
            show(&bar, &made);
        }
    };
    let made = shared(how, &mut |coordinator| {
        let (max_checkers, report) = (how.pieces, &mut report);
        let mut making =
            TablebaseBuild { folder: &folder, max_checkers, stop: &stop, coordinator, report };
        pool.install(|| build_endgames(&mut making, how.distance))
    });
    bar.finish_and_clear();
    made?.map_err(|error| Failure::Machine(format!("cannot build the tables: {error}")))?;
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Machine("stopped; run the same command again to continue".to_owned()));
    }
    print_summary(&sums, how, out)
}

/// Builds alone, or together with other machines.
fn shared<T>(
    how: &BuildArgs,
    work: &mut dyn FnMut(&mut dyn BuildCoordinator) -> T,
) -> Result<T, Failure> {
    let Some(place) = &how.database else { return Ok(work(&mut SingleMachine)) };
    let place: StoreLocation = place.parse().unwrap_or_else(|never: Infallible| match never {});
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let store = runtime.block_on(place.open());
    let store = store.map_err(|error| Failure::Machine(error.to_string()))?;
    let worker = NodeId::random().map_err(|error| Failure::Machine(error.to_string()))?;
    let done = work(&mut DatabaseCoordinator::new(store.clone(), runtime.handle().clone(), worker));
    let _ = runtime.block_on(store.close());
    Ok(done)
}

fn add(sums: &mut ClassTotals, made: &BuiltClass, time: Duration) {
    let sum = &mut sums[usize::from(made.longest.is_some())][usize::from(made.class.checkers())];
    sum.counts += made.counts;
    sum.longest = sum.longest.max(made.longest);
    sum.bytes += made.bytes;
    sum.seconds += time.as_secs_f64();
}

fn check_memory(how: &BuildArgs) -> Result<(), Failure> {
    let needed = memory_to_build(how.pieces, how.distance);
    if needed > u64::from(how.memory) << 30 {
        let gibibytes = needed.div_ceil(1 << 30);
        return Err(Failure::Input(format!(
            "{} checkers take about {gibibytes} GiB of memory, and --memory allows {}",
            how.pieces, how.memory
        )));
    }
    crate::memory::check((needed >> 20) as usize).map_err(Failure::Input)
}

fn bar(how: &BuildArgs) -> ProgressBar {
    let classes = (2..=how.pieces).flat_map(Class::all);
    let positions: u64 = classes.map(|class| ClassIndex::new(class).len()).sum();
    let bar = ProgressBar::new(positions * if how.distance { 2 } else { 1 });
    match ProgressStyle::with_template("{percent:>3} % {bar:24} {elapsed:>4} {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn show(bar: &ProgressBar, made: &BuiltClass) {
    let WldCounts { won, lost, drawn } = made.counts;
    bar.inc(won + lost + drawn);
    let to_go = HumanDuration(bar.eta());
    bar.set_message(format!("{} is done, {to_go} to go", made.class));
    if bar.is_hidden() && !made.loaded {
        let _ = writeln!(anstream::stderr(), "{} is done, {to_go} to go", made.class);
    }
}

fn print_summary(sums: &ClassTotals, how: &BuildArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (checkers, won, lost, drawn) = ("checkers", "won", "lost", "drawn");
    let (longest, bytes, seconds) = ("longest", "bytes", "seconds");
    writeln!(
        out,
        "{checkers:>8} {won:>11} {lost:>11} {drawn:>11} {longest:>7} {bytes:>11} {seconds:>8}"
    )?;
    for sums in &sums[..1 + usize::from(how.distance)] {
        for (checkers, sum) in sums.iter().enumerate().take(usize::from(how.pieces) + 1).skip(2) {
            let ClassTotal { counts: WldCounts { won, lost, drawn }, longest, bytes, seconds } =
                sum;
            let longest = longest.map_or("-".to_owned(), |plies| plies.to_string());
            writeln!(
                out,
                "{checkers:>8} {won:>11} {lost:>11} {drawn:>11} {longest:>7} {bytes:>11} {seconds:>8.1}"
            )?;
        }
    }
    if let Some(bytes) = crate::memory::most_held() {
        writeln!(out, "{} MB of memory at most", bytes.div_ceil(1_000_000))?;
    }
    Ok(())
}
