//! `crownhead play` on a full screen, in a real terminal: tmux draws it, types, resizes, and checks
//! afterwards that the terminal was restored.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod pane;
#[path = "../support/request.rs"]
mod request;
mod server;

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crownhead_computer::{Analyst, Level, MoveRequest, NoClock, choose};
use crownhead_games::{Game, GameId, Rules};
use crownhead_swarm::fleet::Port;
use pane::Pane;
use serde_json::Value;
use server::Server;

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 60);
/// How many moves are typed at once.
const BATCH: usize = 8;

/// A game as the moves to type, and its number of plies: forced passes are played automatically.
fn game(rules: Rules, mut next: impl FnMut(&Game) -> String) -> (Vec<String>, usize) {
    let (mut game, mut typed, mut plies) = (Game::start(rules), Vec::new(), 0);
    while game.outcome().is_none() {
        let text = next(&game);
        game.play(&text).unwrap();
        if text != "pass" {
            typed.push(text);
        }
        plies += 1;
    }
    (typed, plies)
}

/// The shortest of some random games, because typing takes time. Random games of Coast to Coast do not
/// end, so there the computer plays.
fn short_game(rules: Rules) -> (Vec<String>, usize) {
    if rules.game() == GameId::CoastToCoast {
        let (analyst, never) = (Analyst::new(1), AtomicBool::new(false));
        let asked = MoveRequest::of(Level::new(5).unwrap(), 1);
        return game(rules, |game| choose(game, asked, &analyst, NoClock, &never).unwrap().text);
    }
    let games = (0..40).map(|seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        game(rules, |game| {
            let mut legal = game.legal_moves();
            legal.swap_remove(dice.usize(..legal.len()))
        })
    });
    games.min_by_key(|(_, plies)| *plies).unwrap()
}

/// The log of the game that is saved under a name, if it exists yet.
fn saved_log(pane: &Pane, name: &str) -> Option<Vec<Value>> {
    let file = pane.games().join(format!("{name}.json"));
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(file).ok()?).unwrap();
    Some(saved["log"].as_array().unwrap().clone())
}

/// The moves of the game that is saved under a name.
fn saved_moves(pane: &Pane, name: &str) -> Vec<String> {
    let moved = |event: &Value| match event["what"]["kind"].as_str() {
        Some("moved") => event["what"]["text"].as_str().map(str::to_owned),
        _ => None,
    };
    saved_log(pane, name).unwrap().iter().filter_map(moved).collect()
}

/// Takes the first choice of every ritual before the game, one after the other: one more would be the
/// first move.
fn begin(pane: &Pane, name: &str) {
    let mut seen = 0;
    loop {
        let log = pane.wait_until_some("the ritual goes on", || {
            saved_log(pane, name).filter(|log| log.len() > seen)
        });
        if log.iter().any(|event| event["what"]["kind"] == "began") {
            return;
        }
        seen = log.len();
        pane.keys(&["Enter"]);
    }
}

/// Plays a game for two people from the command line to its end.
fn play_through(id: GameId, size: (u16, u16)) {
    let pane = Pane::open(size);
    pane.run(&format!("play {id} --side two-people --ascii"));
    begin(&pane, &format!("{id}-1"));
    pane.wait_for("F1 Help");
    let (typed, plies) = short_game(id.rules());
    for (number, batch) in typed.chunks(BATCH).enumerate() {
        let keys: Vec<&str> = batch.iter().flat_map(|text| [text.as_str(), "Enter"]).collect();
        pane.keys(&keys);
        if number == 1 && size == LARGE {
            // Resized to a smaller screen and back, in the middle of the game.
            pane.resize(SMALL);
            pane.wait_for("F10 Menu");
            pane.resize(size);
        }
    }
    pane.wait_for("1 Play again");
    assert_eq!(saved_moves(&pane, &format!("{id}-1")).len(), plies, "{id}");
    pane.keys(&["quit", "Enter"]);
    pane.wait_for(&format!("The game is saved as {id}-1."));
    pane.is_put_back();
}

