//! Search support for the placing games. They are mostly solved exactly: see `solver`.

use std::sync::OnceLock;

use crownhead_rules::Position;
use crownhead_rules::grid::Square;
use crownhead_rules::placing::{CheckerboardMove, CheckerboardTicTacToe, TicTacToe};

use crate::Score;
use crate::game::{MoveTag, NoWeights, Quietness, Searchable};
use crate::tune::Tunable;
use crate::weights::{self, FeatureWeights};

impl Searchable for TicTacToe {
    type Eval = NoWeights;
    type EvalCache = ();

    fn default_eval() -> &'static NoWeights {
        &NoWeights
    }

    fn evaluate(&self, _: &NoWeights) -> Score {
        Score::DRAW
    }

    #[inline]
    fn move_tag(&self, mv: Square) -> MoveTag {
        MoveTag::new(mv.index(), 0, 0)
    }

    fn is_tactical(&self, _: Square) -> bool {
        false
    }

    fn quietness(&self) -> Quietness {
        Quietness::Quiet
    }
}

/// The number of features of Tic-Tac-Toe On A Checkerboard.
const COUNT: usize = 4;

const NAMES: [&str; COUNT] = ["three", "open two", "open one", "to move"];

const INITIAL_WEIGHTS: [[f32; 2]; COUNT] = [[100.0, 100.0], [35.0, 35.0], [8.0, 8.0], [15.0, 15.0]];

const TABLE: &str = include_str!("../../weights/checkerboard-tic-tac-toe.txt");

/// The features (ours minus theirs), the number of open squares, and the number at the start.
fn features(position: &CheckerboardTicTacToe) -> ([i32; COUNT], i32, i32) {
    let side = position.side();
    let open = position.open().bits();
    let (ours, theirs) = (position.checkers(side).bits(), position.checkers(!side).bits());
    let [our_two, our_one] = open_lines(ours, open);
    let [their_two, their_one] = open_lines(theirs, open);
    let threes = position.count(side) as i32 - position.count(!side) as i32;
    let placed = (ours | theirs).count_ones() as i32;
    let full_phase = 2 * position.variations().size.checkers() as i32;
    (
        [threes, our_two - their_two, our_one - their_one, 1],
        (full_phase - placed).max(0),
        full_phase,
    )
}

/// The lines of three that a side can still complete: with two checkers of its own, and with one.
fn open_lines(ours: u64, open: u64) -> [i32; 2] {
    /// A row, a diagonal up to the left, a column and a diagonal up to the right, each with the
    /// squares where a line can begin.
    const DIRECTIONS: [(u32, u64); 4] = [
        (1, 0x3f3f_3f3f_3f3f_3f3f),
        (7, 0xfcfc_fcfc_fcfc_fcfc),
        (8, !0),
        (9, 0x3f3f_3f3f_3f3f_3f3f),
    ];
    let (mut two, mut one) = (0, 0);
    for (step, within) in DIRECTIONS {
        let mine = [ours, ours >> step, ours >> (2 * step)];
        let free = [open, open >> step, open >> (2 * step)];
        let line = |a: u64, b: u64, c: u64| (a & b & c & within).count_ones() as i32;
        two += line(mine[0], mine[1], free[2])
            + line(mine[0], free[1], mine[2])
            + line(free[0], mine[1], mine[2]);
        one += line(mine[0], free[1], free[2])
            + line(free[0], mine[1], free[2])
            + line(free[0], free[1], mine[2]);
    }
    [two, one]
}

impl Searchable for CheckerboardTicTacToe {
    type Eval = FeatureWeights<COUNT>;
    type EvalCache = ();

    fn default_eval() -> &'static Self::Eval {
        static EVAL: OnceLock<FeatureWeights<COUNT>> = OnceLock::new();
        EVAL.get_or_init(|| FeatureWeights::parse(&NAMES, TABLE).expect("a test reads the table"))
    }

    fn evaluate(&self, eval: &Self::Eval) -> Score {
        let (features, phase_left, full_phase) = features(self);
        eval.score(&features, phase_left, full_phase)
    }

    #[inline]
    fn move_tag(&self, mv: CheckerboardMove) -> MoveTag {
        match mv {
            CheckerboardMove::Place(square) => MoveTag::new(square.index(), 0, 0),
            CheckerboardMove::Exchange(low, high) => MoveTag::new(low.index(), high.index(), 1),
            CheckerboardMove::Pass => MoveTag::new(0, 0, 2),
        }
    }

    fn is_tactical(&self, _: CheckerboardMove) -> bool {
        false
    }

    fn quietness(&self) -> Quietness {
        Quietness::Quiet
    }
}

impl Tunable for CheckerboardTicTacToe {
    weights::feature_table!(NAMES, INITIAL_WEIGHTS);

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        let (features, phase_left, full_phase) = features(self);
        weights::active(&features, phase_left, full_phase, out);
    }
}
