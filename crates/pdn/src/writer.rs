//! The writer: encodes a game in one normal form of PDN 3.0.

use std::fmt;

use crate::text::escape;
use crate::{ItemKind, MovetextItem, PdnGame};

/// The longest line, where there is a blank to break it at.
const WIDTH: usize = 80;

/// The tags, an empty line, the movetext in lines of at most 80 characters, the result. Between
/// two games an empty line is usual.
///
/// A FEN and a command in a comment are not broken, and a comment with a `}` in it stands behind
/// a `;` on a line of its own.
impl fmt::Display for PdnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", escape(value))?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut lines = Lines { f, column: 0, glued: true, opened: String::new() };
        lines.items(&self.items)?;
        lines.word(self.result.text())?;
        lines.f.write_str("\n")
    }
}

struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// Characters on the line.
    column: usize,
    /// Whether the next word follows without a blank.
    glued: bool,
    /// Opening signs that the next word carries.
    opened: String,
}

impl Lines<'_, '_> {
    fn items(&mut self, items: &[MovetextItem]) -> fmt::Result {
        items.iter().try_for_each(|item| self.item(&item.kind))
    }

    fn item(&mut self, kind: &ItemKind) -> fmt::Result {
        match kind {
            ItemKind::Move { number: None, text } => self.word(text.as_str()),
            ItemKind::Move { number: Some(number), text } => {
                let dots = if number.second { "..." } else { "." };
                self.word(&format!("{}{dots} {text}", number.number))
            }
            ItemKind::Nag(nag) => self.word(&format!("${nag}")),
            ItemKind::SetUp(fen) => {
                let plain: String =
                    fen.chars().filter(|c| c.is_ascii_graphic() && !"/\"".contains(*c)).collect();
                self.word(&format!("/FEN \"{plain}\"/"))
            }
            ItemKind::Comment(comment) if comment.text().contains('}') => {
                self.word(";")?;
                self.f.write_str(comment.text())?;
                self.new_line()
            }
            ItemKind::Comment(comment) => {
                self.opened.push('{');
                words(comment.text()).try_for_each(|word| self.word(word))?;
                self.close("}")
            }
            ItemKind::Variation(items) => {
                self.opened.push('(');
                self.items(items)?;
                self.close(")")
            }
        }
    }

    /// Writes what is not to be broken, on this line or the next.
    fn word(&mut self, word: &str) -> fmt::Result {
        let opened = std::mem::take(&mut self.opened);
        let length = opened.len() + word.chars().count();
        // One column is left for a closing sign, which is glued to the word.
        if !self.glued {
            if self.column + 1 + length < WIDTH {
                self.f.write_str(" ")?;
                self.column += 1;
            } else {
                self.new_line()?;
            }
        }
        self.glued = false;
        self.column += length;
        write!(self.f, "{opened}{word}")
    }

    fn close(&mut self, sign: &str) -> fmt::Result {
        if !self.opened.is_empty() {
            self.word("")?;
        }
        self.glued = false;
        self.column += 1;
        self.f.write_str(sign)
    }

    fn new_line(&mut self) -> fmt::Result {
        self.column = 0;
        self.glued = true;
        self.f.write_str("\n")
    }
}

/// The words of a comment; a command with its value is one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = rest.find(' ').unwrap_or(rest.len());
        if let Some(begin) = rest[..end].rfind("[%")
            && let Some(length) = rest[begin..].find(']').filter(|length| *length < WIDTH)
        {
            let closed = begin + length;
            end = rest[closed..].find(' ').map_or(rest.len(), |more| closed + more).max(end);
        }
        let word = &rest[..end];
        rest = rest[end..].trim_start_matches(' ');
        Some(word)
    })
}
