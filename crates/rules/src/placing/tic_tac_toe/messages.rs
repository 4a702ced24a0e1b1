//! The message templates of tic-tac-toe.

use crate::messages;

messages! { "tic-tac-toe":
    NOT_A_MOVE = "not-a-move":
        "{typed} isn't a move. Name an empty square, such as {example}.";
    DID_YOU_MEAN = "did-you-mean":
        "{typed} isn't a move. Did you mean {moves}?";
    NO_SUCH_SQUARE = "no-such-square":
        "There's no square {typed}: the files are a to c and the ranks 1 to 3.";
    NO_PASSING = "no-passing":
        "You can't pass in this game: place a checker on an empty square.";
    OUTSIDE = "outside":
        "The square {square} is outside the grid, which goes from a1 to c3.";
    TAKEN_BY_YOU = "taken-by-you":
        "Your own checker is already on {square}.";
    TAKEN_BY_OPPONENT = "taken-by-opponent":
        "Your opponent's checker is already on {square}.";
    PLACE = "place":
        "You place a checker on {square}, which is empty.";
    PLACE_AND_WIN = "place-and-win":
        "You place a checker on {square} and have three in a row on {squares}.";
    PLACE_AND_FILL = "place-and-fill":
        "You place the last checker, on {square}. Nobody has three in a row.";
    WON = "won":
        "The game is over: {side} has three in a row on {squares} and wins.";
    FULL = "full":
        "The game is over: all nine squares are full and nobody has three in a row, so it's a tie.";
}
