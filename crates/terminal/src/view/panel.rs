//! The side panel: players and clocks, moves, analysis lines, choices.

use std::time::Duration;

use crownhead_arbiter::{Match, Seat, Timestamp};
use crownhead_games::{Game, english};
use crownhead_rules::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::ScreenLayout;
use super::text::{cut, wrapped};
use super::theme::Theme;
use crate::app::MatchScreen;
use crate::board_description;
use crate::match_options::format_time_left;
use crate::print::letter;
use crate::session::Session;
use crate::typed_command::TYPED_COMMANDS;

/// The panel height from which on moves and analysis lines fit together.
const TALL_PANEL: u16 = 30;

/// Draws the panel of a match.
pub(super) fn draw(
    screen: &MatchScreen,
    layout: &ScreenLayout,
    theme: Theme,
    now: Duration,
    buffer: &mut Buffer,
) {
    let panel = layout.panel;
    let Some(game_match) = screen.session.game_match() else { return };
    let top = Rect::new(panel.x, panel.y, panel.width, 1);
    let foot = Rect::new(panel.x, panel.bottom().saturating_sub(1), panel.width, 1);
    let below = seat_below(screen, game_match);
    let now = screen.session.time(now);
    for (seat, at) in [(!below, top), (below, foot)] {
        draw_player(&screen.session, (game_match, seat), now, at, theme, buffer);
    }
    choices(screen, layout, theme, buffer);
    let end = layout.choices.first().map_or(foot.y.saturating_sub(1), |(rect, _)| rect.y);
    let middle = Rect::new(panel.x, top.y + 1, panel.width, end.saturating_sub(top.y + 1));
    contents(screen, game_match, middle, theme, buffer);
}

/// The player at the lower edge of the board.
fn seat_below(screen: &MatchScreen, game_match: &Match) -> Seat {
    let mine = screen.session.local_seats();
    match (mine.as_slice(), screen.is_turned()) {
        ([seat], _) => *seat,
        (_, turned) => {
            let side = if turned { Side::First } else { Side::Second };
            game_match.seat_of(side).unwrap_or(Seat::One)
        }
    }
}

fn draw_player(
    session: &Session,
    (game_match, seat): (&Match, Seat),
    now: Timestamp,
    at: Rect,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let side = game_match.side_of(seat).and_then(|side| {
        let game = game_match.board()?;
        let man = crownhead_rules::Checker { side, king: false };
        Some(format!(" ({})", letter(game, man)))
    });
    let gone = if game_match.state().absent[seat].is_some() { ", away" } else { "" };
    let turn = if game_match.turn() == Some(seat) { "* " } else { "  " };
    let clocks = game_match.state().play.clocks.as_ref();
    let clock = clocks.map(|clocks| format_time_left(clocks.left_at(seat, now)));
    let clock = clock.unwrap_or_default();
    let name = format!("{turn}{}{}{gone}", session.title(seat), side.unwrap_or_default());
    let room = usize::from(at.width).saturating_sub(clock.len() + 1);
    let style = if game_match.turn() == Some(seat) { theme.heading() } else { Style::new() };
    buffer.set_stringn(at.x, at.y, cut(&theme.text(&name), room), room, style);
    let x = at.right().saturating_sub(clock.len() as u16);
    buffer.set_stringn(x, at.y, &clock, usize::from(at.width), theme.heading());
}

fn choices(screen: &MatchScreen, layout: &ScreenLayout, theme: Theme, buffer: &mut Buffer) {
    for (number, (rect, lines)) in layout.choices.iter().enumerate() {
        let style = if screen.focus == Some(number) { theme.chosen() } else { Style::new() };
        for (line, y) in lines.iter().zip(rect.y..rect.bottom()) {
            let width = usize::from(rect.width.saturating_sub(1));
            let line = format!("{:width$}", theme.text(line));
            buffer.set_stringn(rect.x, y, line, width, style);
        }
    }
}

/// The middle of the panel: facts, then moves, analysis lines or both, and the notifications if
/// they fit.
fn contents(
    screen: &MatchScreen,
    game_match: &Match,
    area: Rect,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let mut page = Page { area, y: area.y + 1, theme, buffer };
    if let Some(game) = game_match.board() {
        facts(screen, game_match, game).iter().for_each(|line| page.write(line, theme.faint()));
    }
    let moves = rows(game_match);
    if page.area.height >= TALL_PANEL {
        let words = TYPED_COMMANDS.len() as u16 + 3;
        let lines = if screen.analysis { page.left() / 3 } else { 0 };
        let room = page.left().saturating_sub(words + lines);
        page.list("Moves", &moves, screen.scroll, room.max(6));
        if screen.analysis {
            page.y += 1;
            analysis(screen, &mut page, lines.saturating_sub(1));
        }
        page.y += 1;
        page.write("Words to type", theme.heading());
        for (word, does) in TYPED_COMMANDS {
            page.write(&format!("{word}: {does}"), Style::new());
        }
    } else if screen.analysis {
        let rows = page.left();
        analysis(screen, &mut page, rows);
    } else {
        let rows = page.left();
        page.list("Moves", &moves, screen.scroll, rows);
    }
}

