//! Set-up of the toolchain's own components, which rustup adds.

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell, on_path};

/// A component of the toolchain.
pub(crate) struct Component {
    name: &'static str,
    probe: &'static str,
}

pub(crate) const RUSTFMT: Component = Component { name: "rustfmt", probe: "cargo fmt --version" };
pub(crate) const CLIPPY: Component = Component { name: "clippy", probe: "cargo clippy --version" };

/// Adds those of the components that are missing.
pub(crate) fn ensure(shell: &Shell, components: &[Component]) -> Result<(), Failure> {
    for Component { name, probe } in components {
        if shell.capture(&CommandLine::new(probe)).is_some() {
            continue;
        }
        if !on_path("rustup") {
            return Err(Failure::Missing(format!(
                "`{probe}` does not work and rustup is not here to add it; \
                 install {name} of the Rust toolchain and try again"
            )));
        }
        let line = CommandLine::new("rustup component add").and(name);
        println!("    set-up: {line}");
        shell.run("adding a component of the toolchain", &line)?;
    }
    Ok(())
}
