//! Any text read as a link to a match, an id, a name or a password is refused, or is displayed so that
//! it is read back equal.
#![no_main]

use crownhead_protocol::{MatchId, Nickname, UserName};
use crownhead_terminal::MatchLink;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(link) = text.parse::<MatchLink>() {
        assert!(MatchLink::looks_like_one(text));
        let shown = link.to_string();
        assert_eq!(shown.parse::<MatchLink>().as_ref(), Ok(&link), "{shown}");
    }
    if let Ok(id) = text.parse::<MatchId>() {
        assert_eq!(id.to_string(), text);
    }
    let json = serde_json::to_string(text).expect("JSON");
    if let Ok(name) = serde_json::from_str::<Nickname>(&json) {
        // White space at its ends is dropped.
        let shown = serde_json::to_string(&name).expect("JSON");
        assert_eq!(serde_json::from_str::<Nickname>(&shown).ok(), Some(name), "{shown}");
    }
    if let Ok(name) = serde_json::from_str::<UserName>(&json) {
        let shown = serde_json::to_string(&name).expect("JSON");
        assert_eq!(serde_json::from_str::<UserName>(&shown).ok(), Some(name), "{shown}");
    }
});
