//! The wire format does not change: golden JSON of the messages, in both directions.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use crownhead_arbiter::{
    BySeat, Command, CommandId, Event, EventCause, GameNumber, Match, MatchSettings, Ritual, Salt,
    Seat, Span, Timestamp, Version, Viewer,
};
use crownhead_games::GameId;
use crownhead_protocol::{
    AcceptedChallenge, Challenge, ChallengeHost, ClientMessage, CommandBody, CommandResponse,
    CreatedChallenge, EventPage, FinishedGame, FinishedGamePage, LiveMatch, LiveMatchList,
    LobbyKind, LobbyMatch, LobbyView, MatchPlayers, OpenedMatch, Player, SeatLink, SeatRequest,
    ServerMessage, Snapshot,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Checks a message against its JSON, in both directions.
fn golden<T: Serialize + DeserializeOwned>(message: &T, expected: Value) {
    let written = serde_json::to_string(message).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), expected, "{written}");
    let read: T = serde_json::from_str(&written).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
}

fn id(text: &str) -> CommandId {
    CommandId::new(text).unwrap()
}

fn open() -> (Match, Vec<Event>) {
    let mut settings = MatchSettings::casual(GameId::StackEm.rules());
    settings.ritual = Ritual::Given { first: Seat::One };
    Match::open(settings, Timestamp::from_millis(1000), Salt([3; 16])).unwrap()
}

fn players() -> BySeat<Player> {
    let ann = Player { name: Some("Ann".to_owned()), computer: None, account: true };
    BySeat::new(ann, Player { computer: Some(4), ..Player::default() })
}

fn players_json() -> Value {
    json!({"one": {"name": "Ann", "account": true}, "two": {"computer": 4}})
}

