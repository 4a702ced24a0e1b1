//! Parallel batches: while all cores work on one batch of games, the next batch is read.

use std::io::Read;

use rayon::prelude::*;

use crate::{GameFileError, GameReader, ParsedGame};

/// The size of a batch. A batch holds this many bytes and one game more, so a file of any length
/// needs the memory of two batches: one being read and one being worked on.
const BATCH_BYTES: u64 = 1 << 20;

/// Hands every game of a file to `work`, on any thread, and its result to `take`, on this thread and
/// in the order of the file. An error from `take` ends the loop.
///
/// `take` also gets the number of bytes read so far.
pub fn for_each_game<T: Send, E>(
    games: &mut GameReader<impl Read + Send>,
    work: impl Fn(Result<ParsedGame, GameFileError>) -> T + Sync,
    mut take: impl FnMut(T, u64) -> Result<(), E>,
) -> Result<(), E> {
    let mut batch = next_batch(games);
    while !batch.is_empty() {
        let read = games.bytes();
        let (next, done): (_, Vec<T>) = rayon::join(
            || next_batch(games),
            || batch.into_par_iter().with_min_len(16).map(&work).collect(),
        );
        done.into_iter().try_for_each(|done| take(done, read))?;
        batch = next;
    }
    Ok(())
}

fn next_batch(games: &mut GameReader<impl Read>) -> Vec<Result<ParsedGame, GameFileError>> {
    let end = games.bytes() + BATCH_BYTES;
    let mut batch = Vec::new();
    while games.bytes() < end
        && let Some(game) = games.next()
    {
        batch.push(game);
    }
    batch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SampleGames;

    /// Several batches with faults between: every game comes once and in order, as if read one by
    /// one.
    #[test]
    fn the_order_is_that_of_the_file() {
        let mut text: String = SampleGames::new(5).take(3_000).collect();
        text.insert_str(text.len() / 2, "\n* 1. 11-15 ( *\n\n");
        assert!(text.len() > BATCH_BYTES as usize);
        let play = |game: Result<ParsedGame, GameFileError>| game.and_then(|game| game.record());
        let one_by_one: Vec<_> = GameReader::pdn(text.as_bytes()).map(play).collect();
        assert!(one_by_one.iter().any(Result::is_err));
        let mut batched = Vec::new();
        let mut bytes = 0;
        let all =
            for_each_game::<_, ()>(&mut GameReader::pdn(text.as_bytes()), play, |game, read| {
                assert!(read >= bytes);
                bytes = read;
                batched.push(game);
                Ok(())
            });
        assert_eq!(all, Ok(()));
        assert_eq!(bytes, text.len() as u64);
        assert_eq!(batched, one_by_one);
        let mut taken = 0;
        let ended = for_each_game(&mut GameReader::pdn(text.as_bytes()), play, |_, _| {
            taken += 1;
            if taken == 7 { Err("enough") } else { Ok(()) }
        });
        assert_eq!((ended, taken), (Err("enough"), 7));
    }
}
