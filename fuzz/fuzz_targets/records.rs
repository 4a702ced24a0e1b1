//! Any bytes read as a JSON file of games: what can be played is written so that it reads back
//! equal, and faults are inside the file.
#![no_main]

use crownhead_files::{GameReader, JsonGame};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
    for game in GameReader::json(bytes) {
        match game.and_then(|game| game.record()) {
            Ok(record) => {
                let json = serde_json::to_vec(&JsonGame::new(&record)).expect("JSON");
                let mut again = GameReader::json(&json[..]);
                let first = again.next().expect("a game").and_then(|game| game.record());
                assert_eq!(first.as_ref(), Ok(&record));
                assert!(again.next().is_none());
            }
            Err(fault) => {
                assert!((1..=lines).contains(&(fault.line as usize)), "{fault:?}");
                assert!(fault.column > 0 && !fault.message.is_empty(), "{fault:?}");
            }
        }
    }
});
