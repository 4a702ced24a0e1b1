//! The rule book of Stack'Em.

use crate::book::{Leaflet, Rule, Source, rule};

const fn king_me(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::KingMe, heading)
}

const SETUP: Source = king_me("SETUP");
const HOW_TO_PLAY: Source = king_me("HOW TO PLAY");
const CROWNING: Source = king_me("KING ME");
const JUMPING: Source = king_me("JUMPING and STACKS");
const WINNING: Source = king_me("WINNING");

/// Every rule and ruling of Stack'Em.
pub(super) const BOOK: &[Rule] = &[
    rule!(
        "stack-em",
        "board",
        "The game is played on the 32 dark squares, numbered 1 to 32. The board lies so that each player has a dark corner at the left and a light one at the right.",
        SETUP
    ),
    rule!(
        "stack-em",
        "sides",
        "One player has the red checkers, the other the black ones.",
        king_me("CONTENTS")
    ),
    rule!(
        "stack-em",
        "setup",
        "Each side begins with twelve men on dark squares; nobody has a king yet.",
        SETUP
    ),
    rule!(
        "stack-em",
        "setup",
        "The diagram of the set-up is lost, so the men fill the three rows nearest to their player, as in checkers: red 1 to 12, black 21 to 32.",
        Source::Ruling,
        "setup.rows"
    ),
    rule!("stack-em", "first-move", "Red moves first.", HOW_TO_PLAY),
    rule!(
        "stack-em",
        "later-games",
        "For the first game the players choose their colours or draw lots for them; in the games that follow they alternate.",
        Source::Ruling
    ),
    rule!(
        "stack-em",
        "turns",
        "The players take turns, and each turn is one move of one stack. Nobody passes.",
        HOW_TO_PLAY
    ),
    rule!(
        "stack-em",
        "stack.control",
        "A stack is one or more checkers on a square. The owner of its top checker controls it, and nobody else may move it.",
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
        "A stack with a king on top moves as a whole one square diagonally in any direction, to an empty square.",
        HOW_TO_PLAY
    ),
    rule!(
        "stack-em",
        "jump.how",
        "A stack jumps as a whole over a neighbouring stack that the enemy controls to the empty square right behind it: forward with a man on top, along any diagonal with a king.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "jump.top",
        "Only the top checker of a jumped stack is captured. The others stay, and whoever owns the checker that is on top now controls them; it is a man.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "jump.under",
        "The captured checker goes to the very bottom of the stack that jumped it. A captured king becomes a man.",
        JUMPING
    ),
    rule!("stack-em", "jump.duty", "If you can jump, you must.", JUMPING),
    rule!("stack-em", "jump.choice", "If there are several jumps, you pick any of them.", JUMPING),
    rule!(
        "stack-em",
        "jump.go-on",
        "A stack that has jumped and can jump again must go on, as in the standard game of the same box.",
        Source::Ruling
    ),
    rule!(
        "stack-em",
        "jump.again",
        "The same stack may be jumped again in one turn, as long as an enemy is still on its top.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "crown.how",
        "A man that moves onto its King Me row, the row farthest from its player, becomes a king.",
        CROWNING
    ),
    rule!(
        "stack-em",
        "crown.by-jump",
        "A man on top of a stack that jumps is a king as soon as it has jumped.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "crown.mid-jump",
        "A man that is crowned by its jump goes on jumping in the same turn, as a king.",
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
        "The leaflet says both that a demoted king needs the King Me row and that whatever jumps is crowned. Here the second holds for every man, one that was a king before too.",
        Source::Ruling,
        "crown.demoted.by-jump"
    ),
    rule!(
        "stack-em",
        "king-row.clear",
        "When you move a stack onto your King Me row, every enemy checker in it leaves the game.",
        JUMPING
    ),
    rule!(
        "stack-em",
        "king-row.clear",
        "Enemies leave the game at each landing on the King Me row, also in the middle of a jump: the captured checker goes under, the top is crowned, then every enemy in the stack goes, the one just captured too, and the jump goes on.",
        Source::Ruling,
        "king-row.clear.mid-jump"
    ),
    rule!(
        "stack-em",
        "end.no-move",
        "A player on turn who has no move has lost: every checker is buried under an enemy's, blocked or gone.",
        WINNING
    ),
    rule!(
        "stack-em",
        "draw.repetition",
        "The game is a draw when the same position with the same side to move comes up for the third time.",
        Source::Ruling
    ),
    rule!(
        "stack-em",
        "draw.no-progress",
        "The game is a draw after 80 turns in a row, both players' counted, with no jump and no move of a stack with a man on top.",
        Source::Ruling
    ),
    rule!(
        "stack-em",
        "draw.agreement",
        "The game is a draw when both players agree to it.",
        Source::Ruling
    ),
];
