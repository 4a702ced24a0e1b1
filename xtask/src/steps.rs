//! Steps: each is announced and timed, and a table of them is printed at the end.

use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell};

/// The finished steps.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(String, Duration)>,
}

impl Steps {
    /// Runs a command as a step.
    pub(crate) fn run(
        &mut self,
        shell: &Shell,
        what: &str,
        line: &CommandLine,
    ) -> Result<(), Failure> {
        self.take(what, &line.to_string(), || shell.run(what, line))
    }

    /// Runs a closure as a step; `how` is announced.
    pub(crate) fn take<T>(
        &mut self,
        what: &str,
        how: &str,
        step: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        println!("\n==> {what}: {how}");
        let start = Instant::now();
        let result = step()?;
        let time = start.elapsed();
        println!("    {what}: done in {}", shown(time));
        self.done.push((what.to_owned(), time));
        Ok(result)
    }

    /// The table of steps and times.
    pub(crate) fn summary(&self) -> String {
        let total = ("everything".to_owned(), self.done.iter().map(|(_, time)| *time).sum());
        let rows = || self.done.iter().chain([&total]);
        let width = rows().map(|(what, _)| what.len()).max().unwrap_or(0);
        rows().map(|(what, time)| format!("  {what:width$}  {:>8}\n", shown(*time))).collect()
    }
}

fn shown(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_lines_up_and_adds_up() {
        let step = |what: &str, millis| (what.to_owned(), Duration::from_millis(millis));
        let steps = Steps { done: vec![step("tests", 12_345), step("documentation", 700)] };
        let table = "  tests            12.3 s\n  \
                     documentation     0.7 s\n  \
                     everything       13.0 s\n";
        assert_eq!(steps.summary(), table);
    }

    #[test]
    fn a_step_that_fails_is_not_counted() {
        let mut steps = Steps::default();
        let failure = Failure::Missing("a board".to_owned());
        assert!(steps.take("play", "by hand", || Err::<(), _>(failure)).is_err());
        assert!(steps.done.is_empty());
    }
}
