//! Comments, and the commands inside them.

use std::fmt;

use crate::ClockTime;
use crate::text::squeeze;

/// A comment: a text without line ends, its blanks single.
///
/// ```
/// use crownhead_pdn::{CommentCommand, Comment, ClockTime};
///
/// let comment = Comment::new("[%clk 0:04:58] well\n played");
/// assert_eq!(comment.words(), "well played");
/// assert_eq!(comment.commands().next(), Some(CommentCommand::Clock(ClockTime::seconds(298))));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment(String);

/// A command in a comment, `[%name value]`.
///
/// [`Display`](fmt::Display) writes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CommentCommand<'a> {
    /// `[%clk 0:04:58]`: the time left on the mover's clock.
    Clock(ClockTime),
    /// `[%emt 0:00:02]`: the time that the move took.
    Elapsed(ClockTime),
    /// `[%huff 18]`: the checker on this square was huffed.
    Huff(u8),
    /// `[%compel]`: a move was taken back, and a jump is due.
    Compel,
    /// `[%stand]`: an overlooked jump was let pass.
    Stand,
    /// `[%pass]`: a player passed.
    Pass,
    /// `[%move 22x15]`: the move that led to the position set up before it.
    Move(&'a str),
    /// Any other, or one of these with a value that it cannot have.
    Other {
        /// The word after `[%`.
        name: &'a str,
        /// Its value, which may be empty.
        value: &'a str,
    },
}

impl Comment {
    /// A comment with this text. Line ends become blanks.
    pub fn new(text: &str) -> Comment {
        Comment(squeeze(text))
    }

    /// The whole text, commands included.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = CommentCommand<'_>> {
        segments(&self.0).filter_map(|segment| match segment {
            Segment::Command(command, _) => Some(command),
            Segment::Text(_) => None,
        })
    }

    /// The text for people: without the commands that are understood, with all others.
    pub fn words(&self) -> String {
        let words: String = segments(&self.0)
            .map(|segment| match segment {
                Segment::Text(text) => text,
                Segment::Command(CommentCommand::Other { .. }, text) => text,
                Segment::Command(..) => " ",
            })
            .collect();
        squeeze(&words)
    }
}

enum Segment<'a> {
    Text(&'a str),
    Command(CommentCommand<'a>, &'a str),
}

/// The text from end to end, cut at the commands.
fn segments(text: &str) -> impl Iterator<Item = Segment<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (begin, inside, end) = match next_command(rest) {
            Some((0, inside, end)) => (0, Some(inside), end),
            Some((begin, ..)) => (begin, None, begin),
            None => (0, None, rest.len()),
        };
        let (part, after) = rest.split_at(end.max(begin));
        rest = after;
        Some(match inside {
            Some(inside) => Segment::Command(CommentCommand::read(inside), part),
            None => Segment::Text(part),
        })
    })
}

/// Where the next command begins, what is inside it, and where it ends.
fn next_command(text: &str) -> Option<(usize, &str, usize)> {
    let begin = text.find("[%")?;
    let length = text[begin..].find(']')?;
    Some((begin, &text[begin + 2..begin + length], begin + length + 1))
}

impl<'a> CommentCommand<'a> {
    /// The command with this inside, `clk 0:04:58`.
    fn read(inside: &'a str) -> CommentCommand<'a> {
        let (name, value) = inside.split_once(' ').unwrap_or((inside, ""));
        let value = value.trim();
        let known = match (name, value) {
            ("clk", _) => ClockTime::from_text(value).map(CommentCommand::Clock),
            ("emt", _) => ClockTime::from_text(value).map(CommentCommand::Elapsed),
            ("huff", _) if value.bytes().all(|byte| byte.is_ascii_digit()) => {
                value.parse().ok().map(CommentCommand::Huff)
            }
            ("move", _) if !value.is_empty() => Some(CommentCommand::Move(value)),
            ("compel", "") => Some(CommentCommand::Compel),
            ("stand", "") => Some(CommentCommand::Stand),
            ("pass", "") => Some(CommentCommand::Pass),
            _ => None,
        };
        known.unwrap_or(CommentCommand::Other { name, value })
    }
}

impl fmt::Display for CommentCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommentCommand::Clock(time) => write!(f, "[%clk {time}]"),
            CommentCommand::Elapsed(time) => write!(f, "[%emt {time}]"),
            CommentCommand::Huff(square) => write!(f, "[%huff {square}]"),
            CommentCommand::Compel => f.write_str("[%compel]"),
            CommentCommand::Stand => f.write_str("[%stand]"),
            CommentCommand::Pass => f.write_str("[%pass]"),
            CommentCommand::Move(text) => write!(f, "[%move {text}]"),
            CommentCommand::Other { name, value: "" } => write!(f, "[%{name}]"),
            CommentCommand::Other { name, value } => write!(f, "[%{name} {value}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_typed_and_words_are_left() {
        let comment = Comment::new(
            "well [%clk 0:04:58]played\n[%eval -0.3] [%huff 18][%compel] [%stand] [%pass] x \
             [%emt 0:0:2] [%move 22x15] [%clk soon] [%huff 3 4] [%",
        );
        let commands: Vec<_> = comment.commands().collect();
        assert_eq!(
            commands,
            [
                CommentCommand::Clock(ClockTime::seconds(298)),
                CommentCommand::Other { name: "eval", value: "-0.3" },
                CommentCommand::Huff(18),
                CommentCommand::Compel,
                CommentCommand::Stand,
                CommentCommand::Pass,
                CommentCommand::Elapsed(ClockTime::seconds(2)),
                CommentCommand::Move("22x15"),
                CommentCommand::Other { name: "clk", value: "soon" },
                CommentCommand::Other { name: "huff", value: "3 4" },
            ]
        );
        assert_eq!(comment.words(), "well played [%eval -0.3] x [%clk soon] [%huff 3 4] [%");
        for command in commands {
            let again = Comment::new(&command.to_string());
            assert_eq!(again.commands().collect::<Vec<_>>(), [command]);
        }
    }
}
