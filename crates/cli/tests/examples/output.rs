//! Compares the output with what a document shows. There `…` stands for anything, and a line that is
//! only `…` for any lines.

/// Values that differ in every run, and their placeholders.
const VARIES: [(&str, &str); 5] = [
    // The weakest level plays at random.
    ("The computer plays 24-19.", "The computer plays …."),
    // How much the engine searches depends on the machine.
    (" score=", " "),
    (" nodes=", " "),
    (" time=", " "),
    (" nps=", " "),
];

/// Compares, and reports the first difference.
pub(crate) fn agrees(shown: &str, printed: &str) -> Result<(), String> {
    let said = |why: &str| Err(format!("{why}\n--- shown\n{shown}\n--- printed\n{printed}"));
    if shown.trim_start().starts_with(['{', '[']) {
        // The lines of JSON may be broken differently.
        let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        return match fits(&dense(shown), &dense(printed)) {
            true => Ok(()),
            false => said("the JSON is another one"),
        };
    }
    let lines = |text: &str| {
        let lines = text.trim_end().lines().map(|line| mask_varying_values(line.trim_end()));
        lines.collect::<Vec<_>>()
    };
    match lines_fit(&lines(shown), &lines(printed)) {
        true => Ok(()),
        false => said("the output is another one"),
    }
}

/// A line with `…` for what varies.
fn mask_varying_values(line: &str) -> String {
    let mut text = line.to_owned();
    for (varies, stands) in VARIES {
        match varies.strip_suffix('=') {
            // The value after a name, in the engine's output.
            Some(_) if text.starts_with("info ") => {
                if let Some((before, after)) = text.split_once(varies) {
                    let rest = after.split_once(' ').map_or("", |(_, rest)| rest);
                    text = format!("{before}{varies}…{stands}{rest}");
                }
            }
            _ => text = text.replace(varies, stands),
        }
    }
    text
}

fn lines_fit(shown: &[String], printed: &[String]) -> bool {
    match (shown, printed) {
        ([], []) => true,
        ([first, rest @ ..], printed) if first.trim() == "…" => {
            (0..=printed.len()).any(|skipped| lines_fit(rest, &printed[skipped..]))
        }
        ([first, rest @ ..], [line, lines @ ..]) => fits(first, line) && lines_fit(rest, lines),
        _ => false,
    }
}

/// Whether a text is a pattern in which `…` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('…') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.into_iter().any(|at| fits(after, &rest[at..]))
        }),
    }
}

#[test]
fn only_an_ellipsis_matches_anything() {
    assert!(agrees("a\n…\nd", "a\nb\nc\nd\n").is_ok());
    assert!(agrees("a\n…\nd", "a\nd\n").is_ok());
    assert!(agrees("a b… d", "a bcc d").is_ok());
    assert!(agrees("a\nb", "a\n").is_err());
    assert!(agrees("a\n", "a\nb").is_err());
    assert!(agrees("{\"a\": 1,\n \"b\": …}", "{\"a\":1,\"b\":[2,3]}").is_ok());
    assert!(agrees("{\"a\": 1}", "{\"a\":2}").is_err());
    assert!(agrees("info depth=1 nodes=3 pv=x", "info depth=1 nodes=99 pv=x").is_ok());
    assert!(agrees("info depth=1 nodes=3 pv=x", "info depth=2 nodes=99 pv=x").is_err());
}
