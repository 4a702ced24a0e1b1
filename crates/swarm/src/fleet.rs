//! Servers that the swarm starts itself, on loopback ports or Unix sockets and in a temporary folder:
//! one node over SQLite, or two over PostgreSQL and NATS. The swarm kills and restarts them, and
//! dropping them stops them.

mod nats;
mod node;
mod port;
mod postgres;

use tempfile::TempDir;

pub use nats::NatsServer;
pub use node::Node;
pub use port::Port;
pub use postgres::PostgresServer;

use crate::plan::Plan;

/// The server processes of a run.
pub struct Fleet {
    // In the order in which they are stopped.
    nodes: Vec<Node>,
    cluster: Option<(NatsServer, PostgresServer)>,
    _ports: Vec<Port>,
    _folder: TempDir,
}

impl Fleet {
    /// Starts the servers of a plan.
    pub fn start(plan: &Plan) -> Result<Fleet, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut ports = Vec::new();
        let mut address = |name: &str| -> Result<String, String> {
            if plan.unix {
                return Ok(format!("unix:{}", folder.path().join(name).display()));
            }
            let port = Port::reserve()?;
            let address = format!("127.0.0.1:{}", port.number());
            ports.push(port);
            Ok(address)
        };
        let program = &plan.program;
        if !plan.cluster {
            let database = folder.path().join("crownhead.db").display().to_string();
            let node =
                Node::start(program, address("one")?, &["--rate", "0", "--database", &database])?;
            return Ok(Fleet { nodes: vec![node], cluster: None, _ports: ports, _folder: folder });
        }
        let (nats, postgres) = (NatsServer::start()?, PostgresServer::start(true)?);
        let (database, bus) = (postgres.database("crownhead")?, nats.address());
        let args = ["--rate", "0", "--database", &database, "--bus", &bus];
        let (one, two) = (address("one")?, address("two")?);
        let nodes = vec![Node::start(program, one, &args)?, Node::start(program, two, &args)?];
        Ok(Fleet { nodes, cluster: Some((nats, postgres)), _ports: ports, _folder: folder })
    }

    /// The addresses of the nodes.
    pub fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(Node::address).collect()
    }

    /// The process id of the first node.
    pub fn process(&self) -> u32 {
        self.nodes[0].process()
    }

    /// Kills a server and restarts it; the servers take turns by `number`. Returns its name.
    pub fn kill(&mut self, number: usize) -> Result<String, String> {
        let Some((nats, postgres)) = &mut self.cluster else {
            return self.nodes[0].kill().map(|()| "the server".to_owned());
        };
        match number % 4 {
            2 => nats.kill().map(|()| "NATS".to_owned()),
            3 => postgres.kill().map(|()| "PostgreSQL".to_owned()),
            node => self.nodes[node].kill().map(|()| format!("node {}", node + 1)),
        }
    }
}
