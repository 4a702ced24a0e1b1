//! Explanations of Coast to Coast: refusals, legal moves and outcomes.

use super::*;

#[test]
fn malformed_texts() {
    let game = start();
    let not_a_move = "isn't a move. Name the square that a checker leaves \
                      and the square it goes to, as in c3-d4.";
    for text in ["hello", "a3-", "a3-b", "11-15", "pass!", "a3-ç5"] {
        let sentence = alloc::format!("“{text}” {not_a_move}");
        refuses(&game, text, MoveRefusalKind::NotAMove, "writing", &sentence);
    }
    refuses(
        &game,
        "",
        MoveRefusalKind::NotAMove,
        "writing",
        &alloc::format!("An empty text {not_a_move}"),
    );
    for (text, square) in
        [("a9-b4", "a9"), ("a3-i4", "i4"), ("a3-b10", "b10"), ("i4", "i4"), ("a3xJ5", "J5")]
    {
        let sentence = alloc::format!(
            "There's no square “{square}”: the files are a to h and the ranks 1 to 8."
        );
        refuses(&game, text, MoveRefusalKind::NotAMove, "writing", &sentence);
    }
    for text in ["a3xc5", "A3-C5", "a3 c5", "a3–c5", "a3--c5", "a3c5"] {
        let sentence = alloc::format!("“{text}” isn't a move. Did you mean a3-c5?");
        let refusal = refuses(&game, text, MoveRefusalKind::NotAMove, "writing", &sentence);
        assert_eq!(refusal.candidates, ["a3-c5"]);
    }
    let sentence = "“a3” is only a square. A move names where it starts and where it goes.";
    let refusal = refuses(&game, "a3", MoveRefusalKind::NotAMove, "writing", sentence);
    assert_eq!(refusal.candidates, ["a3-c5"]);
    let sentence = "“d4” is only a square. A move names where it starts and where it goes.";
    let refusal = refuses(&game, "d4", MoveRefusalKind::NotAMove, "writing", sentence);
    assert_eq!(refusal.candidates, ["b2-d4", "c3-d4"]);
    let sentence = "The square c5 is named twice in a row, and a checker has to go somewhere else.";
    refuses(&game, "a3-c5-c5", MoveRefusalKind::NotAMove, "writing", sentence);
}

#[test]
fn refusals_about_the_chosen_checker() {
    let game = start();
    refuses(&game, "e4-e5", MoveRefusalKind::EmptySquare, "turns", "There's no checker on e4.");
    refuses(&game, "a1-b1", MoveRefusalKind::EmptySquare, "turns", "There's no checker on a1.");
    let sentence = "The checker on h6 isn't yours: you're black.";
    refuses(&game, "h6-g5", MoveRefusalKind::WrongSide, "turns", sentence);
    let sentence = "Your checker on g8 is blocked: it can't step or jump anywhere.";
    refuses(&board(CROWD), "g8-h7", MoveRefusalKind::Blocked, "move.step", sentence);
    refuses(
        &board(CROWD),
        "g8-e6",
        MoveRefusalKind::Backwards,
        "jump.direction",
        "A man never goes back towards its own home: from g8 yours can go towards h7 and h8.",
    );
}

#[test]
fn backward_moves_of_men_are_refused() {
    let game = start();
    let sentence = "A man never goes back towards its own home: from a3 yours can go towards b2, b3, \
                a4 and b4.";
    let refusal = refuses(&game, "a3-a2", MoveRefusalKind::Backwards, "move.backwards", sentence);
    assert_eq!(refusal.explanation.squares.len(), 6);
    let sentence = "A man never goes back towards its own home: from c5 yours can go towards d4, d5, \
                b6, c6 and d6.";
    refuses(&game, "a3-c5-b4", MoveRefusalKind::Backwards, "move.backwards", sentence);
    let sentence = "Only a king goes home to a1: your checker on b2 is still a man, and has to be crowned on h8 first.";
    refuses(&game, "b2-a1", MoveRefusalKind::Backwards, "home.off", sentence);
    let red = board("8/8/8/8/3r4/8/8/7b r 11 11");
    let sentence = "A man never goes back towards its own home: from d4 yours can go towards c3, d3, \
                e3, c4 and c5.";
    refuses(&red, "d4-e5", MoveRefusalKind::Backwards, "move.backwards", sentence);
}

