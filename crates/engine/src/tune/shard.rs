//! Training data: shards of self-play games as bytes. The same commit, seed and shard number
//! produce the same bytes on every machine. The caller writes them.

mod labels;
mod training_game;

use std::sync::atomic::AtomicBool;

use crownhead_rules::{History, Notation, Side, Verdict};

use super::Tunable;
use crate::endgame_knowledge::EndgameKnowledge;
use crate::{Score, Search, SearchLimits, SplitMix64, TranspositionTable};
pub use labels::PositionGroups;
pub use training_game::{ShardError, TrainingGame, TrainingPly, read_shard};

/// The settings of a shard.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ShardPlan {
    /// The seed of the data set, the same for all its shards.
    pub seed: u64,
    /// The number of the shard in the data set.
    pub number: u32,
    /// Games in the shard.
    pub games: u32,
    /// Nodes per move.
    pub nodes: u64,
}

/// The start positions of games: the start position of the game, or openings.
#[derive(Clone, Debug)]
pub struct StartPositions<P> {
    /// The start position of the game.
    pub start: P,
    /// Further positions to begin at; may be empty.
    pub openings: Vec<P>,
}

/// The winner of a training game, and how it was decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TrainingResult {
    /// The rules ended it, including draws by history.
    Rules(Verdict),
    /// The endgame tables knew the result.
    Tables(Verdict),
    /// One side was far ahead for long, or there was no progress for long: adjudicated.
    Adjudicated(Verdict),
    /// The result is unknown: a single position was searched.
    Unfinished,
}

/// The encoded score of a random ply.
const NO_SCORE: i16 = i16::MIN;
/// A side that is ahead by this many hundredths of a man for [`DECIDED_PLIES`] is awarded the win.
const DECIDED: i32 = 400;
const DECIDED_PLIES: u32 = 10;
/// A game is a draw after this many plies without progress.
const ADJUDICATE_AFTER: u32 = 40;
const MAX_PLY: usize = 400;
/// An opening is replaced if the first search finds a score further from zero than this.
const MAX_OPENING_SCORE: i32 = 150;
const MEBIBYTES: usize = 4;

impl ShardPlan {
    /// Plays the games of the shard. Calls `game_done` after each.
    pub fn play<P, K>(
        &self,
        starts: &StartPositions<P>,
        eval: &P::Eval,
        knowledge: K,
        mut game_done: impl FnMut(),
    ) -> Vec<u8>
    where
        P: Tunable + Notation,
        K: EndgameKnowledge<P> + Copy,
    {
        let table = TranspositionTable::with_mebibytes(MEBIBYTES);
        let mut bytes = Vec::new();
        for game in 0..self.games {
            let mut rng = self.rng(game);
            let record = loop {
                if let Some(record) = self.game(starts, eval, knowledge, &table, &mut rng) {
                    break record;
                }
            };
            record.encode(&mut bytes);
            game_done();
        }
        bytes
    }

    /// The random numbers of one game, independent of all others.
    fn rng(&self, game: u32) -> SplitMix64 {
        let mut seeds = SplitMix64::new(self.seed);
        let salt = seeds.below(usize::MAX) as u64;
        SplitMix64::new(salt ^ (u64::from(self.number) << 32 | u64::from(game)))
    }

    /// One game; none if its opening is uneven or over.
    fn game<P, K>(
        &self,
        starts: &StartPositions<P>,
        eval: &P::Eval,
        knowledge: K,
        table: &TranspositionTable,
        rng: &mut SplitMix64,
    ) -> Option<TrainingGame<P>>
    where
        P: Tunable + Notation,
        K: EndgameKnowledge<P> + Copy,
    {
        let (start, random_plies) = starts.choose(rng);
        let mut record = TrainingGame { start: start.clone(), plies: Vec::new(), ending: None };
        let mut position = start;
        let mut history = History::new(&position);
        let stop = AtomicBool::new(false);
        table.clear();
        let mut lead = Lead::default();
        let ending = loop {
            if let Some(end) = position.outcome().or_else(|| history.draw(&position)) {
                break TrainingResult::Rules(end.verdict);
            }
            let is_random = record.plies.len() < random_plies;
            if !is_random {
                if let Some(verdict) = knowledge.verdict(&position) {
                    break TrainingResult::Tables(verdict);
                }
                if let Some(verdict) = lead.decides() {
                    break TrainingResult::Adjudicated(verdict);
                }
                if history.plies_without_progress() >= ADJUDICATE_AFTER
                    || record.plies.len() >= MAX_PLY
                {
                    break TrainingResult::Adjudicated(Verdict::Draw);
                }
            }
            let mut moves = Vec::new();
            position.each_candidate(|mv| moves.push(mv));
            let ply = if is_random {
                TrainingPly { choice: rng.below(moves.len()) as u16, score: None }
            } else {
                let mut search = Search::<P>::new(table, &stop, SearchLimits::nodes(self.nodes));
                search.eval = eval;
                let found = search.with_knowledge(knowledge).run(&position, &history, |_| {});
                let score = found.lines[0].score;
                if record.plies.len() == random_plies && score.value().abs() > MAX_OPENING_SCORE {
                    return None;
                }
                lead.count(position.side(), score);
                let choice = moves.iter().position(|&mv| Some(mv) == found.best())?;
                TrainingPly { choice: choice as u16, score: Some(score) }
            };
            record.plies.push(ply);
            history.play(&mut position, moves[usize::from(ply.choice)]);
        };
        record.ending = Some((ending, position.key().0 as u32));
        (record.plies.len() > random_plies).then_some(record)
    }
}

