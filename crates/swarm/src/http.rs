//! One request over HTTP on a connection of its own: all that a swarm needs beside live ones.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::wire::{connect, host};

/// How long a request may take.
const LIMIT: Duration = Duration::from_secs(15);

/// Asks, and returns the status and the JSON of the answer. An error is a connection that broke.
pub(crate) async fn ask(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Result<(u16, Value), String> {
    let asked = timeout(LIMIT, exchange(address, method, path, body)).await;
    let response =
        asked.map_err(|_| "no answer came".to_owned())?.map_err(|why| why.to_string())?;
    let (head, body) = response.split_once("\r\n\r\n").ok_or("an answer broke off")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or("an answer has no status")?;
    Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
}

async fn exchange(address: &str, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = connect(address).await?;
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
