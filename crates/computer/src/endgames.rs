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

/// Tables of up to so many checkers are made without being asked for: it takes some seconds.
pub const MADE_UNASKED: u8 = 4;

/// The tables of all games that have some. They can come in while games are thought about: the
/// next thought has them.
#[derive(Debug, Default)]
pub struct Endgames {
    families: [RwLock<Option<Arc<Tablebase<TableBytes>>>>; RuleFamily::ALL.len()],
}

impl Endgames {
    /// Puts in tables, in place of those that there were of the same rules.
    pub fn put(&self, tables: Tablebase<TableBytes>) {
        let mut place =
            self.families[tables.family() as usize].write().unwrap_or_else(PoisonError::into_inner);
        *place = Some(Arc::new(tables));
    }

    /// The tables for the rules of a game.
    pub fn of(&self, game: &Game) -> Option<Arc<Tablebase<TableBytes>>> {
        self.get(family(game)?)
    }

    /// How a game ends with best play, and in how many plies, if the tables know it. The draw
    /// rulings are not looked at.
    pub fn known(&self, game: &Game) -> Option<(Verdict, Option<u32>)> {
        let tables = self.of(game)?;
        each!(game.position(), position => known(&tables, position))
    }

    /// The moves of best play to the end, as far as plies are known.
    pub(crate) fn line(&self, game: &Game) -> Vec<String> {
        let Some(tables) = self.of(game) else { return Vec::new() };
        each!(game.position(), position => texts(position, &best_line(&tables, position)))
    }

    fn get(&self, family: RuleFamily) -> Option<Arc<Tablebase<TableBytes>>> {
        let place = self.families[family as usize].read().unwrap_or_else(PoisonError::into_inner);
        place.clone()
    }
}

/// Checks one position in so many of a class: see [`verify`]. With it the text of a position that
/// is wrong, if there is any.
pub fn check_endgames(
    tables: &Tablebase<TableBytes>,
    class: Class,
    one_in: u64,
) -> (VerifyReport, Option<String>) {
    let checked = match tables.family() {
        RuleFamily::Must => verify::<WinningMoves, _>(tables, class, one_in),
        RuleFamily::MustAndGoOn => verify::<KingMeContinues, _>(tables, class, one_in),
        RuleFamily::Choice => verify::<Regal, _>(tables, class, one_in),
    };
    // Texts of positions are the same in all families.
    let text = checked.wrong.and_then(|view| view.position::<WinningMoves>().text());
    (checked, text)
}

/// The family of a game's rules, if its endgames can be tabled.
pub fn family(game: &Game) -> Option<RuleFamily> {
    fn of<P: Ending>(_: &P) -> Option<RuleFamily> {
        P::FAMILY
    }
    each!(game.position(), position => of(position))
}

/// The tables that would have a position, if it is one of so few checkers.
pub fn small_family(game: &Game, most: u8) -> Option<RuleFamily> {
    fn count<P: Ending>(position: &P) -> u32 {
        position.checkers()
    }
    let count = each!(game.position(), position => count(position));
    family(game).filter(|_| count <= u32::from(most))
}

/// How a position ends with best play, and in how many plies, if the tables know it.
pub(crate) fn known<P: Ending>(
    tables: &Tablebase<TableBytes>,
    position: &P,
) -> Option<(Verdict, Option<u32>)> {
    let (value, plies) = position.value(tables)?;
    Some((verdict_of(position, value), plies))
}

/// The moves of best play from a position whose end is known, as far as plies are.
pub(crate) fn best_line<P: Ending>(tables: &Tablebase<TableBytes>, position: &P) -> Vec<P::Move> {
    let mut at = position.clone();
    let mut line = Vec::new();
    while let Some((_, Some(plies))) = at.value(tables) {
        let mut next = None;
        at.each_move(|mv| {
            let mut child = at.clone();
            child.play_unchecked(mv);
            let left = child.value(tables).and_then(|(value, left)| Some((value, left? + 1)));
            // Who wins takes the way that is as long as it should be, and so does who loses.
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

/// A game whose endgames may be known.
pub trait Ending: Position {
    /// Whose tables they are in.
    const FAMILY: Option<RuleFamily> = None;

    /// How many checkers are left.
    fn checkers(&self) -> u32 {
        u32::MAX
    }

    /// The value to the side to move, and the plies to the end, if they are known.
    fn value(&self, _: &Tablebase<TableBytes>) -> Option<(Wld, Option<u32>)> {
        None
    }

    /// The value to the side to move, where it need not be searched for.
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

impl<R: RuleSet> Ending for Checkers<R> {
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

impl Ending for StackEm {}
impl Ending for CoastToCoast {}
impl Ending for TicTacToe {}
impl Ending for CheckerboardTicTacToe {}

/// What one search knows: nothing without tables.
#[derive(Copy, Clone, Debug)]
pub struct Known<'a>(pub Option<&'a Tablebase<TableBytes>>);

impl<P: Ending> EndgameKnowledge<P> for Known<'_> {
    #[inline]
    fn verdict(&self, position: &P) -> Option<Verdict> {
        Some(verdict_of(position, position.quiet_value(self.0?)?))
    }

    #[inline]
    fn plies_to_end(&self, position: &P, wins: bool) -> Option<u32> {
        position.quiet_plies(self.0?, if wins { Wld::Win } else { Wld::Loss })
    }
}
