//! Budgets of client addresses, and of the sites that they belong to.

use std::net::IpAddr;
use std::time::Duration;

use super::{Budgets, SITE_FACTOR, site};

/// A budget for every address, and a larger one for every site.
pub(crate) struct AddressBudgets {
    addresses: Budgets<IpAddr>,
    sites: Budgets<IpAddr>,
}

impl AddressBudgets {
    /// Every address may do something `burst` times at once, and then once in every `refill`.
    pub(crate) fn new(burst: u32, refill: Duration) -> AddressBudgets {
        let sites = Budgets::new(burst * SITE_FACTOR, refill / SITE_FACTOR);
        AddressBudgets { addresses: Budgets::new(burst, refill), sites }
    }

    /// Spends so many, or returns how long to wait until there are so many.
    pub(crate) fn take(&self, address: IpAddr, count: u32) -> Result<(), Duration> {
        self.addresses.take_many(&address, count)?;
        let Some(site) = site(address) else { return Ok(()) };
        self.sites
            .take_many(&site, count)
            .inspect_err(|_| self.addresses.give_back_many(&address, count))
    }

    /// Takes so many back.
    pub(crate) fn give_back(&self, address: IpAddr, count: u32) {
        self.addresses.give_back_many(&address, count);
        if let Some(site) = site(address) {
            self.sites.give_back_many(&site, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_site_has_the_budget_of_a_few_addresses() {
        let budgets = AddressBudgets::new(10, Duration::from_secs(60));
        let spend = |address: &str| {
            let address = address.parse().unwrap();
            (0..99).take_while(|_| budgets.take(address, 1).is_ok()).count()
        };
        let of_site = |number: u8| spend(&format!("2001:db8:0:{number:x}::"));
        assert_eq!((0..=255).map(of_site).sum::<usize>(), 40);
        assert_eq!(spend("2001:db8:0:100::"), 10);
        assert_eq!((0..=9).map(|number| spend(&format!("192.0.2.{number}"))).sum::<usize>(), 100);
        // Refused requests cost nothing, and returned budget can be spent again.
        budgets.give_back("2001:db8::".parse().unwrap(), 3);
        assert_eq!(of_site(200), 3);
    }
}
