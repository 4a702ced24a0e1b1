//! `crownhead serve`: runs a server until it gets a signal to stop.

mod mail;
mod settings;
mod tls;

use std::io::Write;

use crownhead_server::{ListenAddress, serve};
use tracing_subscriber::filter::LevelFilter;

use crate::args::{LogForm, ServeArgs};
use crate::failure::Failure;

pub(crate) use settings::{DATABASE, health_target};

/// Runs the server, and prints its address.
pub(crate) fn run(how: ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (config, log) = settings::gather(how)?;
    report_as(log);
    let mut printed = Ok(());
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let served = serve(&config, |address| {
        let at = match address {
            ListenAddress::Tcp(address) => format!("{scheme}://{address}"),
            ListenAddress::Unix(_) => address.to_string(),
        };
        printed = writeln!(out, "The games room is open at {at}")
            .and_then(|()| writeln!(out, "Matches are kept in {}", config.database))
            .and_then(|()| out.flush());
    });
    // The server runs even if nobody reads its address.
    let _ = printed;
    served.map_err(|error| Failure::Machine(error.to_string()))
}

fn report_as(log: LogForm) {
    let report = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_max_level(LevelFilter::WARN);
    match log {
        LogForm::Text => report.init(),
        LogForm::Json => report.json().init(),
    }
}
