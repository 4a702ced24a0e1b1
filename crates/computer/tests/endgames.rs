//! With tables the computer wins won endings and draws drawn ones, against an enemy who plays as
//! well as can be.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crownhead_computer::{
    AnalysisRequest, Analyst, Endgames, NoClock, SearchLimits, make_endgames,
};
use crownhead_games::{Game, GameId};
use crownhead_rules::checkers::WinningMoves;
use crownhead_rules::{Notation, Side, Verdict};
use crownhead_tablebase::{
    Class, ClassIndex, RuleFamily, SingleMachine, TableFolder, TablebaseBuild,
};

fn endgames(name: &str, family: RuleFamily, max_checkers: u8, with_plies: bool) -> Arc<Endgames> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let folder = TableFolder::new(&path, family);
    let stop = &AtomicBool::new(false);
    let mut making = TablebaseBuild {
        folder: &folder,
        max_checkers,
        stop,
        coordinator: &mut SingleMachine,
        report: &mut |_| {},
    };
    make_endgames(&mut making, with_plies).expect("a folder to write to");
    let (tables, refused) = folder.load(max_checkers);
    assert!(refused.is_empty());
    let endgames = Endgames::default();
    endgames.put(tables);
    Arc::new(endgames)
}

/// Plays a game on: each side as well as it can with what it knows.
fn contest(mut game: Game, known: [&Arc<Endgames>; 2], nodes: u64) -> (Verdict, usize) {
    let players = known.map(|known| Analyst::new(1).with_endgames(Arc::clone(known)));
    let stop = AtomicBool::new(false);
    let mut plies = 0;
    loop {
        if let Some(end) = game.outcome() {
            return (end.verdict, plies);
        }
        let question = AnalysisRequest::new(SearchLimits::nodes(nodes));
        let thought = players[game.side() as usize].think(&game, question, NoClock, &stop, |_| {});
        game.play(thought.best().expect("a move")).expect("a legal one");
        plies += 1;
    }
}

fn played_on(game: Game, endgames: &Arc<Endgames>, nodes: u64) -> (Verdict, usize) {
    contest(game, [endgames; 2], nodes)
}

/// Knowing who wins is enough to win: the search finds the variation.
#[test]
fn first_position_is_won_and_held() {
    let endgames = endgames("values", RuleFamily::Must, 4, false);
    let rules = GameId::WinningMovesCheckers.rules();
    let game = |text| Game::from_text(rules, text).expect("a position");
    let (end, _) = played_on(game("W:WK27,K23:BK28,12"), &endgames, 20_000);
    assert_eq!(end, Verdict::Win(Side::Second));
    let (end, _) = played_on(game("B:WK27,K23:BK28,12"), &endgames, 20_000);
    assert_eq!(end, Verdict::Draw);
}

/// Knowing how soon, it takes as long as it must, and says so with the whole line.
#[test]
fn the_whole_line_is_told() {
    let endgames = endgames("plies", RuleFamily::Must, 4, true);
    let game = Game::from_text(GameId::KingMeStandard.rules(), "W:WK27,K23:BK28,12").unwrap();
    let analyst = Analyst::new(1).with_endgames(Arc::clone(&endgames));
    let stop = AtomicBool::new(false);
    let question = AnalysisRequest::new(SearchLimits::nodes(1_000));
    let thought = analyst.think(&game, question, NoClock, &stop, |_| {});
    let (end, plies) = endgames.known(&game).unwrap();
    let plies = plies.unwrap();
    assert_eq!(end, Verdict::Win(Side::Second));
    let best = &thought.variations[0];
    assert_eq!(best.evaluation.to_string(), format!("wins in {plies}"));
    assert!(best.evaluation.is_exact());
    assert_eq!((best.score.plies_to_end(), best.moves.len()), (Some(plies), plies as usize));
    let mut line = game.clone();
    best.moves.iter().for_each(|text| assert!(line.play_ignoring_draws(text).is_ok(), "{text}"));
    assert_eq!(line.outcome().unwrap().verdict, end);
    assert_eq!(played_on(game, &endgames, 1_000), (end, plies as usize));
}

