//! A limit on what a client address may have at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

/// How much each address has at the moment.
pub(crate) struct AddressSlots {
    max: u32,
    taken: Mutex<HashMap<IpAddr, u32>>,
}

/// One of the things that an address has, until this is dropped.
pub(crate) struct AddressSlot {
    slots: Arc<AddressSlots>,
    address: IpAddr,
}

impl AddressSlots {
    pub(crate) fn new(max: u32) -> Arc<AddressSlots> {
        Arc::new(AddressSlots { max, taken: Mutex::default() })
    }

    /// Takes a slot of an address, if it has one left.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<AddressSlot> {
        let mut taken = self.taken.lock();
        let count = taken.entry(address).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(AddressSlot { slots: self.clone(), address })
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken.lock();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_slots() {
        let slots = AddressSlots::new(2);
        let (one, two) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let taken: Vec<_> = (0..2).map(|_| slots.take(one).unwrap()).collect();
        assert!(slots.take(one).is_none() && slots.take(two).is_some());
        drop(taken);
        assert!(slots.take(one).is_some());
        assert!(slots.taken.lock().is_empty());
    }
}
