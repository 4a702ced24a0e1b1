//! The moments of a game that are most worth learning from: at most three of each side, chosen by how
//! much they changed the result at the level of the player.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{NoClock, SearchLimits};
use crownhead_games::{ActionKind, Game};
use crownhead_rules::{BySide, Side};

use crate::{
    AnalysisRequest, Analyst, Evaluation, Level, MoveFacts, MoveQuality, Review, ReviewedMove,
};

/// The most moments of a side.
const MOST: usize = 3;

/// The win chance that a moment must have cost.
const LEAST: f64 = 0.05;

/// The most moves of a side that are searched again for what its player could see.
const CANDIDATES: usize = 12;

/// How many plies more than a player of a level usually looks ahead can still be understood.
const BEYOND: u32 = 2;

/// The memory of the short searches, in bytes.
const TABLE: usize = 1 << 18;

/// A move worth another look.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Moment {
    /// The number of the move in the review, from 0.
    pub index: usize,
    /// What the move missed or allowed.
    pub kind: MomentKind,
    /// How many checkers, kings, tic-tac-toes or plies that is; 0 if it is not counted.
    pub count: u32,
    /// The win chance that the move cost, as far as a player of the level can see it.
    pub cost: f64,
}

/// What a move missed or allowed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// A won game: the best move wins in so many plies.
    MissedWin,
    /// A jump over so many checkers.
    MissedJump,
    /// So many tic-tac-toes.
    MissedLine,
    /// A square where the other side makes so many tic-tac-toes.
    MissedBlock,
    /// A crown.
    MissedKing,
    /// A decision about a missed jump of the other side, or a king that could come home.
    MissedChance,
    /// The other side wins in so many plies.
    AllowedWin,
    /// The other side gains so many checkers.
    GaveCheckers,
    /// The other side makes so many tic-tac-toes.
    AllowedLine,
    /// The other side gets a king.
    AllowedKing,
    /// Another move was better.
    Better,
}

impl MomentKind {
    /// Every kind.
    pub const ALL: [MomentKind; 11] = [
        MomentKind::MissedWin,
        MomentKind::MissedJump,
        MomentKind::MissedLine,
        MomentKind::MissedBlock,
        MomentKind::MissedKing,
        MomentKind::MissedChance,
        MomentKind::AllowedWin,
        MomentKind::GaveCheckers,
        MomentKind::AllowedLine,
        MomentKind::AllowedKing,
        MomentKind::Better,
    ];

    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            MomentKind::MissedWin => "missed-win",
            MomentKind::MissedJump => "missed-jump",
            MomentKind::MissedLine => "missed-line",
            MomentKind::MissedBlock => "missed-block",
            MomentKind::MissedKing => "missed-king",
            MomentKind::MissedChance => "missed-chance",
            MomentKind::AllowedWin => "allowed-win",
            MomentKind::GaveCheckers => "gave-checkers",
            MomentKind::AllowedLine => "allowed-line",
            MomentKind::AllowedKing => "allowed-king",
            MomentKind::Better => "better",
        }
    }
}

/// The moments of a reviewed game that began at `start`, in the order of the game. A side without a
/// level has the one of its accuracy.
///
/// A moment counts by the win chance that it cost, as far as a player of the level can see it: the
/// smaller of the losses in the review and in a search that looks a little further than the level.
pub fn moments(
    start: &Game,
    review: &Review,
    levels: BySide<Option<Level>>,
) -> BySide<Vec<Moment>> {
    let mut games = vec![start.clone()];
    for reviewed in &review.moves {
        let mut game = games[games.len() - 1].clone();
        if game.play_ignoring_draws(&reviewed.text).is_err() {
            break;
        }
        games.push(game);
    }
    BySide::new(Side::First, Side::Second).map(|side| {
        let level = levels[side].unwrap_or_else(|| level_of(review.accuracy[side]));
        of_side(&games, &review.moves, side, level)
    })
}

