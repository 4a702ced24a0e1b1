//! Explanations of Stack'Em: refusals and legal moves.

use std::format;
use std::string::ToString;

use super::board;
use crate::stack_em::StackEm;
use crate::{MoveRefusalKind as Kind, Notation};

/// Checks the kind, the rule, the sentence and the candidates of a refusal.
fn refused(
    position: &str,
    text: &str,
    kind: Kind,
    rule: &str,
    sentence: &str,
    candidates: &[&str],
) {
    let refusal = board(position).parse_move(text).unwrap_err();
    assert_eq!(refusal.to_string(), sentence, "{position} {text}");
    assert_eq!(refusal.kind, kind, "{position} {text}");
    assert_eq!(refusal.explanation.rule, format!("stack-em.{rule}"), "{position} {text}");
    assert_eq!(refusal.candidates, candidates, "{position} {text}");
}

#[test]
fn after_the_end_every_text_gets_the_outcome() {
    let over = |position, sentence| {
        for text in ["14-18", "pass", "", "é"] {
            refused(position, text, Kind::GameOver, "end.no-move", sentence, &[]);
        }
    };
    over("R:32b", "The game is over: red has no checkers left on the board, so black wins.");
    over(
        "B:14br",
        "The game is over: every black checker on the board is under a red one, so red wins.",
    );
    over("R:29R,25b,22b,14rb", "The game is over: none of red's stacks can move, so black wins.");
}

#[test]
fn malformed_texts() {
    let position = "R:11r,22b";
    let not_a_move = |text: &str, rule: &str, sentence: &str, candidates: &[&str]| {
        refused(position, text, Kind::NotAMove, rule, sentence, candidates);
    };
    let form = "isn't a move. A step looks like 11-15, a jump like 22x15.";
    not_a_move("hello", "writing", &format!("“hello” {form}"), &[]);
    not_a_move("", "writing", &format!("An empty text {form}"), &[]);
    let meant = "“11 to 15” isn't a move. Did you mean 11-15?";
    not_a_move("11 to 15", "writing", meant, &["11-15"]);
    not_a_move("11-15-18", "writing", &format!("“11-15-18” {form}"), &[]);
    not_a_move(
        "11-33",
        "writing",
        "There's no square “33”: the dark squares are numbered 1 to 32.",
        &[],
    );
    not_a_move(
        "i4",
        "writing",
        "There's no square “i4”: the dark squares are numbered 1 to 32.",
        &[],
    );
    not_a_move(
        "11x15xj9",
        "writing",
        "There's no square “j9”: the dark squares are numbered 1 to 32.",
        &[],
    );
    not_a_move(
        "0-4",
        "writing",
        "There's no square “0”: the dark squares are numbered 1 to 32.",
        &[],
    );
    not_a_move(
        "11",
        "writing",
        "“11” is only a square. A move names where it starts and where it goes.",
        &["11-15", "11-16"],
    );
    not_a_move(
        "15",
        "writing",
        "“15” is only a square. A move names where it starts and where it goes.",
        &["11-15"],
    );
    not_a_move(
        "1x10x1x10x1x10x1x10x1x10x1x10x1x10",
        "writing",
        "That's more than twelve jumps, and your opponent never has more than twelve checkers.",
        &[],
    );
    let no_passing = "You can't pass in this game: a player who can't move has lost.";
    refused(position, "pass", Kind::CannotPass, "end.no-move", no_passing, &[]);
    refused(
        "R:14r,18b,27b",
        "14-23-32",
        Kind::NotAMove,
        "writing",
        "“14-23-32” isn't a move. Did you mean 14x23x32?",
        &["14x23x32"],
    );
}

#[test]
fn hostile_texts_get_short_refusals() {
    let game = StackEm::start();
    for text in ["x".repeat(1_000_000), "9".repeat(1_000_000), "11x".repeat(400_000), "🂡-15".into()]
    {
        let refusal = game.parse_move(&text).unwrap_err();
        assert_eq!(refusal.kind, Kind::NotAMove);
        assert!(refusal.to_string().chars().count() < 200);
    }
}

