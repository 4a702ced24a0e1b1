//! The report of the noisy neighbour: one row for each attack, as a Markdown table.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

/// The longest that the 99th percentile of the other players' moves may take.
const MAX_P99: Duration = Duration::from_millis(100);

/// The longest that the health check may take.
const MAX_LIVEZ: Duration = Duration::from_secs(1);

/// What happened to everybody else during an attack.
#[derive(Clone, Debug, Default, Serialize)]
pub struct NoisyRow {
    /// The name of the attack.
    pub attack: String,
    /// How long it took.
    pub time: Duration,
    /// How many answers the noisy visitor got, and how many of them said that it was too much.
    pub answers: [u64; 2],
    /// The most connections that the noisy visitor had open at a time.
    pub open: u64,
    /// How many moves the others made, and how many they would have made undisturbed.
    pub moves: [u64; 2],
    /// The latency from a move to the opponent's screen: median, 99th percentile, maximum.
    pub latency: [Duration; 3],
    /// A time that 99 of 100 of the server's commits did not exceed, rounded up to a power of two; a
    /// part of the latency.
    pub commit: Option<Duration>,
    /// How long the disk took to confirm a write of another program: 99th percentile, maximum.
    pub disk: [Duration; 2],
    /// How often the others lost their connections.
    pub breaks: u64,
    /// The slowest answer of the health check.
    pub livez: Duration,
    /// How often the health check was not answered in time or not well.
    pub unhealthy: u64,
    /// The resident memory of the server afterwards, in bytes.
    pub memory: Option<u64>,
}

/// The report of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct NoisyReport {
    /// The attacks, in their order.
    pub rows: Vec<NoisyRow>,
    /// How many routes were attacked.
    pub routes: usize,
    /// How many games the archive had before the attacks, if it was filled.
    pub games: u64,
    /// How many promises the server broke.
    pub faults: usize,
    /// The first of them, as sentences.
    pub first_faults: Vec<String>,
}

impl NoisyRow {
    /// Why the row is not acceptable, if it is not.
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        if self.latency[1] >= MAX_P99 {
            complaints.push(format!("p99 {} ms", self.latency[1].as_millis()));
        }
        // A player who is kept out makes no moves that could be slow.
        if self.moves[0] * 2 < self.moves[1] {
            complaints.push(format!("only {} of {} moves", self.moves[0], self.moves[1]));
        }
        if self.unhealthy > 0 || self.livez > MAX_LIVEZ {
            let seconds = self.livez.as_secs_f64();
            complaints.push(format!("/livez {} times late, up to {seconds:.1} s", self.unhealthy));
        }
        complaints
    }
}

impl NoisyReport {
    /// Whether every row is acceptable, and no promise was broken.
    pub fn is_acceptable(&self) -> bool {
        self.faults == 0 && self.rows.iter().all(|row| row.complaints().is_empty())
    }
}

impl fmt::Display for NoisyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| attack | answers a second (refused) | open at once | moves (undisturbed) | p50 | p99 \
             | slowest | commits, p99 | disk, p99 | disk, slowest | broken connections | slowest /livez | server | hurts |"
        )?;
        writeln!(
            f,
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
        )?;
        for row in &self.rows {
            let rate = |count: u64| count as f64 / row.time.as_secs_f64().max(f64::EPSILON);
            let [p50, p99, max] = row.latency.map(|time| time.as_secs_f64() * 1000.0);
            let [disk, disk_max] = row.disk.map(|time| time.as_secs_f64() * 1000.0);
            let commit = |time: Duration| format!("{} ms or less", time.as_millis().max(1));
            let commit = row.commit.map_or_else(String::new, commit);
            let [answers, refused] = row.answers.map(rate);
            let [moves, undisturbed] = row.moves;
            let livez = row.livez.as_secs_f64() * 1000.0;
            let memory = row.memory.map_or_else(String::new, |bytes| format!("{} MB", bytes >> 20));
            let complaints = row.complaints();
            let hurts = if complaints.is_empty() { "no".to_owned() } else { complaints.join("; ") };
            writeln!(
                f,
                "| {} | {answers:.0} ({refused:.0}) | {} | {moves} ({undisturbed}) | {p50:.1} ms \
                 | {p99:.1} ms | {max:.0} ms | {commit} | {disk:.1} ms | {disk_max:.0} ms \
                 | {} | {livez:.0} ms | {memory} | {hurts} |",
                row.attack, row.open, row.breaks
            )?;
        }
        writeln!(f)?;
        writeln!(f, "Routes attacked   {}", self.routes)?;
        writeln!(f, "Broken promises   {}", self.faults)?;
        self.first_faults.iter().try_for_each(|fault| writeln!(f, "  {fault}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_hurts_says_why() {
        let fine = NoisyRow { moves: [90, 100], ..NoisyRow::default() };
        assert_eq!(fine.complaints(), [""; 0]);
        let latency = [Duration::ZERO, Duration::from_millis(250), Duration::from_secs(1)];
        let slow = NoisyRow { latency, ..fine.clone() };
        assert_eq!(slow.complaints(), ["p99 250 ms"]);
        let kept_out = NoisyRow { moves: [3, 100], ..fine.clone() };
        assert_eq!(kept_out.complaints(), ["only 3 of 100 moves"]);
        let dead = NoisyRow { livez: Duration::from_secs(5), unhealthy: 2, ..fine.clone() };
        assert_eq!(dead.complaints(), ["/livez 2 times late, up to 5.0 s"]);
        let report = NoisyReport { rows: vec![fine, dead], ..NoisyReport::default() };
        assert!(!report.is_acceptable());
        assert!(report.to_string().contains("| no |"), "{report}");
    }
}
