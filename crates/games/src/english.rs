//! English for command-line output: plurals, lists, and suggestions for mistyped names.

use std::fmt::Display;

/// The maximal number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// A count with its noun: `1 match`, `2 matches`, `0 plies`.
///
/// ```
/// use crownhead_games::english::pluralize;
///
/// assert_eq!(pluralize(1, "ply"), "1 ply");
/// assert_eq!(pluralize(40, "ply"), "40 plies");
/// ```
pub fn pluralize(count: u64, noun: &str) -> String {
    if count == 1 {
        return format!("1 {noun}");
    }
    let hisses = ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ if hisses => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// The names similar to a typed one, the most similar first, at most three. Case, hyphens and
/// spaces are ignored.
pub fn suggestions<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = letters(typed);
    let near = |name: &'a str| Some((similarity_distance(&typed, &letters(name))?, name));
    let mut found: Vec<(usize, &str)> = names.into_iter().filter_map(near).collect();
    found.sort_by_key(|(far, _)| *far);
    found.into_iter().take(MAX_SUGGESTIONS).map(|(_, name)| name).collect()
}

/// The names most similar to a typed one, even if none is really similar.
pub fn most_similar(typed: &str, mut names: Vec<String>) -> Vec<String> {
    names.sort_by_cached_key(|name| edit_distance(&letters(typed), &letters(name)));
    names.truncate(MAX_SUGGESTIONS);
    names
}

/// `Did you mean a, b or c?`
pub fn did_you_mean<T: Display>(names: &[T]) -> String {
    format!("Did you mean {}?", any_of(names))
}

/// `a, b or c`
pub fn any_of<T: Display>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(ToString::to_string).collect();
            format!("{} or {last}", first.join(", "))
        }
    }
}

fn letters(text: &str) -> Vec<char> {
    let letters = text.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '\''));
    letters.flat_map(char::to_lowercase).collect()
}

/// The distance of a name from the typed one; none if they are not similar.
fn similarity_distance(typed: &[char], name: &[char]) -> Option<usize> {
    let contains = name.windows(typed.len().max(1)).any(|part| part == typed);
    match edit_distance(typed, name) {
        few if few <= (typed.len() / 3).max(1) => Some(few),
        _ if typed.len() >= 3 && name.starts_with(typed) => Some(typed.len()),
        _ if typed.len() >= 3 && contains => Some(typed.len() + 1),
        _ => None,
    }
}

/// The edit distance: insertions, deletions, substitutions and swaps of neighbours.
fn edit_distance(one: &[char], other: &[char]) -> usize {
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            let swapped = i > 1 && j > 1;
            if swapped && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameId;

    #[test]
    fn only_one_is_singular() {
        let counts = |noun| [0, 1, 2].map(|count| pluralize(count, noun)).join(", ");
        assert_eq!(counts("game"), "0 games, 1 game, 2 games");
        assert_eq!(counts("ply"), "0 plies, 1 ply, 2 plies");
        assert_eq!(counts("day"), "0 days, 1 day, 2 days");
        assert_eq!(counts("match"), "0 matches, 1 match, 2 matches");
    }

    #[test]
    fn only_similar_names_are_suggested() {
        for (typed, meant) in [
            ("regal", "regal-checkers"),
            ("stackem", "stack-em"),
            ("Stack'Em", "stack-em"),
            ("stcak-em", "stack-em"),
            ("coast-to-cost", "coast-to-coast"),
            ("tictactoe", "tic-tac-toe or checkerboard-tic-tac-toe"),
            ("checkers", "regal-checkers, winning-moves-checkers or parker-checkers"),
            ("king", "king-me-standard"),
            ("chess", ""),
            ("", ""),
            ("c", ""),
        ] {
            let names = suggestions(typed, GameId::ALL.iter().map(|id| id.name()));
            assert_eq!(any_of(&names), meant, "{typed}");
        }
    }

    #[test]
    fn a_question_joins_names_with_or() {
        assert_eq!(did_you_mean(&["11-15"]), "Did you mean 11-15?");
        assert_eq!(did_you_mean(&["11-15", "11-16"]), "Did you mean 11-15 or 11-16?");
        assert_eq!(did_you_mean(&[1, 2, 3]), "Did you mean 1, 2 or 3?");
    }

    #[test]
    fn the_most_similar_moves_come_first() {
        let moves = ["1-6", "10x19", "11-15", "11-16", "2-7", "22-18"];
        let moves: Vec<_> = moves.map(ToOwned::to_owned).into();
        assert_eq!(most_similar("11-17", moves)[..2], ["11-15", "11-16"]);
    }
}
