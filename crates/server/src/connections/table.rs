//! The connections of a node: how many there may be, which are closed first when there are too
//! many, and a small reserve for health checks.
//!
//! Accepting never waits. A connection gets a general place, or one of the reserve, or is refused.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How many connections are closed at a time to make room. Finding them looks at all, so it finds
/// several.
const CLOSED_AT_ONCE: usize = 32;

/// A client that has not sent a request for this long may be closed to make room for others.
const MIN_HEAD_TIME: Duration = Duration::from_secs(2);

/// The limits of a node's connections.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The maximum number of connections, without the live ones.
    pub general: usize,
    /// The number of connections beyond that, which get health checks only.
    pub reserved: usize,
    /// The maximum number of an address, without the live ones.
    pub per_address: usize,
    /// The maximum number of an address that have not sent a request yet.
    pub half_open_per_address: usize,
    /// The maximum number of an address in the reserve.
    pub reserved_per_address: usize,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            general: 4096,
            reserved: 64,
            per_address: 256,
            half_open_per_address: 64,
            reserved_per_address: 8,
        }
    }
}

/// The connections of a node.
pub(crate) struct ConnectionTable {
    limits: ConnectionLimits,
    inner: Mutex<Inner>,
    /// Notified when the last connection has gone.
    emptied: Notify,
}

#[derive(Default)]
struct Inner {
    next_id: u64,
    entries: HashMap<u64, Entry>,
    addresses: HashMap<IpAddr, Counts>,
    total: Counts,
    /// The connections of the reserve, the oldest first.
    reserve: VecDeque<u64>,
}

/// A connection as the table knows it.
struct Entry {
    address: Option<IpAddr>,
    class: Class,
    phase: Phase,
    since: Instant,
    /// Whether it was asked to close. Its place is free already then.
    is_closing: bool,
    closing: Arc<Notify>,
}

/// Numbers of connections. All but the last two leave out those that are being closed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Counts {
    general: usize,
    reserved: usize,
    half_open: usize,
    idle: usize,
    live: usize,
    all: usize,
}

/// What a connection may request.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Everything.
    General,
    /// Health checks.
    Reserved,
}

/// What a connection does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Phase {
    /// The client performs a handshake or sends the head of a request, or should.
    Head,
    /// A request is being answered.
    Busy,
    /// The client keeps it open after a response.
    Idle,
    /// It is a stream or a WebSocket, which has limits of its own.
    Live,
}

/// A connection's place in the table, which is free again when this is dropped.
pub(crate) struct Connection {
    table: Arc<ConnectionTable>,
    id: u64,
    pub(crate) class: Class,
    /// The phase, to be read without the lock.
    phase: AtomicU8,
    closing: Arc<Notify>,
}

/// Whether a new connection gets a place.
pub(crate) enum Admission {
    /// It gets one.
    Admitted(Arc<Connection>),
    /// Its address has too many connections.
    TooManyOfAddress,
    /// There are too many connections.
    Full,
}

impl ConnectionTable {
    pub(crate) fn new(limits: ConnectionLimits) -> Arc<ConnectionTable> {
        Arc::new(ConnectionTable { limits, inner: Mutex::default(), emptied: Notify::new() })
    }

    /// Finds a place for a new connection. The limits per address apply if an address is given.
    pub(crate) fn admit(self: &Arc<Self>, address: Option<IpAddr>) -> Admission {
        let limits = &self.limits;
        let mut inner = self.inner.lock();
        let own = inner.counts_of(address);
        if own.half_open >= limits.half_open_per_address
            || own.general >= limits.per_address && !inner.close_idle(address)
        {
            return Admission::TooManyOfAddress;
        }
        if inner.total.general < limits.general || inner.make_room() {
            return Admission::Admitted(self.add(&mut inner, address, Class::General));
        }
        if own.reserved >= limits.reserved_per_address {
            return Admission::TooManyOfAddress;
        }
        if inner.total.reserved >= limits.reserved
            && let Some(oldest) = inner.reserve.pop_front()
        {
            inner.close(oldest);
        }
        // Those that are being closed take a while.
        if inner.total.all - inner.total.live >= limits.general + 4 * limits.reserved {
            return Admission::Full;
        }
        Admission::Admitted(self.add(&mut inner, address, Class::Reserved))
    }

    fn add(
        self: &Arc<Self>,
        inner: &mut Inner,
        address: Option<IpAddr>,
        class: Class,
    ) -> Arc<Connection> {
        let (id, phase, since) = (inner.next_id, Phase::Head, Instant::now());
        inner.next_id += 1;
        let closing = Arc::<Notify>::default();
        let entry =
            Entry { address, class, phase, since, is_closing: false, closing: closing.clone() };
        inner.add(id, entry);
        if class == Class::Reserved {
            inner.reserve.push_back(id);
        }
        let phase = AtomicU8::new(phase as u8);
        Arc::new(Connection { table: self.clone(), id, class, phase, closing })
    }

