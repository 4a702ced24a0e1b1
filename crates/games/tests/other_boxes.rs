//! What the other boxes of checkers say about a move is true: positions with known answers, and
//! random games in which the lists of legal moves confirm every sentence.

use crownhead_games::{ActionKind, Game, GameId, OtherBox, Phase, Rules};

fn rules(name: &str) -> Rules {
    name.parse().expect("a game")
}

/// The remarks on a move after some moves from a position, as `game: sentence [rule]`.
fn remarks(game: &str, position: &str, moves: &[&str], text: &str) -> Vec<String> {
    let mut game = Game::from_text(rules(game), position).expect("a position");
    for text in moves {
        game.play(text).expect("a legal move");
    }
    let line = |other: OtherBox| format!("{} [{}]", other.explanation, other.explanation.rule);
    game.other_boxes(text).into_iter().map(line).collect()
}

const ONE_JUMP: &str = "B:W18,32:B1,14";
const TWO_JUMPS: &str = "B:W6,15,32:B1";
const CROWN: &str = "W:W11,32:B6,7,12";

#[test]
fn a_jump_that_is_a_must_is_a_choice_in_the_regal_game() {
    let skip = "In the Regal game you could have skipped this jump. [regal-checkers.jump.duty]";
    for game in
        ["winning-moves-checkers", "king-me-standard", "king-me-standard crowning=continues"]
    {
        assert_eq!(remarks(game, ONE_JUMP, &[], "14x23"), [skip], "{game}");
        let refused = [
            "In the Regal game you wouldn't have to jump. [regal-checkers.jump.duty]",
            "In the Parker game you could do that, but you might be huffed for it. \
             [parker-checkers.remedy.huff]",
        ];
        assert_eq!(remarks(game, ONE_JUMP, &[], "1-5"), refused, "{game}");
    }
    // Without a jump all boxes agree, and about a move that is illegal everywhere, too.
    assert!(remarks("winning-moves-checkers", "B:W32:B1", &[], "1-5").is_empty());
    assert!(remarks("winning-moves-checkers", ONE_JUMP, &[], "1-9").is_empty());
    assert!(remarks("winning-moves-checkers", ONE_JUMP, &[], "hello").is_empty());
}

#[test]
fn stopping_early_is_a_choice_a_risk_or_forbidden() {
    assert_eq!(
        remarks("winning-moves-checkers", TWO_JUMPS, &[], "1x10"),
        [
            "In the Regal game you could stop here. [regal-checkers.jump.go-on]",
            "In the Parker game you could do that, but you might be huffed for it. \
             [parker-checkers.remedy.huff]",
        ]
    );
    assert_eq!(
        remarks("regal-checkers", TWO_JUMPS, &[], "1x10"),
        [
            "In the KING ME game you'd have had to keep jumping. [king-me-standard.jump.go-on]",
            "In the Winning Moves game you'd have had to keep jumping. \
             [winning-moves-checkers.jump.go-on]",
            "In the Parker game you could do that, but you might be huffed for it. \
             [parker-checkers.remedy.huff]",
        ]
    );
    assert_eq!(
        remarks("parker-checkers", TWO_JUMPS, &[], "1x10x19"),
        ["In the Regal game you could have stopped on 10. [regal-checkers.jump.go-on]"]
    );
}

#[test]
fn a_new_king_waits_or_keeps_jumping() {
    let goes_on = "The KING ME leaflet can be read so that a new king keeps jumping. \
                   [king-me-standard.crown.mid-jump.continues]";
    for game in ["winning-moves-checkers", "king-me-standard", "regal-checkers", "parker-checkers"]
    {
        assert_eq!(remarks(game, CROWN, &[], "11x2")[0], goes_on, "{game}");
        assert_eq!(remarks(game, CROWN, &[], "11x2x9"), [goes_on], "{game}");
    }
    let waits = "In the Regal game a new king waits until its next turn. \
                 [regal-checkers.crown.mid-jump]";
    for text in ["11x2", "11x2x9"] {
        let said = remarks("king-me-standard crowning=continues", CROWN, &[], text);
        assert_eq!((said.len(), &*said[0]), (3, waits), "{said:?}");
    }
}

#[test]
fn a_missed_jump_is_judged_by_all() {
    assert_eq!(
        remarks("parker-checkers", ONE_JUMP, &[], "1-5"),
        [
            "In the Regal game nobody could huff you for that. [regal-checkers.jump.duty]",
            "In the KING ME game you'd have had to jump. [king-me-standard.jump.duty]",
            "In the Winning Moves game you'd have had to jump. [winning-moves-checkers.jump.duty]",
        ]
    );
    assert_eq!(
        remarks("parker-checkers", ONE_JUMP, &["1-5"], "huff 14"),
        [
            "In the KING ME game nobody is huffed: you simply have to jump. \
             [king-me-standard.jump.duty]",
            "In the Winning Moves game nobody is huffed: you simply have to jump. \
             [winning-moves-checkers.jump.duty]",
        ]
    );
    assert!(remarks("parker-checkers", ONE_JUMP, &["1-5"], "stand").is_empty());
}

