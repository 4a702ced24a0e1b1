//! Endgame tables that are asked over HTTP.

use std::sync::atomic::AtomicBool;

use crownhead_computer::make_endgames;
use crownhead_tablebase::{Alone, Family, Folder, Making};
use serde_json::json;

use crate::support::node::Node;

const PATH: &str = "/api/v1/endgames/winning-moves-checkers?position=";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_is_known_once_the_tables_are_there() {
    let node = Node::start().await;
    let ask = async |query: &str| node.get(&format!("{PATH}{query}"), None).await;
    let unknown = ask("W:WK27,K23:BK28").await;
    assert_eq!(
        (unknown.status.as_u16(), &unknown.body["type"]),
        (404, &json!("/problems/no-endgame"))
    );

    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path(), Family::Must);
    let stop = &AtomicBool::new(false);
    let making =
        &mut Making { folder: &folder, most: 3, stop, share: &mut Alone, report: &mut |_| {} };
    make_endgames(making, true).unwrap();
    node.state.endgames().put(folder.load(3).0);

    let known = ask("W:WK27,K23:BK28").await;
    assert_eq!(known.status, 200, "{}", known.body);
    assert_eq!(known.body["value"], "win");
    let plies = known.body["plies"].as_u64().unwrap();
    let moves = known.body["moves"].as_array().unwrap();
    assert_eq!(moves[0]["value"], "win");
    assert_eq!(moves[0]["plies"].as_u64().unwrap() + 1, plies);
    // One for each legal move, the best first.
    let legal = crownhead_games::Game::from_text(
        crownhead_games::GameId::WinningMovesCheckers.rules(),
        "W:WK27,K23:BK28",
    );
    assert_eq!(moves.len(), legal.unwrap().moves().len());
    let four = ask("W:WK27,K23:BK28,12").await;
    assert_eq!(four.status, 404, "{}", four.body);
}

#[tokio::test]
async fn what_is_no_question_is_told() {
    let node = Node::start().await;
    for (path, kind) in [
        (format!("{PATH}nonsense"), "bad-query"),
        ("/api/v1/endgames/winning-moves-checkers".to_owned(), "bad-query"),
        ("/api/v1/endgames/chess?position=x".to_owned(), "bad-query"),
        (format!("{PATH}{}", "9".repeat(5_000)), "bad-query"),
        ("/api/v1/endgames/stack-em?position=R:1r,21b".to_owned(), "no-endgame"),
    ] {
        let answer = node.get(&path, None).await;
        assert_eq!(answer.body["type"], format!("/problems/{kind}"), "{path}: {}", answer.body);
    }
}
