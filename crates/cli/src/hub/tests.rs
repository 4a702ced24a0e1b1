//! Dialogues with the machine: good ones, bad ones, and searches that end at every time.

use std::time::Duration;

use crownhead_computer::{Evaluation, PositionAnalysis, Score, SearchLimits, Variation};
use crownhead_engine::Ply;
use crownhead_games::GameId;

use super::machine::{Action, Job, Machine};

/// The machine's replies to some lines; actions other than words are in brackets.
fn dialogue(machine: &mut Machine, lines: &[&str]) -> Vec<String> {
    lines.iter().flat_map(|line| shown(machine.handle_line(line))).collect()
}

fn shown(actions: Vec<Action>) -> Vec<String> {
    let show = |action| match action {
        Action::Say(line) => line.to_string(),
        Action::ResizeTable(mebibytes) => format!("[resize table {mebibytes}]"),
        Action::Search(job) => format!("[search {}]", job.game.text().unwrap_or_default()),
        Action::StartClock => "[start clock]".to_owned(),
        Action::Halt => "[halt]".to_owned(),
        Action::Quit => "[quit]".to_owned(),
    };
    actions.into_iter().map(show).collect()
}

fn thought(moves: &[&str]) -> PositionAnalysis {
    let score = Score::new(-35);
    worth(score, Evaluation::of(GameId::WinningMovesCheckers, score), moves)
}

fn worth(score: Score, evaluation: Evaluation, moves: &[&str]) -> PositionAnalysis {
    let moves = moves.iter().map(|text| (*text).to_owned()).collect();
    let ways = vec![Variation { score, evaluation, moves }];
    PositionAnalysis {
        depth: 7,
        selective_depth: 9,
        nodes: 3_000_000,
        time: Duration::ZERO,
        variations: ways,
    }
}

fn job(machine: &mut Machine, lines: &[&str]) -> Job {
    let actions: Vec<_> = lines.iter().flat_map(|line| machine.handle_line(line)).collect();
    match actions.as_slice() {
        [Action::Search(job)] => (**job).clone(),
        other => panic!("no search: {other:?}"),
    }
}

#[test]
fn it_introduces_itself() {
    let said = dialogue(&mut Machine::new(), &["hub", "init", "ping", "quit"]);
    assert!(said[0].starts_with("id name=Crownhead version="), "{}", said[0]);
    assert!(said[1].starts_with("param name=variant value=winning-moves-checkers type=enum"));
    assert_eq!(said[2], "param name=threads value=1 type=int min=1 max=256");
    assert_eq!(said[3], "param name=hash value=64 type=int min=1 max=4096");
    assert_eq!(said[4..], ["wait", "[resize table 64]", "ready", "pong", "[quit]"]);
}

/// The table in docs/protocol.md.
#[test]
fn a_score_says_what_is_known() {
    let game = GameId::WinningMovesCheckers;
    for (score, evaluation, expected) in [
        (Score::win_in(7), None, "score=309.93 kind=mate value=win plies=7"),
        (Score::loss_in(4), None, "score=-309.96 kind=mate value=loss plies=4"),
        (Score::tablebase(true, Ply::new(6)), None, "score=199.94 kind=exact value=win"),
        (Score::least_tablebase(false), None, "score=-190.00 kind=exact value=loss"),
        (Score::DRAW, Some(Score::DRAW), "score=0.00 kind=exact value=draw"),
        (Score::win_in(61), Some(Score::win_in(61)), "score=309.39 kind=exact value=win plies=61"),
        (Score::DRAW, None, "score=0.00 kind=estimate"),
        (Score::new(i32::MAX), None, "score=189.99 kind=estimate"),
    ] {
        let mut machine = Machine::new();
        job(&mut machine, &["level depth=7", "go think"]);
        let evaluation = evaluation.map_or(Evaluation::of(game, score), Evaluation::certain);
        let thought = worth(score, evaluation, &["11-15"]);
        let info = shown(machine.progress(&thought, Duration::ZERO).into_iter().collect());
        let words: Vec<&str> = info[0].split(' ').collect();
        let said = words.into_iter().filter(|word| {
            ["score=", "kind=", "value=", "plies="].iter().any(|name| word.starts_with(name))
        });
        assert_eq!(said.collect::<Vec<_>>().join(" "), expected);
    }
}

