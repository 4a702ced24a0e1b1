//! Recording the campaign: rows that are appended to the tables of a Markdown file.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell};

/// The columns that every table begins with.
const COMMON: [&str; 4] = ["date", "commit", "command", "machine"];

/// A row to append.
pub(super) struct Row<'a> {
    /// The heading of the table.
    pub(super) heading: &'a str,
    pub(super) command: String,
    /// The further columns, with their figures.
    pub(super) figures: Vec<(&'static str, String)>,
}

/// Appends the row to a file, below its heading; makes the table if there is none.
pub(super) fn append(shell: &Shell, path: &Path, row: &Row<'_>) -> Result<(), Failure> {
    let read = |line: &str| shell.capture(&CommandLine::new(line)).unwrap_or_default();
    let date = read("date -u +%F");
    let commit = read("git rev-parse --short HEAD");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    let machine = format!("{cores} cores, load {load}");
    let common = [date.trim(), &format!("`{}`", commit.trim()), &row.command, &machine];
    let text = fs::read_to_string(path).unwrap_or_default();
    fs::write(path, with_row(&text, row, common))
        .map_err(|error| Failure::Missing(format!("{}: {error}", path.display())))
}

/// The text with one row more.
fn with_row(text: &str, row: &Row<'_>, common: [&str; 4]) -> String {
    let line = |cells: &[&str]| format!("| {} |", cells.join(" | "));
    let names: Vec<_> =
        COMMON.into_iter().chain(row.figures.iter().map(|(name, _)| *name)).collect();
    let values: Vec<_> =
        common.into_iter().chain(row.figures.iter().map(|(_, value)| value.as_str())).collect();
    let (head, rule) = (line(&names), line(&vec!["---"; names.len()]));
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let heading = format!("## {}", row.heading);
    let begin = lines.iter().position(|line| *line == heading).unwrap_or_else(|| {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(heading);
        lines.len() - 1
    });
    let end = lines[begin + 1..].iter().position(|line| line.starts_with("## "));
    let end = end.map_or(lines.len(), |after| begin + 1 + after);
    // The table with the same columns, or a new one at the end of the section.
    match lines[begin..end].iter().position(|line| *line == head) {
        Some(table) => {
            let rows = lines[begin + table..end].iter().take_while(|line| line.starts_with('|'));
            lines.insert(begin + table + rows.count(), line(&values));
        }
        None => {
            let last = lines[..end].iter().rposition(|line| !line.is_empty()).unwrap_or(begin);
            let new = [String::new(), head, rule, line(&values)];
            lines.splice(last + 1..last + 1, new);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_appended_below_their_heading() {
        let row = |kills: &str| Row {
            heading: "Kills",
            command: "`x`".to_owned(),
            figures: vec![("kills", kills.to_owned())],
        };
        let common = ["2026-01-01", "`abc`", "`x`", "2 cores"];
        let one =
            with_row("# Campaign\n\n## Kills\n\nWords.\n\n## Fuzz\n\nMore.\n", &row("1"), common);
        let two = with_row(&one, &row("2"), common);
        let expected = "# Campaign\n\n## Kills\n\nWords.\n\n\
                        | date | commit | command | machine | kills |\n\
                        | --- | --- | --- | --- | --- |\n\
                        | 2026-01-01 | `abc` | `x` | 2 cores | 1 |\n\
                        | 2026-01-01 | `abc` | `x` | 2 cores | 2 |\n\n## Fuzz\n\nMore.\n";
        assert_eq!(two, expected);
        assert!(with_row("", &row("1"), common).starts_with("## Kills\n\n| date |"));
    }
}