    /// Closes connections that do nothing, because the system has no more files for new ones.
    pub(crate) fn make_room(&self) {
        self.inner.lock().make_room();
    }

    /// Waits until there are no connections.
    pub(crate) async fn wait_until_empty(&self) {
        loop {
            let emptied = self.emptied.notified();
            if self.inner.lock().entries.is_empty() {
                return;
            }
            emptied.await;
        }
    }

    /// The number of connections, without the live ones.
    pub(crate) fn count(&self) -> usize {
        self.inner.lock().total.general
    }

    /// Whether a new connection would only get health checks.
    pub(crate) fn is_full(&self) -> bool {
        let total = self.inner.lock().total;
        total.general >= self.limits.general && total.idle == 0
    }
}

impl Inner {
    fn counts_of(&self, address: Option<IpAddr>) -> Counts {
        let counts = address.and_then(|address| self.addresses.get(&address));
        counts.copied().unwrap_or_default()
    }

    fn add(&mut self, id: u64, entry: Entry) {
        self.change_counts(&entry, 1);
        self.entries.insert(id, entry);
    }

    fn remove(&mut self, id: u64) -> Option<Entry> {
        let entry = self.entries.remove(&id)?;
        self.change_counts(&entry, -1);
        Some(entry)
    }

    /// Changes an entry. It must not change its address.
    fn change(&mut self, id: u64, change: impl FnOnce(&mut Entry)) {
        let Some(mut entry) = self.remove(id) else { return };
        change(&mut entry);
        self.add(id, entry);
    }

    fn change_counts(&mut self, entry: &Entry, by: isize) {
        entry.change_counts(&mut self.total, by);
        let Some(address) = entry.address else { return };
        let counts = self.addresses.entry(address).or_default();
        entry.change_counts(counts, by);
        if counts.all == 0 {
            self.addresses.remove(&address);
        }
    }

    /// Closes connections that do nothing. Returns whether there were any.
    fn make_room(&mut self) -> bool {
        self.close_idle(None) || self.close_half_open()
    }

    /// Closes the connections, of one address if it is given, that have been idle the longest.
    fn close_idle(&mut self, address: Option<IpAddr>) -> bool {
        let counts = if address.is_some() { self.counts_of(address) } else { self.total };
        counts.idle > 0
            && self.close_oldest(|entry| {
                entry.phase == Phase::Idle && (address.is_none() || entry.address == address)
            })
    }

    /// Closes the connections that have waited the longest for a request.
    fn close_half_open(&mut self) -> bool {
        let now = Instant::now();
        let is_slow = |entry: &Entry| {
            (entry.class, entry.phase) == (Class::General, Phase::Head)
                && now.duration_since(entry.since) >= MIN_HEAD_TIME
        };
        self.total.half_open > 0 && self.close_oldest(is_slow)
    }

    fn close_oldest(&mut self, may_close: impl Fn(&Entry) -> bool) -> bool {
        let candidates =
            self.entries.iter().filter(|(_, entry)| !entry.is_closing && may_close(entry));
        let mut oldest: Vec<_> = candidates.map(|(id, entry)| (entry.since, *id)).collect();
        if oldest.len() > CLOSED_AT_ONCE {
            oldest.select_nth_unstable(CLOSED_AT_ONCE);
            oldest.truncate(CLOSED_AT_ONCE);
        }
        oldest.iter().for_each(|(_, id)| self.close(*id));
        !oldest.is_empty()
    }

    /// Tells a connection to close, and frees its place.
    fn close(&mut self, id: u64) {
        self.change(id, |entry| {
            entry.is_closing = true;
            entry.closing.notify_one();
        });
    }
}

impl Entry {
    fn change_counts(&self, counts: &mut Counts, by: isize) {
        let add = |count: &mut usize| *count = count.wrapping_add_signed(by);
        add(&mut counts.all);
        if self.phase == Phase::Live {
            return add(&mut counts.live);
        }
        if self.is_closing {
            return;
        }
        match self.class {
            Class::General => add(&mut counts.general),
            Class::Reserved => add(&mut counts.reserved),
        }
        match self.phase {
            Phase::Head => add(&mut counts.half_open),
            Phase::Idle => add(&mut counts.idle),
            Phase::Busy | Phase::Live => {}
        }
    }
}