#[test]
fn every_game_is_typed_to_its_end_on_a_small_screen() {
    GameId::ALL.iter().for_each(|id| play_through(*id, SMALL));
}

#[test]
fn every_game_is_typed_to_its_end_on_a_large_screen() {
    GameId::ALL.iter().for_each(|id| play_through(*id, LARGE));
}

#[test]
fn the_computer_is_played_to_the_end() {
    let pane = Pane::open(SMALL);
    pane.run("play tic-tac-toe --side first --level 1");
    pane.wait_for("It is your move");
    loop {
        // The first player has an even number of moves before it.
        let game = pane.wait_until_some("the computer has answered", || {
            let mut game = Game::start(GameId::TicTacToe.rules());
            let moves = saved_moves(&pane, "tic-tac-toe-1");
            moves.iter().for_each(|text| drop(game.play(text).unwrap()));
            (game.outcome().is_some() || moves.len().is_multiple_of(2)).then_some(game)
        });
        let Some(text) = game.legal_moves().pop() else { break };
        pane.keys(&[&text, "Enter"]);
        pane.wait_until_some("the move is saved", || {
            saved_moves(&pane, "tic-tac-toe-1").contains(&text).then_some(())
        });
    }
    pane.wait_for("1 Play again");
}

#[test]
fn the_screen_fits_whatever_size_the_window_gets() {
    let pane = Pane::open(SMALL);
    pane.run("play stack-em --side first --level 1");
    pane.wait_for("It is your turn");
    let squares: Vec<_> = (1..=32).map(|square| square.to_string()).collect();
    for size in [(100, 30), (200, 60), (76, 24), (133, 40)] {
        pane.resize(size);
        pane.wait_until(&format!("all squares are there at {size:?}"), |screen| {
            let all = squares.iter().all(|square| screen.contains(square));
            all && screen.contains("F10 Menu")
        });
    }
    pane.resize((60, 15));
    pane.wait_for("The window is too small");
    pane.resize(SMALL);
    pane.keys(&["11-15", "Enter"]);
    pane.wait_for("11-15");
}

#[test]
fn a_key_and_a_resize_at_once_both_count() {
    let pane = Pane::open(SMALL);
    // So that the shell ignores that it is stopped for a moment.
    pane.keys(&["set +m", "Enter"]);
    pane.run("play winning-moves-checkers --side first --level 1");
    pane.wait_for("It is your turn");
    pane.kill("STOP");
    pane.keys(&["why"]);
    pane.resize((100, 30));
    pane.wait_until_some("both are there", || (pane.size() == "30 100").then_some(()));
    pane.kill("CONT");
    pane.wait_until("it is typed and the screen fits", |screen| {
        let last = screen.trim_end().lines().last().unwrap_or_default();
        screen.lines().count() == 30 && screen.contains("> why") && last.contains("F10 Menu")
    });
    // The mouse finds the footer at its new place.
    pane.click("F10 Menu");
    pane.wait_for("Join a match by its link");
}

#[test]
fn the_terminal_is_put_back_whatever_ends_the_program() {
    for end in ["C-c", "TERM", "HUP", "INT", "Escape"] {
        let pane = Pane::open(SMALL);
        pane.run("play winning-moves-checkers --side first --level 1");
        pane.wait_for("It is your turn");
        assert_eq!(pane.modes(), "1 1 1", "while it is played");
        pane.keys(&["11-15", "Enter"]);
        pane.wait_for("1. 11-15");
        match end {
            "C-c" => pane.keys(&["C-c"]),
            "Escape" => {
                // Out of the game, and out of the menu.
                pane.keys(&["F10"]);
                pane.wait_for("Resume winning-moves-checkers-1");
                pane.keys(&["Escape"]);
            }
            signal => pane.kill(signal),
        }
        pane.is_put_back();
        assert_eq!(saved_moves(&pane, "winning-moves-checkers-1")[0], "11-15", "{end}");
    }
}

