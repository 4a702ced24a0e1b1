//! Endgame tablebases in play: which games have them, and how the search probes them.

use std::sync::{Arc, PoisonError, RwLock};

use crownhead_engine::EndgameKnowledge;
use crownhead_games::{Game, each};
use crownhead_rules::checkers::{Checkers, KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Notation, Position, Side, Verdict};
use crownhead_tablebase::{Class, RuleFamily, TableBytes, Tablebase, VerifyReport, Wld, verify};

use crate::analyst::texts;

/// Tables of up to this many checkers are built automatically, which takes some seconds.
pub const AUTO_BUILD_CHECKERS: u8 = 4;

/// The tables of all games that have some. They can be added during an analysis: the next one uses
/// them.
#[derive(Debug, Default)]
pub struct Endgames {
    families: [RwLock<Option<Arc<Tablebase<TableBytes>>>>; RuleFamily::ALL.len()],
}

impl Endgames {
    /// Adds tables; replaces those of the same rule family.
    pub fn insert(&self, tables: Tablebase<TableBytes>) {
        let mut place =
            self.families[tables.family() as usize].write().unwrap_or_else(PoisonError::into_inner);
        *place = Some(Arc::new(tables));
    }

    /// The tables of a game's rule family, if loaded.
    pub fn tables_for(&self, game: &Game) -> Option<Arc<Tablebase<TableBytes>>> {
        self.get(family(game)?)
    }

    /// The winner with best play and the plies to the end, if the tables know them. Draws by
    /// history are ignored.
    pub fn probe_value(&self, game: &Game) -> Option<(Verdict, Option<u32>)> {
        let tables = self.tables_for(game)?;
        each!(game.position(), position => probe_value(&tables, position))
    }

    /// The moves of best play to the end, as far as distances are known.
    pub(crate) fn line(&self, game: &Game) -> Vec<String> {
        let Some(tables) = self.tables_for(game) else { return Vec::new() };
        each!(game.position(), position => texts(position, &best_line(&tables, position)))
    }

    fn get(&self, family: RuleFamily) -> Option<Arc<Tablebase<TableBytes>>> {
        let place = self.families[family as usize].read().unwrap_or_else(PoisonError::into_inner);
        place.clone()
    }
}

/// Checks one position in `one_in` of a class: see [`verify`]. Also returns the text of a wrong
/// position, if any.
pub fn verify_endgames(
    tables: &Tablebase<TableBytes>,
    class: Class,
    one_in: u64,
) -> (VerifyReport, Option<String>) {
    let checked = match tables.family() {
        RuleFamily::Must => verify::<WinningMoves, _>(tables, class, one_in),
        RuleFamily::MustAndGoOn => verify::<KingMeContinues, _>(tables, class, one_in),
        RuleFamily::Choice => verify::<Regal, _>(tables, class, one_in),
    };
    // Position texts are the same in all families.
    let text = checked.wrong.and_then(|view| view.position::<WinningMoves>().text());
    (checked, text)
}

/// The rule family of a game, if it has endgame tables.
pub fn family(game: &Game) -> Option<RuleFamily> {
    fn of<P: EndgamePosition>(_: &P) -> Option<RuleFamily> {
        P::FAMILY
    }
    each!(game.position(), position => of(position))
}

/// The rule family of a position with at most `most` checkers.
pub fn small_family(game: &Game, most: u8) -> Option<RuleFamily> {
    fn count<P: EndgamePosition>(position: &P) -> u32 {
        position.checkers()
    }
    let count = each!(game.position(), position => count(position));
    family(game).filter(|_| count <= u32::from(most))
}

/// The winner with best play and the plies to the end, if the tables know them.
pub(crate) fn probe_value<P: EndgamePosition>(
    tables: &Tablebase<TableBytes>,
    position: &P,
) -> Option<(Verdict, Option<u32>)> {
    let (value, plies) = position.value(tables)?;
    Some((verdict_of(position, value), plies))
}

/// The moves of best play from a known position, as far as distances are known.
pub(crate) fn best_line<P: EndgamePosition>(
    tables: &Tablebase<TableBytes>,
    position: &P,
) -> Vec<P::Move> {
    let mut at = position.clone();
    let mut line = Vec::new();
    while let Some((_, Some(plies))) = at.value(tables) {
        let mut next = None;
        at.each_move(|mv| {
            let mut child = at.clone();
            child.play_unchecked(mv);
            let left = child.value(tables).and_then(|(value, left)| Some((value, left? + 1)));
            // Both sides choose a move that keeps the distance.
            let best = at
                .value(tables)
                .zip(left)
                .is_some_and(|((value, _), (next, left))| value == next.flipped() && left == plies);
            if best && next.is_none() {
                next = Some((mv, child));
            }
        });
        let Some((mv, child)) = next else { break };
        line.push(mv);
        at = child;
    }
    line
}

fn verdict_of<P: Position>(position: &P, value: Wld) -> Verdict {
    match value {
        Wld::Draw => Verdict::Draw,
        Wld::Win => Verdict::Win(position.side()),
        Wld::Loss => Verdict::Win(!position.side()),
    }
}

/// A position that may have an endgame table.
pub trait EndgamePosition: Position {
    /// The rule family of its tables, if it has any.
    const FAMILY: Option<RuleFamily> = None;

    /// The number of checkers on the board.
    fn checkers(&self) -> u32 {
        u32::MAX
    }

    /// The value for the side to move and the plies to the end, if known.
    fn value(&self, _: &Tablebase<TableBytes>) -> Option<(Wld, Option<u32>)> {
        None
    }

    /// The value for the side to move by a single lookup: see [`Tablebase::probe_quiet`].
    #[inline]
    fn quiet_value(&self, _: &Tablebase<TableBytes>) -> Option<Wld> {
        None
    }

    /// The plies to the end of a position with such a value.
    #[inline]
    fn quiet_plies(&self, _: &Tablebase<TableBytes>, _: Wld) -> Option<u32> {
        None
    }
}

impl<R: RuleSet> EndgamePosition for Checkers<R> {
    const FAMILY: Option<RuleFamily> = RuleFamily::of::<R>();

    fn checkers(&self) -> u32 {
        Side::ALL.map(|side| self.board().pieces(side).bits().count_ones()).iter().sum()
    }

    fn value(&self, tables: &Tablebase<TableBytes>) -> Option<(Wld, Option<u32>)> {
        tables.probe(self)
    }

    #[inline]
    fn quiet_value(&self, tables: &Tablebase<TableBytes>) -> Option<Wld> {
        tables.probe_quiet(self)
    }

    #[inline]
    fn quiet_plies(&self, tables: &Tablebase<TableBytes>, value: Wld) -> Option<u32> {
        tables.probe_quiet_distance(self, value)
    }
}

impl EndgamePosition for StackEm {}
impl EndgamePosition for CoastToCoast {}
impl EndgamePosition for TicTacToe {}
impl EndgamePosition for CheckerboardTicTacToe {}

/// The endgame knowledge of a search: none without tables.
#[derive(Copy, Clone, Debug)]
pub struct TablebaseKnowledge<'a>(pub Option<&'a Tablebase<TableBytes>>);

impl<P: EndgamePosition> EndgameKnowledge<P> for TablebaseKnowledge<'_> {
    #[inline]
    fn verdict(&self, position: &P) -> Option<Verdict> {
        Some(verdict_of(position, position.quiet_value(self.0?)?))
    }

    #[inline]
    fn plies_to_end(&self, position: &P, wins: bool) -> Option<u32> {
        position.quiet_plies(self.0?, if wins { Wld::Win } else { Wld::Loss })
    }
}
