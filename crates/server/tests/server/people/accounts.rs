//! Accounts, sessions, tokens and ratings, over both stores.

use std::sync::Arc;

use axum::body::Body;
use crownhead_arbiter::MatchSettings;
use crownhead_server::people::accounts::{
    AccountError, Identity, Password, Scope, SignInSource, UserName, VerifiedAccount,
};
use crownhead_server::people::ratings::Ratings;
use crownhead_store::sql::Statement;
use crownhead_store::{Store, StoreLocation};
use serde_json::{Value, json};

use crate::support::browser::{Browser, cookie};
use crate::support::node::{Node, Response};
use crate::support::samples::settings;
use crownhead_swarm::fleet::PostgresServer;

#[tokio::test]
async fn accounts_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    suite(StoreLocation::File(folder.path().join("store")).open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    suite(StoreLocation::Postgres(server.database("accounts").unwrap()).open().await.unwrap())
        .await;
}

async fn suite(store: Arc<dyn Store>) {
    let node = Node::over(store);
    one_signs_in_and_out(&node).await;
    there_is_no_other_way_in(&node).await;
    tokens_authorize_requests_until_revoked(&node).await;
    an_old_password_cannot_finish_what_it_started(&node).await;
    rated_matches_change_ratings(&node).await;
    players_are_kept_apart_and_reported(&node).await;
    the_operator_is_obeyed(&node).await;
    an_account_can_be_forgotten(&node).await;
}

fn is(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
}

async fn one_signs_in_and_out(node: &Node) {
    let first = Browser::new(node, "Ann").await;
    assert_eq!(first.get("/me").await.body["name"], "Ann");
    let body = json!({"name": "aNN", "password": "correct horse"});
    let second = node.post("/api/v1/session", None, &body).await;
    let second = Browser { node, cookie: cookie(&second) };
    let sessions = second.get("/me/sessions").await.body["sessions"].clone();
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    let this = |session: &&Value| session["this"] == true;
    let other = sessions.as_array().unwrap().iter().find(|session| !this(session)).unwrap();
    let path = format!("/me/sessions/{}", other["id"].as_str().unwrap());
    assert_eq!(second.send("DELETE", &path, &Value::Null).await.status, 204);
    is(&first.get("/me").await, 401, "not-signed-in");
    is(&second.send("DELETE", &path, &Value::Null).await, 404, "no-session");

    let body = json!({"old": "correct horse", "new": "battery staple"});
    let changed = second.send("PUT", "/me/password", &body).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    is(&second.get("/me").await, 401, "not-signed-in");
    let third = Browser { node, cookie: cookie(&changed) };
    assert_eq!(third.send("DELETE", "/session", &Value::Null).await.status, 204);
    is(&third.get("/me").await, 401, "not-signed-in");
}

async fn there_is_no_other_way_in(node: &Node) {
    let bob = Browser::new(node, "Bob").await;
    let taken = json!({"name": "BOB", "password": "something else"});
    is(&node.post("/api/v1/accounts", None, &taken).await, 409, "name-taken");
    for (name, password) in
        [("<b>Bob</b>", "long enough"), ("B", "long enough"), ("Bobby", "short")]
    {
        let body = json!({"name": name, "password": password});
        is(&node.post("/api/v1/accounts", None, &body).await, 422, "bad-body");
    }
    // The response does not reveal whether the account exists.
    for name in ["Bob", "Nobody", "' OR 1=1 --"] {
        let body = json!({"name": name, "password": "wrong password"});
        is(&node.post("/api/v1/session", None, &body).await, 401, "wrong-password");
    }
    // A page of another site cannot use the cookie, should a browser ever send it.
    let headers =
        [("cookie", bob.cookie.as_str()), ("origin", "https://evil.example"), ("host", "here")];
    let forged = node.ask_with("DELETE", "/api/v1/session", &headers, Body::empty()).await;
    is(&forged, 403, "wrong-origin");
    assert_eq!(bob.get("/me").await.status, 200);
    let guessed = Browser { node, cookie: format!("crownhead={}", "0".repeat(24)) };
    is(&guessed.get("/me").await, 401, "not-signed-in");
    // Guessing does not help.
    let wrong = json!({"name": "Bob", "password": "wrong password"});
    for _ in 0..9 {
        is(&node.post("/api/v1/session", None, &wrong).await, 401, "wrong-password");
    }
    let right = json!({"name": "Bob", "password": "correct horse"});
    is(&node.post("/api/v1/session", None, &right).await, 429, "too-many");
}

