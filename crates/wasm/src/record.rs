//! Games to and from PDN, for the page to share and to open.

use crownhead_games::Record;
use crownhead_pdn::Reader;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Line, Says, read, told};

/// The PDN of a line; `tags` is JSON of names and values.
#[wasm_bindgen]
pub fn to_pdn(line: &str, tags: &str) -> Says<String> {
    let line: Line = read(line)?;
    let tags: Vec<(String, String)> = read(tags)?;
    let rules = line.rules()?;
    let mut record = match &line.position {
        Some(text) => Record::from_position(rules, text).map_err(|bad| bad.to_string())?,
        None => Record::start(rules),
    };
    for text in &line.moves {
        record.play(text).map_err(|why| why.to_string())?;
    }
    for (name, value) in &tags {
        record.set_tag(name, value);
    }
    Ok(record.to_pdn().to_string())
}

/// The line of the first game of a PDN text.
#[wasm_bindgen]
pub fn from_pdn(text: &str) -> Says<String> {
    let mut reader = Reader::new(text.as_bytes());
    let pdn = reader.next().ok_or("there is no game in this text")?.map_err(|e| e.to_string())?;
    let record = Record::from_pdn(&pdn).map_err(|bad| bad.to_string())?;
    let begin = record.begin();
    let start = crownhead_games::Game::start(record.rules());
    let position = begin.text().filter(|_| *begin != start);
    let moves = record.plies().iter().map(|ply| ply.text.clone()).collect();
    told(&Line::new(record.rules(), position, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_to_pdn_and_back() {
        let rules = crownhead_games::GameId::ParkerCheckers.rules();
        let moves = ["11-15", "22-18", "15x22", "25x18"].map(str::to_owned).to_vec();
        let line = told(&Line::new(rules, None, moves)).expect("a line");
        let pdn = to_pdn(&line, r#"[["White","Ann"]]"#).expect("PDN");
        assert!(pdn.contains("[White \"Ann\"]") && pdn.contains("15x22"), "{pdn}");
        assert_eq!(from_pdn(&pdn).expect("a line"), line);
        assert!(from_pdn("nothing").is_err());
    }
}
