//! Any stored log, an event a line: what can be decoded is encoded to the same event, what can have
//! happened is applied, everything else is refused and changes nothing, and the log that was accepted
//! replays to the same match.
#![no_main]

use crownhead_arbiter::{Event, Match, Seat, Viewer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut accepted: Option<(Match, Vec<Event>)> = None;
    for line in text.lines().take(200) {
        let Ok(event) = serde_json::from_str::<Event>(line) else { continue };
        let written = serde_json::to_string(&event).expect("an event can be written");
        assert_eq!(serde_json::from_str::<Event>(&written).expect("what was written"), event);
        match &mut accepted {
            None => {
                if let Ok(game_match) = Match::from_first(&event) {
                    accepted = Some((game_match, vec![event]));
                }
            }
            Some((game_match, log)) => {
                let before = game_match.clone();
                match game_match.apply(&event) {
                    Ok(()) => log.push(event),
                    Err(_) => assert_eq!(*game_match, before),
                }
            }
        }
    }
    let Some((game_match, log)) = accepted else { return };
    assert_eq!(Match::replay(&log).as_ref(), Ok(&game_match));
    for viewer in [Viewer::Seat(Seat::One), Viewer::Seat(Seat::Two), Viewer::Spectator] {
        let restored = Match::restore(game_match.snapshot_for(viewer)).expect("a snapshot");
        assert_eq!(restored.hash(), game_match.hash());
        for event in &log {
            let seen = serde_json::to_string(&event.for_viewer(viewer)).expect("JSON");
            assert!(serde_json::from_str::<Event>(&seen).is_ok(), "{seen}");
        }
    }
});
