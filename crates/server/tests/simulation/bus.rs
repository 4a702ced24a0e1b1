//! A bus that drops, delays, repeats and reorders.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crownhead_server::bus::{Bus, NextMessage};
use crownhead_store::MatchVersion;
use tokio::sync::Notify;

use crate::chaos::Dice;

/// The inboxes of all nodes. Those of dead nodes are never emptied.
#[derive(Clone, Default)]
pub(crate) struct Hub(Arc<Mutex<Vec<Arc<Inbox>>>>);

#[derive(Default)]
struct Inbox {
    messages: Mutex<VecDeque<MatchVersion>>,
    bell: Notify,
}

/// A node's connection to the bus.
pub(crate) struct BusConnection {
    hub: Hub,
    own: Arc<Inbox>,
    dice: Dice,
    dead: Arc<AtomicBool>,
}

impl Hub {
    pub(crate) fn connect(&self, dice: Dice, dead: Arc<AtomicBool>) -> BusConnection {
        let own = Arc::<Inbox>::default();
        self.0.lock().unwrap().push(own.clone());
        BusConnection { hub: self.clone(), own, dice, dead }
    }
}

impl Bus for BusConnection {
    fn publish(&self, version: MatchVersion) {
        if self.dead.load(Ordering::SeqCst) {
            return;
        }
        let others: Vec<_> = self.hub.0.lock().unwrap().clone();
        for other in others.into_iter().filter(|other| !Arc::ptr_eq(other, &self.own)) {
            let copies = if self.dice.strikes(250) { self.dice.below(3) } else { 1 };
            for _ in 0..copies {
                let (other, dice) = (other.clone(), self.dice.clone());
                tokio::spawn(async move {
                    dice.delay().await;
                    other.messages.lock().unwrap().push_back(version);
                    other.bell.notify_one();
                });
            }
        }
    }

    fn receive(&self) -> NextMessage<'_> {
        Box::pin(async {
            loop {
                if let Some(version) = self.own.messages.lock().unwrap().pop_front() {
                    return version;
                }
                self.own.bell.notified().await;
            }
        })
    }
}
