//! Fault injection: the measured time of a run, with servers killed at even intervals.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::fleet::Fleet;
use crate::idle::Idle;
use crate::report::Report;
use crate::run::{Swarm, SwarmError};

/// How long everybody may take to come back.
const LIMIT: Duration = Duration::from_secs(90);

/// Lets the swarm play for the planned time. What is killed is started again at once, and the
/// game has to go on.
pub(crate) async fn spread(
    swarm: &Swarm,
    mut fleet: Option<&mut Fleet>,
    everybody: i64,
    idle: &Idle,
    report: &mut Report,
    log: &mut impl FnMut(&str),
) -> Result<(), SwarmError> {
    let stretch = swarm.plan.time / (swarm.plan.kills + 1);
    for kill in 0..swarm.plan.kills {
        tokio::time::sleep(stretch).await;
        let Some(fleet) = fleet.as_deref_mut() else {
            return Err(SwarmError("only a server of its own can be killed".to_owned()));
        };
        let begun = Instant::now();
        let killed = fleet.kill(kill as usize)?;
        // Those who were connected find out before they are counted again.
        tokio::time::sleep(Duration::from_millis(300)).await;
        swarm.wait_for(everybody).await?;
        idle.wait(LIMIT).await?;
        let back = begun.elapsed();
        goes_on(swarm).await?;
        log(&format!("killed {killed}, all back after {:.1} s", back.as_secs_f64()));
        report.kills.push((killed, back));
    }
    tokio::time::sleep(stretch).await;
    Ok(())
}

/// Waits until moves are made again.
async fn goes_on(swarm: &Swarm) -> Result<(), SwarmError> {
    let (begun, before) = (Instant::now(), swarm.moves.load(Ordering::Relaxed));
    while swarm.moves.load(Ordering::Relaxed) == before {
        if begun.elapsed() > LIMIT {
            return Err(SwarmError("the game did not go on after a kill".to_owned()));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}
