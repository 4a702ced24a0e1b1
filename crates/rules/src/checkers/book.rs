//! Sentences of the rule book that several checkers games share. Same words mean the same rule.

pub(super) const BOARD: &str = "The game is played on the 32 dark squares, numbered 1 to 32 row \
    by row. Each player has a dark corner at the left and a light one at the right.";
pub(super) const SETUP: &str =
    "Each player puts twelve men on the dark squares of the first three rows.";
pub(super) const SETUP_DRAWING: &str = "The drawing of the set-up did not survive, so the other \
    leaflets' three rows of dark squares stand for it.";
pub(super) const BLACK_AND_RED: &str = "One player has the black checkers, the other the red.";
pub(super) const BLACK_FIRST: &str = "Black moves first.";
pub(super) const LATER_GAMES: &str = "For the first game the players choose who has which colour, \
    or draw lots; in the games that follow they alternate.";
pub(super) const TURNS: &str = "The players take turns. A turn is one step of one checker, or one jump with all that \
    belongs to it.";
pub(super) const STEP: &str = "A man steps one square diagonally forward, to an empty square.";
pub(super) const KING: &str =
    "A king steps and jumps like a man, but forward or backward, one step at a time.";
pub(super) const JUMP: &str = "A man jumps diagonally forward over a neighbouring enemy checker \
    to the empty square right behind it. From there it may go on jumping, in the same or another \
    forward direction.";
pub(super) const REMOVED: &str = "What is jumped leaves the board at once, so its square is open \
    to the rest of the same jump, and so is the square that the jump began on.";
pub(super) const MUST_JUMP: &str = "A player who can jump must.";
pub(super) const CHOICE: &str = "A player who has several jumps takes any of them; there is no \
    rule to take the most.";
pub(super) const MUST_GO_ON: &str =
    "A jump must go on for as long as the same checker can jump on.";
pub(super) const CROWN: &str = "A man that reaches the far row becomes a king.";
pub(super) const CROWNED_STOPS: &str =
    "A man that is crowned by a jump ends its turn there, even if it could jump on as a king.";
pub(super) const NO_MOVE_LOSES: &str =
    "A player on turn who cannot move has lost: all checkers are gone or blocked in.";
pub(super) const CAPTURED_ALL: &str = "A side without checkers has lost, whoever is on turn.";
pub(super) const REPETITION: &str = "The game is a draw when the same position, with the same \
    side to move, comes up for the third time.";
pub(super) const NO_PROGRESS: &str = "The game is a draw when 80 plies in a row pass with no jump \
    and no move of a man.";
pub(super) const AGREEMENT: &str = "The game is a draw when both players agree to it.";
pub(super) const WRITING: &str = "A step is written with its two squares, 11-15, a jump with \
    every square it lands on, 22x15x8. A jump may be shortened to some of its squares, the first \
    and the last among them, when only one jump fits.";