#[test]
fn refusals_about_the_chosen_checker() {
    let wrong = |position, sentence| {
        refused(position, "14-18", Kind::WrongSide, "stack.control", sentence, &[]);
    };
    for position in ["R:1r,14b", "R:1r,14B"] {
        let sentence = "The checker on 14 isn't yours: you're red.";
        refused(position, "14-18", Kind::WrongSide, "turns", sentence, &[]);
    }
    wrong("R:1r,14bb", "A black man is on top of the stack on 14, so only black may move it.");
    wrong("R:1r,14bB", "A black king is on top of the stack on 14, so only black may move it.");
    wrong(
        "R:1r,14rb",
        "You have a checker in the stack on 14, but a black man is on top, so only black may move it.",
    );
    wrong(
        "B:32b,14bbR",
        "You have a checker in the stack on 14, but a red king is on top, so only red may move it.",
    );
    for text in ["14-18", "14x23"] {
        refused("R:1r", text, Kind::EmptySquare, "turns", "There's no checker on 14.", &[]);
    }
}

#[test]
fn refused_steps() {
    let own = &["14-17", "14-18"];
    let step = |text, kind, sentence| refused("R:14r,32b", text, kind, "move.step", sentence, own);
    step(
        "14-14",
        Kind::SameSquare,
        "That leaves the checker on 14 where it is. A step goes to another square.",
    );
    step(
        "14-15",
        Kind::NotDiagonal,
        "Checkers only go diagonally, and 15 isn't on a diagonal from 14.",
    );
    step(
        "14-22",
        Kind::NotDiagonal,
        "Checkers only go diagonally, and 22 isn't on a diagonal from 14.",
    );
    step("14-23", Kind::TooFar, "From 14 to 23 is too far: a step goes to a neighbouring square.");
    step("14-27", Kind::TooFar, "From 14 to 27 is too far: a step goes to a neighbouring square.");
    step(
        "14-9",
        Kind::Backwards,
        "Your man on 14 only goes forward, and 9 is behind it. Only a king goes back.",
    );
    refused(
        "B:14b,1R",
        "14-18",
        Kind::Backwards,
        "move.step",
        "Your man on 14 only goes forward, and 18 is behind it. Only a king goes back.",
        &["14-10", "14-9"],
    );
    refused(
        "R:14R,18r,32b",
        "14-18",
        Kind::Occupied,
        "move.king",
        "Your own checker is on 18. A step goes to an empty square.",
        &["14-10", "14-17", "14-9"],
    );
    refused(
        "R:14R,32b",
        "14-23",
        Kind::TooFar,
        "move.king.reach",
        "From 14 to 23 is too far: a step goes to a neighbouring square.",
        &["14-10", "14-17", "14-18", "14-9"],
    );
    refused(
        "R:14r,18b,23b",
        "14-18",
        Kind::Occupied,
        "move.step",
        "Your opponent's checker is on 18, so you can't step there.",
        &["14-17"],
    );
    refused(
        "R:14r,18b,17b,32b",
        "14-18",
        Kind::Occupied,
        "move.step",
        "Your opponent's checker is on 18. You can't step there, but you can jump it: 14x23.",
        &["14x23"],
    );
    refused(
        "R:1r,5r,6b,10b,24r",
        "1-5",
        Kind::Blocked,
        "move.blocked",
        "Your checker on 1 is blocked: 5 is taken, and it can't go anywhere else.",
        &[],
    );
}

#[test]
fn a_step_is_refused_while_a_jump_is_possible() {
    refused(
        "R:1r,14r,18b",
        "1-5",
        Kind::MustJump,
        "jump.duty",
        "You have to jump with 14: 14x23.",
        &["14x23"],
    );
    refused(
        "R:1r,14r,18b,11bR,16b",
        "14-17",
        Kind::MustJump,
        "jump.duty",
        "You have to jump with one of your checkers on 11 and 14: 11x20 or 14x23.",
        &["11x20", "14x23"],
    );
    let must = "From 23 your checker can keep jumping, so it has to: 14x23x32.";
    refused("R:14r,18b,27b", "14x23", Kind::MustGoOn, "jump.go-on", must, &["14x23x32"]);
    refused(
        "R:14r,18b,27b,19b",
        "14x23",
        Kind::MustGoOn,
        "jump.go-on",
        "From 23 your checker can keep jumping, so it has to: 14x23x16 or 14x23x32.",
        &["14x23x16", "14x23x32"],
    );
    // With a landing left out, and then not far enough.
    refused(
        "R:14r,18b,19b,11b",
        "14x16",
        Kind::MustGoOn,
        "jump.go-on",
        "From 16 your checker can keep jumping, so it has to: 14x23x16x7.",
        &["14x23x16x7"],
    );
    // What is written in full wins over what could be a shortened beginning.
    refused(
        "R:14b,15b,22b,23b,10R",
        "10x17",
        Kind::MustGoOn,
        "jump.go-on",
        "From 17 your checker can keep jumping, so it has to: 10x17x26x19x10.",
        &["10x17x26x19x10"],
    );
}

