//! The noisy visitor: the account, the token and the matches with which it calls every route.

use std::net::Ipv4Addr;
use std::time::Duration;

use crownhead_arbiter::{MatchSettings, Ritual, Seat, TimeControl};
use crownhead_games::{GameId, Record};
use hyper::Method;
use hyper::body::Bytes;
use serde_json::{Value, json};

use crate::http_connection::{Answer, Call, Connection};

/// The address of the noisy visitor. Nobody else uses it.
pub(super) const NOISY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// The password of its accounts.
pub(super) const PASSWORD: &str = "as noisy as can be";

/// How often a call is repeated that was too much.
const MAX_ATTEMPTS: usize = 100;

/// The size of the file of games that it uploads: the most that the server reads.
const FILE_SIZE: usize = 1 << 20;

/// The most games in that file that the server replays.
const FILE_GAMES: usize = 1_000;

/// The accounts, matches and files of the noisy visitor.
pub(super) struct Visitor {
    pub(super) address: String,
    pub(super) name: String,
    /// The cookie of its session.
    pub(super) cookie: String,
    pub(super) token: String,
    /// A match of its own that goes on, with days per move.
    pub(super) own: OwnMatch,
    /// A match that is over.
    pub(super) finished: OwnMatch,
    /// A match against the computer.
    pub(super) computer: OwnMatch,
    /// A file of games.
    pub(super) file: Bytes,
    /// The settings with which it opens matches, as JSON.
    pub(super) settings: Value,
}

/// A match with the secrets of its seats.
pub(super) struct OwnMatch {
    pub(super) id: String,
    pub(super) secret: String,
}

impl Visitor {
    /// Signs up and opens matches, as slowly as the server wants it.
    pub(super) async fn come(address: &str, seed: u64) -> Result<Visitor, String> {
        let mut line = Connection::open(NOISY, address).await?;
        let name = format!("Noisy{}", seed % 1_000_000_000);
        let body = json!({"name": name, "password": PASSWORD}).to_string();
        let signed_up = Call::new(Method::POST, "/api/v1/accounts").json(body.clone());
        let mut answer = patiently(&mut line, &signed_up.or(&[201, 409])).await?;
        if answer.status == 409 {
            let sign_in = Call::new(Method::POST, "/api/v1/session").json(body);
            answer = patiently(&mut line, &sign_in).await?;
        }
        let cookie = answer.cookie.ok_or("signing up set no cookie")?;
        let body = json!({"name": "noise", "scopes": ["read", "play"]}).to_string();
        let call = Call::new(Method::POST, "/api/v1/me/tokens").json(body).cookie(&cookie);
        let token = text(&patiently(&mut line, &call).await?, "/token")?;
        let settings = settings()?;
        let own = open(&mut line, &settings, None).await?;
        let finished = open(&mut line, &settings, None).await?;
        let body = json!({"id": "1", "command": {"kind": "resign"}}).to_string();
        let resign = format!("/api/v1/matches/{}/commands", finished.id);
        let call = Call::new(Method::POST, resign).json(body).bearer(&finished.secret);
        patiently(&mut line, &call).await?;
        let computer = open(&mut line, &settings, Some(10)).await?;
        let (address, file) = (address.to_owned(), file()?);
        Ok(Visitor { address, name, cookie, token, own, finished, computer, file, settings })
    }
}

/// Opens a match, against the computer if it has a level.
async fn open(
    line: &mut Connection,
    settings: &Value,
    level: Option<u8>,
) -> Result<OwnMatch, String> {
    let mut body = settings.clone();
    if let Some(level) = level {
        body["players"] = json!({"one": {"name": "Noisy"}, "two": {"computer": level}});
    }
    let call = Call::new(Method::POST, "/api/v1/matches").json(body.to_string());
    let opened = patiently(line, &call).await?;
    // The second player of a match between people may set premoves at once.
    let seat = if level.is_some() { "/seats/one/secret" } else { "/seats/two/secret" };
    Ok(OwnMatch { id: text(&opened, "/id")?, secret: text(&opened, seat)? })
}

/// Makes a call until it is not too much any more; it must then be understood.
async fn patiently(line: &mut Connection, call: &Call) -> Result<Answer, String> {
    for _ in 0..MAX_ATTEMPTS {
        let answer = line.call(call).await?;
        match answer.status {
            429 | 503 => tokio::time::sleep(Duration::from_millis(200)).await,
            status if call.understood.contains(&status) => return Ok(answer),
            status => {
                let body = String::from_utf8_lossy(&answer.body).into_owned();
                return Err(format!("{} {}: {status} {body}", call.method, call.path));
            }
        }
    }
    Err(format!("{} {}: it stays too much", call.method, call.path))
}

/// A text of a JSON body.
fn text(answer: &Answer, pointer: &str) -> Result<String, String> {
    let body: Value = serde_json::from_slice(&answer.body).map_err(|error| error.to_string())?;
    let text = body.pointer(pointer).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("no {pointer} in {body}"))
}

/// The settings of a slow match of the first game that may begin at once, as JSON.
pub(super) fn settings() -> Result<Value, String> {
    let ritual = Ritual::Given { first: Seat::One };
    let given = |id: &GameId| MatchSettings { ritual, ..MatchSettings::casual(id.rules()) };
    let found = GameId::ALL.iter().map(given).find(|settings| settings.check().is_ok());
    let mut settings = found.ok_or("no game begins without a ritual")?;
    settings.clock = TimeControl::Days { days: serde_json::from_value(json!(3)).map_err(message)? };
    serde_json::to_value(&settings).map_err(message)
}

/// As many games as the server reads at a time, of random moves and as long as fits.
fn file() -> Result<Bytes, String> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut games = Vec::new();
    for number in 0..20 {
        let mut record = Record::start(GameId::ALL[number % GameId::ALL.len()].rules());
        while record.plies().len() < 60 {
            let next = record.game().pick_legal_move(|count| rng.usize(..count));
            let Some(next) = next else { break };
            record.play(&next).map_err(message)?;
        }
        games.push(record.to_pdn().to_string() + "\n");
    }
    let mut file = String::new();
    for game in games.iter().cycle().take(FILE_GAMES) {
        if file.len() + game.len() > FILE_SIZE {
            break;
        }
        file.push_str(game);
    }
    Ok(file.into())
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}
