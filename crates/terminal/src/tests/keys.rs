//! What keys, the mouse and typed words do.

use crownhead_arbiter::{Match, Span};
use crownhead_computer::{Intent, Level};
use crownhead_games::GameId;

use super::*;
use crate::analysis_worker::AnalysisTask;
use crate::match_options::{SideChoice, parse_clock};
use crate::session::Session;
use crate::view::ScreenLayout;

const CHECKERS: GameId = GameId::WinningMovesCheckers;

/// Where a named square is drawn.
fn place(play: &mut Play, name: &str) -> (u16, u16) {
    let area = play.frame().area;
    let picture = crownhead_games::BoardPicture::of(&play.screen().game().expect("a game"));
    let layout = ScreenLayout::of(area, play.screen(), play.context.now);
    let is_named = |(row, col): &(usize, usize)| {
        picture.rows[*row][*col].square.is_some_and(|square| square.to_string() == name)
    };
    let (_, rect) = layout.cells.iter().find(|(at, _)| is_named(at)).expect("a square");
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
        let cell = play.screen().under_cursor().expect("a cell");
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
        let plies = &play.session().game_match().expect("a match").state().play.plies;
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
    assert!(play.session().game_match().expect("a match").state().play.plies.is_empty());
    play.say("11-16");
    play.press(KeyCode::F(7));
    play.shows("Press F7 again");
    play.press(KeyCode::Left);
    play.press(KeyCode::F(7));
    assert!(play.session().is_playing());
    play.press(KeyCode::F(7));
    play.shows("Player two resigns, so player one wins.");
    let text = play.text();
    assert_eq!(text.matches("resigns").count(), 1, "{text}");
    assert!(!text.contains("Press F7 again"), "{text}");
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
        play.shows("It is a draw: both players agreed.");
    } else {
        assert!(text.contains("has no draw by agreement"), "{text}");
    }
}

#[test]
fn a_flag_falls_by_itself() {
    let options = MatchOptions {
        opponent: OpponentChoice::Person,
        side: SideChoice::First,
        clock: parse_clock("1+0").expect("a clock"),
        ..MatchOptions::new(CHECKERS.rules())
    };
    let mut play = Play::of(&options, (80, 24));
    play.say("11-15");
    play.say("22-18");
    play.pass(Duration::from_secs(21));
    play.shows("0:39");
    play.pass(Duration::from_secs(45));
    play.shows("Player one has no time left, so player two wins.");
}

#[test]
fn the_computer_moves_when_it_has_thought() {
    let options = MatchOptions {
        opponent: OpponentChoice::Computer(Level::WEAKEST),
        side: SideChoice::First,
        ..MatchOptions::new(CHECKERS.rules())
    };
    let mut play = Play::of(&options, (80, 24));
    assert_eq!(play.session().job(None), None);
    play.say("11-15");
    let job = play.session().job(Some(3)).expect("a job");
    let AnalysisTask::Opponent { opponent, intent: Intent::Move(_), .. } = &job.task else {
        panic!("{job:?}");
    };
    assert_eq!(opponent.level(), Level::WEAKEST);
    play.say("10-14");
    play.shows("Wait for its move");
    play.app.apply_analysis(played("22-18"), &mut play.context);
    play.shows("11-15     22-18");
    play.press(KeyCode::F(2));
    assert_eq!(play.session().job(None).expect("a job").task, AnalysisTask::Hint);
    let hint = AnalysisResult::Hint { text: "15x22".to_owned(), sentence: "It takes.".to_owned() };
    play.app.apply_analysis(hint, &mut play.context);
    play.shows("Hint: 15x22. It takes.");
    assert_eq!(play.session().job(None), None);
}

/// A match against the computer, after Enter has completed the start ritual.
fn after_the_ritual(id: GameId, seed: u64) -> Play {
    let options = MatchOptions {
        opponent: OpponentChoice::Computer(Level::WEAKEST),
        ..MatchOptions::new(id.rules())
    };
    let mut play = Play::menu((80, 24), PLAIN);
    play.context.random = crate::clock_source::RandomSource::Seeded(fastrand::Rng::with_seed(seed));
    let session = Session::open(&options, "test-1".to_owned(), &mut play.context);
    play.app.show_match(session.expect("a match"));
    for _ in 0..100 {
        if play.session().is_playing() {
            return play;
        }
        play.press(KeyCode::Enter);
    }
    panic!("the ritual of {id} does not end:\n{}", play.text());
}

