//! Mail over an SMTP relay, and over both stores: lost passwords, confirmed addresses, and notices
//! of a turn.

use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::Seat;
use crownhead_server::people::mail::{Mail, MailConfig};
use crownhead_store::sql::Statement;
use crownhead_store::{Store, StoreLocation};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::browser::Browser;
use crate::support::guest::Guest;
use crate::support::node::{Node, Response};
use crate::support::push::Reader;
use crate::support::samples::settings;
use crownhead_swarm::fleet::PostgresServer;

#[tokio::test]
async fn a_lost_password_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    suite(StoreLocation::File(folder.path().join("store")).open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_password_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    suite(StoreLocation::Postgres(server.database("mail").unwrap()).open().await.unwrap()).await;
}

fn is(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
}

/// A relay that accepts mails and passes them to the test.
pub(super) async fn relay() -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (to, mails) = mpsc::channel(9);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufReader::new(stream);
            let (mut mail, mut in_data) = (String::new(), false);
            stream.write_all(b"220 relay\r\n").await.unwrap();
            loop {
                let mut line = String::new();
                if stream.read_line(&mut line).await.unwrap_or_default() == 0 {
                    break;
                }
                let answer: &[u8] = match line.trim_end() {
                    "." => {
                        in_data = false;
                        to.send(std::mem::take(&mut mail)).await.unwrap();
                        b"250 taken\r\n"
                    }
                    _ if in_data => {
                        mail.push_str(&line);
                        continue;
                    }
                    "DATA" => {
                        in_data = true;
                        b"354 go on\r\n"
                    }
                    "QUIT" => b"221 bye\r\n",
                    _ => b"250 fine\r\n",
                };
                stream.write_all(answer).await.unwrap();
            }
        }
    });
    (address, mails)
}

pub(super) async fn next(mails: &mut mpsc::Receiver<String>) -> String {
    tokio::time::timeout(Duration::from_secs(20), mails.recv()).await.unwrap().unwrap()
}

