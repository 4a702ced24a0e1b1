//! With tables the computer wins won endings and draws drawn ones, against an enemy who plays as
//! well as can be.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crownhead_computer::{Analyst, Endgames, Limits, NoClock, Question, make_endgames};
use crownhead_games::{Game, GameId};
use crownhead_rules::checkers::WinningMoves;
use crownhead_rules::{Notation, Side, Verdict};
use crownhead_tablebase::{Alone, Class, Family, Folder, Index, Making};

fn endgames(name: &str, family: Family, most: u8, with_plies: bool) -> Arc<Endgames> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let folder = Folder::new(&path, family);
    let stop = &AtomicBool::new(false);
    let mut making = Making { folder: &folder, most, stop, share: &mut Alone, report: &mut |_| {} };
    make_endgames(&mut making, with_plies).expect("a folder to write to");
    let (tables, refused) = folder.load(most);
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
        let question = Question::new(Limits::nodes(nodes));
        let thought = players[game.side() as usize].think(&game, question, NoClock, &stop, |_| {});
        game.play(thought.best().expect("a move")).expect("a legal one");
        plies += 1;
    }
}

fn played_on(game: Game, endgames: &Arc<Endgames>, nodes: u64) -> (Verdict, usize) {
    contest(game, [endgames; 2], nodes)
}

/// Knowing who wins is enough to win: the search finds the way.
#[test]
fn first_position_is_won_and_held() {
    let endgames = endgames("values", Family::Must, 4, false);
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
    let endgames = endgames("plies", Family::Must, 4, true);
    let game = Game::from_text(GameId::KingMeStandard.rules(), "W:WK27,K23:BK28,12").unwrap();
    let analyst = Analyst::new(1).with_endgames(Arc::clone(&endgames));
    let stop = AtomicBool::new(false);
    let question = Question::new(Limits::nodes(1_000));
    let thought = analyst.think(&game, question, NoClock, &stop, |_| {});
    let (end, plies) = endgames.known(&game).unwrap();
    let plies = plies.unwrap();
    assert_eq!(end, Verdict::Win(Side::Second));
    let best = &thought.ways[0];
    assert_eq!(best.exact.unwrap().to_string(), format!("red wins in {plies}"));
    assert_eq!((best.score.plies_to_end(), best.moves.len()), (Some(plies), plies as usize));
    let mut line = game.clone();
    best.moves.iter().for_each(|text| assert!(line.play_on(text).is_ok(), "{text}"));
    assert_eq!(line.outcome().unwrap().verdict, end);
    assert_eq!(played_on(game, &endgames, 1_000), (end, plies as usize));
}

/// In Parker's game the same side wins, but a refused jump makes a game longer.
#[test]
fn parkers_game_has_the_values_alone() {
    let endgames = endgames("parker", Family::Must, 3, true);
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
    let (values, plies) =
        (endgames("values", Family::Must, 4, false), endgames("plies", Family::Must, 4, true));
    let mut dice = fastrand::Rng::with_seed(11);
    let classes = [
        Class { our_men: 0, our_kings: 2, their_men: 1, their_kings: 1 },
        Class { our_men: 1, our_kings: 1, their_men: 1, their_kings: 1 },
        Class { our_men: 2, our_kings: 0, their_men: 0, their_kings: 2 },
        Class { our_men: 1, our_kings: 1, their_men: 2, their_kings: 0 },
    ];
    let mut ends = [0; 2];
    for class in classes.into_iter().cycle().take(24) {
        let index = Index::new(class);
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
