//! What a swarm found.

use std::fmt;
use std::time::Duration;

/// What a swarm found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many connections were open at a time.
    pub sockets: usize,
    /// How many moves were acknowledged while it was measured.
    pub moves: u64,
    /// For how long it was measured.
    pub time: Duration,
    /// From a move to the opponent's screen: half of them, 99 of 100, and all within this.
    pub latency: [Duration; 3],
    /// How many commands were acknowledged in all.
    pub acknowledged: u64,
    /// How many events there are in the logs of all matches.
    pub events: u64,
    /// How many games ended.
    pub results: u64,
    /// How many commands were refused.
    pub refusals: u64,
    /// How often the server did not know whether a command was carried out.
    pub unsure: u64,
    /// How many connections broke and were made again.
    pub breaks: u64,
    /// The server's memory for an idle connection, in bytes.
    pub memory: Option<u64>,
    /// What was killed, and how long it took until everybody was back.
    pub kills: Vec<(String, Duration)>,
    /// How many promises were not kept.
    pub faults: usize,
    /// The first of them, in words.
    pub told: Vec<String>,
}

impl Report {
    /// How many moves were made in a second.
    pub fn rate(&self) -> f64 {
        self.moves as f64 / self.time.as_secs_f64().max(f64::EPSILON)
    }
}

impl fmt::Display for Report {
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
        writeln!(
            f,
            "Commands          {} acknowledged, {} refused, {} unsure and repeated",
            self.acknowledged, self.refusals, self.unsure
        )?;
        writeln!(f, "Kept              {} events, {} games ended", self.events, self.results)?;
        writeln!(f, "Came again        {} times", self.breaks)?;
        if let Some(memory) = self.memory {
            writeln!(f, "Idle connection   {:.1} KB of the server", memory as f64 / 1000.0)?;
        }
        for (what, back) in &self.kills {
            writeln!(f, "Killed            {what}, all back after {:.1} s", back.as_secs_f64())?;
        }
        writeln!(f, "Broken promises   {}", self.faults)?;
        self.told.iter().try_for_each(|fault| writeln!(f, "  {fault}"))
    }
}