/// The level that plays about as accurately.
fn level_of(accuracy: Option<f64>) -> Level {
    let number = match accuracy.unwrap_or_default() {
        percent if percent >= 95.0 => 10,
        percent if percent >= 90.0 => 9,
        percent if percent >= 82.0 => 8,
        percent if percent >= 74.0 => 7,
        percent if percent >= 66.0 => 6,
        percent if percent >= 58.0 => 5,
        percent if percent >= 50.0 => 4,
        percent if percent >= 40.0 => 3,
        percent if percent >= 30.0 => 2,
        _ => 1,
    };
    Level::new(number).unwrap_or(Level::FULL)
}

fn of_side(games: &[Game], moves: &[ReviewedMove], side: Side, level: Level) -> Vec<Moment> {
    let is_candidate = |(index, reviewed): &(usize, &ReviewedMove)| {
        let bad = reviewed.quality >= MoveQuality::Inaccuracy && reviewed.loss >= LEAST;
        reviewed.side == side && bad && !reviewed.forced && index + 1 < games.len()
    };
    let mut candidates: Vec<_> = moves.iter().enumerate().filter(is_candidate).collect();
    candidates.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
    let mut found: Vec<Moment> = Vec::new();
    for (index, reviewed) in candidates.into_iter().take(CANDIDATES) {
        let game = &games[index];
        let cost = reviewed.loss.min(visible_loss(game, reviewed, level));
        if cost >= LEAST {
            let (kind, count) = what_happened(game, &games[index + 1], reviewed);
            found.push(Moment { index, kind, count, cost });
        }
    }
    found.sort_by(|one, other| other.cost.total_cmp(&one.cost));
    found.truncate(MOST);
    found.sort_by_key(|moment| moment.index);
    found
}

/// The win chance that a move lost, as a search sees it that looks a little further than a level.
fn visible_loss(game: &Game, reviewed: &ReviewedMove, level: Level) -> f64 {
    let Some(depth) = level.limits().and_then(|limits| limits.depth) else { return reviewed.loss };
    // The search begins after the move.
    let limits = SearchLimits { nodes: Some(60_000), ..SearchLimits::depth(depth + BEYOND - 1) };
    let chance = |text: &str| {
        let mut after = game.clone();
        after.play_ignoring_draws(text).ok()?;
        let same_side = after.side() == game.side();
        let evaluation = Evaluation::of_finished_game(&after).or_else(|| {
            let analyst = Analyst::with_bytes(TABLE);
            let stop = AtomicBool::new(false);
            let request = AnalysisRequest::new(limits);
            let found = analyst.analyse(&after, request, NoClock, &stop, |_| {});
            found.variations.first().map(|variation| variation.evaluation)
        })?;
        Some(evaluation.before_move(same_side).win_chance())
    };
    match (chance(&reviewed.best), chance(&reviewed.text)) {
        (Some(best), Some(played)) => best - played,
        _ => 0.0,
    }
}

/// What a move missed or allowed, from the facts of the best move, of the move and of the reply.
fn what_happened(before: &Game, after: &Game, reviewed: &ReviewedMove) -> (MomentKind, u32) {
    let facts = |game: &Game, text: &str| MoveFacts::of(game, text).unwrap_or_default();
    let (best, played) = (facts(before, &reviewed.best), facts(before, &reviewed.text));
    let reply = match reviewed.reply_line.first() {
        Some(text) if after.side() != before.side() => facts(after, text),
        _ => MoveFacts::default(),
    };
    let kind = before.move_details(&reviewed.best).map_or(ActionKind::Step, |details| details.kind);
    let wins = reviewed.before.win_chance() == 1.0;
    let loses = reviewed.after.win_chance() == 0.0;
    let lost = net_captures(after, &reviewed.reply_line);
    let won = net_captures(before, &reviewed.best_line);
    match () {
        () if wins && reviewed.before.plies().is_some_and(|plies| plies <= 9) => {
            (MomentKind::MissedWin, reviewed.before.plies().unwrap_or_default())
        }
        () if best.takes > played.takes && won > 0 => (MomentKind::MissedJump, best.takes),
        () if matches!(kind, ActionKind::Huff | ActionKind::Compel | ActionKind::Stand) => {
            (MomentKind::MissedChance, 0)
        }
        () if best.makes > played.makes => (MomentKind::MissedLine, best.makes),
        () if best.blocks > played.blocks => (MomentKind::MissedBlock, best.blocks),
        () if loses && reviewed.after.plies().is_some_and(|plies| plies <= 9) => {
            (MomentKind::AllowedWin, reviewed.after.plies().unwrap_or_default())
        }
        () if lost > 0 => (MomentKind::GaveCheckers, lost.unsigned_abs()),
        () if reply.makes > 0 => (MomentKind::AllowedLine, reply.makes),
        () if best.crowns > played.crowns => (MomentKind::MissedKing, best.crowns),
        () if reply.crowns > 0 => (MomentKind::AllowedKing, reply.crowns),
        () if best.home > played.home => (MomentKind::MissedChance, 0),
        () => (MomentKind::Better, 0),
    }
}

