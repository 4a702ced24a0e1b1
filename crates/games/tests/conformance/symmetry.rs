//! Symmetry: a game on a rotated or reflected board is the same game.

use crownhead_games::{Game, Legality, Rules};

use crate::mirror::Mirror;
use crate::setups;

pub(crate) fn check(rules: Rules) {
    let mut random = fastrand::Rng::with_seed(3);
    let mut starts = vec![Game::start(rules).text().unwrap(); 4];
    starts.extend(setups::some(rules, 40));
    for mirror in Mirror::all(rules) {
        for start in &starts {
            play_mirrored(rules, &mirror, start, &mut random);
        }
    }
}

fn play_mirrored(rules: Rules, mirror: &Mirror, start: &str, random: &mut fastrand::Rng) {
    let mut game = Game::from_text(rules, start).unwrap();
    let mirrored = mirror.position(start);
    let mut image = Game::from_text(rules, &mirrored)
        .unwrap_or_else(|why| panic!("{rules}: {start} becomes {mirrored}: {why}"));
    for _ in 0..60 {
        let name = format!("{rules}: {:?} and {:?}", game.text(), image.text());
        assert_eq!(image.text(), game.text().map(|text| mirror.position(&text)), "{name}");
        assert_eq!(image.side(), mirror.side(game.side()), "{name}");
        assert_eq!(image.phase(), game.phase(), "{name}");
        let [end, image_end] =
            [&game, &image].map(|game| game.outcome().map(|end| (end.score(), end.reason.name())));
        assert_eq!(image_end, end.map(|(score, why)| (mirror.score(score), why)), "{name}");
        let moves = game.moves_ignoring_draws();
        let mut images: Vec<String> = moves.iter().map(|text| mirror.move_text(text)).collect();
        images.sort();
        assert_eq!(image.moves_ignoring_draws(), images, "{name}");
        check_same_explanations(mirror, [&game, &image], &moves, random);
        let Some(text) = random.choice(&game.legal_moves()).cloned() else { return };
        assert_eq!(game.play(&text).unwrap(), text, "{name}");
        assert_eq!(
            image.play(&mirror.move_text(&text)).unwrap(),
            mirror.move_text(&text),
            "{name}"
        );
    }
}

/// A mirrored text is allowed by the same rule or refused for the same reason.
fn check_same_explanations(
    mirror: &Mirror,
    games: [&Game; 2],
    moves: &[String],
    random: &mut fastrand::Rng,
) {
    let mut texts: Vec<String> = random.choose_multiple(moves, 2).into_iter().cloned().collect();
    let rows = moves.iter().flat_map(|text| crate::move_squares::squares(text));
    let squares: Vec<&str> = rows.collect();
    for between in ["-", "x", "="] {
        let pair = random.choose_multiple(&squares, 2);
        let is_grid = pair.iter().all(|name| name.starts_with(|c: char| c.is_alphabetic()));
        if pair.len() == 2 && (between != "=" || is_grid) {
            texts.push(format!("{}{between}{}", pair[0], pair[1]));
        }
    }
    for text in texts {
        let [game, image] = games;
        let verdict = |game: &Game, text: &str| match game.explain(text) {
            Legality::Legal { explanation, .. } => {
                ("legal", explanation.rule, explanation.sentence.message.id)
            }
            Legality::Refused(refusal) => (
                refusal.kind.name(),
                refusal.explanation.rule,
                refusal.explanation.sentence.message.id,
            ),
        };
        let expected = verdict(game, &text);
        assert_eq!(verdict(image, &mirror.move_text(&text)), expected, "{:?}: {text}", game.text());
    }
}
