//! What is known of endgames from tables: which game has them, and how a search asks for them.

use std::sync::{Arc, PoisonError, RwLock};

use crownhead_engine::Knowledge;
use crownhead_games::{Game, each};
use crownhead_rules::checkers::{Checkers, KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Notation, Position, Side, Verdict};
use crownhead_tablebase::{Bytes, Checked, Class, Family, Tables, Value, check};

use crate::analyst::texts;

/// Tables of up to so many checkers are made without being asked for: it takes some seconds.
pub const MADE_UNASKED: u8 = 4;

/// The tables of all games that have some. They can come in while games are thought about: the
/// next thought has them.
#[derive(Debug, Default)]
pub struct Endgames {
    families: [RwLock<Option<Arc<Tables<Bytes>>>>; Family::ALL.len()],
}

impl Endgames {
    /// Puts in tables, in place of those that there were of the same rules.
    pub fn put(&self, tables: Tables<Bytes>) {
        let mut place =
            self.families[tables.family() as usize].write().unwrap_or_else(PoisonError::into_inner);
        *place = Some(Arc::new(tables));
    }

    /// The tables for the rules of a game.
    pub fn of(&self, game: &Game) -> Option<Arc<Tables<Bytes>>> {
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

    fn get(&self, family: Family) -> Option<Arc<Tables<Bytes>>> {
        let place = self.families[family as usize].read().unwrap_or_else(PoisonError::into_inner);
        place.clone()
    }
}

/// Checks one position in so many of a class: see [`check`]. With it the text of a position that
/// is wrong, if there is any.
pub fn check_endgames(
    tables: &Tables<Bytes>,
    class: Class,
    one_in: u64,
) -> (Checked, Option<String>) {
    let checked = match tables.family() {
        Family::Must => check::<WinningMoves, _>(tables, class, one_in),
        Family::MustAndGoOn => check::<KingMeContinues, _>(tables, class, one_in),
        Family::Choice => check::<Regal, _>(tables, class, one_in),
    };
    // Texts of positions are the same in all families.
    let text = checked.wrong.and_then(|view| view.position::<WinningMoves>().text());
    (checked, text)
}

/// The family of a game's rules, if its endgames can be tabled.
pub fn family(game: &Game) -> Option<Family> {
    fn of<P: Ending>(_: &P) -> Option<Family> {
        P::FAMILY
    }
    each!(game.position(), position => of(position))
}

/// The tables that would have a position, if it is one of so few checkers.
pub fn small_family(game: &Game, most: u8) -> Option<Family> {
    fn count<P: Ending>(position: &P) -> u32 {
        position.checkers()
    }
    let count = each!(game.position(), position => count(position));
    family(game).filter(|_| count <= u32::from(most))
}

/// How a position ends with best play, and in how many plies, if the tables know it.
pub(crate) fn known<P: Ending>(
    tables: &Tables<Bytes>,
    position: &P,
) -> Option<(Verdict, Option<u32>)> {
    let (value, plies) = position.value(tables)?;
    Some((verdict_of(position, value), plies))
}

/// The moves of best play from a position whose end is known, as far as plies are.
pub(crate) fn best_line<P: Ending>(tables: &Tables<Bytes>, position: &P) -> Vec<P::Move> {
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
                .is_some_and(|((value, _), (next, left))| value == next.turned() && left == plies);
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

fn verdict_of<P: Position>(position: &P, value: Value) -> Verdict {
    match value {
        Value::Draw => Verdict::Draw,
        Value::Win => Verdict::Win(position.side()),
        Value::Loss => Verdict::Win(!position.side()),
    }
}

/// A game whose endgames may be known.
pub(crate) trait Ending: Position {
    /// Whose tables they are in.
    const FAMILY: Option<Family> = None;

    /// How many checkers are left.
    fn checkers(&self) -> u32 {
        u32::MAX
    }

    /// The value to the side to move, and the plies to the end, if they are known.
    fn value(&self, _: &Tables<Bytes>) -> Option<(Value, Option<u32>)> {
        None
    }

    /// The value to the side to move, where it need not be searched for.
    #[inline]
    fn quiet_value(&self, _: &Tables<Bytes>) -> Option<Value> {
        None
    }

    /// The plies to the end of a position with such a value.
    #[inline]
    fn quiet_plies(&self, _: &Tables<Bytes>, _: Value) -> Option<u32> {
        None
    }
}

impl<R: RuleSet> Ending for Checkers<R> {
    const FAMILY: Option<Family> = Family::of::<R>();

    fn checkers(&self) -> u32 {
        Side::ALL.map(|side| self.board().of(side).bits().count_ones()).iter().sum()
    }

    fn value(&self, tables: &Tables<Bytes>) -> Option<(Value, Option<u32>)> {
        tables.value(self)
    }

    #[inline]
    fn quiet_value(&self, tables: &Tables<Bytes>) -> Option<Value> {
        tables.quiet_value(self)
    }

    #[inline]
    fn quiet_plies(&self, tables: &Tables<Bytes>, value: Value) -> Option<u32> {
        tables.quiet_plies(self, value)
    }
}

impl Ending for StackEm {}
impl Ending for CoastToCoast {}
impl Ending for TicTacToe {}
impl Ending for CheckerboardTicTacToe {}

/// What one search knows.
pub(crate) struct Known<'a>(pub(crate) Option<&'a Tables<Bytes>>);

impl<P: Ending> Knowledge<P> for Known<'_> {
    #[inline]
    fn verdict(&self, position: &P) -> Option<Verdict> {
        Some(verdict_of(position, position.quiet_value(self.0?)?))
    }

    #[inline]
    fn plies(&self, position: &P, wins: bool) -> Option<u32> {
        position.quiet_plies(self.0?, if wins { Value::Win } else { Value::Loss })
    }
}