#[test]
fn refused_steps_and_jumps() {
    let game = start();
    let sentence = "Getting from a3 to c6 takes a step and a jump, and a move is one or the other.";
    refuses(&game, "a3-c6", MoveRefusalKind::TooFar, "jump.or-step", sentence);
    let sentence =
        "A move is one step, or only jumps: the step from c5 to c6 can't be part of a longer one.";
    let refusal = refuses(&game, "a3-c5-c6", MoveRefusalKind::MustStop, "jump.or-step", sentence);
    assert_eq!(refusal.candidates, ["a3-c5"]);
    let sentence =
        "A move is one step, or only jumps: the step from a5 to b5 can't be part of a longer one.";
    let refusal = refuses(&game, "a5-b5-c5", MoveRefusalKind::MustStop, "jump.or-step", sentence);
    assert_eq!(refusal.candidates, ["a5-b5"]);
    let sentence = "From a5 to a8 is too far: a step goes to a neighbouring square, and no jumps \
                lead there.";
    refuses(&game, "a5-a8", MoveRefusalKind::TooFar, "move.step", sentence);
    let sentence = "From a3 to e5 is too far: a step goes to a neighbouring square, and no jumps \
                lead there.";
    refuses(&game, "a3-e5", MoveRefusalKind::TooFar, "jump.how", sentence);
    let sentence = "There's no checker on b5 to jump over from a5 to c5.";
    let refusal = refuses(&game, "a5-c5", MoveRefusalKind::NothingToJump, "jump.how", sentence);
    assert_eq!(refusal.explanation.squares.len(), 3);
    let sentence = "The square a4 is taken, and a checker only goes to an empty square.";
    let refusal = refuses(&game, "a3-a4", MoveRefusalKind::Occupied, "move.step", sentence);
    assert_eq!(refusal.candidates, ["a3-c5"]);
    let sentence = "The square a5 is taken, and a checker only goes to an empty square.";
    refuses(&game, "a3-a5", MoveRefusalKind::Occupied, "jump.how", sentence);
    let sentence = "A turn can't end on a3, the square where it started.";
    refuses(&game, "a3-a3", MoveRefusalKind::SameSquare, "move.start-square", sentence);
}

#[test]
fn moves_with_named_landings_are_parsed() {
    let game = board("8/8/5b2/3r4/8/1r6/b7/8 b 10 10");
    for text in ["a2-g6", "a2-c4-g6", "a2-c4-e6-g6", "a2-e6-g6"] {
        assert_eq!(game.move_text(game.parse_move(text).unwrap()), "a2-g6");
    }
    assert_eq!(game.parse_move("a2-c4-e6-c6").unwrap_err().kind, MoveRefusalKind::Backwards);
}