/// The checkers that the side to move wins less those it loses in the jumps at the start of a line.
fn net_captures(game: &Game, line: &[String]) -> i32 {
    let us = game.side();
    let mut game = game.clone();
    let mut net = 0;
    for text in line {
        let (side, takes) = (game.side(), MoveFacts::of(&game, text).map_or(0, |it| it.takes));
        if takes == 0 || game.play_ignoring_draws(text).is_err() {
            break;
        }
        net += takes as i32 * if side == us { 1 } else { -1 };
    }
    net
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;
    use crate::review;

    fn found(id: GameId, position: &str, moves: &[&str], level: Option<u8>) -> BySide<Vec<Moment>> {
        let start = Game::from_text(id.rules(), position).expect("a position");
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let request = AnalysisRequest::new(SearchLimits::depth(9));
        let stop = AtomicBool::new(false);
        let review =
            review(&start, &moves, &Analyst::new(1), request, || NoClock, &stop, |_, _| {})
                .expect("legal");
        let level = level.and_then(Level::new);
        moments(&start, &review, BySide::new(level, level))
    }

    fn only(moments: &[Moment]) -> (usize, &'static str, u32) {
        let [Moment { index, kind, count, .. }] = moments else { panic!("{moments:?}") };
        (*index, kind.name(), *count)
    }

    #[test]
    fn a_gift_is_a_moment_at_every_level() {
        for level in [None, Some(1), Some(10)] {
            let id = GameId::WinningMovesCheckers;
            let moments = found(id, "B:W23,31,32:B1,2,14", &["14-18", "23x14"], level);
            assert_eq!(only(&moments.first), (0, "gave-checkers", 1));
            assert_eq!(moments.second, []);
        }
    }

    #[test]
    fn a_missed_jump_is_named_by_its_checkers() {
        let position = "B:W10,18,29,31,32:B1,2,3,6,12";
        let moments = found(GameId::RegalCheckers, position, &["1-5"], Some(2));
        assert_eq!(only(&moments.first), (0, "missed-jump", 2));
    }

    #[test]
    fn what_a_level_cannot_see_is_no_moment_for_it() {
        // The win is twenty-one plies away, and a beginner sees none of it.
        let position = "W:WK27,K23:BK28";
        let moves = ["23-19"];
        let id = GameId::WinningMovesCheckers;
        let seen = |level| found(id, position, &moves, Some(level)).second.len();
        assert_eq!(seen(1), 0);
    }

    #[test]
    fn thrown_tic_tac_toes_are_moments() {
        let moves = ["b2", "a3", "a1", "b1", "a2"];
        let moments = found(GameId::TicTacToe, "3/3/3 x", &moves, Some(1));
        assert_eq!(only(&moments.second), (3, "missed-block", 1));
    }

    #[test]
    fn a_side_has_at_most_three() {
        let moves = ["9-14", "23-18", "14x23", "27x18", "10-14", "18x9", "5x14", "22-18", "14x23"];
        let moments = found(GameId::WinningMovesCheckers, "B:W21-32:B1-12", &moves, Some(10));
        assert!(moments.first.len() <= 3 && moments.second.len() <= 3);
        assert!(!moments.second.is_empty());
    }
}
