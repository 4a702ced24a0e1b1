//! What belongs to the disk: how long it takes to confirm a write beside the database, and how long
//! the server's commits take. The rest of a slow move is the server's own.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time between two writes of the probe. It writes less often than the server.
const PAUSE: Duration = Duration::from_millis(50);

/// A page, which is what the probe writes.
const PAGE: [u8; 4096] = [b'x'; 4096];

/// A thread that writes a page now and then until it is asked for its times.
pub(super) struct DiskProbe {
    stop: SyncSender<()>,
    thread: JoinHandle<Vec<Duration>>,
}

impl DiskProbe {
    /// Starts in a folder.
    pub(super) fn start(folder: &Path) -> io::Result<DiskProbe> {
        let mut file = tempfile::tempfile_in(folder)?;
        let (stop, stopped) = sync_channel(1);
        let thread = std::thread::spawn(move || {
            let mut times = Vec::new();
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(PAUSE) {
                times.extend(write(&mut file));
            }
            times
        });
        Ok(DiskProbe { stop, thread })
    }

    /// The 99th percentile and the slowest of its writes.
    pub(super) fn finish(self) -> [Duration; 2] {
        let _ = self.stop.send(());
        let mut times = self.thread.join().unwrap_or_default();
        times.sort_unstable();
        let at = |share: f64| times.get(((times.len() as f64 - 1.0).max(0.0) * share) as usize);
        [0.99, 1.0].map(|share| at(share).copied().unwrap_or_default())
    }
}

/// The time of one write; none if it failed.
fn write(file: &mut File) -> Option<Duration> {
    let begun = Instant::now();
    file.rewind().and_then(|()| file.write_all(&PAGE)).and_then(|()| file.sync_data()).ok()?;
    Some(begun.elapsed())
}

/// The commits of a server so far: how many took at most so many seconds, in the order of the times.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Commits(Vec<(f64, u64)>);

impl Commits {
    /// Reads the server's metrics.
    pub(super) fn of_metrics(metrics: &str) -> Commits {
        let bucket = |line: &str| {
            let rest = line.strip_prefix("crownhead_commit_seconds_bucket{le=\"")?;
            let (limit, count) = rest.split_once("\"} ")?;
            let limit = if limit == "+Inf" { f64::INFINITY } else { limit.parse().ok()? };
            Some((limit, count.trim().parse().ok()?))
        };
        Commits(metrics.lines().filter_map(bucket).collect())
    }

    /// A time that 99 of 100 commits since `before` did not exceed. The buckets of the metrics double,
    /// so it is at most twice the true one.
    pub(super) fn p99_since(&self, before: &Commits) -> Option<Duration> {
        let earlier = |at: usize| before.0.get(at).map_or(0, |(_, count)| *count);
        let new: Vec<_> = self.0.iter().enumerate().map(|(at, it)| it.1 - earlier(at)).collect();
        let all = *new.last()?;
        if all == 0 {
            return None;
        }
        let at = new.iter().position(|count| *count as f64 >= all as f64 * 0.99)?;
        Some(Duration::try_from_secs_f64(self.0[at].0).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commits_of_a_time_are_a_difference() {
        let metrics = |counts: [u64; 3]| {
            let [one, two, all] = counts;
            Commits::of_metrics(&format!(
                "crownhead_commit_seconds_sum 1.5\n\
                 crownhead_commit_seconds_bucket{{le=\"0.001\"}} {one}\n\
                 crownhead_commit_seconds_bucket{{le=\"0.002\"}} {two}\n\
                 crownhead_commit_seconds_bucket{{le=\"+Inf\"}} {all}\n"
            ))
        };
        let before = metrics([10, 10, 40]);
        assert_eq!(before.p99_since(&before), None);
        assert_eq!(metrics([109, 110, 140]).p99_since(&before), Some(Duration::from_millis(1)));
        assert_eq!(metrics([100, 110, 140]).p99_since(&before), Some(Duration::from_millis(2)));
        assert_eq!(metrics([100, 100, 140]).p99_since(&before), Some(Duration::MAX));
    }

    #[test]
    fn a_probe_measures_writes() {
        let folder = tempfile::tempdir().unwrap();
        let probe = DiskProbe::start(folder.path()).unwrap();
        std::thread::sleep(PAUSE * 4);
        let [p99, slowest] = probe.finish();
        assert!(slowest >= p99 && slowest > Duration::ZERO, "{p99:?} {slowest:?}");
    }
}
