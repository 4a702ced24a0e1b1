//! Fault injection: the measured time of a run, with servers killed at random moments.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::fleet::Fleet;
use crate::idle::IdleConnections;
use crate::report::RunReport;
use crate::run::{Swarm, SwarmError};

/// How long the clients may take to reconnect.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(90);

/// Plays for the planned time, and kills servers meanwhile. A killed server restarts at once, and
/// play must continue.
pub(crate) async fn run_with_kills(
    swarm: &Swarm,
    mut fleet: Option<&mut Fleet>,
    client_count: i64,
    idle: &IdleConnections,
    report: &mut RunReport,
    log: &mut impl FnMut(&str),
) -> Result<(), SwarmError> {
    let stretch = swarm.plan.time / (swarm.plan.kills + 1);
    let mut rng = fastrand::Rng::with_seed(swarm.plan.seed);
    for kill in 0..swarm.plan.kills {
        // From the moment at which all are back to twice the mean.
        tokio::time::sleep(stretch.mul_f64(2.0 * rng.f64())).await;
        let Some(fleet) = fleet.as_deref_mut() else {
            return Err(SwarmError("only a server of its own can be killed".to_owned()));
        };
        let begun = Instant::now();
        let killed = fleet.kill(kill as usize)?;
        // The disconnected clients notice it before they are counted again.
        tokio::time::sleep(Duration::from_millis(300)).await;
        swarm.wait_for(client_count).await?;
        idle.wait(RECONNECT_TIMEOUT).await?;
        let back = begun.elapsed();
        wait_for_moves(swarm).await?;
        log(&format!("killed {killed}, all back after {:.1} s", back.as_secs_f64()));
        report.kills.push((killed, back));
    }
    tokio::time::sleep(stretch).await;
    Ok(())
}

/// Waits until moves are made again.
pub(crate) async fn wait_for_moves(swarm: &Swarm) -> Result<(), SwarmError> {
    let (begun, before) = (Instant::now(), swarm.moves.load(Ordering::Relaxed));
    while swarm.moves.load(Ordering::Relaxed) == before {
        if begun.elapsed() > RECONNECT_TIMEOUT {
            return Err(SwarmError("the game did not go on after a kill".to_owned()));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}