#[test]
fn a_closed_terminal_ends_the_program() {
    let pane = Pane::open(SMALL);
    // In a session of its own it gets no signal.
    pane.run_by("setsid -w", "play winning-moves-checkers --side first --level 1");
    pane.wait_for("It is your turn");
    assert!(pane.runs());
    pane.close();
    let begun = Instant::now();
    while pane.runs() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it still runs");
        std::thread::sleep(Duration::from_millis(25));
    }
}

#[test]
fn a_game_goes_on_from_the_menu() {
    let pane = Pane::open(SMALL);
    pane.run("play coast-to-coast --side first --level 1");
    pane.wait_for("It is your turn");
    pane.keys(&["a5-a6", "Enter"]);
    pane.wait_for("1. a5-a6");
    pane.keys(&["F10"]);
    pane.wait_for("The game is saved as coast-to-coast-1.");
    pane.keys(&["Down", "Down", "Down", "Down", "Down", "Down", "Down", "Down", "Down"]);
    pane.keys(&["Enter"]);
    pane.wait_for("1. a5-a6");
}

#[test]
fn a_lost_server_comes_back_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    // It restarts at the same port, which is reserved meanwhile.
    let port = Port::reserve().unwrap();
    let address = format!("127.0.0.1:{}", port.number());
    let server = Server::start(&address, &database);
    let opened = server.open_match("stack-em");
    let link = format!("http://{address}{}", opened["seats"]["one"]["link"].as_str().unwrap());
    let pane = Pane::open(SMALL);
    pane.run(&format!("play '{link}' --ascii"));
    pane.wait_for("It is your turn");
    pane.keys(&["11-15", "Enter"]);
    pane.wait_for("1. 11-15");
    drop(server);
    pane.wait_for("CONNECTION LOST");
    let server = Server::start(&address, &database);
    pane.wait_until("it is connected again", |screen| !screen.contains("CONNECTION LOST"));
    server.play(&opened, "two", "22-18");
    pane.wait_for("22-18");
    pane.keys(&["15x22", "Enter"]);
    pane.wait_for("2. 15x22");
    let id = opened["id"].as_str().unwrap();
    let (_, shown) = server.send("GET", &format!("/api/v1/matches/{id}"), "", "").unwrap();
    assert_eq!(shown["view"]["plies"][2]["text"], "15x22");
    pane.keys(&["C-c"]);
    pane.is_put_back();
    // The link is saved with the other games.
    pane.run(&format!("play --resume match-{id}"));
    pane.wait_for("2. 15x22");
}

#[test]
fn a_piped_move_waits_until_the_match_is_joined() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start("127.0.0.1:0", &folder.path().join("games.db"));
    let opened = server.open_match("stack-em");
    let seat = opened["seats"]["one"]["link"].as_str().unwrap();
    let link = format!("http://{}{seat}", server.address);
    let piped = || {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .env("XDG_DATA_HOME", folder.path())
            .args(["play", &link, "--plain"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"11-15\n").unwrap();
        child.wait_with_output().unwrap()
    };
    let output = piped();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let id = opened["id"].as_str().unwrap();
    let (_, shown) = server.send("GET", &format!("/api/v1/matches/{id}"), "", "").unwrap();
    assert_eq!(shown["view"]["plies"][0]["text"], "11-15");
    drop(server);
    let output = piped();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "crownhead: the input ended before the server could be reached\n");
}

#[test]
fn an_unknown_match_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start("127.0.0.1:0", &folder.path().join("games.db"));
    let pane = Pane::open(SMALL);
    pane.run(&format!("play 'http://{}/AbCdEfGh#0123456789ab'", server.address));
    pane.wait_for("There is no match AbCdEfGh on");
    pane.keys(&["Escape"]);
    pane.wait_for("Join a match by its link");
}
