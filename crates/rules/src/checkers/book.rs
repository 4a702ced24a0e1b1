//! Sentences of the rule book that several checkers games share, some of them with other games.
//! Same words mean the same rule.

pub(super) use crate::book::common::{
    AGREEMENT, BLACK_AND_RED, BLACK_FIRST, BLOCKED, BOARD, CHOICE, CROWN, CROWNED_GOES_ON,
    DIAGONAL_KING, DRAWS_BY_THEMSELVES, LATER_GAMES, MUST_GO_ON, MUST_JUMP, NEITHER_CAN_MOVE, PASS,
    REPETITION, SETUP, WRITING,
};

pub(super) const TURNS: &str = "The players take turns. A turn is one step of one checker, or one \
    jump with all that belongs to it.";
pub(super) const STEP: &str = "A man steps one square diagonally forward, to an empty square.";
pub(super) const KING: &str =
    "A king steps and jumps like a man, but forward or backward, one step at a time.";
pub(super) const JUMP: &str = "A man jumps diagonally forward over a neighbouring enemy checker \
    to the empty square right behind it. From there it may go on jumping, in the same or another \
    forward direction.";
pub(super) const REMOVED: &str = "What is jumped leaves the board at once, so its square is open \
    to the rest of the same jump, and so is the square that the jump began on.";
pub(super) const CROWNED_STOPS: &str =
    "A man that is crowned by a jump ends its turn there, even if it could jump on as a king.";
pub(super) const NO_MOVE_LOSES: &str =
    "A player on turn who cannot move has lost: all checkers are gone or blocked in.";
pub(super) const CAPTURED_ALL: &str = "A side without checkers has lost, whoever is on turn.";
pub(super) const NO_PROGRESS: &str = "The game is a draw after 80 turns in a row, both players' \
    counted, with no jump and no move of a man.";
