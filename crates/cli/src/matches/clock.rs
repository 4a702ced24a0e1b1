//! Clocks for measuring thinking time. Wall-clock time is unreliable on a shared machine; processor
//! time is what a player really used.

use std::io;
use std::time::{Duration, Instant};

use clap::ValueEnum;

/// The clock that measures thinking time.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MatchClock {
    /// The time that passes
    #[default]
    Wall,
    /// Processor time: of the thinking thread, or of all threads of a program (Linux)
    Cpu,
}

impl MatchClock {
    /// A stopwatch for the calling thread.
    pub(crate) fn start(self) -> Stopwatch {
        match self {
            MatchClock::Wall => Stopwatch::Wall(Instant::now()),
            MatchClock::Cpu => Stopwatch::Thread(thread_time()),
        }
    }

    /// A stopwatch for a program.
    pub(crate) fn start_for(self, pid: u32) -> io::Result<Stopwatch> {
        Ok(match self {
            MatchClock::Wall => Stopwatch::Wall(Instant::now()),
            MatchClock::Cpu => Stopwatch::Program(pid, program_time(pid)?),
        })
    }
}

/// Measures time from its start.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Stopwatch {
    Wall(Instant),
    /// The processor time of the current thread.
    Thread(Duration),
    /// The processor time of a process.
    Program(u32, Duration),
}

impl Stopwatch {
    /// The time since the start; `None` if the process has ended.
    pub(crate) fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::Wall(start) => start.elapsed(),
            Stopwatch::Thread(start) => thread_time().saturating_sub(*start),
            Stopwatch::Program(pid, start) => {
                program_time(*pid).unwrap_or_default().saturating_sub(*start)
            }
        }
    }
}

/// The processor time of the current thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The processor time of all threads of a process, which the kernel counts in nanoseconds.
fn program_time(pid: u32) -> io::Result<Duration> {
    let mut sum = 0;
    for thread in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        // A thread may end between the listing and the reading.
        let Ok(text) = std::fs::read_to_string(thread?.path().join("schedstat")) else { continue };
        sum += text.split(' ').next().and_then(|first| first.parse::<u64>().ok()).unwrap_or(0);
    }
    Ok(Duration::from_nanos(sum))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn sleeping_costs_no_processor_time_and_working_does() {
        let (wall, cpu) = (MatchClock::Wall.start(), MatchClock::Cpu.start());
        let program = MatchClock::Cpu.start_for(std::process::id()).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        assert!(wall.elapsed() >= Duration::from_millis(50));
        assert!(cpu.elapsed() < Duration::from_millis(40), "{:?}", cpu.elapsed());
        let mut work = 1u64;
        while cpu.elapsed() < Duration::from_millis(60) {
            work = work.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        }
        assert_ne!(work, 1);
        assert!(program.elapsed() >= Duration::from_millis(40), "{:?}", program.elapsed());
    }
}
