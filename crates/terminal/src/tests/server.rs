//! A match on a server, the server being an arbiter in the test.

use crownhead_arbiter::{
    By, Command, CommandId, Context, Event as Happened, Match, Ritual, Salt, Seat, Settings, Time,
    Viewer,
};
use crownhead_games::GameId;
use serde_json::{Value, json};

use super::*;
use crate::session::{FromServer, Place};

/// A server with one match, in which the program has seat one.
struct Server {
    whole: Match,
    log: Vec<Happened>,
}

impl Server {
    fn open(id: GameId, ritual: Ritual) -> Server {
        let settings = Settings { ritual, ..Settings::casual(id.rules()) };
        let opened = Match::open(settings, Time::from_millis(1000), Salt([3; 16]));
        let (whole, log) = opened.expect("a match");
        Server { whole, log }
    }

    fn snapshot(&self) -> Value {
        let viewer = Viewer::Seat(Seat::One);
        json!({"kind": "snapshot", "id": "AbCdEfGh", "now": 5000,
            "here": {"one": true, "two": true},
            "players": {"one": {}, "two": {"name": "Ann"}},
            "view": self.whole.view_for(viewer), "state": self.whole.snapshot_for(viewer)})
    }

    fn does(&mut self, seat: Seat, command: &Command, id: Option<&str>) -> Value {
        let id = id.map(|id| CommandId::new(id).expect("an id"));
        let context = Context { id, ..Context::new(Time::from_millis(6000), By::Seat(seat)) };
        let handled = self.whole.handle(command, &context);
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
        let session = Session::join(link, "match-1".to_owned(), Vec::new(), &mut play.moment);
        play.app.sit(session);
        play
    }

    fn hear(&mut self, said: &Value) {
        let said = serde_json::from_value(said.clone()).expect("what a server says");
        self.app.hear(FromServer::Said(Box::new(said)), &mut self.moment);
    }

    /// What the program says to the server.
    fn says(&mut self) -> Vec<Value> {
        let Place::Server(live) = &mut self.session().place else { panic!("no server") };
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
    play.hear(&server.snapshot());
    play.shows("It is your turn");
    play.say("11-15");
    play.shows("11-15 is on its way");
    assert!(!play.text().contains("1. 11-15"));
    let said = play.says();
    assert_eq!(said[0]["command"]["text"], "11-15");
    let id = said[0]["id"].as_str().expect("an id").to_owned();
    let events = server.moves(Seat::One, "11-15");
    play.hear(&events);
    play.hear(&json!({"kind": "done", "id": id, "from": 3, "to": 3}));
    play.shows("1. 11-15");
    play.shows("Ann, black, is to move.");
    play.press(KeyCode::F(2));
    play.shows("no hints in a match between people");
}

#[test]
fn what_was_said_to_nobody_is_said_again() {
    let mut server = Server::open(GameId::StackEm, given());
    let mut play = Play::joined();
    play.hear(&server.snapshot());
    play.app.hear(FromServer::Broke, &mut play.moment);
    play.shows("CONNECTION LOST");
    play.say("11-15");
    assert!(play.says().is_empty());
    let missed = |server: &Server, from: usize| {
        json!({"kind": "missed", "now": 9000, "viewer": {"seat": "one"},
            "here": {"one": true, "two": true}, "players": {"one": {}, "two": {}},
            "events": server.log[from..]})
    };
    play.hear(&missed(&server, server.log.len()));
    let first = play.says();
    assert_eq!(first[0]["command"]["text"], "11-15");
    // It breaks again before the answer: the same command goes out with the same id.
    play.app.hear(FromServer::Broke, &mut play.moment);
    let seen = server.log.len();
    server.moves(Seat::One, "11-15");
    play.hear(&missed(&server, seen));
    assert_eq!(play.says(), first);
    play.shows("1. 11-15");
    assert!(!play.text().contains("CONNECTION LOST"));
}

#[test]
fn a_refusal_and_an_offer_from_afar_are_told() {
    let mut server = Server::open(GameId::WinningMovesCheckers, given());
    let mut play = Play::joined();
    play.hear(&server.snapshot());
    play.say("11-15");
    let id = play.says()[0]["id"].as_str().expect("an id").to_owned();
    let refusal = json!({"kind": "stale", "says": "The game has gone on since you last saw it."});
    play.hear(&json!({"kind": "refused", "id": id, "refusal": refusal}));
    play.shows("The game has gone on since");
    let events = server.moves(Seat::One, "11-15");
    play.hear(&events);
    let events = server.moves(Seat::Two, "22-18");
    play.hear(&events);
    let offer = crownhead_arbiter::Offer::Takeback;
    let events = server.does(Seat::Two, &Command::Offer { offer }, None);
    play.hear(&events);
    play.shows("Ann asks to take a move back.");
    play.shows("1 Let it be taken back");
    play.say("1");
    assert_eq!(play.says()[0]["command"], json!({"kind": "accept", "offer": "takeback"}));
}

#[test]
fn a_toss_is_committed_to_and_revealed() {
    let mut server = Server::open(GameId::CheckerboardTicTacToe, Ritual::Coins);
    let mut play = Play::joined();
    play.hear(&server.snapshot());
    play.shows("1 Toss the coins");
    play.press(KeyCode::Enter);
    let commit: Command =
        serde_json::from_value(play.says()[0]["command"].clone()).expect("a command");
    let events = server.does(Seat::One, &commit, None);
    play.hear(&events);
    assert!(play.says().is_empty(), "the other has not committed");
    let secret = play.moment.chance.secret();
    let crownhead_arbiter::Stage::Toss(toss) = &server.whole.state().stage else { panic!() };
    let commitment = server.whole.state().toss_id(toss).commitment(Seat::Two, secret);
    let events = server.does(Seat::Two, &Command::Commit { commitment }, None);
    play.hear(&events);
    let said = play.says();
    assert_eq!(said[0]["command"]["kind"], "reveal");
    let now = play.moment.now;
    let saved = play.session().saved(now).expect("kept");
    assert!(serde_json::to_string(&saved).expect("JSON").contains("\"secret\""));
}

#[test]
fn a_link_that_fits_nothing_says_so() {
    let mut play = Play::joined();
    let why = "There is no match AbCdEfGh on games.example.".to_owned();
    play.app.hear(FromServer::Refused(why.clone()), &mut play.moment);
    play.shows(&why);
    play.press(KeyCode::Esc);
    assert_eq!(play.wanted, Some(Wanted::Menu));
}