#[test]
fn who_cannot_move_passes_or_has_lost() {
    let lost = remarks("regal-checkers", "B:W25,30:B21", &[], "pass");
    assert_eq!(lost.len(), 3);
    assert_eq!(
        lost[0],
        "In the KING ME game you'd have lost: you can't move. [king-me-standard.end.no-move]"
    );
    for game in ["winning-moves-checkers", "king-me-standard", "parker-checkers"] {
        let said = remarks(game, "W:W25,K26:B21", &[], "26-30");
        let side = if game == "parker-checkers" { "dark" } else { "black" };
        let pass = format!(
            "In the Regal game {side} would pass, and you'd play on. [regal-checkers.pass]"
        );
        assert_eq!(said, [pass], "{game}");
    }
    let wall = "B:W21,22,23,24,25,26,27,28:B12,13,14,15,17,18,19,20";
    let blocked = remarks("winning-moves-checkers", wall, &[], "12-16");
    assert_eq!(
        blocked,
        ["In the Regal game this would be a draw. [regal-checkers.end.neither-can-move]"]
    );
    let drawn = remarks("regal-checkers", wall, &[], "12-16");
    assert_eq!(
        drawn[0],
        "In the KING ME game black would have lost: no move is left. \
         [king-me-standard.end.no-move]"
    );
}

#[test]
fn other_games_say_nothing() {
    for id in GameId::ALL.iter().filter(|id| !id.is_checkers()) {
        let game = Game::start(*id);
        let moves = game.legal_moves();
        assert!(game.other_boxes(&moves[0]).is_empty(), "{id}");
        assert!(game.explain_in_every_box(&moves[0]).is_empty(), "{id}");
    }
    let answers = Game::from_text(GameId::WinningMovesCheckers, ONE_JUMP).expect("a position");
    let answers = answers.explain_in_every_box("1-5");
    let legal: Vec<String> = answers
        .iter()
        .filter(|(_, legality)| legality.is_legal())
        .map(|(rules, _)| rules.to_string())
        .collect();
    assert_eq!(answers.len(), 5);
    assert_eq!(legal, ["regal-checkers", "parker-checkers"]);
}

/// Whether the lists of legal moves confirm a sentence.
fn is_true(game: &Game, text: &str, other: &OtherBox) -> bool {
    let fen = game.to_string();
    let fen = fen.split(' ').next().expect("a FEN");
    let there = Game::from_text(other.rules, fen).expect("a position");
    let has = |game: &Game, text: &str| game.legal_moves().iter().any(|legal| legal == text);
    let steps = |game: &Game| game.actions().iter().any(|action| action.kind == ActionKind::Step);
    let offends = |game: &Game| {
        let mut next = game.clone();
        next.play(text).is_ok() && next.phase() == Phase::Remedy
    };
    let (here, yonder) = (has(game, text), has(&there, text));
    let id = other.explanation.sentence.message.id;
    match id.strip_prefix("other-box.").expect("a remark") {
        "need-not-jump" => !here && !steps(game) && yonder && !offends(&there),
        "need-not-go-on" => !here && yonder && !offends(&there),
        "could-skip" => here && yonder && !steps(game) && steps(&there),
        "could-stop" => {
            let trail = there.trail(text).expect("a legal move");
            let shorter = |action: &crownhead_games::Action| {
                action.trail.len() < trail.len() && trail.starts_with(&action.trail)
            };
            here && there.actions().iter().any(shorter)
        }
        "might-be-huffed" => yonder && offends(&there) && !offends(game),
        "nobody-huffs" => here && offends(game) && yonder && !offends(&there),
        "must-jump" => here && !yonder && steps(game) && !steps(&there),
        "must-go-on" => here && !yonder && steps(&there) == steps(&there),
        "king-goes-on" | "king-waits" => here != yonder,
        "no-huff" => here && text.starts_with("huff ") && other.rules.game().must_jump(),
        "would-have-lost" => here && text == "pass" && there.legal_moves().is_empty(),
        "would-pass" => {
            let mut after = game.clone();
            after.play(text).expect("a legal move");
            let there = Game::from_text(other.rules, &after.to_string()).expect("a position");
            after.outcome().is_some() && there.legal_moves() == ["pass"]
        }
        "would-be-drawn" | "would-lose" => here,
        _ => false,
    }
}

#[test]
fn the_lists_of_legal_moves_confirm_every_sentence() {
    let all: Vec<Rules> =
        Rules::all().into_iter().filter(|rules| rules.game().is_checkers()).collect();
    assert_eq!(all.len(), 5);
    let mut random = fastrand::Rng::with_seed(19);
    let mut said = std::collections::BTreeSet::new();
    for round in 0..60 {
        let mut game = Game::start(all[round % all.len()]);
        for _ in 0..120 {
            let here = game.clone();
            let Some(text) = game.pick_legal_move(|moves| random.usize(..moves)) else { break };
            // A legal move, and what the other games would let the same side do.
            let fen = here.to_string();
            let mut texts = vec![text.clone()];
            for rules in &all {
                let there = Game::from_text(*rules, fen.split(' ').next().expect("a FEN"));
                texts.extend(there.expect("a position").legal_moves());
            }
            for text in &texts {
                for other in here.other_boxes(text) {
                    assert!(is_true(&here, text, &other), "{here} {text}: {}", other.explanation);
                    assert!(!other.explanation.rule.is_empty());
                    said.insert(other.explanation.sentence.message.id);
                }
            }
            game.play(&text).expect("a legal move");
        }
    }
    assert!(said.len() >= 9, "{said:?}");
}
