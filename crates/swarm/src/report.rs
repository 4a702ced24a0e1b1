//! The report of a run: throughput, latency, and broken promises.

use std::fmt;
use std::time::Duration;

use crownhead_games::english::pluralize;
use serde::Serialize;

/// The report of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunReport {
    /// How many connections were open at a time.
    pub sockets: usize,
    /// How many moves were acknowledged during the measurement.
    pub moves: u64,
    /// How long the measurement took.
    pub time: Duration,
    /// The latency from a move to the opponent's screen: median, 99th percentile, maximum.
    pub latency: [Duration; 3],
    /// How long after its acknowledgement spectators saw a move, if there are any: median, 99th
    /// percentile, maximum.
    pub spectator_delay: Option<[Duration; 3]>,
    /// How many commands were acknowledged in all.
    pub acknowledged: u64,
    /// How many events the logs of all matches have.
    pub events: u64,
    /// How many games ended.
    pub results: u64,
    /// How many commands were refused.
    pub refusals: u64,
    /// How often the server could not say whether it carried a command out.
    pub unsure: u64,
    /// How many connections broke and reconnected.
    pub breaks: u64,
    /// The server's memory for an idle connection, in bytes.
    pub memory: Option<u64>,
    /// What was killed, and how long it took until everybody had reconnected.
    pub kills: Vec<(String, Duration)>,
    /// How many promises the server broke.
    pub faults: usize,
    /// The first of them, as sentences.
    pub first_faults: Vec<String>,
}

impl RunReport {
    /// Moves per second.
    pub fn rate(&self) -> f64 {
        self.moves as f64 / self.time.as_secs_f64().max(f64::EPSILON)
    }
}

impl fmt::Display for RunReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        writeln!(f, "Connections       {}", self.sockets)?;
        writeln!(
            f,
            "Moves             {} in {:.1} s: {:.0} a second",
            self.moves,
            self.time.as_secs_f64(),
            self.rate()
        )?;
        let [half, most, all] = self.latency.map(millis);
        writeln!(f, "To the opponent   p50 {half:.1} ms, p99 {most:.1} ms, slowest {all:.1} ms")?;
        if let Some(delay) = self.spectator_delay {
            let [half, most, all] = delay.map(millis);
            writeln!(
                f,
                "To the spectators p50 {half:.1} ms, p99 {most:.1} ms, slowest {all:.1} ms"
            )?;
        }
        writeln!(
            f,
            "Commands          {} acknowledged, {} refused, {} unsure and repeated",
            self.acknowledged, self.refusals, self.unsure
        )?;
        let (events, games) = (pluralize(self.events, "event"), pluralize(self.results, "game"));
        writeln!(f, "Kept              {events}, {games} ended")?;
        writeln!(f, "Came again        {}", pluralize(self.breaks, "time"))?;
        if let Some(memory) = self.memory {
            writeln!(f, "Idle connection   {:.1} KB of the server", memory as f64 / 1000.0)?;
        }
        for (what, back) in &self.kills {
            writeln!(f, "Killed            {what}, all back after {:.1} s", back.as_secs_f64())?;
        }
        writeln!(f, "Broken promises   {}", self.faults)?;
        self.first_faults.iter().try_for_each(|fault| writeln!(f, "  {fault}"))
    }
}
