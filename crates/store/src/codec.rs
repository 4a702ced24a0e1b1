//! Encoding and decoding between the types of the arbiter and what databases hold.

use crownhead_arbiter::{BySeat, Event, Seat, Sha256Hash, Version};

use crate::{MatchId, MatchVersion, OrphanedConnection, StoreError, TIME_LIMIT};

/// An event as stored: its number and its JSON.
pub(crate) type EventRow = (i64, String);

/// Encodes events, and returns the time of the last. Fails unless they are numbered on from
/// `expected`.
pub(crate) fn encode(
    expected: Version,
    events: &[Event],
) -> Result<(Vec<EventRow>, i64), StoreError> {
    let mut version = expected;
    let mut rows = Vec::with_capacity(events.len());
    for event in events {
        version = version.next();
        if event.version != version {
            return Err(StoreError::failed("the events are not numbered in order"));
        }
        let json = serde_json::to_string(event).map_err(StoreError::failed)?;
        rows.push((to_i64(version.get()), json));
    }
    let last = events.last().ok_or_else(|| StoreError::failed("there are no events"))?;
    Ok((rows, to_i64(last.at.as_millis())))
}

pub(crate) fn decode(json: &str) -> Result<Event, StoreError> {
    serde_json::from_str(json)
        .map_err(|error| StoreError::failed(format!("an event cannot be decoded: {error}")))
}

/// A number for the database, which has signed integers only. It saturates.
pub fn to_i64(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A number from the database; negative numbers become zero.
pub fn to_u64(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// The number of a seat in the database.
pub fn seat_to_number(seat: Seat) -> i16 {
    match seat {
        Seat::One => 1,
        Seat::Two => 2,
    }
}

pub(crate) fn seat_from_number(number: i64) -> Result<Seat, StoreError> {
    Seat::ALL
        .into_iter()
        .find(|seat| i64::from(seat_to_number(*seat)) == number)
        .ok_or_else(|| StoreError::failed("a seat has a wrong number"))
}

pub(crate) fn orphaned_connection(
    (id, seat, node): (String, i64, String),
) -> Result<OrphanedConnection, StoreError> {
    let node = node.parse().map_err(|_| StoreError::failed("a node has an invalid id"))?;
    Ok(OrphanedConnection { id: parse_match_id(&id)?, seat: seat_from_number(seat)?, node })
}

pub(crate) fn match_version((id, version): (String, i64)) -> Result<MatchVersion, StoreError> {
    Ok(MatchVersion { id: parse_match_id(&id)?, version: Version::new(to_u64(version)) })
}

/// A hash from the database.
pub fn hash_from_bytes(bytes: &[u8]) -> Result<Sha256Hash, StoreError> {
    let hash = bytes.try_into().map(Sha256Hash);
    hash.map_err(|_| StoreError::failed("a hash has the wrong length"))
}

/// The hashes of both seat secrets from the database.
pub(crate) fn seat_secrets(both: BySeat<Vec<u8>>) -> Result<BySeat<Sha256Hash>, StoreError> {
    Ok(BySeat::new(hash_from_bytes(&both.one)?, hash_from_bytes(&both.two)?))
}

pub(crate) fn parse_match_id(text: &str) -> Result<MatchId, StoreError> {
    text.parse().map_err(|_| StoreError::failed("a match has an invalid id"))
}

/// Runs an operation with the time limit of the store.
pub(crate) async fn with_time_limit<T, E: Into<StoreError>>(
    operation: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(TIME_LIMIT, operation).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(StoreError::Busy),
    }
}
