//! `crownhead health`: asks a running server whether it is ready.

use std::io::Write;

use crownhead_server::{HealthError, HealthQuestion, HealthTarget, check_health};

use super::serve::health_target;
use crate::args::HealthArgs;
use crate::failure::Failure;

/// Checks a server, and prints that it is healthy.
pub(crate) fn run(said: HealthArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (question, word) = match said.live {
        true => (HealthQuestion::Live, "alive"),
        false => (HealthQuestion::Ready, "ready"),
    };
    let target = match &said.url {
        Some(url) => {
            HealthTarget::Url(url.parse().map_err(|_| invalid(url, &HealthError::InvalidUrl))?)
        }
        None => health_target(said)?,
    };
    check_health(&target, question).map_err(|error| match (&target, &error) {
        (HealthTarget::Url(url), HealthError::InvalidUrl) => invalid(url.as_str(), &error),
        _ => Failure::Machine(error.to_string()),
    })?;
    writeln!(out, "{word}")?;
    Ok(())
}

fn invalid(url: &str, error: &HealthError) -> Failure {
    Failure::Input(format!("{url}: {error}"))
}
