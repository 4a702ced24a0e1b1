//! Signing up and in: the limits of an address, what others cannot prevent, and what a new password
//! ends.

use std::num::NonZeroU32;

use crownhead_server::Quotas;
use crownhead_server::people::accounts::UserName;
use crownhead_server::people::challenges::Challenges;
use serde_json::{Value, json};

use crate::support::browser::Browser;
use crate::support::node::{Node, Response};
use crate::support::samples::settings;
use crate::support::socket::{Visitor, listening};

fn is(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
}

fn retry_after(response: &Response) -> u64 {
    response.headers["retry-after"].to_str().unwrap().parse().unwrap()
}

fn limited(mut node: Node) -> Node {
    node.state = node.state.with_quotas(Quotas::new(NonZeroU32::new(1_000).unwrap()));
    node
}

fn account(name: &str) -> Value {
    json!({"name": name, "password": "correct horse"})
}

/// A challenge that waits for days.
fn slow() -> Value {
    let mut body = serde_json::to_value(settings()).unwrap();
    body["clock"] = json!({"kind": "days", "days": 3});
    body
}

#[tokio::test]
async fn accounts_are_limited_per_address() {
    let node = limited(Node::start().await);
    let server = listening(&node).await;
    let mut one = Visitor::new(server, "2001:db8::1");
    for number in 0..40 {
        // A name that is taken costs nothing.
        let taken = one.post("/accounts", &account("Ann0")).await;
        assert_eq!(taken.status, if number == 0 { 201 } else { 409 }, "{}", taken.body);
        let name = format!("Ann{number}");
        assert!(number == 0 || one.post("/accounts", &account(&name)).await.status == 201);
    }
    let more = one.post("/accounts", &account("Ann40")).await;
    is(&more, 429, "too-many");
    assert!((500..=601).contains(&retry_after(&more)), "{}", retry_after(&more));
    let mut same = Visitor::new(server, "2001:db8::2");
    is(&same.post("/accounts", &account("Ann40")).await, 429, "too-many");
    let mut other = Visitor::new(server, "2001:db8:0:1::1");
    assert_eq!(other.post("/accounts", &account("Ann40")).await.status, 201);
}

/// An IPv6 line has 256 networks that count as addresses, and a limit for all of them.
#[tokio::test]
async fn a_site_has_the_challenges_of_a_few_addresses() {
    let node = limited(Node::start().await);
    let server = listening(&node).await;
    let networks = [
        "2001:db8:0:1::1",
        "2001:db8:0:2::1",
        "2001:db8:0:3::1",
        "2001:db8:0:4::1",
        "2001:db8:0:5::1",
        "2001:db8:0:6::1",
        "2001:db8:0:7::1",
        "2001:db8:0:8::1",
        "2001:db8:0:9::1",
        "2001:db8:0:a::1",
        "2001:db8:0:b::1",
        "2001:db8:0:c::1",
        "2001:db8:0:d::1",
    ];
    let mut all = 0;
    for network in networks {
        all += fill(&mut Visitor::new(server, network)).await.0;
    }
    assert_eq!(all, 240);
    let full = Visitor::new(server, "2001:db8:0:f::1").post("/challenges", &slow()).await;
    is(&full, 409, "full");
    assert_eq!(fill(&mut Visitor::new(server, "2001:db8:1::1")).await.0, 20);
}

/// Creates challenges until one is refused, and returns how many, and the last response.
async fn fill(visitor: &mut Visitor) -> (usize, Response) {
    for made in 0..2_000 {
        let response = visitor.post("/challenges", &slow()).await;
        if response.status != 201 {
            return (made, response);
        }
    }
    panic!("nobody stops it");
}

