//! Records to PDN and back: random games of every kind, and the errors of games that cannot be
//! replayed.
#![allow(clippy::unwrap_used)]

use crownhead_games::{
    Game, GameId, PdnStyle, Record, RecordedResult, ReplayErrorKind, ResultCheck, ResultOrder,
    Rules, contradictory_results,
};
use crownhead_pdn::{ClockTime, ItemKind, PdnGame, PdnReader};
use crownhead_rules::Side;

const CHECKERS: [GameId; 4] = [
    GameId::RegalCheckers,
    GameId::KingMeStandard,
    GameId::WinningMovesCheckers,
    GameId::ParkerCheckers,
];

/// A game of random moves with some comments.
fn random(rules: Rules, random: &mut fastrand::Rng, most: usize) -> Record {
    let mut record = Record::start(rules);
    if random.bool() {
        record.set_comment("before it all");
        record.set_tag("Event", "A \"random\" event");
    }
    for _ in 0..random.usize(..most) {
        let moves = record.game().moves_ignoring_draws();
        // Jumps and remedies are rare among many steps, so they are preferred.
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
            record.set_times(
                Some(ClockTime::seconds(random.u32(..9000))),
                Some(ClockTime { millis: 1250 }),
            );
        }
    }
    record
}

fn read(text: &str) -> Vec<PdnGame> {
    PdnReader::new(text.as_bytes()).map(Result::unwrap).collect()
}

fn replay(text: &str) -> Result<Record, String> {
    Record::from_pdn(&read(text)[0]).map_err(|error| error.to_string())
}

/// The moves of a record.
fn texts(record: &Record) -> Vec<&str> {
    record.plies().iter().map(|ply| ply.text.as_str()).collect()
}

