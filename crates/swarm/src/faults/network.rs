//! Networks for the nodes of a cluster: each node is in a network namespace of its own, with one link to
//! the clients and one to the database and the bus. Either can be cut. All of it is inside the namespace
//! of this process, and ends with it; the machine's own network is not touched.

use std::process::Command;

/// The address of the clients, and of the database and the bus.
const FRONT: &str = "10.77.0.1";
pub(super) const BACK: &str = "10.78.0.1";

/// A link of a node.
#[derive(Copy, Clone, Debug)]
pub(super) enum Link {
    /// To the clients.
    Front,
    /// To the database and the bus.
    Back,
}

pub(super) fn namespace(node: usize) -> String {
    format!("node{node}")
}

/// The address of a node for its clients.
pub(super) fn address(node: usize) -> String {
    format!("10.77.0.{}:8080", 10 + node)
}

/// Makes the networks of so many nodes.
pub(super) fn make(nodes: usize) -> Result<(), String> {
    // The names of namespaces are files here; the machine's own stay as they are.
    run("mkdir -p /run/netns")?;
    run("mount -t tmpfs names /run/netns")?;
    run("ip link set lo up")?;
    for (bridge, host) in [("front", FRONT), ("back", BACK)] {
        run(&format!("ip link add {bridge} type bridge"))?;
        run(&format!("ip address add {host}/24 dev {bridge}"))?;
        run(&format!("ip link set {bridge} up"))?;
    }
    for node in 0..nodes {
        let name = namespace(node);
        run(&format!("ip netns add {name}"))?;
        run(&format!("ip -n {name} link set lo up"))?;
        for (link, bridge, network) in [(Link::Front, "front", 77), (Link::Back, "back", 78)] {
            let (outside, inside) = (device(link, node), format!("{bridge}0"));
            run(&format!("ip link add {outside} type veth peer name {inside} netns {name}"))?;
            run(&format!("ip link set {outside} master {bridge} up"))?;
            let host = 10 + node;
            run(&format!("ip -n {name} address add 10.{network}.0.{host}/24 dev {inside}"))?;
            run(&format!("ip -n {name} link set {inside} up"))?;
        }
    }
    Ok(())
}

/// Cuts a link, or mends it. Data sent over a cut link is lost, without an error.
pub(super) fn set(link: Link, node: usize, up: bool) -> Result<(), String> {
    let state = if up { "up" } else { "down" };
    run(&format!("ip link set {} {state}", device(link, node)))
}

fn device(link: Link, node: usize) -> String {
    match link {
        Link::Front => format!("f{node}"),
        Link::Back => format!("b{node}"),
    }
}

/// Runs a command of which every word is plain.
pub(super) fn run(line: &str) -> Result<(), String> {
    let mut words = line.split(' ');
    let program = words.next().unwrap_or_default();
    let output = Command::new(program).args(words).output();
    let output = output.map_err(|error| format!("{line}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{line}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
