//! The places of live connections: WebSockets and streams. They have limits of their own, so that
//! they take nothing from requests.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::connections::{Connection, Phase};
use crate::rate_limit::{AddressSlot, AddressSlots};

/// The maximum number of live connections of an address.
const MAX_PER_ADDRESS: u32 = 512;

/// The places of live connections.
pub(crate) struct LiveSlots {
    permits: Arc<Semaphore>,
    max: usize,
    by_address: Arc<AddressSlots>,
}

/// The place of a live connection, which is free again when this is dropped.
pub(crate) struct LiveSlot {
    connection: Option<Arc<Connection>>,
    _address: Option<AddressSlot>,
    _permit: OwnedSemaphorePermit,
}

/// Why there is no place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoLiveSlot {
    /// The address has too many.
    TooManyOfAddress,
    /// There are too many.
    Full,
}

impl LiveSlots {
    pub(crate) fn new(max: usize) -> LiveSlots {
        let permits = Arc::new(Semaphore::new(max));
        LiveSlots { permits, max, by_address: AddressSlots::new(MAX_PER_ADDRESS) }
    }

    /// Takes a place for a connection. The limit per address applies if an address is given.
    pub(crate) fn take(
        &self,
        address: Option<IpAddr>,
        connection: Option<Arc<Connection>>,
    ) -> Result<LiveSlot, NoLiveSlot> {
        let own = address.map(|address| self.by_address.take(address));
        let own = own.map(|own| own.ok_or(NoLiveSlot::TooManyOfAddress)).transpose()?;
        let permit = self.permits.clone().try_acquire_owned().map_err(|_| NoLiveSlot::Full)?;
        if let Some(connection) = &connection {
            connection.set_phase(Phase::Live);
        }
        Ok(LiveSlot { connection, _address: own, _permit: permit })
    }

    /// The number of live connections.
    pub(crate) fn count(&self) -> usize {
        self.max.saturating_sub(self.permits.available_permits())
    }

    /// Whether there is no place left.
    pub(crate) fn is_full(&self) -> bool {
        self.permits.available_permits() == 0
    }

    /// Waits until there are none.
    pub(crate) async fn wait_until_empty(&self) {
        let max = u32::try_from(self.max).unwrap_or(u32::MAX);
        let _ = self.permits.acquire_many(max).await;
    }
}

impl Drop for LiveSlot {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            connection.end_live();
        }
    }
}
