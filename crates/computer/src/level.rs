//! Playing strength: ten levels, and the habits (depth, noise, oversights) of each.

use std::fmt;
use std::str::FromStr;

use crownhead_engine::SearchLimits;

/// A level from 1, which a child can beat, to 10, full strength.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const WEAKEST: Level = Level(1);
    /// The first level that makes no beginner's mistakes.
    pub const CAREFUL: Level = Level(4);
    /// The strongest level, without a limit of its own.
    pub const FULL: Level = Level(10);

    /// The level with a number from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 10 { Some(Level(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// The number from 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "Just learning",
            2 => "Knows the moves",
            3 => "Plays for fun",
            4 => "Takes care",
            5 => "Looks ahead",
            6 => "Plays well",
            7 => "Hard to beat",
            8 => "Plays to win",
            9 => "Very strong",
            _ => "Full strength",
        }
    }

    /// The search limits of the level; none for full strength, which the caller limits.
    pub fn limits(self) -> Option<SearchLimits> {
        match self.habits() {
            Habits::Beginner(habits) => Some(SearchLimits::depth(1 + habits.replies)),
            Habits::Searching(habits) => Some(habits.limits()),
            Habits::Full => None,
        }
    }

    pub(crate) fn habits(self) -> Habits {
        const fn beginner(
            replies: u32,
            notice_chance: f64,
            miss_chance: f64,
            temperature: f64,
        ) -> BeginnerHabits {
            BeginnerHabits {
                replies,
                notice_chance,
                miss_chance,
                temperature,
                offence_chance: 0.0,
                stand_chance: 0.0,
            }
        }
        const fn searching(
            depth: u32,
            nodes: u64,
            miss_chance: f64,
            temperature: f64,
            most: i32,
        ) -> Habits {
            Habits::Searching(SearchHabits {
                depth,
                nodes,
                miss_chance,
                temperature,
                max_loss: most,
            })
        }
        let offending = |offence_chance, stand_chance, habits: BeginnerHabits| {
            Habits::Beginner(BeginnerHabits { offence_chance, stand_chance, ..habits })
        };
        match self.0 {
            1 => offending(0.35, 0.5, beginner(1, 0.25, 0.30, 130.0)),
            2 => offending(0.20, 0.3, beginner(1, 0.72, 0.12, 48.0)),
            3 => offending(0.10, 0.15, beginner(2, 1.0, 0.02, 22.0)),
            4 => searching(3, 1_500, 0.5, 20.0, 80),
            5 => searching(4, 3_000, 0.3, 13.0, 60),
            6 => searching(6, 7_000, 0.2, 10.0, 50),
            7 => searching(8, 16_000, 0.1, 8.0, 35),
            8 => searching(11, 40_000, 0.05, 5.0, 20),
            9 => searching(15, 100_000, 0.0, 2.0, 10),
            _ => Habits::Full,
        }
    }
}

/// The behaviour of a level. Chances are from 0 to 1; temperature and loss are in hundredths of a
/// slip (see `slip_score`).
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Habits {
    Beginner(BeginnerHabits),
    Searching(SearchHabits),
    Full,
}

/// Considers moves one by one, and some of the replies.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct BeginnerHabits {
    /// The search depth after its own move, if it notices the reply.
    pub(crate) replies: u32,
    /// The chance that it notices a reply that is easy to see.
    pub(crate) notice_chance: f64,
    /// The chance that it misses a move of its own that is very easy to see; hard ones are missed
    /// more often.
    pub(crate) miss_chance: f64,
    /// The temperature of the softmax choice.
    pub(crate) temperature: f64,
    /// The chance that it overlooks a mandatory jump, in games where that is possible.
    pub(crate) offence_chance: f64,
    /// The chance that it lets such an offence of the opponent stand.
    pub(crate) stand_chance: f64,
}

/// Searches, and chooses among the best moves.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct SearchHabits {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// The chance that it misses a move of its own that is very hard to see.
    pub(crate) miss_chance: f64,
    /// The temperature of the softmax choice.
    pub(crate) temperature: f64,
    /// It never plays a move that its search finds worse than the best by more than this.
    pub(crate) max_loss: i32,
}

impl SearchHabits {
    pub(crate) fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: Some(self.nodes), ..SearchLimits::depth(self.depth) }
    }
}

/// `4, Takes care`
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.0, self.name())
    }
}

impl FromStr for Level {
    type Err = InvalidLevel;

    fn from_str(text: &str) -> Result<Level, InvalidLevel> {
        text.parse().ok().and_then(Level::new).ok_or(InvalidLevel)
    }
}

/// No level has this number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidLevel;

impl fmt::Display for InvalidLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("levels go from 1, just learning, to 10, full strength")
    }
}

impl std::error::Error for InvalidLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_unique_numbers_and_names() {
        let mut words: Vec<_> = Level::all().map(Level::name).collect();
        assert_eq!((words[0], words[9]), ("Just learning", "Full strength"));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 10);
        assert_eq!("7".parse(), Ok(Level(7)));
        assert!(["0", "11", "x", "", "-1"].iter().all(|text| text.parse::<Level>().is_err()));
    }

    #[test]
    fn every_level_searches_at_least_as_deep_as_the_one_below() {
        let depths: Vec<_> = Level::all().filter_map(|level| level.limits()?.depth).collect();
        assert_eq!(depths.len(), 9);
        assert!(depths.is_sorted(), "{depths:?}");
    }
}
