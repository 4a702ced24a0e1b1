//! Finished games: searched, exported, drawn and analysed, over both stores.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_arbiter::{Days, MatchSettings, MatchStage, Ritual, Seat, TimeControl};
use crownhead_games::{GameId, Record, RecordedResult};
use crownhead_rules::Side;
use crownhead_store::{Store, StoreLocation};
use serde_json::{Value, json};

use crate::support::guest::Guest;
use crate::support::node::{Node, Response};
use crownhead_swarm::fleet::PostgresServer;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_archive_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    suite(StoreLocation::File(folder.path().join("store")).open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_archive_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    suite(StoreLocation::Postgres(server.database("archive").unwrap()).open().await.unwrap()).await;
}

async fn suite(store: Arc<dyn Store>) {
    let node = Node::over(store);
    games_are_found_page_by_page(&node).await;
    a_match_is_handed_out(&node).await;
    every_game_of_a_match_has_its_round_and_result(&node).await;
    a_game_is_analysed_when_it_is_over(&node).await;
}

fn is(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
}

/// A match of two names, and what each seat has.
async fn opened(node: &Node, game: GameId, names: [&str; 2]) -> (String, [String; 2]) {
    let ritual = Ritual::Given { first: Seat::One };
    let settings = MatchSettings { ritual, ..MatchSettings::casual(game.rules()) };
    let mut body = serde_json::to_value(settings).unwrap();
    body["players"] = json!({"one": {"name": names[0]}, "two": {"name": names[1]}});
    let opened = node.post("/api/v1/matches", None, &body).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let secret = |seat: &str| opened.body["seats"][seat]["secret"].as_str().unwrap().to_owned();
    (opened.body["id"].as_str().unwrap().to_owned(), [secret("one"), secret("two")])
}

/// The same, resigned by the second player after some plies.
async fn given_up(node: &Node, game: GameId, names: [&str; 2], plies: usize) -> String {
    let (id, secrets) = opened(node, game, names).await;
    let mut one = Guest::new(node, &id, &secrets[0], Seat::One);
    let mut two = Guest::new(node, &id, &secrets[1], Seat::Two);
    for _ in 0..plies {
        assert!(one.step().await || two.step().await);
    }
    assert_eq!(two.say(&json!({"kind": "resign"})).await.status, 200);
    id
}

async fn found(node: &Node, query: &str) -> Vec<String> {
    let page = node.get(&format!("/api/v1/games?{query}"), None).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let games = page.body["games"].as_array().unwrap();
    games.iter().map(|game| game["match"].as_str().unwrap().to_owned()).collect()
}

async fn games_are_found_page_by_page(node: &Node) {
    let mut ids = Vec::new();
    for number in 0..5 {
        let names = if number % 2 == 0 { ["Ann", "Bob"] } else { ["Bob", "Carl"] };
        ids.push(given_up(node, GameId::StackEm, names, 2).await);
    }
    let other = given_up(node, GameId::TicTacToe, ["Ann", "Dora"], 3).await;
    ids.push(other.clone());
    let mut all = found(node, "").await;
    all.sort();
    let mut sorted = ids.clone();
    sorted.sort();
    assert_eq!(all, sorted);
    assert_eq!(found(node, "game=tic-tac-toe").await, [other]);
    assert_eq!(found(node, "player=ANN").await.len(), 4);
    assert_eq!(found(node, "player=ann&result=won").await.len(), 4);
    assert_eq!(found(node, "player=bob&result=won").await.len(), 2);
    assert_eq!(found(node, "player=bob&result=lost").await.len(), 3);
    assert_eq!(found(node, "result=drawn").await.len(), 0);
    assert_eq!(found(node, "player=dora&game=stack-em").await.len(), 0);
    let now = node.rooms.db().now().as_millis();
    assert_eq!(found(node, &format!("since={}", now + 1000)).await.len(), 0);
    assert_eq!(found(node, &format!("until={}", now + 1000)).await.len(), 6);
    // Page by page, each game once.
    for query in ["", "player=bob&"] {
        let (mut seen, mut after) = (Vec::new(), String::new());
        loop {
            let page = node.get(&format!("/api/v1/games?{query}limit=2{after}"), None).await;
            let games = page.body["games"].as_array().unwrap().clone();
            seen.extend(games.iter().map(|game| game["match"].as_str().unwrap().to_owned()));
            let Some(next) = page.body["after"].as_str() else { break };
            after = format!("&after={next}");
        }
        let all = found(node, query).await;
        assert_eq!(seen, all);
    }
    for query in ["after=x", "after=1-2-3", "result=maybe", "limit=x", "colour=red"] {
        is(&node.get(&format!("/api/v1/games?{query}"), None).await, 400, "bad-query");
    }
}

