//! Records of games to PDN and back: random games of every kind, and what is said of games that
//! cannot be played.
#![allow(clippy::unwrap_used)]

use crownhead_games::{Game, GameId, Record, Rules, Score, Style};
use crownhead_pdn::{Game as Pdn, Kind, Reader, Time};
use crownhead_rules::Side;

const CHECKERS: [GameId; 4] = [
    GameId::RegalCheckers,
    GameId::KingMeStandard,
    GameId::WinningMovesCheckers,
    GameId::ParkerCheckers,
];

/// A game of random moves, with things said about some.
fn random(rules: Rules, random: &mut fastrand::Rng, most: usize) -> Record {
    let mut record = Record::start(rules);
    if random.bool() {
        record.set_comment("before it all");
        record.set_tag("Event", "A \"random\" event");
    }
    for _ in 0..random.usize(..most) {
        let moves = record.game().moves();
        // Jumps and answers are rare among many steps, and they are what is looked for.
        let rare: Vec<_> = moves.iter().filter(|text| !text.contains('-')).collect();
        let text = match rare.is_empty() || random.u8(..3) == 0 {
            true => random.choice(&moves),
            false => random.choice(rare),
        };
        let Some(text) = text else { break };
        record.play(text).unwrap();
        if random.u8(..5) == 0 {
            record.set_comment("so\nsaid } somebody [%eval 3] [%huff 3]");
        }
        if random.u8(..5) == 0 {
            record.set_times(Some(Time::seconds(random.u32(..9000))), Some(Time { millis: 1250 }));
        }
    }
    record
}

fn read(text: &str) -> Vec<Pdn> {
    Reader::new(text.as_bytes()).map(Result::unwrap).collect()
}

fn replay(text: &str) -> Result<Record, String> {
    Record::from_pdn(&read(text)[0]).map_err(|error| error.to_string())
}

/// The moves of a record.
fn texts(record: &Record) -> Vec<&str> {
    record.plies().iter().map(|ply| ply.text.as_str()).collect()
}

#[test]
fn random_games_of_every_kind_survive() {
    for rules in Rules::all() {
        for seed in 0..60 {
            let record = random(rules, &mut fastrand::Rng::with_seed(seed), 150);
            let written = record.to_pdn().to_string();
            let again = read(&written);
            assert_eq!(again.len(), 1, "{written}");
            assert_eq!(again[0], record.to_pdn());
            match Record::from_pdn(&again[0]) {
                Ok(again) => assert_eq!(again, record, "{written}"),
                Err(error) => panic!("{error}\n{written}"),
            }
        }
    }
}

/// The random games above have what makes them hard.
#[test]
fn random_games_have_offences_and_answers() {
    let mut seen = String::new();
    for rules in CHECKERS.into_iter().flat_map(Rules::all_of) {
        for seed in 0..60 {
            let record = random(rules, &mut fastrand::Rng::with_seed(seed), 150);
            seen += &record.to_pdn().to_string();
        }
    }
    for part in ["[%huff ", "[%compel]", "[%stand]", "[%move ", "/FEN", "... "] {
        assert!(seen.contains(part), "{part}");
    }
}

/// A program that knows English checkers and no command of ours follows every position.
#[test]
fn other_programs_can_follow() {
    let english = GameId::WinningMovesCheckers.rules();
    for rules in CHECKERS.into_iter().flat_map(Rules::all_of) {
        for seed in 0..60 {
            let record = random(rules, &mut fastrand::Rng::with_seed(seed), 150);
            let written = record.to_pdn().to_string();
            let mut game = Game::start(english);
            for item in &read(&written)[0].items {
                match &item.kind {
                    Kind::Move { text, .. } => {
                        game.play_on(text.as_str()).unwrap_or_else(|no| panic!("{no}\n{written}"));
                    }
                    Kind::SetUp(fen) => game = Game::from_text(english, fen).unwrap(),
                    _ => {}
                }
            }
            if let Some(text) = record.game().text() {
                assert_eq!(game.text(), Some(text), "{written}");
            }
        }
    }
}

