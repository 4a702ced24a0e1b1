//! `crownhead serve`: the games room, until it is told to stop.

use std::io::Write;

use crownhead_server::people::mail::MailConfig;
use crownhead_server::store::Place;
use crownhead_server::{Config, serve};

use crate::args::ServeArgs;
use crate::failure::Failure;

/// Serves, and says where.
pub(crate) fn run(how: ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let database = how.database.parse::<Place>().unwrap_or_else(|never| match never {});
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .init();
    let mail = how.relay.zip(how.mail_from).zip(how.site);
    let mail = mail.map(|((relay, from), site)| MailConfig { relay, from, site });
    let config = Config { listen: how.listen, database, origins: how.origins, mail };
    let mut told = Ok(());
    let served = serve(&config, |address| {
        told = writeln!(out, "The games room is open at http://{address}")
            .and_then(|()| writeln!(out, "Matches are kept in {}", config.database))
            .and_then(|()| out.flush());
    });
    // Whoever does not read where it is can play all the same.
    let _ = told;
    served.map_err(|why| Failure::Machine(why.to_string()))
}
