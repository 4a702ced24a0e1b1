//! A match on a server; the test's arbiter plays the server.

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandId, Event as Happened, Match, MatchSettings, Phrase,
    Ritual, Salt, Seat, Timestamp, Viewer,
};
use crownhead_games::GameId;
use serde_json::{Value, json};

use super::*;
use crate::session::{ConnectionEvent, MatchBackend};

/// A server with one match, in which the program has seat one.
struct Server {
    game_match: Match,
    log: Vec<Happened>,
}

impl Server {
    fn open(id: GameId, ritual: Ritual) -> Server {
        let settings = MatchSettings { ritual, ..MatchSettings::casual(id.rules()) };
        let opened = Match::open(settings, Timestamp::from_millis(1000), Salt([3; 16]));
        let (game_match, log) = opened.expect("a match");
        Server { game_match, log }
    }

    fn snapshot(&self) -> Value {
        let viewer = Viewer::Seat(Seat::One);
        json!({"kind": "snapshot", "id": "AbCdEfGh", "now": 5000,
            "here": {"one": true, "two": true},
            "players": {"one": {}, "two": {"name": "Ann"}},
            "view": self.game_match.view_for(viewer), "state": self.game_match.snapshot_for(viewer)})
    }

    fn does(&mut self, seat: Seat, command: &Command, id: Option<&str>) -> Value {
        let id = id.map(|id| CommandId::new(id).expect("an id"));
        let context = CommandContext {
            id,
            ..CommandContext::new(Timestamp::from_millis(6000), Actor::Seat(seat))
        };
        let handled = self.game_match.handle(command, &context);
        self.log.extend(handled.events.iter().cloned());
        json!({"kind": "events", "events": handled.events})
    }

    fn moves(&mut self, seat: Seat, text: &str) -> Value {
        self.does(seat, &Command::Move { text: text.to_owned(), seen: None }, None)
    }
}

impl Play {
    fn joined() -> Play {
        let mut play = Play::menu((80, 24), PLAIN);
        let link = "http://games.example/AbCdEfGh#0123456789ab".parse().expect("a link");
        let session = Session::join(link, "match-1".to_owned(), Vec::new(), &mut play.context);
        play.app.show_match(session);
        play
    }

    fn receive(&mut self, said: &Value) {
        let message = serde_json::from_value(said.clone()).expect("a message of the server");
        self.app.receive(ConnectionEvent::Message(Box::new(message)), &mut self.context);
    }

    /// What the client sends to the server.
    fn says(&mut self) -> Vec<Value> {
        let MatchBackend::Remote(live) = &mut self.session().backend else { panic!("no server") };
        let texts = live.outbox.drain(..);
        texts.map(|text| serde_json::from_str(&text).expect("JSON")).collect()
    }
}

fn given() -> Ritual {
    Ritual::Given { first: Seat::One }
}

#[test]
fn a_move_is_shown_once_the_server_has_it() {
    let mut server = Server::open(GameId::StackEm, given());
    let mut play = Play::joined();
    play.shows("Joining the match at games.example.");
    play.receive(&server.snapshot());
    play.shows("It is your turn");
    play.say("11-15");
    play.shows("11-15 is on its way");
    assert!(!play.text().contains("1. 11-15"));
    let said = play.says();
    assert_eq!(said[0]["command"]["text"], "11-15");
    let id = said[0]["id"].as_str().expect("an id").to_owned();
    let events = server.moves(Seat::One, "11-15");
    play.receive(&events);
    play.receive(&json!({"kind": "done", "id": id, "from": 3, "to": 3}));
    play.shows("1. 11-15");
    play.shows("Ann, black, is to move.");
    play.press(KeyCode::F(2));
    play.shows("Hints are not allowed in a match between people");
}

#[test]
fn an_unacknowledged_command_is_resent() {
    let mut server = Server::open(GameId::StackEm, given());
    let mut play = Play::joined();
    play.receive(&server.snapshot());
    play.app.receive(ConnectionEvent::Broke, &mut play.context);
    play.shows("CONNECTION LOST");
    play.say("11-15");
    assert!(play.says().is_empty());
    let missed = |server: &Server, from: usize| {
        json!({"kind": "missed", "now": 9000, "viewer": {"seat": "one"},
            "here": {"one": true, "two": true}, "players": {"one": {}, "two": {}},
            "events": server.log[from..]})
    };
    play.receive(&missed(&server, server.log.len()));
    let first = play.says();
    assert_eq!(first[0]["command"]["text"], "11-15");
    // It breaks again before the reply: the same command is sent with the same id.
    play.app.receive(ConnectionEvent::Broke, &mut play.context);
    let seen = server.log.len();
    server.moves(Seat::One, "11-15");
    play.receive(&missed(&server, seen));
    assert_eq!(play.says(), first);
    play.shows("1. 11-15");
    assert!(!play.text().contains("CONNECTION LOST"));
}