#[test]
fn a_wrong_separator_names_the_right_move() {
    refused(
        "R:11r,32b",
        "11x15",
        Kind::NothingToJump,
        "writing",
        "From 11 to 15 is a step, so it's written 11-15.",
        &["11-15"],
    );
    refused(
        "R:11r,14r,18b",
        "11x15",
        Kind::NothingToJump,
        "jump.how",
        "From 11 to 15 isn't a jump: a jump goes two squares along a diagonal, over one of your opponent's checkers.",
        &[],
    );
    let with_x = |text, sentence, candidates: &[&str]| {
        refused("R:14r,18b,27b", text, Kind::TooFar, "writing", sentence, candidates);
    };
    with_x("14-32", "From 14 to 32 is a jump, so it's written 14x23x32.", &["14x23x32"]);
    refused(
        "R:14r,18b,27b",
        "14-23",
        Kind::MustGoOn,
        "jump.go-on",
        "From 23 your checker can keep jumping, so it has to: 14x23x32.",
        &["14x23x32"],
    );
    refused(
        "B:22b,18r",
        "22-15",
        Kind::TooFar,
        "writing",
        "From 22 to 15 is a jump, so it's written 22x15.",
        &["22x15"],
    );
}

#[test]
fn refused_jumps() {
    let jump = |position: &str, text: &str, kind, sentence: &str, candidates: &[&str]| {
        refused(position, text, kind, "jump.how", sentence, candidates);
    };
    let steps = &["14-17", "14-18"];
    jump("R:14r,32b", "14x23", Kind::NothingToJump, "There's nothing on 18 to jump.", steps);
    jump(
        "R:14r,18r,32b",
        "14x23",
        Kind::NothingToJump,
        "The checker on 18 is your own. You can only jump your opponent's.",
        &["14-17"],
    );
    jump(
        "R:14r,18b,23r,32b",
        "14x23",
        Kind::Occupied,
        "You can't jump the checker on 18, because 23 behind it is taken.",
        &["14-17"],
    );
    jump(
        "R:14r,10b,32b",
        "14x7",
        Kind::Backwards,
        "From 14 your man only jumps forward, and 7 is behind it. Only a king jumps back.",
        steps,
    );
    let nothing = "Your checker on 14 has nothing to jump.";
    jump("R:14r,32b", "14x32", Kind::NothingToJump, nothing, steps);
    jump("R:14r,32b", "14x15", Kind::NothingToJump, nothing, steps);
    jump(
        "R:14r,32b",
        "14x14",
        Kind::NothingToJump,
        "From 14 to 14 isn't a jump: a jump goes two squares along a diagonal, over one of your opponent's checkers.",
        steps,
    );
    jump(
        "R:15r,18b,19b,27b",
        "15x23",
        Kind::NothingToJump,
        "Your checker on 15 can't jump to 23; it can play 15x22 or 15x24x31.",
        &["15x22", "15x24x31"],
    );
    // A jump ends on 22, but none passes 24.
    jump(
        "R:15r,18b,19b,27b",
        "15x24x22",
        Kind::NothingToJump,
        "Your checker on 15 can't get to 22 that way; it can play 15x22 or 15x24x31.",
        &["15x22", "15x24x31"],
    );
}

#[test]
fn refused_later_hops() {
    let jump = |position, text, sentence, candidates: &[&str]| {
        refused(position, text, Kind::NothingToJump, "jump.how", sentence, candidates);
    };
    let again = |position, text, sentence, candidates: &[&str]| {
        refused(position, text, Kind::NothingToJump, "jump.again", sentence, candidates);
    };
    again(
        "R:14r,18b,1B",
        "14x23x14",
        "There's no checker on 18 any more: your stack has taken it.",
        &["14x23"],
    );
    again(
        "R:14r,18rb,1B",
        "14x23x14",
        "Your own checker is on top on 18 now, freed by this jump. You can only jump your opponent's.",
        &["14x23"],
    );
    jump("R:14r,18b,1B", "14x23x32", "There's nothing on 27 to jump.", &["14x23"]);
    jump(
        "R:14r,18b,1B",
        "14x23x27",
        "From 23 to 27 isn't a jump: a jump goes two squares along a diagonal, over one of your opponent's checkers.",
        &["14x23"],
    );
}

