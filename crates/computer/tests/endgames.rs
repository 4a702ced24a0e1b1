//! With tables the computer wins won endings and draws drawn ones against perfect play.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crownhead_computer::{
    AnalysisRequest, Analyst, Endgames, NoClock, SearchLimits, build_endgames,
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
    build_endgames(&mut making, with_plies).expect("a folder to write to");
    let (tables, refused) = folder.load(max_checkers);
    assert!(refused.is_empty());
    let endgames = Endgames::default();
    endgames.insert(tables);
    Arc::new(endgames)
}

/// Plays a game to its end, each side with its own tables.
fn contest(mut game: Game, known: [&Arc<Endgames>; 2], nodes: u64) -> (Verdict, usize) {
    let players = known.map(|known| Analyst::new(1).with_endgames(Arc::clone(known)));
    let stop = AtomicBool::new(false);
    let mut plies = 0;
    loop {
        if let Some(end) = game.outcome() {
            return (end.verdict, plies);
        }
        let request = AnalysisRequest::new(SearchLimits::nodes(nodes));
        let thought = players[game.side() as usize].analyse(&game, request, NoClock, &stop, |_| {});
        game.play(thought.best().expect("a move")).expect("a legal one");
        plies += 1;
    }
}

fn played_on(game: Game, endgames: &Arc<Endgames>, nodes: u64) -> (Verdict, usize) {
    contest(game, [endgames; 2], nodes)
}

/// Values without distances are enough to win: the search makes progress.
#[test]
fn first_position_is_won_with_white_to_move_and_drawn_with_black() {
    let endgames = endgames("values", RuleFamily::Must, 4, false);
    let rules = GameId::WinningMovesCheckers.rules();
    let game = |text| Game::from_text(rules, text).expect("a position");
    let (end, _) = played_on(game("W:WK27,K23:BK28,12"), &endgames, 20_000);
    assert_eq!(end, Verdict::Win(Side::Second));
    let (end, _) = played_on(game("B:WK27,K23:BK28,12"), &endgames, 20_000);
    assert_eq!(end, Verdict::Draw);
}

/// With distances, the win takes no longer than necessary, and the analysis has the complete line.
#[test]
fn exact_lines_are_complete() {
    let endgames = endgames("plies", RuleFamily::Must, 4, true);
    let game = Game::from_text(GameId::KingMeStandard.rules(), "W:WK27,K23:BK28,12").unwrap();
    let analyst = Analyst::new(1).with_endgames(Arc::clone(&endgames));
    let stop = AtomicBool::new(false);
    let request = AnalysisRequest::new(SearchLimits::nodes(1_000));
    let thought = analyst.analyse(&game, request, NoClock, &stop, |_| {});
    let (end, plies) = endgames.probe_value(&game).unwrap();
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

/// If tables have no distances, a win is an exact win without plies, at the root and below it.
#[test]
fn a_win_without_plies_is_an_exact_win() {
    let endgames = endgames("three", RuleFamily::Must, 3, false);
    let analyst = Analyst::new(1).with_endgames(endgames);
    let evaluation = |text: &str, lines| {
        let game = Game::from_text(GameId::WinningMovesCheckers.rules(), text).unwrap();
        let stop = AtomicBool::new(false);
        let request = AnalysisRequest { lines, ..AnalysisRequest::new(SearchLimits::nodes(3_000)) };
        let thought = analyst.analyse(&game, request, NoClock, &stop, |_| {});
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
    // An immediate loss is found by the search.
    let known = |shown: &String| shown.starts_with("exact ") || shown == "loses in 2";
    assert!(variations.iter().all(known), "{variations:?}");
    // A jump leads into the tables.
    let variations = evaluation("W:WK27,K23:BK28,18", 1);
    assert!(["exact win", "exact draw"].contains(&variations[0].as_str()), "{variations:?}");
}

/// In Parker's game the values are the same, but a refused jump makes a game longer.
#[test]
fn parkers_game_has_values_but_no_distances() {
    let endgames = endgames("parker", RuleFamily::Must, 3, true);
    let known =
        |id: GameId, text| endgames.probe_value(&Game::from_text(id.rules(), text).unwrap());
    let text = "W:WK27,K23:BK28";
    let (end, plies) = known(GameId::WinningMovesCheckers, text).unwrap();
    assert!(plies.is_some());
    assert_eq!(known(GameId::ParkerCheckers, text), Some((end, None)));
    assert_eq!(known(GameId::RegalCheckers, text), None);
    assert_eq!(known(GameId::StackEm, "R:1r,14rbB"), None);
}

/// Every won position of a sample is won and every drawn one held by a search with values only,
/// against an opponent with distances.
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
        let Some((end, _)) = values.probe_value(&game) else { continue };
        if end == Verdict::Win(Side::Second) || game.outcome().is_some() {
            continue;
        }
        // Black wins or holds with values only, against red with distances.
        assert_eq!(contest(game, [&values, &plies], 30_000).0, end, "{text}");
        ends[usize::from(end == Verdict::Draw)] += 1;
    }
    assert!(ends.iter().all(|&count| count >= 5), "{ends:?}");
}
