//! A time on a clock.

use std::fmt;

/// A span of time as clocks show it, to the millisecond.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime {
    /// The total in milliseconds.
    pub millis: u64,
}

impl ClockTime {
    /// A time of this many seconds.
    pub const fn seconds(seconds: u32) -> ClockTime {
        ClockTime { millis: seconds as u64 * 1000 }
    }

    /// Reads `h:mm:ss`, with fewer digits too and with a fraction of a second; what is below a
    /// millisecond is cut off.
    pub fn from_text(text: &str) -> Option<ClockTime> {
        let mut fields = text.split(':');
        let (hours, minutes, rest) = (fields.next()?, fields.next()?, fields.next()?);
        if fields.next().is_some() {
            return None;
        }
        let (seconds, fraction) = rest.split_once('.').unwrap_or((rest, "0"));
        let (hours, minutes, seconds) =
            (digits(hours, 6)?, digits(minutes, 2)?, digits(seconds, 2)?);
        digits(fraction, 9)?;
        let millis = fraction
            .bytes()
            .chain(*b"00")
            .take(3)
            .fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0'));
        (minutes < 60 && seconds < 60).then_some(ClockTime {
            millis: ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis,
        })
    }
}

fn digits(text: &str, most: usize) -> Option<u64> {
    let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (are_digits && text.len() <= most).then(|| text.parse().ok()).flatten()
}

/// `1:05:09`, and `1:05:09.250` where there is a part of a second.
impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.millis / 1000, self.millis % 1000);
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if millis > 0 { write!(f, ".{millis:03}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_generously_and_written_in_one_form() {
        for (read, written) in [
            ("1:05:09", "1:05:09"),
            ("0:0:9.56", "0:00:09.560"),
            ("00:00:00.0009", "0:00:00"),
            ("123456:59:59", "123456:59:59"),
        ] {
            assert_eq!(ClockTime::from_text(read).unwrap().to_string(), written);
        }
        for wrong in ["", "5", "5:00", "0:60:00", "0:00:60", "0:00:00.", "1:-1:0", "::", "a:b:c"] {
            assert_eq!(ClockTime::from_text(wrong), None, "{wrong}");
        }
    }
}
