//! Parker Brothers Checkers: jumping is a must, and whoever overlooks it may be huffed.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{Checkers, Jumping, RuleSet, Stage, Stuck};
use crate::{BySide, SideName};

/// Parker Brothers Checkers, with the huff.
pub type ParkerCheckers = Checkers<Parker>;

/// The rules of Parker Brothers Checkers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Parker;

impl RuleSet for Parker {
    const ID: &'static str = "parker-checkers";
    const JUMPING: Jumping = Jumping::Remedy;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: Stuck = Stuck::Loses;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Dark, SideName::Light);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = Stage;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::Parker, heading)
}

const BOOK: &[Rule] = &[
    rule!("parker-checkers", "board", common::BOARD, under("SET-UP")),
    rule!("parker-checkers", "setup", common::SETUP, under("SET-UP")),
    rule!(
        "parker-checkers",
        "sides",
        "One player has the dark men, the other the light.",
        under("THE MEN")
    ),
    rule!("parker-checkers", "first-move", "Dark moves first.", under("PLAY")),
    rule!(
        "parker-checkers",
        "later-games",
        "For the first game lots are drawn, and the winner chooses a colour; in the games that \
         follow the players alternate.",
        under("PLAY")
    ),
    rule!("parker-checkers", "turns", common::TURNS, under("PLAY")),
    rule!("parker-checkers", "move.step", common::STEP, under("SIMPLE MOVE")),
    rule!("parker-checkers", "move.king", common::KING, under("KING")),
    rule!("parker-checkers", "move.king.diagonal", common::DIAGONAL_KING, under("SIMPLE MOVE")),
    rule!("parker-checkers", "move.blocked", common::BLOCKED, under("OBJECT")),
    rule!("parker-checkers", "jump.how", common::JUMP, under("JUMP")),
    rule!("parker-checkers", "jump.removed", common::REMOVED, under("JUMP")),
    rule!(
        "parker-checkers",
        "jump.duty",
        "A player who can jump must; but another move is not impossible, it is an offence that \
         the opponent can answer.",
        under("JUMP")
    ),
    rule!("parker-checkers", "jump.choice", common::CHOICE, under("JUMP")),
    rule!(
        "parker-checkers",
        "jump.go-on",
        "A jump must go on for as long as it can; but to stop early is not impossible, it is an \
         offence that the opponent can answer.",
        Source::Ruling
    ),
    rule!("parker-checkers", "crown.how", common::CROWN, under("KING")),
    rule!("parker-checkers", "crown.mid-jump", common::CROWNED_STOPS, Source::Ruling),
    rule!(
        "parker-checkers",
        "remedy",
        "After an offence the opponent decides first of all: compel, huff or stand. Then play \
         goes on.",
        under("JUMP")
    ),
    rule!(
        "parker-checkers",
        "remedy.compel",
        "Compel: the move is taken back, with what it captured or crowned, and the player must \
         make a complete jump, of any checker that could.",
        under("JUMP")
    ),
    rule!(
        "parker-checkers",
        "remedy.huff",
        "Huff: a checker that should have jumped is taken off the board from where it stands \
         now. This is not a move: the opponent's own move follows.",
        under("JUMP")
    ),
    rule!(
        "parker-checkers",
        "remedy.culprits",
        "After a step every checker that could have jumped can be huffed, and the opponent picks \
         one; after a jump that stopped early only the checker that jumped.",
        Source::Ruling
    ),
    rule!(
        "parker-checkers",
        "remedy.stand",
        "Stand: the move stays as it is, and the opponent's own move follows.",
        under("JUMP")
    ),
    rule!(
        "parker-checkers",
        "remedy.kept",
        "What a jump that stopped early has captured stays captured after a huff, and when the \
         move stands.",
        Source::Ruling
    ),
    rule!("parker-checkers", "end.captured-all", common::CAPTURED_ALL, under("OBJECT")),
    rule!(
        "parker-checkers",
        "end.last-huffed",
        "A huff that takes a player's last checker wins the game at once.",
        Source::Ruling
    ),
    rule!(
        "parker-checkers",
        "end.no-move",
        "A player who is to make a move, not to answer an offence, and cannot has lost: all \
         checkers are confined.",
        under("OBJECT")
    ),
    rule!(
        "parker-checkers",
        "draw",
        "When neither player can win the game is a draw; the rulings on draws say exactly when.",
        under("OBJECT")
    ),
    rule!("parker-checkers", "draw.repetition", common::REPETITION, Source::Ruling),
    rule!(
        "parker-checkers",
        "draw.no-progress",
        "The game is a draw after 80 turns in a row, both players' counted, with no jump, no move \
         of a man and no huff. Compel and stand each count as a turn.",
        Source::Ruling
    ),
    rule!(
        "parker-checkers",
        "draw.regular",
        "Whether the game is drawn is asked only when a regular move is due, not before the \
         answer to an offence, nor before the jump of a player who was compelled.",
        Source::Ruling
    ),
    rule!("parker-checkers", "draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    rule!("parker-checkers", "draw.agreement", common::AGREEMENT, Source::Ruling),
    rule!(
        "parker-checkers",
        "writing",
        "A step is written with its two squares, 11-15, a jump with every square it lands on, \
         22x15x8. A jump may be shortened to some of its squares, the first and the last among \
         them, when only one jump fits. The answers to an offence are compel, huff 14 and stand.",
        Source::Ruling
    ),
];
