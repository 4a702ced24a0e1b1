//! The screen before a game: its options, against whom, which side, which clock.

use crownhead_computer::Level;
use crownhead_games::{GameId, OptionInfo, Rules};
use ratatui::crossterm::event::KeyCode;

use crate::begin::{Against, Begin, Wish, clock, clock_text};

/// The clocks that are offered.
const CLOCKS: [&str; 6] = ["none", "3+2", "5+3", "10+5", "30+0", "60+30"];

/// What is being chosen.
#[derive(Debug)]
pub(crate) struct Setup {
    pub(crate) begin: Begin,
    pub(crate) row: usize,
}

/// Something to choose.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Option(&'static OptionInfo),
    Against,
    Level,
    Side,
    Clock,
    Start,
}

pub(super) enum Step {
    Stay,
    Begin(Begin),
    Back,
}

impl Setup {
    pub(super) fn new(game: GameId) -> Setup {
        let begin = Begin::new(game.rules());
        let mut setup = Setup { begin, row: 0 };
        setup.row = setup.fields().len() - 1;
        setup
    }

    /// What there is to choose; the last begins the game.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let options = self.begin.rules.game().options().iter().map(Field::Option);
        let level = matches!(self.begin.against, Against::Computer(_)).then_some(Field::Level);
        let side = self.begin.sides_are_chosen().then_some(Field::Side);
        options
            .chain([Field::Against])
            .chain(level)
            .chain(side)
            .chain([Field::Clock, Field::Start])
            .collect()
    }

    pub(super) fn is_last(&self) -> bool {
        self.row + 1 >= self.fields().len()
    }

    pub(super) fn key(&mut self, code: KeyCode) -> Step {
        let last = self.fields().len() - 1;
        match code {
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => {
                self.row = if self.row >= last { 0 } else { self.row + 1 }
            }
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Enter => return Step::Begin(self.begin),
            KeyCode::Esc => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    fn change(&mut self, by: isize) {
        let Some(field) = self.fields().get(self.row).copied() else { return };
        match field {
            Field::Option(option) => {
                let now = self.begin.rules.option(option.key).unwrap_or_default();
                let place = option.values.iter().position(|value| *value == now);
                let value = option.values[turn(place.unwrap_or(0), option.values.len(), by)];
                self.begin.rules = with(self.begin.rules, option.key, value);
            }
            Field::Against => {
                self.begin.against = match self.begin.against {
                    Against::Computer(_) => Against::Person,
                    Against::Person => Begin::new(self.begin.rules).against,
                };
            }
            Field::Level => {
                if let Against::Computer(level) = self.begin.against {
                    let place = turn(usize::from(level.number()) - 1, 10, by);
                    let level = u8::try_from(place + 1).ok().and_then(Level::new);
                    self.begin.against = Against::Computer(level.unwrap_or(Level::WEAKEST));
                }
            }
            Field::Side => {
                const SIDES: [Wish; 3] = [Wish::Leaflet, Wish::First, Wish::Second];
                let place = SIDES.iter().position(|side| *side == self.begin.side);
                self.begin.side = SIDES[turn(place.unwrap_or(0), 3, by)];
            }
            Field::Clock => {
                let now = clock_text(self.begin.clock);
                let place = CLOCKS.iter().position(|text| *text == now).unwrap_or(0);
                let text = CLOCKS[turn(place, CLOCKS.len(), by)];
                self.begin.clock = clock(text).unwrap_or(self.begin.clock);
            }
            Field::Start => {}
        }
        self.row = self.row.min(self.fields().len() - 1);
    }
}

fn with(rules: Rules, key: &str, value: &str) -> Rules {
    rules.with(key, value).unwrap_or(rules)
}

/// The place after or before another, around.
fn turn(place: usize, of: usize, by: isize) -> usize {
    (place + of).saturating_add_signed(by) % of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_can_be_changed_and_leads_to_a_match() {
        for id in GameId::ALL {
            let mut setup = Setup::new(*id);
            let mut row = 0;
            while row < setup.fields().len() {
                setup.row = row;
                let (before, field) = (setup.begin, setup.fields()[row]);
                setup.key(KeyCode::Right);
                assert_eq!(setup.begin == before, field == Field::Start, "{id} {field:?}");
                assert_eq!(setup.begin.settings().check(), Ok(()));
                row += 1;
            }
        }
    }

    #[test]
    fn choices_go_around() {
        assert_eq!(turn(0, 3, -1), 2);
        assert_eq!(turn(2, 3, 1), 0);
    }
}
