//! What keys, the mouse and typed words do.

use crownhead_arbiter::{Match, Span};
use crownhead_computer::Level;
use crownhead_games::GameId;

use super::*;
use crate::begin::{Wish, clock};
use crate::desk::{Task, Thought};
use crate::session::Session;
use crate::view::Plan;

const CHECKERS: GameId = GameId::WinningMovesCheckers;

/// Where the square of a name is drawn.
fn place(play: &mut Play, name: &str) -> (u16, u16) {
    let area = play.frame().area;
    let picture = crownhead_games::Picture::of(&play.table().game().expect("a game"));
    let plan = Plan::of(area, play.table(), play.moment.now);
    let is_named = |(row, col): &(usize, usize)| {
        picture.rows[*row][*col].square.is_some_and(|square| square.to_string() == name)
    };
    let (_, rect) = plan.cells.iter().find(|(at, _)| is_named(at)).expect("a square");
    (rect.x + rect.width / 2, rect.y + rect.height / 2)
}

#[test]
fn the_mouse_moves_a_checker_and_sees_its_targets() {
    for size in SIZES {
        let mut play = Play::two(CHECKERS.rules(), size);
        let at = place(&mut play, "11");
        play.click(at);
        assert_eq!(play.text().matches('*').count(), 5, "{}", play.text());
        let at = place(&mut play, "15");
        play.click(at);
        play.shows("1. 11-15");
    }
}

#[test]
fn the_arrows_and_enter_move_a_checker() {
    let mut play = Play::two(CHECKERS.rules(), (80, 24));
    let name = |play: &Play| {
        let cell = play.table().under_cursor().expect("a cell");
        cell.square.expect("a square").to_string()
    };
    for goal in ["11", "16"] {
        for _ in 0..40 {
            let here = name(&play);
            let (x, y) = place(&mut play, &here);
            let (to_x, to_y) = place(&mut play, goal);
            match ((x, y), (to_x, to_y)) {
                (from, to) if from == to => break,
                _ if to_y < y => play.press(KeyCode::Up),
                _ if to_y > y => play.press(KeyCode::Down),
                _ if to_x < x => play.press(KeyCode::Left),
                _ => play.press(KeyCode::Right),
            }
        }
        assert_eq!(name(&play), goal);
        play.press(KeyCode::Enter);
    }
    play.shows("1. 11-16");
}

#[test]
fn a_refused_move_is_explained_with_its_rule() {
    let mut play = Play::two(CHECKERS.rules(), (80, 24));
    play.say("11-12");
    play.shows("[winning-moves-checkers.move.step]");
    play.press(KeyCode::Esc);
    assert!(!play.text().contains("move.step"));
    let at = place(&mut play, "21");
    play.click(at);
    play.shows("!");
    play.say("why 11-15");
    play.shows("11-15 is legal.");
}

#[test]
fn an_overlooked_jump_is_answered_by_a_choice() {
    for (choice, text) in [("1", "compel"), ("2", "huff 15"), ("3", "stand")] {
        let mut play = Play::two(GameId::ParkerCheckers.rules(), (80, 24));
        for text in ["11-15", "22-18", "12-16"] {
            play.say(text);
        }
        play.shows("1 compel");
        play.shows("2 huff 15");
        play.shows("3 stand");
        play.say(choice);
        let plies = &play.session().whole().expect("a match").state().play.plies;
        assert_eq!(plies.last().expect("a ply").text, text);
    }
}

#[test]
fn a_stack_is_inspected() {
    let mut play = Play::two(GameId::StackEm.rules(), (80, 24));
    for text in ["11-15", "22-18", "15x22"] {
        play.say(text);
    }
    play.say("stack 22");
    play.shows("from bottom to top of 2");
    play.press(KeyCode::Esc);
    let at = place(&mut play, "22");
    play.click(at);
    play.press(KeyCode::F(8));
    play.shows("On 22, from bottom to top of 2");
}

#[test]
fn moves_are_taken_back_and_games_given_up() {
    let mut play = Play::two(CHECKERS.rules(), (80, 24));
    play.say("11-15");
    play.press(KeyCode::F(4));
    assert!(play.session().whole().expect("a match").state().play.plies.is_empty());
    play.say("11-16");
    play.press(KeyCode::F(7));
    play.shows("press F7 again");
    play.press(KeyCode::Left);
    play.press(KeyCode::F(7));
    assert!(play.session().is_playing());
    play.press(KeyCode::F(7));
    play.shows("Player one wins. Player two resigns.");
}