#[test]
fn regal_passes_and_stops_are_written_as_positions() {
    let rules = GameId::RegalCheckers.rules();
    let mut stopping = Record::from_position(rules, "W:W22,32:B18,10").unwrap();
    stopping.play("22x15").unwrap();
    let written = stopping.to_pdn().to_string();
    assert!(written.contains("/FEN \"B:W15,32:B10\"/ {[%move 22x15]} *"), "{written}");
    assert_eq!(replay(&written).unwrap(), stopping);
    let mut blocked = Record::from_position(rules, "B:W9,14,K32:B5").unwrap();
    blocked.play("pass").unwrap();
    blocked.play("32-28").unwrap();
    let written = blocked.to_pdn().to_string();
    assert!(written.contains("/FEN \"W:W9,14,K32:B5\"/ {[%pass]} 1... 32-28 *"), "{written}");
    assert_eq!(replay(&written).unwrap(), blocked);
}

#[test]
fn parkers_answers_are_written_as_positions() {
    let rules = GameId::ParkerCheckers.rules();
    let start = "B:W21,18,32:B14,1";
    let line = |answer: &[&str]| {
        let mut record = Record::from_position(rules, start).unwrap();
        for text in ["1-5"].iter().chain(answer) {
            record.play(text).unwrap();
        }
        let written = record.to_pdn().to_string();
        assert_eq!(replay(&written).unwrap(), record, "{written}");
        written.split_once("\n\n").unwrap().1.replace('\n', " ")
    };
    let offence = "/FEN \"W:W18,21,32:B5,14\"/ {[%move 1-5]}";
    assert_eq!(
        line(&["huff 14", "18-15"]),
        format!("{offence} /FEN \"W:W18,21,32:B5\"/ {{[%huff 14]}} 1... 18-15 * ")
    );
    assert_eq!(
        line(&["compel", "14x23"]),
        format!("{offence} /FEN \"B:W18,21,32:B1,14\"/ {{[%compel]}} 1. 14x23 * ")
    );
    assert_eq!(
        line(&["stand", "18x9", "5x14"]),
        format!("{offence} /FEN \"W:W18,21,32:B5,14\"/ {{[%stand]}} 1... 18x9 2. 5x14 * ")
    );
}

