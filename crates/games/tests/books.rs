//! Compares the rule books: equal rules have equal texts, and differences are real.

use crownhead_games::{Game, GameId, Legality, Rules, differences, rule_book};
use crownhead_rules::MoveRefusalKind;
use crownhead_rules::book::{Leaflet, Source};

fn rules(name: &str) -> Rules {
    name.parse::<GameId>().expect("a game").rules()
}

/// The topics on which two games differ.
fn differ(one: Rules, other: Rules) -> Vec<&'static str> {
    differences(one, other).iter().map(|difference| difference.topic).collect()
}

#[test]
fn move_notation_is_a_ruling_that_refusals_cite() {
    for id in GameId::ALL {
        let book = rule_book(id.rules());
        let writing: Vec<_> = book.iter().filter(|rule| rule.topic == "writing").collect();
        assert_eq!(writing.len(), 1, "{id:?}");
        assert_eq!(writing[0].source, Source::Ruling, "{id:?}");
        let game = Game::start(id.rules());
        for text in ["hello", "", "e2e4e6", "99", "1x2-3", "🙂", "huff 14", "7-33", "Pass"] {
            let Legality::Refused(refusal) = game.explain(text) else { continue };
            if refusal.kind == MoveRefusalKind::NotAMove {
                assert_eq!(refusal.explanation.rule, writing[0].id, "{id:?} {text}");
            }
        }
    }
}

#[test]
fn every_game_names_a_square_that_is_off_the_board() {
    let missing = |game: &Game, text: &str, exists: &str| {
        let Legality::Refused(refusal) = game.explain(text) else { panic!("{text} is legal") };
        assert_eq!(refusal.kind, MoveRefusalKind::NotAMove, "{:?} {text}", game.rules());
        let says = refusal.to_string();
        assert!(says.starts_with("There's no square “i4”: "), "{:?} {text}: {says}", game.rules());
        assert!(says.ends_with(exists), "{:?} {text}: {says}", game.rules());
    };
    for rules in Rules::all() {
        let exists = match rules.game() {
            GameId::TicTacToe => "the files are a to c and the ranks 1 to 3.",
            GameId::CoastToCoast | GameId::CheckerboardTicTacToe => {
                "the files are a to h and the ranks 1 to 8."
            }
            _ => "the dark squares are numbered 1 to 32.",
        };
        for text in ["i4", "i4-j5", "a1xi4", "i4=b2"] {
            missing(&Game::start(rules), text, exists);
        }
    }
    let mut game = Game::start(rules("parker-checkers"));
    for text in ["11-15", "22-18", "9-13"] {
        game.play_ignoring_draws(text).unwrap();
    }
    assert_eq!(game.phase().name(), "remedy");
    missing(&game, "i4", "1 to 32.");
    missing(&game, "huff i4", "1 to 32.");
    game.play_ignoring_draws("compel").unwrap();
    assert_eq!(game.phase().name(), "compelled");
    missing(&game, "i4", "1 to 32.");
}

#[test]
fn headings_of_the_box_with_three_games_name_the_game() {
    for (id, game) in [
        ("king-me-standard", "Standard Checkers: "),
        ("coast-to-coast", "Coast to Coast: "),
        ("stack-em", "Stack'Em: "),
    ] {
        for rule in Game::start(rules(id)).book() {
            if let Source::Leaflet(leaflet, heading) = rule.source {
                assert_eq!(leaflet, Leaflet::KingMe, "{}", rule.id);
                assert!(heading == "CONTENTS" || heading.starts_with(game), "{}", rule.id);
            }
        }
    }
}

#[test]
fn checkers_games_differ_where_their_leaflets_do() {
    let king_me = rules("king-me-standard");
    let continues = king_me.with("crowning", "continues").unwrap();
    let (regal, winning, parker) =
        (rules("regal-checkers"), rules("winning-moves-checkers"), rules("parker-checkers"));
    assert_eq!(differ(king_me, winning), ["crown.mark", "jump.captured"]);
    assert_eq!(differ(continues, winning), ["crown.mark", "crown.mid-jump", "jump.captured"]);
    let choice = [
        "sides",
        "first-move",
        "later-games",
        "move.king.diagonal",
        "jump.captured",
        "jump.duty",
        "jump.go-on",
        "crown.mark",
        "end.captured-all",
        "pass",
        "end.neither-can-move",
        "writing",
        "end.no-move",
    ];
    assert_eq!(differ(regal, king_me), choice);
    assert_eq!(differ(regal, winning), choice);
    // Both differ from Parker's game in this, and one of them also in how a king is marked, the
    // other in where captured checkers lie.
    let huff = [
        "sides",
        "first-move",
        "later-games",
        "jump.duty",
        "jump.go-on",
        "end.no-move",
        "draw.no-progress",
        "writing",
        "remedy",
        "remedy.compel",
        "remedy.compelled",
        "remedy.huff",
        "remedy.culprits",
        "remedy.stand",
        "remedy.kept",
        "end.last-huffed",
        "draw",
        "draw.regular",
    ];
    let without = |one: Rules, topic: &str| {
        let mut topics = differ(one, parker);
        assert!(topics.contains(&topic), "{topic}");
        topics.retain(|other| *other != topic);
        topics
    };
    assert_eq!(without(winning, "jump.captured"), huff);
    assert_eq!(without(king_me, "crown.mark"), huff);
    let both = differ(regal, parker);
    assert!(huff.iter().all(|topic| both.contains(topic)));
    for topic in [
        "move.king.diagonal",
        "jump.captured",
        "crown.mark",
        "end.captured-all",
        "pass",
        "end.neither-can-move",
    ] {
        assert!(both.contains(&topic), "{topic}");
    }
    assert_eq!(both.len(), huff.len() + 6, "{both:?}");
}

#[test]
fn only_stack_em_has_rules_about_stacks() {
    let same = [
        "board",
        "setup",
        "sides",
        "later-games",
        "jump.duty",
        "jump.choice",
        "jump.go-on",
        "crown.how",
        "draw.repetition",
        "draw.by-itself",
        "draw.agreement",
        "writing",
    ];
    let differing = differ(rules("stack-em"), rules("king-me-standard"));
    let book = rule_book(rules("stack-em"));
    for topic in same {
        assert!(book.iter().any(|rule| rule.topic == topic), "{topic}");
        assert!(!differing.contains(&topic), "{topic}");
    }
    for topic in ["first-move", "jump.removed", "crown.by-jump", "king-row.clear"] {
        assert!(differing.contains(&topic), "{topic}");
    }
}

#[test]
fn shared_rules_have_equal_texts() {
    for (one, other, topics) in [
        ("coast-to-coast", "regal-checkers", &["pass", "end.neither-can-move"][..]),
        ("coast-to-coast", "stack-em", &["sides", "later-games", "draw.repetition"]),
        ("tic-tac-toe", "checkerboard-tic-tac-toe", &["sides", "later-games", "turns", "writing"]),
    ] {
        let differing = differ(rules(one), rules(other));
        assert!(topics.iter().all(|topic| !differing.contains(topic)), "{one} {differing:?}");
    }
}
