//! Text layout: wrapping and truncation.

/// Wraps a text to lines of at most `width` characters; all but the first are indented.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> Vec<String> {
    let width = width.max(indent + 4);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let used = lines.last().map_or(0, |line| line.chars().count());
            let begun = used > if lines.len() > 1 { indent } else { 0 };
            let room = width.saturating_sub(used + usize::from(begun));
            match lines.last_mut() {
                Some(line) if word.len() <= room => {
                    if begun {
                        line.push(' ');
                    }
                    line.extend(word);
                    break;
                }
                // A word that is longer than a line is broken at the end of the line.
                Some(line) if !begun => {
                    let rest = word.split_off(room.max(1));
                    line.extend(word);
                    word = rest;
                    lines.push(" ".repeat(indent));
                }
                Some(_) => lines.push(" ".repeat(indent)),
                None => lines.push(String::new()),
            }
        }
    }
    lines
}

/// Truncates a text to `width` characters.
pub(crate) fn cut(text: &str, width: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_longer_than_they_may_be() {
        assert_eq!(wrapped("1 huff 14: remove it", 10, 2), ["1 huff 14:", "  remove", "  it"]);
        assert_eq!(wrapped("abcdefghijkl mn", 6, 0), ["abcdef", "ghijkl", "mn"]);
        assert_eq!(wrapped("", 6, 0), Vec::<String>::new());
        for width in 6..30 {
            let text =
                "You have to jump with 14: 14x23, that's it; abcdefghijklmnopqrstuvwxyzabcdefgh";
            for line in wrapped(text, width, 2) {
                assert!(line.chars().count() <= width, "{line:?} in {width}");
            }
        }
    }
}