#[test]
fn refusals_about_the_enemy_home() {
    let game = board("8/6b1/8/8/8/8/r7/8 b 11 11");
    let sentence = "Your man on g7 is crowned on h8 and leaves it at once with a free move: g7-h8-g8 \
                or g7-h8-h7.";
    let refusal = refuses(&game, "g7-h8", MoveRefusalKind::MustGoOn, "crown.free-move", sentence);
    assert_eq!(refusal.candidates, ["g7-h8-g8", "g7-h8-h7"]);
    let sentence = "There's no checker on g7 to jump over from h8 to f6: yours has just left it.";
    let refusal = refuses(&game, "g7-h8-f6", MoveRefusalKind::NothingToJump, "jump.how", sentence);
    assert_eq!(refusal.candidates, ["g7-h8-g8", "g7-h8-h7"]);
    let sentence = "From h8 to f7 is too far: a step goes to a neighbouring square, and no jumps \
                lead there.";
    refuses(&game, "g7-h8-f7", MoveRefusalKind::TooFar, "move.king", sentence);
    let sentence = "A turn can't end on g7, the square where it started.";
    refuses(&game, "g7-h8-g7", MoveRefusalKind::SameSquare, "move.start-square", sentence);
    let sentence =
        "A move is one step, or only jumps: the step from h8 to g8 can't be part of a longer one.";
    refuses(&game, "g7-h8-g8-f8", MoveRefusalKind::MustStop, "jump.or-step", sentence);
    let sentence = "A king can't step onto h8, your opponent's home, or stop there: it can only touch it in the middle of a jump.";
    refuses(
        &game,
        "g7-h8-g8-h8",
        MoveRefusalKind::MustStop,
        "jump.or-step",
        "A move is one step, or only jumps: the step from h8 to g8 can't be part of a longer one.",
    );
    let king = board("6B1/8/8/8/8/8/8/1r6 b 11 11");
    refuses(&king, "g8-h8", MoveRefusalKind::HomeBarred, "home.enemy", sentence);
    refuses(&king, "g8-h8-h7", MoveRefusalKind::HomeBarred, "home.enemy", sentence);
    let sentence = "Your man on g7 can't go to h8 now: it would have to leave again at once, and it has no free move from there.";
    refuses(&board(CROWD), "g7-h8", MoveRefusalKind::NoFreeMove, "home.vacant", sentence);
    refuses(&board(CROWD), "g7-h8-g8", MoveRefusalKind::NoFreeMove, "home.vacant", sentence);
    // A player who leaves out the home is told to name it.
    let refusal = board("6r1/6r1/5b2/8/8/8/8/8 b 11 10").parse_move("f6-f8").unwrap_err();
    assert_eq!(
        (refusal.kind, refusal.candidates.join(" ").as_str()),
        (MoveRefusalKind::NothingToJump, "f6-h8-f8")
    );
}

#[test]
fn nothing_follows_the_own_home() {
    let game = board("8/8/8/8/8/2B5/1r6/1r6 b 11 10");
    let sentence = "A king that arrives at its home on a1 is taken off at once, and its turn ends \
                there.";
    let refusal = refuses(&game, "c3-a1-c1", MoveRefusalKind::MustStop, "home.off", sentence);
    assert_eq!(refusal.candidates, ["c3-a1"]);
    // By a step as well as by a jump.
    let game = board("8/8/8/8/8/8/1B6/2r5 b 11 11");
    let refusal = refuses(&game, "b2-a1-a2", MoveRefusalKind::MustStop, "home.off", sentence);
    assert_eq!(refusal.candidates, ["b2-a1"]);
}

#[test]
fn a_pass_is_refused_while_a_move_exists() {
    let sentence = "You can move, so you can't pass.";
    refuses(&start(), "pass", MoveRefusalKind::CannotPass, "pass", sentence);
    let sentence = "None of your checkers can move, so you have to pass.";
    let refusal = refuses(&board(SHUT_IN), "a8-b6", MoveRefusalKind::Blocked, "pass", sentence);
    assert_eq!(refusal.candidates, ["pass"]);
    refuses(&board(SHUT_IN), "e4-e5", MoveRefusalKind::Blocked, "pass", sentence);
    assert_eq!(board(SHUT_IN).parse_move("PASS").unwrap_err().candidates, ["pass"]);
}

#[test]
fn after_the_end_every_text_gets_the_outcome() {
    let game = board("8/8/8/8/8/8/1r6/8 r 12 11");
    let sentence = "The game is over: black has brought all twelve checkers home, so black wins.";
    for text in ["b2-b1", "pass", "nonsense"] {
        refuses(&game, text, MoveRefusalKind::GameOver, "end.all-home", sentence);
    }
}

#[track_caller]
fn explains(text: &str, mv: &str, topic: &str, sentence: &str) {
    let game = board(text);
    let explanation = game.explain_move(game.parse_move(mv).unwrap());
    assert_eq!(explanation.to_string(), sentence);
    assert_eq!(explanation.rule, alloc::format!("coast-to-coast.{topic}"));
}

