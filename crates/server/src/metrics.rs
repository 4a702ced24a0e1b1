//! Metrics of a node, in the OpenMetrics format that Prometheus reads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The metrics of a node.
pub struct Metrics {
    registry: Registry,
    pub(crate) commands: Counter,
    pub(crate) refused: Counter,
    pub(crate) events: Counter,
    pub(crate) rate_limited: Counter,
    pub(crate) notices: Counter,
    pub(crate) notices_failed: Counter,
    pub(crate) outages: Counter,
    pub(crate) clock_steps: Counter,
    clock_offset: Gauge<f64, AtomicU64>,
    panics: Family<[(&'static str, &'static str); 1], Counter>,
    ready: Family<[(&'static str, &'static str); 1], Gauge>,
    commit: Histogram,
    matches: Gauge,
    sockets: Gauge,
    waiting: Gauge,
    connections: Gauge,
}

/// Values that are read when the metrics are requested.
pub(crate) struct Gauges {
    /// The number of cached matches.
    pub(crate) matches: usize,
    /// The number of live connections.
    pub(crate) sockets: usize,
    /// The number of queued writes of the store.
    pub(crate) waiting: usize,
    /// By how many milliseconds the system clock is ahead.
    pub(crate) clock_offset_millis: i64,
    /// The number of connections that are not live.
    pub(crate) connections: usize,
    /// The number of searches and other work in thread pools that panicked.
    pub(crate) work_panics: u64,
}

/// The part of the server in which a panic was caught.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PanicPlace {
    /// In the handler of a request.
    Request,
    /// In a command to a match.
    Command,
    /// In a background job.
    Job,
    /// In a thread pool: a search, a picture, a file.
    Work,
}

impl PanicPlace {
    const ALL: [PanicPlace; 4] =
        [PanicPlace::Request, PanicPlace::Command, PanicPlace::Job, PanicPlace::Work];

    fn label(self) -> [(&'static str, &'static str); 1] {
        let place = match self {
            PanicPlace::Request => "request",
            PanicPlace::Command => "command",
            PanicPlace::Job => "job",
            PanicPlace::Work => "work",
        };
        [("place", place)]
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("crownhead");
        let metrics = Metrics {
            commands: Counter::default(),
            refused: Counter::default(),
            events: Counter::default(),
            rate_limited: Counter::default(),
            notices: Counter::default(),
            notices_failed: Counter::default(),
            outages: Counter::default(),
            clock_steps: Counter::default(),
            clock_offset: Gauge::default(),
            panics: Family::default(),
            ready: Family::default(),
            // From half a millisecond to eight seconds.
            commit: Histogram::new(exponential_buckets(0.0005, 2.0, 15)),
            matches: Gauge::default(),
            sockets: Gauge::default(),
            waiting: Gauge::default(),
            connections: Gauge::default(),
            registry: Registry::default(),
        };
        let mut counter = |name: &str, help: &str, counter: &Counter| {
            registry.register(name, help, counter.clone());
        };
        counter("commands", "Players' commands that were carried out", &metrics.commands);
        counter("refusals", "Players' commands that the arbiter refused", &metrics.refused);
        counter("events", "Events that were kept", &metrics.events);
        counter("turned_away", "Requests beyond the limit of an address", &metrics.rate_limited);
        counter("notices", "Notices of a turn that were handed over", &metrics.notices);
        counter("notices_failed", "Notices that could not be handed over", &metrics.notices_failed);
        counter(
            "outages",
            "Times in which no node was serving, as this node found",
            &metrics.outages,
        );
        counter("clock_steps", "How often the system clock was set", &metrics.clock_steps);
        let help = "By how much the system clock is ahead of the time of the room";
        registry.register("clock_offset_seconds", help, metrics.clock_offset.clone());
        registry.register("commit_seconds", "How long a commit took", metrics.commit.clone());
        let mut gauge = |name: &str, help: &str, gauge: &Gauge| {
            registry.register(name, help, gauge.clone());
        };
        gauge("matches", "Matches that this node remembers", &metrics.matches);
        gauge("sockets", "Live connections to this node", &metrics.sockets);
        gauge("store_waiting", "Writes that wait for the store", &metrics.waiting);
        gauge("connections", "Connections to this node that are not live", &metrics.connections);
        registry.register("panics", "Panics that ended one piece of work", metrics.panics.clone());
        for place in PanicPlace::ALL {
            drop(metrics.panics.get_or_create(&place.label()));
        }
        let help = "Whether what play needs was there at the last check";
        registry.register("ready", help, metrics.ready.clone());
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    /// Records a commit.
    pub(crate) fn record_commit(&self, after: Duration, events: usize) {
        self.commit.observe(after.as_secs_f64());
        self.events.inc_by(events as u64);
    }

    /// Records a panic.
    pub(crate) fn record_panic(&self, place: PanicPlace) {
        self.panics.get_or_create(&place.label()).inc();
    }

    /// The number of panics in a place.
    #[cfg(test)]
    pub(crate) fn panics(&self, place: PanicPlace) -> u64 {
        self.panics.get_or_create(&place.label()).get()
    }

    /// Records the outcome of a check of readiness.
    pub(crate) fn record_check(&self, check: &'static str, passed: bool) {
        self.ready.get_or_create(&[("check", check)]).set(i64::from(passed));
    }

    /// Encodes all metrics.
    pub(crate) fn encode(&self, now: &Gauges) -> String {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.matches.set(count(now.matches));
        self.sockets.set(count(now.sockets));
        self.waiting.set(count(now.waiting));
        self.clock_offset.set(now.clock_offset_millis as f64 / 1000.0);
        self.connections.set(count(now.connections));
        let work = self.panics.get_or_create(&PanicPlace::Work.label());
        work.inner().store(now.work_panics, Ordering::Relaxed);
        drop(work);
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
