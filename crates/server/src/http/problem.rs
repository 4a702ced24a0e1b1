//! Problem documents (RFC 9457): one error type decides the status and the text of a response.

use std::time::Duration;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::CommandRefusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::{CommandBlocked, TOO_MANY_REQUESTS};
use crate::computer::WorkRefused;
use crate::rooms::RoomError;

/// When a client with too much work in the queue should try again.
const WORK_RETRY: Duration = Duration::from_secs(2);

/// A problem document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// The kind of problem: `/problems/` and a word.
    #[serde(rename = "type")]
    pub kind: String,
    /// The reason phrase of the status.
    pub title: &'static str,
    /// The HTTP status code.
    pub status: u16,
    /// A sentence about this occurrence.
    pub detail: String,
    /// The arbiter's refusal, if it refused a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Box<CommandRefusal>>,
    /// The number of seconds after which to retry, if that may help.
    #[serde(skip)]
    pub(super) retry_after: Option<u64>,
}

impl Problem {
    /// A problem with this status, word for its kind, and sentence.
    pub fn new(status: StatusCode, kind: &str, detail: impl Into<String>) -> Problem {
        Problem {
            kind: format!("/problems/{kind}"),
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            refusal: None,
            retry_after: (status == StatusCode::SERVICE_UNAVAILABLE).then_some(1),
        }
    }

    /// The client is over its rate limit.
    pub(crate) fn too_many(wait: Duration) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", TOO_MANY_REQUESTS).retry_after(wait)
    }

    /// Says after how long it may help to try again.
    pub(super) fn retry_after(self, wait: Duration) -> Problem {
        Problem { retry_after: Some(wait.as_secs() + 1), ..self }
    }

    /// The server is overloaded; the client may retry.
    pub(crate) fn busy() -> Problem {
        RoomError::Busy.into()
    }

    /// The client's address has too many connections.
    pub(crate) fn too_many_connections() -> Problem {
        let detail = "There are too many connections from your address; close some and try again.";
        let mut problem =
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-connections", detail);
        problem.retry_after = Some(5);
        problem
    }

    /// The whole HTTP response, for a connection that is closed after it.
    pub(crate) fn to_http(&self) -> Vec<u8> {
        let body = serde_json::to_string(self).unwrap_or_default();
        let retry = self.retry_after.map_or_else(String::new, |s| format!("retry-after: {s}\r\n"));
        let (status, title, length) = (self.status, self.title, body.len());
        format!(
            "HTTP/1.1 {status} {title}\r\ncontent-type: application/problem+json\r\n{retry}\
             content-length: {length}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// Match settings that the arbiter refuses.
    pub(super) fn bad_settings(error: RoomError) -> Problem {
        let mut problem = Problem::from(error);
        if problem.refusal.is_some() {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            problem.status = status.as_u16();
            problem.title = status.canonical_reason().unwrap_or_default();
        }
        problem
    }
}

impl From<RoomError> for Problem {
    fn from(error: RoomError) -> Problem {
        let detail = error.to_string();
        match error {
            RoomError::NoMatch => Problem::new(StatusCode::NOT_FOUND, "no-match", detail),
            RoomError::Refused(refusal) => Problem {
                refusal: Some(refusal),
                ..Problem::new(StatusCode::CONFLICT, "refused", detail)
            },
            RoomError::Seats(_) => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-seats", detail)
            }
            RoomError::Busy => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail),
            RoomError::Failed(_) => {
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", detail)
            }
        }
    }
}

impl From<WorkRefused> for Problem {
    fn from(refused: WorkRefused) -> Problem {
        match refused {
            WorkRefused::TooMany => Problem::too_many(WORK_RETRY),
            WorkRefused::Busy => Problem::busy(),
        }
    }
}

impl From<CommandBlocked> for Problem {
    fn from(blocked: CommandBlocked) -> Problem {
        match blocked {
            CommandBlocked::TooMany(wait) => Problem::too_many(wait),
            CommandBlocked::Room(error) => error.into(),
        }
    }
}

impl From<JsonRejection> for Problem {
    fn from(error: JsonRejection) -> Problem {
        Problem::new(error.status(), "bad-body", body_error(&error.body_text()))
    }
}

impl From<QueryRejection> for Problem {
    fn from(error: QueryRejection) -> Problem {
        Problem::new(error.status(), "bad-query", one_line(&error.body_text()))
    }
}

/// A malformed id names no match.
impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Problem {
        RoomError::NoMatch.into()
    }
}

/// The field of a body that is wrong and the reason, without the parser's position.
fn body_error(text: &str) -> String {
    let text = one_line(text);
    let wrong = text.strip_prefix("Failed to deserialize the JSON body into the target type: ");
    let Some(wrong) = wrong else { return text };
    let place = wrong.rsplit_once(" at line ").filter(|(_, at)| at.contains(" column "));
    place.map_or(wrong, |(wrong, _)| wrong).to_owned()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        let json = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, json);
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_refused_in_words_of_its_own() {
        let reader = "Failed to deserialize the JSON body into the target type: ";
        let short = "password: a password has 8 to 200 characters";
        assert_eq!(body_error(&format!("{reader}{short} at line 1 column 32")), short);
        assert_eq!(body_error(&format!("{reader}{short}")), short);
        assert_eq!(body_error("Expected\n  JSON"), "Expected JSON");
    }
}