#[test]
fn a_shortened_jump_is_read_unless_it_fits_several() {
    let read = |position, text| {
        let game = board(position);
        game.parse_move(text).map(|mv| game.move_text(mv))
    };
    assert_eq!(read("R:14r,18b,27b", " 14x32\n").unwrap(), "14x23x32");
    assert_eq!(read("R:14R,18rbb,32b", "14x14").unwrap(), "14x23x14");
    refused(
        "R:14R,18b,19b,11b,10b",
        "14x14",
        Kind::Ambiguous,
        "writing",
        "More than one jump fits that. Name every square it lands on: 14x23x16x7x14 or 14x7x16x23x14.",
        &["14x23x16x7x14", "14x7x16x23x14"],
    );
    assert_eq!(read("R:14R,18b,19b,11b,10b", "14x23x16x14").unwrap(), "14x23x16x7x14");
    let many = board("R:6b,7b,14bb,15bbbb,18R,22bb,23bb");
    let refusal = many.parse_move("18x11").unwrap_err();
    assert_eq!(refusal.kind, Kind::Ambiguous);
    let count = refusal.candidates.len();
    assert!(count > 50);
    assert!(refusal.to_string().ends_with(&format!(", or one of {} others.", count - 5)));
}

#[test]
fn a_legal_move_is_explained_by_its_rule() {
    let explained = |position: &str, text: &str, rule: &str, sentence: &str| {
        let game = board(position);
        let explanation = game.explain_move(game.parse_move(text).unwrap());
        assert_eq!(explanation.to_string(), sentence);
        assert_eq!(explanation.rule, format!("stack-em.{rule}"));
    };
    explained("R:14bbr,32b", "14-18", "move.step", "Your man on 14 steps forward to 18.");
    explained("R:14bbR,32b", "14-9", "move.king", "Your king on 14 steps to 9.");
    explained("R:25R,1B", "25-29", "move.king", "Your king on 25 steps to 29.");
    explained(
        "R:25r,1B",
        "25-29",
        "crown.how",
        "Your man on 25 steps to 29, on its King Me row, and becomes a king.",
    );
    explained(
        "R:25br,1B",
        "25-29",
        "king-row.clear",
        "Your man on 25 steps to 29, on its King Me row, and becomes a king; every black checker in its stack leaves the game.",
    );
    explained(
        "R:25bR,1B",
        "25-29",
        "king-row.clear",
        "Your king on 25 steps to 29, on its King Me row; every black checker in its stack leaves the game.",
    );
    explained(
        "R:14r,18b,32b",
        "14x23",
        "jump.how",
        "Your man on 14 jumps over 18 to 23 and becomes a king; what it captures goes under it.",
    );
    explained(
        "R:14R,18bbb,32b",
        "14x23x14x23",
        "jump.again",
        "Your king on 14 jumps over 18 to 23, over 18 more than once; what it captures goes under it.",
    );
    explained(
        "R:14r,18bb,32b",
        "14x23x14",
        "jump.again",
        "Your man on 14 jumps over 18 to 14, over 18 more than once, and becomes a king; what it captures goes under it.",
    );
    // Jumped squares are named in the order of the jump.
    explained(
        "R:26R,23b,15b,1B",
        "26x19x10",
        "jump.how",
        "Your king on 26 jumps over 23 and 15 to 10; what it captures goes under it.",
    );
    explained(
        "R:23r,26bb,1B",
        "23x30x23",
        "jump.again",
        "Your man on 23 jumps over 26 to 23, over 26 more than once, and becomes a king; when it lands on its King Me row, every black checker in its stack leaves the game.",
    );
    explained(
        "R:23R,26bb,1B",
        "23x30x23",
        "jump.again",
        "Your king on 23 jumps over 26 to 23, over 26 more than once; when it lands on its King Me row, every black checker in its stack leaves the game.",
    );
    explained(
        "R:22r,26b,27b,1B",
        "22x24",
        "jump.how",
        "Your man on 22 jumps over 26 and 27 to 24 and becomes a king; when it lands on its King Me row, every black checker in its stack leaves the game.",
    );
    explained(
        "B:10B,6r,32R",
        "10x1",
        "jump.how",
        "Your king on 10 jumps over 6 to 1; when it lands on its King Me row, every red checker in its stack leaves the game.",
    );
}
