//! Training games: encoding, decoding and replay.
//!
//! A game is its start position as text (one byte of length before it), the number of plies, for
//! each ply the number of the move among the candidates and its score, then the ending and 32 bits
//! of the last position's key. Numbers are little-endian.

use core::fmt;

use crownhead_rules::{Notation, Side, Verdict};

use super::{NO_SCORE, TrainingResult};
use crate::{Ply, Score, Searchable, TtScore};

/// A self-play game of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame<P> {
    /// The start position.
    pub start: P,
    /// The plies after the start position.
    pub plies: Vec<TrainingPly>,
    /// The result, and 32 bits of the last position's key.
    pub(super) ending: Option<(TrainingResult, u32)>,
}

/// A ply of a training game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TrainingPly {
    /// The number of the move among the candidates.
    pub choice: u16,
    /// The search score; none for a random move.
    pub score: Option<Score>,
}

/// Why a shard is invalid.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ShardError {
    /// It ends in the middle of a game.
    CutShort,
    /// A start position cannot be parsed.
    Start,
    /// A result has an unknown code.
    UnknownResult,
    /// The moves do not lead to the recorded last position.
    Moves,
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ShardError::CutShort => "it ends in the middle of a game",
            ShardError::Start => "a start position cannot be read",
            ShardError::UnknownResult => "the result of a game cannot be read",
            ShardError::Moves => "a game does not replay: other rules or another version made it",
        })
    }
}

impl std::error::Error for ShardError {}

/// Decodes the games of a shard. `parse` parses the text of a position.
pub fn read_shard<P>(
    mut bytes: &[u8],
    parse: impl Fn(&str) -> Option<P>,
) -> Result<Vec<TrainingGame<P>>, ShardError> {
    let mut games = Vec::new();
    while !bytes.is_empty() {
        games.push(read_game(&mut bytes, &parse)?);
    }
    Ok(games)
}

fn read_game<P>(
    bytes: &mut &[u8],
    parse: impl Fn(&str) -> Option<P>,
) -> Result<TrainingGame<P>, ShardError> {
    let [length] = take(bytes)?;
    let text = bytes.split_off(..usize::from(length)).ok_or(ShardError::CutShort)?;
    let text = core::str::from_utf8(text).map_err(|_| ShardError::Start)?;
    let start = parse(text).ok_or(ShardError::Start)?;
    let mut plies = Vec::new();
    for _ in 0..u16::from_le_bytes(take(bytes)?) {
        let choice = u16::from_le_bytes(take(bytes)?);
        let score = i16::from_le_bytes(take(bytes)?);
        let score = (score != NO_SCORE).then(|| Score::from_tt(TtScore(score), Ply::ROOT));
        plies.push(TrainingPly { choice, score });
    }
    let [code] = take(bytes)?;
    let ending = TrainingResult::from_code(code).ok_or(ShardError::UnknownResult)?;
    let key = u32::from_le_bytes(take(bytes)?);
    Ok(TrainingGame { start, plies, ending: Some((ending, key)) })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], ShardError> {
    let (taken, rest) = bytes.split_first_chunk().ok_or(ShardError::CutShort)?;
    *bytes = rest;
    Ok(*taken)
}

impl<P: Searchable + Notation> TrainingGame<P> {
    /// The winner, or a draw, if the game was finished.
    pub fn verdict(&self) -> Option<Verdict> {
        self.ending.and_then(|(ending, _)| ending.verdict())
    }

    /// Replays the game: visits every position with its search score, and returns the last position.
    pub fn replay(&self, mut visit: impl FnMut(&P, Option<Score>)) -> Result<P, ShardError> {
        let mut position = self.start.clone();
        for ply in &self.plies {
            visit(&position, ply.score);
            let (mut number, mut chosen) = (0, None);
            position.each_candidate(|mv| {
                if number == ply.choice {
                    chosen = Some(mv);
                }
                number += 1;
            });
            position.play_unchecked(chosen.ok_or(ShardError::Moves)?);
        }
        let key = self.ending.map(|(_, key)| key);
        if key.is_some_and(|key| key != position.key().0 as u32) {
            return Err(ShardError::Moves);
        }
        Ok(position)
    }

    /// Appends the encoded game to a shard.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        let text = self.start.text().unwrap_or_default();
        bytes.push(text.len() as u8);
        bytes.extend_from_slice(text.as_bytes());
        bytes.extend_from_slice(&(self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            bytes.extend_from_slice(&ply.choice.to_le_bytes());
            let score = ply.score.map_or(NO_SCORE, |score| score.to_tt(Ply::ROOT).0);
            bytes.extend_from_slice(&score.to_le_bytes());
        }
        if let Some((ending, key)) = self.ending {
            bytes.push(ending.code());
            bytes.extend_from_slice(&key.to_le_bytes());
        }
    }
}

impl TrainingResult {
    /// The winner, or a draw, if it is known.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            TrainingResult::Rules(verdict)
            | TrainingResult::Tables(verdict)
            | TrainingResult::Adjudicated(verdict) => Some(verdict),
            TrainingResult::Unfinished => None,
        }
    }

    fn code(self) -> u8 {
        let how = match self {
            TrainingResult::Rules(_) => 0,
            TrainingResult::Tables(_) => 3,
            TrainingResult::Adjudicated(_) => 6,
            TrainingResult::Unfinished => 9,
        };
        how + match self.verdict() {
            None | Some(Verdict::Draw) => 0,
            Some(Verdict::Win(Side::First)) => 1,
            Some(Verdict::Win(Side::Second)) => 2,
        }
    }

    fn from_code(code: u8) -> Option<TrainingResult> {
        let verdict = match code % 3 {
            0 => Verdict::Draw,
            1 => Verdict::Win(Side::First),
            _ => Verdict::Win(Side::Second),
        };
        match code / 3 {
            0 => Some(TrainingResult::Rules(verdict)),
            1 => Some(TrainingResult::Tables(verdict)),
            2 => Some(TrainingResult::Adjudicated(verdict)),
            3 if verdict == Verdict::Draw => Some(TrainingResult::Unfinished),
            _ => None,
        }
    }
}