#[test]
fn random_games_round_trip_through_pdn() {
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

/// The random games above cover the hard cases.
#[test]
fn random_games_include_offences_and_remedies() {
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

/// A program that only knows English checkers, and none of our commands, can follow every position.
#[test]
fn other_programs_can_follow_every_position() {
    let english = GameId::WinningMovesCheckers.rules();
    for rules in CHECKERS.into_iter().flat_map(Rules::all_of) {
        for seed in 0..60 {
            let record = random(rules, &mut fastrand::Rng::with_seed(seed), 150);
            let written = record.to_pdn().to_string();
            let mut game = Game::start(english);
            for item in &read(&written)[0].items {
                match &item.kind {
                    ItemKind::Move { text, .. } => {
                        game.play_ignoring_draws(text.as_str())
                            .unwrap_or_else(|no| panic!("{no}\n{written}"));
                    }
                    ItemKind::SetUp(fen) => game = Game::from_text(english, fen).unwrap(),
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
fn parkers_remedies_are_written_as_positions() {
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
fn a_jump_is_abbreviated_unless_that_is_ambiguous() {
    let rules = GameId::WinningMovesCheckers.rules();
    let written = |fen: &str, text: &str| {
        let mut record = Record::from_position(rules, fen).unwrap();
        record.play(text).unwrap();
        let pdn = record.to_pdn();
        assert_eq!(Record::from_pdn(&pdn).unwrap(), record);
        pdn.to_string().split_once("\n\n").unwrap().1.to_owned()
    };
    assert_eq!(written("B:W6,15,32:B1", "1x10x19"), "1. 1x19 *\n");
    // A king that returns to its start by two routes.
    let two_ways = "B:W6,7,14,15,32:BK2";
    assert_eq!(written(two_ways, "2x11x18x9x2"), "1. 2x11x18x9x2 *\n");
    let short = "[FEN \"B:W6,7,14,15,32:BK2\"]\n1. 2x2 *";
    assert_eq!(texts(&replay(short).unwrap()), ["2x11x18x9x2"]);
    for text in ["2:11:18:09:02", "2x11x9x2", "02 x 18 x 9 x 2"] {
        let record = replay(&format!("[FEN \"{two_ways}.\"] 1. {text} *")).unwrap();
        assert_eq!(texts(&record), ["2x11x18x9x2"]);
    }
}

#[test]
fn illegal_moves_are_refused_with_the_rule() {
    let text = "11-15 *\n\n[Event \"x\"]\n\n1. 11-15 22-18 {a\n}(3-3) 2. 8-11 *";
    let error = Record::from_pdn(&read(text)[1]).unwrap_err().to_string();
    let why = "game 2, line 6, column 11, move 2: 8-11: ";
    assert!(error.starts_with(why) && error.contains("15"), "{error}");
    let error = replay("[RuleSet \"tic-tac-toe\"] 1. a1 a1").unwrap_err();
    assert!(error.starts_with("game 1, line 1, column 31, move 1: a1: "), "{error}");
}

#[test]
fn unsupported_games_are_refused() {
    for (head, why) in [
        ("[RuleSet \"chess\"]", "there is no such game"),
        ("[GameType \"20\"]", "GameType 20 is international draughts"),
        ("[GameType \"99\"]", "GameType 99 is another kind of draughts"),
        ("[RuleSet \"stack-em\"][RuleOptions \"size=5\"]", "stack-em has no options"),
        ("[RuleOptions \"crowning\"]", "an option is written as in crowning=continues"),
        ("[FEN \"B:W21,21:B1\"]", "the game can't start like that: two checkers on 21"),
        ("[FEN \"B:W40:B1\"]", "there are squares above 32"),
        ("[RuleSet \"parker-checkers\"][FEN \"B:W40:B1\"]", "the game can't start like that: “40”"),
        ("[RuleSet \"tic-tac-toe\"][FEN \"B:W30:B1\"]", "the game can't start like that: "),
    ] {
        let error = replay(&format!("\n {head} *")).unwrap_err();
        let place = "game 1, line 2, column 2, before the first move: ";
        assert!(error.starts_with(place) && error.contains(why), "{error}");
    }
}

#[test]
fn results_list_the_first_movers_score_first() {
    for rules in Rules::all() {
        for (side, ending) in Side::ALL.into_iter().zip(["1-0", "0-1"]) {
            let mut record = Record::start(rules);
            record.set_result(RecordedResult::Won(side));
            let written = record.to_pdn().to_string();
            assert!(written.contains(&format!("[Result \"{ending}\"]")), "{written}");
            assert!(written.ends_with(&format!("\n\n{ending}\n")), "{written}");
            let is_checkers = CHECKERS.contains(&rules.game());
            assert_eq!(written.contains("[GameType \"21,B,8,8,N1,0\"]"), is_checkers);
            assert_eq!(replay(&written).unwrap(), record);
        }
    }
    for (text, score) in [
        ("11-15 2-0", RecordedResult::Won(Side::First)),
        ("11-15 0-2", RecordedResult::Won(Side::Second)),
        ("11-15 1-1", RecordedResult::Drawn),
        ("11-15 0-0", RecordedResult::BothLost),
        ("[Result \"1-0\"] 11-15 *", RecordedResult::Won(Side::First)),
        ("[Result \"0 - 1\"] 11-15 *", RecordedResult::Won(Side::Second)),
        ("[Result \"0-1\"] 11-15 1-0", RecordedResult::Won(Side::First)),
        // Black counts as the first mover even if White begins.
        ("[FEN \"W:W21:B1\"] 21-17 1-0", RecordedResult::Won(Side::First)),
    ] {
        assert_eq!(replay(text).unwrap().result(), score, "{text}");
    }
}

/// The last position decides the winner, and the result agrees: `1-0` if Black has won.
#[test]
fn the_winner_on_the_board_has_the_one_in_the_result() {
    for (begin, text, result) in [("B:W18:B14", "14x23", "1-0"), ("W:W18:B14", "18x9", "0-1")] {
        for rules in CHECKERS.into_iter().flat_map(Rules::all_of) {
            let mut record = Record::from_position(rules, begin).unwrap();
            record.play(text).unwrap();
            assert!(record.to_pdn().to_string().trim_end().ends_with(&format!(" {result}")));
            assert_eq!(record.result_check(), ResultCheck::Agrees);
        }
        // As written by another program.
        let record = replay(&format!("[FEN \"{begin}\"] 1. {text} {result}")).unwrap();
        assert_eq!(record.result_check(), ResultCheck::Agrees);
    }
}

#[test]
fn a_result_is_compared_with_the_last_position() {
    use ResultCheck::{Agrees, Differs, Reversed, Unknown};
    let repeated = "1-6 32-27 6-1 27-32 ".repeat(3);
    let repeated = format!("[FEN \"B:WK32:BK1\"] {repeated}");
    for (text, [first, second, drawn]) in [
        ("[FEN \"B:W18:B14\"] 14x23", [Agrees, Reversed, Differs]),
        ("[FEN \"W:W18:B14\"] 18x9", [Reversed, Agrees, Differs]),
        // Black is to move and blocked; in Regal Checkers that alone does not lose.
        ("[FEN \"W:W9,18,32:B5\"] 18-14", [Reversed, Agrees, Differs]),
        ("[RuleSet \"regal-checkers\"][FEN \"W:W9,18,32:B5\"] 18-14", [Unknown; 3]),
        ("[RuleSet \"tic-tac-toe\"] a1 a2 b1 b2 c1", [Agrees, Reversed, Differs]),
        ("[RuleSet \"tic-tac-toe\"] a1 b1 c1 a2 c2 b2 a3 c3 b3", [Differs, Differs, Agrees]),
        // Resigned, or a draw by a ruling that the players may not have known.
        ("11-15 22-18", [Unknown; 3]),
        (&repeated, [Unknown; 3]),
    ] {
        // Both cannot have lost a game that the position has decided.
        let both = if first == Unknown { Unknown } else { Differs };
        for (result, check) in
            [("1-0", first), ("0-1", second), ("1/2-1/2", drawn), ("0-0", both), ("*", Unknown)]
        {
            let record = replay(&format!("{text} {result}")).unwrap();
            assert_eq!(record.result_check(), check, "{text} {result}");
        }
    }
}

#[test]
fn the_tag_and_the_terminator_may_not_contradict_each_other() {
    for (tag, ending, contradictory) in [
        ("1-0", "1-0", false),
        ("1-0", "0-1", true),
        ("1-0", "1/2-1/2", true),
        ("0-0", "1/2-1/2", true),
        ("2-0", "1-0", false),
        ("1 - 0", "0-1", true),
        ("1-0", "*", false),
        ("*", "1-0", false),
        ("4-6", "1-0", false),
    ] {
        let pdn = &read(&format!("[Result \"{tag}\"] 11-15 {ending}"))[0];
        assert_eq!(contradictory_results(pdn).is_some(), contradictory, "{tag} {ending}");
    }
}

/// If black moves first, white's score first is the reverse order; otherwise it is the same.
#[test]
fn results_with_whites_score_first_are_reversed() {
    for (head, is_other) in [
        ("", true),
        ("[GameType \"21\"]", true),
        ("[GameType \"21,B,8,8,N1,0\"][RuleSet \"parker-checkers\"]", true),
        ("[RuleSet \"regal-checkers\"]", true),
        ("[FEN \"W:W21:B1\"]", true),
        ("[RuleSet \"stack-em\"]", false),
        ("[RuleSet \"tic-tac-toe\"]", false),
        ("[GameType \"20\"]", false),
        ("[GameType \"23\"]", true),
        ("[GameType \"23,W,8,8,A0,0\"]", false),
        ("[GameType \"25,W,8,8,A0,0\"]", false),
        ("[FEN \"W:W31-50:B1-20\"]", false),
    ] {
        let mut pdn = read(&format!("[Result \"1-0\"]{head} 1-0")).remove(0);
        let before = pdn.clone();
        ResultOrder::FirstMover.normalize(&mut pdn);
        assert_eq!(pdn, before);
        ResultOrder::White.normalize(&mut pdn);
        let (tag, ending) = if is_other { ("0-1", "0-1") } else { ("1-0", "1-0") };
        assert_eq!((pdn.tags.get("Result"), pdn.result.text()), (Some(tag), ending), "{head}");
    }
    let mut white_begins = read("1. 22-18 11-15 2. 18x11 8x15 1-0").remove(0);
    ResultOrder::White.normalize(&mut white_begins);
    assert_eq!(white_begins.result.text(), "1-0");
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
fn annotations_are_kept_and_comments_play_no_move() {
    let text = "{first} 1. 11-15! {[%clk 0:04:58] good} {[%eval 1] too} (1. 9-13) 22-18 *";
    let record = replay(text).unwrap();
    assert_eq!(record.preface(), "first");
    let ply = &record.plies()[0];
    assert_eq!((ply.comment.as_str(), ply.nags.as_slice()), ("good [%eval 1] too", &[1][..]));
    assert_eq!(ply.clock, Some(ClockTime::seconds(298)));
    let halves = replay("1. 11-15 {[%pass} {] a} *").unwrap();
    assert_eq!(replay(&halves.to_pdn().to_string()).unwrap(), halves);
    let mut record = Record::start(GameId::RegalCheckers.rules());
    record.play("11-15").unwrap();
    record.set_comment("[%pass] [%move 22-18] hello");
    assert_eq!(record.plies()[0].comment, "hello");
    assert!(record.set_tag("Black", "Ann") && !record.set_tag("RuleSet", "x"));
    assert!(!record.set_tag("no name", "x"));
}

/// Random games of checkers round trip in every style, and moves have the requested form.
#[test]
fn checkers_round_trip_with_square_names_and_full_jumps() {
    for game in CHECKERS {
        for seed in 0..40 {
            let record = random(game.rules(), &mut fastrand::Rng::with_seed(seed), 150);
            for (names, full_jumps) in [(true, false), (true, true), (false, true)] {
                let written = record.to_pdn_in(PdnStyle { names, full_jumps }).to_string();
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
    for (names, full_jumps, expected) in
        [(false, false, "1. 14x30 "), (false, true, "1. 14x23x30 "), (true, true, "1. c5xe3xc1 ")]
    {
        let written = record.to_pdn_in(PdnStyle { names, full_jumps }).to_string();
        assert!(written.contains(expected), "{written}");
    }
}

#[test]
fn a_wrong_separator_is_accepted_if_unambiguous() {
    let record = replay("1. 11x15 22-18 2. 15-22 25-18 *").unwrap();
    assert_eq!(texts(&record), ["11-15", "22-18", "15x22", "25x18"]);
    let record = replay("1. f6xe5 c3d4 2. e5-c3 b2-d4 *").unwrap();
    assert_eq!(texts(&record), ["11-15", "22-18", "15x22", "25x18"]);
    let refused = replay("1. 11-15 22-18 2. 9-13 *").unwrap_err();
    assert!(refused.contains("move 2: 9-13: "), "{refused}");
}

#[test]
fn draughts_on_a_larger_board_is_recognized() {
    let slip = replay("1. 11-99 *").unwrap_err();
    assert!(slip.contains("There's no square “99”"), "{slip}");
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

/// Two routes from 2 to 18, over 6 and 14 or over 7 and 15.
const ROUTES: &str = "[FEN \"B:W6,7,14,15,32:B2\"]\n";

#[test]
fn later_moves_disambiguate_a_jump() {
    for (moves, route) in [
        ("1. 2x18 7-3 *", "2x9x18"),
        ("1. 2x18 6-1 *", "2x11x18"),
        ("1. 2-18 6-1 *", "2x11x18"),
        ("1. d8xd4 c7-b8 *", "2x11x18"),
        ("1. 2x18 32-28 2. 18-22 28-24 3. 22-25 14-10 *", "2x11x18"),
        ("1. 2x18 {which?} $2 (1. 2x9x18) 32-28 (1... 6-1) 2. 18-22 15-11 *", "2x9x18"),
    ] {
        let record = replay(&format!("{ROUTES}{moves}")).unwrap();
        assert_eq!(texts(&record)[0], route, "{moves}");
        // The written game names the route.
        assert!(record.to_pdn().to_string().contains(&format!("1. {route} ")));
        assert_eq!(replay(&record.to_pdn().to_string()).unwrap(), record);
    }
}

#[test]
fn a_jump_that_stays_ambiguous_is_refused() {
    let error = replay(&format!("{ROUTES}1. 2x18 32-28 2. 18-22 *")).unwrap_err();
    assert!(error.starts_with("game 1, line 2, column 4, move 1: 2x18: "), "{error}");
    assert!(error.contains("2x11x18") && error.contains("2x9x18"), "{error}");
    // The error names the move that no route allows.
    let error = replay(&format!("{ROUTES}1. 2x18 7-3 2. 18-22 14-10 *")).unwrap_err();
    assert!(error.starts_with("game 1, line 2, column 22, move 2: 14-10: "), "{error}");
}

/// No move can distinguish routes to the same position, so the first by text is taken.
#[test]
fn routes_to_the_same_position_are_equivalent() {
    for (game, route) in [
        ("[FEN \"B:W6,7,14,15,32:BK2\"]\n1. 2x2 32-28 2. 2-7 28-24 *", "2x11x18x9x2"),
        ("[FEN \"B:W6,7,14,15,32:BK2,12\"]\n1. 2x2 32-28 *", "2x11x18x9x2"),
    ] {
        let record = replay(game).unwrap();
        assert_eq!(texts(&record)[0], route, "{game}");
        assert_eq!(replay(&record.to_pdn().to_string()).unwrap(), record);
    }
}

/// Every jump of a random game is abbreviated to its ends. The game is replayed as it was played,
/// or by another route to the same position, or refused as ambiguous. It never becomes another
/// game.
#[test]
fn abbreviated_games_replay_equivalently_or_are_refused() {
    let (mut resolved, mut unclear) = (0, 0);
    for rules in Rules::all() {
        for seed in 0..60 {
            let record = random(rules, &mut fastrand::Rng::with_seed(seed), 150);
            let mut pdn = record.to_pdn_in(PdnStyle { full_jumps: true, ..PdnStyle::default() });
            let mut cut = 0;
            for item in &mut pdn.items {
                if let ItemKind::Move { text, .. } = &mut item.kind
                    && let squares @ [from, .., to] =
                        &text.as_str().split('x').collect::<Vec<_>>()[..]
                    && squares.len() > 2
                {
                    *text = crownhead_pdn::MoveText::new(&format!("{from}x{to}")).unwrap();
                    cut += 1;
                }
            }
            match Record::from_pdn(&pdn) {
                Ok(again) => {
                    assert_eq!(again.plies().len(), record.plies().len());
                    assert_eq!(again.game().position(), record.game().position());
                    resolved += cut;
                }
                Err(bad) => {
                    assert!(matches!(bad.kind, ReplayErrorKind::Move { .. }), "{bad}");
                    unclear += 1;
                }
            }
        }
    }
    assert!(resolved > 100 && unclear > 0, "{resolved} jumps resolved, {unclear} games unclear");
}

#[test]
fn draughts_by_other_rules_is_recognized_whatever_its_type() {
    let backwards = "a man takes backwards with 18x27: this is another kind of draughts";
    let flying = "a king flies over several squares with 32-14: this is another kind of draughts";
    let taking = "a king flies over several squares with 32x5: this is another kind of draughts";
    for head in ["", "[GameType \"21\"]", "[GameType \"21,B,8,8,N1,0\"]"] {
        for (game, why) in [
            ("[FEN \"W:W18,32:B23,1\"] 1. 18x27 1-5 2. 27-23 *", backwards),
            ("[FEN \"W:WK32,13:B1,2\"] 1. 32-14 2-6 2. 14-5 *", flying),
            ("[FEN \"W:WK32,13:B14,2\"] 1. 32x5 2-6 2. 5-1 *", taking),
            // Over two such moves, although a later move is wrong.
            ("[FEN \"W:WK32,13:B1,2\"] 1. 32-14 2-6 2. 14-32 6-10 3. 1-2 *", flying),
            ("1. 32-28 19-23 2. 37-32 *", "squares above 32"),
            ("[FEN \"W:W31-50:B1-20\"]\n*", "squares above 32"),
            (
                "[FEN \"W:W19,26,27,32:B6,7,9,17\"] 1. 32-28 7-12 2. 27-21 6-11 3. 19-13 9x18 *",
                "7-12 and the other moves are those of a board of ten by ten",
            ),
            ("1. C3-D4 B6-A5 *", "white has the first move"),
            ("[FEN \"W:W21-32:B1-12\"] 1. 22-18 11-15 *", "white has the first move"),
            ("/FEN \"W:W21-32:B1-12\"/ 1. 22-18 11-15 *", "white has the first move"),
        ] {
            let refused = replay(&format!("{head}{game}")).unwrap_err();
            assert!(refused.contains(why), "{refused}");
        }
    }
}

#[test]
fn a_single_illegal_move_is_not_another_kind_of_draughts() {
    for (game, why) in [
        // Other rules do not allow the rest of the game either.
        ("[FEN \"W:W18,32:B23,1\"] 1. 18x27 1-5 2. 30-26 *", "move 1: 18x27: "),
        ("[FEN \"W:WK32,13:B1,2\"] 1. 32-14 2-6 2. 14-1 *", "move 1: 32-14: "),
        ("1. 11-15 22-18 2. 15-22 25-18 3. 18-22 *", "move 3: 18-22: "),
        ("[FEN \"W:W19,32:B7\"] 1... 32-28 2. 7-12 *", "move 2: 7-12: "),
        ("[RuleSet \"regal-checkers\"][FEN \"W:W18,32:B23,1\"] 1. 18x27 *", "move 1: 18x27: "),
    ] {
        let refused = replay(game).unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
}