#[test]
fn the_toss_is_read_before_the_computer_moves() {
    let mut began = [0, 0];
    for (id, decided) in [
        (GameId::CheckerboardTicTacToe, "The computer tosses heads"),
        (GameId::ParkerCheckers, "Lots are drawn: the computer wins."),
    ] {
        for seed in 0..20 {
            let mut play = after_the_ritual(id, seed);
            let computer_begins = play.session().local_seats() != [play.turn()];
            began[usize::from(computer_begins)] += 1;
            if !computer_begins {
                assert!(!play.session().is_computer_waiting());
                continue;
            }
            let text = play.text().replace('\n', " ");
            assert!(text.contains(decided) || text.contains(&decided.to_lowercase()), "{text}");
            play.shows("The game begins: the computer");
            assert_eq!(play.session().job(None), None, "it does not think of a move yet");
            assert!(play.session().due().is_some());
            play.pass(Duration::from_secs(10));
            let job = play.session().job(None).expect("a job");
            assert!(matches!(job.task, AnalysisTask::Opponent { .. }), "{job:?}");
            let text = job.game.legal_moves()[0].clone();
            play.app.apply_analysis(played(&text), &mut play.context);
            play.shows("The game begins: the computer");
            let own = play.session().board().expect("a board").legal_moves()[0].clone();
            play.say(&own);
            assert!(!play.text().contains("The game begins"), "{}", play.text());
        }
    }
    assert!(began[0] > 3 && began[1] > 3, "{began:?}");
}

#[test]
fn enter_shortens_the_reading() {
    let mut play = (0..20)
        .map(|seed| after_the_ritual(GameId::ParkerCheckers, seed))
        .find_map(|mut play| play.session().is_computer_waiting().then_some(play))
        .expect("the computer begins");
    // A choice that does not exist does not hide the lots.
    play.say("1");
    play.shows("Lots are drawn: the computer wins.");
    play.press(KeyCode::Enter);
    assert!(play.session().job(None).is_some());
    play.shows("Lots are drawn: the computer wins.");
}

#[test]
fn a_move_before_the_ritual_is_answered_with_the_pending_step() {
    for (id, due) in [
        (
            GameId::RegalCheckers,
            "First choose: 1 You are the youngest, or 2 The computer is the youngest.",
        ),
        (GameId::ParkerCheckers, "First choose: 1 Draw lots."),
        (GameId::CheckerboardTicTacToe, "First choose: 1 Toss the coins."),
    ] {
        for word in ["11-15", "moves", "why 11-15"] {
            let mut play = Play::of(&MatchOptions::new(id.rules()), (80, 24));
            play.shows("> type the number of a choice, or a command");
            play.say(word);
            let text = play.text().replace('\n', " ");
            assert!(text.contains(due), "{due} is not on the screen:\n{text}");
            play.press(KeyCode::Enter);
            assert!(!play.text().contains("First choose"), "{}", play.text());
        }
    }
}

#[test]
fn ambiguous_moves_are_asked_about_in_plain_words() {
    let mut play = Play::two(CHECKERS.rules(), (80, 24));
    play.say("11-12");
    let text = play.text().replace('\n', " ");
    assert!(text.contains("Did you mean 11-15 or 11-16?"), "{text}");
    play.say("11-15");
    play.say("22-18");
    play.say("9-13");
    let text = play.text();
    assert!(text.contains("15x22") && !text.contains("Did you mean"), "{text}");
}

#[test]
fn a_saved_game_resumes_where_it_stopped() {
    let mut play = Play::two(GameId::ParkerCheckers.rules(), (80, 24));
    for text in ["11-15", "22-18", "12-16"] {
        play.say(text);
    }
    play.pass(Duration::from_secs(5));
    let now = play.context.now;
    let saved = play.session().saved(now).expect("a game");
    let json = serde_json::to_string(&saved).expect("JSON");
    let saved = serde_json::from_str(&json).expect("a game");
    let again = Session::resume("test-1", saved, &mut play.context).expect("a match");
    assert_eq!(again.game_match().map(Match::hash), play.session().game_match().map(Match::hash));
    let time = play.session().time(now);
    assert_eq!(again.time(now).since(time), Span::ZERO);
    play.app.show_match(again);
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
    let Some(Effect::NewMatch(options)) = play.wanted.take() else { panic!("{:?}", play.wanted) };
    assert_eq!(options.rules.option("exchange"), Some("on"));
    play.press(KeyCode::Esc);
    play.shows("Quit");
    play.event(&Event::Paste("https://games.example/AbCdEfGh#0123456789ab".to_owned()));
    play.press(KeyCode::Enter);
    assert!(matches!(play.wanted, Some(Effect::Join(_))), "{:?}", play.wanted);
    play.press(KeyCode::Esc);
    play.say("http://nowhere");
    play.shows("Use the whole link of the match");
}

#[test]
fn control_c_leaves_from_everywhere() {
    let leave = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut play = Play::menu((80, 24), PLAIN);
    play.event(&leave);
    assert_eq!(play.wanted, Some(Effect::Quit));
    let mut play = Play::two(CHECKERS.rules(), (80, 24));
    play.say("help");
    play.event(&leave);
    assert_eq!(play.wanted, Some(Effect::Quit));
}