#[tokio::test]
async fn one_address_cannot_exhaust_the_challenges() {
    let node = limited(Node::start().await);
    let server = listening(&node).await;
    let address = "192.0.2.1";
    let mut all = 0;
    for number in 0..4 {
        let mut one = Visitor::new(server, address);
        assert_eq!(one.post("/accounts", &account(&format!("Ann{number}"))).await.status, 201);
        let (made, refused) = fill(&mut one).await;
        is(&refused, 409, "full");
        // The first of them expires in fourteen days.
        assert!(retry_after(&refused) > 13 * 24 * 60 * 60);
        all += made;
    }
    assert_eq!(all, 60);
    // Another node knows it, and so does this one after a restart.
    let another = limited(Node::over(node.store.clone()));
    let elsewhere = listening(&another).await;
    assert_eq!(fill(&mut Visitor::new(elsewhere, address)).await.0, 0);
    // Others have their own limit: guests share that of their address.
    assert_eq!(fill(&mut Visitor::new(server, "192.0.2.2")).await.0, 20);
    assert_eq!(fill(&mut Visitor::new(elsewhere, "192.0.2.2")).await.0, 0);
    let refused = Visitor::new(server, "192.0.2.2").post("/challenges", &slow()).await;
    // Nobody can withdraw those that a guest has left, so they last a day.
    assert!(retry_after(&refused) <= 24 * 60 * 60);
    let mut bob = Visitor::new(server, "192.0.2.2");
    assert_eq!(bob.post("/accounts", &account("Bob")).await.status, 201);
    assert_eq!(fill(&mut bob).await.0, 20);

    // The operator sees which of them belong together, and removes them.
    let challenges = Challenges::new(node.rooms.db().clone());
    let open = challenges.open().await.unwrap();
    assert_eq!(open.len(), 100);
    assert_eq!((open[0].by.as_deref(), open[0].account), (Some("Ann0"), true));
    let source = open[0].source.clone().unwrap();
    assert_eq!(open.iter().filter(|one| one.source.as_ref() == Some(&source)).count(), 60);
    assert!(!source.contains("192"), "{source}");
    assert_eq!(challenges.remove(&source).await, Ok(60));
    assert_eq!(challenges.remove(open[99].id.as_str()).await, Ok(1));
    assert_eq!(challenges.remove("nobody00").await, Ok(0));
    assert_eq!(fill(&mut bob).await.0, 1);
    // An accepted challenge no longer has its address.
    let id = challenges.open().await.unwrap()[0].id;
    let accept = format!("/challenges/{id}/accept");
    let taken = Visitor::new(server, address).post(&accept, &json!({})).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    let find = "SELECT count(*) FROM challenges WHERE match_id IS NOT NULL AND source IS NULL";
    let find = crownhead_store::sql::Statement::new(find, []);
    assert_eq!(node.store.query(find).await.unwrap()[0].number(0), Ok(1));
}

#[tokio::test]
async fn nobody_locks_an_account_for_its_owner() {
    let node = Node::start().await;
    let server = listening(&node).await;
    let mut home = Visitor::new(server, "192.0.2.1");
    assert_eq!(home.post("/accounts", &account("Ann")).await.status, 201);
    assert_eq!(home.send("DELETE", "/session", &Value::Null).await.status, 204);
    let (wrong, right) = (json!({"name": "ANN", "password": "wrong password"}), account("Ann"));
    let mut stranger = Visitor::new(server, "192.0.2.66");
    for _ in 0..10 {
        is(&stranger.post("/session", &wrong).await, 401, "wrong-password");
    }
    let refused = stranger.post("/session", &right).await;
    is(&refused, 429, "too-many");
    assert!((1..=61).contains(&retry_after(&refused)), "{}", retry_after(&refused));
    // From elsewhere everything is as before,
    assert_eq!(Visitor::new(server, "192.0.2.2").post("/session", &right).await.status, 200);
    // and a device that was signed in is let in even from that very address.
    home.address = stranger.address;
    assert_eq!(home.post("/session", &right).await.status, 200);
    for _ in 0..10 {
        is(&home.post("/session", &wrong).await, 401, "wrong-password");
    }
    is(&home.post("/session", &right).await, 429, "too-many");
    // A signed-in user enters the password in a session of their own.
    let mail = json!({"mail": "ann@mail.example", "password": "correct horse"});
    assert_eq!(home.send("PUT", "/me/mail", &mail).await.status, 204);

    // Only the account's own devices are known.
    let mut bob = Visitor::new(server, "192.0.2.3");
    assert_eq!(bob.post("/accounts", &account("Bob")).await.status, 201);
    bob.address = stranger.address;
    is(&bob.post("/session", &wrong).await, 429, "too-many");
    let forged = home.cookies.replace("crownhead-device=", "crownhead-device=A");
    let mut forger = Visitor { cookies: forged, ..Visitor::new(server, stranger.address) };
    is(&forger.post("/session", &right).await, 429, "too-many");
}