#[test]
fn clients_say() {
    golden(&ClientMessage::Join { secret: None, seen: None, name: None }, json!({"kind": "join"}));
    golden(
        &ClientMessage::Join {
            secret: Some("0123456789ab".to_owned()),
            seen: Some(Version::new(7)),
            name: Some(crownhead_protocol::Nickname::new("Ann").unwrap()),
        },
        json!({"kind": "join", "secret": "0123456789ab", "seen": 7, "name": "Ann"}),
    );
    let command = Command::Move { text: "11-15".to_owned(), seen: None };
    let lag = Span::from_millis(20);
    golden(
        &ClientMessage::Command { id: id("c1"), command, lag },
        json!({"kind": "command", "id": "c1", "command": {"kind": "move", "text": "11-15"}, "lag": 20}),
    );
    // Fields may be missing or null; unknown ones are an error.
    let read = |json: &str| serde_json::from_str::<ClientMessage>(json);
    assert!(read(r#"{"kind":"join","secret":null,"seen":null}"#).is_ok());
    assert!(read(r#"{"kind":"command","id":"a","command":{"kind":"resign"}}"#).is_ok());
    assert!(read(r#"{"kind":"join","secrets":"x"}"#).is_err());
}

#[test]
fn the_server_says() {
    let (game_match, events) = open();
    let viewer = Viewer::Seat(Seat::Two);
    let events_json = serde_json::to_value(&events).unwrap();
    let game = "AbCdEfGh".parse().unwrap();
    let now = Timestamp::from_millis(5000);
    let snapshot = Snapshot::new(game, &game_match, viewer, now, players());
    let body = json!({"id": "AbCdEfGh", "now": 5000, "here": {"one": true, "two": true},
        "players": players_json(), "view": game_match.view_for(viewer),
        "state": game_match.snapshot_for(viewer)});
    golden(&snapshot, body.clone());
    let mut message = body;
    message["kind"] = "snapshot".into();
    golden(&ServerMessage::Snapshot(Box::new(snapshot)), message);
    let here = BySeat::new(true, false);
    golden(
        &ServerMessage::Missed { now, viewer, here, players: players(), events: events.clone() },
        json!({"kind": "missed", "now": 5000, "viewer": {"seat": "two"},
            "here": {"one": true, "two": false}, "players": players_json(), "events": events_json}),
    );
    golden(
        &ServerMessage::Players { players: players() },
        json!({"kind": "players", "players": players_json()}),
    );
    golden(
        &ServerMessage::Events { events: events.clone() },
        json!({"kind": "events", "events": events_json}),
    );
    golden(
        &ServerMessage::Done { id: id("a"), from: Version::new(3), to: Version::new(4) },
        json!({"kind": "done", "id": "a", "from": 3, "to": 4}),
    );
    let refusal = Box::new(crownhead_arbiter::CommandRefusalKind::NotYourTurn.into());
    golden(
        &ServerMessage::Refused { id: id("a"), refusal },
        json!({"kind": "refused", "id": "a",
            "refusal": {"kind": "not-your-turn", "says": "It's your opponent's turn."}}),
    );
    golden(
        &ServerMessage::Unsure { id: id("a"), says: "Busy.".to_owned() },
        json!({"kind": "unsure", "id": "a", "says": "Busy."}),
    );
}

#[test]
fn a_broadcast_of_serialized_events_looks_like_any() {
    let (_, events) = open();
    let json: Vec<_> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let message = ServerMessage::Events { events };
    assert_eq!(ServerMessage::events_json(&json.join(",")), message.to_json());
}

#[test]
fn matches_over_http() {
    let (_, mut events) = open();
    events.truncate(1);
    events[0].cause = Some(EventCause { seat: Seat::One, id: id("a") });
    let events_json = serde_json::to_value(&events).unwrap();
    let game = "AbCdEfGh".parse().unwrap();
    let link = SeatLink::new(game, "0123456789ab");
    golden(
        &OpenedMatch { id: game, version: Version::new(2), seats: BySeat::new(Some(link), None) },
        json!({"id": "AbCdEfGh", "version": 2, "seats": {"two": null,
            "one": {"secret": "0123456789ab", "link": "/AbCdEfGh#0123456789ab"}}}),
    );
    golden(
        &LiveMatchList {
            matches: vec![LiveMatch {
                id: game,
                game: "stack-em".to_owned(),
                version: Version::new(9),
                changed: Timestamp::from_millis(8),
                players: players(),
            }],
        },
        json!({"matches": [{"id": "AbCdEfGh", "game": "stack-em", "version": 9, "changed": 8,
            "players": players_json()}]}),
    );
    golden(
        &EventPage { events: events.clone(), more: true },
        json!({"events": events_json, "more": true}),
    );
    golden(
        &CommandBody { id: id("a"), command: Command::Resign },
        json!({"id": "a", "command": {"kind": "resign"}}),
    );
    golden(
        &CommandResponse { id: id("a"), from: Version::new(3), to: Version::new(3), events },
        json!({"id": "a", "from": 3, "to": 3, "events": events_json}),
    );
    let computer = SeatRequest { computer: Some(3), ..SeatRequest::default() };
    let me = SeatRequest { me: true, ..SeatRequest::default() };
    golden(
        &MatchPlayers { players: BySeat::new(me, computer) },
        json!({"players": {"one": {"me": true}, "two": {"computer": 3}}}),
    );
}

#[test]
fn challenges_and_the_lobby() {
    let id = "AbCdEfGh".parse().unwrap();
    let settings = MatchSettings::casual(GameId::StackEm.rules());
    let settings_json = serde_json::to_value(&settings).unwrap();
    let open = Challenge {
        id,
        settings,
        name: Some("Ann".to_owned()),
        account: false,
        seat: Seat::One,
        made: Timestamp::from_millis(7),
        match_id: None,
    };
    let open_json = json!({"id": "AbCdEfGh", "settings": settings_json, "name": "Ann",
        "seat": "one", "made": 7});
    golden(&open, open_json.clone());
    let taken = Challenge { name: None, account: true, match_id: Some(id), ..open.clone() };
    golden(
        &taken,
        json!({"id": "AbCdEfGh", "settings": settings_json, "account": true, "seat": "one",
            "made": 7, "match": "AbCdEfGh"}),
    );
    golden(
        &CreatedChallenge { id, secret: "s".to_owned(), until: Timestamp::from_millis(9) },
        json!({"id": "AbCdEfGh", "secret": "s", "until": 9}),
    );
    let link = SeatLink::new(id, "s");
    golden(
        &AcceptedChallenge {
            id,
            version: Version::new(2),
            seat: Seat::Two,
            secret: link.secret,
            link: link.link,
        },
        json!({"id": "AbCdEfGh", "version": 2, "seat": "two", "secret": "s",
            "link": "/AbCdEfGh#s"}),
    );
    let playing = LobbyMatch { id, game: "stack-em".to_owned(), players: players() };
    golden(
        &LobbyView { kind: LobbyKind::Lobby, challenges: vec![open], matches: vec![playing] },
        json!({"kind": "lobby", "challenges": [open_json],
            "matches": [{"id": "AbCdEfGh", "game": "stack-em", "players": players_json()}]}),
    );
    let host: ChallengeHost = serde_json::from_str("{}").unwrap();
    assert_eq!(host, ChallengeHost { name: None, seat: None, listed: true });
}

#[test]
fn finished_games() {
    let game = FinishedGame {
        id: "AbCdEfGh".parse().unwrap(),
        number: GameNumber::new(2),
        game: "stack-em".to_owned(),
        players: players(),
        first: Some(Seat::One),
        winner: None,
        reason: "agreement".to_owned(),
        ended: Timestamp::from_millis(5),
        plies: 40,
        ratings: None,
    };
    golden(
        &FinishedGamePage { games: vec![game], after: Some("5-AbCdEfGh-2".to_owned()) },
        json!({"games": [{"match": "AbCdEfGh", "number": 2, "game": "stack-em",
            "players": players_json(), "first": "one", "winner": null, "reason": "agreement",
            "ended": 5, "plies": 40}], "after": "5-AbCdEfGh-2"}),
    );
}
