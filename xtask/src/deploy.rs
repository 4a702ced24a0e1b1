//! The examples in deploy/, against the schemas of those who read them: Compose and Kubernetes, and the
//! checks of systemd.

use std::fs;

use crate::failure::Failure;
use crate::python::Python;
use crate::shell::{CommandLine, Shell};
use crate::steps::Steps;

/// The example of a service.
const SERVICE: &str = "deploy/crownhead.service";

/// Checks the examples.
pub(crate) fn check(shell: &Shell, steps: &mut Steps) -> Result<(), Failure> {
    let python = Python::ensure(shell)?;
    let compose = python.tool("check-jsonschema --builtin-schema vendor.compose-spec");
    let compose = compose.and("deploy/compose.yaml deploy/compose-cluster.yaml");
    steps.run(shell, "examples for Compose", &compose)?;
    let kubernetes = python.tool("kubernetes-validate --strict --quiet");
    let kubernetes = kubernetes.and("deploy/kubernetes/room.yaml deploy/kubernetes/cluster.yaml");
    steps.run(shell, "examples for Kubernetes", &kubernetes)?;
    if cfg!(target_os = "linux") {
        let unit = runnable_unit(shell)?;
        // A setting that systemd does not know is only a warning, of which the exit code says nothing.
        let verify = format!("! systemd-analyze verify --man=no {unit} 2>&1 | grep crownhead");
        let verify = CommandLine::new("sh -c").args(&[verify]);
        steps.run(shell, "example for systemd", &verify)?;
        let security = CommandLine::new("systemd-analyze security --offline=true --threshold=40");
        let security = security.and("--no-pager deploy/crownhead.service");
        steps.take("exposure of the service", &security.to_string(), || {
            shell.read("examining the service", &security).map(drop)
        })?;
    }
    Ok(())
}

/// The service with a program that this machine has, because systemd looks for it.
fn runnable_unit(shell: &Shell) -> Result<String, Failure> {
    let missing = |error: std::io::Error| Failure::Missing(format!("{SERVICE}: {error}"));
    let text = fs::read_to_string(shell.path(SERVICE)).map_err(missing)?;
    let program = std::env::current_exe().map_err(missing)?.display().to_string();
    let unit = "target/deploy/crownhead.service";
    fs::create_dir_all(shell.path("target/deploy")).map_err(missing)?;
    fs::write(shell.path(unit), text.replace("/usr/local/bin/crownhead", &program))
        .map_err(missing)?;
    Ok(unit.to_owned())
}
