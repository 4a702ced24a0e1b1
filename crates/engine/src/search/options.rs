//! Search options: which pruning, reduction and extension rules are on. Each can be switched off,
//! to measure its effect and to compare the search with plain minimax.

/// The selective rules of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Transposition-table cutoffs: a position that was searched deeply enough is not searched
    /// again.
    pub transposition_cutoffs: bool,
    /// Futility and reverse futility pruning near the leaves, and skipping moves with a negative
    /// prior there.
    pub static_pruning: bool,
    /// Late-move reductions, and the internal iterative reduction of nodes without a
    /// transposition-table move.
    pub late_move_reductions: bool,
    /// Single-move extensions: a position with only one move costs no depth.
    pub single_move_extensions: bool,
}

impl SearchOptions {
    /// All rules: full strength.
    pub const FULL: SearchOptions = SearchOptions {
        transposition_cutoffs: true,
        static_pruning: true,
        late_move_reductions: true,
        single_move_extensions: true,
    };

    /// No rules: alpha-beta with quiescence search, which finds the minimax score.
    pub const PLAIN_ALPHA_BETA: SearchOptions = SearchOptions {
        transposition_cutoffs: false,
        static_pruning: false,
        late_move_reductions: false,
        single_move_extensions: false,
    };
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions::FULL
    }
}