#[test]
fn two_people_agree_on_a_draw() {
    let mut play = Play::two(GameId::WinningMovesCheckers.rules(), (80, 24));
    play.say("11-15");
    play.say("22-18");
    play.press(KeyCode::F(6));
    let text = play.text();
    if text.contains("accept the draw") {
        play.press(KeyCode::Enter);
        play.shows("It is a draw. Both agreed.");
    } else {
        assert!(text.contains("knows no draw by agreement"), "{text}");
    }
}

#[test]
fn a_flag_falls_by_itself() {
    let begin = Begin {
        against: Against::Person,
        side: Wish::First,
        clock: clock("1+0").expect("a clock"),
        ..Begin::new(CHECKERS.rules())
    };
    let mut play = Play::of(&begin, (80, 24));
    play.say("11-15");
    play.say("22-18");
    play.pass(Duration::from_secs(21));
    play.shows("0:39");
    play.pass(Duration::from_secs(45));
    play.shows("Player one has no time left.");
}

#[test]
fn the_computer_moves_when_it_has_thought() {
    let begin = Begin {
        against: Against::Computer(Level::WEAKEST),
        side: Wish::First,
        ..Begin::new(CHECKERS.rules())
    };
    let mut play = Play::of(&begin, (80, 24));
    assert_eq!(play.session().job(None), None);
    play.say("11-15");
    let job = play.session().job(Some(3)).expect("a job");
    assert!(matches!(job.task, Task::Move { level: Level::WEAKEST, .. }));
    play.say("10-14");
    play.shows("wait for its move");
    play.app.thought(Thought::Move("22-18".to_owned()), &mut play.moment);
    play.shows("11-15     22-18");
    play.press(KeyCode::F(2));
    assert_eq!(play.session().job(None).expect("a job").task, Task::Hint);
    let hint = Thought::Hint { text: "15x22".to_owned(), sentence: "It takes.".to_owned() };
    play.app.thought(hint, &mut play.moment);
    play.shows("Hint: 15x22. It takes.");
    assert_eq!(play.session().job(None), None);
}

#[test]
fn a_kept_game_goes_on_where_it_was() {
    let mut play = Play::two(GameId::ParkerCheckers.rules(), (80, 24));
    for text in ["11-15", "22-18", "12-16"] {
        play.say(text);
    }
    play.pass(Duration::from_secs(5));
    let now = play.moment.now;
    let saved = play.session().saved(now).expect("a game");
    let json = serde_json::to_string(&saved).expect("JSON");
    let saved = serde_json::from_str(&json).expect("a game");
    let again = Session::resume("test-1", saved, &mut play.moment).expect("a match");
    assert_eq!(again.whole().map(Match::hash), play.session().whole().map(Match::hash));
    let time = play.session().time(now);
    assert_eq!(again.time(now).since(time), Span::ZERO);
    play.app.sit(again);
    play.shows("1 compel");
}

#[test]
fn the_menu_leads_to_a_game_and_back() {
    let mut play = Play::menu((80, 24), PLAIN);
    play.shows("8. Parker Brothers Checkers");
    play.press(KeyCode::Char('7'));
    play.press(KeyCode::Enter);
    play.shows("Tic-Tac-Toe On A Checkerboard");
    play.shows("Exchange         < off >");
    play.press(KeyCode::Down);
    play.press(KeyCode::Right);
    play.shows("Exchange         < on >");
    play.press(KeyCode::Enter);
    let Some(Wanted::Begin(begin)) = play.wanted.take() else { panic!("{:?}", play.wanted) };
    assert_eq!(begin.rules.option("exchange"), Some("on"));
    play.press(KeyCode::Esc);
    play.shows("Quit");
    play.event(&Event::Paste("https://games.example/AbCdEfGh#0123456789ab".to_owned()));
    play.press(KeyCode::Enter);
    assert!(matches!(play.wanted, Some(Wanted::Join(_))), "{:?}", play.wanted);
    play.press(KeyCode::Esc);
    play.say("http://nowhere");
    play.shows("A match is joined by its whole link");
}

#[test]
fn control_c_leaves_from_everywhere() {
    let leave = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut play = Play::menu((80, 24), PLAIN);
    play.event(&leave);
    assert_eq!(play.wanted, Some(Wanted::Quit));
    let mut play = Play::two(CHECKERS.rules(), (80, 24));
    play.say("help");
    play.event(&leave);
    assert_eq!(play.wanted, Some(Wanted::Quit));
}
