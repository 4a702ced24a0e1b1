//! The rule book of Stack'Em.

use crate::book::{Leaflet, Rule, Source, common, rule};

const fn king_me(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::KingMe, heading)
}

const EQUIPMENT: Source = king_me("Stack'Em: EQUIPMENT");
const SETUP: Source = king_me("Stack'Em: SETUP");
const HOW_TO_PLAY: Source = king_me("Stack'Em: HOW TO PLAY");
const CROWNING: Source = king_me("Stack'Em: KING ME");
const JUMPING: Source = king_me("Stack'Em: JUMPING and STACKS");
const WINNING: Source = king_me("Stack'Em: WINNING");

/// Every rule and ruling of Stack'Em.
pub(super) const BOOK: &[Rule] = &[
    rule!("stack-em", "board", common::BOARD, SETUP),
    rule!("stack-em", "board.side", common::BLACK_AND_WHITE, EQUIPMENT),
    rule!("stack-em", "board.corner", common::CORNER, Source::Ruling),
    rule!("stack-em", "board.numbers", common::NUMBERS, Source::Ruling),
    rule!("stack-em", "setup", common::TWELVE_MEN, EQUIPMENT),
    rule!("stack-em", "setup", common::ROWS, Source::Ruling, "setup.rows"),
    rule!("stack-em", "sides", common::BLACK_AND_RED, king_me("CONTENTS")),
    rule!("stack-em", "first-move", "Red begins.", HOW_TO_PLAY),
    rule!("stack-em", "later-games", common::LATER_GAMES, Source::Ruling),
    rule!(
        "stack-em",
        "turns",
        "The players take turns. A turn is one step of one stack, or one or more jumps of one stack.",
        HOW_TO_PLAY
    ),
    rule!(
        "stack-em",
        "stack.control",
        "All the checkers on a square form a stack, of any height; even a single checker is one. The owner of its top checker controls it, and nobody else may move it.",
        HOW_TO_PLAY
    ),
    rule!("stack-em", "stack.king", "Only the top checker of a stack can be a king.", JUMPING),
    rule!(
        "stack-em",
        "move.step",
        "A stack with a man on top moves as a whole one square diagonally forward, to an empty square.",
        HOW_TO_PLAY
    ),
    rule!(
        "stack-em",
        "move.king",
        "A stack with a king on top moves as a whole diagonally, forward or backward, to an empty square.",
        HOW_TO_PLAY
    ),
    rule!(
        "stack-em",
        "move.king.reach",
        "A stack with a king on top, like one with a man on top, steps only one square at a time and jumps only a stack next to it.",
        Source::Ruling
    ),
    rule!("stack-em", "move.king.diagonal", common::DIAGONAL_KING, HOW_TO_PLAY),
    rule!(
        "stack-em",
        "move.blocked",
        "A stack that can neither step nor jump is blocked.",
        WINNING
    ),
    rule!(
        "stack-em",
        "jump.how",
        "A stack jumps as a whole over a neighbouring stack that the enemy controls, to the empty square right behind it: forward with a man on top, along any diagonal with a king.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "jump.removed",
        "A jump captures one checker of the stack that it goes over, the top one. The others stay. The checker that is then on top is a man, and its owner controls them.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "jump.removed",
        "The captured checker goes to the very bottom of the stack that jumped it.",
        JUMPING,
        "jump.removed.under"
    ),
    rule!(
        "stack-em",
        "jump.open",
        "Jumps are made one by one: a square that it has left or emptied may be used later in the same turn.",
        Source::Ruling
    ),
    rule!("stack-em", "jump.demote", "A captured king becomes a man.", JUMPING),
    rule!("stack-em", "jump.duty", common::MUST_JUMP, JUMPING),
    rule!("stack-em", "jump.choice", common::CHOICE, JUMPING),
    rule!("stack-em", "jump.go-on", common::MUST_GO_ON, Source::Ruling),
    rule!(
        "stack-em",
        "jump.again",
        "The same stack may be jumped again in the same turn, as long as an enemy checker is still on top.",
        JUMPING
    ),
    rule!("stack-em", "crown.how", common::CROWN, CROWNING),
    rule!("stack-em", "crown.mark", common::CROWN_RAISED, CROWNING),
    rule!(
        "stack-em",
        "crown.by-jump",
        "A man on top of a stack that jumps is a king as soon as it has jumped.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "crown.mid-jump",
        "A man that is crowned by a jump can jump on in the same turn as a king, backward too.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "crown.demoted",
        "A king that was made a man again has to get to the King Me row for a new crown.",
        CROWNING
    ),
    rule!(
        "stack-em",
        "crown.demoted",
        "The leaflet says both that a demoted king needs the King Me row and that whatever jumps is crowned. Here the second holds for every man, including one that was a king before.",
        Source::Ruling,
        "crown.demoted.by-jump"
    ),
    rule!(
        "stack-em",
        "king-row.clear",
        "When a stack comes to its controller's King Me row, which is the far row, every enemy checker in it leaves the game.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "king-row.clear",
        "Enemy checkers leave the game at each landing on the King Me row, even in the middle of a jump: the captured checker goes under, the top is crowned, then every enemy checker in the stack goes, including the one just captured, and the jump goes on.",
        Source::Ruling,
        "king-row.clear.mid-jump"
    ),
    rule!(
        "stack-em",
        "end.no-move",
        "A player who cannot move on their turn has lost: all their checkers are gone, blocked in or under an enemy's.",
        WINNING
    ),
    rule!("stack-em", "draw.repetition", common::REPETITION, Source::Ruling),
    rule!(
        "stack-em",
        "draw.no-progress",
        "The game is a draw after 80 turns in a row, counting both players' turns, with no jump and no move of a stack with a man on top.",
        Source::Ruling
    ),
    rule!("stack-em", "draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    rule!("stack-em", "draw.agreement", common::AGREEMENT, Source::Ruling),
    rule!("stack-em", "writing", common::WRITING, Source::Ruling),
];
