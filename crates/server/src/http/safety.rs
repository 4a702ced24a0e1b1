//! Tokens, blocks and reports over HTTP.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};

use super::accounts::user_name;
use super::who::{self, Signed};
use super::{App, Name, Problem};
use crate::MatchId;
use crate::people::Nickname;
use crate::people::accounts::{Scope, TokenSeen, UserName};

/// The most characters of a report.
const LONGEST: usize = 1000;

/// A token that is to be made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewToken {
    name: Nickname,
    scopes: Vec<Scope>,
}

/// A token that was made. Its secret is told now and never again.
#[derive(Serialize)]
pub(super) struct Token {
    id: String,
    token: String,
}

/// Makes a token for a program.
pub(super) async fn make_token(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Json<NewToken>, JsonRejection>,
) -> Result<(StatusCode, Json<Token>), Problem> {
    let Signed(identity) = who::acts(&app, &headers, None).await?;
    let Json(NewToken { name, mut scopes }) = body?;
    scopes.dedup();
    scopes.truncate(2);
    let account = &identity.account.id;
    let (token, id) = app.accounts.make_token(account, name.as_str(), &scopes).await?;
    Ok((StatusCode::CREATED, Json(Token { id, token })))
}

/// The tokens of the account.
#[derive(Serialize)]
pub(super) struct Tokens {
    tokens: Vec<TokenSeen>,
}

/// Lists the tokens.
pub(super) async fn tokens(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<Tokens>, Problem> {
    let Signed(identity) = who::must(&app, &headers, None).await?;
    Ok(Json(Tokens { tokens: app.accounts.tokens(&identity.account.id).await? }))
}

/// Ends a token.
pub(super) async fn end_token(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let Signed(identity) = who::acts(&app, &headers, None).await?;
    let Path(id) = name?;
    if app.accounts.end_token(&identity.account.id, &id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(StatusCode::NOT_FOUND, "no-token", "There is no such token."))
}

/// Whom one blocks.
#[derive(Serialize)]
pub(super) struct Blocked {
    blocked: Vec<String>,
}

/// Lists whom one blocks.
pub(super) async fn blocked(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<Blocked>, Problem> {
    let Signed(identity) = who::must(&app, &headers, None).await?;
    Ok(Json(Blocked { blocked: app.accounts.blocked(&identity.account.id).await? }))
}

/// Blocks a player.
pub(super) async fn block(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let Signed(identity) = who::acts(&app, &headers, None).await?;
    app.accounts.block(&identity.account.id, &user_name(name)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Blocks a player no longer.
pub(super) async fn unblock(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let Signed(identity) = who::acts(&app, &headers, None).await?;
    app.accounts.unblock(&identity.account.id, &user_name(name)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewReport {
    about: UserName,
    #[serde(default, rename = "match")]
    in_match: Option<String>,
    words: String,
}

/// Reports a player to the operator.
pub(super) async fn report(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Json<NewReport>, JsonRejection>,
) -> Result<StatusCode, Problem> {
    let Signed(identity) = who::acts(&app, &headers, None).await?;
    let Json(NewReport { about, in_match, words }) = body?;
    let wrong = |detail| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-body", detail);
    let in_match = in_match.map(|id| id.parse::<MatchId>()).transpose();
    let in_match = in_match.map_err(|_| wrong("A match has a name of 8 letters and digits."))?;
    let words: String = words.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
    if words.is_empty() || words.chars().count() > LONGEST {
        return Err(wrong("A report has 1 to 1000 characters."));
    }
    app.accounts.report(&identity.account.id, &about, in_match, &words).await?;
    Ok(StatusCode::ACCEPTED)
}