/// The secret in a mail's link. Long lines of a mail are broken with a `=`.
pub(super) fn word_behind(mail: &str, link: &str) -> String {
    let mail = mail.replace("=\r\n", "");
    let rest = mail.split(link).nth(1).unwrap_or_else(|| panic!("{link} is not in {mail}"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect()
}

async fn suite(store: Arc<dyn Store>) {
    a_lost_password(store.clone()).await;
    turn_mail_needs_a_confirmed_address(store).await;
}

/// A node that sends its mail to a relay.
pub(super) async fn posting(store: Arc<dyn Store>) -> (Node, mpsc::Receiver<String>) {
    let (relay, mails) = relay().await;
    let config = MailConfig {
        relay,
        from: "Crownhead <games@games.example>".to_owned(),
        site: "https://games.example/".to_owned(),
        ..MailConfig::default()
    };
    let mut node = Node::over(store);
    node.state = node.state.with_mail(Some(Arc::new(Mail::new(&config).unwrap())));
    (node, mails)
}

async fn turn_mail_needs_a_confirmed_address(store: Arc<dyn Store>) {
    let (node, mut mails) = posting(store).await;
    let _kept = node.keep();
    let eve = Browser::new(&node, "Eve").await;
    let on = json!({"mail": true});
    is(&eve.send("PUT", "/me/notices", &on).await, 409, "not-confirmed");
    let set = json!({"mail": "eve@mail.example", "password": "correct horse"});
    assert_eq!(eve.send("PUT", "/me/mail", &set).await.status, 204);
    let secret = word_behind(&next(&mut mails).await, "https://games.example/mail/confirm/");
    is(&eve.send("PUT", "/me/notices", &on).await, 409, "not-confirmed");
    // Opening a link changes nothing, because mail scanners open links, too.
    let link = format!("/mail/confirm/{secret}");
    let page = node.get(&link, None).await;
    assert!(page.body.as_str().unwrap().contains("<form method=\"post\">"), "{}", page.body);
    assert_eq!(eve.get("/me/data").await.body["mail-confirmed"], false);
    assert_eq!(node.post("/mail/confirm/nonsense", None, &Value::Null).await.status, 404);
    assert_eq!(node.post(&link, None, &Value::Null).await.status, 200);
    assert_eq!(eve.get("/me/data").await.body["mail-confirmed"], true);
    assert_eq!(eve.send("PUT", "/me/notices", &on).await.status, 204);

    let (mut guest, mut own) = against_a_guest(&node, &eve).await;
    assert!(guest.step().await);
    let mail = next(&mut mails).await;
    assert!(mail.contains("To: eve@mail.example") && mail.contains("Hello Eve"), "{mail}");
    assert!(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{mail}");
    let token = word_behind(&mail, "https://games.example/mail/stop/");
    let stop = format!("/mail/stop/{token}");
    assert_eq!(node.get(&stop, None).await.status, 200);
    let other = if token.starts_with('A') { "B" } else { "A" };
    let forged = format!("/mail/stop/{other}{}", &token[1..]);
    assert_eq!(node.post(&forged, None, &Value::Null).await.status, 404);
    assert!(own.step().await && guest.step().await);
    assert!(next(&mut mails).await.contains("Hello Eve"));
    assert_eq!(node.post(&stop, None, &Value::Null).await.status, 200);
    assert_eq!(eve.get("/me/data").await.body["mail-notices"], false);
    assert!(own.step().await && guest.step().await);
    assert!(tokio::time::timeout(Duration::from_secs(2), mails.recv()).await.is_err());

    // A new address must be confirmed again, and the secret of the old one does not work for it.
    let set = json!({"mail": "other@mail.example", "password": "correct horse"});
    assert_eq!(eve.send("PUT", "/me/mail", &set).await.status, 204);
    assert!(next(&mut mails).await.contains("To: other@mail.example"));
    assert_eq!(node.post(&link, None, &Value::Null).await.status, 404);
    assert_eq!(eve.get("/me/data").await.body["mail-confirmed"], false);
    // It is sent again, but only so many times.
    for _ in 0..2 {
        assert_eq!(eve.post("/me/mail/confirmation", &Value::Null).await.status, 202);
    }
    is(&eve.post("/me/mail/confirmation", &Value::Null).await, 409, "full");

    // The account's push subscriptions are deleted with it.
    let endpoint = "https://push.example/eve";
    let wish = json!({"endpoint": endpoint, "keys": Reader::new(&[7; 32], [9; 16]).keys()});
    let path = format!("{}/notices", own.path);
    assert_eq!(node.post(&path, Some(&own.secret), &wish).await.status, 204);
    assert_eq!(eve.get("/me/data").await.body["endpoints"], json!([endpoint]));
    let goodbye = json!({"password": "correct horse"});
    assert_eq!(eve.send("DELETE", "/me", &goodbye).await.status, 204);
    let left = Statement::new("SELECT count(*) FROM notices", []);
    assert_eq!(node.store.query(left).await.unwrap()[0].number(0), Ok(0));
}

/// A match of an account against a guest, who begins.
async fn against_a_guest<'a>(node: &'a Node, eve: &Browser<'a>) -> (Guest<'a>, Guest<'a>) {
    let mut body = serde_json::to_value(settings()).unwrap();
    body["players"] = json!({"one": {}, "two": {"me": true}});
    let opened = eve.post("/matches", &body).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let id = opened.body["id"].as_str().unwrap();
    let secret = |name: &str| opened.body["seats"][name]["secret"].as_str().unwrap();
    let guest = Guest::new(node, id, secret("one"), Seat::One);
    (guest, Guest::new(node, id, secret("two"), Seat::Two))
}

async fn a_lost_password(store: Arc<dyn Store>) {
    let silent = Node::over(store.clone());
    let lost = json!({"name": "Ann"});
    is(&silent.post("/api/v1/recovery", None, &lost).await, 409, "no-mail");

    let (node, mut mails) = posting(store).await;
    let ann = Browser::new(&node, "Ann").await;
    let set = |mail: &str, password: &str| json!({"mail": mail, "password": password});
    let wrong = set("ann@mail.example", "wrong password");
    is(&ann.send("PUT", "/me/mail", &wrong).await, 401, "wrong-password");
    for address in ["ann", "a@b\r\nBcc: all@mail.example", ""] {
        is(&ann.send("PUT", "/me/mail", &set(address, "correct horse")).await, 422, "bad-body");
    }
    let right = set("ann@mail.example", "correct horse");
    assert_eq!(ann.send("PUT", "/me/mail", &right).await.status, 204);
    // Mails are sent in parallel, so wait for this one before the next request.
    assert!(next(&mut mails).await.contains("/mail/confirm/"));
    assert_eq!(ann.get("/me/data").await.body["mail"], "ann@mail.example");
    // The response does not reveal whether the account exists.
    let nobody = node.post("/api/v1/recovery", None, &json!({"name": "Nobody"})).await;
    let sent = node.post("/api/v1/recovery", None, &lost).await;
    assert_eq!((nobody.status, &nobody.body), (sent.status, &sent.body));
    assert_eq!(sent.status, 202);
    // The address can be used for that before it is confirmed.
    let mail = next(&mut mails).await;
    assert!(mail.contains("To: ann@mail.example") && mail.contains("Hello Ann"), "{mail}");
    let link = mail.split("https://games.example/#recover=").nth(1).unwrap();
    let secret: String = link.chars().take_while(char::is_ascii_alphanumeric).collect();
    assert_eq!(secret.len(), 24, "{mail}");

    let finish = |secret: &str| json!({"secret": secret, "password": "battery staple"});
    let path = "/api/v1/recovery/password";
    is(&node.post(path, None, &finish(&"0".repeat(24))).await, 401, "wrong-secret");
    assert_eq!(node.post(path, None, &finish(&secret)).await.status, 204);
    // It works once, and it ends all sessions.
    is(&node.post(path, None, &finish(&secret)).await, 401, "wrong-secret");
    assert_eq!(ann.get("/me").await.status, 401);
    let sign_in = json!({"name": "Ann", "password": "battery staple"});
    assert_eq!(node.post("/api/v1/session", None, &sign_in).await.status, 200);
    // Many requests lead to few mails.
    for _ in 0..6 {
        assert_eq!(node.post("/api/v1/recovery", None, &lost).await.status, 202);
    }
    for _ in 0..3 {
        next(&mut mails).await;
    }
    assert!(tokio::time::timeout(Duration::from_secs(2), mails.recv()).await.is_err());
    let none = json!({"mail": Value::Null, "password": "battery staple"});
    let again = node.post("/api/v1/session", None, &sign_in).await;
    let ann = Browser { node: &node, cookie: crate::support::browser::cookie(&again) };
    assert_eq!(ann.send("PUT", "/me/mail", &none).await.status, 204);
    assert_eq!(ann.get("/me/data").await.body["mail"], Value::Null);
}
