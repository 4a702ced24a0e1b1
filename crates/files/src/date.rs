//! The day of a game, as far as it is known.

use std::str::FromStr;

/// A date as files have it, `1946.08.??`: what is not known is left out from the end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

/// Not a date.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a date is given as 1946, 1946.08 or 1946.08.31")]
pub struct ParseDateError;

impl Date {
    /// Whether some day that fits the known part is not before `since`.
    pub fn possibly_on_or_after(self, since: Date) -> bool {
        self.latest() >= since.earliest()
    }

    /// Whether some day that fits the known part is not after `until`.
    pub fn possibly_on_or_before(self, until: Date) -> bool {
        self.earliest() <= until.latest()
    }

    /// The year, always known: 0 to 9999.
    pub fn year(self) -> u16 {
        self.year
    }

    fn earliest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    fn latest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }
}

/// Reads `1946`, `1946.08`, `1946.08.31` and the like with `-`, `/` and `?`.
impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let mut fields = text.trim().split(['.', '-', '/']);
        let year = fields.next().filter(|year| year.len() == 4).ok_or(ParseDateError)?;
        let mut part = |most: u8| match fields.next() {
            None | Some("?" | "??" | "") => Ok(None),
            Some(text) => {
                let number = text.parse().ok().filter(|number| (1..=most).contains(number));
                number.map(Some).ok_or(ParseDateError)
            }
        };
        let (month, day) = (part(12)?, part(31)?);
        let year = year.parse().map_err(|_| ParseDateError)?;
        match fields.next() {
            None => Ok(Date { year, month, day: day.filter(|_| month.is_some()) }),
            Some(_) => Err(ParseDateError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_part_of_a_date_matches_any_day() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        for text in ["1946", "1946.??.??", "1946-08", "1946/08/31", "1946.08.?"] {
            assert!(date(text).possibly_on_or_after(date("1946.08.15")), "{text}");
            assert!(date(text).possibly_on_or_before(date("1946.08.31")), "{text}");
            assert!(!date(text).possibly_on_or_after(date("1947")), "{text}");
            assert!(!date(text).possibly_on_or_before(date("1945.12")), "{text}");
        }
        for wrong in ["", "?", "????.??.??", "46.08", "1946.13", "1946.1.32", "1946.1.1.1", "19é6"]
        {
            assert_eq!(wrong.parse::<Date>(), Err(ParseDateError), "{wrong}");
        }
    }
}
