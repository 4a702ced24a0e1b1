//! Two nodes over one PostgreSQL and one NATS server, which the tests start themselves.

use std::sync::Arc;
use std::time::Duration;

use crate::support::samples::settings;
use crownhead_arbiter::{Command, CommandId, Seat, Span, Version, Viewer};
use crownhead_server::bus::{Bus, NatsBus};
use crownhead_server::rooms::{CommandRequest, Rooms};
use crownhead_store::sql::Statement;
use crownhead_store::{Db, MatchVersion, StoreLocation};
use crownhead_swarm::fleet;
use tokio::time::timeout;

/// Longer than anything here may take.
const LIMIT: Duration = Duration::from_secs(30);

/// Publishes again and again, because messages can be lost, until the other node receives one. It
/// must receive nothing else: a node does not receive its own messages.
async fn until_received(from: &NatsBus, to: &NatsBus, name: &str, first: u64) {
    let id = name.parse().unwrap();
    let heard = timeout(LIMIT, async {
        for version in first.. {
            from.publish(MatchVersion { id, version: Version::new(version) });
            if let Ok(heard) = timeout(Duration::from_millis(200), to.receive()).await {
                assert_eq!(heard.id, id);
                if heard.version >= Version::new(first) {
                    return;
                }
            }
        }
    });
    heard.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_go_from_node_to_node() {
    let mut server = fleet::NatsServer::start().unwrap();
    let one = NatsBus::connect(&server.address(), None).await.unwrap();
    let two = NatsBus::connect(&server.address(), None).await.unwrap();
    until_received(&one, &two, "fromone1", 1).await;
    until_received(&two, &one, "fromtwo2", 1).await;
    // The nodes reconnect by themselves when the server is back.
    server.kill().unwrap();
    until_received(&two, &one, "fromtwo2", 1_000_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_on_two_nodes_and_watched_on_both() {
    let (postgres, mut nats) =
        (fleet::PostgresServer::start(false).unwrap(), fleet::NatsServer::start().unwrap());
    let place = StoreLocation::Postgres(postgres.database("cluster").unwrap());
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let bus = Arc::new(NatsBus::connect(&nats.address(), None).await.unwrap());
        let node = Arc::new(Rooms::new(Db::new(place.open().await.unwrap()), bus));
        let listener = node.clone();
        tokio::spawn(async move { listener.sync.run().await });
        nodes.push(node);
    }
    let id = nodes[0].creator.open(settings()).await.unwrap().id;
    let mut watchers = Vec::new();
    for node in &nodes {
        let watcher = node.registry.watch(id, Viewer::Spectator);
        watchers.push((watcher, node.registry.load(id).await.unwrap().version()));
    }
    for number in 0..6_usize {
        if number == 4 {
            // From here on messages are lost, and the nodes notice by polling.
            nats.stop();
        }
        let node = &nodes[number % 2];
        let game_match = node.registry.load(id).await.unwrap();
        let text = game_match.board().unwrap().legal_moves().remove(0);
        let command = Command::Move { text, seen: None };
        let id_of_command = CommandId::new(format!("c{number}")).unwrap();
        let seat: Seat = game_match.turn().unwrap();
        let request = CommandRequest { seat, command, id: id_of_command, lag: Span::ZERO };
        let done = node.commands.execute(id, request).await.unwrap();
        for (watcher, seen) in &mut watchers {
            while *seen < done.range.to {
                if let Some(batch) = watcher.since(*seen).unwrap() {
                    *seen = batch.last;
                } else {
                    timeout(LIMIT, watcher.changed()).await.unwrap();
                }
            }
        }
    }
    let hashes = [
        nodes[0].registry.load(id).await.unwrap().hash(),
        nodes[1].registry.load(id).await.unwrap().hash(),
    ];
    assert_eq!(hashes[0], hashes[1]);
}

#[tokio::test]
async fn an_unusable_bus_is_reported_on_one_line() {
    let error =
        NatsBus::connect("nats://me:hidden@127.0.0.1:1", None).await.err().unwrap().to_string();
    assert!(error.starts_with("nats://127.0.0.1:1 cannot be used as the bus: "), "{error}");
    assert!(!error.contains('\n') && !error.contains("hidden"), "{error}");
}

/// Both connections can be encrypted, and the server's certificate is verified.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_and_the_bus_can_be_encrypted() {
    let data = crate::support::push::data;
    let (certificate, key, authority) = (data("cert.pem"), data("key.pem"), data("ca.pem"));
    let nats = fleet::NatsServer::encrypted(&certificate, &key).unwrap();
    let one = NatsBus::connect(&nats.address(), Some(&authority)).await.unwrap();
    let two = NatsBus::connect(&nats.address(), Some(&authority)).await.unwrap();
    until_received(&one, &two, "fromone1", 1).await;
    assert!(
        NatsBus::connect(&nats.address(), None).await.is_err(),
        "nobody knows that certificate"
    );

    let postgres = fleet::PostgresServer::encrypted(&certificate, &key).unwrap();
    let address = postgres.database("encrypted").unwrap();
    let verified = format!("{address}?sslmode=verify-full&sslrootcert=");
    let place =
        |file: &std::path::Path| StoreLocation::Postgres(format!("{verified}{}", file.display()));
    let store = place(&authority).open().await.unwrap();
    let how = "SELECT count(*) FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()";
    let rows = store.query(Statement::new(how, [])).await.unwrap();
    assert_eq!(rows[0].number(0), Ok(1));
    store.close().await.unwrap();
    let error = place(&certificate).open().await.err().unwrap().to_string();
    assert!(error.starts_with("postgres://127.0.0.1:") && !error.contains('\n'), "{error}");
    let plain = fleet::PostgresServer::start(false).unwrap().address("postgres");
    let refused = StoreLocation::Postgres(format!("{plain}?sslmode=require")).open().await;
    assert!(refused.is_err(), "what must be encrypted is not spoken in plain words");
}
