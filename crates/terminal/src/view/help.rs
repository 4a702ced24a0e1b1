//! The help screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::cut;
use super::theme::Theme;
use crate::typed_command::TYPED_COMMANDS;

/// The keys and their effects.
const KEYS: [(&str, &str); 6] = [
    ("arrows, Enter", "move the cursor and tap a square; tap twice for a move"),
    ("mouse", "tap squares, choices and the keys below"),
    ("Tab", "switch between board and choices"),
    ("PageUp, PageDown", "scroll the list of moves"),
    ("Esc", "cancel; then go to the menu"),
    ("Ctrl-C", "save and quit"),
];

/// Draws the help over everything else.
pub(super) fn draw(area: Rect, theme: Theme, buffer: &mut Buffer) {
    let width = 76.min(area.width - 2);
    let height = (TYPED_COMMANDS.len() + KEYS.len() + 3) as u16;
    let (x, y) = ((area.width - width) / 2, area.height.saturating_sub(height) / 2);
    for row in y..(y + height).min(area.bottom()) {
        let blank = " ".repeat(usize::from(width));
        buffer.set_stringn(area.x + x, area.y + row, blank, usize::from(width), theme.chosen());
    }
    let mut row = y;
    let mut write = |text: &str| {
        if row < area.bottom() {
            let text = cut(&theme.text(text), usize::from(width - 2));
            buffer.set_stringn(x + 1, row, text, usize::from(width - 2), theme.chosen());
            row += 1;
        }
    };
    write("Keys");
    KEYS.iter().for_each(|(key, does)| write(&format!("  {key:<18} {does}")));
    write("Commands to type, then Enter");
    TYPED_COMMANDS.iter().for_each(|(word, does)| write(&format!("  {word:<26} {does}")));
    write("Signs: = tapped  * target  ! mentioned  ? hint  . can move  ' last move");
}
