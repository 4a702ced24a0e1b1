//! A game as JSON: players, moves, comments and result.

use std::collections::BTreeMap;

use crownhead_games::{GameId, InvalidOption, Record, RecordedPly, RecordedResult, UnknownGame};
use crownhead_pdn::{ClockTime, Tags};
use crownhead_rules::{MoveRefusal, PositionErrors, Side};
use serde::{Deserialize, Serialize};

/// A game as JSON. Only `game` is required when it is parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JsonGame {
    /// The name of the game.
    game: String,
    /// Its options; one that is left out has its default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    /// Names, dates and places, by the tags that PDN has for them.
    #[serde(default, with = "crate::tags", skip_serializing_if = "Tags::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, String>))]
    tags: Tags,
    /// The start position, if it was set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    /// From `position` on, variations left out.
    #[serde(default)]
    moves: Vec<JsonMove>,
    /// The score, the first side's first: `1-0`, `0-1`, `1/2-1/2`, `0-0` if both have lost, or `*`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    result: String,
    /// The position after the last move. It is ignored when the game is parsed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<String>,
}

/// A move of a JSON game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a move such as {\"move\": \"11-15\"}")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JsonMove {
    /// Its text in the game's notation.
    #[serde(rename = "move")]
    text: String,
    /// The comment on it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The milliseconds left on the mover's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    /// The milliseconds that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elapsed: Option<u64>,
    /// Numeric annotation glyphs: 1 is good, 2 is a mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u16>,
}

/// The reason why a JSON game is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonGameError {
    /// There is no game with that name.
    #[error(transparent)]
    Game(UnknownGame),
    /// The game has no such option.
    #[error(transparent)]
    Option(InvalidOption),
    /// The start position is invalid.
    #[error("the game can't start like that: {0}")]
    Begin(PositionErrors),
    /// A move is not legal.
    #[error("move {number} of the list, {text}: {refusal}")]
    Move {
        /// The index of the move, from 1.
        number: usize,
        /// The text in the file.
        text: String,
        /// The rule book's refusal.
        refusal: Box<MoveRefusal>,
    },
    /// A text that is not a result.
    #[error("a result is 1-0, 0-1, 1/2-1/2, 0-0 or *, not “{0}”")]
    Result(String),
}

impl JsonGame {
    /// A game that was played.
    pub fn new(record: &Record) -> JsonGame {
        let rules = record.rules();
        JsonGame {
            game: rules.game().name().to_owned(),
            options: rules.options().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            tags: record.tags().clone(),
            position: record.initial().text().filter(|_| record.is_set_up()),
            comment: record.preface().to_owned(),
            moves: record.plies().iter().map(JsonMove::new).collect(),
            result: result(record.result()).to_owned(),
            end: record.game().text(),
        }
    }

    pub(crate) fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Exchanges the two scores of the result, if it is checkers.
    pub(crate) fn swap_result(&mut self) {
        let is_checkers = self.game.parse().is_ok_and(GameId::is_checkers);
        let swapped = match self.result.as_str() {
            "1-0" => "0-1",
            "0-1" => "1-0",
            _ => return,
        };
        if is_checkers {
            swapped.clone_into(&mut self.result);
        }
    }

    /// Replays the game.
    pub fn record(&self) -> Result<Record, JsonGameError> {
        let game: GameId = self.game.parse().map_err(JsonGameError::Game)?;
        let mut rules = game.rules();
        for (key, value) in &self.options {
            rules = rules.with(key, value).map_err(JsonGameError::Option)?;
        }
        let mut record = match &self.position {
            Some(text) => Record::from_position(rules, text).map_err(JsonGameError::Begin)?,
            None => Record::start(rules),
        };
        for (name, value) in self.tags.iter() {
            record.set_tag(name, value);
        }
        record.set_comment(&self.comment);
        for (mv, number) in self.moves.iter().zip(1..) {
            mv.play(&mut record).map_err(|refusal| JsonGameError::Move {
                number,
                text: mv.text.chars().take(40).collect(),
                refusal: Box::new(refusal),
            })?;
        }
        if !self.result.is_empty() {
            let short = || self.result.chars().take(12).collect();
            record.set_result(score(&self.result).ok_or_else(|| JsonGameError::Result(short()))?);
        }
        Ok(record)
    }
}

