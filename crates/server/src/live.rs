//! Live connections: who may open one, and how many.

mod follow;
pub mod message;
mod socket;
pub(crate) mod stream;

use axum::extract::rejection::PathRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;

use crate::http::{App, Problem};
use crate::rooms::RoomError;

pub(crate) use follow::Follower;

/// The largest message that a client may send. The largest that is needed is a tenth of it.
const LARGEST_MESSAGE: usize = 8 * 1024;

/// What a connection reads into. Most of the time it waits, so this is what an idle one costs.
const READ_BUFFER: usize = 1024;

/// The most that waits to be sent to a client before it is taken for gone.
const LARGEST_BACKLOG: usize = 1024 * 1024;

/// Opens a live connection.
pub(crate) async fn upgrade(
    State(app): State<App>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let id = name?.0.parse().map_err(|_| Problem::from(RoomError::NoMatch))?;
    let upgrade = upgrade.map_err(|why| {
        Problem::new(StatusCode::UPGRADE_REQUIRED, "no-websocket", why.body_text())
    })?;
    if !may_come(&headers, &app.origins) {
        let detail = "A page from elsewhere may not open a live connection.";
        return Err(Problem::new(StatusCode::FORBIDDEN, "wrong-origin", detail));
    }
    if *app.draining.borrow() {
        return Err(Problem::busy());
    }
    let permit = app.sockets.clone().try_acquire_owned().map_err(|_| Problem::busy())?;
    // Whoever asks for a match that is not there is told so before anything is opened.
    app.rooms.store().secrets(id).await.map_err(RoomError::from)?.ok_or(RoomError::NoMatch)?;
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(READ_BUFFER)
        .max_write_buffer_size(LARGEST_BACKLOG);
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::run(socket, app, id).await;
        drop(permit);
    }))
}

/// Browsers say which page a connection comes from: only the server's own may open one, and those
/// that were allowed. Programs say nothing, and may.
pub(crate) fn may_come(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|allowed| allowed == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && from == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_from_elsewhere_may_not_come() {
        let allowed = ["https://games.example".to_owned()];
        let comes = |origin: &str, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if !origin.is_empty() {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            may_come(&headers, &allowed)
        };
        assert!(comes("", "localhost:8080"));
        assert!(comes("http://localhost:8080", "localhost:8080"));
        assert!(comes("https://games.example", "10.0.0.1:8080"));
        assert!(!comes("http://localhost:8081", "localhost:8080"));
        assert!(!comes("https://evil.example", "localhost:8080"));
        assert!(!comes("null", "null"));
        assert!(!comes("https://games.example.evil.example", "localhost:8080"));
    }
}
