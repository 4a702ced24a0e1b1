//! The rule book of Coast to Coast, in our own words.

use crate::book::{Leaflet, Rule, Source, common, rule};

const fn king_me(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::KingMe, heading)
}

const EQUIPMENT: Source = king_me("Coast to Coast: EQUIPMENT");
const OBJECT: Source = king_me("Coast to Coast: OBJECT OF THE GAME");
const SETUP: Source = king_me("Coast to Coast: SETUP");
const HOW_TO_PLAY: Source = king_me("Coast to Coast: HOW TO PLAY");
const JUMPING: Source = king_me("Coast to Coast: JUMPING");
const KING_ME: Source = king_me("Coast to Coast: KING ME");
const WINNING: Source = king_me("Coast to Coast: WINNING");

/// Every rule and ruling, in the order in which a newcomer needs them.
pub(super) const BOOK: &[Rule] = &[
    rule!(
        "coast-to-coast",
        "board",
        "The board is turned like a diamond, so that one corner points at each player.",
        SETUP
    ),
    rule!("coast-to-coast", "board.side", common::BLACK_AND_WHITE, EQUIPMENT),
    rule!(
        "coast-to-coast",
        "board.squares",
        "All 64 squares are used; files are a to h, ranks 1 to 8.",
        Source::Ruling
    ),
    rule!(
        "coast-to-coast",
        "home.where",
        "Two opposite corners, each marked with a crown, are the homes.",
        EQUIPMENT
    ),
    rule!(
        "coast-to-coast",
        "home.where",
        "Each player's home is the corner that points at them: a1 for black and h8 for red. The \
         printed diagram is lost, so this is our choice.",
        Source::Ruling,
        "home.where.squares"
    ),
    rule!("coast-to-coast", "sides", common::BLACK_AND_RED, king_me("CONTENTS")),
    rule!("coast-to-coast", "setup", common::TWELVE_MEN, EQUIPMENT),
    rule!(
        "coast-to-coast",
        "setup",
        "Twelve men a side fill the three lines that lie 2, 3 and 4 steps from the home, counted \
         along files and ranks: black on a3 b2 c1, a4 b3 c2 d1 and a5 b4 c3 d2 e1, red on \
         h6 g7 f8, h5 g6 f7 e8 and h4 g5 f6 e7 d8. The printed diagram is lost; this is one way to \
         reconstruct it.",
        Source::Ruling,
        "setup.lines"
    )
    .when("setup", "lines"),
    rule!(
        "coast-to-coast",
        "setup",
        "Twelve men a side fill the squares nearest the home: black on a2 b1, a3 b2 c1, \
         a4 b3 c2 d1 and b4 c3 d2, red on g8 h7, f8 g7 h6, e8 f7 g6 h5 and e7 f6 g5. The \
         printed diagram is lost; this is one way to reconstruct it.",
        Source::Ruling,
        "setup.corner"
    )
    .when("setup", "corner"),
    rule!("coast-to-coast", "first-move", common::BLACK_FIRST, HOW_TO_PLAY),
    rule!("coast-to-coast", "later-games", common::LATER_GAMES, Source::Ruling),
    rule!(
        "coast-to-coast",
        "turns",
        "The players take turns, and a turn is the move of one checker.",
        HOW_TO_PLAY
    ),
    rule!(
        "coast-to-coast",
        "move.step",
        "A man steps to an empty square next to it: straight towards the enemy home, diagonally \
         towards it, or sideways.",
        HOW_TO_PLAY
    ),
    rule!(
        "coast-to-coast",
        "move.step",
        "For black, straight means up-right in files and ranks, diagonally means up or right, \
         sideways means up-left or down-right, and backwards means down, left or down-left. For \
         red it is the opposite.",
        Source::Ruling,
        "move.step.directions"
    ),
    rule!(
        "coast-to-coast",
        "move.backwards",
        "A man never steps back towards its own home.",
        HOW_TO_PLAY
    ),
    rule!(
        "coast-to-coast",
        "move.king",
        "A king may move in any of the eight directions.",
        KING_ME
    ),
    rule!(
        "coast-to-coast",
        "move.start-square",
        "A checker may not end its turn on the square where it started, not even by a free move. \
         A jump may pass through that square.",
        Source::Ruling
    ),
    rule!(
        "coast-to-coast",
        "jump.how",
        "A checker jumps over one checker next to it, of either colour, to the empty square right \
         behind. Nothing is captured.",
        JUMPING
    ),
    rule!(
        "coast-to-coast",
        "jump.direction",
        "A checker jumps only in the directions that it may step in, so a man does not jump back \
         towards its own home either.",
        Source::Ruling
    ),
    rule!("coast-to-coast", "jump.duty", "A player never has to jump.", JUMPING),
    rule!(
        "coast-to-coast",
        "jump.go-on",
        "A checker may make several jumps in one turn, and may stop after any of them.",
        JUMPING
    ),
    rule!(
        "coast-to-coast",
        "jump.or-step",
        "A turn is one step, or one or more jumps; never both.",
        JUMPING
    ),
    rule!(
        "coast-to-coast",
        "crown.how",
        "A man that arrives at the enemy home, by a step or by a jump, becomes a king.",
        KING_ME
    ),
    rule!("coast-to-coast", "crown.mark", common::CROWN_RAISED, KING_ME),
    rule!(
        "coast-to-coast",
        "crown.mid-jump",
        "A man's move ends in the enemy home, even if it got there by jumping: what follows is \
         its free move.",
        Source::Ruling
    ),
    rule!(
        "coast-to-coast",
        "crown.free-move",
        "The new king leaves the enemy home at once, in the same turn, by a free move.",
        KING_ME
    ),
    rule!(
        "coast-to-coast",
        "crown.free-move",
        "A free move is one step, or one or more jumps, however the man reached the enemy home.",
        Source::Ruling,
        "crown.free-move.what"
    ),
    rule!(
        "coast-to-coast",
        "home.vacant",
        "No checker stands on a home when a turn is over. So a man may go to the enemy home only \
         if it has a free move from there.",
        KING_ME
    ),
    rule!(
        "coast-to-coast",
        "home.enemy",
        "A king may touch the enemy home in the middle of a jump, but may not step onto it or \
         stop there, and gets no free move from it.",
        Source::Ruling
    ),
    rule!(
        "coast-to-coast",
        "home.off",
        "A king that arrives at its own home, by a step, a jump or a free move, is taken off the \
         board at once, and its turn ends.",
        KING_ME
    ),
    rule!(
        "coast-to-coast",
        "object",
        "Every checker has to cross the board to the enemy home, become a king there, and come \
         back to its own home.",
        OBJECT
    ),
    rule!(
        "coast-to-coast",
        "end.all-home",
        "Whoever brings all twelve checkers home first wins; each leaves the board there.",
        WINNING
    ),
    rule!("coast-to-coast", "pass", common::PASS, Source::Ruling),
    rule!("coast-to-coast", "end.neither-can-move", common::NEITHER_CAN_MOVE, Source::Ruling),
    rule!("coast-to-coast", "draw.repetition", common::REPETITION, Source::Ruling),
    rule!(
        "coast-to-coast",
        "draw.no-progress",
        "The game is a draw after 200 turns in a row, counting both players' turns, with no \
         crowning and no checker taken home.",
        Source::Ruling
    ),
    rule!("coast-to-coast", "draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    rule!("coast-to-coast", "draw.agreement", common::AGREEMENT, Source::Ruling),
    rule!(
        "coast-to-coast",
        "writing",
        "A move is written with the square that a checker leaves and the square that it ends on, \
         c3-d4, whatever its path. When a man is crowned, the enemy home is written between \
         them, g7-h8-g8. A pass is written “pass”.",
        Source::Ruling
    ),
];