#[test]
fn a_command_must_lead_to_the_position_beside_it() {
    let head = "[RuleSet \"parker-checkers\"][FEN \"B:W21,18,32:B14,1\"]\n";
    let offence = "/FEN \"W:W18,21,32:B5,14\"/ {[%move 1-5]} ";
    for (rest, why) in [
        (
            "/FEN \"W:W18,21,32:B14\"/ {[%huff 14]}",
            "game 1, line 2, column 41, move 1: the command here leads to W:W18,21,32:B5, and not \
             to what is set up",
        ),
        ("/FEN \"W:W18,21,32:B14\"/", "no command such as [%huff 18]"),
        ("/FEN \"W:W18,21,32:B14\"/ {[%huff 5]}", "move 1: huff 5: "),
        ("1... 18-15", "move 1: 18-15: "),
    ] {
        let error = replay(&format!("{head}{offence}{rest} *")).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_jump_is_short_unless_another_has_its_ends() {
    let rules = GameId::WinningMovesCheckers.rules();
    let written = |fen: &str, text: &str| {
        let mut record = Record::from_position(rules, fen).unwrap();
        record.play(text).unwrap();
        let pdn = record.to_pdn();
        assert_eq!(Record::from_pdn(&pdn).unwrap(), record);
        pdn.to_string().split_once("\n\n").unwrap().1.to_owned()
    };
    assert_eq!(written("B:W6,15,32:B1", "1x10x19"), "1. 1x19 *\n");
    // A king that comes back to where it began, either way around.
    let two_ways = "B:W6,7,14,15,32:BK2";
    assert_eq!(written(two_ways, "2x11x18x9x2"), "1. 2x11x18x9x2 *\n");
    let short = "[FEN \"B:W6,7,14,15,32:BK2\"]\n1. 2x2 *";
    let error = replay(short).unwrap_err();
    assert!(error.starts_with("game 1, line 2, column 4, move 1: 2x2: "), "{error}");
    assert!(error.contains("2x11x18x9x2") && error.contains("2x9x18x11x2"), "{error}");
    for text in ["2:11:18:09:02", "2x11x9x2", "02 x 18 x 9 x 2"] {
        let record = replay(&format!("[FEN \"{two_ways}.\"] 1. {text} *")).unwrap();
        assert_eq!(texts(&record), ["2x11x18x9x2"]);
    }
}

#[test]
fn illegal_moves_are_refused_in_the_words_of_the_rule_book() {
    let text = "11-15 *\n\n[Event \"x\"]\n\n1. 11-15 22-18 {a\n}(3-3) 2. 8-11 *";
    let error = Record::from_pdn(&read(text)[1]).unwrap_err().to_string();
    let why = "game 2, line 6, column 11, move 2: 8-11: ";
    assert!(error.starts_with(why) && error.contains("15"), "{error}");
    let error = replay("[RuleSet \"tic-tac-toe\"] 1. a1 a1").unwrap_err();
    assert!(error.starts_with("game 1, line 1, column 31, move 1: a1: "), "{error}");
}

#[test]
fn heads_that_name_no_game_here_are_refused() {
    for (head, why) in [
        ("[RuleSet \"chess\"]", "there is no such game"),
        ("[GameType \"20\"]", "GameType 20 is international draughts"),
        ("[GameType \"99\"]", "GameType 99 is another kind of draughts"),
        ("[RuleSet \"stack-em\"][RuleOptions \"size=5\"]", "stack-em has no options"),
        ("[RuleOptions \"crowning\"]", "an option is written as in crowning=continues"),
        ("[FEN \"B:W21,21:B1\"]", "the game cannot begin so: two checkers on 21"),
        ("[FEN \"B:W40:B1\"]", "there are squares above 32"),
        ("[RuleSet \"parker-checkers\"][FEN \"B:W40:B1\"]", "the game cannot begin so: “40”"),
        ("[RuleSet \"tic-tac-toe\"][FEN \"B:W30:B1\"]", "the game cannot begin so: "),
    ] {
        let error = replay(&format!("\n {head} *")).unwrap_err();
        let place = "game 1, line 2, column 2, before the first move: ";
        assert!(error.starts_with(place) && error.contains(why), "{error}");
    }
}

#[test]
fn results_have_whites_score_first_in_checkers_alone() {
    for (rules, ending) in [
        (GameId::WinningMovesCheckers.rules(), "0-1"),
        (GameId::ParkerCheckers.rules(), "0-1"),
        (GameId::StackEm.rules(), "1-0"),
        (GameId::TicTacToe.rules(), "1-0"),
    ] {
        let mut record = Record::start(rules);
        record.set_score(Score::Won(Side::First));
        let written = record.to_pdn().to_string();
        assert!(written.contains(&format!("[Result \"{ending}\"]")), "{written}");
        assert!(written.ends_with(&format!("\n\n{ending}\n")), "{written}");
        assert_eq!(written.contains("[GameType \"21,B,8,8,N1,0\"]"), ending == "0-1");
        assert_eq!(replay(&written).unwrap(), record);
    }
    assert_eq!(replay("11-15 2-0").unwrap().score(), Score::Won(Side::Second));
    assert_eq!(replay("[Result \"0-1\"] 11-15 *").unwrap().score(), Score::Won(Side::First));
    assert_eq!(replay("11-15 0-0").unwrap().score(), Score::BothLost);
}

#[test]
fn draw_rulings_do_not_end_a_replay() {
    let round = "1-6 32-27 6-1 27-32 ".repeat(30);
    let record = replay(&format!("[SetUp \"1\"][FEN \"B:WK32:BK1\"] {round} 1/2-1/2")).unwrap();
    assert_eq!(record.plies().len(), 120);
    assert!(record.game().outcome().is_some());
    assert_eq!(replay(&record.to_pdn().to_string()).unwrap(), record);
    let ended = replay("[RuleSet \"tic-tac-toe\"] a1 a2 b1 b2 c1 c2 *").unwrap_err();
    assert!(ended.contains("move 3: c2: "), "{ended}");
}

#[test]
fn what_was_noted_is_kept_and_talk_plays_no_move() {
    let text = "{first} 1. 11-15! {[%clk 0:04:58] good} {[%eval 1] too} (1. 9-13) 22-18 *";
    let record = replay(text).unwrap();
    assert_eq!(record.preface(), "first");
    let ply = &record.plies()[0];
    assert_eq!((ply.comment.as_str(), ply.nags.as_slice()), ("good [%eval 1] too", &[1][..]));
    assert_eq!(ply.clock, Some(Time::seconds(298)));
    let halves = replay("1. 11-15 {[%pass} {] a} *").unwrap();
    assert_eq!(replay(&halves.to_pdn().to_string()).unwrap(), halves);
    let mut record = Record::start(GameId::RegalCheckers.rules());
    record.play("11-15").unwrap();
    record.set_comment("[%pass] [%move 22-18] hello");
    assert_eq!(record.plies()[0].comment, "hello");
    assert!(record.set_tag("Black", "Ann") && !record.set_tag("RuleSet", "x"));
    assert!(!record.set_tag("no name", "x"));
}

/// Random games of checkers read back equal in every style, and moves look as they are asked for.
#[test]
fn checkers_survive_by_names_and_with_whole_jumps() {
    for game in CHECKERS {
        for seed in 0..40 {
            let record = random(game.rules(), &mut fastrand::Rng::with_seed(seed), 150);
            for (names, whole_jumps) in [(true, false), (true, true), (false, true)] {
                let written = record.to_pdn_in(Style { names, whole_jumps }).to_string();
                let again = Record::from_pdn(&read(&written)[0]).expect("what was written");
                assert_eq!(again, record, "{written}");
                let kind = if names { "21,B,8,8,A0,0" } else { "21,B,8,8,N1,0" };
                assert!(written.contains(kind), "{written}");
            }
        }
    }
    let mut record =
        Record::from_position(GameId::WinningMovesCheckers.rules(), "B:W18,26:B14").unwrap();
    record.play("14x23x30").unwrap();
    for (names, whole_jumps, expected) in
        [(false, false, "1. 14x30 "), (false, true, "1. 14x23x30 "), (true, true, "1. c5xe3xc1 ")]
    {
        let written = record.to_pdn_in(Style { names, whole_jumps }).to_string();
        assert!(written.contains(expected), "{written}");
    }
}

#[test]
fn a_sign_may_be_the_other_one_where_only_one_can_be_meant() {
    let record = replay("1. 11x15 22-18 2. 15-22 25-18 *").unwrap();
    assert_eq!(texts(&record), ["11-15", "22-18", "15x22", "25x18"]);
    let record = replay("1. f6xe5 c3d4 2. e5-c3 b2-d4 *").unwrap();
    assert_eq!(texts(&record), ["11-15", "22-18", "15x22", "25x18"]);
    let refused = replay("1. 11-15 22-18 2. 9-13 *").unwrap_err();
    assert!(refused.contains("move 2: 9-13: "), "{refused}");
}

#[test]
fn draughts_on_a_larger_board_is_named() {
    let slip = replay("1. 11-99 *").unwrap_err();
    assert!(slip.contains("There is no square “99”"), "{slip}");
    let refused = replay("1. 32-28 19-23 2. 37-32 *").unwrap_err();
    assert!(refused.contains("squares above 32"), "{refused}");
    let refused = replay("[FEN \"W:W31-50:B1-20\"]\n*").unwrap_err();
    assert!(refused.contains("squares above 32"), "{refused}");
    let refused = replay("1. C3-D4 B6-A5 *").unwrap_err();
    assert!(refused.contains("white has the first move"), "{refused}");
    let refused = replay("1. 11-15 8-11 *").unwrap_err();
    assert!(refused.contains("move 1: 8-11: "), "{refused}");
    let refused = replay("[RuleSet \"winning-moves-checkers\"]\n1. 11-15 37-32 *").unwrap_err();
    assert!(refused.contains("move 1: 37-32: "), "{refused}");
}
