//! The options of a local match: rules, opponent, side and clock.

use crownhead_arbiter::{
    BySeat, GameOrigin, MatchSettings, Ritual, Seat, Span, Takebacks, TimeControl,
};
use crownhead_computer::Level;
use crownhead_games::Rules;
use crownhead_games::english::pluralize;
use serde::{Deserialize, Serialize};

/// The player of a seat at this terminal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SeatPlayer {
    /// A person at the keyboard.
    Person,
    /// The computer of this machine.
    Computer {
        /// How strong it plays.
        level: u8,
    },
}

/// The opponent in a local match.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OpponentChoice {
    /// The computer, at a level from 1 to 10.
    Computer(Level),
    /// Somebody else at the same keyboard.
    Person,
}

/// The side that the player who opens the match prefers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SideChoice {
    /// The leaflet's rule decides.
    Leaflet,
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
}

/// The options of a match at this terminal. The player who opens it has seat one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MatchOptions {
    /// The game and its options.
    pub rules: Rules,
    /// Who has seat two.
    pub opponent: OpponentChoice,
    /// The preferred side.
    pub side: SideChoice,
    /// The time of each player.
    pub clock: TimeControl,
}

impl MatchOptions {
    /// The defaults: a casual level of the computer, no clock, and the leaflet decides the sides.
    pub fn new(rules: Rules) -> MatchOptions {
        let opponent = OpponentChoice::Computer(Level::new(3).unwrap_or(Level::WEAKEST));
        MatchOptions { rules, opponent, side: SideChoice::Leaflet, clock: TimeControl::None }
    }

    /// Whether the players of this game can choose their sides beforehand.
    pub fn sides_are_chosen(&self) -> bool {
        !matches!(Ritual::of(self.rules.game())[0], Ritual::Lots | Ritual::Coins)
    }

    pub(crate) fn settings(&self) -> MatchSettings {
        MatchSettings {
            play: self.rules,
            ritual: self.ritual(),
            clock: self.clock,
            takebacks: Takebacks::Agreement,
            rated: false,
            origin: GameOrigin::Start,
        }
    }

    fn ritual(&self) -> Ritual {
        let leaflets = Ritual::of(self.rules.game())[0];
        match (leaflets, self.side, self.opponent) {
            (Ritual::Choice, SideChoice::First, _) => Ritual::Given { first: Seat::One },
            (Ritual::Choice, SideChoice::Second, _) => Ritual::Given { first: Seat::Two },
            (Ritual::Choice, SideChoice::Leaflet, OpponentChoice::Computer(_)) => Ritual::Lots,
            _ => leaflets,
        }
    }

    /// The youngest player, if the leaflet asks for it and a side was chosen.
    pub(crate) fn youngest(&self) -> Option<Seat> {
        match (Ritual::of(self.rules.game())[0], self.side) {
            (Ritual::Youngest, SideChoice::First) => Some(Seat::One),
            (Ritual::Youngest, SideChoice::Second) => Some(Seat::Two),
            _ => None,
        }
    }

    pub(crate) fn seats(&self) -> BySeat<SeatPlayer> {
        let two = match self.opponent {
            OpponentChoice::Computer(level) => SeatPlayer::Computer { level: level.number() },
            OpponentChoice::Person => SeatPlayer::Person,
        };
        BySeat::new(SeatPlayer::Person, two)
    }
}

/// Parses a clock: `none`, or minutes for a game and seconds for each turn, `5+3`.
pub fn parse_clock(text: &str) -> Result<TimeControl, String> {
    let error = || "write a clock as minutes + seconds per turn, such as 5+3, or none".to_owned();
    if text == "none" {
        return Ok(TimeControl::None);
    }
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| error());
    let (minutes, seconds) = (number(minutes)?, number(seconds)?);
    if !(1..=1440).contains(&minutes) || seconds > 600 {
        return Err("a clock has 1 to 1440 minutes and at most 600 seconds per turn".to_owned());
    }
    let (time, increment) = (Span::from_secs(minutes * 60), Span::from_secs(seconds));
    Ok(TimeControl::Main { time, increment })
}

/// A clock as [`parse_clock`] reads it.
pub(crate) fn format_clock(clock: TimeControl) -> String {
    match clock {
        TimeControl::None => "none".to_owned(),
        TimeControl::Main { time, increment } => {
            format!("{}+{}", time.as_millis() / 60_000, increment.as_millis() / 1000)
        }
        TimeControl::Days { days } => format!("{} a move", pluralize(days.get().into(), "day")),
    }
}

/// The time left on a clock: `4:59`, `1:04:59`, and tenths of the last ten seconds, `9.5`.
pub(crate) fn format_time_left(left: Span) -> String {
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
            assert_eq!(parse_clock(text).map(format_clock), Ok(text.to_owned()));
        }
        assert_eq!(parse_clock("10").map(format_clock), Ok("10+0".to_owned()));
        for bad in ["", "0+3", "5+", "+5", "1441+0", "5+601", "-1+2", "5 minutes"] {
            assert!(parse_clock(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_time_left_is_formatted_briefly() {
        for (millis, text) in [
            (0, "0.0"),
            (9_540, "9.5"),
            (10_000, "0:10"),
            (299_999, "4:59"),
            (3_899_000, "1:04:59"),
            (3 * 86_400_000, "3 days"),
        ] {
            assert_eq!(format_time_left(Span::from_millis(millis)), text);
        }
    }

    #[test]
    fn every_game_can_be_opened_in_every_way() {
        for id in GameId::ALL {
            for opponent in [OpponentChoice::Person, OpponentChoice::Computer(Level::WEAKEST)] {
                for side in [SideChoice::Leaflet, SideChoice::First, SideChoice::Second] {
                    let options = MatchOptions { opponent, side, ..MatchOptions::new(id.rules()) };
                    assert_eq!(options.settings().check(), Ok(()), "{options:?}");
                }
            }
        }
    }
}