impl<P: Tunable> StartPositions<P> {
    /// A position to begin at, and how many random plies follow: two to ten after the start
    /// position, up to three after an opening, two to five after a ballot.
    fn choose(&self, rng: &mut SplitMix64) -> (P, usize) {
        match rng.below(3) {
            1 if !self.openings.is_empty() => {
                let opening = self.openings[rng.below(self.openings.len())].clone();
                (opening, rng.below(4))
            }
            2 => match self.start.ballot(rng) {
                Some(ballot) => (ballot, 2 + rng.below(4)),
                None => (self.start.clone(), 2 + rng.below(9)),
            },
            _ => (self.start.clone(), 2 + rng.below(9)),
        }
    }
}

/// Which side has been far ahead, and for how many plies.
#[derive(Default)]
struct Lead {
    side: Option<Side>,
    plies: u32,
}

impl Lead {
    fn count(&mut self, to_move: Side, score: Score) {
        let side = (score.value().abs() >= DECIDED).then_some(if score.value() > 0 {
            to_move
        } else {
            !to_move
        });
        self.plies = if side.is_some() && side == self.side { self.plies + 1 } else { 1 };
        self.side = side;
    }

    fn decides(&self) -> Option<Verdict> {
        self.side.filter(|_| self.plies >= DECIDED_PLIES).map(Verdict::Win)
    }
}

#[cfg(test)]
mod tests {
    use crownhead_rules::checkers::WinningMovesCheckers;
    use crownhead_rules::stack_em::StackEm;

    use super::*;
    use crate::tune::samples::{Target, deduplicate};
    use crate::{NoKnowledge, Searchable};

    fn shard<P: Tunable + Notation>(start: P, plan: ShardPlan) -> (StartPositions<P>, Vec<u8>) {
        let starts = StartPositions { openings: vec![start.clone()], start };
        let bytes = plan.play(&starts, P::default_eval(), NoKnowledge, || {});
        (starts, bytes)
    }

    const PLAN: ShardPlan = ShardPlan { seed: 5, number: 3, games: 4, nodes: 300 };

    #[test]
    fn seed_and_number_determine_every_byte() {
        let of = |plan| shard(WinningMovesCheckers::start(), plan).1;
        assert_eq!(of(PLAN), of(PLAN));
        assert_ne!(of(PLAN), of(ShardPlan { number: 4, ..PLAN }));
        assert_ne!(of(PLAN), of(ShardPlan { seed: 6, ..PLAN }));
        // A longer shard begins with the shorter one.
        assert!(of(ShardPlan { games: 5, ..PLAN }).starts_with(&of(PLAN)));
    }

    #[test]
    fn decoded_games_replay_as_played() {
        fn check<P: Tunable + Notation + std::str::FromStr>(start: P) {
            let (_, bytes) = shard(start, PLAN);
            let games = read_shard(&bytes, |text| text.parse::<P>().ok()).unwrap();
            assert_eq!(games.len(), 4);
            let mut again = Vec::new();
            for game in &games {
                let mut searched = 0;
                let end = game.replay(|_, score| searched += u32::from(score.is_some())).unwrap();
                assert!(searched > 5);
                if let Some((TrainingResult::Rules(verdict), _)) = game.ending
                    && let Some(outcome) = end.outcome()
                {
                    assert_eq!(outcome.verdict, verdict);
                }
                game.encode(&mut again);
            }
            assert_eq!(again, bytes);
        }
        check(WinningMovesCheckers::start());
        check(StackEm::start());
    }

    #[test]
    fn labelled_positions_have_a_score_and_no_result() {
        let (starts, bytes) = shard(WinningMovesCheckers::start(), PLAN);
        let label = |plan: ShardPlan| {
            let eval = WinningMovesCheckers::default_eval();
            let positions = PositionGroups::new(starts.openings.clone()).unwrap();
            plan.label(&positions, eval, NoKnowledge, || {})
        };
        let plan = ShardPlan { games: 20, ..PLAN };
        let labelled = label(plan);
        assert_eq!(labelled, label(plan));
        assert_ne!(labelled, label(ShardPlan { number: 4, ..plan }));
        let read =
            |bytes: &[u8]| read_shard(bytes, |text| text.parse::<WinningMovesCheckers>().ok());
        let positions = read(&labelled).unwrap();
        assert_eq!(positions.len(), 20);
        let target = |result_weight| Target { result_weight, decay: 0.0 };
        for game in &positions {
            let [one, other] = [0.0, 0.5].map(|weight| target(weight).samples(game).unwrap());
            assert_eq!((one.len(), one[0].result), (1, other[0].result));
        }
        // A game has a result, which counts as much as its weight says.
        let game = &read(&bytes).unwrap()[0];
        let results = |weight| target(weight).samples(game).unwrap();
        let verdict_counts = results(1.0);
        assert!(verdict_counts.iter().all(|sample| [0.0, 0.5, 1.0].contains(&sample.result)));
        assert!(results(0.0).iter().any(|sample| ![0.0, 0.5, 1.0].contains(&sample.result)));
        let unique = deduplicate([results(0.0), results(1.0)].concat());
        assert!(unique.len() <= verdict_counts.len() && !unique.is_empty());
    }

    #[test]
    fn damaged_shards_are_refused() {
        let (_, bytes) = shard(WinningMovesCheckers::start(), PLAN);
        let read =
            |bytes: &[u8]| read_shard(bytes, |text| text.parse::<WinningMovesCheckers>().ok());
        for cut in [1, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(read(&bytes[..cut]).unwrap_err(), ShardError::CutShort);
        }
        let mut flipped = bytes.clone();
        let last = flipped.len() - 1;
        flipped[last] ^= 1;
        let games = read(&flipped).unwrap();
        assert_eq!(games[3].replay(|_, _| {}).unwrap_err(), ShardError::Moves);
    }
}
