//! A lost password, by mail: over a relay that speaks SMTP, and over both stores.

use std::sync::Arc;
use std::time::Duration;

use crownhead_server::people::mail::{Mail, MailConfig};
use crownhead_server::store::{Place, Store};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::browser::Browser;
use crate::support::node::{Node, Response};
use crownhead_swarm::fleet::Postgres;

#[tokio::test]
async fn a_lost_password_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    suite(Place::File(folder.path().join("store")).open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_password_on_postgresql() {
    let server = Postgres::start(false).unwrap();
    suite(Place::Postgres(server.database("mail").unwrap()).open().await.unwrap()).await;
}

fn is(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
}

/// A relay that takes mails in and hands them on.
async fn relay() -> (String, mpsc::Receiver<String>) {
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

async fn suite(store: Arc<dyn Store>) {
    let silent = Node::over(store.clone());
    let lost = json!({"name": "Ann"});
    is(&silent.post("/api/v1/recovery", None, &lost).await, 409, "no-mail");

    let (relay, mut mails) = relay().await;
    let config = MailConfig {
        relay,
        from: "Crownhead <games@games.example>".to_owned(),
        site: "https://games.example/".to_owned(),
    };
    let mut node = Node::over(store);
    node.state = node.state.with_mail(Some(Arc::new(Mail::new(&config).unwrap())));
    let ann = Browser::new(&node, "Ann").await;
    let set = |mail: &str, password: &str| json!({"mail": mail, "password": password});
    let wrong = set("ann@mail.example", "wrong password");
    is(&ann.ask("PUT", "/me/mail", &wrong).await, 401, "wrong-password");
    for address in ["ann", "a@b\r\nBcc: all@mail.example", ""] {
        is(&ann.ask("PUT", "/me/mail", &set(address, "correct horse")).await, 422, "bad-body");
    }
    let right = set("ann@mail.example", "correct horse");
    assert_eq!(ann.ask("PUT", "/me/mail", &right).await.status, 204);
    assert_eq!(ann.get("/me/data").await.body["mail"], "ann@mail.example");
    // Nobody is told whether there is such an account.
    let nobody = node.post("/api/v1/recovery", None, &json!({"name": "Nobody"})).await;
    let sent = node.post("/api/v1/recovery", None, &lost).await;
    assert_eq!((nobody.status, &nobody.body), (sent.status, &sent.body));
    assert_eq!(sent.status, 202);
    let mail = tokio::time::timeout(Duration::from_secs(20), mails.recv()).await.unwrap().unwrap();
    assert!(mail.contains("To: ann@mail.example") && mail.contains("Hello Ann"), "{mail}");
    let link = mail.split("https://games.example/#recover=").nth(1).unwrap();
    let secret: String = link.chars().take_while(char::is_ascii_alphanumeric).collect();
    assert_eq!(secret.len(), 24, "{mail}");

    let finish = |secret: &str| json!({"secret": secret, "password": "battery staple"});
    let path = "/api/v1/recovery/password";
    is(&node.post(path, None, &finish(&"0".repeat(24))).await, 401, "wrong-secret");
    assert_eq!(node.post(path, None, &finish(&secret)).await.status, 204);
    // Good once; and whoever was signed in is not any more.
    is(&node.post(path, None, &finish(&secret)).await, 401, "wrong-secret");
    assert_eq!(ann.get("/me").await.status, 401);
    let sign_in = json!({"name": "Ann", "password": "battery staple"});
    assert_eq!(node.post("/api/v1/session", None, &sign_in).await.status, 200);
    // Many asks lead to few mails.
    for _ in 0..6 {
        assert_eq!(node.post("/api/v1/recovery", None, &lost).await.status, 202);
    }
    let mut count = 0;
    while let Ok(Some(_)) = tokio::time::timeout(Duration::from_secs(2), mails.recv()).await {
        count += 1;
    }
    assert_eq!(count, 3);
    let none = json!({"mail": Value::Null, "password": "battery staple"});
    let again = node.post("/api/v1/session", None, &sign_in).await;
    let ann = Browser { node: &node, cookie: crate::support::browser::cookie(&again) };
    assert_eq!(ann.ask("PUT", "/me/mail", &none).await.status, 204);
    assert_eq!(ann.get("/me/data").await.body["mail"], Value::Null);
}