/// Facts that the board does not show: the score of a series, checkers at home, tic-tac-toes, and
/// the stack under the cursor.
fn facts(screen: &MatchScreen, game_match: &Match, game: &Game) -> Vec<String> {
    let mut facts = Vec::new();
    let name = |side: Side| game.side_names()[side].english();
    let score = game_match.state().score;
    if score.won.one + score.won.two + score.drawn > 0 {
        let (one, two) = (screen.session.name_of(Seat::One), screen.session.name_of(Seat::Two));
        let drawn = match score.drawn {
            0 => String::new(),
            drawn => format!(", drawn {drawn}"),
        };
        facts.push(format!("Games: {one} {}, {two} {}{drawn}", score.won.one, score.won.two));
    }
    let home = |side| Some(format!("{} {}", name(side), game.checkers_home(side)?));
    if let [Some(first), Some(second)] = Side::ALL.map(home) {
        facts.push(format!("Home: {first}, {second}"));
    }
    let counted = Side::ALL.map(|side| game.tic_tac_toes(side).len());
    if game.rules().game().wins_by_count() {
        facts.push(format!("Tic-tac-toes: x {}, o {}", counted[0], counted[1]));
    }
    if let Some(cell) = screen.under_cursor().filter(|cell| cell.checkers.len() > 1)
        && let Some(square) = cell.square
    {
        facts.extend(board_description::describe_square(game, &square.to_string()));
    }
    facts
}

/// The moves, one row for both sides.
fn rows(game_match: &Match) -> Vec<String> {
    let mut rows: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for ply in &game_match.state().play.plies {
        let first = game_match.side_of(ply.seat) == Some(Side::First);
        let new = rows.last().is_none_or(|(_, second)| first && !second.is_empty());
        if new {
            rows.push((Vec::new(), Vec::new()));
        }
        if let Some((one, other)) = rows.last_mut() {
            if first { one.push(&ply.text) } else { other.push(&ply.text) }
        }
    }
    let row = |((one, other), number): (&(Vec<&str>, Vec<&str>), usize)| {
        let first = if one.is_empty() { "...".to_owned() } else { one.join(", ") };
        format!("{number:>3}. {first:<9} {}", other.join(", "))
    };
    rows.iter().zip(1..).map(row).collect()
}

fn analysis(screen: &MatchScreen, page: &mut Page<'_>, rows: u16) {
    let theme = page.theme;
    let end = page.y + rows;
    match &screen.lines {
        None => page.write("Lines: thinking", theme.heading()),
        Some(lines) => {
            let heading = format!("Lines: depth {}, {}", lines.depth, counted(lines.nodes));
            page.write(&heading, theme.heading());
            for line in &lines.lines {
                if page.y >= end {
                    break;
                }
                page.write(&line.verdict, theme.hint());
                let text = format!("  {}", line.moves.join(" "));
                let width = usize::from(page.area.width.saturating_sub(1));
                for line in wrapped(&text, width, 2).iter().take(2) {
                    page.line(line, Style::new());
                }
            }
        }
    }
}

/// `1.2 million positions`
fn counted(nodes: u64) -> String {
    match nodes {
        0..10_000 => english::pluralize(nodes, "node"),
        10_000..1_000_000 => format!("{}k nodes", nodes / 1000),
        _ => format!("{:.1}M nodes", nodes as f64 / 1e6),
    }
}

/// An area that is filled from top to bottom.
struct Page<'a> {
    area: Rect,
    y: u16,
    theme: Theme,
    buffer: &'a mut Buffer,
}

impl Page<'_> {
    fn left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    fn line(&mut self, text: &str, style: Style) {
        if self.y < self.area.bottom() {
            let width = usize::from(self.area.width.saturating_sub(1));
            let text = cut(&self.theme.text(text), width);
            self.buffer.set_stringn(self.area.x, self.y, text, width, style);
            self.y += 1;
        }
    }

    fn write(&mut self, text: &str, style: Style) {
        let width = usize::from(self.area.width.saturating_sub(1));
        for line in wrapped(text, width, 2) {
            self.line(&line, style);
        }
    }

    /// Draws the end of a list, or an earlier part if it is scrolled.
    fn list(&mut self, heading: &str, rows: &[String], scroll: usize, height: u16) {
        self.write(heading, self.theme.heading());
        let height = usize::from(height.saturating_sub(1));
        let end = rows.len().saturating_sub(scroll.min(rows.len().saturating_sub(height)));
        for row in &rows[end.saturating_sub(height)..end] {
            self.line(row, Style::new());
        }
    }
}
