//! A minimal HTTP client: one request on a connection of its own, and retries while a server is
//! busy or starting.

use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::transport::{connect, host};

/// The time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(15);

/// How often a busy server is asked again, and the delay before.
const MAX_ATTEMPTS: usize = 50;
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Sends a request until a server that is busy or starting answers, and decodes the response.
pub(crate) async fn request<T: DeserializeOwned>(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Result<T, String> {
    let mut last = String::new();
    for _ in 0..MAX_ATTEMPTS {
        match send(address, method, path, body).await {
            Ok((200 | 201, body)) => {
                return serde_json::from_str(&body)
                    .map_err(|error| format!("{method} {path}: {error}"));
            }
            Ok((429 | 503, body)) => last = body,
            Ok((status, body)) => return Err(format!("{method} {path}: {status} {body}")),
            Err(error) => last = error,
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
    Err(format!("{method} {path}: {last}"))
}

/// Sends a request and returns the status and the body. An error is a connection that broke.
async fn send(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Result<(u16, String), String> {
    let response = timeout(TIMEOUT, exchange(address, method, path, body)).await;
    let response = response
        .map_err(|_| "no response in time".to_owned())?
        .map_err(|error| error.to_string())?;
    let (head, body) = response.split_once("\r\n\r\n").ok_or("a response broke off")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.ok_or("a response has no status")?, body.to_owned()))
}

async fn exchange(address: &str, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = connect(address, None).await?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}",
        host(address)
    );
    stream.write_all(request.as_bytes()).await?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    Ok(response)
}
