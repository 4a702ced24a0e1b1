//! What a player meant who touched squares between which there is no move.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::scene::Explained;
use crate::{Line, Says, read, told};

/// What the rule book says to squares that were touched one after the other, as JSON of names.
#[wasm_bindgen]
pub fn touch(line: &str, squares: &str) -> Says<String> {
    let (game, _) = read::<Line>(line)?.play()?;
    let squares: Vec<String> = read(squares)?;
    told(&Explained::of(game.explain_touch(&squares)))
}
