//! The tags at the head of a game.

use std::fmt;

/// The standard's tags of every game, in its order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags in order: the seven standard ones first, in the order of the standard, then the others as
/// they were added.
///
/// A file may have a tag twice that is none of the seven. Both are kept, and the first counts.
///
/// ```
/// use crownhead_pdn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("RuleSet", "stack-em")?;
/// tags.set("Event", "Club evening")?;
/// assert_eq!(tags.get("Event"), Some("Club evening"));
/// assert_eq!(tags.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["Event", "RuleSet"]);
/// assert!(tags.set("no capital", "").is_err());
/// # Ok::<(), crownhead_pdn::InvalidTagName>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tags(Vec<(String, String)>);

/// Not the name of a tag: a capital letter, then letters, digits and `_`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidTagName;

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// All tags with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives a tag a value, instead of any that it has. Line ends in a value become blanks.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidTagName> {
        if !is_name(name) {
            return Err(InvalidTagName);
        }
        let value = value.replace(['\n', '\r'], " ");
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.add(name.to_owned(), value),
        }
        Ok(())
    }

    /// Adds a tag with a proper name and a value without line ends.
    pub(crate) fn add(&mut self, name: String, value: String) {
        debug_assert!(is_name(&name) && !value.contains(['\n', '\r']));
        let rank = rank(&name);
        // Most files are in order already, so the search starts at the end.
        let before = self.0.iter().rposition(|(known, _)| self::rank(known) <= rank);
        self.0.insert(before.map_or(0, |i| i + 1), (name, value));
    }
}

/// Whether a tag is one of the seven.
pub(crate) fn is_standard(name: &str) -> bool {
    ROSTER.contains(&name)
}

fn rank(name: &str) -> usize {
    ROSTER.iter().position(|known| *known == name).unwrap_or(ROSTER.len())
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl fmt::Display for InvalidTagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tag's name is a capital letter, then letters, digits and _")
    }
}

impl std::error::Error for InvalidTagName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seven_come_first() {
        let mut tags = Tags::default();
        for name in ["RuleSet", "Result", "Board", "Event", "Black"] {
            tags.set(name, name).unwrap();
        }
        tags.set("Board", "2\n3").unwrap();
        let names: Vec<_> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Black", "Result", "RuleSet", "Board"]);
        assert_eq!(tags.get("Board"), Some("2 3"));
        for wrong in ["", "event", "É", "A b", "A\""] {
            assert_eq!(tags.set(wrong, ""), Err(InvalidTagName));
        }
    }
}
