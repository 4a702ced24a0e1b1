//! The messages of errors in the text of a position of either placing game.

use crate::messages;

messages! { "placing":
    TEXT_ROWS = "text-rows": "there must be {size} rows, not {count}";
    TEXT_LETTER = "text-mark":
        "row {row}: {typed} is neither x, o nor a number of empty squares";
    TEXT_SQUARES = "text-squares": "row {row}: there must be {size} squares, not {count}";
    TEXT_SIDE = "text-side-x-o": "the side to move is neither x nor o";
    TEXT_SIDE_MISSING = "text-side-missing": "the side to move is missing, x or o";
    TEXT_MORE = "text-more": "there is more text than the position has";
    UNEVEN_X = "uneven-x":
        "with x to move there are as many x as o, but there are {x} x and {o} o";
    UNEVEN_O = "uneven-o":
        "with o to move there is one x more than o, but there are {x} x and {o} o";
}
