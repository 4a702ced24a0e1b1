//! Invalid logs, and the JSON form of events.

use crownhead_arbiter::{
    Coin, Command, Event, EventKind, InvalidEvent, Match, RulesVersion, Secret, Version,
};
use crownhead_games::GameId;

use crate::script::script;
use crate::{checkers, timed};

#[test]
fn gaps_repeats_and_other_rules_are_refused() {
    let scripted = script(
        checkers(),
        "0 one move 11-15 => moved
         1 two move 22-18 => moved",
    );
    let log = &scripted.log;
    assert_eq!(Match::replay(&[]), Err(InvalidEvent::NotOpened));
    assert_eq!(Match::replay(&log[1..]), Err(InvalidEvent::NotOpened));
    let gap = [&log[..2], &log[3..]].concat();
    let (expected, found) = (Version::new(3), Version::new(4));
    assert_eq!(Match::replay(&gap), Err(InvalidEvent::Gap { expected, found }));
    let mut early = log.clone();
    early[3].at = log[0].at;
    early[2].at = log[3].at;
    assert!(matches!(Match::replay(&early), Err(InvalidEvent::BackInTime { .. })));
    let json = serde_json::to_string(log).unwrap().replace("\"rules\":1", "\"rules\":2");
    let other: Vec<Event> = serde_json::from_str(&json).unwrap();
    let error = Match::replay(&other).unwrap_err();
    assert_eq!(error, InvalidEvent::UnknownRules { found: RulesVersion::new(2) });
    assert_eq!(
        error.to_string(),
        "the log is of rules version 2, and this program knows version 1"
    );
    let mut state = scripted.game.snapshot();
    state.rules = RulesVersion::new(7);
    assert!(matches!(Match::restore(state), Err(InvalidEvent::UnknownRules { .. })));
}

/// Replaying a log validates its tosses: a changed secret, result or first player is detected.
#[test]
fn a_forged_toss_is_detected() {
    let scripted = script(
        crownhead_arbiter::MatchSettings::casual(GameId::CheckerboardTicTacToe.rules()),
        "0 one commit 3 => committed
         0 two commit 14 => committed
         1 one reveal 3 => revealed
         1 two reveal 14 => revealed coins:tails:tails
         2 one commit 3 => committed
         2 two commit 14 => committed
         3 one reveal 3 => revealed
         3 two reveal 14 => revealed coins:heads:heads
         4 one commit 3 => committed
         4 two commit 14 => committed
         5 one reveal 3 => revealed
         5 two reveal 14 => revealed coins:heads:tails began:one",
    );
    let mut forged = 0;
    for i in 0..scripted.log.len() {
        let mut log = scripted.log.clone();
        match &mut log[i].kind {
            EventKind::Revealed { secret, .. } => *secret = Secret([77; 32]),
            EventKind::Committed { commitment, .. } => commitment.0[0] ^= 1,
            EventKind::CoinsTossed { coins } if coins.two == Coin::Heads => coins.two = Coin::Tails,
            EventKind::CoinsTossed { coins } => coins.two = Coin::Heads,
            EventKind::Began { first, .. } => *first = !*first,
            _ => continue,
        }
        // A forged result is detected at once, not by a later event.
        if matches!(log[i].kind, EventKind::CoinsTossed { .. }) {
            log.truncate(i + 1);
        }
        assert!(matches!(Match::replay(&log), Err(InvalidEvent::Unsound(_))), "{i}");
        forged += 1;
    }
    assert_eq!(forged, 16);
}

#[test]
fn an_invalid_event_changes_nothing() {
    let scripted = script(
        timed(checkers(), 60, 0),
        "0 one move 11-15 => moved
         0 two move 22-18 => moved",
    );
    for json in [
        r#"{"kind":"moved","seat":"two","text":"15x22"}"#,
        r#"{"kind":"moved","seat":"one","text":"1-5"}"#,
        r#"{"kind":"taken-back","seat":"one","plies":3}"#,
        r#"{"kind":"taken-back","seat":"one","plies":0}"#,
        r#"{"kind":"ended","winner":"one","reason":"captured-all"}"#,
        r#"{"kind":"ended","winner":"one","reason":"time"}"#,
        r#"{"kind":"ended","reason":"agreement"}"#,
        r#"{"kind":"ended","reason":"aborted"}"#,
        r#"{"kind":"ended","winner":"two","reason":"absence"}"#,
        r#"{"kind":"began","game":2,"first":"two"}"#,
        r#"{"kind":"ritual-began","game":2}"#,
        r#"{"kind":"declined","seat":"one","offer":"draw"}"#,
        r#"{"kind":"offered","seat":"one","offer":"rematch"}"#,
        r#"{"kind":"toss-void"}"#,
        r#"{"kind":"lots-drawn","winner":"one"}"#,
    ] {
        let kind: EventKind = serde_json::from_str(json).unwrap();
        let version = scripted.game.version().next();
        let event = Event { version, at: scripted.game.state().time, cause: None, kind };
        let mut game = scripted.game.clone();
        assert!(matches!(game.apply(&event), Err(InvalidEvent::Unsound(_))), "{json}");
        assert_eq!(game, scripted.game);
    }
}

#[test]
fn json_omits_defaults_and_refuses_unknown_fields() {
    let scripted = script(
        timed(checkers(), 60, 0),
        "0 one move 11-15              => moved
         0 two move 22-18              => moved
         2 one id=x lag=0.1 move 15x22 => moved",
    );
    let json = |i: usize| serde_json::to_string(&scripted.log[i]).unwrap();
    assert_eq!(
        json(0),
        "{\"version\":1,\"at\":1700000000000,\"what\":{\"kind\":\"opened\",\"rules\":1,\
         \"salt\":\"09090909090909090909090909090909\",\"settings\":{\"play\":{\"game\":\
         \"winning-moves-checkers\"},\"ritual\":{\"kind\":\"given\",\"first\":\"one\"},\
         \"clock\":{\"kind\":\"main\",\"time\":60000,\"increment\":0},\
         \"takebacks\":\"agreement\",\"rated\":false,\"origin\":{\"kind\":\"start\"}}}}"
    );
    assert_eq!(
        json(2),
        "{\"version\":3,\"at\":1700000000000,\"what\":{\"kind\":\"moved\",\"seat\":\"one\",\
         \"text\":\"11-15\"}}"
    );
    assert_eq!(
        json(4),
        "{\"version\":5,\"at\":1700000002000,\"cause\":{\"seat\":\"one\",\"id\":\"x\"},\
         \"what\":{\"kind\":\"moved\",\"seat\":\"one\",\"text\":\"15x22\",\"lag\":100}}"
    );
    for wrong in [
        r#"{"kind":"fly"}"#,
        r#"{"kind":"move"}"#,
        r#"{"kind":"move","text":"a","speed":1}"#,
        r#"{"kind":"offer","offer":"tea"}"#,
        r#"{"kind":"choose-side","side":"third"}"#,
        r#"{"kind":"reveal","secret":"00"}"#,
    ] {
        assert!(serde_json::from_str::<Command>(wrong).is_err(), "{wrong}");
    }
    let read: Command = serde_json::from_str(r#"{"kind":"resign"}"#).unwrap();
    assert_eq!(read, Command::Resign);
}
