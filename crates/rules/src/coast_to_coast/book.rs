//! The rule book of Coast to Coast, in our own words. What the code makes of it is elsewhere.

use crate::book::{Leaflet, Rule, Source, common, rule};

const fn king_me(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::KingMe, heading)
}

const OBJECT: Source = king_me("Coast to Coast: OBJECT OF THE GAME");
const SETUP: Source = king_me("Coast to Coast: SETUP");
const HOW_TO_PLAY: Source = king_me("Coast to Coast: HOW TO PLAY");
const JUMPING: Source = king_me("Coast to Coast: JUMPING");
const KING_ME: Source = king_me("Coast to Coast: KING ME");
const WINNING: Source = king_me("Coast to Coast: WINNING");

/// Every rule and ruling, in the order in which a newcomer wants them.
pub(super) const BOOK: &[Rule] = &[
    rule!(
        "coast-to-coast",
        "board",
        "The board stands on its corner, so that each player looks along it from one corner to \
         the opposite one. All 64 squares are used; files are a to h, ranks 1 to 8.",
        SETUP
    ),
    rule!(
        "coast-to-coast",
        "home.where",
        "Two opposite corners are the homes: a1 is black's and h8 is red's. The printed diagram \
         is lost, so which corners they are is our choice.",
        Source::Ruling
    ),
    rule!("coast-to-coast", "sides", common::BLACK_AND_RED, king_me("CONTENTS")),
    rule!(
        "coast-to-coast",
        "setup",
        "Twelve men a side fill the three lines that lie 2, 3 and 4 steps from the home, counted \
         along files and ranks: black on a3 b2 c1, a4 b3 c2 d1 and a5 b4 c3 d2 e1, red the same \
         on the other side of the board's centre. The printed diagram is lost; this is one way \
         to read it.",
        Source::Ruling,
        "setup.lines"
    )
    .when("setup", "lines"),
    rule!(
        "coast-to-coast",
        "setup",
        "Twelve men a side fill the squares nearest the home: black on a2 b1, a3 b2 c1, \
         a4 b3 c2 d1 and b4 c3 d2, red the same on the other side of the board's centre. The \
         printed diagram is lost; this is one way to read it.",
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
        "A man steps to an empty square next to it in one of five directions: straight towards \
         the enemy home, to either side of that, or sideways. For black these are up-right, up, \
         right, up-left and down-right; for red the opposite ones.",
        HOW_TO_PLAY
    ),
    rule!(
        "coast-to-coast",
        "move.backwards",
        "A man never goes back towards its own home, neither by a step nor by a jump.",
        HOW_TO_PLAY
    ),
    rule!(
        "coast-to-coast",
        "move.king",
        "A king steps and jumps in all eight directions.",
        KING_ME
    ),
    rule!(
        "coast-to-coast",
        "move.start-square",
        "A turn may not end on the square that it began on, the free move of a new king \
         included. A jump may pass through that square.",
        Source::Ruling
    ),
    rule!(
        "coast-to-coast",
        "jump.how",
        "A checker jumps over one checker next to it, of either colour, to the empty square right \
         behind, in a direction that it may step in. Nothing is captured.",
        JUMPING
    ),
    rule!("coast-to-coast", "jump.duty", "Jumping is never a must.", JUMPING),
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
    rule!(
        "coast-to-coast",
        "crown.mid-jump",
        "A man's move ends in the enemy home, even if it came there by jumping: what follows is \
         its free move.",
        KING_ME
    ),
    rule!(
        "coast-to-coast",
        "crown.free-move",
        "The new king leaves the enemy home in the same turn by a free move: one step, or one or \
         more jumps.",
        KING_ME
    ),
    rule!(
        "coast-to-coast",
        "home.vacant",
        "Both homes are vacant at the end of every turn. So a man may go to the enemy home only \
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
        "Every checker is to cross the board to the enemy home, become a king there, and come \
         back to its own home.",
        OBJECT
    ),
    rule!(
        "coast-to-coast",
        "end.all-home",
        "Who first has all twelve checkers home and off the board wins.",
        WINNING
    ),
    rule!("coast-to-coast", "pass", common::PASS, Source::Ruling),
    rule!("coast-to-coast", "end.neither-can-move", common::NEITHER_CAN_MOVE, Source::Ruling),
    rule!("coast-to-coast", "draw.repetition", common::REPETITION, Source::Ruling),
    rule!(
        "coast-to-coast",
        "draw.no-progress",
        "The game is a draw after 200 turns in a row, both players' counted, with no crowning and \
         no checker taken home.",
        Source::Ruling
    ),
    rule!("coast-to-coast", "draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    rule!("coast-to-coast", "draw.agreement", common::AGREEMENT, Source::Ruling),
    rule!(
        "coast-to-coast",
        "writing",
        "A move is written with the square that a checker leaves and the square that it ends on, \
         c3-d4, whatever its path. When a man is crowned, the enemy home stands between them, \
         g7-h8-g8. A pass is written pass.",
        Source::Ruling
    ),
];
