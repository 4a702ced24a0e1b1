//! Every route of the server: the list comes from its own OpenAPI document, and each route has a way
//! to be called that costs the server as much as a stranger may ask for.

use crownhead_games::GameId;
use hyper::{Method, header};
use serde_json::{Value, json};

use super::attack::Attack;
use super::visitor::{NOISY, PASSWORD, Visitor};
use crate::http_connection::{Call, Connection};

/// The methods of an OpenAPI path item; its other members are no operations.
const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// The routes that are not in the document: pages, health checks and links from mails.
const OTHERS: [&str; 12] = [
    "GET /",
    "GET /api",
    "GET /api/v1/nothing",
    "GET /api/v1/openapi.json",
    "GET /livez",
    "GET /readyz",
    "GET /metrics",
    "GET /mail/confirm/{secret}",
    "POST /mail/confirm/{secret}",
    "GET /mail/stop/{token}",
    "POST /mail/stop/{token}",
    "GET /api/v1/matches/{id}/live",
];

/// The routes of the server: `GET /api/v1/matches` and so on.
pub(super) async fn list(address: &str) -> Result<Vec<String>, String> {
    let mut line = Connection::open(NOISY, address).await?;
    let answer = line.call(&Call::get("/api/v1/openapi.json")).await?;
    let document: Value = serde_json::from_slice(&answer.body).map_err(|e| e.to_string())?;
    let paths = document["paths"].as_object().ok_or("the OpenAPI document has no paths")?;
    let base = document.pointer("/servers/0/url").and_then(Value::as_str).unwrap_or_default();
    let mut routes: Vec<_> = OTHERS.iter().map(|&route| route.to_owned()).collect();
    for (path, item) in paths {
        let methods = item.as_object().into_iter().flat_map(|item| item.keys());
        for method in methods.filter(|method| METHODS.contains(&method.as_str())) {
            routes.push(format!("{} {base}{path}", method.to_uppercase()));
        }
    }
    Ok(routes)
}

