//! The message templates of Tic-Tac-Toe On A Checkerboard.

use crate::messages;

messages! { "checkerboard-tic-tac-toe":
    NOT_A_PLACE = "not-a-place":
        "{typed} isn't a move. Name an empty square, such as {example}.";
    NOT_AN_EXCHANGE = "not-an-exchange":
        "{typed} isn't a move. Swap two checkers, as in {example}, or pass.";
    DID_YOU_MEAN = "did-you-mean":
        "{typed} isn't a move. Did you mean {moves}?";
    NO_SUCH_SQUARE = "no-such-square":
        "There's no square {typed}: the files are a to h and the ranks 1 to 8.";
    NEVER_EXCHANGED = "never-exchanged":
        "You don't swap checkers in this game: that's variation 1, which isn't switched on.";
    NOT_YET_EXCHANGED = "not-yet-exchanged":
        "You can swap checkers once all of them are placed; {left} are still to come.";
    LAST_TO_PLACE = "last-to-place":
        "You can swap checkers once all of them are placed; one is still to come.";
    NO_PASSING = "no-passing":
        "You can't pass in this game: place a checker on an empty square.";
    NO_PASSING_YET = "no-passing-yet":
        "You can pass once all the checkers are placed. Now place one on an empty square.";
    ALL_PLACED = "all-placed":
        "All the checkers are placed. Swap two of them, or pass.";
    TAKEN_BY_YOU = "taken-by-you":
        "Your own checker is already on {square}.";
    TAKEN_BY_OPPONENT = "taken-by-opponent":
        "Your opponent's checker is already on {square}.";
    OUTSIDE = "outside":
        "The square {square} is outside the area between the corners {corners}.";
    NOT_CENTRE = "not-centre":
        "The first checker goes on one of the centre squares, {squares}.";
    LAYOUT_TOO_LARGE = "layout-too-large":
        "With a checker on {square} the area would be {columns} by {rows} squares, and {most} by {most} is the most. You can use any empty square between the corners {corners}.";
    NOTHING_THERE = "nothing-there":
        "There's no checker on {square} to exchange.";
    SAME_SQUARE = "same-square":
        "A swap takes two checkers, and {square} is only one square.";
    ALREADY_EXCHANGED = "already-exchanged":
        "Your opponent swapped the checker on {square}, so you can't use it.";
    PLACE = "place":
        "You place a checker on {square}, which is empty.";
    PLACE_FIRST = "place-first":
        "You place the first checker on {square}, at the centre of the board.";
    PLACE_FLOATING = "place-floating":
        "You place a checker on {square}, and the area is {columns} by {rows}; {most} by {most} is the most.";
    EXCHANGE = "exchange":
        "You swap the checkers on {squares}.";
    EXCHANGE_ALIKE = "exchange-alike":
        "You swap the checkers on {squares}. They're the same colour, so nothing looks different.";
    DECLINE = "decline":
        "You swap nothing, and the checkers stay where they are.";
    COUNT = "count":
        "The game is over: {side} wins, {most} tic-tac-toes to {fewest}.";
    COUNT_ONE = "count-one":
        "The game is over: {side} wins, one tic-tac-toe to none.";
    TIE = "tie":
        "The game is over: you each made {first} tic-tac-toes, so it's a tie.";
    TIE_ONE = "tie-one":
        "The game is over: you each made one tic-tac-toe, so it's a tie.";

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
