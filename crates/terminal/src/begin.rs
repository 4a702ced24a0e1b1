//! What is chosen before a game: what is played, against whom, on which side, by which clock.

use crownhead_arbiter::{BySeat, Clock, Origin, Ritual, Seat, Settings, Span, Takebacks};
use crownhead_computer::Level;
use crownhead_games::Rules;
use serde::{Deserialize, Serialize};

/// Who sits in a seat at this terminal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Who {
    /// Somebody at the keyboard.
    Person,
    /// The computer.
    Computer {
        /// How strong it plays.
        level: u8,
    },
}

/// Against whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The computer.
    Computer(Level),
    /// Somebody else at the same keyboard.
    Person,
}

/// Which side the one who begins the match wishes to have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// As the leaflet decides it.
    Leaflet,
    /// The side that moves first.
    First,
    /// The other.
    Second,
}

/// A match to be opened at this terminal. Who opens it has seat one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// What is played.
    pub rules: Rules,
    /// Against whom.
    pub against: Against,
    /// On which side.
    pub side: Wish,
    /// By which clock.
    pub clock: Clock,
}

impl Begin {
    /// A game against the computer that plays for fun, as its leaflet begins it.
    pub fn new(rules: Rules) -> Begin {
        let against = Against::Computer(Level::new(3).unwrap_or(Level::WEAKEST));
        Begin { rules, against, side: Wish::Leaflet, clock: Clock::None }
    }

    /// Whether the players of this game can choose their sides beforehand.
    pub fn sides_are_chosen(&self) -> bool {
        !matches!(Ritual::of(self.rules.game())[0], Ritual::Lots | Ritual::Coins)
    }

    /// The settings of the match.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            play: self.rules,
            ritual: self.ritual(),
            clock: self.clock,
            takebacks: Takebacks::Agreement,
            rated: false,
            origin: Origin::Start,
        }
    }

    fn ritual(&self) -> Ritual {
        let leaflets = Ritual::of(self.rules.game())[0];
        match (leaflets, self.side, self.against) {
            (Ritual::Choice, Wish::First, _) => Ritual::Given { first: Seat::One },
            (Ritual::Choice, Wish::Second, _) => Ritual::Given { first: Seat::Two },
            (Ritual::Choice, Wish::Leaflet, Against::Computer(_)) => Ritual::Lots,
            _ => leaflets,
        }
    }

    /// Who is youngest, where the leaflet asks for it and a side was wished for.
    pub(crate) fn youngest(&self) -> Option<Seat> {
        match (Ritual::of(self.rules.game())[0], self.side) {
            (Ritual::Youngest, Wish::First) => Some(Seat::One),
            (Ritual::Youngest, Wish::Second) => Some(Seat::Two),
            _ => None,
        }
    }

    pub(crate) fn seats(&self) -> BySeat<Who> {
        let two = match self.against {
            Against::Computer(level) => Who::Computer { level: level.number() },
            Against::Person => Who::Person,
        };
        BySeat::new(Who::Person, two)
    }
}

/// Reads a clock: `none`, or minutes for a game and seconds for each turn, `5+3`.
pub fn clock(text: &str) -> Result<Clock, String> {
    let why = || "a clock is given as minutes + seconds a turn, such as 5+3, or none".to_owned();
    if text == "none" {
        return Ok(Clock::None);
    }
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| why());
    let (minutes, seconds) = (number(minutes)?, number(seconds)?);
    if !(1..=1440).contains(&minutes) || seconds > 600 {
        return Err("a clock has 1 to 1440 minutes, and at most 600 seconds a turn".to_owned());
    }
    let (time, increment) = (Span::from_secs(minutes * 60), Span::from_secs(seconds));
    Ok(Clock::Main { time, increment })
}

/// A clock as it is read.
pub(crate) fn clock_text(clock: Clock) -> String {
    match clock {
        Clock::None => "none".to_owned(),
        Clock::Main { time, increment } => {
            format!("{}+{}", time.as_millis() / 60_000, increment.as_millis() / 1000)
        }
        Clock::Days { days } => format!("{days} days a move"),
    }
}

/// What is left on a clock: `4:59`, `1:04:59`, and tenths of the last ten seconds, `9.5`.
pub(crate) fn left_text(left: Span) -> String {
    let millis = left.as_millis();
    let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
    match (hours, minutes) {
        (0, 0) if seconds < 10 => format!("{seconds}.{}", millis / 100 % 10),
        (0, _) => format!("{minutes}:{seconds:02}"),
        (1..48, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{} days", hours / 24),
    }
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for text in ["none", "5+3", "1440+600", "30+0"] {
            assert_eq!(clock(text).map(clock_text), Ok(text.to_owned()));
        }
        assert_eq!(clock("10").map(clock_text), Ok("10+0".to_owned()));
        for bad in ["", "0+3", "5+", "+5", "1441+0", "5+601", "-1+2", "5 minutes"] {
            assert!(clock(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_left_is_short() {
        for (millis, text) in [
            (0, "0.0"),
            (9_540, "9.5"),
            (10_000, "0:10"),
            (299_999, "4:59"),
            (3_899_000, "1:04:59"),
            (3 * 86_400_000, "3 days"),
        ] {
            assert_eq!(left_text(Span::from_millis(millis)), text);
        }
    }

    #[test]
    fn every_game_can_be_opened_in_every_way() {
        for id in GameId::ALL {
            for against in [Against::Person, Against::Computer(Level::WEAKEST)] {
                for side in [Wish::Leaflet, Wish::First, Wish::Second] {
                    let begin = Begin { against, side, ..Begin::new(id.rules()) };
                    assert_eq!(begin.settings().check(), Ok(()), "{begin:?}");
                }
            }
        }
    }
}
