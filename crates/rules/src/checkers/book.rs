//! Sentences of the rule book that several checkers games share, some of them with other games.
//! Equal texts mean equal rules.

pub(super) use crate::book::common::{
    AGREEMENT, BLACK_AND_RED, BLACK_FIRST, BLOCKED, BOARD, CHOICE, CORNER, CROWN, CROWNED_GOES_ON,
    DIAGONAL_KING, DRAWS_BY_THEMSELVES, LATER_GAMES, MUST_GO_ON, MUST_JUMP, NEITHER_CAN_MOVE,
    NUMBERS, PASS, REPETITION, ROWS, TWELVE_MEN, WRITING,
};

pub(super) const SQUARES: &str = "The board has 64 squares, 32 dark and 32 light, alternating.";
pub(super) const TURNS: &str = "The players take turns. A turn is one step of one checker, or one \
    or more jumps of one checker.";
pub(super) const STEP: &str = "A man steps one square diagonally forward, to an empty square.";
pub(super) const KING: &str = "A king may step and jump backward as well as forward.";
pub(super) const KING_REACH: &str =
    "Like a man, a king steps only one square at a time and jumps only a checker next to it.";
pub(super) const JUMP: &str = "A man jumps diagonally forward over a neighbouring enemy checker \
    to the empty square right behind it.";
pub(super) const SEVERAL: &str =
    "One checker may make several jumps in one turn, one after the other.";
pub(super) const MAN_TURNS: &str =
    "A man may change direction from one jump to the next, but always jumps forward.";
pub(super) const KING_TURNS: &str = "A king may mix forward and backward jumps in one turn.";
pub(super) const REMOVED: &str = "A jumped checker is captured and leaves the board.";
pub(super) const OPEN: &str = "A jumped checker leaves at once, so its square is open to the rest \
    of the same jump, and so is the square that the jump began on.";
pub(super) const CROWN_TWISTED: &str =
    "A king shows its crown, raised by an anticlockwise twist of its base; a man's crown is down.";
pub(super) const CAPTURED_MAN_ON_TOP: &str =
    "A king is marked by a captured man of its own colour on top of it.";
pub(super) const NO_SPARE: &str =
    "A man is a king from the moment it arrives, even when no checker is at hand to mark it.";
pub(super) const CROWNED_STOPS: &str =
    "A man that is crowned by a jump ends its turn there, even if it could jump on as a king.";
pub(super) const NO_MOVE_LOSES: &str =
    "A player who cannot move on their turn has lost: all their checkers are gone or blocked in.";
pub(super) const CAPTURED_ALL: &str = "A side without checkers has lost, whoever's turn it is.";
pub(super) const NO_PROGRESS: &str = "The game is a draw after 80 turns in a row, counting both \
    players' turns, with no jump and no move of a man.";