#[test]
fn a_search_is_three_steps_and_an_answer() {
    let mut machine = Machine::new();
    let lines = [
        "set-param name=threads value=2",
        "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 22-18 15x22x18\"",
        "level depth=7",
        "go think",
    ];
    let job = job(&mut machine, &lines);
    assert_eq!((job.limits, job.threads, job.ponder), (SearchLimits::depth(7), 2, false));
    assert!(job.game.moves_ignoring_draws().contains(&"25x18".to_owned()));
    let thought = thought(&["25x18", "12-16", "18-14", "10x17x26"]);
    let info = shown(machine.progress(&thought, Duration::from_millis(1500)).into_iter().collect());
    let pv = "pv=\"25x18x22 12-16 18-14 10x26x14x22\"";
    assert_eq!(
        info[0],
        format!("info depth=7 score=-0.35 nodes=3000000 time=1.500 nps=2.000 {pv} kind=estimate")
    );
    assert_eq!(shown(machine.finished(&thought)), ["done move=25x18x22 ponder=12-16"]);
    assert!(machine.progress(&thought, Duration::ZERO).is_none(), "nothing after the answer");
    assert!(machine.finished(&thought).is_empty());
}

#[test]
fn every_game_is_spoken_in_our_own_forms() {
    let mut machine = Machine::new();
    let parker = "pos variant=parker-checkers pos=B:W18,32:B14,1 moves=\"1-5, huff 14\"";
    assert_eq!(job(&mut machine, &[parker, "go think"]).game.text().unwrap(), "W:W18,32:B5");
    let done = machine.finished(&thought(&["18-15", "huff 5"]));
    assert_eq!(shown(done), ["done move=18-15 ponder=\"huff 5\""]);
    let hub = "pos pos=BbeeeeeeeeeeeebeeeweeeeeeeeeeeeewW";
    assert!(dialogue(&mut machine, &[hub])[0].contains("33 after the side"));
    let hub = "pos pos=BbeeeeeeeeeeeebeeeweeeeeeeeeeeeeW moves=\"1-5 huff-14\"";
    assert_eq!(job(&mut machine, &[hub, "go think"]).game.text().unwrap(), "W:W18,K32:B5");
    machine.finished(&thought(&[]));
    let stack = "set-param name=variant value=stack-em";
    let job = job(&mut machine, &[stack, "pos moves=\"11-15, 22-18\"", "go analyze"]);
    assert!(job.game.text().unwrap().starts_with("R:1r,"));
    let done = machine.finished(&thought(&["15x22", "25x18"]));
    assert_eq!(shown(done), ["done move=15x22 ponder=25x18"]);
    let options = "set-param name=variant value=\"checkerboard-tic-tac-toe size=6 exchange=on\"";
    let said =
        dialogue(&mut machine, &[options, "pos pos=\"6/6/6/6/6/6 x -\" moves=a1", "go think"]);
    assert_eq!(said, ["[search 6/6/6/6/6/x5 o -]"]);
}

#[test]
fn a_ponder_search_ends_on_command() {
    let start_clock = ["[start clock]"];
    let mut machine = Machine::new();
    assert!(job(&mut machine, &["level move-time=1", "go ponder"]).ponder);
    assert_eq!(dialogue(&mut machine, &["ping", "ponder-hit"]), ["pong", start_clock[0]]);
    assert_eq!(shown(machine.finished(&thought(&["11-15"]))), ["done move=11-15"]);
    // It finishes before `stop`: the answer is held back.
    for end in ["ponder-hit", "stop"] {
        job(&mut machine, &["go ponder"]);
        assert!(machine.finished(&thought(&["11-15"])).is_empty());
        assert_eq!(dialogue(&mut machine, &["ping", end]), ["pong", "done move=11-15"]);
    }
    assert!(dialogue(&mut machine, &["ponder-hit", "stop"]).is_empty(), "nothing to end");
    job(&mut machine, &["go ponder"]);
    assert_eq!(dialogue(&mut machine, &["stop"]), ["[halt]"]);
    assert_eq!(shown(machine.finished(&thought(&["11-15"]))), ["done move=11-15"]);
}

