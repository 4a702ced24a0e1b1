//! Any text read as a saved game of the terminal is refused with a sentence, or is resumed and saved
//! again as a game that is resumed to the same.
#![no_main]

use crownhead_terminal::fuzzing::resume;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match resume(text) {
        Ok(saved) => assert_eq!(resume(&saved).as_ref(), Ok(&saved)),
        Err(error) => assert!(!error.is_empty()),
    }
});