/// Where tables know who wins but not how soon, that is what is said, at the root and beyond it, and
/// not how the search counts it.
#[test]
fn a_win_without_plies_is_an_exact_win() {
    let endgames = endgames("three", RuleFamily::Must, 3, false);
    let analyst = Analyst::new(1).with_endgames(endgames);
    let evaluation = |text: &str, lines| {
        let game = Game::from_text(GameId::WinningMovesCheckers.rules(), text).unwrap();
        let stop = AtomicBool::new(false);
        let question =
            AnalysisRequest { lines, ..AnalysisRequest::new(SearchLimits::nodes(3_000)) };
        let thought = analyst.think(&game, question, NoClock, &stop, |_| {});
        thought
            .variations
            .iter()
            .map(|variation| variation.evaluation.to_string())
            .collect::<Vec<_>>()
    };
    // In the tables.
    assert_eq!(evaluation("W:WK27,K23:BK28", 1), ["exact win"]);
    assert_eq!(evaluation("B:WK27,K23:BK28", 1), ["exact loss"]);
    let variations = evaluation("W:WK27:BK28", 4);
    // What loses at once is found by the search.
    let known = |told: &String| told.starts_with("exact ") || told == "loses in 2";
    assert!(variations.iter().all(known), "{variations:?}");
    // A jump leads to them.
    let variations = evaluation("W:WK27,K23:BK28,18", 1);
    assert!(["exact win", "exact draw"].contains(&variations[0].as_str()), "{variations:?}");
}

/// In Parker's game the same side wins, but a refused jump makes a game longer.
#[test]
fn parkers_game_has_the_values_alone() {
    let endgames = endgames("parker", RuleFamily::Must, 3, true);
    let known = |id: GameId, text| endgames.known(&Game::from_text(id.rules(), text).unwrap());
    let text = "W:WK27,K23:BK28";
    let (end, plies) = known(GameId::WinningMovesCheckers, text).unwrap();
    assert!(plies.is_some());
    assert_eq!(known(GameId::ParkerCheckers, text), Some((end, None)));
    assert_eq!(known(GameId::RegalCheckers, text), None);
    assert_eq!(known(GameId::StackEm, "R:1r,14rbB"), None);
}

/// Every won position of a sample is won and every drawn one held, by a search that knows who wins
/// but not how soon, against an enemy who knows that, too.
#[test]
fn won_positions_are_won_and_drawn_ones_held() {
    let (values, plies) = (
        endgames("values", RuleFamily::Must, 4, false),
        endgames("plies", RuleFamily::Must, 4, true),
    );
    let mut dice = fastrand::Rng::with_seed(11);
    let classes = [
        Class { our_men: 0, our_kings: 2, their_men: 1, their_kings: 1 },
        Class { our_men: 1, our_kings: 1, their_men: 1, their_kings: 1 },
        Class { our_men: 2, our_kings: 0, their_men: 0, their_kings: 2 },
        Class { our_men: 1, our_kings: 1, their_men: 2, their_kings: 0 },
    ];
    let mut ends = [0; 2];
    for class in classes.into_iter().cycle().take(24) {
        let index = ClassIndex::new(class);
        let view = index.view(dice.u64(..index.len()));
        let text = view.position::<WinningMoves>().text().expect("a text");
        let game = Game::from_text(GameId::WinningMovesCheckers.rules(), &text).unwrap();
        let Some((end, _)) = values.known(&game) else { continue };
        if end == Verdict::Win(Side::Second) || game.outcome().is_some() {
            continue;
        }
        // Black wins or holds with values alone, against red who knows all.
        assert_eq!(contest(game, [&values, &plies], 30_000).0, end, "{text}");
        ends[usize::from(end == Verdict::Draw)] += 1;
    }
    assert!(ends.iter().all(|&count| count >= 5), "{ends:?}");
}
