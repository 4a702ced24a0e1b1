//! How a game ends in a file: the result that closes its movetext.

use std::fmt;

/// A result, white's score first. International draughts counts two points a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// `1-0`
    WhiteWon,
    /// `0-1`
    BlackWon,
    /// `1/2-1/2`
    Draw,
    /// `0-0`, lost by both.
    BothLost,
    /// `2-0`
    WhiteWonTwo,
    /// `0-2`
    BlackWonTwo,
    /// `1-1`
    DrawOfTwo,
    /// `*`: not finished, or not known. Also what a game has that simply stops.
    #[default]
    Open,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 8] = [
        Ending::WhiteWon,
        Ending::BlackWon,
        Ending::Draw,
        Ending::BothLost,
        Ending::WhiteWonTwo,
        Ending::BlackWonTwo,
        Ending::DrawOfTwo,
        Ending::Open,
    ];

    /// The result as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Ending::WhiteWon => "1-0",
            Ending::BlackWon => "0-1",
            Ending::Draw => "1/2-1/2",
            Ending::BothLost => "0-0",
            Ending::WhiteWonTwo => "2-0",
            Ending::BlackWonTwo => "0-2",
            Ending::DrawOfTwo => "1-1",
            Ending::Open => "*",
        }
    }

    /// The result that is written so.
    pub fn from_text(text: &str) -> Option<Ending> {
        Ending::from_bytes(text.as_bytes())
    }

    /// The result that is written so.
    #[inline]
    pub(crate) fn from_bytes(text: &[u8]) -> Option<Ending> {
        Some(match text {
            b"1-0" => Ending::WhiteWon,
            b"0-1" => Ending::BlackWon,
            b"1/2-1/2" => Ending::Draw,
            b"0-0" => Ending::BothLost,
            b"2-0" => Ending::WhiteWonTwo,
            b"0-2" => Ending::BlackWonTwo,
            b"1-1" => Ending::DrawOfTwo,
            b"*" => Ending::Open,
            _ => return None,
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_reads_back() {
        for ending in Ending::ALL {
            assert_eq!(Ending::from_text(ending.text()), Some(ending));
        }
        assert_eq!(Ending::from_text("1-00"), None);
    }
}