/// The attack that a route belongs to, and the call with a number. `None` for an unknown route.
pub(super) fn call(route: &str, it: &Visitor, n: u64) -> Option<(Attack, Call)> {
    let own = format!("/api/v1/matches/{}", it.own.id);
    let (method, path) = route.split_once(' ')?;
    let method = Method::from_bytes(method.as_bytes()).ok()?;
    let plain = || Call::new(method.clone(), path);
    let at = |path: String| Call::new(method.clone(), path);
    let mine = || plain().cookie(&it.cookie);
    let game = GameId::ALL[n as usize % GameId::ALL.len()];
    Some(match route.strip_prefix(&format!("{method} ")).map(|path| (method.as_str(), path))? {
        ("GET", "/api/v1/games") => (Attack::Searches, at(format!("{path}?{}", filters(n, game)))),
        ("GET", "/api/v1/accounts/{name}/games") => {
            let query = filters(n & !1, game);
            (Attack::Searches, at(format!("/api/v1/accounts/{}/games?{query}", it.name)))
        }
        ("GET", "/api/v1/me/games") => {
            (Attack::Searches, at(format!("{path}?form=pdn")).cookie(&it.cookie))
        }
        ("GET", "/api/v1/matches") => (Attack::Lists, at(format!("{path}?limit=200&game={game}"))),
        (
            "GET",
            "/api/v1/challenges" | "/api/v1/lobby" | "/api/v1/endgames" | "/api/v1/notices/key",
        ) => (Attack::Lists, plain()),
        ("GET", "/api/v1/accounts/{name}") => {
            (Attack::Lists, at(format!("/api/v1/accounts/{}", it.name)))
        }
        ("GET", "/api/v1/picture") => {
            let width = 200 + n % 1_000;
            let query = format!("game={game}&form=png&width={width}");
            (Attack::Pictures, at(format!("{path}?{query}")))
        }
        ("GET", "/api/v1/matches/{id}/picture") => {
            (Attack::Pictures, at(format!("{own}/picture?form=png&width={}", 200 + n % 1_000)))
        }
        ("POST", "/api/v1/records") => {
            let call = plain().header(header::CONTENT_TYPE, "application/x-pdn");
            (Attack::Uploads, Call { body: it.file.clone(), ..call })
        }
        ("POST" | "GET", "/api/v1/matches/{id}/games/{number}/analysis") => {
            let path = format!("/api/v1/matches/{}/games/1/analysis", it.finished.id);
            (Attack::Analyses, at(path).or(&[200, 202, 404]))
        }
        ("POST", "/api/v1/matches/{id}/hint") => {
            let path = format!("/api/v1/matches/{}/hint", it.computer.id);
            (Attack::Analyses, at(path).bearer(&it.computer.secret))
        }
        ("GET", "/api/v1/endgames/{name}") => {
            let path = format!("/api/v1/endgames/{game}?position=B:WK32:BK1");
            (Attack::Analyses, at(path).or(&[200, 404, 422, 503]))
        }
        ("POST", "/api/v1/matches") => {
            let mut body = it.settings.clone();
            body["players"] = json!({"one": {"me": true}, "two": {"computer": 10}});
            let computer_begins = json!({"kind": "given", "first": "two"});
            body["ritual"] =
                if n.is_multiple_of(2) { computer_begins } else { body["ritual"].take() };
            (Attack::Matches, plain().json(body.to_string()).cookie(&it.cookie))
        }
        ("GET", "/api/v1/matches/{id}") => (Attack::Matches, at(own)),
        ("GET", "/api/v1/matches/{id}/events") => {
            (Attack::Matches, at(format!("{own}/events?since=0")))
        }
        ("POST", "/api/v1/matches/{id}/commands") => {
            // Each premove replaces the one before, so the log grows by an event each time.
            let command = json!({"kind": "premove", "text": format!("{n}")});
            let body = json!({"id": format!("n{n}"), "command": command}).to_string();
            let call = at(format!("{own}/commands")).json(body).bearer(&it.own.secret);
            (Attack::Matches, call.or(&[200, 409]))
        }
        ("PUT", "/api/v1/matches/{id}/name") => {
            let body = json!({"name": format!("Noisy {n}")}).to_string();
            (Attack::Matches, at(format!("{own}/name")).json(body).bearer(&it.own.secret))
        }
        ("GET", "/api/v1/matches/{id}/export") => {
            (Attack::Matches, at(format!("{own}/export?form=pdn")))
        }
        ("POST", "/api/v1/matches/{id}/notices") => {
            // A documentation address: nothing is ever sent to it.
            let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
            let keys = json!({"p256dh": point, "auth": "BTBZMqHH6r4Tts7J_aSIgg"});
            let endpoint = format!("https://push.example/{n}");
            let body = json!({"endpoint": endpoint, "keys": keys}).to_string();
            let call = at(format!("{own}/notices")).json(body).bearer(&it.own.secret);
            (Attack::Matches, call.or(&[204, 409]))
        }
        ("DELETE", "/api/v1/matches/{id}/notices") => {
            let body = json!({"endpoint": format!("https://push.example/{n}")}).to_string();
            (Attack::Matches, at(format!("{own}/notices")).json(body).bearer(&it.own.secret))
        }
        ("POST", "/api/v1/challenges") => {
            let mut body = it.settings.clone();
            body["name"] = json!("Noisy");
            (Attack::Challenges, plain().json(body.to_string()).or(&[201, 409]))
        }
        ("GET" | "DELETE", "/api/v1/challenges/{id}") => {
            let path = format!("/api/v1/challenges/{}", it.own.id);
            (Attack::Challenges, at(path).bearer(&it.own.secret).or(&[200, 204, 404]))
        }
        ("POST", "/api/v1/challenges/{id}/accept") => {
            let path = format!("/api/v1/challenges/{}/accept", it.own.id);
            (Attack::Challenges, at(path).json("{}").or(&[201, 404]))
        }
        ("POST", "/api/v1/session") => {
            let body = json!({"name": format!("Noisy{n}"), "password": "certainly wrong"});
            (Attack::Passwords, plain().json(body.to_string()).or(&[401]))
        }
        ("PUT", "/api/v1/me/password") => {
            let body = json!({"old": "certainly wrong", "new": PASSWORD}).to_string();
            (Attack::Passwords, mine().json(body).or(&[401]))
        }
        ("DELETE", "/api/v1/me") => {
            let body = json!({"password": "certainly wrong"}).to_string();
            (Attack::Passwords, mine().json(body).or(&[401]))
        }
        ("PUT", "/api/v1/me/mail") => {
            let body = json!({"mail": "noisy@example.org", "password": "certainly wrong"});
            (Attack::Passwords, mine().json(body.to_string()).or(&[401, 409]))
        }
        ("POST", "/api/v1/recovery") => {
            let body = json!({"name": it.name}).to_string();
            (Attack::Passwords, plain().json(body).or(&[202, 409]))
        }
        ("POST", "/api/v1/recovery/password") => {
            let body = json!({"secret": "0".repeat(32), "password": PASSWORD}).to_string();
            (Attack::Passwords, plain().json(body).or(&[204, 401, 409]))
        }
        ("POST", "/api/v1/accounts") => {
            let body = json!({"name": format!("N{:x}", fastrand::u64(..)), "password": PASSWORD});
            (Attack::Accounts, plain().json(body.to_string()))
        }
        ("DELETE", "/api/v1/session") => (Attack::Accounts, plain().or(&[204, 401])),
        (
            "GET",
            "/api/v1/me"
            | "/api/v1/me/data"
            | "/api/v1/me/sessions"
            | "/api/v1/me/tokens"
            | "/api/v1/me/blocked",
        ) => (Attack::Accounts, mine()),
        ("DELETE", "/api/v1/me/sessions/{id}" | "/api/v1/me/tokens/{id}") => {
            let call = at(path.replace("{id}", "00000000")).cookie(&it.cookie);
            (Attack::Accounts, call.or(&[204, 404]))
        }
        ("POST", "/api/v1/me/tokens") => {
            let body = json!({"name": format!("noise {n}"), "scopes": ["read"]}).to_string();
            (Attack::Accounts, mine().json(body).or(&[201, 409]))
        }
        ("PUT" | "DELETE", "/api/v1/me/blocked/{name}") => {
            let call = at(path.replace("{name}", &it.name)).cookie(&it.cookie);
            (Attack::Accounts, call.or(&[204, 404, 409]))
        }
        ("PUT", "/api/v1/me/notices") => {
            (Attack::Accounts, mine().json(r#"{"mail":true}"#).or(&[204, 409]))
        }
        ("POST", "/api/v1/me/mail/confirmation") => (Attack::Accounts, mine().or(&[202, 409])),
        ("POST", "/api/v1/reports") => {
            let body = json!({"about": it.name, "words": "noise ".repeat(150)}).to_string();
            (Attack::Accounts, mine().json(body).or(&[202, 409]))
        }
        ("GET", "/api/v1/account/matches") => {
            (Attack::Lists, at(format!("{path}?limit=100")).cookie(&it.cookie))
        }
        ("GET", "/api/v1/account/events") => (Attack::Streams, mine()),
        ("GET", "/api/v1/lobby/stream") => (Attack::Streams, plain()),
        ("GET", "/api/v1/matches/{id}/stream") => {
            (Attack::Streams, at(format!("{own}/stream")).bearer(&it.token).or(&[200, 401]))
        }
        ("GET", "/api/v1/matches/{id}/live") => {
            (Attack::Pages, at(format!("{own}/live")).or(&[426]))
        }
        ("GET" | "POST", "/mail/confirm/{secret}" | "/mail/stop/{token}") => {
            let path = path.replace("{secret}", "nothing").replace("{token}", "nothing");
            (Attack::Pages, at(path).or(&[200, 404, 410]))
        }
        ("GET", "/" | "/api/v1/nothing") => (Attack::Pages, plain().or(&[200, 404])),
        ("GET", "/api" | "/api/v1/openapi.json" | "/livez" | "/readyz" | "/metrics") => {
            (Attack::Pages, plain())
        }
        _ => return None,
    })
}

/// The filters of a search: every combination in turn.
fn filters(n: u64, game: GameId) -> String {
    let mut query = vec!["limit=200".to_owned()];
    let mut bits = n;
    let mut chosen = |filter: &dyn Fn() -> String| {
        if bits & 1 == 1 {
            query.push(filter());
        }
        bits >>= 1;
    };
    chosen(&|| {
        let players = ["computer", "filler", "nobody", "noisy"];
        format!("player={}", players[fastrand::usize(..players.len())])
    });
    chosen(&|| format!("game={game}"));
    chosen(&|| {
        let results = ["won", "lost", "drawn"];
        format!("result={}", results[fastrand::usize(..results.len())])
    });
    chosen(&|| "since=1000".to_owned());
    chosen(&|| "until=4000000000000".to_owned());
    chosen(&|| format!("after={}-zzzzzzzz-1", 4_000_000_000_000_u64));
    query.join("&")
}

/// Calls every route once, as slowly as the server wants it. Fails for a route that is unknown or
/// called wrongly: a new route must be attacked, too.
pub(super) async fn check(routes: &[String], it: &Visitor) -> Result<(), String> {
    let mut wrong = Vec::new();
    for route in routes {
        let Some((_, call)) = call(route, it, 0) else {
            wrong.push(format!("{route}: nobody knows how to call it"));
            continue;
        };
        for attempt in 1.. {
            let mut line = Connection::open(NOISY, &it.address).await?;
            // The body of a stream does not end.
            let status = line.send(&call).await.map(|response| response.status().as_u16());
            match status {
                Ok(429 | 503) if attempt < 100 && !call.understood.contains(&503) => {
                    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
                }
                Ok(status) if call.understood.contains(&status) => break,
                other => {
                    wrong.push(format!("{route}: answered {other:?} to {call:?}"));
                    break;
                }
            }
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "routes to be described in crates/swarm/src/noisy/routes.rs:\n{}",
        wrong.join("\n")
    ))
}