impl Connection {
    pub(crate) fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            phase if phase == Phase::Head as u8 => Phase::Head,
            phase if phase == Phase::Busy as u8 => Phase::Busy,
            phase if phase == Phase::Idle as u8 => Phase::Idle,
            _ => Phase::Live,
        }
    }

    /// Begins a phase. A live connection leaves it only by [`Connection::end_live`].
    pub(crate) fn set_phase(&self, phase: Phase) {
        if self.phase() != Phase::Live {
            self.replace_phase(phase);
        }
    }

    /// A connection is not live after all.
    pub(crate) fn end_live(&self) {
        if self.phase() == Phase::Live {
            self.replace_phase(Phase::Busy);
        }
    }

    fn replace_phase(&self, phase: Phase) {
        let mut inner = self.table.inner.lock();
        self.phase.store(phase as u8, Ordering::Relaxed);
        inner.change(self.id, |entry| {
            entry.phase = phase;
            entry.since = Instant::now();
        });
    }

    /// Waits until the connection should close to make room for others.
    pub(crate) async fn close_requested(&self) {
        self.closing.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut inner = self.table.inner.lock();
        inner.remove(self.id);
        if self.class == Class::Reserved {
            inner.reserve.retain(|id| *id != self.id);
        }
        if inner.entries.is_empty() {
            self.table.emptied.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ConnectionLimits = ConnectionLimits {
        general: 6,
        reserved: 2,
        per_address: 4,
        half_open_per_address: 3,
        reserved_per_address: 1,
    };

    fn address(number: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    fn admit(table: &Arc<ConnectionTable>, number: u8) -> Result<Arc<Connection>, &'static str> {
        match table.admit(address(number)) {
            Admission::Admitted(connection) => Ok(connection),
            Admission::TooManyOfAddress => Err("address"),
            Admission::Full => Err("full"),
        }
    }

    fn in_phase(table: &Arc<ConnectionTable>, number: u8, phase: Phase) -> Arc<Connection> {
        let connection = admit(table, number).unwrap();
        connection.set_phase(phase);
        connection
    }

    fn is_closing(connection: &Connection) -> bool {
        let mut closing = Box::pin(connection.close_requested());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        closing.as_mut().poll(&mut context).is_ready()
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_has_a_share_of_the_connections() {
        let table = ConnectionTable::new(LIMITS);
        let heads: Vec<_> = (0..3).map(|_| admit(&table, 1).unwrap()).collect();
        assert_eq!(admit(&table, 1).err(), Some("address"));
        heads[0].set_phase(Phase::Busy);
        let fourth = in_phase(&table, 1, Phase::Busy);
        drop(heads);
        let more: Vec<_> = (0..3).map(|_| in_phase(&table, 1, Phase::Busy)).collect();
        assert_eq!(admit(&table, 1).err(), Some("address"));
        assert!(admit(&table, 2).is_ok());
        // An idle connection makes room for a new one.
        more[0].set_phase(Phase::Idle);
        assert!(admit(&table, 1).is_ok());
        assert!(is_closing(&more[0]) && !is_closing(&more[1]));
        // A live one does not count.
        fourth.set_phase(Phase::Live);
        assert!(admit(&table, 1).is_ok());
        drop((fourth, more));
        assert_eq!(table.inner.lock().total, Counts::default());
        assert!(table.inner.lock().addresses.is_empty());
        table.wait_until_empty().await;
    }

    #[tokio::test(start_paused = true)]
    async fn idle_connections_are_closed_first_and_slow_heads_next() {
        let table = ConnectionTable::new(LIMITS);
        let slow = admit(&table, 1).unwrap();
        let idle = in_phase(&table, 1, Phase::Idle);
        let busy: Vec<_> = (2..6).map(|number| in_phase(&table, number, Phase::Busy)).collect();
        assert_eq!((table.count(), table.is_full()), (6, false));
        let first = admit(&table, 7).unwrap();
        assert!(first.class == Class::General && is_closing(&idle) && !is_closing(&slow));
        first.set_phase(Phase::Busy);
        assert!(table.is_full());
        // It may still be quick.
        assert!(admit(&table, 8).unwrap().class == Class::Reserved);
        tokio::time::advance(MIN_HEAD_TIME).await;
        assert!(admit(&table, 8).unwrap().class == Class::General);
        assert!(is_closing(&slow) && !busy.iter().any(|busy| is_closing(busy)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_reserve_is_left_for_health_checks() {
        let table = ConnectionTable::new(LIMITS);
        let _busy: Vec<_> = (0..6).map(|number| in_phase(&table, number, Phase::Busy)).collect();
        let first = admit(&table, 10).unwrap();
        assert_eq!(first.class, Class::Reserved);
        assert_eq!(admit(&table, 10).err(), Some("address"));
        let more: Vec<_> = (11..30).map(|number| admit(&table, number)).collect();
        // The oldest goes, and at last there are too many that are being closed.
        assert!(is_closing(&first));
        assert!(more[0].is_ok() && matches!(more[18], Err("full")));
        drop(more);
        assert_eq!(admit(&table, 40).unwrap().class, Class::Reserved);
    }
}
