//! Every game from start to end, and every frame on the way.

use crownhead_games::{BoardPicture, Rules};
use ratatui::layout::Rect;

use super::*;
use crate::print::letter;
use crate::view::ScreenLayout;

/// The text drawn in an area.
fn within(frame: &Buffer, rect: Rect) -> String {
    let rows = rect.y..rect.bottom();
    rows.flat_map(|y| (rect.x..rect.right()).map(move |x| frame[(x, y)].symbol())).collect()
}

/// Every square shows its name, its top checker and the height of its stack.
fn check_board(play: &mut Play) {
    let frame = play.frame();
    let game = play.screen().game().expect("a game");
    let layout = ScreenLayout::of(frame.area, play.screen(), play.context.now);
    let picture = BoardPicture::of(&game);
    for ((row, col), rect) in &layout.cells {
        let cell = &picture.rows[*row][*col];
        let Some(square) = cell.square else { continue };
        let drawn = within(&frame, *rect);
        assert!(drawn.contains(&square.to_string()), "{square} in {drawn:?}\n{}", play.text());
        let Some(&top) = cell.checkers.last() else {
            assert!(!drawn.contains(['(', ':']), "{square} in {drawn:?}");
            continue;
        };
        let face = letter(&game, top);
        let game_match = if top.king { format!("<{face}") } else { format!("({face}") };
        let short = [":", ".", "'"].map(|sign| format!("{face}{sign}{square}"));
        let shown = match rect.height {
            1 => short.iter().any(|short| drawn.contains(short)),
            2..4 => drawn.contains(&game_match),
            _ => drawn.contains(face),
        };
        assert!(shown, "{square} in {drawn:?}\n{}", play.text());
        if let height @ 2.. = cell.checkers.len() {
            assert!(drawn.contains(&height.to_string()), "{height} on {square} in {drawn:?}");
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_at_both_sizes() {
    for rules in Rules::all() {
        for size in SIZES {
            let mut dice = fastrand::Rng::with_seed(5);
            let mut play = Play::two(rules, size);
            let mut plies = 0;
            while play.session().is_playing() {
                let legal = play.session().board().expect("a board").legal_moves();
                if plies % 9 == 0 {
                    check_board(&mut play);
                    let turn = play.session().status().expect("a sentence");
                    play.shows(&turn);
                }
                play.say(&legal[dice.usize(..legal.len())]);
                plies += 1;
                assert!(plies < 2000, "{rules} does not end");
            }
            check_board(&mut play);
            let ending = play.session().ending().expect("an end");
            let notice = &ending[..ending.len().min(60)];
            play.shows(notice);
            assert_eq!(play.text().matches(notice).count(), 1, "{rules}\n{}", play.text());
            play.shows("1 Play again");
            play.press(KeyCode::Enter);
            assert!(play.session().is_playing(), "{rules}");
        }
    }
}

#[test]
fn the_documented_screen_matches_the_drawing() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let picture = text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut play = Play::two(crownhead_games::GameId::StackEm.rules(), (80, 24));
    for text in ["11-15", "22-18", "15x22", "25x18", "12-16"] {
        play.say(text);
    }
    assert_eq!(play.text(), picture.expect("a picture"));
}

#[test]
fn the_keys_are_all_at_the_foot_of_the_smallest_screen() {
    let mut play = Play::two(crownhead_games::GameId::StackEm.rules(), (76, 24));
    play.shows("F1 Help F2 Hint F3 Lines F4 Undo F5 Turn F6 Draw F7 Resign F8 Stack F10 Menu");
}

#[test]
fn a_small_screen_asks_for_more_room_and_keeps_the_game() {
    let mut play = Play::two(crownhead_games::GameId::StackEm.rules(), (80, 24));
    play.say("11-15");
    for (width, height) in [(75, 24), (80, 23), (20, 5), (3, 2), (1, 1)] {
        play.terminal.backend_mut().resize(width, height);
        play.event(&Event::Resize(width, height));
        let text = play.text();
        assert!(width < 20 || text.contains("The window is"), "{text}");
    }
    play.terminal.backend_mut().resize(100, 30);
    play.event(&Event::Resize(100, 30));
    play.shows("1. 11-15");
}

#[test]
fn only_ascii_is_drawn_where_that_is_wished() {
    for rules in Rules::all() {
        let mut play = Play::two(rules, (80, 24));
        play.say("no such move");
        assert!(play.text().is_ascii(), "{}", play.text());
        play.press(KeyCode::F(1));
        assert!(play.text().is_ascii(), "{}", play.text());
    }
}

#[test]
fn colours_are_only_used_where_they_are_wished() {
    use ratatui::style::Color;
    let options = MatchOptions::new(crownhead_games::GameId::CoastToCoast.rules());
    for colour in [false, true] {
        let mut play = Play::of(&options, (80, 24));
        play.app.appearance.colour = colour;
        let coloured =
            |cell: &ratatui::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
        assert_eq!(play.frame().content.iter().any(coloured), colour);
    }
}