impl JsonMove {
    fn new(ply: &RecordedPly) -> JsonMove {
        JsonMove {
            text: ply.text.clone(),
            comment: ply.comment.clone(),
            clock: ply.clock.map(|time| time.millis),
            elapsed: ply.elapsed.map(|time| time.millis),
            glyphs: ply.nags.clone(),
        }
    }

    fn play(&self, record: &mut Record) -> Result<(), MoveRefusal> {
        record.play(&self.text)?;
        let time = |millis: Option<u64>| millis.map(|millis| ClockTime { millis });
        record.set_comment(&self.comment);
        record.set_times(time(self.clock), time(self.elapsed));
        record.set_nags(self.glyphs.clone());
        Ok(())
    }
}

/// A score as text, the first side's first.
pub(crate) fn result(score: RecordedResult) -> &'static str {
    match score {
        RecordedResult::Open => "*",
        RecordedResult::Won(Side::First) => "1-0",
        RecordedResult::Won(Side::Second) => "0-1",
        RecordedResult::Drawn => "1/2-1/2",
        RecordedResult::BothLost => "0-0",
    }
}

fn score(text: &str) -> Option<RecordedResult> {
    let all = [RecordedResult::Open, RecordedResult::Drawn, RecordedResult::BothLost];
    all.into_iter().chain(Side::ALL.map(RecordedResult::Won)).find(|score| result(*score) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_goes_to_json_and_back() {
        let text = "[Black \"Ann\"]\n[Zeal \"z\"]\n[Annex \"a\"]\n[FEN \"B:W18,26,32:B14\"]\n\
                    {before} 1. 14x23x30 $3 {ouch [%clk 0:00:09]} 32-27 {[%emt 0:00:02]} 0-1";
        let pdn = crownhead_pdn::PdnReader::new(text.as_bytes()).next().expect("a game");
        let record = Record::from_pdn(&pdn.expect("no fault")).expect("legal");
        let json = serde_json::to_string(&JsonGame::new(&record)).expect("JSON");
        let again: JsonGame = serde_json::from_str(&json).expect("what was written");
        assert_eq!(again.record().as_ref(), Ok(&record), "{json}");
        assert!(json.contains(r#"{"Black":"Ann","Zeal":"z","Annex":"a"}"#), "{json}");
        assert!(json.contains(r#""result":"0-1","end":"B:W27:BK30""#), "{json}");
    }

    #[test]
    fn impossible_values_are_reported() {
        let why = |json: &str| {
            let written: JsonGame = serde_json::from_str(json).expect("its shape");
            written.record().expect_err("not a game").to_string()
        };
        for (json, start) in [
            (r#"{"game": "chess"}"#, "there is no such game"),
            (r#"{"game": "stack-em", "options": {"size": "5"}}"#, "stack-em has no options"),
            (r#"{"game": "stack-em", "position": "x"}"#, "the game can't start like that"),
            (r#"{"game": "tic-tac-toe", "result": "2-0"}"#, "a result is 1-0"),
            (
                r#"{"game": "tic-tac-toe", "moves": [{"move": "b2"}, {"move": "b2"}]}"#,
                "move 2 of the list, b2: ",
            ),
        ] {
            assert!(why(json).starts_with(start), "{}", why(json));
        }
        assert!(serde_json::from_str::<JsonGame>(r#"{"game": "stack-em", "x": 1}"#).is_err());
        assert!(
            serde_json::from_str::<JsonGame>(r#"{"game": "stack-em", "tags": {"é": ""}}"#).is_err()
        );
    }
}
