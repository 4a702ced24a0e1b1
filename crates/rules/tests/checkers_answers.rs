//! What players of the checkers games are told where it is easy to tell them something untrue.

use crownhead_rules::checkers::Checkers;
use crownhead_rules::checkers::{KingMe, Parker, Regal, RuleSet, WinningMoves};
use crownhead_rules::{Kind, Notation, Position};

fn after<R: RuleSet>(position: &str, moves: &[&str]) -> Checkers<R> {
    let mut game = Checkers::<R>::from_text((), position).expect(position);
    for text in moves {
        game.play_unchecked(game.read_move(text).expect(text));
    }
    game
}

#[track_caller]
fn refused<R: RuleSet>(game: &Checkers<R>, text: &str, kind: Kind, topic: &str, says: &str) {
    let refusal = game.read_move(text).expect_err(text);
    assert_eq!((refusal.to_string().as_str(), refusal.kind), (says, kind), "{text}");
    assert_eq!(refusal.answer.rule, format!("{}.{topic}", R::ID), "{text}");
}

#[track_caller]
fn meant<R: RuleSet>(game: &Checkers<R>, text: &str, candidates: &[&str]) {
    assert_eq!(game.read_move(text).expect_err(text).candidates, candidates, "{text}");
}

const RING: &str = "B:W14,15,22,23:BK10";
const CROWD: &str = "B:W18,19,27:B14,15,1,K32";

#[test]
fn a_shortened_jump_that_stops_early_must_go_on() {
    let game = after::<KingMe>(RING, &[]);
    let says = "From 26 your checker can jump on, so it must: 10x17x26x19x10 or 10x19x26x17x10.";
    refused(&game, "10x26", Kind::MustGoOn, "jump.go-on", says);
    meant(&game, "10x17", &["10x17x26x19x10"]);
}

#[test]
fn a_jump_that_ends_there_another_way_is_not_denied() {
    let game = after::<WinningMoves>(CROWD, &[]);
    let says = "No jump of your checker on 15 lands on those squares in that order; it can play \
                15x22 or 15x24x31.";
    for text in ["15x24x22", "15x31x24"] {
        refused(&game, text, Kind::NothingToJump, "jump.how", says);
    }
    let says = "No jump of your checker on 15 ends on 23; it can play 15x22 or 15x24x31.";
    refused(&game, "15x23", Kind::NothingToJump, "jump.how", says);
}

#[test]
fn the_beginning_of_a_jump_written_as_a_step() {
    let game = after::<WinningMoves>(CROWD, &[]);
    let says = "From 15 to 24 is a jump, so it is written 15x24x31.";
    refused(&game, "15-24", Kind::TooFar, "writing", says);
}

#[test]
fn a_king_is_answered_by_the_rule_of_kings() {
    let game = after::<Regal>("B:W28:BK18,K23", &[]);
    let says = "Your own checker is on 23, and a step goes to an empty square.";
    refused(&game, "18-23", Kind::Occupied, "move.king", says);
    let says = "From 18 to 27 is too far: a step goes to a neighbouring square.";
    refused(&game, "18-27", Kind::TooFar, "move.king", says);
    meant(&game, "18-27", &["18-14", "18-15", "18-22"]);
}

#[test]
fn texts_in_other_letters_are_guessed() {
    let shut = after::<Regal>("B:W5,9,6,10:B1", &[]);
    let says = "“Pass” is not how a move is written here. Did you mean pass?";
    refused(&shut, "Pass", Kind::NotAMove, "writing", says);
    let start = Checkers::<Regal>::start();
    let says = "“11:15” is not how a move is written here. Did you mean 11-15?";
    refused(&start, "11:15", Kind::NotAMove, "writing", says);
    let says = "There is no square “33”: the dark squares have the numbers 1 to 32.";
    refused(&start, "11-33", Kind::NotAMove, "writing", says);
    meant(&start, "15", &["10-15", "11-15"]);
}

#[test]
fn one_culprit_is_huffed_and_not_all() {
    let position = "B:W18,26:B14,1,15";
    let game = after::<Parker>(position, &[]);
    let says = game.permit(game.read_move("1-5").unwrap()).to_string();
    assert!(says.contains("huff 14 or 15, or let it stand"), "{says}");
    let game = after::<Parker>(position, &["1-5"]);
    let says = "The checker on 5 is not one that should have jumped. You can huff 14 or 15.";
    refused(&game, "huff 5", Kind::NotACulprit, "remedy.culprits", says);
    let says = "“hello” is not how dark's passed-over jump is answered: compel, huff 14, huff 15 \
                or stand.";
    refused(&game, "hello", Kind::NotAMove, "writing", says);
    meant(&game, "Huff14", &["huff 14"]);
}

#[test]
fn there_is_nothing_to_answer_twice() {
    let says = "No jump that was passed over is waiting for your answer. Make a move.";
    for moves in [&[][..], &["1-5", "stand"], &["1-5", "compel"]] {
        let game = after::<Parker>("B:W18,26:B14,1,15", moves);
        refused(&game, "stand", Kind::NoRemedyDue, "remedy", says);
    }
}

#[test]
fn huffing_the_last_checker_is_told_as_a_win() {
    let game = after::<Parker>("B:W18:B14", &["14-17"]);
    let answer = game.permit(game.read_move("huff 17").unwrap());
    assert_eq!(
        answer.to_string(),
        "The checker on 17 should have jumped, so it is taken off. It is dark's last, so you win."
    );
    assert_eq!(answer.rule, "parker-checkers.end.last-huffed");
}