async fn a_match_is_handed_out(node: &Node) {
    let id = given_up(node, GameId::WinningMovesCheckers, ["Ann", "Bob"], 6).await;
    let path = format!("/api/v1/matches/{id}/export");
    let export = node.get(&path, None).await;
    assert_eq!(
        (&export.body["id"], &export.body["players"]["two"]["name"]),
        (&json!(id), &json!("Bob"))
    );
    let events = serde_json::from_value::<Vec<_>>(export.body["events"].clone()).unwrap();
    let game_match = crownhead_arbiter::Match::replay(&events).unwrap();
    let pdn = node.get(&format!("{path}?form=pdn"), None).await;
    let text = pdn.body.as_str().unwrap();
    for tag in ["[Black \"Ann\"]", "[White \"Bob\"]", "[Result \"1-0\"]"] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    let games: Vec<_> = crownhead_pdn::PdnReader::new(text.as_bytes()).collect();
    let record = Record::from_pdn(games[0].as_ref().unwrap()).unwrap();
    // Bob resigned, so Ann has won, in the log and in the file.
    assert_eq!(record.result(), RecordedResult::Won(Side::First));
    let stage = &game_match.state().stage;
    assert!(matches!(stage, MatchStage::Over { winner: Some(Seat::One), .. }), "{stage:?}");
    let plies: Vec<_> = record.plies().iter().map(|ply| ply.text.as_str()).collect();
    let played = &game_match.state().play.plies;
    assert_eq!(plies, played.iter().map(|ply| ply.text.as_str()).collect::<Vec<_>>());
    is(&node.get("/api/v1/matches/00000000/export", None).await, 404, "no-match");
    is(&node.get(&format!("{path}?form=exe"), None).await, 400, "bad-query");

    let svg = node.get(&format!("/api/v1/matches/{id}/picture"), None).await;
    assert_eq!(svg.headers["content-type"], "image/svg+xml");
    let men = svg.body.as_str().unwrap().matches("<circle").count() / 2;
    assert_eq!(men, 23);
}

/// Three finished games with different results, and one in progress.
async fn every_game_of_a_match_has_its_round_and_result(node: &Node) {
    let (id, secrets) = opened(node, GameId::WinningMovesCheckers, ["Ann", "Bob"]).await;
    let mut ann = Guest::new(node, &id, &secrets[0], Seat::One);
    let mut bob = Guest::new(node, &id, &secrets[1], Seat::Two);
    let resign = json!({"kind": "resign"});
    let (draw, rematch) = (offer("draw"), offer("rematch"));
    for ends in [
        &[(Seat::One, &resign)][..],
        &[(Seat::One, &resign)],
        &[(Seat::One, &draw), (Seat::Two, &draw)],
    ] {
        for _ in 0..4 {
            assert!(ann.step().await || bob.step().await);
        }
        for (seat, command) in ends {
            let guest = if *seat == Seat::One { &mut ann } else { &mut bob };
            assert_eq!(guest.say(command).await.status, 200);
        }
        for guest in [&mut ann, &mut bob] {
            assert_eq!(guest.say(&rematch).await.status, 200);
        }
    }
    assert!(ann.step().await || bob.step().await);
    let pdn = node.get(&format!("/api/v1/matches/{id}/export?form=pdn"), None).await;
    let text = pdn.body.as_str().unwrap();
    let games: Vec<_> =
        crownhead_pdn::PdnReader::new(text.as_bytes()).map(Result::unwrap).collect();
    let tags = games.iter().map(|game| {
        ["Round", "Black", "White", "Result"].map(|tag| game.tags.get(tag).unwrap_or_default())
    });
    // The players alternate who begins. Ann resigns twice.
    assert_eq!(
        tags.collect::<Vec<_>>(),
        [
            ["1", "Ann", "Bob", "0-1"],
            ["2", "Bob", "Ann", "1-0"],
            ["3", "Ann", "Bob", "1/2-1/2"],
            ["4", "Bob", "Ann", "*"],
        ]
    );
    for (game, result) in games.iter().zip([
        RecordedResult::Won(Side::Second),
        RecordedResult::Won(Side::First),
        RecordedResult::Drawn,
        RecordedResult::Open,
    ]) {
        assert_eq!(Record::from_pdn(game).unwrap().result(), result, "{text}");
        assert_eq!(game.tags.get("Site"), Some(id.as_str()));
    }
    // The list of games has the same results.
    let list = node.get("/api/v1/games?player=bob&game=winning-moves-checkers", None).await;
    let listed = list.body["games"].as_array().unwrap().iter().filter(|game| game["match"] == *id);
    let mut listed: Vec<_> =
        listed.map(|game| ["number", "first", "winner"].map(|field| game[field].clone())).collect();
    listed.sort_by_key(|game| game[0].as_u64());
    let expected = json!([[1, "one", "two"], [2, "two", "two"], [3, "one", null]]);
    assert_eq!(json!(listed), expected);
}

