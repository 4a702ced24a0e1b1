//! Python tools from the package index, in an environment of their own below the tools' folder.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{CommandLine, Shell};

/// The folder of the environment, below the root of the workspace.
const FOLDER: &str = "target/tools/python";

/// The list of tools, with the version of each.
const REQUIREMENTS: &str = "xtask/requirements.txt";

/// A Python environment with the tools.
pub(crate) struct Python(());

impl Python {
    /// The environment, after setting it up if necessary.
    pub(crate) fn ensure(shell: &Shell) -> Result<Python, Failure> {
        let done = shell.path(FOLDER).join("requirements.txt");
        let wanted =
            fs::read(shell.path(REQUIREMENTS)).map_err(|error| lost(REQUIREMENTS, &error))?;
        let works = || shell.capture(&Python(()).tool("python --version")).is_some();
        if fs::read(&done).is_ok_and(|installed| installed == wanted) && works() {
            return Ok(Python(()));
        }
        // Debian's Python comes without the module that puts pip into an environment.
        if shell.capture(&CommandLine::new("python3 -m ensurepip --version")).is_none() {
            packages::install(shell, &[packages::PYTHON])?;
        }
        let create = CommandLine::new("python3 -m venv --clear").and(FOLDER);
        println!("    set-up: {create}");
        shell.run("making an environment for Python", &create)?;
        let install =
            Python(()).tool("python -m pip install --quiet --disable-pip-version-check -r");
        let install = install.and(REQUIREMENTS);
        println!("    set-up: {install}");
        shell.run("installing the tools of Python", &install)?;
        // At the end, so that an environment that is half done is made again.
        fs::write(&done, wanted).map_err(|error| lost(FOLDER, &error))?;
        Ok(Python(()))
    }

    /// A command of the environment.
    pub(crate) fn tool(&self, words: &str) -> CommandLine {
        CommandLine::new(&format!("{FOLDER}/bin/{words}"))
    }
}

fn lost(path: &str, error: &std::io::Error) -> Failure {
    Failure::Missing(format!("{}: {error}", Path::new(path).display()))
}
