//! Servers that the swarm starts itself, on loopback ports or Unix sockets and in a temporary folder:
//! one node over SQLite, or two over PostgreSQL and NATS. The swarm kills and restarts them, and
//! dropping them stops them.

mod nats;
mod node;
mod port;
mod postgres;

use tempfile::TempDir;

pub use nats::Nats;
pub use node::Node;
pub use port::Port;
pub use postgres::Postgres;

use crate::plan::Plan;

/// Servers that belong together.
pub struct Fleet {
    // In the order in which they are to end.
    nodes: Vec<Node>,
    cluster: Option<(Nats, Postgres)>,
    _ports: Vec<Port>,
    _folder: TempDir,
}

impl Fleet {
    /// Starts what a plan asks for.
    pub fn start(plan: &Plan) -> Result<Fleet, String> {
        let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
        let mut ports = Vec::new();
        let mut address = |name: &str| -> Result<String, String> {
            if plan.unix {
                return Ok(format!("unix:{}", folder.path().join(name).display()));
            }
            let port = Port::take()?;
            let address = format!("127.0.0.1:{}", port.number());
            ports.push(port);
            Ok(address)
        };
        let program = &plan.program;
        if !plan.cluster {
            let database = folder.path().join("crownhead.db").display().to_string();
            let node = Node::start(program, address("one")?, &["--database", &database])?;
            return Ok(Fleet { nodes: vec![node], cluster: None, _ports: ports, _folder: folder });
        }
        let (nats, postgres) = (Nats::start()?, Postgres::start(true)?);
        let (database, bus) = (postgres.database("crownhead")?, nats.address());
        let args = ["--database", &database, "--bus", &bus];
        let (one, two) = (address("one")?, address("two")?);
        let nodes = vec![Node::start(program, one, &args)?, Node::start(program, two, &args)?];
        Ok(Fleet { nodes, cluster: Some((nats, postgres)), _ports: ports, _folder: folder })
    }

    /// Where the nodes are.
    pub fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(Node::address).collect()
    }

    /// The process of the first node.
    pub fn process(&self) -> u32 {
        self.nodes[0].process()
    }

    /// Kills the server of a number, for they take turns, and starts it again. Returns which.
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