fn offer(what: &str) -> Value {
    json!({"kind": "offer", "offer": what})
}

async fn a_game_is_analysed_when_it_is_over(node: &Node) {
    let _kept = node.keep();
    let (live, _) = opened(node, GameId::TicTacToe, ["Ann", "Bob"]).await;
    let path = format!("/api/v1/matches/{live}/games/1/analysis");
    is(&node.post(&path, None, &Value::Null).await, 403, "goes-on");
    is(&node.get(&path, None).await, 403, "goes-on");
    let id = given_up(node, GameId::TicTacToe, ["Ann", "Bob"], 4).await;
    let path = format!("/api/v1/matches/{id}/games/1/analysis");
    is(&node.get(&path, None).await, 404, "no-analysis");
    is(&node.post(&path.replace("/1/", "/2/"), None, &Value::Null).await, 404, "no-game");
    let asked = node.post(&path, None, &Value::Null).await;
    assert_eq!(asked.status, 202, "{}", asked.body);
    let begun = Instant::now();
    let done = loop {
        let analysis = node.get(&path, None).await;
        assert_eq!(analysis.status, 200, "{}", analysis.body);
        if analysis.body["state"] == "done" {
            break analysis.body;
        }
        assert_eq!(analysis.body["state"], "working");
        assert!(begun.elapsed() < Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let moves = done["review"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4, "{done}");
    assert_eq!(moves[0]["side"], "first");
    assert!(done["review"]["accuracy"]["first"].as_f64().unwrap() > 0.0);
    // It is analysed once.
    assert_eq!(node.post(&path, None, &Value::Null).await.status, 200);
}

#[tokio::test]
async fn every_position_can_be_drawn() {
    let node = Node::start().await;
    for game in GameId::ALL {
        let path = format!("/api/v1/picture?game={}&form=png&width=160", game.name());
        let request = axum::http::Request::get(&path).body(axum::body::Body::empty()).unwrap();
        let response = tower::ServiceExt::oneshot(node.app(), request).await.unwrap();
        assert_eq!(response.headers()["content-type"], "image/png", "{game:?}");
        let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
        assert_eq!(&body[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&body[16..20], 160_u32.to_be_bytes());
    }
    let stack = "/api/v1/picture?game=stack-em&position=R:1r,14rbB,21b";
    let svg = node.get(stack, None).await;
    let text = svg.body.as_str().unwrap();
    assert_eq!((text.matches("<circle").count(), text.matches("<path").count()), (10, 1));
    for query in [
        "game=chess",
        "",
        "game=stack-em&position=%3Cscript%3E",
        "game=coast-to-coast&options=setup",
        "game=coast-to-coast&options=setup=wrong",
        "game=stack-em&form=gif",
    ] {
        is(&node.get(&format!("/api/v1/picture?{query}"), None).await, 400, "bad-query");
    }
    let corner = "/api/v1/picture?game=coast-to-coast&options=setup=corner";
    assert_eq!(node.get(corner, None).await.status, 200);
    let days = TimeControl::Days { days: Days::new(3) };
    let settings =
        MatchSettings { clock: days, ..MatchSettings::casual(GameId::ParkerCheckers.rules()) };
    let early = node.rooms.creator.open(settings).await.unwrap();
    let path = format!("/api/v1/matches/{}/picture?form=png", early.id);
    assert_eq!(node.get(&path, None).await.status, 200);
}