#[test]
fn a_new_search_ends_the_running_one_and_waits_for_its_answer() {
    let mut machine = Machine::new();
    job(&mut machine, &["level infinite", "go think"]);
    let said = dialogue(&mut machine, &["stop", "pos moves=11-15", "level depth=3", "go think"]);
    assert_eq!(said, ["[halt]", "[halt]"]);
    let refused = dialogue(&mut machine, &["go think"]);
    assert!(refused[0].starts_with("error message=\"go: another search"), "{refused:?}");
    let said = shown(machine.finished(&thought(&["9-13"])));
    assert_eq!(said[0], "done move=9-13");
    assert!(said[1].starts_with("[search W:"), "{said:?}");
    // The answer of the running search was held back.
    let mut machine = Machine::new();
    job(&mut machine, &["go ponder"]);
    machine.finished(&thought(&["9-13"]));
    let said = dialogue(&mut machine, &["go think"]);
    assert!(said[0] == "done move=9-13" && said[1].starts_with("[search"), "{said:?}");
    // A waiting search that is stopped still gets an answer, but no time.
    assert_eq!(dialogue(&mut machine, &["go ponder", "stop"]), ["[halt]"]);
    match machine.finished(&thought(&["9-13"])).as_slice() {
        [Action::Say(_), Action::Search(job)] => {
            assert_eq!((job.limits, job.ponder), (SearchLimits::depth(1), false));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn unknown_fields_are_ignored() {
    let mut machine = Machine::new();
    let lines = ["", "   ", "hello world=1", "set-param name=book value=true", "\0\u{1b}[2J"];
    assert!(dialogue(&mut machine, &lines).is_empty());
    assert!(dialogue(&mut machine, &["level depth=3 mood=good", "stop", "ponder-hit"]).is_empty());
    assert_eq!(dialogue(&mut machine, &["new-game colour=red"]), ["[resize table 64]"]);
    let hash = ["set-param name=hash value=8", "set-param name=hash value=8"];
    assert_eq!(dialogue(&mut machine, &hash), ["[resize table 8]"]);
}

#[test]
fn invalid_input_is_reported_and_changes_nothing() {
    let wrong = [
        ("pos pos=\"W", "a quotation mark"),
        ("= = =", "a value has no name"),
        ("set-param", "set-param: it needs name="),
        ("set-param name=hash value=lots", "set-param: hash is a number"),
        ("set-param name=variant value=chess", "set-param: there is no such game"),
        ("level", "level: a level says how long"),
        ("level depth=none", "level: depth is a whole number"),
        ("go", "go: think, ponder or analyze?"),
        ("go fishing", "go: think, ponder or analyze?"),
    ];
    let mut machine = Machine::new();
    for (line, error) in wrong {
        let said = dialogue(&mut machine, &[line]);
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with(&format!("error message=\"{error}")), "{line}: {}", said[0]);
    }
    let job = job(&mut machine, &["go think"]);
    assert_eq!((job.limits, job.threads), (SearchLimits::INFINITE, 1));
}

#[test]
fn no_search_answers_for_a_position_that_was_not_read() {
    let wrong = [
        ("pos pos=Wbbb", "pos: a position is the side to move"),
        ("pos moves=\"11-15 22-99\"", "pos: move 2 (22-99): "),
        ("pos moves=\"11-15 22x15x18\"", "pos: move 2 (22x15x18): no legal move"),
        ("pos variant=chess", "pos: there is no such game"),
        ("pos variant=stack-em pos=\"B:W1:B2\"", "pos: "),
    ];
    for (line, error) in wrong {
        let mut machine = Machine::new();
        let said = dialogue(&mut machine, &[line, "go think"]);
        assert!(said[0].starts_with(&format!("error message=\"{error}")), "{line}: {}", said[0]);
        assert_eq!(said[1], "error message=\"go: there is no position\"");
        assert_eq!(dialogue(&mut machine, &["pos", "go think"]).len(), 1, "it goes on");
    }
    let over = dialogue(&mut Machine::new(), &["pos pos=\"B:W:B1\"", "go think"]);
    assert_eq!(over, ["error message=\"go: the game is over in this position\""]);
}

#[test]
fn any_bytes_are_survived() {
    let words =
        ["pos", "go", "think", "=", "\"", "moves", "W", "level", "x", "\u{0}", "é", " ", "stop"];
    let mut random = fastrand::Rng::with_seed(7);
    let mut machine = Machine::new();
    for _ in 0..20_000 {
        let line: String =
            (0..random.usize(..12)).map(|_| words[random.usize(..words.len())]).collect();
        for action in machine.handle_line(&line) {
            if let Action::Say(said) = action {
                assert!(!said.to_string().contains('\n'));
            }
        }
        if random.u8(..8) == 0 {
            machine.finished(&thought(&["11-15"]));
        }
    }
}
