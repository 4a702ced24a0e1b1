//! Endgame tables over HTTP.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crownhead_computer::build_endgames;
use crownhead_games::{Game, GameId};
use crownhead_tablebase::{RuleFamily, SingleMachine, TableFolder, TablebaseBuild};
use serde_json::json;

use crate::support::node::Node;

const PATH: &str = "/api/v1/endgames/winning-moves-checkers?position=";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_is_known_once_its_tables_exist() {
    let node = Node::start().await;
    let send = async |query: &str| node.get(&format!("{PATH}{query}"), None).await;
    let unknown = send("W:WK27,K23:BK28").await;
    assert_eq!(
        (unknown.status.as_u16(), &unknown.body["type"]),
        (404, &json!("/problems/no-endgame"))
    );

    let place = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(place.path(), RuleFamily::Must);
    let stop = &AtomicBool::new(false);
    let making = &mut TablebaseBuild {
        folder: &folder,
        max_checkers: 3,
        stop,
        coordinator: &mut SingleMachine,
        report: &mut |_| {},
    };
    build_endgames(making, true).unwrap();
    node.state.endgames().insert(folder.load(3).0);

    let known = send("W:WK27,K23:BK28").await;
    assert_eq!(known.status, 200, "{}", known.body);
    assert_eq!(known.body["value"], "win");
    let plies = known.body["plies"].as_u64().unwrap();
    let moves = known.body["moves"].as_array().unwrap();
    assert_eq!(moves[0]["value"], "win");
    assert_eq!(moves[0]["plies"].as_u64().unwrap() + 1, plies);
    // One entry for each legal move, the best first.
    let legal = Game::from_text(GameId::WinningMovesCheckers.rules(), "W:WK27,K23:BK28");
    assert_eq!(moves.len(), legal.unwrap().moves_ignoring_draws().len());
    let four = send("W:WK27,K23:BK28,12").await;
    assert_eq!(four.status, 404, "{}", four.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_tables_are_built_on_demand() {
    let place = tempfile::tempdir().unwrap();
    let mut node = Node::start().await;
    node.state = node.state.clone().with_tables(place.path().to_owned(), 3);
    let send = async |query: &str| node.get(&format!("{PATH}{query}"), None).await;
    let list = node.get("/api/v1/endgames", None).await;
    assert_eq!(list.body.as_array().map(Vec::len), Some(5), "{}", list.body);
    assert_eq!((&list.body[0]["checkers"], &list.body[0]["makes"]), (&json!(0), &json!(3)));
    let first = send("W:WK27,K23:BK28").await;
    assert_eq!(
        (first.status.as_u16(), &first.body["type"]),
        (503, &json!("/problems/endgames-in-the-making"))
    );
    assert!(first.headers.contains_key("retry-after"));
    // Nobody builds those of four.
    assert_eq!(send("W:WK27,K23:BK28,12").await.status, 404);
    let late = Instant::now() + Duration::from_secs(60);
    let known = loop {
        let answer = send("W:WK27,K23:BK28").await;
        if answer.status != 503 || Instant::now() > late {
            break answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(known.status, 200, "{}", known.body);
    let line = known.body["line"].as_array().unwrap();
    assert_eq!(line.len() as u64, known.body["plies"].as_u64().unwrap());
    assert_eq!(line[0], known.body["moves"][0]["move"]);
    // Another node finds them in the folder.
    let mut other = Node::start().await;
    other.state = other.state.clone().with_tables(place.path().to_owned(), 3);
    while other.state.endgames().tables_for(&start()).is_none_or(|tables| tables.max_checkers() < 3)
    {
        assert!(Instant::now() < late, "the tables are brought in");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(other.get(&format!("{PATH}W:WK27,K23:BK28"), None).await.status, 200);
}

fn start() -> Game {
    Game::start(GameId::WinningMovesCheckers.rules())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_cannot_be_written_is_no_reason_to_wait() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let mut node = Node::start().await;
    node.state = node.state.clone().with_tables(file, 3);
    let late = Instant::now() + Duration::from_secs(60);
    let path = format!("{PATH}W:WK27,K23:BK28");
    while node.get(&path, None).await.status == 503 {
        assert!(Instant::now() < late, "it gives up");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(node.get(&path, None).await.status, 404);
}

#[tokio::test]
async fn invalid_endgame_queries_are_refused() {
    let node = Node::start().await;
    for (path, kind) in [
        (format!("{PATH}nonsense"), "bad-query"),
        ("/api/v1/endgames/winning-moves-checkers".to_owned(), "bad-query"),
        (format!("{PATH}{}", "9".repeat(5_000)), "bad-query"),
        ("/api/v1/endgames/stack-em?position=R:1r,21b".to_owned(), "no-endgame"),
        ("/api/v1/endgames/chess?position=x".to_owned(), "no-game"),
    ] {
        let answer = node.get(&path, None).await;
        assert_eq!(answer.body["type"], format!("/problems/{kind}"), "{path}: {}", answer.body);
    }
}
