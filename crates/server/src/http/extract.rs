//! Extractors for paths, queries and JSON bodies, which reject bad requests with problem documents.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use crownhead_arbiter::GameNumber;
use crownhead_store::MatchId;
use serde::de::DeserializeOwned;

use super::Problem;
use super::challenges::no_challenge;
use crate::people::accounts::{AccountError, UserName};
use crate::rooms::RoomError;

/// A JSON body.
pub(super) struct ApiJson<T>(pub(super) T);

/// A query string.
pub(super) struct ApiQuery<T>(pub(super) T);

pub(super) struct MatchPath(pub(super) MatchId);

pub(super) struct GamePath(pub(super) MatchId, pub(super) GameNumber);

pub(super) struct ChallengePath(pub(super) MatchId);

/// The name of an account in the path.
pub(super) struct UserNamePath(pub(super) UserName);

/// The only parameter of the path, as text.
pub(super) struct TextPath(pub(super) String);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for ApiJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<ApiJson<T>, Problem> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(ApiJson(body))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ApiQuery<T>, Problem> {
        let Query(query) = Query::from_request_parts(parts, state).await?;
        Ok(ApiQuery(query))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for TextPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<TextPath, Problem> {
        let Path(text) = Path::from_request_parts(parts, state).await?;
        Ok(TextPath(text))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MatchPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<MatchPath, Problem> {
        let TextPath(text) = TextPath::from_request_parts(parts, state).await?;
        text.parse().map(MatchPath).map_err(|_| RoomError::NoMatch.into())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GamePath, Problem> {
        let Path((id, number)): Path<(String, u32)> =
            Path::from_request_parts(parts, state).await?;
        let id = id.parse().map_err(|_| Problem::from(RoomError::NoMatch))?;
        Ok(GamePath(id, GameNumber::new(number)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ChallengePath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ChallengePath, Problem> {
        let text = TextPath::from_request_parts(parts, state).await.map_err(|_| no_challenge())?;
        text.0.parse().map(ChallengePath).map_err(|_| no_challenge())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for UserNamePath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<UserNamePath, Problem> {
        let nobody = || Problem::from(AccountError::NotFound);
        let text = TextPath::from_request_parts(parts, state).await.map_err(|_| nobody())?;
        UserName::new(&text.0).map(UserNamePath).map_err(|_| nobody())
    }
}
