//! The setup screen of a new match: options, opponent, side and clock.

use crownhead_computer::Level;
use crownhead_games::{GameId, OptionInfo, Rules};
use ratatui::crossterm::event::KeyCode;

use crate::match_options::{MatchOptions, OpponentChoice, SideChoice, format_clock, parse_clock};

/// The time controls on offer.
const CLOCKS: [&str; 6] = ["none", "3+2", "5+3", "10+5", "30+0", "60+30"];

/// The options of the new match, and the selected row.
#[derive(Debug)]
pub(crate) struct SetupScreen {
    pub(crate) options: MatchOptions,
    pub(crate) row: usize,
}

/// A field of the setup screen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum SetupField {
    Option(&'static OptionInfo),
    Against,
    Level,
    Side,
    Clock,
    Start,
}

pub(super) enum SetupStep {
    Stay,
    Start(MatchOptions),
    Back,
}

impl SetupScreen {
    pub(super) fn new(game: GameId) -> SetupScreen {
        let options = MatchOptions::new(game.rules());
        let mut setup = SetupScreen { options, row: 0 };
        setup.row = setup.fields().len() - 1;
        setup
    }

    /// The fields; the last one starts the game.
    pub(crate) fn fields(&self) -> Vec<SetupField> {
        let options = self.options.rules.game().options().iter().map(SetupField::Option);
        let level = matches!(self.options.opponent, OpponentChoice::Computer(_))
            .then_some(SetupField::Level);
        let side = self.options.sides_are_chosen().then_some(SetupField::Side);
        options
            .chain([SetupField::Against])
            .chain(level)
            .chain(side)
            .chain([SetupField::Clock, SetupField::Start])
            .collect()
    }

    pub(super) fn is_last(&self) -> bool {
        self.row + 1 >= self.fields().len()
    }

    pub(super) fn key(&mut self, code: KeyCode) -> SetupStep {
        let last = self.fields().len() - 1;
        match code {
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => {
                self.row = if self.row >= last { 0 } else { self.row + 1 }
            }
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Enter => return SetupStep::Start(self.options),
            KeyCode::Esc => return SetupStep::Back,
            _ => {}
        }
        SetupStep::Stay
    }

    fn change(&mut self, by: isize) {
        let Some(field) = self.fields().get(self.row).copied() else { return };
        match field {
            SetupField::Option(option) => {
                let now = self.options.rules.option(option.key).unwrap_or_default();
                let place = option.values.iter().position(|value| *value == now);
                let value = option.values[cycle(place.unwrap_or(0), option.values.len(), by)];
                self.options.rules = with(self.options.rules, option.key, value);
            }
            SetupField::Against => {
                self.options.opponent = match self.options.opponent {
                    OpponentChoice::Computer(_) => OpponentChoice::Person,
                    OpponentChoice::Person => MatchOptions::new(self.options.rules).opponent,
                };
            }
            SetupField::Level => {
                if let OpponentChoice::Computer(level) = self.options.opponent {
                    let place = cycle(usize::from(level.number()) - 1, 10, by);
                    let level = u8::try_from(place + 1).ok().and_then(Level::new);
                    self.options.opponent =
                        OpponentChoice::Computer(level.unwrap_or(Level::WEAKEST));
                }
            }
            SetupField::Side => {
                const SIDES: [SideChoice; 3] =
                    [SideChoice::Leaflet, SideChoice::First, SideChoice::Second];
                let place = SIDES.iter().position(|side| *side == self.options.side);
                self.options.side = SIDES[cycle(place.unwrap_or(0), 3, by)];
            }
            SetupField::Clock => {
                let now = format_clock(self.options.clock);
                let place = CLOCKS.iter().position(|text| *text == now).unwrap_or(0);
                let text = CLOCKS[cycle(place, CLOCKS.len(), by)];
                self.options.clock = parse_clock(text).unwrap_or(self.options.clock);
            }
            SetupField::Start => {}
        }
        self.row = self.row.min(self.fields().len() - 1);
    }
}

fn with(rules: Rules, key: &str, value: &str) -> Rules {
    rules.with(key, value).unwrap_or(rules)
}

/// The index after or before another, cyclically.
fn cycle(place: usize, of: usize, by: isize) -> usize {
    (place + of).saturating_add_signed(by) % of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_can_be_changed_and_leads_to_a_match() {
        for id in GameId::ALL {
            let mut setup = SetupScreen::new(*id);
            let mut row = 0;
            while row < setup.fields().len() {
                setup.row = row;
                let (before, field) = (setup.options, setup.fields()[row]);
                setup.key(KeyCode::Right);
                assert_eq!(setup.options == before, field == SetupField::Start, "{id} {field:?}");
                assert_eq!(setup.options.settings().check(), Ok(()));
                row += 1;
            }
        }
    }

    #[test]
    fn choices_are_cyclic() {
        assert_eq!(cycle(0, 3, -1), 2);
        assert_eq!(cycle(2, 3, 1), 0);
    }
}
