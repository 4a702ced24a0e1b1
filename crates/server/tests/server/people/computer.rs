//! The computer opponent: it plays every game from the start ritual on, continues after a restart,
//! and gives hints where they are fair.

use std::time::Duration;

use crate::support::guest::Guest;
use crate::support::node::Node;
use crate::support::samples::settings;
use crownhead_arbiter::{
    EndReason, GameNumber, MatchSettings, MatchStage, MatchState, Ritual, Seat,
};
use crownhead_games::GameId;
use crownhead_store::StoreLocation;
use crownhead_swarm::fleet::PostgresServer;
use serde_json::{Value, json};

/// Opens a match against the computer, and returns its name and the guest's secret.
pub(crate) async fn against(
    node: &Node,
    settings: &MatchSettings,
    level: u8,
    guest: Seat,
) -> (String, String) {
    let mut body = serde_json::to_value(settings).unwrap();
    let (own, other) = if guest == Seat::One { ("one", "two") } else { ("two", "one") };
    body["players"] = json!({own: {"name": "Ann"}, other: {"computer": level}});
    let opened = node.post("/api/v1/matches", None, &body).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    assert_eq!(opened.body["seats"][other], Value::Null);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&opened.body["id"]), text(&opened.body["seats"][own]["secret"]))
}

