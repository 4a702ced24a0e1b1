//! A limit on what a client address may have at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use super::{SITE_FACTOR, site};

/// How much each address, and each site, has at the moment.
pub(crate) struct AddressSlots {
    max: u32,
    taken: Mutex<HashMap<Owner, u32>>,
}

/// The holder of a slot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Owner {
    Address(IpAddr),
    Site(IpAddr),
}

/// One of the things that an address has, until this is dropped.
pub(crate) struct AddressSlot {
    slots: Arc<AddressSlots>,
    owners: [Option<Owner>; 2],
}

impl AddressSlots {
    pub(crate) fn new(max: u32) -> Arc<AddressSlots> {
        Arc::new(AddressSlots { max, taken: Mutex::default() })
    }

    /// Takes a slot of an address, if it and its site have one left.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<AddressSlot> {
        let mut taken = self.taken.lock();
        let owners = [Some(Owner::Address(address)), site(address).map(Owner::Site)];
        let is_full = |owner: &Owner| {
            let max = match owner {
                Owner::Address(_) => self.max,
                Owner::Site(_) => self.max.saturating_mul(SITE_FACTOR),
            };
            taken.get(owner).is_some_and(|count| *count >= max)
        };
        if owners.iter().flatten().any(is_full) {
            return None;
        }
        for owner in owners.into_iter().flatten() {
            *taken.entry(owner).or_default() += 1;
        }
        Some(AddressSlot { slots: self.clone(), owners })
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken.lock();
        for owner in self.owners.iter().flatten() {
            if let Some(count) = taken.get_mut(owner) {
                *count -= 1;
                if *count == 0 {
                    taken.remove(owner);
                }
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

    #[test]
    fn a_site_has_the_slots_of_a_few_addresses() {
        let slots = AddressSlots::new(2);
        let of_site =
            |number: u16| slots.take(IpAddr::from([0x2001, 0xdb8, 0, number, 0, 0, 0, 0]));
        let taken: Vec<_> =
            (0..256).flat_map(|number| [of_site(number), of_site(number)]).collect();
        assert_eq!(taken.iter().flatten().count(), 8);
        assert!(of_site(0x100).is_some());
        drop(taken);
        assert!(of_site(255).is_some());
        assert!(slots.taken.lock().is_empty());
    }
}