#[test]
fn a_legal_move_is_explained_by_its_rule() {
    let text = "8/8/5b2/3r4/8/1r6/b7/8 b 10 10";
    explains(text, "a2-a3", "move.step", "Your man on a2 steps forward to a3.");
    explains(text, "a2-b1", "move.step", "Your man on a2 steps sideways to b1.");
    let sentence = "Your checker on a2 jumps over b3, d5 and f6 and ends on g6.";
    explains(text, "a2-g6", "jump.how", sentence);
    let sentence = "Your king on b2 steps to b3; a king may go in all directions.";
    explains("8/8/8/8/8/7r/1B6/8 b 11 11", "b2-b3", "move.king", sentence);
    let sentence = "Your king on b2 comes home to a1 and is taken off the board.";
    explains("8/8/8/8/8/7r/1B6/8 b 11 11", "b2-a1", "home.off", sentence);
    let sentence = "Your man on g7 reaches h8, is crowned there, and goes on to g8 as a king with its \
                free move.";
    explains("8/6b1/8/8/8/8/r7/8 b 11 11", "g7-h8-g8", "crown.how", sentence);
    let sentence = "None of your checkers can move, so you pass.";
    explains(SHUT_IN, "pass", "pass", sentence);
}

#[test]
fn every_outcome_is_explained() {
    let why = |outcome| {
        let explanation = start().explain_outcome(outcome);
        (explanation.rule, explanation.to_string())
    };
    let (rule, sentence) = why(Outcome::win(Side::Second, Reason::AllHome));
    assert_eq!(rule, "coast-to-coast.end.all-home");
    assert_eq!(
        sentence,
        "The game is over: red has brought all twelve checkers home, so red wins."
    );
    let (rule, sentence) = why(Outcome::draw(Reason::NeitherCanMove));
    assert_eq!(rule, "coast-to-coast.end.neither-can-move");
    assert_eq!(sentence, "The game is over: neither side can move, so it's a draw.");
    let (rule, sentence) = why(Outcome::draw(Reason::Repetition));
    assert_eq!(rule, "coast-to-coast.draw.repetition");
    assert!(sentence.contains("third time"));
    let (rule, sentence) = why(Outcome::draw(Reason::NoProgress));
    assert_eq!(rule, "coast-to-coast.draw.no-progress");
    assert!(sentence.starts_with("The game is over: for 200 turns in a row"));
}

#[test]
fn the_book_has_each_id_once() {
    let ids: BTreeSet<_> = CoastToCoast::BOOK.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), CoastToCoast::BOOK.len());
}

/// Every pair of squares, and every route through a home, is a legal move or refused with legal
/// candidates only.
#[test]
fn any_two_or_three_squares_are_a_move_or_refused_with_legal_candidates() {
    let texts = [CROWD, SHUT_IN, "8/4b1b1/5r2/4b1R1/3B4/2r1B3/1R1r4/2B5 b 6 7"];
    for game in texts.map(board).into_iter().chain([start()]) {
        let legal = game.legal_texts();
        for from in Square::all() {
            for to in Square::all() {
                for text in [
                    alloc::format!("{from}-{to}"),
                    alloc::format!("{from}-h8-{to}"),
                    alloc::format!("{from}-a1-{to}"),
                    alloc::format!("{from}-{to}-e5"),
                ] {
                    match game.parse_move(&text) {
                        Ok(mv) => assert!(legal.contains(&game.move_text(mv))),
                        Err(refusal) => {
                            assert!(!legal.contains(&text), "{text}: {refusal}");
                            assert!(refusal.candidates.iter().all(|mv| legal.contains(mv)));
                            assert!(refusal.explanation.rule.starts_with("coast-to-coast."));
                            assert!(!refusal.to_string().contains(['{', '}']));
                        }
                    }
                }
            }
        }
    }
}