fn plies(count: usize) -> impl Fn(&MatchState) -> bool {
    move |state| state.play.plies.len() >= count || matches!(state.stage, MatchStage::Over { .. })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_plays_every_game_from_its_ritual_on() {
    let node = Node::start().await;
    let _kept = node.keep();
    for (number, game) in GameId::ALL.iter().copied().enumerate() {
        let rituals = Ritual::of(game);
        let ritual = rituals[number % rituals.len()];
        let settings = MatchSettings { ritual, ..MatchSettings::casual(game.rules()) };
        let guest = if number % 2 == 0 { Seat::One } else { Seat::Two };
        let (id, secret) = against(&node, &settings, 1 + number as u8, guest).await;
        let mut guest = Guest::new(&node, &id, &secret, guest);
        let state = guest.until(plies(6)).await;
        let own = state.play.plies.iter().filter(|ply| ply.seat == guest.seat).count();
        assert!(own > 0 && own < state.play.plies.len(), "{game:?}: {:?}", state.play.plies);
        let (snapshot, _) = guest.look().await;
        let other = if guest.seat == Seat::One { "two" } else { "one" };
        assert_eq!(snapshot["players"][other], json!({"computer": 1 + number}));
        assert_eq!(snapshot["here"][other], true);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_answers_offers() {
    let node = Node::start().await;
    let _kept = node.keep();
    let settings = settings();
    let (id, secret) = against(&node, &settings, 2, Seat::One).await;
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    guest.until(plies(2)).await;
    // Too early for a draw; a takeback is always accepted.
    assert_eq!(guest.say(&json!({"kind": "offer", "offer": "draw"})).await.status, 200);
    let state = wait(&guest, |state| state.play.offers.draw.is_none()).await;
    assert_eq!(state.stage, MatchStage::Playing);
    assert_eq!(guest.say(&json!({"kind": "offer", "offer": "takeback"})).await.status, 200);
    let before = state.play.plies.len();
    wait(&guest, |state| state.play.plies.len() < before).await;
    assert_eq!(guest.say(&json!({"kind": "resign"})).await.status, 200);
    assert_eq!(guest.say(&json!({"kind": "offer", "offer": "rematch"})).await.status, 200);
    let state = guest.until(|state| state.game == GameNumber::new(2)).await;
    assert_eq!((state.score.won.two, state.first), (1, Some(Seat::Two)));
}

/// Polls until a condition holds.
async fn wait(guest: &Guest<'_>, what: impl Fn(&MatchState) -> bool) -> MatchState {
    for _ in 0..2_000 {
        let (_, state) = guest.look().await;
        if what(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    panic!("nothing goes on: {:?}", guest.look().await.1);
}

/// A node dies during the computer's turn; another takes the match over.
async fn goes_on_after_a_restart(place: StoreLocation) {
    let store = place.open().await.unwrap();
    let (id, secret) = {
        let node = Node::over(store.clone());
        let (id, secret) = against(&node, &settings(), 4, Seat::One).await;
        assert!(Guest::new(&node, &id, &secret, Seat::One).step().await);
        (id, secret)
    };
    let node = Node::over(store.clone());
    let again = Node::over(store);
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    assert_eq!(guest.look().await.1.play.plies.len(), 1);
    // Two nodes at once, and each move is made once.
    let _kept = (node.keep(), again.keep());
    let state = guest.until(plies(12)).await;
    assert!(state.play.plies.len() >= 12, "{state:?}");
    let log = node.store.load(id.parse().unwrap(), Default::default(), 999).await.unwrap();
    assert_eq!(crownhead_arbiter::Match::replay(&log).unwrap().state().play, state.play);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    goes_on_after_a_restart(StoreLocation::File(folder.path().join("store"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_goes_on_after_a_restart_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    goes_on_after_a_restart(StoreLocation::Postgres(server.database("computer").unwrap())).await;
}

#[tokio::test]
async fn hints_are_for_matches_against_it() {
    let node = Node::start().await;
    let (id, secret) = against(&node, &settings(), 3, Seat::One).await;
    let path = format!("/api/v1/matches/{id}/hint");
    let hint = node.post(&path, Some(&secret), &json!({})).await;
    assert_eq!(hint.status, 200, "{}", hint.body);
    let legal =
        node.get(&format!("/api/v1/matches/{id}"), None).await.body["view"]["legal"].clone();
    assert!(legal.as_array().unwrap().contains(&hint.body["text"]));
    assert!(hint.body["sentence"].as_str().unwrap().ends_with('.'));
    assert_eq!(node.post(&path, None, &json!({})).await.status, 401);
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    guest.step().await;
    let early = node.post(&path, Some(&secret), &json!({})).await;
    assert_eq!(
        (early.status.as_u16(), &early.body["refusal"]["kind"]),
        (409, &json!("not-your-turn"))
    );

    let people = node.rooms.creator.open(settings()).await.unwrap();
    let secret = people.seats.one.secret;
    let path = format!("/api/v1/matches/{}/hint", people.id);
    let refused = node.post(&path, Some(&secret), &json!({})).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert_eq!(refused.body["type"], "/problems/no-hints");
}

#[tokio::test]
async fn nobody_gets_a_wrong_seat() {
    let node = Node::start().await;
    for (players, rated) in [
        (json!({"one": {"computer": 3}, "two": {"computer": 4}}), false),
        (json!({"one": {"computer": 0}, "two": {}}), false),
        (json!({"one": {"computer": 11}, "two": {}}), false),
        (json!({"one": {"computer": 3, "name": "Deep"}, "two": {}}), false),
        (json!({"one": {"computer": 3}, "two": {}}), true),
    ] {
        let mut body = serde_json::to_value(settings()).unwrap();
        body["rated"] = json!(rated);
        body["players"] = players.clone();
        let refused = node.post("/api/v1/matches", None, &body).await;
        assert_eq!(refused.status, 422, "{players}: {}", refused.body);
        assert_eq!(refused.body["type"], "/problems/bad-seats", "{players}");
    }
    for name in ["<script>", "", "computer"] {
        let mut body = serde_json::to_value(settings()).unwrap();
        body["players"] = json!({"one": {"name": name}, "two": {}});
        let refused = node.post("/api/v1/matches", None, &body).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["type"]),
            (422, &json!("/problems/bad-body"))
        );
    }
}

/// The computer never loses on time, at any level.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_plays_by_the_clock() {
    let node = Node::start().await;
    let _kept = node.keep();
    let clock = crownhead_arbiter::TimeControl::Main {
        time: crownhead_arbiter::Span::from_secs(4),
        increment: crownhead_arbiter::Span::from_secs(1),
    };
    let settings = MatchSettings { clock, ..settings() };
    let (id, secret) = against(&node, &settings, 10, Seat::One).await;
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    let state = guest.until(plies(20)).await;
    let lost = MatchStage::Over { winner: Some(Seat::One), reason: EndReason::Time };
    assert_ne!(state.stage, lost);
}
