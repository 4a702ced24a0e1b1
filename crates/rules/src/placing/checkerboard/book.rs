//! The rule book of Tic-Tac-Toe On A Checkerboard, its variations included.

use crate::book::{Leaflet, Rule, Source, common, rule};

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::TicTacToeOnACheckerboard, heading)
}

/// Builds an entry of this book.
macro_rules! entry {
    ($($rest:tt)*) => { rule!("checkerboard-tic-tac-toe", $($rest)*) };
}

pub(super) const BOOK: &[Rule] = &[
    entry!(
        "board",
        "The game is played in an area of five by five squares in one corner of the board, \
         unless the layout floats.",
        under("BOARD")
    )
    .when("size", "5"),
    entry!(
        "board",
        "The game is played in an area of six by six squares in one corner of the board, \
         unless the layout floats.",
        under("VARIATIONS"),
        "board.six"
    )
    .when("size", "6"),
    entry!(
        "board",
        "The corner used is a1: five by five squares are a1 to e5, and six by six are a1 to f6.",
        Source::Ruling,
        "board.corner"
    ),
    entry!(
        "setup",
        "The board is empty at the start, and each player has twelve checkers.",
        under("SETUP")
    )
    .when("size", "5"),
    entry!(
        "setup",
        "The board is empty at the start. Eighteen checkers belong to one player, and eighteen \
         markers of another kind, for example chips or coins, to the other.",
        under("VARIATIONS"),
        "setup.six"
    )
    .when("size", "6"),
    entry!("sides", common::OWN_COLOUR, under("SETUP")).when("size", "5"),
    entry!(
        "sides",
        "The player who does not start has the markers, which are coins. The rules for checkers \
         hold for coins too.",
        Source::Ruling,
        "sides.six"
    )
    .when("size", "6"),
    entry!(
        "first-move",
        "Each player tosses a coin. If exactly one shows heads, its owner is the starting player \
         and places the first checker; otherwise both toss again.",
        under("SETUP")
    ),
    entry!("later-games", common::START_IN_TURN, Source::Ruling),
    entry!("turns", common::PLACE_ONE, under("PLAY")),
    entry!("place.all", "Placing goes on until every checker is on the board.", under("PLAY")),
    entry!(
        "end.count",
        "At the end each player counts their tic-tac-toes: every three neighbouring squares in a \
         row, a column or a diagonal that are all theirs.",
        under("END OF THE GAME")
    ),
    entry!("end.most", "Whoever has more tic-tac-toes wins.", under("WINNING")),
    entry!(
        "count.overlap",
        "Tic-tac-toes may overlap: four in a row are two of them, and five in a row are three.",
        under("END OF THE GAME")
    ),
    entry!(
        "count.shared",
        "One square of the five by five is left empty at the end, and it counts as each player's \
         own.",
        under("END OF THE GAME")
    )
    .when("size", "5"),
    entry!(
        "count.shared",
        "All the squares of the six by six are filled at the end, so no square is shared.",
        under("VARIATIONS"),
        "count.shared.six"
    )
    .when("size", "6"),
    entry!(
        "draw.equal-count",
        "When both players have the same number of tic-tac-toes, it is a tie.",
        Source::Ruling
    ),
    entry!(
        "exchange.how",
        "After the last checker is placed, the starting player and then the other player may each \
         exchange two checkers on the board. Then the tic-tac-toes are counted.",
        under("VARIATIONS")
    )
    .when("exchange", "on"),
    entry!("pass", "A player who does not want to exchange may decline.", under("VARIATIONS"))
        .when("exchange", "on"),
    entry!(
        "exchange.used",
        "The other player may not use a checker that the starting player exchanged.",
        under("VARIATIONS")
    )
    .when("exchange", "on"),
    entry!(
        "exchange.any-two",
        "Any two checkers may be exchanged, of either colour. Either player may exchange two of \
         the same colour; in this way the starting player can keep the other player from using \
         them.",
        Source::Ruling
    )
    .when("exchange", "on"),
    entry!(
        "float.first",
        "The layout floats on the whole board of eight by eight squares. The first checker goes on \
         one of the four central squares, d4, e4, d5 or e5.",
        under("VARIATIONS")
    )
    .when("floating", "on"),
    entry!(
        "float.layout",
        "After the first checker, a square is open if the layout, with that square, has at most \
         five rows and five columns.",
        under("VARIATIONS")
    )
    .when("floating", "on"),
    entry!(
        "float.rectangle",
        "The rows and columns of the layout are those of the smallest rectangle that holds all \
         the checkers.",
        Source::Ruling
    )
    .when("floating", "on"),
    entry!(
        "variations",
        "The three variations may be combined in any way. A six by six layout that floats has at \
         most six rows and six columns instead.",
        Source::Ruling
    ),
    entry!("writing", common::PLACE_WRITING, Source::Ruling).when("exchange", "off"),
    entry!(
        "writing",
        "A move is written as the name of the square that the checker goes on: c3. An exchange is \
         written with its two squares, b2=d4, the one on the lower rank first, or the left one \
         if they are on the same rank. Declining is written “pass”.",
        Source::Ruling,
        "writing.exchange"
    )
    .when("exchange", "on"),
];
