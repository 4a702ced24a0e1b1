//! `crownhead pdn stats`: statistics of games.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use crownhead_files::{GameStatistics, GameSummary, Ranking};
use serde::Serialize;

use super::files::{CheckedGame, FilesArgs, GameCounts};
use super::games;
use crate::commands::print_json;
use crate::failure::{Failure, printable};

/// Options of `crownhead pdn stats`.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Number of players and openings to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct StatisticsJson<'a> {
    games: u64,
    wrong: u64,
    by_game: &'a BTreeMap<String, u64>,
    /// The first side's score first.
    results: &'a BTreeMap<&'static str, u64>,
    plies: Option<Plies>,
    ended_by: &'a BTreeMap<&'static str, u64>,
    years: &'a BTreeMap<u16, u64>,
    players: Ranking,
    openings: Ranking,
}

#[derive(Serialize)]
struct Plies {
    least: usize,
    median: usize,
    most: usize,
}

impl StatsArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (mut tally, mut statistics) = (GameCounts::default(), GameStatistics::default());
        tally.unread = self.files.each(
            |game| {
                let record = game?.record()?;
                Ok(CheckedGame::new(GameSummary::new(&record), &record))
            },
            |name, game| {
                if let Some(summary) = tally.played(&self.files, name, game) {
                    statistics.add(summary);
                }
                Ok(())
            },
        )?;
        match self.json {
            true => print_json(&self.to_json(&statistics, tally.wrong), out)?,
            false => self.print(&statistics, out)?,
        }
        out.flush()?;
        tally.end(&self.files)
    }

    fn to_json<'a>(&self, statistics: &'a GameStatistics, wrong: u64) -> StatisticsJson<'a> {
        StatisticsJson {
            games: statistics.games,
            wrong,
            by_game: &statistics.by_game,
            results: &statistics.results,
            plies: statistics.plies().map(|(least, median, most)| Plies { least, median, most }),
            ended_by: &statistics.ended_by,
            years: &statistics.years,
            players: statistics.players(self.most),
            openings: statistics.openings(self.most),
        }
    }

    fn print(&self, statistics: &GameStatistics, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out, "{}", games(statistics.games))?;
        for (game, count) in &statistics.by_game {
            writeln!(out, "  {count:>9}  {game}")?;
        }
        writeln!(out, "Results, the first side's score first")?;
        for (result, count) in &statistics.results {
            let percent = 100.0 * *count as f64 / statistics.games as f64;
            writeln!(out, "  {count:>9}  {result:<8} {percent:>5.1} %")?;
        }
        if let Some((least, median, most)) = statistics.plies() {
            writeln!(
                out,
                "Plies\n  from {least} to {most}, half of the games have up to {median}"
            )?;
        }
        writeln!(out, "Ended by")?;
        for (reason, count) in &statistics.ended_by {
            writeln!(out, "  {count:>9}  {reason}")?;
        }
        let years = statistics.years.first_key_value().zip(statistics.years.last_key_value());
        if let Some(((first, _), (last, _))) = years {
            writeln!(out, "Years\n  from {first} to {last}")?;
        }
        let players = statistics.players(self.most);
        writeln!(out, "Players, {} of them", players.different)?;
        for (name, count) in &players.most {
            writeln!(out, "  {count:>9}  {}", printable(name))?;
        }
        let openings = statistics.openings(self.most);
        writeln!(out, "Openings by three plies, {} of them", openings.different)?;
        for (opening, count) in &openings.most {
            let won = statistics.first_won(opening);
            writeln!(out, "  {count:>9}  {opening}  (first side won {won})")?;
        }
        Ok(())
    }
}
