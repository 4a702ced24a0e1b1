//! Wrapping text to lines of eighty columns.

/// The maximum length of a line.
const COLUMNS: usize = 80;

/// Wraps a text, with `indent` spaces before each line. A longer word is not broken.
pub(crate) fn lines(text: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{}{word}", " ".repeat(indent))),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_and_never_too_long() {
        let text = "eight is".repeat(30);
        for indent in [0, 4, 10] {
            let lines = lines(&text, indent);
            assert!(lines.len() > 2);
            assert!(lines.iter().all(|line| line.chars().count() <= COLUMNS));
            let words: Vec<_> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
            assert_eq!(words.join(" "), text);
        }
        assert_eq!(lines(&"x".repeat(100), 2), [format!("  {}", "x".repeat(100))]);
        assert!(lines("", 2).is_empty());
    }
}