#[test]
fn a_refusal_and_an_offer_from_the_server_are_shown() {
    let mut server = Server::open(GameId::WinningMovesCheckers, given());
    let mut play = Play::joined();
    play.receive(&server.snapshot());
    play.say("11-15");
    let id = play.says()[0]["id"].as_str().expect("an id").to_owned();
    let refusal = json!({"kind": "stale", "says": "The game has gone on since you last saw it."});
    play.receive(&json!({"kind": "refused", "id": id, "refusal": refusal}));
    play.shows("The game has gone on since");
    let events = server.moves(Seat::One, "11-15");
    play.receive(&events);
    let events = server.moves(Seat::Two, "22-18");
    play.receive(&events);
    let offer = crownhead_arbiter::Offer::Takeback;
    let events = server.does(Seat::Two, &Command::Offer { offer }, None);
    play.receive(&events);
    play.shows("Ann asks to take a move back.");
    play.shows("1 Let it be taken back");
    play.say("1");
    assert_eq!(play.says()[0]["command"], json!({"kind": "accept", "offer": "takeback"}));
}

#[test]
fn a_toss_is_committed_to_and_revealed() {
    let mut server = Server::open(GameId::CheckerboardTicTacToe, Ritual::Coins);
    let mut play = Play::joined();
    play.receive(&server.snapshot());
    play.shows("1 Toss the coins");
    play.press(KeyCode::Enter);
    let commit: Command =
        serde_json::from_value(play.says()[0]["command"].clone()).expect("a command");
    let events = server.does(Seat::One, &commit, None);
    play.receive(&events);
    assert!(play.says().is_empty(), "the other has not committed");
    let secret = play.context.random.secret();
    let crownhead_arbiter::MatchStage::Toss(toss) = &server.game_match.state().stage else {
        panic!()
    };
    let commitment = server.game_match.state().toss_id(toss).commitment(Seat::Two, secret);
    let events = server.does(Seat::Two, &Command::Commit { commitment }, None);
    play.receive(&events);
    let said = play.says();
    assert_eq!(said[0]["command"]["kind"], "reveal");
    let now = play.context.now;
    let saved = play.session().saved(now).expect("kept");
    assert!(serde_json::to_string(&saved).expect("JSON").contains("\"secret\""));
}

#[test]
fn an_unknown_link_is_reported() {
    let mut play = Play::joined();
    let error = "There is no match AbCdEfGh on games.example.".to_owned();
    play.app.receive(ConnectionEvent::Refused(error.clone()), &mut play.context);
    play.shows(&error);
    play.press(KeyCode::Esc);
    assert_eq!(play.wanted, Some(Effect::Menu));
}

#[test]
fn the_title_fits_eighty_columns() {
    let rules = GameId::CheckerboardTicTacToe.rules().with("exchange", "on").expect("an option");
    let settings = MatchSettings { ritual: Ritual::Coins, ..MatchSettings::casual(rules) };
    let opened = Match::open(settings, Timestamp::from_millis(1000), Salt([3; 16]));
    let (game_match, log) = opened.expect("a match");
    let server = Server { game_match, log };
    let mut play = Play::joined();
    play.receive(&server.snapshot());
    let title = |play: &mut Play| play.text().lines().next().unwrap_or_default().to_owned();
    let open = title(&mut play);
    assert_eq!(open, " Tic-Tac-Toe On A Checkerboard - exchange on - floating off - size 5");
    play.app.receive(ConnectionEvent::Broke, &mut play.context);
    let lost = title(&mut play);
    assert!(lost.ends_with("- exchange on - CONNECTION LOST, trying again"), "{lost}");
    play.terminal.backend_mut().resize(140, 30);
    play.event(&Event::Resize(140, 30));
    let wide = title(&mut play);
    assert!(wide.starts_with(" Crownhead - Tic-Tac-Toe On A Checkerboard - exchange on"), "{wide}");
}

#[test]
fn the_end_and_the_rematch_are_announced_once_each() {
    let mut server = Server::open(GameId::StackEm, given());
    let mut play = Play::joined();
    play.receive(&server.snapshot());
    for event in [
        server.moves(Seat::One, "11-15"),
        server.moves(Seat::Two, "22-18"),
        server.does(Seat::Two, &Command::Resign, None),
    ] {
        play.receive(&event);
    }
    play.shows("Ann resigns, so you win.");
    let offer = crownhead_arbiter::Offer::Rematch;
    let asked = server.does(Seat::Two, &Command::Offer { offer }, None);
    play.receive(&asked);
    play.shows("Ann asks to play again.");
    let text = play.text();
    assert_eq!(text.matches("resigns").count(), 1, "{text}");
}

#[test]
fn phrases_are_said_and_heard_and_a_match_is_called_off() {
    let mut server = Server::open(GameId::StackEm, given());
    let mut play = Play::joined();
    play.receive(&server.snapshot());
    play.say("say");
    play.shows("You can say one of these: hello, good-luck");
    play.say("say nice jump");
    assert_eq!(play.says()[0]["command"], json!({"kind": "say", "phrase": "nice-jump"}));
    let heard = server.does(Seat::Two, &Command::Say { phrase: Phrase::GoodLuck }, None);
    play.receive(&heard);
    play.shows("Good luck!");
    play.say("abort");
    assert_eq!(play.says()[0]["command"]["kind"], "abort");
}
