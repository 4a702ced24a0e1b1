//! Any bytes read as PDN: what is read is written so that it reads back equal, and what can be
//! played is recorded, in every style and as JSON, so that it plays the same again.
#![no_main]

use crownhead_files::JsonGame;
use crownhead_games::{PdnStyle, Record};
use crownhead_pdn::{PdnGame, PdnReader};
use libfuzzer_sys::fuzz_target;

fn only(text: &str) -> PdnGame {
    let mut games = PdnReader::new(text.as_bytes());
    let game = games.next().expect("a game").expect("a game without faults");
    assert!(games.next().is_none(), "{text}");
    game
}

fuzz_target!(|bytes: &[u8]| {
    for game in PdnReader::new(bytes).flatten() {
        let written = game.to_string();
        let again = only(&written);
        assert_eq!(again, game);
        assert_eq!(again.to_string(), written);
        if let Ok(record) = Record::from_pdn(&game) {
            for (names, full_jumps) in [(false, false), (false, true), (true, false)] {
                let style = PdnStyle { names, full_jumps };
                let kept = only(&record.to_pdn_in(style).to_string());
                assert_eq!(Record::from_pdn(&kept).as_ref(), Ok(&record));
            }
            let json = serde_json::to_vec(&JsonGame::new(&record)).expect("JSON");
            let written: JsonGame = serde_json::from_slice(&json).expect("what was written");
            assert_eq!(written.record().as_ref(), Ok(&record));
        }
    }
});
