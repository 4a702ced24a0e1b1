//! A player at a node who takes part in every ritual and plays the first legal move.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crownhead_arbiter::{MatchStage, MatchState, Seat, Secret};
use serde_json::{Value, json};

use super::node::Node;

/// How many players have joined.
static COMERS: AtomicUsize = AtomicUsize::new(0);

/// A player.
pub(crate) struct Guest<'a> {
    pub(crate) node: &'a Node,
    pub(crate) path: String,
    pub(crate) secret: String,
    pub(crate) seat: Seat,
    count: usize,
}

impl<'a> Guest<'a> {
    pub(crate) fn new(node: &'a Node, id: &str, secret: &str, seat: Seat) -> Guest<'a> {
        let path = format!("/api/v1/matches/{id}");
        // A player who rejoins sends new commands, so they have new ids.
        let count = 1_000 * COMERS.fetch_add(1, Ordering::Relaxed);
        Guest { node, path, secret: secret.to_owned(), seat, count }
    }

    /// The match as this player sees it.
    pub(crate) async fn look(&self) -> (Value, MatchState) {
        let snapshot = self.node.get(&self.path, Some(&self.secret)).await;
        assert_eq!(snapshot.status, 200, "{}", snapshot.body);
        let state = serde_json::from_value(snapshot.body["state"].clone()).expect("a state");
        (snapshot.body, state)
    }

    pub(crate) async fn say(&mut self, command: &Value) -> super::node::Response {
        self.count += 1;
        let body = json!({"id": format!("guest-{}", self.count), "command": command});
        self.node.post(&format!("{}/commands", self.path), Some(&self.secret), &body).await
    }

    /// Does what this player has to do, if anything.
    pub(crate) async fn step(&mut self) -> bool {
        let (snapshot, state) = self.look().await;
        let seat = self.seat;
        let command = match &state.stage {
            MatchStage::Youngest { named } if named[seat].is_none() => {
                json!({"kind": "name-youngest", "youngest": seat})
            }
            MatchStage::Choice { wishes } if wishes[seat].is_none() => {
                json!({"kind": "choose-side", "side": "second"})
            }
            MatchStage::Choosing { seat: chooses, .. } if *chooses == seat => {
                json!({"kind": "choose-side", "side": "first"})
            }
            MatchStage::Toss(toss) => {
                let secret = Secret([u8::try_from(toss.round.get()).expect("few rounds"); 32]);
                let both = toss.committed.one.is_some() && toss.committed.two.is_some();
                if toss.committed[seat].is_none() {
                    let commitment = state.toss_id(toss).commitment(seat, secret);
                    json!({"kind": "commit", "commitment": commitment})
                } else if both && toss.revealed[seat].is_none() {
                    json!({"kind": "reveal", "secret": secret})
                } else {
                    return false;
                }
            }
            MatchStage::Playing if snapshot["view"]["turn"] == json!(seat) => {
                json!({"kind": "move", "text": snapshot["view"]["legal"][0]})
            }
            _ => return false,
        };
        let done = self.say(&command).await;
        assert_eq!(done.status, 200, "{command}: {}", done.body);
        true
    }

    /// Continues until a condition holds.
    pub(crate) async fn until(&mut self, what: impl Fn(&MatchState) -> bool) -> MatchState {
        let begun = Instant::now();
        loop {
            let (_, state) = self.look().await;
            if what(&state) {
                return state;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing goes on: {state:?}");
            if !self.step().await {
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        }
    }
}
