//! Parker Brothers Checkers: jumping is a must, and a player who overlooks a jump may be huffed.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{Checkers, CheckersPhase, JumpRule, RuleSet, StuckRule};
use crate::{BySide, SideName};

/// Parker Brothers Checkers, with the huff.
pub type ParkerCheckers = Checkers<Parker>;

/// The rules of Parker Brothers Checkers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parker;

impl RuleSet for Parker {
    const ID: &'static str = "parker-checkers";
    const JUMPING: JumpRule = JumpRule::Remedy;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: StuckRule = StuckRule::Loses;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Dark, SideName::Light);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = CheckersPhase;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::Parker, heading)
}

/// Builds an entry of this book.
macro_rules! entry {
    ($($rest:tt)*) => { rule!("parker-checkers", $($rest)*) };
}

const BOOK: &[Rule] = &[
    entry!("board", common::BOARD, under("THE BOARD")),
    entry!("board.squares", common::SQUARES, under("THE BOARD")),
    entry!("board.corner", common::CORNER, under("SET-UP")),
    entry!("board.numbers", common::NUMBERS, Source::Ruling),
    entry!("setup", common::TWELVE_MEN, under("SET-UP")),
    entry!("setup", common::ROWS, under("SET-UP"), "setup.rows"),
    entry!("sides", "One player has the dark men, the other the light.", under("THE MEN")),
    entry!("first-move", "Dark begins.", under("PLAY")),
    entry!(
        "later-games",
        "For the first game the players draw lots for the choice of colour; in the games that \
         follow they swap colours.",
        under("PLAY")
    ),
    entry!("turns", common::TURNS, under("PLAY")),
    entry!("move.step", common::STEP, under("SIMPLE MOVE")),
    entry!("move.king", common::KING, under("KING")),
    entry!("move.king.reach", common::KING_REACH, Source::Ruling),
    entry!("move.king.diagonal", common::DIAGONAL_KING, under("KING")),
    entry!("move.blocked", common::BLOCKED, under("OBJECT")),
    entry!("jump.how", common::JUMP, under("JUMP")),
    entry!("jump.several", common::SEVERAL, under("JUMP")),
    entry!("jump.turning", common::MAN_TURNS, Source::Ruling),
    entry!("jump.turning", common::KING_TURNS, Source::Ruling, "jump.turning.king"),
    entry!("jump.removed", common::REMOVED, under("JUMP")),
    entry!("jump.open", common::OPEN, Source::Ruling),
    entry!(
        "jump.duty",
        "A player who can jump must; another move can be made, but it is an offence, and the \
         opponent then chooses an answer.",
        under("JUMP")
    ),
    entry!("jump.choice", common::CHOICE, under("JUMP")),
    entry!(
        "jump.go-on",
        "A jump must go on for as long as it can; stopping early is possible, but it is an offence, \
         and the opponent then chooses an answer. A man that is crowned by a jump has ended its turn and \
         commits no offence.",
        Source::Ruling
    ),
    entry!("crown.how", common::CROWN, under("KING")),
    entry!("crown.mark", common::CAPTURED_MAN_ON_TOP, under("KING")),
    entry!("crown.mark", common::NO_SPARE, Source::Ruling, "crown.mark.none"),
    entry!("crown.mid-jump", common::CROWNED_STOPS, Source::Ruling),
    entry!(
        "remedy",
        "After an offence the opponent first chooses: compel, huff or stand. Then play goes on.",
        under("JUMP")
    ),
    entry!(
        "remedy.compel",
        "Compel: the move is taken back, and the player must make the jump.",
        under("JUMP")
    ),
    entry!(
        "remedy.compelled",
        "Captured checkers are put back, and a man that it crowned is a man again. The \
         compelled player chooses any jump that was open, with any checker, and must complete it.",
        Source::Ruling
    ),
    entry!(
        "remedy.huff",
        "Huff: a checker that should have jumped is taken off the board. This does not \
         count as the opponent's move, which still follows.",
        under("JUMP")
    ),
    entry!(
        "remedy.culprits",
        "After a step every checker that could have jumped can be huffed, and the opponent picks \
         one; after a jump that stopped early, only the checker that jumped can be. It is taken \
         off from where it stands now.",
        Source::Ruling
    ),
    entry!(
        "remedy.stand",
        "Stand: the move stays as it is, and the opponent's own move follows.",
        under("JUMP")
    ),
    entry!(
        "remedy.kept",
        "Checkers captured by a jump that stopped early stay captured after a huff, and when the \
         move stands.",
        Source::Ruling
    ),
    entry!("end.captured-all", common::CAPTURED_ALL, under("OBJECT")),
    entry!(
        "end.last-huffed",
        "A huff that takes a player's last checker wins the game at once.",
        Source::Ruling
    ),
    entry!("end.no-move", common::NO_MOVE_LOSES, under("OBJECT")),
    entry!(
        "end.no-move",
        "A player can lose for having no move only when a regular move is due, not before an \
         offence has been answered.",
        Source::Ruling,
        "end.no-move.regular"
    ),
    entry!(
        "draw",
        "When neither player can win, the game is a draw; the rulings on draws say exactly when.",
        under("OBJECT")
    ),
    entry!("draw.repetition", common::REPETITION, Source::Ruling),
    entry!(
        "draw.no-progress",
        "The game is a draw after 80 turns in a row, counting both players' turns, with no jump, \
         no move of a man and no huff. Compel and stand each count as a turn.",
        Source::Ruling
    ),
    entry!(
        "draw.regular",
        "The automatic draws apply only when a regular move is due, not before the answer to an \
         offence, nor before the jump of a player who was compelled.",
        Source::Ruling
    ),
    entry!("draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    entry!("draw.agreement", common::AGREEMENT, Source::Ruling),
    entry!(
        "writing",
        "A step is written with its two squares, 11-15, a jump with every square it lands on, \
         22x15x8. Squares between the first and the last may be left out if only one jump fits. \
         The answers to an offence are written “compel”, “stand”, and “huff 14” with the square \
         where the huffed checker stands now.",
        Source::Ruling
    ),
];
