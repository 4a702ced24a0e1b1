//! Any commands and any events given to a match of any game: what is decided on can be applied,
//! what is refused changes nothing, and the log replays to the same match.
//!
//! The input: the game, then lines. The first may be settings; the others are a letter (`1`, `2`,
//! `w` or `h` for who commands, `e` for an event's `what`), milliseconds since the line before, and
//! JSON.
#![no_main]

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandRefusalKind, Event, EventKind, Match, MatchSettings,
    Salt, Seat, Span, Timestamp, Viewer,
};
use crownhead_fuzz::rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((rules, text)) = rules(input) else { return };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().take(200).peekable();
    let given = lines.peek().and_then(|line| serde_json::from_str::<MatchSettings>(line).ok());
    let settings = match given {
        Some(settings) => {
            lines.next();
            settings
        }
        None => MatchSettings::casual(rules),
    };
    let mut now = Timestamp::from_millis(1_700_000_000_000);
    let Ok((mut game, mut log)) = Match::open(settings, now, Salt([5; 16])) else { return };
    for line in lines {
        let mut parts = line.splitn(3, ' ');
        let (Some(who), Some(wait), Some(json)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        // Not so long that everything is due at once.
        let wait = wait.parse::<u64>().unwrap_or(0).min(1_000_000_000_000);
        now = now + Span::from_millis(wait);
        let before = game.clone();
        let by = match who {
            "1" => Actor::Seat(Seat::One),
            "2" => Actor::Seat(Seat::Two),
            "w" => Actor::Spectator,
            "h" => Actor::System,
            _ => {
                if let Ok(kind) = serde_json::from_str::<EventKind>(json) {
                    let version = game.version().next();
                    let event =
                        Event { version, at: now.max(game.state().time), cause: None, kind };
                    match game.apply(&event) {
                        Ok(()) => log.push(event),
                        Err(_) => assert_eq!(game, before),
                    }
                }
                continue;
            }
        };
        let Ok(command) = serde_json::from_str::<Command>(json) else { continue };
        let handled = game.handle(&command, &CommandContext::new(now, by));
        if let Some(refusal) = handled.refusal {
            assert_ne!(refusal.kind, CommandRefusalKind::Overdue, "{command:?}");
            assert!(!refusal.says.is_empty());
        }
        if handled.events.is_empty() {
            assert_eq!(game, before);
        }
        log.extend(handled.events);
    }
    check(&game, &log);
});

fn check(game: &Match, log: &[Event]) {
    let json = serde_json::to_string(log).expect("a log can be written");
    let read: Vec<Event> = serde_json::from_str(&json).expect("a log can be read");
    assert_eq!(Match::replay(&read).as_ref(), Ok(game));
    for viewer in [Viewer::Seat(Seat::One), Viewer::Spectator] {
        let restored = Match::restore(game.snapshot_for(viewer)).expect("a match can be restored");
        assert_eq!(restored.hash(), game.hash());
        assert_eq!(restored.view_for(viewer), game.view_for(viewer));
    }
}
