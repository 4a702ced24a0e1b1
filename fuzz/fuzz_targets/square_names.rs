//! Any text read as a square is refused, or is exactly the text that the square is written as.
#![no_main]

use crownhead_rules::grid::Square;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|name: &str| {
    match Square::from_name(name) {
        Some(square) => assert_eq!(square.to_string(), name),
        None => assert!(Square::all().all(|square| square.to_string() != name)),
    }
});
