//! Any text read as a position of any game is refused with its faults named, or is a position
//! that is written and read back, and whose moves are visited and counted alike.
#![no_main]

use crownhead_fuzz::{check_errors, check_moves, check_text, rules};
use crownhead_games::{AnyPosition, each};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((rules, text)) = rules(input) else { return };
    match AnyPosition::from_text(rules, &String::from_utf8_lossy(text)) {
        Ok(position) => each!(&position, position => {
            check_text(rules, position);
            check_moves(position);
        }),
        Err(errors) => check_errors(&errors),
    }
});