/// Trying many names is slow from one address. The attempts come at once, so that none comes later
/// because hashing is slow.
#[tokio::test]
async fn sign_ins_are_limited_per_address() {
    let node = Node::start().await;
    let server = listening(&node).await;
    let attempts = (0..120).map(|number| async move {
        let guess = json!({"name": format!("nobody{number}"), "password": "wrong password"});
        Visitor::new(server, "192.0.2.66").post("/session", &guess).await
    });
    let responses = futures_util::future::join_all(attempts).await;
    let (refused, tried): (Vec<_>, Vec<_>) =
        responses.into_iter().partition(|response| response.status == 429);
    assert!(tried.len() >= 40 && !refused.is_empty(), "{} {}", tried.len(), refused.len());
    for response in tried {
        // The queue may be full, or slow.
        assert!([401, 503].contains(&response.status.as_u16()), "{}", response.body);
    }
    for refused in refused {
        is(&refused, 429, "too-many");
        assert!((1..=3).contains(&retry_after(&refused)), "{}", retry_after(&refused));
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(detail.starts_with("Too many sign-ins from this address"), "{detail}");
    }
}

async fn token(browser: &Browser<'_>) -> String {
    let new = json!({"name": "robot", "scopes": ["read", "play"]});
    let made = browser.post("/me/tokens", &new).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.body["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_new_password_ends_other_sessions_and_all_tokens() {
    let node = Node::start().await;
    let ann = Browser::new(&node, "Ann").await;
    let other = node.post("/api/v1/session", None, &account("Ann")).await;
    let other = Browser { node: &node, cookie: crate::support::browser::cookie(&other) };
    let robot = token(&ann).await;
    assert_eq!(node.get("/api/v1/me", Some(&robot)).await.status, 200);
    let this = |sessions: &Value| {
        let sessions = sessions["sessions"].as_array().unwrap().clone();
        let this: Vec<_> = sessions.iter().filter(|one| one["this"] == true).cloned().collect();
        (sessions.len(), this[0]["id"].clone())
    };
    let before = this(&ann.get("/me/sessions").await.body);
    let change = json!({"old": "correct horse", "new": "battery staple"});
    let changed = ann.send("PUT", "/me/password", &change).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    is(&node.get("/api/v1/me", Some(&robot)).await, 401, "wrong-token");
    is(&other.get("/me").await, 401, "not-signed-in");
    // The session stays, with a new secret: a copy of the old one is worthless.
    is(&ann.get("/me").await, 401, "not-signed-in");
    let ann = Browser { node: &node, cookie: crate::support::browser::cookie(&changed) };
    let after = this(&ann.get("/me/sessions").await.body);
    assert_eq!((before.0, after.0), (2, 1));
    assert_eq!(before.1, after.1);

    // The operator's new password ends everything.
    let robot = token(&ann).await;
    node.accounts().reset_password(&UserName::new("Ann").unwrap()).await.unwrap();
    is(&node.get("/api/v1/me", Some(&robot)).await, 401, "wrong-token");
    is(&ann.get("/me").await, 401, "not-signed-in");
}

/// A device is known by the password that it was signed in with, and to its last few accounts.
#[tokio::test]
async fn a_device_is_known_until_the_password_changes() {
    let node = Node::start().await;
    let server = listening(&node).await;
    let mut home = Visitor::new(server, "192.0.2.1");
    let names = ["Ann", "Bob", "Cleo", "Dan", "Eve"];
    for name in names {
        assert_eq!(home.post("/accounts", &account(name)).await.status, 201);
    }
    let before = home.cookies.clone();
    // A right password costs only a part of the address's budget, so a wrong one shows which devices
    // are known.
    let wrong = |name: &str| json!({"name": name, "password": "wrong password"});
    let mut stranger = Visitor::new(server, "192.0.2.66");
    for name in ["Ann", "Eve"] {
        for _ in 0..10 {
            is(&stranger.post("/session", &wrong(name)).await, 401, "wrong-password");
        }
        is(&stranger.post("/session", &account(name)).await, 429, "too-many");
    }
    home.address = stranger.address;
    assert_eq!(home.post("/session", &account("Eve")).await.status, 200);
    // Five accounts are more than a device remembers.
    is(&home.post("/session", &account("Ann")).await, 429, "too-many");

    // The device that sets a new password stays known, and no other.
    let change = json!({"old": "correct horse", "new": "battery staple"});
    assert_eq!(home.send("PUT", "/me/password", &change).await.status, 200);
    let new = json!({"name": "Eve", "password": "battery staple"});
    let mut stolen = Visitor { cookies: before, ..Visitor::new(server, stranger.address) };
    is(&stolen.post("/session", &new).await, 429, "too-many");
    assert_eq!(home.post("/session", &new).await.status, 200);
    node.accounts().reset_password(&UserName::new("Eve").unwrap()).await.unwrap();
    is(&home.post("/session", &new).await, 429, "too-many");
}
