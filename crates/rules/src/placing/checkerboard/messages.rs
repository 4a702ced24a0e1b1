//! The message templates of Tic-Tac-Toe On A Checkerboard.

use crate::messages;

messages! { "checkerboard-tic-tac-toe":
    NOT_A_PLACE = "not-a-place":
        "{typed} is not how a move is written here: it is the name of an empty square, such as {example}.";
    NOT_AN_EXCHANGE = "not-an-exchange":
        "{typed} is not how a move is written here: exchange two checkers, as in {example}, or pass.";
    DID_YOU_MEAN = "did-you-mean":
        "{typed} is not how a move is written here. Did you mean {moves}?";
    NO_SUCH_SQUARE = "no-such-square":
        "There is no square {typed}: the files are a to h and the ranks 1 to 8.";
    NEVER_EXCHANGED = "never-exchanged":
        "No checkers are exchanged in this game: that is variation 1, which is not played here.";
    NOT_YET_EXCHANGED = "not-yet-exchanged":
        "Checkers are exchanged once all are placed; {left} are still to be placed.";
    LAST_TO_PLACE = "last-to-place":
        "Checkers are exchanged once all are placed; one is still to be placed.";
    NO_PASSING = "no-passing":
        "There is no passing in this game: place a checker on an empty square.";
    NO_PASSING_YET = "no-passing-yet":
        "You may pass once all the checkers are placed. Now place one on an empty square.";
    ALL_PLACED = "all-placed":
        "All the checkers are placed. You may exchange two of them, or pass.";
    TAKEN_BY_YOU = "taken-by-you":
        "Your own checker is already on {square}.";
    TAKEN_BY_OPPONENT = "taken-by-opponent":
        "Your opponent's checker is already on {square}.";
    OUTSIDE = "outside":
        "The square {square} is outside the area between the corners {corners}.";
    NOT_CENTRE = "not-centre":
        "The first checker goes on one of the centre squares, {squares}.";
    LAYOUT_TOO_LARGE = "layout-too-large":
        "With a checker on {square} the layout would be {columns} by {rows} squares; {most} by {most} is the most. Every empty square between the corners {corners} is open.";
    NOTHING_THERE = "nothing-there":
        "There is no checker on {square} to exchange.";
    SAME_SQUARE = "same-square":
        "An exchange takes two checkers, and {square} is only one square.";
    ALREADY_EXCHANGED = "already-exchanged":
        "The starting player exchanged the checker on {square}, so you may not use it.";
    PLACE = "place":
        "You place a checker on {square}, which is empty.";
    PLACE_FIRST = "place-first":
        "You place the first checker on {square}, at the centre of the board.";
    PLACE_FLOATING = "place-floating":
        "You place a checker on {square}, and the layout is {columns} by {rows}; {most} by {most} is the most.";
    EXCHANGE = "exchange":
        "You exchange the checkers on {squares}.";
    EXCHANGE_ALIKE = "exchange-alike":
        "You exchange the checkers on {squares}. They have the same colour, so the layout looks the same.";
    DECLINE = "decline":
        "You decline to exchange, and the checkers stay as they are.";
    COUNT = "count":
        "The game is over: the starting player made {first} tic-tac-toes and the other player {second}, so {side} has won.";
    COUNT_ONE = "count-one":
        "The game is over: the starting player made one tic-tac-toe and the other player {second}, so {side} has won.";
    TIE = "tie":
        "The game is over: each player made {first} tic-tac-toes, so it is a tie.";
    TIE_ONE = "tie-one":
        "The game is over: each player made one tic-tac-toe, so it is a tie.";

    // What is wrong with the text of a position.
    TEXT_PLACED = "text-placed": "{side} has placed {count} checkers, {most} is the most";
    TEXT_X_TO_MOVE = "text-x-to-move":
        "all checkers are placed and nothing was exchanged or declined, so x is to move";
    TEXT_TOO_EARLY = "text-too-early":
        "nothing is exchanged or declined before there are {most} x and {most} o, but there are \
         {x} x and {o} o";
    TEXT_EMPTY = "text-empty": "{square} is empty, so no checker was exchanged there";
    TEXT_EXCHANGED = "text-exchanged":
        "what the starting player exchanged is neither -, = nor two squares as in b2=d4";
    TEXT_EXCHANGED_MISSING = "text-exchanged-missing":
        "what the starting player exchanged is missing: -, = or two squares as in b2=d4";
}
