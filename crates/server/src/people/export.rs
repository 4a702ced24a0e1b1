//! Exporting matches: complete as JSON, or game by game as PDN.

use crownhead_arbiter::{
    BySeat, EndReason, Event, EventKind, GameNumber, GameOrigin, Match, MatchStage, Seat,
    Timestamp, Viewer,
};
use crownhead_games::{Record, RecordedResult};
use crownhead_protocol::{MatchId, Player};
use crownhead_rules::Side;
use serde::Serialize;
use utoipa::ToSchema;

use super::archive::Archive;
use crate::rooms::RoomError;

/// The number of events that are read at a time.
const PAGE_SIZE: u32 = 1000;

/// A match with its complete log, as a spectator may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Export {
    /// The id of the match.
    pub id: MatchId,
    /// Their names, or the level of the computer, by seat.
    pub players: BySeat<Player>,
    /// All events, from the first one.
    pub events: Vec<Event>,
}

impl Archive {
    /// The players and events of a match, as spectators see them.
    pub async fn export(&self, id: MatchId) -> Result<Export, RoomError> {
        let mut events: Vec<Event> = Vec::new();
        loop {
            let since = events.last().map(|event| event.version).unwrap_or_default();
            let page = self.db().store().load_for_export(id, since, PAGE_SIZE).await?;
            events.extend(page.iter().map(|event| event.for_viewer(Viewer::Spectator)));
            if page.len() < PAGE_SIZE as usize {
                break;
            }
        }
        if events.is_empty() {
            return Err(RoomError::NoMatch);
        }
        Ok(Export { id, players: self.players().of_match(id).await?, events })
    }
}

impl Export {
    /// Its games as PDN, in the order in which they were played.
    pub fn pdn(&self) -> Result<String, RoomError> {
        let texts: Vec<_> =
            self.records()?.iter().map(|(_, record)| record.to_pdn().to_string()).collect();
        Ok(texts.join("\n"))
    }

    /// Its games with their numbers, without aborted ones.
    pub(crate) fn records(&self) -> Result<Vec<(GameNumber, Record)>, RoomError> {
        let invalid_log = |error: &dyn std::fmt::Display| RoomError::Failed(error.to_string());
        let (first, rest) = self.events.split_first().ok_or(RoomError::NoMatch)?;
        let mut game_match = Match::from_first(first).map_err(|error| invalid_log(&error))?;
        let mut records = Vec::new();
        let mut current = None;
        for event in rest {
            game_match.apply(event).map_err(|error| invalid_log(&error))?;
            match event.kind {
                EventKind::Began { .. } => current = start_record(&game_match),
                EventKind::Ended { reason, .. } if reason != EndReason::Aborted => {
                    let finished_record = current
                        .take()
                        .map(|record| self.finished_record(record, &game_match, event.at));
                    records.extend(finished_record);
                }
                _ => {}
            }
        }
        if game_match.state().stage == MatchStage::Playing {
            let at = game_match.state().time;
            records
                .extend(current.take().map(|record| self.finished_record(record, &game_match, at)));
        }
        Ok(records)
    }

    fn finished_record(
        &self,
        mut record: Record,
        game_match: &Match,
        at: Timestamp,
    ) -> (GameNumber, Record) {
        for ply in &game_match.state().play.plies {
            // The moves were legal when they were played.
            if record.play(&ply.text).is_err() {
                break;
            }
        }
        if let MatchStage::Over { winner, .. } = game_match.state().stage {
            let side = winner.and_then(|seat| game_match.side_of(seat));
            record.set_result(side.map_or(RecordedResult::Drawn, RecordedResult::Won));
        }
        let tags = record.player_tags();
        for side in Side::ALL {
            let name = game_match.seat_of(side).map(|seat| self.name(seat));
            record.set_tag(tags[side], name.as_deref().unwrap_or("?"));
        }
        let number = game_match.state().game;
        record.set_tag("Event", "Crownhead");
        record.set_tag("Site", self.id.as_str());
        record.set_tag("Date", &date(at.as_millis()));
        record.set_tag("Round", &number.to_string());
        (number, record)
    }

    fn name(&self, seat: Seat) -> String {
        let player = &self.players[seat];
        match (&player.name, player.computer) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => format!("Computer, level {level}"),
            (None, None) => "?".to_owned(),
        }
    }
}

/// The record of a game that has just begun.
fn start_record(game_match: &Match) -> Option<Record> {
    let settings = &game_match.state().settings;
    match &settings.origin {
        GameOrigin::Start => Some(Record::start(settings.play)),
        GameOrigin::Log { position, moves } if game_match.state().game.get() == 1 => {
            let mut record = match position {
                Some(text) => Record::from_position(settings.play, text).ok()?,
                None => Record::start(settings.play),
            };
            moves.iter().try_for_each(|text| record.play(text).map(|_| ())).ok()?;
            Some(record)
        }
        GameOrigin::Position { .. } | GameOrigin::Log { .. } | GameOrigin::Handicap(_) => {
            Record::from_position(settings.play, &game_match.board()?.text()?).ok()
        }
    }
}

/// The date as `2026.11.16`, in the Gregorian calendar. It counts days in eras of 400 years from
/// March on, so that a leap day is the last day of its year.
fn date(millis: u64) -> String {
    let days = millis / (24 * 60 * 60 * 1000) + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (millis, name) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_709_164_799_999, "2024.02.28"),
            (1_709_164_800_000, "2024.02.29"),
            (4_107_542_400_000, "2100.03.01"),
        ] {
            assert_eq!(date(millis), name);
        }
    }
}
