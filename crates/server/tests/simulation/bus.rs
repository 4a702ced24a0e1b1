//! A bus that drops, delays, repeats and reorders.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crownhead_server::bus::{Bus, Heard, News};
use tokio::sync::Notify;

use crate::chaos::Dice;

/// What all nodes hear by. Those of the dead are never emptied.
#[derive(Clone, Default)]
pub(crate) struct Hub(Arc<Mutex<Vec<Arc<Inbox>>>>);

#[derive(Default)]
struct Inbox {
    news: Mutex<VecDeque<News>>,
    bell: Notify,
}

/// A node's place on the bus.
pub(crate) struct Line {
    hub: Hub,
    own: Arc<Inbox>,
    dice: Dice,
    dead: Arc<AtomicBool>,
}

impl Hub {
    pub(crate) fn line(&self, dice: Dice, dead: Arc<AtomicBool>) -> Line {
        let own = Arc::<Inbox>::default();
        self.0.lock().unwrap().push(own.clone());
        Line { hub: self.clone(), own, dice, dead }
    }
}

impl Bus for Line {
    fn publish(&self, news: News) {
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
                    other.news.lock().unwrap().push_back(news);
                    other.bell.notify_one();
                });
            }
        }
    }

    fn hear(&self) -> Heard<'_> {
        Box::pin(async {
            loop {
                if let Some(news) = self.own.news.lock().unwrap().pop_front() {
                    return news;
                }
                self.own.bell.notified().await;
            }
        })
    }
}
