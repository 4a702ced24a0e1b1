//! Game results: the termination marker of the movetext.

use std::fmt;

/// A result. The score of the side that moves first stands first: in English checkers that is
/// Black, in international draughts, which counts two points a game, White.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum PdnResult {
    /// `1-0`
    FirstWon,
    /// `0-1`
    SecondWon,
    /// `1/2-1/2`
    Draw,
    /// `0-0`, lost by both.
    BothLost,
    /// `2-0`
    FirstWonTwo,
    /// `0-2`
    SecondWonTwo,
    /// `1-1`
    DrawOfTwo,
    /// `*`: not finished, or not known. Also what a game has that simply stops.
    #[default]
    Open,
}

impl PdnResult {
    /// All of them.
    pub const ALL: [PdnResult; 8] = [
        PdnResult::FirstWon,
        PdnResult::SecondWon,
        PdnResult::Draw,
        PdnResult::BothLost,
        PdnResult::FirstWonTwo,
        PdnResult::SecondWonTwo,
        PdnResult::DrawOfTwo,
        PdnResult::Open,
    ];

    /// The result with the two scores exchanged.
    #[must_use]
    pub const fn swapped(self) -> PdnResult {
        match self {
            PdnResult::FirstWon => PdnResult::SecondWon,
            PdnResult::SecondWon => PdnResult::FirstWon,
            PdnResult::FirstWonTwo => PdnResult::SecondWonTwo,
            PdnResult::SecondWonTwo => PdnResult::FirstWonTwo,
            PdnResult::Draw | PdnResult::BothLost | PdnResult::DrawOfTwo | PdnResult::Open => self,
        }
    }

    /// The result as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            PdnResult::FirstWon => "1-0",
            PdnResult::SecondWon => "0-1",
            PdnResult::Draw => "1/2-1/2",
            PdnResult::BothLost => "0-0",
            PdnResult::FirstWonTwo => "2-0",
            PdnResult::SecondWonTwo => "0-2",
            PdnResult::DrawOfTwo => "1-1",
            PdnResult::Open => "*",
        }
    }

    /// The result that is written so.
    pub fn from_text(text: &str) -> Option<PdnResult> {
        PdnResult::from_bytes(text.as_bytes())
    }

    /// The result that is written so.
    #[inline]
    pub(crate) fn from_bytes(text: &[u8]) -> Option<PdnResult> {
        Some(match text {
            b"1-0" => PdnResult::FirstWon,
            b"0-1" => PdnResult::SecondWon,
            b"1/2-1/2" => PdnResult::Draw,
            b"0-0" => PdnResult::BothLost,
            b"2-0" => PdnResult::FirstWonTwo,
            b"0-2" => PdnResult::SecondWonTwo,
            b"1-1" => PdnResult::DrawOfTwo,
            b"*" => PdnResult::Open,
            _ => return None,
        })
    }
}

impl fmt::Display for PdnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_reads_back() {
        for result in PdnResult::ALL {
            assert_eq!(PdnResult::from_text(result.text()), Some(result));
        }
        assert_eq!(PdnResult::from_text("1-00"), None);
    }

    #[test]
    fn scores_change_places() {
        for result in PdnResult::ALL {
            let (text, swapped) = (result.text(), result.swapped().text());
            let other = text.split_once('-').map(|(one, other)| format!("{other}-{one}"));
            assert_eq!(swapped, other.as_deref().unwrap_or("*"));
        }
    }
}