async fn tokens_authorize_requests_until_revoked(node: &Node) {
    let carl = Browser::new(node, "Carl").await;
    let made = carl.post("/me/tokens", &json!({"name": "bot", "scopes": ["play"]})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let token = made.body["token"].as_str().unwrap().to_owned();
    let body = serde_json::to_value(settings()).unwrap();
    let challenge = node.post("/api/v1/challenges", Some(&token), &body).await;
    assert_eq!(challenge.status, 201, "{}", challenge.body);
    let path = format!("/api/v1/challenges/{}", challenge.body["id"].as_str().unwrap());
    let seen = node.get(&path, None).await;
    assert_eq!((&seen.body["name"], &seen.body["account"]), (&json!("Carl"), &json!(true)));
    // It allows play and nothing else.
    is(&node.get("/api/v1/me", Some(&token)).await, 403, "no-scope");
    for path in ["/api/v1/me/tokens", "/api/v1/me/sessions", "/api/v1/me/data"] {
        is(&node.get(path, Some(&token)).await, 403, "no-scope");
    }
    let more = json!({"name": "more", "scopes": ["read"]});
    is(&node.post("/api/v1/me/tokens", Some(&token), &more).await, 403, "no-scope");
    let read = carl.post("/me/tokens", &more).await.body["token"].as_str().unwrap().to_owned();
    assert_eq!(node.get("/api/v1/me", Some(&read)).await.body["name"], "Carl");
    is(&node.post("/api/v1/challenges", Some(&read), &body).await, 403, "no-scope");
    // A session that has ended cannot be replayed.
    let id = carl.get("/me/tokens").await.body["tokens"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(carl.send("DELETE", &format!("/me/tokens/{id}"), &Value::Null).await.status, 204);
    is(&node.post("/api/v1/challenges", Some(&token), &body).await, 401, "wrong-token");
    is(&node.get("/api/v1/me", Some("cht_0")).await, 401, "wrong-token");
}

/// A rated match that the guest resigns, and its id.
async fn rated(host: &Browser<'_>, guest: &Browser<'_>) -> String {
    let body = serde_json::to_value(MatchSettings { rated: true, ..settings() }).unwrap();
    let challenge = host.post("/challenges", &body).await;
    assert_eq!(challenge.status, 201, "{}", challenge.body);
    let id = challenge.body["id"].as_str().unwrap();
    let taken = guest.post(&format!("/challenges/{id}/accept"), &json!({})).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    let (node, secret) = (host.node, taken.body["secret"].as_str());
    let path = format!("/api/v1/matches/{}", taken.body["id"].as_str().unwrap());
    let give_up = json!({"id": "r", "command": {"kind": "resign"}});
    let done = node.post(&format!("{path}/commands"), secret, &give_up).await;
    assert_eq!(done.status, 200, "{}", done.body);
    taken.body["id"].as_str().unwrap().to_owned()
}

/// Everything that a thief of the old password has started when the owner sets a new one.
async fn an_old_password_cannot_finish_what_it_started(node: &Node) {
    let vera = Browser::new(node, "Vera").await;
    let other = Browser::new(node, "Walt").await;
    rated(&vera, &other).await;
    let accounts = node.accounts();
    let password = |text: &str| Password::new(text).unwrap();
    let name = UserName::new("Vera").unwrap();
    let sign_in = async |text: &str| -> VerifiedAccount {
        let password = password(text);
        accounts.sign_in("vera", &password, &SignInSource::default()).await.ok().unwrap()
    };
    let identity = async |browser: &Browser<'_>| -> Identity {
        let secret = browser.cookie.strip_prefix("crownhead=").unwrap();
        accounts.by_session(secret).await.unwrap().unwrap()
    };
    // The thief has the session's secret, too.
    let (stale, thief) = (sign_in("correct horse").await, identity(&vera).await);
    accounts.set_mail(&stale, Some("vera@mail.example")).await.unwrap();
    // Confirmations, pushes to her and her opponent, and tokens.
    let until = node.rooms.db().now().as_millis() + 1_000_000;
    let confirmation = Statement::new(
        "INSERT INTO confirmations (secret, account, mail, until) SELECT $1, id, 'x', $2
         FROM accounts WHERE key = 'vera'",
        [b"secret".as_slice().into(), i64::try_from(until).unwrap().into()],
    );
    let pushes = "INSERT INTO notices (match_id, seat, endpoint, point, auth, language, told)
        SELECT p.match_id, p.seat, p.seat || 'x', m.secret_one, m.secret_one, 'en', 0
        FROM players AS p JOIN matches AS m ON m.id = p.match_id
        WHERE p.match_id IN (SELECT match_id FROM players WHERE key = 'vera')";
    node.store
        .change(vec![confirmation.requiring(1), Statement::new(pushes, []).requiring(2)])
        .await
        .unwrap();
    accounts.create_token(&thief, "robot", &[Scope::Read]).await.unwrap();
    let counts = async || {
        let mut counts = Vec::new();
        for text in [
            "SELECT count(*) FROM confirmations AS c JOIN accounts AS a ON a.id = c.account
             WHERE a.key = 'vera'",
            "SELECT count(*) FROM notices",
            "SELECT count(*) FROM tokens AS t JOIN accounts AS a ON a.id = t.account
             WHERE a.key = 'vera'",
        ] {
            let rows = node.store.query(Statement::new(text, [])).await.unwrap();
            counts.push(rows[0].number(0).unwrap());
        }
        counts
    };
    assert_eq!(counts().await, [1, 2, 1]);

    let change = json!({"old": "correct horse", "new": "battery staple"});
    let changed = vera.send("PUT", "/me/password", &change).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    let vera = Browser { node, cookie: cookie(&changed) };
    // Pushes to the opponent's seat stay.
    assert_eq!(counts().await, [0, 1, 0]);
    let refused = Some(AccountError::WrongPassword);
    assert_eq!(accounts.begin_session(&stale, "thief").await.err(), refused);
    assert_eq!(accounts.set_mail(&stale, Some("thief@mail.example")).await.err(), refused);
    assert_eq!(accounts.delete_own(&stale).await.err(), refused);
    let mine = identity(&vera).await;
    let theirs = password("taken over");
    assert_eq!(accounts.change_password(&mine, &stale, &theirs).await.err(), refused);
    let token = accounts.create_token(&thief, "robot", &[Scope::Read]).await;
    assert_eq!(token.err(), Some(AccountError::SignedOut));
    assert!(accounts.create_token(&mine, "robot", &[Scope::Read]).await.is_ok());

    // An account that the operator bans meanwhile is not signed in.
    let fresh = sign_in("battery staple").await;
    accounts.ban(&name, true).await.unwrap();
    assert_eq!(accounts.begin_session(&fresh, "").await.err(), refused);
    accounts.ban(&name, false).await.unwrap();
    assert!(accounts.begin_session(&fresh, "").await.is_ok());
}

async fn rated_matches_change_ratings(node: &Node) {
    let (dora, emil) = (Browser::new(node, "Dora").await, Browser::new(node, "Emil").await);
    let id = rated(&dora, &emil).await;
    // Two nodes rate it, and it counts once.
    let ratings = Ratings::new(node.rooms.db().clone());
    let (one, two) = (ratings.rate(), ratings.rate());
    let (one, two) = tokio::join!(one, two);
    assert!(one.is_ok() && two.is_ok());
    let winner = node.get("/api/v1/accounts/dora", None).await.body["ratings"][0].clone();
    let loser = node.get("/api/v1/accounts/emil", None).await.body["ratings"][0].clone();
    assert_eq!((&winner["game"], &winner["games"]), (&json!("stack-em"), &json!(1)));
    // The figures of the Glicko-2 paper's formulas for two newcomers.
    assert_eq!((&winner["rating"], &winner["deviation"]), (&json!(1662), &json!(290)));
    assert_eq!((&loser["rating"], &winner["provisional"]), (&json!(1338), &json!(true)));
    let history = node.get("/api/v1/accounts/Dora/games?result=won", None).await;
    let game = &history.body["games"][0];
    assert_eq!((&game["match"], &game["reason"]), (&json!(id), &json!("resignation")));
    assert_eq!(game["ratings"], json!({"one": 162, "two": -162}));
    assert_eq!(game["players"]["two"], json!({"name": "Emil", "account": true}));
    let lost = node.get("/api/v1/accounts/Dora/games?result=lost", None).await;
    assert_eq!(lost.body["games"], json!([]));
    // Games with guests are not rated.
    let body = serde_json::to_value(MatchSettings { rated: true, ..settings() }).unwrap();
    is(&node.post("/api/v1/challenges", None, &body).await, 422, "bad-seats");
    let open = dora.post("/challenges", &body).await.body["id"].as_str().unwrap().to_owned();
    let accept = format!("/challenges/{open}/accept");
    is(&node.post(&format!("/api/v1{accept}"), None, &json!({})).await, 401, "not-signed-in");
    is(&dora.post(&accept, &json!({})).await, 409, "own-challenge");
    let own = emil.get("/me/games").await;
    assert_eq!((own.status.as_u16(), &own.body["id"]), (200, &json!(id)));
}

async fn players_are_kept_apart_and_reported(node: &Node) {
    let (fred, gina) = (Browser::new(node, "Fred").await, Browser::new(node, "Gina").await);
    assert_eq!(fred.send("PUT", "/me/blocked/gina", &Value::Null).await.status, 204);
    assert_eq!(fred.get("/me/blocked").await.body["blocked"], json!(["Gina"]));
    is(&fred.send("PUT", "/me/blocked/nobody", &Value::Null).await, 404, "no-account");
    is(&fred.send("PUT", "/me/blocked/fred", &Value::Null).await, 409, "full");
    let body = serde_json::to_value(settings()).unwrap();
    let open = fred.post("/challenges", &body).await.body["id"].as_str().unwrap().to_owned();
    is(&gina.post(&format!("/challenges/{open}/accept"), &json!({})).await, 403, "blocked");
    assert_eq!(fred.send("DELETE", "/me/blocked/gina", &Value::Null).await.status, 204);
    assert_eq!(gina.post(&format!("/challenges/{open}/accept"), &json!({})).await.status, 201);

    let report = json!({"about": "Gina", "match": "AbCdEfGh", "words": " Was <b>rude</b>. "});
    assert_eq!(fred.post("/reports", &report).await.status, 202);
    is(&node.post("/api/v1/reports", None, &report).await, 401, "not-signed-in");
    is(&fred.post("/reports", &json!({"about": "Gina", "words": ""})).await, 422, "bad-body");
    let long = json!({"about": "Gina", "words": "x".repeat(1001)});
    is(&fred.post("/reports", &long).await, 422, "bad-body");
    let accounts = node.accounts();
    let reports = accounts.reports().await.unwrap();
    assert_eq!((reports.len(), reports[0].words.as_str()), (1, "Was <b>rude</b>."));
    accounts.settle(&reports[0].id).await.unwrap();
    assert_eq!(accounts.settle(&reports[0].id).await, Err(AccountError::NotFound));
}

async fn the_operator_is_obeyed(node: &Node) {
    let hugo = Browser::new(node, "Hugo").await;
    let id = rated(&hugo, &Browser::new(node, "Ines").await).await;
    let accounts = node.accounts();
    let name = |text: &str| UserName::new(text).unwrap();
    accounts.ban(&name("hugo"), true).await.unwrap();
    is(&hugo.get("/me").await, 401, "not-signed-in");
    let sign_in = json!({"name": "hugo", "password": "correct horse"});
    is(&node.post("/api/v1/session", None, &sign_in).await, 403, "banned");
    accounts.ban(&name("hugo"), false).await.unwrap();
    assert_eq!(node.post("/api/v1/session", None, &sign_in).await.status, 200);
    accounts.rename(&name("Hugo"), &name("Juno")).await.unwrap();
    let snapshot = node.get(&format!("/api/v1/matches/{id}"), None).await;
    assert_eq!(snapshot.body["players"]["one"]["name"], "Juno");
    assert_eq!(accounts.rename(&name("Juno"), &name("Ines")).await, Err(AccountError::NameTaken));
    let password = accounts.reset_password(&name("Juno")).await.unwrap();
    let sign_in = json!({"name": "juno", "password": password.as_str()});
    assert_eq!(node.post("/api/v1/session", None, &sign_in).await.status, 200);
    assert_eq!(accounts.ban(&name("Hugo"), true).await, Err(AccountError::NotFound));
}

async fn an_account_can_be_forgotten(node: &Node) {
    let kate = Browser::new(node, "Kate").await;
    let id = rated(&kate, &Browser::new(node, "Liam").await).await;
    Ratings::new(node.rooms.db().clone()).rate().await.unwrap();
    let data = kate.get("/me/data").await;
    assert_eq!((data.status.as_u16(), &data.body["ratings"][0]["games"]), (200, &json!(1)));
    let wrong = json!({"password": "wrong password"});
    is(&kate.send("DELETE", "/me", &wrong).await, 401, "wrong-password");
    assert_eq!(kate.send("DELETE", "/me", &json!({"password": "correct horse"})).await.status, 204);
    is(&kate.get("/me").await, 401, "not-signed-in");
    is(&node.get("/api/v1/accounts/kate", None).await, 404, "no-account");
    // The match is Liam's, too.
    let snapshot = node.get(&format!("/api/v1/matches/{id}"), None).await;
    assert_eq!(snapshot.body["players"]["one"], json!({}));
    assert_eq!(snapshot.body["players"]["two"], json!({"name": "Liam", "account": true}));
    assert!(!snapshot.body.to_string().contains("Kate"));
}
