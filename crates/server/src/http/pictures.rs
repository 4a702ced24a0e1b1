//! Pictures of positions over HTTP.

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::GameName;
use crownhead_games::{Game, GameId, Rules};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::Problem;
use super::client_addr::LimitedAddr;
use super::extract::{ApiQuery, MatchPath};
use super::openapi::Problems;
use crate::app::App;
use crate::picture;
use crownhead_store::MatchId;

/// The default width of a picture.
const DEFAULT_WIDTH: u32 = 504;

/// The maximum length of a position's text.
const MAX_POSITION_CHARS: usize = crownhead_arbiter::MAX_TEXT_LENGTH;

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = PictureForm)]
pub(super) enum PictureFormat {
    #[default]
    Svg,
    Png,
}

/// The parameters of a match's picture.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PictureQuery {
    #[serde(default)]
    form: PictureFormat,
    width: Option<u32>,
}

/// The parameters of a position's picture.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionQuery {
    #[param(value_type = GameName)]
    game: String,
    /// Options such as `crowning=stops`, separated by commas.
    options: Option<String>,
    #[param(max_length = 400)]
    position: Option<String>,
    #[serde(default)]
    form: PictureFormat,
    width: Option<u32>,
}

/// Renders any position of any game.
#[utoipa::path(
    get,
    path = "/picture",
    tag = "archive",
    operation_id = "pictures-position",
    summary = "A picture of any position",
    params(PositionQuery),
    responses((status = 200, description = "The picture", content((String = "image/svg+xml"), (Vec<u8> = "image/png"))), Problems),
)]
pub(super) async fn position(
    State(app): State<App>,
    addr: LimitedAddr,
    ApiQuery(PositionQuery { game: name, options, position, form, width }): ApiQuery<PositionQuery>,
) -> Result<Response, Problem> {
    let game = game(&name, options.as_deref(), position.as_deref())?;
    render(&app, &addr, game, PictureQuery { form, width }).await
}

/// Renders the current position of a match.
#[utoipa::path(
    get,
    path = "/matches/{id}/picture",
    tag = "archive",
    operation_id = "pictures-of-match",
    summary = "A picture of the present position of a match",
    params(("id" = MatchId, Path, description = "The id of the match"), PictureQuery),
    responses((status = 200, description = "The picture", content((String = "image/svg+xml"), (Vec<u8> = "image/png"))), Problems),
)]
pub(super) async fn of_match(
    State(app): State<App>,
    MatchPath(id): MatchPath,
    addr: LimitedAddr,
    ApiQuery(query): ApiQuery<PictureQuery>,
) -> Result<Response, Problem> {
    let game_match = app.rooms.registry.load(id).await?;
    let start = || Game::start(game_match.state().settings.play);
    let game = game_match.board().cloned().unwrap_or_else(start);
    render(&app, &addr, game, query).await
}

async fn render(
    app: &App,
    addr: &LimitedAddr,
    game: Game,
    query: PictureQuery,
) -> Result<Response, Problem> {
    // Other sites may embed it.
    let shared = (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");
    let kind = |kind| (header::CONTENT_TYPE, kind);
    Ok(match query.form {
        PictureFormat::Svg => {
            ([kind("image/svg+xml"), shared], picture::svg(&game)).into_response()
        }
        PictureFormat::Png => {
            let width = query.width.unwrap_or(DEFAULT_WIDTH);
            let drawn = app.workers.run_for(addr.caller(), move |_, _| picture::png(&game, width));
            let drawn = drawn.await?.ok_or_else(Problem::busy)?;
            ([kind("image/png"), shared], drawn).into_response()
        }
    })
}

/// The game that a query names, with its options and position.
pub(super) fn game(
    name: &str,
    options: Option<&str>,
    position: Option<&str>,
) -> Result<Game, Problem> {
    let rules = rules(name, options.unwrap_or_default())?;
    match position {
        None => Ok(Game::start(rules)),
        Some(text) if text.len() > MAX_POSITION_CHARS => Err(wrong("That position is too long.")),
        Some(text) => Game::from_text(rules, text)
            .map_err(|faults| wrong(format!("That is no position: {faults}."))),
    }
}

fn rules(game: &str, options: &str) -> Result<Rules, Problem> {
    let game: GameId = game.parse().map_err(|error| wrong(format!("{error}")))?;
    let pairs = options.split(',').filter(|pair| !pair.is_empty());
    pairs.into_iter().try_fold(game.rules(), |rules, pair| {
        let (key, value) = pair.split_once('=').ok_or_else(|| wrong("An option is key=value."))?;
        rules.with(key, value).map_err(|error| wrong(error.to_string()))
    })
}

fn wrong(detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "bad-query", detail)
}
