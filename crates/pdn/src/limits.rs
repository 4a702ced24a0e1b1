//! Limits on the size of a single game.

/// Bounds on what is read, so that a hostile file can exhaust neither memory nor stack.
///
/// What does not fit is an error, and reading goes on behind it. A reader holds one game and one
/// token: with the defaults never more than about 64 MiB, whatever the file, since no form of
/// movetext takes more than 16 times its length in memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PdnLimits {
    /// The bytes of a tag, from bracket to bracket.
    pub tag: usize,
    /// The bytes of a comment.
    pub comment: usize,
    /// How many variations may be open at once.
    pub depth: usize,
    /// The bytes of a whole game.
    pub game: usize,
}

impl Default for PdnLimits {
    fn default() -> PdnLimits {
        PdnLimits { tag: 8 << 10, comment: 256 << 10, depth: 64, game: 4 << 20 }
    }
}
