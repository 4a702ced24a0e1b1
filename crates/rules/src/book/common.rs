//! Sentences of the rule book that games of several families share. Equal texts mean equal rules,
//! so a shared rule is written once.

// Sides and beginnings.
pub(crate) const BLACK_AND_RED: &str = "One player has the black checkers, the other the red.";
pub(crate) const BLACK_FIRST: &str = "Black begins.";
pub(crate) const LATER_GAMES: &str = "For the first game the players choose who has which colour, \
    or draw lots; in the games that follow they swap colours.";

// What comes out of the box.
pub(crate) const TWELVE_MEN: &str = "Both players start with twelve men.";
pub(crate) const BLACK_AND_WHITE: &str = "The board lies with its black and white side up.";
pub(crate) const CROWN_RAISED: &str = "A king's crown is raised; a man's is down.";

// The dark squares.
pub(crate) const BOARD: &str = "The game is played on the dark squares of the board.";
pub(crate) const CORNER: &str =
    "The corner at each player's left is dark, and the one at the right is light.";
pub(crate) const NUMBERS: &str = "The dark squares are numbered 1 to 32, row by row, as the \
    player who moves second sees them: 1 at the top left, 32 at the bottom right. The side that \
    moves first starts on 1 to 12, the other on 21 to 32.";
pub(crate) const ROWS: &str =
    "The men stand on the dark squares of the three rows nearest to their player.";
pub(crate) const DIAGONAL_KING: &str =
    "A king, too, moves only diagonally, so it stays on the dark squares.";
pub(crate) const BLOCKED: &str = "A checker that can neither step nor jump is blocked.";
pub(crate) const MUST_JUMP: &str = "A player who can jump must.";
pub(crate) const CHOICE: &str = "A player who has several jumps may choose any of them; nobody has \
    to choose the one that captures the most.";
pub(crate) const MUST_GO_ON: &str = "A jump must go on for as long as it can.";
pub(crate) const CROWN: &str = "A man that reaches the far row becomes a king.";
pub(crate) const CROWNED_GOES_ON: &str = "A man that is crowned by a jump goes on jumping in the \
    same turn, as a king, and must do so while it can.";
pub(crate) const WRITING: &str = "A step is written with its two squares, 11-15, a jump with \
    every square it lands on, 22x15x8. Squares between the first and the last may be left out if \
    only one jump fits.";

// Players who cannot move, in games where they do not lose.
pub(crate) const PASS: &str =
    "A player who cannot move passes, and nobody else may pass. A pass counts as a turn.";
pub(crate) const NEITHER_CAN_MOVE: &str =
    "As soon as neither side can move, the game is a draw, and nobody passes first.";

// Draws.
pub(crate) const REPETITION: &str = "The game is a draw when the same position, with the same \
    side to move, comes up for the third time.";
pub(crate) const AGREEMENT: &str = "The game is a draw when both players agree to it.";
pub(crate) const DRAWS_BY_THEMSELVES: &str = "A draw by repetition or for lack of progress is \
    automatic, unless the same turn ends the game in another way; if both apply at once, it is a \
    draw by repetition. The starting position counts as having come up once. A position that is \
    set up has no history: it counts as having come up once, and the count of turns starts at 0.";

// Placing games.
pub(crate) const OWN_COLOUR: &str = "Each player has checkers of a colour of their own.";
pub(crate) const START_IN_TURN: &str = "In the games that follow, the players take turns to start.";
pub(crate) const PLACE_ONE: &str = "The players take turns. In each turn a player places one \
    checker of their own on an empty square.";
pub(crate) const PLACE_WRITING: &str =
    "A move is written as the name of the square that the checker goes on: c3.";
