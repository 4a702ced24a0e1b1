//! `crownhead pdn stats`: what the games come to, in numbers.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use crownhead_files::{Figures, Glance, Many};
use serde::Serialize;

use super::files::{FilesArgs, Tally};
use super::games;
use crate::commands::print_json;
use crate::failure::{Failure, printable};

/// What is counted.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// How many players and openings are listed
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Told<'a> {
    games: u64,
    wrong: u64,
    by_game: &'a BTreeMap<String, u64>,
    /// The first side's score first.
    results: &'a BTreeMap<&'static str, u64>,
    plies: Option<Plies>,
    ended_by: &'a BTreeMap<&'static str, u64>,
    years: &'a BTreeMap<u16, u64>,
    players: Many,
    openings: Many,
}

#[derive(Serialize)]
struct Plies {
    least: usize,
    median: usize,
    most: usize,
}

impl StatsArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (mut tally, mut figures) = (Tally::default(), Figures::default());
        self.files.each(
            |game| Ok(Glance::at(&game?.record()?)),
            |name, game| {
                if let Some(glance) = tally.good(name, game) {
                    figures.add(glance);
                }
                Ok(())
            },
        )?;
        match self.json {
            true => print_json(&self.told(&figures, tally.wrong), out)?,
            false => self.print(&figures, out)?,
        }
        out.flush()?;
        tally.end()
    }

    fn told<'a>(&self, figures: &'a Figures, wrong: u64) -> Told<'a> {
        Told {
            games: figures.games,
            wrong,
            by_game: &figures.by_game,
            results: &figures.results,
            plies: figures.plies().map(|(least, median, most)| Plies { least, median, most }),
            ended_by: &figures.ended_by,
            years: &figures.years,
            players: figures.players(self.most),
            openings: figures.openings(self.most),
        }
    }

    fn print(&self, figures: &Figures, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out, "{}", games(figures.games))?;
        for (game, count) in &figures.by_game {
            writeln!(out, "  {count:>9}  {game}")?;
        }
        writeln!(out, "Results, the first side's score first")?;
        for (result, count) in &figures.results {
            let percent = 100.0 * *count as f64 / figures.games as f64;
            writeln!(out, "  {count:>9}  {result:<8} {percent:>5.1} %")?;
        }
        if let Some((least, median, most)) = figures.plies() {
            writeln!(
                out,
                "Plies\n  from {least} to {most}, half of the games have up to {median}"
            )?;
        }
        writeln!(out, "Ended by")?;
        for (reason, count) in &figures.ended_by {
            writeln!(out, "  {count:>9}  {reason}")?;
        }
        let years = figures.years.first_key_value().zip(figures.years.last_key_value());
        if let Some(((first, _), (last, _))) = years {
            writeln!(out, "Years\n  from {first} to {last}")?;
        }
        let players = figures.players(self.most);
        writeln!(out, "Players, {} of them", players.different)?;
        for (name, count) in &players.most {
            writeln!(out, "  {count:>9}  {}", printable(name))?;
        }
        let openings = figures.openings(self.most);
        writeln!(out, "Openings by three plies, {} of them", openings.different)?;
        for (opening, count) in &openings.most {
            let won = figures.first_won(opening);
            writeln!(out, "  {count:>9}  {opening}  (first side won {won})")?;
        }
        Ok(())
    }
}
